/* SPDX-License-Identifier: MIT */
/*
 * Checks a stream against all rules of libspe/check.h, for --check: its records and their packets. It keeps the bytes
 * of a record that crosses two reads.
 */
#ifndef CHECKER_H
#define CHECKER_H

#include <libspe/check.h>

#include "spe_source.h"

#define CHECKER_RECORD (64u << 10) /* bytes: the packets of longer records are not checked */
#define CHECKER_MOST 256           /* the most findings of a record that are reported */

struct checker {
    spe_check check;
    struct spe_finding findings[CHECKER_MOST];
    uint64_t kept_at; /* stream offset of the first kept byte */
    size_t kept;
    uint8_t bytes[2 * CHECKER_RECORD]; /* the end of the earlier bytes, and the beginning of the current bytes */
};

/* The word for a finding's severity, SPE_CHECK_*. */
const char *checker_severity(int severity);

/* Begins a buffer. */
void checker_begin(struct checker *c);

/* The current bytes have been decoded; the next bytes follow them. */
void checker_pass(struct checker *c, const struct spe_source *source);

/* The next bytes do not follow the earlier ones. */
void checker_gap(struct checker *c);

/* Checks a record that ends in the current bytes. Stores the first CHECKER_MOST findings in c->findings. Returns their
 * number. */
int checker_record(struct checker *c, const struct spe_source *source, const struct spe_record *record);

#endif
