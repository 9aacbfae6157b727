/* SPDX-License-Identifier: MIT */
/*
 * The decoder without learned layouts, plain_decoder_...: what a build with SPE_NO_LEARNING has, in addition to the
 * usual one; plain_next() and so on are the ways of ways.h with it. They are built from the same sources, under the
 * names of plain_names.h.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include "ways.h"

ways_function plain_next, plain_batch, plain_columns, plain_columns_4;

#endif
