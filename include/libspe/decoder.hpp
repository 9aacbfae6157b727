// SPDX-License-Identifier: MIT
/*
 * libspe/decoder.hpp: bytes to records in C++17 (decoder.h, batch.h). See spe.hpp.
 */
#ifndef LIBSPE_DECODER_HPP
#define LIBSPE_DECODER_HPP

#include <libspe/batch.h>
#include <libspe/decoder.h>
#include <libspe/record.hpp>

namespace spe
{

/* Decodes a stream of bytes to records. It must not be copied while it holds unread input, like spe_decoder. */
class decoder
{
  public:
    /* The records of the bytes that were fed, each once: an input range for range-for. */
    class range : public ranged<range, record>
    {
      public:
        explicit range(spe_decoder *d, status fed) noexcept : d_(d), fed_(fed)
        {
        }
        [[nodiscard]] iterator begin() noexcept
        {
            return fed_ == status::ok ? ranged::begin() : end();
        }
        /* The result of feeding. If it is not ok, the range is empty. */
        [[nodiscard]] status fed() const noexcept
        {
            return fed_;
        }

      private:
        friend iterator;
        friend ranged;
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
    /* The result of initialising. If it is not ok, feed() returns SPE_E_STATE. */
    [[nodiscard]] status ready() const noexcept
    {
        return ready_;
    }
    /*
     * Feeds bytes, which must stay until the range has reached its end. Take all records before feeding again;
     * otherwise the next range is empty, and its fed() is SPE_E_STATE.
     */
    [[nodiscard]] range feed(bytes chunk) noexcept
    {
        return range(&raw_, static_cast<status>(spe_decoder_feed(&raw_, chunk.data(), chunk.size())));
    }
#ifdef __cpp_lib_span
    /* Decodes as many records of the bytes fed as there is room for. Returns the part of `out` that was filled. */
    [[nodiscard]] std::span<record> next_batch(std::span<record> out) noexcept
    {
        return out.first(spe_decoder_next_batch(&raw_, out.empty() ? nullptr : &out[0].raw, out.size()));
    }
#endif
    /*
     * Reports that bytes are missing and that the stream continues at `offset`. Returns the record that was cut off, if
     * any.
     */
    std::optional<record> gap(std::uint64_t offset) noexcept
    {
        record out;
        return spe_decoder_gap(&raw_, offset, &out.raw) == 1 ? std::optional(out) : std::nullopt;
    }
    /* Reports that the next byte may be inside a record. */
    status resync() noexcept
    {
        return static_cast<status>(spe_decoder_resync(&raw_));
    }
    /* Reports that the stream has ended. Returns the record that was cut off, if any. */
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

/* The complete records of one buffer: for (const spe::record &r : spe::records(buffer)). A record that the end cuts off
 * is left out; decoder::finish() gives it. It must not be copied. */
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

} // namespace spe

#endif
