/* SPDX-License-Identifier: MIT */
/* Counts samples: what each one is, and whether it is wanted, one after another; then the counters, side by side. */
#ifndef COUNTING_H
#define COUNTING_H

#include "batch_queue.h"
#include "profile.h"

/* Begins a queue whose counters count for the profile. */
void counting_begin(struct profile *profile, struct batch_queue *queue);

/* Counts what was sent, and ends the queue. */
void counting_end(struct profile *profile, struct batch_queue *queue);

/* Finds the facts about the records of a batch, and keeps those that are wanted. Returns their number. */
size_t counting_prepare(struct profile *profile, struct batch *batch);

#endif
