/* SPDX-License-Identifier: MIT */
/* See source_text.h. */
#define _POSIX_C_SOURCE 200809L
#include "source_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../system/list.h"
#include "../system/platform.h"
#include "../system/memory.h"

#define PATH_SIZE 4096
#define SIZE_MOST (64u << 20) /* bytes of a file */

/* Splits the text into lines, and makes blanks of tabs. */
static void split(struct source_text *s, size_t size)
{
    size_t room = 0;
    for (char *at = s->text, *const end = s->text + size; at < end;) {
        char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        s->lines = list_with_room(s->lines, s->count, &room, sizeof *s->lines);
        s->lines[s->count++] = at;
        *line_end = 0;
        for (char *c = at; c < line_end; c++)
            *c = *c == '\t' || *c == '\r' ? ' ' : *c;
        at = line_end + 1;
    }
}

static int read_file(struct source_text *s, const char *path)
{
    struct platform_file file;
    const int fd = platform_open_regular(path);
    int64_t n = -1;
    *s = (struct source_text){0};
    if (fd >= 0 && platform_look_open(fd, &file) && file.size <= SIZE_MOST) {
        s->text = tool_malloc((size_t)file.size + 1);
        n = platform_read_at(fd, s->text, (size_t)file.size, 0);
    }
    if (fd >= 0)
        close(fd);
    if (n < 0) {
        source_text_free(s);
        return 0;
    }
    split(s, (size_t)n);
    return 1;
}

/* DIRECTORY/src/a.c, DIRECTORY/a.c */
static int read_below(struct source_text *s, const char *directory, const char *file)
{
    char path[PATH_SIZE];
    for (const char *end = file; end; end = strchr(end, '/')) {
        end += *end == '/';
        snprintf(path, sizeof path, "%.2000s/%.2000s", directory, end);
        if (*end && read_file(s, path))
            return 1;
    }
    return 0;
}

int source_text_read(struct source_text *s, const char *file, const char *const *directories, unsigned count,
                     const char *symfs)
{
    char path[PATH_SIZE];
    struct platform_file found;
    for (unsigned i = 0; i < count; i++)
        if (read_below(s, directories[i], file))
            return 1;
    snprintf(path, sizeof path, "%.2000s/%.2000s", symfs ? symfs : "", file);
    if ((symfs && read_file(s, path)) || read_file(s, file))
        return 1;
    s->is_unfit = platform_look(file, &found);
    return 0;
}

const char *source_text_line(const struct source_text *s, unsigned line)
{
    return line && line <= s->count ? s->lines[line - 1] : NULL;
}

void source_text_free(struct source_text *s)
{
    free(s->text);
    free(s->lines);
    *s = (struct source_text){0};
}
