# SPDX-License-Identifier: MIT
"""The bytes of the suite's cases, by feature. What the bytes mean is not said here: generate asks for it."""
import random
import re

import perf_file
import reference

END, TIME = b"\x01", b"\x71\x10\x32\x54\x76\x00\x00\x00\x00"
ARCHITECTURE = 0xf << 16  # MIDR_EL1.Architecture, which all cores with SPE have
PLAIN = ("packets", "meaning", "records", "text")


def request(case, what):
    """The line of the protocol that asks for a reading."""
    return " ".join([what] + ["%s=%s" % item for item in case.get("options", {}).items()] + [case["bytes"]])


def open_rules(data, ask, options):
    """What the bytes leave open: the rules of suite.json that concern them."""
    found = list(reference.walk(data))
    rules = [rule for rule in ("flags", "sizes", "cut", "truncated") if set(ask) & {"packets", "records", "file"}]
    whole = [packet for packet in found if packet.missing <= 0]
    if any(packet.type == "UNKNOWN" for packet in whole) and "text" in ask:
        rules.append("unknown-text")
    if any(packet.flags - {"impdef"} and packet.type in ("OPERATION", "DATA_SOURCE", "CONTEXT") or
           packet.flags & {"reserved-header"} for packet in whole) and "text" in ask:
        rules.append("reserved-text")
    if any(packet.extended and packet.size == 2 and data[packet.offset] < 0x24 and not data[packet.offset + 1]
           for packet in whole):
        rules.append("draft-padding")
    if any("repeated" in record.flags for record in reference.read_records(data, {})):
        rules.append("repeated")
    return rules + ["search"] * ("resync" in options) + ["levels"] * ("sources" in ask) + ["streams"] * ("file" in ask)


def case(feature, name, section, data, ask=PLAIN, options=None, note=None, want=None):
    return {"feature": feature, "name": name, "section": section, "bytes": bytes(data).hex(), "ask": ask,
            "options": options or {}, "open": open_rules(bytes(data), ask, options or {}), "note": note, "want": want}


def le(value, size):
    return (value & (1 << 8 * size) - 1).to_bytes(size, "little")


def payload_size(header):
    return 0 if header < 0x40 else 1 << (header >> 4 & 3)


# -- single packets --

def headers():
    for byte in range(256):
        if byte >> 5 != 1:
            data = bytes([byte]) + bytes(range(0x81, 0x81 + payload_size(byte)))
            yield case("headers", "header-%02x" % byte, "D18.2", data + END)


def extended():
    seconds = {0x20: range(256), 0x24: (0, 1, 0x42, 0x71, 0x98, 0xb0), 0x2c: (0x98, 0xb0), 0x3f: (0x98, 0xb0, 0xff)}
    indexed = list(range(0x98, 0xa0)) + list(range(0xb0, 0xb8))
    for first in range(0x20, 0x40):
        for second in seconds.get(first, indexed if first < 0x24 else (0x98, 0xb2)):
            data = bytes([first, second]) + bytes(range(1, 1 + payload_size(second)))
            yield case("extended", "extended-%02x-%02x" % (first, second), "D18.1.1", data + END)


def cuts():
    whole = [b"\x71", b"\x42", b"\x52", b"\x62", b"\x72", b"\x43", b"\x53", b"\x64", b"\x65", b"\x49", b"\xb0", b"\x98",
             b"\x20\xb0", b"\x22\x98", b"\x24\x71", b"\xf0"]
    for head in whole:
        size = len(head) + payload_size(head[-1])
        for length in range(1, size):
            data = (head + b"\x11" * 8)[:length]
            for before, name in ((b"", "alone"), (b"\x42\x02", "after-events")):
                yield case("cuts", "cut-%s-%d-%s" % (head.hex(), length, name), "D18.1.1", before + data,
                           ("packets", "records"))


def operations():
    for op_class in range(4):
        for payload in range(256):
            data = bytes([0x48 + op_class, payload, 0x42, 0x02]) + END
            yield case("operations", "operation-%d-%02x" % (op_class, payload), "D18.2.7", data)


def events():
    for size, header in ((1, 0x42), (2, 0x52), (4, 0x62), (8, 0x72)):
        values = [("none", 0), ("all", (1 << 8 * size) - 1)]
        values += [("bit-%02d" % bit, 1 << bit) for bit in range(8 * size)]
        values += [("not-%02d" % bit, (1 << 8 * size) - 1 - (1 << bit)) for bit in range(8 * size) if size == 4]
        for name, value in values:
            yield case("events", "events-%d-%s" % (size, name), "D18.2.6", bytes([header]) + le(value, size) + END)


def own_events():
    """Events of a core, whose words perf has: the core is known by MIDR_EL1."""
    for core, own in sorted(reference.OWN_EVENTS.items()):
        midr = core | ARCHITECTURE
        for bit in [12, 13] + sorted(set(own) - {12, 13}):
            for rest in (0, 2):
                yield case("events", "events-%08x-%d-%d" % (midr, bit, rest), "D18.2.6; the core's manual",
                           b"\x72" + le(1 << bit | rest, 8) + END, ("text",), {"MIDR_EL1": midr})


def addresses():
    usual = [("zero", 0), ("ones", (1 << 64) - 1), ("user", 0x8000aaaac0de1234), ("kernel", 0xa0ff800010dead10),
             ("mixed", 0x123456789abcdef0)]
    usual += [("bit-%02d" % bit, 1 << bit) for bit in list(range(0, 52, 7)) + list(range(54, 64))]
    usual += [("top-%02x" % top, top << 56 | 0x1000) for top in range(0, 256, 1 << 4)]
    usual += [("low-%x" % low, low << 56 | 0x2000) for low in range(1, 16)]
    for index in range(8):
        for name, value in usual:
            yield case("addresses", "address-%d-%s" % (index, name), "D18.2.1",
                       bytes([0xb0 + index]) + le(value, 8) + END)


def numbers():
    for index in range(8):
        for value in (0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffe, 0xfff, 0x1000, 0x7fff, 0x8000, 0xfffe, 0xffff):
            yield case("counters", "counter-%d-%04x" % (index, value), "D18.2.3",
                       bytes([0x98 + index]) + le(value, 2) + END)
    for index in range(4):
        for value in (0, 1, 0x5f80, 0x12345678, 0x7fffffff, 0x80000000, 0xffffffff):
            yield case("contexts", "context-%d-%08x" % (index, value), "D18.2.2",
                       bytes([0x64 + index]) + le(value, 4) + END)
    for size, header in ((1, 0x43), (2, 0x53), (4, 0x63), (8, 0x73)):
        for value in (0, 1, 8, 0x80, 0xff, 0x100, 0x8001, 0xffff, 0x12345678, 0x8000000000000001):
            if value < 1 << 8 * size:
                yield case("data-sources", "data-source-%d-%x" % (size, value), "D18.2.4",
                           bytes([header]) + le(value, size) + END)
    for value in (0, 1, 0xff, 0x6a2f652e, 0x0123456789abcdef, (1 << 63) - 1, 1 << 63, (1 << 64) - 1):
        yield case("timestamps", "timestamp-%016x" % value, "D18.2.9", b"\x42\x02\x71" + le(value, 8))


# -- records --

PACKETS = [b"\x64\xd2\x04\x00\x00", b"\x65\x07\x00\x00\x00", b"\x98\x70\x00", b"\x99\x09\x00", b"\x9a\x02\x00",
           b"\x9c\x05\x00", b"\xb0\x34\x12\xde\xc0\xaa\xaa\x00\x80", b"\xb1\x40\x12\xde\xc0\xaa\xaa\x00\x80",
           b"\xb2\x00\x10\x00\x80\xff\xff\x00\x00", b"\xb3\x00\x10\x08\x00\x00\x00\x00\x80",
           b"\xb4\x10\x12\xde\xc0\xaa\xaa\x00\x80", b"\x43\x0b", b"\x49\x00", b"\x52\x1e\x00"]
ODD = [b"\x9e\x01\x00", b"\xb6\x01\x02\x03\x04\x05\x06\x07\x08", b"\x66\x01\x00\x00\x00", b"\x9b\x01\x00", b"\x4b\x00",
       b"\x63\x01\x00\x00\x00", b"\x05", b"\x80\x01", b"\x24\x98\x01\x02", b"\x22\x9a\x01\x00", b"\x49\x60",
       b"\x62\x00\x00\x00\x00", b"\x72\x00\x00\x00\x00\x01\x00\x00\x00"]
# Neoverse cores write each packet at a fixed offset in a slot of 64 bytes.
SLOTS = {0xb0: 0, 0x64: 9, 0x65: 14, 0x49: 19, 0x52: 21, 0x99: 24, 0x98: 27, 0xb2: 30, 0x9a: 39, 0xb3: 42, 0x43: 51,
         0x71: 55, 0x01: 63}


def slot(packets):
    data = bytearray(64)
    for packet in packets:
        at = SLOTS[packet[0]]
        data[at:at + len(packet)] = packet
    return bytes(data)


def records():
    whole = b"".join(PACKETS)
    for last, ending in ((END, "end"), (TIME, "time")):
        yield case("records", "record-whole-" + ending, "D18.1", whole + last)
        yield case("records", "record-reversed-" + ending, "D18.1", b"".join(PACKETS[::-1]) + last)
        yield case("records", "record-empty-" + ending, "D17.6.10", last)
        yield case("records", "record-slot-" + ending, "D18.1", slot([p for p in PACKETS if p[0] in SLOTS] + [last]))
        for packet in PACKETS + ODD:
            name = "%s-%s" % (packet.hex()[:6], ending)
            yield case("records", "record-alone-" + name, "D18.1", packet + last)
            if packet in PACKETS:
                yield case("records", "record-without-" + name, "D18.1", whole.replace(packet, b"") + last)
            other = packet[:-1] + bytes([packet[-1] ^ 1]) if len(packet) > 1 else packet
            yield case("records", "record-twice-" + name, "D18.1", b"\x42\x02" + packet + other + last)
            yield case("records", "record-odd-" + name, "D18.1", whole + packet + b"\0\0" + last)
    for pad in (0, 1, 7, 8, 15, 16, 17):
        data = b"\0" * pad + PACKETS[6] + b"\0" * pad + PACKETS[13] + b"\0" * pad + TIME + b"\0" * pad + b"\x42\x02\x01"
        yield case("records", "record-padding-%d" % pad, "D18.2.8", data, ("packets", "records"))
    for length in range(1, len(whole)):
        yield case("records", "record-cut-%02d" % length, "D18.1.1", whole[:length], ("records",))
    for size in (2040, 2047, 2048, 2049, 4000):
        data = b"\x42\x02" + b"\x98\x01\x00" * ((size - 11) // 3) + b"\0" * ((size - 11) % 3) + TIME
        yield case("records", "record-size-%d" % size, "PMSIDR_EL1.MaxSize", data, ("records",))


def any_packet(pick, i):
    """A packet of PACKETS with another payload that is not reserved."""
    packet = bytearray(PACKETS[i])
    for at in range(1, min(len(packet), 7)):
        packet[at] = pick.getrandbits(8)
    if packet[0] == 0x49:
        packet[1] = pick.choice((0, 1, 4, 5, 0x16, 0x88 & 8, 0x20))
    return bytes(packet)


def any_record(pick, shape, last):
    return b"".join(any_packet(pick, i) for i in shape) + (b"\x71" + le(pick.getrandbits(40), 8) if last else END)


def stream_of(pick, shapes, n, pad=0):
    out = b""
    for i in range(n):
        shape, last = shapes[pick.randrange(len(shapes))]
        record = any_record(pick, shape, last)
        out += record + b"\0" * (-len(record) % pad if pad else 0)
    return out


def streams():
    """Many records of few shapes, and of many: decoders may have other code for what they have seen before."""
    pick = random.Random(32)
    few = [((0, 2, 3, 6, 12, 13), True), ((0, 2, 3, 4, 6, 8, 11, 12, 13), True), ((2, 6, 13), False)]
    many = [(tuple(sorted(pick.sample(range(14), pick.randrange(1, 12)))), bool(pick.getrandbits(1)))
            for _ in range(24)]
    for name, shapes, n, pad in (("few", few, 96, 0), ("few-aligned", few, 64, 64), ("one", few[:1], 64, 0),
                                 ("one-aligned", few[1:2], 48, 64), ("many", many, 144, 0),
                                 ("many-aligned", many, 64, 32)):
        yield case("streams", "stream-" + name, "D18.1", stream_of(pick, shapes, n, pad), ("records",))
    in_slots = b"".join(slot([any_packet(pick, i) for i in shape] + [b"\x71" + le(pick.getrandbits(40), 8)])
                        for shape in [pick.choice(((0, 2, 3, 6, 12, 13), (0, 2, 3, 4, 6, 8, 11, 12, 13)))
                                      for _ in range(64)])
    yield case("streams", "stream-slots", "D18.1", in_slots, ("records",))
    for n in range(40):
        data = b"".join(pick.choice(PACKETS + ODD + [END, TIME, b"\0", b"\0" * 5]) for _ in range(60))
        yield case("streams", "stream-mixed-%02d" % n, "D18.1", data, ("packets", "records"))
    for n in range(40):
        data = bytes(pick.getrandbits(8) for _ in range(160))
        yield case("streams", "stream-noise-%02d" % n, "D18.1.1", data, ("packets", "records"))


def resynchronisation():
    pick = random.Random(7)
    shape = ((0, 2, 3, 6, 8, 12, 13), True)
    packed, aligned = stream_of(pick, [shape], 8), stream_of(pick, [shape], 6, 64)
    slots = b"".join(slot([any_packet(pick, i) for i in (0, 2, 3, 6, 8, 12, 13)] + [TIME]) for _ in range(6))

    def one(name, data, **options):
        return case("resync", "resync-" + name, "D18.1.1", data, ("records",), {"resync": 1, **options})
    for at in list(range(0, 48, 3)) + [70, 100]:
        yield one("begins-%02d" % at, packed[at:])
        yield one("begins-arch-%02d" % at, packed[at:], arch_inst=1)
        yield one("hole-%02d" % at, packed[:60] + packed[60 + at:])
        yield one("hole-aligned-%02d" % at, aligned[:80] + b"\xff" * at + aligned[80 + at:], alignment=64)
    for n in range(60):
        name, data, options = ((("packed", packed, {}), ("aligned", aligned, {"alignment": 64}),
                                ("slots", slots, {"alignment": 64}), ("short", packed, {"max_record_size": 64}))[n % 4])
        damaged = bytearray(data)
        for _ in range(1 + n // 12):
            at = pick.randrange(len(damaged))
            damaged[at] = pick.getrandbits(8)
        cut = pick.randrange(0, 30) if n % 3 == 0 else 0
        yield one("%s-%02d" % (name, n), bytes(damaged[cut:]), **dict(options, **({"arch_inst": 1} if n & 1 else {})))
    for n in range(20):
        noise = bytes(pick.getrandbits(8) for _ in range(pick.randrange(1, 80)))
        yield one("noise-%02d" % n, noise + packed + noise + packed[:200])


# -- buffers, files, filters, cores --

def buffers():
    data = stream_of(random.Random(3), [((0, 2, 3, 6, 12, 13), True)], 3)
    endings = [("none", 0), ("service", 1 << 17), ("full", 1 << 17 | 1), ("collision", 1 << 16), ("lost", 1 << 19),
               ("full-lost-collision", 0xb0001), ("abort", 1 << 18 | 1 << 17), ("size", 1 << 17 | 4), ("mss", 0x3ffc0)]
    endings += [("bsc-%02x" % n, 1 << 17 | n) for n in range(2, 16)]
    endings += [("fault-%02x-%02x" % (ec, fsc), ec << 26 | 1 << 17 | fsc) for ec in (0x24, 0x25)
                for fsc in (0, 4, 5, 6, 7, 8, 0x0c, 0x0f, 0x10, 0x11, 0x21, 0x30, 0x31, 0x35, 0x3f)]
    endings += [("class-%02x" % ec, ec << 26 | 1 << 17 | 7) for ec in (1, 0x1d, 0x1e, 0x1f, 0x20, 0x23, 0x26, 0x3f)]
    endings += [("mss2-%02d" % bit, 1 << bit | 0x24 << 26 | 1 << 17) for bit in range(32, 56, 3)]
    for name, pmbsr in endings:
        cut = len(data) - 11 if pmbsr >> 19 & 1 else len(data)
        yield case("buffers", "ending-" + name, "PMBSR_EL1, D17.7", data[:cut], ("records", "ending"),
                   {"PMBSR_EL1": pmbsr})


def files():
    data = stream_of(random.Random(5), [((0, 2, 3, 6, 8, 12, 13), True)], 6)
    for name, content, streams in perf_file.kinds(data):
        want = []
        for stream in streams:
            want += [dict(line, stream=stream[0]) for line in perf_file.expected(*stream[1:])]
        yield case("perf-data", "file-" + name, "Linux, tools/perf: perf.data-file-format", content, ("file",),
                   want=want)


def filters():
    pick = random.Random(11)
    operations = [(0, 0), (0, 1), (0, 2), (0, 6), (0, 0x0a), (0, 0x88), (0, 0x10), (1, 0), (1, 1), (1, 4), (1, 5),
                  (1, 6),
                  (1, 7), (1, 0x12), (1, 0x2c), (1, 0xa9), (1, 0x20), (1, 0x25), (1, 0x40), (1, 0x60), (2, 0), (2, 3),
                  (2, 0x0c), (2, 0x16), (2, 0x80), (3, 0)]
    data = b""
    for op_class, payload in operations:
        data += bytes([0x48 + op_class, payload, 0x98]) + le(pick.choice((0, 3, 9, 10, 11, 500)), 2)
        data += b"\x62" + le(pick.choice((2, 0x16, 0x1e, 0x82, 0x42, 0x3e, 0x60000, 0xf000)), 4)
        data += bytes([0x43, pick.randrange(16)]) * (payload != 1 and op_class != 2) + END
    data += b"\x42\x02\x01" + b"\x49\x00\x01" + b"\x98\x20\x00\x01"
    settings = [{"PMSFCR_EL1": 0}]
    settings += [{"PMSFCR_EL1": 2 | types << 16} for types in range(1, 32)]
    settings += [{"PMSFCR_EL1": 1, "PMSEVFR_EL1": 1 << bit} for bit in (1, 2, 3, 4, 5, 6, 7, 12, 15, 17, 18)]
    settings += [{"PMSFCR_EL1": 1, "PMSEVFR_EL1": 0x0a}, {"PMSFCR_EL1": 9, "PMSEVFR_EL1": 2, "PMSNEVFR_EL1": 8}]
    settings += [{"PMSFCR_EL1": 8, "PMSNEVFR_EL1": 1 << bit} for bit in (1, 3, 5, 6, 7)]
    settings += [{"PMSFCR_EL1": 4, "PMSLATFR_EL1": least} for least in (1, 3, 9, 10, 11, 12, 500, 501, 0xfff)]
    settings += [{"PMSFCR_EL1": 0x10, "PMSDSFR_EL1": 1 << bit} for bit in (0, 3, 8, 15)]
    settings += [{"PMSFCR_EL1": 0x1f | 7 << 16, "PMSEVFR_EL1": 2, "PMSNEVFR_EL1": 0x80, "PMSLATFR_EL1": 9,
                  "PMSDSFR_EL1": 0xff}]
    for setting in settings:
        name = "-".join("%s-%x" % (key[3:-4].lower(), value) for key, value in setting.items())
        yield case("filters", "filter-" + name, "D17.5", data, ("kept",), setting)


def sources():
    for midr in [core | ARCHITECTURE for core in sorted(reference.CORES) + [0x41000000]]:
        core = reference.CORES.get(midr & 0xff00fff0)
        data = b"".join(b"\x49\x00\x43%c\x42\x02\x01" % value for value in range(24))
        data += b"".join(b"\x53" + le(value, 2) + b"\x01"
                         for value in sorted({0x100} | {value for value in (core[3] if core else ()) if value >= 24}))
        yield case("sources", "sources-%08x" % midr, "D18.2.4; the core's manual", data,
                   ("sources",), {"MIDR_EL1": midr})


def captures():
    for path in sorted((reference.ROOT / "tests/captures").glob("*.txt")):
        lines = path.read_text().splitlines()
        data = b"".join(bytes.fromhex(m.group(1)) for m in (re.match(r"[0-9a-f]+ \| ([0-9a-f ]+) \|", line)
                                                            for line in lines) if m)
        source = "; ".join(line[2:] for line in lines if line.startswith(("# source:", "# captured")))
        yield case("captures", "capture-" + path.stem, "D18", data, note=source)


def all_cases():
    for feature in (headers, extended, cuts, operations, events, own_events, addresses, numbers, records, streams,
                    resynchronisation, buffers, files, filters, sources, captures):
        yield from feature()
