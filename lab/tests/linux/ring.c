/* SPDX-License-Identifier: MIT */
#include "ring.h"

#include <linux/kernel.h>
#include <linux/vmalloc.h>

#include "harness.h"

int ring_init(struct ring *ring, unsigned pages, u64 watermark, bool is_snapshot)
{
    memset(ring, 0, sizeof *ring);
    ring->size = pages * PAGE_SIZE;
    ring->bytes = aligned_alloc(PAGE_SIZE, ring->size);
    ring->watermark = watermark ? watermark : ring->size / 2;
    ring->is_snapshot = is_snapshot;
    if (ring->bytes)
        memset(ring->bytes, 0, ring->size);
    return ring->bytes != NULL;
}

void ring_free(struct ring *ring)
{
    for (size_t i = 0; i < ring->taken_count; i++)
        free(ring->taken[i].bytes);
    free(ring->taken);
    free(ring->waiting);
    free(ring->bytes);
}

static struct taken *append(struct taken **list, size_t *count, const struct taken *one)
{
    if ((*count & (*count - 1)) == 0) {
        struct taken *larger = realloc(*list, (*count ? 2 * *count : 1) * sizeof **list);
        if (!larger)
            abort();
        *list = larger;
    }
    (*list)[*count] = *one;
    return &(*list)[(*count)++];
}

/* -- the kernel's side -- */

static bool need_wakeup(struct ring *ring)
{
    if (ring->is_snapshot || ring->head - ring->wakeup < ring->watermark)
        return false;
    ring->wakeup = ring->head / ring->watermark * ring->watermark;
    return true;
}

void *perf_get_aux(struct perf_output_handle *handle)
{
    return handle->event ? handle->rb->area : NULL;
}

void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags)
{
    handle->aux_flags |= flags;
}

void *perf_aux_output_begin(struct perf_output_handle *handle, struct perf_event *event)
{
    struct ring *ring = event->ring;
    CHECK(!ring->handle, "an AUX area is begun twice");
    handle->rb = ring;
    handle->event = event;
    handle->head = ring->head;
    handle->size = 0;
    handle->aux_flags = 0;
    if (!ring->is_snapshot) {
        handle->wakeup = ring->wakeup + ring->watermark;
        if (ring->head - ring->tail < ring->size) /* one byte is always left free (CIRC_SPACE) */
            handle->size = (ring->tail - (ring->head + 1)) & (ring->size - 1);
        if (!handle->size) {
            ring->wants_disable = true;
            handle->event = NULL;
            return NULL;
        }
    }
    ring->handle = handle;
    return ring->area;
}

int perf_aux_output_skip(struct perf_output_handle *handle, unsigned long size)
{
    struct ring *ring = handle->rb;
    if (size > handle->size)
        return -ENOSPC;
    ring->head += size;
    if (need_wakeup(ring))
        handle->wakeup = ring->wakeup + ring->watermark;
    handle->head = ring->head;
    handle->size -= size;
    return 0;
}

void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size)
{
    struct ring *ring = handle->rb;
    CHECK(ring->handle == handle, "an AUX area is ended that was not begun");
    CHECK(size <= ring->size, "an AUX area is ended with more bytes than it has");
    struct taken aux = {.size = size, .flags = handle->aux_flags, .time = harness_time()};
    if (ring->is_snapshot) {
        aux.flags |= PERF_AUX_FLAG_OVERWRITE;
        aux.offset = ring->head = handle->head;
    } else {
        aux.offset = ring->head;
        ring->head += size;
    }
    if (size || (aux.flags & ~(u64)PERF_AUX_FLAG_OVERWRITE))
        append(&ring->waiting, &ring->waiting_count, &aux);
    need_wakeup(ring);
    ring->wants_disable |= (aux.flags & PERF_AUX_FLAG_TRUNCATED) != 0;
    CHECK((aux.flags & (PERF_AUX_FLAG_PARTIAL | PERF_AUX_FLAG_COLLISION)) == ring->expected_flags,
          "an AUX event has flags that PMBSR_EL1 does not explain");
    ring->expected_flags = 0;
    ring->truncations += (aux.flags & PERF_AUX_FLAG_TRUNCATED) != 0;
    ring->partials += (aux.flags & PERF_AUX_FLAG_PARTIAL) != 0;
    ring->collisions += (aux.flags & PERF_AUX_FLAG_COLLISION) != 0;
    ring->handle = NULL;
    handle->event = NULL;
}

/* -- what may be written -- */

u64 ring_offset(const struct ring *ring, const unsigned char *address)
{
    const u64 head = ring->handle->head;
    return head - head % ring->size + (u64)(address - ring->bytes);
}

bool ring_may_write(const struct ring *ring, const unsigned char *address, size_t size)
{
    if (!ring || !ring->handle || address < ring->bytes || address + size > ring->bytes + ring->size)
        return false;
    const u64 first = ring_offset(ring, address);
    return ring->is_snapshot || (first >= ring->handle->head && first + size <= ring->tail + ring->size);
}

/* -- user space -- */

static void take_bytes(struct ring *ring, u64 from, u64 size)
{
    struct taken bytes = {.is_bytes = 1, .offset = from, .size = size, .bytes = malloc(size ? size : 1)};
    if (!bytes.bytes)
        abort();
    for (u64 i = 0; i < size; i++)
        bytes.bytes[i] = ring->bytes[(from + i) & (ring->size - 1)];
    append(&ring->taken, &ring->taken_count, &bytes);
}

/* perf's reader looks for bytes at the end of the area, which is zero at first. */
static bool has_wrapped(const struct ring *ring, u64 head)
{
    for (u64 i = head > ring->size - 512 ? head : ring->size - 512; i < ring->size; i++)
        if (ring->bytes[i])
            return true;
    return ring->has_wrapped;
}

void ring_read(struct ring *ring)
{
    for (size_t i = 0; i < ring->waiting_count; i++)
        append(&ring->taken, &ring->taken_count, &ring->waiting[i]);
    ring->waiting_count = 0;
    if (ring->is_snapshot) {
        const u64 head = ring->head & (ring->size - 1);
        ring->has_wrapped = has_wrapped(ring, head);
        if (ring->has_wrapped)
            take_bytes(ring, head, ring->size);
        else if (head)
            take_bytes(ring, 0, head);
        ring->tail = ring->head;
    } else if (ring->head != ring->tail) {
        take_bytes(ring, ring->tail, ring->head - ring->tail);
        ring->tail = ring->head;
    }
}
