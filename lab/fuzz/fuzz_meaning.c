/* SPDX-License-Identifier: MIT */
/*
 * The meaning of records and registers. The first byte chooses one of these: any text as a number and as a register's
 * name; any registers as text and as the state of profiling; any bytes or any memory as records, which must be counted
 * and checked alike at once and in two parts.
 */
#include <libspe-lab/lab.h>
#include <string.h>

#include "fuzz.h"
#include "rooms.h"

/* -- text -- */

static void register_from_text(const char *text, size_t size)
{
    uint64_t value;
    const int number = spe_sysreg_number(text, size, &value);
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
    CHECK((spe_sysreg_reserved(reg, raw) & ~raw) == 0);
    CHECK(spe_syndrome_decode(raw, &syndrome) == SPE_OK);
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
    const uint64_t implied = spe_features_implied(features);
    CHECK(!(implied & features->flags) && !(spe_features_too_new(features) & ~features->flags));
    features->flags |= implied;
    CHECK(!spe_features_problem(features) && !spe_features_implied(features));
}

static void check_interval(uint64_t pmsirr, uint64_t pmsidr, uint64_t period, const struct spe_features *features)
{
    struct spe_interval interval;
    uint64_t raw = pmsirr;
    if (spe_interval_measure(pmsirr, features, &interval) == SPE_OK)
        CHECK(interval.least && 2 * interval.least <= interval.twice_mean && interval.twice_mean <= 2 * interval.most);
    const unsigned which = period >> 63 ? SPE_PERIOD_RECOMMENDED : SPE_PERIOD_ANY;
    const uint64_t least = which == SPE_PERIOD_RECOMMENDED ? spe_interval_least(pmsidr) : 256;
    const int changed = spe_interval_from_period(period << 1 >> 1, pmsidr, which, &raw);
    CHECK((changed == SPE_PERIOD_EXACT) == (spe_interval_to_period(raw) == period << 1 >> 1));
    CHECK(spe_interval_to_period(raw) >= least && !((raw ^ pmsirr) & ~UINT64_C(0xffffff00)));
}

/* Up to spe_sysreg_count() registers, some of them twice or none. */
static size_t take_registers(struct spe_gen_source *t, struct spe_sysreg_value *regs)
{
    const size_t n = (size_t)spe_gen_take(t, 1) % (spe_sysreg_count() + 1);
    for (size_t i = 0; i < n; i++) {
        const uint32_t reg = (uint32_t)spe_gen_take(t, 1) % (spe_sysreg_count() + 1);
        regs[i] = (struct spe_sysreg_value){reg, 0, spe_gen_take(t, 8)};
    }
    return n;
}

static void registers(struct spe_gen_source *t)
{
    static struct spe_sysreg_value regs[ROOM_REGISTERS];
    struct spe_features features = SPE_FEATURES_INIT;
    struct spe_buffer_geometry room;
    struct spe_profiling profiling;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        words_of(reg, spe_gen_take(t, 8), (size_t)spe_gen_take(t, 1));
    const uint64_t flags = spe_gen_take(t, 4) & spe_features_all() & ~UINT64_C(0x3fff);
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
}

/* -- records -- */

static void count(const struct spe_record *records, size_t n, size_t first)
{
    static struct spe_stats whole, parts, second;
    static struct spe_summary summary;
    static struct spe_latencies latencies;
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
    memset(&latencies, 0, sizeof latencies);
    spe_latencies_add(&latencies, records, n);
    const struct spe_histogram *total = &latencies.total;
    CHECK(spe_histogram_quantile(total, 0.5) <= spe_histogram_quantile(total, 0.99));
    CHECK(spe_histogram_quantile(total, 1) <= (double)total->most);
}

static uint64_t sum_of_sources(const spe_source_stats *s)
{
    uint64_t sum = spe_source_stats_records(s, SPE_STATS_NO_SOURCE) + spe_source_stats_records(s, SPE_STATS_LEFT_OUT);
    int value, last = -1;
    for (unsigned i = 0; (value = spe_source_stats_value(s, i)) >= 0; last = value, i++) {
        CHECK(value > last && spe_source_stats_records(s, (unsigned)value) > 0);
        CHECK(spe_source_stats_latencies(s, (unsigned)value)->total.count <=
              spe_source_stats_records(s, (unsigned)value));
        sum += spe_source_stats_records(s, (unsigned)value);
    }
    return sum;
}

/* Statistics by data source, with room for few values or for all; also merged parts. */
static void count_sources(const struct spe_record *records, size_t n, size_t first)
{
    static uint8_t storage[3][(8 + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY];
    static spe_source_stats whole, parts, second;
    const size_t size = (1 + first % 8 + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY;
    CHECK(spe_source_stats_init(&whole, SPE_SOURCE_STATS_LATENCIES, storage[0], size) == SPE_OK);
    CHECK(spe_source_stats_init(&parts, SPE_SOURCE_STATS_LATENCIES, storage[1], size) == SPE_OK);
    CHECK(spe_source_stats_init(&second, SPE_SOURCE_STATS_LATENCIES, storage[2], size) == SPE_OK);
    spe_source_stats_add(&whole, records, n);
    spe_source_stats_add(&parts, records, first);
    spe_source_stats_add(&second, records + first, n - first);
    CHECK(spe_source_stats_merge(&parts, &second) == SPE_OK);
    CHECK(sum_of_sources(&whole) == n && sum_of_sources(&parts) == n);
    if (spe_source_stats_records(&whole, SPE_STATS_LEFT_OUT))
        return;
    int value;
    for (unsigned i = 0; (value = spe_source_stats_value(&whole, i)) >= 0; i++) {
        CHECK(spe_source_stats_records(&whole, (unsigned)value) == spe_source_stats_records(&parts, (unsigned)value));
        CHECK(!memcmp(spe_source_stats_latencies(&whole, (unsigned)value),
                      spe_source_stats_latencies(&parts, (unsigned)value), sizeof(struct spe_latencies)));
    }
}

static void check(const struct spe_record *records, size_t n, const uint8_t *bytes, size_t size)
{
    struct spe_finding *findings = (struct spe_finding *)(void *)guarded_end(3, spe_rule_count() * sizeof *findings);
    spe_check c;
    spe_check_init(&c, NULL);
    for (size_t i = 0; i < n; i++) {
        const int found = spe_check_record(&c, &records[i], findings, spe_rule_count());
        CHECK(found >= 0 && found <= (int)spe_rule_count());
        for (int k = 0; k < found; k++)
            CHECK(spe_rule_name(findings[k].rule) && (!k || findings[k - 1].rule < findings[k].rule));
    }
    CHECK(spe_check_bytes(&c, bytes, size, 0, findings, spe_rule_count()) >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct spe_record records[FUZZ_RECORDS];
    const uint8_t *input = guarded_input(data, &size);
    struct spe_gen_source t = {input, size, 0};
    const unsigned what = (unsigned)spe_gen_take(&t, 1);
    if (what % 3 == 0) {
        register_from_text((const char *)t.at, t.left);
    } else if (what % 3 == 1) {
        registers(&t);
    } else {
        const size_t first = (size_t)spe_gen_take(&t, 1);
        const size_t n = fuzz_records(&t, records);
        count(records, n, n ? first % n : 0);
        count_sources(records, n, n ? first % n : 0);
        check(records, n, t.at, t.left);
    }
    return 0;
}

/* Records follow two bytes: which of the three they are, and where they are cut in two. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return fuzz_mutate(data, size, max, seed, size && data[0] % 3 == 2 ? 2 : size);
}
