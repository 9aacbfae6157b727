/* SPDX-License-Identifier: MIT */
/*
 * libspe/decoder.h: decodes a stream of bytes, fed in chunks of any size, to records. A buffer with all bytes is a
 * stream of one chunk. batch.h and columns.h take many records with one call.
 *
 *     spe_decoder d;
 *     struct spe_record r;
 *     spe_decoder_init(&d, NULL);
 *     while ((n = read(fd, buffer, sizeof buffer)) > 0) {
 *         spe_decoder_feed(&d, buffer, n);
 *         while (spe_decoder_next(&d, &r) == 1)
 *             use(&r);
 *     }
 *     if (spe_decoder_finish(&d, &r) == 1)
 *         use(&r);                             // cut off: r.flags & SPE_RECORD_TRUNCATED
 *
 * Promised: the records, their offsets and flags, and the statistics do not depend on how the stream is divided into
 * chunks. Every byte fed ends up in a record, in padding, or in `skipped`. The work is linear in the number of bytes
 * fed. The decoder uses no memory except its own struct and the memory that the caller provides. A decoder belongs to
 * one thread at a time; any number of decoders may run at once.
 *
 * Not promised: that a record is delivered as soon as its last byte is fed (the next call to spe_decoder_next()
 * delivers it), and that two versions of the library keep the same state inside spe_decoder.
 *
 * Missing bytes. If bytes are missing between two chunks, the decoder takes the end of one record for the end of
 * another, and delivers wrong records without a flag. Report missing bytes to the decoder with spe_decoder_gap(). Use
 * one decoder for the buffer of one core, from its beginning to its end; its statistics and what it has learned
 * continue across gaps.
 *
 * - Linux perf, AUX area: each PERF_RECORD_AUX names the bytes that were added (aux_offset, aux_size). perf_data.h does
 *   all of this for perf.data files. The flags of the event mean:
 *   - PARTIAL (4): the last record of these bytes may be cut off. Feed the bytes, then call spe_decoder_gap() with
 *     aux_offset + aux_size.
 *   - TRUNCATED (1): samples were lost after these bytes. This flag alone cuts off no record; a gap there only reports
 *     that samples are missing.
 *   - OVERWRITE (2): a snapshot of a ring that was overwritten. aux_offset is the offset just past its bytes, and its
 *     first byte may be inside a record. Call spe_decoder_gap() before it, then spe_decoder_resync().
 *   - COLLISION (8): the hardware dropped some samples. No byte is missing.
 *   - If aux_offset is not the end of the previous range, there is a gap at aux_offset. If no events were lost, the
 *     bytes between may be only padding of the driver, without an AUX event; then call
 *     spe_decoder_set_offset().
 * - A ring that a kernel or a debugger drains: if the consumer was too slow (head - tail exceeds the size of the ring),
 *   it continues at the oldest byte that is still intact. Call spe_decoder_gap() there, and then spe_decoder_resync(),
 *   because that byte may be inside a record. Treat PMBSR_EL1.DL = 1 like PARTIAL. examples/decode_ring.c shows both.
 * - A ring that the unit has stopped writing (a memory image, a debugger): feed the older part first. If it was
 *   overwritten, call spe_decoder_resync() before its first byte. Where the ring wraps, call spe_decoder_set_offset().
 *   If that returns SPE_E_STATE, a record is cut off there: call spe_decoder_gap().
 */
#ifndef LIBSPE_DECODER_H
#define LIBSPE_DECODER_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Bytes of spe_decoder, on every target and in every 1.x version. Firmware that compiles the library with
 * SPE_NO_LEARNING may define it as 1024, both for the library's sources and for its own (docs/embedding.md). The symbol
 * of spe_decoder_init() then contains the size, so that a program and a library with different sizes do not link.
 */
#ifndef SPE_DECODER_SIZE
#define SPE_DECODER_SIZE 4096
#elif SPE_DECODER_SIZE < 4096 && !defined(SPE_NO_LEARNING)
#error "a smaller SPE_DECODER_SIZE is for libraries that are compiled with SPE_NO_LEARNING"
#endif
#if SPE_DECODER_SIZE != 4096
#define SPE_SIZED_NAME_(a, b) a##b
#define SPE_SIZED_NAME(a, b) SPE_SIZED_NAME_(a, b)
#ifdef SPE_PREFIX /* of the single file, which already renames the function */
#undef spe_decoder_init
#define spe_decoder_init SPE_SIZED_NAME(SPE_PREFIX, SPE_SIZED_NAME(spe_decoder_init_, SPE_DECODER_SIZE))
#else
#define spe_decoder_init SPE_SIZED_NAME(spe_decoder_init_, SPE_DECODER_SIZE)
#endif
#endif

/*
 * Storage that the caller provides; nothing needs to be freed. It must not be copied while it holds unread input,
 * except to move it between two calls: afterwards only the copy is used.
 */
typedef struct spe_decoder {
    uint64_t opaque[SPE_DECODER_SIZE / 8];
} spe_decoder;

/* Flags of struct spe_decoder_config.flags. */
/*
 * Resynchronisation: the stream may begin inside a record, or may be damaged anywhere. The decoder delivers only
 * plausible records; it skips and counts all other bytes. An intact stream does not need this flag. If the program can
 * locate missing bytes, spe_decoder_gap() and spe_decoder_resync() are better: they lose no records elsewhere.
 *
 * A record is plausible if all of these hold:
 * - It has no unknown packet and no packet with a reserved header.
 * - It has an Events packet (D17.6.10).
 * - It can start at a multiple of `alignment`: there is such a place between its first packet and the last packet
 *   before it (or the point where the stream begins or continues). The bytes from that place to its first packet are
 *   padding.
 * - It has at most max_record_size bytes, including that padding.
 * - With SPE_DECODE_ARCH_INST: it has a PC and an Operation Type packet, if its Events packet reports that the
 *   operation retired without an exception.
 *
 * After a packet that makes a record implausible the search continues with the next packet or, if the alignment is
 * known, at the next multiple of it. If a packet repeats one that the record already has, the end of the earlier record
 * is lost: the search starts again with the repeated packet. If the stream cuts off the last record, the decoder
 * delivers it, flagged SPE_RECORD_TRUNCATED, unless the existing part is implausible.
 */
#define SPE_DECODE_RESYNC (1u << 0)
/*
 * The core samples instructions, not micro-operations (PMSIDR_EL1.ArchInst is 1). If the Events packet of a record
 * reports that the operation retired without an exception, the record is plausible only with a PC and an Operation Type
 * packet (D17.6, D17.6.2). spe_features_decoder_config() sets this flag. Only resynchronisation uses it.
 */
#define SPE_DECODE_ARCH_INST (1u << 1)

/*
 * struct spe_decoder_config.kernel, SPE_KERNEL_*, selects how records of learned record layouts are compared and
 * gathered. All kernels give the same records. By default (SPE_KERNEL_ANY) the decoder checks which kernels the
 * processor has once there are many bytes to decode, and uses the fastest. The other values are for tests and
 * measurements. A library for bare metal, or compiled with SPE_NO_KERNELS, has only the portable kernel.
 */

/*
 * 32 bytes in version 1.0, on every target. Initialise it with SPE_DECODER_CONFIG_INIT, then set the members that
 * differ from the defaults.
 */
struct spe_decoder_config {
    uint32_t size;            /* sizeof(struct spe_decoder_config) */
    uint32_t flags;           /* SPE_DECODE_RESYNC, SPE_DECODE_ARCH_INST, both, or 0 */
    uint64_t offset;          /* stream offset of the first byte fed; default 0. If alignment is used: the address of
                                 that byte, or any number that is equal to it modulo alignment */
    uint32_t max_record_size; /* bytes; longer records are flagged SPE_RECORD_OVER_LONG; 0 means SPE_RECORD_MAX_SIZE */
    uint32_t alignment;       /* bytes, a power of two up to 2048 (2 to the power of PMBIDR_EL1.Align): records start at
                                 its multiples; 0 or 1: not known. Only resynchronisation uses it */
    uint32_t kernel;          /* SPE_KERNEL_*; default: SPE_KERNEL_ANY */
    uint32_t reserved[1];     /* zero */
};

/* A configuration with the defaults. */
#define SPE_DECODER_CONFIG_INIT SPE_SIZED(spe_decoder_config)

/*
 * Returns the name of the first invalid member of a configuration, in this order: "size" (less than 32 or more than
 * 512), "reserved" (a byte after the members that this version has is not 0), "flags" (has an unknown flag),
 * "alignment" (not 0 or a power of two up to 2048), "kernel" (not available on this processor or in this build).
 * Returns NULL if no member is invalid or cfg is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_decoder_config_problem(const struct spe_decoder_config *cfg);

/*
 * Initialises *d for a stream. cfg NULL means the defaults. *cfg is copied.
 *
 * Returns one of:
 * - SPE_OK: *d is ready.
 * - SPE_E_ARG: d is NULL.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_decoder_config_problem() names it. *d is not usable.
 */
SPE_API int spe_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg);

/*
 * Provides the decoder with memory, for streams with many record layouts. Without it, the decoder remembers a few
 * layouts (in version 1.0 twelve, of records of up to 64 bytes). 64 KiB hold more (in version 1.0 a hundred, of records
 * of up to 128 bytes). The decoded records are the same; decoding is faster.
 *
 * Call this function after spe_decoder_init(), between any two calls. `memory` may have any alignment and content. It
 * belongs to the decoder until the next spe_decoder_init(), or until a later call provides other memory. It must stay
 * where it is, and must not be provided to another decoder.
 *
 * Returns one of:
 * - SPE_OK: the decoder may use the memory. (A library compiled with SPE_NO_LEARNING does not use it.)
 * - SPE_E_ARG: d or memory is NULL.
 * - SPE_E_SPACE: size is less than 16 KiB, which is too small to be useful.
 * - SPE_E_STATE: *d is not initialised.
 * On failure the decoder is unchanged: it keeps memory that an earlier call provided, and does not use `memory`.
 */
SPE_API int spe_decoder_lend(spe_decoder *d, void *memory, size_t size);

/*
 * Gives the decoder the next `len` bytes of the stream. The decoder borrows the bytes: they must stay readable and
 * unchanged until spe_decoder_next() returns 0. len may be 0.
 *
 * Returns one of:
 * - SPE_OK: the bytes are accepted.
 * - SPE_E_STATE: earlier bytes are not used up (call spe_decoder_next() until it returns 0), the stream is finished, or
 *   *d is not initialised.
 * - SPE_E_ARG: d is NULL, or bytes is NULL while len is not 0.
 * On failure no byte is accepted.
 */
SPE_API int spe_decoder_feed(spe_decoder *d, const void *bytes, size_t len);

/*
 * Decodes up to the end of the next record.
 *
 * Returns one of:
 * - 1: *out is the record.
 * - 0: all bytes fed are used up. The decoder keeps a copy of at most 9 of them, the beginning of a packet that the
 *   next chunk completes. Feed more, or finish. *out is unchanged.
 * - SPE_E_STATE: *d is not initialised. *out is unchanged.
 * - SPE_E_ARG: d or out is NULL. *out is unchanged.
 */
SPE_API int spe_decoder_next(spe_decoder *d, struct spe_record *out);

/*
 * Reports that any number of bytes are missing here. The stream continues at stream offset `offset` (any number) with
 * the start of a record; if it may continue inside a record, call spe_decoder_resync() next. Call this function after
 * spe_decoder_next() has returned 0 and before feeding the bytes that follow the gap. Statistics and learned record
 * layouts are kept. Each successful call counts one gap, and the next record is flagged SPE_RECORD_AFTER_GAP.
 *
 * Returns one of:
 * - 1: a record was in progress. *out holds the part that was there, flagged SPE_RECORD_TRUNCATED. Its size includes
 *   the bytes of a last, incomplete packet.
 * - 0: no record was in progress, or resynchronisation dropped it as implausible. *out is unchanged.
 * - SPE_E_STATE: bytes are not used up (call spe_decoder_next() until it returns 0), the stream is finished, or *d is
 *   not initialised.
 * - SPE_E_ARG: d or out is NULL.
 * On failure the decoder and *out are unchanged.
 */
SPE_API int spe_decoder_gap(spe_decoder *d, uint64_t offset, struct spe_record *out);

/*
 * Sets the stream offset of the next byte fed to `offset`, and reports that no byte is missing. This is for streams
 * that arrive in pieces with padding after them, such as perf's buffers (perf_data.h). Call it only between records.
 *
 * Returns one of:
 * - SPE_OK: the offset is set.
 * - SPE_E_STATE: a record is in progress, bytes are not used up, the stream is finished, or *d is not initialised.
 * - SPE_E_ARG: d is NULL.
 * On failure the decoder is unchanged.
 */
SPE_API int spe_decoder_set_offset(spe_decoder *d, uint64_t offset);

/*
 * Reports that the next byte may be inside a record, as in a ring that was overwritten. Call it immediately after
 * spe_decoder_gap(), or before the first byte of a stream is fed, which then counts as a gap. The decoder skips bytes
 * up to a plausible record (SPE_DECODE_RESYNC lists the conditions), for this one record only, and flags that record
 * SPE_RECORD_AFTER_GAP. The record starts where a record can start. This need not be the start of a real record,
 * because the end of a record that has an Events packet looks like a record. The decoder errs less often if it has the
 * alignment, or if SPE_DECODE_ARCH_INST is set.
 *
 * Returns one of:
 * - SPE_OK: the decoder searches for a record.
 * - SPE_E_STATE: bytes other than padding have been fed since the last gap (or since the start, if there was no gap),
 *   bytes are not used up, the stream is finished, or *d is not initialised.
 * - SPE_E_ARG: d is NULL.
 * On failure the decoder is unchanged.
 */
SPE_API int spe_decoder_resync(spe_decoder *d);

/*
 * Reports that the stream has ended. Afterwards spe_decoder_next() and spe_decoder_finish() return 0, and
 * spe_decoder_feed() and spe_decoder_gap() return SPE_E_STATE. To decode another stream call spe_decoder_init().
 *
 * Returns one of:
 * - 1: the stream ended inside a record. *out holds the part that was there, flagged SPE_RECORD_TRUNCATED. Its size
 *   includes the bytes of a last, incomplete packet.
 * - 0: the stream ended between records, or resynchronisation dropped the last record as implausible. *out is
 *   unchanged.
 * - SPE_E_STATE: bytes are not used up (call spe_decoder_next() until it returns 0), or *d is not initialised.
 * - SPE_E_ARG: d or out is NULL.
 * On failure the decoder and *out are unchanged.
 */
SPE_API int spe_decoder_finish(spe_decoder *d, struct spe_record *out);

/* 256 bytes, the same on every target. All counts start at spe_decoder_init(). */
struct spe_decoder_stats {
    uint64_t bytes;            /* bytes used up, including the beginning of an unfinished packet */
    uint64_t records;          /* records delivered, including truncated ones */
    uint64_t packets[16];      /* complete packets by SPE_PACKET_* type; [SPE_PACKET_UNKNOWN] counts those with unknown
                                  headers, [SPE_PACKET_PADDING] counts padding bytes; entries after the last type are
                                  0 */
    uint64_t reserved_headers; /* packets flagged SPE_PACKET_RESERVED_HEADER */
    uint64_t reserved_values;  /* packets flagged SPE_PACKET_RESERVED_VALUE */
    uint64_t impdef;           /* packets flagged SPE_PACKET_IMPDEF */
    uint64_t repeated;         /* packets of a field that the record already had (the field holds the last) */
    uint64_t over_long;        /* records delivered with SPE_RECORD_OVER_LONG */
    uint64_t truncated;        /* bytes of incomplete packets at the end or before a gap */
    uint64_t skipped;          /* resynchronisation: bytes that are neither in a record nor padding between records */
    uint64_t gaps;             /* successful calls of spe_decoder_gap(), plus how often skipping began elsewhere */
    uint64_t reserved[6];      /* zero */
};

/*
 * Gives the counts so far. It may be called at any time, between records and after spe_decoder_finish().
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: d or out is NULL. *out is unchanged.
 * - SPE_E_STATE: *d is not initialised. *out is unchanged.
 */
SPE_API int spe_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out);

#ifdef __cplusplus
}
#endif

#endif
