/* SPDX-License-Identifier: MIT */
/* See message.h. */
#include "message.h"

#include <stdio.h>

#include "printable.h"

#define MESSAGE_MAX 8192 /* characters of each half of a message: more than the longest path that can be opened */

int tool_error(const char *what, const char *where)
{
    char shown_what[MESSAGE_MAX], shown_where[MESSAGE_MAX];
    fprintf(stderr, "%s: %s: %s\n", tool_name, printable(where, shown_where, sizeof shown_where),
            printable(what, shown_what, sizeof shown_what));
    return TOOL_FAILED;
}
