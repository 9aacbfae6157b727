/* SPDX-License-Identifier: MIT */
/* See dump_packets.h. What a piece ends with and does not tell yet is carried over to the next. */
#include "dump_packets.h"

#include <string.h>

#include <libspe/spe.h>

#define CARRIED 16      /* bytes at most: the head of a packet, a run of padding whose line is not full */
#define CHUNK (1 << 16) /* bytes looked at at once */

struct packet_dump {
    struct lines *out;
    struct spe_source *source;
    const struct spe_text_config *text;
    uint64_t offset; /* of the next packet */
};

struct carry {
    uint8_t bytes[CARRIED + CHUNK];
    size_t size;
};

/* Prints all lines that can be told: a packet each, or a run of padding. Returns the bytes used up. */
static size_t dump_lines(struct packet_dump *d, const uint8_t *bytes, size_t len, int at_end)
{
    size_t used = 0, taken = 1;
    while (taken && !d->out->out.error) {
        const struct spe_writer w = lines_begin(d->out);
        const int n = spe_dump_text(bytes + used, len - used, d->offset, at_end, d->text, w.out, w.room, &taken);
        lines_end(d->out, (size_t)n);
        used += taken;
        d->offset += taken;
    }
    return used;
}

/* Prints what is kept of a packet that ends here, be it by a gap or as what follows cannot be read. */
static int dump_rest(struct packet_dump *d, struct carry *kept)
{
    struct spe_packet packet;
    char missing[40];
    const int is_cut = kept->size && spe_packet_decode(kept->bytes, kept->size, &packet) == SPE_E_MORE;
    const uint64_t offset = d->offset;
    dump_lines(d, kept->bytes, kept->size, 1);
    kept->size = 0;
    if (d->out->out.error)
        return TOOL_FAILED;
    if (d->source->step == SOURCE_FAILED)
        return TOOL_FAILED; /* of which a message has been given */
    if (!is_cut || d->source->step == SOURCE_GAP)
        return TOOL_OK;
    snprintf(missing, sizeof missing, "%u more byte%s needed", packet.missing, packet.missing == 1 ? "" : "s");
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
    struct packet_dump dump = {out, source, text, source->options->base + source->options->offset};
    struct packet_dump *d = &dump;
    kept.size = 0;
    for (int step = source_next(source); step == SOURCE_BYTES || step == SOURCE_GAP; step = source_next(source)) {
        if (out->out.error)
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
