/* SPDX-License-Identifier: MIT */
/* libspe-lab/lab.h: all of libspe-lab, and all of libspe; each header also compiles alone. */
#ifndef LIBSPE_LAB_LAB_H
#define LIBSPE_LAB_LAB_H

#include <libspe/spe.h>
#include <libspe-lab/arrow.h>
#include <libspe-lab/base.h>
#include <libspe-lab/check.h>
#include <libspe-lab/device.h>
#include <libspe-lab/metrics.h>
#include <libspe-lab/profiling.h>
#include <libspe-lab/stats.h>
#include <libspe-lab/sysreg.h>
#include <libspe-lab/unit.h>

#endif
