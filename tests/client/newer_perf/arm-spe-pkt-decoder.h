/* SPDX-License-Identifier: MIT */
/* The names that examples/perf/decoder.c uses of a perf newer than Debian's. Their values are not perf's. */
#include <linux/types.h>
#include <stddef.h>

#define ARM_SPE_NEED_MORE_BYTES (-1)

enum arm_spe_pkt_type {
    ARM_SPE_BAD,
    ARM_SPE_PAD,
    ARM_SPE_END,
    ARM_SPE_TIMESTAMP,
    ARM_SPE_ADDRESS,
    ARM_SPE_COUNTER,
    ARM_SPE_CONTEXT,
    ARM_SPE_OP_TYPE,
    ARM_SPE_EVENTS,
    ARM_SPE_DATA_SOURCE
};

struct arm_spe_pkt {
    enum arm_spe_pkt_type type;
    unsigned char index;
    uint64_t payload, midr;
};

int arm_spe_get_packet(const unsigned char *bytes, size_t size, struct arm_spe_pkt *packet, u64 midr);
int arm_spe_pkt_desc(const struct arm_spe_pkt *packet, char *text, size_t size);
