# SPDX-License-Identifier: MIT
"""
Findings (tools/docs/stat.md, section Findings): cache lines that threads share, loads that wait for memory, and page
walks. Each row has the column `finding`, its key, which certain() adds to spe-stat's rows.

A row is in doubt if its cost is too close to the least one. It then has only the key, and certain() takes it out of
both lists.
"""
import instructions
import intervals
import places
import sharing
import symbols

LEAST, FEWEST = 5, 10       # percent, samples
HUGE = 1 << 21              # bytes of a page

# title, table, advice
KINDS = {
    'false-sharing': ('False sharing', 'sharing', 'give each thread its own line: align what it writes to the size of '
                      'a line, or let it count in a local variable and add it up at the end'),
    'true-sharing': ('True sharing', 'sharing', 'write less often: let each thread count for itself and add it up at '
                     'the end; split the lock, or what it protects'),
    'memory-load': ('Loads wait for memory', 'source_lines', None),
    'page-walk': ('Page walks', 'pages_by_latency', 'use huge pages: madvise(MADV_HUGEPAGE) for the memory, or '
                  'glibc.malloc.hugetlb=1 in GLIBC_TUNABLES; access the data page by page'),
}
SCATTERED = ('store the elements in the order of use, in an array and not along pointers; make them smaller; prefetch '
             'the next ones while this one is processed')
STEPS = ('each access uses little of its line: exchange the loops or store the data in the order of access; put '
         'together what is used together')
SMALLER = 'make the data smaller, or work on blocks that fit the caches'
RISING = ('the processor can fetch these ahead: make elements smaller, split what the loop needs from what it does '
          'not, work on blocks that fit the caches')


class OneOf(tuple):
    """The value of a column, if several are right."""

    def __eq__(self, other):
        return other in tuple(self)

    __hash__ = tuple.__hash__


# -- keys of rows --

def key_of(row):
    """Loads belong to a line, or to a function, or to an address; the others to an object."""
    if row['kind'] != 'memory-load':
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
    """rows: of program counters, cache lines and pages: lists of samples by key, whose last part is the address."""

    def __init__(self, profile, samples, rows, label):
        self.p, self.samples, self.rows, self.label = profile, samples, rows, label
        self.latency = self.by_part(samples, lambda s: s.get('total_latency', 0))
        step = max(profile.line // 64, 1)
        self.shared, self.out = [], []
        for key, some in rows['lines_by_latency'].items():
            threads = sharing.by_thread(some, lambda s: s['data_va_address'] % profile.line // step * step)
            found = sharing.verdict(threads.values())
            if found:
                self.shared.append((key[-1], some, list(threads.values()), found, key[0]))
        of_shared = {id(s) for line in self.shared for s in line[1]}
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
        for kind in ('false-sharing', 'true-sharing'):
            self.sharing(kind)
        self.waits('memory-load', instructions.wait_of, instructions.Instruction.line, self.load)
        self.waits('page-walk', instructions.walk_of, lambda i: (i.object, i.process), self.walk)
        return self.out

    def state(self, kind, samples, value, alternatives):
        """Adds a row if it costs enough. alternatives(): rows of its other columns, each of which may be right."""
        i = intervals.ratio(self.by_part(samples, value), self.latency).times(100)
        is_close = abs(i.low - LEAST) <= .003 * (i.high - i.low) + 1e-9
        if len(samples) < FEWEST or i.low < LEAST and not is_close:
            return
        title, table, advice = KINDS[kind]
        row = {'kind': kind, 'title': title, 'table': table, 'percent': min(i.value, 100), 'low': max(i.low, 0),
               'high': min(i.high, 100), 'of': 'summed latency', 'samples': len(samples), 'try': advice}
        row.update(one_of(alternatives()))
        self.out.append({'finding': key_of(row)} if is_close else dict(row, finding=key_of(row)))

    # -- sharing --

    def sharing(self, kind):
        """Lines are of the object at the first byte that their first thread writes, or else reads."""
        groups = {}
        for line in self.shared:
            if (line[3] == 'true sharing') == (kind == 'true-sharing'):
                place = self.place(line, line[2][0])
                process = line[4] if place.is_mapping or not place.symbol else None
                groups.setdefault((place.module, place.symbol, process), []).append(line)
        for (module, symbol, _), lines in groups.items():
            costs = [places.latency(line[1]) for line in lines]
            tops = [line for line, cost in zip(lines, costs) if cost == max(costs)]
            self.state(kind, [s for line in lines for s in line[1]], lambda s: s.get('total_latency', 0),
                       lambda t=tops, some=lines, m=module, o=symbol: [self.line_columns(top, some, m, o) for top in t])

    @staticmethod
    def first_part(thread):
        return min(thread.written or thread.read)

    def place(self, line, thread):
        s = symbols.first(line[1])
        return symbols.as_data(symbols.resolve(s['file'], s, line[0] + self.first_part(thread)))

    def line_columns(self, line, lines, module, symbol):
        threads, count = line[2], len(lines)
        seen = ', '.join(self.thread_words(line, thread) for thread in threads[:4])
        seen += ', and more threads' if len(threads) > 4 else ''
        seen += '; so do threads on %d more lines' % (count - 1) if count > 1 else ''
        is_both = any(found == 'true and false sharing' for _, _, _, found, _ in lines)
        seen += '; some threads use the same bytes, too' if is_both else ''
        code = max(threads, key=lambda t: t.stores).code()      # the first of those that write most
        columns = code_columns(code['pc_address'] & symbols.MASK, code['code']) if code else {}
        return dict(columns, seen=seen, **name_object(module, symbol))

    def thread_words(self, line, thread):
        place = self.place(line, thread)
        where = 'byte %d' % self.first_part(thread)
        if place.symbol and not place.is_mapping:
            where = place.symbol + ('+%d' % place.offset if place.offset else '')
        return '%s %s %s' % (self.label(thread.samples[0]), 'writes' if thread.written else 'reads', where)

    # -- waits --

    def waits(self, kind, value, key, describe):
        """Sums up the instructions that wait, by a key. Those that wait for what threads share are another finding."""
        groups = {}
        for i in self.instructions:
            samples = [s for s in i.accesses if value(s) is not None]
            if samples and not i.is_shared:
                groups.setdefault(key(i), []).append((i, samples, sum(map(value, samples))))
        for some in groups.values():
            most = max(cycles for _, _, cycles in some)
            tops = [i for i, _, cycles in some if cycles == most]
            samples = [s for _, found, _ in some for s in found]
            each = '%.0f cycles each' % (sum(cycles for _, _, cycles in some) / len(samples))
            self.state(kind, samples, value, lambda t=tops, e=each: [row for i in t for row in describe(i, e)])

    @staticmethod
    def load(i, each):
        """Columns of loads whose costliest instruction is i."""
        order, is_wide = i.order(), i.is_wide()
        way = {1: '; rising addresses', -1: '; falling addresses', None: '',
               0: '; scattered addresses: along pointers, or random indices'}[order]
        way += ', in steps of a cache line or more' if order and is_wide else ''
        advice = SMALLER if order is None else SCATTERED if not order else STEPS if is_wide else RISING
        seen = '%s; %s%s' % (places.main_source(i.samples), each, way)
        return [dict(columns_of(i), seen=seen, **{'try': advice})]

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


def many(pages):
    return '%d page%s' % (pages, '' if pages == 1 else 's')
