/* SPDX-License-Identifier: MIT */
/* Many packets at once, as lines with their offsets, bytes and texts. */
#include "../base/config.h"
#include "../packet/packet.h"
#include "text_style.h"

#define COLUMNS 16 /* bytes on a line: the longest run of padding that perf puts on one */
#define FRONT_MAX (3 + 16 + 2 + 3 * COLUMNS + 1)

_Static_assert(FRONT_MAX + SPE_PACKET_TEXT_MAX <= SPE_LINE_TEXT_MAX, "SPE_LINE_TEXT_MAX is too small");

/* A space, two digits, a space. */
static inline void put_byte(char *at, size_t byte)
{
    memcpy(at, spe_byte_digits + 3 * byte, 4);
}

static inline void put_four(char *at, const uint8_t *bytes)
{
    put_byte(at, bytes[0]);
    put_byte(at + 3, bytes[1]);
    put_byte(at + 6, bytes[2]);
    put_byte(at + 9, bytes[3]);
}

/* Puts ".  OFFSET:  BYTES", and spaces up to the column of the text. The bytes after the line's `size` bytes are also
 * put, and then overwritten by spaces: this avoids a branch on each packet's size. */
static void put_front(struct spe_writer *restrict w, uint64_t offset, const uint8_t bytes[COLUMNS], size_t size)
{
    char *const line = w->out + w->length;
    memcpy(line, ".  ", 3);
    char *const at = line + 3 + spe_long_hex_digits(line + 3, offset) + 2;
    memcpy(at - 2, ": ", 2);
    put_four(at, bytes);
    if (size > 4) {
        put_four(at + 12, bytes + 4);
        put_four(at + 24, bytes + 8);
    }
    if (size > 12)
        put_four(at + 36, bytes + 12);
    memset(at + 3 * size, ' ', 3 * COLUMNS + 1);
    w->length += (size_t)(at - line) + 3 * COLUMNS + 1;
}

/* The number of zeros at the front. */
static size_t run_of_zeros(const uint8_t bytes[COLUMNS])
{
    const uint64_t first = spe_load64(bytes), second = spe_load64(bytes + 8);
    if (first)
        return spe_lowest_bit(first) / 8;
    return second ? 8 + spe_lowest_bit(second) / 8 : COLUMNS;
}

/* Puts the line for bytes that end inside a packet, after `size` of its bytes. */
static void put_cut(struct spe_writer *w, uint64_t offset, const uint8_t *bytes, size_t size, unsigned missing)
{
    put_front(w, offset, bytes, size);
    SPE_PUT(w, "truncated packet (");
    spe_put_decimal(w, missing);
    spe_put(w, missing == 1 ? " more byte needed)\n" : " more bytes needed)\n");
}

#define HAS_OPERATION 0x10000u /* in spe_dump.record, above the CLASS and the payload of the record's operation */

/* The next value of spe_dump.record, after a packet of the record. */
static uint32_t record_after(uint32_t record, const struct spe_packet *packet)
{
    if (packet->type == SPE_PACKET_END || packet->type == SPE_PACKET_TIMESTAMP)
        return 0;
    if (packet->type == SPE_PACKET_OPERATION && packet->index < 3)
        return HAS_OPERATION | (uint32_t)packet->index << 8 | (packet->payload & 0xff);
    return record;
}

/* Whether a packet is the Data Source of a store that reads nothing (spe_record_data_source()), or may be: no Operation
 * Type packet came before it. */
static int is_without_meaning(uint32_t record, const struct spe_packet *packet)
{
    return packet->type == SPE_PACKET_DATA_SOURCE &&
           (!(record & HAS_OPERATION) || spe_op_no_source_has(record >> 8 & 0xff, record & 0xff));
}

/* Puts the packet's text. The packet has no flags yet: perf does not print them, and most types do not need them. */
static void put_text(struct spe_writer *restrict w, const struct spe_text_config *config, struct spe_packet *packet,
                     const struct spe_header *row)
{
    const unsigned number = spe_header_kind[packet->header[0]];
    const struct spe_kind *kind = number < SPE_KINDS ? &spe_kinds[number] : NULL;
    if (config->style == SPE_TEXT_PERF && packet->header_size == 1) {
        spe_perf_put_packet(w, config, packet, row, kind);
        return;
    }
    packet->flags = spe_packet_flags(row, packet->index, packet->payload_size, packet->payload);
    spe_text_put_packet(w, config, packet, row, spe_text_kind(row, packet));
}

/*
 * Puts the line that begins at dump->bytes. `bytes` are the same, of which COLUMNS may be read. Returns the number of
 * bytes on the line, or 0 if the bytes do not determine it.
 */
static size_t put_line(struct spe_writer *w, const struct spe_text_config *config, struct spe_dump *dump,
                       const uint8_t *bytes)
{
    const uint64_t offset = dump->offset;
    const size_t left = dump->len;
    const int is_last = dump->is_last != 0;
    struct spe_text_config nameless;
    struct spe_packet packet;
    const int measured = spe_packet_measure(bytes, left);
    size_t size = (size_t)measured;
    if (measured < 0 || size > left) {
        if (is_last)
            put_cut(w, offset, bytes, left, measured < 0 ? 1 : (unsigned)(size - left));
        return is_last ? left : 0;
    }
    const struct spe_header *row = spe_packet_parts(bytes, (unsigned)measured, &packet);
    if (row->type == SPE_PACKET_PADDING) {
        const size_t run = run_of_zeros(bytes);
        size = run < left ? run : left;
        if (size == left && left < COLUMNS && !is_last)
            return 0;
    }
    if (is_without_meaning(dump->record, &packet)) {
        nameless = *config;
        nameless.midr = 0;
        config = &nameless;
    }
    dump->record = record_after(dump->record, &packet);
    put_front(w, offset, bytes, size);
    put_text(w, config, &packet, row);
    spe_put_char(w, '\n');
    return size;
}

/* Puts the line that begins at dump->bytes, and moves past it. Returns 0 if the bytes do not determine it. */
static int next_line(struct spe_writer *w, const struct spe_text_config *config, struct spe_dump *dump)
{
    const uint8_t *bytes = dump->bytes;
    uint8_t tail[COLUMNS];
    if (dump->len < COLUMNS) {
        memset(tail, 0, sizeof tail);
        memcpy(tail, dump->bytes, dump->len);
        bytes = tail;
    }
    const size_t size = put_line(w, config, dump, bytes);
    dump->bytes = (const uint8_t *)dump->bytes + size;
    dump->offset += size;
    dump->len -= size;
    return size != 0;
}

int spe_dump_text(struct spe_dump *dump, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct spe_writer w = {out, cap < INT32_MAX ? cap : INT32_MAX, 0};
    struct spe_text_config config;
    if (!dump || !out || (!dump->bytes && dump->len))
        return SPE_E_ARG;
    if (spe_text_read_config(&config, cfg) ||
        spe_config_check(dump, SPE_SIZE_UP_TO(struct spe_dump, reserved), offsetof(struct spe_dump, reserved)))
        return SPE_E_CONFIG;
    if (cap < SPE_LINE_TEXT_MAX)
        return SPE_E_SPACE;
    while (dump->len && w.length <= w.room - SPE_LINE_TEXT_MAX && next_line(&w, &config, dump))
        continue;
    return (int)w.length;
}
