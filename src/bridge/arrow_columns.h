/* SPDX-License-Identifier: MIT */
/*
 * The one table of columns: what each is, for people, and how it is made from the raw ones. Adding a column is adding a
 * row here and its number to arrow.h, at the end; each event that has a name is a column without a row.
 */
#ifndef SPE_ARROW_COLUMNS_H
#define SPE_ARROW_COLUMNS_H

#include <libspe/arrow.h>

#include "../base/internal.h"

enum {
    SPE_ARROW_ROWS = SPE_COLUMN_DATA_SOURCE_NAME + 1,
    SPE_ARROW_RAW = SPE_COLUMN_DATA_SOURCE_SIZE + 1,
    /* Words of 32 bits that a block has beside its columns: which columns have a value, by SPE_VALID_*; what the
     * operation is, SPE_ARROW_FACT_*; what is known of the memory, SPE_MEMORY_* */
    SPE_SCRATCH_VALID = SPE_ARROW_ROWS,
    SPE_SCRATCH_FACTS = SPE_ARROW_ROWS + 1,
    SPE_SCRATCH_MEMORY = SPE_ARROW_ROWS + 2,
    SPE_ARROW_SLOTS = SPE_ARROW_ROWS + 3
};

/* The raw columns that a filter reads, beside `present`, which is always there. */
#define SPE_ARROW_FILTERED                                                                                             \
    (1u << SPE_COLUMN_EVENTS | 1u << SPE_COLUMN_OP_CLASS | 1u << SPE_COLUMN_OP_PAYLOAD |                               \
     1u << SPE_COLUMN_TOTAL_LATENCY | 1u << SPE_COLUMN_DATA_SOURCE)

/* Bits of SPE_SCRATCH_VALID: those of `present`, and where that has none, these. */
enum {
    SPE_VALID_CPU = 5,
    SPE_VALID_TID = 6,
    SPE_VALID_TIME = 7,
    SPE_VALID_CONTEXT = 11,
    SPE_VALID_EVL = 13,
    SPE_VALID_ETS = 14,
    SPE_VALID_KIND = 15,
    SPE_VALID_LEVEL = 18,
    SPE_VALID_NAME = 19,
    SPE_VALID_ALWAYS = 32 /* no bit: a column without nulls */
};

/* Where SPE_SCRATCH_FACTS has what. Flags are bits; evl and ets are steps, 1 the least, 0 none. */
enum {
    SPE_ARROW_FACT_ATOMIC = 0,
    SPE_ARROW_FACT_EXCLUSIVE = 1,
    SPE_ARROW_FACT_ACQUIRE_RELEASE = 2,
    SPE_ARROW_FACT_PREDICATED = 3,
    SPE_ARROW_FACT_GATHER_SCATTER = 4,
    SPE_ARROW_FACT_FP = 5,
    SPE_ARROW_FACT_ASE = 6,
    SPE_ARROW_FACT_CONDITIONAL = 7,
    SPE_ARROW_FACT_INDIRECT = 8,
    SPE_ARROW_FACT_GCS = 9,
    SPE_ARROW_FACT_COMM = 10,
    SPE_ARROW_FACT_OP = 11,
    SPE_ARROW_FACT_KIND = 13,
    SPE_ARROW_FACT_SUBCLASS = 16,
    SPE_ARROW_FACT_EVL = 20,
    SPE_ARROW_FACT_ETS = 24
};

/* Where SPE_SCRATCH_MEMORY has what. */
enum {
    SPE_MEMORY_LEVEL = 0,
    SPE_MEMORY_INFERRED = 4,
    SPE_MEMORY_PEER = 5,
    SPE_MEMORY_MODIFIED = 6,
    SPE_MEMORY_REMOTE = 7,
    SPE_MEMORY_DEVICE = 8
};

/* How a column is made from the slot `from`. */
enum spe_arrow_how {
    SPE_HOW_RAW,       /* the decoder does */
    SPE_HOW_CPU,       /* of the core */
    SPE_HOW_TID,       /* likewise */
    SPE_HOW_CONTEXT,   /* spe_record_context() */
    SPE_HOW_TIME,      /* of timestamps */
    SPE_HOW_CANONICAL, /* spe_address_canonical() */
    SPE_HOW_ADDRESS,   /* spe_address_bits() */
    SPE_HOW_STATE,     /* spe_address_state() */
    SPE_HOW_FIELD,     /* from `shift` on as many bits as `mask` has, of 64 */
    SPE_HOW_FACT,      /* the same, of 32 */
    SPE_HOW_STEP,      /* a step from there on, as bits: the least is `mask` */
    SPE_HOW_NAME,      /* of the data source */
    SPE_HOW_BIT        /* a boolean: bit `shift` of 64 or 32, when the block is full */
};

/* Dictionaries */
enum spe_arrow_words {
    SPE_WORDS_STATE,
    SPE_WORDS_OP,
    SPE_WORDS_SUBCLASS,
    SPE_WORDS_KIND,
    SPE_WORDS_LEVEL,
    SPE_WORDS_SOURCE,
    SPE_DICTIONARIES,
    SPE_WORDS_NONE = SPE_DICTIONARIES
};

enum { SPE_WORDS_MOST = 64 }; /* of a dictionary: a test holds them below */

struct spe_arrow_row {
    const char *name;
    const char *unit;
    const char *source;
    const char *text;
    const char *format;
    uint8_t words; /* enum spe_arrow_words */
    uint8_t how;   /* enum spe_arrow_how */
    uint8_t from;  /* the slot */
    uint8_t shift;
    uint8_t mask;
    uint8_t valid;  /* bit of SPE_SCRATCH_VALID, or SPE_VALID_ALWAYS */
    uint32_t needs; /* raw columns, a bit each, `from` included */
};

/* The row of a column; an event's is made in *room. NULL: no column has the number. */
SPE_INTERNAL const struct spe_arrow_row *spe_arrow_row_find(unsigned number, struct spe_arrow_row *room);

/* Bytes of one value; 0 of booleans. */
SPE_INTERNAL unsigned spe_arrow_width(unsigned slot);

/* All words of a dictionary, in their order. Returns how many. */
SPE_INTERNAL unsigned spe_arrow_words_of(unsigned dictionary, const char *words[SPE_WORDS_MOST]);

#endif
