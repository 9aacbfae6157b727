/* SPDX-License-Identifier: MIT */
/*
 * The guest's registers. QEMU's plugin interface does not give them before version 2. But QEMU's translated code keeps
 * the address of the CPU's state in one host register. In all versions that emulate A64 the state begins with sixteen
 * 32-bit registers, then X0 to X30, SP, and the PC. The plugin relies on this only if the PC is right at the beginning
 * of the first block.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "thread.h"

/* Call it where the first block begins. Returns whether the state has the expected form. */
int registers_check(const void *state, uint64_t pc);

/* The stack pointer, if the state has that form. */
uint64_t registers_sp(const void *state);

/* Computes the address of an access of type A64_ADDRESS_BASE or _LITERAL. Returns whether it is known. */
int registers_address(const void *state, const struct insn *insn, const struct a64_core *core, uint64_t *out);

#endif
