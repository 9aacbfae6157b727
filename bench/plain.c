/* SPDX-License-Identifier: MIT */
/* See plain.h: the decoder's second and third way once more, under names of their own. */
#include "plain.h"

#define SPE_NO_LEARNING
#define spe_decoder_begin plain_decoder_begin
#define spe_decoder_config_mistake plain_decoder_config_mistake
#define spe_decoder_feed plain_decoder_feed
#define spe_decoder_finish plain_decoder_finish
#define spe_decoder_gap plain_decoder_gap
#define spe_decoder_get_stats plain_decoder_get_stats
#define spe_decoder_init plain_decoder_init
#define spe_decoder_lend plain_decoder_lend
#define spe_decoder_next plain_decoder_next
#define spe_decoder_resync plain_decoder_resync
#define spe_decoder_set_offset plain_decoder_set_offset
#define spe_decoder_take plain_decoder_take
#define spe_cut_off plain_cut_off
#define spe_deliver plain_deliver
#define spe_skip_bytes plain_skip_bytes
#define spe_take_packet plain_take_packet

const char *plain_decoder_config_mistake(const struct spe_decoder_config *cfg);
int plain_decoder_lend(spe_decoder *d, void *memory, size_t size);
int plain_decoder_finish(spe_decoder *d, struct spe_record *out);
int plain_decoder_gap(spe_decoder *d, uint64_t offset, struct spe_record *out);
int plain_decoder_resync(spe_decoder *d);
int plain_decoder_set_offset(spe_decoder *d, uint64_t offset);
int plain_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out);

/* NOLINTBEGIN(bugprone-suspicious-include): under other names, so that both are in one program */
#include "../src/record/decoder.c"
#include "../src/record/way_packets.c"
/* NOLINTEND(bugprone-suspicious-include) */
