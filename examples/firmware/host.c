/* SPDX-License-Identifier: MIT */
/* The same program on the developer's machine. It must print the same on the board. */
#include <stdio.h>
#include <stdlib.h>

#include "board.h"

void board_print(const char *text)
{
    fputs(text, stdout);
}

void board_exit(int status)
{
    exit(status);
}

size_t board_stack_used(void)
{
    return 0;
}

const char *board_level(void)
{
    return "";
}
