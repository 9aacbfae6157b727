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
 * No rule belongs to both: run both. Rules that need features which are not known are not applied.
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

/* struct spe_finding.severity */
enum {
    SPE_CHECK_WARNING = 1,  /* inconsistent, unusual, or optional in the architecture */
    SPE_CHECK_VIOLATION = 2 /* the architecture does not permit it */
};

/* The rules. Numbers are stable; later versions add to the end. spe_rule_text() says what each demands. */
enum {
    /* what a record must hold, D17.6 */
    SPE_RULE_EVENTS_MISSING = 0,
    SPE_RULE_END_MISSING = 1,
    SPE_RULE_TWO_ENDS = 2,
    SPE_RULE_OPERATION_MISSING = 3,
    SPE_RULE_PC_MISSING = 4,
    SPE_RULE_TOTAL_LATENCY_MISSING = 5,
    SPE_RULE_ISSUE_LATENCY_MISSING = 6,
    SPE_RULE_BRANCH_TARGET_MISSING = 7,
    SPE_RULE_DATA_VA_MISSING = 8,
    SPE_RULE_DATA_PA_WITHOUT_VA = 9,
    SPE_RULE_TRANSLATION_LATENCY_MISSING = 10,
    SPE_RULE_ACCESS_EVENTS_MISSING = 11,
    SPE_RULE_DATA_SOURCE_MISSING = 12,
    SPE_RULE_GCS_DATA_VA_MISSING = 13,
    SPE_RULE_DATA_ADDRESS_UNEXPECTED = 14,
    SPE_RULE_BRANCH_TARGET_UNEXPECTED = 15,
    SPE_RULE_DATA_SOURCE_UNEXPECTED = 16,
    SPE_RULE_EXCEPTION_NOT_RETIRED = 17,
    /* the record and its neighbours */
    SPE_RULE_PACKET_REPEATED = 18,
    SPE_RULE_PACKET_UNKNOWN = 19,
    SPE_RULE_PACKET_RESERVED = 20,
    SPE_RULE_RECORD_REPEATED = 21,
    SPE_RULE_RECORD_TOO_LONG = 22,
    SPE_RULE_RECORD_MISALIGNED = 23,
    SPE_RULE_EVENTS_RESIZED = 24,
    SPE_RULE_DATA_SOURCE_RESIZED = 25,
    /* Events packets, D18.2.6 */
    SPE_RULE_EMPTY_NOT_PARTIAL = 26,
    SPE_RULE_L1D_REFILL_WITHOUT_ACCESS = 27,
    SPE_RULE_TLB_WALK_WITHOUT_ACCESS = 28,
    SPE_RULE_LL_MISS_WITHOUT_ACCESS = 29,
    SPE_RULE_L2D_MISS_WITHOUT_ACCESS = 30,
    SPE_RULE_EVENT_RESERVED = 31,
    SPE_RULE_EVENT_MISALIGNED = 32,
    SPE_RULE_EVENT_TRANSACTIONAL = 33,
    SPE_RULE_EVENT_PREDICATE = 34,
    SPE_RULE_EVENT_CACHE = 35,
    SPE_RULE_EVENT_SME = 36,
    SPE_RULE_EVENT_V1P4 = 37,
    SPE_RULE_EVENT_NOT_LOAD = 38,
    SPE_RULE_EVENTS_TOO_SMALL = 39,
    SPE_RULE_NOT_TAKEN_UNCONDITIONAL = 40,
    SPE_RULE_MISPREDICTED_NOT_BRANCH = 41,
    /* Operation Type packets, D18.2.7 */
    SPE_RULE_OPERATION_RESERVED = 42,
    SPE_RULE_FP_ASE = 43,
    SPE_RULE_SVE = 44,
    SPE_RULE_SME = 45,
    SPE_RULE_UNSPECIFIED_REGISTERS = 46,
    SPE_RULE_ALLOCATION_TAGS = 47,
    SPE_RULE_NV2 = 48,
    SPE_RULE_ATOMIC = 49,
    SPE_RULE_SVE_REGISTERS = 50,
    SPE_RULE_MEMORY_COPY_SET = 51,
    SPE_RULE_GCS = 52,
    SPE_RULE_GCS_BRANCH = 53,
    SPE_RULE_CALL_RETURN = 54,
    SPE_RULE_CALL_RETURN_MISSING = 55,
    SPE_RULE_EVL_OVER_2048 = 56,
    /* Address packets, D18.2.1 */
    SPE_RULE_ADDRESS_ZERO_BITS = 57,
    SPE_RULE_NSE_WITHOUT_RME = 58,
    SPE_RULE_NSE_RESERVED = 59,
    SPE_RULE_PC_EL3 = 60,
    SPE_RULE_DATA_PA_TAG = 61,
    SPE_RULE_PREV_BRANCH_TARGET = 62,
    /* Counter and Data Source packets, D18.2.3 and D18.2.4 */
    SPE_RULE_COUNTER_TOO_LARGE = 63,
    SPE_RULE_ALT_ISSUE_LATENCY = 64,
    SPE_RULE_DATA_SOURCE = 65,
    /* packets that a struct spe_record does not show: spe_check_bytes() */
    SPE_RULE_EXTENDED_HEADER = 66,
    SPE_RULE_OTHER_PACKET_REPEATED = 67,
    SPE_RULE_IMPDEF_COUNTER_TOO_LARGE = 68,
    SPE_RULE_NOT_PADDING = 69,
    SPE_RULE_PACKET_CUT = 70,
    SPE_RULES = 71 /* how many rules there are */
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
 * bytes, alignment not known. For what no core may do. (As with FEAT_SPE_CRR each branch must say if it calls or
 * returns.)
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
 * *c remembers the record (whatever cap is): SPE_RULE_RECORD_REPEATED, _RECORD_MISALIGNED, _EVENTS_RESIZED and
 * _DATA_SOURCE_RESIZED compare the next one with it, so they are never about the first.
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

/* Where the manual says so: "D17.6", or the field of a System register, "PMSIDR_EL1.MaxSize". NULL as above. */
SPE_API const char *spe_rule_section(unsigned rule);

/* What the rule demands, in a sentence. NULL as above. */
SPE_API const char *spe_rule_text(unsigned rule);

/* SPE_CHECK_WARNING or SPE_CHECK_VIOLATION. SPE_E_ARG: no such rule. */
SPE_API int spe_rule_severity(unsigned rule);

/* The rule of a short name, in lower case. SPE_E_ARG: NULL. SPE_E_NAME: no such rule. */
SPE_API int spe_rule_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
