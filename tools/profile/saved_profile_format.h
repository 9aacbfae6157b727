/* SPDX-License-Identifier: MIT */
/* The words of saved profiles (saved_profile.h), for saved_profile_write.c and saved_profile_read.c. */
#ifndef SAVED_PROFILE_FORMAT_H
#define SAVED_PROFILE_FORMAT_H

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "saved_profile.h"

#define FIRST_LINE "spe-stat profile 3\n"
#define ANY_VERSION "spe-stat profile "
#define LINE_MOST (64u << 20) /* bytes of a line that is read */

/* -- the saved numbers: each with the number or name of its thing, so that a later program may have more of them -- */

#define NUMBERS(member) (sizeof((struct profile *)0)->member / 8)

/* Arrays of 64-bit numbers in struct profile, by number (of a bit, an operation ...) or by name */
static const struct array {
    const char *name;
    size_t offset, count;
    const char *(*number_name)(unsigned number); /* NULL writes the number itself */
    int (*find)(const char *name);
} arrays[] = {
#define ARRAY(name, member)                                                                                            \
    {                                                                                                                  \
        name, offsetof(struct profile, member), NUMBERS(member), NULL, NULL                                            \
    }
    ARRAY("samples", stats.records),
    ARRAY("sample-bytes", stats.bytes),
    ARRAY("flags", stats.flags),
    ARRAY("events", stats.events),
    ARRAY("operations", stats.operations), /* CLASS * 256 + payload */
    ARRAY("pc-states", stats.pc_states),
    ARRAY("ratios", stats.ratios), /* 2 * SPE_RATIO_*, and that + 1 */
    {"findings", offsetof(struct profile, findings), NUMBERS(findings), spe_rule_name, spe_rule_find},
    ARRAY("filtered", kept.count), /* SPE_FILTER_* */
    ARRAY("buffers", notes.buffers),
    ARRAY("bytes", notes.bytes),
    ARRAY("skipped", notes.sum.skipped),
    ARRAY("cut-off", notes.cut_off),
    ARRAY("aux", notes.aux),
    ARRAY("truncated", notes.truncated),
    ARRAY("snapshots", notes.sum.file.snapshots),
    ARRAY("named", notes.sum.file.named),
    ARRAY("missing", notes.sum.file.missing),
    ARRAY("repeated", notes.sum.file.repeated),
    ARRAY("unnamed", notes.sum.file.unnamed),
    ARRAY("decoded", notes.sum.decoded),
    ARRAY("records", notes.sum.records),
    ARRAY("in-records", notes.sum.in_records),
    ARRAY("account", notes.sum.samples), /* enum account_row */
    ARRAY("unjudged", select.unjudged),  /* SELECT_THREAD ... */
    ARRAY("partial", notes.partial),
    ARRAY("collisions", notes.collisions),
    ARRAY("late", notes.late),
    ARRAY("no-room", notes.no_room),
    ARRAY("unknown-ids", notes.unknown_ids),
    ARRAY("lost", notes.lost),
    ARRAY("dropped", select.dropped),
    ARRAY("read-parts", read_in),           /* by part */
    ARRAY("read-time-parts", read_time_in), /* by part */
    ARRAY("whole-parts", whole),            /* by enum whole_row and part */
    ARRAY("without-interval", without_interval),
    ARRAY("streams", streams),
    ARRAY("times", times),                 /* PROFILE_NANOSECONDS ... */
    ARRAY("latency-parts", latency_parts), /* of struct latency_parts, one after another */
#undef ARRAY
};
#define ARRAYS (sizeof arrays / sizeof *arrays)

/* Those of struct spe_stats that are saved for each part, of COUNTS_PARTS */
static const struct array part_arrays[] = {
#define ARRAY(name, member)                                                                                            \
    {                                                                                                                  \
        name, offsetof(struct spe_stats, member), sizeof((struct spe_stats *)0)->member / 8, NULL, NULL                \
    }
    ARRAY("samples", records),
    ARRAY("events", events),
    ARRAY("operations", operations),
    ARRAY("ratios", ratios),
#undef ARRAY
};
#define PART_ARRAYS (sizeof part_arrays / sizeof *part_arrays)

/* All of struct latency_parts */
static const struct array source_array = {"", 0, sizeof(struct latency_parts) / 8, NULL, NULL};

/* The numbers of struct total */
static const struct array members[] = {
#define MEMBER(name, member)                                                                                           \
    {                                                                                                                  \
        name, offsetof(struct total, member), sizeof((struct total *)0)->member / 8, NULL, NULL                        \
    }
    MEMBER("samples", counts.samples),
    MEMBER("latency", counts.cycles),
    MEMBER("time", counts.time),
    MEMBER("loads", counts.loads),
    MEMBER("stores", counts.stores),
    MEMBER("atomics", counts.atomics),
    MEMBER("l1d-accesses", counts.of[COUNTS_L1D_REFILL]),
    MEMBER("l1d-refills", counts.in[COUNTS_L1D_REFILL]),
    MEMBER("tlb-accesses", counts.of[COUNTS_TLB_WALK]),
    MEMBER("tlb-walks", counts.in[COUNTS_TLB_WALK]),
    MEMBER("ll-accesses", counts.of[COUNTS_LL_MISS]),
    MEMBER("ll-misses", counts.in[COUNTS_LL_MISS]),
    MEMBER("branches", counts.of[COUNTS_MISPREDICTED]),
    MEMBER("mispredicted", counts.in[COUNTS_MISPREDICTED]),
    MEMBER("remote", counts.remote),
    MEMBER("level", counts.levels), /* level13: SPE_LEVEL_* */
    MEMBER("part", parts.samples_in),
    MEMBER("part-time", parts.time_in),
#undef MEMBER
};
#define MEMBERS (sizeof members / sizeof *members)

_Static_assert(MEMBERS - 3 + COUNTS_LEVELS + 2 * COUNTS_PARTS + 1 == TOTAL_NUMBERS && COUNTS_RATIOS == 4,
               "each number has a name");

/* Arrays of struct total in struct profile, by name */
static const char *const levels[] = {"EL0", "EL1", "EL2", "EL3"};
static const char *const classes[COUNTS_CLASSES] = {[COUNTS_LOAD] = "load",
                                                    [COUNTS_STORE] = "store",
                                                    [COUNTS_BRANCH] = "branch",
                                                    [COUNTS_OTHER] = "other",
                                                    [COUNTS_UNKNOWN] = "unknown"};

static const struct sums {
    const char *name;
    size_t offset;
    unsigned count;
    const char *const *names;
} sums[] = {
    {"levels", offsetof(struct profile, levels), 4, levels},
    {"classes", offsetof(struct profile, classes), COUNTS_CLASSES, classes},
    {"unsourced", offsetof(struct profile, unsourced), COUNTS_CLASSES, classes},
};
#define SUMS (sizeof sums / sizeof *sums)

static const struct {
    const char *name;
    size_t offset;
} histograms[] = {
    {"total", offsetof(struct spe_latencies, total)},
    {"issue", offsetof(struct spe_latencies, issue)},
    {"translation", offsetof(struct spe_latencies, translation)},
};
#define HISTOGRAMS (sizeof histograms / sizeof *histograms)

static inline uint64_t number_of(const void *base, const struct array *a, size_t i)
{
    uint64_t n;
    memcpy(&n, (const char *)base + a->offset + i * sizeof n, sizeof n);
    return n;
}

static inline void set_number(void *base, const struct array *a, size_t i, uint64_t n)
{
    memcpy((char *)base + a->offset + i * sizeof n, &n, sizeof n);
}

/* -- checksum: CRC-32 of IEEE 802.3, the same as gzip's -- */

static inline uint32_t sum_of(uint32_t sum, const char *text)
{
    sum = ~sum;
    for (; *text; text++) {
        sum ^= (unsigned char)*text;
        for (int i = 0; i < 8; i++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

#endif
