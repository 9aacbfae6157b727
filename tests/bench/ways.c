/* SPDX-License-Identifier: MIT */
/* See ways.h. */
#include "ways.h"

#define BATCH 64  /* records in the small array that is used again and again */
#define ROWS 1024 /* and rows of small columns */

static spe_decoder decoder;
static volatile uint64_t sink; /* what keeps a result from being optimised away */

static void begin(const struct ways_setup *setup)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = setup->kernel;
    spe_decoder_init(&decoder, &config);
    if (setup->lent)
        spe_decoder_lend(&decoder, setup->lent, WAYS_LENT);
}

/* Feeds the chunk at `at`. Returns where the next one is. */
static size_t feed(const uint8_t *bytes, size_t size, const struct ways_setup *setup, size_t at)
{
    const size_t left = size - at, n = setup->chunk && setup->chunk < left ? setup->chunk : left;
    spe_decoder_feed(&decoder, bytes + at, n);
    return at + n;
}

size_t ways_next(const uint8_t *bytes, size_t size, const struct ways_setup *setup)
{
    struct spe_record r;
    uint64_t sum = 0;
    size_t records = 0;
    begin(setup);
    for (size_t at = 0; at < size;) {
        at = feed(bytes, size, setup, at);
        for (; spe_decoder_next(&decoder, &r) == 1; records++)
            sum += r.pc;
    }
    sink = sum;
    return records;
}

size_t ways_batch(const uint8_t *bytes, size_t size, const struct ways_setup *setup)
{
    static struct spe_record batch[BATCH];
    size_t n, records = 0;
    begin(setup);
    for (size_t at = 0; at < size;) {
        at = feed(bytes, size, setup, at);
        while ((n = spe_decoder_next_batch(&decoder, batch, BATCH)) > 0)
            records += n;
    }
    return records;
}

/* Puts columns into `space`, one after another, 128 bytes for each row: all fields, or four of them. */
static struct spe_columns make_columns(void *space, size_t rows, int all)
{
    struct spe_columns c = {.size = sizeof c};
    c.pc = space;
    c.data_va = c.pc + rows;
    c.events = c.data_va + rows;
    c.total_latency = (uint16_t *)(void *)(c.events + rows);
    if (!all)
        return c;
    c.offset = c.events + rows;
    c.record_size = c.offset + rows;
    c.branch_target = c.record_size + rows;
    c.data_pa = c.branch_target + rows;
    c.prev_branch_target = c.data_pa + rows;
    c.timestamp = c.prev_branch_target + rows;
    c.present = (uint32_t *)(void *)(c.timestamp + rows);
    c.flags = c.present + rows;
    c.context_el1 = c.flags + rows;
    c.context_el2 = c.context_el1 + rows;
    c.total_latency = (uint16_t *)(void *)(c.context_el2 + rows);
    c.issue_latency = c.total_latency + rows;
    c.translation_latency = c.issue_latency + rows;
    c.alt_issue_latency = c.translation_latency + rows;
    c.data_source = c.alt_issue_latency + rows;
    c.op_class = (uint8_t *)(c.data_source + rows);
    c.op_payload = c.op_class + rows;
    c.events_size = c.op_payload + rows;
    c.data_source_size = c.events_size + rows;
    return c;
}

static size_t columns(const uint8_t *bytes, size_t size, const struct ways_setup *setup, int all)
{
    static uint64_t space[128 / 8 * ROWS];
    const struct spe_columns c = make_columns(space, ROWS, all);
    size_t records = 0;
    int64_t n;
    begin(setup);
    for (size_t at = 0; at < size;) {
        at = feed(bytes, size, setup, at);
        while ((n = spe_decoder_next_columns(&decoder, &c, ROWS)) > 0)
            records += (size_t)n;
    }
    return records;
}

size_t ways_columns(const uint8_t *bytes, size_t size, const struct ways_setup *setup)
{
    return columns(bytes, size, setup, 1);
}

size_t ways_columns_4(const uint8_t *bytes, size_t size, const struct ways_setup *setup)
{
    return columns(bytes, size, setup, 0);
}
