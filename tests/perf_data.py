#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
perf_data.py KIND SPE... >FILE: writes perf.data. Each file SPE is the buffer of a core; their numbers start at 4.
perf_data.py --to=FOLDER KIND,... SPE...: the same, each kind as FOLDER/KIND.
perf_data.py two SPE PERIOD PMU FILTERS [NAME] >FILE: of two events of SPE: see two_events.

Words of a KIND, as in v2-big-pipe: v2 (SPE's metadata of version 2, or 1), big (byte order), pipe, unfinished, tail (a
feature after the data), tracing (with tracing data), partial and a number (bytes are missing at that offset), snapshot
(earlier bytes are gone), snapshots and their number (perf saved the last one), stored (events in compressed events,
stored as they are), threads (a folder, as perf record --threads makes it; with --to only).
"""
import os
import struct
import sys

PMU = 8                         # the type of arm_spe_0 in these files
DUMMY = (1, (9, 0, 0), 1)       # the event that perf adds for what is not a sample
NONE = 0xffffffff
TRUNCATED, OVERWRITE, PARTIAL, COLLISION = 1, 2, 4, 8   # flags of AUX


def align8(raw):
    return raw + b'\0' * (-len(raw) % 8)


def name_bytes(text):
    return align8(text.encode() + b'\0')


class Writer:
    """
    One perf.data file. spe: type of the PMU, configs and period of each event; cores: number, MIDR_EL1 and PMU of each,
    for metadata of version 2; sample_type: TID, TIME, CPU, or others. out: the bytes of each event so far.
    """

    def __init__(self, spe=(), big=False, pipe=False, clock=None, cores=(), sample_type=2 | 4 | 128):
        self.order = '>' if big else '<'
        self.spe, self.pipe, self.sample_type, self.is_unfinished = spe, pipe, sample_type, False
        self.features, self.out, self.ids = {}, [], b''
        if clock:
            self.event(79, self.pack('%dQ' % len(clock), *clock))
        words = [2, 4, PMU, len(cores)] if cores else [PMU, 1]
        for number, midr, pmu in cores:
            words += [0x1010101010101010, number, 4, midr, pmu, 1024, 0]
        self.event(70, self.pack('LL%dQ' % len(words), 4, 0, *words))

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def text(self, text):
        return self.pack('L', len(name_bytes(text))) + name_bytes(text)

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

    def head(self, kind, size, misc=0):
        return self.pack('LHH', kind, misc, 8 + size)

    def event(self, kind, body, misc=0, after=b''):
        self.out.append(self.head(kind, len(body), misc) + body + after)

    def sample_id(self, pid, tid, time, cpu):
        fields = (1 << 1, 'LL', pid, tid), (1 << 2, 'Q', time), (1 << 7, 'LL', cpu, 0), (1 << 16, 'Q', 77)
        return b''.join(self.pack(*field) for bit, *field in fields if self.sample_type & bit)

    def comm(self, time, cpu, pid, tid, name, is_exec=False):
        self.event(3, self.pack('LL', pid, tid) + name_bytes(name) + self.sample_id(pid, tid, time, cpu),
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
                   name_bytes(name) + self.sample_id(pid, tid, time, cpu),
                   (2 if protection & 4 else 2 | 0x2000) | (0x4000 if build_id else 0))

    def build_id(self, name, build_id, misc=2):
        """An entry of the header's list of build ids."""
        body = self.pack('L', NONE) + build_id.ljust(20, b'\0') + bytes((len(build_id), 0, 0, 0)) + name_bytes(name)
        self.ids += self.head(0, len(body), misc | 0x8000) + body
        self.features[2] = self.ids

    def ksymbol(self, time, cpu, start, size, name):
        self.event(17, self.pack('QLHH', start, size, 1, 0) + name_bytes(name) + self.sample_id(0, 0, time, cpu))

    def switch(self, time, cpu, pid, tid, out=False, other=(0, 0)):
        """The sample_id has the thread that comes or goes, and the event of a whole core also the other one."""
        self.event(15 if other else 14, (self.pack('LL', *other) if other else b'') +
                   self.sample_id(pid, tid, time, cpu), 0x2000 if out else 0)

    def aux(self, offset, size, flags=0, time=0, cpu=0, pid=0, tid=0):
        self.event(11, self.pack('QQQ', offset, size, flags) + self.sample_id(pid, tid, time, cpu))

    def lost(self, time, cpu, number, of_samples):
        """Events that were lost, or samples."""
        self.event(13 if of_samples else 2, self.pack(*(('Q',) if of_samples else ('QQ', 1)), number) +
                   self.sample_id(0, 0, time, cpu))

    def buffer(self, raw, offset=0, index=0, tid=NONE, cpu=0):
        self.event(71, self.pack('QQQLLLL', len(raw), offset, 99, index, tid, cpu, 0), 0, raw)

    def attribute(self, kind, config, period):
        """perf_event_attr: 128 bytes; the flag is sample_id_all, bit 18 from the first or from the last."""
        flags = 1 << (45 if self.order == '>' else 18)
        return self.pack('LLQQQQQLLQQ', kind, 128, config[0], period, self.sample_type, 0, flags, 0, 0,
                         *config[1:]).ljust(128, b'\0')

    def bytes(self, data=None):
        """The file, with the events so far or other data."""
        data = b''.join(self.out) if data is None else data
        magic, count = b'PERFILE2' if self.order == '<' else b'2ELIFREP', len(self.spe)
        attributes = [self.attribute(*one) for one in self.spe]
        if self.pipe:
            heads = [self.head(64, 136) + a + self.pack('Q', 77 + i) for i, a in enumerate(attributes)]
            heads += [self.head(80, 8 + len(raw)) + self.pack('Q', n) + raw for n, raw in self.features.items()]
            return magic + self.pack('Q', 16) + b''.join(heads) + data
        front = self.pack('%dQ' % count, *range(77, 77 + count))    # each has one identifier
        front += b''.join(a + self.pack('QQ', 104 + 8 * i, 8) for i, a in enumerate(attributes))
        begin, tail = 104 + len(front), b''
        sections, at = b'', begin + len(data) + 16 * len(self.features)
        for _, raw in sorted(self.features.items()):
            sections += self.pack('QQ', at + len(tail), len(raw))
            tail += raw
        head = self.pack('12Q', 104, 144, 104 + 8 * count, 144 * count, begin,
                         0 if self.is_unfinished else len(data), 0, 0, sum(1 << n for n in self.features), 0, 0, 0)
        return magic + head + front + data + sections + tail

    def kind(self, event):
        return struct.unpack_from(self.order + 'L', event)[0]

    def store(self):
        """Makes compressed events, by a compression that changes nothing: halves of two events in each."""
        events, self.out = self.out, []
        for event in events:
            if self.kind(event) in (66, 70, 71):
                self.out.append(event)
            else:
                self.event(81, event[:8])
                self.event(81, event[8:])

    def threads(self):
        """The files of perf record --threads, by name: the events of each buffer are in one of their own."""
        parts = [b'']
        for event in self.out:
            parts[-1] += event
            if self.kind(event) in (68, 71):
                parts.append(b'')
        return {'/data': self.bytes(parts[0]), **{'/data.%d' % i: part for i, part in enumerate(parts[1:-1])}}


def get(path):
    with open(path, 'rb') as source:
        return source.read()


def of_kind(kind, buffers):
    cores = [(4 + i, 0x410fd400 + i, PMU) for i in range(len(buffers))] if 'v2' in kind else ()
    w = Writer((), 'big' in kind, 'pipe' in kind, (22, 41943040, 1000), cores, 0)
    w.comm(0, 0, 1, 1, 'comm')
    w.event(68, b'')
    number = int(''.join(filter(str.isdigit, kind[2:])) or 1)
    if 'inject' in kind:  # what perf inject leaves: a sample of the event with that id, and no trace
        w.out.clear()
        w.event(9, w.pack('QQ', number, 0x400000))
    for i, raw in enumerate(buffers):
        size, start = len(raw), 0
        if 'partial' in kind:
            w.aux(0, number, TRUNCATED | PARTIAL)
            w.aux(number, max(size - number, 0))
        elif 'snapshot' in kind:
            start = size * (number - 1)
            for n in range(number):
                w.aux((n + 1) * size, size, OVERWRITE)
        else:
            w.aux(0, size, (TRUNCATED | COLLISION, OVERWRITE | PARTIAL, 0)[min(i, 2)])
        if 'tracing' in kind:
            w.event(66, w.pack('L', 24), 0, b'tracing data, 24 bytes..')
        w.buffer(raw, start, i, 77, 4 + i)
    if 'stored' in kind:
        w.store()
    if 'tail' in kind or 'threads' in kind:
        w.features[63] = b'a feature of no program'
    w.is_unfinished = 'unfinished' in kind
    return w


def two_events(path, period, pmu, filters, name='/x'):
    """
    The bytes of the file are of core 0. The first event has period 1000 and PMU type 8, which core 0 has; the second
    one has another period, and the type of core 1. filters: the min_latency of both, such as 0,100 (0: no filter).
    Process 7 maps a module at 0x400000.
    """
    first, second = map(int, filters.split(','))
    events = [(PMU, (1, 0, first), 1000), (int(pmu), (1, 0, second), int(period))]
    w = Writer(events, clock=(10, 1024, 0), cores=((0, 0x410fd0c1, PMU), (1, 0x410fd0c1, int(pmu))))
    w.mmap(1, 0, 7, 7, 0x400000, 0x2000, 0, name)
    raw = align8(get(path))
    w.aux(0, len(raw), 0, 9, 0, 7, 7)
    w.buffer(raw)
    return w


def main(first, *others):
    if not first.startswith('--to='):
        w = two_events(*others) if first == 'two' else of_kind(first, [get(path) for path in others])
        sys.stdout.buffer.write(w.bytes())
        return
    buffers = [get(path) for path in others[1:]]
    for kind in others[0].split(','):
        w = of_kind(kind, buffers)
        for name, raw in (w.threads() if 'threads' in kind else {'': w.bytes()}).items():
            path = os.path.join(first[5:], kind + name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as out:
                out.write(raw)


if __name__ == '__main__':
    main(*sys.argv[1:])
