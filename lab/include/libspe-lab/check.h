/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/check.h: checks whether records follow the architecture: whether a record has what it must have (DDI 0487,
 * D17.6), and nothing that the core's version and features reserve (D18.2). It is for validation benches, and for
 * models that write records.
 *
 * Version 0: a minor release may change it (base.h).
 *
 *     spe_check c;
 *     struct spe_finding found[8];
 *     spe_check_init(&c, &features);                       // or NULL: nothing is known about the core
 *     while (spe_decoder_next(&d, &record) == 1) {
 *         int n = spe_check_record(&c, &record, found, 8); // may be more than 8
 *         for (int i = 0; i < n && i < 8; i++)
 *             puts(spe_rule_text(found[i].rule));
 *     }
 *
 * spe_check_record() checks what a struct spe_record holds. spe_check_bytes() checks the rest, which only the record's
 * packets show. No rule belongs to both functions, so run both. Rules that depend on unknown features are not applied.
 * If a core samples micro-operations (SPE_FEATURE_ARCH_INST is clear), a record that has Events and an end is not
 * reported for anything missing, because what the core collects of a micro-operation is IMPLEMENTATION DEFINED
 * (D17.6.2). If nothing is known about the core, it may be such a core, so a missing packet is a warning.
 *
 * A spe_check belongs to one thread at a time, because some rules compare a record with earlier ones. All other
 * functions here are pure.
 */
#ifndef LIBSPE_LAB_CHECK_H
#define LIBSPE_LAB_CHECK_H

#include <libspe/features.h>
#include <libspe/record.h>
#include <libspe-lab/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values of struct spe_finding.severity. Each rule has one severity, the same on every core. */
enum {
    SPE_CHECK_WARNING = 1,   /* the architecture permits it in cases that the record does not show, or does not mention
                                it */
    SPE_CHECK_VIOLATION = 2, /* the architecture does not permit it */
    SPE_CHECK_NOTE = 3       /* nothing is wrong: the record shows a property of the core that no ID register reports */
};

/*
 * The rules. Numbers are stable; later versions add rules at the end. spe_rule_text() gives what each rule requires,
 * and lab/docs/rules.md where the manual requires it.
 */
enum {
    /* what a record must have, D17.6 */
    SPE_RULE_EVENTS_MISSING = 0,
    SPE_RULE_END_MISSING = 1,
    SPE_RULE_TWO_ENDS = 2,
    SPE_RULE_OPERATION_MISSING = 3,
    SPE_RULE_OPERATION_LEFT_OUT = 4,
    SPE_RULE_PC_MISSING = 5,
    SPE_RULE_PC_LEFT_OUT = 6,
    SPE_RULE_TOTAL_LATENCY_MISSING = 7,
    SPE_RULE_ISSUE_LATENCY_MISSING = 8,
    SPE_RULE_BRANCH_TARGET_MISSING = 9,
    SPE_RULE_BRANCH_TARGET_LEFT_OUT = 10,
    SPE_RULE_DATA_VA_MISSING = 11,
    SPE_RULE_DATA_PA_WITHOUT_VA = 12,
    SPE_RULE_TRANSLATION_LATENCY_MISSING = 13,
    SPE_RULE_ACCESS_EVENTS_MISSING = 14,
    SPE_RULE_DATA_SOURCE_MISSING = 15,
    SPE_RULE_GCS_DATA_VA_MISSING = 16,
    /* what a record must not have, D17.6 */
    SPE_RULE_EXCEPTION_TARGET = 17,
    SPE_RULE_EXCEPTION_BRANCH = 18,
    SPE_RULE_DATA_ADDRESS_UNEXPECTED = 19,
    SPE_RULE_BRANCH_TARGET_UNEXPECTED = 20,
    SPE_RULE_DATA_SOURCE_UNEXPECTED = 21,
    SPE_RULE_TRANSLATION_WITHOUT_VA = 22,
    SPE_RULE_TRANSLATION_UNEXPECTED = 23,
    SPE_RULE_ISSUE_ABOVE_TOTAL = 24,
    SPE_RULE_CONTEXT_EL1_AT_EL2 = 25,
    SPE_RULE_EXCEPTION_NOT_RETIRED = 26,
    SPE_RULE_NOT_RETIRED = 27,
    /* the record and its neighbours */
    SPE_RULE_PACKET_REPEATED = 28,
    SPE_RULE_PACKET_UNKNOWN = 29,
    SPE_RULE_PACKET_RESERVED = 30,
    SPE_RULE_RECORD_REPEATED = 31,
    SPE_RULE_RECORD_TOO_LONG = 32,
    SPE_RULE_RECORD_TOO_FAR = 33,
    SPE_RULE_RECORD_MISALIGNED = 34,
    SPE_RULE_ENDS_MIXED = 35,
    SPE_RULE_EVENTS_RESIZED = 36,
    SPE_RULE_DATA_SOURCE_RESIZED = 37,
    /* Events packets, D18.2.6 */
    SPE_RULE_EMPTY_NOT_PARTIAL = 38,
    SPE_RULE_L1D_REFILL_WITHOUT_ACCESS = 39,
    SPE_RULE_TLB_WALK_WITHOUT_ACCESS = 40,
    SPE_RULE_LL_MISS_WITHOUT_ACCESS = 41,
    SPE_RULE_L2D_MISS_WITHOUT_ACCESS = 42,
    SPE_RULE_EVENT_RESERVED = 43,
    SPE_RULE_EVENT_MISALIGNED = 44,
    SPE_RULE_EVENT_TRANSACTIONAL = 45,
    SPE_RULE_EVENT_PREDICATE = 46,
    SPE_RULE_EVENT_CACHE = 47,
    SPE_RULE_EVENT_SME = 48,
    SPE_RULE_EVENT_SHARED = 49,
    SPE_RULE_EVENT_V1P4 = 50,
    SPE_RULE_EVENT_NOT_ACCESS = 51,
    SPE_RULE_EVENT_NOT_LOAD = 52,
    SPE_RULE_EVENTS_TOO_SMALL = 53,
    SPE_RULE_NOT_TAKEN_UNCONDITIONAL = 54,
    SPE_RULE_MISPREDICTED_NOT_BRANCH = 55,
    SPE_RULE_PREDICATE_NOT_VECTOR = 56,
    SPE_RULE_PREDICATE_UNPREDICATED = 57,
    /* Operation Type packets, D18.2.7 */
    SPE_RULE_OPERATION_RESERVED = 58,
    SPE_RULE_FP_ASE = 59,
    SPE_RULE_SVE = 60,
    SPE_RULE_SME = 61,
    SPE_RULE_UNSPECIFIED_REGISTERS = 62,
    SPE_RULE_ALLOCATION_TAGS = 63,
    SPE_RULE_NV2 = 64,
    SPE_RULE_NV2_NOT_EL1 = 65,
    SPE_RULE_ATOMIC = 66,
    SPE_RULE_EXTENDED_FLAGS = 67,
    SPE_RULE_SVE_REGISTERS = 68,
    SPE_RULE_SVE_LOAD_PREDICATED = 69,
    SPE_RULE_MEMORY_COPY_SET = 70,
    SPE_RULE_GCS = 71,
    SPE_RULE_GCS_COMMON = 72,
    SPE_RULE_GCS_BRANCH = 73,
    SPE_RULE_GCS_NEITHER = 74,
    SPE_RULE_CALL_RETURN = 75,
    SPE_RULE_CALL_RETURN_MISSING = 76,
    SPE_RULE_RETURN_DIRECT = 77,
    SPE_RULE_CONDITIONAL_INDIRECT = 78,
    SPE_RULE_CONDITIONAL_CALL_RETURN = 79,
    SPE_RULE_EVL_OVER_2048 = 80,
    /* Address packets, D18.2.1 */
    SPE_RULE_ADDRESS_ZERO_BITS = 81,
    SPE_RULE_NSE_WITHOUT_RME = 82,
    SPE_RULE_NSE_RESERVED = 83,
    SPE_RULE_SECURE_STATE = 84,
    SPE_RULE_PC_EL3 = 85,
    SPE_RULE_BRANCH_TARGET_ELSEWHERE = 86,
    SPE_RULE_DATA_PA_TAG = 87,
    SPE_RULE_PREV_BRANCH_TARGET = 88,
    SPE_RULE_PREV_TARGET_NOT_RETIRED = 89,
    /* Counter and Data Source packets, D18.2.3 and D18.2.4 */
    SPE_RULE_COUNTER_TOO_LARGE = 90,
    SPE_RULE_ALT_ISSUE_LATENCY = 91,
    SPE_RULE_ALT_ISSUE_NOT_STREAMING = 92,
    SPE_RULE_DATA_SOURCE = 93,
    /* packets that a struct spe_record does not hold: spe_check_bytes() */
    SPE_RULE_EXTENDED_HEADER = 94,
    SPE_RULE_OTHER_PACKET_REPEATED = 95,
    SPE_RULE_IMPDEF_COUNTER_TOO_LARGE = 96,
    SPE_RULE_NOT_PADDING = 97,
    SPE_RULE_PACKET_CUT = 98,
    /* rules that came later */
    SPE_RULE_OTHER_PA_WITHOUT_VA = 99 /* D17.6.8 */
};

/* A broken rule; 16 bytes, the same on every target. */
struct spe_finding {
    uint64_t offset;   /* stream offset of the record (spe_check_record) or packet (spe_check_bytes), in bytes */
    uint32_t rule;     /* SPE_RULE_* */
    uint32_t severity; /* SPE_CHECK_*, that of the rule */
};

#define SPE_CHECK_SIZE 256 /* bytes of spe_check, on every target and in every 1.x version */

/* Storage that the caller provides; nothing needs to be freed. It may be copied. */
typedef struct spe_check {
    uint64_t opaque[SPE_CHECK_SIZE / 8];
} spe_check;

/*
 * Initialises *c for a stream. *features is copied; features NULL means that nothing is known. A numeric member that is
 * 0 means "not known". With version 0 the flags are not known either, and only the rules that hold for every core are
 * applied; max_record_size, alignment and counter_bits apply even then, if they are not 0. If version is not 0, a clear
 * flag means that the core lacks the feature.
 *
 * Returns one of:
 * - SPE_OK: *c is ready.
 * - SPE_E_ARG: c is NULL.
 * - SPE_E_CONFIG: a member of *features is invalid; spe_features_problem() names it. *c is not usable.
 */
SPE_LAB_API int spe_check_init(spe_check *c, const struct spe_features *features);

/*
 * Gives the features of a core with everything in this library: SPEv1p5, every flag, 16-bit counters, records up to
 * 2048 bytes, alignment not known. With it, spe_check reports what no core may write. (Such a core samples
 * instructions, for which more is required than for micro-operations. With FEAT_SPE_CRR each branch must record whether
 * it calls or returns.) Initialise *out with SPE_FEATURES_INIT before the call.
 *
 * Returns one of:
 * - SPE_OK: every member of *out except size is set.
 * - SPE_E_CONFIG: out->size is less than 32 or more than 512.
 * - SPE_E_ARG: out is NULL.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_check_all_features(struct spe_features *out);

/*
 * Reports each rule that *in breaks, once, by ascending number. The first `cap` findings are stored in out[]. If more
 * than cap rules are broken, the rest are counted but not stored. out may be NULL if cap is 0. If the stream ended
 * inside the record (SPE_RECORD_TRUNCATED), the record is not reported for anything missing.
 *
 * *c remembers the record, whatever cap is. SPE_RULE_RECORD_REPEATED, _RECORD_TOO_FAR, _RECORD_MISALIGNED, _ENDS_MIXED,
 * _EVENTS_RESIZED and _DATA_SOURCE_RESIZED compare a record with an earlier one, so that the first record never breaks
 * them.
 *
 * Returns one of:
 * - 0: the record breaks no rule.
 * - a positive number: the number of rules that it breaks, which may be more than cap.
 * - SPE_E_ARG: c or in is NULL, or out is NULL while cap is not 0.
 * - SPE_E_STATE: *c is not initialised.
 * On failure nothing is written and *c is unchanged.
 */
SPE_LAB_API int spe_check_record(spe_check *c, const struct spe_record *in, struct spe_finding *out, size_t cap);

/*
 * Reports the rules that the packets of one record break. bytes[0..len) begin with the record's first packet, or with
 * padding before it, at stream offset `offset`. They extend to the end of the record (see offset and size of struct
 * spe_record) or further, up to the next record: all bytes after the record's end must be padding. Each packet that
 * breaks a rule is reported, in the order of the stream; after the record's end only the first. The first `cap`
 * findings are stored in out[]; the rest are counted but not stored. *c is not changed.
 *
 * Returns one of:
 * - 0: the packets break no rule.
 * - a positive number: the number of findings, which may be more than cap.
 * - SPE_E_ARG: c is NULL, bytes is NULL while len is not 0, or out is NULL while cap is not 0.
 * - SPE_E_STATE: *c is not initialised.
 * On failure nothing is written.
 */
SPE_LAB_API int spe_check_bytes(const spe_check *c, const void *bytes, size_t len, uint64_t offset,
                                struct spe_finding *out, size_t cap);

/*
 * Returns the number of rules of this library: every SPE_RULE_* is below it. A later version may have more; their names
 * and texts are available in the same way. A record breaks each rule of spe_check_record() at most once, so that an
 * array of this many findings always suffices for it.
 */
SPE_LAB_API unsigned spe_rule_count(void);

/*
 * Returns the short name of a rule: words in lower case, joined by '-' ("events-missing"). Returns NULL if the rule
 * does not exist. The strings of this and the next two functions live as long as the program.
 */
SPE_LAB_API const char *spe_rule_name(unsigned rule);

/*
 * Returns where the manual states a rule: a section, "D17.6", or several, separated by ", "; a field of a System
 * register ("PMSIDR_EL1.MaxSize"); or a function of its pseudocode ("J1 SPEBranch()"). It is "libspe" if the manual
 * does not state the rule, and the rule is this library's judgement. Returns NULL if the rule does not exist.
 */
SPE_LAB_API const char *spe_rule_section(unsigned rule);

/* Returns the requirement of a rule, in a sentence. Returns NULL if the rule does not exist. */
SPE_LAB_API const char *spe_rule_text(unsigned rule);

/*
 * Gives the severity of a rule.
 *
 * Returns one of:
 * - SPE_CHECK_WARNING, SPE_CHECK_VIOLATION or SPE_CHECK_NOTE.
 * - SPE_E_ARG: the rule does not exist.
 */
SPE_LAB_API int spe_rule_severity(unsigned rule);

/*
 * Looks up a rule by its short name, in lower case.
 *
 * Returns one of:
 * - 0 or a positive number: the rule, SPE_RULE_*.
 * - SPE_E_ARG: name is NULL.
 * - SPE_E_NAME: no rule has this name.
 */
SPE_LAB_API int spe_rule_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
