#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three pictures of a profile: where slow loads got their data from, which addresses were used when, hot lines.

usage: pictures.py PERF_DATA OUT.png [CORE]       CORE: "neoverse-n1", for names of data sources. Needs matplotlib.
"""

import sys

import matplotlib
import numpy as np

import libspe

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend that needs no display)

ADDRESS = np.uint64(0x00FFFFFFFFFFFFFF)  # without the tag
LINE = ~np.uint64(63)  # of 64 bytes


def latency_by_source(axes, columns, midr):
    """A box for each data source: quartiles, and whiskers to the 5th and 95th percentile of cycles."""
    has = columns["present"] & libspe.lib.SPE_HAS_DATA_SOURCE != 0
    sources, latency = columns["data_source"][has], columns["total_latency"][has]
    values = np.unique(sources)
    names = [libspe.data_source_name(midr, int(value)) or f"{value:#x}" for value in values]
    boxes = [latency[sources == value] for value in values]
    axes.boxplot(boxes, labels=names, vert=False, whis=(5, 95), showfliers=False)
    axes.set(xscale="symlog", xlabel="total latency (cycles)", title="Latency by data source")


def address_over_time(axes, columns):
    """A dot for each access: when, where, how slow."""
    has = columns["present"] & libspe.lib.SPE_HAS_DATA_VA != 0
    address = columns["data_va"][has] & ADDRESS
    time = columns["timestamp"][has] if columns["timestamp"].any() else np.flatnonzero(has)
    low, high = np.percentile(address, (1, 99))  # the bulk: a stack far away would leave a line of the rest
    colours = np.log2(1.0 + columns["total_latency"][has])
    dots = axes.scatter(time, (address - low) / 2**20, c=colours, s=2, cmap="viridis")
    axes.figure.colorbar(dots, ax=axes, label="log2(cycles)")
    axes.set(xlabel="timestamp (ticks)", ylabel=f"MiB above {int(low):#x}", title="Addresses over time")
    axes.set_ylim(0, max((high - low) / 2**20, 0.001))


def hot_lines(axes, columns, count=15):
    """The cache lines with the most cycles."""
    has = columns["present"] & libspe.lib.SPE_HAS_DATA_VA != 0
    lines, which = np.unique(columns["data_va"][has] & ADDRESS & LINE, return_inverse=True)
    cycles = np.bincount(which, weights=columns["total_latency"][has])
    hot = np.argsort(cycles)[-count:]
    axes.barh([f"{line:#x}" for line in lines[hot]], cycles[hot])
    axes.set(xlabel="cycles, of samples", title="Hot cache lines")


def main():
    """Draws."""
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    columns = libspe.read(sys.argv[1]).to_numpy()
    midr = libspe.midr(sys.argv[3]) if len(sys.argv) > 3 else 0
    figure, (first, second, third) = plt.subplots(1, 3, figsize=(16, 5), layout="constrained")
    latency_by_source(first, columns, midr)
    address_over_time(second, columns)
    hot_lines(third, columns)
    figure.savefig(sys.argv[2], dpi=100)


if __name__ == "__main__":
    main()
