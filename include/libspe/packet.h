/* SPDX-License-Identifier: MIT */
/*
 * libspe/packet.h: decodes and encodes one packet of an SPE record, and reads what its payload means (DDI 0487, D18.2,
 * "Statistical Profiling Extension sample record packets").
 *
 * The functions on single packets are pure functions of the packet's bytes: they have no context and no state, and any
 * thread may call them. spe_packet_iterator, a walk over many packets, is a context: it belongs to one thread at a
 * time.
 *
 * A packet is a header of one byte (or two bytes, "extended") and 0, 1, 2, 4 or 8 payload bytes. The payload is
 * little-endian, whatever the byte order of the machine. The header alone determines the size, even if the packet type
 * is unknown. So every sequence of bytes is a sequence of packets; only the last packet may be incomplete.
 */
#ifndef LIBSPE_PACKET_H
#define LIBSPE_PACKET_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_PACKET_MAX_SIZE 10 /* bytes: an extended header (2) and 8 payload bytes */

/* Values of struct spe_packet.type. */
enum {
    SPE_PACKET_UNKNOWN = 0, /* the architecture assigns the header to no packet; the packet is sized and kept raw */
    SPE_PACKET_PADDING = 1,
    SPE_PACKET_END = 2,
    SPE_PACKET_TIMESTAMP = 3,
    SPE_PACKET_EVENTS = 4,
    SPE_PACKET_DATA_SOURCE = 5,
    SPE_PACKET_CONTEXT = 6,
    SPE_PACKET_OPERATION = 7,
    SPE_PACKET_ADDRESS = 8,
    SPE_PACKET_COUNTER = 9
};

/* INDEX of an Address packet (D18.2.1), in struct spe_packet.index. 5 and 8 to 15 are reserved. */
enum {
    SPE_ADDRESS_PC = 0,
    SPE_ADDRESS_BRANCH_TARGET = 1,
    SPE_ADDRESS_DATA_VA = 2,
    SPE_ADDRESS_DATA_PA = 3,
    SPE_ADDRESS_PREV_BRANCH_TARGET = 4
    /* 6, 7 and 16 to 31 are IMPLEMENTATION DEFINED */
};

/* INDEX of a Counter packet (D18.2.3), in struct spe_packet.index. 3, 5 and 8 to 15 are reserved. */
enum {
    SPE_COUNTER_TOTAL_LATENCY = 0,
    SPE_COUNTER_ISSUE_LATENCY = 1,
    SPE_COUNTER_TRANSLATION_LATENCY = 2,
    SPE_COUNTER_ALT_ISSUE_LATENCY = 4
    /* 6, 7 and 16 to 31 are IMPLEMENTATION DEFINED */
};

/* INDEX of a Context packet (D18.2.2), in struct spe_packet.index. 2 and 3 are reserved. */
enum { SPE_CONTEXT_EL1 = 0, SPE_CONTEXT_EL2 = 1 };

/* CLASS of an Operation Type packet (D18.2.7), in struct spe_packet.index. 3 is reserved. See libspe/op.h. */
enum { SPE_CLASS_OTHER = 0, SPE_CLASS_LOAD_STORE = 1, SPE_CLASS_BRANCH = 2 };

/* Flags of struct spe_packet.flags. */
#define SPE_PACKET_RESERVED_HEADER (1u << 0) /* a known packet type with a reserved INDEX, CLASS or SZ */
#define SPE_PACKET_RESERVED_VALUE (1u << 1)  /* the payload holds a value that the architecture reserves */
#define SPE_PACKET_IMPDEF (1u << 2)          /* the INDEX is IMPLEMENTATION DEFINED */

/* 16 bytes, the same on every target */
struct spe_packet {
    uint64_t payload;     /* the payload as a number; the bytes that the packet lacks are 0 */
    uint8_t type;         /* SPE_PACKET_* */
    uint8_t index;        /* INDEX of Address and Counter (0 to 31) and Context (0 to 3), CLASS of Operation Type (0 to
                            3), else 0 */
    uint8_t header[2];    /* the header byte or bytes; [1] is 0 if the header is short */
    uint8_t header_size;  /* bytes: 1 short, 2 extended */
    uint8_t payload_size; /* bytes: 0, 1, 2, 4 or 8 */
    uint8_t flags;        /* SPE_PACKET_RESERVED_HEADER and the other flags */
    uint8_t missing;      /* after SPE_E_MORE: at least this many more bytes are needed; else 0 */
};

/*
 * Returns the number of packet types of this library: every SPE_PACKET_* type is below it. A later version may have
 * more.
 */
SPE_API unsigned spe_packet_type_count(void);

/*
 * Decodes the packet that starts at `bytes`. The function may read `len` bytes. Unknown and reserved packets are not
 * errors: they are sized, kept raw and flagged. In a run of padding, each byte is one packet.
 *
 * Returns one of:
 * - 1 to 10: the packet's size. That many bytes were consumed and *out is complete.
 * - SPE_E_MORE: the input ends inside the packet (or len is 0). Nothing was consumed. out->missing is the smallest
 *   number of bytes that the packet lacks; it is exact unless len is 0 or only the first byte of an extended header is
 *   there. out->header, type, index and sizes hold what the available part of the header determines. The payload is 0.
 * - SPE_E_ARG: out is NULL, or bytes is NULL while len is not 0. *out is unchanged.
 */
SPE_API int spe_packet_decode(const void *bytes, size_t len, struct spe_packet *out);

/*
 * Encodes *in at `bytes`, where the function may write `cap` bytes. It writes header[], header_size, payload and
 * payload_size as they are, so that a decoded packet is encoded to the same bytes. It does not read type, index and
 * flags. To make a packet from a type and an INDEX use spe_packet_build().
 *
 * Returns one of:
 * - 1 to 10: the packet's size. All of its bytes are written.
 * - SPE_E_HEADER: header_size or payload_size contradicts header[].
 * - SPE_E_RANGE: the payload needs more than payload_size bytes.
 * - SPE_E_SPACE: cap is less than the packet's size.
 * - SPE_E_ARG: in or bytes is NULL.
 * On failure nothing is written.
 */
SPE_API int spe_packet_encode(const struct spe_packet *in, void *bytes, size_t cap);

/* Flags of spe_packet_build(). */
#define SPE_BUILD_EXTENDED (1u << 0) /* use an extended header even if the INDEX is below 8 and has a short header */

/*
 * Makes the packet of an architected `type` (not SPE_PACKET_UNKNOWN), with `index` (CLASS for Operation Type, 0 if the
 * type has none) and with a `payload` of `payload_size` bytes. With payload_size 0 the packet has the type's only size,
 * or the smallest size that holds the payload. `flags` is 0 or SPE_BUILD_EXTENDED (Address and Counter only). An INDEX
 * of 8 or above has an extended header. Reserved and IMPLEMENTATION DEFINED INDEX values are allowed; their packets are
 * flagged.
 *
 * Returns one of:
 * - 1 to 10: the packet's size. *out is what spe_packet_decode() gives for the packet's bytes.
 * - SPE_E_KIND: no header has this type, index, size and flags.
 * - SPE_E_RANGE: the payload is wider than payload_size, or than every size of the type that is
 *   not reserved.
 * - SPE_E_ARG: out is NULL.
 * On failure *out is unchanged.
 */
SPE_API int spe_packet_build(unsigned type, unsigned index, unsigned payload_size, uint64_t payload, unsigned flags,
                             struct spe_packet *out);

/*
 * Determines the size of the packet whose header starts at `bytes`. The function may read `len` bytes. It reads one
 * byte, or two if the header is extended; the payload need not be there.
 *
 * Returns one of:
 * - 1 to 10: the packet's size in bytes, header and payload.
 * - SPE_E_MORE: len is 0; or len is 1 and the header is extended.
 * - SPE_E_ARG: bytes is NULL while len is not 0.
 */
SPE_API int spe_packet_size(const void *bytes, size_t len);

/* -- many packets -- */

#define SPE_PACKET_ITERATOR_SIZE 64 /* bytes of spe_packet_iterator, on every target and in every 1.x version */

/*
 * A walk over the packets of a buffer. The caller provides the storage; nothing needs to be freed. It
 * may be copied.
 *
 *     spe_packet_iterator packets;
 *     struct spe_packet packet;
 *     int size;
 *     spe_packet_iterator_init(&packets, bytes, len, 0);
 *     while ((size = spe_packet_iterator_next(&packets, &packet)) > 0)
 *         use(&packet, spe_packet_iterator_offset(&packets));
 *     if (size == SPE_E_MORE)                               // the last packet is cut off: keep the bytes
 *         keep_from(spe_packet_iterator_offset(&packets));  // from this offset on
 */
typedef struct spe_packet_iterator {
    uint64_t opaque[SPE_PACKET_ITERATOR_SIZE / 8];
} spe_packet_iterator;

/*
 * Starts a walk over bytes[0..len). The walk borrows these bytes: they must stay readable and unchanged while the walk
 * is used. `offset` is the stream offset of bytes[0] (any number; offsets wrap at 2^64).
 *
 * Returns one of:
 * - SPE_OK: *it is ready.
 * - SPE_E_ARG: it is NULL, or bytes is NULL while len is not 0. *it is not usable.
 */
SPE_API int spe_packet_iterator_init(spe_packet_iterator *it, const void *bytes, size_t len, uint64_t offset);

/*
 * Decodes the next packet of the walk.
 *
 * Returns one of:
 * - 1 to 10: the packet's size. *out is the packet, decoded by spe_packet_decode().
 * - 0: the walk is at the end of the bytes. *out is unchanged.
 * - SPE_E_MORE: the bytes end inside a packet. *out holds its known part, like that of spe_packet_decode(). The
 *   walk stays there.
 * - SPE_E_ARG: it or out is NULL. *out is unchanged.
 * - SPE_E_STATE: *it is not initialised. *out is unchanged.
 */
SPE_API int spe_packet_iterator_next(spe_packet_iterator *it, struct spe_packet *out);

/*
 * Returns the stream offset of the packet that the last call of spe_packet_iterator_next() gave or, with SPE_E_MORE,
 * found cut off. At the end of the walk this is the offset just past the last byte; before the first call it is the
 * offset of the first byte. Returns 0 if it is NULL or not initialised.
 */
SPE_API uint64_t spe_packet_iterator_offset(const spe_packet_iterator *it);

/* -- Address payloads (D18.2.1): bits of the raw payloads in struct spe_packet and spe_record -- */

/*
 * The security state of INDEX 0, 1 and 4 (PC, branch target, previous branch target), or the physical address space of
 * INDEX 3 (data physical address).
 */
enum {
    SPE_STATE_SECURE = 0,
    SPE_STATE_NON_SECURE = 1,
    SPE_STATE_REALM = 2,
    SPE_STATE_RESERVED = 3 /* NSE:NS = 0b10: Root is never sampled */
};

/*
 * Returns a security state or physical address space, SPE_STATE_*, in words: "Secure", "Non-secure", "Realm", or
 * "reserved" for SPE_STATE_RESERVED and other numbers. Never NULL. The string lives as long as the program.
 */
SPE_API const char *spe_address_state_name(unsigned state);

/* The fields of address payloads: the numbers of their lowest bits. */
enum {
    SPE_ADDRESS_BIT_TAG = 56, /* INDEX 2: bits [63:56] */
    SPE_ADDRESS_BIT_PAT = 56, /* INDEX 3: bits [59:56] */
    SPE_ADDRESS_BIT_NSE = 60, /* INDEX 0, 1, 3 and 4 */
    SPE_ADDRESS_BIT_EL = 61,  /* INDEX 0, 1 and 4: bits [62:61] */
    SPE_ADDRESS_BIT_CH = 62,  /* INDEX 3 */
    SPE_ADDRESS_BIT_NS = 63   /* INDEX 0, 1, 3 and 4 */
};

/* Returns address bits [55:0] of any architected address. */
SPE_ACCESSOR uint64_t spe_address_bits(uint64_t payload) SPE_RETURNS(payload & UINT64_C(0x00ffffffffffffff))

/*
 * Returns the canonical 64-bit virtual address of INDEX 0, 1, 2 and 4. Bit 55 selects the translation table whatever
 * the top byte holds (TBI), so it is copied to bits [63:56].
 */
SPE_ACCESSOR uint64_t spe_address_canonical(uint64_t payload)
    SPE_RETURNS((spe_address_bits(payload) ^ (UINT64_C(1) << 55)) - (UINT64_C(1) << 55))

/* Returns the exception level, 0 to 3, of INDEX 0, 1 and 4. For a target it is the level at the target. */
SPE_ACCESSOR unsigned spe_address_el(uint64_t payload)
    SPE_RETURNS(SPE_CAST(unsigned, payload >> SPE_ADDRESS_BIT_EL & 3))

/*
 * Returns the security state (INDEX 0, 1, 4) or the physical address space (INDEX 3), SPE_STATE_*, from NS, bit [63],
 * and NSE, bit [60]. has_rme is not 0 if the core implements FEAT_RME. Without FEAT_RME, NSE is RES0 and only NS
 * counts. If the core is not known, has_rme may be 1, because NSE is 0 on cores without FEAT_RME.
 */
SPE_ACCESSOR unsigned spe_address_state(uint64_t payload, int has_rme)
    SPE_RETURNS(!has_rme || !(payload >> SPE_ADDRESS_BIT_NSE & 1)
                    ? (payload >> SPE_ADDRESS_BIT_NS ? SPE_STATE_NON_SECURE : SPE_STATE_SECURE)
                    : (payload >> SPE_ADDRESS_BIT_NS ? SPE_STATE_REALM : SPE_STATE_RESERVED))

/* Returns TAG, bits [63:56], of INDEX 2: the top-byte tag if TBI is enabled, else 0 or address bits [63:56]. */
SPE_ACCESSOR unsigned spe_address_tag(uint64_t payload)
    SPE_RETURNS(SPE_CAST(unsigned, payload >> SPE_ADDRESS_BIT_TAG))

/* Returns PAT, bits [59:56], of INDEX 3: the Physical Address Tag (FEAT_MTE2). */
SPE_ACCESSOR unsigned spe_address_pat(uint64_t payload)
    SPE_RETURNS(SPE_CAST(unsigned, payload >> SPE_ADDRESS_BIT_PAT & 15))

/* Returns CH, bit [62], of INDEX 3: 1 if the access was tag checked (FEAT_MTE2). */
SPE_ACCESSOR unsigned spe_address_ch(uint64_t payload)
    SPE_RETURNS(SPE_CAST(unsigned, payload >> SPE_ADDRESS_BIT_CH & 1))

/*
 * The spe_address_build_ functions make payloads from addresses as programs have them, for programs that write records.
 * The address of an instruction or of data is canonical (bits [63:56] are copies of bit 55), or has zeros in bits
 * [63:56]. Pure functions, any thread.
 *
 * Each returns one of:
 * - SPE_OK: *payload is the payload.
 * - SPE_E_RANGE: the address has neither of these forms (a physical address: it is 2^56 or above), or el, tag, ch or
 *   pat is wider than its field.
 * - SPE_E_KIND: `state` or `space` is not SPE_STATE_SECURE, _NON_SECURE or _REALM.
 * - SPE_E_ARG: payload is NULL.
 * On failure *payload is unchanged.
 */

/*
 * Makes the payload of INDEX 0, 1 and 4: an instruction's address (PC, branch target, previous branch target) at
 * exception level `el`, 0 to 3.
 */
SPE_API int spe_address_build_pc(uint64_t address, unsigned el, unsigned state, uint64_t *payload);

/* Makes the payload of INDEX 2: a data virtual address and its TAG, 0 to 255. */
SPE_API int spe_address_build_va(uint64_t address, unsigned tag, uint64_t *payload);

/*
 * Makes the payload of INDEX 3: a data physical address, below 2^56, in a physical address space (SPE_STATE_*). ch is 0
 * or 1 and pat is 0 to 15; both are 0 without FEAT_MTE2.
 */
SPE_API int spe_address_build_pa(uint64_t address, unsigned space, unsigned ch, unsigned pat, uint64_t *payload);

/* -- Counter payloads (D18.2.3): cycles, unsigned, saturating -- */

/*
 * Returns 1 if a counter of counter_bits bits has saturated, so that the true count is at least `count`; else 0.
 * counter_bits is 12 or 16 (PMSIDR_EL1.CountSize); any other number means 16.
 */
SPE_ACCESSOR int spe_counter_saturated(unsigned count, unsigned counter_bits)
    SPE_RETURNS(count >= (counter_bits == 12 ? 0xfff : 0xffff))

/* -- Events payloads (D18.2.6): bit numbers -- */
enum {
    SPE_EVENT_EXCEPTION = 0,            /* generated exception (IMPLEMENTATION DEFINED meaning if RETIRED is 0) */
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
    SPE_EVENT_L2D_ACCESS = 19,          /* level 2 data cache access (19 to 23: FEAT_SPEv1p4, loads) */
    SPE_EVENT_L2D_MISS = 20,            /* level 2 data cache miss */
    SPE_EVENT_CACHE_DATA_MODIFIED = 21, /* cache data modified */
    SPE_EVENT_RECENTLY_FETCHED = 22,    /* recently fetched */
    SPE_EVENT_DATA_SNOOPED = 23,        /* data snooped */
    SPE_EVENT_STREAMING_SVE = 24,       /* Streaming SVE mode (FEAT_SPE_SME) */
    SPE_EVENT_SMCU = 25                 /* ran on an SMCU or another shared resource (FEAT_SPE_SME, FEAT_SPEv1p5) */
    /* 12-15, 24-31 (before FEAT_SPEv1p4) and 48-63 are IMPLEMENTATION DEFINED, 32-47 are zero */
};

/* Returns event bit number `bit` (0 to 63) of an Events payload: 0 or 1. */
SPE_ACCESSOR unsigned spe_event(uint64_t events, unsigned bit)
    SPE_RETURNS(SPE_CAST(unsigned, events >> (bit & 63u) & 1))

/*
 * Returns the name of an event bit: one word in lower case ("l1d_access"). Returns NULL if the bit has no architected
 * meaning (IMPLEMENTATION DEFINED or zero) or is above 63. The string lives as long as the program.
 */
SPE_API const char *spe_event_name(unsigned bit);

/*
 * Looks up an event by its name in lower case, a result of spe_event_name().
 *
 * Returns one of:
 * - 0 to 63: the bit number.
 * - SPE_E_ARG: name is NULL.
 * - SPE_E_NAME: no event has this name.
 */
SPE_API int spe_event_bit(const char *name);

/*
 * Gives the PMU events that the architecture calls consistent with an event bit, or uses for it in its pseudocode. Bits
 * 2, 3 and 8 to 10 have the event for all accesses, followed by its _RD form; bits 19 to 23 have _RD forms only.
 * l1d_refill has two more, which apply from FEAT_SPEv1p4 on, where it is a miss: L1D_CACHE_MISS (in D18.2.6) and
 * L1D_CACHE_LMISS_RD (in the pseudocode). mispredicted has the event of all paths and that of retired branches. The
 * predicate events have the SVE and the SME form. recently_fetched and cache_data_modified have one for each cache:
 * levels 1 to 3 and the last level. cache_data_modified also has the event of a snoop (DSNP_HITM_RD).
 *
 * Returns one of:
 * - the number of the n-th (from 0) PMU event.
 * - SPE_E_ARG: the n-th event does not exist.
 */
SPE_API int spe_event_pmu(unsigned bit, unsigned n);

#ifdef __cplusplus
}
#endif

#endif
