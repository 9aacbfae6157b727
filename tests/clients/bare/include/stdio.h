/* SPDX-License-Identifier: MIT */
/* For the unit tests on bare metal: of a libc what they call, and no more. */
#ifndef STDIO_H
#define STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct bare_file FILE;
#define stdout ((FILE *)NULL)

int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int vprintf(const char *format, va_list args);
int snprintf(char *out, size_t cap, const char *format, ...) __attribute__((format(printf, 3, 4)));
int sscanf(const char *text, const char *format, ...);
int fflush(FILE *file);
FILE *fopen(const char *path, const char *mode);
char *fgets(char *line, int cap, FILE *file);
int fclose(FILE *file);

#endif
