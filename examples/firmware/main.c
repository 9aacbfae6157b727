/* SPDX-License-Identifier: MIT */
/*
 * A firmware's debug tool, without operating system and libc: decodes a profiling buffer, encodes it again, and prints
 * it as text.
 */
#include "board.h"
#include "numbers.h"
#include "steps.h"

#ifndef STEPS /* all of them */
#define STEPS (STEP_DECODE | STEP_ENCODE | STEP_TEXT)
#endif

int main(void)
{
    int failed = 0;
    for (const struct capture *capture = captures; capture->name; capture++) {
        board_print(capture->name);
        print_decimal(": ", capture->size);
        board_print(" bytes\n");
        if (STEPS & STEP_DECODE)
            failed |= step_decode(capture);
        if (STEPS & STEP_ENCODE)
            failed |= step_encode(capture);
        if (STEPS & STEP_TEXT)
            failed |= step_text(capture);
    }
    board_print(failed ? "failed\n" : "done\n");
    board_print("# at ");
    board_print(board_level());
    print_decimal(", stack: ", board_stack_used());
    board_print(" bytes\n");
    return failed;
}
