/* SPDX-License-Identifier: MIT */
/*
 * check_core CORE < perf.data: checks spe-record's output against the rules of the architecture for that core
 * (tools/record/core.h), which spe-dump --check does not know. Prints a line for each rule that records break, except
 * notes. Exits with 1 if there is such a rule or no record.
 */
#include <inttypes.h>
#include <libspe-lab/lab.h>
#include <stdio.h>

#include "../../record/core.h"
#include "../../../tests/unit/rooms.h"

enum { STREAMS = 64, FINDINGS = 16 };
static uint64_t broken[ROOM_RULES], records;
static spe_check checks[STREAMS];

static int64_t read_file(void *file, uint64_t offset, void *bytes, size_t cap)
{
    (void)offset;
    return (int64_t)fread(bytes, 1, cap, file);
}

static void hold(spe_check *check, const struct spe_record *record)
{
    struct spe_finding findings[FINDINGS];
    const int n = spe_check_record(check, record, findings, FINDINGS);
    records++;
    for (int i = 0; i < n && i < FINDINGS; i++)
        broken[findings[i].rule] += spe_rule_severity(findings[i].rule) != SPE_CHECK_NOTE;
}

static int read_all(FILE *file)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    static spe_decoder decoders[STREAMS];
    spe_perf_reader reader;
    struct spe_perf_event event;
    struct spe_record record;
    int status = spe_perf_reader_init(&reader, read_file, file, 0, storage, sizeof storage);
    for (int i = 0; i < STREAMS && !status; i++)
        status = spe_decoder_init(&decoders[i], NULL);
    while (!status && (status = spe_perf_reader_next(&reader, &event)) == 1 && event.index < STREAMS) {
        status = 0;
        if (event.type != SPE_PERF_BYTES)
            continue;
        spe_decoder_feed(&decoders[event.index], event.bytes, (size_t)event.size);
        while (spe_decoder_next(&decoders[event.index], &record) == 1)
            hold(&checks[event.index], &record);
    }
    return status;
}

int main(int argc, char **argv)
{
    const struct core *core = argc == 2 ? core_find(argv[1]) : NULL;
    int bad = 0;
    if (!core)
        return 2;
    struct spe_features features = core_features(core);
    for (int i = 0; i < STREAMS; i++)
        if (spe_check_init(&checks[i], &features) != SPE_OK)
            return 2;
    bad = read_all(stdin) != 0 || !records;
    for (unsigned rule = 0; rule < spe_rule_count(); rule++) {
        if (broken[rule])
            printf("%" PRIu64 " %s: %s\n", broken[rule], spe_rule_name(rule), spe_rule_text(rule));
        bad |= broken[rule] != 0;
    }
    printf("%" PRIu64 " records\n", records);
    return bad;
}
