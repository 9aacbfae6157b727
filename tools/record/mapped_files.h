/* SPDX-License-Identifier: MIT */
/* The files that are mapped in this process, which include the guest's: their names and build ids. */
#ifndef MAPPED_FILES_H
#define MAPPED_FILES_H

#include <stdint.h>

struct mapping {
    uint64_t start, end; /* host addresses */
    uint64_t position;   /* in the file, bytes */
    uint64_t inode;
    uint32_t major, minor;
    char name[4096]; /* empty: no file */
};

/* Finds the mapping that contains `address`, joined with adjacent mappings that continue the same file. Returns whether
 * there is one. */
int maps_find(uint64_t address, struct mapping *out);

enum { BUILD_ID_MAX = 20 };

/* Reads the build id of an ELF file. Returns its size in bytes, or 0 if it has none. */
unsigned maps_build_id(const char *path, uint8_t out[BUILD_ID_MAX]);

#endif
