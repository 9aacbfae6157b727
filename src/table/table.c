/* SPDX-License-Identifier: MIT */
/* The rows of table.h. What follows from them is in derived.c. */
#include "table.h"

#define IMPDEF 0xffff00c0u /* INDEX 6, 7 and 16 to 31 of Address and Counter packets */

/* The INDEX values of a header that are architected: the indexes of its fields. */
#define KNOWN_INDEX(NAME, bit, member, bits, HEADER, index, FORM, zero, words) | UINT32_C(1) << (index)
#define KNOWN(EACH) (0 EACH(KNOWN_INDEX))

/* clang-format off */ /* tables are for reading */

const struct spe_header spe_headers[SPE_HEADERS] = {
    /*                            name              type                    ext mask  value index
     * sizes          kind                    step known impdef */
    [SPE_HEADER_PADDING]          = {"Padding",        SPE_PACKET_PADDING,     0,  0xff, 0x00, 0,    0,             SPE_KIND_NONE,          0,   0x01, 0},
    [SPE_HEADER_END]              = {"End",            SPE_PACKET_END,         0,  0xff, 0x01, 0,    0,             SPE_KIND_END,           0,   0x01, 0},
    [SPE_HEADER_TIMESTAMP]        = {"Timestamp",      SPE_PACKET_TIMESTAMP,   0,  0xff, 0x71, 0,    8,             SPE_KIND_TIMESTAMP,     0,   0x01, 0},
    [SPE_HEADER_EVENTS]           = {"Events",         SPE_PACKET_EVENTS,      0,  0xcf, 0x42, 0,    1 | 2 | 4 | 8, SPE_KIND_EVENTS,        0,   0x01, 0},
    [SPE_HEADER_DATA_SOURCE]      = {"Data Source",    SPE_PACKET_DATA_SOURCE, 0,  0xcf, 0x43, 0,    1 | 2,         SPE_KIND_DATA_SOURCE,   0,   0x01, 0},
    [SPE_HEADER_CONTEXT]          = {"Context",        SPE_PACKET_CONTEXT,     0,  0xfc, 0x64, 0x03, 4,             SPE_KIND_CONTEXT_EL1,   1,   KNOWN(SPE_EACH_CONTEXT), 0},
    [SPE_HEADER_OPERATION]        = {"Operation Type", SPE_PACKET_OPERATION,   0,  0xfc, 0x48, 0x03, 1,             SPE_KIND_OPERATION,     0,   0x07, 0},
    [SPE_HEADER_ADDRESS]          = {"Address",        SPE_PACKET_ADDRESS,     0,  0xf8, 0xb0, 0x07, 8,             SPE_KIND_PC,            1,   KNOWN(SPE_EACH_ADDRESS), IMPDEF},
    [SPE_HEADER_COUNTER]          = {"Counter",        SPE_PACKET_COUNTER,     0,  0xf8, 0x98, 0x07, 2,             SPE_KIND_TOTAL_LATENCY, 1,   KNOWN(SPE_EACH_COUNTER), IMPDEF},
    [SPE_HEADER_ADDRESS_EXTENDED] = {"Address",        SPE_PACKET_ADDRESS,     1,  0xf8, 0xb0, 0x07, 8,             SPE_KIND_PC,            1,   KNOWN(SPE_EACH_ADDRESS), IMPDEF},
    [SPE_HEADER_COUNTER_EXTENDED] = {"Counter",        SPE_PACKET_COUNTER,     1,  0xf8, 0x98, 0x07, 2,             SPE_KIND_TOTAL_LATENCY, 1,   KNOWN(SPE_EACH_COUNTER), IMPDEF},
    [SPE_HEADER_UNKNOWN]          = {"Unknown",        SPE_PACKET_UNKNOWN,     0,  0x00, 0x00, 0,    1 | 2 | 4 | 8, SPE_KIND_NONE,          0,   0x01, 0},
};

/* clang-format on */

#define AT(member) offsetof(struct spe_record, member)
#define KIND(NAME, HEADER, index, FORM, zero, words, offset, width, class_at, size_at)                                 \
    [SPE_KIND_##NAME] = {                                                                                              \
        words, SPE_PACKET_##HEADER, SPE_HEADER_##HEADER, index, SPE_FORM_##FORM, offset, width, class_at, size_at,     \
        zero},
#define FIELD(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                               \
    KIND(NAME, HEADER, index, FORM, zero, words, AT(member), (bits) / 8, 0, 0)
#define SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                               \
    KIND(NAME, HEADER, index, FORM, zero, words, AT(member), (bits) / 8, 0, AT(member##_size))
#define CLASSED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                             \
    KIND(NAME, HEADER, index, FORM, zero, words, AT(member), (bits) / 8, AT(op_class), 0)
#define BARE(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                                \
    KIND(NAME, HEADER, index, FORM, zero, words, 0, 0, 0, 0)

const struct spe_kind spe_kinds[SPE_KINDS] = {SPE_EACH_FIELD(FIELD, SIZED, CLASSED, BARE)};

#define FITS(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                                \
    _Static_assert(8 * sizeof(((struct spe_record *)0)->member) == (bits), "record.h and fields.h agree");
SPE_EACH_FIELD(FITS, FITS, FITS, SPE_SKIP_FIELD)

/* Each list of fields.h has the fields of its header, from which KNOWN() is made. */
#define LIST_IS(list, HEADER) _Static_assert(SPE_HEADER_##HEADER == SPE_HEADER_##list, "a row is in the wrong list");
#define IS_CONTEXT(NAME, bit, member, bits, HEADER, index, FORM, zero, words) LIST_IS(CONTEXT, HEADER)
#define IS_COUNTER(NAME, bit, member, bits, HEADER, index, FORM, zero, words) LIST_IS(COUNTER, HEADER)
#define IS_ADDRESS(NAME, bit, member, bits, HEADER, index, FORM, zero, words) LIST_IS(ADDRESS, HEADER)
#define IS_OTHER(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                            \
    _Static_assert(SPE_HEADER_##HEADER < SPE_HEADER_CONTEXT || SPE_HEADER_##HEADER == SPE_HEADER_OPERATION,            \
                   "a row is in the wrong list");
SPE_EACH_CONTEXT(IS_CONTEXT)
SPE_EACH_COUNTER(IS_COUNTER)
SPE_EACH_ADDRESS(IS_ADDRESS)
SPE_EACH_OTHER(IS_OTHER, IS_OTHER, IS_OTHER, IS_OTHER)

#define NUMBER_OF(NAME, bit, member, bits, HEADER, index, FORM, zero, words) SPE_KIND_##NAME,

const uint8_t spe_kind_order[SPE_KINDS_HELD] = {SPE_EACH_FIELD(NUMBER_OF, NUMBER_OF, NUMBER_OF, NUMBER_OF)};

#define BITS(n) UINT32_C(1) << (n), UINT32_C(2) << (n), UINT32_C(4) << (n), UINT32_C(8) << (n)
const uint32_t spe_kind_bits[SPE_KIND_ROOM] = {BITS(0), BITS(4), BITS(8), BITS(12), BITS(16), BITS(20), BITS(24)};

/* clang-format off */

static const struct spe_op_length evl_steps = {32, 6, 7, "more than 2048"};
static const struct spe_op_length ets_steps = {128, 11, 15, "whole ZA array"};

#define OP(member) offsetof(struct spe_op, member)
#define WORD(perf) {SPE_WORD(""), SPE_WORD(perf)}
#define NUMBER {NULL, NULL, NULL, NULL}

const struct spe_op_field spe_op_fields[SPE_FIELDS] = {
    /*                    name     perf's words by value, ours, length, member */
    [SPE_FIELD_LDST]   = {"LDST", {SPE_WORD("LD"), SPE_WORD("ST")}, {"load", "store", NULL, NULL}, NULL, OP(store)},
    [SPE_FIELD_AT]     = {"AT",   WORD("AT"),   NUMBER, NULL, OP(atomic)},
    [SPE_FIELD_EXCL]   = {"EXCL", WORD("EXCL"), NUMBER, NULL, OP(exclusive)},
    [SPE_FIELD_AR]     = {"AR",   WORD("AR"),   NUMBER, NULL, OP(acquire_release)},
    [SPE_FIELD_EVL]    = {"EVL",  {SPE_WORD("EVLEN")}, NUMBER, &evl_steps, OP(evl_bits)},
    [SPE_FIELD_ETS]    = {"ETS",  {SPE_WORD("ETS")},   NUMBER, &ets_steps, OP(ets_bits)},
    [SPE_FIELD_FP]     = {"FP",   WORD("FP"),   NUMBER, NULL, OP(fp)},
    [SPE_FIELD_ASE]    = {"ASE",  WORD("ASE"),  NUMBER, NULL, OP(ase)},
    [SPE_FIELD_PRED]   = {"PRED", WORD("PRED"), NUMBER, NULL, OP(predicated)},
    [SPE_FIELD_SG]     = {"SG",   WORD("SG"),   NUMBER, NULL, OP(gather_scatter)},
    [SPE_FIELD_SELECT] = {"COND", {SPE_WORD("INSN-OTHER"), SPE_WORD("COND-SELECT")}, NUMBER, NULL, OP(conditional)},
    [SPE_FIELD_COND]   = {"COND", WORD("COND"), NUMBER, NULL, OP(conditional)},
    [SPE_FIELD_IND]    = {"IND",  WORD("IND"),  NUMBER, NULL, OP(indirect)},
    [SPE_FIELD_GCS]    = {"GCS",  WORD("GCS"),  NUMBER, NULL, OP(gcs)},
    [SPE_FIELD_CR]     = {"CR",   {SPE_WORD(""), SPE_WORD("CR-BL"), SPE_WORD("CR-RET"), SPE_WORD("CR-NON-BL-RET")},
                          {"not recorded", "branch with link", "procedure return", "neither"}, NULL, OP(branch_kind)},
    [SPE_FIELD_COMM]   = {"COMM", WORD("COMM"), {"call or return", "neither", NULL, NULL}, NULL, OP(comm)},
};

#define BIT(field, shift) {SPE_FIELD_##field, shift, 1, 0}
#define EVL {SPE_FIELD_EVL, 4, 3, 0}
#define LDST BIT(LDST, 0)

const struct spe_op_format spe_op_formats[SPE_OP_FORMATS] = {
    /* name                         perf                class subclass              mask  value  fields, as perf
     * orders them */
    {"other",                       SPE_WORD("OTHER"),       0, SPE_OP_OTHER,          0xf8, 0x00, {BIT(ASE, 2), BIT(FP, 1), BIT(SELECT, 0)}},
    {"data processing, SVE vector", SPE_WORD("SVE-OTHER"),   0, SPE_OP_SVE,            0x89, 0x08, {EVL, BIT(FP, 1), BIT(PRED, 2)}},
    {"data processing, SME array",  SPE_WORD("SME-OTHER"),   0, SPE_OP_SME,            0x89, 0x88, {{SPE_FIELD_ETS, 4, 3, 1}, {SPE_FIELD_ETS, 2, 1, 0}, BIT(FP, 1)}},
    {"general-purpose registers",   SPE_WORD("GP-REG"),      1, SPE_OP_GP,             0xfe, 0x00, {LDST}},
    {"SIMD&FP registers",           SPE_WORD("SIMD-FP"),     1, SPE_OP_SIMD_FP,        0xfe, 0x04, {LDST}},
    {"unspecified registers",       SPE_WORD("UNSPEC-REG"),  1, SPE_OP_UNSPECIFIED,    0xfe, 0x10, {LDST}},
    {"Allocation Tags",             SPE_WORD("MTE-TAG"),     1, SPE_OP_ALLOCATION_TAG, 0xfe, 0x14, {LDST}},
    {"NV2 system register",         SPE_WORD("NV-SYSREG"),   1, SPE_OP_NV2_SYSREG,     0xfe, 0x30, {LDST}},
    {"extended",                    SPE_WORD(""),            1, SPE_OP_EXTENDED,       0xe2, 0x02, {LDST, BIT(AT, 2), BIT(EXCL, 3), BIT(AR, 4)}},
    {"SVE or SME registers",        SPE_WORD("SVE-SME-REG"), 1, SPE_OP_SVE_SME,        0x0a, 0x08, {LDST, EVL, BIT(PRED, 2), BIT(SG, 7)}},
    {"Memory Copy",                 SPE_WORD("MEMCPY"),      1, SPE_OP_MEMORY_COPY,    0xfe, 0x20, {LDST}},
    {"Memory Set",                  SPE_WORD("MEMSET"),      1, SPE_OP_MEMORY_SET,     0xff, 0x25, {LDST}},
    {"Guarded Control Stack",       SPE_WORD("GCS"),         1, SPE_OP_GCS,            0xfa, 0x40, {LDST, BIT(COMM, 2)}},
    {"branch or exception return",  SPE_WORD("B"),           2, SPE_OP_BRANCH,         0xe0, 0x00, {BIT(COND, 0), BIT(IND, 1), BIT(GCS, 2), {SPE_FIELD_CR, 3, 2, 0}}},
};

const struct spe_event_row spe_events[SPE_EVENT_ROWS] = {
    /*                                 name                   perf                          PMU events */
    [SPE_EVENT_EXCEPTION]           = {"exception",           SPE_WORD("EXCEPTION-GEN"),    {0x0009}},
    [SPE_EVENT_RETIRED]             = {"retired",             SPE_WORD("RETIRED"),          {0x0008}},
    [SPE_EVENT_L1D_ACCESS]          = {"l1d_access",          SPE_WORD("L1D-ACCESS"),       {0x0004, 0x0040}},
    [SPE_EVENT_L1D_REFILL]          = {"l1d_refill",          SPE_WORD("L1D-REFILL"),       {0x0003, 0x0042, 0x8144, 0x0039}},
    [SPE_EVENT_TLB_ACCESS]          = {"tlb_access",          SPE_WORD("TLB-ACCESS"),       {0x0025}},
    [SPE_EVENT_TLB_WALK]            = {"tlb_walk",            SPE_WORD("TLB-REFILL"),       {0x0034}},
    [SPE_EVENT_NOT_TAKEN]           = {"not_taken",           SPE_WORD("NOT-TAKEN"),        {0}},
    [SPE_EVENT_MISPREDICTED]        = {"mispredicted",        SPE_WORD("MISPRED"),          {0x0010, 0x0022}},
    [SPE_EVENT_LL_ACCESS]           = {"ll_access",           SPE_WORD("LLC-ACCESS"),       {0x0032, 0x0036}},
    [SPE_EVENT_LL_MISS]             = {"ll_miss",             SPE_WORD("LLC-REFILL"),       {0x0033, 0x0037}},
    [SPE_EVENT_REMOTE_ACCESS]       = {"remote_access",       SPE_WORD("REMOTE-ACCESS"),    {0x0031, 0x0038}},
    [SPE_EVENT_MISALIGNED]          = {"misaligned",          SPE_WORD("ALIGNMENT"),        {0x4020}},
    [SPE_EVENT_TRANSACTIONAL]       = {"transactional",       SPE_WORD("TXN"),              {0}},
    [SPE_EVENT_PARTIAL_PREDICATE]   = {"partial_predicate",   SPE_WORD("SVE-PARTIAL-PRED"), {0x8079, 0x8381}},
    [SPE_EVENT_EMPTY_PREDICATE]     = {"empty_predicate",     SPE_WORD("SVE-EMPTY-PRED"),   {0x8075, 0x8385}},
    [SPE_EVENT_L2D_ACCESS]          = {"l2d_access",          SPE_WORD("L2D-ACCESS"),       {0x0050}},
    [SPE_EVENT_L2D_MISS]            = {"l2d_miss",            SPE_WORD("L2D-MISS"),         {0x4009}},
    [SPE_EVENT_CACHE_DATA_MODIFIED] = {"cache_data_modified", SPE_WORD("HITM"),             {0x8214, 0x8215, 0x8216, 0x8217, 0x8224}},
    [SPE_EVENT_RECENTLY_FETCHED]    = {"recently_fetched",    SPE_WORD("LFB"),              {0x8244, 0x8245, 0x8246, 0x8247}},
    [SPE_EVENT_DATA_SNOOPED]        = {"data_snooped",        SPE_WORD("SNOOPED"),          {0x8194}},
    [SPE_EVENT_STREAMING_SVE]       = {"streaming_sve",       SPE_WORD("STREAMING-SVE"),    {0}},
    [SPE_EVENT_SMCU]                = {"smcu",                SPE_WORD("SMCU"),             {0}},
};

/* clang-format on */
