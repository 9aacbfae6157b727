# SPDX-License-Identifier: MIT
"""Tables of places: code, data, processes, threads and cores, with the columns that they share."""
from collections import Counter, defaultdict


# Of levels with the same latency, the first here is the main source.
NEAREST = ('L1', 'line fill buffer', 'L2', 'peer core', 'cluster L3', 'last level cache', 'peer cluster',
           'system cache', 'other cache or device', 'beyond last level cache', 'remote cache', 'remote', 'DRAM',
           'device', 'cache of the cluster')


def has(sample, bit):
    return bool(sample.get('events', 0) >> bit & 1)


def percent(part, whole):
    return 100.0 * part / whole if whole else 0


def ratio(row, name, samples, of, part):
    """A column that is absent if no sample counts for it."""
    counted = [s for s in samples if of(s)]
    if counted:
        row[name] = percent(sum(1 for s in counted if part(s)), len(counted))


def is_retired_branch(sample):
    return sample.get('op') == 'B' and has(sample, 1)


def is_load(s):
    return s.get('op') == 'LD' and s.get('subclass') != 'reserved' or bool(s.get('atomic'))


def is_store(s):
    return s.get('op') == 'ST' and s.get('subclass') != 'reserved' or bool(s.get('atomic'))


def latency(samples):
    return sum(s.get('total_latency', 0) for s in samples)


class Columns:
    """Columns of a row; all: the samples of the whole profile; unit: seconds of a tick, or None; timed: whether any."""

    def __init__(self, everything, seconds, timed):
        self.count, self.latency = len(everything), latency(everything)
        self.seconds, self.timed = seconds, timed
        self.time = sum(s.get('elapsed', 0) for s in everything)

    def common(self, row, samples, has_time):
        row['samples'], row['share'] = len(samples), percent(len(samples), self.count)
        if has_time and self.timed:
            time = sum(s.get('elapsed', 0) for s in samples)
            if self.seconds:
                row['time_s'] = time * self.seconds
            row['of_time'] = percent(time, self.time)
        row['summed_latency'] = latency(samples)
        if self.latency:
            row['of_latency'] = percent(latency(samples), self.latency)
        return row

    def misses(self, row, samples):
        ratio(row, 'l1d_miss', samples, lambda s: has(s, 2), lambda s: has(s, 3))
        ratio(row, 'tlb_walk', samples, lambda s: has(s, 4), lambda s: has(s, 5))
        row['ll_misses'] = sum(has(s, 8) and has(s, 9) for s in samples)
        row['remote'] = sum(is_load(s) and bool(s.get('memory_remote')) for s in samples)
        return row

    def code(self, row, samples):
        """Functions, lines, modules, program counters, processes, threads, cores."""
        self.misses(self.common(row, samples, True), samples)
        ratio(row, 'mispredicted', samples, is_retired_branch, lambda s: has(s, 7))
        row['main_source'] = main_source(samples)
        return row

    def data(self, row, samples):
        """Data objects, lines, pages."""
        self.misses(self.common(row, samples, False), samples)
        row['loads'] = sum(map(is_load, samples))
        row['stores'] = sum(map(is_store, samples))
        row['atomics'] = sum(bool(s.get('atomic')) for s in samples)
        return row


def main_source(samples):
    """The level that served most of the summed latency of loads, and its share."""
    loads = [s for s in samples if is_load(s)]
    by = Counter()
    for s in loads:
        if 'memory_level' in s:
            by[s['memory_level']] += s.get('total_latency', 0)
    if not loads:
        return 'no loads'
    if not any(by.values()):
        return 'not known'
    level, most = min(by.items(), key=lambda item: (-item[1], NEAREST.index(item[0])))
    return '%s %.0f %%' % (level, percent(most, latency(loads)))


def chance(n):
    """A number that looks like chance, the same each time (tools/system/hash.h)."""
    n = n * 0x9e3779b97f4a7c15 % (1 << 64)
    n = (n ^ n >> 32) * 0xd6e8feb86659fd93 % (1 << 64)
    return n ^ n >> 32


def group(samples, key):
    rows = defaultdict(list)
    for s in samples:
        k = key(s)
        if k is not None:
            rows[k].append(s)
    return rows
