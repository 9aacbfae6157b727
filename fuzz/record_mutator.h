/* SPDX-License-Identifier: MIT */
/*
 * A mutator for fuzzers whose inputs are SPE streams: it changes one record, while a fuzzer's own mutators change
 * bytes. spe-dump can show an input on which a target fails. With libFuzzer:
 *
 *     size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
 *
 *     size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
 *     {
 *         struct spe_gen_wish wish = {0};
 *         wish.damage = 1; // also damaged records; without this line each record is one that a core may write
 *         if (seed % 2)
 *             return LLVMFuzzerMutate(data, size, max); // bytes and dictionary
 *         return spe_gen_mutate(data, size, max, seed, &wish);
 *     }
 *
 * As in record_generator.h, any bytes give a stream, and nothing fails.
 */
#ifndef SPE_RECORD_MUTATOR_H
#define SPE_RECORD_MUTATOR_H

#include "record_generator.h"

/* Chooses a record of the stream, all with the same probability, and gives its place. Bytes before the first or after
 * the last record do not count. Returns 0 if there is no record. */
static inline int spe_gen_pick(const uint8_t *bytes, size_t size, struct spe_gen_source *from, struct spe_record *out)
{
    struct spe_record r;
    spe_decoder d;
    unsigned seen = 0;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, size);
    while (spe_decoder_next(&d, &r) == 1)
        if (spe_gen_below(from, ++seen) == 0)
            *out = r;
    return seen != 0;
}

/* Replaces bytes by others; does nothing if there is no room. Returns the new number of bytes. */
static inline size_t spe_gen_splice(uint8_t *bytes, size_t size, size_t max, size_t at, size_t old,
                                    const uint8_t *fresh, size_t n)
{
    if (size - old + n > max)
        return size;
    memmove(bytes + at + n, bytes + at + old, size - at - old);
    memcpy(bytes + at, fresh, n);
    return size - old + n;
}

/*
 * Changes one record of the stream of `size` bytes, in place; there is room for `max` bytes. The record is
 * removed, repeated elsewhere, replaced, or gets a new neighbour. If wish->damage is not 0, it may also be written
 * again with one change, or its bytes are damaged. New records follow the wish, on a core that is drawn each time. The
 * same bytes and seed give the same stream. Returns the new size, at most max: 0 only if size is 0 and there is no
 * room. A stream without a record gets one, at its beginning.
 */
static inline size_t spe_gen_mutate(uint8_t *bytes, size_t size, size_t max, unsigned seed,
                                    const struct spe_gen_wish *wish)
{
    struct spe_gen_source from = {NULL, 0, 0};
    struct spe_gen_writer w;
    struct spe_record r, made;
    uint8_t fresh[256] = {0};
    size_t n, at = 0, old = 0;
    from.seed = (UINT64_C(0x9e3779b97f4a7c15) * seed) | 1;
    const int found = spe_gen_pick(bytes, size, &from, &r);
    const unsigned what = found ? spe_gen_below(&from, wish->damage ? 6 : 4) : 3;
    if (found) {
        at = (size_t)r.offset;
        old = (size_t)r.size;
    }
    if (what == 0 && old < size)
        return spe_gen_splice(bytes, size, max, at, old, fresh, 0);
    if (what == 1 && old <= sizeof fresh) { /* a copy elsewhere */
        memcpy(fresh, bytes + at, old);
        spe_gen_pick(bytes, size, &from, &r);
        return spe_gen_splice(bytes, size, max, (size_t)r.offset, 0, fresh, old);
    }
    if (what == 4) { /* the room after the stream does not belong to the record */
        n = spe_gen_damage(bytes + at, old, old, &from);
        if (n || old < size)
            return spe_gen_splice(bytes, size, max, at + n, old - n, fresh, 0);
    }
    spe_gen_writer_init(&w, wish, &from);
    w.core.alignment = w.core.alignment > 64 ? 0 : w.core.alignment;
    w.offset = at;
    made = spe_gen_record(&w, wish, &from, NULL);
    if (what == 5) {
        spe_gen_spoil(&r, &from);
        w.core.alignment = w.core.max_record_size = w.core.counter_bits = 0;
        made = r;
    }
    n = spe_gen_encode(&w, &made, NULL, fresh, sizeof fresh);
    return n ? spe_gen_splice(bytes, size, max, at, what == 3 ? 0 : old, fresh, n) : size;
}

#endif
