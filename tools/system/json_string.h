/* SPDX-License-Identifier: MIT */
/* Strings of JSON. */
#ifndef JSON_STRING_H
#define JSON_STRING_H

#include <stdio.h>

/* Writes the text in quotation marks. Characters that JSON forbids, and invisible ones (printable.h), are escaped by
 * their numbers. A byte that is not UTF-8 is escaped by its own number, as if it were Latin-1. */
void json_string(FILE *out, const char *text);

#endif
