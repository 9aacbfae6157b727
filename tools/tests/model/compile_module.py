# SPDX-License-Identifier: MIT
"""Compiles libraries with debug information, for the modules of generated profiles: functions, inlined ones, data."""
import subprocess

import elf_symbols

PAGE = 0x1000
FLAGS = ('-g', '-O2', '-shared', '-fPIC', '-nostdlib', '-fno-builtin', '-Wl,--build-id=none', '-Wl,-z,norelro')


def source(rng, number):
    """The text of a C program: functions into which others are inlined, one in another."""
    lines, data = ['/* a module of a generated profile */'], []
    for i in range(rng.randrange(1, 4)):
        data.append('m%d_%d' % (number, i))
        lines += ['%slong %s[%d] = {1};' % (rng.choice(('', 'static ')), data[-1], rng.randrange(1, 40)), '']
    inlined = []
    for i in range(rng.randrange(1, 4)):
        inner = rng.choice(inlined + ['']) if inlined else ''
        lines += ['static inline __attribute__((always_inline)) long',
                  'i%d_%d(long x)' % (number, i), '{', '    long y = x * %d;' % (i + 3),
                  '    y ^= y >> %d;' % (i + 1), '    return %s(y) + %s[1];' % (inner, rng.choice(data)), '}', '']
        inlined.append('i%d_%d' % (number, i))
    for i in range(rng.randrange(2, 6)):
        lines += ['%s long' % rng.choice(('__attribute__((noinline))', '__attribute__((noinline, used)) static')),
                  'c%d_%d(long n, volatile long *p)' % (number, i), '{', '    long sum = %d;' % i,
                  '    for (long k = 0; k < n; k++)', '        sum += %s(p[k]);' % rng.choice(inlined + ['']),
                  '    p[0] = %s(sum);' % rng.choice(inlined), '    %s[0] += sum;' % rng.choice(data),
                  '    return sum;', '}', '']
    return '\n'.join(lines)


def compile_module(path, rng, number):
    """Compiles a library to a path. Returns its symbols: (name, offset from the base, size, is_function)."""
    with open(path + '.c', 'w', encoding='ascii') as out:
        out.write(source(rng, number))
    subprocess.run(['cc', *FLAGS, '-o', path, path + '.c'], check=True)
    return [(name.split('#')[0], address, size, kind == elf_symbols.FUNCTION)
            for address, size, kind, name in elf_symbols.read_elf(path).symbols if size]


def mappings(path):
    """What the loader would map: (offset in the file, address, size) in whole pages, code first, then data."""
    found = []
    for offset, address, _, size in elf_symbols.read_elf(path).segments:
        rest = address % PAGE
        found.append((offset - rest, address - rest, (size + rest + PAGE - 1) // PAGE * PAGE))
    return found
