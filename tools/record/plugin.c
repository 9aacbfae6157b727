/* SPDX-License-Identifier: MIT */
/*
 * The plugin of spe-record: passes blocks, accesses and threads that QEMU reports on to the guest's threads (thread.h).
 * An instruction is classified once, when it is translated.
 */
#define _GNU_SOURCE /* process_vm_readv() */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "blocks.h"
#include "inherited_file.h"
#include "mapped_data.h"
#include "qemu_plugin.h"
#include "registers.h"
#include "shared_buffers.h"
#include "thread.h"

enum { THREADS = 4096 };

static struct setup setup;
static struct spe_features features;
static struct thread *threads[THREADS]; /* by vCPU; each is used by its own thread alone */
static __thread struct thread *own;     /* this thread's */
static struct full_counts total;
static struct inherited_file counts_file;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint_fast64_t latest;      /* cycles, of the thread that made the last system call */
static atomic_uint_fast64_t host_offset; /* from the guest's addresses to this process's */
static volatile int is_child;            /* this is a child of the recorded process: it must not write the file */

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv);

static void complain(const char *what)
{
    fprintf(stderr, "spe-record: %s\n", what);
}

static struct thread *find_thread(unsigned vcpu)
{
    struct thread *thread = vcpu < THREADS ? threads[vcpu] : NULL;
    if (thread || is_child)
        return is_child ? NULL : thread;
    thread = vcpu < THREADS ? thread_begin(vcpu, atomic_load(&latest)) : NULL;
    if (!thread) {
        complain("too many threads");
        abort();
    }
    own = threads[vcpu] = thread;
    return thread;
}

static void on_block(unsigned vcpu, void *data)
{
    struct thread *thread = find_thread(vcpu);
    if (thread)
        thread_enter(thread, data);
}

static void on_access(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    struct thread *thread = find_thread(vcpu);
    if (thread)
        thread_access(thread, data, address, UINT64_C(1) << qemu_plugin_mem_size_shift(info));
}

/* Called by the assembler below. */
void take_registers(unsigned vcpu, void *data, const void *state);

/* Runs before an instruction whose access QEMU does not report, and computes its address. At the first block's first
 * instruction it checks that the registers are where the plugin expects them. */
void take_registers(unsigned vcpu, void *data, const void *state)
{
    static int known = -1; /* not yet */
    const struct insn *insn = data;
    struct thread *thread = find_thread(vcpu);
    uint64_t address;
    if (known < 0) {
        known = registers_check(state, insn->pc);
        if (known)
            mapped_data_stack(registers_sp(state), atomic_load(&host_offset));
        else
            complain("addresses of SVE, prefetches and tags are not recorded, nor the stack: this QEMU is not known");
    }
    if (thread && known && registers_address(state, insn, &setup.vectors, &address))
        thread_access(thread, insn, address, insn->a64.bytes);
}

/* A callback for qemu_plugin_register_vcpu_insn_exec_cb(): it calls take_registers() with the same arguments and the
 * state. */
void enter_with_registers(unsigned vcpu, void *data);

/* TCG's register for the state (tcg/TARGET/tcg-target.h, TCG_AREG0) is callee-saved, so it is unchanged here. */
#if defined __x86_64__
__asm__(".text\n.globl enter_with_registers\n.hidden enter_with_registers\n.type enter_with_registers, @function\n"
        "enter_with_registers:\n\tmov %rbp, %rdx\n\tjmp take_registers\n");
#elif defined __aarch64__
__asm__(".text\n.globl enter_with_registers\n.hidden enter_with_registers\n.type enter_with_registers, %function\n"
        "enter_with_registers:\n\tmov x2, x19\n\tb take_registers\n");
#else
void enter_with_registers(unsigned vcpu, void *data)
{
    take_registers(vcpu, data, 0);
}
#endif

/* -- translation -- */

static void read_insn(struct insn *out, const struct qemu_plugin_insn *in, uint32_t position)
{
    memcpy(&out->word, qemu_plugin_insn_data(in), sizeof out->word); /* A64 and all supported hosts are little-endian */
    out->pc = qemu_plugin_insn_vaddr(in);
    out->position = position;
    a64_classify(out->word, out->pc, &setup.vectors, &out->a64);
    const struct spe_op op = core_operation(&features, &out->a64.op);
    const int payload = spe_op_encode(&op);
    out->op_class = payload < 0 ? SPE_CLASS_OTHER : op.op_class;
    out->op_payload = (uint8_t)(payload < 0 ? 0 : payload);
}

/* Whether the instruction may write X register n: one of its register fields has this number. */
static int may_write(uint32_t word, unsigned n)
{
    return (word & 31) == n || (word >> 5 & 31) == n || (word >> 10 & 31) == n || (word >> 16 & 31) == n;
}

/* Whether QEMU does not report the access of the n-th instruction, but its address can be computed. QEMU's memory has
 * the registers as of the block's beginning, so that the block must not have written them before. */
static int is_unreported(const struct block *block, uint32_t n)
{
    const struct a64_address *address = &block->insns[n].a64.address;
    if (address->kind == A64_ADDRESS_NONE || address->kind == A64_ADDRESS_GATHER)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if (may_write(block->insns[i].word, address->base) || may_write(block->insns[i].word, address->index))
            return 0;
    return 1;
}

static void read_end(struct block *block)
{
    const struct insn *last = &block->insns[block->count - 1];
    const struct spe_op *op = &last->a64.op;
    block->last_word = last->word;
    if (last->op_class != SPE_CLASS_BRANCH)
        return;
    block->branch.pc = last->pc;
    block->branch.target = last->a64.target;
    block->branch.conditional = op->conditional;
    block->branch.indirect = op->indirect;
    block->branch.calls = op->branch_kind == SPE_CR_BRANCH_LINK;
    block->branch.returns = op->branch_kind == SPE_CR_RETURN;
}

static struct block *read_block(const struct qemu_plugin_tb *tb)
{
    const size_t count = qemu_plugin_tb_n_insns(tb);
    if (!count)
        return NULL;
    struct block *block = setup_memory(1, sizeof *block + count * sizeof block->insns[0]);
    block->pc = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    block->count = (uint32_t)count;
    for (uint32_t i = 0; i < block->count; i++)
        read_insn(&block->insns[i], qemu_plugin_tb_get_insn(tb, i), i);
    read_end(block);
    return blocks_keep(block);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    static int is_first_block = 1;
    struct block *block = is_child ? NULL : read_block(tb);
    (void)id;
    if (!block)
        return;
    const uint64_t host = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(qemu_plugin_tb_get_insn(tb, 0));
    host_offset = host - block->pc;
    output_mapped(block->pc, host, own ? own->cycles : 0);
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, block);
    for (uint32_t i = 0; i < block->count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, &block->insns[i]);
        if (is_first_block || is_unreported(block, i))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, enter_with_registers, QEMU_PLUGIN_CB_NO_REGS,
                                                   &block->insns[i]);
        is_first_block = 0;
    }
}

/* rt_sigaction(): the address of the program's signal handler, which is the first member of struct sigaction */
static void read_handler(uint64_t action)
{
    uint64_t handler = 0;
    struct iovec to = {&handler, sizeof handler}, from = {(void *)(uintptr_t)(action + host_offset), sizeof handler};
    if (action && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof handler && handler > 1) /* SIG_IGN */
        thread_handler(handler);
}

/* Before a system call, which may be clone(): a new thread must not begin earlier than the time of the thread that
 * makes it. */
static void on_system_call(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3,
                           uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)id, (void)vcpu, (void)a5, (void)a6, (void)a7, (void)a8;
    mapped_data_call(number, (const uint64_t[]){a1, a2, a3, a4});
    if (number == 134)
        read_handler(a2);
    if (own && own->cycles > atomic_load(&latest))
        atomic_store(&latest, own->cycles);
}

/* mmap, munmap, mremap, mprotect: Linux's numbers for A64 */
static void on_system_call_return(qemu_plugin_id_t id, unsigned vcpu, int64_t number, int64_t result)
{
    (void)id;
    (void)vcpu;
    if (!is_child)
        mapped_data_return(number, result, own ? own->cycles : 0);
    if (number == 222 || number == 215 || number == 216 || number == 226)
        output_maps_changed();
}

static void on_thread_end(qemu_plugin_id_t id, unsigned vcpu)
{
    (void)id;
    if (vcpu >= THREADS || !threads[vcpu] || is_child)
        return;
    pthread_mutex_lock(&total_lock);
    thread_end(threads[vcpu], &total);
    pthread_mutex_unlock(&total_lock);
    threads[vcpu] = NULL;
}

/* QEMU has stopped all threads. */
static void on_exit_(qemu_plugin_id_t id, void *data)
{
    (void)data;
    if (is_child)
        return;
    for (unsigned i = 0; i < THREADS; i++)
        on_thread_end(id, i);
    output_end();
    if (!setup.counts)
        return;
    signal(SIGXFSZ, SIG_IGN); /* the program's actions do not matter now */
    FILE *file = fdopen(inherited_file_descriptor(&counts_file), "w");
    shared_at(&setup, 0)->counts = file && full_counts_write(&total, file) == 0 ? 1 : errno ? -errno : -EIO;
}

static void on_fork(void)
{
    is_child = 1;
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (!setup_read(&setup, argv[i])) {
            complain("the plugin was not loaded by spe-record");
            return -1;
        }
    if (!shared_at(&setup, 0)) {
        complain("there is no memory for buffers");
        return -1;
    }
    if (!setup.core || !setup.out || output_begin(&setup) != 0 ||
        (setup.counts && inherited_file_begin(&counts_file, (int)setup.counts) != 0))
        return -1;
    features = core_features(setup.core);
    thread_setup(&setup);
    pthread_atfork(NULL, NULL, on_fork);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_vcpu_exit_cb(id, on_thread_end);
    qemu_plugin_register_vcpu_syscall_cb(id, on_system_call);
    qemu_plugin_register_vcpu_syscall_ret_cb(id, on_system_call_return);
    qemu_plugin_register_atexit_cb(id, on_exit_, NULL);
    return 0;
}
