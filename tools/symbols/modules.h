/* SPDX-License-Identifier: MIT */
/*
 * Which file an address of a thread belongs to, by the mapping events of perf.data, for profiles of one chosen program
 * or library. Events may come in any order; their times put them in order.
 */
#ifndef MODULES_H
#define MODULES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

struct module_event;

/* A place where a process had the chosen module mapped */
struct module_map {
    uint32_t file; /* number of the file that records it */
    uint32_t pid;
    uint64_t address;
    uint64_t size;
    uint64_t position; /* in the module's file, of `address` */
};

struct modules {
    struct module_event *events;
    size_t count, room;
    uint32_t file; /* the file that events come from */
    int is_full;   /* memory ran out */
    struct module_map *maps;
    size_t map_count, map_room, last;
};

/* Keeps what the event records about processes and files. */
void modules_take(struct modules *m, const struct spe_perf_event *event);

/* Whether any file was mapped. */
int modules_has_maps(const struct modules *m);

/*
 * Chooses a module after all events have been taken. `name` is its name, or the last part of it; NULL means the
 * program, if there is only one: the file with its process's name or, if there is none, the file that was mapped first.
 * Returns its name in perf.data, after which modules_place() may be called, or NULL after a message.
 */
const char *modules_choose(struct modules *m, const char *name);

/* The build id of the chosen module: returns its size in bytes and stores it in *id, or returns 0 if it is not
 * recorded. */
size_t modules_build_id(const struct modules *m, const char *name, const uint8_t **id);

/* Finds the offset in the chosen module's file for an address of `place` (branches.h). Returns 1 and stores it in
 * *offset, or returns 0 if the address is elsewhere. If the thread is not known, any process matches. */
int modules_place(struct modules *m, uint64_t place, uint64_t address, uint64_t *offset);

void modules_free(struct modules *m);

#endif
