/* SPDX-License-Identifier: MIT */
/*
 * What the programs need of the operating system beyond C and what all systems have: files. posix/ and windows/ give
 * all of it, one folder is compiled (rules.mk); no other file asks what system it is on. Names of files are UTF-8 on
 * Windows.
 */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct platform_file {
    uint64_t device, number; /* together: which file it is */
    uint64_t size;           /* bytes */
    int is_regular, is_directory;
};

/* What a name stands for, links followed, or an open file. Returns 1 and *out; 0: nothing that can be asked. */
int platform_look(const char *path, struct platform_file *out);
int platform_look_open(int fd, struct platform_file *out);

/* Opens a file for reading, or makes or empties one for writing. Returns a descriptor that is not one of the standard
 * streams', in case one of those is closed: what is meant for them must not get into it; -1 and errno. */
int platform_open(const char *path);
int platform_create(const char *path);

/* Reads what is there, up to cap bytes: what comes next (waits if nothing has come yet), or what is at a place in a
 * regular file, after which what comes next is the same. Returns their number, 0 at the end, -1 and errno. */
int64_t platform_read(int fd, void *bytes, size_t cap);
int64_t platform_read_at(int fd, void *bytes, size_t cap, uint64_t offset);

/* Where a file is written next; costs nothing if that is where it is. Returns 0, or -1 and errno. */
int platform_go_to(FILE *file, uint64_t offset);

/* The characters that end a folder's name in a path. */
extern const char platform_separators[];

/* The name, for free(), under which a regular file that `path` leads to can be replaced, or a new one made. NULL: it is
 * to be written as it is: a device or a pipe, one that this process has open already (/dev/stdout), a link that leads
 * nowhere, another user's, or one that may not be written. */
char *platform_replaceable(const char *path);

/* Makes a file that there is not yet, with the owner and the mode bits of `like` if there is that one. As
 * platform_create(). */
int platform_create_new(const char *path, const char *like);

/* Gives a file another name, be it that of a file, which is no more then. Returns 0, or -1 and errno. */
int platform_rename(const char *from, const char *to);

void platform_remove(const char *path);

/* Has clean() called when a signal ends the program that its user or the system sends. Not on Windows, where nothing
 * could be cleaned up: files that are open cannot be removed. */
void platform_at_signal(void (*clean)(void));

/* What a write that has failed failed for: errno, or EPIPE if its reader went away. */
int platform_write_error(void);

/* Empties and closes a file that could not be completed, and removes `name` if that is the file, not a link to it. */
void platform_discard(int fd, const char *name);

/* A regular file's `size` bytes as memory that can be read, until platform_unmap(); NULL: it cannot be had. */
const void *platform_map(int fd, uint64_t size);
void platform_unmap(const void *bytes, size_t size);

#endif
