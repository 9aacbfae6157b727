/* SPDX-License-Identifier: MIT */
/* What several registers mean together: features, buffer, the kind of timestamp, why profiling stopped. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "regs.h"

/* A sentence to which words are added, as far as there is room. */
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
    {SPE_FEATURE_CRR, "separate calls and returns"},
    {SPE_FEATURE_FPF, "floating-point and SIMD flags"},
    {SPE_FEATURE_SPE_SME, "SME"},
    {SPE_FEATURE_ALTCLK, "alternate clock issue latency"},
    {SPE_FEATURE_ERND, "random interval by ERnd"},
    {SPE_FEATURE_EXC, "profiling exceptions"},
    {SPE_FEATURE_NVM, "a buffer in physical addresses"},
};

/* Stores the given registers. Returns their number. */
static size_t given_registers(const struct regs *r, struct spe_sysreg_value regs[CAPACITY_REGISTERS])
{
    size_t n = 0;
    for (unsigned reg = 0; reg < regs_count(); reg++)
        if (r->given[reg])
            regs[n++] = (struct spe_sysreg_value){reg, 0, r->value[reg]};
    return n;
}

/* Sets the features that the given registers show. Returns whether the version and form of records are known. */
static int read_features(const struct regs *r, struct spe_features *f)
{
    struct spe_sysreg_value regs[CAPACITY_REGISTERS];
    return spe_features_from_registers(regs, given_registers(r, regs), 0, f) == SPE_OK;
}

static int tell_features(const struct regs *r, char *text, size_t cap)
{
    struct spe_features f = SPE_FEATURES_INIT;
    struct sentence s = {text, cap};
    if (!r->given[SPE_REG_PMSIDR_EL1] || !r->given[SPE_REG_ID_AA64DFR0_EL1])
        return 0;
    if (!read_features(r, &f)) {
        add(&s, "records are of a format that this program does not know");
        return 1;
    }
    const char *version = spe_sysreg_value_name(SPE_REG_ID_AA64DFR0_EL1, 0, f.version);
    add(&s, "%s", version ? version : "a version of FEAT_SPE that this program does not know");
    if (f.max_record_size)
        add(&s, "; records of up to %" PRIu32 " bytes", f.max_record_size);
    if (r->given[SPE_REG_PMBIDR_EL1] && f.alignment)
        add(&s, "; at multiples of %" PRIu32 " bytes", f.alignment);
    if (f.counter_bits)
        add(&s, "; %u-bit counters", f.counter_bits);
    for (size_t i = 0; i < sizeof feature_words / sizeof feature_words[0]; i++)
        if (f.flags & feature_words[i].flag)
            add(&s, "; %s", feature_words[i].words);
    for (uint64_t flag = 1, odd = spe_features_too_new(&f); flag && odd; flag <<= 1)
        if (odd & flag)
            add(&s, "; %s is newer than this version", spe_feature_name(flag));
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
        add(&s, "; PMSIDR_EL1 says how many records fit");
    return 1;
}

/* Adds the features from other ID registers, whether PMSIDR_EL1 is given or not. FEAT_ECV counts as implemented unless
 * its ID register is given. */
static struct spe_features other_features(const struct regs *r)
{
    struct spe_sysreg_value regs[CAPACITY_REGISTERS];
    struct spe_features f = SPE_FEATURES_INIT;
    const uint64_t ecv = r->given[SPE_REG_ID_AA64MMFR0_EL1] ? 0 : SPE_FEATURE_ECV;
    if (spe_features_from_registers(regs, given_registers(r, regs), ecv, &f) != SPE_OK)
        f = (struct spe_features){.size = sizeof f, .flags = ecv};
    return f;
}

static const char *timestamp(const struct regs *r, int el2_enabled, unsigned owner)
{
    const int ecv = (other_features(r).flags & SPE_FEATURE_ECV) != 0;
    const int lacks_el2 = r->given[SPE_REG_ID_AA64PFR0_EL1] && !(r->value[SPE_REG_ID_AA64PFR0_EL1] >> 8 & 15);
    uint64_t pmscr = r->value[SPE_REG_PMSCR_EL1];
    if (lacks_el2) /* PCT has the value 0b01 there: D24.7.8 */
        pmscr = (pmscr & ~(UINT64_C(3) << 6)) | UINT64_C(1) << 6;
    return spe_timestamp_source_name(
        (unsigned)spe_timestamp_source(pmscr, r->value[SPE_REG_PMSCR_EL2], el2_enabled, owner, ecv));
}

static int tell_timestamp(const struct regs *r, char *text, size_t cap)
{
    const int el1 = r->given[SPE_REG_PMSCR_EL1], el2 = r->given[SPE_REG_PMSCR_EL2];
    struct sentence s = {text, cap};
    if (el1 && !el2)
        add(&s, "%s, if EL2 is not enabled; otherwise see PMSCR_EL2", timestamp(r, 0, 1));
    if (el1 && el2)
        add(&s, "%s, if EL1 owns the buffer; %s, if EL2 does; %s, if EL2 is not enabled", timestamp(r, 1, 1),
            timestamp(r, 1, 2), timestamp(r, 0, 1));
    if (!el1 && el2)
        add(&s, "%s, if EL2 owns the buffer; otherwise see PMSCR_EL1", timestamp(r, 1, 2));
    return el1 || el2;
}

static void add_collected(struct sentence *s, const struct spe_profiling_level *level)
{
    static const struct {
        uint32_t bit;
        const char *words;
    } items[] = {{SPE_HAS_CONTEXT_EL1, "CONTEXTIDR_EL1"},
                 {SPE_HAS_CONTEXT_EL2, "CONTEXTIDR_EL2"},
                 {SPE_HAS_DATA_PA, "data physical addresses"}};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        if (level->collects & items[i].bit)
            add(s, ", %s", items[i].words);
    if (level->timestamp != SPE_TIMESTAMP_NONE)
        add(s, ", timestamps (%s)", spe_timestamp_source_name(level->timestamp));
}

/* Lists the registers that were required and are missing. */
static void add_missing(struct sentence *s, uint64_t missing)
{
    const char *head = "; taken as 0: ";
    for (unsigned reg = 0; reg < regs_count(); reg++, missing >>= 1) {
        if (!(missing & 1))
            continue;
        add(s, "%s%s", head, spe_sysreg_name(reg));
        head = ", ";
    }
}

static int tell_profiling(const struct regs *r, char *text, size_t cap)
{
    static const char *const answers[] = {"off", "on", "open"};
    struct spe_sysreg_value regs[CAPACITY_REGISTERS];
    const struct spe_features f = other_features(r);
    struct spe_profiling p;
    struct sentence s = {text, cap};
    if (!r->given[SPE_REG_PMBLIMITR_EL1] || !r->given[SPE_REG_PMSCR_EL1])
        return 0;
    if (spe_profiling_read(regs, given_registers(r, regs), &f, &p) != SPE_OK)
        return 0;
    if (!p.owning_el || p.owning_state >= SPE_STATE_RESERVED)
        add(&s, "the owner of the buffer hangs on a reserved value");
    else
        add(&s, "EL%u in %s state owns the buffer", p.owning_el, spe_address_state_name(p.owning_state));
    add(&s, "%s%s", p.stopped == SPE_PROFILING_YES ? "; stopped" : "", p.buffer_enabled ? "" : "; not enabled");
    for (unsigned el = 0; el < 3; el++) {
        if (p.level[el].allowed == SPE_PROFILING_NO)
            continue;
        add(&s, "; EL%u %s", el, answers[p.level[el].enabled]);
        add_collected(&s, &p.level[el]);
    }
    add_missing(&s, p.missing);
    return 1;
}

static int tell_interval(const struct regs *r, char *text, size_t cap)
{
    const int ernd = r->value[SPE_REG_PMSIDR_EL1] >> 5 & 1;
    const struct spe_features f = {.size = sizeof f, .flags = ernd ? SPE_FEATURE_ERND : 0};
    struct spe_interval interval;
    struct sentence s = {text, cap};
    const uint64_t pmsirr = r->value[SPE_REG_PMSIRR_EL1], period = spe_interval_to_period(pmsirr);
    if (!r->given[SPE_REG_PMSIRR_EL1])
        return 0;
    if (spe_interval_measure(pmsirr, &f, &interval) != SPE_OK) {
        add(&s, "UNKNOWN, as INTERVAL is 0");
        return 1;
    }
    add(&s, "%" PRIu64 " to %" PRIu64 " operations, %" PRIu64 "%s in the mean", interval.least, interval.most,
        interval.twice_mean / 2, interval.twice_mean & 1 ? ".5" : "");
    if (!r->given[SPE_REG_PMSIDR_EL1] && pmsirr & 1)
        add(&s, ", if PMSIDR_EL1.ERnd is 0");
    if (r->given[SPE_REG_PMSIDR_EL1] && period < spe_interval_least(r->value[SPE_REG_PMSIDR_EL1]))
        add(&s, "; less than the %" PRIu32 " that the core's maker recommends",
            spe_interval_least(r->value[SPE_REG_PMSIDR_EL1]));
    return 1;
}

/* MINLAT[15:12] are RES0 if counters have 12 bits: 0x1000 then filters nothing. */
static int tell_latency(const struct regs *r, char *text, size_t cap)
{
    struct spe_features f = SPE_FEATURES_INIT;
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

/* Arm's SPE VM interface (DEN0154). Some drivers enable the buffer first. */
static int tell_resume(const struct regs *r, char *text, size_t cap)
{
    const uint64_t enabled = r->value[SPE_REG_PMBLIMITR_EL1] & 1, stopped = r->value[SPE_REG_PMBSR_EL1] >> 17 & 1;
    if (!enabled || !stopped)
        return 0;
    snprintf(text, cap,
             "first clear PMBLIMITR_EL1.E, because a virtual machine's unit may ignore writes to PMBPTR_EL1 and "
             "PMBSR_EL1 while it is 1 (DEN0154)");
    return 1;
}

const struct regs_fact regs_facts[] = {
    {"features", tell_features},
    {"buffer", tell_buffer},
    {"profiling", tell_profiling},
    {"timestamp", tell_timestamp},
    {"interval", tell_interval},
    {"latency", tell_latency},
    {"event", tell_event_el1},
    {"event for EL2", tell_event_el2},
    {"event for EL3", tell_event_el3},
    {"to resume", tell_resume},
    {NULL, NULL},
};
