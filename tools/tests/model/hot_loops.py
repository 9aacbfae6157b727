# SPDX-License-Identifier: MIT
"""Hot loops for some of the generated profiles, so that they have findings: each loop accesses data in its own way."""
import make_elf
import spe_bytes

REGION, REGION_SIZE = 0xffffd0000000, 0x1000000     # memory that no file holds
KERNEL = 0xffff800080000000
FAR = (9, 10, 11, 12, 13, 14, 14, 14)
# How a loop goes through its data. In the last two kinds, threads write to the same bytes, or to bytes of their own.
KINDS = ('rising', 'falling', 'scattered', 'same bytes', 'own bytes')


def symbols(rng):
    """More objects of a module, on both of its pages of data, some with the same name."""
    names = rng.choice((('hot', 'hot'), ('hot_a', 'hot_b'), ('hot', 'hot_b')))
    return [(names[0], make_elf.DATA + 0x640, 0x740, False, False),
            (names[1], make_elf.DATA + rng.choice((0xd80, 0xda0)), 0x1200, False, False)]


class Loop:
    """One to three instructions, and the data that they access."""

    def __init__(self, rng, programs, is_sharing):
        self.rng, self.program = rng, rng.choice(programs + [p for p in programs if p.is_compiled] * 2)
        self.kind = rng.choice(KINDS[3:] if is_sharing else (*KINDS[:3], *KINDS[:2]))
        at, size = rng.choice([s[1:3] for s in self.program.symbols if s[3]])
        self.codes = [at + 4 * rng.randrange(0, size // 4) for _ in range(rng.choice((1, 1, 1, 1, 3)))]
        self.is_kernel = rng.random() < .1
        self.source, self.walks = rng.choice(FAR), rng.choice((0, 0, .1, .9))
        self.cycles = rng.randrange(60, 400)
        self.back, self.odd = rng.choice((0, 0, 0, .1, .2)), rng.choice((0, 0, 0, .05, .1))
        self.elsewhere = rng.choice((0, 0, 0, 0, .05, .4))
        self.lines, self.position = rng.randrange(1, 4), {}
        self.choose_data()

    def choose_data(self):
        """An object of the module, or the region, or memory that is not mapped."""
        self.starts = []        # of lines that threads share
        objects = [s[1:3] for s in self.program.symbols if not s[3] and s[0].startswith('hot')]
        self.start, self.size, self.is_of_program = REGION, self.rng.choice((0x8000, 0x300000, 0x300000)), False
        if objects and self.rng.random() < .5:
            self.start, self.size = self.rng.choice(objects)
            self.is_of_program = True
            self.starts = [at for at, _ in objects] if self.rng.random() < .7 else [self.start]
        elif self.rng.random() < .1:
            self.start = REGION + REGION_SIZE + 0x10000
        self.step = self.rng.choice([step for step in (8, 24, 64, 96, 192, 4096) if step * 200 < self.size] or [8])

    def offset(self, tid):
        """Where a thread accesses the data next."""
        rng = self.rng
        if self.kind in KINDS[3:]:
            start = rng.choice(self.starts or [self.start])
            line = 64 * rng.randrange(self.lines) + (-start & 63) + start - self.start
            return line + (8 * rng.randrange(2) if self.kind == 'same bytes' else 8 * (tid % 8))
        if self.kind == 'scattered':
            return rng.randrange(0, self.size, 8)
        way = self.step * rng.randrange(1, 20) * (-1 if rng.random() < self.back else 1)
        way += rng.randrange(1, 8) if rng.random() < self.odd else 0
        self.position[tid] = self.position.get(tid, 0) + (way if self.kind == 'rising' else -way)
        return self.position[tid] % self.size

    def body(self, maps, tid, options):
        """One record, without context, time and end."""
        rng = self.rng
        base = next((base for base, program in maps if program is self.program), 0)
        code = (KERNEL if self.is_kernel else base) + rng.choice(self.codes)
        data = (base if self.is_of_program else 0) + self.start + self.offset(tid)
        if rng.random() < self.elsewhere:
            data = maps[0][0] + make_elf.DATA + rng.randrange(rng.choice((0x600, 0x2000)))
        is_shared = self.kind in KINDS[3:]
        is_store = rng.random() < (.5 if is_shared else .05)
        walk = rng.randrange(50, 600) if rng.random() < self.walks else 0
        out = spe_bytes.instruction_address(0, code, 1 if self.is_kernel else 0)
        out += spe_bytes.address(2, data) if rng.random() < .98 else b''
        out += spe_bytes.operation(1, (0x16 if is_shared and rng.random() < .2 else 0) | is_store)
        out += spe_bytes.events(2 | 4 | 8 | 16 | (32 if walk else 0), options['event_size'])
        if not is_store:
            source = rng.choice((0, 8)) if rng.random() < .1 else self.source
            out += spe_bytes.source(source, options['source_size'])
        total = walk + rng.randrange(self.cycles // 2, self.cycles * 2)
        return out + spe_bytes.counter(0, total) + spe_bytes.counter(1, 3) + spe_bytes.counter(2, walk)


class Loops:
    """The loops of a profile. Other samples of it have short latencies."""

    most = 300      # cycles of other samples

    def __init__(self, rng, programs):
        self.rng, self.share = rng, rng.choice((.4, .6, .8))
        self.region = rng.choice(('//anon', '[heap]', '[anon:arena]'))
        self.loops = [Loop(rng, programs, i == 0 and rng.random() < .6) for i in range(rng.randrange(1, 4))]
        self.weights = [rng.choice((1, 3, 6)) for _ in self.loops]

    def body(self, maps, tid, options):
        """A record of a loop, or None."""
        if self.rng.random() >= self.share:
            return None
        return self.rng.choices(self.loops, self.weights)[0].body(maps, tid, options)
