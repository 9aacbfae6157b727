/* SPDX-License-Identifier: MIT */
/* Finds the bytes of a record that has been decoded. It keeps those of a record that crosses two reads. */
#ifndef RECORD_BYTES_H
#define RECORD_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

#define RECORD_BYTES_MOST (64u << 10) /* the bytes of longer records are not found */

struct record_bytes {
    const uint8_t *bytes; /* the current bytes; none if size is 0 */
    size_t size;
    uint64_t offset;  /* of the current bytes in the stream */
    uint64_t kept_at; /* ... of the first kept byte */
    size_t kept;
    uint8_t ends[2 * RECORD_BYTES_MOST]; /* the end of the earlier bytes, and the beginning of the current bytes */
};

/* The next bytes do not follow the earlier ones. */
void record_bytes_gap(struct record_bytes *b);

/* Bytes that are being decoded. They must stay until record_bytes_pass(). */
void record_bytes_feed(struct record_bytes *b, const void *bytes, size_t size, uint64_t offset);

/* They have been decoded; the next bytes follow them. */
void record_bytes_pass(struct record_bytes *b);

/* The bytes of a record that ends in the current bytes, or at the end of the passed ones if there are none. Returns
 * NULL if the record is too long. */
const uint8_t *record_bytes_of(struct record_bytes *b, const struct spe_record *record);

#endif
