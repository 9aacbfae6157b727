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

/* What check.c finds out about a record, or a packet, beyond the packets that are present and the event bits */
enum spe_fact {
    SPE_FACT_COMPLETED = 1 << 0,        /* retired without an exception: E[1] is 1, E[0] is 0 */
    SPE_FACT_OPERATION = 1 << 1,        /* an Operation Type packet that is not reserved; those below imply it */
    SPE_FACT_MEMORY = 1 << 2,           /* a load, store or atomic: CLASS 1 */
    SPE_FACT_LOAD = 1 << 3,             /* ... with LDST 0 */
    SPE_FACT_BRANCH = 1 << 4,           /* CLASS 2 */
    SPE_FACT_CONDITIONAL = 1 << 5,      /* COND */
    SPE_FACT_GCS_BRANCH = 1 << 6,       /* a branch with GCS 1 */
    SPE_FACT_CR = 1 << 7,               /* CR is not 0b00 */
    SPE_FACT_ATOMIC = 1 << 8,           /* AT */
    SPE_FACT_FP_ASE = 1 << 9,           /* FP or ASE of an operation of the format "other" */
    SPE_FACT_EVL_OVER = 1 << 10,        /* EVL 0b111 */
    SPE_FACT_OP_RESERVED = 1 << 11,     /* CLASS, payload or ETS is reserved */
    SPE_FACT_ZERO_BITS = 1 << 12,       /* a bit of an address that is zero in its layout is not */
    SPE_FACT_NSE = 1 << 13,             /* NSE of an address */
    SPE_FACT_NSE_RESERVED = 1 << 14,    /* NSE:NS 0b10 */
    SPE_FACT_PC_EL3 = 1 << 15,          /* EL of the PC is 3 */
    SPE_FACT_PA_TAG = 1 << 16,          /* CH or PAT */
    SPE_FACT_COUNTER_LARGE = 1 << 17,   /* a counter is above PMSIDR_EL1.CountSize */
    SPE_FACT_EVENTS_NARROW = 1 << 18,   /* fewer than 4 bytes of Events */
    SPE_FACT_TWO_ENDS = 1 << 19,        /* End and Timestamp */
    SPE_FACT_TOO_LONG = 1 << 20,        /* above PMSIDR_EL1.MaxSize */
    SPE_FACT_MISALIGNED = 1 << 21,      /* not at PMBIDR_EL1.Align */
    SPE_FACT_EVENTS_RESIZED = 1 << 22,  /* unlike the last record that had any */
    SPE_FACT_SOURCE_RESIZED = 1 << 23,  /* likewise */
    SPE_FACT_SAME_RECORD = 1 << 24,     /* as the last one, Timestamp included */
    SPE_FACT_REPEATED = 1 << 25,        /* a packet twice */
    SPE_FACT_UNKNOWN = 1 << 26,         /* unknown header */
    SPE_FACT_RESERVED_HEADER = 1 << 27, /* reserved header */
    /* of packets */
    SPE_FACT_LOW_EXTENDED = 1 << 28, /* an extended header where the short one would do */
    SPE_FACT_BEHIND_END = 1 << 29,   /* a packet behind the record's end, no padding */
    SPE_FACT_CUT = 1 << 30           /* the bytes end inside it */
};

struct spe_rule_row {
    const char *name;
    const char *section;
    const char *text;
    uint8_t severity;  /* SPE_CHECK_* */
    uint8_t of_packet; /* 1: of one packet, by spe_check_bytes() */
    /* broken when ... */
    uint32_t facts;      /* all of these are facts, */
    uint32_t no_facts;   /* none of these is, */
    uint32_t has;        /* one of these packets is present (0: whatever is), */
    uint32_t lacks;      /* none of these is, */
    uint64_t events;     /* one of these events is set (0: whatever is), */
    uint64_t no_events;  /* none of these is, */
    uint32_t subclasses; /* the operation is one of these, 1 << SPE_OP_* (0: whatever it is) */
    /* ... on cores */
    uint32_t with;    /* that have one of these features (0: all), */
    uint8_t from;     /* of this SPE_V1P* or later (0: all), */
    uint8_t since;    /* but not on those of this SPE_V1P* or later ... */
    uint32_t feature; /* ... that have one of these features. Both 0: nothing permits it */
};

SPE_TABLE const struct spe_rule_row spe_rules[SPE_RULES];

#endif
