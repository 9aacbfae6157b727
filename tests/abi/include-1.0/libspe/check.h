/* SPDX-License-Identifier: MIT */
/*
 * libspe/check.h: does a record hold what the architecture says a record must hold (DDI 0487, D17.6), and nothing that
 * the core's version and features reserve (D18.2)? For validation benches, and for models that write records.
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
 * spe_check_record() sees what a struct spe_record holds; spe_check_bytes() the rest, which is in the record's packets.
 * No rule belongs to both: run both. Rules that need features which are not known are not applied. On a core that
 * samples micro-operations (SPE_FEATURE_ARCH_INST not set) nothing that is missing is held against a record that has
 * Events and an end: what is collected of a micro-operation is IMPLEMENTATION DEFINED (D17.6.2). Where nothing is known
 * of the core it may be one, so that what is missing is a warning.
 *
 * A spe_check belongs to one thread at a time, as rules compare with earlier records; all else here is pure.
 */
#ifndef LIBSPE_CHECK_H
#define LIBSPE_CHECK_H

#include <libspe/features.h>
#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* struct spe_finding.severity, of the rule: the same on every core */
enum {
    SPE_CHECK_WARNING = 1,   /* permitted in some case that a record does not tell, or nothing is said of it */
    SPE_CHECK_VIOLATION = 2, /* the architecture does not permit it */
    SPE_CHECK_NOTE = 3       /* nothing is wrong: it says something of the core that no ID register does */
};

/*
 * The rules. Numbers are stable; later versions add to the end. spe_rule_text() says what each demands, docs/rules.md
 * where the manual demands it.
 */
enum {
    /* what a record must hold, D17.6 */
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
    /* what a record must not hold, D17.6 */
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
    /* packets that a struct spe_record does not show: spe_check_bytes() */
    SPE_RULE_EXTENDED_HEADER = 94,
    SPE_RULE_OTHER_PACKET_REPEATED = 95,
    SPE_RULE_IMPDEF_COUNTER_TOO_LARGE = 96,
    SPE_RULE_NOT_PADDING = 97,
    SPE_RULE_PACKET_CUT = 98,
    SPE_RULES = 99 /* how many rules there are */
};

/* 16 bytes, the same on every target */
struct spe_finding {
    uint64_t offset;   /* stream offset in bytes of the record (spe_check_record) or packet (spe_check_bytes) */
    uint32_t rule;     /* SPE_RULE_* */
    uint32_t severity; /* SPE_CHECK_* of the rule */
};

#define SPE_CHECK_SIZE 256 /* bytes of spe_check, on every target and in every 1.x version */

/* Caller-owned storage, no destructor; may be copied. */
typedef struct spe_check {
    uint64_t opaque[SPE_CHECK_SIZE / 8];
} spe_check;

/*
 * Makes *c ready for a stream. features NULL: nothing is known. Else *features is copied. Of it a number that is 0 is
 * not known: version 0 (a core without SPE writes no records) makes that of the flags too, and then only the rules
 * apply that hold for every core; with a version, a flag that is not set says that the core does not have the feature.
 * Returns SPE_OK. SPE_E_ARG: c is NULL. SPE_E_CONFIG: spe_features_mistake() says why; *c is then not
 * usable.
 */
SPE_API int spe_check_init(spe_check *c, const struct spe_features *features);

/*
 * The features of a core that has all that this library knows: SPEv1p5, every flag, 16-bit counters, records up to 2048
 * bytes, alignment not known. For what no core may do. (Such a core samples instructions, which are held to more than
 * micro-operations are, and with FEAT_SPE_CRR each branch must say if it calls or returns.)
 * Returns SPE_OK and fills *out whole, size included. SPE_E_ARG: out is NULL.
 */
SPE_API int spe_check_all_features(struct spe_features *out);

/*
 * Reports each rule that *in breaks, once, by ascending number. out may be NULL while cap is 0. A record that the
 * stream ended inside (SPE_RECORD_TRUNCATED) breaks no rule by what it lacks.
 * Returns how many there are: the first `cap` of them are in out[]; if there are more than cap the rest is not told. 0:
 * the record conforms. SPE_E_ARG: c or in is NULL, or out is NULL while cap is not 0. SPE_E_STATE: *c is not
 * initialised. Nothing is written then, and *c stays.
 *
 * *c remembers the record (whatever cap is): SPE_RULE_RECORD_REPEATED, _RECORD_TOO_FAR, _RECORD_MISALIGNED,
 * _ENDS_MIXED, _EVENTS_RESIZED and _DATA_SOURCE_RESIZED compare the next one with it, so they are never about the
 * first.
 */
SPE_API int spe_check_record(spe_check *c, const struct spe_record *in, struct spe_finding *out, size_t cap);

/*
 * The same for the packets of one record: bytes[0..len) begin at stream offset `offset` with the record's first packet
 * (or padding) and go on to the end of the record (struct spe_record offset and size tell), or further, as far as the
 * next record: whatever is behind the record's end must be padding. A rule is reported for each packet that breaks it,
 * in stream order; behind the record's end only for the first. Returns, and fails, as spe_check_record(); SPE_E_ARG too
 * if bytes is NULL while len is not 0. *c is not changed.
 */
SPE_API int spe_check_bytes(const spe_check *c, const void *bytes, size_t len, uint64_t offset, struct spe_finding *out,
                            size_t cap);

/* The short name of a rule: lower case, words joined by '-' ("events-missing"). NULL for numbers that are no rule. The
 * strings of this and the next two functions live as long as the program. */
SPE_API const char *spe_rule_name(unsigned rule);

/* Where the manual says so: "D17.6", several sections with ", " between them, the field of a System register
 * ("PMSIDR_EL1.MaxSize"), or a function of its pseudocode ("J1 SPEBranch()"); "libspe": it does not, the rule is this
 * library's judgement. NULL as above. */
SPE_API const char *spe_rule_section(unsigned rule);

/* What the rule demands, in a sentence. NULL as above. */
SPE_API const char *spe_rule_text(unsigned rule);

/* SPE_CHECK_WARNING, SPE_CHECK_VIOLATION or SPE_CHECK_NOTE. SPE_E_ARG: no such rule. */
SPE_API int spe_rule_severity(unsigned rule);

/* The rule of a short name, in lower case. SPE_E_ARG: NULL. SPE_E_NAME: no such rule. */
SPE_API int spe_rule_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
