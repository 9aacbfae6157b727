/* SPDX-License-Identifier: MIT */
/* The System registers as rows: to add a register or a field, add a row to sysreg_table.c. */
#ifndef SPE_SYSREG_TABLE_H
#define SPE_SYSREG_TABLE_H

#include <libspe-lab/sysreg.h>

#include "../base/internal.h"
#include "../base/room.h"

struct spe_value_name {
    uint8_t value;
    const char *name; /* NULL ends the values */
};

struct spe_sysreg_bits {
    char name[16]; /* the rest is zero */
    uint8_t high;
    uint8_t low;
    uint8_t kind;                        /* SPE_SYSREG_NUMBER ... */
    const struct spe_value_name *values; /* the names, for SPE_SYSREG_VALUES; otherwise NULL */
    uint8_t reset;                       /* SPE_SYSREG_RESET_* */
    const char *needs;                   /* features in addition to the register's, or NULL */
};

/* A field within a field of the row: it has a meaning if the bits of `mask` equal those of `match`. */
struct spe_sysreg_view {
    struct spe_sysreg_bits bits;
    uint32_t mask;
    uint32_t match;
};

/* Values whose bits of `mask` equal those of `match` */
struct spe_sysreg_class {
    uint32_t mask;
    uint32_t match;
};

struct spe_sysreg_row {
    const char *name;
    uint16_t encoding;
    uint16_t encoding_el12;               /* of the name NAME_EL12, or 0 */
    const char *needs;                    /* features, or NULL */
    const struct spe_sysreg_bits *fields; /* from the highest bit down */
    uint32_t count;
    uint64_t others;                     /* bits of fields that do not concern SPE */
    uint64_t zero;                       /* bits of a field that are RAZ/WI on every core */
    const struct spe_sysreg_view *views; /* found by name; numbered after the fields */
    uint32_t view_count;
    uint64_t parts;                         /* bits whose meaning is in views, and which are RES0 if no view applies,
                                             * ... */
    const struct spe_sysreg_class *classes; /* ... in values of these classes */
    uint32_t class_count;
};

/* The row of SPE_REG_*, or NULL. */
SPE_INTERNAL const struct spe_sysreg_row *spe_sysreg_row(unsigned reg);

/* A field's bits in a register's value, in place and as a number. */
static inline uint64_t spe_bits_mask(const struct spe_sysreg_bits *field)
{
    return (UINT64_MAX >> (63 - field->high + field->low)) << field->low;
}

static inline uint64_t spe_bits_get(const struct spe_sysreg_bits *field, uint64_t raw)
{
    return (raw & spe_bits_mask(field)) >> field->low;
}

#endif
