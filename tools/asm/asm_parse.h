/* SPDX-License-Identifier: MIT */
/*
 * The parser of spe-asm: it converts one line of text to bytes. A pure function of the line: no globals, no
 * allocation, no I/O, linear in the line's length.
 *
 * A line is one of
 *
 *     .  00000013:  4a 01      B COND     a packet line of spe-dump and of perf's raw dump: offset and text are not
 *                                         read, so that lines may be cut out of a dump
 *     00000013 | 4a 01 | B COND           a line of a published capture, of which only the bytes are read
 *     4a01 52 0200                        pairs of hexadecimal digits, with or without spaces between pairs
 *     B COND                              a packet's text as spe-dump prints it, if only one packet has that text
 *     # ...                               a comment; it, empty lines and perf's ". ... ARM SPE data" give no bytes
 *
 * Text alone gives the shortest packet with that text, but Events has at least 2 payload bytes, as real cores write
 * them. Bits that the text does not show are zero. A reserved encoding is chosen only if no other packet has the text.
 */
#ifndef ASM_PARSE_H
#define ASM_PARSE_H

#include <stddef.h>
#include <stdint.h>

#define ASM_LINE_MAX 65536 /* characters of the longest line, without the newline */
#define ASM_BYTES_MAX (ASM_LINE_MAX / 2)

struct asm_line {
    size_t size;       /* number of bytes */
    const char *error; /* NULL, or the error and what to do about it */
    size_t column;     /* column of the error, from 1 */
    int is_dump;       /* a packet line of a dump, known by its offset, even if its bytes are wrong */
    uint64_t offset;   /* of a packet line */
    int is_part;       /* a packet line whose bytes end inside a packet */
    int was_packet;    /* another line, which would be a packet line with a dot before it */
    uint8_t bytes[ASM_BYTES_MAX];
};

/* Returns 0 and sets bytes and size, or returns -1 and sets error and column. */
int asm_parse(const char *line, size_t len, struct asm_line *out);

/* Removes what mail and terminals add to a line: marks of a quotation ("> ") and escape sequences of colours. Moves the
 * rest to the front of the line, which has `len` characters, and returns its length. */
size_t asm_unquote(char *line, size_t len);

#endif
