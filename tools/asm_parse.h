/* SPDX-License-Identifier: MIT */
/*
 * One line of text to the bytes it stands for: the parser of spe-asm. A pure function of the line: no globals, no
 * allocation, no I/O, linear in the line's length.
 *
 * A line is one of
 *
 *     .  00000013:  4a 01      B COND     a packet line of spe-dump and of perf's raw dump: offset and text are not
 *                                         read, so that lines may be cut out of a dump
 *     00000013 | 4a 01 | B COND           a line of a published capture: likewise
 *     4a01 52 0200                        pairs of hexadecimal digits, blanks between pairs or none
 *     B COND                              a packet's text as spe-dump prints it, where only one packet has that text
 *     # ...                               a comment: no bytes, as blank lines and perf's ". ... ARM SPE data"
 *
 * Text alone gives the shortest packet with that text, Events at least 2 payload bytes as real cores write them; bits
 * that the text does not show are zero, and reserved encodings are taken only where no other packet has the text.
 */
#ifndef ASM_PARSE_H
#define ASM_PARSE_H

#include <stddef.h>
#include <stdint.h>

#define ASM_LINE_MAX 65536 /* characters of the longest line, its end not counted */
#define ASM_BYTES_MAX (ASM_LINE_MAX / 2)

struct asm_line {
    size_t size;       /* of bytes */
    const char *error; /* NULL, or what is wrong and what to do about it */
    size_t column;     /* of the error, from 1 */
    uint8_t bytes[ASM_BYTES_MAX];
};

/* Returns 0, and bytes and size; or -1, and error and column. */
int asm_parse(const char *line, size_t len, struct asm_line *out);

#endif
