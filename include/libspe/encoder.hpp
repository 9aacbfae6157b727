// SPDX-License-Identifier: MIT
/*
 * libspe/encoder.hpp: records and packets to bytes in C++17 (encoder.h). See spe.hpp.
 */
#ifndef LIBSPE_ENCODER_HPP
#define LIBSPE_ENCODER_HPP

#include <libspe/encoder.h>
#include <libspe/record.hpp>

namespace spe
{

/* Encodes records to bytes, in the caller's memory. */
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

} // namespace spe

#endif
