/* SPDX-License-Identifier: MIT */
/*
 * Cores repeat a handful of record layouts: the same headers at the same offsets, zeros between them. A layout that a
 * stream has shown is learned, and later records are compared with it in eight masked words and gathered from known
 * offsets, without a branch for each packet. Every header, every padding byte and the length of every record are
 * compared; a record that differs in one goes through the plain loop. Nothing is known beforehand, and layouts that do
 * not come again are forgotten.
 */
#ifndef SPE_LEARN_H
#define SPE_LEARN_H

#include "../base/internal.h"
#include "../table/table.h"
#include "../base/wire.h"

#ifndef SPE_LAYOUTS /* the proof has less of both */
#define SPE_LAYOUTS 16
#define SPE_QUESTIONS 8
#endif
#define SPE_LEARNED_WORDS 8
#define SPE_LEARNED_SIZE (8 * SPE_LEARNED_WORDS) /* bytes: a longer record is not learned */
/* The bytes that a look at a record may read: a payload at its last byte is loaded as eight. */
#define SPE_LEARNED_ROOM (SPE_LEARNED_SIZE + 8)

/* When to give up: after so many records, if a fourth of them fits nothing, for 2^(PAUSE + 1) records, twice as many
 * each time, up to 2^(PAUSE + PATIENCE): learning must cost next to nothing where it is of no use. */
#define SPE_LEARN_TRIES 128
#define SPE_LEARN_WINDOW 1024 /* records after which what was good is forgotten */
#define SPE_LEARN_PAUSE 11
#define SPE_LEARN_PATIENCE 5

/* Positions in spe_kind_order[], which a test checks. */
enum spe_position {
    SPE_AT_CONTEXT_EL1,
    SPE_AT_CONTEXT_EL2,
    SPE_AT_TOTAL_LATENCY,
    SPE_AT_ISSUE_LATENCY,
    SPE_AT_TRANSLATION_LATENCY,
    SPE_AT_ALT_ISSUE_LATENCY,
    SPE_AT_PC,
    SPE_AT_BRANCH_TARGET,
    SPE_AT_DATA_VA,
    SPE_AT_DATA_PA,
    SPE_AT_PREV_BRANCH_TARGET,
    SPE_AT_DATA_SOURCE,
    SPE_AT_OPERATION,
    SPE_AT_EVENTS,
    SPE_AT_TIMESTAMP,
    SPE_AT_END
};

struct spe_layout_learned {
    uint64_t value[SPE_LEARNED_WORDS]; /* of headers; zero elsewhere */
    uint64_t mask[SPE_LEARNED_WORDS];  /* ones where headers, padding, and the payloads' reserved bits are */
    uint64_t events_mask;
    uint64_t hits; /* records not yet in the statistics */
    uint32_t present;
    uint16_t data_source_mask;
    uint8_t size;    /* bytes up to End or Timestamp, which is the last packet */
    uint8_t padding; /* bytes of it */
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t op_class;
    uint8_t op_row;             /* of spe_op_reserved[] */
    uint8_t at[SPE_KINDS_HELD]; /* where the payloads are; 0 for those that are not there ... */
    int8_t has[SPE_KINDS_HELD]; /* ... and -1 for those that are */
};

/* A question that tells layouts apart: is this bit of this byte set? */
struct spe_question {
    uint8_t at;
    uint8_t bit; /* as a mask */
};

struct spe_learned {
    uint32_t wait;   /* so many records are not looked at */
    uint32_t tries;  /* records looked at ... */
    uint32_t misses; /* ... that no layout fitted */
    uint8_t count;   /* of layouts */
    uint8_t asked;   /* of questions */
    uint8_t full;    /* no layout or question more can be learned */
    uint8_t patience;
    struct spe_question questions[SPE_QUESTIONS];
    uint8_t answers[1 << SPE_QUESTIONS]; /* the layout by what the questions gave, a bit each */
    struct spe_layout_learned layouts[SPE_LAYOUTS];
};

/* What the questions give for a record at `bytes`. They do not wait for each other, nor for a guess of a branch. */
static inline unsigned spe_learned_ask(const struct spe_learned *learned, const uint8_t *bytes)
{
    unsigned answer = 0;
    for (unsigned i = 0; i < learned->asked; i++)
        answer |= (unsigned)((bytes[learned->questions[i].at] & learned->questions[i].bit) != 0) << i;
    return answer;
}

/* The only layout that a record at `bytes` may have, if there is one (count is not 0). */
static inline struct spe_layout_learned *spe_learned_guess(struct spe_learned *learned, const uint8_t *bytes)
{
    return &learned->layouts[learned->answers[spe_learned_ask(learned, bytes)]];
}

/* The bits in which a record at `bytes` departs from the layout, in the words from `first` to `first` + 3. */
static inline uint64_t spe_learned_difference(const struct spe_layout_learned *layout, const uint8_t *bytes,
                                              unsigned first)
{
    const uint64_t *value = layout->value + first, *mask = layout->mask + first;
    bytes += 8 * first;
    return ((spe_load64(bytes) ^ value[0]) & mask[0]) | ((spe_load64(bytes + 8) ^ value[1]) & mask[1]) |
           ((spe_load64(bytes + 16) ^ value[2]) & mask[2]) | ((spe_load64(bytes + 24) ^ value[3]) & mask[3]);
}

/* Whether the record is one that spe_learn() could have learned the layout from. */
static inline int spe_learned_fits(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    const unsigned operation = bytes[layout->at[SPE_AT_OPERATION]];
    const uint64_t reserved = spe_op_reserved[layout->op_row][operation >> 6] >> (operation & 63) & 1;
    return !(spe_learned_difference(layout, bytes, 0) | spe_learned_difference(layout, bytes, 4) | reserved);
}

/* The payload at a position of spe_kind_order[], or 0; with what is behind it where it has less than eight bytes. */
static inline uint64_t spe_learned_load(const struct spe_layout_learned *layout, const uint8_t *bytes,
                                        unsigned position)
{
    return spe_load64(bytes + layout->at[position]) & (uint64_t)(int64_t)layout->has[position];
}

/* Learns the layout of a record that is not odd and that no layout fits. SPE_LEARNED_ROOM bytes can be read there. */
SPE_INTERNAL void spe_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size,
                            const struct spe_record *record);

#endif
