/* SPDX-License-Identifier: MIT */
/* Reads how the firmware describes SPE, the hypervisor, the kernel's log and KPTI. */
#ifndef MACHINE_FIRMWARE_H
#define MACHINE_FIRMWARE_H

#include "machine_facts.h"

void machine_read_firmware(struct machine *m);

#endif
