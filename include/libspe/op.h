/* SPDX-License-Identifier: MIT */
/*
 * libspe/op.h: decodes and encodes the payload of the Operation Type packet (DDI 0487, D18.2.7, "Operation Type
 * packet").
 *
 * Pure functions, any thread. Records hold op_class and op_payload raw; these functions give their meaning.
 */
#ifndef LIBSPE_OP_H
#define LIBSPE_OP_H

#include <libspe/packet.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values of struct spe_op.subclass, one for each format that the manual defines. */
enum {
    SPE_OP_RESERVED = 0,       /* any CLASS: the payload matches no format */
    SPE_OP_OTHER = 1,          /* CLASS 0 */
    SPE_OP_SVE = 2,            /* CLASS 0: data processing, SVE vector (FEAT_SPEv1p1, SVE) */
    SPE_OP_SME = 3,            /* CLASS 0: data processing, SME array (FEAT_SPE_SME) */
    SPE_OP_GP = 4,             /* CLASS 1: general-purpose registers */
    SPE_OP_SIMD_FP = 5,        /* CLASS 1: SIMD&FP registers (before FEAT_SPEv1p1 also SVE) */
    SPE_OP_UNSPECIFIED = 6,    /* CLASS 1: unspecified registers (FEAT_SPEv1p1) */
    SPE_OP_ALLOCATION_TAG = 7, /* CLASS 1: Allocation Tags (FEAT_SPEv1p3, MTE) */
    SPE_OP_NV2_SYSREG = 8,     /* CLASS 1: MRS or MSR at EL1 that became a memory access (FEAT_NV2) */
    SPE_OP_EXTENDED = 9,       /* CLASS 1: atomic, acquire/release, exclusive */
    SPE_OP_SVE_SME = 10,       /* CLASS 1: SVE or SME registers (FEAT_SPEv1p1) */
    SPE_OP_MEMORY_COPY = 11,   /* CLASS 1: Memory Copy (FEAT_SPEv1p3, MOPS); a load is its source, a store its
                                  destination */
    SPE_OP_MEMORY_SET = 12,    /* CLASS 1: Memory Set (FEAT_SPEv1p3, MOPS); always a store */
    SPE_OP_GCS = 13,           /* CLASS 1: Guarded Control Stack (FEAT_SPEv1p4, GCS) */
    SPE_OP_BRANCH = 14         /* CLASS 2: branch or exception return */
};

#define SPE_EVL_OVER_2048 UINT32_C(0xffffffff) /* evl_bits: more than 2048 (EVL = 0b111, FEAT_SPE_SME) */
#define SPE_ETS_WHOLE_ZA UINT32_C(0xffffffff)  /* ets_bits: the whole ZA array (ETS = 0b1111) */

/* Values of struct spe_op.branch_kind: CR. */
enum {
    SPE_CR_NOT_RECORDED = 0, /* the only value without FEAT_SPE_CRR; not permitted with it */
    SPE_CR_BRANCH_LINK = 1,  /* branch with link */
    SPE_CR_RETURN = 2,       /* procedure return */
    SPE_CR_NEITHER = 3       /* neither of the two */
};

/* 32 bytes, the same on every target. Members that the subclass's format lacks are 0. */
struct spe_op {
    uint32_t evl_bits;       /* EVL, the effective vector length: 32, 64 ... 2048 or SPE_EVL_OVER_2048; 0: none. With
                                FEAT_SPE_SME, of all vectors of a multi-vector operand together (D17.6.6) */
    uint32_t ets_bits;       /* ETS, the effective size of the SME tiles or vectors together: 128 ... 262144 or
                                SPE_ETS_WHOLE_ZA; 0: none */
    uint8_t op_class;        /* SPE_CLASS_*; 3 is reserved */
    uint8_t subclass;        /* SPE_OP_* */
    uint8_t payload;         /* the raw payload */
    uint8_t reserved_value;  /* 1: subclass is SPE_OP_RESERVED, or ETS is 0b1100 to 0b1110 (then ets_bits is 0) */
    uint8_t store;           /* LDST: 1 for a store, or for an atomic that returns no value. 0 does not mean a load:
                                branches and others also have 0. Use spe_op_is_load() and spe_op_is_store() */
    uint8_t atomic;          /* AT */
    uint8_t exclusive;       /* EXCL */
    uint8_t acquire_release; /* AR */
    uint8_t predicated;      /* PRED */
    uint8_t gather_scatter;  /* SG */
    uint8_t fp;              /* FP: floating-point */
    uint8_t ase;             /* ASE: Advanced SIMD */
    uint8_t conditional;     /* COND: conditional branch; SPE_OP_OTHER: conditional select or compare */
    uint8_t indirect;        /* IND */
    uint8_t gcs;             /* GCS: the branch also accessed the Guarded Control Stack */
    uint8_t comm;            /* COMM: 0 if from a branch with link or a procedure return, 1 if from neither */
    uint8_t branch_kind;     /* CR: SPE_CR_* */
    uint8_t reserved[7];     /* zero */
};

/*
 * Each returns 1 if the operation accesses memory, is a load, or is a store, respectively; else 0. Operations of CLASS
 * 1 that are not reserved (loads, stores, atomics) access memory. A load has LDST 0; swaps and atomics that return a
 * value are loads. A store has LDST 1. An atomic reads and writes memory whatever its LDST is, so check `atomic` if
 * that matters. A reserved payload of CLASS 1 is neither a load nor a store: the manual gives its bits no meaning, not
 * even bit 0. Branches do not belong to any of the three, although a branch may access the Guarded Control Stack
 * (`gcs`). *op is a result of spe_op_decode(); op must not be NULL.
 */
SPE_ACCESSOR int spe_op_is_memory(const struct spe_op *op)
    SPE_RETURNS(op->op_class == SPE_CLASS_LOAD_STORE && op->subclass != SPE_OP_RESERVED)
SPE_ACCESSOR int spe_op_is_load(const struct spe_op *op) SPE_RETURNS(spe_op_is_memory(op) && !op->store)
SPE_ACCESSOR int spe_op_is_store(const struct spe_op *op) SPE_RETURNS(spe_op_is_memory(op) && op->store)

/*
 * Decodes `payload` (0 to 255) of an Operation Type packet of CLASS `op_class` (0 to 3). A reserved payload is not an
 * error: it sets reserved_value.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL, op_class is above 3, or payload is above 255. *out is unchanged.
 */
SPE_API int spe_op_decode(unsigned op_class, unsigned payload, struct spe_op *out);

/*
 * Encodes *in as the payload of an Operation Type packet. It is the inverse of spe_op_decode() for all of its results.
 * evl_bits and ets_bits are rounded up to the next value that the format has (the manual's rule). If in->reserved_value
 * is 1, the function reads only op_class, subclass and payload, and payload must be reserved for them. Otherwise it
 * does not read payload.
 *
 * Returns one of:
 * - 0 to 255: the payload.
 * - SPE_E_KIND: no format has this op_class and subclass, or the format has no place for a member that is not 0 (for
 *   example an atomic SVE load, a Memory Set that loads, or a reserved_value whose payload is not reserved).
 * - SPE_E_RANGE: a member is wider than its field, or the format has an EVL or ETS and evl_bits or ets_bits is 0.
 * - SPE_E_ARG: in is NULL.
 */
SPE_API int spe_op_encode(const struct spe_op *in);

/*
 * Returns the number of subclasses of this library, including SPE_OP_RESERVED: every SPE_OP_* is below it. A later
 * version may have more.
 */
SPE_API unsigned spe_op_subclass_count(void);

/*
 * Returns the manual's name of a subclass ("SVE or SME registers"), or "reserved" for SPE_OP_RESERVED and unknown
 * numbers. Never NULL. The string lives as long as the program.
 */
SPE_API const char *spe_op_subclass_name(unsigned subclass);

/*
 * Returns the meaning of CR, SPE_CR_*, in words: "not recorded", "branch with link", "procedure return" or "neither".
 * Returns "reserved" for other numbers. Never NULL. The string lives as long as the program.
 */
SPE_API const char *spe_op_branch_kind_name(unsigned branch_kind);

#ifdef __cplusplus
}
#endif

#endif
