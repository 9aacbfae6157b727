/* SPDX-License-Identifier: MIT */
/* The rows of cpu_table.h. */
#include "cpu_table.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

#define PEER SPE_SOURCE_PEER
#define MODIFIED SPE_SOURCE_MODIFIED
#define REMOTE SPE_SOURCE_REMOTE
#define DEVICE SPE_SOURCE_DEVICE

/* -- Data Source encodings (IMPLEMENTATION DEFINED), in rising order of values -- */
/* clang-format off */

static const struct spe_source_row arm_sources[] = {
    {0x0, SPE_LEVEL_L1,           0,      "L1 data cache"},
    {0x8, SPE_LEVEL_L2,           0,      "L2 cache"},
    {0x9, SPE_LEVEL_PEER_CORE,    PEER,   "peer core"},
    {0xa, SPE_LEVEL_CLUSTER,      PEER,   "local cluster"}, /* a transfer from another cache of the cluster */
    {0xb, SPE_LEVEL_SYSTEM_CACHE, 0,      "system cache"},
    {0xc, SPE_LEVEL_PEER_CLUSTER, PEER,   "peer cluster"},
    {0xd, SPE_LEVEL_REMOTE,       REMOTE, "remote"},
    {0xe, SPE_LEVEL_DRAM,         0,      "DRAM"},
};

static const struct spe_source_row ampere1a_sources[] = {
    {0x0, SPE_LEVEL_ON_CHIP,      0,      "another cache of this chip, or device"},
    {0x3, SPE_LEVEL_SYSTEM_CACHE, 0,      "system-level cache"},
    {0x5, SPE_LEVEL_REMOTE_CACHE, REMOTE, "remote chip's cache"},
    {0x7, SPE_LEVEL_DRAM,         0,      "DDR"},
    {0x8, SPE_LEVEL_L1,           0,      "L1D"},
    {0x9, SPE_LEVEL_L2,           0,      "L2D"},
};

/* Linux reads those of HIP12 in this way; HiSilicon's library libkperf gives the same list without naming a core. */
static const struct spe_source_row hip_sources[] = {
    {0,  SPE_LEVEL_PEER_CORE,    PEER,              "peer CPU"},
    {1,  SPE_LEVEL_PEER_CORE,    PEER | MODIFIED,   "peer CPU, modified"},
    {2,  SPE_LEVEL_L3,           0,                 "L3"},
    {3,  SPE_LEVEL_L3,           MODIFIED,          "L3, modified"},
    {4,  SPE_LEVEL_PEER_CLUSTER, PEER,              "peer cluster"},
    {5,  SPE_LEVEL_PEER_CLUSTER, PEER | MODIFIED,   "peer cluster, modified"},
    {6,  SPE_LEVEL_REMOTE,       REMOTE,            "remote socket"},
    {7,  SPE_LEVEL_REMOTE,       REMOTE | MODIFIED, "remote socket, modified"},
    {8,  SPE_LEVEL_DRAM,         0,                 "local memory"},
    {9,  SPE_LEVEL_DRAM,         REMOTE,            "remote memory"},
    {13, SPE_LEVEL_DEVICE,       DEVICE,            "non-coherent device"},
    {16, SPE_LEVEL_L2,           0,                 "L2"},
    {17, SPE_LEVEL_L2,           MODIFIED,          "L2, modified"},
    {18, SPE_LEVEL_L1,           0,                 "L1"},
};

/* -- IMPLEMENTATION DEFINED events -- */

static const struct spe_cpu_event_row n1_events[] = {{12, "late_prefetch", SPE_WORD("LATE-PREFETCH")}};

/* -- CPUs -- */

#define ARM 0x41
#define FUJITSU 0x46
#define HISILICON 0x48
#define NVIDIA 0x4e
#define QUALCOMM 0x51
#define APPLE 0x61
#define MICROSOFT 0x6d
#define AMPERE 0xc0

const struct spe_vendor_row spe_vendors[SPE_VENDORS] = {
    {ARM, "Arm"},        {FUJITSU, "Fujitsu"}, {HISILICON, "HiSilicon"}, {NVIDIA, "NVIDIA"},
    {QUALCOMM, "Qualcomm"}, {APPLE, "Apple"},  {MICROSOFT, "Microsoft"}, {AMPERE, "Ampere"},
};

const struct spe_product_row spe_products[SPE_PRODUCTS] = {
    {AMPERE,    0xac4, "AmpereOne"},
    {HISILICON, 0xd01, "Kunpeng 920"},
    {HISILICON, 0xd06, "Kunpeng 930"},
};

/* HiSilicon has published no name: dumps of Kunpeng 930 have this counter if a load missed the last level cache. */
const struct spe_cpu_counter_row spe_cpu_counters[SPE_CPU_COUNTERS] = {
    {HISILICON, 6, 0xd06, "ll_miss_latency"},
};

const struct spe_cpu_erratum_row spe_cpu_errata[SPE_CPU_ERRATA] = {
    {ARM, 0x41, 0xd0c, "1694299", "before r4p1, branch targets have too many samples, and instructions closely after them too few"},
};

#define SOURCES(table) COUNT(table), table
#define NO_SOURCES 0, NULL
#define EVENTS(table) COUNT(table), table
#define NO_EVENTS 0, NULL

const struct spe_cpu_row spe_cpus[SPE_CPUS] = {
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd0c, "Neoverse N1",      SOURCES(arm_sources),       EVENTS(n1_events)},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd40, "Neoverse V1",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd49, "Neoverse N2",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd4f, "Neoverse V2",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_LINUX,     0xd84, "Neoverse V3",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd83, "Neoverse V3AE",    SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_FAMILY,    0xd8e, "Neoverse N3",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_LINUX,     0xd44, "Cortex-X1",        SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd4c, "Cortex-X1C",       SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd4e, "Cortex-X3",        SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_LINUX,     0xd82, "Cortex-X4",        SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd85, "Cortex-X925",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_LINUX,     0xd4b, "Cortex-A78C",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_LINUX,     0xd4d, "Cortex-A715",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd81, "Cortex-A720",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd89, "Cortex-A720AE",    SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd87, "Cortex-A725",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_UNKNOWN,   0xd8c, "C1-Ultra",         NO_SOURCES,                 NO_EVENTS},
    {ARM,       SPE_SOURCES_UNKNOWN,   0xd90, "C1-Premium",       NO_SOURCES,                 NO_EVENTS},
    {ARM,       SPE_SOURCES_UNKNOWN,   0xd8b, "C1-Pro",           NO_SOURCES,                 NO_EVENTS},
    {ARM,       SPE_SOURCES_UNKNOWN,   0xd8a, "C1-Nano",          NO_SOURCES,                 NO_EVENTS},
    {NVIDIA,    SPE_SOURCES_LINUX,     0x010, "Olympus",          SOURCES(arm_sources),       NO_EVENTS},
    {MICROSOFT, SPE_SOURCES_FAMILY,    0xd49, "Azure Cobalt 100", SOURCES(arm_sources),       NO_EVENTS},
    {AMPERE,    SPE_SOURCES_UNKNOWN,   0xac3, "Ampere1",          NO_SOURCES,                 NO_EVENTS},
    {AMPERE,    SPE_SOURCES_LINUX,     0xac4, "Ampere1A",         SOURCES(ampere1a_sources),  NO_EVENTS},
    {HISILICON, SPE_SOURCES_FAMILY,    0xd01, "TSV110",           SOURCES(hip_sources),       NO_EVENTS},
    {HISILICON, SPE_SOURCES_FAMILY,    0xd02, "HIP09",            SOURCES(hip_sources),       NO_EVENTS},
    {HISILICON, SPE_SOURCES_LINUX,     0xd06, "HIP12",            SOURCES(hip_sources),       NO_EVENTS},
};

/* clang-format on */
