# SPDX-License-Identifier: MIT
"""
Names of the kernel's code and data: of perf's cache, by the kernel's build id, or of a file. Of several names at one
address, goodness() decides. Names of modules do not hold if the kernel has moved. The last symbol of the kernel or of a
module ends with the page after its own.
"""
import functools
import os
import re
from collections import defaultdict

import make_names

PAGE = 0x1000


def goodness(symbol):
    """What is not weak, what is global, what has few underscores in front, what is long; then by the alphabet."""
    kind, name = symbol[:2]
    return kind == 'W', not kind.isupper(), len(name) - len(name.lstrip('_')), -len(name), name


@functools.lru_cache(maxsize=None)
def read_kallsyms(path):
    """A list of (address, end, module, name), and the addresses of names."""
    at, moved_by, places = defaultdict(list), {}, defaultdict(set)
    with open(path, encoding='ascii') as text:
        for row in text:
            address, kind, name, module = re.fullmatch(r'(\w+) (\w) (\S+)(?:\t\[(\w+)\])?\n', row).groups()
            address = int(address, 16)
            if address and kind not in 'aA' and not name.startswith('$'):
                at[address].append((kind, name, module or '[kernel]'))
                moved_by[name] = min(address, moved_by.get(name, address))
                places[module or '[kernel]', name].add(address)
    found, addresses = [], sorted(at)
    for address, after in zip(addresses, addresses[1:] + [None]):
        _, name, module = min(at[address], key=goodness)
        is_last = after is None or min(at[after], key=goodness)[2] != module
        same = sorted(places[module, name])
        end = (address + 2 * PAGE - 1) // PAGE * PAGE if is_last else after
        found.append((address, end, module, name + ('#%d' % (same.index(address) + 1) if len(same) > 1 else '')))
    return found, moved_by


def path_of(file):
    """The file with the symbols, or None."""
    if getattr(file, 'kallsyms', None):
        return file.kallsyms
    kernel = file.processes and file.processes.kernel
    build_id = kernel and (kernel.build_id or file.perf.build_ids.get('[kernel.kallsyms]'))
    path = build_id and os.path.join(make_names.cache_path(os.environ['HOME'], build_id), 'kallsyms')
    return path if path and os.path.exists(path) else None


def made_code(file, s, address):
    """The event of code that the kernel made at an address; or None."""
    found = file.processes.kernel_mapping(s.get('time_ns'), address) if file.processes else None
    return found if found and found.kind == 'ksymbol' else None


def find(file, s, address):
    """Module, name and distance of an address at a sample's time; None if it has no name."""
    made = made_code(file, s, address)
    if made:
        return '[bpf]' if made.name.startswith('bpf_') else '[kernel]', made.name, address - made.start
    path = path_of(file)
    if not path:
        return None
    symbols, addresses = read_kallsyms(path)
    kernel = file.processes and file.processes.kernel
    moved = kernel.offset - addresses['_text'] if kernel else 0
    own = address - moved
    return next(((module, name, own - start) for start, end, module, name in symbols
                 if start <= own < end and not (moved and module != '[kernel]')), None)
