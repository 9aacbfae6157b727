/* SPDX-License-Identifier: MIT */
/* device.h: accesses of registers by encoding, against the manual written a second time; reset. test_device_state.c has
 * snapshots, test_device_blocks.c counting by blocks. */
#include "device_manual.h"
#include "random.h"
#include "tap.h"
#include "unit_bench.h"

static struct bench b;
static unsigned failures, cases[TO_MEMORY + 1];

static void ok_all(const char *name)
{
    ok(!failures, name);
    if (failures)
        diag("%u failures", failures);
    failures = 0;
}

/* -- a PE as a unit -- */

static const unsigned numbers[NAMES] = {
    SPE_REG_PMBIDR_EL1, SPE_REG_PMBLIMITR_EL1, SPE_REG_PMBMAR_EL1,   SPE_REG_PMBPTR_EL1,  SPE_REG_PMBSR_EL1,
    SPE_REG_PMBSR_EL1,  SPE_REG_PMBSR_EL2,     SPE_REG_PMBSR_EL3,    SPE_REG_PMSCR_EL1,   SPE_REG_PMSCR_EL1,
    SPE_REG_PMSCR_EL2,  SPE_REG_PMSDSFR_EL1,   SPE_REG_PMSEVFR_EL1,  SPE_REG_PMSFCR_EL1,  SPE_REG_PMSICR_EL1,
    SPE_REG_PMSIDR_EL1, SPE_REG_PMSIRR_EL1,    SPE_REG_PMSLATFR_EL1, SPE_REG_PMSNEVFR_EL1};

static void make_unit(const struct pe *p)
{
    static struct spe_sysreg_value registers[8];
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(7) | COUNT_16 | (p->fne ? PMSIDR_FNE : 0) | (p->fds ? PMSIDR_FDS : 0), 6);
    const struct spe_sysreg_value own[] = {
        b.registers[0],
        {SPE_REG_PMBIDR_EL1, 0, 0x2d6}, /* with P and AddrMode, which are not the configuration's */
        {SPE_REG_ID_AA64DFR0_EL1, 0, (uint64_t)SPE_V1P4 << 32},
        {SPE_REG_ID_AA64DFR2_EL1, 0, 0},
        {SPE_REG_ID_AA64PFR0_EL1, 0,
         (p->has_el2 ? PFR0_EL2 : 0) | (p->has_el3 ? PFR0_EL3 : 0) | (uint64_t)p->sel2 << 36 | (uint64_t)p->rme << 52},
        {SPE_REG_ID_AA64MMFR0_EL1, 0, (uint64_t)p->fgt << 56},
        {SPE_REG_ID_AA64MMFR2_EL1, 0, (uint64_t)p->nv << 24},
    };
    memcpy(registers, own, sizeof own);
    b.config.registers = registers;
    b.config.register_count = sizeof own / sizeof own[0];
    b.config.features = (p->exc ? SPE_FEATURE_EXC : 0) | (p->nvm ? SPE_FEATURE_NVM : 0);
    if (spe_unit_init(&b.unit, &b.config) != SPE_OK) {
        diag("%s", spe_unit_config_problem(&b.config));
        failures++;
    }
}

static void put_controls(const struct pe *p)
{
    bench_write(&b, SPE_REG_SCR_EL3, p->scr);
    bench_write(&b, SPE_REG_HCR_EL2, p->hcr);
    bench_write(&b, SPE_REG_MDCR_EL2, p->mdcr2);
    bench_write(&b, SPE_REG_MDCR_EL3, p->mdcr3);
    bench_write(&b, SPE_REG_HDFGRTR_EL2, p->rtr);
    bench_write(&b, SPE_REG_HDFGWTR_EL2, p->wtr);
    bench_write(&b, SPE_REG_HDFGRTR2_EL2, p->rtr2);
    bench_write(&b, SPE_REG_HDFGWTR2_EL2, p->wtr2);
    bench_write(&b, SPE_REG_PMSCR_EL1, p->pmscr1);
    bench_write(&b, SPE_REG_PMSCR_EL2, p->pmscr2);
}

/* -- one access -- */

static uint64_t want_syndrome(int outcome, int name, int is_write)
{
    if (outcome == UNDEFINED)
        return 0x2000000;
    if (outcome != TO_EL2 && outcome != TO_EL3)
        return 0;
    /* D24.2: EC 0x18, IL, Op0, Op2, Op1, CRn, Rt, CRm, direction */
    return 0x62000000u | 3u << 20 | manual_names[name].op2 << 17 | manual_names[name].op1 << 14 | 9u << 10 |
           manual_names[name].crm << 1 | (is_write ? 0u : 1u);
}

static uint64_t want_value(const struct pe *p, int meant, unsigned el)
{
    if (meant == PMBIDR_EL1)
        return 0x206 | (uint64_t)manual_programming_not_allowed(p, el) << 4 | (uint64_t)manual_address_mode(p, el) << 6;
    if ((meant == PMSCR_EL2 || meant == PMBSR_EL2) && !p->has_el2)
        return 0;
    return bench_read(&b, numbers[meant]);
}

/* The state is written where it belongs, and nowhere else. */
static int is_written(const struct pe *p, int outcome, int meant, const spe_unit *before, uint64_t value)
{
    static struct bench old;
    const int is_zero = (meant == PMSCR_EL2 || meant == PMBSR_EL2) && !p->has_el2;
    old.unit = *before;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++) {
        const int is_it = outcome == DONE && reg == numbers[meant] && !is_zero;
        if (is_it)
            bench_write(&old, reg, value);
        if (bench_read(&b, reg) != bench_read(&old, reg))
            return 0;
    }
    return 1;
}

static void try_access(const struct pe *p, int name, unsigned el, int is_write)
{
    struct spe_device_access got;
    unsigned offset;
    int meant;
    const int want = manual_access(p, name, el, is_write, &meant, &offset);
    const uint32_t encoding =
        spe_device_encoding(3, manual_names[name].op1, 9, manual_names[name].crm, manual_names[name].op2);
    const uint64_t value = random_u64();
    const spe_unit before = b.unit;
    memset(&got, 0xff, sizeof got);
    const int outcome =
        is_write ? spe_device_write(&b.unit, el, encoding, value, &got) : spe_device_read(&b.unit, el, encoding, &got);
    cases[want]++;
    const int is_right = outcome == want && got.reg == numbers[meant] && got.offset == offset && !got.reserved &&
                         got.syndrome == want_syndrome(want, name, is_write) &&
                         got.value == (want == DONE && !is_write ? want_value(p, meant, el) : 0) &&
                         is_written(p, is_write ? want : UNDEFINED, meant, &before, value);
    if (!is_right && !failures++)
        diag("%s of %s at EL%u: got %d (reg %u, offset 0x%x, syndrome 0x%llx, value 0x%llx), want %d (offset 0x%x)",
             is_write ? "MSR" : "MRS", manual_names[name].text, el, outcome, got.reg, got.offset,
             (unsigned long long)got.syndrome, (unsigned long long)got.value, want, offset);
    b.unit = before;
}

static void try_all(const struct pe *p)
{
    put_controls(p);
    for (int name = 0; name < NAMES; name++)
        for (unsigned el = 0; el <= 3; el++) {
            const int is_root = p->rme && BIT(p->scr, 62) && !BIT(p->scr, 0); /* then only EL3 runs */
            if ((el == 2 && !p->has_el2) || (el == 3 && !p->has_el3) || (el < 3 && is_root))
                continue;
            try_access(p, name, el, 0);
            try_access(p, name, el, 1);
        }
}

/* -- settings -- */

/* Nothing traps: the buffer belongs to EL1 in Non-secure state. */
static struct pe open_pe(void)
{
    const struct pe p = {.has_el2 = 1,
                         .has_el3 = 1,
                         .sel2 = 1,
                         .rme = 1,
                         .secure = 1,
                         .fgt = 2,
                         .nv = 2,
                         .fne = 1,
                         .fds = 1,
                         .exc = 1,
                         .nvm = 1,
                         .scr = UINT64_C(1) << 59 | 1 << 27 | 1,
                         .mdcr2 = 3 << 12,
                         .mdcr3 =
                             UINT64_C(1) << 55 | UINT64_C(3) << 51 | UINT64_C(1) << 42 | UINT64_C(1) << 36 | 3 << 12,
                         .rtr = UINT64_C(1) << 62,
                         .wtr = UINT64_C(1) << 62,
                         .rtr2 = 1 << 24 | 1 << 19,
                         .wtr2 = 1 << 24 | 1 << 19};
    return p;
}

/* The bits that control access */
static const struct {
    size_t at;
    unsigned low, high;
} controls[] = {
#define OF(member, low, high)                                                                                          \
    {                                                                                                                  \
        offsetof(struct pe, member), low, high                                                                         \
    }
    OF(scr, 0, 0),     OF(scr, 18, 18),   OF(scr, 27, 27),   OF(scr, 59, 59),   OF(scr, 62, 62),
    OF(hcr, 34, 34),   OF(hcr, 42, 43),   OF(hcr, 45, 45),   OF(mdcr2, 12, 14), OF(mdcr3, 11, 13),
    OF(mdcr3, 36, 36), OF(mdcr3, 42, 42), OF(mdcr3, 51, 52), OF(mdcr3, 55, 55), OF(rtr, 23, 32),
    OF(rtr, 62, 63),   OF(wtr, 23, 32),   OF(wtr, 62, 62),   OF(rtr2, 19, 19),  OF(rtr2, 24, 24),
    OF(wtr2, 19, 19),  OF(wtr2, 24, 24),  OF(pmscr1, 8, 9),  OF(pmscr2, 8, 9),  OF(pmscr2, 11, 11),
};
#define CONTROLS (sizeof controls / sizeof controls[0])

static void flip(struct pe *p, size_t control, unsigned bit)
{
    uint64_t *value = (uint64_t *)(void *)((char *)p + controls[control].at);
    *value ^= UINT64_C(1) << bit;
}

/* Each bit alone, and each two bits together, while all else is open */
static void each_bit(struct pe p)
{
    make_unit(&p);
    try_all(&p);
    for (size_t i = 0; i < CONTROLS; i++)
        for (unsigned bit = controls[i].low; bit <= controls[i].high; bit++) {
            flip(&p, i, bit);
            try_all(&p);
            for (size_t j = i + 1; j < CONTROLS; j++)
                for (unsigned other = controls[j].low; other <= controls[j].high; other++) {
                    flip(&p, j, other);
                    try_all(&p);
                    flip(&p, j, other);
                }
            flip(&p, i, bit);
        }
}

static void random_settings(struct pe p, unsigned count)
{
    const struct pe open = p;
    make_unit(&p);
    for (unsigned n = 0; n < count; n++) {
        const unsigned rarely = 1 + random_below(6);
        p = open;
        for (size_t i = 0; i < CONTROLS; i++)
            for (unsigned bit = controls[i].low; bit <= controls[i].high; bit++)
                if (!random_below(rarely))
                    flip(&p, i, bit);
        try_all(&p);
    }
}

static struct pe random_pe(void)
{
    struct pe p = open_pe();
    p.has_el2 = random_below(4) != 0;
    p.has_el3 = random_below(4) != 0;
    p.sel2 = p.has_el2 && p.has_el3 && random_below(2);
    p.rme = p.has_el2 && p.has_el3 && random_below(2);
    p.secure = p.has_el3 && (!p.rme || p.sel2); /* a core with FEAT_RME has Secure state with FEAT_SEL2 */
    p.fgt = (int)random_below(3);
    p.nv = (int)random_below(3);
    p.fne = random_below(4) != 0;
    p.fds = random_below(4) != 0;
    p.exc = random_below(4) != 0;
    p.nvm = random_below(4) != 0;
    return p;
}

static void accesses(void)
{
    each_bit(open_pe());
    ok_all("every register x every level x each trap bit, alone and two by two");
    struct pe p = open_pe();
    p.scr = UINT64_C(1) << 62 | UINT64_C(1) << 59 | 1 << 27 | 1; /* Realm */
    p.mdcr3 |= 1 << 11;
    p.hcr = UINT64_C(1) << 34;
    each_bit(p);
    ok_all("... in Realm state, with a host at EL2");
    p = open_pe();
    p.rme = 0;
    p.scr = UINT64_C(1) << 59 | 1 << 27 | 1 << 18; /* Secure EL2 */
    p.mdcr3 &= ~(UINT64_C(1) << 13);
    p.hcr = UINT64_C(1) << 45 | UINT64_C(1) << 42;
    each_bit(p);
    ok_all("... in Secure state, with nested virtualization");
    for (unsigned n = 0; n < 60; n++)
        random_settings(random_pe(), 60);
    ok_all("random cores and settings");
    for (int i = DONE; i <= TO_MEMORY; i++)
        if (!ok(cases[i] > 1000, "each outcome is seen"))
            diag("outcome %d: %u cases", i, cases[i]);
}

/* -- misuse, and what is not the unit's -- */

static void mistakes(void)
{
    static spe_unit none;
    struct spe_device_access out;
    struct spe_device_access kept;
    const uint32_t pmscr = (uint32_t)spe_sysreg_encoding(SPE_REG_PMSCR_EL1);
    const uint32_t word = 0xd5189905; /* msr pmscr_el1, x5 */
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(6) | COUNT_12, 6);
    bench_start(&b, BUFFER);
    memset(&out, 0x5a, sizeof out);
    kept = out;
    is(word >> 5 & 0xffff, pmscr, "an instruction's bits");
    is(spe_device_encoding(3, 0, 9, 9, 0), pmscr, "the encoding of sysreg.h");
    is(spe_device_read(NULL, 1, pmscr, &out), SPE_E_STATE, "no unit");
    is(spe_device_write(&none, 1, pmscr, 0, &out), SPE_E_STATE, "zeroed storage");
    is(spe_device_read(&b.unit, 4, pmscr, &out), SPE_E_ARG, "EL4");
    is(spe_device_read(&b.unit, 2, pmscr, &out), SPE_E_ARG, "a core without EL2");
    is(spe_device_write(&b.unit, 3, pmscr, 0, &out), SPE_E_ARG, "... without EL3");
    is(spe_device_read(&b.unit, 1, pmscr, NULL), SPE_E_ARG, "nowhere to read to");
    is(spe_device_write(&b.unit, 1, pmscr, 0, NULL), SPE_E_ARG, "... or to tell");
    is(bench_read(&b, SPE_REG_PMSCR_EL1) & 3, 3, "... which writes nothing");
    for (unsigned reg = SPE_REG_ID_AA64DFR0_EL1; reg < spe_sysreg_count(); reg++)
        failures += spe_device_read(&b.unit, 1, (uint32_t)spe_sysreg_encoding(reg), &out) != SPE_E_NAME;
    ok_all("ID registers and controls are the emulator's");
    for (uint32_t encoding = 0; encoding < 0x20000; encoding++) {
        const int reg = spe_sysreg_find_encoding(encoding);
        if (reg < 0 || reg >= SPE_REG_ID_AA64DFR0_EL1)
            failures += spe_device_read(&b.unit, 1, encoding, &out) != SPE_E_NAME;
    }
    ok_all("all other encodings are not of SPE");
    ok(!memcmp(&out, &kept, sizeof out), "a failure leaves *out as it was");
}

/* -- reset -- */

static void resets(void)
{
    const struct spe_unit_start start = {0};
    struct pe p = open_pe();
    is(spe_device_reset(NULL), SPE_E_STATE, "reset: no unit");
    p.has_el3 = p.rme = p.sel2 = p.exc = 0;
    for (int has_el2 = 0; has_el2 < 2; has_el2++) {
        p.has_el2 = has_el2;
        p.exc = 1;
        make_unit(&p);
        for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
            bench_write(&b, reg, UINT64_MAX);
        bench_write(&b, SPE_REG_PMBPTR_EL1, BASE);
        const uint64_t pmsfcr = bench_read(&b, SPE_REG_PMSFCR_EL1), pmscr = bench_read(&b, SPE_REG_PMSCR_EL1);
        is(spe_device_reset(&b.unit), SPE_OK,
           has_el2 ? "reset: EL2 is the highest level" : "reset: EL1 is the highest");
        is(bench_read(&b, SPE_REG_PMBLIMITR_EL1), UINT64_MAX - 1, "... E is 0, the rest stays");
        is(bench_read(&b, SPE_REG_PMBPTR_EL1), BASE, "... what is UNKNOWN stays");
        is(bench_read(&b, SPE_REG_PMSFCR_EL1), pmsfcr, "... of all registers");
        is(bench_read(&b, SPE_REG_PMSCR_EL1), has_el2 ? pmscr : pmscr & ~UINT64_C(0x300), "... PMSCR_EL1.EE");
        is(bench_read(&b, SPE_REG_PMSCR_EL2) >> 8 & 3, 0, "... PMSCR_EL2.EE");
        is(bench_read(&b, SPE_REG_HDFGRTR_EL2) >> 23 & 0x3ff, 0, "... fine-grained traps");
    }
    p = open_pe();
    make_unit(&p);
    bench_write(&b, SPE_REG_HDFGRTR_EL2, UINT64_MAX);
    bench_write(&b, SPE_REG_PMSCR_EL2, 0x300);
    spe_device_reset(&b.unit);
    is(bench_read(&b, SPE_REG_HDFGRTR_EL2), UINT64_MAX, "with EL3 fine-grained traps are UNKNOWN");
    is(bench_read(&b, SPE_REG_PMSCR_EL2), 0x300, "... and PMSCR_EL2.EE");
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(6) | COUNT_12, 6);
    bench_start(&b, BUFFER);
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 1, "a sample is in flight");
    spe_unit_begin(&b.unit, 1, &start);
    spe_device_reset(&b.unit);
    is(spe_unit_complete(&b.unit, 1, NULL, 0), SPE_E_ARG, "... and forgotten at reset");
    is(spe_unit_is_enabled(&b.unit), 0, "nothing is profiled");
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | 1);
    is(spe_unit_is_enabled(&b.unit), 0, "... as the PE is at EL3");
    spe_unit_set_level(&b.unit, 0, SPE_STATE_NON_SECURE);
    is(spe_unit_is_enabled(&b.unit), 1, "... until software runs again");
    is(bench_counts(&b).sample_pop, 1, "counts stay");
}

int main(void)
{
    accesses();
    mistakes();
    resets();
    return tap_done();
}
