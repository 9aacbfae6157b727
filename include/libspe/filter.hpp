// SPDX-License-Identifier: MIT
/*
 * libspe/filter.hpp: the hardware's filter in C++17 (filter.h). See spe.hpp.
 */
#ifndef LIBSPE_FILTER_HPP
#define LIBSPE_FILTER_HPP

#include <libspe/filter.h>
#include <libspe/record.hpp>

namespace spe
{

/*
 * The hardware's filter in software (filter.h): a value, copied freely, used by many threads at once. It is also a
 * predicate for algorithms and views.
 *
 *     const spe::filter slow("load_filter=1,min_latency=100");
 *     if (slow.ready() == spe::status::ok)
 *         count = std::count_if(records.begin(), records.end(), slow);
 */
class filter
{
  public:
    /*
     * A filter from a text that perf accepts between the slashes of -e arm_spe/.../. features describes the core;
     * nullptr means a core with all of them.
     */
    explicit filter(std::string_view terms, const spe_features *features = nullptr) noexcept
    {
        spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
        ready_ = static_cast<status>(spe_filter_parse(terms.data(), terms.size(), &registers, &at_));
        if (ready_ == status::ok)
            compile(registers, features);
    }
    explicit filter(const spe_filter_registers &registers, const spe_features *features = nullptr) noexcept
    {
        compile(registers, features);
    }
    /* The result of compiling. If it is not ok, the filter keeps no record. */
    [[nodiscard]] status ready() const noexcept
    {
        return ready_;
    }
    /* The offset of the error in the text, for SPE_E_NAME, _SYNTAX and _RANGE, as from spe_filter_parse(). */
    [[nodiscard]] std::size_t at() const noexcept
    {
        return at_;
    }
    /*
     * Why the registers do not define a filter, if ready() is SPE_E_CONFIG: SPE_FILTER_NO_EVENTS and the others, in a
     * sentence.
     */
    [[nodiscard]] std::uint32_t problems() const noexcept
    {
        return problems_;
    }
    [[nodiscard]] std::string_view problem() const noexcept
    {
        return spe_filter_problem_text(problems_);
    }
    [[nodiscard]] bool keeps(const record &r) const noexcept
    {
        return spe_filter_keeps(&raw_, &r.raw) == 1;
    }
    [[nodiscard]] bool operator()(const record &r) const noexcept
    {
        return keeps(r);
    }
#ifdef __cpp_lib_span
    /* Moves the records that the filter keeps to the front, in their order. Returns them. */
    [[nodiscard]] std::span<record> select(std::span<record> in) const noexcept
    {
        return in.first(in.empty() ? 0 : spe_filter_batch(&raw_, &in[0].raw, in.size(), nullptr));
    }
#endif
    [[nodiscard]] const spe_filter *raw() const noexcept // for the rest of the C interface
    {
        return &raw_;
    }

  private:
    void compile(const spe_filter_registers &registers, const spe_features *features) noexcept
    {
        ready_ = static_cast<status>(spe_filter_compile(&registers, features, &raw_, &problems_));
    }

    spe_filter raw_{}; // keeps nothing
    std::size_t at_ = 0;
    std::uint32_t problems_ = 0;
    status ready_ = status::ok;
};

} // namespace spe

#endif
