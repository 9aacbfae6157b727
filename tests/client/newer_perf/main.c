/* SPDX-License-Identifier: MIT */
/* Prints what examples/perf/decoder.c fills in for a newer perf: records of standard input (events, operation, PC,
 * previous branch target), or with an argument, which is a MIDR_EL1, packets. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arm-spe-decoder.h"

struct flag {
    const char *name;
    unsigned bit;
};

/* clang-format off */
#define EVENT(name) {#name, ARM_SPE_##name}
#define OP(name) {#name, ARM_SPE_OP_##name}

static const struct flag events[] = {
    EVENT(L1D_ACCESS), EVENT(L1D_MISS), EVENT(LLC_ACCESS), EVENT(LLC_MISS), EVENT(TLB_ACCESS), EVENT(TLB_MISS),
    EVENT(BRANCH_MISS), EVENT(REMOTE_ACCESS), EVENT(SVE_PARTIAL_PRED), EVENT(SVE_EMPTY_PRED), EVENT(BRANCH_NOT_TAKEN),
    EVENT(IN_TXN), EVENT(L2D_ACCESS), EVENT(L2D_MISS), EVENT(RECENTLY_FETCHED), EVENT(DATA_SNOOPED), EVENT(HITM), {0},
};
static const struct flag operations[] = {
    OP(OTHER), OP(LDST), OP(LD), OP(ST), OP(GP_REG), OP(UNSPEC_REG), OP(NV_SYSREG), OP(SIMD_FP), OP(SVE), OP(MTE_TAG),
    OP(MEMCPY), OP(MEMSET), OP(GCS), OP(SME), OP(ASE), OP(ATOMIC), OP(EXCL), OP(AR), OP(DP), OP(PRED), OP(SG), OP(COMM),
    OP(FP), OP(COND), {0},
};
static const struct flag branches[] = {
    OP(BRANCH_ERET), OP(BR_COND), OP(BR_INDIRECT), OP(BR_GCS), OP(BR_CR_BL), OP(BR_CR_RET), OP(BR_CR_NON_BL_RET), {0},
};
/* clang-format on */

static unsigned char bytes[4096];

static int get_trace(struct arm_spe_buffer *buffer, void *data)
{
    buffer->buf = bytes;
    buffer->len = fread(bytes, 1, sizeof bytes, data);
    return 0;
}

/* Prints the names of bits, and the number of those without one. */
static void print_flags(const struct flag *flags, uint64_t bits)
{
    for (; flags->name; flags++) {
        if (bits & flags->bit)
            printf("%s ", flags->name);
        bits &= ~(uint64_t)flags->bit;
    }
    if (bits)
        printf("%#" PRIx64 " ", bits);
    printf("| ");
}

int main(int argc, char **argv)
{
    struct arm_spe_params params = {get_trace, stdin};
    struct arm_spe_decoder *decoder = arm_spe_decoder_new(&params);
    struct arm_spe_pkt packet;
    struct arm_spe_buffer buffer;
    char text[512];
    while (argc < 2 && arm_spe_decode(decoder) == 1) {
        const struct arm_spe_record *record = &decoder->record;
        print_flags(events, record->type);
        print_flags(record->op & ARM_SPE_OP_BRANCH_ERET ? branches : operations, record->op);
        printf("%#" PRIx64 " %#" PRIx64 "\n", record->from_ip, record->prev_br_tgt);
    }
    arm_spe_decoder_free(decoder);
    get_trace(&buffer, stdin);
    for (int size; argc > 1 && buffer.len; buffer.buf += size, buffer.len -= (size_t)size) {
        size = arm_spe_get_packet(buffer.buf, buffer.len, &packet, strtoull(argv[1], NULL, 0));
        arm_spe_pkt_desc(&packet, text, sizeof text);
        printf("%s\n", text);
    }
    return 0;
}
