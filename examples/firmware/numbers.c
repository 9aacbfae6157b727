/* SPDX-License-Identifier: MIT */
#include "board.h"
#include "numbers.h"

static void print_base(const char *before, uint64_t number, unsigned base)
{
    char text[21]; /* 2 to the 64 has 20 digits */
    char *at = text + sizeof text - 1;
    *at = '\0';
    do {
        *--at = "0123456789abcdef"[number % base];
        number /= base;
    } while (number);
    board_print(before);
    board_print(at);
}

void print_hex(const char *before, uint64_t number)
{
    board_print(before);
    print_base("0x", number, 16);
}

void print_decimal(const char *before, uint64_t number)
{
    print_base(before, number, 10);
}
