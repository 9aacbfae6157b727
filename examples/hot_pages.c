/* SPDX-License-Identifier: MIT */
/*
 * hot_pages TID [va|pa]: prints each second the data pages that a thread uses most, by virtual or physical address, for
 * daemons that move pages between tiers of memory. Memory does not grow: a new page replaces the coldest one in its set
 * of the table, and its count, which starts there, is at most that much too high. Each second all counts are halved.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ring/ring.h"

enum { BATCH = 256, SETS = 1024, WAYS = 8, SHOWN = 10, PAGE_BITS = 12 };
enum { ONE = 256 }; /* the count of one sample, which can be halved */

struct page {
    uint64_t number;
    uint32_t count, over; /* at most this part of it is another page's */
};

static struct page table[SETS][WAYS];

static void count(uint64_t address)
{
    const uint64_t number = address >> PAGE_BITS;
    struct page *set = table[number * UINT64_C(0x9e3779b97f4a7c15) >> 54], *coldest = set;
    for (struct page *page = set; page < set + WAYS; page++) {
        if (page->number == number && page->count) {
            page->count += ONE;
            return;
        }
        if (page->count < coldest->count)
            coldest = page;
    }
    *coldest = (struct page){number, coldest->count + ONE, coldest->count};
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = ((const struct page *)a)->count, y = ((const struct page *)b)->count;
    return (x < y) - (x > y);
}

/* Prints the hottest pages, then halves every count. */
static void show(void)
{
    static struct page sorted[SETS * WAYS];
    memcpy(sorted, table, sizeof sorted);
    qsort(sorted, SETS * WAYS, sizeof sorted[0], compare);
    for (const struct page *page = sorted; page < sorted + SHOWN && page->count >= ONE; page++)
        printf("0x%" PRIx64 " %u-%u; ", page->number << PAGE_BITS, (page->count - page->over) / ONE, page->count / ONE);
    puts("");
    fflush(stdout);
    for (struct page *page = table[0]; page < table[0] + SETS * WAYS; page++)
        *page = (struct page){page->number, page->count / 2, page->over / 2};
}

int main(int argc, char **argv)
{
    static struct ring ring;
    static struct spe_record records[BATCH];
    const int physical = argc > 2 && strcmp(argv[2], "pa") == 0;
    uint64_t period = 0;
    if (ring_open(&ring, argv[1], &period) != 0)
        return 1;
    for (time_t has_ended = 0, shown = time(NULL); !has_ended; ring_resume(&ring, &period)) {
        has_ended = ring_wait(&ring, 100);
        for (size_t n; (n = ring_read(&ring, records, BATCH)) > 0;)
            for (size_t i = 0; i < n; i++)
                if (records[i].present & (physical ? SPE_HAS_DATA_PA : SPE_HAS_DATA_VA))
                    count(physical ? spe_address_bits(records[i].data_pa) : spe_address_canonical(records[i].data_va));
        if (has_ended || time(NULL) != shown)
            show();
        shown = time(NULL);
    }
    ring_close(&ring);
    return 0;
}
