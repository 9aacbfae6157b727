# SPDX-License-Identifier: MIT
"""Facts about a profile: the tables core, cores, errata, noise and rules, and rows of the table profile."""
import functools
import json
import os
import re
import subprocess
import sys
from collections import Counter

from lost import AUX, aux_events, snapshots
from places import percent
from samples import DUMP

sys.path.append(os.path.join(os.path.dirname(__file__), '..', '..', '..', 'tests', 'conformance'))
import cores  # noqa: E402

READER = os.path.join(os.environ.get('BUILD', 'build'), 'conformance/reader')
TYPE = 0xff00fff0       # MIDR_EL1 without variant and revision
FLAGS = ((7, 'records that are cut off'), (0, 'records with unknown headers'), (1, 'records with reserved headers'),
         (2, 'records with reserved values'))   # bits of SPE_RECORD_* (libspe/record.h)
PLACES = ('pcs_by_samples', 'pcs_by_latency', 'targets', 'pages_by_samples', 'pages_by_latency', 'physical_pages',
          'lines_by_latency')


@functools.lru_cache(maxsize=None)
def all_cores():
    return json.loads(cores.database(READER))['cores']


@functools.lru_cache(maxsize=None)
def known_core(midr):
    """The entry of a core in the suite's core database, or an empty one."""
    return next((c for c in all_cores() if not (int(c['midr'], 16) ^ midr) & TYPE), {})


def types(samples):
    """Cores of one type count together: the lowest MIDR_EL1 to the number of samples."""
    counts, lowest = Counter(s['midr'] & TYPE for s in samples), {}
    for s in samples:
        lowest[s['midr'] & TYPE] = min(s['midr'], lowest.get(s['midr'] & TYPE, s['midr']))
    return {lowest[key]: n for key, n in counts.items()}


def core_tables(samples):
    midrs = types(samples)
    named = [(known_core(midr).get('name', 'not known'), midr, '0x%016x' % midr) for midr in midrs]
    out = {'core': [], 'cores': [], 'errata': []}
    for name, midr, text in named if len(named) > 1 else ():
        out['cores'].append({'name': name, 'samples': midrs[midr], 'share': percent(midrs[midr], len(samples)),
                             'midr_el1': text})
    for name, midr, text in named if len(named) == 1 else ():
        rows = (('name', name), ('MIDR_EL1', text)) if midr else ()
        out['core'] = [{'name': key, 'value': value} for key, value in rows]
    for name, midr, _ in named:
        out['errata'] += [{'name': name, 'erratum': e['name'], 'effect': e['effect']}
                          for e in known_core(midr).get('errata', ()) if has_erratum(midr, e['effect'])]
    return out


def has_erratum(midr, effect):
    """An effect begins with the first version that does not have it: before r4p1."""
    end = re.match(r'before r(\d+)p(\d+),', effect)
    return not end or (midr >> 20 & 15, midr & 15) < tuple(map(int, end.groups()))


def noise(tables):
    """The manual page, section Tables of places."""
    out = []
    for name in PLACES:
        counts = [row['samples'] for row in tables[name]]
        total, most = sum(counts), max(counts, default=0)
        if counts and not (most >= 10 and most * 1000 >= total) and most * 20 < total:
            out.append({'name': name, 'places': len(counts), 'samples': total, 'most_at_one': most})
    return out


def rows(files, samples):
    """Rows of the table profile, with their names. Without a sample there are none."""
    out = [(name, sum(s['flags'] >> bit & 1 for s in samples)) for bit, name in FLAGS]
    out.append(('snapshots', sum(map(snapshots, files))))
    out += [('AUX events: ' + name, sum(aux_events(f, bit) for f in files)) for bit, name, _ in AUX]
    return [row for row in out if row[1]]


@functools.lru_cache(maxsize=None)
def broken(file):
    """Each rule to the number of records of a file that break it, as spe-dump --check prints them."""
    lines = subprocess.run([DUMP, '--check', *file.arguments, file.path], capture_output=True, text=True).stdout
    found, buffer = set(), 0
    for line in lines.splitlines():
        head = re.match(r'# buffer (\d+)', line)
        buffer = int(head.group(1)) - 1 if head else buffer
        rule = re.match(r'([0-9a-f]+): (\w+): ([\w-]+): (.*) \([^()]*\)$', line)
        if rule:
            at = int(rule.group(1), 16)
            record = next(i for i, s in enumerate(file.samples)
                          if s['buffer'] == buffer and s['offset'] <= at < s['offset'] + max(s['size'], 1))
            found.add((record, *rule.groups()[1:]))
    return Counter(key[1:] for key in found)


def rules(files):
    """The filter and the selection leave no record out."""
    counts = sum(map(broken, files), Counter())
    return [{'name': name, 'records': n, 'severity': severity, 'rule': text}
            for (severity, name, text), n in counts.items()]
