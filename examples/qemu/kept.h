/* SPDX-License-Identifier: MIT */
/*
 * A file that spe-record has opened for the plugin. The program may close its descriptor, as daemons close all that
 * they find, and open another file under that number, which must not be written to; spe-record still has the file.
 */
#ifndef KEPT_H
#define KEPT_H

#include <sys/types.h>

struct kept {
    int descriptor; /* at present */
    int number;     /* spe-record's */
    pid_t owner;    /* spe-record */
    dev_t device;
    ino_t inode;
};

/* Before the program begins. 0, or -1: it is not open. */
int kept_begin(struct kept *kept, int number);

/* A descriptor of that file, or -1. */
int kept_descriptor(struct kept *kept);

#endif
