/* SPDX-License-Identifier: MIT */
/*
 * What current Linux perf prints for a packet, word for word. Where perf departs from the architecture, this file
 * follows perf, and says so; text_arch.c tells the truth.
 */
#include "text_style.h"

#define PERF_BUFFER 256 /* bytes, with the zero: a longer description falls back to the raw form */

/* perf has no words: TYPE 0xPAYLOAD (INDEX). */
static void put_raw(struct spe_writer *restrict w, const struct spe_packet *packet, const struct spe_header *row,
                    unsigned index)
{
    spe_put(w, row->perf);
    spe_put_char(w, ' ');
    spe_put_hex(w, packet->payload);
    SPE_PUT(w, " (");
    spe_put_decimal(w, index);
    spe_put_char(w, ')');
}

/* perf prints 64-bit payloads as signed numbers. */
static void put_signed(struct spe_writer *restrict w, uint64_t value)
{
    const int negative = (int)(value >> 63);
    if (negative)
        spe_put_char(w, '-');
    spe_put_decimal(w, negative ? -value : value);
}

static void put_address(struct spe_writer *restrict w, const struct spe_packet *packet, const struct spe_kind *kind)
{
    const uint64_t payload = packet->payload;
    spe_put(w, kind->perf);
    spe_put_char(w, ' ');
    if (kind->form == SPE_FORM_DATA_VA) {
        spe_put_hex(w, payload);
        return;
    }
    spe_put_hex(w, spe_address_bits(payload));
    if (kind->form == SPE_FORM_INSTRUCTION) {
        SPE_PUT(w, " el");
        spe_put_digit(w, spe_address_el(payload));
    }
    SPE_PUT(w, " ns=");
    spe_put_digit(w, spe_address_ns(payload));
    if (kind->form == SPE_FORM_DATA_PA) {
        SPE_PUT(w, " ch=");
        spe_put_digit(w, spe_address_ch(payload));
        SPE_PUT(w, " pat=");
        spe_put_digit(w, spe_address_pat(payload));
    }
}

/* Counters that perf has no word for end with the space before it. */
static void put_counter(struct spe_writer *restrict w, const struct spe_packet *packet, const struct spe_kind *kind)
{
    SPE_PUT(w, "LAT ");
    spe_put_decimal(w, packet->payload);
    spe_put_char(w, ' ');
    spe_put(w, kind ? kind->perf : "");
}

/* perf's word for an event: the architecture's, or the core's own for one that has none there; NULL: none. */
static const char *event_word(uint64_t midr, unsigned bit, int is_own)
{
    const char *common = bit < SPE_EVENT_ROWS ? spe_events[bit].perf : NULL;
    const struct spe_cpu_event_row *own = is_own ? spe_cpu_event_row_find(midr, bit) : NULL;
    return !is_own ? common : own ? own->perf : NULL;
}

void spe_perf_put_event(struct spe_writer *restrict w, const struct spe_text_config *config, unsigned bit)
{
    const char *common = event_word(config->midr, bit, 0), *own = event_word(config->midr, bit, 1);
    if (common || own)
        spe_put(w, common ? common : own);
    else
        spe_put_decimal(w, bit);
}

/* Puts the words of one sort, blanks between them and what is behind `start`. Returns the events that have none. */
static uint64_t put_words(struct spe_writer *restrict w, uint64_t midr, uint64_t events, int is_own, size_t start)
{
    uint64_t rest = 0;
    for (unsigned bit = 0; bit < 64 && events >> bit; bit++) {
        const char *word = spe_event(events, bit) ? event_word(midr, bit, is_own) : NULL;
        if (!word) {
            rest |= events & UINT64_C(1) << bit;
            continue;
        }
        if (w->length > start)
            spe_put_char(w, ' ');
        spe_put(w, word);
    }
    return rest;
}

/* The architecture's events, then the core's own, then the numbers of those that have no word. */
void spe_perf_put_events(struct spe_writer *restrict w, const struct spe_text_config *config, uint64_t events)
{
    const size_t start = w->length;
    const char *separator = "IMPDEF:";
    events = put_words(w, config->midr, events, 0, start);
    events = put_words(w, config->midr, events, 1, start);
    if (events && w->length > start)
        spe_put_char(w, ' ');
    for (unsigned bit = 0; bit < 64 && events >> bit; bit++) {
        if (!spe_event(events, bit))
            continue;
        spe_put(w, separator);
        spe_put_decimal(w, bit);
        separator = ",";
    }
}

static void put_events(struct spe_writer *restrict w, const struct spe_text_config *config,
                       const struct spe_packet *packet, const struct spe_header *row)
{
    const size_t start = w->length;
    SPE_PUT(w, "EV");
    if (packet->payload)
        spe_put_char(w, ' ');
    spe_perf_put_events(w, config, packet->payload);
    if (w->length - start >= PERF_BUFFER) {
        w->length = start;
        put_raw(w, packet, row, packet->payload_size);
    }
}

/* perf shifts 128 for every ETS and 32 for every EVL, whatever the value means. */
static void put_length(struct spe_writer *restrict w, const struct spe_op_field *field, unsigned value)
{
    spe_put_word(w, field->perf[0]);
    spe_put_char(w, ' ');
    spe_put_decimal(w, (uint64_t)field->length->unit << value);
}

static void put_operation_fields(struct spe_writer *restrict w, const struct spe_op_format *format, unsigned payload)
{
    unsigned before = SPE_FIELD_NONE;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        const unsigned id = slice->field;
        const struct spe_op_field *field = &spe_op_fields[id];
        const unsigned value = spe_op_field_get(format, id, payload);
        if (id == before || id == SPE_FIELD_LDST) /* a split field's second slice; LD and ST stand in front */
            continue;
        before = id;
        if (field->length)
            put_length(w, field, value);
        else if (field->perf[value])
            spe_put_word(w, field->perf[value]);
    }
}

void spe_perf_put_operation(struct spe_writer *restrict w, unsigned op_class, unsigned payload)
{
    const struct spe_op_format *format = spe_op_format_find(op_class, payload);
    /* perf does not look at a branch's reserved bits [7:5]. */
    if (!format && op_class == SPE_CLASS_BRANCH)
        format = spe_op_format_find(SPE_CLASS_BRANCH, payload & 0x1f);
    if (op_class == SPE_CLASS_LOAD_STORE) {
        spe_put(w, spe_op_fields[SPE_FIELD_LDST].perf[payload & 1]);
        if (format && *format->perf)
            spe_put_word(w, format->perf);
    } else if (format) {
        spe_put(w, format->perf);
    }
    if (format)
        put_operation_fields(w, format, payload);
}

void spe_perf_put_packet(struct spe_writer *restrict w, const struct spe_text_config *config,
                         const struct spe_packet *packet, const struct spe_header *row, const struct spe_kind *kind)
{
    switch (row->type) {
    case SPE_PACKET_ADDRESS:
        if (kind)
            put_address(w, packet, kind);
        else
            put_raw(w, packet, row, packet->index);
        break;
    case SPE_PACKET_COUNTER:
        put_counter(w, packet, kind);
        break;
    case SPE_PACKET_CONTEXT: /* reserved indexes too */
        SPE_PUT(w, "CONTEXT ");
        spe_put_hex(w, packet->payload);
        SPE_PUT(w, " el");
        spe_put_decimal(w, packet->index + 1u);
        break;
    case SPE_PACKET_OPERATION:
        if (kind)
            spe_perf_put_operation(w, packet->index, packet->payload & 0xff);
        else
            put_raw(w, packet, row, packet->index);
        break;
    case SPE_PACKET_EVENTS:
        put_events(w, config, packet, row);
        break;
    case SPE_PACKET_TIMESTAMP:
    case SPE_PACKET_DATA_SOURCE: /* reserved sizes too */
        spe_put(w, row->perf);
        spe_put_char(w, ' ');
        put_signed(w, packet->payload);
        break;
    default: /* PAD, END, Bad packet! */
        spe_put(w, row->perf);
    }
}
