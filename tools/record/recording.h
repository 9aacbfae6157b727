/* SPDX-License-Identifier: MIT */
/* Accompanies a recording: waits for the emulator, shows the number of samples, and reports the result. */
#ifndef RECORDING_H
#define RECORDING_H

#include <sys/types.h>

#include "setup.h"

/*
 * Waits until the emulator `child` ends. If standard error is a terminal, a line there shows the number of samples once
 * a second. If a signal has ended the program, the file is completed. At the end a line reports the file's name,
 * samples, bytes and seconds. is_quiet leaves out both lines. Returns the program's exit status as shells give it: 128
 * plus the number of a signal that ended it. If that status is 0 and the profile is not complete, returns TOOL_FAILED
 * after a message.
 */
int recording_wait(pid_t child, const struct setup *setup, const char *output, int is_quiet);

#endif
