/* SPDX-License-Identifier: MIT */
/* See findings.h: the types of findings. */
#include "findings.h"

#include "find_sharing.h"
#include "find_waits.h"

/* Add a type of finding: a row here, a row in tools/docs/stat.md, a program in tools/tests/qemu/programs/faults.c. */
static const struct finding_kind kinds[] = {
    {"false-sharing", "False sharing", "sharing", "Shared cache lines", FINDINGS_LEAST, judge_sharing, NULL, 0, NULL,
     "give each thread its own line: align what it writes to the size of a line, or let it count in a local variable "
     "and add it "
     "up at the end"},
    {"true-sharing", "True sharing", "sharing", "Shared cache lines", FINDINGS_LEAST, judge_sharing, NULL, 0, NULL,
     "write less often: let each thread count for itself and add it up at the end; split the lock, or what it "
     "protects"},
    {"memory-load", "Loads wait for memory", "source_lines", "Source lines", FINDINGS_LEAST, judge_waits, wait_of_load,
     0, describe_load, NULL},
    {"page-walk", "Page walks", "pages_by_latency", "Data pages by total latency", FINDINGS_LEAST, judge_waits,
     wait_of_walk, 1, describe_walk,
     "use huge pages: madvise(MADV_HUGEPAGE) for the memory, or glibc.malloc.hugetlb=1 in GLIBC_TUNABLES; access the "
     "data page by page"},
};

void findings_find(struct profile *profile, struct findings *out)
{
    *out = (struct findings){.profile = profile};
    out->is_saved = profile->has_saved;
    out->is_short = !intervals_are_known(profile->latency_parts[SHAPES_TOTAL].samples);
    for (size_t i = 0; !out->is_short && !out->is_saved && i < sizeof kinds / sizeof *kinds; i++)
        kinds[i].judge(out, &kinds[i]);
}
