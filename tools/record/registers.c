/* SPDX-License-Identifier: MIT */
/* See registers.h. */
#include "registers.h"

enum { X0 = 8, PC = X0 + 32 }; /* in 64-bit words */

int registers_check(const void *state, uint64_t pc)
{
    return state && ((const uint64_t *)state)[PC] == pc;
}

static uint64_t read_x(const void *state, unsigned n)
{
    return n <= A64_SP ? ((const uint64_t *)state)[X0 + n] : 0;
}

uint64_t registers_sp(const void *state)
{
    return read_x(state, A64_SP);
}

static uint64_t extend(uint64_t value, unsigned how)
{
    if (how == A64_EXTEND_UXTW)
        return (uint32_t)value;
    return how == A64_EXTEND_SXTW ? (uint64_t)(int32_t)(uint32_t)value : value;
}

int registers_address(const void *state, const struct insn *insn, const struct a64_core *core, uint64_t *out)
{
    const struct a64_address *in = &insn->a64.address;
    const int64_t vl = (insn->a64.streaming ? core->svl_bits : core->vl_bits) / 8;
    if (in->kind == A64_ADDRESS_LITERAL)
        *out = insn->a64.target;
    else if (in->kind == A64_ADDRESS_BASE)
        *out = read_x(state, in->base) + (extend(read_x(state, in->index), in->extend) << in->shift) +
               (uint64_t)in->offset + (uint64_t)(in->multiple * (vl >> in->vl_shift));
    return in->kind == A64_ADDRESS_LITERAL || in->kind == A64_ADDRESS_BASE;
}
