/* SPDX-License-Identifier: MIT */
/* See lines.h. */
#include "lines.h"

#include <string.h>

int lines_create(struct lines *lines, const char *path, const char *input)
{
    const int status = tool_create(&lines->out, path, input);
    if (status == TOOL_OK)
        setvbuf(lines->out.file, NULL, _IONBF, 0); /* the block is the buffer */
    return status;
}

int lines_flush(struct lines *lines)
{
    const size_t size = lines->size;
    lines->size = 0;
    return size ? tool_write(&lines->out, lines->block, size) : TOOL_OK;
}

int lines_put(struct lines *lines, const char *text, size_t size)
{
    memcpy(lines->block + lines->size, text, size);
    return lines_end(lines, size);
}

int lines_finish(struct lines *lines, int status)
{
    lines_flush(lines);
    return tool_finish(&lines->out, status);
}
