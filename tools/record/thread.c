/* SPDX-License-Identifier: MIT */
/* See thread.h. An instruction takes one cycle, plus its waits for memory and for mispredictions. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EVENT(name) (UINT64_C(1) << SPE_EVENT_##name)
#define BASE UINT64_C(0x10000000)                   /* a buffer's address for the unit */
enum { ISSUE = 2, EXECUTE = 1, MISPREDICTED = 12 }; /* cycles */

static struct setup setup;
static struct spe_features features;
static uint64_t known_events;
static atomic_uint_fast64_t handlers[64]; /* of signals; 0 ends the list */

void thread_setup(const struct setup *in)
{
    setup = *in;
    features = core_features(setup.core);
    known_events = core_events(&features);
}

void thread_handler(uint64_t address)
{
    for (unsigned i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        uint_fast64_t there = 0;
        if (atomic_compare_exchange_strong(&handlers[i], &there, address) || there == address)
            return;
    }
}

/* -- the unit, as Linux sets it up -- */

/* spe_unit_config.write, which is called once for each record. It notes for spe-record how much is in the buffer, and
 * counts the sample. */
static size_t write_buffer(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    const struct thread *thread = context;
    struct spe_unit_memory memory = {.base = BASE, .size = setup.buffer, .bytes = shared_bytes(thread->buffer)};
    const size_t written = spe_unit_write_memory(&memory, write, syndrome);
    thread->buffer->used = write->address - BASE + written;
    if (written == write->size)
        shared_count_sample(&setup);
    return written;
}

static int begin_unit(struct thread *thread)
{
    const struct {
        unsigned reg;
        uint64_t value;
    } values[] = {
        {SPE_REG_PMSCR_EL1, setup.pmscr},
        {SPE_REG_PMSIRR_EL1, setup.pmsirr},
        {SPE_REG_PMSFCR_EL1, setup.pmsfcr},
        {SPE_REG_PMSEVFR_EL1, setup.pmsevfr},
        {SPE_REG_PMSNEVFR_EL1, setup.pmsnevfr},
        {SPE_REG_PMSLATFR_EL1, setup.pmslatfr},
        {SPE_REG_PMSDSFR_EL1, setup.pmsdsfr},
        {SPE_REG_PMBPTR_EL1, BASE},
        {SPE_REG_PMBLIMITR_EL1, (BASE + setup.buffer) | setup.pmblimitr | 1},
    };
    static atomic_uint_fast64_t
        begun; /* number of threads that began: QEMU gives a vCPU that is free again to the next thread */
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    config.features = setup.core->features;
    config.in_flight = SPE_UNIT_IN_FLIGHT;
    config.seed = (setup.seed << 32) + atomic_fetch_add(&begun, 1);
    config.registers = setup.core->registers;
    config.register_count = setup.core->register_count;
    config.write = write_buffer;
    config.context = thread;
    int status = spe_unit_init(&thread->unit, &config);
    for (unsigned i = 0; i < sizeof values / sizeof values[0] && !status; i++)
        status = spe_unit_write_register(&thread->unit, values[i].reg, values[i].value);
    return status ? status : spe_unit_set_level(&thread->unit, 0, SPE_STATE_NON_SECURE);
}

/* Writes the buffer out and empties it, as the driver's interrupt handler does. The buffer stays enabled, so that no
 * sample in flight is lost: our unit does not ignore the writes. */
static void drain(struct thread *thread)
{
    struct shared_buffer *buffer = thread->buffer;
    if (buffer->used)
        output_bytes(&thread->output, shared_bytes(buffer), (size_t)buffer->used);
    buffer->used = 0; /* first: finish.c would write it again */
    atomic_signal_fence(memory_order_seq_cst);
    buffer->written = thread->output.written;
    spe_unit_write_register(&thread->unit, SPE_REG_PMBPTR_EL1, BASE);
    spe_unit_write_register(&thread->unit, SPE_REG_PMBSR_EL1, 0);
}

/* -- the thread -- */

static void begin_buffer(struct thread *thread)
{
    struct shared_buffer *buffer = shared_at(&setup, thread->output.index);
    thread->owns_buffer = !buffer;
    thread->buffer = buffer ? buffer : setup_memory(1, SHARED_PAGE + setup.buffer);
    thread->buffer->index = thread->output.index;
    thread->buffer->pid = thread->output.pid;
    thread->buffer->tid = thread->output.tid;
    thread->output.written = thread->buffer->written; /* by an earlier thread on the same vCPU */
    thread->buffer->used = 0;
    thread->buffer->is_live = 1;
}

static void end_buffer(struct thread *thread)
{
    if (thread->buffer)
        thread->buffer->is_live = 0;
    if (thread->owns_buffer)
        free(thread->buffer);
}

struct thread *thread_begin(unsigned index, uint64_t now)
{
    struct thread *thread = setup_memory(1, sizeof *thread);
    thread->cycles = now;
    thread->output.index = index;
    thread->output.pid = (uint32_t)getpid();
    thread->output.tid = (uint32_t)syscall(SYS_gettid);
    thread->memory = setup_memory(1, memory_size());
    thread->counts = setup.counts ? setup_memory(1, sizeof *thread->counts) : NULL;
    begin_buffer(thread);
    if (begin_unit(thread) != SPE_OK) {
        thread_end(thread, NULL);
        return NULL;
    }
    output_name(&thread->output, thread->cycles);
    return thread;
}

/* -- samples -- */

static void begin_sample(struct thread *thread, int number, const struct insn *insn)
{
    struct spe_unit_start start = {0};
    start.pc = insn->pc;
    start.physical_count = thread->cycles + insn->position;
    start.context_el1 = thread->output.tid;
    spe_unit_begin(&thread->unit, number, &start);
    struct sample *sample = &thread->samples[thread->sample_count++];
    sample->number = number;
    sample->insn = insn;
    sample->access.insn = NULL;
}

/* Samples some of the block's operations. */
static void choose(struct thread *thread)
{
    const struct block *block = thread->block;
    uint64_t passed;
    for (uint64_t i = 0; i < block->count; i += passed) {
        const int number = spe_device_advance(&thread->unit, block->count - i, &passed);
        if (number)
            begin_sample(thread, number, &block->insns[i + passed - 1]);
    }
}

/* By the record's operation type: only these operations have a data source and events 19 to 23 (D17.6.4, D18.2.5). */
static int is_load(const struct insn *insn)
{
    return (insn->op_class == SPE_CLASS_LOAD_STORE && !insn->a64.op.store) || insn->a64.prefetches;
}

static void describe_access(const struct access *access, struct spe_record *what)
{
    what->present |= SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TRANSLATION_LATENCY;
    spe_address_build_va(access->address & (UINT64_MAX >> 8), (unsigned)(access->address >> 56), &what->data_va);
    spe_address_build_pa(access->address & (UINT64_MAX >> 12), SPE_STATE_NON_SECURE, 0, 0, &what->data_pa);
    what->translation_latency = access->result.translation;
    what->total_latency = (uint16_t)(ISSUE + access->result.latency);
    what->events |= access->result.events;
    if (!is_load(access->insn)) {
        what->events &= ~(EVENT(L2D_ACCESS) | EVENT(L2D_MISS));
    } else {
        what->present |= SPE_HAS_DATA_SOURCE;
        what->data_source = setup.core->sources[access->result.level];
    }
}

static void describe_branch(const struct predictor_branch *branch, int mispredicted, struct spe_record *what)
{
    if (mispredicted)
        what->events |= EVENT(MISPREDICTED);
    if (!branch->taken) {
        what->events |= EVENT(NOT_TAKEN);
        return;
    }
    what->present |= SPE_HAS_BRANCH_TARGET;
    spe_address_build_pc(branch->target & (UINT64_MAX >> 8), 0, SPE_STATE_NON_SECURE, &what->branch_target);
}

static void end_sample(struct thread *thread, const struct sample *sample, const struct predictor_branch *branch,
                       int mispredicted)
{
    struct spe_record what = {0};
    const struct insn *insn = sample->insn;
    if (insn->op_class == SPE_CLASS_BRANCH && branch->pc != insn->pc) {
        spe_unit_complete(&thread->unit, sample->number, NULL, 0);
        return;
    }
    what.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    what.op_class = insn->op_class;
    what.op_payload = insn->op_payload;
    what.issue_latency = ISSUE;
    what.total_latency = ISSUE + EXECUTE;
    what.events = EVENT(RETIRED);
    if (insn->a64.flow == A64_EXCEPTION)
        what.events |= EVENT(EXCEPTION);
    if (sample->access.insn)
        describe_access(&sample->access, &what);
    if (insn->op_class == SPE_CLASS_BRANCH)
        describe_branch(branch, mispredicted, &what);
    if (thread->streaming)
        what.events |= EVENT(STREAMING_SVE);
    what.events &= known_events;
    spe_unit_complete(&thread->unit, sample->number, &what, insn->a64.types);
    if (spe_unit_interrupt(&thread->unit))
        drain(thread);
}

/* -- executing operations -- */

/* An instruction takes more than its cycle. */
static void wait(struct thread *thread, uint64_t pc, uint64_t cycles)
{
    thread->cycles += cycles;
    if (thread->counts && cycles)
        full_counts_table_add(&thread->counts->times, pc, 0, cycles, 1);
}

/* Called when the current instruction has made all its accesses. */
static void end_access(struct thread *thread)
{
    const struct access *access = &thread->access;
    const struct insn *insn = access->insn;
    if (!insn)
        return;
    if (access->result.level != MEMORY_L1)
        wait(thread, insn->pc, access->result.latency);
    if (thread->counts) {
        const int loads = insn->op_class == SPE_CLASS_LOAD_STORE && is_load(insn);
        for (unsigned bit = 0; bit < 32; bit++) {
            thread->counts->events[bit] += access->result.events >> bit & 1;
            thread->counts->load_events[bit] += loads && (access->result.events >> bit & 1);
        }
        full_counts_table_add(&thread->counts->pages, access->address >> 12 << 12, 0, 1, !loads);
    }
    for (unsigned i = 0; i < thread->sample_count; i++)
        if (thread->samples[i].insn == insn)
            thread->samples[i].access = *access;
    thread->access.insn = NULL;
}

void thread_access(struct thread *thread, const struct insn *insn, uint64_t address, uint64_t size)
{
    const struct memory_result result = memory_access(thread->memory, address, size);
    if (thread->access.insn == insn) {
        thread->access.result = memory_worse(thread->access.result, result);
        return;
    }
    end_access(thread);
    thread->access.insn = insn;
    thread->access.address = address;
    thread->access.result = result;
}

/* Whether a signal was taken before or after the branch, and `next` is its handler: in that case the branch's target is
 * unknown. */
static int is_interrupted(const struct predictor_branch *branch, uint64_t next)
{
    uint64_t handler;
    if (!branch->indirect)
        return next != branch->target && !(branch->conditional && next == branch->pc + 4);
    for (unsigned i = 0; i < sizeof handlers / sizeof handlers[0] && (handler = atomic_load(&handlers[i])) != 0; i++)
        if (handler == next)
            return 1;
    return 0;
}

/* Handles the block's branch, which went to `next`: sets out->taken and out->target. Returns whether it was
 * mispredicted. */
static int end_branch(struct thread *thread, uint64_t next, struct predictor_branch *out)
{
    *out = thread->block->branch;
    out->taken = !out->conditional || next != out->pc + 4;
    if (out->indirect)
        out->target = next;
    const int mispredicted = predictor_branch(&thread->predictor, out);
    if (out->taken)
        spe_unit_branch(&thread->unit, out->target);
    if (mispredicted)
        wait(thread, out->pc, MISPREDICTED);
    if (thread->counts) {
        thread->counts->events[SPE_EVENT_MISPREDICTED] += (unsigned)mispredicted;
        thread->counts->events[SPE_EVENT_NOT_TAKEN] += !out->taken;
        full_counts_table_add(&thread->counts->branches, out->pc, out->taken ? out->target : out->pc + 4, 1,
                              (uint64_t)mispredicted);
    }
    return mispredicted;
}

/* SMSTART and SMSTOP of SM, or of SM and ZA: MSR SVCRSM, SVCRSMZA, #imm (C6.2). They end a block. */
static void follow_mode(struct thread *thread, uint32_t word)
{
    if ((word & 0xfffff0ff) == 0xd503407f && (word >> 9 & 1))
        thread->streaming = word >> 8 & 1;
}

/* Called when the block has been executed. `next` is the next address, or 0 if it is not known; then the branch was not
 * completed. */
static void leave(struct thread *thread, uint64_t next)
{
    struct predictor_branch branch = {0};
    int mispredicted = 0;
    end_access(thread);
    if (thread->block->branch.pc && next && !is_interrupted(&thread->block->branch, next))
        mispredicted = end_branch(thread, next, &branch);
    for (unsigned i = 0; i < thread->sample_count; i++)
        end_sample(thread, &thread->samples[i], &branch, mispredicted);
    follow_mode(thread, thread->block->last_word);
    thread->sample_count = 0;
    thread->cycles += thread->block->count;
    if (thread->counts)
        full_counts_table_add(&thread->counts->times, thread->block->pc, 0, thread->block->count, 0);
}

void thread_enter(struct thread *thread, const struct block *block)
{
    if (thread->block)
        leave(thread, block->pc);
    thread->block = block;
    if (!spe_device_pass(&thread->unit, block->count))
        choose(thread);
    for (uint32_t i = 0; thread->counts && i < block->count; i++)
        thread->counts->operations[block->insns[i].op_class][block->insns[i].op_payload]++;
}

void thread_end(struct thread *thread, struct full_counts *total)
{
    if (thread->block) {
        leave(thread, 0);
        drain(thread);
        output_exit(&thread->output, thread->cycles);
    }
    if (total && thread->counts)
        full_counts_merge(total, thread->counts);
    free(thread->memory);
    free(thread->counts);
    end_buffer(thread);
    free(thread);
}
