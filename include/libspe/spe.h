/* SPDX-License-Identifier: MIT */
/*
 * libspe/spe.h: the whole library; each header also compiles alone. It includes arrow.h, check.h, columns.h, device.h,
 * metrics.h, profiling.h, stats.h, sysreg.h and unit.h, which a minor release may change, only if SPE_ALLOW_PROVISIONAL
 * is defined before it (docs/abi.md). If the compiler does not know a function of these headers, define it.
 */
#ifndef LIBSPE_SPE_H
#define LIBSPE_SPE_H

#include <libspe/base.h>
#include <libspe/batch.h>
#include <libspe/clock.h>
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

/* Outside the guard: the macro may be defined after an earlier #include. */
#ifdef SPE_ALLOW_PROVISIONAL
#include <libspe/arrow.h>
#include <libspe/check.h>
#include <libspe/columns.h>
#include <libspe/device.h>
#include <libspe/metrics.h>
#include <libspe/profiling.h>
#include <libspe/stats.h>
#include <libspe/sysreg.h>
#include <libspe/unit.h>
#endif
