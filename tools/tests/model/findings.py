# SPDX-License-Identifier: MIT
"""
Findings (tools/docs/stat.md, section Findings): cache lines that threads share, loads and stores that wait for
memory, page walks, and mispredicted branches. Each row has the column `finding`, its key, which certain() adds to
spe-stat's rows.

A row is in doubt if its cost is too close to the least one. It then has only the key, and certain() takes it out of
both lists.
"""
import itertools

import instructions
import intervals
import places
import sharing
import symbols

LEAST, FEWEST = 5, 10       # percent, samples
FLUSH = 10                  # operations: what a misprediction counts for
HUGE = 1 << 21              # bytes of a page

# title, table, advice
KINDS = {
    'contended-lock': ('Contended lock or counter', 'sharing', 'take the lock less often or hold it for less: split '
                       'it, or what it protects; wait by reading, and try to take it only when it is free; let each '
                       'thread count for itself and add it up at the end'),
    'false-sharing': ('False sharing', 'sharing', 'give each thread its own line: align what it writes to the size of '
                      'a line, or let it count in a local variable and add it up at the end'),
    'true-sharing': ('True sharing', 'sharing', 'write less often: give each thread its own part (a counter, a list, a '
                     'pool) and merge the parts seldom; pass work on in larger batches'),
    'memory-load': ('Loads wait for memory', 'source_lines', None),
    'memory-store': ('Stores wait for memory', 'source_lines', None),
    'page-walk': ('Page walks', 'pages_by_latency', 'use huge pages: madvise(MADV_HUGEPAGE) for the memory, or '
                  'glibc.malloc.hugetlb=1 in GLIBC_TUNABLES; access the data page by page'),
    'mispredicted': ('Mispredicted branches', 'pcs_by_samples', None),
}
WIDE = ('each access uses little of its line: exchange the loops or store the data in the order of access; put '
        'together what is used together')
SMALLER = 'make the data smaller, or work on blocks that fit the caches'
RISING = ('the processor fetches such addresses ahead, so fetch fewer bytes: make elements smaller, split what the '
          'loop needs from what it does not, work on blocks that fit the caches')
LOADS = {'scattered': 'store the elements in the order of use, in an array and not along pointers; make them smaller; '
                      'prefetch the next ones while this one is processed', 'rising': RISING, 'falling': RISING}
NODES = ('let the threads that use the data allocate and first write them, or bind both to one node: numactl '
         '--cpunodebind=N --membind=N')
ORDERED = ('write less, or once: smaller elements, no copy that is only read once; memset() and memcpy() write whole '
           'lines without reading them first')
STORES = {'rising': ORDERED, 'falling': ORDERED, 'scattered': 'sort or batch what is written, so that stores to one '
                                                              'line follow one another; make the table smaller'}
STEPS = 'put together what is used together; if a loop walks in these steps, exchange the loops'
PREDICTABLE = ('make the branch predictable: sort the data, or compute without a branch (conditional select); '
               'profile-guided optimisation moves the common case next to the branch')
DIRECT = ('avoid indirect jumps: order the work by type, so that the same target follows itself; call a function by '
          'name where it is mostly the same; in an interpreter, let each handler jump to the next one by itself '
          '(computed goto); profile-guided optimisation does the last two')
ORDERS = {'few': '', 'hidden': '; the order of its addresses is not visible at this interval',
          'rising': '; rising addresses', 'falling': '; falling addresses',
          'scattered': '; scattered addresses: along pointers, or random indices'}


class OneOf(tuple):
    """The value of a column, if several are right."""

    def __eq__(self, other):
        return other in tuple(self)

    __hash__ = tuple.__hash__


# -- keys of rows --

def key_of(row):
    """
    Loads and stores belong to a line, or to a function, or to an address; mispredictions to the profile; the others to
    an object.
    """
    if row['kind'] == 'mispredicted':
        return (row['kind'],)
    if row['kind'] not in ('memory-load', 'memory-store'):
        return row['kind'], row.get('object', symbols.NOT_KNOWN), row.get('object_module')
    if 'file' in row:
        return row['kind'], row['file'], row['line']
    return row['kind'], row.get('module'), row.get('function', row['address'])


def certain(want, got):
    """Both lists without what is in doubt, and problems of the ranks, which the lists then lack."""
    problems = [] if [row['rank'] for row in got] == list(range(1, len(got) + 1)) else ['findings: the ranks']
    doubts = {row['finding'] for row in want if 'kind' not in row}
    got = [{name: cell for name, cell in dict(row, finding=key_of(row)).items() if name != 'rank'} for row in got]
    return [[row for row in rows if row['finding'] not in doubts] for rows in (want, got)] + [problems]


def weight(row):
    """By which findings are in order."""
    return row['percent'] * (FLUSH if row['kind'] == 'mispredicted' else 1)


def code_columns(address, code):
    out = {'address': '0x%016x' % address, 'module': code.module, 'function': code.symbol, 'file': code.file}
    if code.file:
        out['line'] = code.line
    return {name: value for name, value in out.items() if value}


def name_object(module, symbol):
    out = {'object': symbol or symbols.NOT_KNOWN}
    if module.startswith('/'):
        out['object_module'] = module
    return out


def columns_of(i):
    """The code of an instruction, and the object, if it accesses any data."""
    return dict(code_columns(i.address, i.code), **(name_object(*i.object) if i.data else {}))


def one_of(rows):
    """One row for several that may be right."""
    out = {}
    for name in {name for row in rows for name in row}:
        values = [row.get(name, 'absent') for row in rows]
        out[name] = values[0] if values.count(values[0]) == len(values) else OneOf(values)
    return out


class Findings:
    """
    rows: of program counters, cache lines and pages: lists of samples by key, whose last part is the address. interval:
    operations from one sample to the next, or 0.
    """

    def __init__(self, profile, samples, rows, label, interval):
        self.p, self.samples, self.rows, self.label, self.interval = profile, samples, rows, label, interval
        self.latency = self.by_part(samples, lambda s: s.get('total_latency', 0))
        step = max(profile.line // 64, 1)
        self.shared, self.out = [], []
        for key, some in rows['lines_by_latency'].items():
            threads = sharing.by_thread(some, lambda s: s['data_va_address'] % profile.line // step * step)
            weights = sharing.Weights(threads.values(), some)
            if weights.verdict():
                self.shared.append(SharedLine(key, some, weights))
        of_shared = {id(s) for line in self.shared for s in line.samples}
        self.instructions = [instructions.Instruction(profile, some, lambda s: id(s) in of_shared)
                             for some in rows['pcs_by_samples'].values()]

    @staticmethod
    def by_part(samples, value):
        sums = [0] * intervals.PARTS
        for s in samples:
            sums[s['batch']] += value(s)
        return sums

    def table(self):
        parts = {s['batch'] for s in self.samples if 'total_latency' in s}
        if self.p.was_saved or len(parts) < intervals.LEAST:
            return []
        for kind in ('contended-lock', 'false-sharing', 'true-sharing'):
            self.sharing(kind)
        if any(places.is_load(s) and 'memory_level' in s and s.get('total_latency') for s in self.samples):
            self.waits('memory-load', lambda i: i.is_load, instructions.wait_of, instructions.Instruction.line,
                       self.load)
        self.waits('memory-store', lambda i: not i.is_load, instructions.wait_of, instructions.Instruction.line,
                   self.store)
        self.waits('page-walk', lambda i: True, instructions.walk_of, lambda i: (i.object, i.process), self.walk)
        self.branches()
        return self.out

    def state(self, kind, samples, interval, alternatives, of='summed latency', least=LEAST):
        """Adds a row if it costs enough. alternatives(): rows of its other columns, each of which may be right."""
        i = interval.times(100)
        is_close = abs(i.low - least) <= .003 * (i.high - i.low) + 1e-9
        if len(samples) < FEWEST or i.low < least and not is_close:
            return
        title, table, advice = KINDS[kind]
        row = {'kind': kind, 'title': title, 'percent': min(i.value, 100), 'low': max(i.low, 0),
               'high': min(i.high, 100), 'of': of, 'samples': len(samples), 'try': advice}
        rows = [{'table': 'pcs_by_latency' if table == 'source_lines' and 'file' not in r else table, **r}
                for r in alternatives()]
        row.update(one_of(rows))
        self.out.append({'finding': key_of(row)} if is_close else dict(row, finding=key_of(row)))

    def state_latency(self, kind, samples, value, alternatives):
        self.state(kind, samples, intervals.ratio(self.by_part(samples, value), self.latency), alternatives)

    # -- sharing --

    def sharing(self, kind):
        """Lines are of the object at the part with most samples."""
        groups = {}
        for line in self.shared:
            if line.kind() == kind:
                place = self.place(line, line.weights.top)
                process = line.process if place.is_mapping or not place.symbol else None
                groups.setdefault((place.module, place.symbol, process), []).append(line)
        for (module, symbol, _), lines in groups.items():
            costs = [places.latency(line.samples) for line in lines]
            tops = [line for line, cost in zip(lines, costs) if cost == max(costs)]
            self.state_latency(kind, [s for line in lines for s in line.samples], lambda s: s.get('total_latency', 0),
                               lambda t=tops, some=lines, m=module, o=symbol:
                               [self.line_columns(top, some, m, o) for top in t])

    def place(self, line, part):
        s = symbols.first(line.samples)
        return symbols.as_data(symbols.resolve(s['file'], s, line.address + part))

    def line_columns(self, line, lines, module, symbol):
        threads, groups = line.threads, line.groups()
        seen = ', '.join(self.thread_words(line, group) for group in groups[:4])
        seen += ', and more threads' if len(groups) > 4 or line.has_more else ''
        seen += '; so do threads on %d more line%s' % (len(lines) - 1, 's' if len(lines) > 2 else '') \
            if len(lines) > 1 else ''
        atomics = sum(t.atomics for some in lines for t in some.threads)
        exclusives = sum(t.locks for some in lines for t in some.threads) - atomics
        seen += '; %d samples are atomics, such as exchanges' % atomics if atomics else ''
        seen += '; %d samples are exclusive loads and stores' % exclusives if exclusives else ''
        same, apart = sum(some.weights.same for some in lines), sum(some.weights.apart for some in lines)
        if same < apart and same >= (same + apart) / 8:
            seen += '; %.0f %% of these samples are on bytes that several threads use' % (100 * same / (same + apart))
        if apart <= same and apart >= (same + apart) / 8:
            seen += '; %.0f %% of these samples are on bytes that one thread uses' % (100 * apart / (same + apart))
        code = max(threads, key=lambda t: (t.locks, t.stores)).code()      # the first of those that lock or write most
        columns = code_columns(code['pc_address'] & symbols.MASK, code['code']) if code else {}
        return dict(columns, seen=seen, **name_object(module, symbol))

    def thread_words(self, line, group):
        """left (10/11) and 3 more threads write counters+8"""
        part, is_written, threads = group
        place, where = self.place(line, part), 'byte %d' % part
        if place.symbol and not place.is_mapping:
            where = place.symbol + ('+%d' % place.offset if place.offset else '')
        more = len(threads) - 1
        who = self.label(threads[0].samples[0]) + (
            ' and %d more thread%s' % (more, 's' if more > 1 else '') if more else '')
        return '%s %s%s %s' % (who, 'write' if is_written else 'read', '' if more else 's', where)

    # -- waits --

    def waits(self, kind, is_of, value, key, describe):
        """Sums up the instructions that wait, by a key. Those that wait for what threads share are another finding."""
        groups = {}
        for i in self.instructions:
            samples = [s for s in i.accesses if value(s) is not None]
            if samples and is_of(i) and not i.is_shared:
                groups.setdefault(key(i), []).append((i, samples, sum(map(value, samples))))
        left, doubts = {}, set()
        for some in groups.values():
            before, code = len(self.out), max(some, key=lambda one: one[2])[0].code
            self.state_waits(kind, some, value, describe)
            if len(self.out) > before and 'kind' not in self.out[-1]:
                doubts.add((code.module, code.symbol))
            elif len(self.out) == before and code.symbol:
                left.setdefault((code.module, code.symbol), []).append(some)
        for function, lines in left.items() if kind != 'page-walk' else ():
            if function in doubts:      # a line that is in doubt counts there, or does not
                self.out.append({'finding': (kind, *function)})
            elif len(lines) > 1:
                self.function(kind, lines, value, describe)

    def function(self, kind, lines, value, describe):
        """Lines that do not cost enough by themselves. Its columns are of the costliest instruction of that line."""
        costs = [sum(cycles for _, _, cycles in line) for line in lines]
        first = [line for line, cost in zip(lines, costs) if cost == max(costs)]
        tops = [i for line in first for i, _, cycles in line if cycles == max(cycles for _, _, cycles in line)]
        self.state_waits(kind, [one for line in lines for one in line], value, lambda i, e: [
            dict({name: cell for name, cell in row.items() if name not in ('file', 'line')}, table='functions',
                 seen=row['seen'] + '; on %d source lines' % len(lines)) for row in describe(i, e)], tops)

    def state_waits(self, kind, some, value, describe, tops=None):
        most = max(cycles for _, _, cycles in some)
        tops = tops or [i for i, _, cycles in some if cycles == most]
        samples = [s for _, found, _ in some for s in found]
        each = '%.0f cycles each' % (sum(cycles for _, _, cycles in some) / len(samples))
        self.state_latency(kind, samples, value, lambda: [row for i in tops for row in describe(i, each)])

    def order(self, i):
        way, is_wide, rest = i.order(self.interval)
        return way, is_wide, ORDERS[way] + (', in steps of 256 bytes or more' if is_wide else '') + rest

    def load(self, i, each):
        """Columns of loads whose costliest instruction is i."""
        way, is_wide, words = self.order(i)
        remote = sum(places.is_load(s) and bool(s.get('memory_remote')) for s in i.samples)
        is_remote = remote * 4 >= len(i.samples)
        if is_remote:
            words = '; %.0f %% from another node' % (100 * remote / len(i.samples)) + words
        advice = NODES if is_remote else advice_of(way, is_wide, words, LOADS)
        return [dict(columns_of(i), seen='%s; %s%s' % (places.main_source(i.samples), each, words), **{'try': advice})]

    def store(self, i, each):
        way, is_wide, words = self.order(i)
        of = [s for s in i.samples if places.has(s, 2)]
        seen = '%.0f %% miss level 1; %s%s' % (places.percent(sum(places.has(s, 3) for s in of), len(of)), each, words)
        advice = advice_of(way, is_wide, words, STORES)
        return [dict(columns_of(i), seen=seen, **{'try': advice})]

    # -- branches --

    def branches(self):
        """Mispredicted branches of all samples, unless they are chosen by what they do."""
        if any(file.has_filter for file in self.p.files) or any(
                o.startswith(('--op=', '--event=', '--source=', '--filter=')) for o in self.p.options):
            return
        of = [s for s in self.samples if places.is_retired_branch(s)]
        missed = [s for s in of if places.has(s, 7)]
        if 2 * sum(map(self.is_wait, missed)) > len(missed):
            return
        share = intervals.ratio(self.by_part(missed, lambda s: 1), self.by_part(self.samples, lambda s: 1))
        self.state('mispredicted', missed, share, lambda: self.branch_columns(missed, len(of)), 'operations',
                   LEAST / FLUSH)

    def is_wait(self, s):
        """Whether a branch is the end of a loop that waits for other threads, which a finding names."""
        return 'code' in s and any(
            row.get('table') == 'sharing' and isinstance(row.get('address'), str) and
            abs((s['pc_address'] & symbols.MASK) - int(row['address'], 16)) <= 256 and
            (row.get('module') or '') == (s['code'].module or '') for row in self.out)

    def branch_columns(self, missed, branches):
        seen = '%.1f %% of the branches' % (100 * len(missed) / branches)
        groups = {}
        for i in self.instructions:
            some = [s for s in i.samples if places.is_retired_branch(s) and places.has(s, 7)]
            if some:
                groups.setdefault(i.line(), []).append((i, some))
        lines = sorted(groups.values(), key=lambda line: -sum(len(some) for _, some in line))
        counts = [sum(len(some) for _, some in line) for line in lines]
        out = []
        lines = [line for line, n in zip(lines, counts) if n >= 5 and n >= .05 * len(missed)]
        for order in orders_of(counts[:len(lines)]) if lines else ():
            words = ['%s (%.0f %%)' % (branch_place(lines[n]), 100 * counts[n] / len(missed)) for n in order[:3]]
            most = max(len(some) for _, some in lines[order[0]])
            strays = sum(bool(s.get('indirect')) for _, some in lines[order[0]] for s in some)
            advice = DIRECT if 2 * strays > counts[order[0]] else PREDICTABLE
            row = {'seen': seen + '; most at ' + ', '.join(words), 'try': advice}
            is_enough = counts[order[0]] >= LEAST / 100 / FLUSH * len(self.samples)     # that place alone
            out += [dict(code_columns(i.address, i.code) if is_enough else {}, **row)
                    for i, some in lines[order[0]] if len(some) == most]
        return out or [{'seen': seen, 'try': PREDICTABLE}]

    def walk(self, i, each):
        """Columns of walks; more than one row if the kernel's code accesses data of several processes."""
        own = {id(s) for s in i.data if instructions.object_of(s) == i.object}
        spaces = {page[0] for page, some in self.rows['pages_by_latency'].items() if any(id(s) in own for s in some)}
        words = [each + self.words_of_pages(self.pages(i, space)) for space in spaces or {None}]
        return [dict(columns_of(i), seen=seen) for seen in words]

    def words_of_pages(self, pages):
        if not pages:
            return ''
        size = self.p.page >> 10
        size = '%d KiB' % size if size < 1024 else '%d MiB' % (size >> 10)
        words = '; at least %s of %s' % (many(len(pages)), size)
        if self.p.page < HUGE:
            words += ', which %s of 2 MiB would hold' % many(len({page // HUGE for page in pages}))
        return words

    def pages(self, i, space):
        """Pages of an object in a process, for which a walk was sampled."""
        walked = [(page[-1], some) for page, some in self.rows['pages_by_latency'].items()
                  if page[0] == space and any(places.has(s, 4) and places.has(s, 5) for s in some)]
        return [page for page, some in walked if self.is_of_object(page, some, i.object)]

    def is_of_object(self, page, samples, key):
        """Whether a 64th of a page that was accessed begins or ends in an object."""
        step, first = self.p.page // 64, symbols.first(samples)
        for part in {s['data_va_address'] % self.p.page // step * step for s in samples}:
            for at in (page + part, page + part + step - 1):
                place = symbols.as_data(symbols.resolve(first['file'], first, at))
                if (place.module, place.symbol) == key:
                    return True
        return False


class SharedLine:
    """A line that threads share: its samples, and what they show."""

    def __init__(self, key, samples, weights):
        self.process, self.address = key[0], key[-1]
        self.samples, self.weights, self.threads = samples, weights, weights.threads
        self.has_more = len({sharing.thread_of(s) for s in samples}) > len(self.threads)

    def kind(self):
        if self.weights.same < self.weights.apart:
            return 'false-sharing'
        return 'contended-lock' if sharing.is_lock_of(self.threads) else 'true-sharing'

    def groups(self):
        """The part that a thread uses most, whether it writes there, and the threads of which that is so."""
        groups = {}
        for thread, hot in zip(self.threads, self.weights.hot):
            groups.setdefault((hot, hot in thread.written), []).append(thread)
        return [(*key, threads) for key, threads in groups.items()]


def orders_of(counts):
    """Orders of the first lines, of which several may have the same count: as many as matter."""
    ties = [list(same) for _, same in itertools.groupby(range(len(counts)), lambda n: counts[n])]
    heads, left = [[]], 3
    for same in ties:
        some = [list(p) for p in itertools.permutations(same[:6], min(left, len(same)))]
        heads = [head + p for head in heads for p in some]
        left -= min(left, len(same))
        if not left:
            break
    return heads


def branch_place(line):
    code = line[0][0].code
    if code.file:
        return '%s:%d' % (symbols.short(code.file), code.line)
    return code.symbol or code.words(False) or '0x%x' % (line[0][0].address & symbols.MASK)


def advice_of(way, is_wide, words, by_order):
    return WIDE if is_wide else STEPS if 'multiples' in words else by_order.get(way, SMALLER)


def many(pages):
    return '%d page%s' % (pages, '' if pages == 1 else 's')
