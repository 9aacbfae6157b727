/* SPDX-License-Identifier: MIT */
/* Accompanies a recording: waits for the emulator, shows the number of samples, and reports the result. */
#ifndef RECORDING_H
#define RECORDING_H

#include <sys/types.h>

#include "setup.h"

struct recording {
    const char *output, *counts; /* names of the files; counts may be NULL */
    int is_quiet;
};

/* Holds signals back until recording_wait() can pass them on, so that none is lost. */
void recording_hold_signals(void);

/* Forks. In the child, signals are no longer held back, and it gets SIGTERM when spe-record dies. */
pid_t recording_fork(void);

/*
 * Waits until the emulator `child` ends, and passes signals on to it. If standard error is a terminal, a line there
 * shows the number of samples once a second. If a signal has ended the program, the file is completed. At the end a
 * line reports the file's name, samples, bytes and seconds. is_quiet leaves out both lines. Returns the program's exit
 * status as shells give it: 128 plus the number of a signal that ended it. If spe-record received that signal, too, it
 * dies of it (except SIGQUIT). If the status is 0 and a file is not complete, returns TOOL_FAILED after a message.
 */
int recording_wait(pid_t child, const struct setup *setup, const struct recording *recording);

#endif
