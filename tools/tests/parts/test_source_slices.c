/* SPDX-License-Identifier: MIT */
/*
 * Slices of a source: together they are what the source's steps give, whatever size is wanted; cuts are where records
 * begin, if there are any.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "input/source_slices.h"
#include "perf_file.h"
#include "system/message.h"
#include "tap.h"

static struct file file;
static struct spe_source whole, cut;
static char path[] = "/tmp/libspe-test-XXXXXX";
static uint8_t bytes[100000];
static const struct source_options options = {0}, resyncing = {.resyncs = 1};

static size_t put_record(size_t at, unsigned kind)
{
    static const uint8_t record[] = {0xb0, 0x10, 0, 0x40, 0, 0, 0, 0, 0xb0, 0x42, 0x16, 0x49, 0, 0x98, 5, 0};
    memcpy(bytes + at, record, sizeof record);
    bytes[at + 1] = (uint8_t)at;
    at += sizeof record;
    if (kind % 3 == 0) {
        bytes[at++] = 1;
    } else {
        bytes[at++] = 0x71;
        for (unsigned i = 0; i < 8; i++) /* its last bytes may look like padding, or like the beginning of a record */
            bytes[at++] = kind % 3 == 1 ? (uint8_t)(i < 3 ? 9 : 0) : 0xb0;
    }
    for (unsigned zeros = kind % 7 == 0 ? 5 : 0; zeros; zeros--)
        bytes[at++] = 0;
    return at;
}

static void save(const void *from, size_t size)
{
    FILE *out = fopen(path, "wb");
    fwrite(from, 1, size, out);
    fclose(out);
}

/* What a source gives: its steps in words, bytes in one row. */
struct seen {
    uint8_t bytes[200000];
    size_t size;
    char steps[4000];
    size_t length;
};

static struct seen want, got;

static void see(struct seen *s, int step, uint64_t offset, uint32_t cpu, int is_inside)
{
    s->length += (size_t)snprintf(s->steps + s->length, sizeof s->steps - s->length, "%d:%llu:%x:%d ", step,
                                  (unsigned long long)offset, cpu, is_inside);
}

static void see_bytes(struct seen *s, const uint8_t *from, size_t size, uint64_t offset, int is_new)
{
    if (is_new)
        see(s, SOURCE_BYTES, offset, 0, 0);
    memcpy(s->bytes + s->size, from, size);
    s->size += size;
}

static void read_whole(void)
{
    int step, last = 0;
    memset(&want, 0, sizeof want);
    source_open(&whole, path, &options);
    while ((step = source_next(&whole)) > SOURCE_ENDED) {
        if (step == SOURCE_BYTES)
            see_bytes(&want, whole.bytes, whole.size, whole.offset, last != SOURCE_BYTES);
        else
            see(&want, step, step == SOURCE_GAP ? whole.offset : 0, step == SOURCE_BUFFER ? whole.cpu : 0,
                step == SOURCE_GAP && whole.is_inside);
        last = step;
    }
    source_close(&whole);
}

/* How many slices begin inside of a buffer, and how many of them where a record seems to begin. */
static unsigned middles, joints;

/* Reads all slices. Returns how many things were wrong with one. */
static int read_slices(size_t wanted, const struct source_options *how)
{
    static struct source_slices slices;
    struct source_slice slice = {0};
    int bad = 0, last = 0;
    uint64_t at = 0; /* in the buffer */
    uint32_t cpu = 0;
    memset(&got, 0, sizeof got);
    middles = joints = 0;
    source_open(&cut, path, how);
    source_slices_begin(&slices, &cut, wanted);
    while (source_slices_next(&slices, &slice)) {
        bad += slice.size > wanted + SLICES_LOOK || !slice.n_steps;
        bad += slice.is_joint && !slice.is_middle;
        bad += slice.is_middle && (slice.offset != at || slice.core.cpu != cpu);
        bad += slice.is_joint && slice.bytes[0] != 0xb0;
        middles += slice.is_middle != 0, joints += slice.is_joint != 0;
        for (size_t i = 0; i < slice.n_steps; i++) {
            const struct slice_step *s = &slice.steps[i];
            if (s->step == SOURCE_BYTES) {
                see_bytes(&got, slice.bytes + s->at, s->size, s->offset, last != SOURCE_BYTES);
                at = s->offset + s->size;
            } else {
                see(&got, s->step, s->step == SOURCE_GAP ? s->offset : 0, s->step == SOURCE_BUFFER ? s->core.cpu : 0,
                    s->is_inside);
                cpu = s->step == SOURCE_BUFFER ? s->core.cpu : cpu;
            }
            last = s->step;
        }
    }
    bad += slices.status != TOOL_OK || !slices.is_over;
    source_slice_free(&slice);
    source_close(&cut);
    return bad + (got.size != want.size || memcmp(got.bytes, want.bytes, want.size) != 0 ||
                  strcmp(got.steps, want.steps) != 0);
}

static const size_t sizes[] = {1, 100, 4095, 4096, 10000, 50000, 200000};

static void test_raw(void)
{
    size_t size = 0;
    for (unsigned i = 0; size < 90000; i++)
        size = put_record(size, i);
    save(bytes, size);
    read_whole();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        is(read_slices(sizes[i], &options), 0, "slices of a raw file");
        ok(joints == middles && (sizes[i] >= size) == !joints, "... each begins where a record does");
    }
    is(read_slices(10000, &resyncing), 0, "slices of a file that is searched");
    ok(joints == 0 && middles > 3, "... begin anywhere");
    memset(bytes, 0x49, sizeof bytes); /* no record ends */
    save(bytes, sizeof bytes);
    read_whole();
    is(read_slices(10000, &options), 0, "slices of one record");
    ok(joints == 0 && middles > 3, "... begin anywhere, too");
}

/* Two candidates: only one is after a record's end, or has records after it. */
static void test_joints(void)
{
    static const struct {
        uint8_t before, behind;
        int is_joint;
        const char *name;
    } rows[] = {{0x01, 0x42, 1, "after End"},
                {0x00, 0x42, 0, "after padding and no end"},
                {0x49, 0x42, 0, "inside a record"},
                {0x01, 0xb0, 0, "two program counters"},
                {0x01, 0x02, 0, "an unknown packet"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(bytes, 0x49, 16384); /* packets of a record: header, payload */
        bytes[8191] = rows[i].before;
        for (unsigned record = 0; record < 3; record++) /* fewer are not believed */
            memcpy(bytes + 8192 + 12 * record, "\xb0\0\0\0\0\0\0\0\0\x42\0\x01", 12);
        bytes[8201] = rows[i].behind;
        save(bytes, 16384);
        read_whole();
        is(read_slices(7000, &options), 0, rows[i].name);
        is((long)joints, rows[i].is_joint, rows[i].name);
    }
}

static void test_perf(void)
{
    size_t size = 0;
    for (unsigned i = 0; size < 3000; i++)
        size = put_record(size, i);
    begin_file(&file, 0, 0, 1 << 1 | 1 << 2 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    uint64_t at[2] = {0, 0};
    for (unsigned i = 0; i < 20; i++) {
        const unsigned cpu = i % 3 == 0;
        if (i % 4 == 1)
            at[cpu] += 4096; /* bytes are missing before it */
        put_aux(&file, at[cpu], size, i % 5 == 2 ? 1 : 0, cpu);
        put_buffer(&file, at[cpu], bytes, size, cpu, SPE_PERF_NONE);
        at[cpu] += size;
    }
    end_file(&file);
    save(file.bytes, file.size);
    read_whole();
    is((long)want.size, 20 * (long)size, "twenty buffers");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        is(read_slices(sizes[i], &options), 0, "slices of perf.data");
}

int main(void)
{
    const int fd = mkstemp(path);
    if (fd < 0)
        return 1;
    close(fd);
    test_raw();
    test_joints();
    test_perf();
    remove(path);
    return tap_done();
}
