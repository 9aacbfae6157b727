/* SPDX-License-Identifier: MIT */
/*
 * spe-record: runs an AArch64 Linux program in QEMU's user-mode emulator, on a model of a core with SPE, and records
 * perf.data, as `perf record -e arm_spe/.../` does on a machine with SPE.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/emulator.h"
#include "record/event.h"
#include "record/recording.h"
#include "record/shared_buffers.h"
#include "system/message.h"
#include "system/options.h"

const char tool_name[] = "spe-record";
const char tool_usage[] =
    "[OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "Runs an AArch64 Linux program in QEMU on a model of a core with SPE, and records perf.data.\n";

#define SYSROOT "/usr/aarch64-linux-gnu"

struct options {
    struct setup setup;
    struct emulator emulator;
    struct recording recording;
    const char *event;
    uint64_t period;
};

/* -- files -- */

/* Opens a file that the emulator inherits, under a number that the guest is unlikely to use. */
static uint64_t create(const char *path)
{
    const int low = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    const int fd = low < 0 ? -1 : fcntl(low, F_DUPFD, 200);
    if (fd < 0)
        exit(tool_error(strerror(errno), path));
    close(low);
    return (uint64_t)fd;
}

static int is_one_file(int a, int b)
{
    struct stat x, y;
    return fstat(a, &x) == 0 && fstat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Takes perf's [PAGES],PAGES: the size of the second, which is the buffer's, in bytes. */
static void take_size(void *to, char *text)
{
    static const char units[] = "BKMG";
    const char *comma = strchr(text, ','), *unit;
    char number[32];
    if (!comma || !comma[1] || strlen(comma) > sizeof number)
        tool_misuse("give the buffer's size after a comma, as for perf: -m ,16", text);
    snprintf(number, sizeof number, "%s", comma + 1);
    unit = strchr(units, number[strlen(number) - 1]);
    if (unit)
        number[strlen(number) - 1] = '\0';
    const uint64_t n = tool_number(number, UINT32_MAX), size = unit ? n << 10 * (unit - units) : n * 4096;
    if (!size || size % 4096 || size > UINT32_MAX)
        tool_misuse("the buffer's size is not a multiple of 4096 bytes below 4 GiB", text);
    ((struct setup *)to)->buffer = size;
}

static void take_period(void *to, char *text)
{
    *(uint64_t *)to = tool_number(text, UINT32_MAX);
}

static void take_seed(void *to, char *text)
{
    ((struct setup *)to)->seed = tool_number(text, UINT64_MAX);
}

static void take_core(void *to, char *name)
{
    struct setup *setup = to;
    setup->core = core_find(name);
    if (!setup->core)
        tool_misuse("not a core; use neoverse-n1, ampereone or max", name);
}

static void take_vl(void *to, char *text)
{
    struct setup *setup = to;
    const uint64_t bits = tool_number(text, 2048);
    if (bits < 128 || bits & (bits - 1))
        tool_misuse("the vector length is not a power of two from 128 to 2048", text);
    setup->vectors.vl_bits = setup->vectors.svl_bits = (uint32_t)bits;
}

#define INTO(member) offsetof(struct options, member)

/* clang-format off */
static const struct option_row rows[] = {
    {.help = "What is recorded:"},
    {'e', "event", "EVENT", "an event in perf's words (default arm_spe/ts_enable=1/), such as\n"
                            "arm_spe/load_filter=1,min_latency=10,jitter=1,pa_enable=1/", option_text, INTO(event)},
    {'c', "count", "N", "operations from one sample to the next, 256 or more (default 4096)",
     take_period, INTO(period)},
    {'m', "mmap-pages", ",N", "size of a thread's buffer: N pages of 4096 bytes (default 16), or N bytes with\n"
                              "the suffix B, K, M or G; a number before the comma, as in perf, is ignored",
     take_size, INTO(setup)},
    {0, "seed", "N", "start value of the random part of intervals (default 0)", take_seed, INTO(setup)},
    {.help = "Output:"},
    {'o', "output", "FILE", "write FILE (default perf.data)", option_text, INTO(recording.output)},
    {0, "counts", "FILE", "also write full counts of operations, events, branches, pages and cycles",
     option_text, INTO(recording.counts)},
    {'q', "quiet", NULL, "print neither progress nor the last line", option_flag, INTO(recording.is_quiet)},
    {.help = "The machine:"},
    {0, "core", "NAME", "neoverse-n1 (default), ampereone, or max: the newest SPE with SVE, SME and Allocation\n"
                        "Tags, which runs more slowly; its records name a Neoverse V2", take_core, INTO(setup)},
    {0, "vl", "BITS", "vector length of SVE and SME on max: 128 (default), 256, 512, 1024 or 2048",
     take_vl, INTO(setup)},
    {0, "sysroot", "DIR", "the program's libraries (default /usr/aarch64-linux-gnu, if it exists)",
     option_text, INTO(emulator.sysroot)},
    {0, "qemu", "PROGRAM", "the emulator (default qemu-aarch64)", option_text, INTO(emulator.qemu)},
    {.help = "Other:"},
};
/* clang-format on */

/* Makes the files, before the program begins. */
static void create_files(struct options *options)
{
    if (shared_make(&options->setup) != 0 || !shared_at(&options->setup, 0))
        exit(tool_error(strerror(errno), "memory for buffers"));
    options->setup.out = create(options->recording.output);
    options->setup.counts = options->recording.counts ? create(options->recording.counts) : 0;
    if (options->recording.counts && is_one_file((int)options->setup.out, (int)options->setup.counts))
        tool_misuse("--counts and --output are the same file", options->recording.counts);
}

int main(int argc, char **argv)
{
    struct options options = {.event = "arm_spe/ts_enable=1/", .recording.output = "perf.data", .period = 4096};
    struct option_list list = OPTION_LIST(rows, &options);
    struct setup *setup = &options.setup;
    options.emulator.qemu = "qemu-aarch64";
    options.emulator.sysroot = access(SYSROOT, R_OK) == 0 ? SYSROOT : NULL;
    setup->core = core_at(0);
    setup->buffer = 1 << 16;
    setup->vectors.vl_bits = setup->vectors.svl_bits = 128;
    tool_options(argc, argv, 1, &list, 1);
    if (optind >= argc)
        tool_misuse("missing", "PROGRAM");
    if (argc - optind > EMULATOR_ARGUMENTS_MAX - 16)
        tool_misuse("too many arguments", argv[optind]);
    event_read(options.event, setup);
    event_set_period(options.period, setup);
    emulator_check_program(argv[optind]);
    const char *name = strrchr(argv[optind], '/');
    snprintf(setup->command, sizeof setup->command, "%s", name ? name + 1 : argv[optind]);
    recording_hold_signals();
    create_files(&options);
    const pid_t child = recording_fork();
    if (child < 0)
        return tool_error(strerror(errno), "fork");
    if (child == 0)
        emulator_run(&options.emulator, setup, argv + optind);
    return recording_wait(child, setup, &options.recording);
}
