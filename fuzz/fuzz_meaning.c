/* SPDX-License-Identifier: MIT */
/*
 * What records and registers mean. The first byte chooses: any text as a filter, and as a register's fields, which a
 * text of what was understood gives again; any registers as a filter, as words, as the state of profiling; or any bytes
 * as records,
 * and any memory as records, which are counted, filtered and checked in one go and in two parts alike.
 */
#include <libspe/spe.h>
#include <string.h>

#include "fuzz.h"

#define RECORDS 96

/* -- text -- */

static void check_filter_text(const struct spe_filter_registers *registers, uint32_t style)
{
    struct spe_filter_registers again;
    char *text = (char *)guarded_end(1, SPE_FILTER_TEXT_MAX);
    const int n = spe_filter_text(registers, style, text, SPE_FILTER_TEXT_MAX);
    CHECK(n == SPE_E_KIND || (n >= 0 && n < SPE_FILTER_TEXT_MAX && strlen(text) == (size_t)n));
    if (n < 0)
        return;
    CHECK(spe_filter_text(registers, style, NULL, 0) == n);
    CHECK(spe_filter_parse(text, (size_t)n, &again, NULL) == SPE_OK);
    char *twice = (char *)guarded_end(2, (size_t)n + 1);
    CHECK(spe_filter_text(&again, style, twice, (size_t)n + 1) == n && !strcmp(text, twice));
}

static void filter_from_text(const char *text, size_t size)
{
    struct spe_filter_registers registers;
    size_t mistake = SIZE_MAX;
    const int status = spe_filter_parse(text, size, &registers, &mistake);
    CHECK(status == SPE_OK ? mistake == SIZE_MAX : mistake <= size);
    if (status != SPE_OK)
        return;
    check_filter_text(&registers, SPE_FILTER_TEXT_PERF);
    check_filter_text(&registers, SPE_FILTER_TEXT_WINDOWSPERF);
}

static void register_from_text(unsigned reg, const char *text, size_t size)
{
    uint64_t raw = 0, again = 0;
    size_t mistake = SIZE_MAX;
    const int status = spe_sysreg_parse(reg, text, size, &raw, &mistake);
    CHECK(status == SPE_OK || mistake <= size);
    const int fields = spe_sysreg_fields(reg);
    for (int field = 0; status == SPE_OK && field < fields; field++) {
        uint64_t value = 0;
        CHECK(spe_sysreg_get(reg, (unsigned)field, raw, &value) == SPE_OK);
        CHECK(spe_sysreg_put(reg, (unsigned)field, value, &again) == SPE_OK);
    }
    CHECK(status != SPE_OK || again == (raw & ~spe_sysreg_reserved(reg, raw)));
    const int number = spe_sysreg_number(text, size, &again);
    CHECK(number == SPE_OK || number == SPE_E_SYNTAX || number == SPE_E_RANGE);
    char *name = (char *)guarded_end(1, size + 1);
    memcpy(name, text, size);
    name[size] = 0;
    const int found = spe_sysreg_find(name);
    CHECK(found < 0 ? found == SPE_E_NAME : spe_sysreg_match(name, 0) == found && spe_sysreg_match(name, 1) < 0);
}

/* -- registers -- */

static void words_of(unsigned reg, uint64_t raw, size_t cap)
{
    struct spe_syndrome syndrome;
    char *text = (char *)guarded_end(1, SPE_SYSREG_TEXT_MAX);
    const int n = spe_sysreg_text(reg, raw, text, SPE_SYSREG_TEXT_MAX);
    CHECK(n > 0 && n < SPE_SYSREG_TEXT_MAX && strlen(text) == (size_t)n);
    cap %= (size_t)n + 2;
    CHECK(spe_sysreg_text(reg, raw, (char *)guarded_end(2, cap), cap) == n);
    CHECK(spe_syndrome_decode(raw, &syndrome) == SPE_OK && spe_fault_status_name(syndrome.fault_status));
    CHECK(spe_syndrome_text(raw, text, SPE_SYSREG_TEXT_MAX) < SPE_SYSREG_TEXT_MAX);
    uint64_t again = 0;
    CHECK(spe_syndrome_encode(&syndrome, &again) == SPE_OK && again == (raw & UINT64_C(0x00fffffffc0fffff)));
}

static void check_profiling(const struct spe_profiling *p)
{
    struct spe_profiling_level level;
    CHECK(p->owning_el <= 2 && p->event_el <= 3 && p->owning_state <= SPE_STATE_RESERVED);
    CHECK(p->unpredictable || (p->owning_el && p->event_el && p->owning_state != SPE_STATE_RESERVED));
    for (unsigned i = 0; i < 12; i++) {
        CHECK(spe_profiling_at(p, i % 4, i / 4, &level) == SPE_OK);
        CHECK(level.allowed <= SPE_PROFILING_UNPREDICTABLE && (level.allowed || !level.enabled));
        CHECK(p->unpredictable || level.allowed <= SPE_PROFILING_YES);
        CHECK(!level.collects || level.allowed == SPE_PROFILING_YES);
        CHECK(level.timestamp <= SPE_TIMESTAMP_RESERVED && spe_timestamp_source_name(level.timestamp));
    }
}

static void check_features(struct spe_features *features)
{
    const uint32_t implied = spe_features_implied(features);
    CHECK(!(implied & features->flags) && !(spe_features_too_new(features) & ~features->flags));
    features->flags |= implied;
    CHECK(!spe_features_mistake(features) && !spe_features_implied(features));
}

static void check_interval(uint64_t pmsirr, uint64_t pmsidr, uint64_t period, const struct spe_features *features)
{
    struct spe_interval interval;
    uint64_t raw = pmsirr;
    if (spe_interval_measure(pmsirr, features, &interval) == SPE_OK)
        CHECK(interval.least && 2 * interval.least <= interval.twice_mean && interval.twice_mean <= 2 * interval.most);
    const int changed = spe_interval_from_period(period, pmsidr, &raw);
    CHECK((changed == SPE_PERIOD_EXACT) == (spe_interval_to_period(raw) == period));
    CHECK(spe_interval_to_period(raw) >= spe_interval_least(pmsidr) && !((raw ^ pmsirr) & ~UINT64_C(0xffffff00)));
}

/* Up to SPE_REGS registers, some of them twice or none. */
static size_t take_registers(struct spe_gen_source *t, struct spe_sysreg_value *regs)
{
    const size_t n = (size_t)spe_gen_take(t, 1) % (SPE_REGS + 1);
    for (size_t i = 0; i < n; i++) {
        const uint32_t reg = (uint32_t)spe_gen_take(t, 1) % (SPE_REGS + 1);
        regs[i] = (struct spe_sysreg_value){reg, 0, spe_gen_take(t, 8)};
    }
    return n;
}

static void registers(struct spe_gen_source *t)
{
    static struct spe_sysreg_value regs[SPE_REGS];
    struct spe_features features;
    struct spe_buffer_geometry room;
    struct spe_profiling profiling;
    spe_filter filter;
    struct spe_filter_registers f = {.size = sizeof f, .control = (uint32_t)spe_gen_take(t, 1)};
    uint32_t problems = 0;
    for (unsigned reg = 0; reg < SPE_REGS; reg++)
        words_of(reg, spe_gen_take(t, 8), (size_t)spe_gen_take(t, 1));
    const uint32_t flags = (uint32_t)spe_gen_take(t, 4) & SPE_FEATURES_ALL_FLAGS & ~UINT32_C(0x3fff);
    const size_t n = take_registers(t, regs);
    if (spe_features_from_registers(regs, n, flags, &features) != SPE_OK)
        return;
    check_features(&features);
    CHECK(spe_profiling_read(regs, n, &features, &profiling) == SPE_OK);
    check_profiling(&profiling);
    check_interval(regs[0].raw, regs[n ? n - 1 : 0].raw, spe_gen_take(t, 8), &features);
    const uint64_t pointer = spe_gen_take(t, 8), limiter = spe_gen_take(t, 8);
    CHECK(spe_buffer_measure(pointer, limiter, &features, &room) == SPE_OK);
    CHECK(!room.free || room.pointer + room.free == room.limit);
    CHECK(!room.records || room.records <= room.free);
    f.pmsfcr = spe_gen_take(t, 8);
    f.pmsevfr = spe_gen_take(t, 8);
    f.pmsnevfr = spe_gen_take(t, 8);
    f.pmslatfr = spe_gen_take(t, 8);
    f.pmsdsfr = spe_gen_take(t, 8);
    const int status = spe_filter_compile(&filter, &f, &features, &problems);
    CHECK((status == SPE_OK) == !problems && spe_filter_problem(problems));
    check_filter_text(&f, SPE_FILTER_TEXT_PERF);
}

/* -- records -- */

static size_t take_records(struct spe_gen_source *t, struct spe_record *records)
{
    static spe_decoder decoder;
    const size_t raw =
        (size_t)spe_gen_take(t, 1) % 8; /* so many are memory as it comes, the others what a decoder gives */
    for (size_t i = 0; i < raw; i++)
        for (size_t at = 0; at < sizeof records[i]; at++)
            ((uint8_t *)&records[i])[at] = (uint8_t)spe_gen_take(t, 1);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, t->at, t->left);
    return raw + spe_decoder_next_batch(&decoder, records + raw, RECORDS - raw);
}

static void count(const struct spe_record *records, size_t n, size_t first)
{
    static struct spe_stats whole, parts, second;
    static struct spe_summary summary;
    struct spe_estimate e;
    memset(&whole, 0, sizeof whole);
    memset(&parts, 0, sizeof parts);
    memset(&second, 0, sizeof second);
    spe_stats_add(&whole, records, n);
    spe_stats_add(&second, records + first, n - first);
    spe_stats_add(&parts, records, first);
    spe_stats_merge(&parts, &second);
    CHECK(!memcmp(&whole, &parts, sizeof whole) && whole.records == n);
    CHECK(spe_stats_summarise(&whole, &summary) == SPE_OK);
    CHECK(summary.classes[0] + summary.classes[1] + summary.classes[2] + summary.classes[3] + summary.no_operation ==
          n);
    for (unsigned i = 0; spe_summary_estimate(&summary, i, &e) == SPE_OK; i++)
        CHECK(e.k <= e.n && e.n <= n && 0 <= e.low && e.low <= e.high && e.high <= 100);
    const struct spe_histogram *total = &summary.latencies.total;
    CHECK(spe_histogram_quantile(total, 0.5) <= spe_histogram_quantile(total, 0.99));
    CHECK(spe_histogram_quantile(total, 1) <= (double)total->most);
}

static void filter(const struct spe_filter_registers *f, struct spe_record *records, size_t n)
{
    spe_filter filter;
    struct spe_filter_counts counts = {{0}};
    size_t kept = 0;
    uint64_t all = 0;
    if (spe_filter_compile(&filter, f, NULL, NULL) != SPE_OK)
        return;
    for (size_t i = 0; i < n; i++)
        kept += (size_t)spe_filter_keeps(&filter, &records[i]);
    CHECK(spe_filter_batch(&filter, records, n, &counts) == kept && counts.count[SPE_FILTER_KEPT] == kept);
    for (unsigned i = 0; i < 8; i++)
        all += counts.count[i];
    CHECK(all == n);
}

static void check(const struct spe_record *records, size_t n, const uint8_t *bytes, size_t size)
{
    struct spe_finding *findings = (struct spe_finding *)(void *)guarded_end(3, SPE_RULES * sizeof *findings);
    struct spe_data_source source;
    spe_check c;
    spe_check_init(&c, NULL);
    for (size_t i = 0; i < n; i++) {
        const int found = spe_check_record(&c, &records[i], findings, SPE_RULES);
        CHECK(found >= 0 && found <= SPE_RULES);
        for (int k = 0; k < found; k++)
            CHECK(spe_rule_name(findings[k].rule) && (!k || findings[k - 1].rule < findings[k].rule));
        CHECK(spe_memory_level(&records[i], spe_cpu_midr((unsigned)i % spe_cpu_count()), &source) == SPE_OK);
        CHECK(spe_level_name(source.level) && !(source.known && source.inferred));
    }
    CHECK(spe_check_bytes(&c, bytes, size, 0, findings, SPE_RULES) >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct spe_record records[RECORDS];
    const uint8_t *input = guarded_input(data, &size);
    struct spe_gen_source t = {input, size, 0};
    const unsigned what = (unsigned)spe_gen_take(&t, 1);
    if (what % 4 == 0) {
        filter_from_text((const char *)t.at, t.left);
    } else if (what % 4 == 1) {
        register_from_text(what / 4 % SPE_REGS, (const char *)t.at, t.left);
    } else if (what % 4 == 2) {
        registers(&t);
    } else {
        struct spe_filter_registers f = {
            .size = sizeof f, .pmsfcr = spe_gen_take(&t, 4), .pmsevfr = spe_gen_take(&t, 4)};
        f.pmslatfr = spe_gen_take(&t, 2);
        const size_t first = (size_t)spe_gen_take(&t, 1);
        const size_t n = take_records(&t, records);
        count(records, n, n ? first % n : 0);
        check(records, n, t.at, t.left);
        filter(&f, records, n);
    }
    return 0;
}

/* Records stand behind 13 bytes: which they are of the four, three registers, two numbers, and memory that is none. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return fuzz_mutate(data, size, max, seed, size && data[0] % 4 == 3 ? 13 : size);
}
