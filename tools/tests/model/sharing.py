# SPDX-License-Identifier: MIT
"""
Who accesses cache lines and pages (the manual page, section Cache lines): the columns threads and cores of their
tables, and the table of lines that threads share.
"""
import places
import symbols

MOST = 8        # threads of a line that have rows


def thread_of(s):
    """A thread by its numbers; the core, if the thread is not known; or neither."""
    if 'process' in s:
        return ('thread', *s['process'][:2], s['thread'])
    return ('core', s['cpu']) if s.get('cpu') is not None else ('nobody',)


class Accesses:
    """The accesses of one thread to a line or page."""

    def __init__(self, samples, part):
        self.samples = samples
        self.loads = sum(map(places.is_load, samples))
        self.stores = sum(map(places.is_store, samples))
        self.atomics = sum(bool(s.get('atomic')) for s in samples)
        self.read = {part(s) for s in samples if places.is_load(s) or not places.is_store(s)}
        self.written = {part(s) for s in samples if places.is_store(s)}
        self.used = self.read | self.written

    def code(self):
        """The sample whose code is shown: the first that writes, if its code is known, or else the first."""
        first_write = [s for s in self.samples if places.is_store(s)][:1]
        return next((s for s in first_write + self.samples if 'code' in s), None)


def by_thread(samples, part=lambda s: 0):
    """The accesses of each of the first threads that accessed a line or page."""
    rows = places.group(samples, thread_of)
    return {key: Accesses(rows[key], part) for key in list(rows)[:MOST]}


def add_columns(row, samples):
    """threads and cores: absent if none is known."""
    threads = sum(key[0] == 'thread' for key in by_thread(samples))
    cores = len({s['cpu'] for s in samples if s.get('cpu') is not None})
    row.update({name: n for name, n in (('threads', threads), ('cores', cores)) if n})
    row['main_source'] = places.main_source(samples)


def writes_often(one, threads):
    """At least two samples of writes, and an eighth of the mean number of samples of a thread."""
    mean = sum(a.loads + a.stores - a.atomics for a in threads) / len(threads)
    return one.stores >= 2 and one.stores >= mean / 8


def verdict(threads):
    """What a thread that writes often does to each other one; None if no thread does."""
    is_true = is_false = False
    for one in threads:
        if not writes_often(one, threads):
            continue
        for other in threads:
            if other is one:
                continue
            uses_written = bool(other.used & one.written)
            is_true |= uses_written
            is_false |= not uses_written or bool(other.used - one.used)
    if is_true and is_false:
        return 'true and false sharing'
    return 'true sharing' if is_true else 'false sharing' if is_false else None


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
        found = verdict(threads.values())
        if found:
            out.append([row_of(key[-1], thread, found, label(thread.samples[0]))
                        for thread in threads.values()])
    return out


def row_of(address, thread, found, name):
    row = {'line_and_thread': '%#x %s' % (address, name), 'loads': thread.loads, 'stores': thread.stores,
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
