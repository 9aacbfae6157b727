# SPDX-License-Identifier: MIT
"""Reads perf.data, in Python alone: the events, in the file's order, and the settings of the trace."""
import struct
from collections import Counter

PERF_TYPES = {2: 'lost', 3: 'comm', 4: 'exit', 7: 'fork', 10: 'mmap', 11: 'aux', 13: 'lost', 14: 'switch',
              15: 'switch', 17: 'ksymbol'}
SPE_TRACE = 4
NONE = 0xffffffff


class Event:
    """An event: kind, misc, time (ns), cpu, pid, tid (of its sample_id), and the members of its kind."""

    def __init__(self, kind, misc):
        self.kind, self.misc, self.time, self.cpu, self.pid, self.tid = kind, misc, None, None, None, None


class PerfData:
    """events; buffers are among them (kind 'buffer'); clock: (shift, mult, zero) or None; midrs: by core."""

    def __init__(self, raw):
        self.raw, self.order = raw, '<' if raw[:8] == b'PERFILE2' else '>'
        self.events, self.attributes, self.midrs = [], [], {}
        self.clock = self.cpuid = None
        self.pmus = set()       # types of SPE's PMUs: cores may have different ones
        self.pmu_of = {}
        self.node_of_core, self.node_of_block, self.block = {}, {}, None
        self.build_ids = {}     # those of the header, by name
        size, = self.unpack('Q', 8)
        if size == 16:
            self.read_events(16, len(raw))
            self.cut_repeats()
            return
        entry, at, length, data, data_size = self.unpack('QQQQQ', 16)
        for place in range(at, at + length, entry):
            self.take_attribute(place)
        self.read_features(data + data_size, self.unpack('Q', 72)[0])
        self.read_events(data, data + data_size)
        self.cut_repeats()

    def unpack(self, form, at):
        return struct.unpack_from(self.order + form, self.raw, at)

    def text(self, at, end):
        return self.raw[at:end].split(b'\0')[0].decode()

    def take_attribute(self, at):
        kind, _, config, period, sample_type, _, _ = self.unpack('LLQQQQQ', at)
        config1, config2 = self.unpack('QQ', at + 56)
        self.attributes.append((kind, sample_type, period, (config, config1, config2)))

    def read_features(self, at, bits):
        for bit in range(64):
            if bits >> bit & 1:
                offset, size = self.unpack('QQ', at)
                at += 16
                self.take_feature(bit, offset, offset + size)

    def take_feature(self, number, at, end):
        """Those that matter here: BUILD_ID, CPUID, NUMA_TOPOLOGY, MEM_TOPOLOGY."""
        if number == 2:
            while at < end:
                size = self.unpack('H', at + 6)[0]
                self.build_ids[self.text(at + 36, at + size)] = self.raw[at + 12:at + 12 + self.raw[at + 32]]
                at += size
        elif number == 9:
            self.cpuid = int(self.text(at + 4, end), 16)
        elif number == 14:
            at += 4
            while at < end:
                node, _, _, size = self.unpack('LQQL', at)
                for part in self.text(at + 24, at + 24 + size).split(','):
                    first, _, last = part.partition('-')
                    self.node_of_core.update((n, node) for n in range(int(first), int(last or first) + 1))
                at += 24 + size
        elif number == 22:
            _, self.block, count = self.unpack('QQQ', at)
            at += 24
            for _ in range(count):
                node, _, size = self.unpack('QQQ', at)
                words = (size + 63) // 64
                for i, word in enumerate(self.unpack('%dQ' % words, at + 24)):
                    self.node_of_block.update((64 * i + b, node) for b in range(64) if word >> b & 1)
                at += 24 + 8 * words

    def node_name(self, node):
        return '[not known]' if node is None else 'node %d' % node

    def nodes(self, cpu, address):
        """What a row of nodes is called, and whether the access is local; None if the file knows no nodes."""
        if not self.node_of_block:
            return None
        core, memory = self.node_of_core.get(cpu), self.node_of_block.get(address // self.block)
        kind = '' if None in (core, memory) else 'local' if core == memory else 'remote'
        return 'from %s to %s' % (self.node_name(core), self.node_name(memory)), kind

    def read_events(self, at, end):
        while at + 8 <= end:
            kind, misc, size = self.unpack('LHH', at)
            after = at + size
            if kind == 71:
                after += self.unpack('Q', at + 8)[0]
            self.take_event(kind, misc, at + 8, at + size)
            at = after

    def take_event(self, kind, misc, at, end):
        if kind == 64:
            self.take_attribute(at)
        elif kind == 70:
            self.take_metadata(at, end)
        elif kind == 80:
            self.take_feature(self.unpack('Q', at)[0], at + 8, end)
        elif kind == 79:
            self.clock = self.unpack('QQQ', at)
        elif kind == 71:
            event = Event('buffer', misc)
            event.size, event.offset, _, event.index, event.of_tid, event.of_cpu = self.unpack('QQQLLL', at)
            event.raw = self.raw[end:end + event.size]
            self.events.append(event)
        elif kind in PERF_TYPES:
            self.events.append(self.side_event(Event(PERF_TYPES[kind], misc), kind, at, end))

    def cut_repeats(self):
        """
        Leaves out of each buffer what the stream's buffer before has, too, and buffers before it without a hole between
        them; repeated: how many bytes.
        """
        last = {}
        for event in self.events:
            if event.kind != 'buffer':
                continue
            raw, event.stream = event.raw, (event.of_cpu, event.of_tid if event.of_cpu == NONE else NONE)
            first, start, known = last.get(event.stream, (0, 0, b''))
            event.is_ring = any(e.kind == 'aux' and e.flags & 2 and self.stream(e) == event.stream for e in self.events)
            wraps = event.is_ring and len(raw) == first + len(known) - start and event.offset < start
            event.repeated, joined = 0, (event.offset, event.offset, raw)
            for at in [event.offset + len(raw)] * wraps + [event.offset]:       # a ring that has wrapped around, or not
                same = known[at - first:at - first + len(raw)] if at >= first else b''
                if not event.repeated and len(same) > 7 and at + len(raw) > start and raw.startswith(same):
                    event.repeated = len(same)
                    joined = (first, at, known + raw[len(same):]) if at == event.offset else joined
            if event.offset == first + len(known) and known:
                joined = first, event.offset, known + raw
            last[event.stream] = joined
            event.offset, event.raw = event.offset + event.repeated, raw[event.repeated:]
            event.size -= event.repeated

    def stream(self, aux):
        """Whose bytes an AUX event names: those of a core, or of a thread if threads were traced; or None."""
        if any(e.kind == 'buffer' and e.of_cpu != NONE for e in self.events):
            return None if aux.cpu in (None, NONE) else (aux.cpu, NONE)
        return None if aux.tid in (None, NONE) else (NONE, aux.tid)

    def account(self):
        """Of each stream: bytes that AUX events name; of them, those that no buffer has; those that none names."""
        named, held, size = {}, {}, Counter()
        for e in self.events:
            if e.kind == 'aux' and self.stream(e):
                bits = 0 if e.flags & 2 else (1 << e.size) - 1 << e.offset
                named[self.stream(e)] = named.get(self.stream(e), 0) | bits
            elif e.kind == 'buffer':
                held[e.stream] = held.get(e.stream, 0) | (1 << e.size) - 1 << e.offset
                size[e.stream] += e.size
        return ({key: bits.bit_count() for key, bits in named.items()},
                {key: (bits & ~held.get(key, 0)).bit_count() for key, bits in named.items()},
                {key: size[key] - (bits & named.get(key, 0)).bit_count() for key, bits in held.items()})

    def side_event(self, event, kind, at, end):
        self.take_sample_id(event, end)
        if kind == 3:
            event.pid, event.tid = self.unpack('LL', at)
            event.name, event.is_exec = self.text(at + 8, end), bool(event.misc & 0x2000)
        elif kind in (4, 7):
            event.pid, event.ppid, event.tid, event.ptid, event.time = self.unpack('LLLLQ', at)
        elif kind == 10:
            event.pid, event.tid, event.start, event.size, event.offset = self.unpack('LLQQQ', at)
            event.name = self.text(at + 64, end)
            has_id = event.misc & 0x4000
            event.build_id = self.raw[at + 36:at + 36 + self.raw[at + 32]] if has_id else self.build_ids.get(event.name)
        elif kind in (2, 13):       # the first has an id before the number
            event.lost, = self.unpack('Q', at + 8 if kind == 2 else at)
        elif kind == 17:
            event.start, event.size = self.unpack('QL', at)
            event.name = self.text(at + 16, end)
        elif kind == 11:
            event.offset, event.size, event.flags = self.unpack('QQQ', at)
        elif kind in (14, 15):
            event.is_out = bool(event.misc & 0x2000)
            event.other_pid, event.other = self.unpack('LL', at) if kind == 15 else (None, None)
        return event

    def take_sample_id(self, event, end):
        """The fields at the end of an event, in the order in which sample_type has their bits."""
        sample_type = next((a[1] for a in self.attributes if a[0] in self.pmus), 0)
        at = end - 8 * sum(1 for bit in (2, 4, 64, 512, 128, 65536) if sample_type & bit)
        for bit in (2, 4, 64, 512, 128, 65536):
            if sample_type & bit:
                if bit == 2:
                    event.pid, event.tid = self.unpack('LL', at)
                elif bit == 4:
                    event.time, = self.unpack('Q', at)
                elif bit == 128:
                    event.cpu, = self.unpack('L', at)
                at += 8

    def take_metadata(self, at, end):
        kind, = self.unpack('L', at)
        if kind != SPE_TRACE:
            return
        words = self.unpack('%dQ' % ((end - at - 8) // 8), at + 8)
        if words[0] < 8 and len(words) > 2:     # version, size of this head, PMU's type, number of cores
            self.pmus.add(words[2])
            place = words[1]
            for _ in range(words[3]):
                self.pmus.add(words[place + 4])
                self.pmu_of[words[place + 1]] = words[place + 4]
                self.midrs[words[place + 1]] = words[place + 3]
                place += 3 + words[place + 2]
        else:
            self.pmus.add(words[0])

    def spe_attributes(self, cpu=None):
        """period and config, config1, config2 of each event that wrote the trace, or that of a core."""
        pmus = self.pmus
        if cpu is not None:
            pmus = {self.pmu_of[cpu]} if cpu in self.pmu_of else set(self.pmu_of.values()) or pmus
        return [(a[2], a[3]) for a in self.attributes if a[0] in (pmus if len(pmus) == 1 else self.pmus)]

    def midr(self, cpu):
        """MIDR_EL1 of a core; or that of all cores, or of the one on which perf ran. 0: not known."""
        common = self.midrs and (min(self.midrs.values()) if len(set(self.midrs.values())) == 1 else 0)
        return self.midrs.get(cpu) or (common if self.midrs else self.cpuid or 0)

    def time_ns(self, ticks):
        shift, mult, zero = self.clock
        return (zero + (ticks * mult >> shift)) & (1 << 64) - 1
