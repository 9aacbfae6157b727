/* SPDX-License-Identifier: MIT */
/*
 * A file that is written beside the one it is to replace, in the same folder, under a name of its own: who reads there
 * has the old one or the whole new one, whatever happens in between. A signal that ends the program removes it.
 */
#ifndef DRAFT_H
#define DRAFT_H

struct draft {
    char *name;   /* of what is written; NULL: the file itself is */
    char *target; /* what it becomes */
};

/* Opens what becomes `path`: a draft if that is a regular file, or none yet, of a folder that can be written; else the
 * file itself, which is made or emptied. Returns a descriptor, or -1 and errno. */
int draft_begin(struct draft *d, const char *path);

/* Once it is closed: it takes its place if it is whole, and is removed if not. Returns 0, or -1 and errno. */
int draft_end(struct draft *d, int is_whole);

#endif
