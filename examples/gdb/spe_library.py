# SPDX-License-Identifier: MIT
"""Finds and loads libspe.so for the Python of a debugger, and gives its functions the types in libspe.py."""
import ctypes
import ctypes.util
import os

import libspe


class NotFound(Exception):
    """No usable libspe.so was found; the text lists the places searched."""


def candidates():
    """Where libspe.so may be: only the file in LIBSPE, if that is set; else build/ of this tree, or the installed
    one."""
    if os.environ.get("LIBSPE"):
        return [os.environ["LIBSPE"]]
    tree = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    soname = "libspe.so.%d" % libspe.SPE_VERSION_MAJOR
    return [os.path.join(tree, "build", soname), ctypes.util.find_library("spe") or soname]


def load():
    """The library with typed functions. Raises NotFound."""
    tried = []
    for path in candidates():
        try:
            library = ctypes.CDLL(path)
            for name, (result, arguments) in libspe.FUNCTIONS.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            tried.append("%s: %s" % (path, error))
            continue
        if library.spe_version_number() // 10000 == libspe.SPE_VERSION_MAJOR:
            return library
        tried.append("%s: version %s, not %d" % (path, library.spe_version().decode(), libspe.SPE_VERSION_MAJOR))
    raise NotFound("no libspe.so: run make shared in its tree, install it, or set LIBSPE to the file\n  "
                   + "\n  ".join(tried))


def text_of(function, cap, *arguments):
    """The text that one of the library's functions writes."""
    out = ctypes.create_string_buffer(cap)
    length = function(*arguments, out, cap)
    if length < 0:
        raise ValueError("%s: status %d" % (function.__name__, length))
    return out.value.decode()
