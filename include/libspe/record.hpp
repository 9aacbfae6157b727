// SPDX-License-Identifier: MIT
/*
 * libspe/record.hpp: records in C++17 (record.h), with their addresses (packet.h), operations (op.h), levels (cpu.h)
 * and texts (text.h). See spe.hpp.
 */
#ifndef LIBSPE_RECORD_HPP
#define LIBSPE_RECORD_HPP

#include <libspe/base.hpp>
#include <libspe/cpu.h>
#include <libspe/op.h>
#include <libspe/record.h>
#include <libspe/text.h>

#include <optional>

namespace spe
{

/* The payload of an Address packet (DDI 0487, D18.2.1). packet.h describes its parts. */
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

/* A text without allocation: the characters that the library wrote, and their number. */
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

/* A decoded operation (op.h): struct spe_op, and what type of access it is. */
struct op : spe_op {
    /* A load. Swaps and atomics that return a value are loads. */
    [[nodiscard]] constexpr bool is_load() const noexcept
    {
        return spe_op_is_load(this) != 0;
    }
    /* A store. Atomics that return no value are stores. */
    [[nodiscard]] constexpr bool is_store() const noexcept
    {
        return spe_op_is_store(this) != 0;
    }
    /* A load or store of a known subclass. */
    [[nodiscard]] constexpr bool is_memory() const noexcept
    {
        return spe_op_is_memory(this) != 0;
    }
};

/*
 * One record (record.h): struct spe_record with its fields as std::optional, because a record may lack any of them. It
 * has the layout of struct spe_record, so that an array of one type is an array of the other.
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
    // made by bindings/cpp: the fields of struct spe_record, payloads as record.h has them
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
    [[nodiscard]] constexpr std::optional<std::uint32_t> context_el1() const noexcept
    {
        return value(SPE_HAS_CONTEXT_EL1, raw.context_el1);
    }
    [[nodiscard]] constexpr std::optional<std::uint32_t> context_el2() const noexcept
    {
        return value(SPE_HAS_CONTEXT_EL2, raw.context_el2);
    }
    [[nodiscard]] constexpr std::optional<std::uint16_t> total_latency() const noexcept
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
    // ... so far
    [[nodiscard]] constexpr bool event(unsigned bit) const noexcept // SPE_EVENT_*; false: not set, or not known
    {
        return bit < 64 && (raw.events >> bit & 1) != 0;
    }
    [[nodiscard]] constexpr std::optional<std::uint32_t> context() const noexcept // spe_record_context()
    {
        return raw.present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2) ? std::optional(spe_record_context(&raw))
                                                                         : std::nullopt;
    }
    [[nodiscard]] std::optional<op> operation() const noexcept
    {
        op out;
        if (!has(SPE_HAS_OPERATION) || spe_op_decode(raw.op_class, raw.op_payload, &out) != SPE_OK)
            return std::nullopt;
        return out;
    }
    [[nodiscard]] spe_data_source level(std::uint64_t midr = 0) const noexcept // spe_memory_level()
    {
        spe_data_source out{};
        (void)spe_memory_level(midr, &raw, &out);
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

} // namespace spe

#endif
