/* SPDX-License-Identifier: MIT */
/*
 * libspe/decoder.h: a stream of bytes, fed in chunks of any size, to records. (One buffer that is all there:
 * spe_decode() of batch.h does it in one call.)
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
 * Promised: the records, their offsets, flags and the statistics do not depend on how the stream was cut into
 * chunks. Every byte fed ends up in a record, in padding, or in `skipped`. Work is linear in the bytes fed, memory
 * is this struct. A decoder belongs to one thread at a time; any number of them run at once.
 *
 * Not promised: that a record is delivered as soon as its last byte is fed (it is delivered by the next call to
 * spe_decoder_next); that two versions of the library keep the same state inside spe_decoder.
 *
 * Where bytes are lost. Bytes that are missing between two chunks make wrong records without a flag, as the end of one
 * record is taken for that of another: tell the decoder, with spe_decoder_gap(). One decoder serves the buffer of one
 * core from its beginning to its end; statistics and what it has learned go on across gaps.
 *
 * - Linux perf, AUX area: each PERF_RECORD_AUX says which bytes were added (aux_offset, aux_size), and in its flags:
 *   - PARTIAL (4): the last record of these bytes may be cut off: feed them, then spe_decoder_gap() at aux_offset +
 *     aux_size.
 *   - TRUNCATED (1): samples were lost after these bytes. Alone it cuts no record: a gap there only says that samples
 *     are missing.
 *   - OVERWRITE (2): a snapshot of a ring that was overwritten: aux_offset is behind its bytes, and its first byte may
 *     be inside a record. A gap in front of it, then spe_decoder_resync().
 *   - COLLISION (8): some samples were dropped by the hardware; no byte is missing.
 *   - If aux_offset is not where the last one ended, that is a gap at aux_offset; if no events were lost it may be the
 *     driver's padding alone, which no AUX event is about: spe_decoder_set_offset(). perf_data.h says all of this of
 *     perf.data.
 * - A ring that a kernel or a debugger drains: a consumer that was too slow (head - tail is more than the ring) goes on
 *   at the oldest byte that is still whole: a gap there, and spe_decoder_resync(), as that may be inside a record.
 *   PMBSR_EL1.DL = 1 is as PARTIAL. examples/decode_ring.c shows both.
 * - A ring that stands still (a memory image, a debugger): the older part comes first, behind spe_decoder_resync()
 *   before its first byte if it was overwritten; at the wrap spe_decoder_set_offset(), or spe_decoder_gap() where that
 *   refuses, as a record is cut off there.
 */
#ifndef LIBSPE_DECODER_H
#define LIBSPE_DECODER_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Bytes of spe_decoder, on every target and in every 1.x version. Firmware that compiles the library with
 * SPE_NO_LEARNING may define it as 1024, for the library's sources and for its own alike (docs/embedding.md).
 */
#ifndef SPE_DECODER_SIZE
#define SPE_DECODER_SIZE 4096
#elif SPE_DECODER_SIZE < 4096 && !defined(SPE_NO_LEARNING)
#error "a smaller SPE_DECODER_SIZE is for libraries that are compiled with SPE_NO_LEARNING"
#endif

/* Caller-owned storage, no destructor. Not to be copied while it holds unread input. */
typedef struct spe_decoder {
    uint64_t opaque[SPE_DECODER_SIZE / 8];
} spe_decoder;

/* struct spe_decoder_config.flags */
/*
 * The stream may begin inside a record, or may be damaged anywhere: deliver only records of a plausible shape and
 * skip the rest, counted. (Where it is known where bytes are missing, spe_decoder_gap() and spe_decoder_resync() do
 * without, and lose nothing elsewhere.) Plausible is a record without unknown or reserved headers, with Events
 * (D17.6.10), no longer than max_record_size, which can start at a multiple of alignment: between the last packet in
 * front of it, or where the stream begins, and its first there is such a place, as a slot of fixed layout may begin
 * with padding. After a packet that cannot be the search goes on with the next packet, or at the next multiple of
 * alignment; at a packet that the record has already it begins anew, as an end is lost in front of it. A last record
 * that the stream cuts off is delivered, flagged SPE_RECORD_TRUNCATED, if nothing about it is implausible so far. Off
 * by default: an intact stream never needs it.
 */
#define SPE_DECODE_RESYNC (1u << 0)
/*
 * The core samples instructions, not micro-operations (PMSIDR_EL1.ArchInst is 1): a record whose Events say that the
 * operation retired without an exception is plausible only with a PC and an Operation Type, too (D17.6, D17.6.2).
 * spe_features_decoder_config() sets it. Used by resynchronisation only.
 */
#define SPE_DECODE_ARCH_INST (1u << 1)

/*
 * struct spe_decoder_config.kernel, SPE_KERNEL_*: how records of learned layouts are compared and gathered. All give
 * the same records; which is best depends on the processor, which a decoder asks when there is much to decode. The
 * others are for tests and measurements. A library for bare metal, or compiled with SPE_NO_LEARNING, has the portable
 * one only.
 */

/* 32 bytes, the same on every target. Start from SPE_DECODER_CONFIG_INIT, then set what differs from the defaults. */
struct spe_decoder_config {
    uint32_t size;            /* sizeof(struct spe_decoder_config) */
    uint32_t flags;           /* SPE_DECODE_RESYNC, SPE_DECODE_ARCH_INST, both, or 0 */
    uint64_t offset;          /* stream offset of the first byte fed; default 0. Where alignment is used: its address,
                                 or any number that is the same modulo alignment */
    uint32_t max_record_size; /* bytes; longer records are flagged SPE_RECORD_OVER_LONG; 0: SPE_RECORD_MAX_SIZE */
    uint32_t alignment;       /* bytes, a power of two up to 2048 (2 to the PMBIDR_EL1.Align): records start at
                                 multiples of it; 0 or 1: not known. Used by resynchronisation only */
    uint32_t kernel;          /* SPE_KERNEL_*; default: the best */
    uint32_t reserved[1];     /* zero */
};

/* A configuration with the defaults. */
#define SPE_DECODER_CONFIG_INIT {sizeof(struct spe_decoder_config), 0, 0, 0, 0, SPE_KERNEL_ANY, {0}}

/*
 * Which member of a configuration is wrong: its name ("alignment"), the first in their order; "reserved" for a byte
 * beyond what this version knows that is not zero. NULL: none is, or cfg is NULL. The string lives as long as the
 * program.
 */
SPE_API const char *spe_decoder_config_mistake(const struct spe_decoder_config *cfg);

/*
 * Makes *d ready for a stream. cfg NULL: the defaults. *cfg is copied.
 * Returns SPE_OK. SPE_E_ARG: d is NULL. SPE_E_CONFIG: cfg->size is less than 32 or more than 512, a byte beyond what
 * this version knows is not zero, an unknown flag is set, alignment is not a power of two up to 2048, this processor or
 * library has not the kernel (spe_decoder_config_mistake() tells which); *d is then not usable.
 */
SPE_API int spe_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg);

/*
 * Lends the decoder memory for streams of many record layouts: it keeps a dozen in its own, of records of up to 64
 * bytes; 64 KiB hold more than a hundred, of up to 128 bytes. The same records come out, faster. To be called after
 * spe_decoder_init(), between any two calls. The memory, of any alignment and content, is the decoder's until
 * spe_decoder_init(), or until other memory is lent; it must stay where it is, and no other decoder may have it.
 * Returns SPE_OK. SPE_E_ARG: a pointer is NULL. SPE_E_SPACE: less than 16 KiB, which would be of no use.
 * SPE_E_STATE: *d is not initialised. The memory is not used then.
 */
SPE_API int spe_decoder_lend(spe_decoder *d, void *memory, size_t size);

/*
 * Hands the next `len` bytes of the stream to the decoder, which borrows them: they must stay readable and
 * unchanged until spe_decoder_next() has returned 0. len 0 is allowed.
 * Returns SPE_OK. SPE_E_STATE: earlier bytes are not used up, the stream is finished, or *d is not initialised;
 * SPE_E_ARG: d is NULL, or bytes is NULL while len is not 0. Nothing is taken then.
 */
SPE_API int spe_decoder_feed(spe_decoder *d, const void *bytes, size_t len);

/*
 * Decodes up to the end of the next record.
 * Returns 1: *out is the record. 0: all bytes fed are used up (at most 9 of them are kept inside, as the head of a
 * packet that the next chunk ends), feed more or finish; *out is untouched.
 * SPE_E_STATE: *d is not initialised. SPE_E_ARG: a pointer is NULL. *out is untouched.
 */
SPE_API int spe_decoder_next(spe_decoder *d, struct spe_record *out);

/*
 * Says that bytes are missing here, however many: the stream goes on at stream offset `offset`, which may be any
 * number, with the beginning of a record (else see spe_decoder_resync()). To be called when spe_decoder_next() has
 * returned 0, and before the bytes behind the gap are fed. Statistics and what was learned of record layouts stay; each
 * call counts one gap.
 *
 * Returns 1: a record was in progress; *out is what there is of it, flagged SPE_RECORD_TRUNCATED, its size counting
 * also the bytes of a last, incomplete packet. 0: none was (or SPE_DECODE_RESYNC dropped it as implausible); *out is
 * untouched. Either way the record that comes next is flagged SPE_RECORD_AFTER_GAP.
 * SPE_E_STATE: bytes are not used up (call spe_decoder_next until it returns 0), the stream is finished, or *d is not
 * initialised.
 * SPE_E_ARG: a pointer is NULL. Nothing has changed then.
 */
SPE_API int spe_decoder_gap(spe_decoder *d, uint64_t offset, struct spe_record *out);

/*
 * Says that the next byte fed has stream offset `offset`, and that nothing is missing: for streams that come in pieces
 * with padding behind them, as perf's buffers do (perf_data.h). Between records only.
 * Returns SPE_OK. SPE_E_STATE: a record is in progress, bytes are not used up, the stream is finished, or *d is not
 * initialised. SPE_E_ARG: d is NULL. Nothing has changed then.
 */
SPE_API int spe_decoder_set_offset(spe_decoder *d, uint64_t offset);

/*
 * Says, right after spe_decoder_gap() or before the first byte of a stream is fed, which then counts as a gap, that the
 * next byte may be inside a record, as in a ring that was overwritten: what comes is skipped up to a record of a
 * plausible shape, as SPE_DECODE_RESYNC has it, but for that one record only. It is flagged
 * SPE_RECORD_AFTER_GAP, and is where a record can begin, not surely where one does: the end of a record that has an
 * Events packet looks like one. A decoder that knows the alignment, or may demand a PC (SPE_DECODE_ARCH_INST), errs
 * less often.
 * Returns SPE_OK. SPE_E_STATE: a byte has been fed and no gap is just behind (padding may be), bytes are not used up,
 * the stream is finished, or *d is not initialised. SPE_E_ARG: d is NULL. Nothing has changed then.
 */
SPE_API int spe_decoder_resync(spe_decoder *d);

/*
 * Says that the stream has ended.
 * Returns 1: the stream ended inside a record; *out is what there was of it, flagged SPE_RECORD_TRUNCATED, its size
 * counting also the bytes of a last, incomplete packet. 0: the stream ended between records; *out is untouched. After
 * that spe_decoder_next() and spe_decoder_finish() return 0, spe_decoder_feed() and spe_decoder_gap() refuse;
 * spe_decoder_init() starts anew.
 * SPE_E_STATE: bytes are not used up (call spe_decoder_next until it returns 0), or *d is not initialised.
 * SPE_E_ARG: a pointer is NULL. Nothing has changed then.
 */
SPE_API int spe_decoder_finish(spe_decoder *d, struct spe_record *out);

/* 256 bytes, the same on every target. Each is counted from spe_decoder_init(). */
struct spe_decoder_stats {
    uint64_t bytes;            /* bytes used up, the head of an unfinished packet included */
    uint64_t records;          /* records delivered, the truncated one included */
    uint64_t packets[16];      /* whole packets by SPE_PACKET_* type; [SPE_PACKET_UNKNOWN] are the unknown ones,
                                  [SPE_PACKET_PADDING] is the number of padding bytes; from SPE_PACKET_TYPES on zero */
    uint64_t reserved_headers; /* packets flagged SPE_PACKET_RESERVED_HEADER */
    uint64_t reserved_values;  /* packets flagged SPE_PACKET_RESERVED_VALUE */
    uint64_t impdef;           /* packets flagged SPE_PACKET_IMPDEF */
    uint64_t repeated;         /* packets of a kind that the record already held (its field has the last) */
    uint64_t over_long;        /* records delivered with SPE_RECORD_OVER_LONG */
    uint64_t truncated;        /* bytes of a last, incomplete packet */
    uint64_t skipped;          /* SPE_DECODE_RESYNC: bytes in no record and no padding between records */
    uint64_t gaps;             /* calls of spe_decoder_gap(), and how often skipping began elsewhere */
    uint64_t reserved[6];      /* zero */
};

/*
 * What was counted so far; may be called at any time, between records and after spe_decoder_finish().
 * Returns SPE_OK and fills *out. SPE_E_ARG: a pointer is NULL. SPE_E_STATE: *d is not initialised; *out is untouched.
 */
SPE_API int spe_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out);

#ifdef __cplusplus
}
#endif

#endif
