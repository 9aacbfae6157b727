/* SPDX-License-Identifier: MIT */
/* The shared parts of gather plans. Each plan is made once for a record layout. */
#include "gather_plan.h"

#if SPE_LEARNING && (SPE_KERNELS_X86 || SPE_KERNELS_NEON)

static unsigned payload_bytes(const struct spe_places *places, unsigned kind)
{
    return kind == SPE_KIND_EVENTS        ? places->events_size
           : kind == SPE_KIND_DATA_SOURCE ? places->data_source_size
                                          : spe_kinds[kind].width;
}

void spe_plan_sources(const struct spe_places *places, uint8_t sources[sizeof(struct spe_record)])
{
    memset(sources, SPE_NO_SOURCE, sizeof(struct spe_record));
    for (unsigned position = 0; position < SPE_KINDS_HELD; position++) {
        const unsigned kind = spe_kind_order[position], at = places->at[position];
        for (unsigned i = 0; at && i < payload_bytes(places, kind); i++)
            sources[spe_kinds[kind].offset + i] = (uint8_t)(at + i);
    }
}

#if SPE_KERNELS_X86

struct spe_record spe_plan_constants(const struct spe_layout_learned *layout, const struct spe_places *places)
{
    const struct spe_record constants = {
        .size = layout->size,
        .present = layout->present,
        .op_class = places->op_class,
        .events_size = places->events_size,
        .data_source_size = places->data_source_size,
    };
    return constants;
}

int spe_plan_mixed_make(struct spe_layout_learned *layout, const struct spe_places *places)
{
    struct spe_plan_mixed *const plan = &layout->plan.mixed;
    const struct spe_record constants = spe_plan_constants(layout, places);
    uint8_t sources[sizeof(struct spe_record)];
    spe_plan_sources(places, sources);
    memcpy(plan->mixed, (const uint8_t *)&constants + SPE_MIXED_FROM, SPE_MIXED);
    plan->from[0] = plan->from[1] = 0;
    for (unsigned i = 0; i < SPE_MIXED; i++) {
        const unsigned byte = SPE_MIXED_FROM + i;
        if (sources[byte] == SPE_NO_SOURCE)
            continue;
        plan->mixed[i] = sources[byte];
        plan->from[byte / 64] |= UINT64_C(1) << byte % 64;
    }
    return 1;
}

#endif

#endif
