#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The suite's adapter for perf: texts, as `perf script -D` prints them. perf starts slowly, so use run --batch: all
bytes go to one perf.data, a buffer for each request."""
import os
import re
import subprocess
import sys
import tempfile

import adapter
import perf_file

SAMPLE_TYPE = 0x9808f  # IP, TID, TIME, ADDR, CPU, DATA_SRC, IDENTIFIER, PHYS_ADDR: perf wants some
BUFFER = re.compile(r"^\. \.\.\. ARM SPE data: size ")
LINE = re.compile(r"^\.  [0-9a-f]{8,}: ( [0-9a-f]{2}){1,16} {1,48}(.*)$")


def dump(file):
    """The text lines of each buffer."""
    env = dict(os.environ, PERF_PAGER="cat")
    out = subprocess.run(["perf", "script", "-D", "-i", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         env=env)
    buffers = []
    for line in out.stdout.decode(errors="replace").splitlines():
        if BUFFER.match(line):
            buffers.append([])
        found = LINE.match(line)
        if found and buffers and not found.group(2).strip().startswith("PAD"):
            buffers[-1].append("text " + found.group(2).strip())
    return buffers


def main():
    requests = [adapter.read_request(line) for line in sys.stdin]
    file, offset = perf_file.new_file(sample_type=SAMPLE_TYPE), 0
    for what, _, data in requests:
        if what == "text":
            file.buffer(data + bytes(-len(data) % 8), offset)
            offset += len(data) + -len(data) % 8
    with tempfile.NamedTemporaryFile(suffix=".data") as out:
        out.write(file.bytes())
        out.flush()
        buffers = iter(dump(out.name))
    for what, _, _ in requests:
        adapter.put(next(buffers, None) if what == "text" else None)


main()
