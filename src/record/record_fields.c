/* SPDX-License-Identifier: MIT */
/* The public list of a record's fields: the rows of fields.h without the parts that only the wire format needs. */
#include <libspe/columns.h>

#include "../table/table.h"

/* Units, by the header that carries the field. */
#define UNIT_CONTEXT ""
#define UNIT_COUNTER "cycles"
#define UNIT_ADDRESS ""
#define UNIT_DATA_SOURCE ""
#define UNIT_OPERATION ""
#define UNIT_EVENTS ""
#define UNIT_TIMESTAMP "ticks"

#define FIELD(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                               \
    {#member,                                                                                                          \
     words,                                                                                                            \
     UNIT_##HEADER,                                                                                                    \
     SPE_HAS_##NAME,                                                                                                   \
     (bits) / 8,                                                                                                       \
     offsetof(struct spe_record, member),                                                                              \
     offsetof(struct spe_columns, member),                                                                             \
     {0, 0, 0}},

static const struct spe_record_field field_rows[] = {SPE_EACH_FIELD(FIELD, FIELD, FIELD, SPE_SKIP_FIELD)};

int spe_record_field_get(unsigned n, struct spe_record_field *out)
{
    if (!out || n >= sizeof field_rows / sizeof field_rows[0])
        return SPE_E_ARG;
    *out = field_rows[n];
    return SPE_OK;
}
