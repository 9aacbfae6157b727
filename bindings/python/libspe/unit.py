# SPDX-License-Identifier: MIT
"""The Statistical Profiling Unit as a model: registers and operations in, bytes of SPE out (libspe-lab/unit.h)."""

from __future__ import annotations

from typing import Mapping

from ._native import Error, check, ffi, lib, sized, struct, text
from .columns import NAMES

#: Security states for set_level().
STATES = {"secure": lib.SPE_STATE_SECURE, "non-secure": lib.SPE_STATE_NON_SECURE, "realm": lib.SPE_STATE_REALM}

# What operations report: members of struct spe_record with a packet, and the bit of `present` of each. The unit has the
# other values itself.
_OWN = ("pc", "prev_branch_target", "timestamp", "context_el1", "context_el2")
_TOLD = {
    "op_class": lib.SPE_HAS_OPERATION,
    "op_payload": lib.SPE_HAS_OPERATION,
    **{
        name: getattr(lib, f"SPE_HAS_{name.upper()}")
        for name in NAMES
        if name not in _OWN and hasattr(lib, f"SPE_HAS_{name.upper()}")
    },
}
_PAGE = 4096


class Unit:
    """A core's unit, and the memory of its buffer: `size` bytes at address `base`.

    registers: the core's ID registers by name: PMSIDR_EL1 and ID_AA64DFR0_EL1, and others that are not 0, PMBIDR_EL1
    (alignment) and ID_AA64PFR0_EL1 (EL2, EL3) most of all. options: members of struct spe_unit_config: flags, features,
    in_flight (samples at once, 1 to 8), events_size and data_source_size (bytes), layout, seed (of the random numbers).
    Raises Error: SPE_E_NAME for an unknown register, SPE_E_CONFIG for an impossible core; TypeError for an unknown
    option; ValueError if base and size are not whole pages of 4096 bytes.

    Registers that software writes are items, by name: unit["PMSIRR_EL1"] = 1024. After reset the core is at EL3, where
    nothing is profiled. lab/docs/unit.md explains what is recorded of an operation.

    >>> unit = Unit({"PMSIDR_EL1": 0x2641F, "PMBIDR_EL1": 6, "ID_AA64DFR0_EL1": 2 << 32})
    >>> unit["PMSIRR_EL1"] = 1024                   # an interval of 1024 operations; a driver writes this
    >>> unit["PMBPTR_EL1"], unit["PMBLIMITR_EL1"] = unit.base, unit.limit | 1
    >>> unit["PMSCR_EL1"] = 1                       # E0SPE
    >>> unit.set_level(0)
    >>> done, sample = unit.operations(2000)        # up to the sampled one
    >>> unit.begin(sample, pc=0x4000)
    >>> unit.complete(sample, op_class=1, op_payload=0, events=2, total_latency=4, data_va=0x20000)
    True
    >>> from libspe import decode
    >>> rows = decode(unit.drain())
    >>> done, len(rows), hex(rows["data_va"][0]), rows["total_latency"][0]
    (1025, 1, '0x20000', 4)
    """

    def __init__(
        self, registers: Mapping[str, int], *, base: int = 0x80000000, size: int = 1 << 16, **options: int
    ) -> None:
        if base % _PAGE or size % _PAGE or size <= 0:
            raise ValueError(f"base and size are whole pages of {_PAGE} bytes")
        self.base, self.limit = base, base + size
        values = ffi.new("struct spe_sysreg_value[]", max(len(registers), 1))
        for value, (name, raw) in zip(values, registers.items()):
            value.reg, value.raw = _number(name), raw
        config = sized("struct spe_unit_config", options)
        self._bytes = ffi.new("uint8_t[]", size)
        self._memory = ffi.new("struct spe_unit_memory *", {"base": base, "size": size, "bytes": self._bytes})
        config.registers, config.register_count = values, len(registers)
        config.write, config.context = lib.spe_unit_write_memory, self._memory
        self._unit = ffi.new("spe_unit *")
        check(lib.spe_unit_init(self._unit, config), text(lib.spe_unit_config_problem(config)))

    # -- registers and the core's state --

    def __getitem__(self, name: str) -> int:
        """A register's value, as MRS reads it. Raises Error: SPE_E_NAME, SPE_E_ABSENT (the unit lacks this
        register)."""
        raw = ffi.new("uint64_t *")
        check(lib.spe_unit_read_register(self._unit, _number(name), raw), name)
        return int(raw[0])

    def __setitem__(self, name: str, raw: int) -> None:
        """Writes a register, as MSR does. Raises Error: SPE_E_NAME, SPE_E_ABSENT, SPE_E_KIND (it is read-only)."""
        check(lib.spe_unit_write_register(self._unit, _number(name), raw), name)

    def set_level(self, el: int, state: str = "non-secure") -> None:
        """Sets the core's Exception level, 0 to 3, and Security state, one of STATES. Raises Error (SPE_E_ARG)."""
        check(lib.spe_unit_set_level(self._unit, el, STATES.get(state, len(STATES))), f"EL{el}, {state}")

    def reset(self) -> None:
        """A Warm reset: the buffer is disabled, and the core is at EL3. What becomes UNKNOWN stays."""
        check(lib.spe_device_reset(self._unit), "reset")

    def snapshot(self) -> bytes:
        """The unit's state, without the memory of its buffer. lab/docs/unit.md has the format."""
        state = ffi.new("uint8_t[]", lib.spe_device_snapshot_size(self._unit))
        check(lib.spe_device_snapshot(self._unit, state, len(state)), "snapshot")
        return bytes(ffi.buffer(state))

    def restore(self, snapshot: bytes) -> None:
        """Restores the state that snapshot() of a unit of the same core returned. Raises Error, and nothing changes:
        SPE_E_FORMAT (not a snapshot, or damaged), SPE_E_CONFIG (another core or other options), SPE_E_KIND (of a
        later version)."""
        check(lib.spe_device_restore(self._unit, snapshot, len(snapshot)), "restore")

    @property
    def interrupt(self) -> bool:
        """Whether PMBIRQ is asserted: the buffer is full, or a fault occurred."""
        return bool(lib.spe_unit_interrupt(self._unit))

    def problems(self) -> list[str]:
        """The registers' settings that software must not make, in words. Unless they are only warnings, nothing is
        sampled.

        >>> Unit({"PMSIDR_EL1": 0x2641F, "ID_AA64DFR0_EL1": 2 << 32}).problems()
        []
        """
        bits = lib.spe_unit_problems(self._unit)
        return [text(lib.spe_unit_problem(1 << bit)) for bit in range(32) if bits >> bit & 1]

    # -- operations --

    def operations(self, most: int) -> tuple[int, int]:
        """Executes up to `most` operations, ending with the first sampled one. Returns their number, and the sample or
        0.

        A sample is in flight until complete() or forget() ends it.
        """
        done = ffi.new("uint64_t *")
        sample = check(lib.spe_device_advance(self._unit, max(most, 0), done), "operations")
        return int(done[0]), sample

    def branch(self, target: int) -> None:
        """Reports a taken branch to an address, for records of later operations (FEAT_SPE_PBT)."""
        lib.spe_unit_branch(self._unit, target)

    def begin(self, sample: int, pc: int, **more: int) -> None:
        """Reports where a sample began. `more` are other members of struct spe_unit_start: physical_count (ticks),
        virtual_offset, physical_offset, context_el1, context_el2. Raises Error (SPE_E_ARG) if the sample is not in
        flight, and TypeError for an unknown member.
        """
        start = struct("struct spe_unit_start", {"pc": pc, **more})
        check(lib.spe_unit_begin(self._unit, sample, start), "begin")

    def complete(self, sample: int, *, types: int = 0, **told: int) -> bool:
        """Reports what a sampled operation did: members of struct spe_record, as raw payloads (latencies in cycles).

        They are op_class, op_payload, events, branch_target, data_va, data_pa, data_source, total_latency,
        issue_latency, translation_latency, alt_issue_latency; members that are not given are not in the record, nor are
        those that the registers do not let the unit collect. types: libspe.lib.SPE_FILTER_FP or _SIMD for loads and
        stores of such registers. Returns whether a record was written. It is not written if it was filtered out, or
        profiling has stopped.

        Raises TypeError for an unknown member, and OverflowError for a number that does not fit. Raises Error:
        SPE_E_ARG if the sample is not in flight; SPE_E_STATE if it has not begun; SPE_E_RANGE, SPE_E_KIND or
        SPE_E_LAYOUT if such a record is impossible, which also ends the sample.
        """
        unknown = [name for name in told if name not in _TOLD]
        if unknown:
            raise TypeError(f"an operation does not tell {unknown[0]!r}, but {', '.join(_TOLD)}")
        record = ffi.new("struct spe_record *", told)
        for name in told:
            record.present |= _TOLD[name]
        return bool(check(lib.spe_unit_complete(self._unit, sample, record, types), "complete"))

    def forget(self, sample: int) -> None:
        """Discards the sample of an operation. Raises Error (SPE_E_ARG) if it is not in flight."""
        check(lib.spe_unit_complete(self._unit, sample, ffi.NULL, 0), "forget")

    def prefers_store(self) -> bool:
        """Whether an operation that loads and stores is recorded as a store."""
        return bool(lib.spe_unit_prefers_store(self._unit))

    # -- results --

    def written(self) -> bytes:
        """The buffer's bytes up to PMBPTR_EL1. Raises Error (SPE_E_RANGE) if that is elsewhere."""
        size = self["PMBPTR_EL1"] - self.base
        if not 0 <= size <= len(self._bytes):
            raise Error(lib.SPE_E_RANGE, "PMBPTR_EL1")
        return bytes(ffi.buffer(self._bytes, size))

    def drain(self) -> bytes:
        """Takes the buffer's bytes as a driver does: afterwards PMBPTR_EL1 is `base`, and PMBSR_EL1 is 0. Raises the
        same as written().

        Complete samples in flight first, as PSB CSYNC does.
        """
        out = self.written()
        self["PMBPTR_EL1"], self["PMBSR_EL1"] = self.base, 0
        return out

    def counts(self) -> dict[str, int]:
        """The PMU's events since the beginning, by name: {"sample_pop": operations, "sample_feed": samples, ...}."""
        out = ffi.new("struct spe_unit_counts *")
        check(lib.spe_unit_count(self._unit, out))
        members = ffi.typeof("struct spe_unit_counts").fields
        return {name: int(getattr(out, name)) for name, member in members if member.type.kind == "primitive"}


def _number(name: str) -> int:
    return check(lib.spe_sysreg_find(name.encode()), name)
