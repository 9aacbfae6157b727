# SPDX-License-Identifier: MIT
"""A file of SPE to columns: perf.data, or the bytes themselves."""

from __future__ import annotations

import dataclasses
import mmap
import os
from typing import Any, Iterable, Iterator, Union

import numpy as np
import numpy.typing as npt

from ._native import Error, check, ffi, lib, text
from .columns import NAMES, Columns
from .meaning import Stats

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]


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

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
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

    def time_ns(self) -> npt.NDArray[np.uint64]:
        """perf's time of each row in nanoseconds, shape (len(self),); 0 for rows without a timestamp.

        Needs the columns timestamp and present. Raises Error (SPE_E_ARG) if the file has no clock.
        """
        if self.clock is None:
            raise Error(lib.SPE_E_ARG, "the file has no clock (TIME_CONV)")
        ticks, present = self._columns.arrays["timestamp"], self._columns.arrays["present"]
        clock = self.clock
        t = ticks[: len(self)]
        if clock.is_short:
            t = np.uint64(clock.cycles) + ((t - np.uint64(clock.cycles)) & np.uint64(clock.mask))
        mult, shift = np.uint64(clock.mult), np.uint64(clock.shift)
        ns = np.uint64(clock.zero) + (t >> shift) * mult + ((t & np.uint64((1 << clock.shift) - 1)) * mult >> shift)
        return np.where(present[: len(self)] & np.uint32(lib.SPE_HAS_TIMESTAMP), ns, np.uint64(0))

    def stats(self) -> Stats:
        """Counts of all rows. Needs the column present; one that was not read counts as a field that no record has.

        >>> read(b"").stats().records
        0
        """
        stats = Stats()
        check(lib.spe_stats_add_columns(stats._stats, self._columns.native(0), len(self), ffi.NULL), "columns")
        return stats

    def to_pandas(self) -> Any:
        """A pandas.DataFrame of to_numpy()'s columns, and `cpu`; columns share memory with them where pandas can."""
        import pandas

        return pandas.DataFrame({**self.to_numpy(), "cpu": self.cpu()}, copy=False)


def read(source: Source, *, columns: Iterable[str] = NAMES) -> Profile:
    """Reads perf.data or SPE bytes: a path, or the contents.

    columns: which fields are wanted, of `libspe.NAMES`. Raises OSError, and Error if perf.data has no SPE at all.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _read(memoryview(source).cast("B"), columns)
    with open(source, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return _read(b"", columns)
        try:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as contents:
                return _read(contents, columns)
        except (ValueError, OSError):  # a pipe
            return _read(file.read(), columns)


def _read(contents: Any, names: Iterable[str]) -> Profile:
    size = len(contents)
    # A record takes 20 bytes at least on every core seen; pages that stay empty are not taken from the system.
    columns = Columns(tuple(names), size // 20 + 64)
    profile = Profile(columns)
    with ffi.from_buffer(contents) as view:
        if lib.spe_perf_is_file(view, size):
            _read_perf(view, size, profile)
        else:
            _read_bytes(view, size, profile)
    columns.resize(max(columns.rows, 1))
    return profile


def _decoder() -> Any:
    decoder = ffi.new("spe_decoder *")
    check(lib.spe_decoder_init(decoder, ffi.NULL))
    return decoder


def _read_bytes(view: Any, size: int, profile: Profile) -> None:
    columns, decoder, record = profile._columns, _decoder(), ffi.new("struct spe_record *")
    check(lib.spe_decoder_feed(decoder, view, size))
    columns.decode(decoder)
    if lib.spe_decoder_finish(decoder, record) == 1:
        columns.append(record)
    profile.runs.append(Run(0, columns.rows, None, None, 0))


def _told(number: int) -> int | None:
    return None if number == lib.SPE_PERF_NONE else int(number)


def _events(reader: Any, event: Any) -> Iterator[int]:
    while (status := lib.spe_perf_reader_next(reader, event)) == 1:
        yield event.type
    if status < 0:
        offset = ffi.new("uint64_t *")
        problem = text(lib.spe_perf_reader_problem(reader, offset))
        raise Error(status, f"at byte {offset[0]:#x}: {problem}")


def _read_perf(view: Any, size: int, profile: Profile) -> None:
    columns, record = profile._columns, ffi.new("struct spe_record *")
    storage = ffi.new("uint64_t[]", lib.SPE_PERF_STORAGE // 8)
    reader, event = ffi.new("spe_perf_reader *"), ffi.new("struct spe_perf_event *")
    check(lib.spe_perf_reader_init_memory(reader, view, size, storage, lib.SPE_PERF_STORAGE))
    decoders: dict[int, Any] = {}
    whose: dict[int, tuple[int | None, int | None, int]] = {}

    def add_run(first: int, index: int) -> None:
        if columns.rows > first:
            profile.runs.append(Run(first, columns.rows, *whose[index]))

    try:
        for kind in _events(reader, event):
            first, index = columns.rows, event.index
            if kind == lib.SPE_PERF_BUFFER:
                decoder = decoders.setdefault(index, None) or _decoder()
                decoders[index] = decoder
                whose[index] = (_told(event.cpu), _told(event.tid), event.midr)
                lib.spe_decoder_set_offset(decoder, event.offset)
            elif kind == lib.SPE_PERF_BYTES:
                check(lib.spe_decoder_feed(decoders[index], event.bytes, event.size))
                columns.decode(decoders[index])
                add_run(first, index)
            elif kind == lib.SPE_PERF_GAP:
                if lib.spe_decoder_gap(decoders[index], event.offset, record) == 1:
                    columns.append(record)
                    add_run(first, index)
                if event.aux_flags & (lib.SPE_PERF_AUX_OVERWRITE | lib.SPE_PERF_AUX_MOVED):
                    lib.spe_decoder_resync(decoders[index])
            elif kind == lib.SPE_PERF_CLOCK:
                profile.clock = ffi.new("struct spe_perf_clock *", event.clock)
    except Error as error:
        profile.problem = str(error)
        if not decoders:
            raise
    for index, decoder in decoders.items():
        first = columns.rows
        if lib.spe_decoder_finish(decoder, record) == 1:
            columns.append(record)
            add_run(first, index)
