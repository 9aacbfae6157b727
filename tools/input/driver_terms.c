/* SPDX-License-Identifier: MIT */
/* See driver_terms.h. */
#include "driver_terms.h"

#include <inttypes.h>
#include <stdio.h>

#include <libspe/filter.h>

/* clang-format off */
const struct driver_term_place driver_terms[DRIVER_TERMS] = {
    [DRIVER_TS_ENABLE] =           {"ts_enable",           0, 0,  1,  SPE_CONTROL_TS,      0},
    [DRIVER_PA_ENABLE] =           {"pa_enable",           0, 1,  1,  SPE_CONTROL_PA,      0},
    [DRIVER_PCT_ENABLE] =          {"pct_enable",          0, 2,  1,  SPE_CONTROL_PCT,     0},
    [DRIVER_JITTER] =              {"jitter",              0, 16, 1,  SPE_CONTROL_JITTER,  0},
    [DRIVER_DISCARD] =             {"discard",             0, 35, 1,  SPE_CONTROL_DISCARD, 0},
    [DRIVER_BRANCH_FILTER] =       {"branch_filter",       0, 32, 1,  0, SPE_FILTER_B},
    [DRIVER_LOAD_FILTER] =         {"load_filter",         0, 33, 1,  0, SPE_FILTER_LD},
    [DRIVER_STORE_FILTER] =        {"store_filter",        0, 34, 1,  0, SPE_FILTER_ST},
    [DRIVER_SIMD_FILTER] =         {"simd_filter",         0, 39, 1,  0, SPE_FILTER_SIMD},
    [DRIVER_FLOAT_FILTER] =        {"float_filter",        0, 41, 1,  0, SPE_FILTER_FP},
    [DRIVER_BRANCH_FILTER_MASK] =  {"branch_filter_mask",  0, 36, 1,  0, SPE_FILTER_BM},
    [DRIVER_LOAD_FILTER_MASK] =    {"load_filter_mask",    0, 37, 1,  0, SPE_FILTER_LDM},
    [DRIVER_STORE_FILTER_MASK] =   {"store_filter_mask",   0, 38, 1,  0, SPE_FILTER_STM},
    [DRIVER_SIMD_FILTER_MASK] =    {"simd_filter_mask",    0, 40, 1,  0, SPE_FILTER_SIMDM},
    [DRIVER_FLOAT_FILTER_MASK] =   {"float_filter_mask",   0, 42, 1,  0, SPE_FILTER_FPM},
    [DRIVER_MIN_LATENCY] =         {"min_latency",         2, 0,  12, 0, 0},
    [DRIVER_EVENT_FILTER] =        {"event_filter",        1, 0,  64, 0, 0},
    [DRIVER_INV_EVENT_FILTER] =    {"inv_event_filter",    3, 0,  64, 0, 0},
    [DRIVER_INV_DATA_SRC_FILTER] = {"inv_data_src_filter", 4, 0,  64, 0, 0}, /* sources to leave out */
};
/* clang-format on */

uint64_t driver_term_value(const uint64_t *config, enum driver_term term)
{
    const struct driver_term_place *place = &driver_terms[term];
    return config[place->config] >> place->shift & UINT64_MAX >> (64 - place->width);
}

size_t driver_filters_text(const uint64_t *config, char *text, size_t cap)
{
    size_t n = 0;
    for (unsigned i = DRIVER_BRANCH_FILTER; i < DRIVER_TERMS && n < cap; i++) {
        const uint64_t value = driver_term_value(config, (enum driver_term)i);
        if (value)
            n += (size_t)snprintf(text + n, cap - n, driver_terms[i].width == 64 ? "%s%s=0x%" PRIx64 : "%s%s=%" PRIu64,
                                  n ? "," : "", driver_terms[i].name, value);
    }
    return n;
}
