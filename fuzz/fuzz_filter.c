/* SPDX-License-Identifier: MIT */
/*
 * What records mean. The first byte chooses one of these: any text as a filter; any registers as a filter; any bytes or
 * any memory as records, which a filter must treat alike one by one and together, and whose source must have a level.
 */
#include <libspe/spe.h>
#include <string.h>

#include "fuzz.h"

/* An attribute with the terms of registers makes the same registers. */
static void filter_from_attribute(const struct spe_filter_registers *registers)
{
    struct spe_filter_registers again = SPE_FILTER_REGISTERS_INIT;
    struct spe_filter_setting term;
    uint64_t config[5] = {0};
    for (unsigned i = 0; spe_filter_perf_term(registers, i, &term); i++)
        config[term.config] |= term.value << term.shift;
    CHECK(spe_filter_from_perf(config, 5, &again) == SPE_OK && !memcmp(&again, registers, sizeof again));
}

static void filter_from_text(const char *text, size_t size)
{
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    size_t where = SIZE_MAX;
    const int status = spe_filter_parse(text, size, &registers, &where);
    CHECK(status == SPE_OK ? where == SIZE_MAX : where <= size);
    CHECK(status != SPE_OK || !spe_filter_registers_problem(&registers));
    if (status == SPE_OK)
        filter_from_attribute(&registers);
}

static void filter_from_registers(struct spe_gen_source *t)
{
    struct spe_features features = SPE_FEATURES_INIT;
    spe_filter filter;
    struct spe_filter_registers f = {.size = sizeof f, .control = (uint32_t)spe_gen_take(t, 1)};
    uint32_t problems = 0;
    features.version = (uint8_t)spe_gen_take(t, 1);
    features.flags = spe_gen_take(t, 4) & spe_features_all();
    f.pmsfcr = spe_gen_take(t, 8);
    f.pmsevfr = spe_gen_take(t, 8);
    f.pmsnevfr = spe_gen_take(t, 8);
    f.pmslatfr = spe_gen_take(t, 8);
    f.pmsdsfr = spe_gen_take(t, 8);
    const int status = spe_filter_compile(&f, &features, &filter, &problems);
    CHECK((status == SPE_OK) == !problems && spe_filter_problem_text(problems));
}

/* -- records -- */

static void filter(const struct spe_filter_registers *f, struct spe_record *records, size_t n)
{
    spe_filter filter;
    struct spe_filter_counts counts = {{0}};
    size_t kept = 0;
    uint64_t all = 0;
    if (spe_filter_compile(f, NULL, &filter, NULL) != SPE_OK)
        return;
    for (size_t i = 0; i < n; i++)
        kept += (size_t)spe_filter_keeps(&filter, &records[i]);
    CHECK(spe_filter_batch(&filter, records, n, &counts) == kept && counts.count[SPE_FILTER_KEPT] == kept);
    for (unsigned i = 0; i < 8; i++)
        all += counts.count[i];
    CHECK(all == n);
}

static void find_levels(const struct spe_record *records, size_t n)
{
    struct spe_data_source source;
    for (size_t i = 0; i < n; i++) {
        CHECK(spe_memory_level(spe_cpu_midr((unsigned)i % spe_cpu_count()), &records[i], &source) == SPE_OK);
        CHECK(spe_level_name(source.level) && !(source.known && source.inferred));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct spe_record records[FUZZ_RECORDS];
    const uint8_t *input = guarded_input(data, &size);
    struct spe_gen_source t = {input, size, 0};
    const unsigned what = (unsigned)spe_gen_take(&t, 1);
    if (what % 3 == 0) {
        filter_from_text((const char *)t.at, t.left);
    } else if (what % 3 == 1) {
        filter_from_registers(&t);
    } else {
        struct spe_filter_registers f = {
            .size = sizeof f, .pmsfcr = spe_gen_take(&t, 4), .pmsevfr = spe_gen_take(&t, 4)};
        f.pmslatfr = spe_gen_take(&t, 2);
        const size_t n = fuzz_records(&t, records);
        find_levels(records, n);
        filter(&f, records, n);
    }
    return 0;
}

/* Records follow 12 bytes: which of the three they are, three registers, and the number of records that are any memory.
 */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return fuzz_mutate(data, size, max, seed, size && data[0] % 3 == 2 ? 12 : size);
}
