/* SPDX-License-Identifier: MIT */
/*
 * What an A64 instruction is to SPE: its Operation Type (D18.2.7, as D17.6 says it of instructions), where it goes,
 * what it does to memory and how its address comes about. All of Armv9.2 with SVE2, SME, MTE, MOPS, GCS, PAuth, LSE128,
 * LRCPC3, THE and LS64; not SME2, SVE2.1. Of the library it needs libspe/op.h.
 */
#ifndef A64_H
#define A64_H

#include <libspe/op.h>

struct a64_core {
    uint32_t vl_bits;  /* the Effective SVE vector length, in streaming mode the streaming one; 0: no SVE */
    uint32_t svl_bits; /* the Effective Streaming SVE vector length; 0: no SME, and so no FEAT_SPE_SME */
};

enum { /* flow: where the next instruction comes from */
       A64_NEXT = 0,
       A64_DIRECT = 1,    /* target; op.conditional: or the next one */
       A64_INDIRECT = 2,  /* a register: BR, BLR, RET, exception returns */
       A64_EXCEPTION = 3, /* SVC, HVC, SMC, BRK, HLT, DCPSn, UDF: an exception is taken */
};

enum {                          /* struct a64_address.kind */
       A64_ADDRESS_NONE = 0,    /* not told: nothing is accessed, or an emulator tells */
       A64_ADDRESS_BASE = 1,    /* base + extend(index << shift) + offset + multiple * (VL in bytes >> vl_shift) */
       A64_ADDRESS_GATHER = 2,  /* of each active element: base + index + (extend(vector[element]) << shift) + offset */
       A64_ADDRESS_LITERAL = 3, /* struct a64.target */
};

enum { A64_SP = 31, A64_NO_REGISTER = 32 }; /* base, index; a register that there is not, or XZR, counts as 0 */
enum { A64_EXTEND_NONE = 0, A64_EXTEND_UXTW = 1, A64_EXTEND_SXTW = 2 }; /* of the low 32 bits, before the shift */

struct a64_address {
    int32_t offset;   /* bytes */
    int32_t multiple; /* of VL; of the streaming VL if struct a64.streaming */
    uint8_t kind;     /* A64_ADDRESS_* */
    uint8_t base;     /* X register */
    uint8_t index;    /* X register */
    uint8_t extend;   /* A64_EXTEND_*: of the index, or of the vector's elements */
    uint8_t shift;    /* of the same, bits */
    uint8_t vl_shift;
    uint8_t vector;    /* GATHER: Z register */
    uint8_t element;   /* GATHER: bytes of an element of that vector, 4 or 8 */
    uint8_t predicate; /* P register that governs the access; A64_NO_REGISTER: none */
};

struct a64 {
    struct spe_op op; /* whole, payload too. A core without a feature records less: the caller's */
    uint64_t target;  /* of a direct branch, or of a literal: absolute */
    uint64_t types;   /* SPE_FILTER_FP, SPE_FILTER_SIMD (filter.h) of a load or store of SIMD&FP registers; else 0 */
    struct a64_address address; /* of SVE and SME accesses, prefetches, tags, DC ZVA; else NONE */
    uint16_t bytes;             /* of those: accessed from the address on, of GATHER by an element; 0: not told */
    uint8_t flow;               /* A64_* */
    uint8_t loads;
    uint8_t stores;     /* both: atomics, memory copies, GCSSS1, GCSSS2 */
    uint8_t either;     /* recorded as a load or as a store, as the unit likes: op.store says load (D17.6.4.3, .5) */
    uint8_t prefetches; /* without loads and stores */
    uint8_t tags;       /* allocation tags, perhaps data too */
    uint8_t streaming;  /* only in streaming mode: the vector length is svl_bits */
};

/* Fills *out whole. 1: known; 0: in no class of instructions that this knows: *out is "other". */
int a64_classify(uint32_t word, uint64_t pc, const struct a64_core *core, struct a64 *out);

#endif
