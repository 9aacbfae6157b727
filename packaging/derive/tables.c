/* SPDX-License-Identifier: MIT */
/*
 * Prints derived.h (tables h) or derived.c (tables c) of src/table, which follow from the rows of table.c and
 * cpu_table.c. `make derived` runs it, and a test compares the files with its output. It includes the rows, so it does
 * not depend on their number.
 */
#define SPE_HEADERS /* sized by its rows here */
#define SPE_OP_FORMATS
#define SPE_EVENT_ROWS
#define SPE_CPUS
#define SPE_VENDORS
#define SPE_PRODUCTS
#define SPE_CPU_COUNTERS
#define SPE_CPU_ERRATA
#include "../../src/table/cpu_table.c" /* NOLINT(bugprone-suspicious-include) the rows, however many */
#include "../../src/table/table.c"     /* NOLINT(bugprone-suspicious-include) */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/room.h"

static const char banner[] = "/* SPDX-License-Identifier: MIT */\n"
                             "/* Follows from the rows: written by `make derived`, not by hand. */\n";

static void broken(const char *what, unsigned number)
{
    fprintf(stderr, "src/table: %s %u\n", what, number);
    exit(1);
}

/* Numbers are members of sets and indexes of arrays of limited size (room.h). */
static void check_numbers(void)
{
    for (unsigned row = 0; row < COUNT(spe_headers); row++)
        if (spe_headers[row].type >= SPE_ROOM_TYPES)
            broken("spe_decoder_stats.packets has no room for SPE_PACKET_ number", spe_headers[row].type);
    for (unsigned i = 0; i < COUNT(spe_op_formats); i++)
        if (spe_op_formats[i].subclass >= SPE_ROOM_SUBCLASSES)
            broken("sets of subclasses (check_table.h) have no bit for SPE_OP_ number", spe_op_formats[i].subclass);
}

/* The fields as they are listed: rows of spe_kinds[] with one bit would replace each other. */
#define LISTED(NAME, bit, ...) {#NAME, bit},
static const struct {
    const char *name;
    unsigned bit;
} listed[] = {SPE_EACH_FIELD(LISTED, LISTED, LISTED, LISTED)};
#undef LISTED

static void check_fields(void)
{
    for (unsigned i = 0; i < COUNT(listed); i++) {
        const struct spe_kind *kind = &spe_kinds[listed[i].bit];
        for (unsigned j = 0; j < i; j++)
            if (listed[j].bit == listed[i].bit) {
                fprintf(stderr, "src/table: SPE_HAS_%s and SPE_HAS_%s have the same bit\n", listed[j].name,
                        listed[i].name);
                broken("two rows of fields.h have bit", listed[i].bit);
            }
        if (kind->index & ~(unsigned)spe_headers[kind->header].index_mask)
            broken("a short header has no room for the INDEX of the field with bit", listed[i].bit);
    }
}

/* Checks for rows that contradict each other or themselves. */
static void check_rows(void)
{
    for (unsigned row = 0; row < COUNT(spe_headers); row++)
        if (spe_headers[row].value & ~spe_headers[row].mask)
            broken("no header byte matches row", row);
    for (unsigned i = 0; i < COUNT(spe_op_formats); i++) {
        if (spe_op_formats[i].value & ~spe_op_formats[i].mask)
            broken("no payload matches the row of SPE_OP_ number", spe_op_formats[i].subclass);
        if (spe_op_formats[i].slices[SPE_OP_SLICES - 1].field != SPE_FIELD_NONE)
            broken("SPE_OP_SLICES leaves no end for the slices of SPE_OP_ number", spe_op_formats[i].subclass);
    }
    for (unsigned kind = 0; kind < SPE_KINDS; kind++)
        if (spe_kinds[kind].name && spe_kind_of(&spe_headers[spe_kinds[kind].header], spe_kinds[kind].index) != kind)
            broken("header and INDEX do not give the bit of the field with bit", kind);
}

/* The row of spe_headers[] that a short header byte belongs to. */
static unsigned owner_of(unsigned byte)
{
    unsigned owner = SPE_HEADER_UNKNOWN;
    for (unsigned row = 0; row < COUNT(spe_headers); row++) {
        if (row == SPE_HEADER_UNKNOWN || spe_headers[row].extended ||
            (byte & spe_headers[row].mask) != spe_headers[row].value)
            continue;
        if (owner != SPE_HEADER_UNKNOWN)
            broken("two rows of spe_headers[] have header byte", byte);
        owner = row;
    }
    return owner;
}

/* The row of spe_kinds[] that a packet with that short header byte fills. */
static unsigned kind_of(unsigned byte)
{
    const struct spe_header *row = &spe_headers[owner_of(byte)];
    const unsigned size = spe_payload_size((uint8_t)byte);
    return size & ~(unsigned)row->sizes ? SPE_KIND_NONE : spe_kind_of(row, byte & row->index_mask);
}

/* The short header byte of a row of spe_kinds[], with its least size if it has several. */
static unsigned header_of(const struct spe_kind *kind)
{
    const struct spe_header *row = &spe_headers[kind->header];
    const unsigned least = row->sizes & (0u - row->sizes);
    const unsigned size = row->mask & 0x30 ? 0 : spe_size_bits(least);
    return !kind->name ? 0 : row->value | size | (kind->index & row->index_mask);
}

static const struct spe_op_format *format_of(unsigned op_class, unsigned payload)
{
    const struct spe_op_format *owner = NULL;
    for (unsigned i = 0; i < COUNT(spe_op_formats); i++) {
        const struct spe_op_format *row = &spe_op_formats[i];
        if (row->op_class != op_class || (payload & row->mask) != row->value)
            continue;
        if (owner) {
            fprintf(stderr, "src/table: two rows of spe_op_formats[] have payload 0x%02x of CLASS %u: %s; %s\n",
                    payload, op_class, owner->name, row->name);
            exit(1);
        }
        owner = row;
    }
    return owner;
}

/* Whether a field has a value in the payload that is neither a number of bits nor "all". */
static int is_reserved_length(const struct spe_op_format *format, unsigned field, unsigned payload)
{
    const struct spe_op_length *length = spe_op_fields[field].length;
    unsigned value = 0;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++)
        if (slice->field == field)
            value |= spe_op_slice_get(slice, payload);
    return length && value > length->largest && value != length->all;
}

static int is_reserved(unsigned op_class, unsigned payload)
{
    const struct spe_op_format *format = format_of(op_class, payload);
    for (const struct spe_op_slice *slice = format ? format->slices : NULL; slice && slice->field; slice++)
        if (is_reserved_length(format, slice->field, payload))
            return 1;
    return !format;
}

static uint64_t reserved_word(unsigned op_class, unsigned word)
{
    uint64_t bits = 0;
    for (unsigned bit = 0; bit < 64; bit++)
        bits |= (uint64_t)is_reserved(op_class, 64 * word + bit) << bit;
    return bits;
}

/* Whether a field of the payload is 1. */
static int has_bit(const struct spe_op_format *format, unsigned field, unsigned payload)
{
    for (const struct spe_op_slice *slice = format ? format->slices : NULL; slice && slice->field; slice++)
        if (slice->field == field && spe_op_slice_get(slice, payload))
            return 1;
    return 0;
}

/* Of CLASS 1, 64 payloads from 64 * word on: which are stores (LDST) that read nothing: no atomics (AT), and no formats
 * of ST64BV and ST64BV0, to which memory returns a status (D17.6.4.4). */
static uint64_t no_source_word(unsigned word)
{
    const unsigned status = 1u << SPE_OP_GP | 1u << SPE_OP_UNSPECIFIED;
    uint64_t bits = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        const unsigned payload = 64 * word + bit;
        const struct spe_op_format *format = format_of(SPE_CLASS_LOAD_STORE, payload);
        const int reads = has_bit(format, SPE_FIELD_AT, payload) || (format && status >> format->subclass & 1);
        bits |= (uint64_t)(has_bit(format, SPE_FIELD_LDST, payload) && !reads) << bit;
    }
    return bits;
}

/* The first row of a CLASS. Rows of one CLASS are adjacent, in rising order. */
static unsigned first_of(unsigned op_class)
{
    unsigned first = 0;
    while (first < COUNT(spe_op_formats) && spe_op_formats[first].op_class < op_class)
        first++;
    for (unsigned i = first; i < COUNT(spe_op_formats); i++)
        if (spe_op_formats[i].op_class < op_class)
            broken("a row of spe_op_formats[] follows a higher CLASS than", spe_op_formats[i].op_class);
    return first;
}

/* The type of the packets that share byte `byte` of the result of spe_held(): bits [8 * byte + 7 : 8 * byte] of
 * `present` for Address and Counter, then Context, Operation, and one bit each. */
static unsigned type_held(unsigned byte)
{
    static const uint8_t first[] = {0, 8, 16, 20, 24, 25, 26, 27, 28};
    unsigned type = SPE_PACKET_UNKNOWN;
    for (unsigned kind = first[byte]; kind < first[byte + 1]; kind++) {
        if (!spe_kinds[kind].name)
            continue;
        if (type != SPE_PACKET_UNKNOWN && type != spe_kinds[kind].type)
            broken("spe_held() counts two types together in byte", byte);
        type = spe_kinds[kind].type;
    }
    return type;
}

static void print_numbers(void)
{
    printf("%s#ifndef SPE_OP_FORMATS\n", banner);
    printf("#define SPE_HEADERS %u\n", (unsigned)COUNT(spe_headers));
    printf("#define SPE_OP_FORMATS %u\n", (unsigned)COUNT(spe_op_formats));
    printf("#define SPE_EVENT_ROWS %u\n", (unsigned)COUNT(spe_events));
    printf("#define SPE_CPUS %u\n", (unsigned)COUNT(spe_cpus));
    printf("#define SPE_VENDORS %u\n", (unsigned)COUNT(spe_vendors));
    printf("#define SPE_PRODUCTS %u\n", (unsigned)COUNT(spe_products));
    printf("#define SPE_CPU_COUNTERS %u\n", (unsigned)COUNT(spe_cpu_counters));
    printf("#define SPE_CPU_ERRATA %u\n", (unsigned)COUNT(spe_cpu_errata));
    printf("#endif\n");
}

static void print_bytes(const char *head, unsigned (*of)(unsigned), unsigned n)
{
    printf("\nconst uint8_t %s = {", head);
    for (unsigned i = 0; i < n; i++)
        printf("%s%3u,", i % 16 ? " " : "\n    ", of(i));
    printf("\n};\n");
}

static unsigned kind_header(unsigned kind)
{
    return header_of(&spe_kinds[kind]);
}

static void print_tables(void)
{
    printf("%s#include \"table.h\"\n\n/* clang-format off */\n", banner);
    print_bytes("spe_header_owner[256]", owner_of, 256);
    print_bytes("spe_header_kind[256]", kind_of, 256);
    print_bytes("spe_kind_header[SPE_KINDS]", kind_header, SPE_KINDS);
    print_bytes("spe_held_types[8]", type_held, 8);
    print_bytes("spe_op_first[5]", first_of, 5);
    printf("\nconst uint64_t spe_op_reserved[4][4] = {\n");
    for (unsigned op_class = 0; op_class < SPE_OP_ROW_NONE; op_class++) {
        printf("    {");
        for (unsigned word = 0; word < 4; word++)
            printf("%sUINT64_C(0x%016" PRIx64 ")", word ? ", " : "", reserved_word(op_class, word));
        printf("},\n");
    }
    printf("};\n\nconst uint64_t spe_op_no_source[4] = {\n    ");
    for (unsigned word = 0; word < 4; word++)
        printf("%sUINT64_C(0x%016" PRIx64 ")", word ? ", " : "", no_source_word(word));
    printf("};\n");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } files[] = {{"h", print_numbers}, {"c", print_tables}};
    check_numbers();
    check_fields();
    check_rows();
    for (size_t i = 0; argc == 2 && i < COUNT(files); i++)
        if (strcmp(argv[1], files[i].name) == 0)
            return files[i].print(), 0;
    return fprintf(stderr, "usage: tables h | c\n"), 2;
}
