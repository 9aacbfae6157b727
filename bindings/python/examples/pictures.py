#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three pictures of a profile: where slow loads got their data from, which addresses were used when, hot lines.

usage: pictures.py PERF_DATA OUT.png [CORE] CORE: "neoverse-n1", for names of data sources. Needs matplotlib. If the
profile lacks something, that picture is empty and shows a note.
"""

from __future__ import annotations

import sys
from typing import Any, Dict

import matplotlib
import numpy as np
import numpy.typing as npt

import libspe

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend that needs no display)

ADDRESS = np.uint64(0x00FFFFFFFFFFFFFF)  # without the tag
LINE = ~np.uint64(63)  # of 64 bytes


# Which operations of CLASS 1 have a data source, by payload: a store has none, whatever its packet holds.
HAS_SOURCE = np.array([libspe.Record(libspe.decode(bytes([0x43, 0, 0x49, payload, 1]))[0]).source() is not None
                       for payload in range(256)])

Columns = Dict[str, npt.NDArray[Any]]


def rows_with(axes: Any, columns: Columns, bit: int, what: str) -> npt.NDArray[np.bool_]:
    """Which rows have a packet, as booleans. If none has, the picture shows a note."""
    has: npt.NDArray[np.bool_] = columns["present"] & np.uint32(bit) != 0
    if not has.any():
        axes.text(0.5, 0.5, f"no record has a {what}", ha="center", va="center", transform=axes.transAxes)
    return has


def latency_by_source(axes: Any, columns: Columns, midr: int) -> None:
    """A box for each data source: quartiles, and whiskers to the 5th and 95th percentile of cycles."""
    axes.set(xlabel="total latency (cycles)", title="Latency by data source")
    has = rows_with(axes, columns, libspe.lib.SPE_HAS_DATA_SOURCE, "data source")
    has &= (columns["op_class"] != 1) | HAS_SOURCE[columns["op_payload"]]
    if not has.any():
        return
    sources, latency = columns["data_source"][has], columns["total_latency"][has]
    values = np.unique(sources)
    names = [libspe.data_source_name(midr, int(value)) or f"{value:#x}" for value in values]
    boxes = [latency[sources == value] for value in values]
    axes.boxplot(boxes, labels=names, vert=False, whis=(5, 95), showfliers=False)
    axes.set(xscale="symlog")


def address_over_time(axes: Any, columns: Columns) -> None:
    """A dot for each access: when, where, how slow."""
    axes.set(xlabel="timestamp (ticks)", title="Addresses over time")
    has = rows_with(axes, columns, libspe.lib.SPE_HAS_DATA_VA, "data address")
    if not has.any():
        return
    address = columns["data_va"][has] & ADDRESS
    time = columns["timestamp"][has] if columns["timestamp"].any() else np.flatnonzero(has)
    low, high = np.percentile(address, (1, 99))  # most accesses: with a distant stack the others would shrink to a line
    colours = np.log2(1.0 + columns["total_latency"][has])
    dots = axes.scatter(time, (address - low) / 2**20, c=colours, s=2, cmap="viridis")
    axes.figure.colorbar(dots, ax=axes, label="log2(cycles)")
    axes.set(ylabel=f"MiB above {int(low):#x}")
    axes.set_ylim(0, max((high - low) / 2**20, 0.001))


def hot_lines(axes: Any, columns: Columns, count: int = 15) -> None:
    """The cache lines with the most cycles."""
    axes.set(xlabel="cycles, of samples", title="Hot cache lines")
    has = rows_with(axes, columns, libspe.lib.SPE_HAS_DATA_VA, "data address")
    if not has.any():
        return
    lines, which = np.unique(columns["data_va"][has] & ADDRESS & LINE, return_inverse=True)
    cycles = np.bincount(which, weights=columns["total_latency"][has])
    hot = np.argsort(cycles)[-count:]
    axes.barh([f"{line:#x}" for line in lines[hot]], cycles[hot])


def main() -> None:
    """Draws."""
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    profile = libspe.read(sys.argv[1])
    if profile.problem:
        print(f"pictures.py: {sys.argv[1]}: {profile.problem}", file=sys.stderr)
    columns = profile.to_numpy()
    midr = libspe.midr(sys.argv[3]) if len(sys.argv) > 3 else 0
    figure, (first, second, third) = plt.subplots(1, 3, figsize=(16, 5), layout="constrained")
    latency_by_source(first, columns, midr)
    address_over_time(second, columns)
    hot_lines(third, columns)
    figure.savefig(sys.argv[2], dpi=100)


if __name__ == "__main__":
    main()
