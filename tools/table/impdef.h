/* SPDX-License-Identifier: MIT */
/* IMPLEMENTATION DEFINED packets of a record: struct spe_record only says that there are some. */
#ifndef IMPDEF_H
#define IMPDEF_H

#include <libspe/record.h>

#define IMPDEF_MOST 32 /* packets of a record that are shown */

struct impdef {
    const char *type; /* "counter" or "address" */
    int is_address;
    unsigned index;
    uint64_t value;
};

/* Reads them from the record's bytes, which may be NULL. Returns their number. */
unsigned impdef_read(const struct spe_record *record, const uint8_t *bytes, struct impdef out[IMPDEF_MOST]);

#endif
