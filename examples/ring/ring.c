/* SPDX-License-Identifier: MIT */
/* See ring.h. perf_event_open(2) tells the layout of the ring; decoder.h what each flag means for records. */
#include "ring.h"

#include <string.h>

struct aux_event { /* PERF_RECORD_AUX, behind its header */
    uint64_t offset, size, flags;
};

void ring_begin(struct ring *ring)
{
    memset(&ring->counts, 0, sizeof ring->counts);
    ring->from = ring->to = 0;
    ring->is_cut = ring->is_behind_gap = ring->is_inside = 0;
    spe_decoder_init(&ring->decoder, NULL);
}

/* Copies from the event's ring, over its end. */
static void copy_out(const struct ring *ring, uint64_t at, void *out, size_t size)
{
    const uint64_t ring_size = ring->page->data_size, place = at & (ring_size - 1);
    const size_t first = size < ring_size - place ? size : (size_t)(ring_size - place);
    memcpy(out, ring->data + place, first);
    memcpy((uint8_t *)out + first, ring->data, size - first);
}

static void take_aux(struct ring *ring, const struct aux_event *event)
{
    struct ring_counts *counts = &ring->counts;
    counts->collisions += (event->flags & PERF_AUX_FLAG_COLLISION) != 0;
    counts->truncated += (event->flags & PERF_AUX_FLAG_TRUNCATED) != 0;
    counts->partial += (event->flags & PERF_AUX_FLAG_PARTIAL) != 0;
    ring->is_inside = (event->flags & PERF_AUX_FLAG_OVERWRITE) != 0;
    ring->is_behind_gap = ring->is_inside || event->offset != ring->to;
    counts->moved += ring->is_inside ? 0 : event->offset - ring->to;
    counts->bytes += event->size;
    ring->from = event->offset;
    ring->to = event->offset + event->size;
    ring->is_cut = (event->flags & PERF_AUX_FLAG_PARTIAL) != 0;
}

/* Reads the event's ring up to its next AUX record. Returns whether there was one. */
static int next_aux(struct ring *ring)
{
    const uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
    uint64_t tail = ring->page->data_tail; /* only this thread writes it */
    int found = 0;
    while (!found && tail != head) {
        struct perf_event_header header;
        uint64_t body[RING_COPY / 8] = {0};
        copy_out(ring, tail, &header, sizeof header);
        const size_t size = header.size > sizeof header ? header.size - sizeof header : 0;
        copy_out(ring, tail + sizeof header, body, size < sizeof body ? size : sizeof body);
        if (header.type == PERF_RECORD_AUX) {
            const struct aux_event event = {body[0], body[1], body[2]};
            take_aux(ring, &event);
            found = 1;
        } else if (header.type == PERF_RECORD_LOST) {
            ring->counts.lost += body[1];
        }
        tail += header.size ? header.size : head - tail; /* 0 never comes from a kernel */
    }
    __atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
    return found;
}

/* The next bytes up to the AUX area's end, or a gap, go to the decoder, which has used up the ones before. Returns
 * whether a gap has cut a record, which is in *out. */
static int step(struct ring *ring, struct spe_record *out)
{
    int was_cut = 0;
    if (ring->is_behind_gap) {
        was_cut = spe_decoder_gap(&ring->decoder, ring->from, out) == 1;
        if (ring->is_inside)
            spe_decoder_resync(&ring->decoder);
        ring->is_behind_gap = 0;
    } else if (ring->from != ring->to) {
        const uint64_t place = ring->from & (ring->page->aux_size - 1), left = ring->to - ring->from;
        const uint64_t whole = ring->page->aux_size - place, size = left < whole ? left : whole;
        spe_decoder_feed(&ring->decoder, ring->aux + place, (size_t)size);
        ring->from += size;
    } else {
        was_cut = spe_decoder_gap(&ring->decoder, ring->to, out) == 1;
        ring->is_cut = 0;
    }
    return was_cut;
}

size_t ring_read(struct ring *ring, struct spe_record *out, size_t n)
{
    for (;;) {
        const size_t got = spe_decoder_next_batch(&ring->decoder, out, n);
        if (got)
            return got;
        if (ring->is_behind_gap || ring->from != ring->to || ring->is_cut) {
            if (step(ring, out))
                return 1;
            continue;
        }
        __atomic_store_n(&ring->page->aux_tail, ring->to, __ATOMIC_RELEASE); /* the decoder has let go of these bytes */
        if (!next_aux(ring))
            return 0;
    }
}
