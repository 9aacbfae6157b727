/* SPDX-License-Identifier: MIT */
/*
 * Records and packets to bytes. A record is put together in a small scratch buffer and copied only when all of it is
 * known to fit, so that the caller's buffer always ends with a whole packet.
 */
#include <string.h>

#include <libspe/encoder.h>

#include "config.h"
#include "context.h"
#include "record.h"

#define MAGIC 0x53504545u /* "SPEE" */
#define SLOTS_SIZE 64
/* More than one packet of every kind of a record: 5 addresses, 4 counters, 2 contexts and so on. */
#define SCRATCH_SIZE 128

struct SPE_MAY_ALIAS encoder {
    uint32_t magic;
    int32_t status; /* the first error */
    uint8_t *buffer;
    size_t cap;
    size_t used;
    uint64_t before;  /* bytes written into earlier buffers */
    uint32_t open;    /* bytes of the record that spe_encoder_packet() has begun */
    uint32_t padding; /* not used */
    struct spe_encoder_config config;
};

_Static_assert(sizeof(struct encoder) <= SPE_ENCODER_SIZE, "struct spe_encoder is too small");

/*
 * SPE_LAYOUT_SLOTS_64: where each kind of packet stands, as captured on Neoverse cores. The branch target and the data
 * VA share a slot; End takes the last byte of the Timestamp's.
 */
#define NO_SLOT 0xff
/* clang-format off */
static const uint8_t slots[SPE_KINDS] = {
    [SPE_KIND_PC]                   = 0,
    [SPE_KIND_CONTEXT_EL1]          = 9,
    [SPE_KIND_CONTEXT_EL2]          = 14,
    [SPE_KIND_OPERATION]            = 19,
    [SPE_KIND_EVENTS]               = 21, /* events, 2 bytes */
    [SPE_KIND_ISSUE_LATENCY]        = 24,
    [SPE_KIND_TOTAL_LATENCY]        = 27,
    [SPE_KIND_BRANCH_TARGET]        = 30,
    [SPE_KIND_DATA_VA]              = 30,
    [SPE_KIND_TRANSLATION_LATENCY]  = 39,
    [SPE_KIND_DATA_PA]              = 42,
    [SPE_KIND_DATA_SOURCE]          = 51, /* data source, 1 byte */
    [SPE_KIND_TIMESTAMP]            = 55,
    [SPE_KIND_END]                  = 63,
    [SPE_KIND_PREV_BRANCH_TARGET]   = NO_SLOT,
    [SPE_KIND_ALT_ISSUE_LATENCY]    = NO_SLOT,
};
/* clang-format on */

/* Fields that want the same slot. */
#define ONE_SLOT (SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA)

static const struct encoder *open_encoder(const spe_encoder *e)
{
    const struct encoder *encoder = (const struct encoder *)(const void *)e;
    return encoder->magic == MAGIC ? encoder : NULL;
}

static int is_size(unsigned size, unsigned largest)
{
    return size <= largest && !(size & (size - 1));
}

static int check_config(const struct spe_encoder_config *config)
{
    if ((config->flags & ~(uint32_t)SPE_ENCODE_EXTENDED) || !spe_is_alignment(config->alignment) ||
        config->max_record_size > SPE_RECORD_MAX_SIZE || config->layout > SPE_LAYOUT_SLOTS_64 ||
        config->terminator > SPE_TERMINATOR_TIMESTAMP || !is_size(config->events_size, 8) ||
        !is_size(config->data_source_size, 2))
        return SPE_E_CONFIG;
    if (config->counter_bits && config->counter_bits != 12 && config->counter_bits != 16)
        return SPE_E_CONFIG;
    if (config->layout == SPE_LAYOUT_SLOTS_64 &&
        (config->flags || (config->events_size && config->events_size != 2) || config->data_source_size > 1 ||
         (config->max_record_size && config->max_record_size < SLOTS_SIZE)))
        return SPE_E_CONFIG;
    return SPE_OK;
}

int spe_encoder_init(spe_encoder *e, void *buffer, size_t cap, const struct spe_encoder_config *cfg)
{
    if (!e || (!buffer && cap))
        return SPE_E_ARG;
    struct encoder *encoder = (struct encoder *)(void *)e;
    struct spe_encoder_config *config = &encoder->config;
    memset(encoder, 0, sizeof *encoder);
    if (spe_config_read(config, cfg, offsetof(struct spe_encoder_config, reserved)) != SPE_OK ||
        check_config(config) != SPE_OK)
        return SPE_E_CONFIG;
    if (!config->max_record_size)
        config->max_record_size = SPE_RECORD_MAX_SIZE;
    if (config->layout == SPE_LAYOUT_SLOTS_64) {
        config->events_size = 2;
        config->data_source_size = 1;
    }
    encoder->buffer = buffer;
    encoder->cap = cap;
    encoder->magic = MAGIC;
    return SPE_OK;
}

/* Zeros from `size` bytes further on to the next multiple of the alignment. */
static size_t padding_after(const struct encoder *e, size_t size)
{
    const uint64_t end = e->before + e->used + size;
    return e->config.alignment ? (size_t)(-end & (e->config.alignment - 1)) : 0;
}

/* Writes `size` bytes and, where they end a record, padding: all or nothing. */
static int append(struct encoder *e, const uint8_t *bytes, size_t size, int ends_record)
{
    const size_t padding = ends_record ? padding_after(e, size) : 0;
    if (e->cap - e->used < size || e->cap - e->used - size < padding)
        return SPE_E_SPACE;
    memcpy(e->buffer + e->used, bytes, size);
    memset(e->buffer + e->used + size, 0, padding);
    e->used += size + padding;
    return (int)(size + padding);
}

static int has_unknown_fields(uint32_t present)
{
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++)
        present &= ~(UINT32_C(1) << spe_kind_order[i]);
    return present != 0;
}

/* The fields to write: the terminator is the configuration's to choose. Or a status. */
static int64_t choose_fields(const struct encoder *e, const struct spe_record *in)
{
    const uint32_t ends = SPE_HAS_TIMESTAMP | SPE_HAS_END;
    const uint32_t fields = in->present & ~ends;
    if (has_unknown_fields(in->present) || (in->present & ends) == ends)
        return SPE_E_ARG;
    if (e->config.terminator == SPE_TERMINATOR_TIMESTAMP && !(in->present & SPE_HAS_TIMESTAMP))
        return SPE_E_LAYOUT;
    if (e->config.terminator == SPE_TERMINATOR_END || !(in->present & SPE_HAS_TIMESTAMP))
        return fields | SPE_HAS_END;
    return fields | SPE_HAS_TIMESTAMP;
}

/* One field's packet at `bytes`. Returns its size or a status. */
static int put_field(const struct encoder *e, const struct spe_record *in, unsigned kind, uint8_t *bytes)
{
    const uint8_t header = spe_kinds[kind].header;
    const unsigned configured = header == SPE_HEADER_EVENTS        ? e->config.events_size
                                : header == SPE_HEADER_DATA_SOURCE ? e->config.data_source_size
                                                                   : 0;
    const unsigned size = configured ? configured : spe_record_size_of(in, kind);
    const int has_long_header = header == SPE_HEADER_ADDRESS || header == SPE_HEADER_COUNTER;
    const unsigned flags = has_long_header && (e->config.flags & SPE_ENCODE_EXTENDED) ? SPE_BUILD_EXTENDED : 0;
    struct spe_packet packet;
    const int status = spe_record_packet_as(in, kind, size, flags, &packet);
    if (status < 0)
        return status;
    if (header == SPE_HEADER_COUNTER && e->config.counter_bits == 12 && packet.payload > 0xfff)
        return SPE_E_RANGE;
    return spe_packet_encode(&packet, bytes, SPE_PACKET_MAX_SIZE);
}

/* The fields' packets in the configured layout. Returns their size or a status. */
static int put_fields(const struct encoder *e, const struct spe_record *in, uint32_t fields, uint8_t *scratch)
{
    const int fixed = e->config.layout == SPE_LAYOUT_SLOTS_64;
    int size = 0;
    if (fixed && (fields & ONE_SLOT) == ONE_SLOT)
        return SPE_E_LAYOUT;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
        const unsigned kind = spe_kind_order[i];
        if (!(fields >> kind & 1))
            continue;
        if (fixed && slots[kind] == NO_SLOT)
            return SPE_E_LAYOUT;
        const int n = put_field(e, in, kind, scratch + (fixed ? slots[kind] : size));
        if (n < 0)
            return n;
        size += n;
    }
    return fixed ? SLOTS_SIZE : size;
}

static int encode_record(struct encoder *e, const struct spe_record *in)
{
    uint8_t scratch[SCRATCH_SIZE] = {0};
    const int64_t fields = choose_fields(e, in);
    if (fields < 0)
        return (int)fields;
    if (e->config.layout == SPE_LAYOUT_SLOTS_64 && e->open)
        return SPE_E_STATE;
    const int size = put_fields(e, in, (uint32_t)fields, scratch);
    if (size < 0)
        return size;
    if (e->open + (uint32_t)size > e->config.max_record_size)
        return SPE_E_LAYOUT;
    const int written = append(e, scratch, (size_t)size, 1);
    if (written >= 0)
        e->open = 0;
    return written;
}

int spe_encoder_record(spe_encoder *e, const struct spe_record *in)
{
    if (!e || !open_encoder(e))
        return e ? SPE_E_STATE : SPE_E_ARG;
    struct encoder *encoder = (struct encoder *)(void *)e;
    if (encoder->status)
        return encoder->status;
    const int written = in ? encode_record(encoder, in) : SPE_E_ARG;
    if (written < 0)
        encoder->status = written;
    return written;
}

static int encode_packet(struct encoder *e, const struct spe_packet *in)
{
    uint8_t scratch[SPE_PACKET_MAX_SIZE];
    const int size = spe_packet_encode(in, scratch, sizeof scratch);
    if (size < 0)
        return size;
    const uint8_t type = spe_header_find(scratch[0], scratch[1])->type;
    const int is_between = type == SPE_PACKET_PADDING && !e->open; /* padding between records is part of none */
    const int is_last = type == SPE_PACKET_END || type == SPE_PACKET_TIMESTAMP;
    const uint32_t open = is_between ? 0 : e->open + (uint32_t)size;
    if (open > e->config.max_record_size)
        return SPE_E_LAYOUT;
    const int written = append(e, scratch, (size_t)size, is_last);
    if (written >= 0)
        e->open = is_last ? 0 : open;
    return written;
}

int spe_encoder_packet(spe_encoder *e, const struct spe_packet *in)
{
    if (!e || !open_encoder(e))
        return e ? SPE_E_STATE : SPE_E_ARG;
    struct encoder *encoder = (struct encoder *)(void *)e;
    if (encoder->status)
        return encoder->status;
    const int written = encode_packet(encoder, in);
    if (written < 0)
        encoder->status = written;
    return written;
}

size_t spe_encoder_size(const spe_encoder *e)
{
    const struct encoder *encoder = e ? open_encoder(e) : NULL;
    return encoder ? encoder->used : 0;
}

int spe_encoder_status(const spe_encoder *e)
{
    if (!e)
        return SPE_E_ARG;
    const struct encoder *encoder = open_encoder(e);
    return encoder ? encoder->status : SPE_E_STATE;
}

int spe_encoder_restart(spe_encoder *e, void *buffer, size_t cap)
{
    if (!e || (!buffer && cap))
        return SPE_E_ARG;
    if (!open_encoder(e))
        return SPE_E_STATE;
    struct encoder *encoder = (struct encoder *)(void *)e;
    encoder->before += encoder->used;
    encoder->buffer = buffer;
    encoder->cap = cap;
    encoder->used = 0;
    encoder->status = SPE_OK;
    return SPE_OK;
}
