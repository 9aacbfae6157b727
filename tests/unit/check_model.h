/* SPDX-License-Identifier: MIT */
/* Random cores, and records that they may write: the fuzzers' generator (fuzz/record_rules.h), of random numbers, with
 * short names. Records are legal and ordinary: what makes a warning does not occur. */
#ifndef CHECK_MODEL_H
#define CHECK_MODEL_H

#include "../../fuzz/record_generator.h"
#include "random.h"

#define BIT SPE_GEN_BIT
#define HAS(what) SPE_HAS_##what
#define FLAG(what) SPE_FEATURE_##what
#define KIND(name) BIT(SPE_GEN_##name)
#define NV2_KINDS (KIND(MRS_NV2) | KIND(MSR_NV2))
#define SVE_MEMORY_KINDS (KIND(LOAD_SVE) | KIND(STORE_SVE))
#define K_RANGE(first, last) SPE_GEN_RANGE(SPE_GEN_##first, SPE_GEN_##last)
#define ANY_KIND SPE_GEN_ANY_KIND
#define MEMORY_KINDS SPE_GEN_MEMORY_KINDS
#define BRANCH_KINDS SPE_GEN_BRANCH_KINDS
#define STORE_KINDS SPE_GEN_STORE_KINDS
#define LOAD_KINDS SPE_GEN_LOAD_KINDS

enum { COMPLETED = SPE_GEN_COMPLETED, EXCEPTED = SPE_GEN_EXCEPTED, NOT_RETIRED = SPE_GEN_NOT_RETIRED };
enum {
    OF_INSTRUCTIONS = SPE_GEN_OF_INSTRUCTIONS,
    OF_MICRO_OPS = SPE_GEN_OF_MICRO_OPS,
    OF_UNKNOWN = SPE_GEN_OF_UNKNOWN
};

static struct spe_gen_source numbers = {NULL, 0, UINT64_C(0x9e3779b97f4a7c15)};

static int chance(unsigned one_in)
{
    return random_below(one_in) == 0;
}

static struct spe_gen_writer make_writer(const struct spe_gen_wish *wish)
{
    struct spe_gen_writer w;
    spe_gen_writer_init(&w, wish, &numbers);
    return w;
}

static struct spe_record make_record(struct spe_gen_writer *w, const struct spe_gen_wish *wish, unsigned *kind)
{
    return spe_gen_record(w, wish, &numbers, kind);
}

#endif
