/* SPDX-License-Identifier: MIT */
/*
 * Tables. The bytes are a configuration, a core, a consumer, and a stream of SPE or records that no decoder gives. The
 * table is made by a decoder's stream, a stream that the caller fills, or pushed blocks; allocations sometimes fail.
 * Schema and arrays must keep the rules of Arrow's C Data interface. Every value must be that of the plain accessors. A
 * consumer may stop early, hold arrays while others come, take columns out, and release everything in any order: what
 * it holds must not change, and in the end all memory must be freed.
 */
#include <libspe-lab/lab.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/unit/arrow_cells.h"
#include "fuzz.h"

#define HEAD 64    /* bytes before the stream */
#define WORDS 1024 /* more than any dictionary has */

/* -- the input -- */

static struct spe_record want[1 << 16];
static size_t wanted;
static struct spe_arrow_config config;
static struct spe_arrow_core core;
static struct spe_perf_clock perf_clock;
static spe_filter filter;
static spe_decoder decoder;

/* -- memory: some of the first allocations fail -- */

static struct {
    int out; /* allocated and not yet freed */
    unsigned asked;
    uint16_t refused;
    size_t odd; /* 8 if memory is aligned only to 8 */
} memory;

static void *get(void *context, size_t size)
{
    CHECK(context == &memory && size);
    if (memory.asked < 16 && memory.refused >> memory.asked++ & 1)
        return NULL;
    uint8_t *given = malloc(size + 16);
    CHECK(given);
    memset(given, 0xa5, size + 16);
    memory.out++;
    return given + memory.odd;
}

static void put(void *context, void *given)
{
    CHECK(context == &memory && memory.out-- > 0);
    free((uint8_t *)given - memory.odd);
}

/* -- the head -- */

/* Whether there is such a column, looked up once. */
static int has_column(unsigned number)
{
    static uint64_t known[sizeof config.columns / sizeof config.columns[0]];
    static unsigned asked;
    for (; asked < spe_arrow_column_count(); asked++) {
        struct spe_arrow_column column;
        const int status = spe_arrow_column_get(asked, &column);
        CHECK(status == SPE_OK ? spe_arrow_column_find(column.name) == (int)asked : status == SPE_E_NAME);
        known[asked / 64] |= (uint64_t)(status == SPE_OK) << asked % 64;
    }
    return (int)(known[number / 64] >> number % 64 & 1);
}

static void take_config(struct spe_gen_source *head)
{
    config = (struct spe_arrow_config)SPE_ARROW_CONFIG_INIT;
    const unsigned rows = (unsigned)spe_gen_take(head, 2), mode = (unsigned)spe_gen_take(head, 1);
    config.rows = rows < 2048 ? rows : rows % 64 + 1;
    for (unsigned number = 0; number < spe_arrow_column_count(); number++) {
        const unsigned byte = number % 8 ? 0 : (unsigned)spe_gen_take(head, 1);
        config.columns[number / 64] |= (uint64_t)byte << number % 64;
    }
    if (mode % 4 == 0)
        memset(config.columns, 0, sizeof config.columns);
    int is_known = 1;
    for (unsigned number = 0; number < spe_arrow_column_count(); number++) {
        const uint64_t bit = UINT64_C(1) << number % 64;
        if (!(config.columns[number / 64] & bit) || has_column(number))
            continue;
        is_known = 0;
        config.columns[number / 64] &= mode % 4 == 3 ? UINT64_MAX : ~bit;
    }
    config.get = get;
    config.put = put;
    config.context = &memory;
    CHECK(!spe_arrow_config_problem(&config) == (is_known || mode % 4 != 3));
}

static void take_core(struct spe_gen_source *head)
{
    core = (struct spe_arrow_core)SPE_ARROW_CORE_INIT;
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    const unsigned has = (unsigned)spe_gen_take(head, 1);
    core.cpu = has & 1 ? (uint32_t)spe_gen_take(head, 4) : core.cpu;
    core.tid = has & 2 ? (uint32_t)spe_gen_take(head, 4) : core.tid;
    const unsigned n = (unsigned)spe_gen_take(head, 1);
    core.midr = has & 4 ? spe_cpu_midr(n % spe_cpu_count()) : n;
    memset(&perf_clock, 0, sizeof perf_clock);
    perf_clock.mult = (uint32_t)spe_gen_take(head, 4);
    perf_clock.shift = (uint16_t)spe_gen_take(head, 1);
    perf_clock.is_short = has >> 5 & 1;
    perf_clock.mask = UINT64_MAX >> 8;
    perf_clock.zero = spe_gen_take(head, 2);
    core.clock = has & 8 ? &perf_clock : NULL;
    registers.pmsfcr = spe_gen_take(head, 1);
    registers.pmsevfr = spe_gen_take(head, 2);
    registers.pmslatfr = spe_gen_take(head, 1);
    const int is_filter = spe_filter_compile(&registers, NULL, &filter, NULL) == SPE_OK;
    core.filter = is_filter && has & 16 ? &filter : NULL;
}

static struct spe_record any[64];
static size_t any_count, any_at;

/* Structs of any content. */
static void make_any(const uint8_t *bytes, size_t size)
{
    any_at = any_count = wanted = 0;
    for (size_t at = 0; at < size && any_count < 64; at += sizeof any[0]) {
        struct spe_record *r = &any[any_count++];
        memset(r, 0, sizeof *r);
        memcpy(r, bytes + at, size - at < sizeof *r ? size - at : sizeof *r);
        want[wanted] = *r;
        wanted += !core.filter || spe_filter_keeps(core.filter, r);
    }
}

static void decode_all(const uint8_t *bytes, size_t size)
{
    wanted = 0;
    CHECK(spe_decoder_init(&decoder, NULL) == SPE_OK && spe_decoder_feed(&decoder, bytes, size) == SPE_OK);
    while (spe_decoder_next(&decoder, &want[wanted]) == 1 || spe_decoder_finish(&decoder, &want[wanted]) == 1)
        wanted += !core.filter || spe_filter_keeps(core.filter, &want[wanted]);
}

/* -- the rules of the format -- */

static int is_wanted(unsigned number)
{
    const int is_all = !(config.columns[0] | config.columns[1] | config.columns[2] | config.columns[3]);
    return is_all ? has_column(number) : (int)(config.columns[number / 64] >> number % 64 & 1);
}

static unsigned number_of[256]; /* the columns' numbers, in the table's order */

static void check_schema(const struct ArrowSchema *schema)
{
    int64_t at = 0;
    CHECK(!strcmp(schema->format, "+s") && schema->release && !schema->dictionary && schema->name);
    for (unsigned number = 0; number < spe_arrow_column_count(); number++) {
        struct spe_arrow_column column;
        if (!is_wanted(number))
            continue;
        CHECK(at < schema->n_children && spe_arrow_column_get(number, &column) == SPE_OK);
        const struct ArrowSchema *field = schema->children[at];
        number_of[at++] = number;
        CHECK(!strcmp(field->name, column.name) && !strcmp(field->format, column.format) && field->release);
        CHECK(field->flags == (column.is_nullable ? ARROW_FLAG_NULLABLE : 0) && !field->n_children);
        CHECK(strlen(field->format) == 1 && strchr("LISCbcs", *field->format));
        CHECK(!field->dictionary == !spe_arrow_word(number, 0) && !field->dictionary == !strchr("cs", *field->format));
        CHECK(!field->dictionary || (!strcmp(field->dictionary->format, "u") && field->dictionary->release));
    }
    CHECK(at == schema->n_children);
}

/* A column's words, looked up once. */
static const char *const *words_of(unsigned number, int64_t *n)
{
    static const char *words[SPE_COLUMN_EVENT][WORDS];
    static int64_t counts[SPE_COLUMN_EVENT];
    while (!counts[number] || words[number][counts[number] - 1])
        words[number][counts[number]] = spe_arrow_word(number, (unsigned)counts[number]), counts[number]++;
    CHECK(counts[number] <= WORDS);
    *n = counts[number] - 1;
    return words[number];
}

/* The words are UTF-8 and must be those of spe_arrow_word(), in ASCII. */
static void check_dictionary(const struct ArrowArray *d, unsigned number)
{
    int64_t n;
    const char *const *words = words_of(number, &n);
    CHECK(d->n_buffers == 3 && !d->offset && !d->null_count && !d->buffers[0] && !d->n_children && d->release);
    const int32_t *offsets = d->buffers[1];
    CHECK(offsets[0] == 0 && d->length > 0 && d->length == n);
    for (int64_t i = 0; i < d->length; i++) {
        CHECK(offsets[i] <= offsets[i + 1]);
        CHECK(is_word(d, (uint64_t)i, words[i]));
        for (int32_t at = offsets[i]; at < offsets[i + 1]; at++)
            CHECK(((const uint8_t *)d->buffers[2])[at] < 0x80);
    }
}

static void check_cells(const struct ArrowArray *column, const struct ArrowSchema *field, unsigned number, size_t first)
{
    const uint32_t has = has_of(number);
    const int has_words = column->dictionary && column->dictionary->release; /* the consumer has not taken them out */
    int64_t nulls = 0;
    for (int64_t row = 0; row < column->length; row++) {
        const struct spe_record *r = &want[first + (size_t)row];
        struct cell cell = cell_of(number, r, &core);
        const uint64_t value = number_in(field->format, column->buffers[1], row);
        cell.is_null |= (r->present & has) != has;
        nulls += cell.is_null;
        CHECK(number >= SPE_COLUMN_CPU || value == cell.number); /* raw columns have a value even if it is null */
        CHECK(!has_words || value < (uint64_t)column->dictionary->length);
        CHECK((column->dictionary && !has_words) || is_cell(column, field->format, row, &cell));
    }
    CHECK(column->null_count == nulls && (!nulls || field->flags & ARROW_FLAG_NULLABLE));
}

static void check_column(const struct ArrowArray *column, const struct ArrowSchema *field, unsigned number,
                         size_t first)
{
    CHECK(column->n_buffers == 2 && !column->offset && !column->n_children && column->release);
    CHECK(!column->buffers[0] == !column->null_count && !((uintptr_t)column->buffers[0] % 64));
    CHECK(column->buffers[1] && !((uintptr_t)column->buffers[1] % 64));
    CHECK(!column->dictionary == !field->dictionary);
    if (column->dictionary && column->dictionary->release)
        check_dictionary(column->dictionary, number);
    check_cells(column, field, number, first);
}

static void check_array(const struct ArrowArray *array, const struct ArrowSchema *schema, size_t first)
{
    CHECK(array->n_buffers == 1 && !array->buffers[0] && !array->offset && !array->null_count && !array->dictionary);
    CHECK(array->length > 0 && array->length <= (config.rows ? config.rows : 16384));
    CHECK(first + (size_t)array->length <= wanted && array->n_children == schema->n_children);
    for (int64_t i = 0; i < array->n_children; i++) {
        CHECK(array->children[i]->length == array->length);
        if (array->children[i]->release)
            check_column(array->children[i], schema->children[i], number_of[i], first);
    }
}

/* -- the consumer -- */

#define HELD 8

static struct {
    struct spe_gen_source does; /* its choices */
    struct ArrowSchema schema;
    size_t rows;
    unsigned held;
    struct {
        struct ArrowArray array;
        int64_t column; /* the column, or -1 for all of them */
        size_t first;
    } hold[HELD];
} consumer;

static void hold(const struct ArrowArray *array, int64_t column, size_t first)
{
    consumer.hold[consumer.held].array = *array;
    consumer.hold[consumer.held].column = column;
    consumer.hold[consumer.held++].first = first;
}

/* Checks that something held has not changed. */
static void let_go(unsigned which)
{
    struct ArrowArray *array = &consumer.hold[which].array;
    const int64_t column = consumer.hold[which].column;
    if (column < 0)
        check_array(array, &consumer.schema, consumer.hold[which].first);
    else
        check_column(array, consumer.schema.children[column], number_of[column], consumer.hold[which].first);
    array->release(array);
    CHECK(!array->release);
    consumer.hold[which] = consumer.hold[--consumer.held];
}

/* Takes a column out of an array, or the words out of a column. */
static void take_out(struct ArrowArray *array, size_t first)
{
    const int64_t which = (int64_t)spe_gen_take(&consumer.does, 1) % array->n_children;
    struct ArrowArray *column = array->children[which], *words = column->dictionary;
    if (words && spe_gen_take(&consumer.does, 1) % 2) {
        struct ArrowArray moved = *words;
        words->release = NULL;
        check_dictionary(&moved, number_of[which]);
        moved.release(&moved);
        return;
    }
    hold(column, which, first);
    column->release = NULL;
}

static void consume(struct ArrowArray *array)
{
    const size_t first = consumer.rows;
    check_array(array, &consumer.schema, first);
    consumer.rows += (size_t)array->length;
    if (spe_gen_take(&consumer.does, 1) % 4 == 1)
        take_out(array, first);
    hold(array, -1, first);
    while (consumer.held > HELD - 2 || (consumer.held && spe_gen_take(&consumer.does, 1) % 4 == 0))
        let_go((unsigned)spe_gen_take(&consumer.does, 1) % consumer.held);
}

static void end_consumer(void)
{
    while (consumer.held)
        let_go((unsigned)spe_gen_take(&consumer.does, 1) % consumer.held);
    if (!consumer.schema.release)
        return;
    check_schema(&consumer.schema);
    consumer.schema.release(&consumer.schema);
    CHECK(!consumer.schema.release);
}

/* -- the ways -- */

static const uint8_t *rest;
static size_t left, piece;
static int is_finished;
static unsigned breaks; /* the fill after which reading fails; 0 if it does not */

/* Feeds, takes and appends until the block is full or there is no more. A spe_arrow_fill_fn. */
static int fill(void *context, spe_arrow *a)
{
    struct spe_record record;
    int status = 0;
    CHECK(context == &memory);
    if (breaks && --breaks == 0)
        return SPE_E_IO;
    for (; any_at < any_count && !status; any_at += status >= 0)
        status = spe_arrow_append(a, &any[any_at], &core);
    if (any_count)
        return status;
    while ((status = spe_arrow_take(a, &decoder, &core)) == 0 && left) {
        const size_t n = piece < left ? piece : left;
        CHECK(spe_decoder_feed(&decoder, rest, n) == SPE_OK);
        rest += n;
        left -= n;
    }
    if (status || is_finished)
        return status;
    is_finished = 1;
    if (spe_decoder_finish(&decoder, &record) == 1)
        CHECK(spe_arrow_append(a, &record, &core) >= 0); /* there is room, and the block exists */
    return 0;
}

static int is_error(struct ArrowArrayStream *stream, int status)
{
    CHECK(status == 0 || ((status == 12 || status == 5) && *stream->get_last_error(stream)));
    return status;
}

/* Pulls until the end, or a number of arrays. Returns whether the table is complete. */
static int pull(struct ArrowArrayStream *stream, unsigned most)
{
    struct ArrowArray array;
    int status;
    while (is_error(stream, stream->get_schema(stream, &consumer.schema)) == 12)
        ;
    check_schema(&consumer.schema);
    while (most--) {
        while ((status = is_error(stream, stream->get_next(stream, &array))) == 12)
            ;
        if (status) {
            CHECK(stream->get_next(stream, &array) == status);
            return 0;
        }
        if (!array.release) {
            CHECK(stream->get_next(stream, &array) == 0 && !array.release);
            return 1;
        }
        consume(&array);
    }
    return 0;
}

static int stream_table(int is_filled, unsigned most)
{
    struct ArrowArrayStream stream;
    int status;
    do
        status = is_filled ? spe_arrow_stream(fill, &config, &stream)
                           : spe_arrow_stream_decoder(&decoder, &core, &config, &stream);
    while (status == SPE_E_SPACE);
    if (status != SPE_OK) {
        CHECK(status == SPE_E_CONFIG && (spe_arrow_config_problem(&config) || spe_arrow_core_problem(&core)));
        return 0;
    }
    const int is_whole = pull(&stream, most);
    stream.release(&stream);
    CHECK(!stream.release);
    return is_whole;
}

static int push_table(unsigned most)
{
    static spe_arrow a;
    struct ArrowArray array;
    int status;
    while ((status = spe_arrow_schema(&a, &consumer.schema)) == SPE_E_SPACE)
        ;
    CHECK(status == SPE_E_STATE);
    CHECK(spe_arrow_init(&a, &config) == SPE_OK);
    while (spe_arrow_schema(&a, &consumer.schema) == SPE_E_SPACE)
        ;
    check_schema(&consumer.schema);
    do {
        while ((status = fill(&memory, &a)) == SPE_E_SPACE)
            ;
        if (spe_arrow_array(&a, &array) == 1)
            consume(&array);
    } while (status == 1 && --most);
    CHECK(spe_arrow_array(&a, &array) == 0);
    spe_arrow_end(&a);
    return status == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t cut = size < HEAD ? size : HEAD;
    struct spe_gen_source head = {data, cut, 0};
    size_t stream = size - cut;
    take_config(&head);
    take_core(&head);
    const uint8_t *bytes = guarded_input(data + cut, &stream);
    const unsigned what = (unsigned)spe_gen_take(&head, 1), way = what % 3, most = (unsigned)spe_gen_take(&head, 1);
    any_count = 0;
    if (way && what >= 128)
        make_any(bytes, stream);
    else
        decode_all(bytes, stream);
    memory.asked = 0;
    memory.refused = (uint16_t)spe_gen_take(&head, 2);
    memory.odd = spe_gen_take(&head, 1) % 2 ? 8 : 0;
    piece = 1 + (size_t)spe_gen_take(&head, 1) * 8;
    breaks = way == 1 ? (unsigned)spe_gen_take(&head, 1) % 16 : 0;
    consumer.does = head;
    consumer.rows = 0;
    rest = bytes;
    left = stream;
    is_finished = 0;
    CHECK(spe_decoder_init(&decoder, NULL) == SPE_OK);
    if (way == 0)
        CHECK(spe_decoder_feed(&decoder, bytes, stream) == SPE_OK);
    const int is_problem = spe_arrow_config_problem(&config) || spe_arrow_core_problem(&core);
    const int is_whole = way == 2 && !is_problem ? push_table(most ? most : UINT32_MAX)
                                                 : stream_table(way == 1, most ? most : UINT32_MAX);
    CHECK(!is_whole || consumer.rows == wanted);
    end_consumer();
    CHECK(memory.out == 0);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return fuzz_mutate(data, size, max, seed, HEAD);
}
