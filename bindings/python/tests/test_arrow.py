# SPDX-License-Identifier: MIT
"""Profiles as tables of Arrow's: every value against to_numpy() and spe-dump; who holds what, and for how long."""

import gc
import os
import pathlib
import subprocess
import sys
import threading

import pytest
from arrow_consumer import arrays_of, schema_of, table_of, take, values_of
from test_libspe import BUILD, CAPTURES, LOAD, dumped, number

import libspe
from libspe import arrow, ffi, lib

STREAM = b"arrow_array_stream", "struct ArrowArrayStream"
EMPTY = (None, False, 0)  # what spe-dump's JSON leaves out


@pytest.fixture
def memory(monkeypatch):
    """Counts what is given and given back; nothing may be left, nor a stream be open."""
    context, get, put = arrow._memory
    counts = {"get": 0, "put": 0, "refuse": 0}

    def counted_get(_context, size):
        if counts["refuse"]:
            counts["refuse"] -= 1
            return ffi.NULL
        counts["get"] += 1
        return get(context, size)

    def counted_put(_context, given):
        counts["put"] += 1
        put(context, given)

    callbacks = ffi.callback("spe_arrow_get_fn *", counted_get), ffi.callback("spe_arrow_put_fn *", counted_put)
    monkeypatch.setattr(arrow, "_memory", (ffi.NULL, *callbacks))
    yield counts
    gc.collect()
    # A capsule's own struct is given back by the allocator itself.
    assert counts["get"] - counts["put"] == counts.get("capsules", 0) and not arrow._open


def compare(rows, profile, table):
    """A table's values against a profile's and spe-dump's rows. Returns how many they are."""
    arrays, compared = profile.to_numpy(), 0
    column = ffi.new("struct spe_arrow_column *")
    for name, values in table.items():
        assert lib.spe_arrow_column_get(lib.spe_arrow_column_find(name.encode()), column) == 0
        assert len(values) == len(rows)
        for i, value in enumerate(values):
            if name in arrays:
                is_there = not column.has or arrays["present"][i] & column.has
                assert value == (int(arrays[name][i]) if is_there else None), (name, i)
            elif name in rows[i] and name != "tid":  # spe-dump's is the record's thread, the library's the traced one
                assert value == (number(rows[i][name]) if name.endswith("address") else rows[i][name]), (name, i)
            elif name in rows[i].get("event_names", []):
                assert value is True, (name, i)
            else:
                assert value in EMPTY, (name, i)
            compared += 1
    return compared


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
def test_every_value_is_that_of_numpy_and_spe_dump(path, memory):
    profile = libspe.read(path)
    table = table_of(profile.__arrow_c_stream__())
    memory["capsules"] = 1  # what it lies in
    assert list(table)[:22] == list(libspe.NAMES) and len(table) > 80
    assert set(table["cpu"]) == set(table["tid"]) == {None}
    assert compare(dumped(path, "--force"), profile, table) == len(profile) * len(table) > 0


def test_perf_data_gives_core_and_level(tmp_path):
    raw, packed = tmp_path / "raw", tmp_path / "perf.data"
    raw.write_bytes(b"".join(path.read_bytes() for path in CAPTURES) * 20)
    subprocess.run([BUILD / "spe2perf", raw, packed], check=True)
    profile = libspe.read(packed)
    table = table_of(profile.__arrow_c_stream__())
    assert table["cpu"] == [0] * len(profile) and set(table["memory_level"]) > {"L1", None}
    assert compare(dumped(packed), profile, table) == len(profile) * len(table)
    cut = libspe.read(packed.read_bytes()[:-1000])
    assert "ends inside" in cut.problem and len(table_of(cut.__arrow_c_stream__())["pc"]) == len(cut)


def test_blocks_columns_and_schema(memory):
    profile = libspe.read(LOAD * 40000, columns=["present", "pc"])
    kinds = schema_of(take(profile.__arrow_c_schema__(), b"arrow_schema", "struct ArrowSchema"))
    assert kinds == {"pc": ("L", False), "present": ("I", False)}
    stream = take(profile.__arrow_c_stream__(object()), *STREAM)
    lengths, held = [], []
    for array in arrays_of(stream):
        lengths.append(array.length)
        held.append(array)
    stream.release(stream)
    assert lengths == [16384, 16384, 7232]
    # Arrays outlive the stream, and may be released by any thread.
    assert all(set(values_of(array.children[0], kinds["pc"])) == {0x8000000000004000} for array in held)
    threads = [threading.Thread(target=array.release, args=[array]) for array in held]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    memory["capsules"] = 2


def test_capsules_that_nobody_takes_are_released_once(memory):
    profile = libspe.read(LOAD * 100)
    for _ in range(10):
        profile.__arrow_c_stream__()
        profile.__arrow_c_schema__()
    assert not arrow._open
    capsule = profile.__arrow_c_stream__()
    stream = take(capsule, *STREAM)
    puts = memory["put"]
    del capsule
    assert memory["put"] == puts and len(arrow._open) == 1  # it is the consumer's
    array = next(arrays_of(stream))
    stream.release(stream)
    assert not arrow._open and array.children[2].length == 100
    array.release(array)
    try:
        held = profile.__arrow_c_stream__()
        raise KeyError(repr(held))
    except KeyError:
        del held
    memory["capsules"] = 22


def test_a_stream_lives_without_its_profile():
    profile = libspe.read(bytearray(LOAD * 100))
    capsule = profile.__arrow_c_stream__()
    del profile
    gc.collect()
    assert table_of(capsule)["issue_latency"] == [10] * 100


def test_memory_that_is_missing_is_asked_for_again(memory):
    profile = libspe.read(LOAD * 3 + LOAD[:5])
    stream = take(profile.__arrow_c_stream__(), *STREAM)
    array = ffi.new("struct ArrowArray *")
    memory["refuse"] = 1
    assert stream.get_next(stream, array) == 12 and ffi.string(stream.get_last_error(stream))
    assert stream.get_next(stream, array) == 0 and array.length == len(profile) == 4
    array.release(array)
    stream.release(stream)
    memory["refuse"] = 1
    with pytest.raises(MemoryError):
        profile.__arrow_c_stream__()
    memory["capsules"] = 1


def test_a_file_that_has_changed_is_refused(tmp_path):
    path = tmp_path / "raw"
    path.write_bytes(LOAD * 3)
    profile = libspe.read(path)
    assert len(table_of(profile.__arrow_c_stream__())["pc"]) == 3
    path.write_bytes(LOAD * 4)
    with pytest.raises(libspe.Error, match="has changed since it was read"):
        profile.__arrow_c_stream__()
    path.unlink()
    with pytest.raises(FileNotFoundError):
        profile.__arrow_c_stream__()
    assert not arrow._open


def test_a_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=[LOAD * 3])
    writer.start()
    profile = libspe.read(path)
    writer.join()
    assert len(profile) == 3 and table_of(profile.__arrow_c_stream__())["pc"] == [0x8000000000004000] * 3


def run(program, *options):
    """What another interpreter writes: to its output, to its errors."""
    here = pathlib.Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": f"{here}:{os.environ.get('PYTHONPATH', '')}", "PYTHONMALLOC": "debug"}
    command = [sys.executable, *options, "-c", program]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode(), done.stderr.decode()


def test_capsules_leave_no_memory_behind():
    program = """
import gc, tracemalloc, libspe
profile, sizes = libspe.read(bytes.fromhex("b000400000000000805206000100")), []
for _ in range(3):
    for _ in range(1000):
        profile.__arrow_c_stream__(), profile.__arrow_c_schema__()
    gc.collect()
    sizes.append(tracemalloc.get_traced_memory()[0])
print(sizes[2] - sizes[1] < 10000)
"""
    assert run(program, "-X", "tracemalloc") == ("True\n", "")


def test_capsules_may_be_left_at_the_end_of_the_interpreter():
    program = """
import builtins, libspe
profile = libspe.read(bytes.fromhex("b000400000000000805206000100"))
builtins.kept = [profile.__arrow_c_stream__(), profile.__arrow_c_schema__()]
mine = profile.__arrow_c_stream__()
"""
    assert run(program) == ("", "")
