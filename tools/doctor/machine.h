/* SPDX-License-Identifier: MIT */
/* Reads the facts of a machine. */
#ifndef MACHINE_H
#define MACHINE_H

#include "machine_facts.h"

/* Reads all facts. The caller has set root and perf, and all else is 0. */
void machine_read(struct machine *m);

/* The first device that has a CPU, or NULL. */
const struct machine_device *machine_device(const struct machine *m);

#endif
