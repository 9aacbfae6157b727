# SPDX-License-Identifier: MIT
"""
Makes what names of generated profiles come from, in addition to the symbols of their modules: the kernel's symbols,
files of JIT compilers, stubs, build ids. Each part has its own random numbers.
"""
import os
import random

import make_stubs

NONE = 0xffffffff
KERNEL = 0xffff800080000000
MODULES = KERNEL - 0x4000000        # where the kernel's modules are
CODE = 0xffffe8000000               # where processes make code
KERNEL_CODE, KERNEL_DATA = 1200, 0x10000    # bytes of code that samples have; where the kernel's data begins


def cache_path(home, build_id):
    """The folder of a file in perf's cache."""
    return os.path.join(home, '.debug', '.build-id', build_id[:1].hex(), build_id[1:].hex())


class Names:
    """The names of one profile. folder: that of the profile, in the folder that is HOME."""

    def __init__(self, seed, folder):
        self.rng, self.home, self.folder = random.Random('names %d' % seed), os.path.dirname(folder), folder
        self.moved = self.rng.choice((0, 0, 0x200000, -0x1000000))      # since the kernel's symbols were copied
        self.kallsyms = os.path.join(folder, 'kallsyms')
        with open(self.kallsyms, 'w', encoding='ascii') as out:
            out.writelines(self.lines())

    def line(self, address, kind, name, module=''):
        return '%016x %s %s%s\n' % (address and address - self.moved, kind, name, module and '\t[%s]' % module)

    def lines(self):
        """Functions and data of the kernel, and two modules, in an order that is not that of addresses."""
        rng = self.rng
        found = [self.line(KERNEL, 'T', '_text'), self.line(KERNEL, 'T', '_stext'), self.line(KERNEL + 64, 't', '$x'),
                 self.line(KERNEL + 40, 'a', 'absolute'), self.line(0, 'A', 'nothing'), self.line(0, 't', 'hidden')]
        found += self.symbols(KERNEL + 64, KERNEL + KERNEL_CODE - 200, 'k', '', 'tTW')
        found += self.symbols(KERNEL + KERNEL_DATA, KERNEL + KERNEL_DATA + 200, 'v', '', 'dDbB')
        for i in range(rng.randrange(0, 4)):
            found += self.symbols(MODULES + i * 0x10000, MODULES + i * 0x10000 + 400, 'x', 'mod_%d' % i, 'tT')
        rng.shuffle(found)
        return found

    def symbols(self, at, end, prefix, module, kinds):
        """Symbols of some places; a fifth of them has other names, too."""
        rng, found, i = self.rng, [], 0
        while at < end:
            name = 'same' if rng.random() < .2 else '%s_%d' % (prefix, i)
            found.append(self.line(at, rng.choice(kinds), name, module))
            for other in rng.sample(('__pi_' + name, '_' + name, name + '_alias', '__' + name, 'a' + name, 'z' + name),
                                    rng.choice((0, 0, 0, 0, 1, 2))):
                found.append(self.line(at, rng.choice(kinds), other, module))
            at, i = at + 4 * rng.randrange(1, 30), i + 1
        return found

    def new_id(self):
        return bytes(self.rng.randrange(256) for _ in range(20))

    def put_kernel(self, writer, now):
        """The kernel's mapping. Its symbols are in perf's cache, or only in a file."""
        kind = self.rng.choice(('map', 'map', 'header', 'header', 'not in cache', 'none'))
        build_id = self.new_id() if kind in ('map', 'header') else None
        if kind == 'none':
            return
        if build_id:
            os.makedirs(cache_path(self.home, build_id), exist_ok=True)
            os.replace(self.kallsyms, os.path.join(cache_path(self.home, build_id), 'kallsyms'))
        in_map = build_id if kind == 'map' or writer.pipe else None
        writer.mmap(now, 0, NONE, 0, KERNEL, 0x20000000, KERNEL, '[kernel.kallsyms]_text', 5, in_map)
        if build_id and not in_map:
            writer.build_id('[kernel.kallsyms]', build_id, 1)

    def put_made_code(self, writer, now):
        """At times, an event of code that the kernel made: an eBPF program or other code, perhaps in place of other."""
        rng = self.rng
        start = rng.choice((KERNEL, KERNEL + 0x10000, MODULES)) + 4 * rng.randrange(0, 100)
        if rng.random() < .3:
            writer.ksymbol(now, 0, start, 4 * rng.randrange(1, 30),
                           rng.choice(('bpf_prog_1', 'bpf_prog_2', 'bpf_', 'kprobe_insn_page')))

    def stub(self, places):
        """An address in a stub, at times; else None."""
        if not places or self.rng.random() > .2:
            return None
        at, size = self.rng.choice(places)
        return at + 4 * self.rng.randrange(size // 4)

    def code(self, pc):
        """Another address of code instead of one in the kernel, or of one that no file holds."""
        rng = self.rng
        if pc >> 63:
            other = rng.choice((MODULES - 16, MODULES + 4 * rng.randrange(120), MODULES + 0x10000 * rng.randrange(3) +
                                4 * rng.randrange(110), MODULES + 0x10ff0 + 4 * rng.randrange(8),
                                KERNEL + KERNEL_DATA + 0x1ff0 + 4 * rng.randrange(8), KERNEL + 0x3000000))
            return other if rng.random() < .4 else pc
        return CODE + 4 * rng.randrange(0x800) if pc >= CODE and rng.random() < .7 else pc

    def put_module(self, elf, path, base, symbols, more):
        """
        Writes a module. Returns what was recorded: its build id, or None; and whether the header has it. The file may
        be in another place, and another one in its place.
        """
        kind = self.rng.choice(('no id', 'no id', 'same', 'same', 'other', 'cache', 'cache', 'root', 'root', 'lacks'))
        build_id, in_header = self.new_id(), self.rng.random() < .5
        own = [*more, make_stubs.note(build_id)]
        if kind in ('no id', 'lacks'):
            elf(path, base, symbols, more)
            return (build_id if kind == 'lacks' else None), in_header
        place = {'cache': os.path.join(cache_path(self.home, build_id), self.rng.choice(('elf', 'debug'))),
                 'root': os.path.join(self.home, 'root') + path}.get(kind, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if kind != 'other':
            elf(place, base, symbols, own)
        if kind == 'other' or place != path and self.rng.random() < .5:
            wrong = [('wrong_' + s[0], *s[1:]) for s in symbols]
            elf(path, base, wrong, [*more, make_stubs.note(self.new_id())])
        return build_id, in_header

    def stubs(self, number, base, symbols):
        """The sections of stubs of a module, and their places; of some modules none."""
        rng = self.rng
        names = rng.sample(('memcmp', 'puts', 'puts', 'pthread_mutex_lock', symbols[0][0]), rng.randrange(0, 6))
        resolvers = [s[1] + rng.choice((0, 4)) for s in symbols if s[3] and rng.random() < .2][:3]
        return make_stubs.sections(base, names, resolvers, number % 3 == 0) if names or resolvers else ([], [])


def write_code_maps(home):
    """Files of JIT compilers, for some processes: in each, lines overlap, and some are not names of code."""
    rng, folder = random.Random('maps'), os.path.join(home, 'root', 'tmp')
    os.makedirs(folder, exist_ok=True)
    for pid in [100, 300, *(pid for pid in range(101, 400) if pid != 300 and rng.random() < .4)]:
        lines = ['# code of %d\n' % pid, 'zz 10 no\n', '%x 0 empty\n' % CODE]
        for i in range(rng.randrange(20, 60)):
            start = rng.choice((CODE + 4 * rng.randrange(0x800), 0xffffe9000000 + 4 * rng.randrange(4)))
            lines.append('%s%x %x %s%s\n' % (rng.choice(('', '0x')), start, 4 * rng.randrange(1, 80), rng.choice((
                'Lfoo;::bar', 'LazyCompile:~run /app.js:%d' % i, 'j%d' % i, 'jit, "x"')), rng.choice(('', '', '\r'))))
        with open(os.path.join(folder, 'perf-%d.map' % pid), 'w', encoding='ascii', newline='\n') as out:
            out.writelines(lines)
