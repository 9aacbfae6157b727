/* SPDX-License-Identifier: MIT */
/* Shared by a64_find.c, a64_table.c and a64_fields.c. */
#ifndef A64_ROW_H
#define A64_ROW_H

#include "a64.h"

/* The input of a row's form */
struct a64_word {
    uint32_t bits;
    uint32_t arg; /* the row's argument */
    uint64_t pc;
    const struct a64_core *core;
};

/* Sets what an instruction's fields determine; *out already holds the row's operation. */
typedef void a64_form(struct a64 *out, const struct a64_word *word);

a64_form a64_plain;                                        /* nothing */
a64_form a64_imm26, a64_imm19, a64_imm14, a64_literal;     /* target */
a64_form a64_order, a64_atomic;                            /* arg: bits, any of which means acquire or release */
a64_form a64_unsigned12, a64_signed9, a64_register_offset; /* PRFM */
a64_form a64_tag, a64_tag_pair, a64_tag_bulk, a64_dc;      /* arg of a64_tag: bytes */
a64_form a64_scalar_scalar, a64_scalar_imm;                /* arg: enum a64_elements */
a64_form a64_fill, a64_broadcast, a64_quad_scalar, a64_quad_imm;
a64_form a64_prefetch_scalar, a64_prefetch_imm;         /* SVE */
a64_form a64_gather, a64_gather_imm, a64_gather_scalar; /* arg: A64_GATHER_* */
a64_form a64_za_scalar, a64_za_fill;                    /* SME loads and stores */
a64_form a64_slice, a64_tile, a64_zero;                 /* SME data processing; arg: element bits */

/* How a contiguous access encodes the sizes of elements in memory and in registers, and the number of registers */
enum a64_elements {
    A64_DTYPE,     /* [24:21] gives both sizes: LD1, LDFF1, LDNF1 */
    A64_SIZES,     /* [24:23] memory, [22:21] registers: ST1 */
    A64_STRUCTURE, /* [24:23] both sizes, [22:21] registers less 1: LD2, ST2 ..., LDNT1, STNT1 */
};

enum {
    A64_GATHER_32 = 0, /* elements of 32 bits */
    A64_GATHER_64 = 1, /* elements of 64 bits */
    A64_GATHER_SCALED = 2,
    A64_GATHER_XS22 = 4,  /* offsets of 32 bits, signed if [22] is 1 */
    A64_GATHER_XS14 = 8,  /* offsets of 32 bits, signed if [14] is 1 */
    A64_GATHER_MSZ13 = 16 /* the size of elements in memory is [14:13], otherwise [24:23] */
};

struct a64_row {
    uint32_t mask;
    uint32_t value;
    uint8_t kind;
    a64_form *form;
    uint32_t arg;
};

/* The rows of an encoding group, by bits [28:25] of the word (DDI 0487, C4.1): the first row that matches counts */
struct a64_group {
    const struct a64_row *rows;
    uint32_t count;
};

extern const struct a64_group a64_groups[16];
extern const struct a64 a64_kinds[];
enum { A64_OTHER = 0 }; /* index in a64_kinds */

#endif
