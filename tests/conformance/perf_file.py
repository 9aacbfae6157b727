# SPDX-License-Identifier: MIT
"""perf.data files of each kind, built byte by byte, with the streams that they hold.

The format is that of tools/perf/Documentation/perf.data-file-format.txt: a header, one attribute with an id, and
events: AUXTRACE_INFO (70), AUX (11), AUXTRACE (71) followed by its bytes.
"""
import reference

TRUNCATED, OVERWRITE, PARTIAL, COLLISION = 1, 2, 4, 8  # flags of AUX


class File:
    def __init__(self, order="little", is_pipe=False, cores=0, sample_type=0):
        self.sample_type = sample_type
        self.order, self.is_pipe, self.out = order, is_pipe, b""
        magic = b"PERFILE2" if order == "little" else b"2ELIFREP"
        attribute = self.attribute()
        if is_pipe:
            self.out = magic + self.number(16, 8)
            self.event(64, attribute + self.number(77, 8))
        else:
            numbers = [104, 144, 112, 144, 256, 0, 0, 0, 0, 0, 0, 0]  # the attribute is at 112, data is at 256
            self.out = magic + b"".join(self.number(n, 8) for n in numbers) + self.number(77, 8)
            self.out += attribute + self.number(104, 8) + self.number(8, 8)
        self.info(cores)

    def number(self, value, size):
        return value.to_bytes(size, self.order)

    def attribute(self):
        """struct perf_event_attr of 128 bytes: type 8, period 1, sample_id_all (bit 18 of a bit field)."""
        head = self.number(8, 4) + self.number(128, 4) + self.number(0, 8) + self.number(1, 8)
        head += self.number(self.sample_type, 8) + bytes(8)
        bits = bytes([0, 0, 4, 0, 0, 0, 0, 0]) if self.order == "little" else bytes([0, 0, 0x20, 0, 0, 0, 0, 0])
        return (head + bits).ljust(128, b"\0")

    def event(self, kind, content):
        self.out += self.number(kind, 4) + self.number(0, 2) + self.number(8 + len(content), 2) + content

    def info(self, cores):
        """AUXTRACE_INFO: type 4 is Arm SPE; version 2 of its metadata describes each core."""
        words = [8, 1] if not cores else [2, 4, 8, cores]
        for core in range(cores):
            words += [0x1010101010101010, core, 4, 0x410fd400 + core * 16, 8, 1024, 0]
        self.event(70, self.number(4, 4) + self.number(0, 4) + b"".join(self.number(w, 8) for w in words))

    def aux(self, offset, size, flags=0):
        self.event(11, b"".join(self.number(n, 8) for n in (offset, size, flags)))

    def buffer(self, offset, data, core=0, thread=0xffffffff):
        self.event(71, self.number(len(data), 8) + self.number(offset, 8) + self.number(99, 8) + self.number(core, 4) +
                   self.number(thread, 4) + self.number(core, 4) + self.number(0, 4))
        self.out += data

    def done(self):
        if self.is_pipe:
            return self.out
        return self.out[:48] + self.number(len(self.out) - 256, 8) + self.out[56:]


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
    for name, order, is_pipe, cores in (("regular", "little", False, 0), ("pipe", "little", True, 0),
                                        ("big-endian", "big", False, 0), ("big-endian-pipe", "big", True, 0),
                                        ("cores-described", "little", False, 4)):
        file = File(order, is_pipe, cores)
        file.aux(0, len(data))
        file.buffer(0, data)
        yield name, file.done(), plain
    yield from several(data)
    yield from flagged(data)
    file = File()
    file.aux(0, len(data))
    file.buffer(0, data)
    yield "no-aux-event", (lambda f: (f.buffer(0, data), f.done())[1])(File()), plain
    yield "empty", File().done(), []


def several(data):
    """Several buffers, cores and threads."""
    for at in (43, 50, 56, 100, 129):
        file = File()
        for begin, end in ((0, at), (at, len(data))):
            file.aux(begin, end - begin)
            file.buffer(begin, data[begin:end])
        yield "two-buffers-%d" % at, file.done(), [(0, [(0, data, False, False)])]
    file = File(cores=4)
    for core in range(3):
        part = data[43 * core:43 * core + 86]
        file.buffer(0, part, core)
    yield "three-cores", file.done(), [(core, [(0, data[43 * core:43 * core + 86], False, False)])
                                       for core in range(3)]


def flagged(data):
    """AUX events with flags: what they say about the bytes."""
    for name, flags, at, is_gap in (("partial", PARTIAL, 100, True), ("collision", COLLISION, 86, False),
                                    ("collision-inside", COLLISION, 100, False),
                                    ("lost", TRUNCATED, 86, False),
                                    ("partial-collision", PARTIAL | COLLISION, 60, True)):
        file = File()
        file.aux(0, at, flags)
        file.buffer(0, data[:at])
        next_record = -(-at // 43) * 43 if flags & PARTIAL else at
        file.aux(at, len(data) - next_record)
        file.buffer(at, data[next_record:])
        yield name, file.done(), [(0, [(0, data[:at], False, False), (at, data[next_record:], is_gap, False)])]
