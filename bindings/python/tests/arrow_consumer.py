# SPDX-License-Identifier: MIT
"""A consumer of Arrow's PyCapsule interface, as its specification has it, without any library of Arrow's."""

import ctypes

import numpy as np

from libspe import ffi

_FORMATS = {"L": np.uint64, "I": np.uint32, "S": np.uint16, "C": np.uint8, "c": np.int8, "s": np.int16}
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def take(capsule, name, struct):
    """The struct of a capsule, moved out of it: who takes it releases it."""
    given, out = ffi.cast(f"{struct} *", _pointer(capsule, name)), ffi.new(f"{struct} *")
    assert given.release
    out[0] = given[0]
    given.release = ffi.NULL
    return out


def schema_of(schema):
    """Names to formats, and whether there is a dictionary; releases it."""
    assert ffi.string(schema.format) == b"+s"
    fields = [schema.children[i] for i in range(schema.n_children)]
    out = {ffi.string(f.name).decode(): (ffi.string(f.format).decode(), bool(f.dictionary)) for f in fields}
    schema.release(schema)
    assert not schema.release
    return out


def _bits(pointer, length):
    data = np.frombuffer(ffi.buffer(ffi.cast("uint8_t *", pointer), (length + 7) // 8), np.uint8)
    return np.unpackbits(data, bitorder="little")[:length].astype(bool)


def _words(dictionary):
    offsets = ffi.cast("int32_t *", dictionary.buffers[1])
    text = ffi.cast("char *", dictionary.buffers[2])
    return [
        ffi.unpack(text + offsets[i], offsets[i + 1] - offsets[i]).decode() if offsets[i + 1] > offsets[i] else ""
        for i in range(dictionary.length)
    ]


def values_of(array, kind):
    """A column's values, None for those that are null."""
    length, (form, has_words) = array.length, kind
    assert array.offset == 0 and array.n_buffers == 2 and has_words == bool(array.dictionary)
    if form == "b":
        values = _bits(array.buffers[1], length).tolist()
    else:
        dtype = np.dtype(_FORMATS[form])
        raw = ffi.buffer(ffi.cast("uint8_t *", array.buffers[1]), length * dtype.itemsize)
        values = np.frombuffer(raw, dtype).tolist()
    if has_words:
        words = _words(array.dictionary)
        values = [words[index] for index in values]
    valid = _bits(array.buffers[0], length) if array.buffers[0] else np.ones(length, bool)
    assert array.null_count == length - valid.sum()
    return [value if is_valid else None for value, is_valid in zip(values, valid)]


def arrays_of(stream):
    """The arrays, one by one; who gets one releases it."""
    while True:
        array = ffi.new("struct ArrowArray *")
        assert stream.get_next(stream, array) == 0
        if not array.release:
            return
        yield array


def table_of(capsule):
    """All of a stream: names to lists of values. Releases everything."""
    stream, schema = take(capsule, b"arrow_array_stream", "struct ArrowArrayStream"), ffi.new("struct ArrowSchema *")
    del capsule  # may be gone before the stream is
    assert stream.get_schema(stream, schema) == 0
    kinds = schema_of(schema)
    out = {name: [] for name in kinds}
    for array in arrays_of(stream):
        assert array.n_children == len(kinds)
        for i, (name, kind) in enumerate(kinds.items()):
            assert array.children[i].length == array.length
            out[name] += values_of(array.children[i], kind)
        array.release(array)
    stream.release(stream)
    assert not stream.release
    return out
