/* SPDX-License-Identifier: MIT */
/*
 * libspe/profiling.h: what the System registers of SPE say together: what the core implements, why the buffer stopped,
 * how much it still takes, who owns it, where profiling is enabled, what is collected there, and how far samples are
 * apart (DDI 0487, D17.2 to D17.7, the register descriptions in D24, and the shared pseudocode J1). For firmware and
 * kernel debuggers, emulators, and checks that ask for features. sysreg.h has the single registers.
 *
 * Pure functions, any thread. Registers are handed in as an array, `regs` of `n`, in any order: what stands twice
 * counts as it stands last; registers that a function does not ask for are no mistake. Each value is that of the
 * register itself: where a VHE host reads PMSCR_EL1 and gets PMSCR_EL2, hand it in as PMSCR_EL2, and PMSCR_EL12 as
 * PMSCR_EL1. regs may be NULL while n is 0. What SPE_E_ARG says of regs: it is NULL while n is not 0, or an entry's
 * reg is no register.
 *
 * What the architecture leaves CONSTRAINED UNPREDICTABLE is reported as such, never guessed.
 */
#ifndef LIBSPE_PROFILING_H
#define LIBSPE_PROFILING_H

#include <libspe/features.h>
#include <libspe/sysreg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- what the core implements -- */

/*
 * Features from ID registers, as far as they are there: PMSIDR_EL1 (FE to ALTCLK, sizes), PMBIDR_EL1 (alignment),
 * ID_AA64DFR0_EL1 (version), _DFR2 (EXC, NVM), _PFR0 (SVE, RME, SECURE), _PFR1 (MTE, MTE2, SME, GCS), _ISAR0 (LSE,
 * TME), _ISAR2 (MOPS), _MMFR0 (ECV) and _MMFR2 (NV2). Of a register that is not there nothing is known: its features
 * are not set, its sizes are 0. `flags` are SPE_FEATURE_* that the caller knows beside; PMSIDR_EL1's own are no such.
 *
 * Secure state is there if EL3 is, and FEAT_SEL2 too where FEAT_RME is implemented. A core without EL3 that is always
 * Secure says so nowhere: `flags` does. PMSVer, CountSize, MaxSize and Align values that are reserved: version is the
 * number all the same, as later versions add to earlier ones; counter_bits, max_record_size and alignment are 0, not
 * known. spe_features_implied() tells what follows from the result. For spe_check_init() a flag that is not set is a
 * feature that the core lacks: hand in all of these registers then, or set in `flags` what they would say.
 *
 * Returns SPE_OK and fills *out whole, size included. SPE_E_KIND: PMSIDR_EL1.Format is not 0, so that records are of a
 * form that this library does not know. SPE_E_ARG: regs (see above), out is NULL, or flags has others than the above.
 * *out is then untouched.
 */
SPE_API int spe_features_from_registers(const struct spe_sysreg_value *regs, size_t n, uint32_t flags,
                                        struct spe_features *out);

/* -- the buffer's syndrome: PMBSR_EL1, and with FEAT_SPE_EXC PMBSR_EL2 and PMBSR_EL3, which have one layout -- */

/* EC, and MSS[5:0] (BSC) where EC is 0 */
enum {
    SPE_EC_OTHER = 0x00,     /* a buffer management event that is no fault: BSC says which */
    SPE_EC_STAGE1 = 0x24,    /* stage 1 Data Abort on a write to the buffer: FSC, MSS[5:0], says which */
    SPE_EC_STAGE2 = 0x25,    /* stage 2 Data Abort: likewise */
    SPE_EC_GRANULE = 0x1e,   /* granule protection check fault other than GPF */
    SPE_EC_IMPDEF = 0x1f,    /* for an IMPLEMENTATION DEFINED reason */
    SPE_BSC_NOT_STOPPED = 0, /* collection was not stopped, or the access was not allowed */
    SPE_BSC_FULL = 1,        /* the buffer was filled */
    SPE_BSC_TOO_LARGE = 4    /* the size of buffer that was asked for is too large */
};

/* struct spe_syndrome.event_class: EC */
enum {
    SPE_BUFFER_OTHER = 0,   /* EC 0: a buffer management event that is no fault, such as buffer full */
    SPE_BUFFER_STAGE1 = 1,  /* EC 0x24: stage 1 Data Abort on a write to the buffer */
    SPE_BUFFER_STAGE2 = 2,  /* EC 0x25: stage 2 Data Abort */
    SPE_BUFFER_GRANULE = 3, /* EC 0x1e: granule protection check fault other than GPF */
    SPE_BUFFER_IMPDEF = 4,  /* EC 0x1f: for an IMPLEMENTATION DEFINED reason */
    SPE_BUFFER_RESERVED = 5 /* any other EC */
};

/* PMBSR_ELx taken apart; 32 bytes, the same on every target. The meaning of MSS and MSS2 depends on EC. */
struct spe_syndrome {
    uint32_t mss2;       /* MSS2, raw, 24 bits: flags of a fault, IMPLEMENTATION DEFINED, or none, by EC */
    uint16_t mss;        /* MSS, raw: its meaning is EC's (BSC, FSC, IMPLEMENTATION DEFINED, or none) */
    uint8_t ec;          /* EC, raw */
    uint8_t event_class; /* SPE_BUFFER_* */
    uint8_t service;     /* S: an event has been recorded, profiling has stopped. PMBSR_EL1.S asserts the interrupt
                            only while the profiling exception for EL1 is not enabled (FEAT_SPE_EXC: struct
                            spe_profiling.interrupt). While it is 0 EC, MSS, MSS2 and EA say nothing, and all below
                            but data_lost, external_abort and collision is 0 */
    uint8_t buffer_full; /* EC 0 and BSC, MSS[5:0], is 1 */
    uint8_t data_lost;   /* DL: part of a record was lost: PMBPTR_EL1 may not stand behind the last whole one, and what
                            is written next from there may not be readable. See in_doubt */
    uint8_t external_abort; /* EA: an External abort was asserted and seen by the unit; a core may never set it */
    uint8_t collision;      /* COLL: a sample was dropped as another was in flight */
    uint8_t has_fault;      /* 1: fault_status means something (EC 0x24, 0x25) */
    uint8_t fault_status;   /* FSC, MSS[5:0], as DFSC of ESR_ELx; else 0 */
    uint8_t buffer_status;  /* BSC, MSS[5:0], SPE_BSC_*, if EC is 0 (and service is 1); else 0 */
    uint8_t top_level;      /* MSS2.TopLevel of a fault (FEAT_THE) */
    uint8_t assured_only;   /* MSS2.AssuredOnly of a stage 2 permission fault (FEAT_THE) */
    uint8_t overlay;        /* MSS2.Overlay of a permission fault: by overlay permissions (FEAT_S1POE, FEAT_S2POE) */
    uint8_t dirty_bit;      /* MSS2.DirtyBit of a permission fault: by dirty state (FEAT_S1PIE, FEAT_S2PIE) */
    uint8_t in_doubt; /* the fault is an asynchronous External abort: nothing in the buffer, not the last record alone,
                         can be taken for written */
    uint8_t reserved[11]; /* zero */
};

/* Takes PMBSR_ELx apart. Returns SPE_OK and fills *out whole. SPE_E_ARG: out is NULL. */
SPE_API int spe_syndrome_decode(uint64_t pmbsr, struct spe_syndrome *out);

/*
 * The inverse, for those who model the buffer. Raw or in meaning: where ec is 0 it is made from event_class, where mss
 * is 0 from buffer_status, buffer_full or fault_status, where mss2 is 0 from top_level to dirty_bit. Buffer full:
 * {.service = 1, .buffer_full = 1}, or {.service = 1, .mss = SPE_BSC_FULL}.
 * Returns SPE_OK and *pmbsr, in which all other bits are 0. SPE_E_RANGE: ec is above 63, mss2 has more than 24 bits, or
 * a flag is above 1. SPE_E_KIND: what event_class, buffer_full, buffer_status, has_fault, fault_status, top_level to
 * dirty_bit or in_doubt says, and is not 0, is not what the register would say: AssuredOnly of a stage 1 fault.
 * SPE_E_ARG: a pointer is NULL. *pmbsr is untouched then.
 */
SPE_API int spe_syndrome_encode(const struct spe_syndrome *in, uint64_t *pmbsr);

/* A fault status code (0 to 63) in words, "translation fault, level 2"; "reserved" for those without a meaning here.
 * Never NULL; the string lives as long as the program. */
SPE_API const char *spe_fault_status_name(unsigned fault_status);

/* The syndrome as a sentence: "buffer full; data lost", "stage 1 fault: translation fault, level 2", "no event". A text
 * as those of sysreg.h, at most SPE_SYSREG_TEXT_MAX bytes. Returns its length in bytes. SPE_E_ARG: out is NULL while
 * cap is not 0; nothing is written then. */
SPE_API int spe_syndrome_text(uint64_t pmbsr, char *out, size_t cap);

/* -- the buffer's space -- */

/* Where the Profiling Buffer stands; 32 bytes, the same on every target */
struct spe_buffer_geometry {
    uint64_t pointer; /* PMBPTR_EL1: where the next record goes */
    uint64_t limit;   /* PMBLIMITR_EL1.LIMIT: the address of the first byte behind the buffer */
    uint64_t free;    /* bytes from pointer to limit; 0 if the buffer takes nothing (see below) */
    uint64_t records; /* that surely fit: each takes max_record_size from the next multiple of alignment */
};

/*
 * The space that is left. free and records are 0 if the buffer is not enabled (E), is in discard mode (FM = 0b10), or
 * the pointer is not below the limit; records too if features is NULL or its max_record_size is 0. alignment 0 is as 1.
 * Returns SPE_OK and fills *out whole. SPE_E_ARG: out is NULL, or max_record_size or alignment is not 0 or a power of
 * two up to 2048; *out is then untouched.
 */
SPE_API int spe_buffer_measure(uint64_t pmbptr, uint64_t pmblimitr, const struct spe_features *features,
                               struct spe_buffer_geometry *out);

/* -- which timestamp -- */

enum {
    SPE_TIMESTAMP_NONE = 0,            /* none: records end with End */
    SPE_TIMESTAMP_VIRTUAL = 1,         /* physical count - CNTVOFF_EL2 */
    SPE_TIMESTAMP_PHYSICAL = 2,        /* physical count */
    SPE_TIMESTAMP_PHYSICAL_OFFSET = 3, /* physical count - CNTPOFF_EL2 (FEAT_ECV), which may count as zero: D17.6.9 */
    SPE_TIMESTAMP_RESERVED = 4         /* CONSTRAINED UNPREDICTABLE: a PCT that matters is 0b10 (with FEAT_ECV), or the
                                          owning exception level is not known */
};

/*
 * Which timestamp is recorded (D17.6.9, Table D17-3), for those who know the state that spe_profiling_read() finds: by
 * whether EL2 is implemented and enabled in the Security state that owns the buffer, by the owning exception level, 1
 * or 2, and by whether FEAT_ECV is implemented: without it PCT[1] is RES0, and 0b10 and 0b11 act as 0b00 and 0b01.
 * pmscr_el2 is not read while el2_enabled is 0. In a VHE host (EL2 with HCR_EL2.E2H, EL0 with E2H and TGE)
 * CNTVOFF_EL2 counts as zero, so that SPE_TIMESTAMP_VIRTUAL is physical there.
 * Returns SPE_TIMESTAMP_*. SPE_E_ARG: owning_el is not 1 or 2, or is 2 while EL2 is not enabled.
 */
SPE_API int spe_timestamp_source(uint64_t pmscr_el1, uint64_t pmscr_el2, int el2_enabled, unsigned owning_el,
                                 int has_ecv);

/* In words: "physical - physical offset". "?" for other numbers. Never NULL; lives as long as the program. */
SPE_API const char *spe_timestamp_source_name(unsigned source);

/* -- who owns the buffer, where profiling is enabled, what is collected -- */

/* Answers that may be open */
enum {
    SPE_PROFILING_NO = 0,
    SPE_PROFILING_YES = 1,
    SPE_PROFILING_UNPREDICTABLE = 2 /* it hangs on a field whose value is reserved */
};

/* struct spe_profiling.unpredictable: the reserved values on which something hangs */
#define SPE_UNPREDICTABLE_NSPB (1u << 0) /* MDCR_EL3.{NSPBE, NSPB} names no Security state that there is */
#define SPE_UNPREDICTABLE_E2PB (1u << 1) /* MDCR_EL2.E2PB is 0b01 */
#define SPE_UNPREDICTABLE_FM (1u << 2)   /* PMBLIMITR_EL1.FM is 0b01 or 0b11, or 0b10 before FEAT_SPEv1p2 */
#define SPE_UNPREDICTABLE_EE (1u << 3)   /* PMSCR_EL1.EE is 0b01 or 0b10 without FEAT_NV */
#define SPE_UNPREDICTABLE_PCT (1u << 4)  /* a PCT that matters is 0b10 */

/* What is sampled at one Exception level, in AArch64 and outside Debug state; 8 bytes, the same on every target */
struct spe_profiling_level {
    uint32_t collects; /* SPE_HAS_CONTEXT_EL1, _CONTEXT_EL2, _DATA_PA, _TIMESTAMP (record.h): what a sample there holds
                          of them where it can; 0 unless allowed is SPE_PROFILING_YES */
    uint8_t allowed;   /* SPE_PROFILING_*: the controls of the level permit it: profiling is enabled here while the
                          buffer is enabled and not stopped */
    uint8_t enabled;   /* SPE_PROFILING_*: profiling is enabled, as things stand (D17.4) */
    uint8_t timestamp; /* SPE_TIMESTAMP_*; NONE where it is not allowed */
    uint8_t reserved;  /* zero */
};

/* Statistical profiling as registers configure it; 64 bytes, the same on every target */
struct spe_profiling {
    uint64_t missing;       /* 1 << SPE_REG_* of each register that was asked for and was not there: it counted as 0 */
    uint32_t unpredictable; /* SPE_UNPREDICTABLE_*; 0: every answer is certain, if nothing is missing */
    uint8_t has_el2;        /* EL2 is implemented (ID_AA64PFR0_EL1; without it, if a register of EL2 is there) */
    uint8_t has_el3;        /* EL3: likewise */
    uint8_t owning_state;   /* SPE_STATE_* (packet.h): the Security state that owns the buffer; _RESERVED: not known */
    uint8_t owning_el;      /* the owning Exception level, 1 or 2; 0: not known */
    uint8_t el2_enabled;    /* SPE_PROFILING_*: EL2 is implemented and enabled in the owning state */
    uint8_t buffer_enabled; /* PMBLIMITR_EL1.E */
    uint8_t stopped;        /* SPE_PROFILING_*: PMBSR_EL1.S is 1, or PMBSR_EL2.S or PMBSR_EL3.S where the profiling
                               exceptions of that level are enabled (FEAT_SPE_EXC) */
    uint8_t discards;       /* SPE_PROFILING_*: discard mode, FM = 0b10: samples are taken, nothing is written */
    uint8_t physical_mode;  /* SPE_PROFILING_*: PMBPTR_EL1 and LIMIT are physical addresses, or intermediate physical
                               ones, not virtual ones (the Effective value of nVM, FEAT_SPE_nVM) */
    uint8_t interrupt;      /* SPE_PROFILING_*: PMBSR_EL1.S asserts the interrupt PMBIRQ; NO: the profiling exception
                               is enabled for EL1 instead (FEAT_SPE_EXC) */
    uint8_t event_el;       /* buffer full and collisions are recorded in PMBSR_ELx of this level, 1 to 3; 0: not known.
                               Faults may go to a higher level: spe_profiling_event_el() */
    uint8_t reserved0;      /* zero */
    struct spe_profiling_level level[3]; /* EL0, EL1 and EL2 in the owning state. In all other states, at EL3, and at
                                            EL1 while HCR_EL2.TGE is 1, profiling is disabled */
    uint8_t reserved[16];                /* zero */
};

/*
 * Reads the state of profiling out of registers: ID_AA64PFR0_EL1, PMSCR_EL1, PMBLIMITR_EL1, PMBSR_EL1; where there is
 * an EL3 MDCR_EL3, and SCR_EL3 for a Secure owner; where EL2 is enabled MDCR_EL2, HCR_EL2, PMSCR_EL2; with FEAT_SPE_EXC
 * PMBSR_EL2, PMBSR_EL3. Of features RME, SECURE, ECV, EXC, NVM, NV2 and the version (0: not known) are asked for; NULL
 * is SPE_FEATURES_INIT. SECURE without an EL3 is a core that is always Secure.
 * Whether the PE is in the owning state now (SCR_EL3.{NSE, NS}) is not asked: the state of EL3 is of the owner.
 * Returns SPE_OK and fills *out whole. SPE_E_CONFIG: spe_features_mistake() says why. SPE_E_ARG: regs (see above), or
 * out is NULL. *out is then untouched.
 */
SPE_API int spe_profiling_read(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
                               struct spe_profiling *out);

/*
 * What is sampled at an Exception level, 0 to 3, in a Security state, SPE_STATE_SECURE, _NON_SECURE or _REALM: those of
 * a PC packet (spe_address_el(), spe_address_state()). allowed and enabled are SPE_PROFILING_UNPREDICTABLE where they
 * would be YES and the owning state is not known.
 * Returns SPE_OK and fills *out whole. SPE_E_ARG: a pointer is NULL, or no such level or state; *out is then untouched.
 */
SPE_API int spe_profiling_at(const struct spe_profiling *profiling, unsigned el, unsigned state,
                             struct spe_profiling_level *out);

/*
 * In which PMBSR_ELx an event is recorded (D17.7, Table D17-7; J1 ReportSPEEvent): with FEAT_SPE_EXC faults may go to a
 * higher level than buffer full and collisions do. `pmbsr` has the event's EC and MSS, as spe_syndrome_encode() makes
 * it; its other bits do not count. Registers and features as in spe_profiling_read(); for faults SCR_EL3 and HCR_EL2
 * are asked for too. Returns the level, 1 to 3; 0: not known, as it hangs on a reserved value. SPE_E_CONFIG:
 * spe_features_mistake() says why. SPE_E_ARG: regs.
 */
SPE_API int spe_profiling_event_el(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
                                   uint64_t pmbsr);

/* -- how far samples are apart -- */

/* Operations from one that is chosen to the next; 32 bytes, the same on every target */
struct spe_interval {
    uint64_t least;      /* operations */
    uint64_t most;       /* operations */
    uint64_t twice_mean; /* half operations: twice the mean, if the random numbers are uniform */
    uint8_t reserved[8]; /* zero */
};

/*
 * The sampling interval (D17.3, J1 SPEToCollectSample), in operations: INTERVAL x 256 + 1 without PMSIRR_EL1.RND; with
 * RND but not FEAT_SPE_ERnd up to 255 more, 127.5 in the mean (the manual rounds that to INTERVAL x 256 + 128); with
 * both INTERVAL x 256 + 1 in the mean, up to 255 more or less.
 * Returns SPE_OK and fills *out whole. SPE_E_KIND: INTERVAL is 0, whose interval is UNKNOWN. SPE_E_CONFIG:
 * spe_features_mistake() says why. SPE_E_ARG: out is NULL. *out is then untouched. features NULL: no FEAT_SPE_ERnd.
 */
SPE_API int spe_interval_measure(uint64_t pmsirr, const struct spe_features *features, struct spe_interval *out);

/* The least interval that the core's maker recommends, in operations: PMSIDR_EL1.Interval, 256 to 4096. 256 where none
 * is given (0); 4096, the greatest, for reserved values, as Linux takes them. */
SPE_API uint32_t spe_interval_least(uint64_t pmsidr);

/* What spe_interval_from_period() did to the period */
enum {
    SPE_PERIOD_EXACT = 0,
    SPE_PERIOD_ROUNDED = 1, /* down, to a multiple of 256 */
    SPE_PERIOD_RAISED = 2,  /* to spe_interval_least() */
    SPE_PERIOD_CAPPED = 3   /* to 0xffffff00, all that the 24 bits of INTERVAL hold */
};

/*
 * Puts a period, in operations, into PMSIRR_EL1.INTERVAL as Linux does with that of perf record -c; the other bits of
 * *pmsirr stay. Returns SPE_PERIOD_*. SPE_E_ARG: pmsirr is NULL.
 */
SPE_API int spe_interval_from_period(uint64_t period, uint64_t pmsidr, uint64_t *pmsirr);

/* The period that stands in PMSIRR_EL1.INTERVAL, in operations: 256 times the field. */
SPE_API uint64_t spe_interval_to_period(uint64_t pmsirr);

#ifdef __cplusplus
}
#endif

#endif
