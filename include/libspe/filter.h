/* SPDX-License-Identifier: MIT */
/*
 * libspe/filter.h: applies the hardware's sampling filter to decoded records (DDI 0487, D17.5, "Filtering sample
 * records"; PMSFCR_EL1 and the registers that it enables).
 *
 *     struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
 *     spe_filter filter;
 *     size_t where;
 *     if (spe_filter_parse("load_filter=1,min_latency=10", 28, &registers, &where) == SPE_OK &&
 *         spe_filter_compile(&registers, NULL, &filter, NULL) == SPE_OK)
 *         n = spe_filter_batch(&filter, records, n, NULL);
 *
 * A text is parsed to registers, registers are compiled to a filter, and the filter is applied to records. Promised:
 * settings for which the manual permits more than one behaviour (CONSTRAINED UNPREDICTABLE) are refused with a reason.
 * Pure functions, any thread; many threads may use one compiled filter at once.
 *
 * A record holds less than the hardware knew. These rules apply where that matters:
 * - If the record has no Events packet, all events count as 0. If it has no Operation Type packet, or one with a
 *   reserved payload, the operation has no type. If it has no total latency, the latency is 0. If it has no Data Source
 *   packet, the data source filter does not apply (like the manual's SPEFilterByDataSource()). Fields that are not in
 *   `present` are not read.
 * - A load or store of SIMD&FP registers has type FP if it is scalar and SIMD if it is a vector operation, but its
 *   packet does not say which. The filter keeps it if it keeps one of the two types.
 * - If a branch accesses the Guarded Control Stack, CR determines whether that is a load or a store. If CR is not
 *   recorded (no FEAT_SPE_CRR), it is neither.
 */
#ifndef LIBSPE_FILTER_H
#define LIBSPE_FILTER_H

#include <libspe/batch.h>
#include <libspe/features.h>
#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- registers -- */

/* Bits of struct spe_filter_registers.pmsfcr: PMSFCR_EL1. */
#define SPE_FILTER_FE (UINT64_C(1) << 0)  /* by events: all of PMSEVFR_EL1 */
#define SPE_FILTER_FT (UINT64_C(1) << 1)  /* by operation type */
#define SPE_FILTER_FL (UINT64_C(1) << 2)  /* by total latency: at least PMSLATFR_EL1 */
#define SPE_FILTER_FNE (UINT64_C(1) << 3) /* by inverse events: none of PMSNEVFR_EL1 (FEAT_SPE_FnE) */
#define SPE_FILTER_FDS (UINT64_C(1) << 4) /* by data source, loads only: PMSDSFR_EL1 (FEAT_SPE_FDS) */
#define SPE_FILTER_B (UINT64_C(1) << 16)  /* branches */
#define SPE_FILTER_LD (UINT64_C(1) << 17) /* loads; atomics that return a value are loads and stores */
#define SPE_FILTER_ST (UINT64_C(1) << 18) /* stores */
/*
 * FEAT_SPE_EFT. FP: operations with the FP flag, and scalar SIMD&FP loads and stores. SIMD: operations with the ASE
 * flag, SVE and SME operations, loads and stores, and vector SIMD&FP loads and stores.
 */
#define SPE_FILTER_FP (UINT64_C(1) << 19)
#define SPE_FILTER_SIMD (UINT64_C(1) << 20)
/*
 * FEAT_SPE_EFT masks. If the mask bit is set, the operation must be of the type (the type's bit above is set) or must
 * not be of it (the bit is 0). Without mask bits, one of the types that are set is enough.
 */
#define SPE_FILTER_BM (UINT64_C(1) << 48)
#define SPE_FILTER_LDM (UINT64_C(1) << 49)
#define SPE_FILTER_STM (UINT64_C(1) << 50)
#define SPE_FILTER_FPM (UINT64_C(1) << 51)
#define SPE_FILTER_SIMDM (UINT64_C(1) << 52)

/*
 * Flags of struct spe_filter_registers.control: other settings of a perf configuration. They do not filter.
 */
#define SPE_CONTROL_TS (1u << 0)      /* PMSCR_EL1.TS: timestamps */
#define SPE_CONTROL_PA (1u << 1)      /* PMSCR_EL1.PA: physical addresses */
#define SPE_CONTROL_PCT (1u << 2)     /* PMSCR_EL1.PCT: physical timestamps */
#define SPE_CONTROL_JITTER (1u << 3)  /* PMSIRR_EL1.RND: random interval */
#define SPE_CONTROL_DISCARD (1u << 4) /* PMBLIMITR_EL1.FM: records are counted, then discarded */

/*
 * 64 bytes in version 1.0, on every target: raw register values. Initialise it with SPE_FILTER_REGISTERS_INIT, then set
 * the known members.
 */
struct spe_filter_registers {
    uint32_t size;        /* sizeof(struct spe_filter_registers) */
    uint32_t control;     /* SPE_CONTROL_* */
    uint64_t pmsfcr;      /* PMSFCR_EL1: SPE_FILTER_*; each register below is read only if this enables it */
    uint64_t pmsevfr;     /* PMSEVFR_EL1: event bits that must be 1 */
    uint64_t pmsnevfr;    /* PMSNEVFR_EL1: event bits that must be 0 */
    uint64_t pmslatfr;    /* PMSLATFR_EL1: [15:0] MINLAT, cycles; [11:0] if counters have 12 bits */
    uint64_t pmsdsfr;     /* PMSDSFR_EL1: records whose bit [source & 63] is 1 are kept */
    uint64_t reserved[2]; /* zero */
};

/* Registers with no filter enabled. */
#define SPE_FILTER_REGISTERS_INIT SPE_SIZED(spe_filter_registers)

/*
 * Returns the name of the first invalid member: "size" (less than 64, or more than 512), or "reserved" (a byte after
 * the members that this version has is not 0). Returns NULL if no member is invalid or registers is NULL. The register
 * values are checked by spe_filter_compile(), not here. The string lives as long as the program.
 */
SPE_API const char *spe_filter_registers_problem(const struct spe_filter_registers *registers);

/* -- compiled -- */

#define SPE_FILTER_SIZE 384 /* bytes of spe_filter, on every target and in every 1.x version */

/*
 * Storage that the caller provides; nothing needs to be freed. It may be copied. Zeroed storage is a filter that keeps
 * nothing.
 */
typedef struct spe_filter {
    uint64_t opaque[SPE_FILTER_SIZE / 8];
} spe_filter;

/* Reasons why registers do not define a filter: bits of *problems. */
#define SPE_FILTER_NO_EVENTS (1u << 0)         /* FE is set, but PMSEVFR_EL1 has no filterable bit */
#define SPE_FILTER_NO_INVERSE_EVENTS (1u << 1) /* FnE is set, but PMSNEVFR_EL1 has no filterable bit */
#define SPE_FILTER_NO_TYPES (1u << 2)          /* FT is set without a type or FEAT_SPE_EFT (with it, all are kept) */
#define SPE_FILTER_NO_LATENCY (1u << 3)        /* FL is set, but MINLAT is 0 */
#define SPE_FILTER_CONTRADICTION (1u << 4)     /* FE and FnE are set, and one filterable bit is in both registers */
#define SPE_FILTER_NOT_IMPLEMENTED (1u << 5)   /* PMSFCR_EL1 uses a feature that the core lacks */
#define SPE_FILTER_RESERVED_BITS (1u << 6)     /* PMSFCR_EL1 or PMSLATFR_EL1 has a bit that has no meaning yet */

/*
 * Returns the bits of PMSFCR_EL1 that a core has, according to the flags of PMSIDR_EL1: FE; FT with B, LD, ST; FL; FnE;
 * FDS; EFT with FP, SIMD and the masks. The hardware treats all other bits as 0. features NULL means a core with every
 * feature. Returns 0 if spe_features_problem() reports an invalid member.
 */
SPE_API uint64_t spe_filter_controls(const struct spe_features *features);

/*
 * Returns the event bits by which a core filters. It ignores other bits of PMSEVFR_EL1 and PMSNEVFR_EL1. features NULL
 * means a core with every feature, of the latest version of SPE that this library knows (1.0: FEAT_SPEv1p5); a later
 * library may return more bits. Returns 0 if spe_features_problem() reports an invalid member.
 * - on every core: 1, 3, 5, 7; 12 to 15 and 48 to 63 (IMPLEMENTATION DEFINED); 2, 4, 8, 9, 10 (IMPLEMENTATION DEFINED
 *   before FEAT_SPEv1p4)
 * - FEAT_SPE_FnE: 6
 * - FEAT_SPEv1p1: 11; with SVE or SME also 17 and 18
 * - FEAT_SPEv1p4: 19 to 23; before it: 24 to 31 (IMPLEMENTATION DEFINED)
 * - FEAT_SPE_SME: 24 and 25; FEAT_SPEv1p5: 25
 * A core need not filter by an IMPLEMENTATION DEFINED bit. Here these bits count: the caller sets them only
 * for a core that has them.
 */
SPE_API uint64_t spe_filter_events(const struct spe_features *features);

/*
 * Compiles *in into *out, as a core with *features applies it. features NULL means the core described under
 * spe_filter_events(). *in and *features are copied. If no filter is enabled, *out keeps every record. problems may be
 * NULL; otherwise *problems is written on every return except SPE_E_ARG.
 *
 * Returns one of:
 * - SPE_OK: *out is the filter. *problems is 0.
 * - SPE_E_ARG: in or out is NULL. *problems is unchanged.
 * - SPE_E_CONFIG: a member of *in or *features is invalid (spe_filter_registers_problem() or spe_features_problem()
 *   names it); *problems is 0. Or the registers do not define a filter; *problems has the reasons, SPE_FILTER_NO_EVENTS
 *   and the others, combined with OR.
 * On failure *out is unchanged.
 */
SPE_API int spe_filter_compile(const struct spe_filter_registers *in, const struct spe_features *features,
                               spe_filter *out, uint32_t *problems);

/*
 * Returns the lowest set bit of `problems` in words ("FL is set, but MINLAT is 0"): "none" for 0, "unknown" for bits
 * that are not a problem. Never NULL. The string lives as long as the program.
 */
SPE_API const char *spe_filter_problem_text(uint32_t problems);

/* -- the types of an operation -- */

/*
 * Returns the types of an operation, by the CLASS and payload of its Operation Type packet: SPE_FILTER_B, _LD, _ST, _FP
 * and _SIMD, combined with OR. For a load or store of SIMD&FP registers the result has neither FP nor SIMD, because its
 * packet does not distinguish them. Returns 0 for a reserved payload, and if op_class is above 3 or payload is above
 * 255.
 */
SPE_API uint64_t spe_filter_types(unsigned op_class, unsigned payload);

/*
 * Returns 1 if the types and masks of a PMSFCR_EL1 keep an operation of `types`, else 0, whether FT enables them or
 * not. `types` has SPE_FILTER_B to SPE_FILTER_SIMD; other bits are ignored.
 */
SPE_API int spe_filter_keeps_types(uint64_t pmsfcr, uint64_t types);

/* -- applied -- */

/* Results of filtering, in the order in which the filters are applied. Indexes of struct spe_filter_counts.count. */
enum {
    SPE_FILTER_KEPT = 0,
    SPE_FILTER_BY_EVENT = 1,
    SPE_FILTER_BY_INVERSE_EVENT = 2,
    SPE_FILTER_BY_TYPE = 3,
    SPE_FILTER_BY_LATENCY = 4,
    SPE_FILTER_BY_DATA_SOURCE = 5
};

/* 128 bytes, the same on every target. Set it to 0 before the first call. */
struct spe_filter_counts {
    uint64_t count[16]; /* records by SPE_FILTER_KEPT and the others; each record counts once, for the first filter that
                           rejects it. [6] to [15] are 0 */
};

/*
 * Returns 1 if the filter keeps a record, else 0. Returns 0 if a pointer is NULL. *filter must be the result of
 * spe_filter_compile().
 */
SPE_API int spe_filter_keeps(const spe_filter *filter, const struct spe_record *record);

/*
 * Moves the records among records[0] to records[n - 1] that the filter keeps to the front, in their order. If counts is
 * not NULL, the results are added to *counts.
 *
 * Returns the number of records kept. The contents of records[] after them are unspecified. If filter or records is
 * NULL, it returns 0 and changes nothing.
 */
SPE_API size_t spe_filter_batch(const spe_filter *filter, struct spe_record *records, size_t n,
                                struct spe_filter_counts *counts);

/* -- text -- */

/*
 * Parses a configuration in the form that perf accepts between the slashes of `-e arm_spe/.../`. It is a list of terms,
 * `name=value` or `name`, which means name=1, separated by commas. The text is `len` bytes at `text` and need not end
 * with NUL. Initialise *out with SPE_FILTER_REGISTERS_INIT before the call: only its first out->size bytes are written.
 *
 *     branch_filter (b)  load_filter (ld)  store_filter (st)  simd_filter  float_filter                    0 or 1
 *     branch_filter_mask  load_filter_mask  store_filter_mask  simd_filter_mask  float_filter_mask          0 or 1
 *     event_filter  inv_event_filter  inv_data_src_filter                                                   64 bits
 *     min_latency (min)                                                                                     16 bits
 *     ts_enable (ts)  pa_enable  pct_enable  jitter  discard                                                0 or 1
 *
 * The names in parentheses are the short forms of WindowsPerf; a text may use both. Values are decimal (with any number
 * of leading zeros) or, after 0x, hexadecimal. Values of event_filter and inv_event_filter may also be event names,
 * joined by '+', in the spelling of spe_event_name() ("l1d_refill+mispredicted"). Spaces and tabs are allowed around
 * names, '=', values and commas. An empty text is valid and enables no filter. Each term may occur once, in its long or
 * its short form. As in perf, a filter is enabled if its value is not 0, and the type filter if one type or mask is 1.
 * PMSDSFR_EL1 is the inverse of inv_data_src_filter. min_latency has the 16 bits of PMSLATFR_EL1.MINLAT, of which cores
 * with counters of 12 bits (PMSIDR_EL1.CountSize is 2) have [11:0]; perf on today's Linux accepts 12 bits.
 *
 * The text may also contain the terms that perf accepts for every event: period, freq, name, config, config1 to
 * config4, branch_type, time, call-graph, stack-size, max-stack, nr, inherit, no-inherit, overwrite, no-overwrite,
 * percore, driver-config, aux-output, aux-action, aux-sample-size, metric-id, cpu and ratio-to-prev. They change no
 * register. Their values are any bytes up to a comma, or between two ' characters. spe_filter_event_term() returns
 * them. All of these are the terms of the perf that docs/abi.md names; a later 1.x version may accept those of a later
 * perf.
 *
 * Returns one of:
 * - SPE_OK: every member of *out except size is set.
 * - SPE_E_ARG: out is NULL, or text is NULL while len is not 0.
 * - SPE_E_CONFIG: out->size is less than 64 or more than 512.
 * - SPE_E_NAME: a term or an event is unknown.
 * - SPE_E_SYNTAX: a term is empty or repeated, or a value is not valid.
 * - SPE_E_RANGE: a value is too large for its term.
 * On failure *out is unchanged. For the last three statuses, *where, if where is not NULL, is the offset in text (0 to
 * len) of the term, value or character that is wrong. Otherwise *where is unchanged.
 */
SPE_API int spe_filter_parse(const char *text, size_t len, struct spe_filter_registers *out, size_t *where);

/* A term that spe_filter_parse() does not interpret, as offsets in the text; 32 bytes, the same on every target */
struct spe_filter_term {
    uint64_t name;       /* offset of the first byte of the name */
    uint64_t name_size;  /* bytes of the name */
    uint64_t value;      /* offset of the first byte of the value; 0 without a value */
    uint64_t value_size; /* bytes of the value, with its ' characters; 0 without a value */
};

/*
 * Finds the nth term (from 0) that perf accepts for every event, such as "period=1000", in a text that
 * spe_filter_parse() accepts. Terms of the filter are not counted. The list of these terms follows perf, as described
 * under spe_filter_parse().
 *
 * Returns one of:
 * - SPE_OK: *out is the term.
 * - SPE_E_ABSENT: the text has no nth such term.
 * - SPE_E_NAME, SPE_E_SYNTAX, SPE_E_RANGE: spe_filter_parse() refuses the text for this reason.
 * - SPE_E_ARG: out is NULL, or text is NULL while len is not 0.
 * On failure *out is unchanged.
 */
SPE_API int spe_filter_event_term(const char *text, size_t len, unsigned nth, struct spe_filter_term *out);

/* -- perf's attributes -- */

/*
 * Reads the filter that an event of Linux's SPE driver was configured with. config[0] to config[n - 1] are
 * perf_event_attr.config, config1 and so on, such as the member `config` of an event of type SPE_PERF_ATTR, with n 8
 * (perf_data.h). Words from n on count as 0. *out is what spe_filter_parse() makes of the same terms (DDI 0487, D24.2,
 * PMSFCR_EL1 and the registers that it enables). Bits that no term has are ignored; a later 1.x version may know more
 * terms. Of min_latency, all 16 bits are read. Initialise *out as for spe_filter_parse(). Any thread.
 *
 * Returns one of:
 * - SPE_OK: every member of *out except size is set.
 * - SPE_E_ARG: out is NULL, or config is NULL while n is not 0.
 * - SPE_E_CONFIG: out->size is less than 64 or more than 512.
 * On failure *out is unchanged.
 */
SPE_API int spe_filter_from_perf(const uint64_t *config, size_t n, struct spe_filter_registers *out);

/* The value of a term, and its place in perf_event_attr; 24 bytes, the same on every target */
struct spe_filter_setting {
    uint64_t value;    /* below 2^width; 0 if the filter is not enabled */
    uint32_t config;   /* the word: 0 for config, 1 for config1, to 4 for config4 */
    uint32_t shift;    /* the lowest bit in that word */
    uint32_t width;    /* bits: 1 to 64 */
    uint32_t reserved; /* 0 */
};

/*
 * Returns the name of the nth term (from 0) of Linux's SPE driver, such as "min_latency", which is also the name of
 * the file in the driver's folder format/. The order is always the same in one version of the library: first the terms
 * of filters, and then ts_enable, pa_enable, pct_enable, jitter and discard. A later version may have more terms. If
 * out is not NULL, *out is the place of the term, and its value in *registers. registers NULL means that all values
 * are 0.
 *
 * To make text of registers, join `name=value` of all terms whose value is not 0: spe_filter_parse() reads it. To make
 * the words of an attribute, combine `value << shift` of each word by OR: spe_filter_from_perf() reads them. Either way
 * the result enables the same filters with the same values. Reserved bits have no term, and a filter that is enabled
 * with the value 0 has none either.
 *
 * Returns NULL if there is no nth term, or if spe_filter_registers_problem() reports an invalid member. On failure *out
 * is unchanged. The string lives as long as the program. Any thread.
 */
SPE_API const char *spe_filter_perf_term(const struct spe_filter_registers *registers, unsigned nth,
                                         struct spe_filter_setting *out);

#ifdef __cplusplus
}
#endif

#endif
