# SPDX-License-Identifier: MIT
"""The tables of spe-stat diff: values of two profiles, the change, its 95 % interval, and whether it may be chance."""
import math
from collections import Counter, defaultdict

import intervals
import names
import source_lines
import symbols
from estimates import always, by_bit, is_plain, scale_of
from latencies import middle
from places import is_retired_branch

LEAST = 8       # samples of a name in both profiles, or with a latency in each; with fewer they are not compared
NO_NAME = '[not known]'
REFILL, MISPREDICTED = by_bit(3, by_bit(2)), by_bit(7, is_retired_branch)
EVENTS = (('l1d misses', REFILL), ('page walks', by_bit(5, by_bit(4))),
          ('last level cache read misses', by_bit(9, by_bit(8, is_plain('LD')))),
          ('mispredicted branches', MISPREDICTED))
TIMED = ('modules', 'functions', 'source_lines')


def independent(values, n):
    """The mean of n independent samples, of which some have values; the others are 0."""
    mean = sum(values) / n
    squares = sum((middle(value) - mean) ** 2 for value in values) + (n - len(values)) * mean * mean
    variance = squares / (n - 1) / n if n > 1 else mean * mean
    way = 1.96 * variance ** .5
    return intervals.Interval(mean, mean - way, mean + way, variance, n - 1)


class Side:
    """One of the two profiles."""

    def __init__(self, profile, kinds):
        self.midrs, self.samples, e = profile.midrs, profile.samples, profile.estimates
        self.e, self.all, (self.unit, self.timed) = e, e.count(), profile.clock()
        self.read_time = [0] * intervals.PARTS
        for s in profile.everything:
            self.read_time[s['batch']] += s.get('elapsed', 0)
        self.has_totals = e.interval and not e.is_filtered and self.samples
        self.time = sum(s.get('elapsed', 0) for s in self.samples)
        self.time_in = e.count(value='elapsed')
        self.groups = {kind: self.group(key) for kind, key in kinds.items()}
        self.build_ids = {(e.name, e.build_id) for file in profile.files if file.perf
                          for maps in file.processes.maps.values() for e in maps if e.build_id}

    def group(self, key):
        """Samples by name and module."""
        rows = defaultdict(list)
        for s in self.samples:
            for name in key(s):
                rows[name].append(s)
        return rows

    def seconds(self):
        return self.time * self.unit if self.timed and self.unit else None

    def operations(self):
        return self.e.interval * sum(self.e.read)

    def totals(self):
        if not self.has_totals:
            return []
        cycles = intervals.ratio(self.e.count(value='total_latency'), self.e.read)
        if sum(1 for x in self.e.read if x) < intervals.LEAST:
            cycles = independent([s['total_latency'] for s in self.samples if 'total_latency' in s], sum(self.e.read))
        return [('operations', self.e.operations()), ('summed latency, cycles', cycles.times(self.operations()))] + [
            (name, intervals.share(self.e.count(test), self.e.read).times(self.operations())) for name, test in EVENTS]

    def mean(self, name, test=always):
        """The mean of a latency. Its interval is that of independent samples, if too few parts have any."""
        found = [s for s in self.samples if test(s) and name in s]
        if len(found) < LEAST:
            return None
        alone = independent([s[name] for s in found], len(found))
        parts = self.e.count(lambda s: test(s) and name in s)
        if sum(1 for x in parts if x) < intervals.LEAST:
            return alone
        out = intervals.ratio(self.e.count(test, name), parts)
        out.variance = max(out.variance, alone.variance)
        return out

    def sources(self):
        return {s['data_source'] for s in self.samples if 'data_source' in s}

    def parts(self, samples, value=None):
        out = [0] * intervals.PARTS
        for s in samples:
            out[s['batch']] += s.get(value, 0) if value else 1
        return out

    def share(self, samples):
        return intervals.share(self.parts(samples), self.all)

    def time_share(self, samples):
        return intervals.ratio(self.parts(samples, 'elapsed'), self.time_in)

    def cost(self, samples, unit):
        """In seconds, operations or samples, as a share of what all samples have, selected or not."""
        if unit == 'seconds':
            share = intervals.ratio(self.parts(samples, 'elapsed'), self.read_time)
            return share.times(sum(self.read_time) * self.unit)
        whole = self.operations() if unit == 'operations' else sum(self.e.read)
        return intervals.share(self.parts(samples), self.e.read).times(whole)


class Row:
    def __init__(self, name, before, after, scale=1):
        self.name, self.before, self.after = name, before.times(scale), after.times(scale)
        self.change = intervals.change(before, after).times(scale)
        self.chance = intervals.chance(self.change)
        self.more = {}

    def cells(self, limit):
        c = self.change
        verdict = 'may be chance' if self.chance > limit else 'more' if c.value > 0 else 'less'
        out = {'name': self.name, **self.more, 'change': c.value, 'low': c.low, 'high': c.high, 'verdict': verdict}
        if not self.more:
            out.update(before=self.before.value, after=self.after.value)
        return out


def pairs(x, y):
    """Pairs rows of one name by their modules; if each profile has one left, the module was renamed."""
    for name in sorted({key[0] for key in (*x, *y)}):
        left, right = ({key for key in rows if key[0] == name} for rows in (x, y))
        alone, new = left - right, right - left
        both = [(key, key) for key in left & right]
        if len(alone) == len(new) == 1 and name != NO_NAME:
            yield name, alone.pop(), new.pop()
        both += [(key, None) for key in alone] + [(None, key) for key in new]
        for before, after in both:
            yield name, before, after


def only_in(x, y):
    """The modules that only the first of two profiles has, and their samples."""
    return {key[1]: len(rows) for key, rows in x.groups['modules'].items() if key[1] and key not in y.groups['modules']}


def renamed(a, b):
    """
    Modules with equal build ids, or where functions of the same names have half of the samples of one of them; if only
    one has.
    """
    old, new = only_in(a, b), only_in(b, a)
    same, found = Counter(), [defaultdict(list), defaultdict(list)]
    for side, modules, by_name in ((a, old, found[0]), (b, new, found[1])):
        for (name, module), rows in side.groups['functions'].items():
            if module in modules and name not in (NO_NAME, 'main', '_start'):
                by_name[name].append((module, len(rows)))
    for name, left in found[0].items():
        right = found[1].get(name, [])
        if len(left) == len(right) == 1:
            same[left[0][0], right[0][0]] += min(left[0][1], right[0][1])
    for before, build_id in a.build_ids:
        same.update({(before, after): math.inf for after, other in b.build_ids
                     if build_id == other and before in old and after in new})
    likely = [pair for pair, n in same.items() if 2 * n >= min(old[pair[0]], new[pair[1]])]
    return {x: y for x, y in likely if sum(x == other[0] or y == other[1] for other in likely) == 1}


def program_of(s):
    return [(s['thread_name'], '')] if s.get('thread_name') is not None else []


def nodes_of(s):
    return [s['nodes']] if s.get('nodes') else []


def module_of(s):
    return [(symbols.short(s['code'].module) or NO_NAME, s['code'].module)] if 'code' in s else []


def function_of(s):
    return [(s['code'].row_name(), s['code'].module)] if 'code' in s else []


def line_of(s):
    code = s.get('code')
    return [('%s:%d' % (symbols.short(code.file), code.line), code.file)] if code and code.file else []


def inlined_of(s):
    code = s.get('code')
    if not code or not code.inlined:
        return []
    return [(code.inlined[0], '%s:%d' % (code.file, source_lines.declarations(code.file)[code.inlined[0]]))]


def object_of(s):
    if 'object' not in s or not (s['file'].perf and s['file'].processes.maps or s['object'].module == '[kernel]'):
        return []
    return [(s['object'].row_name(), s['object'].module)]


# What rows are called, by table: functions of a sample, which return (name, module) of each row that it counts in.
KINDS = {'programs': program_of, 'modules': module_of, 'functions': function_of, 'source_lines': line_of,
         'inlined_functions': inlined_of, 'data': object_of, 'nodes': nodes_of}


class Changes:
    def __init__(self, before, after, kinds=KINDS):
        self.a, self.b = Side(before, kinds), Side(after, kinds)
        self.rows = defaultdict(list)
        self.rename()
        self.add_totals()
        self.add_means()
        for kind in kinds:
            self.add_group(kind)
        chances = [row.chance for rows in self.rows.values() for row in rows]
        self.limit = intervals.limit(chances)
        bounds = [.05 * (i + 1) / len(chances) for i in range(len(chances))]
        self.is_close = any(.995 < c / bound < 1.005 for c, bound in zip(sorted(chances), bounds))

    def add(self, table, name, before, after, scale=1):
        self.rows[table].append(Row(name, before, after, scale))
        return self.rows[table][-1]

    def rename(self):
        """Gives modules of the first profile the names that they have in the second."""
        new = renamed(self.a, self.b)
        for kind in ('modules', 'functions', 'data'):
            for name, where in [key for key in self.a.groups[kind] if key[1] in new]:
                key = symbols.short(new[where]) if kind == 'modules' else name, new[where]
                self.a.groups[kind][key] = self.a.groups[kind].pop((name, where))

    def add_totals(self):
        for (name, before), (_, after) in zip(self.a.totals(), self.b.totals()):
            self.add('totals', name, before, after)
        before, after = self.a.e.metrics(), self.b.e.metrics()
        for name in before:
            if name in after:
                self.add('metrics', name, before[name], after[name], scale_of(name))

    def add_means(self):
        means = [(name, name + '_latency', always) for name in ('total', 'issue', 'translation')]
        sources = sorted(self.a.sources() | self.b.sources())
        means += [(self.source(n), 'total_latency', lambda s, n=n: s.get('data_source') == n) for n in sources]
        for label, name, test in means:
            before, after = self.a.mean(name, test), self.b.mean(name, test)
            if before and after:
                self.add('mean_latencies', label, before, after)
        if self.a.sources() and self.b.sources():
            for n in sources:
                self.add('source_shares', self.source(n), *(
                    intervals.share(side.e.count(lambda s, n=n: s.get('data_source') == n),
                                    side.e.count(lambda s: 'data_source' in s)) for side in (self.a, self.b)), 100)

    def source(self, number):
        label = names.source_label(self.a.midrs, number)
        return label if ',' in label else names.source_label(self.b.midrs, number)

    def add_group(self, kind):
        a, b = self.a, self.b
        for name, before, after in pairs(a.groups[kind], b.groups[kind]):
            x, y = a.groups[kind].get(before, []), b.groups[kind].get(after, [])
            if len(x) + len(y) < LEAST:
                continue
            if kind == 'functions':
                self.add_cost(name, x, y)
            self.add(kind, name, a.share(x), b.share(y), 100)
            if kind in TIMED and a.timed and b.timed:
                sooner, later = a.time_share(x), b.time_share(y)
                if sooner.freedom and later.freedom:
                    self.add(kind + '_time', name, sooner, later, 100)

    def add_cost(self, name, x, y):
        """The cost of a function: seconds, or operations, or samples."""
        a, b = self.a, self.b
        unit = 'samples'
        if a.seconds() is not None and b.seconds() is not None:
            unit = 'seconds'
        elif a.has_totals and b.has_totals:
            unit = 'operations'
        costs = a.cost(x, unit), b.cost(y, unit)
        if not all(cost.freedom for cost in costs):
            return
        row = self.add('function_costs', name, *costs)
        row.more['location'] = (y or x)[0]['code'].location('function', False)
        for side, samples, when in ((a, x, 'before'), (b, y, 'after')):
            if side.seconds() is not None:
                row.more['time_' + when] = sum(s.get('elapsed', 0) for s in samples) * side.unit
            if side.has_totals:
                row.more.update({
                    'operations_' + when: len(samples) * side.e.interval,
                    'cycles_' + when: sum(s.get('total_latency', 0) for s in samples) * side.e.interval,
                    'l1d_misses_' + when: sum(map(REFILL, samples)) * side.e.interval,
                    'mispredicted_' + when: sum(map(MISPREDICTED, samples)) * side.e.interval})

    def profiles(self):
        rows = [('samples', len(self.a.samples), len(self.b.samples)),
                ('summed latency, cycles', *(sum(s.get('total_latency', 0) for s in side.samples)
                                             for side in (self.a, self.b)))]
        if self.a.seconds() is not None and self.b.seconds() is not None:
            rows.append(('time of threads, s', self.a.seconds(), self.b.seconds()))
        return [{'name': name, 'before': before, 'after': after} for name, before, after in rows]

    def tables(self):
        out = {'profiles': self.profiles()}
        for table in ('totals', 'function_costs', 'metrics', 'mean_latencies', 'source_shares'):
            out[table] = [row.cells(self.limit) for row in self.rows[table]]
        for table in self.rows:
            if table not in out:
                out[table] = [row.cells(self.limit) for row in self.rows[table] if row.chance <= self.limit]
        return out


# Tables of changes begin with the largest.
ORDER = {name: lambda row: abs(row['change']) for name in (*KINDS, *(kind + '_time' for kind in TIMED),
                                                           'function_costs')}
