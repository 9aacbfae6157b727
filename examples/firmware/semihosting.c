/* SPDX-License-Identifier: MIT */
/* Output of text and exit by Arm's semihosting: to a debugger's console, or QEMU's. Real firmware uses a UART. */
#include "board.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20 };
#define APPLICATION_EXIT 0x20026u /* ADP_Stopped_ApplicationExit */

uintptr_t board_semihost(unsigned operation, const void *arguments)
{
#if defined(__aarch64__)
    register uintptr_t number __asm__("x0") = operation;
    register const void *block __asm__("x1") = arguments;
    __asm__ volatile("hlt #0xf000" : "+r"(number) : "r"(block) : "memory");
#else
    register uintptr_t number __asm__("r0") = operation;
    register const void *block __asm__("r1") = arguments;
    __asm__ volatile("bkpt 0xab" : "+r"(number) : "r"(block) : "memory");
#endif
    return number;
}

void board_print(const char *text)
{
    board_semihost(SYS_WRITE0, text);
}

void board_exit(int status)
{
    const uintptr_t block[2] = {APPLICATION_EXIT, (uintptr_t)status};
    for (;;) /* ends here if there is no debugger */
        board_semihost(SYS_EXIT_EXTENDED, block);
}
