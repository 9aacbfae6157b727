/* SPDX-License-Identifier: MIT */
/* Follows from the rows: written by `make derived`, not by hand. */
#ifndef SPE_OP_FORMATS
#define SPE_HEADERS 12
#define SPE_OP_FORMATS 14
#define SPE_EVENT_ROWS 26
#define SPE_CPUS 28
#define SPE_VENDORS 8
#define SPE_PRODUCTS 3
#define SPE_CPU_COUNTERS 1
#define SPE_CPU_ERRATA 1
#endif
