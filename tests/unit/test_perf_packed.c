/* SPDX-License-Identifier: MIT */
/*
 * Compressed events of perf.data: files with the same events, plain and compressed, give the same events in every way
 * of reading, wherever an event or a compressed event is cut; what is wrong with compressed events is reported. The
 * compression is one of this test, with a state that continues as zstd's does.
 */
#include <libspe/spe.h>
#include <string.h>

#include "perf_file.h"
#include "tap.h"

/* -- a compression: pairs of a count and a byte, changed by a key that each pair changes -- */

static uint64_t next_key(uint64_t key)
{
    return key * 5 + 1;
}

struct expander {
    uint64_t key;
    unsigned count, byte; /* of the pair whose bytes are being written */
    int has_count;        /* the second byte of a pair follows */
};

static struct expander expanders[2];
static int misused;

static int64_t expand(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    struct expander *e = &expanders[in->stream];
    const uint8_t *from = in->bytes;
    size_t n = 0;
    misused |= context != expanders || in->stream > 1 || in->used || in->reserved || !cap || (in->size && !from);
    for (;;) {
        for (; !e->has_count && e->count && n < cap; e->count--)
            ((uint8_t *)out)[n++] = (uint8_t)e->byte;
        if ((!e->has_count && e->count) || in->used == in->size)
            return (int64_t)n;
        const uint8_t byte = from[in->used++];
        if (e->has_count) {
            e->byte = (uint8_t)(byte ^ e->key);
            e->key = next_key(e->key);
            e->has_count = 0;
        } else if (!byte) {
            return -1;
        } else {
            e->count = byte;
            e->has_count = 1;
        }
    }
}

static uint64_t shrink_key;

static size_t shrink(const uint8_t *bytes, size_t size, uint8_t *out)
{
    size_t n = 0;
    for (size_t i = 0, run; i < size; i += run) {
        for (run = 1; run < 255 && i + run < size && bytes[i + run] == bytes[i];)
            run++;
        out[n++] = (uint8_t)run;
        out[n++] = (uint8_t)(bytes[i] ^ shrink_key);
        shrink_key = next_key(shrink_key);
    }
    return n;
}

/* -- files -- */

static struct file plain, packed;

static uint64_t number(const struct file *f, size_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)f->bytes[at + i] << 8 * (f->is_big ? width - 1 - i : i);
    return value;
}

static void put_packed_event(struct file *f, const uint8_t *bytes, size_t size)
{
    const int is_counted = (int)random_below(2);
    const size_t at = begin_event(f, is_counted ? 83 : 81, 0);
    if (is_counted)
        put(f, size, 8);
    put_bytes(f, bytes, size);
    while (is_counted && f->size % 8)
        put(f, 0xee, 1); /* whatever the padding is */
    end_event(f, at);
}

/* Compresses events into compressed events, cut anywhere. */
static void put_packed(struct file *f, const uint8_t *bytes, size_t size)
{
    static uint8_t shrunk[2 << 20];
    const size_t n = shrink(bytes, size, shrunk);
    for (size_t at = 0, some; at < n; at += some) {
        const size_t most = random_below(3) ? 40 : 65000;
        some = 1 + random_below((unsigned)(n - at < most ? n - at : most));
        put_packed_event(f, shrunk + at, some);
    }
}

static int is_packable(uint64_t kind)
{
    return kind != 64 && kind != 66 && kind != 70 && kind != 71;
}

/* The same file, in which events are compressed that perf compresses; some are not. */
static void pack(void)
{
    static uint8_t waiting[1 << 20];
    size_t at = plain.is_pipe ? 16 : plain.data, size, waits = 0;
    packed = plain;
    packed.size = at;
    shrink_key = 0;
    for (; at < plain.size; at += size) {
        const uint64_t kind = number(&plain, at, 4);
        size = (size_t)number(&plain, at + 6, 2);
        if (is_packable(kind) && random_below(10)) {
            memcpy(waiting + waits, plain.bytes + at, size);
            waits += size;
            continue;
        }
        put_packed(&packed, waiting, waits);
        waits = 0;
        size += kind == 71 ? (size_t)number(&plain, at + 8, 8) : 0;
        put_bytes(&packed, plain.bytes + at, size);
    }
    put_packed(&packed, waiting, waits);
    end_file(&packed);
}

/* -- what is read -- */

#define MANY 4000
static struct spe_perf_event events[2][MANY];
static size_t counts[2];
static uint64_t room[SPE_PERF_DECOMPRESS_STORAGE / 8];

static int open_packed(const struct file *f, enum way way)
{
    memset(expanders, 0, sizeof expanders);
    const int status = open_file(f, way);
    return status == SPE_OK ? spe_perf_reader_decompress(&reader, expand, expanders, room, sizeof room) : status;
}

static uint64_t hash_of(const void *bytes, size_t size)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}

/* All events but the places of bytes in the file. Returns the status that ended reading. */
static int read_all(const struct file *f, enum way way, int which)
{
    struct spe_perf_event *out = events[which], event;
    size_t n = 0;
    int status = open_packed(f, way);
    while (status == SPE_OK && n < MANY && (status = spe_perf_reader_next(&reader, &event)) == 1) {
        status = SPE_OK;
        event.file_offset = 0;
        if (event.name)
            event.inode += hash_of(event.name, strlen(event.name));
        if (event.bytes)
            event.inode += hash_of(event.bytes, (size_t)event.size);
        event.name = NULL;
        event.bytes = NULL;
        if (event.type == SPE_PERF_BYTES && out[n - 1].type == SPE_PERF_BYTES) {
            out[n - 1].size += event.size;
            continue;
        }
        if (event.type == SPE_PERF_BYTES)
            event.inode = 0; /* in pieces of any size; test_perf_data compares them */
        out[n++] = event;
    }
    counts[which] = n;
    return status;
}

static int is_same(void)
{
    return counts[0] == counts[1] && !memcmp(events[0], events[1], counts[0] * sizeof events[0][0]);
}

/* -- files with the same events -- */

#define CORES 3

static void put_comm(struct file *f)
{
    char name[64];
    const size_t length = 8 * (1 + random_below(7)), at = begin_event(f, 3, 0);
    memset(name, 'a' + (int)random_below(26), sizeof name);
    name[length - 1] = 0;
    put(f, random_below(100), 4);
    put(f, random_below(100), 4);
    put_bytes(f, name, length);
    put_sample_id(f, 1, 2, random_below(1000), random_below(CORES));
    end_event(f, at);
}

static void put_large(struct file *f, size_t size)
{
    const size_t at = begin_event(f, 99, 0);
    for (size_t i = 0; i < size - 8; i += 8)
        put(f, i * 7 / 100, 8);
    end_event(f, at);
}

/* Buffers with gaps, whose AUX events come before or after them; as many as the reader's table holds, or more. */
static void put_stream(unsigned buffers, unsigned ranges)
{
    static const uint8_t bytes[64] = {1, 2, 3};
    uint64_t offsets[CORES] = {0};
    for (unsigned n = 0; n < buffers; n++) {
        const uint32_t cpu = random_below(CORES);
        const int is_behind = (int)random_below(2);
        for (unsigned i = random_below(5); i--;)
            put_comm(&plain);
        if (!random_below(30))
            put_large(&plain, random_below(2) ? 65528 : 8 * (1 + random_below(3000)));
        if (is_behind)
            put_buffer(&plain, offsets[cpu], bytes, sizeof bytes, cpu, 5);
        for (unsigned i = 0; i < ranges; i++)
            put_aux(&plain, offsets[cpu] + i % 7 * 8, 8, random_below(4) ? 4 : 0, cpu);
        if (!is_behind)
            put_buffer(&plain, offsets[cpu], bytes, sizeof bytes, cpu, 5);
        offsets[cpu] += sizeof bytes;
    }
}

static void test_same(void)
{
    int bad[WAYS] = {0}, unsound = 0, gaps = 0;
    size_t most = 0;
    for (unsigned run = 0; run < 300; run++) {
        begin_file(&plain, run & 1, run >> 1 & 1, run % 5 ? 1 << 1 | 1 << 2 | 1 << 7 | 1 << 16 : 0);
        put_info(&plain, run % 3 ? CORES : 0);
        put_stream(1 + random_below(60), run % 20 ? random_below(3) : 15);
        end_file(&plain);
        pack();
        for (enum way way = 0; way < WAYS; way++) {
            unsound += read_all(&plain, way, 0) != 0 || read_all(&packed, way, 1) != 0;
            bad[way] += !is_same();
        }
        for (size_t i = 0; i < counts[1]; i++)
            gaps += events[1][i].type == SPE_PERF_GAP;
        most = counts[1] > most ? counts[1] : most;
    }
    is(unsound, 0, "plain and compressed files are read to the end");
    is(bad[MEMORY], 0, "in memory: the same events");
    is(bad[SEEKING], 0, "through a function that reads anywhere: the same events");
    is(bad[FLOWING], 0, "through a function that reads on: the same events");
    ok(!misused, "the function gets what its comment says");
    ok(gaps > 1000 && most > 1000 && most < MANY, "... in which there are many gaps");
}

/* -- what is wrong -- */

/* Begins a file with a buffer, from which the reader reads ahead. Returns the place of the next event. */
static size_t begin_wrong(void)
{
    begin_file(&packed, 0, 0, 0);
    put_info(&packed, 0);
    put_buffer(&packed, 0, (const uint8_t *)"\0\0\0\0\0\0\0", 8, 0, 0);
    shrink_key = 0;
    return packed.size;
}

static void fails_with(spe_perf_decompress_fn *decompress, int status, const char *problem, uint64_t where,
                       const char *name)
{
    struct spe_perf_event event;
    uint64_t at = 0;
    end_file(&packed);
    for (enum way way = 0; way < WAYS; way++) {
        int got = open_packed(&packed, way);
        got = decompress ? spe_perf_reader_decompress(&reader, decompress, expanders, room, sizeof room)
                         : open_file(&packed, way);
        while (got == SPE_OK && (got = spe_perf_reader_next(&reader, &event)) == 1)
            got = SPE_OK;
        const char *said = spe_perf_reader_problem(&reader, &at);
        if (!ok(got == status && said && strstr(said, problem) && at == where &&
                    spe_perf_reader_next(&reader, &event) == status,
                name))
            diag("way %d: status %d, %s at %llu", (int)way, got, said ? said : "(none)", (unsigned long long)at);
    }
}

/* Functions that do not keep to their contract, or whose input is a bomb. */
static int64_t too_much(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    (void)context, (void)out;
    in->used = in->size;
    return (int64_t)cap + 1;
}

static int64_t too_far(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    (void)context, (void)out, (void)cap;
    in->used = in->size + 1;
    return 0;
}

static int64_t nothing(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    (void)context, (void)in, (void)out, (void)cap;
    return 0;
}

static uint64_t grown;

/* Events of eight bytes without end. */
static int64_t bomb(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    (void)context, (void)in;
    memset(out, 0, cap);
    for (size_t i = 0; i + 8 <= cap; i += 8)
        memcpy((uint8_t *)out + i, "\x63\0\0\0\0\0\x08\0", 8);
    cap -= cap % 8;
    grown += cap;
    return (int64_t)cap;
}

static void test_wrong(void)
{
    static const uint8_t comm[24] = {3, [6] = 24, 0, 1, 0, 0, 0, 1, 0, 0, 0, 'a'};
    static const uint8_t kinds[] = {66, 70, 71, 81, 83};
    size_t at = begin_wrong();
    put_packed_event(&packed, (const uint8_t *)"\1\1", 2);
    fails_with(NULL, SPE_E_FORMAT, "events are compressed", at, "no function to decompress");
    fails_with(nothing, SPE_E_FORMAT, "a compressed event is damaged", at, "a function that does nothing");
    fails_with(too_much, SPE_E_IO, "than there were", packed.bytes[at] == 83 ? at + 16 : at + 8, "too much output");
    fails_with(too_far, SPE_E_IO, "than there were", packed.bytes[at] == 83 ? at + 16 : at + 8, "too much used");
    at = begin_wrong();
    put_packed_event(&packed, (const uint8_t *)"\0\1", 2);
    fails_with(expand, SPE_E_FORMAT, "a compressed event is damaged", at, "damaged bytes");
    at = begin_wrong();
    put_packed(&packed, comm, sizeof comm - 1);
    packed.size = at;
    put_packed_event(&packed, (const uint8_t *)"\1\3\1\1\1\6\1\37", 8);
    fails_with(expand, SPE_E_FORMAT, "ends inside an event", at, "a part of an event");
    for (size_t i = 0; i < sizeof kinds; i++) {
        uint8_t event[24] = {kinds[i], [6] = 24}, shrunk[48];
        at = begin_wrong();
        put_packed_event(&packed, shrunk, shrink(event, sizeof event, shrunk));
        fails_with(expand, SPE_E_FORMAT, "a type that perf does not compress", at, "a type that is never compressed");
    }
    uint8_t small[8] = {3, [6] = 7}, shrunk[32];
    at = begin_wrong();
    put_packed_event(&packed, shrunk, shrink(small, sizeof small, shrunk));
    fails_with(expand, SPE_E_FORMAT, "a size that cannot be", at, "an event of seven bytes");
    at = begin_wrong();
    size_t event = begin_event(&packed, 83, 0);
    put(&packed, 9, 8);
    put(&packed, 0, 8);
    end_event(&packed, event);
    fails_with(expand, SPE_E_FORMAT, "more bytes than fit it", at + 8, "a number of bytes beyond the event");
    at = begin_wrong();
    event = begin_event(&packed, 83, 0);
    put(&packed, 0, 4);
    end_event(&packed, event);
    fails_with(expand, SPE_E_FORMAT, "more bytes than fit it", at + 8, "an event without that number");
}

/* What is not compressed at all. */
static int64_t copy(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    (void)context;
    in->used = in->size < cap ? in->size : cap;
    memcpy(out, in->bytes, in->used);
    return (int64_t)in->used;
}

/* The file ends in an event that is too large to be read ahead at once. */
static void test_cut_off(void)
{
    static uint8_t bytes[60000];
    static const uint8_t comm[24] = {3, [6] = 24};
    for (size_t i = 0; i + sizeof comm <= sizeof bytes; i += sizeof comm)
        memcpy(bytes + i, comm, sizeof comm);
    const size_t at = begin_wrong();
    const size_t event = begin_event(&packed, 81, 0);
    put_bytes(&packed, bytes, sizeof bytes);
    end_event(&packed, event);
    packed.size -= sizeof bytes / 2;
    fails_with(copy, SPE_E_FORMAT, "an event has an impossible size", at + 6, "an event that is cut off");
}

static void test_bomb(void)
{
    static uint8_t bytes[60000];
    const size_t at = begin_wrong();
    grown = 0;
    packed.size = at;
    const size_t event = begin_event(&packed, 81, 0);
    put_bytes(&packed, bytes, sizeof bytes);
    end_event(&packed, event);
    fails_with(bomb, SPE_E_FORMAT, "becomes larger than perf's events can", at, "an event that never ends");
    ok(grown < 5 * (1025 * sizeof bytes + 2 * 65536),
       "... of which not more than 1024 times its size is made, and twice that where it is read ahead");
}

static void test_statuses(void)
{
    struct spe_perf_event event;
    uint64_t storage_at[1];
    spe_perf_reader none;
    memset(&none, 0, sizeof none);
    begin_file(&plain, 0, 0, 0);
    end_file(&plain);
    open_file(&plain, MEMORY);
    is(spe_perf_reader_decompress(NULL, expand, NULL, room, sizeof room), SPE_E_ARG, "no reader");
    is(spe_perf_reader_decompress(&reader, NULL, NULL, room, sizeof room), SPE_E_ARG, "no function");
    is(spe_perf_reader_decompress(&reader, expand, NULL, NULL, sizeof room), SPE_E_ARG, "no storage");
    is(spe_perf_reader_decompress(&reader, expand, NULL, (char *)room + 4, sizeof room - 4), SPE_E_ARG,
       "storage that is not aligned");
    is(spe_perf_reader_decompress(&reader, expand, NULL, storage_at, sizeof room - 1), SPE_E_SPACE, "too little of it");
    is(spe_perf_reader_decompress(&none, expand, NULL, room, sizeof room), SPE_E_STATE, "a reader without a file");
    is(spe_perf_reader_decompress(&reader, expand, NULL, room, sizeof room), SPE_OK, "in time");
    spe_perf_reader_next(&reader, &event);
    is(spe_perf_reader_decompress(&reader, expand, NULL, room, sizeof room), SPE_E_STATE, "too late");
}

int main(void)
{
    test_same();
    test_wrong();
    test_cut_off();
    test_bomb();
    test_statuses();
    return tap_done();
}
