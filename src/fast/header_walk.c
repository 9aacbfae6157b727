/* SPDX-License-Identifier: MIT */
/* The first pass: when it starts, and the walk over headers in portable C, for kernels that have no vector code for
 * it. */
#include "header_walk.h"

#if SPE_LEARNING

/* The steps that nearly all records need, and for which a walk has room. */
#define STEPS 13

/* The state of a walk over a record's packets. Bits [7:0] are the number of bytes from the record's beginning; the
 * higher bits are the sum of a number for each header. The sum is the same for packets in another order, which is why
 * record layouts have aliases. At the last packet a step goes nowhere. */
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

void spe_many_fill(struct spe_many *many, const struct spe_run *run, size_t at)
{
    spe_fill_queue(many, run, at, SPE_CURSORS, walk_records);
}

/* Returns where a record may begin, at or after `from`: after bytes that look like the end of a record, if the byte
 * that follows begins some layout. Returns `to` if no such place exists. */
static size_t find_start(const struct spe_many *many, const uint8_t *bytes, size_t from, size_t to)
{
    for (; from < to; from++) {
        if (SPE_GUESS(!many->ends[bytes[from]]))
            continue;
        const size_t at = spe_skip_zeros(bytes, from + many->ends[bytes[from]], to);
        if (at < to && many->starts[bytes[at]])
            return at;
    }
    return to;
}

/* The bytes of the copy, if a cursor's part of the block has `part` bytes. */
static size_t tail_size(size_t part)
{
    return part < SPE_MANY_ROOM ? SPE_MANY_ROOM : part < SPE_TAIL ? part : SPE_TAIL;
}

/* No packet begins with this byte: a walk ends there, and does not step over zeros after the copy. */
#define NO_HEADER 0xff

/* Copies the chunk's last bytes, and places cursor number `i` there. */
static void place_in_tail(struct spe_many *many, const struct spe_run *run, size_t size, unsigned i,
                          struct spe_cursor *c)
{
    const size_t base = run->size - size;
    memcpy(many->tail, run->bytes + base, size);
    memset(many->tail + size, NO_HEADER, SPE_MANY_ROOM);
    many->queue.bytes[i] = many->tail;
    many->queue.base[i] = base;
    *c = (struct spe_cursor){many->tail, i ? find_start(many, many->tail, 0, size) : 0, size, size, size};
}

/* The last block goes to the end of the chunk: its last cursor walks in a copy, as a walk reads more than a record. The
 * others stop where a walk has no room. */
unsigned spe_begin_block(struct spe_many *many, const struct spe_run *run, size_t at, unsigned most,
                         struct spe_cursor *c)
{
    struct spe_queue *const queue = &many->queue;
    const size_t left = run->size - at, block = SPE_BLOCK < left - SPE_MANY_ROOM ? SPE_BLOCK : left - SPE_MANY_ROOM;
    const int is_last = left <= SPE_BLOCK;
    const unsigned cursors = left < SPE_TAIL ? 1 : most, direct = cursors - (unsigned)is_last;
    const size_t size = is_last ? left : block, part = size / cursors;
    memset(queue->count, 0, sizeof queue->count);
    for (unsigned i = 0; i < direct; i++) {
        queue->bytes[i] = run->bytes + at;
        queue->base[i] = at;
        c[i] = (struct spe_cursor){run->bytes + at, i ? find_start(many, run->bytes + at, part * i, size) : 0, block,
                                   block, left};
    }
    if (is_last)
        place_in_tail(many, run, cursors == 1 ? left : tail_size(part), cursors - 1, &c[cursors - 1]);
    for (unsigned i = 0; i < direct; i++) {
        const size_t next = i + 1 < cursors ? queue->base[i + 1] + c[i + 1].at - at : block;
        c[i].end = next < block ? next : block;
    }
    return cursors;
}

void spe_end_block(struct spe_many *many, const struct spe_cursor *c, unsigned cursors)
{
    struct spe_queue *const queue = &many->queue;
    unsigned list = 0;
    while (list + 1 < cursors && queue->base[list] + c[list].at == queue->base[list + 1] + queue->place[list + 1][0] &&
           queue->count[list + 1])
        list++;
    queue->stop = c[list].bytes == many->tail ? queue->base[list] + c[list].at : SIZE_MAX;
    for (list++; list < SPE_CURSORS; list++)
        queue->count[list] = 0;
    queue->list = queue->number = 0;
    spe_queue_pass(queue, 0);
}

int spe_many_queue(struct spe_many *many, struct spe_run *run, size_t at)
{
    struct spe_queue *const queue = &many->queue;
    at = spe_skip_zeros(run->bytes, at, run->size);
    while (spe_queue_next(queue) < at)
        spe_queue_pass(queue, 1);
    if (spe_queue_next(queue) == at)
        return 1;
    if (at == run->size || at == queue->stop)
        return 0;
    run->missed = run->size - at >= SPE_MANY_ROOM && spe_many_find(run->learned, run->bytes + at) == SPE_NO_LAYOUT;
    if (run->missed)
        return 0;
    run->learned->kernel->fill(many, run, at);
    return queue->list < SPE_CURSORS;
}

#endif
