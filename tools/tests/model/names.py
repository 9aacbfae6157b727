# SPDX-License-Identifier: MIT
"""Names of cores and of their data sources: spe-dump --cpu=list, and the tables of docs/format.md."""
import functools
import json
import re
import subprocess

from samples import DUMP


def read_cores():
    """MIDR_EL1, without variant and revision, to the name that --cpu takes."""
    cores = {}
    for line in subprocess.run([DUMP, '--cpu=list'], capture_output=True, text=True).stdout.splitlines():
        midr, name = line.split()[:2]
        cores[int(midr, 16) & 0xff00fff0] = name
    return cores


def read_sources():
    """Name of a core to its names of data sources."""
    with open('docs/format.md', encoding='utf-8') as page:
        text = page.read().split('## Data Source packets')[1].split('\n## ')[0]
    sources = {}
    for head, table in re.findall(r'\n([^|\n][^\n]*):\n\n((?:\|[^\n]*\n)+)', text):
        rows = re.findall(r'\| `0x([0-9a-f]+)` \| ([^|]*) \|', table)
        for core in head.split(', '):
            sources[plain(re.sub(r' \(.*\)', '', core))] = {int(value, 16): name for value, name in rows}
    return sources


def read_events():
    """The architecture's names of events, by bit."""
    with open('docs/format.md', encoding='utf-8') as page:
        text = page.read().split('## Events packets')[1].split('\n## ')[0]
    return {int(bit): name for bit, name in re.findall(r'\n\| (\d+) \| `([^`]*)` \|', text)}


def plain(name):
    return re.sub('[^a-z0-9]', '', name.lower())


CORES, SOURCES, EVENTS = read_cores(), read_sources(), read_events()


def core_name(midr):
    return CORES.get(midr & 0xff00fff0)


def source_name(midrs, value):
    """The data source's name, if all of these cores have the same."""
    names = {SOURCES.get(plain(core_name(midr) or ''), {}).get(value) for midr in midrs}
    return names.pop() if len(names) == 1 else None


def source_label(midrs, value):
    name = source_name(midrs, value) if midrs else None
    return 'source %d' % value + (', ' + name if name else '')


@functools.lru_cache(maxsize=None)
def own_event(midr, bit):
    """spe-dump's word for an event of this core."""
    record = b'\x72' + (1 << bit).to_bytes(8, 'little') + b'\x01'
    out = subprocess.run([DUMP, '--midr=%#x' % midr, '--format=json', '-'], input=record, capture_output=True).stdout
    return json.loads(out)['event_names'][0]


def event_label(midrs, bit):
    """The name of an event, if all of these cores have the same."""
    if bit in EVENTS:
        return EVENTS[bit]
    words = {own_event(midr, bit) if midr else 'impdef_' for midr in midrs}
    word = words.pop() if len(words) == 1 else 'impdef_'
    return 'E[%d]' % bit if word.startswith(('impdef_', 'reserved_')) else word
