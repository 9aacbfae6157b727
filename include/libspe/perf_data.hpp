// SPDX-License-Identifier: MIT
/*
 * libspe/perf_data.hpp: events and records of perf.data in C++17 (perf_data.h). See spe.hpp.
 */
#ifndef LIBSPE_PERF_DATA_HPP
#define LIBSPE_PERF_DATA_HPP

#include <libspe/clock.h>
#include <libspe/decoder.h>
#include <libspe/perf_data.h>
#include <libspe/record.hpp>

namespace spe
{

/* Checks whether these are the first bytes of a perf.data file; 8 bytes are enough. */
[[nodiscard]] inline bool is_perf_data(bytes file) noexcept
{
    return spe_perf_is_file(file.data(), file.size()) == 1;
}

/*
 * The events of a perf.data file: for (const spe_perf_event &event : spe::perf_events(file)). Pointers in an event are
 * valid until the next event. The object has 257 KB, the reader's memory, which is too much for a small stack. It must
 * not be copied.
 */
class perf_events : public ranged<perf_events, spe_perf_event>
{
  public:
    /* A file that is in memory; bytes are delivered in place. */
    explicit perf_events(bytes file) noexcept
        : ended_(static_cast<status>(
              spe_perf_reader_init_memory(&raw_, file.data(), file.size(), storage_, sizeof storage_)))
    {
    }
    /* A file that `read` reads; it receives `context` in each call. flags is SPE_PERF_SEEKABLE, or 0 for a pipe. */
    perf_events(spe_perf_read_fn *read, void *context, std::uint32_t flags) noexcept
        : ended_(static_cast<status>(spe_perf_reader_init(&raw_, read, context, flags, storage_, sizeof storage_)))
    {
    }
    /* Has `function` decompress compressed events (spe_perf_reader_decompress()); call it before begin(). The reader
     * borrows `storage`, of SPE_PERF_DECOMPRESS_STORAGE bytes, while it is used. */
    [[nodiscard]] status decompress(spe_perf_decompress_fn *function, void *context, void *storage,
                                    std::size_t size) noexcept
    {
        return static_cast<status>(spe_perf_reader_decompress(&raw_, function, context, storage, size));
    }
    perf_events(const perf_events &) = delete;
    perf_events &operator=(const perf_events &) = delete;
    /* How reading ended: ok at the end of the file, or before it; else the reason why no more events come. */
    [[nodiscard]] status ended() const noexcept
    {
        return ended_;
    }
    /* The fault of the file in words, or "", and the byte at which it is. */
    [[nodiscard]] std::string_view problem() const noexcept
    {
        const char *const words = spe_perf_reader_problem(&raw_, nullptr);
        return words != nullptr ? words : "";
    }
    [[nodiscard]] std::uint64_t at() const noexcept
    {
        std::uint64_t offset = 0;
        (void)spe_perf_reader_problem(&raw_, &offset);
        return offset;
    }
    /* Information about the part of the file read so far (spe_perf_reader_info()). */
    [[nodiscard]] spe_perf_file_info info() const noexcept
    {
        spe_perf_file_info out{};
        (void)spe_perf_reader_info(&raw_, &out);
        return out;
    }

  private:
    friend iterator;
    friend ranged;
    friend class samples;
    bool next() noexcept
    {
        const int got = ended_ == status::ok ? spe_perf_reader_next(&raw_, &current_) : 0;
        if (got < 0)
            ended_ = static_cast<status>(got);
        return got == 1;
    }

    spe_perf_reader raw_;
    spe_perf_event current_;
    status ended_;
    std::uint64_t storage_[SPE_PERF_STORAGE / 8];
};

/* A record of perf.data, with its core and thread. */
class sample : public record
{
  public:
    /* The core. Empty if perf traced threads. */
    [[nodiscard]] constexpr std::optional<std::uint32_t> cpu() const noexcept
    {
        return given(cpu_);
    }
    /* The thread, if perf traced threads; otherwise see context(). */
    [[nodiscard]] constexpr std::optional<std::uint32_t> tid() const noexcept
    {
        return given(tid_);
    }
    /* MIDR_EL1 of the core; 0: the file does not give it. */
    [[nodiscard]] constexpr std::uint64_t midr() const noexcept
    {
        return midr_;
    }
    [[nodiscard]] spe_data_source level() const noexcept
    {
        return record::level(midr_);
    }

  private:
    friend class samples;
    [[nodiscard]] static constexpr std::optional<std::uint32_t> given(std::uint32_t number) noexcept
    {
        return number != SPE_PERF_NONE ? std::optional(number) : std::nullopt;
    }

    std::uint64_t midr_ = 0;
    std::uint32_t cpu_ = SPE_PERF_NONE;
    std::uint32_t tid_ = SPE_PERF_NONE;
};

/*
 * The state that samples need for each core of the file, or for each thread if perf traced threads: 4.2 KB, in storage
 * that the caller provides.
 */
class stream
{
  public:
    stream() noexcept // its contents do not matter yet
    {
    }

  private:
    friend class samples;
    void begin(const spe_perf_event &event) noexcept
    {
        if (!is_used_)
            (void)spe_decoder_init(&raw_, nullptr);
        is_used_ = true;
        midr_ = event.midr;
        cpu_ = event.cpu;
        tid_ = event.tid;
    }

    spe_decoder raw_;
    std::uint64_t midr_ = 0;
    std::uint32_t cpu_ = SPE_PERF_NONE;
    std::uint32_t tid_ = SPE_PERF_NONE;
    bool is_used_ = false;
};

/*
 * The records of a perf.data file, in its order, the cut ones too (record.h, SPE_RECORD_TRUNCATED):
 *
 *     std::vector<spe::stream> streams(256);                // cores, or threads, at most
 *     spe::samples samples(file, streams);
 *     for (const spe::sample &s : samples)
 *         if (auto pc = s.pc())
 *             hot[s.cpu().value_or(0)][pc->canonical()]++;
 *     if (samples.ended() != spe::status::ok)
 *         std::cerr << samples.problem() << '\n';           // the samples up to there were all the same
 *
 * The object has 257 KB and must not be copied. It owns the streams, any contiguous container of them, while it is
 * used.
 */
class samples : public ranged<samples, sample>
{
  public:
    template <class Streams>
    samples(bytes file, Streams &&streams) noexcept
        : events_(file), streams_(std::data(streams)), count_(std::size(streams)), ended_(events_.ended())
    {
        forget();
    }
    template <class Streams>
    samples(spe_perf_read_fn *read, void *context, std::uint32_t flags, Streams &&streams) noexcept
        : events_(read, context, flags), streams_(std::data(streams)), count_(std::size(streams)),
          ended_(events_.ended())
    {
        forget();
    }
    /*
     * How reading ended: ok at the end of the file, or before it; SPE_E_SPACE if the file has more cores or threads
     * than there are streams; else the status of perf_events.
     */
    [[nodiscard]] status ended() const noexcept
    {
        return ended_;
    }
    /* The fault of the file in words, or "", and the byte at which it is. */
    [[nodiscard]] std::string_view problem() const noexcept
    {
        return events_.problem();
    }
    [[nodiscard]] std::uint64_t at() const noexcept
    {
        return events_.at();
    }
    /*
     * A record's timestamp in nanoseconds of perf's clock. Empty if the record has no timestamp or the file no clock.
     */
    [[nodiscard]] std::optional<std::uint64_t> time(const record &r) const noexcept
    {
        std::uint64_t ns = 0;
        return r.has(SPE_HAS_TIMESTAMP) && spe_perf_time(&clock_, r.raw.timestamp, &ns) == SPE_OK ? std::optional(ns)
                                                                                                  : std::nullopt;
    }

  private:
    friend iterator;
    friend ranged;
    void forget() noexcept
    {
        for (std::size_t i = 0; i < count_; i++)
            streams_[i].is_used_ = false;
    }
    bool next() noexcept
    {
        return more() || advance();
    }
    bool more() noexcept
    {
        return stream_ != nullptr && spe_decoder_next(&stream_->raw_, &current_.raw) == 1;
    }
    /* Moves to the next bytes that have a record. */
    bool advance() noexcept
    {
        do {
            if (ended_ != status::ok || !events_.next())
                return finish();
        } while (!take(events_.current_) && !more());
        return true;
    }
    /* Handles an event. Returns true if it cuts off a record, which is now the current one. */
    bool take(const spe_perf_event &event) noexcept
    {
        if (event.type == SPE_PERF_CLOCK)
            clock_ = event.clock;
        if (event.type != SPE_PERF_BUFFER && event.type != SPE_PERF_BYTES && event.type != SPE_PERF_GAP &&
            event.type != SPE_PERF_REPEATED)
            return false;
        if (event.index >= count_) {
            ended_ = static_cast<status>(SPE_E_SPACE);
            stream_ = nullptr;
            return false;
        }
        streams_[event.index].begin(event);
        are_of(streams_[event.index]);
        return spe_perf_feed(&stream_->raw_, &event, &current_.raw) == SPE_PERF_FEED_CUT;
    }
    /* The streams that end inside a record, one after the other. */
    bool finish() noexcept
    {
        if (ended_ == status::ok)
            ended_ = events_.ended();
        while (finished_ < count_) {
            stream &s = streams_[finished_++];
            if (s.is_used_ && spe_decoder_finish(&s.raw_, &current_.raw) == 1) {
                are_of(s);
                return true;
            }
        }
        return false;
    }
    void are_of(stream &s) noexcept
    {
        stream_ = &s;
        current_.midr_ = s.midr_;
        current_.cpu_ = s.cpu_;
        current_.tid_ = s.tid_;
    }

    perf_events events_;
    stream *streams_;
    std::size_t count_;
    std::size_t finished_ = 0;
    stream *stream_ = nullptr; // whose bytes come
    sample current_;
    spe_perf_clock clock_{};
    status ended_;
};

} // namespace spe

#endif
