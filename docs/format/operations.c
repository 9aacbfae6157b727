/* SPDX-License-Identifier: MIT */
/* D18.2.7: the formats of Operation Type payloads, found by decoding all 3 x 256 of them. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "format.h"

#define MEMBER(name) offsetof(struct spe_op, name), sizeof((struct spe_op *)0)->name

/* The manual's fields, in the order of the document. */
static const struct {
    const char *name;
    size_t offset, size; /* its place in struct spe_op */
} fields[] = {
    {"LDST", MEMBER(store)},
    {"AT", MEMBER(atomic)},
    {"EXCL", MEMBER(exclusive)},
    {"AR", MEMBER(acquire_release)},
    {"EVL", MEMBER(evl_bits)},
    {"ETS", MEMBER(ets_bits)},
    {"PRED", MEMBER(predicated)},
    {"SG", MEMBER(gather_scatter)},
    {"FP", MEMBER(fp)},
    {"ASE", MEMBER(ase)},
    {"COND", MEMBER(conditional)},
    {"IND", MEMBER(indirect)},
    {"GCS", MEMBER(gcs)},
    {"COMM", MEMBER(comm)},
    {"CR", MEMBER(branch_kind)},
};

#define FIELDS (sizeof fields / sizeof fields[0])

struct format {
    unsigned op_class, subclass;
    unsigned ones;         /* bits that are 1 in all of its payloads */
    unsigned varying;      /* bits that are 0 in some and 1 in others */
    unsigned bits[FIELDS]; /* the bits of each field */
};

static struct spe_op op_of(unsigned op_class, unsigned payload)
{
    struct spe_op op;
    if (spe_op_decode(op_class, payload, &op) != SPE_OK)
        broken("an operation that does not decode:", payload);
    return op;
}

static int differ(const struct spe_op *a, const struct spe_op *b, size_t field)
{
    return memcmp((const char *)a + fields[field].offset, (const char *)b + fields[field].offset, fields[field].size) !=
           0;
}

/* The field of a bit in the format's payloads: the member that it changes. */
static size_t field_of(const struct format *format, unsigned bit)
{
    const struct spe_op a = op_of(format->op_class, format->ones),
                        b = op_of(format->op_class, format->ones | 1u << bit);
    size_t found = FIELDS;
    for (size_t i = 0; i < FIELDS; i++) {
        if (!differ(&a, &b, i))
            continue;
        if (found != FIELDS)
            broken("a bit of two fields, in subclass", format->subclass);
        found = i;
    }
    if (found == FIELDS)
        broken("a bit of a payload changes no member that fields[] in operations.c has, in subclass", format->subclass);
    return found;
}

/* Returns 0 if no payload of the class has the subclass. */
static int find_format(unsigned op_class, unsigned subclass, struct format *out)
{
    unsigned ones = 0xff, any = 0, n = 0;
    for (unsigned payload = 0; payload < 256; payload++) {
        if (op_of(op_class, payload).subclass != subclass)
            continue;
        ones &= payload;
        any |= payload;
        n++;
    }
    if (!n)
        return 0;
    *out = (struct format){.op_class = op_class, .subclass = subclass, .ones = ones, .varying = ones ^ any};
    unsigned patterns = 1;
    for (unsigned bit = 0; bit < 8; bit++) {
        if (!(out->varying >> bit & 1))
            continue;
        patterns *= 2;
        out->bits[field_of(out, bit)] |= 1u << bit;
    }
    if (n != patterns)
        broken("payloads that are no pattern, of subclass", subclass);
    return 1;
}

/* The value of a member of struct spe_op. */
static uint32_t value_of(const struct spe_op *op, size_t field)
{
    const char *const at = (const char *)op + fields[field].offset;
    uint32_t value = 0;
    if (fields[field].size == sizeof value)
        memcpy(&value, at, sizeof value);
    else
        value = *(const uint8_t *)at;
    return value;
}

/* Which bit of its field a bit of the payload is: 0 is the lowest. Lengths double with each step of the field. */
static unsigned place_of(const struct format *format, size_t field, unsigned bit)
{
    const struct spe_op none = op_of(format->op_class, format->ones),
                        one = op_of(format->op_class, format->ones | 1u << bit);
    uint32_t value = value_of(&one, field), from = value_of(&none, field);
    if (from) {
        const uint32_t to = value;
        for (value = 0; from < to; from *= 2)
            value++;
    }
    if (value != 1 && value != 2 && value != 4 && value != 8)
        broken("a bit whose place in its field cannot be found, of row of fields[] in operations.c", (unsigned)field);
    return value == 8 ? 3 : value / 2;
}

static struct spe_record with_operation(unsigned op_class, unsigned payload)
{
    struct spe_record record = plain_record();
    record.present |= SPE_HAS_OPERATION;
    record.op_class = (uint8_t)op_class;
    record.op_payload = (uint8_t)payload;
    return record;
}

static void print_format(const struct format *format)
{
    const struct spe_record with = with_operation(format->op_class, format->ones);
    char text[NEEDS_MAX];
    printf("| %s ", spe_op_subclass_name(format->subclass));
    for (unsigned bit = 8; bit-- > 0;) {
        if (!(format->varying >> bit & 1)) {
            printf("| %u ", format->ones >> bit & 1);
            continue;
        }
        const size_t field = field_of(format, bit);
        const int is_wide = (format->bits[field] & (format->bits[field] - 1)) != 0;
        if (is_wide)
            printf("| %s[%u] ", fields[field].name, place_of(format, field, bit));
        else
            printf("| %s ", fields[field].name);
    }
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    char words[SPE_PACKET_TEXT_MAX];
    spe_op_text(format->op_class, format->ones, &perf, words, sizeof words);
    printf("| %s | `%s` |\n", needs(&with, NULL, text), words);
}

/* What a field needs in addition to its format. */
static const char *field_needs(const struct format *format, size_t field, char text[NEEDS_MAX])
{
    const unsigned bit = format->bits[field] & (0u - format->bits[field]);
    const struct spe_record with = with_operation(format->op_class, format->ones | bit);
    const struct spe_record without = with_operation(format->op_class, format->ones);
    return needs(&with, &without, text);
}

static void print_fields(const struct format *formats, unsigned n)
{
    char text[NEEDS_MAX], first[NEEDS_MAX];
    printf("| field | meaning | needs in addition to its format | in |\n|---|---|---|---|\n");
    for (size_t field = 0; field < FIELDS; field++) {
        unsigned done = 0;
        for (unsigned i = 0; i < n; i++) {
            if (!formats[i].bits[field] || done >> i & 1)
                continue;
            const char *words = field_words(fields[field].name, formats[i].subclass);
            field_needs(&formats[i], field, first);
            printf("| %s | %s | %s | ", fields[field].name, words, first);
            const char *comma = "";
            for (unsigned j = i; j < n; j++) {
                if (!formats[j].bits[field] ||
                    strcmp(words, field_words(fields[field].name, formats[j].subclass)) != 0 ||
                    strcmp(first, field_needs(&formats[j], field, text)) != 0)
                    continue;
                printf("%s%s", comma, spe_op_subclass_name(formats[j].subclass));
                comma = ", ";
                done |= 1u << j;
            }
            printf(" |\n");
        }
    }
    printf("\n");
}

/* The values of a field that is wider than a bit, by the bits of the payload that are its own. */
static void print_values(const struct format *format, size_t field)
{
    static const char *const calls[] = {"not recorded; not permitted with FEAT_SPE_CRR", "branch with link",
                                        "procedure return", "neither"};
    char text[NEEDS_MAX];
    unsigned places[4] = {0}, n = 0;
    for (unsigned bit = 0; bit < 8; bit++)
        if (format->bits[field] >> bit & 1) {
            places[place_of(format, field, bit)] = bit;
            n++;
        }
    printf("| %s | meaning | needs in addition to its format |\n|---|---|---|\n", fields[field].name);
    const struct spe_record without = with_operation(format->op_class, format->ones);
    for (unsigned value = 0; value < 1u << n; value++) {
        unsigned payload = format->ones;
        printf("| `0b");
        for (unsigned place = n; place-- > 0;) {
            payload |= (value >> place & 1) << places[place];
            printf("%u", value >> place & 1);
        }
        const struct spe_op op = op_of(format->op_class, payload);
        const struct spe_record with = with_operation(format->op_class, payload);
        const uint32_t length = op.evl_bits | op.ets_bits;
        if (op.reserved_value)
            printf("` | *reserved* ");
        else if (op.evl_bits == SPE_EVL_OVER_2048)
            printf("` | more than 2048 bits ");
        else if (op.ets_bits == SPE_ETS_WHOLE_ZA)
            printf("` | the whole ZA array ");
        else if (length)
            printf("` | %u bits ", (unsigned)length);
        else
            printf("` | %s ", calls[op.branch_kind]);
        printf("| %s |\n", needs(&with, &without, text));
    }
    printf("\n");
}

static void print_class(unsigned op_class)
{
    struct format format;
    unsigned reserved = 0;
    printf("CLASS %u, %s (header `%02x`):\n\n| format | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 | needs | perf, fields 0 |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n",
           op_class, index_words(SPE_PACKET_OPERATION, op_class), 0x48 + op_class);
    for (unsigned subclass = SPE_OP_RESERVED + 1; subclass < spe_op_subclass_count(); subclass++)
        if (find_format(op_class, subclass, &format))
            print_format(&format);
    for (unsigned payload = 0; payload < 256; payload++)
        reserved += op_of(op_class, payload).subclass == SPE_OP_RESERVED;
    printf("\nThe other %u of the 256 payloads are reserved.\n\n", reserved);
}

enum { SUBCLASSES = 64 }; /* the most subclasses */

void print_operations(void)
{
    static const char *const wide[] = {"EVL", "ETS", "CR"};
    struct format formats[SUBCLASSES];
    unsigned n = 0;
    for (unsigned op_class = 0; op_class < 3; op_class++) {
        print_class(op_class);
        for (unsigned subclass = SPE_OP_RESERVED + 1; subclass < spe_op_subclass_count(); subclass++)
            n += (unsigned)find_format(op_class, subclass, &formats[n]);
    }
    if (n != spe_op_subclass_count() - 1)
        broken("subclasses are found that are not all there are, but", n);
    printf("CLASS 3 (header `4b`) is reserved.\n\nThe fields. A field of one bit is 1 if its meaning applies, unless "
           "the table says otherwise.\n\n");
    print_fields(formats, n);
    for (unsigned i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        size_t field = 0;
        while (strcmp(fields[field].name, wide[i]) != 0)
            field++;
        unsigned of = 0;
        while (!formats[of].bits[field])
            of++;
        print_values(&formats[of], field);
    }
}
