# SPDX-License-Identifier: MIT
"""Tables for other libraries, in Arrow's PyCapsule interface: capsules of C structs that libspe-lab/arrow.h fills.

The consumer of a capsule's struct releases it, and arrays of it, at any time and in any thread. Blocks are therefore
memory of Python's raw allocator, whose functions need neither the interpreter nor Python objects. Only a stream calls
back: to be filled, and when it is released, which may be long after its capsule. Until then `_open` keeps its data.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Callable, Iterable

from ._native import check, ffi, lib
from .columns import NAMES
from .source import Piece, Pieces, Source

# -- memory and capsules: ctypes, which calls Python's own functions with the interpreter locked, as cffi does not --


class _Allocator(ctypes.Structure):  # PyMemAllocatorEx
    _fields_ = [(name, ctypes.c_void_p) for name in ("context", "malloc", "calloc", "realloc", "free")]


def _allocator() -> tuple[Any, Any, Any]:
    """Context, malloc and free of PYMEM_DOMAIN_RAW, with the types of struct spe_arrow_config's members."""
    out = _Allocator()
    get = ctypes.PYFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)(("PyMem_GetAllocator", ctypes.pythonapi))
    get(0, ctypes.addressof(out))
    return (
        ffi.cast("void *", out.context or 0),
        ffi.cast("spe_arrow_get_fn *", out.malloc),
        ffi.cast("spe_arrow_put_fn *", out.free),
    )


def _for_ever(value: Any) -> Any:
    """Keeps an object for C for the life of the process, even after the interpreter has released this module."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
    return value


_memory = _allocator()
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


class _Kind:
    """Capsules with one name, which hold a struct."""

    def __init__(self, name: bytes, struct: str) -> None:
        self._name, self._struct = _for_ever(name), struct
        pointer, type_, cast = _pointer, ffi.typeof(f"{struct} *"), ffi.cast
        context, _, free = _memory

        def destroy(capsule: int) -> None:
            address = cast(type_, pointer(capsule, name))
            if address.release:  # no consumer has taken it
                address.release(address)
            free(context, address)

        self._destroy = _for_ever(ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(destroy))

    def capsule(self, fill: Callable[[Any], None]) -> Any:
        """A new capsule, whose struct `fill` fills. Raises what `fill` raises."""
        context, get, put = _memory
        address = ffi.cast(f"{self._struct} *", get(context, ffi.sizeof(self._struct)))
        if not address:
            raise MemoryError
        try:
            fill(address)
        except BaseException:
            put(context, address)
            raise
        return _new(int(ffi.cast("uintptr_t", address)), self._name, ctypes.cast(self._destroy, ctypes.c_void_p))


_SCHEMA = _Kind(b"arrow_schema", "struct ArrowSchema")
_STREAM = _Kind(b"arrow_array_stream", "struct ArrowArrayStream")


def _config(names: Iterable[str]) -> Any:
    """struct spe_arrow_config * for the fields that were read; if all were, also for their meaning."""
    config = ffi.new("struct spe_arrow_config *")
    config.size = ffi.sizeof("struct spe_arrow_config")
    config.context, config.get, config.put = _memory
    wanted = set(names)
    for name in wanted if wanted != set(NAMES) else ():
        number = lib.spe_arrow_column_find(name.encode())
        config.columns[number // 64] |= 1 << number % 64
    return config


# -- streams --

_open: dict[int, _Stream] = {}  # by their private_data, until they are released


class _Stream:
    """The source of a stream, piece by piece, and the library's function that releases the stream."""

    def __init__(self, source: Source, clock: Any) -> None:
        self._stack = contextlib.ExitStack()
        try:
            contents = self._stack.enter_context(source.open())
            self._pieces = iter(Pieces(contents))
        except BaseException:
            self._stack.close()
            raise
        self._piece: Piece | None = None
        self._core, self._clock = ffi.new("struct spe_arrow_core *"), clock
        self._core.size = ffi.sizeof("struct spe_arrow_core")
        self._core.clock = clock if clock is not None else ffi.NULL
        self.callback: Any = ffi.callback("spe_arrow_fill_fn *", self._fill, error=lib.SPE_E_IO)
        self.release: Any = None

    def _next(self) -> Piece | None:
        if self._piece is None:
            self._piece = next(self._pieces, None)
        if self._piece is not None:
            cpu, tid, self._core.midr = self._piece[0]
            self._core.cpu = lib.SPE_PERF_NONE if cpu is None else cpu
            self._core.tid = lib.SPE_PERF_NONE if tid is None else tid
        return self._piece

    def _fill(self, _context: Any, arrow: Any) -> int:
        """A spe_arrow_fill_fn: adds pieces until the block is full. If memory is missing, the piece is tried again."""
        while (piece := self._next()) is not None:
            _, decoder, record = piece
            if record is None:
                status = lib.spe_arrow_take(arrow, decoder, self._core)
            else:
                status = lib.spe_arrow_append(arrow, record, self._core)
            if status < 0:
                return int(status)
            if status == 0 or record is not None:
                self._piece = None
            if status == 1:
                return 1
        return 0

    def close(self) -> None:
        """Releases the contents."""
        self._piece = self.callback = None
        self._stack.close()


def _release(address: Any, streams: Any = _open, cast: Any = ffi.cast) -> None:
    stream = streams.pop(int(cast("uintptr_t", address.private_data)))
    stream.release(address)
    stream.close()


_release_callback = _for_ever(ffi.callback("void(struct ArrowArrayStream *)", _release))


def stream_capsule(names: Iterable[str], source: Source, clock: Any) -> Any:
    """A capsule "arrow_array_stream": the records of a source."""

    def fill(address: Any) -> None:
        stream = _Stream(source, clock)
        status = lib.spe_arrow_stream(stream.callback, _config(names), address)
        if status < 0:
            stream.close()
        check(status, "stream")
        stream.release, address.release = address.release, _release_callback
        _open[int(ffi.cast("uintptr_t", address.private_data))] = stream

    return _STREAM.capsule(fill)


def schema_capsule(names: Iterable[str]) -> Any:
    """A capsule "arrow_schema": a struct of the columns."""

    def fill(address: Any) -> None:
        arrow = ffi.new("spe_arrow *")
        check(lib.spe_arrow_init(arrow, _config(names)))
        check(lib.spe_arrow_schema(arrow, address), "schema")
        lib.spe_arrow_end(arrow)

    return _SCHEMA.capsule(fill)
