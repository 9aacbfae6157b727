# SPDX-License-Identifier: MIT
"""Reads the symbols and segments of an ELF file, in Python alone."""
import functools
import struct
from collections import Counter

import stubs

LOADED = 1
SYMBOL_TABLE = 2
ALLOCATED = 2
LABEL, OBJECT, FUNCTION = 0, 1, 2
RESERVED = 0xff00       # numbers from here on have another meaning


class ElfFile:
    """
    symbols: (address, size, kind, name), by address; several of one name are name#1, name#2.
    segments: (offset in the file, address, size in the file, size in memory).
    """

    def __init__(self, raw):
        self.raw = raw
        segments, sections = struct.unpack_from('<QQ', raw, 32)
        segment_size, segment_count, section_size, section_count = struct.unpack_from('<HHHH', raw, 54)
        self.segments = [s for s in (self.segment(segments + i * segment_size) for i in range(segment_count)) if s]
        self.sections = [struct.unpack_from('<LLQQQQLLQQ', raw, sections + i * section_size)
                         for i in range(section_count)]
        self.symbols = sorted(self.read_symbols())
        self.symbols = sorted([*self.symbols, *stubs.stubs(self, self.symbols)])
        self.give_sizes()
        self.number_names()

    def segment(self, at):
        kind, _, offset, address, _, in_file, in_memory = struct.unpack_from('<LLQQQQQ', self.raw, at)
        return (offset, address, in_file, in_memory) if kind == LOADED else None

    def read_symbols(self):
        for section in self.sections:
            if section[1] != SYMBOL_TABLE:
                continue
            names = self.sections[section[6]][4]
            for at in range(section[4], section[4] + section[5], 24):
                name, info, _, where, value, size = struct.unpack_from('<LBBHQQ', self.raw, at)
                end = self.raw.index(b'\0', names + name)
                is_named = end > names + name and self.raw[names + name:end] != b'$x'
                if 0 < where < RESERVED and is_named and info & 15 in (LABEL, OBJECT, FUNCTION):
                    yield value, size, info & 15, self.raw[names + name:end].decode()

    def give_sizes(self):
        """What has no size reaches up to the next symbol, but not beyond its section."""
        starts = [s[0] for s in self.symbols]
        self.without_size = {s[0] for s in self.symbols if not s[1]} - {s[0] for s in self.symbols if s[1]}
        for i, (address, size, kind, name) in enumerate(self.symbols):
            if not size:
                ends = [s[3] + s[5] for s in self.sections if s[2] & ALLOCATED and s[3] <= address < s[3] + s[5]]
                end = min(ends + [start for start in starts if start > address], default=address)
                self.symbols[i] = address, end - address, kind, name

    def number_names(self):
        counts, seen = Counter(s[3] for s in self.symbols), Counter()
        for i, (address, size, kind, name) in enumerate(self.symbols):
            seen[name] += 1
            if counts[name] > 1:
                self.symbols[i] = address, size, kind, '%s#%d' % (name, seen[name])

    def symbol(self, address):
        """The symbol that has this address; what has no size in the file gives way to others."""
        found = [s for s in self.symbols if s[0] <= address < s[0] + s[1]]
        return min(found, key=lambda s: s[0] in self.without_size, default=None)

    def bias(self, start, offset):
        """What must be added to the file's addresses, if its bytes from offset on are mapped at start."""
        for at, address, in_file, _ in self.segments:
            if at <= offset < at + in_file:
                return start - (address + offset - at)
        return None

    def own_address(self, offset):
        """The file's address of a byte of the file; None if no segment has it."""
        return next((address + offset - at for at, address, in_file, _ in self.segments if at <= offset < at + in_file),
                    None)

    def has(self, address):
        return any(at <= address < at + size for _, at, _, size in self.segments)

    def begin(self):
        return min(address for _, address, _, _ in self.segments)


@functools.lru_cache(maxsize=None)
def read_elf(path):
    """The ELF file, or None if there is no such file."""
    try:
        with open(path, 'rb') as source:
            raw = source.read()
    except OSError:
        return None
    return ElfFile(raw) if raw[:4] == b'\x7fELF' else None
