# SPDX-License-Identifier: MIT
"""Decodes and encodes records: arrays of RECORD (struct spe_record), or single ones."""

from __future__ import annotations

import mmap
from typing import Any, Iterator, Union

import numpy as np
import numpy.typing as npt

from ._native import Error, check, ffi, lib, octets, sized, text
from .columns import NAMES, RECORD

Bytes = Union[bytes, bytearray, memoryview, mmap.mmap, npt.NDArray[Any]]  # and all other objects with a buffer
Records = npt.NDArray[Any]  # of dtype RECORD

_MIN_RECORD = 16  # the least bytes of a record, for a first guess of their number


def native(records: Records) -> Any:
    """struct spe_record * of an array of RECORD, which must live as long as the pointer is used."""
    if records.dtype != RECORD or not records.flags.c_contiguous:
        raise TypeError("records are a contiguous array of dtype libspe.RECORD")
    return ffi.cast("struct spe_record *", records.ctypes.data)


def _word(function: Any, *arguments: Any, size: int = 2048) -> str:
    out = ffi.new("char[]", size)
    check(function(*arguments, out, size))
    return str(ffi.string(out).decode())


def text_config(midr: int = 0, perf: bool = False) -> Any:
    """struct spe_text_config * for a core (MIDR_EL1; 0 if not known), in perf's words or the architecture's."""
    config = ffi.new("struct spe_text_config *")
    config.size, config.midr = ffi.sizeof("struct spe_text_config"), midr
    config.style = lib.SPE_TEXT_PERF if perf else lib.SPE_TEXT_ARCH
    return config


class Record:
    """One record. Its fields are attributes with the names of struct spe_record's members: raw payloads, 0 if absent.

    >>> record = Record(decode(bytes.fromhex("b00040000000000080990a00520600" "01"))[0])
    >>> record.pc == 0x8000000000004000, record.address(), record.issue_latency, record.has("data_va")
    (True, 16384, 10, False)
    """

    __slots__ = ("_array", "_c")

    def __init__(self, row: Any) -> None:
        self._array = np.array([row], RECORD)
        self._c = native(self._array)

    def __getattr__(self, name: str) -> int:
        if name not in NAMES:
            raise AttributeError(f"a record has no {name!r}; it has {', '.join(NAMES)}")
        return int(getattr(self._c, name))

    def has(self, name: str) -> bool:
        """Whether the record has the packet of a field, such as "pc" or "operation"."""
        return bool(self.present & getattr(lib, f"SPE_HAS_{name.upper()}"))

    def address(self, name: str = "pc") -> int:
        """An address without tag, exception level and security state; a virtual address is in the form that programs
        use."""
        bits = lib.spe_address_bits if name == "data_pa" else lib.spe_address_canonical
        return int(bits(getattr(self._c, name)))

    def events_set(self) -> list[str]:
        """Names of the events that are set, by ascending bit; bits without a name as "IMPDEF:12"."""
        return [event_name(bit) for bit in range(64) if self.events >> bit & 1]

    def operation(self, midr: int = 0) -> str:
        """The operation in words: "LOAD GP-REG"; "" if the record has none."""
        if not self.has("operation"):
            return ""
        return _word(lib.spe_op_text, self.op_class, self.op_payload, text_config(midr))

    def is_load(self) -> bool:
        """Whether the operation is recorded as a load; swaps and atomics that return a value are.

        >>> record = Record(decode(b"\\x49\\x00\\x01")[0])
        >>> record.is_load(), record.is_store(), record.is_memory()
        (True, False, True)
        """
        return self._is(lib.spe_op_is_load)

    def is_store(self) -> bool:
        """Whether the operation is recorded as a store; atomics that return nothing are."""
        return self._is(lib.spe_op_is_store)

    def is_memory(self) -> bool:
        """Whether the operation is a load or store of a known subclass."""
        return self._is(lib.spe_op_is_memory)

    def _is(self, what: Any) -> bool:
        op = ffi.new("struct spe_op *")
        has = self.has("operation") and lib.spe_op_decode(self.op_class, self.op_payload, op) >= 0
        return has and bool(what(op))

    def source(self) -> int | None:
        """Where the data came from: the Data Source's value, which data_source_name() interprets. None if the record
        has none, and for a store that reads nothing, of which the packet says nothing.

        >>> [Record(decode(bytes([0x43, 8, 0x49, payload, 1]))[0]).source() for payload in (0, 5)]
        [8, None]
        """
        value = int(lib.spe_record_data_source(self._c))
        return None if value < 0 else value

    def level(self, midr: int = 0) -> str:
        """The level of the memory system that served the access, in words: "L2", or "unknown"."""
        source = ffi.new("struct spe_data_source *")
        check(lib.spe_memory_level(midr, self._c, source))
        return text(lib.spe_level_name(source.level))

    def text(self, midr: int = 0, perf: bool = False) -> str:
        """The record's packets as text, in spe-dump's form."""
        return _word(lib.spe_record_text, self._c, text_config(midr, perf))

    def __repr__(self) -> str:
        return f"<Record at {self.offset:#x}: {self.text()}>"


def event_name(bit: int, midr: int = 0) -> str:
    """The name of an event by its bit, on a core (MIDR_EL1).

    >>> event_name(7)
    'mispredicted'
    """
    return _word(lib.spe_event_text, bit, text_config(midr))


class Decoder:
    """Decodes a stream of bytes, in chunks of any size, to arrays of RECORD.

    >>> decoder = Decoder()
    >>> len(decoder.decode(b"\\x52\\x06")), len(decoder.decode(b"\\x00\\x01")), decoder.finish() is None
    (0, 1, True)
    """

    def __init__(self) -> None:
        self._d = ffi.new("spe_decoder *")
        check(lib.spe_decoder_init(self._d, ffi.NULL))

    def decode(self, chunk: Bytes) -> Records:
        """The records that end in the next bytes of the stream: shape (n,), dtype RECORD."""
        chunk = octets(chunk)
        out, rows = np.empty(len(chunk) // _MIN_RECORD + 1, RECORD), 0
        with ffi.from_buffer(chunk) as view:  # keeps the bytes where they are while the decoder borrows them
            check(lib.spe_decoder_feed(self._d, view, len(chunk)))
            try:
                while True:
                    rows += lib.spe_decoder_next_batch(self._d, native(out) + rows, len(out) - rows)
                    if rows < len(out):
                        break
                    out.resize(2 * len(out), refcheck=False)
            except BaseException:  # no memory, or an interrupt: the decoder must not keep the bytes
                left = ffi.new("struct spe_record *")
                while lib.spe_decoder_next(self._d, left) == 1:
                    pass
                raise
        out.resize(rows, refcheck=False)
        return out

    def gap(self, offset: int, resync: bool = False) -> Record | None:
        """Reports missing bytes: the stream continues at `offset`, possibly inside a record. Returns the record that
        was cut off."""
        out = np.zeros(1, RECORD)
        cut = check(lib.spe_decoder_gap(self._d, offset, native(out)))
        if resync:
            check(lib.spe_decoder_resync(self._d))
        return Record(out[0]) if cut else None

    def finish(self) -> Record | None:
        """Ends the stream. Returns the record that the end cuts off, if there is one."""
        out = np.zeros(1, RECORD)
        return Record(out[0]) if check(lib.spe_decoder_finish(self._d, native(out))) else None

    def statistics(self) -> dict[str, int]:
        """Counts of what was decoded so far: the members of struct spe_decoder_stats, by name."""
        out = ffi.new("struct spe_decoder_stats *")
        check(lib.spe_decoder_get_stats(self._d, out))
        members = ffi.typeof("struct spe_decoder_stats").fields
        return {name: int(getattr(out, name)) for name, field in members if field.type.kind == "primitive"}


def decode(data: Bytes) -> Records:
    """The complete records of a buffer: shape (n,), dtype RECORD. Bytes of a record that the end cuts off are left.

    >>> decode(b"\\x52\\x06\\x00\\x01")["events"]
    array([6], dtype=uint64)
    """
    return Decoder().decode(data)


def records(data: Bytes) -> Iterator[Record]:
    """The records of a buffer one by one, including the last one if it is cut off."""
    decoder = Decoder()
    for row in decoder.decode(data):
        yield Record(row)
    last = decoder.finish()
    if last is not None:
        yield last


def encode(rows: Records, **options: int) -> bytes:
    """Encodes records (an array of RECORD) to bytes. Options are members of struct spe_encoder_config: layout,
    alignment, ...

    Raises TypeError for an unknown option. Raises Error: SPE_E_CONFIG for an invalid option; SPE_E_RANGE, SPE_E_KIND or
    SPE_E_LAYOUT for a record that cannot be encoded.

    >>> encode(decode(b"\\x52\\x06\\x00\\x01")).hex()
    '52060001'
    """
    config = sized("struct spe_encoder_config", options)
    wrong = lib.spe_encoder_config_problem(config)
    if wrong:
        raise Error(lib.SPE_E_CONFIG, text(wrong))
    step = 2 * lib.SPE_RECORD_MAX_SIZE
    encoder, buffer, out = ffi.new("spe_encoder *"), ffi.new("uint8_t[]", 64 * step), bytearray()
    check(lib.spe_encoder_init(encoder, buffer, 64 * step, config))
    first = native(rows)
    for row in range(len(rows)):
        status = lib.spe_encoder_record(encoder, first + row)
        if status == lib.SPE_E_SPACE:
            out += ffi.buffer(buffer, lib.spe_encoder_size(encoder))
            check(lib.spe_encoder_restart(encoder, buffer, 64 * step))
            status = lib.spe_encoder_record(encoder, first + row)
        check(status, f"record {row}")
    return bytes(out + ffi.buffer(buffer, lib.spe_encoder_size(encoder)))
