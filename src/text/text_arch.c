/* SPDX-License-Identifier: MIT */
/* A packet in the architecture's names: every field, with nothing guessed. */
#include "text_arch.h"

#include "../table/cpu_table.h"

/* Puts a packet without an architected meaning: name, INDEX, `what` (the problem), the raw payload. */
static void put_raw(struct spe_writer *restrict w, const struct spe_packet *packet, const char *what)
{
    const struct spe_header *row = spe_text_row(packet);
    spe_put(w, row->name);
    if (row->type == SPE_PACKET_UNKNOWN) {
        for (unsigned i = 0; i < packet->header_size && i < 2; i++) {
            spe_put_char(w, ' ');
            spe_put_hex(w, packet->header[i]);
        }
    } else if (row->type != SPE_PACKET_DATA_SOURCE) {
        spe_put_char(w, '[');
        spe_put_decimal(w, packet->index);
        spe_put_char(w, ']');
    }
    spe_put(w, what);
    if (packet->payload_size) {
        spe_put_char(w, ' ');
        spe_put_hex(w, packet->payload);
    }
}

static void put_address(struct spe_writer *restrict w, uint64_t payload, unsigned form)
{
    spe_put_hex(w, form == SPE_FORM_DATA_PA ? spe_address_bits(payload) : spe_address_canonical(payload));
    if (form == SPE_FORM_DATA_VA) {
        SPE_PUT(w, " TAG ");
        spe_put_hex(w, spe_address_tag(payload));
        return;
    }
    if (form == SPE_FORM_INSTRUCTION) {
        SPE_PUT(w, " EL");
        spe_put_digit(w, spe_address_el(payload));
    }
    /* NSE is zero if FEAT_RME is not implemented, so the same reading is right with and without it. */
    spe_put_word(w, spe_address_state_name(spe_address_state(payload, 1)));
    if (form == SPE_FORM_DATA_PA) {
        SPE_PUT(w, " CH ");
        spe_put_digit(w, spe_address_ch(payload));
        SPE_PUT(w, " PAT ");
        spe_put_hex(w, spe_address_pat(payload));
    }
}

static void put_counter(struct spe_writer *restrict w, uint64_t payload, unsigned counter_bits)
{
    spe_put_decimal(w, payload);
    SPE_PUT(w, " cycles");
    if (counter_bits && spe_counter_saturated((unsigned)payload, counter_bits))
        SPE_PUT(w, " (saturated)");
}

void spe_arch_put_event(struct spe_writer *restrict w, const struct spe_text_config *config, unsigned bit)
{
    const struct spe_cpu_event_row *own = spe_cpu_event_row_find(config->midr, bit);
    if (bit < SPE_EVENT_ROWS && spe_events[bit].name) {
        spe_put(w, spe_events[bit].name);
    } else if (own) {
        spe_put(w, own->name);
    } else {
        spe_put(w, SPE_ZERO_EVENTS >> bit & 1 ? "reserved[" : "impdef[");
        spe_put_decimal(w, bit);
        spe_put_char(w, ']');
    }
}

void spe_arch_put_events(struct spe_writer *restrict w, const struct spe_text_config *config, uint64_t events)
{
    const char *separator = "";
    for (unsigned bit = 0; bit < 64 && events >> bit; bit++) {
        if (!spe_event(events, bit))
            continue;
        spe_put(w, separator);
        spe_arch_put_event(w, config, bit);
        separator = ", ";
    }
    if (!events)
        SPE_PUT(w, "none");
}

void spe_arch_put_data_source(struct spe_writer *restrict w, const struct spe_text_config *config, unsigned value)
{
    const struct spe_source_row *row = spe_source_row_find(config->midr, value);
    if (row)
        spe_put(w, row->name);
    else
        spe_put_hex(w, value);
}

static void put_length(struct spe_writer *restrict w, const struct spe_op_length *length, unsigned value)
{
    if (value == length->all) {
        spe_put(w, length->word);
    } else if (value > length->largest) {
        SPE_PUT(w, "reserved value ");
        spe_put_decimal(w, value);
    } else {
        spe_put_decimal(w, (uint64_t)length->unit << value);
    }
}

void spe_arch_put_operation(struct spe_writer *restrict w, unsigned op_class, unsigned payload)
{
    const struct spe_op_format *format = spe_op_format_find(op_class, payload);
    unsigned before = SPE_FIELD_NONE;
    if (!format) {
        SPE_PUT(w, "reserved, CLASS ");
        spe_put_decimal(w, op_class);
        SPE_PUT(w, " payload ");
        spe_put_hex(w, payload);
        return;
    }
    spe_put(w, format->name);
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        const unsigned id = slice->field;
        const struct spe_op_field *field = &spe_op_fields[id];
        const unsigned value = spe_op_field_get(format, id, payload);
        if (id == before) /* the second slice of a split field */
            continue;
        before = id;
        SPE_PUT(w, ", ");
        spe_put(w, field->name);
        spe_put_char(w, ' ');
        if (field->length)
            put_length(w, field->length, value);
        else if (field->arch[value])
            spe_put(w, field->arch[value]);
        else
            spe_put_decimal(w, value);
    }
}

/* Puts the number, and the core's name for it if there is one. */
static void put_data_source(struct spe_writer *restrict w, const struct spe_text_config *config, unsigned value)
{
    spe_put_hex(w, value);
    if (!spe_source_row_find(config->midr, value))
        return;
    SPE_PUT(w, " (");
    spe_arch_put_data_source(w, config, value);
    spe_put_char(w, ')');
}

static void put_value(struct spe_writer *restrict w, const struct spe_text_config *config,
                      const struct spe_packet *packet, const struct spe_kind *kind)
{
    switch (kind->type) {
    case SPE_PACKET_ADDRESS:
        put_address(w, packet->payload, kind->form);
        break;
    case SPE_PACKET_COUNTER:
        put_counter(w, packet->payload, config->counter_bits);
        break;
    case SPE_PACKET_EVENTS:
        spe_arch_put_events(w, config, packet->payload);
        break;
    case SPE_PACKET_DATA_SOURCE:
        put_data_source(w, config, packet->payload & 0xffff);
        break;
    case SPE_PACKET_OPERATION:
        spe_arch_put_operation(w, packet->index, packet->payload & 0xff);
        break;
    case SPE_PACKET_TIMESTAMP:
        spe_put_decimal(w, packet->payload);
        break;
    default:
        spe_put_hex(w, packet->payload);
    }
}

/* Puts the core's name for a counter that the architecture leaves to the core. */
static void put_counter_name(struct spe_writer *restrict w, const struct spe_text_config *config,
                             const struct spe_packet *packet)
{
    const struct spe_cpu_counter_row *row = spe_cpu_counter_row_find(config->midr, packet->index);
    if (packet->type != SPE_PACKET_COUNTER || !row)
        return;
    SPE_PUT(w, " (");
    spe_put(w, row->name);
    spe_put_char(w, ')');
}

void spe_arch_put_packet(struct spe_writer *restrict w, const struct spe_text_config *config,
                         const struct spe_packet *packet, const struct spe_header *row, const struct spe_kind *kind)
{
    const unsigned type = row->type;
    if (type == SPE_PACKET_UNKNOWN) {
        put_raw(w, packet, "");
    } else if (packet->flags & SPE_PACKET_IMPDEF) {
        put_raw(w, packet, " IMPLEMENTATION DEFINED");
        put_counter_name(w, config, packet);
    } else if (packet->flags & SPE_PACKET_RESERVED_HEADER) {
        put_raw(w, packet, " reserved");
    } else if (type == SPE_PACKET_END || !kind) { /* padding has no row in spe_kinds[] */
        spe_put(w, row->name);
    } else {
        spe_put(w, kind->name);
        spe_put_char(w, ' ');
        put_value(w, config, packet, kind);
        if ((packet->flags & SPE_PACKET_RESERVED_VALUE) && type == SPE_PACKET_ADDRESS) {
            SPE_PUT(w, " (reserved bits in ");
            spe_put_hex(w, packet->payload);
            spe_put_char(w, ')');
        }
    }
}
