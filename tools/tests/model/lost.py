# SPDX-License-Identifier: MIT
"""What a file lost, as its AUX events and the bytes outside of records show."""
import re
from collections import Counter

AUX = ((1, 'data truncated', 'data was truncated'), (4, 'data partial', 'data is partial'),
       (8, 'samples collided', 'samples collided'))
INSIDE = bytes.fromhex('42526272 4353 6465 48494a 98999a9c9e9f b0b1b2b3b4b6b7')    # headers in a record


def aux_events(file, bit):
    return sum(e.kind == 'aux' and bool(e.flags & bit) for e in file.perf.events) if file.perf else 0


def messages(file):
    """What standard error reports: of what, and the number."""
    out = {'AUX events said that ' + what: aux_events(file, bit) for bit, _, what in AUX}
    out['snapshots: what came before each was overwritten'] = snapshots(file)
    out['bytes were skipped, which are in no record'] = skipped(file)
    out['events were lost, because perf was too slow: names of threads and code may be wrong'] = sum(
        e.lost for e in file.perf.events if e.kind == 'lost') if file.perf else 0
    return {what: n for what, n in out.items() if n}


def message_differences(file, text):
    text = text.replace('1 snapshot: what came before it', '1 snapshot: what came before each')
    said = re.findall(r'^spe-stat: (\d+) (AUX event|byte|event|snapshot)s?([^\n]*)', text, re.MULTILINE)
    got, want = {'%ss%s' % (word, rest): int(n) for n, word, rest in said}, messages(file)
    missing = re.search(r': (\d+) of (\d+) bytes that AUX events name are missing$', text, re.MULTILINE)
    got['missing'], want['missing'] = int(missing[1]) if missing else 0, missing_bytes(file)
    got['of'], want['of'] = int(missing[2]) if missing else 0, account(file, 0) if want['missing'] else 0
    return [] if got == want else ['standard error: %s, the model has %s' % (got, want)]


def account(file, which):
    """Of perf.data's account, all streams together. All bytes of a raw file are without a name."""
    return sum(file.perf.account()[which].values()) if file.perf else (0, 0, file.bytes)[which]


def snapshots(file):
    return sum(b.is_ring for b in file.buffers)


def missing_bytes(file):
    return account(file, 1)


def repeated(file):
    return sum(b.repeated for b in file.buffers)


def skipped(file):
    return sum(skipped_in(file).values())


def skipped_in(file):
    """Bytes of each buffer that are neither in a record nor padding (libspe/decoder.h)."""
    if not hasattr(file, 'skipped'):
        raw = [b.raw for b in file.buffers] if file.perf else [file.raw]
        file.skipped, at = Counter(), Counter([0] * file.first)
        ends = [{'buffer': i, 'offset': len(r), 'size': 0} for i, r in enumerate(raw)]
        for s in file.samples + ends:
            file.skipped[s['buffer']] += outside(raw[s['buffer']][at[s['buffer']]:s['offset']])
            at[s['buffer']] = s['offset'] + s['size']
    return file.skipped


def outside(raw):
    """
    The bytes of packets between two records: all but zero bytes that are not within what looks like a record. Such a
    thing ends with an End or Timestamp packet, or with one that is not defined (docs/format.md).
    """
    at, count, is_inside = 0, 0, False
    while at < len(raw):
        is_extended = raw[at] >> 5 == 1 and at + 1 < len(raw)
        head = raw[at + is_extended]
        size = is_extended + (1 if head < 0x20 else 1 + (1 << (head >> 4 & 3)))
        count += min(size, len(raw) - at) if raw[at] or is_inside else 0
        is_inside = is_inside if not raw[at] else head in INSIDE
        at += size
    return count
