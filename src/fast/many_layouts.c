/* SPDX-License-Identifier: MIT */
/* Many record layouts in memory that the caller provides: how they are learned, each by one insertion. */
#include "many_layouts.h"

#if SPE_LEARNING

struct spe_many *spe_many_begin(void *memory, size_t size)
{
    const size_t skipped = -(uintptr_t)memory % 64;
    struct spe_many *const many = (struct spe_many *)(void *)((uint8_t *)memory + skipped);
    const size_t room = (size - skipped - sizeof *many) / sizeof many->layouts[0];
    many->room = room < SPE_MANY_LAYOUTS ? (uint32_t)room : SPE_MANY_LAYOUTS;
    for (unsigned header = 0; header < 256; header++) {
        const unsigned kind = spe_header_kind[header];
        const int is_last = kind == SPE_KIND_TIMESTAMP || kind == SPE_KIND_END;
        const int follows = !header || (kind != SPE_KIND_NONE && !is_last);
        const uint32_t number = (header + 1) * UINT32_C(0x85ebca6b) & ~UINT32_C(0xff);
        many->ends[header] = (uint8_t)(is_last ? 1 + spe_payload_size((uint8_t)header) : 0);
        many->steps[header] = follows ? number | (1 + spe_payload_size((uint8_t)header)) : 0;
    }
    spe_many_forget(many);
    return many;
}

void spe_many_forget(struct spe_many *many)
{
    memset(many->keys, SPE_NO_LAYOUT, sizeof many->keys);
    memset(many->starts, 0, sizeof many->starts);
    spe_many_drop(many);
}

/* Whether two layouts are the same. Headers determine the places of payloads and padding, so the masks are the same if
 * the headers are. */
static int is_same(const struct spe_layout_wide *a, const struct spe_layout_wide *b)
{
    return a->head.size == b->head.size && !memcmp(a->head.value, b->head.value, sizeof a->head.value) &&
           !memcmp(a->value, b->value, sizeof a->value);
}

/* Whether a layout is known already, or too many layouts have its key. */
static int is_refused(const struct spe_many *many, unsigned key, const struct spe_layout_wide *layout)
{
    unsigned aliases = 0;
    for (unsigned i = many->keys[key]; i != SPE_NO_LAYOUT; i = many->layouts[i].alias)
        if (++aliases == SPE_ALIASES || is_same(&many->layouts[i], layout))
            return 1;
    return 0;
}

void spe_many_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size, const struct spe_record *record)
{
    struct spe_many *const many = learned->many;
    if (learned->count == many->room || size > SPE_WIDE_SIZE)
        return;
    const struct spe_walked walked = learned->kernel->walk(many, bytes);
    struct spe_layout_wide *const layout = &many->layouts[learned->count];
    memset(layout, 0, sizeof *layout);
    if (!spe_describe(learned->kernel, &layout->head, bytes, (unsigned)size, record))
        return;
    if (walked.size != size || is_refused(many, walked.key, layout))
        return;
    layout->alias = many->keys[walked.key];
    many->keys[walked.key] = learned->count;
    many->starts[bytes[0]] = 1;
    learned->count++;
    learned->misses -= learned->misses != 0; /* this miss does not count against the known layouts */
    learned->fresh++;
}

#endif
