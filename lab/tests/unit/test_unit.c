/* SPDX-License-Identifier: MIT */
/* The unit that writes records: its registers, its buffer, what it collects and counts. */
#include "random.h"
#include "tap.h"
#include "unit_bench.h"

static struct bench b;

static const uint64_t n1 = V1P0_FLAGS | MAX_SIZE(6) | COUNT_12; /* a core like Neoverse N1 */

static struct spe_record other(void)
{
    struct spe_record record = {0};
    record.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    record.events = 1 << SPE_EVENT_RETIRED;
    record.total_latency = 9;
    record.issue_latency = 2;
    return record;
}

/* Decodes record number n in the buffer. Returns 1, or 0 if there are fewer. */
static int decode(const struct bench *bench, unsigned n, struct spe_record *out)
{
    static spe_decoder d;
    struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
    spe_decoder_init(&d, &cfg);
    spe_decoder_feed(&d, bench->bytes, sizeof bench->bytes);
    for (unsigned i = 0; i <= n; i++)
        if (spe_decoder_next(&d, out) != 1)
            return 0;
    return 1;
}

/* -- configuration, misuse -- */

static void problem_of(const char *want, const char *name)
{
    const char *got = spe_unit_config_problem(&b.config);
    if (!ok(want ? got && !strcmp(got, want) : !got, name))
        diag("got %s", got ? got : "NULL");
    is(spe_unit_init(&b.unit, &b.config), want ? SPE_E_CONFIG : SPE_OK, "... spe_unit_init() agrees");
    bench_core(&b, n1, 6);
}

static void mistakes(void)
{
    bench_core(&b, n1, 6);
    problem_of(NULL, "a core");
#define WRONG(member, value, want)                                                                                     \
    b.member = value;                                                                                                  \
    problem_of(want, #member " " #value)
    WRONG(config.size, 39 + 4 * sizeof(void *), "size"); /* a byte less than in version 1.0 */
    WRONG(config.size, 513, "size");
    WRONG(config.flags, 4, "flags");
    WRONG(config.reserved, 1, "reserved");
    WRONG(config.features, 0xf0000000u, "features");
    WRONG(config.features, SPE_FEATURE_FE, "features");
    WRONG(config.features, SPE_FEATURE_SECURE, NULL);
    WRONG(config.in_flight, 9, "in_flight");
    WRONG(config.in_flight, 8, NULL);
    WRONG(config.events_size, 3, "events_size");
    WRONG(config.data_source_size, 4, "data_source_size");
    WRONG(config.layout, 2, "layout");
    WRONG(config.registers, NULL, "registers");
    WRONG(config.register_count, 2, "registers");
    WRONG(config.write, NULL, "write");
    WRONG(registers[2].raw, 0, "registers");
    WRONG(registers[1].raw, 12, "registers");
    WRONG(registers[1].raw, 7, "registers");
    WRONG(registers[0].raw, V1P0_FLAGS | MAX_SIZE(6), "registers");
    WRONG(registers[0].raw, V1P0_FLAGS | COUNT_12, "registers");
    WRONG(registers[0].raw, n1 | 1 << 20, "registers");
    WRONG(registers[3].reg, spe_sysreg_count(), "registers");
    b.config.layout = SPE_LAYOUT_SLOTS_64;
    problem_of(NULL, "slots");
    b.config.layout = SPE_LAYOUT_SLOTS_64;
    b.config.events_size = 4;
    problem_of("events_size", "slots with Events of 4 bytes");
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(5) | COUNT_12, 0);
    problem_of("registers", "records of at most 32 bytes, which the manual does not permit");
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(4) | COUNT_12, 0);
    problem_of("registers", "... nor 16");
    bench_core(&b, n1 | PMSIDR_PBT, 6);
    b.config.layout = SPE_LAYOUT_SLOTS_64;
    problem_of("layout", "slots, which have no place for FEAT_SPE_PBT's target");
    struct {
        struct spe_unit_config config;
        uint8_t more[8];
    } larger;
    memset(&larger, 0, sizeof larger);
    larger.config = b.config;
    larger.config.size = sizeof larger;
    is(spe_unit_init(&b.unit, &larger.config), SPE_OK, "a longer configuration of zeros");
    larger.more[3] = 1;
    ok(!strcmp(spe_unit_config_problem(&larger.config), "reserved"), "... with an unknown member");
    ok(!spe_unit_config_problem(NULL), "no configuration is valid");
}

static void misuse(void)
{
    const struct spe_unit_start start = {0};
    const struct spe_record record = other();
    struct spe_unit_counts counts;
    uint64_t raw;
    static spe_unit none;
    bench_core(&b, n1, 6);
    is(spe_unit_init(NULL, &b.config), SPE_E_ARG, "no unit");
    is(spe_unit_init(&b.unit, NULL), SPE_E_ARG, "no configuration");
    for (int i = 0; i < 2; i++) {
        spe_unit *u = i ? &none : NULL;
        is(spe_unit_write_register(u, SPE_REG_PMSCR_EL1, 0), SPE_E_STATE, i ? "zeroed storage" : "NULL");
        is(spe_unit_read_register(u, SPE_REG_PMSCR_EL1, &raw), SPE_E_STATE, "... read");
        is(spe_unit_set_level(u, 0, SPE_STATE_NON_SECURE), SPE_E_STATE, "... level");
        is(spe_unit_begin(u, 1, &start), SPE_E_STATE, "... begin");
        is(spe_unit_complete(u, 1, &record, 0), SPE_E_STATE, "... complete");
        is(spe_unit_count(u, &counts), SPE_E_STATE, "... count");
        is(spe_unit_idle(u), SPE_E_STATE, "... why");
        is(spe_unit_is_enabled(u) | spe_unit_choose(u) | spe_unit_prefers_store(u) | spe_unit_interrupt(u) |
               (int)spe_unit_problems(u),
           0, "... and nothing else");
    }
    is(spe_unit_operation(&none) | spe_unit_operation(&none), 0, "zeroed storage samples nothing");
    bench_start(&b, BUFFER);
    is(spe_unit_write_register(&b.unit, spe_sysreg_count(), 0), SPE_E_ARG, "no register");
    is(spe_unit_write_register(&b.unit, SPE_REG_HFGITR_EL2, 0), SPE_E_ABSENT, "not a register of the unit");
    is(spe_unit_read_register(&b.unit, SPE_REG_HFGITR_EL2, &raw), SPE_E_ABSENT, "... and cannot be read");
    is(spe_unit_write_register(&b.unit, SPE_REG_PMSIDR_EL1, 0), SPE_E_KIND, "read-only");
    is(spe_unit_read_register(&b.unit, SPE_REG_PMSCR_EL1, NULL), SPE_E_ARG, "nowhere to read to");
    is(spe_unit_set_level(&b.unit, 4, SPE_STATE_NON_SECURE), SPE_E_ARG, "EL4");
    is(spe_unit_set_level(&b.unit, 0, SPE_STATE_RESERVED), SPE_E_ARG, "no state");
    is(spe_unit_count(&b.unit, NULL), SPE_E_ARG, "nowhere to count to");
    is(spe_unit_begin(&b.unit, 1, &start), SPE_E_ARG, "begin: no sample is in flight");
    is(spe_unit_complete(&b.unit, 1, &record, 0), SPE_E_ARG, "complete: likewise");
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 1, "a sample");
    is(spe_unit_begin(&b.unit, 1, NULL), SPE_E_ARG, "... without a start");
    is(spe_unit_begin(&b.unit, 0, &start), SPE_E_ARG, "... sample 0");
    is(spe_unit_begin(&b.unit, 2, &start), SPE_E_ARG, "... sample 2");
    is(spe_unit_complete(&b.unit, 1, &record, 0), SPE_E_STATE, "... that did not begin");
    is(spe_unit_begin(&b.unit, 1, &start), SPE_OK, "... begins");
    is(spe_unit_complete(&b.unit, 1, &record, SPE_FILTER_LD), SPE_E_ARG, "... with a type that the packet shows");
    is(spe_unit_complete(&b.unit, 1, &record, 0), 1, "... and ends");
    is(spe_unit_complete(&b.unit, 1, &record, 0), SPE_E_ARG, "... once");
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 1, "the next sample, in the same place");
    is(spe_unit_complete(&b.unit, 1, &record, 0), SPE_E_STATE, "... must begin as well");
}

/* A sample also ends if its record cannot be written. */
static void unencodable(void)
{
    struct spe_record record = other();
    const struct spe_unit_start start = {0x400000, 0, 0, 0, 0, 0};
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    bench_next(&b);
    spe_unit_begin(&b.unit, spe_unit_operation(&b.unit), &start);
    record.events = UINT64_C(1) << 40;
    is(spe_unit_complete(&b.unit, 1, &record, 0), SPE_E_RANGE, "events beyond their 4 bytes");
    is(spe_unit_complete(&b.unit, 1, &record, 0), SPE_E_ARG, "... which ends the sample");
    record.events = 2;
    record.op_class = 3;
    is(bench_sample(&b, &record, 0), SPE_E_KIND, "CLASS 3");
    is(bench_counts(&b).sample_feed, 2, "... both are counted");
    is(bench_counts(&b).sample_filtrate, 0, "... but not as kept");
    record.op_class = SPE_CLASS_BRANCH;
    record.present |= SPE_HAS_DATA_VA | SPE_HAS_BRANCH_TARGET | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_DATA_SOURCE;
    is(bench_sample(&b, &record, 0), 1, "49 bytes");
    bench_core(&b, n1, 6);
    b.config.layout = SPE_LAYOUT_SLOTS_64;
    bench_start(&b, BUFFER);
    is(bench_sample(&b, &record, 0), SPE_E_LAYOUT, "a packet that the layout has no place for");
    is(bench_counts(&b).sample_feed, 1, "... which ends the sample");
    is(bench_sample(&b, NULL, 0), 0, "... and the next one does not collide");
}

static void id_registers(void)
{
    struct spe_sysreg_value value;
    unsigned wrong = 0;
    bench_core(&b, n1, 6);
    b.registers[5] = (struct spe_sysreg_value){SPE_REG_PMSCR_EL1, 0, 2 | 1 << 6};
    b.config.register_count = 6;
    spe_unit_init(&b.unit, &b.config);
    for (unsigned i = 0; i < 6; i++) {
        value = b.registers[i];
        wrong += bench_read(&b, value.reg) != value.raw;
    }
    is(wrong, 0, "ID registers and first values read as they were given");
    is(bench_read(&b, SPE_REG_PMBSR_EL3), 0, "others are 0");
}

/* -- at which levels it samples: Table D17-1 -- */

struct setting {
    unsigned e, s, e2pb, tge, e0, e1, e2, e0h;
};

/* Non-secure, with EL2. The rows are owner and TGE, the columns are levels: the control that enables profiling. */
static int table_d17_1(const struct setting *in, unsigned el)
{
    enum { NEVER, E0SPE, E1SPE, E2SPE, E0HSPE };
    static const int rows[2][2][4] = {
        {{E0SPE, E1SPE, E2SPE, NEVER}, {E0HSPE, NEVER, E2SPE, NEVER}}, /* EL2 owns; TGE 0, 1 */
        {{E0SPE, E1SPE, NEVER, NEVER}, {NEVER, NEVER, NEVER, NEVER}},  /* EL1 owns */
    };
    const int by[5] = {0, (int)in->e0, (int)in->e1, (int)in->e2, (int)in->e0h};
    return in->e && !in->s && by[rows[in->e2pb != 0][in->tge][el]];
}

static void settings(void)
{
    unsigned wrong = 0, enabled = 0, cases = 0;
    bench_core(&b, n1, 6);
    b.registers[3].raw = PFR0_EL2;
    for (unsigned bits = 0; bits < 256; bits++) {
        const struct setting in = {bits & 1,      bits >> 1 & 1, bits >> 2 & 1 ? 3 : 0, bits >> 3 & 1,
                                   bits >> 4 & 1, bits >> 5 & 1, bits >> 6 & 1,         bits >> 7 & 1};
        bench_start(&b, BUFFER);
        bench_write(&b, SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | in.e);
        bench_write(&b, SPE_REG_PMBSR_EL1, (uint64_t)in.s << 17);
        bench_write(&b, SPE_REG_MDCR_EL2, (uint64_t)in.e2pb << 12);
        bench_write(&b, SPE_REG_HCR_EL2, (uint64_t)in.tge << 27);
        bench_write(&b, SPE_REG_PMSCR_EL1, in.e0 | in.e1 << 1);
        bench_write(&b, SPE_REG_PMSCR_EL2, in.e0h | in.e2 << 1);
        for (unsigned el = 0; el < 4; el++)
            for (unsigned state = 0; state <= SPE_STATE_REALM; state++) {
                const int want = state == SPE_STATE_NON_SECURE && table_d17_1(&in, el);
                const uint64_t before = bench_counts(&b).sample_pop;
                spe_unit_set_level(&b.unit, el, state);
                bench_next(&b);
                const int got = spe_unit_operation(&b.unit);
                spe_unit_complete(&b.unit, got, NULL, 0);
                wrong += got != want || bench_counts(&b).sample_pop - before != (uint64_t)want ||
                         bench_read(&b, SPE_REG_PMSICR_EL1) != (uint64_t)!want;
                enabled += (unsigned)want;
                cases++;
            }
    }
    is(wrong, 0, "enabled as in Table D17-1, in every setting, level and state; if disabled, PMSICR_EL1 stays");
    ok(enabled > 50 && cases == 256 * 12, "... each happens");
}

/* What PMSCR_EL1 and PMSCR_EL2 make a sample hold: CX, PA, TS, PCT (D17.6.9) */
static void collection(void)
{
    /* at EL, owner, TGE, PMSCR_EL1, PMSCR_EL2; the packets, and the timestamp */
    enum { CX = 1 << 3, PA = 1 << 4, TS = 1 << 5, PHYSICAL = 1 << 6, OFFSET = 3 << 6 };
    enum { C1 = SPE_HAS_CONTEXT_EL1, C2 = SPE_HAS_CONTEXT_EL2, P = SPE_HAS_DATA_PA };
    static const struct {
        unsigned el, owner, tge, el1, el2;
        uint32_t has;
        uint64_t timestamp; /* 0 if there is none */
    } rows[] = {
        {0, 1, 0, 0, 0, 0, 0},
        {0, 1, 0, CX | PA, 0, C1, 0}, /* EL2 does not allow physical addresses */
        {0, 1, 0, CX | PA, PA, C1 | P, 0},
        {1, 1, 0, CX, CX | PA, C1 | C2, 0},
        {1, 1, 0, TS, 0, 0, 900},            /* virtual */
        {1, 1, 0, TS | PHYSICAL, 0, 0, 900}, /* EL2 does not allow it */
        {1, 1, 0, TS | PHYSICAL, PHYSICAL, 0, 1000},
        {1, 1, 0, TS | PHYSICAL, OFFSET, 0, 990}, /* with FEAT_ECV */
        {1, 1, 0, TS | OFFSET, PHYSICAL, 0, 990},
        {2, 2, 0, CX | PA, CX | PA, C2 | P, 0}, /* never CONTEXTIDR_EL1 at EL2 */
        {2, 2, 0, TS, 0, 0, 0},                 /* the owner's TS */
        {2, 2, 0, 0, TS, 0, 900},
        {1, 2, 0, CX, TS | PHYSICAL, C1, 1000},
        {0, 2, 1, CX | PA | TS, CX | PA | TS, C2 | P, 900}, /* an application of the host */
        {0, 2, 1, CX, 0, 0, 0},
    };
    const struct spe_unit_start start = {UINT64_C(0xabff800012345678), 1000, 100, 10, 7, 8};
    struct spe_record what = other(), got;
    what.present |= SPE_HAS_DATA_PA | SPE_HAS_DATA_VA | SPE_HAS_PC | SPE_HAS_CONTEXT_EL1 | SPE_HAS_TIMESTAMP;
    what.op_class = SPE_CLASS_LOAD_STORE;
    what.data_va = 0x1234;
    what.data_pa = UINT64_C(1) << 63 | 0x5678;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_core(&b, n1, 6);
        b.registers[3].raw = PFR0_EL2;
        b.config.features = SPE_FEATURE_ECV;
        bench_start(&b, BUFFER);
        bench_write(&b, SPE_REG_MDCR_EL2, rows[i].owner == 1 ? 3 << 12 : 0);
        bench_write(&b, SPE_REG_HCR_EL2, (uint64_t)rows[i].tge << 27);
        bench_write(&b, SPE_REG_PMSCR_EL1, rows[i].el1 | 3);
        bench_write(&b, SPE_REG_PMSCR_EL2, rows[i].el2 | 3);
        spe_unit_set_level(&b.unit, rows[i].el, SPE_STATE_NON_SECURE);
        bench_next(&b);
        const int sample = spe_unit_operation(&b.unit);
        spe_unit_begin(&b.unit, sample, &start);
        const int written = spe_unit_complete(&b.unit, sample, &what, 0);
        const int found = decode(&b, 0, &got);
        const uint32_t all =
            SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_DATA_PA | SPE_HAS_TIMESTAMP | SPE_HAS_END;
        const uint32_t want = rows[i].has | (rows[i].timestamp ? SPE_HAS_TIMESTAMP : SPE_HAS_END);
        if (!ok(written == 1 && found && (got.present & all) == want && got.timestamp == rows[i].timestamp,
                "packets as PMSCR_ELx enable them"))
            diag("row %u: present %#x, want %#x, timestamp %llu", (unsigned)i, got.present & all, want,
                 (unsigned long long)got.timestamp);
        ok((got.present & SPE_HAS_PC) && spe_address_bits(got.pc) == UINT64_C(0xff800012345678) &&
               spe_address_el(got.pc) == rows[i].el && spe_address_state(got.pc, 0) == SPE_STATE_NON_SECURE,
           "... the PC with level and state");
        ok((!(rows[i].has & C1) || got.context_el1 == 7) && (!(rows[i].has & C2) || got.context_el2 == 8),
           "... and the contexts");
    }
}

/* -- what the core implements -- */

static uint32_t present_of(uint64_t pmsidr, uint32_t flags, const struct spe_record *what, uint64_t *previous)
{
    struct spe_record got = {0};
    bench_core(&b, pmsidr, 6);
    b.config.flags = flags;
    bench_start(&b, BUFFER);
    spe_unit_branch(&b.unit, UINT64_C(0xffff800000404000));
    bench_sample(&b, what, 0);
    decode(&b, 0, &got);
    *previous = got.prev_branch_target;
    return got.present;
}

static void features(void)
{
    struct spe_record load = other(), branch = other();
    uint64_t previous;
    load.op_class = SPE_CLASS_LOAD_STORE;
    load.present |= SPE_HAS_DATA_SOURCE | SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_DATA_VA;
    branch.op_class = SPE_CLASS_BRANCH;
    const uint64_t bare = n1 & ~(uint64_t)SPE_FEATURE_LDS, pbt = n1 | PMSIDR_PBT;
    ok(present_of(n1, 0, &load, &previous) & SPE_HAS_DATA_SOURCE, "FEAT_SPE_LDS: the data source");
    ok(!(present_of(bare, 0, &load, &previous) & SPE_HAS_DATA_SOURCE), "... without it there is none");
    ok(!(present_of(n1, 0, &load, &previous) & SPE_HAS_ALT_ISSUE_LATENCY), "no alternate clock: no alternate latency");
    ok(present_of(n1 | UINT64_C(1) << 28, 0, &load, &previous) & SPE_HAS_ALT_ISSUE_LATENCY,
       "... with an alternate clock");
    ok(!(present_of(n1, 0, &branch, &previous) & SPE_HAS_PREV_BRANCH_TARGET), "no FEAT_SPE_PBT");
    ok(present_of(pbt, 0, &branch, &previous) & SPE_HAS_PREV_BRANCH_TARGET, "... with it");
    is(previous, UINT64_C(0x80ff800000404000), "... the last branch's target, at EL0");
    ok(!(present_of(pbt, 0, &load, &previous) & SPE_HAS_PREV_BRANCH_TARGET), "... in the records of branches");
    ok(present_of(pbt, SPE_UNIT_TARGET_ALWAYS, &load, &previous) & SPE_HAS_PREV_BRANCH_TARGET, "... or of all");
    branch.events = 0;
    ok(!(present_of(pbt, 0, &branch, &previous) & SPE_HAS_PREV_BRANCH_TARGET), "... if they retired");
    load.op_payload = 0x30; /* NV2 */
    ok(!(present_of(n1, 0, &load, &previous) & SPE_HAS_DATA_VA),
       "NV2: no virtual address of EL2 if EL2 is not profiled");
    struct spe_record nothing = {0}, got = {0};
    nothing.op_class = SPE_CLASS_BRANCH; /* `present` does not include the operation type */
    nothing.op_payload = 1;
    nothing.events = 128;
    is(present_of(n1, 0, &nothing, &previous), SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_END,
       "an operation without any packet");
    ok(decode(&b, 0, &got) && !got.op_class && !got.op_payload && !got.events, "... is of type other, with no event");
}

/* If EL2 profiles EL1 together with itself, records show where nested registers are accessed. */
static void nested(void)
{
    struct spe_record load = other(), got = {0};
    load.op_class = SPE_CLASS_LOAD_STORE;
    load.op_payload = 0x30; /* NV2 */
    load.present |= SPE_HAS_DATA_VA;
    bench_core(&b, n1, 6);
    b.registers[3].raw = PFR0_EL2;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMSCR_EL2, 2);
    spe_unit_set_level(&b.unit, 1, SPE_STATE_NON_SECURE);
    bench_sample(&b, &load, 0);
    ok(decode(&b, 0, &got) && (got.present & SPE_HAS_DATA_VA), "NV2: the address is there if EL2 is profiled");
}

/* The counts depend on what the core implements. */
static void counts(void)
{
    struct spe_record load = other(), branch = other();
    load.op_class = SPE_CLASS_LOAD_STORE;
    load.op_payload = 4; /* SIMD&FP */
    load.present |= SPE_HAS_DATA_SOURCE;
    branch.op_class = SPE_CLASS_BRANCH;
    branch.op_payload = 0x16; /* procedure return, with the Guarded Control Stack */
    branch.present |= SPE_HAS_DATA_SOURCE;
    for (int more = 0; more < 2; more++) {
        bench_core(&b, n1 | (more ? PMSIDR_FNE | PMSIDR_FDS | PMSIDR_EFT | PMSIDR_FPF | PMSIDR_CRR : 0), 6);
        bench_start(&b, BUFFER);
        bench_write(&b, SPE_REG_PMSNEVFR_EL1, 2);
        bench_write(&b, SPE_REG_PMSDSFR_EL1, UINT64_MAX);
        bench_write(&b, SPE_REG_PMSLATFR_EL1, 0x1005);
        is(bench_sample(&b, &load, SPE_FILTER_SIMD), 1, "a load");
        is(bench_sample(&b, &load, SPE_FILTER_FP), 1, "a load of a scalar");
        is(bench_sample(&b, &branch, 0), 1, "a return");
        const struct spe_unit_counts c = bench_counts(&b);
        is(c.sample_feed_event, more ? 0 : 3, "PMSNEVFR_EL1 counts with FEAT_SPE_FnE");
        is(c.sample_feed_ds, more ? 2 : 0, "PMSDSFR_EL1 with FEAT_SPE_FDS, for loads");
        is(c.sample_feed_fp, more ? 1 : 0, "FP with FEAT_SPE_EFT");
        is(c.sample_feed_simd, more ? 1 : 0, "SIMD too");
        is(c.sample_feed_lat, 3, "MINLAT[15:12] does not count with counters of 12 bits");
        is(c.sample_feed_ld, 3, "the return loads as well");
        is(c.sample_feed_op, 0, "no type is selected");
        is(c.reserved[0] | c.reserved[1], 0, "nothing else is counted");
    }
}

static void memory(void)
{
    uint8_t space[8] = {0};
    struct spe_unit_memory m = {.base = 16, .size = 4, .bytes = space};
    uint64_t syndrome = 0;
    const struct spe_unit_write all = {.address = 16, .size = 4, .bytes = "abcd"},
                                cut = {.address = 18, .size = 3, .bytes = "xyz"},
                                after = {.address = 20, .size = 1, .bytes = "z"},
                                far = {.address = 30, .size = 1, .bytes = "z"},
                                before = {.address = 15, .size = 3, .bytes = "zzz"};
    is(spe_unit_write_memory(&m, &all, &syndrome), 4, "flat memory");
    ok(!memcmp(space, "abcd", 5) && !syndrome, "... accepts all bytes");
    is(spe_unit_write_memory(&m, &cut, &syndrome), 2, "... up to its end");
    ok(!memcmp(space, "abxy", 5) && syndrome == (UINT64_C(0x24) << 26 | 7), "... then a translation fault");
    is(spe_unit_write_memory(&m, &after, &syndrome) + spe_unit_write_memory(&m, &far, &syndrome) +
           spe_unit_write_memory(&m, &before, &syndrome),
       0, "... and writes nothing outside");
}

/* The previous branch's target is known if the branch came after profiling was enabled, and went to a level with
 * profiling. */
static void previous_targets(void)
{
    struct spe_record branch = other(), got = {0};
    branch.op_class = SPE_CLASS_BRANCH;
    bench_core(&b, n1 | PMSIDR_PBT, 6);
    bench_start(&b, BUFFER);
    bench_sample(&b, &branch, 0);
    spe_unit_branch(&b.unit, 0x1000);
    spe_unit_set_level(&b.unit, 3, SPE_STATE_SECURE);
    spe_unit_branch(&b.unit, 0x2000);
    spe_unit_set_level(&b.unit, 0, SPE_STATE_NON_SECURE);
    bench_sample(&b, &branch, 0);
    spe_unit_set_level(&b.unit, 1, SPE_STATE_NON_SECURE);
    spe_unit_branch(&b.unit, 0x3000);
    spe_unit_set_level(&b.unit, 0, SPE_STATE_NON_SECURE);
    bench_sample(&b, &branch, 0);
    bench_sample(&b, &branch, 0);
    decode(&b, 0, &got);
    ok(!(got.present & SPE_HAS_PREV_BRANCH_TARGET), "no branch before");
    decode(&b, 1, &got);
    ok(!(got.present & SPE_HAS_PREV_BRANCH_TARGET), "nor since profiling was enabled again");
    decode(&b, 2, &got);
    is(got.prev_branch_target, UINT64_C(0xa000000000003000), "a branch to EL1");
    decode(&b, 3, &got);
    is(got.prev_branch_target, UINT64_C(0xa000000000003000), "... until there is another");
    bench_start(&b, BUFFER);
    spe_unit_branch(&b.unit, 0x4000);
    bench_write(&b, SPE_REG_PMSCR_EL1, 0); /* profiling stops and begins again, without a change of level */
    bench_write(&b, SPE_REG_PMSCR_EL1, 3);
    bench_sample(&b, &branch, 0);
    decode(&b, 0, &got);
    ok(!(got.present & SPE_HAS_PREV_BRANCH_TARGET), "nothing from before registers disabled profiling");
}

static void counters(void)
{
    struct spe_record what = other(), got = {0};
    what.total_latency = 0xffff;
    what.issue_latency = 0x1000;
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    bench_sample(&b, &what, 0);
    decode(&b, 0, &got);
    ok(got.total_latency == 0xfff && got.issue_latency == 0xfff, "counters of 12 bits saturate");
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(6) | COUNT_16, 6);
    bench_start(&b, BUFFER);
    bench_sample(&b, &what, 0);
    decode(&b, 0, &got);
    ok(got.total_latency == 0xffff && got.issue_latency == 0x1000, "... of 16 bits too");
}

/* -- the buffer -- */

/* Fills a buffer of 4 KiB. Returns the number of records that fitted, or 0 if one is not where it must be. */
static unsigned fill(unsigned max_size, unsigned align)
{
    struct spe_record what = other(), got;
    unsigned written = 0, found = 0;
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(max_size) | COUNT_12, align);
    bench_start(&b, 4096);
    while (!(bench_read(&b, SPE_REG_PMBSR_EL1) >> 17 & 1) && written < 5000) {
        what.op_payload = (uint8_t)(written & 1);
        if (bench_sample(&b, &what, 0) != 1 || bench_read(&b, SPE_REG_PMBPTR_EL1) & ((1u << align) - 1))
            return 0;
        written++;
    }
    const uint64_t used = bench_read(&b, SPE_REG_PMBPTR_EL1) - BASE, max = 1u << max_size;
    const uint64_t record = used / written;
    while (decode(&b, found, &got)) {
        if (got.offset != found * record || got.op_payload != (found & 1))
            return 0;
        found++;
    }
    return used > 4096 - max && used - record <= 4096 - max && found == written ? written : 0;
}

static void geometry(void)
{
    unsigned wrong = 0, cases = 0;
    for (unsigned max_size = 6; max_size <= 11; max_size++)
        for (unsigned align = 0; align <= max_size; align++) {
            const unsigned written = fill(max_size, align);
            const struct spe_unit_counts counts = bench_counts(&b);
            const uint64_t pmbsr = bench_read(&b, SPE_REG_PMBSR_EL1);
            struct spe_syndrome syndrome;
            spe_syndrome_decode(pmbsr, &syndrome);
            const int good = written && counts.sample_filtrate == written && counts.sample_buffer_full == 1 &&
                             pmbsr == (UINT64_C(1) << 17 | SPE_BSC_FULL) && syndrome.buffer_full &&
                             spe_unit_interrupt(&b.unit);
            if (!good && !wrong++)
                diag("MaxSize %u, Align %u: %u records, PMBSR %#llx", max_size, align, written,
                     (unsigned long long)pmbsr);
            cases++;
        }
    is(wrong, 0, "buffers are filled up to the last record that certainly fits, at every MaxSize and Align");
    is(cases, 57, "... all of them");
}

static void after_full(void)
{
    const struct spe_record what = other();
    const struct spe_unit_start start = {0};
    bench_core(&b, n1, 6);
    b.config.in_flight = 2;
    bench_start(&b, 4096);
    bench_write(&b, SPE_REG_PMBPTR_EL1, BASE + 4096 - 64);
    bench_next(&b);
    const int first = spe_unit_operation(&b.unit);
    spe_unit_begin(&b.unit, first, &start);
    is(bench_sample(&b, &what, 0), 1, "the last record before the limit is written whole");
    is(bench_read(&b, SPE_REG_PMBPTR_EL1), BASE + 4096, "... up to the limit");
    const uint64_t population = bench_counts(&b).sample_pop;
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 0, "... then nothing is sampled");
    is(bench_counts(&b).sample_pop, population, "... nor counted");
    is(spe_unit_complete(&b.unit, first, &what, 0), 0, "... and what was in flight is discarded");
    is(bench_counts(&b).sample_filtrate, 1, "... not counted as kept");
    is(spe_unit_problems(&b.unit) & ~SPE_UNIT_WARNINGS, 0, "a stopped unit is not a problem");
    bench_write(&b, SPE_REG_PMBSR_EL1, 0);
    is(spe_unit_interrupt(&b.unit), 0, "PMBSR_EL1.S cleared: no interrupt");
    is(spe_unit_problems(&b.unit), SPE_UNIT_POINTER_BEYOND | SPE_UNIT_LATE_WRITE, "... but the pointer is invalid");
    bench_write(&b, SPE_REG_PMBPTR_EL1, BASE);
    is(bench_sample(&b, &what, 0), 1, "... and writing continues where the pointer was moved");
}

static void faults(void)
{
    const struct spe_record what = other();
    uint8_t whole[64];
    unsigned wrong = 0;
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    bench_sample(&b, &what, 0);
    memcpy(whole, b.bytes, 64);
    for (unsigned n = 0; n < 64; n++) {
        struct spe_syndrome s;
        bench_core(&b, n1, 6);
        b.memory.size = 64 + n;
        bench_start(&b, BUFFER);
        const int first = bench_sample(&b, &what, 0);
        const int second = bench_sample(&b, &what, 0);
        spe_syndrome_decode(bench_read(&b, SPE_REG_PMBSR_EL1), &s);
        wrong += first != 1 || second != 0 || bench_read(&b, SPE_REG_PMBPTR_EL1) != BASE + 64 + n || !s.service ||
                 s.ec != SPE_EC_STAGE1 || s.fault_status != 7 || s.data_lost != (n > 0) || s.external_abort ||
                 memcmp(b.bytes + 64, whole, n) != 0 || b.bytes[64 + n] || bench_counts(&b).sample_buffer_full;
    }
    is(wrong, 0,
       "a fault at each byte of a record: earlier bytes are written, the pointer is at the fault, and DL is set except "
       "at the first byte");
}

/* Answers every write with its syndrome, and writes nothing. */
static size_t refuse(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    (void)write;
    *syndrome = *(uint64_t *)context | UINT64_C(0xff000000000b0000); /* DL, S, COLL and reserved bits do not count */
    return 0;
}

#define FAULT(ec, fsc) ((uint64_t)(ec) << 26 | (fsc))

/* Table D17-7: where faults are recorded (FEAT_SPE_EXC) */
static void routes(void)
{
    enum { S1 = 0x24, S2 = 0x25, GPC = 0x1e, DELEGATED = 1, SOME = 2, ALL = 3 };
    static const struct {
        unsigned pmsee, ee, owner;
        uint64_t fault;
        unsigned scr, hcr; /* bits: 1 GPF, 2 EA or TEA */
        int el;
    } rows[] = {
        {0, ALL, 1, FAULT(S2, 7), 3, 3, 1},
        {DELEGATED, 0, 1, FAULT(S2, 7), 3, 3, 1},
        {DELEGATED, DELEGATED, 1, FAULT(S2, 7), 3, 3, 1},
        {DELEGATED, SOME, 1, FAULT(S1, 7), 0, 0, 1},
        {DELEGATED, SOME, 2, FAULT(S1, 7), 0, 0, 2},
        {DELEGATED, SOME, 1, FAULT(S2, 7), 0, 0, 2},
        {DELEGATED, ALL, 1, FAULT(S1, 7), 0, 0, 2},
        {DELEGATED, SOME, 1, FAULT(S1, 0x28), 3, 0, 1},
        {DELEGATED, SOME, 1, FAULT(S1, 0x28), 0, 1, 2},
        {DELEGATED, SOME, 1, FAULT(S1, 0x22), 0, 1, 2},
        {DELEGATED, SOME, 1, FAULT(S1, 0x21), 0, 1, 1},
        {DELEGATED, SOME, 1, FAULT(S1, 0x10), 0, 1, 1},
        {DELEGATED, SOME, 1, FAULT(S1, 0x10), 0, 2, 2},
        {DELEGATED, SOME, 1, FAULT(S1, 0x11), 0, 2, 1},
        {DELEGATED, SOME, 1, FAULT(GPC, 0), 0, 0, 2},
        {SOME, SOME, 1, FAULT(S1, 0x24), 1, 1, 3},
        {SOME, DELEGATED, 1, FAULT(S1, 0x1b), 2, 0, 3},
        {SOME, DELEGATED, 1, FAULT(S1, 0x18), 2, 0, 1},
        {SOME, DELEGATED, 1, FAULT(S2, 7), 3, 0, 1},
        {SOME, SOME, 1, FAULT(GPC, 0), 0, 0, 3},
        {ALL, 0, 1, FAULT(S1, 7), 0, 0, 3},
    };
    static const unsigned registers[4] = {0, SPE_REG_PMBSR_EL1, SPE_REG_PMBSR_EL2, SPE_REG_PMBSR_EL3};
    const struct spe_record what = other();
    uint64_t fault;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_core(&b, n1, 6);
        b.registers[2].raw = (uint64_t)SPE_V1P5 << 32;
        b.registers[3].raw = PFR0_EL2 | PFR0_EL3 | UINT64_C(1) << 52; /* RME */
        b.registers[4].raw = 1 << 16;                                 /* SPE_EXC */
        b.config.write = refuse;
        b.config.context = &fault;
        fault = rows[i].fault | UINT64_C(1) << 18; /* EA */
        bench_start(&b, BUFFER);
        bench_write(&b, SPE_REG_MDCR_EL3, (uint64_t)rows[i].pmsee << 51 | 3 << 12);
        bench_write(&b, SPE_REG_SCR_EL3, 1 | (uint64_t)(rows[i].scr & 1) << 48 | (rows[i].scr & 2) << 2);
        bench_write(&b, SPE_REG_HCR_EL2, (uint64_t)(rows[i].hcr & 1) << 48 | (uint64_t)(rows[i].hcr & 2) << 36);
        bench_write(&b, SPE_REG_MDCR_EL2, rows[i].owner == 1 ? 3 << 12 : 0);
        bench_write(&b, SPE_REG_PMSCR_EL2, (uint64_t)rows[i].ee << 8);
        bench_sample(&b, &what, 0);
        int good = 1;
        for (int el = 1; el <= 3; el++)
            good &= bench_read(&b, registers[el]) == (el == rows[i].el ? fault | 1 << 17 : 0);
        if (!ok(good, "the fault is recorded at its level"))
            diag("row %u: %#llx %#llx %#llx", (unsigned)i, (unsigned long long)bench_read(&b, SPE_REG_PMBSR_EL1),
                 (unsigned long long)bench_read(&b, SPE_REG_PMBSR_EL2),
                 (unsigned long long)bench_read(&b, SPE_REG_PMBSR_EL3));
        bench_next(&b);
        is(spe_unit_operation(&b.unit), 0, "... and stops profiling");
    }
    const struct spe_sysreg_value open[] = {
        {SPE_REG_ID_AA64PFR0_EL1, 0, PFR0_EL2}, {SPE_REG_MDCR_EL2, 0, 1 << 12}, {SPE_REG_PMSCR_EL2, 0, 2 << 8}};
    struct spe_features exceptions = SPE_FEATURES_INIT;
    exceptions.flags = SPE_FEATURE_EXC;
    is(spe_profiling_event_el(open, 3, &exceptions, FAULT(S1, 7)), 0,
       "a reserved E2PB: who owns the buffer is not known");
    is(spe_profiling_event_el(open, 3, &exceptions, 0), 1, "... and does not matter to other events");
    struct spe_features wrong = SPE_FEATURES_INIT;
    const struct spe_sysreg_value reg = {spe_sysreg_count(), 0, 0};
    wrong.size = 1;
    is(spe_profiling_event_el(NULL, 0, &wrong, 0), SPE_E_CONFIG, "spe_profiling_event_el() of wrong features");
    is(spe_profiling_event_el(&reg, 1, NULL, 0), SPE_E_ARG, "... of no register");
    is(spe_profiling_event_el(NULL, 1, NULL, 0), SPE_E_ARG, "... of no registers");
    is(spe_profiling_event_el(NULL, 0, NULL, 0), 1, "... of an unknown core");
}

/* A recorded event stays. The fields that a cleared event left are overwritten, except COLL, DL and EA: "Otherwise,
 * PMBSR_EL1.DL is unchanged" (D17.7). */
static void syndromes(void)
{
    const struct spe_record what = other();
    uint64_t fault = FAULT(0x24, 5);
    bench_core(&b, n1, 6);
    b.config.write = refuse;
    b.config.context = &fault;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMBSR_EL1, UINT64_C(0x00ffffff00000000) | 0xfc0dffff);
    bench_sample(&b, &what, 0);
    is(bench_read(&b, SPE_REG_PMBSR_EL1), FAULT(0x24, 5) | 15 << 16,
       "the fault's EC, MSS and MSS2; DL, EA and COLL stay");
    bench_start(&b, BUFFER);
    bench_sample(&b, &what, 0);
    is(bench_read(&b, SPE_REG_PMBSR_EL1), FAULT(0x24, 5) | 1 << 17, "... and stay 0 at a record's first byte");
    fault |= 1 << 18;
    bench_start(&b, BUFFER);
    bench_sample(&b, &what, 0);
    is(bench_read(&b, SPE_REG_PMBSR_EL1), FAULT(0x24, 5) | 3 << 17, "... EA is set by an External abort");
}

static void discards(void)
{
    const struct spe_record what = other();
    bench_core(&b, n1, 6);
    bench_start(&b, 4096);
    bench_write(&b, SPE_REG_PMBPTR_EL1, 3);
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, 1 | 2 << 1);
    is(spe_unit_problems(&b.unit) & ~SPE_UNIT_WARNINGS, 0, "discard mode: the pointer does not matter");
    is(bench_sample(&b, &what, 0), 0, "... nothing is written");
    is(bench_counts(&b).sample_filtrate, 1, "... but counted");
    ok(bench_read(&b, SPE_REG_PMBPTR_EL1) == 3 && !bench_read(&b, SPE_REG_PMBSR_EL1) && !b.bytes[0],
       "... and not moved");
    b.registers[2].raw = (uint64_t)SPE_V1P1 << 32;
    bench_start(&b, 4096);
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, (BASE + 4096) | 1 | 2 << 1);
    is(spe_unit_problems(&b.unit), SPE_UNPREDICTABLE_FM << SPE_UNIT_UNPREDICTABLE_SHIFT,
       "before SPEv1p2 it is reserved");
}

/* A rejected call leaves its sample in flight: the sample keeps its place, and the next sample collides if all places
 * are taken. A call with NULL ends the sample and frees its place. */
static void refused_in_flight(void)
{
    const struct spe_record what = other();
    bench_core(&b, n1, 6);
    b.config.in_flight = 2;
    bench_start(&b, BUFFER);
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 1, "two in flight: the first sample");
    is(spe_unit_complete(&b.unit, 1, &what, 0), SPE_E_STATE, "... whose end is rejected, because it has no beginning");
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 2, "the next does not collide: it has the second place");
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 0, "the one after that does");
    is(bench_counts(&b).sample_collision, 1, "... the only one so far");
    is(spe_unit_complete(&b.unit, 1, NULL, 0), 0, "NULL ends the rejected sample");
    bench_next(&b);
    is(spe_unit_operation(&b.unit), 1, "... and its place is free again");
}

static void collisions(void)
{
    unsigned wrong = 0;
    for (unsigned in_flight = 1; in_flight <= 8; in_flight++) {
        const struct spe_record what = other();
        const struct spe_unit_start start = {0};
        bench_core(&b, n1, 6);
        b.config.in_flight = (uint8_t)in_flight;
        bench_start(&b, BUFFER);
        for (unsigned i = 1; i <= in_flight; i++) {
            bench_next(&b);
            wrong += spe_unit_operation(&b.unit) != (int)i || bench_read(&b, SPE_REG_PMBSR_EL1);
            spe_unit_begin(&b.unit, (int)i, &start);
        }
        bench_next(&b);
        wrong += spe_unit_operation(&b.unit) != 0 || bench_counts(&b).sample_collision != 1;
        wrong += bench_read(&b, SPE_REG_PMBSR_EL1) != 1 << 16;
        wrong += spe_unit_complete(&b.unit, (int)(in_flight + 1) / 2, &what, 0) != 1;
        bench_next(&b);
        wrong += spe_unit_operation(&b.unit) != (int)(in_flight + 1) / 2; /* the place that is free again */
    }
    is(wrong, 0, "as many in flight as configured, then a collision: counted, and COLL; profiling goes on");
    refused_in_flight();
    bench_core(&b, n1, 6);
    b.registers[2].raw = (uint64_t)SPE_V1P5 << 32;
    b.registers[3].raw = PFR0_EL2;
    b.registers[4].raw = 1 << 16;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMSCR_EL2, 3 << 8);
    for (int i = 0; i < 2; i++) {
        bench_next(&b);
        spe_unit_operation(&b.unit);
    }
    ok(bench_read(&b, SPE_REG_PMBSR_EL2) == 1 << 16 && !bench_read(&b, SPE_REG_PMBSR_EL1),
       "COLL is set at the level that has the event");
}

/* -- what is forbidden -- */

static void problem(unsigned reg, uint64_t raw, uint32_t want, const char *words)
{
    const struct spe_record what = other();
    bench_core(&b, n1 | 4 << 8, 6); /* Interval: 1024 */
    b.registers[3].raw = PFR0_EL2;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMSIRR_EL1, 1024);
    bench_write(&b, SPE_REG_MDCR_EL2, 3 << 12);
    const uint32_t before = spe_unit_problems(&b.unit);
    bench_write(&b, reg, raw);
    is(spe_unit_problems(&b.unit) & ~SPE_UNIT_LATE_WRITE, want, words);
    ok(!before && !strcmp(spe_unit_problem(want), words), "... with these words");
    const int sampled = bench_sample(&b, &what, 0);
    is(sampled, want & ~SPE_UNIT_WARNINGS ? SPE_E_ARG : 1, "... nothing is sampled, unless it is only a warning");
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, 0);
    is(spe_unit_problems(&b.unit), 0, "... and nothing is wrong while the buffer is disabled");
}

/* The SPE VM interface (DEN0154): a unit may ignore writes while the buffer is enabled. */
static void late_writes(uint32_t flags)
{
    const uint64_t moved = flags ? BASE : BASE + 4096, stopped = UINT64_C(1) << 17;
    const struct spe_record what = other();
    bench_core(&b, n1, 6);
    b.config.flags = flags;
    bench_start(&b, BUFFER);
    is(spe_unit_problems(&b.unit), 0, "what is written before the buffer is enabled is in time");
    bench_write(&b, SPE_REG_PMSICR_EL1, 0);
    is(spe_unit_problems(&b.unit), 0, "... and registers that are not the buffer's");
    bench_write(&b, SPE_REG_PMBPTR_EL1, BASE + 4096);
    is(spe_unit_problems(&b.unit), SPE_UNIT_LATE_WRITE, "PMBPTR_EL1 is written late");
    is(bench_read(&b, SPE_REG_PMBPTR_EL1), moved, "... which is ignored, or not");
    is(bench_sample(&b, &what, 0), 1, "... and profiling goes on");
    bench_write(&b, SPE_REG_PMBSR_EL1, stopped);
    is(bench_read(&b, SPE_REG_PMBSR_EL1), flags ? 0 : stopped, "... PMBSR_EL1");
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | 1);
    is(spe_unit_problems(&b.unit), SPE_UNIT_LATE_WRITE, "... until the buffer is disabled");
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, 0);
    bench_write(&b, SPE_REG_PMBSR_EL1, 0);
    bench_write(&b, SPE_REG_PMBPTR_EL1, BASE + 8192);
    is(bench_read(&b, SPE_REG_PMBPTR_EL1), BASE + 8192, "while the buffer is disabled, writes take effect");
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | 1);
    is(spe_unit_problems(&b.unit), 0, "... without a warning when it is enabled again");
    bench_write(&b, SPE_REG_PMBPTR_EL1, BASE);
    is(spe_device_reset(&b.unit), SPE_OK, "... reset");
    is(spe_unit_problems(&b.unit), 0, "... disables it, too");
    ok(!strcmp(spe_unit_problem(SPE_UNIT_LATE_WRITE),
               "PMBPTR_EL1 or PMBSR_EL1 was written while PMBLIMITR_EL1.E was 1, which a unit may ignore"),
       "... in words");
}

static void problems(void)
{
    const unsigned shift = SPE_UNIT_UNPREDICTABLE_SHIFT;
    problem(SPE_REG_PMBPTR_EL1, BASE + 32, SPE_UNIT_POINTER_MISALIGNED,
            "PMBPTR_EL1 is not aligned as PMBIDR_EL1.Align demands");
    problem(SPE_REG_PMBPTR_EL1, BASE + BUFFER, SPE_UNIT_POINTER_BEYOND,
            "PMBPTR_EL1 is not a largest record (PMSIDR_EL1.MaxSize) below PMBLIMITR_EL1.LIMIT");
    problem(SPE_REG_PMBLIMITR_EL1, BASE | UINT64_C(1) << 56 | 0x1001, SPE_UNIT_POINTER_TOP_BYTE,
            "bits [63:56] of PMBPTR_EL1 and PMBLIMITR_EL1.LIMIT differ");
    problem(SPE_REG_PMSIRR_EL1, 1, SPE_UNIT_INTERVAL_ZERO, "PMSIRR_EL1.INTERVAL is 0");
    problem(SPE_REG_PMSIRR_EL1, 768, SPE_UNIT_INTERVAL_SHORT,
            "PMSIRR_EL1.INTERVAL is below PMSIDR_EL1.Interval's recommendation");
    problem(SPE_REG_PMSCR_EL1, 3 | 1 << 2, SPE_UNIT_RESERVED_BITS, "a reserved bit is set");
    problem(SPE_REG_PMSFCR_EL1, 1 << 5, SPE_UNIT_RESERVED_BITS, "a reserved bit is set");
    problem(SPE_REG_PMSFCR_EL1, SPE_FILTER_FNE, SPE_UNIT_RESERVED_BITS, "a reserved bit is set"); /* N1 lacks it */
    problem(SPE_REG_PMSLATFR_EL1, 1 << 16, SPE_UNIT_RESERVED_BITS, "a reserved bit is set");
    problem(SPE_REG_PMSFCR_EL1, 1, SPE_FILTER_NO_EVENTS, spe_filter_problem_text(SPE_FILTER_NO_EVENTS));
    problem(SPE_REG_PMSFCR_EL1, 4, SPE_FILTER_NO_LATENCY, spe_filter_problem_text(SPE_FILTER_NO_LATENCY));
    problem(SPE_REG_MDCR_EL2, 1 << 12, SPE_UNPREDICTABLE_E2PB << shift, "MDCR_EL2.E2PB is reserved");
    problem(SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | 3, SPE_UNPREDICTABLE_FM << shift, "PMBLIMITR_EL1.FM is reserved");
    ok(!strcmp(spe_unit_problem(0), "none") && !strcmp(spe_unit_problem(UINT32_C(1) << 31), "unknown"),
       "none, unknown");
    ok(!strcmp(spe_unit_problem(1u << 12 | SPE_UNIT_RESERVED_BITS), "unknown"), "... at the lowest bit");
    ok(!strcmp(spe_unit_problem(SPE_UNIT_POINTER_BEYOND | SPE_UNIT_POINTER_MISALIGNED),
               spe_unit_problem(SPE_UNIT_POINTER_MISALIGNED)),
       "... of two, the lowest bit's");
    for (unsigned bit = 0; bit < 5; bit++)
        ok(strstr(spe_unit_problem(UINT32_C(1) << (shift + bit)), "reserved") != NULL,
           "each reserved value has its sentence");
}

/* Fields that the core does not implement are 0, whatever software writes (PMSFCR_EL1: RES0). */
static void not_implemented(void)
{
    struct spe_record load = other(), scalar = other();
    load.op_class = SPE_CLASS_LOAD_STORE;
    scalar.op_payload = 2; /* other, FP */
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMSFCR_EL1,
                SPE_FILTER_FT | SPE_FILTER_FP | SPE_FILTER_LD | SPE_FILTER_STM | SPE_FILTER_FNE);
    bench_write(&b, SPE_REG_PMSNEVFR_EL1, 2);
    is(bench_sample(&b, &load, 0), 1, "without FEAT_SPE_EFT and FnE: the types are LD alone");
    is(bench_sample(&b, &scalar, 0), 0, "... not FP");
    is(bench_counts(&b).sample_feed_op, 1, "... which SAMPLE_FEED_OP counts");
    bench_write(&b, SPE_REG_PMSFCR_EL1, SPE_FILTER_FT | SPE_FILTER_FP);
    is(spe_unit_problems(&b.unit), SPE_FILTER_NO_TYPES | SPE_UNIT_RESERVED_BITS, "FP alone is then not a type");
    bench_write(&b, SPE_REG_PMSFCR_EL1, SPE_FILTER_FL);
    bench_write(&b, SPE_REG_PMSLATFR_EL1, 1 << 16 | 9);
    is(bench_sample(&b, &load, 0), 1, "PMSLATFR_EL1: only MINLAT");
}

/* -- memory copies -- */

static void copies(void)
{
    unsigned stores[4] = {0};
    static const uint64_t pmsfcr[4] = {0, SPE_FILTER_FT | SPE_FILTER_LD, SPE_FILTER_FT | SPE_FILTER_ST,
                                       SPE_FILTER_FT | SPE_FILTER_LD | SPE_FILTER_ST};
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    for (unsigned i = 0; i < 4; i++) {
        bench_write(&b, SPE_REG_PMSFCR_EL1, pmsfcr[i]);
        for (unsigned n = 0; n < 10000; n++)
            stores[i] += (unsigned)spe_unit_prefers_store(&b.unit);
    }
    ok(stores[0] > 4800 && stores[0] < 5200 && stores[3] > 4800 && stores[3] < 5200,
       "a copy is randomly a load or a store");
    ok(stores[1] == 0 && stores[2] == 10000, "... unless the filter selects one of them");
    for (unsigned i = 0; i < 2; i++) {
        unsigned some = 0;
        bench_write(&b, SPE_REG_PMSFCR_EL1, i ? SPE_FILTER_LD : SPE_FILTER_ST);
        for (unsigned n = 0; n < 100; n++)
            some += (unsigned)spe_unit_prefers_store(&b.unit);
        ok(some > 20 && some < 80, "... and is enabled");
    }
}

int main(void)
{
    mistakes();
    misuse();
    unencodable();
    id_registers();
    settings();
    collection();
    features();
    nested();
    counts();
    memory();
    previous_targets();
    counters();
    geometry();
    after_full();
    faults();
    routes();
    syndromes();
    discards();
    collisions();
    problems();
    late_writes(0);
    late_writes(SPE_UNIT_IGNORES_WRITES);
    not_implemented();
    copies();
    return tap_done();
}
