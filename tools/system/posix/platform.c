/* SPDX-License-Identifier: MIT */
/* See ../platform.h: POSIX. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE      /* of Linux: struct winsize */
#define _FILE_OFFSET_BITS 64 /* where off_t may have 32 bits */
#include "../platform.h"
#include "../memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_WAIT 10000 /* milliseconds without a byte, after which a command is ended */

const char platform_separators[] = "/";

static int describe(const struct stat *st, struct platform_file *out)
{
    out->device = (uint64_t)st->st_dev;
    out->number = (uint64_t)st->st_ino;
    out->size = (uint64_t)st->st_size;
    out->is_regular = S_ISREG(st->st_mode);
    out->is_directory = S_ISDIR(st->st_mode);
    out->is_trusted = st->st_uid == 0 || st->st_uid == geteuid();
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

static int is_regular(const struct platform_file *file)
{
    errno = file->is_directory ? EISDIR : EINVAL;
    return file->is_regular;
}

/* Checks before and after opening: opening a device may move a tape, and the name may lead to another file in the
 * meantime. */
int platform_open_regular(const char *path)
{
    struct platform_file file;
    if (!platform_look(path, &file) || !is_regular(&file))
        return -1;
    const int fd = beyond_streams(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (fd < 0 || (platform_look_open(fd, &file) && is_regular(&file)))
        return fd;
    close(fd);
    is_regular(&file);
    return -1;
}

int platform_create(const char *path)
{
    return beyond_streams(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
}

/* -- files that replace others -- */

#define NAMED_STREAMS 10 /* descriptors that a shell opens by number */

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
        return errno == ENOENT && *path ? tool_strdup(path) : NULL;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || is_open_here(&st) || access(path, W_OK) != 0)
        return NULL;
    if (geteuid() != 0 && geteuid() != st.st_uid)
        return NULL;
    char *target = realpath(path, NULL);
    if (!target)
        tool_check_memory();
    return target;
}

int platform_create_new(const char *path, const char *like)
{
    struct stat st;
    const int fd = beyond_streams(open(path, O_WRONLY | O_CREAT | O_EXCL, 0666));
    if (fd < 0 || stat(like, &st) != 0)
        return fd;
    const mode_t kept =
        fchown(fd, st.st_uid, st.st_gid) == 0 ? 0777 : 0707; /* no other group gets the group's permissions */
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

/* The handler has been removed, so that the signal, which comes again after this, ends the program. */
static void end(int number)
{
    const int kept = errno;
    cleaner();
    errno = kept;
    raise(number);
}

void platform_at_signal(void (*clean)(void))
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU};
    struct sigaction old, new = {.sa_flags = (int)SA_RESETHAND};
    new.sa_handler = end;
    cleaner = clean;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &new, NULL);
}

/* Whether a read failed because a non-blocking pipe is empty; waits until it has bytes. */
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

unsigned platform_terminal_columns(int fd)
{
    unsigned columns = 0;
    if (isatty(fd) != 1)
        return 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    columns = ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
#endif
    return columns ? columns : 80;
}

static pid_t pager;

/* In the new process */
static _Noreturn void run_pager(const char *command, const int ends[2])
{
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    setenv("LESS", "FRX", 0);
    setenv("LV", "-c", 0);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

int platform_pager_begin(const char *command)
{
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0)
        return 0;
    pager = fork();
    if (pager == 0)
        run_pager(command, ends);
    tool_at_no_memory(platform_pager_end);
    const int has = pager > 0 && dup2(ends[1], STDOUT_FILENO) >= 0;
    close(ends[0]);
    close(ends[1]);
    return has;
}

/* In the child. */
static _Noreturn void run_command(const char *const *command, FILE *input, const int ends[2])
{
    const int from = input ? fileno(input) : open("/dev/null", O_RDONLY);
    setpgid(0, 0); /* so that what it starts can be ended with it */
    lseek(from, 0, SEEK_SET);
    dup2(from, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(*command, (char **)(uintptr_t)command);
    _exit(127);
}

void platform_output(const char *const *command, FILE *input, char *text, size_t cap)
{
    int ends[2], status;
    size_t used = 0;
    text[0] = 0;
    fflush(NULL);
    if (pipe(ends) != 0)
        return;
    const pid_t child = fork();
    if (child == 0)
        run_command(command, input, ends);
    close(ends[1]);
    struct pollfd from = {.fd = ends[0], .events = POLLIN};
    while (child > 0 && used + 1 < cap && poll(&from, 1, OUTPUT_WAIT) > 0) {
        const ssize_t got = read(ends[0], text + used, cap - 1 - used);
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    text[used] = 0;
    close(ends[0]);
    if (child > 0) {
        kill(-child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    }
}

/* The pager ends when the last descriptor of the pipe is closed. */
void platform_pager_end(void)
{
    int status;
    if (pager <= 0)
        return;
    close(STDOUT_FILENO);
    while (waitpid(pager, &status, 0) < 0 && errno == EINTR)
        ;
    pager = 0;
}

void platform_survive_limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
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

unsigned platform_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 && n < 1 << 16 ? (unsigned)n : 1;
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

FILE *platform_temporary(void)
{
    FILE *file = tmpfile();
    if (!file)
        tool_check_memory();
    return file;
}
