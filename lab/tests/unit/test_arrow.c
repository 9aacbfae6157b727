/* SPDX-License-Identifier: MIT */
/*
 * Tables: compares every column of every record with the plain accessors, for all sizes of blocks, choices of columns,
 * filters and ways (streams, pushed blocks, single records). Also tests failed allocations, and who must release
 * memory.
 */
#include <libspe-lab/lab.h>
#include <stdlib.h>
#include <string.h>

#include "record_generator.h"
#include "arrow_cells.h"
#include "random.h"
#include "reference.h"
#include "tap.h"

#define BYTES 200000
#define MOST 20000

static uint8_t bytes[BYTES];
static struct spe_record want[MOST];
static const struct spe_arrow_core *core_of[MOST];
static size_t wanted;
static spe_decoder decoder;

/* -- memory: allocations are counted, and the n-th fails -- */

static struct {
    long gets, puts, refused;
    size_t size; /* of the last */
    int is_crooked;
} memory;

static void *get(void *context, size_t size)
{
    if (context != &memory || (memory.refused && --memory.refused == 0))
        return NULL;
    memory.gets++;
    memory.size = size;
    char *bytes_got = malloc(size + 16); /* of the 16 bytes before the result: what malloc() returned */
    memset(bytes_got, 0xa5, size + 16);
    return bytes_got + (memory.is_crooked ? 8 : 16);
}

static void put(void *context, void *given)
{
    memory.puts += context == &memory;
    free((char *)given - (memory.is_crooked ? 8 : 16));
}

static struct spe_arrow_config config_of(uint32_t rows)
{
    struct spe_arrow_config cfg = SPE_ARROW_CONFIG_INIT;
    cfg.rows = rows;
    cfg.get = get;
    cfg.put = put;
    cfg.context = &memory;
    return cfg;
}

static void all_back(const char *name)
{
    if (!ok(memory.gets && memory.gets == memory.puts, name))
        diag("%ld gets, %ld puts", memory.gets, memory.puts);
    memory.gets = memory.puts = 0;
}

/* Compares a column's rows with the records from `first` on. Returns the number of wrong cells. */
static size_t wrong_cells(const struct ArrowArray *column, const struct ArrowSchema *schema, size_t first)
{
    const unsigned number = (unsigned)spe_arrow_column_find(schema->name);
    const uint32_t has = has_of(number);
    size_t wrong = 0;
    int64_t nulls = 0;
    for (int64_t row = 0; row < column->length; row++) {
        const struct spe_record *r = &want[first + (size_t)row];
        struct cell cell = cell_of(number, r, core_of[first + (size_t)row]);
        if ((r->present & has) != has)
            cell.is_null = 1;
        nulls += cell.is_null;
        if (!is_cell(column, schema->format, row, &cell) && !wrong++)
            diag("%s of record %d", schema->name, (int)(first + (size_t)row));
    }
    if (column->null_count != nulls && !wrong++)
        diag("%s: %d nulls, want %d", schema->name, (int)column->null_count, (int)nulls);
    const struct ArrowArray *words = column->dictionary; /* NULL, or moved out */
    if (words && words->release && *(const int32_t *)words->buffers[1] != 0 && !wrong++)
        diag("%s: the offsets of its words begin above 0", schema->name);
    return wrong + (nulls && !(schema->flags & ARROW_FLAG_NULLABLE)) +
           ((uintptr_t)column->buffers[1] % 64 || (uintptr_t)column->buffers[0] % 64);
}

static size_t wrong_in_array(const struct ArrowArray *array, const struct ArrowSchema *schema, size_t first)
{
    size_t wrong = array->n_children != schema->n_children || array->n_buffers != 1 || array->null_count != 0;
    if (wrong || first + (size_t)array->length > wanted)
        return 1;
    for (int64_t i = 0; i < array->n_children; i++)
        wrong += wrong_cells(array->children[i], schema->children[i], first);
    return wrong;
}

/* -- records -- */

static struct spe_perf_clock perf_clock = {1000, 0, 0, 41943040, 22, 0};
static struct spe_arrow_core cores[] = {SPE_ARROW_CORE_INIT, SPE_ARROW_CORE_INIT, SPE_ARROW_CORE_INIT};

static void set_cores(void)
{
    cores[0].cpu = 0;
    cores[0].tid = 77;
    cores[0].midr = 0x410fd0c0; /* Neoverse N1 */
    cores[0].clock = &perf_clock;
    cores[1].cpu = 5;
    cores[1].midr = 0x481fd060; /* HIP12 has other names for its sources */
    spe_cpu_find("HIP12", &cores[1].midr);
}

/* The records of bytes[0..len) that the filter keeps. */
static void set_want(size_t len, const struct spe_arrow_core *core)
{
    struct spe_record r;
    spe_decoder d;
    wanted = 0;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    while (wanted < MOST && (spe_decoder_next(&d, &r) == 1 || spe_decoder_finish(&d, &r) == 1)) {
        if (core->filter && !spe_filter_keeps(core->filter, &r))
            continue;
        core_of[wanted] = core;
        want[wanted++] = r;
    }
}

static void feed(size_t len)
{
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, len);
}

/* Records as cores write them, some of them damaged, and other bytes between them. Returns the number of bytes. */
static size_t make_stream(uint8_t damage)
{
    static uint8_t choices[BYTES];
    random_bytes(choices, sizeof choices);
    struct spe_gen_source source = {choices, sizeof choices, 0};
    struct spe_gen_wish wish = {0};
    struct spe_gen_writer writer;
    wish.damage = damage;
    spe_gen_writer_init(&writer, &wish, &source);
    return spe_gen_stream(&writer, &wish, &source, bytes, sizeof bytes);
}

/* Reads a stream to its end. Returns the number of wrong cells. */
static size_t read_stream(struct ArrowArrayStream *stream, uint32_t rows)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    size_t wrong = 0, first = 0;
    if (stream->get_schema(stream, &schema) != 0)
        return 1;
    while (stream->get_next(stream, &array) == 0 && array.release) {
        wrong += wrong_in_array(&array, &schema, first);
        first += (size_t)array.length;
        wrong += array.length != rows && first != wanted; /* all blocks but the last are full */
        array.release(&array);
        wrong += array.release != NULL;
    }
    wrong += first != wanted;
    if (first != wanted)
        diag("%d rows, want %d", (int)first, (int)wanted);
    wrong += stream->get_next(stream, &array) != 0 || array.release != NULL; /* it stays at the end */
    schema.release(&schema);
    stream->release(stream);
    return wrong + (schema.release != NULL) + (stream->release != NULL);
}

static size_t read_decoder(const struct spe_arrow_config *cfg, size_t len, const struct spe_arrow_core *core)
{
    struct ArrowArrayStream stream;
    feed(len);
    if (spe_arrow_stream_decoder(&decoder, core, cfg, &stream) != SPE_OK)
        return 1;
    return read_stream(&stream, cfg->rows ? cfg->rows : 16384);
}

static void test_columns(void)
{
    static const uint32_t sizes[] = {1, 7, 8, 64, 1000, 1025, 0};
    for (uint8_t damage = 0; damage <= 32; damage = (uint8_t)(damage + 16)) {
        const size_t len = make_stream(damage);
        for (unsigned c = 0; c < 3; c++) {
            const unsigned s = damage ? c + 4 : c;
            const struct spe_arrow_config cfg = config_of(sizes[s]);
            set_want(len, &cores[c]);
            ok(wanted > 300, "a stream of records");
            is(read_decoder(&cfg, len, &cores[c]), 0, "every cell has the value of the accessors");
        }
    }
    random_stream(bytes, sizeof bytes);
    const struct spe_arrow_config cfg = config_of(100);
    set_want(sizeof bytes, &cores[0]);
    is(read_decoder(&cfg, sizeof bytes, &cores[0]), 0, "... for random bytes, too");
    set_want(sizeof bytes, &cores[2]);
    is(read_decoder(&cfg, sizeof bytes, NULL), 0, "... without a core");
    all_back("memory is back");
}

/* Each column alone: only what it needs is decoded. */
static void test_each_column(void)
{
    const size_t len = make_stream(16);
    size_t wrong = 0, count = 0, events = 0;
    set_want(len, &cores[0]);
    struct spe_arrow_config cfg = config_of(999);
    const size_t all = spe_arrow_block_size(&cfg);
    for (unsigned number = 0; number < 64 * sizeof cfg.columns / sizeof cfg.columns[0]; number++) {
        struct spe_arrow_column column;
        memset(cfg.columns, 0, sizeof cfg.columns);
        cfg.columns[number / 64] = UINT64_C(1) << (number % 64);
        if (spe_arrow_column_get(number, &column) != SPE_OK) {
            wrong += strcmp(spe_arrow_config_problem(&cfg), "columns") != 0 || spe_arrow_block_size(&cfg) != 0;
            continue;
        }
        count++;
        events += number >= SPE_COLUMN_EVENT && number < SPE_COLUMN_FIELD;
        wrong += read_decoder(&cfg, len, &cores[0]);
        wrong += spe_arrow_block_size(&cfg) >= all / 4;
    }
    is(wrong, 0, "each column alone");
    ok(count - events >= 64, "... all of them");
    is(events, REFERENCE_COUNT(reference_events), "... of every event that has a name");
    memset(cfg.columns, 0, sizeof cfg.columns);
    cfg.columns[2] = 1 << SPE_EVENT_RETIRED;
    const size_t one = spe_arrow_block_size(&cfg);
    cfg.columns[0] = 1 << SPE_COLUMN_EVENTS;
    ok(spe_arrow_block_size(&cfg) - one < 999, "a field that two columns need is decoded once");
    all_back("... memory is back");
}

static void test_filter(void)
{
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    struct spe_arrow_core core = cores[0];
    const size_t len = make_stream(16);
    core.filter = &filter;
    spe_filter_parse("load_filter=1,min_latency=10", 28, &registers, NULL);
    spe_filter_compile(&registers, NULL, &filter, NULL);
    set_want(len, &core);
    struct spe_arrow_config cfg = config_of(333);
    ok(wanted > 100, "a filter keeps some");
    is(read_decoder(&cfg, len, &core), 0, "... those");
    cfg.columns[0] = UINT64_C(1) << SPE_COLUMN_PC | UINT64_C(1) << SPE_COLUMN_DATA_PA_CHECKED;
    is(read_decoder(&cfg, len, &core), 0, "... without the columns that it reads");
    memset(&filter, 0, sizeof filter);
    set_want(len, &core);
    is(wanted, 0, "a filter that keeps nothing");
    is(read_decoder(&cfg, len, &core), 0, "... leaves no rows");
    all_back("... memory is back");
}

/* -- pushed -- */

static void test_push(void)
{
    const size_t len = make_stream(16);
    struct spe_arrow_config cfg = config_of(50);
    struct ArrowSchema schema;
    struct ArrowArray array;
    size_t wrong = 0, first = 0, at = 0;
    static spe_arrow arrow;
    set_want(len, &cores[0]);
    for (size_t i = 0; i < wanted; i++) { /* cores in turn, which have other names for the same data sources */
        core_of[i] = &cores[i % 3];
        want[i].data_source = (uint16_t)(i / 3 % 16);
        want[i].present |= SPE_HAS_DATA_SOURCE;
        if (i % 5 == 0) /* also classes that no packet has */
            want[i].op_class = (uint8_t)(i / 5 % 8);
    }
    is(spe_arrow_init(&arrow, &cfg), SPE_OK, "init");
    is(memory.gets, 0, "... requests nothing");
    is(spe_arrow_array(&arrow, &array), 0, "no rows, no array");
    is(spe_arrow_schema(&arrow, &schema), SPE_OK, "schema");
    for (; at < wanted; at++) {
        const int status = spe_arrow_append(&arrow, &want[at], core_of[at]);
        wrong += status != (at % 50 == 49);
        if (status != 1)
            continue;
        wrong += spe_arrow_append(&arrow, &want[at], core_of[at]) != SPE_E_SPACE;
        wrong += spe_arrow_array(&arrow, &array) != 1 || wrong_in_array(&array, &schema, first);
        first += 50;
        array.release(&array);
    }
    is(wrong, 0, "records one by one, of three cores");
    spe_arrow_array(&arrow, &array);
    is(wrong_in_array(&array, &schema, first), 0, "... what is left");
    array.release(&array);
    spe_arrow_append(&arrow, &want[0], NULL);
    spe_arrow_end(&arrow);
    is(spe_arrow_append(&arrow, &want[0], NULL), SPE_E_STATE, "ended");
    spe_arrow_end(&arrow);
    spe_arrow_end(NULL);
    schema.release(&schema);
    all_back("... memory is back, that of the block in progress, too");
}

/* Chunks of any size; the decoder has more records than the block has room for. */
static void test_take(void)
{
    const size_t len = make_stream(16);
    struct spe_arrow_config cfg = config_of(40);
    struct spe_record cut;
    struct ArrowSchema schema;
    struct ArrowArray array;
    size_t wrong = 0, first = 0, at = 0, some;
    static spe_arrow arrow;
    int status;
    set_want(len, &cores[0]);
    spe_decoder_init(&decoder, NULL);
    spe_arrow_init(&arrow, &cfg);
    spe_arrow_schema(&arrow, &schema);
    for (; at < len; at += some) {
        some = random_below(5000) + 1;
        some = some < len - at ? some : len - at;
        spe_decoder_feed(&decoder, bytes + at, some);
        while ((status = spe_arrow_take(&arrow, &decoder, &cores[0])) == 1) {
            wrong += spe_arrow_take(&arrow, &decoder, &cores[0]) != 1; /* while it is full */
            wrong += spe_arrow_array(&arrow, &array) != 1 || array.length != 40;
            wrong += wrong_in_array(&array, &schema, first);
            first += (size_t)array.length;
            array.release(&array);
        }
        wrong += status != 0;
    }
    if (spe_decoder_finish(&decoder, &cut) == 1)
        wrong += spe_arrow_append(&arrow, &cut, &cores[0]) < 0;
    if (spe_arrow_array(&arrow, &array) == 1) {
        wrong += wrong_in_array(&array, &schema, first);
        first += (size_t)array.length;
        array.release(&array);
    }
    is(wrong, 0, "chunks of any size");
    is(first, wanted, "... all rows");
    spe_arrow_end(&arrow);
    schema.release(&schema);
    all_back("... memory is back");
}

/* -- who holds what -- */

static void test_moved(void)
{
    const size_t len = make_stream(0);
    struct spe_arrow_config cfg = config_of(64);
    struct ArrowArrayStream stream;
    struct ArrowSchema schema, name;
    struct ArrowArray array, pc, op, words;
    feed(len);
    set_want(len, &cores[0]);
    memory.is_crooked = 1;
    spe_arrow_stream_decoder(&decoder, &cores[0], &cfg, &stream);
    stream.get_schema(&stream, &schema);
    stream.get_next(&stream, &array);
    stream.release(&stream);
    is(memory.gets - memory.puts, 2, "an array outlives its stream, and so does a schema");
    pc = *array.children[SPE_COLUMN_PC_ADDRESS];
    array.children[SPE_COLUMN_PC_ADDRESS]->release = NULL;
    op = *array.children[SPE_COLUMN_OP];
    array.children[SPE_COLUMN_OP]->release = NULL;
    words = *op.dictionary;
    op.dictionary->release = NULL;
    name = *schema.children[SPE_COLUMN_PC_ADDRESS];
    schema.children[SPE_COLUMN_PC_ADDRESS]->release = NULL;
    const struct ArrowSchema op_schema = {.name = "op", .format = "c", .flags = ARROW_FLAG_NULLABLE};
    array.release(&array);
    schema.release(&schema);
    is(memory.gets - memory.puts, 2, "children that were moved out outlive them");
    is(wrong_cells(&pc, &name, 0), 0, "... with their values");
    is(wrong_cells(&op, &op_schema, 0), 0, "... with their words");
    op.release(&op);
    pc.release(&pc);
    is(memory.gets - memory.puts, 2, "so does a dictionary");
    ok(is_word(&words, 1, "LD") && words.length == 4, "... with its words");
    words.release(&words);
    is(memory.gets - memory.puts, 1, "the last release frees the block");
    ok(!strcmp(name.name, "pc_address"), "the schema's last child");
    name.release(&name);
    all_back("... the schema");
    memory.is_crooked = 0;
}

static void test_no_memory(void)
{
    const size_t len = make_stream(0);
    struct spe_arrow_config cfg = config_of(64);
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    spe_arrow arrow;
    feed(len);
    set_want(len, &cores[0]);
    memory.refused = 1;
    is(spe_arrow_stream_decoder(&decoder, &cores[0], &cfg, &stream), SPE_E_SPACE, "no memory for a stream");
    memory.refused = 1;
    is(spe_arrow_stream((spe_arrow_fill_fn *)NULL, &cfg, &stream), SPE_E_ARG, "no function");
    memory.refused = 0;
    spe_arrow_stream_decoder(&decoder, &cores[0], &cfg, &stream);
    memory.refused = 1;
    is(stream.get_schema(&stream, &schema), 12, "... for a schema: ENOMEM");
    ok(strstr(stream.get_last_error(&stream), "memory") && !strstr(stream.get_last_error(&stream), "buffer"),
       "... in words");
    stream.get_schema(&stream, &schema);
    memory.refused = 1;
    is(stream.get_next(&stream, &array), 12, "... for a block");
    is(stream.get_next(&stream, &array), 0, "... tried again");
    is(wrong_in_array(&array, &schema, 0), 0, "... and nothing is lost");
    array.release(&array);
    schema.release(&schema);
    stream.release(&stream);
    all_back("... memory is back");
    spe_arrow_init(&arrow, &cfg);
    memory.refused = 1;
    is(spe_arrow_append(&arrow, &want[0], NULL), SPE_E_SPACE, "append");
    memory.refused = 1;
    is(spe_arrow_take(&arrow, &decoder, NULL), SPE_E_SPACE, "take");
    memory.refused = 1;
    is(spe_arrow_schema(&arrow, &schema), SPE_E_SPACE, "schema");
    spe_arrow_append(&arrow, &want[0], NULL);
    is(memory.size, spe_arrow_block_size(&cfg), "spe_arrow_block_size()");
    spe_arrow_end(&arrow);
    all_back("... is back");
}

/* -- streams that the caller fills -- */

static struct {
    int status;
    int calls;
} filler;

static int fill(void *context, spe_arrow *a)
{
    filler.calls++;
    if (filler.status < 0 || context != &memory)
        return SPE_E_IO;
    return spe_arrow_take(a, &decoder, &cores[0]) * 2; /* any positive number is a 1 */
}

static void test_fill(void)
{
    const size_t len = make_stream(0);
    struct spe_arrow_config cfg = config_of(500);
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    feed(len);
    set_want(len, &cores[0]);
    ok(want[wanted - 1].flags == 0, "no record is cut off");
    spe_arrow_stream(fill, &cfg, &stream);
    is(read_stream(&stream, 500), 0, "a function fills the blocks");
    feed(len);
    spe_arrow_stream(fill, &cfg, &stream);
    stream.get_next(&stream, &array);
    array.release(&array);
    filler.status = -1;
    is(stream.get_next(&stream, &array), 5, "it fails: EIO");
    ok(strcmp(stream.get_last_error(&stream), spe_status_text(SPE_E_IO)) == 0, "... in words");
    filler.calls = 0;
    is(stream.get_next(&stream, &array), 5, "... for ever");
    is(filler.calls, 0, "... without another call of the function");
    stream.release(&stream);
    all_back("... memory is back");
}

/* -- misuse -- */

static void test_config(void)
{
    struct spe_arrow_config cfg = config_of(0);
    ok(!spe_arrow_config_problem(NULL) && !spe_arrow_config_problem(&cfg), "no mistake");
    cfg.size = 39 + 4 * sizeof(void *);
    is(strcmp(spe_arrow_config_problem(&cfg), "size"), 0, "size: a byte less than in version 1.0");
    cfg = config_of((1 << 24) + 1);
    is(strcmp(spe_arrow_config_problem(&cfg), "rows"), 0, "rows");
    is(spe_arrow_block_size(&cfg), 0, "... so that there is no size");
    cfg = config_of(1 << 24);
    ok(!spe_arrow_config_problem(&cfg), "the most rows");
    cfg.get = NULL;
    is(strcmp(spe_arrow_config_problem(&cfg), "get"), 0, "get");
    ok(spe_arrow_block_size(&cfg) > (1 << 24), "... does not matter for the size");
    cfg = config_of(0);
    cfg.put = NULL;
    is(strcmp(spe_arrow_config_problem(&cfg), "put"), 0, "put");
    is(spe_arrow_block_size(NULL), 0, "no configuration, no size");
    cfg = config_of(0);
    cfg.reserved = &cfg;
    is(strcmp(spe_arrow_config_problem(&cfg), "reserved"), 0, "reserved");
    struct {
        struct spe_arrow_config cfg;
        void *more;
    } later = {config_of(0), NULL};
    later.cfg.size = sizeof later;
    ok(!spe_arrow_config_problem(&later.cfg), "of a later version");
    later.more = &later;
    is(strcmp(spe_arrow_config_problem(&later.cfg), "reserved"), 0, "... with an unknown member");
}

static void test_core(void)
{
    struct spe_perf_clock wrong = {0, 0, 0, 0, 0, 0};
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    ok(!spe_arrow_core_problem(NULL) && !spe_arrow_core_problem(&core), "no mistake");
    core.clock = &wrong;
    is(strcmp(spe_arrow_core_problem(&core), "clock"), 0, "clock");
    core.reserved = 1;
    is(strcmp(spe_arrow_core_problem(&core), "reserved"), 0, "reserved");
    core.size = 23 + 2 * sizeof(void *);
    is(strcmp(spe_arrow_core_problem(&core), "size"), 0, "size: a byte less than in version 1.0");
}

static void test_arguments(void)
{
    struct spe_arrow_config cfg = config_of(8);
    struct spe_arrow_core bad = SPE_ARROW_CORE_INIT;
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    spe_arrow arrow;
    spe_decoder idle;
    memset(&arrow, 0, sizeof arrow);
    memset(&idle, 0, sizeof idle);
    bad.reserved = 1;
    is(spe_arrow_schema(&arrow, &schema), SPE_E_STATE, "schema before init");
    is(spe_arrow_array(&arrow, &array), SPE_E_STATE, "array");
    is(spe_arrow_take(&arrow, &decoder, NULL), SPE_E_STATE, "take");
    is(spe_arrow_append(&arrow, want, NULL), SPE_E_STATE, "append");
    is(spe_arrow_init(NULL, &cfg), SPE_E_ARG, "init: NULL");
    is(spe_arrow_init(&arrow, NULL), SPE_E_ARG, "... configuration");
    spe_arrow_init(&arrow, &cfg);
    cfg.put = NULL;
    is(spe_arrow_stream_decoder(&decoder, NULL, &cfg, &stream), SPE_E_CONFIG, "stream: a wrong one");
    is(spe_arrow_schema(NULL, &schema), SPE_E_ARG, "schema: NULL");
    is(spe_arrow_schema(&arrow, NULL), SPE_E_ARG, "... out");
    is(spe_arrow_array(NULL, &array), SPE_E_ARG, "array: NULL");
    is(spe_arrow_array(&arrow, NULL), SPE_E_ARG, "... out");
    is(spe_arrow_take(NULL, &decoder, NULL), SPE_E_ARG, "take: NULL");
    is(spe_arrow_take(&arrow, NULL, NULL), SPE_E_ARG, "... decoder");
    is(spe_arrow_take(&arrow, &decoder, &bad), SPE_E_CONFIG, "... a wrong core");
    is(spe_arrow_append(NULL, want, NULL), SPE_E_ARG, "append: NULL");
    is(spe_arrow_append(&arrow, NULL, NULL), SPE_E_ARG, "... record");
    is(spe_arrow_append(&arrow, want, &bad), SPE_E_CONFIG, "... a wrong core");
    is(memory.gets, 0, "nothing was requested");
    is(spe_arrow_take(&arrow, &idle, NULL), SPE_E_STATE, "take: a decoder that is not initialised");
    spe_arrow_end(&arrow);
    is(spe_arrow_init(&arrow, &cfg), SPE_E_CONFIG, "init: a wrong one");
    cfg = config_of(8);
    is(spe_arrow_stream(fill, &cfg, NULL), SPE_E_ARG, "stream of a function: NULL");
    is(spe_arrow_stream(fill, NULL, &stream), SPE_E_ARG, "... configuration");
    is(spe_arrow_stream_decoder(&decoder, NULL, &cfg, NULL), SPE_E_ARG, "stream: NULL");
    is(spe_arrow_stream_decoder(&decoder, NULL, NULL, &stream), SPE_E_ARG, "... configuration");
    is(spe_arrow_stream_decoder(NULL, NULL, &cfg, &stream), SPE_E_ARG, "... decoder");
    is(spe_arrow_stream_decoder(&decoder, &bad, &cfg, &stream), SPE_E_CONFIG, "... a wrong core");
    const long gets = memory.gets;
    stream.private_data = &stream;
    is(spe_arrow_stream_decoder(&idle, NULL, &cfg, &stream), SPE_E_STATE, "... a decoder that is not initialised");
    ok(memory.gets == gets && stream.private_data == &stream,
       "... for which nothing was requested, and nothing is changed");
    is(spe_arrow_stream_decoder(&idle, NULL, &cfg, NULL), SPE_E_ARG, "... and no stream");
    is(spe_arrow_stream_decoder(&idle, NULL, NULL, &stream), SPE_E_ARG, "... and no configuration");
    spe_decoder_init(&idle, NULL);
    spe_decoder_next_batch(&idle, NULL, 1);
    is(spe_arrow_stream_decoder(&idle, NULL, &cfg, &stream), SPE_OK, "... one whose last call was misuse is accepted");
    is(stream.get_next(&stream, &array), 0, "... and gives no rows");
    ok(!array.release, "... none");
    stream.release(&stream);
    all_back("memory is back");
}

/* -- the table itself -- */

static void test_table(void)
{
    struct spe_arrow_column column, other;
    size_t wrong = 0, words = 0;
    for (unsigned number = 0; number < spe_arrow_column_count(); number++) {
        if (spe_arrow_column_get(number, &column) != SPE_OK) {
            wrong += spe_arrow_word(number, 0) != NULL;
            continue;
        }
        wrong += spe_arrow_column_find(column.name) != (int)number; /* names are unique */
        wrong += !strlen(column.text) || !strlen(column.source) || !column.unit || strlen(column.format) != 1;
        wrong += column.has && column.has != has_of(number);
        wrong += column.has && !column.is_nullable;
        unsigned n = 0;
        while (spe_arrow_word(number, n))
            n++;
        wrong += (n != 0) != (*column.format == 'c' || *column.format == 's');
        wrong += n > (*column.format == 's' ? INT16_MAX : INT8_MAX);
        words += n;
    }
    is(wrong, 0, "the table");
    ok(words > 60, "... has words");
    is(spe_arrow_column_get(0, NULL), SPE_E_ARG, "column: NULL");
    is(spe_arrow_column_get(127, &other), SPE_E_NAME, "... no such");
    is(spe_arrow_column_get(spe_arrow_column_count(), &other), SPE_E_NAME, "... beyond the last");
    is(spe_arrow_column_find(NULL), SPE_E_ARG, "find: NULL");
    is(spe_arrow_column_find("colour"), SPE_E_NAME, "... no such");
    is(spe_arrow_column_find("mispredicted"), SPE_COLUMN_EVENT + SPE_EVENT_MISPREDICTED, "an event");
    ok(!spe_arrow_word(SPE_COLUMN_PC, 0) && !spe_arrow_word(1000, 0), "no words");
    ok(!strcmp(spe_arrow_word(SPE_COLUMN_OP, 3), "B") && !spe_arrow_word(SPE_COLUMN_OP, 4), "words");
}

/* A field's unit is that of its column, whether the column has a row of its own or is made from the field. */
static void test_units(void)
{
    struct spe_record_field field;
    struct spe_arrow_column column;
    size_t wrong = 0, cycles = 0;
    for (unsigned n = 0; spe_record_field_get(n, &field) == SPE_OK; n++) {
        const int number = spe_arrow_column_find(field.name);
        if (number < 0 && field.has == SPE_HAS_OPERATION) /* two columns: op_class, op_payload */
            continue;
        wrong += number < 0 || spe_arrow_column_get((unsigned)number, &column) || strcmp(field.unit, column.unit) != 0;
        const int is_counter = field.has >= SPE_HAS_TOTAL_LATENCY && field.has < SPE_HAS_CONTEXT_EL1;
        wrong += is_counter != !strcmp(field.unit, "cycles");
        cycles += is_counter ? 1 : 0;
    }
    is(wrong, 0, "a field's column has its unit: counters are in cycles");
    ok(cycles > 3, "... all counters");
}

/* The words are the names of every core's data sources, and no others. */
static void test_source_words(void)
{
    static unsigned char is_used[INT16_MAX];
    unsigned missing = 0, unused = 0, n = 0;
    const char *word;
    int value;
    for (unsigned cpu = 0; cpu < spe_cpu_count(); cpu++) {
        for (unsigned i = 0; (value = spe_cpu_data_source_value(spe_cpu_midr(cpu), i)) >= 0; i++) {
            const char *name = spe_cpu_data_source_name(spe_cpu_midr(cpu), (unsigned)value);
            for (n = 0; (word = spe_arrow_word(SPE_COLUMN_DATA_SOURCE_NAME, n)) && strcmp(word, name) != 0;)
                n++;
            missing += !word;
            is_used[n] = 1;
        }
    }
    if (!is(missing, 0, "all names of data sources are in the dictionary"))
        diag("%u are missing: run make derived", missing);
    for (n = 0; spe_arrow_word(SPE_COLUMN_DATA_SOURCE_NAME, n); n++)
        unused += !is_used[n];
    is(unused, 0, "... each once, and nothing else");
}

int main(void)
{
    set_cores();
    test_table();
    test_units();
    test_source_words();
    test_config();
    test_core();
    test_columns();
    test_each_column();
    test_filter();
    test_push();
    test_take();
    test_moved();
    test_no_memory();
    test_fill();
    test_arguments();
    return tap_done();
}
