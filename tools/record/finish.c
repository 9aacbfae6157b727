/* SPDX-License-Identifier: MIT */
/* See finish.h. */
#define _XOPEN_SOURCE 700
#include "finish.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared_buffers.h"

enum { DATA_SIZE_AT = 48 }; /* offset in perf.data's header: 0 until the file is finished */

int finish_is_done(const struct setup *setup)
{
    uint64_t size = 0;
    return pread((int)setup->out, &size, sizeof size, DATA_SIZE_AT) == (ssize_t)sizeof size && size;
}

static int write_at(void *context, uint64_t offset, const void *bytes, size_t size)
{
    const struct setup *setup = context;
    return shared_write(setup, (int)setup->out, offset, bytes, size);
}

/* Returns a thread's buffer that has not been emptied. The file may have a part of it, if the plugin was writing it. */
static struct shared_buffer *left(const struct setup *setup, unsigned n)
{
    struct shared_buffer *buffer = shared_at(setup, n);
    return buffer && buffer->is_live && buffer->used && buffer->used <= setup->buffer ? buffer : NULL;
}

/* Copies everything except the bytes left in buffers. A buffer that is incomplete ends where its bytes end. */
static int copy(const struct setup *setup, spe_perf_reader *reader, spe_perf_writer *writer)
{
    const struct shared_buffer *buffer;
    struct spe_perf_event event;
    int is_open = 0, is_left = 0, status = SPE_OK;
    while (status == SPE_OK && spe_perf_reader_next(reader, &event) == 1) {
        if (event.type == SPE_PERF_BUFFER) {
            is_left = (buffer = left(setup, event.index)) && event.offset >= buffer->written;
            event.size = 0; /* the size follows from the next events */
        }
        if (is_left && (event.type == SPE_PERF_BYTES || event.type == SPE_PERF_BUFFER || event.type == SPE_PERF_GAP))
            continue;
        if (event.type == SPE_PERF_BUFFER_END && is_left)
            is_left = 0;
        else
            status = spe_perf_writer_put(writer, &event);
        is_open = event.type == SPE_PERF_BUFFER || (is_open && event.type != SPE_PERF_BUFFER_END);
    }
    event.type = SPE_PERF_BUFFER_END;
    return status == SPE_OK && is_open ? spe_perf_writer_put(writer, &event) : status;
}

static int put_buffer(spe_perf_writer *writer, struct shared_buffer *buffer)
{
    struct spe_perf_event event = SPE_PERF_EVENT_INIT;
    event.cpu = event.index = buffer->index;
    event.pid = buffer->pid;
    event.tid = buffer->tid;
    event.offset = buffer->written;
    event.size = buffer->used;
    event.bytes = shared_bytes(buffer);
    int status = SPE_OK;
    for (unsigned i = SPE_PERF_BUFFER; i <= SPE_PERF_BUFFER_END && status == SPE_OK; i++)
        if (i != SPE_PERF_GAP) {
            event.type = i;
            status = spe_perf_writer_put(writer, &event);
        }
    return status;
}

static int write_anew(const struct setup *setup, const void *old, size_t size)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    spe_perf_reader reader;
    spe_perf_writer writer;
    struct spe_perf_writer_config config;
    struct shared_buffer *buffer;
    setup_file(setup, &config);
    /* It fails if the signal came before the file had its header: nothing is copied. */
    const int begun = spe_perf_reader_init_memory(&reader, old, size, storage, sizeof storage);
    int status = spe_perf_writer_init(&writer, &config, write_at, (void *)(uintptr_t)setup);
    if (status == SPE_OK && begun == SPE_OK)
        status = copy(setup, &reader, &writer);
    for (unsigned n = 0; status == SPE_OK && shared_at(setup, n); n++)
        if ((buffer = left(setup, n)) != NULL)
            status = put_buffer(&writer, buffer);
    return status == SPE_OK ? spe_perf_writer_finish(&writer) : status;
}

int finish(const struct setup *setup)
{
    const int fd = (int)setup->out;
    struct stat about;
    if (fstat(fd, &about) != 0)
        return -1;
    const size_t size = (size_t)about.st_size;
    void *old = malloc(size + 1);
    int status = -1;
    if (old && pread(fd, old, size, 0) == (ssize_t)size && ftruncate(fd, 0) == 0)
        status = write_anew(setup, old, size);
    free(old);
    return status == SPE_OK ? 0 : -1;
}
