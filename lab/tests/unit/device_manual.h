/* SPDX-License-Identifier: MIT */
/*
 * Who may access which register of SPE: the accessibility pseudocode of DDI 0487, D24.7.1 to D24.7.17, written a second
 * time. Bits are numbers in raw values, and each rule is a condition in the order of the manual.
 */
#ifndef DEVICE_MANUAL_H
#define DEVICE_MANUAL_H

#include <stdint.h>

#define BIT(value, n) ((value) >> (n)&1)

/* A PE: what it implements, and the registers that control access */
struct pe {
    int has_el2, has_el3, sel2, rme, secure, fgt, nv; /* fgt: FEAT_FGT 1, FEAT_FGT2 2; nv: FEAT_NV 1, FEAT_NV2 2 */
    int fne, fds, exc, nvm;
    uint64_t scr, hcr, mdcr2, mdcr3, rtr, wtr, rtr2, wtr2, pmscr1, pmscr2;
};

enum { DONE, UNDEFINED, TO_EL2, TO_EL3, TO_MEMORY };

/* The names that MRS and MSR use, in the order of D24.7, with op1, CRm and op2; op0 is 3 and CRn is 9 */
/* clang-format off */
#define MANUAL_NAMES(ROW) \
    ROW(PMBIDR_EL1, 0, 10, 7) ROW(PMBLIMITR_EL1, 0, 10, 0) ROW(PMBMAR_EL1, 0, 10, 5) ROW(PMBPTR_EL1, 0, 10, 1) \
    ROW(PMBSR_EL1, 0, 10, 3) ROW(PMBSR_EL12, 5, 10, 3) ROW(PMBSR_EL2, 4, 10, 3) ROW(PMBSR_EL3, 6, 10, 3) \
    ROW(PMSCR_EL1, 0, 9, 0) ROW(PMSCR_EL12, 5, 9, 0) ROW(PMSCR_EL2, 4, 9, 0) ROW(PMSDSFR_EL1, 0, 10, 4) \
    ROW(PMSEVFR_EL1, 0, 9, 5) ROW(PMSFCR_EL1, 0, 9, 4) ROW(PMSICR_EL1, 0, 9, 2) ROW(PMSIDR_EL1, 0, 9, 7) \
    ROW(PMSIRR_EL1, 0, 9, 3) ROW(PMSLATFR_EL1, 0, 9, 6) ROW(PMSNEVFR_EL1, 0, 9, 1)
/* clang-format on */

#define NAME(name, op1, crm, op2) name,
enum name { MANUAL_NAMES(NAME) NAMES };

#define NUMBERS(name, op1, crm, op2) {#name, op1, crm, op2},
static const struct {
    const char *text;
    unsigned op1, crm, op2;
} manual_names[NAMES] = {MANUAL_NAMES(NUMBERS)};

/* -- shared pseudocode: J1 -- */

static int secure_el2_enabled(const struct pe *p)
{
    return p->has_el2 && p->has_el3 && p->sel2 && BIT(p->scr, 18);
}

static int el2_enabled(const struct pe *p)
{
    return p->has_el2 && (!p->has_el3 || BIT(p->scr, 0) || secure_el2_enabled(p));
}

static int el_is_in_host(const struct pe *p)
{
    return el2_enabled(p) && BIT(p->hcr, 34);
}

/* Three digits, as the manual writes them */
static int effective_nvx(const struct pe *p)
{
    if (!el2_enabled(p) || !p->nv || !BIT(p->hcr, 42))
        return 0;
    return (p->nv == 2 && BIT(p->hcr, 45) ? 100 : 0) + (BIT(p->hcr, 43) ? 10 : 0) + 1;
}

static int is_nspb_reserved(const struct pe *p)
{
    const unsigned nspb = (unsigned)(p->mdcr3 >> 12 & 3);
    return p->rme && nspb < 2 && (BIT(p->mdcr3, 11) || !p->secure);
}

static int check_nspb_trap(const struct pe *p)
{
    const unsigned nspb = (unsigned)(p->mdcr3 >> 12 & 3), nspbe = p->rme ? (unsigned)BIT(p->mdcr3, 11) : 0;
    return is_nspb_reserved(p) || !(nspb & 1) || nspb >> 1 != BIT(p->scr, 0) || (p->rme && nspbe != BIT(p->scr, 62));
}

static unsigned effective_ee2(const struct pe *p)
{
    if (!p->exc || (p->has_el3 && !(p->mdcr3 >> 51 & 3)))
        return 0;
    return el2_enabled(p) ? (unsigned)(p->pmscr2 >> 8 & 3) : 1;
}

/* -- the registers -- */

/* Fine-grained traps: bits of HDFGRTR_EL2 and HDFGWTR_EL2 that trap if 1; [62] traps if 0. */
static int fine_trap(const struct pe *p, int name, int is_write)
{
    static const signed char bits[NAMES] = {
        [PMBIDR_EL1] = 63, [PMBLIMITR_EL1] = 23, [PMBPTR_EL1] = 24,   [PMBSR_EL1] = 25,
        [PMSCR_EL1] = 26,  [PMSEVFR_EL1] = 27,   [PMSFCR_EL1] = 28,   [PMSICR_EL1] = 29,
        [PMSIDR_EL1] = 30, [PMSIRR_EL1] = 31,    [PMSLATFR_EL1] = 32, [PMSNEVFR_EL1] = 62};
    const uint64_t one = is_write ? p->wtr : p->rtr, two = is_write ? p->wtr2 : p->rtr2;
    if (!el2_enabled(p))
        return 0;
    if (name == PMBMAR_EL1)
        return p->fgt == 2 && ((p->has_el3 && !BIT(p->scr, 59)) || !BIT(two, 24));
    if (name == PMSDSFR_EL1)
        return p->fgt == 2 && ((p->has_el3 && !BIT(p->scr, 59)) || !BIT(two, 19));
    if (!p->fgt || (p->has_el3 && !BIT(p->scr, 27)))
        return 0;
    return (int)BIT(one, bits[name]) != (name == PMSNEVFR_EL1);
}

/* Traps of MDCR_EL3 */
static int el3_trap(const struct pe *p, int name)
{
    if (!p->has_el3 || name == PMBIDR_EL1)
        return 0;
    if (check_nspb_trap(p))
        return 1;
    return (name == PMBMAR_EL1 && !BIT(p->mdcr3, 55)) || (name == PMSDSFR_EL1 && !BIT(p->mdcr3, 42)) ||
           (name == PMSNEVFR_EL1 && !BIT(p->mdcr3, 36)) || (name == PMBSR_EL2 && !(p->mdcr3 >> 51 & 3));
}

/* The offset of an access that nested virtualization turns into memory, or 0 */
static unsigned nested_memory(const struct pe *p, int name)
{
    const int nvx = effective_nvx(p);
    if (nvx != 101 && nvx != 111)
        return 0;
    switch (name) {
    case PMBLIMITR_EL1:
        return 0x800;
    case PMBPTR_EL1:
        return 0x810;
    case PMBSR_EL1:
        return effective_ee2(p) == 0 || !(p->pmscr1 >> 8 & 3) || nvx == 111 ? 0x820 : 0;
    case PMSCR_EL1:
        return nvx == 111 ? 0x828 : 0;
    case PMSEVFR_EL1:
        return 0x830;
    case PMSICR_EL1:
        return 0x838;
    case PMSIRR_EL1:
        return 0x840;
    case PMSLATFR_EL1:
        return 0x848;
    case PMSNEVFR_EL1:
        return 0x850;
    case PMSDSFR_EL1:
        return 0x858;
    default:
        return 0;
    }
}

static int is_tpms(int name)
{
    return name == PMSCR_EL1 || name == PMSDSFR_EL1 || name == PMSEVFR_EL1 || name == PMSFCR_EL1 ||
           name == PMSICR_EL1 || name == PMSIDR_EL1 || name == PMSIRR_EL1 || name == PMSLATFR_EL1 ||
           name == PMSNEVFR_EL1;
}

static int at_el1(const struct pe *p, int name, int is_write, unsigned *offset)
{
    const int nvx = effective_nvx(p);
    if (name == PMBSR_EL3)
        return UNDEFINED;
    if ((name == PMSCR_EL12 || name == PMBSR_EL12) && nvx == 101)
        return *offset = name == PMSCR_EL12 ? 0x828 : 0x820, TO_MEMORY;
    if (name == PMSCR_EL12 || name == PMBSR_EL12 || name == PMSCR_EL2 || name == PMBSR_EL2)
        return nvx % 10 ? TO_EL2 : UNDEFINED;
    if (fine_trap(p, name, is_write))
        return TO_EL2;
    if (name != PMBIDR_EL1 && el2_enabled(p) && (is_tpms(name) ? BIT(p->mdcr2, 14) : !BIT(p->mdcr2, 12)))
        return TO_EL2;
    if (el3_trap(p, name))
        return TO_EL3;
    *offset = nested_memory(p, name);
    return *offset ? TO_MEMORY : DONE;
}

static int at_el2(const struct pe *p, int name, int *meant)
{
    if (name == PMBSR_EL3 || ((name == PMSCR_EL12 || name == PMBSR_EL12) && !el_is_in_host(p)))
        return UNDEFINED;
    if (el3_trap(p, name))
        return TO_EL3;
    if (name == PMSCR_EL1 && el_is_in_host(p))
        *meant = PMSCR_EL2;
    if (name == PMBSR_EL1 && effective_ee2(p) && el_is_in_host(p))
        *meant = PMBSR_EL2;
    return DONE;
}

/* What becomes of an access; *meant is the register, and *offset the place in memory. */
static int manual_access(const struct pe *p, int name, unsigned el, int is_write, int *meant, unsigned *offset)
{
    *meant = name == PMSCR_EL12 ? PMSCR_EL1 : name == PMBSR_EL12 ? PMBSR_EL1 : name;
    *offset = 0;
    if ((name == PMSNEVFR_EL1 && !p->fne) || (name == PMSDSFR_EL1 && !p->fds) || (name == PMBMAR_EL1 && !p->nvm) ||
        ((name == PMBSR_EL2 || name == PMBSR_EL3 || name == PMBSR_EL12) && !p->exc))
        return UNDEFINED;
    if (el == 0 || (is_write && (name == PMSIDR_EL1 || name == PMBIDR_EL1)))
        return UNDEFINED;
    if (el == 1)
        return at_el1(p, name, is_write, offset);
    if (el == 2)
        return at_el2(p, name, meant);
    return (name == PMSCR_EL12 || name == PMBSR_EL12) && !el_is_in_host(p) ? UNDEFINED : DONE;
}

/* PMBIDR_EL1.P (D24.7.1), sentence by sentence. If MDCR_EL3.{NSPBE, NSPB} is reserved, nobody may program. */
static int manual_programming_not_allowed(const struct pe *p, unsigned el)
{
    enum { S, NS, R };
    const int nse = p->rme && BIT(p->scr, 62), ns = (int)BIT(p->scr, 0);
    const int state = !p->has_el3 ? NS : nse ? R : ns ? NS : S;
    const int nspb = (int)BIT(p->mdcr3, 13), nspbe = p->rme && BIT(p->mdcr3, 11);
    const int el2_owns = !(p->mdcr2 >> 12 & 3) && p->has_el2;
    if (el == 3)
        return 0;
    if (!p->has_el3)
        return el2_owns && el == 1;
    if (is_nspb_reserved(p))
        return 1;
    if (!nspb)
        return state != S || (secure_el2_enabled(p) && el2_owns && el == 1);
    if (!nspbe)
        return state != NS || (el2_owns && el == 1);
    return state != R || (el2_owns && el == 1);
}

/* PMBIDR_EL1.AddrMode (D24.7.1): physical addresses, too, if the Effective value of PMSCR_EL2.EnVM is 1 (D24.7.9) and P
 * reads as 0. With a reserved owner only EL3 asks, and EnVM is as it was written. */
static int manual_address_mode(const struct pe *p, unsigned el)
{
    const int nspb = (int)BIT(p->mdcr3, 13);
    const int owner_is_secure = p->has_el3 && !nspb, el2_owns = !(p->mdcr2 >> 12 & 3);
    const int el2_in_owner = p->has_el2 && (!owner_is_secure || is_nspb_reserved(p) || (p->sel2 && BIT(p->scr, 18)));
    const int enabled = !el2_in_owner || (el2_owns && !is_nspb_reserved(p)) || BIT(p->pmscr2, 11);
    return p->nvm && enabled && !manual_programming_not_allowed(p, el);
}

#endif
