# SPDX-License-Identifier: MIT
"""format_page.py PAGE LIBRARY INTERFACE: prints where the tables of docs/format.md differ from libspe.so.

The library decodes the bytes that a row describes. Nothing compares prose, such as the meaning of an event.
INTERFACE is what bindings/interface prints.
"""
import functools
import itertools
import re
import sys

import cffi

PACKETS = '', 'Padding', 'End', 'Timestamp', 'Events', 'Data Source', 'Context', 'Operation Type', 'Address', 'Counter'
SHORT = '.', 'pad', 'end', 'time', 'evnt', 'src', 'ctx', 'op', 'addr', 'cnt'
NS = 1 << 63  # addresses here are Non-secure, because Secure ones need a feature
ffi = cffi.FFI()
ffi.cdef(open(sys.argv[3], encoding='utf-8').read())
lib = ffi.dlopen(sys.argv[2])
page = open(sys.argv[1], encoding='utf-8').read().replace('`', '')


@functools.lru_cache(maxsize=None)  # many bytes may show the same fault
def fault(text):
    print(text, flush=True)


def compare(what, stated, actual):
    if stated != actual:
        lacks, extra = ([x for x in a if x not in b] if isinstance(a, list) else a
                        for a, b in ((actual, stated), (stated, actual)))
        fault(f'{what}: the library has {lacks!r}, the page has {extra!r}')


def tables(title):
    """Of each table in a section: the line before it, its head, its rows."""
    section = re.search(rf'^## {title}\b.*\n(?:(?!## ).*\n)*', page, re.M)
    for lead, lines in re.findall(r'([^|\n]*)\n((?:\n\|.*)+)', section[0] if section else ''):
        head, _, *rows = [[cell.strip() for cell in line.split('|')[1:-1]] for line in lines.split('\n')[1:]]
        yield lead, head, rows


def span(cell):
    """The numbers of "6 to 7"."""
    numbers = [int(number) for number in cell.split(' to ')]
    return range(numbers[0], numbers[-1] + 1)


def match(pattern, number):
    """The values of the fields of a pattern, 01ss0010 or EVL[1] EVL[0] 1; None if the number is not of the pattern."""
    values = {}
    for bit, digit in zip(pattern, format(number, f'0{len(pattern)}b')):
        name, _, place = bit.partition('[')
        if bit not in ('0', '1'):
            values[name] = values.get(name, 0) << (not place) | int(digit) << int(place[:-1] or 0)
        elif bit != digit:
            return None
    return values


def string(value):
    return ffi.string(value).decode() if value else ''


def words(function, *arguments, style=lib.SPE_TEXT_ARCH):
    out, config = ffi.new('char[]', 2048), ffi.new('struct spe_text_config *', {'size': 32, 'style': style})
    function(*arguments, config, out, 2048)
    return string(out)


def packet_of(function, *arguments):
    packet = ffi.new('struct spe_packet *')
    return packet if function(*arguments, packet) > 0 else None


def decode(*octets):
    return packet_of(lib.spe_packet_decode, bytes(octets) + bytes(10), 10)


def build(kind, index, payload=0, flags=0):
    return packet_of(lib.spe_packet_build, kind, index, 8 if kind == lib.SPE_PACKET_EVENTS else 0, payload, flags)


def name_of(packet):
    return PACKETS[packet.type] if packet.type < len(PACKETS) else f'packet type {packet.type}'


# -- needs: the rules on cores that have, and that lack, what the cell names --

BEST = ffi.new('struct spe_features *', {'size': ffi.sizeof('struct spe_features')})
lib.spe_check_all_features(BEST)
FEATURES = {string(lib.spe_feature_name(1 << n)): 1 << n for n in range(64) if BEST.flags >> n & 1}


def record_with(has=0, **members):
    plain = dict.fromkeys(('pc', 'branch_target', 'data_pa', 'prev_branch_target'), NS)
    present = lib.SPE_HAS_EVENTS | lib.SPE_HAS_END | has
    members = {**plain, 'events': 1 << lib.SPE_EVENT_RETIRED, **members}
    return ffi.new('struct spe_record *', {'present': present, **members})


def broken(record, version=BEST.version, flags=BEST.flags):
    core, check = ffi.new('struct spe_features *', BEST[0]), ffi.new('spe_check *')
    found = ffi.new('struct spe_finding[]', lib.spe_rule_count())
    core.version, core.flags = version, flags
    lib.spe_check_init(check, core)
    count = lib.spe_check_record(check, record, found, len(found))
    return {finding.rule for finding in found[0:count] if finding.severity == lib.SPE_CHECK_VIOLATION}


def suffices(version, flags, part):
    """Whether a core has what one part of a cell names."""
    names, _, before = part.rstrip(')').partition(' (IMPLEMENTATION DEFINED before FEAT_SPEv1p')
    return before and version <= int(before) or any(
        version > int(name[-1]) if 'SPEv1p' in name else flags & FEATURES.get(name, 0) for name in names.split(' or '))


def compare_needs(what, cell, record, without=None):
    """The cell names the cores that may write the record, as far as they may write the record `without`."""
    named, anyway = {FEATURES.get(name, 0) for name in re.findall(r'FEAT_\w+', cell)}, broken(record)
    for version, *some in itertools.product(range(1, BEST.version + 1), (0, BEST.flags & ~sum(named)),
                                            *((0, flag) for flag in named)):
        rules = broken(record, version, sum(some)) - anyway
        rules -= broken(without, version, sum(some)) if without else set()
        if bool(rules) == all(suffices(version, sum(some), part) for part in cell.split('; ') if part):
            names = ', '.join(string(lib.spe_rule_name(rule)) for rule in rules) or 'no rule'
            return fault(f'{what}: needs "{cell}", but with SPEv1p{version - 1} {names} forbids it')


# -- headers --

headers, extended = (rows for _, _, rows in tables('Headers'))
patterns = [(bits, name, sizes) for bits, name, sizes, _ in headers]
patterns += [(first + second, name, '2, 8') for first, second, name, index in extended if index == 'jjiii']
for octets in [[n] for n in range(256) if n >> 5 != 1] + [[n >> 8, n & 255] for n in range(0x2000, 0x4000)]:
    packet, stated = decode(*octets), []
    for bits, name, sizes in patterns:
        if len(bits) == 8 * len(octets) and (found := match(bits, int.from_bytes(octets, 'big'))) is not None:
            size = 1 << found['s'] if 's' in found else packet.payload_size
            is_reserved = 's' in found and packet.flags & lib.SPE_PACKET_RESERVED_HEADER
            index = found.get('j', 0) << 3 | found.get('i', found.get('c', 0))
            stated.append((name, index, size, (str(size) in sizes.split(', ')) != bool(is_reserved)))
    compare(f'header {bytes(octets).hex()}', stated,
            [(name_of(packet), packet.index, packet.payload_size, True)] * bool(packet.type))
compare('sections', sorted(f'{name} packets ({section})' for _, name, _, section in headers),
        sorted(re.findall(r'^## (.* packets .*)', page, re.M)))
grid = [line.split() for line in re.findall(r'^ [0-9a-f]_ (.*)', page, re.M)]
for byte in range(256):
    packet, is_extended = decode(byte), byte >> 5 == 1
    is_reserved = packet.flags & lib.SPE_PACKET_RESERVED_HEADER or is_extended and not decode(byte, 0xb0).type
    compare(f'table of first bytes, {byte:#04x}', grid[byte >> 4][byte & 15],
            ('ext' if is_extended else (SHORT + ('?',) * 99)[packet.type]) +
            ('!' if is_reserved else '*' if packet.flags & lib.SPE_PACKET_IMPDEF else ''))

# -- records --

field, terms = ffi.new('struct spe_record_field *'), {}
for n in itertools.takewhile(lambda n: lib.spe_record_field_get(n, field) == 0, itertools.count()):
    term = re.sub('^PC', "the operation's PC", string(field.words).replace('Operation', 'Operation Type'))
    terms[field.has] = term.replace(' VA', ' virtual address').replace(' PA', ' physical address').lower()
(_, _, example), (_, _, slots) = tables('A record, byte by byte')
offset = 0
for at, octets, name, text in example:
    packet = decode(*bytes.fromhex(octets))
    size = packet.header_size + packet.payload_size
    compare(f'the example at {at}', [at, octets.count(' ') + 1, name, text],
            [str(offset), size, name_of(packet), words(lib.spe_packet_text, packet)])
    offset += size
actual, config = [], ffi.new('struct spe_encoder_config *', {'size': 32, 'layout': lib.SPE_LAYOUT_SLOTS_64})
for has, term in [*terms.items(), (lib.SPE_HAS_END, 'end')]:
    encoder, out = ffi.new('spe_encoder *'), ffi.new('uint8_t[64]')
    record = ffi.new('struct spe_record *', {'present': has | lib.SPE_HAS_EVENTS, 'events_size': 2})
    lib.spe_encoder_init(encoder, out, 64, config)
    if lib.spe_encoder_record(encoder, record) >= 0:
        want = packet_of(lib.spe_record_packet, record, has)
        for at in [at for at in range(64) if out[at]]:  # payloads are 0
            packet = decode(*out[at:64])
            if (packet.type, packet.index) == (want.type, want.index):
                actual.append([str(at), str(packet.header_size + packet.payload_size), term])
compare('slots', sorted([at, size, term.lower()] for at, size, term in slots), sorted(actual))
encoder, out = ffi.new('spe_encoder *'), ffi.new('uint8_t[2048]')
lib.spe_encoder_init(encoder, out, 2048, ffi.NULL)
size = lib.spe_encoder_record(encoder, ffi.new('struct spe_record *', {
    'present': sum(terms) & ~lib.SPE_HAS_END, 'events_size': 8, 'data_source_size': 2}))
compare('the size of all packets', re.findall(r'take at most (\d+) bytes', page), [str(size)])

# -- INDEX --

for title, first_has in ('Address', 0), ('Counter', 8), ('Context', 16):
    kind, listed = PACKETS.index(title), []
    for index, *codes, meaning, needs in next(tables(f'{title} packets'))[2]:
        what, ends = f'{title} packets, INDEX {index}', sorted({span(index)[0], span(index)[-1]})
        for n in span(index):
            flags = build(kind, n).flags if build(kind, n) else 0
            is_defined = not flags and 1 << first_has + n in terms
            term = terms[1 << first_has + n] if is_defined else ('*reserved*', '*implementation defined*')[flags // 4]
            compare(f'{what}, meaning', meaning.split(':')[0].lower(), term)
            if is_defined:
                compare_needs(what, needs, record_with(1 << first_has + n))
            else:
                compare(f'{what}, needs', needs, '')
        for size, code in enumerate(codes, 1):
            packets = [build(kind, n, 0, lib.SPE_BUILD_EXTENDED * (size - 1)) for n in ends]
            compare(f'{what}, header', code, ' to '.join(
                bytes(packet.header)[:size].hex(' ') for packet in packets if packet and packet.header_size == size))
        listed += span(index)
    compare(f'{title} packets', listed, [n for n in range(32) if build(kind, n)])

# -- payloads of addresses --

_, *payloads, states = tables('Address packets')
members = 'pc', 'branch_target', 'data_va', 'data_pa', 'prev_branch_target'
STATES_WITH = {'NS': (lib.SPE_STATE_NON_SECURE, lib.SPE_STATE_REALM),
               'NSE': (lib.SPE_STATE_REALM, lib.SPE_STATE_RESERVED)}


def get_field(field, payload):
    if field in STATES_WITH:
        return int(lib.spe_address_state(payload, 1) in STATES_WITH[field])
    return getattr(lib, f'spe_address_{field.lower().replace("addr", "bits")}', bool)(payload)  # bool: no such field


for index, rows in [(int(n), rows) for lead, _, rows in payloads for n in re.findall(r'\d', lead)]:
    listed = []
    for bits, name, _, needs in rows:
        high, low = [int(n) for n in f'{bits}:{bits}'.split(':')[:2]]
        mask, what = (2 << high) - (1 << low), f'Address packets, INDEX {index}, bits {bits}'
        is_zero = bool(build(lib.SPE_PACKET_ADDRESS, index, mask | NS).flags & lib.SPE_PACKET_RESERVED_VALUE)
        compare(f'{what}: zero', [not name, name + needs == ''], [is_zero, is_zero])
        if name:
            values = [get_field(name, payload) for payload in (mask, ~mask & (1 << 64) - 1)]
            compare(f'{what}: {name}', values, [mask >> low, 0])
            compare_needs(what, needs, *(record_with(1 << index, **{members[index]: payload | NS})
                                         for payload in (1 << low, 0)))
        listed += range(low, high + 1)
    compare(f'bits of Address packets, INDEX {index}', sorted(listed), list(range(64)))
compare('NSE, NS', [row[:2] for row in states[2]], [list(format(n, '02b')) for n in range(4)])
for nse, ns, name, needs in states[2]:
    payload = int(ns) << 63 | int(nse) << 60
    compare(f'NSE {nse}, NS {ns}', name.split(':')[0],
            ('Secure', 'Non-secure', 'Realm', 'reserved')[lib.spe_address_state(payload, 1)])
    compare_needs(f'NSE {nse}, NS {ns}', needs, record_with(lib.SPE_HAS_PC, pc=payload))

# -- data sources --

stated, actual, source = {}, {}, ffi.new('struct spe_data_source *')
for lead, _, rows in tables('Data Source packets'):
    stated.update({core.split(' (')[0]: [core, *rows] for core in lead[:-1].split(', ')})
for midr in map(lib.spe_cpu_midr, range(lib.spe_cpu_count())):
    name, rows = string(lib.spe_cpu_name(midr)), []
    while (value := lib.spe_cpu_data_source_value(midr, len(rows))) >= 0:
        lib.spe_cpu_data_source(midr, value, source)
        level = string(lib.spe_level_name(source.level)) + ', modified' * source.modified
        level += ', remote' * (source.remote and 'remote' not in level)
        rows.append([f'{value:#x}', string(lib.spe_cpu_data_source_name(midr, value)), level])
    basis = ('', '', ' (as its family)', ' (as Linux reads it)')[lib.spe_cpu_sources(midr)]
    actual.update({name: [name + basis, *rows]} if rows else {})
for core in {**stated, **actual}:
    compare(f'data sources of {core}', stated.get(core, []), actual.get(core, []))
compare_needs('Data Source packets', re.findall('packets need (.*?)[.]', page)[0], record_with(lib.SPE_HAS_DATA_SOURCE))

# -- events --

plain, listed = record_with(), []
for bits, name, perf, meaning, pmu, needs in next(tables('Events packets'))[2]:
    for bit in span(bits):
        listed.append(bit)
        record = record_with(events=plain.events | 1 << bit, events_size=8)
        if name:
            compare(f'event {bit}', [name, perf, pmu], [
                string(lib.spe_event_name(bit)), words(lib.spe_event_text, bit, style=lib.SPE_TEXT_PERF),
                ', '.join(f'{lib.spe_event_pmu(bit, n):#06x}' for n in range(99) if lib.spe_event_pmu(bit, n) >= 0)])
            compare_needs(f'event {bit}', needs, record, plain)
        else:
            since = {'*IMPLEMENTATION DEFINED*': 99, '*zero*': 1}.get(meaning)
            since = since or int(re.search('v1p(.) on', meaning)[1]) + 1
            compare(f'event {bit}, name and needs', [name, needs], [string(lib.spe_event_name(bit)), ''])
            compare(f'event {bit}, versions that forbid it', [*range(since, BEST.version + 1)], [
                v for v in range(1, BEST.version + 1) if broken(record, v) - broken(plain, v)])
compare('events', *([f'{bit} {string(lib.spe_event_name(bit))}' for bit in bits] for bits in (listed, range(64))))

# -- operations --

*classes, (_, _, fields), evl, ets, cr = tables('Operation Type packets')
values = {head[0]: {int(value, 2): row for value, *row in rows} for _, head, rows in (evl, ets, cr)}
compare('needs of fields that are 0', [rows[0][1] for rows in values.values() if 0 in rows], [''] * 3)
WORDS = {'LDST': ('load', 'store'), 'COMM': ('call or return', 'neither')}
pairs, reserved, op = [], [], ffi.new('struct spe_op *')


def field_text(name, value):
    if name not in values:
        return f'{name} {WORDS.get(name, (0, 1))[value]}'
    word = values[name].get(value, ['no row'])[0].split(';')[0].replace('*reserved*', f'reserved value {value}')
    return f'{name} ' + word.removeprefix('the ').removesuffix(' bits')


def operation(op_class, op_payload):
    return record_with(lib.SPE_HAS_OPERATION, op_class=op_class, op_payload=op_payload)


for op_class, (lead, _, rows) in enumerate(classes):
    compare(f'CLASS {op_class}, header', re.findall('header (..)', lead), [f'{0x48 + op_class:x}'])
    reserved.append(256)
    for name, *bits, needs, perf in rows:
        ones = int(''.join(bit if bit == '1' else '0' for bit in bits), 2)
        pairs += [[bit, name] for bit in match(bits, ones)]
        compare(f'{name}, perf', perf, words(lib.spe_op_text, op_class, ones, style=lib.SPE_TEXT_PERF))
        compare_needs(name, needs, operation(op_class, ones))
        for payload in range(256):  # those in which one field is not 0
            some = [item for item in (match(bits, payload) or {}).items() if item[1]]
            for field, value in some if len(some) == 1 else []:
                cells = [row[2] for row in fields if row[0] == field and name in row[3] and value == 1]
                for cell in cells + values.get(field, {}).get(value, [])[1:]:
                    compare_needs(f'{name}, {field} {value}', cell, operation(op_class, payload),
                                  operation(op_class, ones))
    for payload in range(256):
        lib.spe_op_decode(op_class, payload, op)
        name, text = string(lib.spe_op_subclass_name(op.subclass)), words(lib.spe_op_text, op_class, payload)
        text = text.replace('Memory Set, LDST store', 'Memory Set')  # it has no LDST: it is always a store
        actual = [[name, *sorted(filter(None, text[len(name) + 2:].split(', ')))]] * (op.subclass > 0)
        compare(f'CLASS {op_class}, payload {payload:#04x}', [
            [row[0], *sorted(field_text(*item) for item in match(row[1:9], payload).items())]
            for row in rows if match(row[1:9], payload) is not None], actual)
        reserved[-1] -= len(actual)
compare('numbers of reserved payloads', re.findall(r'The other (\d+) of', page), [str(n) for n in reserved])
names = list(dict.fromkeys(name for _, name in pairs))
compare('fields', sorted([row[0], name] for row in fields for name in names if name in row[3]), sorted(pairs))
for row in fields:
    compare(f'field {row[0]}, in', row[3], ', '.join(name for name in names if name in row[3]))
