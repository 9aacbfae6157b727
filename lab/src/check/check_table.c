/* SPDX-License-Identifier: MIT */
/* The rows of check_table.h (DDI 0487, D17.6, D18.1 and D18.2). lab/docs/rules.md quotes the manual's statement for
 * each. */
#include "check_table.h"

#define HAS(name) SPE_HAS_##name
#define E(name) (UINT64_C(1) << SPE_EVENT_##name)
#define BITS(high, low) (UINT64_MAX >> (63 - (high) + (low)) << (low))
#define OP(name) (UINT64_C(1) << SPE_OP_##name)
#define FEATURE(name) SPE_FEATURE_##name
#define VIOLATION(name_, section_, text_)                                                                              \
    .name = (name_), .section = (section_), .text = (text_), .severity = SPE_CHECK_VIOLATION
#define WARNING(name_, section_, text_)                                                                                \
    .name = (name_), .section = (section_), .text = (text_), .severity = SPE_CHECK_WARNING
#define NOTE(name_, section_, text_) .name = (name_), .section = (section_), .text = (text_), .severity = SPE_CHECK_NOTE
#define OURS "libspe" /* the section of rules that are this library's own judgement */

/* D17.6.2: which data is collected for a micro-operation is IMPLEMENTATION DEFINED. */
#define INSTRUCTIONS SPE_SAMPLES_INSTRUCTIONS
#define UNKNOWN_SAMPLING SPE_SAMPLES_UNKNOWN
#define NOT_MICRO_OPS (SPE_SAMPLES_INSTRUCTIONS | SPE_SAMPLES_UNKNOWN)

/* clang-format off */ /* tables are for reading */

static const struct spe_rule_row rules[] = {
    /* -- what a record must hold -- */
    [SPE_RULE_EVENTS_MISSING] = {
        VIOLATION("events-missing", "D17.6.10", "Every record holds an Events packet."),
        .lacks = HAS(EVENTS)},
    [SPE_RULE_END_MISSING] = {
        VIOLATION("end-missing", "D18.1.2, D18.2.5, D18.2.9", "Every record ends with a Timestamp packet or an End packet."),
        .lacks = HAS(TIMESTAMP) | HAS(END)},
    [SPE_RULE_TWO_ENDS] = {
        VIOLATION("two-ends", "D18.1.2, D18.2.5, D18.2.9", "A record ends with a Timestamp packet or an End packet, not with both."),
        .facts = FACT(TWO_ENDS)},
    [SPE_RULE_OPERATION_MISSING] = {
        VIOLATION("operation-missing", "D17.6", "An instruction that retired without an exception has an Operation Type packet."),
        .facts = FACT(COMPLETED), .lacks = HAS(OPERATION), .sampling = INSTRUCTIONS},
    [SPE_RULE_OPERATION_LEFT_OUT] = {
        WARNING("operation-left-out", "D17.6, D17.6.2", "An operation that retired without an exception has an Operation Type packet, unless it is a micro-operation."),
        .facts = FACT(COMPLETED), .lacks = HAS(OPERATION), .sampling = UNKNOWN_SAMPLING},
    [SPE_RULE_PC_MISSING] = {
        VIOLATION("pc-missing", "D17.6", "An instruction that retired without an exception has a PC."),
        .facts = FACT(COMPLETED), .lacks = HAS(PC), .sampling = INSTRUCTIONS},
    [SPE_RULE_PC_LEFT_OUT] = {
        WARNING("pc-left-out", "D17.6, D17.6.2", "An operation that retired without an exception has a PC, unless it is a micro-operation."),
        .facts = FACT(COMPLETED), .lacks = HAS(PC), .sampling = UNKNOWN_SAMPLING},
    [SPE_RULE_TOTAL_LATENCY_MISSING] = {
        WARNING("total-latency-missing", "D17.6", "An instruction that retired without an exception has a total latency, unless it is the same for all operations."),
        .facts = FACT(COMPLETED), .lacks = HAS(TOTAL_LATENCY), .sampling = NOT_MICRO_OPS},
    [SPE_RULE_ISSUE_LATENCY_MISSING] = {
        WARNING("issue-latency-missing", "D17.6", "An instruction that retired without an exception has an issue latency, unless it is the same for all operations."),
        .facts = FACT(COMPLETED), .lacks = HAS(ISSUE_LATENCY), .sampling = NOT_MICRO_OPS},
    [SPE_RULE_BRANCH_TARGET_MISSING] = {
        VIOLATION("branch-target-missing", "D17.6.3", "A branch instruction, or exception return, that retired and was taken has a branch target."),
        .facts = FACT(COMPLETED) | FACT(TARGET_DUE), .lacks = HAS(BRANCH_TARGET), .no_events = E(NOT_TAKEN)},
    [SPE_RULE_BRANCH_TARGET_LEFT_OUT] = {
        WARNING("branch-target-left-out", "D17.6.3", "A branch that retired and was taken has a branch target, unless it is an ISB or a micro-operation."),
        .facts = FACT(COMPLETED) | FACT(BRANCH), .no_facts = FACT(TARGET_DUE), .lacks = HAS(BRANCH_TARGET), .no_events = E(NOT_TAKEN),
        .sampling = NOT_MICRO_OPS},
    [SPE_RULE_DATA_VA_MISSING] = {
        WARNING("data-va-missing", "D17.6.4", "A load, store or atomic that retired and made its access has a data virtual address."),
        .facts = FACT(COMPLETED) | FACT(SURE_ACCESS), .lacks = HAS(DATA_VA), .sampling = NOT_MICRO_OPS},
    [SPE_RULE_DATA_PA_WITHOUT_VA] = {
        VIOLATION("data-pa-without-va", "D17.6.4", "An instruction that retired without an exception has a data physical address only if it has the virtual one."),
        .facts = FACT(COMPLETED), .no_facts = FACT(NV2) | FACT(MAY_PREFETCH), .has = HAS(DATA_PA), .lacks = HAS(DATA_VA),
        .sampling = NOT_MICRO_OPS},
    [SPE_RULE_TRANSLATION_LATENCY_MISSING] = {
        WARNING("translation-latency-missing", "D17.6.4", "A load, store or atomic that retired and made its access has a translation latency, unless it is the same for all operations."),
        .facts = FACT(COMPLETED) | FACT(ACCESS), .has = HAS(DATA_VA), .lacks = HAS(TRANSLATION_LATENCY), .sampling = NOT_MICRO_OPS},
    [SPE_RULE_ACCESS_EVENTS_MISSING] = {
        WARNING("access-events-missing", "D17.6.4", "A load, store or atomic that retired and made its access has an event of the level 1 data cache or the TLB: E[2] or E[4]."),
        .facts = FACT(COMPLETED) | FACT(ACCESS), .has = HAS(DATA_VA), .no_events = E(L1D_ACCESS) | E(TLB_ACCESS), .sampling = NOT_MICRO_OPS},
    [SPE_RULE_DATA_SOURCE_MISSING] = {
        WARNING("data-source-missing", "D18.2.4", "If PMSIDR_EL1.LDS is 1, a load that retired and made its access has a data source, except after an External abort."),
        .facts = FACT(COMPLETED) | FACT(LOAD), .has = HAS(DATA_VA), .lacks = HAS(DATA_SOURCE), .with = FEATURE(LDS), .sampling = INSTRUCTIONS},
    [SPE_RULE_GCS_DATA_VA_MISSING] = {
        WARNING("gcs-data-va-missing", "D17.6.3", "A branch that retired and accessed the Guarded Control Stack has a data virtual address."),
        .facts = FACT(COMPLETED) | FACT(GCS_BRANCH), .lacks = HAS(DATA_VA), .sampling = NOT_MICRO_OPS},

    /* -- what a record must not hold -- */
    [SPE_RULE_EXCEPTION_TARGET] = {
        VIOLATION("exception-target", "D17.6", "The target address of an operation that generated an exception is not collected."),
        .facts = FACT(EXCEPTED), .has = HAS(BRANCH_TARGET)},
    [SPE_RULE_EXCEPTION_BRANCH] = {
        WARNING("exception-branch", "D17.6.3", "An operation that generated an exception is not treated as a branch."),
        .facts = FACT(EXCEPTED) | FACT(BRANCH)},
    [SPE_RULE_DATA_ADDRESS_UNEXPECTED] = {
        WARNING("data-address-unexpected", "D17.6.4", "Only loads, stores, atomics, branches that access the Guarded Control Stack, prefetches and similar operations have data addresses."),
        .facts = FACT(NO_ACCESS), .has = HAS(DATA_VA) | HAS(DATA_PA)},
    [SPE_RULE_BRANCH_TARGET_UNEXPECTED] = {
        WARNING("branch-target-unexpected", "D17.6.3", "Only branches and exception returns have a branch target."),
        .facts = FACT(OPERATION), .no_facts = FACT(BRANCH), .has = HAS(BRANCH_TARGET)},
    [SPE_RULE_DATA_SOURCE_UNEXPECTED] = {
        WARNING("data-source-unexpected", "D18.2.4", "Only loads, atomics, ST64BV, branches that access the Guarded Control Stack, prefetches and similar operations have a data source."),
        .facts = FACT(OPERATION), .no_facts = FACT(SOURCE_DUE), .has = HAS(DATA_SOURCE)},
    [SPE_RULE_TRANSLATION_WITHOUT_VA] = {
        VIOLATION("translation-without-va", "D17.6.4", "If an instruction's data virtual address is not recorded, its translation latency is zero or not recorded."),
        .facts = FACT(COMPLETED) | FACT(ACCESS) | FACT(TRANSLATED), .no_facts = FACT(NV2), .lacks = HAS(DATA_VA),
        .sampling = NOT_MICRO_OPS},
    [SPE_RULE_TRANSLATION_UNEXPECTED] = {
        WARNING("translation-unexpected", "D17.6.4", "Only an operation that accesses memory has a translation latency other than zero."),
        .facts = FACT(TRANSLATED) | FACT(NO_ACCESS)},
    [SPE_RULE_ISSUE_ABOVE_TOTAL] = {
        WARNING("issue-above-total", "D17.6.4, D18.2.3", "The issue latency exceeds the total latency only if the total latency starts when the operation is issued."),
        .facts = FACT(ISSUE_LARGE)},
    [SPE_RULE_CONTEXT_EL1_AT_EL2] = {
        VIOLATION("context-el1-at-el2", "D17.6.9", "CONTEXTIDR_EL1 is collected only at EL1 and EL0."),
        .facts = FACT(PC_EL2), .has = HAS(CONTEXT_EL1)},
    [SPE_RULE_EXCEPTION_NOT_RETIRED] = {
        WARNING("exception-not-retired", "D17.6.7, D18.2.6", "If E[1] is 0, the meaning of E[0] is IMPLEMENTATION DEFINED; a misspeculated operation sets neither."),
        .facts = FACT(NOT_RETIRED), .events = E(EXCEPTION)},
    [SPE_RULE_NOT_RETIRED] = {
        NOTE("not-retired", "D17.6.7, D18.2.6", "E[1:0] is 0b00 only on cores that sample misspeculated operations. No register shows which cores do."),
        .facts = FACT(NOT_RETIRED), .no_events = E(EXCEPTION)},

    /* -- the record and its neighbours -- */
    [SPE_RULE_PACKET_REPEATED] = {
        WARNING("packet-repeated", OURS, "A record has at most one packet of each type and INDEX. The manual does not say so, but leaves open which one would count."),
        .facts = FACT(REPEATED)},
    [SPE_RULE_PACKET_UNKNOWN] = {
        VIOLATION("packet-unknown", "D18.1.4", "Headers that the architecture does not define are reserved."),
        .facts = FACT(UNKNOWN)},
    [SPE_RULE_PACKET_RESERVED] = {
        VIOLATION("packet-reserved", "D18.2", "A packet's INDEX, CLASS and payload size are not reserved values."),
        .facts = FACT(RESERVED_HEADER)},
    [SPE_RULE_RECORD_REPEATED] = {
        WARNING("record-repeated", OURS, "Two consecutive records are not equal, including the Timestamp. The manual does not say so, but an operation is sampled once."),
        .facts = FACT(SAME_RECORD)},
    [SPE_RULE_RECORD_TOO_LONG] = {
        VIOLATION("record-too-long", "PMSIDR_EL1.MaxSize", "No record is longer than the maximum record size, which is at most 2048 bytes."),
        .facts = FACT(TOO_LONG)},
    [SPE_RULE_RECORD_TOO_FAR] = {
        WARNING("record-too-far", "PMSIDR_EL1.MaxSize", "A record with its padding is not longer than the maximum record size either; if that is the alignment, every record has this size."),
        .facts = FACT(TOO_FAR)},
    [SPE_RULE_RECORD_MISALIGNED] = {
        VIOLATION("record-misaligned", "PMBIDR_EL1.Align", "Every record starts at the alignment of the Profiling Buffer."),
        .facts = FACT(MISALIGNED)},
    [SPE_RULE_ENDS_MIXED] = {
        WARNING("ends-mixed", "D18.2.9", "Either all records of a stream end with a Timestamp, or all end with End, unless software enabled or disabled timestamps."),
        .facts = FACT(ENDS_MIXED)},
    [SPE_RULE_EVENTS_RESIZED] = {
        WARNING("events-resized", "J1 SPEGetEventsPayloadSize()", "All Events packets have the same payload size."),
        .facts = FACT(EVENTS_RESIZED)},
    [SPE_RULE_DATA_SOURCE_RESIZED] = {
        WARNING("data-source-resized", "J1 SPEGetDataSourcePayloadSize()", "All Data Source packets have the same payload size."),
        .facts = FACT(SOURCE_RESIZED)},

    /* -- events -- */
    [SPE_RULE_EMPTY_NOT_PARTIAL] = {
        VIOLATION("empty-not-partial", "D18.2.6", "E[18], empty predicate, implies E[17], partial or empty predicate."),
        .events = E(EMPTY_PREDICATE), .no_events = E(PARTIAL_PREDICATE)},
    [SPE_RULE_L1D_REFILL_WITHOUT_ACCESS] = {
        WARNING("l1d-refill-without-access", "D18.2.6", "E[3], level 1 data cache refill or miss, implies E[2], access."),
        .events = E(L1D_REFILL), .no_events = E(L1D_ACCESS)},
    [SPE_RULE_TLB_WALK_WITHOUT_ACCESS] = {
        WARNING("tlb-walk-without-access", "D18.2.6", "E[5], TLB walk, implies E[4], access."),
        .events = E(TLB_WALK), .no_events = E(TLB_ACCESS)},
    [SPE_RULE_LL_MISS_WITHOUT_ACCESS] = {
        WARNING("ll-miss-without-access", "D18.2.6", "E[9], last level cache miss, implies E[8], access, if that is implemented."),
        .events = E(LL_MISS), .no_events = E(LL_ACCESS)},
    [SPE_RULE_L2D_MISS_WITHOUT_ACCESS] = {
        WARNING("l2d-miss-without-access", "D18.2.6", "E[20], level 2 data cache miss, implies E[19], access, if that is implemented."),
        .events = E(L2D_MISS), .no_events = E(L2D_ACCESS)},
    [SPE_RULE_EVENT_RESERVED] = {
        VIOLATION("event-reserved", "D18.2.6", "E[47:32] are zero."),
        .events = BITS(47, 32)},
    [SPE_RULE_EVENT_MISALIGNED] = {
        VIOLATION("event-misaligned", "D17.6.4.6, D18.2.6", "E[11], misalignment, needs FEAT_SPEv1p1."),
        .events = E(MISALIGNED), .since = SPE_V1P1},
    [SPE_RULE_EVENT_TRANSACTIONAL] = {
        VIOLATION("event-transactional", "D18.2.6", "E[16], transactional, needs FEAT_TME."),
        .events = E(TRANSACTIONAL), .feature = FEATURE(TME)},
    [SPE_RULE_EVENT_PREDICATE] = {
        VIOLATION("event-predicate", "D18.2.6", "E[18:17], predicates, need FEAT_SPEv1p1 and FEAT_SVE or FEAT_SME."),
        .events = E(PARTIAL_PREDICATE) | E(EMPTY_PREDICATE), .since = SPE_V1P1, .feature = FEATURE(SVE) | FEATURE(SME)},
    [SPE_RULE_EVENT_CACHE] = {
        VIOLATION("event-cache", "D18.2.6", "E[23:19], level 2 data cache and origin of data, need FEAT_SPEv1p4."),
        .events = BITS(23, 19), .since = SPE_V1P4},
    [SPE_RULE_EVENT_SME] = {
        VIOLATION("event-sme", "D18.2.6", "From FEAT_SPEv1p4 on, E[24], Streaming SVE mode, is zero without FEAT_SPE_SME."),
        .events = E(STREAMING_SVE), .from = SPE_V1P4, .feature = FEATURE(SPE_SME)},
    [SPE_RULE_EVENT_SHARED] = {
        VIOLATION("event-shared", "D18.2.6, PMSEVFR_EL1.E[25]", "With FEAT_SPEv1p4, E[25], SMCU or other shared resource, is zero unless FEAT_SPE_SME or FEAT_SPEv1p5 is implemented."),
        .events = E(SMCU), .from = SPE_V1P4, .until = SPE_V1P5, .feature = FEATURE(SPE_SME)},
    [SPE_RULE_EVENT_V1P4] = {
        VIOLATION("event-v1p4", "D18.2.6", "From FEAT_SPEv1p4 on, E[31:26] are zero."),
        .events = BITS(31, 26), .from = SPE_V1P4},
    [SPE_RULE_EVENT_NOT_ACCESS] = {
        VIOLATION("event-not-access", "D18.2.6", "Only operations that access memory set E[5:2] and E[11:8], caches, TLB and alignment."),
        .facts = FACT(NO_ACCESS), .events = BITS(5, 2) | BITS(11, 8)},
    [SPE_RULE_EVENT_NOT_LOAD] = {
        WARNING("event-not-load", "D18.2.6", "Only loads, branches that access the Guarded Control Stack, prefetches and similar operations set E[23:19]."),
        .facts = FACT(OPERATION), .no_facts = FACT(LOAD) | FACT(GCS_BRANCH) | FACT(MAY_PREFETCH),
        .events = BITS(23, 19), .from = SPE_V1P4},
    [SPE_RULE_EVENTS_TOO_SMALL] = {
        WARNING("events-too-small", OURS, "The Events packet of an SVE or SME operation has room for E[18:17]. The manual leaves the size open."),
        .facts = FACT(EVENTS_NARROW), .subclasses = OP(SVE) | OP(SME) | OP(SVE_SME), .from = SPE_V1P1, .with = FEATURE(SVE) | FEATURE(SME)},
    [SPE_RULE_NOT_TAKEN_UNCONDITIONAL] = {
        VIOLATION("not-taken-unconditional", "D17.6.5, D18.2.6", "Only conditional operations, which have COND, set E[6], not taken."),
        .facts = FACT(OPERATION), .no_facts = FACT(CONDITIONAL), .events = E(NOT_TAKEN)},
    [SPE_RULE_MISPREDICTED_NOT_BRANCH] = {
        WARNING("mispredicted-not-branch", "D18.2.6", "Only branches set E[7], mispredicted."),
        .facts = FACT(OPERATION), .no_facts = FACT(BRANCH), .events = E(MISPREDICTED)},
    [SPE_RULE_PREDICATE_NOT_VECTOR] = {
        VIOLATION("predicate-not-vector", "D18.2.6", "Only SVE and SME operations set E[18:17], predicates."),
        .facts = FACT(NO_VECTOR), .events = E(PARTIAL_PREDICATE) | E(EMPTY_PREDICATE)},
    [SPE_RULE_PREDICATE_UNPREDICATED] = {
        WARNING("predicate-unpredicated", "D17.6.6, D18.2.6", "Only operations with PRED set E[18:17], predicates, if the format has PRED."),
        .facts = FACT(UNPREDICATED), .events = E(PARTIAL_PREDICATE) | E(EMPTY_PREDICATE)},

    /* -- operation types -- */
    [SPE_RULE_OPERATION_RESERVED] = {
        VIOLATION("operation-reserved", "D18.2.7", "An operation type's CLASS, format and ETS are not reserved values."),
        .facts = FACT(OP_RESERVED)},
    [SPE_RULE_FP_ASE] = {
        VIOLATION("fp-ase", "D18.2.7", "FP and ASE of other operations need FEAT_SPE_FPF."),
        .facts = FACT(FP_ASE), .feature = FEATURE(FPF)},
    [SPE_RULE_SVE] = {
        VIOLATION("sve", "D18.2.7", "Data processing on SVE vectors needs FEAT_SPEv1p1 and FEAT_SVE."),
        .subclasses = OP(SVE), .since = SPE_V1P1, .feature = FEATURE(SVE)},
    [SPE_RULE_SME] = {
        VIOLATION("sme", "D18.2.7", "Data processing on the SME array needs FEAT_SPE_SME."),
        .subclasses = OP(SME), .feature = FEATURE(SPE_SME)},
    [SPE_RULE_UNSPECIFIED_REGISTERS] = {
        VIOLATION("unspecified-registers", "D18.2.7", "Loads and stores of unspecified registers need FEAT_SPEv1p1."),
        .subclasses = OP(UNSPECIFIED), .since = SPE_V1P1},
    [SPE_RULE_ALLOCATION_TAGS] = {
        VIOLATION("allocation-tags", "D18.2.7", "Loads and stores of Allocation Tags need FEAT_SPEv1p3 and FEAT_MTE."),
        .subclasses = OP(ALLOCATION_TAG), .since = SPE_V1P3, .feature = FEATURE(MTE)},
    [SPE_RULE_NV2] = {
        VIOLATION("nv2", "D18.2.7", "System register accesses turned into memory accesses need FEAT_NV2."),
        .subclasses = OP(NV2_SYSREG), .feature = FEATURE(NV2)},
    [SPE_RULE_NV2_NOT_EL1] = {
        VIOLATION("nv2-not-el1", "D17.6.4.2, D18.2.7", "Only at EL1 are System register accesses turned into memory accesses."),
        .facts = FACT(PC_NOT_EL1), .subclasses = OP(NV2_SYSREG)},
    [SPE_RULE_ATOMIC] = {
        VIOLATION("atomic", "D18.2.7", "AT, atomic, needs FEAT_LSE."),
        .facts = FACT(ATOMIC), .feature = FEATURE(LSE)},
    [SPE_RULE_EXTENDED_FLAGS] = {
        WARNING("extended-flags", "D18.2.7", "An extended load or store has at least one of AT, EXCL and AR, and not both AT and EXCL."),
        .facts = FACT(EXTENDED_ODD)},
    [SPE_RULE_SVE_REGISTERS] = {
        VIOLATION("sve-registers", "D18.2.7", "Loads and stores of SVE or SME registers need FEAT_SPEv1p1 and FEAT_SVE or FEAT_SME."),
        .subclasses = OP(SVE_SME), .since = SPE_V1P1, .feature = FEATURE(SVE) | FEATURE(SME)},
    [SPE_RULE_SVE_LOAD_PREDICATED] = {
        VIOLATION("sve-load-predicated", "D18.2.7", "PRED of a load of SVE registers needs FEAT_SPEv1p2."),
        .facts = FACT(LOAD) | FACT(PREDICATED), .until = SPE_V1P2},
    [SPE_RULE_MEMORY_COPY_SET] = {
        VIOLATION("memory-copy-set", "D18.2.7", "Memory Copy and Memory Set need FEAT_SPEv1p3 and FEAT_MOPS."),
        .subclasses = OP(MEMORY_COPY) | OP(MEMORY_SET), .since = SPE_V1P3, .feature = FEATURE(MOPS)},
    [SPE_RULE_GCS] = {
        VIOLATION("gcs", "D18.2.7", "Guarded Control Stack accesses need FEAT_SPEv1p4 and FEAT_GCS."),
        .subclasses = OP(GCS), .since = SPE_V1P4, .feature = FEATURE(GCS)},
    [SPE_RULE_GCS_COMMON] = {
        VIOLATION("gcs-common", "D17.6.3, D18.2.7", "If instructions are sampled, an instruction that branches and accesses the Guarded Control Stack is a branch, and COMM is 1."),
        .facts = FACT(COMMON_GCS), .sampling = INSTRUCTIONS},
    [SPE_RULE_GCS_BRANCH] = {
        VIOLATION("gcs-branch", "D18.2.7", "GCS of a branch needs FEAT_SPEv1p4 and FEAT_GCS."),
        .facts = FACT(GCS_BRANCH), .since = SPE_V1P4, .feature = FEATURE(GCS)},
    [SPE_RULE_GCS_NEITHER] = {
        VIOLATION("gcs-neither", "D18.2.7, J1 SPEConstructClass()", "A branch that accesses the Guarded Control Stack is a branch with link or a procedure return: CR is not 0b11."),
        .facts = FACT(GCS_BRANCH) | FACT(NEITHER)},
    [SPE_RULE_CALL_RETURN] = {
        VIOLATION("call-return", "D18.2.7", "Without FEAT_SPE_CRR, CR of a branch is 0b00."),
        .facts = FACT(BRANCH) | FACT(CR), .feature = FEATURE(CRR)},
    [SPE_RULE_CALL_RETURN_MISSING] = {
        VIOLATION("call-return-missing", "D18.2.7", "With FEAT_SPE_CRR, CR of a branch is not 0b00."),
        .facts = FACT(BRANCH), .no_facts = FACT(CR), .with = FEATURE(CRR)},
    [SPE_RULE_RETURN_DIRECT] = {
        VIOLATION("return-direct", "D18.2.7, J1 SPEBranch()", "A procedure return is an indirect branch."),
        .facts = FACT(RETURN), .no_facts = FACT(INDIRECT)},
    [SPE_RULE_CONDITIONAL_INDIRECT] = {
        VIOLATION("conditional-indirect", "D17.4, D18.2.7", "An indirect branch in AArch64 state, the only one that is profiled, is not conditional."),
        .facts = FACT(BRANCH) | FACT(CONDITIONAL) | FACT(INDIRECT)},
    [SPE_RULE_CONDITIONAL_CALL_RETURN] = {
        VIOLATION("conditional-call-return", "D17.4, D18.2.7", "A branch with link or procedure return in AArch64 state, the only one that is profiled, is not conditional."),
        .facts = FACT(CONDITIONAL) | FACT(CALL_RETURN)},
    [SPE_RULE_EVL_OVER_2048] = {
        VIOLATION("evl-over-2048", "D17.6.6, D18.2.7", "EVL 0b111, more than 2048 bits, needs FEAT_SPE_SME."),
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
    [SPE_RULE_SECURE_STATE] = {
        VIOLATION("secure-state", "D18.2.1", "NSE:NS 0b00 needs Secure state."),
        .facts = FACT(SECURE), .feature = FEATURE(SECURE)},
    [SPE_RULE_PC_EL3] = {
        VIOLATION("pc-el3", "D17.4, D18.2.1", "Nothing is sampled at EL3."),
        .facts = FACT(PC_EL3)},
    [SPE_RULE_BRANCH_TARGET_ELSEWHERE] = {
        VIOLATION("branch-target-elsewhere", "D17.6.3, D18.2.1", "Of all branches, only an exception return changes the Exception level, and it is not of EL0; below EL3 no branch changes the Security state."),
        .facts = FACT(ELSEWHERE), .no_facts = FACT(EXCEPTED)},
    [SPE_RULE_DATA_PA_TAG] = {
        VIOLATION("data-pa-tag", "D18.2.1", "CH and PAT of the data physical address are zero without FEAT_MTE2."),
        .facts = FACT(PA_TAG), .feature = FEATURE(MTE2)},
    [SPE_RULE_PREV_BRANCH_TARGET] = {
        VIOLATION("prev-branch-target", "D17.6.3.1, D18.2.1", "A previous branch target needs FEAT_SPEv1p2 and FEAT_SPE_PBT."),
        .has = HAS(PREV_BRANCH_TARGET), .since = SPE_V1P2, .feature = FEATURE(PBT)},
    [SPE_RULE_PREV_TARGET_NOT_RETIRED] = {
        VIOLATION("prev-target-not-retired", "D17.6.3.1", "An operation that did not retire has no previous branch target."),
        .facts = FACT(NOT_RETIRED), .has = HAS(PREV_BRANCH_TARGET)},

    /* -- counters and data sources -- */
    [SPE_RULE_COUNTER_TOO_LARGE] = {
        VIOLATION("counter-too-large", "D18.2.3", "A counter saturates at its size: bits above PMSIDR_EL1.CountSize are zero."),
        .facts = FACT(COUNTER_LARGE)},
    [SPE_RULE_ALT_ISSUE_LATENCY] = {
        VIOLATION("alt-issue-latency", "D18.2.3", "An alternate clock issue latency needs PMSIDR_EL1.ALTCLK."),
        .has = HAS(ALT_ISSUE_LATENCY), .feature = FEATURE(ALTCLK)},
    [SPE_RULE_ALT_ISSUE_NOT_STREAMING] = {
        WARNING("alt-issue-not-streaming", "D17.6.1", "Only an operation in Streaming SVE mode, E[24], has an issue latency in the SMCU's clock domain."),
        .facts = FACT(EVENTS), .has = HAS(ALT_ISSUE_LATENCY), .no_events = E(STREAMING_SVE), .with = FEATURE(ALTCLK)},
    [SPE_RULE_DATA_SOURCE] = {
        VIOLATION("data-source", "PMSIDR_EL1.LDS", "A data source needs PMSIDR_EL1.LDS."),
        .has = HAS(DATA_SOURCE), .feature = FEATURE(LDS)},

    /* -- packets -- */
    [SPE_RULE_EXTENDED_HEADER] = {
        WARNING("extended-header", OURS, "An INDEX below 8 has a short header, which is usual. The manual permits both forms."),
        .of_packet = 1, .facts = FACT(LOW_EXTENDED)},
    [SPE_RULE_OTHER_PACKET_REPEATED] = {
        WARNING("other-packet-repeated", OURS, "A record has at most one IMPLEMENTATION DEFINED or reserved packet of each type and INDEX. The manual does not say so."),
        .of_packet = 1, .facts = FACT(REPEATED)},
    [SPE_RULE_IMPDEF_COUNTER_TOO_LARGE] = {
        VIOLATION("impdef-counter-too-large", "D18.2.3", "An IMPLEMENTATION DEFINED counter saturates at its size, too."),
        .of_packet = 1, .facts = FACT(COUNTER_LARGE)},
    [SPE_RULE_NOT_PADDING] = {
        VIOLATION("not-padding", "D18.1.3", "Only padding is between the end of a record and the next record."),
        .of_packet = 1, .facts = FACT(BEHIND_END)},
    [SPE_RULE_PACKET_CUT] = {
        VIOLATION("packet-cut", "D18.1.1", "A packet is not cut off."),
        .of_packet = 1, .facts = FACT(CUT)},

    /* -- rules that came later -- */
    [SPE_RULE_OTHER_PA_WITHOUT_VA] = {
        WARNING("other-pa-without-va", "D17.6.8", "A retired prefetch, cache maintenance or address translation has a data physical address without the virtual one only on cores that record part of a load's information."),
        .facts = FACT(COMPLETED) | FACT(MAY_PREFETCH), .has = HAS(DATA_PA), .lacks = HAS(DATA_VA),
        .sampling = NOT_MICRO_OPS},
};

/* clang-format on */

const struct spe_rule_row *spe_rule_rows(void)
{
    return rules;
}

unsigned spe_rule_count(void)
{
    return sizeof rules / sizeof rules[0];
}
