/* SPDX-License-Identifier: MIT */
/* What perf was asked to record of SPE, by the attributes in perf.data. */
#ifndef ASKED_H
#define ASKED_H

#include <stddef.h>

#include <libspe/perf_data.h>

#define ASKED_ATTRIBUTES 64 /* of a file; SPE's is among the first */

struct asked {
    struct asked_attribute {
        uint32_t type;
        uint64_t period;
        double interval; /* between samples, in the mean: the period, and what jitter adds; 0: not known */
        int is_partial;  /* with a filter on more than the kind of operation */
    } attributes[ASKED_ATTRIBUTES];
    size_t count;
    uint32_t spe_type; /* of SPE's PMU; there may be more, of other cores, with the same attributes */
};

/* Another file's events follow. */
void asked_begin(struct asked *a);

/* Takes what an event says. */
void asked_take(struct asked *a, const struct spe_perf_event *event);

/* What the attributes of SPE say together, of more than one the first one's period, when the first bytes have come.
 * Returns 1 and *out; 0: the file has none. */
int asked_of_spe(const struct asked *a, struct asked_attribute *out);

#endif
