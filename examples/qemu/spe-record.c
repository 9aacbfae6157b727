/* SPDX-License-Identifier: MIT */
/*
 * spe-record: runs an AArch64 Linux program in QEMU's user-mode emulator, on a model of a core with SPE, and records
 * perf.data, as `perf record -e arm_spe/.../` does on a machine that has it.
 */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libspe/filter.h>

#include "../../tools/tool.h"
#include "finish.h"
#include "setup.h"
#include "shared.h"

const char tool_name[] = "spe-record";
const char tool_usage[] =
    "[-e EVENT] [-c PERIOD] [-o FILE] [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "Runs an AArch64 Linux program in QEMU on a model of a core with SPE, and records perf.data.\n"
    "  -e EVENT, --event=EVENT  what is recorded, in perf's words (default arm_spe/ts_enable=1/):\n"
    "                   arm_spe/load_filter=1,min_latency=10,jitter=1,pa_enable=1/\n"
    "  -c N, --count=N  operations between samples, from 256 on (default 4096)\n"
    "  -o FILE, --output=FILE  (default perf.data)\n"
    "  -m ,N, --mmap-pages=,N  a thread's buffer: pages of 4096 bytes, or bytes with K, M or G behind (default 16);\n"
    "                   what perf takes in front of the comma has no use here\n"
    "  --core=NAME      the core: neoverse-n1 (the default), ampereone, or max, which has SVE, SME, Allocation Tags\n"
    "                   and the newest SPE, and runs more slowly\n"
    "  --vl=BITS        SVE's vector length of max, 128 (default) to 2048\n"
    "  --seed=N         of the random part of intervals (default 0)\n"
    "  --counts=FILE    writes full counts of operations, events, branches and pages, too\n"
    "  --sysroot=DIR    where the program's libraries are (default /usr/aarch64-linux-gnu, if it is there)\n"
    "  --qemu=PROGRAM   the emulator (default qemu-aarch64)\n";

#define SYSROOT "/usr/aarch64-linux-gnu"
enum { ARGUMENTS_MAX = 2048, NO_PROGRAM = 127 };

struct options {
    struct setup setup;
    const char *event, *output, *counts, *sysroot, *qemu;
    uint64_t period;
};

/* -- the event -- */

/* perf's names of what is no filter's register, in perf_event_attr.config */
static const struct {
    uint64_t control, pmsfcr;
    unsigned bit;
} config_bits[] = {
    {SPE_CONTROL_TS, 0, 0},       {SPE_CONTROL_PA, 0, 1}, {SPE_CONTROL_PCT, 0, 2}, {SPE_CONTROL_JITTER, 0, 16},
    {SPE_CONTROL_DISCARD, 0, 35}, {0, SPE_FILTER_B, 32},  {0, SPE_FILTER_LD, 33},  {0, SPE_FILTER_ST, 34},
};

static void set_config(const struct spe_filter_registers *in, struct setup *setup)
{
    for (unsigned i = 0; i < sizeof config_bits / sizeof config_bits[0]; i++)
        if ((in->control & config_bits[i].control) || (in->pmsfcr & config_bits[i].pmsfcr))
            setup->config[0] |= UINT64_C(1) << config_bits[i].bit;
    setup->config[1] = in->pmsevfr;
    setup->config[2] = in->pmslatfr;
    setup->config[3] = in->pmsnevfr;
}

/* As Linux programs the unit. */
static void set_registers(const struct spe_filter_registers *in, struct setup *setup)
{
    setup->pmscr = 1 << 3 | 1; /* CX, E0SPE */
    setup->pmscr |= in->control & SPE_CONTROL_PA ? 1 << 4 : 0;
    setup->pmscr |= in->control & SPE_CONTROL_TS ? 1 << 5 : 0;
    setup->pmscr |= in->control & SPE_CONTROL_PCT ? 1 << 6 : 0;
    setup->pmsirr |= (in->control & SPE_CONTROL_JITTER) != 0;
    setup->pmblimitr = in->control & SPE_CONTROL_DISCARD ? 2 << 1 : 0;
    setup->pmsfcr = in->pmsfcr;
    setup->pmsevfr = in->pmsevfr;
    setup->pmsnevfr = in->pmsnevfr;
    setup->pmslatfr = in->pmslatfr;
    setup->pmsdsfr = in->pmsdsfr;
}

/* Whether it begins as arm_spe/ or arm_spe_N/ */
static int is_spe(const char *event)
{
    const size_t name = strlen("arm_spe");
    if (strncmp(event, "arm_spe", name) != 0)
        return 0;
    return event[name] == '/' ||
           (event[name] == '_' && event[name + 1 + strspn(event + name + 1, "0123456789")] == '/');
}

/* arm_spe/TERMS/, arm_spe_0/TERMS/u, arm_spe// */
static void read_event(struct options *options)
{
    const struct spe_features features = core_features(options->setup.core);
    const char *event = options->event, *begin = strchr(event, '/'), *end = strrchr(event, '/');
    struct spe_filter_registers registers;
    spe_filter filter;
    uint32_t problems;
    size_t mistake = 0;
    if (!is_spe(event) || begin == end || (end[1] && strcmp(end, "/u") != 0))
        tool_misuse("no event of SPE, which is arm_spe/TERMS/", event);
    const int status = spe_filter_parse(begin + 1, (size_t)(end - begin - 1), &registers, &mistake);
    if (status)
        tool_misuse(spe_status_text(status), begin + 1 + mistake);
    if (spe_filter_compile(&filter, &registers, &features, &problems) != SPE_OK)
        tool_misuse(spe_filter_problem(problems), event);
    set_config(&registers, &options->setup);
    set_registers(&registers, &options->setup);
}

static void read_period(struct options *options)
{
    const int done =
        spe_interval_from_period(options->period, options->setup.core->registers[0].raw, &options->setup.pmsirr);
    options->setup.period = spe_interval_to_period(options->setup.pmsirr);
    if (done != SPE_PERIOD_EXACT)
        fprintf(stderr, "spe-record: a sample every %" PRIu64 " operations, not %" PRIu64 "\n", options->setup.period,
                options->period);
}

/* -- files -- */

static void check_program(const char *path)
{
    Elf64_Ehdr header = {{0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct tool_input in;
    if (tool_open(&in, path) != TOOL_OK)
        exit(NO_PROGRAM);
    const ssize_t size = tool_read(&in, &header, sizeof header);
    tool_close(&in);
    if (size < (ssize_t)sizeof header || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_machine != EM_AARCH64)
        exit(tool_error("not a program for AArch64", path));
}

/* The plugin stands beside this program. */
static void find_plugin(char *out, size_t cap)
{
    static const char name[] = "spe-record.so";
    const ssize_t length = readlink("/proc/self/exe", out, cap - sizeof name - 1);
    out[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(out, '/');
    if (!slash)
        exit(tool_error("where this program is cannot be found", "/proc/self/exe"));
    memcpy(slash + 1, name, sizeof name);
    if (access(out, R_OK) != 0)
        exit(tool_error(strerror(errno), out));
    if (strchr(out, ','))
        exit(tool_error("qemu cannot load it: a comma in the path", out));
}

/* A file that the emulator inherits, out of the guest's way. */
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

/* -- the emulator -- */

static void run(const struct options *options, char **program, char **argv)
{
    static char plugin[8192], cpu[128];
    const struct core *core = options->setup.core;
    unsigned n = 0;
    snprintf(cpu, sizeof cpu, "%s", core->qemu);
    if (core->steps) /* in bytes; the greatest that the program gets, unless it asks for another */
        snprintf(cpu, sizeof cpu, "%s,sve-default-vector-length=%u,sme-default-vector-length=%u", core->qemu,
                 options->setup.vectors.vl_bits / 8, options->setup.vectors.svl_bits / 8);
    find_plugin(plugin, 4096);
    const size_t length = strlen(plugin);
    if (!setup_write(&options->setup, plugin + length, (unsigned)(sizeof plugin - length)))
        exit(tool_error("too long", plugin));
    argv[n++] = (char *)(uintptr_t)options->qemu;
    argv[n++] = (char *)(uintptr_t) "-cpu";
    argv[n++] = cpu;
    if (core->steps)
        argv[n++] = (char *)(uintptr_t) "-singlestep";
    if (options->sysroot) {
        argv[n++] = (char *)(uintptr_t) "-L";
        argv[n++] = (char *)(uintptr_t)options->sysroot;
    }
    argv[n++] = (char *)(uintptr_t) "-plugin";
    argv[n++] = plugin;
    while (*program && n < ARGUMENTS_MAX)
        argv[n++] = *program++;
    argv[n] = NULL;
    execvp(options->qemu, argv);
    tool_error(strerror(errno), options->qemu);
    _exit(NO_PROGRAM);
}

/* The program's exit status, as a shell has it; 1 also if it is 0 and there is no whole profile. */
static int wait_for(pid_t child, const struct options *options)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    const int result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (finish_is_done(&options->setup))
        return result;
    if (WIFSIGNALED(status) && finish(&options->setup) == 0)
        return result;
    tool_error("the profile could not be written", options->output);
    return result ? result : TOOL_FAILED;
}

/* perf's [PAGES],PAGES, of which the second is the buffer's: bytes. */
static uint64_t read_size(const char *text)
{
    static const char units[] = "BKMG";
    const char *comma = strchr(text, ','), *unit;
    char number[32];
    if (!comma || !comma[1] || strlen(comma) > sizeof number)
        tool_misuse("the buffer's size stands behind a comma, as with perf: -m ,16", text);
    snprintf(number, sizeof number, "%s", comma + 1);
    unit = strchr(units, number[strlen(number) - 1]);
    if (unit)
        number[strlen(number) - 1] = '\0';
    const uint64_t n = tool_number(number, UINT32_MAX), size = unit ? n << 10 * (unit - units) : n * 4096;
    if (!size || size % 4096 || size > UINT32_MAX)
        tool_misuse("the buffer's size is not a multiple of 4096 bytes below 4 GiB", text);
    return size;
}

static void set_number(struct options *options, int option)
{
    struct setup *setup = &options->setup;
    if (option == 'c')
        options->period = tool_number(optarg, UINT32_MAX);
    else if (option == 'm')
        setup->buffer = read_size(optarg);
    else if (option == 'l')
        setup->vectors.vl_bits = setup->vectors.svl_bits = (uint32_t)tool_number(optarg, 2048);
    else
        setup->seed = tool_number(optarg, UINT64_MAX);
    if (setup->vectors.vl_bits < 128 || setup->vectors.vl_bits & (setup->vectors.vl_bits - 1))
        tool_misuse("the vector length is not a power of two from 128 to 2048", optarg);
}

static void set_option(struct options *options, int option)
{
    const char **const texts[] = {&options->event, &options->output, &options->counts, &options->sysroot,
                                  &options->qemu};
    const char *found = strchr("eokrq", option);
    if (found)
        *texts[found - "eokrq"] = optarg;
    else if (option == 'C' && !(options->setup.core = core_find(optarg)))
        tool_misuse("no such core: neoverse-n1, ampereone or max", optarg);
    else if (option != 'C')
        set_number(options, option);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"event", required_argument, NULL, 'e'},
                                          {"count", required_argument, NULL, 'c'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"mmap-pages", required_argument, NULL, 'm'},
                                          {"core", required_argument, NULL, 'C'},
                                          {"vl", required_argument, NULL, 'l'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"counts", required_argument, NULL, 'k'},
                                          {"sysroot", required_argument, NULL, 'r'},
                                          {"qemu", required_argument, NULL, 'q'},
                                          TOOL_OPTIONS,
                                          {NULL, 0, NULL, 0}};
    static char *arguments[ARGUMENTS_MAX + 1];
    struct options options = {.event = "arm_spe/ts_enable=1/", .output = "perf.data", .qemu = "qemu-aarch64"};
    options.setup.core = core_at(0);
    options.setup.buffer = 1 << 16;
    options.setup.vectors.vl_bits = options.setup.vectors.svl_bits = 128;
    options.period = 4096;
    options.sysroot = access(SYSROOT, R_OK) == 0 ? SYSROOT : NULL;
    for (int option; (option = tool_option(argc, argv, "+he:c:o:m:", names)) != -1;)
        set_option(&options, option);
    if (optind >= argc)
        tool_misuse("takes a PROGRAM", "none is given");
    if (argc - optind > ARGUMENTS_MAX - 16)
        tool_misuse("too many arguments", argv[optind]);
    read_event(&options);
    read_period(&options);
    check_program(argv[optind]);
    const char *name = strrchr(argv[optind], '/');
    snprintf(options.setup.command, sizeof options.setup.command, "%s", name ? name + 1 : argv[optind]);
    options.setup.out = create(options.output);
    options.setup.counts = options.counts ? create(options.counts) : 0;
    if (options.counts && is_one_file((int)options.setup.out, (int)options.setup.counts))
        tool_misuse("--counts and --output are one file", options.counts);
    if (shared_make(&options.setup) != 0)
        return tool_error(strerror(errno), "memory for buffers");
    const pid_t child = fork();
    if (child < 0)
        return tool_error(strerror(errno), "fork");
    if (child == 0)
        run(&options, argv + optind, arguments);
    signal(SIGINT, SIG_IGN); /* the program's to take */
    signal(SIGQUIT, SIG_IGN);
    return wait_for(child, &options);
}
