/* SPDX-License-Identifier: MIT */
/*
 * What the programs need from the operating system beyond C: files, signals, memory maps. posix/ and windows/ implement
 * it, and one of them is compiled; no other file depends on the system. On Windows, file names are UTF-8.
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
    int is_trusted; /* it belongs to this user, or to root; on Windows every file is trusted */
};

/* Examines the file that a name leads to, or an open file. Returns 1 and sets *out, or returns 0 if that is
 * impossible. */
int platform_look(const char *path, struct platform_file *out);
int platform_look_open(int fd, struct platform_file *out);

/* Opens a file for reading, or makes or empties one for writing. Returns a descriptor, or -1 and sets errno. The
 * descriptor is never that of a standard stream, which may be closed: their output must not get into the file. */
int platform_open(const char *path);
int platform_create(const char *path);

/* Opens a file whose name comes from the input, like platform_open(), but only a regular file. For any other returns -1
 * and sets errno to EISDIR or EINVAL, without waiting for a pipe or touching a device. */
int platform_open_regular(const char *path);

/* Reads up to cap bytes: the next ones (waits until some are available), or those at a place in a regular file, which
 * does not affect the next ones. Returns their number, 0 at the end, or -1 and sets errno. */
int64_t platform_read(int fd, void *bytes, size_t cap);
int64_t platform_read_at(int fd, void *bytes, size_t cap, uint64_t offset);

/* Sets where a file is written next; this is free if it is the current place. Returns 0, or -1 and sets errno. */
int platform_go_to(FILE *file, uint64_t offset);

/* The characters that end a folder's name in a path. */
extern const char platform_separators[];

/* Returns the name under which the regular file that `path` leads to can be replaced, or a new one made; the caller
 * frees it. Returns NULL if the file must be written directly: a device or a pipe, a file that this process has open
 * already (/dev/stdout), a broken link, another user's file, or a file that may not be written. */
char *platform_replaceable(const char *path);

/* Makes a file that does not exist yet, with the owner and mode bits of `like` if that exists. Returns the same as
 * platform_create(). */
int platform_create_new(const char *path, const char *like);

/* Renames a file, and replaces a file of the new name. Returns 0, or -1 and sets errno. */
int platform_rename(const char *from, const char *to);

void platform_remove(const char *path);

/* Makes clean() run when a signal from the user or the system ends the program. On Windows it does nothing, because
 * open files cannot be removed there. */
void platform_at_signal(void (*clean)(void));

/* The number of columns of a terminal, or 80 if that is not known; 0 if `fd` is not a terminal. */
unsigned platform_terminal_columns(int fd);

/* Runs `command` of the shell, which gets everything written to standard output from now on until platform_pager_end(),
 * which waits for it. Without it, pagers get the usual settings (LESS=FRX, LV=-c). Returns 1, or 0 if that is
 * impossible: on Windows always. */
int platform_pager_begin(const char *command);
void platform_pager_end(void);

#define PLATFORM_INPUT "/dev/stdin" /* the name of the standard input */

/* Opens a file for bytes, written and read back, that is gone when it is closed. Returns NULL if there is no room. */
FILE *platform_temporary(void);

/* Runs a program, from PATH, with its arguments, for at most 10 seconds without output, and ends what it has started.
 * Its input is a file, from the beginning, or nothing (NULL). Stores what it prints in text[cap], with a NUL, cut off
 * if it does not fit; nothing if it cannot be run: on Windows always. */
void platform_output(const char *const *command, FILE *input, char *text, size_t cap);

/* Makes writes beyond the limit of a file's size fail, instead of ending the program. */
void platform_survive_limit(void);

/* The reason why a write has failed: errno, or EPIPE if its reader went away. */
int platform_write_error(void);

/* Empties and closes a file that could not be completed, and removes `name` if that is the file itself and not a
 * link. */
void platform_discard(int fd, const char *name);

/* The number of processors on which this process may run; 1 if it is not known. */
unsigned platform_cores(void);

/* Maps a regular file's `size` bytes for reading, until platform_unmap(). Returns NULL if that is impossible. */
const void *platform_map(int fd, uint64_t size);
void platform_unmap(const void *bytes, size_t size);

#endif
