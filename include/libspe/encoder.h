/* SPDX-License-Identifier: MIT */
/*
 * libspe/encoder.h: encodes records and packets to bytes in a buffer that the caller provides (DDI 0487, D18.1 and
 * D18.2).
 *
 *     spe_encoder e;
 *     spe_encoder_init(&e, buffer, sizeof buffer, NULL);
 *     spe_encoder_record(&e, &record);
 *     ...
 *     if (spe_encoder_status(&e) == SPE_OK && spe_encoder_refused(&e) == 0)
 *         write(fd, buffer, spe_encoder_size(&e));
 *
 * Promised: a value that the wire format, or its configured form, cannot hold is refused. It is never truncated, and it
 * saturates only if the configuration requests that. A call adds all of its bytes or none. The first spe_encoder_size()
 * bytes are therefore always complete packets (complete records, if only spe_encoder_record() is used). Nothing outside
 * the buffer is changed. The contents of the buffer after spe_encoder_size() bytes are unspecified, even if a call
 * fails.
 *
 * Errors. If a record or packet cannot be encoded (SPE_E_RANGE, SPE_E_KIND, SPE_E_LAYOUT, SPE_E_HEADER), it is refused
 * and counted, and later calls are unaffected. Lack of space and misuse (SPE_E_SPACE, SPE_E_ARG, SPE_E_STATE) are
 * sticky: every later call returns the same status and adds nothing, until spe_encoder_restart(). It is therefore
 * enough to check spe_encoder_status() and spe_encoder_refused() once, at the end.
 *
 * An encoder belongs to one thread at a time.
 *
 * Decoding the bytes gives the same record again: all fields that `present` names, and events_size and data_source_size
 * as written. offset, size and flags are not encoded.
 */
#ifndef LIBSPE_ENCODER_H
#define LIBSPE_ENCODER_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_ENCODER_SIZE 192 /* bytes of spe_encoder, on every target and in every 1.x version */

/* Storage that the caller provides; nothing needs to be freed. It must not be copied. */
typedef struct spe_encoder {
    uint64_t opaque[SPE_ENCODER_SIZE / 8];
} spe_encoder;

/* Encoder layouts: values of struct spe_encoder_config.layout. */
enum {
    /*
     * The order in which the manual's pseudocode writes packets: contexts, counters and addresses by ascending INDEX,
     * data source, operation type, events, then Timestamp or End.
     */
    SPE_LAYOUT_CANONICAL = 0,
    /*
     * The 64-byte slots of Neoverse cores; unused bytes are zero. A slot has no place for a previous branch target or
     * an alternate clock issue latency. It cannot hold both a data VA and a branch target. Events have 2 bytes and the
     * data source has 1.
     */
    SPE_LAYOUT_SLOTS_64 = 1
};

/* Last packets of records: values of struct spe_encoder_config.terminator. */
enum {
    SPE_TERMINATOR_RECORD = 0,   /* Timestamp if the record has one, else End */
    SPE_TERMINATOR_END = 1,      /* always End; timestamps are omitted (PMSCR_ELx.TS = 0) */
    SPE_TERMINATOR_TIMESTAMP = 2 /* always Timestamp: a record without one is refused */
};

/* Flags of struct spe_encoder_config.flags. */
#define SPE_ENCODE_EXTENDED (1u << 0) /* extended headers for Address and Counter packets (canonical layout only) */
#define SPE_ENCODE_SATURATE (1u << 1) /* a counter that does not fit counter_bits is written as its largest value */

/*
 * 32 bytes in version 1.0, on every target. Initialise it with SPE_ENCODER_CONFIG_INIT, then set the members that
 * differ, or have spe_features_encoder_config() of features.h set them. layout, terminator, events_size,
 * data_source_size and counter_bits apply to spe_encoder_record() only; spe_encoder_packet() writes any packet.
 */
struct spe_encoder_config {
    uint32_t size;            /* sizeof(struct spe_encoder_config) */
    uint32_t flags;           /* SPE_ENCODE_* */
    uint64_t offset;          /* offset of the buffer's first byte in the stream or in memory; alignment counts from
                                 there */
    uint32_t alignment;       /* bytes, a power of two up to 2048: zeros are added after each record, up to the next
                                 multiple of it (relative to `offset`); 0 or 1: no padding */
    uint32_t max_record_size; /* bytes, up to 2048: longer records are refused; 0 means SPE_RECORD_MAX_SIZE */
    uint8_t layout;           /* SPE_LAYOUT_* */
    uint8_t terminator;       /* SPE_TERMINATOR_* */
    uint8_t events_size;      /* payload bytes of Events: 1, 2, 4, 8; 0: the record's events_size, or the smallest */
    uint8_t data_source_size; /* payload bytes of Data Source: 1, 2; 0: the record's data_source_size, or the
                                 smallest */
    uint8_t counter_bits;     /* 12 or 16 (PMSIDR_EL1.CountSize): larger counts are refused; 0 means 16 */
    uint8_t reserved[3];      /* zero */
};

/* A configuration with the defaults. */
#define SPE_ENCODER_CONFIG_INIT SPE_SIZED(spe_encoder_config)

/*
 * Returns the name of the first invalid member of a configuration, in this order: "size" (less than 32 or more than
 * 512), "reserved" (a byte after the members that this version has is not 0), then the other members in their order. If
 * all values are valid by themselves, it names a member whose value the encoder layout does not permit. Returns
 * NULL if no member is invalid or cfg is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_encoder_config_problem(const struct spe_encoder_config *cfg);

/*
 * Initialises *e to write to the `cap` bytes at `buffer`. cfg NULL means the defaults. *cfg is copied.
 *
 * Returns one of:
 * - SPE_OK: *e is ready.
 * - SPE_E_ARG: e is NULL, or buffer is NULL while cap is not 0. *e is unchanged.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_encoder_config_problem() names it. *e is not usable.
 */
SPE_API int spe_encoder_init(spe_encoder *e, void *buffer, size_t cap, const struct spe_encoder_config *cfg);

/*
 * Appends a record: the fields that in->present names, in the configured record layout, then padding up to the
 * alignment. Packets that spe_encoder_packet() wrote since the last End or Timestamp become part of the record
 * (canonical layout only). The function does not read in->offset, size and flags, nor any member whose bit of `present`
 * is clear. in->present may lack both SPE_HAS_TIMESTAMP and SPE_HAS_END. Takes up to 640 bytes of stack.
 *
 * Returns one of:
 * - a positive number: the number of bytes added, including padding.
 * - SPE_E_RANGE (refused and counted): a value is wider than its payload or counter.
 * - SPE_E_KIND (refused and counted): op_class is above 2, or an Events or Data Source packet cannot have the payload
 *   size in events_size or data_source_size.
 * - SPE_E_LAYOUT (refused and counted): the layout has no place for a field, the record is longer than max_record_size,
 *   or the terminator is SPE_TERMINATOR_TIMESTAMP and the record has no timestamp. Packets that were written before the
 *   record stay.
 * - SPE_E_SPACE (sticky): the buffer is too small.
 * - SPE_E_ARG (sticky): in is NULL, in->present has an unknown bit, or it has both SPE_HAS_TIMESTAMP and SPE_HAS_END.
 * - SPE_E_STATE (sticky): packets were written before a record of SPE_LAYOUT_SLOTS_64.
 * - the sticky status of an earlier call.
 * - SPE_E_ARG: e is NULL.
 * - SPE_E_STATE: *e is not initialised.
 * On failure spe_encoder_size() is unchanged.
 */
SPE_API int spe_encoder_record(spe_encoder *e, const struct spe_record *in);

/*
 * Appends any single packet, encoded by spe_packet_encode(), for records that hold more than struct spe_record does.
 * After an End or Timestamp packet it appends padding up to the alignment.
 *
 * Returns one of:
 * - a positive number: the number of bytes added, including padding.
 * - SPE_E_HEADER, SPE_E_RANGE (refused and counted): for the reasons listed under spe_packet_encode().
 * - SPE_E_LAYOUT (refused and counted): the record would be longer than max_record_size.
 * - SPE_E_SPACE (sticky): the buffer is too small.
 * - SPE_E_ARG (sticky): in is NULL.
 * - the sticky status of an earlier call.
 * - SPE_E_ARG: e is NULL.
 * - SPE_E_STATE: *e is not initialised.
 * On failure spe_encoder_size() is unchanged.
 */
SPE_API int spe_encoder_packet(spe_encoder *e, const struct spe_packet *in);

/*
 * Returns the number of bytes written to the buffer since spe_encoder_init() or spe_encoder_restart(). Returns 0 if e
 * is NULL or not initialised.
 */
SPE_API size_t spe_encoder_size(const spe_encoder *e);

/*
 * Gives the sticky status of the encoder.
 *
 * Returns one of:
 * - SPE_OK: no call failed with a sticky status.
 * - SPE_E_SPACE, SPE_E_ARG, SPE_E_STATE: the first sticky status.
 * - SPE_E_ARG: e is NULL.
 * - SPE_E_STATE: *e is not initialised.
 */
SPE_API int spe_encoder_status(const spe_encoder *e);

/*
 * Returns the number of records and packets that were refused since spe_encoder_init(). Returns 0 if e is NULL or not
 * initialised.
 */
SPE_API uint64_t spe_encoder_refused(const spe_encoder *e);

/*
 * Continues in another buffer (or in the same one, once its bytes are saved) with the same configuration.
 * spe_encoder_size() is 0 again, and a sticky status is cleared. A record that was begun with packets continues.
 * Alignment continues from the bytes written before.
 *
 * A program can thus write a stream of any length through a small buffer that has room for any one record and its
 * padding: on SPE_E_SPACE, save spe_encoder_size() bytes, restart, and repeat the call.
 *
 * Returns one of:
 * - SPE_OK: the encoder writes to `buffer`.
 * - SPE_E_ARG: e is NULL, or buffer is NULL while cap is not 0.
 * - SPE_E_STATE: *e is not initialised.
 * On failure the encoder is unchanged.
 */
SPE_API int spe_encoder_restart(spe_encoder *e, void *buffer, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
