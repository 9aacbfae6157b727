/* SPDX-License-Identifier: MIT */
/*
 * Chooses one of the programs and libraries that perf.data names, and finds the addresses of processes that belong to
 * its file. Events may come in any order; their times put them in order.
 */
#ifndef MODULES_H
#define MODULES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

#include "processes.h"

struct module_event;

struct modules {
    struct module_event *events;
    size_t count, room;
    uint32_t file; /* the file that events come from */
    const struct processes *processes;
    const struct space_map **maps; /* of the chosen module */
    size_t map_count, map_room, last;
    uint32_t space; /* the last one that was looked up, and its own mapping */
    const struct space_map *own;
};

/* Keeps what the event records about names of processes and files. */
void modules_take(struct modules *m, const struct spe_perf_event *event);

/* Whether any file was mapped. */
int modules_has_maps(const struct modules *m);

/*
 * Chooses a module after all events have been taken. `name` is its name, or the last part of it; NULL means the
 * program, if there is only one: the file with its process's name or, without such a file, the file that was mapped
 * first. Returns its name in perf.data, after which modules_place() may be called while `processes` stays, or NULL
 * after a message.
 */
const char *modules_choose(struct modules *m, const struct processes *processes, const char *name);

/* The build id of the chosen module: returns its size in bytes and stores it in *id, or returns 0 if it is not
 * recorded. */
size_t modules_build_id(const struct modules *m, const char *name, const uint8_t **id);

/* Finds the offset in the chosen module's file for an address of `place` (branches.h). Returns 1 and stores it in
 * *offset, or returns 0 if the address is elsewhere. If the process is not known, any of its file matches. */
int modules_place(struct modules *m, uint64_t place, uint64_t address, uint64_t *offset);

void modules_free(struct modules *m);

#endif
