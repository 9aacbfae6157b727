/* SPDX-License-Identifier: MIT */
/* The room that is left in the Profiling Buffer (DDI 0487, D17.7). */
#include <libspe-lab/profiling.h>
#include <string.h>

#include "../base/config.h"
#include "registers.h"

#define PMBLIMITR_E UINT64_C(1)
#define PMBLIMITR_PAGE UINT64_C(0xfff) /* bits below LIMIT */
#define FM_DISCARD 2

static uint64_t buffer_records(uint64_t pointer, uint64_t limit, uint64_t max_size, uint64_t alignment)
{
    /* The pointer is below the limit, a multiple of 4 KiB, so rounding it up to 2 KiB does not overflow. */
    const uint64_t first = (pointer + alignment - 1) & ~(alignment - 1);
    const uint64_t step = max_size > alignment ? max_size : alignment; /* both are powers of two */
    if (!max_size || limit - first < max_size)
        return 0;
    return (limit - first - max_size) / step + 1;
}

int spe_buffer_measure(uint64_t pmbptr, uint64_t pmblimitr, const struct spe_features *features,
                       struct spe_buffer_geometry *out)
{
    const uint32_t max_size = features ? features->max_record_size : 0, alignment = features ? features->alignment : 0;
    if (!out || !spe_is_alignment(max_size) || !spe_is_alignment(alignment))
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    out->pointer = pmbptr;
    out->limit = pmblimitr & ~PMBLIMITR_PAGE;
    if (!(pmblimitr & PMBLIMITR_E) || spe_bits_of(pmblimitr, 2, 1) == FM_DISCARD || out->pointer >= out->limit)
        return SPE_OK;
    out->free = out->limit - out->pointer;
    out->records = buffer_records(out->pointer, out->limit, max_size, alignment ? alignment : 1);
    return SPE_OK;
}
