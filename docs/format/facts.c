/* SPDX-License-Identifier: MIT */
/*
 * Words for docs/format.md: what a packet, an INDEX, an event, a field is about, in the manual's sense. A number that
 * the library knows and that has no row here, or the other way round, stops the generator.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

void broken(const char *what, unsigned number)
{
    fprintf(stderr, "docs/format: %s %u\n", what, number);
    exit(1);
}

/* clang-format off */ /* tables are for reading */

static const struct packet_words packets[SPE_PACKET_TYPES] = {
    [SPE_PACKET_UNKNOWN] =     {"(reserved)",     "D18.1.4", "A header that the architecture gives to no packet. Its size is told by the same bits, so that a reader steps over it."},
    [SPE_PACKET_ADDRESS] =     {"Address",        "D18.2.1", "An address, and what the core was when it used it."},
    [SPE_PACKET_CONTEXT] =     {"Context",        "D18.2.2", "A context identifier: 32 bits of CONTEXTIDR_EL1 or CONTEXTIDR_EL2."},
    [SPE_PACKET_COUNTER] =     {"Counter",        "D18.2.3", "A number of cycles, unsigned. It saturates, at 12 or at 16 bits (PMSIDR_EL1.CountSize)."},
    [SPE_PACKET_DATA_SOURCE] = {"Data Source",    "D18.2.4", "Where the data that a load returned came from. The numbers are IMPLEMENTATION DEFINED."},
    [SPE_PACKET_END] =         {"End",            "D18.2.5", "The last packet of a record without a Timestamp."},
    [SPE_PACKET_EVENTS] =      {"Events",         "D18.2.6", "What happened to the operation, a bit for each event."},
    [SPE_PACKET_OPERATION] =   {"Operation Type", "D18.2.7", "What kind of operation it was: CLASS in the header, the rest in the payload."},
    [SPE_PACKET_PADDING] =     {"Padding",        "D18.2.8", "A zero byte, which means nothing. It may stand between any two packets, and between records."},
    [SPE_PACKET_TIMESTAMP] =   {"Timestamp",      "D18.2.9", "The time, in ticks at CNTFRQ_EL0 hertz; the last packet of a record that has one. Which counter it is, the virtual or the physical one, or that with an offset, PMSCR_EL1.PCT and PMSCR_EL2.PCT say."},
};

static const struct {
    unsigned type, index;
    const char *words;
} indexes[] = {
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_PC,                 "the operation's PC"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_BRANCH_TARGET,      "branch target"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_DATA_VA,            "data virtual address"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_DATA_PA,            "data physical address"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_PREV_BRANCH_TARGET, "previous branch target: of the last branch that was taken before"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL_LATENCY,       "total latency: from dispatched for issue to complete"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE_LATENCY,       "issue latency: from dispatched for issue to issued"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_TRANSLATION_LATENCY, "translation latency: while a part of it waits for an address translation"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_ALT_ISSUE_LATENCY,   "issue latency in cycles of the alternate clock"},
    {SPE_PACKET_CONTEXT, SPE_CONTEXT_EL1, "CONTEXTIDR_EL1"},
    {SPE_PACKET_CONTEXT, SPE_CONTEXT_EL2, "CONTEXTIDR_EL2"},
    {SPE_PACKET_OPERATION, SPE_CLASS_OTHER,      "other operations"},
    {SPE_PACKET_OPERATION, SPE_CLASS_LOAD_STORE, "loads, stores, atomics"},
    {SPE_PACKET_OPERATION, SPE_CLASS_BRANCH,     "branches, exception returns"},
};

static const char *const events[64] = {
    [SPE_EVENT_EXCEPTION] = "it generated an exception; where E[1] is 0, IMPLEMENTATION DEFINED",
    [SPE_EVENT_RETIRED] = "it was architecturally executed and retired",
    [SPE_EVENT_L1D_ACCESS] = "it accessed the level 1 data cache",
    [SPE_EVENT_L1D_REFILL] = "it refilled the level 1 data cache; with FEAT_SPEv1p4: missed it",
    [SPE_EVENT_TLB_ACCESS] = "it accessed a TLB",
    [SPE_EVENT_TLB_WALK] = "it made a TLB walk the tables",
    [SPE_EVENT_NOT_TAKEN] = "a conditional operation failed its condition: a branch was not taken",
    [SPE_EVENT_MISPREDICTED] = "a branch was mispredicted",
    [SPE_EVENT_LL_ACCESS] = "it accessed the last level cache",
    [SPE_EVENT_LL_MISS] = "it missed the last level cache",
    [SPE_EVENT_REMOTE_ACCESS] = "it accessed another socket",
    [SPE_EVENT_MISALIGNED] = "its misaligned address cost latency",
    [SPE_EVENT_TRANSACTIONAL] = "it was in a transaction",
    [SPE_EVENT_PARTIAL_PREDICATE] = "its predicate was partial or empty",
    [SPE_EVENT_EMPTY_PREDICATE] = "its predicate was empty",
    [SPE_EVENT_L2D_ACCESS] = "a load accessed the level 2 data cache",
    [SPE_EVENT_L2D_MISS] = "a load missed the level 2 data cache",
    [SPE_EVENT_CACHE_DATA_MODIFIED] = "a load got data that a cache held modified",
    [SPE_EVENT_RECENTLY_FETCHED] = "a load hit data that were fetched a moment ago",
    [SPE_EVENT_DATA_SNOOPED] = "a load got data from another core's cache",
    [SPE_EVENT_STREAMING_SVE] = "it executed in Streaming SVE mode",
    [SPE_EVENT_SMCU] = "it executed on an SMCU or another shared resource",
};

static const struct {
    const char *field;
    unsigned subclasses; /* bit SPE_OP_*: of which it is said; 0: of all others */
    const char *words;
} fields[] = {
    {"LDST", 0, "0: load, swap, or atomic that returns a value; 1: store, or atomic that returns none"},
    {"LDST", 1u << SPE_OP_MEMORY_COPY, "0: the source's address is recorded, as of a load; 1: the destination's, as of a store"},
    {"AT", 0, "atomic"},
    {"EXCL", 0, "exclusive"},
    {"AR", 0, "acquire or release"},
    {"EVL", 0, "effective vector length, rounded up"},
    {"ETS", 0, "effective tile size, rounded up"},
    {"FP", 0, "floating-point"},
    {"ASE", 0, "Advanced SIMD"},
    {"PRED", 0, "predicated"},
    {"SG", 0, "gather or scatter"},
    {"COND", 1u << SPE_OP_OTHER, "conditional: a select, a compare"},
    {"COND", 0, "conditional branch"},
    {"IND", 0, "indirect branch"},
    {"GCS", 0, "the branch accessed the Guarded Control Stack, too"},
    {"CR", 0, "call or return"},
    {"COMM", 0, "0: the access is of a branch with link or a procedure return; 1: of neither"},
};

/* clang-format on */

const struct packet_words *packet_words(unsigned type)
{
    if (type >= SPE_PACKET_TYPES || !packets[type].name)
        broken("no words for packet type", type);
    return &packets[type];
}

const char *index_words(unsigned type, unsigned index)
{
    for (unsigned i = 0; i < COUNT(indexes); i++)
        if (indexes[i].type == type && indexes[i].index == index)
            return indexes[i].words;
    broken("no words for an INDEX of packet type", type);
}

const char *event_words(unsigned bit)
{
    if (bit > 63 || !events[bit] != !spe_event_name(bit))
        broken("words for an event without a name, or none for one that has, bit", bit);
    return events[bit];
}

const char *field_words(const char *field, unsigned subclass)
{
    const char *words = NULL;
    for (unsigned i = 0; i < COUNT(fields); i++) {
        if (strcmp(fields[i].field, field) != 0)
            continue;
        if (fields[i].subclasses >> subclass & 1)
            return fields[i].words;
        if (!fields[i].subclasses)
            words = fields[i].words;
    }
    if (!words)
        broken("no words for a field of subclass", subclass);
    return words;
}
