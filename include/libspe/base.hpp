// SPDX-License-Identifier: MIT
/*
 * libspe/base.hpp: statuses and bytes in C++17 (base.h), and what ranges are walked with. See spe.hpp.
 */
#ifndef LIBSPE_BASE_HPP
#define LIBSPE_BASE_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "libspe for C++ needs C++17"
#endif

#include <libspe/base.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

namespace spe
{

/* The result of a call: SPE_OK or an SPE_E_* of base.h. */
enum class [[nodiscard]] status : int{ok = SPE_OK};

/* Its name ("SPE_E_RANGE") and its meaning in words. Both live as long as the program. */
[[nodiscard]] inline std::string_view name(status s) noexcept
{
    return spe_status_name(static_cast<int>(s));
}

[[nodiscard]] inline std::string_view text(status s) noexcept
{
    return spe_status_text(static_cast<int>(s));
}

/* Bytes that the caller owns. They must outlive the objects that read them; in a range-for, use a named container. */
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

/* What ranges are walked with: an input iterator, which lets go of its range where that has no more. (The
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

/* The base of ranges that are walked once: Range has next() and current_. */
template <class Range, class Value> class ranged
{
  public:
    using iterator = walk<Range, Value>;

    [[nodiscard]] iterator begin() noexcept
    {
        Range *const range = static_cast<Range *>(this);
        return iterator(range->next() ? range : nullptr);
    }
    [[nodiscard]] iterator end() noexcept
    {
        return iterator();
    }

  private:
    friend Range;
    ranged() noexcept = default;
};

} // namespace spe

#endif
