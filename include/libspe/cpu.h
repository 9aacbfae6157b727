/* SPDX-License-Identifier: MIT */
/*
 * libspe/cpu.h: the meaning of values that only the manual of a CPU defines: Data Source values and IMPLEMENTATION
 * DEFINED events, by MIDR_EL1 (DDI 0487, D18.2.4, "Data Source packet"; D18.2.6, "Events packet").
 *
 * The functions compare Implementer, bits [31:24], and PartNum, bits [15:4], of MIDR_EL1. All but spe_cpu_erratum()
 * ignore its other bits.
 *
 * Promised: a value is never guessed. If a CPU's table does not list it, or the CPU has no table, the value is unknown
 * and is given raw. A level that is inferred from events is marked as inferred.
 * Pure functions, any thread. Strings live as long as the program.
 */
#ifndef LIBSPE_CPU_H
#define LIBSPE_CPU_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- CPUs -- */

/* How well the Data Source values of a CPU are known. */
enum {
    SPE_SOURCES_UNKNOWN = 0,   /* not known: no table for this CPU */
    SPE_SOURCES_PUBLISHED = 1, /* published for this CPU */
    SPE_SOURCES_FAMILY = 2,    /* published for the CPU's family, and assumed to hold for this CPU */
    SPE_SOURCES_LINUX = 3      /* Linux perf reads this CPU's values in this way */
};

/* Returns the number of CPUs in the library. */
SPE_API unsigned spe_cpu_count(void);

/*
 * Returns MIDR_EL1 of the n-th (from 0) CPU of the library, with Variant and Revision 0 (Neoverse N1: 0x410fd0c0).
 * Returns 0 if the n-th CPU does not exist.
 */
SPE_API uint64_t spe_cpu_midr(unsigned n);

/*
 * Looks up a CPU by its name, or by the name of a product that contains it ("AmpereOne": its later core, Ampere1A).
 * Upper and lower case are equal, and so are ' ', '-' and '_': "neoverse-n1" finds "Neoverse N1".
 *
 * Returns one of:
 * - SPE_OK: *midr is the CPU's MIDR_EL1, the result of spe_cpu_midr().
 * - SPE_E_ARG: name or midr is NULL.
 * - SPE_E_NAME: the name is unknown.
 * On failure *midr is unchanged.
 */
SPE_API int spe_cpu_find(const char *name, uint64_t *midr);

/* Returns the CPU's name ("Neoverse N1"), or NULL if the CPU is not known. */
SPE_API const char *spe_cpu_name(uint64_t midr);

/*
 * Returns the name of the CPU's implementer ("Arm"), even if the part is not known. Returns NULL if the implementer is
 * not known.
 */
SPE_API const char *spe_cpu_vendor(uint64_t midr);

/* Returns where the meaning of the CPU's Data Source values comes from: SPE_SOURCES_*. Later versions may have more. */
SPE_API int spe_cpu_sources(uint64_t midr);

/* -- data sources -- */

/*
 * Values of struct spe_data_source.level. All vendors' Data Source values map to these levels. The numbers do not
 * express distance.
 */
enum {
    SPE_LEVEL_UNKNOWN = 0,
    SPE_LEVEL_L1 = 1,            /* level 1 data cache */
    SPE_LEVEL_FILL_BUFFER = 2,   /* line fill buffer: the line was being fetched (inferred only) */
    SPE_LEVEL_L2 = 3,            /* level 2 cache */
    SPE_LEVEL_PEER_CORE = 4,     /* another core of the cluster */
    SPE_LEVEL_L3 = 5,            /* the cluster's level 3 cache */
    SPE_LEVEL_LAST = 6,          /* the last level cache, whichever level it is (inferred only) */
    SPE_LEVEL_PEER_CLUSTER = 7,  /* another cluster of the chip */
    SPE_LEVEL_SYSTEM_CACHE = 8,  /* the chip's system-level cache */
    SPE_LEVEL_ON_CHIP = 9,       /* another cache of the chip, or a device: the CPU does not report which */
    SPE_LEVEL_BEYOND_LAST = 10,  /* beyond the last level cache (inferred only) */
    SPE_LEVEL_REMOTE_CACHE = 11, /* a cache of another chip */
    SPE_LEVEL_REMOTE = 12,       /* another chip or socket: the CPU does not report which part of it */
    SPE_LEVEL_DRAM = 13,         /* memory; of another chip or socket if `remote` is 1 */
    SPE_LEVEL_DEVICE = 14,       /* a device, not memory */
    SPE_LEVEL_CLUSTER = 15       /* another cache of the cluster: the CPU does not report which */
};

/* 16 bytes, the same on every target. Each flag is 1 if it is reported, and 0 if nothing reports it. */
struct spe_data_source {
    uint16_t value;      /* the raw Data Source, or 0 */
    uint8_t level;       /* SPE_LEVEL_* */
    uint8_t known;       /* 1: `value` is in the CPU's table, which gives level and flags */
    uint8_t inferred;    /* 1: the record's events give level */
    uint8_t peer;        /* the data came from another core or cluster */
    uint8_t modified;    /* the line was modified in the cache that had it */
    uint8_t remote;      /* the data came from another chip or socket, or another socket was accessed */
    uint8_t device;      /* the data came from a device */
    uint8_t reserved[7]; /* zero */
};

/*
 * Gives the meaning of Data Source `value` (0 to 65535) on a CPU. If the CPU or the value is unknown, known is 0 and
 * level is SPE_LEVEL_UNKNOWN; this is not an error.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL, or value is above 65535. *out is unchanged.
 */
SPE_API int spe_cpu_data_source(uint64_t midr, unsigned value, struct spe_data_source *out);

/*
 * Returns the vendor's name of a Data Source value ("local cluster"), or NULL if it is unknown. For a record use the
 * value that spe_record_data_source() returns: the packet of a store that reads nothing has no name.
 */
SPE_API const char *spe_cpu_data_source_name(uint64_t midr, unsigned value);

/*
 * Lists the Data Source values in the CPU's table, in ascending order.
 *
 * Returns one of:
 * - 0 to 65535: the n-th (from 0) value.
 * - SPE_E_ARG: the n-th value does not exist.
 */
SPE_API int spe_cpu_data_source_value(uint64_t midr, unsigned n);

/*
 * Returns the number of levels of this library, including SPE_LEVEL_UNKNOWN: every SPE_LEVEL_* is below it. A later
 * version may have more.
 */
SPE_API unsigned spe_level_count(void);

/*
 * Returns a level in words ("system cache"), or "unknown" for SPE_LEVEL_UNKNOWN and for numbers that are not a level.
 * Never NULL.
 */
SPE_API const char *spe_level_name(unsigned level);

/*
 * Finds the level of the memory system that served a record's access. The first of these sources that gives a level is
 * used:
 * 1. the record's Data Source, the result of spe_record_data_source(), if the CPU's table lists it: known = 1;
 * 2. the events, for loads only (CLASS 1 with LDST 0; swaps and atomics that return a value are loads): inferred = 1.
 *    The nearest level is used:
 *    - recently fetched: SPE_LEVEL_FILL_BUFFER (also if the record reports an access without refill or miss)
 *    - L1 access without refill: SPE_LEVEL_L1
 *    - L2 access without miss: SPE_LEVEL_L2
 *    - last level access without miss: SPE_LEVEL_LAST
 *    - last level miss: SPE_LEVEL_BEYOND_LAST
 * 3. otherwise: SPE_LEVEL_UNKNOWN, known = inferred = 0.
 *
 * In all three cases the events of loads add flags: peer (data snooped), modified (cache data modified), remote (remote
 * access). In cases 2 and 3 `value` is the record's raw Data Source, or 0 if the record has none. A miss excludes the
 * level that it missed, and therefore gives no level, except a miss in the last level cache. The function does not read
 * the values of packets that are not in `present`.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: in or out is NULL. *out is unchanged.
 */
SPE_API int spe_memory_level(uint64_t midr, const struct spe_record *in, struct spe_data_source *out);

/* -- IMPLEMENTATION DEFINED events -- */

/*
 * Returns the CPU's own name of event bit `bit` ("late_prefetch"), in the spelling of spe_event_name(). Returns NULL if
 * no name is known.
 */
SPE_API const char *spe_cpu_event_name(uint64_t midr, unsigned bit);

/*
 * Returns the name of the CPU's IMPLEMENTATION DEFINED counter with this INDEX (6, 7, 16 to 31) of Counter packets,
 * spelt as the members of struct spe_record are ("ll_miss_latency"). If the CPU's maker has published no name, it is
 * one that published records of the CPU support. Returns NULL for others.
 */
SPE_API const char *spe_cpu_counter_name(uint64_t midr, unsigned index);

/* -- errata -- */

/*
 * Gives the CPU's published errata that make profiles wrong. Unlike the other functions, this one also compares
 * Variant, bits [23:20], and Revision, bits [3:0], of MIDR_EL1: a later revision may not have an erratum. With Variant
 * and Revision 0 it gives those of any revision.
 *
 * Returns the effect of the n-th (from 0) erratum ("before r4p1, branch targets have too many samples, ..."), and sets
 * *name, unless `name` is NULL, to the maker's name of the erratum ("1694299"). Returns NULL, and leaves *name
 * unchanged, if the n-th erratum does not exist. The strings live as long as the program.
 */
SPE_API const char *spe_cpu_erratum(uint64_t midr, unsigned n, const char **name);

#ifdef __cplusplus
}
#endif

#endif
