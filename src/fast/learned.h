/* SPDX-License-Identifier: MIT */
/*
 * Cores repeat a handful of record layouts: the same headers at the same offsets, zeros between them. A layout that
 * occurs in a stream is learned; later records are compared with it in a few masked words and gathered from known
 * places, without a branch for each packet. Every header, every padding byte, every reserved bit and the length of
 * every record are compared; a record that differs in one goes through the plain loop. No layout is known at the start,
 * and layouts that do not occur again are forgotten.
 *
 * This file holds the data of a learned layout, for every kernel, and guesses the layout of a record if few layouts are
 * known.
 */
#ifndef SPE_LEARNED_H
#define SPE_LEARNED_H

#include "../base/context.h"
#include "../base/internal.h"
#include "../base/processor.h"
#include "../base/wire.h"
#include "../table/table.h"

/* Without learned layouts the decoder is smaller and slower, and gives the same results. */
#ifdef SPE_NO_LEARNING
#define SPE_LEARNING 0
#else
#define SPE_LEARNING 1
#endif

#ifndef SPE_LAYOUTS /* the proof uses smaller numbers */
#define SPE_LAYOUTS 12
#define SPE_QUESTIONS 8
#endif
#define SPE_LEARNED_WORDS 8
#define SPE_LEARNED_SIZE (8 * SPE_LEARNED_WORDS) /* bytes: a longer record is not learned in the decoder's own memory */
/* The bytes of a record that may be read: a payload at its last byte is loaded as eight bytes. */
#define SPE_LEARNED_ROOM (SPE_LEARNED_SIZE + 8)
#define SPE_MISFITS 3 /* how often a layout may turn out not to be a slot */
#define SPE_SLOT 64   /* bytes of a slot of fixed size */

/* What a kernel's plan is made from, in addition to the layout: the place of each payload, by position (0 if absent),
 * and what the headers give. */
struct spe_places {
    uint8_t at[SPE_KINDS_HELD];
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t op_class;
};

/* The portable kernel's plan. */
struct spe_plan_portable {
    uint64_t events_mask;
    uint16_t data_source_mask;
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t op_class;
    uint8_t at[SPE_KINDS_HELD]; /* the places of the payloads; 0 for absent ones ... */
    int8_t has[SPE_KINDS_HELD]; /* ... and -1 for payloads that are present */
};

/* AVX2: addresses, timestamp, events and data source are each loaded from their place, all other fields by shuffles of
 * three windows. */
#define SPE_WINDOWS 3
struct spe_plan_avx2 {
    uint8_t shuffle[SPE_WINDOWS][16]; /* the 16 bytes of struct spe_record from context_el1 on, from each window */
    uint64_t tail;                    /* the 8 bytes from data_source on, without the bytes that come from the record
                                       * itself */
    int8_t has[6];                    /* the first six, as has[] of struct spe_plan_portable */
    uint8_t at[8];                    /* five addresses, timestamp, events, data source */
    uint8_t window[SPE_WINDOWS];
    uint8_t events_bits;
    uint8_t data_source_bits;
};

/* NEON: bytes of struct spe_record, from `pc` on, as the numbers of the record's bytes; 0xff if a byte is not one of
 * them. */
#define SPE_LOOKUP ((offsetof(struct spe_record, reserved) - 16 + 15) / 16 * 16)
struct spe_plan_neon {
    uint8_t lookup[SPE_LOOKUP];
    uint8_t op_class;
    uint8_t events_size;
    uint8_t data_source_size;
};

/* AVX-512: bytes of struct spe_record, from `pc` on, as the numbers of the record's bytes, or constants. */
#define SPE_MIXED_FROM 16
#define SPE_MIXED ((offsetof(struct spe_record, reserved) - SPE_MIXED_FROM + 7) / 8 * 8) /* then zeros */
struct spe_plan_mixed {
    uint8_t mixed[SPE_MIXED];
    uint64_t from[2]; /* the bytes of struct spe_record that come from the record */
};

struct spe_layout_learned {
    uint64_t value[SPE_LEARNED_WORDS]; /* the headers; zero elsewhere */
    uint64_t mask[SPE_LEARNED_WORDS];  /* ones for headers, padding, and the payloads' reserved bits */
    uint32_t hits;                     /* records not yet in the statistics */
    uint32_t present;
    uint8_t size;    /* bytes up to and including End or Timestamp, which is the last packet */
    uint8_t padding; /* bytes of padding */
    uint8_t is_slot; /* zeros follow up to SPE_SLOT bytes, which the mask includes */
    uint8_t misfits; /* how often it was not a slot */
    uint8_t op_row;  /* row of spe_op_reserved[] */
    uint8_t op_at;
    uint8_t op_has; /* 0xff if there is an operation */
    union {
        struct spe_plan_portable portable;
#if SPE_KERNELS_X86
        struct spe_plan_avx2 avx2;
        struct spe_plan_mixed mixed;
#endif
#if SPE_KERNELS_NEON
        struct spe_plan_neon neon;
#endif
    } plan;
};

/* A layout of up to SPE_WIDE_SIZE bytes, in memory that the caller provides. */
#define SPE_WIDE_SIZE 128
struct spe_layout_wide {
    struct spe_layout_learned head;
    uint64_t value[SPE_LEARNED_WORDS]; /* bytes from SPE_LEARNED_SIZE on, with the meaning that they have in the head */
    uint64_t mask[SPE_LEARNED_WORDS];
    uint8_t alias; /* another layout with the same key, or SPE_NO_LAYOUT */
};

/* The first bytes of a layout, which identify it */
#define SPE_LAYOUT_KEY offsetof(struct spe_layout_learned, hits)

/* A question that distinguishes layouts: is this bit of this byte set? */
struct spe_question {
    uint8_t at;
    uint8_t bit; /* as a mask */
};

/* Eight bytes of a record, and the bits of them that questions use */
struct spe_question_window {
    uint64_t mask;
    uint8_t at;
    uint8_t before; /* questions in earlier windows */
};

struct spe_kernel;
struct spe_many;

/* The layouts that the decoder's own memory holds. */
struct spe_learned {
    const struct spe_kernel *kernel;
    struct spe_many *many; /* the caller's memory, or NULL ... */
    uint64_t passed;       /* bytes in records of learned layouts that are not in the statistics yet */
    uint64_t limit;        /* limit of `passed` */
    size_t end;     /* place in the chunk: the end of the last record that fitted a learned layout, and the beginning of
                  * the next one ... */
    size_t next;    /* ... as far as is known: the bytes between are zeros. 0, 0 if nothing is known */
    uint64_t rest;  /* nothing is learned while fewer records than this are in the statistics */
    uint32_t tries; /* records examined ... */
    uint32_t misses;        /* ... that no layout fitted ... */
    uint32_t fresh;         /* ... and that became layouts of the caller's memory */
    uint8_t count;          /* number of layouts */
    uint8_t question_count; /* number of questions */
    uint8_t full;           /* no further layout or question can be learned */
    uint8_t patience;
    uint8_t is_many;                                 /* the layouts are in the caller's memory, not here */
    struct spe_question questions[SPE_QUESTIONS];    /* sorted by their bits in a record */
    struct spe_question_window windows[SPE_WINDOWS]; /* the same questions, as windows */
    uint8_t answers[1 << SPE_QUESTIONS];             /* the layout, indexed by the answers, a bit each */
    struct spe_layout_learned layouts[SPE_LAYOUTS];
};

/* The answers to the questions for a record at `bytes`. They depend neither on each other nor on a branch. */
static inline unsigned spe_learned_ask(const struct spe_learned *learned, const uint8_t *bytes)
{
    unsigned answer = 0;
    for (unsigned i = 0; i < learned->question_count; i++)
        answer |= (unsigned)((bytes[learned->questions[i].at] & learned->questions[i].bit) != 0) << i;
    return answer;
}

#if SPE_LEARNING

/* Whether an operation's payload is reserved, if the layout has that row of spe_op_reserved[]. */
static SPE_INLINED unsigned spe_learned_is_reserved(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    const unsigned operation = bytes[layout->op_at];
    return (unsigned)(spe_op_reserved[layout->op_row][operation >> 6] >> (operation & 63)) & 1;
}

static SPE_INLINED unsigned spe_learned_operation(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    return bytes[layout->op_at] & layout->op_has;
}

/* Describes the layout of a record without flags; a record longer than SPE_LEARNED_SIZE needs a struct spe_layout_wide.
 * Returns 1, or 0 if the layout cannot be learned. */
SPE_INTERNAL int spe_describe(const struct spe_kernel *kernel, struct spe_layout_learned *layout, const uint8_t *bytes,
                              unsigned size, const struct spe_record *record);

/* Learns the layout of a record that has no flags and fits no known layout. SPE_LEARNED_ROOM bytes can be read at
 * `bytes`. */
SPE_INTERNAL void spe_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size,
                            const struct spe_record *record);

#endif

#endif
