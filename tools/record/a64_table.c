/* SPDX-License-Identifier: MIT */
/*
 * The encodings of A64 in the manual's order (DDI 0487, C4.1), as far as SPE distinguishes instructions, and what they
 * are to SPE. Rows are tried from the first to the last: a special case precedes its class. A class that is the same to
 * SPE throughout has one row: its unallocated encodings count as the class.
 */
#include <libspe/filter.h>

#include "a64_row.h"

/* clang-format off */ /* tables are for reading */

/* Indexes of a64_kinds. _R: loads; _W: stores. */
enum {
    OTHER = A64_OTHER, TRAPS, COND, FP, FP_COND, ASE, ASE_FP,
    SVE, SVE_PRED, SVE_FP, SVE_FP_PRED, SVE_PREFETCH, SME, SME_FP,
    B, B_LINK, B_COND, B_REGISTER, B_REGISTER_LINK, B_RETURN,
    GP_R, GP_W, PREFETCH, SCALAR_R, SCALAR_W, VECTOR_R, VECTOR_W,
    ORDER_R, ORDER_W, ORDER_SCALAR_R, ORDER_SCALAR_W, ORDER_VECTOR_R, ORDER_VECTOR_W, EXCL_R, EXCL_W, ATOMIC,
    TAG_R, TAG_W, TAG_DATA_W, TAG_PAIR_W, ZERO_W, ZERO_TAG_W, COPY, SET, SET_TAG,
    GCS_R, GCS_W, GCS_SWITCH, GCS_SWITCHED,
    SVE_R, SVE_W, SVE_FILL_R, SVE_FILL_W, GATHER, SCATTER, ZA_R, ZA_W, ZA_FILL_R, ZA_FILL_W,
};

#define OTHER_AS(...) {.op_class = SPE_CLASS_OTHER, __VA_ARGS__}
#define MEMORY(...) {.op_class = SPE_CLASS_LOAD_STORE, __VA_ARGS__}
#define BRANCH(...) {.op_class = SPE_CLASS_BRANCH, .subclass = SPE_OP_BRANCH, __VA_ARGS__}
#define R .loads = 1
#define W .stores = 1

const struct a64 a64_kinds[] = {
    [OTHER] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER)},
    [TRAPS] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER), .flow = A64_EXCEPTION},
    [COND] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER, .conditional = 1)},
    [FP] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER, .fp = 1)},
    [FP_COND] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER, .fp = 1, .conditional = 1)},
    [ASE] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER, .ase = 1)},
    [ASE_FP] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER, .ase = 1, .fp = 1)},
    [SVE] = {.op = OTHER_AS(.subclass = SPE_OP_SVE)},
    [SVE_PRED] = {.op = OTHER_AS(.subclass = SPE_OP_SVE, .predicated = 1)},
    [SVE_FP] = {.op = OTHER_AS(.subclass = SPE_OP_SVE, .fp = 1)},
    [SVE_FP_PRED] = {.op = OTHER_AS(.subclass = SPE_OP_SVE, .fp = 1, .predicated = 1)},
    /* D17.6.6 makes SVE prefetches "other": here a Sampled SVE SIMD operation that writes no vector */
    [SVE_PREFETCH] = {.op = OTHER_AS(.subclass = SPE_OP_SVE), .prefetches = 1},
    [SME] = {.op = OTHER_AS(.subclass = SPE_OP_SME), .streaming = 1},
    [SME_FP] = {.op = OTHER_AS(.subclass = SPE_OP_SME, .fp = 1), .streaming = 1},

    [B] = {.op = BRANCH(.branch_kind = SPE_CR_NEITHER), .flow = A64_DIRECT},
    [B_LINK] = {.op = BRANCH(.branch_kind = SPE_CR_BRANCH_LINK), .flow = A64_DIRECT},
    [B_COND] = {.op = BRANCH(.branch_kind = SPE_CR_NEITHER, .conditional = 1), .flow = A64_DIRECT},
    [B_REGISTER] = {.op = BRANCH(.branch_kind = SPE_CR_NEITHER, .indirect = 1), .flow = A64_INDIRECT},
    [B_REGISTER_LINK] = {.op = BRANCH(.branch_kind = SPE_CR_BRANCH_LINK, .indirect = 1), .flow = A64_INDIRECT},
    [B_RETURN] = {.op = BRANCH(.branch_kind = SPE_CR_RETURN, .indirect = 1), .flow = A64_INDIRECT},

    [GP_R] = {.op = MEMORY(.subclass = SPE_OP_GP), R},
    [GP_W] = {.op = MEMORY(.subclass = SPE_OP_GP, .store = 1), W},
    [PREFETCH] = {.op = OTHER_AS(.subclass = SPE_OP_OTHER), .prefetches = 1}, /* D17.6.8: not a load */
    [SCALAR_R] = {.op = MEMORY(.subclass = SPE_OP_SIMD_FP), R, .types = SPE_FILTER_FP},
    [SCALAR_W] = {.op = MEMORY(.subclass = SPE_OP_SIMD_FP, .store = 1), W, .types = SPE_FILTER_FP},
    [VECTOR_R] = {.op = MEMORY(.subclass = SPE_OP_SIMD_FP), R, .types = SPE_FILTER_SIMD},
    [VECTOR_W] = {.op = MEMORY(.subclass = SPE_OP_SIMD_FP, .store = 1), W, .types = SPE_FILTER_SIMD},
    [ORDER_R] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .acquire_release = 1), R},
    [ORDER_W] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .acquire_release = 1, .store = 1), W},
    [ORDER_SCALAR_R] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .acquire_release = 1), R, .types = SPE_FILTER_FP},
    [ORDER_SCALAR_W] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .acquire_release = 1, .store = 1), W,
                        .types = SPE_FILTER_FP},
    [ORDER_VECTOR_R] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .acquire_release = 1), R, .types = SPE_FILTER_SIMD},
    [ORDER_VECTOR_W] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .acquire_release = 1, .store = 1), W,
                        .types = SPE_FILTER_SIMD},
    [EXCL_R] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .exclusive = 1), R},
    [EXCL_W] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .exclusive = 1, .store = 1), W},
    [ATOMIC] = {.op = MEMORY(.subclass = SPE_OP_EXTENDED, .atomic = 1), R, W},

    [TAG_R] = {.op = MEMORY(.subclass = SPE_OP_ALLOCATION_TAG), R, .tags = 1},
    [TAG_W] = {.op = MEMORY(.subclass = SPE_OP_ALLOCATION_TAG, .store = 1), W, .tags = 1},
    /* D17.6.4.1: stores of tags and data are stores of general-purpose, or of unspecified, registers */
    [TAG_DATA_W] = {.op = MEMORY(.subclass = SPE_OP_UNSPECIFIED, .store = 1), W, .tags = 1},
    [TAG_PAIR_W] = {.op = MEMORY(.subclass = SPE_OP_GP, .store = 1), W, .tags = 1},
    /* D17.6.4: DC ZVA, GVA, GZVA, as recommended */
    [ZERO_W] = {.op = MEMORY(.subclass = SPE_OP_UNSPECIFIED, .store = 1), W},
    [ZERO_TAG_W] = {.op = MEMORY(.subclass = SPE_OP_UNSPECIFIED, .store = 1), W, .tags = 1},
    [COPY] = {.op = MEMORY(.subclass = SPE_OP_MEMORY_COPY), R, W, .either = 1},
    [SET] = {.op = MEMORY(.subclass = SPE_OP_MEMORY_SET, .store = 1), W},
    [SET_TAG] = {.op = MEMORY(.subclass = SPE_OP_MEMORY_SET, .store = 1), W, .tags = 1},
    [GCS_R] = {.op = MEMORY(.subclass = SPE_OP_GCS, .comm = 1), R},
    [GCS_W] = {.op = MEMORY(.subclass = SPE_OP_GCS, .comm = 1, .store = 1), W},
    [GCS_SWITCH] = {.op = MEMORY(.subclass = SPE_OP_GCS, .comm = 1, .store = 1), R, W}, /* returns no value */
    [GCS_SWITCHED] = {.op = MEMORY(.subclass = SPE_OP_GCS, .comm = 1), R, W, .either = 1},

    [SVE_R] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .predicated = 1), R},
    [SVE_W] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .predicated = 1, .store = 1), W},
    [SVE_FILL_R] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME), R},
    [SVE_FILL_W] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .store = 1), W},
    [GATHER] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .predicated = 1, .gather_scatter = 1), R},
    [SCATTER] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .predicated = 1, .gather_scatter = 1, .store = 1), W},
    [ZA_R] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .predicated = 1), R, .streaming = 1},
    [ZA_W] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .predicated = 1, .store = 1), W, .streaming = 1},
    [ZA_FILL_R] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME), R, .streaming = 1},
    [ZA_FILL_W] = {.op = MEMORY(.subclass = SPE_OP_SVE_SME, .store = 1), W, .streaming = 1},
};

#define PLAIN a64_plain, 0

/* C4.1.1, C4.1.2: reserved; SME */
static const struct a64_row sme[] = {
    {0xffff0000, 0x00000000, TRAPS, PLAIN},                  /* UDF */
    {0xffe0000c, 0x80800000, SME_FP, a64_tile, 32},          /* FMOPA, FMOPS */
    {0xffe00008, 0x80c00000, SME_FP, a64_tile, 64},
    {0xffe0000c, 0x80800008, SME, a64_tile, 32},             /* BMOPA */
    {0xffc0000c, 0x81800000, SME_FP, a64_tile, 32},          /* BFMOPA, FMOPA (widening) */
    {0xfec00004, 0xa0800000, SME, a64_tile, 32},             /* SMOPA, UMOPA, SUMOPA, USMOPA and -S */
    {0xfec00008, 0xa0c00000, SME, a64_tile, 64},
    {0xff3e0010, 0xc0000000, SME, a64_slice, 0},             /* MOVA to a tile slice */
    {0xff3e0200, 0xc0020000, SME, a64_slice, 0},             /* MOVA from a tile slice */
    {0xffffff00, 0xc0080000, SME, a64_zero, 0},              /* ZERO */
    {0xfffe001c, 0xc0900000, SME, a64_tile, 32},             /* ADDHA, ADDVA */
    {0xfffe0018, 0xc0d00000, SME, a64_tile, 64},
    {0xff200010, 0xe0000000, ZA_R, a64_za_scalar, 0},        /* LD1B to LD1D */
    {0xff200010, 0xe0200000, ZA_W, a64_za_scalar, 0},        /* ST1B to ST1D */
    {0xffe00010, 0xe1c00000, ZA_R, a64_za_scalar, 0},        /* LD1Q */
    {0xffe00010, 0xe1e00000, ZA_W, a64_za_scalar, 0},        /* ST1Q */
    {0xffff9c10, 0xe1000000, ZA_FILL_R, a64_za_fill, 0},     /* LDR (array vector) */
    {0xffff9c10, 0xe1200000, ZA_FILL_W, a64_za_fill, 0},     /* STR (array vector) */
};

#define G32 (A64_GATHER_32 | A64_GATHER_XS22)
#define G64 A64_GATHER_64
#define G64_XS22 (A64_GATHER_64 | A64_GATHER_XS22)
#define S64_XS14 (A64_GATHER_64 | A64_GATHER_XS14)
#define S32_XS14 (A64_GATHER_32 | A64_GATHER_XS14)
#define SCALED A64_GATHER_SCALED
#define MSZ13 A64_GATHER_MSZ13

/* C4.1: SVE encodings */
static const struct a64_row sve[] = {
    /* integer, predicated: [15:13] = 001 are reductions, except MOVPRFX */
    {0xff38e000, 0x04102000, SVE_PRED, PLAIN},               /* MOVPRFX (predicated) */
    {0xff20e000, 0x04002000, SVE, PLAIN},                    /* SADDV, SMAXV, ANDV ... */
    {0xff3ee000, 0x041ca000, SVE_FP_PRED, PLAIN},            /* FABS, FNEG */
    {0xff200000, 0x04000000, SVE_PRED, PLAIN},               /* arithmetic, shifts, unary, multiply-add */
    /* integer, unpredicated */
    {0xff20f000, 0x04205000, OTHER, PLAIN},                  /* ADDVL, ADDPL, RDVL; ADDSVL, ADDSPL, RDSVL */
    {0xff20fc00, 0x0420b000, SVE_FP, PLAIN},                 /* FTSSEL */
    {0xff20fc00, 0x0420b800, SVE_FP, PLAIN},                 /* FEXPA */
    {0xff20e000, 0x0420e000, OTHER, PLAIN},                  /* CNTB; INCB, SQINCB ... (scalar) */
    {0xff200000, 0x04200000, SVE, PLAIN},
    /* immediates and permutes */
    {0xff30e000, 0x0510c000, SVE_FP_PRED, PLAIN},            /* FCPY */
    {0xff308000, 0x05100000, SVE_PRED, PLAIN},               /* CPY (immediate) */
    {0xff3fe000, 0x05208000, SVE_PRED, PLAIN},               /* CPY (SIMD&FP scalar) */
    {0xff3fe000, 0x0528a000, SVE_PRED, PLAIN},               /* CPY (scalar) */
    {0xff3ce000, 0x05248000, SVE_PRED, PLAIN},               /* REVB, REVH, REVW, RBIT */
    {0xff3fe000, 0x052e8000, SVE_PRED, PLAIN},               /* REVD */
    {0xff000000, 0x05000000, SVE, PLAIN},
    /* compares, predicates, counts */
    {0xff3fe000, 0x2539c000, SVE_FP, PLAIN},                 /* FDUP */
    {0xffa0fc0f, 0x25a02000, OTHER, PLAIN},                  /* CTERMEQ, CTERMNE */
    {0xfe000000, 0x24000000, SVE, PLAIN},
    /* SVE2 and multiply-add */
    {0xff20c000, 0x44008000, SVE_PRED, PLAIN},               /* SVE2 integer, predicated */
    {0xff20fc00, 0x4520c000, SVE_PRED, PLAIN},               /* HISTCNT */
    {0xff20e000, 0x4520c000, SVE_PRED, PLAIN},
    {0xfe000000, 0x44000000, SVE, PLAIN},
    /* floating-point */
    {0xff38e000, 0x6410a000, SVE_FP, PLAIN},                 /* FADDQV, FMAXQV ... */
    {0xff200000, 0x64000000, SVE_FP_PRED, PLAIN},            /* FCMLA (vectors), FCADD, pairwise, FCVTNT ... */
    {0xff200000, 0x64200000, SVE_FP, PLAIN},                 /* by element, FMLALB, FMMLA, BFDOT ... */
    {0xff38e000, 0x65108000, SVE_FP, PLAIN},                 /* FTMAD */
    {0xff20c000, 0x65008000, SVE_FP_PRED, PLAIN},            /* arithmetic, unary and conversions, predicated */
    {0xff200000, 0x65200000, SVE_FP_PRED, PLAIN},            /* FMLA, FMAD ... */
    {0xff000000, 0x65000000, SVE_FP, PLAIN},                 /* unpredicated, reductions, compares */
    /* memory: 32-bit gather and unsized contiguous */
    {0xffc0e010, 0x85800000, SVE_FILL_R, a64_fill, 0},       /* LDR (predicate) */
    {0xffc0e000, 0x85804000, SVE_FILL_R, a64_fill, 0},       /* LDR (vector) */
    {0xffc08010, 0x85c00000, SVE_PREFETCH, a64_prefetch_imm, 0},
    {0xffa08010, 0x84200000, SVE_PREFETCH, a64_gather, G32 | SCALED | MSZ13},
    {0xfe60e010, 0x8400c000, SVE_PREFETCH, a64_prefetch_scalar, 0},
    {0xfe60e010, 0x8400e000, SVE_PREFETCH, a64_gather_imm, A64_GATHER_32},
    {0xfe208000, 0x84000000, GATHER, a64_gather, G32},       /* LD1B, LDFF1B ... (scalar plus vector) */
    {0xfe208000, 0x84200000, GATHER, a64_gather, G32 | SCALED},
    {0xfe608000, 0x84208000, GATHER, a64_gather_imm, A64_GATHER_32},
    {0xfe60c000, 0x84008000, GATHER, a64_gather_scalar, A64_GATHER_32}, /* LDNT1B (vector plus scalar) */
    {0xfe408000, 0x84408000, SVE_R, a64_broadcast, 0},       /* LD1RB ... */
    /* memory: contiguous load */
    {0xfe40e000, 0xa4000000, SVE_R, a64_quad_scalar, 0},     /* LD1RQB, LD1ROB ... */
    {0xfe50e000, 0xa4002000, SVE_R, a64_quad_imm, 0},
    {0xfe00e000, 0xa4004000, SVE_R, a64_scalar_scalar, A64_DTYPE}, /* LD1 */
    {0xfe00e000, 0xa4006000, SVE_R, a64_scalar_scalar, A64_DTYPE}, /* LDFF1 */
    {0xfe00e000, 0xa400a000, SVE_R, a64_scalar_imm, A64_DTYPE},    /* LD1; [20]: LDNF1 */
    {0xfe00e000, 0xa400c000, SVE_R, a64_scalar_scalar, A64_STRUCTURE}, /* LDNT1, LD2, LD3, LD4 */
    {0xfe10e000, 0xa400e000, SVE_R, a64_scalar_imm, A64_STRUCTURE},
    /* memory: 64-bit gather */
    {0xffa08010, 0xc4200000, SVE_PREFETCH, a64_gather, G64_XS22 | SCALED | MSZ13},
    {0xffe08010, 0xc4608000, SVE_PREFETCH, a64_gather, G64 | SCALED | MSZ13},
    {0xfe60e010, 0xc400e000, SVE_PREFETCH, a64_gather_imm, G64},
    {0xfe208000, 0xc4000000, GATHER, a64_gather, G64_XS22},
    {0xfe208000, 0xc4200000, GATHER, a64_gather, G64_XS22 | SCALED},
    {0xfe608000, 0xc4408000, GATHER, a64_gather, G64},
    {0xfe608000, 0xc4608000, GATHER, a64_gather, G64 | SCALED},
    {0xfe608000, 0xc4208000, GATHER, a64_gather_imm, G64},
    {0xfe60a000, 0xc4008000, GATHER, a64_gather_scalar, G64},
    /* memory: store */
    {0xffc0e010, 0xe5800000, SVE_FILL_W, a64_fill, 0},       /* STR (predicate) */
    {0xffc0e000, 0xe5804000, SVE_FILL_W, a64_fill, 0},       /* STR (vector) */
    {0xfe00e000, 0xe4004000, SVE_W, a64_scalar_scalar, A64_SIZES}, /* ST1 */
    {0xfe60e000, 0xe4002000, SCATTER, a64_gather_scalar, G64},     /* STNT1 (vector plus scalar) */
    {0xfe60e000, 0xe4402000, SCATTER, a64_gather_scalar, A64_GATHER_32},
    {0xfe00e000, 0xe4006000, SVE_W, a64_scalar_scalar, A64_STRUCTURE}, /* STNT1, ST2, ST3, ST4 */
    {0xfe60a000, 0xe4008000, SCATTER, a64_gather, S64_XS14},
    {0xfe60a000, 0xe4208000, SCATTER, a64_gather, S64_XS14 | SCALED},
    {0xfe60a000, 0xe4408000, SCATTER, a64_gather, S32_XS14},
    {0xfe60a000, 0xe4608000, SCATTER, a64_gather, S32_XS14 | SCALED},
    {0xfe60e000, 0xe400a000, SCATTER, a64_gather, G64},
    {0xfe60e000, 0xe420a000, SCATTER, a64_gather, G64 | SCALED},
    {0xfe60e000, 0xe440a000, SCATTER, a64_gather_imm, G64},
    {0xfe60e000, 0xe460a000, SCATTER, a64_gather_imm, A64_GATHER_32},
    {0xfe10e000, 0xe400e000, SVE_W, a64_scalar_imm, A64_SIZES},
    {0xfe10e000, 0xe410e000, SVE_W, a64_scalar_imm, A64_STRUCTURE},
};

/* C4.1: data processing, immediate */
static const struct a64_row immediate[] = {
    {0, 0, OTHER, PLAIN},
};

/* C4.1: branches, exception generating and system instructions */
static const struct a64_row branches[] = {
    {0xff000000, 0x54000000, B_COND, a64_imm19, 0},          /* B.cond, BC.cond */
    {0xffe00000, 0xd4600000, OTHER, PLAIN},                  /* TCANCEL */
    {0xff000000, 0xd4000000, TRAPS, PLAIN},                  /* SVC, HVC, SMC, BRK, HLT, DCPS1 ... */
    {0xffffffe0, 0xd50b7420, ZERO_W, a64_dc, 0},             /* DC ZVA */
    {0xffffffe0, 0xd50b7460, ZERO_TAG_W, a64_dc, 0},         /* DC GVA */
    {0xffffffe0, 0xd50b7480, ZERO_TAG_W, a64_dc, 0},         /* DC GZVA */
    {0xffffffe0, 0xd5087780, GCS_W, PLAIN},                  /* GCSPUSHX */
    {0xffffffe0, 0xd50877a0, GCS_R, PLAIN},                  /* GCSPOPCX */
    {0xffffffe0, 0xd50877c0, GCS_R, PLAIN},                  /* GCSPOPX */
    {0xffffffe0, 0xd50b7700, GCS_W, PLAIN},                  /* GCSPUSHM */
    {0xffffffe0, 0xd52b7720, GCS_R, PLAIN},                  /* GCSPOPM */
    {0xffffffe0, 0xd50b7740, GCS_SWITCH, PLAIN},             /* GCSSS1 */
    {0xffffffe0, 0xd52b7760, GCS_SWITCHED, PLAIN},           /* GCSSS2 */
    {0xff000000, 0xd5000000, OTHER, PLAIN},                  /* hints, barriers, MSR, MRS, SYS */
    {0xfefff000, 0xd61f0000, B_REGISTER, PLAIN},             /* BR, BRAAZ ...; [24]: BRAA, BRAB */
    {0xfefff000, 0xd63f0000, B_REGISTER_LINK, PLAIN},        /* BLR, BLRAAZ, BLRAA ... */
    {0xfffff000, 0xd65f0000, B_RETURN, PLAIN},               /* RET, RETAA, RETAB; RETAASPPCR */
    {0xffc0001f, 0x5500001f, B_RETURN, PLAIN},               /* RETAASPPC, RETABSPPC */
    {0xfffff000, 0xd69f0000, B_REGISTER, PLAIN},             /* ERET, ERETAA, ERETAB */
    {0xfffff000, 0xd6bf0000, B_REGISTER, PLAIN},             /* DRPS */
    {0xfc000000, 0x14000000, B, a64_imm26, 0},               /* B */
    {0xfc000000, 0x94000000, B_LINK, a64_imm26, 0},          /* BL */
    {0x7e000000, 0x34000000, B_COND, a64_imm19, 0},          /* CBZ, CBNZ */
    {0x7e000000, 0x36000000, B_COND, a64_imm14, 0},          /* TBZ, TBNZ */
};

/* Bits that mean acquire or release */
#define A_R 0x00c00000 /* atomics */
#define L_O0 0x00408000 /* compare and swap */
#define O0 0x00008000 /* exclusives */

/* C4.1: loads and stores */
static const struct a64_row memory[] = {
    /* vectors: structures */
    {0xbffffc00, 0x0d018400, ORDER_VECTOR_W, PLAIN},         /* STL1 */
    {0xbffffc00, 0x0d418400, ORDER_VECTOR_R, PLAIN},         /* LDAP1 */
    {0xbe400000, 0x0c000000, VECTOR_W, PLAIN},               /* ST1 to ST4 */
    {0xbe400000, 0x0c400000, VECTOR_R, PLAIN},               /* LD1 to LD4, LD1R to LD4R */
    /* exclusives, ordered, compare and swap */
    {0xbfa07c00, 0x08207c00, ATOMIC, a64_order, L_O0},       /* CASP */
    {0x3fa07c00, 0x08a07c00, ATOMIC, a64_order, L_O0},       /* CAS */
    {0x3fc00000, 0x08000000, EXCL_W, a64_order, O0},         /* STXR, STLXR, STXP, STLXP */
    {0x3fc00000, 0x08400000, EXCL_R, a64_order, O0},         /* LDXR, LDAXR, LDXP, LDAXP */
    {0x3fe00000, 0x08800000, ORDER_W, PLAIN},                /* STLLR, STLR */
    {0x3fe00000, 0x08c00000, ORDER_R, PLAIN},                /* LDLAR, LDAR */
    /* 128-bit atomics, read-check-write */
    {0xff20fc00, 0x19201000, ATOMIC, a64_order, A_R},        /* LDCLRP */
    {0xff20fc00, 0x19203000, ATOMIC, a64_order, A_R},        /* LDSETP */
    {0xff20fc00, 0x19208000, ATOMIC, a64_order, A_R},        /* SWPP */
    {0xbf20f800, 0x19200800, ATOMIC, a64_order, A_R},        /* RCWCAS, RCWCASP */
    {0xbf20fc00, 0x19209000, ATOMIC, a64_order, A_R},        /* RCWCLRP */
    {0xbf20fc00, 0x1920a000, ATOMIC, a64_order, A_R},        /* RCWSWPP */
    {0xbf20fc00, 0x1920b000, ATOMIC, a64_order, A_R},        /* RCWSETP */
    /* tags */
    {0xfffffc00, 0xd9200000, TAG_DATA_W, a64_tag_bulk, 0},   /* STZGM */
    {0xffe00c00, 0xd9600000, TAG_R, a64_tag, 16},            /* LDG */
    {0xfffffc00, 0xd9a00000, TAG_W, a64_tag_bulk, 0},        /* STGM */
    {0xfffffc00, 0xd9e00000, TAG_R, a64_tag_bulk, 0},        /* LDGM */
    {0xffe00000, 0xd9200000, TAG_W, a64_tag, 16},            /* STG */
    {0xffe00000, 0xd9600000, TAG_DATA_W, a64_tag, 16},       /* STZG */
    {0xffe00000, 0xd9a00000, TAG_W, a64_tag, 32},            /* ST2G */
    {0xffe00000, 0xd9e00000, TAG_DATA_W, a64_tag, 32},       /* STZ2G */
    /* Guarded Control Stack; memory copy and set */
    {0xffffec00, 0xd91f0c00, GCS_W, PLAIN},                  /* GCSSTR, GCSSTTR */
    {0xffe00c00, 0x19c00400, SET, PLAIN},                    /* SETP, SETM, SETE */
    {0xffe00c00, 0x1dc00400, SET_TAG, PLAIN},                /* SETGP, SETGM, SETGE */
    {0xfb200c00, 0x19000400, COPY, PLAIN},                   /* CPYFP ..., CPYP ... */
    /* LRCPC2, LRCPC3 */
    {0xbfe0ec00, 0x99000800, ORDER_W, PLAIN},                /* STILP */
    {0xbfe0ec00, 0x99400800, ORDER_R, PLAIN},                /* LDIAPP */
    {0xbffffc00, 0x99800800, ORDER_W, PLAIN},                /* STLR (pre-index) */
    {0xbffffc00, 0x99c00800, ORDER_R, PLAIN},                /* LDAPR (post-index) */
    {0x3fe00c00, 0x19000000, ORDER_W, PLAIN},                /* STLUR */
    {0x3f200c00, 0x19000000, ORDER_R, PLAIN},                /* LDAPUR, LDAPURSB ... */
    {0x3f600c00, 0x1d000800, ORDER_SCALAR_W, PLAIN},         /* STLUR (SIMD&FP) */
    {0x3f600c00, 0x1d400800, ORDER_SCALAR_R, PLAIN},         /* LDAPUR (SIMD&FP) */
    /* literals */
    {0xff000000, 0xd8000000, PREFETCH, a64_literal, 0},      /* PRFM (literal) */
    {0x3f000000, 0x18000000, GP_R, PLAIN},                   /* LDR, LDRSW (literal) */
    {0x3f000000, 0x1c000000, SCALAR_R, PLAIN},
    /* pairs */
    {0xfe400000, 0x68000000, TAG_PAIR_W, a64_tag_pair, 0},   /* STGP */
    {0x3e400000, 0x28000000, GP_W, PLAIN},                   /* STP, STNP */
    {0x3e400000, 0x28400000, GP_R, PLAIN},                   /* LDP, LDNP, LDPSW */
    {0x3e400000, 0x2c000000, SCALAR_W, PLAIN},
    {0x3e400000, 0x2c400000, SCALAR_R, PLAIN},
    /* atomics and their neighbours */
    {0x3ffffc00, 0x38bfc000, ORDER_R, PLAIN},                /* LDAPR */
    {0xfffffc00, 0xf83f9000, GP_W, PLAIN},                   /* ST64B */
    {0xfffffc00, 0xf83fd000, GP_R, PLAIN},                   /* LD64B */
    {0xffe0fc00, 0xf820a000, GP_W, PLAIN},                   /* ST64BV0 */
    {0xffe0fc00, 0xf820b000, GP_W, PLAIN},                   /* ST64BV */
    {0xbf20fc00, 0x38209000, ATOMIC, a64_order, A_R},        /* RCWCLR */
    {0xbf20fc00, 0x3820a000, ATOMIC, a64_order, A_R},        /* RCWSWP */
    {0xbf20fc00, 0x3820b000, ATOMIC, a64_order, A_R},        /* RCWSET */
    {0x3f20fc00, 0x38208000, ATOMIC, a64_order, A_R},        /* SWP */
    {0x3f208c00, 0x38200000, ATOMIC, a64_atomic, A_R},       /* LDADD, LDCLR, LDEOR, LDSET, LDSMAX ... */
    /* single registers */
    {0xff200400, 0xf8200400, GP_R, PLAIN},                   /* LDRAA, LDRAB */
    {0xffe00c00, 0xf8800000, PREFETCH, a64_signed9, 0},      /* PRFUM */
    {0xffe00c00, 0xf8a00800, PREFETCH, a64_register_offset, 0},
    {0xffc00000, 0xf9800000, PREFETCH, a64_unsigned12, 0},   /* PRFM (immediate) */
    {0x3ec00000, 0x38000000, GP_W, PLAIN},                   /* STR, STRB, STRH, STUR, STTR */
    {0x3e000000, 0x38000000, GP_R, PLAIN},                   /* LDR ..., LDUR, LDTR */
    {0x3e400000, 0x3c000000, SCALAR_W, PLAIN},
    {0x3e400000, 0x3c400000, SCALAR_R, PLAIN},
};

/* C4.1: data processing, register */
static const struct a64_row registers[] = {
    {0x1fe00000, 0x1a400000, COND, PLAIN},                   /* CCMN, CCMP */
    {0x1fe00000, 0x1a800000, COND, PLAIN},                   /* CSEL, CSINC, CSINV, CSNEG */
    {0, 0, OTHER, PLAIN},
};

/* C4.1: data processing, scalar floating-point and Advanced SIMD. The scalar forms of Advanced SIMD differ from the
 * vector forms in bits 28 and 30 only. */
static const struct a64_row vectors[] = {
    {0xff200c00, 0x1e200400, FP_COND, PLAIN},                /* FCCMP, FCCMPE */
    {0xff200c00, 0x1e200c00, FP_COND, PLAIN},                /* FCSEL */
    {0x5e000000, 0x1e000000, FP, PLAIN},                     /* scalar floating-point, with conversions */
    {0x8f20c400, 0x0e20c400, ASE_FP, PLAIN},                 /* three same: FADD, FMLA ... FMLAL */
    {0x8f60c400, 0x0e400400, ASE_FP, PLAIN},                 /* three same, half precision */
    {0x8f20c400, 0x0e00c400, ASE_FP, PLAIN},                 /* three same extra: FCMLA, FCADD, BFDOT ... */
    {0x8fbffc00, 0x0ea1c800, ASE, PLAIN},                    /* URECPE, URSQRTE */
    {0x8f3fcc00, 0x0e20c800, ASE_FP, PLAIN},                 /* two registers: FCMGT (zero) ..., FABS, FNEG */
    {0x8f3f8c00, 0x0e218800, ASE_FP, PLAIN},                 /* FRINTN ..., FCVTNS ..., SCVTF, FRECPE, FSQRT */
    {0x8f3fec00, 0x0e216800, ASE_FP, PLAIN},                 /* FCVTN, FCVTL, FCVTXN, BFCVTN */
    {0x8f7e0c00, 0x0e780800, ASE_FP, PLAIN},                 /* two registers, half precision */
    {0x8f3fcc00, 0x0e30c800, ASE_FP, PLAIN},                 /* across lanes, scalar pairwise: FMAXV, FADDP ... */
    {0x8ff8f400, 0x0f00f400, ASE_FP, PLAIN},                 /* FMOV (vector, immediate) */
    {0x9ff80400, 0x0f000400, ASE, PLAIN},                    /* MOVI, MVNI, ORR, BIC */
    {0x8f80fc00, 0x0f00e400, ASE_FP, PLAIN},                 /* fixed-point: SCVTF, UCVTF */
    {0x8f80fc00, 0x0f00fc00, ASE_FP, PLAIN},                 /* fixed-point: FCVTZS, FCVTZU */
    {0x8f00b400, 0x0f001000, ASE_FP, PLAIN},                 /* by element: FMLA, FMLS; FCMLA */
    {0x8f00f400, 0x0f009000, ASE_FP, PLAIN},                 /* FMUL, FMULX */
    {0xaf00b400, 0x2f003000, ASE_FP, PLAIN},                 /* FCMLA */
    {0xaf00b400, 0x0f000000, ASE_FP, PLAIN},                 /* FMLAL, FMLSL */
    {0xaf00b400, 0x2f008000, ASE_FP, PLAIN},                 /* FMLAL2, FMLSL2 */
    {0xaf40f400, 0x0f40f000, ASE_FP, PLAIN},                 /* BFDOT, BFMLAL */
    {0x0e000000, 0x0e000000, ASE, PLAIN},                    /* integer, permute, copy, cryptographic */
};

#define GROUP(rows) {(rows), sizeof(rows) / sizeof(rows)[0]}

const struct a64_group a64_groups[16] = {
    [0] = GROUP(sme),        [2] = GROUP(sve),
    [4] = GROUP(memory),     [6] = GROUP(memory),     [12] = GROUP(memory),   [14] = GROUP(memory),
    [5] = GROUP(registers),  [13] = GROUP(registers), [7] = GROUP(vectors),   [15] = GROUP(vectors),
    [8] = GROUP(immediate),  [9] = GROUP(immediate),  [10] = GROUP(branches), [11] = GROUP(branches),
};
