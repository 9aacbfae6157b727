# SPDX-License-Identifier: MIT
"""libspe.so and its interface, as cffi sees it: `lib` has the functions and numbers, `ffi` the types.

LIBSPE_LIBRARY in the environment names another library than the installed one.
"""

from __future__ import annotations

import ctypes.util
import os
import pathlib
from typing import Any

import cffi

ffi: Any = cffi.FFI()
ffi.cdef((pathlib.Path(__file__).parent / "interface.h").read_text(encoding="utf-8"))


def _load() -> Any:
    name = os.environ.get("LIBSPE_LIBRARY") or ctypes.util.find_library("spe") or "libspe.so.1"
    try:
        library = ffi.dlopen(name)
    except OSError as error:
        raise ImportError(f"{name}: {error}; install libspe, or name the library in LIBSPE_LIBRARY") from error
    if library.spe_version_number() // 10000 != library.SPE_VERSION_MAJOR:
        raise ImportError(f"{name} is version {text(library.spe_version())}, another interface than this package's")
    return library


def text(value: Any) -> str:
    """A C string, which lives as long as the program, as str; "" for NULL."""
    return str(ffi.string(value).decode()) if value else ""


lib: Any = _load()


class Error(ValueError):
    """A status of the library that is none of success. `status` is its number, `name` its name (`SPE_E_RANGE`)."""

    def __init__(self, status: int, what: str = "") -> None:
        self.status, self.what = status, what
        self.name = text(lib.spe_status_name(status))
        super().__init__(f"{what}: {text(lib.spe_status_text(status))}" if what else text(lib.spe_status_text(status)))

    def __reduce__(self) -> tuple[type, tuple[int, str]]:  # it goes from process to process
        return Error, (self.status, self.what)


def check(status: int, what: str = "") -> int:
    """Raises Error for a negative status; returns any other."""
    if status < 0:
        raise Error(status, what)
    return status


def octets(contents: Any) -> memoryview:
    """The bytes of what has some, not copied: bytes, an array, a memoryview. Raises TypeError if not in one piece.

    >>> len(octets(bytearray(3))), octets(memoryview(b"123")[1:])[0]
    (3, 50)
    """
    try:
        view = memoryview(contents)
    except TypeError:
        raise TypeError(f"a path, or contents: bytes, an array, a memoryview; not {type(contents).__name__}") from None
    if not view.nbytes:
        return memoryview(b"")  # which cast() does not take in all shapes
    try:
        return view.cast("B")
    except TypeError:
        raise TypeError("contents are not bytes in one piece: give a copy, bytes(contents)") from None
