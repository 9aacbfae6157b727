/* SPDX-License-Identifier: MIT */
/* See checker.h. */
#include "checker.h"

#include <string.h>

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
    c->kept = 0;
}

void checker_pass(struct checker *c, const struct spe_source *source)
{
    const size_t n = source->size < CHECKER_RECORD ? source->size : CHECKER_RECORD;
    const size_t before = c->kept < CHECKER_RECORD - n ? c->kept : CHECKER_RECORD - n;
    memmove(c->bytes, c->bytes + c->kept - before, before);
    memcpy(c->bytes + before, source->bytes + source->size - n, n);
    c->kept = before + n;
    c->kept_at = source->offset + source->size - c->kept;
}

/* Finds the bytes of a record: in the current bytes, or starting in the kept bytes. Returns NULL if it is too long. */
static const uint8_t *bytes_of(struct checker *c, const struct spe_source *source, const struct spe_record *record)
{
    const uint64_t kept_end = c->kept_at + c->kept;
    const int is_last = source->step == SOURCE_BYTES; /* otherwise nothing followed the kept bytes */
    if (is_last && record->offset - source->offset < source->size)
        return source->bytes + (record->offset - source->offset);
    if (!c->kept || record->offset - c->kept_at >= c->kept || record->size > CHECKER_RECORD)
        return NULL;
    if (record->size > kept_end - record->offset && is_last)
        memcpy(c->bytes + c->kept, source->bytes, (size_t)(record->offset + record->size - kept_end));
    return c->bytes + (record->offset - c->kept_at);
}

/* If perf reports missing bytes, it was not the core that cut the packet off. */
static int without_cut(struct spe_finding *findings, int n)
{
    return n > 0 && findings[n - 1].rule == SPE_RULE_PACKET_CUT ? n - 1 : n;
}

int checker_record(struct checker *c, const struct spe_source *source, const struct spe_record *record)
{
    const int n = spe_check_record(&c->check, record, c->findings, CHECKER_MOST);
    const uint8_t *bytes = bytes_of(c, source, record);
    if (n < 0 || !bytes)
        return n;
    struct spe_finding *added = c->findings + n;
    const int more =
        spe_check_bytes(&c->check, bytes, (size_t)record->size, record->offset, added, (size_t)(CHECKER_MOST - n));
    const int is_told = n + more <= CHECKER_MOST;
    return n + (is_told && source->step == SOURCE_GAP ? without_cut(added, more) : more);
}
