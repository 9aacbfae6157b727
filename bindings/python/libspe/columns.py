# SPDX-License-Identifier: MIT
"""One array for each field of struct spe_record. The library fills the arrays, which grow as needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import check, ffi, lib

# : struct spe_record, 128 bytes, for NumPy: name to type, in its order.
RECORD = np.dtype(
    {
        "names": [name for name, _ in ffi.typeof("struct spe_record").fields],
        "formats": [
            f"u{ffi.sizeof(field.type)}" if field.type.kind == "primitive" else (np.uint8, (field.type.length,))
            for _, field in ffi.typeof("struct spe_record").fields
        ],
        "offsets": [field.offset for _, field in ffi.typeof("struct spe_record").fields],
        "itemsize": ffi.sizeof("struct spe_record"),
    }
)

# : The columns: the record's fields except the reserved one. Addresses, events and operation are raw payloads.
NAMES: tuple[str, ...] = tuple(name for name in RECORD.names or () if name != "reserved")

# struct spe_columns names the record's size record_size, because `size` is the struct's own.
_MEMBER = {name: "record_size" if name == "size" else name for name in NAMES}


class Columns:
    """Arrays of `capacity` rows; the first `rows` are filled.

    >>> columns = Columns(["pc"], capacity=2)
    >>> columns.rows, columns.arrays["pc"].dtype, len(columns.arrays["pc"])
    (0, dtype('uint64'), 2)
    """

    def __init__(self, names: Any = NAMES, capacity: int = 4096) -> None:
        unknown = [name for name in names if name not in NAMES]
        if unknown:
            raise ValueError(f"no column {unknown[0]!r}; there are {', '.join(NAMES)}")
        self.rows = 0
        self.capacity = max(capacity, 1)
        self.arrays: dict[str, npt.NDArray[Any]] = {name: np.empty(self.capacity, RECORD[name]) for name in names}

    def native(self, at: int) -> Any:
        """struct spe_columns * of the rows from `at` on; valid until the arrays grow."""
        columns = ffi.new("struct spe_columns *")
        columns.size = ffi.sizeof("struct spe_columns")
        for name, array in self.arrays.items():
            member = _MEMBER[name]
            setattr(columns, member, ffi.cast(f"uint{8 * array.itemsize}_t *", array.ctypes.data + at * array.itemsize))
        return columns

    def resize(self, capacity: int) -> None:
        """Room for another number of rows. Large arrays are moved by the kernel, not copied."""
        for array in self.arrays.values():
            array.resize(capacity, refcheck=False)
        self.capacity = capacity

    def decode(self, decoder: Any) -> int:
        """Decodes all records of the decoder's bytes into the next rows. Returns their number."""
        first = self.rows
        while True:
            room = self.capacity - self.rows
            done = check(lib.spe_decoder_next_columns(decoder, self.native(self.rows), room), "columns")
            self.rows += done
            if done < room:
                return self.rows - first
            self.resize(2 * self.capacity)

    def append(self, record: Any) -> None:
        """Adds one record, a struct spe_record *."""
        if self.rows == self.capacity:
            self.resize(2 * self.capacity)
        for name, array in self.arrays.items():
            array[self.rows] = getattr(record, name)
        self.rows += 1
