/* SPDX-License-Identifier: MIT */
/*
 * A thread of the guest as a PE: blocks of instructions and accesses to memory go in, in program order; it has caches,
 * a branch predictor, a clock, and a Statistical Profiling Unit (libspe/unit.h) whose buffer goes to the output.
 */
#ifndef THREAD_H
#define THREAD_H

#include <libspe/unit.h>

#include "counts.h"
#include "output.h"
#include "predictor.h"
#include "shared.h"

/* An instruction, as it was translated */
struct insn {
    struct a64 a64;
    uint64_t pc;
    uint32_t word;
    uint32_t position;            /* in its block */
    uint8_t op_class, op_payload; /* of its Operation Type packet */
};

struct block {
    struct block *next; /* of its bucket: blocks.h */
    uint64_t pc;
    uint32_t count;
    uint32_t last_word;
    struct predictor_branch branch; /* that ends it, as far as is known; pc 0: none does */
    struct insn insns[];
};

/* What an instruction did to memory, all its accesses together */
struct access {
    const struct insn *insn; /* NULL: nothing yet */
    uint64_t address;        /* of the first */
    struct memory_result result;
};

struct sample {
    int number; /* the unit's */
    const struct insn *insn;
    struct access access;
};

struct thread {
    spe_unit unit;
    const struct block *block;                 /* that it is in; NULL: none yet */
    struct access access;                      /* of its present instruction */
    struct sample samples[SPE_UNIT_IN_FLIGHT]; /* of its present block */
    unsigned sample_count;
    uint64_t cycles;    /* when the block began */
    unsigned streaming; /* Streaming SVE mode */
    struct memory *memory;
    struct predictor predictor;
    struct counts *counts; /* NULL: not wanted */
    struct output_thread output;
    struct shared_buffer *buffer;
    unsigned owns_buffer; /* it is not shared, as there are too many threads */
};

/* What all threads have in common, once, before any of the others. */
void thread_setup(const struct setup *setup);

/* The program handles a signal there: where that is entered, no branch went to it. */
void thread_handler(uint64_t address);

/* The caller's own thread begins, at the time `now`. NULL: there is no memory for it. */
struct thread *thread_begin(unsigned index, uint64_t now);

/* It enters a block, which ends the one before. */
void thread_enter(struct thread *thread, const struct block *block);

/* An access of the instruction that is being executed. */
void thread_access(struct thread *thread, const struct insn *insn, uint64_t address, uint64_t size);

/* It ends; its full counts are added to *total, unless that is NULL. */
void thread_end(struct thread *thread, struct counts *total);

#endif
