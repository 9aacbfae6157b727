/* SPDX-License-Identifier: MIT */
/* What a decoder makes of a stream, for comparisons. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <libspe/spe.h>
#include <stddef.h>
#include <string.h>

/* All results of a stream of fewer than MANY records; the test defines MANY first. */
struct outcome {
    struct spe_record records[MANY];
    size_t count;
    int truncated;
    struct spe_decoder_stats stats;
};

/* Clears only what the previous run has written: clearing everything would take most of the time. */
static void clear(struct outcome *o)
{
    memset(o->records, 0, (o->count < MANY ? o->count + 1 : MANY) * sizeof o->records[0]);
    memset(&o->stats, 0, sizeof o->stats);
    o->count = 0;
    o->truncated = 0;
}

static int failed; /* a call returned a wrong status */

static void drain(spe_decoder *d, struct outcome *o)
{
    int status;
    while ((status = spe_decoder_next(d, &o->records[o->count])) == 1)
        o->count++;
    failed |= status != 0;
}

#endif
