# SPDX-License-Identifier: MIT
"""Reads a file into columns: perf.data, or SPE bytes."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable

import numpy as np
import numpy.typing as npt

from . import arrow
from ._native import Error, lib
from .columns import NAMES, Columns
from .foreign import LOOK, look
from .meaning import Stats
from .source import Contents, File, Memory, Pieces, Source


@dataclasses.dataclass(frozen=True)
class Run:
    """Rows `first` to `last` - 1 of a profile, from one buffer of one core or thread. None if the file does not record
    it."""

    first: int
    last: int
    cpu: int | None
    tid: int | None
    midr: int


class Profile:
    """The records of a file, in its order, with an array for each field.

    `runs` gives the core of each range of rows. `problem` is what is wrong with the file, or ""; records up to that
    place are included. `clock` converts timestamps to nanoseconds of perf's clock; it is None if the file has no clock.
    """

    def __init__(self, columns: Columns, source: Source) -> None:
        self._columns, self._source = columns, source
        self.runs: list[Run] = []
        self.problem = ""
        self.clock: Any = None

    def __len__(self) -> int:
        return self._columns.rows

    def to_numpy(self) -> dict[str, npt.NDArray[Any]]:
        """The fields, named as struct spe_record's members: arrays of shape (len(self),), uint8 to uint64, not copied.

        Raw payloads: 0 if a record has no such packet; `present` has the bits (`libspe.lib.SPE_HAS_PC` and so on).
        """
        return {name: array[: len(self)] for name, array in self._columns.arrays.items()}

    def cpu(self) -> npt.NDArray[np.int32]:
        """The core of each row, shape (len(self),); -1 if the file does not record it."""
        return self._by_run(lambda run: run.cpu)

    def tid(self) -> npt.NDArray[np.int32]:
        """The thread of each row if perf traced threads, shape (len(self),); -1 if the file does not record it."""
        return self._by_run(lambda run: run.tid)

    def _by_run(self, value: Any) -> npt.NDArray[np.int32]:
        out = np.full(len(self), -1, np.int32)
        for run in self.runs:
            number = value(run)
            if number is not None:
                out[run.first : run.last] = number
        return out

    def _need(self, what: str, *names: str) -> None:
        missing = [name for name in names if name not in self._columns.arrays]
        if missing:
            raise ValueError(f"{what} needs {missing[0]!r} among the columns that are read")

    def time_ns(self) -> npt.NDArray[np.uint64]:
        """perf's time of each row in nanoseconds, shape (len(self),); 0 for rows without a timestamp.

        Raises ValueError without the columns timestamp and present, and Error (SPE_E_ARG) if the file has no clock.
        """
        if self.clock is None:
            raise Error(lib.SPE_E_ARG, "the file has no clock (TIME_CONV)")
        self._need("time_ns()", "timestamp", "present")
        ticks, present = self._columns.arrays["timestamp"], self._columns.arrays["present"]
        clock = self.clock
        t = ticks[: len(self)]
        if clock.is_short:
            t = np.uint64(clock.cycles) + ((t - np.uint64(clock.cycles)) & np.uint64(clock.mask))
        mult, shift = np.uint64(clock.mult), np.uint64(clock.shift)
        ns = np.uint64(clock.zero) + (t >> shift) * mult + ((t & np.uint64((1 << clock.shift) - 1)) * mult >> shift)
        return np.where(present[: len(self)] & np.uint32(lib.SPE_HAS_TIMESTAMP), ns, np.uint64(0))

    def stats(self) -> Stats:
        """Counts of all rows. A column that was not read counts as a field that no record has.

        Raises ValueError without the column present.

        >>> read(b"", force=True).stats().records
        0
        """
        self._need("stats()", "present")
        stats = Stats()
        stats._add_columns(self._columns.native(0), len(self))
        return stats

    def to_pandas(self) -> Any:
        """A pandas.DataFrame of to_numpy()'s columns and `cpu`; it shares memory with them if pandas can."""
        import pandas

        return pandas.DataFrame({**self.to_numpy(), "cpu": self.cpu()}, copy=False)

    def __arrow_c_schema__(self) -> Any:
        """Arrow's PyCapsule interface: a capsule "arrow_schema" with a struct of the columns below."""
        return arrow.schema_capsule(self._columns.arrays)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Arrow's PyCapsule interface, for pyarrow.table(profile) and the like: a capsule "arrow_array_stream".

        Its columns are the fields that were read, which are null if a record lacks them. If all fields were read, it
        also has their meaning (lab/docs/columns.md). The source is decoded again, block by block, in constant memory,
        so a file must not change; a bytearray cannot be resized until the stream is released. requested_schema is
        ignored, as the interface permits. Raises OSError, and Error (SPE_E_STATE) if the file has changed.

        >>> "arrow_array_stream" in repr(read(b"", force=True).__arrow_c_stream__())
        True
        """
        return arrow.stream_capsule(self._columns.arrays, self._source, self.clock)


def read(source: Contents, *, columns: Iterable[str] = NAMES, force: bool = False) -> Profile:
    """Reads perf.data or SPE bytes, from a path or from an object with contiguous bytes (an array, an mmap).

    columns: the fields to read, at least one of `libspe.NAMES`. force: reads bytes even if they cannot be SPE. Raises
    OSError, or Error if perf.data has no SPE, or if the input is neither perf.data nor SPE by spe-dump's rule. Files of
    perf record -z need the package zstandard, or Python 3.14: else it raises ImportError.
    """
    if isinstance(columns, str):
        raise TypeError(f"columns are a list of names: [{columns!r}]")
    names = tuple(columns)
    if not names:
        raise ValueError("columns=[] names none; without columns=... all are read")
    again = Source(source)
    with again.open() as contents:
        return _read(contents, again, names, force)


def _read(contents: Memory | File, source: Source, names: tuple[str, ...], force: bool) -> Profile:
    # A record takes at least 20 bytes on every known core; pages that stay empty take no memory.
    columns = Columns(names, contents.size // 20 + 64)
    profile = Profile(columns, source)
    pieces = Pieces(contents)
    front = contents.first(LOOK)
    what = "" if force or pieces.is_perf() else look(front, len(front))
    if what:
        raise Error(lib.SPE_E_FORMAT, what)
    for whose, decoder, record in pieces:
        first = columns.rows
        if record is None:
            columns.decode(decoder)
        else:
            columns.append(record)
        if columns.rows > first:
            profile.runs.append(Run(first, columns.rows, *whose))
    profile.problem, profile.clock = pieces.problem, pieces.clock
    columns.resize(max(columns.rows, 1))
    return profile
