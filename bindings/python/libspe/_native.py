# SPDX-License-Identifier: MIT
"""libspe.so and libspe-lab.so, and their interface in cffi: `lib` has the functions and numbers, `ffi` the types.

LIBSPE_LIBRARY in the environment names a libspe.so to use instead of the installed one; libspe-lab.so is then in the
same folder. It is loaded when a function of it is first used: tables for Arrow, statistics, rules, registers.
"""

from __future__ import annotations

import ctypes.util
import itertools
import os
import pathlib
import subprocess
from typing import Any, Callable, Mapping

import cffi


def _interface() -> str:
    """The interface as an installed package holds it; in the source tree it is made from the headers."""
    here = pathlib.Path(__file__).resolve().parent
    installed = here / "interface.h"
    if installed.exists():
        return installed.read_text(encoding="utf-8")
    command = ["perl", "bindings/interface", "libspe-lab"]
    made = subprocess.run(command, cwd=here.parents[2], capture_output=True, text=True)
    if made.returncode != 0:
        raise ImportError(f"bindings/interface, which needs perl and a C compiler: {made.stderr}")
    return made.stdout


ffi: Any = cffi.FFI()
ffi.cdef(_interface())


def _open(name: str, package: str) -> Any:
    try:
        return ffi.dlopen(name)
    except OSError as error:
        raise ImportError(f"{name}: {error}; install {package}, or name libspe.so in LIBSPE_LIBRARY") from error


def _load() -> Any:
    name = os.environ.get("LIBSPE_LIBRARY") or ctypes.util.find_library("spe") or "libspe.so.1"
    library = _open(name, "libspe")
    if library.spe_version_number() // 10000 != library.SPE_VERSION_MAJOR:
        raise ImportError(f"{name} is version {text(library.spe_version())}, another interface than this package's")
    return library


def _load_lab(soname: str) -> Any:
    named = os.environ.get("LIBSPE_LIBRARY")
    if named:
        return _open(str(pathlib.Path(named).with_name(soname)), "libspe-lab")
    return _open(ctypes.util.find_library("spe-lab") or soname, "libspe-lab")


class _Libraries:
    """The functions and numbers of both libraries; the second one is loaded when it is needed."""

    def __init__(self) -> None:
        self._first, self._second = _load(), None

    def __getattr__(self, name: str) -> Any:
        try:
            found = getattr(self._first, name)
        except AttributeError:
            if not self._second:
                self._second = _load_lab(f"libspe-lab.so.{self._first.SPE_LAB_VERSION_MAJOR}")
            found = getattr(self._second, name)
        setattr(self, name, found)
        return found


def text(value: Any) -> str:
    """A constant C string as str; "" for NULL."""
    return str(ffi.string(value).decode()) if value else ""


lib: Any = _Libraries()


def names(name: Callable[[int], Any]) -> list[str]:
    """The names that a function of the library gives for 0, 1 and so on, as many as there are.

    >>> names(lib.spe_rule_name)[:2]
    ['events-missing', 'end-missing']
    """
    return list(itertools.takewhile(bool, map(text, map(name, itertools.count()))))


class Error(ValueError):
    """An error status of the library. `status` is its number, `name` its name (`SPE_E_RANGE`)."""

    def __init__(self, status: int, what: str = "") -> None:
        self.status, self.what = status, what
        self.name = text(lib.spe_status_name(status))
        super().__init__(f"{what}: {text(lib.spe_status_text(status))}" if what else text(lib.spe_status_text(status)))

    def __reduce__(self) -> tuple[type, tuple[int, str]]:  # for passing it to other processes
        return Error, (self.status, self.what)


def check(status: int, what: str = "") -> int:
    """Raises Error for a negative status; returns any other status."""
    if status < 0:
        raise Error(status, what)
    return status


def octets(contents: Any) -> memoryview:
    """The bytes of an object (bytes, an array, a memoryview), not copied. Raises TypeError if they are not contiguous.

    >>> len(octets(bytearray(3))), octets(memoryview(b"123")[1:])[0]
    (3, 50)
    """
    try:
        view = memoryview(contents)
    except TypeError:
        raise TypeError(f"a path, or contents: bytes, an array, a memoryview; not {type(contents).__name__}") from None
    if not view.nbytes:
        return memoryview(b"")  # cast() does not accept it in all shapes
    try:
        return view.cast("B")
    except TypeError:
        raise TypeError("contents are not bytes in one piece: give a copy, bytes(contents)") from None


def sized(name: str, options: Mapping[str, int]) -> Any:
    """A configuration, which begins with its size. The size is not an option: the library reads that many bytes.
    Raises TypeError for an unknown member.

    >>> sized("struct spe_encoder_config", {"alignment": 8}).alignment
    8
    """
    if "size" in options:
        raise TypeError(f"{name}: its size is no option")
    try:
        return ffi.new(f"{name} *", {"size": ffi.sizeof(name), **options})
    except KeyError as error:
        raise TypeError(f"{name} has no {error}") from None
