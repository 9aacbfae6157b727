// SPDX-License-Identifier: MIT
/*
 * libspe/stats.hpp: statistics in C++17 (stats.h). See spe.hpp.
 *
 * Provisional, like stats.h: a program that uses it defines SPE_ALLOW_PROVISIONAL (docs/abi.md).
 */
#ifndef LIBSPE_STATS_HPP
#define LIBSPE_STATS_HPP

#include <libspe/record.hpp>
#include <libspe/stats.h>

namespace spe
{

/* Contiguous records that the caller owns: one record, or any contiguous container of spe::record or spe_record. */
class batch
{
  public:
    batch(const spe_record &r) noexcept : data_(&r), size_(1)
    {
    }
    batch(const record &r) noexcept : batch(r.raw)
    {
    }
    template <class Container,
              class Element =
                  std::remove_const_t<std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>>,
              class = std::enable_if_t<std::is_same_v<Element, record> || std::is_same_v<Element, spe_record>>>
    batch(const Container &container) noexcept
        : data_(reinterpret_cast<const spe_record *>(std::data(container))), size_(std::size(container))
    {
    }
    [[nodiscard]] const spe_record *data() const noexcept
    {
        return data_;
    }
    [[nodiscard]] std::size_t size() const noexcept
    {
        return size_;
    }

  private:
    const spe_record *data_;
    std::size_t size_;
};

/* Counts of records: struct spe_stats, initially empty. One call with many records costs less than many calls. */
struct stats : spe_stats {
    constexpr stats() noexcept : spe_stats{}
    {
    }
    void add(batch more) noexcept
    {
        spe_stats_add(this, more.data(), more.size());
    }
    void merge(const spe_stats &from) noexcept
    {
        spe_stats_merge(this, &from);
    }
    [[nodiscard]] spe_summary summary() const noexcept
    {
        spe_summary out{};
        (void)spe_stats_summarise(this, &out);
        return out;
    }
    /* The number of records whose operation has the subclass SPE_OP_*. */
    [[nodiscard]] std::uint64_t subclass(unsigned number) const noexcept
    {
        return spe_stats_subclass(this, number);
    }
};

/*
 * Latencies of records, in cycles: struct spe_latencies, initially empty, with the histograms total, issue,
 * translation.
 */
struct latencies : spe_latencies {
    constexpr latencies() noexcept : spe_latencies{}
    {
    }
    void add(batch more) noexcept
    {
        spe_latencies_add(this, more.data(), more.size());
    }
    void merge(const spe_latencies &from) noexcept
    {
        spe_latencies_merge(this, &from);
    }
};

/*
 * The mean of a histogram's values, and the value that a share q (0 to 1) of them does not exceed. Without values both
 * are 0.
 */
[[nodiscard]] inline double mean(const spe_histogram &h) noexcept
{
    return spe_histogram_mean(&h);
}
[[nodiscard]] inline double quantile(const spe_histogram &h, double q) noexcept
{
    return spe_histogram_quantile(&h, q);
}

/* A value of the Data Source packet, with the counts of its records. */
struct source {
    unsigned value;
    std::uint64_t records;
    const spe_latencies *latencies; // until more is added; nullptr: not counted
};

/*
 * Records by data source, in the caller's storage; flags: SPE_SOURCE_STATS_LATENCIES or 0. A range of the values that
 * have a place, in ascending order:
 *
 *     static spe::source_stats_of<64, SPE_SOURCE_STATS_LATENCIES> sources;
 *     sources.add(records);
 *     for (const spe::source &s : sources)
 *         std::cout << s.value << ": " << s.records << ", " << spe::mean(s.latencies->total) << " cycles\n";
 *     std::cout << "none: " << sources.of(SPE_STATS_NO_SOURCE).records << '\n';
 *
 * It must not be copied.
 */
class source_stats
{
  public:
    class iterator
    {
      public:
        using iterator_category = std::input_iterator_tag; // as * makes a value; in C++20 a forward iterator
        using iterator_concept = std::forward_iterator_tag;
        using value_type = source;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = source;

        iterator() noexcept = default;
        explicit iterator(const source_stats *s) noexcept : s_(s), value_(spe_source_stats_value(&s->raw_, 0))
        {
        }
        [[nodiscard]] source operator*() const noexcept
        {
            return s_->of(static_cast<unsigned>(value_));
        }
        iterator &operator++() noexcept
        {
            value_ = spe_source_stats_value(&s_->raw_, ++n_);
            return *this;
        }
        iterator operator++(int) noexcept
        {
            const iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend bool operator==(const iterator &a, const iterator &b) noexcept
        {
            return a.value_ == b.value_;
        }
        [[nodiscard]] friend bool operator!=(const iterator &a, const iterator &b) noexcept
        {
            return !(a == b);
        }

      private:
        const source_stats *s_ = nullptr;
        unsigned n_ = 0;
        int value_ = SPE_E_ARG; // the value at the end
    };

    source_stats(std::uint32_t flags, void *storage, std::size_t size) noexcept
        : ready_(static_cast<status>(spe_source_stats_init(&raw_, flags, storage, size)))
    {
    }
    source_stats(const source_stats &) = delete;
    source_stats &operator=(const source_stats &) = delete;
    /* The result of initialising. If it is not ok, nothing is counted. */
    [[nodiscard]] status ready() const noexcept
    {
        return ready_;
    }
    void add(batch more) noexcept
    {
        spe_source_stats_add(&raw_, more.data(), more.size());
    }
    status merge(const source_stats &from) noexcept
    {
        return static_cast<status>(spe_source_stats_merge(&raw_, &from.raw_));
    }
    [[nodiscard]] iterator begin() const noexcept
    {
        return iterator(this);
    }
    [[nodiscard]] iterator end() const noexcept
    {
        return iterator();
    }
    /*
     * The counts of one value: 0 to 65535, SPE_STATS_NO_SOURCE or SPE_STATS_LEFT_OUT. A value without a place has 0
     * records.
     */
    [[nodiscard]] source of(unsigned value) const noexcept
    {
        return {value, spe_source_stats_records(&raw_, value), spe_source_stats_latencies(&raw_, value)};
    }
    [[nodiscard]] spe_source_stats *raw() noexcept // for the rest of the C interface
    {
        return &raw_;
    }

  private:
    spe_source_stats raw_;
    status ready_;
};

/* Storage for at least `Values` values. */
template <std::size_t Values, std::uint32_t Flags> struct source_storage {
    static constexpr std::size_t entry = Flags != 0 ? SPE_SOURCE_STATS_LATENCY_ENTRY : SPE_SOURCE_STATS_ENTRY;
    alignas(8) unsigned char storage_[(Values + 2) * entry];
};

/*
 * Records by data source with its own storage. With latencies it has 17 KB for each value, too much for a small stack.
 */
template <std::size_t Values, std::uint32_t Flags>
class source_stats_of : source_storage<Values, Flags>, public source_stats
{
  public:
    source_stats_of() noexcept : source_stats(Flags, this->storage_, sizeof this->storage_)
    {
    }
};

} // namespace spe

#endif
