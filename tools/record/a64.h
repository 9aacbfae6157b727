/* SPDX-License-Identifier: MIT */
/*
 * What an A64 instruction is to SPE: its Operation Type (D18.2.7, and D17.6 for instructions), its next instruction,
 * its memory accesses and how their address is computed. It covers Armv9.2 with SVE2, SME, MTE, MOPS, GCS, PAuth,
 * LSE128, LRCPC3, THE and LS64; not SME2 and SVE2.1. From the library it needs only libspe/op.h.
 */
#ifndef A64_H
#define A64_H

#include <libspe/op.h>

struct a64_core {
    uint32_t vl_bits;  /* the Effective SVE vector length, or the streaming one in streaming mode; 0: no SVE */
    uint32_t svl_bits; /* the Effective Streaming SVE vector length; 0: no SME, and so no FEAT_SPE_SME */
};

enum { /* flow: the next instruction */
       A64_NEXT = 0,
       A64_DIRECT = 1,    /* at target; if op.conditional, possibly the next one */
       A64_INDIRECT = 2,  /* at the address in a register: BR, BLR, RET, exception returns */
       A64_EXCEPTION = 3, /* SVC, HVC, SMC, BRK, HLT, DCPSn, UDF: an exception is taken */
};

enum {                          /* struct a64_address.kind */
       A64_ADDRESS_NONE = 0,    /* not given: nothing is accessed, or an emulator reports it */
       A64_ADDRESS_BASE = 1,    /* base + extend(index << shift) + offset + multiple * (VL in bytes >> vl_shift) */
       A64_ADDRESS_GATHER = 2,  /* for each active element: base + index + (extend(vector[element]) << shift) +
                                 * offset */
       A64_ADDRESS_LITERAL = 3, /* the address is struct a64.target */
};

enum { A64_SP = 31, A64_NO_REGISTER = 32 }; /* base, index; an absent register, or XZR, counts like 0 */
enum { A64_EXTEND_NONE = 0, A64_EXTEND_UXTW = 1, A64_EXTEND_SXTW = 2 }; /* extends the low 32 bits, before the shift */

struct a64_address {
    int32_t offset;   /* bytes */
    int32_t multiple; /* in units of VL; of the streaming VL if struct a64.streaming */
    uint8_t kind;     /* A64_ADDRESS_* */
    uint8_t base;     /* X register */
    uint8_t index;    /* X register */
    uint8_t extend;   /* A64_EXTEND_* for the index, or for the vector's elements */
    uint8_t shift;    /* bits to shift the same */
    uint8_t vl_shift;
    uint8_t vector;    /* GATHER: Z register */
    uint8_t element;   /* GATHER: bytes of an element of that vector, 4 or 8 */
    uint8_t predicate; /* P register that governs the access; A64_NO_REGISTER if none */
};

struct a64 {
    struct spe_op op;           /* complete, payload included. If a core lacks a feature, the caller reduces it */
    uint64_t target;            /* absolute address of a direct branch's target, or of a literal */
    uint64_t types;             /* SPE_FILTER_FP, SPE_FILTER_SIMD (filter.h) for a load or store of SIMD&FP registers;
                       * otherwise 0 */
    struct a64_address address; /* for SVE and SME accesses, prefetches, tags, DC ZVA; otherwise NONE */
    uint16_t bytes;             /* bytes that these access from the address on, GATHER for each element; 0 if not
                                 * given */
    uint8_t flow;               /* A64_* */
    uint8_t loads;
    uint8_t stores;     /* loads and stores are both 1 for: atomics, memory copies, GCSSS1, GCSSS2 */
    uint8_t either;     /* the unit may record it as a load or as a store: op.store means a load here (D17.6.4.3, .5) */
    uint8_t prefetches; /* loads and stores are 0 */
    uint8_t tags;       /* allocation tags, possibly data too */
    uint8_t streaming;  /* only in streaming mode: the vector length is svl_bits */
};

/* Sets every member of *out. Returns 1 if the instruction is known, or 0 if it is in no known class: *out is
 * "other". */
int a64_classify(uint32_t word, uint64_t pc, const struct a64_core *core, struct a64 *out);

#endif
