/* SPDX-License-Identifier: MIT */
/*
 * Registers and fields by name and by encoding, values in and out, and their text: all by the rows of sysreg_table.h.
 */
#include <libspe/packet.h>
#include <string.h>

#include "../base/names.h"
#include "../base/writer.h"
#include "sysreg_table.h"

static const struct spe_sysreg_bits *sysreg_field_of(unsigned reg, unsigned field)
{
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    if (!row)
        return NULL;
    if (field < row->count)
        return &row->fields[field];
    return field - row->count < row->view_count ? &row->views[field - row->count].bits : NULL;
}

/* -- names -- */

/* The length of the common beginning of two names; case is ignored. */
static size_t sysreg_common(const char *text, const char *name)
{
    size_t n = 0;
    while (text[n] && spe_lower(text[n]) == spe_lower(name[n]))
        n++;
    return n;
}

const char *spe_sysreg_name(unsigned reg)
{
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    return row ? row->name : NULL;
}

/* The encoding that a name like "S3_0_C9_C10_7" is, or SPE_E_NAME. */
static int sysreg_encoding_named(const char *name)
{
    static const char pattern[] = "s#_#_c#_c#_#"; /* each # is a number with this many bits: op0, op1, CRn, CRm, op2 */
    static const uint8_t widths[] = {2, 3, 4, 4, 3};
    const uint8_t *width = widths;
    unsigned encoding = 0;
    for (const char *expected = pattern; *expected; expected++) {
        unsigned value = 0;
        if (*expected != '#') {
            if (spe_lower(*name++) != *expected)
                return SPE_E_NAME;
            continue;
        }
        const char *digits = name;
        for (; *name >= '0' && *name <= '9' && name - digits < 2; name++)
            value = value * 10 + (unsigned)(*name - '0');
        if (name == digits || value >> *width)
            return SPE_E_NAME;
        encoding = encoding << *width++ | value;
    }
    return *name ? SPE_E_NAME : (int)encoding;
}

int spe_sysreg_encoding(unsigned reg)
{
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    return row ? row->encoding : SPE_E_ARG;
}

int spe_sysreg_find_encoding(unsigned encoding)
{
    const struct spe_sysreg_row *row;
    for (unsigned reg = 0; encoding && (row = spe_sysreg_row(reg)) != NULL; reg++)
        if (row->encoding == encoding || row->encoding_el12 == encoding)
            return (int)reg;
    return SPE_E_NAME;
}

/* Whether a name may mean a register: with or without _EL1; with _EL12 if the register has that name. */
static int sysreg_is_meant(const struct spe_sysreg_row *row, const char *name)
{
    const size_t common = sysreg_common(name, row->name);
    const char *rest = row->name + common;
    if (!name[common])
        return !*rest || (rest[0] == '_' && rest[1] == 'E'); /* the rest is _EL1, _EL2 or _EL3 */
    return !*rest && row->encoding_el12 && name[common] == '2' && !name[common + 1];
}

int spe_sysreg_match(const char *name, unsigned nth)
{
    if (!name)
        return SPE_E_ARG;
    const int encoding = sysreg_encoding_named(name);
    if (encoding >= 0)
        return nth ? SPE_E_NAME : spe_sysreg_find_encoding((unsigned)encoding);
    const struct spe_sysreg_row *row;
    for (unsigned reg = 0; (row = spe_sysreg_row(reg)) != NULL; reg++)
        if (sysreg_is_meant(row, name) && !nth--)
            return (int)reg;
    return SPE_E_NAME;
}

int spe_sysreg_find(const char *name)
{
    const int found = spe_sysreg_match(name, 0);
    return found >= 0 && spe_sysreg_match(name, 1) >= 0 ? SPE_E_NAME : found;
}

const char *spe_sysreg_needs(unsigned reg)
{
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    return row ? row->needs : NULL;
}

int spe_sysreg_fields(unsigned reg)
{
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    return row ? (int)row->count : SPE_E_ARG;
}

int spe_sysreg_field_describe(unsigned reg, unsigned field, struct spe_sysreg_field *out)
{
    const struct spe_sysreg_bits *bits = sysreg_field_of(reg, field);
    if (!bits || !out)
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    memcpy(out->name, bits->name, sizeof out->name);
    out->high = bits->high;
    out->low = bits->low;
    out->kind = bits->kind;
    out->reset = bits->reset;
    return SPE_OK;
}

const char *spe_sysreg_field_needs(unsigned reg, unsigned field)
{
    const struct spe_sysreg_bits *bits = sysreg_field_of(reg, field);
    return bits ? bits->needs : NULL;
}

int spe_sysreg_applies(unsigned reg, unsigned field, uint64_t raw)
{
    if (!sysreg_field_of(reg, field))
        return SPE_E_ARG;
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    if (field < row->count)
        return 1;
    const struct spe_sysreg_view *view = &row->views[field - row->count];
    return (raw & view->mask) == view->match;
}

int spe_sysreg_field_find(unsigned reg, const char *name)
{
    const struct spe_sysreg_bits *bits;
    if (!name || !spe_sysreg_row(reg))
        return SPE_E_ARG;
    for (unsigned field = 0; (bits = sysreg_field_of(reg, field)) != NULL; field++) {
        const size_t common = sysreg_common(name, bits->name);
        if (!name[common] && !bits->name[common])
            return (int)field;
    }
    return SPE_E_NAME;
}

/* -- values -- */

int spe_sysreg_get(unsigned reg, unsigned field, uint64_t raw, uint64_t *value)
{
    const struct spe_sysreg_bits *bits = sysreg_field_of(reg, field);
    if (!bits || !value)
        return SPE_E_ARG;
    *value = spe_bits_get(bits, raw);
    return SPE_OK;
}

int spe_sysreg_put(unsigned reg, unsigned field, uint64_t value, uint64_t *raw)
{
    const struct spe_sysreg_bits *bits = sysreg_field_of(reg, field);
    if (!bits || !raw)
        return SPE_E_ARG;
    const uint64_t mask = spe_bits_mask(bits);
    if (value > mask >> bits->low)
        return SPE_E_RANGE;
    *raw = (*raw & ~mask) | value << bits->low;
    return SPE_OK;
}

/* The bits of a field that only views describe; none if the value belongs to no class with views. */
static uint64_t sysreg_parts(const struct spe_sysreg_row *row, uint64_t raw)
{
    for (unsigned i = 0; i < row->class_count; i++)
        if ((raw & row->classes[i].mask) == row->classes[i].match)
            return row->parts;
    return 0;
}

/* The bits that views describe. */
static uint64_t sysreg_viewed(const struct spe_sysreg_row *row, uint64_t raw)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < row->view_count; i++)
        if ((raw & row->views[i].mask) == row->views[i].match)
            bits |= spe_bits_mask(&row->views[i].bits);
    return bits;
}

uint64_t spe_sysreg_reserved(unsigned reg, uint64_t raw)
{
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    if (!row)
        return 0;
    uint64_t known = row->others;
    for (unsigned field = 0; field < row->count; field++)
        known |= spe_bits_mask(&row->fields[field]);
    return raw & ~((known & ~row->zero & ~sysreg_parts(row, raw)) | sysreg_viewed(row, raw));
}

const char *spe_sysreg_value_name(unsigned reg, unsigned field, uint64_t value)
{
    const struct spe_sysreg_bits *bits = sysreg_field_of(reg, field);
    if (!bits || !bits->values)
        return NULL;
    for (const struct spe_value_name *row = bits->values; row->name; row++)
        if (row->value == value)
            return row->name;
    return NULL;
}

/* -- text to values -- */

static unsigned sysreg_digit(char c)
{
    c = spe_lower(c);
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

int spe_sysreg_number(const char *text, size_t len, uint64_t *value)
{
    if (!value || (!text && len))
        return SPE_E_ARG;
    const int is_hex = len > 2 && text[0] == '0' && spe_lower(text[1]) == 'x';
    const unsigned base = is_hex ? 16 : 10;
    const size_t first = is_hex ? 2 : 0;
    uint64_t sum = 0;
    int is_large = 0;
    for (size_t at = first; at < len; at++) {
        const unsigned digit = sysreg_digit(text[at]);
        if (at > first && text[at] == '_')
            continue;
        if (digit >= base)
            return SPE_E_SYNTAX;
        is_large |= sum > (UINT64_MAX - digit) / base;
        sum = sum * base + digit;
    }
    if (!len || text[len - 1] == '_')
        return SPE_E_SYNTAX;
    if (is_large)
        return SPE_E_RANGE;
    *value = sum;
    return SPE_OK;
}

/* -- values to text -- */

static void sysreg_put_events(struct spe_writer *w, uint64_t events)
{
    const char *separator = " (";
    for (unsigned bit = 0; bit < 64; bit++) {
        const char *name = spe_event_name(bit);
        if (!spe_event(events, bit))
            continue;
        spe_put(w, separator);
        separator = ", ";
        if (name) {
            spe_put(w, name);
            continue;
        }
        spe_put_char(w, 'E');
        spe_put_decimal(w, bit);
    }
    if (events)
        spe_put_char(w, ')');
}

static void sysreg_put_value_name(struct spe_writer *w, const char *name)
{
    spe_put(w, " (");
    spe_put(w, name ? name : "reserved");
    spe_put_char(w, ')');
}

/* PMBIDR_EL1.MaxBuffSize in bytes; its two highest bits are reserved. */
static void sysreg_put_size(struct spe_writer *w, uint64_t value)
{
    const unsigned exponent = (unsigned)value >> 9 & 31;
    const uint64_t mantissa = value & 0x1ff;
    spe_put(w, " (");
    if (value >> 14) {
        spe_put(w, "reserved");
    } else if (!value) {
        spe_put(w, "no limit");
    } else {
        spe_put_decimal(w, exponent ? (0x200 | mantissa) << (exponent + 11) : mantissa << 12);
        spe_put(w, " bytes");
    }
    spe_put_char(w, ')');
}

/* Puts one half of PMBMAR_EL1.Attr (D24.7.3) that is not 0: "Write-Back Transient, Read-Allocate". */
static void sysreg_put_cache(struct spe_writer *w, unsigned policy)
{
    static const char *const kinds[] = {" Write-Through Transient", " Write-Back Transient",
                                        " Write-Through Non-transient", " Write-Back Non-transient"};
    if (policy == 4) {
        spe_put(w, " Non-cacheable");
        return;
    }
    spe_put(w, kinds[policy >> 2]);
    spe_put(w, policy & 2 ? " Read-Allocate" : "");
    spe_put(w, policy & 1 ? " Write-Allocate" : "");
}

/* Puts PMBMAR_EL1.Attr. */
static void sysreg_put_memory(struct spe_writer *w, unsigned attr)
{
    static const char *const devices[] = {"Device-nGnRnE", "Device-nGnRE", "Device-nGRE", "Device-GRE"};
    static const struct {
        uint8_t attr, outer, inner;
        const char *prefix, *suffix;
    } odd[] = {
        {0x40, 4, 4, "Normal", ", XS 0"}, {0xa0, 0xa, 0xa, "Normal", ", XS 0"}, {0xf0, 0xf, 0xf, "Tagged Normal", ""}};
    unsigned outer = attr >> 4, inner = attr & 15;
    const char *prefix = "Normal", *suffix = "";
    for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++)
        if (odd[i].attr == attr)
            outer = odd[i].outer, inner = odd[i].inner, prefix = odd[i].prefix, suffix = odd[i].suffix;
    spe_put(w, " (");
    if (outer && inner) {
        spe_put(w, prefix);
        spe_put(w, ", Outer");
        sysreg_put_cache(w, outer);
        spe_put(w, ", Inner");
        sysreg_put_cache(w, inner);
        spe_put(w, suffix);
    } else if (outer || inner & 2) {
        spe_put(w, "UNPREDICTABLE");
    } else {
        spe_put(w, devices[inner >> 2]);
        spe_put(w, inner & 1 ? ", XS 0" : "");
    }
    spe_put_char(w, ')');
}

static void sysreg_put_field(struct spe_writer *w, unsigned reg, unsigned number, uint64_t raw)
{
    const struct spe_sysreg_bits *field = sysreg_field_of(reg, number);
    const uint64_t value = spe_bits_get(field, raw);
    spe_put(w, field->name);
    spe_put_char(w, ' ');
    if (field->kind == SPE_SYSREG_ADDRESS)
        spe_put_hex(w, value << field->low);
    else if (field->kind > SPE_SYSREG_ADDRESS)
        spe_put_hex(w, value);
    else
        spe_put_decimal(w, value);
    if (field->kind == SPE_SYSREG_VALUES) {
        sysreg_put_value_name(w, spe_sysreg_value_name(reg, number, value));
    } else if (field->kind == SPE_SYSREG_EVENTS) {
        sysreg_put_events(w, value & ~spe_sysreg_row(reg)->zero);
    } else if (field->kind == SPE_SYSREG_SIZE) {
        sysreg_put_size(w, value);
    } else if (field->kind == SPE_SYSREG_MEMORY) {
        sysreg_put_memory(w, (unsigned)value);
    } else if (field->kind == SPE_SYSREG_SCALED) {
        spe_put(w, " (");
        spe_put_decimal(w, value << field->low);
        spe_put_char(w, ')');
    }
}

int spe_sysreg_field_text(unsigned reg, unsigned field, uint64_t raw, char *out, size_t cap)
{
    struct spe_writer w = spe_writer_begin(out, cap);
    if ((!out && cap) || !sysreg_field_of(reg, field))
        return SPE_E_ARG;
    sysreg_put_field(&w, reg, field, raw);
    return spe_writer_end(&w);
}

int spe_sysreg_text(unsigned reg, uint64_t raw, char *out, size_t cap)
{
    struct spe_writer w = spe_writer_begin(out, cap);
    const struct spe_sysreg_row *row = spe_sysreg_row(reg);
    if ((!out && cap) || !row)
        return SPE_E_ARG;
    spe_put(&w, row->name);
    spe_put_char(&w, ' ');
    spe_put_hex(&w, raw);
    for (unsigned field = 0; sysreg_field_of(reg, field); field++) {
        if (!spe_sysreg_applies(reg, field, raw))
            continue;
        spe_put(&w, field ? ", " : ": ");
        sysreg_put_field(&w, reg, field, raw);
    }
    if (spe_sysreg_reserved(reg, raw)) {
        spe_put(&w, "; reserved bits ");
        spe_put_hex(&w, spe_sysreg_reserved(reg, raw));
    }
    return spe_writer_end(&w);
}
