/* SPDX-License-Identifier: MIT */
/* libspe/spe.h: the whole library; each header also stands alone. */
#ifndef LIBSPE_SPE_H
#define LIBSPE_SPE_H

#include <libspe/base.h>
#include <libspe/batch.h>
#include <libspe/decoder.h>
#include <libspe/encoder.h>
#include <libspe/op.h>
#include <libspe/packet.h>
#include <libspe/record.h>
#include <libspe/text.h>

#endif
