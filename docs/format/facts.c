/* SPDX-License-Identifier: MIT */
/*
 * Texts for docs/format.md: the meaning of packets, INDEX values, events and fields in the manual. An event or an INDEX
 * without a row here gets the library's name. A packet or a field without a row, or a row without a number of the
 * library, stops the generator.
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

static const struct packet_words packets[] = {
    [SPE_PACKET_UNKNOWN] =     {"(reserved)", ".", "D18.1.4", "A header that the architecture assigns to no packet. The same bits give its size, so a reader can skip it."},
    [SPE_PACKET_ADDRESS] =     {"Address", "addr", "D18.2.1", "An address, with the state in which the core used it."},
    [SPE_PACKET_CONTEXT] =     {"Context", "ctx", "D18.2.2", "A context identifier: 32 bits of CONTEXTIDR_EL1 or CONTEXTIDR_EL2."},
    [SPE_PACKET_COUNTER] =     {"Counter", "cnt", "D18.2.3", "An unsigned number of cycles. It saturates at 12 or 16 bits (PMSIDR_EL1.CountSize)."},
    [SPE_PACKET_DATA_SOURCE] = {"Data Source", "src", "D18.2.4", "The source of the data that a load returned. The values are IMPLEMENTATION DEFINED."},
    [SPE_PACKET_END] =         {"End", "end", "D18.2.5", "The last packet of a record without a Timestamp."},
    [SPE_PACKET_EVENTS] =      {"Events", "evnt", "D18.2.6", "The events of the operation, one bit for each."},
    [SPE_PACKET_OPERATION] =   {"Operation Type", "op", "D18.2.7", "The type of the operation: CLASS is in the header, the rest in the payload."},
    [SPE_PACKET_PADDING] =     {"Padding", "pad", "D18.2.8", "A zero byte without meaning. Padding may occur between any two packets, and between records."},
    [SPE_PACKET_TIMESTAMP] =   {"Timestamp", "time", "D18.2.9", "The time, in ticks at CNTFRQ_EL0 hertz; the last packet of a record that has one. PMSCR_EL1.PCT and PMSCR_EL2.PCT select the counter: the virtual one, the physical one, or the physical one with an offset."},
};

static const struct {
    unsigned type, index;
    const char *words;
} indexes[] = {
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_PC,                 "the operation's PC"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_BRANCH_TARGET,      "branch target"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_DATA_VA,            "data virtual address"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_DATA_PA,            "data physical address"},
    {SPE_PACKET_ADDRESS, SPE_ADDRESS_PREV_BRANCH_TARGET, "previous branch target: the target of the last taken branch before this operation"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL_LATENCY,       "total latency: from dispatch to completion"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE_LATENCY,       "issue latency: from dispatch to issue"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_TRANSLATION_LATENCY, "translation latency: while a part of the operation waits for an address translation"},
    {SPE_PACKET_COUNTER, SPE_COUNTER_ALT_ISSUE_LATENCY,   "issue latency in cycles of the alternate clock"},
    {SPE_PACKET_CONTEXT, SPE_CONTEXT_EL1, "CONTEXTIDR_EL1"},
    {SPE_PACKET_CONTEXT, SPE_CONTEXT_EL2, "CONTEXTIDR_EL2"},
    {SPE_PACKET_OPERATION, SPE_CLASS_OTHER,      "other operations"},
    {SPE_PACKET_OPERATION, SPE_CLASS_LOAD_STORE, "loads, stores, atomics"},
    {SPE_PACKET_OPERATION, SPE_CLASS_BRANCH,     "branches, exception returns"},
};

static const char *const events[64] = {
    [SPE_EVENT_EXCEPTION] = "it generated an exception; if E[1] is 0, IMPLEMENTATION DEFINED",
    [SPE_EVENT_RETIRED] = "it was architecturally executed and retired",
    [SPE_EVENT_L1D_ACCESS] = "it accessed the level 1 data cache",
    [SPE_EVENT_L1D_REFILL] = "it refilled the level 1 data cache; with FEAT_SPEv1p4: missed it",
    [SPE_EVENT_TLB_ACCESS] = "it accessed a TLB",
    [SPE_EVENT_TLB_WALK] = "it caused a translation table walk",
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
    [SPE_EVENT_CACHE_DATA_MODIFIED] = "a load got data that was modified in a cache",
    [SPE_EVENT_RECENTLY_FETCHED] = "a load hit recently fetched data",
    [SPE_EVENT_DATA_SNOOPED] = "a load got data from another core's cache",
    [SPE_EVENT_STREAMING_SVE] = "it executed in Streaming SVE mode",
    [SPE_EVENT_SMCU] = "it executed on an SMCU or another shared resource",
};

static const struct {
    const char *field;
    uint64_t subclasses; /* bit SPE_OP_*: the subclasses of the row; 0 for all others */
    const char *words;
} fields[] = {
    {"LDST", 0, "0: load, swap, or atomic that returns a value; 1: store, or atomic that returns no value"},
    {"LDST", UINT64_C(1) << SPE_OP_MEMORY_COPY, "0: the record has the source's address, as for a load; 1: the destination's, as for a store"},
    {"AT", 0, "atomic"},
    {"EXCL", 0, "exclusive"},
    {"AR", 0, "acquire or release"},
    {"EVL", 0, "effective vector length, rounded up"},
    {"ETS", 0, "effective tile size, rounded up"},
    {"FP", 0, "floating-point"},
    {"ASE", 0, "Advanced SIMD"},
    {"PRED", 0, "predicated"},
    {"SG", 0, "gather or scatter"},
    {"COND", UINT64_C(1) << SPE_OP_OTHER, "conditional: a select, a compare"},
    {"COND", 0, "conditional branch"},
    {"IND", 0, "indirect branch"},
    {"GCS", 0, "the branch also accessed the Guarded Control Stack"},
    {"CR", 0, "call or return"},
    {"COMM", 0, "0: the access belongs to a branch with link or a procedure return; 1: to neither"},
};

/* clang-format on */

const struct packet_words *packet_words(unsigned type)
{
    if (type >= sizeof packets / sizeof packets[0] || !packets[type].name)
        broken("no words for packet type", type);
    return &packets[type];
}

/* The library's text for the contents of an INDEX: for later ones, unless they have a row above. */
static const char *field_of(unsigned type, unsigned index)
{
    const unsigned first = type == SPE_PACKET_ADDRESS ? 0 : type == SPE_PACKET_COUNTER ? 8 : 16;
    struct spe_record_field field;
    for (unsigned n = 0; spe_record_field_get(n, &field) == SPE_OK; n++)
        if (field.has == 1u << (first + index) % 32)
            return field.words;
    broken("no words for an INDEX of packet type", type);
}

const char *index_words(unsigned type, unsigned index)
{
    for (unsigned i = 0; i < COUNT(indexes); i++)
        if (indexes[i].type == type && indexes[i].index == index)
            return indexes[i].words;
    return field_of(type, index);
}

const char *event_words(unsigned bit)
{
    const char *name = bit < 64 ? spe_event_name(bit) : NULL;
    if (bit > 63 || (events[bit] && !name))
        broken("words for an event without a name, bit", bit);
    return events[bit] ? events[bit] : name;
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
        broken("facts.c has no words for a field of subclass", subclass);
    return words;
}
