/* SPDX-License-Identifier: MIT */
/*
 * spe-stat's options, one by one, and which go together; then runs over small files: what is counted, what is returned
 * and what is kept on failure.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output.h"
#include "perf_file.h"
#include "profile/saved_profile.h"
#include "stat/stat_run.h"
#include "system/message.h"
#include "system/options.h"

const char tool_name[] = "test_stat_run", tool_usage[] = "";

static struct stat_run run;
static struct file file;
static char folder[] = "/tmp/libspe-test-XXXXXX";

static void begin(void)
{
    memset(&run, 0, sizeof run);
    run.most = 10;
    run.value = STACKS_VALUES; /* none was chosen */
}

static void take(int option, const char *text)
{
    optarg = (char *)text;
    stat_take_option(&run, option);
}

/* Whether the call ends the program with status 2. */
static int ends(void (*call)(const void *context), const void *context)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (!child) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(99);
        call(context);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == TOOL_USAGE;
}

/* -- options -- */

struct option_text {
    int option;
    const char *text;
};

static void take_one(const void *context)
{
    const struct option_text *o = context;
    take(o->option, o->text);
}

static void test_options(void)
{
    static const struct option_text wrong[] = {{'P', "0"},
                                               {'P', "16777217"},
                                               {'t', "16777217"},
                                               {'g', "0"},
                                               {'g', "2K"},
                                               {'g', "2G"},
                                               {'g', "5000"},
                                               {'g', "12K"},
                                               {'g', "K"},
                                               {'g', "4KB"},
                                               {'g', "-4K"},
                                               {'g', "4X"},
                                               {'g', "17592186044416G"},
                                               {'f', "html"},
                                               {'f', ""},
                                               {INPUT_RESYNC, "4096"},
                                               {INPUT_RESYNC, "3"},
                                               {INPUT_RESYNC, "0"},
                                               {INPUT_OFFSET, "9223372036854775808"},
                                               {INPUT_FILTER, "no_such_term=1"},
                                               {INPUT_CPU, "no-such-core"}};
    static const char *const formats[] = {"text", "csv", "json", "bolt", "autofdo"};
    begin();
    take('c', NULL), take('S', "/s"), take('k', "/k"), take('D', NULL), take('m', "mod"), take('a', NULL);
    take('s', "save"), take('w', "page");
    const struct symbols *symbols = &run.profile.places.symbols;
    ok(run.profile.is_checked && !strcmp(symbols->symfs, "/s") && !strcmp(symbols->kallsyms_path, "/k") &&
           symbols->may_download == 1,
       "--check, --symfs, --kallsyms, --debuginfod");
    ok(!strcmp(run.pgo.module, "mod") && run.pgo.takes_any_build && !strcmp(run.save, "save") &&
           !strcmp(run.page, "page") && run.profile.has_pictures,
       "--module, --any-build, --save, --html");
    begin();
    take('s', "save");
    ok(!run.page && !run.profile.has_pictures && !run.profile.is_checked && !run.pgo.module && !run.is_list &&
           !run.profile.places.symbols.may_download && run.most == 10,
       "an option sets nothing else");
    take('P', "1"), is((long)run.profile.places.limit, 1, "--places: the least");
    take('P', "16777216"), is((long)run.profile.places.limit, 16777216, "--places: the most");
    take('t', "1000"), is((long)run.most, 1000, "--top: the most");
    take('t', "0"), is((long)run.most, 0, "--top: none");
    take('g', "4096"), is((long)run.profile.places.page, 4096, "--page-size: the least");
    take('g', "1G"), is((long)run.profile.places.page, 1 << 30, "... the most");
    take('g', "0x10000"), is((long)run.profile.places.page, 65536, "... in hexadecimal");
    take('g', "2m"), is((long)run.profile.places.page, 2 << 20, "... in MiB");
    take('L', "16"), is((long)run.profile.places.line, 16, "--line-size: the least");
    take('L', "256"), is((long)run.profile.places.line, 256, "... the most");
    take('l', NULL), ok(run.is_list && !run.group, "--list-metrics");
    take('l', "MPKI"), ok(run.is_list && !strcmp(run.group, "MPKI"), "--list-metrics=GROUP");
    for (unsigned i = 0; i < 5; i++) {
        begin();
        take('f', formats[i]);
        ok(run.has_format &&
               run.format == (i == 1   ? REPORT_CSV
                              : i == 2 ? REPORT_JSON
                                       : REPORT_TEXT) &&
               run.pgo.format == (i == 3   ? PGO_BOLT
                                  : i == 4 ? PGO_AUTOFDO
                                           : PGO_NONE),
           formats[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ok(ends(take_one, &wrong[i]), wrong[i].text);
}

/* An option that is given many times, or with many values. */
struct repeated {
    int option;
    const char *value;
    unsigned most, n;
    int is_list; /* the values are separated by commas */
};

static void take_many(const void *context)
{
    const struct repeated *r = context;
    char text[512] = "";
    begin();
    for (unsigned i = 0; i < r->n; i++) {
        const size_t size = strlen(text);
        snprintf(text + size, sizeof text - size, "%s%s", size ? "," : "", r->value);
        if (!r->is_list)
            take(r->option, r->value);
    }
    if (r->is_list)
        take(r->option, text);
}

static void test_repeated(void)
{
    static const struct repeated rows[] = {
        {SELECT_PID, "1", SELECT_VALUES, 0, 1},   {SELECT_SYMBOL, "f", SELECT_VALUES, 0, 0},
        {SELECT_EVENT, "1", SELECT_VALUES, 0, 1}, {'b', "pcs", REPORT_TABLES, 0, 1},
        {'d', "/x", ANNOTATE_DIRECTORIES, 0, 0},  {'i', "x", STAT_INPUTS, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned more = 0; more < 2; more++) {
            struct repeated r = rows[i];
            r.n = r.most + more;
            if (!ok(ends(take_many, &r) == (int)more, "as many values as there is room for, and one more"))
                diag("row %zu: %u", i, r.n);
        }
}

static void test_input_options(void)
{
    const struct source_options *reading = &run.input.source;
    begin();
    take(INPUT_CPU, "neoverse-n1");
    is((long)reading->midr, 0x410fd0c0, "--cpu");
    take(INPUT_MIDR, "0x410fd490");
    ok(reading->midr == 0x410fd490 && !reading->is_placed && !reading->is_forced && !reading->resyncs, "--midr");
    take(INPUT_FORCE, NULL);
    ok(reading->is_forced && !reading->is_placed, "--force");
    take(INPUT_RESYNC, NULL);
    ok(reading->resyncs && !reading->alignment, "--resync");
    take(INPUT_RESYNC, "2048");
    is(reading->alignment, 2048, "--resync: the most");
    take(INPUT_RESYNC, "1");
    is(reading->alignment, 1, "--resync: the least");
    take(INPUT_BASE, "0xffffffffffffffff");
    ok(reading->base == UINT64_MAX && reading->is_placed && !reading->offset, "--base: the most");
    begin();
    take(INPUT_OFFSET, "9223372036854775807");
    ok(reading->offset == INT64_MAX && reading->is_placed && !reading->base, "--offset: the most");
    ok(!run.input.is_filtered, "no filter");
    take(INPUT_FILTER, "load_filter=1");
    ok(run.input.is_filtered, "--filter");
    ok(!input_option(&run.input, 'x') && !select_is_used(&run.profile.select), "another option");
    take(SELECT_PID, "5");
    ok(select_is_used(&run.profile.select), "--pid selects");
}

static void count_files(const void *context)
{
    const int *const n = context;
    char *argv[] = {"spe-stat", "-", "-", "x", NULL};
    optind = 1 + n[0];
    input_files(1 + n[1], argv);
}

static void test_files(void)
{
    static const int files[][3] = {{0, 0, 1}, {0, 1, 0}, {0, 2, 1}, {0, 3, 1}, {1, 3, 0}, {2, 2, 1}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        is(ends(count_files, files[i]), files[i][2], "no file, or standard input twice");
    char *argv[] = {"spe-stat", "-", "x", NULL};
    optind = 1;
    is(input_files(3, argv), 2, "two files");
    static const struct option_text options[] = {
        {INPUT_CPU, "n1"},    {INPUT_MIDR, "1"}, {INPUT_FILTER, "min_latency=1"},
        {INPUT_RESYNC, NULL}, {INPUT_BASE, "1"}, {INPUT_OFFSET, "1"},
        {INPUT_FORCE, NULL}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        optarg = (char *)options[i].text;
        is(input_option(&run.input, options[i].option), 1, "an option of the input");
    }
}

static void test_commands(void)
{
    begin();
    ok(!stat_take_command(&run, NULL) && run.command == SUM_UP, "no word");
    ok(!stat_take_command(&run, "diffs") && run.command == SUM_UP, "another word");
    ok(stat_take_command(&run, "merge") && run.command == MERGE, "merge");
    ok(stat_take_command(&run, "diff") && run.command == DIFF, "diff");
    ok(!stat_is_alone(NULL) && !stat_is_alone("x") && stat_is_alone("-"), "- is standard output");
}

/* A run with these options, and a number of files. */
struct together {
    const char *command, *format, *page, *save, *module, *list;
    int any, files, is_wrong;
};

static void check_together(const void *context)
{
    static char *argv[] = {"spe-stat", "a", "b", "c", NULL};
    const struct together *t = context;
    begin();
    stat_take_command(&run, t->command);
    if (t->format)
        take('f', t->format);
    if (t->page)
        take('w', t->page);
    if (t->save)
        take('s', t->save);
    if (t->module)
        take('m', t->module);
    if (t->any)
        take('a', NULL);
    if (t->list)
        take('l', t->list);
    optind = 1;
    stat_check_options(&run, 1 + t->files, argv);
    if (!run.is_list)
        stat_take_files(&run, 1 + t->files, argv);
}

static void test_together(void)
{
    static const struct together rows[] = {
        {NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, 0},      {NULL, "csv", NULL, NULL, NULL, "MPKI", 0, 0, 0},
        {NULL, "bolt", NULL, NULL, NULL, "MPKI", 0, 0, 1},  {NULL, NULL, NULL, NULL, NULL, "MPKI", 0, 1, 1},
        {NULL, NULL, NULL, NULL, "m", NULL, 0, 1, 1},       {NULL, NULL, NULL, NULL, NULL, NULL, 1, 1, 1},
        {NULL, "csv", NULL, NULL, "m", NULL, 0, 1, 1},      {NULL, "bolt", NULL, NULL, "m", NULL, 1, 1, 0},
        {NULL, "autofdo", NULL, NULL, NULL, NULL, 1, 1, 0}, {NULL, "csv", "-", NULL, NULL, NULL, 0, 1, 1},
        {NULL, "csv", "p", NULL, NULL, NULL, 0, 1, 0},      {NULL, NULL, "-", NULL, NULL, NULL, 0, 1, 0},
        {NULL, "csv", "-", NULL, NULL, "MPKI", 0, 0, 1},    {NULL, NULL, "-", "-", NULL, NULL, 0, 1, 1},
        {NULL, NULL, "-", "s", NULL, NULL, 0, 1, 0},        {NULL, NULL, "p", "-", NULL, NULL, 0, 1, 0},
        {"diff", NULL, NULL, NULL, NULL, NULL, 0, 2, 0},    {"diff", NULL, NULL, NULL, NULL, NULL, 0, 1, 1},
        {"diff", NULL, NULL, NULL, NULL, NULL, 0, 3, 1},    {"diff", NULL, "p", NULL, NULL, NULL, 0, 2, 0},
        {"diff", NULL, NULL, "s", NULL, NULL, 0, 2, 1},     {"diff", "bolt", NULL, NULL, NULL, NULL, 0, 2, 1},
        {"diff", "json", NULL, NULL, NULL, NULL, 0, 2, 0},  {"merge", "bolt", "p", "s", NULL, NULL, 0, 3, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!ok(ends(check_together, &rows[i]) == rows[i].is_wrong, "options together"))
            diag("row %zu", i);
}

/* -- runs -- */

static const char *path_of(const char *name)
{
    static char paths[8][64];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void save_bytes(const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(path_of(name), "wb");
    fwrite(bytes, 1, size, out);
    fclose(out);
}

/* Records of a load, n of them. */
static size_t make_records(uint8_t *out, unsigned n, unsigned timestamp)
{
    static const uint8_t record[] = {0xb0, 0x10, 0, 0x40, 0, 0, 0, 0, 0xb0, 0x42, 0x16, 0x49, 0,
                                     0x98, 5,    0, 0x71, 0, 0, 0, 0, 0,    0,    0,    0};
    for (unsigned i = 0; i < n; i++) {
        memcpy(out + i * sizeof record, record, sizeof record);
        out[i * sizeof record + 17] = (uint8_t)(timestamp + i);
    }
    return n * sizeof record;
}

static int read_some_files(const char *a, const char *b)
{
    char one[64], two[64];
    char *files[] = {one, b ? two : NULL, NULL};
    snprintf(one, sizeof one, "%s", path_of(a));
    if (b)
        snprintf(two, sizeof two, "%s", path_of(b));
    if (!freopen("/dev/null", "w", stderr))
        return -1;
    return stat_read(&run, files);
}

static void test_reading(void)
{
    uint8_t bytes[512];
    const size_t size = make_records(bytes, 4, 0);
    save_bytes("four", bytes, size);
    save_bytes("cut", bytes, size - 5);
    begin();
    is(read_some_files("four", NULL), TOOL_OK, "a whole file");
    is((long)run.profile.stats.records, 4, "... four records");
    is((long)run.profile.summary.records, 4, "... summed up");
    begin();
    is(read_some_files("four", "none"), TOOL_FAILED, "two files, of which one is missing");
    is((long)run.profile.stats.records, 4, "... the other counts");
    begin();
    is(read_some_files("none", "four"), TOOL_FAILED, "... in the other order");
    is((long)run.profile.stats.records, 4, "... the other counts");
    begin();
    is(read_some_files("cut", "four"), TOOL_FAILED, "a file that ends in a record");
    is((long)run.profile.stats.records, 8, "... and another");
    for (unsigned which = 0; which < 4; which++) {
        begin();
        run.command = DIFF;
        is(read_some_files(which & 1 ? "cut" : "four", which & 2 ? "cut" : "four"), which ? TOOL_FAILED : TOOL_OK,
           "diff: fails if one of both does");
        is((long)run.profile.stats.records, 4, "... before");
        is((long)run.after.stats.records, 4, "... after");
    }
    begin();
    take(INPUT_FILTER, "store_filter=1");
    is(read_some_files("four", NULL), TOOL_OK, "a filter");
    is((long)run.profile.stats.records, 0, "... leaves out all");
    ok(profile_has_records(&run.profile), "... which were there");
    begin();
    take('f', "bolt");
    read_some_files("four", NULL);
    ok(run.profile.branches == &run.pgo.branches && run.profile.places.symbols.has_said, "bolt: no names are missed");
    begin();
    take('f', "bolt"), take('s', "-");
    read_some_files("four", NULL);
    ok(!run.profile.places.symbols.has_said, "... unless names are saved, too");
    begin();
    take('f', "bolt"), take('w', "-");
    read_some_files("four", NULL);
    ok(!run.profile.places.symbols.has_said, "... or on a page");
    begin();
    read_some_files("four", NULL);
    ok(!run.profile.branches && !run.profile.places.symbols.has_said, "text: names, but no branches");
}

/* A saved profile has no samples: an option that needs samples is refused. */
static void test_saved(void)
{
    static const struct {
        int option;
        const char *text;
        int is_taken;
    } rows[] = {{0, NULL, 1},         {'f', "csv", 1},  {'c', NULL, 0}, {INPUT_FILTER, "load_filter=1", 0},
                {SELECT_TID, "5", 0}, {'f', "bolt", 0}, {'P', "9", 1},  {'f', "folded", 0},
                {'f', "pprof", 0}};
    begin();
    read_some_files("four", NULL);
    FILE *out = fopen(path_of("saved"), "wb");
    is(saved_profile_write(&run.profile, out), TOOL_OK, "a profile is saved");
    fclose(out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[32] = "";
        begin();
        if (rows[i].text)
            strcpy(text, rows[i].text); /* an option may cut its argument into values */
        if (rows[i].option)
            take(rows[i].option, rows[i].text ? text : NULL);
        is(read_some_files("saved", NULL), rows[i].is_taken ? TOOL_OK : TOOL_FAILED, "a saved profile and an option");
        is((long)run.profile.stats.records, rows[i].is_taken ? 4 : 0, "... its records");
    }
    begin();
    stat_take_command(&run, "annotate");
    is(read_some_files("saved", NULL), TOOL_FAILED, "a saved profile and annotate");
    begin();
    is(read_some_files("saved", "four"), TOOL_OK, "a saved profile and a file");
    is((long)run.profile.stats.records, 8, "... add up");
    ok(run.profile.files == 2 && run.profile.has_saved, "... as two files");
}

/* -- what a run writes -- */

struct wanted {
    const char *command, *format, *page, *save, *a, *b;
    int status;
    const char *report; /* its first characters, or "" */
    int has_page, has_save;
};

/* Runs in a process of its own, whose report goes to a file. Returns its status. */
static int run_all(const struct wanted *w)
{
    char page[64], save[64], one[64], two[64], *files[] = {one, w->b ? two : NULL, NULL};
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (!child) {
        snprintf(page, sizeof page, "%s", w->page ? path_of(w->page) : "-");
        snprintf(save, sizeof save, "%s", w->save ? path_of(w->save) : "-");
        snprintf(one, sizeof one, "%s", path_of(w->a));
        snprintf(two, sizeof two, "%s", w->b ? path_of(w->b) : "");
        if (!freopen("/dev/null", "w", stderr) || !freopen(path_of("out"), "w", stdout))
            _exit(99);
        begin();
        stat_take_command(&run, w->command);
        if (w->format)
            take('f', w->format);
        if (w->page)
            take('w', w->page[0] == '-' ? "-" : page);
        if (w->save)
            take('s', w->save[0] == '-' ? "-" : save);
        status = stat_create(&run, files);
        exit(status == TOOL_OK ? stat_write_all(&run, stat_read(&run, files)) : status);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Whether a file in the folder begins so; "" means that it is empty. */
static int begins_so(const char *name, const char *front)
{
    char text[64] = "";
    FILE *in = fopen(path_of(name), "rb");
    if (!in)
        return 0;
    const size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    return *front ? strncmp(text, front, strlen(front)) == 0 : n == 0;
}

static void test_writing(void)
{
    static const struct wanted rows[] = {
        {NULL, NULL, NULL, NULL, "four", NULL, TOOL_OK, "Findings: ", 0, 0},
        {NULL, "csv", NULL, NULL, "four", NULL, TOOL_OK, "table,row,column,value\nprofile,", 0, 0},
        {NULL, "json", NULL, NULL, "four", NULL, TOOL_OK, "{\n  \"version\": 1,\n  \"findings\": []", 0, 0},
        {NULL, "csv", "page", "save", "four", NULL, TOOL_OK, "table,", 1, 1},
        {NULL, "csv", "page", "save", "cut", NULL, TOOL_FAILED, "table,", 1, 1},
        {NULL, "csv", "page", "save", "none", NULL, TOOL_FAILED, "", 0, 0},
        {NULL, "csv", "page", "save", "empty", NULL, TOOL_FAILED, "", 0, 0},
        {NULL, NULL, "-", "save", "four", NULL, TOOL_OK, "<!", 0, 1},
        {NULL, NULL, "page", "-", "four", NULL, TOOL_OK, "spe-stat profile ", 1, 0},
        {NULL, NULL, "page", "-", "cut", NULL, TOOL_FAILED, "spe-stat profile ", 1, 0},
        {NULL, NULL, "four", NULL, "four", NULL, TOOL_FAILED, "", 0, 0},
        {NULL, NULL, "page", "four", "four", NULL, TOOL_FAILED, "", 0, 0},
        {"diff", "csv", NULL, NULL, "four", "four", TOOL_OK, "table,", 0, 0},
        {"diff", "csv", NULL, NULL, "four", "cut", TOOL_FAILED, "table,", 0, 0},
        {"diff", "csv", NULL, NULL, "four", "empty", TOOL_FAILED, "", 0, 0},
        {"diff", "csv", NULL, NULL, "empty", "four", TOOL_FAILED, "", 0, 0},
        {"diff", "csv", NULL, NULL, "four", "none", TOOL_FAILED, "", 0, 0},
    };
    save_bytes("empty", "", 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct wanted *w = &rows[i];
        remove(path_of("page")), remove(path_of("save"));
        is(run_all(w), w->status, "the status of a run");
        if (!ok(begins_so("out", w->report), "... its report"))
            diag("row %zu", i);
        ok(begins_so("page", "<!") == w->has_page && (access(path_of("page"), F_OK) == 0) == w->has_page,
           "... its page");
        ok(begins_so("save", "spe-stat profile ") == w->has_save && (access(path_of("save"), F_OK) == 0) == w->has_save,
           "... what it saves");
    }
    ok(begins_so("four", "\xb0\x10"), "the input stays");
    remove(path_of("page")), remove(path_of("save")), remove(path_of("out")), remove(path_of("empty"));
}

/* -- perf.data: gaps, times, contexts -- */

/* Two buffers of one core; the second may follow a gap. */
static void make_perf(unsigned aux_flags)
{
    uint8_t bytes[512];
    const size_t size = make_records(bytes, 4, 0);
    begin_file(&file, 0, 0, 1 << 1 | 1 << 2 | 1 << 7 | 1 << 16);
    put_info(&file, 1);
    put_aux(&file, 0, size, 0, 0);
    put_aux(&file, size, size, aux_flags, 0);
    memcpy(bytes + size, bytes, size);
    put_buffer(&file, 0, bytes, 2 * size, 0, SPE_PERF_NONE);
    end_file(&file);
    save_bytes("perf", file.bytes, file.size);
}

static void test_perf(void)
{
    for (unsigned checked = 0; checked < 2; checked++) {
        make_perf(0);
        begin();
        run.profile.is_checked = (int)checked;
        is(read_some_files("perf", NULL), TOOL_OK, "perf.data");
        is((long)run.profile.stats.records, 8, "... eight records");
        ok(run.profile.is_perf && run.profile.notes.buffers == 1 && run.profile.kinds[0].midr == 0x410fd400,
           "... core");
        is(run.profile.places.cores.used ? (long)run.profile.places.cores.entries[0].counts.samples : 0, 8, "... CPU");
        uint64_t findings = 0;
        for (unsigned i = 0; i < CAPACITY_RULES; i++)
            findings += run.profile.findings[i];
        is((long)findings, checked ? 16 : 0, "... findings if they are wanted");
    }
    make_perf(SPE_PERF_AUX_TRUNCATED);
    begin();
    read_some_files("perf", NULL);
    is((long)run.profile.notes.truncated, 1, "a buffer that was truncated");
    is((long)run.profile.stats.records, 8, "... its records");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_options();
    test_repeated();
    test_input_options();
    test_files();
    test_commands();
    test_together();
    test_reading();
    test_saved();
    test_writing();
    test_perf();
    for (unsigned i = 0; i < 4; i++)
        remove(path_of((const char *[]){"four", "cut", "perf", "saved"}[i]));
    rmdir(folder);
    return tap_done();
}
