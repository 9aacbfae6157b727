/* SPDX-License-Identifier: MIT */
/* What one sample adds to each place, by hand; names of threads; groups and profiles that are merged. */
#include <stdlib.h>

#include "made_profile.h"
#include "system/message.h"
#include "system/options.h"

const char tool_name[] = "test_places", tool_usage[] = "";

static struct profile other;

static const uint64_t n1 = UINT64_C(0x410fd0c0);

static struct counted count(const struct spe_record *r)
{
    return counts_of(r, n1);
}

static void test_counts(void)
{
    struct spe_record r = load(100, 14, 1);
    struct counts all = {0}, twice = {0};
    struct counted one = count(&r);
    ok(one.cycles == 100 && one.load && !one.store && one.reads && !one.writes && !one.atomic, "a load");
    is(one.level, SPE_LEVEL_DRAM, "... of DRAM");
    is(one.ratios, 1u << 2 * COUNTS_L1D_REFILL | 1u << 2 * COUNTS_TLB_WALK, "... that accessed first level and TLB");
    r.events |= 1u << SPE_EVENT_L1D_REFILL | 1u << SPE_EVENT_TLB_WALK | 1u << SPE_EVENT_MISPREDICTED;
    is(count(&r).ratios, 3u << 2 * COUNTS_L1D_REFILL | 3u << 2 * COUNTS_TLB_WALK, "... a refill, a walk");
    r.events = 1u << SPE_EVENT_TLB_WALK;
    is(count(&r).ratios, 0, "a walk without an access");
    r.op_class = 2, r.events = 1u << SPE_EVENT_RETIRED | 1u << SPE_EVENT_MISPREDICTED;
    is(count(&r).ratios, 3u << 2 * COUNTS_MISPREDICTED, "a branch that was mispredicted");
    r.events = 1u << SPE_EVENT_RETIRED;
    is(count(&r).ratios, 1u << 2 * COUNTS_MISPREDICTED, "a branch that was not");
    r = load(50, 14, 1), r.op_payload = 1;
    one = count(&r);
    ok(!one.load && one.store && !one.reads && one.writes && one.level == SPE_LEVEL_UNKNOWN, "a store has no level");
    r.op_payload = 0x06; /* an atomic load */
    one = count(&r);
    ok(one.atomic && one.reads && one.writes, "an atomic reads and writes");
    r.present &= ~(uint32_t)(SPE_HAS_TOTAL_LATENCY | SPE_HAS_EVENTS);
    one = count(&r);
    ok(one.cycles == 0 && one.ratios == 0, "what is absent is not counted");
    one = (struct counted){.cycles = 7,
                           .time = 11,
                           .part = 3,
                           .ratios = 3u << 4 | 1,
                           .reads = 1,
                           .writes = 1,
                           .atomic = 1,
                           .level = SPE_LEVEL_L2,
                           .peer = 1,
                           .modified = 1,
                           .remote = 1};
    counts_add(&all, &one);
    one.reads = one.peer = one.modified = one.remote = 0, one.part = 4;
    counts_add(&all, &one);
    ok(all.samples == 2 && all.cycles == 14 && all.time == 22 && all.loads == 1 && all.stores == 2 && all.atomics == 2,
       "sums");
    ok(all.of[0] == 2 && all.in[0] == 0 && all.of[2] == 2 && all.in[2] == 2 && all.of[1] == 0, "ratios");
    ok(all.peer == 1 && all.modified == 1 && all.remote == 1 && all.levels[SPE_LEVEL_L2] == 7, "loads alone");
    ok(all.samples_in[3] == 1 && all.samples_in[4] == 1 && all.time_in[3] == 11 && all.time_in[4] == 11, "by part");
    counts_merge(&twice, &all), counts_merge(&twice, &all);
    ok(twice.samples == 4 && twice.time_in[4] == 22 && twice.levels[SPE_LEVEL_L2] == 14 && twice.in[2] == 4, "merged");
    is(counts_main_level(&all), SPE_LEVEL_L2, "the level of the most cycles");
    all.levels[SPE_LEVEL_L1] = 7;
    is(counts_main_level(&all), SPE_LEVEL_L1, "... of equal ones the nearest");
    all.levels[SPE_LEVEL_DRAM] = 8;
    is(counts_main_level(&all), SPE_LEVEL_DRAM, "... or the largest");
    all.levels[SPE_LEVEL_UNKNOWN] = 99;
    is(counts_main_level(&all), SPE_LEVEL_DRAM, "... that is known");
    is(counts_main_level(&(struct counts){0}), SPE_LEVEL_UNKNOWN, "... or none");
}

static void begin(struct profile *p)
{
    places_free(&p->places);
    groups_free(&p->groups);
    memset(p, 0, sizeof *p);
    p->places.limit = 100;
    profile_begin(p);
    processes_begin_file(&p->places.processes);
}

static void put(struct places *p, const struct spe_record *r, uint32_t cpu, uint32_t tid)
{
    struct sample s = places_sample(p, r, n1, cpu, tid);
    const struct counted one = counts_of(r, n1);
    add_to_places(p, &s, &one);
}

static const struct tally_entry *entry(const struct tally *t, uint64_t address)
{
    for (size_t i = 0; i < t->used; i++)
        if (t->entries[i].address == address)
            return &t->entries[i];
    return NULL;
}

/* Samples come out of order: a place has the time of the earliest, by which its mapping is found. */
static void test_times(void)
{
    static const uint64_t ticks[] = {30, 10, 20, 10};
    struct places *p = &profile.places;
    begin(&profile);
    p->clock = (struct spe_perf_clock){.zero = 1000, .mult = 2, .shift = 0};
    for (uint32_t tid = 7; tid < 11; tid++) {
        const struct spe_perf_event e = {.type = SPE_PERF_START, .pid = 7, .tid = tid};
        processes_take(&p->processes, &e);
    }
    processes_settle(&p->processes);
    for (size_t i = 0; i < 4; i++) {
        struct spe_record r = load(5, 14, ticks[i]);
        r.present |= SPE_HAS_DATA_VA | SPE_HAS_CONTEXT_EL1, r.data_va = 0x12345, r.context_el1 = 7 + (uint32_t)i;
        put(p, &r, 2, SPE_PERF_NONE);
    }
    const struct tally_entry *line = entry(&p->lines, 0x12340), *page = entry(&p->pages, 0x12000),
                             *pc = entry(&p->pcs, 0x400010);
    ok(line && line->time == 1020 && line->counts.samples == 4, "a line: the time of the earliest sample");
    ok(page && page->time == 1020, "a page, too");
    ok(pc && pc->time == 1020, "a program counter, too");
    ok(line && p->processes.identities[line->who].tid == 8, "... and its thread");
    ok(p->first == 1020 && p->last == 1060 && places_time(p) == 40, "from the first to the last");
    p->saved = 3;
    is(places_time(p), 43, "... and what was saved");
    ok(line && line->touches->n == 4 && line->touches->by[0].read == 1u << 5 && tally_cores(line->touches) == 1,
       "four threads read one 64th, on one core");
    struct spe_record r = load(5, 14, 1);
    r.present &= ~(uint32_t)SPE_HAS_TIMESTAMP;
    ok(places_sample(p, &r, n1, 1, 7).time == UINT64_MAX, "a sample without a time");
    put(p, &r, SPE_PERF_NONE, 7);
    ok(p->first == 1020 && p->last == 1060, "... changes neither");
    is(entry(&p->pcs, 0x400010)->time, 1020, "... nor the place's");
    is(p->cores.used, 1, "a core that is not known is not counted");
    is(entry(&p->cores, 2)->counts.samples, 4, "the others are");
}

/* Pages by physical address: of the required size, and each address space has its own. */
static void test_physical(void)
{
    struct places *p = &profile.places;
    struct spe_record r = load(5, 14, 1);
    begin(&profile);
    p->page = 65536;
    r.present |= SPE_HAS_DATA_PA;
    for (unsigned i = 0; i < 3; i++) {
        r.data_pa = UINT64_C(0x8000000000000000) + 0x12345 + i * 0x8000;
        put(p, &r, 3, SPE_PERF_NONE);
    }
    r.data_pa = 0x12345;
    put(p, &r, 3, SPE_PERF_NONE);
    is(p->by_node.used, 0, "nodes are not counted if perf.data has none");
    is(p->physical.used, 3, "two pages, one of them in two address spaces");
    const struct tally_entry *page = &p->physical.entries[0];
    ok(page->address == 0x10000 && page->space == SPE_STATE_NON_SECURE && page->counts.samples == 2,
       "a Non-secure page");
    is(page->touches->by[0].read, UINT64_C(1) << (0x2345 / 1024) | UINT64_C(1) << (0xa345 / 1024), "... in 64ths");
    ok(p->physical.entries[1].address == 0x20000 && p->physical.entries[1].counts.samples == 1, "the next page");
    ok(p->physical.entries[2].address == 0x10000 && p->physical.entries[2].space == SPE_STATE_SECURE, "a Secure page");
}

/* Accesses from nodes of cores to nodes of memory. */
static void test_nodes(void)
{
    struct places *p = &profile.places;
    struct spe_record r = load(5, 14, 1);
    begin(&profile);
    p->nodes.of_cpu[3] = 1 + 1;
    p->nodes.ranges[p->nodes.count++] = (struct nodes_range){0x10000, 0x1ffff, 0};
    for (unsigned i = 0; i < 4; i++) {
        r.present = i < 3 ? r.present | SPE_HAS_DATA_PA : r.present & ~(uint32_t)SPE_HAS_DATA_PA;
        r.data_pa = i == 1 ? 0x20000 : UINT64_C(1) << 63 | 0x10000;
        put(p, &r, i == 2 ? 4 : 3, SPE_PERF_NONE);
    }
    is(p->by_node.used, 3, "a row for each pair");
    const struct tally_entry *e = p->by_node.entries;
    ok(e[0].space == 1 && e[0].address == 0 && e[0].counts.samples == 1, "from node 1 to node 0");
    ok(e[1].space == 1 && e[1].address == NODES_NONE, "memory that is in no node");
    ok(e[2].space == NODES_NONE && e[2].address == 0, "a core that is in no node");
    groups_add_places(p);
    size_t n;
    struct group *rows = groups_rows(&profile.groups, GROUPS_NODES, &n);
    is((long)n, 3, "rows by name");
    for (size_t i = 0; i < n; i++)
        ok(!strcmp(rows[i].where, strstr(rows[i].name, "[not known]") ? "" : "remote"), rows[i].name);
    free(rows);
}

static void test_who(void)
{
    struct places *p = &profile.places;
    struct spe_perf_event e = {.type = SPE_PERF_COMM, .pid = 5, .tid = 6, .name = "work"};
    char text[64];
    begin(&profile);
    processes_take(&p->processes, &e);
    e.tid = 5, e.name = "main";
    processes_take(&p->processes, &e);
    processes_settle(&p->processes);
    struct spe_record r = load(5, 14, 1);
    r.present |= SPE_HAS_DATA_VA, r.data_va = 0x1fff;
    put(p, &r, 3, SPE_PERF_NONE);
    ok(p->who.used == 1 && p->who.entries[0].address == PROCESSES_NOBODY, "what is not known is a row");
    const struct tally_touches *touches = entry(&p->lines, 0x1fc0)->touches;
    is(touches->by[0].who, PLACES_CORE | 3, "... a line then has the core");
    is(touches->by[0].read, UINT64_C(1) << 63, "... and the last 64th");
    is(entry(&p->pages, 0x1000)->touches->by[0].read, UINT64_C(1) << 63, "... as the page has");
    put(p, &r, SPE_PERF_NONE, SPE_PERF_NONE);
    is(touches->by[1].who, PROCESSES_NOBODY, "... or nobody");
    put(p, &r, 3, 6);
    const uint32_t who = processes_identity(&p->processes, 6, SPE_PERF_NONE, UINT64_MAX);
    is(p->lines.used, 2, "a thread that is known has its own space");
    is(p->lines.entries[1].touches->by[0].who, who, "... and its line");
    ok(p->who.used == 2 && p->who.entries[0].counts.samples == 2 && p->who.entries[1].address == who, "... is counted");
    ok(!strcmp(places_process(p, who, text, sizeof text), "main (5)"), "its process");
    ok(!strcmp(places_thread(p, who, text, sizeof text), "work (5/6)"), "its name");
    ok(!strcmp(places_thread(p, PLACES_CORE | 3, text, sizeof text), "CPU 3"), "a core");
    ok(!strcmp(places_thread(p, PROCESSES_NOBODY, text, sizeof text), "not known"), "nobody");
    ok(!strcmp(places_process(p, PROCESSES_NOBODY, text, sizeof text), "not known"), "... as a process");
    const uint32_t guess = processes_identity(&p->processes, 77, SPE_PERF_NONE, 1);
    ok(!strcmp(places_thread(p, guess, text, sizeof text), "context 77"), "a context that the file does not name");
    e.pid = e.tid = 9, e.type = SPE_PERF_START;
    processes_take(&p->processes, &e);
    processes_settle(&p->processes);
    const uint32_t silent = processes_identity(&p->processes, 9, SPE_PERF_NONE, 1);
    ok(!strcmp(places_process(p, silent, text, sizeof text), "(9)"), "a process without a name");
    ok(!strcmp(places_thread(p, silent, text, sizeof text), "(9/9)"), "... its thread");
    r.present |= SPE_HAS_CONTEXT_EL2, r.context_el2 = 6;
    is(places_sample(p, &r, n1, 3, 9).who, who, "the record's context counts more than the buffer's thread");
}

static void test_classes(void)
{
    struct places *p = &profile.places;
    begin(&profile);
    struct spe_record r = load(10, 14, 1);
    put(p, &r, 0, 1);
    r.op_payload = 1, put(p, &r, 0, 1);
    r.op_class = 2, put(p, &r, 0, 1), put(p, &r, 0, 1);
    r.op_class = 0, put(p, &r, 0, 1);
    r.op_class = 3, put(p, &r, 0, 1);
    r.present &= ~(uint32_t)(SPE_HAS_OPERATION | SPE_HAS_DATA_SOURCE), put(p, &r, 0, 1);
    static const uint64_t want[PLACES_CLASSES] = {1, 1, 2, 1, 2};
    for (unsigned i = 0; i < PLACES_CLASSES; i++) {
        is(p->classes[i].samples, want[i], "samples of a class");
        is(p->unsourced[i].samples, i == PLACES_STORE || i == PLACES_UNKNOWN, "... without a source");
    }
    is(p->served[SPE_LEVEL_DRAM], 1, "one load of DRAM");
    is(p->dram_in[0], 1, "... in the first part");
    is(p->levels[1].samples, 7, "all at EL1");
    r = load(1, 14, 1), r.present |= SPE_HAS_BRANCH_TARGET, r.branch_target = 0x500;
    r.present &= ~(uint32_t)SPE_HAS_PC, put(p, &r, 0, 1);
    is(p->targets.used, 1, "a target");
    is(entry(&p->pcs, 0x400010)->counts.samples, 7, "no program counter: no place");
    is(p->levels[0].samples + p->levels[1].samples + p->levels[2].samples + p->levels[3].samples, 7, "... no level");
}

/* -- groups -- */

static const struct group *row(const struct group *rows, size_t n, const char *name, const char *where)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(rows[i].name, name) && !strcmp(rows[i].where, where))
            return &rows[i];
    return NULL;
}

/* Of each kind as many rows as need several enlargements; merged with themselves, and with other names. */
static void test_groups(void)
{
    static struct groups a, b;
    char name[32];
    int bad = 0;
    size_t n;
    for (unsigned i = 0; i < 300; i++) {
        const struct counts one = {.samples = i + 1, .cycles = i % 10}, two = {.samples = 1000};
        snprintf(name, sizeof name, "f%u", i);
        for (unsigned kind = 0; kind < GROUPS_KINDS; kind++)
            groups_add(&a, kind, name, "/m", &one);
        groups_add(&b, GROUPS_DATA, name, i % 2 ? "/m" : "/n", &two);
    }
    a.lists[GROUPS_DATA].dropped = 5, b.lists[GROUPS_DATA].dropped = 7, b.lists[GROUPS_LINES].dropped = 1;
    groups_merge(&a, &b);
    groups_merge(&a, &b);
    struct group *rows = groups_rows(&a, GROUPS_DATA, &n);
    is((long)n, 450, "names in two modules are two rows");
    for (unsigned i = 0; i < 300 && rows; i++) {
        snprintf(name, sizeof name, "f%u", i);
        const struct group *m = row(rows, n, name, "/m"), *other_module = row(rows, n, name, "/n");
        bad += !m || m->counts.samples != i + 1 + (i % 2 ? 2000 : 0) || m->counts.cycles != i % 10;
        bad += i % 2 ? other_module != NULL : !other_module || other_module->counts.samples != 2000;
    }
    for (size_t i = 1; i < n && rows; i++) {
        const struct counts *x = &rows[i - 1].counts, *y = &rows[i].counts;
        bad += x->cycles < y->cycles || (x->cycles == y->cycles && x->samples < y->samples);
        bad += x->cycles == y->cycles && x->samples == y->samples && strcmp(rows[i - 1].name, rows[i].name) > 0;
    }
    is(bad, 0, "sums, in the order of cycles, samples and names");
    free(rows);
    is(a.lists[GROUPS_DATA].dropped, 19, "samples of rows without room add up");
    is(a.lists[GROUPS_LINES].dropped, 2, "... for each kind");
    is(a.lists[GROUPS_MODULES].dropped, 0, "... by itself");
    rows = groups_rows(&a, GROUPS_LINES, &n);
    is((long)n, 300, "the other kinds stay");
    free(rows);
    groups_free(&a), groups_free(&b);
    ok(!groups_rows(&a, GROUPS_DATA, &n) && n == 0, "no rows");
    char *text = groups_symbol("init", 0);
    ok(text && !strcmp(text, "init"), "the only symbol of its name");
    free(text);
    text = groups_symbol("init", 4294967295u);
    ok(text && !strcmp(text, "init#4294967295"), "one of many");
    free(text);
}

/* -- data objects -- */

static void access_data(uint64_t address, uint64_t time)
{
    struct spe_record r = load(7, 14, time);
    r.present |= SPE_HAS_DATA_VA | SPE_HAS_CONTEXT_EL1, r.data_va = address, r.context_el1 = 7;
    struct sample s = places_sample(&profile.places, &r, n1, 2, SPE_PERF_NONE);
    const struct counted one = counts_of(&r, n1);
    places_find_spaces(&profile.places, &s);
    objects_add(&profile.objects, &profile.places, &profile.groups, &s, &one);
}

/* The samples of all data objects with this name. */
static long samples_of(const char *name)
{
    size_t n;
    long samples = 0;
    objects_settle(&profile.objects, &profile.places, &profile.groups);
    struct group *rows = groups_rows(&profile.groups, GROUPS_DATA, &n);
    for (size_t i = 0; i < n; i++)
        samples += strcmp(rows[i].name, name) ? 0 : (long)rows[i].counts.samples;
    free(rows);
    return samples;
}

static void begin_objects_file(void)
{
    processes_begin_file(&profile.places.processes);
    objects_begin_file(&profile.objects, &profile.places);
}

static void test_objects(void)
{
    struct places *p = &profile.places;
    struct spe_perf_event e = {.type = SPE_PERF_START, .pid = 7, .tid = 7};
    begin(&profile);
    p->clock = (struct spe_perf_clock){.mult = 1};
    begin_objects_file();
    access_data(0x1000, 5), access_data(UINT64_C(0x00ff800000000000), 6);
    is(samples_of("[not known]"), 1, "a file without mappings: the kernel's data alone");
    begin_objects_file();
    processes_take(&p->processes, &e);
    e = (struct spe_perf_event){
        .type = SPE_PERF_MMAP, .pid = 7, .tid = 7, .time = 100, .address = 0x1000, .size = 0x1000, .name = "[heap]"};
    processes_take(&p->processes, &e);
    processes_settle(&p->processes);
    access_data(0x1008, 100), access_data(0x1010, 101), access_data(0x2000, 102);
    is(samples_of("[heap]"), 2, "a file with a mapping");
    is(samples_of("[not known]"), 2, "... and what is beside it");
    begin_objects_file();
    access_data(0x1000, 5);
    is(samples_of("[not known]"), 2, "another file without mappings");
    objects_free(&profile.objects);
}

/* Names beyond the limit of bytes are shortened, and differ where the whole names do. */
static void test_long_names(void)
{
    static struct groups g;
    static char name[4000];
    const struct counts one = {.samples = 1};
    size_t n;
    memset(name, 'x', sizeof name - 1);
    groups_add(&g, GROUPS_DATA, name, "/m", &one);
    g.lists[GROUPS_DATA].bytes = GROUPS_BYTES;
    name[100] = 'a';
    groups_add(&g, GROUPS_DATA, name, "/m", &one);
    ok(g.lists[GROUPS_DATA].bytes > GROUPS_BYTES, "now there are too many bytes");
    for (unsigned i = 0; i < 3; i++) {
        name[2000] = (char)('a' + i % 2); /* in the middle, which is left out */
        groups_add(&g, GROUPS_DATA, name, "/m", &one);
    }
    struct group *rows = groups_rows(&g, GROUPS_DATA, &n);
    is((long)n, 4, "two whole names and two short ones");
    unsigned shorter = 0, twice = 0;
    for (size_t i = 0; i < n; i++) {
        shorter += strlen(rows[i].name) == GROUPS_LONG / 2 + 18 + GROUPS_LONG / 4 - 1;
        twice += rows[i].counts.samples == 2;
        ok(!strcmp(rows[i].where, "/m"), "the module stays whole");
    }
    is(shorter, 2, "begin, hash, end");
    is(twice, 1, "the same name is the same row");
    free(rows);
    groups_free(&g);
}

/* -- profiles -- */

static void test_merge(void)
{
    begin(&profile), begin(&other);
    strcpy(profile.name, "a"), strcpy(other.name, "b");
    profile.notes.clock = (struct spe_perf_clock){.mult = 1};
    other.notes.clock = profile.notes.clock;
    other.notes = (struct source_notes){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, profile.notes.clock};
    other.files = 2, other.interval = 1024, other.streams = 3, other.is_perf = 1;
    other.times[PROFILE_TICKS] = 4, other.read_in[15] = 5, other.places.dram_in[15] = 6;
    other.places.served[SPE_LEVEL_L2] = 7, other.places.levels[3].samples = 8;
    other.places.classes[PLACES_UNKNOWN].samples = 9, other.places.unsourced[PLACES_UNKNOWN].samples = 10;
    other.places.first = 100, other.places.last = 150, other.places.saved = 5;
    other.latency_parts[PROFILE_TRANSLATION].sum[15] = 11;
    profile_add_source_parts(&other, 14)->count[2] = 12;
    other.findings[CAPACITY_RULES - 1] = 13, other.select.dropped = 14, other.kept.count[5] = 15;
    profile_add_kind(&other, n1 + 1, 16);
    const struct spe_record r = load(100, 14, 1000);
    spe_stats_add(&other.stats, &r, 1);
    spe_stats_add(&other.parts[15], &r, 1);
    spe_source_stats_add(&other.sources, &r, 1);
    profile_merge(&profile, &other);
    ok(!strcmp(profile.name, "b") && profile.files == 2 && profile.has_saved && profile.is_perf, "the first is taken");
    is(profile.notes.clock.mult, 1, "... with its clock");
    ok(profile.interval > 1023 && profile.interval < 1025 && !profile.has_intervals, "... and its interval");
    profile_add_kind(&profile, n1, 1);
    strcpy(other.name, "c");
    profile_merge(&profile, &other);
    const struct source_notes *notes = &profile.notes;
    ok(notes->buffers == 2 && notes->bytes == 4 && notes->skipped == 6 && notes->cut_off == 8 && notes->aux == 10 &&
           notes->truncated == 12 && notes->overwritten == 14 && notes->partial == 16 && notes->collisions == 18 &&
           notes->late == 20 && notes->no_room == 22 && notes->unknown_ids == 24 && notes->lost == 26,
       "all that is noted adds up");
    is(notes->clock.mult, 1, "the same clock twice is a clock");
    ok(!strcmp(profile.name, "b") && profile.files == 4 && profile.streams == 6, "names, files, streams");
    ok(profile.times[PROFILE_TICKS] == 8 && profile.read_in[15] == 10 && profile.places.dram_in[15] == 12, "parts");
    ok(profile.places.served[SPE_LEVEL_L2] == 14 && profile.places.levels[3].samples == 16 &&
           profile.places.classes[PLACES_UNKNOWN].samples == 18 &&
           profile.places.unsourced[PLACES_UNKNOWN].samples == 20 && places_time(&profile.places) == 110,
       "places");
    is(profile.latency_parts[PROFILE_TRANSLATION].sum[15], 22, "latencies");
    const struct latency_parts *parts = profile_source_parts(&profile, 14);
    ok(parts && parts->count[2] == 24 && !profile_source_parts(&profile, 13) &&
           !profile_source_parts(&profile, SPE_STATS_LEFT_OUT),
       "sources");
    ok(profile.findings[CAPACITY_RULES - 1] == 26 && profile.select.dropped == 28 && profile.kept.count[5] == 30,
       "findings, samples left out");
    ok(profile.n_kinds == 1 && profile.kinds[0].samples == 33 && profile.kinds[0].midr == n1,
       "cores of one part are one kind, of the least revision");
    ok(profile.stats.records == 2 && profile.parts[15].records == 2 && profile_source_samples(&profile, 14) == 2,
       "samples");
    ok(profile_next_source(&profile, -1) == 14 && profile_next_source(&profile, 13) == 14 &&
           profile_next_source(&profile, 14) == -1,
       "one source");
    other.notes.clock.shift = 1, other.interval = 512;
    profile_merge(&profile, &other);
    is(notes->clock.mult, 0, "two clocks are none");
    ok(profile.has_intervals && profile.interval < 1, "two intervals are none");
    for (unsigned i = 0; i < PROFILE_KINDS + 1; i++)
        profile_add_kind(&profile, UINT64_C(0x410fd0c0) + (i << 4), 1);
    ok(profile.n_kinds == PROFILE_KINDS && profile.has_more_kinds, "more kinds than there is room for");
}

static void test_units(void)
{
    begin(&profile);
    is(profile_time_unit(&profile), -1, "no sample with a time");
    ok(!profile_has_records(&profile), "... no record");
    profile.times[PROFILE_TICKS] = 1;
    is(profile_time_unit(&profile), PROFILE_TICKS, "ticks");
    profile.times[PROFILE_NANOSECONDS] = 1;
    is(profile_time_unit(&profile), -1, "both");
    profile.times[PROFILE_TICKS] = 0;
    is(profile_time_unit(&profile), PROFILE_NANOSECONDS, "nanoseconds");
    profile.times[PROFILE_FILTERED] = 1;
    is(profile_time_unit(&profile), -1, "a filter was set");
    profile.places.classes[0].time = 5, profile.places.classes[PLACES_UNKNOWN].time = 7;
    is(profile_time(&profile), 12, "the time of all");
    profile.kept.count[5] = 1;
    ok(profile_has_records(&profile), "a record that a filter left out");
    profile.kept.count[5] = 0, profile.select.dropped = 1;
    ok(profile_has_records(&profile), "... or that was not asked for");
}

int main(void)
{
    test_counts();
    test_times();
    test_physical();
    test_nodes();
    test_who();
    test_classes();
    test_groups();
    test_objects();
    test_long_names();
    test_merge();
    test_units();
    return tap_done();
}
