/* SPDX-License-Identifier: MIT */
/* What follows from registers that were given together: features, the buffer, which timestamp, why profiling stopped. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "regs.h"

/* A sentence that grows within its room. */
struct sentence {
    char *text;
    size_t cap;
};

static void add(struct sentence *s, const char *format, ...)
{
    const size_t n = strlen(s->text);
    va_list args;
    va_start(args, format);
    vsnprintf(s->text + n, s->cap - n, format, args);
    va_end(args);
}

static const struct {
    uint32_t flag;
    const char *words;
} feature_words[] = {
    {SPE_FEATURE_ARCH_INST, "architecture instructions are sampled"},
    {SPE_FEATURE_FE, "filter by events"},
    {SPE_FEATURE_FNE, "filter by inverse events"},
    {SPE_FEATURE_FT, "filter by operation type"},
    {SPE_FEATURE_EFT, "filter by extended types"},
    {SPE_FEATURE_FL, "filter by latency"},
    {SPE_FEATURE_FDS, "filter by data source"},
    {SPE_FEATURE_LDS, "data sources of loads"},
    {SPE_FEATURE_PBT, "previous branch targets"},
    {SPE_FEATURE_CRR, "calls and returns told apart"},
    {SPE_FEATURE_FPF, "floating-point and SIMD flags"},
    {SPE_FEATURE_SPE_SME, "SME"},
    {SPE_FEATURE_ALTCLK, "alternate clock issue latency"},
    {SPE_FEATURE_ERND, "random interval by ERnd"},
};

/* Of the features what is known by PMSIDR_EL1, with or without the other two. Returns whether the form of records is known. */
static int read_features(const struct regs *r, struct spe_features *f)
{
    return r->given[SPE_REG_PMSIDR_EL1] &&
           spe_sysreg_features(r->value[SPE_REG_PMSIDR_EL1], r->value[SPE_REG_ID_AA64DFR0_EL1],
                               r->value[SPE_REG_PMBIDR_EL1], 0, f) == SPE_OK;
}

static int tell_features(const struct regs *r, char *text, size_t cap)
{
    struct spe_features f;
    struct sentence s = {text, cap};
    if (!r->given[SPE_REG_PMSIDR_EL1] || !r->given[SPE_REG_ID_AA64DFR0_EL1])
        return 0;
    if (!read_features(r, &f)) {
        add(&s, "records are of a format that this program does not know");
        return 1;
    }
    const char *version = spe_sysreg_value_name(SPE_REG_ID_AA64DFR0_EL1, 0, f.version);
    add(&s, "%s", version ? version : "later than FEAT_SPEv1p5");
    if (f.max_record_size)
        add(&s, "; records of up to %" PRIu32 " bytes", f.max_record_size);
    if (r->given[SPE_REG_PMBIDR_EL1] && f.alignment)
        add(&s, "; at multiples of %" PRIu32 " bytes", f.alignment);
    if (f.counter_bits)
        add(&s, "; %u-bit counters", f.counter_bits);
    for (size_t i = 0; i < sizeof feature_words / sizeof feature_words[0]; i++)
        if (f.flags & feature_words[i].flag)
            add(&s, "; %s", feature_words[i].words);
    return 1;
}

static int tell_buffer(const struct regs *r, char *text, size_t cap)
{
    struct spe_features f = {.size = sizeof f};
    struct spe_buffer_geometry g;
    struct sentence s = {text, cap};
    if (!r->given[SPE_REG_PMBPTR_EL1] || !r->given[SPE_REG_PMBLIMITR_EL1])
        return 0;
    const int known = read_features(r, &f) && f.max_record_size;
    spe_buffer_measure(r->value[SPE_REG_PMBPTR_EL1], r->value[SPE_REG_PMBLIMITR_EL1], &f, &g);
    add(&s, "%" PRIu64 " bytes are free", g.free);
    if (!g.free)
        add(&s, ", as it is %s",
            !(r->value[SPE_REG_PMBLIMITR_EL1] & 1) ? "not enabled"
            : g.pointer >= g.limit                 ? "full"
                                                   : "in discard mode");
    else if (known)
        add(&s, "; %" PRIu64 " records surely fit%s", g.records,
            r->given[SPE_REG_PMBIDR_EL1] ? "" : ", if they need no alignment (PMBIDR_EL1)");
    else
        add(&s, "; how many records fit, PMSIDR_EL1 tells");
    return 1;
}

static const char *timestamp(const struct regs *r, int el2_enabled, unsigned owner)
{
    return spe_timestamp_source_name(
        (unsigned)spe_timestamp_source(r->value[SPE_REG_PMSCR_EL1], r->value[SPE_REG_PMSCR_EL2], el2_enabled, owner));
}

static int tell_timestamp(const struct regs *r, char *text, size_t cap)
{
    const int el1 = r->given[SPE_REG_PMSCR_EL1], el2 = r->given[SPE_REG_PMSCR_EL2];
    struct sentence s = {text, cap};
    if (el1 && !el2)
        add(&s, "%s, if EL2 is not enabled; else PMSCR_EL2 tells", timestamp(r, 0, 1));
    if (el1 && el2)
        add(&s, "%s, if EL1 owns the buffer; %s, if EL2 does; %s, if EL2 is not enabled", timestamp(r, 1, 1),
            timestamp(r, 1, 2), timestamp(r, 0, 1));
    if (!el1 && el2)
        add(&s, "%s, if EL2 owns the buffer; else PMSCR_EL1 tells", timestamp(r, 1, 2));
    return el1 || el2;
}

/* MINLAT[15:12] are RES0 where counters have 12 bits: a filter by 0x1000 is none. */
static int tell_latency(const struct regs *r, char *text, size_t cap)
{
    struct spe_features f;
    const uint64_t latency = r->value[SPE_REG_PMSLATFR_EL1] & 0xffff;
    if (!r->given[SPE_REG_PMSLATFR_EL1] || !read_features(r, &f) || f.counter_bits != 12 || latency <= 0xfff)
        return 0;
    snprintf(text, cap, "MINLAT acts as %" PRIu64 ", as counters have 12 bits", latency & 0xfff);
    return 1;
}

static int tell_event(const struct regs *r, unsigned reg, char *text, size_t cap)
{
    return r->given[reg] && spe_syndrome_text(r->value[reg], text, cap) > 0;
}

static int tell_event_el1(const struct regs *r, char *text, size_t cap)
{
    return tell_event(r, SPE_REG_PMBSR_EL1, text, cap);
}

static int tell_event_el2(const struct regs *r, char *text, size_t cap)
{
    return tell_event(r, SPE_REG_PMBSR_EL2, text, cap);
}

static int tell_event_el3(const struct regs *r, char *text, size_t cap)
{
    return tell_event(r, SPE_REG_PMBSR_EL3, text, cap);
}

const struct regs_fact regs_facts[] = {
    {"features", tell_features},       {"buffer", tell_buffer},
    {"timestamp", tell_timestamp},     {"latency", tell_latency},
    {"event", tell_event_el1},         {"event for EL2", tell_event_el2},
    {"event for EL3", tell_event_el3}, {NULL, NULL},
};
