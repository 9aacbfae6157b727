/* SPDX-License-Identifier: MIT */
/* Nodes of cores and memory, from NUMA_TOPOLOGY and MEM_TOPOLOGY of perf.data. */
#include <string.h>

#include "input/nodes.h"
#include "tap.h"

static struct nodes nodes;
static uint8_t bytes[4096];
static size_t size;
static int is_swapped;

static void put(uint64_t value, unsigned width)
{
    const uint32_t word = (uint32_t)value;
    uint8_t own[8];
    memcpy(own, width == 8 ? (const void *)&value : &word, width);
    for (unsigned i = 0; i < width; i++)
        bytes[size++] = own[is_swapped ? width - 1 - i : i];
}

static void put_cpus(uint64_t node, const char *cpus)
{
    put(node, 4), put(1000, 8), put(500, 8);
    put(strlen(cpus) + 1, 4);
    memcpy(bytes + size, cpus, strlen(cpus) + 1);
    size += strlen(cpus) + 1;
}

static void put_memory(uint64_t node, uint64_t blocks, const uint64_t *words)
{
    put(node, 8), put(blocks, 8), put(blocks, 8);
    for (uint64_t i = 0; i < (blocks + 63) / 64; i++)
        put(words[i], 8);
}

static void take(unsigned feature, size_t length)
{
    struct spe_perf_event event = {.type = SPE_PERF_FEATURE, .reference = feature, .bytes = bytes, .size = length};
    event.misc = is_swapped ? SPE_PERF_MISC_SWAPPED : 0;
    nodes_take(&nodes, &event);
    size = 0;
}

static void begin(void)
{
    memset(&nodes, 0, sizeof nodes);
    size = 0;
}

static void test_cpus(void)
{
    begin();
    put(3, 4), put_cpus(0, "0-3,8"), put_cpus(7, "4,5-6,4095,4096-9999"), put_cpus(65535, "9");
    take(14, size);
    for (uint32_t cpu = 0; cpu < 10; cpu++)
        is((long)nodes_of_cpu(&nodes, cpu),
           (long)(cpu < 4 || cpu == 8 ? 0
                  : cpu < 7           ? 7
                                      : NODES_NONE),
           "a core's node");
    ok(nodes_of_cpu(&nodes, 4095) == 7 && nodes_of_cpu(&nodes, 4096) == NODES_NONE &&
           nodes_of_cpu(&nodes, UINT32_MAX) == NODES_NONE,
       "the last core; cores after it are in no node");
    ok(nodes.has_news && !nodes.count, "no memory");
}

/* Lists that perf does not write. */
static void test_odd_cpus(void)
{
    static const char *const lists[] = {"", "-", "1-", "x", "3-1", ",1", "99999999999999999999-4"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        begin();
        put(1, 4), put_cpus(1, lists[i]);
        take(14, size);
        unsigned found = 0;
        for (uint32_t cpu = 0; cpu < NODES_CPUS; cpu++)
            found += nodes_of_cpu(&nodes, cpu) != NODES_NONE;
        is(found, 0, lists[i]);
    }
}

static void test_memory(void)
{
    const uint64_t first[] = {0x3, 0x1}, second[] = {0xc};
    begin();
    put(1, 8), put(0x1000, 8), put(2, 8);
    put_memory(2, 65, first), put_memory(0, 4, second);
    take(22, size);
    is((long)nodes.count, 3, "blocks side by side are one range");
    ok(nodes_of_address(&nodes, 0) == 2 && nodes_of_address(&nodes, 0x1fff) == 2, "the first two blocks");
    ok(nodes_of_address(&nodes, 0x2000) == 0 && nodes_of_address(&nodes, 0x3fff) == 0, "the next two");
    ok(nodes_of_address(&nodes, 0x4000) == NODES_NONE && nodes_of_address(&nodes, 0x3ffff) == NODES_NONE, "a hole");
    ok(nodes_of_address(&nodes, 0x40000) == 2 && nodes_of_address(&nodes, 0x41000) == NODES_NONE, "block 64");
    put(1, 8), put(0x1000, 8), put(3, 8);
    put_memory(0, 4, (const uint64_t[]){0xf}), put_memory(1, 5, (const uint64_t[]){0x18}),
        put_memory(2, 2, (const uint64_t[]){0x2});
    take(22, size);
    static const uint32_t want[] = {0, NODES_NONE, 0, NODES_NONE, 1, NODES_NONE};
    for (uint64_t block = 0; block < 6; block++)
        is((long)nodes_of_address(&nodes, block << 12 | 0x800), (long)want[block],
           "a block that two nodes have is in none");
    put(2, 8), put(0x1000, 8), put(1, 8), put_memory(2, 65, first);
    take(22, size);
    is((long)nodes.count, 0, "another version");
    put(1, 8), put(0, 8), put(1, 8), put_memory(2, 65, first);
    take(22, size);
    is((long)nodes.count, 0, "blocks of no bytes");
    put(1, 8), put(UINT64_C(1) << 62, 8), put(1, 8), put_memory(2, 4, (const uint64_t[]){0xf});
    take(22, size);
    ok(nodes.count == 1 && nodes.ranges[0].last == (UINT64_C(3) << 62) - 1, "blocks beyond all addresses are left out");
}

/* Of more ranges than there is room for, the first ones are kept; what is cut off is ignored. */
static void test_limits(void)
{
    uint64_t words[64];
    for (unsigned i = 0; i < 64; i++)
        words[i] = UINT64_C(0x5555555555555555);
    begin();
    put(1, 8), put(64, 8), put(1, 8), put_memory(1, 4096, words);
    const size_t all = size;
    take(22, all);
    ok(nodes.count == NODES_RANGES && nodes_of_address(&nodes, 2047 * 64) == NODES_NONE &&
           nodes_of_address(&nodes, 2046 * 64) == 1 && nodes_of_address(&nodes, 2048 * 64) == NODES_NONE,
       "as many ranges as there is room for");
    int bad = 0;
    for (size_t cut = 0; cut < all; cut++) {
        put(1, 8), put(64, 8), put(1, 8), put_memory(1, 4096, words);
        take(22, cut);
        const size_t want = cut < 48 ? 0 : (cut - 48) / 8 * 32;
        bad += nodes.count != (want < NODES_RANGES ? want : NODES_RANGES);
    }
    is(bad, 0, "a part that is cut off gives what it has");
}

int main(void)
{
    for (is_swapped = 0; is_swapped < 2; is_swapped++) {
        test_cpus();
        test_odd_cpus();
        test_memory();
        test_limits();
    }
    return tap_done();
}
