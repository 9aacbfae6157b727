/* SPDX-License-Identifier: MIT */
/*
 * libspe/sysreg.h: the System registers of SPE, as firmware and kernel debuggers read them: raw values to fields and
 * words, and back (DDI 0487, D24 "Statistical Profiling Extension registers").
 *
 *     int reg = spe_sysreg_find("PMSIDR_EL1");
 *     for (unsigned f = 0; (name = spe_sysreg_field_name(reg, f)) != NULL; f++) {
 *         spe_sysreg_get(reg, f, raw, &value);
 *         meaning = spe_sysreg_meaning(reg, f, value);     // NULL: the number says it all
 *     }
 *
 * Registers and fields are numbered from 0, fields from the highest bit down; numbers may differ between versions of the
 * library, names do not. Pure functions, any thread; strings live as long as the program.
 */
#ifndef LIBSPE_SYSREG_H
#define LIBSPE_SYSREG_H

#include <libspe/features.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The name of a register ("PMSIDR_EL1"); NULL: there are not so many. */
SPE_API const char *spe_sysreg_name(unsigned reg);

/* What it is for ("Sampling Profiling ID Register"); NULL: there are not so many registers. */
SPE_API const char *spe_sysreg_title(unsigned reg);

/* The number of a register, in capitals or not; "_EL1" may be left out. SPE_E_ARG: name is NULL, or no such register. */
SPE_API int spe_sysreg_find(const char *name);

/* The name of a field ("MaxSize"); NULL: no such register, or it has not so many fields. */
SPE_API const char *spe_sysreg_field_name(unsigned reg, unsigned field);

/* The number of a field, in capitals or not. SPE_E_ARG: name is NULL, or no such register or field. */
SPE_API int spe_sysreg_field_find(unsigned reg, const char *name);

/* The bits of a field as a mask of the register; 0: no such register or field. */
SPE_API uint64_t spe_sysreg_field_mask(unsigned reg, unsigned field);

/* The bits that no field has: reserved, or unknown to this version. All ones: no such register. */
SPE_API uint64_t spe_sysreg_reserved(unsigned reg);

/* Takes a field out of `raw`. Returns SPE_OK and *value. SPE_E_ARG: no such register or field, or value is NULL. */
SPE_API int spe_sysreg_get(unsigned reg, unsigned field, uint64_t raw, uint64_t *value);

/* Puts a field into *raw, whose other bits stay. Returns SPE_OK. SPE_E_RANGE: the value is wider than the field. SPE_E_ARG:
 * no such register or field, or raw is NULL. *raw is untouched then. */
SPE_API int spe_sysreg_put(unsigned reg, unsigned field, uint64_t value, uint64_t *raw);

/* A field's value in words ("12-bit counters"). NULL: the number is all there is to say, or no such register or field; also
 * for values that the architecture reserves: see spe_sysreg_is_listed(). */
SPE_API const char *spe_sysreg_meaning(unsigned reg, unsigned field, uint64_t value);

/* 0: the field's values are listed, and this one is not among them: reserved. Else 1. */
SPE_API int spe_sysreg_is_listed(unsigned reg, unsigned field, uint64_t value);

/* -- features -- */

/*
 * What a core implements. dfr0: ID_AA64DFR0_EL1, of which PMSVer is read; pmsidr: PMSIDR_EL1; pmbidr: PMBIDR_EL1, of which
 * Align is read; others: SPE_FEATURE_SVE and the other flags that stand in no SPE register, or-ed together.
 * Returns SPE_OK and fills *out. SPE_E_ARG: out is NULL, or `others` has a flag that an SPE register has. *out is untouched.
 * max_record_size, alignment and counter_bits are 0 (not known) where the field's value is reserved.
 */
SPE_API int spe_features_read(struct spe_features *out, uint64_t dfr0, uint64_t pmsidr, uint64_t pmbidr,
                              uint32_t others);

/* -- PMBSR_EL1: why the buffer stopped -- */

/* struct spe_syndrome.event: PMBSR_EL1.EC */
enum {
    SPE_BUFFER_OTHER = 0,        /* other buffer management event: see `full` */
    SPE_BUFFER_STAGE1_FAULT = 1, /* a stage 1 Data Abort on a write to the buffer */
    SPE_BUFFER_STAGE2_FAULT = 2,
    SPE_BUFFER_GRANULE_FAULT = 3, /* granule protection check fault (FEAT_RME) */
    SPE_BUFFER_IMPDEF = 4,
    SPE_BUFFER_RESERVED = 5 /* an EC that has no meaning yet */
};

/* 16 bytes, the same on every target. */
struct spe_syndrome {
    uint16_t mss;           /* raw */
    uint8_t event;          /* SPE_BUFFER_* */
    uint8_t service;        /* S: the buffer has stopped, for the reason in `event`; 0: `event` means nothing */
    uint8_t full;           /* EC 0, BSC 1: the buffer was filled */
    uint8_t data_lost;      /* DL: a record was cut, or more were lost */
    uint8_t external_abort; /* EA: asynchronous, nothing is known about what was written */
    uint8_t collision;      /* COLL: at least one sample was lost because another was in flight */
    uint8_t fault_status;   /* faults: FSC, as in ESR_ELx; else 0 */
    uint8_t reserved[7];    /* zero */
};

/* Takes PMBSR_EL1 apart. Returns SPE_OK and fills *out; SPE_E_ARG: out is NULL. */
SPE_API int spe_syndrome_read(uint64_t pmbsr, struct spe_syndrome *out);

/* A syndrome in words: what stopped the buffer ("buffer full", "stage 1 fault"), or "running" where S is 0. Never NULL. */
SPE_API const char *spe_syndrome_text(const struct spe_syndrome *syndrome);

/* -- the buffer -- */

/* 32 bytes, the same on every target. */
struct spe_buffer {
    uint64_t start;   /* PMBPTR_EL1: where the next record goes */
    uint64_t limit;   /* PMBLIMITR_EL1.LIMIT: the first byte that is not written */
    uint64_t bytes;   /* between them; 0: not enabled, or the pointer is not below the limit */
    uint64_t records; /* as many of max_record_size bytes as surely fit; 0 also if max_record_size is not known */
};

/* From PMBPTR_EL1, PMBLIMITR_EL1 and what the core implements (max_record_size and alignment are read). Returns SPE_OK and
 * fills *out; SPE_E_ARG: a pointer is NULL. */
SPE_API int spe_buffer_read(uint64_t pmbptr, uint64_t pmblimitr, const struct spe_features *features,
                            struct spe_buffer *out);

/* -- timestamps -- */

enum {
    SPE_TIMESTAMP_NONE = 0,
    SPE_TIMESTAMP_VIRTUAL = 1,         /* physical count - CNTVOFF_EL2 */
    SPE_TIMESTAMP_PHYSICAL = 2,        /* physical count */
    SPE_TIMESTAMP_OFFSET_PHYSICAL = 3, /* physical count - CNTPOFF_EL2 (FEAT_ECV) */
    SPE_TIMESTAMP_RESERVED = 4         /* PCT is 0b10: reserved */
};

/*
 * Which timestamp a record has (DDI 0487, Table D17-3). el2: EL2 is implemented and enabled in the owning Security state;
 * owner: the Exception level that owns the buffer, 1 or 2; the registers raw.
 * Returns SPE_TIMESTAMP_*. SPE_E_ARG: owner is not 1 or 2, or is 2 while el2 is 0.
 */
SPE_API int spe_timestamp_source(int el2, unsigned owner, uint64_t pmscr_el2, uint64_t pmscr_el1);

/* -- clocks: exact, any thread -- */

/* Ticks of a counter of `hz` (CNTFRQ_EL0) in nanoseconds, rounded down; UINT64_MAX where that does not fit, or hz is 0 or 2^54
 * or more. */
SPE_API uint64_t spe_ticks_to_ns(uint64_t ticks, uint64_t hz);

/* perf's conversion, as in its TIME_CONV event (and the mmap page of perf_event_open(2)): ticks to perf's nanoseconds. shift
 * is 0 to 63; larger counts as 63. Arithmetic wraps as perf's does. */
SPE_API uint64_t spe_ticks_to_perf(uint64_t ticks, unsigned shift, uint64_t mult, uint64_t zero);

/* The inverse: the ticks at which perf's clock says `ns`, as near as they come from below; 0 if mult is 0. */
SPE_API uint64_t spe_perf_to_ticks(uint64_t ns, unsigned shift, uint64_t mult, uint64_t zero);

#ifdef __cplusplus
}
#endif

#endif
