/* SPDX-License-Identifier: MIT */
/*
 * The decoder without learned layouts, plain_decoder_...: what a build with SPE_NO_LEARNING has, in addition to the
 * usual one. Each function does what the one of decoder.h without `plain_` does; plain_next() and so on are the ways of
 * ways.h. They are built from the same sources, under the names of plain_names.h.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include "ways.h"

int plain_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg);
int plain_decoder_feed(spe_decoder *d, const void *bytes, size_t len);
int plain_decoder_next(spe_decoder *d, struct spe_record *out);

ways_function plain_next, plain_batch, plain_columns, plain_columns_4;

#endif
