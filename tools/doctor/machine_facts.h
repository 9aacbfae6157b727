/* SPDX-License-Identifier: MIT */
/*
 * What Linux says about a machine and its SPE: facts from /proc, /sys, /boot and /lib/modules, and what perf says of
 * itself. machine.c, machine_config.c and machine_firmware.c read them; judge_machine.c says what they mean. Nothing
 * needs privileges, and nothing is written.
 */
#ifndef MACHINE_FACTS_H
#define MACHINE_FACTS_H

#include <stddef.h>
#include <stdint.h>

#include "cpu_set.h"

#define MACHINE_CORES 8 /* types of cores, and SPE's devices */
#define MACHINE_TEXT 160

enum machine_answer { MACHINE_NO = -1, MACHINE_UNKNOWN, MACHINE_YES };

/* How the firmware describes SPE to Linux. */
enum machine_firmware {
    FIRMWARE_UNKNOWN,
    FIRMWARE_HAS_IT,
    FIRMWARE_LACKS_IT,
    FIRMWARE_SECRET, /* ACPI's table can be read by root only */
    FIRMWARE_HIDDEN  /* neither ACPI nor a device tree can be seen, as in containers */
};

struct machine {
    const char *root; /* set by the caller: "" for / */
    const char *perf; /* set by the caller: the command; NULL: it is not run */
    int is_linux;
    enum machine_answer is_aarch64;
    char release[MACHINE_TEXT]; /* of the kernel */
    unsigned version[2];        /* the first two numbers of it */
    struct cpu_set online;
    struct machine_core {
        uint64_t midr;
        struct cpu_set cpus;
    } cores[MACHINE_CORES];
    unsigned core_count;
    struct machine_device {
        char name[32]; /* "arm_spe_0" */
        struct cpu_set cpus;
        uint64_t least;  /* interval, in operations; 0: not known */
        uint64_t events; /* that the core can filter by */
        int has_min_latency, has_event_filter, has_physical;
        unsigned last_config; /* 3 if the driver has terms in perf_event_attr.config3, and so on */
    } devices[MACHINE_CORES];
    unsigned device_count;
    char driver, contextidr; /* of the kernel's configuration: 'y', 'm', 'n', or 0 if it is not known */
    enum machine_answer is_loaded, has_module; /* the driver, if it is a module; whether its file is there */
    enum machine_firmware firmware;
    int is_acpi;
    struct machine_interrupt {
        unsigned number; /* of SPE in ACPI's MADT; 0: none */
        struct cpu_set cpus;
    } interrupts[MACHINE_CORES];
    unsigned interrupt_count;
    char hypervisor[MACHINE_TEXT];     /* its or the virtual machine's name; empty: not known */
    int has_log;                       /* the kernel's log can be read */
    char complaint[MACHINE_TEXT];      /* why the driver did not start, from the log; empty: none */
    int log_isolates;                  /* the log says that KPTI is on */
    enum machine_answer splits_tables; /* KPTI: the kernel is not mapped while programs run */
    int has_paranoid, paranoid;
    int is_privileged; /* CAP_PERFMON or CAP_SYS_ADMIN, outside of user namespaces */
    int may_lock;      /* CAP_IPC_LOCK: any amount of memory */
    int is_confined;   /* a seccomp filter is on, as in containers */
    int has_locked_kb;
    uint64_t locked_kb;                    /* perf_event_mlock_kb */
    uint64_t locked_limit;                 /* RLIMIT_MEMLOCK in bytes; UINT64_MAX: none */
    enum machine_answer has_perf, has_aux; /* AUX areas; "unknown" if perf was not run, or does not say */
    unsigned perf_version[3];
    int perf_is_patched;          /* more than numbers follow, as in a distribution's "5.14.0-427.el9" */
    char perf_says[MACHINE_TEXT]; /* its first line, if it gave no version */
};

#endif
