/* SPDX-License-Identifier: MIT */
/*
 * Every conformance rule with a record (or bytes) that breaks it and the nearest one that does not; a rule without a
 * case fails. Then the published captures, which conform.
 */
#include <libspe/spe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"

/* -- records to change -- */

#define LOAD_HAS                                                                                                       \
    (SPE_HAS_PC | SPE_HAS_DATA_VA | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY |      \
     SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP)
#define BRANCH_HAS                                                                                                     \
    (SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_OPERATION |          \
     SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP)
#define OTHER_HAS (BRANCH_HAS & ~SPE_HAS_BRANCH_TARGET)

enum { LOAD, BRANCH, OTHER, BASES };

static const struct spe_record bases[BASES] = {
    [LOAD] = {.present = LOAD_HAS, .op_class = 1, .events = 0x16, .events_size = 4, .size = 48, .pc = 0x1000},
    [BRANCH] = {.present = BRANCH_HAS, .op_class = 2, .op_payload = 1, .events = 0x2, .events_size = 4, .size = 48},
    [OTHER] = {.present = OTHER_HAS, .op_class = 0, .events = 0x2, .events_size = 4, .size = 48},
};

/* Members that are 0 leave the base as it is. */
struct edit {
    uint32_t add, remove; /* SPE_HAS_* */
    uint64_t set, clear;  /* events */
    unsigned op;          /* CLASS << 8 | payload, with KEEP 0 */
    uint64_t pc, target, pbt, pa;
    uint16_t total, issue, translation, alt;
    uint32_t flags;
    uint64_t offset, size;
    uint8_t events_size, data_source_size;
};

#define OP(op_class, payload) (0x8000u | (op_class) << 8 | (payload))
#define E(bit) (UINT64_C(1) << (bit))

static struct spe_record edited(unsigned base, const struct edit *e)
{
    struct spe_record r = bases[base];
    r.present = (r.present | e->add) & ~e->remove;
    r.events = (r.events | e->set) & ~e->clear;
    if (e->op) {
        r.op_class = e->op >> 8 & 7;
        r.op_payload = (uint8_t)e->op;
    }
    r.pc |= e->pc;
    r.branch_target |= e->target;
    r.prev_branch_target |= e->pbt;
    r.data_pa |= e->pa;
    r.total_latency |= e->total;
    r.issue_latency |= e->issue;
    r.translation_latency |= e->translation;
    r.alt_issue_latency |= e->alt;
    r.flags |= e->flags;
    r.offset = e->offset;
    r.size = e->size ? e->size : r.size;
    r.events_size = e->events_size ? e->events_size : r.events_size;
    r.data_source_size = e->data_source_size;
    return r;
}

/* What is known of a core, as short as it can be written */
struct core {
    uint8_t version;
    uint32_t flags;
    uint8_t counter_bits;
    uint32_t max, align;
};

static struct spe_features features_of(const struct core *core)
{
    struct spe_features f = {.size = sizeof f, .flags = core->flags, .version = core->version};
    f.counter_bits = core->counter_bits;
    f.max_record_size = core->max;
    f.alignment = core->align;
    return f;
}

struct example {
    int rule;
    unsigned base;
    struct core bad_core;
    struct edit bad;
    struct core good_core;
    struct edit good;
    struct edit before; /* a record before it, if before.size is not 0 */
};

#define SVE SPE_FEATURE_SVE
#define SME SPE_FEATURE_SPE_SME
#define HAS(what) SPE_HAS_##what
#define F(what) SPE_FEATURE_##what
#define R(what) SPE_RULE_##what
#define LDS_CORE                                                                                                       \
    {                                                                                                                  \
        .version = 1, .flags = F(LDS) | F(ARCH_INST)                                                                   \
    }
#define INSTRUCTIONS                                                                                                   \
    {                                                                                                                  \
        .version = 1, .flags = F(ARCH_INST)                                                                            \
    }
#define MICRO_OPS                                                                                                      \
    {                                                                                                                  \
        .version = 1                                                                                                   \
    }

/* clang-format off */ /* a table */
static const struct example examples[] = {
    {R(EVENTS_MISSING), LOAD, {0}, {.remove = HAS(EVENTS)}, {0}, {0}, {0}},
    {R(END_MISSING), LOAD, {0}, {.remove = HAS(TIMESTAMP)}, {0}, {.remove = HAS(TIMESTAMP), .add = HAS(END)}, {0}},
    {R(TWO_ENDS), LOAD, {0}, {.add = HAS(END)}, {0}, {0}, {0}},
    {R(OPERATION_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(OPERATION)}, INSTRUCTIONS, {.remove = HAS(OPERATION), .clear = E(1)}, {0}},
    {R(OPERATION_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(OPERATION)}, {0}, {.remove = HAS(OPERATION)}, {0}},
    {R(OPERATION_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(OPERATION)}, MICRO_OPS, {.remove = HAS(OPERATION)}, {0}},
    {R(OPERATION_LEFT_OUT), LOAD, {0}, {.remove = HAS(OPERATION)}, INSTRUCTIONS, {.remove = HAS(OPERATION)}, {0}},
    {R(OPERATION_LEFT_OUT), LOAD, {0}, {.remove = HAS(OPERATION)}, MICRO_OPS, {.remove = HAS(OPERATION)}, {0}},
    {R(PC_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(PC)}, INSTRUCTIONS, {.remove = HAS(PC), .set = E(0)}, {0}},
    {R(PC_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(PC)}, {0}, {.remove = HAS(PC)}, {0}},
    {R(PC_LEFT_OUT), LOAD, {0}, {.remove = HAS(PC)}, INSTRUCTIONS, {.remove = HAS(PC)}, {0}},
    {R(PC_LEFT_OUT), LOAD, {0}, {.remove = HAS(PC)}, MICRO_OPS, {.remove = HAS(PC)}, {0}},
    {R(TOTAL_LATENCY_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(TOTAL_LATENCY)}, MICRO_OPS, {.remove = HAS(TOTAL_LATENCY)}, {0}},
    {R(ISSUE_LATENCY_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(ISSUE_LATENCY)}, MICRO_OPS, {.remove = HAS(ISSUE_LATENCY)}, {0}},
    {R(DATA_VA_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(DATA_VA)}, MICRO_OPS, {.remove = HAS(DATA_VA)}, {0}},
    {R(TRANSLATION_LATENCY_MISSING), LOAD, INSTRUCTIONS, {.remove = HAS(TRANSLATION_LATENCY)}, MICRO_OPS, {.remove = HAS(TRANSLATION_LATENCY)}, {0}},
    {R(ACCESS_EVENTS_MISSING), LOAD, INSTRUCTIONS, {.clear = E(2) | E(4)}, MICRO_OPS, {.clear = E(2) | E(4)}, {0}},
    {R(DATA_SOURCE_MISSING), LOAD, LDS_CORE, {0}, {.version = 1, .flags = F(LDS)}, {0}, {0}},
    {R(GCS_DATA_VA_MISSING), BRANCH, INSTRUCTIONS, {.op = OP(2, 0x0c)}, MICRO_OPS, {.op = OP(2, 0x0c)}, {0}},
    {R(TOTAL_LATENCY_MISSING), LOAD, {0}, {.remove = HAS(TOTAL_LATENCY)}, {0}, {.remove = HAS(TOTAL_LATENCY), .clear = E(1)}, {0}},
    {R(ISSUE_LATENCY_MISSING), LOAD, {0}, {.remove = HAS(ISSUE_LATENCY)}, {0}, {.remove = HAS(ISSUE_LATENCY), .set = E(0)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET)}, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .set = E(6)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET)}, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(0, 1)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET)}, {0}, {.remove = HAS(BRANCH_TARGET)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 2)}, MICRO_OPS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 2)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 4)}, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 0)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 8)}, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 0x18)}, {0}},
    {R(BRANCH_TARGET_MISSING), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 0x12)}, INSTRUCTIONS, {.op = OP(2, 0x12)}, {0}},
    {R(BRANCH_TARGET_LEFT_OUT), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 0)}, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 1)}, {0}},
    {R(BRANCH_TARGET_LEFT_OUT), BRANCH, INSTRUCTIONS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 0x18)}, MICRO_OPS, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 0x18)}, {0}},
    {R(BRANCH_TARGET_LEFT_OUT), BRANCH, {0}, {.remove = HAS(BRANCH_TARGET), .op = OP(2, 2)}, {0}, {.remove = HAS(BRANCH_TARGET), .set = E(6)}, {0}},
    {R(DATA_VA_MISSING), LOAD, {0}, {.remove = HAS(DATA_VA)}, {0}, {.remove = HAS(DATA_VA), .op = OP(1, 0x30)}, {0}},
    {R(DATA_VA_MISSING), LOAD, {0}, {.remove = HAS(DATA_VA), .op = OP(1, 0x25)}, {0}, {.remove = HAS(DATA_VA), .op = OP(1, 0x2c)}, {0}},
    {R(DATA_VA_MISSING), LOAD, {0}, {.remove = HAS(DATA_VA), .op = OP(1, 0x04)}, {0}, {.remove = HAS(DATA_VA), .op = OP(1, 0x04), .clear = E(1)}, {0}},
    {R(DATA_VA_MISSING), LOAD, {0}, {.remove = HAS(DATA_VA), .op = OP(1, 0x40)}, {0}, {.remove = HAS(DATA_VA), .op = OP(0, 0)}, {0}},
    {R(DATA_PA_WITHOUT_VA), LOAD, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA)}, {0}, {.add = HAS(DATA_PA)}, {0}},
    {R(DATA_PA_WITHOUT_VA), LOAD, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA) | HAS(OPERATION)}, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA), .op = OP(1, 0x30)}, {0}},
    {R(TRANSLATION_LATENCY_MISSING), LOAD, {0}, {.remove = HAS(TRANSLATION_LATENCY)}, {0}, {.remove = HAS(TRANSLATION_LATENCY) | HAS(DATA_VA)}, {0}},
    {R(ACCESS_EVENTS_MISSING), LOAD, {0}, {.clear = E(2) | E(4)}, {0}, {.clear = E(2)}, {0}},
    {R(ACCESS_EVENTS_MISSING), LOAD, {0}, {.clear = E(2) | E(4)}, {0}, {.clear = E(4)}, {0}},
    {R(DATA_SOURCE_MISSING), LOAD, LDS_CORE, {0}, LDS_CORE, {.add = HAS(DATA_SOURCE)}, {0}},
    {R(DATA_SOURCE_MISSING), LOAD, LDS_CORE, {0}, INSTRUCTIONS, {0}, {0}},
    {R(DATA_SOURCE_MISSING), LOAD, LDS_CORE, {0}, LDS_CORE, {.op = OP(1, 1)}, {0}},
    {R(TRANSLATION_LATENCY_MISSING), BRANCH, {0}, {.op = OP(2, 4), .add = HAS(DATA_VA)}, {0}, {.op = OP(2, 4), .add = HAS(DATA_VA) | HAS(TRANSLATION_LATENCY)}, {0}},
    {R(ACCESS_EVENTS_MISSING), BRANCH, {0}, {.op = OP(2, 4), .add = HAS(DATA_VA)}, {0}, {.op = OP(2, 4), .add = HAS(DATA_VA), .set = E(4)}, {0}},
    {R(END_MISSING), LOAD, {0}, {.remove = HAS(TIMESTAMP)}, {0}, {.remove = HAS(TIMESTAMP), .flags = SPE_RECORD_TRUNCATED}, {0}},
    {R(GCS_DATA_VA_MISSING), BRANCH, {0}, {.op = OP(2, 0x0c)}, {0}, {.op = OP(2, 0x0c), .add = HAS(DATA_VA)}, {0}},
    {R(EXCEPTION_TARGET), BRANCH, {0}, {.set = E(0), .op = OP(0, 1)}, {0}, {.set = E(0), .clear = E(1)}, {0}},
    {R(EXCEPTION_TARGET), BRANCH, {0}, {.set = E(0), .remove = HAS(OPERATION)}, {0}, {.set = E(0), .remove = HAS(BRANCH_TARGET)}, {0}},
    {R(EXCEPTION_BRANCH), BRANCH, {0}, {.set = E(0), .remove = HAS(BRANCH_TARGET)}, {0}, {.set = E(0), .op = OP(1, 0)}, {0}},
    {R(EXCEPTION_BRANCH), BRANCH, {0}, {.set = E(0), .remove = HAS(BRANCH_TARGET)}, {0}, {.set = E(0), .clear = E(1)}, {0}},
    {R(TRANSLATION_WITHOUT_VA), LOAD, INSTRUCTIONS, {.remove = HAS(DATA_VA), .translation = 1}, INSTRUCTIONS, {.remove = HAS(DATA_VA)}, {0}},
    {R(TRANSLATION_WITHOUT_VA), LOAD, INSTRUCTIONS, {.remove = HAS(DATA_VA), .translation = 1, .op = OP(2, 4)}, INSTRUCTIONS, {.remove = HAS(DATA_VA), .translation = 1, .op = OP(1, 0x30)}, {0}},
    {R(TRANSLATION_WITHOUT_VA), LOAD, INSTRUCTIONS, {.remove = HAS(DATA_VA), .translation = 1}, MICRO_OPS, {.remove = HAS(DATA_VA), .translation = 1}, {0}},
    {R(TRANSLATION_WITHOUT_VA), LOAD, {0}, {.remove = HAS(DATA_VA), .translation = 1}, {0}, {.remove = HAS(DATA_VA), .translation = 1, .clear = E(1)}, {0}},
    {R(DATA_PA_WITHOUT_VA), LOAD, INSTRUCTIONS, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA)}, MICRO_OPS, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA)}, {0}},
    {R(DATA_PA_WITHOUT_VA), LOAD, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA)}, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA), .set = E(0)}, {0}},
    {R(DATA_PA_WITHOUT_VA), LOAD, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA)}, {0}, {.add = HAS(DATA_PA), .remove = HAS(DATA_VA), .clear = E(1)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(61)}, {0}, {.target = E(61), .set = E(0)}, {0}},
    {R(TRANSLATION_WITHOUT_VA), LOAD, INSTRUCTIONS, {.remove = HAS(DATA_VA), .translation = 1}, INSTRUCTIONS, {.remove = HAS(DATA_VA), .translation = 1, .set = E(0)}, {0}},
    {R(TRANSLATION_UNEXPECTED), BRANCH, {0}, {.add = HAS(TRANSLATION_LATENCY), .translation = 1}, {0}, {.add = HAS(TRANSLATION_LATENCY)}, {0}},
    {R(TRANSLATION_UNEXPECTED), BRANCH, {0}, {.add = HAS(TRANSLATION_LATENCY), .translation = 1, .op = OP(0, 0x88)}, {0}, {.add = HAS(TRANSLATION_LATENCY), .translation = 1, .op = OP(2, 4)}, {0}},
    {R(TRANSLATION_UNEXPECTED), BRANCH, {0}, {.add = HAS(TRANSLATION_LATENCY), .translation = 1}, {0}, {.add = HAS(TRANSLATION_LATENCY), .translation = 1, .op = OP(0, 0)}, {0}},
    {R(ISSUE_ABOVE_TOTAL), LOAD, {0}, {.issue = 8, .total = 7}, {0}, {.issue = 8, .total = 8}, {0}},
    {R(ISSUE_ABOVE_TOTAL), LOAD, {0}, {.issue = 8}, {0}, {.issue = 8, .remove = HAS(TOTAL_LATENCY)}, {0}},
    {R(CONTEXT_EL1_AT_EL2), LOAD, {0}, {.add = HAS(CONTEXT_EL1), .pc = E(62)}, {0}, {.add = HAS(CONTEXT_EL1), .pc = E(61)}, {0}},
    {R(CONTEXT_EL1_AT_EL2), LOAD, {0}, {.add = HAS(CONTEXT_EL1), .pc = E(62)}, {0}, {.add = HAS(CONTEXT_EL2), .pc = E(62)}, {0}},
    {R(CONTEXT_EL1_AT_EL2), LOAD, {0}, {.add = HAS(CONTEXT_EL1), .pc = E(62)}, {0}, {.add = HAS(CONTEXT_EL1)}, {0}},
    {R(NOT_RETIRED), LOAD, {0}, {.clear = E(1)}, {0}, {0}, {0}},
    {R(NOT_RETIRED), LOAD, {0}, {.clear = E(1)}, {0}, {.clear = E(1), .set = E(0)}, {0}},
    {R(NOT_RETIRED), LOAD, {0}, {.clear = E(1)}, {0}, {.remove = HAS(EVENTS)}, {0}},
    {R(DATA_ADDRESS_UNEXPECTED), BRANCH, {0}, {.add = HAS(DATA_VA)}, {0}, {.add = HAS(DATA_VA), .op = OP(1, 0)}, {0}},
    {R(DATA_ADDRESS_UNEXPECTED), OTHER, {0}, {.add = HAS(DATA_VA), .op = OP(0, 0x88)}, {0}, {.add = HAS(DATA_VA) | HAS(DATA_PA)}, {0}},
    {R(DATA_ADDRESS_UNEXPECTED), OTHER, {0}, {.add = HAS(DATA_VA), .op = OP(0, 0x88)}, {0}, {.add = HAS(DATA_VA), .op = OP(0, 0x28)}, {0}},
    {R(DATA_ADDRESS_UNEXPECTED), BRANCH, {0}, {.add = HAS(DATA_PA)}, {0}, {.add = HAS(DATA_PA), .op = OP(2, 0x14)}, {0}},
    {R(BRANCH_TARGET_UNEXPECTED), BRANCH, {0}, {.op = OP(1, 0)}, {0}, {.op = OP(2, 0)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), LOAD, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 5)}, {0}, {.add = HAS(DATA_SOURCE)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), LOAD, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 0x13)}, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 0x17)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), LOAD, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 0x25)}, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 1)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), LOAD, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 0x15)}, {0}, {.add = HAS(DATA_SOURCE), .op = OP(1, 0x11)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), OTHER, {0}, {.add = HAS(DATA_SOURCE), .op = OP(0, 0x88)}, {0}, {.add = HAS(DATA_SOURCE), .op = OP(0, 0x28)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), OTHER, {0}, {.add = HAS(DATA_SOURCE), .op = OP(0, 0x88)}, {0}, {.add = HAS(DATA_SOURCE), .op = OP(0, 4)}, {0}},
    {R(DATA_SOURCE_UNEXPECTED), BRANCH, {0}, {.add = HAS(DATA_SOURCE)}, {0}, {.add = HAS(DATA_SOURCE), .op = OP(2, 0x14)}, {0}},
    {R(EXCEPTION_NOT_RETIRED), LOAD, {0}, {.set = E(0), .clear = E(1)}, {0}, {.set = E(0)}, {0}},
    {R(EXCEPTION_NOT_RETIRED), LOAD, {0}, {.set = E(0), .clear = E(1)}, {0}, {.clear = E(1)}, {0}},
    {R(PACKET_REPEATED), LOAD, {0}, {.flags = SPE_RECORD_REPEATED}, {0}, {.flags = SPE_RECORD_IMPDEF}, {0}},
    {R(PACKET_UNKNOWN), LOAD, {0}, {.flags = SPE_RECORD_UNKNOWN}, {0}, {.flags = SPE_RECORD_AFTER_GAP}, {0}},
    {R(PACKET_RESERVED), LOAD, {0}, {.flags = SPE_RECORD_RESERVED_HEADER}, {0}, {.flags = SPE_RECORD_IMPDEF}, {0}},
    {R(RECORD_REPEATED), LOAD, {0}, {.offset = 64}, {0}, {.offset = 64, .total = 1}, {.size = 64}},
    {R(RECORD_REPEATED), LOAD, {0}, {.offset = 64}, {0}, {.offset = 0}, {.size = 64}}, /* the same one again */
    {R(RECORD_TOO_LONG), LOAD, {.max = 64}, {.size = 65}, {.max = 64}, {.size = 64}, {0}},
    {R(RECORD_TOO_LONG), LOAD, {0}, {.size = 2049}, {0}, {.size = 2048}, {0}},
    {R(RECORD_TOO_LONG), LOAD, {.max = 64, .align = 64}, {.offset = 276, .size = 60}, {.max = 64, .align = 64}, {.offset = 260, .size = 60}, {0}},
    {R(RECORD_TOO_FAR), LOAD, {.align = 64, .max = 64}, {.offset = 137, .total = 1}, {.align = 64, .max = 64}, {.offset = 73, .total = 1}, {.offset = 0, .size = 64}},
    {R(RECORD_TOO_FAR), LOAD, {.align = 64, .max = 128}, {.offset = 192, .total = 1}, {.align = 64, .max = 128}, {.offset = 191, .total = 1}, {.offset = 63, .size = 64}},
    {R(RECORD_TOO_FAR), LOAD, {.align = 64, .max = 64}, {.offset = 128, .total = 1}, {.align = 64, .max = 64}, {.offset = 128, .total = 1, .flags = SPE_RECORD_AFTER_GAP}, {.offset = 0, .size = 64}},
    {R(RECORD_TOO_FAR), LOAD, {.align = 64, .max = 64}, {.offset = 128, .total = 1}, {.align = 64}, {.offset = 4096, .total = 1}, {.offset = 0, .size = 64}},
    {R(RECORD_TOO_FAR), LOAD, {.align = 64, .max = 64}, {.offset = 128, .total = 1}, {.max = 64}, {.offset = 4096, .total = 1}, {.offset = 0, .size = 64}},
    {R(RECORD_TOO_FAR), LOAD, {.align = 64, .max = 64}, {.offset = 512, .total = 1}, {.align = 64, .max = 64}, {.offset = 0, .total = 1}, {.offset = 256, .size = 64}},
    {R(ENDS_MIXED), LOAD, {0}, {.add = HAS(END), .remove = HAS(TIMESTAMP)}, {0}, {.total = 1}, {.size = 9}},
    {R(ENDS_MIXED), LOAD, {0}, {0}, {0}, {.add = HAS(END)}, {.size = 9, .add = HAS(END), .remove = HAS(TIMESTAMP)}},
    {R(ENDS_MIXED), LOAD, {0}, {.add = HAS(END), .remove = HAS(TIMESTAMP)}, {0}, {.remove = HAS(TIMESTAMP)}, {.size = 9}},
    {R(RECORD_MISALIGNED), LOAD, {.align = 64}, {.offset = 72}, {.align = 64}, {.offset = 128}, {.offset = 0, .size = 65}},
    {R(RECORD_MISALIGNED), LOAD, {.align = 64}, {.offset = 127}, {.align = 64}, {.offset = 137}, {.offset = 0, .size = 65}},
    {R(RECORD_MISALIGNED), LOAD, {.align = 64}, {.offset = 72}, {.align = 8}, {.offset = 72}, {.offset = 0, .size = 65}},
    {R(RECORD_MISALIGNED), LOAD, {.align = 64}, {.offset = 72}, {.align = 64}, {.offset = 60}, {.offset = 0, .size = 65}},
    {R(EVENTS_RESIZED), LOAD, {0}, {.events_size = 2}, {0}, {.events_size = 4}, {.size = 9, .events_size = 4}},
    {R(DATA_SOURCE_RESIZED), LOAD, {0}, {.data_source_size = 2}, {0}, {.data_source_size = 0}, {.size = 9, .data_source_size = 1}},
    {R(EMPTY_NOT_PARTIAL), LOAD, {0}, {.set = E(18)}, {0}, {.set = E(18) | E(17)}, {0}},
    {R(EMPTY_NOT_PARTIAL), LOAD, {0}, {.set = E(18)}, {0}, {.set = E(17)}, {0}},
    {R(L1D_REFILL_WITHOUT_ACCESS), LOAD, {0}, {.set = E(3), .clear = E(2)}, {0}, {.set = E(3)}, {0}},
    {R(TLB_WALK_WITHOUT_ACCESS), LOAD, {0}, {.set = E(5), .clear = E(4)}, {0}, {.set = E(5)}, {0}},
    {R(LL_MISS_WITHOUT_ACCESS), LOAD, {0}, {.set = E(9)}, {0}, {.set = E(8) | E(9)}, {0}},
    {R(L2D_MISS_WITHOUT_ACCESS), LOAD, {0}, {.set = E(20)}, {0}, {.set = E(19) | E(20)}, {0}},
    {R(EVENT_RESERVED), LOAD, {0}, {.set = E(32)}, {0}, {.set = E(31)}, {0}},
    {R(EVENT_RESERVED), LOAD, {0}, {.set = E(47)}, {0}, {.set = E(48)}, {0}},
    {R(EVENT_MISALIGNED), LOAD, {.version = SPE_V1P0}, {.set = E(11)}, {.version = SPE_V1P1}, {.set = E(11)}, {0}},
    {R(EVENT_MISALIGNED), LOAD, {.version = SPE_V1P0}, {.set = E(11)}, {0}, {.set = E(11)}, {0}},
    {R(EVENT_TRANSACTIONAL), LOAD, {.version = SPE_V1P1}, {.set = E(16)}, {.version = SPE_V1P1, .flags = F(TME)}, {.set = E(16)}, {0}},
    {R(EVENT_PREDICATE), LOAD, {.version = SPE_V1P1}, {.set = E(17)}, {.version = SPE_V1P1, .flags = SVE}, {.set = E(17)}, {0}},
    {R(EVENT_PREDICATE), LOAD, {.version = SPE_V1P0, .flags = SVE}, {.set = E(18)}, {.version = SPE_V1P4, .flags = F(SME)}, {.set = E(18)}, {0}},
    {R(EVENT_PREDICATE), LOAD, {.version = SPE_V1P1, .flags = SME}, {.set = E(18)}, {.version = SPE_V1P1, .flags = F(SME)}, {.set = E(18)}, {0}},
    {R(EVENT_CACHE), LOAD, {.version = SPE_V1P3}, {.set = E(19)}, {.version = SPE_V1P4}, {.set = E(19)}, {0}},
    {R(EVENT_CACHE), LOAD, {.version = SPE_V1P3}, {.set = E(23)}, {.version = SPE_V1P3}, {.set = E(24)}, {0}},
    {R(EVENT_SME), LOAD, {.version = SPE_V1P4}, {.set = E(24)}, {.version = SPE_V1P4, .flags = SME}, {.set = E(24)}, {0}},
    {R(EVENT_SME), LOAD, {.version = SPE_V1P5}, {.set = E(24)}, {.version = SPE_V1P3}, {.set = E(24)}, {0}},
    {R(EVENT_SHARED), LOAD, {.version = SPE_V1P4}, {.set = E(25)}, {.version = SPE_V1P5}, {.set = E(25)}, {0}},
    {R(EVENT_SHARED), LOAD, {.version = SPE_V1P4}, {.set = E(25)}, {.version = SPE_V1P3}, {.set = E(25)}, {0}},
    {R(EVENT_SHARED), LOAD, {.version = SPE_V1P4, .flags = F(SME)}, {.set = E(25)}, {.version = SPE_V1P4, .flags = SME}, {.set = E(25)}, {0}},
    {R(EVENT_SHARED), LOAD, {.version = SPE_V1P4}, {.set = E(25)}, {0}, {.set = E(25)}, {0}},
    {R(EVENT_V1P4), LOAD, {.version = SPE_V1P4}, {.set = E(26)}, {.version = SPE_V1P3}, {.set = E(26)}, {0}},
    {R(EVENT_V1P4), LOAD, {.version = SPE_V1P4, .flags = SME}, {.set = E(31)}, {.version = SPE_V1P4, .flags = SME}, {.set = E(25)}, {0}},
    {R(EVENT_NOT_ACCESS), BRANCH, {0}, {.set = E(2)}, {0}, {.set = E(2), .op = OP(2, 4)}, {0}},
    {R(EVENT_NOT_ACCESS), BRANCH, {0}, {.set = E(5)}, {0}, {.set = E(7)}, {0}},
    {R(EVENT_NOT_ACCESS), BRANCH, {0}, {.set = E(8)}, {0}, {.set = E(12)}, {0}},
    {R(EVENT_NOT_ACCESS), BRANCH, {0}, {.set = E(11)}, {0}, {.set = E(11), .op = OP(0, 1)}, {0}},
    {R(EVENT_NOT_ACCESS), OTHER, {0}, {.set = E(3), .op = OP(0, 0x88)}, {0}, {.set = E(3), .op = OP(0, 0x28)}, {0}},
    {R(EVENT_NOT_LOAD), LOAD, {.version = SPE_V1P4}, {.set = E(19), .op = OP(1, 1)}, {.version = SPE_V1P4}, {.set = E(19)}, {0}},
    {R(EVENT_NOT_LOAD), OTHER, {.version = SPE_V1P4}, {.set = E(20), .op = OP(0, 0x88)}, {.version = SPE_V1P4}, {.set = E(20), .op = OP(0, 0)}, {0}},
    {R(EVENT_NOT_LOAD), OTHER, {.version = SPE_V1P4}, {.set = E(21), .op = OP(0, 0x88)}, {.version = SPE_V1P4}, {.set = E(21), .op = OP(0, 0x28)}, {0}},
    {R(EVENT_NOT_LOAD), BRANCH, {.version = SPE_V1P4}, {.set = E(23)}, {.version = SPE_V1P4}, {.set = E(23), .op = OP(2, 0x14)}, {0}},
    {R(EVENTS_TOO_SMALL), OTHER, {.version = SPE_V1P1, .flags = SVE}, {.events_size = 2, .op = OP(0, 0x28)}, {.version = SPE_V1P1, .flags = SVE}, {.events_size = 4, .op = OP(0, 0x28)}, {0}},
    {R(EVENTS_TOO_SMALL), LOAD, {.version = SPE_V1P1, .flags = SVE}, {.events_size = 1, .op = OP(1, 0x28)}, {.version = SPE_V1P1, .flags = SVE}, {.events_size = 1}, {0}},
    {R(EVENTS_TOO_SMALL), OTHER, {.version = SPE_V1P1, .flags = SME | F(SME)}, {.events_size = 2, .op = OP(0, 0x88)}, {.version = SPE_V1P1}, {.events_size = 2, .op = OP(0, 0x88)}, {0}},
    {R(NOT_TAKEN_UNCONDITIONAL), BRANCH, {0}, {.set = E(6), .op = OP(2, 2)}, {0}, {.set = E(6), .op = OP(2, 3)}, {0}},
    {R(NOT_TAKEN_UNCONDITIONAL), OTHER, {0}, {.set = E(6)}, {0}, {.set = E(6), .op = OP(0, 1)}, {0}},
    {R(NOT_TAKEN_UNCONDITIONAL), LOAD, {0}, {.set = E(6)}, {0}, {.set = E(6), .remove = HAS(OPERATION)}, {0}},
    {R(PREDICATE_NOT_VECTOR), LOAD, {0}, {.set = E(17)}, {0}, {.set = E(17), .op = OP(1, 0x2c)}, {0}},
    {R(PREDICATE_NOT_VECTOR), LOAD, {0}, {.set = E(17) | E(18), .op = OP(1, 4)}, {0}, {.set = E(17) | E(18), .op = OP(1, 0x10)}, {0}},
    {R(PREDICATE_NOT_VECTOR), LOAD, {0}, {.set = E(17), .op = OP(1, 0x14)}, {0}, {.set = E(17), .op = OP(0, 0x2c)}, {0}},
    {R(PREDICATE_NOT_VECTOR), LOAD, {0}, {.set = E(17), .op = OP(1, 0x0a)}, {0}, {.set = E(17), .op = OP(0, 0x88)}, {0}},
    {R(PREDICATE_NOT_VECTOR), LOAD, {0}, {.set = E(17), .op = OP(1, 0x40)}, {0}, {.set = E(17), .op = OP(0, 0)}, {0}},
    {R(PREDICATE_NOT_VECTOR), BRANCH, {0}, {.set = E(17)}, {0}, {.set = E(17), .remove = HAS(OPERATION)}, {0}},
    {R(PREDICATE_UNPREDICATED), OTHER, {0}, {.set = E(17), .op = OP(0, 0x28)}, {0}, {.set = E(17), .op = OP(0, 0x2c)}, {0}},
    {R(PREDICATE_UNPREDICATED), LOAD, {0}, {.set = E(17), .op = OP(1, 0x29)}, {0}, {.set = E(17), .op = OP(1, 0x2d)}, {0}},
    {R(PREDICATE_UNPREDICATED), LOAD, {.version = SPE_V1P2}, {.set = E(17), .op = OP(1, 0x28)}, {.version = SPE_V1P1}, {.set = E(17), .op = OP(1, 0x28)}, {0}},
    {R(PREDICATE_UNPREDICATED), OTHER, {0}, {.set = E(17), .op = OP(0, 0x28)}, {0}, {.set = E(17), .op = OP(0, 0x88)}, {0}},
    {R(MISPREDICTED_NOT_BRANCH), OTHER, {0}, {.set = E(7)}, {0}, {.set = E(7), .op = OP(2, 0)}, {0}},
    {R(OPERATION_RESERVED), OTHER, {0}, {.op = OP(3, 0)}, {0}, {.op = OP(2, 0)}, {0}},
    {R(OPERATION_RESERVED), OTHER, {0}, {.op = OP(4, 0)}, {0}, {.op = OP(0, 0)}, {0}},
    {R(OPERATION_RESERVED), OTHER, {0}, {.op = OP(1, 0x24)}, {0}, {.op = OP(1, 0x25)}, {0}},
    {R(OPERATION_RESERVED), OTHER, {0}, {.op = OP(0, 0xe8)}, {0}, {.op = OP(0, 0xdc)}, {0}},
    {R(FP_ASE), OTHER, {.version = SPE_V1P4}, {.op = OP(0, 2)}, {.version = SPE_V1P4, .flags = F(FPF)}, {.op = OP(0, 2)}, {0}},
    {R(FP_ASE), OTHER, {.version = SPE_V1P4}, {.op = OP(0, 4)}, {.version = SPE_V1P4}, {.op = OP(0, 1)}, {0}},
    {R(FP_ASE), OTHER, {.version = SPE_V1P4}, {.op = OP(0, 6)}, {.version = SPE_V1P4, .flags = SVE}, {.op = OP(0, 0x0a)}, {0}},
    {R(SVE), OTHER, {.version = SPE_V1P0, .flags = SVE}, {.op = OP(0, 0x28)}, {.version = SPE_V1P1, .flags = SVE}, {.op = OP(0, 0x28)}, {0}},
    {R(SVE), OTHER, {.version = SPE_V1P4, .flags = F(SME)}, {.op = OP(0, 0x28)}, {.version = SPE_V1P4, .flags = SVE}, {.op = OP(0, 0x28)}, {0}},
    {R(SVE), OTHER, {.version = SPE_V1P1}, {.op = OP(0, 0x28)}, {.version = SPE_V1P1}, {.op = OP(0, 0)}, {0}},
    {R(SME), OTHER, {.version = SPE_V1P4, .flags = SVE | F(SME)}, {.op = OP(0, 0x88)}, {.version = SPE_V1P4, .flags = SME}, {.op = OP(0, 0x88)}, {0}},
    {R(UNSPECIFIED_REGISTERS), LOAD, {.version = SPE_V1P0}, {.op = OP(1, 0x10)}, {.version = SPE_V1P1}, {.op = OP(1, 0x10)}, {0}},
    {R(ALLOCATION_TAGS), LOAD, {.version = SPE_V1P2, .flags = F(MTE)}, {.op = OP(1, 0x14)}, {.version = SPE_V1P3, .flags = F(MTE)}, {.op = OP(1, 0x14)}, {0}},
    {R(ALLOCATION_TAGS), LOAD, {.version = SPE_V1P3, .flags = F(MTE2)}, {.op = OP(1, 0x15)}, {.version = SPE_V1P3}, {.op = OP(1, 0x11)}, {0}},
    {R(NV2), LOAD, {.version = SPE_V1P3}, {.op = OP(1, 0x30)}, {.version = SPE_V1P3, .flags = F(NV2)}, {.op = OP(1, 0x30)}, {0}},
    {R(ATOMIC), LOAD, {.version = SPE_V1P3}, {.op = OP(1, 0x06)}, {.version = SPE_V1P3, .flags = F(LSE)}, {.op = OP(1, 0x06)}, {0}},
    {R(NV2_NOT_EL1), LOAD, {0}, {.op = OP(1, 0x30)}, {0}, {.op = OP(1, 0x30), .pc = E(61)}, {0}},
    {R(NV2_NOT_EL1), LOAD, {0}, {.op = OP(1, 0x31), .pc = E(62)}, {0}, {.op = OP(1, 0x31), .remove = HAS(PC)}, {0}},
    {R(NV2_NOT_EL1), LOAD, {0}, {.op = OP(1, 0x31), .pc = E(62)}, {0}, {.op = OP(1, 0x01), .pc = E(62)}, {0}},
    {R(EXTENDED_FLAGS), LOAD, {0}, {.op = OP(1, 0x02)}, {0}, {.op = OP(1, 0x12)}, {0}},
    {R(EXTENDED_FLAGS), LOAD, {0}, {.op = OP(1, 0x0e)}, {0}, {.op = OP(1, 0x0a)}, {0}},
    {R(EXTENDED_FLAGS), LOAD, {0}, {.op = OP(1, 0x1f)}, {0}, {.op = OP(1, 0x17)}, {0}},
    {R(EXTENDED_FLAGS), LOAD, {0}, {.op = OP(1, 0x03)}, {0}, {.op = OP(1, 0x06)}, {0}},
    {R(EXTENDED_FLAGS), LOAD, {0}, {.op = OP(1, 0x03)}, {0}, {.op = OP(1, 0x01)}, {0}},
    {R(SVE_LOAD_PREDICATED), LOAD, {.version = SPE_V1P1, .flags = SVE}, {.op = OP(1, 0x2c)}, {.version = SPE_V1P2, .flags = SVE}, {.op = OP(1, 0x2c)}, {0}},
    {R(SVE_LOAD_PREDICATED), LOAD, {.version = SPE_V1P1, .flags = SVE}, {.op = OP(1, 0x2c)}, {.version = SPE_V1P1, .flags = SVE}, {.op = OP(1, 0x2d)}, {0}},
    {R(SVE_LOAD_PREDICATED), LOAD, {.version = SPE_V1P1, .flags = SVE}, {.op = OP(1, 0x2c)}, {0}, {.op = OP(1, 0x2c)}, {0}},
    {R(ATOMIC), LOAD, {.version = SPE_V1P3}, {.op = OP(1, 0x06)}, {.version = SPE_V1P3}, {.op = OP(1, 0x0a)}, {0}},
    {R(SVE_REGISTERS), LOAD, {.version = SPE_V1P1}, {.op = OP(1, 0x28)}, {.version = SPE_V1P1, .flags = SVE}, {.op = OP(1, 0x28)}, {0}},
    {R(SVE_REGISTERS), LOAD, {.version = SPE_V1P0, .flags = SVE}, {.op = OP(1, 0x28)}, {.version = SPE_V1P4, .flags = F(SME)}, {.op = OP(1, 0x28)}, {0}},
    {R(SVE_REGISTERS), LOAD, {.version = SPE_V1P4, .flags = SME}, {.op = OP(1, 0x28)}, {.version = SPE_V1P4}, {.op = OP(1, 0x10)}, {0}},
    {R(MEMORY_COPY_SET), LOAD, {.version = SPE_V1P3}, {.op = OP(1, 0x20)}, {.version = SPE_V1P3, .flags = F(MOPS)}, {.op = OP(1, 0x20)}, {0}},
    {R(MEMORY_COPY_SET), LOAD, {.version = SPE_V1P2, .flags = F(MOPS)}, {.op = OP(1, 0x25)}, {.version = SPE_V1P3, .flags = F(MOPS)}, {.op = OP(1, 0x25)}, {0}},
    {R(GCS), LOAD, {.version = SPE_V1P4}, {.op = OP(1, 0x40)}, {.version = SPE_V1P4, .flags = F(GCS)}, {.op = OP(1, 0x40)}, {0}},
    {R(GCS), LOAD, {.version = SPE_V1P3, .flags = F(GCS)}, {.op = OP(1, 0x44)}, {.version = SPE_V1P4, .flags = F(GCS)}, {.op = OP(1, 0x44)}, {0}},
    {R(GCS_COMMON), LOAD, INSTRUCTIONS, {.op = OP(1, 0x40)}, INSTRUCTIONS, {.op = OP(1, 0x44)}, {0}},
    {R(GCS_COMMON), LOAD, INSTRUCTIONS, {.op = OP(1, 0x41)}, MICRO_OPS, {.op = OP(1, 0x41)}, {0}},
    {R(GCS_COMMON), LOAD, INSTRUCTIONS, {.op = OP(1, 0x41)}, {0}, {.op = OP(1, 0x41)}, {0}},
    {R(GCS_COMMON), LOAD, INSTRUCTIONS, {.op = OP(1, 0x41)}, INSTRUCTIONS, {.op = OP(1, 0x01)}, {0}},
    {R(GCS_NEITHER), BRANCH, {0}, {.op = OP(2, 0x1c)}, {0}, {.op = OP(2, 0x0c)}, {0}},
    {R(GCS_NEITHER), BRANCH, {0}, {.op = OP(2, 0x1c)}, {0}, {.op = OP(2, 0x18)}, {0}},
    {R(GCS_NEITHER), BRANCH, {0}, {.op = OP(2, 0x1c)}, {0}, {.op = OP(2, 0x04)}, {0}},
    {R(RETURN_DIRECT), BRANCH, {0}, {.op = OP(2, 0x10)}, {0}, {.op = OP(2, 0x12)}, {0}},
    {R(RETURN_DIRECT), BRANCH, {0}, {.op = OP(2, 0x14)}, {0}, {.op = OP(2, 0x08)}, {0}},
    {R(RETURN_DIRECT), BRANCH, {0}, {.op = OP(2, 0x14)}, {0}, {.op = OP(2, 0x18)}, {0}},
    {R(CONDITIONAL_INDIRECT), BRANCH, {0}, {.op = OP(2, 3)}, {0}, {.op = OP(2, 1)}, {0}},
    {R(CONDITIONAL_INDIRECT), BRANCH, {0}, {.op = OP(2, 3)}, {0}, {.op = OP(2, 2)}, {0}},
    {R(CONDITIONAL_CALL_RETURN), BRANCH, {0}, {.op = OP(2, 0x09)}, {0}, {.op = OP(2, 0x08)}, {0}},
    {R(CONDITIONAL_CALL_RETURN), BRANCH, {0}, {.op = OP(2, 0x11)}, {0}, {.op = OP(2, 0x19)}, {0}},
    {R(CONDITIONAL_CALL_RETURN), BRANCH, {0}, {.op = OP(2, 0x05)}, {0}, {.op = OP(2, 0x04)}, {0}},
    {R(GCS_BRANCH), BRANCH, {.version = SPE_V1P4}, {.op = OP(2, 4)}, {.version = SPE_V1P4, .flags = F(GCS)}, {.op = OP(2, 4)}, {0}},
    {R(GCS_BRANCH), BRANCH, {.version = SPE_V1P3, .flags = F(GCS)}, {.op = OP(2, 4)}, {.version = SPE_V1P3}, {.op = OP(2, 3)}, {0}},
    {R(CALL_RETURN), BRANCH, {.version = SPE_V1P4}, {.op = OP(2, 8)}, {.version = SPE_V1P4, .flags = F(CRR)}, {.op = OP(2, 8)}, {0}},
    {R(CALL_RETURN), BRANCH, {.version = SPE_V1P4}, {.op = OP(2, 0x18)}, {.version = SPE_V1P4}, {.op = OP(2, 7)}, {0}},
    {R(CALL_RETURN_MISSING), BRANCH, {.version = SPE_V1P4, .flags = F(CRR)}, {.op = OP(2, 7)}, {.version = SPE_V1P4, .flags = F(CRR)}, {.op = OP(2, 0x18)}, {0}},
    {R(CALL_RETURN_MISSING), BRANCH, {.version = SPE_V1P4, .flags = F(CRR)}, {0}, {.version = SPE_V1P4}, {0}, {0}},
    {R(EVL_OVER_2048), OTHER, {.version = SPE_V1P4, .flags = SVE}, {.op = OP(0, 0x78)}, {.version = SPE_V1P4, .flags = SVE | SME}, {.op = OP(0, 0x78)}, {0}},
    {R(EVL_OVER_2048), LOAD, {.version = SPE_V1P4, .flags = SVE}, {.op = OP(1, 0x78)}, {.version = SPE_V1P4, .flags = SVE}, {.op = OP(1, 0x68)}, {0}},
    {R(ADDRESS_ZERO_BITS), LOAD, {0}, {.pc = E(56)}, {0}, {.pc = E(55)}, {0}},
    {R(ADDRESS_ZERO_BITS), BRANCH, {0}, {.target = E(59)}, {0}, {.target = E(60) | E(63)}, {0}},
    {R(ADDRESS_ZERO_BITS), BRANCH, {0}, {.target = E(59)}, {0}, {.target = E(59), .set = E(6)}, {0}},
    {R(ADDRESS_ZERO_BITS), LOAD, {0}, {.add = HAS(PREV_BRANCH_TARGET), .pbt = E(57)}, {0}, {.pbt = E(57)}, {0}},
    {R(ADDRESS_ZERO_BITS), LOAD, {0}, {.add = HAS(DATA_PA), .pa = E(61)}, {0}, {.add = HAS(DATA_PA), .pa = E(59) | E(62)}, {0}},
    {R(NSE_WITHOUT_RME), LOAD, {.version = SPE_V1P4}, {.pc = E(60) | E(63)}, {.version = SPE_V1P4, .flags = F(RME)}, {.pc = E(60) | E(63)}, {0}},
    {R(NSE_WITHOUT_RME), LOAD, {.version = SPE_V1P4}, {.add = HAS(DATA_PA), .pa = E(60) | E(63)}, {.version = SPE_V1P4}, {.add = HAS(DATA_PA), .pa = E(63)}, {0}},
    {R(NSE_RESERVED), LOAD, {0}, {.pc = E(60)}, {0}, {.pc = E(60) | E(63)}, {0}},
    {R(NSE_RESERVED), BRANCH, {0}, {.target = E(60)}, {0}, {.target = E(63)}, {0}},
    {R(SECURE_STATE), LOAD, {.version = SPE_V1P0}, {0}, {.version = SPE_V1P0}, {.pc = E(63)}, {0}},
    {R(SECURE_STATE), LOAD, {.version = SPE_V1P0}, {0}, {.version = SPE_V1P0, .flags = F(SECURE)}, {0}, {0}},
    {R(SECURE_STATE), LOAD, {.version = SPE_V1P0}, {0}, {0}, {0}, {0}},
    {R(SECURE_STATE), LOAD, {.version = SPE_V1P0}, {0}, {.version = SPE_V1P0}, {.pc = E(60)}, {0}},
    {R(SECURE_STATE), LOAD, {.version = SPE_V1P0}, {.pc = E(63), .add = HAS(DATA_PA)}, {.version = SPE_V1P0}, {.pc = E(63), .add = HAS(DATA_PA), .pa = E(63)}, {0}},
    {R(SECURE_STATE), BRANCH, {.version = SPE_V1P0}, {.pc = E(63)}, {.version = SPE_V1P0}, {.pc = E(63), .set = E(6)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(61)}, {0}, {.target = E(61), .pc = E(61)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(63)}, {0}, {.target = E(55) | E(56)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(60), .op = OP(2, 0x12)}, {0}, {.target = E(60), .op = OP(2, 2)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(62), .op = OP(2, 0x0a)}, {0}, {.target = E(62), .op = OP(2, 0x1a)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(62)}, {0}, {.target = E(62), .set = E(6)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(62)}, {0}, {.target = E(62), .remove = HAS(PC)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(62)}, {0}, {.target = E(62), .remove = HAS(BRANCH_TARGET)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(62)}, {0}, {.target = E(62), .remove = HAS(EVENTS)}, {0}},
    {R(BRANCH_TARGET_ELSEWHERE), BRANCH, {0}, {.target = E(62)}, {0}, {.target = E(62), .op = OP(0, 0)}, {0}},
    {R(PC_EL3), LOAD, {0}, {.pc = E(61) | E(62)}, {0}, {.pc = E(62)}, {0}},
    {R(PC_EL3), LOAD, {0}, {.pc = E(61) | E(62)}, {0}, {.pc = E(61) | E(62), .remove = HAS(PC)}, {0}},
    {R(DATA_PA_TAG), LOAD, {.version = SPE_V1P4}, {.add = HAS(DATA_PA), .pa = E(62)}, {.version = SPE_V1P4, .flags = F(MTE2)}, {.add = HAS(DATA_PA), .pa = E(62)}, {0}},
    {R(DATA_PA_TAG), LOAD, {.version = SPE_V1P4, .flags = F(MTE)}, {.add = HAS(DATA_PA), .pa = E(59)}, {.version = SPE_V1P4, .flags = F(MTE2)}, {.add = HAS(DATA_PA), .pa = E(59)}, {0}},
    {R(DATA_PA_TAG), LOAD, {.version = SPE_V1P4}, {.add = HAS(DATA_PA), .pa = E(56)}, {.version = SPE_V1P4}, {.add = HAS(DATA_PA), .pa = E(55)}, {0}},
    {R(PREV_BRANCH_TARGET), BRANCH, {.version = SPE_V1P4}, {.add = HAS(PREV_BRANCH_TARGET)}, {.version = SPE_V1P4, .flags = F(PBT)}, {.add = HAS(PREV_BRANCH_TARGET)}, {0}},
    {R(PREV_BRANCH_TARGET), BRANCH, {.version = SPE_V1P1, .flags = F(PBT)}, {.add = HAS(PREV_BRANCH_TARGET)}, {.version = SPE_V1P2, .flags = F(PBT)}, {.add = HAS(PREV_BRANCH_TARGET)}, {0}},
    {R(PREV_TARGET_NOT_RETIRED), BRANCH, {0}, {.add = HAS(PREV_BRANCH_TARGET), .clear = E(1)}, {0}, {.add = HAS(PREV_BRANCH_TARGET)}, {0}},
    {R(PREV_TARGET_NOT_RETIRED), BRANCH, {0}, {.add = HAS(PREV_BRANCH_TARGET), .clear = E(1)}, {0}, {.add = HAS(PREV_BRANCH_TARGET), .remove = HAS(EVENTS)}, {0}},
    {R(ALT_ISSUE_NOT_STREAMING), LOAD, {.version = SPE_V1P4, .flags = F(ALTCLK)}, {.add = HAS(ALT_ISSUE_LATENCY)}, {.version = SPE_V1P4, .flags = F(ALTCLK)}, {.add = HAS(ALT_ISSUE_LATENCY), .set = E(24)}, {0}},
    {R(ALT_ISSUE_NOT_STREAMING), LOAD, {.version = SPE_V1P4, .flags = F(ALTCLK)}, {.add = HAS(ALT_ISSUE_LATENCY)}, {.version = SPE_V1P4}, {.add = HAS(ALT_ISSUE_LATENCY)}, {0}},
    {R(ALT_ISSUE_NOT_STREAMING), LOAD, {.version = SPE_V1P4, .flags = F(ALTCLK)}, {.add = HAS(ALT_ISSUE_LATENCY)}, {.version = SPE_V1P4, .flags = F(ALTCLK)}, {.add = HAS(ALT_ISSUE_LATENCY), .remove = HAS(EVENTS)}, {0}},
    {R(COUNTER_TOO_LARGE), LOAD, {.counter_bits = 12}, {.total = 0x1000}, {.counter_bits = 12}, {.total = 0xfff}, {0}},
    {R(COUNTER_TOO_LARGE), LOAD, {.counter_bits = 12}, {.issue = 0x1000}, {.counter_bits = 16}, {.issue = 0x1000}, {0}},
    {R(COUNTER_TOO_LARGE), LOAD, {.counter_bits = 12}, {.translation = 0x8000}, {0}, {.translation = 0x8000}, {0}},
    {R(COUNTER_TOO_LARGE), LOAD, {.counter_bits = 12}, {.add = HAS(ALT_ISSUE_LATENCY), .alt = 0x1000}, {.counter_bits = 12}, {.alt = 0x1000}, {0}},
    {R(ALT_ISSUE_LATENCY), LOAD, {.version = SPE_V1P4}, {.add = HAS(ALT_ISSUE_LATENCY)}, {.version = SPE_V1P4, .flags = F(ALTCLK)}, {.add = HAS(ALT_ISSUE_LATENCY)}, {0}},
    {R(DATA_SOURCE), LOAD, {.version = SPE_V1P0}, {.add = HAS(DATA_SOURCE)}, LDS_CORE, {.add = HAS(DATA_SOURCE)}, {0}},
};

struct bytes_example {
    int rule;
    uint8_t counter_bits;
    unsigned at; /* where the finding is */
    const char *bad, *good;
    unsigned bad_size, good_size;
};
#define BYTES(bad, good) bad, good, sizeof(bad) - 1, sizeof(good) - 1

static const struct bytes_example bytes_examples[] = {
    {R(EXTENDED_HEADER), 0, 0, BYTES("\x20\xb0\1\2\3\4\5\6\7\x80\1", "\x22\xb0\1\2\3\4\5\6\7\x80\1")},
    {R(EXTENDED_HEADER), 0, 2, BYTES("\x42\2\x20\x9a\1\0\1", "\x42\2\x9a\1\0\1")},
    {R(OTHER_PACKET_REPEATED), 0, 3, BYTES("\x9e\1\0\x9e\2\0\1", "\x9e\1\0\x9f\2\0\1")},
    {R(OTHER_PACKET_REPEATED), 0, 5, BYTES("\x66\0\0\0\0\x66\0\0\0\0\1", "\x66\0\0\0\0\x67\0\0\0\0\1")},
    {R(OTHER_PACKET_REPEATED), 0, 3, BYTES("\x9e\1\0\x20\x9e\2\0\1", "\x9e\1\0\xb6\0\0\0\0\0\0\0\0\1")},
    {R(IMPDEF_COUNTER_TOO_LARGE), 12, 0, BYTES("\x9e\0\x10\1", "\x9e\xff\x0f\1")},
    {R(IMPDEF_COUNTER_TOO_LARGE), 12, 1, BYTES("\0\x22\x98\0\x10\1", "\0\x9b\0\x10\1")}, /* INDEX 3 is reserved */
    {R(NOT_PADDING), 0, 4, BYTES("\x42\2\1\0\x42\2\1", "\x42\2\1\0\0\0\0")},
    {R(NOT_PADDING), 0, 9, BYTES("\x71\0\0\0\0\0\0\0\0\1", "\x42\0\0\0\0\0\0\0\0\1")},
    {R(PACKET_CUT), 0, 2, BYTES("\x42\2\x71\0\0", "\x42\2\x71\0\0\0\0\0\0\0\0")},
};
/* clang-format on */

static const struct spe_finding *find(const struct spe_finding *found, int n, int rule)
{
    for (int i = 0; i < n; i++)
        if ((int)found[i].rule == rule)
            return &found[i];
    return NULL;
}

static int covered[SPE_RULES];

/* Checks a record on a fresh core, after another one if `before` has a size. */
static int check_one(const struct core *core, const struct example *x, const struct edit *e, struct spe_finding *found)
{
    const struct spe_features features = features_of(core);
    const struct spe_record r = edited(x->base, e), before = edited(x->base, &x->before);
    spe_check c;
    if (spe_check_init(&c, &features) != SPE_OK)
        return -1;
    if (x->before.size)
        spe_check_record(&c, &before, NULL, 0);
    return spe_check_record(&c, &r, found, SPE_RULES);
}

static void test_examples(void)
{
    struct spe_finding found[SPE_RULES];
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct example *x = &examples[i];
        int n = check_one(&x->bad_core, x, &x->bad, found), bad = n < 0;
        const struct spe_finding *f = find(found, n, x->rule);
        bad += !f || f->offset != x->bad.offset || (int)f->severity != spe_rule_severity((unsigned)x->rule);
        for (int k = 1; k < n; k++)
            bad += found[k].rule <= found[k - 1].rule;
        n = check_one(&x->good_core, x, &x->good, found);
        const int good = n >= 0 && !find(found, n, x->rule);
        covered[x->rule]++;
        if (!ok(!bad && good, spe_rule_name((unsigned)x->rule)))
            diag("example %zu: %s", i, bad ? "the record that breaks it" : "the record that does not");
    }
}

static void test_bytes_examples(void)
{
    struct spe_finding found[8];
    for (size_t i = 0; i < sizeof bytes_examples / sizeof bytes_examples[0]; i++) {
        const struct bytes_example *x = &bytes_examples[i];
        const struct core core = {.counter_bits = x->counter_bits};
        const struct spe_features features = features_of(&core);
        spe_check c;
        spe_check_init(&c, &features);
        int n = spe_check_bytes(&c, x->bad, x->bad_size, 1000, found, 8);
        const struct spe_finding *f = find(found, n, x->rule);
        const int bad = !f || f->offset != 1000 + x->at || (int)f->severity != spe_rule_severity((unsigned)x->rule);
        n = spe_check_bytes(&c, x->good, x->good_size, 1000, found, 8);
        covered[x->rule]++;
        if (!ok(!bad && n >= 0 && !find(found, n, x->rule), spe_rule_name((unsigned)x->rule)))
            diag("bytes example %zu", i);
    }
}

static void test_rules(void)
{
    int bad = 0, uncovered = 0;
    for (unsigned rule = 0; rule < SPE_RULES; rule++) {
        const char *name = spe_rule_name(rule), *text = spe_rule_text(rule), *section = spe_rule_section(rule);
        if (!name || !text || !section) {
            diag("rule %u has no row", rule);
            bad++;
            continue;
        }
        bad += spe_rule_find(name) != (int)rule || text[strlen(text) - 1] != '.' || strlen(section) < 4;
        bad += strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name);
        bad += spe_rule_severity(rule) < SPE_CHECK_WARNING || spe_rule_severity(rule) > SPE_CHECK_NOTE;
        if (!covered[rule])
            diag("%s has no example", name);
        uncovered += !covered[rule];
    }
    is(bad, 0, "every rule has a name of its own, a section, a sentence and a severity");
    is(uncovered, 0, "every rule has an example");
    ok(!spe_rule_name(SPE_RULES) && !spe_rule_text(SPE_RULES) && !spe_rule_section(SPE_RULES), "no such rule");
    is(spe_rule_severity(SPE_RULES), SPE_E_ARG, "... nor severity");
    is(spe_rule_find("no-such-rule"), SPE_E_NAME, "no such name");
    is(spe_rule_find("pc"), SPE_E_NAME, "a name's beginning");
    is(spe_rule_find(NULL), SPE_E_ARG, "NULL name");
    is(spe_rule_find("events-missing"), 0, "a name");
}

/* Nothing known: only what holds for every core. Everything there: nothing that needs a feature. */
static void test_feature_ends(void)
{
    static const int by_feature[] = {
        R(FP_ASE), R(SVE),        R(SME),           R(UNSPECIFIED_REGISTERS), R(ALLOCATION_TAGS),
        R(NV2),    R(ATOMIC),     R(SVE_REGISTERS), R(SVE_LOAD_PREDICATED),   R(MEMORY_COPY_SET),
        R(GCS),    R(GCS_BRANCH), R(CALL_RETURN),   R(EVL_OVER_2048)};
    struct spe_finding found[SPE_RULES];
    struct spe_features all;
    spe_check none, every;
    struct spe_record r;
    int bad = 0;
    is(spe_check_all_features(NULL), SPE_E_ARG, "all features: NULL");
    is(spe_check_all_features(&all), SPE_OK, "all features");
    is(spe_check_init(&none, NULL), SPE_OK, "no features");
    is(spe_check_init(&every, &all), SPE_OK, "every feature");
    for (unsigned base = 0; base < BASES; base++) {
        r = bases[base];
        bad += spe_check_record(&none, &r, found, SPE_RULES) != 0;
    }
    is(bad, 0, "the bases of the examples conform");
    for (unsigned op = 0; op < 3 * 256; op++) {
        struct spe_op taken;
        r = bases[LOAD];
        r.op_class = (uint8_t)(op >> 8);
        r.op_payload = (uint8_t)op;
        spe_op_decode(r.op_class, r.op_payload, &taken);
        const int n = spe_check_record(&every, &r, found, SPE_RULES);
        for (size_t i = 0; i < sizeof by_feature / sizeof by_feature[0]; i++)
            bad += find(found, n, by_feature[i]) != NULL;
        bad += (find(found, n, SPE_RULE_OPERATION_RESERVED) != NULL) != taken.reserved_value;
    }
    is(bad, 0, "with every feature every operation type is permitted that is not reserved");
    r = bases[LOAD];
    r.events_size = 0;
    r.events = UINT64_C(0xffff0000ffffffff);
    const int n = spe_check_record(&none, &r, found, SPE_RULES);
    for (int rule = SPE_RULE_EVENT_RESERVED; rule <= SPE_RULE_EVENT_V1P4; rule++)
        bad += find(found, n, rule) != NULL;
    is(bad, 0, "with nothing known every event is permitted that is not reserved");
    r = bases[LOAD];
    r.events_size = 0;
    is(spe_check_record(&none, &r, found, SPE_RULES), 0, "sizes that a record does not tell are no matter");
}

/* What is in front of the first record is not known, and may be padding that belongs to it. */
static void test_first_record(void)
{
    const struct spe_features f = {.size = sizeof f, .alignment = 64};
    struct spe_finding found[SPE_RULES];
    struct spe_record r = bases[LOAD];
    spe_check c;
    spe_check_init(&c, &f);
    r.offset = 9;
    is(spe_check_record(&c, &r, found, SPE_RULES), 0, "the first record's start is not held against it");
    r.offset += r.size;
    r.timestamp++;
    is(spe_check_record(&c, &r, found, SPE_RULES), 1, "the second one's is");
    is(found[0].rule, SPE_RULE_RECORD_MISALIGNED, "... record-misaligned");
}

/* Without a Timestamp two samples of a loop may well be the same. */
static void test_same_records(void)
{
    struct spe_finding found[SPE_RULES];
    struct spe_record r = bases[LOAD];
    spe_check c;
    spe_check_init(&c, NULL);
    r.present = (r.present & ~SPE_HAS_TIMESTAMP) | SPE_HAS_END;
    int n = spe_check_record(&c, &r, found, SPE_RULES);
    r.offset += 64;
    n += spe_check_record(&c, &r, found, SPE_RULES);
    is(n, 0, "two records with End may be the same");
}

static void test_capacity(void)
{
    static const struct spe_record empty;
    struct spe_finding all[SPE_RULES], some[3];
    spe_check c;
    spe_check_init(&c, NULL);
    const int n = spe_check_record(&c, &empty, all, SPE_RULES);
    is(n, 2, "an empty record: no Events, no end");
    is(spe_check_record(&c, &empty, NULL, 0), n, "counted without an array");
    memset(some, 0x5a, sizeof some);
    is(spe_check_record(&c, &empty, some, 1), n, "counted with a short one");
    ok(!memcmp(&some[0], &all[0], sizeof all[0]) && some[1].rule == 0x5a5a5a5a, "... of which one is filled");
    is(spe_check_bytes(&c, "\1\1", 2, 0, NULL, 0), 1, "bytes: counted without an array");
    is(spe_check_bytes(&c, NULL, 0, 0, all, SPE_RULES), 0, "no bytes");
}

static void test_refusals(void)
{
    struct spe_features f = {.size = sizeof f};
    struct spe_record r = bases[LOAD];
    struct spe_finding found[1];
    spe_check c;
    memset(&c, 0, sizeof c);
    is(spe_check_record(&c, &r, found, 1), SPE_E_STATE, "not initialised");
    is(spe_check_bytes(&c, "\1", 1, 0, found, 1), SPE_E_STATE, "bytes: not initialised");
    is(spe_check_init(NULL, &f), SPE_E_ARG, "init: NULL");
    f.size = 31;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: short");
    f.size = sizeof f, f.reserved[13] = 1;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: unknown byte");
    f.reserved[13] = 0, f.flags = 1u << 28;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: unknown flag");
    f.flags = 1u << 31;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: unknown flag between");
    f.flags = 0, f.counter_bits = 13;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: counter_bits");
    f.counter_bits = 16, f.max_record_size = 100;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: max_record_size");
    f.max_record_size = 64, f.alignment = 4096;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: alignment");
    is(spe_check_record(&c, &r, found, 1), SPE_E_STATE, "... after which it is not usable");
    f.alignment = 64;
    is(spe_check_init(&c, &f), SPE_OK, "init");
    is(spe_check_record(NULL, &r, found, 1), SPE_E_ARG, "record: NULL context");
    is(spe_check_record(&c, NULL, found, 1), SPE_E_ARG, "record: NULL record");
    is(spe_check_record(&c, &r, NULL, 1), SPE_E_ARG, "record: NULL findings");
    is(spe_check_bytes(NULL, "\1", 1, 0, found, 1), SPE_E_ARG, "bytes: NULL context");
    is(spe_check_bytes(&c, NULL, 1, 0, found, 1), SPE_E_ARG, "bytes: NULL");
    is(spe_check_bytes(&c, "\1", 1, 0, NULL, 1), SPE_E_ARG, "bytes: NULL findings");
    is(sizeof(struct spe_finding), 16, "struct spe_finding has its published size");
    is(sizeof(spe_check), SPE_CHECK_SIZE, "spe_check has its published size");
}

/* Any bytes: each record, and its packets, with a core of every version. */
static void test_any_bytes(void)
{
    static uint8_t bytes[20000];
    struct spe_finding found[4];
    size_t findings = 0;
    int bad = 0;
    for (uint8_t version = 0; version <= 7; version++) {
        const struct spe_features f = {.size = sizeof f, .version = version, .flags = version & 1 ? 0x00ff3fff : 0};
        struct spe_record r;
        spe_decoder d;
        spe_check c;
        random_stream(bytes, sizeof bytes);
        bad += spe_check_init(&c, &f) != SPE_OK;
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, bytes, sizeof bytes);
        while (spe_decoder_next(&d, &r) == 1) {
            const int n = spe_check_record(&c, &r, found, 4);
            const int m = spe_check_bytes(&c, bytes + r.offset, (size_t)r.size, r.offset, found, 4);
            bad += n < 0 || n > SPE_RULES || m < 0;
            bad += m > 0 && (found[0].offset < r.offset || found[0].offset >= r.offset + r.size);
            findings += (size_t)n + (size_t)m;
        }
    }
    is(bad, 0, "any bytes can be checked");
    ok(findings > 1000, "and are found wanting");
}

/* -- the captures -- */

/* Reads the bytes of a capture: "OFFSET | BYTES | TEXT" a line. */
static size_t read_capture(const char *name, uint8_t *bytes)
{
    char path[128], line[256];
    size_t n = 0;
    snprintf(path, sizeof path, "tests/captures/%s.txt", name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *at = strchr(line, '|'), *end = at;
        if (line[0] == '#' || !at)
            continue;
        for (at++;; at = end) {
            const unsigned long byte = strtoul(at, &end, 16);
            if (end == at)
                break;
            bytes[n++] = (uint8_t)byte;
        }
    }
    if (file)
        fclose(file);
    return n;
}

/*
 * What is known of the cores: the Neoverse and WindowsPerf ones are FEAT_SPE or FEAT_SPEv1p1 with 64-byte slots; the
 * others are not named. The KVM guest's last record is cut off: it has no end, and the dump goes no further.
 */
static const struct {
    const char *name;
    struct core core;
    int cut; /* the last record lacks its end */
} captures[] = {
    {"neoverse-fixed-slots", {1, SPE_FEATURE_LDS | SPE_FEATURE_LSE, 12, 64, 64}, 0},
    {"windowsperf-branch-end", {1, SPE_FEATURE_LDS, 12, 64, 64}, 0},
    {"windowsperf-branch-timestamp", {1, SPE_FEATURE_LDS, 12, 64, 64}, 0},
    {"hisilicon-packed-branches", {1, SPE_FEATURE_LSE, 12, 64, 4}, 0},
    {"kvm-guest-2020", {1, SPE_FEATURE_LSE, 12, 64, 4}, 1},
};

static void check_capture(const uint8_t *bytes, size_t len, const struct spe_features *features, int cut)
{
    struct spe_finding found[SPE_RULES];
    struct spe_record r;
    spe_decoder d;
    spe_check c;
    int bad = 0, last;
    spe_check_init(&c, features);
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    for (;;) {
        last = spe_decoder_next(&d, &r) == 0;
        if (last && spe_decoder_finish(&d, &r) == 0)
            break;
        const int n = spe_check_record(&c, &r, found, SPE_RULES);
        const int m = spe_check_bytes(&c, bytes + r.offset, (size_t)r.size, r.offset, NULL, 0);
        for (int i = 0; i < n; i++)
            diag("%s at %u", spe_rule_name(found[i].rule), (unsigned)r.offset);
        bad += n;
        if (last) /* what did not come is no fault of the record's; its last packet is cut */
            bad += !cut;
        else
            bad += m;
        if (last)
            break;
    }
    is(bad, 0, cut ? "... conforms up to where it is cut" : "... conforms");
}

static void test_captures(void)
{
    static uint8_t bytes[8192];
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        const struct spe_features features = features_of(&captures[i].core);
        const size_t len = read_capture(captures[i].name, bytes);
        ok(len > 0, captures[i].name);
        check_capture(bytes, len, &features, captures[i].cut);
        check_capture(bytes, len, NULL, captures[i].cut);
    }
}

int main(void)
{
    test_examples();
    test_bytes_examples();
    test_rules();
    test_feature_ends();
    test_first_record();
    test_same_records();
    test_capacity();
    test_refusals();
    test_any_bytes();
    test_captures();
    return tap_done();
}
