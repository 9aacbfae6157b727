#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hardware_files.py KIND OUT: writes a recording of the loops of conformance/loops.c to OUT, as a core would write it,
and prints the loops' lines. KIND is a fault that conformance/hardware must find, or "even", which has none."""
import random
import sys

import perf_file

PERIOD, LENGTH, EACH = 1024, 34, 1200  # interval, instructions of a loop, samples of each loop
START = {"loads": 0x5ec3e7a40000, "branches": 0x5ec3e7a41000, "vectors": 0x5ec3e7a42000}
MIX = {"loads": (32, 1, 0), "branches": (0, 33, 0), "vectors": (0, 1, 32)}
SECRET_CONTEXT, SECRET_DATA, SECRET_TIME = 0x5ec4e7, 0x5ec2e7b43210, 0x5ec7e700
SAMPLE_TYPE = 0x9808f


def le(value, size):
    return value.to_bytes(size, "little")


def record(loop, place, kind, n):
    """The packets of a sample of this instruction of the loop."""
    branches = place == LENGTH - 1 or loop == "branches" and place < 32
    operation = b"\x4a\x00" if branches else b"\x49\x00" if loop == "loads" and place < 32 else b"\x48\x00"
    latency = 4096 if kind == "counters" and n % 100 == 7 else 9
    out = b"\x64" + le(SECRET_CONTEXT, 4) + b"\x98" + le(latency, 2) + b"\x99\x02\x00"
    out += b"\xb0" + le(START[loop] + 4 * place, 7) + b"\x80" + operation
    if operation[0] == 0x49:
        out += b"\xb2" + le(SECRET_DATA + 8 * n, 8)
        out += b"\x43" + bytes([7 if kind == "sources" and n % 100 == 9 else 0])
    if operation[0] == 0x4a:
        out += b"\xb1" + le(START[loop] + 4 * place + 4, 7) + b"\x80"
    if kind == "perf" and n % 100 == 11:
        out += b"\x50\x01\x00"  # docs/perf.md: perf skips one byte of what it does not know
    if kind == "violation" and n % 100 == 13:
        out += b"\x48\x80"
    out += b"\x62" + le(0x10006 if kind == "word" and n % 100 == 15 else 2, 4)
    return out + b"\x71" + le(SECRET_TIME + n, 8)


def records(kind):
    pick, n = random.Random(31), 0
    for turn in range(EACH):
        for loop in START:
            if kind == "biased" and loop == "loads" and turn % 5 == 0:
                continue
            place = pick.randrange(8 if kind == "uneven" and loop == "vectors" and turn % 2 else LENGTH)
            yield record(loop, place, kind, n)
            n += 1


def main():
    kind, out = sys.argv[1:]
    data = b"".join(one + bytes(-len(one) % 64) for one in records(kind))
    # perf 6.1 makes samples from it: it wants SAMPLE_TYPE, and divides by the numbers of the clock.
    file = perf_file.new_file(sample_type=SAMPLE_TYPE, period=PERIOD, clock=(10, 1024, 0, 0, 0, 1))
    flags = {"collisions": perf_file.COLLISION, "truncated": perf_file.TRUNCATED}.get(kind, 0)
    for at in range(0, len(data), 1 << 16):
        part = data[at:at + (1 << 16)]
        file.aux(at, len(part), flags if at else 0)
        file.buffer(part, at)
    with open(out, "wb") as to:
        to.write(file.bytes())
    executed = EACH * PERIOD * (2 if kind == "interval" else 1)
    for loop, begin in START.items():
        print("loop %s %#x %#x %d %d %d %d" % (loop, begin, begin + 4 * LENGTH, executed, *MIX[loop]))


main()
