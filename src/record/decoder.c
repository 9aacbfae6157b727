/* SPDX-License-Identifier: MIT */
/*
 * The calls of decoder.h, and which of the decoder's three ways (decoder.h beside this file) is tried when:
 * spe_decoder_next() and spe_decoder_take() below say it.
 */
#include "../base/config.h"
#include "way_learned.h"
#include "way_whole.h"

_Static_assert(sizeof(struct decoder) <= SPE_DECODER_SIZE, "struct spe_decoder is too small");

/* -- a stream's beginning -- */

/* Reads the configuration. Returns NULL, or the name of the first member that is wrong. */
static const char *read_config(struct spe_decoder_config *out, const struct spe_decoder_config *in)
{
    const char *mistake = spe_config_read(out, in, offsetof(struct spe_decoder_config, reserved));
    if (mistake)
        return mistake;
    if (out->flags & ~(SPE_DECODE_RESYNC | SPE_DECODE_ARCH_INST))
        return "flags";
    if (!spe_is_alignment(out->alignment))
        return "alignment";
    return spe_has_kernel(out->kernel) ? NULL : "kernel";
}

const char *spe_decoder_config_mistake(const struct spe_decoder_config *cfg)
{
    struct spe_decoder_config config;
    return read_config(&config, cfg);
}

/* The record that was searched for is found, unless every record is searched for. */
static void stop_searching(struct decoder *d)
{
    d->is_searching = (d->config.flags & SPE_DECODE_RESYNC) != 0;
}

int spe_decoder_begin(struct decoder *d, const struct spe_decoder_config *cfg)
{
    memset(d, 0, sizeof *d);
    if (read_config(&d->config, cfg))
        return SPE_E_CONFIG;
    if (!d->config.max_record_size)
        d->config.max_record_size = SPE_RECORD_MAX_SIZE;
    d->position = d->config.offset;
    d->behind = d->position;
    stop_searching(d);
    spe_learned_begin(d);
    d->magic = SPE_DECODER_MAGIC;
    return SPE_OK;
}

int spe_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg)
{
    return d ? spe_decoder_begin((struct decoder *)(void *)d, cfg) : SPE_E_ARG;
}

int spe_decoder_lend(spe_decoder *d, void *memory, size_t size)
{
    if (!d || !memory)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    return decoder ? spe_lend(decoder, memory, size) : SPE_E_STATE;
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

/* -- where every way ends -- */

int spe_deliver(struct decoder *d, struct spe_record *out)
{
    const uint64_t size = d->draft.end - d->draft.offset;
    if (!(d->draft.present & SPE_HAS_EVENTS))
        d->draft.flags |= SPE_RECORD_NO_EVENTS;
    if (size > d->config.max_record_size) {
        d->draft.flags |= SPE_RECORD_OVER_LONG;
        d->stats.over_long++;
    }
    if (d->in_gap)
        d->draft.flags |= SPE_RECORD_AFTER_GAP;
    d->in_gap = 0;
    stop_searching(d);
    d->stats.records++;
    spe_draft_finish(&d->draft, out);
    out->size = size;
    d->in_record = 0;
    return 1;
}

/* -- which way is tried when -- */

/* Passes over the padding that is next. */
static void pass_padding(struct decoder *d)
{
    const size_t from = d->at;
    d->at = spe_skip_zeros(d->chunk, from, d->size);
    d->position += d->at - from;
    d->stats.packets[SPE_PACKET_PADDING] += d->at - from;
}

/* The second way, and what it takes may be learned for the first. */
static inline int take_whole(struct decoder *d, struct spe_record *out)
{
    const size_t at = d->at;
    if (!spe_take_whole(d, out))
        return 0;
    spe_learn_from(d, d->chunk + at, d->size - at, out);
    return 1;
}

/* What the first way did not take: the second where a record begins here and the stream is sound, else the third. */
int spe_decoder_take(struct decoder *d, struct spe_record *out)
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

/* The first way, or what is behind it. Batches (batch.c) and columns (columns.c) do the same for many records: the
 * first way as long as it goes, then a record by one of the others, and so on. */
int spe_decoder_next(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder)
        return SPE_E_STATE;
    return spe_gather_record(decoder, out) ? 1 : spe_decoder_take(decoder, out);
}

/* -- where a stream breaks off -- */

static void go_on_at(struct decoder *d, uint64_t offset)
{
    d->position = offset;
    d->behind = offset;
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
    stop_searching(decoder);
    return was_cut;
}

/* Whether the stream may be told something: bytes are used up, and no record, nor the head of one, is in progress. */
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
    decoder->stats.gaps += !decoder->in_gap; /* what is missing in front of the first byte */
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
