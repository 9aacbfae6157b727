# SPDX-License-Identifier: MIT
"""The package against spe-dump, and what its functions promise. CAPTURES: a folder of SPE; BUILD: the programs."""

import json
import os
import pathlib
import pickle
import random
import re
import struct
import subprocess
import sys

import numpy as np
import pytest
from arrow_consumer import table_of

import libspe
from libspe import foreign

BUILD = pathlib.Path(os.environ["BUILD"])
CAPTURES = sorted(pathlib.Path(os.environ["CAPTURES"]).iterdir())
LOAD = bytes.fromhex("b00040000000000080" "990a00" "4900" "520600" "01")


ADDRESSES = {name + "_address": name for name in ("pc", "branch_target", "data_va", "data_pa", "prev_branch_target")}


def dumped(path, *options):
    """What spe-dump says of a file: a list of records, a dict of fields each."""
    command = [BUILD / "spe-dump", *options, "--format=json", path]
    return [json.loads(line) for line in subprocess.run(command, capture_output=True, check=False).stdout.splitlines()]


def number(value):
    """spe-dump writes addresses as text, with 0x, and so what needs more than 53 bits."""
    return int(value, 0) if isinstance(value, str) else value


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
def test_read_is_what_spe_dump_prints(path):
    arrays, singles = libspe.read(path).to_numpy(), list(libspe.records(path.read_bytes()))
    rows = dumped(path, "--force")
    assert list(arrays) == list(libspe.NAMES)
    assert all(len(array) == len(rows) for array in arrays.values())
    compared = 0
    for i, row in enumerate(rows):
        assert row.get("event_names", []) == singles[i].events_set()
        for key in set(row) & (set(arrays) | set(ADDRESSES)):
            want = singles[i].address(ADDRESSES[key]) if key in ADDRESSES else arrays[key][i]
            assert number(row[key]) == want, (i, key)
            compared += 1
    assert compared >= 3 * len(rows) > 0


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
def test_every_way_reads_the_same(path):
    data, arrays = path.read_bytes(), libspe.read(path).to_numpy()
    rows = libspe.decode(data)
    singles = list(libspe.records(data))
    assert len(singles) == len(arrays["pc"]) and 0 <= len(singles) - len(rows) <= 1
    for name in libspe.NAMES:
        assert (rows[name] == arrays[name][: len(rows)]).all()
        assert [getattr(record, name) for record in singles] == arrays[name].tolist()
    decoder = libspe.Decoder()
    bytewise = [row for at in range(len(data)) for row in decoder.decode(data[at : at + 1])]
    assert bytewise == list(rows)
    assert decoder.statistics()["records"] == len(rows)


def test_perf_data_gives_core_and_time(tmp_path):
    raw, packed = tmp_path / "raw", tmp_path / "perf.data"
    raw.write_bytes(LOAD * 1000)
    subprocess.run([BUILD / "spe2perf", raw, packed], check=True)
    profile = libspe.read(packed)
    assert len(profile) == 1000 and profile.problem == ""
    assert (profile.cpu() == 0).all() and profile.runs[0].last == 1000
    assert (profile.to_numpy()["issue_latency"] == 10).all()
    assert (profile.time_ns() == 0).all()  # no timestamps
    with pytest.raises(libspe.Error, match="no clock"):
        libspe.read(raw).time_ns()
    frame = profile.to_pandas()
    assert frame.shape == (1000, len(libspe.NAMES) + 1) and frame["pc"][999] == 0x8000000000004000
    assert len(libspe.read(packed.read_bytes())) == 1000
    cut = libspe.read(packed.read_bytes()[: packed.stat().st_size // 2])
    assert "ends inside" in cut.problem and 0 < len(cut) < 1000
    cut_file = tmp_path / "cut"
    cut_file.write_bytes(packed.read_bytes()[: packed.stat().st_size // 2])
    assert len(cut) == len(dumped(cut_file))  # with what is there of the last record
    with pytest.raises(OSError):
        libspe.read(tmp_path / "no such file")


def test_a_chunk_is_used_up_even_if_its_records_are_lost(monkeypatch):
    decoder, record = libspe.Decoder(), b"\x52\x06\x00\x01"
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["libspe.record"], "native", lambda rows: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            decoder.decode(bytearray(10 * record))
    assert list(decoder.decode(record)["offset"]) == [40]
    decoder.finish()
    with pytest.raises(libspe.Error):
        decoder.decode(record)


def test_bytes_that_end_inside_a_record_are_a_problem():
    profile = libspe.read(LOAD * 3 + LOAD[:5])
    assert len(profile) == 4 and profile.problem == f"ends inside a record: at byte {3 * len(LOAD):#x}, 5 bytes of it"
    assert libspe.read(LOAD * 3).problem == ""


FILLER = b"What is here is of no use to anyone, and it is long enough to be looked at. 0123456789"
FOREIGN = [bytes(offset) + magic + FILLER for offset, magic, _ in foreign.MAGICS]
FOREIGN += [front + FILLER for front, _ in foreign.TEXTS] + [b"\n \t" + part + FILLER for part in foreign.DUMPS]
FOREIGN += [FILLER, FILLER + b"\x7f", b"\xc3\x84rger\n" + FILLER, FILLER[:63], FILLER[:64], b"", b"\xff" * 200]


def refusal(data, path):
    """What spe-dump says of bytes that it does not take, in the words of read()."""
    path.write_bytes(data)
    done = subprocess.run([BUILD / "spe-dump", path], capture_output=True, check=False, text=True)
    words = re.search(r"(not Arm SPE|no SPE data).*", done.stderr)
    return words and words[0].replace("--force", "force=True")


def test_what_is_no_spe_is_refused_as_spe_dump_refuses_it(tmp_path):
    seed, captured = random.Random(1), CAPTURES[-1].read_bytes()
    mixed = [captured[: seed.randrange(99)] + seed.randbytes(seed.randrange(999)) for _ in range(60)]
    mixed += [b"\x7fELF" + FILLER * 20 + LOAD * n for n in range(1, 30)] + [bytes(n) + FILLER for n in (100, 70000)]
    refused = 0
    for data in FOREIGN + mixed + [seed.randbytes(100000)]:
        want = refusal(data, tmp_path / "file")
        if want:
            with pytest.raises(libspe.Error) as error:
                libspe.read(tmp_path / "file")
            assert error.value.what == want and error.value.name == "SPE_E_FORMAT"
            assert len(libspe.read(data, force=True)) == len(list(libspe.records(data)))
        else:
            libspe.read(data)
        refused += bool(want)
    assert len(FOREIGN) < refused < len(FOREIGN + mixed)
    source = (pathlib.Path(__file__).parents[3] / "tools/input/foreign.c").read_text(encoding="utf-8")
    rows = re.findall(r"^    \{.*\},$|^static const char \*const dumps.*$", source, re.M)
    assert len(rows) == len(foreign.MAGICS) + len(foreign.TEXTS) + 1  # in the program's table, too


def packed(plain, has_frames=False):
    """perf.data of a pipe, with the kernel's events compressed as by perf record -z, or each in a frame of zstd."""
    zstandard = pytest.importorskip("zstandard")
    stream, out, at = zstandard.ZstdCompressor().compressobj(), plain[:16], 16
    while at < len(plain):
        kind, size = struct.unpack_from("<IxxH", plain, at)
        more = struct.unpack_from("<Q", plain, at + 8)[0] if kind == 71 else 0  # AUXTRACE: bytes follow
        event = plain[at : at + size]
        if kind < 64:
            if has_frames:
                event = zstandard.ZstdCompressor().compress(event)
            else:
                event = stream.compress(event) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
            event = struct.pack("<IHH", 81, 0, 8 + len(event)) + event
        out += event + plain[at + size : at + size + more]
        at += size + more
    return out


def test_compressed_events(tmp_path, monkeypatch):
    (tmp_path / "raw").write_bytes(LOAD * 1000)
    maker = pathlib.Path(__file__).parents[3] / "tests/perf_data.py"
    plain = subprocess.run([maker, "v2-pipe", *[tmp_path / "raw"] * 3], capture_output=True, check=True).stdout
    compressed = packed(plain)
    assert compressed.count(b"\x28\xb5\x2f\xfd") == 1  # zstd
    want, got = libspe.read(plain), libspe.read(compressed)
    assert len(got) == 3000 and got.problem == "" and got.cpu().tolist() == want.cpu().tolist()
    assert all((got.to_numpy()[name] == want.to_numpy()[name]).all() for name in libspe.NAMES)
    assert len(libspe.read(packed(plain, has_frames=True))) == 3000
    at = compressed.index(b"\x28\xb5\x2f\xfd")
    with pytest.raises(libspe.Error, match="a compressed event is damaged"):
        libspe.read(compressed[:at] + bytes(4) + compressed[at + 4 :])
    for module in ("zstandard", "compression.zstd"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match="needs the package zstandard"):
        libspe.read(compressed)


def test_columns_are_the_arrays_and_not_copies():
    profile = libspe.read(LOAD * 10, columns=["pc", "present"])
    first, second = profile.to_numpy(), profile.to_numpy()
    assert list(first) == ["pc", "present"] and np.shares_memory(first["pc"], second["pc"])
    with pytest.raises(ValueError, match="no column 'pcs'"):
        libspe.read(LOAD, columns=["pcs"])
    # a record of two bytes each: more rows than were guessed
    assert len(libspe.read(b"\x43\x01\x01" * 5000)) == 5000


def test_columns_that_are_missing_are_named(tmp_path):
    with pytest.raises(ValueError, match=r"^columns=\[\] names none; without columns=... all are read$"):
        libspe.read(LOAD, columns=[])
    with pytest.raises(TypeError, match=r"^columns are a list of names: \['pc'\]$"):
        libspe.read(LOAD, columns="pc")
    raw, packed = tmp_path / "raw", tmp_path / "perf.data"
    raw.write_bytes(LOAD)
    subprocess.run([BUILD / "spe2perf", raw, packed], check=True)
    profile = libspe.read(packed, columns=(name for name in ["pc", "present"]))
    assert profile.stats().records == 1
    with pytest.raises(ValueError, match=r"^time_ns\(\) needs 'timestamp' among the columns that are read$"):
        profile.time_ns()
    with pytest.raises(ValueError, match=r"^stats\(\) needs 'present' among the columns that are read$"):
        libspe.read(packed, columns=["pc"]).stats()


def test_contents_are_whatever_has_bytes_in_one_piece():
    data = LOAD * 10
    array = np.frombuffer(data, np.uint8)
    words = np.frombuffer(data + bytes(-len(data) % 4), np.uint32)
    for contents in (array, words, words.reshape(-1, 2) if len(words) % 2 == 0 else words, memoryview(data)):
        assert len(libspe.read(contents)) == len(libspe.decode(contents)) == 10
        assert len(table_of(libspe.read(contents).__arrow_c_stream__())["pc"]) == 10
    assert len(libspe.read(np.zeros((0, 3), np.uint8), force=True)) == len(libspe.decode(np.zeros(0))) == 0
    for wrong in (array[::2], memoryview(data)[::-1], np.asfortranarray(np.zeros((3, 3), np.uint8))):
        for take in (libspe.read, libspe.decode):
            with pytest.raises(TypeError, match=r"^contents are not bytes in one piece: give a copy, bytes\("):
                take(wrong)
    assert len(libspe.read(bytes(np.repeat(array, 2)[::2]))) == 10
    with pytest.raises(TypeError, match="^a path, or contents: bytes, an array, a memoryview; not list$"):
        libspe.read([1, 2])


def test_encode_gives_the_bytes_back_or_says_what_is_wrong():
    rows = libspe.decode(LOAD * 30000)
    again = libspe.decode(libspe.encode(rows))
    assert len(again) == 30000
    assert all((again[name] == rows[name]).all() for name in libspe.NAMES if name not in ("offset", "size"))
    assert len(libspe.encode(rows, layout=libspe.lib.SPE_LAYOUT_SLOTS_64)) == 30000 * 64
    with pytest.raises(libspe.Error, match="alignment") as error:
        libspe.encode(rows, alignment=3)
    assert error.value.name == "SPE_E_CONFIG"
    rows["op_class"][7] = 3
    with pytest.raises(libspe.Error, match="record 7"):
        libspe.encode(rows)
    with pytest.raises(TypeError):
        libspe.encode(np.zeros(3))
    for option in ("size", "no_such"):  # the library reads as many bytes as the size says
        with pytest.raises(TypeError, match=option):
            libspe.encode(rows[:1], **{option: 48})


SHRINKS = """
import os, sys
from arrow_consumer import table_of
import libspe
profile = libspe.read(sys.argv[1])
stream = profile.__arrow_c_stream__()
os.truncate(sys.argv[1], int(sys.argv[2]))
try:
    print(len(table_of(stream)["pc"]), "rows")
except Exception as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("kind, left", [("raw", 0), ("raw", 5000), ("perf", 5000)])
def test_a_file_that_shrinks_while_it_is_read_is_an_error(tmp_path, kind, left):
    path, raw = tmp_path / "file", tmp_path / "raw"
    raw.write_bytes(LOAD * 100000)
    path.write_bytes(raw.read_bytes())
    if kind == "perf":
        subprocess.run([BUILD / "spe2perf", raw, path], check=True)
    here = pathlib.Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", SHRINKS, path, str(left)], capture_output=True, text=True, check=False, cwd=here
    )
    assert done.returncode == 0, done.stderr  # SIGBUS: the interpreter is gone
    rows = done.stdout.split()
    assert rows[0].endswith("Error") or 0 <= int(rows[0]) < 100000, done.stdout
    assert kind != "raw" or "has changed while it was read" in done.stderr


def test_filters_and_statistics():
    rows = libspe.decode(LOAD * 3 + LOAD.replace(b"\x49\x00", b"\x49\x01") * 2)
    loads = libspe.Filter("load_filter=1")
    assert loads.keeps(rows).tolist() == [True] * 3 + [False] * 2
    assert (loads.select(rows) == rows[:3]).all() and len(rows) == 5
    with pytest.raises(libspe.Error, match="'lod_filter=1'"):
        libspe.Filter("load_filter=1,lod_filter=1")
    parts, whole = [libspe.Stats(rows[:2]), libspe.Stats(rows[2:])], libspe.Stats(rows)
    assert parts[0] + parts[1] == whole != parts[0] and whole.records == 5
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert libspe.read(LOAD * 3 + LOAD).stats() == libspe.Stats(libspe.decode(LOAD * 4))
    error = pickle.loads(pickle.dumps(libspe.Error(-1, "here")))
    assert (error.status, str(error)) == (-1, str(libspe.Error(-1, "here")))
    assert whole.groups()["memory"] == 5
    assert whole.estimates()["branch_misprediction_ratio"].n == 0


def by_source(rows):
    """What Stats.sources() should say, of numpy."""
    none = rows["present"] & np.uint32(libspe.lib.SPE_HAS_DATA_SOURCE) == 0
    out = {}
    for value in [*np.unique(rows["data_source"][~none]).tolist(), None]:
        mine = rows[none if value is None else ~none & (rows["data_source"] == value)]
        means = []
        for name in ("total", "issue", "translation"):
            has = mine["present"] & np.uint32(getattr(libspe.lib, f"SPE_HAS_{name.upper()}_LATENCY")) != 0
            means.append(int(mine[name + "_latency"][has].sum()) / max(int(has.sum()), 1))
        if len(mine):
            out[value] = libspe.DataSource(len(mine), *means)
    return out


def test_statistics_by_data_source():
    contents = b"".join(path.read_bytes() for path in CAPTURES if path.name.startswith(("model-", "neoverse-")))
    rows = libspe.decode(contents)
    stats = libspe.Stats(rows)
    sources = stats.sources()
    assert sources == by_source(rows) and len(sources) > 2 and list(sources)[-1] is None
    assert sources == libspe.read(contents, force=True).stats().sources()
    assert sum(source.records for source in sources.values()) == stats.records == len(rows)
    # More values than there is room for at first: all that can be, added, merged, pickled.
    many = np.repeat(rows[:1], 300)
    many["present"] |= np.uint32(libspe.lib.SPE_HAS_DATA_SOURCE | libspe.lib.SPE_HAS_TOTAL_LATENCY)
    many["data_source"], many["total_latency"] = np.arange(300) * 218 + 1, np.arange(300)
    whole, total = libspe.Stats(many), libspe.Stats()
    assert whole.sources() == by_source(many) and len(whole.sources()) == 300
    for part in (many[150:], rows, many[:150]):
        total += libspe.Stats(part)
    assert total == whole + stats == pickle.loads(pickle.dumps(total)) != whole
    assert total.sources() == by_source(np.concatenate([many, rows])) == pickle.loads(pickle.dumps(total)).sources()
    total += total
    assert {source.records for source in (whole + whole).sources().values()} == {2}
    assert total.records == 2 * (len(rows) + 300) == sum(source.records for source in total.sources().values())
    only = libspe.read(contents, columns=["present"], force=True).stats()
    assert list(only.sources()) == [None] and only.sources()[None].total_latency == 0


def test_words():
    record = next(libspe.records(LOAD))
    assert record.operation() and record.has("pc") and not record.has("data_va")
    assert record.address() == 0x4000 and record.events_set() == ["retired", "l1d_access"]
    assert "0x4000" in record.text() and record.text(perf=True) != record.text()
    assert record.level() == "L1"
    with pytest.raises(AttributeError):
        _ = record.pcs
    n1 = libspe.midr("neoverse-n1")
    assert n1 in libspe.cpus().values() and len(libspe.cpus()) > 15
    assert libspe.data_source_name(n1, 0xB) == "system cache" and libspe.data_source_name(0, 0xB) == ""
    with pytest.raises(libspe.Error, match="neoverse-n99"):
        libspe.midr("neoverse-n99")


@pytest.mark.parametrize(
    "op_class, payload, is_load, is_store",
    [(1, 0x00, True, False), (1, 0x01, False, True), (1, 0x06, True, False), (1, 0x07, False, True)]  # atomics: 6 and 7
    + [(1, 0x80, False, False), (1, 0x81, False, False)]  # reserved
    + [(0, 0x00, False, False), (2, 0x00, False, False), (2, 0x01, False, False)],
)
def test_loads_and_stores(op_class, payload, is_load, is_store):
    record = next(libspe.records(bytes([0x48 | op_class, payload, 1])))
    assert record.has("operation") and (record.is_load(), record.is_store()) == (is_load, is_store)
    assert record.is_memory() == (is_load or is_store)
    nothing = next(libspe.records(b"\x52\x06\x00\x01"))
    assert not nothing.is_load() and not nothing.is_store() and not nothing.is_memory()


def test_rules_and_registers():
    found = libspe.check_records(libspe.decode(bytes.fromhex("b00040000000000080" "01")))
    assert "events-missing" in [finding.rule for finding in found]
    assert all(finding.row == 0 and finding.section and finding.text for finding in found)
    assert libspe.register("PMSICR_EL1", 0x100000001)["COUNT"] == 1
    assert "COUNT" in libspe.register_text("PMSICR_EL1", 1)
    with pytest.raises(libspe.Error, match="PMNONE"):
        libspe.register("PMNONE", 0)
