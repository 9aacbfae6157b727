/* SPDX-License-Identifier: MIT */
/* What cores there are, and what an operation does on them. */
#include "machine.h"

#define NUMBER(id) ((id)*UINT64_C(0x9e3779b97f4a7c15))
#define EL3 (UINT64_C(1) << 12)
#define EL2 (UINT64_C(1) << 8)
/* The smallest version; sampling by operations with a 12-bit counter; one with everything that Linux 6.12 uses; a core
 * with firmware; a hypervisor that gives the buffer to its guest; a host with VHE. */
const struct core machine_cores[] = {
    {"v1p0",
     {{SPE_REG_PMSIDR_EL1, 0, 0x26017}, {SPE_REG_PMBIDR_EL1, 0, 6}, {SPE_REG_ID_AA64DFR0_EL1, 0, 1ull << 32}},
     3,
     0,
     1,
     1},
    {"v1p1",
     {{SPE_REG_PMSIDR_EL1, 0, 0x2601f}, {SPE_REG_PMBIDR_EL1, 0, 0}, {SPE_REG_ID_AA64DFR0_EL1, 0, 2ull << 32}},
     3,
     0,
     1,
     2},
    {"v1p2",
     {{SPE_REG_PMSIDR_EL1, 0, 0x2707f}, {SPE_REG_PMBIDR_EL1, 0, 4}, {SPE_REG_ID_AA64DFR0_EL1, 0, 3ull << 32}},
     3,
     0,
     1,
     4},
    {"firmware",
     {{SPE_REG_PMSIDR_EL1, 0, 0x2603f},
      {SPE_REG_PMBIDR_EL1, 0, 3},
      {SPE_REG_ID_AA64DFR0_EL1, 0, 2ull << 32},
      {SPE_REG_ID_AA64PFR0_EL1, 0, EL3},
      {SPE_REG_MDCR_EL3, 0, 3 << 12},
      {SPE_REG_SCR_EL3, 0, 1}},
     6,
     0,
     1,
     1},
    {"guest",
     {{SPE_REG_PMSIDR_EL1, 0, 0x2603f},
      {SPE_REG_PMBIDR_EL1, 0, 2},
      {SPE_REG_ID_AA64DFR0_EL1, 0, 3ull << 32},
      {SPE_REG_ID_AA64PFR0_EL1, 0, EL3 | EL2},
      {SPE_REG_MDCR_EL3, 0, 3 << 12},
      {SPE_REG_SCR_EL3, 0, 1},
      {SPE_REG_MDCR_EL2, 0, 3 << 12},
      {SPE_REG_PMSCR_EL2, 0, 0x10}},
     8,
     1,
     1,
     8},
    {"vhe",
     {{SPE_REG_PMSIDR_EL1, 0, 0x2601f},
      {SPE_REG_PMBIDR_EL1, 0, 0},
      {SPE_REG_ID_AA64DFR0_EL1, 0, 2ull << 32},
      {SPE_REG_ID_AA64PFR0_EL1, 0, EL3 | EL2},
      {SPE_REG_MDCR_EL3, 0, 3 << 12},
      {SPE_REG_SCR_EL3, 0, 1},
      {SPE_REG_HCR_EL2, 0, 1ull << 34 | 1 << 27}},
     7,
     1,
     2,
     3},
};
const unsigned machine_core_count = sizeof machine_cores / sizeof machine_cores[0];

/* -- operations -- */

void operation_describe(u64 id, struct spe_record *record, struct reference_operation *operation)
{
    const u64 random = NUMBER(id);
    const unsigned kind = (unsigned)(random >> 60) % 6;
    memset(operation, 0, sizeof *operation);
    memset(record, 0, sizeof *record);
    operation->is_branch = kind < 2;
    operation->is_load = kind == 2 || kind == 4;
    operation->is_store = kind == 3;
    operation->latency = (unsigned)(random >> 20) % 6000;
    operation->events = 2 | (random >> 33 & 0x3c);
    record->present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    record->total_latency = (uint16_t)operation->latency;
    record->issue_latency = (uint16_t)(operation->latency / 3);
    record->events = operation->events;
    record->op_class = operation->is_branch ? SPE_CLASS_BRANCH : kind == 5 ? SPE_CLASS_OTHER : SPE_CLASS_LOAD_STORE;
    record->op_payload = kind == 0 || kind == 3; /* conditional; a store */
    if (record->op_class == SPE_CLASS_LOAD_STORE) {
        record->present |= SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_DATA_SOURCE | SPE_HAS_TRANSLATION_LATENCY;
        record->data_va = random >> 10 & 0xffffffffff;
        spe_address_build_pa(random >> 12 & 0xfffffffff, SPE_STATE_NON_SECURE, 0, 0, &record->data_pa);
        record->data_source = (uint16_t)(random & 15);
        record->translation_latency = (uint16_t)(random & 63);
    } else if (operation->is_branch) {
        record->present |= SPE_HAS_BRANCH_TARGET;
        spe_address_build_pc(id << 3, 0, SPE_STATE_NON_SECURE, &record->branch_target);
    }
}

int machine_is_record(const struct sample *sample, const struct core *core, const struct spe_record *record)
{
    struct spe_record expected;
    struct reference_operation operation;
    uint64_t pc = 0;
    const unsigned most = 0xfff; /* all cores here have counters of 12 bits */
    operation_describe(sample->id, &expected, &operation);
    if (!(core->registers[0].raw >> 4 & 1)) /* PMSIDR_EL1.LDS */
        expected.present &= ~(uint32_t)SPE_HAS_DATA_SOURCE;
    if (!sample->has_physical)
        expected.present &= ~(uint32_t)SPE_HAS_DATA_PA;
    expected.present |= SPE_HAS_PC;
    expected.present |= sample->has_timestamp ? SPE_HAS_TIMESTAMP : 0;
    const uint32_t context = core->kernel_level == 2 ? SPE_HAS_CONTEXT_EL2 : SPE_HAS_CONTEXT_EL1;
    expected.present |= sample->has_context ? context : 0;
    spe_address_build_pc(sample->id << 2, sample->level, SPE_STATE_NON_SECURE, &pc);
    return (record->flags & ~SPE_RECORD_AFTER_GAP) == 0 && record->present == expected.present && record->pc == pc &&
           (!sample->has_timestamp || record->timestamp == sample->id) &&
           (!sample->has_context || record->context_el1 + record->context_el2 == (uint32_t)sample->id) &&
           (!sample->has_physical || record->data_pa == expected.data_pa) && record->data_va == expected.data_va &&
           record->branch_target == expected.branch_target && record->events == expected.events &&
           record->op_class == expected.op_class && record->op_payload == expected.op_payload &&
           record->total_latency == (expected.total_latency < most ? expected.total_latency : most) &&
           record->issue_latency == expected.issue_latency &&
           record->translation_latency == expected.translation_latency &&
           (!(expected.present & SPE_HAS_DATA_SOURCE) || record->data_source == expected.data_source);
}
