/* SPDX-License-Identifier: MIT */
/* See dump_packets.h. A packet that crosses two reads is carried over to the next. */
#include "dump_packets.h"

#include <inttypes.h>
#include <string.h>

#include <libspe/spe.h>

#define COLUMNS 16      /* bytes on a line: the longest run of padding that perf puts on one */
#define CHUNK (1 << 16) /* bytes looked at at once */

struct packet_dump {
    struct tool_output *out;
    struct spe_source *source;
    const struct spe_text_config *text;
    uint64_t offset; /* of the next packet */
};

/* What a piece ends with and does not tell yet: the head of a packet, a run of padding. */
struct carry {
    uint8_t bytes[COLUMNS + CHUNK];
    size_t size;
};

static char *put_hex(char *at, uint64_t value, int digits)
{
    for (int i = digits - 1; i >= 0; i--)
        *at++ = "0123456789abcdef"[value >> 4 * i & 15];
    return at;
}

/* ".  OFFSET:  BYTES" and blanks up to the column of the text. Returns where the text goes. */
static char *put_bytes(char *at, uint64_t offset, const uint8_t *bytes, size_t size)
{
    int digits = 8;
    while (digits < 16 && offset >> 4 * digits)
        digits++;
    memcpy(at, ".  ", 3);
    at = put_hex(at + 3, offset, digits);
    memcpy(at, ": ", 2);
    at += 2;
    for (size_t i = 0; i < size; i++) {
        *at++ = ' ';
        at = put_hex(at, bytes[i], 2);
    }
    memset(at, ' ', 3 * (COLUMNS - size) + 1);
    return at + 3 * (COLUMNS - size) + 1;
}

#define LINE_MAX (3 + 16 + 2 + 3 * COLUMNS + 1 + SPE_PACKET_TEXT_MAX + 1)

/* How many bytes of padding stand on one line with the first, at the end of a packet; 0: more input is needed
 * to tell. */
static size_t padding_line(const uint8_t *bytes, size_t left, int at_end)
{
    size_t run = 1;
    while (run < COLUMNS && run <= left && bytes[run] == 0)
        run++;
    return run == COLUMNS || run <= left || at_end ? run : 0;
}

/* Prints all lines that can be told: a packet each, or a run of padding. Returns the bytes used up. */
static size_t dump_lines(struct packet_dump *d, const uint8_t *bytes, size_t len, int at_end)
{
    spe_packet_iterator packets;
    struct spe_packet packet;
    char line[LINE_MAX];
    size_t used = 0;
    spe_packet_iterator_init(&packets, bytes, len, 0);
    while (spe_packet_iterator_next(&packets, &packet) > 0) {
        size_t size = (size_t)packet.header_size + packet.payload_size;
        if (packet.type == SPE_PACKET_PADDING)
            size = padding_line(bytes + used, spe_packet_iterator_left(&packets), at_end);
        if (!size)
            break;
        for (size_t i = 1; packet.type == SPE_PACKET_PADDING && i < size; i++)
            spe_packet_iterator_next(&packets, &packet);
        char *text = put_bytes(line, d->offset, bytes + used, size);
        text += spe_packet_text(&packet, d->text, text, SPE_PACKET_TEXT_MAX);
        *text++ = '\n';
        used += size;
        d->offset += size;
        if (tool_write(d->out, line, (size_t)(text - line)) != TOOL_OK)
            break;
    }
    return used;
}

/* The bytes end inside a packet: prints what there is of it. */
static void dump_tail(struct packet_dump *d, const uint8_t *bytes, size_t len, char *missing, size_t cap)
{
    struct spe_packet packet;
    char line[LINE_MAX];
    spe_packet_decode(bytes, len, &packet);
    snprintf(missing, cap, "%u more byte%s needed", packet.missing, packet.missing == 1 ? "" : "s");
    char *text = put_bytes(line, d->offset, bytes, len);
    const int n = snprintf(text, SPE_PACKET_TEXT_MAX, "truncated packet (%s)\n", missing);
    tool_write(d->out, line, (size_t)(text - line) + (size_t)n);
}

/* Prints what is kept of a packet that ends here, be it by a gap. */
static int dump_rest(struct packet_dump *d, struct carry *kept)
{
    char missing[40];
    const size_t used = dump_lines(d, kept->bytes, kept->size, 1);
    const uint64_t offset = d->offset;
    const int is_cut = used < kept->size;
    if (d->out->error) /* what is kept is not a packet's head then */
        return TOOL_FAILED;
    if (is_cut)
        dump_tail(d, kept->bytes + used, kept->size - used, missing, sizeof missing);
    kept->size = 0;
    if (!is_cut || d->source->step == SOURCE_GAP)
        return TOOL_OK;
    return source_cut_off(d->source, "input ends inside a packet", offset, missing);
}

/* Prints the lines of a piece, with what was kept of the one before. */
static void dump_piece(struct packet_dump *d, struct carry *kept, const uint8_t *bytes, size_t size)
{
    while (size && !d->out->error) {
        const size_t n = size < CHUNK ? size : CHUNK;
        memcpy(kept->bytes + kept->size, bytes, n);
        const size_t len = kept->size + n, used = dump_lines(d, kept->bytes, len, 0);
        kept->size = len - used;
        memmove(kept->bytes, kept->bytes + used, kept->size);
        bytes += n;
        size -= n;
    }
}

int dump_packets(struct tool_output *out, struct spe_source *source, const struct spe_text_config *text)
{
    static struct carry kept; /* large */
    struct packet_dump dump = {out, source, text, source->options->base + source->options->offset};
    struct packet_dump *d = &dump;
    kept.size = 0;
    for (int step = source_next(source); step != SOURCE_BUFFER_END; step = source_next(source)) {
        if (step <= SOURCE_ENDED || out->error)
            return TOOL_FAILED;
        if (step == SOURCE_GAP) {
            dump_rest(d, &kept);
            d->offset = source->offset;
        } else {
            dump_piece(d, &kept, source->bytes, source->size);
        }
    }
    return dump_rest(d, &kept);
}
