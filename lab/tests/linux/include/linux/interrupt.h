/* SPDX-License-Identifier: MIT */
/* One interrupt, PMBIRQ, of each CPU. */
#ifndef SPE_LINUX_INTERRUPT_H
#define SPE_LINUX_INTERRUPT_H

typedef int irqreturn_t;
enum { IRQ_NONE, IRQ_HANDLED };
typedef irqreturn_t harness_handler_fn(int irq, void *device);

int harness_request_interrupt(harness_handler_fn *handler, void *per_cpu, size_t size);
void harness_run_pending(void);

#define request_percpu_irq(irq, handler, name, device) harness_request_interrupt(handler, device, sizeof *(device))
#define free_percpu_irq(irq, device) ((void)(irq))
#define enable_percpu_irq(irq, type) ((void)(irq))
#define disable_percpu_irq(irq) ((void)(irq))
#define irq_work_run() harness_run_pending()

#endif
