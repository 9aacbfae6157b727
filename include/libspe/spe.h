/* SPDX-License-Identifier: MIT */
/* libspe/spe.h: the whole library; each header also compiles alone. */
#ifndef LIBSPE_SPE_H
#define LIBSPE_SPE_H

#include <libspe/base.h>
#include <libspe/batch.h>
#include <libspe/clock.h>
#include <libspe/columns.h>
#include <libspe/cpu.h>
#include <libspe/decoder.h>
#include <libspe/encoder.h>
#include <libspe/features.h>
#include <libspe/filter.h>
#include <libspe/op.h>
#include <libspe/packet.h>
#include <libspe/perf_data.h>
#include <libspe/record.h>
#include <libspe/text.h>

#endif
