#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Adds up profiles of many machines: fleet.py [--scheduler=ADDRESS] [--parquet=FOLDER] FILE...

A worker reads each file, and returns counts and hot PCs. Without an address the workers are processes of this machine.
With a folder, spe-dump writes a Parquet file there for each file.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import subprocess
import sys
import uuid
from typing import Iterable, NamedTuple

import distributed
import numpy as np

import libspe

COLUMNS = [name for name in libspe.NAMES if name not in ("offset", "data_va", "data_pa")]
PC = np.uint64(0x60FF_FFFF_FFFF_FFFF)  # of a payload: exception level, address


class Part(NamedTuple):
    """The result of some files. Results can be added, and stay as small as that of one file."""

    stats: libspe.Stats
    pcs: np.ndarray  # uint64, each once: payloads without security state, so address and exception level alone
    samples: np.ndarray  # int64, of each PC
    cycles: np.ndarray  # int64, their total latency
    problems: tuple[tuple[str, str], ...] = ()  # files that were not read, or not completely, and why


def add(a: Part, b: Part) -> Part:
    """Adds two parts. All counts are integers, so the order does not matter."""
    pcs, where = np.unique(np.concatenate([a.pcs, b.pcs]), return_inverse=True)
    samples, cycles = np.zeros(len(pcs), np.int64), np.zeros(len(pcs), np.int64)
    np.add.at(samples, where, np.concatenate([a.samples, b.samples]))
    np.add.at(cycles, where, np.concatenate([a.cycles, b.cycles]))
    return Part(a.stats + b.stats, pcs, samples, cycles, a.problems + b.problems)


def table_of(path: str, folder: str) -> str:
    """The path of a file's table: in the folders KEY=VALUE of the file's path, which engines read as columns, under its
    name.

    A hash of the whole path distinguishes files of one name. Names are cut off so that they are short enough."""
    path = os.path.abspath(path)
    *above, name = path.split(os.sep)
    keys = [part for part in above if "=" in part]
    short = os.fsencode(name)[:100].decode("utf-8", "ignore")
    return os.path.join(folder, *keys, f"{short}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}.parquet")


def write_table(path: str, folder: str) -> str:
    """Writes a Parquet file with all that can be read of a file. Returns spe-dump's message if something could not be
    read or written.

    It gets its name when it is complete, and has a temporary one before: a scheduler may give a file to two workers at
    once if it believes that one is dead."""
    out = table_of(path, folder)
    part = os.path.join(os.path.dirname(out), f"{uuid.uuid4().hex}.part")
    try:
        os.makedirs(os.path.dirname(out), exist_ok=True)
        done = subprocess.run(
            ["spe-dump", "--format=parquet", "-o", part, path],
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode in (0, 1):  # 1, and a table of the intact part of a damaged file (tools/docs/tables.md)
            with contextlib.suppress(FileNotFoundError):
                os.replace(part, out)
    except OSError as error:
        return str(error)  # the counts are valid nevertheless
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)
    said = "; ".join(done.stderr.splitlines())
    return (said or f"spe-dump: exit status {done.returncode}") if done.returncode else ""


def read(path: str, parquet: str | None = None) -> Part:
    """Reads one file, on a worker. If it cannot be read, `problems` has the reason, and other files are still read."""
    none = np.zeros(0, np.int64)
    try:
        profile = libspe.read(path, columns=COLUMNS)
        problem = (write_table(path, parquet) if parquet else "") or profile.problem
    except (OSError, libspe.Error) as error:
        return Part(libspe.Stats(), none.astype(np.uint64), none, none, ((path, str(error)),))
    columns = profile.to_numpy()
    has_pc = columns["present"] & np.uint32(libspe.lib.SPE_HAS_PC) != 0
    pcs, where = np.unique(columns["pc"][has_pc] & PC, return_inverse=True)
    samples, cycles = np.zeros(len(pcs), np.int64), np.zeros(len(pcs), np.int64)
    np.add.at(samples, where, 1)
    np.add.at(cycles, where, columns["total_latency"][has_pc])
    return Part(profile.stats(), pcs, samples, cycles, ((path, problem),) if problem else ())


def gather(client: distributed.Client, paths: Iterable[str], parquet: str | None = None) -> Part:
    """Reads all files, on all workers. If a worker is lost, its work is done again."""
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
    try:
        with distributed.Client(wanted.scheduler) if wanted.scheduler else distributed.Client(
            n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None
        ) as client:
            client.upload_file(__file__)
            if wanted.parquet:
                client.run(os.makedirs, wanted.parquet, exist_ok=True)
            part = gather(client, wanted.files, wanted.parquet)
    except (OSError, distributed.KilledWorker) as error:
        print(f"fleet.py: {error}", file=sys.stderr)
        return 1
    for path, problem in sorted(part.problems):
        print(f"fleet.py: {path}: {problem}", file=sys.stderr)
    not_whole = f" ({len(part.problems)} not, or in part)" if part.problems else ""
    print(f"{len(wanted.files)} files{not_whole}, {part.stats.records} records")
    print("    samples     latency  EL   pc")
    for i in np.lexsort((part.pcs, -part.cycles))[:10]:
        pc = int(part.pcs[i])
        el, address = libspe.lib.spe_address_el(pc), libspe.lib.spe_address_canonical(pc)
        print(f"{part.samples[i]:11} {part.cycles[i]:11}  EL{el}  {address:#x}")
    return 1 if part.problems else 0


if __name__ == "__main__":
    import fleet  # workers find their functions by this name

    sys.exit(fleet.main())
