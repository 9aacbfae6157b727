/* SPDX-License-Identifier: MIT */
/*
 * What a load or store waits for, in addition to its counts: loads of what its core's caches lack, page walks. And what
 * the data addresses show. Constant memory for each instruction.
 */
#ifndef SITES_H
#define SITES_H

#include <stdint.h>

#include <libspe/record.h>

#include "sample.h"

#define SITE_WIDE 64   /* bytes */
#define SITE_DATA 16   /* data addresses that are kept, from the whole time */
#define SITE_PAIRS 16  /* the least number of distances that show an order */
#define SITE_JUDGED 64 /* pairs of distances that are examined, the first ones */

/* Samples that wait, and the cycles for which they do, by part (counts.h) */
struct site_wait {
    uint64_t samples_in[COUNTS_PARTS], cycles_in[COUNTS_PARTS];
};

struct site { /* whole cache lines, of which a sample seldom uses more than the first */
    /* data */
    uint64_t last;     /* data address of the sample before */
    uint64_t way;      /* the distance of the last two samples of one thread */
    uint64_t up, down; /* samples of one thread above, and below, the one before */
    uint64_t accesses; /* with a data address */
    uint32_t last_who; /* the thread of the sample before */
    uint32_t has_last;
    uint32_t pairs; /* such distances that differ from the one before, up to SITE_JUDGED ... */
    uint32_t wide;  /* ... and how many of these have a common divisor of SITE_WIDE or more with it */
    uint64_t unused;
    uint64_t data[SITE_DATA];
    uint32_t data_who[SITE_DATA]; /* the threads that accessed them: the kernel's code accesses data of processes */
    /* A load that data from beyond the core's caches serve: its latency without that of a page walk */
    struct site_wait wait;
    struct site_wait walk; /* loads and stores with a page walk: the latency of translation */
};

/* Counts a sample of the instruction. Zeroed storage is empty. */
void site_add(struct site *site, const struct sample *sample);

/* The sum of numbers of all parts. */
uint64_t site_sum(const uint64_t in[COUNTS_PARTS]);

/* Whether its addresses rise (1), fall (-1), or do neither more than chance explains (0). Of few that differ, this is
 * not known. */
int site_has_order(const struct site *site);
int site_order(const struct site *site);

/* Whether neighbouring accesses are SITE_WIDE or more bytes apart: the distances of samples are multiples of that. Few
 * of them are so by chance. If the intervals between samples do not vary, nothing is known. */
int site_is_wide(const struct site *site);

#endif
