/* SPDX-License-Identifier: MIT */
/*
 * System registers: rows of registers, fields and words, and the look-ups over them. What several fields say together
 * (features, syndrome, buffer, timestamp) reads them by name from the same rows.
 */
#include <libspe/sysreg.h>

/* clang-format off */ /* tables are for reading */

struct sysreg_word {
    uint8_t value;
    const char *word;
};

struct sysreg_field {
    const char *name; /* NULL ends the fields */
    uint8_t high, low;
    const struct sysreg_word *words; /* all values that are not reserved, a NULL word ends them; NULL: any number */
};

struct sysreg {
    const char *name;
    const char *title;
    const struct sysreg_field *fields; /* from the highest bit down */
};

#define WORDS(name) static const struct sysreg_word name[]
#define FIELDS(name) static const struct sysreg_field name[]
#define BIT(name, bit) {name, bit, bit, NULL}

WORDS(altclk) = {{0, "not implemented"}, {1, "implemented"}, {15, "IMPLEMENTATION DEFINED"}, {0, NULL}};
WORDS(format) = {{0, "record format 0"}, {0, NULL}};
WORDS(count_size) = {{2, "12-bit counters"}, {3, "16-bit counters"}, {0, NULL}};
WORDS(max_size) = {{4, "16 bytes"}, {5, "32 bytes"}, {6, "64 bytes"}, {7, "128 bytes"}, {8, "256 bytes"},
                   {9, "512 bytes"}, {10, "1024 bytes"}, {11, "2048 bytes"}, {0, NULL}};
WORDS(interval) = {{0, "256 operations"}, {2, "512 operations"}, {3, "768 operations"}, {4, "1024 operations"},
                   {5, "1536 operations"}, {6, "2048 operations"}, {7, "3072 operations"}, {8, "4096 operations"}, {0, NULL}};
WORDS(pct) = {{0, "virtual"}, {1, "physical"}, {3, "physical, less an offset (FEAT_ECV)"}, {0, NULL}};
WORDS(fill_mode) = {{0, "fill and stop"}, {2, "discard"}, {0, NULL}};
WORDS(event_class) = {{0, "other buffer event"}, {0x1e, "granule protection check fault"}, {0x1f, "IMPLEMENTATION DEFINED"},
                      {0x24, "stage 1 fault"}, {0x25, "stage 2 fault"}, {0, NULL}};
WORDS(align) = {{0, "1 byte"}, {1, "2 bytes"}, {2, "4 bytes"}, {3, "8 bytes"}, {4, "16 bytes"}, {5, "32 bytes"}, {6, "64 bytes"},
                {7, "128 bytes"}, {8, "256 bytes"}, {9, "512 bytes"}, {10, "1024 bytes"}, {11, "2048 bytes"}, {0, NULL}};
WORDS(version) = {{0, "not implemented"}, {1, "FEAT_SPE"}, {2, "FEAT_SPEv1p1"}, {3, "FEAT_SPEv1p2"}, {4, "FEAT_SPEv1p3"},
                  {5, "FEAT_SPEv1p4"}, {6, "FEAT_SPEv1p5"}, {0, NULL}};

FIELDS(pmsidr) = {BIT("SME", 32), {"ALTCLK", 31, 28, altclk}, BIT("FPF", 27), BIT("EFT", 26), BIT("CRR", 25), BIT("PBT", 24),
                  {"Format", 23, 20, format}, {"CountSize", 19, 16, count_size}, {"MaxSize", 15, 12, max_size},
                  {"Interval", 11, 8, interval}, BIT("FDS", 7), BIT("FnE", 6), BIT("ERnd", 5), BIT("LDS", 4),
                  BIT("ArchInst", 3), BIT("FL", 2), BIT("FT", 1), BIT("FE", 0), {NULL, 0, 0, NULL}};
FIELDS(pmscr1) = {{"PCT", 7, 6, pct}, BIT("TS", 5), BIT("PA", 4), BIT("CX", 3), BIT("E1SPE", 1), BIT("E0SPE", 0), {NULL, 0, 0, NULL}};
FIELDS(pmscr2) = {{"PCT", 7, 6, pct}, BIT("TS", 5), BIT("PA", 4), BIT("CX", 3), BIT("E2SPE", 1), BIT("E0HSPE", 0), {NULL, 0, 0, NULL}};
FIELDS(pmsicr) = {{"ECOUNT", 63, 56, NULL}, {"COUNT", 31, 0, NULL}, {NULL, 0, 0, NULL}};
FIELDS(pmsirr) = {{"INTERVAL", 31, 8, NULL}, BIT("RND", 0), {NULL, 0, 0, NULL}};
FIELDS(pmsfcr) = {BIT("SIMDm", 52), BIT("FPm", 51), BIT("STm", 50), BIT("LDm", 49), BIT("Bm", 48), BIT("SIMD", 20), BIT("FP", 19),
                  BIT("ST", 18), BIT("LD", 17), BIT("B", 16), BIT("FDS", 4), BIT("FnE", 3), BIT("FL", 2), BIT("FT", 1),
                  BIT("FE", 0), {NULL, 0, 0, NULL}};
FIELDS(events) = {{"E", 63, 0, NULL}, {NULL, 0, 0, NULL}};
FIELDS(sources) = {{"S", 63, 0, NULL}, {NULL, 0, 0, NULL}};
FIELDS(pmslatfr) = {{"MINLAT", 15, 0, NULL}, {NULL, 0, 0, NULL}};
FIELDS(pmblimitr) = {{"LIMIT", 63, 12, NULL}, BIT("PMFZ", 5), {"FM", 2, 1, fill_mode}, BIT("E", 0), {NULL, 0, 0, NULL}};
FIELDS(pmbptr) = {{"PTR", 63, 0, NULL}, {NULL, 0, 0, NULL}};
FIELDS(pmbsr) = {{"EC", 31, 26, event_class}, BIT("DL", 19), BIT("EA", 18), BIT("S", 17), BIT("COLL", 16), {"MSS", 15, 0, NULL},
                 {NULL, 0, 0, NULL}};
FIELDS(pmbidr) = {{"EA", 11, 8, NULL}, BIT("F", 5), BIT("P", 4), {"Align", 3, 0, align}, {NULL, 0, 0, NULL}};
FIELDS(dfr0) = {{"PMSVer", 35, 32, version}, {NULL, 0, 0, NULL}};

static const struct sysreg sysregs[] = {
    {"PMSIDR_EL1",      "Sampling Profiling ID Register",                    pmsidr},
    {"PMSCR_EL1",       "Statistical Profiling Control Register (EL1)",      pmscr1},
    {"PMSCR_EL2",       "Statistical Profiling Control Register (EL2)",      pmscr2},
    {"PMSICR_EL1",      "Sampling Interval Counter Register",                pmsicr},
    {"PMSIRR_EL1",      "Sampling Interval Reload Register",                 pmsirr},
    {"PMSFCR_EL1",      "Sampling Filter Control Register",                  pmsfcr},
    {"PMSEVFR_EL1",     "Sampling Event Filter Register",                    events},
    {"PMSNEVFR_EL1",    "Sampling Inverted Event Filter Register",           events},
    {"PMSDSFR_EL1",     "Sampling Data Source Filter Register",              sources},
    {"PMSLATFR_EL1",    "Sampling Latency Filter Register",                  pmslatfr},
    {"PMBLIMITR_EL1",   "Profiling Buffer Limit Address Register",           pmblimitr},
    {"PMBPTR_EL1",      "Profiling Buffer Write Pointer Register",           pmbptr},
    {"PMBSR_EL1",       "Profiling Buffer Status/syndrome Register (EL1)",   pmbsr},
    {"PMBIDR_EL1",      "Profiling Buffer ID Register",                      pmbidr},
    {"ID_AA64DFR0_EL1", "AArch64 Debug Feature Register 0",                  dfr0},
};

/* clang-format on */

#define SYSREGS (sizeof sysregs / sizeof sysregs[0])

static char sysreg_capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* How many characters two names have in common, in capitals or not. */
static size_t sysreg_common(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && sysreg_capital(a[n]) == sysreg_capital(b[n]))
        n++;
    return n;
}

static int sysreg_is_suffix(const char *rest)
{
    return rest[sysreg_common(rest, "_EL1")] == 0 && sysreg_common(rest, "_EL1") == 4;
}

static const struct sysreg_field *sysreg_field(unsigned reg, unsigned field)
{
    if (reg >= SYSREGS)
        return NULL;
    const struct sysreg_field *row = sysregs[reg].fields;
    while (row->name && field)
        row++, field--;
    return row->name ? row : NULL;
}

static uint64_t sysreg_mask(const struct sysreg_field *row)
{
    return UINT64_MAX >> (63 - row->high + row->low) << row->low;
}

static uint64_t sysreg_take(const struct sysreg_field *row, uint64_t raw)
{
    return (raw & sysreg_mask(row)) >> row->low;
}

static const struct sysreg_word *sysreg_word(const struct sysreg_field *row, uint64_t value)
{
    const struct sysreg_word *word = row->words;
    while (word->word && word->value != value)
        word++;
    return word;
}

const char *spe_sysreg_name(unsigned reg)
{
    return reg < SYSREGS ? sysregs[reg].name : NULL;
}

const char *spe_sysreg_title(unsigned reg)
{
    return reg < SYSREGS ? sysregs[reg].title : NULL;
}

int spe_sysreg_find(const char *name)
{
    for (unsigned reg = 0; name && reg < SYSREGS; reg++) {
        const size_t n = sysreg_common(name, sysregs[reg].name);
        if (!name[n] && (!sysregs[reg].name[n] || (n && sysreg_is_suffix(sysregs[reg].name + n))))
            return (int)reg;
    }
    return SPE_E_ARG;
}

const char *spe_sysreg_field_name(unsigned reg, unsigned field)
{
    const struct sysreg_field *row = sysreg_field(reg, field);
    return row ? row->name : NULL;
}

int spe_sysreg_field_find(unsigned reg, const char *name)
{
    const struct sysreg_field *row;
    for (unsigned field = 0; name && (row = sysreg_field(reg, field)) != NULL; field++) {
        const size_t n = sysreg_common(name, row->name);
        if (!name[n] && !row->name[n])
            return (int)field;
    }
    return SPE_E_ARG;
}

uint64_t spe_sysreg_field_mask(unsigned reg, unsigned field)
{
    const struct sysreg_field *row = sysreg_field(reg, field);
    return row ? sysreg_mask(row) : 0;
}

uint64_t spe_sysreg_reserved(unsigned reg)
{
    uint64_t known = 0;
    for (const struct sysreg_field *row = reg < SYSREGS ? sysregs[reg].fields : NULL; row && row->name; row++)
        known |= sysreg_mask(row);
    return ~known;
}

int spe_sysreg_get(unsigned reg, unsigned field, uint64_t raw, uint64_t *value)
{
    const struct sysreg_field *row = sysreg_field(reg, field);
    if (!row || !value)
        return SPE_E_ARG;
    *value = sysreg_take(row, raw);
    return SPE_OK;
}

int spe_sysreg_put(unsigned reg, unsigned field, uint64_t value, uint64_t *raw)
{
    const struct sysreg_field *row = sysreg_field(reg, field);
    if (!row || !raw)
        return SPE_E_ARG;
    if (value > sysreg_mask(row) >> row->low)
        return SPE_E_RANGE;
    *raw = (*raw & ~sysreg_mask(row)) | value << row->low;
    return SPE_OK;
}

const char *spe_sysreg_meaning(unsigned reg, unsigned field, uint64_t value)
{
    const struct sysreg_field *row = sysreg_field(reg, field);
    return row && row->words ? sysreg_word(row, value)->word : NULL;
}

int spe_sysreg_is_listed(unsigned reg, unsigned field, uint64_t value)
{
    const struct sysreg_field *row = sysreg_field(reg, field);
    return !row || !row->words || sysreg_word(row, value)->word;
}

/* -- what fields say together -- */

/* The value of a field by name: of names that stand in the rows above. */
static uint64_t sysreg_read(const struct sysreg_field *row, const char *name, uint64_t raw)
{
    while (row->name && row->name[sysreg_common(row->name, name)])
        row++;
    return row->name ? sysreg_take(row, raw) : 0;
}

/* Fields of PMSIDR_EL1 that are a feature when they are 1. */
static const struct {
    const char *field;
    uint32_t flag;
} sysreg_features[] = {
    {"FE", SPE_FEATURE_FE},   {"FT", SPE_FEATURE_FT},     {"FL", SPE_FEATURE_FL},   {"ArchInst", SPE_FEATURE_ARCH_INST},
    {"LDS", SPE_FEATURE_LDS}, {"ERnd", SPE_FEATURE_ERND}, {"FnE", SPE_FEATURE_FNE}, {"FDS", SPE_FEATURE_FDS},
    {"PBT", SPE_FEATURE_PBT}, {"CRR", SPE_FEATURE_CRR},   {"EFT", SPE_FEATURE_EFT}, {"FPF", SPE_FEATURE_FPF},
    {"SME", SPE_FEATURE_SME},
};

#define SYSREG_OTHERS                                                                                                  \
    (SPE_FEATURE_SVE | SPE_FEATURE_MTE | SPE_FEATURE_MOPS | SPE_FEATURE_GCS | SPE_FEATURE_RME | SPE_FEATURE_NV2 |      \
     SPE_FEATURE_TME | SPE_FEATURE_LSE)

int spe_features_read(struct spe_features *out, uint64_t dfr0_raw, uint64_t pmsidr_raw, uint64_t pmbidr_raw,
                      uint32_t others)
{
    if (!out || (others & ~SYSREG_OTHERS))
        return SPE_E_ARG;
    const uint64_t size = sysreg_read(pmsidr, "MaxSize", pmsidr_raw);
    const uint64_t alignment = sysreg_read(pmbidr, "Align", pmbidr_raw);
    const uint64_t counters = sysreg_read(pmsidr, "CountSize", pmsidr_raw);
    const struct spe_features features = {
        .size = sizeof features,
        .flags = others | (sysreg_read(pmsidr, "ALTCLK", pmsidr_raw) ? SPE_FEATURE_ALTCLK : 0),
        .max_record_size = size >= 4 && size <= 11 ? UINT32_C(1) << size : 0,
        .alignment = alignment <= 11 ? UINT32_C(1) << alignment : 0,
        .version = (uint8_t)sysreg_read(dfr0, "PMSVer", dfr0_raw),
        .counter_bits = counters == 2   ? 12
                        : counters == 3 ? 16
                                        : 0,
    };
    *out = features;
    for (size_t i = 0; i < sizeof sysreg_features / sizeof sysreg_features[0]; i++)
        if (sysreg_read(pmsidr, sysreg_features[i].field, pmsidr_raw))
            out->flags |= sysreg_features[i].flag;
    return SPE_OK;
}

static const struct {
    uint8_t ec;
    uint8_t event;
} sysreg_syndromes[] = {
    {0x00, SPE_BUFFER_OTHER},         {0x24, SPE_BUFFER_STAGE1_FAULT}, {0x25, SPE_BUFFER_STAGE2_FAULT},
    {0x1e, SPE_BUFFER_GRANULE_FAULT}, {0x1f, SPE_BUFFER_IMPDEF},
};

int spe_syndrome_read(uint64_t raw, struct spe_syndrome *out)
{
    if (!out)
        return SPE_E_ARG;
    const uint64_t ec = sysreg_read(pmbsr, "EC", raw);
    const unsigned code = raw & 0x3f; /* MSS[5:0]: BSC, or the fault status code */
    struct spe_syndrome s = {
        .mss = (uint16_t)sysreg_read(pmbsr, "MSS", raw),
        .event = SPE_BUFFER_RESERVED,
        .service = (uint8_t)sysreg_read(pmbsr, "S", raw),
        .data_lost = (uint8_t)sysreg_read(pmbsr, "DL", raw),
        .external_abort = (uint8_t)sysreg_read(pmbsr, "EA", raw),
        .collision = (uint8_t)sysreg_read(pmbsr, "COLL", raw),
    };
    for (size_t i = 0; i < sizeof sysreg_syndromes / sizeof sysreg_syndromes[0]; i++)
        if (sysreg_syndromes[i].ec == ec)
            s.event = sysreg_syndromes[i].event;
    s.full = s.event == SPE_BUFFER_OTHER && code == 1;
    s.fault_status = s.event == SPE_BUFFER_STAGE1_FAULT || s.event == SPE_BUFFER_STAGE2_FAULT ? (uint8_t)code : 0;
    *out = s;
    return SPE_OK;
}

const char *spe_syndrome_text(const struct spe_syndrome *syndrome)
{
    static const char *const words[] = {"buffer not full", "stage 1 fault", "stage 2 fault", "granule protection fault",
                                        "IMPLEMENTATION DEFINED event"};
    if (!syndrome || !syndrome->service)
        return "running";
    if (syndrome->full)
        return "buffer full";
    return syndrome->event < sizeof words / sizeof words[0] ? words[syndrome->event] : "reserved event";
}

int spe_buffer_read(uint64_t pmbptr_raw, uint64_t pmblimitr_raw, const struct spe_features *features,
                    struct spe_buffer *out)
{
    if (!features || !out)
        return SPE_E_ARG;
    const uint64_t size = features->max_record_size, mask = features->alignment ? features->alignment - 1 : 0;
    out->start = pmbptr_raw;
    out->limit = sysreg_read(pmblimitr, "LIMIT", pmblimitr_raw) << 12;
    out->bytes = sysreg_read(pmblimitr, "E", pmblimitr_raw) && out->start < out->limit ? out->limit - out->start : 0;
    const uint64_t lost = -out->start & mask; /* before the first record that is aligned */
    const uint64_t step = (size + mask) & ~mask;
    out->records = size && out->bytes > lost ? (out->bytes - lost) / step : 0;
    return SPE_OK;
}

int spe_timestamp_source(int el2, unsigned owner, uint64_t pmscr_el2, uint64_t pmscr_el1)
{
    /* PCT: 0b00, 0b01, 0b10, 0b11 */
    static const uint8_t by_pct[4] = {SPE_TIMESTAMP_VIRTUAL, SPE_TIMESTAMP_PHYSICAL, SPE_TIMESTAMP_RESERVED,
                                      SPE_TIMESTAMP_OFFSET_PHYSICAL};
    if (owner < 1 || owner > 2 || (owner == 2 && !el2))
        return SPE_E_ARG;
    const uint64_t pct2 = sysreg_read(pmscr2, "PCT", pmscr_el2), pct1 = sysreg_read(pmscr1, "PCT", pmscr_el1);
    if (!sysreg_read(pmscr1, "TS", owner == 2 ? pmscr_el2 : pmscr_el1))
        return SPE_TIMESTAMP_NONE;
    if (owner == 2)
        return by_pct[pct2];
    if (pct1 == 2 || (el2 && pct2 == 2))
        return SPE_TIMESTAMP_RESERVED;
    /* EL2 has the last word: EL1 may have less than what it permits, virtual time always. */
    if (el2 && (pct2 == 0 || pct1 == 0))
        return SPE_TIMESTAMP_VIRTUAL;
    return el2 && pct2 == 3 ? SPE_TIMESTAMP_OFFSET_PHYSICAL : by_pct[pct1];
}
