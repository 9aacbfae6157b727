/* SPDX-License-Identifier: MIT */
/* Names of functions as people write them, for demangled symbols of C, C++ and Rust. */
#ifndef SYMBOL_NAME_H
#define SYMBOL_NAME_H

#include <stddef.h>

/* The length of a symbol without parameters and what compilers add: "work" of "work.constprop.0" and of "work(int)". */
size_t symbol_name_size(const char *symbol);

/* Whether `name` is the symbol, or its last components without template arguments, parameters and what compilers add:
 * "find" and "Table<int>::find" are "Table<int>::find(int) const". */
int symbol_name_is(const char *symbol, const char *name);

#endif
