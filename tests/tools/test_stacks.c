/* SPDX-License-Identifier: MIT */
/* Stacks when there are more combinations than fit: pages go first, then places; the sums stay exact. */
#include "profile/stacks.h"

#include <libspe/stats.h>

#include "tap.h"

const char tool_name[] = "test_stacks", tool_usage[] = "";

static struct stacks stacks;
static struct places places = {.page = PLACES_PAGE};

/* Adds a load of a page at an address. */
static void add(uint64_t pc, uint64_t page)
{
    const struct spe_record r = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_DATA_VA,
                                 .op_class = SPE_CLASS_LOAD_STORE,
                                 .pc = pc,
                                 .data_va = page};
    const struct sample sample = {.record = &r, .time = pc, .cpu = UINT32_MAX};
    const struct counted one = {.cycles = 3, .time = 5, .load = 1, .ratios = 2u << 2 * COUNTS_TLB_WALK};
    stacks_add(&stacks, &places, &sample, &one);
}

static uint64_t sum(unsigned value)
{
    uint64_t n = 0;
    for (size_t i = 0; i < stacks.count; i++)
        n += stacks.list[i].values[value];
    return n;
}

int main(void)
{
    const uint64_t fine = STACKS_FINE, most = STACKS_MOST;
    processes_begin_file(&places.processes);
    for (uint64_t i = 0; i < fine; i++)
        add(4 * (i % 1000), i * PLACES_PAGE + 8);
    is((int64_t)stacks.count, (int64_t)fine, "so many combinations with a page");
    add(0, 8);
    is((int64_t)stacks.count, (int64_t)fine, "one of them again");
    is((int64_t)stacks.pageless, 0, "no page is lost");
    for (uint64_t i = 0; i < 3000; i++)
        add(4 * (i % 1000), (fine + i) * PLACES_PAGE);
    is((int64_t)stacks.count, (int64_t)fine + 1000, "further pages are counted together, by the rest");
    is((int64_t)stacks.pageless, 3000, "... and the samples that lost theirs are known");
    for (uint64_t i = 0; i < most; i++)
        add(1000000 + 4 * i, 0);
    is((int64_t)stacks.count, (int64_t)most, "no more than STACKS_MOST");
    is((int64_t)stacks.placeless, (int64_t)(fine + 1000 + 1), "samples of the others have no place");
    is((int64_t)sum(STACKS_SAMPLES), (int64_t)(fine + 1 + 3000 + most), "all samples are there");
    is((int64_t)sum(STACKS_LATENCY), 3 * (int64_t)(fine + 1 + 3000 + most), "... with their latency");
    is((int64_t)sum(STACKS_TIME), 5 * (int64_t)(fine + 1 + 3000 + most), "... their time");
    is((int64_t)sum(STACKS_MISSES + COUNTS_TLB_WALK), (int64_t)(fine + 1 + 3000 + most), "... their misses");
    stacks_sort(&stacks);
    int wrong = 0;
    for (size_t i = 1; i < stacks.count; i++)
        wrong += stacks.list[i - 1].key.address > stacks.list[i].key.address;
    is(wrong, 0, "sorted by address");
    is(stacks.list[0].time == 0 && stacks.list[0].key.address == 0, 1, "the first sample's time");
    stacks_free(&stacks);
    return tap_done();
}
