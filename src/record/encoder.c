/* SPDX-License-Identifier: MIT */
/*
 * Encodes records and packets to bytes. If a record might not fit, it is built in a small scratch buffer and copied
 * only when all of it fits, so the caller's buffer always ends with a whole packet.
 */
#include <string.h>

#include <libspe/encoder.h>

#include "../base/config.h"
#include "../base/context.h"
#include "order.h"

#define MAGIC 0x53504545u /* "SPEE" */

struct SPE_MAY_ALIAS encoder {
    uint32_t magic;
    int32_t status; /* the first error, which sticks */
    uint8_t *buffer;
    size_t cap;
    size_t used;
    uint64_t start;   /* stream offset of buffer[0] */
    uint64_t refused; /* records and packets that were refused */
    uint32_t open;    /* bytes of the record that spe_encoder_packet() has begun */
    uint32_t known;   /* SPE_HAS_* of all fields */
    struct spe_encoder_config config;
};

_Static_assert(sizeof(struct encoder) <= SPE_ENCODER_SIZE, "struct spe_encoder is too small");

static const struct encoder *open_encoder(const spe_encoder *e)
{
    const struct encoder *encoder = (const struct encoder *)(const void *)e;
    return encoder->magic == MAGIC ? encoder : NULL;
}

static int is_size(unsigned size, unsigned largest)
{
    return size <= largest && !(size & (size - 1));
}

/* Checks each value of a configuration. Returns NULL, or the name of the first invalid member. */
static const char *wrong_value(const struct spe_encoder_config *config)
{
    if (config->flags & ~(uint32_t)(SPE_ENCODE_EXTENDED | SPE_ENCODE_SATURATE))
        return "flags";
    if (!spe_is_alignment(config->alignment))
        return "alignment";
    if (config->max_record_size > SPE_RECORD_MAX_SIZE)
        return "max_record_size";
    if (config->layout > SPE_LAYOUT_SLOTS_64)
        return "layout";
    if (config->terminator > SPE_TERMINATOR_TIMESTAMP)
        return "terminator";
    if (!is_size(config->events_size, 8))
        return "events_size";
    if (!is_size(config->data_source_size, 2))
        return "data_source_size";
    return spe_is_counter_size(config->counter_bits) ? NULL : "counter_bits";
}

/* Checks what SPE_LAYOUT_SLOTS_64 permits. Returns NULL, or the name of the first invalid member. */
static const char *wrong_slots(const struct spe_encoder_config *config)
{
    if (config->flags & SPE_ENCODE_EXTENDED)
        return "flags";
    if (config->max_record_size && config->max_record_size < SPE_SLOTS_SIZE)
        return "max_record_size";
    if (config->events_size && config->events_size != 2)
        return "events_size";
    return config->data_source_size > 1 ? "data_source_size" : NULL;
}

static const char *read_config(struct spe_encoder_config *out, const struct spe_encoder_config *in)
{
    const char *problem = spe_config_read(out, in, SPE_CONFIG_V1_SIZE, offsetof(struct spe_encoder_config, reserved));
    if (!problem)
        problem = wrong_value(out);
    return !problem && out->layout == SPE_LAYOUT_SLOTS_64 ? wrong_slots(out) : problem;
}

const char *spe_encoder_config_problem(const struct spe_encoder_config *cfg)
{
    struct spe_encoder_config config;
    return read_config(&config, cfg);
}

int spe_encoder_init(spe_encoder *e, void *buffer, size_t cap, const struct spe_encoder_config *cfg)
{
    if (!e || (!buffer && cap))
        return SPE_E_ARG;
    struct encoder *encoder = (struct encoder *)(void *)e;
    struct spe_encoder_config *config = &encoder->config;
    memset(encoder, 0, sizeof *encoder);
    if (read_config(config, cfg))
        return SPE_E_CONFIG;
    if (!config->max_record_size)
        config->max_record_size = SPE_RECORD_MAX_SIZE;
    if (config->layout == SPE_LAYOUT_SLOTS_64) {
        config->events_size = 2;
        config->data_source_size = 1;
    }
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++)
        encoder->known |= UINT32_C(1) << spe_kind_order[i];
    encoder->buffer = buffer;
    encoder->cap = cap;
    encoder->start = config->offset;
    encoder->magic = MAGIC;
    return SPE_OK;
}

/*
 * Makes the next `size` bytes of the buffer part of the stream. They are copied from `bytes`, or are already in their
 * place. At the end of a record, adds zeros up to the alignment. Returns the number of bytes, or SPE_E_SPACE, with
 * nothing changed.
 */
static int append(struct encoder *e, const uint8_t *bytes, size_t size, int ends_record)
{
    if (e->used >= e->cap || size > e->cap - e->used) /* a full buffer may be NULL */
        return SPE_E_SPACE;
    const uint64_t position = e->start + e->used + size;
    const uint64_t mask = e->config.alignment && ends_record ? e->config.alignment - 1 : 0;
    const uint64_t end = e->used + size + (-position & mask);
    if (end > e->cap)
        return SPE_E_SPACE;
    if (bytes)
        memcpy(e->buffer + e->used, bytes, size);
    for (size_t at = e->used + size; at < end; at++)
        e->buffer[at] = 0;
    const int written = (int)(end - e->used);
    e->used = (size_t)end;
    return written;
}

/* Returns the fields to write, or a status. The configuration chooses the terminator. */
static int64_t choose_fields(const struct encoder *e, const struct spe_record *in)
{
    const uint32_t ends = SPE_HAS_TIMESTAMP | SPE_HAS_END;
    const uint32_t fields = in->present & ~ends;
    if ((in->present & ~e->known) || (in->present & ends) == ends)
        return SPE_E_ARG;
    if (e->config.terminator == SPE_TERMINATOR_TIMESTAMP && !(in->present & SPE_HAS_TIMESTAMP))
        return SPE_E_LAYOUT;
    if (e->config.terminator == SPE_TERMINATOR_END || !(in->present & SPE_HAS_TIMESTAMP))
        return fields | SPE_HAS_END;
    return fields | SPE_HAS_TIMESTAMP;
}

/* Returns the payload size of a field (as configured, or the record's, or the smallest one), or a status. */
static int choose_size(unsigned header, unsigned configured, unsigned own, uint64_t value)
{
    unsigned size = configured ? configured : own;
    if ((size & ~(unsigned)spe_headers[header].sizes) || (size & (size - 1)))
        return SPE_E_KIND;
    if (size)
        return spe_is_wider(value, size) ? SPE_E_RANGE : (int)size;
    for (size = 1; spe_is_wider(value, size);) /* 8 Events bytes and 2 of a data source hold every value */
        size *= 2;
    return (int)size;
}

/* The bits of all counters of the record, or-ed: above a limit 2^n - 1 if any counter is. */
static unsigned any_counter(const struct spe_record *in, uint32_t fields)
{
#define COUNTER(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                             \
    | (fields & SPE_HAS_##NAME ? (unsigned)in->member : 0u)
    return 0 SPE_EACH_COUNTER(COUNTER);
#undef COUNTER
}

static int has_large_counter(const struct encoder *e, const struct spe_record *in, uint32_t fields)
{
    return e->config.counter_bits == 12 && any_counter(in, fields) > 0xfff;
}

/* Chooses fields and sizes, and refuses records that cannot be written. */
static int choose(const struct encoder *e, const struct spe_record *in, struct spe_choice *out)
{
    const struct spe_encoder_config *config = &e->config;
    const int64_t fields = choose_fields(e, in);
    if (fields < 0)
        return (int)fields;
    out->fields = (uint32_t)fields;
    out->extended = config->flags & SPE_ENCODE_EXTENDED;
    if (config->layout == SPE_LAYOUT_SLOTS_64 && ((fields & SPE_ONE_SLOT) == SPE_ONE_SLOT || (fields & SPE_NO_SLOT)))
        return SPE_E_LAYOUT;
    if ((fields & SPE_HAS_OPERATION) && in->op_class > SPE_CLASS_BRANCH)
        return SPE_E_KIND;
    if (has_large_counter(e, in, out->fields)) /* saturated counters are never too large */
        return SPE_E_RANGE;
    int size = 0;
    if (fields & SPE_HAS_EVENTS)
        size = choose_size(SPE_HEADER_EVENTS, config->events_size, in->events_size, in->events);
    if (size < 0)
        return size;
    out->events_size = (unsigned)size;
    if (fields & SPE_HAS_DATA_SOURCE)
        size = choose_size(SPE_HEADER_DATA_SOURCE, config->data_source_size, in->data_source_size, in->data_source);
    if (size < 0)
        return size;
    out->data_source_size = (unsigned)size;
    return SPE_OK;
}

/* Encodes a record: in place if the buffer surely has room, otherwise in a scratch buffer. */
static int encode_record(struct encoder *e, const struct spe_record *in)
{
    uint8_t scratch[SPE_ORDER_ROOM];
    struct spe_choice choice = {0, 0, 0, 0};
    const int is_slots = e->config.layout == SPE_LAYOUT_SLOTS_64;
    const int status = choose(e, in, &choice);
    if (status != SPE_OK)
        return status;
    if (is_slots && e->open)
        return SPE_E_STATE;
    const int in_place = e->cap - e->used >= SPE_ORDER_ROOM;
    uint8_t *bytes = in_place ? e->buffer + e->used : scratch;
    const unsigned size = is_slots ? spe_put_slots(bytes, in, &choice) : spe_put_canonical(bytes, in, &choice);
    if (e->open + size > e->config.max_record_size)
        return SPE_E_LAYOUT;
    const int written = append(e, in_place ? NULL : scratch, size, 1);
    if (written >= 0)
        e->open = 0;
    return written;
}

/* Encodes the record with its counters saturated to 12 bits. */
static SPE_NOINLINE int encode_saturated(struct encoder *e, const struct spe_record *in)
{
    struct spe_record record = *in;
#define SATURATE(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                            \
    record.member = in->member < 0xfff ? in->member : 0xfff;
    SPE_EACH_COUNTER(SATURATE)
#undef SATURATE
    return encode_record(e, &record);
}

/* Records and packets that cannot be encoded are counted; other errors stick. Returns `written`. */
static int settle(struct encoder *e, int written)
{
    if (SPE_IS_NOT_ENCODABLE(written))
        e->refused++;
    else if (written < 0)
        e->status = written;
    return written;
}

int spe_encoder_record(spe_encoder *e, const struct spe_record *in)
{
    if (!e || !open_encoder(e))
        return e ? SPE_E_STATE : SPE_E_ARG;
    struct encoder *encoder = (struct encoder *)(void *)e;
    if (encoder->status)
        return encoder->status;
    if (!in)
        return settle(encoder, SPE_E_ARG);
    const int is_saturated =
        (encoder->config.flags & SPE_ENCODE_SATURATE) && has_large_counter(encoder, in, in->present);
    return settle(encoder, is_saturated ? encode_saturated(encoder, in) : encode_record(encoder, in));
}

static int encode_packet(struct encoder *e, const struct spe_packet *in)
{
    uint8_t scratch[SPE_PACKET_MAX_SIZE] = {0};
    const int size = spe_packet_encode(in, scratch, sizeof scratch);
    if (size < 0)
        return size;
    const uint8_t type = spe_header_find(scratch[0], scratch[1])->type;
    const int is_between = type == SPE_PACKET_PADDING && !e->open; /* padding between records belongs to no record */
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
    return settle(encoder, encode_packet(encoder, in));
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

uint64_t spe_encoder_refused(const spe_encoder *e)
{
    const struct encoder *encoder = e ? open_encoder(e) : NULL;
    return encoder ? encoder->refused : 0;
}

int spe_encoder_restart(spe_encoder *e, void *buffer, size_t cap)
{
    if (!e || (!buffer && cap))
        return SPE_E_ARG;
    if (!open_encoder(e))
        return SPE_E_STATE;
    struct encoder *encoder = (struct encoder *)(void *)e;
    encoder->start += encoder->used;
    encoder->buffer = buffer;
    encoder->cap = cap;
    encoder->used = 0;
    encoder->status = SPE_OK;
    return SPE_OK;
}
