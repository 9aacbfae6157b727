# SPDX-License-Identifier: MIT
"""Makes the sections of a procedure linkage table for hand-made ELF files: stubs, relocations, dynamic symbols."""
import struct

PLT, RELA, SYMBOLS, NAMES = 0x1800, 0x1a00, 0x1c00, 0x1e00     # offsets from the base
SLOTS = 0x11800
BTI, NOP, BR = 0xd503245f, 0xd503201f, 0xd61f0220


def load(at, slot):
    """ADRP X16; LDR X17, [X16]; ADD X16, X16; BR X17: a jump to where a slot points."""
    pages = (slot >> 12) - (at >> 12)
    low = slot & 0xfff
    return (0x90000010 | (pages & 3) << 29 | (pages >> 2 & 0x7ffff) << 5, 0xf9400211 | low // 8 << 10,
            0x91000210 | low << 10, BR)


def code(base, count, has_landing):
    """The head, and stubs; with a landing pad (BTI) each has 24 bytes."""
    at, words = base + PLT, [BTI] if has_landing else []
    words += [0xa9bf7bf0, *load(at + 4 * len(words) + 4, base + SLOTS + 16)]
    words += [NOP] * (8 - len(words))
    for i in range(count):
        words += [BTI] if has_landing else []
        words += load(at + 4 * len(words), base + SLOTS + 24 + 8 * i)
        words += [NOP] if has_landing else []
    return struct.pack('<%dL' % len(words), *words)


def sections(base, names, resolvers, has_landing):
    """
    For make_elf: stubs of functions with these names, and of those that functions at these offsets choose. Also returns
    where the stubs are: (offset, size).
    """
    rela, symbols, text = b'', b'\0' * 24, b'\0'
    for i, name in enumerate(names):
        rela += struct.pack('<QQQ', base + SLOTS + 24 + 8 * i, (i + 1) << 32 | 1026, 0)
        symbols += struct.pack('<LBBHQQ', len(text), 0x12, 0, 0, 0, 0)
        text += name.encode() + b'\0'
    for i, offset in enumerate(resolvers, len(names)):
        rela += struct.pack('<QQQ', base + SLOTS + 24 + 8 * i, 1032, base + offset)
    count = len(names) + len(resolvers)
    each = 24 if has_landing else 16
    more = [('.plt', 1, 6, PLT, code(base, count, has_landing), '', 0), ('.rela.plt', 4, 2, RELA, rela, '.dynsym', 24),
            ('.dynsym', 11, 2, SYMBOLS, symbols, '.dynstr', 24), ('.dynstr', 3, 2, NAMES, text, '', 0)]
    return more, [(PLT + 32 + each * i, each - 4 * has_landing) for i in range(count)]


def note(build_id):
    """The section with a file's build id."""
    return '.note.gnu.build-id', 7, 2, 0x1f80, struct.pack('<LLL4s', 4, len(build_id), 3, b'GNU') + build_id, '', 0
