/* SPDX-License-Identifier: MIT */
/*
 * libspe/cpu.h: what a record holds that only the CPU's own manual explains: Data Source values and IMPLEMENTATION
 * DEFINED events, by MIDR_EL1 (DDI 0487, D18.2.4, "Data Source packet"; D18.2.6, "Events packet").
 *
 * MIDR_EL1 is matched on Implementer, bits [31:24], and PartNum, bits [15:4]; its other bits are not read.
 *
 * Promised: nothing is guessed. A value that a CPU's table does not list, and every value of a CPU that has no row, is
 * unknown and comes back raw. What is inferred from events instead is marked so.
 * Pure functions, any thread; strings live as long as the program.
 */
#ifndef LIBSPE_CPU_H
#define LIBSPE_CPU_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- CPUs -- */

/* How well the Data Source values of a CPU are known */
enum {
    SPE_SOURCES_UNKNOWN = 0,   /* not known: no table for this CPU */
    SPE_SOURCES_PUBLISHED = 1, /* published for this CPU */
    SPE_SOURCES_FAMILY = 2     /* taken to hold because the CPU's family has them */
};

/* The number of CPUs that are known. */
SPE_API unsigned spe_cpu_count(void);

/* MIDR_EL1 of the n-th (from 0) CPU that is known, Variant and Revision 0 (Neoverse N1: 0x410fd0c0); 0: no n-th. */
SPE_API uint64_t spe_cpu_midr(unsigned n);

/*
 * MIDR_EL1, as spe_cpu_midr() gives it, of the CPU with that name, or of a product's CPU ("AmpereOne"). Upper and lower
 * case are the same, and so are ' ', '-' and '_': "neoverse-n1" is "Neoverse N1". Returns SPE_OK and *midr.
 * SPE_E_ARG: a pointer is NULL. SPE_E_NAME: there is no such name. *midr is untouched then.
 */
SPE_API int spe_cpu_find(const char *name, uint64_t *midr);

/* The CPU's name ("Neoverse N1"); NULL: not known. */
SPE_API const char *spe_cpu_name(uint64_t midr);

/* The name of the CPU's implementer ("Arm"), whether its part is known or not; NULL: no such implementer is known. */
SPE_API const char *spe_cpu_vendor(uint64_t midr);

/* How well the CPU's Data Source values are known: SPE_SOURCES_*. */
SPE_API int spe_cpu_sources(uint64_t midr);

/* -- data sources -- */

/* struct spe_data_source.level, the same words for all vendors. The numbers are no order of distance. */
enum {
    SPE_LEVEL_UNKNOWN = 0,
    SPE_LEVEL_L1 = 1,            /* level 1 data cache */
    SPE_LEVEL_FILL_BUFFER = 2,   /* line fill buffer: the line was just being fetched (inferred only) */
    SPE_LEVEL_L2 = 3,            /* level 2 cache */
    SPE_LEVEL_PEER_CORE = 4,     /* another core of the cluster */
    SPE_LEVEL_L3 = 5,            /* the cluster's level 3 cache */
    SPE_LEVEL_LAST = 6,          /* the last level cache, whichever that is (inferred only) */
    SPE_LEVEL_PEER_CLUSTER = 7,  /* another cluster of the chip */
    SPE_LEVEL_SYSTEM_CACHE = 8,  /* the chip's system-level cache */
    SPE_LEVEL_ON_CHIP = 9,       /* another cache of the chip or a device: the CPU does not tell which */
    SPE_LEVEL_BEYOND_LAST = 10,  /* beyond the last level cache (inferred only) */
    SPE_LEVEL_REMOTE_CACHE = 11, /* a cache of another chip */
    SPE_LEVEL_REMOTE = 12,       /* another chip or socket: the CPU does not tell what of it */
    SPE_LEVEL_DRAM = 13,         /* memory; of another chip or socket if `remote` is 1 */
    SPE_LEVEL_DEVICE = 14,       /* a device, not memory */
    SPE_LEVEL_CLUSTER = 15,      /* another cache of the cluster: the CPU does not tell which */
    SPE_LEVELS = 16              /* how many values there are */
};

/* 16 bytes, the same on every target. Of the flags, 1: so, 0: nothing says so. */
struct spe_data_source {
    uint16_t value;      /* the raw Data Source; 0 where there is none */
    uint8_t level;       /* SPE_LEVEL_* */
    uint8_t known;       /* 1: `value` is in the CPU's table, which level and flags are from */
    uint8_t inferred;    /* 1: level is from the record's events */
    uint8_t peer;        /* from another core or cluster of the chip */
    uint8_t modified;    /* the line was modified there */
    uint8_t remote;      /* from another chip or socket */
    uint8_t device;      /* from a device */
    uint8_t reserved[7]; /* zero */
};

/*
 * What Data Source `value` (0 to 65535) means on a CPU. Returns SPE_OK and fills *out whole: unknown CPUs and values
 * are SPE_OK too, with known 0 and level SPE_LEVEL_UNKNOWN. SPE_E_ARG: out is NULL or value is above 65535; *out is
 * untouched.
 */
SPE_API int spe_cpu_data_source(uint64_t midr, unsigned value, struct spe_data_source *out);

/* The vendor's words for a Data Source value ("local cluster"); NULL: unknown. */
SPE_API const char *spe_cpu_data_source_name(uint64_t midr, unsigned value);

/* The n-th (from 0) Data Source value of the CPU's table, in rising order. SPE_E_ARG: there is no n-th. */
SPE_API int spe_cpu_data_source_value(uint64_t midr, unsigned n);

/* A level in words ("system cache"); "unknown" for SPE_LEVEL_UNKNOWN and other numbers. Never NULL. */
SPE_API const char *spe_level_name(unsigned level);

/*
 * The level of the memory system that served the record's access. The first of these that gives one:
 * 1. the record's Data Source, if the CPU's table has it: known = 1. Not of a store that is no atomic: where it hit is
 *    not what its Data Source tells (D18.2.4: "where the data returned for a load operation was sourced");
 * 2. for loads (CLASS 1, LDST 0: swaps and atomics that return a value are loads) the events, nearest level first,
 *    inferred = 1:
 *    - recently fetched: SPE_LEVEL_FILL_BUFFER (an access without refill or miss, too)
 *    - L1 access without refill: SPE_LEVEL_L1
 *    - L2 access without miss: SPE_LEVEL_L2
 *    - last level access without miss: SPE_LEVEL_LAST
 *    - last level miss: SPE_LEVEL_BEYOND_LAST
 * 3. SPE_LEVEL_UNKNOWN, known = inferred = 0.
 *
 * Whichever it is, events of loads add flags: peer (data snooped), modified (cache data modified), remote (remote
 * access). In 2 and 3 `value` still is the raw Data Source that the CPU's table does not have, if there was one. A miss
 * tells where the data was not: only that of the last level cache gives a level. Packets that are not in `present` are
 * not read. Events whose meaning on a core is IMPLEMENTATION DEFINED are taken to be the architected ones.
 *
 * Returns SPE_OK and fills *out whole. SPE_E_ARG: a pointer is NULL; *out is untouched.
 */
SPE_API int spe_memory_level(const struct spe_record *in, uint64_t midr, struct spe_data_source *out);

/* -- IMPLEMENTATION DEFINED events -- */

/* The CPU's own name of event bit `bit` ("late_prefetch"), spelt as spe_event_name() does; NULL: none is known. */
SPE_API const char *spe_cpu_event_name(uint64_t midr, unsigned bit);

#ifdef __cplusplus
}
#endif

#endif
