/* SPDX-License-Identifier: MIT */
/* See nodes.h. The formats are in Linux's tools/perf/Documentation/perf.data-file-format.txt. */
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_NUMA_TOPOLOGY = 14, HEADER_MEM_TOPOLOGY = 22 };

#define NODE_MOST 65534

/* Bytes of a feature that have not been read */
struct feature {
    const uint8_t *at;
    size_t size;
    int is_swapped;
    int is_damaged; /* it ended inside a number or text */
};

/* Takes n bytes, or returns NULL if there are fewer. */
static const uint8_t *take_bytes(struct feature *p, uint64_t n)
{
    const uint8_t *bytes = p->at;
    p->is_damaged |= n > p->size;
    if (p->is_damaged)
        return NULL;
    p->at += n;
    p->size -= (size_t)n;
    return bytes;
}

/* Takes a number of `width` bytes; 0 if fewer bytes are left. */
static uint64_t take_number(struct feature *p, unsigned width)
{
    const uint8_t *bytes = take_bytes(p, width);
    uint8_t order[8] = {0};
    uint64_t wide;
    uint32_t word;
    if (!bytes)
        return 0;
    for (unsigned i = 0; i < width; i++)
        order[i] = bytes[p->is_swapped ? width - 1 - i : i];
    memcpy(&wide, order, sizeof wide);
    memcpy(&word, order, sizeof word);
    return width == 8 ? wide : word;
}

/* -- cores: "0-3,8" -- */

/* Reads a number at *text. Returns 0 if no number begins there. */
static int read_cpu(const char **text, const char *end, unsigned long *out)
{
    const char *const begin = *text;
    *out = 0;
    for (; *text < end && **text >= '0' && **text <= '9'; ++*text)
        *out = *out < NODES_CPUS ? 10 * *out + (unsigned long)(**text - '0') : *out;
    return *text > begin;
}

/* Sets at most *left cores, and subtracts them: each core is in one list. */
static void take_cpus(struct nodes *n, uint64_t node, const char *text, const char *end, unsigned *left)
{
    unsigned long first, last;
    while (text < end && read_cpu(&text, end, &first)) {
        last = first;
        if (text < end && *text == '-') {
            text++;
            if (!read_cpu(&text, end, &last))
                return;
        }
        for (; first <= last && first < NODES_CPUS && *left; first++, --*left)
            n->of_cpu[first] = (uint16_t)(node + 1);
        text += text < end && *text == ',';
    }
}

/* For each node: its number, KiB of memory and of free memory, and its cores. */
static void take_numa(struct nodes *n, struct feature *p)
{
    unsigned cores = NODES_CPUS;
    for (uint64_t left = take_number(p, 4); left && !p->is_damaged; left--) {
        const uint64_t node = take_number(p, 4);
        take_bytes(p, 16);
        const uint64_t length = take_number(p, 4);
        const char *text = (const char *)take_bytes(p, length);
        if (text && node <= NODE_MOST)
            take_cpus(n, node, text, text + length, &cores);
    }
}

/* -- memory -- */

/* Where a range begins or ends */
struct border {
    uint64_t at; /* the first address that is in it, or no longer */
    int64_t node;
    int change; /* 1 or -1 */
};

static int by_address(const void *a, const void *b)
{
    const struct border *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Sorts the ranges, and leaves out addresses in several ranges: Linux names a block in each node that has a part of
 * it. */
static void settle_ranges(struct nodes *n)
{
    static struct border borders[2 * NODES_RANGES]; /* static because it is large */
    const size_t count = 2 * n->count;
    int64_t nodes = 0; /* the sum of the nodes that have the current address */
    int many = 0;
    for (size_t i = 0; i < n->count; i++) {
        const struct nodes_range *r = &n->ranges[i];
        borders[2 * i] = (struct border){r->first, r->node, 1};
        borders[2 * i + 1] = (struct border){r->last + 1, r->node, -1};
    }
    qsort(borders, count, sizeof *borders, by_address);
    n->count = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        nodes += borders[i].change * borders[i].node;
        many += borders[i].change;
        if (many == 1 && borders[i + 1].at > borders[i].at && n->count < NODES_RANGES)
            n->ranges[n->count++] = (struct nodes_range){borders[i].at, borders[i + 1].at - 1, (uint32_t)nodes};
    }
}

static void add_block(struct nodes *n, uint64_t node, uint64_t block, uint64_t size)
{
    if (block >= UINT64_MAX / size)
        return;
    const uint64_t first = block * size, last = first + size - 1;
    struct nodes_range *before = n->count ? &n->ranges[n->count - 1] : NULL;
    if (before && before->node == node && before->last + 1 == first)
        before->last = last;
    else if (n->count < NODES_RANGES)
        n->ranges[n->count++] = (struct nodes_range){first, last, (uint32_t)node};
}

/* The version (1), the bytes of a block, the number of nodes; for each of them its number, the number of blocks, twice,
 * and a bit for each block: whether the node has it. */
static void take_memory(struct nodes *n, struct feature *p)
{
    const uint64_t version = take_number(p, 8), size = take_number(p, 8);
    n->count = 0;
    if (version != 1 || !size)
        return;
    for (uint64_t left = take_number(p, 8); left && !p->is_damaged; left--) {
        const uint64_t node = take_number(p, 8);
        take_number(p, 8);
        const uint64_t blocks = take_number(p, 8);
        for (uint64_t block = 0; block < blocks && !p->is_damaged; block += 64) {
            const uint64_t bits = take_number(p, 8);
            for (unsigned i = 0; i < 64 && block + i < blocks; i++)
                if (bits >> i & 1 && node <= NODE_MOST)
                    add_block(n, node, block + i, size);
        }
    }
    settle_ranges(n);
}

void nodes_take(struct nodes *n, const struct spe_perf_event *event)
{
    struct feature p = {event->bytes, (size_t)event->size, (event->misc & SPE_PERF_MISC_SWAPPED) != 0, 0};
    if (event->type != SPE_PERF_FEATURE)
        return;
    if (event->reference == HEADER_NUMA_TOPOLOGY)
        take_numa(n, &p);
    if (event->reference == HEADER_MEM_TOPOLOGY)
        take_memory(n, &p);
    n->has_news |= event->reference == HEADER_NUMA_TOPOLOGY || event->reference == HEADER_MEM_TOPOLOGY;
}

uint32_t nodes_of_cpu(const struct nodes *n, uint32_t cpu)
{
    return cpu < NODES_CPUS && n->of_cpu[cpu] ? n->of_cpu[cpu] - 1u : NODES_NONE;
}

uint32_t nodes_of_address(const struct nodes *n, uint64_t address)
{
    size_t from = 0, to = n->count; /* the range is the last one that begins at or before the address */
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (n->ranges[middle].first <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from && address <= n->ranges[from - 1].last ? n->ranges[from - 1].node : NODES_NONE;
}
