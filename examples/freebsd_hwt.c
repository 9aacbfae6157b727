/* SPDX-License-Identifier: MIT */
/*
 * The reader of FreeBSD's hwt(4) for SPE. The kernel fills the two halves of a core's buffer in turns; at each wake-up
 * HWT_IOC_BUFPTR_GET names a core, a size and flags, and HWT_IOC_SVC_BUF gives the half back. The last record of a half
 * may be cut off (KQ_PARTREC, which is PMBSR_EL1.DL); this is not damage. Its bytes are shown, and the other half
 * begins with a new record. Here the buffers are simulated: two cores, halves of 100 bytes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libspe/spe.h>

enum { CORES = 2, HALF = 100, WAKEUPS = 6, RECORD = 28 };
enum { KQ_BUF_POS = 1, KQ_PARTREC = 2, KQ_FINAL_BUF = 4 };

static uint8_t buffers[CORES][2 * HALF]; /* mmap() of /dev/hwt_IDENT_CORE */

struct core {
    spe_decoder decoder;
    uint64_t offset; /* stream offset at which the next half begins */
};

struct wakeup { /* what struct hwt_bufptr_get points to: ident, offset, data */
    int core;
    size_t size;
    unsigned flags;
};

static void show(int core, const struct spe_record *record)
{
    printf("core %d, offset %" PRIu64 ": pc 0x%" PRIx64 "%s\n", core, record->offset, spe_address_canonical(record->pc),
           record->flags & SPE_RECORD_TRUNCATED ? ", cut off" : "");
}

/* Handles a wake-up, in the loop around kevent(), before the half is given back. */
static void take(struct core *cores, struct wakeup wakeup)
{
    struct core *core = &cores[wakeup.core];
    const uint8_t *half = buffers[wakeup.core] + (wakeup.flags & KQ_BUF_POS ? HALF : 0);
    struct spe_record record;
    spe_decoder_feed(&core->decoder, half, wakeup.size);
    while (spe_decoder_next(&core->decoder, &record) == 1)
        show(wakeup.core, &record);
    core->offset += wakeup.size;
    if ((wakeup.flags & KQ_PARTREC) && spe_decoder_gap(&core->decoder, core->offset, &record) == 1)
        show(wakeup.core, &record);
    if ((wakeup.flags & KQ_FINAL_BUF) && spe_decoder_finish(&core->decoder, &record) == 1)
        show(wakeup.core, &record);
}

/* The kernel's part: the n-th wake-up. Three records and a half fill a buffer; the last one of each core has two. */
static struct wakeup simulate(unsigned n)
{
    struct wakeup out = {(int)(n % CORES), 0, n / CORES % 2};
    uint8_t *half = buffers[out.core] + (out.flags ? HALF : 0);
    const int is_final = n + CORES >= WAKEUPS;
    const size_t size = is_final ? 2 * RECORD : HALF;
    for (uint8_t i = 0; out.size < size; i++) {
        uint8_t record[RECORD] = {0xb0, 0, 0, 0x40, 0, 0, 0, 0, 0x80, 0x49, 0, 0x52, 2, 0, [RECORD - 1] = 0x01};
        const size_t fits = size - out.size < RECORD ? size - out.size : RECORD;
        record[1] = (uint8_t)(i * 4);
        record[2] = (uint8_t)n;
        memcpy(half + out.size, record, fits);
        out.size += fits;
    }
    out.flags |= is_final ? KQ_FINAL_BUF : KQ_PARTREC;
    return out;
}

int main(void)
{
    static struct core cores[CORES];
    for (int i = 0; i < CORES; i++)
        spe_decoder_init(&cores[i].decoder, NULL);
    for (unsigned n = 0; n < WAKEUPS; n++)
        take(cores, simulate(n));
    return 0;
}
