/* SPDX-License-Identifier: MIT */
/* See fuzz.h. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record_mutator.h"

/* libFuzzer has it. Other engines and replay.c do not, and do not call mutators. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));

void fuzz_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

/* The middle of area `area`, GUARDED_MAX bytes between two unreadable pages; made once. */
static uint8_t *middle(unsigned area)
{
    static uint8_t *areas[GUARDED_AREAS];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (areas[area])
        return areas[area];
    uint8_t *all = mmap(NULL, GUARDED_MAX + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(all != MAP_FAILED);
    CHECK(!mprotect(all, page, PROT_NONE) && !mprotect(all + page + GUARDED_MAX, page, PROT_NONE));
    return areas[area] = all + page;
}

uint8_t *guarded_end(unsigned area, size_t size)
{
    CHECK(size <= GUARDED_MAX);
    return middle(area) + GUARDED_MAX - size;
}

uint8_t *guarded_start(unsigned area)
{
    return middle(area);
}

const uint8_t *guarded_input(const uint8_t *data, size_t *size)
{
    if (*size > GUARDED_MAX)
        *size = GUARDED_MAX;
    uint8_t *copy = guarded_end(0, *size);
    if (*size)
        memcpy(copy, data, *size);
    return copy;
}

void check_same_packets(const struct spe_record *a, const struct spe_record *b)
{
    CHECK(a->present == b->present);
    for (unsigned bit = 0; bit < 32; bit++) {
        struct spe_packet one, other;
        const uint32_t has = UINT32_C(1) << bit;
        if (!(a->present & has))
            continue;
        CHECK(spe_record_packet(a, has, &one) == spe_record_packet(b, has, &other) && one.payload == other.payload);
    }
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, unsigned seed, size_t head)
{
    static const struct spe_gen_wish anything = {.damage = 1};
    if (head < size && seed % 2)
        return head + spe_gen_mutate(data + head, size - head, max - head, seed, &anything);
    return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, max) : size;
}

size_t fuzz_records(struct spe_gen_source *t, struct spe_record *records)
{
    static spe_decoder decoder;
    const size_t raw = (size_t)spe_gen_take(t, 1) % 8; /* this number is any memory; the others come from a decoder */
    for (size_t i = 0; i < raw; i++)
        for (size_t at = 0; at < sizeof records[i]; at++)
            ((uint8_t *)&records[i])[at] = (uint8_t)spe_gen_take(t, 1);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, t->at, t->left);
    return raw + spe_decoder_next_batch(&decoder, records + raw, FUZZ_RECORDS - raw);
}
