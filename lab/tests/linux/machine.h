/* SPDX-License-Identifier: MIT */
/* CPUs with SPE: a spe_unit and the reference of each, and the operations that they execute. */
#ifndef SPE_LINUX_MACHINE_H
#define SPE_LINUX_MACHINE_H

#include <libspe-lab/lab.h>
#include <libspe-lab/device.h>

#include <linux/cpumask.h>
#include <linux/perf_event.h>

#include "reference.h"

/* A kind of core. */
struct core {
    const char *name;
    struct spe_sysreg_value registers[8];
    unsigned register_count;
    unsigned has_el2;
    unsigned kernel_level; /* 2: with VHE */
    unsigned in_flight;
};
extern const struct core machine_cores[];
extern const unsigned machine_core_count;

/* A sample that was chosen: what a record of it must say. */
struct sample {
    u64 id;         /* the operation's time, which is in its PC and its timestamp */
    u64 written_at; /* offset in the stream */
    unsigned size;  /* bytes that were written; 0: none */
    unsigned char level;
    unsigned char is_whole, has_timestamp, has_context, has_physical;
    const struct ring *ring;
    const unsigned char *bytes; /* as it was written to a snapshot's area */
};

struct flight {
    int number;
    size_t sample; /* index */
    u64 ends;
    int is_lost;
};

struct cpu {
    spe_unit unit;
    struct reference reference;
    const struct core *core;
    unsigned number;
    struct flight flights[SPE_UNIT_IN_FLIGHT];
    unsigned flight_count;
    struct perf_event *event; /* that is scheduled in here */
    uint32_t drawn;
    unsigned draws;
    u64 syndrome;       /* of the fault to come */
    size_t fault_after; /* bytes */
    int fault_comes, writes;
    int is_in_driver, saw_service; /* the driver has read PMBSR_EL1.S as 1 */
    struct sample *writing;
    u64 slowest; /* operations that a sample may be in flight */
};

extern struct cpu machine_cpus[HARNESS_CPUS];
extern struct sample *machine_samples;
extern size_t machine_sample_count;
extern unsigned machine_running; /* the CPU that runs */

void machine_start(const struct core *core, unsigned cpus, u64 slowest, u64 seed);
void machine_stop(void);

void machine_run(struct cpu *cpu, u64 operations);
void machine_enter(struct cpu *cpu, unsigned level, int is_secure);
void machine_enter_kernel(struct cpu *cpu); /* level and state of the driver */
void machine_inject_fault(struct cpu *cpu); /* the next record meets one */
void machine_set_service(struct cpu *cpu);  /* software sets PMBSR_EL1.S */
void machine_pause(struct cpu *cpu);        /* software disables the buffer for a while, without PSB CSYNC */
void machine_migrate(struct cpu *cpu);      /* the unit continues as another one, from a snapshot */
void machine_check(struct cpu *cpu);        /* at rest: the unit is as the reference */

/* Describes operation `id`: all that it does follows from its number. */
void operation_describe(u64 id, struct spe_record *record, struct reference_operation *operation);

/* Whether a record is the one of this sample. */
int machine_is_record(const struct sample *sample, const struct core *core, const struct spe_record *record);
struct sample *machine_find_sample(u64 id);

#endif
