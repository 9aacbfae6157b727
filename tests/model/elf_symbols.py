# SPDX-License-Identifier: MIT
"""Reads the symbols and segments of an ELF file, in Python alone."""
import functools
import struct
from collections import Counter

LOADED = 1
SYMBOL_TABLE = 2
OBJECT, FUNCTION = 1, 2


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
                if where and info & 15 in (OBJECT, FUNCTION):
                    yield value, size, info & 15, self.raw[names + name:end].decode()

    def number_names(self):
        counts, seen = Counter(s[3] for s in self.symbols), Counter()
        for i, (address, size, kind, name) in enumerate(self.symbols):
            seen[name] += 1
            if counts[name] > 1:
                self.symbols[i] = address, size, kind, '%s#%d' % (name, seen[name])

    def symbol(self, address):
        """The symbol that has this address."""
        return next((s for s in self.symbols if s[0] <= address < s[0] + s[1]), None)

    def bias(self, start, offset):
        """What must be added to the file's addresses, if its bytes from offset on are mapped at start."""
        for at, address, in_file, _ in self.segments:
            if at <= offset < at + in_file:
                return start - (address + offset - at)
        return None

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
