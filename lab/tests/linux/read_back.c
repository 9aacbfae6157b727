/* SPDX-License-Identifier: MIT */
#include "read_back.h"

#include "harness.h"

/* -- perf.data, in memory -- */

struct file {
    unsigned char *bytes;
    size_t size, room;
};

static int write_file(void *context, uint64_t offset, const void *bytes, size_t size)
{
    struct file *file = context;
    if (offset + size > file->room) {
        const size_t room = 2 * (offset + size);
        unsigned char *larger = realloc(file->bytes, room);
        if (!larger)
            return -1;
        memset(larger + file->room, 0, room - file->room);
        file->bytes = larger;
        file->room = room;
    }
    memcpy(file->bytes + offset, bytes, size);
    file->size = offset + size > file->size ? offset + size : file->size;
    return 0;
}

static void put(spe_perf_writer *writer, const struct spe_perf_event *event)
{
    CHECK(spe_perf_writer_put(writer, event) == SPE_OK, "an event cannot be written");
}

static void put_taken(spe_perf_writer *writer, const struct taken *taken, uint32_t index, uint32_t cpu, uint32_t tid)
{
    struct spe_perf_event event = SPE_PERF_EVENT_INIT;
    event.index = index;
    event.cpu = cpu;
    event.tid = event.pid = tid;
    event.offset = taken->offset;
    event.size = taken->size;
    event.time = taken->time;
    if (!taken->is_bytes) {
        event.type = SPE_PERF_AUX;
        event.aux_flags = (uint32_t)taken->flags;
        put(writer, &event);
        return;
    }
    event.type = SPE_PERF_BUFFER;
    put(writer, &event);
    event.type = SPE_PERF_BYTES;
    event.bytes = taken->bytes;
    put(writer, &event);
    event.type = SPE_PERF_BUFFER_END;
    put(writer, &event);
}

static void make_file(struct file *file, const struct ring *rings, unsigned count, bool is_by_thread)
{
    spe_perf_writer writer;
    struct spe_perf_writer_config config = SPE_PERF_WRITER_CONFIG_INIT;
    config.config[0] = 1;
    CHECK(spe_perf_writer_init(&writer, &config, write_file, file) == SPE_OK, "no writer");
    for (unsigned i = 0; i < count; i++) {
        struct spe_perf_event name = SPE_PERF_EVENT_INIT;
        name.type = SPE_PERF_COMM;
        name.pid = name.tid = 100 + i;
        name.name = "program";
        put(&writer, &name);
    }
    for (unsigned i = 0; i < count; i++)
        for (size_t k = 0; k < rings[i].taken_count; k++)
            put_taken(&writer, &rings[i].taken[k], i, is_by_thread ? SPE_PERF_NONE : i, 100 + i);
    CHECK(spe_perf_writer_finish(&writer) == SPE_OK, "the file cannot be finished");
}

/* -- records against samples -- */

static size_t next_written(const struct ring *ring, size_t from)
{
    while (from < machine_sample_count && (machine_samples[from].ring != ring || !machine_samples[from].size))
        from++;
    return from;
}

/* With several samples in flight the order of the records is not that of the samples; bytes ascend. */
static struct sample **written_in_order(const struct ring *ring, size_t *count);

static int compare_places(const void *a, const void *b)
{
    const struct sample *x = *(struct sample *const *)a, *y = *(struct sample *const *)b;
    return x->written_at < y->written_at ? -1 : x->written_at > y->written_at;
}

static struct sample **written_in_order(const struct ring *ring, size_t *count)
{
    struct sample **list = calloc(machine_sample_count + 1, sizeof *list);
    if (!list)
        abort();
    *count = 0;
    for (size_t i = next_written(ring, 0); i < machine_sample_count; i = next_written(ring, i + 1))
        list[(*count)++] = &machine_samples[i];
    qsort(list, *count, sizeof *list, compare_places);
    return list;
}

/* A stream of which nothing may be missing: each record is the next sample's. */
struct expectation {
    struct sample **list;
    size_t count, next;
    bool is_torn; /* bytes are missing before the next record */
};

/* A record with a fault is missing, or has a part, or (after a fault in its padding) is complete. */
static void skip_torn(struct expectation *e)
{
    while (e->next < e->count && !e->list[e->next]->is_whole)
        e->next++;
}

static void expect_record(struct expectation *e, const struct core *core, const struct spe_record *record)
{
    const struct sample *sample = e->next < e->count ? e->list[e->next] : NULL;
    if (sample && !sample->is_whole) {
        e->next++;
        e->is_torn = true;
        if (record->flags & SPE_RECORD_TRUNCATED || machine_is_record(sample, core, record))
            return;
        skip_torn(e);
        sample = e->next < e->count ? e->list[e->next] : NULL;
    }
    e->next++;
    CHECK(sample, "a record is read that was not written");
    CHECK(e->is_torn || !(record->flags & SPE_RECORD_AFTER_GAP),
          "a record is flagged although nothing is missing before it");
    e->is_torn = false;
    CHECK(!sample || machine_is_record(sample, core, record), "a record is read otherwise than it was written");
}

/* A record of a snapshot: that of some sample, or the rest of one whose beginning was overwritten. */
static void expect_any(const struct core *core, const struct spe_record *record)
{
    const struct sample *sample = machine_find_sample(record->timestamp);
    if (!(record->flags & (SPE_RECORD_AFTER_GAP | SPE_RECORD_TRUNCATED)))
        CHECK(sample && machine_is_record(sample, core, record), "a snapshot has a wrong record without a flag");
}

static void read_full(const struct file *file, const struct ring *rings, unsigned count, const struct core *core,
                      u64 *records)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    static spe_decoder decoders[16];
    struct expectation expected[16] = {0};
    spe_perf_reader reader;
    struct spe_perf_event event;
    struct spe_record record;
    int status;
    for (unsigned i = 0; i < count; i++) {
        spe_decoder_init(&decoders[i], NULL);
        expected[i].list = written_in_order(&rings[i], &expected[i].count);
    }
    CHECK(spe_perf_reader_init_memory(&reader, file->bytes, file->size, storage, sizeof storage) == SPE_OK,
          "no reader");
    unsigned number[16];
    for (unsigned i = 0; i < 16; i++)
        number[i] = UINT32_MAX;
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        if (event.type < SPE_PERF_BUFFER || event.type > SPE_PERF_BUFFER_END)
            continue;
        const unsigned ring = event.cpu == SPE_PERF_NONE ? event.tid - 100 : event.cpu;
        if (event.index >= 16 || ring >= count) {
            CHECK(0, "a stream of nobody");
            break;
        }
        struct expectation *e = &expected[ring];
        number[event.index] = ring;
        const int what = spe_perf_feed(&decoders[event.index], &event, &record);
        CHECK(what >= 0, "bytes cannot be fed");
        if (rings[ring].is_snapshot) {
            while (what == SPE_PERF_FEED_RECORDS && spe_decoder_next(&decoders[event.index], &record) == 1)
                if (!rings[ring].partials)
                    expect_any(core, &record);
            continue;
        }
        if (what == SPE_PERF_FEED_CUT)
            expect_record(e, core, &record);
        while (what == SPE_PERF_FEED_RECORDS && spe_decoder_next(&decoders[event.index], &record) == 1) {
            expect_record(e, core, &record);
            ++*records;
        }
    }
    CHECK(status == 0, "the file cannot be read");
    for (unsigned i = 0; i < 16; i++) {
        if (number[i] == UINT32_MAX || rings[number[i]].is_snapshot)
            continue;
        while (spe_decoder_finish(&decoders[i], &record) == 1)
            expect_record(&expected[number[i]], core, &record);
    }
    for (unsigned i = 0; i < count; i++) {
        skip_torn(&expected[i]);
        if (!rings[i].is_snapshot)
            CHECK(expected[i].next == expected[i].count, "a record was written and is not read");
        free(expected[i].list);
    }
}

u64 read_back(const struct ring *rings, unsigned count, const struct core *core, bool is_by_thread, const char *name)
{
    struct file file = {0};
    u64 records = 0;
    make_file(&file, rings, count, is_by_thread);
    read_full(&file, rings, count, core, &records);
    if (name) {
        FILE *out = fopen(name, "wb");
        CHECK(out && fwrite(file.bytes, 1, file.size, out) == file.size && fclose(out) == 0, "the file is not written");
    }
    free(file.bytes);
    return records;
}

/* -- snapshots -- */

static const struct ring *sorted_ring; /* whose oldest byte is first in the order below */

static u64 age_place(const struct sample *sample)
{
    const u64 first = sorted_ring->has_wrapped ? sorted_ring->head : 0;
    return (sample->written_at - first) & (sorted_ring->size - 1);
}

static int compare_ages(const void *a, const void *b)
{
    const u64 x = age_place(*(struct sample *const *)a), y = age_place(*(struct sample *const *)b);
    return x < y ? -1 : x > y;
}

/* The samples whose records stand in the area, whole, the oldest first. */
static struct sample **intact(const struct ring *ring, size_t *count)
{
    struct sample **list = calloc(machine_sample_count + 1, sizeof *list);
    if (!list)
        abort();
    *count = 0;
    for (size_t i = 0; i < machine_sample_count; i++) {
        struct sample *sample = &machine_samples[i];
        if (sample->ring == ring && sample->bytes &&
            !memcmp(ring->bytes + (sample->written_at & (ring->size - 1)), sample->bytes, sample->size))
            list[(*count)++] = sample;
    }
    sorted_ring = ring;
    qsort(list, *count, sizeof *list, compare_ages);
    return list;
}

void read_back_snapshot(const struct ring *ring, const struct core *core)
{
    const struct taken *taken = ring->taken_count ? &ring->taken[ring->taken_count - 1] : NULL;
    spe_decoder decoder;
    struct spe_record record;
    size_t count = 0, next = 0;
    if (ring->partials || !taken ||
        !taken->is_bytes) /* a torn record and its neighbour: AUX events tell, read_full() */
        return;
    struct sample **list = intact(ring, &count);
    spe_decoder_init(&decoder, NULL);
    if (ring->has_wrapped)
        spe_decoder_resync(&decoder);
    spe_decoder_feed(&decoder, taken->bytes, taken->size);
    while (spe_decoder_next(&decoder, &record) == 1) {
        const size_t was = next;
        while (next < count && !machine_is_record(list[next], core, &record))
            next++;
        if (next == count && (record.flags & SPE_RECORD_AFTER_GAP)) {
            next = was; /* the end of a record whose beginning was overwritten */
            continue;
        }
        CHECK(next < count, "a snapshot has a record that was not written");
        CHECK(next == was || was == 0, "a snapshot lacks a record between two others");
        CHECK(next - was <= 2, "a snapshot's beginning loses more than two records");
        next += next < count;
    }
    CHECK(next == count, "a snapshot lacks its newest records");
    free(list);
}
