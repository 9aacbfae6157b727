// SPDX-License-Identifier: MIT
/*
 * libspe/spe.hpp: the core of libspe for C++17 and later: value types, ranges over records, nothing to free, no
 * exceptions, no allocation, no cost: everything is inline and calls the C interface, whose comments hold.
 *
 *     for (const spe::record &r : spe::records(bytes))     // one buffer
 *         if (auto pc = r.pc())
 *             hot[pc->canonical()] += r.total_latency().value_or(0);
 *
 *     spe::decoder d;                                       // a stream, in chunks of any size
 *     while (read(chunk)) {
 *         for (const spe::record &r : d.feed(chunk))
 *             use(r);
 *         ...
 *     }
 *     if (auto cut = d.finish())
 *         use(*cut);                                        // the stream ended inside it
 *
 * Statuses are spe::status, never thrown; [[nodiscard]] where there is one. Bytes are handed over as spe::bytes, which
 * any contiguous container of bytes (std::span, std::vector, std::string_view, an array) turns into.
 */
#ifndef LIBSPE_SPE_HPP
#define LIBSPE_SPE_HPP

#include <libspe/spe.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

namespace spe
{

/* What a call returned: SPE_OK or an SPE_E_* of base.h. */
enum class [[nodiscard]] status : int { ok = SPE_OK };

/* Its name ("SPE_E_RANGE") and its sentence; both live as long as the program. */
[[nodiscard]] inline std::string_view name(status s) noexcept
{
    return spe_status_name(static_cast<int>(s));
}

[[nodiscard]] inline std::string_view text(status s) noexcept
{
    return spe_status_text(static_cast<int>(s));
}

/* Bytes that somebody else owns, and that must outlive what reads them: in a range-for name the container first. */
class bytes
{
  public:
    constexpr bytes() noexcept = default;
    constexpr bytes(const void *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    template <class Container,
              class Element = std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>,
              class = std::enable_if_t<sizeof(Element) == 1 && std::is_trivially_copyable_v<Element>>>
    constexpr bytes(const Container &container) noexcept : data_(std::data(container)), size_(std::size(container))
    {
    }
    [[nodiscard]] constexpr const void *data() const noexcept
    {
        return data_;
    }
    [[nodiscard]] constexpr std::size_t size() const noexcept
    {
        return size_;
    }

  private:
    const void *data_ = nullptr;
    std::size_t size_ = 0;
};

/* The payload of an Address packet (DDI 0487, D18.2.1); packet.h says what its parts mean. */
struct address {
    std::uint64_t payload = 0;

    [[nodiscard]] constexpr std::uint64_t canonical() const noexcept // of virtual addresses: as programs use it
    {
        return spe_address_canonical(payload);
    }
    [[nodiscard]] constexpr std::uint64_t bits() const noexcept // of physical addresses: bits 55 to 0
    {
        return spe_address_bits(payload);
    }
    [[nodiscard]] constexpr unsigned el() const noexcept
    {
        return spe_address_el(payload);
    }
    [[nodiscard]] constexpr unsigned state(bool has_rme) const noexcept // SPE_STATE_*
    {
        return spe_address_state(payload, has_rme ? 1 : 0);
    }
    [[nodiscard]] constexpr unsigned tag() const noexcept
    {
        return spe_address_tag(payload);
    }
};

/* A text without allocation: what the library writes, and its length. */
template <std::size_t Size> class words
{
  public:
    template <class Write> explicit words(Write write) noexcept
    {
        const int length = write(buffer_, Size);
        length_ = length < 0                                ? 0
                  : static_cast<std::size_t>(length) < Size ? static_cast<std::size_t>(length)
                                                            : Size - 1;
    }
    [[nodiscard]] std::string_view view() const noexcept
    {
        return {buffer_, length_};
    }
    operator std::string_view() const noexcept
    {
        return view();
    }
    [[nodiscard]] const char *c_str() const noexcept
    {
        return buffer_;
    }

  private:
    char buffer_[Size] = {};
    std::size_t length_ = 0;
};

/*
 * One record (record.h): struct spe_record with its fields behind std::optional, as a record may lack any. Of the same
 * layout, so that arrays of one are arrays of the other.
 */
class record
{
  public:
    constexpr record() noexcept = default;
    constexpr explicit record(const spe_record &r) noexcept : raw(r)
    {
    }

    [[nodiscard]] constexpr bool has(std::uint32_t bits) const noexcept // SPE_HAS_*: all of them
    {
        return (raw.present & bits) == bits;
    }
    [[nodiscard]] constexpr std::optional<address> pc() const noexcept
    {
        return at(SPE_HAS_PC, raw.pc);
    }
    [[nodiscard]] constexpr std::optional<address> branch_target() const noexcept
    {
        return at(SPE_HAS_BRANCH_TARGET, raw.branch_target);
    }
    [[nodiscard]] constexpr std::optional<address> data_va() const noexcept
    {
        return at(SPE_HAS_DATA_VA, raw.data_va);
    }
    [[nodiscard]] constexpr std::optional<address> data_pa() const noexcept
    {
        return at(SPE_HAS_DATA_PA, raw.data_pa);
    }
    [[nodiscard]] constexpr std::optional<address> prev_branch_target() const noexcept
    {
        return at(SPE_HAS_PREV_BRANCH_TARGET, raw.prev_branch_target);
    }
    [[nodiscard]] constexpr std::optional<std::uint64_t> timestamp() const noexcept
    {
        return value(SPE_HAS_TIMESTAMP, raw.timestamp);
    }
    [[nodiscard]] constexpr std::optional<std::uint64_t> events() const noexcept
    {
        return value(SPE_HAS_EVENTS, raw.events);
    }
    [[nodiscard]] constexpr bool event(unsigned bit) const noexcept // SPE_EVENT_*; false: not, or not told
    {
        return bit < 64 && (raw.events >> bit & 1) != 0;
    }
    [[nodiscard]] constexpr std::optional<std::uint32_t> context() const noexcept // spe_record_context()
    {
        return raw.present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2) ? std::optional(spe_record_context(&raw))
                                                                         : std::nullopt;
    }
    [[nodiscard]] constexpr std::optional<std::uint16_t> total_latency() const noexcept // cycles, as all latencies
    {
        return value(SPE_HAS_TOTAL_LATENCY, raw.total_latency);
    }
    [[nodiscard]] constexpr std::optional<std::uint16_t> issue_latency() const noexcept
    {
        return value(SPE_HAS_ISSUE_LATENCY, raw.issue_latency);
    }
    [[nodiscard]] constexpr std::optional<std::uint16_t> translation_latency() const noexcept
    {
        return value(SPE_HAS_TRANSLATION_LATENCY, raw.translation_latency);
    }
    [[nodiscard]] constexpr std::optional<std::uint16_t> alt_issue_latency() const noexcept
    {
        return value(SPE_HAS_ALT_ISSUE_LATENCY, raw.alt_issue_latency);
    }
    [[nodiscard]] constexpr std::optional<std::uint16_t> data_source() const noexcept
    {
        return value(SPE_HAS_DATA_SOURCE, raw.data_source);
    }
    [[nodiscard]] std::optional<spe_op> operation() const noexcept // taken apart: op.h
    {
        spe_op op;
        if (!has(SPE_HAS_OPERATION) || spe_op_decode(raw.op_class, raw.op_payload, &op) != SPE_OK)
            return std::nullopt;
        return op;
    }
    [[nodiscard]] spe_data_source level(std::uint64_t midr = 0) const noexcept // spe_memory_level()
    {
        spe_data_source out{};
        (void)spe_memory_level(&raw, midr, &out);
        return out;
    }
    [[nodiscard]] words<SPE_RECORD_TEXT_MAX> text(const spe_text_config &how = SPE_TEXT_CONFIG_INIT) const noexcept
    {
        return words<SPE_RECORD_TEXT_MAX>(
            [&](char *out, std::size_t cap) { return spe_record_text(&raw, &how, out, cap); });
    }

    spe_record raw{};

  private:
    [[nodiscard]] constexpr std::optional<address> at(std::uint32_t bit, std::uint64_t payload) const noexcept
    {
        return raw.present & bit ? std::optional(address{payload}) : std::nullopt;
    }
    template <class T> [[nodiscard]] constexpr std::optional<T> value(std::uint32_t bit, T field) const noexcept
    {
        return raw.present & bit ? std::optional(field) : std::nullopt;
    }
};

static_assert(sizeof(record) == sizeof(spe_record) && std::is_standard_layout_v<record>);

/* What both ranges below are walked with: an input iterator, which lets go of its range where that has no more. (The
 * library cannot know this iterator, so that the compiler keeps it in a register: a loop costs what C's does.) */
template <class Range, class Value> class walk
{
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value *;
    using reference = const Value &;

    walk() noexcept = default;
    explicit walk(Range *range) noexcept : range_(range)
    {
    }
    [[nodiscard]] reference operator*() const noexcept
    {
        return range_->current_;
    }
    [[nodiscard]] pointer operator->() const noexcept
    {
        return &range_->current_;
    }
    walk &operator++() noexcept
    {
        advance();
        return *this;
    }
    void operator++(int) noexcept
    {
        advance();
    }
    [[nodiscard]] friend bool operator==(const walk &a, const walk &b) noexcept
    {
        return (a.range_ == nullptr) == (b.range_ == nullptr);
    }
    [[nodiscard]] friend bool operator!=(const walk &a, const walk &b) noexcept
    {
        return !(a == b);
    }

  private:
    void advance() noexcept
    {
        if (!range_->next())
            range_ = nullptr;
    }

    Range *range_ = nullptr;
};

/* A stream of bytes to records. Copied only while it holds no unread input, as spe_decoder. */
class decoder
{
  public:
    /* The records of the bytes that were fed, each once: an input range for range-for. */
    class range
    {
      public:
        using iterator = walk<range, record>;

        explicit range(spe_decoder *d, status fed) noexcept : d_(d), fed_(fed)
        {
        }
        [[nodiscard]] iterator begin() noexcept
        {
            return iterator(fed_ == status::ok && next() ? this : nullptr);
        }
        [[nodiscard]] iterator end() noexcept
        {
            return iterator(nullptr);
        }
        /* What feeding returned; if it was not ok, there are no records. */
        [[nodiscard]] status fed() const noexcept
        {
            return fed_;
        }

      private:
        friend iterator;
        bool next() noexcept
        {
            return spe_decoder_next(d_, &current_.raw) == 1;
        }

        spe_decoder *d_;
        record current_;
        status fed_;
    };

    explicit decoder(const spe_decoder_config &config = SPE_DECODER_CONFIG_INIT) noexcept
        : ready_(static_cast<status>(spe_decoder_init(&raw_, &config)))
    {
    }
    /* What initialising returned; if it was not ok, feed() says SPE_E_STATE. */
    [[nodiscard]] status ready() const noexcept
    {
        return ready_;
    }
    /* The bytes must stay until the range has come to its end. Take all records before feeding again: otherwise the
     * next range is empty, and its fed() is SPE_E_STATE. */
    [[nodiscard]] range feed(bytes chunk) noexcept
    {
        return range(&raw_, static_cast<status>(spe_decoder_feed(&raw_, chunk.data(), chunk.size())));
    }
#ifdef __cpp_lib_span
    /* As many records of the bytes fed as there is room for: the part of `out` that was filled. */
    [[nodiscard]] std::span<record> next_batch(std::span<record> out) noexcept
    {
        return out.first(spe_decoder_next_batch(&raw_, out.empty() ? nullptr : &out[0].raw, out.size()));
    }
#endif
    /* Bytes are missing; the stream goes on at `offset`. The record that was cut, if there was one. */
    std::optional<record> gap(std::uint64_t offset) noexcept
    {
        record out;
        return spe_decoder_gap(&raw_, offset, &out.raw) == 1 ? std::optional(out) : std::nullopt;
    }
    /* ... maybe inside a record. */
    status resync() noexcept
    {
        return static_cast<status>(spe_decoder_resync(&raw_));
    }
    /* The stream has ended: the record that it ended inside, if it did. */
    std::optional<record> finish() noexcept
    {
        record out;
        return spe_decoder_finish(&raw_, &out.raw) == 1 ? std::optional(out) : std::nullopt;
    }
    [[nodiscard]] spe_decoder_stats statistics() const noexcept
    {
        spe_decoder_stats out{};
        (void)spe_decoder_get_stats(&raw_, &out);
        return out;
    }
    [[nodiscard]] spe_decoder *raw() noexcept // for the rest of the C interface
    {
        return &raw_;
    }

  private:
    spe_decoder raw_;
    status ready_;
};

/* The whole records of one buffer: for (const spe::record &r : spe::records(buffer)). Not to be copied. */
class records
{
  public:
    explicit records(bytes buffer) noexcept : range_(decoder_.feed(buffer))
    {
    }
    records(const records &) = delete;
    records &operator=(const records &) = delete;
    [[nodiscard]] decoder::range::iterator begin() noexcept
    {
        return range_.begin();
    }
    [[nodiscard]] decoder::range::iterator end() noexcept
    {
        return range_.end();
    }

  private:
    decoder decoder_;
    decoder::range range_;
};

/* Records to bytes, in the caller's memory. */
class encoder
{
  public:
    encoder(void *buffer, std::size_t cap, const spe_encoder_config &config = SPE_ENCODER_CONFIG_INIT) noexcept
        : buffer_(buffer), ready_(static_cast<status>(spe_encoder_init(&raw_, buffer, cap, &config)))
    {
    }
    [[nodiscard]] status ready() const noexcept
    {
        return ready_;
    }
    status put(const record &r) noexcept
    {
        const int written = spe_encoder_record(&raw_, &r.raw);
        return written < 0 ? static_cast<status>(written) : status::ok;
    }
    status put(const spe_packet &packet) noexcept
    {
        const int written = spe_encoder_packet(&raw_, &packet);
        return written < 0 ? static_cast<status>(written) : status::ok;
    }
    [[nodiscard]] bytes written() const noexcept
    {
        return {buffer_, spe_encoder_size(&raw_)};
    }
    [[nodiscard]] spe_encoder *raw() noexcept
    {
        return &raw_;
    }

  private:
    spe_encoder raw_;
    void *buffer_;
    status ready_;
};

/* The packets of a buffer: for (const spe_packet &p : spe::packets(buffer)). */
class packets
{
  public:
    using iterator = walk<packets, spe_packet>;

    explicit packets(bytes buffer, std::uint64_t offset = 0) noexcept
    {
        (void)spe_packet_iterator_init(&raw_, buffer.data(), buffer.size(), offset);
    }
    [[nodiscard]] iterator begin() noexcept
    {
        return iterator(next() ? this : nullptr);
    }
    [[nodiscard]] iterator end() noexcept
    {
        return iterator(nullptr);
    }
    /* Bytes behind the last whole packet. */
    [[nodiscard]] std::size_t left() const noexcept
    {
        return spe_packet_iterator_left(&raw_);
    }

  private:
    friend iterator;
    bool next() noexcept
    {
        return spe_packet_iterator_next(&raw_, &current_) > 0;
    }

    spe_packet_iterator raw_;
    spe_packet current_{};
};

} // namespace spe

#endif
