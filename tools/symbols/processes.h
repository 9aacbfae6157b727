/* SPDX-License-Identifier: MIT */
/*
 * Processes, threads and mapped files, from the events that perf.data has in addition to the samples. Events may come
 * in any order; they are sorted by time. Several files may be read; their processes are unrelated.
 *
 * An identity is a thread, from the time when it got its name or began a program. A space is the address space of one
 * program: a process gets a new one when it begins another program. A forked process has its parent's mappings up to
 * that time.
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

#include "map_index.h"
#include "module_table.h"
#include "name_table.h"

enum {
    SPACE_REPLACES = 1,       /* mappings of the space may take the place of others; 0: none does */
    SPACE_IS_REPLACEMENT = 2, /* the space is one such mapping; its parent is the whole space */
};

#define PROCESSES_KERNEL "[kernel.kallsyms]" /* the beginning of the name of the kernel's mapping */
#define PROCESSES_NOBODY 0                   /* the identity, and the space, of samples whose thread is not known */
#define PROCESSES_MOST                                                                                                 \
    (UINT32_C(1) << 22)          /* the most events of a file, identities, spaces and mappings; more are only counted */
#define PROCESSES_INDEXES 24     /* PROCESSES_MOST cannot be halved as often */
#define PROCESSES_FORKS 64       /* the most parents, one above another, whose mappings are searched */
#define PROCESSES_GUESSED 65536u /* the most threads that are known only from samples */
#define PROCESSES_PAGES 1024     /* pages whose space is kept: a power of two */

struct identity {
    uint32_t file, pid, tid; /* SPE_PERF_NONE if not known */
    uint32_t space;
    uint32_t comm;  /* number of a name, or UINT32_MAX */
    uint32_t older; /* the next older one of the same thread, or UINT32_MAX */
    uint32_t jump;  /* a much older one, so that the oldest is reached in few steps, or UINT32_MAX */
    uint32_t depth; /* the number of older ones, without some that came late */
    uint64_t since;
};

struct space {
    uint32_t parent;   /* number of a space, or UINT32_MAX */
    uint32_t newest;   /* mapping of a file or of the kernel, or UINT32_MAX */
    uint32_t pid;      /* SPE_PERF_NONE if not known, and of the kernel */
    uint32_t replaces; /* SPACE_REPLACES ... */
    uint32_t file;     /* that has its process */
    uint64_t since;    /* later mappings of the parent do not count */
    uint64_t last;     /* time of its last mapping */
};

/* What processes_space() returns for a page of 4096 bytes, after the last mapping of the whole space. */
struct space_of_page {
    uint64_t page;
    uint32_t whole, space;
};

struct space_map {
    uint32_t space, module;
    uint32_t older;     /* the next older one of the same space */
    uint32_t is_symbol; /* code that the kernel made: the module's name is the symbol's */
    uint32_t own;       /* its own space, if it took the place of another mapping; 0 if it has none yet */
    uint64_t address, size, position, time;
};

struct processes {
    struct name_table names;
    struct module_table modules;
    struct identity *identities;
    struct space *processes;
    struct space_map *maps;
    struct map_range *ranges; /* the range of each map */
    struct map_index
        indexes[PROCESSES_INDEXES]; /* of the ranges in order; each has less than half as many as the one before */
    unsigned index_count;
    struct space_switch *switches; /* in runs, each by file, cpu, time */
    size_t
        switch_runs[PROCESSES_INDEXES + 1]; /* where each begins; each has less than half as many as the one before */
    unsigned switch_run_count;
    size_t first_switch;        /* the number of those of earlier files */
    struct space_event *events; /* events that are not yet in order */
    uint32_t *threads;          /* hash table: the newest identity of a thread, plus 1 */
    uint64_t seed;              /* of its hashes */
    size_t identity_count, identity_room, space_count, space_room, map_count, map_room;
    size_t switch_count, switch_room, event_count, event_room, thread_size, thread_count;
    uint32_t file;      /* the file that events and samples come from, from 1 on */
    uint32_t kernel;    /* the space of its kernel */
    uint64_t dropped;   /* events for which there was no room */
    uint32_t guessed;   /* threads without an event */
    uint64_t unguessed; /* samples of such threads that did not fit */
    struct space_of_page pages[PROCESSES_PAGES];
    int is_unaligned; /* a process has a mapping that is not of whole pages */
    /* Set by the caller after processes_begin_file(), or NULL: called before a look-up adds an identity or a space, so
     * that no other thread looks anything up meanwhile. */
    void (*before_change)(void *context);
    void *context;
};

/* Call it before the first event or sample of each file. Zeroed storage is empty. */
void processes_begin_file(struct processes *s);

/* Keeps an event until processes_settle(). */
void processes_take(struct processes *s, const struct spe_perf_event *event);

/* Processes the events since the last call, in the order of their times. */
void processes_settle(struct processes *s);

/* The identity of a thread at a time of perf's clock; UINT64_MAX is the end. A thread that no event names gets an
 * identity, whose pid is SPE_PERF_NONE. */
uint32_t processes_identity(struct processes *s, uint32_t tid, uint64_t time);

/* For any thread of a program, while *s does not change: the same, but a thread that no event names is
 * PROCESSES_NOBODY; and the thread that ran on a core, by switch events (SPE_PERF_NONE if that is not known). */
uint32_t processes_find(const struct processes *s, uint32_t tid, uint64_t time);
uint32_t processes_runner(const struct processes *s, uint32_t cpu, uint64_t time);

/* The first thread of the identity's process, in its state at that time, but not before the identity. It has the name
 * of the process. The identity itself, if it is of the first thread, or if that is not known. */
uint32_t processes_leader(const struct processes *s, uint32_t identity, uint64_t time);

/* Whether an identity is its thread's last one, which it has from *since on. */
int processes_is_newest(const struct processes *s, uint32_t identity, uint64_t *since);

/* Whether two identities are of one thread, by whatever names. */
static inline int processes_is_same_thread(const struct processes *s, uint32_t identity, uint32_t other)
{
    const struct identity *x = &s->identities[identity], *y = &s->identities[other];
    return x == y || (x->file == y->file && x->pid == y->pid && x->tid == y->tid);
}

/* The same for addresses of a space in which mappings take the place of others. */
uint32_t processes_space_in(struct processes *s, uint32_t whole, uint64_t address, uint64_t time);

/* The space of an address of an identity: its own, or the kernel's. What took the place of another mapping by that time
 * has a space of its own, so that an address in it is not the same as before. */
static inline uint32_t processes_space(struct processes *s, uint32_t identity, uint64_t address, uint64_t time)
{
    const uint32_t whole = address >> 63 ? s->kernel : s->identities[identity].space;
    return s->processes[whole].replaces ? processes_space_in(s, whole, address, time) : whole;
}

/* The whole space that a space is in. */
uint32_t processes_whole(const struct processes *s, uint32_t space);

/* The space of the kernel of the file that a space is from; the last file's kernel, if that is not known. */
uint32_t processes_kernel(const struct processes *s, uint32_t space);

/* The mapping at an address at that time; NULL if it is not known. */
const struct space_map *processes_map(const struct processes *s, uint32_t space, uint64_t address, uint64_t time);

/* Goes through the files and the kernel that are mapped in a space, the latest first, and then in up to PROCESSES_FORKS
 * processes above it. `map` is the previous result, at first NULL. Returns NULL at the end. */
const struct space_map *processes_next_map(const struct processes *s, uint32_t *space, const struct space_map *map);

void processes_free(struct processes *s);

#endif
