/* SPDX-License-Identifier: MIT */
/*
 * libspe/unit.h: the Statistical Profiling Unit as a model that writes records: operations and System registers in,
 * bytes in a buffer out (DDI 0487, D17.2 to D17.7, and the shared pseudocode J1, SPE...). For emulators, simulators,
 * firmware models, and tests that need true streams without the hardware. docs/unit.md shows how to wire it.
 *
 *     spe_unit unit;                                        // one for each PE
 *     spe_unit_init(&unit, &config);
 *     spe_unit_write_register(&unit, SPE_REG_PMSIRR_EL1, 1024);  // as software does with MSR
 *     spe_unit_set_level(&unit, 0, SPE_STATE_NON_SECURE);        // as exceptions come and go
 *     ...
 *     int sample = spe_unit_operation(&unit);               // for each operation: mostly a decrement and a branch
 *     if (sample)
 *         spe_unit_begin(&unit, sample, &start);            // where it was
 *     ...                                                   // it executes
 *     if (sample)
 *         spe_unit_complete(&unit, sample, &record, 0);     // what it did
 *
 * Promised: what is sampled, kept, counted and written, and what the registers hold after it, is what the pseudocode
 * says, where the manual permits one behaviour. Where it permits several (IMPLEMENTATION DEFINED) the configuration or
 * a comment here says which; where it permits any (CONSTRAINED UNPREDICTABLE) the unit samples nothing, and
 * spe_unit_problems() says why.
 *
 * A unit belongs to one thread at a time. Its functions neither allocate nor call anything but the caller's own
 * random() and write(), which must not call the unit. spe_unit_complete() takes about 3 KiB of stack, and
 * spe_unit_config_mistake() 2 KiB.
 */
#ifndef LIBSPE_UNIT_H
#define LIBSPE_UNIT_H

#include <libspe/encoder.h>
#include <libspe/filter.h>
#include <libspe/profiling.h>
#include <libspe/sysreg.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_UNIT_SIZE 2048   /* bytes of spe_unit, on every target and in every 1.x version */
#define SPE_UNIT_IN_FLIGHT 8 /* the most samples that may be in flight */

/* Caller-owned storage, no destructor. Copies are units too, with the same random numbers of the unit's own to come,
 * the same samples in flight, and the same `context`: both write to the same memory. Zeroed storage is a unit that
 * samples nothing. */
typedef struct spe_unit {
    int64_t left;    /* operations until the unit must be asked: see spe_unit_operation() */
    uint64_t target; /* the last branch taken: spe_unit_branch() */
    uint64_t opaque[SPE_UNIT_SIZE / 8 - 2];
} spe_unit;

/* -- what the core is -- */

/* struct spe_unit_config.random: 32 random bits, each as likely 0 as 1. */
typedef uint32_t spe_unit_random_fn(void *context);

/*
 * struct spe_unit_config.write: writes size (1 to 2048) bytes to the buffer at `address`, from the first on, up to
 * where a byte faults, and returns how many were written, never more than size. Where that is less than size,
 * *syndrome says why, as spe_syndrome_encode() makes it: EC, MSS, MSS2 and EA; its other bits do not count. *syndrome
 * is 0 before.
 */
typedef size_t spe_unit_write_fn(void *context, uint64_t address, const void *bytes, size_t size, uint64_t *syndrome);

/* struct spe_unit_config.flags: what the architecture leaves to the core */
#define SPE_UNIT_TARGET_ALWAYS (1u << 0) /* FEAT_SPE_PBT: the previous branch's target is in all records of what
                                            retires, not only of branches: a load may then take 73 bytes (MaxSize) */

/*
 * Start from SPE_UNIT_CONFIG_INIT, then set `write` and what differs. With 8-byte pointers 64 bytes, with 4-byte ones
 * 48.
 *
 * `registers` are the core's ID registers, in any order, what stands twice as it stands last: PMSIDR_EL1 and
 * ID_AA64DFR0_EL1 must be there, PMBIDR_EL1 (alignment), ID_AA64PFR0_EL1 (EL2, EL3, SVE) and the others that
 * spe_features_from_registers() reads count as 0 where they are not. Other registers may be there too: their first
 * values.
 */
struct spe_unit_config {
    uint32_t size;            /* sizeof(struct spe_unit_config) */
    uint32_t flags;           /* SPE_UNIT_TARGET_ALWAYS */
    uint32_t features;        /* SPE_FEATURE_* that the core has and no ID register tells, as for
                                 spe_features_from_registers() */
    uint8_t in_flight;        /* samples that may be in flight at once, up to SPE_UNIT_IN_FLIGHT; 0: 1 */
    uint8_t events_size;      /* payload bytes of Events: 1, 2, 4, 8; 0: 4, with SPE_LAYOUT_SLOTS_64 2 */
    uint8_t data_source_size; /* payload bytes of Data Source: 1, 2; 0: 2, with SPE_LAYOUT_SLOTS_64 or records of at
                                 most 64 bytes (MaxSize) 1 */
    uint8_t layout;           /* SPE_LAYOUT_* of encoder.h; _SLOTS_64 not with FEAT_SPE_PBT */
    uint64_t seed;            /* of the unit's own random numbers; any */
    uint64_t register_count;  /* of registers[] */
    const struct spe_sysreg_value *registers; /* copied */
    spe_unit_random_fn *random;               /* NULL: random numbers of the unit's own */
    spe_unit_write_fn *write;                 /* must be there */
    void *context;                            /* is handed to both */
};

#define SPE_UNIT_CONFIG_INIT {sizeof(struct spe_unit_config), 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL}

/*
 * Which member is wrong: "size" (less than that of the struct, or more than 512), "flags" or "features" (an unknown
 * one), "in_flight", "events_size", "data_source_size" or "layout" (not one of those listed, or not possible with the
 * layout, or the layout not with the core), "write" (NULL), "reserved" (a byte beyond what this version knows is not
 * zero), or "registers": NULL while register_count is not 0; one of them is no register; PMSIDR_EL1.Format is not 0,
 * MaxSize is reserved or below 64 bytes, CountSize is reserved; PMBIDR_EL1.Align is reserved, or more than MaxSize;
 * ID_AA64DFR0_EL1 says that there is no SPE. NULL: none is, or config is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_unit_config_mistake(const struct spe_unit_config *config);

/*
 * Makes *u the unit of such a core as it comes out of reset: all registers are 0 but those of the configuration, which
 * is copied; the PE is at EL3, where nothing is profiled.
 * Returns SPE_OK. SPE_E_ARG: a pointer is NULL. SPE_E_CONFIG: spe_unit_config_mistake() says why; *u is then a unit
 * that samples nothing, as zeroed storage is.
 */
SPE_API int spe_unit_init(spe_unit *u, const struct spe_unit_config *config);

/* A buffer in flat memory, for spe_unit_config.write = spe_unit_write_memory and .context = this struct. */
struct spe_unit_memory {
    uint64_t base; /* the address of bytes[0], in the unit's eyes */
    uint64_t size; /* of bytes */
    void *bytes;
};

/* Writes into a struct spe_unit_memory, `context`. An address outside of it is a stage 1 translation fault of level 3.
 * Returns as spe_unit_config.write. */
SPE_API size_t spe_unit_write_memory(void *context, uint64_t address, const void *bytes, size_t size,
                                     uint64_t *syndrome);

/* -- registers and the PE's state -- */

/*
 * Writes a register as MSR does, or reads it. What there is: the ID registers of the configuration and PMSIDR_EL1,
 * PMBIDR_EL1, ID_AA64DFR0_EL1, ID_AA64PFR0_EL1, which are read-only; PMSCR_EL1, PMSCR_EL2, PMSICR_EL1, PMSIRR_EL1,
 * PMSFCR_EL1, PMSEVFR_EL1, PMSNEVFR_EL1, PMSDSFR_EL1, PMSLATFR_EL1, PMBLIMITR_EL1, PMBPTR_EL1, PMBSR_EL1, PMBSR_EL2,
 * PMBSR_EL3, PMBMAR_EL1, HCR_EL2, SCR_EL3, MDCR_EL2 and MDCR_EL3. Traps, and which name means which register at which
 * Exception level (PMSCR_EL12), are the caller's. All bits are kept as they are written.
 *
 * A write counts from the next operation on. Samples in flight when profiling stops, or the buffer is disabled, are
 * not written (D17.4), even if it goes on before spe_unit_complete() ends them. So software that wants them executes
 * PSB CSYNC before, for which nothing is to be called here: complete what is in flight, then write the register.
 *
 * Return SPE_OK. SPE_E_ARG: raw is NULL, or no such register. SPE_E_ABSENT: the unit does not have it. SPE_E_KIND: it
 * is read-only. SPE_E_STATE: u is NULL or not initialised. Nothing has happened then.
 */
SPE_API int spe_unit_write_register(spe_unit *u, unsigned reg, uint64_t raw);
SPE_API int spe_unit_read_register(spe_unit *u, unsigned reg, uint64_t *raw);

/*
 * Where the PE is from now on: Exception level 0 to 3, and SPE_STATE_SECURE, _NON_SECURE or _REALM. While it is in
 * AArch32 state or in Debug state, nothing is profiled: say EL3. Samples in flight stay.
 * Returns SPE_OK. SPE_E_ARG: no such level or state. SPE_E_STATE: u is NULL or not initialised.
 */
SPE_API int spe_unit_set_level(spe_unit *u, unsigned el, unsigned state);

/* Whether the interrupt PMBIRQ is asserted, 1 or 0: after spe_unit_complete(), and after writes of registers, it may
 * have changed. Profiling exceptions (FEAT_SPE_EXC) are the caller's: PMBSR_ELx and PSTATE say. 0 if u is NULL or not
 * initialised. */
SPE_API int spe_unit_interrupt(const spe_unit *u);

/* -- what software must not do -- */

/*
 * Bits of spe_unit_problems(), beside those of spe_filter_compile(), SPE_FILTER_NO_EVENTS to SPE_FILTER_CONTRADICTION,
 * and SPE_UNPREDICTABLE_* << SPE_UNIT_UNPREDICTABLE_SHIFT.
 */
#define SPE_UNIT_POINTER_MISALIGNED (1u << 8) /* PMBPTR_EL1 is no multiple of PMBIDR_EL1.Align's bytes */
#define SPE_UNIT_POINTER_BEYOND (1u << 9)     /* PMBPTR_EL1 is not a largest record (MaxSize) below LIMIT */
#define SPE_UNIT_POINTER_TOP_BYTE (1u << 10)  /* bits [63:56] of PMBPTR_EL1 and of LIMIT differ */
#define SPE_UNIT_INTERVAL_ZERO (1u << 11)     /* PMSIRR_EL1.INTERVAL is 0: the interval is UNKNOWN */
#define SPE_UNIT_UNPREDICTABLE_SHIFT 16
#define SPE_UNIT_INTERVAL_SHORT (1u << 24) /* INTERVAL is below the core's recommendation: a warning */
#define SPE_UNIT_RESERVED_BITS (1u << 25)  /* a bit is 1 that means nothing, or nothing on this core, so 0: a warning */
#define SPE_UNIT_WARNINGS 0xff000000u      /* those that keep nothing from being sampled */

/*
 * What the manual forbids to software and the registers do, while the buffer is enabled (PMBLIMITR_EL1.E) and profiling
 * is not stopped; else 0. The pointer does not count in discard mode. While it is anything but a warning, nothing is
 * sampled or written. Software may write the registers in any order: it is a mistake of its own only if it is there
 * when an Exception level that is profiled is entered. 0 if u is NULL or not initialised.
 */
SPE_API uint32_t spe_unit_problems(const spe_unit *u);

/* The lowest set bit of `problems` in words; "none" for 0, "unknown" for bits that are no problem. Never NULL; the
 * string lives as long as the program. */
SPE_API const char *spe_unit_problem(uint32_t problems);

/* -- operations -- */

/* The slow way of spe_unit_operation(), which has taken 1 off u->left. Returns the same; 0 if u is NULL or not
 * initialised. */
SPE_API int spe_unit_choose(spe_unit *u);

/*
 * To be called for each operation of the sample population (SAMPLE_POP), in program order, whether profiling is enabled
 * or not: *u knows. *u must not be NULL.
 *
 * Returns 0: the operation is not sampled. 1 to spe_unit_config.in_flight: it is; the number is the sample's until
 * spe_unit_complete() has ended it. The first operation after PMSICR_EL1 was found 0 loads it (J1 SPEToCollectSample):
 * so the distance is INTERVAL x 256 + 1 operations where nothing is random (spe_interval_measure()).
 *
 * Blocks: while u->left is above n, u->left -= n is n operations, none of which is sampled.
 */
SPE_INLINE int spe_unit_operation(spe_unit *u) SPE_RETURNS(--u->left > 0 ? 0 : spe_unit_choose(u))

/*
 * A branch was taken to `target`, an address whose bits [63:56] do not count, for records of later operations
 * (FEAT_SPE_PBT; a core without need not call it). Call it after spe_unit_begin() if the branch itself is sampled, and
 * after spe_unit_set_level() if it goes to another level: the target's level is the one that is set. Whether
 * exceptions, exception returns and ISB count is IMPLEMENTATION DEFINED. *u must not be NULL. Returns SPE_OK.
 */
SPE_INLINE int spe_unit_branch(spe_unit *u, uint64_t target) SPE_RETURNS((u->target = target << 8 | 1, SPE_OK))

/* Where a sampled operation began; 40 bytes, the same on every target. What is not collected is not read. */
struct spe_unit_start {
    uint64_t pc;              /* its address; bits [63:56] do not count */
    uint64_t physical_count;  /* CNTPCT_EL0, without offset */
    uint64_t virtual_offset;  /* CNTVOFF_EL2 */
    uint64_t physical_offset; /* CNTPOFF_EL2, or 0 where it is not enabled (FEAT_ECV) */
    uint32_t context_el1;     /* CONTEXTIDR_EL1 */
    uint32_t context_el2;     /* CONTEXTIDR_EL2 */
};

/*
 * Begins the record of an operation that is sampled, before it changes anything: PC with level and state, contexts and
 * timestamp are taken, as far as the registers have them collected here. Which time is IMPLEMENTATION DEFINED: so this.
 * Returns SPE_OK. SPE_E_ARG: start is NULL, or no such sample is in flight. SPE_E_STATE: u is NULL or not initialised.
 */
SPE_API int spe_unit_begin(spe_unit *u, int sample, const struct spe_unit_start *start);

/*
 * Ends a sample: the operation has done what *what says. Read are its branch_target, data_va, data_pa, latencies,
 * operation, events and data source, as far as what->present names them: raw payloads, as in records (packet.h and op.h
 * build them); its other bits do not count. No operation: "other", not conditional; no events: none is set. Of what the
 * registers, or features, do not let the unit collect nothing is written; counters that are too large saturate, as in
 * the hardware: cut a longer one to 65535. Events are the caller's whole: E[6] (not taken) and E[24] (streaming mode)
 * too.
 *
 * `types` are SPE_FILTER_FP or SPE_FILTER_SIMD where the operation is such a one and its packet does not say so (a load
 * or store of SIMD&FP registers: scalar or vector); else 0.
 *
 * Then the filter decides, the record is written, and PMBPTR_EL1 moves. The sample is no longer in flight.
 * what NULL: the operation came to nothing (misspeculated, and such a one is not recorded): the sample is forgotten,
 * begun or not. So is to be done with one that was refused (below), or it collides with all that come.
 *
 * Returns 1: the whole record is in the buffer. 0: it is not: it was rejected, or discarded, or profiling is stopped,
 * as PMBSR_ELx.S may say since this call (a fault, whose bytes before it are written). Buffer full is 1, and S. There
 * is no such record, and the sample is over as if `what` were NULL: SPE_E_RANGE: events or data source do not fit the
 * size. SPE_E_KIND: op_class is above 2. SPE_E_LAYOUT: the layout has no place for a field, or the record is longer
 * than the largest (MaxSize). Nothing has happened: SPE_E_ARG: no such sample, or types has other bits. SPE_E_STATE: u
 * is NULL or not initialised, or what is not NULL and spe_unit_begin() was not called: the sample is still in flight.
 */
SPE_API int spe_unit_complete(spe_unit *u, int sample, const struct spe_record *what, uint64_t types);

/*
 * An operation that loads and stores (memory copy, GCSSS2) is recorded as one of both: 1 if the store is to be, 0 if
 * the load. The one that the type filter asks for alone, else by chance (J1 SPEMultiAccessSample). 0 if u is NULL or
 * not initialised.
 */
SPE_API int spe_unit_prefers_store(spe_unit *u);

/* -- counts -- */

/* PMU events since spe_unit_init(); 128 bytes, the same on every target. FEED_FP and FEED_SIMD need FEAT_SPE_EFT,
 * FEED_DS FEAT_SPE_FDS: else 0. FEED_... count what that part of the filter keeps, whether it is enabled or not. */
struct spe_unit_counts {
    uint64_t sample_pop;         /* 0x4000 */
    uint64_t sample_feed;        /* 0x4001: samples that spe_unit_complete() ended */
    uint64_t sample_filtrate;    /* 0x4002: not what was discarded as profiling had stopped */
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

/* The counts up to now. Returns SPE_OK and fills *out whole. SPE_E_ARG: out is NULL. SPE_E_STATE: u is NULL or not
 * initialised; *out is then untouched. */
SPE_API int spe_unit_count(spe_unit *u, struct spe_unit_counts *out);

#ifdef __cplusplus
}
#endif

#endif
