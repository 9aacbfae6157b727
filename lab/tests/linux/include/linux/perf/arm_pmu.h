/* SPDX-License-Identifier: MIT */
/* Fields of perf_event_attr.config and its like. The driver of Linux 6.1 defines these macros itself. */
#ifndef SPE_LINUX_ARM_PMU_H
#define SPE_LINUX_ARM_PMU_H

#include <linux/kernel.h>
#include <linux/perf_event.h>

#define ARMV8_SPE_PDEV_NAME "arm,spe-v1"
#ifdef HARNESS_HAS_FORMAT_MACROS
#define ATTR_CFG_GET_FLD(attr, name)                                                                                   \
    HARNESS_FIELD(attr, ATTR_CFG_FLD_##name##_CFG, ATTR_CFG_FLD_##name##_LO, ATTR_CFG_FLD_##name##_HI)
#define HARNESS_FIELD(attr, member, low, high) HARNESS_FIELD_OF((attr)->member, low, high)
#define HARNESS_FIELD_OF(value, low, high) ((value) >> (low)&GENMASK((high) - (low), 0))
#define GEN_PMU_FORMAT_ATTR(name) PMU_FORMAT_ATTR(name, #name)
#endif

#endif
