/* SPDX-License-Identifier: MIT */
/* See perf_output.h. */
#define _POSIX_C_SOURCE 200809L
#include "perf_output.h"

#include <libspe/perf_data.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inherited_file.h"
#include "mapped_files.h"
#include "shared_buffers.h"

enum { MAPS_KNOWN = 1024, PAGE = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static spe_perf_writer writer;
static struct inherited_file file;
static int failed;
static char command[16];

/* The mappings that the file has, by the guest's addresses. If there are more than fit, the last is forgotten. */
static struct known {
    uint64_t start, end, inode, position;
    int is_stale; /* it may have changed */
} known[MAPS_KNOWN];
static unsigned known_count;

static int write_at(void *context, uint64_t offset, const void *bytes, size_t size)
{
    return shared_write(context, inherited_file_descriptor(&file), offset, bytes, size);
}

static void put(const struct spe_perf_event *event)
{
    if (!failed)
        failed = spe_perf_writer_put(&writer, event) != SPE_OK;
}

static struct spe_perf_event event_of(const struct output_thread *thread, unsigned type, uint64_t time)
{
    struct spe_perf_event out = SPE_PERF_EVENT_INIT;
    out.type = type;
    out.cpu = out.index = thread->index; /* perf treats buffers of one index as one stream */
    out.pid = thread->pid;
    out.tid = thread->tid;
    out.time = time;
    return out;
}

int output_begin(const struct setup *setup)
{
    struct spe_perf_writer_config config;
    setup_file(setup, &config);
    memcpy(command, setup->command, sizeof command);
    if (inherited_file_begin(&file, (int)setup->out) != 0 ||
        spe_perf_writer_init(&writer, &config, write_at, (void *)(uintptr_t)setup) != SPE_OK)
        return -1;
    const struct output_thread program = {0, (uint32_t)getpid(), (uint32_t)getpid(), 0};
    struct spe_perf_event name = event_of(&program, SPE_PERF_COMM, 0);
    name.misc = SPE_PERF_MISC_EXEC;
    name.name = command;
    put(&name);
    return failed ? -1 : 0;
}

/* A thread's name: the program's until the thread sets its own. QEMU's name is not used. */
static void read_name(const struct output_thread *thread, char *out, int size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%u/comm", thread->tid);
    FILE *comm = fopen(path, "re");
    if (!comm || !fgets(out, size, comm) || strncmp(out, "qemu-", 5) == 0)
        snprintf(out, (size_t)size, "%s", command);
    out[strcspn(out, "\n")] = '\0';
    if (comm)
        fclose(comm);
}

void output_name(const struct output_thread *thread, uint64_t time)
{
    char name[64];
    struct spe_perf_event event = event_of(thread, SPE_PERF_COMM, time);
    if (thread->tid == thread->pid)
        return; /* output_begin() has reported it */
    read_name(thread, name, sizeof name);
    event.name = name;
    pthread_mutex_lock(&lock);
    put(&event);
    pthread_mutex_unlock(&lock);
}

void output_exit(const struct output_thread *thread, uint64_t time)
{
    struct spe_perf_event event = event_of(thread, SPE_PERF_EXIT, time);
    event.ppid = thread->pid;
    event.ptid = thread->pid;
    pthread_mutex_lock(&lock);
    put(&event);
    pthread_mutex_unlock(&lock);
}

void output_bytes(struct output_thread *thread, const void *bytes, size_t size)
{
    struct spe_perf_event event = event_of(thread, SPE_PERF_BUFFER, 0);
    event.offset = thread->written;
    event.size = size;
    event.bytes = bytes;
    pthread_mutex_lock(&lock);
    put(&event);
    event.type = SPE_PERF_BYTES;
    put(&event);
    event.type = SPE_PERF_BUFFER_END;
    put(&event);
    pthread_mutex_unlock(&lock);
    thread->written += size + (-size & 7); /* padded as in the file */
}

static int is_known(uint64_t address)
{
    for (unsigned i = 0; i < known_count; i++)
        if (!known[i].is_stale && known[i].start <= address && address < known[i].end)
            return 1;
    return 0;
}

static int is_same(const struct known *a, const struct known *b)
{
    return a->start == b->start && a->end == b->end && a->inode == b->inode && a->position == b->position;
}

/* Whether the file has this mapping. If it has another one at that place, that one is forgotten, and noted. */
static int was_known(const struct known *now, int *was_other)
{
    unsigned kept = 0;
    int was = 0;
    for (unsigned i = 0; i < known_count; i++) {
        const int same = is_same(&known[i], now);
        if (!same && known[i].start < now->end && now->start < known[i].end)
            continue;
        known[kept] = known[i];
        known[kept++].is_stale &= !same;
        was |= same;
    }
    *was_other = kept < known_count;
    known_count = kept;
    return was;
}

#define USER 2               /* PERF_RECORD_MISC_USER */
#define MAPS_DATA (1u << 13) /* PERF_RECORD_MISC_MMAP_DATA: memory that is not executed */

static struct spe_perf_event mapping_event(uint64_t start, uint64_t size, const char *name, uint64_t time)
{
    struct spe_perf_event event = SPE_PERF_EVENT_INIT;
    event.type = SPE_PERF_MMAP;
    event.pid = event.tid = (uint32_t)getpid();
    event.time = time;
    event.misc = USER;
    event.address = start;
    event.size = size;
    event.map_flags = MAP_PRIVATE;
    event.name = name;
    return event;
}

static void put_mapping(const struct mapping *map, uint64_t start, uint64_t time)
{
    struct spe_perf_event event =
        mapping_event(start, map->end - map->start, map->name[0] ? map->name : "//anon", time);
    event.file_position = map->position;
    event.protection = PROT_READ | PROT_EXEC;
    event.device_major = map->major;
    event.device_minor = map->minor;
    event.inode = map->inode;
    event.build_id_size = map->name[0] ? maps_build_id(map->name, event.build_id) : 0;
    if (event.build_id_size)
        event.misc |= SPE_PERF_MISC_BUILD_ID;
    put(&event);
}

/* The event has time 0, because clocks of threads differ, unless something else was mapped there before. */
static void say_mapped(const struct mapping *map, uint64_t start, uint64_t time)
{
    const struct known now = {start, start + (map->end - map->start), map->inode, map->position, 0};
    int was_other;
    if (was_known(&now, &was_other))
        return;
    known_count -= known_count == MAPS_KNOWN;
    known[known_count++] = now;
    put_mapping(map, start, was_other ? time : 0);
}

/* A loader maps files over memory that it has reserved: they come later, at the same time 0. */
void output_data(uint64_t address, uint64_t size, const char *name, uint64_t time)
{
    const uint64_t from = address / PAGE * PAGE, to = (address + size + PAGE - 1) / PAGE * PAGE;
    const struct known now = {from, to, 0, 0, 0};
    struct spe_perf_event event = mapping_event(from, to - from, name, 0);
    int was_other;
    event.misc |= MAPS_DATA;
    event.protection = PROT_READ | PROT_WRITE;
    pthread_mutex_lock(&lock);
    was_known(&now, &was_other);
    event.time = was_other ? time : 0;
    put(&event);
    pthread_mutex_unlock(&lock);
}

void output_mapped(uint64_t address, uint64_t host, uint64_t time)
{
    static struct mapping map; /* large */
    pthread_mutex_lock(&lock);
    if (!is_known(address) && maps_find(host, &map))
        say_mapped(&map, map.start - host + address, time);
    pthread_mutex_unlock(&lock);
}

void output_maps_changed(void)
{
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < known_count; i++)
        known[i].is_stale = 1;
    pthread_mutex_unlock(&lock);
}

void output_end(void)
{
    pthread_mutex_lock(&lock);
    failed = failed || spe_perf_writer_finish(&writer) != SPE_OK;
    pthread_mutex_unlock(&lock);
}
