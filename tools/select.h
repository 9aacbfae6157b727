/* SPDX-License-Identifier: MIT */
/* Which samples are wanted, by names: --pid, --tid, --comm, --cpu-number, --time, --addr, --symbol, --op, --event,
 * --source. Of one option, any of its values; of several options, all of them. */
#ifndef SELECT_H
#define SELECT_H

#include "places.h"

#define SELECT_VALUES 32 /* of an option */

/* The options, for getopt_long(). */
enum {
    SELECT_PID = 0x100,
    SELECT_TID,
    SELECT_COMM,
    SELECT_CPU,
    SELECT_TIME,
    SELECT_ADDR,
    SELECT_SYMBOL,
    SELECT_OP,
    SELECT_EVENT,
    SELECT_SOURCE,
    SELECT_END
};

/* clang-format off */
#define SELECT_OPTIONS                                                                                                 \
    {"pid", required_argument, NULL, SELECT_PID},                                                                      \
    {"tid", required_argument, NULL, SELECT_TID},                                                                      \
    {"comm", required_argument, NULL, SELECT_COMM},                                                                    \
    {"cpu-number", required_argument, NULL, SELECT_CPU},                                                               \
    {"time", required_argument, NULL, SELECT_TIME},                                                                    \
    {"addr", required_argument, NULL, SELECT_ADDR},                                                                    \
    {"symbol", required_argument, NULL, SELECT_SYMBOL},                                                                \
    {"op", required_argument, NULL, SELECT_OP},                                                                        \
    {"event", required_argument, NULL, SELECT_EVENT},                                                                  \
    {"source", required_argument, NULL, SELECT_SOURCE}

#define SELECT_USAGE                                                                                                   \
    "  --pid=N, --tid=N, --comm=NAME, --cpu-number=N\n"                                                                \
    "                   only samples of these processes, threads (by number or name) and cores\n"                      \
    "  --time=[A],[B]   from A to B, seconds of perf's clock, as perf script prints them\n"                            \
    "  --addr=A[-B|+N]  whose program counter or data address is there\n"                                              \
    "  --symbol=NAME    in this function, or on this object\n"                                                         \
    "  --op=NAME        load, store, branch, other, atomic, conditional, indirect, simd, fp, sve\n"                    \
    "  --event=NAME     with this event, such as l1d_refill\n"                                                         \
    "  --source=NAME    whose data came from there: a number, \"DRAM\", or the core's word for it\n"                  \
    "                   of these, values with commas between mean any of them\n"
/* clang-format on */

struct select {
    uint32_t numbers[SELECT_CPU - SELECT_PID + 1][SELECT_VALUES]; /* --pid, --tid, and --cpu-number */
    const char *words[SELECT_END - SELECT_PID][SELECT_VALUES];    /* --comm, --symbol, --source */
    unsigned counts[SELECT_END - SELECT_PID];
    uint64_t times[2], addresses[2]; /* from, to: that one still is in it */
    uint64_t ops[SELECT_VALUES];
    unsigned events[SELECT_VALUES];
    struct tally known; /* --symbol: program counters and data addresses that have been looked up */
    uint64_t dropped;   /* samples that are not wanted */
};

/* Takes an option with its argument (optarg), or ends the program as tool_misuse() does. Returns 0: none of these. */
int select_option(struct select *s, int option);

/* Whether anything is to be left out. */
int select_is_used(const struct select *s);

/* Whether the sample is wanted. */
int select_keeps(struct select *s, struct places *places, const struct sample *sample);

#endif
