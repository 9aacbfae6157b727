/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/stats.h: adds up many records, in parts that a program chooses: counts, latency histograms, both by data
 * source, perf's sample groups, and estimates of metrics with their uncertainty. DDI 0487, D17.6 defines the records.
 * metrics.h is for PMU and AMU counters.
 *
 * Version 0: a minor release may change it (base.h).
 *
 *     static struct spe_stats stats;                  // zeroed storage is empty
 *     while ((n = spe_decoder_next_batch(&decoder, records, 64)) > 0) {
 *         spe_stats_add(&stats, records, n);
 *         spe_source_stats_add(&by_source, records, n);
 *     }
 *     spe_stats_merge(&stats, &of_another_thread);
 *     spe_stats_summarise(&stats, &summary);          // what the counts mean
 *
 * Adding and merging commute: several threads or machines may count parts of a stream, in any order, with the same
 * result. A struct or context belongs to one thread at a time; functions that only read are pure. Strings live as long
 * as the program.
 */
#ifndef LIBSPE_LAB_STATS_H
#define LIBSPE_LAB_STATS_H

#include <libspe/columns.h>
#include <libspe-lab/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- histograms: values 0 to 65535, exact below 128, then 64 buckets for each power of two -- */

#define SPE_HISTOGRAM_BUCKETS 704

/* A histogram. 5656 bytes, the same on every target. Zeroed storage is an empty histogram. */
struct spe_histogram {
    uint64_t count; /* number of values */
    uint64_t sum;   /* sum of the values */
    uint64_t most;  /* the largest value */
    uint64_t buckets[SPE_HISTOGRAM_BUCKETS];
};

/* Adds a value to a histogram. A value above 65535 counts as 65535. If histogram is NULL, nothing happens. */
SPE_LAB_API void spe_histogram_add(struct spe_histogram *histogram, unsigned value);

/* Adds the counts of *from to *into. If a pointer is NULL, nothing happens. */
SPE_LAB_API void spe_histogram_merge(struct spe_histogram *into, const struct spe_histogram *from);

/* Returns the bucket of a value, 0 to SPE_HISTOGRAM_BUCKETS - 1. A value above 65535 counts as 65535. */
SPE_LAB_API unsigned spe_histogram_bucket(unsigned value);

/* Return the smallest and the largest value of a bucket. A number past the last bucket means the last bucket. */
SPE_LAB_API unsigned spe_histogram_low(unsigned bucket);
SPE_LAB_API unsigned spe_histogram_high(unsigned bucket);

/*
 * Returns the q-quantile (q is 0 to 1): a share q of all values is at most this value. The result is the middle of a
 * bucket, so it is off by at most 0.8 %, and it is never above the largest value. Returns 0 if it has no values or
 * histogram is NULL.
 */
SPE_LAB_API double spe_histogram_quantile(const struct spe_histogram *histogram, double q);

/* Returns the exact mean, or 0 if it has no values or histogram is NULL. */
SPE_LAB_API double spe_histogram_mean(const struct spe_histogram *histogram);

/* -- counts -- */

/*
 * Ratios that need several packets of the same record. Each comment gives the records that count, then those among them
 * that have the property. A later version may have more, up to number 15.
 */
enum {
    SPE_RATIO_MISPREDICTED = 0, /* retired branches; mispredicted */
    SPE_RATIO_L1D_MISS = 1,     /* accesses of the level 1 data cache; refilled it */
    SPE_RATIO_TLB_WALK = 2,     /* accesses of a TLB; walked translation tables */
    SPE_RATIO_L2_READ_MISS = 3, /* loads that accessed the level 2 data cache; missed it */
    SPE_RATIO_LL_READ_MISS = 4, /* loads that accessed the last level cache; missed it */
    SPE_RATIO_LL_MISS = 5       /* accesses of the last level cache; missed it */
};

/*
 * Returns the ratios for which a record counts: bit 2i for ratio i, and bit 2i + 1 if the record has its property. The
 * bits are those of struct spe_stats.ratios. Returns 0 if in is NULL.
 */
SPE_LAB_API uint32_t spe_record_ratios(const struct spe_record *in);

/*
 * Counts of records. 9600 bytes, the same on every target. All members except bytes are numbers of records. Zeroed
 * storage is empty.
 */
struct spe_stats {
    uint64_t records;
    uint64_t bytes;              /* bytes of these records: the sum of spe_record.size */
    uint64_t flags[32];          /* by bit number of the SPE_RECORD_* flag */
    uint64_t events[64];         /* by bit number of the Events packet */
    uint64_t operations[4][256]; /* by CLASS and payload of the Operation Type packet */
    uint64_t pc_states[16];      /* by bits 63:60 of the PC: NS, EL, NSE */
    uint64_t ratios[32];         /* by SPE_RATIO_*: [2i] records count, [2i + 1] of them have the property; the rest is
                                    0 */
    uint64_t reserved[30];       /* zero */
};

/* Adds n records. If a pointer is NULL, nothing happens. */
SPE_LAB_API void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n);

/*
 * Adds one record n times: for programs that count equal records first. Only size, present, flags, events, the
 * operation and bits 63:60 of pc matter. If a pointer is NULL, nothing happens.
 */
SPE_LAB_API void spe_stats_add_times(struct spe_stats *stats, const struct spe_record *record, uint64_t n);

/*
 * Adds rows 0 to n - 1 of columns. If keep is not NULL, it adds only the rows i whose bit i % 8 of keep[i / 8] is 1
 * (spe_filter_columns()). The column `present` is required. record_size, flags, pc, events, op_class and op_payload are
 * optional: a column that is NULL counts as a field that no record has. With all of them the result is that of
 * spe_stats_add() with the same records.
 *
 * Returns one of:
 * - SPE_OK: the rows are added.
 * - SPE_E_ARG: stats, columns or columns->present is NULL.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * On failure nothing is added.
 */
SPE_LAB_API int spe_stats_add_columns(struct spe_stats *stats, const struct spe_columns *columns, size_t n,
                                      const uint8_t *keep);

/* Adds the counts of *from to *into. If a pointer is NULL, nothing happens. */
SPE_LAB_API void spe_stats_merge(struct spe_stats *into, const struct spe_stats *from);

/* -- latencies -- */

/*
 * Latency histograms of the records that have the packet, in cycles. The other counters of a record are not counted.
 * 16968 bytes, the same on every target. Zeroed storage is empty.
 */
struct spe_latencies {
    struct spe_histogram total;
    struct spe_histogram issue;
    struct spe_histogram translation;
};

/* Adds the latencies of n records. If a pointer is NULL, nothing happens. */
SPE_LAB_API void spe_latencies_add(struct spe_latencies *latencies, const struct spe_record *records, size_t n);

/*
 * Adds the latencies of rows 0 to n - 1 of columns. keep selects rows as in spe_stats_add_columns(). The column
 * `present` is required; the three latencies are optional.
 *
 * Returns one of:
 * - SPE_OK: the rows are added.
 * - SPE_E_ARG: latencies, columns or columns->present is NULL.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * On failure nothing is added.
 */
SPE_LAB_API int spe_latencies_add_columns(struct spe_latencies *latencies, const struct spe_columns *columns, size_t n,
                                          const uint8_t *keep);

/* Adds the counts of *from to *into. If a pointer is NULL, nothing happens. */
SPE_LAB_API void spe_latencies_merge(struct spe_latencies *into, const struct spe_latencies *from);

/* -- by data source -- */

/*
 * Records by the data source that spe_record_data_source() returns for them. Any of the 65,536 values may occur; the
 * caller's storage limits how many different values can be counted. A value gets a place with its first record, and
 * keeps it. When all places are taken, records of new values are counted together, as SPE_STATS_LEFT_OUT. So the sum
 * over all values, SPE_STATS_NO_SOURCE and SPE_STATS_LEFT_OUT is always the number of all records.
 *
 * While no record is left out, the result is exact and does not depend on the order of records and merges. If records
 * were left out, the order determines which values have places. A record is never counted under another value. A value
 * that has a place has all of its records, unless a merged part had left out some of them.
 */
enum {
    SPE_STATS_NO_SOURCE = 65536, /* spe_record_data_source() is negative */
    SPE_STATS_LEFT_OUT = 65537   /* values for which there was no place */
};

/* Flags of spe_source_stats_init(). */
enum {
    SPE_SOURCE_STATS_LATENCIES = 1 /* count latencies, too */
};

#define SPE_SOURCE_STATS_SIZE 128 /* bytes of spe_source_stats, on every target and in every 1.x version */

/*
 * Bytes of storage for each value, on every target and in every 1.x version, for records only and for records with
 * latencies. n + 2 times as many bytes have room for at least n values, because SPE_STATS_NO_SOURCE and
 * SPE_STATS_LEFT_OUT also need places.
 *
 *     static uint8_t storage[(64 + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY];
 */
#define SPE_SOURCE_STATS_ENTRY 16
#define SPE_SOURCE_STATS_LATENCY_ENTRY 17000

/* Storage that the caller provides; nothing needs to be freed. It must not be copied. */
typedef struct spe_source_stats {
    uint64_t opaque[SPE_SOURCE_STATS_SIZE / 8];
} spe_source_stats;

/*
 * Initialises *s with no records. flags is SPE_SOURCE_STATS_LATENCIES or 0. `storage` may have any alignment and
 * content. While *s is used it must stay where it is, and nothing else may use it. It is written only as values occur.
 *
 * Returns one of:
 * - SPE_OK: *s is ready.
 * - SPE_E_ARG: s or storage is NULL.
 * - SPE_E_CONFIG: flags has an unknown flag.
 * - SPE_E_SPACE: the storage is too small for one value.
 * On failure *s is not usable.
 */
SPE_LAB_API int spe_source_stats_init(spe_source_stats *s, uint32_t flags, void *storage, size_t size);

/* Adds n records. If a pointer is NULL or *s is not initialised, nothing happens. */
SPE_LAB_API void spe_source_stats_add(spe_source_stats *s, const struct spe_record *records, size_t n);

/*
 * Adds rows 0 to n - 1 of columns. keep selects rows as in spe_stats_add_columns(). The column `present` is required;
 * data_source and the three latencies are optional. Without op_class and op_payload, which are also optional, stores
 * cannot be recognised, and their Data Source packets count as those of loads.
 *
 * Returns one of:
 * - SPE_OK: the rows are added.
 * - SPE_E_ARG: s, columns or columns->present is NULL.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * - SPE_E_STATE: *s is not initialised.
 * On failure nothing is added.
 */
SPE_LAB_API int spe_source_stats_add_columns(spe_source_stats *s, const struct spe_columns *columns, size_t n,
                                             const uint8_t *keep);

/*
 * Adds the counts of one value from another place, such as a file: `records` records, and their latencies. value is 0
 * to 65535, SPE_STATS_NO_SOURCE or SPE_STATS_LEFT_OUT. latencies may be NULL if none were counted; they are not read if
 * *s counts no latencies. 0 records without latencies change nothing.
 *
 * Returns one of:
 * - SPE_OK: the counts are added.
 * - SPE_E_ARG: s is NULL, or the value does not exist.
 * - SPE_E_STATE: *s is not initialised.
 * On failure nothing is added.
 */
SPE_LAB_API int spe_source_stats_put(spe_source_stats *s, unsigned value, uint64_t records,
                                     const struct spe_latencies *latencies);

/*
 * Adds the counts of *from to *into. Values for which *into has no place are left out, as if they had been added as
 * records.
 *
 * Returns one of:
 * - SPE_OK: the counts are added.
 * - SPE_E_ARG: a pointer is NULL, or both are equal.
 * - SPE_E_STATE: one of them is not initialised.
 * - SPE_E_CONFIG: only one of them counts latencies.
 * On failure nothing is added.
 */
SPE_LAB_API int spe_source_stats_merge(spe_source_stats *into, const spe_source_stats *from);

/*
 * Lists the values that have a place, in ascending order.
 *
 * Returns one of:
 * - 0 to 65537: the n-th (from 0) value.
 * - SPE_E_ARG: the n-th value does not exist, or s is NULL or not initialised.
 */
SPE_LAB_API int spe_source_stats_value(const spe_source_stats *s, unsigned n);

/*
 * Returns the number of records of a value: 0 to 65535, SPE_STATS_NO_SOURCE or SPE_STATS_LEFT_OUT. Returns 0 for other
 * numbers, and if s is NULL or not initialised.
 */
SPE_LAB_API uint64_t spe_source_stats_records(const spe_source_stats *s, unsigned value);

/*
 * Returns the latencies of a value's records. They are in the storage and are valid until *s changes. Returns NULL if
 * the value has no place, the value does not exist, latencies are not counted, or s is NULL or not initialised.
 */
SPE_LAB_API const struct spe_latencies *spe_source_stats_latencies(const spe_source_stats *s, unsigned value);

/* -- what the counts mean -- */

/*
 * perf's sample groups: indexes of struct spe_summary.groups, as perf-arm-spe(1) of perf 6.13 and later defines them.
 * perf up to 6.12 has no `branch`; its `branch-miss` is spe_stats.events[SPE_EVENT_MISPREDICTED]. perf shows
 * `instructions` with --itrace=i1i.
 */
enum {
    SPE_GROUP_L1D_MISS = 0,
    SPE_GROUP_L1D_ACCESS = 1,
    SPE_GROUP_LLC_MISS = 2,
    SPE_GROUP_LLC_ACCESS = 3,
    SPE_GROUP_TLB_MISS = 4,
    SPE_GROUP_TLB_ACCESS = 5,
    SPE_GROUP_BRANCH = 6,
    SPE_GROUP_REMOTE_ACCESS = 7,
    SPE_GROUP_MEMORY = 8,
    SPE_GROUP_INSTRUCTIONS = 9
};

/* A summary of counts. 768 bytes, the same on every target. All members are numbers of records. */
struct spe_summary {
    uint64_t records;
    uint64_t classes[4];   /* by CLASS of the operation; 3 is reserved */
    uint64_t no_operation; /* no Operation Type packet */
    uint64_t loads;        /* spe_op_is_load(): CLASS 1, LDST 0 */
    uint64_t stores;       /* spe_op_is_store(): CLASS 1, LDST 1. A reserved payload is neither */
    uint64_t simd;         /* Advanced SIMD data processing */
    uint64_t fp;           /* scalar floating-point data processing */
    uint64_t sve;          /* SVE data processing, SVE and SME loads and stores */
    uint64_t els[4];       /* by exception level of the PC */
    uint64_t states[4];    /* by security state of the PC, SPE_STATE_*, as on a core with FEAT_RME */
    uint64_t groups[32];   /* by SPE_GROUP_*; the rest zero */
    uint64_t ratios[32];   /* see struct spe_stats */
    uint64_t reserved[13]; /* zero */
};

/*
 * Summarises counts. Takes about 10 microseconds.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: stats or out is NULL. *out is unchanged.
 */
SPE_LAB_API int spe_stats_summarise(const struct spe_stats *stats, struct spe_summary *out);

/*
 * Returns the number of records whose operation has the subclass SPE_OP_* (CLASS 3 has SPE_OP_RESERVED). Returns 0 if
 * the subclass does not exist or stats is NULL. Takes about 10 microseconds.
 */
SPE_LAB_API uint64_t spe_stats_subclass(const struct spe_stats *stats, unsigned subclass);

/* Returns the number of groups that this library has, at most 32: every SPE_GROUP_* is below it. */
SPE_LAB_API unsigned spe_group_count(void);

/* Returns perf's name of a group ("l1d-miss"), or NULL if the group does not exist. */
SPE_LAB_API const char *spe_group_name(unsigned group);

/* -- estimates -- */

/* An estimated share. 40 bytes, the same on every target. */
struct spe_estimate {
    double value; /* k / n in the metric's unit; 0 if n is 0 */
    double low;   /* low to high is the 95 % interval (Wilson's score interval of the binomial distribution) */
    double high;  /* if n is 0, the interval is the whole range of values */
    uint64_t n;   /* samples that count for the metric, such as branches */
    uint64_t k;   /* those among them that have the property, such as mispredicted */
};

/*
 * Estimates a metric from samples alone, under the names of Arm's telemetry specifications:
 * "branch_misprediction_ratio", "l1d_cache_miss_ratio", ... SPE samples operations evenly, so that shares of samples
 * estimate shares of operations. If a filter was enabled while sampling, they estimate shares of the operations that
 * the filter keeps.
 *
 * Cores distinguish SIMD, floating-point and SVE data processing from other operations only with FEAT_SPE_FPF and with
 * FEAT_SPEv1p1 and SVE. If no sample is such an operation, it is not known whether the core executed any: then n is 0
 * for simd_percentage and scalar_fp_percentage (if there is neither), and for sve_all_percentage. With FEAT_SPEv1p4 a
 * core may report refills of the level 1 data cache for loads only, but accesses also for stores. l1d_cache_miss_ratio
 * is too low in that case, unless only loads were sampled.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: summary or out is NULL, or the metric does not exist. *out is unchanged.
 */
SPE_LAB_API int spe_summary_estimate(const struct spe_summary *summary, unsigned number, struct spe_estimate *out);

/* Returns the number of metrics that this library estimates: their numbers are below it. */
SPE_LAB_API unsigned spe_estimate_count(void);

/*
 * Return the name ("branch_misprediction_ratio") and the unit ("per branch") of an estimate, or NULL if the estimate
 * does not exist.
 */
SPE_LAB_API const char *spe_estimate_name(unsigned number);
SPE_LAB_API const char *spe_estimate_unit(unsigned number);

#ifdef __cplusplus
}
#endif

#endif
