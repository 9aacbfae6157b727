/* SPDX-License-Identifier: MIT */
/*
 * Threads, address spaces and mappings by time: random events, against a search through all of them, and the limits.
 * tools/tests/model and tools/tests/test_stat_symbols.sh have the usual cases.
 */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "symbols/processes.h"
#include "tap.h"

static struct processes all;

static struct spe_perf_event event_of(uint32_t type, uint32_t pid, uint32_t tid, uint64_t time)
{
    return (struct spe_perf_event){
        .type = type, .pid = pid, .tid = tid, .ppid = SPE_PERF_NONE, .ptid = SPE_PERF_NONE, .time = time};
}

static void map(uint32_t pid, const char *name, uint64_t address, uint64_t size, uint64_t time)
{
    struct spe_perf_event e = event_of(SPE_PERF_MMAP, pid, pid, time);
    e.name = name, e.address = address, e.size = size;
    processes_take(&all, &e);
}

static void comm(uint32_t pid, uint32_t tid, const char *name, int is_exec, uint64_t time)
{
    struct spe_perf_event e = event_of(SPE_PERF_COMM, pid, tid, time);
    e.name = name, e.misc = is_exec ? SPE_PERF_MISC_EXEC : 0;
    processes_take(&all, &e);
}

static void fork_of(uint32_t ppid, uint32_t ptid, uint32_t pid, uint32_t tid, uint64_t time)
{
    struct spe_perf_event e = event_of(SPE_PERF_FORK, pid, tid, time);
    e.ppid = ppid, e.ptid = ptid;
    processes_take(&all, &e);
}

static void switch_to(uint32_t cpu, uint32_t tid, int is_out, uint64_t time)
{
    struct spe_perf_event e = event_of(SPE_PERF_SWITCH, tid, tid, time);
    e.cpu = cpu, e.misc = is_out ? SPE_PERF_MISC_OUT : 0;
    processes_take(&all, &e);
}

static void begin(void)
{
    processes_free(&all);
    processes_begin_file(&all);
}

static uint32_t identity_at(uint32_t tid, uint64_t time)
{
    return processes_identity(&all, tid, time);
}

static const char *comm_at(uint32_t tid, uint64_t time)
{
    const struct identity *who = &all.identities[identity_at(tid, time)];
    return who->comm == UINT32_MAX ? "" : name_table_name(&all.names, who->comm);
}

/* The name of what is mapped at an address of the thread at that time. */
static const char *mapped(uint32_t tid, uint64_t address, uint64_t time)
{
    const uint32_t who = identity_at(tid, time);
    const struct space_map *m = processes_map(&all, processes_space(&all, who, address, time), address, time);
    return m ? name_table_name(&all.names, all.modules.list[m->module].name) : "";
}

static void is_text(const char *got, const char *want, const char *name)
{
    if (!ok(strcmp(got, want) == 0, name))
        diag("\"%s\", not \"%s\"", got, want);
}

/* -- mappings -- */

/* Mappings of 63 and 64 parents above are searched, those of 65 above are not. */
static void test_many_forks(void)
{
    begin();
    map(1, "/a", 0x1000, 0x1000, 1);
    for (uint32_t pid = 2; pid <= PROCESSES_FORKS + 2; pid++)
        fork_of(pid - 1, pid - 1, pid, pid, pid);
    processes_settle(&all);
    is_text(mapped(PROCESSES_FORKS + 1, 0x1000, 1000), "/a", "the most forks");
    is_text(mapped(PROCESSES_FORKS + 2, 0x1000, 1000), "", "one more");
    uint32_t space = all.identities[identity_at(PROCESSES_FORKS + 1, 1000)].space;
    ok(processes_next_map(&all, &space, NULL) != NULL, "... one after another");
    space = all.identities[identity_at(PROCESSES_FORKS + 2, 1000)].space;
    ok(processes_next_map(&all, &space, NULL) == NULL, "... one more");
}

static uint32_t space_at(uint64_t address, uint64_t time)
{
    return processes_space(&all, identity_at(1, time), address, time);
}

/* What takes the place of another mapping has a space of its own. More of the same file, or of the same memory, is the
 * same mapping. */
static void test_replaced(void)
{
    begin();
    map(1, "/a", 0x1000, 0x1000, 100);
    map(1, "/b", 0x5000, 0x1000, 100);
    processes_settle(&all);
    const uint32_t whole = space_at(0x1000, 150);
    is(all.processes[whole].replaces, 0, "nothing is replaced");
    map(1, "/c", 0x800, 0x1000, 200); /* begins before the other */
    map(1, "/a", 0x1000, 0x1000, 300);
    map(1, "//anon", 0x9000, 0x1000, 300);
    map(1, "//anon", 0x9800, 0x1000, 400);
    processes_settle(&all);
    is(space_at(0x1000, 150), whole, "before");
    is(space_at(0x1000, 50), whole, "... even before the first, which was recorded late");
    const uint32_t own = space_at(0x1000, 250);
    ok(own != whole && processes_whole(&all, own) == whole, "what took its place");
    is(space_at(0x17ff, 250), own, "... has one space");
    is_text(mapped(1, 0x1000, 250), "/c", "... and is found in it");
    is(space_at(0x900, 250), whole, "... where there was nothing before, it is the first");
    is(space_at(0x1000, 350), whole, "the first one again");
    is(space_at(0x5000, 350), whole, "what nothing took the place of");
    is(space_at(0x9900, 450), whole, "memory of no file");
    ok(processes_whole(&all, whole) == whole, "a whole space");
    const size_t spaces = all.space_count;
    space_at(0x1000, 260);
    is(all.space_count, spaces, "the space is made once");
}

/* The space of a page is looked up once for all times after the last mapping, if all mappings are of whole pages. */
static void test_pages(void)
{
    begin();
    map(1, "/a", 0x1000, 0x2000, 100);
    map(1, "/c", 0x2000, 0x1000, 200);
    map(2, "/d", 0x2000, 0x1000, 100);
    map(2, "/e", 0x2000, 0x1000, 150);
    processes_settle(&all);
    const uint32_t own = space_at(0x2100, 250), whole = processes_whole(&all, own);
    ok(own != whole, "what took the place of a page");
    is(space_at(0x2200, 260), own, "... later");
    is(space_at(0x2200, 150), whole, "... before");
    is(space_at(0x2200, 200), own, "... at that time");
    is(space_at(0x1200, 260), whole, "another page");
    const uint32_t other = all.identities[identity_at(2, 260)].space;
    unsigned wrong = 0;
    for (uint64_t page = 3; page < 8 * PROCESSES_PAGES; page++) {
        wrong += space_at(0x2200, 260) != own;
        wrong += space_at(4096 * page, 260) != whole;
        wrong += processes_space(&all, identity_at(2, 260), 4096 * page, 260) != other;
    }
    is(wrong, 0, "many pages of two processes");
    is(space_at(0x2300, 350), own, "a time before which nothing else is known yet");
    map(1, "/a", 0x1000, 0x2000, 300);
    processes_settle(&all);
    is(space_at(0x2300, 350), whole, "... and when it is");
    is(space_at(0x2300, 250), own, "... but not before");
    map(1, "/e", 0x2800, 0x800, 400);
    processes_settle(&all);
    is(space_at(0x2300, 450), whole, "the first half of a page");
    ok(space_at(0x2900, 450) != whole, "... its second half has another mapping");
    is(space_at(0x2300, 450), whole, "... and the first one still the same");
}

/* Code that the kernel made is the kernel's; the process that loaded it does not matter. What is gone gives no name. */
static void test_kernel_code(void)
{
    struct spe_perf_event e = event_of(SPE_PERF_KSYMBOL, 1, 1, 10);
    begin();
    map(1, "/program", 0x1000, 0x1000, 1);
    e.name = "bpf_prog_a", e.address = UINT64_C(0xffff800000001000), e.size = 64;
    processes_take(&all, &e);
    e.name = "bpf_prog_b", e.address += 64, e.map_flags = 1;
    processes_take(&all, &e);
    processes_settle(&all);
    is_text(mapped(1, UINT64_C(0xffff800000001020), 15), "bpf_prog_a", "code that process 1 loaded");
    is_text(mapped(2, UINT64_C(0xffff800000001020), 15), "bpf_prog_a", "... runs in all processes");
    is_text(mapped(1, UINT64_C(0xffff800000001060), 15), "", "an event of code that is gone");
}

/* -- threads -- */

static void test_guesses(void)
{
    begin();
    is(identity_at(SPE_PERF_NONE, 5), PROCESSES_NOBODY, "no thread");
    is(identity_at(7, 5), 1, "a thread without an event");
    ok(all.identities[1].pid == SPE_PERF_NONE && all.identities[1].tid == 7, "... of no known process");
    is(identity_at(7, 6), 1, "... once");
    for (uint32_t tid = 100; tid < 100 + PROCESSES_GUESSED - 1; tid++)
        identity_at(tid, 1);
    is(all.guessed, PROCESSES_GUESSED, "the most that are known from samples");
    is(identity_at(UINT32_C(900000), 1), PROCESSES_NOBODY, "one more is nobody");
    is(identity_at(UINT32_C(900000), 1), PROCESSES_NOBODY, "... again");
    is(all.unguessed, 2, "... counted");
    is(all.identities[identity_at(100 + PROCESSES_GUESSED / 2, 1)].tid, 100 + PROCESSES_GUESSED / 2, "others stay");
}

/* -- many -- */

enum { SWITCHES = 400, SWITCH_CORES = 3, SWITCH_TIMES = 2 * SWITCHES };

/* Takes random switches, of which each has its own time, and settles after `every` of them. */
static void take_switches(uint32_t every)
{
    begin();
    random_state = 7;
    for (uint32_t i = 0; i < SWITCHES; i++) {
        const uint32_t number = i * 177 % SWITCHES;
        switch_to(random_below(SWITCH_CORES), 1 + random_below(5), (int)random_below(2), 10 * number);
        if (i % every == every - 1)
            processes_settle(&all);
    }
    processes_settle(&all);
}

/* A pipe is settled repeatedly, a file once. */
static void test_switches_in_turns(void)
{
    static uint32_t want[SWITCH_CORES][SWITCH_TIMES];
    uint32_t known = 0;
    take_switches(SWITCHES);
    for (uint32_t cpu = 0; cpu < SWITCH_CORES; cpu++)
        for (uint32_t i = 0; i < SWITCH_TIMES; i++) {
            want[cpu][i] = processes_runner(&all, cpu, 5 * i);
            known += want[cpu][i] != SPE_PERF_NONE;
        }
    ok(known > SWITCH_TIMES, "many threads on cores are known");
    for (uint32_t every = 1; every < 40; every += 3) {
        uint32_t differ = 0;
        take_switches(every);
        for (uint32_t cpu = 0; cpu < SWITCH_CORES; cpu++)
            for (uint32_t i = 0; i < SWITCH_TIMES; i++)
                differ += processes_runner(&all, cpu, 5 * i) != want[cpu][i];
        is(differ, 0, "settled after every few events: the same threads on each core");
    }
}

static void test_find(void)
{
    begin();
    comm(1, 1, "first", 0, 10);
    comm(1, 1, "second", 0, 20);
    processes_settle(&all);
    is(processes_find(&all, 1, 25), identity_at(1, 25), "a thread that an event names");
    is(processes_find(&all, 1, 15), identity_at(1, 15), "... by its earlier name");
    is(processes_find(&all, 2, 25), PROCESSES_NOBODY, "no event names it");
    is(processes_find(&all, SPE_PERF_NONE, 25), PROCESSES_NOBODY, "not known");
    is(all.guessed, 0, "no thread was added");
}

enum { EVENTS = 3000, TIDS = 40 };

static struct {
    uint32_t tid, pid;
    uint64_t time;
    char name[16];
} kept[EVENTS];

static int n_kept;

/* The last event at or before the time, by time and then by order; else the first. */
static int wanted_at(uint32_t tid, uint64_t time)
{
    int found = -1, first = -1;
    for (int i = 0; i < n_kept; i++) {
        if (kept[i].tid != tid)
            continue;
        if (kept[i].time <= time && (found < 0 || kept[i].time >= kept[found].time))
            found = i;
        if (first < 0 || kept[i].time < kept[first].time)
            first = i;
    }
    return found < 0 ? first : found;
}

/* Names of few threads at random times, in several batches: each look-up has to jump over many. */
static void test_random_names(void)
{
    int bad = 0;
    begin();
    n_kept = 0;
    for (unsigned batch = 0; batch < 6; batch++) {
        while (n_kept < (int)(EVENTS * (batch + 1) / 6)) {
            const uint32_t tid = 1 + random_below(batch % 2 ? 2 : TIDS);
            /* times of one thread differ: of equal ones the batches determine the order */
            kept[n_kept].tid = tid, kept[n_kept].time = UINT64_C(16384) * random_below(50) + (uint64_t)n_kept;
            snprintf(kept[n_kept].name, sizeof kept[n_kept].name, "n%d", n_kept);
            comm(tid, tid, kept[n_kept].name, 0, kept[n_kept].time);
            n_kept++;
        }
        processes_settle(&all);
        for (unsigned i = 0; i < 2000; i++) {
            const uint32_t tid = 1 + random_below(4);
            const uint64_t time = i % 2 ? kept[random_below((unsigned)n_kept)].time : random_below(50 * 16384);
            const int want = wanted_at(tid, time);
            if (want >= 0 && kept[want].time <= time)
                bad += strcmp(comm_at(tid, time), kept[want].name) != 0;
        }
    }
    is(bad, 0, "names at random times");
}

/* Maps that overlap, in several batches of any size. */
static void test_random_maps(void)
{
    static struct {
        uint64_t address, size, time;
        char name[16];
    } maps[800];
    unsigned n = 0;
    int bad = 0;
    begin();
    for (unsigned batch = 0; batch < 40; batch++) {
        for (unsigned more = 1 + random_below(batch % 5 ? 4 : 60); more && n < 800; more--, n++) {
            maps[n].address = random_below(4000), maps[n].size = 1 + random_below(random_below(2) ? 30 : 1000);
            maps[n].time = random_below(3) ? random_below(100) : 50;
            snprintf(maps[n].name, sizeof maps[n].name, "/m%u", n);
            map(1, maps[n].name, maps[n].address, maps[n].size, maps[n].time);
        }
        processes_settle(&all);
        for (unsigned i = 0; i < 500; i++) {
            const uint64_t address = random_below(5100), time = random_below(110);
            const char *want = "";
            uint64_t best = 0;
            int has = 0;
            for (unsigned m = 0; m < n; m++) { /* the latest one by then; else the earliest; of equal ones the last */
                if (address < maps[m].address || address - maps[m].address >= maps[m].size)
                    continue;
                const int is_by = maps[m].time <= time, was_by = has && best <= time;
                const int is_better = !has              ? 1
                                      : is_by != was_by ? is_by
                                      : is_by           ? maps[m].time >= best
                                                        : maps[m].time <= best;
                if (is_better)
                    want = maps[m].name, best = maps[m].time, has = 1;
            }
            /* events of a batch come in the order of their times, those of equal times in their own */
            const uint32_t space = all.identities[identity_at(1, UINT64_MAX)].space;
            const struct space_map *found = processes_map(&all, space, address, time);
            const char *got = found ? name_table_name(&all.names, all.modules.list[found->module].name) : "";
            bad += strcmp(got, want) != 0;
        }
    }
    is(bad, 0, "maps at random places and times");
    ok(all.index_count < 12, "few indexes");
    is(all.dropped, 0, "none dropped");
}

int main(void)
{
    test_many_forks();
    test_replaced();
    test_pages();
    test_kernel_code();
    test_guesses();
    test_switches_in_turns();
    test_find();
    test_random_names();
    test_random_maps();
    processes_free(&all);
    return tap_done();
}
