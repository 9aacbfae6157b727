/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/profiling.h: derives the state of statistical profiling from SPE's System registers: what the core
 * implements, why the buffer stopped, how much space it has, who owns it, where profiling is enabled, which packets are
 * collected there, and how far samples are apart (DDI 0487, D17.2 to D17.7, the register descriptions in D24, and the
 * shared pseudocode J1). It is for firmware and kernel debuggers, emulators, and checks that need features. sysreg.h
 * has the single registers.
 *
 * Version 0: a minor release may change it (base.h).
 *
 * Pure functions, any thread. Callers pass registers as an array, `regs` of `n`, in any order. If a register occurs
 * more than once, its last entry counts. Registers that a function does not need are ignored. Each value is that of the
 * register itself: if a VHE host reads PMSCR_EL1 and gets PMSCR_EL2, pass the value as PMSCR_EL2, and pass PMSCR_EL12
 * as PMSCR_EL1. regs may be NULL if n is 0. "regs is invalid" below means that regs is NULL while n is not 0, or that
 * the reg of an entry is not a register.
 *
 * If the architecture leaves a behaviour CONSTRAINED UNPREDICTABLE, the functions report that; they never guess.
 */
#ifndef LIBSPE_LAB_PROFILING_H
#define LIBSPE_LAB_PROFILING_H

#include <libspe/features.h>
#include <libspe-lab/sysreg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- what the core implements -- */

/*
 * Derives features from the ID registers that are there: PMSIDR_EL1 (FE to ALTCLK, sizes), PMBIDR_EL1 (alignment),
 * ID_AA64DFR0_EL1 (version), _DFR2 (EXC, NVM), _PFR0 (SVE, RME, SECURE), _PFR1 (MTE, MTE2, SME, GCS), _ISAR0 (LSE,
 * TME), _ISAR2 (MOPS), _MMFR0 (ECV) and _MMFR2 (NV2). A missing register leaves its features clear and its sizes 0 (not
 * known). `flags` has the SPE_FEATURE_* that the caller has from elsewhere, except those of PMSIDR_EL1.
 *
 * SPE_FEATURE_SECURE is set if EL3 is implemented and, on a core with FEAT_RME, FEAT_SEL2 too. No register reports that
 * a core without EL3 is always Secure; set it in `flags`. If PMSVer is reserved, version is the number anyway, because
 * later versions add to earlier ones. If CountSize, MaxSize or Align is reserved, counter_bits, max_record_size or
 * alignment is 0 (not known). spe_features_implied() gives what follows from the result. For spe_check_init() a clear
 * flag means that the core lacks the feature: pass all of these registers in that case, or set in `flags` what they
 * would report. Initialise *out with SPE_FEATURES_INIT before the call.
 *
 * Returns one of:
 * - SPE_OK: every member of *out except size is set.
 * - SPE_E_CONFIG: out->size is less than 32 or more than 512.
 * - SPE_E_KIND: PMSIDR_EL1.Format is not 0: this library does not know the format of the records.
 * - SPE_E_ARG: regs is invalid (see the top), out is NULL, or flags has another flag.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_features_from_registers(const struct spe_sysreg_value *regs, size_t n, uint64_t flags,
                                            struct spe_features *out);

/*
 * Returns the SPE_FEATURE_* that are not set but follow from the version and the flags (DDI 0487, A2.2 and A2.3: "If
 * ... is implemented, then ... is implemented"). A program that describes a core by its version and its extra features
 * sets them with f.flags |= spe_features_implied(&f). Returns 0 if features is NULL, or if spe_features_problem()
 * reports an invalid member. A flag of SPE implies at least FEAT_SPE, and some imply a later version, whose
 * implications then hold, too:
 * - FEAT_SPE (every version): FE, FT and FL
 * - FEAT_SPE and GCS: CRR
 * - FNE and PBT, and FEAT_SPE with RME: FEAT_SPEv1p2
 * - FEAT_SPEv1p2: FNE
 * - CRR and FDS: FEAT_SPEv1p4
 * - FDS: LDS
 * - EXC: FEAT_SPEv1p5
 * - FEAT_SPEv1p5: CRR, EXC and NVM; FDS if LDS; and, because the core is Armv9.5 or later, EFT, FPF, and SPE_SME if SME
 * - EFT: FPF, and FPF: EFT
 * - SPE_SME: SME
 * - MTE2: MTE
 */
SPE_LAB_API uint64_t spe_features_implied(const struct spe_features *features);

/*
 * Returns the flags that are set although the given version is too old for them: SPE_SME before FEAT_SPEv1p1; FNE, PBT
 * and RME before v1p2; CRR, FDS and GCS before v1p4; EXC before v1p5. Possible reasons: a register was misread, a
 * hypervisor hides a part of the features, or the registers are from two cores. Returns 0 if the version is 0 (not
 * known), if features is NULL, or if spe_features_problem() reports an invalid member.
 */
SPE_LAB_API uint64_t spe_features_too_new(const struct spe_features *features);

/* -- the buffer's syndrome: PMBSR_EL1, and with FEAT_SPE_EXC PMBSR_EL2 and PMBSR_EL3, which have the same fields -- */

/* Values of EC and of MSS[5:0] (BSC), which EC 0 has. */
enum {
    SPE_EC_OTHER = 0x00,     /* a buffer management event that is not a fault; BSC has the reason */
    SPE_EC_STAGE1 = 0x24,    /* stage 1 Data Abort on a write to the buffer; FSC, MSS[5:0], has the reason */
    SPE_EC_STAGE2 = 0x25,    /* stage 2 Data Abort on a write to the buffer; FSC, MSS[5:0], has the reason */
    SPE_EC_GRANULE = 0x1e,   /* granule protection check fault other than GPF */
    SPE_EC_IMPDEF = 0x1f,    /* an IMPLEMENTATION DEFINED reason */
    SPE_BSC_NOT_STOPPED = 0, /* collection was not stopped, or the access was not allowed */
    SPE_BSC_FULL = 1,        /* the buffer is full */
    SPE_BSC_TOO_LARGE = 4    /* the requested size of the buffer is too large */
};

/* Values of struct spe_syndrome.event_class: EC. */
enum {
    SPE_BUFFER_OTHER = 0,   /* EC 0: a buffer management event that is not a fault, such as buffer full */
    SPE_BUFFER_STAGE1 = 1,  /* EC 0x24: stage 1 Data Abort on a write to the buffer */
    SPE_BUFFER_STAGE2 = 2,  /* EC 0x25: stage 2 Data Abort */
    SPE_BUFFER_GRANULE = 3, /* EC 0x1e: granule protection check fault other than GPF */
    SPE_BUFFER_IMPDEF = 4,  /* EC 0x1f: an IMPLEMENTATION DEFINED reason */
    SPE_BUFFER_RESERVED = 5 /* any other EC */
};

/* The fields of PMBSR_ELx; 32 bytes, the same on every target. The meaning of MSS and MSS2 depends on EC. */
struct spe_syndrome {
    uint32_t mss2;       /* MSS2, raw, 24 bits: flags of a fault, IMPLEMENTATION DEFINED, or nothing, depending on EC */
    uint16_t mss;        /* MSS, raw: BSC, FSC, IMPLEMENTATION DEFINED, or nothing, depending on EC */
    uint8_t ec;          /* EC, raw */
    uint8_t event_class; /* SPE_BUFFER_* */
    uint8_t service;     /* S: an event is recorded and profiling has stopped. PMBSR_EL1.S asserts the interrupt unless
                            the profiling exception for EL1 is enabled (FEAT_SPE_EXC: struct spe_profiling.interrupt).
                            If it is 0, EC, MSS, MSS2 and EA have no meaning, and all members below are 0, except
                            data_lost, external_abort and collision */
    uint8_t buffer_full; /* 1: EC is 0 and BSC, MSS[5:0], is 1 */
    uint8_t data_lost;   /* DL: part of a record was lost. PMBPTR_EL1 may not be just past the last complete record, and
                            bytes written from there may not be readable: feed the bytes before it, then call
                            spe_decoder_gap(). See in_doubt */
    uint8_t external_abort; /* EA: the unit saw an External abort; a core may never set it */
    uint8_t collision;      /* COLL: a sample was dropped because another was in flight */
    uint8_t has_fault;      /* 1: fault_status has a meaning (EC 0x24, 0x25) */
    uint8_t fault_status;   /* FSC, MSS[5:0], as DFSC of ESR_ELx; else 0 */
    uint8_t buffer_status;  /* BSC, MSS[5:0], SPE_BSC_*, if EC is 0 and service is 1; else 0 */
    uint8_t top_level;      /* MSS2.TopLevel of a fault (FEAT_THE) */
    uint8_t assured_only;   /* MSS2.AssuredOnly of a stage 2 permission fault (FEAT_THE) */
    uint8_t overlay;        /* MSS2.Overlay: the permission fault is due to overlay permissions (FEAT_S1POE,
                               FEAT_S2POE) */
    uint8_t dirty_bit;      /* MSS2.DirtyBit: the permission fault is due to dirty state (FEAT_S1PIE, FEAT_S2PIE) */
    uint8_t in_doubt;     /* 1: the fault is an asynchronous External abort. Discard the whole buffer: no byte of it is
                             certain to be written */
    uint8_t reserved[11]; /* zero */
};

/*
 * Decodes PMBSR_ELx to its fields.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL.
 */
SPE_LAB_API int spe_syndrome_decode(uint64_t pmbsr, struct spe_syndrome *out);

/*
 * Encodes PMBSR_ELx, for models of the buffer. Members may be raw, or state the meaning: if ec is 0 it is made from
 * event_class; if mss is 0 it is made from buffer_status, buffer_full or fault_status; if mss2 is 0 it is made from
 * top_level, assured_only, overlay and dirty_bit. For example, buffer full is {.service = 1, .buffer_full = 1} or
 * {.service = 1, .mss = SPE_BSC_FULL}.
 *
 * Returns one of:
 * - SPE_OK: *pmbsr is the value; all other bits are 0.
 * - SPE_E_RANGE: ec is above 63, mss2 has more than 24 bits, or a flag is above 1.
 * - SPE_E_KIND: a member that states a meaning (event_class, buffer_full, buffer_status, has_fault, fault_status,
 *   top_level, assured_only, overlay, dirty_bit, in_doubt) is not 0 and contradicts the register's value, for example
 *   AssuredOnly of a stage 1 fault.
 * - SPE_E_ARG: in or pmbsr is NULL.
 * On failure *pmbsr is unchanged.
 */
SPE_LAB_API int spe_syndrome_encode(const struct spe_syndrome *in, uint64_t *pmbsr);

/*
 * Writes the syndrome as a sentence: "buffer full; data lost", "stage 1 fault: translation fault, level 2", "no event".
 * The text is written like those of sysreg.h and has at most SPE_SYSREG_TEXT_MAX bytes.
 *
 * Returns one of:
 * - a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: out is NULL while cap is not 0. Nothing is written.
 */
SPE_LAB_API int spe_syndrome_text(uint64_t pmbsr, char *out, size_t cap);

/* -- the buffer's space -- */

/* The state of the Profiling Buffer; 32 bytes, the same on every target. */
struct spe_buffer_geometry {
    uint64_t pointer; /* PMBPTR_EL1: address of the next record. No register has the address of the first byte */
    uint64_t limit;   /* PMBLIMITR_EL1.LIMIT: address of the first byte after the buffer */
    uint64_t free;    /* bytes from pointer to limit; 0 if the buffer accepts nothing (see below) */
    uint64_t records; /* number of records that certainly fit: each takes max_record_size bytes from the next multiple
                         of alignment */
};

/*
 * Measures the space that is left in the buffer. free and records are 0 if the buffer is not enabled (E), is in discard
 * mode (FM = 0b10), or the pointer is not below the limit. records is also 0 if features is NULL or its max_record_size
 * is 0. An alignment of 0 means 1.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL, or max_record_size or alignment is neither 0 nor a power of two up to 2048. *out is
 *   unchanged.
 */
SPE_LAB_API int spe_buffer_measure(uint64_t pmbptr, uint64_t pmblimitr, const struct spe_features *features,
                                   struct spe_buffer_geometry *out);

/* -- the timestamp -- */

enum {
    SPE_TIMESTAMP_NONE = 0,            /* no timestamp: records end with End */
    SPE_TIMESTAMP_VIRTUAL = 1,         /* physical count - CNTVOFF_EL2 */
    SPE_TIMESTAMP_PHYSICAL = 2,        /* physical count */
    SPE_TIMESTAMP_PHYSICAL_OFFSET = 3, /* physical count - CNTPOFF_EL2 (FEAT_ECV), which may read as 0: D17.6.9 */
    SPE_TIMESTAMP_RESERVED = 4         /* CONSTRAINED UNPREDICTABLE: a PCT that applies is 0b10 (with FEAT_ECV), or the
                                          owning exception level is not known */
};

/*
 * Determines which timestamp is recorded (D17.6.9, Table D17-3), if the caller has the state that spe_profiling_read()
 * derives. el2_enabled is not 0 if EL2 is implemented and enabled in the Security state that owns the buffer. owning_el
 * is the owning exception level, 1 or 2. has_ecv is not 0 if FEAT_ECV is implemented; without it PCT[1] is RES0, so
 * that 0b10 and 0b11 act like 0b00 and 0b01. pmscr_el2 is not read if el2_enabled is 0. In a VHE host (EL2 with
 * HCR_EL2.E2H, EL0 with E2H and TGE) CNTVOFF_EL2 has no effect, so that SPE_TIMESTAMP_VIRTUAL is the physical count
 * there. On a core without EL2 PMSCR_EL1.PCT always reads 0b01 (D24.7.8): pass the value that was read.
 *
 * Returns one of:
 * - SPE_TIMESTAMP_*: the timestamp.
 * - SPE_E_ARG: owning_el is not 1 or 2, or it is 2 while EL2 is not enabled.
 */
SPE_LAB_API int spe_timestamp_source(uint64_t pmscr_el1, uint64_t pmscr_el2, int el2_enabled, unsigned owning_el,
                                     int has_ecv);

/*
 * Returns a timestamp source in words: "physical - physical offset", or "?" for other numbers. Never NULL. The string
 * lives as long as the program.
 */
SPE_LAB_API const char *spe_timestamp_source_name(unsigned source);

/* -- who owns the buffer, where profiling is enabled, which packets are collected -- */

/* Answers that may be uncertain. */
enum {
    SPE_PROFILING_NO = 0,
    SPE_PROFILING_YES = 1,
    SPE_PROFILING_UNPREDICTABLE = 2 /* it depends on a field whose value is reserved */
};

/* Flags of struct spe_profiling.unpredictable: the reserved values on which an answer depends. */
#define SPE_UNPREDICTABLE_NSPB (1u << 0) /* MDCR_EL3.{NSPBE, NSPB} names a Security state that is not there */
#define SPE_UNPREDICTABLE_E2PB (1u << 1) /* MDCR_EL2.E2PB is 0b01 */
#define SPE_UNPREDICTABLE_FM (1u << 2)   /* PMBLIMITR_EL1.FM is 0b01 or 0b11, or 0b10 before FEAT_SPEv1p2 */
#define SPE_UNPREDICTABLE_EE (1u << 3)   /* PMSCR_EL1.EE is 0b01 or 0b10 without FEAT_NV */
#define SPE_UNPREDICTABLE_PCT (1u << 4)  /* a PCT that applies is 0b10 */

/*
 * The samples of one Exception level, in AArch64 state and outside Debug state; 8 bytes, the same on every target.
 */
struct spe_profiling_level {
    uint32_t collects; /* SPE_HAS_CONTEXT_EL1, _CONTEXT_EL2, _DATA_PA, _TIMESTAMP (record.h): which of these a sample
                          there has, if it can; 0 unless allowed is SPE_PROFILING_YES */
    uint8_t allowed;   /* SPE_PROFILING_*: the controls of the level permit profiling while the buffer is enabled and
                          not stopped */
    uint8_t enabled;   /* SPE_PROFILING_*: profiling is enabled now (D17.4) */
    uint8_t timestamp; /* SPE_TIMESTAMP_*; NONE if profiling is not allowed */
    uint8_t reserved;  /* zero */
};

/* Statistical profiling as registers configure it; 64 bytes, the same on every target. */
struct spe_profiling {
    uint64_t missing;       /* 1 << SPE_REG_* for each register that was needed but is missing: it counted as 0 */
    uint32_t unpredictable; /* SPE_UNPREDICTABLE_*; 0: every answer is certain, if no register is missing */
    uint8_t has_el2;        /* EL2 is implemented (ID_AA64PFR0_EL1; if it is missing, whether a register of EL2 is
                               there) */
    uint8_t has_el3;        /* EL3 is implemented (ID_AA64PFR0_EL1; if it is missing, whether a register of EL3 is
                               there) */
    uint8_t owning_state;   /* SPE_STATE_* (packet.h): the Security state that owns the buffer; _RESERVED: not known */
    uint8_t owning_el;      /* the owning Exception level, 1 or 2; 0: not known */
    uint8_t el2_enabled;    /* SPE_PROFILING_*: EL2 is implemented and enabled in the owning state */
    uint8_t buffer_enabled; /* PMBLIMITR_EL1.E */
    uint8_t stopped;        /* SPE_PROFILING_*: PMBSR_EL1.S is 1, or PMBSR_EL2.S or PMBSR_EL3.S is 1 and the profiling
                               exceptions of that level are enabled (FEAT_SPE_EXC) */
    uint8_t discards;       /* SPE_PROFILING_*: discard mode, FM = 0b10: samples are taken but not written */
    uint8_t physical_mode;  /* SPE_PROFILING_*: PMBPTR_EL1 and LIMIT are physical or intermediate physical addresses,
                               not virtual ones (the Effective value of nVM, FEAT_SPE_nVM) */
    uint8_t interrupt;      /* SPE_PROFILING_*: PMBSR_EL1.S asserts the interrupt PMBIRQ; NO: the profiling exception is
                               enabled for EL1 instead (FEAT_SPE_EXC) */
    uint8_t event_el;       /* buffer full and collisions are recorded in PMBSR_ELx of this level, 1 to 3; 0: not known.
                               Faults may be recorded at a higher level: spe_profiling_event_el() */
    uint8_t reserved0;      /* zero */
    struct spe_profiling_level level[3]; /* EL0, EL1 and EL2 in the owning state. Profiling is disabled in all other
                                            states, at EL3, and at EL1 while HCR_EL2.TGE is 1 */
    uint8_t reserved[16];                /* zero */
};

/*
 * Derives the state of profiling from registers: ID_AA64PFR0_EL1, PMSCR_EL1, PMBLIMITR_EL1 and PMBSR_EL1; with an EL3
 * also MDCR_EL3, and SCR_EL3 for a Secure owner; with EL2 enabled also MDCR_EL2, HCR_EL2 and PMSCR_EL2; with
 * FEAT_SPE_EXC also PMBSR_EL2 and PMBSR_EL3. From *features it uses RME, SECURE, ECV, EXC, NVM, NV2 and the version (0:
 * not known). features NULL means SPE_FEATURES_INIT. SECURE without an EL3 means a core that is always Secure. The
 * result describes the levels of the owning state, whether or not the PE is in that state now (SCR_EL3.{NSE, NS}). If
 * ID_AA64PFR0_EL1 is given and has no EL2, PMSCR_EL1.PCT counts as 0b01, its only value on such a core: the timestamp
 * is the physical count.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_CONFIG: a member of *features is invalid; spe_features_problem() names it.
 * - SPE_E_ARG: regs is invalid (see the top), or out is NULL.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_profiling_read(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
                                   struct spe_profiling *out);

/*
 * Describes the samples of an Exception level, 0 to 3, in a Security state, SPE_STATE_SECURE, _NON_SECURE or _REALM. A
 * PC packet has both (spe_address_el(), spe_address_state()). If the owning state is not known, allowed and enabled are
 * SPE_PROFILING_UNPREDICTABLE instead of SPE_PROFILING_YES.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: profiling or out is NULL, or the level or state does not exist. *out is unchanged.
 */
SPE_LAB_API int spe_profiling_at(const struct spe_profiling *profiling, unsigned el, unsigned state,
                                 struct spe_profiling_level *out);

/*
 * Determines in which PMBSR_ELx an event is recorded (D17.7, Table D17-7; J1 ReportSPEEvent). With FEAT_SPE_EXC faults
 * may be recorded at a higher level than buffer full and collisions. `pmbsr` has the event's EC and MSS, as
 * spe_syndrome_encode() makes it; its other bits are ignored. Registers and features are those of spe_profiling_read();
 * for faults also SCR_EL3 and HCR_EL2.
 *
 * Returns one of:
 * - 1 to 3: the level.
 * - 0: not known, because it depends on a reserved value.
 * - SPE_E_CONFIG: a member of *features is invalid; spe_features_problem() names it.
 * - SPE_E_ARG: regs is invalid (see the top).
 */
SPE_LAB_API int spe_profiling_event_el(const struct spe_sysreg_value *regs, size_t n,
                                       const struct spe_features *features, uint64_t pmbsr);

/* -- how far samples are apart -- */

/* The number of operations from one sampled operation to the next; 32 bytes, the same on every target. */
struct spe_interval {
    uint64_t least;      /* operations */
    uint64_t most;       /* operations */
    uint64_t twice_mean; /* half operations: twice the mean, if the random numbers are uniform */
    uint8_t reserved[8]; /* zero */
};

/*
 * Gives the sampling interval (D17.3, J1 SPEToCollectSample), in operations. Without PMSIRR_EL1.RND it is INTERVAL x
 * 256 + 1. With RND but without FEAT_SPE_ERnd it is up to 255 more, 127.5 more on average (the manual rounds that to
 * INTERVAL x 256 + 128). With both it is INTERVAL x 256 + 1 on average, and up to 255 more or less. features NULL means
 * no FEAT_SPE_ERnd.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_KIND: INTERVAL is 0, which makes the interval UNKNOWN.
 * - SPE_E_CONFIG: a member of *features is invalid; spe_features_problem() names it.
 * - SPE_E_ARG: out is NULL.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_interval_measure(uint64_t pmsirr, const struct spe_features *features, struct spe_interval *out);

/*
 * Returns the smallest interval that the core's maker recommends, in operations: PMSIDR_EL1.Interval, 256 to 4096. It
 * is 256 for a PMSIDR_EL1 that is not given (0). For reserved values it is 4096, the largest, as in Linux.
 */
SPE_LAB_API uint32_t spe_interval_least(uint64_t pmsidr);

/* The least period that spe_interval_from_period() accepts: the two behaviours of Linux */
enum {
    SPE_PERIOD_ANY = 0,        /* 256 operations, because INTERVAL must not be 0: Linux 6.17 and later */
    SPE_PERIOD_RECOMMENDED = 1 /* spe_interval_least(): Linux before 6.17 */
};

/* Results of spe_interval_from_period(): what it did to the period. */
enum {
    SPE_PERIOD_EXACT = 0,
    SPE_PERIOD_ROUNDED = 1, /* rounded down to a multiple of 256 */
    SPE_PERIOD_RAISED = 2,  /* raised to the least period */
    SPE_PERIOD_CAPPED = 3   /* reduced to 0xffffff00, the largest value of the 24 bits of INTERVAL */
};

/*
 * Stores a period, in operations, in PMSIRR_EL1.INTERVAL, as Linux does for perf record -c. `least` is SPE_PERIOD_ANY
 * or SPE_PERIOD_RECOMMENDED; pmsidr, PMSIDR_EL1, is used only with the second (its field Interval is a recommendation
 * and limits nothing: D24.7.14). The other bits of *pmsirr are unchanged.
 *
 * Returns one of:
 * - SPE_PERIOD_EXACT to SPE_PERIOD_CAPPED: the change of the period.
 * - SPE_E_ARG: pmsirr is NULL, or least is another number.
 * On failure *pmsirr is unchanged.
 */
SPE_LAB_API int spe_interval_from_period(uint64_t period, uint64_t pmsidr, unsigned least, uint64_t *pmsirr);

/* Returns the period in PMSIRR_EL1.INTERVAL, in operations: 256 times the field. */
SPE_LAB_API uint64_t spe_interval_to_period(uint64_t pmsirr);

#ifdef __cplusplus
}
#endif

#endif
