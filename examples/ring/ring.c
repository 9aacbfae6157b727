/* SPDX-License-Identifier: MIT */
/* See ring.h. perf_event_open(2) documents the layout of the ring, and decoder.h what each flag means for records. */
#include "ring.h"

#include <string.h>

#define PERIOD_MAX UINT64_C(0xffffff00) /* PMSIRR_EL1.INTERVAL */

struct aux_event { /* PERF_RECORD_AUX, after the header */
    uint64_t offset, size, flags;
};

void ring_begin(struct ring *ring)
{
    memset(&ring->counts, 0, sizeof ring->counts);
    ring->from = ring->to = ring->lost = ring->stops = 0;
    ring->is_cut = ring->is_elsewhere = ring->is_inside = 0;
    spe_decoder_init(&ring->decoder, NULL);
}

/* Copies from the event's ring; the bytes may cross its end. */
static void copy_out(const struct ring *ring, uint64_t at, void *out, size_t size)
{
    const uint64_t ring_size = ring->page->data_size, place = at & (ring_size - 1);
    const size_t first = size < ring_size - place ? size : (size_t)(ring_size - place);
    memcpy(out, ring->data + place, first);
    memcpy((uint8_t *)out + first, ring->data, size - first);
}

/* The next bytes begin at `from`. */
static void go_on_at(struct ring *ring, uint64_t from)
{
    ring->is_elsewhere = ring->is_inside || from != ring->to;
    ring->counts.passed += !ring->is_inside && from > ring->to ? from - ring->to : 0;
    ring->from = from;
}

static void take_aux(struct ring *ring, const struct aux_event *event)
{
    struct ring_counts *counts = &ring->counts;
    const int is_snapshot =
        (event->flags & PERF_AUX_FLAG_OVERWRITE) != 0; /* a snapshot's offset is the end of its bytes */
    const uint64_t size = event->size < ring->page->aux_size ? event->size : ring->page->aux_size;
    const uint64_t to = event->offset + (is_snapshot ? 0 : event->size);
    counts->collisions += (event->flags & PERF_AUX_FLAG_COLLISION) != 0;
    counts->truncated += (event->flags & PERF_AUX_FLAG_TRUNCATED) != 0;
    counts->partial += (event->flags & PERF_AUX_FLAG_PARTIAL) != 0;
    counts->bytes += size;
    ring->is_inside = is_snapshot || size != event->size;
    ring->is_cut = (event->flags & PERF_AUX_FLAG_PARTIAL) != 0;
    go_on_at(ring, to - size);
    ring->to = to;
}

/* Reads the event's ring up to its next AUX record. Without one, skips bytes that the kernel has written
 * without a record: the kernel makes the record first, then moves aux_head. Returns whether there was anything. */
static int next_aux(struct ring *ring)
{
    const uint64_t written = __atomic_load_n(&ring->page->aux_head, __ATOMIC_ACQUIRE);
    const uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
    uint64_t tail = ring->page->data_tail; /* only this thread writes it */
    int found = 0;
    while (!found && tail != head) {
        struct perf_event_header header;
        uint64_t body[RING_COPY / 8] = {0};
        copy_out(ring, tail, &header, sizeof header);
        if (header.size < sizeof header || header.size > head - tail) { /* never by a kernel */
            tail = head;
            break;
        }
        const size_t size = header.size - sizeof header;
        copy_out(ring, tail + sizeof header, body, size < sizeof body ? size : sizeof body);
        if (header.type == PERF_RECORD_AUX) {
            const struct aux_event event = {body[0], body[1], body[2]};
            take_aux(ring, &event);
            found = 1;
        } else if (header.type == PERF_RECORD_LOST) {
            ring->counts.lost += body[1];
        }
        tail += header.size;
    }
    __atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
    if (!found && (int64_t)(written - ring->to) > 0) {
        ring->is_inside = 0;
        go_on_at(ring, written);
        ring->to = written;
        found = 1;
    }
    return found;
}

/* The stream continues at another place. If only the driver's padding is between, which no AUX record covers, nothing
 * is missing. Returns whether it has stored a cut-off record in *out. */
static int pass(struct ring *ring, struct spe_record *out)
{
    const int may_be_padding = !ring->is_inside && ring->counts.lost == ring->lost;
    int was_cut = 0;
    if (!may_be_padding || spe_decoder_set_offset(&ring->decoder, ring->from) != SPE_OK)
        was_cut = spe_decoder_gap(&ring->decoder, ring->from, out) == 1;
    if (ring->is_inside)
        spe_decoder_resync(&ring->decoder);
    ring->lost = ring->counts.lost;
    ring->is_elsewhere = 0;
    return was_cut;
}

/* Feeds the next bytes up to the AUX area's end, or reports missing bytes. The decoder must have used up the earlier
 * ones. Returns whether it has stored a cut-off record in *out. */
static int step(struct ring *ring, struct spe_record *out)
{
    if (ring->is_elsewhere)
        return pass(ring, out);
    if (ring->from == ring->to) {
        ring->is_cut = 0;
        return spe_decoder_gap(&ring->decoder, ring->to, out) == 1;
    }
    const uint64_t place = ring->from & (ring->page->aux_size - 1), left = ring->to - ring->from;
    const uint64_t whole = ring->page->aux_size - place, size = left < whole ? left : whole;
    spe_decoder_feed(&ring->decoder, ring->aux + place, (size_t)size);
    ring->from += size;
    return 0;
}

size_t ring_read(struct ring *ring, struct spe_record *out, size_t n)
{
    for (;;) {
        const size_t got = spe_decoder_next_batch(&ring->decoder, out, n);
        if (got)
            return got;
        if (ring->is_elsewhere || ring->from != ring->to || ring->is_cut) {
            if (step(ring, out))
                return 1;
            continue;
        }
        __atomic_store_n(&ring->page->aux_tail, ring->to,
                         __ATOMIC_RELEASE); /* the decoder no longer needs these bytes */
        if (!next_aux(ring))
            return 0;
    }
}

void ring_resume(struct ring *ring, uint64_t *period)
{
    const int was_full = ring->counts.truncated != ring->stops;
    if (was_full)
        *period = *period < PERIOD_MAX / 2 ? 2 * *period : PERIOD_MAX;
    ring->stops = ring->counts.truncated;
    ring_restart(ring, was_full ? *period : 0); /* it may have stopped only after it was restarted */
}
