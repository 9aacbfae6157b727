# SPDX-License-Identifier: MIT
"""Writes small AArch64 ELF files with symbols but without DWARF, for the modules of generated profiles."""
import struct

CODE, DATA, SIZE = 0x0, 0x10000, 0x2000     # offsets of the two segments, from the base; the size of each


def write_elf(path, base, symbols):
    """symbols: (name, offset from base, size, is_function, is_global). base 0: position-independent."""
    names, table = b'\0', b'\0' * 24
    ordered = sorted(symbols, key=lambda s: s[4])
    for name, offset, size, is_function, is_global in ordered:
        table += struct.pack('<LBBHQQ', len(names), (1 if is_global else 0) << 4 | (2 if is_function else 1), 0,
                             1 if is_function else 2, base + offset, size)
        names += name.encode() + b'\0'
    sections = b'\0.text\0.data\0.symtab\0.strtab\0.shstrtab\0'
    local = 1 + sum(not s[4] for s in ordered)
    at = DATA + SIZE
    header = struct.pack('<16sHHLQQQLHHHHHH', b'\x7fELF\2\1\1', 2 if base else 3, 183, 1, base, 64,
                         at + len(table) + len(names) + len(sections), 0, 64, 56, 2, 64, 6, 5)
    header += struct.pack('<LLQQQQQQ', 1, 5, CODE, base + CODE, base + CODE, SIZE, SIZE, 0x10000)
    header += struct.pack('<LLQQQQQQ', 1, 6, DATA, base + DATA, base + DATA, SIZE, SIZE, 0x10000)

    def section(name, kind, flags, address, offset, size, link=0, info=0, entry=0):
        at_name = sections.index(name)
        return struct.pack('<LLQQQQLLQQ', at_name, kind, flags, address, offset, size, link, info, 8, entry)

    parts = [b'\0' * 64, section(b'.text\0', 1, 6, base + 0x100, 0x100, SIZE - 0x100),
             section(b'.data\0', 1, 3, base + DATA, DATA, SIZE),
             section(b'.symtab\0', 2, 0, 0, at, len(table), 4, local, 24),
             section(b'.strtab\0', 3, 0, 0, at + len(table), len(names)),
             section(b'.shstrtab\0', 3, 0, 0, at + len(table) + len(names), len(sections))]
    with open(path, 'wb') as out:
        out.write(header.ljust(DATA + SIZE, b'\0') + table + names + sections + b''.join(parts))
