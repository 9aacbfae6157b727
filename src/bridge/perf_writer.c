/* SPDX-License-Identifier: MIT */
/*
 * Writes perf.data: a regular, little-endian file with one event attribute, the clock, AUXTRACE_INFO, the caller's
 * events, and then features: ARCH; NRCPUS and NUMA_TOPOLOGY, without which perf c2c refuses a file: all cores that
 * occur in the events, on one node; CPUID if the MIDR is known, which perf needs to read data sources. Values that are
 * not known until the end, such as the size of the data, are rewritten at the end.
 */
#include <string.h>

#include "../base/config.h"
#include "../base/context.h"
#include "../base/text_writer.h"
#include "../base/wire.h"
#include "perf_format.h"

#define WRITER_MAGIC UINT32_C(0x53504557) /* "SPEW" */

enum {
    DEFAULT_PMU_TYPE = 8,  /* any dynamic PMU: only the attribute and AUXTRACE_INFO have to agree */
    ATTR_SIZE = 128,       /* struct perf_event_attr, version 7, which every current perf reads; larger if necessary */
    ATTR_SIZE_LARGE = 144, /* version 9: up to config4 */
    ATTR_AT = PERF_FILE_HEADER,
    ID_AT = ATTR_AT + ATTR_SIZE_LARGE + PERF_SECTION,
    DATA_AT = ID_AT + 8,
    ID = 1, /* the id of the one event */
    /* what perf needs to make samples, and for perf mem; PHYS_ADDR adds the physical address */
    SAMPLE_TYPE = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER |
                  PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR,
    ATTR_FLAGS = 1 << 0 | 1 << PERF_ATTR_SAMPLE_ID_ALL, /* disabled; perf orders events only with the second flag */
    SAMPLE_ID_SIZE = 32,                                /* TID, TIME, CPU, IDENTIFIER */
    FEATURE_STRING = 64,                                /* strings of features are padded to multiples of this */
    FEATURE_NODES = 1 << PERF_FEATURE_NRCPUS | 1 << PERF_FEATURE_NUMA_TOPOLOGY,
    FEATURES = 4,
    FEATURES_MOST = 8 + 24 + 3 * (4 + FEATURE_STRING),
    WRITABLE_CORES = 65536, /* perf allocates memory for each: higher numbers are not written */
    NAME_MOST = 4096,
    CORES_MOST = 1100,        /* AUXTRACE_INFO has at most 64 KiB */
    CORE_WORDS = 4,           /* words of a core's metadata after its three header words */
    BODY_MOST = UINT8_MAX + 8 /* of any row, whose places are numbers of 8 bits */
};

struct SPE_MAY_ALIAS perf_writer {
    uint32_t magic;
    int32_t status; /* SPE_E_IO, or SPE_E_STATE once it has ended */
    spe_perf_write_fn *write;
    void *context;
    uint64_t at; /* file offset of the next bytes */
    uint64_t midr;
    uint64_t buffer_at;    /* file offset of the open AUXTRACE event, or 0 */
    uint64_t buffer_size;  /* bytes announced at its beginning; 0 if not known */
    uint64_t buffer_bytes; /* bytes so far */
    uint64_t cores;        /* one more than the highest number of a core in the events */
    struct spe_perf_writer_config config;
};

_Static_assert(sizeof(struct perf_writer) <= SPE_PERF_WRITER_SIZE, "struct spe_perf_writer is too small");

static int write_at(struct perf_writer *w, uint64_t offset, const void *bytes, size_t size)
{
    if (w->status == SPE_OK && size && w->write(w->context, offset, bytes, size) != 0)
        w->status = SPE_E_IO;
    return w->status;
}

static int append(struct perf_writer *w, const void *bytes, size_t size)
{
    const int status = write_at(w, w->at, bytes, size);
    w->at += size;
    return status;
}

/* Appends numbers of eight bytes. */
static int append_words(struct perf_writer *w, const uint64_t *words, size_t n)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < n; i++) {
        spe_store(bytes, 8, words[i]);
        append(w, bytes, sizeof bytes);
    }
    return w->status;
}

static void put_event_header(uint8_t *at, uint32_t kind, uint32_t misc, size_t size)
{
    spe_store(at, 4, kind);
    spe_store(at + 4, 2, misc & 0xffff);
    spe_store(at + 6, 2, size);
}

static void count_core(struct perf_writer *w, uint32_t cpu)
{
    if (cpu != SPE_PERF_NONE && cpu >= w->cores)
        w->cores = (uint64_t)cpu + 1;
}

/* The set of features that follow the events, by number. */
static uint64_t features_of(const struct perf_writer *w)
{
    return UINT64_C(1) << PERF_FEATURE_ARCH | (uint64_t)(w->midr != 0) << PERF_FEATURE_CPUID |
           (w->cores && w->cores <= WRITABLE_CORES ? FEATURE_NODES : 0);
}

/* -- the parts before the events -- */

/* Bytes of the attribute: no more than its contents need, because older perfs refuse unknown bytes. */
static size_t attr_size(const struct spe_perf_writer_config *cfg)
{
    size_t size = ATTR_SIZE;
    for (unsigned i = 0; i < SPE_PERF_CONFIGS; i++)
        if (cfg->config[i] && spe_perf_attr_config[i] + (size_t)8 > size)
            size = spe_perf_attr_config[i] + (size_t)8;
    return size;
}

static int write_front(struct perf_writer *w, uint64_t data_size)
{
    uint8_t front[DATA_AT] = {0};
    uint8_t *attr = front + ATTR_AT;
    const size_t size = attr_size(&w->config);
    memcpy(front, "PERFILE2", 8);
    spe_store(front + 8, 8, PERF_FILE_HEADER);
    spe_store(front + 16, 8, size + PERF_SECTION);
    spe_store(front + 24, 8, ATTR_AT);
    spe_store(front + 32, 8, size + PERF_SECTION);
    spe_store(front + 40, 8, DATA_AT);
    spe_store(front + 48, 8, data_size);
    spe_store(front + 72, 8, features_of(w));
    spe_store(attr, 4, w->config.pmu_type);
    spe_store(attr + PERF_ATTR_SIZE, 4, size);
    for (unsigned i = 0; i < SPE_PERF_CONFIGS; i++)
        spe_store(attr + spe_perf_attr_config[i], 8, w->config.config[i]);
    spe_store(attr + PERF_ATTR_PERIOD, 8, w->config.period);
    spe_store(attr + PERF_ATTR_SAMPLE_TYPE, 8, SAMPLE_TYPE);
    spe_store(attr + PERF_ATTR_FLAGS, 8, ATTR_FLAGS);
    spe_store(attr + size, 8, ID_AT); /* replaces config3 and config4 if they are not written */
    spe_store(attr + size + 8, 8, 8);
    spe_store(front + ID_AT, 8, ID);
    return write_at(w, 0, front, sizeof front);
}

static int write_clock(struct perf_writer *w)
{
    const struct spe_perf_row *row = spe_perf_row_of_kind(PERF_TIME_CONV);
    struct spe_perf_event event = spe_perf_no_event();
    uint8_t bytes[PERF_EVENT_HEADER + BODY_MOST];
    event.clock = w->config.clock;
    event.clock.is_short = event.clock.is_short != 0;
    put_event_header(bytes, row->kind, 0, PERF_EVENT_HEADER + (size_t)row->body);
    spe_perf_write_body(row, &event, bytes + PERF_EVENT_HEADER);
    bytes[PERF_EVENT_HEADER + 40] = 1; /* cap_user_time_zero */
    return append(w, bytes, PERF_EVENT_HEADER + (size_t)row->body);
}

/* Writes AUXTRACE_INFO, after the clock that it needs. Version 1 is {PMU type, per-CPU mmaps}; version 2 has a header
 * of four words and, for each core, {magic, number, words, MIDR, PMU type, least interval, event filter}. */
static int write_info(struct perf_writer *w)
{
    const struct spe_perf_writer_config *c = &w->config;
    const uint64_t words = c->core_count ? 4 + c->core_count * (3 + CORE_WORDS) : 2;
    uint8_t head[PERF_EVENT_HEADER + 8] = {0};
    put_event_header(head, PERF_AUXTRACE_INFO, 0, sizeof head + 8 * (size_t)words);
    spe_store(head + PERF_EVENT_HEADER, 4, PERF_ARM_SPE);
    append(w, head, sizeof head);
    if (!c->core_count)
        return append_words(w, (const uint64_t[]){c->pmu_type, 1}, 2);
    append_words(w, (const uint64_t[]){2, 4, c->pmu_type, c->core_count}, 4);
    for (const struct spe_perf_core *core = c->cores; core < c->cores + c->core_count; core++) {
        count_core(w, core->cpu);
        const uint64_t pmu_type = core->pmu_type ? core->pmu_type : c->pmu_type;
        append_words(w,
                     (const uint64_t[]){PERF_CORE_MAGIC, core->cpu, CORE_WORDS, core->midr,
                                        pmu_type == SPE_PERF_NONE ? UINT64_MAX : pmu_type, core->min_interval,
                                        core->event_filter},
                     3 + CORE_WORDS);
    }
    return w->status;
}

/* The size in version 1.0, where the struct ended. */
#define V1_SIZE SPE_SIZE_UP_TO(struct spe_perf_writer_config, reserved)

/* Reads the configuration. Returns NULL, or the name of the invalid member. */
static const char *read_config(struct spe_perf_writer_config *cfg, const struct spe_perf_writer_config *in)
{
    static const struct spe_perf_writer_config defaults = SPE_PERF_WRITER_CONFIG_INIT;
    const char *problem = in ? spe_config_check(in, V1_SIZE, sizeof *in) : NULL;
    if (problem)
        return problem;
    spe_config_take(cfg, in ? in : &defaults, sizeof *cfg);
    for (size_t i = SPE_PERF_CONFIGS; i < sizeof cfg->config / sizeof cfg->config[0]; i++)
        if (cfg->config[i])
            return "config";
    if (cfg->clock.shift > 32)
        return "clock";
    if (cfg->core_count > CORES_MOST)
        return "core_count";
    if (!cfg->cores && cfg->core_count)
        return "cores";
    if (cfg->reserved)
        return "reserved";
    for (uint64_t i = 0; i < cfg->core_count; i++)
        for (unsigned k = 0; k < 4; k++)
            if (cfg->cores[i].reserved[k])
                return "cores";
    return NULL;
}

const char *spe_perf_writer_config_problem(const struct spe_perf_writer_config *cfg)
{
    struct spe_perf_writer_config config;
    return read_config(&config, cfg);
}

int spe_perf_writer_init(spe_perf_writer *w, const struct spe_perf_writer_config *cfg, spe_perf_write_fn *write,
                         void *context)
{
    struct perf_writer *writer = (struct perf_writer *)(void *)w;
    if (!w || !write)
        return SPE_E_ARG;
    memset(writer, 0, sizeof *writer);
    if (read_config(&writer->config, cfg))
        return SPE_E_CONFIG;
    writer->write = write;
    writer->context = context;
    writer->midr = writer->config.midr;
    writer->config.pmu_type = writer->config.pmu_type ? writer->config.pmu_type : DEFAULT_PMU_TYPE;
    writer->config.period = writer->config.period ? writer->config.period : 1;
    if (!writer->config.clock.mult) /* ticks are nanoseconds */
        writer->config.clock = (struct spe_perf_clock){.mult = 1};
    writer->at = DATA_AT;
    if (write_front(writer, 0) != SPE_OK || write_clock(writer) != SPE_OK || write_info(writer) != SPE_OK)
        return writer->status;
    writer->magic = WRITER_MAGIC;
    return SPE_OK;
}

/* -- events -- */

static size_t name_length(const char *name)
{
    size_t n = 0;
    while (name && n < NAME_MOST && name[n])
        n++;
    return n;
}

/* Writes an event that has a row: header, body, name up to a multiple of eight, sample id. */
static int put_row(struct perf_writer *w, const struct spe_perf_row *row, const struct spe_perf_event *event)
{
    static const uint8_t zeros[8] = {0};
    uint8_t bytes[PERF_EVENT_HEADER + BODY_MOST], id[SAMPLE_ID_SIZE];
    const size_t length = row->name ? name_length(event->name) : 0, name = row->name ? (length / 8 + 1) * 8 : 0;
    const size_t head = PERF_EVENT_HEADER + (size_t)row->body,
                 trailer = row->kind < PERF_USER_TYPES ? SAMPLE_ID_SIZE : 0;
    const size_t odd = -(row->body + name) & 7; /* the name of HEADER_BUILD_ID does not begin at a multiple of eight */
    if (length >= NAME_MOST || spe_perf_write_body(row, event, bytes + PERF_EVENT_HEADER) != SPE_OK)
        return SPE_E_RANGE;
    put_event_header(bytes, row->kind, event->misc | (row->kind == PERF_HEADER_BUILD_ID ? PERF_BUILD_ID_SIZED : 0u),
                     head + name + odd + trailer);
    append(w, bytes, head);
    if (name) {
        append(w, event->name, length);
        append(w, zeros, name - length);
    }
    append(w, zeros, odd);
    spe_store(id, 4, event->pid);
    spe_store(id + 4, 4, event->tid);
    spe_store(id + 8, 8, event->time);
    spe_store(id + 16, 8, event->cpu);
    spe_store(id + 24, 8, ID);
    return append(w, id, trailer);
}

static int put_auxtrace(struct perf_writer *w, const struct spe_perf_event *event)
{
    struct spe_perf_event padded = *event;
    if (event->size > UINT64_MAX / 2)
        return SPE_E_RANGE;
    padded.size = (event->size + 7) & ~UINT64_C(7);
    w->buffer_at = w->at;
    w->buffer_size = event->size;
    w->buffer_bytes = 0;
    return put_row(w, spe_perf_row_of_kind(PERF_AUXTRACE), &padded);
}

static int put_bytes(struct perf_writer *w, const void *bytes, uint64_t size)
{
    if (!w->buffer_at)
        return SPE_E_STATE;
    if (!bytes && size)
        return SPE_E_ARG;
    if (size > SIZE_MAX || (w->buffer_size && size > w->buffer_size - w->buffer_bytes))
        return SPE_E_RANGE;
    w->buffer_bytes += size;
    return append(w, bytes, (size_t)size);
}

/* Pads the buffer with zeros to a multiple of eight bytes, which SPE reads as padding, and writes its size. */
static int end_buffer(struct perf_writer *w)
{
    static const uint8_t zeros[8] = {0};
    uint8_t size[8];
    if (!w->buffer_at)
        return SPE_E_STATE;
    if (w->buffer_size && w->buffer_bytes != w->buffer_size)
        return SPE_E_RANGE;
    append(w, zeros, (size_t)(-w->buffer_bytes & 7));
    if (!w->buffer_size) {
        spe_store(size, 8, (w->buffer_bytes + 7) & ~UINT64_C(7));
        write_at(w, w->buffer_at + PERF_EVENT_HEADER, size, sizeof size);
    }
    w->buffer_at = 0;
    return w->status;
}

static struct perf_writer *open_writer(spe_perf_writer *w)
{
    struct perf_writer *writer = (struct perf_writer *)(void *)w;
    return writer->magic == WRITER_MAGIC ? writer : NULL;
}

int spe_perf_writer_put(spe_perf_writer *w, const struct spe_perf_event *event)
{
    if (!w || !event)
        return SPE_E_ARG;
    struct perf_writer *writer = open_writer(w);
    if (!writer || writer->status != SPE_OK)
        return writer ? writer->status : SPE_E_STATE;
    if (event->type > SPE_PERF_REPEATED && !spe_perf_row_to_write(event)) /* each later type has a row */
        return SPE_E_KIND;
    if (event->type == SPE_PERF_BYTES || event->type == SPE_PERF_REPEATED)
        return put_bytes(writer, event->bytes, event->size);
    if (event->type == SPE_PERF_BUFFER_END)
        return end_buffer(writer);
    const struct spe_perf_row *row = event->type == SPE_PERF_CLOCK ? NULL : spe_perf_row_to_write(event);
    if (!row) /* it comes from the configuration, or follows from other events */
        return SPE_OK;
    if (writer->buffer_at)
        return SPE_E_STATE;
    count_core(writer, event->cpu);
    return event->type == SPE_PERF_BUFFER ? put_auxtrace(writer, event) : put_row(writer, row, event);
}

/* -- the end -- */

/* Writes a feature's bytes at `at`, which holds zeros: numbers, then a text with its length. Returns the number of
 * bytes. */
static size_t put_feature(const struct perf_writer *w, unsigned feature, uint8_t *at)
{
    size_t numbers = 0;
    if (feature == PERF_FEATURE_NRCPUS) {
        spe_store(at, 4, w->cores); /* cores that exist, cores that are online */
        spe_store(at + 4, 4, w->cores);
        return 8;
    }
    if (feature == PERF_FEATURE_NUMA_TOPOLOGY) {
        at[0] = 1;    /* node, ... */
        numbers = 24; /* number 0, with 0 KiB of memory and 0 free: not known */
    }
    struct spe_writer text = spe_writer_begin((char *)at + numbers + 4, FEATURE_STRING);
    spe_store(at + numbers, 4, FEATURE_STRING);
    spe_put(&text, feature == PERF_FEATURE_ARCH ? "aarch64" : feature == PERF_FEATURE_CPUID ? "0x" : "0-");
    if (feature == PERF_FEATURE_NUMA_TOPOLOGY)
        spe_put_decimal(&text, w->cores - 1);
    for (unsigned i = 0; feature == PERF_FEATURE_CPUID && i < 16; i++)
        spe_put_char(&text, "0123456789abcdef"[w->midr >> (60 - 4 * i) & 15]);
    spe_writer_end(&text);
    return numbers + 4 + FEATURE_STRING;
}

/* Writes the place of each feature, then the features. */
static void write_features(struct perf_writer *w)
{
    uint8_t bytes[FEATURES_MOST] = {0};
    uint64_t sections[2 * FEATURES];
    const uint64_t set = features_of(w);
    size_t size = 0, n = 0;
    for (unsigned feature = 0; feature < 64; feature++) {
        if (!(set >> feature & 1))
            continue;
        sections[n++] = size;
        sections[n] = put_feature(w, feature, bytes + size);
        size += (size_t)sections[n++];
    }
    for (size_t i = 0; i < n; i += 2)
        sections[i] += w->at + n / 2 * PERF_SECTION;
    append_words(w, sections, n);
    append(w, bytes, size);
}

int spe_perf_writer_finish(spe_perf_writer *w)
{
    if (!w)
        return SPE_E_ARG;
    struct perf_writer *writer = open_writer(w);
    if (!writer || writer->status != SPE_OK || writer->buffer_at)
        return writer && writer->status != SPE_OK ? writer->status : SPE_E_STATE;
    const uint64_t data_size = writer->at - DATA_AT;
    write_features(writer);
    if (write_front(writer, data_size) != SPE_OK)
        return writer->status;
    writer->status = SPE_E_STATE;
    return SPE_OK;
}
