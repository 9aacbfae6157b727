# SPDX-License-Identifier: MIT
"""A profile's capsule in an engine that others wrote: DuckDB (tests/clients/arrow.sh names its library)."""

import os

import cffi
import numpy as np
from arrow_consumer import take
from test_libspe import CAPTURES

import libspe

DUCKDB = """
typedef struct { uint64_t columns, rows, changed; void *column, *error, *internal; } result;
int duckdb_open(const char *path, void **out);
int duckdb_connect(void *from, void **out);
int duckdb_query(void *on, const char *query, result *out);
int duckdb_arrow_scan(void *on, const char *table, void *stream);
const char *duckdb_result_error(result *of);
uint64_t duckdb_column_count(result *of);
uint64_t duckdb_row_count(result *of);
char *duckdb_value_varchar(result *of, uint64_t column, uint64_t row);
void duckdb_free(void *memory);
void duckdb_destroy_result(result *of);
void duckdb_disconnect(void **on);
void duckdb_close(void **opened);
"""


class Engine:
    """A database in memory."""

    def __init__(self):
        self.ffi = cffi.FFI()
        self.ffi.cdef(DUCKDB)
        self.lib = self.ffi.dlopen(os.environ["DUCKDB_LIBRARY"])
        self.opened, self.connected = self.ffi.new("void **"), self.ffi.new("void **")
        assert self.lib.duckdb_open(self.ffi.NULL, self.opened) == 0
        assert self.lib.duckdb_connect(self.opened[0], self.connected) == 0

    def query(self, text):
        """The rows: tuples of str or None."""
        result = self.ffi.new("result *")
        status = self.lib.duckdb_query(self.connected[0], text.encode(), result)
        assert status == 0, self.ffi.string(self.lib.duckdb_result_error(result))
        columns = range(self.lib.duckdb_column_count(result))
        rows = range(self.lib.duckdb_row_count(result))
        out = [tuple(self._value(result, column, row) for column in columns) for row in rows]
        self.lib.duckdb_destroy_result(result)
        return out

    def _value(self, result, column, row):
        value = self.lib.duckdb_value_varchar(result, column, row)
        out = self.ffi.string(value).decode() if value else None
        self.lib.duckdb_free(value)
        return out

    def close(self):
        """Lets go of everything."""
        self.lib.duckdb_disconnect(self.connected)
        self.lib.duckdb_close(self.opened)


def test_duckdb_reads_every_record():
    profile = libspe.read(b"".join(path.read_bytes() for path in CAPTURES) * 300)
    stream = take(profile.__arrow_c_stream__(), b"arrow_array_stream", "struct ArrowArrayStream")
    engine = Engine()
    address = engine.ffi.cast("void *", int(libspe.ffi.cast("uintptr_t", stream)))
    assert engine.lib.duckdb_arrow_scan(engine.connected[0], b"profile", address) == 0
    # All columns at once: this interface of DuckDB reads wrong columns if only some are requested.
    engine.query("create table records as select * from profile")
    arrays = profile.to_numpy()
    sums = ", ".join(f'sum("{name}")' for name in libspe.NAMES)
    got = engine.query(f"select count(*), {sums} from records")[0]
    assert int(got[0]) == len(profile) > 10000
    assert [int(value or 0) for value in got[1:]] == [int(arrays[name].sum(dtype=object)) for name in libspe.NAMES]
    loads = (arrays["op_class"] == 1) & (arrays["op_payload"] & 1 == 0)
    loads &= arrays["present"] & libspe.lib.SPE_HAS_OPERATION != 0
    by_op = dict(engine.query("select op, count(*) from records group by op"))
    assert int(by_op["LD"]) == np.count_nonzero(loads)
    engine.close()
    if stream.release:
        stream.release(stream)
    assert not libspe.arrow._open
