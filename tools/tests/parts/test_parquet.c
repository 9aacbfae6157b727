/* SPDX-License-Identifier: MIT */
/*
 * Tables with invented columns of every type, written as Arrow and as Parquet. tools/tests/tables/read, which is
 * independent of the writers, must find every value in them, and what Parquet records of each chunk.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "table/arrow_ipc.h"
#include "table/parquet.h"
#include "table/parquet_encode.h"

#include "tap.h"

const char tool_name[] = "test_parquet", tool_usage[] = "";

#ifdef _WIN32
int main(void)
{
    puts("1..0 # SKIP what reads the tables is in perl");
    return 0;
}
#else

enum pattern { CONSTANT, FEW, RUNS, SPREAD, COUNTER, LATE, SETTLED, NOTHING };

static const struct made {
    const char *name, *format, *logical;
    int is_nullable, is_word;
    enum pattern pattern;
    int type; /* Parquet's */
} made[] = {
    {"flag", "b", "none", 1, 0, FEW, 0},
    {"yes", "b", "none", 0, 0, CONSTANT, 0},
    {"runs_b", "b", "none", 1, 0, RUNS, 0},
    {"u8", "C", "uint8", 0, 0, SPREAD, 1},
    {"i8", "c", "int8", 1, 0, SPREAD, 1},
    {"u16", "S", "uint16", 1, 0, SPREAD, 1},
    {"i16", "s", "int16", 0, 0, RUNS, 1},
    {"u32", "I", "uint32", 1, 0, SPREAD, 1},
    {"i32", "i", "int32", 1, 0, FEW, 1},
    {"u64", "L", "uint64", 0, 0, COUNTER, 2},
    {"high", "L", "uint64", 1, 0, SPREAD, 2},
    {"late", "L", "uint64", 1, 0, LATE, 2},
    {"settled", "L", "uint64", 0, 0, SETTLED, 2},
    {"i64", "l", "int64", 1, 0, SPREAD, 2},
    {"time", "tsn:UTC", "timestamp utc ns", 1, 0, COUNTER, 2},
    {"local", "tsn:", "timestamp ns", 0, 0, RUNS, 2},
    {"word", "c", "string", 1, 1, FEW, 6},
    {"words", "S", "string", 0, 1, SPREAD, 6},
    {"one word", "C", "string", 1, 1, CONSTANT, 6},
    {"nothing", "S", "uint16", 1, 0, NOTHING, 1},
    {"no flag", "b", "none", 1, 0, NOTHING, 0},
    {"no word", "c", "string", 1, 1, NOTHING, 6},
};
enum { COLUMNS = sizeof made / sizeof *made, WORDS = 300 };

/* -- values -- */

static unsigned width_of(const struct made *m)
{
    static const char widths[] = "bbCcSsIi";
    const char *at = strchr(widths, m->format[0]);
    return at ? (unsigned)((0x44221100u >> 4 * (at - widths)) & 15) : 8;
}

static uint64_t hash(uint64_t n)
{
    n = (n ^ n >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return n ^ n >> 29;
}

/* A value as 64 bits, sign-extended. Returns 0 if there is none. */
static int value_of(unsigned column, uint64_t row, uint64_t *out)
{
    const struct made *m = &made[column];
    const uint64_t h = hash(row * COLUMNS + column + 1);
    const uint64_t values[] = {
        7, h % 13, row / 100, h, row * 3, row < 60000 ? row % 2000 : row, row < 8000 ? row % 2000 : 1999, 0};
    const unsigned width = width_of(m), bits = width ? 8 * width : 1;
    const int is_signed = m->format[0] == 't' || strchr("csil", m->format[0]);
    uint64_t value = values[m->pattern];
    if (m->pattern == FEW && is_signed)
        value -= 6;
    if (m->is_word)
        value = h % (m->pattern == SPREAD ? WORDS : 5);
    value <<= 64 - bits;
    *out = is_signed ? (uint64_t)((int64_t)value >> (64 - bits)) : value >> (64 - bits);
    return !m->is_nullable || (m->pattern != NOTHING && (row / 3000 % 2 == 0 || hash(h) % 3 != 0));
}

static const char *word_of(uint64_t place)
{
    static char word[32];
    snprintf(word, sizeof word, place % 3 ? "w%" PRIu64 : "\xc3\xa9%" PRIu64, place);
    if (place == 2)
        word[0] = '\0';
    return word;
}

static void text_of(unsigned column, uint64_t row, char *out, size_t cap)
{
    uint64_t value;
    if (!value_of(column, row, &value))
        snprintf(out, cap, "-");
    else if (made[column].is_word)
        snprintf(out, cap, "%s", word_of(value));
    else if (made[column].format[0] == 't' || strchr("csil", made[column].format[0]))
        snprintf(out, cap, "%" PRId64, (int64_t)value);
    else
        snprintf(out, cap, "%" PRIu64, value);
}

/* -- as Arrow has them -- */

static struct ArrowSchema schemas[COLUMNS], *schema_list[COLUMNS], words_schema = {.format = "u"};
static struct ArrowArray arrays[COLUMNS], *array_list[COLUMNS], words;
static const void *buffers[COLUMNS][2], *words_buffers[3];
static uint64_t values[COLUMNS][PARQUET_BATCH + 1];
static uint8_t validity[COLUMNS][PARQUET_BATCH / 8 + 1];
static int32_t ends[WORDS + 1];
static char words_text[16 * WORDS];

static void make_words(void)
{
    for (int i = 0; i < WORDS; i++) {
        const char *word = word_of((uint64_t)i);
        memcpy(words_text + ends[i], word, strlen(word));
        ends[i + 1] = ends[i] + (int32_t)strlen(word);
    }
    words_buffers[1] = ends;
    words_buffers[2] = words_text;
    words = (struct ArrowArray){.length = WORDS, .n_buffers = 3, .buffers = words_buffers};
}

static struct ArrowSchema make_schema(void)
{
    make_words();
    for (unsigned i = 0; i < COLUMNS; i++) {
        schemas[i] = (struct ArrowSchema){.format = made[i].format,
                                          .name = made[i].name,
                                          .flags = made[i].is_nullable ? ARROW_FLAG_NULLABLE : 0,
                                          .dictionary = made[i].is_word ? &words_schema : NULL};
        schema_list[i] = &schemas[i];
        array_list[i] = &arrays[i];
    }
    return (struct ArrowSchema){.format = "+s", .name = "", .n_children = COLUMNS, .children = schema_list};
}

static void set_value(unsigned column, size_t i, uint64_t value)
{
    uint8_t *bytes = (uint8_t *)values[column];
    switch (width_of(&made[column])) {
    case 0:
        bytes[i / 8] = (uint8_t)(bytes[i / 8] | (value & 1) << i % 8);
        break;
    case 1:
        bytes[i] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)values[column])[i] = (uint16_t)value;
        break;
    case 4:
        ((uint32_t *)values[column])[i] = (uint32_t)value;
        break;
    default:
        values[column][i] = value;
    }
}

static struct ArrowArray make_batch(uint64_t from, size_t n)
{
    memset(values, 0, sizeof values);
    memset(validity, 0, sizeof validity);
    for (unsigned c = 0; c < COLUMNS; c++) {
        int64_t nulls = 0;
        for (size_t i = 0; i < n; i++) {
            uint64_t value;
            const int is_there = value_of(c, from + i, &value);
            set_value(c, i, value); /* the bytes of a null value may be anything */
            validity[c][i / 8] = (uint8_t)(validity[c][i / 8] | is_there << i % 8);
            nulls += !is_there;
        }
        buffers[c][0] = nulls || from % 2 ? validity[c] : NULL;
        buffers[c][1] = values[c];
        arrays[c] = (struct ArrowArray){.length = (int64_t)n,
                                        .null_count = from % 3 ? -1 : nulls, /* -1 if not known */
                                        .n_buffers = 2,
                                        .buffers = buffers[c],
                                        .dictionary = made[c].is_word ? &words : NULL};
    }
    return (struct ArrowArray){.length = (int64_t)n, .n_children = COLUMNS, .children = array_list};
}

/* -- written -- */

static char folder[] = "/tmp/test_parquet.XXXXXX", path[64];

typedef int put_fn(void *writer, const struct ArrowArray *batch);

static int put_all(put_fn *put, void *writer, uint64_t rows, size_t batch)
{
    int status = TOOL_OK;
    for (uint64_t at = 0; at < rows && status == TOOL_OK; at += batch) {
        struct ArrowArray array = make_batch(at, rows - at < batch ? (size_t)(rows - at) : batch);
        status = put(writer, &array);
    }
    return status;
}

static int put_arrow(void *writer, const struct ArrowArray *batch)
{
    return arrow_ipc_put(writer, batch);
}

static int put_parquet(void *writer, const struct ArrowArray *batch)
{
    struct parquet *p = writer;
    const int status = parquet_groups_put(&p->own, batch);
    return status == TOOL_OK ? parquet_take(p, &p->own) : status;
}

static int write_table(int is_parquet, uint64_t rows, size_t batch, const struct ArrowSchema *schema)
{
    static struct parquet parquet;
    static struct arrow_ipc ipc;
    struct tool_output out;
    if (tool_create(&out, path, NULL) != TOOL_OK)
        return TOOL_FAILED;
    int status = is_parquet ? parquet_begin(&parquet, &out, schema) : arrow_ipc_begin(&ipc, &out, schema);
    if (status == TOOL_OK)
        status = is_parquet ? put_all(put_parquet, &parquet, rows, batch) : put_all(put_arrow, &ipc, rows, batch);
    status = is_parquet ? parquet_end(&parquet, status) : arrow_ipc_end(&ipc, status);
    return tool_finish(&out, status);
}

/* -- and read -- */

static FILE *read_table(const char *option)
{
    char command[256];
    fflush(stdout);
    snprintf(command, sizeof command, "perl tools/tests/tables/read %s %s", option, path);
    return popen(command, "r"); // NOLINT(cert-env33-c): the command comes from this test
}

/* The number of wrong lines; the first is shown. */
static unsigned long wrong_values(FILE *in, uint64_t rows)
{
    char got[1024], want[1024], text[64];
    unsigned long wrong = 0;
    for (uint64_t row = 0; row <= rows; row++) {
        want[0] = 0;
        for (unsigned c = 0; c < COLUMNS; c++) {
            if (row)
                text_of(c, row - 1, text, sizeof text);
            strcat(strcat(want, row ? text : made[c].name), c + 1 < COLUMNS ? "\t" : "\n");
        }
        if (!fgets(got, sizeof got, in))
            got[0] = 0;
        if (strcmp(got, want) != 0 && !wrong++)
            diag("row %" PRIu64 ", got:\n%swant:\n%s", row, got, want);
    }
    return wrong + (fgets(got, sizeof got, in) != NULL);
}

static void test_values(int is_parquet, uint64_t rows, size_t batch, const struct ArrowSchema *schema)
{
    char name[64];
    snprintf(name, sizeof name, "%s, %" PRIu64 " rows by %zu", is_parquet ? "Parquet" : "Arrow", rows, batch);
    tap_ok(write_table(is_parquet, rows, batch, schema) == TOOL_OK, name, __FILE__, __LINE__);
    FILE *in = read_table("");
    is(wrong_values(in, rows), 0, "... every value");
    ok(pclose(in) == 0, "... and nothing else");
}

/* -- what Parquet records of the chunks -- */

static int is_less(unsigned column, uint64_t a, uint64_t b)
{
    char left[32];
    if (made[column].is_word) {
        snprintf(left, sizeof left, "%s", word_of(a));
        return strcmp(left, word_of(b)) < 0;
    }
    return made[column].format[0] == 't' || strchr("csil", made[column].format[0]) ? (int64_t)a < (int64_t)b : a < b;
}

/* "group name type logical values nulls least most" of the rows [from, to). */
static void say_chunk(unsigned column, uint64_t from, uint64_t to, char *out, size_t cap)
{
    uint64_t value, least = to, most = to, nulls = 0, at[2] = {0, 0};
    char ends_text[2][64] = {"-", "-"};
    for (uint64_t row = from; row < to; row++) {
        if (!value_of(column, row, &value)) {
            nulls++;
            continue;
        }
        if (least == to || is_less(column, value, at[0])) {
            least = row;
            at[0] = value;
        }
        if (most == to || is_less(column, at[1], value)) {
            most = row;
            at[1] = value;
        }
    }
    if (least < to) {
        text_of(column, least, ends_text[0], sizeof ends_text[0]);
        text_of(column, most, ends_text[1], sizeof ends_text[1]);
    }
    snprintf(out, cap, "%" PRIu64 "\t%s\t%d\t%s\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\t", from / PARQUET_GROUP,
             made[column].name, made[column].type, made[column].logical, to - from, nulls, ends_text[0], ends_text[1]);
}

static void test_chunks(uint64_t rows)
{
    char got[1024], want[1024];
    unsigned long wrong = 0;
    int mixed = 0, plain = 0, places = 0;
    FILE *in = read_table("--shape");
    for (uint64_t at = 0; at < rows; at += PARQUET_GROUP)
        for (unsigned c = 0; c < COLUMNS; c++) {
            say_chunk(c, at, rows - at < PARQUET_GROUP ? rows : at + PARQUET_GROUP, want, sizeof want);
            if (!fgets(got, sizeof got, in))
                got[0] = 0;
            if (strncmp(got, want, strlen(want)) != 0 && !wrong++)
                diag("got:\n%swant:\n%s", got, want);
            plain += strstr(got, "differences:") != NULL;
            places += strstr(got, "places:") != NULL;
            mixed += strstr(got, "differences:") && strstr(got, "places:");
        }
    is(wrong, 0, "what Parquet reports of the chunks");
    ok(pclose(in) == 0, "... and nothing else");
    ok(mixed > 0 && plain > mixed && places > mixed, "some chunks are plain, some have a dictionary, some both");
}

/* Differences take as many bits as their range, though some are negative. */
static void test_differences(void)
{
    static const uint64_t steps[] = {0, 1, UINT64_MAX, 100, 0 - UINT64_C(100)};
    uint64_t numbers[129] = {0};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct bytes out = {0};
        for (size_t k = 1; k < 129; k++)
            numbers[k] = numbers[k - 1] + (k % 2 ? steps[i] : 0);
        parquet_differences(&out, numbers, 129);
        const unsigned bits = steps[i] + 1 <= 2 ? steps[i] != 0 : 7;
        ok(out.size <= 16 + 128 * bits / 8, "bits of small differences");
        bytes_free(&out);
    }
}

/* -- what cannot be written -- */

static void test_refused(void)
{
    struct ArrowSchema child = {.format = "g", .name = "double"}, *children[] = {&child};
    const struct ArrowSchema schema = {.format = "+s", .n_children = 1, .children = children};
    ok(write_table(0, 0, 1, &schema) == TOOL_FAILED, "Arrow: an unknown type");
    remove(path);
    ok(write_table(1, 0, 1, &schema) == TOOL_FAILED, "Parquet: an unknown type");
    ok(access(path, F_OK) != 0, "... leaves no file");
    child = (struct ArrowSchema){.format = "tsn:", .name = "words of times", .dictionary = &words_schema};
    ok(write_table(0, 0, 1, &schema) == TOOL_FAILED, "a dictionary by times");
}

int main(void)
{
    static const uint64_t sizes[] = {0, 1, 7, 8, 9, 63, 20000};
    if (compress_is_there() && system("zstd -V >/dev/null 2>&1") != 0) { // NOLINT(cert-env33-c): a constant command
        puts("1..0 # SKIP zstd is not installed, which tools/tests/tables/read needs");
        return 0;
    }
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/table", folder);
    const struct ArrowSchema schema = make_schema();
    for (int is_parquet = 0; is_parquet < 2; is_parquet++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
            test_values(is_parquet, sizes[i], i % 2 ? 1001 : PARQUET_BATCH, &schema);
    test_values(1, PARQUET_GROUP + 3001, PARQUET_BATCH, &schema);
    test_chunks(PARQUET_GROUP + 3001);
    test_differences();
    test_refused();
    remove(path);
    rmdir(folder);
    return tap_done();
}
#endif
