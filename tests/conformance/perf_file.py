# SPDX-License-Identifier: MIT
"""perf.data files of each kind, with the streams that they hold."""
import sys
from pathlib import Path

import reference

sys.path.append(str(Path(__file__).resolve().parents[1]))
from perf_data import COLLISION, PARTIAL, TRUNCATED, Writer  # noqa: E402


def new_file(big=False, pipe=False, cores=0, sample_type=0, period=1, clock=None):
    described = [(core, 0x410fd400 + core * 16, 8) for core in range(cores)]
    return Writer([(8, (0, 0, 0), period)], big, pipe, clock, described, sample_type)


def expected(pieces):
    """The records of a stream, by the second decoder. A piece: offset, bytes, whether a gap precedes it, and whether it
    may begin inside a record."""
    out, joined = [], []
    for offset, data, is_gap, is_inside in pieces:
        if joined and not is_gap:
            joined[-1][1] += data
        else:
            joined.append([offset, data, is_gap, is_inside])
    for offset, data, is_gap, is_inside in joined:
        lines = reference.records(data, {"resync": 1} if is_inside else {})
        for line in lines:
            line["offset"] += offset
        if lines and is_gap:
            lines[0]["flags"] = ",".join(sorted(set(lines[0].get("flags", "").split(",")) - {""} | {"after-gap"}))
        out += lines
    return out


def kinds(data):
    """Name, bytes, and streams: number, pieces. `data` has records that are 43 bytes long each."""
    plain = [(0, [(0, data, False, False)])]
    for name, *settings in (("regular",), ("pipe", False, True), ("big-endian", True), ("big-endian-pipe", True, True),
                            ("cores-described", False, False, 4)):
        file = new_file(*settings)
        file.aux(0, len(data))
        file.buffer(data)
        yield name, file.bytes(), plain
    yield from several(data)
    yield from flagged(data)
    file = new_file()
    file.buffer(data)
    yield "no-aux-event", file.bytes(), plain
    yield "empty", new_file().bytes(), []


def several(data):
    """Several buffers, cores and threads."""
    for at in (43, 50, 56, 100, 129):
        file = new_file()
        for begin, end in ((0, at), (at, len(data))):
            file.aux(begin, end - begin)
            file.buffer(data[begin:end], begin)
        yield "two-buffers-%d" % at, file.bytes(), [(0, [(0, data, False, False)])]
    file, parts = new_file(cores=4), [data[43 * core:43 * core + 86] for core in range(3)]
    for core, part in enumerate(parts):
        file.buffer(part, 0, core, cpu=core)
    yield "three-cores", file.bytes(), [(core, [(0, part, False, False)]) for core, part in enumerate(parts)]


def flagged(data):
    """AUX events with flags: what they say about the bytes."""
    for name, flags, at, is_gap in (("partial", PARTIAL, 100, True), ("collision", COLLISION, 86, False),
                                    ("collision-inside", COLLISION, 100, False),
                                    ("lost", TRUNCATED, 86, False),
                                    ("partial-collision", PARTIAL | COLLISION, 60, True)):
        file = new_file()
        file.aux(0, at, flags)
        file.buffer(data[:at])
        next_record = -(-at // 43) * 43 if flags & PARTIAL else at
        file.aux(at, len(data) - next_record)
        file.buffer(data[next_record:], at)
        yield name, file.bytes(), [(0, [(0, data[:at], False, False), (at, data[next_record:], is_gap, False)])]
