# SPDX-License-Identifier: MIT
"""The table of accounts: where bytes, records and samples are (tools/report/account_table.c)."""
from collections import Counter

import choose
import lost
from perf_reader import NONE
from places import percent

THREADS = {'context': 'thread: from its CONTEXT packet', 'traced': 'thread: the one that perf traced',
           'switch': 'thread: from switch events',
           'none': 'no thread: no CONTEXT packet, no event',
           'zero': 'no thread: CONTEXT 0 in user code',
           'time': 'no thread: switches need core and time'}
NAMES = (*THREADS.values(), 'module', 'no module: no program counter', 'no module: no thread',
         'no module: its mapping is not known', 'function', 'no function: no module',
         'no function: the module names none', 'exception level', 'no exception level: no program counter',
         'time', 'no time: no timestamp', 'no time: ticks of unknown length', 'physical address',
         'no physical address: no data address', 'no physical address: virtual only', 'nodes',
         'no nodes: no physical address', 'no nodes: the file describes none',
         'no nodes: core or memory in no node')
OF_WHOM = {'--pid': 'thread', '--tid': 'thread', '--comm': 'thread', '--cpu-number': 'core number', '--time': 'time'}


def thread(s):
    """Where a sample's thread comes from, or why it has none."""
    if 'thread_from' in s:
        return THREADS[s['thread_from']]
    perf, buffer = s['file'].perf, s['file'].buffers[s['buffer']] if s['file'].perf else None
    if perf and any(e.kind == 'switch' for e in perf.events) and (buffer.of_cpu == NONE or 'time_ns' not in s):
        return THREADS['time']
    return THREADS['zero' if 'context_el1' in s or 'context_el2' in s else 'none']


def facts(s):
    """The row of each fact in which a sample is."""
    has_code, place = 'pc_address' in s, s.get('code')
    yield thread(s)
    yield 'exception level' if has_code else 'no exception level: no program counter'
    if not has_code:
        yield 'no module: no program counter'
    elif place.module:
        yield 'module'
    else:
        yield 'no module: ' + ('its mapping is not known' if 'process' in s else 'no thread')
    yield ('no function: no module' if not has_code or not place.module and not place.symbol else
           'function' if place.symbol else 'no function: the module names none')
    yield ('time' if 'time_ns' in s else 'no time: ' + ('ticks of unknown length' if 'timestamp' in s else
                                                        'no timestamp'))
    if 'data_pa_address' not in s:
        yield 'no physical address: ' + ('virtual only' if 'data_va_address' in s else 'no data address')
        yield 'no nodes: no physical address'
        return
    yield 'physical address'
    yield ('no nodes: the file describes none' if not s.get('nodes') else
           'nodes' if s['nodes'][1] else 'no nodes: core or memory in no node')


def unjudged(profile, samples):
    """Of the samples that the options may want: how many lack what these options need to know."""
    out = dict.fromkeys(('thread', 'core number', 'time'), 0)
    options = {o: OF_WHOM.get(o.partition('=')[0]) for o in profile.options if o not in profile.filters}
    for s in samples:
        known = {'thread': 'thread' in s, 'core number': s.get('cpu') is not None, 'time': 'time_ns' in s}
        unknown = [fact for fact in options.values() if not known.get(fact, True)]
        if unknown and choose.select([s], [o for o in options if known.get(options[o], True)]):
            out[next(fact for fact in out if fact in unknown)] += 1
    return out


def cores(profile):
    """The accounts of each core or thread; those of files are added up."""
    out, wanted = {}, {id(s) for s in profile.samples}
    for f in profile.files:
        account = f.perf.account() if f.perf else ({}, {})
        streams = {b.stream: [b] for b in f.buffers} if f.perf else {(NONE, NONE): []}
        for key in {*streams, *account[0]}:
            name = 'not known' if key == (NONE, NONE) else 'thread %d' % key[1] if key[0] == NONE else 'CPU %d' % key[0]
            row = out.setdefault(name, Counter())
            mine = [i for i, b in enumerate(f.buffers) if b.stream == key] if f.perf else [0]
            samples = [s for s in f.samples if s['buffer'] in mine]
            size = sum(f.buffers[i].size for i in mine) if f.perf else f.bytes
            inside, skipped = sum(s['size'] for s in samples), sum(lost.skipped_in(f)[i] for i in mine)
            row.update(bytes=size, named=account[0].get(key, 0), missing=account[1].get(key, 0),
                       twice=sum(f.buffers[i].repeated for i in mine) if f.perf else 0, records=len(samples),
                       in_those=inside, padding=size - inside - skipped, skipped=skipped,
                       without_a_thread=sum('thread' not in s and id(s) in wanted for s in samples))
    return [dict(row, name=name) for name, row in out.items()]


def table(profile):
    rows = []

    def account(total, *parts):
        rows.extend({'name': name, 'count': n, 'share': percent(n, total)} for name, n in parts)

    named, missing, unnamed = (sum(lost.account(f, i) for f in profile.files) for i in range(3))
    has = sum(f.bytes for f in profile.files)
    inside, skipped = sum(s['size'] for s in profile.everything), sum(map(lost.skipped, profile.files))
    account(named, ('bytes named by AUX events', named), ('bytes named, but missing', missing))
    account(has, ('bytes in the file', has), ('bytes named by no AUX event', unnamed),
            ('bytes in the file twice, counted once', sum(map(lost.repeated, profile.files))),
            ('bytes in records', inside), ('bytes of padding', has - inside - skipped),
            ('bytes skipped, in no record', skipped))
    filtered = choose.select(profile.everything, profile.filters)
    maybe = unjudged(profile, filtered)
    account(len(profile.everything), ('records', len(profile.everything)),
            ('records left out by the filter', len(profile.everything) - len(filtered)),
            ('records not selected', len(filtered) - len(profile.samples) - sum(maybe.values())),
            *(('records not judged: no ' + fact, n) for fact, n in maybe.items()))
    found = Counter(row for s in profile.samples for row in facts(s))
    account(len(profile.samples), *((name, found[name]) for name in NAMES))
    return rows
