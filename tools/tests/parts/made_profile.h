/* SPDX-License-Identifier: MIT */
/* A profile that is made by hand, for tests of spe-stat's output. */
#ifndef MADE_PROFILE_H
#define MADE_PROFILE_H

#include "profile/profile.h"

#include "output.h"
#include "tap.h"

static struct profile profile;

/* Counts a sample in all tables of places. */
static inline void add_to_places(struct places *p, struct sample *s, const struct counted *one)
{
    places_find_spaces(p, s);
    places_add_code(p, s, one);
    places_add_pages(p, s, one);
    places_add_lines(p, s, one);
    places_add_owner(p, s, one);
}

static inline void add(const struct spe_record *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        spe_stats_add(&profile.stats, r, 1);
        spe_stats_add(&profile.parts[0], r, 1);
        profile.read_in[0]++;
        spe_source_stats_add(&profile.sources, r, 1);
        struct sample sample = places_sample(&profile.places, r, profile.kinds[0].midr, SPE_PERF_NONE, SPE_PERF_NONE);
        const struct counted one = counts_of(sample.record, sample.midr);
        add_to_places(&profile.places, &sample, &one);
        chart_counts_add(&profile.pictures, &sample, &one);
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

/* Without samples, except in the counts of places. */
static inline void forget(void)
{
    memset(&profile.stats, 0, sizeof profile.stats);
    memset(profile.parts, 0, sizeof profile.parts);
    memset(&profile.pictures, 0, sizeof profile.pictures);
    profile_begin_sources(&profile);
}

/* Eight loads of DRAM, four of L1, two branches, one operation of another type, one empty record. */
static inline void make(void)
{
    struct spe_record r;
    places_free(&profile.places);
    groups_free(&profile.groups);
    memset(&profile, 0, sizeof profile);
    profile.places.limit = 100;
    profile_begin(&profile);
    processes_begin_file(&profile.places.processes);
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

/* Checks that the output has this text n times. */
static inline void has(const char *text, int n, const char *name)
{
    if (!ok(count_of(output_text, text) == n, name))
        diag("%d times: %s", count_of(output_text, text), text);
}

#endif
