/* SPDX-License-Identifier: MIT */
/* A profile that is made by hand, for the tests of what spe-stat says of it. */
#ifndef MADE_PROFILE_H
#define MADE_PROFILE_H

#include "profile.h"

#include "output.h"
#include "tap.h"

static struct profile profile;

static inline void add(const struct spe_record *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        spe_stats_add(&profile.stats, r, 1);
        const struct sample sample =
            places_sample(&profile.places, r, profile.kinds[0].midr, SPE_PERF_NONE, SPE_PERF_NONE);
        places_add(&profile.places, &sample);
        pictures_add(&profile.pictures, &profile.places, &sample);
    }
}

static inline struct spe_record load(unsigned latency, unsigned source, uint64_t time)
{
    return (struct spe_record){.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE |
                                          SPE_HAS_TOTAL_LATENCY | SPE_HAS_TIMESTAMP,
                               .pc = UINT64_C(0xb000000000400010),
                               .op_class = 1,
                               .events = 0x16,
                               .total_latency = (uint16_t)latency,
                               .data_source = (uint16_t)source,
                               .timestamp = time};
}

/* Eight loads of DRAM, four of L1, two branches, one operation of another kind, one record with nothing. */
static inline void make(void)
{
    struct spe_record r;
    places_free(&profile.places);
    groups_free(&profile.groups);
    memset(&profile, 0, sizeof profile);
    profile.places.limit = 100;
    profile_begin(&profile);
    spaces_begin_file(&profile.places.spaces);
    strcpy(profile.name, "a<b>.spe");
    profile.files = 1;
    profile.kinds[0] = (struct profile_kind){UINT64_C(0x410fd0c0), 16};
    profile.n_kinds = 1;
    profile.notes.bytes = 1234;
    r = load(100, 14, 1000), add(&r, 8);
    r = load(3, 0, 1001), r.events |= 8, add(&r, 4);
    r = (struct spe_record){.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP,
                            .op_class = 2};
    r.pc = UINT64_C(0xc000000000400020), r.events = 0x82, r.timestamp = 1003, add(&r, 2);
    r = (struct spe_record){.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS, .op_class = 0, .events = 0x1002}, add(&r, 1);
    r = (struct spe_record){.flags = 0x1ff}, add(&r, 1);
    profile_end(&profile);
}

/* What has been written has this text n times. */
static inline void has(const char *text, int n, const char *name)
{
    if (!ok(count_of(output_text, text) == n, name))
        diag("%d times: %s", count_of(output_text, text), text);
}

#endif
