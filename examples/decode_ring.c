/* SPDX-License-Identifier: MIT */
/*
 * Decodes a ring buffer such as perf's AUX area. The producer advances `head`, the consumer `tail`; both count bytes
 * since the start and never wrap, the place in the ring is their remainder. What stands between them may go over the
 * ring's end, even in the middle of a packet: it is fed as two parts. The decoder keeps the head of a cut packet and
 * the record in progress, so nothing is copied together.
 */
#include <inttypes.h>
#include <stdio.h>

#include <libspe/spe.h>

#define RING_SIZE 64 /* bytes, a power of two; real ones have megabytes */

struct ring {
    uint8_t bytes[RING_SIZE];
    uint64_t head; /* a real producer is another core: load it with acquire ordering */
    uint64_t tail; /* ... and store this one with release ordering */
};

/* Decodes one part, which must stay in place until the decoder has used it up. */
static void decode_part(spe_decoder *decoder, const uint8_t *part, size_t size)
{
    struct spe_record record;
    spe_decoder_feed(decoder, part, size);
    while (spe_decoder_next(decoder, &record) == 1)
        printf("record at stream offset %" PRIu64 ": pc 0x%" PRIx64 ", %u cycles\n", record.offset,
               spe_address_canonical(record.pc), record.total_latency);
}

static void drain(struct ring *ring, spe_decoder *decoder)
{
    const size_t size = (size_t)(ring->head - ring->tail);
    const size_t start = ring->tail % RING_SIZE;
    const size_t first = size < RING_SIZE - start ? size : RING_SIZE - start;
    printf("%zu bytes in %s\n", size, first < size ? "two parts" : "one part");
    decode_part(decoder, ring->bytes + start, first);
    decode_part(decoder, ring->bytes, size - first); /* nothing where the ring did not wrap */
    ring->tail = ring->head;                         /* only now may the producer write there again */
}

/* What the hardware does: one record of 24 bytes behind the last. */
static void produce(struct ring *ring, uint64_t pc)
{
    struct spe_record record = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY,
                                .pc = pc,
                                .op_class = SPE_CLASS_LOAD_STORE,
                                .events = UINT64_C(1) << SPE_EVENT_RETIRED,
                                .total_latency = 12};
    const struct spe_encoder_config config = {.size = sizeof config, .alignment = 8};
    uint8_t bytes[RING_SIZE];
    spe_encoder encoder;
    spe_encoder_init(&encoder, bytes, sizeof bytes, &config);
    spe_encoder_record(&encoder, &record);
    for (size_t i = 0; i < spe_encoder_size(&encoder); i++)
        ring->bytes[ring->head++ % RING_SIZE] = bytes[i];
}

int main(void)
{
    struct ring ring = {.head = 0};
    spe_decoder decoder;
    spe_decoder_init(&decoder, NULL);
    for (uint64_t pc = 0x400000; pc < 0x400018; pc += 8) {
        produce(&ring, pc);
        produce(&ring, pc + 4);
        drain(&ring, &decoder);
    }
    return 0;
}
