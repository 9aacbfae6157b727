/* SPDX-License-Identifier: MIT */
/*
 * Reads and builds address payloads, bit by bit (D18.2.1). It uses the functions that the library exports: with
 * SPE_NO_INLINE the headers only declare the accessors.
 */
#define SPE_NO_INLINE
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "tap.h"

/* Bits [high:low], one by one. */
static uint64_t bits(uint64_t payload, unsigned high, unsigned low)
{
    uint64_t value = 0;
    for (unsigned i = high + 1; i-- > low;)
        value = value << 1 | (payload >> i & 1);
    return value;
}

static void test_accessors(void)
{
    int bad = 0;
    for (int i = 0; i < 200000; i++) {
        const uint64_t p = i < 64 ? UINT64_C(1) << i : random_u64();
        const uint64_t address = bits(p, 55, 0);
        const unsigned ns = (unsigned)bits(p, 63, 63), nse = (unsigned)bits(p, 60, 60);
        const unsigned state[2] = {ns ? SPE_STATE_NON_SECURE : SPE_STATE_SECURE,
                                   ns ? SPE_STATE_REALM : SPE_STATE_RESERVED};
        bad += spe_address_bits(p) != address;
        bad += spe_address_canonical(p) != (bits(p, 55, 55) ? address | UINT64_C(0xff) << 56 : address);
        bad += spe_address_el(p) != bits(p, 62, 61);
        bad += spe_address_state(p, 0) != state[0] || spe_address_state(p, 1) != state[nse];
        bad += spe_address_tag(p) != bits(p, 63, 56) || spe_address_pat(p) != bits(p, 59, 56) ||
               spe_address_ch(p) != bits(p, 62, 62);
        for (unsigned bit = 0; bit < 64; bit++)
            bad += spe_event(p, bit) != bits(p, bit, bit);
        bad += spe_event(p, 64) != spe_event(p, 0);
    }
    is(bad, 0, "every accessor, as the library exports it, is its bits");
    const struct spe_record both = {
        .present = SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2, .context_el1 = 1, .context_el2 = 2};
    const struct spe_record second = {.present = SPE_HAS_CONTEXT_EL1, .context_el1 = 1, .context_el2 = 2},
                            none = {.context_el1 = 1};
    ok(spe_record_context(&both) == 2 && spe_record_context(&second) == 1 && spe_record_context(&none) == 0,
       "spe_record_context");
    ok(spe_counter_saturated(0xfff, 12) && !spe_counter_saturated(0xffe, 12) && !spe_counter_saturated(0xfff, 16) &&
           spe_counter_saturated(0xffff, 16),
       "spe_counter_saturated");
    ok(!spe_counter_saturated(0xfff, 0) && spe_counter_saturated(0xffff, 0),
       "... of a counter of unknown size: 16 bits");
    static const char *const states[] = {"Secure", "Non-secure", "Realm", "reserved", "reserved"};
    for (unsigned state = 0; state < 5; state++)
        is(strcmp(spe_address_state_name(state), states[state]), 0, "spe_address_state_name");
}

/* A random address with bits [63:56] that are copies of bit 55, or zeros. */
static uint64_t any_address(void)
{
    const uint64_t address = random_u64() >> (8 + random_below(40));
    return address >> 55 && random_below(2) ? address | UINT64_C(0xff) << 56 : address;
}

static void test_builders(void)
{
    int bad = 0;
    for (int i = 0; i < 200000; i++) {
        const uint64_t address = any_address();
        const unsigned el = random_below(4), state = random_below(3), tag = random_below(256), ch = random_below(2),
                       pat = random_below(16);
        uint64_t pc = 0, va = 0, pa = 0;
        bad += spe_address_build_pc(address, el, state, &pc) != SPE_OK;
        bad += bits(pc, 55, 0) != bits(address, 55, 0) || spe_address_el(pc) != el ||
               spe_address_state(pc, 1) != state || bits(pc, 59, 56);
        bad += spe_address_build_va(address, tag, &va) != SPE_OK;
        bad += bits(va, 55, 0) != bits(address, 55, 0) || bits(va, 63, 56) != tag;
        bad += spe_address_build_pa(bits(address, 55, 0), state, ch, pat, &pa) != SPE_OK;
        bad += bits(pa, 55, 0) != bits(address, 55, 0) || bits(pa, 62, 62) != ch || bits(pa, 59, 56) != pat ||
               bits(pa, 61, 61) || spe_address_state(pa, 1) != state;
    }
    is(bad, 0, "payloads have what they were built from, and nothing else");
    uint64_t payload = 7;
    is(spe_address_build_pc(0xffff800010080000, 1, SPE_STATE_NON_SECURE, &payload), SPE_OK, "a kernel's address");
    is(payload, 0xa0ff800010080000, "... at EL1, Non-secure");
    is(spe_address_canonical(payload), 0xffff800010080000, "... and back");
}

static void test_refusals(void)
{
    uint64_t p = 7;
    int bad = 0;
    for (unsigned bit = 56; bit < 64; bit++) { /* top bytes that have a meaning of their own */
        bad += spe_address_build_pc(UINT64_C(1) << bit, 0, 0, &p) != SPE_E_RANGE;
        bad += spe_address_build_va(UINT64_C(1) << bit, 0, &p) != SPE_E_RANGE;
        bad += spe_address_build_pa(UINT64_C(1) << bit, 0, 0, 0, &p) != SPE_E_RANGE;
        bad += spe_address_build_pc(UINT64_C(0xff80000000000000) ^ UINT64_C(1) << bit, 0, 0, &p) != SPE_E_RANGE;
    }
    bad += spe_address_build_pc(UINT64_C(0xff7fffffffffffff), 0, 0, &p) != SPE_E_RANGE;
    is(bad, 0, "addresses that are not canonical");
    is(spe_address_build_pa(UINT64_C(0xffff800010080000), 0, 0, 0, &p), SPE_E_RANGE, "a physical address of 64 bits");
    is(spe_address_build_pc(0, 4, 0, &p), SPE_E_RANGE, "EL4");
    is(spe_address_build_va(0, 256, &p), SPE_E_RANGE, "TAG 256");
    is(spe_address_build_pa(0, 0, 2, 0, &p), SPE_E_RANGE, "CH 2");
    is(spe_address_build_pa(0, 0, 0, 16, &p), SPE_E_RANGE, "PAT 16");
    is(spe_address_build_pc(0, 0, SPE_STATE_RESERVED, &p), SPE_E_KIND, "Root is never sampled");
    is(spe_address_build_pa(0, 4, 0, 0, &p), SPE_E_KIND, "no such space");
    is(spe_address_build_pc(0, 0, 0, NULL), SPE_E_ARG, "PC: NULL");
    is(spe_address_build_va(0, 0, NULL), SPE_E_ARG, "VA: NULL");
    is(spe_address_build_pa(0, 0, 0, 0, NULL), SPE_E_ARG, "PA: NULL");
    is(p, 7, "nothing is written");
}

int main(void)
{
    test_accessors();
    test_builders();
    test_refusals();
    return tap_done();
}
