# SPDX-License-Identifier: MIT
"""The options that select samples: each is a function of a sample."""
from places import is_load, is_store

OPERATIONS = {
    'load': is_load, 'store': is_store, 'branch': lambda s: s.get('op') == 'B',
    'other': lambda s: s.get('op') == 'OTHER', 'atomic': lambda s: bool(s.get('atomic')),
    'conditional': lambda s: bool(s.get('conditional')), 'indirect': lambda s: bool(s.get('indirect')),
}

ADDRESSES = {'--addr': ('pc_address', 'data_va_address'), '--pc': ('pc_address',), '--data': ('data_va_address',)}
OTHER_TESTS = []        # functions of an option and its value, for options that other files know


def seconds(text):
    whole, _, part = text.partition('.')
    return int(whole) * 10 ** 9 + int((part + '0' * 9)[:9])


def in_time(value):
    begin, _, end = value.partition(',')
    low, high = seconds(begin) if begin else 0, seconds(end) if end else 1 << 64
    return lambda s: 'time_ns' in s and low <= s['time_ns'] <= high


def in_addresses(value, names):
    if '+' in value:
        low, size = (int(v, 0) for v in value.split('+'))
        high = low + size - 1
    else:
        low, _, end = value.partition('-')
        low = int(low, 0)
        high = int(end, 0) if end else low
    mask = (1 << 64) - 1
    return lambda s: any(n in s and low <= s[n] & mask <= high for n in names)


def by_filter(value):
    """--filter: what PMSFCR_EL1 and the other registers would have kept. Types are alternatives; the rest must hold."""
    terms = dict(term.split('=') for term in value.split(','))
    types = [{'load_filter': 'load', 'store_filter': 'store', 'branch_filter': 'branch'}[t] for t in terms
             if t.endswith('_filter') and t not in ('event_filter',)]
    least, bits = int(terms.get('min_latency', '0'), 0), int(terms.get('event_filter', '0'), 0)
    kinds = dict(OPERATIONS, load=lambda s: s.get('op') == 'LD',
                 store=lambda s: s.get('op') == 'ST' or s.get('op') == 'LD' and bool(s.get('atomic')))
    return lambda s: ((not types or any(kinds[t](s) for t in types)) and s.get('events', 0) & bits == bits and
                      (not least or s.get('total_latency', 0) >= least))


def test_of(option, value):
    """The test of an option."""
    if option == '--filter':
        return by_filter(value)
    if option == '--time':
        return in_time(value)
    if option in ADDRESSES:
        return in_addresses(value, ADDRESSES[option])
    words = value.split(',')
    if option == '--pid':
        return lambda s: s.get('process_name') is not None and str(s['process'][1]) in words
    if option == '--tid':
        return lambda s: str(s.get('thread')) in words
    if option == '--cpu-number':
        return lambda s: str(s.get('cpu')) in words
    if option == '--op':
        return lambda s: any(OPERATIONS[w](s) for w in words)
    if option == '--event':
        return lambda s: any(w in s['event_names'] for w in words)
    if option == '--source':
        return lambda s: any(str(s.get('data_source')) == w or s.get('memory_level') == w and 'data_source' in s
                             for w in words)
    if option == '--comm':
        return lambda s: s.get('thread_name') == value
    for other in OTHER_TESTS:
        if other(option, value):
            return other(option, value)
    raise ValueError(option)


def select(samples, options):
    """Those samples that match all options; of an option that is repeated, one is enough."""
    tests = {}
    for option in options:
        name, value = option.split('=', 1)
        tests.setdefault(name, []).append(test_of(name, value))
    return [s for s in samples if all(any(test(s) for test in some) for some in tests.values())]
