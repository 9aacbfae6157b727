/* SPDX-License-Identifier: MIT */
/* What facts mean for a profile. */
#ifndef JUDGE_H
#define JUDGE_H

#include "machine.h"
#include "verdicts.h"

/* What on the machine is right, what prevents a recording, and what a profile will lack. */
void judge_machine(const struct machine *m, struct verdicts *v);

/* If this perf does not fit the driver, adds a verdict and returns 1; otherwise returns 0. */
int judge_pairs(const struct machine *m, struct verdicts *v);

#define JUDGE_CPUS 200

/* Writes "taskset -c 0-3 COMMAND", which keeps a program on the device's CPUs, to text[JUDGE_CPUS]. */
void judge_cpus(const struct machine_device *d, char *text);

/* Adds the commands that record on the machine: interval, filters and buffers that it allows. */
void advise_recording(const struct machine *m, struct verdicts *v);

/* Reads a file, "-" for standard input, and judges it: what it has, what it lacks, and how to record it. Returns
 * TOOL_OK, or TOOL_FAILED after a message: it cannot be read, or only in part. */
int judge_file(const char *path, struct verdicts *v);

#endif
