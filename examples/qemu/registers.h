/* SPDX-License-Identifier: MIT */
/*
 * The guest's registers. QEMU's plugin interface tells nothing of them before version 2; but its translated code keeps
 * the address of the CPU's state in one host register, and the state begins, as ever since A64 is emulated, with
 * sixteen 32-bit registers, then X0 to X30, SP, and the PC. That is believed only if, where the first block begins, the
 * PC is the block's.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "thread.h"

/* A callback for qemu_plugin_register_vcpu_insn_exec_cb(): it calls registers_callback() with the same and
 * the state. */
void registers_entry(unsigned vcpu, void *data);

/* To be defined by who uses registers_entry(). */
void registers_callback(unsigned vcpu, void *data, const void *state);

/* Where the first block begins: whether the state is as believed. */
int registers_check(const void *state, uint64_t pc);

/* The address of an access, of kinds A64_ADDRESS_BASE and _LITERAL. Returns whether it is known. */
int registers_address(const void *state, const struct insn *insn, const struct a64_core *core, uint64_t *out);

#endif
