/* SPDX-License-Identifier: MIT */
#include "reference.h"

#define COUNT UINT64_C(0xffffffff)

int reference_runs(const struct reference *r)
{
    return (r->pmblimitr & 1) && !(r->pmbsr & REFERENCE_S);
}

int reference_is_misaligned(const struct reference *r)
{
    return (r->pmbptr & (r->alignment - 1)) != 0;
}

int reference_is_enabled(const struct reference *r)
{
    if (!reference_runs(r) || reference_is_misaligned(r) || r->is_secure || r->level > r->kernel_level)
        return 0;
    if (r->level != 0 && r->level != r->kernel_level)
        return 0;
    return (int)(r->pmscr >> (r->level ? 1 : 0) & 1); /* E1SPE or E2SPE; E0SPE or E0HSPE */
}

uint64_t reference_far(const struct reference *r)
{
    const uint64_t count = r->pmsicr & COUNT, second = r->pmsicr >> 56;
    if (!reference_is_enabled(r))
        return UINT64_MAX;
    if (!count)
        return 0;
    return second && (r->pmsirr & 1) && r->has_second_counter && second < count ? second - 1 : count - 1;
}

void reference_pass(struct reference *r, uint64_t operations)
{
    if (!reference_is_enabled(r) || !operations)
        return;
    r->population += operations;
    r->pmsicr -= operations; /* fewer than COUNT */
    if (r->pmsicr >> 56 && (r->pmsirr & 1) && r->has_second_counter)
        r->pmsicr -= operations << 56;
}

int reference_choose(struct reference *r, unsigned random, int *needs_random)
{
    uint64_t count = r->pmsicr & COUNT, second = r->pmsicr >> 56;
    const int jitters = (int)(r->pmsirr & 1), has_second = jitters && r->has_second_counter;
    int chosen = 0;
    *needs_random = 0;
    if (!reference_is_enabled(r))
        return 0;
    r->population++;
    if (count == 1) { /* it becomes 0: chosen, or a random time later (D17.3.3) */
        *needs_random = has_second;
        second = has_second ? random & 255 : second;
        chosen = !has_second || !second;
        count = 0;
    } else {
        *needs_random = !count && jitters && !has_second;
        count = count ? count - 1 : (r->pmsirr & 0xffffff00) + (*needs_random ? random & 255 : 0);
        if (has_second && second)
            chosen = --second == 0;
    }
    r->pmsicr = (r->pmsicr & ~COUNT & ~(UINT64_C(255) << 56)) | count | second << 56;
    return chosen;
}

int reference_keeps(const struct reference *r, const struct reference_operation *operation)
{
    const uint64_t f = r->pmsfcr;
    if ((f & 1) && (operation->events & r->pmsevfr) != r->pmsevfr)
        return 0;
    if ((f & 8) && (operation->events & r->pmsnevfr))
        return 0;
    if ((f & 4) && operation->latency < (r->pmslatfr & 0xfff))
        return 0;
    return !(f & 2) || ((f >> 16 & 1) && operation->is_branch) || ((f >> 17 & 1) && operation->is_load) ||
           ((f >> 18 & 1) && operation->is_store);
}

void reference_write(struct reference *r, uint64_t written, int is_all, uint64_t syndrome)
{
    r->pmbptr += written;
    if (!is_all) {
        r->pmbsr &= ~(UINT64_C(0x00ffffff) << 32 | 0xfc00ffff); /* MSS2, EC, MSS */
        r->pmbsr |= REFERENCE_S | syndrome | (written ? REFERENCE_DL : 0);
    }
    if (r->pmbptr <= (r->pmblimitr & ~UINT64_C(0xfff)) - r->max_record_size)
        return;
    r->full++;
    if (is_all)
        r->pmbsr = (r->pmbsr & ~(UINT64_C(0x00ffffff) << 32 | 0xfc00ffff)) | REFERENCE_S | 1; /* buffer full */
}
