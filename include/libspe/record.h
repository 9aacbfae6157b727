/* SPDX-License-Identifier: MIT */
/*
 * libspe/record.h: one sample record, its packets folded into plain fields (DDI 0487, D17.6 and D18.1).
 *
 * A record is what stands between two record ends: its packets, padding inside included, up to and with its End
 * or Timestamp packet. Payloads are kept raw; the accessors of packet.h and op.h interpret them.
 *
 * A record holds every architected packet. It does not hold IMPLEMENTATION DEFINED, reserved-header and unknown
 * packets (flags say that there were some), where padding stood, the order of its packets, whether a header was
 * short or extended, nor the earlier ones of repeated packets: for those walk the bytes at offset, size with
 * spe_packet_iterator_init_record().
 */
#ifndef LIBSPE_RECORD_H
#define LIBSPE_RECORD_H

#include <libspe/packet.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_RECORD_MAX_SIZE 2048 /* bytes: the largest PMSIDR_EL1.MaxSize */

/* struct spe_record.present: which packets the record held. Address and Counter bits are 0 + INDEX, 8 + INDEX. */
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
#define SPE_HAS_ALL UINT32_C(0x0f13171f) /* every one of them */

/* struct spe_record.flags: what was odd about the record */
#define SPE_RECORD_UNKNOWN (1u << 0)         /* it held a packet with an unknown header */
#define SPE_RECORD_RESERVED_HEADER (1u << 1) /* ... a known type with a reserved INDEX, CLASS or SZ */
#define SPE_RECORD_RESERVED_VALUE (1u << 2)  /* ... a payload with a reserved value; the field keeps it raw */
#define SPE_RECORD_IMPDEF (1u << 3)          /* ... an IMPLEMENTATION DEFINED Address or Counter packet */
#define SPE_RECORD_REPEATED (1u << 4)        /* ... a packet that has a field here twice; the last is kept */
#define SPE_RECORD_NO_EVENTS (1u << 5)       /* no Events packet, which every record must have (D17.6) */
#define SPE_RECORD_OVER_LONG (1u << 6)       /* longer than the largest record (2048 bytes, or as configured) */
#define SPE_RECORD_TRUNCATED (1u << 7)       /* the stream ended before the record's End or Timestamp */
#define SPE_RECORD_AFTER_GAP (1u << 8)       /* bytes are missing, or were skipped, just before it */

/*
 * 128 bytes, the same on every target. Fields whose bit in `present` is 0 are 0 when the decoder wrote them and
 * are not read by the encoder. Addresses, counters, events, data source and operation are raw payloads.
 */
struct spe_record {
    uint64_t offset;              /* stream offset in bytes of the record's first packet */
    uint64_t size;                /* bytes from there to the end of its last packet; padding after that not counted */
    uint64_t pc;                  /* see spe_address_canonical(), spe_address_el(), spe_address_state() */
    uint64_t branch_target;       /* as pc, with the exception level and security state at the target */
    uint64_t data_va;             /* see spe_address_canonical(), spe_address_tag() */
    uint64_t data_pa;             /* see spe_address_bits(), spe_address_state(), _pat(), _ch() */
    uint64_t prev_branch_target;  /* as pc (FEAT_SPE_PBT) */
    uint64_t timestamp;           /* ticks of the timestamp that PMSCR_ELx selects, at CNTFRQ_EL0 hertz */
    uint64_t events;              /* see SPE_EVENT_*, spe_event() */
    uint32_t present;             /* SPE_HAS_* */
    uint32_t flags;               /* SPE_RECORD_* */
    uint32_t context_el1;         /* CONTEXTIDR_EL1 */
    uint32_t context_el2;         /* CONTEXTIDR_EL2 */
    uint16_t total_latency;       /* cycles: dispatched for issue to complete */
    uint16_t issue_latency;       /* cycles: dispatched for issue to issued */
    uint16_t translation_latency; /* cycles: at least one part waits for the MMU */
    uint16_t alt_issue_latency;   /* cycles of the alternate clock domain: as issue_latency */
    uint16_t data_source;         /* IMPLEMENTATION DEFINED */
    uint8_t op_class;             /* SPE_CLASS_*; with op_payload: see spe_op_decode() */
    uint8_t op_payload;
    uint8_t events_size;      /* payload bytes of the Events packet: 1, 2, 4 or 8; 0 when absent */
    uint8_t data_source_size; /* payload bytes of the Data Source packet: 1 or 2; 0 when absent */
    uint8_t reserved[26];     /* zero */
};

/*
 * The context that the operation ran in, of a record that is not NULL: CONTEXTIDR_EL1 if its packet is there, else
 * CONTEXTIDR_EL2; 0 if neither is, which may also be the number of the idle task: test SPE_HAS_CONTEXT_EL1 and _EL2, or
 * take what else is known of the thread (spe_perf_event.tid). The first is not recorded at EL2, nor for the processes
 * of a host that itself runs at EL2 (D18.2.2): their context is in the second. Where both are there, the second is that
 * of the virtual machine.
 *
 * Linux (CONFIG_PID_IN_CONTEXTIDR) puts the *thread's* identifier there, as the root namespace numbers it: what `ps -L`
 * shows as LWP outside of containers, and perf as TID. The process that the thread belongs to is not recorded:
 * perf.data's COMM and FORK events tell (perf_data.h). Pure function, any thread.
 */
SPE_ACCESSOR uint32_t spe_record_context(const struct spe_record *in)
    SPE_RETURNS(in->present & SPE_HAS_CONTEXT_EL1   ? in->context_el1
                : in->present & SPE_HAS_CONTEXT_EL2 ? in->context_el2
                                                    : 0)

/*
 * The packet that carries one field of a record: `has` is a single SPE_HAS_* bit that is set in in->present.
 * The header is the short one; Events and Data Source take in->events_size and in->data_source_size bytes, or
 * where that is 0 the smallest size that holds the value. Pure function, any thread.
 *
 * Returns the packet's size as spe_packet_build() does, and *out. SPE_E_ARG: a pointer is NULL, or `has` is not
 * one bit of in->present. SPE_E_KIND, SPE_E_RANGE: no packet holds the value in that size. Then *out is untouched.
 */
SPE_API int spe_record_packet(const struct spe_record *in, uint32_t has, struct spe_packet *out);

#ifdef __cplusplus
}
#endif

#endif
