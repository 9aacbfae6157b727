/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/unit.h: a model of the Statistical Profiling Unit that writes records. Its inputs are operations and
 * System registers; its output is bytes in a buffer (DDI 0487, D17.2 to D17.7, and the shared pseudocode J1, SPE...).
 * It is for emulators, simulators, firmware models, and tests that need authentic streams without the hardware.
 * lab/docs/unit.md shows how to connect it.
 *
 * Version 0: a minor release may change it (base.h).
 *
 *     spe_unit unit;                                        // one for each PE
 *     spe_unit_init(&unit, &config);
 *     spe_unit_write_register(&unit, SPE_REG_PMSIRR_EL1, 1024);  // as software does with MSR
 *     spe_unit_set_level(&unit, 0, SPE_STATE_NON_SECURE);        // as exceptions are taken and return
 *     ...
 *     int sample = spe_unit_operation(&unit);               // for each operation: mostly a decrement and a branch
 *     if (sample)
 *         spe_unit_begin(&unit, sample, &start);            // where it was
 *     ...                                                   // it executes
 *     if (sample)
 *         spe_unit_complete(&unit, sample, &record, 0);     // what it did
 *
 * Promised: if the manual permits one behaviour, the unit samples, keeps, counts and writes what the pseudocode
 * specifies, and its registers then hold what the pseudocode specifies. If the manual permits several behaviours
 * (IMPLEMENTATION DEFINED), the configuration or a comment here selects one. If it permits any behaviour (CONSTRAINED
 * UNPREDICTABLE), the unit samples nothing, and spe_unit_problems() gives the reason.
 *
 * A unit belongs to one thread at a time. Its functions do not allocate. They call only the caller's random() and
 * write(), which must not call the unit. spe_unit_complete() takes up to 3 KiB of stack, and spe_unit_config_problem()
 * up to 2.5 KiB.
 */
#ifndef LIBSPE_LAB_UNIT_H
#define LIBSPE_LAB_UNIT_H

#include <libspe/encoder.h>
#include <libspe/filter.h>
#include <libspe-lab/profiling.h>
#include <libspe-lab/sysreg.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_UNIT_SIZE 4096   /* bytes of spe_unit, on every target and in every 1.x version */
#define SPE_UNIT_IN_FLIGHT 8 /* the most samples that may be in flight */

/*
 * Storage that the caller provides; nothing needs to be freed. It may be copied. The copy has the same samples in
 * flight, and continues with the same numbers of the unit's random generator. It has the same `context`, so that both
 * units write to the same memory. Zeroed storage is a unit that samples nothing.
 */
typedef struct spe_unit {
    int64_t left;    /* operations until spe_unit_choose() is called: see spe_unit_operation() */
    uint64_t target; /* the last branch taken: spe_unit_branch() */
    uint64_t opaque[SPE_UNIT_SIZE / 8 - 2];
} spe_unit;

/* -- the core -- */

/* The type of struct spe_unit_config.random: returns 32 random bits, each 0 or 1 with equal probability. */
typedef uint32_t spe_unit_random_fn(void *context);

/* Bytes that the unit writes to the buffer. The unit makes it; a later version may add members. */
struct spe_unit_write {
    uint64_t address;     /* of the first byte: PMBPTR_EL1 */
    uint64_t size;        /* bytes, 1 to 2048 */
    uint8_t owning_el;    /* 1 or 2: the address belongs to the translation regime of this Exception level ... */
    uint8_t owning_state; /* ... in this Security state, SPE_STATE_* (D17.7.1) */
    uint8_t is_physical;  /* 1: the address is physical, or with EL2 intermediate physical (FEAT_SPE_nVM) */
    uint8_t reserved0[5]; /* zero */
    const void *bytes;
    const void *reserved; /* NULL. On every target the struct ends with it, without padding */
};

/*
 * The type of struct spe_unit_config.write: writes a record's bytes to the buffer, from the first one on, up to a byte
 * that faults. It returns the number of bytes written, at most write->size. If that is less than size, it stores in
 * *syndrome the reason, a result of spe_syndrome_encode(): EC, MSS, MSS2 and EA; other bits are ignored. *syndrome is 0
 * before the call. *write and its bytes are valid until the function returns.
 */
typedef size_t spe_unit_write_fn(void *context, const struct spe_unit_write *write, uint64_t *syndrome);

/*
 * Flags of struct spe_unit_config.flags: choices that the architecture leaves to the core.
 * - SPE_UNIT_TARGET_ALWAYS: the target of the previous branch (FEAT_SPE_PBT) is in the record of every operation that
 *   retires, not only of branches. The record of a load may then take 73 bytes (MaxSize).
 * - SPE_UNIT_IGNORES_WRITES: while PMBLIMITR_EL1.E is set, writes to PMBPTR_EL1 and PMBSR_EL1 are ignored. Arm's SPE VM
 *   interface (DEN0154) allows this: a hypervisor may give such a unit to a virtual machine.
 */
#define SPE_UNIT_TARGET_ALWAYS (1u << 0)
#define SPE_UNIT_IGNORES_WRITES (1u << 1)

/*
 * The configuration of a unit. Initialise it with SPE_UNIT_CONFIG_INIT, then set `write` and the members that differ.
 * It has 64 bytes with 8-byte pointers, and 48 with 4-byte pointers.
 *
 * `registers` are the core's ID registers, in any order; if a register occurs more than once, its last entry counts.
 * PMSIDR_EL1 and ID_AA64DFR0_EL1 are required. PMBIDR_EL1 (alignment), ID_AA64PFR0_EL1 (EL2, EL3, SVE) and the other
 * registers that spe_features_from_registers() reads count as 0 if they are missing. Further registers may follow:
 * their values are the initial ones.
 */
struct spe_unit_config {
    uint32_t size;            /* sizeof(struct spe_unit_config) */
    uint32_t flags;           /* SPE_UNIT_TARGET_ALWAYS, SPE_UNIT_IGNORES_WRITES */
    uint64_t features;        /* SPE_FEATURE_* that the core has and no ID register reports, as for
                                 spe_features_from_registers() */
    uint8_t in_flight;        /* samples that may be in flight at once, up to SPE_UNIT_IN_FLIGHT; 0 means 1 */
    uint8_t events_size;      /* payload bytes of Events: 1, 2, 4, 8; 0 means 4, or 2 with SPE_LAYOUT_SLOTS_64 */
    uint8_t data_source_size; /* payload bytes of Data Source: 1, 2; 0 means 2, or 1 with SPE_LAYOUT_SLOTS_64 or with
                                 records of at most 64 bytes (MaxSize) */
    uint8_t layout;           /* SPE_LAYOUT_* of encoder.h; SPE_LAYOUT_SLOTS_64 is not possible with FEAT_SPE_PBT */
    uint32_t reserved;        /* zero */
    uint64_t seed;            /* of the unit's own random numbers; any number */
    uint64_t register_count;  /* number of registers[] */
    const struct spe_sysreg_value *registers; /* copied */
    spe_unit_random_fn *random;               /* NULL: the unit's own random numbers */
    spe_unit_write_fn *write;                 /* must not be NULL */
    void *context;                            /* passed to random() and write() */
};

#define SPE_UNIT_CONFIG_INIT SPE_SIZED(spe_unit_config)

/*
 * Returns the name of an invalid member of a configuration, or NULL if no member is invalid or config is NULL. The
 * string lives as long as the program. The names are:
 * - "size": less than the size of the struct, or more than 512
 * - "reserved": that member, or a byte after the members that this version has, is not 0
 * - "flags", "features": an unknown flag
 * - "in_flight", "events_size", "data_source_size", "layout": not one of the listed values, or not possible together
 *   with the layout, or a layout that the core cannot use
 * - "write": NULL
 * - "registers": NULL while register_count is not 0; an entry is not a register; PMSIDR_EL1.Format is not 0, MaxSize is
 *   reserved or below 64 bytes, or CountSize is reserved; PMBIDR_EL1.Align is reserved, or more than MaxSize; or
 *   ID_AA64DFR0_EL1 reports no SPE
 */
SPE_LAB_API const char *spe_unit_config_problem(const struct spe_unit_config *config);

/*
 * Initialises *u as the unit of a core that comes out of reset. All registers are 0 except those of the configuration,
 * which is copied, and fixed bits (see spe_unit_write_register()). The PE is at EL3, where nothing is profiled.
 *
 * Returns one of:
 * - SPE_OK: *u is ready.
 * - SPE_E_ARG: u or config is NULL.
 * - SPE_E_CONFIG: a member of *config is invalid; spe_unit_config_problem() names it. *u is a unit that samples
 *   nothing, like zeroed storage.
 */
SPE_LAB_API int spe_unit_init(spe_unit *u, const struct spe_unit_config *config);

/*
 * A buffer in flat memory: set spe_unit_config.write to spe_unit_write_memory and spe_unit_config.context to this
 * struct.
 */
struct spe_unit_memory {
    uint64_t base; /* the unit's address of bytes[0] */
    uint64_t size; /* number of bytes */
    void *bytes;
    const void *reserved; /* NULL. On every target the struct ends with it, without padding */
};

/*
 * Writes to the struct spe_unit_memory at `context`. An address outside it is a stage 1 translation fault of level 3.
 *
 * Returns the number of bytes written, at most write->size. If it is less than size, *syndrome has the fault.
 */
SPE_LAB_API size_t spe_unit_write_memory(void *context, const struct spe_unit_write *write, uint64_t *syndrome);

/* -- registers and the PE's state -- */

/*
 * Write a register as MSR does, or read it as MRS does. The unit has the ID registers of the configuration; PMSIDR_EL1,
 * PMBIDR_EL1, ID_AA64DFR0_EL1 and ID_AA64PFR0_EL1, which are read-only; and PMSCR_EL1, PMSCR_EL2, PMSICR_EL1,
 * PMSIRR_EL1, PMSFCR_EL1, PMSEVFR_EL1, PMSNEVFR_EL1, PMSDSFR_EL1, PMSLATFR_EL1, PMBLIMITR_EL1, PMBPTR_EL1, PMBSR_EL1,
 * PMBSR_EL2, PMBSR_EL3, PMBMAR_EL1, HCR_EL2, SCR_EL3, MDCR_EL2, MDCR_EL3, HDFGRTR_EL2, HDFGWTR_EL2, HDFGRTR2_EL2 and
 * HDFGWTR2_EL2. Traps, and which register a name means at an Exception level (PMSCR_EL12), are with the caller or with
 * spe_device_read() and _write() of device.h. All bits are kept as they are written, with two exceptions: in
 * PMSEVFR_EL1, and in PMSNEVFR_EL1 with FEAT_SPE_FnE, the events that the core cannot filter by (spe_filter_events())
 * read as zero; without EL2, PMSCR_EL1.PCT reads 0b01. Two fields of PMBIDR_EL1 depend on the PE's level and state, not
 * on the configuration (D24.7.1). P is 1 if a higher level or another state owns the buffer, and 0 at EL3. AddrMode is
 * 0b01 if P is clear, the core has FEAT_SPE_nVM, and the Effective value of PMSCR_EL2.EnVM is 1; else 0b00. The unit
 * can filter by every data source.
 *
 * A write takes effect with the next operation. If profiling stops or the buffer is disabled while samples are in
 * flight, these samples are not written (D17.4), even if profiling continues before spe_unit_complete() ends them.
 * Software that needs them executes PSB CSYNC first. PSB CSYNC needs no function: complete the samples in flight, then
 * write the register.
 *
 * Returns one of:
 * - SPE_OK: the register is written (or SPE_UNIT_IGNORES_WRITES applies), or *raw is its value.
 * - SPE_E_ARG: raw is NULL, or the register does not exist.
 * - SPE_E_ABSENT: the unit lacks the register.
 * - SPE_E_KIND: the register is read-only.
 * - SPE_E_STATE: u is NULL or not initialised.
 * On failure the unit and *raw are unchanged.
 */
SPE_LAB_API int spe_unit_write_register(spe_unit *u, unsigned reg, uint64_t raw);
SPE_LAB_API int spe_unit_read_register(spe_unit *u, unsigned reg, uint64_t *raw);

/*
 * Sets the PE's Exception level, 0 to 3, and its Security state, SPE_STATE_SECURE, _NON_SECURE or _REALM, from the next
 * operation on. While the PE is in AArch32 state or in Debug state, nothing is profiled: set EL3. Samples in flight
 * stay.
 *
 * Returns one of:
 * - SPE_OK: the PE is at this level.
 * - SPE_E_ARG: the level or state does not exist.
 * - SPE_E_STATE: u is NULL or not initialised.
 * On failure the unit is unchanged.
 */
SPE_LAB_API int spe_unit_set_level(spe_unit *u, unsigned el, unsigned state);

/*
 * Returns 1 if the interrupt PMBIRQ is asserted, else 0. It may change with spe_unit_complete() and with writes of
 * registers. The caller implements profiling exceptions (FEAT_SPE_EXC), which depend on PMBSR_ELx and PSTATE. Returns 0
 * if u is NULL or not initialised.
 */
SPE_LAB_API int spe_unit_interrupt(const spe_unit *u);

/* -- is anything sampled? -- */

/*
 * Returns 1 if profiling is enabled at the PE's level: its operations are counted, and some are sampled. Otherwise 0;
 * then no operation needs to be counted until spe_unit_set_level() or spe_unit_write_register() is called, and u->left
 * is INT64_MAX less the count. Returns 0 if u is NULL or not initialised.
 */
SPE_LAB_API int spe_unit_is_enabled(const spe_unit *u);

/* Results of spe_unit_idle(): why nothing is sampled or written now. */
enum {
    SPE_UNIT_IDLE_NO = 0,              /* profiling is enabled, and the filter has kept a sample */
    SPE_UNIT_IDLE_BUFFER_DISABLED = 1, /* PMBLIMITR_EL1.E is 0 */
    SPE_UNIT_IDLE_STOPPED = 2,         /* PMBSR_ELx.S is 1 */
    SPE_UNIT_IDLE_PROBLEM = 3,         /* a forbidden setting: spe_unit_problems() */
    SPE_UNIT_IDLE_OTHER_STATE = 4,     /* the PE is not in the owning Security state */
    SPE_UNIT_IDLE_LEVEL_ABOVE = 5,     /* the PE is above the owning level, or at EL3 (as after reset) */
    SPE_UNIT_IDLE_TGE = 6,             /* EL1 owns the buffer, and HCR_EL2.TGE is 1 */
    SPE_UNIT_IDLE_LEVEL_DISABLED = 7,  /* E0SPE, E1SPE, E0HSPE or E2SPE of PMSCR_ELx is 0 */
    SPE_UNIT_IDLE_DISCARDS = 8,        /* profiling is enabled in discard mode: nothing is written */
    SPE_UNIT_IDLE_FILTERED = 9,        /* profiling is enabled; the filter has kept no sample since spe_unit_init() */
    SPE_UNIT_IDLE_COUNTING = 10        /* profiling is enabled; no sample has ended since spe_unit_init() */
};

/*
 * Tells why nothing is sampled, or kept, at the PE's level and state: for somebody whose profile is empty. If several
 * reasons apply, the first of the list is returned; the state does not matter at EL3.
 *
 * Returns one of:
 * - SPE_UNIT_IDLE_NO to SPE_UNIT_IDLE_COUNTING; a later version may have more.
 * - SPE_E_STATE: u is NULL or not initialised.
 */
SPE_LAB_API int spe_unit_idle(const spe_unit *u);

/* Returns a reason in words, "unknown" for other numbers. Never NULL. The string lives as long as the program. */
SPE_LAB_API const char *spe_unit_idle_text(unsigned reason);

/* -- forbidden settings -- */

/*
 * Bits of spe_unit_problems(), in addition to those of spe_filter_compile(), SPE_FILTER_NO_EVENTS to
 * SPE_FILTER_CONTRADICTION, and SPE_UNPREDICTABLE_* << SPE_UNIT_UNPREDICTABLE_SHIFT.
 */
#define SPE_UNIT_POINTER_MISALIGNED (1u << 8) /* PMBPTR_EL1 is not a multiple of the alignment (PMBIDR_EL1.Align) */
#define SPE_UNIT_POINTER_BEYOND (1u << 9)     /* PMBPTR_EL1 is less than the largest record (MaxSize) below LIMIT */
#define SPE_UNIT_POINTER_TOP_BYTE (1u << 10)  /* bits [63:56] of PMBPTR_EL1 and of LIMIT differ */
#define SPE_UNIT_INTERVAL_ZERO (1u << 11)     /* PMSIRR_EL1.INTERVAL is 0: the interval is UNKNOWN */
#define SPE_UNIT_UNPREDICTABLE_SHIFT 16
#define SPE_UNIT_INTERVAL_SHORT (1u << 24) /* warning: INTERVAL is below the core's recommendation */
#define SPE_UNIT_RESERVED_BITS (1u << 25)  /* warning: a bit without a meaning (on this core) is 1 but should be 0 */
#define SPE_UNIT_LATE_WRITE (1u << 26)     /* warning: PMBPTR_EL1 or PMBSR_EL1 was written while E was 1 */
#define SPE_UNIT_WARNINGS 0xff000000u      /* the bits that do not prevent sampling */

/*
 * Returns the register settings that the manual forbids, as bits, while the buffer is enabled (PMBLIMITR_EL1.E) and
 * profiling is not stopped; otherwise 0, or SPE_UNIT_LATE_WRITE if it is enabled and stopped. In discard mode the
 * pointer is not checked. While a bit other than a warning is set, nothing is sampled or written. Software may write
 * the registers in any order, but no forbidden setting may be left when the PE enters an Exception level that is
 * profiled. So call it after spe_unit_set_level(), if spe_unit_idle() is SPE_UNIT_IDLE_PROBLEM: Linux enables the
 * buffer before it sets the interval, at a level that is not profiled yet. Returns 0 if u is NULL or not initialised.
 */
SPE_LAB_API uint32_t spe_unit_problems(const spe_unit *u);

/*
 * Returns the lowest set bit of `problems` in words: "none" for 0, "unknown" for bits that are not a problem. Never
 * NULL. The string lives as long as the program.
 */
SPE_LAB_API const char *spe_unit_problem(uint32_t problems);

/* -- operations -- */

/*
 * The less common case of spe_unit_operation(), which has subtracted 1 from u->left. Returns the same as
 * spe_unit_operation(); 0 if u is NULL or not initialised.
 */
SPE_LAB_API int spe_unit_choose(spe_unit *u);

/*
 * Counts an operation. Call it for each operation of the sample population (SAMPLE_POP), in program order, whether
 * profiling is enabled or not: the unit keeps track of that. u must not be NULL. The first operation after PMSICR_EL1
 * became 0 reloads it (J1 SPEToCollectSample). So if nothing is random, the distance between samples is INTERVAL x 256
 * + 1 operations (spe_interval_measure()).
 *
 * To count a block of n operations while u->left is above n, subtract n from u->left: none of them is sampled
 * (spe_device_pass() of device.h).
 *
 * Returns one of:
 * - 0: the operation is not sampled.
 * - 1 to spe_unit_config.in_flight: the operation is sampled. The number identifies the sample until
 *   spe_unit_complete() has ended it.
 */
SPE_LAB_INLINE int spe_unit_operation(spe_unit *u) SPE_RETURNS(--u->left > 0 ? 0 : spe_unit_choose(u))

/*
 * Records that a branch was taken to `target`, for the records of later operations (FEAT_SPE_PBT; a core without it
 * need not call this). Bits [63:56] of the address are ignored. If the branch itself is sampled, call this after
 * spe_unit_begin(). If it goes to another level, call this after spe_unit_set_level(): the level of the target is the
 * current one. It is IMPLEMENTATION DEFINED whether exceptions, exception returns and ISB count as branches. u must not
 * be NULL. Returns SPE_OK.
 */
SPE_LAB_INLINE int spe_unit_branch(spe_unit *u, uint64_t target) SPE_RETURNS((u->target = target << 8 | 1, SPE_OK))

/*
 * The state at the start of a sampled operation; 40 bytes, the same on every target. Members that are not collected are
 * not read.
 */
struct spe_unit_start {
    uint64_t pc;              /* address of the operation; bits [63:56] are ignored */
    uint64_t physical_count;  /* CNTPCT_EL0, without offset */
    uint64_t virtual_offset;  /* CNTVOFF_EL2 */
    uint64_t physical_offset; /* CNTPOFF_EL2, or 0 if it is not enabled (FEAT_ECV) */
    uint32_t context_el1;     /* CONTEXTIDR_EL1 */
    uint32_t context_el2;     /* CONTEXTIDR_EL2 */
};

/*
 * Starts the record of a sampled operation, before the operation changes anything. PC with level and state, contexts
 * and timestamp are taken as far as the registers enable them at this moment. The moment is IMPLEMENTATION DEFINED;
 * here it is this call.
 *
 * Returns one of:
 * - SPE_OK: the record is started.
 * - SPE_E_ARG: start is NULL, or no such sample is in flight.
 * - SPE_E_STATE: u is NULL or not initialised.
 * On failure the unit is unchanged.
 */
SPE_LAB_API int spe_unit_begin(spe_unit *u, int sample, const struct spe_unit_start *start);

/*
 * Ends a sample: the operation has done what *what describes. The filter then decides, the record is written, and
 * PMBPTR_EL1 moves. This ends the sample.
 *
 * The function reads branch_target, data_va, data_pa, latencies, operation, events and data source of *what, as far as
 * what->present names them; it ignores the other bits of what->present. The values are raw payloads, as in records
 * (packet.h and op.h build them). Without an operation it is "other", not conditional; without events, no event is set.
 * Values that the registers or features do not let the unit collect are not written. Counters that are too large
 * saturate, as in the hardware; reduce a count above 65535 to 65535. The caller provides all events, including E[6]
 * (not taken) and E[24] (streaming mode).
 *
 * `types` is SPE_FILTER_FP or SPE_FILTER_SIMD if the operation is of this type and its packet does not show it (a load
 * or store of SIMD&FP registers: scalar or vector); else 0.
 *
 * If `what` is NULL, the operation has no result (it was misspeculated, and such operations are not recorded), and the
 * sample is forgotten, whether it was begun or not. If a call fails and the sample is still in flight (below), end it
 * with `what` NULL. Otherwise it keeps one of the in_flight places. Operations that are chosen while all places are
 * taken collide.
 *
 * Returns one of:
 * - 1: the complete record is in the buffer. If it filled the buffer, PMBSR_ELx.S is now set.
 * - 0: no complete record was written: the record was rejected or discarded, or profiling is stopped. A fault in this
 *   call may have stopped it; then PMBSR_ELx.S is set, and the bytes before the fault are written.
 * - SPE_E_RANGE: events or data source do not fit their size. The sample has ended, as with `what` NULL.
 * - SPE_E_KIND: op_class is above 2. The sample has ended, as with `what` NULL.
 * - SPE_E_LAYOUT: the layout has no place for a field, or the record is longer than the largest (MaxSize). The sample
 *   has ended, as with `what` NULL.
 * - SPE_E_ARG: no such sample is in flight, or types has other bits. Nothing has changed: the sample is still in
 *   flight.
 * - SPE_E_STATE: u is NULL or not initialised, or `what` is not NULL and spe_unit_begin() was not called. Nothing has
 *   changed: the sample is still in flight.
 */
SPE_LAB_API int spe_unit_complete(spe_unit *u, int sample, const struct spe_record *what, uint64_t types);

/*
 * Decides how to record an operation that both loads and stores (memory copy, GCSSS2). Returns 1 for the store and 0
 * for the load. If the type filter selects only one of them, it is that one; otherwise it is chosen at random (J1
 * SPEMultiAccessSample). Returns 0 if u is NULL or not initialised.
 */
SPE_LAB_API int spe_unit_prefers_store(spe_unit *u);

/* -- counts -- */

/*
 * Counts of PMU events since spe_unit_init(); 128 bytes, the same on every target. FEED_FP and FEED_SIMD need
 * FEAT_SPE_EFT, FEED_DS needs FEAT_SPE_FDS; otherwise they are 0. FEED_... counts the samples that this part of the
 * filter keeps, whether it is enabled or not.
 */
struct spe_unit_counts {
    uint64_t sample_pop;         /* 0x4000 */
    uint64_t sample_feed;        /* 0x4001: samples that spe_unit_complete() ended */
    uint64_t sample_filtrate;    /* 0x4002: without samples that were discarded because profiling had stopped */
    uint64_t sample_collision;   /* 0x4003 */
    uint64_t sample_feed_ds;     /* 0x8122 */
    uint64_t sample_buffer_full; /* 0x8123 */
    uint64_t sample_feed_br;     /* 0x812a */
    uint64_t sample_feed_ld;     /* 0x812b */
    uint64_t sample_feed_st;     /* 0x812c */
    uint64_t sample_feed_op;     /* 0x812d */
    uint64_t sample_feed_event;  /* 0x812e */
    uint64_t sample_feed_lat;    /* 0x812f */
    uint64_t sample_feed_fp;     /* 0x8348 */
    uint64_t sample_feed_simd;   /* 0x8349 */
    uint64_t reserved[2];        /* zero */
};

/*
 * Gives the counts so far.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL. *out is unchanged.
 * - SPE_E_STATE: u is NULL or not initialised. *out is unchanged.
 */
SPE_LAB_API int spe_unit_count(spe_unit *u, struct spe_unit_counts *out);

#ifdef __cplusplus
}
#endif

#endif
