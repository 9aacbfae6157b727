/* SPDX-License-Identifier: MIT */
/* The time for which a sample stands, and the pauses after which it is not known. */
#include <string.h>

#include "profile/elapsed.h"
#include "random.h"
#include "tap.h"

static struct elapsed e;

static uint64_t flagged(uint32_t cpu, uint32_t tid, uint64_t time, uint64_t offset, uint32_t flags)
{
    const struct spe_record r = {.offset = offset, .flags = flags};
    const struct elapsed_sample s = {cpu, cpu == SPE_PERF_NONE ? tid : SPE_PERF_NONE, tid, 1000, time, &r};
    return elapsed_since(&e, &s);
}

static uint64_t next(uint32_t cpu, uint32_t tid, uint64_t time, uint64_t offset)
{
    return flagged(cpu, tid, time, offset, 0);
}

static void pause_at(uint32_t type, uint32_t cpu, uint32_t tid, uint64_t at)
{
    struct spe_perf_event event = SPE_PERF_EVENT_INIT;
    event.type = type;
    event.cpu = cpu;
    event.tid = tid;
    event.time = at;
    event.offset = at - 50;
    event.size = 50;
    elapsed_take(&e, &event);
}

static void test_threads(void)
{
    const uint64_t unknown = ELAPSED_UNKNOWN;
    elapsed_begin_file(&e);
    is(next(1, 7, 100, 0), unknown, "the first sample");
    is(next(1, 7, 130, 64), 30, "the next one");
    is(next(2, 7, 150, 64), unknown, "another core");
    is(next(1, 7, 131, 128), 1, "the first core again");
    is(next(1, 8, 140, 192), unknown, "another thread");
    is(next(1, 7, 150, 256), unknown, "... and the first one again");
    is(next(1, 7, 150, 320), 0, "the same time");
    is(next(1, 7, 149, 384), unknown, "a time that goes back");
    is(next(1, 7, 159, 448), 10, "... from which it goes on");
    is(flagged(1, 7, 169, 512, SPE_RECORD_AFTER_GAP), unknown, "after a gap");
    is(next(1, 7, 179, 576), 10, "... and on");
    is(next(1, 7, UINT64_MAX, 640), unknown, "no timestamp");
    is(next(1, 7, 199, 704), 20, "... whose time the next sample has");
    is(flagged(1, 7, 209, 768, SPE_RECORD_TRUNCATED), unknown, "a record that is cut off");
    is(next(1, 7, 219, 832), unknown, "... and the one after it");
    is(next(SPE_PERF_NONE, 7, 230, 0), unknown, "a thread's buffer");
    is(next(SPE_PERF_NONE, 7, 235, 64), 5, "... which goes on");
    is(next(SPE_PERF_NONE, 9, 240, 64), unknown, "another thread's");
    is(next(SPE_PERF_NONE, 7, 245, 128), 10, "... and the first one's");
    elapsed_begin_file(&e);
    is(next(1, 7, 300, 0), unknown, "another file");
    elapsed_free(&e);
}

static void test_pauses(void)
{
    memset(&e, 0, sizeof e);
    elapsed_begin_file(&e);
    pause_at(SPE_PERF_AUX, 1, SPE_PERF_NONE,
             1128); /* offsets are those of the buffer, which begins at 1000, and more */
    pause_at(SPE_PERF_AUX, SPE_PERF_NONE, 7, 1128);
    pause_at(SPE_PERF_SWITCH, 2, 7, 500);
    elapsed_settle(&e);
    next(1, 7, 100, 0);
    is(next(1, 7, 110, 64), 10, "before a pause");
    is(next(1, 7, 120, 128), ELAPSED_UNKNOWN, "tracing of the core paused");
    is(next(1, 7, 130, 192), 10, "... once");
    next(SPE_PERF_NONE, 7, 100, 64);
    is(next(SPE_PERF_NONE, 7, 120, 128), ELAPSED_UNKNOWN, "tracing of the thread paused");
    is(next(SPE_PERF_NONE, 7, 130, 192), 10, "... once");
    next(2, 7, 499, 0);
    is(next(2, 7, 501, 64), ELAPSED_UNKNOWN, "the core switched threads");
    is(next(2, 7, 503, 128), 2, "... once");
    next(1, 7, 499, 256);
    is(next(1, 7, 501, 320), 2, "... and no other core did");
    elapsed_free(&e);
}

/* However the pauses come, one by one or all at once, each is found. */
static void test_many(void)
{
    enum { PAUSES = 5000 };
    unsigned bad = 0, rounds = 0;
    memset(&e, 0, sizeof e);
    elapsed_begin_file(&e);
    for (unsigned i = 0; i < PAUSES; i++) {
        pause_at(SPE_PERF_AUX, 1, SPE_PERF_NONE, 1000 + 10 * (uint64_t)(i * 2003 % PAUSES));
        if (i % 7 == 0 || i > PAUSES - 100)
            elapsed_settle(&e);
        rounds = e.run_count > rounds ? e.run_count : rounds;
    }
    next(1, 7, 0, 1);
    for (unsigned i = 1; i < PAUSES; i++) {
        bad += next(1, 7, 3 * i, 10 * i - 1) != (i == 1 ? 3 : 2); /* from 1 behind the pause to 1 before the next */
        bad += next(1, 7, 3 * i + 1, 10 * i + 1) != ELAPSED_UNKNOWN;
    }
    is(bad, 0, "each of 5000 pauses is found");
    ok(rounds <= 13 && e.dropped == 0, "in few runs");
    elapsed_free(&e);
}

int main(void)
{
    test_threads();
    test_pauses();
    test_many();
    return tap_done();
}
