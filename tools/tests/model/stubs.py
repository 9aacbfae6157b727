# SPDX-License-Identifier: MIT
"""
Names of stubs in the procedure linkage table, by its layout: a head of 32 bytes, then a stub for each relocation, in
the order of .rela.plt. (spe-stat decodes the instructions instead.)
"""
import struct

HEAD, JUMP_SLOT, IRELATIVE = 32, 1026, 1032
NOP = b'\x1f\x20\x03\xd5'


def section(elf, name):
    """The section header of that name, or None."""
    names = elf.sections[struct.unpack_from('<H', elf.raw, 62)[0]][4] if elf.sections else 0
    wanted = name.encode() + b'\0'
    return next((s for s in elf.sections if elf.raw[names + s[0]:names + s[0] + len(wanted)] == wanted), None)


def text(raw, at):
    return raw[at:raw.index(b'\0', at)].decode()


def stubs(elf, symbols):
    """(address, size, kind, name) of each stub. symbols: those of the file, of which some choose functions."""
    plt, rela = section(elf, '.plt'), section(elf, '.rela.plt')
    if not plt or not rela:
        return
    count, dynamic = rela[5] // 24, elf.sections[rela[6]]
    each = (plt[5] - HEAD) // count
    for i in range(count):
        _, info, addend = struct.unpack_from('<QQQ', elf.raw, rela[4] + 24 * i)
        at = HEAD + each * i
        size = each - 4 * (elf.raw[plt[4] + at + each - 4:plt[4] + at + each] == NOP)
        name = None
        if info & 0xffffffff == JUMP_SLOT:
            number, = struct.unpack_from('<L', elf.raw, dynamic[4] + 24 * (info >> 32))
            name = text(elf.raw, elf.sections[dynamic[6]][4] + number)
        elif info & 0xffffffff == IRELATIVE:
            name = next((s[3] for s in symbols if s[0] <= addend < s[0] + s[1]), None)
        if name:
            yield plt[3] + at, size, 2, name + '@plt'
