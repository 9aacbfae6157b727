# SPDX-License-Identifier: MIT
"""A file of SPE to columns: perf.data, or the bytes themselves."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable

import numpy as np
import numpy.typing as npt

from . import arrow
from ._native import Error, check, ffi, lib
from .columns import NAMES, Columns
from .foreign import look
from .meaning import Stats
from .source import Contents, Pieces, Source


@dataclasses.dataclass(frozen=True)
class Run:
    """Rows `first` to `last` - 1 of a profile: of one buffer of one core or thread. None: the file does not tell."""

    first: int
    last: int
    cpu: int | None
    tid: int | None
    midr: int


class Profile:
    """The records of a file, in its order, an array for each field.

    `runs` tells which rows are of which core; `problem` what is wrong with the file, "" if nothing is: the records up
    to there are here. `clock` turns timestamps to nanoseconds of perf's clock, None if the file has none.
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

        Raw payloads: 0 where a record has no such packet; `present` has the bits (`libspe.lib.SPE_HAS_PC` and so on).
        """
        return {name: array[: len(self)] for name, array in self._columns.arrays.items()}

    def cpu(self) -> npt.NDArray[np.int32]:
        """The core of each row, shape (len(self),); -1: the file does not tell."""
        return self._by_run(lambda run: run.cpu)

    def tid(self) -> npt.NDArray[np.int32]:
        """The thread of each row where perf traced threads, shape (len(self),); -1: the file does not tell."""
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

        Needs the columns timestamp and present: else ValueError. Error (SPE_E_ARG) if the file has no clock.
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

        >>> read(b"").stats().records
        0
        """
        self._need("stats()", "present")
        stats = Stats()
        check(lib.spe_stats_add_columns(stats._stats, self._columns.native(0), len(self), ffi.NULL), "columns")
        return stats

    def to_pandas(self) -> Any:
        """A pandas.DataFrame of to_numpy()'s columns, and `cpu`; columns share memory with them where pandas can."""
        import pandas

        return pandas.DataFrame({**self.to_numpy(), "cpu": self.cpu()}, copy=False)

    def __arrow_c_schema__(self) -> Any:
        """Arrow's PyCapsule interface: a capsule "arrow_schema", of a struct of the columns below."""
        return arrow.schema_capsule(self._columns.arrays)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Arrow's PyCapsule interface, for pyarrow.table(profile) and the like: a capsule "arrow_array_stream".

        Its columns are the fields that were read, null where a record has none, and, if all were, what they mean
        (docs/columns.md). The source is decoded anew, block by block, in constant memory, so a file must be as it was;
        a bytearray cannot be resized until the stream is released. requested_schema is not followed, as the interface
        permits. Raises OSError, and Error (SPE_E_STATE) if the file has changed.

        >>> "arrow_array_stream" in repr(read(b"").__arrow_c_stream__())
        True
        """
        return arrow.stream_capsule(self._columns.arrays, self._source, self.clock)


def read(source: Contents, *, columns: Iterable[str] = NAMES, force: bool = False) -> Profile:
    """Reads perf.data or SPE bytes: a path, or the contents, of whatever has bytes in one piece (an array, an mmap).

    columns: which fields are wanted, of `libspe.NAMES`, one at least. force: bytes that cannot be SPE are read as such.
    Raises OSError; Error if perf.data has no SPE at all, and for what is neither perf.data nor SPE, as spe-dump has it.
    """
    if isinstance(columns, str):
        raise TypeError(f"columns are a list of names: [{columns!r}]")
    names = tuple(columns)
    if not names:
        raise ValueError("columns=[] names none; without columns=... all are read")
    again = Source(source)
    with again.open() as contents:
        return _read(contents, again, names, force)


def _read(contents: Any, source: Source, names: tuple[str, ...], force: bool) -> Profile:
    size = len(contents)
    # A record takes 20 bytes at least on every core seen; pages that stay empty are not taken from the system.
    columns = Columns(names, size // 20 + 64)
    profile = Profile(columns, source)
    with ffi.from_buffer(contents) as view:
        what = "" if force or lib.spe_perf_is_file(view, size) else look(view, size)
        if what:
            raise Error(lib.SPE_E_FORMAT, what)
        pieces = Pieces(view, size)
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
