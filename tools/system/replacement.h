/* SPDX-License-Identifier: MIT */
/*
 * Writes a file next to the one that it replaces, in the same folder under a temporary name. Readers see the old file
 * or the complete new one, never a part. The temporary file is removed if a signal ends the program or memory runs out.
 */
#ifndef REPLACEMENT_H
#define REPLACEMENT_H

struct replacement {
    char *name;   /* the draft's name; NULL if the file itself is written */
    char *target; /* the name that it gets at the end */
};

/* Opens the file that becomes `path`. This is a draft if `path` is a regular file or does not exist, and its folder can
 * be written. Otherwise it is the file itself, which is made or emptied. Returns a descriptor, or -1 and sets errno. */
int replacement_begin(struct replacement *d, const char *path);

/* Call it after closing the file: a complete draft replaces its target, and an incomplete one is removed. Returns 0, or
 * -1 and sets errno. */
int replacement_end(struct replacement *d, int is_whole);

#endif
