// SPDX-License-Identifier: MIT
// Statistics through spe.hpp and through the C interface: statistics test FILE, raw bytes of complete records;
// statistics c|cpp FILE: the cost of each way.
#define SPE_ALLOW_PROVISIONAL 1
#include <libspe/spe.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#include <span>
static_assert(std::ranges::forward_range<const spe::source_stats>);
static_assert(std::is_convertible_v<std::span<const spe::record>, spe::batch>);
#endif

#include "client.hpp"

constexpr std::uint32_t with_latencies = SPE_SOURCE_STATS_LATENCIES;
static_assert(sizeof(spe::stats) == sizeof(spe_stats) && sizeof(spe::latencies) == sizeof(spe_latencies));
static_assert(std::is_trivially_copyable_v<spe::stats> && std::is_trivially_copyable_v<spe::latencies>);
static_assert(!std::is_copy_constructible_v<spe::source_stats_of<1, 0>> &&
              !std::is_copy_assignable_v<spe::source_stats_of<1, 0>>);
static_assert(sizeof(spe::source_stats_of<6, 0>) < 128 + 8 * SPE_SOURCE_STATS_ENTRY + 64); // only the storage
// One record is a batch, in any type that has it; an array is a batch only if its records are adjacent.
static_assert(std::is_convertible_v<spe::sample, spe::batch> &&
              !std::is_convertible_v<std::vector<spe::sample>, spe::batch>);

constexpr unsigned most = 64;

template <class T> static bool same(const T &a, const T &b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

static std::vector<spe::record> decoded(const char *path)
{
    const std::vector<unsigned char> bytes = contents(path);
    std::vector<spe::record> out;
    for (const spe::record &r : spe::records(bytes))
        out.push_back(r);
    return out;
}

static double sum; // the sum of what both ways read, so that it is not optimised away

__attribute__((noinline)) static void through_c(const spe_record *records, std::size_t n)
{
    static spe_stats stats;
    static spe_latencies latencies;
    static unsigned char storage[(most + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY];
    spe_source_stats sources;
    spe_source_stats_init(&sources, SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    for (std::size_t i = 0; i < n; i++) {
        spe_stats_add(&stats, &records[i], 1);
        spe_latencies_add(&latencies, &records[i], 1);
        spe_source_stats_add(&sources, &records[i], 1);
    }
    spe_stats_add(&stats, records, n);
    int value;
    for (unsigned i = 0; (value = spe_source_stats_value(&sources, i)) >= 0; i++)
        sum += static_cast<double>(spe_source_stats_records(&sources, static_cast<unsigned>(value))) +
               spe_histogram_mean(&spe_source_stats_latencies(&sources, static_cast<unsigned>(value))->total);
    sum += spe_histogram_quantile(&latencies.issue, 0.9) + static_cast<double>(stats.records);
}

__attribute__((noinline)) static void through_cpp(const std::vector<spe::record> &records)
{
    static spe::stats stats;
    static spe::latencies latencies;
    static unsigned char storage[(most + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY];
    spe::source_stats sources(SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    for (const spe::record &r : records) {
        stats.add(r);
        latencies.add(r);
        sources.add(r);
    }
    stats.add(records);
    for (const spe::source &s : sources)
        sum += static_cast<double>(s.records) + spe::mean(s.latencies->total);
    sum += spe::quantile(latencies.issue, 0.9) + static_cast<double>(stats.records);
}

static void test_counts(const std::vector<spe::record> &records, const std::vector<spe_record> &raw)
{
    spe_stats c{};
    spe_stats_add(&c, raw.data(), raw.size());
    spe::stats all, one_by_one, parts;
    all.add(records);
    for (const spe::record &r : records)
        one_by_one.add(r);
    check(c.records == records.size() && same<spe_stats>(all, c) && same<spe_stats>(one_by_one, c),
          "counts are those of C, at once and one by one");
    const std::array<spe_record, 2> two{raw[0], raw[1]};
    const spe_record rest[]{raw[2], raw[3]};
    parts.add(two);
    parts.add(rest);
    const spe::stats before = parts;
    for (std::size_t i = 4; i < raw.size(); i++)
        parts.add(raw[i]);
    check(before.records == 4 && same<spe_stats>(parts, c), "... by array and C's records; a copy stays as it was");
    spe::stats merged = before, tail;
    tail.add(std::vector<spe_record>(raw.begin() + 4, raw.end()));
    merged.merge(tail);
    merged.add(std::vector<spe::record>());
    check(tail.records == raw.size() - 4 && same<spe_stats>(merged, c), "... and merged");
    spe_summary summary;
    (void)spe_stats_summarise(&c, &summary);
    std::uint64_t classes = 0;
    bool subclasses = true;
    for (unsigned i = 0; i < 256; i++) {
        subclasses &= all.subclass(i) == spe_stats_subclass(&c, i);
        classes += all.subclass(i);
    }
    check(same(all.summary(), summary) && summary.loads > 0 && subclasses && classes == all.records,
          "the summary and the subclasses");
}

static void test_latencies(const std::vector<spe::record> &records, const std::vector<spe_record> &raw)
{
    spe_latencies c{};
    spe_latencies_add(&c, raw.data(), raw.size());
    spe::latencies all, head, tail;
    all.add(records);
    head.add(std::vector<spe::record>(records.begin(), records.begin() + 4));
    for (std::size_t i = 4; i < records.size(); i++)
        tail.add(records[i]);
    head.merge(tail);
    check(same<spe_latencies>(all, c) && same<spe_latencies>(head, c) && all.total.count > 0, "latencies, and merged");
    bool equal = true;
    for (const spe_histogram *h : {&all.total, &all.issue, &all.translation})
        for (const double q : {0.0, 0.5, 0.99, 1.0})
            equal &= !(spe::quantile(*h, q) < spe_histogram_quantile(h, q)) &&
                     !(spe::quantile(*h, q) > spe_histogram_quantile(h, q)) &&
                     !(spe::mean(*h) < spe_histogram_mean(h)) && !(spe::mean(*h) > spe_histogram_mean(h));
    check(equal && spe::mean(all.total) > 0 && spe::quantile(all.total, 1) > spe::quantile(all.total, 0),
          "their means and quantiles");
}

/* Whether both have the same for every possible value, and the range has the values that have a place. */
static bool equal_sources(spe::source_stats &s, const spe_source_stats &c)
{
    bool equal = true;
    for (unsigned value = 0; value <= SPE_STATS_LEFT_OUT; value++) {
        const spe_latencies *const want = spe_source_stats_latencies(&c, value);
        const spe::source got = s.of(value);
        equal &= got.value == value && got.records == spe_source_stats_records(&c, value) &&
                 (want == nullptr ? got.latencies == nullptr : got.latencies && same(*got.latencies, *want));
    }
    unsigned n = 0;
    for (const spe::source &source : s) {
        equal &= static_cast<int>(source.value) == spe_source_stats_value(&c, n++);
        equal &= source.records == spe_source_stats_records(&c, source.value) && source.records > 0;
        equal &= source.latencies == s.of(source.value).latencies;
    }
    return equal && spe_source_stats_value(&c, n) == SPE_E_ARG;
}

template <std::size_t Values, std::uint32_t Flags>
static bool like_c(const std::vector<spe::record> &records, const std::vector<spe_record> &raw)
{
    static std::uint64_t storage[sizeof(spe::source_storage<Values, Flags>) / 8], again[sizeof storage / 8];
    static spe::source_stats_of<Values, Flags> inside, head;
    spe_source_stats c;
    (void)spe_source_stats_init(&c, Flags, storage, sizeof storage);
    spe_source_stats_add(&c, raw.data(), raw.size());
    spe::source_stats outside(Flags, again, sizeof again);
    for (const spe::record &r : records)
        outside.add(r);
    inside.add(std::vector<spe::record>(records.begin() + 4, records.end()));
    head.add(std::vector<spe_record>(raw.begin(), raw.begin() + 4));
    const spe::status merged = head.merge(inside);
    inside.add(std::vector<spe_record>(raw.begin(), raw.begin() + 4));
    const bool exact = spe_source_stats_records(&c, SPE_STATS_LEFT_OUT) == 0; // otherwise the order matters
    return merged == spe::status::ok && outside.ready() == spe::status::ok && inside.ready() == spe::status::ok &&
           equal_sources(outside, c) && (!exact || (equal_sources(inside, c) && equal_sources(head, c)));
}

static void test_sources(const std::vector<spe::record> &records, const std::vector<spe_record> &raw)
{
    check(like_c<most, with_latencies>(records, raw), "by data source, with latencies");
    check(like_c<most, 0>(records, raw), "... without");
    check(like_c<1, 0>(records, raw), "... with room for few");
    static spe::source_stats_of<most, with_latencies> all;
    spe::source_stats_of<1, 0> few;
    static unsigned char places[3 * SPE_SOURCE_STATS_ENTRY], none[1];
    spe::source_stats one(0, places, sizeof places), nothing(0, none, sizeof none);
    all.add(records);
    few.add(records);
    std::vector<unsigned> values;
    std::uint64_t total = all.of(SPE_STATS_NO_SOURCE).records;
    for (const auto &[value, number, latencies] : all) {
        values.push_back(value);
        total += number;
    }
    check(values.size() > 1 && std::is_sorted(values.begin(), values.end()) && total == records.size(),
          "sources rise, and with those that have none they are all records");
    spe::source_stats::iterator at = all.begin();
    const spe::source_stats::iterator first = at++;
    check((*first).value == values[0] && (*at).value == values[1] && first == all.begin() && at != first &&
              at != all.end() && std::distance(first, all.end()) == static_cast<std::ptrdiff_t>(values.size()),
          "an iterator keeps its place");
    check(few.of(SPE_STATS_LEFT_OUT).records > 0 &&
              few.of(SPE_STATS_LEFT_OUT).records + few.of(SPE_STATS_NO_SOURCE).records < records.size() &&
              few.of(70000).records == 0 && few.of(*values.begin()).latencies == nullptr &&
              all.of(65535).records == 0 && all.of(65535).latencies == nullptr,
          "values without a place");
    static spe::source_stats_of<3, with_latencies> three;
    for (const unsigned value : {65535u, 0u, 7u})
        (void)spe_source_stats_put(three.raw(), value, 1, nullptr);
    check(three.of(0).records == 1 && three.of(7).records == 1 && three.of(65535).records == 1 &&
              three.of(SPE_STATS_LEFT_OUT).records == 0,
          "room for three is room for three");
    nothing.add(records);
    check(name(nothing.ready()) == "SPE_E_SPACE" && nothing.begin() == nothing.end() &&
              name(nothing.merge(few)) == "SPE_E_STATE" && name(all.merge(few)) == "SPE_E_CONFIG" &&
              one.begin() == one.end() && spe_source_stats_put(one.raw(), 7, 3, nullptr) == SPE_OK &&
              (*one.begin()).value == 7 && one.of(7).records == 3,
          "without room, of other parts, and through C");
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const std::vector<spe::record> records = decoded(argv[2]);
    std::vector<spe_record> raw;
    for (const spe::record &r : records)
        raw.push_back(r.raw);
    if (std::strcmp(argv[1], "test") != 0) {
        std::strcmp(argv[1], "c") == 0 ? through_c(raw.data(), raw.size()) : through_cpp(records);
        return !(sum > 0);
    }
    through_c(raw.data(), raw.size());
    const double c = sum;
    sum = 0;
    through_cpp(records);
    check(c > 0 && same(sum, c), "both ways sum up the same");
    test_counts(records, raw);
    test_latencies(records, raw);
    test_sources(records, raw);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
