/* SPDX-License-Identifier: MIT */
/* Files of the host, by semihosting, one at a time, line by line: the captures and tables that some unit tests read. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "board.h"

enum { SYS_OPEN = 0x01, SYS_CLOSE = 0x02, SYS_READ = 0x06 };

struct bare_file {
    uintptr_t handle;
    size_t at, end;
    char bytes[4096];
};

static struct bare_file the_file;

FILE *fopen(const char *path, const char *mode)
{
    (void)mode;
    const uintptr_t block[3] = {(uintptr_t)path, 1 /* "rb" */, strlen(path)};
    the_file.handle = board_semihost(SYS_OPEN, block);
    the_file.at = the_file.end = 0;
    return (intptr_t)the_file.handle < 0 ? NULL : &the_file;
}

/* SYS_READ returns how many bytes it did not read. */
static int get(FILE *file)
{
    if (file->at == file->end) {
        const uintptr_t block[3] = {file->handle, (uintptr_t)file->bytes, sizeof file->bytes};
        file->at = 0;
        file->end = sizeof file->bytes - board_semihost(SYS_READ, block);
    }
    return file->at < file->end ? (unsigned char)file->bytes[file->at++] : -1;
}

char *fgets(char *line, int cap, FILE *file)
{
    int n = 0;
    for (int c; n + 1 < cap && (c = get(file)) >= 0;)
        if ((line[n++] = (char)c) == '\n')
            break;
    line[n] = '\0';
    return n ? line : NULL;
}

int fclose(FILE *file)
{
    return (int)board_semihost(SYS_CLOSE, &file->handle);
}
