# SPDX-License-Identifier: MIT
"""Recognises bytes that are not SPE. The rule and the messages are those of spe-dump and spe-stat:
tools/input/foreign.c."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._native import check, ffi, lib
from .columns import Columns

LOOK = 64 << 10  # bytes of a file that are examined
_LEAST = 64  # bytes: input that people write by hand is shorter

MAGICS = (  # offset, bytes, what it is
    (0, b"\x7fELF", "an ELF file, a program or a library: take the capture of it"),
    (0, b"\x1f\x8b", "gzip data: gunzip it first"),
    (0, b"\x28\xb5\x2f\xfd", "zstd data: unzstd it first"),
    (0, b"\xfd7zXZ", "xz data: unxz it first"),
    (0, b"BZh", "bzip2 data: bunzip2 it first"),
    (0, b"\x04\x22\x4d\x18", "lz4 data: unlz4 it first"),
    (0, b"PK\x03\x04", "a ZIP archive: unzip it first"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (257, b"ustar", "a tar archive: unpack it first"),
    (0, b"!<arch>\n", "an ar archive, a library or a package: take the capture"),
    (0, b"PERFFILE", "perf.data of a perf before 3.3, which knew no SPE"),
    (0, b"ELIFFREP", "perf.data of a perf before 3.3, which knew no SPE"),
    (0, b"\xcf\xfa\xed\xfe", "a Mach-O file, a program or a library: take the capture of it"),
    (0, b"\xce\xfa\xed\xfe", "a Mach-O file, a program or a library: take the capture of it"),
    (0, b"\xca\xfe\xba\xbe", "a Mach-O or Java class file: take the capture of it"),
    (0, b"MZ", "a PE file, a program or a library: take the capture of it"),
    (0, b"\x89PNG", "a PNG picture"),
    (0, b"%PDF", "a PDF document"),
    (0, b"PAR1", "a Parquet file, a table: take the capture that it was made from"),
    (0, b"SQLite format 3", "an SQLite database"),
    (0, b"version https://git-lfs", "a Git LFS pointer, not the file: git lfs pull fetches it"),
)
TEXTS = ((b"{", "JSON"), (b"[", "JSON"), (b"<", "HTML or XML: was it downloaded as a page?"))  # after blanks
DUMPS = (b"ARM SPE data", b"PERF_RECORD_", b".  00000000: ", b"00000000 | ")  # anywhere


def _kind(data: bytes) -> str:
    for offset, magic, what in MAGICS:
        if data.startswith(magic, offset):
            return what
    others = sum(byte > 0x7F for byte in data)
    if 2 * others >= len(data) or any(byte == 0x7F or byte < 32 and byte not in b"\t\n\f\r\x1b" for byte in data):
        return ""
    if any(part in data for part in DUMPS):
        return "text, as perf script -D or spe-dump prints it: spe-asm makes bytes of packet lines"
    return next((what for front, what in TEXTS if data.lstrip(b" \t\r\n").startswith(front)), "text")


def _plausible(view: Any, size: int) -> tuple[int, bool]:
    """Records of a plausible shape: their bytes, and whether two of them are adjacent."""
    config, decoder = ffi.new("struct spe_decoder_config *"), ffi.new("spe_decoder *")
    config.size = ffi.sizeof("struct spe_decoder_config")
    config.flags = lib.SPE_DECODE_RESYNC | lib.SPE_DECODE_ARCH_INST
    check(lib.spe_decoder_init(decoder, config))
    check(lib.spe_decoder_feed(decoder, view, size))
    columns = Columns(("offset", "size"))
    columns.decode(decoder)
    offsets, sizes = (columns.arrays[name][: columns.rows].astype(np.uint64) for name in ("offset", "size"))
    return int(sizes.sum()), bool((offsets[1:] == offsets[:-1] + sizes[:-1]).any())


def _share(view: Any, size: int) -> tuple[int, int]:
    """Bytes of complete packets without padding, and the part of them in packets that the architecture does not
    define."""
    packets, packet = ffi.new("spe_packet_iterator *"), ffi.new("struct spe_packet *")
    known, unknown = 0, 0
    check(lib.spe_packet_iterator_init(packets, view, size, 0))
    while (taken := lib.spe_packet_iterator_next(packets, packet)) > 0:
        if packet.type == lib.SPE_PACKET_UNKNOWN or packet.flags & lib.SPE_PACKET_RESERVED_HEADER:
            unknown += taken
        elif packet.type != lib.SPE_PACKET_PADDING:
            known += taken
    return known + unknown, unknown


def look(view: Any, size: int) -> str:
    """What these bytes (uint8_t *) are if they cannot be SPE; "" if they can be SPE."""
    if not size:
        return "no SPE data: there are no bytes"
    size = min(size, LOOK)
    in_records, has_pairs = _plausible(view, size)
    if size < _LEAST or 10 * in_records >= size:  # SPE ends here
        return ""
    counted, unknown = _share(view, size)
    if counted < _LEAST or 2 * unknown <= counted or 10 * in_records >= counted:
        return ""
    what = _kind(bytes(ffi.buffer(view, size)))
    if not what and has_pairs:
        return ""
    share = 100 * unknown // counted
    why = f" but {what}" if what else f": {share} % of its first bytes are in unknown or reserved packets"
    return f"not Arm SPE{why}; use force=True to read it anyway"
