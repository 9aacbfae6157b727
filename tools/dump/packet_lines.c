/* SPDX-License-Identifier: MIT */
/* See packet_lines.h. The bytes at the end of a piece that are not yet a packet are kept for the next piece. */
#include "packet_lines.h"

#include <string.h>

#include <libspe/spe.h>

#define CARRIED 16      /* the most bytes: the first bytes of a packet, or a run of padding whose line is not full */
#define CHUNK (1 << 16) /* bytes that are processed at once */

struct packet_dump {
    struct lines *out;
    struct spe_source *source;
    const struct spe_text_config *text;
    uint64_t offset; /* stream offset of the next packet */
    uint32_t record; /* spe_dump.record */
};

struct carry {
    uint8_t bytes[CARRIED + CHUNK];
    size_t size;
};

/* Prints all lines that are complete: a packet each, or a run of padding. Returns the number of bytes that are left. */
static size_t dump_lines(struct packet_dump *d, const uint8_t *bytes, size_t len, int at_end)
{
    struct spe_dump dump = SPE_DUMP_INIT;
    dump.is_last = (uint32_t)at_end;
    dump.offset = d->offset;
    dump.record = d->record;
    dump.bytes = bytes;
    dump.len = len;
    for (int n = 1; n > 0 && !d->out->out.error;) {
        const struct text_writer w = lines_begin(d->out);
        n = spe_dump_text(&dump, d->text, w.out, w.room);
        lines_end(d->out, (size_t)n);
    }
    d->offset = dump.offset;
    d->record = dump.record;
    return dump.len;
}

/* Prints the kept part of a packet that a gap or a read error cuts off. */
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
        return TOOL_FAILED; /* its message has been printed */
    if (!is_cut || d->source->step == SOURCE_GAP)
        return TOOL_OK;
    snprintf(missing, sizeof missing, "%u more byte%s needed", packet.missing, packet.missing == 1 ? "" : "s");
    return source_cut_off(d->source, "input ends inside a packet", offset, missing);
}

/* Prints the lines of a piece, with the bytes that were kept of the last piece. */
static void dump_piece(struct packet_dump *d, struct carry *kept, const uint8_t *bytes, size_t size)
{
    while (size && !d->out->out.error) {
        const size_t n = size < CHUNK ? size : CHUNK;
        memcpy(kept->bytes + kept->size, bytes, n);
        const size_t len = kept->size + n;
        kept->size = dump_lines(d, kept->bytes, len, 0);
        memmove(kept->bytes, kept->bytes + len - kept->size, kept->size);
        bytes += n;
        size -= n;
    }
}

int dump_packets(struct lines *out, struct spe_source *source, const struct spe_text_config *text)
{
    static struct carry kept; /* static because it is large */
    struct packet_dump dump = {out, source, text, source->options->base + source->options->offset, 0};
    struct packet_dump *d = &dump;
    kept.size = 0;
    for (int step = source_next(source); step == SOURCE_BYTES || step == SOURCE_GAP; step = source_next(source)) {
        if (out->out.error)
            return TOOL_FAILED;
        if (step == SOURCE_GAP) {
            dump_rest(d, &kept);
            d->offset = source->offset;
            d->record = 0;
        } else {
            dump_piece(d, &kept, source->bytes, source->size);
        }
    }
    return dump_rest(d, &kept);
}
