/* SPDX-License-Identifier: MIT */
/* Which samples each option chooses, of seven that differ in all; then which names are proposed where none matches. */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <unistd.h>

#include <libspe/op.h>

#include "made_profile.h"
#include "profile/select.h"
#include "system/options.h"

const char tool_name[] = "test_select", tool_usage[] = "";

#define KERNEL UINT64_C(0xffff800000000000)
enum { LOAD, STORE, BRANCH, INDIRECT, VECTOR, ATOMIC, EMPTY, SAMPLES, ALL = (1 << SAMPLES) - 1 };

static struct sample samples[SAMPLES];
static struct spe_record records[SAMPLES];
static struct places *const places = &profile.places;

static void event(uint32_t type, uint32_t pid, uint32_t tid, const char *name, uint64_t address, uint64_t size)
{
    const struct spe_perf_event e = {
        .type = type, .pid = pid, .tid = tid, .name = name, .address = address, .size = size, .cpu = SPE_PERF_NONE};
    processes_take(&places->processes, &e);
}

static void put(unsigned i, struct spe_op op, struct spe_record r, uint32_t cpu, uint32_t tid)
{
    const int payload = spe_op_encode(&op);
    records[i] = r;
    records[i].op_class = op.op_class;
    records[i].op_payload = (uint8_t)payload;
    ok(payload >= 0, "an operation");
    samples[i] = places_sample(places, &records[i], UINT64_C(0x410fd0c0), cpu, tid);
}

static struct spe_op access_of(uint8_t subclass)
{
    return (struct spe_op){.op_class = SPE_CLASS_LOAD_STORE, .subclass = subclass};
}

static struct spe_op branch_of(int is_conditional, int is_indirect)
{
    return (struct spe_op){.op_class = SPE_CLASS_BRANCH,
                           .subclass = SPE_OP_BRANCH,
                           .conditional = (uint8_t)is_conditional,
                           .indirect = (uint8_t)is_indirect};
}

static void make_samples(void)
{
    enum { CODE = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS, TIME = SPE_HAS_TIMESTAMP };
    profile_begin(&profile);
    places->symbols.has_said = 1; /* no file is there */
    processes_begin_file(&places->processes);
    places->clock = (struct spe_perf_clock){.mult = 1};
    event(SPE_PERF_COMM, 10, 10, "left", 0, 0);
    event(SPE_PERF_COMM, 10, 11, "right", 0, 0);
    event(SPE_PERF_COMM, 20, 20, "a,b", 0, 0);
    event(SPE_PERF_MMAP, 10, 10, "/bin/prog", 0x400000, 0x10000);
    event(SPE_PERF_MMAP, 20, 20, "/lib/libx.so", 0x400000, 0x10000);
    event(SPE_PERF_MMAP, 10, 10, "[stack]", 0x7000, 0x1000);
    event(SPE_PERF_MMAP, 10, 10, "/bin/data", 0x8000, 0x1000);
    event(SPE_PERF_KSYMBOL, SPE_PERF_NONE, SPE_PERF_NONE, "bpf_one", KERNEL, 0x100);
    event(SPE_PERF_KSYMBOL, SPE_PERF_NONE, SPE_PERF_NONE, "bpf_two", KERNEL + 0x100, 0x100);
    processes_settle(&places->processes);
    put(LOAD, access_of(SPE_OP_GP),
        (struct spe_record){.present = CODE | TIME | SPE_HAS_DATA_VA | SPE_HAS_DATA_SOURCE,
                            .pc = 0x400010,
                            .data_va = UINT64_C(0x5500000000007010),
                            .data_source = 14,
                            .events = 1 << SPE_EVENT_RETIRED | 1 << SPE_EVENT_L1D_REFILL,
                            .timestamp = 1000000000},
        3, 10);
    struct spe_op op = access_of(SPE_OP_SIMD_FP);
    op.store = 1;
    put(STORE, op,
        (struct spe_record){.present = CODE | TIME | SPE_HAS_DATA_VA,
                            .pc = 0x400020,
                            .data_va = 0x8010,
                            .events = 1 << SPE_EVENT_RETIRED | 1 << SPE_EVENT_TLB_WALK,
                            .timestamp = 1500000000},
        4, 11);
    put(BRANCH, branch_of(1, 0),
        (struct spe_record){
            .present = CODE | TIME, .pc = 0x400010, .events = 1 << SPE_EVENT_MISPREDICTED, .timestamp = 2000000001},
        3, 20);
    put(INDIRECT, branch_of(0, 1), (struct spe_record){.present = CODE, .pc = KERNEL + 0x110}, 3, 20);
    op = (struct spe_op){.op_class = SPE_CLASS_OTHER, .subclass = SPE_OP_SVE, .fp = 1, .evl_bits = 128};
    put(VECTOR, op, (struct spe_record){.present = SPE_HAS_OPERATION}, SPE_PERF_NONE, SPE_PERF_NONE);
    op = access_of(SPE_OP_EXTENDED);
    op.atomic = 1;
    put(ATOMIC, op, (struct spe_record){.present = CODE | SPE_HAS_DATA_VA | SPE_HAS_DATA_SOURCE, .pc = KERNEL + 0x10},
        5, 11);
    op = (struct spe_op){.op_class = SPE_CLASS_OTHER, .subclass = SPE_OP_OTHER};
    put(EMPTY, op, (struct spe_record){.pc = 0x400010, .events = UINT64_MAX, .data_va = 0x7010}, 3, SPE_PERF_NONE);
}

static struct select select_all; /* its tables stay allocated for the next row */

static void take(int option, const char *value)
{
    static char texts[4][64];
    static unsigned next;
    optarg = texts[next++ % 4]; /* a value may be cut into several */
    snprintf(optarg, sizeof texts[0], "%s", value);
    select_option(&select_all, option);
}

static void begin(void)
{
    tally_free(&select_all.known), tally_free(&select_all.code);
    memset(&select_all, 0, sizeof select_all);
}

/* A bit for each sample that is kept. All are tried twice: a place is looked up only once. */
static unsigned kept(void)
{
    unsigned first = 0, second = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        first |= (unsigned)select_keeps(&select_all, places, &samples[i]) << i;
    for (unsigned i = 0; i < SAMPLES; i++)
        second |= (unsigned)select_keeps(&select_all, places, &samples[i]) << i;
    unsigned n = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        n += first >> i & 1;
    return first == second && select_all.kept == 2 * n && select_all.dropped == 2 * (SAMPLES - n) ? first : ~0u;
}

#define B(sample) (1u << (sample))

static void test_options(void)
{
    static const struct {
        int option;
        const char *value;
        unsigned kept;
    } rows[] = {{SELECT_PID, "10", B(LOAD) | B(STORE) | B(ATOMIC)},
                {SELECT_PID, "10,20", ALL & ~(B(VECTOR) | B(EMPTY))},
                {SELECT_TID, "11", B(STORE) | B(ATOMIC)},
                {SELECT_TID, "10,20", B(LOAD) | B(BRANCH) | B(INDIRECT)},
                {SELECT_CPU, "3", B(LOAD) | B(BRANCH) | B(INDIRECT) | B(EMPTY)},
                {SELECT_CPU, "4,5", B(STORE) | B(ATOMIC)},
                {SELECT_COMM, "right", B(STORE) | B(ATOMIC)},
                {SELECT_COMM, "a,b", B(BRANCH) | B(INDIRECT)},
                {SELECT_TIME, "1,2", B(LOAD) | B(STORE)},
                {SELECT_TIME, "1.000000001,", B(STORE) | B(BRANCH)},
                {SELECT_TIME, ",1.5", B(LOAD) | B(STORE)},
                {SELECT_TIME, ",1.49", B(LOAD)},
                {SELECT_TIME, ",", B(LOAD) | B(STORE) | B(BRANCH)},
                {SELECT_ADDR, "0x400010", B(LOAD) | B(BRANCH)},
                {SELECT_ADDR, "0x7011-0x8010", B(STORE)},
                {SELECT_ADDR, "0x7000+0x10", 0},
                {SELECT_ADDR, "0x7000+0x11", B(LOAD)},
                {SELECT_ADDR, "0xffff800000000000-0xffffffffffffffff", B(INDIRECT) | B(ATOMIC)},
                {SELECT_ADDR, "0", B(ATOMIC)},
                {SELECT_SYMBOL, "bpf_one", B(ATOMIC)},
                {SELECT_SYMBOL, "bpf_two", B(INDIRECT)},
                {SELECT_SYMBOL, "[stack]", B(LOAD)},
                {SELECT_SYMBOL, "[not known]", 0},
                {SELECT_DSO, "prog", B(LOAD) | B(STORE)},
                {SELECT_DSO, "/bin/prog", B(LOAD) | B(STORE)},
                {SELECT_DSO, "bin/prog", B(LOAD) | B(STORE)},
                {SELECT_DSO, "rog", 0},
                {SELECT_DSO, "", 0},
                {SELECT_DSO, "//bin/prog", 0},
                {SELECT_DSO, "libx.so", B(BRANCH)},
                {SELECT_OP, "load", B(LOAD) | B(ATOMIC)},
                {SELECT_OP, "store", B(STORE) | B(ATOMIC)},
                {SELECT_OP, "branch", B(BRANCH) | B(INDIRECT)},
                {SELECT_OP, "other", B(VECTOR)},
                {SELECT_OP, "atomic", B(ATOMIC)},
                {SELECT_OP, "conditional", B(BRANCH)},
                {SELECT_OP, "Indirect", B(INDIRECT)},
                {SELECT_OP, "simd", B(STORE)},
                {SELECT_OP, "fp", B(STORE) | B(VECTOR)},
                {SELECT_OP, "sve", B(VECTOR)},
                {SELECT_OP, "sve,load", B(VECTOR) | B(LOAD) | B(ATOMIC)},
                {SELECT_EVENT, "l1d_refill", B(LOAD)},
                {SELECT_EVENT, "L1D-Refill", B(LOAD)},
                {SELECT_EVENT, "mispredicted,5", B(STORE) | B(BRANCH)},
                {SELECT_EVENT, "1", B(LOAD) | B(STORE)},
                {SELECT_EVENT, "63", 0},
                {SELECT_SOURCE, "14", B(LOAD)},
                {SELECT_SOURCE, "0", B(ATOMIC)},
                {SELECT_SOURCE, "dram", B(LOAD)},
                {SELECT_SOURCE, "dram,0xe,1", B(LOAD)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin();
        take(rows[i].option, rows[i].value);
        const unsigned got = kept();
        if (!ok(got == rows[i].kept && select_is_used(&select_all), rows[i].value))
            diag("option %d keeps %#x, not %#x", rows[i].option, got, rows[i].kept);
    }
}

static void test_together(void)
{
    begin();
    ok(!select_is_used(&select_all) && kept() == ALL, "no option: all samples");
    begin();
    take(SELECT_TID, "10"), take(SELECT_TID, "20");
    ok(kept() == (B(LOAD) | B(BRANCH) | B(INDIRECT)), "an option that is repeated: one is enough");
    take(SELECT_OP, "branch");
    ok(select_all.counts[0] == 0, "other options have no value");
    select_all.kept = select_all.dropped = 0;
    ok(kept() == (B(BRANCH) | B(INDIRECT)), "two options: both");
    begin();
    take(SELECT_DSO, "prog"), take(SELECT_LINE, "prog.c");
    is(kept(), 0, "the right module, but no line");
}

/* The lines of select_hint(), for options that keep nothing. */
static const char *hint(void)
{
    FILE *const out = output_begin();
    const int old = dup(2);
    fflush(stderr);
    dup2(fileno(out), 2);
    select_hint(&select_all, places);
    fflush(stderr);
    dup2(old, 2);
    close(old);
    return output_end();
}

/* Whether these names, which end with NULL, are in the text in this order; none may be before or after them. */
static int proposes(int option, const char *value, const char *const *names)
{
    char list[256] = "";
    begin();
    take(option, value);
    is(kept(), 0, value);
    for (; *names; names++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "", *names);
    const char *const text = hint();
    const size_t size = strlen(text), end = strlen(list) + 1;
    const int found = count_of(text, "\n") == 1 && size > end && strncmp(text + size - end, list, end - 1) == 0 &&
                      text[size - end - 1] == ' ';
    if (!ok(found, "names that samples have"))
        diag("%s, not %s", text, list);
    return found;
}

static void test_hints(void)
{
    proposes(SELECT_PID, "11", (const char *const[]){"10", "20", NULL});
    proposes(SELECT_TID, "12", (const char *const[]){"10", "11", "20", NULL});
    proposes(SELECT_COMM, "rihgt", (const char *const[]){"right", "left", "a,b", NULL});
    proposes(SELECT_COMM, "eft", (const char *const[]){"left", "a,b", "right", NULL});
    proposes(SELECT_SYMBOL, "two", (const char *const[]){"bpf_two", "bpf_one", NULL});
    proposes(SELECT_DSO, "prg", (const char *const[]){"prog", "[bpf]", "libx.so", NULL});
    char none[256];
    begin(), take(SELECT_CPU, "9"), kept();
    snprintf(none, sizeof none, "%s", strrchr(hint(), ':'));
    begin(), take(SELECT_LINE, "prog.c"), kept();
    says(strrchr(hint(), ':'), none, "no name, as for a core", __LINE__);
    begin(), take(SELECT_OP, "branch"), take(SELECT_PID, "30"), kept();
    ok(strcmp(strrchr(hint(), ':'), none) != 0, "... which differs from a hint with names");
    begin();
    take(SELECT_PID, "10"), take(SELECT_OP, "branch"), take(SELECT_EVENT, "63"), take(SELECT_TIME, "7,");
    kept();
    const char *text = hint();
    ok(strstr(text, "--event") && strstr(text, "--time") && !strstr(text, "--pid") && !strstr(text, "--op") &&
           count_of(text, "\n") == 2,
       "each option that matches nothing, and no other");
    begin();
    take(SELECT_PID, "10"), take(SELECT_OP, "branch");
    kept();
    text = hint();
    ok(count_of(text, "\n") == 1 && !strstr(text, "--pid") && !strstr(text, "--op"), "... or a line for all of them");
    take(SELECT_OP, "load");
    kept();
    says(hint(), "", "nothing if a sample is kept", __LINE__);
    begin();
    take(SELECT_PID, "77");
    says(hint(), "", "... or if there is none", __LINE__);
}

int main(void)
{
    make_samples();
    test_options();
    test_together();
    test_hints();
    tally_free(&select_all.known), tally_free(&select_all.code);
    return tap_done();
}
