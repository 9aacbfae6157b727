/* SPDX-License-Identifier: MIT */
/*
 * Messages, and the exit status of the programs: 0 if done, 1 if the data or a file is at fault or memory runs out, 2
 * if the command line is at fault. A message is one line on standard error, "program: where: what".
 */
#ifndef MESSAGE_H
#define MESSAGE_H

enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 };

/* Each program defines its name. */
extern const char tool_name[];

/* Prints a message; bytes that a terminal cannot show are escaped (printable.h). Returns TOOL_FAILED. */
int tool_error(const char *what, const char *where);

#endif
