/* SPDX-License-Identifier: MIT */
/* Stores each mapped file, or kernel, once: gives a number for a name and a build id, and both for a number. */
#ifndef MODULE_TABLE_H
#define MODULE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

struct mapped_module {
    uint32_t name;          /* its number in a table of names */
    uint32_t next;          /* with the same hash; UINT32_MAX: none */
    uint32_t build_id_size; /* 0: not known */
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
};

/* Zeroed storage is empty. */
struct module_table {
    struct mapped_module *list;
    size_t count, room;
    uint32_t *heads; /* hash table: where the modules with a hash begin; as many as there is room */
    uint64_t seed;   /* of the hashes */
};

/* The number of a module, from 0 on; a new module is added. */
uint32_t module_table_number(struct module_table *t, uint32_t name, const uint8_t *build_id, size_t size);

/* Whether a mapping of this name is a file. Memory is not: "[heap]", "//anon", "/dev/zero" and the like. */
int module_is_file(const char *name);

/* Gives the module of that name whose build id is not known this one. */
void module_table_identify(struct module_table *t, uint32_t name, const uint8_t *build_id, size_t size);

void module_table_free(struct module_table *t);

#endif
