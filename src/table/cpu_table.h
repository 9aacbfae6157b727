/* SPDX-License-Identifier: MIT */
/*
 * What a core's own manual says of its records: Data Source values and IMPLEMENTATION DEFINED events. Adding a core is
 * adding a row to spe_cpus[] in cpu_table.c; a new encoding of data sources, or a set of events, is a table above it.
 * No other code knows a core.
 */
#ifndef SPE_CPU_TABLE_H
#define SPE_CPU_TABLE_H

#include <libspe/cpu.h>

#include "../base/internal.h"

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
    uint8_t basis;       /* SPE_SOURCES_*: of the data sources */
    uint16_t part;       /* MIDR_EL1[15:4] */
    const char *name;
    uint8_t source_count;
    const struct spe_source_row *sources; /* values rising */
    uint8_t event_count;
    const struct spe_cpu_event_row *events;
};

struct spe_vendor_row {
    uint8_t implementer;
    const char *name;
};

#define SPE_CPUS 18
SPE_TABLE const struct spe_cpu_row spe_cpus[SPE_CPUS];

#define SPE_VENDORS 8
SPE_TABLE const struct spe_vendor_row spe_vendors[SPE_VENDORS];

/* What a product is called whose CPU has another name */
struct spe_product_row {
    uint8_t implementer;
    uint16_t part;
    const char *name;
};

#define SPE_PRODUCTS 1
SPE_TABLE const struct spe_product_row spe_products[SPE_PRODUCTS];

/* The row of the core with that MIDR_EL1; of its Data Source value; of its event. NULL: not known. */
SPE_INTERNAL const struct spe_cpu_row *spe_cpu_row_find(uint64_t midr);
SPE_INTERNAL const struct spe_source_row *spe_source_row_find(uint64_t midr, unsigned value);
SPE_INTERNAL const struct spe_cpu_event_row *spe_cpu_event_row_find(uint64_t midr, unsigned bit);

#endif
