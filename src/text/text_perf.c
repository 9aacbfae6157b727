/* SPDX-License-Identifier: MIT */
/*
 * What current Linux perf prints for a packet, word for word. If perf deviates from the architecture, this file follows
 * perf, and a comment says so; text_arch.c follows the architecture.
 */
#include "../base/wire.h"
#include "text_perf.h"

#include "../table/cpu_table.h"

/* perf's word for a packet type, by its row of spe_headers[]; Address and Counter packets have a word for each
 * INDEX. */
static const struct spe_word type_words[SPE_HEADERS] = {
    [SPE_HEADER_PADDING] = SPE_WORD("PAD"),
    [SPE_HEADER_END] = SPE_WORD("END"),
    [SPE_HEADER_TIMESTAMP] = SPE_WORD("TS"),
    [SPE_HEADER_EVENTS] = SPE_WORD("EVENTS"),
    [SPE_HEADER_DATA_SOURCE] = SPE_WORD("DATA-SOURCE"),
    [SPE_HEADER_CONTEXT] = SPE_WORD("CONTEXT"),
    [SPE_HEADER_OPERATION] = SPE_WORD("OP-TYPE"),
    [SPE_HEADER_ADDRESS] = SPE_WORD("ADDR"),
    [SPE_HEADER_COUNTER] = SPE_WORD("LAT"),
    [SPE_HEADER_ADDRESS_EXTENDED] = SPE_WORD("ADDR"),
    [SPE_HEADER_COUNTER_EXTENDED] = SPE_WORD("LAT"),
    [SPE_HEADER_UNKNOWN] = SPE_WORD("Bad packet!"),
};
static const struct spe_word kind_words[SPE_KINDS] = {
    [SPE_KIND_PC] = SPE_WORD("PC"),
    [SPE_KIND_BRANCH_TARGET] = SPE_WORD("TGT"),
    [SPE_KIND_DATA_VA] = SPE_WORD("VA"),
    [SPE_KIND_DATA_PA] = SPE_WORD("PA"),
    [SPE_KIND_PREV_BRANCH_TARGET] = SPE_WORD("PBT"),
    [SPE_KIND_TOTAL_LATENCY] = SPE_WORD("TOT"),
    [SPE_KIND_ISSUE_LATENCY] = SPE_WORD("ISSUE"),
    [SPE_KIND_TRANSLATION_LATENCY] = SPE_WORD("XLAT"),
};

static void put_word(struct spe_writer *restrict w, const struct spe_word *word)
{
    if (SPE_HAS_ROOM(w, SPE_WORD_MOST)) {
        memcpy(w->out + w->length, word->text, SPE_WORD_MOST);
        w->length += word->size;
    } else {
        spe_put_few(w, word->text, word->size);
    }
}

/* Puts a packet for which perf has no words: TYPE 0xPAYLOAD (INDEX). */
static void put_raw(struct spe_writer *restrict w, const struct spe_packet *packet, const struct spe_header *row,
                    unsigned index)
{
    put_word(w, &type_words[row - spe_headers]);
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
    put_word(w, &kind_words[kind - spe_kinds]);
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
    spe_put_digit(w, (unsigned)(payload >> 63));
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
    if (kind)
        put_word(w, &kind_words[kind - spe_kinds]);
}

/* perf's word for an event: the architecture's, or the core's own, or "". */
static const struct spe_word *event_word(uint64_t midr, unsigned bit, int is_own)
{
    static const struct spe_word none = SPE_WORD("");
    if (!is_own)
        return bit < SPE_EVENT_ROWS ? &spe_events[bit].perf : &none;
    const struct spe_cpu_event_row *own = spe_cpu_event_row_find(midr, bit);
    return own ? &own->perf : &none;
}

void spe_perf_put_event(struct spe_writer *restrict w, const struct spe_text_config *config, unsigned bit)
{
    const struct spe_word *word = event_word(config->midr, bit, 0);
    if (!word->size)
        word = event_word(config->midr, bit, 1);
    put_word(w, word);
    if (!word->size)
        spe_put_decimal(w, bit);
}

/* Puts the words of one table, with a space before each unless the text is still at `start`. Returns the events that
 * have no word. */
static uint64_t put_words(struct spe_writer *restrict w, uint64_t midr, uint64_t events, int is_own, size_t start)
{
    uint64_t rest = 0;
    for (uint64_t left = events; left; left &= left - 1) {
        const struct spe_word *word = event_word(midr, spe_lowest_bit(left), is_own);
        if (word->size && w->length > start)
            spe_put_char(w, ' ');
        put_word(w, word);
        if (!word->size)
            rest |= left & -left;
    }
    return rest;
}

/* Puts the architecture's events, then the core's own, then the numbers of events without a word. */
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

/* The newest perf's buffer has 512 bytes, which hold all events. It had 256 before; the events that did not fit were
 * put as a number. */
static void put_events(struct spe_writer *restrict w, const struct spe_text_config *config,
                       const struct spe_packet *packet)
{
    SPE_PUT(w, "EV");
    if (packet->payload)
        spe_put_char(w, ' ');
    spe_perf_put_events(w, config, packet->payload);
}

static void put_next(struct spe_writer *restrict w, const struct spe_word *word)
{
    spe_put_char(w, ' ');
    put_word(w, word);
}

/* perf shifts 128 for every ETS and 32 for every EVL, whatever the value means. */
static void put_length(struct spe_writer *restrict w, const struct spe_op_field *field, unsigned value)
{
    put_next(w, &field->perf[0]);
    spe_put_char(w, ' ');
    spe_put_decimal(w, (uint64_t)field->length->unit << value);
}

static void put_operation_fields(struct spe_writer *restrict w, const struct spe_op_format *format, unsigned payload)
{
    unsigned value = 0;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        const struct spe_op_field *field = &spe_op_fields[slice->field];
        value |= spe_op_slice_get(slice, payload);
        if (slice[1].field == slice->field) /* a field that is split */
            continue;
        if (field->length)
            put_length(w, field, value);
        else if (field->perf[value].size && slice->field != SPE_FIELD_LDST) /* LD and ST come first */
            put_next(w, &field->perf[value]);
        value = 0;
    }
}

void spe_perf_put_operation(struct spe_writer *restrict w, unsigned op_class, unsigned payload)
{
    const struct spe_op_format *format = spe_op_format_find(op_class, payload);
    /* perf does not look at a branch's reserved bits [7:5]. */
    if (!format && op_class == SPE_CLASS_BRANCH)
        format = spe_op_format_find(SPE_CLASS_BRANCH, payload & 0x1f);
    if (op_class == SPE_CLASS_LOAD_STORE) {
        put_word(w, &spe_op_fields[SPE_FIELD_LDST].perf[payload & 1]);
        if (format && format->perf.size)
            put_next(w, &format->perf);
    } else if (format) {
        put_word(w, &format->perf);
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
        put_events(w, config, packet);
        break;
    case SPE_PACKET_TIMESTAMP:
    case SPE_PACKET_DATA_SOURCE: /* reserved sizes too */
        put_word(w, &type_words[row - spe_headers]);
        spe_put_char(w, ' ');
        put_signed(w, packet->payload);
        break;
    default: /* PAD, END, Bad packet! */
        put_word(w, &type_words[row - spe_headers]);
    }
}
