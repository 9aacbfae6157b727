/* SPDX-License-Identifier: MIT */
/* The rules' words: names, severities and sections one by one, and docs/rules.md, which has a place for each
 * of them. */
#include <libspe/check.h>
#include <stdio.h>
#include <string.h>

#include "tap.h"

#define R(rule) SPE_RULE_##rule
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* clang-format off */ /* a table */
/* Name, severity (V, W or N, as in docs/rules.md) and section of each rule */
static const struct {
    int rule;
    const char *name;
    char severity;
    const char *section;
} pins[] = {
    {R(EVENTS_MISSING), "events-missing", 'V', "D17.6.10"},
    {R(END_MISSING), "end-missing", 'V', "D18.1.2, D18.2.5, D18.2.9"},
    {R(TWO_ENDS), "two-ends", 'V', "D18.1.2, D18.2.5, D18.2.9"},
    {R(OPERATION_MISSING), "operation-missing", 'V', "D17.6"},
    {R(OPERATION_LEFT_OUT), "operation-left-out", 'W', "D17.6, D17.6.2"},
    {R(PC_MISSING), "pc-missing", 'V', "D17.6"},
    {R(PC_LEFT_OUT), "pc-left-out", 'W', "D17.6, D17.6.2"},
    {R(TOTAL_LATENCY_MISSING), "total-latency-missing", 'W', "D17.6"},
    {R(ISSUE_LATENCY_MISSING), "issue-latency-missing", 'W', "D17.6"},
    {R(BRANCH_TARGET_MISSING), "branch-target-missing", 'V', "D17.6.3"},
    {R(BRANCH_TARGET_LEFT_OUT), "branch-target-left-out", 'W', "D17.6.3"},
    {R(DATA_VA_MISSING), "data-va-missing", 'W', "D17.6.4"},
    {R(DATA_PA_WITHOUT_VA), "data-pa-without-va", 'V', "D17.6.4"},
    {R(TRANSLATION_LATENCY_MISSING), "translation-latency-missing", 'W', "D17.6.4"},
    {R(ACCESS_EVENTS_MISSING), "access-events-missing", 'W', "D17.6.4"},
    {R(DATA_SOURCE_MISSING), "data-source-missing", 'W', "D18.2.4"},
    {R(GCS_DATA_VA_MISSING), "gcs-data-va-missing", 'W', "D17.6.3"},
    {R(EXCEPTION_TARGET), "exception-target", 'V', "D17.6"},
    {R(EXCEPTION_BRANCH), "exception-branch", 'W', "D17.6.3"},
    {R(DATA_ADDRESS_UNEXPECTED), "data-address-unexpected", 'W', "D17.6.4"},
    {R(BRANCH_TARGET_UNEXPECTED), "branch-target-unexpected", 'W', "D17.6.3"},
    {R(DATA_SOURCE_UNEXPECTED), "data-source-unexpected", 'W', "D18.2.4"},
    {R(TRANSLATION_WITHOUT_VA), "translation-without-va", 'V', "D17.6.4"},
    {R(TRANSLATION_UNEXPECTED), "translation-unexpected", 'W', "D17.6.4"},
    {R(ISSUE_ABOVE_TOTAL), "issue-above-total", 'V', "D17.6, D18.2.3"},
    {R(CONTEXT_EL1_AT_EL2), "context-el1-at-el2", 'V', "D17.6.9"},
    {R(EXCEPTION_NOT_RETIRED), "exception-not-retired", 'W', "D17.6.7, D18.2.6"},
    {R(NOT_RETIRED), "not-retired", 'N', "D17.6.7, D18.2.6"},
    {R(PACKET_REPEATED), "packet-repeated", 'W', "libspe"},
    {R(PACKET_UNKNOWN), "packet-unknown", 'V', "D18.1.4"},
    {R(PACKET_RESERVED), "packet-reserved", 'V', "D18.2"},
    {R(RECORD_REPEATED), "record-repeated", 'W', "libspe"},
    {R(RECORD_TOO_LONG), "record-too-long", 'V', "PMSIDR_EL1.MaxSize"},
    {R(RECORD_TOO_FAR), "record-too-far", 'W', "PMSIDR_EL1.MaxSize"},
    {R(RECORD_MISALIGNED), "record-misaligned", 'V', "PMBIDR_EL1.Align"},
    {R(ENDS_MIXED), "ends-mixed", 'W', "D18.2.9"},
    {R(EVENTS_RESIZED), "events-resized", 'W', "J1 SPEGetEventsPayloadSize()"},
    {R(DATA_SOURCE_RESIZED), "data-source-resized", 'W', "J1 SPEGetDataSourcePayloadSize()"},
    {R(EMPTY_NOT_PARTIAL), "empty-not-partial", 'V', "D18.2.6"},
    {R(L1D_REFILL_WITHOUT_ACCESS), "l1d-refill-without-access", 'W', "D18.2.6"},
    {R(TLB_WALK_WITHOUT_ACCESS), "tlb-walk-without-access", 'W', "D18.2.6"},
    {R(LL_MISS_WITHOUT_ACCESS), "ll-miss-without-access", 'W', "D18.2.6"},
    {R(L2D_MISS_WITHOUT_ACCESS), "l2d-miss-without-access", 'W', "D18.2.6"},
    {R(EVENT_RESERVED), "event-reserved", 'V', "D18.2.6"},
    {R(EVENT_MISALIGNED), "event-misaligned", 'V', "D17.6.4.6, D18.2.6"},
    {R(EVENT_TRANSACTIONAL), "event-transactional", 'V', "D18.2.6"},
    {R(EVENT_PREDICATE), "event-predicate", 'V', "D18.2.6"},
    {R(EVENT_CACHE), "event-cache", 'V', "D18.2.6"},
    {R(EVENT_SME), "event-sme", 'V', "D18.2.6"},
    {R(EVENT_SHARED), "event-shared", 'V', "D18.2.6, PMSEVFR_EL1.E[25]"},
    {R(EVENT_V1P4), "event-v1p4", 'V', "D18.2.6"},
    {R(EVENT_NOT_ACCESS), "event-not-access", 'V', "D18.2.6"},
    {R(EVENT_NOT_LOAD), "event-not-load", 'W', "D18.2.6"},
    {R(EVENTS_TOO_SMALL), "events-too-small", 'W', "libspe"},
    {R(NOT_TAKEN_UNCONDITIONAL), "not-taken-unconditional", 'V', "D17.6.5, D18.2.6"},
    {R(MISPREDICTED_NOT_BRANCH), "mispredicted-not-branch", 'W', "D18.2.6"},
    {R(PREDICATE_NOT_VECTOR), "predicate-not-vector", 'V', "D18.2.6"},
    {R(PREDICATE_UNPREDICATED), "predicate-unpredicated", 'W', "D17.6.6, D18.2.6"},
    {R(OPERATION_RESERVED), "operation-reserved", 'V', "D18.2.7"},
    {R(FP_ASE), "fp-ase", 'V', "D18.2.7"},
    {R(SVE), "sve", 'V', "D18.2.7"},
    {R(SME), "sme", 'V', "D18.2.7"},
    {R(UNSPECIFIED_REGISTERS), "unspecified-registers", 'V', "D18.2.7"},
    {R(ALLOCATION_TAGS), "allocation-tags", 'V', "D18.2.7"},
    {R(NV2), "nv2", 'V', "D18.2.7"},
    {R(NV2_NOT_EL1), "nv2-not-el1", 'V', "D17.6.4.2, D18.2.7"},
    {R(ATOMIC), "atomic", 'V', "D18.2.7"},
    {R(EXTENDED_FLAGS), "extended-flags", 'W', "D18.2.7"},
    {R(SVE_REGISTERS), "sve-registers", 'V', "D18.2.7"},
    {R(SVE_LOAD_PREDICATED), "sve-load-predicated", 'V', "D18.2.7"},
    {R(MEMORY_COPY_SET), "memory-copy-set", 'V', "D18.2.7"},
    {R(GCS), "gcs", 'V', "D18.2.7"},
    {R(GCS_COMMON), "gcs-common", 'V', "D17.6.3, D18.2.7"},
    {R(GCS_BRANCH), "gcs-branch", 'V', "D18.2.7"},
    {R(GCS_NEITHER), "gcs-neither", 'V', "D18.2.7, J1 SPEConstructClass()"},
    {R(CALL_RETURN), "call-return", 'V', "D18.2.7"},
    {R(CALL_RETURN_MISSING), "call-return-missing", 'V', "D18.2.7"},
    {R(RETURN_DIRECT), "return-direct", 'V', "D18.2.7, J1 SPEBranch()"},
    {R(CONDITIONAL_INDIRECT), "conditional-indirect", 'V', "D17.4, D18.2.7"},
    {R(CONDITIONAL_CALL_RETURN), "conditional-call-return", 'V', "D17.4, D18.2.7"},
    {R(EVL_OVER_2048), "evl-over-2048", 'V', "D17.6.6, D18.2.7"},
    {R(ADDRESS_ZERO_BITS), "address-zero-bits", 'V', "D18.2.1"},
    {R(NSE_WITHOUT_RME), "nse-without-rme", 'V', "D18.2.1"},
    {R(NSE_RESERVED), "nse-reserved", 'V', "D18.2.1"},
    {R(SECURE_STATE), "secure-state", 'V', "D18.2.1"},
    {R(PC_EL3), "pc-el3", 'V', "D17.4, D18.2.1"},
    {R(BRANCH_TARGET_ELSEWHERE), "branch-target-elsewhere", 'V', "D17.6.3, D18.2.1"},
    {R(DATA_PA_TAG), "data-pa-tag", 'V', "D18.2.1"},
    {R(PREV_BRANCH_TARGET), "prev-branch-target", 'V', "D17.6.3.1, D18.2.1"},
    {R(PREV_TARGET_NOT_RETIRED), "prev-target-not-retired", 'V', "D17.6.3.1"},
    {R(COUNTER_TOO_LARGE), "counter-too-large", 'V', "D18.2.3"},
    {R(ALT_ISSUE_LATENCY), "alt-issue-latency", 'V', "D18.2.3"},
    {R(ALT_ISSUE_NOT_STREAMING), "alt-issue-not-streaming", 'W', "D17.6.1"},
    {R(DATA_SOURCE), "data-source", 'V', "PMSIDR_EL1.LDS"},
    {R(EXTENDED_HEADER), "extended-header", 'W', "libspe"},
    {R(OTHER_PACKET_REPEATED), "other-packet-repeated", 'W', "libspe"},
    {R(IMPDEF_COUNTER_TOO_LARGE), "impdef-counter-too-large", 'V', "D18.2.3"},
    {R(NOT_PADDING), "not-padding", 'V', "D18.1.3"},
    {R(PACKET_CUT), "packet-cut", 'V', "D18.1.1"},
};
/* clang-format on */

static char letter(unsigned rule)
{
    const int severity = spe_rule_severity(rule);
    return severity == SPE_CHECK_VIOLATION ? 'V' : severity == SPE_CHECK_WARNING ? 'W' : 'N';
}

static void test_pins(void)
{
    int bad = 0;
    for (size_t i = 0; i < COUNT(pins); i++) {
        const unsigned rule = (unsigned)pins[i].rule;
        const int good = rule == i && !strcmp(spe_rule_name(rule), pins[i].name) && letter(rule) == pins[i].severity &&
                         !strcmp(spe_rule_section(rule), pins[i].section);
        if (!good)
            diag("%s", pins[i].name);
        bad += !good;
    }
    is(bad, 0, "names, severities and sections");
    is(COUNT(pins), SPE_RULES, "... of every rule");
    is(SPE_CHECK_WARNING, 1, "a warning");
    is(SPE_CHECK_VIOLATION, 2, "a violation");
    is(SPE_CHECK_NOTE, 3, "a note");
}

/* -- docs/rules.md: in the last column of its tables each word in backticks is a rule, with its severity behind -- */

static int named[SPE_RULES];

/* Looks at the rules of a table's row. Returns how many are wrong. */
static int read_row(char *row)
{
    int bad = 0;
    char *cell = row;
    for (char *at = row; *at; at++) /* the row ends with '|' */
        if (*at == '|' && at[1] && at[1] != '\n')
            cell = at + 1;
    for (char *name = strchr(cell, '`'); name; name = strchr(name, '`')) {
        char *end = strchr(++name, '`');
        if (!end)
            return bad + 1;
        *end = 0;
        const int rule = spe_rule_find(name);
        const int good = rule >= 0 && end[1] == ' ' && end[2] == letter((unsigned)rule);
        if (!good)
            diag("%s", name);
        if (rule >= 0)
            named[rule]++;
        bad += !good;
        name = end + 1;
    }
    return bad;
}

static void test_document(void)
{
    char line[2048];
    int bad = 0, rows = 0, missing = 0;
    FILE *file = fopen("docs/rules.md", "r");
    while (file && fgets(line, sizeof line, file))
        if (line[0] == '|') {
            bad += !strchr(line, '\n'); /* it did not fit */
            bad += read_row(line);
            rows++;
        }
    if (file)
        fclose(file);
    for (unsigned rule = 0; rule < SPE_RULES; rule++) {
        if (!named[rule])
            diag("%s is not in docs/rules.md", spe_rule_name(rule));
        missing += !named[rule];
    }
    ok(rows > 100, "docs/rules.md has tables");
    is(bad, 0, "... which name rules that there are, with their severity");
    is(missing, 0, "... every one");
}

int main(void)
{
    test_pins();
    test_document();
    return tap_done();
}
