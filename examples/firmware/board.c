/* SPDX-License-Identifier: MIT */
/* From reset to main(), in C: the part that is the same on all machines. Symbols of the linker script give the
 * addresses. */
#include "board.h"
#include "numbers.h"

extern uint32_t board_data_load[], board_data[], board_data_end[], board_bss[], board_bss_end[];
extern uint32_t board_stack[], board_stack_top[];

int main(void);

#define PAINT 0x5afe57acu
#define NOT_PAINTED 256 /* bytes that board_start() itself uses, and a few more */

void board_start(void)
{
    const uint32_t *from = board_data_load;
    for (uint32_t *to = board_data; to != board_data_end; from++) /* from flash */
        *to++ = *from;
    for (uint32_t *to = board_bss; to != board_bss_end;)
        *to++ = 0;
    const uint32_t *here = (const uint32_t *)((uintptr_t)__builtin_frame_address(0) - NOT_PAINTED);
    for (uint32_t *to = board_stack; to < here;)
        *to++ = PAINT;
    board_exit(main());
}

size_t board_stack_used(void)
{
    const uint32_t *deepest = board_stack;
    while (deepest != board_stack_top && *deepest == PAINT)
        deepest++;
    return (size_t)((uintptr_t)board_stack_top - (uintptr_t)deepest);
}

const char *board_level(void)
{
#if defined(__aarch64__)
    uintptr_t level; /* CurrentEL, bits 3 and 2 */
    __asm__("mrs %0, CurrentEL" : "=r"(level));
    return "EL0\0EL1\0EL2\0EL3" + level;
#else
    return "Armv7-M";
#endif
}

void board_fault(uintptr_t cause, uintptr_t where, uintptr_t address)
{
    print_hex("exception ", cause);
    print_hex(" at ", where);
    print_hex(", address ", address);
    board_print("\n");
    board_exit(3);
}
