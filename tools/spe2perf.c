/* SPDX-License-Identifier: MIT */
/*
 * spe2perf: wraps raw SPE bytes in a perf.data file, so that captures from WindowsPerf, firmware or a debugger open in
 * `perf report` and `perf script`, on any host. The file has one event attribute, a clock, an AUXTRACE_INFO record
 * (version 1, which every perf reads), a name for samples whose record has no context, one AUXTRACE record with the
 * bytes, and the features ARCH and, where the MIDR is known, CPUID: perf reads data sources by it.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "tool.h"

const char tool_name[] = "spe2perf";
const char tool_usage[] = "[--midr=MIDR] [--cpu=N] IN | - OUT\n"
                          "Wraps raw Arm SPE bytes in a perf.data file that 'perf report' and 'perf script' open.\n"
                          "  --midr=MIDR  MIDR_EL1 of the core, such as 0x410fd490: perf reads data sources by it\n"
                          "  --cpu=N      the core's number (default 0)\n";

/* The format's numbers (linux/perf_event.h and perf.data-file-format.txt). */
enum {
    PMU_TYPE = 8,       /* any dynamic PMU: the attribute and AUXTRACE_INFO only have to agree */
    AUXTRACE_INFO = 70, /* PERF_RECORD_AUXTRACE_INFO */
    AUXTRACE = 71,      /* PERF_RECORD_AUXTRACE */
    TIME_CONV = 79,     /* PERF_RECORD_TIME_CONV */
    COMM = 3,           /* PERF_RECORD_COMM */
    ARM_SPE = 4,        /* PERF_AUXTRACE_ARM_SPE */
    SAMPLE_TYPE = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 7 | 1 << 16 | /* IP, TID, TIME, CPU, IDENTIFIER */
                  1 << 3 | 1 << 15,                             /* ADDR and DATA_SRC, for perf mem */
    ATTR_FLAGS = 1 << 0 | 1 << 18, /* disabled, and sample_id_all, without which perf does not order events */
    FEATURE_ARCH = 6,
    FEATURE_CPUID = 9,
    STRING_SIZE = 64, /* strings of features are padded to multiples of this */
    ID = 1,           /* of the one event */
};

struct section {
    uint64_t offset, size;
};

struct core {
    uint64_t midr; /* 0: not known */
    uint32_t number;
};

/* The parts of the file that stand before the bytes, as they are on disk. */
struct front {
    char magic[8];
    uint64_t header_size, attr_size;
    struct section attrs, data, event_types;
    uint64_t features[4];
    struct { /* struct perf_event_attr, version 7, and where its ids are */
        uint32_t type, size;
        uint64_t config, period, sample_type, read_format, flags;
        uint64_t others[10];
        struct section ids;
    } attr;
    uint64_t id;
    struct { /* before all that needs it */
        uint32_t type;
        uint16_t misc, size;
        uint64_t shift, mult, zero;
    } time;
    struct {
        uint32_t type;
        uint16_t misc, size;
        uint32_t kind, reserved;
        uint64_t pmu_type, per_cpu_mmaps;
    } info;
    struct {
        uint32_t type;
        uint16_t misc, size;
        uint32_t pid, tid;
        char name[16];
        uint32_t sample_pid, sample_tid; /* what sample_id_all adds to every event */
        uint64_t sample_time, sample_cpu, sample_id;
    } comm;
    struct {
        uint32_t type;
        uint16_t misc, size;
        uint64_t bytes, offset, reference;
        uint32_t idx, tid, cpu, reserved;
    } auxtrace;
};

_Static_assert(offsetof(struct front, attr) == 104 && offsetof(struct front, id) == 104 + 128 + 16 &&
                   sizeof(((struct front *)0)->info) == 32 && sizeof(((struct front *)0)->comm) == 64 &&
                   sizeof(((struct front *)0)->auxtrace) == 48,
               "the structs are the file's");

/* A feature that is a string: its length with padding, then the string. */
struct feature {
    uint32_t size;
    char string[STRING_SIZE];
};

/* Timestamps stay ticks, which perf shows as nanoseconds: the capture does not say how fast its clock is. */
static struct front make_front(uint64_t bytes, const struct core *core)
{
    const uint64_t padded = (bytes + 7) & ~UINT64_C(7);
    struct front f = {
        .magic = {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2'},
        .header_size = offsetof(struct front, attr),
        .attr_size = sizeof f.attr,
        .attrs = {offsetof(struct front, attr), sizeof f.attr},
        .data = {offsetof(struct front, time), sizeof f - offsetof(struct front, time) + padded},
        .features = {UINT64_C(1) << FEATURE_ARCH | (uint64_t)(core->midr != 0) << FEATURE_CPUID},
        .attr = {.type = PMU_TYPE,
                 .size = sizeof f.attr - sizeof f.attr.ids,
                 .period = 1,
                 .sample_type = SAMPLE_TYPE,
                 .flags = ATTR_FLAGS,
                 .ids = {offsetof(struct front, id), sizeof f.id}},
        .id = ID,
        .time = {.type = TIME_CONV, .size = sizeof f.time, .mult = 1},
        .info =
            {.type = AUXTRACE_INFO, .size = sizeof f.info, .kind = ARM_SPE, .pmu_type = PMU_TYPE, .per_cpu_mmaps = 1},
        .comm = {.type = COMM,
                 .size = sizeof f.comm,
                 .pid = UINT32_MAX,
                 .tid = UINT32_MAX,
                 .name = "spe",
                 .sample_pid = UINT32_MAX,
                 .sample_tid = UINT32_MAX,
                 .sample_cpu = core->number,
                 .sample_id = ID},
        .auxtrace =
            {.type = AUXTRACE, .size = sizeof f.auxtrace, .bytes = padded, .tid = UINT32_MAX, .cpu = core->number},
    };
    return f;
}

/* Writes what follows the bytes: where each feature is, then the features. Without a MIDR there is one. */
static int write_back(struct tool_output *out, const struct front *front, uint64_t midr)
{
    struct feature features[2] = {{STRING_SIZE, "aarch64"}, {.size = STRING_SIZE}};
    struct section sections[2];
    const size_t count = midr ? 2 : 1;
    const uint64_t start = front->data.offset + front->data.size + count * sizeof sections[0];
    for (size_t i = 0; i < count; i++)
        sections[i] = (struct section){start + i * sizeof features[0], sizeof features[0]};
    snprintf(features[1].string, STRING_SIZE, "0x%016llx", (unsigned long long)midr);
    tool_write(out, sections, count * sizeof sections[0]);
    return tool_write(out, features, count * sizeof features[0]);
}

/* Copies all of the input. Returns the number of bytes, or -1 after a message. */
static int64_t copy(const struct tool_input *in, struct tool_output *out)
{
    static char buffer[1 << 16];
    int64_t total = 0;
    ssize_t n;
    while ((n = tool_read(in, buffer, sizeof buffer)) > 0) {
        if (tool_write(out, buffer, (size_t)n) != TOOL_OK)
            return -1;
        total += n;
    }
    return n < 0 ? -1 : total;
}

/* The front goes in twice: for its place, and again when the sizes in it are known. */
static int wrap(const struct tool_input *in, struct tool_output *out, const struct core *core)
{
    struct front front = make_front(0, core);
    if (fseek(out->file, 0, SEEK_SET) != 0)
        return tool_error("must be a file that one can seek in", out->name);
    tool_write(out, &front, sizeof front);
    const int64_t bytes = copy(in, out);
    if (bytes < 0)
        return TOOL_FAILED;
    front = make_front((uint64_t)bytes, core);
    tool_write(out, "\0\0\0\0\0\0\0", (size_t)(-bytes & 7)); /* to SPE it is padding */
    write_back(out, &front, core->midr);
    if (!out->error && fseek(out->file, 0, SEEK_SET) != 0)
        out->error = errno; /* what was buffered goes out here: a full disk may show */
    return tool_write(out, &front, sizeof front);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"midr", required_argument, NULL, 'm'},
                                            {"cpu", required_argument, NULL, 'c'},
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    struct tool_input in;
    struct tool_output out;
    struct core core = {0, 0};
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;) {
        if (option == 'c')
            core.number = (uint32_t)tool_number(optarg, 0xffff);
        else
            core.midr = tool_number(optarg, 0xffffffff);
    }
    if (argc - optind != 2)
        tool_misuse("takes two files, IN and OUT", argc - optind < 2 ? "one is missing" : argv[optind + 2]);
    if (strcmp(argv[optind + 1], "-") == 0)
        tool_misuse("OUT must be a file that one can seek in", "-");
    if (tool_open(&in, argv[optind]) != TOOL_OK || tool_create(&out, argv[optind + 1], &in) != TOOL_OK)
        return TOOL_FAILED;
    const int status = tool_finish(&out, wrap(&in, &out, &core));
    tool_close(&in);
    return status;
}
