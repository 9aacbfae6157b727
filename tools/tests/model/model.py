# SPDX-License-Identifier: MIT
"""
Computes spe-stat's tables from samples, slowly and plainly, as the manual pages and tools/docs/stat.md define them.
Each table is a list of rows; a row is a dict with the columns of --format=json.
"""
from collections import Counter, defaultdict

import accounts
import choose
import facts
import findings
import kernel_names
import names
import objects
import places
import sharing
import source_lines
import symbols
from estimates import Estimates, is_plain
from latencies import quantile

GROUPS = (('l1d-miss', 3), ('l1d-access', 2), ('llc-miss', 9), ('llc-access', 8), ('tlb-miss', 5), ('tlb-access', 4),
          ('branch', None), ('remote-access', 10), ('memory', None), ('instructions', None))


def has(sample, bit):
    return bool(sample.get('events', 0) >> bit & 1)


def is_access(sample):
    return sample.get('op') in ('LD', 'ST')


def percent(part, whole):
    return 100.0 * part / whole if whole else 0


NOBODY = (None,)  # whose samples are not known


def process_key(s):
    """A process by each name that it had when a sample was taken."""
    return (*s['process'][:2], s.get('process_name')) if 'process' in s else NOBODY


def thread_key(s):
    return (*s['process'][:2], s['thread'], s.get('thread_name')) if 'process' in s else NOBODY


def process_label(key):
    if key == NOBODY:
        return 'not known'
    return ('%s (%d)' % (key[2], key[1])).strip() if key[2] is not None else 'context %d' % key[1]


def thread_label(key):
    if key == NOBODY:
        return 'not known'
    return ('%s (%d/%d)' % (key[3], key[1], key[2])).strip() if key[3] is not None else 'context %d' % key[2]


def thread_or_core(s):
    """Who accesses a cache line."""
    if 'process' in s or s.get('cpu') is None:
        return thread_label(thread_key(s))
    return 'CPU %d' % s['cpu']


def kind_of(sample):
    """The row of the table of summed latency."""
    if 'data_source' in sample:
        return sample['data_source']
    if 'op' not in sample:
        return 'operation not known'
    return {'LD': 'loads, no data source', 'ST': 'stores, no data source', 'B': 'branches',
            'OTHER': 'other operations'}[sample['op']]


class Totals:
    """Tables that add up all samples."""

    def __init__(self, samples, midrs):
        self.samples, self.midrs, self.count = samples, midrs, len(samples)
        self.latency_sum = sum(s.get('total_latency', 0) for s in samples)

    def share(self, counts, order=None):
        return [{'name': n, 'samples': counts[n], 'share': percent(counts[n], self.count)}
                for n in (order or counts) if order is None or n in counts]

    def latency(self):
        samples, sums = Counter(), Counter()
        for s in self.samples:
            samples[kind_of(s)] += 1
            sums[kind_of(s)] += s.get('total_latency', 0)
        return [{'name': n if isinstance(n, str) else names.source_label(self.midrs, n), 'samples': samples[n],
                 'summed_latency': sums[n], 'of_latency': percent(sums[n], self.latency_sum)}
                for n in sums if self.latency_sum]

    def operations(self):
        words = {'LD': 'load', 'ST': 'store', 'B': 'branch', 'OTHER': 'other', None: 'no Operation Type packet'}
        return self.share(Counter(words[s.get('op')] for s in self.samples))

    def subclasses(self):
        return self.share(Counter(s['subclass'] for s in self.samples if 'subclass' in s))

    def branches(self):
        def form(s):
            flags = [w for w in ('conditional', 'indirect') if s.get(w)]
            kind = s.get('branch_kind', 'not recorded')
            return (' and '.join(flags) or 'direct') + ('' if kind == 'not recorded' else ', ' + kind)
        return self.share(Counter(form(s) for s in self.samples if is_plain('B')(s)))

    def levels(self):
        return self.share(Counter('EL%d' % s['pc_el'] for s in self.samples if 'pc_el' in s))

    def states(self):
        return self.share(Counter(s['pc_state'] for s in self.samples if 'pc_state' in s))

    def events(self):
        bits = Counter(bit for s in self.samples for bit in range(64) if has(s, bit))
        return self.share(Counter({names.event_label(self.midrs, bit): n for bit, n in bits.items()}))

    def groups(self):
        tests = {'branch': lambda s: s.get('op') == 'B', 'memory': is_access, 'instructions': lambda s: True}
        groups = GROUPS if self.count else ()
        return [{'name': name, 'samples': n, 'share': percent(n, self.count)} for name, bit in groups
                for n in [sum(1 for s in self.samples if (has(s, bit) if bit is not None else tests[name](s)))]]

    def latencies(self):
        return [self.quantiles(name, [s[name + '_latency'] for s in self.samples if name + '_latency' in s])
                for name in ('total', 'issue', 'translation')
                if any(name + '_latency' in s for s in self.samples)]

    @staticmethod
    def quantiles(name, values):
        row = {'name': name, 'samples': len(values), 'mean': sum(values) / len(values) if values else 0,
               'most': max(values, default=0)}
        for part in (50, 90, 99):
            row['%d_percent' % part] = quantile(values, part / 100)
        return row

    def sources(self):
        by = defaultdict(list)
        for s in self.samples:
            if 'total_latency' in s:
                by[s.get('data_source', -1)].append(s['total_latency'])
        return [self.quantiles(self.source_name(n), by[n]) for n in sorted(by, key=lambda n: n if n >= 0 else 1 << 20)]

    def source_name(self, number):
        return names.source_label(self.midrs, number) if number >= 0 else 'no data source'


# Tables in descending order of a column, of which spe-stat prints the first rows.
ORDER = {'latency': lambda row: row['summed_latency']}
for _name in ('pcs_by_latency', 'pages_by_latency', 'physical_pages', 'lines_by_latency', 'functions', 'modules',
              'source_lines', 'inlined_functions', 'data', 'nodes', 'processes', 'threads', 'core_numbers'):
    ORDER[_name] = lambda row: row.get('summed_latency', row['samples'])
for _name in ('pcs_by_samples', 'pages_by_samples', 'targets'):
    ORDER[_name] = lambda row: row['samples']
ORDER['findings'] = findings.weight
CUT = set(ORDER) - {'latency', 'findings'}


PAGES = {'16K': 16384, '64K': 65536, '2M': 2097152}


class Profile:
    """The samples of one or many files."""

    thread_key = staticmethod(thread_key)

    def __init__(self, files, options=(), was_saved=False):
        self.files, self.was_saved = files, was_saved
        self.everything = [s for f in files for s in f.samples]
        symbols.take_places(files)
        for number, file in enumerate(files):       # processes of different files are different ones
            for s in file.samples:
                s['file_number'] = number
                if 'process' in s:
                    s['process'] = (number, *s['process'][1:])
                if file.perf and 'data_pa_address' in s:
                    s['nodes'] = file.perf.nodes(s.get('cpu'), int(s['data_pa_address'], 16))
        sizes = [o.partition('=')[2] for o in options if o.startswith('--page-size=')]
        self.page = PAGES[sizes[0]] if sizes else 4096
        lines = [o.partition('=')[2] for o in options if o.startswith('--line-size=')]
        self.line = int(lines[0]) if lines else 64
        options = [o for o in options if not o.startswith(('--page-size=', '--line-size='))]
        self.samples = choose.select(self.everything, options)
        self.midrs = {s['midr'] for s in self.samples}
        self.estimates = Estimates(files, self.samples, self.line)
        self.options, self.filters = options, [o for o in options if o.startswith('--filter=')]

    def profile(self):
        rows = [('samples', len(self.samples)), ('bytes', sum(f.bytes for f in self.files))]
        rows += [('buffers', sum(len(f.buffers) for f in self.files))] if any(f.perf for f in self.files) else []
        rows += [('bytes of a page', self.page)] if self.page != 4096 else []
        rows += [('bytes of a cache line', self.line)] if self.line != 64 else []
        rows += facts.rows(self.files, self.samples)
        return [{'name': name, 'count': count} for name, count in rows]

    def tables(self):
        t = Totals(self.samples, self.midrs)
        out = {name: getattr(t, name)() for name in
               ('latency', 'operations', 'subclasses', 'branches', 'levels', 'states', 'events', 'groups',
                'latencies', 'sources')}
        out['profile'], out['estimates'] = self.profile(), self.estimates.metric_rows()
        out['account'], out['account_cores'] = accounts.table(self), [] if self.was_saved else accounts.cores(self)
        out['whole'] = self.estimates.whole()
        out.update(Places(self, self.samples).tables(self.samples))
        out.update(facts.core_tables(self.samples))
        out['noise'] = [] if self.was_saved else facts.noise(out)
        out['rules'] = []
        return out

    def clock(self):
        """Seconds of a unit of elapsed, and whether there are times at all."""
        timed = any('elapsed' in s for s in self.samples) and not any(f.has_filter for f in self.files)
        clocks = {bool(f.perf and f.perf.clock) for f in self.files
                  if any('elapsed' in s for s in f.samples)}
        return (1e-9 if clocks == {True} else None), timed and len(clocks) == 1


# Tables of places: what the key of a row is, and which columns the row has.
def hexadecimal(number):
    return '0x%016x' % (number & (1 << 64) - 1)


class Places:
    def __init__(self, profile, everything):
        self.p, self.columns = profile, places.Columns(everything, *profile.clock())

    def tables(self, samples):
        code, data = self.columns.code, self.columns.data
        out, all_rows = {}, {}
        for name, key, fill in (
                ('pcs_by_samples', lambda s: self.address(s, 'pc_address'), code),
                ('pcs_by_latency', lambda s: self.address(s, 'pc_address'), code),
                ('targets', lambda s: self.address(s, 'branch_target_address'), code),
                ('pages_by_samples', lambda s: self.address(s, 'data_va_address', self.p.page), data),
                ('pages_by_latency', lambda s: self.address(s, 'data_va_address', self.p.page), data),
                ('physical_pages', self.physical, data),
                ('lines_by_latency', lambda s: self.address(s, 'data_va_address', self.p.line), data)):
            all_rows[name] = rows = places.group(samples, key)
            out[name] = [fill({'address': hexadecimal(k[-1])}, rows[k]) for k in rows]
            for k, row in zip(rows, out[name]):
                self.describe(name, k, row, rows[k])
            if name == 'lines_by_latency':
                out['sharing'] = sharing.table(rows, self.p.line, thread_or_core)
        interval = self.p.estimates.interval
        out['findings'] = findings.Findings(self.p, samples, all_rows, thread_or_core, interval).table()
        for name, key, label in (
                ('processes', process_key, process_label),
                ('threads', thread_key, thread_label),
                ('core_numbers', lambda s: s.get('cpu'), lambda k: 'CPU %d' % k),
                ('levels_by_latency', lambda s: s.get('pc_el'), lambda k: 'EL%d' % k)):
            rows = places.group(samples, key)
            out[name] = [code({'name': label(k)}, rows[k]) for k in rows if set(rows) != {NOBODY}]
        rows = places.group(samples, lambda s: s.get('nodes'))
        out['nodes'] = [data({'name': name, 'locality': kind, 'location': {}}, rows[name, kind]) for name, kind in rows]
        out.update(symbols.Tables(self.p, self.columns).tables(samples))
        out.update(source_lines.tables(self.columns, samples))
        out.update(objects.tables(self.p, self.columns, samples))
        return out

    def describe(self, table, key, row, samples):
        """The columns of words, and of those who access lines and pages."""
        if table in ('targets', 'pcs_by_samples', 'pcs_by_latency'):
            is_user = key[0] is not None and key[0][0] != 'kernel'
            symbols.add_words(row, samples, 'target' if table == 'targets' else 'code',
                              process_label(process_key(symbols.first(samples))) if is_user else '')
            return
        sharing.add_columns(row, samples)
        if table != 'lines_by_latency' and self.p.page > 4096:
            size = max(4096, self.p.page // 512)
            row['small_pages'] = len({(int(s['data_pa_address'], 16) if table == 'physical_pages' else
                                       s['data_va_address']) // size for s in samples})
        if table == 'physical_pages':
            row['address_space'] = key[0]
        else:
            row['data'] = objects.names(samples, key[-1], self.p.line if table == 'lines_by_latency' else self.p.page)

    def physical(self, s):
        if 'data_pa_address' not in s:
            return None
        return s['data_pa_space'], int(s['data_pa_address'], 16) // self.p.page * self.p.page

    @staticmethod
    def address(s, name, size=1):
        """A place is an address of a process while it is mapped from the same, or of the kernel of a file."""
        if name not in s:
            return None
        where = s[name] & (1 << 64) - 1
        if where >> 63:
            where = where // size * size
            made = kernel_names.made_code(s['file'], s, where)
            return ('kernel', s['file_number']), made and (made.name, made.start), where
        where = where // size * size
        return s.get('process'), symbols.mapping_name(s, where), where
