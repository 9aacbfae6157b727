// SPDX-License-Identifier: MIT
// perf.data, filters and operations through spe.hpp and through the C interface: profile test FILE..., each a complete
// or incomplete perf.data file; profile c|cpp FILE: the cost of each way.
#include <libspe/spe.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#if __cplusplus >= 202002L
#include <ranges>
static_assert(std::ranges::input_range<spe::perf_events> && std::ranges::input_range<spe::samples>);
#endif
#include <vector>

#include "client.hpp"
static_assert(std::is_copy_constructible_v<spe::filter> && !std::is_copy_constructible_v<spe::perf_events> &&
              !std::is_copy_constructible_v<spe::samples> && std::is_copy_constructible_v<spe::sample>);

static const char terms[] = "load_filter=1,min_latency=10";
constexpr std::size_t most = 8;

struct sums {
    std::uint64_t records, kept, latencies, cpus, stores;
};

// As in perf_data.h. Passes each record to `use`, with the event that has its bytes.
template <class Use> static int walk_in_c(spe::bytes file, spe_perf_clock *clock, Use use)
{
    static std::uint64_t storage[SPE_PERF_STORAGE / 8];
    static spe_decoder decoders[most];
    spe_perf_event whose[most];
    bool used[most] = {};
    spe_perf_reader reader;
    spe_perf_event event;
    spe_record record;
    spe_perf_reader_init_memory(&reader, file.data(), file.size(), storage, sizeof storage);
    int got;
    while ((got = spe_perf_reader_next(&reader, &event)) == 1) {
        spe_decoder *const d = &decoders[event.index];
        if (event.type == SPE_PERF_CLOCK)
            *clock = event.clock;
        if (event.type == SPE_PERF_BUFFER) {
            if (!used[event.index])
                spe_decoder_init(d, nullptr);
            used[event.index] = true;
            whose[event.index] = event;
        }
        const int fed = spe_perf_feed(d, &event, &record);
        if (fed == SPE_PERF_FEED_CUT)
            use(record, whose[event.index]);
        while (fed == SPE_PERF_FEED_RECORDS && spe_decoder_next(d, &record) == 1)
            use(record, whose[event.index]);
    }
    for (std::size_t i = 0; i < most; i++)
        if (used[i] && spe_decoder_finish(&decoders[i], &record) == 1)
            use(record, whose[i]);
    return got;
}

__attribute__((noinline)) static sums through_c(spe::bytes file)
{
    sums out{};
    spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    spe_perf_clock clock{};
    spe_filter_parse(terms, sizeof terms - 1, &registers, nullptr);
    spe_filter_compile(&registers, nullptr, &filter, nullptr);
    walk_in_c(file, &clock, [&](const spe_record &r, const spe_perf_event &event) {
        out.records++;
        out.cpus += event.cpu;
        if (spe_filter_keeps(&filter, &r)) {
            out.kept++;
            out.latencies += r.total_latency;
        }
        spe_op op;
        if (r.present & SPE_HAS_OPERATION && spe_op_decode(r.op_class, r.op_payload, &op) == SPE_OK &&
            op.op_class == SPE_CLASS_LOAD_STORE && op.subclass != SPE_OP_RESERVED && op.store)
            out.stores++;
    });
    return out;
}

__attribute__((noinline)) static sums through_cpp(spe::bytes file)
{
    static spe::stream streams[most];
    sums out{};
    const spe::filter slow(terms);
    spe::samples samples(file, streams);
    for (const spe::sample &s : samples) {
        out.records++;
        out.cpus += s.cpu().value_or(SPE_PERF_NONE);
        if (slow.keeps(s)) {
            out.kept++;
            out.latencies += s.total_latency().value_or(0);
        }
        if (auto op = s.operation(); op && op->is_store())
            out.stores++;
    }
    return out;
}

static std::string line(const spe_record &r, std::uint64_t cpu, std::uint64_t tid, std::uint64_t midr)
{
    const char *const raw = reinterpret_cast<const char *>(&r);
    return std::to_string(cpu) + ' ' + std::to_string(tid) + ' ' + std::to_string(midr) + ' ' +
           std::string(raw, sizeof r) + '\n';
}

struct input {
    const std::vector<unsigned char> *bytes;
};

static std::int64_t read_some(void *context, std::uint64_t offset, void *out, std::size_t cap)
{
    const std::vector<unsigned char> &bytes = *static_cast<input *>(context)->bytes;
    if (offset >= bytes.size())
        return 0;
    const std::size_t n = std::min({cap, bytes.size() - static_cast<std::size_t>(offset), std::size_t{1000}});
    std::memcpy(out, bytes.data() + offset, n);
    return static_cast<std::int64_t>(n);
}

template <class Samples> static std::string lines(Samples &samples)
{
    std::string out;
    for (const spe::sample &s : samples)
        out += line(s.raw, s.cpu().value_or(SPE_PERF_NONE), s.tid().value_or(SPE_PERF_NONE), s.midr());
    return out;
}

static void test_file(const std::vector<unsigned char> &file)
{
    std::string want, got;
    spe_perf_clock clock{};
    const int end = walk_in_c(file, &clock, [&](const spe_record &r, const spe_perf_event &event) {
        want += line(r, event.cpu, event.tid, event.midr);
    });
    std::vector<spe::stream> streams(most);
    spe::samples samples(file, streams);
    got = lines(samples);
    const std::string name = std::to_string(file.size()) + " bytes";
    check(got == want && static_cast<int>(samples.ended()) == end && samples.problem().empty() == (end == 0),
          name + ": the samples that C finds, and how it ends");
    input in{&file};
    spe::samples read(read_some, &in, SPE_PERF_SEEKABLE, streams);
    check(lines(read) == want && static_cast<int>(read.ended()) == end && read.at() == samples.at(),
          name + ": read by a function, with the same streams again");
    static std::uint64_t storage[SPE_PERF_STORAGE / 8];
    spe_perf_reader reader;
    spe_perf_event event;
    std::string kinds, places;
    spe_perf_reader_init_memory(&reader, file.data(), file.size(), storage, sizeof storage);
    while (spe_perf_reader_next(&reader, &event) == 1)
        kinds += std::to_string(event.type) + '@' + std::to_string(event.file_offset) + ' ';
    spe::perf_events events(file);
    for (const spe_perf_event &e : events)
        places += std::to_string(e.type) + '@' + std::to_string(e.file_offset) + ' ';
    spe_perf_file_info info;
    spe_perf_reader_info(&reader, &info);
    const spe_perf_file_info events_info = events.info();
    check(kinds == places && static_cast<int>(events.ended()) == end && events.at() == samples.at() &&
              std::memcmp(&info, &events_info, sizeof info) == 0,
          name + ": its events");
}

static int put(void *context, std::uint64_t offset, const void *bytes, std::size_t size)
{
    auto &file = *static_cast<std::vector<unsigned char> *>(context);
    if (file.size() < offset + size)
        file.resize(static_cast<std::size_t>(offset) + size);
    std::memcpy(file.data() + offset, bytes, size);
    return 0;
}

// perf writes a ring again at each signal: each of four buffers repeats half of the one before.
static void test_repeated()
{
    std::vector<unsigned char> raw, file;
    for (unsigned i = 0; i < 40; i++)
        raw.insert(raw.end(), {0x98, static_cast<unsigned char>(i), 0, 0x01}); // a total latency, and the end
    spe_perf_writer writer;
    spe_perf_writer_init(&writer, nullptr, put, &file);
    for (std::size_t at = 0; at < raw.size(); at += 40) {
        spe_perf_event event = SPE_PERF_EVENT_INIT;
        for (const auto type : {SPE_PERF_BUFFER, SPE_PERF_BYTES, SPE_PERF_BUFFER_END}) {
            event.type = type;
            event.cpu = 1;
            event.offset = at;
            event.bytes = raw.data() + at;
            event.size = std::min<std::size_t>(80, raw.size() - at);
            spe_perf_writer_put(&writer, &event);
        }
    }
    spe_perf_writer_finish(&writer);
    std::vector<spe::stream> streams(most);
    spe::samples samples(file, streams);
    check(std::distance(samples.begin(), samples.end()) == 40, "repeated bytes are decoded once");
    test_file(file);
}

static void test_samples(const std::vector<unsigned char> &file)
{
    std::vector<spe::stream> one(1), streams(most);
    spe::samples few(file, one), all(file, streams);
    std::size_t n = 0, of_first = 0, timed = 0, levels = 0;
    bool times = true;
    spe_perf_clock clock{};
    walk_in_c(file, &clock, [](const spe_record &, const spe_perf_event &) {});
    for (const spe::sample &s : all) {
        std::uint64_t ns = 0;
        const bool has = s.timestamp() && spe_perf_time(&clock, *s.timestamp(), &ns) == SPE_OK;
        times &= all.time(s) == (has ? std::optional(ns) : std::nullopt);
        timed += has;
        spe_data_source level{};
        (void)spe_memory_level(s.midr(), &s.raw, &level);
        levels += s.level().level == level.level;
        of_first += s.cpu() == 4u;
        n++;
    }
    check(n > 0 && times && timed > 0 && levels == n, "time by the file's clock, levels by the sample's core");
    std::size_t found = 0;
    for (const spe::sample &s : few)
        found += s.cpu() == 4u;
    check(found == of_first && n > of_first && name(few.ended()) == "SPE_E_SPACE", "too few streams give SPE_E_SPACE");
    check(!spe::is_perf_data(spe::bytes("no perf.data")) && spe::is_perf_data(file), "is it perf.data?");
}

static void test_operations()
{
    bool same = true;
    std::size_t loads = 0, stores = 0;
    for (unsigned what = 0; what < 4 * 256; what++) {
        spe_record r{};
        r.present = SPE_HAS_OPERATION;
        r.op_class = static_cast<std::uint8_t>(what / 256);
        r.op_payload = static_cast<std::uint8_t>(what % 256);
        char words[SPE_PACKET_TEXT_MAX];
        spe_op_text(r.op_class, r.op_payload, nullptr, words, sizeof words);
        const bool load = std::strstr(words, "LDST load") != nullptr,
                   store = std::strstr(words, "LDST store") != nullptr;
        const auto op = spe::record(r).operation();
        same &= op && op->is_load() == load && op->is_store() == store && op->is_memory() == (load || store);
        loads += load;
        stores += store;
    }
    check(same && loads > 20 && stores > 20, "loads and stores are those whose text has the word");
}

static void test_filter(const std::vector<unsigned char> &file)
{
    std::vector<spe::stream> streams(most);
    std::vector<spe::record> all;
    spe::samples samples(file, streams);
    for (const spe::sample &s : samples)
        all.push_back(s);
    const spe::filter slow(terms), copy = slow;
    const auto kept = std::count_if(all.begin(), all.end(), copy);
    std::vector<spe_record> raw;
    for (const spe::record &r : all)
        raw.push_back(r.raw);
    check(slow.ready() == spe::status::ok && kept > 0 && static_cast<std::size_t>(kept) < raw.size() &&
              spe_filter_batch(slow.raw(), raw.data(), raw.size(), nullptr) == static_cast<std::size_t>(kept),
          "a filter keeps what C's keeps");
    const spe::filter wrong("min_latency=10,lod=1");
    check(name(wrong.ready()) == "SPE_E_NAME" && wrong.at() == 15 && std::none_of(all.begin(), all.end(), wrong),
          "a wrong term has its place, and nothing is kept");
    spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    registers.pmsfcr = SPE_FILTER_FL;
    const spe::filter no_latency(registers);
    check(name(no_latency.ready()) == "SPE_E_CONFIG" && no_latency.problems() == SPE_FILTER_NO_LATENCY &&
              no_latency.problem() == spe_filter_problem_text(SPE_FILTER_NO_LATENCY) && !no_latency.keeps(all[0]),
          "registers that are no filter have their reason");
    spe_features old = SPE_FEATURES_INIT;
    old.version = SPE_V1P0;
    check(spe::filter("inv_event_filter=2", &old).problems() == SPE_FILTER_NOT_IMPLEMENTED &&
              spe::filter("inv_event_filter=2").ready() == spe::status::ok,
          "a core without the feature");
#ifdef __cpp_lib_span
    const std::span<spe::record> selected = slow.select(all);
    check(selected.size() == static_cast<std::size_t>(kept) && std::all_of(selected.begin(), selected.end(), slow) &&
              slow.select({}).empty(),
          "spans of what a filter keeps");
#endif
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const std::vector<unsigned char> first = contents(argv[2]);
    if (std::string_view(argv[1]) != "test") {
        const sums out = std::string_view(argv[1]) == "c" ? through_c(first) : through_cpp(first);
        return out.records == 0;
    }
    const sums c = through_c(first), cpp = through_cpp(first);
    check(c.stores > 0 && std::memcmp(&c, &cpp, sizeof c) == 0, "both ways sum up the same");
    test_samples(first);
    test_filter(first);
    test_operations();
    test_repeated();
    for (int i = 2; i < argc; i++)
        test_file(contents(argv[i]));
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
