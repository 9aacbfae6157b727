/* SPDX-License-Identifier: MIT */
/* See why_empty.h: a row for each reason. The first one that holds is given. */
#include "why_empty.h"

#include <string.h>

#include "../profile/profile.h"

/* A setting with which perf recorded, if it is known. */
static struct perf_setting setting_of(const struct profile *p)
{
    struct perf_setting setting = {.has_physical = PERF_SETTING_MIXED};
    perf_settings_of_spe(&p->settings, &setting);
    return setting;
}

static int is_without_physical(const struct profile *p)
{
    return setting_of(p).has_physical == PERF_SETTING_OFF;
}

static int has_physical(const struct profile *p)
{
    return setting_of(p).has_physical == PERF_SETTING_ON;
}

static int has_nodes(const struct profile *p)
{
    return p->places.nodes.count != 0;
}

static int is_raw(const struct profile *p)
{
    return !p->is_perf;
}

static int has_kinds(const struct profile *p)
{
    return p->n_kinds > 1;
}

static int lacks_core(const struct profile *p)
{
    return p->n_kinds == 1 && !p->kinds[0].midr;
}

static int lacks_interval(const struct profile *p)
{
    return p->without_interval != 0;
}

static int is_checked(const struct profile *p)
{
    return p->is_checked;
}

/* clang-format off */
static const struct reason {
    const char *keys;   /* tables, by the beginning of their keys */
    uint32_t lacks;     /* SPE_HAS_* that no record has; 0: ... */
    int (*holds)(const struct profile *); /* ... or this also holds; NULL: it does */
    int is_not;         /* ... it does not hold */
    const char *text;
} reasons[] = {
    {"physical_pages nodes", SPE_HAS_DATA_PA, is_without_physical, 0, "no sample has a physical address: perf recorded without pa_enable=1"},
    {"physical_pages nodes", SPE_HAS_DATA_PA, has_physical, 0, "no sample has a physical address: in spite of pa_enable=1 the kernel gives them to root alone"},
    {"physical_pages nodes", SPE_HAS_DATA_PA, NULL, 0, "no sample has a physical address"},
    {"nodes", 0, has_nodes, 1, "the file does not say which CPUs and memory a node has: perf record writes it on machines with NUMA"},
    {"data lines pages sharing", SPE_HAS_DATA_VA, NULL, 0, "no sample has a data address: were loads and stores recorded?"},
    {"sharing", 0, NULL, 0, "no cache line has samples of two threads"},
    {"data", 0, NULL, 0, "no data address is in a data object of a file: see --symfs"},
    {"targets branches", SPE_HAS_BRANCH_TARGET, NULL, 0, "no sample is of a branch with its target"},
    {"sources latency_source levels", SPE_HAS_DATA_SOURCE, NULL, 0, "no sample has a data source"},
    {"latencies latency", SPE_HAS_TOTAL_LATENCY, NULL, 0, "no sample has a latency"},
    {"events estimates groups", SPE_HAS_EVENTS, NULL, 0, "no sample has events"},
    {"operations subclasses", SPE_HAS_OPERATION, NULL, 0, "no sample has an operation type"},
    {"functions source_lines inlined modules pcs", SPE_HAS_PC, NULL, 0, "no sample has a program counter"},
    {"functions source_lines inlined modules", 0, is_raw, 0, "raw bytes do not say which code was mapped: perf.data does"},
    {"functions source_lines inlined modules", 0, NULL, 0, "no sample is in code whose file or name is known"},
    {"processes threads core_numbers", 0, is_raw, 0, "raw bytes do not say which threads and CPUs ran: perf.data does"},
    {"core_numbers", 0, NULL, 0, "perf traced threads: on which CPUs they ran is not known"},
    {"core", 0, has_kinds, 0, "the samples are of several types of cores: see the table cores"},
    {"core", 0, lacks_core, 0, "the core is not known: --cpu=NAME names it (--cpu=list)"},
    {"cores", 0, has_kinds, 1, "all samples are of one type of core, or of cores that are not known: see the table core"},
    {"errata", 0, NULL, 0, "libspe knows no erratum of these cores"},
    {"rules", 0, is_checked, 1, "--check looks for them"},
    {"rules", 0, NULL, 0, "no record breaks a rule"},
    {"whole", 0, is_raw, 0, "raw bytes do not say the interval between samples: perf.data does"},
    {"whole", 0, lacks_interval, 0, "the interval between samples is not known: a frequency, or different periods of one core's events"},
    {"noise", 0, NULL, 0, "no table is left out"},
};
/* clang-format on */

/* Whether a key begins with one of some words. */
static int is_among(const char *key, const char *words)
{
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (strncmp(key, words, n) == 0 && (!key[n] || key[n] == '_'))
            return 1;
    }
    return 0;
}

const char *why_empty(const void *profile, const char *key)
{
    const struct profile *p = profile;
    const uint32_t present = p->has_saved ? UINT32_MAX : p->notes.sum.present; /* saved profiles do not say */
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        const struct reason *r = &reasons[i];
        const int holds = !r->holds || (r->holds(p) != 0) != r->is_not;
        if (is_among(key, r->keys) && !(r->lacks & present) && holds)
            return r->text;
    }
    return "no sample counts for it";
}
