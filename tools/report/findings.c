/* SPDX-License-Identifier: MIT */
/* See findings.h: the types of findings. */
#include "findings.h"

#include <string.h>

#include "find_kinds.h"

/* -- why a type cannot be judged -- */

static const char *no_threads(const struct profile *p)
{
    return !p->places.lines.used                       ? "no sample has a data address"
           : p->places.who.used + p->places.cores.used ? NULL
                                                       : "neither threads nor cores are known";
}

/* All samples, whatever they are: an atomic loads and stores. */
static struct counts all_of(const struct profile *p)
{
    struct counts all = {.cycles = 0};
    for (unsigned i = 0; i < COUNTS_CLASSES; i++)
        counts_merge(&all, &p->classes[i].counts);
    return all;
}

static const char *no_levels(const struct profile *p)
{
    const struct counts all = all_of(p);
    uint64_t known = 0;
    for (unsigned i = 1; i < COUNTS_LEVELS; i++)
        known += all.levels[i];
    return !all.loads ? "no load was sampled" : known ? NULL : "neither data sources nor events show what served loads";
}

static const char *no_stores(const struct profile *p)
{
    const struct counts all = all_of(p);
    return !all.stores ? "no store was sampled" : all.of[COUNTS_L1D_REFILL] ? NULL : "no event shows which stores miss";
}

static const char *no_walks(const struct profile *p)
{
    return all_of(p).of[COUNTS_TLB_WALK] ? NULL : "no sample has a TLB access";
}

/* A share of all operations needs samples that nobody chose by what they do. */
static const char *no_branches(const struct profile *p)
{
    const uint64_t *const ratio = &p->stats.ratios[2 * SPE_RATIO_MISPREDICTED];
    const struct select_values *const by = p->select.values;
    if (p->is_filtered || p->times[PROFILE_FILTERED])
        return "a filter chose the samples";
    if (by[SELECT_OP].n || by[SELECT_EVENT].n || by[SELECT_SOURCE].n)
        return "--op, --event or --source chose the samples";
    return ratio[0] ? NULL : "no branch was sampled";
}

/* Add a type of finding: a row here, a row in tools/docs/stat.md, programs in tools/tests/qemu/programs/faults.c. */
static const struct finding_kind kinds[] = {
    {"contended-lock", "Contended lock or counter", "sharing", FINDINGS_LEAST,
     "take the lock less often or hold it for less: split it, or what it protects; wait by reading, and try to take it "
     "only when it is free; let each thread count for itself and add it up at the end",
     judge_sharing, no_threads, NULL, 0, NULL},
    {"false-sharing", "False sharing", "sharing", FINDINGS_LEAST,
     "give each thread its own line: align what it writes to the size of a line, or let it count in a local variable "
     "and add it up at the end",
     judge_sharing, no_threads, NULL, 0, NULL},
    {"true-sharing", "True sharing", "sharing", FINDINGS_LEAST,
     "write less often: give each thread its own part (a counter, a list, a pool) and merge the parts seldom; pass "
     "work on in larger batches",
     judge_sharing, no_threads, NULL, 0, NULL},
    {"memory-load", "Loads wait for memory", "source_lines", FINDINGS_LEAST, NULL, judge_waits, no_levels, wait_of_load,
     0, describe_load},
    {"memory-store", "Stores wait for memory", "source_lines", FINDINGS_LEAST, NULL, judge_waits, no_stores,
     wait_of_store, 0, describe_store},
    {"page-walk", "Page walks", "pages_by_latency", FINDINGS_LEAST,
     "use huge pages: madvise(MADV_HUGEPAGE) for the memory, or glibc.malloc.hugetlb=1 in GLIBC_TUNABLES; access the "
     "data page by page",
     judge_waits, no_walks, wait_of_walk, 1, describe_walk},
    {"mispredicted", "Mispredicted branches", "pcs_by_samples", FINDINGS_LEAST / FINDINGS_FLUSH,
     "make the branch predictable: sort the data, or compute without a branch (conditional select); profile-guided "
     "optimisation moves the common case next to the branch",
     judge_branches, no_branches, NULL, 0, NULL},
};

/* Lists types that cannot be judged, after the reason. */
static void list_unjudged(struct findings *f)
{
    size_t n = 0;
    const char *last = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *const why = kinds[i].unjudged(f->profile);
        if (!why)
            continue;
        if (strcmp(why, last) == 0)
            n = findings_append(f->unjudged, sizeof f->unjudged, n, ", %s", kinds[i].title);
        else
            n = findings_append(f->unjudged, sizeof f->unjudged, n, "%s%s: %s", n ? "; " : "", why, kinds[i].title);
        last = why;
    }
}

int findings_are_short(const struct profile *p)
{
    return !intervals_are_known(p->latency_parts[SHAPES_TOTAL].samples);
}

void findings_find(struct profile *profile, struct findings *out)
{
    *out = (struct findings){.profile = profile};
    out->is_saved = profile->has_saved;
    out->is_short = findings_are_short(profile);
    if (out->is_short || out->is_saved)
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!kinds[i].unjudged(profile))
            kinds[i].judge(out, &kinds[i]);
    list_unjudged(out);
}
