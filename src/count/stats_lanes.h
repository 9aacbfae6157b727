/* SPDX-License-Identifier: MIT */
/*
 * Counts some records for struct spe_stats. Usual records, with the packets that nearly all records have, are summed
 * separately, many counts in a word, and the sums are added at the end. Other records are counted one by one:
 * spe_stats_add_one() is the plain definition of the counts. The files that include this one get the records.
 */
#ifndef SPE_STATS_LANES_H
#define SPE_STATS_LANES_H

#include "../base/provisional.h"

#include <libspe/stats.h>
#include <string.h>

#include "../base/internal.h"
#include "../base/wire.h"

/* -- lanes: the bits of a byte, or other bits, as the eight bytes of a word -- */

#define LANES 8
#define LANE_RECORDS 255u /* records until a lane may overflow */

/* -- ratios: how many records have one event, and how many of these records also have another event -- */

#define RATIOS 5

enum { OF_ALL, OF_LOADS, OF_BRANCHES, GROUPS };

struct ratio {
    uint8_t of, in; /* bits of events */
    uint8_t group;  /* a group of operations */
};

SPE_TABLE const struct ratio spe_ratios[RATIOS];

_Static_assert(RATIOS <= LANES && 2 * RATIOS * sizeof(uint64_t) <= sizeof((struct spe_stats *)0)->ratios &&
                   sizeof((struct spe_summary *)0)->ratios == sizeof((struct spe_stats *)0)->ratios,
               "each ratio has a lane, and room in the public structs");

#define KINDS 8       /* groups of operations: CLASS, and whether an operation of CLASS 1 is a load */
#define EVENT_BYTES 3 /* bytes of the events that are counted here: higher bits are rare */

/* From bits to lanes */
struct lane_tables {
    uint64_t bits[256];   /* the bits of a byte, each in its lane */
    uint64_t both[256];   /* by the lowest byte of events: ratios for which it has both events */
    uint64_t ll[4];       /* by SPE_EVENT_LL_ACCESS and the next */
    uint64_t l2d[4];      /* by SPE_EVENT_L2D_ACCESS and the next */
    uint8_t no_load[256]; /* by payload of CLASS 1: 1 for stores and reserved payloads */
};

SPE_TABLE const struct lane_tables spe_lanes;

/* -- records -- */

/* The sums of all records of one group of operations */
struct sums {
    uint64_t bytes;
    uint64_t events[EVENT_BYTES]; /* by bytes of the events, the lowest first; a lane for each bit */
    uint64_t both;                /* a lane for each ratio */
    uint64_t reserved[3];         /* makes the size 64 bytes, so that an element's address needs only a shift */
};

/* The sums of up to LANE_RECORDS records. */
struct lane_sums {
    struct sums sums[KINDS];
    uint32_t records;
};

/* Counts any record at once. */
SPE_INTERNAL void spe_stats_add_one(struct spe_stats *s, const struct spe_record *r);

/* Adds the sums to the statistics. */
SPE_INTERNAL void spe_stats_move(struct spe_stats *s, const struct lane_sums *counted);

static inline void lane_sums_begin(struct lane_sums *counted)
{
    memset(counted, 0, sizeof *counted);
}

static inline void count_bits(uint64_t *counts, uint64_t bits)
{
    for (; bits; bits &= bits - 1)
        counts[spe_lowest_bit(bits)]++;
}

#define USUAL (SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS)

static inline int is_usual(const struct spe_record *r)
{
    return (r->present & USUAL) == USUAL && r->op_class < KINDS / 2;
}

static inline void add_usual(struct spe_stats *s, struct lane_sums *counted, const struct spe_record *r)
{
    const uint64_t events = r->events;
    const unsigned op_class = r->op_class, payload = r->op_payload;
    struct sums *sums = &counted->sums[op_class * 2 + spe_lanes.no_load[payload]];
    counted->records++;
    sums->bytes += r->size;
    sums->events[0] += spe_lanes.bits[events & 0xff];
    sums->events[1] += spe_lanes.bits[events >> 8 & 0xff];
    sums->events[2] += spe_lanes.bits[events >> 16 & 0xff];
    sums->both += spe_lanes.both[events & 0xff] | spe_lanes.ll[events >> SPE_EVENT_LL_ACCESS & 3] |
                  spe_lanes.l2d[events >> SPE_EVENT_L2D_ACCESS & 3];
    s->operations[op_class][payload]++;
    s->pc_states[r->pc >> 60]++;
    if (r->flags)
        count_bits(s->flags, r->flags);
    if (events >> 8 * EVENT_BYTES)
        count_bits(s->events + 8 * EVENT_BYTES, events >> 8 * EVENT_BYTES);
}

static inline void lane_sums_add(struct spe_stats *s, struct lane_sums *counted, const struct spe_record *r)
{
    if (is_usual(r))
        add_usual(s, counted, r);
    else
        spe_stats_add_one(s, r);
}

#endif
