/* SPDX-License-Identifier: MIT */
/* Features: invalid structs, and the configurations that follow from features. Also status words and versions, which no
 * other test covers. */
#include <libspe/spe.h>
#include <string.h>

#include "reference.h"
#include "tap.h"

static void test_mistakes(void)
{
    const struct {
        struct spe_features f;
        const char *member;
    } bad[] = {
        {{.size = 31}, "size"},
        {{.size = 513}, "size"},
        {{.size = 32, .flags = spe_features_all() + 1}, "flags"},
        {{.size = 32, .flags = UINT64_C(1) << 63}, "flags"},
        {{.size = 32, .max_record_size = 48}, "max_record_size"},
        {{.size = 32, .max_record_size = 4096}, "max_record_size"},
        {{.size = 32, .alignment = 3}, "alignment"},
        {{.size = 32, .counter_bits = 13}, "counter_bits"},
        {{.size = 32, .reserved = {[9] = 1}}, "reserved"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct spe_decoder_config d = {.size = 77};
        struct spe_encoder_config e = {.size = 77};
        ok(!strcmp(spe_features_problem(&bad[i].f), bad[i].member), bad[i].member);
        ok(spe_features_decoder_config(&bad[i].f, &d) == SPE_E_CONFIG &&
               spe_features_encoder_config(&bad[i].f, &e) == SPE_E_CONFIG && d.size == 77 && e.size == 77,
           "... no configuration follows");
    }
    const struct spe_features all = {.size = sizeof all, .flags = spe_features_all()}, init = SPE_FEATURES_INIT;
    ok(!spe_features_problem(&all) && !spe_features_problem(&init) && !spe_features_problem(NULL),
       "all, none and NULL are valid");
}

static void test_configurations(void)
{
    struct spe_features f = SPE_FEATURES_INIT;
    struct spe_decoder_config d = SPE_DECODER_CONFIG_INIT;
    struct spe_encoder_config e = SPE_ENCODER_CONFIG_INIT;
    const struct spe_decoder_config d_init = SPE_DECODER_CONFIG_INIT;
    const struct spe_encoder_config e_init = SPE_ENCODER_CONFIG_INIT;
    is(spe_features_decoder_config(&f, &d), SPE_OK, "nothing known, decoder");
    is(spe_features_encoder_config(&f, &e), SPE_OK, "nothing known, encoder");
    ok(!memcmp(&d, &d_init, sizeof d) && !memcmp(&e, &e_init, sizeof e), "... the defaults");
    f.max_record_size = 64, f.alignment = 32, f.counter_bits = 12;
    spe_features_decoder_config(&f, &d);
    spe_features_encoder_config(&f, &e);
    ok(d.max_record_size == 64 && d.alignment == 32 && d.flags == 0 && d.offset == 0, "what a core has, decoder");
    ok(e.max_record_size == 64 && e.alignment == 32 && e.counter_bits == 12 && e.flags == 0, "... encoder");
    f.flags = SPE_FEATURE_ARCH_INST | SPE_FEATURE_FE;
    spe_features_decoder_config(&f, &d);
    is(d.flags, SPE_DECODE_ARCH_INST, "a core that samples instructions");
    spe_decoder decoder;
    spe_encoder encoder;
    ok(spe_decoder_init(&decoder, &d) == SPE_OK && spe_encoder_init(&encoder, &e, sizeof e, &e) == SPE_OK,
       "both are valid");
    d.size = 31, e.size = 513;
    ok(spe_features_decoder_config(&f, &d) == SPE_E_CONFIG && spe_features_encoder_config(&f, &e) == SPE_E_CONFIG,
       "sizes that no version has");
    struct {
        struct spe_decoder_config config;
        uint8_t later[16];
    } newer = {.config.size = sizeof newer - 8, .later = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
    ok(spe_features_decoder_config(&f, &newer.config) == SPE_OK && newer.config.size == sizeof newer - 8 &&
           newer.later[7] == 0 && newer.later[8] == 1,
       "a newer program's struct is written up to its size");
    is(spe_features_decoder_config(NULL, &d), SPE_E_ARG, "decoder: NULL features");
    is(spe_features_decoder_config(&f, NULL), SPE_E_ARG, "decoder: NULL");
    is(spe_features_encoder_config(NULL, &e), SPE_E_ARG, "encoder: NULL features");
    is(spe_features_encoder_config(&f, NULL), SPE_E_ARG, "encoder: NULL");
}

static void test_decoder_problems(void)
{
    struct spe_decoder_config c = SPE_DECODER_CONFIG_INIT;
    spe_decoder d;
    ok(!spe_decoder_config_problem(&c) && !spe_decoder_config_problem(NULL), "decoder: the defaults");
    c.alignment = 48;
    is(strcmp(spe_decoder_config_problem(&c), "alignment"), 0, "decoder: alignment");
    is(spe_decoder_init(&d, &c), SPE_E_CONFIG, "... is rejected");
    c.flags = 4;
    is(strcmp(spe_decoder_config_problem(&c), "flags"), 0, "decoder: flags");
    c.reserved[0] = 1;
    is(strcmp(spe_decoder_config_problem(&c), "reserved"), 0, "decoder: reserved");
    c.size = 4;
    is(strcmp(spe_decoder_config_problem(&c), "size"), 0, "decoder: size");
}

static void test_status(void)
{
    static const int codes[] = {SPE_OK,      SPE_E_MORE,   SPE_E_ARG,    SPE_E_CONFIG,   SPE_E_STATE, SPE_E_SPACE,
                                SPE_E_RANGE, SPE_E_KIND,   SPE_E_LAYOUT, SPE_E_HEADER,   SPE_E_IO,    SPE_E_FORMAT,
                                SPE_E_NAME,  SPE_E_SYNTAX, SPE_E_ABSENT, SPE_E_UNDEFINED};
    int bad = 0, named = 0;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        const int status = codes[i];
        const int bands = SPE_IS_NEED_MORE(status) + SPE_IS_CALLER_MISTAKE(status) + SPE_IS_OUT_OF_SPACE(status) +
                          SPE_IS_NOT_ENCODABLE(status) + SPE_IS_BAD_FILE(status) + SPE_IS_BAD_REQUEST(status);
        bad += bands != (status != SPE_OK);
        bad += strlen(spe_status_text(status)) < 7 || strchr(spe_status_text(status), '_') != NULL;
        for (size_t k = 0; k < i; k++)
            bad += !strcmp(spe_status_text(status), spe_status_text(codes[k])) ||
                   !strcmp(spe_status_name(status), spe_status_name(codes[k]));
    }
    is(bad, 0, "every code is in one band, and has its own name and sentence");
    for (int status = -200; status < 0; status++)
        named += strcmp(spe_status_text(status), "unknown status") != 0;
    is(named, sizeof codes / sizeof codes[0] - 1, "no other number has one");
    ok(!strcmp(spe_status_text(5), "success") && !strcmp(spe_status_name(5), "SPE_OK"), "sizes are success");
    is(strcmp(spe_status_name(-2), "SPE_E_?"), 0, "no code");
    is(strcmp(spe_status_text(SPE_E_MORE), "the input ends inside a packet"), 0, "a sentence");
    is(spe_version_number(), SPE_VERSION, "the version, as a number");
    is(SPE_VERSION, SPE_VERSION_MAJOR * 10000 + SPE_VERSION_MINOR * 100 + SPE_VERSION_PATCH, "... of its parts");
    is(strcmp(spe_version(), SPE_VERSION_STRING), 0, "as a string");
}

static void test_names(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 32; i++) {
        const char *name = spe_feature_name(UINT64_C(1) << i);
        bad +=
            i < REFERENCE_COUNT(reference_features) ? !name || strcmp(name, reference_features[i]) != 0 : name != NULL;
    }
    if (!is(bad, 0, "every flag has its name, no other bit has one"))
        diag("a feature is new: " REFERENCE_MISSING);
    ok(!spe_feature_name(0) && !spe_feature_name(3), "nor have several bits together");
    is(spe_features_all() & 0x0fffffff, 0x0fffffff, "the 28 flags of the first version, at least");
}

int main(void)
{
    test_names();
    test_mistakes();
    test_configurations();
    test_decoder_problems();
    test_status();
    return tap_done();
}
