/* SPDX-License-Identifier: MIT */
/* Options, files and messages of the programs: see tool.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform.h"
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
    struct tool_output out = {stdout, "standard output", 0, 0, NULL, {NULL, NULL}};
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

int tool_open(struct tool_input *in, const char *path)
{
    const int standard = strcmp(path, "-") == 0;
    in->name = standard ? "standard input" : path;
    in->fd = standard ? STDIN_FILENO : platform_open(path);
    return in->fd < 0 ? tool_error(strerror(errno), path) : TOOL_OK;
}

int64_t tool_read(const struct tool_input *in, void *bytes, size_t cap)
{
    const int64_t n = platform_read(in->fd, bytes, cap);
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

int tool_is_seekable(const struct tool_input *in)
{
    struct platform_file file;
    return platform_look_open(in->fd, &file) && file.is_regular && lseek(in->fd, 0, SEEK_CUR) == 0;
}

int64_t tool_read_at(const struct tool_input *in, void *bytes, size_t cap, uint64_t offset)
{
    const int64_t n = platform_read_at(in->fd, bytes, cap, offset);
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

void tool_close(struct tool_input *in)
{
    if (in->fd > STDIN_FILENO)
        close(in->fd);
}

static int look(const char *path, struct platform_file *out)
{
    return strcmp(path, "-") == 0 ? platform_look_open(STDIN_FILENO, out) : platform_look(path, out);
}

int tool_is_same(const char *path, const char *input)
{
    struct platform_file a, b;
    return platform_look(path, &a) && a.is_regular && look(input, &b) && a.device == b.device && a.number == b.number;
}

static FILE *create(struct draft *draft, const char *path)
{
    const int fd = draft_begin(draft, path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!file && fd >= 0) {
        close(fd);
        draft_end(draft, 0);
        errno = ENOMEM;
    }
    return file;
}

int tool_create(struct tool_output *out, const char *path, const char *input)
{
    const int standard = !path || strcmp(path, "-") == 0;
    struct platform_file file;
    out->name = standard ? "standard output" : path;
    if (!standard && input && tool_is_same(path, input))
        return tool_error("is also the input: write to another file", path);
    out->error = 0;
    out->draft = (struct draft){NULL, NULL};
    out->file = standard ? stdout : create(&out->draft, path);
    if (!out->file)
        return tool_error(strerror(errno), path);
    out->ours = !standard && platform_look_open(fileno(out->file), &file) && file.is_regular;
    out->buffer = (char *)malloc(TOOL_BUFFER);
    setvbuf(out->file, out->buffer, _IOFBF, out->buffer ? TOOL_BUFFER : BUFSIZ);
    return TOOL_OK;
}

int tool_write(struct tool_output *out, const void *bytes, size_t size)
{
    if (!out->error && fwrite(bytes, 1, size, out->file) != size)
        out->error = platform_write_error();
    return out->error ? TOOL_FAILED : TOOL_OK;
}

int tool_write_at(struct tool_output *out, uint64_t offset, const void *bytes, size_t size)
{
    if (!out->error && platform_go_to(out->file, offset) != 0)
        out->error = platform_write_error(); /* what was buffered goes out here: a full disk may show */
    return tool_write(out, bytes, size);
}

/* What is buffered goes out: an error there is one of the writes. */
static void flush_and_close(struct tool_output *out)
{
    if (!out->error && fflush(out->file) != 0)
        out->error = platform_write_error();
    if (!out->error && ferror(out->file)) { /* of a write before this one, whose errno nobody has kept */
        errno = EIO;
        out->error = platform_write_error();
    }
    if (fclose(out->file) != 0 && !out->error)
        out->error = platform_write_error();
    free(out->buffer);
}

int tool_finish(struct tool_output *out, int status)
{
    const int fd = out->ours && !out->draft.name ? dup(fileno(out->file)) : -1;
    flush_and_close(out);
    if (draft_end(&out->draft, status == TOOL_OK && !out->error) != 0)
        out->error = errno;
    if (out->error)
        status = TOOL_FAILED;
    if (out->error && out->error != EPIPE)
        tool_error(strerror(out->error), out->name);
    if (fd >= 0 && status != TOOL_OK)
        platform_discard(fd, out->name);
    else if (fd >= 0)
        close(fd);
    return status;
}
