/* SPDX-License-Identifier: MIT */
/*
 * What only cores of other makers than Arm have: rows like those of telemetry_rows.h, with a column for each of TSV110,
 * Ampere1, Ampere1A. rNNNN is an event without a published name; its sentence is what Linux's name of its metric
 * says.
 */
#ifndef SPE_TELEMETRY_MAKER_ROWS_H
#define SPE_TELEMETRY_MAKER_ROWS_H

/* clang-format off */ /* tables are for reading */

/* Events: name, code, subject, what it counts */
#define SPE_EACH_MAKER_EVENT(ROW) \
    ROW(0, 1, 1, maker_event, GPC_FLUSH,              0x0120, "Spec_Operation", "Flushes of the pipeline, for mispredicted branches and other reasons.") \
    ROW(1, 0, 0, maker_event, r1001,                  0x1001, "Spec_Operation", "Flushes after a correction by the static predictor of branches.") \
    ROW(1, 0, 0, maker_event, r100d,                  0x100d, "Spec_Operation", "Returns from functions that were predicted wrongly.") \
    ROW(1, 0, 0, maker_event, r1010,                  0x1010, "Spec_Operation", "Indirect branches that were predicted wrongly.") \
    ROW(1, 0, 0, maker_event, r1013,                  0x1013, "Spec_Operation", "Calls of functions that were predicted wrongly: one of two kinds.") \
    ROW(1, 0, 0, maker_event, r1016,                  0x1016, "Spec_Operation", "Calls of functions that were predicted wrongly: the other kind.") \
    ROW(1, 0, 0, maker_event, L1I_CACHE_PRF,          0x102e, "L1I_Cache",      "Prefetches that look up the level 1 instruction cache.") \
    ROW(1, 0, 0, maker_event, L1I_CACHE_PRF_REFILL,   0x102f, "L1I_Cache",      "Lines brought into the level 1 instruction cache by prefetches.") \
    ROW(1, 0, 0, maker_event, IQ_IS_EMPTY,            0x1043, "Stall",          "Cycles in which the queue of instructions is empty.") \
    ROW(1, 0, 0, maker_event, IF_IS_STALL,            0x1044, "Stall",          "Cycles in which the fetch of instructions stands still.") \
    ROW(1, 0, 0, maker_event, r2004,                  0x2004, "Stall",          "Cycles in which the reorder buffer stops the dispatch.") \
    ROW(1, 0, 0, maker_event, r2005,                  0x2005, "Stall",          "Cycles in which the buffer of program counters stops the dispatch.") \
    ROW(1, 0, 0, maker_event, r2006,                  0x2006, "Stall",          "Cycles without a physical register for a result: one of three kinds.") \
    ROW(1, 0, 0, maker_event, r2007,                  0x2007, "Stall",          "Cycles without a physical register for a result: the second kind.") \
    ROW(1, 0, 0, maker_event, r2008,                  0x2008, "Stall",          "Cycles without a physical register for a result: the third kind.") \
    ROW(1, 0, 0, maker_event, r2010,                  0x2010, "Stall",          "Cycles in which a synchronisation stops the dispatch.") \
    ROW(1, 0, 0, maker_event, r2012,                  0x2012, "Spec_Operation", "Flushes of the whole pipeline, of those that r2013 counts.") \
    ROW(1, 0, 0, maker_event, r2013,                  0x2013, "Spec_Operation", "Flushes that were no mispredicted branch.") \
    ROW(1, 0, 0, maker_event, FETCH_BUBBLE,           0x2014, "Stall",          "Slots that the backend could have taken and for which the frontend had nothing.") \
    ROW(1, 0, 0, maker_event, r201d,                  0x201d, "Stall",          "Cycles in which the backend could take instructions and fetching delivered none.") \
    ROW(1, 0, 0, maker_event, r201e,                  0x201e, "Stall",          "Cycles in which the queue of operations that were saved stops the dispatch.") \
    ROW(1, 0, 0, maker_event, PRF_REQ,                0x6013, "Memory",         "Prefetches that the load and store unit requests.") \
    ROW(1, 0, 0, maker_event, HIT_ON_PRF,             0x6014, "Memory",         "Accesses that hit data which a prefetch has brought.") \
    ROW(1, 0, 0, maker_event, EXE_STALL_CYCLE,        0x7001, "Stall",          "Cycles in which fewer than four micro-operations were issued.") \
    ROW(1, 0, 0, maker_event, r7002,                  0x7002, "Stall",          "Cycles in which the divider stops the issue of operations.") \
    ROW(1, 0, 0, maker_event, r7003,                  0x7003, "Stall",          "Cycles in which the floating-point and SIMD unit stops the issue of operations.") \
    ROW(1, 0, 0, maker_event, MEM_STALL_ANYLOAD,      0x7004, "Stall",          "Cycles that issued nothing while a load was not complete.") \
    ROW(1, 0, 0, maker_event, r7005,                  0x7005, "Stall",          "Cycles that issued nothing while stores had to wait.") \
    ROW(1, 0, 0, maker_event, MEM_STALL_L1MISS,       0x7006, "Stall",          "Cycles that issued nothing while a load waited for what the level 1 cache had missed.") \
    ROW(1, 0, 0, maker_event, MEM_STALL_L2MISS,       0x7007, "Stall",          "Cycles that issued nothing while a load waited for what level 1 and 2 had missed.") \
    ROW(0, 1, 1, maker_event, IDR_STALL_LOB_ID,       0xd201, "Stall",          "Cycles in which dispatch stalled because the buffer of loads had no free entry.") \
    ROW(0, 1, 1, maker_event, IDR_STALL_SOB_ID,       0xd202, "Stall",          "Cycles in which dispatch stalled because the buffer of stores had no free entry.") \
    ROW(0, 1, 1, maker_event, IDR_STALL_IXU_SCHED,    0xd203, "Stall",          "Cycles in which dispatch stalled because the integer scheduler had no free entry.") \
    ROW(0, 1, 1, maker_event, IDR_STALL_FSU_SCHED,    0xd204, "Stall",          "Cycles in which dispatch stalled because the floating-point and SIMD scheduler had no free entry.") \
    ROW(0, 1, 1, maker_event, IDR_STALL_ROB_ID,       0xd205, "Stall",          "Cycles in which dispatch stalled because the reorder buffer had no free entry.") \
    ROW(0, 1, 1, maker_event, IDR_STALL_FLUSH,        0xd206, "Stall",          "Cycles in which dispatch stalled after a flush.") \
    ROW(0, 1, 1, maker_event, STALL_FRONTEND_CACHE,   0xd20b, "Stall",          "Cycles in which dispatch stalled because of a miss of the level 1 instruction cache.") \
    ROW(0, 1, 0, maker_event, STALL_FRONTEND_TLB,     0xd20c, "Stall",          "Cycles in which dispatch stalled because of a miss of the level 1 instruction TLB.") \
    ROW(0, 1, 1, maker_event, STALL_BACKEND_CACHE,    0xd20d, "Stall",          "Cycles in which dispatch stalled because of a miss of the level 1 data cache.") \
    ROW(0, 1, 0, maker_event, STALL_BACKEND_TLB,      0xd20e, "Stall",          "Cycles in which dispatch stalled because of a miss of the level 1 data TLB.") \
    ROW(0, 1, 1, maker_event, STALL_BACKEND_RESOURCE, 0xd20f, "Stall",          "Cycles in which dispatch stalled because a resource of the core was used up.") \
    ROW(0, 0, 1, maker_event, ASE_SCALAR_SPEC,        0xd210, "Spec_Operation", "Advanced SIMD operations on scalars, those of wrong paths too.") \
    ROW(0, 0, 1, maker_event, ASE_VECTOR_SPEC,        0xd211, "Spec_Operation", "Advanced SIMD operations on vectors, those of wrong paths too.") \
    ROW(0, 1, 1, maker_event, IXU_NUM_UOPS_ISSUED,    0xd300, "Spec_Operation", "Micro-operations that the integer scheduler issued.") \
    ROW(0, 1, 1, maker_event, FSU_ISSUED,             0xd400, "Spec_Operation", "Micro-operations that the floating-point and SIMD scheduler issued.") \
    ROW(0, 0, 1, maker_event, L1D_CACHE_REFILL_RW,    0xd60e, "L1D_Cache",      "Lines brought into the level 1 data cache because a load or store missed it.")

/* Metrics: name, unit, groups, formula, where it leads, what it measures */
#define SPE_EACH_MAKER_METRIC(ROW) \
    ROW(1, 0, 0, maker_metric, frontend_bound, "frontend_bound", "percent of slots", "Topdown_L1", "FETCH_BUBBLE / (SLOTS * CPU_CYCLES) * 100", \
        "fetch_latency_bound,fetch_bandwidth_bound", "Slots that stayed empty because the frontend had no operations to give.") \
    ROW(1, 0, 0, maker_metric, bad_speculation, "bad_speculation", "percent of slots", "Topdown_L1", "(INST_SPEC - INST_RETIRED) / (SLOTS * CPU_CYCLES) * 100", \
        "branch_mispredicts,machine_clears", "Slots of operations that were thrown away.") \
    ROW(1, 0, 0, maker_metric, retiring, "retiring", "percent of slots", "Topdown_L1", "INST_RETIRED / (SLOTS * CPU_CYCLES) * 100", "General", "Slots of operations that retired: work that was needed.") \
    ROW(1, 0, 0, maker_metric, backend_bound, "backend_bound", "percent of slots", "Topdown_L1", "(1 - (FETCH_BUBBLE + INST_SPEC) / (SLOTS * CPU_CYCLES)) * 100", \
        "core_bound,memory_bound,sync_stall,rob_stall,ptag_stall,saveopq_stall,pc_buffer_stall", "Slots that are not used and that the frontend did not lose: the backend could not take operations.") \
    ROW(1, 0, 0, maker_metric, fetch_latency_bound, "fetch_latency_bound", "percent of cycles", "Topdown_Frontend", "r201d / CPU_CYCLES * 100", \
        "idle_by_itlb_miss,idle_by_icache_miss,bp_misp_flush,ooo_flush,sp_flush", "Cycles in which fetching delivered nothing.") \
    ROW(1, 0, 0, maker_metric, fetch_bandwidth_bound, "fetch_bandwidth_bound", "percent of slots", "Topdown_Frontend", "(FETCH_BUBBLE / (SLOTS * CPU_CYCLES) - r201d / CPU_CYCLES) * 100", \
        "", "Slots that stayed empty because fetching delivered too little.") \
    ROW(1, 0, 0, maker_metric, idle_by_itlb_miss, "idle_by_itlb_miss", "percent of cycles", "Topdown_Frontend", "((L2I_TLB - L2I_TLB_REFILL) * 15 + L2I_TLB_REFILL * 100) / CPU_CYCLES * 100", \
        "", "Cycles for misses of the instruction TLB, if a hit of level 2 costs 15 and a miss 100.") \
    ROW(1, 0, 0, maker_metric, idle_by_icache_miss, "idle_by_icache_miss", "percent of cycles", "Topdown_Frontend", "((L2I_CACHE - L2I_CACHE_REFILL) * 15 + L2I_CACHE_REFILL * 100) / CPU_CYCLES * 100", \
        "", "Cycles for misses of the instruction cache, if a hit of level 2 costs 15 and a miss 100.") \
    ROW(1, 0, 0, maker_metric, bp_misp_flush, "bp_misp_flush", "percent of cycles", "Topdown_Frontend", "BR_MIS_PRED * 5 / CPU_CYCLES * 100", "", "Cycles for fetching again after mispredicted branches, if each costs 5.") \
    ROW(1, 0, 0, maker_metric, ooo_flush, "ooo_flush", "percent of cycles", "Topdown_Frontend", "r2013 * 5 / CPU_CYCLES * 100", "", "Cycles for fetching again after other flushes, if each costs 5.") \
    ROW(1, 0, 0, maker_metric, sp_flush, "sp_flush", "percent of cycles", "Topdown_Frontend", "r1001 * 5 / CPU_CYCLES * 100", "", "Cycles for fetching again after corrections by the static predictor, if each costs 5.") \
    ROW(1, 0, 0, maker_metric, branch_mispredicts, "branch_mispredicts", "percent of slots", "Topdown_Speculation", "(INST_SPEC - INST_RETIRED) / (SLOTS * CPU_CYCLES) * BR_MIS_PRED / (BR_MIS_PRED + r2013) * 100", \
        "indirect_branch,push_branch,pop_branch,other_branch", "Slots thrown away because of mispredicted branches.") \
    ROW(1, 0, 0, maker_metric, machine_clears, "machine_clears", "percent of slots", "Topdown_Speculation", "(INST_SPEC - INST_RETIRED) / (SLOTS * CPU_CYCLES) * r2013 / (BR_MIS_PRED + r2013) * 100", \
        "nuke_flush,other_flush", "Slots thrown away because of other flushes.") \
    ROW(1, 0, 0, maker_metric, indirect_branch, "indirect_branch", "per misprediction", "Topdown_Speculation", "r1010 / BR_MIS_PRED", "", "Indirect branches among the mispredicted branches.") \
    ROW(1, 0, 0, maker_metric, push_branch, "push_branch", "per misprediction", "Topdown_Speculation", "(r1013 + r1016) / BR_MIS_PRED", "", "Calls of functions among the mispredicted branches.") \
    ROW(1, 0, 0, maker_metric, pop_branch, "pop_branch", "per misprediction", "Topdown_Speculation", "r100d / BR_MIS_PRED", "", "Returns from functions among the mispredicted branches.") \
    ROW(1, 0, 0, maker_metric, other_branch, "other_branch", "per misprediction", "Topdown_Speculation", "(BR_MIS_PRED - r1010 - r1013 - r1016 - r100d) / BR_MIS_PRED", "", "The others among the mispredicted branches.") \
    ROW(1, 0, 0, maker_metric, nuke_flush, "nuke_flush", "per machine clear", "Topdown_Speculation", "r2012 / r2013", "", "Flushes of the whole pipeline among the flushes that were no mispredicted branch.") \
    ROW(1, 0, 0, maker_metric, other_flush, "other_flush", "per machine clear", "Topdown_Speculation", "1 - r2012 / r2013", "", "The others among the flushes that were no mispredicted branch.") \
    ROW(1, 0, 0, maker_metric, core_bound, "core_bound", "percent of cycles", "Topdown_Backend", "(EXE_STALL_CYCLE - MEM_STALL_ANYLOAD - r7005) / CPU_CYCLES * 100", \
        "divider,fsu_stall,exe_ports_util", "Cycles that issued too little without waiting for memory.") \
    ROW(1, 0, 0, maker_metric, memory_bound, "memory_bound", "percent of cycles", "Topdown_Backend", "(MEM_STALL_ANYLOAD + r7005) / CPU_CYCLES * 100", \
        "l1_bound,l2_bound,mem_bound,store_bound", "Cycles that issued nothing while loads or stores had to wait.") \
    ROW(1, 0, 0, maker_metric, sync_stall, "sync_stall", "percent of cycles", "Topdown_Backend", "r2010 / CPU_CYCLES * 100", "", "Cycles in which a synchronisation held up the pipeline.") \
    ROW(1, 0, 0, maker_metric, rob_stall, "rob_stall", "percent of cycles", "Topdown_Backend", "r2004 / CPU_CYCLES * 100", "", "Cycles in which the full reorder buffer held up the pipeline.") \
    ROW(1, 0, 0, maker_metric, ptag_stall, "ptag_stall", "percent of cycles", "Topdown_Backend", "(r2006 + r2007 + r2008) / CPU_CYCLES * 100", "", "Cycles without a free physical register.") \
    ROW(1, 0, 0, maker_metric, saveopq_stall, "saveopq_stall", "percent of cycles", "Topdown_Backend", "r201e / CPU_CYCLES * 100", "", "Cycles in which the queue of saved operations held up the pipeline.") \
    ROW(1, 0, 0, maker_metric, pc_buffer_stall, "pc_buffer_stall", "percent of cycles", "Topdown_Backend", "r2005 / CPU_CYCLES * 100", "", "Cycles in which the buffer of program counters held up the pipeline.") \
    ROW(1, 0, 0, maker_metric, divider, "divider", "percent of cycles", "Topdown_Backend", "r7002 / CPU_CYCLES * 100", "", "Cycles in which the divider held up the pipeline.") \
    ROW(1, 0, 0, maker_metric, fsu_stall, "fsu_stall", "percent of cycles", "Topdown_Backend", "r7003 / CPU_CYCLES * 100", "", "Cycles in which the floating-point and SIMD unit held up the pipeline.") \
    ROW(1, 0, 0, maker_metric, exe_ports_util, "exe_ports_util", "percent of cycles", "Topdown_Backend", "(EXE_STALL_CYCLE - MEM_STALL_ANYLOAD - r7005 - r7002 - r7003) / CPU_CYCLES * 100", \
        "", "The other cycles of core_bound: too few ports, or operations that depend on each other.") \
    ROW(1, 0, 0, maker_metric, l1_bound, "l1_bound", "percent of cycles", "Topdown_Backend", "(MEM_STALL_ANYLOAD - MEM_STALL_L1MISS) / CPU_CYCLES * 100", "", "Cycles that waited for loads that level 1 served.") \
    ROW(1, 0, 0, maker_metric, l2_bound, "l2_bound", "percent of cycles", "Topdown_Backend", "(MEM_STALL_L1MISS - MEM_STALL_L2MISS) / CPU_CYCLES * 100", "", "Cycles that waited for loads that level 2 served.") \
    ROW(1, 0, 0, maker_metric, mem_bound, "mem_bound", "percent of cycles", "Topdown_Backend", "MEM_STALL_L2MISS / CPU_CYCLES * 100", "", "Cycles that waited for loads from beyond level 2.") \
    ROW(1, 0, 0, maker_metric, store_bound, "store_bound", "percent of cycles", "Topdown_Backend", "r7005 / CPU_CYCLES * 100", "", "Cycles that waited for stores.") \
    ROW(0, 1, 1, maker_metric, ampere_frontend_bound, "frontend_bound", "percent of slots", "Topdown_L1", "(1 - (OP_SPEC + STALL_SLOT_BACKEND) / (SLOTS * CPU_CYCLES)) * 100", \
        "frontend_latency,frontend_bandwidth", "Slots that are not used and that the backend did not lose: the frontend had no operations to give.") \
    ROW(0, 1, 1, maker_metric, slots_lost_misspeculation_fraction, "slots_lost_misspeculation_fraction", "percent of slots", "Topdown_L1", "(OP_SPEC - OP_RETIRED) / (SLOTS * CPU_CYCLES) * 100", \
        "branch_mispredict,other_miss_pred", "Slots of operations that were thrown away.") \
    ROW(0, 1, 1, maker_metric, retired_fraction, "retired_fraction", "percent of slots", "Topdown_L1", "OP_RETIRED / (SLOTS * CPU_CYCLES) * 100", "Operation_Mix", "Slots of operations that retired: work that was needed.") \
    ROW(0, 1, 1, maker_metric, ampere_backend_bound, "backend_bound", "percent of slots", "Topdown_L1", "STALL_SLOT_BACKEND / (SLOTS * CPU_CYCLES) * 100", \
        "backend_core,backend_memory", "Slots left empty because the backend could not take operations.") \
    ROW(0, 1, 1, maker_metric, frontend_latency, "frontend_latency", "percent of cycles", "Topdown_Frontend", "(1 + STALL_FRONTEND / CPU_CYCLES - (OP_SPEC + STALL_SLOT_BACKEND + STALL_SLOT_FRONTEND) / (SLOTS * CPU_CYCLES)) * 100", \
        "stall_frontend_cache_rate,stall_frontend_tlb_rate,stall_recovery_rate", "Cycles in which the frontend had nothing to dispatch.") \
    ROW(0, 1, 1, maker_metric, frontend_bandwidth, "frontend_bandwidth", "percent of slots", "Topdown_Frontend", "(STALL_SLOT_FRONTEND / (SLOTS * CPU_CYCLES) - STALL_FRONTEND / CPU_CYCLES) * 100", \
        "", "Slots that stayed empty because the frontend had too few operations.") \
    ROW(0, 1, 1, maker_metric, stall_frontend_cache_rate, "stall_frontend_cache_rate", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_CACHE / CPU_CYCLES * 100", \
        "L1I_Cache_Effectiveness", "Cycles lost to misses of the instruction cache.") \
    ROW(0, 1, 1, maker_metric, stall_frontend_tlb_rate, "stall_frontend_tlb_rate", "percent of cycles", "Topdown_Frontend", "STALL_FRONTEND_TLB / CPU_CYCLES * 100", "ITLB_Effectiveness", "Cycles lost to misses of the instruction TLB.") \
    ROW(0, 1, 1, maker_metric, stall_recovery_rate, "stall_recovery_rate", "percent of cycles", "Topdown_Frontend", "IDR_STALL_FLUSH / CPU_CYCLES * 100", "", "Cycles lost after flushes.") \
    ROW(0, 1, 1, maker_metric, branch_mispredict, "branch_mispredict", "percent of slots", "Topdown_Speculation", "BR_MIS_PRED_RETIRED / GPC_FLUSH * (OP_SPEC - OP_RETIRED) / (SLOTS * CPU_CYCLES) * 100", \
        "Branch_Effectiveness", "Slots thrown away because of mispredicted branches.") \
    ROW(0, 1, 1, maker_metric, other_miss_pred, "other_miss_pred", "percent of slots", "Topdown_Speculation", "(1 - BR_MIS_PRED_RETIRED / GPC_FLUSH) * (OP_SPEC - OP_RETIRED) / (SLOTS * CPU_CYCLES) * 100", \
        "", "Slots thrown away because of other flushes.") \
    ROW(0, 1, 1, maker_metric, backend_core, "backend_core", "percent of slots", "Topdown_Backend", "(STALL_SLOT_BACKEND / (SLOTS * CPU_CYCLES) - (STALL_BACKEND_TLB + STALL_BACKEND_CACHE) / CPU_CYCLES) * 100", \
        "stall_backend_resource_rate", "Slots that the backend lost without waiting for data.") \
    ROW(0, 1, 1, maker_metric, backend_memory, "backend_memory", "percent of cycles", "Topdown_Backend", "(STALL_BACKEND_TLB + STALL_BACKEND_CACHE) / CPU_CYCLES * 100", \
        "stall_backend_cache_rate,stall_backend_tlb_rate", "Cycles in which the backend waited for data.") \
    ROW(0, 1, 1, maker_metric, stall_backend_cache_rate, "stall_backend_cache_rate", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_CACHE / CPU_CYCLES * 100", \
        "d_cache_l2_miss_rate,L1D_Cache_Effectiveness", "Cycles lost to misses of the data cache.") \
    ROW(0, 1, 1, maker_metric, stall_backend_tlb_rate, "stall_backend_tlb_rate", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_TLB / CPU_CYCLES * 100", "DTLB_Effectiveness", "Cycles lost to misses of the data TLB.") \
    ROW(0, 1, 1, maker_metric, d_cache_l2_miss_rate, "d_cache_l2_miss_rate", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_MEM / CPU_CYCLES * 100", "L2_Cache_Effectiveness", "Cycles lost to misses of the core's last cache.") \
    ROW(0, 1, 1, maker_metric, stall_backend_resource_rate, "stall_backend_resource_rate", "percent of cycles", "Topdown_Backend", "STALL_BACKEND_RESOURCE / CPU_CYCLES * 100", \
        "stall_ixu_sched_rate,stall_fsu_sched_rate,stall_lob_id_rate,stall_sob_id_rate,stall_rob_id_rate", "Cycles in which dispatch stalled because a resource of the core was used up.") \
    ROW(0, 1, 1, maker_metric, stall_ixu_sched_rate, "stall_ixu_sched_rate", "percent of cycles", "Topdown_Backend", "IDR_STALL_IXU_SCHED / CPU_CYCLES * 100", \
        "", "Cycles in which dispatch stalled because the integer scheduler was full.") \
    ROW(0, 1, 1, maker_metric, stall_fsu_sched_rate, "stall_fsu_sched_rate", "percent of cycles", "Topdown_Backend", "IDR_STALL_FSU_SCHED / CPU_CYCLES * 100", \
        "", "Cycles in which dispatch stalled because the floating-point and SIMD scheduler was full.") \
    ROW(0, 1, 1, maker_metric, stall_lob_id_rate, "stall_lob_id_rate", "percent of cycles", "Topdown_Backend", "IDR_STALL_LOB_ID / CPU_CYCLES * 100", "", "Cycles in which dispatch stalled because the buffer of loads was full.") \
    ROW(0, 1, 1, maker_metric, stall_sob_id_rate, "stall_sob_id_rate", "percent of cycles", "Topdown_Backend", "IDR_STALL_SOB_ID / CPU_CYCLES * 100", "", "Cycles in which dispatch stalled because the buffer of stores was full.") \
    ROW(0, 1, 1, maker_metric, stall_rob_id_rate, "stall_rob_id_rate", "percent of cycles", "Topdown_Backend", "IDR_STALL_ROB_ID / CPU_CYCLES * 100", "", "Cycles in which dispatch stalled because the reorder buffer was full.") \
    ROW(0, 1, 1, maker_metric, retired_rate, "retired_rate", "percent of operations", "Topdown_Speculation", "OP_RETIRED / OP_SPEC * 100", "", "Operations that the program needed, of all that were executed.") \
    ROW(0, 1, 1, maker_metric, wasted_rate, "wasted_rate", "percent of operations", "Topdown_Speculation", "(1 - OP_RETIRED / OP_SPEC) * 100", "", "Operations that were thrown away, of all that were executed.") \
    ROW(0, 1, 1, maker_metric, wasted, "wasted", "percent of slots", "Topdown_Speculation", "(1 - OP_RETIRED / (SLOTS * CPU_CYCLES)) * 100", "", "Slots that held no operation that retired, for whatever reason.") \
    ROW(0, 1, 1, maker_metric, bus_utilization, "bus_utilization", "percent of bus cycles", "Bus", "BUS_ACCESS / BUS_CYCLES * 100", "", "How busy the interface between the core and the interconnect is.") \
    ROW(0, 1, 1, maker_metric, branch_miss_pred_rate, "branch_miss_pred_rate", "percent of branches", "Branch_Effectiveness", "BR_MIS_PRED / BR_PRED * 100", \
        "", "Of the branches executed, on wrong paths too, how many were predicted wrongly.") \
    ROW(0, 1, 1, maker_metric, l1d_cache_read_miss, "l1d_cache_read_miss", "per cache read", "Miss_Ratio,L1D_Cache_Effectiveness", "L1D_CACHE_LMISS_RD / L1D_CACHE_RD", \
        "", "Of the loads that look up the level 1 data cache, how many had to wait for the next level.") \
    ROW(0, 1, 1, maker_metric, l1i_cache_read_miss_rate, "l1i_cache_read_miss_rate", "per cache access", "Miss_Ratio,L1I_Cache_Effectiveness", "L1I_CACHE_LMISS / L1I_CACHE", \
        "", "Of the fetches that look up the level 1 instruction cache, how many had to wait.") \
    ROW(0, 1, 1, maker_metric, l2d_cache_read_miss_rate, "l2d_cache_read_miss_rate", "per cache read", "Miss_Ratio,L2_Cache_Effectiveness", "L2D_CACHE_LMISS_RD / L2D_CACHE_RD", \
        "", "Of the reads that look up the level 2 cache, how many had to wait for what is beyond it.") \
    ROW(0, 1, 1, maker_metric, l1d_cache_miss_mpki, "l1d_cache_miss_mpki", "MPKI", "MPKI,L1D_Cache_Effectiveness", "L1D_CACHE_LMISS_RD / INST_RETIRED * 1000", "", "Loads that waited for more than level 1, in a thousand instructions.") \
    ROW(0, 1, 1, maker_metric, l1i_cache_miss_mpki, "l1i_cache_miss_mpki", "MPKI", "MPKI,L1I_Cache_Effectiveness", "L1I_CACHE_LMISS / INST_RETIRED * 1000", "", "Fetches that waited for more than level 1, in a thousand instructions.") \
    ROW(0, 1, 1, maker_metric, load_store_spec_rate, "load_store_spec_rate", "percent of operations", "Operation_Mix", "LDST_SPEC / INST_SPEC * 100", "", "Loads and stores among the operations issued.") \
    ROW(0, 1, 1, maker_metric, pipe_utilization, "pipe_utilization", "percent of 6 pipes", "Operation_Mix", "(IXU_NUM_UOPS_ISSUED + FSU_ISSUED) / (CPU_CYCLES * 6) * 100", "", "How busy the integer, floating-point and SIMD pipes are.") \
    ROW(0, 1, 1, maker_metric, ixu_pipe_utilization, "ixu_pipe_utilization", "percent of slots", "Operation_Mix", "IXU_NUM_UOPS_ISSUED / (SLOTS * CPU_CYCLES) * 100", \
        "", "Micro-operations that the integer scheduler issued for each slot.") \
    ROW(0, 1, 1, maker_metric, fsu_pipe_utilization, "fsu_pipe_utilization", "percent of 2 pipes", "Operation_Mix", "FSU_ISSUED / (CPU_CYCLES * 2) * 100", "", "How busy the floating-point and SIMD pipes are.") \
    ROW(0, 0, 1, maker_metric, l1d_cache_access_demand, "l1d_cache_access_demand", "percent of accesses", "L1D_Cache_Effectiveness", "L1D_CACHE_RW / L1D_CACHE * 100", "", "Loads and stores among the look-ups of the level 1 data cache.") \
    ROW(0, 0, 1, maker_metric, l1d_cache_access_prefetches, "l1d_cache_access_prefetches", "percent of accesses", "L1D_Cache_Effectiveness", "L1D_CACHE_PRFM / L1D_CACHE * 100", \
        "", "Prefetch instructions among the look-ups of the level 1 data cache.") \
    ROW(0, 0, 1, maker_metric, l1d_cache_demand_misses, "l1d_cache_demand_misses", "percent of accesses", "L1D_Cache_Effectiveness", "L1D_CACHE_REFILL_RW / L1D_CACHE * 100", "", "Refills of the level 1 data cache for loads and stores.") \
    ROW(0, 0, 1, maker_metric, l1d_cache_demand_misses_read, "l1d_cache_demand_misses_read", "percent of accesses", "L1D_Cache_Effectiveness", "L1D_CACHE_REFILL_RD / L1D_CACHE * 100", "", "Refills of the level 1 data cache for loads.") \
    ROW(0, 0, 1, maker_metric, l1d_cache_demand_misses_write, "l1d_cache_demand_misses_write", "percent of accesses", "L1D_Cache_Effectiveness", "L1D_CACHE_REFILL_WR / L1D_CACHE * 100", \
        "", "Refills of the level 1 data cache for stores.") \
    ROW(0, 0, 1, maker_metric, l1d_cache_prefetch_misses, "l1d_cache_prefetch_misses", "percent of accesses", "L1D_Cache_Effectiveness", "L1D_CACHE_REFILL_PRFM / L1D_CACHE * 100", \
        "", "Refills of the level 1 data cache for prefetch instructions.") \
    ROW(0, 0, 1, maker_metric, ase_scalar_mix, "ase_scalar_mix", "percent of operations", "Operation_Mix", "ASE_SCALAR_SPEC / OP_SPEC * 100", "", "Advanced SIMD operations on scalars among all operations.") \
    ROW(0, 0, 1, maker_metric, ase_vector_mix, "ase_vector_mix", "percent of operations", "Operation_Mix", "ASE_VECTOR_SPEC / OP_SPEC * 100", "", "Advanced SIMD operations on vectors among all operations.")

/* clang-format on */

#endif
