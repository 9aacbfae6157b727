# SPDX-License-Identifier: MIT
"""Reads a file piece by piece: perf.data, or SPE bytes."""

from __future__ import annotations

import contextlib
import importlib
import os
import stat
from typing import Any, Iterator, Optional, Tuple, Union

from ._native import Error, check, ffi, lib, octets, text
from .record import Bytes

Contents = Union[str, "os.PathLike[str]", Bytes]
Whose = Tuple[Optional[int], Optional[int], int]  # core, thread, MIDR_EL1; None if the file does not record it
Piece = Tuple[Whose, Any, Any]


_CHUNK = 1 << 20  # bytes that are decoded at once


class Memory:
    """Contents that are in memory."""

    def __init__(self, view: Any) -> None:  # uint8_t[]
        self._view, self.size = view, len(view)

    def begin(self, reader: Any, storage: Any) -> int:
        """Begins to read perf.data, like spe_perf_reader_init()."""
        return int(lib.spe_perf_reader_init_memory(reader, self._view, self.size, storage, ffi.sizeof(storage)))

    def first(self, size: int) -> Any:
        """The first bytes, up to `size` of them: uint8_t[]."""
        return self._view[0 : min(size, self.size)]

    def chunks(self) -> Iterator[Any]:
        """All bytes in order, each piece valid until the next. Raises Error (SPE_E_STATE) if they change meanwhile."""
        yield self._view


class File:
    """Contents of a regular file. They are read and not mapped, so that a file that becomes shorter only ends early."""

    def __init__(self, number: int, name: str) -> None:
        self._number, self._name, self._stat = number, name, os.fstat(number)
        self.size = self._stat.st_size
        self._read_at = ffi.callback("spe_perf_read_fn", self._read, error=-1)

    @property
    def stamp(self) -> tuple[int, ...]:
        """A value that changes with the contents."""
        return self._stat.st_dev, self._stat.st_ino, self._stat.st_size, self._stat.st_mtime_ns

    def _read(self, _context: Any, offset: int, to: Any, cap: int) -> int:
        data = os.pread(self._number, cap, offset)
        ffi.memmove(to, data, len(data))
        return len(data)

    def begin(self, reader: Any, storage: Any) -> int:
        """As Memory has it."""
        size = ffi.sizeof(storage)
        return int(lib.spe_perf_reader_init(reader, self._read_at, ffi.NULL, lib.SPE_PERF_SEEKABLE, storage, size))

    def first(self, size: int) -> Any:
        """As Memory has it."""
        return ffi.from_buffer("uint8_t[]", os.pread(self._number, size, 0))

    def chunks(self) -> Iterator[Any]:
        """As Memory has it."""
        at = 0
        while data := os.pread(self._number, _CHUNK, at):
            yield ffi.from_buffer("uint8_t[]", data)
            at += len(data)
        if at != self.size:
            raise Error(lib.SPE_E_STATE, f"{self._name} has changed while it was read")


class Source:
    """Contents that can be read again, such as a file that has not changed."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._stamp: tuple[int, ...] | None = None

    @contextlib.contextmanager
    def open(self) -> Iterator[Any]:
        """The contents, for the duration of the `with`. Raises OSError, and Error (SPE_E_STATE) if they have
        changed."""
        if not isinstance(self._contents, (str, os.PathLike, int)):
            with octets(self._contents) as view, ffi.from_buffer("uint8_t[]", view) as held:
                yield Memory(held)
            return
        with open(self._contents, "rb") as file:
            name = os.fspath(self._contents)
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # a pipe
                self._contents = file.read()
                yield Memory(ffi.from_buffer("uint8_t[]", self._contents))
                return
            contents = File(file.fileno(), name)
            if self._stamp not in (None, contents.stamp):
                raise Error(lib.SPE_E_STATE, f"{name} has changed since it was read")
            self._stamp = contents.stamp
            yield contents


_PACKED = 256  # bytes that are decompressed at once: at most a few million bytes come of them


def _zstd() -> Any:
    """A new stream, with a method decompress(bytes)."""
    with contextlib.suppress(ImportError):
        return importlib.import_module("compression.zstd").ZstdDecompressor()
    with contextlib.suppress(ImportError):
        return importlib.import_module("zstandard").ZstdDecompressor().decompressobj()
    raise ImportError(
        "events are compressed (perf record -z): this needs the package zstandard (Debian: python3-zstandard), "
        "or Python 3.14"
    )


class _Unpacker:
    """Decompresses events (spe_perf_decompress_fn)."""

    def __init__(self, reader: Any) -> None:
        self._streams: dict[int, Any] = {}
        self._left: dict[int, Any] = {}
        self._error: BaseException | None = None
        self._storage = ffi.new("uint64_t[]", lib.SPE_PERF_DECOMPRESS_STORAGE // 8)
        self._function = ffi.callback("spe_perf_decompress_fn", self._unpack, error=-1, onerror=self._failed)
        size = ffi.sizeof(self._storage)
        check(lib.spe_perf_reader_decompress(reader, self._function, ffi.NULL, self._storage, size))

    def _unpack(self, _context: Any, packed: Any, out: Any, cap: int) -> int:
        stream = self._streams[packed.stream] = self._streams.get(packed.stream) or _zstd()
        left = self._left.get(packed.stream, b"")
        if not left and packed.size:
            size = min(packed.size, _PACKED)
            left = memoryview(stream.decompress(bytes(ffi.buffer(packed.bytes, size))))
            packed.used = size - len(stream.unused_data)
            if stream.eof:  # what follows is another frame
                del self._streams[packed.stream]
        count = min(len(left), cap)
        ffi.memmove(out, left[:count], count)
        self._left[packed.stream] = left[count:]
        return count

    def _failed(self, _type: Any, error: BaseException, _trace: Any) -> None:
        self._error = error

    def check(self) -> None:
        """Raises what happened in the function, unless bytes are damaged: the reader reports that."""
        if self._error and type(self._error).__name__ != "ZstdError":
            raise self._error


class Pieces:
    """The pieces to decode, in the file's order: core and thread, a decoder, a record.

    If the record is None, the decoder was fed; read its records before the next piece. Otherwise the record was cut off
    and must be added. `problem` and `clock` have the meaning that they have in Profile, up to the current piece.
    """

    def __init__(self, contents: Memory | File) -> None:
        self._contents = contents
        self._decoders: dict[int, Any] = {}
        self._whose: dict[int, Whose] = {}
        self.problem = ""
        self.clock: Any = None

    def is_perf(self) -> bool:
        """Whether it is perf.data."""
        first = self._contents.first(64)
        return bool(lib.spe_perf_is_file(first, len(first)))

    def __iter__(self) -> Iterator[Piece]:
        if self.is_perf():
            try:
                yield from self._events()
            except Error as error:
                self.problem = str(error)
                if not self._decoders:
                    raise
        else:
            self._decoders[0], self._whose[0] = _decoder(), (None, None, 0)
            for chunk in self._contents.chunks():
                check(lib.spe_decoder_feed(self._decoders[0], chunk, len(chunk)))
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
        check(self._contents.begin(reader, storage))
        unpacker = _Unpacker(reader)
        while (status := lib.spe_perf_reader_next(reader, event)) == 1:
            kind, index = event.type, event.index
            if kind == lib.SPE_PERF_BUFFER:
                if index not in decoders:
                    decoders[index] = _decoder()
                self._whose[index] = (_told(event.cpu), _told(event.tid), event.midr)
            elif kind == lib.SPE_PERF_CLOCK:
                self.clock = ffi.new("struct spe_perf_clock *", event.clock)
            if index in decoders:
                todo = check(lib.spe_perf_feed(decoders[index], event, record))
                if todo != lib.SPE_PERF_FEED_NOTHING:
                    yield self._piece(index, record if todo == lib.SPE_PERF_FEED_CUT else None)
        if status < 0:
            offset = ffi.new("uint64_t *")
            unpacker.check()
            problem = text(lib.spe_perf_reader_problem(reader, offset))
            raise Error(status, f"at byte {offset[0]:#x}: {problem}")


def _decoder() -> Any:
    decoder = ffi.new("spe_decoder *")
    check(lib.spe_decoder_init(decoder, ffi.NULL))
    return decoder


def _told(number: int) -> int | None:
    return None if number == lib.SPE_PERF_NONE else int(number)
