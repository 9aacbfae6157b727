/* SPDX-License-Identifier: MIT */
/*
 * Writes SPE bytes for comparisons with perf, using libspe's encoder.
 *
 *     make_stream packets               every packet type that perf 6.1 knows, with every INDEX, payload and bit
 *     make_stream PROFILE N             N records:
 *         records                       loads, stores, branches and others as a profile has them, in 64-byte slots
 *         events                        every event bit
 *         mixed                         every operation type, every packet, there or missing, with extended headers
 *         odd                           what no core should write
 */
#include <string.h>

#include "odd.h"
#include "packets.h"
#include "profiles.h"
#include "stream.h"

static const struct profile {
    const char *name;
    struct spe_record (*record)(unsigned i); /* NULL for odd ones */
    struct spe_encoder_config config;
} profiles[] = {
    {"records", random_record, {.size = sizeof(struct spe_encoder_config), .layout = SPE_LAYOUT_SLOTS_64}},
    {"events", random_events, {.size = sizeof(struct spe_encoder_config), .alignment = 32}},
    {"mixed", random_mixture, {.size = sizeof(struct spe_encoder_config), .flags = SPE_ENCODE_EXTENDED}},
    {"odd", NULL, {.size = sizeof(struct spe_encoder_config)}},
};

static const struct profile *find_profile(const char *name)
{
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
        if (!strcmp(profiles[i].name, name))
            return &profiles[i];
    return NULL;
}

static void put_profile(const struct profile *profile, unsigned n)
{
    spe_encoder_init(&encoder, buffer, sizeof buffer, &profile->config);
    for (unsigned i = 0; i < n; i++) {
        if (profile->record) {
            const struct spe_record r = profile->record(i);
            put_record(&r);
        } else {
            put_odd(i, n);
        }
    }
}

int main(int argc, char **argv)
{
    const struct profile *profile = argc > 2 ? find_profile(argv[1]) : NULL;
    if (!profile && (argc != 2 || strcmp(argv[1], "packets") != 0))
        return fprintf(stderr, "make_stream packets | PROFILE N\n"), 2;
    if (profile) {
        put_profile(profile, (unsigned)strtoul(argv[2], NULL, 0));
    } else {
        spe_encoder_init(&encoder, buffer, sizeof buffer, NULL);
        put_all();
    }
    flush();
    return ferror(stdout) != 0;
}
