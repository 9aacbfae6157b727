# SPDX-License-Identifier: MIT
"""A file of SPE, piece by piece: perf.data, or the bytes themselves."""

from __future__ import annotations

import contextlib
import mmap
import os
from typing import Any, Iterator, Optional, Tuple, Union

from ._native import Error, check, ffi, lib, octets, text
from .record import Bytes

Contents = Union[str, "os.PathLike[str]", Bytes]
Whose = Tuple[Optional[int], Optional[int], int]  # core, thread, MIDR_EL1; None: the file does not tell
Piece = Tuple[Whose, Any, Any]


class Source:
    """Contents that can be read again: those of a file that has not changed since."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._stamp: tuple[int, ...] | None = None

    @contextlib.contextmanager
    def open(self) -> Iterator[Any]:
        """The contents, as long as the `with` lasts. Raises OSError, and Error (SPE_E_STATE) if they have changed."""
        if not isinstance(self._contents, (str, os.PathLike, int)):
            with octets(self._contents) as view:
                yield view
            return
        with open(self._contents, "rb") as file:
            stat = os.fstat(file.fileno())
            stamp = (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)
            if self._stamp not in (None, stamp):
                raise Error(lib.SPE_E_STATE, f"{os.fspath(self._contents)} has changed since it was read")
            self._stamp = stamp
            try:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except (ValueError, OSError):  # a pipe, or nothing
                self._contents = file.read()
                yield self._contents
                return
        with mapped:
            yield mapped


class Pieces:
    """What is to be decoded, in the file's order: whose it is, a decoder, a record.

    No record: the decoder was fed, its records come before the next piece. A record: one that was cut, to be added.
    `problem` and `clock` are as Profile has them, as far as the pieces have come.
    """

    def __init__(self, view: Any, size: int) -> None:
        self._view, self._size = view, size
        self._decoders: dict[int, Any] = {}
        self._whose: dict[int, Whose] = {}
        self.problem = ""
        self.clock: Any = None

    def __iter__(self) -> Iterator[Piece]:
        if lib.spe_perf_is_file(self._view, self._size):
            try:
                yield from self._events()
            except Error as error:
                self.problem = str(error)
                if not self._decoders:
                    raise
        else:
            self._decoders[0], self._whose[0] = _decoder(), (None, None, 0)
            check(lib.spe_decoder_feed(self._decoders[0], self._view, self._size))
            yield self._piece(0)
        record = ffi.new("struct spe_record *")
        for index, decoder in self._decoders.items():
            if lib.spe_decoder_finish(decoder, record) == 1:
                ends = f"ends inside a record: at byte {record.offset:#x}, {record.size} bytes of it"
                self.problem = self.problem or ends
                yield self._piece(index, record)

    def _piece(self, index: int, record: Any = None) -> Piece:
        return self._whose[index], self._decoders[index], record

    def _events(self) -> Iterator[Piece]:
        storage = ffi.new("uint64_t[]", lib.SPE_PERF_STORAGE // 8)
        reader, event = ffi.new("spe_perf_reader *"), ffi.new("struct spe_perf_event *")
        record, decoders = ffi.new("struct spe_record *"), self._decoders
        check(lib.spe_perf_reader_init_memory(reader, self._view, self._size, storage, lib.SPE_PERF_STORAGE))
        while (status := lib.spe_perf_reader_next(reader, event)) == 1:
            kind, index = event.type, event.index
            if kind == lib.SPE_PERF_BUFFER:
                if index not in decoders:
                    decoders[index] = _decoder()
                self._whose[index] = (_told(event.cpu), _told(event.tid), event.midr)
                lib.spe_decoder_set_offset(decoders[index], event.offset)
            elif kind == lib.SPE_PERF_BYTES:
                check(lib.spe_decoder_feed(decoders[index], event.bytes, event.size))
                yield self._piece(index)
            elif kind == lib.SPE_PERF_GAP:
                if lib.spe_decoder_gap(decoders[index], event.offset, record) == 1:
                    yield self._piece(index, record)
                if event.aux_flags & (lib.SPE_PERF_AUX_OVERWRITE | lib.SPE_PERF_AUX_MOVED):
                    lib.spe_decoder_resync(decoders[index])
            elif kind == lib.SPE_PERF_CLOCK:
                self.clock = ffi.new("struct spe_perf_clock *", event.clock)
        if status < 0:
            offset = ffi.new("uint64_t *")
            problem = text(lib.spe_perf_reader_problem(reader, offset))
            raise Error(status, f"at byte {offset[0]:#x}: {problem}")


def _decoder() -> Any:
    decoder = ffi.new("spe_decoder *")
    check(lib.spe_decoder_init(decoder, ffi.NULL))
    return decoder


def _told(number: int) -> int | None:
    return None if number == lib.SPE_PERF_NONE else int(number)
