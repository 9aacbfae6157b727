/* SPDX-License-Identifier: MIT */
/* What viewers show of a stack (stacks.h): its function, the functions inlined there, with source lines. */
#ifndef FRAMES_H
#define FRAMES_H

#include "../profile/profile.h"
#include "stacks.h"

struct frame {
    const char *function; /* GROUPS_NO_NAME if it is not known */
    const char *file;     /* of the source: NULL if not known; and the line in it: 0 if not known */
    unsigned line;
    unsigned begins; /* line where the function is declared; 0 if not known */
};

struct frames {
    struct frame list[SYMBOLS_INLINED_MOST + 1]; /* the innermost first; the last one is the function of the symbol */
    unsigned count;
    const char *module;          /* path of the file, "[kernel]" and the like; NULL if not known */
    const struct space_map *map; /* the module's mapping; NULL if not known */
    uint32_t space;
    uint64_t address;
    char *symbol; /* storage of the last name; or NULL */
};

/* Sets *frames to the frames of a stack. If *frames already holds the frames of the same address, from a previous call,
 * it is unchanged: sort the stacks. Zeroed storage is empty. Returns 1 if the frames differ from before, otherwise
 * 0. */
int frames_find(struct frames *frames, struct places *places, const struct stack *stack);

/* Frees the storage, and makes *frames empty. */
void frames_free(struct frames *frames);

/* Reports samples that lost their page or their place. */
void frames_report_losses(const struct stacks *stacks);

#endif
