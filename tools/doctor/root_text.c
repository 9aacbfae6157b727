/* SPDX-License-Identifier: MIT */
/* See root_text.h. */
#include "root_text.h"

#include <stdarg.h>
#include <stdio.h>

#include "../system/files.h"
#include "../system/platform.h"
#include "../system/memory.h"

#define PATH_SIZE 4096

char *root_text(const char *root, size_t most, size_t *size, const char *format, ...)
{
    char path[PATH_SIZE];
    va_list arguments;
    const int n = snprintf(path, sizeof path, "%.3000s", root);
    va_start(arguments, format);
    vsnprintf(path + n, sizeof path - (size_t)n, format, arguments);
    va_end(arguments);
    const struct tool_input in = {platform_open_regular(path), path};
    char *text = in.fd >= 0 ? tool_malloc(most + 1) : NULL;
    size_t used = 0;
    for (int64_t got = 1; text && used < most && got > 0; used += got > 0 ? (size_t)got : 0)
        got = platform_read(in.fd, text + used, most - used);
    if (in.fd >= 0)
        tool_close(&(struct tool_input){in.fd, path});
    if (text)
        text[used] = 0;
    if (size)
        *size = used;
    return text;
}
