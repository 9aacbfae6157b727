/* SPDX-License-Identifier: MIT */
/*
 * The tests' own tables, written by hand from the manuals and not from the library's rows: bit patterns as the Arm
 * Architecture Reference Manual (DDI 0487, D18.2) prints them, and data from each core's manual. Each row of src/table
 * has one row here, which several tests read. If a row is missing, a test fails and names this file.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <libspe/spe.h>

#define REFERENCE_COUNT(table) (sizeof(table) / sizeof(table)[0])
#define REFERENCE_MISSING "add a row to tests/unit/reference.h"

/* "01xx0010": does a byte match? */
static inline int reference_matches(const char *pattern, unsigned byte)
{
    for (int i = 0; i < 8; i++)
        if (pattern[i] != 'x' && pattern[i] - '0' != (int)(byte >> (7 - i) & 1))
            return 0;
    return 1;
}

/* clang-format off */ /* tables are for reading */

/* -- D18.2: header bytes, and the packets they begin -- */
static const struct {
    const char *pattern;
    unsigned type;
} reference_headers[] = {
    {"00000000", SPE_PACKET_PADDING},
    {"00000001", SPE_PACKET_END},
    {"01110001", SPE_PACKET_TIMESTAMP},
    {"01xx0010", SPE_PACKET_EVENTS},
    {"01xx0011", SPE_PACKET_DATA_SOURCE},
    {"011001xx", SPE_PACKET_CONTEXT},
    {"010010xx", SPE_PACKET_OPERATION},
    {"10110xxx", SPE_PACKET_ADDRESS},
    {"10011xxx", SPE_PACKET_COUNTER},
};

/* -- INDEX and CLASS values that have a meaning, and the bit of a record's `present` -- */
static const struct {
    unsigned type, index;
    uint32_t has;
} reference_indexes[] = {
    {SPE_PACKET_ADDRESS,   0, SPE_HAS_PC},
    {SPE_PACKET_ADDRESS,   1, SPE_HAS_BRANCH_TARGET},
    {SPE_PACKET_ADDRESS,   2, SPE_HAS_DATA_VA},
    {SPE_PACKET_ADDRESS,   3, SPE_HAS_DATA_PA},
    {SPE_PACKET_ADDRESS,   4, SPE_HAS_PREV_BRANCH_TARGET},
    {SPE_PACKET_COUNTER,   0, SPE_HAS_TOTAL_LATENCY},
    {SPE_PACKET_COUNTER,   1, SPE_HAS_ISSUE_LATENCY},
    {SPE_PACKET_COUNTER,   2, SPE_HAS_TRANSLATION_LATENCY},
    {SPE_PACKET_COUNTER,   4, SPE_HAS_ALT_ISSUE_LATENCY},
    {SPE_PACKET_CONTEXT,   0, SPE_HAS_CONTEXT_EL1},
    {SPE_PACKET_CONTEXT,   1, SPE_HAS_CONTEXT_EL2},
    {SPE_PACKET_OPERATION, 0, SPE_HAS_OPERATION},
    {SPE_PACKET_OPERATION, 1, SPE_HAS_OPERATION},
    {SPE_PACKET_OPERATION, 2, SPE_HAS_OPERATION},
};

/* -- D18.2.7: payloads of Operation Type packets -- */
struct reference_op {
    unsigned op_class;
    const char *pattern;
    unsigned subclass;
    const char *name;
};
static const struct reference_op reference_ops[] = {
    {0, "00000xxx", SPE_OP_OTHER,          "other"},
    {0, "0xxx1xx0", SPE_OP_SVE,            "data processing, SVE vector"},
    {0, "1xxx1xx0", SPE_OP_SME,            "data processing, SME array"},
    {1, "0000000x", SPE_OP_GP,             "general-purpose registers"},
    {1, "0000010x", SPE_OP_SIMD_FP,        "SIMD&FP registers"},
    {1, "0001000x", SPE_OP_UNSPECIFIED,    "unspecified registers"},
    {1, "0001010x", SPE_OP_ALLOCATION_TAG, "Allocation Tags"},
    {1, "0011000x", SPE_OP_NV2_SYSREG,     "NV2 system register"},
    {1, "000xxx1x", SPE_OP_EXTENDED,       "extended"},
    {1, "xxxx1x0x", SPE_OP_SVE_SME,        "SVE or SME registers"},
    {1, "0010000x", SPE_OP_MEMORY_COPY,    "Memory Copy"},
    {1, "00100101", SPE_OP_MEMORY_SET,     "Memory Set"},
    {1, "01000x0x", SPE_OP_GCS,            "Guarded Control Stack"},
    {2, "000xxxxx", SPE_OP_BRANCH,         "branch or exception return"},
};

/* The row of a payload, or NULL: the payload is reserved. (Some payloads of a row are reserved, too: ETS.) */
static inline const struct reference_op *reference_op_find(unsigned op_class, unsigned payload)
{
    for (size_t i = 0; i < REFERENCE_COUNT(reference_ops); i++)
        if (reference_ops[i].op_class == op_class && reference_matches(reference_ops[i].pattern, payload))
            return &reference_ops[i];
    return NULL;
}

/* D18.2.4: "where the data returned for a load operation was sourced". -1: the record has no Data Source, or it is that
 * of a store: LDST, bit [0], is 1, and AT, bit [2] of the extended subclass, is not; ST64BV may have one. */
static inline int reference_data_source(const struct spe_record *r)
{
    const struct reference_op *op =
        r->present & SPE_HAS_OPERATION ? reference_op_find(r->op_class, r->op_payload) : NULL;
    const int is_store = op && op->op_class == 1 && (r->op_payload & 1);
    const int is_atomic = op && op->subclass == SPE_OP_EXTENDED && (r->op_payload & 4);
    const int is_st64bv = op && (r->op_payload == 0x01 || r->op_payload == 0x11); /* may be */
    return !(r->present & SPE_HAS_DATA_SOURCE) || (is_store && !is_atomic && !is_st64bv) ? -1 : r->data_source;
}

/* A reserved payload of the CLASS: the last one, because any payload may get a row later. */
static inline unsigned reference_op_reserved(unsigned op_class)
{
    unsigned payload = 255;
    while (payload && reference_op_find(op_class, payload))
        payload--;
    return payload;
}

/* -- D18.2.6: events, and the PMU events they are consistent with -- */
static const struct {
    unsigned bit;
    const char *name;
    int pmu[6];
} reference_events[] = {
    {0, "exception", {0x0009}},
    {1, "retired", {0x0008}},
    {2, "l1d_access", {0x0004, 0x0040}},
    {3, "l1d_refill", {0x0003, 0x0042, 0x8144, 0x0039}},
    {4, "tlb_access", {0x0025}},
    {5, "tlb_walk", {0x0034}},
    {6, "not_taken", {0}},
    {7, "mispredicted", {0x0010, 0x0022}},
    {8, "ll_access", {0x0032, 0x0036}},
    {9, "ll_miss", {0x0033, 0x0037}},
    {10, "remote_access", {0x0031, 0x0038}},
    {11, "misaligned", {0x4020}},
    {16, "transactional", {0}},
    {17, "partial_predicate", {0x8079, 0x8381}},
    {18, "empty_predicate", {0x8075, 0x8385}},
    {19, "l2d_access", {0x0050}},
    {20, "l2d_miss", {0x4009}},
    {21, "cache_data_modified", {0x8214, 0x8215, 0x8216, 0x8217, 0x8224}},
    {22, "recently_fetched", {0x8244, 0x8245, 0x8246, 0x8247}},
    {23, "data_snooped", {0x8194}},
    {24, "streaming_sve", {0}},
    {25, "smcu", {0}},
};

/* -- levels of the memory hierarchy, by SPE_LEVEL_* -- */
static const char *const reference_levels[] = {
    "unknown",
    "L1",
    "line fill buffer",
    "L2",
    "peer core",
    "cluster L3",
    "last level cache",
    "peer cluster",
    "system cache",
    "other cache or device",
    "beyond last level cache",
    "remote cache",
    "remote",
    "DRAM",
    "device",
    "cache of the cluster",
};

/* -- cores, and their data sources by encoding -- */
enum { COMMON, AMPERE, HISI, NO_TABLE, ENCODINGS };

static const struct {
    uint64_t midr; /* a real part, with a variant and a revision */
    const char *name, *vendor, *option;
    int sources, encoding;
} reference_cores[] = {
    {0x413fd0c1, "Neoverse N1", "Arm", "neoverse-n1", SPE_SOURCES_PUBLISHED, COMMON},
    {0x411fd401, "Neoverse V1", "Arm", "neoverse-v1", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd493, "Neoverse N2", "Arm", "Neoverse_N2", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd4f1, "Neoverse V2", "Arm", "NEOVERSE-V2", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd440, "Cortex-X1", "Arm", "cortex-x1", SPE_SOURCES_LINUX, COMMON},
    {0x410fd4b0, "Cortex-A78C", "Arm", "cortex-a78c", SPE_SOURCES_LINUX, COMMON},
    {0x410fd4d0, "Cortex-A715", "Arm", "cortex-a715", SPE_SOURCES_LINUX, COMMON},
    {0x410fd4c0, "Cortex-X1C", "Arm", "cortex-x1c", SPE_SOURCES_PUBLISHED, COMMON},
    {0x411fd4e2, "Cortex-X3", "Arm", "cortex x3", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd851, "Cortex-X925", "Arm", "cortex-x925", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd812, "Cortex-A720", "Arm", "cortex-a720", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd890, "Cortex-A720AE", "Arm", "cortex-a720ae", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd871, "Cortex-A725", "Arm", "cortex-a725", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd841, "Neoverse V3", "Arm", "neoverse-v3", SPE_SOURCES_LINUX, COMMON},
    {0x410fd830, "Neoverse V3AE", "Arm", "neoverse-v3ae", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd8c0, "C1-Ultra", "Arm", "c1-ultra", SPE_SOURCES_UNKNOWN, NO_TABLE},
    {0x410fd900, "C1-Premium", "Arm", "c1-premium", SPE_SOURCES_UNKNOWN, NO_TABLE},
    {0x410fd8b0, "C1-Pro", "Arm", "c1-pro", SPE_SOURCES_UNKNOWN, NO_TABLE},
    {0x410fd8a0, "C1-Nano", "Arm", "c1-nano", SPE_SOURCES_UNKNOWN, NO_TABLE},
    {0x4e0f0100, "Olympus", "NVIDIA", "olympus", SPE_SOURCES_LINUX, COMMON},
    {0x410fd8e0, "Neoverse N3", "Arm", "neoverse-n3", SPE_SOURCES_FAMILY, COMMON},
    {0x410fd821, "Cortex-X4", "Arm", "cortex-x4", SPE_SOURCES_LINUX, COMMON},
    {0x6d0fd490, "Azure Cobalt 100", "Microsoft", "azure-cobalt-100", SPE_SOURCES_FAMILY, COMMON},
    {0xc00fac30, "Ampere1", "Ampere", "ampere1", SPE_SOURCES_UNKNOWN, NO_TABLE},
    {0xc00fac40, "Ampere1A", "Ampere", "ampere1a", SPE_SOURCES_LINUX, AMPERE},
    {0x480fd010, "TSV110", "HiSilicon", "kunpeng-920", SPE_SOURCES_FAMILY, HISI},
    {0x480fd020, "HIP09", "HiSilicon", "hip09", SPE_SOURCES_FAMILY, HISI},
    {0x480fd060, "HIP12", "HiSilicon", "hip12", SPE_SOURCES_LINUX, HISI},
};

enum { REFERENCE_PEER = 1, REFERENCE_MODIFIED = 2, REFERENCE_REMOTE = 4, REFERENCE_DEVICE = 8 };
#define P REFERENCE_PEER
#define M REFERENCE_MODIFIED
#define R REFERENCE_REMOTE
#define D REFERENCE_DEVICE

static const struct reference_source {
    int encoding, value, level, flags;
    const char *name;
} reference_sources[] = {
    {COMMON, 0x0, SPE_LEVEL_L1, 0, "L1 data cache"},
    {COMMON, 0x8, SPE_LEVEL_L2, 0, "L2 cache"},
    {COMMON, 0x9, SPE_LEVEL_PEER_CORE, P, "peer core"},
    {COMMON, 0xa, SPE_LEVEL_CLUSTER, P, "local cluster"},
    {COMMON, 0xb, SPE_LEVEL_SYSTEM_CACHE, 0, "system cache"},
    {COMMON, 0xc, SPE_LEVEL_PEER_CLUSTER, P, "peer cluster"},
    {COMMON, 0xd, SPE_LEVEL_REMOTE, R, "remote"},
    {COMMON, 0xe, SPE_LEVEL_DRAM, 0, "DRAM"},
    {AMPERE, 0, SPE_LEVEL_ON_CHIP, 0, "another cache of this chip, or device"},
    {AMPERE, 3, SPE_LEVEL_SYSTEM_CACHE, 0, "system-level cache"},
    {AMPERE, 5, SPE_LEVEL_REMOTE_CACHE, R, "remote chip's cache"},
    {AMPERE, 7, SPE_LEVEL_DRAM, 0, "DDR"},
    {AMPERE, 8, SPE_LEVEL_L1, 0, "L1D"},
    {AMPERE, 9, SPE_LEVEL_L2, 0, "L2D"},
    {HISI, 0, SPE_LEVEL_PEER_CORE, P, "peer CPU"},
    {HISI, 1, SPE_LEVEL_PEER_CORE, P | M, "peer CPU, modified"},
    {HISI, 2, SPE_LEVEL_L3, 0, "L3"},
    {HISI, 3, SPE_LEVEL_L3, M, "L3, modified"},
    {HISI, 4, SPE_LEVEL_PEER_CLUSTER, P, "peer cluster"},
    {HISI, 5, SPE_LEVEL_PEER_CLUSTER, P | M, "peer cluster, modified"},
    {HISI, 6, SPE_LEVEL_REMOTE, R, "remote socket"},
    {HISI, 7, SPE_LEVEL_REMOTE, R | M, "remote socket, modified"},
    {HISI, 8, SPE_LEVEL_DRAM, 0, "local memory"},
    {HISI, 9, SPE_LEVEL_DRAM, R, "remote memory"},
    {HISI, 13, SPE_LEVEL_DEVICE, D, "non-coherent device"},
    {HISI, 16, SPE_LEVEL_L2, 0, "L2"},
    {HISI, 17, SPE_LEVEL_L2, M, "L2, modified"},
    {HISI, 18, SPE_LEVEL_L1, 0, "L1"},
};

/* IMPLEMENTATION DEFINED events */
static const struct {
    uint64_t midr;
    unsigned bit;
    const char *name;
} reference_core_events[] = {
    {0x413fd0c1, 12, "late_prefetch"},
};

/* -- cores' own counters, as published records have them -- */
static const struct {
    uint64_t midr;
    unsigned index;
    const char *name;
} reference_core_counters[] = {
    {0x480fd060, 6, "ll_miss_latency"}, /* Kunpeng 930: "LAT 257 (0x9e)" of a load with E[9] */
};

#undef P
#undef M
#undef R
#undef D

/* -- features, by bit of SPE_FEATURE_* -- */
static const char *const reference_features[] = {
    "FE",
    "FT",
    "FL",
    "FEAT_SPE_ArchInst",
    "FEAT_SPE_LDS",
    "FEAT_SPE_ERnd",
    "FEAT_SPE_FnE",
    "FEAT_SPE_FDS",
    "FEAT_SPE_PBT",
    "FEAT_SPE_CRR",
    "FEAT_SPE_EFT",
    "FEAT_SPE_FPF",
    "FEAT_SPE_SME",
    "FEAT_SPE_ALTCLK",
    "FEAT_SPE_EXC",
    "FEAT_SPE_nVM",
    "FEAT_SVE",
    "FEAT_MTE",
    "FEAT_MOPS",
    "FEAT_GCS",
    "FEAT_RME",
    "FEAT_NV2",
    "FEAT_TME",
    "FEAT_LSE",
    "FEAT_SME",
    "FEAT_MTE2",
    "FEAT_ECV",
    "FEAT_Secure",
};

/* clang-format on */

#endif
