/* SPDX-License-Identifier: MIT */
/* Events of perf.data of the smallest and largest sizes. */
#include "perf_file.h"

#include "tap.h"

static struct file file;

/* The next event of a type in the file, which is in memory. */
static struct spe_perf_event next_of(unsigned type)
{
    struct spe_perf_event event;
    memset(&event, 0, sizeof event);
    while (spe_perf_reader_next(&reader, &event) == 1 && event.type != type)
        ;
    return event;
}

/* An older TIME_CONV ends after three numbers; bytes after them are not part of it. */
static void test_short_clock(void)
{
    for (int is_big = 0; is_big < 2; is_big++) {
        begin_file(&file, is_big, 0, 0);
        size_t at = begin_event(&file, 79, 0);
        put(&file, 22, 8);
        put(&file, 41943040, 8);
        put(&file, 1000, 8);
        end_event(&file, at);
        at = begin_event(&file, 2, 0xffff);
        for (int i = 0; i < 8; i++)
            put(&file, UINT64_MAX, 8);
        end_event(&file, at);
        end_file(&file);
        open_file(&file, MEMORY);
        const struct spe_perf_event event = next_of(SPE_PERF_CLOCK);
        ok(event.clock.shift == 22 && event.clock.mult == 41943040 && event.clock.zero == 1000, "an older clock");
        ok(!event.clock.cycles && !event.clock.mask && !event.clock.is_short, "... which is not a short one");
    }
}

/* Unknown flags do not stop the reader. */
static void test_flags(void)
{
    begin_file(&file, 0, 0, 0);
    put_info(&file, 0);
    put_aux(&file, 64, 32, UINT64_C(0xff00000000000011), 0);
    end_file(&file);
    open_file(&file, MEMORY);
    const struct spe_perf_event event = next_of(SPE_PERF_AUX);
    ok(event.type == SPE_PERF_AUX && event.aux_flags == 0x11 && event.offset == 64 && event.size == 32,
       "unknown flags");
}

/* AUXTRACE_INFO gives its number of cores: bytes after them are not a core. */
static void test_cores(void)
{
    struct spe_perf_event event;
    int cores = 0, status;
    begin_file(&file, 0, 0, 0);
    put_info(&file, 2);
    put_at(&file, file.data + 6, file.size - file.data + 64, 2);
    for (int i = 0; i < 8; i++)
        put(&file, 0, 8);
    end_file(&file);
    open_file(&file, MEMORY);
    while ((status = spe_perf_reader_next(&reader, &event)) == 1)
        cores += event.type == SPE_PERF_CORE;
    ok(status == 0 && cores == 2, "two cores, and bytes after them");
}

static struct file written;

static int write_file(void *context, uint64_t offset, const void *bytes, size_t size)
{
    (void)context;
    memcpy(written.bytes + offset, bytes, size);
    written.size = written.size > offset + size ? written.size : (size_t)offset + size;
    return 0;
}

/* Bytes of an event that no member fills are zero, whatever was written before. */
static void test_written_holes(void)
{
    static const uint8_t zeros[8] = {0};
    struct spe_perf_event event;
    spe_perf_writer w;
    memset(&event, 0xff, sizeof event);
    event.type = SPE_PERF_MMAP, event.misc = 0, event.name = "x";
    spe_perf_writer_init(&w, NULL, write_file, NULL);
    struct spe_perf_event hole = event;
    hole.type = SPE_PERF_LOST, hole.kind = 0, hole.lost = 7;
    const int first = spe_perf_writer_put(&w, &event); /* directly after it, with its bytes still in the buffer */
    const size_t lost = written.size;
    const int second = spe_perf_writer_put(&w, &hole);
    ok(first == SPE_OK && second == SPE_OK, "an event of ones, and one with an unused member");
    is(memcmp(written.bytes + lost + 8, zeros, 8), 0, "... which is zero");
    is(memcmp(written.bytes + written.size - 32 + 20, zeros, 4), 0, "as is the one of a sample id, after the CPU");
    event.type = SPE_PERF_BUFFER, event.size = 16;
    is(spe_perf_writer_put(&w, &event), SPE_OK, "a buffer of 16 bytes");
    event.type = SPE_PERF_BYTES, event.size = 10;
    static const uint8_t ten[10] = {0};
    event.bytes = ten;
    is(spe_perf_writer_put(&w, &event), SPE_OK, "ten of them");
    is(spe_perf_writer_put(&w, &event), SPE_E_RANGE, "ten more are too many");
    event.size = 6;
    is(spe_perf_writer_put(&w, &event), SPE_OK, "six are not");
}

static uint64_t number_at(size_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)written.bytes[at + i] << 8 * i;
    return value;
}

/* The first event of a type in the output; the size of every event must be a multiple of eight bytes. */
static size_t find_written(unsigned kind)
{
    const size_t end = (size_t)(number_at(40, 8) + number_at(48, 8));
    for (size_t at = (size_t)number_at(40, 8); at < end; at += (size_t)number_at(at + 6, 2)) {
        if (number_at(at, 4) == kind)
            return at;
        if (number_at(at + 6, 2) % 8 || number_at(at + 6, 2) < 8)
            return 0;
    }
    return 0;
}

/* Bytes that perf reads and our reader does not. */
static void test_for_perf(void)
{
    static struct spe_perf_core cores[1100];
    struct spe_perf_writer_config cfg = SPE_PERF_WRITER_CONFIG_INIT;
    struct spe_perf_event event;
    spe_perf_writer w;
    memset(cores, 0, sizeof cores);
    memset(&event, 0, sizeof event);
    cores[0].pmu_type = SPE_PERF_NONE;
    cores[1].pmu_type = 9;
    cfg.cores = cores, cfg.core_count = 3, cfg.pmu_type = 8;
    written.size = 0;
    spe_perf_writer_init(&w, &cfg, write_file, NULL);
    event.type = SPE_PERF_BUILD_ID, event.name = "[kernel]", event.build_id_size = 20;
    spe_perf_writer_put(&w, &event);
    event.type = SPE_PERF_COMM, event.name = "x";
    spe_perf_writer_put(&w, &event);
    is(spe_perf_writer_finish(&w), SPE_OK, "a file for perf");
    const uint64_t end = number_at(40, 8) + number_at(48, 8);
    ok(number_at((size_t)end, 8) == end + 48 && number_at(72, 8) == (1 << 6 | 1 << 7 | 1 << 14),
       "three features, ARCH, NRCPUS and NUMA_TOPOLOGY, directly after their sections");
    const size_t clock = find_written(79), info = find_written(70);
    ok(clock && written.bytes[clock + 8 + 40] == 1, "TIME_CONV: cap_user_time_zero");
    ok(info && number_at(info + 16, 8) == 2 && number_at(info + 40, 8) == 3, "AUXTRACE_INFO of three cores");
    ok(number_at(info + 48 + 32, 8) == UINT64_MAX && number_at(info + 48 + 56 + 32, 8) == 9 &&
           number_at(info + 48 + 112 + 32, 8) == 8,
       "their PMU types: none is -1, one of its own, the configuration's");
    ok(find_written(3) > find_written(67) && find_written(67), "events are padded to eight bytes");
    cfg.core_count = 1100;
    ok(!spe_perf_writer_config_problem(&cfg), "as many cores as fit AUXTRACE_INFO");
    cfg.core_count = 1101;
    ok(!strcmp(spe_perf_writer_config_problem(&cfg), "core_count"), "and one more");
}

int main(void)
{
    test_for_perf();
    test_cores();
    test_written_holes();
    test_short_clock();
    test_flags();
    return tap_done();
}
