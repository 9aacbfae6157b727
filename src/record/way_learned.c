/* SPDX-License-Identifier: MIT */
/* What the first way does seldom: learning, counting, giving up. */
#include "way_learned.h"

#if SPE_LEARNING

static void count_layout(struct spe_decoder_stats *stats, const struct spe_layout_learned *layout)
{
    stats->records += layout->hits;
    stats->packets[SPE_PACKET_PADDING] += layout->hits * layout->padding;
    spe_count_held(stats, spe_held(layout->present), layout->hits);
}

/* Where learned layouts do not fit what comes, the plain loop has the next records to itself; then learning starts
 * anew. */
void spe_decoder_miss(struct decoder *d)
{
    struct spe_learned *learned = &d->learned;
    learned->misses++;
    if (learned->tries < SPE_LEARN_TRIES)
        return;
    const int is_good = learned->misses < learned->tries / 4;
    if (is_good && learned->tries < SPE_LEARN_WINDOW)
        return;
    learned->tries = learned->misses = 0;
    learned->patience = is_good ? 0 : (uint8_t)(learned->patience + (learned->patience < SPE_LEARN_PATIENCE));
    if (is_good)
        return;
    spe_count_learned(learned, &d->stats);
    learned->wait = UINT32_C(1) << (SPE_LEARN_PAUSE + learned->patience);
    learned->count = learned->full = 0;
}

void spe_count_learned(const struct spe_learned *learned, struct spe_decoder_stats *stats)
{
    for (unsigned i = 0; i < learned->count; i++)
        count_layout(stats, &learned->layouts[i]);
}

void spe_learn_from(struct decoder *d, const uint8_t *bytes, size_t len, const struct spe_record *record)
{
    if (d->learned.wait)
        d->learned.wait--;
    else if (!record->flags && len >= SPE_LEARNED_ROOM)
        spe_learn(&d->learned, bytes, record->size, record);
}

#endif
