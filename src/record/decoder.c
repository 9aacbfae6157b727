/* SPDX-License-Identifier: MIT */
/*
 * The calls of the public decoder.h, and when each of the decoder's three ways (see decoder.h in this folder) is tried:
 * spe_decoder_next() and spe_decoder_take() decide it.
 */
#include "../base/config.h"
#include "decoder.h"
#include "way_learned.h"
#include "way_packets.h"
#include "way_whole.h"

_Static_assert(sizeof(struct decoder) <= SPE_DECODER_SIZE, "struct spe_decoder is too small");

/* -- a stream's beginning -- */

/* Reads the configuration. Returns NULL, or the name of the first invalid member. */
static const char *read_config(struct spe_decoder_config *out, const struct spe_decoder_config *in)
{
    const char *problem = spe_config_read(out, in, SPE_CONFIG_V1_SIZE, offsetof(struct spe_decoder_config, reserved));
    if (problem)
        return problem;
    if (out->flags & ~(SPE_DECODE_RESYNC | SPE_DECODE_ARCH_INST))
        return "flags";
    if (!spe_is_alignment(out->alignment))
        return "alignment";
    return spe_has_kernel(out->kernel) ? NULL : "kernel";
}

const char *spe_decoder_config_problem(const struct spe_decoder_config *cfg)
{
    struct spe_decoder_config config;
    return read_config(&config, cfg);
}

static int begin(struct decoder *d, const struct spe_decoder_config *cfg)
{
    memset(d, 0, sizeof *d);
    if (read_config(&d->config, cfg))
        return SPE_E_CONFIG;
    if (!d->config.max_record_size)
        d->config.max_record_size = SPE_RECORD_MAX_SIZE;
    d->position = d->config.offset;
    d->packet_end = d->position;
    spe_stop_searching(d);
    spe_learned_begin(d);
    d->magic = SPE_DECODER_MAGIC;
    return SPE_OK;
}

int spe_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg)
{
    return d ? begin((struct decoder *)(void *)d, cfg) : SPE_E_ARG;
}

int spe_decoder_lend(spe_decoder *d, void *memory, size_t size)
{
    if (!d || !memory)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder)
        return SPE_E_STATE;
    if (size < SPE_MANY_LEAST) /* checked before the memory that was provided earlier is given up */
        return SPE_E_SPACE;
    spe_lend(decoder, memory, size);
    return SPE_OK;
}

int spe_decoder_feed(spe_decoder *d, const void *bytes, size_t len)
{
    if (!d || (!bytes && len))
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder || decoder->finished || decoder->at < decoder->size)
        return SPE_E_STATE;
    spe_borrow(decoder, bytes, len);
    return SPE_OK;
}

/* -- which way is tried when -- */

/* Skips the padding at the front of the chunk. */
static void pass_padding(struct decoder *d)
{
    const size_t from = d->at;
    d->at = spe_skip_zeros(d->chunk, from, d->size);
    d->position += d->at - from;
    d->stats.packets[SPE_PACKET_PADDING] += d->at - from;
}

/* Tries the second way; the layout of the record that it takes may be learned for the first way. */
static inline int take_whole(struct decoder *d, struct spe_record *out)
{
    if (!spe_take_whole(d, out))
        return 0;
    spe_learn_from(d, out);
    return 1;
}

/* Takes what the first way did not: by the second way if a record begins here and the stream is sound, otherwise by the
 * third. */
SPE_HOT int spe_decoder_take(struct decoder *d, struct spe_record *out)
{
    while (d->at < d->size) {
        if (d->skip) {
            spe_skip_bytes(d);
            continue;
        }
        if (!d->tail_size && !d->chunk[d->at])
            pass_padding(d);
        if (!d->is_searching && !d->in_record && !d->tail_size && take_whole(d, out))
            return 1;
        if (spe_take_packet(d, out))
            return 1;
    }
    return 0;
}

/* A function of its own, so that a stream without learned layouts does not pay for it. */
static SPE_NOINLINE int next_learned(struct decoder *d, struct spe_record *out)
{
    return spe_gather_record(d, out) ? 1 : spe_decoder_take(d, out);
}

/* Tries the first way, then the others. Batches (batch.c) and columns (columns.c) do the same for many records: they
 * use the first way while it works, then another way for one record, and so on. */
SPE_HOT int spe_decoder_next(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder)
        return SPE_E_STATE;
    return spe_has_learned(decoder) ? next_learned(decoder, out) : spe_decoder_take(decoder, out);
}

/* -- where a stream is interrupted -- */

static void go_on_at(struct decoder *d, uint64_t offset)
{
    d->position = offset;
    d->packet_end = offset;
    d->skip = 0;
}

int spe_decoder_gap(spe_decoder *d, uint64_t offset, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder || decoder->finished || decoder->at < decoder->size)
        return SPE_E_STATE;
    const uint64_t gaps = decoder->stats.gaps + 1; /* what resynchronisation drops here is part of this gap */
    const int was_cut = spe_cut_off(decoder, out);
    decoder->stats.gaps = gaps;
    decoder->in_gap = 1;
    go_on_at(decoder, offset);
    spe_stop_searching(decoder);
    return was_cut;
}

/* Whether the decoder is between records: all bytes are used up, and neither a record nor a packet is in progress. */
static int is_between(const struct decoder *d)
{
    return !d->finished && d->at == d->size && !d->in_record && !d->tail_size;
}

int spe_decoder_set_offset(spe_decoder *d, uint64_t offset)
{
    if (!d)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder || !is_between(decoder))
        return SPE_E_STATE;
    go_on_at(decoder, offset);
    return SPE_OK;
}

int spe_decoder_resync(spe_decoder *d)
{
    if (!d)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder || !is_between(decoder) || (!decoder->in_gap && decoder->stats.bytes))
        return SPE_E_STATE;
    decoder->stats.gaps += !decoder->in_gap; /* bytes are missing before the first byte */
    decoder->in_gap = 1;
    decoder->is_searching = 1;
    return SPE_OK;
}

int spe_decoder_finish(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder || decoder->at < decoder->size)
        return SPE_E_STATE;
    decoder->finished = 1;
    return spe_cut_off(decoder, out);
}

/* -- counts -- */

int spe_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    const struct decoder *decoder = (const struct decoder *)(const void *)d;
    if (decoder->magic != SPE_DECODER_MAGIC)
        return SPE_E_STATE;
    *out = decoder->stats;
    out->bytes -= decoder->size - decoder->at;
    spe_count_held(out, decoder->held, 1);
#if SPE_LEARNING
    spe_count_learned(&decoder->learned, out);
#endif
    return SPE_OK;
}
