# SPDX-License-Identifier: MIT
"""The table of data objects (the manual page, section Data)."""
import places
import symbols


def tables(profile, columns, samples):
    """Files without any mapping have only rows of the kernel's data."""
    samples = [s for s in samples if 'object' in s and (
        s['object'].module == '[kernel]' or s['file'].perf and s['file'].processes.maps)]
    rows = places.group(samples, lambda s: (s['object'].module, s['object'].row_name()) if 'object' in s else None)
    out = []
    for (module, name), some in rows.items():
        row = columns.data({'name': name, 'module': module}, some)
        row['location'] = some[0]['object'].location('object', False)
        out.append(row)
    return {'data': out}


def names(samples, address, size):
    """
    What is at the beginning of each of the 64 parts of a line or page that samples accessed, and the module of the last
    name, unless this is itself a module: a, b (prog).
    """
    step = size // 64 or 1
    some = symbols.first(samples)
    parts = sorted({s['data_va_address'] % size // step * step for s in samples})
    found = [symbols.as_data(symbols.resolve(some['file'], some, address + part)) for part in parts]
    words, module = [], ''
    for place in found:
        word = place.symbol or symbols.short(place.module)
        if word and word not in words:
            words.append(word)
            module = place.module if place.symbol else module
    return ', '.join(words) + (' (%s)' % symbols.short(module) if module else '')
