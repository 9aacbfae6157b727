/* SPDX-License-Identifier: MIT */
/*
 * Each kernel of the encoder, and the short way for common records, must give the same bytes, results, status and
 * counts as the long way. The long way is used if the buffer has less room than the largest record needs.
 */
#include <libspe/spe.h>
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/record_generator.h"
#include "../../src/record/layout_kernel.h"
#include "random.h"
#include "tap.h"

#define NO_ROOM 127 /* bytes: if more are left, records are encoded the short way */
#define ROOM 65536

static uint8_t buffer[ROOM + 64];
static uint8_t little[NO_ROOM];

static const uint8_t kernels[] = {SPE_KERNEL_PORTABLE, SPE_KERNEL_AVX2, SPE_KERNEL_AVX512, SPE_KERNEL_ANY};

static int is_there(uint8_t kernel)
{
    struct spe_encoder_config config = SPE_ENCODER_CONFIG_INIT;
    config.kernel = kernel;
    return !spe_encoder_config_problem(&config);
}

/* -- one record, by two encoders of the same configuration -- */

struct pair {
    spe_encoder fast, plain;
    size_t cap, used; /* of the fast encoder's buffer */
};

static void pair_init(struct pair *p, const struct spe_encoder_config *config, uint8_t kernel, size_t cap)
{
    struct spe_encoder_config own = *config;
    own.kernel = SPE_KERNEL_PORTABLE;
    spe_encoder_init(&p->plain, little, sizeof little, &own);
    own.kernel = kernel;
    spe_encoder_init(&p->fast, buffer, cap, &own);
    p->cap = cap;
    p->used = 0;
}

/* Returns 0 if both do the same. */
static int differs(struct pair *p, const struct spe_record *r)
{
    spe_encoder_restart(&p->plain, little, sizeof little);
    const int want = spe_encoder_record(&p->plain, r);
    memset(buffer + p->cap, 0xa5, 64);
    const int got = spe_encoder_record(&p->fast, r);
    for (unsigned i = 0; i < 64; i++)
        if (buffer[p->cap + i] != 0xa5)
            return 1;
    if (want > 0 && (size_t)want > p->cap - p->used) { /* continue with the whole buffer */
        const int is_refused = got == SPE_E_SPACE && spe_encoder_status(&p->fast) == SPE_E_SPACE;
        spe_encoder_restart(&p->fast, buffer, p->cap = ROOM);
        p->used = 0;
        return !is_refused || spe_encoder_record(&p->fast, r) != want || (p->used = (size_t)want, 0);
    }
    if (got != want || (want > 0 && memcmp(buffer + p->used, little, (size_t)want) != 0))
        return 1;
    p->used += want > 0 ? (size_t)want : 0;
    const int is_same = spe_encoder_status(&p->fast) == spe_encoder_status(&p->plain) &&
                        spe_encoder_refused(&p->fast) == spe_encoder_refused(&p->plain) &&
                        spe_encoder_size(&p->fast) == p->used;
    if (want < 0 || p->used > ROOM - 256) {
        spe_encoder_restart(&p->fast, buffer, p->cap = ROOM);
        p->used = 0;
    }
    return !is_same;
}

/* -- every set of packets, with every size, for every terminator -- */

static uint32_t present_of(unsigned set)
{
    static const uint8_t kinds[16] = {0, 1, 2, 3, 4, 8, 9, 10, 12, 16, 17, 20, 24, 25, 26, 27};
    uint32_t present = 0;
    for (unsigned i = 0; i < 16; i++)
        present |= (set >> i & 1u) << kinds[i];
    return present;
}

static struct spe_record full_record(void)
{
    struct spe_record r;
    random_bytes((uint8_t *)&r, sizeof r);
    r.op_class = (uint8_t)random_below(3);
    return r;
}

static void test_sets(uint8_t kernel, uint8_t layout, uint8_t terminator, uint32_t flags)
{
    static const uint8_t sizes[] = {1, 2, 4, 8};
    struct spe_encoder_config config = SPE_ENCODER_CONFIG_INIT;
    struct pair p;
    int bad = 0;
    config.layout = layout;
    config.terminator = terminator;
    config.flags = flags;
    pair_init(&p, &config, kernel, ROOM);
    for (unsigned set = 0; set < 65536; set++) {
        struct spe_record r = full_record();
        r.present = present_of(set);
        r.events_size = sizes[layout ? 1 : set % 4];
        r.data_source_size = layout ? 1 : (uint8_t)(1 + random_below(2));
        r.events &= UINT64_MAX >> (64 - 8 * r.events_size);
        r.data_source &= (uint16_t)(0xffff >> (16 - 8 * r.data_source_size));
        bad += differs(&p, &r);
    }
    is(bad, 0, "every set of packets");
}

/* -- every change of one bit of a record that is encoded the short way -- */

static void test_bits(uint8_t kernel, const struct spe_encoder_config *config)
{
    struct pair p;
    int bad = 0;
    pair_init(&p, config, kernel, ROOM);
    for (unsigned i = 0; i < 40; i++) {
        struct spe_record r = full_record();
        r.present = present_of(random_below(65536)) | SPE_HAS_EVENTS;
        r.present &= ~(r.present & SPE_HAS_END ? SPE_HAS_TIMESTAMP : 0);
        r.present &=
            ~(config->layout ? SPE_HAS_BRANCH_TARGET | SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_ALT_ISSUE_LATENCY : 0);
        r.events_size = 2;
        r.data_source_size = 1;
        r.events &= 0xffff;
        r.data_source &= 0xff;
        r.total_latency &= 0xfff, r.issue_latency &= 0xfff, r.translation_latency &= 0xfff,
            r.alt_issue_latency &= 0xfff;
        for (unsigned bit = 0; bit < 8 * sizeof r; bit++) {
            struct spe_record changed = r;
            ((uint8_t *)&changed)[bit / 8] ^= (uint8_t)(1u << bit % 8);
            bad += differs(&p, &changed);
        }
    }
    is(bad, 0, "every bit changed");
}

/* -- any record, any configuration, any room -- */

static struct spe_encoder_config any_config(void)
{
    static const uint8_t sizes[] = {0, 0, 1, 2, 4, 8};
    struct spe_encoder_config c = SPE_ENCODER_CONFIG_INIT;
    do {
        c.layout = (uint8_t)random_below(2);
        c.flags = random_below(4) ? 0 : random_below(4);
        c.terminator = (uint8_t)(random_below(2) ? 0 : random_below(3));
        c.events_size = sizes[random_below(6)];
        c.data_source_size = sizes[random_below(4)];
        c.counter_bits = (uint8_t)(random_below(2) ? 0 : random_below(2) ? 12 : 16);
        c.alignment = random_below(2) ? 0 : 1u << random_below(6);
        c.max_record_size = random_below(3) ? 0 : 20 + random_below(80);
        c.offset = random_below(2) ? 0 : random_u64();
    } while (spe_encoder_config_problem(&c));
    return c;
}

static void test_any(uint8_t kernel)
{
    struct spe_gen_source from = {NULL, 0, 7};
    int bad = 0;
    for (unsigned round = 0; round < 600; round++) {
        const struct spe_encoder_config config = any_config();
        const unsigned kind = random_below(4);
        struct pair p;
        pair_init(&p, &config, kernel, random_below(2) ? ROOM : random_below(2000));
        for (unsigned i = 0; i < 300; i++) {
            struct spe_record r = kind == 3 ? full_record() : spe_gen_any_record(&from);
            r.present &= kind ? spe_record_all() : UINT32_MAX;
            r.events_size = random_below(8) ? r.events_size & 8 ? 8 : 2 : r.events_size;
            r.events &= r.events_size == 2 ? random_below(64) ? 0xffff : 0x1ffff : UINT64_MAX;
            r.data_source &= random_below(8) ? 0xff : 0xffff;
            r.present |= kind > 1 ? SPE_HAS_EVENTS : 0;
            r.present &= ~(random_below(64) ? SPE_HAS_END : 0);
            if (kind > 1 && random_below(8))
                r.total_latency &= 0xfff, r.issue_latency &= 0xfff, r.translation_latency &= 0xfff,
                    r.alt_issue_latency &= 0xfff;
            bad += differs(&p, &r);
        }
    }
    is(bad, 0, "any record, any configuration, any room");
}

/* Records of the short way are rejected for the same reasons. */
static void test_status(void)
{
    struct spe_encoder_config wide = SPE_ENCODER_CONFIG_INIT;
    struct spe_record r = {.present = SPE_HAS_EVENTS | SPE_HAS_END, .events_size = 2};
    spe_encoder e;
    spe_encoder_init(&e, buffer, ROOM, NULL);
    is(spe_encoder_record(&e, NULL), SPE_E_ARG, "no record");
    is(spe_encoder_record(&e, &r), SPE_E_ARG, "... which sticks");
    is((int)spe_encoder_size(&e), 0, "... and nothing is written");
    wide.alignment = 2048;
    spe_encoder_init(&e, buffer, 2048 + NO_ROOM, &wide);
    is(spe_encoder_record(&e, &r), 2048, "zeros up to the alignment");
    is(spe_encoder_restart(&e, buffer, 2047), SPE_OK, "one byte less");
    is(spe_encoder_record(&e, &r), SPE_E_SPACE, "no room for the zeros");
    is(spe_encoder_status(&e), SPE_E_SPACE, "... which sticks, too");
}

static void test_names(void)
{
    struct spe_encoder_config c = SPE_ENCODER_CONFIG_INIT;
    spe_encoder e;
    ok(is_there(SPE_KERNEL_ANY) && is_there(SPE_KERNEL_PORTABLE), "there is a portable kernel");
    for (c.kernel = SPE_KERNEL_AVX2; c.kernel < 8; c.kernel++) {
        const char *problem = spe_encoder_config_problem(&c);
        if (problem && (strcmp(problem, "kernel") != 0 || spe_encoder_init(&e, buffer, 64, &c) != SPE_E_CONFIG))
            break;
        if (!problem && c.kernel > SPE_KERNEL_AVX512)
            break;
    }
    is(c.kernel, 8, "other kernels exist or are rejected by name");
}

#if SPE_KERNELS_X86
/* The kernel of each name on a processor without extensions, with AVX2, with AVX-512, and with all. */
static void test_choice(void)
{
    enum {
        NOTHING,
        AVX2 = SPE_PROCESSOR_AVX2,
        AVX512 = AVX2 | SPE_PROCESSOR_AVX512, /* without VBMI2 */
        ALL = AVX512 | SPE_PROCESSOR_VBMI2
    };
    static const struct {
        const char *what;
        uint32_t name, has;
        const struct spe_layout_kernel *kernel;
    } rows[] = {
        {"any, of nothing", SPE_KERNEL_ANY, NOTHING, NULL},
        {"any, of AVX2", SPE_KERNEL_ANY, AVX2, spe_layout_avx2},
        {"any, without VBMI2", SPE_KERNEL_ANY, AVX512, spe_layout_avx2},
        {"any, of all", SPE_KERNEL_ANY, ALL, spe_layout_avx512},
        {"portable, of all", SPE_KERNEL_PORTABLE, ALL, NULL},
        {"AVX2, of nothing", SPE_KERNEL_AVX2, NOTHING, NULL},
        {"AVX2, of all", SPE_KERNEL_AVX2, ALL, spe_layout_avx2},
        {"AVX-512, without VBMI2", SPE_KERNEL_AVX512, AVX512, NULL},
        {"AVX-512, of all", SPE_KERNEL_AVX512, ALL, spe_layout_avx512},
        {"NEON, of all", SPE_KERNEL_NEON, ALL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(spe_layout_kernel_choose(rows[i].name, rows[i].has) == rows[i].kernel, rows[i].what);
    ok(spe_layout_kernel_find(SPE_KERNEL_ANY) == spe_layout_kernel_choose(SPE_KERNEL_ANY, spe_processor()),
       "the best of this one");
}
#endif

int main(void)
{
#if SPE_KERNELS_X86
    if (!getenv("PORTABLE"))
        test_choice();
#endif
    struct spe_encoder_config slots = SPE_ENCODER_CONFIG_INIT, few_bits = SPE_ENCODER_CONFIG_INIT;
    slots.layout = SPE_LAYOUT_SLOTS_64;
    few_bits.counter_bits = 12;
    test_names();
    test_status();
    for (unsigned i = 0; i < sizeof kernels; i++) {
        if (!is_there(kernels[i])) {
            diag("this processor lacks kernel %d", kernels[i]);
            continue;
        }
        for (unsigned terminator = 0; terminator <= SPE_TERMINATOR_TIMESTAMP; terminator++) {
            test_sets(kernels[i], SPE_LAYOUT_CANONICAL, (uint8_t)terminator, 0);
            test_sets(kernels[i], SPE_LAYOUT_SLOTS_64, (uint8_t)terminator, 0);
        }
        test_sets(kernels[i], SPE_LAYOUT_CANONICAL, SPE_TERMINATOR_RECORD, SPE_ENCODE_EXTENDED);
        test_bits(kernels[i], &few_bits);
        test_bits(kernels[i], &slots);
        test_any(kernels[i]);
    }
    return tap_done();
}
