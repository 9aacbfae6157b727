/* SPDX-License-Identifier: MIT */
/*
 * What a profile adds up to by perf's sample groups, counted from what the generator puts into the records: no code and
 * no number of the library is in it. Beside it, why perf 6.1 comes to another number, reason by reason: a model of how
 * it makes samples of packets. It has a set of groups, into which every packet puts something; a sample is taken and
 * the set emptied at the record's end, and at what it cannot read.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_EVENT 64

enum { REMOTE_ACCESS = 7, MEMORY = 8, INSTRUCTIONS = 9, BRANCH = 10, GROUPS = 11 };

/* The groups, and the event that they are of: bits of the Events packet (DDI 0487, D18.2.6). */
static const struct {
    const char *name;
    unsigned event;
} groups[GROUPS] = {
    {"l1d-miss", 3},
    {"l1d-access", 2},
    {"llc-miss", 9},
    {"llc-access", 8},
    {"tlb-miss", 5},
    {"tlb-access", 4},
    {"branch-miss", 7},
    [REMOTE_ACCESS] = {"remote-access", 10},
    [MEMORY] = {"memory", NO_EVENT},
    [INSTRUCTIONS] = {"instructions", NO_EVENT},
    [BRANCH] = {"branch", NO_EVENT}, /* not in perf 6.1 */
};

/* What records hold, and why perf 6.1 counts more or less. */
enum reason {
    RECORDS,
    SVE_OTHER,          /* data processing with SVE is a load to it */
    REPEATED_EVENTS,    /* the events of all Events packets count to it, to us those of the last */
    REPEATED_OPERATION, /* likewise */
    CLASS_3,            /* an Operation Type packet of the reserved class ends the sample, to us it says nothing */
    UNKNOWN_HEADER,     /* so does an unknown header */
    CUT_OFF,            /* a record without its end is none */
    REASONS
};

static const char *const reasons[REASONS] = {
    [RECORDS] = "records",
    [SVE_OTHER] = "sve-other",
    [REPEATED_EVENTS] = "repeated-events",
    [REPEATED_OPERATION] = "repeated-operation",
    [CLASS_3] = "class-3",
    [UNKNOWN_HEADER] = "unknown-header",
    [CUT_OFF] = "cut-off",
};

static int64_t counts[REASONS][GROUPS];

/* The record in progress: sets of groups, by bit number. */
static struct {
    uint32_t events;       /* of the last Events packet */
    uint32_t operation;    /* of the last Operation Type packet, but not of CLASS 3 */
    uint32_t perf;         /* perf's set */
    int64_t taken[GROUPS]; /* what perf has taken samples of */
} counted;

static void count_events(uint64_t events)
{
    counted.events = 0;
    for (unsigned g = 0; g <= REMOTE_ACCESS; g++)
        counted.events |= (uint32_t)(events >> groups[g].event & 1) << g;
    counted.perf |= counted.events;
}

static void take_sample(void)
{
    counted.perf |= 1u << INSTRUCTIONS;
    for (unsigned g = 0; g < GROUPS; g++)
        counted.taken[g] += counted.perf >> g & 1;
    counted.perf = 0;
}

static void count_operation(unsigned op_class, unsigned payload)
{
    const int is_sve = op_class == 0 && (payload & 0x89) == 8; /* 0b0xxx1xx0 */
    if (op_class == 3) {
        take_sample();
        return;
    }
    counted.operation = (uint32_t)(op_class == 1) << MEMORY | (uint32_t)(op_class == 2) << BRANCH;
    counted.perf |= (uint32_t)(op_class == 1 || is_sve) << MEMORY;
}

/* Ends the record. Where perf has counted something else, that is the reason. */
static void count_record(enum reason reason)
{
    const uint32_t ours = counted.events | counted.operation | 1u << INSTRUCTIONS;
    if (reason != CUT_OFF)
        take_sample();
    for (unsigned g = 0; g < GROUPS; g++) {
        const int64_t n = ours >> g & 1;
        counts[RECORDS][g] += n;
        if (g != BRANCH)
            counts[reason][g] += counted.taken[g] - n;
    }
    memset(&counted, 0, sizeof counted);
}

/* Lines of a group, a number and a reason; perf's number of a group is the sum of all of its lines. */
static int write_counts(const char *name)
{
    FILE *out = fopen(name, "w");
    if (!out)
        return -1;
    for (unsigned i = 0; i < REASONS; i++)
        for (unsigned g = 0; g < GROUPS; g++)
            if (counts[i][g] || i == RECORDS)
                fprintf(out, "%s %lld %s\n", groups[g].name, (long long)counts[i][g], reasons[i]);
    return fclose(out);
}

#endif
