// SPDX-License-Identifier: MIT
// The same work through spe.hpp and through the C interface, in separate functions: sums, and the cost of each way.
#include <libspe/spe.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#if __cplusplus >= 202002L
#include <ranges>
static_assert(std::ranges::input_range<spe::records> && std::ranges::input_range<spe::packets> &&
              std::ranges::input_range<spe::decoder::range>);
#endif
#include <vector>

#include "client.hpp"

struct sums {
    std::uint64_t records, pcs, latencies, loads;
};

__attribute__((noinline)) sums through_c(const void *data, std::size_t size)
{
    sums out{};
    spe_decoder d;
    spe_record r;
    spe_decoder_init(&d, nullptr);
    spe_decoder_feed(&d, data, size);
    while (spe_decoder_next(&d, &r) == 1) {
        out.records++;
        if (r.present & SPE_HAS_PC)
            out.pcs += spe_address_canonical(r.pc);
        if (r.present & SPE_HAS_TOTAL_LATENCY)
            out.latencies += r.total_latency;
        spe_op op;
        if (r.present & SPE_HAS_OPERATION && spe_op_decode(r.op_class, r.op_payload, &op) == SPE_OK &&
            op.op_class == SPE_CLASS_LOAD_STORE && op.subclass != SPE_OP_RESERVED && !op.store)
            out.loads++;
    }
    return out;
}

__attribute__((noinline)) sums through_cpp(spe::bytes data)
{
    sums out{};
    for (const spe::record &r : spe::records(data)) {
        out.records++;
        if (auto pc = r.pc())
            out.pcs += pc->canonical();
        if (auto latency = r.total_latency())
            out.latencies += *latency;
        if (auto op = r.operation(); op && op->is_load())
            out.loads++;
    }
    return out;
}

// Every way of the header, compared with the C interface.
static void test(const std::vector<unsigned char> &data)
{
    const sums c = through_c(data.data(), data.size()), cpp = through_cpp(data);
    check(c.records > 0 && std::memcmp(&c, &cpp, sizeof c) == 0, "both ways sum up the same");

    spe::decoder d;
    std::vector<spe::record> bytewise;
    for (const unsigned char &byte : data)
        for (const spe::record &r : d.feed({&byte, 1}))
            bytewise.push_back(r);
    check(bytewise.size() == c.records && d.statistics().records == c.records, "byte by byte");
    check(!d.finish() && d.feed(data).fed() != spe::status::ok && name(d.feed(data).fed()) == "SPE_E_STATE",
          "a finished decoder gives SPE_E_STATE");

    std::vector<unsigned char> out(data.size() + 4096);
    spe::encoder e(out.data(), out.size());
    std::size_t n = 0;
    bool same = true;
    for (const spe::record &r : bytewise)
        same &= e.put(r) == spe::status::ok;
    for (const spe::record &r : spe::records(e.written())) {
        same &= n < bytewise.size() && r.raw.pc == bytewise[n].raw.pc && r.raw.present == bytewise[n].raw.present;
        n++;
    }
    check(same && n == c.records, "encoded and decoded again");
    spe::record wrong = bytewise[0];
    wrong.raw.op_class = 3;
    wrong.raw.present |= SPE_HAS_OPERATION;
    check(name(e.put(wrong)) == "SPE_E_KIND", "what cannot be encoded has its status");

    std::size_t packet_bytes = 0;
    spe::packets all(data);
    for (const spe_packet &p : all)
        packet_bytes += static_cast<std::size_t>(p.header_size + p.payload_size);
    check(packet_bytes == data.size() && all.offset() == data.size(), "packets add up to the bytes");
    const spe::record &first = bytewise[0];
    char text[SPE_RECORD_TEXT_MAX];
    spe_record_text(&first.raw, nullptr, text, sizeof text);
    check(first.text().view() == text && !first.has(spe_record_all()), "text");
    check(!spe::record().pc() && !spe::record().operation() && !spe::record().context(),
          "an empty record has no fields");
    check(spe::decoder(spe_decoder_config{}).ready() != spe::status::ok, "a wrong configuration has its status");
    spe::decoder cut;
    std::size_t before = 0;
    for (const spe::record &r : cut.feed({data.data(), data.size() - 1}))
        before += r.raw.size != 0;
    const auto last = cut.gap(1 << 20);
    check(before + 1 == c.records && last && last->raw.flags & SPE_RECORD_TRUNCATED, "a gap gives the cut record");
#ifdef __cpp_lib_span
    spe::decoder batches;
    std::vector<spe::record> some(3);
    (void)batches.feed(std::span(data));
    std::size_t sum = 0;
    for (std::span<spe::record> got; !(got = batches.next_batch(some)).empty();)
        sum += got.size();
    check(sum == c.records, "spans of records");
#endif
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const std::vector<unsigned char> data = contents(argv[2]);
    if (std::string_view(argv[1]) != "test") {
        const sums out = std::string_view(argv[1]) == "c" ? through_c(data.data(), data.size()) : through_cpp(data);
        return out.records == 0;
    }
    test(data);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
