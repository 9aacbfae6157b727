/* SPDX-License-Identifier: MIT */
/*
 * Decodes a ring buffer such as perf's AUX area. Producer and consumer advance `head` and `tail`, which count bytes and
 * never wrap; their remainder is the place in the ring. The bytes between them may cross the ring's end, even inside a
 * packet. Such bytes are fed as two parts. Missing bytes must be reported to the decoder.
 */
#include <inttypes.h>
#include <stdio.h>
#include <libspe/spe.h>

#define RING_SIZE 64 /* bytes, a power of two; real rings have megabytes */
struct ring {
    uint8_t bytes[RING_SIZE];
    uint64_t head; /* a real producer is another core: load it with acquire ordering */
    uint64_t tail; /* ... and store this one with release ordering */
    int is_cut;    /* a record may be cut off at head: PERF_AUX_FLAG_PARTIAL, PMBSR_EL1.DL */
};

static void show(const struct spe_record *record)
{
    printf("record at stream offset %" PRIu64 ": pc 0x%" PRIx64 "%s%s\n", record->offset,
           spe_address_canonical(record->pc), record->flags & SPE_RECORD_TRUNCATED ? ", cut off" : "",
           record->flags & SPE_RECORD_AFTER_GAP ? ", after a gap" : "");
}

/* Decodes one part, which must stay in place until the decoder has used it up. */
static void decode_part(spe_decoder *decoder, const uint8_t *part, size_t size)
{
    struct spe_record record;
    spe_decoder_feed(decoder, part, size);
    while (spe_decoder_next(decoder, &record) == 1)
        show(&record);
}

static void pass_gap(spe_decoder *decoder, uint64_t offset)
{
    struct spe_record begun;
    printf("a gap before %" PRIu64 "\n", offset);
    if (spe_decoder_gap(decoder, offset, &begun) == 1)
        show(&begun);
}

static void drain(struct ring *ring, spe_decoder *decoder)
{
    if (ring->head - ring->tail > RING_SIZE) { /* the consumer was too slow */
        ring->tail = ring->head - RING_SIZE;
        pass_gap(decoder, ring->tail);
        spe_decoder_resync(decoder); /* the oldest remaining byte may be inside a record */
    }
    const size_t size = (size_t)(ring->head - ring->tail), start = ring->tail % RING_SIZE;
    const size_t first = size < RING_SIZE - start ? size : RING_SIZE - start;
    printf("%zu bytes in %s\n", size, first < size ? "two parts" : "one part");
    decode_part(decoder, ring->bytes + start, first);
    decode_part(decoder, ring->bytes, size - first); /* nothing if the bytes did not cross the ring's end */
    ring->tail = ring->head;                         /* only now may the producer write there again */
    if (ring->is_cut)
        pass_gap(decoder, ring->head);
}

/* Acts as the hardware: writes one record, or its first `size` bytes: PC, operation, events, latency, end. */
static void produce(struct ring *ring, uint8_t pc, size_t size)
{
    uint8_t record[24] = {0xb0, 0, 0, 0x40, 0, 0, 0, 0, 0x80, 0x49, 0, 0x52, 2, 0, 0x98, 12, 0, [23] = 0x01};
    record[1] = pc;
    for (size_t i = 0; i < size; i++)
        ring->bytes[ring->head++ % RING_SIZE] = record[i];
    ring->is_cut = size < sizeof record;
}

int main(void)
{
    static const uint8_t sizes[][5] = {{24, 24}, {24, 24}, {24, 24, 24, 24, 24}, {24, 14}}; /* five are too many */
    struct ring ring = {.head = 0};
    spe_decoder decoder;
    spe_decoder_init(&decoder, &(struct spe_decoder_config){.size = sizeof(struct spe_decoder_config), .alignment = 8});
    for (uint8_t look = 0, pc = 0; look < 4; look++, drain(&ring, &decoder))
        for (int i = 0; i < 5 && sizes[look][i]; i++)
            produce(&ring, pc += 4, sizes[look][i]);
    return 0;
}
