/* SPDX-License-Identifier: MIT */
/*
 * The one table of columns: what each holds, for people, and how it is made from the raw columns. To add a column, add
 * a row to SPE_EACH_LATER_COLUMN and its number to arrow.h. Each event with a name is a column without a row.
 */
#ifndef SPE_ARROW_COLUMNS_H
#define SPE_ARROW_COLUMNS_H

#include <libspe-lab/arrow.h>

#include "../base/internal.h"
#include "../base/room.h"

/* Columns that were added later, in the order of their numbers: COLUMN(NAME, members of a row of arrow_columns.c). */
#define SPE_EACH_LATER_COLUMN(COLUMN)

#define SPE_ARROW_AT(NAME, ...) SPE_ARROW_AT_##NAME,
enum { SPE_ARROW_AT_FIRST = SPE_COLUMN_DATA_SOURCE_NAME, SPE_EACH_LATER_COLUMN(SPE_ARROW_AT) SPE_ARROW_ROWS };

enum {
    SPE_ARROW_RAW = SPE_COLUMN_DATA_SOURCE_SIZE + 1,
    SPE_ARROW_NUMBERS = SPE_COLUMN_FIELD + 32, /* every column's number is below this */
    SPE_ARROW_SETS = 4,                        /* words of 64 bits, with a bit for each number */
    /* Words of 64 bits that a block has in addition to its columns: the columns that have a value, SPE_VALID_*; facts
     * about the operation, SPE_ARROW_FACT_*; facts about the memory, SPE_MEMORY_* */
    SPE_SCRATCH_VALID = SPE_ARROW_ROWS,
    SPE_SCRATCH_FACTS = SPE_ARROW_ROWS + 1,
    SPE_SCRATCH_MEMORY = SPE_ARROW_ROWS + 2,
    SPE_ARROW_SLOTS = SPE_ARROW_ROWS + 3
};

/* The raw columns that a filter reads, in addition to `present`, which is always there. */
#define SPE_ARROW_FILTERED                                                                                             \
    (1u << SPE_COLUMN_EVENTS | 1u << SPE_COLUMN_OP_CLASS | 1u << SPE_COLUMN_OP_PAYLOAD |                               \
     1u << SPE_COLUMN_TOTAL_LATENCY | 1u << SPE_COLUMN_DATA_SOURCE)

_Static_assert((int)SPE_ARROW_ROWS <= (int)SPE_COLUMN_EVENT,
               "numbers up to 127 are given away: the next column gets 224 (arrow.h), and needs a second list here");
_Static_assert(SPE_ARROW_NUMBERS <= SPE_ARROW_SETS * 64, "a bit for each number");
_Static_assert(sizeof((struct spe_arrow_config *)0)->columns == SPE_ARROW_SETS * 8, "... in the configuration, too");
_Static_assert(SPE_ARROW_RAW <= 32, "sets of raw columns have a bit for each");

/* Bits of SPE_SCRATCH_VALID: the 32 of `present`, then these. */
enum {
    SPE_VALID_CPU = 32,
    SPE_VALID_TID,
    SPE_VALID_TIME,
    SPE_VALID_CONTEXT,
    SPE_VALID_EVL,
    SPE_VALID_ETS,
    SPE_VALID_KIND,
    SPE_VALID_LEVEL,
    SPE_VALID_NAME,
    SPE_VALID_ALWAYS = 64 /* no bit: the column has no nulls */
};

/* The places of facts in SPE_SCRATCH_FACTS. Flags are bits; evl and ets are steps: 1 is the least, 0 means none. */
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
    SPE_ARROW_FACT_OP = 24,       /* 4 bits */
    SPE_ARROW_FACT_KIND = 28,     /* 4 bits */
    SPE_ARROW_FACT_EVL = 32,      /* 8 bits */
    SPE_ARROW_FACT_ETS = 40,      /* 8 bits */
    SPE_ARROW_FACT_SUBCLASS = 48, /* 8 bits, a value of spe_op.subclass */
    SPE_ARROW_FACT_END = 56
};

_Static_assert(SPE_ARROW_FACT_END <= 64, "facts are of 64 bits: give the next ones a scratch slot of their own");
_Static_assert(SPE_ROOM_SUBCLASSES <= 127 && SPE_ROOM_LEVELS <= 127,
               "indexes of words have 8 bits, with a sign: give the column format \"s\" (arrow_columns.c)");

/* The places of values in SPE_SCRATCH_MEMORY. */
enum {
    SPE_MEMORY_LEVEL = 0, /* 8 bits, a value of spe_data_source.level */
    SPE_MEMORY_INFERRED = 8,
    SPE_MEMORY_PEER,
    SPE_MEMORY_MODIFIED,
    SPE_MEMORY_REMOTE,
    SPE_MEMORY_DEVICE
};

/* How a column is made from the slot `from`. */
enum spe_arrow_how {
    SPE_HOW_RAW,       /* the decoder makes it */
    SPE_HOW_CPU,       /* from the core */
    SPE_HOW_TID,       /* from the core */
    SPE_HOW_CONTEXT,   /* spe_record_context() */
    SPE_HOW_TIME,      /* from timestamps */
    SPE_HOW_CANONICAL, /* spe_address_canonical() */
    SPE_HOW_ADDRESS,   /* spe_address_bits() */
    SPE_HOW_STATE,     /* spe_address_state() */
    SPE_HOW_FIELD,     /* as many bits of 64 as `mask` has, from `shift` on */
    SPE_HOW_FACT,      /* the same, from a word that is not a column */
    SPE_HOW_STEP,      /* a step from `shift` on, as bits: the least is `mask` */
    SPE_HOW_NAME,      /* from the data source */
    SPE_HOW_BIT        /* a boolean: bit `shift` of 64, made when the block is full */
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

/* Not an index of a data source's name: these are signed 16-bit numbers. */
enum { SPE_ARROW_NO_WORD = 0x7fff };

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
    uint8_t valid;  /* a bit of SPE_SCRATCH_VALID, or SPE_VALID_ALWAYS */
    uint32_t needs; /* a bit for each raw column, `from` included */
};

/* Returns the row of a column; the row of an event is made in *room. Returns NULL if no column has the number. */
SPE_INTERNAL const struct spe_arrow_row *spe_arrow_row_find(unsigned number, struct spe_arrow_row *room);

/* Finds the n-th field of a record. Returns 0 if the field does not exist. *number is its column's number by
 * SPE_COLUMN_FIELD, or 0 if the field has a row of its own. */
SPE_INTERNAL int spe_arrow_field_at(unsigned n, struct spe_record_field *field, unsigned *number);

/* The bytes of one value, by its format or by its slot; 0 for booleans. */
SPE_INTERNAL unsigned spe_arrow_format_width(const char *format);
SPE_INTERNAL unsigned spe_arrow_width(unsigned slot);

/* The number of words in a dictionary, and the n-th word, where n is below that number. */
SPE_INTERNAL unsigned spe_arrow_word_count(unsigned dictionary);
SPE_INTERNAL const char *spe_arrow_word_at(unsigned dictionary, unsigned n);

#endif
