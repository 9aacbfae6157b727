/* SPDX-License-Identifier: MIT */
/* Reads the configuration of the kernel, and its modules: driver, contextidr, has_module. */
#ifndef MACHINE_CONFIG_H
#define MACHINE_CONFIG_H

#include "machine_facts.h"

void machine_read_config(struct machine *m);

#endif
