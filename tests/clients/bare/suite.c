/* SPDX-License-Identifier: MIT */
/*
 * The unit tests in one image: each test's main() has its own name there (suite.h, which firmware.sh writes, lists
 * them). Runs the tests that the command line names, by default all.
 */
#include <stdio.h>
#include <string.h>

#include "board.h"

enum { SYS_GET_CMDLINE = 0x15 };

#define SUITE(name) int suite_##name(void);
#include "suite.h"
#undef SUITE

static const struct {
    const char *name;
    int (*run)(void);
} suites[] = {
#define SUITE(name) {#name, suite_##name},
#include "suite.h"
};

static int is_chosen(const char *words, const char *name)
{
    const char *const at = strstr(words, name);
    return at && strchr(" ", at[strlen(name)]);
}

int main(void)
{
    char words[1024] = "";
    const uintptr_t block[2] = {(uintptr_t)words, sizeof words};
    int failed = 0;
    const int has_words = board_semihost(SYS_GET_CMDLINE, block) == 0 && strchr(words, ' ');
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        if (has_words && !is_chosen(words, suites[i].name))
            continue;
        printf("== %s\n", suites[i].name);
        const int status = suites[i].run();
        printf("== status %d\n", status);
        failed |= status;
    }
    printf("== at %s, stack %zu\n", board_level(), board_stack_used());
    return failed;
}
