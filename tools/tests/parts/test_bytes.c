/* SPDX-License-Identifier: MIT */
/* Text that is cut at any room, bytes that grow, and flatbuffers: every reference, size and alignment by a reader. */
#include <inttypes.h>
#include <stdlib.h>

#include "system/bytes.h"
#include "system/platform.h"
#include "system/text_writer.h"
#include "system/workers.h"
#include "table/flatbuffer.h"
#include "tap.h"

static const uint64_t values[] = {0, 9, 10, 99, 100, 0xf, 0x10, 0xff, 12345, UINT64_C(0xfedcba9876543210), UINT64_MAX};

/* All the kinds of text, in so much room; the result must be a prefix of what printf writes, and nothing after it. */
static void test_text(void)
{
    char got[160], want[160];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const int length =
            snprintf(want, sizeof want, "a%" PRIu64 "|0x%" PRIx64 "-word literal 012", values[i], values[i]);
        int bad = 0;
        for (size_t cap = 1; cap < sizeof got; cap++) {
            memset(got, '#', sizeof got);
            struct text_writer w = text_begin(got, cap);
            put_char(&w, 'a');
            put_decimal(&w, values[i]);
            put_char(&w, '|');
            put_hex(&w, values[i]);
            put_word(&w, "-word");
            PUT_LITERAL(&w, " literal");
            put_text(&w, " 0123", 4);
            const size_t shown = cap - 1 < (size_t)length ? cap - 1 : (size_t)length;
            bad += text_end(&w) != (size_t)length || strlen(got) != shown || strncmp(got, want, shown) != 0;
            for (size_t at = cap > (size_t)length ? (size_t)length + 1 + DIGITS_MAX : cap; at < sizeof got; at++)
                bad += got[at] != '#';
        }
        is(bad, 0, "text in any room");
    }
    is((long)hex_digits(got, 0x1f, 1), 2, "as many digits as are needed");
    ok(hex_digits(got, 0x1f, 16) == 16 && !memcmp(got, "000000000000001f", 16), "... or more");
    ok(hex_digits(got, 0, 1) == 1 && got[0] == '0', "... one for 0");
}

static void test_growing(void)
{
    struct bytes b = {0};
    int bad = 0;
    for (unsigned i = 0; i < 3000; i++) {
        const uint8_t three[3] = {(uint8_t)i, (uint8_t)(i >> 8), 7};
        bytes_put(&b, three, 3);
    }
    for (unsigned i = 0; i < 3000; i++)
        bad += b.at[3 * i] != (uint8_t)i || b.at[3 * i + 1] != i >> 8 || b.at[3 * i + 2] != 7;
    ok(b.size == 9000 && !bad, "bytes stay as they grow");
    for (size_t unit = 1; unit <= 64; unit *= 2)
        for (size_t size = 0; size < 130; size++) {
            b.size = 0;
            memset(b.at, 0xa5, 300);
            b.size = size;
            bytes_align(&b, unit);
            const size_t end = (size + unit - 1) / unit * unit;
            bad += b.size != end;
            for (size_t at = 0; at < 300; at++)
                bad += b.at[at] != (at < size || at >= end ? 0xa5 : 0);
        }
    is(bad, 0, "zeros up to a multiple");
    uint8_t number[9] = {0};
    bytes_store8(number, UINT64_C(0x0807060504030201));
    ok(!memcmp(number, "\1\2\3\4\5\6\7\10\0", 9), "eight bytes");
    bytes_store4(number, 0x11121314);
    ok(!memcmp(number, "\x14\x13\x12\x11\5\6\7\10\0", 9), "four bytes");
    bytes_store(number, UINT64_C(0xa1a2a3a4a5a6), 3);
    ok(!memcmp(number, "\xa6\xa5\xa4\x11", 4), "three bytes");
    bytes_free(&b);
    ok(!b.at && !b.size && !b.cap, "nothing is left");
}

/* -- a reader of flatbuffers, which checks what the format promises -- */

static uint64_t number_at(const struct bytes *b, size_t at, unsigned size)
{
    uint64_t n = 0;
    for (unsigned i = size; i--;)
        n = n << 8 | b->at[at + i];
    return n;
}

static size_t follow(const struct bytes *b, size_t at)
{
    return at + (size_t)number_at(b, at, 4);
}

/* The place of a table's field; 0 if it has none. */
static size_t field_at(const struct bytes *b, size_t table, unsigned id)
{
    const size_t vtable = table - (size_t)number_at(b, table, 4);
    if (4 + 2 * id >= number_at(b, vtable, 2))
        return 0;
    const size_t offset = (size_t)number_at(b, vtable + 4 + 2 * id, 2);
    return offset ? table + offset : 0;
}

static void test_flatbuffer(void)
{
    int bad = 0;
    for (unsigned extra = 0; extra < 16; extra++) {
        struct bytes b = {0};
        struct flatbuffer_field fields[] = {{.id = 0, .size = 1, .value = 0x12},
                                            {.id = 2, .size = 8, .value = UINT64_C(0x123456789abcdef0)},
                                            {.id = 1, .size = 4, .value = 0},
                                            {.id = 5, .size = 2, .value = 0x3456},
                                            {.id = 3 + extra % 2, .size = 4, .value = 0}};
        char text[17] = "0123456789abcdef";
        text[extra] = 0;
        const flatbuffer_place root = flatbuffer_begin(&b);
        flatbuffer_table(&b, root, fields, 5);
        flatbuffer_string(&b, fields[2].place, text);
        const flatbuffer_place list = flatbuffer_references(&b, fields[4].place, 3);
        struct flatbuffer_field small[] = {{.id = extra % 3, .size = 4, .value = 9}, {.id = 3, .size = 4, .value = 0}};
        for (unsigned i = 0; i < 3; i++)
            flatbuffer_table(&b, list + 4 * i, small, 2);
        flatbuffer_structs(&b, small[1].place, 2);
        const size_t structs = b.size;
        bytes_put(&b, "0123456789abcdef0123456789abcdef", 32);

        const size_t table = follow(&b, 0), vtable = table - (size_t)number_at(&b, table, 4);
        bad += table % 8 != 0 || number_at(&b, vtable, 2) != 4 + 2 * 6;
        const size_t wide = field_at(&b, table, 2);
        bad += wide % 8 != 0 || number_at(&b, wide, 8) != UINT64_C(0x123456789abcdef0);
        bad += number_at(&b, field_at(&b, table, 0), 1) != 0x12;
        bad += field_at(&b, table, 5) % 2 != 0 || number_at(&b, field_at(&b, table, 5), 2) != 0x3456;
        bad += field_at(&b, table, 4 - extra % 2) != 0 || field_at(&b, table, 6) != 0;
        bad += number_at(&b, vtable + 2, 2) < field_at(&b, table, 5) + 2 - table;
        const size_t string = follow(&b, field_at(&b, table, 1));
        bad += string % 4 != 0 || number_at(&b, string, 4) != extra || memcmp(b.at + string + 4, text, extra + 1) != 0;
        const size_t vector = follow(&b, field_at(&b, table, 3 + extra % 2));
        bad += vector % 4 != 0 || vector < string + 5 + extra || number_at(&b, vector, 4) != 3 || list != vector + 4;
        for (unsigned i = 0; i < 3; i++) {
            const size_t one = follow(&b, list + 4 * i);
            bad += one % 8 != 0 || number_at(&b, field_at(&b, one, extra % 3), 4) != 9;
            bad += i && one <= follow(&b, list + 4 * (i - 1));
        }
        const size_t pair = follow(&b, small[1].place);
        bad += structs % 8 != 0 || pair + 4 != structs || number_at(&b, pair, 4) != 2;
        bytes_free(&b);
    }
    is(bad, 0, "flatbuffers with strings of any length");
}

int main(void)
{
    const unsigned cores = platform_cores();
    is(workers_default(), cores < WORKERS_MOST ? cores : WORKERS_MOST, "a thread for each core");
    test_text();
    test_growing();
    test_flatbuffer();
    return tap_done();
}
