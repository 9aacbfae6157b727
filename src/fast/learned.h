/* SPDX-License-Identifier: MIT */
/*
 * Cores repeat a handful of record layouts: the same headers at the same offsets, zeros between them. A layout that a
 * stream has shown is learned, and later records are compared with it in a few masked words and gathered from known
 * places, without a branch for each packet. Every header, every padding byte, every reserved bit and the length of
 * every record are compared; a record that differs in one goes through the plain loop. Nothing is known beforehand,
 * and layouts that do not come again are forgotten.
 *
 * This file: what is known of a layout, for every kernel, and how the layout of a record is guessed where few are
 * known.
 */
#ifndef SPE_LEARNED_H
#define SPE_LEARNED_H

#include "../base/context.h"
#include "../base/internal.h"
#include "../base/processor.h"
#include "../base/wire.h"
#include "../table/table.h"

#ifndef SPE_LAYOUTS /* the proof has less of both */
#define SPE_LAYOUTS 12
#define SPE_QUESTIONS 8
#endif
#define SPE_LEARNED_WORDS 8
#define SPE_LEARNED_SIZE (8 * SPE_LEARNED_WORDS) /* bytes: a longer record is not learned in the decoder's own memory */
/* The bytes that a look at a record may read: a payload at its last byte is loaded as eight. */
#define SPE_LEARNED_ROOM (SPE_LEARNED_SIZE + 8)
#define SPE_MISFITS 3 /* so often may a slot be none */
#define SPE_SLOT 64   /* bytes: what slots of fixed size have */

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

/* What a kernel's form is made of, beside the layout: where each payload is, by position, 0 for those that are not
 * there, and what headers say. */
struct spe_places {
    uint8_t at[SPE_KINDS_HELD];
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t op_class;
};

/* The portable kernel's form of them. */
struct spe_form_portable {
    uint64_t events_mask;
    uint16_t data_source_mask;
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t op_class;
    uint8_t at[SPE_KINDS_HELD]; /* where the payloads are; 0 for those that are not there ... */
    int8_t has[SPE_KINDS_HELD]; /* ... and -1 for those that are */
};

/* AVX2: addresses, timestamp, events and data source each from its place, the rest by shuffles of three windows. */
#define SPE_WINDOWS 3
struct spe_form_avx2 {
    uint8_t shuffle[SPE_WINDOWS][16]; /* the 16 bytes of struct spe_record from context_el1, out of each window */
    uint64_t tail;                    /* the 8 bytes from data_source, without what the record itself says */
    int8_t has[6];                    /* as at[], the first six */
    uint8_t at[8];                    /* five addresses, timestamp, events, data source */
    uint8_t window[SPE_WINDOWS];
    uint8_t events_bits;
    uint8_t data_source_bits;
};

/* NEON: bytes of struct spe_record, from `pc` on, as the numbers of the record's bytes; 0xff: not one of them. */
#define SPE_LOOKUP 96
struct spe_form_neon {
    uint8_t lookup[SPE_LOOKUP];
    uint8_t op_class;
    uint8_t events_size;
    uint8_t data_source_size;
};

/* AVX-512: bytes of struct spe_record, from `pc` on, as the numbers of the record's bytes, or constants. */
#define SPE_MIXED_FROM 16
#define SPE_MIXED 88 /* what is behind is zero */
struct spe_form_mixed {
    uint8_t mixed[SPE_MIXED];
    uint64_t from[2]; /* the bytes of struct spe_record that are the record's */
};

struct spe_layout_learned {
    uint64_t value[SPE_LEARNED_WORDS]; /* of headers; zero elsewhere */
    uint64_t mask[SPE_LEARNED_WORDS];  /* ones where headers, padding, and the payloads' reserved bits are */
    uint32_t hits;                     /* records not yet in the statistics */
    uint32_t present;
    uint8_t size;    /* bytes up to End or Timestamp, which is the last packet */
    uint8_t padding; /* bytes of it */
    uint8_t is_slot; /* it is followed by zeros up to SPE_SLOT bytes, which are in the mask, too */
    uint8_t misfits; /* as a slot */
    uint8_t op_row;  /* of spe_op_reserved[] */
    uint8_t op_at;
    uint8_t op_has; /* 0xff where there is an operation */
    union {
        struct spe_form_portable portable;
#if SPE_KERNELS_X86
        struct spe_form_avx2 avx2;
        struct spe_form_mixed mixed;
#endif
#if SPE_KERNELS_NEON
        struct spe_form_neon neon;
#endif
    } form;
};

/* A layout of up to SPE_WIDE_SIZE bytes, in memory that the caller lends. */
#define SPE_WIDE_SIZE 128
struct spe_layout_wide {
    struct spe_layout_learned head;
    uint64_t value[SPE_LEARNED_WORDS]; /* of bytes from SPE_LEARNED_SIZE on, as in the head */
    uint64_t mask[SPE_LEARNED_WORDS];
    uint8_t alias; /* another layout with the same key, or SPE_NO_LAYOUT */
};

/* The bytes of it, from its beginning, by which a layout is known. */
#define SPE_LAYOUT_KEY offsetof(struct spe_layout_learned, hits)

/* A question that tells layouts apart: is this bit of this byte set? */
struct spe_question {
    uint8_t at;
    uint8_t bit; /* as a mask */
};

/* Eight bytes of a record, and the bits of them that questions ask for. */
struct spe_question_window {
    uint64_t mask;
    uint8_t at;
    uint8_t before; /* questions in the windows before */
};

struct spe_kernel;
struct spe_many;

/* The layouts that the decoder's own memory holds. */
struct spe_learned {
    const struct spe_kernel *kernel;
    struct spe_many *many; /* memory that was lent, or NULL ... */
    uint64_t passed;       /* bytes that were passed over by learned layouts and are not in the statistics yet */
    uint64_t limit;        /* of `passed` */
    size_t end;  /* where in the chunk the last record ended that a learned layout fitted, and where the next one ... */
    size_t next; /* ... begins as far as is known: between them are zeros. 0, 0: nothing is known */
    uint32_t wait;   /* so many records are not looked at */
    uint32_t tries;  /* records looked at ... */
    uint32_t misses; /* ... that no layout fitted */
    uint8_t count;   /* of layouts */
    uint8_t asked;   /* of questions */
    uint8_t full;    /* no layout or question more can be learned */
    uint8_t patience;
    uint8_t is_many;                                 /* the layouts are there, and not here */
    struct spe_question questions[SPE_QUESTIONS];    /* in the order of their bits in a record */
    struct spe_question_window windows[SPE_WINDOWS]; /* the same once more */
    uint8_t answers[1 << SPE_QUESTIONS];             /* the layout by what the questions gave, a bit each */
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

#ifndef SPE_NO_LEARNING

/* Whether an operation's payload is reserved, in a layout with that row of spe_op_reserved[]. */
static SPE_INLINED unsigned spe_learned_is_reserved(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    const unsigned operation = bytes[layout->op_at];
    return (unsigned)(spe_op_reserved[layout->op_row][operation >> 6] >> (operation & 63)) & 1;
}

static SPE_INLINED unsigned spe_learned_operation(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    return bytes[layout->op_at] & layout->op_has;
}

/* Describes the layout of a record that is not odd, as one of up to SPE_WIDE_SIZE bytes if it is longer than
 * SPE_LEARNED_SIZE. Returns 1, or 0: it cannot be learned. */
SPE_INTERNAL int spe_describe(const struct spe_kernel *kernel, struct spe_layout_learned *layout, const uint8_t *bytes,
                              unsigned size, const struct spe_record *record);

/* Learns the layout of a record that is not odd and that no layout fits. SPE_LEARNED_ROOM bytes can be read there. */
SPE_INTERNAL void spe_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size,
                            const struct spe_record *record);

#endif

#endif
