/* SPDX-License-Identifier: MIT */
/* See memory.h: caches and TLBs, each a table of tags. */
#define _POSIX_C_SOURCE 200809L
#include "memory.h"

#include <pthread.h>
#include <string.h>

#include <libspe/packet.h>

#define LINE_SHIFT 6
#define PAGE_SHIFT 12
#define EVENT(name) (UINT64_C(1) << SPE_EVENT_##name)

enum { DTLB_SETS = 12, DTLB_WAYS = 4, STLB_SETS = 320, STLB_WAYS = 4 }; /* 48 and 1280 entries */
enum { L1_SETS = 256, L1_WAYS = 4, L2_SETS = 2048, L2_WAYS = 8, LLC_SETS = 8192, LLC_WAYS = 16 }; /* 64K, 1M, 8M */

/* Cycles */
enum { WALK = 40, STLB_HIT = 6, DTLB_HIT = 1 };
static const uint16_t cache_latency[MEMORY_LEVELS] = {4, 11, 38, 160};

/* A tag is its page or line number plus one: zeroed tables are empty. In a set the most recently used tag is the
 * first. */
struct memory {
    uint64_t dtlb[DTLB_SETS][DTLB_WAYS];
    uint64_t stlb[STLB_SETS][STLB_WAYS];
    uint64_t l1[L1_SETS][L1_WAYS];
    uint64_t l2[L2_SETS][L2_WAYS];
};

static uint64_t llc[LLC_SETS][LLC_WAYS];
static pthread_mutex_t llc_lock = PTHREAD_MUTEX_INITIALIZER;

/* Looks up a tag in its set and moves it to the front. Returns whether it was there. */
static int touch(uint64_t *set, unsigned ways, uint64_t tag)
{
    unsigned i = 0;
    while (i < ways && set[i] != tag)
        i++;
    const int hit = i < ways;
    for (i = hit ? i : ways - 1; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = tag;
    return hit;
}

size_t memory_size(void)
{
    return sizeof(struct memory);
}

static void translate(struct memory *memory, uint64_t page, struct memory_result *out)
{
    out->events |= EVENT(TLB_ACCESS);
    if (touch(memory->dtlb[page % DTLB_SETS], DTLB_WAYS, page + 1)) {
        out->translation = DTLB_HIT;
    } else if (touch(memory->stlb[page % STLB_SETS], STLB_WAYS, page + 1)) {
        out->translation = STLB_HIT;
    } else {
        out->translation = WALK;
        out->events |= EVENT(TLB_WALK);
    }
}

static int touch_llc(uint64_t line)
{
    pthread_mutex_lock(&llc_lock);
    const int hit = touch(llc[line % LLC_SETS], LLC_WAYS, line + 1);
    pthread_mutex_unlock(&llc_lock);
    return hit;
}

static void fetch(struct memory *memory, uint64_t line, struct memory_result *out)
{
    out->events |= EVENT(L1D_ACCESS);
    if (touch(memory->l1[line % L1_SETS], L1_WAYS, line + 1))
        return;
    out->events |= EVENT(L1D_REFILL) | EVENT(L2D_ACCESS);
    out->level = MEMORY_L2;
    if (touch(memory->l2[line % L2_SETS], L2_WAYS, line + 1))
        return;
    out->events |= EVENT(L2D_MISS) | EVENT(LL_ACCESS);
    out->level = MEMORY_LLC;
    if (touch_llc(line))
        return;
    out->events |= EVENT(LL_MISS);
    out->level = MEMORY_DRAM;
}

static struct memory_result access_line(struct memory *memory, uint64_t address)
{
    struct memory_result out = {0, 0, 0, MEMORY_L1};
    translate(memory, address >> PAGE_SHIFT, &out);
    fetch(memory, address >> LINE_SHIFT, &out);
    out.latency = (uint16_t)(cache_latency[out.level] + out.translation);
    return out;
}

struct memory_result memory_worse(struct memory_result a, struct memory_result b)
{
    struct memory_result out = a.latency < b.latency ? b : a;
    out.translation = a.translation < b.translation ? b.translation : a.translation;
    out.events = a.events | b.events;
    return out;
}

struct memory_result memory_access(struct memory *memory, uint64_t address, uint64_t size)
{
    const uint64_t last = address + (size ? size - 1 : 0);
    struct memory_result out = access_line(memory, address);
    for (uint64_t line = (address >> LINE_SHIFT) + 1; line <= last >> LINE_SHIFT; line++)
        out = memory_worse(out, access_line(memory, line << LINE_SHIFT));
    if (size && address >> LINE_SHIFT != last >> LINE_SHIFT && (address & (size - 1)))
        out.events |= EVENT(MISALIGNED);
    return out;
}
