/* SPDX-License-Identifier: MIT */
/*
 * A file that spe-record has opened for the plugin. The recorded program may close its descriptor, as daemons close
 * every descriptor, and open another file under that number. The plugin must not write to that file; spe-record still
 * has the right one open.
 */
#ifndef INHERITED_FILE_H
#define INHERITED_FILE_H

#include <sys/types.h>

struct inherited_file {
    int descriptor; /* the current one */
    int number;     /* spe-record's */
    pid_t owner;    /* spe-record */
    dev_t device;
    ino_t inode;
};

/* Call it before the program begins. Returns 0, or -1 if the file is not open. */
int inherited_file_begin(struct inherited_file *file, int number);

/* Returns a descriptor of that file, or -1. */
int inherited_file_descriptor(struct inherited_file *file);

#endif
