/* SPDX-License-Identifier: MIT */
/* What the parts of spe-regs share: registers that were given, taken from text and printed. */
#ifndef REGS_H
#define REGS_H

#include <libspe/spe.h>

#include "tool.h"

struct regs {
    uint64_t value[SPE_REGS];
    int given[SPE_REGS];
    struct tool_output out;
};

/* -- regs_input.c: names and values -- */

/* Takes "NAME=VALUE". Returns NULL, or what is wrong with it, until the next call. */
const char *regs_take(struct regs *r, const char *text);

/* Takes the lines of standard input, and of what spe-regs prints. Returns TOOL_OK, or TOOL_FAILED after a message. */
int regs_take_input(struct regs *r);

/* -- regs_follow.c: what several registers say together -- */

struct regs_fact {
    const char *head; /* "features" */
    /* Writes a sentence that ends with a zero within cap; returns 0, with nothing written, if the registers lack. */
    int (*tell)(const struct regs *r, char *text, size_t cap);
};

extern const struct regs_fact regs_facts[]; /* up to one with no head */

/* -- regs_json.c -- */

/* Everything as one JSON object. */
void regs_print_json(struct regs *r);

/* -- spe-regs.c -- */

/* printf() to the output. */
void regs_put(struct regs *r, const char *format, ...);

/* A field's text, "Interval 4 (1024)", or NULL behind a register's last; "" if it means nothing at this value. */
const char *regs_field(const struct regs *r, unsigned reg, unsigned i, struct spe_sysreg_field *field);

#define REGS_ENCODING_MAX 16
/* "S3_0_C9_C9_7". Returns out. */
const char *regs_encoding(unsigned reg, char out[REGS_ENCODING_MAX]);

#endif
