/* SPDX-License-Identifier: MIT */
/* See why_empty.h: a row for each reason. The first one that holds is given. */
#include "why_empty.h"

#include "../profile/profile.h"
#include "report.h"

/* What is known of a profile. */
enum {
    WITHOUT_PHYSICAL = 1 << 0, /* perf recorded without pa_enable=1 */
    WITH_PHYSICAL = 1 << 1,
    WITHOUT_NODES = 1 << 2,
    RAW = 1 << 3,
    ONE_KIND = 1 << 4, /* one type of core */
    MORE_KINDS = 1 << 5,
    NO_CORE = 1 << 6,
    NO_INTERVAL = 1 << 7,
    UNCHECKED = 1 << 8,
    SAVED = 1 << 9,
};

static unsigned facts_of(const struct profile *p)
{
    struct perf_setting setting = {.has_physical = PERF_SETTING_MIXED};
    perf_settings_of_spe(&p->settings, &setting);
    const int has[] = {setting.has_physical == PERF_SETTING_OFF,
                       setting.has_physical == PERF_SETTING_ON,
                       !p->places.nodes.count,
                       !p->is_perf,
                       p->n_kinds <= 1,
                       p->n_kinds > 1,
                       p->n_kinds == 1 && !p->kinds[0].midr,
                       p->without_interval != 0,
                       !p->is_checked,
                       p->has_saved};
    unsigned facts = 0;
    for (unsigned i = 0; i < sizeof has / sizeof *has; i++)
        facts |= (unsigned)has[i] << i;
    return facts;
}

/* clang-format off */
static const struct reason {
    const char *keys; /* tables, by the beginning of their keys */
    uint32_t lacks;   /* SPE_HAS_* that no record has ... */
    unsigned facts;   /* ... and what must be known of the profile */
    const char *text;
} reasons[] = {
    {"physical_pages nodes", SPE_HAS_DATA_PA, WITHOUT_PHYSICAL, "no sample has a physical address: perf recorded without pa_enable=1"},
    {"physical_pages nodes", SPE_HAS_DATA_PA, WITH_PHYSICAL, "no sample has a physical address: perf requested them (pa_enable=1), and the kernel gives them to root only"},
    {"physical_pages nodes", SPE_HAS_DATA_PA, 0, "no sample has a physical address"},
    {"nodes", 0, WITHOUT_NODES, "the file does not say which CPUs and memory a node has: perf record writes it on machines with NUMA"},
    {"data lines pages sharing", SPE_HAS_DATA_VA, 0, "no sample has a data address: were loads and stores recorded?"},
    {"sharing", 0, 0, "no cache line that a thread writes often has enough samples of other threads on other cores"},
    {"data", 0, 0, "no data address is in a data object of a file: see --symfs"},
    {"targets branches", SPE_HAS_BRANCH_TARGET, 0, "no sample is of a branch with its target"},
    {"sources latency_source levels source_shares", SPE_HAS_DATA_SOURCE, 0, "no sample has a data source"},
    {"latencies latency mean", SPE_HAS_TOTAL_LATENCY, 0, "no sample has a latency"},
    {"events estimates groups metrics", SPE_HAS_EVENTS, 0, "no sample has events"},
    {"operations subclasses", SPE_HAS_OPERATION, 0, "no sample has an operation type"},
    {"functions function source_lines inlined modules pcs", SPE_HAS_PC, 0, "no sample has a program counter"},
    {"functions function source_lines inlined modules", 0, RAW, "raw bytes do not say which code was mapped: perf.data does"},
    {"functions function source_lines inlined modules", 0, 0, "no sample is in code whose file or name is known"},
    {"processes threads core_numbers programs", 0, RAW, "raw bytes do not say which threads and CPUs ran: perf.data does"},
    {"programs processes threads", 0, 0, "no event or CONTEXT packet names a sample's thread"},
    {"totals", 0, 0, "the profiles do not say how many operations a sample stands for"},
    {"core_numbers", 0, 0, "perf traced threads: on which CPUs they ran is not known"},
    {"core", 0, MORE_KINDS, "the samples are of several types of cores: see the table cores"},
    {"core", 0, NO_CORE, "the core is not known: --cpu=NAME names it (--cpu=list)"},
    {"cores", 0, ONE_KIND, "all samples are of one type of core, or of cores that are not known: see the table core"},
    {"errata", 0, 0, "libspe knows no erratum of these cores"},
    {"rules", 0, UNCHECKED, "--check looks for them"},
    {"rules", 0, 0, "no record breaks a rule"},
    {"whole totals", 0, RAW, "raw bytes do not say the interval between samples: perf.data does"},
    {"whole totals", 0, NO_INTERVAL, "the interval between samples is not known: a frequency, or different periods of one core's events"},
    {"account_cores", 0, SAVED, "saved profiles have one account for all cores"},
    {"noise", 0, 0, "no table is left out"},
};
/* clang-format on */

const char *why_empty(const void *profile, const char *key)
{
    const struct profile *p = profile;
    const uint32_t present = p->has_saved ? UINT32_MAX : p->notes.sum.present; /* saved profiles do not say */
    const unsigned facts = facts_of(p);
    if (!p->stats.records) /* why none was selected has been said */
        return NULL;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        const struct reason *r = &reasons[i];
        if (report_key_is(key, r->keys) && !(r->lacks & present) && !(r->facts & ~facts))
            return r->text;
    }
    return "no sample counts for it";
}
