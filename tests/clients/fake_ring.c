/* SPDX-License-Identifier: MIT */
/*
 * A perf event with an AUX area, in memory, which replaces examples/ring/open.c: another thread fills it as the kernel
 * does. FAKE_KIND in the environment chooses what it does:
 *   steady   records without gaps, as fast as they are read
 *   rough    every 7th wake-up the AUX area counts as full: the event stops until it is restarted; every
 *            5th cuts its last record; every 3rd has collisions; every 11th leaves out bytes, as the driver does for
 *            alignment; at every 13th there is no room for the event that describes the AUX area
 * FAKE_BYTES is the number of bytes of SPE that it writes. At the end it prints on standard error what it has written.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../examples/ring/ring.h"

enum { DATA_SIZE = 512, AUX_SIZE = 16384, CHUNK = 3000, RECORD = 64 };

static struct fake {
    struct perf_event_mmap_page page;
    uint8_t data[DATA_SIZE], aux[AUX_SIZE];
    pthread_t thread;
    const char *kind;
    uint64_t size, head, aux_head, last; /* bytes to write; bytes written; end of the last event's bytes */
    uint64_t records, cut, cycles, collisions, stops, passed;
    uint64_t period;
    int is_stopped, has_ended;
} fake;

static void wait_a_little(void)
{
    const struct timespec time = {0, 20000};
    nanosleep(&time, NULL);
}

static void put(uint8_t *ring, size_t ring_size, uint64_t at, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ring[(at + i) & (ring_size - 1)] = ((const uint8_t *)bytes)[i];
}

static int make_record(uint8_t *out)
{
    struct spe_record record = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY};
    spe_encoder encoder;
    record.present |= SPE_HAS_DATA_VA | SPE_HAS_END;
    record.op_class = SPE_CLASS_LOAD_STORE;
    record.events = UINT64_C(1) << SPE_EVENT_RETIRED;
    record.pc = 0x400000 + 4 * fake.records;
    record.total_latency = (uint16_t)(1 + fake.records % 1000);
    record.data_va = fake.records << 12 | 8;
    spe_encoder_init(&encoder, out, RECORD, NULL);
    return spe_encoder_record(&encoder, &record);
}

/* Waits until the reader has made room. */
static void wait_for_room(void)
{
    while (fake.aux_head - __atomic_load_n(&fake.page.aux_tail, __ATOMIC_ACQUIRE) > AUX_SIZE - CHUNK ||
           fake.head - __atomic_load_n(&fake.page.data_tail, __ATOMIC_ACQUIRE) > DATA_SIZE / 2)
        wait_a_little();
}

/* Writes an event to the ring; the reader skips what sample_id_all adds to it */
static void tell(uint32_t type, uint64_t first, uint64_t second, uint64_t third)
{
    const struct {
        struct perf_event_header header;
        uint64_t body[5];
    } event = {{type, 0, sizeof event}, {first, second, third, 1, 2}};
    put(fake.data, DATA_SIZE, fake.head, &event, sizeof event);
    fake.head += sizeof event;
    __atomic_store_n(&fake.page.data_head, fake.head, __ATOMIC_RELEASE);
}

/* As in the kernel: the event first, then aux_head. */
static void end_chunk(uint64_t flags)
{
    tell(PERF_RECORD_AUX, fake.last, fake.aux_head - fake.last, flags);
    fake.last = fake.aux_head;
    __atomic_store_n(&fake.page.aux_head, fake.aux_head, __ATOMIC_RELEASE);
}

/* Bytes without an event: padding, or lost records; then the ring reports a lost event. */
static void skip(uint64_t bytes, int is_lost)
{
    fake.aux_head += bytes;
    fake.last = fake.aux_head;
    fake.passed += bytes;
    if (is_lost)
        tell(PERF_RECORD_LOST, 1, 1, 0);
    __atomic_store_n(&fake.page.aux_head, fake.aux_head, __ATOMIC_RELEASE);
}

/* Writes records, up to CHUNK bytes; if requested, the last one lacks its end. */
static void fill(int cut)
{
    uint8_t record[RECORD];
    for (uint64_t begin = fake.aux_head; fake.aux_head - begin < CHUNK - 2 * RECORD;) {
        const int size = make_record(record);
        fake.cycles += 1 + fake.records++ % 1000;
        put(fake.aux, AUX_SIZE, fake.aux_head, record, (size_t)size);
        fake.aux_head += (uint64_t)size;
    }
    if (cut) {
        fake.cut++;
        fake.aux_head -= 1; /* its End packet */
    }
}

/* An event whose size is smaller than its header, which no kernel writes: the reader must not loop for ever. */
static void put_odd_event(void)
{
    const struct perf_event_header odd = {PERF_RECORD_AUX, 0, 3};
    put(fake.data, DATA_SIZE, fake.head, &odd, sizeof odd);
    fake.head += sizeof odd;
    __atomic_store_n(&fake.page.data_head, fake.head, __ATOMIC_RELEASE);
}

static void *run(void *unused)
{
    const int rough = strcmp(fake.kind, "rough") == 0;
    for (unsigned n = 1; fake.aux_head < fake.size; n++) {
        uint64_t flags = 0;
        wait_for_room();
        fill(rough && n % 5 == 0);
        flags |= rough && n % 3 == 0 ? PERF_AUX_FLAG_COLLISION : 0;
        flags |= rough && n % 5 == 0 ? PERF_AUX_FLAG_PARTIAL : 0;
        flags |= rough && n % 7 == 0 ? PERF_AUX_FLAG_TRUNCATED : 0;
        fake.collisions += (flags & PERF_AUX_FLAG_COLLISION) != 0;
        fake.stops += (flags & PERF_AUX_FLAG_TRUNCATED) != 0;
        __atomic_store_n(&fake.is_stopped, (flags & PERF_AUX_FLAG_TRUNCATED) != 0, __ATOMIC_RELEASE);
        end_chunk(flags);
        while (__atomic_load_n(&fake.is_stopped, __ATOMIC_ACQUIRE))
            wait_a_little();
        wait_for_room();
        if (rough && n % 11 == 0)
            skip(100, 0);
        if (rough && n % 13 == 0)
            skip(1000, 1);
    }
    if (rough)
        put_odd_event();
    __atomic_store_n(&fake.has_ended, 1, __ATOMIC_RELEASE);
    (void)unused;
    return NULL;
}

int ring_open(struct ring *ring, const char *process, uint64_t *period)
{
    const char *size = getenv("FAKE_BYTES"), *kind = getenv("FAKE_KIND");
    (void)process;
    fake.kind = kind ? kind : "steady";
    fake.size = size ? strtoull(size, NULL, 0) : 1 << 20;
    fake.page.data_size = DATA_SIZE;
    fake.page.aux_size = AUX_SIZE;
    fake.period = *period = *period ? *period : 1024;
    ring->page = &fake.page;
    ring->data = fake.data;
    ring->aux = fake.aux;
    ring_begin(ring);
    return pthread_create(&fake.thread, NULL, run, NULL) ? -1 : 0;
}

int ring_restart(struct ring *ring, uint64_t period)
{
    (void)ring;
    fake.period = period ? period : fake.period;
    __atomic_store_n(&fake.is_stopped, 0, __ATOMIC_RELEASE);
    return 0;
}

int ring_wait(struct ring *ring, int milliseconds)
{
    (void)ring, (void)milliseconds;
    wait_a_little();
    return __atomic_load_n(&fake.has_ended, __ATOMIC_ACQUIRE) ? -1 : 0;
}

void ring_close(struct ring *ring)
{
    (void)ring;
    pthread_join(fake.thread, NULL);
    fprintf(stderr,
            "%" PRIu64 " records, %" PRIu64 " cut off, %" PRIu64 " loads and stores, 0 branches, %" PRIu64
            " cycles; collisions %" PRIu64 ", stops %" PRIu64 ", bytes passed over %" PRIu64 "; period %" PRIu64 "\n",
            fake.records, fake.cut, fake.records, fake.cycles, fake.collisions, fake.stops, fake.passed, fake.period);
}
