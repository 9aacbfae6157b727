/* SPDX-License-Identifier: MIT */
/* The decoder's resynchronisation and the rules of check.h agree about the shape of a record. */
#include <libspe-lab/lab.h>
#include <string.h>

#include "random.h"
#include "rooms.h"
#include "slot_record.h"
#include "tap.h"

/* The first record after `from`, without resynchronisation. */
static int first_record(const uint8_t *bytes, size_t from, size_t len, struct spe_record *r)
{
    const struct spe_decoder_config cfg = {.size = sizeof cfg, .offset = from};
    spe_decoder d;
    spe_decoder_init(&d, &cfg);
    spe_decoder_feed(&d, bytes + from, len - from);
    return spe_decoder_next(&d, r) == 1;
}

/* Whether the checker finds that a record after another breaks a rule that resynchronisation uses. */
static int is_violation(const struct spe_features *core, const struct spe_record *before, const struct spe_record *r)
{
    static const char *const shape[] = {"events-missing",    "packet-unknown",    "packet-reserved", "record-too-long",
                                        "record-misaligned", "operation-missing", "pc-missing"};
    struct spe_finding found[ROOM_RULES];
    spe_check c;
    int n, bad = 0;
    spe_check_init(&c, core);
    spe_check_record(&c, before, found, ROOM_RULES);
    n = spe_check_record(&c, r, found, ROOM_RULES);
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof shape / sizeof shape[0]; k++)
            bad |= found[i].severity == SPE_CHECK_VIOLATION && (int)found[i].rule == spe_rule_find(shape[k]);
    return bad;
}

/* Whether resynchronisation delivers the record, from the bytes up to its end. */
static int keeps(const struct spe_decoder_config *cfg, const uint8_t *bytes, const struct spe_record *r)
{
    spe_decoder d;
    struct spe_record got;
    int is_kept = 0;
    spe_decoder_init(&d, cfg);
    spe_decoder_feed(&d, bytes, (size_t)(r->offset + r->size));
    while (spe_decoder_next(&d, &got) == 1)
        is_kept |= !memcmp(&got, r, sizeof got);
    return is_kept | (spe_decoder_finish(&d, &got) == 1 && !memcmp(&got, r, sizeof got));
}

/* Resynchronisation drops exactly the records that break a rule of shape (check.h). */
static void test_agrees_with_checker(void)
{
    int bad = 0, kept = 0, dropped = 0;
    for (int round = 0; round < 40000; round++) {
        static uint8_t bytes[400];
        struct spe_features core = {.size = sizeof core, .version = SPE_V1P5, .flags = spe_features_all()};
        struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
        struct spe_record before, r;
        core.alignment = 1u << random_below(7);
        core.max_record_size = 64u << random_below(2);
        core.flags &= random_below(2) ? ~SPE_FEATURE_ARCH_INST : ~0u;
        memcpy(bytes, (uint8_t[]){0x42, 0, 1}, 3);
        const size_t from = 3 + random_below(2 * core.alignment);
        memset(bytes + 3, 0, from - 3);
        random_stream(bytes + from, sizeof bytes - from);
        if (random_below(2)) { /* nearly a record */
            memcpy(bytes + from, slot_record, 64);
            for (unsigned n = random_below(3); n; n--)
                bytes[from + random_below(64)] = (uint8_t)random_u64();
        }
        first_record(bytes, 0, 3, &before);
        if (!first_record(bytes, from, sizeof bytes, &r) || r.flags & SPE_RECORD_REPEATED)
            continue;
        spe_features_decoder_config(&core, &cfg);
        cfg.flags |= SPE_DECODE_RESYNC;
        const int is_kept = keeps(&cfg, bytes, &r);
        bad += is_kept == is_violation(&core, &before, &r);
        kept += is_kept;
        dropped += !is_kept;
    }
    is(bad, 0, "resynchronisation and the checker agree");
    ok(kept > 1000 && dropped > 1000, "... about implausible and plausible records");
    diag("%d kept, %d dropped", kept, dropped);
}

int main(void)
{
    test_agrees_with_checker();
    return tap_done();
}
