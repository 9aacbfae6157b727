/* SPDX-License-Identifier: MIT */
/* Recognises files that are not SPE, by their contents and not by their names. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#define FOREIGN_LOOK (64u << 10) /* bytes of a file that are examined */
#define FOREIGN_TEXT_MAX 256

/*
 * Whether bytes[0..n), the first bytes of a file, cannot be SPE. They are not SPE if all of these hold: at least 64
 * bytes are not padding; more than half of these are in unknown and reserved packets; less than a tenth are records of
 * a plausible shape, by the rules of the decoder's resynchronisation (decoder.h); and no two of these records are
 * adjacent, unless the bytes begin as another file format does. In random bytes nine tenths are in such packets, in
 * text seven to nine tenths. Captures have almost none, and a damaged capture has records between them.
 *
 * Returns 1, and writes to out[FOREIGN_TEXT_MAX] what the file is and what can be done; or returns 0.
 */
int foreign_look(const uint8_t *bytes, size_t n, char *out);

#endif
