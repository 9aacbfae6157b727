/* SPDX-License-Identifier: MIT */
/* IMPLEMENTATION DEFINED packets of a record as text: struct spe_record only says that there are some. */
#ifndef IMPDEF_H
#define IMPDEF_H

#include <libspe/record.h>

#include "../system/bytes.h"
#include "../system/text_writer.h"

/* The texts before the first packet, before each later packet, before INDEX and before the value. */
struct impdef_style {
    const char *before, *between, *index, *value;
};

/* counter_6=123:address_16=0x1000 */
extern const struct impdef_style impdef_cell;

/* Puts the first 32 packets of a record, whose bytes may be NULL. Returns their number. */
unsigned impdef_put(struct text_writer *restrict w, const struct spe_record *record, const uint8_t *bytes,
                    const struct impdef_style *style);

/* Cells of a table's rows. Only records that have such packets have a cell, which is empty if their bytes are NULL. */
struct impdef_cells {
    struct bytes text;
    struct bytes sizes; /* of the cells: uint32_t */
};

void impdef_add(struct impdef_cells *cells, const struct spe_record *record, const uint8_t *bytes);
void impdef_clear(struct impdef_cells *cells);

#endif
