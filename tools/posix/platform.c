/* SPDX-License-Identifier: MIT */
/* See ../platform.h: POSIX. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64 /* where off_t may have 32 bits */
#include "../platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
