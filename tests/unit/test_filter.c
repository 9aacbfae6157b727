/* SPDX-License-Identifier: MIT */
/*
 * Compares the filter with another one, which is written here from the manual's sentences, with raw bits, for random
 * records and registers. Also tests what must be rejected, what each core can filter by, and the text forms.
 */
#include <inttypes.h>
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "reference.h"
#include "tap.h"

static const struct spe_filter_registers none = {.size = sizeof none};

/* -- the other filter -- */

static int bit(uint64_t word, unsigned n)
{
    return (int)(word >> n & 1);
}

/* Can a core of this version and these features filter by event bit n? */
static int counts(unsigned n, unsigned version, uint64_t features)
{
    if (n == 1 || n == 3 || n == 5 || n == 7)
        return 1;
    if (n == 2 || n == 4 || n == 8 || n == 9 || n == 10)
        return 1; /* IMPLEMENTATION DEFINED before v1p4, which defines them */
    if (n == 6)
        return (features & SPE_FEATURE_FNE) != 0;
    if (n == 11)
        return version >= SPE_V1P1;
    if (n == 17 || n == 18)
        return version >= SPE_V1P1 && (features & SPE_FEATURE_SVE || features & SPE_FEATURE_SME);
    if (n >= 19 && n <= 23)
        return version >= SPE_V1P4;
    if (n == 25 && version >= SPE_V1P5)
        return 1;
    if (n == 24 || n == 25)
        return version < SPE_V1P4 || (features & SPE_FEATURE_SPE_SME);
    if (n >= 26 && n <= 31)
        return version < SPE_V1P4;
    return (n >= 12 && n <= 15) || n >= 48;
}

/* The two possible sets of an operation's types: B LD ST FP SIMD from bit 0. They differ only for SIMD&FP registers. */
static void types_of(const struct spe_record *r, unsigned types[2])
{
    const unsigned p = r->op_payload;
    unsigned t = 0;
    types[0] = types[1] = 0;
    if (!(r->present & SPE_HAS_OPERATION))
        return;
    if (r->op_class == 0 && p < 8)
        t = (p & 2 ? 8 : 0) | (p & 4 ? 16 : 0);
    else if (r->op_class == 0 && (p & 9) == 8) {
        const unsigned ets = p >> 7 ? (p >> 3 & 14) | (p >> 2 & 1) : 0;
        t = ets >= 12 && ets <= 14 ? 0 : 16 | (p & 2 ? 8 : 0); /* a reserved operation has no known type */
    } else if (r->op_class == 2 && p < 32) {
        t = 1;
        if ((p & 4) && p >> 3 == 1)
            t |= 4;
        if ((p & 4) && p >> 3 == 2)
            t |= 2;
    } else if (r->op_class == 1) {
        const unsigned ldst = p & 1 ? 4 : 2;
        if ((p & 0xe2) == 2)
            t = (p & 5) == 4 ? 2 | 4 : ldst;
        else if ((p & 0x0a) == 8)
            t = ldst | 16;
        else if (p >> 1 == 2) {
            types[0] = ldst | 8;
            types[1] = ldst | 16;
            return;
        } else if (reference_op_find(1, p))
            t = ldst;
    }
    types[0] = types[1] = t;
}

/* Type by type: types without a mask are alternatives, types with a mask are conditions. */
static int type_passes(uint64_t fcr, unsigned types)
{
    int alternatives = 0, met = 0;
    for (unsigned n = 0; n < 5; n++) {
        if (bit(fcr, 48 + n)) {
            if (bit(fcr, 16 + n) != bit(types, n))
                return 0;
        } else if (bit(fcr, 16 + n)) {
            alternatives++;
            met += bit(types, n);
        }
    }
    return !alternatives || met;
}

/* Why the record is rejected: SPE_FILTER_BY_* or SPE_FILTER_KEPT. */
static int other_filter(const struct spe_filter_registers *f, const struct spe_features *core,
                        const struct spe_record *r)
{
    unsigned types[2];
    for (unsigned n = 0; n < 64 && bit(f->pmsfcr, 0); n++)
        if (bit(f->pmsevfr, n) && counts(n, core->version, core->flags))
            if (!(r->present & SPE_HAS_EVENTS) || !bit(r->events, n))
                return SPE_FILTER_BY_EVENT;
    for (unsigned n = 0; n < 64 && bit(f->pmsfcr, 3); n++)
        if (bit(f->pmsnevfr, n) && counts(n, core->version, core->flags))
            if ((r->present & SPE_HAS_EVENTS) && bit(r->events, n))
                return SPE_FILTER_BY_INVERSE_EVENT;
    types_of(r, types);
    if (bit(f->pmsfcr, 1) && !type_passes(f->pmsfcr, types[0]) && !type_passes(f->pmsfcr, types[1]))
        return SPE_FILTER_BY_TYPE;
    const uint64_t least = core->counter_bits == 12 ? f->pmslatfr % 4096 : f->pmslatfr;
    if (bit(f->pmsfcr, 2) && !((r->present & SPE_HAS_TOTAL_LATENCY) && r->total_latency >= least))
        return SPE_FILTER_BY_LATENCY;
    if (bit(f->pmsfcr, 4) && (r->present & SPE_HAS_DATA_SOURCE) && r->op_class == 1 && (types[0] & 2) &&
        !bit(f->pmsdsfr, r->data_source % 64))
        return SPE_FILTER_BY_DATA_SOURCE;
    return SPE_FILTER_KEPT;
}

/* Whether the manual defines what these registers do on this core. */
static int is_predictable(const struct spe_filter_registers *f, const struct spe_features *core)
{
    int must = 0, must_not = 0, both = 0;
    for (unsigned n = 0; n < 64; n++) {
        if (!counts(n, core->version, core->flags))
            continue;
        must += bit(f->pmsevfr, n);
        must_not += bit(f->pmsnevfr, n);
        both += bit(f->pmsevfr, n) && bit(f->pmsnevfr, n);
    }
    if (bit(f->pmsfcr, 0) && !must)
        return 0;
    if (bit(f->pmsfcr, 3) && !must_not)
        return 0;
    if (bit(f->pmsfcr, 0) && bit(f->pmsfcr, 3) && both)
        return 0;
    if (bit(f->pmsfcr, 1) && !(core->flags & SPE_FEATURE_EFT) && !(f->pmsfcr >> 16 & 31) && !(f->pmsfcr >> 48 & 31))
        return 0;
    return !(bit(f->pmsfcr, 2) && !(f->pmslatfr % (core->counter_bits == 12 ? 4096 : 65536)));
}

/* -- random records and registers -- */

static uint64_t few_bits(void)
{
    return random_u64() & random_u64() & random_u64() & random_u64() & random_u64();
}

static struct spe_record random_record(void)
{
    static const uint8_t classes[] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 200};
    struct spe_record r = {0};
    r.present = (uint32_t)(random_u64() | random_u64() | random_u64());
    r.events = random_u64() | random_u64();
    r.op_class = classes[random_below(sizeof classes)];
    r.op_payload = (uint8_t)random_u64();
    if (random_below(2))
        r.op_payload &= 0x1f;
    r.total_latency = (uint16_t)random_below(random_below(2) ? 40 : 65536);
    r.data_source = (uint16_t)random_below(random_below(2) ? 70 : 65536);
    return r;
}

static struct spe_filter_registers random_registers(void)
{
    struct spe_filter_registers f = none;
    f.pmsfcr = random_u64() & 0x1f;
    f.pmsfcr |= few_bits() & UINT64_C(0x1f000000000000);
    f.pmsfcr |= random_u64() & random_u64() & 0x1f0000;
    f.pmsevfr = few_bits();
    f.pmsnevfr = few_bits() & random_u64();
    f.pmslatfr = random_below(30);
    f.pmsdsfr = random_u64();
    return f;
}

static struct spe_features core_of(unsigned version, uint64_t flags)
{
    struct spe_features core = {.size = sizeof core, .flags = flags, .version = (uint8_t)version};
    return core;
}

/* The types of each operation, and the type expression, compared with the same other filter. */
static void test_operation_types(void)
{
    const struct spe_features core = core_of(SPE_V1P5, spe_features_all());
    unsigned bad = 0, typed = 0;
    for (unsigned i = 0; i < 100000; i++) {
        struct spe_filter_registers f = random_registers();
        struct spe_record r = {.present = SPE_HAS_OPERATION, .op_class = (uint8_t)random_below(3)};
        struct spe_op op;
        r.op_payload = (uint8_t)random_u64();
        f.pmsfcr = (f.pmsfcr & ~(uint64_t)31) | SPE_FILTER_FT;
        spe_op_decode(r.op_class, r.op_payload, &op);
        const uint64_t types = spe_filter_types(r.op_class, r.op_payload);
        int keeps = spe_filter_keeps_types(f.pmsfcr, types | 31);
        if (op.subclass == SPE_OP_SIMD_FP) /* one of the two */
            keeps = spe_filter_keeps_types(f.pmsfcr, types | SPE_FILTER_FP) ||
                    spe_filter_keeps_types(f.pmsfcr, types | SPE_FILTER_SIMD);
        bad += keeps != (other_filter(&f, &core, &r) == SPE_FILTER_KEPT);
        typed += types != 0;
    }
    is(bad, 0, "types of operations, and which PMSFCR_EL1 keeps them");
    ok(typed > 10000, "... of many that have some");
    ok(spe_filter_types(1, 0) == SPE_FILTER_LD && spe_filter_types(1, 6) == (SPE_FILTER_LD | SPE_FILTER_ST),
       "a load, an atomic");
    ok(spe_filter_types(1, 4) == SPE_FILTER_LD, "SIMD&FP: neither FP nor SIMD");
    ok(!spe_filter_types(4, 0) && !spe_filter_types(0, 256) && !spe_filter_types(3, 0), "no operation, no type");
}

#define FILTERS (CHECK_STREAMS / 10)
#define RECORDS 50

static void test_against_other(void)
{
    const uint64_t all =
        SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL | SPE_FEATURE_FNE | SPE_FEATURE_FDS | SPE_FEATURE_EFT;
    struct spe_record records[RECORDS], kept[RECORDS];
    uint64_t seen[6] = {0};
    unsigned filters = 0;
    int bad = 0, bad_verdict = 0, bad_batch = 0;
    while (filters < FILTERS) {
        struct spe_features core = core_of(1 + random_below(6), all | (random_u64() & spe_features_all()));
        struct spe_filter_registers f = random_registers();
        core.counter_bits = random_below(2) ? 12 : 16;
        f.pmslatfr |= random_below(4) ? 0 : 0x1000;
        if (!random_below(4)) { /* no extended types; these registers must not enable them */
            core.flags &= ~SPE_FEATURE_EFT;
            f.pmsfcr &= ~(SPE_FILTER_FP | SPE_FILTER_SIMD | UINT64_C(0x1f000000000000));
        }
        spe_filter filter;
        struct spe_filter_counts got = {{0}}, want = {{0}};
        const int status = spe_filter_compile(&f, &core, &filter, NULL);
        bad_verdict += status != (is_predictable(&f, &core) ? SPE_OK : SPE_E_CONFIG);
        if (status != SPE_OK)
            continue;
        filters++;
        size_t n = 0;
        for (unsigned i = 0; i < RECORDS; i++) {
            records[i] = random_record();
            const int why = other_filter(&f, &core, &records[i]);
            bad += spe_filter_keeps(&filter, &records[i]) != (why == SPE_FILTER_KEPT);
            seen[why]++;
            want.count[why]++;
            if (why == SPE_FILTER_KEPT)
                kept[n++] = records[i];
        }
        bad_batch += spe_filter_batch(&filter, records, RECORDS, &got) != n;
        bad_batch += memcmp(records, kept, n * sizeof kept[0]) != 0 || memcmp(&got, &want, sizeof got) != 0;
    }
    is(bad, 0, "random records and filters: the same as the other filter");
    is(bad_verdict, 0, "exactly the filters that the manual leaves open are rejected");
    is(bad_batch, 0, "batches: the same records, in order, with the same reasons");
    int rare = 0;
    for (unsigned why = 0; why < 6; why++)
        rare += seen[why] < FILTERS / 10;
    is(rare, 0, "every reason, and keeping, was met often");
}

/* -- operations: all payloads against all settings of types and masks -- */

static void test_types(void)
{
    int bad = 0;
    for (unsigned setting = 0; setting < 1024; setting++) {
        struct spe_filter_registers f = none;
        spe_filter filter;
        f.pmsfcr = SPE_FILTER_FT | (uint64_t)(setting & 31) << 16 | (uint64_t)(setting >> 5) << 48;
        bad += spe_filter_compile(&f, NULL, &filter, NULL) != SPE_OK;
        for (unsigned i = 0; i < 1024; i++) {
            struct spe_record r = {.present = SPE_HAS_OPERATION};
            const struct spe_features core = core_of(SPE_V1P5, UINT64_MAX);
            r.op_class = (uint8_t)(i >> 8);
            r.op_payload = (uint8_t)i;
            bad += spe_filter_keeps(&filter, &r) != (other_filter(&f, &core, &r) == SPE_FILTER_KEPT);
        }
    }
    is(bad, 0, "all 1023 settings of types and masks on all operations");
}

/* Applies a filter, given as text, to one operation. */
static int keeps(const char *text, unsigned op_class, unsigned payload)
{
    struct spe_filter_registers f = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    struct spe_record r = {.present = SPE_HAS_OPERATION};
    r.op_class = (uint8_t)op_class;
    r.op_payload = (uint8_t)payload;
    if (spe_filter_parse(text, strlen(text), &f, NULL) != SPE_OK ||
        spe_filter_compile(&f, NULL, &filter, NULL) != SPE_OK)
        return -1;
    return spe_filter_keeps(&filter, &r);
}

static void test_operations(void)
{
    is(keeps("ld", 1, 0x00), 1, "a load is LD");
    is(keeps("st", 1, 0x00), 0, "... and not ST");
    is(keeps("ld", 1, 0x06) + keeps("st", 1, 0x06), 2, "an atomic that returns a value is LD and ST");
    is(keeps("ld,st,load_filter_mask,store_filter_mask", 1, 0x06), 1, "... both at once");
    is(keeps("ld", 1, 0x07), 0, "one that returns none is not LD");
    is(keeps("st", 1, 0x07), 1, "... but ST");
    is(keeps("st", 1, 0x0a), 0, "a load exclusive is not ST");
    is(keeps("b", 2, 0x00), 1, "a branch is B");
    is(keeps("ld", 2, 0x14) + keeps("b", 2, 0x14), 2, "a return with GCS is B and LD");
    is(keeps("st", 2, 0x0c) + keeps("b", 2, 0x0c), 2, "a branch with link with GCS is B and ST");
    is(keeps("ld,st", 2, 0x1c) + keeps("ld,st", 2, 0x04), 0, "GCS of a branch that is neither, or CR not recorded");
    is(keeps("ld,st", 2, 0x10) + keeps("ld,st", 2, 0x08), 0, "calls and returns without GCS");
    is(keeps("float_filter", 0, 0x02), 1, "other, FP, is FP");
    is(keeps("simd_filter", 0, 0x04), 1, "other, ASE, is SIMD");
    is(keeps("simd_filter", 0, 0x02), 0, "other, FP, is not SIMD");
    is(keeps("simd_filter", 0, 0x08) + keeps("float_filter", 0, 0x08), 1, "SVE is SIMD, and FP only if its bit is set");
    is(keeps("float_filter", 0, 0x8a) + keeps("simd_filter", 0, 0x8a), 2, "SME with FP");
    is(keeps("simd_filter", 0, 0xe8), 0, "SME with a reserved ETS has no type, like everything reserved");
    is(keeps("simd_filter", 0, 0xf8), 0, "... the next one too");
    is(keeps("simd_filter", 0, 0xfc), 1, "the whole ZA array is SIMD");
    is(keeps("simd_filter", 1, 0x09), 1, "an SVE store is SIMD");
    is(keeps("float_filter", 1, 0x04) + keeps("simd_filter", 1, 0x04), 2, "a SIMD&FP load may be FP or SIMD");
    is(keeps("simd_filter_mask", 1, 0x04), 1, "... it may be other than SIMD");
    is(keeps("float_filter,simd_filter,float_filter_mask,simd_filter_mask", 1, 0x04), 0, "... and not both");
    is(keeps("ld,st,b", 1, 0x24) + keeps("ld,st,b", 2, 0x20) + keeps("ld,st,b", 3, 0), 0, "reserved payloads: no type");
    is(keeps("load_filter_mask", 2, 0x20), 1, "... which is not LD");
}

/* -- missing packets, absent fields -- */

static int keeps_record(const struct spe_filter_registers *f, struct spe_record r)
{
    spe_filter filter;
    if (spe_filter_compile(f, NULL, &filter, NULL) != SPE_OK)
        return -1;
    return spe_filter_keeps(&filter, &r);
}

static void test_missing(void)
{
    struct spe_record r = {.events = UINT64_MAX, .op_class = 1, .total_latency = 100, .data_source = 3};
    struct spe_filter_registers f = none;
    is(keeps_record(&f, r), 1, "nothing enabled keeps everything");
    f.pmsfcr = SPE_FILTER_FE;
    f.pmsevfr = 2;
    is(keeps_record(&f, r), 0, "no Events packet: no event is set");
    f.pmsfcr = SPE_FILTER_FNE;
    f.pmsnevfr = 2;
    is(keeps_record(&f, r), 1, "... also not one that must be clear");
    f.pmsfcr = SPE_FILTER_FT | SPE_FILTER_LD;
    is(keeps_record(&f, r), 0, "no operation: no type");
    f.pmsfcr = SPE_FILTER_FL;
    f.pmslatfr = 1;
    is(keeps_record(&f, r), 0, "no total latency: 0");
    f.pmsfcr = SPE_FILTER_FDS;
    r.present = SPE_HAS_OPERATION;
    is(keeps_record(&f, r), 1, "a load without data source");
    r.present |= SPE_HAS_DATA_SOURCE;
    is(keeps_record(&f, r), 0, "... and with one that is filtered out");
    f.pmsdsfr = 8;
    is(keeps_record(&f, r), 1, "... and with one that is not");
    r.data_source = 64 + 3;
    is(keeps_record(&f, r), 1, "the source's low six bits count");
    f.pmsdsfr = 0;
    r.op_payload = 1;
    is(keeps_record(&f, r), 1, "stores have no data source to filter by");
    r.op_class = 2;
    r.op_payload = 0x14;
    is(keeps_record(&f, r), 1, "nor have branches that read the Guarded Control Stack");
}

/* -- what a core implements -- */

static void test_filterable(void)
{
    static const uint64_t needed[] = {0, SPE_FEATURE_FNE, SPE_FEATURE_SVE, SPE_FEATURE_SPE_SME, SPE_FEATURE_SME};
    int bad = 0;
    for (unsigned version = 0; version <= 7; version++) {
        for (unsigned i = 0; i < 32; i++) {
            uint64_t flags = SPE_FEATURE_FE | SPE_FEATURE_FT;
            for (unsigned n = 1; n < 5; n++)
                flags |= i >> n & 1 ? needed[n] : 0;
            const struct spe_features core = core_of(version, flags);
            for (unsigned n = 0; n < 64; n++)
                bad += bit(spe_filter_events(&core), n) != !!counts(n, version, flags);
        }
    }
    is(bad, 0, "every event bit, by version and feature");
    struct spe_features core = core_of(SPE_V1P0, 0);
    is(spe_filter_events(&core), UINT64_C(0xffff0000ff00f7be), "SPEv1p0: 1-5, 7-10, and IMPLEMENTATION DEFINED ones");
    core = core_of(SPE_V1P2, SPE_FEATURE_FNE | SPE_FEATURE_SVE);
    is(spe_filter_events(&core), UINT64_C(0xffff0000ff06fffe), "SPEv1p2 with FnE and SVE");
    core = core_of(SPE_V1P4, SPE_FEATURE_FNE);
    is(spe_filter_events(&core), UINT64_C(0xffff000000f8fffe), "SPEv1p4 without SVE and SME");
    is(spe_filter_events(NULL), UINT64_C(0xffff000003fefffe), "everything");
    core = core_of(SPE_V1P2, SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL);
    is(spe_filter_controls(&core), 0x70007, "FE, FT, FL and the types of SPEv1p0");
    core.flags = SPE_FEATURE_EFT | SPE_FEATURE_FNE;
    is(spe_filter_controls(&core), UINT64_C(0x001f000000180008), "masks, FP, SIMD and FnE");
    is(spe_filter_controls(NULL), UINT64_C(0x001f0000001f001f), "all controls");
    core.size = 31;
    is(spe_filter_events(&core), 0, "features of a wrong size");
    is(spe_filter_controls(&core), 0, "... have no controls");
}

static uint32_t problems_of(struct spe_filter_registers f, const struct spe_features *core)
{
    spe_filter filter, before;
    uint32_t problems = 0x80000000;
    memset(&filter, 0x5a, sizeof filter);
    before = filter;
    const int status = spe_filter_compile(&f, core, &filter, &problems);
    const int untouched = !memcmp(&filter, &before, sizeof filter);
    return status == (problems ? SPE_E_CONFIG : SPE_OK) && untouched == (status != SPE_OK) ? problems : 0x40000000;
}

#define REGISTERS(...) ((struct spe_filter_registers){.size = sizeof none, __VA_ARGS__})

static void test_problems(void)
{
    const struct spe_features v1p0 = core_of(SPE_V1P0, SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL);
    is(problems_of(none, NULL), 0, "nothing enabled is fine");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE), NULL), SPE_FILTER_NO_EVENTS, "FE and nothing");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE, .pmsevfr = 1), NULL), SPE_FILTER_NO_EVENTS,
       "FE and an event that cannot be filtered by");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE, .pmsevfr = 0x40), &v1p0), SPE_FILTER_NO_EVENTS,
       "FE and one that this core cannot filter by");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE, .pmsevfr = 0x42), &v1p0), 0, "... whose bit does not count");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FNE), NULL), SPE_FILTER_NO_INVERSE_EVENTS, "FnE and nothing");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE | SPE_FILTER_FNE, .pmsevfr = 6, .pmsnevfr = 12), NULL),
       SPE_FILTER_CONTRADICTION, "an event that must be set and clear");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE | SPE_FILTER_FNE, .pmsevfr = 3, .pmsnevfr = 5), NULL), 0,
       "... if it counts");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE, .pmsevfr = 2, .pmsnevfr = 2), NULL), 0, "... if it is enabled");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FT), &v1p0), SPE_FILTER_NO_TYPES, "FT and no type");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FT), NULL), 0, "... is defined with FEAT_SPE_EFT");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FT | SPE_FILTER_LDM), NULL), 0, "a mask alone is a type filter");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FL), NULL), SPE_FILTER_NO_LATENCY, "FL and MINLAT 0");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FL, .pmslatfr = 0x10000), NULL),
       SPE_FILTER_NO_LATENCY | SPE_FILTER_RESERVED_BITS, "... with a reserved bit");
    is(problems_of(REGISTERS(.pmslatfr = 0x10000), NULL), 0, "... that is not enabled");
    struct spe_features narrow = core_of(SPE_V1P4, spe_features_all());
    narrow.counter_bits = 12;
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FL, .pmslatfr = 0x1000), &narrow), SPE_FILTER_NO_LATENCY,
       "MINLAT[15:12] with 12-bit counters");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FL, .pmslatfr = 0x1005), &narrow), 0, "... are not checked");
    narrow.counter_bits = 16;
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FL, .pmslatfr = 0x1000), &narrow), 0, "... but with 16-bit ones");
    is(problems_of(REGISTERS(.pmsfcr = 0x20), NULL), SPE_FILTER_RESERVED_BITS, "a reserved bit of PMSFCR_EL1");
    is(problems_of(REGISTERS(.pmsfcr = SPE_FILTER_FE | SPE_FILTER_FL), NULL),
       SPE_FILTER_NO_EVENTS | SPE_FILTER_NO_LATENCY, "two problems");

    static const struct {
        uint64_t pmsfcr;
        uint64_t feature;
    } needs[] = {
        {SPE_FILTER_FE, SPE_FEATURE_FE},    {SPE_FILTER_FT | SPE_FILTER_B, SPE_FEATURE_FT},
        {SPE_FILTER_LD, SPE_FEATURE_FT},    {SPE_FILTER_ST, SPE_FEATURE_FT},
        {SPE_FILTER_FL, SPE_FEATURE_FL},    {SPE_FILTER_FNE, SPE_FEATURE_FNE},
        {SPE_FILTER_FDS, SPE_FEATURE_FDS},  {SPE_FILTER_FP, SPE_FEATURE_EFT},
        {SPE_FILTER_SIMD, SPE_FEATURE_EFT}, {SPE_FILTER_BM, SPE_FEATURE_EFT},
        {SPE_FILTER_LDM, SPE_FEATURE_EFT},  {SPE_FILTER_STM, SPE_FEATURE_EFT},
        {SPE_FILTER_FPM, SPE_FEATURE_EFT},  {SPE_FILTER_SIMDM, SPE_FEATURE_EFT},
    };
    int bad = 0;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        const struct spe_filter_registers f =
            REGISTERS(.pmsfcr = needs[i].pmsfcr, .pmsevfr = 2, .pmsnevfr = 8, .pmslatfr = 5);
        const struct spe_features with = core_of(SPE_V1P4, needs[i].feature);
        const struct spe_features without = core_of(SPE_V1P4, spe_features_all() & ~needs[i].feature);
        bad += problems_of(f, &with) != 0;
        bad += problems_of(f, &without) != SPE_FILTER_NOT_IMPLEMENTED;
    }
    is(bad, 0, "each bit of PMSFCR_EL1 needs its feature");
}

static void test_problem_words(void)
{
    int bad = 0;
    for (unsigned a = 0; a < 7; a++)
        for (unsigned b = 0; b < a; b++)
            bad += !strcmp(spe_filter_problem_text(1u << a), spe_filter_problem_text(1u << b));
    is(bad, 0, "each problem has its words");
    ok(!strcmp(spe_filter_problem_text(SPE_FILTER_NO_LATENCY | SPE_FILTER_RESERVED_BITS), "FL is set, but MINLAT is 0"),
       "the lowest is reported");
    ok(!strcmp(spe_filter_problem_text(SPE_FILTER_RESERVED_BITS),
               "a reserved bit of PMSFCR_EL1 or PMSLATFR_EL1 is set"),
       "the last one");
    ok(!strcmp(spe_filter_problem_text(0), "none") && !strcmp(spe_filter_problem_text(128), "unknown"),
       "no problem, an unknown problem");
}

static void test_arguments(void)
{
    spe_filter filter, before;
    struct spe_filter_registers f = none;
    struct spe_features core = core_of(SPE_V1P4, 0);
    struct spe_record r = {0};
    uint32_t problems = 77;
    memset(&filter, 0x5a, sizeof filter);
    before = filter;
    is(spe_filter_compile(&f, NULL, NULL, &problems), SPE_E_ARG, "compile: out NULL");
    is(spe_filter_compile(NULL, NULL, &filter, &problems), SPE_E_ARG, "compile: registers NULL");
    is(problems, 77, "problems unchanged");
    f.size = 63; /* a byte less than in version 1.0 */
    is(spe_filter_compile(&f, NULL, &filter, &problems), SPE_E_CONFIG, "registers too short");
    is(problems, 0, "which is not a problem of the filter");
    f = none;
    f.reserved[1] = 1;
    is(spe_filter_compile(&f, NULL, &filter, NULL), SPE_E_CONFIG, "registers with an unknown member");
    f = none;
    core.size = 31;
    is(spe_filter_compile(&f, &core, &filter, NULL), SPE_E_CONFIG, "features too short");
    core = core_of(SPE_V1P4, 0);
    core.reserved[9] = 1;
    is(spe_filter_compile(&f, &core, &filter, NULL), SPE_E_CONFIG, "features with an unknown member");
    ok(!memcmp(&filter, &before, sizeof filter), "untouched");
    struct {
        struct spe_filter_registers known;
        uint64_t more;
    } newer = {none, 0};
    newer.known.size = sizeof newer;
    is(spe_filter_compile(&newer.known, NULL, &filter, NULL), SPE_OK, "a newer caller's registers");
    is(spe_filter_keeps(NULL, &r), 0, "keeps: filter NULL");
    is(spe_filter_keeps(&filter, NULL), 0, "keeps: record NULL");
    is(spe_filter_keeps(&filter, &r), 1, "keeps: an empty record");
    is(spe_filter_batch(NULL, &r, 1, NULL), 0, "batch: filter NULL");
    is(spe_filter_batch(&filter, NULL, 1, NULL), 0, "batch: records NULL");
    is(spe_filter_batch(&filter, &r, 0, NULL), 0, "batch: of 0 records");
    is(spe_filter_batch(&filter, &r, 1, NULL), 1, "batch: without counts");
    memset(&filter, 0, sizeof filter);
    is(spe_filter_keeps(&filter, &r), 0, "zeroed storage keeps nothing");
    const struct spe_filter_registers start = SPE_FILTER_REGISTERS_INIT;
    struct spe_filter_registers wrong = start;
    ok(!spe_filter_registers_problem(&start) && !spe_filter_registers_problem(NULL), "registers without a problem");
    wrong.reserved[1] = 1;
    is(strcmp(spe_filter_registers_problem(&wrong), "reserved"), 0, "a reserved byte");
    wrong.size = 63;
    is(strcmp(spe_filter_registers_problem(&wrong), "size"), 0, "a size");
    is(sizeof filter, SPE_FILTER_SIZE, "spe_filter has its published size");
}

/* -- text -- */

#define TYPE(name) (SPE_FILTER_FT | SPE_FILTER_##name)
#define M64 UINT64_MAX

static const struct {
    const char *text;
    struct spe_filter_registers want; /* pmsdsfr inverted here, so that 0 is "not given" */
} good[] = {
    {"", {0}},
    {" \t ", {0}},
    {"load_filter=1", {.pmsfcr = TYPE(LD)}},
    {"store_filter=1", {.pmsfcr = TYPE(ST)}},
    {"branch_filter=1", {.pmsfcr = TYPE(B)}},
    {"simd_filter=1", {.pmsfcr = TYPE(SIMD)}},
    {"float_filter=1", {.pmsfcr = TYPE(FP)}},
    {"branch_filter_mask=1", {.pmsfcr = TYPE(BM)}},
    {"load_filter_mask=1", {.pmsfcr = TYPE(LDM)}},
    {"store_filter_mask=1", {.pmsfcr = TYPE(STM)}},
    {"simd_filter_mask=1", {.pmsfcr = TYPE(SIMDM)}},
    {"float_filter_mask=1", {.pmsfcr = TYPE(FPM)}},
    {"event_filter=0x80", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = 0x80}},
    {"event_filter=128", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = 0x80}},
    {"event_filter", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = 1}},
    {"event_filter=0xFFFFffffFFFFffff", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = M64}},
    {"event_filter=18446744073709551615", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = M64}},
    {"event_filter=mispredicted", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = 0x80}},
    {"event_filter = l1d_refill+retired ,ld",
     {.pmsfcr = SPE_FILTER_FE | SPE_FILTER_FT | SPE_FILTER_LD, .pmsevfr = 0xa}},
    {"inv_event_filter=not_taken", {.pmsfcr = SPE_FILTER_FNE, .pmsnevfr = 0x40}},
    {"inv_event_filter=0xc", {.pmsfcr = SPE_FILTER_FNE, .pmsnevfr = 12}},
    {"inv_data_src_filter=0x101", {.pmsfcr = SPE_FILTER_FDS, .pmsdsfr = 0x101}},
    {"min_latency=10", {.pmsfcr = SPE_FILTER_FL, .pmslatfr = 10}},
    {"min_latency=65535", {.pmsfcr = SPE_FILTER_FL, .pmslatfr = 65535}},
    {"min=0X1f", {.pmsfcr = SPE_FILTER_FL, .pmslatfr = 31}},
    {"min=00010", {.pmsfcr = SPE_FILTER_FL, .pmslatfr = 10}},
    {"min=0x000000000000000000000010", {.pmsfcr = SPE_FILTER_FL, .pmslatfr = 16}},
    {"ts_enable=1", {.control = SPE_CONTROL_TS}},
    {"pa_enable=1", {.control = SPE_CONTROL_PA}},
    {"pct_enable=1", {.control = SPE_CONTROL_PCT}},
    {"jitter=1", {.control = SPE_CONTROL_JITTER}},
    {"discard=1", {.control = SPE_CONTROL_DISCARD}},
    {"load_filter=0,min_latency=0,event_filter=0,inv_event_filter=0,inv_data_src_filter=0,jitter=0", {0}},
    {"load_filter=1,min_latency=10,event_filter=0x80",
     {.pmsfcr = TYPE(LD) | SPE_FILTER_FL | SPE_FILTER_FE, .pmslatfr = 10, .pmsevfr = 0x80}},
    {" ts ,\tst = 1 , b\t", {.control = SPE_CONTROL_TS, .pmsfcr = TYPE(B) | SPE_FILTER_ST}},
    {"event_filter=0x80,period=1000", {.pmsfcr = SPE_FILTER_FE, .pmsevfr = 0x80}},
    {"name='loads, far' , ld", {.pmsfcr = TYPE(LD)}},
    {"config1=0x80,percore,call-graph=dwarf", {0}},
    {"ld,store_filter,store_filter_mask,simd_filter,simd_filter_mask",
     {.pmsfcr = TYPE(LD) | SPE_FILTER_ST | SPE_FILTER_STM | SPE_FILTER_SIMD | SPE_FILTER_SIMDM}},
};

static void test_good(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct spe_filter_registers got = SPE_FILTER_REGISTERS_INIT, want = good[i].want;
        size_t error_at = 77;
        want.size = sizeof want;
        want.pmsdsfr = ~want.pmsdsfr;
        const int status = spe_filter_parse(good[i].text, strlen(good[i].text), &got, &error_at);
        ok(status == SPE_OK && error_at == 77 && !memcmp(&got, &want, sizeof got), good[i].text);
    }
}

static void test_bad(void)
{
    static const struct {
        const char *text;
        int status;
        size_t error_at;
    } bad[] = {
        {"load", SPE_E_NAME, 0},
        {"load_filters", SPE_E_NAME, 0},
        {"LD", SPE_E_NAME, 0},
        {"=1", SPE_E_SYNTAX, 0},
        {",", SPE_E_SYNTAX, 0},
        {"ld,", SPE_E_SYNTAX, 3},
        {"ld, ", SPE_E_SYNTAX, 4},
        {",ld", SPE_E_SYNTAX, 0},
        {"ld,,st", SPE_E_SYNTAX, 3},
        {"ld=1;st=1", SPE_E_SYNTAX, 4},
        {"ld=", SPE_E_SYNTAX, 3},
        {"ld= ,st", SPE_E_SYNTAX, 4},
        {"ld=x", SPE_E_SYNTAX, 3},
        {"ld=-1", SPE_E_SYNTAX, 3},
        {"ld==1", SPE_E_SYNTAX, 3},
        {"ld 1", SPE_E_SYNTAX, 3},
        {"ld=1 1", SPE_E_SYNTAX, 5},
        {"ld=1x", SPE_E_SYNTAX, 4},
        {"min=0x", SPE_E_SYNTAX, 6},
        {"min=0xg", SPE_E_SYNTAX, 6},
        {"min=0x:", SPE_E_SYNTAX, 6},
        {"min=0x~", SPE_E_SYNTAX, 6},
        {"min=12ab", SPE_E_SYNTAX, 6},
        {"ld=2", SPE_E_RANGE, 3},
        {"ld,ts_enable=10", SPE_E_RANGE, 13},
        {"ld=0x10", SPE_E_RANGE, 3},
        {"min_latency=65536", SPE_E_RANGE, 12},
        {"min_latency=0x10000", SPE_E_RANGE, 12},
        {"event_filter=18446744073709551616", SPE_E_RANGE, 13},
        {"event_filter=0x10000000000000000", SPE_E_RANGE, 13},
        {"event_filter=99999999999999999999999", SPE_E_RANGE, 13},
        {"event_filter={", SPE_E_SYNTAX, 13},
        {"event_filter=l1d_refil", SPE_E_NAME, 13},
        {"event_filter=l1d_refill+", SPE_E_NAME, 24},
        {"event_filter=l1d_refill+x,ld", SPE_E_NAME, 24},
        {"event_filter=l1d_refill retired", SPE_E_SYNTAX, 24},
        {"event_filter=+retired", SPE_E_SYNTAX, 13},
        {"inv_data_src_filter=retired", SPE_E_SYNTAX, 20},
        {"min_latency=retired", SPE_E_SYNTAX, 12},
        {"ld,st,ld", SPE_E_SYNTAX, 6},
        {"ld,load_filter", SPE_E_SYNTAX, 3},
        {"jitter=0,jitter=0", SPE_E_SYNTAX, 9},
        {"period=1,ld,period=2", SPE_E_SYNTAX, 12},
        {"period=", SPE_E_SYNTAX, 7},
        {"period= ,ld", SPE_E_SYNTAX, 8},
        {"name='x", SPE_E_SYNTAX, 5},
        {"name='x'y", SPE_E_SYNTAX, 8},
        {"periods=1", SPE_E_NAME, 0},
        {"config5=1", SPE_E_NAME, 0},
        {"l", SPE_E_NAME, 0},
        {"load_filter_mas", SPE_E_NAME, 0},
        {"ld\n", SPE_E_NAME, 0},
        {"ld=1\n", SPE_E_SYNTAX, 4},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct spe_filter_registers out = SPE_FILTER_REGISTERS_INIT, before;
        size_t error_at = 77;
        memset(&out, 0x5a, sizeof out);
        before = out;
        const int status = spe_filter_parse(bad[i].text, strlen(bad[i].text), &out, &error_at);
        if (!ok(status == bad[i].status && error_at == bad[i].error_at && !memcmp(&out, &before, sizeof out),
                bad[i].text))
            diag("got %d at %zu, want %d at %zu", status, error_at, bad[i].status, bad[i].error_at);
    }
    struct spe_filter_registers out = SPE_FILTER_REGISTERS_INIT;
    is(spe_filter_parse("ld", 2, NULL, NULL), SPE_E_ARG, "out NULL");
    is(spe_filter_parse(NULL, 2, &out, NULL), SPE_E_ARG, "text NULL");
    is(spe_filter_parse(NULL, 0, &out, NULL), SPE_OK, "... of no length");
    is(spe_filter_parse("ld=1", 3, &out, NULL), SPE_E_SYNTAX, "the length ends the text");
    is(spe_filter_parse("min=0x1", 5, &out, NULL), SPE_OK, "... even inside a number");
    is(spe_filter_parse("ld\0", 3, &out, NULL), SPE_E_NAME, "a NUL does not end the text");
}

/* Terms of the event, which are passed on unchanged */
static void test_event_terms(void)
{
    static const char text[] = "event_filter=0x80, period = 1000 ,name='loads, far',ld,percore";
    static const char *const names[] = {"period", "name", "percore"}, *const values[] = {"1000", "'loads, far'", ""};
    static const char *const all[] = {"period",
                                      "freq",
                                      "name",
                                      "config",
                                      "config1",
                                      "config2",
                                      "config3",
                                      "config4",
                                      "branch_type",
                                      "time",
                                      "call-graph",
                                      "stack-size",
                                      "max-stack",
                                      "nr",
                                      "inherit",
                                      "no-inherit",
                                      "overwrite",
                                      "no-overwrite",
                                      "percore",
                                      "driver-config",
                                      "aux-output",
                                      "aux-action",
                                      "aux-sample-size",
                                      "metric-id",
                                      "cpu",
                                      "ratio-to-prev"};
    struct spe_filter_term term = {7, 7, 7, 7};
    int bad = 0;
    for (unsigned i = 0; i < 3; i++) {
        is(spe_filter_event_term(text, sizeof text - 1, i, &term), SPE_OK, names[i]);
        ok(term.name_size == strlen(names[i]) && !memcmp(text + term.name, names[i], (size_t)term.name_size) &&
               term.value_size == strlen(values[i]) && !memcmp(text + term.value, values[i], (size_t)term.value_size),
           "... with its value");
    }
    ok(term.value == 0, "... or without");
    is(spe_filter_event_term(text, sizeof text - 1, 3, &term), SPE_E_ABSENT, "no more");
    is(spe_filter_event_term("ld", 2, 0, &term), SPE_E_ABSENT, "none");
    is(spe_filter_event_term(NULL, 0, 0, &term), SPE_E_ABSENT, "no text");
    is(spe_filter_event_term("period=1,l", 10, 0, &term), SPE_E_NAME, "invalid texts of filters");
    is(spe_filter_event_term("period=1,ld=2", 13, 0, &term), SPE_E_RANGE, "... and the reason");
    is(spe_filter_event_term(NULL, 1, 0, &term), SPE_E_ARG, "text NULL");
    is(spe_filter_event_term("nr", 2, 0, NULL), SPE_E_ARG, "out NULL");
    ok(term.name_size == 7 && term.value == 0, "nothing is written");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char one[40];
        struct spe_filter_registers out = SPE_FILTER_REGISTERS_INIT;
        snprintf(one, sizeof one, "%s=1,ld", all[i]);
        bad += spe_filter_parse(one, strlen(one), &out, NULL) != SPE_OK || out.pmsfcr != TYPE(LD);
        bad += spe_filter_event_term(one, strlen(one), 0, &term) != SPE_OK || term.name_size != strlen(all[i]);
    }
    is(bad, 0, "perf's terms for every event");
}

/* The text of registers, and the words of an attribute. Returns the length of the text. */
static size_t terms_of(const struct spe_filter_registers *registers, char *text, size_t cap, uint64_t config[5])
{
    struct spe_filter_setting term;
    const char *name;
    size_t n = 0;
    memset(config, 0, 5 * sizeof *config);
    for (unsigned i = 0; (name = spe_filter_perf_term(registers, i, &term)) != NULL; i++) {
        config[term.config] |= term.value << term.shift;
        if (term.value)
            n += (size_t)snprintf(text + n, cap - n, "%s%s=%" PRIu64, n ? "," : "", name, term.value);
    }
    return n;
}

/* The places of terms, as the files in format/ of Linux's driver give them */
static void test_perf_places(void)
{
    static const struct {
        const char *name, *place;
    } terms[] = {
        {"branch_filter", "0:32"},
        {"load_filter", "0:33"},
        {"store_filter", "0:34"},
        {"simd_filter", "0:39"},
        {"float_filter", "0:41"},
        {"branch_filter_mask", "0:36"},
        {"load_filter_mask", "0:37"},
        {"store_filter_mask", "0:38"},
        {"simd_filter_mask", "0:40"},
        {"float_filter_mask", "0:42"},
        {"min_latency", "2:0-15"},
        {"event_filter", "1:0-63"},
        {"inv_event_filter", "3:0-63"},
        {"inv_data_src_filter", "4:0-63"},
        {"ts_enable", "0:0"},
        {"pa_enable", "0:1"},
        {"pct_enable", "0:2"},
        {"jitter", "0:16"},
        {"discard", "0:35"},
    };
    const unsigned count = sizeof terms / sizeof terms[0];
    struct spe_filter_setting one;
    for (unsigned i = 0; i < count; i++) {
        char place[40];
        struct spe_filter_registers read = SPE_FILTER_REGISTERS_INIT, parsed = SPE_FILTER_REGISTERS_INIT;
        uint64_t config[5] = {0};
        const char *name = spe_filter_perf_term(NULL, i, &one);
        int n = snprintf(place, sizeof place, "%u:%u", (unsigned)one.config, (unsigned)one.shift);
        if (one.width > 1)
            snprintf(place + n, sizeof place - (size_t)n, "-%u", (unsigned)(one.shift + one.width - 1));
        ok(name && !strcmp(name, terms[i].name) && !strcmp(place, terms[i].place) && !one.value && !one.reserved,
           terms[i].name);
        config[one.config] = UINT64_C(1) << one.shift;
        ok(spe_filter_from_perf(config, 5, &read) == SPE_OK &&
               spe_filter_parse(name, strlen(name), &parsed, NULL) == SPE_OK && !memcmp(&read, &parsed, sizeof read),
           "... is the same setting in the attribute and in the text");
    }
    ok(!spe_filter_perf_term(NULL, count, &one), "no more");
}

/* Attributes to registers, to text, to registers, to attributes */
static void test_perf_round(void)
{
    static const uint64_t all[5] = {UINT64_C(0x7ff00010007), M64, 0xffff, M64, M64};
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT, parsed = SPE_FILTER_REGISTERS_INIT;
    int bad = 0;
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t config[5], again[5];
        char text[600];
        for (unsigned k = 0; k < 5; k++)
            config[k] = random_below(3) ? random_u64() : 0;
        bad += spe_filter_from_perf(config, 5, &registers) != SPE_OK;
        const size_t n = terms_of(&registers, text, sizeof text, again);
        for (unsigned k = 0; k < 5; k++)
            bad += again[k] != (config[k] & all[k]);
        bad += spe_filter_parse(text, n, &parsed, NULL) != SPE_OK || memcmp(&parsed, &registers, sizeof parsed) != 0;
    }
    is(bad, 0, "attributes, registers and texts say the same");
}

static void test_perf_edges(void)
{
    struct spe_filter_registers out = {.size = sizeof out},
                                r = {.size = sizeof r, .pmsfcr = TYPE(LD) & ~SPE_FILTER_FT, .pmsevfr = 2};
    struct spe_filter_setting one = {7, 7, 7, 7, 7};
    uint64_t config[5] = {M64, M64, M64, M64, M64};
    char text[600];
    r.pmslatfr = r.pmsnevfr = 1;
    is(terms_of(&r, text, sizeof text, config), 0, "filters that are not enabled have no term");
    ok(!(config[0] | config[1] | config[2] | config[3] | config[4]), "... and no bit");
    r.pmsfcr |= SPE_FILTER_FT | SPE_FILTER_FDS;
    r.pmsdsfr = ~UINT64_C(9);
    terms_of(&r, text, sizeof text, config);
    ok(!strcmp(text, "load_filter=1,inv_data_src_filter=9") && config[4] == 9, "data sources are inverted");
    ok(spe_filter_from_perf(config, 4, &out) == SPE_OK && !(out.pmsfcr & SPE_FILTER_FDS),
       "an attribute without config4");
    ok(spe_filter_from_perf(NULL, 0, &out) == SPE_OK && !out.pmsfcr && out.pmsdsfr == M64, "no attribute");
    is(spe_filter_from_perf(NULL, 1, &out), SPE_E_ARG, "config NULL");
    is(spe_filter_from_perf(config, 5, NULL), SPE_E_ARG, "out NULL");
    out.size = 63;
    ok(spe_filter_from_perf(config, 5, &out) == SPE_E_CONFIG && spe_filter_parse("", 0, &out, NULL) == SPE_E_CONFIG,
       "... smaller than in version 1.0");
    r.reserved[1] = 1;
    ok(!spe_filter_perf_term(&r, 0, &one) && one.value == 7, "invalid registers");
    ok(spe_filter_perf_term(NULL, 0, NULL) != NULL, "a name alone");
}

/* Random bytes: parsed, or rejected with an offset inside the text. Nothing past the end is read (sanitisers check
 * that). */
static void test_any_text(void)
{
    static const char *const pieces[] = {
        "ld",   "st", "min", "event_filter",          "discard", "=",      "=1", "=0x", ",", " ", "0", "9",
        "ffff", "\t", "x",   "inv_data_src_filter=7", "period",  "name='", "'"};
    int bad = 0, parsed = 0;
    for (int i = 0; i < 200000; i++) {
        char text[128];
        size_t len = 0, error_at = 0;
        struct spe_filter_registers out = SPE_FILTER_REGISTERS_INIT;
        for (unsigned n = random_below(7); n; n--) {
            const char *piece = pieces[random_below(sizeof pieces / sizeof pieces[0])];
            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
        if (len && !random_below(8))
            text[random_below((unsigned)len)] = (char)random_u64();
        const int status = spe_filter_parse(text, len, &out, &error_at);
        if (status != SPE_OK) {
            bad += error_at > len || (status != SPE_E_SYNTAX && status != SPE_E_NAME && status != SPE_E_RANGE);
            continue;
        }
        parsed++;
    }
    is(bad, 0, "any text is parsed, or rejected at an offset inside it");
    ok(parsed > 10000, "both happen");
}

int main(void)
{
    test_against_other();
    test_types();
    test_operations();
    test_missing();
    test_operation_types();
    test_filterable();
    test_problems();
    test_problem_words();
    test_arguments();
    test_good();
    test_bad();
    test_event_terms();
    test_perf_places();
    test_perf_round();
    test_perf_edges();
    test_any_text();
    return tap_done();
}
