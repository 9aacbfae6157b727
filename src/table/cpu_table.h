/* SPDX-License-Identifier: MIT */
/*
 * What a core's own manual defines for its records: Data Source values and IMPLEMENTATION DEFINED events. To add a
 * core, add a row to spe_cpus[] in cpu_table.c; a new encoding of data sources, or a set of events, is a table above
 * it. No other code depends on a particular core.
 */
#ifndef SPE_CPU_TABLE_H
#define SPE_CPU_TABLE_H

#include <libspe/cpu.h>

#include "../base/internal.h"
#include "derived.h"

enum spe_source_flag { SPE_SOURCE_PEER = 1, SPE_SOURCE_MODIFIED = 2, SPE_SOURCE_REMOTE = 4, SPE_SOURCE_DEVICE = 8 };

struct spe_source_row {
    uint16_t value;
    uint8_t level; /* SPE_LEVEL_* */
    uint8_t flags; /* SPE_SOURCE_* */
    const char *name;
};

struct spe_cpu_event_row {
    uint8_t bit;
    const char *name;
    struct spe_word perf; /* perf's word */
};

struct spe_cpu_row {
    uint8_t implementer; /* MIDR_EL1[31:24] */
    uint8_t basis;       /* SPE_SOURCES_*: origin of the data sources */
    uint16_t part;       /* MIDR_EL1[15:4] */
    const char *name;
    uint32_t source_count;
    const struct spe_source_row *sources; /* sorted by value */
    uint8_t event_count;
    const struct spe_cpu_event_row *events;
};

/* A name for an IMPLEMENTATION DEFINED counter of a core */
struct spe_cpu_counter_row {
    uint8_t implementer;
    uint8_t index; /* INDEX of Counter packets */
    uint16_t part;
    const char *name;
};

SPE_TABLE const struct spe_cpu_counter_row spe_cpu_counters[SPE_CPU_COUNTERS];

/* An erratum of a core that makes its profiles wrong */
struct spe_cpu_erratum_row {
    uint8_t implementer;
    uint16_t fixed; /* MIDR_EL1's Variant * 16 + Revision of the first without it; 0x100: all have it */
    uint16_t part;
    const char *name; /* the maker's: a number, or a word with one */
    const char *effect;
};

SPE_TABLE const struct spe_cpu_erratum_row spe_cpu_errata[SPE_CPU_ERRATA];

struct spe_vendor_row {
    uint8_t implementer;
    const char *name;
};

SPE_TABLE const struct spe_cpu_row spe_cpus[SPE_CPUS];

SPE_TABLE const struct spe_vendor_row spe_vendors[SPE_VENDORS];

/* The name of a product whose CPU has another name */
struct spe_product_row {
    uint8_t implementer;
    uint16_t part;
    const char *name;
};

SPE_TABLE const struct spe_product_row spe_products[SPE_PRODUCTS];

/* Return the row of the core with that MIDR_EL1; of its Data Source value; of its event; of its counter. NULL if it is
 * not known. */
SPE_INTERNAL const struct spe_cpu_row *spe_cpu_row_find(uint64_t midr);
SPE_INTERNAL const struct spe_source_row *spe_source_row_find(uint64_t midr, unsigned value);
SPE_INTERNAL const struct spe_cpu_event_row *spe_cpu_event_row_find(uint64_t midr, unsigned bit);
SPE_INTERNAL const struct spe_cpu_counter_row *spe_cpu_counter_row_find(uint64_t midr, unsigned index);

#endif
