/* SPDX-License-Identifier: MIT */
/* See replacement.h. */
#define _POSIX_C_SOURCE 200809L
#include "replacement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform.h"
#include "message.h"
#include "memory.h"

enum { MOST = 4, TRIES = 100 }; /* most drafts at a time; names to try, as others may exist */

static char *volatile written[MOST];

/* Runs in a signal's handler, or where memory ran out. */
static void remove_all(void)
{
    for (unsigned i = 0; i < MOST; i++)
        if (written[i])
            platform_remove(written[i]);
}

static char *volatile *slot_of(const char *name)
{
    for (unsigned i = 0; i < MOST; i++)
        if (written[i] == name)
            return &written[i];
    return NULL;
}

/* ".spe-dump.1234.0", in the folder of `target`. */
static char *name_beside(const char *target, unsigned n)
{
    size_t folder = strlen(target);
    while (folder && !strchr(platform_separators, target[folder - 1]))
        folder--;
    const size_t size = folder + strlen(tool_name) + 32;
    char *name = tool_malloc(size);
    snprintf(name, size, "%.*s.%s.%ld.%u", (int)folder, target, tool_name, (long)getpid(), n);
    return name;
}

static void forget(struct replacement *d)
{
    free(d->name);
    free(d->target);
    d->name = d->target = NULL;
}

/* Returns a descriptor, or -1 and sets errno: EEXIST if the name is in use. */
static int try_name(struct replacement *d, unsigned n)
{
    char *volatile *slot = slot_of(NULL);
    d->name = slot ? name_beside(d->target, n) : NULL;
    errno = ENOMEM;
    const int fd = d->name ? platform_create_new(d->name, d->target) : -1;
    if (fd >= 0)
        *slot = d->name;
    return fd;
}

int replacement_begin(struct replacement *d, const char *path)
{
    int fd = -1;
    *d = (struct replacement){NULL, platform_replaceable(path)};
    if (!d->target)
        return platform_create(path);
    platform_at_signal(remove_all);
    tool_at_no_memory(remove_all);
    errno = EEXIST;
    for (unsigned n = 0; fd < 0 && errno == EEXIST && n < TRIES; n++) {
        free(d->name);
        fd = try_name(d, n);
    }
    if (fd >= 0)
        return fd;
    const int error = errno;
    forget(d);
    errno = error;
    return error == EACCES || error == EPERM || error == ENAMETOOLONG ? platform_create(path) : -1;
}

int replacement_end(struct replacement *d, int is_whole)
{
    int status = 0, error = 0;
    if (!d->name)
        return 0;
    if (is_whole && platform_rename(d->name, d->target) != 0) {
        error = errno;
        status = -1;
    }
    if (!is_whole || status != 0)
        platform_remove(d->name);
    char *volatile *slot = slot_of(d->name);
    if (slot)
        *slot = NULL;
    forget(d);
    errno = error;
    return status;
}
