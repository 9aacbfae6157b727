/* SPDX-License-Identifier: MIT */
/* Sets of CPUs by number, and the kernel's lists of them: "0-3,8". */
#ifndef CPU_SET_H
#define CPU_SET_H

#include <stddef.h>
#include <stdint.h>

#define CPU_SET_MOST 8192 /* CPUs of Linux on AArch64, at most */

struct cpu_set {
    uint64_t bits[CPU_SET_MOST / 64];
};

void cpu_set_add(struct cpu_set *set, unsigned cpu);
int cpu_set_has(const struct cpu_set *set, unsigned cpu);
unsigned cpu_set_count(const struct cpu_set *set);

/* Removes the CPUs of another set. */
void cpu_set_remove(struct cpu_set *set, const struct cpu_set *other);

/* Adds the CPUs of a list. Invalid parts are left out. */
void cpu_set_read(struct cpu_set *set, const char *list);

/* Writes the list to text[cap]; if it does not fit, as much as fits and "...". Returns text. */
const char *cpu_set_text(const struct cpu_set *set, char *text, size_t cap);

#endif
