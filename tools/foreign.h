/* SPDX-License-Identifier: MIT */
/* Is it SPE at all? By what is in it, not by its name. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#define FOREIGN_LOOK (64u << 10) /* bytes of a file that are looked at */
#define FOREIGN_TEXT_MAX 256

/*
 * Whether bytes[0..n), the first of a file, cannot be SPE's: of the bytes that are not padding there are 64 or more,
 * more than half of them are in unknown and reserved packets, and less than a tenth are records of a plausible shape,
 * as the decoder's resynchronisation has it (decoder.h), no two of which stand directly behind each other unless the
 * bytes begin as those of another kind of file. Random bytes have nine tenths in such packets, text seven to nine
 * tenths; captures have next to none, and one that is damaged has records between.
 *
 * Returns 1, and says in out[FOREIGN_TEXT_MAX] what they are instead and what can be done; or 0.
 */
int foreign_look(const uint8_t *bytes, size_t n, char *out);

#endif
