/* SPDX-License-Identifier: MIT */
/*
 * --check: all rules of libspe/check.h over a stream, those of records and those of their packets, for which it keeps
 * the bytes of a record that crosses two reads.
 */
#ifndef CHECKER_H
#define CHECKER_H

#include <libspe/check.h>

#include "spe_source.h"

#define CHECKER_RECORD (64u << 10) /* bytes: the packets of longer records are not looked at */
#define CHECKER_MOST 256           /* findings of a record that are told */

struct checker {
    spe_check check;
    struct spe_finding findings[CHECKER_MOST];
    uint64_t kept_at; /* stream offset of the first byte that is kept */
    size_t kept;
    uint8_t bytes[2 * CHECKER_RECORD]; /* the end of what came before, and the front of what came last */
};

/* The word for a finding's severity, SPE_CHECK_*. */
const char *checker_severity(int severity);

/* A buffer begins. */
void checker_begin(struct checker *c);

/* The bytes that came last have been decoded; those that follow come behind them. */
void checker_pass(struct checker *c, const struct spe_source *source);

/* The bytes that follow do not come behind those that came before. */
void checker_gap(struct checker *c);

/* What the record breaks, which ends in the bytes that came last: the first CHECKER_MOST of them are in c->findings.
 * Returns how many there are. */
int checker_record(struct checker *c, const struct spe_source *source, const struct spe_record *record);

#endif
