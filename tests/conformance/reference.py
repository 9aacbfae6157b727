# SPDX-License-Identifier: MIT
"""A second decoder of SPE, written from the manual (DDI 0487, D18.2) and not from the library.

It answers the requests of docs/conformance.md as lists of dictionaries. The generator compares each expected reading
with it. What Arm may add it takes from tests/unit/reference.h, the rows that the tests' authors write by hand: a new
header, INDEX, format, event, core or data source needs no line here. Fields and perf's words of a new format are not
known here: the answer is then None, and nothing is compared.
"""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = (ROOT / "tests/unit/reference.h").read_text()
ZERO = {"a": 0x0f << 56, "c": 1 << 61}  # bits that the manual defines as zero, by address layout (D18.2.1)


def rows(table):
    """The rows of a table of reference.h, as lists of cells."""
    body = re.search(r"\b%s\[\] = \{\n(.*?)\n\};" % table, HEADER, re.S).group(1)
    for row in re.findall(r"^ *\{(.*)\},?(?: */\*.*)?$", body, re.M):
        yield [cell.strip().strip('"') for cell in re.findall(r'\s*("[^"]*"|\{[^}]*\}|[^,]+)', row) if cell.strip()]


def matches(pattern, byte):
    return all(p in ("x", b) for p, b in zip(pattern, format(byte, "08b")))


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


TYPES = {name: int(number) for name, number in
         re.findall(r"SPE_PACKET_(\w+) = (\d+)", (ROOT / "include/libspe/packet.h").read_text())}
NAMED = "UNKNOWN PADDING END TIMESTAMP EVENTS DATA_SOURCE CONTEXT OPERATION ADDRESS COUNTER".split()
HEADERS = [(pattern, kind.replace("SPE_PACKET_", "")) for pattern, kind in rows("reference_headers")]
HAS = {(kind.replace("SPE_PACKET_", ""), int(index)): has.replace("SPE_HAS_", "").lower()
       for kind, index, has in rows("reference_indexes")}
OPS = [(int(op_class), pattern, name) for op_class, pattern, _, name in rows("reference_ops")]
EVENTS = {int(cells[0]): cells[1] for cells in rows("reference_events")}
CORES = {}
for _midr, _name, _vendor, _option, _basis, _encoding in rows("reference_cores"):
    _sources = {int(v, 0): (n, level, flags) for e, v, level, flags, n in rows("reference_sources") if e == _encoding}
    CORES[int(_midr, 0) & 0xff00fff0] = (_name, _vendor, _basis, _sources)
OWN_EVENTS = {}  # events of a core, by MIDR_EL1 and bit
for _midr, _bit, _name in rows("reference_core_events"):
    OWN_EVENTS.setdefault(int(_midr, 0) & 0xff00fff0, {})[int(_bit)] = _name.upper().replace("_", "-")
LEVELS = re.findall(r'"(.*)"', re.search(r"reference_levels\[\] = \{(.*?)\};", HEADER, re.S).group(1))
LEVEL_NUMBERS = {name: int(number) for name, number in
                 re.findall(r"(SPE_LEVEL_\w+) = (\d+)", (ROOT / "include/libspe/cpu.h").read_text())}

# The bits of each format, from bit 7 to bit 0, as the manual draws them (D18.2.7). A number after the name is the bit
# of the field.
FIELDS = {
    "other": "0 0 0 0 0 ASE FP COND",
    "data processing, SVE vector": "0 EVL2 EVL1 EVL0 1 PRED FP 0",
    "data processing, SME array": "1 ETS3 ETS2 ETS1 1 ETS0 FP 0",
    "general-purpose registers": "0 0 0 0 0 0 0 LDST",
    "SIMD&FP registers": "0 0 0 0 0 1 0 LDST",
    "unspecified registers": "0 0 0 1 0 0 0 LDST",
    "Allocation Tags": "0 0 0 1 0 1 0 LDST",
    "NV2 system register": "0 0 1 1 0 0 0 LDST",
    "extended": "0 0 0 AR EXCL AT 1 LDST",
    "SVE or SME registers": "SG EVL2 EVL1 EVL0 1 PRED 0 LDST",
    "Memory Copy": "0 0 1 0 0 0 0 LDST",
    "Memory Set": "0 0 1 0 0 1 0 LDST",
    "Guarded Control Stack": "0 1 0 0 0 COMM 0 LDST",
    "branch or exception return": "0 0 0 CR1 CR0 GCS IND COND",
}
WORDS = {
    "LDST": ["load", "store"], "COMM": ["call-or-return", "neither"],
    "CR": ["not-recorded", "branch-with-link", "procedure-return", "neither"],
    "EVL": [str(32 << n) for n in range(7)] + ["more-than-2048"],
    "ETS": [str(128 << n) for n in range(12)] + ["reserved-value-%d" % n for n in (12, 13, 14)] + ["whole-za-array"],
}
STATES = ["secure", "non-secure", "reserved", "realm"]  # by NSE:NS (D18.2.1)

# perf's words, by format and field, and by event (tools/perf/util/arm-spe-decoder/arm-spe-pkt-decoder.c).
PERF_FORMATS = {
    "other": "OTHER", "data processing, SVE vector": "SVE-OTHER", "data processing, SME array": "SME-OTHER",
    "general-purpose registers": "GP-REG", "SIMD&FP registers": "SIMD-FP", "unspecified registers": "UNSPEC-REG",
    "Allocation Tags": "MTE-TAG", "NV2 system register": "NV-SYSREG", "extended": "",
    "SVE or SME registers": "SVE-SME-REG", "Memory Copy": "MEMCPY", "Memory Set": "MEMSET",
    "Guarded Control Stack": "GCS", "branch or exception return": "B",
}
PERF_ORDER = ["ASE", "EVL", "ETS", "FP", "PRED", "SG", "AT", "EXCL", "AR", "COND", "IND", "GCS", "CR", "COMM"]
PERF_EVENTS = dict(enumerate(
    "EXCEPTION-GEN RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL NOT-TAKEN MISPRED LLC-ACCESS LLC-REFILL "
    "REMOTE-ACCESS ALIGNMENT - - - - TXN SVE-PARTIAL-PRED SVE-EMPTY-PRED L2D-ACCESS L2D-MISS HITM LFB SNOOPED "
    "STREAMING-SVE SMCU".split()))
PERF_61_EVENTS = set(range(12)) | {17, 18}
PERF_CR = ["", "CR-BL", "CR-RET", "CR-NON-BL-RET"]


class Packet:
    def __init__(self, data, at):
        first = data[at]
        self.offset, self.extended = at, first >> 5 == 1
        head = 2 if self.extended else 1
        self.header = data[at + head - 1] if at + head <= len(data) else None
        self.missing = at + head - len(data)
        if self.header is None:
            return
        self.size = head + (0 if self.header < 0x40 else 1 << (self.header >> 4 & 3))
        self.missing = at + self.size - len(data)
        self.payload_size = self.size - head
        self.payload = int.from_bytes(data[at + head:at + self.size], "little")
        self.classify(first)

    def classify(self, first):
        pattern, self.type = next((row for row in HEADERS if matches(row[0], self.header)), (None, "UNKNOWN"))
        if self.extended and (first & 0x1c or self.type not in ("ADDRESS", "COUNTER")):
            pattern, self.type = None, "UNKNOWN"
        width = len(pattern) - len(pattern.rstrip("x")) if pattern else 0
        self.index = self.header & ((1 << width) - 1) | (first & 3) << 3 * self.extended if width else 0
        if width and not self.extended:
            self.index = self.header & ((1 << width) - 1)
        self.field = HAS.get((self.type, self.index)) if width else self.type.lower()
        self.flags = set()
        if self.type in ("ADDRESS", "COUNTER") and (self.index in (6, 7) or self.index > 15):
            self.flags, self.field = {"impdef"}, None
        elif self.type != "UNKNOWN" and self.field is None or self.type == "DATA_SOURCE" and self.payload_size > 2:
            self.flags, self.field = {"reserved-header"}, None
        elif self.is_reserved():
            self.flags = {"reserved-value"}

    def is_reserved(self):
        p = self.payload
        if self.field in ("pc", "branch_target", "prev_branch_target"):
            return p & ZERO["a"] or p >> 60 & 1 and not p >> 63
        if self.field == "data_pa":
            return p & ZERO["c"] or p >> 60 & 1 and not p >> 63
        if self.field == "events":
            return p >> 32 & 0xffff
        if self.field == "operation":
            name = self.format()
            return name is None or str((self.fields(name) or {}).get("ETS")).startswith("reserved")
        return False

    def format(self):
        return next((name for c, pattern, name in OPS if c == self.index and matches(pattern, self.payload)), None)

    def numbers(self, name):
        """The values of a format's fields, or None if they are not known here."""
        if name not in FIELDS:
            return None
        values = {}
        for bit, cell in zip(range(7, -1, -1), FIELDS[name].split()):
            field, at = re.match(r"([A-Z]+|[01])(\d*)", cell).groups()
            if field.isalpha():
                values[field] = values.get(field, 0) | (self.payload >> bit & 1) << int(at or 0)
        return values

    def fields(self, name):
        values = self.numbers(name)
        if values is None:
            return None
        words = {f: WORDS[f][v] if f in WORDS else v for f, v in values.items()}
        return {f: int(w) if str(w).isdigit() else w for f, w in words.items()}

    # -- answers --

    def answer(self):
        if self.missing > 0:
            return {"": "cut", "offset": self.offset, "missing": self.missing}
        number = TYPES[self.type]
        kind = slug(self.type) if self.type in NAMED else "type-%d" % number
        out = {"": "packet", "offset": self.offset, "size": self.size, "type": kind}
        if 6 <= number <= 9:
            out["index"] = self.index
        if self.payload_size:
            out["payload"] = hex(self.payload)
        if self.flags:
            out["flags"] = ",".join(sorted(self.flags))
        return out

    def meaning(self):
        out = {"": "meaning", "offset": self.offset}
        p = self.payload
        if self.type == "ADDRESS":
            address = p & (1 << 56) - 1
            state = STATES[(p >> 60 & 1) << 1 | p >> 63]
            if self.field != "data_pa" and address >> 55:
                address |= 0xff << 56
            out["address"] = hex(address)
            if self.field == "data_va":
                out["tag"] = p >> 56
            elif self.field == "data_pa":
                out.update(state=state, ch=p >> 62 & 1, pat=p >> 56 & 15)
            else:
                out.update(el=p >> 61 & 3, state=state)
        elif self.type == "EVENTS":
            names = [EVENTS[bit] for bit in range(64) if p >> bit & 1 and bit in EVENTS]
            if names:
                out["events"] = ",".join(names)
        else:
            name = self.format()
            out["format"] = slug(name or "reserved")
            if name and self.fields(name) is None:
                return None
            out.update(self.fields(name) if name else {})
            if name and self.index == 1:
                out["access"] = WORDS["LDST"][p & 1]
        return out

    def text(self, is_61=False, midr=0):
        """perf's words; perf 6.1 knows fewer."""
        p, kind = self.payload, self.type
        signed = p - (1 << 64) if p >> 63 else p
        if kind == "ADDRESS":
            return self.address_text(is_61)
        if kind == "COUNTER":
            word = {"total_latency": "TOT", "issue_latency": "ISSUE", "translation_latency": "XLAT"}
            return "LAT %d %s" % (p, word.get(self.field, ""))
        if kind == "EVENTS":
            return self.events_text(is_61, {} if is_61 else OWN_EVENTS.get(midr & 0xff00fff0, {}))
        if kind == "OPERATION":
            return "OP-TYPE 0x%x (3)" % p if self.index == 3 else self.operation_text(is_61)
        return {"END": "END", "TIMESTAMP": "TS %d" % signed, "DATA_SOURCE": "DATA-SOURCE %d" % signed,
                "CONTEXT": "CONTEXT 0x%x el%d" % (p, self.index + 1), "UNKNOWN": "Bad packet!"}.get(kind)

    def address_text(self, is_61):
        p, bits = self.payload, self.payload & (1 << 56) - 1
        tail = "0x%x el%d ns=%d" % (bits, p >> 61 & 3, p >> 63)
        known = {"pc": "PC " + tail, "branch_target": "TGT " + tail, "data_va": "VA 0x%x" % p,
                 "data_pa": "PA 0x%x ns=%d ch=%d pat=%x" % (bits, p >> 63, p >> 62 & 1, p >> 56 & 15)}
        if not is_61:
            known["prev_branch_target"] = "PBT " + tail
        return known.get(self.field, "ADDR 0x%x (%d)" % (p, self.index))

    def events_text(self, is_61, own):
        bits = [bit for bit in range(64) if self.payload >> bit & 1]
        named = {bit for bit in PERF_61_EVENTS} if is_61 else {b for b, word in PERF_EVENTS.items() if word != "-"}
        words = [PERF_EVENTS[bit] for bit in bits if bit in named]
        if not is_61 and any(bit in EVENTS and bit not in PERF_EVENTS for bit in bits):
            return None
        words += [own[bit] for bit in bits if bit in own]
        rest = [str(bit) for bit in bits if bit not in named and bit not in own]
        if rest and not is_61:
            words.append("IMPDEF:" + ",".join(rest))
        return " ".join(["EV"] + words)

    def operation_text(self, is_61):
        p, name = self.payload, self.format()
        if name and self.numbers(name) is None:
            return None
        if is_61:
            return self.operation_text_61(name)
        if self.index == 2 and name is None:
            name = "branch or exception return"  # perf does not look at bits [7:5]
        values = self.numbers(name) if name else {}
        words = [["LD", "ST"][p & 1]] if self.index == 1 else []
        words += [PERF_FORMATS[name]] if name and PERF_FORMATS[name] else []
        if name == "other":
            words += [f for f in ("ASE", "FP") if values[f]] + [["INSN-OTHER", "COND-SELECT"][p & 1]]
            return " ".join(words)
        for field in PERF_ORDER:
            value = values.get(field)
            if field in ("EVL", "ETS") and value is not None:
                words.append("%s %d" % (("EVLEN", 32 << value) if field == "EVL" else ("ETS", 128 << value)))
            elif field == "CR" and value:
                words.append(PERF_CR[value])
            elif value:
                words.append(field)
        return " ".join(words)

    def operation_text_61(self, name):
        p = self.payload
        if self.index == 0 and name != "data processing, SVE vector":
            return "OTHER " + ["INSN-OTHER", "COND-SELECT"][p & 1]
        if self.index == 2:
            return "B" + (" COND" if p & 1 else "") + (" IND" if p & 0xfe == 2 else "")
        text = self.operation_text(False)
        for word in (" SVE-SME-REG", " MTE-TAG", " MEMCPY", " MEMSET", " GCS COMM", " GCS"):
            text = text.replace(word, "")
        return text


def walk(data):
    at = 0
    while at < len(data):
        packet = Packet(data, at)
        if packet.missing > 0:
            yield packet
            return
        if packet.type != "PADDING":
            yield packet
        at += packet.size


def packets(data, options=None):
    return [p.answer() for p in walk(data)]


def meaning(data, options=None):
    kinds = ("ADDRESS", "OPERATION", "EVENTS")
    return [p.meaning() for p in walk(data) if p.missing <= 0 and p.type in kinds and
            not p.flags & {"reserved-header", "impdef"}]


def text(data, options=None, is_61=False):
    return [{"": "text", "text": t} if t is not None else None
            for t in (p.text(is_61, (options or {}).get("MIDR_EL1", 0)) for p in walk(data) if p.missing <= 0)]


# -- records --

class Record:
    def __init__(self, offset):
        self.offset, self.end, self.values, self.flags = offset, offset, {}, set()

    def add(self, packet):
        self.flags |= packet.flags | ({"unknown"} if packet.type == "UNKNOWN" else set())
        if packet.field and packet.type != "UNKNOWN" and packet.type in NAMED:
            if packet.field in self.values:
                self.flags.add("repeated")
            self.values[packet.field] = packet
        self.end = packet.offset + packet.size

    def answer(self):
        out = {"": "record", "offset": self.offset, "size": self.end - self.offset}
        for name, packet in self.values.items():
            if name == "end":
                out["end"] = 1
                continue
            out[name] = hex(packet.payload)
            if name == "operation":
                out["class"] = packet.index
            if name in ("events", "data_source"):
                out[name + "_size"] = packet.payload_size
        if self.flags:
            out["flags"] = ",".join(sorted(self.flags))
        return out


def records(data, options=None):
    return [r.answer() for r in read_records(data, options or {})]


def finished(record, options, *flags):
    record.flags |= set(flags)
    if "events" not in record.values:
        record.flags.add("no-events")
    if record.end - record.offset > options.get("max_record_size", 2048):
        record.flags.add("over-long")
    return record


def read_records(data, options):
    if options.get("resync"):
        return search_records(data, options)
    out, record = [], None
    for packet in walk(data):
        record = record or Record(packet.offset)
        if packet.missing > 0:
            record.end = len(data)
            break
        record.add(packet)
        if packet.type in ("END", "TIMESTAMP"):
            out.append(finished(record, options))
            record = None
    if record:
        out.append(finished(record, options, "truncated"))
    return out


def search_records(data, options):
    """Resynchronisation, as decoder.h and docs/conformance.md define it: only plausible records."""
    align, most = options.get("alignment", 1) or 1, options.get("max_record_size", 2048)
    out, record, is_after_gap, at, behind = [], None, False, 0, 0

    def is_bad_part():
        padding = record.offset % align
        return (record.flags & {"unknown", "reserved-header"} or record.end - record.offset + padding > most or
                padding > room)

    def is_bad_whole():
        events = record.values.get("events")
        if not events:
            return True
        retired = events.payload & 3 == 2
        return options.get("arch_inst") and retired and not {"pc", "operation"} <= set(record.values)

    while at < len(data):
        packet = Packet(data, at)
        if packet.missing > 0:
            break
        at += packet.size
        if packet.type == "PADDING":
            continue
        if record is None or packet.field in record.values:
            is_after_gap |= record is not None
            record, room = Record(packet.offset), packet.offset - behind
        record.add(packet)
        behind = at
        is_last = packet.type in ("END", "TIMESTAMP")
        if is_bad_part() or is_last and is_bad_whole():
            record, is_after_gap = None, True
            at += -at % align
            continue
        if is_last:
            out.append(finished(record, options, *(["after-gap"] if is_after_gap else [])))
            record, is_after_gap = None, False
    if record is None and at < len(data):
        record, room = Record(at), at - behind
    if record:
        record.end = len(data) if at < len(data) else record.end
        if not is_bad_part():
            out.append(finished(record, options, "truncated", *(["after-gap"] if is_after_gap else [])))
    return out


# -- cores, registers --

FLAG_NAMES = {"P": "peer", "M": "modified", "R": "remote", "D": "device"}


def sources(data, options):
    core = CORES.get(options["MIDR_EL1"] & 0xff00fff0)
    out = []
    for record in read_records(data, options):
        packet = record.values.get("data_source")
        if not packet:
            continue
        line = {"": "source", "offset": record.offset, "value": packet.payload}
        if core and packet.payload in core[3]:
            _, level, flags = core[3][packet.payload]
            line["level"] = slug(LEVELS[LEVEL_NUMBERS[level]])
            words = [FLAG_NAMES[f.strip()] for f in flags.split("|") if f.strip() in FLAG_NAMES]
            if words:
                line["is"] = ",".join(sorted(words))
        out.append(line)
    return out


def ending(data, options):
    """The fields of PMBSR_EL1 (D24.7.4): MSS has BSC if EC is 0, FSC if EC is 0b100100 or 0b100101."""
    raw = options["PMBSR_EL1"]
    line = {"": "ending", "S": raw >> 17 & 1, "DL": raw >> 19 & 1, "EA": raw >> 18 & 1, "COLL": raw >> 16 & 1,
            "EC": raw >> 26 & 63, "MSS": raw & 0xffff, "MSS2": raw >> 32 & 0xffffff}
    if line["EC"] == 0:
        line["BSC"] = raw & 63
    elif line["EC"] in (0x24, 0x25):
        line["FSC"] = raw & 63
    return [line]


def types_of(packet):
    """Branch, load, store, FP, SIMD, and whether a load or store of SIMD&FP registers may be FP or SIMD (D17.5)."""
    none = dict.fromkeys(("b", "ld", "st", "fp", "simd", "either"), False)
    name = packet and packet.format()
    if not name or "reserved-value" in packet.flags:
        return none
    v = packet.numbers(name) or {}
    load_store, store = packet.index == 1, packet.payload & 1
    vector = name in ("data processing, SVE vector", "data processing, SME array", "SVE or SME registers")
    stack = name == "branch or exception return" and v.get("GCS")
    return {"b": packet.index == 2,
            "ld": bool(load_store and not store or stack and v.get("CR") == 2),
            "st": bool(load_store and (store or v.get("AT")) or stack and v.get("CR") == 1),
            "fp": bool(v.get("FP")), "simd": bool(v.get("ASE") or vector), "either": name == "SIMD&FP registers"}


def keeps_types(pmsfcr, types):
    """SPEFilterByType(), without FEAT_SPE_EFT's masks: any of the types is enough."""
    wanted = [t for bit, t in ((16, "b"), (17, "ld"), (18, "st"), (19, "fp"), (20, "simd")) if pmsfcr >> bit & 1]
    return any(types[t] for t in wanted) or types["either"] and ("fp" in wanted or "simd" in wanted)


def keeps(record, options):
    control = options.get("PMSFCR_EL1", 0)
    value = {name: packet.payload for name, packet in record.values.items()}
    events = value.get("events", 0)
    types = types_of(record.values.get("operation"))
    source = value.get("data_source")
    return not (control & 1 and ~events & options.get("PMSEVFR_EL1", 0) or
                control & 8 and events & options.get("PMSNEVFR_EL1", 0) or
                control & 2 and not keeps_types(control, types) or
                control & 4 and value.get("total_latency", 0) < options.get("PMSLATFR_EL1", 0) or
                control & 16 and types["ld"] and source is not None and
                not options.get("PMSDSFR_EL1", 0) >> (source & 63) & 1)


def kept(data, options):
    return [{"": "kept", "offset": r.offset} for r in read_records(data, options) if keeps(r, options)]
