# SPDX-License-Identifier: MIT
"""
Names of code that processes made, from perf-PID.map files below a folder (the manual page, section Code that no file
holds).
"""
import functools
import os
import re


def root():
    """The folder of --symfs."""
    return os.path.join(os.environ['HOME'], 'root')


@functools.lru_cache(maxsize=None)
def read_map(path):
    """(start, size, name) of each line that has them."""
    if not os.path.exists(path):
        return []
    with open(path, encoding='ascii', newline='\n') as text:
        rows = [re.fullmatch(r'(?:0x)?([0-9a-f]+) (?:0x)?([0-9a-f]+) (.*?)\r?\n', row) for row in text]
    return [(int(row.group(1), 16), int(row.group(2), 16), row.group(3)) for row in rows if row]


def path_of(file, s, mapping):
    """
    The file of the process that mapped the code. A process that no event explains has one only if a file is for all
    processes.
    """
    if getattr(file, 'perf_map', None):
        return file.perf_map
    is_known = file.perf and 'process' in s and s['thread'] in file.processes.by_tid
    return '%s/tmp/perf-%d.map' % (root(), mapping.pid if mapping else s['process'][1]) if is_known else ''


def find(file, s, address, mapping):
    """Name and distance of an address: of the last line that has it; or None."""
    rows = read_map(path_of(file, s, mapping))
    found = [(name, address - start) for start, size, name in rows if start <= address < start + size]
    return found[-1] if found else None
