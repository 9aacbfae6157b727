/* SPDX-License-Identifier: MIT */
/* Events of perf.data that are as short, or as large, as they may be. */
#include "perf_file.h"

#include "tap.h"

static struct file file;

/* The next event of a type, of the file in memory. */
static struct spe_perf_event next_of(unsigned type)
{
    struct spe_perf_event event;
    memset(&event, 0, sizeof event);
    while (spe_perf_reader_next(&reader, &event) == 1 && event.type != type)
        ;
    return event;
}

/* An older TIME_CONV ends behind three numbers: what follows is no part of it. */
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

/* Flags that nobody knows yet are no reason to stop. */
static void test_flags(void)
{
    begin_file(&file, 0, 0, 0);
    put_info(&file, 0);
    put_aux(&file, 64, 32, UINT64_C(0xff00000000000011), 0);
    end_file(&file);
    open_file(&file, MEMORY);
    const struct spe_perf_event event = next_of(SPE_PERF_AUX);
    ok(event.type == SPE_PERF_AUX && event.aux_flags == 0x11 && event.offset == 64 && event.size == 32,
       "flags above those that are known");
}

/* AUXTRACE_INFO says how many cores it tells of: what stands behind them is none. */
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
    ok(status == 0 && cores == 2, "two cores, and bytes behind them");
}

static struct file written;

static int write_file(void *context, uint64_t offset, const void *bytes, size_t size)
{
    (void)context;
    memcpy(written.bytes + offset, bytes, size);
    written.size = written.size > offset + size ? written.size : (size_t)offset + size;
    return 0;
}

/* What an event's body has no member for is zero, whatever was written before. */
static void test_written_holes(void)
{
    static const uint8_t zeros[8] = {0};
    struct spe_perf_event event;
    spe_perf_writer w;
    size_t lost = 0;
    memset(&event, 0xff, sizeof event);
    event.type = SPE_PERF_MMAP, event.misc = 0, event.name = "x";
    spe_perf_writer_init(&w, NULL, write_file, NULL);
    is(spe_perf_writer_put(&w, &event), SPE_OK, "an event of ones");
    event.type = SPE_PERF_LOST, event.kind = 0, event.lost = 7;
    lost = written.size;
    is(spe_perf_writer_put(&w, &event), SPE_OK, "and one with a hole");
    is(memcmp(written.bytes + lost + 8, zeros, 8), 0, "... which is zero");
}

int main(void)
{
    test_cores();
    test_written_holes();
    test_short_clock();
    test_flags();
    return tap_done();
}
