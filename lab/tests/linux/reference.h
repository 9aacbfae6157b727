/* SPDX-License-Identifier: MIT */
/*
 * What a PE with SPE does, written a second time from the manual (DDI 0487, D17.2 to D17.7), as far as Linux uses it:
 * one owner of the buffer, Non-secure, that fills it until it is full. The harness compares the unit with this after
 * each operation and each access to a register.
 */
#ifndef SPE_LINUX_REFERENCE_H
#define SPE_LINUX_REFERENCE_H

#include <stdint.h>

/* The registers, under the names that the driver uses. With a kernel at EL2 (VHE) pmscr is PMSCR_EL2. */
struct reference {
    uint64_t pmscr, pmsicr, pmsirr, pmsfcr, pmsevfr, pmsnevfr, pmslatfr, pmblimitr, pmbptr, pmbsr;
    unsigned has_second_counter;         /* FEAT_SPE_ERnd */
    unsigned max_record_size, alignment; /* bytes */
    unsigned kernel_level;
    unsigned level;
    int is_secure;
    uint64_t population, feed, filtrate, collisions, full; /* the PMU's SAMPLE_* events */
};

/* What an operation is, as far as filters ask. */
struct reference_operation {
    int is_branch, is_load, is_store;
    unsigned latency;
    uint64_t events;
};

#define REFERENCE_S (UINT64_C(1) << 17)
#define REFERENCE_COLL (UINT64_C(1) << 16)
#define REFERENCE_EA (UINT64_C(1) << 18)
#define REFERENCE_DL (UINT64_C(1) << 19)

int reference_runs(const struct reference *r);       /* is the buffer enabled, and profiling not stopped? */
int reference_is_enabled(const struct reference *r); /* ... and is this level profiled? */

/* With PMBPTR_EL1 misaligned the hardware may do anything (D17.7.1); the unit samples nothing. */
int reference_is_misaligned(const struct reference *r);

/* Returns how many operations at least are not chosen from now on. */
uint64_t reference_far(const struct reference *r);
void reference_pass(struct reference *r, uint64_t operations);

/* Counts one operation. Returns whether it is chosen. *needs_random is set if it took `random`. */
int reference_choose(struct reference *r, unsigned random, int *needs_random);

int reference_keeps(const struct reference *r, const struct reference_operation *operation);

/* Notes that `written` bytes of a record were written; if not all, `syndrome` is the reason, as in PMBSR_EL1. */
void reference_write(struct reference *r, uint64_t written, int is_all, uint64_t syndrome);

#endif
