/* SPDX-License-Identifier: MIT */
/* Follows from the rows of libspe: written by `make derived`, not by hand. */
/* The names of the data sources of all cores, each once. */

static const char *const source_words[] = {
    "L1 data cache",
    "L2 cache",
    "peer core",
    "local cluster",
    "system cache",
    "peer cluster",
    "remote",
    "DRAM",
    "another cache of this chip, or device",
    "system-level cache",
    "remote chip's cache",
    "DDR",
    "L1D",
    "L2D",
    "peer CPU",
    "peer CPU, modified",
    "L3",
    "L3, modified",
    "peer cluster, modified",
    "remote socket",
    "remote socket, modified",
    "local memory",
    "remote memory",
    "non-coherent device",
    "L2",
    "L2, modified",
    "L1",
};
