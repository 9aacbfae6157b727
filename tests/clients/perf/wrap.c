/* SPDX-License-Identifier: MIT */
/*
 * wrap OUT < STREAMS: a perf.data file with each stream (four bytes of length, then so many bytes) as the buffer of a
 * core of its own, which begins at a multiple of 16 bytes of the file.
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

/* A buffer's event has 48 bytes; one of a thread's name 56: it moves what is off by eight. */
static int put_stream(spe_perf_writer *w, const void *bytes, uint32_t size, uint32_t cpu)
{
    const struct spe_perf_event comm = {.type = SPE_PERF_COMM, .pid = 1, .tid = 1, .cpu = cpu, .name = "align"};
    const struct spe_perf_event buffer = {.type = SPE_PERF_BUFFER, .tid = SPE_PERF_NONE, .index = cpu, .cpu = cpu};
    const struct spe_perf_event content = {.type = SPE_PERF_BYTES, .bytes = bytes, .size = size};
    const struct spe_perf_event end = {.type = SPE_PERF_BUFFER_END};
    if (file_size % 16 && spe_perf_writer_put(w, &comm) != SPE_OK)
        return 1;
    return spe_perf_writer_put(w, &buffer) != SPE_OK || file_size % 16 || spe_perf_writer_put(w, &content) != SPE_OK ||
           spe_perf_writer_put(w, &end) != SPE_OK;
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 26], head[4];
    spe_perf_writer writer;
    FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
    if (!out || spe_perf_writer_init(&writer, NULL, write_file, out) != SPE_OK)
        return 2;
    for (uint32_t cpu = 0; fread(head, 1, 4, stdin) == 4; cpu++) {
        const uint32_t size = head[0] | (uint32_t)head[1] << 8 | (uint32_t)head[2] << 16 | (uint32_t)head[3] << 24;
        if (size > sizeof bytes || fread(bytes, 1, size, stdin) != size || put_stream(&writer, bytes, size, cpu) != 0)
            return 1;
    }
    return spe_perf_writer_finish(&writer) != SPE_OK || fclose(out) != 0;
}
