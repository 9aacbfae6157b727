/* SPDX-License-Identifier: MIT */
/* Decoding, filtering and summing up a stream, all in one go: what of it is done, and how records are had. */
#ifndef COUNT_H
#define COUNT_H

#include <stddef.h>
#include <stdint.h>

enum {
    COUNT_NOTHING,
    COUNT_RECORDS, /* struct spe_stats */
    COUNT_ALL      /* and latencies by data source */
};

/* Batches of 64 records; or of 512 rows of the columns that are counted, COUNT_ALL. Returns the records that are kept.
 */
size_t count_records(const uint8_t *bytes, size_t size, int is_filtered, int what);
size_t count_columns(const uint8_t *bytes, size_t size, int is_filtered);

#endif
