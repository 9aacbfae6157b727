/* SPDX-License-Identifier: MIT */
/* Operation payloads, decoded and encoded: all 4 x 256 of them, and operations that must be rejected. */
#include <libspe/spe.h>
#include <string.h>

#include "reference.h"
#include "tap.h"

static void test_round_trip(void)
{
    int bad = 0;
    for (unsigned op_class = 0; op_class < 4; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            struct spe_op op;
            bad += spe_op_decode(op_class, payload, &op) != SPE_OK;
            bad += op.op_class != op_class || op.payload != payload;
            bad += spe_op_encode(&op) != (int)payload;
            if (!op.reserved_value) {
                op.payload = 0xee; /* this is not read */
                bad += spe_op_encode(&op) != (int)payload;
            }
        }
    }
    is(bad, 0, "payload -> meaning -> the same payload, for all payloads of all classes");
}

static struct spe_op decoded(unsigned op_class, unsigned payload)
{
    struct spe_op op;
    spe_op_decode(op_class, payload, &op);
    return op;
}

/* Every field of every format, against an operation written out by hand. */
static void test_meanings(void)
{
    static const struct {
        unsigned op_class, payload;
        struct spe_op op;
        const char *name;
    } cases[] = {
        {0, 0x00, {.subclass = SPE_OP_OTHER}, "other"},
        {0, 0x01, {.subclass = SPE_OP_OTHER, .conditional = 1}, "conditional select"},
        {0, 0x02, {.subclass = SPE_OP_OTHER, .fp = 1}, "other, FP"},
        {0, 0x06, {.subclass = SPE_OP_OTHER, .fp = 1, .ase = 1}, "other, ASE FP"},
        {0, 0x08, {.subclass = SPE_OP_SVE, .evl_bits = 32}, "SVE, EVL 32"},
        {0, 0x3e, {.subclass = SPE_OP_SVE, .evl_bits = 256, .fp = 1, .predicated = 1}, "SVE, EVL 256 FP PRED"},
        {0, 0x68, {.subclass = SPE_OP_SVE, .evl_bits = 2048}, "SVE, EVL 2048"},
        {0, 0x78, {.subclass = SPE_OP_SVE, .evl_bits = SPE_EVL_OVER_2048}, "SVE, EVL more than 2048"},
        {0, 0x88, {.subclass = SPE_OP_SME, .ets_bits = 128}, "SME, ETS 128"},
        {0, 0x8c, {.subclass = SPE_OP_SME, .ets_bits = 256}, "SME, ETS 256: bit 2 is ETS[0]"},
        {0, 0x9a, {.subclass = SPE_OP_SME, .ets_bits = 512, .fp = 1}, "SME, ETS 512 FP: bit 4 is ETS[1]"},
        {0, 0xdc, {.subclass = SPE_OP_SME, .ets_bits = 262144}, "SME, ETS 0b1011"},
        {0, 0xfc, {.subclass = SPE_OP_SME, .ets_bits = SPE_ETS_WHOLE_ZA}, "SME, whole ZA array"},
        {0, 0xe8, {.subclass = SPE_OP_SME, .reserved_value = 1}, "SME, ETS 0b1100 reserved"},
        {0, 0xf8, {.subclass = SPE_OP_SME, .reserved_value = 1}, "SME, ETS 0b1110 reserved"},
        /* A message on a kernel list in 2025 wrongly shows 49 00 as an SME operation. */
        {1, 0x00, {.subclass = SPE_OP_GP}, "load"},
        {1, 0x01, {.subclass = SPE_OP_GP, .store = 1}, "store"},
        {1, 0x04, {.subclass = SPE_OP_SIMD_FP}, "SIMD&FP load"},
        {1, 0x11, {.subclass = SPE_OP_UNSPECIFIED, .store = 1}, "unspecified store"},
        {1, 0x14, {.subclass = SPE_OP_ALLOCATION_TAG}, "tag load"},
        {1, 0x31, {.subclass = SPE_OP_NV2_SYSREG, .store = 1}, "NV2 write"},
        {1, 0x06, {.subclass = SPE_OP_EXTENDED, .atomic = 1}, "atomic"},
        {1, 0x0a, {.subclass = SPE_OP_EXTENDED, .exclusive = 1}, "exclusive"},
        {1, 0x13, {.subclass = SPE_OP_EXTENDED, .acquire_release = 1, .store = 1}, "store release"},
        {1, 0x1f, {.subclass = SPE_OP_EXTENDED, .acquire_release = 1, .exclusive = 1, .atomic = 1, .store = 1}, "all"},
        {1, 0x08, {.subclass = SPE_OP_SVE_SME, .evl_bits = 32}, "SVE load, EVL 32"},
        {1,
         0xad,
         {.subclass = SPE_OP_SVE_SME, .evl_bits = 128, .predicated = 1, .gather_scatter = 1, .store = 1},
         "scatter"},
        {1, 0x8c, {.subclass = SPE_OP_SVE_SME, .evl_bits = 32, .predicated = 1, .gather_scatter = 1}, "PRED and SG"},
        {1, 0x0c, {.subclass = SPE_OP_SVE_SME, .evl_bits = 32, .predicated = 1}, "PRED alone"},
        {1, 0x88, {.subclass = SPE_OP_SVE_SME, .evl_bits = 32, .gather_scatter = 1}, "SG alone"},
        {1, 0x20, {.subclass = SPE_OP_MEMORY_COPY}, "copy, source"},
        {1, 0x21, {.subclass = SPE_OP_MEMORY_COPY, .store = 1}, "copy, destination"},
        {1, 0x25, {.subclass = SPE_OP_MEMORY_SET, .store = 1}, "set"},
        {1, 0x40, {.subclass = SPE_OP_GCS}, "GCS load from a return"},
        {1, 0x45, {.subclass = SPE_OP_GCS, .comm = 1, .store = 1}, "GCS store, COMM"},
        {2, 0x00, {.subclass = SPE_OP_BRANCH}, "branch"},
        {2, 0x03, {.subclass = SPE_OP_BRANCH, .conditional = 1, .indirect = 1}, "conditional indirect"},
        {2, 0x0c, {.subclass = SPE_OP_BRANCH, .branch_kind = SPE_CR_BRANCH_LINK, .gcs = 1}, "call with GCS"},
        {2, 0x12, {.subclass = SPE_OP_BRANCH, .branch_kind = SPE_CR_RETURN, .indirect = 1}, "return"},
        {2, 0x18, {.subclass = SPE_OP_BRANCH, .branch_kind = SPE_CR_NEITHER}, "neither"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spe_op want = cases[i].op;
        const struct spe_op got = decoded(cases[i].op_class, cases[i].payload);
        want.op_class = (uint8_t)cases[i].op_class;
        want.payload = (uint8_t)cases[i].payload;
        ok(!memcmp(&got, &want, sizeof got), cases[i].name);
    }
    for (unsigned op_class = 0; op_class < 4; op_class++) {
        const struct spe_op got = decoded(op_class, reference_op_reserved(op_class));
        ok(got.subclass == SPE_OP_RESERVED && got.reserved_value == 1, "a reserved payload of each CLASS");
    }
}

static void test_rounding(void)
{
    struct spe_op sve = {.op_class = 0, .subclass = SPE_OP_SVE};
    struct spe_op sme = {.op_class = 0, .subclass = SPE_OP_SME};
    int bad = 0;
    for (uint32_t bits = 1; bits < 1u << 20; bits++) {
        unsigned step = 0;
        sve.evl_bits = sme.ets_bits = bits;
        while (step < 7 && 32u << step < bits)
            step++;
        bad += spe_op_encode(&sve) != (int)(0x08 | step << 4);
        for (step = 0; step < 12 && 128u << step < bits;)
            step++;
        step = step == 12 ? 15 : step;
        bad += spe_op_encode(&sme) != (int)(0x88 | step >> 1 << 4 | (step & 1) << 2);
    }
    is(bad, 0, "EVL and ETS are rounded up to the next step; above the last they are 'more' and 'whole'");
}

static void refuse(struct spe_op op, int status, const char *name)
{
    is(spe_op_encode(&op), status, name);
}

static void test_refusals(void)
{
    struct spe_op op = {0}, before;
    memset(&op, 0x11, sizeof op);
    before = op;
    is(spe_op_decode(4, 0, &op), SPE_E_ARG, "decode: class 4");
    is(spe_op_decode(0, 256, &op), SPE_E_ARG, "decode: payload 256");
    ok(!memcmp(&op, &before, sizeof op), "... untouched");
    is(spe_op_decode(0, 0, NULL), SPE_E_ARG, "decode: NULL");
    is(spe_op_encode(NULL), SPE_E_ARG, "encode: NULL");
    refuse((struct spe_op){.op_class = 4, .subclass = SPE_OP_GP}, SPE_E_KIND, "class 4");
    refuse((struct spe_op){.op_class = 4, .reserved_value = 1}, SPE_E_KIND, "class 4, reserved");
    refuse((struct spe_op){.op_class = 0, .subclass = SPE_OP_GP}, SPE_E_KIND, "a subclass of another class");
    refuse((struct spe_op){.op_class = 1, .subclass = (uint8_t)spe_op_subclass_count()}, SPE_E_KIND,
           "no such subclass");
    refuse((struct spe_op){.op_class = 1, .subclass = SPE_OP_RESERVED}, SPE_E_KIND, "reserved, without saying so");
    refuse((struct spe_op){.op_class = 1, .subclass = SPE_OP_GP, .atomic = 1}, SPE_E_KIND, "an atomic plain load");
    refuse((struct spe_op){.op_class = 1, .subclass = SPE_OP_GP, .evl_bits = 128}, SPE_E_KIND, "a plain load with EVL");
    refuse((struct spe_op){.op_class = 1, .subclass = SPE_OP_MEMORY_SET}, SPE_E_KIND, "a Memory Set that loads");
    refuse((struct spe_op){.op_class = 0, .subclass = SPE_OP_SME, .ets_bits = 128, .predicated = 1}, SPE_E_KIND,
           "SME with PRED");
    refuse((struct spe_op){.op_class = 2, .subclass = SPE_OP_BRANCH, .store = 1}, SPE_E_KIND, "a branch that stores");
    refuse((struct spe_op){.op_class = 1, .subclass = SPE_OP_GP, .store = 2}, SPE_E_RANGE, "store = 2");
    refuse((struct spe_op){.op_class = 2, .subclass = SPE_OP_BRANCH, .branch_kind = 4}, SPE_E_RANGE, "CR = 4");
    refuse((struct spe_op){.op_class = 0, .subclass = SPE_OP_SVE}, SPE_E_RANGE, "SVE without EVL");
    refuse((struct spe_op){.op_class = 0, .subclass = SPE_OP_SME}, SPE_E_RANGE, "SME without ETS");
    refuse((struct spe_op){.op_class = 1, .subclass = SPE_OP_GP, .reserved_value = 1, .payload = 0}, SPE_E_KIND,
           "a payload that is not reserved");
    refuse((struct spe_op){.op_class = 0, .subclass = SPE_OP_RESERVED, .reserved_value = 1, .payload = 0xe8},
           SPE_E_KIND, "a reserved payload of another subclass");
    int bad = 0;
    for (unsigned s = 1; s < spe_op_subclass_count(); s++)
        bad += !strcmp(spe_op_subclass_name(s), "reserved");
    is(bad, 0, "every subclass has a name");
    ok(!strcmp(spe_op_subclass_name(SPE_OP_RESERVED), "reserved") && !strcmp(spe_op_subclass_name(99), "reserved") &&
           !strcmp(spe_op_subclass_name(SPE_OP_GCS), "Guarded Control Stack"),
       "subclass names");
    is(sizeof(struct spe_op), 32, "struct spe_op has its published size");
}

/* What the operation of each payload does to memory, by the manual's words for its format. */
static void test_memory(void)
{
    const struct spe_op swap = decoded(1, 0x06), add = decoded(1, 0x07), branch = decoded(2, 0x00),
                        odd = decoded(1, 0x05);
    int bad = 0;
    for (unsigned i = 0; i < 4 * 256; i++) {
        const struct spe_op op = decoded(i / 256, i % 256);
        const int is_memory = i / 256 == 1 && op.subclass != SPE_OP_RESERVED;
        bad += spe_op_is_memory(&op) != is_memory || spe_op_is_load(&op) != (is_memory && !(i & 1)) ||
               spe_op_is_store(&op) != (is_memory && (i & 1));
    }
    is(bad, 0, "loads, stores and others, for all payloads");
    ok(swap.atomic && spe_op_is_load(&swap) && add.atomic && spe_op_is_store(&add),
       "atomics, by whether they return a value");
    ok(!branch.store && !spe_op_is_load(&branch), "a branch is not a load");
    ok(spe_op_is_store(&odd), "SIMD&FP store");
    unsigned count = 0;
    for (size_t i = 0; i < REFERENCE_COUNT(reference_ops); i++)
        count = reference_ops[i].subclass >= count ? reference_ops[i].subclass + 1 : count;
    if (!is(spe_op_subclass_count(), count, "subclasses"))
        diag("a subclass is new: " REFERENCE_MISSING);
    is(strcmp(spe_op_subclass_name(spe_op_subclass_count()), "reserved"), 0, "... others have no name");
    ok(!strcmp(spe_op_branch_kind_name(SPE_CR_NOT_RECORDED), "not recorded") &&
           !strcmp(spe_op_branch_kind_name(SPE_CR_NEITHER), "neither") &&
           !strcmp(spe_op_branch_kind_name(4), "reserved"),
       "names of CR");
}

int main(void)
{
    test_round_trip();
    test_memory();
    test_meanings();
    test_rounding();
    test_refusals();
    return tap_done();
}
