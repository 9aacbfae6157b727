/* SPDX-License-Identifier: MIT */
/* For the files of spe-regs: reads the registers that the user gave, and prints them. */
#ifndef REGS_H
#define REGS_H

#include <libspe-lab/lab.h>

#include "../system/capacity.h"
#include "../system/files.h"

struct regs {
    uint64_t value[CAPACITY_REGISTERS];
    int given[CAPACITY_REGISTERS];
    struct tool_output out;
};

/* Register numbers are below this: the number of the library's registers, at most CAPACITY_REGISTERS. */
static inline unsigned regs_count(void)
{
    return capped_at(spe_sysreg_count(), CAPACITY_REGISTERS);
}

/* -- regs_input.c: names and values -- */

/* Takes "NAME=VALUE". Returns NULL, or the error, which is valid until the next call. */
const char *regs_take(struct regs *r, const char *text);

/* Reads the lines of standard input, which may be output of spe-regs. Returns TOOL_OK, or TOOL_FAILED after a
 * message. */
int regs_take_input(struct regs *r);

/* -- regs_meaning.c: what several registers mean together -- */

struct regs_fact {
    const char *head; /* "features" */
    /* Writes a sentence with a NUL within cap. If registers are missing, returns 0 and writes nothing. */
    int (*tell)(const struct regs *r, char *text, size_t cap);
};

extern const struct regs_fact regs_facts[]; /* the last one has no head */

/* -- regs_text.c, regs_json.c -- */

/* Print the registers that were given, and what follows from them: as text, or as one JSON object. */
void regs_print_text(struct regs *r);
void regs_print_json(struct regs *r);

/* Prints all registers and their fields. */
void regs_print_list(struct regs *r);

/* -- regs_output.c -- */

/* printf() to the output. */
void regs_put(struct regs *r, const char *format, ...);

/* A field's text, "Interval 4 (1024)"; "" if it has no meaning at this value; NULL after the register's last field. */
const char *regs_field(const struct regs *r, unsigned reg, unsigned i, struct spe_sysreg_field *field);

#define REGS_ENCODING_MAX 16
/* "S3_0_C9_C9_7". Returns out. */
const char *regs_encoding(unsigned reg, char out[REGS_ENCODING_MAX]);

#endif
