# SPDX-License-Identifier: MIT
"""Finds and loads libspe-lab.so, with libspe.so, for gdb's Python, and gives their functions the types in
libspe.py."""
import ctypes
import ctypes.util
import os

import libspe


class NotFound(Exception):
    """No usable libspe-lab.so was found; the text lists the places searched."""


def candidates():
    """Where libspe-lab.so may be: in the folder LIBSPE, if that is set; else in build/ of this tree, or installed."""
    soname = "libspe-lab.so.%d" % libspe.SPE_LAB_VERSION_MAJOR
    if os.environ.get("LIBSPE"):
        return [os.path.join(os.environ["LIBSPE"], soname)]
    tree = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
    return [os.path.join(tree, "build", soname), ctypes.util.find_library("spe-lab") or soname]


def open_both(path):
    """A function that finds a name in libspe-lab.so or in the libspe.so of the same folder."""
    folder, soname = os.path.split(path)
    first = ctypes.CDLL(os.path.join(folder, "libspe.so.%d" % libspe.SPE_VERSION_MAJOR))
    second = ctypes.CDLL(path)
    return lambda name: getattr(first, name, None) or getattr(second, name)


class Library:
    """The functions of both libraries, with their types."""

    def __init__(self, find):
        for name, (result, arguments) in libspe.FUNCTIONS.items():
            function = find(name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)


def load():
    """The libraries with typed functions. Raises NotFound."""
    tried = []
    for path in candidates():
        try:
            library = Library(open_both(path))
        except (OSError, AttributeError) as error:
            tried.append("%s: %s" % (path, error))
            continue
        if library.spe_version_number() // 10000 == libspe.SPE_VERSION_MAJOR:
            return library
        tried.append("%s: version %s, not %d" % (path, library.spe_version().decode(), libspe.SPE_VERSION_MAJOR))
    raise NotFound("no libspe-lab.so: run make in its tree, install it, or set LIBSPE to its folder\n  "
                   + "\n  ".join(tried))


def text_of(function, cap, *arguments):
    """The text that one of the library's functions writes."""
    out = ctypes.create_string_buffer(cap)
    length = function(*arguments, out, cap)
    if length < 0:
        raise ValueError("%s: status %d" % (function.__name__, length))
    return out.value.decode()
