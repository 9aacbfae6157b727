/* SPDX-License-Identifier: MIT */
/* Options, files and messages of the programs: see tool.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shown.h"

#define TOOL_BUFFER (1 << 18) /* bytes: output goes out in few, large writes */
#define MESSAGE_MAX 8192      /* characters of a half of a message: more than the longest path that can be opened */

int tool_error(const char *what, const char *where)
{
    char shown_what[MESSAGE_MAX], shown_where[MESSAGE_MAX];
    fprintf(stderr, "%s: %s: %s\n", tool_name, shown(what, shown_what, sizeof shown_what),
            shown(where, shown_where, sizeof shown_where));
    return TOOL_FAILED;
}

static _Noreturn void hint(void)
{
    fprintf(stderr, "Try '%s --help'.\n", tool_name);
    exit(TOOL_USAGE);
}

void tool_misuse(const char *what, const char *where)
{
    tool_error(what, where);
    hint();
}

/* Ends the program after --help or --version, whose text may be lost too. */
static _Noreturn void leave(void)
{
    struct tool_output out = {stdout, "standard output", 0, 0, NULL};
    exit(tool_finish(&out, TOOL_OK));
}

int tool_option(int argc, char **argv, const char *letters, const struct option *options)
{
    opterr = 0; /* its messages show what was given as it is */
    const int option = getopt_long(argc, argv, letters, options, NULL);
    if (option == 'h') {
        printf("usage: %s %s", tool_name, tool_usage);
        leave();
    }
    if (option == 'V') {
        printf("%s (libspe) %s\n", tool_name, spe_version());
        leave();
    }
    if (option == '?')
        tool_misuse(optopt && argv[optind - 1][1] == '-' ? "lacks its value, or takes none"
                                                         : "no such option, or not the whole of its name",
                    argv[optind - 1]);
    return option;
}

uint64_t tool_number(const char *text, uint64_t most)
{
    const int is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end, what[64];
    errno = 0;
    const unsigned long long n = strtoull(text, &end, is_hex ? 16 : 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || n > most) {
        snprintf(what, sizeof what, "not a number from 0 to %" PRIu64, most);
        tool_misuse(what, text);
    }
    return n;
}

/* The same file under a number that is not one of the standard streams', in case one of those is closed: what is meant
 * for them must not get into it. */
static int beyond_streams(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    const int other = fcntl(fd, F_DUPFD, STDERR_FILENO + 1);
    close(fd);
    return other;
}

int tool_open(struct tool_input *in, const char *path)
{
    const int standard = strcmp(path, "-") == 0;
    in->name = standard ? "standard input" : path;
    in->fd = standard ? STDIN_FILENO : beyond_streams(open(path, O_RDONLY));
    return in->fd < 0 ? tool_error(strerror(errno), path) : TOOL_OK;
}

/* Whether nothing has come yet, on a pipe that does not block: waits until something has. */
static int waits(int fd)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return (errno == EAGAIN || errno == EWOULDBLOCK) && poll(&poll_fd, 1, -1) > 0;
}

ssize_t tool_read(const struct tool_input *in, void *bytes, size_t cap)
{
    ssize_t n;
    do
        n = read(in->fd, bytes, cap);
    while (n < 0 && (errno == EINTR || waits(in->fd)));
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

int tool_is_seekable(const struct tool_input *in)
{
    struct stat st;
    return fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode) && lseek(in->fd, 0, SEEK_CUR) == 0;
}

ssize_t tool_read_at(const struct tool_input *in, void *bytes, size_t cap, uint64_t offset)
{
    ssize_t n = 0;
    do
        n = offset <= INT64_MAX - cap ? pread(in->fd, bytes, cap, (off_t)offset) : 0;
    while (n < 0 && errno == EINTR);
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

void tool_close(struct tool_input *in)
{
    if (in->fd != STDIN_FILENO)
        close(in->fd);
}

static int look(const char *path, struct stat *st)
{
    return strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, st) : stat(path, st);
}

int tool_is_same(const char *path, const char *input)
{
    struct stat a, b;
    return stat(path, &a) == 0 && S_ISREG(a.st_mode) && look(input, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static FILE *create(const char *path)
{
    const int fd = beyond_streams(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!file && fd >= 0)
        close(fd);
    return file;
}

int tool_create(struct tool_output *out, const char *path, const char *input)
{
    const int standard = !path || strcmp(path, "-") == 0;
    struct stat st;
    out->name = standard ? "standard output" : path;
    if (!standard && input && tool_is_same(path, input))
        return tool_error("is also the input: write to another file", path);
    out->error = 0;
    out->file = standard ? stdout : create(path);
    if (!out->file)
        return tool_error(strerror(errno), path);
    out->ours = !standard && fstat(fileno(out->file), &st) == 0 && S_ISREG(st.st_mode);
    out->buffer = (char *)malloc(TOOL_BUFFER);
    setvbuf(out->file, out->buffer, _IOFBF, out->buffer ? TOOL_BUFFER : BUFSIZ);
    return TOOL_OK;
}

int tool_write(struct tool_output *out, const void *bytes, size_t size)
{
    if (!out->error && fwrite(bytes, 1, size, out->file) != size)
        out->error = errno;
    return out->error ? TOOL_FAILED : TOOL_OK;
}

/* Nothing is left of a file that could not be completed: its name goes only if it is its own, not a link to it. */
static void discard(const struct tool_output *out, int fd)
{
    struct stat a, b;
    if (fd >= 0 && ftruncate(fd, 0) == 0 && lstat(out->name, &a) == 0 && fstat(fd, &b) == 0 && a.st_dev == b.st_dev &&
        a.st_ino == b.st_ino)
        remove(out->name);
}

int tool_finish(struct tool_output *out, int status)
{
    const int fd = out->ours ? dup(fileno(out->file)) : -1;
    if (!out->error && fflush(out->file) != 0)
        out->error = errno;
    if (!out->error && ferror(out->file)) /* of a write before this one, whose errno nobody has kept */
        out->error = EIO;
    if (fclose(out->file) != 0 && !out->error)
        out->error = errno;
    free(out->buffer);
    if (out->error)
        status = TOOL_FAILED;
    if (out->error && out->error != EPIPE)
        tool_error(strerror(out->error), out->name);
    if (status != TOOL_OK)
        discard(out, fd);
    if (fd >= 0)
        close(fd);
    return status;
}
