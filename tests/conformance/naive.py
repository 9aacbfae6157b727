#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""naive.py [FAULT]: a short decoder of SPE with a switch for each of the mistakes that people make.

It reads packets and records, and shares nothing with the library. Without FAULT it is right; --list prints the faults.
The suite must find each of them.
"""
import sys

import adapter

FAULTS = {
    "unknown-size": "skips one byte for a header that it does not know",
    "extended-short": "takes an extended header for a short one",
    "extended-index": "forgets the two high bits of an extended INDEX",
    "big-endian": "reads payloads with the highest byte first",
    "events-byte": "reads one byte of Events",
    "source-byte": "reads one byte of a Data Source",
    "counter-12": "keeps 12 bits of counters",
    "context-any": "takes every Context packet for CONTEXTIDR_EL1",
    "class-any": "ignores CLASS",
    "end-ignored": "does not end a record at an End packet",
    "time-ignored": "does not end a record at a Timestamp packet",
    "padding-ends": "ends a record at padding",
    "padding-starts": "counts padding before a record as a part of it",
    "size-short": "leaves the last packet out of a record's size",
    "sticky": "keeps the fields of the record before",
    "slots": "believes that records are at multiples of 64 bytes",
    "cut-read": "reads a packet that the end of the bytes cuts off",
    "address-56": "drops the top byte of addresses",
    "timestamp-63": "reads timestamps as signed numbers",
    "impdef-counter": "takes an IMPLEMENTATION DEFINED counter for the total latency",
    "offset-32": "has the size of a payload in bits instead of bytes for SZ 2",
    "no-target": "does not know the previous branch target",
}
FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
ADDRESSES = ["pc", "branch_target", "data_va", "data_pa", "prev_branch_target"]
COUNTERS = {0: "total_latency", 1: "issue_latency", 2: "translation_latency", 4: "alt_issue_latency"}


def has(fault):
    return FAULT == fault


def kind_of(header, jj):
    """Type, INDEX or None, and the record's field or None."""
    if header >> 3 in (0b10110, 0b10011):
        index = header & 7 | (0 if has("extended-index") else jj) << 3
        if header >> 3 == 0b10110:
            return "address", index, ADDRESSES[index] if index < len(ADDRESSES) else None
        if has("impdef-counter") and index in (6, 7):
            return "counter", index, "total_latency"
        return "counter", index, COUNTERS.get(index)
    if jj is not None and jj >= 0 and header in (0x00, 0x01):
        return {0: "padding", 1: "end"}[header], None, None
    if header >> 2 == 0b011001:
        context = {0: "context_el1", 1: "context_el1" if has("context-any") else "context_el2"}
        return "context", header & 3, context.get(header & 3)
    if header >> 2 == 0b010010:
        return "operation", 0 if has("class-any") else header & 3, "operation" if header & 3 < 3 else None
    if header & 0xcf == 0x42:
        return "events", None, "events"
    if header & 0xcf == 0x43:
        return "data-source", None, "data_source" if header < 0x60 else None
    return ("timestamp", None, "timestamp") if header == 0x71 else ("unknown", None, None)


def packets_of(data):
    """(offset, size, type, index, field, payload, payload size) of each packet."""
    at = 0
    while at < len(data):
        head, jj = 1, 0
        header = data[at]
        is_extended = header >> 5 == 1 and not has("extended-short")
        if is_extended:
            if at + 1 >= len(data):
                return
            head, jj, header = 2, header & 3, data[at + 1]
        length = 0 if header < 0x40 else 1 << (header >> 4 & 3)
        kind, index, field = kind_of(header, jj)
        if is_extended and (data[at] & 0x1c or kind not in ("address", "counter")):
            kind, index, field = "unknown", None, None
        if kind == "unknown" and has("unknown-size"):
            length = 0
        if has("offset-32") and length == 4:
            length = 8
        raw = data[at + head:at + head + length]
        if len(raw) < length and not has("cut-read"):
            return
        payload = int.from_bytes(raw, "big" if has("big-endian") else "little")
        if kind == "counter" and has("counter-12"):
            payload &= 0xfff
        if has("events-byte") and kind == "events" or has("source-byte") and kind == "data-source":
            payload &= 0xff
        if kind == "address" and has("address-56"):
            payload &= (1 << 56) - 1
        if kind == "timestamp" and has("timestamp-63") and payload >> 63:
            payload -= 1 << 64
        yield at, head + length, kind, index, field, payload, length
        at += head + length


def packets(data, options):
    lines = []
    for at, size, kind, index, _, payload, length in packets_of(data):
        if kind != "padding":
            values = {"offset": at, "size": size, "type": kind}
            values.update({} if index is None else {"index": index})
            lines.append(adapter.line_of("packet", **values, **({"payload": hex(payload)} if length else {})))
    return lines


def records(data, options):
    if options:
        return None  # no search for records
    lines, start, end, fields = [], None, 0, {}
    for at, size, kind, index, field, payload, _ in packets_of(data):
        if kind == "padding":
            if has("padding-starts") and start is None:
                start = at
            if not (has("padding-ends") and start is not None):
                continue
        elif start is None:
            start = at // 64 * 64 if has("slots") else at
        end = at + (0 if has("size-short") else size) if kind != "padding" else end
        if field and not (has("no-target") and field == "prev_branch_target"):
            fields[field] = hex(payload)
            fields.update({"class": index} if field == "operation" else {})
        if kind == "end" and not has("end-ignored"):
            lines.append(adapter.line_of("record", offset=start, size=end - start, **fields, end=1))
        elif kind == "timestamp" and not has("time-ignored") or kind == "padding":
            lines.append(adapter.line_of("record", offset=start, size=end - start, **fields))
        else:
            continue
        start, fields = None, fields if has("sticky") else {}
    return lines


if FAULT == "--list":
    print("\n".join(FAULTS))
elif FAULT and FAULT not in FAULTS:
    sys.exit("naive.py: %s: no such fault" % FAULT)
else:
    adapter.serve({"packets": packets, "records": records})
