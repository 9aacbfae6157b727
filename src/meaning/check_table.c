/* SPDX-License-Identifier: MIT */
/* The rows of check_table.h (DDI 0487, D17.6 and D18.2). */
#include "check_table.h"

#define FACT(name) SPE_FACT_##name
#define HAS(name) SPE_HAS_##name
#define E(name) (UINT64_C(1) << SPE_EVENT_##name)
#define BITS(high, low) (UINT64_MAX >> (63 - (high) + (low)) << (low))
#define OP(name) (UINT32_C(1) << SPE_OP_##name)
#define FEATURE(name) SPE_FEATURE_##name
#define VIOLATION(name_, section_, text_)                                                                              \
    .name = name_, .section = section_, .text = text_, .severity = SPE_CHECK_VIOLATION
#define WARNING(name_, section_, text_) .name = name_, .section = section_, .text = text_, .severity = SPE_CHECK_WARNING

/* Loads, stores and atomics that access memory unless something odd happens: not accesses that FEAT_NV2 made of a
 * System register's, nor elements of a vector, which may be inactive. */
#define SURE_ACCESS                                                                                                    \
    (OP(GP) | OP(SIMD_FP) | OP(UNSPECIFIED) | OP(ALLOCATION_TAG) | OP(EXTENDED) | OP(MEMORY_COPY) | OP(MEMORY_SET) |   \
     OP(GCS))

/* clang-format off */ /* tables are for reading */

const struct spe_rule_row spe_rules[SPE_RULES] = {
    /* -- what a record must hold -- */
    [SPE_RULE_EVENTS_MISSING] = {
        VIOLATION("events-missing", "D17.6", "Every record holds an Events packet."),
        .lacks = HAS(EVENTS)},
    [SPE_RULE_END_MISSING] = {
        VIOLATION("end-missing", "D17.6", "Every record ends with a Timestamp packet or an End packet."),
        .lacks = HAS(TIMESTAMP) | HAS(END)},
    [SPE_RULE_TWO_ENDS] = {
        VIOLATION("two-ends", "D17.6", "A record ends with a Timestamp packet or an End packet, not with both."),
        .facts = FACT(TWO_ENDS)},
    [SPE_RULE_OPERATION_MISSING] = {
        VIOLATION("operation-missing", "D17.6", "An operation that retired without an exception has an Operation Type packet."),
        .facts = FACT(COMPLETED), .lacks = HAS(OPERATION)},
    [SPE_RULE_PC_MISSING] = {
        VIOLATION("pc-missing", "D17.6", "An operation that retired without an exception has a PC."),
        .facts = FACT(COMPLETED), .lacks = HAS(PC)},
    [SPE_RULE_TOTAL_LATENCY_MISSING] = {
        WARNING("total-latency-missing", "D17.6", "An operation that retired without an exception has a total latency, unless that is the same for all."),
        .facts = FACT(COMPLETED), .lacks = HAS(TOTAL_LATENCY)},
    [SPE_RULE_ISSUE_LATENCY_MISSING] = {
        WARNING("issue-latency-missing", "D17.6", "An operation that retired without an exception has an issue latency, unless that is the same for all."),
        .facts = FACT(COMPLETED), .lacks = HAS(ISSUE_LATENCY)},
    [SPE_RULE_BRANCH_TARGET_MISSING] = {
        VIOLATION("branch-target-missing", "D17.6", "A branch that retired and was taken has a branch target."),
        .facts = FACT(COMPLETED) | FACT(BRANCH), .lacks = HAS(BRANCH_TARGET), .no_events = E(NOT_TAKEN)},
    [SPE_RULE_DATA_VA_MISSING] = {
        WARNING("data-va-missing", "D17.6", "A load, store or atomic that retired and made its access has a data virtual address."),
        .facts = FACT(COMPLETED), .lacks = HAS(DATA_VA), .subclasses = SURE_ACCESS, .no_events = E(NOT_TAKEN)},
    [SPE_RULE_DATA_PA_WITHOUT_VA] = {
        VIOLATION("data-pa-without-va", "D17.6", "A data physical address is there only if the data virtual address is."),
        .has = HAS(DATA_PA), .lacks = HAS(DATA_VA)},
    [SPE_RULE_TRANSLATION_LATENCY_MISSING] = {
        WARNING("translation-latency-missing", "D17.6", "An operation that retired and made an access to memory has a translation latency, unless that is the same for all."),
        .facts = FACT(COMPLETED) | FACT(OPERATION), .has = HAS(DATA_VA), .lacks = HAS(TRANSLATION_LATENCY)},
    [SPE_RULE_ACCESS_EVENTS_MISSING] = {
        WARNING("access-events-missing", "D17.6", "An operation that retired and made an access to memory tells of the level 1 data cache or the TLB."),
        .facts = FACT(COMPLETED) | FACT(OPERATION), .has = HAS(DATA_VA), .no_events = E(L1D_ACCESS) | E(TLB_ACCESS)},
    [SPE_RULE_DATA_SOURCE_MISSING] = {
        WARNING("data-source-missing", "D17.6", "A load that retired and made its access may have a data source where PMSIDR_EL1.LDS is 1."),
        .facts = FACT(COMPLETED) | FACT(LOAD), .has = HAS(DATA_VA), .lacks = HAS(DATA_SOURCE), .with = FEATURE(LDS)},
    [SPE_RULE_GCS_DATA_VA_MISSING] = {
        WARNING("gcs-data-va-missing", "D17.6", "A branch that retired and accessed the Guarded Control Stack has a data virtual address too."),
        .facts = FACT(COMPLETED) | FACT(GCS_BRANCH), .lacks = HAS(DATA_VA)},
    [SPE_RULE_DATA_ADDRESS_UNEXPECTED] = {
        WARNING("data-address-unexpected", "D17.6", "Data addresses are of loads, stores, atomics and branches that access the Guarded Control Stack."),
        .facts = FACT(OPERATION), .no_facts = FACT(MEMORY) | FACT(GCS_BRANCH), .has = HAS(DATA_VA) | HAS(DATA_PA)},
    [SPE_RULE_BRANCH_TARGET_UNEXPECTED] = {
        WARNING("branch-target-unexpected", "D17.6", "Branch targets are of branches and exception returns."),
        .facts = FACT(OPERATION), .no_facts = FACT(BRANCH), .has = HAS(BRANCH_TARGET)},
    [SPE_RULE_DATA_SOURCE_UNEXPECTED] = {
        WARNING("data-source-unexpected", "D17.6", "Data sources are of loads."),
        .facts = FACT(OPERATION), .no_facts = FACT(LOAD) | FACT(GCS_BRANCH), .has = HAS(DATA_SOURCE)},
    [SPE_RULE_EXCEPTION_NOT_RETIRED] = {
        WARNING("exception-not-retired", "D18.2.6", "What E[0] means where E[1] is 0 is IMPLEMENTATION DEFINED; misspeculated operations set neither."),
        .events = E(EXCEPTION), .no_events = E(RETIRED)},

    /* -- the record and its neighbours -- */
    [SPE_RULE_PACKET_REPEATED] = {
        VIOLATION("packet-repeated", "D17.6", "No packet of one type and INDEX is in a record twice."),
        .facts = FACT(REPEATED)},
    [SPE_RULE_PACKET_UNKNOWN] = {
        VIOLATION("packet-unknown", "D18.2", "Headers that the architecture gives to no packet are reserved."),
        .facts = FACT(UNKNOWN)},
    [SPE_RULE_PACKET_RESERVED] = {
        VIOLATION("packet-reserved", "D18.2", "A packet's INDEX, CLASS or payload size is not a reserved one."),
        .facts = FACT(RESERVED_HEADER)},
    [SPE_RULE_RECORD_REPEATED] = {
        WARNING("record-repeated", "D17.6", "A record is written once: two in a row, Timestamp included, are not the same."),
        .facts = FACT(SAME_RECORD)},
    [SPE_RULE_RECORD_TOO_LONG] = {
        VIOLATION("record-too-long", "PMSIDR_EL1.MaxSize", "No record is longer than the maximum record size, 2048 bytes at most."),
        .facts = FACT(TOO_LONG)},
    [SPE_RULE_RECORD_MISALIGNED] = {
        VIOLATION("record-misaligned", "PMBIDR_EL1.Align", "Every record starts at the alignment of the Profiling Buffer."),
        .facts = FACT(MISALIGNED)},
    [SPE_RULE_EVENTS_RESIZED] = {
        WARNING("events-resized", "D18.2.6", "The payload of Events packets has one size throughout."),
        .facts = FACT(EVENTS_RESIZED)},
    [SPE_RULE_DATA_SOURCE_RESIZED] = {
        WARNING("data-source-resized", "D18.2.4", "The payload of Data Source packets has one size throughout."),
        .facts = FACT(SOURCE_RESIZED)},

    /* -- events -- */
    [SPE_RULE_EMPTY_NOT_PARTIAL] = {
        VIOLATION("empty-not-partial", "D18.2.6", "E[18], empty predicate, implies E[17], partial or empty predicate."),
        .events = E(EMPTY_PREDICATE), .no_events = E(PARTIAL_PREDICATE)},
    [SPE_RULE_L1D_REFILL_WITHOUT_ACCESS] = {
        WARNING("l1d-refill-without-access", "D18.2.6", "E[3], level 1 data cache refill, goes with E[2], access."),
        .events = E(L1D_REFILL), .no_events = E(L1D_ACCESS)},
    [SPE_RULE_TLB_WALK_WITHOUT_ACCESS] = {
        WARNING("tlb-walk-without-access", "D18.2.6", "E[5], TLB walk, goes with E[4], access."),
        .events = E(TLB_WALK), .no_events = E(TLB_ACCESS)},
    [SPE_RULE_LL_MISS_WITHOUT_ACCESS] = {
        WARNING("ll-miss-without-access", "D18.2.6", "E[9], last level cache miss, goes with E[8], access."),
        .events = E(LL_MISS), .no_events = E(LL_ACCESS)},
    [SPE_RULE_L2D_MISS_WITHOUT_ACCESS] = {
        WARNING("l2d-miss-without-access", "D18.2.6", "E[20], level 2 data cache miss, goes with E[19], access."),
        .events = E(L2D_MISS), .no_events = E(L2D_ACCESS)},
    [SPE_RULE_EVENT_RESERVED] = {
        VIOLATION("event-reserved", "D18.2.6", "E[47:32] are zero."),
        .events = BITS(47, 32)},
    [SPE_RULE_EVENT_MISALIGNED] = {
        VIOLATION("event-misaligned", "D18.2.6", "E[11], misalignment, needs FEAT_SPEv1p1."),
        .events = E(MISALIGNED), .since = SPE_V1P1},
    [SPE_RULE_EVENT_TRANSACTIONAL] = {
        VIOLATION("event-transactional", "D18.2.6", "E[16], transactional, needs FEAT_TME."),
        .events = E(TRANSACTIONAL), .feature = FEATURE(TME)},
    [SPE_RULE_EVENT_PREDICATE] = {
        VIOLATION("event-predicate", "D18.2.6", "E[18:17], predicates, need FEAT_SPEv1p1 and FEAT_SVE or FEAT_SPE_SME."),
        .events = E(PARTIAL_PREDICATE) | E(EMPTY_PREDICATE), .since = SPE_V1P1, .feature = FEATURE(SVE) | FEATURE(SPE_SME)},
    [SPE_RULE_EVENT_CACHE] = {
        VIOLATION("event-cache", "D18.2.6", "E[23:19], level 2 data cache and where data came from, need FEAT_SPEv1p4."),
        .events = BITS(23, 19), .since = SPE_V1P4},
    [SPE_RULE_EVENT_SME] = {
        VIOLATION("event-sme", "D18.2.6", "E[25:24] are zero from FEAT_SPEv1p4 without FEAT_SPE_SME."),
        .events = E(STREAMING_SVE) | E(SMCU), .from = SPE_V1P4, .feature = FEATURE(SPE_SME)},
    [SPE_RULE_EVENT_V1P4] = {
        VIOLATION("event-v1p4", "D18.2.6", "E[31:26] are zero from FEAT_SPEv1p4."),
        .events = BITS(31, 26), .from = SPE_V1P4},
    [SPE_RULE_EVENT_NOT_LOAD] = {
        WARNING("event-not-load", "D18.2.6", "E[23:19] are of loads."),
        .facts = FACT(OPERATION), .no_facts = FACT(LOAD) | FACT(GCS_BRANCH), .events = BITS(23, 19), .from = SPE_V1P4},
    [SPE_RULE_EVENTS_TOO_SMALL] = {
        WARNING("events-too-small", "D18.2.6", "An SVE operation has room for E[18:17] in its Events packet."),
        .facts = FACT(EVENTS_NARROW), .subclasses = OP(SVE) | OP(SVE_SME), .from = SPE_V1P1, .with = FEATURE(SVE) | FEATURE(SPE_SME)},
    [SPE_RULE_NOT_TAKEN_UNCONDITIONAL] = {
        WARNING("not-taken-unconditional", "D18.2.6", "E[6], not taken, is of conditional branches."),
        .facts = FACT(BRANCH), .no_facts = FACT(CONDITIONAL), .events = E(NOT_TAKEN)},
    [SPE_RULE_MISPREDICTED_NOT_BRANCH] = {
        WARNING("mispredicted-not-branch", "D18.2.6", "E[7], mispredicted, is of branches."),
        .facts = FACT(OPERATION), .no_facts = FACT(BRANCH), .events = E(MISPREDICTED)},

    /* -- operation types -- */
    [SPE_RULE_OPERATION_RESERVED] = {
        VIOLATION("operation-reserved", "D18.2.7", "An operation type's CLASS, format and ETS are not reserved ones."),
        .facts = FACT(OP_RESERVED)},
    [SPE_RULE_FP_ASE] = {
        VIOLATION("fp-ase", "D18.2.7", "FP and ASE of other operations need FEAT_SPE_FPF."),
        .facts = FACT(FP_ASE), .feature = FEATURE(FPF)},
    [SPE_RULE_SVE] = {
        VIOLATION("sve", "D18.2.7", "Data processing on SVE vectors needs FEAT_SPEv1p1 and FEAT_SVE or FEAT_SPE_SME."),
        .subclasses = OP(SVE), .since = SPE_V1P1, .feature = FEATURE(SVE) | FEATURE(SPE_SME)},
    [SPE_RULE_SME] = {
        VIOLATION("sme", "D18.2.7", "Data processing on the SME array needs FEAT_SPE_SME."),
        .subclasses = OP(SME), .feature = FEATURE(SPE_SME)},
    [SPE_RULE_UNSPECIFIED_REGISTERS] = {
        VIOLATION("unspecified-registers", "D18.2.7", "Loads and stores of unspecified registers need FEAT_SPEv1p1."),
        .subclasses = OP(UNSPECIFIED), .since = SPE_V1P1},
    [SPE_RULE_ALLOCATION_TAGS] = {
        VIOLATION("allocation-tags", "D18.2.7", "Loads and stores of Allocation Tags need FEAT_SPEv1p3 and FEAT_MTE2."),
        .subclasses = OP(ALLOCATION_TAG), .since = SPE_V1P3, .feature = FEATURE(MTE)},
    [SPE_RULE_NV2] = {
        VIOLATION("nv2", "D18.2.7", "System register accesses turned into memory accesses need FEAT_NV2."),
        .subclasses = OP(NV2_SYSREG), .feature = FEATURE(NV2)},
    [SPE_RULE_ATOMIC] = {
        VIOLATION("atomic", "D18.2.7", "AT, atomic, needs FEAT_LSE."),
        .facts = FACT(ATOMIC), .feature = FEATURE(LSE)},
    [SPE_RULE_SVE_REGISTERS] = {
        VIOLATION("sve-registers", "D18.2.7", "Loads and stores of SVE or SME registers need FEAT_SPEv1p1 and FEAT_SVE or FEAT_SPE_SME."),
        .subclasses = OP(SVE_SME), .since = SPE_V1P1, .feature = FEATURE(SVE) | FEATURE(SPE_SME)},
    [SPE_RULE_MEMORY_COPY_SET] = {
        VIOLATION("memory-copy-set", "D18.2.7", "Memory Copy and Memory Set need FEAT_SPEv1p3 and FEAT_MOPS."),
        .subclasses = OP(MEMORY_COPY) | OP(MEMORY_SET), .since = SPE_V1P3, .feature = FEATURE(MOPS)},
    [SPE_RULE_GCS] = {
        VIOLATION("gcs", "D18.2.7", "Guarded Control Stack accesses need FEAT_SPEv1p4 and FEAT_GCS."),
        .subclasses = OP(GCS), .since = SPE_V1P4, .feature = FEATURE(GCS)},
    [SPE_RULE_GCS_BRANCH] = {
        VIOLATION("gcs-branch", "D18.2.7", "GCS of a branch needs FEAT_SPEv1p4 and FEAT_GCS."),
        .facts = FACT(GCS_BRANCH), .since = SPE_V1P4, .feature = FEATURE(GCS)},
    [SPE_RULE_CALL_RETURN] = {
        VIOLATION("call-return", "D18.2.7", "CR of a branch is 0b00 without FEAT_SPE_CRR."),
        .facts = FACT(BRANCH) | FACT(CR), .feature = FEATURE(CRR)},
    [SPE_RULE_CALL_RETURN_MISSING] = {
        VIOLATION("call-return-missing", "D18.2.7", "CR of a branch is not 0b00 with FEAT_SPE_CRR."),
        .facts = FACT(BRANCH), .no_facts = FACT(CR), .with = FEATURE(CRR)},
    [SPE_RULE_EVL_OVER_2048] = {
        VIOLATION("evl-over-2048", "D18.2.7", "EVL 0b111, more than 2048 bits, needs FEAT_SPE_SME."),
        .facts = FACT(EVL_OVER), .feature = FEATURE(SPE_SME)},

    /* -- addresses -- */
    [SPE_RULE_ADDRESS_ZERO_BITS] = {
        VIOLATION("address-zero-bits", "D18.2.1", "Bits [59:56] of instruction addresses, and [61] of the data physical address, are zero."),
        .facts = FACT(ZERO_BITS)},
    [SPE_RULE_NSE_WITHOUT_RME] = {
        VIOLATION("nse-without-rme", "D18.2.1", "NSE is zero without FEAT_RME."),
        .facts = FACT(NSE), .feature = FEATURE(RME)},
    [SPE_RULE_NSE_RESERVED] = {
        VIOLATION("nse-reserved", "D18.2.1", "NSE:NS 0b10 is reserved: nothing is sampled in Root state."),
        .facts = FACT(NSE_RESERVED)},
    [SPE_RULE_PC_EL3] = {
        VIOLATION("pc-el3", "D18.2.1", "Nothing is sampled at EL3."),
        .facts = FACT(PC_EL3)},
    [SPE_RULE_DATA_PA_TAG] = {
        VIOLATION("data-pa-tag", "D18.2.1", "CH and PAT of the data physical address are zero without FEAT_MTE2."),
        .facts = FACT(PA_TAG), .feature = FEATURE(MTE)},
    [SPE_RULE_PREV_BRANCH_TARGET] = {
        VIOLATION("prev-branch-target", "D18.2.1", "A previous branch target needs FEAT_SPE_PBT."),
        .has = HAS(PREV_BRANCH_TARGET), .feature = FEATURE(PBT)},

    /* -- counters and data sources -- */
    [SPE_RULE_COUNTER_TOO_LARGE] = {
        VIOLATION("counter-too-large", "D18.2.3", "A counter saturates at its size: bits above PMSIDR_EL1.CountSize are zero."),
        .facts = FACT(COUNTER_LARGE)},
    [SPE_RULE_ALT_ISSUE_LATENCY] = {
        VIOLATION("alt-issue-latency", "D18.2.3", "An alternate clock issue latency needs PMSIDR_EL1.ALTCLK."),
        .has = HAS(ALT_ISSUE_LATENCY), .feature = FEATURE(ALTCLK)},
    [SPE_RULE_DATA_SOURCE] = {
        VIOLATION("data-source", "D18.2.4", "A data source needs PMSIDR_EL1.LDS."),
        .has = HAS(DATA_SOURCE), .feature = FEATURE(LDS)},

    /* -- packets -- */
    [SPE_RULE_EXTENDED_HEADER] = {
        WARNING("extended-header", "D18.2", "An INDEX below 8 has a short header, its usual one."),
        .of_packet = 1, .facts = FACT(LOW_EXTENDED)},
    [SPE_RULE_OTHER_PACKET_REPEATED] = {
        VIOLATION("other-packet-repeated", "D17.6", "No IMPLEMENTATION DEFINED or reserved packet of one type and INDEX is in a record twice."),
        .of_packet = 1, .facts = FACT(REPEATED)},
    [SPE_RULE_IMPDEF_COUNTER_TOO_LARGE] = {
        VIOLATION("impdef-counter-too-large", "D18.2.3", "An IMPLEMENTATION DEFINED counter, too, saturates at its size."),
        .of_packet = 1, .facts = FACT(COUNTER_LARGE)},
    [SPE_RULE_NOT_PADDING] = {
        VIOLATION("not-padding", "D17.6", "Only padding stands between the end of a record and the next one."),
        .of_packet = 1, .facts = FACT(BEHIND_END)},
    [SPE_RULE_PACKET_CUT] = {
        VIOLATION("packet-cut", "D18.2", "A packet is not cut off."),
        .of_packet = 1, .facts = FACT(CUT)},
};
