/* SPDX-License-Identifier: MIT */
/*
 * libspe/stats.h: what many records say together: counts, latency histograms, perf's sample groups, and estimates of
 * metrics with their uncertainty, of records as DDI 0487, D17.6 has them. Counters around a profile (PMU, AMU) are in
 * metrics.h.
 *
 *     static struct spe_stats stats;                  // zeroed storage is an empty one
 *     while ((n = spe_decoder_next_batch(&decoder, records, 64)) > 0)
 *         spe_stats_add(&stats, records, n);
 *     spe_stats_merge(&stats, &of_another_thread);
 *     spe_stats_summarise(&stats, &summary);          // what the counts mean
 *
 * Adding and merging commute: parts of a stream may be counted on several threads or machines, in any order, and give
 * the same bytes. A struct belongs to one thread at a time; functions that only read are pure. Strings live as long as
 * the program.
 */
#ifndef LIBSPE_STATS_H
#define LIBSPE_STATS_H

#include <libspe/batch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- histograms: values 0 to 65535, exact below 128, then 64 buckets for each power of two -- */

#define SPE_HISTOGRAM_BUCKETS 704

/* 5656 bytes, the same on every target. Zeroed storage is an empty one. */
struct spe_histogram {
    uint64_t count;
    uint64_t sum;
    uint64_t most; /* the largest value */
    uint64_t buckets[SPE_HISTOGRAM_BUCKETS];
};

/* The bucket, 0 to SPE_HISTOGRAM_BUCKETS - 1, of a value; a value above 65535 is as 65535. */
SPE_API unsigned spe_histogram_bucket(unsigned value);

/* The smallest and the largest value of a bucket; a bucket that there is not is as the last one. */
SPE_API unsigned spe_histogram_low(unsigned bucket);
SPE_API unsigned spe_histogram_high(unsigned bucket);

/* The value that a share `q` (0 to 1) of all values are not above: the middle of its bucket, at most 0.8 % off, and
 * never above the largest value. 0 if there are none, or histogram is NULL. */
SPE_API double spe_histogram_quantile(const struct spe_histogram *histogram, double q);

/* The mean, exact; 0 if there are no values, or histogram is NULL. */
SPE_API double spe_histogram_mean(const struct spe_histogram *histogram);

/* -- counts -- */

/* 16968 bytes: histograms of the records that have the packet. Cycles. */
struct spe_latencies {
    struct spe_histogram total;
    struct spe_histogram issue;
    struct spe_histogram translation;
};

/* Adds all that *from has counted. Nothing happens if a pointer is NULL. */
SPE_API void spe_latencies_merge(struct spe_latencies *into, const struct spe_latencies *from);

#define SPE_STATS_SOURCES 20   /* values 0 to 18 of Data Source packets, [19]: all larger ones */
#define SPE_STATS_NO_SOURCE 20 /* no Data Source packet */

/* Ratios whose records have to be seen whole: of the records that ..., those that ... */
enum {
    SPE_RATIO_MISPREDICTED = 0, /* are branches and retired: were mispredicted */
    SPE_RATIO_L1D_MISS = 1,     /* accessed the level 1 data cache: refilled it */
    SPE_RATIO_TLB_WALK = 2,     /* accessed a TLB: walked translation tables */
    SPE_RATIO_L2_READ_MISS = 3, /* are loads and accessed the level 2 data cache: missed it */
    SPE_RATIO_LL_READ_MISS = 4  /* are loads and accessed the last level cache: missed it */
};
#define SPE_STATS_RATIOS 5

/* 365728 bytes, the same on every target. All are numbers of records. */
struct spe_stats {
    uint64_t records;
    uint64_t bytes;                          /* of them: the sum of spe_record.size */
    uint64_t flags[32];                      /* by SPE_RECORD_* flag, by bit number */
    uint64_t events[64];                     /* by bit of the Events packet */
    uint64_t operations[4][256];             /* by CLASS and payload of the Operation Type packet */
    uint64_t pc_states[16];                  /* by bits 63:60 of the PC: NS, EL, NSE */
    uint64_t sources[SPE_STATS_SOURCES + 1]; /* by value of the Data Source packet; the last: no such packet */
    uint64_t ratios[16];                     /* by SPE_RATIO_*: [2i] of so many, [2i + 1] so many; the rest zero */
    struct spe_latencies latencies[SPE_STATS_SOURCES + 1]; /* likewise */
};

/* Adds n records. Nothing happens if a pointer is NULL. Takes up to 2.5 KiB of stack. */
SPE_API void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n);

/*
 * Adds rows 0 to n - 1 of columns; if keep is not NULL, those of them whose bit i % 8 of keep[i / 8] is 1
 * (spe_filter_columns()). `present` must be there; record_size, flags, pc, events, op_class, op_payload, data_source
 * and the three latencies are counted if they are: a column that is NULL counts as a field that no record has. With
 * all of them it is spe_stats_add() of the same records.
 * Returns SPE_OK. SPE_E_ARG: stats, columns or columns->present is NULL. SPE_E_CONFIG: as spe_columns_mistake() says.
 * Nothing is added then. Takes up to 2.5 KiB of stack.
 */
SPE_API int spe_stats_add_columns(struct spe_stats *stats, const struct spe_columns *columns, size_t n,
                                  const uint8_t *keep);

/* Adds all that *from has counted. Nothing happens if a pointer is NULL. */
SPE_API void spe_stats_merge(struct spe_stats *into, const struct spe_stats *from);

/* -- what the counts mean -- */

/*
 * struct spe_summary.groups: perf's, as perf-arm-spe(1) of perf 6.13 and later has them. Up to 6.12 there is no
 * `branch`, but `branch-miss`: that is spe_stats.events[SPE_EVENT_MISPREDICTED]. perf shows `instructions` with
 * --itrace=i1i.
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
#define SPE_STATS_GROUPS 10

/* 17504 bytes, the same on every target. All are numbers of records. */
struct spe_summary {
    uint64_t records;
    uint64_t classes[4];            /* by CLASS of the operation; 3 is reserved */
    uint64_t no_operation;          /* no Operation Type packet */
    uint64_t subclasses[16];        /* by SPE_OP_* */
    uint64_t loads;                 /* CLASS 1, LDST 0 */
    uint64_t stores;                /* CLASS 1, LDST 1 */
    uint64_t simd;                  /* Advanced SIMD data processing */
    uint64_t fp;                    /* scalar floating-point data processing */
    uint64_t sve;                   /* SVE data processing, SVE and SME loads and stores */
    uint64_t els[4];                /* by exception level of the PC */
    uint64_t states[4];             /* by security state of the PC, SPE_STATE_* as for a core with FEAT_RME */
    uint64_t groups[16];            /* by SPE_GROUP_*; the rest zero */
    uint64_t ratios[16];            /* as in struct spe_stats */
    struct spe_latencies latencies; /* of all records */
};

/* Returns SPE_OK and fills *out whole. SPE_E_ARG: a pointer is NULL; *out is untouched. Takes some 10 microseconds. */
SPE_API int spe_stats_summarise(const struct spe_stats *stats, struct spe_summary *out);

/* perf's name of a group ("l1d-miss"); NULL: no such group. */
SPE_API const char *spe_group_name(unsigned group);

/* -- estimates -- */

#define SPE_ESTIMATES 12

/* 40 bytes, the same on every target. */
struct spe_estimate {
    double value; /* in the metric's unit; 0 where n is 0 */
    double low;   /* 95 % interval, low to high: Wilson's score interval of the binomial distribution; */
    double high;  /* where n is 0 it is all there is */
    uint64_t n;   /* samples that it could have been ... */
    uint64_t k;   /* ... and was */
};

/*
 * Estimates a metric from samples alone, under the names of Arm's telemetry specifications:
 * "branch_misprediction_ratio", "l1d_cache_miss_ratio", ... SPE samples operations evenly, so that shares of samples
 * estimate shares of operations; a filter that was on while sampling changes what they are shares of.
 *
 * Cores tell SIMD, floating-point and SVE data processing from other operations only with FEAT_SPE_FPF and with
 * FEAT_SPEv1p1 and SVE. Where not one sample is of such an operation, it is not known whether that is so: n is 0 for
 * simd_percentage and scalar_fp_percentage (neither seen), and for sve_all_percentage. With FEAT_SPEv1p4 a refill of
 * the level 1 data cache may be told of loads alone, while accesses are of stores too: l1d_cache_miss_ratio is then too
 * low, unless only loads were sampled.
 *
 * Returns SPE_OK and fills *out. SPE_E_ARG: a pointer is NULL, or there is no metric `number` (0 to SPE_ESTIMATES - 1);
 * *out is untouched.
 */
SPE_API int spe_summary_estimate(const struct spe_summary *summary, unsigned number, struct spe_estimate *out);

/* The name ("branch_misprediction_ratio") and the unit ("per branch") of an estimate; NULL: no such number. */
SPE_API const char *spe_estimate_name(unsigned number);
SPE_API const char *spe_estimate_unit(unsigned number);

#ifdef __cplusplus
}
#endif

#endif
