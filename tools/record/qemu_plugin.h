/* SPDX-License-Identifier: MIT */
/*
 * The parts of QEMU's interface for TCG plugins that the plugin uses: version 1 (QEMU 4.2 to 8.1; documented in QEMU's
 * docs/devel/tcg-plugins). The emulator exports the functions to plugins. Distributions do not ship the header.
 */
#ifndef QEMU_PLUGIN_H
#define QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))
#define QEMU_PLUGIN_VERSION 1

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;   /* a block of instructions that is being translated */
struct qemu_plugin_insn; /* one of them */

enum { QEMU_PLUGIN_CB_NO_REGS = 0 };    /* what a callback does with registers; 7.2 ignores it */
enum { QEMU_PLUGIN_MEM_RW = 3 };        /* loads and stores */
typedef uint32_t qemu_plugin_meminfo_t; /* of an access */

typedef void qemu_plugin_tb_trans_fn(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_vcpu_fn(qemu_plugin_id_t id, unsigned vcpu);
typedef void qemu_plugin_exit_fn(qemu_plugin_id_t id, void *data);
typedef void qemu_plugin_exec_fn(unsigned vcpu, void *data);
typedef void qemu_plugin_mem_fn(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data);
typedef void qemu_plugin_syscall_fn(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2,
                                    uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8);
typedef void qemu_plugin_syscall_ret_fn(qemu_plugin_id_t id, unsigned vcpu, int64_t number, int64_t result);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_tb_trans_fn *function);
void qemu_plugin_register_vcpu_exit_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_fn *function);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id, qemu_plugin_syscall_fn *function);
void qemu_plugin_register_vcpu_syscall_ret_cb(qemu_plugin_id_t id, qemu_plugin_syscall_ret_fn *function);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_exit_fn *function, void *data);

/* Call these while a block is translated. They register callbacks for the execution of the block, or of an instruction
 * in it. */
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_exec_fn *function, int flags,
                                          void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_exec_fn *function, int flags,
                                            void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_plugin_mem_fn *function, int flags, int rw,
                                      void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t n);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn); /* its address in the emulator's memory */

unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);

#endif
