# SPDX-License-Identifier: MIT
"""Writes small AArch64 ELF files with symbols but without DWARF, for the modules of generated profiles."""
import struct

CODE, DATA, SIZE = 0x0, 0x10000, 0x2000     # offsets of the two segments, from the base; the size of each
NOTE = 7


def write_elf(path, base, symbols, more=()):
    """
    symbols: (name, offset from base, size, is_function, is_global). base 0: position-independent. more: sections in the
    code's segment: (name, kind, flags, offset, bytes, name of the section that it refers to, bytes of an entry).
    """
    names, table = b'\0', b'\0' * 24
    ordered = sorted(symbols, key=lambda s: s[4])
    for name, offset, size, is_function, is_global in ordered:
        table += struct.pack('<LBBHQQ', len(names), (1 if is_global else 0) << 4 | (2 if is_function else 1), 0,
                             1 if is_function else 2, base + offset, size)
        names += name.encode() + b'\0'
    sections = b'\0.text\0.data\0.symtab\0.strtab\0.shstrtab\0' + b''.join(s[0].encode() + b'\0' for s in more)
    notes = [s for s in more if s[1] == NOTE]
    end_of_text = min([s[3] for s in more], default=SIZE)
    local = 1 + sum(not s[4] for s in ordered)
    at = DATA + SIZE
    header = struct.pack('<16sHHLQQQLHHHHHH', b'\x7fELF\2\1\1', 2 if base else 3, 183, 1, base, 64,
                         at + len(table) + len(names) + len(sections), 0, 64, 56, 2 + len(notes),
                         64, 6 + len(more), 5)
    header += struct.pack('<LLQQQQQQ', 1, 5, CODE, base + CODE, base + CODE, SIZE, SIZE, 0x10000)
    header += struct.pack('<LLQQQQQQ', 1, 6, DATA, base + DATA, base + DATA, SIZE, SIZE, 0x10000)

    for _, _, _, offset, raw, _, _ in notes:
        header += struct.pack('<LLQQQQQQ', 4, 4, offset, base + offset, base + offset, len(raw), len(raw), 4)

    def section(name, kind, flags, address, offset, size, link=0, info=0, entry=0):
        at_name = sections.index(b'\0' + name) + 1
        return struct.pack('<LLQQQQLLQQ', at_name, kind, flags, address, offset, size, link, info,
                           4 if kind == NOTE else 8, entry)

    parts = [b'\0' * 64, section(b'.text\0', 1, 6, base + 0x100, 0x100, end_of_text - 0x100),
             section(b'.data\0', 1, 3, base + DATA, DATA, SIZE),
             section(b'.symtab\0', 2, 0, 0, at, len(table), 4, local, 24),
             section(b'.strtab\0', 3, 0, 0, at + len(table), len(names)),
             section(b'.shstrtab\0', 3, 0, 0, at + len(table) + len(names), len(sections))]
    names_of_more = [s[0] for s in more] + ['']
    for name, kind, flags, offset, raw, link, entry in more:
        parts.append(section(name.encode() + b'\0', kind, flags, base + offset, offset, len(raw),
                             6 + names_of_more.index(link) if link else 0, 0, entry))
    image = bytearray(header.ljust(DATA + SIZE, b'\0'))
    for _, _, _, offset, raw, _, _ in more:
        image[offset:offset + len(raw)] = raw
    with open(path, 'wb') as out:
        out.write(bytes(image) + table + names + sections + b''.join(parts))
