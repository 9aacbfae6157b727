/* SPDX-License-Identifier: MIT */
/* What instructions wait for, and how their addresses go: for sites.c. */
#include "profile/sites.h"

#include <string.h>

#include "tap.h"

static struct site site;

static void access_at(uint64_t address, uint32_t who)
{
    const struct spe_record r = {.present = SPE_HAS_DATA_VA, .data_va = address};
    const struct counted one = {.reads = 1, .level = SPE_LEVEL_L1};
    site_add(&site, who, &r, &one);
}

/* 100 accesses, `step` bytes times 1 to 8 further each time. */
static void walk(int64_t step, unsigned varies)
{
    uint64_t address = 1 << 30;
    memset(&site, 0, sizeof site);
    for (unsigned i = 0; i < 100; i++) {
        access_at(address, 1);
        address += (uint64_t)(step * (1 + (varies ? i * i % 7 : 6)));
    }
}

static void test_addresses(void)
{
    walk(8, 1);
    is(site_order(&site), 1, "addresses that rise");
    ok(!site_is_wide(&site), "... one after another");
    walk(-4096, 1);
    is(site_order(&site), -1, "addresses that fall");
    ok(site_is_wide(&site), "... far from one another");
    walk(4096, 0);
    ok(site_order(&site) == 1 && !site_is_wide(&site), "distances that do not vary do not show the step");
    memset(&site, 0, sizeof site);
    for (unsigned i = 0; i < 100; i++)
        access_at(i * 40503u % 1024 * 64, 1);
    is(site_order(&site), 0, "addresses that are scattered");
    memset(&site, 0, sizeof site);
    for (unsigned i = 0; i < 100; i++)
        access_at(4096 + 64 * i, i % 2);
    is((long)(site.up + site.down), 0, "the addresses of two threads are not compared");
    memset(&site, 0, sizeof site);
    for (unsigned i = 0; i < 10; i++)
        access_at(4096 + 64 * i, 1);
    is(site_order(&site), 0, "nine steps are too few");
    is((long)site.accesses, 10, "all are counted");
}

static void wait_of(unsigned level, uint64_t events, unsigned total, unsigned translation, int is_store)
{
    const struct spe_record r = {.present = SPE_HAS_EVENTS | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_TOTAL_LATENCY,
                                 .events = events,
                                 .translation_latency = (uint16_t)translation};
    const struct counted one = {
        .reads = !is_store, .writes = (uint8_t)is_store, .level = (uint8_t)level, .cycles = total, .part = 3};
    memset(&site, 0, sizeof site);
    site_add(&site, 1, &r, &one);
}

static void test_waits(void)
{
    const uint64_t walks = UINT64_C(1) << SPE_EVENT_TLB_WALK, refill = UINT64_C(1) << SPE_EVENT_L1D_REFILL;
    wait_of(SPE_LEVEL_DRAM, walks | refill, 200, 40, 0);
    ok(site.wait.samples_in[3] == 1 && site.wait.cycles_in[3] == 160, "a load of memory waits, without its walk");
    ok(site.walk.samples_in[3] == 1 && site.walk.cycles_in[3] == 40, "... which is counted by itself");
    wait_of(SPE_LEVEL_DRAM, refill, 200, 40, 0);
    ok(site.wait.cycles_in[3] == 200 && !site_sum(site.walk.samples_in), "a translation without a walk is part of it");
    wait_of(SPE_LEVEL_L2, refill, 11, 1, 0);
    ok(!site_sum(site.wait.samples_in) && !site_sum(site.walk.samples_in), "a load of the core's caches does not");
    wait_of(SPE_LEVEL_UNKNOWN, refill, 90, 1, 1);
    is((long)site_sum(site.wait.samples_in), 0, "... nor a store");
    wait_of(SPE_LEVEL_DRAM, walks, 30, 40, 1);
    ok(site.walk.cycles_in[3] == 40, "... but its page walk is counted");
    wait_of(SPE_LEVEL_DRAM, walks, 30, 40, 0);
    ok(site.wait.cycles_in[3] == 0, "a walk that is longer than all");
    static const struct {
        unsigned level;
        int is_far;
    } levels[] = {{SPE_LEVEL_L1, 0}, {SPE_LEVEL_PEER_CORE, 1}, {SPE_LEVEL_REMOTE, 1}, {SPE_LEVEL_DEVICE, 0}};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        wait_of(levels[i].level, 0, 50, 0, 0);
        is((long)site_sum(site.wait.cycles_in), 50 * levels[i].is_far, "a load of another level");
    }
}

int main(void)
{
    test_addresses();
    test_waits();
    return tap_done();
}
