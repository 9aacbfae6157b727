/* SPDX-License-Identifier: MIT */
/* The files that are mapped in this process, which are the guest's too: their names, and their build ids. */
#ifndef MAPS_H
#define MAPS_H

#include <stdint.h>

struct mapping {
    uint64_t start, end; /* host addresses */
    uint64_t position;   /* in the file, bytes */
    uint64_t inode;
    uint32_t major, minor;
    char name[4096]; /* empty: no file */
};

/* The mapping that `address` is in, with neighbours of the same file that continue it. Returns whether there is one. */
int maps_find(uint64_t address, struct mapping *out);

enum { BUILD_ID_MAX = 20 };

/* The build id of an ELF file. Returns its size in bytes, 0 if it has none. */
unsigned maps_build_id(const char *path, uint8_t out[BUILD_ID_MAX]);

#endif
