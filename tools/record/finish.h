/* SPDX-License-Identifier: MIT */
/* Finishes the file if the plugin could not, because a signal has ended the program. */
#ifndef FINISH_H
#define FINISH_H

#include "setup.h"

/* Whether the plugin has finished the file. */
int finish_is_done(const struct setup *setup);

/* Rewrites the file: everything in it that is complete, and the bytes left in the threads' buffers. Returns 0, or
 * -1. */
int finish(const struct setup *setup);

#endif
