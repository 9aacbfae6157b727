/* SPDX-License-Identifier: MIT */
/* Converts Operation Type payloads to their meaning and back, by walking over the slices of one row (DDI 0487,
 * D18.2.7). */
#include <string.h>

#include "../table/find.h"

static void set_member(struct spe_op *op, const struct spe_op_field *field, uint32_t value)
{
    uint8_t *at = (uint8_t *)op + field->member;
    if (field->length)
        memcpy(at, &value, sizeof value);
    else
        *at = (uint8_t)value;
}

static uint32_t get_member(const struct spe_op *op, const struct spe_op_field *field)
{
    const uint8_t *at = (const uint8_t *)op + field->member;
    uint32_t value;
    if (!field->length)
        return *at;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Converts an EVL or ETS value to bits; 0 for a reserved value. SPE_EVL_OVER_2048 and SPE_ETS_WHOLE_ZA are the same
 * number. */
static uint32_t length_bits(const struct spe_op_length *length, unsigned value)
{
    if (value == length->all)
        return SPE_EVL_OVER_2048;
    return value > length->largest ? 0 : (uint32_t)length->unit << value;
}

/* Converts bits to an EVL or ETS value, rounded up to the next step. */
static unsigned length_value(const struct spe_op_length *length, uint32_t bits)
{
    for (unsigned value = 0; value <= length->largest; value++)
        if (bits <= (uint32_t)length->unit << value)
            return value;
    return length->all;
}

int spe_op_decode(unsigned op_class, unsigned payload, struct spe_op *out)
{
    if (!out || op_class > 3 || payload > 255)
        return SPE_E_ARG;
    const struct spe_op_format *format = spe_op_format_find(op_class, payload);
    memset(out, 0, sizeof *out);
    out->op_class = (uint8_t)op_class;
    out->payload = (uint8_t)payload;
    out->reserved_value = (uint8_t)spe_op_is_reserved(op_class, payload);
    if (!format)
        return SPE_OK;
    out->subclass = format->subclass;
    unsigned value = 0;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        const struct spe_op_field *field = &spe_op_fields[slice->field];
        value |= spe_op_slice_get(slice, payload);
        if (slice[1].field == slice->field) /* a field that is split */
            continue;
        set_member(out, field, field->length ? length_bits(field->length, value) : value);
        value = 0;
    }
    return SPE_OK;
}

static const struct spe_op_format *find_subclass(unsigned op_class, unsigned subclass)
{
    for (unsigned i = 0; i < SPE_OP_FORMATS; i++)
        if (spe_op_formats[i].op_class == op_class && spe_op_formats[i].subclass == subclass)
            return &spe_op_formats[i];
    return NULL;
}

static int has_member(const struct spe_op_format *format, unsigned member)
{
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++)
        if (spe_op_fields[slice->field].member == member)
            return 1;
    return 0;
}

/* Whether every member that is not zero has a place in the format. */
static int fits_format(const struct spe_op *in, const struct spe_op_format *format)
{
    for (unsigned i = 1; i < SPE_FIELDS; i++)
        if (get_member(in, &spe_op_fields[i]) && !has_member(format, spe_op_fields[i].member))
            return 0;
    return 1;
}

/* The payload bits of one slice, or a status. */
static int encode_slice(const struct spe_op *in, const struct spe_op_slice *slice)
{
    const struct spe_op_field *field = &spe_op_fields[slice->field];
    const uint32_t value = get_member(in, field);
    if (field->length) {
        if (!value)
            return SPE_E_RANGE;
        const unsigned step = length_value(field->length, value);
        return (int)((step >> slice->at & ((1u << slice->width) - 1)) << slice->shift);
    }
    return value >> slice->width ? SPE_E_RANGE : (int)(value << slice->shift);
}

/* A reserved payload has no meaning except its value: return it unchanged, if it really is reserved for the class and
 * subclass. */
static int encode_reserved(const struct spe_op *in)
{
    const struct spe_op_format *format = spe_op_format_find(in->op_class, in->payload);
    const unsigned subclass = format ? format->subclass : SPE_OP_RESERVED;
    return subclass == in->subclass && spe_op_is_reserved(in->op_class, in->payload) ? in->payload : SPE_E_KIND;
}

int spe_op_encode(const struct spe_op *in)
{
    if (!in)
        return SPE_E_ARG;
    if (in->op_class > 3)
        return SPE_E_KIND;
    if (in->reserved_value)
        return encode_reserved(in);
    const struct spe_op_format *format = find_subclass(in->op_class, in->subclass);
    if (!format || !fits_format(in, format))
        return SPE_E_KIND;
    unsigned payload = format->value;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        const int bits = encode_slice(in, slice);
        if (bits < 0)
            return bits;
        payload |= (unsigned)bits;
    }
    /* LDST may lie on fixed bits (a Memory Set is always a store): both must agree. */
    const int is_same =
        get_member(in, &spe_op_fields[SPE_FIELD_LDST]) == spe_op_field_get(format, SPE_FIELD_LDST, payload);
    return is_same ? (int)payload : SPE_E_KIND;
}

unsigned spe_op_subclass_count(void)
{
    unsigned most = SPE_OP_RESERVED;
    for (unsigned i = 0; i < SPE_OP_FORMATS; i++)
        most = spe_op_formats[i].subclass > most ? spe_op_formats[i].subclass : most;
    return most + 1;
}

const char *spe_op_subclass_name(unsigned subclass)
{
    for (unsigned i = 0; i < SPE_OP_FORMATS; i++)
        if (spe_op_formats[i].subclass == subclass)
            return spe_op_formats[i].name;
    return "reserved";
}

const char *spe_op_branch_kind_name(unsigned branch_kind)
{
    return branch_kind <= SPE_CR_NEITHER ? spe_op_fields[SPE_FIELD_CR].arch[branch_kind] : "reserved";
}
