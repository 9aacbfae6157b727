# SPDX-License-Identifier: MIT
"""Decodes and encodes Arm SPE records, and gives their meaning, through libspe.so.

>>> import libspe
>>> profile = libspe.read(bytes.fromhex("b00040000000000080" "52060001"))
>>> len(profile), hex(profile.to_numpy()["pc"][0])
(1, '0x8000000000004000')

`libspe.lib` and `libspe.ffi` (cffi) give access to every function, type and number of the C interface.
"""

from ._native import Error, ffi, lib
from .columns import NAMES, RECORD, Columns
from .meaning import (
    DataSource,
    Estimate,
    Filter,
    Finding,
    Stats,
    check_records,
    cpus,
    data_source_name,
    midr,
    register,
    register_text,
)
from .profile import Profile, Run, read
from .record import Decoder, Record, decode, encode, event_name, records

__version__ = "1.0.0"
__all__ = [
    "Columns",
    "DataSource",
    "Decoder",
    "Error",
    "Estimate",
    "Filter",
    "Finding",
    "NAMES",
    "Profile",
    "RECORD",
    "Record",
    "Run",
    "Stats",
    "check_records",
    "cpus",
    "data_source_name",
    "decode",
    "encode",
    "event_name",
    "ffi",
    "lib",
    "midr",
    "read",
    "records",
    "register",
    "register_text",
]
