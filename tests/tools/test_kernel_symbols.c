/* SPDX-License-Identifier: MIT */
/* The kernel's symbols: lines of /proc/kallsyms, look-ups around each address, and a kernel that has moved. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "output.h"
#include "symbols/symbols.h"
#include "system/message.h"

const char tool_name[] = "test_kernel_symbols", tool_usage[] = "";

static char path[] = "/tmp/libspe-test-XXXXXX";
static struct kallsyms kernel;

#define BASE UINT64_C(0xffff800080000000)

static int read_text(const char *text)
{
    FILE *out = fopen(path, "wb");
    fputs(text, out);
    fclose(out);
    kallsyms_free(&kernel);
    return kallsyms_read(&kernel, path);
}

/* What is at BASE + offset: "name module nth +distance". */
static void finds(unsigned offset, const char *want)
{
    char got[100] = "nothing";
    const struct kallsyms_symbol *s = kallsyms_find(&kernel, BASE + offset);
    if (s)
        snprintf(got, sizeof got, "%s %s %u +%u", s->name, s->module ? s->module : "-", (unsigned)s->nth,
                 (unsigned)(BASE + offset - s->address));
    if (!ok(!strcmp(got, want), want))
        diag("at %u: %s", offset, got);
}

static const char symbols[] = "ffff800080000300 t init\t[mod]\n"
                              "ffff800080000010 T _text\n"
                              "ffff800080000100 t init\n"
                              "ffff800080000100 t alias\n"
                              "ffff800080000000 a absolute\n"
                              "ffff800080000000 A Absolute\n"
                              "0000000000000000 t hidden\n"
                              "ffff800080000005 t $x\n"
                              "ffff800080000200 t init\n"
                              "no address\n"
                              "ffff800080000006\n"
                              "ffff800080000006 \n"
                              "ffff800080000006 t\n"
                              "ffff800080000006 tx name\n"
                              "ffff800080000400 t other [m2]\n"
                              "ffff800080000500 t init\t[mod]\n"
                              "ffff800080000600 d last";

static void test_lines(void)
{
    is(read_text(symbols), TOOL_OK, "a file");
    is((long)kernel.count, 8, "its symbols");
    finds(0x0f, "nothing");
    finds(0x10, "_text - 0 +0");
    finds(0xff, "_text - 0 +239");
    finds(0x100, "alias - 0 +0");
    finds(0x1ff, "alias - 0 +255");
    finds(0x200, "init - 2 +0");
    finds(0x2ff, "init - 2 +255");
    finds(0x300, "init mod 1 +0");
    finds(0x400, "other m2 0 +0");
    finds(0x500, "init mod 2 +0");
    finds(0x600, "last - 0 +0");
    finds(0x1fff, "last - 0 +6655");
    finds(0x2000, "nothing");
    ok(kallsyms_address(&kernel, "_text") == BASE + 0x10 && kallsyms_address(&kernel, "last") == BASE + 0x600,
       "addresses by name");
    is((long)kallsyms_address(&kernel, "hidden"), 0, "... of none");
    ok(read_text("0 t a\n") == TOOL_FAILED && read_text("") == TOOL_FAILED && read_text("\n") == TOOL_FAILED,
       "no address: it fails");
    is(kallsyms_read(&kernel, "/nonexistent/kallsyms"), TOOL_FAILED, "no file");
}

/* Which of several at one address is used, and where the last one of a module ends. */
static void test_best(void)
{
    read_text("ffff800080000000 W weak_and_long\nffff800080000000 t local\nffff800080000010 t local_and_long\n"
              "ffff800080000010 T __global\nffff800080000020 T __pi_f\nffff800080000020 T f\nffff800080000030 T ab\n"
              "ffff800080000030 T abc\nffff800080001000 T abd [m]\nffff800080001000 T abc [m]\n"
              "ffff800080009000 T end [n]\n");
    finds(0x00, "local - 0 +0");
    finds(0x10, "__global - 0 +0");
    finds(0x20, "f - 0 +0");
    finds(0xfff, "abc - 0 +4047");
    finds(0x1fff, "abc m 0 +4095");
    finds(0x2000, "nothing");
    finds(0x9fff, "end n 0 +4095");
    finds(0xa000, "nothing");
}

/* More text and symbols than there is room for at first; sizes around the room. */
static void test_large(void)
{
    static char text[1100000];
    for (size_t size = (1u << 20) - 3; size < (1u << 20) + 3; size++) {
        size_t at = 0;
        unsigned n = 0;
        for (; at + 40 < size; n++)
            at += (size_t)sprintf(text + at, "%016llx t f%u\n", (unsigned long long)BASE + 16 * n, n);
        memset(text + at, 'x', size - at);
        text[size] = 0;
        is(read_text(text), TOOL_OK, "a large file");
        is((long)kernel.count, n, "... all of its symbols");
        ok(kernel.symbols[n - 1].address == BASE + 16 * (n - 1) && kernel.symbols[n - 1].nth == 0, "... to the last");
    }
}

/* The file has the addresses of one start, the recording those of another. */
static void test_moved(void)
{
    static struct processes processes;
    static struct symbols s;
    struct spe_perf_event map = {.type = SPE_PERF_MMAP, .pid = SPE_PERF_NONE, .tid = SPE_PERF_NONE};
    struct place place;
    char text[64];
    read_text(symbols);
    for (unsigned moved = 0; moved < 2; moved++) {
        const uint64_t by = moved ? 0x10000 : 0;
        s = (struct symbols){.processes = &processes, .kallsyms_path = path};
        processes_begin_file(&processes);
        map.address = BASE + by, map.size = 0x10000000, map.name = "[kernel.kallsyms]_text";
        map.file_position = BASE + 0x10 + by;
        processes_take(&processes, &map);
        processes_settle(&processes);
        symbols_find(&s, processes.kernel, BASE + 0x104 + by, 1, &place);
        ok(place.symbol && !strcmp(place.symbol, "alias") && place.offset == 4 && !strcmp(place.module, "[kernel]"),
           "a symbol of the kernel");
        ok(!strcmp(symbols_text(&place, text, sizeof text), "alias+0x4"), "... as text");
        symbols_find_data(&s, processes.kernel, BASE + 0x500 + by, 1, &place);
        symbols_text(&place, text, sizeof text);
        if (moved)
            ok(!place.symbol && !strcmp(place.module, "[kernel]"), "... not of a module, which is elsewhere");
        else
            ok(place.symbol && !strcmp(place.symbol, "init") && place.nth == 2 && !place.offset &&
                   !strcmp(place.module, "mod") && !strcmp(text, "init#2"),
               "... of a module, the second of its name, without an offset");
        symbols_find(&s, processes.kernel, BASE + by, 1, &place);
        ok(!place.symbol && place.offset == BASE + by && !strcmp(place.module, "[kernel]"), "before the first");
        ok(!strcmp(symbols_text(&place, text, sizeof text),
                   moved ? "[kernel]+0xffff800080010000" : "[kernel]+0xffff800080000000"),
           "... as text");
        symbols_inlined_text(&s, processes.kernel, BASE + 0x100 + by, 1, text, sizeof text);
        is((long)strlen(text), 0, "nothing is inlined there");
        symbols_free(&s);
        processes_free(&processes);
    }
    ok(!strcmp(symbols_short("/usr/bin/x"), "x") && !strcmp(symbols_short("x"), "x") &&
           !strcmp(symbols_short("a/"), "a/"),
       "the last part of a path");
}

/* Addresses of programs whose files cannot be read: by their place in the file. */
static void test_modules(void)
{
    static struct processes processes;
    static struct symbols s = {.processes = &processes, .has_said = 1};
    struct spe_perf_event map = {.type = SPE_PERF_MMAP,
                                 .pid = 5,
                                 .tid = 5,
                                 .address = 0x400000,
                                 .size = 0x1000,
                                 .name = "/nonexistent/prog",
                                 .file_position = 0x2000};
    struct place place;
    char text[64];
    processes_begin_file(&processes);
    processes_take(&processes, &map);
    map.address = 0x500000, map.name = "[heap]";
    processes_take(&processes, &map);
    processes_settle(&processes);
    const uint32_t who = processes_identity(&processes, 5, SPE_PERF_NONE, 1);
    const uint32_t space = processes.identities[who].space;
    symbols_find(&s, space, 0x400010, 1, &place);
    ok(place.module && !strcmp(place.module, "/nonexistent/prog") && !place.symbol && place.offset == 0x2010 &&
           !place.file,
       "a place in the file");
    ok(!strcmp(symbols_text(&place, text, sizeof text), "prog+0x2010"), "... as text");
    symbols_find(&s, space, 0x400fff, 1, &place);
    is((long)place.offset, 0x2fff, "its last byte");
    symbols_find(&s, space, 0x401000, 1, &place);
    ok(!place.module && place.offset == 0x401000, "the byte after it: nothing");
    ok(!strcmp(symbols_text(&place, text, sizeof text), "0x0000000000401000"), "... as text");
    symbols_find(&s, space, 0x500010, 1, &place);
    ok(place.module && !strcmp(place.module, "[heap]") && place.offset == 0x500010, "no file: the address");
    struct debug_info_inlined inlined;
    ok(!symbols_inlined(&s, space, 0x400010, 1, &inlined, 1), "nothing is inlined");
    symbols_free(&s);
    processes_free(&processes);
}

int main(void)
{
    const int fd = mkstemp(path);
    if (fd < 0 || !freopen("/dev/null", "w", stderr))
        return 1;
    close(fd);
    test_lines();
    test_best();
    test_large();
    test_moved();
    test_modules();
    kallsyms_free(&kernel);
    remove(path);
    return tap_done();
}
