/* SPDX-License-Identifier: MIT */
/* Finds the facts about each sample, one after another, before they are counted side by side. */
#ifndef PREPARE_H
#define PREPARE_H

#include "batch_queue.h"
#include "profile.h"

/* Finds the facts about the records of a batch, and keeps those that are wanted. Returns their number. Call it for all
 * batches, in their order. */
size_t prepare_batch(struct profile *profile, struct batch *batch);

#endif
