/* SPDX-License-Identifier: MIT */
/* The decoder built without learned layouts, under other names: what firmware and damaged streams get. */
#ifndef PLAIN_H
#define PLAIN_H

#include <libspe/decoder.h>

int plain_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg);
int plain_decoder_feed(spe_decoder *d, const void *bytes, size_t len);
int plain_decoder_next(spe_decoder *d, struct spe_record *out);

#endif
