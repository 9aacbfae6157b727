# SPDX-License-Identifier: MIT
"""The meaning of records: cores, filters, rules, statistics, System registers."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import Error, check, ffi, lib, names, text
from .by_source import BySource
from .record import Records, native

# -- cores --


def cpus() -> dict[str, int]:
    """The cores that the library knows: name to MIDR_EL1."""
    return {text(lib.spe_cpu_name(midr)): midr for midr in map(lib.spe_cpu_midr, range(lib.spe_cpu_count()))}


def midr(name: str) -> int:
    """MIDR_EL1 of a core by its name. Raises Error (SPE_E_NAME).

    >>> hex(midr("neoverse-n1"))
    '0x410fd0c0'
    """
    out = ffi.new("uint64_t *")
    check(lib.spe_cpu_find(name.encode(), out), name)
    return int(out[0])


def data_source_name(midr: int, value: int) -> str:
    """The meaning of a Data Source value on a core, in the vendor's words; "" if it is not known."""
    return text(lib.spe_cpu_data_source_name(midr, value))


# -- filters --


class Filter:
    """The hardware's filter in software, in perf's words: "load_filter=1,min_latency=10".

    Raises Error: SPE_E_NAME, SPE_E_SYNTAX, SPE_E_RANGE.
    """

    def __init__(self, terms: str) -> None:
        registers = ffi.new("struct spe_filter_registers *", {"size": ffi.sizeof("struct spe_filter_registers")})
        at, raw = ffi.new("size_t *"), terms.encode()
        status = lib.spe_filter_parse(raw, len(raw), registers, at)
        if status < 0:
            raise Error(status, f"at {terms[at[0] :]!r}")
        self._filter = ffi.new("spe_filter *")
        check(lib.spe_filter_compile(registers, ffi.NULL, self._filter, ffi.NULL))

    def keeps(self, rows: Records) -> npt.NDArray[np.bool_]:
        """Which records (an array of RECORD) the filter keeps, as booleans of shape (len(rows),)."""
        first = native(rows)
        return np.fromiter((lib.spe_filter_keeps(self._filter, first + i) for i in range(len(rows))), bool, len(rows))

    def select(self, rows: Records) -> Records:
        """The records that the filter keeps, in their order, as a new array."""
        out = rows.copy()
        out.resize(lib.spe_filter_batch(self._filter, native(out), len(out), ffi.NULL), refcheck=False)
        return out


# -- rules --


@dataclasses.dataclass(frozen=True)
class Finding:
    """A rule of the architecture that a record breaks. severity: "violation", "warning" or "note"."""

    row: int
    offset: int
    rule: str
    severity: str
    section: str
    text: str


_SEVERITY = {lib.SPE_CHECK_VIOLATION: "violation", lib.SPE_CHECK_WARNING: "warning", lib.SPE_CHECK_NOTE: "note"}


def check_records(rows: Records, features: Any = ffi.NULL) -> list[Finding]:
    """The rules that records break. They are an array of RECORD, from one stream and in its order.

    features: struct spe_features * of the core. By default only rules that hold for every core are checked.
    """
    state, most = ffi.new("spe_check *"), lib.spe_rule_count()  # a record breaks each rule once
    found = ffi.new("struct spe_finding[]", most)
    check(lib.spe_check_init(state, features))
    out, first = [], native(rows)
    for row in range(len(rows)):
        for finding in found[0 : check(lib.spe_check_record(state, first + row, found, most))]:
            rule = finding.rule
            out.append(
                Finding(
                    row,
                    int(finding.offset),
                    text(lib.spe_rule_name(rule)),
                    _SEVERITY.get(finding.severity, "unknown"),
                    text(lib.spe_rule_section(rule)),
                    text(lib.spe_rule_text(rule)),
                )
            )
    return out


# -- statistics --


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A metric estimated from samples: `value`, its 95 % interval `low` to `high`; k of n samples."""

    value: float
    low: float
    high: float
    n: int
    k: int
    unit: str


@dataclasses.dataclass(frozen=True)
class DataSource:
    """Counts of a data source: records, and the means of their latencies in cycles; 0 if no record has one."""

    records: int
    total_latency: float
    issue_latency: float
    translation_latency: float


class Stats:
    """Counts of records; those of several threads, files or machines add up: a + b, or a += b. They can be pickled.

    >>> a, b = Stats(), Stats()
    >>> (a + b).records
    0
    """

    def __init__(self, rows: Records | None = None) -> None:
        self._stats = ffi.new("struct spe_stats *")
        self._sources = BySource()
        if rows is not None:
            self.add(rows)

    def add(self, rows: Records) -> None:
        """Counts the records of an array of RECORD."""
        first, n = native(rows), len(rows)
        lib.spe_stats_add(self._stats, first, n)
        self._sources += BySource.of(lambda sources: lib.spe_source_stats_add(sources, first, n))

    def _add_columns(self, columns: Any, rows: int) -> None:
        """Counts rows of struct spe_columns. A missing column counts as a field that no record has."""
        check(lib.spe_stats_add_columns(self._stats, columns, rows, ffi.NULL), "columns")
        self._sources += BySource.of(
            lambda sources: check(lib.spe_source_stats_add_columns(sources, columns, rows, ffi.NULL), "columns")
        )

    def __iadd__(self, other: Stats) -> Stats:
        lib.spe_stats_merge(self._stats, other._stats)
        self._sources += other._sources
        return self

    def __add__(self, other: Stats) -> Stats:
        total = Stats()
        total += self
        total += other
        return total

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self._stats)) + bytes(self._sources)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stats) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> bytes:
        return bytes(self)

    def __setstate__(self, state: bytes) -> None:
        self._stats, size = ffi.new("struct spe_stats *"), ffi.sizeof("struct spe_stats")
        ffi.buffer(self._stats)[:] = state[:size]
        self._sources = BySource.from_bytes(state[size:])

    @property
    def records(self) -> int:
        """How many records were counted."""
        return int(self._stats.records)

    def _summary(self) -> Any:
        out = ffi.new("struct spe_summary *")
        check(lib.spe_stats_summarise(self._stats, out))
        return out

    def groups(self) -> dict[str, int]:
        """Records by perf's groups: {"l1d-miss": 3, ...}."""
        summary = self._summary()
        return {name: int(summary.groups[group]) for group, name in enumerate(names(lib.spe_group_name))}

    def sources(self) -> dict[int | None, DataSource]:
        """Records and latencies by data source, in rising order. The last key, None, is for records without one.

        data_source_name() gives the meaning of a value on a core.

        >>> Stats().sources()
        {}
        """
        out: dict[int | None, DataSource] = {}
        for value in self._sources.values():
            latencies = self._sources.latencies(value)
            histograms = (ffi.addressof(latencies, name) for name in ("total", "issue", "translation"))
            key = None if value == lib.SPE_STATS_NO_SOURCE else value
            out[key] = DataSource(self._sources.records(value), *map(lib.spe_histogram_mean, histograms))
        return out

    def estimates(self) -> dict[str, Estimate]:
        """Metrics by the names of Arm's telemetry specifications: {"l1d_cache_miss_ratio": Estimate(...), ...}."""
        summary, one, out = self._summary(), ffi.new("struct spe_estimate *"), {}
        for number, name in enumerate(names(lib.spe_estimate_name)):
            check(lib.spe_summary_estimate(summary, number, one))
            unit = text(lib.spe_estimate_unit(number))
            out[name] = Estimate(one.value, one.low, one.high, one.n, one.k, unit)
        return out


# -- System registers --


def register(name: str, raw: int) -> dict[str, int]:
    """The fields of a System register's value: name to number. Raises Error (SPE_E_NAME).

    >>> register("PMBLIMITR_EL1", 0x80001001)["E"]
    1
    """
    reg = check(lib.spe_sysreg_find(name.encode()), name)
    field, value, out = ffi.new("struct spe_sysreg_field *"), ffi.new("uint64_t *"), {}
    for number in range(lib.spe_sysreg_fields(reg)):
        if lib.spe_sysreg_applies(reg, number, raw) == 1:
            check(lib.spe_sysreg_field_describe(reg, number, field))
            check(lib.spe_sysreg_get(reg, number, raw, value))
            out[ffi.string(field.name).decode()] = int(value[0])
    return out


def register_text(name: str, raw: int) -> str:
    """A System register's value as text, in spe-regs' form."""
    reg, out = check(lib.spe_sysreg_find(name.encode()), name), ffi.new("char[]", 4096)
    check(lib.spe_sysreg_text(reg, raw, out, 4096))
    return str(ffi.string(out).decode())
