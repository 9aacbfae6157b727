# SPDX-License-Identifier: MIT
"""The unit: what it samples and writes, and what it refuses. test_unit*.c have what the manual says of it."""

import numpy as np
import pytest

import libspe

N1 = {"PMSIDR_EL1": 0x2641F, "PMBIDR_EL1": 6, "ID_AA64DFR0_EL1": 2 << 32}  # slots of 64 bytes
LOAD = {"op_class": 1, "op_payload": 0, "events": 2, "total_latency": 40, "data_va": 0x20000, "translation_latency": 3}
ADD = {"op_class": 0, "op_payload": 0, "events": 2, "total_latency": 1}


def programmed(interval=256, size=1 << 16, registers=None, **options):
    """A unit that profiles EL0, as a driver programs it."""
    unit = libspe.Unit(registers or N1, size=size, **options)
    unit["PMSIRR_EL1"] = interval
    unit["PMBPTR_EL1"], unit["PMBLIMITR_EL1"] = unit.base, unit.limit | 1
    unit["PMSCR_EL1"] = 1 << 5 | 1  # TS, E0SPE
    unit.set_level(0)
    return unit


def sample_one(unit, what, **start):
    done, sample = unit.operations(1 << 20)
    unit.begin(sample, **{"pc": 0x4000, **start})
    return done, unit.complete(sample, **what)


def test_what_is_told_is_written_until_the_buffer_is_full():
    unit, rows = programmed(size=4096), 0
    while not unit.interrupt:
        done, is_written = sample_one(unit, LOAD if rows % 2 else ADD, pc=0x4000 + 4 * rows, physical_count=rows)
        assert is_written and done == 257
        rows += 1
    assert rows == 64 and unit["PMBSR_EL1"] and unit.operations(1000) == (1000, 0)
    written = unit.written()
    records = libspe.decode(unit.drain())
    assert len(written) == 4096 and unit.written() == b"" and not unit.interrupt
    assert (libspe.decode(written) == records).all()
    assert [libspe.Record(row).address() for row in records] == [0x4000 + 4 * i for i in range(64)]
    assert records["timestamp"].tolist() == list(range(64))
    assert records["total_latency"].tolist() == [1, 40] * 32 and records["data_va"].tolist() == [0, 0x20000] * 32
    assert (records["translation_latency"] == np.tile([0, 3], 32)).all()
    assert not [found for found in libspe.check_records(records) if found.severity == "violation"]
    counts = unit.counts()
    assert (counts["sample_pop"], counts["sample_feed"], counts["sample_feed_ld"]) == (64 * 257, 64, 32)
    assert sample_one(unit, LOAD) == (257, True)  # profiling continues


@pytest.mark.parametrize("most", [1, 7, 100, 5000])
def test_operations_in_blocks_are_those_one_by_one(most):
    unit, at, sampled = programmed(1024 | 1, seed=5), 0, []  # RND
    while at < 30000:
        done, sample = unit.operations(min(most, 30000 - at))
        assert 0 < done <= most
        at += done
        if sample:
            sampled.append(at)
            unit.forget(sample)
    other, at, want = programmed(1024 | 1, seed=5), 0, []
    for at in range(1, 30001):
        sample = other.operations(1)[1]
        if sample:
            want.append(at)
            other.forget(sample)
    assert sampled == want and len(want) > 20
    assert unit["PMSICR_EL1"] == other["PMSICR_EL1"] and unit.counts() == other.counts()


def test_filters_and_levels():
    unit = programmed()
    unit["PMSFCR_EL1"] = 1 << 1 | 1 << 17  # FT, LD
    assert sample_one(unit, LOAD)[1] and not sample_one(unit, ADD)[1]
    unit.set_level(1)
    assert unit.operations(1000) == (1000, 0) and unit.counts()["sample_pop"] == 2 * 257
    unit.set_level(0, "secure")
    with pytest.raises(libspe.Error, match="EL0, sure"):
        unit.set_level(0, "sure")
    unit["PMSFCR_EL1"] = 1 << 1  # FT, and no type
    unit.set_level(0)
    assert unit.problems() and unit.operations(1000) == (1000, 0)
    assert isinstance(unit.prefers_store(), bool)


def test_samples_in_flight():
    unit = programmed(in_flight=2)
    first, second = unit.operations(1000)[1], unit.operations(1000)[1]
    assert {first, second} == {1, 2} and unit.operations(257) == (257, 0)
    assert unit.counts()["sample_collision"] == 1
    with pytest.raises(libspe.Error) as error:
        unit.complete(first, **ADD)
    assert error.value.name == "SPE_E_STATE"  # it has not begun
    unit.begin(first, pc=0x4000)
    unit.forget(second)
    with pytest.raises(libspe.Error) as error:
        unit.begin(second, pc=0x4000)
    assert error.value.name == "SPE_E_ARG"
    assert unit.complete(first, **ADD) and len(libspe.decode(unit.drain())) == 1


def test_a_snapshot_goes_on_in_another_unit():
    first, second = programmed(seed=5), programmed(seed=7)
    first["PMSIRR_EL1"] = 256 | 1  # RND
    sample_one(first, LOAD)
    state = first.snapshot()
    second.restore(state)
    assert second["PMSIRR_EL1"] == 257 and second["PMBPTR_EL1"] == second.base + 64
    assert [sample_one(first, ADD) for _ in range(9)] == [sample_one(second, ADD) for _ in range(9)]
    assert first.written()[64:] == second.written()[64:]
    before = second.snapshot()
    other = programmed(in_flight=2).snapshot()
    for wrong, name in ((b"", "SPE_E_FORMAT"), (state[:-1], "SPE_E_FORMAT"), (other, "SPE_E_CONFIG")):
        with pytest.raises(libspe.Error) as error:
            second.restore(wrong)
        assert error.value.name == name
    assert second.snapshot() == before
    second.reset()
    assert not second["PMBLIMITR_EL1"] & 1 and second["PMSIRR_EL1"] == 257


def test_the_branch_before():
    with_pbt = {"PMSIDR_EL1": 0x2641F | 1 << 24, "ID_AA64DFR0_EL1": 6 << 32}
    unit = programmed(registers=with_pbt)
    unit.branch(0x1234)
    branch = {"op_class": 2, "op_payload": 1, "events": 2, "branch_target": 0x5000, "total_latency": 1}
    with pytest.raises(TypeError, match="'prev_branch_target'"):
        sample_one(unit, {**branch, "prev_branch_target": 1})
    unit.forget(1)
    assert sample_one(unit, branch)[1]
    record = libspe.Record(libspe.decode(unit.written())[0])
    assert record.address("branch_target") == 0x5000 and record.address("prev_branch_target") == 0x1234


def test_what_is_refused():
    for registers, options, name in (
        ({**N1, "PMNONE": 1}, {}, "SPE_E_NAME"),
        ({}, {}, "SPE_E_CONFIG"),
        (N1, {"in_flight": 9}, "SPE_E_CONFIG"),
    ):
        with pytest.raises(libspe.Error) as error:
            libspe.Unit(registers, **options)
        assert error.value.name == name
    with pytest.raises(libspe.Error, match="in_flight"):
        libspe.Unit(N1, in_flight=9)
    with pytest.raises(TypeError, match="colour"):
        libspe.Unit(N1, colour=1)
    with pytest.raises(ValueError, match="whole pages"):
        libspe.Unit(N1, size=100)
    unit = programmed()
    for key, name in (("PMNONE", "SPE_E_NAME"), ("PMSIDR_EL1", "SPE_E_KIND"), ("HFGITR_EL2", "SPE_E_ABSENT")):
        with pytest.raises(libspe.Error) as error:
            unit[key] = 1
        assert error.value.name == name
    sample = unit.operations(1000)[1]
    with pytest.raises(TypeError, match="colour"):
        unit.begin(sample, pc=1, colour=1)
    unit.begin(sample, pc=1)
    with pytest.raises(OverflowError):
        unit.complete(sample, op_class=1, total_latency=1 << 16)
    with pytest.raises(libspe.Error) as error:
        unit.complete(sample, op_class=7)
    assert error.value.name == "SPE_E_KIND"
    with pytest.raises(libspe.Error):
        unit.forget(sample)
    unit["PMBPTR_EL1"] = unit.base - 64
    with pytest.raises(libspe.Error, match="PMBPTR_EL1"):
        unit.drain()
