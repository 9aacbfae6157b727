/* SPDX-License-Identifier: MIT */
/*
 * Checks the promises of record_generator.h and record_mutator.h for any input: a stream stays in its room. Without
 * damage its records decode to the ones that were made, and keep every rule of the writer's core. Mutators stay in the
 * room, and do the same if they are called again. Without damage they also leave only whole records, at least one.
 */
#include <libspe-lab/lab.h>
#include <string.h>

#include "fuzz.h"
#include "record_mutator.h"
#include "rooms.h"

static struct spe_gen_wish take_wish(struct spe_gen_source *from)
{
    struct spe_gen_wish wish;
    const unsigned how = (unsigned)spe_gen_take(from, 1), versions = (unsigned)spe_gen_take(from, 1);
    memset(&wish, 0, sizeof wish);
    wish.damage = how & 1 ? (uint8_t)spe_gen_take(from, 1) : 0;
    wish.layout = how >> 1 & 1;
    wish.sampling = how >> 2 & 7;
    wish.status = how >> 5 & 7;
    wish.from = (uint8_t)(versions % 7);
    wish.to = (uint8_t)(wish.from + versions / 7 % (7u - wish.from));
    wish.kinds = versions >= 7 * 7 * 3 ? spe_gen_take(from, 5) : 0;
    return wish;
}

/* Counts findings, without notes and without "two consecutive records are equal", because equal input makes equal
 * records. */
static void check_rules(spe_check *c, const struct spe_record *r)
{
    struct spe_finding found[ROOM_RULES];
    const int n = spe_check_record(c, r, found, ROOM_RULES);
    for (int i = 0; i < n; i++)
        CHECK(found[i].rule == SPE_RULE_NOT_RETIRED || found[i].rule == SPE_RULE_RECORD_REPEATED);
}

/* Makes records one by one, with a copy of the writer that wrote the stream. */
static void check_legal(struct spe_gen_writer w, const struct spe_gen_wish *wish, struct spe_gen_source from,
                        const uint8_t *stream, size_t size)
{
    static spe_decoder d;
    struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
    struct spe_record got;
    spe_check c;
    CHECK(spe_features_decoder_config(&w.core, &cfg) == SPE_OK && spe_check_init(&c, &w.core) == SPE_OK);
    CHECK(spe_decoder_init(&d, &cfg) == SPE_OK && spe_decoder_feed(&d, stream, size) == SPE_OK);
    while (spe_decoder_next(&d, &got) == 1) {
        const struct spe_record made = spe_gen_record(&w, wish, &from, NULL);
        check_same_packets(&made, &got);
        CHECK(!got.flags || got.flags == SPE_RECORD_RESERVED_VALUE); /* a branch target may be UNKNOWN */
        check_rules(&c, &got);
    }
    CHECK(spe_decoder_finish(&d, &got) == 0);
}

/* Makes the next change to a stream at the start of an area, and the same change to a copy that ends at a guard
 * page. */
static size_t mutate(uint8_t *stream, size_t size, size_t max, unsigned seed, const struct spe_gen_wish *wish)
{
    uint8_t *again = guarded_end(2, max);
    memcpy(again, stream, size);
    const size_t n = spe_gen_mutate(stream, size, max, seed, wish);
    CHECK(n <= max && spe_gen_mutate(again, size, max, seed, wish) == n && !memcmp(stream, again, n));
    CHECK(n || !size);
    return n;
}

static void check_whole(const uint8_t *stream, size_t size)
{
    static spe_decoder d;
    struct spe_record got;
    CHECK(spe_decoder_init(&d, NULL) == SPE_OK && spe_decoder_feed(&d, stream, size) == SPE_OK);
    while (spe_decoder_next(&d, &got) == 1)
        CHECK(!got.flags || got.flags == SPE_RECORD_RESERVED_VALUE);
    CHECK(spe_decoder_finish(&d, &got) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *input = guarded_input(data, &size);
    struct spe_gen_source from = {input, size, 0};
    const struct spe_gen_wish wish = take_wish(&from);
    const unsigned changes = (unsigned)spe_gen_take(&from, 1) % 8;
    struct spe_gen_writer w;
    spe_gen_writer_init(&w, &wish, &from);
    const struct spe_gen_writer first = w;
    const struct spe_gen_source then = from;
    const size_t cap = 4096 + spe_gen_room(&w);
    uint8_t *stream = guarded_end(1, cap);
    size_t n = spe_gen_stream(&w, &wish, &from, stream, cap);
    CHECK(n <= cap && (n || wish.damage));
    if (!wish.damage)
        check_legal(first, &wish, then, stream, n);
    for (unsigned i = 0; i < changes; i++)
        n = mutate(stream, n, cap, (unsigned)size * 8 + i, &wish);
    if (!wish.damage)
        check_whole(stream, n);
    return 0;
}
