/* SPDX-License-Identifier: MIT */
/*
 * check_finish FILE: the plugin is killed at every byte of the write of a buffer. finish.c must always make a file in
 * which each record occurs once.
 */
#include <fcntl.h>
#include <libspe/spe.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../record/finish.h"
#include "../../record/shared_buffers.h"

enum { RECORDS = 100, BUFFERS = 4, CAP = 8192 }; /* two of each stream: 0, 1, 0, 1 */

static struct setup setup;
static struct spe_perf_event buffers[BUFFERS];
static uint8_t bytes[BUFFERS][CAP];

static int write_at(void *context, uint64_t offset, const void *from, size_t size)
{
    (void)context;
    return pwrite((int)setup.out, from, size, (off_t)offset) == (ssize_t)size ? 0 : -1;
}

/* RECORDS records, with different program counters */
static int make(unsigned n, uint64_t written)
{
    const struct spe_perf_event none = SPE_PERF_EVENT_INIT;
    struct spe_record record = {.present = SPE_HAS_PC | SPE_HAS_EVENTS | SPE_HAS_END};
    spe_encoder encoder;
    int status = spe_encoder_init(&encoder, bytes[n], CAP, NULL);
    buffers[n] = none;
    for (unsigned i = 0; i < RECORDS && status >= 0; i++) {
        record.pc = n * RECORDS + i;
        const int size = status = spe_encoder_record(&encoder, &record);
        buffers[n].size += (uint64_t)(size > 0 ? size : 0);
    }
    buffers[n].cpu = buffers[n].index = n % 2;
    buffers[n].offset = written;
    buffers[n].bytes = bytes[n];
    return status;
}

static int put(spe_perf_writer *writer, struct spe_perf_event *buffer)
{
    int status = SPE_OK;
    for (unsigned i = SPE_PERF_BUFFER; i <= SPE_PERF_BUFFER_END && !status; i++)
        if (i != SPE_PERF_GAP) {
            buffer->type = i;
            status = spe_perf_writer_put(writer, buffer);
        }
    return status;
}

/* Writes the first three buffers to the file. Returns where the third begins; *end is where it ends. */
static int64_t begin_file(int64_t *end)
{
    struct spe_perf_writer_config config;
    spe_perf_writer writer;
    int64_t at = -1;
    setup_file(&setup, &config);
    int status = spe_perf_writer_init(&writer, &config, write_at, NULL);
    for (unsigned n = 0; n < 3 && !status; n++) {
        at = lseek((int)setup.out, 0, SEEK_END);
        status = put(&writer, &buffers[n]);
    }
    *end = lseek((int)setup.out, 0, SEEK_END);
    return status ? -1 : at;
}

/* Puts the last two buffers into memory. */
static void leave(unsigned n)
{
    struct shared_buffer *buffer = shared_at(&setup, n % 2);
    buffer->is_live = 1;
    buffer->index = n % 2;
    buffer->written = buffers[n].offset;
    buffer->used = buffers[n].size;
    memcpy(shared_bytes(buffer), bytes[n], buffer->used);
}

static int read_back(void)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    static uint8_t file[16 * CAP], seen[BUFFERS * RECORDS];
    const ssize_t size = pread((int)setup.out, file, sizeof file, 0);
    spe_decoder decoders[2];
    spe_perf_reader reader;
    struct spe_perf_event event;
    struct spe_record record;
    unsigned once = 0;
    int status = spe_perf_reader_init_memory(&reader, file, size > 0 ? (size_t)size : 0, storage, sizeof storage);
    memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < 2; i++)
        spe_decoder_init(&decoders[i], NULL);
    while (status == SPE_OK && spe_perf_reader_next(&reader, &event) == 1)
        if (event.type == SPE_PERF_BYTES && event.index < 2) {
            spe_decoder_feed(&decoders[event.index], event.bytes, (size_t)event.size);
            while (spe_decoder_next(&decoders[event.index], &record) == 1)
                seen[record.pc % sizeof seen]++;
        }
    for (unsigned i = 0; i < sizeof seen; i++)
        once += seen[i] == 1;
    return once == sizeof seen && !spe_decoder_finish(&decoders[0], &record) &&
           !spe_decoder_finish(&decoders[1], &record);
}

/* Restores the file, cut off at `size` */
static int restore(const uint8_t *whole, int64_t size)
{
    return ftruncate((int)setup.out, 0) == 0 && pwrite((int)setup.out, whole, (size_t)size, 0) == size;
}

int main(int argc, char **argv)
{
    static uint8_t whole[16 * CAP];
    int64_t end;
    unsigned tried = 0;
    setup.core = core_at(0);
    setup.buffer = CAP;
    const int fd = argc == 2 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666) : -1;
    setup.out = (uint64_t)fd;
    if (fd < 0 || shared_make(&setup) != 0)
        return 2;
    for (unsigned n = 0; n < BUFFERS; n++)
        if (make(n, n < 2 ? 0 : buffers[n - 2].size + (-buffers[n - 2].size & 7)) < 0)
            return 2;
    const int64_t begin = begin_file(&end);
    if (begin < 0 || end > (int64_t)sizeof whole || pread(fd, whole, (size_t)end, 0) != end)
        return 2;
    leave(2);
    leave(3);
    for (int64_t size = begin; size <= end; size++, tried++)
        if (!restore(whole, size) || finish(&setup) != 0 || !read_back()) {
            printf("cut off at byte %lld of %lld\n", (long long)size, (long long)end);
            return 1;
        }
    printf("%u places\n", tried);
    return tried < RECORDS;
}
