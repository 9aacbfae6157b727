/* SPDX-License-Identifier: MIT */
/*
 * Other names for the decoder and for the ways of the benchmarks, so that both builds are in one program. The compiler
 * reads this file before each source of the decoder without learned layouts, file by file as in the library.
 */
#ifndef PLAIN_NAMES_H
#define PLAIN_NAMES_H

#define SPE_NO_LEARNING
#define spe_columns_problem plain_columns_problem
#define spe_decoder_config_problem plain_decoder_config_problem
#define spe_decoder_feed plain_decoder_feed
#define spe_decoder_finish plain_decoder_finish
#define spe_decoder_gap plain_decoder_gap
#define spe_decoder_get_stats plain_decoder_get_stats
#define spe_decoder_init plain_decoder_init
#define spe_decoder_lend plain_decoder_lend
#define spe_decoder_next plain_decoder_next
#define spe_decoder_next_batch plain_decoder_next_batch
#define spe_decoder_next_columns plain_decoder_next_columns
#define spe_decoder_resync plain_decoder_resync
#define spe_decoder_set_offset plain_decoder_set_offset
#define spe_decoder_batch_status plain_decoder_status
#define spe_decoder_take plain_decoder_take
#define spe_cut_off plain_cut_off
#define spe_deliver plain_deliver
#define spe_skip_bytes plain_skip_bytes
#define spe_take_packet plain_take_packet
#define ways_next plain_next
#define ways_batch plain_batch
#define ways_columns plain_columns
#define ways_columns_4 plain_columns_4

#endif
