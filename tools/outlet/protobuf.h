/* SPDX-License-Identifier: MIT */
/*
 * Writes messages of protocol buffers: numbers, strings, and messages within messages. A number that is 0 is left out,
 * as proto3 does. By hand, because that is less: from pprof's profile.proto, protobuf-c makes 1511 lines of C, and
 * nanopb 305, with a callback to write for each repeated field. Both need their compilers at build time.
 */
#ifndef PROTOBUF_H
#define PROTOBUF_H

#include "../system/bytes.h"

/* Puts a number: uint64, bool, or an int64 that is not negative. */
void protobuf_number(struct bytes *out, unsigned field, uint64_t value);

/* Puts bytes, a string or a whole message, also if it is empty. */
void protobuf_bytes(struct bytes *out, unsigned field, const void *bytes, size_t size);

/* Puts a message, and empties it for the next one. */
void protobuf_message(struct bytes *out, unsigned field, struct bytes *message);

#endif
