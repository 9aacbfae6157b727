/* SPDX-License-Identifier: MIT */
/* The functions that were inlined in one compilation unit, by address. */
#ifndef INLINED_FUNCTIONS_H
#define INLINED_FUNCTIONS_H

#include <elfutils/libdw.h>

#include "../span_table.h"

#define INLINED_NONE UINT32_MAX

struct inlined_functions {
    struct inlined_function {
        Dwarf_Off die;
        uint32_t around; /* number of the function into which this one was inlined, if that was inlined, too */
    } * list;
    size_t count, room;
    struct span_table spans; /* values are numbers of list[] */
};

/* Reads all of the unit: each function that was inlined, with its ranges of addresses. */
void inlined_functions_read(struct inlined_functions *f, Dwarf_Die *unit);

/* Returns the number of the innermost function that was inlined at the address (of the DWARF), or INLINED_NONE. */
uint32_t inlined_functions_find(const struct inlined_functions *f, uint64_t address);

void inlined_functions_free(struct inlined_functions *f);

#endif
