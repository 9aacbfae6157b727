/* SPDX-License-Identifier: MIT */
/* QEMU's user-mode emulator: what it can run, and its command line. */
#ifndef EMULATOR_H
#define EMULATOR_H

#include "setup.h"

enum { EMULATOR_ARGUMENTS_MAX = 2048, EMULATOR_NO_PROGRAM = 127 };

struct emulator {
    const char *qemu;    /* the program, searched for in PATH */
    const char *sysroot; /* the directory of a dynamic program's libraries; NULL for QEMU's default */
};

/* Ends the program after a message: with EMULATOR_NO_PROGRAM if the file cannot be read, with TOOL_FAILED if it is not
 * a program for AArch64 Linux. */
void emulator_check_program(const char *path);

/* Replaces this process by the emulator, which runs program[0] with its arguments (at most EMULATOR_ARGUMENTS_MAX - 16,
 * then NULL) and loads the plugin. If that fails, ends the process after a message. */
_Noreturn void emulator_run(const struct emulator *emulator, const struct setup *setup, char **program);

#endif
