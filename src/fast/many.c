/* SPDX-License-Identifier: MIT */
/* See many.h: the first pass, and learning, of which each takes one insertion. */
#include "fill.h"

#ifndef SPE_NO_LEARNING

/* As many steps as nearly all records take, and as a walk has room for. */
#define STEPS 13

/* Where a walk over a record's packets is: in bits [7:0] bytes from its beginning, above them the sum of what its
 * headers are: of packets in another order it is the same, which aliases are for. At the last packet steps lead
 * nowhere. */
#define WALKED(walk) ((walk)&0xff)

static SPE_INLINED uint32_t step(const struct spe_many *many, const uint8_t *bytes, uint32_t walk)
{
    return walk + many->steps[bytes[WALKED(walk)]];
}

uint32_t spe_walk_on(const struct spe_many *many, const uint8_t *bytes, uint32_t walk)
{
    while (many->steps[bytes[WALKED(walk)]] && WALKED(walk) < SPE_WIDE_SIZE - 9)
        walk = step(many, bytes, walk);
    return walk;
}

static SPE_INLINED struct spe_walked end_walk(const struct spe_many *many, const uint8_t *bytes, uint32_t walk)
{
    if (!SPE_GUESS(!many->steps[bytes[WALKED(walk)]]))
        walk = spe_walk_on(many, bytes, walk);
    const uint8_t header = bytes[WALKED(walk)];
    const unsigned size = WALKED(walk) + many->ends[header];
    const unsigned ends = many->ends[header] && size <= SPE_WIDE_SIZE;
    return (struct spe_walked){ends ? size : 0, (walk + size) * UINT32_C(0x9e3779b1) >> 20};
}

_Static_assert(SPE_MANY_KEYS == 1 << 12, "a key has the 12 bits that are left");

static SPE_INLINED void walk_records(const struct spe_many *many, const uint8_t *const *records, unsigned n,
                                     struct spe_walked *walked)
{
    uint32_t walks[SPE_CURSORS] = {0};
    SPE_UNROLL
    for (unsigned i = 0; i < STEPS; i++)
        SPE_UNROLL
    for (unsigned j = 0; j < n; j++)
        walks[j] = step(many, records[j], walks[j]);
    SPE_UNROLL
    for (unsigned j = 0; j < n; j++)
        walked[j] = end_walk(many, records[j], walks[j]);
}

struct spe_walked spe_many_walk(const struct spe_many *many, const uint8_t *bytes)
{
    struct spe_walked walked;
    walk_records(many, &bytes, 1, &walked);
    return walked;
}

void spe_many_fill(struct spe_many *many, const struct spe_run *run, size_t at, size_t limit)
{
    spe_fill_queue(many, run, at, limit, SPE_CURSORS, walk_records);
}

int spe_many_queue(struct spe_many *many, struct spe_run *run, size_t at)
{
    struct spe_queue *const queue = &many->queue;
    const size_t limit = run->size > SPE_MANY_ROOM ? run->size - SPE_MANY_ROOM : 0;
    if (at >= limit)
        return 0;
    at = spe_skip_zeros(run->bytes, at, limit);
    while (spe_queue_next(queue) < at)
        spe_queue_pass(queue, 1);
    if (at >= limit || spe_queue_next(queue) == at)
        return at < limit;
    run->missed = spe_many_find(run->learned, run->bytes + at) == SPE_NO_LAYOUT;
    if (run->missed)
        return 0;
    run->learned->kernel->fill(many, run, at, limit);
    queue->list = queue->number = 0;
    return 1;
}

/* -- layouts -- */

struct spe_many *spe_many_begin(void *memory, size_t size)
{
    const size_t skipped = -(uintptr_t)memory % 64;
    if (size < SPE_MANY_LEAST)
        return NULL;
    struct spe_many *const many = (struct spe_many *)(void *)((uint8_t *)memory + skipped);
    const size_t room = (size - skipped - sizeof *many) / sizeof many->layouts[0];
    many->room = room < SPE_MANY_LAYOUTS ? (uint32_t)room : SPE_MANY_LAYOUTS;
    for (unsigned header = 0; header < 256; header++) {
        const unsigned kind = spe_header_kind[header];
        const int is_last = kind == SPE_KIND_TIMESTAMP || kind == SPE_KIND_END;
        const int follows = !header || (kind != SPE_KIND_NONE && !is_last);
        const uint32_t number = (header + 1) * UINT32_C(0x85ebca6b) & ~UINT32_C(0xff);
        many->ends[header] = (uint8_t)(is_last ? 1 + spe_payload_size((uint8_t)header) : 0);
        many->steps[header] = follows ? number | (1 + spe_payload_size((uint8_t)header)) : 0;
    }
    spe_many_forget(many);
    return many;
}

void spe_many_forget(struct spe_many *many)
{
    memset(many->keys, SPE_NO_LAYOUT, sizeof many->keys);
    spe_many_drop(many);
}

/* Headers say where payloads and padding are: masks are the same where they are. */
static int is_same(const struct spe_layout_wide *a, const struct spe_layout_wide *b)
{
    return a->head.size == b->head.size && !memcmp(a->head.value, b->head.value, sizeof a->head.value) &&
           !memcmp(a->value, b->value, sizeof a->value);
}

/* Whether a layout is known, or can have no place among those with its key. */
static int is_refused(const struct spe_many *many, unsigned key, const struct spe_layout_wide *layout)
{
    unsigned aliases = 0;
    for (unsigned i = many->keys[key]; i != SPE_NO_LAYOUT; i = many->layouts[i].alias)
        if (++aliases == SPE_ALIASES || is_same(&many->layouts[i], layout))
            return 1;
    return 0;
}

void spe_many_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size, const struct spe_record *record)
{
    struct spe_many *const many = learned->many;
    if (learned->count == many->room || size > SPE_WIDE_SIZE)
        return;
    const struct spe_walked walked = learned->kernel->walk(many, bytes);
    struct spe_layout_wide *const layout = &many->layouts[learned->count];
    memset(layout, 0, sizeof *layout);
    if (!spe_describe(learned->kernel, &layout->head, bytes, (unsigned)size, record))
        return;
    if (walked.size != size || is_refused(many, walked.key, layout))
        return;
    layout->alias = many->keys[walked.key];
    many->keys[walked.key] = learned->count;
    learned->count++;
    learned->misses -= learned->misses != 0; /* it was no fault of those that are known */
}

#endif
