/* SPDX-License-Identifier: MIT */
/* See plain.h. */
#include "plain.h"

#define SPE_NO_LEARNING
#define spe_decoder_init plain_decoder_init
#define spe_decoder_feed plain_decoder_feed
#define spe_decoder_next plain_decoder_next
#define spe_decoder_finish plain_decoder_finish
#define spe_decoder_get_stats plain_decoder_get_stats
#define spe_decoder_take plain_decoder_take

int plain_decoder_finish(spe_decoder *d, struct spe_record *out);
int plain_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out);

#include "../src/decoder.c"
