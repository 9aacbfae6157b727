/* SPDX-License-Identifier: MIT */
/*
 * The rows of cores' telemetry, as macros that call ROW for each. A row begins with a column for each core, which is 1
 * if the core has it: Neoverse N1, V1, N2 before r0p3, N2, V2, N3, V3, TSV110, Ampere1, Ampere1A. telemetry_cores.c
 * says where the facts come from; the explanations are in our own words. What Arm's cores do not have is in
 * telemetry_maker_rows.h.
 */
#ifndef SPE_TELEMETRY_ROWS_H
#define SPE_TELEMETRY_ROWS_H

/* clang-format off */ /* tables are for reading */

/* Events below 0x4000: name, code, subject, what it counts */
#define SPE_EACH_EVENT(ROW) \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, SW_INCR,                    0x0000, "Retired",        "Writes to PMSWINC_EL0: whatever a program chooses to count.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1I_CACHE_REFILL,           0x0001, "L1I_Cache",      "Lines brought into the level 1 instruction cache after a miss.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1I_TLB_REFILL,             0x0002, "TLB",            "Translations brought into the level 1 instruction TLB after a miss, from the level 2 TLB or a walk.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1D_CACHE_REFILL,           0x0003, "L1D_Cache",      "Lines brought into the level 1 data cache because a load or store missed it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1D_CACHE,                  0x0004, "L1D_Cache",      "Loads and stores that look up the level 1 data cache.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1D_TLB_REFILL,             0x0005, "TLB",            "Translations brought into the level 1 data TLB after a miss, from the level 2 TLB or a walk.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, event, LD_RETIRED,                 0x0006, "Retired",        "Loads that the program executed, those of wrong paths left out.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, event, ST_RETIRED,                 0x0007, "Retired",        "Stores that the program executed, those of wrong paths left out.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, INST_RETIRED,               0x0008, "Retired",        "Instructions that the program executed, those of wrong paths left out.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_TAKEN,                  0x0009, "Exception",      "Exceptions of any kind that were taken, interrupts among them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_RETURN,                 0x000a, "Exception",      "ERET and its like that were executed: returns from a handler.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, CID_WRITE_RETIRED,          0x000b, "Retired",        "Writes to CONTEXTIDR, where the operating system marks a switch of threads.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 1, 1, event, PC_WRITE_RETIRED,           0x000c, "Retired",        "Changes of the PC by software: branches that were taken.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 1, 1, event, BR_IMMED_RETIRED,           0x000d, "Retired",        "Direct branches that the program executed, taken or not.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 1, 1, event, BR_RETURN_RETIRED,          0x000e, "Retired",        "Returns from functions that the program executed.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, BR_MIS_PRED,                0x0010, "Spec_Operation", "Branches executed, on wrong paths too, that were predicted wrongly or not at all.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, CPU_CYCLES,                 0x0011, "General",        "Clock cycles of the core, whose frequency may change.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BR_PRED,                    0x0012, "Spec_Operation", "Branches executed, on wrong paths too, that can be predicted; by Arm's texts on its cores: predicted rightly.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, MEM_ACCESS,                 0x0013, "Memory",         "Accesses of loads and stores, whatever cache or memory serves them, in the parts into which the core splits them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1I_CACHE,                  0x0014, "L1I_Cache",      "Fetches that look up the level 1 instruction cache.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, L1D_CACHE_WB,               0x0015, "L1D_Cache",      "Dirty lines that left the level 1 data cache for the next level.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L2D_CACHE,                  0x0016, "L2_Cache",       "Look-ups of the level 2 cache; on N3 and V3 those of the data side alone.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L2D_CACHE_REFILL,           0x0017, "L2_Cache",       "Lines brought into the level 2 cache after a miss; on N3 and V3 those for the data side alone.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L2D_CACHE_WB,               0x0018, "L2_Cache",       "Lines that left the level 2 cache to be written outside the core.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BUS_ACCESS,                 0x0019, "Bus",            "Transfers, reads and writes, between the core and the interconnect.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, event, MEMORY_ERROR,               0x001a, "Memory",         "Errors, corrected or not, that the core found in its own memories.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, INST_SPEC,                  0x001b, "Spec_Operation", "Operations issued, those of wrong paths too: the whole of the operation mix.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, TTBR_WRITE_RETIRED,         0x001c, "Retired",        "Writes to a translation table base register: most often a switch of address spaces.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BUS_CYCLES,                 0x001d, "Bus",            "Cycles of the core's interface to the interconnect.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, CHAIN,                      0x001e, "Chain",          "Overflows of the even counter below: two 32-bit counters become one of 64 bits.") \
    ROW(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, event, L2D_CACHE_ALLOCATE,         0x0020, "L2_Cache",       "Lines that the level 2 cache took without reading them from outside, such as those written whole.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BR_RETIRED,                 0x0021, "Retired",        "Branches that the program executed, taken or not, those of wrong paths left out.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BR_MIS_PRED_RETIRED,        0x0022, "Retired",        "Branches that the program executed and the predictor had wrong: each costs a flush of the pipeline.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STALL_FRONTEND,             0x0023, "Stall",          "Cycles in which nothing was dispatched because the frontend had nothing to give.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STALL_BACKEND,              0x0024, "Stall",          "Cycles in which nothing was dispatched because the backend could not take it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1D_TLB,                    0x0025, "TLB",            "Look-ups of the level 1 data TLB.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1I_TLB,                    0x0026, "TLB",            "Look-ups of the level 1 instruction TLB by fetches.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 1, 0, 0, event, L2I_CACHE,                  0x0027, "L2_Cache",       "Look-ups of the level 2 cache for instructions.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 1, 0, 0, event, L2I_CACHE_REFILL,           0x0028, "L2_Cache",       "Lines brought into the level 2 cache after a miss for instructions.") \
    ROW(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, event, L3D_CACHE_ALLOCATE,         0x0029, "L3_Cache",       "Lines that the level 3 cache took without reading them from outside.") \
    ROW(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, event, L3D_CACHE_REFILL,           0x002a, "L3_Cache",       "Lines brought into the level 3 cache after a miss.") \
    ROW(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, event, L3D_CACHE,                  0x002b, "L3_Cache",       "Look-ups of the level 3 cache, where the cluster has one.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L2D_TLB_REFILL,             0x002d, "TLB",            "Translations brought into the level 2 TLB after a miss.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, event, L2I_TLB_REFILL,             0x002e, "TLB",            "Translations brought into the level 2 TLB after a miss of an instruction.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L2D_TLB,                    0x002f, "TLB",            "Look-ups of the level 2 TLB, which serves data and instructions.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, event, L2I_TLB,                    0x0030, "TLB",            "Look-ups of the level 2 TLB for instructions.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, REMOTE_ACCESS,              0x0031, "Memory",         "Memory accesses that another chip or socket answered.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, event, LL_CACHE,                   0x0032, "LL_Cache",       "Accesses that look up the last level cache.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, event, LL_CACHE_MISS,              0x0033, "LL_Cache",       "Accesses that the last level cache could not serve.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, DTLB_WALK,                  0x0034, "TLB",            "Data accesses whose translation had to be read from tables in memory.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, ITLB_WALK,                  0x0035, "TLB",            "Fetches whose translation had to be read from tables in memory.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, LL_CACHE_RD,                0x0036, "LL_Cache",       "Reads that look up the last level cache: the system's if CPUECTLR.EXTLLC is set; on N3 otherwise level 3.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, LL_CACHE_MISS_RD,           0x0037, "LL_Cache",       "Reads that the last level cache did not have.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, L1D_CACHE_LMISS_RD,         0x0039, "L1D_Cache",      "Reads whose data came, late, from beyond the level 1 data cache.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, OP_RETIRED,                 0x003a, "Retired",        "Micro-operations that the program needed: OP_SPEC without those of wrong paths.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, OP_SPEC,                    0x003b, "Spec_Operation", "Micro-operations executed, those of wrong paths too.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STALL,                      0x003c, "Stall",          "Cycles in which nothing was dispatched, for whatever reason.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STALL_SLOT_BACKEND,         0x003d, "Stall",          "Dispatch slots left empty because the backend could not take an operation.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STALL_SLOT_FRONTEND,        0x003e, "Stall",          "Dispatch slots left empty because the frontend had no operation for them.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STALL_SLOT,                 0x003f, "Stall",          "Dispatch slots left empty, for whatever reason.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L1D_CACHE_RD,               0x0040, "L1D_Cache",      "Loads that look up the level 1 data cache.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L1D_CACHE_WR,               0x0041, "L1D_Cache",      "Stores that look up the level 1 data cache.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, event, L1D_CACHE_REFILL_RD,        0x0042, "L1D_Cache",      "Lines brought into the level 1 data cache because a load missed it.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 0, 1, event, L1D_CACHE_REFILL_WR,        0x0043, "L1D_Cache",      "Lines brought into the level 1 data cache because a store missed it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, L1D_CACHE_REFILL_INNER,     0x0044, "L1D_Cache",      "Lines for the level 1 data cache that came from inside the cluster: level 2, level 3, another core.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, event, L1D_CACHE_REFILL_OUTER,     0x0045, "L1D_Cache",      "Lines for the level 1 data cache that came from outside the cluster.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 0, 0, event, L1D_CACHE_WB_VICTIM,        0x0046, "L1D_Cache",      "Dirty lines that left the level 1 data cache to make room.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 0, 0, event, L1D_CACHE_WB_CLEAN,         0x0047, "L1D_Cache",      "Dirty lines written back for maintenance or because another core requested them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L1D_CACHE_INVAL,            0x0048, "L1D_Cache",      "Lines of the level 1 data cache made invalid by maintenance or by another core.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, event, L1D_TLB_REFILL_RD,          0x004c, "TLB",            "Translations brought into the level 1 data TLB because a load missed it.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, event, L1D_TLB_REFILL_WR,          0x004d, "TLB",            "Translations brought into the level 1 data TLB because a store missed it.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 0, 1, event, L1D_TLB_RD,                 0x004e, "TLB",            "Look-ups of the level 1 data TLB by loads.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 1, 0, 1, event, L1D_TLB_WR,                 0x004f, "TLB",            "Look-ups of the level 1 data TLB by stores.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_RD,               0x0050, "L2_Cache",       "Look-ups of the level 2 cache by reads; on N3 and V3 those of the data side alone.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_WR,               0x0051, "L2_Cache",       "Look-ups of the level 2 cache by writes, lines that the level 1 data cache evicts among them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_REFILL_RD,        0x0052, "L2_Cache",       "Lines brought into the level 2 cache because a read missed it; on N3 and V3 those for the data side alone.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_REFILL_WR,        0x0053, "L2_Cache",       "Lines brought into the level 2 cache because a write missed it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_WB_VICTIM,        0x0056, "L2_Cache",       "Lines that left the level 2 cache to make room.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_WB_CLEAN,         0x0057, "L2_Cache",       "Lines of the level 2 cache written back for maintenance or because another core requested them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, event, L2D_CACHE_INVAL,            0x0058, "L2_Cache",       "Lines of the level 2 cache made invalid by maintenance or by another core.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 0, 1, event, L2D_TLB_REFILL_RD,          0x005c, "TLB",            "Translations brought into the level 2 TLB because a read missed it.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 0, 1, event, L2D_TLB_REFILL_WR,          0x005d, "TLB",            "Translations brought into the level 2 TLB because a write missed it.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 0, 1, event, L2D_TLB_RD,                 0x005e, "TLB",            "Look-ups of the level 2 TLB for reads.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 0, 1, event, L2D_TLB_WR,                 0x005f, "TLB",            "Look-ups of the level 2 TLB for writes.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BUS_ACCESS_RD,              0x0060, "Bus",            "Reads of the core from the interconnect.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, BUS_ACCESS_WR,              0x0061, "Bus",            "Writes of the core to the interconnect.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, event, BUS_ACCESS_SHARED,          0x0062, "Bus",            "Transfers on the interconnect to Normal, Cacheable, Shareable memory.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, event, BUS_ACCESS_NOT_SHARED,      0x0063, "Bus",            "Transfers on the interconnect to memory that is not Normal, Cacheable and Shareable.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, event, BUS_ACCESS_NORMAL,          0x0064, "Bus",            "Transfers on the interconnect to Normal memory.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, event, BUS_ACCESS_PERIPH,          0x0065, "Bus",            "Transfers on the interconnect to Device memory.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, MEM_ACCESS_RD,              0x0066, "Memory",         "Accesses of loads, whatever cache or memory serves them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, MEM_ACCESS_WR,              0x0067, "Memory",         "Accesses of stores, whatever cache or memory takes them.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 0, event, UNALIGNED_LD_SPEC,          0x0068, "Spec_Operation", "Loads from addresses that are not a multiple of their size.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 0, event, UNALIGNED_ST_SPEC,          0x0069, "Spec_Operation", "Stores to addresses that are not a multiple of their size.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 0, event, UNALIGNED_LDST_SPEC,        0x006a, "Spec_Operation", "Loads and stores at addresses that are not a multiple of their size.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, event, LDREX_SPEC,                 0x006c, "Spec_Operation", "Load-exclusive operations: the first half of an atomic update made of two.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, event, STREX_PASS_SPEC,            0x006d, "Spec_Operation", "Store-exclusive operations that did store.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STREX_FAIL_SPEC,            0x006e, "Spec_Operation", "Store-exclusive operations that did not store: many mean that cores fight for a line.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, STREX_SPEC,                 0x006f, "Spec_Operation", "Store-exclusive operations, whether they stored or not.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, LD_SPEC,                    0x0070, "Spec_Operation", "Load operations issued, on wrong paths too.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, ST_SPEC,                    0x0071, "Spec_Operation", "Store operations issued, on wrong paths too.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 1, 1, event, LDST_SPEC,                  0x0072, "Spec_Operation", "Loads and stores executed, those of wrong paths too.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, DP_SPEC,                    0x0073, "Spec_Operation", "Integer data-processing operations issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, ASE_SPEC,                   0x0074, "Spec_Operation", "Advanced SIMD operations issued, without loads, stores and moves.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, VFP_SPEC,                   0x0075, "Spec_Operation", "Floating-point operations on scalars issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, PC_WRITE_SPEC,              0x0076, "Spec_Operation", "Operations issued by which software changes the program counter.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, CRYPTO_SPEC,                0x0077, "Spec_Operation", "Cryptographic operations issued, without PMULL and VMULL.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, event, BR_IMMED_SPEC,              0x0078, "Spec_Operation", "Branches issued whose target is encoded in the instruction.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, event, BR_RETURN_SPEC,             0x0079, "Spec_Operation", "Procedure returns issued; they are also indirect branches.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, event, BR_INDIRECT_SPEC,           0x007a, "Spec_Operation", "Branches issued whose target is in a register, returns among them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, ISB_SPEC,                   0x007c, "Spec_Operation", "ISB operations issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, DSB_SPEC,                   0x007d, "Spec_Operation", "DSB operations issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, DMB_SPEC,                   0x007e, "Spec_Operation", "DMB operations issued.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, event, CSDB_SPEC,                  0x007f, "Spec_Operation", "CSDB operations issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_UNDEF,                  0x0081, "Exception",      "Exceptions taken locally for undefined instructions and other synchronous causes that no event of these counts.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_SVC,                    0x0082, "Exception",      "Exceptions taken locally for SVC: system calls.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_PABORT,                 0x0083, "Exception",      "Exceptions taken locally for fetches that failed: page faults of code.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_DABORT,                 0x0084, "Exception",      "Exceptions taken locally for data accesses that failed, page faults most of all, and for SErrors.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_IRQ,                    0x0086, "Exception",      "IRQs taken locally, virtual ones too.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_FIQ,                    0x0087, "Exception",      "FIQs taken locally, virtual ones too.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 1, event, EXC_SMC,                    0x0088, "Exception",      "Exceptions taken to EL3 for SMC.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_HVC,                    0x008a, "Exception",      "Exceptions taken to EL2 for HVC.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_TRAP_PABORT,            0x008b, "Exception",      "Fetches that failed and were taken to a higher Exception level than where faults of code normally go.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_TRAP_DABORT,            0x008c, "Exception",      "Data accesses that failed, and SErrors, taken to a higher Exception level: a hypervisor's page faults.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_TRAP_OTHER,             0x008d, "Exception",      "Traps taken to a higher Exception level that no other event of these counts.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_TRAP_IRQ,               0x008e, "Exception",      "IRQs taken to a higher Exception level: a hypervisor or monitor takes them for itself.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, EXC_TRAP_FIQ,               0x008f, "Exception",      "FIQs taken to a higher Exception level.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, RC_LD_SPEC,                 0x0090, "Spec_Operation", "Loads issued with acquire ordering.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, event, RC_ST_SPEC,                 0x0091, "Spec_Operation", "Stores issued with release ordering.") \
    ROW(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, event, L3D_CACHE_RD,               0x00a0, "L3_Cache",       "Look-ups of the level 3 cache by reads.")

/* Events from 0x4000 on */
#define SPE_EACH_LATER_EVENT(ROW) \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, SAMPLE_POP,                 0x4000, "SPE",            "Operations that sampling can choose from, whether it chooses them or not.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, SAMPLE_FEED,                0x4001, "SPE",            "Operations that sampling chose and began to observe, before filters.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, SAMPLE_FILTRATE,            0x4002, "SPE",            "Samples that the filter let through, those discarded before they reach the buffer among them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, SAMPLE_COLLISION,           0x4003, "SPE",            "Operations that were to be sampled while the sample before was still in flight.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, CNT_CYCLES,                 0x4004, "General",        "Ticks of the system counter; before FEAT_PMUv3p9 perhaps also while the core waits. With CPU_CYCLES: the frequency.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, STALL_BACKEND_MEM,          0x4005, "Stall",          "Backend stall cycles for misses of the core's last cache and (from Armv8.7) Non-cacheable accesses: lost to memory.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, L1I_CACHE_LMISS,            0x4006, "L1I_Cache",      "Fetches whose instructions came, late, from beyond the level 1 instruction cache.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 1, 1, later, L2D_CACHE_LMISS_RD,         0x4009, "L2_Cache",       "Reads whose data came, late, from beyond the level 2 cache.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, L2I_CACHE_LMISS,            0x400a, "L2_Cache",       "Look-ups of the level 2 cache for instructions that had to wait for a line from beyond it.") \
    ROW(0, 1, 1, 1, 1, 1, 0, 0, 0, 0, later, L3D_CACHE_LMISS_RD,         0x400b, "L3_Cache",       "Reads whose data came, late, from beyond the level 3 cache.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, TRB_WRAP,                   0x400c, "TRACE",          "How often the trace buffer began again at its start.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, TRCEXTOUT0,                 0x4010, "TRACE",          "The trace unit's external output 0.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, TRCEXTOUT1,                 0x4011, "TRACE",          "The trace unit's external output 1.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, TRCEXTOUT2,                 0x4012, "TRACE",          "The trace unit's external output 2.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, TRCEXTOUT3,                 0x4013, "TRACE",          "The trace unit's external output 3.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, CTI_TRIGOUT4,               0x4018, "TRACE",          "Output trigger 4 of the cross trigger interface.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, CTI_TRIGOUT5,               0x4019, "TRACE",          "Output trigger 5 of the cross trigger interface.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, CTI_TRIGOUT6,               0x401a, "TRACE",          "Output trigger 6 of the cross trigger interface.") \
    ROW(0, 0, 1, 1, 1, 1, 0, 0, 0, 0, later, CTI_TRIGOUT7,               0x401b, "TRACE",          "Output trigger 7 of the cross trigger interface.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 1, 1, later, LDST_ALIGN_LAT,             0x4020, "Memory",         "Loads and stores that took longer because of their alignment.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 1, 1, later, LD_ALIGN_LAT,               0x4021, "Memory",         "Loads that took longer because of their alignment.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 1, 1, later, ST_ALIGN_LAT,               0x4022, "Memory",         "Stores that took longer because of their alignment.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 1, 1, later, MEM_ACCESS_CHECKED,         0x4024, "Memory",         "Accesses whose address tag was compared with the Allocation Tag.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 1, 1, later, MEM_ACCESS_CHECKED_RD,      0x4025, "Memory",         "Reads whose address tag was compared with the Allocation Tag.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 1, 1, later, MEM_ACCESS_CHECKED_WR,      0x4026, "Memory",         "Writes whose address tag was compared with the Allocation Tag.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, SIMD_INST_SPEC,             0x8004, "Spec_Operation", "Operations of Advanced SIMD, SVE or SME, loads and stores too, without data processing on scalars.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, ASE_INST_SPEC,              0x8005, "Spec_Operation", "Advanced SIMD operations issued, loads, stores and moves of that extension among them.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_INST_SPEC,              0x8006, "SVE",            "SVE operations issued, loads and stores among them.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, FP_HP_SPEC,                 0x8014, "FP_Operation",   "Half-precision floating-point operations, those of wrong paths too.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, FP_SP_SPEC,                 0x8018, "FP_Operation",   "Single-precision floating-point operations, those of wrong paths too.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, FP_DP_SPEC,                 0x801c, "FP_Operation",   "Double-precision floating-point operations, those of wrong paths too.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, INT_SPEC,                   0x8040, "Spec_Operation", "Integer operations, those of wrong paths too.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_PRED_SPEC,              0x8074, "SVE",            "SVE operations issued with a governing predicate.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_PRED_EMPTY_SPEC,        0x8075, "SVE",            "SVE operations issued whose predicate had no lane active: work for nothing.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_PRED_FULL_SPEC,         0x8076, "SVE",            "SVE operations issued whose predicate had every lane active.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_PRED_PARTIAL_SPEC,      0x8077, "SVE",            "SVE operations issued whose predicate had some lanes active, neither none nor all.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_PRED_NOT_FULL_SPEC,     0x8079, "SVE",            "Predicated SVE operations of which at least one element was inactive.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, PRF_SPEC,                   0x8087, "Spec_Operation", "Prefetch instructions executed, those of wrong paths too.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_LDFF_SPEC,              0x80bc, "SVE",            "First-fault and non-fault SVE loads issued.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, SVE_LDFF_FAULT_SPEC,        0x80bd, "SVE",            "First-fault and non-fault SVE loads issued that cleared a bit of the first-fault register.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, FP_SCALE_OPS_SPEC,          0x80c0, "FP_Operation",   "Floating-point operations of SVE, as many as there would be with vectors of 128 bits.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, later, FP_FIXED_OPS_SPEC,          0x80c1, "FP_Operation",   "Floating-point operations of scalar and Advanced SIMD instructions, a vector counted by its elements.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, ASE_SVE_INT8_SPEC,          0x80e3, "SVE",            "Advanced SIMD and SVE operations on 8-bit integers.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, ASE_SVE_INT16_SPEC,         0x80e7, "SVE",            "Advanced SIMD and SVE operations on 16-bit integers.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, ASE_SVE_INT32_SPEC,         0x80eb, "SVE",            "Advanced SIMD and SVE operations on 32-bit integers.") \
    ROW(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, later, ASE_SVE_INT64_SPEC,         0x80ef, "SVE",            "Advanced SIMD and SVE operations on 64-bit integers.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, later, BR_SKIP_RETIRED,            0x8107, "Retired",        "Branches that the program executed and that were not taken.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 1, later, BR_IMMED_TAKEN_RETIRED,     0x8108, "Retired",        "Direct branches that the program took.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_INDNR_TAKEN_RETIRED,     0x810c, "Retired",        "Indirect branches that the program took, returns left out.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_IMMED_PRED_RETIRED,      0x8110, "Retired",        "Direct branches that the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_IMMED_MIS_PRED_RETIRED,  0x8111, "Retired",        "Direct branches that the predictor had wrong.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_IND_PRED_RETIRED,        0x8112, "Retired",        "Indirect branches, returns among them, that the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_IND_MIS_PRED_RETIRED,    0x8113, "Retired",        "Indirect branches, returns among them, that the predictor had wrong.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_RETURN_PRED_RETIRED,     0x8114, "Retired",        "Returns that the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_RETURN_MIS_PRED_RETIRED, 0x8115, "Retired",        "Returns that the predictor had wrong.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_INDNR_PRED_RETIRED,      0x8116, "Retired",        "Indirect branches, returns left out, that the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_INDNR_MIS_PRED_RETIRED,  0x8117, "Retired",        "Indirect branches, returns left out, that the predictor had wrong.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, BR_TAKEN_PRED_RETIRED,      0x8118, "Retired",        "Branches that were taken and that the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, BR_TAKEN_MIS_PRED_RETIRED,  0x8119, "Retired",        "Branches that were taken and that the predictor had wrong.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, BR_SKIP_PRED_RETIRED,       0x811a, "Retired",        "Branches that were not taken and that the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, BR_SKIP_MIS_PRED_RETIRED,   0x811b, "Retired",        "Branches that were not taken and that the predictor had wrong.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_PRED_RETIRED,            0x811c, "Retired",        "Branches that the program executed and the predictor had right.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, BR_IND_RETIRED,             0x811d, "Retired",        "Indirect branches that the program executed, returns among them.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, BRB_FILTRATE,               0x811f, "BRBE",           "Branch records that the branch record buffer kept.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, INST_FETCH_PERCYC,          0x8120, "Memory",         "In each cycle, the fetches of instructions that are in progress, added up.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, MEM_ACCESS_RD_PERCYC,       0x8121, "Memory",         "In each cycle, the reads of data that are in progress, added up.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, INST_FETCH,                 0x8124, "Memory",         "Fetches of instructions from memory or caches.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, DTLB_WALK_PERCYC,           0x8128, "TLB",            "In each cycle, the table walks for data that are in progress, added up.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, ITLB_WALK_PERCYC,           0x8129, "TLB",            "In each cycle, the table walks for instructions that are in progress, added up.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, SAMPLE_FEED_BR,             0x812a, "SPE",            "Samples taken of branches. From FEAT_SPEv1p2 on.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, SAMPLE_FEED_LD,             0x812b, "SPE",            "Samples taken of loads, atomic operations that load among them. From FEAT_SPEv1p2 on.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, SAMPLE_FEED_ST,             0x812c, "SPE",            "Samples taken of stores, atomic operations among them. From FEAT_SPEv1p2 on.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, SAMPLE_FEED_OP,             0x812d, "SPE",            "Samples taken of the types of operation that the filter by type names. From FEAT_SPEv1p2 on.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, SAMPLE_FEED_EVENT,          0x812e, "SPE",            "Samples taken with the events that filters require and without those that they exclude. From FEAT_SPEv1p2 on.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, SAMPLE_FEED_LAT,            0x812f, "SPE",            "Samples taken whose total latency is at least the least that PMSLATFR_EL1 gives. From FEAT_SPEv1p2 on.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1D_TLB_RW,                 0x8130, "TLB",            "Look-ups of the level 1 data TLB by loads and stores.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_TLB_RD,                 0x8131, "TLB",            "Look-ups of the level 1 instruction TLB by fetches that the program needs.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1D_TLB_PRFM,               0x8132, "TLB",            "Look-ups of the level 1 data TLB by prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_TLB_PRFM,               0x8133, "TLB",            "Look-ups of the level 1 instruction TLB by prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, DTLB_HWUPD,                 0x8134, "TLB",            "Table walks for data that updated an Access flag or a dirty state.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, ITLB_HWUPD,                 0x8135, "TLB",            "Table walks for instructions that updated an Access flag.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, DTLB_STEP,                  0x8136, "TLB",            "Reads of translation tables for data: the steps of the walks.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, ITLB_STEP,                  0x8137, "TLB",            "Reads of translation tables for instructions: the steps of the walks.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, DTLB_WALK_LARGE,            0x8138, "TLB",            "Table walks for data that found a page of 2 MiB or more.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, ITLB_WALK_LARGE,            0x8139, "TLB",            "Table walks for instructions that found a page of 2 MiB or more.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, DTLB_WALK_SMALL,            0x813a, "TLB",            "Table walks for data that found a page of less than 2 MiB.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, ITLB_WALK_SMALL,            0x813b, "TLB",            "Table walks for instructions that found a page of less than 2 MiB.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, DTLB_WALK_RW,               0x813c, "TLB",            "Table walks for data because of loads and stores.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, ITLB_WALK_RD,               0x813d, "TLB",            "Table walks because of fetches that the program needs.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, DTLB_WALK_PRFM,             0x813e, "TLB",            "Table walks for data because of prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, ITLB_WALK_PRFM,             0x813f, "TLB",            "Table walks for instructions because of prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, L1D_CACHE_RW,               0x8140, "L1D_Cache",      "Look-ups of the level 1 data cache by loads and stores, prefetches left out.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_RD,               0x8141, "L1I_Cache",      "Look-ups of the level 1 instruction cache by fetches that the program needs.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, L1D_CACHE_PRFM,             0x8142, "L1D_Cache",      "Look-ups of the level 1 data cache by prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_PRFM,             0x8143, "L1I_Cache",      "Look-ups of the level 1 instruction cache by prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1D_CACHE_MISS,             0x8144, "L1D_Cache",      "Loads and stores that missed the level 1 data cache.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_HWPRF,            0x8145, "L1I_Cache",      "Look-ups of the level 1 instruction cache by the hardware prefetcher.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, later, L1D_CACHE_REFILL_PRFM,      0x8146, "L1D_Cache",      "Lines brought into the level 1 data cache because of a prefetch instruction.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_REFILL_PRFM,      0x8147, "L1I_Cache",      "Lines brought into the level 1 instruction cache because of a prefetch instruction.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, L2D_CACHE_RW,               0x8148, "L2_Cache",       "Look-ups of the level 2 cache by loads and stores, prefetches left out.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, L2I_CACHE_RD,               0x8149, "L2_Cache",       "Look-ups of the level 2 cache by fetches that the program needs.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L2D_CACHE_PRFM,             0x814a, "L2_Cache",       "Look-ups of the level 2 cache by prefetch instructions.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L2D_CACHE_MISS,             0x814c, "L2_Cache",       "Loads and stores that missed the level 2 cache.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L2D_CACHE_REFILL_PRFM,      0x814e, "L2_Cache",       "Lines brought into the level 2 cache because of a prefetch instruction.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, L3D_CACHE_MISS,             0x8152, "L3_Cache",       "Loads and stores that missed the level 3 cache.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, L1D_CACHE_HWPRF,            0x8154, "L1D_Cache",      "Look-ups of the level 1 data cache by the hardware prefetcher.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L2D_CACHE_HWPRF,            0x8155, "L2_Cache",       "Look-ups of the level 2 cache by the hardware prefetcher.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_FRONTEND_MEMBOUND,    0x8158, "Stall",          "Frontend stall cycles that waited for instructions from memory or for their translation.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_FRONTEND_L1I,         0x8159, "Stall",          "Frontend stall cycles that waited for a miss of the level 1 instruction cache which the core's other caches served.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_FRONTEND_MEM,         0x815b, "Stall",          "Frontend stall cycles that waited for a miss of the last cache of the core.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, STALL_FRONTEND_TLB,         0x815c, "Stall",          "Frontend stall cycles that waited for the translation of an address.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_FRONTEND_CPUBOUND,    0x8160, "Stall",          "Frontend stall cycles that did not wait for memory.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_FRONTEND_FLOW,        0x8161, "Stall",          "Frontend stall cycles in which the predictor gave no next address.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_FRONTEND_FLUSH,       0x8162, "Stall",          "Frontend stall cycles after a flush, until the pipeline was filled again.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_BACKEND_MEMBOUND,     0x8164, "Stall",          "Backend stall cycles that waited for memory: data, translations or stores.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_BACKEND_L1D,          0x8165, "Stall",          "Backend stall cycles that waited for a miss of the level 1 data cache which the core's other caches served.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, later, STALL_BACKEND_TLB,          0x8167, "Stall",          "Backend stall cycles that waited for the translation of an address.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_BACKEND_ST,           0x8168, "Stall",          "Backend stall cycles that waited for stores.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_BACKEND_CPUBOUND,     0x816a, "Stall",          "Backend stall cycles that did not wait for memory.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_BACKEND_BUSY,         0x816b, "Stall",          "Backend stall cycles in which the issue queues were full.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, later, STALL_BACKEND_RENAME,       0x816d, "Stall",          "Backend stall cycles in which no register was free for renaming.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, CAS_NEAR_PASS,              0x8171, "Spec_Operation", "Compare-and-swap operations that the core's caches served and whose comparison succeeded.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, CAS_NEAR_SPEC,              0x8172, "Spec_Operation", "Compare-and-swap operations that the core's caches served, those of wrong paths too.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, CAS_FAR_SPEC,               0x8173, "Spec_Operation", "Compare-and-swap operations that were sent beyond the core, those of wrong paths too.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, L1D_CACHE_REFILL_HWPRF,     0x81bc, "L1D_Cache",      "Lines brought into the level 1 data cache by the hardware prefetcher.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L2D_CACHE_REFILL_HWPRF,     0x81bd, "L2_Cache",       "Lines brought into the level 2 cache by the hardware prefetcher.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_HIT_RD,           0x81c0, "L1I_Cache",      "Fetches that the program needs that hit the level 1 instruction cache.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_HIT_RD_FPRFM,     0x81d0, "L1I_Cache",      "The first hit, by a fetch that the program needs, of a line that a prefetch instruction had fetched.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_HIT_RD_FHWPRF,    0x81e0, "L1I_Cache",      "The first hit, by a fetch that the program needs, of a line that the hardware prefetcher had fetched.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_HIT,              0x8200, "L1I_Cache",      "Fetches that hit the level 1 instruction cache.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_CACHE_HIT_PRFM,         0x8208, "L1I_Cache",      "Prefetch instructions that hit the level 1 instruction cache.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_LFB_HIT_RD,             0x8240, "L1I_Cache",      "Fetches that the program needs that met a line on its way to the level 1 instruction cache.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_LFB_HIT_RD_FPRFM,       0x8250, "L1I_Cache",      "The first fetch that the program needs of a line on its way, for which a prefetch instruction had asked.") \
    ROW(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, later, L1I_LFB_HIT_RD_FHWPRF,      0x8260, "L1I_Cache",      "The first fetch that the program needs of a line on its way, for which the hardware prefetcher had asked.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, L2D_CACHE_PRF,              0x8285, "L2_Cache",       "Look-ups of the level 2 cache by prefetches of any kind.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, L2D_CACHE_REFILL_PRF,       0x828d, "L2_Cache",       "Lines brought into the level 2 cache by prefetches of any kind.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, later, LL_CACHE_REFILL,            0x829a, "LL_Cache",       "Lines brought into the last level cache after a miss.")

/* Metrics: identifier, name, unit, groups, formula; the metrics or groups to look at next, its meaning */
#define SPE_EACH_METRIC(ROW) \
    ROW(0, 0, 1, 1, 1, 0, 0, 0, 0, 0, metric, backend_bound, "backend_bound", "percent of slots", "Topdown_L1", "100 * (STALL_SLOT_BACKEND / (SLOTS * CPU_CYCLES) - BR_MIS_PRED * 3 / CPU_CYCLES)", \
        "DTLB_Effectiveness,L1D_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness,Operation_Mix", "Slots left empty because the backend could not take operations: high means waiting for data or execution units.") \
    ROW(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, metric, backend_bound_v1, "backend_bound", "percent of slots", "Topdown_L1", "STALL_SLOT_BACKEND / (SLOTS * CPU_CYCLES) * 100", \
        "DTLB_Effectiveness,L1D_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness,Operation_Mix", "Slots left empty because the backend could not take operations: high means waiting for data or execution units.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_bound_n3_v3, "backend_bound", "percent of slots", "Topdown_L1", "STALL_SLOT_BACKEND / (SLOTS * CPU_CYCLES) * 100", \
        "backend_core_bound,backend_mem_bound", "Slots left empty because the backend could not take operations: high means waiting for data or execution units.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_busy_bound, "backend_busy_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_BUSY / STALL_BACKEND * 100", \
        "", "Of the backend's stall cycles, those in which the issue queues were full.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_cache_l1d_bound, "backend_cache_l1d_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_L1D / (STALL_BACKEND_L1D + STALL_BACKEND_MEM) * 100", \
        "L1D_Cache_Effectiveness", "Of the backend's stall cycles for cache misses, those for misses of level 1 that level 2 served.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_cache_l2d_bound, "backend_cache_l2d_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_MEM / (STALL_BACKEND_L1D + STALL_BACKEND_MEM) * 100", \
        "L2_Cache_Effectiveness,LL_Cache_Effectiveness", "Of the backend's stall cycles for cache misses, those for misses of level 2.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_core_bound, "backend_core_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_CPUBOUND / STALL_BACKEND * 100", \
        "backend_core_rename_bound", "Of the backend's stall cycles, those that waited for the core and not for memory.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_core_rename_bound, "backend_core_rename_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_RENAME / STALL_BACKEND_CPUBOUND * 100", \
        "", "Of the backend's stall cycles for the core, those in which no register was free for renaming.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_mem_bound, "backend_mem_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_MEMBOUND / STALL_BACKEND * 100", \
        "backend_mem_cache_bound,backend_mem_tlb_bound,backend_mem_store_bound", "Of the backend's stall cycles, those that waited for memory: data, translations or stores.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_mem_cache_bound, "backend_mem_cache_bound", "percent of cycles", "Topdown_Backend", "(STALL_BACKEND_L1D + STALL_BACKEND_MEM) / STALL_BACKEND_MEMBOUND * 100", \
        "backend_cache_l1d_bound,backend_cache_l2d_bound", "Of the backend's stall cycles for memory, those for misses of the data caches.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_mem_store_bound, "backend_mem_store_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_ST / STALL_BACKEND_MEMBOUND * 100", \
        "", "Of the backend's stall cycles for memory, those that waited for stores.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, backend_mem_tlb_bound, "backend_mem_tlb_bound", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_TLB / STALL_BACKEND_MEMBOUND * 100", \
        "DTLB_Effectiveness", "Of the backend's stall cycles for memory, those for misses of the data TLB.") \
    ROW(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, metric, backend_stalled_cycles_n1, "backend_stalled_cycles", "percent of cycles", "Cycle_Accounting", "STALL_BACKEND / CPU_CYCLES * 100", \
        "DTLB_Effectiveness,L1D_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness,Operation_Mix", "Cycles in which the backend let nothing be dispatched: high means waiting for data or for execution units.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, backend_stalled_cycles, "backend_stalled_cycles", "percent of cycles", "Cycle_Accounting", "STALL_BACKEND / CPU_CYCLES * 100", \
        "", "Cycles in which the backend let nothing be dispatched: high means waiting for data or for execution units.") \
    ROW(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, metric, bad_speculation_old_n2, "bad_speculation", "percent of slots", "Topdown_L1", "100 * ((1 - OP_RETIRED / OP_SPEC) * (1 - (STALL_SLOT - CPU_CYCLES) / (SLOTS * CPU_CYCLES)) + BR_MIS_PRED * 4 / CPU_CYCLES)", \
        "Branch_Effectiveness", "Slots lost to operations thrown away and to refilling the pipeline: high means unpredictable branches.") \
    ROW(0, 1, 0, 1, 1, 0, 0, 0, 0, 0, metric, bad_speculation, "bad_speculation", "percent of slots", "Topdown_L1", "100 * ((1 - OP_RETIRED / OP_SPEC) * (1 - STALL_SLOT / (SLOTS * CPU_CYCLES)) + BR_MIS_PRED * 4 / CPU_CYCLES)", \
        "Branch_Effectiveness", "Slots lost to operations thrown away and to refilling the pipeline: high means unpredictable branches.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, bad_speculation_n3_v3, "bad_speculation", "percent of slots", "Topdown_L1", "(1 - STALL_SLOT / (SLOTS * CPU_CYCLES)) * (1 - OP_RETIRED / OP_SPEC) * 100 + STALL_FRONTEND_FLUSH / CPU_CYCLES * 100", \
        "Branch_Effectiveness", "Slots lost to operations thrown away and to refilling the pipeline: high means unpredictable branches.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, barrier_percentage, "barrier_percentage", "percent of operations", "Operation_Mix", "(ISB_SPEC + DSB_SPEC + DMB_SPEC) / INST_SPEC * 100", \
        "", "Barriers (ISB, DSB, DMB) among the operations issued: high means much synchronisation.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, branch_direct_ratio, "branch_direct_ratio", "per branch", "Branch_Effectiveness", "BR_IMMED_RETIRED / BR_RETIRED", "", "Of the branches executed, how many had their target in the instruction.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, branch_indirect_ratio, "branch_indirect_ratio", "per branch", "Branch_Effectiveness", "BR_IND_RETIRED / BR_RETIRED", \
        "", "Of the branches executed, how many took their target from a register, returns among them.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, branch_misprediction_ratio, "branch_misprediction_ratio", "per branch", "Miss_Ratio,Branch_Effectiveness", "BR_MIS_PRED_RETIRED / BR_RETIRED", \
        "", "Of the branches executed, how many were predicted wrongly: high means that the predictor does badly.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, branch_mpki, "branch_mpki", "MPKI", "MPKI,Branch_Effectiveness", "BR_MIS_PRED_RETIRED / INST_RETIRED * 1000", \
        "", "Wrongly predicted branches in a thousand instructions: high means that flushes matter to the program.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 0, 0, metric, branch_percentage, "branch_percentage", "percent of operations", "Operation_Mix", "(BR_IMMED_SPEC + BR_INDIRECT_SPEC) / INST_SPEC * 100", \
        "", "Branches among the operations issued; returns are counted as indirect branches.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 1, 1, metric, branch_percentage_n3, "branch_percentage", "percent of operations", "Operation_Mix", "PC_WRITE_SPEC / INST_SPEC * 100", \
        "", "Branches, and other operations that may change the PC, among the operations issued.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, branch_return_ratio, "branch_return_ratio", "per branch", "Branch_Effectiveness", "BR_RETURN_RETIRED / BR_RETIRED", "", "Of the branches executed, how many were returns from functions.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, crypto_percentage, "crypto_percentage", "percent of operations", "Operation_Mix", "CRYPTO_SPEC / INST_SPEC * 100", "", "Cryptographic operations, without PMULL and VMULL, among those issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, dtlb_mpki, "dtlb_mpki", "MPKI", "MPKI,DTLB_Effectiveness", "DTLB_WALK / INST_RETIRED * 1000", "", "Table walks for data in a thousand instructions: high means that data lie on too many pages.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, dtlb_walk_ratio, "dtlb_walk_ratio", "per TLB access", "Miss_Ratio,DTLB_Effectiveness", "DTLB_WALK / L1D_TLB", \
        "", "Of the look-ups of the data TLB, how many ended in a walk: high means that data lie on too many pages.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, fp16_percentage, "fp16_percentage", "percent of operations", "FP_Precision_Mix", "FP_HP_SPEC / INST_SPEC * 100", "", "Half-precision floating-point operations among those issued.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, fp32_percentage, "fp32_percentage", "percent of operations", "FP_Precision_Mix", "FP_SP_SPEC / INST_SPEC * 100", "", "Single-precision floating-point operations among those issued.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, fp64_percentage, "fp64_percentage", "percent of operations", "FP_Precision_Mix", "FP_DP_SPEC / INST_SPEC * 100", "", "Double-precision floating-point operations among those issued.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, fp_ops_per_cycle, "fp_ops_per_cycle", "operations per cycle", "FP_Arithmetic_Intensity", "(FP_SCALE_OPS_SPEC + FP_FIXED_OPS_SPEC) / CPU_CYCLES", \
        "", "Floating-point operations in a cycle: a vector counts once for each element, a multiply-add twice.") \
    ROW(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, metric, frontend_bound_old_n2, "frontend_bound", "percent of slots", "Topdown_L1", "100 * ((STALL_SLOT_FRONTEND - CPU_CYCLES) / (SLOTS * CPU_CYCLES) - BR_MIS_PRED / CPU_CYCLES)", \
        "Branch_Effectiveness,ITLB_Effectiveness,L1I_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness", "Slots that stayed empty because the frontend had no operations to give: high means waiting for instructions.") \
    ROW(0, 0, 0, 1, 1, 0, 0, 0, 0, 0, metric, frontend_bound_n2_v2, "frontend_bound", "percent of slots", "Topdown_L1", "100 * (STALL_SLOT_FRONTEND / (SLOTS * CPU_CYCLES) - BR_MIS_PRED / CPU_CYCLES)", \
        "Branch_Effectiveness,ITLB_Effectiveness,L1I_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness", "Slots that stayed empty because the frontend had no operations to give: high means waiting for instructions.") \
    ROW(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, metric, frontend_bound_v1, "frontend_bound", "percent of slots", "Topdown_L1", "100 * (STALL_SLOT_FRONTEND / (SLOTS * CPU_CYCLES) - BR_MIS_PRED * 4 / CPU_CYCLES)", \
        "Branch_Effectiveness,ITLB_Effectiveness,L1I_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness", "Slots that stayed empty because the frontend had no operations to give: high means waiting for instructions.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_bound_n3_v3, "frontend_bound", "percent of slots", "Topdown_L1", "(STALL_SLOT_FRONTEND / (SLOTS * CPU_CYCLES) - STALL_FRONTEND_FLUSH / CPU_CYCLES) * 100", \
        "frontend_core_bound,frontend_mem_bound", "Slots that stayed empty because the frontend had no operations to give: high means waiting for instructions.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_cache_l1i_bound, "frontend_cache_l1i_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_L1I / (STALL_FRONTEND_L1I + STALL_FRONTEND_MEM) * 100", \
        "L1I_Cache_Effectiveness", "Of the frontend's stall cycles for cache misses, those for misses of level 1 that level 2 served.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_cache_l2i_bound, "frontend_cache_l2i_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_MEM / (STALL_FRONTEND_L1I + STALL_FRONTEND_MEM) * 100", \
        "L2_Cache_Effectiveness,LL_Cache_Effectiveness", "Of the frontend's stall cycles for cache misses, those for misses of level 2.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_core_bound, "frontend_core_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_CPUBOUND / STALL_FRONTEND * 100", \
        "frontend_core_flush_bound,frontend_core_flow_bound", "Of the frontend's stall cycles, those that waited for the core and not for memory.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_core_flow_bound, "frontend_core_flow_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_FLOW / STALL_FRONTEND_CPUBOUND * 100", \
        "Branch_Effectiveness", "Of the frontend's stall cycles for the core, those in which the predictor gave no next address.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_core_flush_bound, "frontend_core_flush_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_FLUSH / STALL_FRONTEND_CPUBOUND * 100", \
        "Branch_Effectiveness", "Of the frontend's stall cycles for the core, those after a flush: high means mispredicted branches.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_mem_bound, "frontend_mem_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_MEMBOUND / STALL_FRONTEND * 100", \
        "frontend_mem_cache_bound,frontend_mem_tlb_bound", "Of the frontend's stall cycles, those that waited for memory: instructions or translations.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_mem_cache_bound, "frontend_mem_cache_bound", "percent of cycles", "Topdown_Frontend", "(STALL_FRONTEND_L1I + STALL_FRONTEND_MEM) / STALL_FRONTEND_MEMBOUND * 100", \
        "frontend_cache_l1i_bound,frontend_cache_l2i_bound", "Of the frontend's stall cycles for memory, those for misses of the instruction caches.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, metric, frontend_mem_tlb_bound, "frontend_mem_tlb_bound", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_TLB / STALL_FRONTEND_MEMBOUND * 100", \
        "ITLB_Effectiveness", "Of the frontend's stall cycles for memory, those for misses of the instruction TLB.") \
    ROW(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, metric, frontend_stalled_cycles_n1, "frontend_stalled_cycles", "percent of cycles", "Cycle_Accounting", "STALL_FRONTEND / CPU_CYCLES * 100", \
        "Branch_Effectiveness,ITLB_Effectiveness,L1I_Cache_Effectiveness,L2_Cache_Effectiveness,LL_Cache_Effectiveness", "Cycles in which the frontend had nothing to dispatch: high means waiting for instructions.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, frontend_stalled_cycles, "frontend_stalled_cycles", "percent of cycles", "Cycle_Accounting", "STALL_FRONTEND / CPU_CYCLES * 100", \
        "", "Cycles in which the frontend had nothing to dispatch: high means waiting for instructions.") \
    ROW(1, 1, 1, 1, 1, 0, 1, 0, 1, 1, metric, integer_dp_percentage, "integer_dp_percentage", "percent of operations", "Operation_Mix", "DP_SPEC / INST_SPEC * 100", "", "Integer data processing among the operations issued.") \
    ROW(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, metric, integer_dp_percentage_n3, "integer_dp_percentage", "percent of operations", "Operation_Mix", "(DP_SPEC - DSB_SPEC) / INST_SPEC * 100", "", "Integer data processing among the operations issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, metric, ipc, "ipc", "per cycle", "General", "INST_RETIRED / CPU_CYCLES", "", "Instructions that the core completed in a cycle: high means that the pipeline is used well.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, itlb_mpki, "itlb_mpki", "MPKI", "MPKI,ITLB_Effectiveness", "ITLB_WALK / INST_RETIRED * 1000", \
        "", "Table walks for instructions in a thousand instructions: high means that code lies on too many pages.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, itlb_walk_ratio, "itlb_walk_ratio", "per TLB access", "Miss_Ratio,ITLB_Effectiveness", "ITLB_WALK / L1I_TLB", \
        "", "Of the look-ups of the instruction TLB, how many ended in a walk: high means that code lies on too many pages.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, l1d_cache_miss_ratio, "l1d_cache_miss_ratio", "per cache access", "Miss_Ratio,L1D_Cache_Effectiveness", "L1D_CACHE_REFILL / L1D_CACHE", \
        "", "Refills for each look-up of the level 1 data cache: high means that data are not used again in time.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l1d_cache_mpki, "l1d_cache_mpki", "MPKI", "MPKI,L1D_Cache_Effectiveness", "L1D_CACHE_REFILL / INST_RETIRED * 1000", \
        "", "Refills of the level 1 data cache in a thousand instructions: high means that its misses matter to the program.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l1d_tlb_miss_ratio, "l1d_tlb_miss_ratio", "per TLB access", "Miss_Ratio,DTLB_Effectiveness", "L1D_TLB_REFILL / L1D_TLB", \
        "", "Refills for each look-up of the level 1 data TLB: high means that many pages are used in turn.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l1d_tlb_mpki, "l1d_tlb_mpki", "MPKI", "MPKI,DTLB_Effectiveness", "L1D_TLB_REFILL / INST_RETIRED * 1000", \
        "", "Refills of the level 1 data TLB in a thousand instructions; from the level 2 TLB they are cheap.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, l1i_cache_miss_ratio, "l1i_cache_miss_ratio", "per cache access", "Miss_Ratio,L1I_Cache_Effectiveness", "L1I_CACHE_REFILL / L1I_CACHE", \
        "", "Refills for each look-up of the level 1 instruction cache: high means that the code in use is larger.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l1i_cache_mpki, "l1i_cache_mpki", "MPKI", "MPKI,L1I_Cache_Effectiveness", "L1I_CACHE_REFILL / INST_RETIRED * 1000", \
        "", "Refills of the level 1 instruction cache in a thousand instructions: high means that fetches have to wait.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l1i_tlb_miss_ratio, "l1i_tlb_miss_ratio", "per TLB access", "Miss_Ratio,ITLB_Effectiveness", "L1I_TLB_REFILL / L1I_TLB", \
        "", "Refills for each look-up of the level 1 instruction TLB: high means that code jumps among many pages.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l1i_tlb_mpki, "l1i_tlb_mpki", "MPKI", "MPKI,ITLB_Effectiveness", "L1I_TLB_REFILL / INST_RETIRED * 1000", \
        "", "Refills of the level 1 instruction TLB in a thousand instructions; from the level 2 TLB they are cheap.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, l2_cache_miss_ratio, "l2_cache_miss_ratio", "per cache access", "Miss_Ratio,L2_Cache_Effectiveness", "L2D_CACHE_REFILL / L2D_CACHE", \
        "", "Refills for each look-up of the level 2 cache: high means that what is in use is larger than it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l2_cache_mpki, "l2_cache_mpki", "MPKI", "MPKI,L2_Cache_Effectiveness", "L2D_CACHE_REFILL / INST_RETIRED * 1000", \
        "", "Refills of the level 2 cache (L2D_CACHE_REFILL) in a thousand instructions: high means much traffic beyond the core.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l2_tlb_miss_ratio, "l2_tlb_miss_ratio", "per TLB access", "Miss_Ratio,ITLB_Effectiveness,DTLB_Effectiveness", "L2D_TLB_REFILL / L2D_TLB", \
        "", "Refills for each look-up of the level 2 TLB: high means that larger pages would help.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, l2_tlb_mpki, "l2_tlb_mpki", "MPKI", "MPKI,ITLB_Effectiveness,DTLB_Effectiveness", "L2D_TLB_REFILL / INST_RETIRED * 1000", \
        "", "Refills of the level 2 TLB in a thousand instructions: high means that larger pages would help.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, ll_cache_read_hit_ratio, "ll_cache_read_hit_ratio", "per cache access", "LL_Cache_Effectiveness", "(LL_CACHE_RD - LL_CACHE_MISS_RD) / LL_CACHE_RD", \
        "", "Of the reads that looked up the last level cache, how many hit: low means that most go on beyond it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, ll_cache_read_miss_ratio, "ll_cache_read_miss_ratio", "per cache access", "Miss_Ratio,LL_Cache_Effectiveness", "LL_CACHE_MISS_RD / LL_CACHE_RD", \
        "", "Of the reads that looked up the last level cache, how many missed: high means that most go on beyond it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, ll_cache_read_mpki, "ll_cache_read_mpki", "MPKI", "MPKI,LL_Cache_Effectiveness", "LL_CACHE_MISS_RD / INST_RETIRED * 1000", \
        "", "Reads that missed the last level cache in a thousand instructions: high means much traffic beyond it.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, load_percentage, "load_percentage", "percent of operations", "Operation_Mix", "LD_SPEC / INST_SPEC * 100", "", "Loads among the operations issued, those of SVE included.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, nonsve_fp_ops_per_cycle, "nonsve_fp_ops_per_cycle", "operations per cycle", "FP_Arithmetic_Intensity", "FP_FIXED_OPS_SPEC / CPU_CYCLES", \
        "", "Floating-point operations in a cycle by scalar and Advanced SIMD instructions.") \
    ROW(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, metric, retiring_old_n2, "retiring", "percent of slots", "Topdown_L1", "100 * (OP_RETIRED / OP_SPEC * (1 - (STALL_SLOT - CPU_CYCLES) / (SLOTS * CPU_CYCLES)))", \
        "Operation_Mix", "Slots whose operations retired: high means work that was needed; the rest to 100 percent was lost.") \
    ROW(0, 1, 0, 1, 1, 1, 1, 0, 0, 0, metric, retiring, "retiring", "percent of slots", "Topdown_L1", "(1 - STALL_SLOT / (SLOTS * CPU_CYCLES)) * (OP_RETIRED / OP_SPEC) * 100", \
        "Operation_Mix", "Slots whose operations retired: high means work that was needed; the rest to 100 percent was lost.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, scalar_fp_percentage, "scalar_fp_percentage", "percent of operations", "Operation_Mix", "VFP_SPEC / INST_SPEC * 100", "", "Scalar floating-point operations among those issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, simd_percentage, "simd_percentage", "percent of operations", "Operation_Mix", "ASE_SPEC / INST_SPEC * 100", "", "Advanced SIMD operations, without loads, stores and moves, among those issued.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, metric, store_percentage, "store_percentage", "percent of operations", "Operation_Mix", "ST_SPEC / INST_SPEC * 100", "", "Stores among the operations issued, those of SVE included.") \
    ROW(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, metric, sve_all_percentage, "sve_all_percentage", "percent of operations", "Operation_Mix", "SVE_INST_SPEC / INST_SPEC * 100", \
        "", "SVE operations among those issued; SVE loads and stores are counted here and as loads and stores.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, sve_fp_ops_per_cycle, "sve_fp_ops_per_cycle", "operations per cycle", "FP_Arithmetic_Intensity", "FP_SCALE_OPS_SPEC / CPU_CYCLES", \
        "", "Floating-point operations in a cycle by SVE instructions.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, sve_predicate_empty_percentage, "sve_predicate_empty_percentage", "percent of operations", "SVE_Effectiveness", "SVE_PRED_EMPTY_SPEC / SVE_PRED_SPEC * 100", \
        "", "Of the predicated SVE operations, how many had no active element: work for nothing.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, sve_predicate_full_percentage, "sve_predicate_full_percentage", "percent of operations", "SVE_Effectiveness", "SVE_PRED_FULL_SPEC / SVE_PRED_SPEC * 100", \
        "", "Of the predicated SVE operations, how many had only active elements.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, sve_predicate_partial_percentage, "sve_predicate_partial_percentage", "percent of operations", "SVE_Effectiveness", "SVE_PRED_PARTIAL_SPEC / SVE_PRED_SPEC * 100", \
        "", "Of the predicated SVE operations, how many had some, but not all, elements active.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, metric, sve_predicate_percentage, "sve_predicate_percentage", "percent of operations", "SVE_Effectiveness", "SVE_PRED_SPEC / INST_SPEC * 100", "", "Predicated SVE operations among those issued.")

/* Groups: name, what its metrics show */
#define SPE_EACH_GROUP(ROW) \
    ROW(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, group, Topdown_L1,              "Where the pipeline's slots go: the first look at a program.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, group, Topdown_Frontend,        "What the frontend waits for: the levels below frontend_bound.") \
    ROW(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, group, Topdown_Backend,         "What the backend waits for: the levels below backend_bound.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, group, Topdown_Speculation,     "What is thrown away, and why.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, group, Cycle_Accounting,        "Cycles that the frontend and the backend lose.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, group, General,                 "How fast the program runs.") \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, group, Bus,                     "How busy the interface to the interconnect is.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, MPKI,                    "Misses of everything that can miss, by instructions: comparable between cores.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, Miss_Ratio,              "Misses of everything that can miss, by its own accesses.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, group, SVE_Effectiveness,       "How well vectors of SVE are filled.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, group, FP_Arithmetic_Intensity, "How much floating-point work is done in a cycle.") \
    ROW(0, 0, 0, 0, 1, 1, 1, 0, 0, 0, group, FP_Precision_Mix,        "Which precisions floating-point operations have.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, Branch_Effectiveness,    "How well branches are predicted.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, ITLB_Effectiveness,      "How well addresses of instructions are translated.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, DTLB_Effectiveness,      "How well addresses of data are translated.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, L1I_Cache_Effectiveness, "How well the level 1 instruction cache works.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, L1D_Cache_Effectiveness, "How well the level 1 data cache works.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, L2_Cache_Effectiveness,  "How well the level 2 cache works.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 0, 0, group, LL_Cache_Effectiveness,  "How well the last level cache works, for reads.") \
    ROW(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, group, Operation_Mix,           "What operations are issued: how busy each kind of execution unit is.")

/* clang-format on */

#endif
