/* SPDX-License-Identifier: MIT */
/*
 * The lines of saved profiles (saved_profile.h), in both directions. A line has a key, and then what its form says, by
 * letters: 'w' is any word, 'n' a number, 'f' a fraction, and '=' the rest, which is NAME=VALUE ...
 */
#ifndef SAVED_LINES_H
#define SAVED_LINES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../input/spe_source.h"
#include "../system/bytes.h"

/* Numbers of 64 bits, one after another in a struct. A line has those that are not zero: NAME=VALUE if there is only
 * one, and otherwise, or if the name is "", NAME0=VALUE NAME1=VALUE ... A list of fields ends with the name NULL. */
struct saved_field {
    const char *name;
    size_t offset, count;
    const char *(*word)(unsigned number); /* instead of 0, 1 ...; or NULL */
    int (*find)(const char *word);        /* ... the number of a word, or less than 0 */
    int is_parted;                        /* each part has them, too */
    int is_closed; /* a line with a higher number is invalid: no later program has more of them */
};

/* What a line has after its key, by letter, in their order */
struct saved_line {
    const char *words[3];
    uint64_t numbers[2];
    double fraction;
    char *rest; /* of a line that was read */
};

/* Checksums are CRC-32 of IEEE 802.3, the same as gzip's. */
struct saved_writer {
    FILE *out;
    uint32_t sum; /* of all lines so far */
};

struct saved_reader {
    struct spe_source *source;
    size_t used;            /* of the source's bytes */
    int has_failed;         /* the source has, after a message */
    struct bytes line;      /* the caller frees it */
    uint32_t sum, next_sum; /* of all lines before this one, and with it */
};

/* Writes a line. If it has fields, they are of the struct `base`, and the line is left out if all are zero. */
void saved_write(struct saved_writer *w, const char *key, const char *form, const struct saved_line *line,
                 const void *base, const struct saved_field *fields);

/* Reads the next line with its end, or as much of it as fits. Returns it, or NULL at the end. */
char *saved_next(struct saved_reader *in);

/* Reads what the form says from the text after the key, and changes the text. Returns 1, or 0 if it does not have this
 * form. */
int saved_read(char *text, const char *form, struct saved_line *line);

/* Reads the rest of a line into the struct `base`. Skips unknown names and numbers. Returns 1, or 0 if the line is
 * invalid. */
int saved_read_fields(const struct saved_line *line, void *base, const struct saved_field *fields);

#endif
