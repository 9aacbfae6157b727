/* SPDX-License-Identifier: MIT */
/* See yardstick.h. */
#include "yardstick.h"

#include <string.h>

enum kind { SKIP, END, TIMESTAMP, EVENTS, SOURCE, CONTEXT, OPERATION, ADDRESS, COUNTER, EXTENDED };

/* clang-format off */
static const uint8_t kinds[256] = {
    [0x01] = END, [0x71] = TIMESTAMP, [0x42] = EVENTS, [0x52] = EVENTS, [0x62] = EVENTS, [0x72] = EVENTS,
    [0x43] = SOURCE, [0x53] = SOURCE, [0x64] = CONTEXT, [0x65] = CONTEXT,
    [0x48] = OPERATION, [0x49] = OPERATION, [0x4a] = OPERATION,
    [0xb0] = ADDRESS, [0xb1] = ADDRESS, [0xb2] = ADDRESS, [0xb3] = ADDRESS, [0xb4] = ADDRESS,
    [0x98] = COUNTER, [0x99] = COUNTER, [0x9a] = COUNTER, [0x9c] = COUNTER,
    [0x20] = EXTENDED, [0x21] = EXTENDED, [0x22] = EXTENDED, [0x23] = EXTENDED,
};
/* clang-format on */

static uint64_t load(const uint8_t *p, unsigned size)
{
    uint64_t value = 0;
    memcpy(&value, p, size); /* little-endian machines only: it is a yardstick */
    return value;
}

static void store_address(struct spe_record *out, unsigned index, uint64_t value)
{
    switch (index) {
    case 0:
        out->pc = value;
        break;
    case 1:
        out->branch_target = value;
        break;
    case 2:
        out->data_va = value;
        break;
    case 3:
        out->data_pa = value;
        break;
    default:
        out->prev_branch_target = value;
    }
    out->present |= UINT32_C(1) << index;
}

static void store_counter(struct spe_record *out, unsigned index, uint16_t value)
{
    switch (index) {
    case 0:
        out->total_latency = value;
        break;
    case 1:
        out->issue_latency = value;
        break;
    case 2:
        out->translation_latency = value;
        break;
    default:
        out->alt_issue_latency = value;
    }
    out->present |= UINT32_C(1) << (8 + index);
}

/* Returns 1 at the end of a record. */
static int store(struct spe_record *out, unsigned kind, uint8_t header, uint64_t value)
{
    switch (kind) {
    case ADDRESS:
        store_address(out, header & 7, value);
        return 0;
    case COUNTER:
        store_counter(out, header & 7, (uint16_t)value);
        return 0;
    case EVENTS:
        out->events = value;
        out->present |= SPE_HAS_EVENTS;
        return 0;
    case OPERATION:
        out->op_class = header & 3;
        out->op_payload = (uint8_t)value;
        out->present |= SPE_HAS_OPERATION;
        return 0;
    case SOURCE:
        out->data_source = (uint16_t)value;
        out->present |= SPE_HAS_DATA_SOURCE;
        return 0;
    case CONTEXT:
        *(header & 1 ? &out->context_el2 : &out->context_el1) = (uint32_t)value;
        out->present |= SPE_HAS_CONTEXT_EL1 << (header & 1);
        return 0;
    case TIMESTAMP:
        out->timestamp = value;
        out->present |= SPE_HAS_TIMESTAMP;
        return 1;
    case END:
        out->present |= SPE_HAS_END;
        return 1;
    default:
        return 0;
    }
}

int yardstick_next(const uint8_t **at, const uint8_t *end, struct spe_record *out)
{
    const uint8_t *p = *at;
    memset(out, 0, sizeof *out);
    while (p < end) {
        uint8_t header = *p++;
        if (header == 0)
            continue;
        unsigned kind = kinds[header];
        if (kind == EXTENDED || (header & 0xe0) == 0x20) {
            if (p == end)
                return 0;
            header = *p++;
            kind = SKIP;
        }
        const unsigned size = header < 0x40 ? 0 : 1u << (header >> 4 & 3);
        if ((size_t)(end - p) < size)
            return 0;
        const uint64_t value = load(p, size);
        p += size;
        if (store(out, kind, header, value)) {
            *at = p;
            return 1;
        }
    }
    return 0;
}
