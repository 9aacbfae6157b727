/* SPDX-License-Identifier: MIT */
/* See checker.h. */
#include "checker.h"

const char *checker_severity(int severity)
{
    return severity == SPE_CHECK_VIOLATION ? "violation" : severity == SPE_CHECK_WARNING ? "warning" : "note";
}

void checker_begin(struct checker *c)
{
    spe_check_init(&c->check, NULL);
    checker_gap(c);
}

void checker_gap(struct checker *c)
{
    record_bytes_gap(&c->bytes);
}

void checker_feed(struct checker *c, const struct spe_source *source)
{
    record_bytes_feed(&c->bytes, source->bytes, source->size, source->offset);
}

void checker_pass(struct checker *c)
{
    record_bytes_pass(&c->bytes);
}

/* If perf reports missing bytes, it was not the core that cut the packet off. */
static int without_cut(struct spe_finding *findings, int n)
{
    return n > 0 && findings[n - 1].rule == SPE_RULE_PACKET_CUT ? n - 1 : n;
}

int checker_record(struct checker *c, const struct spe_source *source, const struct spe_record *record)
{
    const int n = spe_check_record(&c->check, record, c->findings, CHECKER_MOST);
    const uint8_t *bytes = record_bytes_of(&c->bytes, record);
    if (n < 0 || !bytes)
        return n;
    struct spe_finding *added = c->findings + n;
    const int more =
        spe_check_bytes(&c->check, bytes, (size_t)record->size, record->offset, added, (size_t)(CHECKER_MOST - n));
    const int is_told = n + more <= CHECKER_MOST;
    return n + (is_told && source->step == SOURCE_GAP ? without_cut(added, more) : more);
}
