# SPDX-License-Identifier: MIT
"""
Who accesses cache lines and pages (the manual page, section Cache lines): the columns threads and cores of their
tables, and the table of lines that threads share.
"""
import places
import symbols

MOST = 8        # threads of a line that have rows
WRITE = 64      # the weight of a sample that writes
FEWEST = 10     # samples of a line that has a verdict
SELDOM = 8      # a part of an equal share of samples
RARELY = 64     # the same, of many samples of writes


def thread_of(s):
    """A thread by its numbers; the core, if the thread is not known; or neither."""
    if 'process' in s:
        return ('thread', *s['process'][:2], s['thread'])
    return ('core', s['cpu']) if s.get('cpu') is not None else ('nobody',)


def is_lock(s):
    return bool(s.get('atomic') or s.get('exclusive'))


def halved_counts(parts):
    """
    How often each part was accessed. No number is above 255: before it would be, all are halved, and from then on half
    of the accesses count, by chance.
    """
    counts, halved = {}, 0
    for number, part in enumerate(parts):
        if places.chance(number) % (1 << halved):
            continue
        if counts.get(part) == 255:
            counts, halved = {p: n // 2 for p, n in counts.items()}, halved + 1
        counts[part] = counts.get(part, 0) + 1
    return counts


class Accesses:
    """The accesses of one thread to a line or page."""

    def __init__(self, samples, part, weight):
        self.samples = samples
        stores = sum(map(places.is_store, samples))
        inherited = weight - sum(WRITE if places.is_store(s) else places.is_load(s) for s in samples)
        self.written_in_place = stores and stores + inherited // WRITE  # also by those whose place it took
        self.loads = sum(map(places.is_load, samples))
        self.stores = sum(map(places.is_store, samples))
        self.atomics = sum(bool(s.get('atomic')) for s in samples)
        self.read = {part(s) for s in samples if places.is_load(s) or not places.is_store(s)}
        self.written = {part(s) for s in samples if places.is_store(s)}
        self.used = self.read | self.written
        self.locks = sum(map(is_lock, self.samples))
        self.locked = {part(s) for s in samples if is_lock(s)}
        self.count = self.loads + self.stores - self.atomics
        self.at = halved_counts(map(part, samples))

    def code(self):
        """The sample whose code is shown: the first that locks, or else that writes, if its code is known; or the
        first."""
        best, has_locked, has_stored = None, False, False
        for s in self.samples:
            is_better = not has_locked and (is_lock(s) or places.is_store(s) and not has_stored)
            if 'code' in s and (best is None or is_better):
                best = s
            has_locked |= is_lock(s)
            has_stored |= places.is_store(s)
        return best


def by_thread(samples, part=lambda s: 0):
    """
    The accesses of each of the threads that accessed a line or page most. Each place has a weight, to which a sample
    adds. A sample of a thread without a place gets that of the least weight, by chance.
    """
    order, rows, weights, left = [], {}, [], 0
    for s in samples:
        key, weight = thread_of(s), WRITE if places.is_store(s) else 1
        if key not in rows and len(rows) < MOST:
            order.append(key)
            rows[key] = []
            weights.append(0)
        elif key not in rows:
            left += 1
            least = weights.index(min(weights))
            if places.chance(left) % (weights[least] + weight) >= weight:
                continue
            gone = rows.pop(order[least])
            left += sum(map(places.is_load, gone)) + sum(map(places.is_store, gone)) - 1
            left -= sum(bool(old.get('atomic')) for old in gone)
            order[least] = key
            rows[key] = []
        weights[order.index(key)] += weight
        rows[key].append(s)
    return {key: Accesses(rows[key], part, weight) for key, weight in zip(order, weights)}


def add_columns(row, samples):
    """threads and cores: absent if none is known."""
    threads = sum(key[0] == 'thread' for key in by_thread(samples))
    cores = len({s['cpu'] for s in samples if s.get('cpu') is not None})
    row.update({name: n for name, n in (('threads', threads), ('cores', cores)) if n})
    row['main_source'] = places.main_source(samples)


def is_lock_of(threads):
    """Whether two threads at least take it, or count there, with atomics or exclusives."""
    return sum(t.locks > 1 for t in threads) >= 2 and sum(t.locks for t in threads) >= FEWEST


def is_often(own, is_written, threads, whole):
    return own * SELDOM * threads >= whole or is_written and own >= FEWEST and own * RARELY * threads >= whole


def writes_often(one, threads):
    """At least two samples of writes, and an eighth of the mean number of samples of a thread; or many; or of locks."""
    whole = sum(a.count for a in threads)
    return one.written_in_place >= 2 and (is_often(one.stores, True, len(threads), whole) or
                                          one.locks >= 2 and is_lock_of(threads))


class Weights:
    """
    How many samples of a line are of bytes that several threads use and one writes (same), and how many of bytes that
    one thread has for itself while another writes to the line (apart). What a thread does seldom does not count.
    """

    def __init__(self, threads, samples):
        self.threads = threads = list(threads)
        self.is_one_core = len({s.get('cpu') for s in samples}) == 1 and samples[0].get('cpu') is not None
        self.samples = [{part: t.count * n / sum(t.at.values()) for part, n in t.at.items() if n} for t in threads]
        written = [t.written if writes_often(t, threads) else set() for t in threads]
        parts = sorted(set().union(*self.samples)) if threads else []
        for part in parts:
            some = [of[part] for of in self.samples if of.get(part, 0) > 0]
            least = sum(of.get(part, 0) for of in self.samples)
            for of, own in zip(self.samples, written):
                if part in of and (not of[part] or not is_often(of[part], part in own, len(some), least)):
                    del of[part]
        self.written = [set(of) & own for of, own in zip(self.samples, written)]
        self.same = self.apart = 0
        total = dict.fromkeys(parts, 0)
        for i, of in enumerate(self.samples):
            for part in sorted(of):
                self.add(i, part, of[part])
                total[part] += of[part]
        locked = [set(of) & t.locked if is_lock_of(threads) else set() for of, t in zip(self.samples, threads)]
        self.top = most(total, set().union(*locked))
        self.hot = [most(of, own) for of, own in zip(self.samples, locked)]

    def add(self, i, part, samples):
        others = [(set(self.samples[k]) if part in self.written[i] else self.written[k])
                  for k in range(len(self.samples)) if k != i]
        if any(part in other for other in others):
            self.same += samples
        elif any(others):
            self.apart += samples

    def verdict(self):
        """None if no thread that writes makes another one wait."""
        whole = self.same + self.apart
        if len(self.threads) < 2 or self.is_one_core or not whole or \
                not any(writes_often(t, self.threads) for t in self.threads):
            return None
        if self.apart * SELDOM < whole:
            return 'true sharing'
        return 'false sharing' if self.same * SELDOM < whole else 'true and false sharing'


def most(samples, of):
    """The part with the most, of some if there are any; the first of several; 0 if there are none."""
    return min(samples, key=lambda part: (part not in of, -samples[part], part), default=0)


def offsets(parts):
    return ' '.join(map(str, sorted(parts))) or 'none'


def by_latency(line):
    key, samples = line
    return -places.latency(samples), -len(samples), key[-1]


def table(lines, line_size, label):
    """
    A list of rows for each line that threads share. lines: samples by key, whose last part is the address. label: the
    words for a sample's thread.
    """
    step = max(line_size // 64, 1)

    def part(s):
        where = s['data_va_address'] % line_size
        return where // step * step

    out = []
    for key, samples in sorted(lines.items(), key=by_latency):
        threads = by_thread(samples, part)
        weights = Weights(threads.values(), samples)
        found = weights.verdict()
        if found and len(samples) >= FEWEST:
            name = object_name(samples, key[-1] + weights.top)
            out.append([row_of(key[-1], thread, found, label(thread.samples[0]), name)
                        for thread in threads.values()])
    return out


def object_name(samples, address):
    """The name of the data at an address; of memory, that of the table of objects or of its module."""
    some = symbols.first(samples)
    place = symbols.as_data(symbols.resolve(some['file'], some, address))
    return place.symbol or symbols.short(place.module) or symbols.NOT_KNOWN


def row_of(address, thread, found, name, data):
    row = {'line_and_thread': '%#x %s' % (address, name), 'object': data, 'loads': thread.loads,
           'stores': thread.stores,
           'atomics': thread.atomics, 'verdict': found, 'reads_at': offsets(thread.read),
           'writes_at': offsets(thread.written), 'code': 'not known', 'location': {}}
    code = thread.code()
    if code:
        row['code'] = code['code'].words(False) or '0x%016x' % (code['pc_address'] & symbols.MASK)
        row['location'] = code['code'].location('function', True)
    row['location'].update(address='0x%016x' % address, thread=name)
    return row


def first_lines(lines, most):
    """Rows of the first lines: --top counts lines, not rows."""
    return [row for rows in lines[:most] for row in rows]
