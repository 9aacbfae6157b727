/* SPDX-License-Identifier: MIT */
/*
 * libspe/filter.h: the sampling filter of the hardware, in software, over decoded records (DDI 0487, D17.5,
 * "Filtering sample records"; PMSFCR_EL1 and the registers that it enables).
 *
 *     struct spe_filter_registers registers;
 *     spe_filter filter;
 *     size_t mistake;
 *     if (spe_filter_parse("load_filter=1,min_latency=10", 28, &registers, &mistake) == SPE_OK &&
 *         spe_filter_compile(&filter, &registers, NULL, NULL) == SPE_OK)
 *         n = spe_filter_batch(&filter, records, n, NULL);
 *
 * text <-> registers -> compiled filter -> records. Promised: settings for which the manual allows more than one
 * behaviour (CONSTRAINED UNPREDICTABLE) are refused with the reason, never given one. Pure functions, any thread; one
 * compiled filter may be used by many threads at once.
 *
 * A record holds less than the hardware knew. Where that matters:
 *   - no Events packet: no event is set. No Operation Type packet, or one with a reserved payload: the operation is of
 *     no type. No total latency: it is 0. No Data Source packet: the data source filter does not apply (as in the
 *     manual's SPEFilterByDataSource()). Fields that are not in `present` are not read.
 *   - a load or store of SIMD&FP registers is FP if scalar and SIMD if vector, and the packet does not say which: it is
 *     kept if the type filter keeps either.
 *   - the access of a branch to the Guarded Control Stack is a load or a store by CR; if CR is not recorded (no
 *     FEAT_SPE_CRR) it is neither.
 */
#ifndef LIBSPE_FILTER_H
#define LIBSPE_FILTER_H

#include <libspe/features.h>
#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- registers -- */

/* struct spe_filter_registers.pmsfcr: PMSFCR_EL1 */
#define SPE_FILTER_FE (UINT64_C(1) << 0)  /* by events: all of PMSEVFR_EL1 */
#define SPE_FILTER_FT (UINT64_C(1) << 1)  /* by operation type */
#define SPE_FILTER_FL (UINT64_C(1) << 2)  /* by total latency: PMSLATFR_EL1 or more */
#define SPE_FILTER_FNE (UINT64_C(1) << 3) /* by inverse events: none of PMSNEVFR_EL1 (FEAT_SPE_FnE) */
#define SPE_FILTER_FDS (UINT64_C(1) << 4) /* by data source, loads only: PMSDSFR_EL1 (FEAT_SPE_FDS) */
#define SPE_FILTER_B (UINT64_C(1) << 16)  /* branches */
#define SPE_FILTER_LD (UINT64_C(1) << 17) /* loads; atomics that return a value are loads and stores */
#define SPE_FILTER_ST (UINT64_C(1) << 18) /* stores */
/* FEAT_SPE_EFT. FP: the packet's FP flag, and scalar SIMD&FP loads and stores. SIMD: its ASE flag, SVE and SME
 * operations, loads and stores, and vector SIMD&FP loads and stores. */
#define SPE_FILTER_FP (UINT64_C(1) << 19)
#define SPE_FILTER_SIMD (UINT64_C(1) << 20)
/* FEAT_SPE_EFT: the type must be (its bit above is 1) or must not be (0), where otherwise one of many is enough */
#define SPE_FILTER_BM (UINT64_C(1) << 48)
#define SPE_FILTER_LDM (UINT64_C(1) << 49)
#define SPE_FILTER_STM (UINT64_C(1) << 50)
#define SPE_FILTER_FPM (UINT64_C(1) << 51)
#define SPE_FILTER_SIMDM (UINT64_C(1) << 52)

/* struct spe_filter_registers.control: what perf's configuration also says. Kept for the text forms; no filter. */
#define SPE_CONTROL_TS (1u << 0)      /* PMSCR_EL1.TS: timestamps */
#define SPE_CONTROL_PA (1u << 1)      /* PMSCR_EL1.PA: physical addresses */
#define SPE_CONTROL_PCT (1u << 2)     /* PMSCR_EL1.PCT: physical timestamps */
#define SPE_CONTROL_JITTER (1u << 3)  /* PMSIRR_EL1.RND: random interval */
#define SPE_CONTROL_DISCARD (1u << 4) /* PMBLIMITR_EL1.FM: records are counted, then discarded */

/* 64 bytes, the same on every target: raw register values. Start from SPE_FILTER_REGISTERS_INIT, then set what is
 * known. */
struct spe_filter_registers {
    uint32_t size;        /* sizeof(struct spe_filter_registers) */
    uint32_t control;     /* SPE_CONTROL_* */
    uint64_t pmsfcr;      /* PMSFCR_EL1: SPE_FILTER_*; the others below are read only if it enables them */
    uint64_t pmsevfr;     /* PMSEVFR_EL1: event bits that must be 1 */
    uint64_t pmsnevfr;    /* PMSNEVFR_EL1: event bits that must be 0 */
    uint64_t pmslatfr;    /* PMSLATFR_EL1: [15:0] MINLAT, cycles; [11:0] where counters have 12 bits */
    uint64_t pmsdsfr;     /* PMSDSFR_EL1: bit [source & 63] is 1: kept */
    uint64_t reserved[2]; /* zero */
};

/* No filter, nothing known. */
#define SPE_FILTER_REGISTERS_INIT {sizeof(struct spe_filter_registers), 0, 0, 0, 0, 0, 0, {0, 0}}

/* Which member is wrong: "size" (less than 64, or more than 512), or "reserved" (a byte beyond what this version knows
 * is not zero); NULL: none is, or registers is NULL. What values say, spe_filter_compile() tells. The string lives as
 * long as the program. */
SPE_API const char *spe_filter_registers_mistake(const struct spe_filter_registers *registers);

/* -- compiled -- */

#define SPE_FILTER_SIZE 384 /* bytes of spe_filter, on every target and in every 1.x version */

/* Caller-owned storage, no destructor. Copies are filters too; zeroed storage is a filter that keeps nothing. */
typedef struct spe_filter {
    uint64_t opaque[SPE_FILTER_SIZE / 8];
} spe_filter;

/* Why registers are no filter: bits of *problems. */
#define SPE_FILTER_NO_EVENTS (1u << 0)         /* FE, but no filterable bit in PMSEVFR_EL1 */
#define SPE_FILTER_NO_INVERSE_EVENTS (1u << 1) /* FnE, but no filterable bit in PMSNEVFR_EL1 */
#define SPE_FILTER_NO_TYPES (1u << 2)          /* FT, but no type, without FEAT_SPE_EFT (with it all is kept) */
#define SPE_FILTER_NO_LATENCY (1u << 3)        /* FL, but MINLAT is 0 */
#define SPE_FILTER_CONTRADICTION (1u << 4)     /* FE and FnE, and the same filterable bit in both registers */
#define SPE_FILTER_NOT_IMPLEMENTED (1u << 5)   /* PMSFCR_EL1 uses a feature that the core does not have */
#define SPE_FILTER_RESERVED_BITS (1u << 6)     /* a bit of PMSFCR_EL1 or PMSLATFR_EL1 that has no meaning yet */

/*
 * The bits of PMSFCR_EL1 that a core has, by PMSIDR_EL1's flags (FE; FT with B, LD, ST; FL; FnE; FDS; EFT with FP, SIMD
 * and the masks): the others are 0 to the hardware. features NULL: a core with every feature.
 * Returns the bits; 0 also if features->size is not valid (see spe_filter_compile).
 */
SPE_API uint64_t spe_filter_controls(const struct spe_features *features);

/*
 * The event bits that a core filters by; others, in PMSEVFR_EL1 and PMSNEVFR_EL1, do not count. features NULL: a core
 * of FEAT_SPEv1p5 with every feature.
 * Always: 1, 3, 5, 7; 12-15 and 48-63 (IMPLEMENTATION DEFINED); 2, 4, 8, 9, 10 (IMPLEMENTATION DEFINED before
 * FEAT_SPEv1p4). 6: FEAT_SPE_FnE. 11: FEAT_SPEv1p1. 17, 18: FEAT_SPEv1p1 and SVE or SME. 19-23: FEAT_SPEv1p4. 24, 25:
 * FEAT_SPE_SME; 25: FEAT_SPEv1p5, too. 24-31: before FEAT_SPEv1p4 (IMPLEMENTATION DEFINED). A core need not filter by
 * an IMPLEMENTATION DEFINED bit; here it counts because the caller, who sets it, knows the core.
 * Returns the bits; 0 also if features->size is not valid (see spe_filter_compile).
 */
SPE_API uint64_t spe_filter_events(const struct spe_features *features);

/*
 * Makes *out the filter that *in is on a core with *features; features NULL: as in spe_filter_events(). *in and
 * *features are copied. With nothing enabled the filter keeps every record.
 *
 * Returns SPE_OK. SPE_E_ARG: out or in is NULL. SPE_E_CONFIG: spe_filter_registers_mistake() or spe_features_mistake()
 * says that a struct is wrong (*problems is 0 then); or the registers are
 * no filter (*problems is why, SPE_FILTER_NO_EVENTS and the others, or-ed together). Whatever fails, *out is untouched.
 * problems may be NULL; else it is written on every return but SPE_E_ARG.
 */
SPE_API int spe_filter_compile(spe_filter *out, const struct spe_filter_registers *in,
                               const struct spe_features *features, uint32_t *problems);

/* The lowest set bit of `problems` in words ("FL is set, but MINLAT is 0"); "none" for 0, "unknown" for bits
 * that are no problem. Never NULL; the string lives as long as the program. */
SPE_API const char *spe_filter_problem(uint32_t problems);

/* -- the types of an operation -- */

/*
 * The types of an operation by the Operation Type packet's CLASS and payload: SPE_FILTER_B, _LD, _ST, _FP and _SIMD,
 * or-ed together. Of a load or store of SIMD&FP registers the packet does not say which of FP and SIMD it is: neither
 * is given. 0 also for a reserved payload, and if op_class is above 3 or payload above 255.
 */
SPE_API uint64_t spe_filter_types(unsigned op_class, unsigned payload);

/* Whether TYPE and TYPEm of a PMSFCR_EL1 keep an operation of these types (SPE_FILTER_B to _SIMD; other bits do not
 * count), 1 or 0, whether FT enables them or not. */
SPE_API int spe_filter_keeps_types(uint64_t pmsfcr, uint64_t types);

/* -- applied -- */

/* What rejects a record, in the order in which it is asked; struct spe_filter_counts.count. */
enum {
    SPE_FILTER_KEPT = 0,
    SPE_FILTER_BY_EVENT = 1,
    SPE_FILTER_BY_INVERSE_EVENT = 2,
    SPE_FILTER_BY_TYPE = 3,
    SPE_FILTER_BY_LATENCY = 4,
    SPE_FILTER_BY_DATA_SOURCE = 5
};

/* 64 bytes, the same on every target. Zero it before the first call. */
struct spe_filter_counts {
    uint64_t count[8]; /* records, by SPE_FILTER_KEPT ...: each once, by the first that rejects it; [6], [7] zero */
};

/* Whether the filter keeps a record: 1 or 0. 0 also if a pointer is NULL. Only spe_filter_compile() makes *filter. */
SPE_API int spe_filter_keeps(const spe_filter *filter, const struct spe_record *record);

/*
 * Moves those of records[0] to records[n - 1] that the filter keeps to the front, in their order. counts is NULL, or is
 * added to. Returns how many were kept; what is in records[] behind those is not specified. A pointer (but counts) that
 * is NULL: 0, and nothing is touched.
 */
SPE_API size_t spe_filter_batch(const spe_filter *filter, struct spe_record *records, size_t n,
                                struct spe_filter_counts *counts);

/* -- text -- */

/*
 * Registers from a configuration as perf takes it between the slashes of `-e arm_spe/.../`: terms `name=value` or
 * `name`, which is name=1, with commas between them; `len` bytes at `text`, of which none need be a zero.
 *
 *     branch_filter (b)  load_filter (ld)  store_filter (st)  simd_filter  float_filter                    0 or 1
 *     branch_filter_mask  load_filter_mask  store_filter_mask  simd_filter_mask  float_filter_mask          0 or 1
 *     event_filter  inv_event_filter  inv_data_src_filter                                                   64 bits
 *     min_latency (min)                                                                                     12 bits
 *     ts_enable (ts)  pa_enable  pct_enable  jitter  discard                                                0 or 1
 *
 * In brackets the short forms of WindowsPerf; both may be mixed. Values are decimal (leading zeros are nothing special)
 * or hexadecimal after 0x; those of event_filter and inv_event_filter may be event names, with '+' between them, as
 * spe_event_name() spells them ("l1d_refill+mispredicted"). Spaces and tabs may stand around names, '=', values and
 * commas. No term at all is no filter. A term may occur once, long or short. As perf does, a filter is enabled if its
 * value is not 0, types if one type or mask is 1; PMSDSFR_EL1 is the inverse of inv_data_src_filter.
 *
 * Returns SPE_OK and fills *out whole. SPE_E_ARG: out is NULL, or text is NULL while len is not 0. SPE_E_NAME: no such
 * term or event. SPE_E_SYNTAX: an empty or repeated one, or what is no value. SPE_E_RANGE: the value is too large for
 * the term. In the last three cases *mistake, if mistake is not NULL, is the offset (0 to len) where the term or value
 * that is wrong starts, or of the character that cannot stand there. Whatever fails, *out is untouched; *mistake is
 * written in these three cases only.
 */
SPE_API int spe_filter_parse(const char *text, size_t len, struct spe_filter_registers *out, size_t *mistake);

enum { SPE_FILTER_TEXT_PERF = 0, SPE_FILTER_TEXT_WINDOWSPERF = 1 };

#define SPE_FILTER_TEXT_MAX 512 /* a buffer that holds any of these texts, with its zero */

/*
 * Registers as spe_filter_parse() reads them: what is enabled, in the order above. SPE_FILTER_TEXT_WINDOWSPERF has the
 * short form of each term that has one, and perf's for the others, which WindowsPerf need not know. Parsing the text
 * gives a filter that keeps the same records.
 * As with snprintf the text's full length without its zero is returned, at most cap bytes are written, and if cap is
 * not 0 the last of them is a zero. out may be NULL while cap is 0.
 *
 * Returns the length. SPE_E_ARG: in is NULL, out is NULL while cap is not 0, or no such style. SPE_E_CONFIG: in->size
 * is wrong as in spe_filter_compile(). SPE_E_KIND: no text means these registers (FE, FnE or FL with nothing to
 * filter on, MINLAT above 4095, reserved bits, unknown control bits). Nothing is written then.
 */
SPE_API int spe_filter_text(const struct spe_filter_registers *in, uint32_t style, char *out, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
