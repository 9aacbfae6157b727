/* SPDX-License-Identifier: MIT */
/* Files of another root than /, as text. */
#ifndef ROOT_TEXT_H
#define ROOT_TEXT_H

#include <stddef.h>

/* Returns at most `most` bytes of a regular file below the root ("" for /), with a NUL; the caller frees it. Returns
 * NULL if it cannot be read. *size is its size; `size` may be NULL. */
char *root_text(const char *root, size_t most, size_t *size, const char *format, ...);

#endif
