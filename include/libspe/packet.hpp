// SPDX-License-Identifier: MIT
/*
 * libspe/packet.hpp: the packets of a buffer in C++17 (packet.h). See spe.hpp.
 */
#ifndef LIBSPE_PACKET_HPP
#define LIBSPE_PACKET_HPP

#include <libspe/base.hpp>
#include <libspe/packet.h>

namespace spe
{

/* The packets of a buffer: for (const spe_packet &p : spe::packets(buffer)). */
class packets : public ranged<packets, spe_packet>
{
  public:
    explicit packets(bytes buffer, std::uint64_t offset = 0) noexcept
    {
        (void)spe_packet_iterator_init(&raw_, buffer.data(), buffer.size(), offset);
    }
    /* The stream offset of the packet that was given last or, after it, of a packet that is cut off. At the end of the
     * walk it is the offset just past the last byte. */
    [[nodiscard]] std::uint64_t offset() const noexcept
    {
        return spe_packet_iterator_offset(&raw_);
    }

  private:
    friend iterator;
    friend ranged;
    bool next() noexcept
    {
        return spe_packet_iterator_next(&raw_, &current_) > 0;
    }

    spe_packet_iterator raw_;
    spe_packet current_{};
};

} // namespace spe

#endif
