# SPDX-License-Identifier: MIT
"""
Samples of a file: spe-dump's JSON, and what perf.data's events add: the buffer, the core, the thread, the process, and
the time for which a sample stands.
"""
import json
import os
import subprocess

from perf_reader import NONE, PerfData
from processes import Processes

DUMP = os.path.join(os.environ.get('BUILD', 'build'), 'spe-dump')
TRUNCATED, AFTER_GAP = 1 << 7, 1 << 8


class File:
    """One input file: samples (dicts of spe-dump's JSON with more members), all bytes, buffers, clock, events."""

    def __init__(self, path, arguments=()):
        with open(path, 'rb') as source:
            raw = source.read()
        self.perf = PerfData(raw) if raw[:8] in (b'PERFILE2', b'2ELIFREP') else None
        self.buffers = [e for e in self.perf.events if e.kind == 'buffer'] if self.perf else []
        self.path, self.arguments, self.raw = path, arguments, raw
        self.first = next((int(a.partition('=')[2]) for a in arguments if a.startswith('--offset=')), 0)
        self.bytes = sum(b.size for b in self.buffers) if self.perf else len(raw) - self.first
        self.samples = self.read_records(path, list(arguments))
        self.count = len(self.samples)
        self.has_filter = bool(self.perf) and is_filtered(self.perf)
        self.processes = Processes(self.perf) if self.perf else None
        self.mark_parts()
        self.take_elapsed()

    def read_records(self, path, arguments):
        """JSON gives the fields, text the buffer of each record: a line with # begins each."""
        command = [DUMP, *arguments, path]
        text = subprocess.run([*command, '--records'], capture_output=True).stdout
        records = subprocess.run([*command, '--format=json'], capture_output=True).stdout
        samples, buffer = [json.loads(line) for line in records.splitlines()], -1 if self.perf else 0
        numbers = []
        for line in text.decode('utf-8', 'replace').splitlines():
            if line.startswith('#'):
                buffer += 1
            elif line:
                numbers.append(buffer)
        assert len(numbers) == len(samples), (path, len(numbers), len(samples))
        for number, sample in zip(numbers, samples):
            sample['buffer'] = number
            for name in ('timestamp', 'time_ns', 'events'):
                if name in sample:
                    sample[name] = int(sample[name])
            if 'timestamp' in sample and self.perf and self.perf.clock:
                assert sample['time_ns'] == self.perf.time_ns(sample['timestamp']), (path, sample)
            if sample.get('op') == 'ST' and not sample.get('atomic'):
                sample.pop('data_source', None)  # D18.2.4: where the data of a load came from
            for name in ('pc_address', 'branch_target_address', 'data_va_address', 'prev_branch_target_address'):
                if name in sample:
                    sample[name] = int(sample[name], 16)
            sample['flags'] = sample.get('flags', 0)
            sample['event_names'] = set(sample.get('event_names', ()))
        return samples

    def mark_parts(self):
        """
        part: number of the AUX event whose bytes have the record; in a ring, how many end before it. midr and cpu of
        the buffer.
        """
        if not self.perf:
            for sample in self.samples:
                sample['part'], sample['midr'] = 0, 0
                who = context_thread(sample)
                if who is not None:
                    sample['thread'], sample['thread_from'], sample['process'] = who, 'context', (0, who, 0)
            return
        aux = [e for e in self.perf.events if e.kind == 'aux']
        for sample in self.samples:
            buffer = self.buffers[sample['buffer']]
            where = sample['offset'] + buffer.offset
            sample['midr'] = self.perf.midr(buffer.of_cpu)
            if buffer.is_ring:
                sample['part'] = sum(belongs(e, buffer) and e.offset <= where for e in aux)
            else:
                sample['part'] = next((i for i, e in enumerate(aux) if belongs(e, buffer) and
                                       e.offset <= where < e.offset + e.size), -1)
        self.add_threads()

    def add_threads(self):
        """
        thread: the first of these that is known: the number in the context packet, if an event explains it or it is 0;
        the traced thread; who runs by the core's switch events; the number, although no event explains it.
        """
        switches = [e for e in self.perf.events if e.kind == 'switch']
        for sample in self.samples:
            buffer = self.buffers[sample['buffer']]
            sample['switches'] = None
            if self.perf.clock and buffer.of_cpu != NONE and 'time_ns' in sample:
                of_core = [e for e in switches if e.cpu == buffer.of_cpu]
                sample['switches'] = [e for e in of_core if e.time <= sample['time_ns']]
                sample['runs'] = runner(sample['switches'], [e for e in of_core if e.time > sample['time_ns']])
            traced, number = None if buffer.of_tid == NONE else buffer.of_tid, context_thread(sample)
            number = None if number == 0 and traced is not None else number     # nobody traces the idle thread
            is_explained = number == 0 or number in self.processes.by_tid
            known = [found for found in ((number if is_explained else None, 'context'), (traced, 'traced'),
                                         (sample.get('runs'), 'switch'), (number, 'context')) if found[0] is not None]
            if known:
                (sample['thread'], sample['thread_from']), time = known[0], sample.get('time_ns')
                pid = self.processes.pid(sample['thread'], time)
                sample['process'] = (0, pid, self.processes.life(pid, sample['thread'], time))
                sample['process_name'] = self.processes.name(pid, time)
                sample['thread_name'] = self.processes.name(sample['thread'], time)

    def take_elapsed(self):
        """
        elapsed: ticks or ns since the sample before; absent if not known (the manual page, section Time). If the sample
        before has no timestamp, the next one stands for its time, too.
        """
        name, before, since = 'time_ns' if self.perf and self.perf.clock else 'timestamp', None, None
        switches = 0
        for sample in self.samples:
            if not before or not is_next(before, sample):
                since = None
            if name in sample:
                now = len(sample.get('switches') or ())
                if since is not None and sample[name] >= since and now == switches:
                    sample['elapsed'] = sample[name] - since
                since, switches = sample[name], now
            before = sample


def context_thread(sample):
    """The number in the context packet: EL2's, if there are both. None: it has none, or the idle thread's at EL0."""
    number = sample.get('context_el2', sample.get('context_el1'))
    return None if number == 0 and not sample.get('pc_el') else number


def runner(past, future):
    """Who runs: the last event says who came, or the next one says who goes. None: neither does."""
    if past and (past[-1].other if past[-1].is_out else past[-1].tid) is not None:
        return past[-1].other if past[-1].is_out else past[-1].tid
    first = min(future, key=lambda e: e.time, default=None)
    return None if first is None else first.tid if first.is_out else first.other


def belongs(event, buffer):
    return event.tid == buffer.of_tid if buffer.of_tid != NONE else event.cpu == buffer.of_cpu


def is_next(before, sample):
    """Whether nothing is known to have come between two samples of a stream."""
    if before['buffer'] != sample['buffer'] or before['part'] != sample['part'] or before['flags'] & TRUNCATED:
        return False
    return not sample['flags'] & AFTER_GAP and before.get('thread') == sample.get('thread')


def is_filtered(perf):
    """Whether a filter selects: by type (bits 32 to 34), events other than retired alone (E[1]), or latency."""
    return any(config >> 32 & 7 or event_filter & ~2 or latency & 0xfff
               for _, (config, event_filter, latency) in perf.spe_attributes())
