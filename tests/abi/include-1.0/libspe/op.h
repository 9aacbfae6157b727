/* SPDX-License-Identifier: MIT */
/*
 * libspe/op.h: the Operation Type packet's payload taken apart and put together again
 * (DDI 0487, D18.2.7, "Operation Type packet").
 *
 * Pure functions, any thread. The core keeps op_class and op_payload raw; call these where the meaning is wanted.
 */
#ifndef LIBSPE_OP_H
#define LIBSPE_OP_H

#include <libspe/packet.h>

#ifdef __cplusplus
extern "C" {
#endif

/* struct spe_op.subclass: one for each format that the manual defines */
enum {
    SPE_OP_RESERVED = 0,       /* any CLASS: the payload matches no format */
    SPE_OP_OTHER = 1,          /* CLASS 0 */
    SPE_OP_SVE = 2,            /* CLASS 0: data processing, SVE vector (FEAT_SPEv1p1, SVE) */
    SPE_OP_SME = 3,            /* CLASS 0: data processing, SME array (FEAT_SPE_SME) */
    SPE_OP_GP = 4,             /* CLASS 1: general-purpose registers */
    SPE_OP_SIMD_FP = 5,        /* CLASS 1: SIMD&FP registers (before FEAT_SPEv1p1 also SVE) */
    SPE_OP_UNSPECIFIED = 6,    /* CLASS 1: unspecified registers (FEAT_SPEv1p1) */
    SPE_OP_ALLOCATION_TAG = 7, /* CLASS 1: Allocation Tags (FEAT_SPEv1p3, MTE) */
    SPE_OP_NV2_SYSREG = 8,     /* CLASS 1: MRS or MSR at EL1 turned into a memory access (FEAT_NV2) */
    SPE_OP_EXTENDED = 9,       /* CLASS 1: atomic, acquire/release, exclusive */
    SPE_OP_SVE_SME = 10,       /* CLASS 1: SVE or SME registers (FEAT_SPEv1p1) */
    SPE_OP_MEMORY_COPY = 11,   /* CLASS 1: Memory Copy (FEAT_SPEv1p3, MOPS); load = source, store = destination */
    SPE_OP_MEMORY_SET = 12,    /* CLASS 1: Memory Set (FEAT_SPEv1p3, MOPS); always a store */
    SPE_OP_GCS = 13,           /* CLASS 1: Guarded Control Stack (FEAT_SPEv1p4, GCS) */
    SPE_OP_BRANCH = 14,        /* CLASS 2: branch or exception return */
    SPE_OP_SUBCLASSES = 15     /* how many values there are */
};

#define SPE_EVL_OVER_2048 UINT32_C(0xffffffff) /* evl_bits: more than 2048 (EVL = 0b111, FEAT_SPE_SME) */
#define SPE_ETS_WHOLE_ZA UINT32_C(0xffffffff)  /* ets_bits: the whole ZA array (ETS = 0b1111) */

/* struct spe_op.branch_kind: CR */
enum {
    SPE_CR_NOT_RECORDED = 0, /* the only value without FEAT_SPE_CRR, not permitted with it */
    SPE_CR_BRANCH_LINK = 1,  /* branch with link */
    SPE_CR_RETURN = 2,       /* procedure return */
    SPE_CR_NEITHER = 3
};

/* 32 bytes, the same on every target. Members that the subclass's format does not have are 0. */
struct spe_op {
    uint32_t evl_bits;       /* EVL, the effective vector length: 32, 64 ... 2048 or SPE_EVL_OVER_2048; 0 none */
    uint32_t ets_bits;       /* ETS, the effective tile size: 128 ... 262144 or SPE_ETS_WHOLE_ZA; 0 none */
    uint8_t op_class;        /* SPE_CLASS_*; 3 is reserved */
    uint8_t subclass;        /* SPE_OP_* */
    uint8_t payload;         /* the raw payload that was decoded */
    uint8_t reserved_value;  /* 1: subclass is SPE_OP_RESERVED, or ETS is 0b1100 to 0b1110 (ets_bits is then 0) */
    uint8_t store;           /* LDST: 0 load, swap or atomic that returns a value; 1 store, or atomic that does not */
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
    uint8_t comm;            /* COMM: 0 from a branch with link or a procedure return, 1 from neither */
    uint8_t branch_kind;     /* CR: SPE_CR_* */
    uint8_t reserved[7];     /* zero */
};

/*
 * Takes `payload` (0 to 255) of an Operation Type packet of CLASS `op_class` (0 to 3) apart.
 * Returns SPE_OK and fills *out whole; reserved payloads are SPE_OK too, with reserved_value set.
 * SPE_E_ARG: out is NULL, op_class is above 3 or payload above 255; *out is untouched.
 */
SPE_API int spe_op_decode(unsigned op_class, unsigned payload, struct spe_op *out);

/*
 * The payload (0 to 255) of the Operation Type packet that means *in: the inverse of spe_op_decode() for all of
 * its results. evl_bits and ets_bits are rounded up to the next step the format has (the manual's rule).
 * Where in->reserved_value is 1 only op_class, subclass and payload are read, and payload must be reserved for them;
 * elsewhere payload is not read.
 *
 * SPE_E_KIND: no such op_class and subclass, or the subclass's format has no place for a member that is not 0
 * (an atomic SVE load, a Memory Set that loads, a reserved_value whose payload is not reserved ...).
 * SPE_E_RANGE: a member is wider than its field, or the format has an EVL or ETS and evl_bits or ets_bits is 0.
 * SPE_E_ARG: in is NULL.
 */
SPE_API int spe_op_encode(const struct spe_op *in);

/* The manual's name of a subclass ("SVE or SME registers"); "reserved" for SPE_OP_RESERVED and unknown numbers.
 * Never NULL; the string lives as long as the program. */
SPE_API const char *spe_op_subclass_name(unsigned subclass);

#ifdef __cplusplus
}
#endif

#endif
