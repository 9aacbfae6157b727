/* SPDX-License-Identifier: MIT */
/* The names of cores for --cpu=NAME. */
#ifndef CORE_NAMES_H
#define CORE_NAMES_H

#include <stdint.h>

/* Returns the MIDR_EL1 of the core with that name. "list" prints all names and ends the program. An unknown name ends
 * the program in the same way as tool_misuse(), with a list of similar names. */
uint64_t input_core(const char *name);

#endif
