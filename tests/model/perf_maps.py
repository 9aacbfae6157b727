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
def read_map(pid):
    """(start, size, name) of each line that has them."""
    path = '%s/tmp/perf-%d.map' % (root(), pid)
    if not os.path.exists(path):
        return []
    with open(path, encoding='ascii', newline='\n') as text:
        rows = [re.fullmatch(r'(?:0x)?([0-9a-f]+) (?:0x)?([0-9a-f]+) (.*?)\r?\n', row) for row in text]
    return [(int(row.group(1), 16), int(row.group(2), 16), row.group(3)) for row in rows if row]


def find(pid, address):
    """Name and distance of an address: of the last line that has it; or None."""
    found = [(name, address - start) for start, size, name in read_map(pid) if start <= address < start + size]
    return found[-1] if found else None
