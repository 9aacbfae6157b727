# SPDX-License-Identifier: MIT
"""Writes perf.data for the generated profiles: events with their sample_id, AUX events, buffers, clock and metadata."""
import struct

PMU = 8                # the type of arm_spe_0 in these files
NONE = 0xffffffff


def align8(raw):
    return raw + b'\0' * (-len(raw) % 8)


class Writer:
    """
    One perf.data file. big: its byte order. others: PMU's type, config and period of more events of SPE; the last core
    has the type of the last of them.
    """

    def __init__(self, period, config=(1, 0, 0), big=False, clock=None, cores=(), version=2, cpuid=None, pipe=False,
                 others=()):
        self.order = '>' if big else '<'
        self.pipe = pipe
        self.spe = [(PMU, config, period), *others]
        self.features, self.out, self.ids = {}, [], b''
        if cpuid:
            self.features[9] = self.text(cpuid)
        if clock:
            shift, mult, zero = clock
            self.event(79, self.pack('QQQ', shift, mult, zero))
        self.put_metadata(cores, version)

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def text(self, text):
        raw = align8(text.encode() + b'\0')
        return self.pack('L', len(raw)) + raw

    def put_nodes(self, cpus, block, memory):
        """cpus: by node, a list as text; block: bytes; memory: by node, a set of numbers of blocks."""
        self.features[14] = self.pack('L', len(cpus)) + b''.join(
            self.pack('LQQ', node, 4096, 1024) + self.text(cpus[node]) for node in cpus)
        raw = self.pack('QQQ', 1, block, len(memory))
        for node, blocks in memory.items():
            size = max(blocks, default=0) + 1
            bits = sum(1 << b for b in blocks)
            words = [bits >> 64 * i & (1 << 64) - 1 for i in range((size + 63) // 64)]
            raw += self.pack('QQQ', node, size, size) + self.pack('%dQ' % len(words), *words)
        self.features[22] = raw

    def event(self, kind, body, misc=0):
        self.out.append(self.pack('LHH', kind, misc, 8 + len(body)) + body)

    def put_metadata(self, cores, version):
        if version == 2:
            words = [2, 4, PMU, len(cores)]
            for number, midr in cores:
                pmu = self.spe[-1 if number == cores[-1][0] else 0][0]
                words += [0x1010101010101010, number, 4, midr, pmu, 1024, 0]
        else:
            words = [PMU, 1]
        self.event(70, self.pack('LL', 4, 0) + self.pack('%dQ' % len(words), *words))

    def sample_id(self, pid, tid, time, cpu):
        return self.pack('LLQLL', pid, tid, time, cpu, 0)

    def name(self, text):
        return align8(text.encode() + b'\0')

    def comm(self, time, cpu, pid, tid, name, is_exec=False):
        self.event(3, self.pack('LL', pid, tid) + self.name(name) + self.sample_id(pid, tid, time, cpu),
                   0x2000 if is_exec else 0)

    def fork(self, time, cpu, pid, ppid, tid, ptid, kind=7):
        self.event(kind, self.pack('LLLLQ', pid, ppid, tid, ptid, time) + self.sample_id(ppid, ptid, time, cpu))

    def exit(self, time, cpu, pid, tid):
        self.fork(time, cpu, pid, pid, tid, tid, 4)

    def mmap(self, time, cpu, pid, tid, start, size, offset, name, protection=5, build_id=None):
        """The file's build id takes the place of its device and inode."""
        file = self.pack('LLQQ', 8, 1, 77, 0)
        if build_id:
            file = bytes((len(build_id), 0, 0, 0)) + build_id.ljust(20, b'\0')
        self.event(10, self.pack('LLQQQ', pid, tid, start, size, offset) + file + self.pack('LL', protection, 2) +
                   self.name(name) + self.sample_id(pid, tid, time, cpu),
                   (2 if protection & 4 else 2 | 0x2000) | (0x4000 if build_id else 0))

    def build_id(self, name, build_id, misc=2):
        """An entry of the header's list of build ids."""
        body = self.pack('L', NONE) + build_id.ljust(20, b'\0') + bytes((len(build_id), 0, 0, 0)) + self.name(name)
        self.ids += self.pack('LHH', 0, misc | 0x8000, 8 + len(body)) + body
        self.features[2] = self.ids

    def ksymbol(self, time, cpu, start, size, name):
        self.event(17, self.pack('QLHH', start, size, 1, 0) + self.name(name) + self.sample_id(0, 0, time, cpu))

    def switch(self, time, cpu, pid, tid, out=False, other=(0, 0)):
        """The sample_id has the thread that comes or goes, and the event of a whole core also the other one."""
        self.event(15 if other else 14, (self.pack('LL', *other) if other else b'') +
                   self.sample_id(pid, tid, time, cpu), 0x2000 if out else 0)

    def aux(self, time, cpu, pid, tid, offset, size, flags):
        self.event(11, self.pack('QQQ', offset, size, flags) + self.sample_id(pid, tid, time, cpu))

    def lost(self, time, cpu, number, of_samples):
        """Events that were lost, or samples."""
        self.event(13 if of_samples else 2, self.pack(*(('Q',) if of_samples else ('QQ', 1)), number) +
                   self.sample_id(0, 0, time, cpu))

    def buffer(self, raw, offset, index, tid, cpu):
        self.event(71, self.pack('QQQLLLL', len(raw), offset, 0, index, tid, cpu, 0))
        self.out.append(raw)

    def attribute(self, kind, config, period):
        """perf_event_attr: 128 bytes; sample_type is TID, TIME, CPU; sample_id_all, mmap, comm, task, switches."""
        flags = 1 << 1 | 1 << 8 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 18 | 1 << 23 | 1 << 24 | 1 << 26
        if self.order == '>':
            flags = int('{:064b}'.format(flags)[::-1], 2)
        raw = self.pack('LLQQQQQLLQQ', kind, 128, config[0], period, 2 | 4 | 128, 0, flags, 0, 0, config[1], config[2])
        return raw + b'\0' * (128 - len(raw))

    def bytes(self):
        data = b''.join(self.out)
        attributes = [self.attribute(*one) for one in [*self.spe, (1, (9, 0, 0), 1)]]
        if self.pipe:
            heads = b''.join(self.pack('LHH', 64, 0, 8 + len(a) + 8) + a + self.pack('Q', i + 1)
                             for i, a in enumerate(attributes))
            heads += b''.join(self.pack('LHHQ', 80, 0, 16 + len(raw), number) + raw
                              for number, raw in self.features.items() if number != 9)
            return (b'PERFILE2' if self.order == '<' else b'2ELIFREP') + self.pack('Q', 16) + heads + data
        table = b''.join(a + self.pack('QQ', 0, 0) for a in attributes)
        sections, tail, at = b'', b'', 104 + len(table) + len(data) + 16 * len(self.features)
        for number in sorted(self.features):
            sections += self.pack('QQ', at + len(tail), len(self.features[number]))
            tail += self.features[number]
        features = (sum(1 << number for number in self.features), 0, 0, 0)
        head = self.pack('QQQQQQ', 104, 144, 104, len(table), 104 + len(table), len(data))
        head += self.pack('QQ', 0, 0) + self.pack('4Q', *features)
        return (b'PERFILE2' if self.order == '<' else b'2ELIFREP') + head + table + data + sections + tail
