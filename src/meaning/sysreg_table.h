/* SPDX-License-Identifier: MIT */
/* The System registers as rows: adding a register or a field is adding a row in sysreg_table.c. */
#ifndef SPE_SYSREG_TABLE_H
#define SPE_SYSREG_TABLE_H

#include <libspe/sysreg.h>

#include "../base/internal.h"

struct spe_value_name {
    uint8_t value;
    const char *name; /* NULL ends the values */
};

struct spe_sysreg_bits {
    char name[16]; /* zero behind its end */
    uint8_t high;
    uint8_t low;
    uint8_t kind;                        /* SPE_SYSREG_NUMBER ... */
    const struct spe_value_name *values; /* of SPE_SYSREG_VALUES, else NULL */
    uint8_t reset;                       /* SPE_SYSREG_RESET_* */
    const char *needs;                   /* features beside the register's, or NULL */
};

/* A field within a field of the row: it means something where the bits of `mask` are those of `match`. */
struct spe_sysreg_view {
    struct spe_sysreg_bits bits;
    uint32_t mask;
    uint32_t match;
};

struct spe_sysreg_row {
    const char *name;
    uint16_t encoding;
    uint16_t encoding_el12;               /* of the register as NAME_EL12, or 0 */
    const char *needs;                    /* features, or NULL */
    const struct spe_sysreg_bits *fields; /* from the highest bit down */
    uint32_t count;
    uint64_t others;                     /* bits of fields that are not SPE's */
    const struct spe_sysreg_view *views; /* found by name; numbered behind the fields */
    uint32_t view_count;
};

SPE_TABLE const struct spe_sysreg_row spe_sysregs[SPE_REGS];

/* A field's bits of a register's value, in place and as a number. */
static inline uint64_t spe_bits_mask(const struct spe_sysreg_bits *field)
{
    return (UINT64_MAX >> (63 - field->high + field->low)) << field->low;
}

static inline uint64_t spe_bits_get(const struct spe_sysreg_bits *field, uint64_t raw)
{
    return (raw & spe_bits_mask(field)) >> field->low;
}

#endif
