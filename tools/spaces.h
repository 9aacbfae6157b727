/* SPDX-License-Identifier: MIT */
/*
 * Who ran, and what was where: processes, threads and mapped files, by what perf.data says beside the samples. Events
 * may come in any order, their times put them right; several files may be read, whose processes have nothing to do with
 * each other.
 *
 * An identity is a thread, from the time on when it got its name or began a program. A space is what one program sees:
 * a process has a new one when it begins another program. A forked one sees what its parent had until then.
 */
#ifndef SPACES_H
#define SPACES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

#include "names.h"

#define SPACES_NOBODY 0                 /* the identity, and the space, of samples whose thread is not known */
#define SPACES_MOST (UINT32_C(1) << 22) /* events of a file; identities, spaces and mappings: what is more is counted */
#define SPACES_GUESSED 65536u           /* threads of which only samples tell */

struct identity {
    uint32_t file, pid, tid; /* SPE_PERF_NONE: not known */
    uint32_t space;
    uint32_t comm;  /* a name; UINT32_MAX: none */
    uint32_t older; /* of the same thread; UINT32_MAX: there is none */
    uint64_t since;
};

struct space {
    uint32_t parent; /* UINT32_MAX: none */
    uint32_t newest; /* mapping; UINT32_MAX: none */
    uint64_t since;  /* what the parent has mapped later is not seen */
};

struct space_module {
    uint32_t name;
    uint32_t build_id_size; /* 0: not known */
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
};

struct space_map {
    uint32_t space, module;
    uint32_t older; /* of the same space */
    uint64_t address, size, position, time;
};

struct spaces {
    struct names names;
    struct identity *identities;
    struct space *spaces;
    struct space_map *maps;
    struct space_reach *reaches; /* the maps by space and address */
    struct space_module *modules;
    struct space_switch *switches; /* by file, cpu, time */
    struct space_event *events;    /* that have been taken, not yet put in order */
    uint32_t *threads;             /* hash table: the newest identity of a thread, plus 1 */
    size_t identity_count, identity_room, space_count, space_room, map_count, map_room, module_count, module_room;
    size_t switch_count, switch_room, event_count, event_room, thread_size, thread_count;
    uint32_t file;      /* that events and samples come from, from 1 on */
    uint32_t kernel;    /* its kernel's space */
    uint64_t dropped;   /* events for which there was no room or no memory */
    uint32_t guessed;   /* threads of which no event tells */
    uint64_t unguessed; /* samples of such threads for whom there was no room */
};

/* Zeroed storage is empty. Before the first event or sample of each file. */
void spaces_begin_file(struct spaces *s);

/* Keeps what an event says, until spaces_settle(). */
void spaces_take(struct spaces *s, const struct spe_perf_event *event);

/* Puts in order what has been taken since. */
void spaces_settle(struct spaces *s);

/* Who that is: a thread (SPE_PERF_NONE: what ran on the core then), at a time of perf's clock; UINT64_MAX: at last. */
uint32_t spaces_identity(struct spaces *s, uint32_t tid, uint32_t cpu, uint64_t time);

/* What a thread of the identity's process was at last; the identity itself, if it is not known. */
uint32_t spaces_last(const struct spaces *s, uint32_t identity, uint32_t tid);

/* The space of an address of an identity: its own, or the kernel's. */
uint32_t spaces_space(const struct spaces *s, uint32_t identity, uint64_t address);

/* What was mapped there at that time; NULL: nothing that is known. */
const struct space_map *spaces_map(const struct spaces *s, uint32_t space, uint64_t address, uint64_t time);

/* Goes through what is mapped in a space, the latest first: NULL begins, and is the end. */
const struct space_map *spaces_next_map(const struct spaces *s, uint32_t *space, const struct space_map *map);

void spaces_free(struct spaces *s);

#endif
