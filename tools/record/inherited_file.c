/* SPDX-License-Identifier: MIT */
/* See inherited_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "inherited_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int inherited_file_begin(struct inherited_file *kept, int number)
{
    struct stat file;
    if (fstat(number, &file) != 0 || fcntl(number, F_SETFD, FD_CLOEXEC) != 0)
        return -1;
    *kept = (struct inherited_file){number, number, getppid(), file.st_dev, file.st_ino};
    return 0;
}

static int is_still(const struct inherited_file *kept)
{
    struct stat file;
    return fstat(kept->descriptor, &file) == 0 && file.st_dev == kept->device && file.st_ino == kept->inode;
}

int inherited_file_descriptor(struct inherited_file *kept)
{
    char path[64];
    if (is_still(kept))
        return kept->descriptor;
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)kept->owner, kept->number);
    const int low = open(path, O_RDWR | O_CLOEXEC);
    kept->descriptor =
        low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, kept->number); /* a number that the recorded program does not use */
    if (low >= 0)
        close(low);
    return is_still(kept) ? kept->descriptor : -1;
}
