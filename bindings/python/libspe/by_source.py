# SPDX-License-Identifier: MIT
"""Counts and latencies by data source: spe_source_stats, with storage for all values that occur."""

from __future__ import annotations

import struct
from typing import Any, Callable

import numpy as np

from ._native import check, ffi, lib

_HEAD = struct.Struct("=IQ")  # value, records; the latencies follow
_LATENCIES = ffi.sizeof("struct spe_latencies")
_ALL = 65536  # the most values


class BySource:
    """Records and latencies by value of the Data Source packet, with room for `room` values. Nothing is counted yet."""

    def __init__(self, room: int = 1) -> None:
        # Not cleared: pages that the library does not write take no memory.
        self._storage = np.empty((min(max(room, 1), _ALL) + 2) * lib.SPE_SOURCE_STATS_LATENCY_ENTRY, np.uint8)
        self.native = ffi.new("spe_source_stats *")
        storage = ffi.cast("void *", self._storage.ctypes.data)
        check(lib.spe_source_stats_init(self.native, lib.SPE_SOURCE_STATS_LATENCIES, storage, self._storage.nbytes))

    @classmethod
    def of(cls, add: Callable[[Any], Any]) -> BySource:
        """The counts of add(spe_source_stats *), which is called again with more room while values are left out."""
        room = 16
        while True:
            out = cls(room)
            add(out.native)
            if not lib.spe_source_stats_records(out.native, lib.SPE_STATS_LEFT_OUT):
                return out
            room *= 16

    def __add__(self, other: BySource) -> BySource:
        out = BySource(len(self.values()) + len(other.values()))
        for part in (self, other):
            check(lib.spe_source_stats_merge(out.native, part.native))
        return out

    def values(self) -> list[int]:
        """The values that occurred, in rising order, then SPE_STATS_NO_SOURCE if there are records without one."""
        out: list[int] = []
        while (value := lib.spe_source_stats_value(self.native, len(out))) >= 0:
            out.append(value)
        return out + [lib.SPE_STATS_NO_SOURCE] * (self.records(lib.SPE_STATS_NO_SOURCE) > 0)

    def records(self, value: int) -> int:
        """The number of records with a value."""
        return int(lib.spe_source_stats_records(self.native, value))

    def latencies(self, value: int) -> Any:
        """const struct spe_latencies * of a value that occurred; it lives as long as this object."""
        return lib.spe_source_stats_latencies(self.native, value)

    def __bytes__(self) -> bytes:
        return b"".join(
            _HEAD.pack(value, self.records(value)) + bytes(ffi.buffer(self.latencies(value), _LATENCIES))
            for value in self.values()
        )

    @classmethod
    def from_bytes(cls, state: bytes) -> BySource:
        """Restores the object from the result of bytes()."""
        size = _HEAD.size + _LATENCIES
        out, latencies = cls(len(state) // size), ffi.new("struct spe_latencies *")
        for at in range(0, len(state), size):
            value, records = _HEAD.unpack_from(state, at)
            ffi.buffer(latencies)[:] = state[at + _HEAD.size : at + size]
            check(lib.spe_source_stats_put(out.native, value, records, latencies))
        return out
