/* SPDX-License-Identifier: MIT */
/*
 * Some records on their way into struct spe_stats. Of records that have what nearly all have, and nothing odd, whatever
 * can be is summed up apart, many counts in a word, and moved when they are through; others are counted one by one, as
 * spe_stats_add_one() says it plainly. How records are had is for those who include this.
 */
#ifndef SPE_SOME_H
#define SPE_SOME_H

#include "../base/internal.h"
#include "tallies.h"

/* -- lanes: a byte's bits, or others, as the eight bytes of a word -- */

#define LANES 8
#define SOME 255u /* records until a lane may overflow */

/* -- ratios: of records that have one event, and of these those that have another one, too -- */

enum { OF_ALL, OF_LOADS, OF_BRANCHES, GROUPS };

struct ratio {
    uint8_t of, in; /* bits of events */
    uint8_t group;  /* of operations */
};

SPE_TABLE const struct ratio spe_ratios[SPE_STATS_RATIOS];

#define KINDS 8       /* of operations: CLASS and the lowest bit of the payload, which tells stores from loads */
#define EVENT_BYTES 3 /* of the events: higher bits are rare */

/* From bits to lanes. */
struct lane_tables {
    uint64_t bits[256]; /* of a byte, each in its lane */
    uint64_t both[256]; /* by the lowest byte of events: ratios of which it has both */
    uint64_t ll[4];     /* by SPE_EVENT_LL_ACCESS and the next */
    uint64_t l2d[4];    /* by SPE_EVENT_L2D_ACCESS and the next */
};

SPE_TABLE const struct lane_tables spe_lanes;

/* -- records -- */

/* Of the records of a kind. */
struct sums {
    uint64_t bytes;
    uint64_t events[EVENT_BYTES]; /* by bytes of the events, the lowest first; a lane for each bit */
    uint64_t both;                /* a lane for each ratio */
    uint64_t reserved[3];         /* 64 bytes: easily found */
};

/* Up to SOME of them. */
struct some {
    struct sums sums[KINDS];
    struct tally tallies[SPE_STATS_NO_SOURCE + 1];
    uint32_t sources; /* that have a tally, a bit each */
};

/* Counts any record at once. */
SPE_INTERNAL void spe_stats_add_one(struct spe_stats *s, const struct spe_record *r);

/* Counts what the sums say. */
SPE_INTERNAL void spe_stats_move(struct spe_stats *s, const struct some *some);

static inline void some_begin(struct some *some)
{
    memset(some->sums, 0, sizeof some->sums);
    some->sources = 0;
}

/* The place in spe_stats.sources, and of its latencies. */
static inline unsigned source_of(const struct spe_record *r)
{
    const uint32_t absent = (r->present / SPE_HAS_DATA_SOURCE & 1) - 1; /* all ones */
    const uint32_t source = r->data_source | absent, large = SPE_STATS_SOURCES - 1;
    return (source < large ? source : large) - absent;
}

_Static_assert(SPE_STATS_NO_SOURCE == SPE_STATS_SOURCES - 1 + 1, "no source is one more than a large one");

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

static inline void add_usual(struct spe_stats *s, struct some *some, const struct spe_record *r)
{
    const uint64_t events = r->events;
    const unsigned op_class = r->op_class, payload = r->op_payload, source = source_of(r);
    struct sums *sums = &some->sums[op_class * 2 + (payload & 1)];
    struct tally *tally = &some->tallies[source];
    if (!(some->sources >> source & 1)) {
        some->sources |= 1u << source;
        tally_begin(tally, &s->latencies[source]);
    }
    tally_add(tally, r);
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

static inline void some_add(struct spe_stats *s, struct some *some, const struct spe_record *r)
{
    if (is_usual(r))
        add_usual(s, some, r);
    else
        spe_stats_add_one(s, r);
}

#endif
