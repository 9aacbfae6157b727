/* SPDX-License-Identifier: MIT */
/*
 * A thread of the guest as a PE. It gets blocks of instructions and accesses to memory in program order. It has caches,
 * a branch predictor, a clock, and a Statistical Profiling Unit (libspe-lab/unit.h) whose buffer is written to the
 * output.
 */
#ifndef THREAD_H
#define THREAD_H

#include <libspe-lab/device.h>

#include "full_counts.h"
#include "perf_output.h"
#include "predictor.h"
#include "shared_buffers.h"

/* A translated instruction */
struct insn {
    struct a64 a64;
    uint64_t pc;
    uint32_t word;
    uint32_t position;            /* in its block */
    uint8_t op_class, op_payload; /* of its Operation Type packet */
};

struct block {
    struct block *next; /* in its bucket: blocks.h */
    uint64_t pc;
    uint32_t count;
    uint32_t last_word;
    struct predictor_branch branch; /* the branch that ends it, as far as known; pc is 0 without a branch */
    struct insn insns[];
};

/* All accesses of an instruction together */
struct access {
    const struct insn *insn; /* NULL if there was none yet */
    uint64_t address;        /* of the first access */
    struct memory_result result;
};

struct sample {
    int number; /* the unit's number */
    const struct insn *insn;
    struct access access;
};

struct thread {
    spe_unit unit;
    const struct block *block;                 /* the current block; NULL if there was none yet */
    struct access access;                      /* of its current instruction */
    struct sample samples[SPE_UNIT_IN_FLIGHT]; /* of its current block */
    unsigned sample_count;
    uint64_t cycles;    /* when the block began */
    unsigned streaming; /* Streaming SVE mode */
    struct memory *memory;
    struct predictor predictor;
    struct full_counts *counts; /* NULL if not requested */
    struct output_thread output;
    struct shared_buffer *buffer;
    unsigned owns_buffer; /* its buffer is not shared, because there are too many threads */
};

/* Sets up what all threads share. Call it once, before any other function. */
void thread_setup(const struct setup *setup);

/* Notes that the program handles a signal at this address: no branch leads there. */
void thread_handler(uint64_t address);

/* Begins the calling thread, at the time `now`. Returns NULL if its unit cannot be set up. */
struct thread *thread_begin(unsigned index, uint64_t now);

/* Enters a block, which ends the previous one. */
void thread_enter(struct thread *thread, const struct block *block);

/* Reports an access of the current instruction. */
void thread_access(struct thread *thread, const struct insn *insn, uint64_t address, uint64_t size);

/* Ends the thread. Adds its full counts to *total, unless that is NULL. */
void thread_end(struct thread *thread, struct full_counts *total);

#endif
