/* SPDX-License-Identifier: MIT */
/*
 * Linux perf's decoder of Arm SPE, on libspe: this file replaces both of its files
 * (tools/perf/util/arm-spe-decoder/arm-spe-decoder.c and arm-spe-pkt-decoder.c). It has the same five functions, so
 * that nothing else of perf changes. Its two headers are perf's own, from the tree in which it is compiled. What newer
 * headers have is filled in if `build` finds it there:
 * - PERF_HAS_BRANCHES: ARM_SPE_BRANCH_NOT_TAKEN, kinds of branches, the previous branch's target (Linux 6.15)
 * - PERF_HAS_OPERATIONS: ARM_SPE_OP_ASE, all flags of operations, level 2 and snoop events (Linux 7)
 * - PERF_HAS_MIDR: a packet has the core's MIDR_EL1, for the names of its events (Linux 7)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/types.h>

#include <libspe/spe.h>

#include "arm-spe-decoder.h"

/* The struct that perf allocates with our function. perf reads `perf.record`; the rest is ours. */
struct decoder {
    struct arm_spe_decoder perf;
    spe_decoder spe;
};

struct arm_spe_decoder *arm_spe_decoder_new(struct arm_spe_params *params)
{
    struct decoder *d = params->get_trace ? calloc(1, sizeof *d) : NULL;
    if (!d)
        return NULL;
    spe_decoder_init(&d->spe, NULL);
    d->perf.get_trace = params->get_trace;
    d->perf.data = params->data;
    return &d->perf;
}

void arm_spe_decoder_free(struct arm_spe_decoder *decoder)
{
    free(decoder ? container_of(decoder, struct decoder, perf) : NULL);
}

/* -- records -- */

#define EVENT(events, name, PERF) (spe_event(events, SPE_EVENT_##name) * (unsigned)ARM_SPE_##PERF)

static unsigned sample_type(uint64_t events)
{
    unsigned type = 0;
#ifdef PERF_HAS_BRANCHES
    type |= EVENT(events, NOT_TAKEN, BRANCH_NOT_TAKEN) | EVENT(events, TRANSACTIONAL, IN_TXN);
#endif
#ifdef PERF_HAS_OPERATIONS
    type |= EVENT(events, L2D_ACCESS, L2D_ACCESS) | EVENT(events, L2D_MISS, L2D_MISS) |
            EVENT(events, RECENTLY_FETCHED, RECENTLY_FETCHED) | EVENT(events, DATA_SNOOPED, DATA_SNOOPED) |
            EVENT(events, CACHE_DATA_MODIFIED, HITM);
#endif
    return type | EVENT(events, L1D_ACCESS, L1D_ACCESS) | EVENT(events, L1D_REFILL, L1D_MISS) |
           EVENT(events, LL_ACCESS, LLC_ACCESS) | EVENT(events, LL_MISS, LLC_MISS) |
           EVENT(events, TLB_ACCESS, TLB_ACCESS) | EVENT(events, TLB_WALK, TLB_MISS) |
           EVENT(events, MISPREDICTED, BRANCH_MISS) | EVENT(events, REMOTE_ACCESS, REMOTE_ACCESS) |
           EVENT(events, PARTIAL_PREDICATE, SVE_PARTIAL_PRED) | EVENT(events, EMPTY_PREDICATE, SVE_EMPTY_PRED);
}

#ifdef PERF_HAS_BRANCHES
static u32 branch_flags(const struct spe_op *op)
{
    return (op->conditional ? ARM_SPE_OP_BR_COND : 0) | (op->indirect ? ARM_SPE_OP_BR_INDIRECT : 0) |
           (op->gcs ? ARM_SPE_OP_BR_GCS : 0) | (op->branch_kind == SPE_CR_BRANCH_LINK ? ARM_SPE_OP_BR_CR_BL : 0) |
           (op->branch_kind == SPE_CR_RETURN ? ARM_SPE_OP_BR_CR_RET : 0) |
           (op->branch_kind == SPE_CR_NEITHER ? ARM_SPE_OP_BR_CR_NON_BL_RET : 0);
}
#else
static u32 branch_flags(const struct spe_op *op)
{
    (void)op;
    return 0;
}
#endif

#ifdef PERF_HAS_OPERATIONS
static const u32 flags_of_subclass[] = {
    [SPE_OP_SVE] = ARM_SPE_OP_SVE | ARM_SPE_OP_DP,
    [SPE_OP_SME] = ARM_SPE_OP_SME,
    [SPE_OP_GP] = ARM_SPE_OP_GP_REG,
    [SPE_OP_SIMD_FP] = ARM_SPE_OP_SIMD_FP,
    [SPE_OP_UNSPECIFIED] = ARM_SPE_OP_UNSPEC_REG,
    [SPE_OP_ALLOCATION_TAG] = ARM_SPE_OP_MTE_TAG,
    [SPE_OP_NV2_SYSREG] = ARM_SPE_OP_NV_SYSREG,
    [SPE_OP_SVE_SME] = ARM_SPE_OP_SVE,
    [SPE_OP_MEMORY_COPY] = ARM_SPE_OP_MEMCPY,
    [SPE_OP_MEMORY_SET] = ARM_SPE_OP_MEMSET,
    [SPE_OP_GCS] = ARM_SPE_OP_GCS,
    [SPE_OP_BRANCH] = 0,
};

static u32 operation_flags(const struct spe_op *op)
{
    return flags_of_subclass[op->subclass < ARRAY_SIZE(flags_of_subclass) ? op->subclass : SPE_OP_RESERVED] |
           (op->atomic ? ARM_SPE_OP_ATOMIC : 0) | (op->exclusive ? ARM_SPE_OP_EXCL : 0) |
           (op->acquire_release ? ARM_SPE_OP_AR : 0) | (op->predicated ? ARM_SPE_OP_PRED : 0) |
           (op->gather_scatter ? ARM_SPE_OP_SG : 0) | (op->comm ? ARM_SPE_OP_COMM : 0) | (op->fp ? ARM_SPE_OP_FP : 0) |
           (op->ase ? ARM_SPE_OP_ASE : 0) | (op->conditional ? ARM_SPE_OP_COND : 0);
}
#else
/* In older perfs the flags of SVE operations share the bits of LD and ST, of which perf makes memory samples. */
static u32 operation_flags(const struct spe_op *op)
{
    (void)op;
    return 0;
}
#endif

static u32 operation(const struct spe_record *in)
{
    struct spe_op op;
    if (!(in->present & SPE_HAS_OPERATION) || spe_op_decode(in->op_class, in->op_payload, &op) != SPE_OK)
        return 0;
    if (op.op_class == SPE_CLASS_BRANCH)
        return ARM_SPE_OP_BRANCH_ERET | branch_flags(&op);
    if (op.op_class == SPE_CLASS_LOAD_STORE)
        return ARM_SPE_OP_LDST | (op.payload & 1 ? ARM_SPE_OP_ST : ARM_SPE_OP_LD) | operation_flags(&op);
    return ARM_SPE_OP_OTHER | operation_flags(&op);
}

/* perf looks the thread up among those of the host. If both contexts are there, the first is that of a virtual machine
 * (D17.6.9). */
static u64 context(const struct spe_record *in)
{
    if (in->present & SPE_HAS_CONTEXT_EL2)
        return in->context_el2;
    return in->present & SPE_HAS_CONTEXT_EL1 ? in->context_el1 : (u64)-1;
}

static void fill(struct arm_spe_record *out, const struct spe_record *in)
{
    *out = (struct arm_spe_record){
        .type = sample_type(in->events),
        .op = operation(in),
        .latency = in->total_latency,
        .from_ip = spe_address_canonical(in->pc),
        .to_ip = spe_address_canonical(in->branch_target),
        .timestamp = in->timestamp,
        .virt_addr = spe_address_canonical(in->data_va),
        .phys_addr = spe_address_bits(in->data_pa),
        .context_id = context(in),
        .source = in->data_source,
    };
#ifdef PERF_HAS_BRANCHES
    out->prev_br_tgt = spe_address_canonical(in->prev_branch_target);
#endif
}

/*
 * Returns 1 if decoder->record is the next record, 0 if none are left, or a negative number if perf cannot read its
 * file. Buffers of one core follow each other without a gap, because perf does not report gaps. A record that the last
 * buffer cuts off does not count as a sample: at least its timestamp is missing.
 */
int arm_spe_decode(struct arm_spe_decoder *decoder)
{
    struct decoder *d = container_of(decoder, struct decoder, perf);
    struct spe_record record;
    while (spe_decoder_next(&d->spe, &record) != 1) {
        struct arm_spe_buffer buffer = {0};
        const int status = decoder->get_trace(&buffer, decoder->data);
        if (status < 0 || !buffer.len)
            return status < 0 ? status : 0;
        spe_decoder_feed(&d->spe, buffer.buf, buffer.len);
    }
    fill(&decoder->record, &record);
    return 1;
}

/* -- packets, for perf script -D -- */

static const uint8_t perf_types[] = {
    [SPE_PACKET_UNKNOWN] = ARM_SPE_BAD,     [SPE_PACKET_PADDING] = ARM_SPE_PAD,
    [SPE_PACKET_END] = ARM_SPE_END,         [SPE_PACKET_TIMESTAMP] = ARM_SPE_TIMESTAMP,
    [SPE_PACKET_EVENTS] = ARM_SPE_EVENTS,   [SPE_PACKET_DATA_SOURCE] = ARM_SPE_DATA_SOURCE,
    [SPE_PACKET_CONTEXT] = ARM_SPE_CONTEXT, [SPE_PACKET_OPERATION] = ARM_SPE_OP_TYPE,
    [SPE_PACKET_ADDRESS] = ARM_SPE_ADDRESS, [SPE_PACKET_COUNTER] = ARM_SPE_COUNTER,
};

static uint8_t our_type(enum arm_spe_pkt_type perf)
{
    uint8_t type = sizeof perf_types - 1;
    while (type && perf_types[type] != perf)
        type--;
    return type;
}

static int get_packet(const unsigned char *buf, size_t len, struct arm_spe_pkt *packet)
{
    struct spe_packet p;
    int size = spe_packet_decode(buf, len, &p);
    memset(packet, 0, sizeof *packet);
    if (size < 0)
        return len ? (int)len : ARM_SPE_NEED_MORE_BYTES;
    if (p.type == SPE_PACKET_PADDING)
        while (size < 16 && (size_t)size < len && !buf[size])
            size++;
    packet->type = perf_types[p.type];
    packet->index = p.type == SPE_PACKET_EVENTS ? p.payload_size
                                                : p.index; /* this is how perf stores the size of an Events packet */
    packet->payload = p.payload;
    return size;
}

/* Returns the packet's size; up to 16 bytes of padding count as one packet. A packet that the buffer cuts off has all
 * remaining bytes. */
#ifdef PERF_HAS_MIDR
int arm_spe_get_packet(const unsigned char *buf, size_t len, struct arm_spe_pkt *packet, u64 midr)
{
    const int size = get_packet(buf, len, packet);
    packet->midr = midr;
    return size;
}
#else
int arm_spe_get_packet(const unsigned char *buf, size_t len, struct arm_spe_pkt *packet)
{
    return get_packet(buf, len, packet);
}
#endif

/* perf keeps type, INDEX and payload of a packet: it is built again from these. Unknown headers, and a
 * Data Source of a reserved size, cannot be built. */
int arm_spe_pkt_desc(const struct arm_spe_pkt *packet, char *buf, size_t len)
{
    struct spe_text_config words = {.size = sizeof words, .style = SPE_TEXT_PERF};
    const int is_events = packet->type == ARM_SPE_EVENTS;
    struct spe_packet p;
#ifdef PERF_HAS_MIDR
    words.midr = packet->midr;
#endif
    if (spe_packet_build(our_type(packet->type), is_events ? 0 : packet->index, is_events ? packet->index : 0,
                         packet->payload, 0, &p) > 0)
        return spe_packet_text(&p, &words, buf, len) < 0 ? -1 : 0;
    if (packet->type == ARM_SPE_DATA_SOURCE)
        snprintf(buf, len, "DATA-SOURCE %" PRId64, (int64_t)packet->payload);
    else
        snprintf(buf, len, "Bad packet!");
    return 0;
}
