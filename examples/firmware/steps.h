/* SPDX-License-Identifier: MIT */
/* What the program does, a step a file, so that one's own firmware takes only the files that it wants. */
#ifndef STEPS_H
#define STEPS_H

#include <libspe/spe.h>

struct capture {
    const char *name;
    const uint8_t *bytes;
    size_t size;
};

/* From tests/captures; ends with one without a name. */
extern const struct capture captures[];

enum { STEP_DECODE = 1, STEP_ENCODE = 2, STEP_TEXT = 4, STEP_UNIT = 8 };

/* Return 0: as it should be. */
int step_decode(const struct capture *capture);
int step_encode(const struct capture *capture);
int step_text(const struct capture *capture);
int step_unit(void);

#endif
