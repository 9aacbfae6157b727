/* SPDX-License-Identifier: MIT */
/*
 * The tests' own rows of the rules, written from the manual (DDI 0487) and not from the library's table. All that tests
 * need for a rule is here. A test defines the macros of the lines that it reads, and includes this file.
 *
 * RULE(rule, name, severity, section): severity V, W or N, as in lab/docs/rules.md; in the order of SPE_RULE_*.
 * WHEN(rule, condition): whether a record `w` breaks it (test_check_reference.c, struct view). Rules of single packets
 * have no such line.
 * BYTES_EXAMPLE(rule, counter bits, offset of the finding, bad bytes, good bytes): bytes that break a rule of single
 * packets, and the nearest that do not (test_check.c).
 */
/* clang-format off */ /* a table */
#ifndef RULE
#define RULE(rule, ...)
#endif
#ifndef WHEN
#define WHEN(rule, ...)
#endif
#ifndef BYTES_EXAMPLE
#define BYTES_EXAMPLE(rule, ...)
#endif

RULE(EVENTS_MISSING, "events-missing", 'V', "D17.6.10")
WHEN(EVENTS_MISSING, w->whole && !w->ev)

RULE(END_MISSING, "end-missing", 'V', "D18.1.2, D18.2.5, D18.2.9")
WHEN(END_MISSING, w->whole && !has(w, HAS(TIMESTAMP) | HAS(END)))

RULE(TWO_ENDS, "two-ends", 'V', "D18.1.2, D18.2.5, D18.2.9")
WHEN(TWO_ENDS, has(w, HAS(TIMESTAMP)) && has(w, HAS(END)))

RULE(OPERATION_MISSING, "operation-missing", 'V', "D17.6")
WHEN(OPERATION_MISSING, w->due && w->instructions && !has(w, HAS(OPERATION)))

RULE(OPERATION_LEFT_OUT, "operation-left-out", 'W', "D17.6, D17.6.2")
WHEN(OPERATION_LEFT_OUT, w->due && w->unknown && !has(w, HAS(OPERATION)))

RULE(PC_MISSING, "pc-missing", 'V', "D17.6")
WHEN(PC_MISSING, w->due && w->instructions && !has(w, HAS(PC)))

RULE(PC_LEFT_OUT, "pc-left-out", 'W', "D17.6, D17.6.2")
WHEN(PC_LEFT_OUT, w->due && w->unknown && !has(w, HAS(PC)))

RULE(TOTAL_LATENCY_MISSING, "total-latency-missing", 'W', "D17.6")
WHEN(TOTAL_LATENCY_MISSING, w->due && !has(w, HAS(TOTAL_LATENCY)))

RULE(ISSUE_LATENCY_MISSING, "issue-latency-missing", 'W', "D17.6")
WHEN(ISSUE_LATENCY_MISSING, w->due && !has(w, HAS(ISSUE_LATENCY)))

RULE(BRANCH_TARGET_MISSING, "branch-target-missing", 'V', "D17.6.3")
WHEN(BRANCH_TARGET_MISSING, w->no_target && w->instructions && w->no_isb)

RULE(BRANCH_TARGET_LEFT_OUT, "branch-target-left-out", 'W', "D17.6.3")
WHEN(BRANCH_TARGET_LEFT_OUT, w->no_target && !(w->instructions && w->no_isb))

RULE(DATA_VA_MISSING, "data-va-missing", 'W', "D17.6.4")
WHEN(DATA_VA_MISSING, w->due && w->sure && !w->va)

RULE(DATA_PA_WITHOUT_VA, "data-pa-without-va", 'V', "D17.6.4")
WHEN(DATA_PA_WITHOUT_VA, w->due && has(w, HAS(DATA_PA)) && !w->va && !is_nv2(w) && !(w->ok && w->cls == 0 && !is_sme(w)))

RULE(TRANSLATION_LATENCY_MISSING, "translation-latency-missing", 'W', "D17.6.4")
WHEN(TRANSLATION_LATENCY_MISSING, w->due && w->access && w->va && !has(w, HAS(TRANSLATION_LATENCY)))

RULE(ACCESS_EVENTS_MISSING, "access-events-missing", 'W', "D17.6.4")
WHEN(ACCESS_EVENTS_MISSING, w->done && (w->instructions || w->unknown) && w->access && w->va && !(w->e & 0x14))

RULE(DATA_SOURCE_MISSING, "data-source-missing", 'W', "D18.2.4")
WHEN(DATA_SOURCE_MISSING, w->due && w->instructions && flag(w, FLAG(LDS)) && w->load_store && !w->store && w->va && !has(w, HAS(DATA_SOURCE)))

RULE(GCS_DATA_VA_MISSING, "gcs-data-va-missing", 'W', "D17.6.3")
WHEN(GCS_DATA_VA_MISSING, w->due && w->gcs_branch && !w->va)

RULE(EXCEPTION_TARGET, "exception-target", 'V', "D17.6")
WHEN(EXCEPTION_TARGET, w->both && has(w, HAS(BRANCH_TARGET)))

RULE(EXCEPTION_BRANCH, "exception-branch", 'W', "D17.6.3")
WHEN(EXCEPTION_BRANCH, w->both && w->branch)

RULE(DATA_ADDRESS_UNEXPECTED, "data-address-unexpected", 'W', "D17.6.4")
WHEN(DATA_ADDRESS_UNEXPECTED, w->nothing && has(w, HAS(DATA_VA) | HAS(DATA_PA)))

RULE(BRANCH_TARGET_UNEXPECTED, "branch-target-unexpected", 'W', "D17.6.3")
WHEN(BRANCH_TARGET_UNEXPECTED, w->ok && !w->branch && has(w, HAS(BRANCH_TARGET)))

RULE(DATA_SOURCE_UNEXPECTED, "data-source-unexpected", 'W', "D18.2.4")
WHEN(DATA_SOURCE_UNEXPECTED, w->ok && !w->source && has(w, HAS(DATA_SOURCE)))

RULE(TRANSLATION_WITHOUT_VA, "translation-without-va", 'V', "D17.6.4")
WHEN(TRANSLATION_WITHOUT_VA, w->done && !(w->r->flags & SPE_RECORD_TRUNCATED) && (!w->known || flag(w, FLAG(ARCH_INST))) && (w->load_store || w->gcs_branch) && w->translated && !has(w, HAS(DATA_VA)) && !is_nv2(w))

RULE(TRANSLATION_UNEXPECTED, "translation-unexpected", 'W', "D17.6.4")
WHEN(TRANSLATION_UNEXPECTED, w->nothing && w->translated)

RULE(ISSUE_ABOVE_TOTAL, "issue-above-total", 'W', "D17.6.4, D18.2.3")
WHEN(ISSUE_ABOVE_TOTAL, has(w, HAS(TOTAL_LATENCY)) && has(w, HAS(ISSUE_LATENCY)) && w->r->issue_latency > w->r->total_latency)

RULE(CONTEXT_EL1_AT_EL2, "context-el1-at-el2", 'V', "D17.6.9")
WHEN(CONTEXT_EL1_AT_EL2, has(w, HAS(CONTEXT_EL1)) && has(w, HAS(PC)) && w->el == 2)

RULE(EXCEPTION_NOT_RETIRED, "exception-not-retired", 'W', "D17.6.7, D18.2.6")
WHEN(EXCEPTION_NOT_RETIRED, w->ev && !w->retired && w->excepted)

RULE(NOT_RETIRED, "not-retired", 'N', "D17.6.7, D18.2.6")
WHEN(NOT_RETIRED, w->ev && !w->retired && !w->excepted)

RULE(PACKET_REPEATED, "packet-repeated", 'W', "libspe")
WHEN(PACKET_REPEATED, w->r->flags & SPE_RECORD_REPEATED)

RULE(PACKET_UNKNOWN, "packet-unknown", 'V', "D18.1.4")
WHEN(PACKET_UNKNOWN, w->r->flags & SPE_RECORD_UNKNOWN)

RULE(PACKET_RESERVED, "packet-reserved", 'V', "D18.2")
WHEN(PACKET_RESERVED, w->r->flags & SPE_RECORD_RESERVED_HEADER)

RULE(RECORD_REPEATED, "record-repeated", 'W', "libspe")
WHEN(RECORD_REPEATED, is_same(w))

RULE(RECORD_TOO_LONG, "record-too-long", 'V', "PMSIDR_EL1.MaxSize")
WHEN(RECORD_TOO_LONG, w->r->offset - w->slot + w->r->size > (w->max ? w->max : 2048))

RULE(RECORD_TOO_FAR, "record-too-far", 'W', "PMSIDR_EL1.MaxSize")
WHEN(RECORD_TOO_FAR, w->before->any && w->f->alignment && w->max && !(w->r->flags & SPE_RECORD_AFTER_GAP) && w->r->offset > w->last->offset && w->slot - w->last_slot > w->max)

RULE(RECORD_MISALIGNED, "record-misaligned", 'V', "PMBIDR_EL1.Align")
WHEN(RECORD_MISALIGNED, w->before->any && w->r->offset >= w->last->offset + w->last->size && w->slot < w->last->offset + w->last->size)

RULE(ENDS_MIXED, "ends-mixed", 'W', "D18.2.9")
WHEN(ENDS_MIXED, (w->end == HAS(TIMESTAMP) && w->before->end == HAS(END)) || (w->end == HAS(END) && w->before->end == HAS(TIMESTAMP)))

RULE(EVENTS_RESIZED, "events-resized", 'W', "J1 SPEGetEventsPayloadSize()")
WHEN(EVENTS_RESIZED, w->r->events_size && w->before->events_size && w->r->events_size != w->before->events_size)

RULE(DATA_SOURCE_RESIZED, "data-source-resized", 'W', "J1 SPEGetDataSourcePayloadSize()")
WHEN(DATA_SOURCE_RESIZED, w->r->data_source_size && w->before->data_source_size && w->r->data_source_size != w->before->data_source_size)

RULE(EMPTY_NOT_PARTIAL, "empty-not-partial", 'V', "D18.2.6")
WHEN(EMPTY_NOT_PARTIAL, w->e >> 18 & ~(w->e >> 17) & 1)

RULE(L1D_REFILL_WITHOUT_ACCESS, "l1d-refill-without-access", 'W', "D18.2.6")
WHEN(L1D_REFILL_WITHOUT_ACCESS, w->e >> 3 & ~(w->e >> 2) & 1)

RULE(TLB_WALK_WITHOUT_ACCESS, "tlb-walk-without-access", 'W', "D18.2.6")
WHEN(TLB_WALK_WITHOUT_ACCESS, w->e >> 5 & ~(w->e >> 4) & 1)

RULE(LL_MISS_WITHOUT_ACCESS, "ll-miss-without-access", 'W', "D18.2.6")
WHEN(LL_MISS_WITHOUT_ACCESS, w->e >> 9 & ~(w->e >> 8) & 1)

RULE(L2D_MISS_WITHOUT_ACCESS, "l2d-miss-without-access", 'W', "D18.2.6")
WHEN(L2D_MISS_WITHOUT_ACCESS, w->e >> 20 & ~(w->e >> 19) & 1)

RULE(EVENT_RESERVED, "event-reserved", 'V', "D18.2.6")
WHEN(EVENT_RESERVED, any_event(w, 47, 32))

RULE(EVENT_MISALIGNED, "event-misaligned", 'V', "D17.6.4.6, D18.2.6")
WHEN(EVENT_MISALIGNED, any_event(w, 11, 11) && needs(w, SPE_V1P1, 0))

RULE(EVENT_TRANSACTIONAL, "event-transactional", 'V', "D18.2.6")
WHEN(EVENT_TRANSACTIONAL, any_event(w, 16, 16) && needs(w, 0, FLAG(TME)))

RULE(EVENT_PREDICATE, "event-predicate", 'V', "D18.2.6")
WHEN(EVENT_PREDICATE, any_event(w, 18, 17) && needs(w, SPE_V1P1, FLAG(SVE) | FLAG(SME)))

RULE(EVENT_CACHE, "event-cache", 'V', "D18.2.6")
WHEN(EVENT_CACHE, any_event(w, 23, 19) && needs(w, SPE_V1P4, 0))

RULE(EVENT_SME, "event-sme", 'V', "D18.2.6")
WHEN(EVENT_SME, any_event(w, 24, 24) && w->v >= SPE_V1P4 && !flag(w, FLAG(SPE_SME)))

RULE(EVENT_SHARED, "event-shared", 'V', "D18.2.6, PMSEVFR_EL1.E[25]")
WHEN(EVENT_SHARED, any_event(w, 25, 25) && w->v == SPE_V1P4 && !flag(w, FLAG(SPE_SME)))

RULE(EVENT_V1P4, "event-v1p4", 'V', "D18.2.6")
WHEN(EVENT_V1P4, any_event(w, 31, 26) && w->v >= SPE_V1P4)

RULE(EVENT_NOT_ACCESS, "event-not-access", 'V', "D18.2.6")
WHEN(EVENT_NOT_ACCESS, w->nothing && (any_event(w, 5, 2) || any_event(w, 11, 8)))

RULE(EVENT_NOT_LOAD, "event-not-load", 'W', "D18.2.6")
WHEN(EVENT_NOT_LOAD, (w->nothing || (w->load_store && !w->load)) && any_event(w, 23, 19) && w->v >= SPE_V1P4)

RULE(EVENTS_TOO_SMALL, "events-too-small", 'W', "libspe")
WHEN(EVENTS_TOO_SMALL, w->ev && w->vector && (w->r->events_size == 1 || w->r->events_size == 2 || w->r->events_size == 3) && w->v >= SPE_V1P1 && flag(w, FLAG(SVE) | FLAG(SME)))

RULE(NOT_TAKEN_UNCONDITIONAL, "not-taken-unconditional", 'V', "D17.6.5, D18.2.6")
WHEN(NOT_TAKEN_UNCONDITIONAL, w->ok && !w->conditional && any_event(w, 6, 6))

RULE(MISPREDICTED_NOT_BRANCH, "mispredicted-not-branch", 'W', "D18.2.6")
WHEN(MISPREDICTED_NOT_BRANCH, w->ok && !w->branch && any_event(w, 7, 7))

RULE(PREDICATE_NOT_VECTOR, "predicate-not-vector", 'V', "D18.2.6")
WHEN(PREDICATE_NOT_VECTOR, any_event(w, 18, 17) && w->ok && !w->vector && w->cls != 0 && !(w->cls == 1 && in(w->op, 0xfe, 0x10)))

RULE(PREDICATE_UNPREDICATED, "predicate-unpredicated", 'W', "D17.6.6, D18.2.6")
WHEN(PREDICATE_UNPREDICATED, any_event(w, 18, 17) && w->unpredicated)

RULE(OPERATION_RESERVED, "operation-reserved", 'V', "D18.2.7")
WHEN(OPERATION_RESERVED, has(w, HAS(OPERATION)) && !w->ok)

RULE(FP_ASE, "fp-ase", 'V', "D18.2.7")
WHEN(FP_ASE, w->ok && w->cls == 0 && w->op < 8 && w->op & 6 && needs(w, 0, FLAG(FPF)))

RULE(SVE, "sve", 'V', "D18.2.7")
WHEN(SVE, is_sve(w) && needs(w, SPE_V1P1, FLAG(SVE)))

RULE(SME, "sme", 'V', "D18.2.7")
WHEN(SME, is_sme(w) && needs(w, 0, FLAG(SPE_SME)))

RULE(UNSPECIFIED_REGISTERS, "unspecified-registers", 'V', "D18.2.7")
WHEN(UNSPECIFIED_REGISTERS, w->general && in(w->op, 0xfe, 0x10) && needs(w, SPE_V1P1, 0))

RULE(ALLOCATION_TAGS, "allocation-tags", 'V', "D18.2.7")
WHEN(ALLOCATION_TAGS, w->general && in(w->op, 0xfe, 0x14) && needs(w, SPE_V1P3, FLAG(MTE)))

RULE(NV2, "nv2", 'V', "D18.2.7")
WHEN(NV2, is_nv2(w) && needs(w, 0, FLAG(NV2)))

RULE(NV2_NOT_EL1, "nv2-not-el1", 'V', "D17.6.4.2, D18.2.7")
WHEN(NV2_NOT_EL1, is_nv2(w) && has(w, HAS(PC)) && w->el != 1)

RULE(ATOMIC, "atomic", 'V', "D18.2.7")
WHEN(ATOMIC, is_extended(w) && w->atomic && needs(w, 0, FLAG(LSE)))

RULE(EXTENDED_FLAGS, "extended-flags", 'W', "D18.2.7")
WHEN(EXTENDED_FLAGS, is_extended(w) && ((w->exclusive && w->atomic) || !(w->exclusive || w->atomic || w->ordered)))

RULE(SVE_REGISTERS, "sve-registers", 'V', "D18.2.7")
WHEN(SVE_REGISTERS, is_vector_memory(w) && needs(w, SPE_V1P1, FLAG(SVE) | FLAG(SME)))

RULE(SVE_LOAD_PREDICATED, "sve-load-predicated", 'V', "D18.2.7")
WHEN(SVE_LOAD_PREDICATED, is_vector_memory(w) && !w->store && w->op & 4 && w->known && w->v < SPE_V1P2)

RULE(MEMORY_COPY_SET, "memory-copy-set", 'V', "D18.2.7")
WHEN(MEMORY_COPY_SET, (w->general && (in(w->op, 0xfe, 0x20) || w->op == 0x25)) && needs(w, SPE_V1P3, FLAG(MOPS)))

RULE(GCS, "gcs", 'V', "D18.2.7")
WHEN(GCS, w->general && in(w->op, 0xfa, 0x40) && needs(w, SPE_V1P4, FLAG(GCS)))

RULE(GCS_COMMON, "gcs-common", 'V', "D17.6.3, D18.2.7")
WHEN(GCS_COMMON, w->general && in(w->op, 0xfe, 0x40) && w->known && flag(w, FLAG(ARCH_INST)))

RULE(GCS_BRANCH, "gcs-branch", 'V', "D18.2.7")
WHEN(GCS_BRANCH, w->gcs_branch && needs(w, SPE_V1P4, FLAG(GCS)))

RULE(GCS_NEITHER, "gcs-neither", 'V', "D18.2.7, J1 SPEConstructClass()")
WHEN(GCS_NEITHER, w->gcs_branch && w->cr == 3)

RULE(CALL_RETURN, "call-return", 'V', "D18.2.7")
WHEN(CALL_RETURN, w->branch && w->cr != 0 && needs(w, 0, FLAG(CRR)))

RULE(CALL_RETURN_MISSING, "call-return-missing", 'V', "D18.2.7")
WHEN(CALL_RETURN_MISSING, w->branch && w->cr == 0 && w->known && flag(w, FLAG(CRR)))

RULE(RETURN_DIRECT, "return-direct", 'V', "D18.2.7, J1 SPEBranch()")
WHEN(RETURN_DIRECT, w->branch && w->cr == 2 && !w->indirect)

RULE(CONDITIONAL_INDIRECT, "conditional-indirect", 'V', "D17.4, D18.2.7")
WHEN(CONDITIONAL_INDIRECT, w->branch && w->indirect && w->odd)

RULE(CONDITIONAL_CALL_RETURN, "conditional-call-return", 'V', "D17.4, D18.2.7")
WHEN(CONDITIONAL_CALL_RETURN, w->branch && w->odd && (w->cr == 1 || w->cr == 2 || w->gcs_branch))

RULE(EVL_OVER_2048, "evl-over-2048", 'V', "D17.6.6, D18.2.7")
WHEN(EVL_OVER_2048, w->evl && needs(w, 0, FLAG(SPE_SME)))

RULE(ADDRESS_ZERO_BITS, "address-zero-bits", 'V', "D18.2.1")
WHEN(ADDRESS_ZERO_BITS, w->zero)

RULE(NSE_WITHOUT_RME, "nse-without-rme", 'V', "D18.2.1")
WHEN(NSE_WITHOUT_RME, w->nse && needs(w, 0, FLAG(RME)))

RULE(NSE_RESERVED, "nse-reserved", 'V', "D18.2.1")
WHEN(NSE_RESERVED, w->reserved)

RULE(SECURE_STATE, "secure-state", 'V', "D18.2.1")
WHEN(SECURE_STATE, w->secure && needs(w, 0, FLAG(SECURE)))

RULE(PC_EL3, "pc-el3", 'V', "D17.4, D18.2.1")
WHEN(PC_EL3, has(w, HAS(PC)) && w->el == 3)

RULE(BRANCH_TARGET_ELSEWHERE, "branch-target-elsewhere", 'V', "D17.6.3, D18.2.1")
WHEN(BRANCH_TARGET_ELSEWHERE, w->branch && w->target && !(w->ev && w->retired && w->excepted) && has(w, HAS(PC)) && (w->stays ? w->r->pc >> 60 != w->r->branch_target >> 60 : w->other_state))

RULE(DATA_PA_TAG, "data-pa-tag", 'V', "D18.2.1")
WHEN(DATA_PA_TAG, (has(w, HAS(DATA_PA)) && (w->r->data_pa >> 62 & 1 || w->r->data_pa >> 56 & 15)) && needs(w, 0, FLAG(MTE2)))

RULE(PREV_BRANCH_TARGET, "prev-branch-target", 'V', "D17.6.3.1, D18.2.1")
WHEN(PREV_BRANCH_TARGET, has(w, HAS(PREV_BRANCH_TARGET)) && needs(w, SPE_V1P2, FLAG(PBT)))

RULE(PREV_TARGET_NOT_RETIRED, "prev-target-not-retired", 'V', "D17.6.3.1")
WHEN(PREV_TARGET_NOT_RETIRED, has(w, HAS(PREV_BRANCH_TARGET)) && w->ev && !w->retired)

RULE(COUNTER_TOO_LARGE, "counter-too-large", 'V', "D18.2.3")
WHEN(COUNTER_TOO_LARGE, (has(w, HAS(TOTAL_LATENCY)) && w->r->total_latency > w->most) || (has(w, HAS(ISSUE_LATENCY)) && w->r->issue_latency > w->most) || (has(w, HAS(TRANSLATION_LATENCY)) && w->r->translation_latency > w->most) || (has(w, HAS(ALT_ISSUE_LATENCY)) && w->r->alt_issue_latency > w->most))

RULE(ALT_ISSUE_LATENCY, "alt-issue-latency", 'V', "D18.2.3")
WHEN(ALT_ISSUE_LATENCY, has(w, HAS(ALT_ISSUE_LATENCY)) && needs(w, 0, FLAG(ALTCLK)))

RULE(ALT_ISSUE_NOT_STREAMING, "alt-issue-not-streaming", 'W', "D17.6.1")
WHEN(ALT_ISSUE_NOT_STREAMING, has(w, HAS(ALT_ISSUE_LATENCY)) && w->ev && !(w->e >> 24 & 1) && w->known && flag(w, FLAG(ALTCLK)))

RULE(DATA_SOURCE, "data-source", 'V', "PMSIDR_EL1.LDS")
WHEN(DATA_SOURCE, has(w, HAS(DATA_SOURCE)) && needs(w, 0, FLAG(LDS)))

RULE(EXTENDED_HEADER, "extended-header", 'W', "libspe")
BYTES_EXAMPLE(EXTENDED_HEADER, 0, 0, "\x20\xb0\1\2\3\4\5\6\7\x80\1", "\x22\xb0\1\2\3\4\5\6\7\x80\1")
BYTES_EXAMPLE(EXTENDED_HEADER, 0, 0, "\x20\xb7\1\2\3\4\5\6\7\x80\1", "\x21\xb0\1\2\3\4\5\6\7\x80\1") /* 7 and 8 */
BYTES_EXAMPLE(EXTENDED_HEADER, 0, 2, "\x42\2\x20\x9a\1\0\1", "\x42\2\x9a\1\0\1")

RULE(OTHER_PACKET_REPEATED, "other-packet-repeated", 'W', "libspe")
BYTES_EXAMPLE(OTHER_PACKET_REPEATED, 0, 3, "\x9e\1\0\x9e\2\0\1", "\x9e\1\0\x9f\2\0\1")
BYTES_EXAMPLE(OTHER_PACKET_REPEATED, 0, 5, "\x66\0\0\0\0\x66\0\0\0\0\1", "\x66\0\0\0\0\x67\0\0\0\0\1")
BYTES_EXAMPLE(OTHER_PACKET_REPEATED, 0, 3, "\x9e\1\0\x20\x9e\2\0\1", "\x9e\1\0\xb6\0\0\0\0\0\0\0\0\1")

RULE(IMPDEF_COUNTER_TOO_LARGE, "impdef-counter-too-large", 'V', "D18.2.3")
BYTES_EXAMPLE(IMPDEF_COUNTER_TOO_LARGE, 12, 0, "\x9e\0\x10\1", "\x9e\xff\x0f\1")
BYTES_EXAMPLE(IMPDEF_COUNTER_TOO_LARGE, 12, 1, "\0\x22\x98\0\x10\1", "\0\x9b\0\x10\1") /* INDEX 3 is reserved */

RULE(NOT_PADDING, "not-padding", 'V', "D18.1.3")
BYTES_EXAMPLE(NOT_PADDING, 0, 4, "\x42\2\1\0\x42\2\1", "\x42\2\1\0\0\0\0")
BYTES_EXAMPLE(NOT_PADDING, 0, 9, "\x71\0\0\0\0\0\0\0\0\1", "\x42\0\0\0\0\0\0\0\0\1")

RULE(PACKET_CUT, "packet-cut", 'V', "D18.1.1")
BYTES_EXAMPLE(PACKET_CUT, 0, 2, "\x42\2\x71\0\0", "\x42\2\x71\0\0\0\0\0\0\0\0")

RULE(OTHER_PA_WITHOUT_VA, "other-pa-without-va", 'W', "D17.6.8")
WHEN(OTHER_PA_WITHOUT_VA, w->due && has(w, HAS(DATA_PA)) && !w->va && w->ok && w->cls == 0 && !is_sme(w))

#undef RULE
#undef WHEN
#undef BYTES_EXAMPLE
/* clang-format on */
