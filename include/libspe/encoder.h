/* SPDX-License-Identifier: MIT */
/*
 * libspe/encoder.h: records and packets to bytes, in a caller's buffer (DDI 0487, D18.1 and D18.2).
 *
 *     spe_encoder e;
 *     spe_encoder_init(&e, buffer, sizeof buffer, NULL);
 *     spe_encoder_record(&e, &record);
 *     ...
 *     if (spe_encoder_status(&e) == SPE_OK && spe_encoder_refused(&e) == 0)
 *         write(fd, buffer, spe_encoder_size(&e));
 *
 * Promised: what the wire, or the configured form, cannot hold is refused, never truncated, and saturated only if asked
 * for. A call adds all of its bytes or none, so that the first spe_encoder_size() bytes are always whole packets (whole
 * records, where only spe_encoder_record is used). Nothing beyond the buffer is touched; what is in the buffer behind
 * spe_encoder_size() is not specified, even if a call fails.
 *
 * Errors. A record or packet that cannot be encoded (SPE_E_RANGE, SPE_E_KIND, SPE_E_LAYOUT, SPE_E_HEADER) is refused
 * and counted, and the next one is as welcome as ever. Lack of space and misuse (SPE_E_SPACE, SPE_E_ARG, SPE_E_STATE)
 * stick: every later call returns the same and adds nothing, until spe_encoder_restart(). So one check of
 * spe_encoder_status() and spe_encoder_refused() at the end is enough.
 *
 * An encoder belongs to one thread at a time.
 *
 * Decoding what was written gives the same record again: all fields that `present` names, events_size and
 * data_source_size as written; not offset, size and flags.
 */
#ifndef LIBSPE_ENCODER_H
#define LIBSPE_ENCODER_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_ENCODER_SIZE 128 /* bytes of spe_encoder, on every target and in every 1.x version */

/* Caller-owned storage, no destructor. */
typedef struct spe_encoder {
    uint64_t opaque[SPE_ENCODER_SIZE / 8];
} spe_encoder;

/* struct spe_encoder_config.layout */
enum {
    /* The order that the manual's pseudocode writes: contexts, counters and addresses by ascending INDEX, data
     * source, operation type, events, then Timestamp or End. */
    SPE_LAYOUT_CANONICAL = 0,
    /* The 64-byte slot map of Neoverse cores, zero where a slot is empty. It has no place for a previous branch
     * target or an alternate clock issue latency, nor for both data VA and branch target; Events have 2 bytes, data
     * source 1. */
    SPE_LAYOUT_SLOTS_64 = 1
};

/* struct spe_encoder_config.terminator */
enum {
    SPE_TERMINATOR_RECORD = 0,   /* Timestamp where the record has one, else End */
    SPE_TERMINATOR_END = 1,      /* always End, timestamps are left out (PMSCR_ELx.TS = 0) */
    SPE_TERMINATOR_TIMESTAMP = 2 /* always Timestamp: a record without one is refused */
};

/* struct spe_encoder_config.flags */
#define SPE_ENCODE_EXTENDED (1u << 0) /* extended headers for Address and Counter packets (canonical layout only) */
#define SPE_ENCODE_SATURATE (1u << 1) /* a counter that does not fit counter_bits is written as its largest value */

/*
 * struct spe_encoder_config.kernel: how records are written. All give the same bytes; which is best depends on the
 * processor, which an encoder asks when it has written many bytes. The others are for tests and measurements:
 * SPE_KERNEL_PORTABLE, SPE_KERNEL_AVX2, and SPE_KERNEL_AVX512, which needs VBMI2, too; the last two are no values where
 * the processor has them not. A library for bare metal, or compiled with SPE_NO_LEARNING, has the portable one only.
 */

/*
 * 32 bytes, the same on every target. Start from SPE_ENCODER_CONFIG_INIT, or from spe_features_encoder_config() of
 * features.h, then set what differs. layout, terminator, the sizes and counter_bits bind spe_encoder_record();
 * spe_encoder_packet() writes any packet.
 */
struct spe_encoder_config {
    uint32_t size;            /* sizeof(struct spe_encoder_config) */
    uint32_t flags;           /* SPE_ENCODE_* */
    uint64_t offset;          /* of the buffer's first byte, in the stream or in memory: alignment counts from there */
    uint32_t alignment;       /* bytes, a power of two up to 2048: each record is padded with zeros up to the next
                                 multiple of it, counted with offset; 0 or 1: no padding */
    uint32_t max_record_size; /* bytes, up to 2048: longer records are refused; 0: SPE_RECORD_MAX_SIZE */
    uint8_t layout;           /* SPE_LAYOUT_* */
    uint8_t terminator;       /* SPE_TERMINATOR_* */
    uint8_t events_size;      /* payload bytes of Events: 1, 2, 4, 8; 0: as the record says, or the smallest */
    uint8_t data_source_size; /* payload bytes of Data Source: 1, 2; 0: as the record says, or the smallest */
    uint8_t counter_bits;     /* 12 or 16 (PMSIDR_EL1.CountSize): larger counts are refused; 0: 16 */
    uint8_t kernel;           /* SPE_KERNEL_*; default: the best */
    uint8_t reserved[2];      /* zero */
};

/* A configuration with the defaults. */
#define SPE_ENCODER_CONFIG_INIT {sizeof(struct spe_encoder_config), 0, 0, 0, 0, 0, 0, 0, 0, 0, SPE_KERNEL_ANY, {0, 0}}

/*
 * Which member of a configuration is wrong: its name ("alignment"), the first in their order, "reserved" for a byte
 * beyond what this version knows that is not zero; of members that contradict each other, the one that the layout does
 * not permit. NULL: none is, or cfg is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_encoder_config_mistake(const struct spe_encoder_config *cfg);

/*
 * Makes *e ready to write the `cap` bytes at `buffer`. cfg NULL: the defaults. *cfg is copied.
 * Returns SPE_OK. SPE_E_ARG: e is NULL, or buffer is NULL while cap is not 0. SPE_E_CONFIG: cfg->size is less than 32
 * or more than 512, a byte beyond what this version knows is not zero, or a value is not one of those listed or not
 * possible together with the layout (spe_encoder_config_mistake() tells which); *e is then not usable.
 */
SPE_API int spe_encoder_init(spe_encoder *e, void *buffer, size_t cap, const struct spe_encoder_config *cfg);

/*
 * Appends a record: the fields that in->present names, in the configured layout, then padding up to the alignment.
 * Packets that spe_encoder_packet() wrote since the last End or Timestamp are part of it (canonical layout only).
 * in->offset, size, flags and reserved are not read; in->present may lack both SPE_HAS_TIMESTAMP and SPE_HAS_END.
 *
 * Returns the bytes added, padding included. Refused, and counted: SPE_E_RANGE: a value is wider than its payload or
 * counter. SPE_E_KIND: op_class is above 2, or events_size or data_source_size is not a size such a packet has.
 * SPE_E_LAYOUT: the layout has no place for a field, the record is longer than max_record_size, or
 * SPE_TERMINATOR_TIMESTAMP finds no timestamp. Packets that were written before it stay. Sticking: SPE_E_SPACE: the
 * buffer is too small. SPE_E_ARG: in is NULL, in->present has an unknown bit, or both SPE_HAS_TIMESTAMP and
 * SPE_HAS_END. SPE_E_STATE: packets stand before a record of SPE_LAYOUT_SLOTS_64. Or the error that stuck before.
 * SPE_E_ARG: e is NULL. SPE_E_STATE: *e is not initialised.
 * On an error spe_encoder_size() stays as it was. Takes up to 640 bytes of stack.
 */
SPE_API int spe_encoder_record(spe_encoder *e, const struct spe_record *in);

/*
 * Appends one packet as spe_packet_encode() does, any packet, for records that hold more than struct spe_record
 * does. After an End or a Timestamp padding up to the alignment follows.
 *
 * Returns the bytes added, padding included. Refused, and counted: SPE_E_HEADER, SPE_E_RANGE as spe_packet_encode(),
 * SPE_E_LAYOUT: the record would be longer than max_record_size. Sticking: SPE_E_SPACE, SPE_E_ARG as
 * spe_packet_encode(), or the error that stuck before. SPE_E_STATE: *e is not initialised. On an error
 * spe_encoder_size() stays as it was.
 */
SPE_API int spe_encoder_packet(spe_encoder *e, const struct spe_packet *in);

/* The bytes written into the buffer since spe_encoder_init() or spe_encoder_restart(). 0 if e is NULL or not
 * initialised. */
SPE_API size_t spe_encoder_size(const spe_encoder *e);

/* The error that stuck, or SPE_OK. SPE_E_ARG: e is NULL. SPE_E_STATE: *e is not initialised. */
SPE_API int spe_encoder_status(const spe_encoder *e);

/* How many records and packets were refused since spe_encoder_init(). 0 if e is NULL or not initialised. */
SPE_API uint64_t spe_encoder_refused(const spe_encoder *e);

/*
 * Goes on in another buffer (or the same one, once its bytes are saved) with the same configuration: size is 0
 * again, an error that stuck is cleared, a record that packets have begun goes on. So a stream of any length is
 * written through a small buffer, one that holds any one record and its padding: on SPE_E_SPACE write out
 * spe_encoder_size() bytes, restart, repeat the call.
 * Alignment goes on from the bytes written before.
 * Returns SPE_OK. SPE_E_ARG: e is NULL, or buffer is NULL while cap is not 0. SPE_E_STATE: *e is not initialised.
 */
SPE_API int spe_encoder_restart(spe_encoder *e, void *buffer, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
