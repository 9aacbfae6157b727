/* SPDX-License-Identifier: MIT */
/* Decodes records into columns, for all calls that do so. */
#ifndef SPE_RECORD_COLUMNS_H
#define SPE_RECORD_COLUMNS_H

#include "../base/provisional.h"

#include <libspe/columns.h>

#include "decoder_state.h"

/* Takes up to n records, by any of the three ways, into rows 0 to n - 1 of valid columns. Returns their number. */
SPE_INTERNAL size_t spe_take_rows(struct decoder *d, const struct spe_columns *columns, size_t n);

#endif
