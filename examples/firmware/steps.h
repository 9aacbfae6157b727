/* SPDX-License-Identifier: MIT */
/* The program's steps, one in each file, so that firmware can use only the files that it needs. */
#ifndef STEPS_H
#define STEPS_H

#include <libspe/spe.h>

struct capture {
    const char *name;
    const uint8_t *bytes;
    size_t size;
};

/* From tests/captures; the last one has no name. */
extern const struct capture captures[];

enum { STEP_DECODE = 1, STEP_ENCODE = 2, STEP_TEXT = 4 };

/* Return 0 if the results are right. */
int step_decode(const struct capture *capture);
int step_encode(const struct capture *capture);
int step_text(const struct capture *capture);

#endif
