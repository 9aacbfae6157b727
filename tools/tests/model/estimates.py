# SPDX-License-Identifier: MIT
"""What samples stand for in the whole program, metrics, and their 95 % confidence intervals."""
import math
from collections import defaultdict

import intervals
import places
from places import has

JITTER = 74     # standard deviation of an interval, if a random number of 0 to 255 operations is added


def is_plain(op):
    return lambda s: s.get('op') == op and s.get('subclass') != 'reserved'


def always(_):
    return True


def by_bit(bit, test=always):
    return lambda s: test(s) and has(s, bit)


def is_simd(s):
    return s.get('subclass') == 'other' and bool(s.get('ase'))


def is_scalar_fp(s):
    return s.get('subclass') == 'other' and bool(s.get('fp')) and not s.get('ase')


def is_sve(s):
    return s.get('subclass') in ('data processing, SVE vector', 'SVE or SME registers')


# Metric, which samples count for it, which of these have the property; a core that never reports one of the last kind
# (not all do) has no such metric.
METRICS = (
    ('branch_misprediction_ratio', places.is_retired_branch, by_bit(7), always),
    ('l1d_cache_miss_ratio', by_bit(2), by_bit(3), always),
    ('dtlb_walk_ratio', by_bit(4), by_bit(5), always),
    ('l2_cache_miss_ratio', by_bit(19, is_plain('LD')), by_bit(20), always),
    ('ll_cache_read_miss_ratio', by_bit(8, is_plain('LD')), by_bit(9), always),
    ('ll_cache_read_hit_ratio', by_bit(8, is_plain('LD')), lambda s: not has(s, 9), always),
    ('load_percentage', always, is_plain('LD'), always), ('store_percentage', always, is_plain('ST'), always),
    ('branch_percentage', always, lambda s: s.get('op') == 'B', always),
    ('simd_percentage', always, is_simd, lambda s: is_simd(s) or is_scalar_fp(s)),
    ('scalar_fp_percentage', always, is_scalar_fp, lambda s: is_simd(s) or is_scalar_fp(s)),
    ('sve_all_percentage', always, is_sve, is_sve))


def mean_interval(period, config):
    """Linux rounds the period."""
    return max(period & ~255, 256) + 1 + (127.5 if config[0] >> 16 & 1 else 0) if period else 0


def interval_of(file, cpu=None):
    """
    The mean number of operations from one sample to the next, on any core or on that one. 0: not known, or events of
    SPE have different ones.
    """
    found = {mean_interval(*attribute) for attribute in file.perf.spe_attributes(cpu)} if file.perf else ()
    return found.pop() if len(found) == 1 else 0


def streams(file):
    """How many cores, or threads, have written samples."""
    if not file.perf:
        return min(len(file.samples), 1)
    return len({(file.buffers[s['buffer']].of_cpu, file.buffers[s['buffer']].of_tid) for s in file.samples})


UNITS = {'branch_misprediction_ratio': 'per branch', 'dtlb_walk_ratio': 'per TLB access'}


def unit_of(metric):
    return 'percent of operations' if metric.endswith('_percentage') else UNITS.get(metric, 'per cache access')


def scale_of(metric):
    return 100 if metric.endswith('_percentage') else 1


class Estimates:
    """files: all; samples: those that were selected; line: bytes of a cache line."""

    def __init__(self, files, samples, line):
        self.samples, self.line = samples, line
        self.files = files
        found = {interval_of(file) for file in files}
        self.interval = found.pop() if len(found) == 1 else 0
        self.is_filtered = any(file.has_filter for file in files)
        self.streams = sum(map(streams, files))
        self.read, self.read_operations = [0] * intervals.PARTS, [0] * intervals.PARTS
        is_known = True
        for file in files:
            each = [interval_of(file, buffer.of_cpu) for buffer in file.buffers] or [0]
            interval = interval_of(file)
            for number, sample in enumerate(file.samples):
                sample['batch'] = intervals.part_of(number, interval)
                sample['operations'] = each[sample['buffer']]
                is_known &= sample['operations'] > 0
                self.read[sample['batch']] += 1
                self.read_operations[sample['batch']] += sample['operations']
        self.each = sum(self.read_operations) / sum(self.read) if is_known and sum(self.read) else 0

    def count(self, test=always, value=None):
        """By part: the samples of a test, or the sum of a value of them."""
        sums = [0] * intervals.PARTS
        for sample in self.samples:
            if test(sample):
                sums[sample['batch']] += sample.get(value, 0) if value else 1
        return sums

    def metrics(self):
        """Those that are known, by name."""
        out = {}
        for name, counts, has_property, is_known in METRICS:
            if any(map(counts, self.samples)) and any(map(is_known, self.samples)):
                k = self.count(lambda s, c=counts, p=has_property: c(s) and p(s))
                out[name] = intervals.share(k, self.count(counts))
        return out

    def metric_rows(self):
        return [{'name': name, 'estimate': i.value * scale_of(name), 'low': i.low * scale_of(name),
                 'high': i.high * scale_of(name), 'unit': unit_of(name)} for name, i in self.metrics().items()]

    def operations(self):
        """If all samples are wanted, only jitter, and what ran after the last sample of each stream, is not known."""
        n = len(self.samples)
        if self.is_filtered or n < sum(self.read):
            return self.total(always)
        deviation, rest = JITTER / self.each / math.sqrt(n), self.streams / n
        return intervals.Interval(1, 1 - 1.96 * deviation, 1 + 1.96 * deviation + rest,
                                  deviation ** 2 + rest ** 2).times(n * self.each)

    def total(self, test):
        """The operations of a test in the whole program."""
        k = [n / self.each for n in self.count(test, 'operations')]
        if self.is_filtered:
            return intervals.count(round(sum(k))).times(self.each)
        return intervals.share(k, [n / self.each for n in self.read_operations]).times(sum(self.read_operations))

    def seconds(self):
        """From the first to the last sample of each file, added up; 0 if there are ticks of an unknown clock."""
        if any('elapsed' in s and 'time_ns' not in s for s in self.samples):
            return 0
        times = defaultdict(list)
        for s in self.samples:
            if 'time_ns' in s:
                times[s['file_number']].append(s['time_ns'])
        return sum(max(run) - min(run) for run in times.values()) / 1e9

    def whole(self):
        if not self.each or not self.samples:
            return []
        rows = []

        def add(name, test, scale=1, unit=''):
            i = (self.operations() if test is always else self.total(test)).times(scale)
            if i.value:
                rows.append({'name': name, 'estimate': i.value, 'low': i.low, 'high': i.high, 'unit': unit})

        def from_memory(s):
            return is_plain('LD')(s) and s.get('memory_level') == 'DRAM'
        refills, seconds = by_bit(3, by_bit(2)), self.seconds()
        for name, test in (('operations', always), ('loads', is_plain('LD')), ('stores', is_plain('ST')),
                           ('branches', lambda s: s.get('op') == 'B'),
                           ('mispredicted branches', by_bit(7, places.is_retired_branch))):
            add(name, test)
        add('filled into level 1 data caches', refills, self.line, 'bytes')
        add('... by loads from memory', from_memory, self.line, 'bytes')
        if seconds:
            rows.append({'name': 'time, from the first to the last sample', 'estimate': seconds, 'low': seconds,
                         'high': seconds, 'unit': 's'})
            add('bandwidth of level 1 data cache fills', refills, self.line / seconds, 'bytes/s')
            add('bandwidth of loads from memory', from_memory, self.line / seconds, 'bytes/s')
        return rows
