/* SPDX-License-Identifier: MIT */
/*
 * Checks a stream against all rules of libspe-lab/check.h, for --check: its records and their packets, except those of
 * records that are longer than RECORD_BYTES_MOST.
 */
#ifndef CHECKER_H
#define CHECKER_H

#include <libspe-lab/check.h>

#include "record_bytes.h"
#include "spe_source.h"

#define CHECKER_MOST 256 /* the most findings of a record that are reported */

struct checker {
    spe_check check;
    struct spe_finding findings[CHECKER_MOST];
    struct record_bytes bytes;
};

/* The word for a finding's severity, SPE_CHECK_*. */
const char *checker_severity(int severity);

/* Begins a buffer. */
void checker_begin(struct checker *c);

/* The source's current bytes are decoded; they have been, and the next bytes follow them. */
void checker_feed(struct checker *c, const struct spe_source *source);
void checker_pass(struct checker *c);

/* The next bytes do not follow the earlier ones. */
void checker_gap(struct checker *c);

/* Checks a record that ends in the current bytes. Stores the first CHECKER_MOST findings in c->findings. Returns their
 * number. */
int checker_record(struct checker *c, const struct spe_source *source, const struct spe_record *record);

#endif
