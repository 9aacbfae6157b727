# SPDX-License-Identifier: MIT
"""
Source lines and inlined functions of code, as binutils' addr2line finds them (the manual page, section Names), and
their tables.
"""
import functools
import os
import re
import subprocess

import elf_symbols
import places


@functools.lru_cache(maxsize=None)
def lines_of(path):
    """By each address of the file's functions: frames (function, file, line), the innermost first."""
    elf = elf_symbols.read_elf(path)
    if not os.path.exists(path + '.c'):         # not compiled: it has no debug information
        return {}
    addresses = [a for start, size, kind, _ in elf.symbols if kind == elf_symbols.FUNCTION
                 for a in range(start, start + size)]
    out = subprocess.run(['addr2line', '-a', '-i', '-f', '-e', path], input='\n'.join(map(hex, addresses)),
                         capture_output=True, text=True, check=True).stdout
    frames, found = None, {}
    rows = iter(out.splitlines())
    for row in rows:
        if row.startswith('0x'):
            frames = found[int(row, 16)] = []
            row = next(rows)
        file, _, line = re.sub(r' \(discriminator \d+\)', '', next(rows)).rpartition(':')
        frames.append((row, file, int(line) if line.isdigit() else 0))
    return found


@functools.lru_cache(maxsize=None)
def declarations(path):
    """The line that declares each function of a source."""
    with open(path, encoding='ascii') as text:
        found = [(re.match(r'(\w+)\(', line), number) for number, line in enumerate(text, 1)]
    return {match.group(1): number for match, number in found if match}


def take_lines(file_name, own, place):
    """Members of a place in a module: file, line, and the functions that are inlined there, the innermost first."""
    frames = lines_of(file_name).get(own, [])
    if frames and frames[0][2]:
        place.file, place.line = frames[0][1:]
    place.inlined = [name for name, _, _ in frames[:-1]]


def tables(columns, samples):
    known = [s for s in samples if 'code' in s]
    rows = places.group(known, lambda s: (s['code'].file, s['code'].line) if s['code'].file else None)
    lines = []
    for (file, line), some in rows.items():
        row = columns.code({'name': '%s:%d' % (os.path.basename(file), line), 'file': file}, some)
        row['location'] = {'file': file, 'line': line}
        lines.append(row)
    rows = places.group(known, lambda s: (s['code'].file, s['code'].inlined[0]) if s['code'].inlined else None)
    inlined = []
    for (file, name), some in rows.items():
        line = declarations(file)[name]
        row = columns.code({'name': name, 'declared_at': '%s:%d' % (file, line)}, some)
        row['location'] = {'function': name, 'file': file, 'line': line}
        inlined.append(row)
    return {'source_lines': lines, 'inlined_functions': inlined}
