# SPDX-License-Identifier: MIT
"""
Where the file of a mapping is: below --symfs, at its place, or in perf's cache. A file with another build id is not
used.
"""
import functools
import os
import struct

import elf_symbols
import make_names
import perf_maps

NOTE = 4


def build_id_of(elf):
    """The build id in an ELF file's notes, or None."""
    segments, = struct.unpack_from('<Q', elf.raw, 32)
    for i in range(struct.unpack_from('<H', elf.raw, 56)[0]):
        kind, _, at, _, _, size = struct.unpack_from('<LLQQQQ', elf.raw, segments + 56 * i)
        end = at + size
        while kind == NOTE and at < end:
            name, used, what = struct.unpack_from('<LLL', elf.raw, at)
            start = at + 12 + (name + 3) // 4 * 4
            if what == 3 and elf.raw[at + 12:at + 16] == b'GNU\0':
                return elf.raw[start:start + used]
            at = start + (used + 3) // 4 * 4
    return None


@functools.lru_cache(maxsize=None)
def find(name, build_id):
    """The ELF file that was mapped by this name, or None."""
    if not name.startswith('/') or name == '//anon':
        return None
    places = [perf_maps.root() + name, name]
    if build_id:
        folder = make_names.cache_path(os.environ['HOME'], build_id)
        places += [folder + '/elf', folder + '/debug', folder]
    for place in places:
        elf = elf_symbols.read_elf(place)
        if elf and (not build_id or build_id_of(elf) == build_id):
            return elf
    return None


def elf_of(mapping):
    return find(mapping.name, mapping.build_id)
