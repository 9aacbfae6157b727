# SPDX-License-Identifier: MIT
"""Writes SPE packets, for the generated profiles. Written from docs/format.md; nothing is shared with the tools."""
import struct


def header(base, index):
    """The header of an address or counter packet: INDEX above 7 needs an extended header."""
    return bytes([base | index]) if index < 8 else bytes([0x20 | index >> 3, base | index & 7])


def address(index, payload):
    return header(0xb0, index) + struct.pack('<Q', payload)


def instruction_address(index, where, level, secure=False):
    """The PC, a branch target or the target of the previous branch. Bits 62:61 are the level, bit 63 is NS."""
    return address(index, where & (1 << 56) - 1 | level << 61 | (0 if secure else 1 << 63))


def counter(index, value):
    return header(0x98, index) + struct.pack('<H', value)


def context(index, value):
    return bytes([0x64 | index]) + struct.pack('<L', value)


def events(value, size):
    return bytes([{1: 0x42, 2: 0x52, 4: 0x62, 8: 0x72}[size]]) + value.to_bytes(size, 'little')


def source(value, size=1):
    return bytes([{1: 0x43, 2: 0x53}[size]]) + value.to_bytes(size, 'little')


def operation(op_class, payload):
    return bytes([0x48 | op_class, payload])


def timestamp(value):
    return b'\x71' + struct.pack('<Q', value)


END = b'\x01'
