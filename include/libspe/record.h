/* SPDX-License-Identifier: MIT */
/*
 * libspe/record.h: one sample record as a struct with a field for each packet (DDI 0487, D17.6 and D18.1).
 *
 * A record is a sequence of packets that ends with an End or Timestamp packet. It includes the padding between its
 * packets. Fields hold raw payloads; the accessors of packet.h and the functions of op.h interpret them.
 *
 * A struct spe_record has a field for every architected packet. It does not hold:
 * - IMPLEMENTATION DEFINED and unknown packets and packets with a reserved header (flags record that the record has
 *   some);
 * - the position of padding and the order of packets;
 * - whether a header was short or extended;
 * - repeated packets, except the last one of each.
 * spe_record_extra() gives the first of these; for the others walk over the bytes at offset, size with
 * spe_packet_iterator_init().
 */
#ifndef LIBSPE_RECORD_H
#define LIBSPE_RECORD_H

#include <libspe/packet.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_RECORD_MAX_SIZE 2048 /* bytes: the largest PMSIDR_EL1.MaxSize */

/*
 * Bits of struct spe_record.present: the packets that the record has. The bit number is INDEX for an Address packet and
 * 8 + INDEX for a Counter packet, both for INDEX 0 to 7. Other fields have the bits that are left.
 */
#define SPE_HAS_PC (1u << 0)
#define SPE_HAS_BRANCH_TARGET (1u << 1)
#define SPE_HAS_DATA_VA (1u << 2)
#define SPE_HAS_DATA_PA (1u << 3)
#define SPE_HAS_PREV_BRANCH_TARGET (1u << 4)
#define SPE_HAS_TOTAL_LATENCY (1u << 8)
#define SPE_HAS_ISSUE_LATENCY (1u << 9)
#define SPE_HAS_TRANSLATION_LATENCY (1u << 10)
#define SPE_HAS_ALT_ISSUE_LATENCY (1u << 12)
#define SPE_HAS_CONTEXT_EL1 (1u << 16)
#define SPE_HAS_CONTEXT_EL2 (1u << 17)
#define SPE_HAS_OPERATION (1u << 20)
#define SPE_HAS_EVENTS (1u << 24)
#define SPE_HAS_DATA_SOURCE (1u << 25)
#define SPE_HAS_TIMESTAMP (1u << 26)
#define SPE_HAS_END (1u << 27)

/* Flags of struct spe_record.flags: properties that make the record unusual. */
#define SPE_RECORD_UNKNOWN (1u << 0)         /* it has a packet with an unknown header */
#define SPE_RECORD_RESERVED_HEADER (1u << 1) /* it has a packet of a known type with a reserved INDEX, CLASS or SZ */
#define SPE_RECORD_RESERVED_VALUE (1u << 2)  /* it has a payload with a reserved value; the field holds it raw */
#define SPE_RECORD_IMPDEF (1u << 3)          /* it has an IMPLEMENTATION DEFINED Address or Counter packet */
#define SPE_RECORD_REPEATED (1u << 4)        /* it has a packet of one field twice or more; the field holds the last */
#define SPE_RECORD_NO_EVENTS (1u << 5)       /* it has no Events packet, which every record must have (D17.6) */
#define SPE_RECORD_OVER_LONG (1u << 6)       /* it is longer than the largest record (2048 bytes, or as configured) */
#define SPE_RECORD_TRUNCATED (1u << 7)       /* the stream ended before the record's End or Timestamp packet */
#define SPE_RECORD_AFTER_GAP (1u << 8)       /* bytes are missing, or were skipped, just before it */

/*
 * 128 bytes, the same on every target. If a field's bit in `present` is clear, the decoder sets the field to 0 and the
 * encoder does not read it.
 */
struct spe_record {
    uint64_t offset;              /* stream offset in bytes of the record's first packet */
    uint64_t size;                /* bytes from offset to the end of the last packet; without the padding after it */
    uint64_t pc;                  /* see spe_address_canonical(), spe_address_el(), spe_address_state() */
    uint64_t branch_target;       /* like pc; exception level and security state are those at the target */
    uint64_t data_va;             /* see spe_address_canonical(), spe_address_tag() */
    uint64_t data_pa;             /* see spe_address_bits(), spe_address_state(), _pat(), _ch() */
    uint64_t prev_branch_target;  /* like pc (FEAT_SPE_PBT) */
    uint64_t timestamp;           /* ticks at CNTFRQ_EL0 hertz; PMSCR_ELx selects the counter */
    uint64_t events;              /* see SPE_EVENT_*, spe_event() */
    uint32_t present;             /* SPE_HAS_* */
    uint32_t flags;               /* SPE_RECORD_* */
    uint32_t context_el1;         /* CONTEXTIDR_EL1 */
    uint32_t context_el2;         /* CONTEXTIDR_EL2 */
    uint16_t total_latency;       /* cycles from dispatch to completion */
    uint16_t issue_latency;       /* cycles from dispatch to issue */
    uint16_t translation_latency; /* cycles during which at least one part of the operation waits for the MMU */
    uint16_t alt_issue_latency;   /* cycles from dispatch to issue, in the alternate clock domain */
    uint16_t data_source;         /* IMPLEMENTATION DEFINED; see spe_record_data_source() */
    uint8_t op_class;             /* SPE_CLASS_*; spe_op_decode() interprets it together with op_payload */
    uint8_t op_payload;
    uint8_t events_size;      /* payload bytes of the Events packet: 1, 2, 4 or 8; 0 if it is absent */
    uint8_t data_source_size; /* payload bytes of the Data Source packet: 1 or 2; 0 if it is absent */
    uint8_t reserved[26];     /* zero */
};

/*
 * Returns the context in which the operation ran: context_el2 if its packet is present, else context_el1 if its packet
 * is present, else 0. 0 may also be the number of the idle task, which has no code at EL0; SPE_HAS_CONTEXT_EL1 and
 * SPE_HAS_CONTEXT_EL2 distinguish the two cases. If neither packet is present, other sources may name the thread
 * (spe_perf_event.tid). `in` must not be NULL. Pure function, any thread.
 *
 * The core does not record the EL1 context of operations at EL2, nor of the processes of a host that itself runs at EL2
 * (D17.6.9): their context is in context_el2. If both packets are present, and the host's kernel runs at EL2 (VHE), a
 * guest ran. Its kernel wrote context_el1; the host's kernel wrote context_el2, the thread that runs the guest.
 *
 * Linux (CONFIG_PID_IN_CONTEXTIDR) writes the identifier of the *thread* there, as the root namespace numbers it: `ps
 * -L` outside containers shows it as LWP, and perf as TID. The record does not hold the process of the thread; the COMM
 * and FORK events of perf.data do (perf_data.h).
 */
SPE_ACCESSOR uint32_t spe_record_context(const struct spe_record *in)
    SPE_RETURNS(in->present & SPE_HAS_CONTEXT_EL2   ? in->context_el2
                : in->present & SPE_HAS_CONTEXT_EL1 ? in->context_el1
                                                    : 0)

/*
 * Returns where the data of a record's access came from. Use it, and not the member data_source, to count or to name
 * data sources. A Data Source packet reports "where the data returned for a load operation was sourced" (D18.2.4), so
 * the packet of a store means nothing, unless the store also reads: an atomic, or ST64BV or ST64BV0, to which memory
 * returns a status (D17.6.4.4). Only cores with FEAT_LS64_V have the latter two, and their records look like those of
 * other stores of general-purpose or unspecified registers; therefore the packets of all of these count. The member
 * data_source holds every packet's value. Pure function, any thread.
 *
 * Returns one of:
 * - 0 to 65535: the value of the Data Source packet. spe_cpu_data_source() and spe_cpu_data_source_name() interpret it.
 * - SPE_E_ABSENT: the record has no Data Source packet, or its operation is a store that reads nothing (CLASS 1, LDST
 *   1, AT 0; not payloads 0x01 and 0x11).
 * - SPE_E_ARG: in is NULL.
 */
SPE_API int spe_record_data_source(const struct spe_record *in);

/* Returns all SPE_HAS_* bits of this library, combined with OR. A later version may have more. */
SPE_API uint32_t spe_record_all(void);

/*
 * Makes the packet that carries one field of a record. `has` is a single SPE_HAS_* bit that is set in in->present. The
 * packet has the short header. Events and Data Source have in->events_size and in->data_source_size payload bytes; if
 * that is 0, they have the smallest size that holds the value. Pure function, any thread.
 *
 * Returns one of:
 * - 1 to 10: the packet's size, as from spe_packet_build(). *out is the packet.
 * - SPE_E_ARG: in or out is NULL, or `has` is not a single bit of in->present.
 * - SPE_E_KIND: op_class, events_size or data_source_size has a value that is reserved or that no packet
 *   has.
 * - SPE_E_RANGE: the value does not fit the payload.
 * On failure *out is unchanged.
 */
SPE_API int spe_record_packet(const struct spe_record *in, uint32_t has, struct spe_packet *out);

/*
 * Gives the packets of a record that no member can hold, one by one, in their order: IMPLEMENTATION DEFINED Address and
 * Counter packets (D18.2.1, D18.2.3), packets with a reserved header, and packets with an unknown header. `bytes` are
 * those of the stream from in->offset on; the function may read `size` of them, which is in->size or more. *at is a
 * position in them, in bytes from the record's first packet. Set it to 0 before the first call:
 *
 *     size_t at = 0;
 *     while (spe_record_extra(&record, bytes, size, &at, &packet) > 0)
 *         if (packet.flags & SPE_PACKET_IMPDEF && packet.type == SPE_PACKET_COUNTER)
 *             use(packet.index, packet.payload);
 *
 * If no flag of in->flags reports such a packet, `bytes` is not read. Pure function, any thread.
 *
 * Returns one of:
 * - 1 to 10: the packet's size in bytes. *out is the packet, and *at is the position after it.
 * - 0: no such packet follows. A packet that is cut off, the last of a truncated record, is not given.
 * - SPE_E_MORE: `size` is less than in->size.
 * - SPE_E_ARG: in, at or out is NULL, or bytes is NULL while size is not 0.
 * With 0, and on failure, *at and *out are unchanged.
 */
SPE_API int spe_record_extra(const struct spe_record *in, const void *bytes, size_t size, size_t *at,
                             struct spe_packet *out);

#ifdef __cplusplus
}
#endif

#endif
