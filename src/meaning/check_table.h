/* SPDX-License-Identifier: MIT */
/*
 * The conformance rules as rows: a rule is broken when all that its row names is so, and the core's features make the
 * row apply. Adding a rule is adding a row (and its number in check.h); what no member of the row can say is a new
 * fact.
 */
#ifndef SPE_CHECK_TABLE_H
#define SPE_CHECK_TABLE_H

#include <libspe/check.h>
#include <libspe/op.h>

#include "../base/internal.h"

/* What check.c finds out about a record, or a packet, beyond the packets that are present and the event bits: bits of a
 * 64-bit set */
enum spe_fact {
    /* of Events packets */
    SPE_FACT_EVENTS,        /* there is one */
    SPE_FACT_COMPLETED,     /* retired without an exception: E[1] is 1, E[0] is 0 */
    SPE_FACT_EXCEPTED,      /* E[1:0] is 0b11 */
    SPE_FACT_NOT_RETIRED,   /* E[1] is 0 */
    SPE_FACT_EVENTS_NARROW, /* fewer than 4 bytes */
    /* of operation types */
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
    SPE_FACT_CALL_RETURN,  /* CR is 0b01 or 0b10, or GCS is 1, which only such branches have */
    SPE_FACT_TARGET_DUE,   /* a branch, no ISB, on a core that samples instructions */
    SPE_FACT_SOURCE_DUE,   /* may have a data source */
    SPE_FACT_ATOMIC,       /* AT */
    SPE_FACT_EXTENDED_ODD, /* none of AT, EXCL and AR, or both AT and EXCL */
    SPE_FACT_PREDICATED,   /* PRED */
    SPE_FACT_UNPREDICATED, /* PRED is 0 where a predicated operation would have 1 */
    SPE_FACT_COMMON_GCS,   /* COMM is 0 */
    SPE_FACT_FP_ASE,       /* FP or ASE of an operation of the format "other" */
    SPE_FACT_EVL_OVER,     /* EVL 0b111 */
    SPE_FACT_OP_RESERVED,  /* CLASS, payload or ETS is reserved */
    /* of addresses */
    SPE_FACT_ZERO_BITS,    /* a bit of an address that is zero in its layout is not */
    SPE_FACT_NSE,          /* NSE of an address */
    SPE_FACT_NSE_RESERVED, /* NSE:NS 0b10 */
    SPE_FACT_SECURE,       /* NSE:NS 0b00 */
    SPE_FACT_PC_NOT_EL1,   /* EL of the PC is not 1 */
    SPE_FACT_PC_EL2,       /* it is 2 */
    SPE_FACT_PC_EL3,       /* it is 3 */
    SPE_FACT_ELSEWHERE,    /* a branch that cannot leave its exception level and security state does */
    SPE_FACT_PA_TAG,       /* CH or PAT */
    /* of counters */
    SPE_FACT_COUNTER_LARGE, /* one is above PMSIDR_EL1.CountSize */
    SPE_FACT_ISSUE_LARGE,   /* the issue latency is above the total latency */
    SPE_FACT_TRANSLATED,    /* the translation latency is not 0 */
    /* of the record in the stream */
    SPE_FACT_TWO_ENDS,       /* End and Timestamp */
    SPE_FACT_ENDS_MIXED,     /* the other one of the two ended the last record that had an end */
    SPE_FACT_TOO_LONG,       /* above PMSIDR_EL1.MaxSize */
    SPE_FACT_TOO_FAR,        /* begins more than PMSIDR_EL1.MaxSize behind the last one's beginning */
    SPE_FACT_MISALIGNED,     /* not at PMBIDR_EL1.Align */
    SPE_FACT_EVENTS_RESIZED, /* unlike the last record that had any */
    SPE_FACT_SOURCE_RESIZED, /* likewise */
    SPE_FACT_SAME_RECORD,    /* as the last one, Timestamp included */
    /* of packets */
    SPE_FACT_REPEATED,        /* one twice */
    SPE_FACT_UNKNOWN,         /* unknown header */
    SPE_FACT_RESERVED_HEADER, /* reserved header */
    SPE_FACT_LOW_EXTENDED,    /* an extended header where the short one would do */
    SPE_FACT_BEHIND_END,      /* a packet behind the record's end, no padding */
    SPE_FACT_CUT,             /* the bytes end inside it */
    SPE_FACTS                 /* how many there are */
};

#define FACT(name) (UINT64_C(1) << SPE_FACT_##name)

_Static_assert(SPE_FACTS <= 64, "facts are bits of 64");

/* What a core samples, as far as it is known */
enum {
    SPE_SAMPLES_INSTRUCTIONS = 1,
    SPE_SAMPLES_MICRO_OPS = 2, /* PMSIDR_EL1.ArchInst is 0: what is collected is IMPLEMENTATION DEFINED, D17.6.2 */
    SPE_SAMPLES_UNKNOWN = 4
};

struct spe_rule_row {
    const char *name;
    const char *section;
    const char *text;
    uint8_t severity;  /* SPE_CHECK_* */
    uint8_t of_packet; /* 1: of one packet, by spe_check_bytes() */
    /* broken when ... */
    uint64_t facts;      /* all of these are facts, 1 << SPE_FACT_*, */
    uint64_t no_facts;   /* none of these is, */
    uint32_t has;        /* one of these packets is present (0: whatever is), */
    uint32_t lacks;      /* none of these is, */
    uint64_t events;     /* one of these events is set (0: whatever is), */
    uint64_t no_events;  /* none of these is, */
    uint32_t subclasses; /* the operation is one of these, 1 << SPE_OP_*, RESERVED if it does not tell (0: any) */
    /* ... on cores */
    uint8_t sampling; /* that sample one of these, SPE_SAMPLES_* (0: whatever they do), */
    uint8_t from;     /* of this SPE_V1P* or later (0: all), */
    uint8_t until;    /* before this SPE_V1P* (0: all), */
    uint32_t with;    /* that have one of these features (0: all), */
    uint8_t since;    /* but not on those of this SPE_V1P* or later ... */
    uint32_t feature; /* ... that have one of these features. Both 0: nothing permits it */
};

SPE_TABLE const struct spe_rule_row spe_rules[SPE_RULES];

#endif
