/* SPDX-License-Identifier: MIT */
/*
 * The fields of struct spe_record that packets fill: one row each, in the order in which the manual's pseudocode writes
 * the packets of a record. The rows of spe_kinds[], the decoder's fold, the encoder's order and the columns are made
 * from these rows by the compiler. To add a field: its SPE_HAS_ bit and member in record.h, its column in batch.h, a
 * row here.
 *
 * A row: the field's name in SPE_HAS_...; the number of that bit; the member of struct spe_record; its bits; the header
 * that carries it, a row of spe_headers[]; INDEX; the address layout, enum spe_form; the payload bits that the
 * architecture defines as zero, and NSE, which is 1 in one state only; the architecture's words.
 *
 * FIELD: the packet has one size. SIZED: it has several, and the record's member of that name and "_size" holds the
 * size. CLASSED: the header has a CLASS, which goes to op_class. BARE: the packet has no payload.
 */
#ifndef SPE_FIELDS_H
#define SPE_FIELDS_H

/* Bits [59:56] and NSE of address layout A; bit [61] and NSE of address layout C (D18.2.1). Bits E[47:32] (D18.2.6). */
#define SPE_ZERO_NSE UINT64_C(0x1000000000000000)
#define SPE_ZERO_A (UINT64_C(0x0f00000000000000) | SPE_ZERO_NSE)
#define SPE_ZERO_C (UINT64_C(0x2000000000000000) | SPE_ZERO_NSE)
#define SPE_ZERO_EVENTS UINT64_C(0x0000ffff00000000)

/* clang-format off */ /* tables are for reading */
#define SPE_EACH_CONTEXT(FIELD) \
    FIELD(CONTEXT_EL1,         16, context_el1,         32, CONTEXT,     0, RAW,         0,               "CONTEXTIDR_EL1") \
    FIELD(CONTEXT_EL2,         17, context_el2,         32, CONTEXT,     1, RAW,         0,               "CONTEXTIDR_EL2")

#define SPE_EACH_COUNTER(FIELD) \
    FIELD(TOTAL_LATENCY,        8, total_latency,       16, COUNTER,     0, RAW,         0,               "Total latency") \
    FIELD(ISSUE_LATENCY,        9, issue_latency,       16, COUNTER,     1, RAW,         0,               "Issue latency") \
    FIELD(TRANSLATION_LATENCY, 10, translation_latency, 16, COUNTER,     2, RAW,         0,               "Translation latency") \
    FIELD(ALT_ISSUE_LATENCY,   12, alt_issue_latency,   16, COUNTER,     4, RAW,         0,               "Alternate clock issue latency")

#define SPE_EACH_ADDRESS(FIELD) \
    FIELD(PC,                   0, pc,                  64, ADDRESS,     0, INSTRUCTION, SPE_ZERO_A,      "PC") \
    FIELD(BRANCH_TARGET,        1, branch_target,       64, ADDRESS,     1, INSTRUCTION, SPE_ZERO_A,      "Branch target") \
    FIELD(DATA_VA,              2, data_va,             64, ADDRESS,     2, DATA_VA,     0,               "Data VA") \
    FIELD(DATA_PA,              3, data_pa,             64, ADDRESS,     3, DATA_PA,     SPE_ZERO_C,      "Data PA") \
    FIELD(PREV_BRANCH_TARGET,   4, prev_branch_target,  64, ADDRESS,     4, INSTRUCTION, SPE_ZERO_A,      "Previous branch target")

#define SPE_EACH_OTHER(FIELD, SIZED, CLASSED, BARE) \
    SIZED(DATA_SOURCE,         25, data_source,         16, DATA_SOURCE, 0, RAW,         0,               "Data source") \
    CLASSED(OPERATION,         20, op_payload,           8, OPERATION,   0, RAW,         0,               "Operation") \
    SIZED(EVENTS,              24, events,              64, EVENTS,      0, RAW,         SPE_ZERO_EVENTS, "Events") \
    FIELD(TIMESTAMP,           26, timestamp,           64, TIMESTAMP,   0, RAW,         0,               "Timestamp") \
    BARE(END,                  27, size,                 0, END,         0, RAW,         0,               "End")
/* clang-format on */

/* All fields, in their order. */
#define SPE_EACH_FIELD(FIELD, SIZED, CLASSED, BARE)                                                                    \
    SPE_EACH_CONTEXT(FIELD) SPE_EACH_COUNTER(FIELD) SPE_EACH_ADDRESS(FIELD) SPE_EACH_OTHER(FIELD, SIZED, CLASSED, BARE)

/* A row that is skipped. */
#define SPE_SKIP_FIELD(NAME, bit, member, bits, HEADER, index, FORM, zero, words)

#endif
