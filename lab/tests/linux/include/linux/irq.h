/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_IRQ_H
#define SPE_LINUX_IRQ_H

#define HARNESS_IRQ 21 /* PPI 21, as SBSA has it */
#define IRQ_TYPE_NONE 0
#define irq_is_percpu(irq) ((irq) == HARNESS_IRQ)
#define irq_get_percpu_devid_partition(irq, mask) ((mask)->bits = (1u << HARNESS_CPUS) - 1, 0)

#endif
