/* SPDX-License-Identifier: MIT */
/*
 * duckdb FILE MIDR ROWS: DuckDB reads the records of a file of SPE bytes through Arrow's C Stream interface, in blocks
 * of ROWS rows, as table `records`, whose column `row` counts them. Core and clock are those of tests/perf_data.py.
 * Then it runs the queries on standard input, one in each line. It prints a header line and a line for each row, with
 * tabs between values and NULL for null. The last line gives the memory that has not been released.
 *
 * The parts of DuckDB's C interface that are used are declared here, because the package of its library has no header.
 */
#define _POSIX_C_SOURCE 200809L
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *database, *connection;
typedef struct {
    uint64_t columns, rows, changed;
    void *column, *error, *internal;
} result;

int duckdb_open(const char *path, database *out);
int duckdb_connect(database from, connection *out);
int duckdb_query(connection on, const char *query, result *out);
int duckdb_arrow_scan(connection on, const char *table, struct ArrowArrayStream *stream);
const char *duckdb_result_error(result *of);
const char *duckdb_column_name(result *of, uint64_t column);
uint64_t duckdb_column_count(result *of);
uint64_t duckdb_row_count(result *of);
char *duckdb_value_varchar(result *of, uint64_t column, uint64_t row);
void duckdb_free(void *memory);
void duckdb_destroy_result(result *of);
void duckdb_disconnect(connection *on);
void duckdb_close(database *of);

static long lent; /* DuckDB's threads release arrays, too */

static void *get(void *context, size_t size)
{
    (void)context;
    __atomic_add_fetch(&lent, 1, __ATOMIC_SEQ_CST);
    return malloc(size);
}

static void put(void *context, void *memory)
{
    (void)context;
    __atomic_sub_fetch(&lent, 1, __ATOMIC_SEQ_CST);
    free(memory);
}

/* DuckDB does not release the schema of a stream of the C interface: it is kept here until the end. */
enum { SCHEMAS = 64 };
static struct ArrowSchema schema[SCHEMAS];
static size_t schemas;
static int (*schema_of)(struct ArrowArrayStream *, struct ArrowSchema *);

static void forget_schema(struct ArrowSchema *lent_schema)
{
    lent_schema->release = NULL;
}

static int keep_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    const int status = schemas < SCHEMAS ? schema_of(stream, &schema[schemas]) : 12;
    if (status != 0)
        return status;
    *out = schema[schemas++];
    out->release = forget_schema;
    return 0;
}

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "duckdb: %s: %s\n", what, why ? why : "failed");
    exit(1);
}

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail(path, "cannot be read");
    *size = (size_t)ftell(file);
    rewind(file);
    void *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        fail(path, "cannot be read");
    fclose(file);
    return bytes;
}

static void run(connection on, const char *query)
{
    result rows;
    if (duckdb_query(on, query, &rows) != 0)
        fail(query, duckdb_result_error(&rows));
    const uint64_t columns = duckdb_column_count(&rows);
    for (uint64_t column = 0; column < columns; column++)
        printf("%s%s", column ? "\t" : "", duckdb_column_name(&rows, column));
    putchar('\n');
    for (uint64_t row = 0; row < duckdb_row_count(&rows); row++) {
        for (uint64_t column = 0; column < columns; column++) {
            char *value = duckdb_value_varchar(&rows, column, row);
            printf("%s%s", column ? "\t" : "", value ? value : "NULL");
            duckdb_free(value);
        }
        putchar('\n');
    }
    duckdb_destroy_result(&rows);
}

int main(int argc, char **argv)
{
    static spe_decoder decoder;
    static const struct spe_perf_clock clock = {.zero = 1000, .mult = 41943040, .shift = 22};
    struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    struct ArrowArrayStream stream;
    database opened;
    connection on;
    result loaded;
    char *line = NULL;
    size_t size, room = 0;
    if (argc != 4)
        fail("usage", "duckdb FILE MIDR ROWS");
    void *bytes = read_file(argv[1], &size);
    core.midr = strtoull(argv[2], NULL, 0);
    core.cpu = 4;
    core.tid = 77;
    core.clock = &clock;
    config.rows = (uint32_t)atoi(argv[3]);
    config.get = get;
    config.put = put;
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    if (spe_arrow_stream_decoder(&decoder, &core, &config, &stream) != SPE_OK)
        fail("spe_arrow_stream_decoder", "no stream");
    schema_of = stream.get_schema;
    stream.get_schema = keep_schema;
    if (duckdb_open(NULL, &opened) || duckdb_connect(opened, &on) || duckdb_arrow_scan(on, "stream", &stream))
        fail("DuckDB", "does not take the stream");
    if (duckdb_query(on, "CREATE TABLE records AS SELECT row_number() OVER () AS row, * FROM stream", &loaded) != 0)
        fail("CREATE TABLE", duckdb_result_error(&loaded));
    duckdb_destroy_result(&loaded);
    while (getline(&line, &room, stdin) > 0)
        run(on, line);
    free(line);
    duckdb_disconnect(&on);
    duckdb_close(&opened);
    if (stream.release)
        stream.release(&stream);
    while (schemas)
        if (schema[--schemas].release)
            schema[schemas].release(&schema[schemas]);
    printf("%ld lent\n", lent);
    free(bytes);
    return lent != 0;
}
