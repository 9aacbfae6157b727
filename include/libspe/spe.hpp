// SPDX-License-Identifier: MIT
/*
 * libspe/spe.hpp: libspe for C++17 and later: value types, ranges over records, packets and perf.data, and filters.
 * Nothing throws or allocates, so nothing needs to be freed. Everything is inline and calls the C interface. The
 * contracts are those of the C headers.
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
 * Statuses are spe::status and are never thrown; functions that return one are [[nodiscard]]. Functions accept bytes as
 * spe::bytes, to which any contiguous container of bytes (std::span, std::vector, std::string_view, an array) converts.
 *
 * This header includes all the others, each of which can also be included alone: base.hpp, packet.hpp, record.hpp,
 * decoder.hpp, encoder.hpp, filter.hpp, perf_data.hpp.
 */
#ifndef LIBSPE_SPE_HPP
#define LIBSPE_SPE_HPP

#include <libspe/decoder.hpp>
#include <libspe/encoder.hpp>
#include <libspe/filter.hpp>
#include <libspe/packet.hpp>
#include <libspe/perf_data.hpp>
#include <libspe/record.hpp>
#include <libspe/spe.h>

#endif
