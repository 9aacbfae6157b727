#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Profiles of many machines: fleet.py [--scheduler=ADDRESS] [--parquet=FOLDER] FILE...

Each file is read where a worker is, and counts and hot PCs come back. Without an address the workers are processes of
this machine. With a folder, spe-dump writes a Parquet file for each there.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import uuid
from typing import Iterable, NamedTuple

import distributed
import numpy as np

import libspe

COLUMNS = [name for name in libspe.NAMES if name not in ("offset", "data_va", "data_pa")]


class Part(NamedTuple):
    """What came of some files: it adds up, and is as small for many as for one."""

    stats: libspe.Stats
    pcs: np.ndarray  # uint64, each once
    samples: np.ndarray  # int64, of each PC
    cycles: np.ndarray  # int64, their total latency


def add(a: Part, b: Part) -> Part:
    """Both: counts of integers, so that the order does not matter."""
    pcs, where = np.unique(np.concatenate([a.pcs, b.pcs]), return_inverse=True)
    samples, cycles = np.zeros(len(pcs), np.int64), np.zeros(len(pcs), np.int64)
    np.add.at(samples, where, np.concatenate([a.samples, b.samples]))
    np.add.at(cycles, where, np.concatenate([a.cycles, b.cycles]))
    return Part(a.stats + b.stats, pcs, samples, cycles)


def write_table(path: str, folder: str) -> None:
    """A Parquet file of a file. It has its name only when it is whole, and until then one of its own: a scheduler may
    give a file to two workers at once, of which it believes one dead."""
    out = os.path.join(folder, os.path.abspath(path).replace("%", "%25").replace("/", "%2F") + ".parquet")
    part = os.path.join(folder, f"{uuid.uuid4().hex}.part")
    try:
        subprocess.run(["spe-dump", "--format=parquet", "-o", part, path], check=True)
        os.replace(part, out)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)


def read(path: str, parquet: str | None = None) -> Part:
    """One file, on a worker."""
    profile = libspe.read(path, columns=COLUMNS)
    columns = profile.to_numpy()
    has_pc = columns["present"] & np.uint32(libspe.lib.SPE_HAS_PC) != 0
    pcs, where = np.unique(columns["pc"][has_pc], return_inverse=True)
    samples, cycles = np.zeros(len(pcs), np.int64), np.zeros(len(pcs), np.int64)
    np.add.at(samples, where, 1)
    np.add.at(cycles, where, columns["total_latency"][has_pc])
    if parquet:
        write_table(path, parquet)
    return Part(profile.stats(), pcs, samples, cycles)


def gather(client: distributed.Client, paths: Iterable[str], parquet: str | None = None) -> Part:
    """All files, on all workers; work of a worker that is lost is done again. Raises what a file's reading raised."""
    parts = client.map(read, list(paths), parquet=parquet, pure=False)
    while len(parts) > 1:  # added in pairs, on workers, so that no machine holds all
        pairs = [client.submit(add, *pair, pure=False) for pair in zip(parts[::2], parts[1::2])]
        parts = pairs + ([parts[-1]] if len(parts) % 2 else [])
    return parts[0].result()


def main() -> int:
    parser = argparse.ArgumentParser(prog="fleet.py", description=__doc__.split("\n")[0])
    parser.add_argument("--scheduler", help="host:port of a Dask scheduler; default: workers on this machine")
    parser.add_argument("--parquet", metavar="FOLDER", help="write a Parquet file for each file there")
    parser.add_argument("files", nargs="+", metavar="FILE", help="perf.data or SPE bytes, where workers can read them")
    wanted = parser.parse_args()
    with distributed.Client(wanted.scheduler) if wanted.scheduler else distributed.Client(
        n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None
    ) as client:
        client.upload_file(__file__)
        try:
            part = gather(client, wanted.files, wanted.parquet)
        except (OSError, libspe.Error, subprocess.CalledProcessError) as error:
            print(f"fleet.py: {error}", file=sys.stderr)
            return 1
    print(f"{len(wanted.files)} files, {part.stats.records} records")
    print("    samples      cycles  pc")
    for i in np.lexsort((part.pcs, -part.cycles))[:10]:
        print(f"{part.samples[i]:11} {part.cycles[i]:11}  {part.pcs[i]:#x}")
    return 0


if __name__ == "__main__":
    import fleet  # by this name workers find what they are to do

    sys.exit(fleet.main())
