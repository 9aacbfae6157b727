/* SPDX-License-Identifier: MIT */
/*
 * spe2perf: wraps raw SPE bytes in a perf.data file, so that captures from WindowsPerf, firmware or a debugger open in
 * `perf report` and `perf script`, on any host. The file is libspe/perf_data.h's, with metadata of version 1, which
 * every perf reads, a name for samples whose record has no context, and the bytes as one buffer.
 */
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <libspe/packet.h>
#include <libspe/perf_data.h>

#include "input/spe_source.h"
#include "system/files.h"
#include "system/options.h"

const char tool_name[] = "spe2perf";
const char tool_usage[] = "[--midr=MIDR] [--cpu=N] [--force] IN OUT\n"
                          "Wraps raw Arm SPE bytes in a perf.data file, which 'perf report' and 'perf script' open.\n"
                          "IN may be \"-\", standard input.\n";

/* The writer's function: mostly writes the next bytes, now and then a size that is known by now. */
static int write_file(void *context, uint64_t offset, const void *bytes, size_t size)
{
    return tool_write_at(context, offset, bytes, size) != TOOL_OK;
}

/* The first bytes of a packet whose other bytes have not come yet. */
struct packet_start {
    uint8_t bytes[SPE_PACKET_MAX_SIZE];
    size_t size;
};

static int put(spe_perf_writer *writer, const uint8_t *bytes, size_t size)
{
    const struct spe_perf_event event = {.type = SPE_PERF_BYTES, .bytes = bytes, .size = size};
    return !size || spe_perf_writer_put(writer, &event) == SPE_OK ? TOOL_OK : TOOL_FAILED;
}

/* Writes the whole packets of a piece, and keeps the start of a packet at its end. */
static int copy_piece(spe_perf_writer *writer, struct packet_start *start, const uint8_t *bytes, size_t size)
{
    struct spe_packet packet;
    size_t at = 0;
    int n;
    while (start->size && at < size) {
        start->bytes[start->size++] = bytes[at++];
        if (spe_packet_decode(start->bytes, start->size, &packet) > 0) {
            if (put(writer, start->bytes, start->size) != TOOL_OK)
                return TOOL_FAILED;
            start->size = 0;
        }
    }
    const size_t from = at;
    while ((n = spe_packet_decode(bytes + at, size - at, &packet)) > 0)
        at += (size_t)n;
    if (at < size) {
        start->size = size - at;
        memcpy(start->bytes, bytes + at, start->size);
    }
    return put(writer, bytes + from, at - from);
}

/* Copies all of the input, as the bytes of a buffer. A packet that the input ends inside is left out: the padding that
 * follows would complete it. Returns TOOL_OK, or TOOL_FAILED. */
static int copy(struct spe_source *source, spe_perf_writer *writer)
{
    struct packet_start start = {.size = 0};
    char size[40];
    int step;
    while ((step = source_next(source)) > SOURCE_ENDED)
        if (step == SOURCE_BYTES && copy_piece(writer, &start, source->bytes, source->size) != TOOL_OK)
            return TOOL_FAILED;
    if (step != SOURCE_ENDED || !start.size)
        return step == SOURCE_ENDED ? TOOL_OK : TOOL_FAILED;
    snprintf(size, sizeof size, "%zu byte%s left out", start.size, start.size == 1 ? " is" : "s are");
    source_cut_off(source, "input ends inside a packet", source->notes.bytes - start.size, size);
    return TOOL_OK;
}

/* Timestamps stay ticks, which perf shows as nanoseconds: the capture does not say how fast its clock is. */
static int wrap(struct spe_source *in, struct tool_output *out, uint64_t midr, uint32_t cpu)
{
    struct spe_perf_writer_config config = SPE_PERF_WRITER_CONFIG_INIT;
    const struct spe_perf_event comm = {
        .type = SPE_PERF_COMM, .pid = SPE_PERF_NONE, .tid = SPE_PERF_NONE, .cpu = cpu, .name = "spe"};
    const struct spe_perf_event buffer = {.type = SPE_PERF_BUFFER, .tid = SPE_PERF_NONE, .cpu = cpu};
    const struct spe_perf_event end = {.type = SPE_PERF_BUFFER_END};
    spe_perf_writer writer;
    config.midr = midr;
    if (fseek(out->file, 0, SEEK_SET) != 0)
        return tool_error("not seekable; write to a regular file", out->name);
    if (spe_perf_writer_init(&writer, &config, write_file, out) != SPE_OK ||
        spe_perf_writer_put(&writer, &comm) != SPE_OK || spe_perf_writer_put(&writer, &buffer) != SPE_OK ||
        copy(in, &writer) != TOOL_OK || spe_perf_writer_put(&writer, &end) != SPE_OK ||
        spe_perf_writer_finish(&writer) != SPE_OK)
        return TOOL_FAILED;
    return in->notes.bytes ? TOOL_OK : tool_error("has no byte: the profile would have no samples", in->in.name);
}

struct options {
    struct source_options reading;
    uint64_t midr;
    uint32_t cpu;
};

static void take_midr(void *to, char *text)
{
    *(uint64_t *)to = tool_number(text, 0xffffffff);
}

static void take_cpu(void *to, char *text)
{
    *(uint32_t *)to = (uint32_t)tool_number(text, 0xffff);
}

#define INTO(member) offsetof(struct options, member)

static const struct option_row rows[] = {
    {0, "midr", "MIDR", "MIDR_EL1 of the core, such as 0x410fd490; perf needs it for data sources", take_midr,
     INTO(midr)},
    {0, "cpu", "N", "number of the core (default 0)", take_cpu, INTO(cpu)},
    {0, "force", NULL, "read IN as raw SPE bytes, whatever it looks like", option_flag, INTO(reading.is_forced)},
};

int main(int argc, char **argv)
{
    static struct spe_source source; /* large */
    struct options options = {.reading = {.is_raw_wanted = 1}};
    struct option_list list = OPTION_LIST(rows, &options);
    struct tool_output out;
    tool_options(argc, argv, 0, &list, 1);
    if (argc - optind != 2)
        tool_misuse(argc - optind < 2 ? "missing; give two files, IN and OUT"
                                      : "an extra argument; give two files, IN and OUT",
                    argc - optind < 2 ? "OUT" : argv[optind + 2]);
    if (strcmp(argv[optind + 1], "-") == 0)
        tool_misuse("OUT must be a regular file", "-");
    int status = TOOL_FAILED;
    if (source_open(&source, argv[optind], &options.reading) == TOOL_OK &&
        tool_create(&out, argv[optind + 1], argv[optind]) == TOOL_OK)
        status = tool_finish(&out, wrap(&source, &out, options.midr, options.cpu));
    if (source.notes.cut_off) /* the file has what came before */
        status = TOOL_FAILED;
    source_close(&source);
    return status;
}
