/* SPDX-License-Identifier: MIT */
#include "arm-spe-pkt-decoder.h"

#define ARM_SPE_L1D_ACCESS 1
#define ARM_SPE_L1D_MISS 2
#define ARM_SPE_LLC_ACCESS 4
#define ARM_SPE_LLC_MISS 8
#define ARM_SPE_TLB_ACCESS 16
#define ARM_SPE_TLB_MISS 32
#define ARM_SPE_BRANCH_MISS 64
#define ARM_SPE_REMOTE_ACCESS 128
#define ARM_SPE_SVE_PARTIAL_PRED 256
#define ARM_SPE_SVE_EMPTY_PRED 512
#define ARM_SPE_BRANCH_NOT_TAKEN 1024
#define ARM_SPE_IN_TXN 2048
#define ARM_SPE_L2D_ACCESS (1 << 12)
#define ARM_SPE_L2D_MISS (1 << 13)
#define ARM_SPE_RECENTLY_FETCHED (1 << 14)
#define ARM_SPE_DATA_SNOOPED (1 << 15)
#define ARM_SPE_HITM (1 << 16)

enum arm_spe_op_type {
    ARM_SPE_OP_OTHER = 1,
    ARM_SPE_OP_LDST = 2,
    ARM_SPE_OP_BRANCH_ERET = 4,
    ARM_SPE_OP_GP_REG = 1 << 8,
    ARM_SPE_OP_UNSPEC_REG = 1 << 9,
    ARM_SPE_OP_NV_SYSREG = 1 << 10,
    ARM_SPE_OP_SIMD_FP = 1 << 11,
    ARM_SPE_OP_SVE = 1 << 12,
    ARM_SPE_OP_MTE_TAG = 1 << 13,
    ARM_SPE_OP_MEMCPY = 1 << 14,
    ARM_SPE_OP_MEMSET = 1 << 15,
    ARM_SPE_OP_GCS = 1 << 16,
    ARM_SPE_OP_SME = 1 << 17,
    ARM_SPE_OP_ASE = 1 << 18,
    ARM_SPE_OP_LD = 1 << 19,
    ARM_SPE_OP_ST = 1 << 20,
    ARM_SPE_OP_ATOMIC = 1 << 21,
    ARM_SPE_OP_EXCL = 1 << 22,
    ARM_SPE_OP_AR = 1 << 23,
    ARM_SPE_OP_DP = 1 << 24,
    ARM_SPE_OP_PRED = 1 << 25,
    ARM_SPE_OP_SG = 1 << 26,
    ARM_SPE_OP_COMM = 1 << 27,
    ARM_SPE_OP_FP = 1 << 28,
    ARM_SPE_OP_COND = 1 << 29,
    ARM_SPE_OP_BR_COND = 1 << 8,
    ARM_SPE_OP_BR_INDIRECT = 1 << 9,
    ARM_SPE_OP_BR_CR_BL = 1 << 10,
    ARM_SPE_OP_BR_CR_RET = 1 << 11,
    ARM_SPE_OP_BR_CR_NON_BL_RET = 1 << 12,
    ARM_SPE_OP_BR_GCS = 1 << 13
};

struct arm_spe_record {
    u64 type;
    int err;
    u32 op, latency;
    u64 from_ip, to_ip, prev_br_tgt, timestamp, virt_addr, phys_addr, context_id;
    u16 source;
};

struct arm_spe_buffer {
    const unsigned char *buf;
    size_t len;
};

struct arm_spe_params {
    int (*get_trace)(struct arm_spe_buffer *buffer, void *data);
    void *data;
};

struct arm_spe_decoder {
    int (*get_trace)(struct arm_spe_buffer *buffer, void *data);
    void *data;
    struct arm_spe_record record;
};

struct arm_spe_decoder *arm_spe_decoder_new(struct arm_spe_params *params);
void arm_spe_decoder_free(struct arm_spe_decoder *decoder);
int arm_spe_decode(struct arm_spe_decoder *decoder);
