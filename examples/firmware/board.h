/* SPDX-License-Identifier: MIT */
/* What the program needs of the machine that it runs on: words out, an end, and how deep the stack was. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

void board_print(const char *text);
_Noreturn void board_exit(int status);

/* The most bytes of stack that were in use since the start, from what was painted then. 0: not known. */
size_t board_stack_used(void);

/* Where the program runs: "EL3", "Armv7-M"; "" on other machines. */
const char *board_level(void);

/* Arm's semihosting: `operation` with its argument block. The debugger, or QEMU, answers. */
uintptr_t board_semihost(unsigned operation, const void *arguments);

/* -- what the parts of the start code know of each other -- */

/* With a stack: clears memory, paints the stack, runs main(). */
_Noreturn void board_start(void);

/* An exception that nobody expected: what kind, where, at which address. */
_Noreturn void board_fault(uintptr_t cause, uintptr_t where, uintptr_t address);

#endif
