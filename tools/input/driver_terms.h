/* SPDX-License-Identifier: MIT */
/*
 * The terms of Linux's driver (drivers/perf/arm_spe_pmu.c, its files format/ in sysfs): their places in
 * perf_event_attr.config to config4. spe_filter_parse() accepts the same names.
 */
#ifndef DRIVER_TERMS_H
#define DRIVER_TERMS_H

#include <stddef.h>
#include <stdint.h>

enum driver_term {
    DRIVER_TS_ENABLE,
    DRIVER_PA_ENABLE,
    DRIVER_PCT_ENABLE,
    DRIVER_JITTER,
    DRIVER_DISCARD,
    DRIVER_BRANCH_FILTER, /* this and later terms keep samples out of the file */
    DRIVER_LOAD_FILTER,
    DRIVER_STORE_FILTER,
    DRIVER_SIMD_FILTER,
    DRIVER_FLOAT_FILTER,
    DRIVER_BRANCH_FILTER_MASK,
    DRIVER_LOAD_FILTER_MASK,
    DRIVER_STORE_FILTER_MASK,
    DRIVER_SIMD_FILTER_MASK,
    DRIVER_FLOAT_FILTER_MASK,
    DRIVER_MIN_LATENCY, /* this and later terms select by more than the operation type */
    DRIVER_EVENT_FILTER,
    DRIVER_INV_EVENT_FILTER,
    DRIVER_INV_DATA_SRC_FILTER,
    DRIVER_TERMS
};

struct driver_term_place {
    const char *name;
    uint8_t config, shift, width; /* config: 0 to 4 */
    uint32_t control;             /* the same bit in struct spe_filter_registers.control, or 0 */
    uint64_t pmsfcr;              /* ... or in .pmsfcr */
};

extern const struct driver_term_place driver_terms[DRIVER_TERMS];

/* Returns the value of a term. config: config to config4 of an attribute. */
uint64_t driver_term_value(const uint64_t *config, enum driver_term term);

/* Writes the filters as --filter reads them, such as "load_filter=1,min_latency=100", to text[cap]. Returns the length,
 * 0 without a filter; a text that does not fit is cut off. */
size_t driver_filters_text(const uint64_t *config, char *text, size_t cap);

#endif
