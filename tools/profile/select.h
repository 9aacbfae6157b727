/* SPDX-License-Identifier: MIT */
/*
 * Chooses samples by --pid, --tid, --comm, --cpu-number, --time, --addr, --pc, --data, --symbol, --dso, --line, --op,
 * --event and --source. A sample must match one value of each option that is given.
 */
#ifndef SELECT_H
#define SELECT_H

#include "places.h"

#define SELECT_VALUES 32 /* the most values of an option */

/* The options, for getopt_long(). */
enum {
    SELECT_PID = 0x100,
    SELECT_TID,
    SELECT_COMM,
    SELECT_CPU,
    SELECT_TIME,
    SELECT_ADDR,
    SELECT_PC,
    SELECT_DATA,
    SELECT_SYMBOL,
    SELECT_DSO,
    SELECT_LINE,
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
    {"pc", required_argument, NULL, SELECT_PC},                                                                        \
    {"data", required_argument, NULL, SELECT_DATA},                                                                    \
    {"symbol", required_argument, NULL, SELECT_SYMBOL},                                                                \
    {"dso", required_argument, NULL, SELECT_DSO},                                                                      \
    {"line", required_argument, NULL, SELECT_LINE},                                                                    \
    {"op", required_argument, NULL, SELECT_OP},                                                                        \
    {"event", required_argument, NULL, SELECT_EVENT},                                                                  \
    {"source", required_argument, NULL, SELECT_SOURCE}

#define SELECT_USAGE                                                                                                   \
    "  --pid=N          process\n"                                                                                     \
    "  --tid=N          thread\n"                                                                                      \
    "  --comm=NAME      name of a thread\n"                                                                            \
    "  --cpu-number=N   core\n"                                                                                        \
    "  --time=[A],[B]   from A to B in seconds, as perf script prints them\n"                                          \
    "  --addr=A[-B|+N]  address of code or data\n"                                                                     \
    "  --pc=, --data=   ... only one of them\n"                                                                        \
    "  --symbol=NAME    function or data object\n"                                                                     \
    "  --dso=NAME       code of a program or library, by name or path\n"                                               \
    "  --line=FILE[:LINE]\n"                                                                                           \
    "                   code of a source file, or one of its lines\n"                                                 \
    "  --op=NAME        load, store, branch, other, atomic, conditional, indirect, simd, fp, sve\n"                    \
    "  --event=NAME     event, such as l1d_refill\n"                                                                   \
    "  --source=NAME    data source: a number, \"DRAM\", or the core's name for it\n"
/* clang-format on */

extern const char *const select_names[SELECT_END - SELECT_PID]; /* "--pid" and so on */

/* Facts that options need and samples may lack */
enum { SELECT_THREAD, SELECT_CORE, SELECT_CLOCK, SELECT_FACTS };

struct select {
    uint32_t numbers[SELECT_CPU - SELECT_PID + 1][SELECT_VALUES]; /* --pid, --tid, and --cpu-number */
    const char *words[SELECT_END - SELECT_PID][SELECT_VALUES];    /* --comm, --symbol, --dso, --line, --source */
    unsigned counts[SELECT_END - SELECT_PID];
    uint64_t times[2];                                    /* from, to; both ends are included */
    uint64_t addresses[SELECT_DATA - SELECT_ADDR + 1][2]; /* the same: --addr, --pc and --data */
    uint64_t ops[SELECT_VALUES];
    unsigned events[SELECT_VALUES];
    struct tally known; /* --symbol: program counters and data addresses that have been looked up */
    struct tally code;  /* --dso, --line: program counters that have been looked up */
    uint64_t kept;      /* samples that are wanted */
    uint64_t alone[SELECT_END - SELECT_PID]; /* until the first of these: samples that match this option */
    uint64_t dropped;                        /* samples that are not wanted */
    uint64_t unjudged[SELECT_FACTS];         /* ... because an option needs this fact, which is not known */
};

/* Handles an option with its argument (optarg), or ends the program in the same way as tool_misuse(). Returns 0 if the
 * option is not one of these. */
int select_option(struct select *s, int option);

/* Whether any option leaves out samples. */
int select_is_used(const struct select *s);

/* Whether the sample is wanted. */
int select_keeps(struct select *s, struct places *places, const struct sample *sample);

/* If samples were read but no sample matches all options: prints a message for each option that no sample matches, with
 * names that samples have. If each option has matches, says that no sample matches all. */
void select_hint(struct select *s, struct places *places);

#endif
