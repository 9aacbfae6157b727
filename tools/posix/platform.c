/* SPDX-License-Identifier: MIT */
/* See ../platform.h: POSIX. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64 /* where off_t may have 32 bits */
#include "../platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char platform_separators[] = "/";

static int describe(const struct stat *st, struct platform_file *out)
{
    out->device = (uint64_t)st->st_dev;
    out->number = (uint64_t)st->st_ino;
    out->size = (uint64_t)st->st_size;
    out->is_regular = S_ISREG(st->st_mode);
    out->is_directory = S_ISDIR(st->st_mode);
    return 1;
}

int platform_look(const char *path, struct platform_file *out)
{
    struct stat st;
    return stat(path, &st) == 0 && describe(&st, out);
}

int platform_look_open(int fd, struct platform_file *out)
{
    struct stat st;
    return fstat(fd, &st) == 0 && describe(&st, out);
}

static int beyond_streams(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    const int other = fcntl(fd, F_DUPFD, STDERR_FILENO + 1);
    close(fd);
    return other;
}

int platform_open(const char *path)
{
    return beyond_streams(open(path, O_RDONLY));
}

int platform_create(const char *path)
{
    return beyond_streams(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
}

/* -- files that replace others -- */

#define NAMED_STREAMS 10 /* that a shell opens by number */

static int is_open_here(const struct stat *st)
{
    struct stat other;
    for (int fd = STDOUT_FILENO; fd < NAMED_STREAMS; fd++)
        if (fstat(fd, &other) == 0 && other.st_dev == st->st_dev && other.st_ino == st->st_ino)
            return 1;
    return 0;
}

char *platform_replaceable(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return errno == ENOENT && *path ? strdup(path) : NULL;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || is_open_here(&st) || access(path, W_OK) != 0)
        return NULL;
    return geteuid() == 0 || geteuid() == st.st_uid ? realpath(path, NULL) : NULL;
}

int platform_create_new(const char *path, const char *like)
{
    struct stat st;
    const int fd = beyond_streams(open(path, O_WRONLY | O_CREAT | O_EXCL, 0666));
    if (fd < 0 || stat(like, &st) != 0)
        return fd;
    const mode_t kept = fchown(fd, st.st_uid, st.st_gid) == 0 ? 0777 : 0707; /* no other group gets what it had */
    fchmod(fd, st.st_mode & kept);
    return fd;
}

int platform_rename(const char *from, const char *to)
{
    return rename(from, to);
}

void platform_remove(const char *path)
{
    unlink(path);
}

static void (*cleaner)(void);

/* The signal comes again when this returns, and ends the program: its handler is gone. */
static void end(int number)
{
    const int kept = errno;
    cleaner();
    errno = kept;
    raise(number);
}

void platform_at_signal(void (*clean)(void))
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ};
    struct sigaction old, new = {.sa_flags = (int)SA_RESETHAND};
    new.sa_handler = end;
    cleaner = clean;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &new, NULL);
}

/* Whether nothing has come yet, on a pipe that does not block: waits until something has. */
static int waits(int fd)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return (errno == EAGAIN || errno == EWOULDBLOCK) && poll(&poll_fd, 1, -1) > 0;
}

int64_t platform_read(int fd, void *bytes, size_t cap)
{
    ssize_t n;
    do
        n = read(fd, bytes, cap);
    while (n < 0 && (errno == EINTR || waits(fd)));
    return n;
}

int64_t platform_read_at(int fd, void *bytes, size_t cap, uint64_t offset)
{
    ssize_t n = 0;
    do
        n = offset <= (uint64_t)INT64_MAX - cap ? pread(fd, bytes, cap, (off_t)offset) : 0;
    while (n < 0 && errno == EINTR);
    return n;
}

int platform_go_to(FILE *file, uint64_t offset)
{
    return ftello(file) == (off_t)offset ? 0 : fseeko(file, (off_t)offset, SEEK_SET);
}

int platform_write_error(void)
{
    return errno;
}

void platform_discard(int fd, const char *name)
{
    struct stat a, b;
    if (ftruncate(fd, 0) == 0 && lstat(name, &a) == 0 && fstat(fd, &b) == 0 && a.st_dev == b.st_dev &&
        a.st_ino == b.st_ino)
        remove(name);
    close(fd);
}

const void *platform_map(int fd, uint64_t size)
{
    const size_t length = (size_t)size;
    void *bytes = size && length == size ? mmap(NULL, length, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    return bytes == MAP_FAILED ? NULL : bytes;
}

void platform_unmap(const void *bytes, size_t size)
{
    munmap((void *)(uintptr_t)bytes, size);
}
