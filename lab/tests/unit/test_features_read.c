/* SPDX-License-Identifier: MIT */
/* Features from registers, and what features imply. */
#include <libspe-lab/lab.h>
#include <string.h>

#include "random.h"
#include "tap.h"

static void test_all(void)
{
    struct spe_features all = SPE_FEATURES_INIT;
    is(spe_check_all_features(&all), SPE_OK, "all features");
    ok(!spe_features_problem(&all) && all.flags == spe_features_all(), "... are valid");
    is(spe_check_all_features(NULL), SPE_E_ARG, "NULL");
    is(strcmp(spe_lab_version(), SPE_LAB_VERSION_STRING), 0, "the version");
    all.size = 31;
    is(spe_check_all_features(&all), SPE_E_CONFIG, "a size that no version has");
}

/* -- from registers -- */

static void test_registers(void)
{
    static const struct {
        uint32_t reg;
        uint8_t low, value; /* one field */
        uint64_t flags;
    } rows[] = {
        {SPE_REG_PMSIDR_EL1, 0, 1, SPE_FEATURE_FE},
        {SPE_REG_PMSIDR_EL1, 1, 1, SPE_FEATURE_FT},
        {SPE_REG_PMSIDR_EL1, 2, 1, SPE_FEATURE_FL},
        {SPE_REG_PMSIDR_EL1, 3, 1, SPE_FEATURE_ARCH_INST},
        {SPE_REG_PMSIDR_EL1, 4, 1, SPE_FEATURE_LDS},
        {SPE_REG_PMSIDR_EL1, 5, 1, SPE_FEATURE_ERND},
        {SPE_REG_PMSIDR_EL1, 6, 1, SPE_FEATURE_FNE},
        {SPE_REG_PMSIDR_EL1, 7, 1, SPE_FEATURE_FDS},
        {SPE_REG_PMSIDR_EL1, 24, 1, SPE_FEATURE_PBT},
        {SPE_REG_PMSIDR_EL1, 25, 1, SPE_FEATURE_CRR},
        {SPE_REG_PMSIDR_EL1, 26, 1, SPE_FEATURE_EFT},
        {SPE_REG_PMSIDR_EL1, 27, 1, SPE_FEATURE_FPF},
        {SPE_REG_PMSIDR_EL1, 28, 1, SPE_FEATURE_ALTCLK},
        {SPE_REG_PMSIDR_EL1, 28, 15, SPE_FEATURE_ALTCLK},
        {SPE_REG_PMSIDR_EL1, 32, 1, SPE_FEATURE_SPE_SME},
        {SPE_REG_ID_AA64DFR2_EL1, 16, 1, SPE_FEATURE_EXC},
        {SPE_REG_ID_AA64DFR2_EL1, 20, 1, SPE_FEATURE_NVM},
        {SPE_REG_ID_AA64PFR0_EL1, 32, 1, SPE_FEATURE_SVE},
        {SPE_REG_ID_AA64PFR0_EL1, 52, 1, SPE_FEATURE_RME},
        {SPE_REG_ID_AA64PFR0_EL1, 8, 1, 0}, /* EL2 */
        {SPE_REG_ID_AA64PFR0_EL1, 12, 1, SPE_FEATURE_SECURE},
        {SPE_REG_ID_AA64PFR0_EL1, 36, 1, 0}, /* SEL2 alone */
        {SPE_REG_ID_AA64PFR1_EL1, 8, 1, SPE_FEATURE_MTE},
        {SPE_REG_ID_AA64PFR1_EL1, 8, 2, SPE_FEATURE_MTE | SPE_FEATURE_MTE2},
        {SPE_REG_ID_AA64PFR1_EL1, 8, 3, SPE_FEATURE_MTE | SPE_FEATURE_MTE2},
        {SPE_REG_ID_AA64PFR1_EL1, 24, 2, SPE_FEATURE_SME},
        {SPE_REG_ID_AA64PFR1_EL1, 44, 1, SPE_FEATURE_GCS},
        {SPE_REG_ID_AA64ISAR0_EL1, 20, 1, 0},
        {SPE_REG_ID_AA64ISAR0_EL1, 20, 2, SPE_FEATURE_LSE},
        {SPE_REG_ID_AA64ISAR0_EL1, 24, 1, SPE_FEATURE_TME},
        {SPE_REG_ID_AA64ISAR2_EL1, 16, 1, SPE_FEATURE_MOPS},
        {SPE_REG_ID_AA64MMFR0_EL1, 60, 1, SPE_FEATURE_ECV},
        {SPE_REG_ID_AA64MMFR2_EL1, 24, 1, 0},
        {SPE_REG_ID_AA64MMFR2_EL1, 24, 2, SPE_FEATURE_NV2},
        {SPE_REG_ID_AA64DFR0_EL1, 32, 3, 0},
        {SPE_REG_HCR_EL2, 0, 255, 0}, /* not requested */
    };
    struct spe_features f = SPE_FEATURES_INIT;
    int bad = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spe_sysreg_value regs[] = {{SPE_REG_PMSIDR_EL1, 0, 0},
                                                {rows[i].reg, 0, (uint64_t)rows[i].value << rows[i].low}};
        if (spe_features_from_registers(regs, 2, 0, &f) != SPE_OK || f.flags != rows[i].flags) {
            diag("row %zu: 0x%x", i, (unsigned)f.flags);
            bad++;
        }
    }
    is(bad, 0, "each field's flag");
    const struct spe_sysreg_value realm[] = {{SPE_REG_PMSIDR_EL1, 0, 0},
                                             {SPE_REG_ID_AA64PFR0_EL1, 0, UINT64_C(1) << 52 | 1u << 12}};
    spe_features_from_registers(realm, 2, 0, &f);
    is(f.flags, SPE_FEATURE_RME, "FEAT_RME without FEAT_SEL2: no Secure state");
    const struct spe_sysreg_value both[] = {{SPE_REG_PMSIDR_EL1, 0, 0},
                                            {SPE_REG_ID_AA64PFR0_EL1, 0, realm[1].raw | UINT64_C(1) << 36}};
    spe_features_from_registers(both, 2, 0, &f);
    is(f.flags, SPE_FEATURE_RME | SPE_FEATURE_SECURE, "... with it");
}

static void test_registers_together(void)
{
    struct spe_sysreg_value regs[] = {
        {SPE_REG_PMSIDR_EL1, 0, 0x26497}, {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(3) << 32}, {SPE_REG_PMBIDR_EL1, 0, 6}};
    const struct spe_features want = {.size = sizeof want,
                                      .version = SPE_V1P2,
                                      .counter_bits = 12,
                                      .max_record_size = 64,
                                      .alignment = 64,
                                      .flags = SPE_FEATURE_SVE | SPE_FEATURE_LSE | SPE_FEATURE_FE | SPE_FEATURE_FT |
                                               SPE_FEATURE_FL | SPE_FEATURE_LDS | SPE_FEATURE_FDS};
    struct spe_features f = SPE_FEATURES_INIT, before;
    int bad = 0;
    memset(&f, 0x5a, sizeof f);
    f.size = sizeof f;
    is(spe_features_from_registers(regs, 3, SPE_FEATURE_SVE | SPE_FEATURE_LSE, &f), SPE_OK, "features");
    ok(!memcmp(&f, &want, sizeof f), "... of registers");
    spe_features_from_registers(regs, 1, 0, &f);
    ok(!f.version && !f.alignment && f.max_record_size == 64, "missing registers set no flags");
    spe_features_from_registers(regs + 2, 1, SPE_FEATURE_SVE, &f);
    ok(f.alignment == 64 && !f.max_record_size && f.flags == SPE_FEATURE_SVE, "... PMSIDR_EL1 among them");
    is(spe_features_from_registers(NULL, 0, SPE_FEATURE_SVE, &f), SPE_OK, "no registers");
    is(f.flags | f.max_record_size | f.alignment | f.version | f.counter_bits, SPE_FEATURE_SVE, "... nothing is known");
    for (unsigned v = 0; v < 16; v++) {
        regs[0].raw = v << 12 | v << 16;
        regs[1].raw = (uint64_t)v << 32 | UINT64_C(0xf0ffffffff);
        regs[2].raw = v | 0xfff0;
        bad += spe_features_from_registers(regs, 3, 0, &f) != SPE_OK;
        bad += f.max_record_size != (v < 4 || v > 11 ? 0 : 1u << v) || f.alignment != (v > 11 ? 0 : 1u << v);
        bad += f.counter_bits != (v == 2 ? 12 : v == 3 ? 16 : 0);
        bad += f.version != v;
    }
    is(bad, 0, "each MaxSize, Align, CountSize and PMSVer; reserved ones give 0");
    before = f;
    regs[0].raw = 1u << 20;
    is(spe_features_from_registers(regs, 3, 0, &f), SPE_E_KIND, "another Format");
    regs[0].raw = 0;
    is(spe_features_from_registers(NULL, 1, 0, &f), SPE_E_ARG, "NULL registers");
    is(spe_features_from_registers(regs, 3, SPE_FEATURE_ALTCLK, &f), SPE_E_ARG, "a flag that the caller must not set");
    is(spe_features_from_registers(regs, 3, ~spe_features_all(), &f), SPE_E_ARG, "unknown flags");
    regs[2].reg = spe_sysreg_count();
    is(spe_features_from_registers(regs, 3, 0, &f), SPE_E_ARG, "no register");
    ok(!memcmp(&f, &before, sizeof f), "nothing is written");
    is(spe_features_from_registers(regs, 1, 0, NULL), SPE_E_ARG, "NULL");
    is(spe_features_from_registers(regs, 2, ~UINT64_C(0x3fff) & spe_features_all(), &f), SPE_OK,
       "all that a caller may set");
    is(f.flags, ~UINT64_C(0x3fff) & spe_features_all(), "... is used");
}

/* -- what features imply -- */

#define FILTERS (SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL)
#define EXC_BRINGS (FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_CRR | SPE_FEATURE_NVM | SPE_FEATURE_EFT | SPE_FEATURE_FPF)

static void test_implied(void)
{
    static const struct {
        uint8_t version;
        uint64_t flags, implied, too_new;
    } rows[] = {
        {0, 0, 0, 0},
        {SPE_V1P0, 0, FILTERS, 0},
        {SPE_V1P1, FILTERS, 0, 0},
        {SPE_V1P2, FILTERS, SPE_FEATURE_FNE, 0},
        {SPE_V1P2, 0, FILTERS | SPE_FEATURE_FNE, 0},
        {SPE_V1P5, 0, SPE_FEATURE_EXC | EXC_BRINGS, 0},
        {0, SPE_FEATURE_EXC, EXC_BRINGS, 0},
        {SPE_V1P4, SPE_FEATURE_EXC, EXC_BRINGS, SPE_FEATURE_EXC},
        {SPE_V1P5, SPE_FEATURE_LDS, SPE_FEATURE_EXC | EXC_BRINGS | SPE_FEATURE_FDS, 0},
        {SPE_V1P5, SPE_FEATURE_SME, SPE_FEATURE_EXC | EXC_BRINGS | SPE_FEATURE_SPE_SME, 0},
        {SPE_V1P4, FILTERS | SPE_FEATURE_LDS | SPE_FEATURE_FNE, 0, 0}, /* possible on an Armv8.8 core */
        {SPE_V1P4, FILTERS | SPE_FEATURE_SME | SPE_FEATURE_FNE, 0, 0},
        {0, SPE_FEATURE_EFT, FILTERS | SPE_FEATURE_FPF, 0},
        {0, SPE_FEATURE_FPF, FILTERS | SPE_FEATURE_EFT, 0},
        {0, SPE_FEATURE_SPE_SME, FILTERS | SPE_FEATURE_SME, 0},
        {0, SPE_FEATURE_MTE2, SPE_FEATURE_MTE, 0},
        {0, SPE_FEATURE_NVM, FILTERS, 0},
        {0, SPE_FEATURE_GCS, 0, 0}, /* FEAT_SPE may be absent */
        {SPE_V1P4, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_GCS, SPE_FEATURE_CRR, 0},
        {SPE_V1P3, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_GCS, SPE_FEATURE_CRR, SPE_FEATURE_GCS},
        {SPE_V1P3, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_CRR, 0, SPE_FEATURE_CRR},
        {SPE_V1P1, FILTERS | SPE_FEATURE_PBT, SPE_FEATURE_FNE, SPE_FEATURE_PBT},
        {SPE_V1P0, FILTERS | SPE_FEATURE_SPE_SME | SPE_FEATURE_SME, 0, SPE_FEATURE_SPE_SME},
        {SPE_V1P1, FILTERS | SPE_FEATURE_SPE_SME | SPE_FEATURE_SME, 0, 0},
        {SPE_V1P1, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_RME, 0, SPE_FEATURE_FNE | SPE_FEATURE_RME},
        {SPE_V1P2, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_RME, 0, 0},
        {SPE_V1P3, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_FDS, SPE_FEATURE_LDS, SPE_FEATURE_FDS},
        {SPE_V1P4, FILTERS | SPE_FEATURE_FNE | SPE_FEATURE_FDS, SPE_FEATURE_LDS, 0},
        {15, 0x0fffffff, 0, 0},
    };
    const struct spe_features wrong = {.size = 31, .version = SPE_V1P0, .flags = SPE_FEATURE_FDS};
    int bad = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spe_features f = {.size = sizeof f, .version = rows[i].version, .flags = rows[i].flags};
        if (spe_features_implied(&f) != rows[i].implied || spe_features_too_new(&f) != rows[i].too_new) {
            diag("row %zu: 0x%x, 0x%x", i, (unsigned)spe_features_implied(&f), (unsigned)spe_features_too_new(&f));
            bad++;
        }
    }
    is(bad, 0, "implied features, and features that the version is too old for");
    for (unsigned i = 0; i < 100000; i++) {
        struct spe_features f = {.size = sizeof f, .version = (uint8_t)(i % 8), .flags = random_u64()};
        f.flags &= spe_features_all();
        f.flags |= spe_features_implied(&f);
        bad += spe_features_implied(&f) != 0;
    }
    is(bad, 0, "implied features imply nothing more");
    ok(!spe_features_implied(NULL) && !spe_features_too_new(NULL) && !spe_features_implied(&wrong) &&
           !spe_features_too_new(&wrong),
       "NULL and invalid structs imply nothing");
}

int main(void)
{
    test_all();
    test_registers();
    test_registers_together();
    test_implied();
    return tap_done();
}
