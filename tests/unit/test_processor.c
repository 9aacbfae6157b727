/* SPDX-License-Identifier: MIT */
/* Which kernels a processor is found to have, by CPUID and XCR0: of processors that exist, and with each bit alone. */
#include <stdint.h>

#include "../../src/base/processor.h"
#include "tap.h"

#if SPE_KERNELS_X86

#define INTEL 0x756e6547u /* "Genu" */
#define AMD 0x68747541u   /* "Auth" */
#define HYGON 0x6f677948u /* "Hygo" */
#define AVX2 SPE_PROCESSOR_AVX2
#define AVX512 (SPE_PROCESSOR_AVX2 | SPE_PROCESSOR_AVX512)

/* leaf 7, EBX: BMI1, AVX2, BMI2, and AVX-512 F, BW, VL. ECX: VBMI. */
#define B7_AVX2 (1u << 3 | 1u << 5 | 1u << 8)
#define B7_AVX512 (B7_AVX2 | 1u << 16 | 1u << 30 | 1u << 31)
#define C7 (1u << 1)

static const struct {
    const char *name;
    struct spe_cpuid words;
    uint32_t features;
} processors[] = {
    {"Nehalem: no AVX", {11, INTEL, 0x000106a5, 0, 0, 0}, 0},
    {"Haswell", {13, INTEL, 0x000306c3, B7_AVX2, 0, 7}, AVX2},
    {"Skylake with AVX-512, without VBMI", {22, INTEL, 0x00050654, B7_AVX512, 0, 0xe7}, AVX2},
    {"Cannon Lake", {22, INTEL, 0x00060663, B7_AVX512, C7, 0xe7}, AVX512},
    {"Ice Lake", {27, INTEL, 0x000706e5, B7_AVX512, C7, 0xe7}, AVX512},
    {"Ice Lake, its wide registers not kept", {27, INTEL, 0x000706e5, B7_AVX512, C7, 7}, AVX2},
    {"Ice Lake, no registers kept", {27, INTEL, 0x000706e5, B7_AVX512, C7, 3}, 0},
    {"Excavator, family 0x15: PEXT is fast enough", {13, AMD, 0x00660f01, B7_AVX2, 0, 7}, AVX2},
    {"Zen, family 0x17", {13, AMD, 0x00800f11, B7_AVX2, 0, 7}, 0},
    {"Zen 2, family 0x17", {16, AMD, 0x00870f10, B7_AVX2, 0, 7}, 0},
    {"Dhyana, family 0x18", {13, HYGON, 0x00900f02, B7_AVX2, 0, 7}, 0},
    {"Hygon's family 0x17", {13, HYGON, 0x00800f11, B7_AVX2, 0, 7}, 0},
    {"Zen 3, family 0x19", {16, AMD, 0x00a20f10, B7_AVX2, 0, 7}, AVX2},
    {"Zen 4, family 0x19", {16, AMD, 0x00a60f12, B7_AVX512, C7, 0xe7}, AVX512},
    {"family 0x17 of somebody else", {16, INTEL, 0x00870f10, B7_AVX2, 0, 7}, AVX2},
    {"no leaf 7", {6, INTEL, 0x000306c3, B7_AVX2, 0, 7}, 0},
    {"leaf 7 is the last", {7, INTEL, 0x000306c3, B7_AVX2, 0, 7}, AVX2},
};

static void test_processors(void)
{
    for (unsigned i = 0; i < sizeof processors / sizeof processors[0]; i++)
        is(spe_processor_of(&processors[i].words), processors[i].features, processors[i].name);
}

/* Takes each bit away from a processor that has everything: which features are left? */
static void test_bits(void)
{
    static const struct spe_cpuid whole = {27, INTEL, 0x000706e5, B7_AVX512, C7, 0xe7};
    int good = 1;
    for (unsigned bit = 0; bit < 32; bit++) {
        struct spe_cpuid b7 = whole, c7 = whole, state = whole;
        const uint32_t all = AVX512, one = 1u << bit;
        b7.b7 &= ~one, c7.c7 &= ~one, state.state &= ~one;
        good &= spe_processor_of(&b7) == (B7_AVX2 & one ? 0 : B7_AVX512 & one ? AVX2 : all);
        good &= spe_processor_of(&c7) == (bit == 1 ? AVX2 : all);
        good &= spe_processor_of(&state) == (bit == 1 || bit == 2 ? 0 : bit >= 5 && bit <= 7 ? AVX2 : all);
    }
    ok(good, "each bit of CPUID and XCR0 alone");
}

/* This processor, as the compiler's library sees it. */
static void test_own(void)
{
    const uint32_t own = spe_processor();
    const int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    const int has_avx512 = has_avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                           __builtin_cpu_supports("avx512vbmi");
    ok(!(own & SPE_PROCESSOR_AVX2) || has_avx2, "AVX2 is found only where it is");
    ok((own & SPE_PROCESSOR_AVX2) || !has_avx2 || !__builtin_cpu_is("intel"), "... and found where it is, by Intel");
    ok(!(own & SPE_PROCESSOR_AVX2) || !(own & SPE_PROCESSOR_AVX512) == !has_avx512, "AVX-512, too");
}

int main(void)
{
    test_processors();
    test_bits();
    test_own();
    return tap_done();
}

#else

int main(void)
{
    printf("1..0 # SKIP no kernels for x86 are built\n");
    return 0;
}

#endif
