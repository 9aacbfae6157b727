/* SPDX-License-Identifier: MIT */
/*
 * libspe/packet.h: one packet of an SPE record, from bytes and to bytes, and what its payload means
 * (DDI 0487, D18.2, "Statistical Profiling Extension sample record packets").
 *
 * Packets are pure functions of their bytes: no context, no state, any thread. (A walk over many, spe_packet_iterator,
 * is a context: it belongs to one thread at a time.)
 *
 * A packet is one header byte (or two, "extended") and 0, 1, 2, 4 or 8 payload bytes, little-endian whatever the
 * byte order of the machine. The header alone tells the size, known or not, so every byte sequence is a sequence
 * of packets; the only incomplete case is input that ends inside one.
 */
#ifndef LIBSPE_PACKET_H
#define LIBSPE_PACKET_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_PACKET_MAX_SIZE 10 /* bytes: an extended header (2) and 8 payload bytes */

/* struct spe_packet.type */
enum {
    SPE_PACKET_UNKNOWN = 0, /* a header that the architecture gives to no packet; sized and kept raw */
    SPE_PACKET_PADDING = 1,
    SPE_PACKET_END = 2,
    SPE_PACKET_TIMESTAMP = 3,
    SPE_PACKET_EVENTS = 4,
    SPE_PACKET_DATA_SOURCE = 5,
    SPE_PACKET_CONTEXT = 6,
    SPE_PACKET_OPERATION = 7,
    SPE_PACKET_ADDRESS = 8,
    SPE_PACKET_COUNTER = 9,
    SPE_PACKET_TYPES = 10 /* how many types there are */
};

/* struct spe_packet.index of an Address packet (D18.2.1); 5 and 8 to 15 are reserved */
enum {
    SPE_ADDRESS_PC = 0,
    SPE_ADDRESS_BRANCH_TARGET = 1,
    SPE_ADDRESS_DATA_VA = 2,
    SPE_ADDRESS_DATA_PA = 3,
    SPE_ADDRESS_PREV_BRANCH_TARGET = 4
    /* 6, 7 and 16 to 31 are IMPLEMENTATION DEFINED */
};

/* struct spe_packet.index of a Counter packet (D18.2.3); 3, 5 and 8 to 15 are reserved */
enum {
    SPE_COUNTER_TOTAL_LATENCY = 0,
    SPE_COUNTER_ISSUE_LATENCY = 1,
    SPE_COUNTER_TRANSLATION_LATENCY = 2,
    SPE_COUNTER_ALT_ISSUE_LATENCY = 4
    /* 6, 7 and 16 to 31 are IMPLEMENTATION DEFINED */
};

/* struct spe_packet.index of a Context packet (D18.2.2); 2 and 3 are reserved */
enum { SPE_CONTEXT_EL1 = 0, SPE_CONTEXT_EL2 = 1 };

/* struct spe_packet.index of an Operation Type packet: CLASS (D18.2.7); 3 is reserved. See libspe/op.h. */
enum { SPE_CLASS_OTHER = 0, SPE_CLASS_LOAD_STORE = 1, SPE_CLASS_BRANCH = 2 };

/* struct spe_packet.flags */
#define SPE_PACKET_RESERVED_HEADER (1u << 0) /* a known packet type with a reserved INDEX, CLASS or SZ */
#define SPE_PACKET_RESERVED_VALUE (1u << 1)  /* the payload holds a value that the architecture reserves */
#define SPE_PACKET_IMPDEF (1u << 2)          /* the INDEX is IMPLEMENTATION DEFINED */

/* 16 bytes, the same on every target */
struct spe_packet {
    uint64_t payload;    /* the payload as a number; bytes that the packet does not have are zero */
    uint8_t type;        /* SPE_PACKET_* */
    uint8_t index;       /* INDEX of Address, Counter (0-31) and Context (0-3), CLASS of Operation Type (0-3), else 0 */
    uint8_t header[2];   /* the header byte or bytes; [1] is 0 in a short header */
    uint8_t header_size; /* bytes: 1 short, 2 extended */
    uint8_t payload_size; /* bytes: 0, 1, 2, 4 or 8 */
    uint8_t flags;        /* SPE_PACKET_RESERVED_HEADER and the other flags */
    uint8_t missing;      /* after SPE_E_MORE: at least this many further bytes are needed; else 0 */
};

/*
 * Decodes the packet that starts at `bytes`, of which `len` bytes may be read.
 *
 * Returns the packet's size, 1 to 10: that many bytes were consumed and *out is complete. Runs of padding are
 * one packet a byte. Unknown and reserved packets are no error: they are sized, kept raw and flagged.
 * SPE_E_MORE: the input ends inside the packet (len 0 included); out->missing says how many bytes it lacks at
 * least (exactly, unless only the first byte of an extended header is there), out->header, type, index and sizes
 * hold what the header has told so far, the payload is 0, nothing was consumed.
 * SPE_E_ARG: out is NULL, or bytes is NULL while len is not 0; *out is untouched.
 */
SPE_API int spe_packet_decode(const void *bytes, size_t len, struct spe_packet *out);

/*
 * Encodes *in at `bytes`, where `cap` bytes may be written: header[], header_size, payload and payload_size are
 * written as they stand, so that a packet that was decoded gives back its very bytes; type, index and flags are
 * not read. Use spe_packet_build() to make a packet from type and INDEX.
 *
 * Returns the packet's size, 1 to 10, all written.
 * SPE_E_HEADER: header_size or payload_size is not what header[] says. SPE_E_RANGE: the payload needs more than
 * payload_size bytes. SPE_E_SPACE: cap is less than the size. SPE_E_ARG: a pointer is NULL.
 * Whatever fails, nothing is written.
 */
SPE_API int spe_packet_encode(const struct spe_packet *in, void *bytes, size_t cap);

/* spe_packet_build() flags */
#define SPE_BUILD_EXTENDED (1u << 0) /* an extended header even where the INDEX, below 8, has a short one */

/*
 * Makes the packet of an architected `type` (not SPE_PACKET_UNKNOWN), `index` (CLASS for Operation Type, 0 where
 * the type has none) and `payload` of `payload_size` bytes (0: the type's only size, or the smallest one that
 * holds the payload). `flags` is 0 or SPE_BUILD_EXTENDED (Address and Counter only). INDEX 8 and above takes the
 * extended header; reserved and IMPLEMENTATION DEFINED ones can be built and come out flagged.
 *
 * Returns the packet's size, 1 to 10, and *out is what spe_packet_decode() would give for its bytes.
 * SPE_E_KIND: no header carries this type, index, size and flags. SPE_E_RANGE: the payload is wider than
 * payload_size, or than any size of the type. SPE_E_ARG: out is NULL. Whatever fails, *out is untouched.
 */
SPE_API int spe_packet_build(struct spe_packet *out, unsigned type, unsigned index, unsigned payload_size,
                             uint64_t payload, unsigned flags);

/*
 * The whole size in bytes, 1 to 10, of the packet whose header starts at `bytes`, of which `len` bytes may be read: one
 * byte tells it, two in an extended header; the payload need not be there. SPE_E_MORE: len is 0, or 1 and the header is
 * extended. SPE_E_ARG: bytes is NULL while len is not 0.
 */
SPE_API int spe_packet_size(const void *bytes, size_t len);

/* -- many packets -- */

#define SPE_PACKET_ITERATOR_SIZE 64 /* bytes of spe_packet_iterator, on every target and in every 1.x version */

/*
 * A walk over the packets of a buffer, or of one record. Caller-owned storage, nothing to free; may be copied.
 *
 *     spe_packet_iterator packets;
 *     struct spe_packet packet;
 *     int size;
 *     spe_packet_iterator_init(&packets, bytes, len, 0);
 *     while ((size = spe_packet_iterator_next(&packets, &packet)) > 0)
 *         use(&packet, spe_packet_iterator_offset(&packets));
 *     if (size == SPE_E_MORE)                               // the last packet is cut off: its head is
 *         keep(spe_packet_iterator_left(&packets));         // the last bytes of the buffer, so many
 */
typedef struct spe_packet_iterator {
    uint64_t opaque[SPE_PACKET_ITERATOR_SIZE / 8];
} spe_packet_iterator;

struct spe_record;

/*
 * Begins a walk over bytes[0..len), which it borrows: they must stay readable and unchanged as long as the walk is
 * used. `offset` is the stream offset of bytes[0] (any number; it wraps at 2^64).
 * Returns SPE_OK. SPE_E_ARG: it is NULL, or bytes is NULL while len is not 0; *it is then not usable.
 */
SPE_API int spe_packet_iterator_init(spe_packet_iterator *it, const void *bytes, size_t len, uint64_t offset);

/*
 * The same over one record's packets, padding inside included: record->size bytes from record->offset on, of a stream
 * of which bytes[0..len) are those from `offset` on. So IMPLEMENTATION DEFINED, unknown and repeated packets are seen,
 * which struct spe_record does not hold.
 * Returns SPE_OK. SPE_E_ARG as above, or record is NULL, or its bytes are not all among bytes[0..len); *it is then not
 * usable.
 */
SPE_API int spe_packet_iterator_init_record(spe_packet_iterator *it, const void *bytes, size_t len, uint64_t offset,
                                            const struct spe_record *record);

/*
 * The next packet. Returns its size, 1 to 10, and *out, as spe_packet_decode() does. 0: there is none, the walk is at
 * the end of the bytes; *out is untouched. SPE_E_MORE: the bytes end inside a packet, of which *out holds what is
 * known; the walk stays there. SPE_E_ARG: a pointer is NULL. SPE_E_STATE: *it is not initialised. *out is then
 * untouched.
 */
SPE_API int spe_packet_iterator_next(spe_packet_iterator *it, struct spe_packet *out);

/* The stream offset of the packet that the last call of spe_packet_iterator_next() gave, or, with SPE_E_MORE, found cut
 * off; at the end, of the end; before the first call, of the first byte. 0 if it is NULL or not initialised. */
SPE_API uint64_t spe_packet_iterator_offset(const spe_packet_iterator *it);

/* How many bytes are left: those behind the last packet that was given, a cut-off one included. 0 if it is NULL or not
 * initialised. */
SPE_API size_t spe_packet_iterator_left(const spe_packet_iterator *it);

/* -- Address payloads (D18.2.1): bits of raw payloads of struct spe_packet and spe_record -- */

/* The security state of INDEX 0, 1 and 4 (PC, branch target, previous branch target); the physical address space of
 * INDEX 3 (data physical address). */
enum {
    SPE_STATE_SECURE = 0,
    SPE_STATE_NON_SECURE = 1,
    SPE_STATE_REALM = 2,
    SPE_STATE_RESERVED = 3 /* NSE:NS = 0b10: Root is never sampled */
};

/* Address bits [55:0] of any architected address. */
SPE_ACCESSOR uint64_t spe_address_bits(uint64_t payload) SPE_RETURNS(payload & UINT64_C(0x00ffffffffffffff))

/* The canonical 64-bit virtual address of INDEX 0, 1, 2 and 4: bit 55 selects the translation table whatever the
 * top byte says (TBI), so it is copied over bits [63:56]. */
SPE_ACCESSOR uint64_t spe_address_canonical(uint64_t payload)
    SPE_RETURNS((spe_address_bits(payload) ^ (UINT64_C(1) << 55)) - (UINT64_C(1) << 55))

/* The exception level, 0 to 3, of INDEX 0, 1 and 4 (for a target: at the target). */
SPE_ACCESSOR unsigned spe_address_el(uint64_t payload) SPE_RETURNS(SPE_CAST(unsigned, payload >> 61 & 3))

/* NS, bit [63], and NSE, bit [60], of INDEX 0, 1, 3 and 4. */
SPE_ACCESSOR unsigned spe_address_ns(uint64_t payload) SPE_RETURNS(SPE_CAST(unsigned, payload >> 63))
SPE_ACCESSOR unsigned spe_address_nse(uint64_t payload) SPE_RETURNS(SPE_CAST(unsigned, payload >> 60 & 1))

/*
 * The security state (INDEX 0, 1, 4) or physical address space (INDEX 3), SPE_STATE_*. has_rme: non-zero if the
 * core implements FEAT_RME. Without it NSE is RES0 and NS alone tells; a stream whose core is not known may be
 * read as with it, as NSE is then zero.
 */
SPE_ACCESSOR unsigned spe_address_state(uint64_t payload, int has_rme)
    SPE_RETURNS(!has_rme || !spe_address_nse(payload)
                    ? (spe_address_ns(payload) ? SPE_STATE_NON_SECURE : SPE_STATE_SECURE)
                    : (spe_address_ns(payload) ? SPE_STATE_REALM : SPE_STATE_RESERVED))

/* TAG, bits [63:56], of INDEX 2: the top-byte tag where TBI is on, else zero or address bits [63:56]. */
SPE_ACCESSOR unsigned spe_address_tag(uint64_t payload) SPE_RETURNS(SPE_CAST(unsigned, payload >> 56))

/* PAT, bits [59:56], of INDEX 3: the physical address tag (FEAT_MTE2). */
SPE_ACCESSOR unsigned spe_address_pat(uint64_t payload) SPE_RETURNS(SPE_CAST(unsigned, payload >> 56 & 15))

/* CH, bit [62], of INDEX 3: the access was tag checked (FEAT_MTE2). */
SPE_ACCESSOR unsigned spe_address_ch(uint64_t payload) SPE_RETURNS(SPE_CAST(unsigned, payload >> 62 & 1))

/*
 * The inverse, for those who write records: payloads from addresses as programs have them. An address of an instruction
 * or of data is canonical (bits [63:56] are copies of bit 55), or has zeros in bits [63:56]. Each returns SPE_OK and
 * *payload. SPE_E_RANGE: the address is not such a one, or el, tag, ch or pat is wider than its field. SPE_E_KIND:
 * `state` or `space` is not SPE_STATE_SECURE, _NON_SECURE or _REALM. SPE_E_ARG: payload is NULL. Whatever fails,
 * *payload is untouched. Pure functions, any thread.
 */

/* INDEX 0, 1 and 4: an instruction's address (PC, branch target, previous branch target) at exception level `el`, 0 to
 * 3. */
SPE_API int spe_address_build_pc(uint64_t address, unsigned el, unsigned state, uint64_t *payload);

/* INDEX 2: a data virtual address and its TAG, 0 to 255. */
SPE_API int spe_address_build_va(uint64_t address, unsigned tag, uint64_t *payload);

/* INDEX 3: a data physical address, below 2^56, in a physical address space (SPE_STATE_*); ch 0 or 1, pat 0 to 15
 * (both 0 without FEAT_MTE2). */
SPE_API int spe_address_build_pa(uint64_t address, unsigned space, unsigned ch, unsigned pat, uint64_t *payload);

/* -- Counter payloads (D18.2.3): cycles, unsigned, saturating -- */

/* Whether a counter of counter_bits bits (12 or 16, PMSIDR_EL1.CountSize; any other number is as 16) has saturated: the
 * true count is at least `count`. */
SPE_ACCESSOR int spe_counter_saturated(unsigned count, unsigned counter_bits)
    SPE_RETURNS(count >= (counter_bits == 12 ? 0xfff : 0xffff))

/* What a counter of counter_bits bits (12 or 16; any other number is as 16) has counted after so many cycles. */
SPE_ACCESSOR uint16_t spe_counter_saturate(uint64_t cycles, unsigned counter_bits)
    SPE_RETURNS(SPE_CAST(uint16_t, cycles < 0xfff             ? cycles
                                   : counter_bits == 12   ? 0xfff
                                   : cycles < 0xffff ? cycles
                                                     : 0xffff))

/* -- Events payloads (D18.2.6): bit numbers -- */
enum {
    SPE_EVENT_EXCEPTION = 0,            /* generated exception (IMPLEMENTATION DEFINED meaning where RETIRED is 0) */
    SPE_EVENT_RETIRED = 1,              /* architecturally retired */
    SPE_EVENT_L1D_ACCESS = 2,           /* level 1 data cache access */
    SPE_EVENT_L1D_REFILL = 3,           /* level 1 data cache refill; from FEAT_SPEv1p4: miss */
    SPE_EVENT_TLB_ACCESS = 4,           /* TLB access */
    SPE_EVENT_TLB_WALK = 5,             /* TLB walk */
    SPE_EVENT_NOT_TAKEN = 6,            /* not taken: a conditional operation that failed its condition */
    SPE_EVENT_MISPREDICTED = 7,         /* mispredicted branch */
    SPE_EVENT_LL_ACCESS = 8,            /* last level cache access */
    SPE_EVENT_LL_MISS = 9,              /* last level cache miss */
    SPE_EVENT_REMOTE_ACCESS = 10,       /* remote access: another socket */
    SPE_EVENT_MISALIGNED = 11,          /* misalignment cost latency (FEAT_SPEv1p1) */
    SPE_EVENT_TRANSACTIONAL = 16,       /* transactional (FEAT_TME) */
    SPE_EVENT_PARTIAL_PREDICATE = 17,   /* partial or empty predicate (FEAT_SPEv1p1 and SVE or SME) */
    SPE_EVENT_EMPTY_PREDICATE = 18,     /* empty predicate (FEAT_SPEv1p1 and SVE or SME) */
    SPE_EVENT_L2D_ACCESS = 19,          /* level 2 data cache access (FEAT_SPEv1p4, loads; as those below) */
    SPE_EVENT_L2D_MISS = 20,            /* level 2 data cache miss */
    SPE_EVENT_CACHE_DATA_MODIFIED = 21, /* cache data modified */
    SPE_EVENT_RECENTLY_FETCHED = 22,    /* recently fetched */
    SPE_EVENT_DATA_SNOOPED = 23,        /* data snooped */
    SPE_EVENT_STREAMING_SVE = 24,       /* Streaming SVE mode (FEAT_SPE_SME) */
    SPE_EVENT_SMCU = 25                 /* ran on an SMCU or another shared resource (FEAT_SPE_SME, FEAT_SPEv1p5) */
    /* 12-15, 24-31 (before FEAT_SPEv1p4) and 48-63 are IMPLEMENTATION DEFINED, 32-47 are zero */
};

/* Event bit number `bit` (0 to 63) of an Events payload: 0 or 1. */
SPE_ACCESSOR unsigned spe_event(uint64_t events, unsigned bit)
    SPE_RETURNS(SPE_CAST(unsigned, events >> (bit & 63u) & 1))

/* The name of an event bit: lower case, one word ("l1d_access"). NULL for bits without an architected meaning
 * (IMPLEMENTATION DEFINED or zero) and for numbers above 63. The string lives as long as the program. */
SPE_API const char *spe_event_name(unsigned bit);

/* The bit number, 0 to 63, of an event name as spe_event_name() gives it, in lower case. SPE_E_ARG: NULL. SPE_E_NAME:
 * no such name. */
SPE_API int spe_event_bit(const char *name);

/*
 * The n-th (from 0) PMU event number that the architecture gives as consistent with an event bit, or SPE_E_ARG
 * where there is no n-th: the event for all accesses, then its _RD form. l1d_refill then has those from FEAT_SPEv1p4
 * on, where it is a miss: L1D_CACHE_MISS (D18.2.6) and L1D_CACHE_LMISS_RD (the pseudocode's). The predicate events have
 * the SVE and the SME form; recently_fetched and cache_data_modified one for each cache, levels 1 to 3 and the last
 * one, and the latter a snoop's (DSNP_HITM_RD).
 */
SPE_API int spe_event_pmu(unsigned bit, unsigned n);

#ifdef __cplusplus
}
#endif

#endif
