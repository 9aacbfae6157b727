# SPDX-License-Identifier: MIT
"""
What is at an address of a process (the manual page, sections Names, Code that no file holds, and Data): the module, the
function or object, and the distance from its beginning.
"""
import os

import build_ids
import choose
import kernel_names
import perf_maps
import places
import source_lines

MASK = (1 << 64) - 1
NOT_KNOWN = '[not known]'


class Place:
    """module: path, [kernel], or empty; symbol: function, object, or what a mapping without a file is; or None."""

    def __init__(self, module='', symbol=None, offset=0, is_mapping=False):
        self.module, self.symbol, self.offset, self.is_mapping = module, symbol, offset, is_mapping
        self.file, self.line, self.inlined = None, 0, []

    def is_known(self):
        return bool(self.module or self.symbol)

    def row_name(self):
        return self.symbol or NOT_KNOWN

    def location(self, kind, has_offset):
        """The member location of a row."""
        out = {'module': self.module} if self.module else {}
        if self.symbol:
            out[kind] = self.symbol
        if has_offset and out and not self.is_mapping and (self.symbol or self.module != '[kernel]'):
            out['offset'] = self.offset
        if kind == 'function' and has_offset and self.file:
            out.update(file=self.file, line=self.line)
        return out

    def words(self, has_module):
        """init+0x4, or init+0x4 (prog)."""
        distance = '+%#x' % self.offset if self.offset else ''
        if self.symbol:
            return self.symbol + distance + (' (%s)' % short(self.module) if has_module and self.module else '')
        return short(self.module) + distance if self.module else ''


def short(path):
    return path if path == '//anon' else os.path.basename(path)


def resolve(file, s, address):
    """The place of an address of a sample's process at its time."""
    address &= MASK
    if address >> 63:
        found = kernel_names.find(file, s, address)
        return Place(*found) if found else Place('[kernel]', offset=address)
    if 'process' not in s or not file.perf:
        made = perf_maps.find(file, s, address, None)
        return Place('[JIT]', *made) if made else Place()
    mapping = mapping_of(file, s, address)
    place = in_module(mapping, address) if mapping and build_ids.elf_of(mapping) else None
    if place and (place.symbol or not getattr(file, 'perf_map', None)):
        return place
    for near in modules_of(file, s) if not mapping else ():
        place = in_module(near, address, True)
        if place:
            return place
    is_code = not mapping or is_memory(mapping)
    made = perf_maps.find(file, s, address, mapping) if is_code or getattr(file, 'perf_map', None) else None
    if made:
        return Place('[JIT]' if is_code else mapping.name, *made)
    return place or (of_mapping(mapping, address) if mapping else Place())


def is_memory(mapping):
    """Whether no file is mapped there."""
    return mapping.name.startswith('[') or mapping.name == '//anon'


def of_mapping(mapping, address):
    """Memory that no file holds, or whose file is missing."""
    if is_memory(mapping):
        return Place(mapping.name, offset=address - mapping.start, is_mapping=True)
    return Place(mapping.name, offset=address - mapping.start + mapping.offset)


def as_data(place):
    """Memory that no file holds has the name of its mapping, and no module."""
    if not place.is_mapping:
        return place
    return Place('', '[anonymous]' if place.module == '//anon' else place.module, is_mapping=True)


def as_code(place, address):
    """The kernel's own code in a process has a name; other code that no file holds has the address as its offset."""
    if place.is_mapping and place.module == '[vdso]':
        return Place('[vdso]', '[vdso]', place.offset)
    return Place(place.module, offset=address & MASK, is_mapping=True) if place.is_mapping else place


def mapping_of(file, s, address):
    """The mapping of an address of a sample's process."""
    return file.processes.mapping(s['process'][1], s.get('time_ns'), address, s['process'][2])


def mapping_name(s, address):
    """What is mapped at an address of a sample's process."""
    if 'process' not in s or not s['file'].perf:
        return None
    known = s.setdefault('mapping_names', {})
    if address not in known:
        found = mapping_of(s['file'], s, address)
        known[address] = found.name if found else None
    return known[address]


def modules_of(file, s):
    """Mappings of ELF files that a sample's process has."""
    starts = sorted({e.start for maps in file.processes.maps.values() for e in maps if build_ids.elf_of(e)})
    found = [mapping_of(file, s, start) for start in starts]
    return [m for m in found if m and build_ids.elf_of(m)]


def in_module(mapping, address, must_have=False):
    """The place in a mapped file. must_have: None, if the address is not in the file's segments."""
    elf = build_ids.elf_of(mapping)
    own = elf.own_address(address - mapping.start + mapping.offset)
    if must_have:       # by its distance from what is mapped
        bias = elf.bias(mapping.start, mapping.offset)
        own = None if bias is None else address - bias
        if own is None or not elf.has(own):
            return None
    found = elf.symbol(own) if own is not None else None
    if found:
        place = Place(mapping.name, found[3], own - found[0])
        source_lines.take_lines(mapping.name, own, place)
        return place
    return Place(mapping.name, offset=address - mapping.start + mapping.offset if own is None else own - elf.begin())


def take_places(files):
    """Members code, target and object of the samples: the places of their addresses."""
    for file in files:
        for s in file.samples:
            s['file'] = file
            for name, member in (('pc_address', 'code'), ('branch_target_address', 'target'),
                                 ('data_va_address', 'object')):
                if name in s and member not in s:
                    place = resolve(file, s, s[name])
                    s[member] = as_data(place) if member == 'object' else as_code(place, s[name])


def forget_places(file):
    """Places are sought again, because names have another origin."""
    for s in file.samples:
        for member in ('code', 'target', 'object'):
            s.pop(member, None)


def add_words(row, samples, member, process):
    """The column place, and the location, of a program counter or target: its symbol and its process."""
    place = first(samples)[member]
    words = place.words(True)
    if place.file:
        words += ' %s:%d' % (short(place.file), place.line)
    if place.inlined:
        words += ', inlined: ' + ' < '.join(place.inlined)
    if process and words:
        words += ', in '
    row['place'], row['location'] = words + process, place.location('function', True)


def first(samples):
    return min(samples, key=lambda s: s.get('time_ns', 1 << 64))


def matches_symbol(place, value):
    """init means all symbols of that name, init#2 one of them."""
    return bool(place and place.symbol) and value in (place.symbol, place.symbol.split('#')[0])


def test_of(option, value):
    """The test of an option that selects by place; None for another option."""
    if option == '--symbol':
        return lambda s: matches_symbol(s.get('code'), value) or matches_symbol(s.get('object'), value)
    if option == '--dso':
        return lambda s: 'code' in s and s['code'].module and value in (s['code'].module, short(s['code'].module))
    if option == '--line':
        return lambda s: 'code' in s and s['code'].file and matches_line(s['code'], value)
    return None


def matches_line(place, value):
    """The name of a source file or the end of its path, and perhaps a line."""
    file, _, line = value.rpartition(':')
    if not line.isdigit():
        file, line = value, ''
    return ('/' + place.file).endswith('/' + file) and line in ('', str(place.line))


choose.OTHER_TESTS.append(test_of)


def choices(file, number):
    """Options that select samples by place, for a file: two sets of all, by its number."""
    functions = sorted({s['code'].symbol for s in file.samples if 'code' in s and s['code'].symbol})
    known = sorted({s['object'].symbol for s in file.samples if 'object' in s and s['object'].symbol})
    modules = sorted({s['code'].module for s in file.samples if 'code' in s and s['code'].module})
    threads = sorted({s['thread_name'] for s in file.samples if s.get('thread_name')})
    sets = [['--symbol=' + f] for f in functions[::3]] + [['--symbol=' + o, '--op=store'] for o in known[::4]]
    sets += [['--symbol=init'], ['--symbol=' + functions[-1], '--symbol=' + functions[0]]] if functions else []
    sets += [['--dso=' + m] for m in modules] + [['--dso=' + short(m), '--op=load'] for m in modules]
    sets += [['--dso=' + m for m in modules[:2]]] if modules else []
    lines = sorted({(s['code'].file, s['code'].line) for s in file.samples if 'code' in s and s['code'].file})
    sets += [['--line=%s:%d' % (short(f), line)] for f, line in lines[::5]]
    sets += [['--line=' + f, '--op=store,branch'] for f, _ in lines[:1]]
    sets += [['--comm=' + t] for t in threads] + [['--comm=' + t for t in threads[:2]] + ['--op=load,other']]
    return [sets[(number + i * 5) % len(sets)] for i in range(2)]


class Tables:
    """The tables of functions and modules."""

    def __init__(self, profile, columns):
        self.p, self.columns = profile, columns

    def tables(self, samples):
        out = {}
        if not any('code' in s and s['code'].is_known() for s in samples):
            return {'functions': [], 'modules': []}
        rows = places.group(samples, lambda s: (s['code'].module, s['code'].row_name()) if 'code' in s else None)
        out['functions'] = [self.function_row(module, name, rows[module, name]) for module, name in rows]
        rows = places.group(samples, lambda s: s['code'].module if 'code' in s else None)
        out['modules'] = [self.module_row(module, rows[module]) for module in rows]
        return out

    def function_row(self, module, name, samples):
        row = self.columns.code({'name': name, 'module': module}, samples)
        row['location'] = samples[0]['code'].location('function', False)
        return row

    def module_row(self, module, samples):
        row = self.columns.code({'name': short(module) or NOT_KNOWN, 'file': module}, samples)
        row['location'] = {'module': module} if module else {}
        return row
