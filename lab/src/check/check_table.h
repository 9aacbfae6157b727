/* SPDX-License-Identifier: MIT */
/*
 * The conformance rules as rows. A rule is broken if everything that its row names holds, and the core's features make
 * the row apply. To add a rule, add a row, and its number to check.h. A condition that no member of the row can express
 * is a new fact.
 */
#ifndef SPE_CHECK_TABLE_H
#define SPE_CHECK_TABLE_H

#include <libspe-lab/check.h>
#include <libspe/op.h>

#include "../base/internal.h"

/* What check.c finds out about a record or a packet, in addition to the packets that are present and the event bits:
 * bits of a 64-bit set */
enum spe_fact {
    /* Events packets */
    SPE_FACT_EVENTS,        /* the record has one */
    SPE_FACT_COMPLETED,     /* retired without an exception: E[1:0] is 0b10 */
    SPE_FACT_EXCEPTED,      /* E[1:0] is 0b11 */
    SPE_FACT_NOT_RETIRED,   /* E[1] is 0 */
    SPE_FACT_EVENTS_NARROW, /* fewer than 4 bytes */
    /* operation types */
    SPE_FACT_OPERATION,    /* an Operation Type packet that is not reserved; those below imply it */
    SPE_FACT_ACCESS,       /* a load, store or atomic (CLASS 1), or a branch with GCS 1 */
    SPE_FACT_LOAD,         /* CLASS 1 with LDST 0 */
    SPE_FACT_BRANCH,       /* CLASS 2 */
    SPE_FACT_CONDITIONAL,  /* COND */
    SPE_FACT_INDIRECT,     /* IND */
    SPE_FACT_GCS_BRANCH,   /* a branch with GCS 1 */
    SPE_FACT_CR,           /* CR is not 0b00 */
    SPE_FACT_RETURN,       /* CR is 0b10 */
    SPE_FACT_NEITHER,      /* CR is 0b11 */
    SPE_FACT_CALL_RETURN,  /* CR is 0b01 or 0b10, or GCS is set, which only such branches have */
    SPE_FACT_TARGET_DUE,   /* a branch other than an ISB, on a core that samples instructions */
    SPE_FACT_SOURCE_DUE,   /* may have a data source */
    SPE_FACT_ATOMIC,       /* AT */
    SPE_FACT_EXTENDED_ODD, /* none of AT, EXCL and AR, or both AT and EXCL */
    SPE_FACT_PREDICATED,   /* PRED */
    SPE_FACT_UNPREDICATED, /* PRED is 0 where a predicated operation would have 1 */
    SPE_FACT_COMMON_GCS,   /* COMM is 0 */
    SPE_FACT_FP_ASE,       /* FP or ASE in an operation of the format "other" */
    SPE_FACT_EVL_OVER,     /* EVL 0b111 */
    SPE_FACT_SURE_ACCESS,  /* certainly accesses memory: CLASS 1, except a System register access that FEAT_NV2
                            * turned into a memory access, and elements of a vector (EVL), which may be inactive */
    SPE_FACT_NO_ACCESS,    /* certainly accesses no memory: a branch with GCS 0, or an operation on an SME array
                            * (ETS). Others may be prefetches, cache maintenance or address translations, which have
                            * part of a load's information (D17.6.6, D17.6.8) */
    SPE_FACT_NO_VECTOR,    /* not an SVE or SME operation in any core's records: not CLASS 0, no EVL, registers
                            * specified */
    SPE_FACT_NV2,          /* a System register access that FEAT_NV2 turned into a memory access */
    SPE_FACT_MAY_PREFETCH, /* "other" and SVE operations, except on an SME array */
    SPE_FACT_OP_RESERVED,  /* CLASS, payload or ETS is reserved */
    /* addresses */
    SPE_FACT_ZERO_BITS,    /* a bit of an address is set that its address layout defines as zero */
    SPE_FACT_NSE,          /* NSE of an address is 1 */
    SPE_FACT_NSE_RESERVED, /* NSE:NS 0b10 */
    SPE_FACT_SECURE,       /* NSE:NS 0b00 */
    SPE_FACT_PC_NOT_EL1,   /* EL of the PC is not 1 */
    SPE_FACT_PC_EL2,       /* EL of the PC is 2 */
    SPE_FACT_PC_EL3,       /* EL of the PC is 3 */
    SPE_FACT_ELSEWHERE,    /* a branch leaves its exception level or security state, but is of a type that cannot */
    SPE_FACT_PA_TAG,       /* CH or PAT */
    /* counters */
    SPE_FACT_COUNTER_LARGE, /* a counter is above PMSIDR_EL1.CountSize */
    SPE_FACT_ISSUE_LARGE,   /* the issue latency is above the total latency */
    SPE_FACT_TRANSLATED,    /* the translation latency is not 0 */
    /* the record in the stream */
    SPE_FACT_TWO_ENDS,       /* both End and Timestamp */
    SPE_FACT_ENDS_MIXED,     /* the last record that had an end was ended by the other of the two packets */
    SPE_FACT_TOO_LONG,       /* longer than PMSIDR_EL1.MaxSize */
    SPE_FACT_TOO_FAR,        /* begins more than PMSIDR_EL1.MaxSize bytes after the beginning of the last record */
    SPE_FACT_MISALIGNED,     /* does not begin at a multiple of PMBIDR_EL1.Align */
    SPE_FACT_EVENTS_RESIZED, /* the size differs from that in the last record that had Events */
    SPE_FACT_SOURCE_RESIZED, /* the size differs from that in the last record that had a data source */
    SPE_FACT_SAME_RECORD,    /* equal to the last record, Timestamp included */
    /* packets */
    SPE_FACT_REPEATED,        /* a packet occurs twice */
    SPE_FACT_UNKNOWN,         /* unknown header */
    SPE_FACT_RESERVED_HEADER, /* reserved header */
    SPE_FACT_LOW_EXTENDED,    /* an extended header where the short one would do */
    SPE_FACT_BEHIND_END,      /* a packet, not padding, after the record's end */
    SPE_FACT_CUT,             /* the bytes end inside the packet */
    SPE_FACTS                 /* the number of facts */
};

#define FACT(name) (UINT64_C(1) << SPE_FACT_##name)

_Static_assert(SPE_FACTS <= 64, "facts are bits of 64: give the rules a second word of facts");

/* The operations that a core samples, if known */
enum {
    SPE_SAMPLES_INSTRUCTIONS = 1,
    SPE_SAMPLES_MICRO_OPS = 2, /* ArchInst is 0: which data is collected is IMPLEMENTATION DEFINED, D17.6.2 */
    SPE_SAMPLES_UNKNOWN = 4
};

struct spe_rule_row {
    const char *name;
    const char *section;
    const char *text;
    uint8_t severity;  /* SPE_CHECK_* */
    uint8_t of_packet; /* 1 if the rule is about one packet, for spe_check_bytes() */
    /* The rule is broken if ... */
    uint64_t facts;      /* all of these are facts, 1 << SPE_FACT_*, */
    uint64_t no_facts;   /* none of these is a fact, */
    uint32_t has;        /* one of these packets is present (0: no condition), */
    uint32_t lacks;      /* none of these packets is present, */
    uint64_t events;     /* one of these events is set (0: no condition), */
    uint64_t no_events;  /* none of these events is set, */
    uint64_t subclasses; /* the operation is one of these, 1 << SPE_OP_*, RESERVED if it is not known (0: any) */
    /* ... on cores */
    uint8_t sampling; /* that sample one of these, SPE_SAMPLES_* (0: any), */
    uint8_t from;     /* of this SPE_V1P* or later (0: all), */
    uint8_t until;    /* before this SPE_V1P* (0: all), */
    uint64_t with;    /* that have one of these features (0: all), */
    uint8_t since;    /* but not on those of this SPE_V1P* or later ... */
    uint64_t feature; /* ... that have one of these features. Both 0: nothing permits it */
};

/* The rows by SPE_RULE_*, spe_rule_count() of them. */
SPE_INTERNAL const struct spe_rule_row *spe_rule_rows(void);

#endif
