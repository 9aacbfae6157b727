/* SPDX-License-Identifier: MIT */
/* See files.h. */
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "platform.h"
#include "memory.h"

#define TOOL_BUFFER (1 << 18) /* bytes: output goes out in few, large writes */

int tool_open(struct tool_input *in, const char *path)
{
    const int standard = strcmp(path, "-") == 0;
    in->name = standard ? "standard input" : path;
    in->fd = standard ? STDIN_FILENO : platform_open(path);
    return in->fd < 0 ? tool_error(strerror(errno), path) : TOOL_OK;
}

int tool_open_regular(struct tool_input *in, const char *path)
{
    *in = (struct tool_input){platform_open_regular(path), path};
    if (in->fd < 0)
        return tool_error(errno == EINVAL ? "Not a regular file" : strerror(errno), path);
    return TOOL_OK;
}

int64_t tool_read(const struct tool_input *in, void *bytes, size_t cap)
{
    const int64_t n = platform_read(in->fd, bytes, cap);
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

char *tool_read_text(const struct tool_input *in, uint64_t most, size_t *size)
{
    size_t used = 0, room = 1u << 20;
    int64_t n = 1;
    char *text = tool_malloc(room);
    while ((n = tool_read(in, text + used, room - used - 1)) > 0) {
        used += (size_t)n;
        if (used + 1 < room)
            continue;
        if (room >= most)
            break;
        text = tool_realloc(text, room *= 2, 1);
    }
    if (n > 0)
        tool_error("too large", in->name);
    text[used] = 0;
    if (size)
        *size = used;
    if (n == 0)
        return text;
    free(text);
    return NULL;
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

static FILE *create(struct replacement *draft, const char *path)
{
    const int fd = replacement_begin(draft, path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!file && fd >= 0) {
        close(fd);
        replacement_end(draft, 0);
        errno = ENOMEM;
    }
    return file;
}

int tool_create(struct tool_output *out, const char *path, const char *input)
{
    const int standard = !path || strcmp(path, "-") == 0;
    struct platform_file file;
    platform_survive_limit();
    out->name = standard ? "standard output" : path;
    if (!standard && input && tool_is_same(path, input))
        return tool_error("also the input; write to another file", path);
    out->error = 0;
    out->replacement = (struct replacement){NULL, NULL};
    out->file = standard ? stdout : create(&out->replacement, path);
    if (!out->file)
        return tool_error(strerror(errno), path);
    out->ours = !standard && platform_look_open(fileno(out->file), &file) && file.is_regular;
    out->buffer = (char *)tool_malloc(TOOL_BUFFER);
    setvbuf(out->file, out->buffer, _IOFBF, TOOL_BUFFER);
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
        out->error = platform_write_error(); /* buffered bytes are written here, so a full disk may show */
    return tool_write(out, bytes, size);
}

/* Writes buffered bytes; an error there counts as one of a write. */
static void flush_and_close(struct tool_output *out)
{
    if (!out->error && fflush(out->file) != 0)
        out->error = platform_write_error();
    if (!out->error && ferror(out->file)) { /* an earlier write failed, and its errno was not kept: try again */
        if (fputc('\n', out->file) != EOF && fflush(out->file) == 0)
            errno = EIO;
        out->error = platform_write_error();
    }
    if (fclose(out->file) != 0 && !out->error)
        out->error = platform_write_error();
    free(out->buffer);
}

int tool_finish(struct tool_output *out, int status)
{
    const int fd = out->ours && !out->replacement.name ? dup(fileno(out->file)) : -1;
    flush_and_close(out);
    if (replacement_end(&out->replacement, status == TOOL_OK && !out->error) != 0)
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
