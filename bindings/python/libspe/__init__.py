# SPDX-License-Identifier: MIT
"""Arm SPE records: decoded, encoded, and what they mean, through libspe.so.

>>> import libspe
>>> profile = libspe.read(bytes.fromhex("b00040000000000080" "42" "0600" "01".replace("42" "0600", "520600")))
>>> len(profile), hex(profile.to_numpy()["pc"][0])
(1, '0x8000000000004000')
"""

from ._native import Error, ffi, lib
from .columns import NAMES, RECORD, Columns
from .profile import Profile, Run, read

__all__ = ["Columns", "Error", "NAMES", "Profile", "RECORD", "Run", "ffi", "lib", "read"]
