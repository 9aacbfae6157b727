/* SPDX-License-Identifier: MIT */
/*
 * Where the files of processes were mapped, by what perf.data says beside the samples: an address of a thread is one of
 * a file then. Events may come in any order; their times put them right.
 */
#ifndef MODULES_H
#define MODULES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

struct module_event;

/* Where a process had the module that was chosen. */
struct module_map {
    uint32_t file; /* of which it is said, by number */
    uint32_t pid;
    uint64_t address;
    uint64_t size;
    uint64_t position; /* in the module's file, of `address` */
};

struct modules {
    struct module_event *events;
    size_t count, room;
    uint32_t file; /* that events come from */
    int is_full;   /* no memory was to be had */
    struct module_map *maps;
    size_t map_count, map_room, last;
};

/* Keeps what the event says of processes and files. */
void modules_take(struct modules *m, const struct spe_perf_event *event);

/* Whether any file was mapped. */
int modules_has_maps(const struct modules *m);

/*
 * Chooses a module, when all has been taken: by its name, or the last part of it; NULL: the program, if there is only
 * one: what has its process's name or, where nothing has, was mapped first. Returns its name as perf.data has it, and
 * modules_place() can be called then; or NULL after a message.
 */
const char *modules_choose(struct modules *m, const char *name);

/* The build id of the chosen module: returns its size in bytes, 0: it is not told, and *id. */
size_t modules_build_id(const struct modules *m, const char *name, const uint8_t **id);

/* The offset in the chosen module's file of an address of `place` (branches.h). Returns 1 and *offset; 0: the address
 * is elsewhere. Where the thread is not known, any process will do. */
int modules_place(struct modules *m, uint64_t place, uint64_t address, uint64_t *offset);

void modules_free(struct modules *m);

#endif
