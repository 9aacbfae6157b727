/* SPDX-License-Identifier: MIT */
/*
 * See firefox.h. A thread has its own tables, whose columns are arrays; a cell refers to a row of another table by its
 * number. Here a row is the text of its cells, each with a comma, and a key in a table of names: so each is there once.
 */
#include "firefox.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../report/findings.h"
#include "../system/json_string.h"
#include "../system/memory.h"
#include "frames.h"

#define FIREFOX_MOST (1u << 18) /* the most samples that are kept: every one, then every second, every fourth ... */
#define NONE INT64_MIN          /* null */
#define FALSE (INT64_MIN + 1)
#define STRING(f, text) number_of(&(f)->names[STRINGS], text)
#define ROW(f, table, ...) row(f, table, (const int64_t[]){__VA_ARGS__})

enum { PLACE_WHO, PLACE_ADDRESS, PLACE_SPACE, PLACE_CATEGORY, PLACE_TIME, PLACE_NUMBER, PLACE_KEYS };

struct firefox_point {
    uint64_t place[PLACE_KEYS]; /* by which points are sorted; the time is since the first sample when it is written */
    uint64_t found;             /* nanoseconds of perf's clock; UINT64_MAX if not known */
    int unit;                   /* of the time: PROFILE_NANOSECONDS and the like */
    uint64_t values[STACKS_VALUES];
    int64_t stack;
};

enum { STRINGS, SAMPLES, MARKERS, STACKS, FRAMES, FUNCTIONS, RESOURCES, SYMBOLS, TABLES };

/* Names of tables and columns. @: milliseconds, from cells of nanoseconds; !: findings by number; ~: only in rows. */
static const struct {
    const char *name, *columns[11];
} tables[TABLES] = {
    [SAMPLES] = {"samples", {"stack", "@time", "weight", "~number"}},
    [MARKERS] = {"markers", {"name", "@startTime", "@endTime", "phase", "category", "!data"}},
    [STACKS] = {"stackTable", {"frame", "category", "subcategory", "prefix"}},
    [FRAMES] = {"frameTable",
                {"address", "inlineDepth", "category", "subcategory", "func", "nativeSymbol", "innerWindowID",
                 "implementation", "line", "column"}},
    [FUNCTIONS] = {"funcTable",
                   {"name", "isJS", "relevantForJS", "resource", "fileName", "lineNumber", "columnNumber"}},
    [RESOURCES] = {"resourceTable", {"lib", "name", "host", "type"}},
    [SYMBOLS] = {"nativeSymbols", {"libIndex", "address", "name", "functionSize"}},
};

struct firefox {
    struct profile *profile;
    struct stacks *stacks;
    unsigned value;
    FILE *out;
    struct name_table libs, names[TABLES]; /* paths; a thread's rows, its strings */
    struct frames frames;
    struct findings findings;
};

void firefox_add(void *stacks, const struct sample *samples, size_t n)
{
    struct stacks *s = stacks;
    struct firefox_point *const all = s->points ? s->points : tool_calloc(FIREFOX_MOST, sizeof *all);
    s->points = all;
    for (const struct sample *from = samples; from < samples + n; from++) {
        const struct counted *c = &from->shape->counted;
        const uint64_t number = s->seen++;
        const unsigned category = c->class == COUNTS_LOAD && c->level ? COUNTS_UNKNOWN + c->level : c->class;
        if (number & ((UINT64_C(1) << s->sparse) - 1))
            continue;
        if (s->n_points == FIREFOX_MOST) { /* keeps every second one */
            s->sparse++;
            s->n_points /= 2;
            for (size_t i = 0; i < s->n_points; i++)
                all[i] = all[2 * i];
        }
        const int unit = from->time != UINT64_MAX                    ? PROFILE_NANOSECONDS
                         : from->record->present & SPE_HAS_TIMESTAMP ? PROFILE_TICKS
                                                                     : PROFILE_UNTIMED;
        const uint64_t times[] = {from->time, from->record->timestamp, number * 1000000}, time = times[unit];
        const uint64_t pc = from->present & SPE_HAS_PC ? from->pc : STACKS_NONE;
        struct firefox_point *to = &all[s->n_points++];
        *to = (struct firefox_point){{from->who, pc, from->code, category, time, number},
                                     from->time,
                                     unit,
                                     {1, from->elapsed, from->total_latency},
                                     0};
        for (unsigned i = 0; i < COUNTS_RATIOS; i++)
            to->values[STACKS_MISSES + i] = counts_has(c, i);
    }
}

static int by_place(const void *a, const void *b)
{
    const uint64_t *x = ((const struct firefox_point *)a)->place, *y = ((const struct firefox_point *)b)->place;
    for (const uint64_t *end = x + PLACE_NUMBER; x < end && *x == *y; x++)
        y++;
    return (*x > *y) - (*x < *y);
}

/* The number of a name; NONE for NULL. */
static int64_t number_of(struct name_table *names, const char *key)
{
    const uint32_t number = key ? name_table_number(names, key) : 0;
    return key ? number : NONE;
}

/* The number of the row with these cells. */
static int64_t row(struct firefox *f, unsigned table, const int64_t *cells)
{
    char text[256] = "", cell[24];
    for (unsigned i = 0, n = 0; tables[table].columns[i]; i++) {
        snprintf(cell, sizeof cell, "%" PRId64, cells[i]);
        const char *word = cells[i] == NONE ? "null" : cells[i] == FALSE ? "false" : cell;
        n += (unsigned)snprintf(text + n, sizeof text - n, "%s,", word);
    }
    return number_of(&f->names[table], text);
}

/* The stack at a point: the functions that were inlined there, in the function. */
static int64_t stack_of(struct firefox *f, const struct firefox_point *p)
{
    const uint64_t address = p->place[PLACE_ADDRESS];
    const struct stack stack = {.key = {.address = address, .space = (uint32_t)p->place[PLACE_SPACE]},
                                .time = p->found};
    const int64_t category = (int64_t)p->place[PLACE_CATEGORY];
    int64_t own = -1, resource = -1, prefix = NONE;
    frames_find(&f->frames, &f->profile->places, &stack);
    const int64_t of = number_of(&f->libs, f->frames.module);
    if (f->frames.map && !(address >> 63))
        own = (int64_t)(address - f->frames.map->address + f->frames.map->position);
    if (of != NONE)
        resource = ROW(f, RESOURCES, of, STRING(f, symbols_short(f->frames.module)), NONE, 1); /* library */
    for (unsigned i = f->frames.count, depth = 0; i-- > 0; depth++) {
        const struct frame *at = &f->frames.list[i];
        const int64_t begins = at->begins ? at->begins : NONE, line = at->line ? at->line : NONE;
        const int64_t name = STRING(f, at->function), file = STRING(f, at->file);
        const int64_t function = ROW(f, FUNCTIONS, name, FALSE, FALSE, resource, file, begins, NONE);
        const int64_t frame = ROW(f, FRAMES, own, depth, category, 0, function, NONE, NONE, NONE, line, NONE);
        prefix = ROW(f, STACKS, frame, category, 0, prefix);
    }
    return prefix;
}

/* Whether the point has the finding's code, or the finding has none: other programs may have the same address. */
static int is_there(struct firefox *f, const struct firefox_point *point, const struct finding *finding)
{
    struct place place = {0};
    if (!finding->address || point->place[PLACE_ADDRESS] != finding->address)
        return !finding->address;
    symbols_find(&f->profile->places.symbols, (uint32_t)point->place[PLACE_SPACE], finding->address, point->found,
                 &place);
    return strcmp(place.module ? place.module : "", finding->code.module ? finding->code.module : "") == 0;
}

/* Puts findings from the first to the last sample of their instruction, if the thread has any. */
static void put_markers(struct firefox *f, const struct firefox_point *points, size_t n)
{
    for (unsigned i = 0; i < f->findings.n; i++) {
        const struct finding *finding = &f->findings.list[i];
        uint64_t from = UINT64_MAX, to = 0;
        for (size_t k = 0; k < n; k++)
            if (is_there(f, &points[k], finding)) {
                from = points[k].place[PLACE_TIME] < from ? points[k].place[PLACE_TIME] : from;
                to = points[k].place[PLACE_TIME] > to ? points[k].place[PLACE_TIME] : to;
            }
        if (from <= to) /* 1: an interval */
            ROW(f, MARKERS, STRING(f, finding->kind->title), (int64_t)from, (int64_t)to, 1, COUNTS_OTHER, i);
    }
}

/* Puts the samples of a thread in the order of their times. */
static void put_samples(struct firefox *f, struct firefox_point *points, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int is_same = i && memcmp(points[i - 1].place, points[i].place, PLACE_TIME * sizeof(uint64_t)) == 0;
        points[i].stack = is_same ? points[i - 1].stack : stack_of(f, &points[i]);
    }
    for (size_t i = 0; i < n; i++)
        memset(&points[i].place[PLACE_ADDRESS], 0, (PLACE_TIME - PLACE_ADDRESS) * sizeof(uint64_t));
    qsort(points, n, sizeof *points, by_place);
    for (size_t i = 0; i < n; i++) {
        const int64_t weight = (int64_t)(points[i].values[f->value] << f->stacks->sparse & INT64_MAX);
        const uint64_t *place = points[i].place;
        ROW(f, SAMPLES, points[i].stack, (int64_t)place[PLACE_TIME], weight, (int64_t)place[PLACE_NUMBER]);
    }
}

static void put_text(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    json_string(out, text);
}

static void put_finding(FILE *out, const struct finding *finding)
{
    char sentence[FINDING_TEXT_MAX];
    put_text(out, "{\"type\": \"finding\", \"advice\": ", finding->advice);
    put_text(out, ", \"sentence\": ", finding_sentence(finding, sentence) + strspn(sentence, " ,:"));
    fprintf(out, ", \"samples\": %" PRIu64 ", \"cost\": %.6f}", finding->samples, finding->cost.value);
}

static void put_table(const struct firefox *f, unsigned table)
{
    const struct name_table *rows = &f->names[table];
    fprintf(f->out, "%s\n\"%s\": {\"length\": %zu", table == SAMPLES ? "," : "},", tables[table].name, rows->count);
    if (table == SAMPLES)
        fprintf(f->out, ", \"weightType\": \"%s\"", f->value == STACKS_TIME ? "tracing-ms" : "samples");
    for (unsigned column = 0; tables[table].columns[column] && *tables[table].columns[column] != '~'; column++) {
        const char *name = tables[table].columns[column];
        const int is_time = *name == '@' || (f->value == STACKS_TIME && *name == 'w');
        fprintf(f->out, ",\n\"%s\": [", name + strspn(name, "@!"));
        for (uint32_t i = 0; i < rows->count; i++) {
            const char *cell = name_table_name(rows, i);
            for (unsigned before = 0; before < column; before++)
                cell = strchr(cell, ',') + 1;
            fputs(i ? "," : "", f->out);
            if (*name == '!')
                put_finding(f->out, &f->findings.list[strtoul(cell, NULL, 10)]);
            else
                fprintf(f->out, "%.*s%s", (int)strcspn(cell, ","), cell, is_time ? "e-6" : "");
        }
        fputc(']', f->out);
    }
}

static void put_thread(struct firefox *f, struct firefox_point *points, size_t n)
{
    const uint32_t who = (uint32_t)points->place[PLACE_WHO];
    const uint32_t leader = processes_leader(&f->profile->places.processes, who, points->found);
    const struct identity *of = &f->profile->places.processes.identities[who];
    char text[512];
    put_text(f->out, "{\"name\": ", places_thread(&f->profile->places, who, text, sizeof text));
    put_text(f->out, ", \"processName\": ", places_process(&f->profile->places, leader, text, sizeof text));
    snprintf(text, sizeof text, ".%u", of->file);
    fprintf(f->out,
            ", \"isMainThread\": %s, \"pid\": \"%" PRId32 "%s\", \"tid\": %" PRId32 ", \"processType\": \"default\", "
            "\"processStartupTime\": 0, \"processShutdownTime\": null, \"registerTime\": 0, \"unregisterTime\": null, "
            "\"pausedRanges\": []",
            of->pid == of->tid ? "true" : "false", (int32_t)of->pid, of->file > 1 ? text : "", (int32_t)of->tid);
    put_markers(f, points, n);
    put_samples(f, points, n);
    for (unsigned i = SAMPLES; i < TABLES; i++)
        put_table(f, i);
    fputs("},\n\"stringArray\": [", f->out);
    for (uint32_t i = 0; i < f->names[STRINGS].count; i++)
        put_text(f->out, i ? ",\n" : "", name_table_name(&f->names[STRINGS], i));
    fputs("]}", f->out);
    for (unsigned i = 0; i < TABLES; i++)
        name_table_free(&f->names[i]);
}

static void put_libs(const struct firefox *f)
{
    fputs("\n], \"libs\": [", f->out);
    for (uint32_t i = 0; i < f->libs.count; i++) {
        const char *path = name_table_name(&f->libs, i), *name = symbols_short(path);
        put_text(f->out, i ? ",\n{\"name\": " : "\n{\"name\": ", name);
        put_text(f->out, ", \"debugName\": ", name);
        put_text(f->out, ", \"path\": ", path);
        put_text(f->out, ", \"debugPath\": ", path);
        fputs(", \"arch\": \"aarch64\", \"breakpadId\": \"\", \"codeId\": null}", f->out);
    }
    fputs("]}\n", f->out);
}

static void put_meta(const struct firefox *f)
{
    static const char *const names[] = {"Loads", "Stores", "Branches", "Other", "Unknown"};
    static const char colors[][12] = {"lightblue", "blue",  "purple", "grey",   "grey",   "lightgreen", "lightgreen",
                                      "green",     "green", "yellow", "yellow", "yellow", "orange",     "orange"};
    const struct profile *p = f->profile;
    const unsigned n = COUNTS_CLASSES - 1 + (spe_level_count() < COUNTS_LEVELS ? spe_level_count() : COUNTS_LEVELS);
    const int unit = profile_time_unit(p);
    const char *const times = unit < 0 ? "not known" : unit == PROFILE_TICKS ? "ticks as ns" : "known";
    const double time = unit < 0 ? 0 : (double)profile_time(p) / 1e6 / (double)p->stats.records;
    fprintf(
        f->out,
        "{\"meta\": {\"preprocessedProfileVersion\": 48, \"version\": 30, \"product\": \"spe-stat\", \"startTime\": 0, "
        "\"processType\": 0, \"stackwalk\": 0, \"symbolicated\": true, \"usesOnlyOneStackType\": true, "
        "\"doesNotUseFrameImplementation\": true, \"sourceCodeIsNotOnSearchfox\": true, \"markerSchema\": [{\"name\": "
        "\"finding\", \"tableLabel\": \"{marker.data.sentence}\", \"display\": [\"marker-chart\", \"marker-table\", "
        "\"timeline-overview\"], \"data\": [{\"key\": \"sentence\", \"label\": \"Finding\", \"format\": \"string\", "
        "\"searchable\": true}, {\"key\": \"advice\", \"label\": \"Try\", \"format\": \"string\"}, {\"key\": \"cost\", "
        "\"label\": \"Cost\", \"format\": \"percentage\"}, {\"key\": \"samples\", \"label\": \"Samples\", \"format\": "
        "\"integer\"}]}], \"interval\": %.6f, \"categories\": [",
        time > 0 ? time * (double)(1u << f->stacks->sparse) : 1);
    for (unsigned i = 0; i < n; i++)
        fprintf(f->out, "%s\n{\"name\": \"%s%s\", \"color\": \"%s\", \"subcategories\": [\"Other\"]}", i ? "," : "",
                i < COUNTS_CLASSES ? names[i] : "Loads: ", i < COUNTS_CLASSES ? "" : spe_level_name(i - COUNTS_UNKNOWN),
                i < sizeof colors / sizeof *colors ? colors[i] : "brown");
    fprintf(f->out,
            "],\n\"extra\": [{\"label\": \"Arm SPE\", \"entries\": [{\"label\": \"Samples\", \"format\": \"string\", "
            "\"value\": \"%zu of %" PRIu64 ", each with %u times its weight; weights: %s; times: %s\"}]}]}, "
            "\"threads\": [",
            f->stacks->n_points, f->stacks->seen, 1u << f->stacks->sparse, stacks_values[f->value].name, times);
}

/* A sample without a time gets that of the sample before it in its thread, or else of the one after it. */
static void find_times(struct firefox_point *points, size_t n, size_t threads)
{
    size_t *const last = tool_calloc(threads, sizeof *last); /* numbers of points, from 1 */
    for (size_t i = 0; i < 2 * n; i++) {
        const size_t at = i < n ? i : 2 * n - 1 - i;
        struct firefox_point *const p = &points[at];
        size_t *const of_thread = &last[p->place[PLACE_WHO]];
        if (i == n)
            memset(last, 0, threads * sizeof *last);
        if (p->unit != PROFILE_UNTIMED) {
            *of_thread = at + 1;
        } else if (*of_thread) {
            p->unit = points[*of_thread - 1].unit;
            p->place[PLACE_TIME] = points[*of_thread - 1].place[PLACE_TIME];
        }
    }
    free(last);
}

/* Makes times relative to the first one of their unit. */
static void begin_at_0(struct firefox_point *points, size_t n)
{
    uint64_t first[PROFILE_TIMES];
    memset(first, 0xff, sizeof first);
    for (size_t i = 0; i < n; i++) {
        uint64_t *const least = &first[points[i].unit];
        *least = points[i].place[PLACE_TIME] < *least ? points[i].place[PLACE_TIME] : *least;
    }
    for (size_t i = 0; i < n; i++)
        points[i].place[PLACE_TIME] = (points[i].place[PLACE_TIME] - first[points[i].unit]) & INT64_MAX;
}

void firefox_write(struct profile *profile, struct stacks *s, unsigned value, FILE *out)
{
    struct firefox f = {.profile = profile, .stacks = s, .value = value, .out = out};
    findings_find(profile, &f.findings);
    find_times(s->points, s->n_points, profile->places.processes.identity_count);
    begin_at_0(s->points, s->n_points);
    qsort(s->points, s->n_points, sizeof *s->points, by_place);
    put_meta(&f);
    for (size_t i = 0, n; i < s->n_points; i += n) {
        for (n = 1; i + n < s->n_points && s->points[i + n].place[PLACE_WHO] == s->points[i].place[PLACE_WHO];)
            n++;
        fputs(i ? ",\n" : "\n", out);
        put_thread(&f, &s->points[i], n);
    }
    put_libs(&f);
    frames_report_losses(s);
    frames_free(&f.frames);
    name_table_free(&f.libs);
    free(s->points);
}
