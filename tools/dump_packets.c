/* SPDX-License-Identifier: MIT */
/* See dump_packets.h. A packet that crosses two reads is carried over to the next. */
#include "dump_packets.h"

#include <string.h>

#include <libspe/spe.h>

#define COLUMNS 16      /* bytes on a line: the longest run of padding that perf puts on one */
#define CHUNK (1 << 16) /* bytes looked at at once */

struct packet_dump {
    struct lines *out;
    struct spe_source *source;
    const struct spe_text_config *text;
    uint64_t offset;      /* of the next packet */
    char columns[256][4]; /* a blank and a byte's digits */
};

/* What a piece ends with and does not tell yet: the head of a packet, a run of padding. */
struct carry {
    uint8_t bytes[COLUMNS + CHUNK + COLUMNS];
    size_t size;
};

static void make_columns(struct packet_dump *d)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        struct spe_writer w = spe_writer_begin(d->columns[byte], sizeof d->columns[byte]);
        spe_put_char(&w, ' ');
        spe_put_digit(&w, byte >> 4);
        spe_put_digit(&w, byte & 15);
    }
}

/* A multiple of four bytes, which a packet's are not. */
static void put_four(const struct packet_dump *d, char *at, const uint8_t *bytes)
{
    memcpy(at, d->columns[bytes[0]], 4);
    memcpy(at + 3, d->columns[bytes[1]], 4);
    memcpy(at + 6, d->columns[bytes[2]], 4);
    memcpy(at + 9, d->columns[bytes[3]], 4);
}

/* Begins a line: ".  OFFSET:  BYTES" and blanks up to the column of the text. Of the bytes that may be read more than
 * `size` are put: blanks cover them, with no branch for each packet size. */
static struct spe_writer begin_line(const struct packet_dump *d, const uint8_t *bytes, size_t size)
{
    struct spe_writer w = lines_begin(d->out);
    SPE_PUT(&w, ".  ");
    lines_put_offset(&w, d->offset);
    SPE_PUT(&w, ": ");
    char *const at = w.out + w.length;
    for (size_t i = 0; i < (size > SPE_PACKET_MAX_SIZE ? COLUMNS : 12); i += 4)
        put_four(d, at + 3 * i, bytes + i);
    memset(at + 3 * size, ' ', 3 * COLUMNS + 1);
    w.length += 3 * COLUMNS + 1;
    return w;
}

/* How many bytes of padding stand on one line with the first, at the end of a packet; 0: more input is needed to tell. */
static size_t padding_line(const uint8_t *bytes, size_t left, int at_end)
{
    const uint64_t first = spe_load64(bytes), second = spe_load64(bytes + 8);
    size_t run = first ? spe_lowest_bit(first) / 8 : second ? 8 + spe_lowest_bit(second) / 8 : COLUMNS;
    if (run > left + 1)
        run = left + 1;
    return run == COLUMNS || run <= left || at_end ? run : 0;
}

/* Prints all lines that can be told: a packet each, or a run of padding. Returns the bytes used up. */
static size_t dump_lines(struct packet_dump *d, const uint8_t *bytes, size_t len, int at_end)
{
    struct spe_packet packet;
    size_t used = 0;
    int packet_size;
    while ((packet_size = spe_packet_decode(bytes + used, len - used, &packet)) > 0) {
        const int is_padding = packet.type == SPE_PACKET_PADDING;
        const size_t size = is_padding ? padding_line(bytes + used, len - used - 1, at_end) : (size_t)packet_size;
        if (!size)
            break;
        struct spe_writer w = begin_line(d, bytes + used, size);
        w.length += (size_t)spe_packet_text(&packet, d->text, w.out + w.length, SPE_PACKET_TEXT_MAX);
        spe_put_char(&w, '\n');
        used += size;
        d->offset += size;
        if (lines_end(d->out, w.length) != TOOL_OK)
            break;
    }
    return used;
}

/* The bytes end inside a packet: prints what there is of it. */
static void dump_tail(struct packet_dump *d, const uint8_t *bytes, size_t len, char *missing, size_t cap)
{
    struct spe_packet packet;
    spe_packet_decode(bytes, len, &packet);
    snprintf(missing, cap, "%u more byte%s needed", packet.missing, packet.missing == 1 ? "" : "s");
    struct spe_writer w = begin_line(d, bytes, len);
    SPE_PUT(&w, "truncated packet (");
    spe_put(&w, missing);
    SPE_PUT(&w, ")\n");
    lines_end(d->out, w.length);
}

/* Prints what is kept of a packet that ends here, be it by a gap. */
static int dump_rest(struct packet_dump *d, struct carry *kept)
{
    char missing[40];
    const size_t used = dump_lines(d, kept->bytes, kept->size, 1);
    const uint64_t offset = d->offset;
    const int is_cut = used < kept->size;
    if (d->out->out.error) /* what is kept is not a packet's head then */
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
    while (size && !d->out->out.error) {
        const size_t n = size < CHUNK ? size : CHUNK;
        memcpy(kept->bytes + kept->size, bytes, n);
        const size_t len = kept->size + n, used = dump_lines(d, kept->bytes, len, 0);
        kept->size = len - used;
        memmove(kept->bytes, kept->bytes + used, kept->size);
        bytes += n;
        size -= n;
    }
}

int dump_packets(struct lines *out, struct spe_source *source, const struct spe_text_config *text)
{
    static struct carry kept; /* large */
    struct packet_dump dump = {out, source, text, source->options->base + source->options->offset, {{0}}};
    struct packet_dump *d = &dump;
    make_columns(d);
    kept.size = 0;
    for (int step = source_next(source); step != SOURCE_BUFFER_END; step = source_next(source)) {
        if (step <= SOURCE_ENDED || out->out.error)
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
