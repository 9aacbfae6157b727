# SPDX-License-Identifier: MIT
"""
Makes profiles from a seed: raw SPE, and perf.data of several cores, threads, processes and modules. Each seed selects
other properties: byte order, clock, metadata, events, contexts, switches, forks, filters while recording, lost data.
"""
import itertools
import os
import random
import sys

import compile_module
import hot_loops
import make_elf
import spe_bytes
from make_names import Names

sys.path.append(os.path.join(os.path.dirname(__file__), '..', '..', '..', 'tests'))
from perf_data import DUMMY, NONE, PMU, Writer  # noqa: E402

MIDRS = (0x410fd0c1, 0x410fd400, 0x410fd490, 0xc00fac30, 0x481fd060, 0x410fd4f0)
SOURCES = (0, 8, 9, 10, 11, 12, 13, 14, 3, 7, 1, 0x10)
KERNEL = 0xffff800080000000
VDSO = 0xffffe9000000
FIRST_LOOPS = 29000     # chosen so that the first ten profiles have all types of findings
RING = 1 << 12      # bytes of a ring of which perf writes snapshots
BLOCK = 0x20000         # bytes of memory that are in one node


class Program:
    """A module: an ELF file in a folder, and where it is mapped."""

    def __init__(self, folder, number, rng, names, rng_of_compiler=None, more=()):
        self.path = os.path.join(folder, ('prog%d', 'lib%d.so')[number % 2] % number)
        self.base = 0 if number % 2 else 0x400000
        self.maps = [(0, 0, make_elf.SIZE), (make_elf.DATA, make_elf.DATA, make_elf.SIZE)]
        self.stubs, self.names, self.build_id, self.in_header = [], names, None, False
        self.is_compiled = number % 2 == 1 and rng_of_compiler is not None
        if self.is_compiled:
            self.symbols = compile_module.compile_module(self.path, rng_of_compiler, number)
            self.maps = compile_module.mappings(self.path)
            return
        self.symbols, at = [], 0x200
        for i in range(rng.randrange(2, 9)):
            size = 4 * rng.randrange(2, 40)
            name = 'init' if rng.random() < .25 else 'f%d_%d' % (number, i)
            self.symbols.append((name, at, size, True, rng.random() < .6 and name != 'init'))
            at += (size + rng.choice((0, 0, 16, 64)) + 3) & ~3
        at = make_elf.DATA
        for i in range(rng.randrange(1, 6)):
            size = 8 * rng.randrange(1, 30)
            self.symbols.append(('d%d_%d' % (number, i), at, size, False, rng.random() < .6))
            at += size + rng.choice((0, 0, 8, 64))
        self.symbols += more
        sections, self.stubs = names.stubs(number, self.base, self.symbols)
        self.build_id, self.in_header = names.put_module(make_elf.write_elf, self.path, self.base, self.symbols,
                                                         sections)

    def place(self, rng, is_function):
        if rng.random() < .05 and not self.is_compiled:
            return rng.randrange(0, make_elf.SIZE, 4) + (0 if is_function else make_elf.DATA)
        at, size = rng.choice([s[1:3] for s in self.symbols if s[3] == is_function])
        place = at + (rng.randrange(0, size, 4 if is_function else 1) if rng.random() < .6 else 0)
        return self.names.stub(self.stubs) or place if is_function else place


class Samples:
    """Makes records of one thread on one core."""

    def __init__(self, rng, options, loops=None):
        self.rng, self.o, self.loops = rng, options, loops

    def latency(self):
        rng = self.rng
        most = self.loops.most if self.loops else 0xffff
        return min(rng.choice((rng.randrange(1, 12), rng.randrange(1, 200), int(rng.paretovariate(.7) * 20))), most)

    def body(self, maps, tid):
        """One record, without context, time and end."""
        rng, o = self.rng, self.o
        hot = self.loops.body(maps, tid, o) if self.loops else None
        if hot:
            return hot
        base, program = rng.choice(maps)
        kernel = rng.random() < o['kernel']
        pc = KERNEL + 4 * rng.randrange(0, 300) if kernel else base + program.place(rng, True)
        level = rng.choice((1, 1, 2)) if kernel else 0
        if not kernel and rng.random() < .04:   # code that no file holds
            pc = rng.choice((VDSO, VDSO + 0x1000, 0xffffe8000ff0, 0xffffe8001000)) + 4 * rng.randrange(0, 4)
        pc = o['names'].code(pc)
        out = b'' if rng.random() < .01 else spe_bytes.instruction_address(0, pc, level, rng.random() < .02)
        kind = rng.choices(('load', 'store', 'branch', 'other', 'none'), (8, 4, 5, 8, .2))[0]
        flags = 2 if rng.random() < .97 else 0
        flags |= sum(1 << bit for bit in o['events'] if rng.random() < .1)
        if kind in ('load', 'store'):
            return out + self.access(kind == 'store', base, program, flags, pc)
        if kind == 'branch':
            return out + self.branch(base, program, level, flags)
        payloads = (0, 0, 0, 1, 2, 4, 8, 0x5a, 0x8c, 0x10)
        operation = b'' if kind == 'none' else spe_bytes.operation(0, rng.choice(payloads))
        return out + operation + spe_bytes.events(flags, o['event_size']) + self.counters(False)

    def counters(self, is_access):
        rng, total = self.rng, self.latency()
        out = b'' if rng.random() < .02 else spe_bytes.counter(0, total)
        out += b'' if rng.random() < .05 else spe_bytes.counter(1, rng.randrange(0, total + 1))
        if is_access:
            out += spe_bytes.counter(2, rng.choice((0, 1, 1, rng.randrange(0, 300))))
        return out

    def access(self, is_store, base, program, flags, pc):
        rng, o = self.rng, self.o
        payload = rng.choice((0, 0, 0, 0, 4, 0x10, 6, 0x0a, 0x16, 0x38, 0x5c, 0x20, 0x44, 0x14, 0x40)) | is_store
        place = program.place(rng, False)
        if rng.random() < .3:       # lines that threads share
            place = program.symbols[-1][1] & ~63 | rng.choice((0, 8, 16, 24))
        va = base + place if rng.random() < .8 else 0xffffe8000000 + 8 * rng.randrange(0, 600)
        if pc >> 63 and rng.random() < .3:
            va = KERNEL + 0x10000 + 4 * rng.randrange(0, 64)
        flags |= 4 | (8 if rng.random() < .2 else 0) | 16 | (32 if rng.random() < .1 else 0)
        out = b'' if rng.random() < .03 else spe_bytes.address(2, va | rng.choice((0, 0, 0, 0x55)) << 56)
        out += spe_bytes.address(3, 1 << 63 | 0x80000000 | va & 0xfffff) if rng.random() < o['physical'] else b''
        out += spe_bytes.operation(1, payload) + spe_bytes.events(flags, o['event_size'])
        if not is_store and rng.random() < .95:
            out += spe_bytes.source(rng.choice(SOURCES), o['source_size'])
        return out + self.counters(True)

    def branch(self, base, program, level, flags):
        rng, o = self.rng, self.o
        payload = rng.choice((0, 1, 1, 1, 2, 8, 0x12, 0x18))
        flags |= 128 if rng.random() < .1 else 0
        flags |= 64 if payload & 1 and rng.random() < .4 else 0
        out = b''
        if rng.random() < .95:
            out += spe_bytes.instruction_address(1, base + program.place(rng, True), level)
        if o['previous'] and rng.random() < .8:
            out += spe_bytes.instruction_address(4, base + program.place(rng, True), level)
        return out + spe_bytes.operation(2, payload) + spe_bytes.events(flags, o['event_size']) + self.counters(False)


def options_of(rng):
    return {'kernel': rng.choice((0, 0, .1, .5)), 'events': rng.sample(range(8, 31), 4) + [0],
            'event_size': 4, 'source_size': rng.choice((1, 1, 2)), 'physical': rng.choice((0, .5)),
            'previous': rng.random() < .3, 'context': rng.choice((1, 1, 2, 3, 0)), 'slots': rng.random() < .6,
            'no_time': rng.choice((0, 0, .01)), 'back': rng.choice((0, 0, .01)), 'truncate': rng.random() < .2,
            'losses': rng.random() < .3}


ODD_PACKETS = (b'\x02', b'\x80\x33', b'\xb5' + b'\x11' * 8, b'\x9d\x01\x02' * 2, b'\x66\x01\x02\x03\x04', b'\x4b\x07')


def odd_packet(rng):
    """What the architecture does not define, in few records."""
    return rng.choice(ODD_PACKETS) if rng.random() < .02 else b''


def has_loops(seed):
    return seed % 2 == 1 or seed % 10 == 8


def raw_profile(seed, folder):
    """Raw bytes: one stream; contexts and times may be absent."""
    rng = random.Random(seed)
    o = options_of(rng)
    o['names'] = Names(seed, folder)
    programs = [Program(folder, i, rng, o['names']) for i in range(2)]
    maps = [(p.base or 0xaaaa00000000, p) for p in programs]
    loops = hot_loops.Loops(random.Random(FIRST_LOOPS + seed), programs) if has_loops(seed) else None
    samples, out, ticks = Samples(rng, o, loops), b'', rng.randrange(1 << 40)
    rng_of_odd, contexts = random.Random(seed), Contexts(seed, 1)
    for _ in range(900 if loops else rng.choice((3, 40, 300, 900))):
        ticks += rng.randrange(1, 2000)
        tid = rng.choice((100, 101, 200)) if o['context'] & 1 else 0
        body = samples.body(maps, tid)
        body += contexts.packets(tid, tid)
        body += odd_packet(rng_of_odd)
        body += spe_bytes.timestamp(ticks) if rng.random() >= o['no_time'] else spe_bytes.END
        out += body + (b'\0' * (-len(body) % 64) if o['slots'] else b'')
    return out[:-7] if o['truncate'] else out


def more_events(rng, config, period, version):
    """Another event of SPE in some files: of the same PMU, or of that of other cores."""
    if rng.random() < .75:
        return ()
    settings = rng.choice((((1, 0, 0), 8192), (config, 8192), ((1, 0, 100), period), (config, period)))
    return (((rng.choice((8, 9)) if version == 2 else 8), *settings),)


class Contexts:
    """
    Context packets. Some files have 0 in all or half of them, numbers that no event explains, or a guest's besides the
    host's; some threads are named by no event that begins them.
    """

    def __init__(self, seed, which):
        self.rng, self.which = random.Random(7000 + seed), which
        self.zeros, self.strange, self.guest = (self.rng.choice((0, 0, 0, much)) for much in (.5, .6, .3))
        self.zeros *= self.rng.choice((1, 1, 2))
        self.unnamed, self.numbers = {}, itertools.count(7000)

    def packets(self, tid, has_first):
        number = self.value(tid)
        first = self.rng.randrange(1, 9) if self.rng.random() < self.guest and self.which & 2 else number
        out = spe_bytes.context(0, first) if self.which & 1 and has_first else b''
        return out + (spe_bytes.context(1, number) if self.which & 2 else b'')

    def value(self, tid):
        if self.rng.random() < self.zeros:
            return 0
        return tid + (5000 if self.rng.random() < self.strange else 0)

    def unnamed_thread(self, pid, tid):
        """The number of a thread that takes the place of another one, or that one's own."""
        if self.rng.random() < .8:
            return tid
        return self.unnamed.setdefault(pid, next(self.numbers))


class World:
    """The machine of a perf.data: cores that run threads of processes, which map programs, fork and end."""

    def __init__(self, seed, folder):
        self.rng = rng = random.Random(seed)
        self.o = options_of(rng)
        self.names = self.o['names'] = Names(seed, folder)
        rng_of_compiler = random.Random(seed) if seed % 3 else None
        rng_of_loops = random.Random(FIRST_LOOPS + seed) if has_loops(seed) else None
        more = hot_loops.symbols(rng_of_loops) if rng_of_loops else ()
        self.programs = [Program(folder, i, rng, self.names, rng_of_compiler, more)
                         for i in range(rng.randrange(1, 4))]
        self.loops = hot_loops.Loops(rng_of_loops, self.programs) if rng_of_loops else None
        self.o['truncate'] &= not self.loops     # what follows a truncated record may have any time
        self.cores = [(rng.choice((0, 4)) + i, rng.choice(MIDRS[:2] if rng.random() < .7 else MIDRS))
                      for i in range(rng.randrange(1, 4))]
        rng_of_revisions = random.Random(seed)
        self.cores = [(n, midr | (0x400000 if rng_of_revisions.random() < .3 else 0)) for n, midr in self.cores]
        self.clock = rng.choice(((22, 41943040, 1000), (10, 1024, 0), (0, 40, 12345), None))
        self.per_thread = rng.random() < .3
        self.switches = not self.per_thread and rng.random() < .6
        version = 2 if rng.random() < .8 else 1
        cpuid = '0x%016x' % self.cores[0][1] if rng.random() < .5 else None
        config = rng.choice(((1, 0, 0), (1, 0, 0), (1 | 1 << 16, 0, 0), (1 | 1 << 34, 0, 0), (1, 2, 0), (1, 0, 30)))
        period = rng.choice((1024, 4096, 1000))
        spe = [(PMU, config, period), *more_events(random.Random(seed), config, period, version)]
        cores = [(n, midr, spe[-1 if n == self.cores[-1][0] else 0][0]) for n, midr in self.cores]
        self.writer = Writer([*spe, DUMMY], rng.random() < .2, rng.random() < .1, self.clock,
                             cores if version == 2 else ())
        if cpuid and not self.writer.pipe:
            self.writer.features[9] = self.writer.text(cpuid)
        self.put_nodes(random.Random(seed))
        self.rng_of_odd = random.Random(seed)
        self.rng_of_bytes, self.saved, self.indexes = random.Random(seed), {}, {}
        self.has_rings = self.o['slots'] and self.rng_of_bytes.random() < .3
        may_be_dead = len(self.cores) > 1 and seed % 3 == 0 and not (self.has_rings or self.per_thread or self.loops)
        self.dead = self.cores[-1][0] if may_be_dead else None      # it writes zeros
        self.rng_of_maps, self.with_late_map = random.Random(seed), set()
        self.contexts = Contexts(seed, self.o['context'])
        self.now = 5000000000
        self.ticks = self.to_ticks(self.now)
        self.processes, self.threads = {}, {}
        self.streams = {}
        for program in self.programs:
            if program.build_id and program.in_header and not self.writer.pipe:
                self.writer.build_id(program.path, program.build_id)
                program.build_id = None
        self.names.put_kernel(self.writer, self.now - 1000)

    def put_nodes(self, rng):
        """Two or three nodes of memory, or none; some cores and some blocks that samples access are in none."""
        nodes = rng.sample(range(5), rng.choice((0, 2, 3)))
        of_core = {number: rng.choice(nodes) for number, _ in self.cores if nodes and rng.random() < .9}
        cpus = {node: ','.join(str(c) for c in of_core if of_core[c] == node) or '60-63' for node in nodes}
        memory = {node: set() for node in nodes}
        for block in range(0x80000000 // BLOCK, 0x80100000 // BLOCK):
            if nodes and rng.random() < .9:
                memory[rng.choice(nodes)].add(block)
        if nodes:
            self.writer.put_nodes(cpus, BLOCK, memory)

    def to_ticks(self, now):
        shift, mult, zero = self.clock or (0, 10, 0)
        return ((now - zero) << shift) // mult

    def start(self, pid, name):
        """A process starts a program (exec), which ends its other threads."""
        core = self.rng.choice(self.cores)[0]
        for tid in [t for t in self.threads if self.threads[t] == pid and t != pid]:
            self.writer.exit(self.now, core, pid, tid)
            del self.threads[tid]
        self.writer.comm(self.now, core, pid, pid, name, True)
        maps, at = [], 0xaaaa00000000 + 0x1000000 * (pid % 7)
        for program in self.programs:
            base = program.base or at
            for offset, where, size in program.maps[:-1]:
                self.writer.mmap(self.now, core, pid, pid, base + where, size, offset, program.path, 5,
                                 program.build_id)
            if self.rng.random() < .5:
                offset, where, size = program.maps[-1]
                self.writer.mmap(self.now, core, pid, pid, base + where, size, offset, program.path, 3,
                                 program.build_id)
            maps.append((base, program))
            at += 0x100000
        if self.loops:
            self.writer.mmap(self.now, core, pid, pid, hot_loops.REGION, hot_loops.REGION_SIZE, 0,
                             self.loops.region, 3)
        if self.rng.random() < .5:
            self.writer.mmap(self.now, core, pid, pid, 0xffffe8000000, 0x100000, 0, '[stack]', 3)
        name = self.rng_of_maps.choice((None, '[heap]', '//anon', '[anon:arena]', '/missing/lib.so'))
        if name:    # the second page of what samples access beside modules
            self.writer.mmap(self.now, core, pid, pid, 0xffffe8001000, 0x1000, 0x3000, name, 3)
        if self.rng_of_maps.random() < .5:
            self.writer.mmap(self.now, core, pid, pid, VDSO, 0x1000, 0, '[vdso]')
        self.processes[pid] = maps
        self.contexts.unnamed.pop(pid, None)    # the program ends its threads
        self.threads[pid] = pid
        self.with_late_map.discard(pid)

    def step(self):
        """Something happens to processes: a thread, a fork, a name, an end."""
        rng = self.rng
        self.now += rng.randrange(1000, 100000)
        self.names.put_made_code(self.writer, self.now)
        core = rng.choice(self.cores)[0]
        tid = rng.choice(sorted(self.threads))
        pid = self.threads[tid]
        what, new = rng.random(), max(self.threads) + rng.randrange(1, 9)
        if self.rng_of_maps.random() < .4 and pid not in self.with_late_map:
            self.writer.mmap(self.now, core, pid, tid, 0xffffe8000800, 0x400, 0, '//anon', 3)
            self.with_late_map.add(pid)
            self.now += 1
        if what < .3:
            self.writer.fork(self.now, core, pid, pid, new, tid)
            self.threads[new] = pid
        elif what < .45:
            self.writer.fork(self.now, core, new, pid, new, tid)
            self.threads[new], self.processes[new] = new, self.processes[pid]
        elif what < .6:
            self.writer.comm(self.now, core, pid, tid, rng.choice(('worker', 'a,b', 'Web Content', 'io')))
        elif what < .7 and len(self.threads) > 2 and tid != pid:
            self.writer.exit(self.now, core, pid, tid)
            del self.threads[tid]
        elif what < .75:
            self.start(pid, 'again')

    def other(self, tid):
        """Another thread, with its process; the idle core's; or None: the event does not name it."""
        other = self.rng.choice([t for t in self.threads if t != tid] + [0, None])
        return other if other is None else (self.threads.get(other, 0), other)

    def run(self, core, tid, number, count):
        """A thread runs on a core: its records, and what tells about it. number: what events and packets call it."""
        rng, o, pid = self.rng, self.o, self.threads[tid]
        samples = Samples(rng, o, self.loops)
        if self.switches:
            self.writer.switch(self.now, core, pid, number, False, self.other(tid))
        out, ticks = b'', self.to_ticks(self.now)
        for _ in range(count):
            self.now += rng.randrange(200, 30000)
            ticks = max(self.to_ticks(self.now), ticks)
            body = samples.body(self.processes[pid], tid)
            body += self.contexts.packets(number, o['context'] & 1 and rng.random() < .99)
            body += odd_packet(self.rng_of_odd)
            back = rng.randrange(1, 5000) if rng.random() < o['back'] else 0
            body += spe_bytes.timestamp(ticks - back) if rng.random() >= o['no_time'] else spe_bytes.END
            out += body + (b'\0' * (-len(body) % 64) if o['slots'] else b'')
        if self.switches:
            self.writer.switch(self.now + 100, core, pid, number, True, self.other(tid))
        self.now += 200
        return out

    def trace(self):
        """A thread or core is traced for some time, which ends with AUX events and a buffer."""
        rng = self.rng
        core = rng.choice(self.cores)[0]
        tid = rng.choice(sorted(self.threads))
        number = self.contexts.unnamed_thread(self.threads[tid], tid)
        key = number if self.per_thread else core
        start, raw = self.streams.get(key, 0), b''
        for _ in range(rng.randrange(1, 4)):
            part = self.run(core, tid, number, rng.choice((0, 1, 5, 20, 60)))
            if part and self.o['truncate'] and rng.random() < .3 and not self.has_rings:
                part = part[:-rng.randrange(10, 16)]
            part += b'\0' * (-len(part) % 8)
            flags = rng.choice((0, 0, 1, 2, 4, 8, 9)) if self.o['losses'] else 0
            flags = 2 if self.has_rings else flags & ~2
            if part:
                at = (start + len(raw) + len(part)) % RING if self.has_rings else start + len(raw)
                self.writer.aux(at, len(part), flags, self.now, core, self.threads[tid], number)
            if self.o['losses'] and self.rng_of_odd.random() < .2:
                self.writer.lost(self.now, core, self.rng_of_odd.randrange(1, 99), self.rng_of_odd.random() < .5)
            raw += part
            if not self.per_thread:
                tid = rng.choice(sorted(self.threads))
                number = self.contexts.unnamed_thread(self.threads[tid], tid)
        if core == self.dead:
            raw = bytes(len(raw))
        if raw:
            index = [n for n, _ in self.cores].index(core)
            index = self.indexes.setdefault(key, len(self.indexes)) if self.per_thread else index
            self.save(raw, start, index, key, (number, NONE) if self.per_thread else (NONE, core))
        self.streams[key] = start + len(raw)

    def save(self, raw, start, index, key, owner):
        """
        perf writes the bytes; now and then it does not, or writes some of the last ones again. What
        is new of a ring is written, or all of it once it has wrapped around.
        """
        what, (saved, at) = self.rng_of_bytes.random(), self.saved.get(key, (b'', 0))
        if self.has_rings:
            saved += raw
            if what < .6:
                end = start + len(raw)
                begin = end - RING if end > RING else at
                self.writer.buffer(saved[begin:], begin % RING, index, *owner)
                at = end
            self.saved[key] = saved, at
        elif what < .05 and not self.loops:
            self.saved[key] = b'', 0
        else:
            again = saved[-8 * self.rng_of_bytes.randrange(1, 20):] if what < .15 else b''
            self.writer.buffer(again + raw, start - len(again), index, *owner)
            self.saved[key] = raw, 0


def perf_profile(seed, folder):
    world = World(seed, folder)
    world.start(100, 'prog')
    if world.rng.random() < .5:
        world.start(300, 'other')
    for _ in range(25 if world.loops else world.rng.choice((2, 10, 25))):
        for _ in range(world.rng.randrange(0, 4)):
            world.step()
        world.trace()
    return world.writer.bytes()


def make_profile(seed, folder):
    """The bytes of the profile of this seed; its modules are written to a folder."""
    os.makedirs(folder, exist_ok=True)
    return raw_profile(seed, folder) if seed % 5 == 0 else perf_profile(seed, folder)
