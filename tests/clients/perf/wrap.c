/* SPDX-License-Identifier: MIT */
/*
 * wrap OUT MIDR [PIECE] < STREAMS: writes a perf.data file with each stream (four bytes with a length, then that many
 * bytes) as the buffer of another core, or as buffers of PIECE bytes. They begin at multiples of 16 bytes in the file.
 * Threads 100 to 102 have the program and the data that tests/client/profiles.h uses, because perf c2c ignores
 * addresses without a mapping.
 */
#include <libspe/perf_data.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t file_size;

static int write_file(void *context, uint64_t offset, const void *bytes, size_t size)
{
    FILE *out = context;
    file_size = offset + size > file_size ? offset + size : file_size;
    return fseek(out, (long)offset, SEEK_SET) != 0 || fwrite(bytes, 1, size, out) != size;
}

/* A buffer's event has 48 bytes, and that of a thread's name 56, which moves later bytes by eight. */
static int put_buffer(spe_perf_writer *w, const unsigned char *bytes, uint64_t size, uint64_t offset, uint32_t cpu)
{
    const struct spe_perf_event comm = {.type = SPE_PERF_COMM, .pid = 1, .tid = 1, .cpu = cpu, .name = "align"};
    const struct spe_perf_event buffer = {
        .type = SPE_PERF_BUFFER, .tid = SPE_PERF_NONE, .index = cpu, .cpu = cpu, .offset = offset};
    const struct spe_perf_event content = {.type = SPE_PERF_BYTES, .bytes = bytes + offset, .size = size};
    const struct spe_perf_event end = {.type = SPE_PERF_BUFFER_END};
    if (file_size % 16 && spe_perf_writer_put(w, &comm) != SPE_OK)
        return 1;
    return spe_perf_writer_put(w, &buffer) != SPE_OK || file_size % 16 || spe_perf_writer_put(w, &content) != SPE_OK ||
           spe_perf_writer_put(w, &end) != SPE_OK;
}

static int put_stream(spe_perf_writer *w, const unsigned char *bytes, uint64_t size, uint64_t piece, uint32_t cpu)
{
    for (uint64_t at = 0; at < size; at += piece)
        if (put_buffer(w, bytes, size - at < piece ? size - at : piece, at, cpu) != 0)
            return 1;
    return 0;
}

/* A process, with 64 KiB of a program and 16 MiB of data. */
static int put_process(spe_perf_writer *w, uint32_t pid)
{
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    e.type = SPE_PERF_COMM, e.pid = pid, e.tid = pid, e.name = pid == 100 ? "first" : "other";
    int status = spe_perf_writer_put(w, &e);
    e.type = SPE_PERF_MMAP, e.misc = 2, e.address = 0x400000, e.size = 0x10000, e.protection = 5, e.name = "/program";
    status |= spe_perf_writer_put(w, &e);
    e.misc |= 1 << 13; /* it is data */
    e.address = 0x7f0000000000, e.size = 0x1000000, e.protection = 3, e.name = "/data";
    return status | spe_perf_writer_put(w, &e);
}

int main(int argc, char **argv)
{
    struct spe_perf_writer_config config = SPE_PERF_WRITER_CONFIG_INIT;
    static unsigned char bytes[1 << 26], head[4];
    spe_perf_writer writer;
    FILE *out = argc > 2 ? fopen(argv[1], "wb") : NULL;
    if (!out)
        return 2;
    config.midr = strtoul(argv[2], NULL, 0);
    const uint64_t piece = argc > 3 ? strtoul(argv[3], NULL, 0) : sizeof bytes;
    if (spe_perf_writer_init(&writer, &config, write_file, out) != SPE_OK)
        return 1;
    for (uint32_t pid = 100; pid < 103; pid++)
        if (put_process(&writer, pid) != SPE_OK)
            return 1;
    for (uint32_t cpu = 0; fread(head, 1, 4, stdin) == 4; cpu++) {
        const uint32_t size = head[0] | (uint32_t)head[1] << 8 | (uint32_t)head[2] << 16 | (uint32_t)head[3] << 24;
        if (size > sizeof bytes || fread(bytes, 1, size, stdin) != size ||
            put_stream(&writer, bytes, size, piece, cpu) != 0)
            return 1;
    }
    return spe_perf_writer_finish(&writer) != SPE_OK || fclose(out) != 0;
}
