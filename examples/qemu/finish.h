/* SPDX-License-Identifier: MIT */
/* What spe-record does where the plugin did not come to the end: a signal has ended the program. */
#ifndef FINISH_H
#define FINISH_H

#include "setup.h"

/* Whether the plugin has finished the file. */
int finish_is_done(const struct setup *setup);

/* Writes the file anew: all that is whole in it, and what is left in the threads' buffers. 0, or -1. */
int finish(const struct setup *setup);

#endif
