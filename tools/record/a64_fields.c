/* SPDX-License-Identifier: MIT */
/* The forms of a64_row.h: how the fields of an instruction become targets, addresses and sizes. */
#include "a64_row.h"

static uint32_t field(const struct a64_word *word, unsigned high, unsigned low)
{
    return word->bits >> low & (UINT32_MAX >> (31 - (high - low)));
}

static int32_t signed_field(const struct a64_word *word, unsigned high, unsigned low)
{
    int32_t sign = (int32_t)1 << (high - low);
    return ((int32_t)field(word, high, low) ^ sign) - sign;
}

/* A register number whose value 31 means XZR. */
static uint8_t register_or_zero(const struct a64_word *word, unsigned low)
{
    uint32_t n = field(word, low + 4, low);
    return (uint8_t)(n == 31 ? A64_NO_REGISTER : n);
}

void a64_plain(struct a64 *out, const struct a64_word *word)
{
    (void)out;
    (void)word;
}

/* -- branches, literals: multiples of 4 bytes from the instruction on -- */

static void target(struct a64 *out, const struct a64_word *word, unsigned high, unsigned low)
{
    out->target = word->pc + (uint64_t)((int64_t)signed_field(word, high, low) * 4);
}

void a64_imm26(struct a64 *out, const struct a64_word *word)
{
    target(out, word, 25, 0);
}

void a64_imm19(struct a64 *out, const struct a64_word *word)
{
    target(out, word, 23, 5);
}

void a64_imm14(struct a64 *out, const struct a64_word *word)
{
    target(out, word, 18, 5);
}

void a64_literal(struct a64 *out, const struct a64_word *word)
{
    target(out, word, 23, 5);
    out->address.kind = A64_ADDRESS_LITERAL;
}

/* -- acquire, release, atomics -- */

void a64_order(struct a64 *out, const struct a64_word *word)
{
    out->op.acquire_release = (word->bits & word->arg) != 0;
}

/* Rt = XZR without acquire is STADD or a similar instruction, which returns nothing: the unit records a store. */
void a64_atomic(struct a64 *out, const struct a64_word *word)
{
    a64_order(out, word);
    if (field(word, 4, 0) == 31 && !field(word, 23, 23)) {
        out->op.store = 1;
        out->loads = 0;
    }
}

/* -- addresses: [9:5] is the base for all instructions except DC -- */

static void base(struct a64 *out, const struct a64_word *word, int32_t offset)
{
    out->address.kind = A64_ADDRESS_BASE;
    out->address.base = (uint8_t)field(word, 9, 5);
    out->address.offset = offset;
}

static void indexed(struct a64 *out, const struct a64_word *word, uint32_t shift)
{
    base(out, word, 0);
    out->address.index = register_or_zero(word, 16);
    out->address.shift = (uint8_t)shift;
}

void a64_unsigned12(struct a64 *out, const struct a64_word *word)
{
    base(out, word, (int32_t)field(word, 21, 10) * 8);
}

void a64_signed9(struct a64 *out, const struct a64_word *word)
{
    base(out, word, signed_field(word, 20, 12));
}

void a64_register_offset(struct a64 *out, const struct a64_word *word)
{
    indexed(out, word, field(word, 12, 12) * 3);
    if (!field(word, 13, 13))
        out->address.extend = field(word, 15, 15) ? A64_EXTEND_SXTW : A64_EXTEND_UXTW;
}

void a64_tag(struct a64 *out, const struct a64_word *word)
{
    int post_indexed = field(word, 11, 10) == 1;
    base(out, word, post_indexed ? 0 : signed_field(word, 20, 12) * 16);
    out->bytes = (uint16_t)word->arg;
}

void a64_tag_pair(struct a64 *out, const struct a64_word *word)
{
    int post_indexed = field(word, 24, 23) == 1;
    base(out, word, post_indexed ? 0 : signed_field(word, 21, 15) * 16);
    out->bytes = 16;
}

void a64_tag_bulk(struct a64 *out, const struct a64_word *word)
{
    base(out, word, 0);
}

void a64_dc(struct a64 *out, const struct a64_word *word)
{
    base(out, word, 0);
    out->address.base = register_or_zero(word, 0);
}

/* -- SVE, contiguous -- */

static void predicated(struct a64 *out, const struct a64_word *word)
{
    out->address.predicate = (uint8_t)field(word, 12, 10);
}

struct elements {
    uint32_t memory, narrow, registers; /* log2 of the element's bytes in memory; log2 of how much larger it is in a
                                         * register; number of registers */
};

static const uint8_t dtype_memory[16] = {0, 0, 0, 0, 2, 1, 1, 1, 1, 1, 2, 2, 0, 0, 0, 3};
static const uint8_t dtype_register[16] = {0, 1, 2, 3, 3, 1, 2, 3, 3, 2, 2, 3, 3, 2, 1, 3};

static struct elements elements(const struct a64_word *word)
{
    struct elements e = {field(word, 24, 23), 0, 1};
    if (word->arg == A64_DTYPE) {
        uint32_t dtype = field(word, 24, 21);
        e.memory = dtype_memory[dtype];
        e.narrow = (uint32_t)dtype_register[dtype] - dtype_memory[dtype];
    } else if (word->arg == A64_STRUCTURE) {
        e.registers = field(word, 22, 21) + 1;
    } else if (field(word, 22, 21) > e.memory) {
        e.narrow = field(word, 22, 21) - e.memory;
    }
    return e;
}

/* With FEAT_SPE_SME, EVL counts all vectors of a structure (D17.6.6). */
static void measure(struct a64 *out, const struct a64_word *word, struct elements e)
{
    uint32_t vl = word->core->vl_bits;
    out->op.evl_bits = word->core->svl_bits ? vl * e.registers : vl;
    out->bytes = (uint16_t)((vl / 8 >> e.narrow) * e.registers);
    predicated(out, word);
}

void a64_scalar_scalar(struct a64 *out, const struct a64_word *word)
{
    struct elements e = elements(word);
    indexed(out, word, e.memory);
    measure(out, word, e);
}

void a64_scalar_imm(struct a64 *out, const struct a64_word *word)
{
    struct elements e = elements(word);
    base(out, word, 0);
    out->address.multiple = signed_field(word, 19, 16) * (int32_t)e.registers;
    out->address.vl_shift = (uint8_t)e.narrow;
    measure(out, word, e);
}

/* LDR or STR of a vector or, if [14] is clear, of a predicate, which has a bit for each byte of the vector. */
void a64_fill(struct a64 *out, const struct a64_word *word)
{
    base(out, word, 0);
    out->address.multiple = signed_field(word, 21, 16) * 8 + (int32_t)field(word, 12, 10);
    out->address.vl_shift = field(word, 14, 14) ? 0 : 3;
    out->bytes = (uint16_t)(word->core->vl_bits / 8 >> out->address.vl_shift);
}

void a64_broadcast(struct a64 *out, const struct a64_word *word)
{
    uint32_t memory = dtype_memory[field(word, 24, 23) << 2 | field(word, 14, 13)];
    base(out, word, (int32_t)(field(word, 21, 16) << memory));
    out->bytes = (uint16_t)(1u << memory);
    predicated(out, word);
}

/* LD1RQ; if [21] is set, LD1RO, which loads twice as much */
void a64_quad_scalar(struct a64 *out, const struct a64_word *word)
{
    indexed(out, word, field(word, 24, 23));
    out->bytes = (uint16_t)(16u << field(word, 21, 21));
    predicated(out, word);
}

void a64_quad_imm(struct a64 *out, const struct a64_word *word)
{
    out->bytes = (uint16_t)(16u << field(word, 21, 21));
    base(out, word, signed_field(word, 19, 16) * (int32_t)out->bytes);
    predicated(out, word);
}

void a64_prefetch_scalar(struct a64 *out, const struct a64_word *word)
{
    indexed(out, word, field(word, 24, 23));
    predicated(out, word);
}

void a64_prefetch_imm(struct a64 *out, const struct a64_word *word)
{
    base(out, word, 0);
    out->address.multiple = signed_field(word, 21, 16);
    predicated(out, word);
}

/* -- SVE, gather and scatter -- */

static uint32_t gathered(struct a64 *out, const struct a64_word *word)
{
    uint32_t memory = word->arg & A64_GATHER_MSZ13 ? field(word, 14, 13) : field(word, 24, 23);
    out->address.kind = A64_ADDRESS_GATHER;
    out->address.element = word->arg & A64_GATHER_64 ? 8 : 4;
    out->bytes = out->prefetches ? 0 : (uint16_t)(1u << memory);
    predicated(out, word);
    return memory;
}

void a64_gather(struct a64 *out, const struct a64_word *word)
{
    uint32_t memory = gathered(out, word);
    out->address.base = (uint8_t)field(word, 9, 5);
    out->address.vector = (uint8_t)field(word, 20, 16);
    out->address.shift = (uint8_t)(word->arg & A64_GATHER_SCALED ? memory : 0);
    if (word->arg & (A64_GATHER_XS22 | A64_GATHER_XS14)) {
        uint32_t sign = word->arg & A64_GATHER_XS22 ? field(word, 22, 22) : field(word, 14, 14);
        out->address.extend = sign ? A64_EXTEND_SXTW : A64_EXTEND_UXTW;
    }
}

/* The vector holds addresses; 32-bit addresses are unsigned. */
static uint32_t vector_of_addresses(struct a64 *out, const struct a64_word *word)
{
    uint32_t memory = gathered(out, word);
    out->address.vector = (uint8_t)field(word, 9, 5);
    out->address.extend = word->arg & A64_GATHER_64 ? A64_EXTEND_NONE : A64_EXTEND_UXTW;
    return memory;
}

void a64_gather_imm(struct a64 *out, const struct a64_word *word)
{
    uint32_t memory = vector_of_addresses(out, word);
    out->address.offset = (int32_t)(field(word, 20, 16) << memory);
}

void a64_gather_scalar(struct a64 *out, const struct a64_word *word)
{
    vector_of_addresses(out, word);
    out->address.index = register_or_zero(word, 16);
}

/* -- SME -- */

/* [24] extends [23:22] to 128 bits */
void a64_za_scalar(struct a64 *out, const struct a64_word *word)
{
    indexed(out, word, field(word, 23, 22) + field(word, 24, 24));
    out->bytes = (uint16_t)(word->core->svl_bits / 8);
    predicated(out, word);
}

void a64_za_fill(struct a64 *out, const struct a64_word *word)
{
    base(out, word, 0);
    out->address.multiple = (int32_t)field(word, 3, 0);
    out->bytes = (uint16_t)(word->core->svl_bits / 8);
}

void a64_slice(struct a64 *out, const struct a64_word *word)
{
    out->op.ets_bits = word->core->svl_bits;
}

/* A tile of elements of arg bits is a square of SVL / arg elements on each side. */
void a64_tile(struct a64 *out, const struct a64_word *word)
{
    uint32_t side = word->core->svl_bits / word->arg;
    out->op.ets_bits = side * side * word->arg;
}

/* ZERO: bit i of [7:0] is the tile ZAi.D of 64-bit elements; eight tiles are the array. */
void a64_zero(struct a64 *out, const struct a64_word *word)
{
    uint32_t tiles = 0;
    for (uint32_t mask = field(word, 7, 0); mask; mask &= mask - 1)
        tiles++;
    uint32_t bits = tiles * word->core->svl_bits / 64 * word->core->svl_bits;
    out->op.ets_bits = tiles == 8 ? SPE_ETS_WHOLE_ZA : bits ? bits : 128;
}
