/* SPDX-License-Identifier: MIT */
/*
 * The fuzzers' generator and mutators (fuzz/record_generator.h, record_mutator.h): they do the same on every machine,
 * follow the requested settings, damage the requested share of records, and without damage keep every rule of the
 * checker.
 */
#include <libspe-lab/lab.h>

#include "record_mutator.h"
#include "rooms.h"
#include "tap.h"

static uint8_t bytes[1 << 16];

static uint64_t hash_of(const uint8_t *at, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* A thousand bytes of input, which never change */
static struct spe_gen_source input(unsigned number)
{
    static uint8_t data[1000];
    struct spe_gen_source from = {NULL, 0, number + 1u};
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)spe_gen_take(&from, 1);
    from.at = data;
    from.left = sizeof data;
    from.seed = 0;
    return from;
}

static size_t make_stream(const struct spe_gen_wish *wish, unsigned number, struct spe_gen_writer *w)
{
    struct spe_gen_source from = input(number);
    spe_gen_writer_init(w, wish, &from);
    return spe_gen_stream(w, wish, &from, bytes, sizeof bytes);
}

static void test_source(void)
{
    static const uint8_t data[] = {1, 2, 3};
    struct spe_gen_source from = {data, 3, 0}, numbers = {NULL, 0, 1}, both = {data, 1, 1};
    is((long long)spe_gen_take(&from, 2), 0x201, "numbers are little-endian");
    is((long long)spe_gen_take(&from, 8), 3, "... and zeros where the input has run out");
    is(!spe_gen_below(&from, 10) && !spe_gen_chance(&from, 2), 1, "... which choose the plainest records");
    const uint64_t one = spe_gen_take(&numbers, 8), other = spe_gen_take(&numbers, 8);
    is(one != other && one >> 32 && other >> 32, 1, "... or pseudo-random numbers");
    is((long long)(spe_gen_take(&both, 8) & 0xff), 1, "... after the input");
}

static void test_same_everywhere(void)
{
    struct spe_gen_wish wish = {0};
    struct spe_gen_writer w;
    uint64_t hash = 0;
    size_t total = 0;
    for (unsigned i = 0; i < 64; i++) {
        wish.damage = (uint8_t)(i & 1 ? 64 : 0);
        wish.layout = i >> 1 & 1;
        const size_t size = make_stream(&wish, i, &w);
        total += size;
        hash = hash * 31 + hash_of(bytes, size);
    }
    is((long long)total, 145570, "64 streams have the recorded length");
    if (!is(hash == UINT64_C(0x795415981ab82b9a), 1, "... and are the same on every machine"))
        diag("size %lu hash 0x%llx", (unsigned long)total, (unsigned long long)hash);
}

static void test_wishes(void)
{
    unsigned bad = 0, seen = 0;
    for (unsigned kind = 0; kind < SPE_GEN_KINDS; kind++) {
        struct spe_gen_source from = {NULL, 0, kind + 1};
        struct spe_gen_wish wish = {0};
        struct spe_gen_writer w;
        wish.from = SPE_V1P4;
        wish.with = spe_features_all();
        wish.kinds = SPE_GEN_BIT(kind);
        wish.status = kind % 2 ? SPE_GEN_COMPLETED : SPE_GEN_NOT_RETIRED;
        spe_gen_writer_init(&w, &wish, &from);
        for (unsigned i = 0; i < 100; i++) {
            unsigned got;
            const struct spe_record r = spe_gen_record(&w, &wish, &from, &got);
            bad += got != kind || (int)(r.events >> 1 & 1) != (kind % 2) || w.core.version < SPE_V1P4;
            seen++;
        }
    }
    is(seen == 100 * SPE_GEN_KINDS ? bad : 1, 0, "operations, ends of records, and versions are as requested");
}

static void test_slots(void)
{
    struct spe_gen_wish wish = {0};
    struct spe_gen_writer w;
    unsigned bad = 0;
    wish.layout = SPE_LAYOUT_SLOTS_64;
    for (unsigned i = 0; i < 200; i++) {
        const size_t size = make_stream(&wish, i, &w);
        bad += !size || size % 64 != 0;
    }
    is(bad, 0, "slots have 64 bytes, and none is rejected");
}

/* From the same input, at least n of 4096 records differ from the ones without damage. */
static void test_damage(void)
{
    unsigned touched = 0;
    struct spe_gen_wish wish = {0}, whole = {0};
    wish.damage = 64;
    for (unsigned i = 0; i < 4096; i++) {
        struct spe_gen_source from = {NULL, 0, i + 1};
        uint8_t other[4096];
        struct spe_gen_writer w;
        spe_gen_writer_init(&w, &whole, &from);
        struct spe_gen_writer same = w;
        struct spe_gen_source again = from;
        const size_t n = spe_gen_append(&w, &wish, &from, bytes, 4096);
        const size_t m = spe_gen_append(&same, &whole, &again, other, 4096);
        touched += n != m || memcmp(bytes, other, n) != 0;
    }
    /* a quarter is 1024; damage does not change all of them */
    if (!is(touched > 700 && touched < 1100, 1, "as many records are damaged as requested"))
        diag("%u", touched);
}

static unsigned records_of(size_t size)
{
    struct spe_record r;
    spe_decoder d;
    unsigned n = 0;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, size);
    while (spe_decoder_next(&d, &r) == 1)
        n++;
    return n;
}

static void test_mutators(void)
{
    struct spe_gen_wish wish = {0};
    struct spe_gen_writer w;
    unsigned more = 0, less = 0, changed = 0, far = 0;
    wish.kinds = SPE_GEN_BIT(SPE_GEN_LOAD) | SPE_GEN_BIT(SPE_GEN_B);
    for (unsigned i = 1; i <= 2000; i++) {
        const size_t size = make_stream(&wish, i % 20, &w), before = records_of(size);
        const uint64_t hash = hash_of(bytes, size);
        const size_t n = spe_gen_mutate(bytes, size, sizeof bytes, i, &wish), after = records_of(n);
        more += after == before + 1;
        less += after + 1 == before;
        changed += hash_of(bytes, n) != hash;
        far += after > before + 2 || after + 2 < before;
    }
    if (!is(more > 400 && less > 200, 1, "records are added and removed"))
        diag("%u more, %u less", more, less);
    if (!is(changed > 1800, 1, "... nearly each time something changes"))
        diag("%u", changed);
    if (!is(far < 20, 1, "... in one record, and not in all after it"))
        diag("%u", far);
    size_t n = spe_gen_mutate(bytes, 0, 100, 1, &wish);
    is(n && records_of(n) == 1, 1, "an empty stream gets a record");
    is((long long)spe_gen_mutate(bytes, n, n, 5, &wish) <= (long long)n, 1, "... and has no room for more");
}

/* Whether a record breaks no rule; that it did not retire is only noted. */
static int keeps_rules(spe_check *c, const struct spe_record *r)
{
    struct spe_finding found[ROOM_RULES];
    const int n = spe_check_record(c, r, found, ROOM_RULES), is_noted = r->events_size && !(r->events & 3);
    if (n == is_noted && (n == 0 || found[0].rule == SPE_RULE_NOT_RETIRED))
        return 1;
    for (int i = 0; i < n; i++)
        diag("%s: op %u %02x events %llx present %x", spe_rule_name(found[i].rule), r->op_class, r->op_payload,
             (unsigned long long)r->events, r->present);
    return 0;
}

/* How many records of a stream keep every rule, they and their bytes up to the next record. */
static unsigned count_good(const struct spe_features *core, size_t size)
{
    struct spe_decoder_config config;
    struct spe_record r, last = {0};
    unsigned good = 0;
    spe_decoder d;
    spe_check c;
    spe_features_decoder_config(core, &config);
    spe_check_init(&c, core);
    spe_decoder_init(&d, &config);
    spe_decoder_feed(&d, bytes, size);
    for (; spe_decoder_next(&d, &r) == 1; last = r)
        good += keeps_rules(&c, &r) &&
                (!last.size || !spe_check_bytes(&c, bytes + last.offset, (size_t)(r.offset - last.offset), 0, NULL, 0));
    return good;
}

static void test_rules(void)
{
    enum { STREAMS = 1000, EACH = 100 };
    const struct spe_gen_wish wish = {0};
    unsigned good = 0, made = 0;
    for (unsigned i = 0; i < STREAMS; i++) {
        struct spe_gen_source from = {NULL, 0, i + 1};
        struct spe_gen_writer w;
        size_t size = 0;
        spe_gen_writer_init(&w, &wish, &from);
        for (unsigned n = 0; n < EACH; n++) {
            const size_t more = spe_gen_append(&w, &wish, &from, bytes + size, sizeof bytes - size);
            size += more;
            made += more != 0;
        }
        good += count_good(&w.core, size);
    }
    ok(made > STREAMS * EACH / 2, "many records without damage");
    is(good, made, "... keep every rule");
}

int main(void)
{
    test_source();
    test_same_everywhere();
    test_wishes();
    test_slots();
    test_damage();
    test_mutators();
    test_rules();
    return tap_done();
}
