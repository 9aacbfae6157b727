/* SPDX-License-Identifier: MIT */
/* What the program needs from its machine: output of text, an exit, and the most stack that was used. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

void board_print(const char *text);
_Noreturn void board_exit(int status);

/* The most bytes of stack used since the start, by the pattern that the start code painted. 0 if not known. */
size_t board_stack_used(void);

/* Where the program runs: "EL3", "Armv7-M"; "" on other machines. */
const char *board_level(void);

/* Arm's semihosting: `operation` with its argument block. The debugger, or QEMU, answers. */
uintptr_t board_semihost(unsigned operation, const void *arguments);

/* -- between the parts of the start code -- */

/* Needs a stack. Clears memory, paints the stack, runs main(). */
_Noreturn void board_start(void);

/* Reports an unexpected exception: its type, its place, its address. */
_Noreturn void board_fault(uintptr_t cause, uintptr_t where, uintptr_t address);

#endif
