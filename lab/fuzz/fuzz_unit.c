/* SPDX-License-Identifier: MIT */
/*
 * The unit that writes records. The bytes are a core and a sequence of steps: registers are written, levels change,
 * operations run one by one or in blocks, branches are taken, samples begin and end, memory faults. Every step is made
 * by a copy of the unit, by a unit that was restored from its snapshot, and by the unit, and must give the same. These
 * must hold: operations are chosen and counted as in J1 SPEToCollectSample, which is written here a second time; the
 * unit writes one complete record below the limit, with what was given for the operation except what is not collected;
 * that record breaks no rule that the complete data would keep; PMBPTR_EL1 moves by the bytes written, and nothing is
 * written elsewhere.
 */
#include <libspe-lab/lab.h>
#include <string.h>

#include "fuzz.h"
#include "unit_world.h"

#define ECOUNT_SHIFT 56
#define S (UINT64_C(1) << 17) /* PMBSR_ELx */
#define TOLD                                                                                                           \
    (SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |       \
     SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_OPERATION | SPE_HAS_EVENTS |                    \
     SPE_HAS_DATA_SOURCE)

/* -- which operations are chosen -- */

/* J1 SPEToCollectSample(). */
static int is_chosen(uint32_t *counter, uint32_t *ecount, uint64_t pmsirr)
{
    const int rnd = (int)(pmsirr & 1), ernd = (core.flags & SPE_FEATURE_ERND) != 0;
    if (!*counter) {
        *counter = (uint32_t)pmsirr & 0xffffff00u;
        if (rnd && !ernd)
            *counter |= draw(&world.random) & 0xff;
    } else if (!--*counter) {
        if (!rnd || !ernd)
            return 1;
        *ecount = draw(&world.random) & 0xff;
        return !*ecount;
    }
    return rnd && ernd && *ecount && !--*ecount;
}

static void check_distance(uint64_t pmsirr)
{
    struct spe_interval interval;
    world.chosen++;
    if (world.regular++ >= 2) {
        CHECK(spe_interval_measure(pmsirr, &core, &interval) == SPE_OK);
        CHECK(world.since >= interval.least && world.since <= interval.most);
    }
    world.since = 0;
}

/* The sample that the next chosen operation gets; 0 for a collision. */
static int free_sample(void)
{
    for (int i = 0; i < (config.in_flight ? config.in_flight : 1); i++)
        if (!world.samples[i].in_flight)
            return i + 1;
    return 0;
}

static void operation(spe_unit *u)
{
    const uint64_t pmsirr = get(u, SPE_REG_PMSIRR_EL1), pmsicr = get(u, SPE_REG_PMSICR_EL1);
    const struct spe_unit_counts before = count(u);
    const uint64_t random = world.random;
    uint32_t counter = (uint32_t)pmsicr, ecount = (uint32_t)(pmsicr >> ECOUNT_SHIFT);
    const int chosen = world.enabled && is_chosen(&counter, &ecount, pmsirr);
    const uint64_t drawn = world.random;
    const int want = chosen ? free_sample() : 0;
    world.random = random;
    world.since += (uint64_t)world.enabled;
    CHECK(spe_unit_operation(u) == want && world.random == drawn);
    const uint64_t kept = pmsicr & ~(UINT64_C(0xff) << ECOUNT_SHIFT | UINT32_MAX);
    CHECK(get(u, SPE_REG_PMSICR_EL1) == (kept | counter | (uint64_t)ecount << ECOUNT_SHIFT));
    const struct spe_unit_counts after = count(u);
    CHECK(after.sample_pop == before.sample_pop + (uint64_t)world.enabled);
    CHECK(after.sample_collision == before.sample_collision + (chosen && !want));
    if (chosen)
        check_distance(pmsirr);
    if (want)
        world.samples[want - 1].in_flight = 1;
    if (want)
        world.samples[want - 1].begun = world.samples[want - 1].lost = 0;
}

/* Runs up to n operations at once, in pieces. */
static void block(spe_unit *u, uint64_t n, unsigned pieces)
{
    const uint64_t pmsicr = get(u, SPE_REG_PMSICR_EL1), before = count(u).sample_pop;
    const int64_t most = u->left > 1 ? u->left - 1 : 0;
    n = n < (uint64_t)most ? n : (uint64_t)most;
    for (unsigned i = 0; i < pieces; i++) {
        const int64_t piece = (int64_t)(i + 1 < pieces ? n / pieces : n - n / pieces * (pieces - 1));
        CHECK(u->left > piece);
        if (piece <= UINT32_MAX)
            CHECK(spe_device_pass(u, (uint32_t)piece));
        else
            u->left -= piece;
    }
    const uint64_t now = get(u, SPE_REG_PMSICR_EL1);
    if (!world.enabled) {
        CHECK(now == pmsicr && count(u).sample_pop == before);
        return;
    }
    const int second = (get(u, SPE_REG_PMSIRR_EL1) & 1) && (core.flags & SPE_FEATURE_ERND) && pmsicr >> ECOUNT_SHIFT;
    CHECK(!n || ((uint32_t)pmsicr > n && (!second || pmsicr >> ECOUNT_SHIFT > n)));
    CHECK(now == pmsicr - n - (second ? n << ECOUNT_SHIFT : 0) && count(u).sample_pop == before + n);
    world.since += n;
}

/* -- a sample -- */

static void begin(spe_unit *u, unsigned number, struct spe_gen_source *t)
{
    struct sample *s = &world.samples[number];
    struct spe_unit_start start = {0};
    struct spe_profiling p;
    struct spe_profiling_level level;
    start.pc = spe_gen_take(t, 8);
    start.physical_count = spe_gen_take(t, 4);
    start.virtual_offset = spe_gen_take(t, 2);
    start.physical_offset = spe_gen_take(t, 1);
    start.context_el1 = (uint32_t)spe_gen_take(t, 1);
    start.context_el2 = (uint32_t)spe_gen_take(t, 1);
    CHECK(spe_unit_begin(u, (int)number + 1, &start) == (s->in_flight ? SPE_OK : SPE_E_ARG));
    if (!s->in_flight)
        return;
    read_profiling(u, &p);
    CHECK(spe_profiling_at(&p, world.el, world.state, &level) == SPE_OK);
    memset(&s->record, 0, sizeof s->record);
    s->begun = 1;
    s->record.present = SPE_HAS_PC | (level.collects & ~SPE_HAS_DATA_PA);
    s->withheld = level.collects & SPE_HAS_DATA_PA ? 0 : SPE_HAS_DATA_PA;
    if (world.has_previous && (core.flags & SPE_FEATURE_PBT))
        s->record.present |= SPE_HAS_PREV_BRANCH_TARGET;
    spe_address_build_pc(start.pc & UINT64_MAX >> 8, world.el, world.state, &s->record.pc);
    s->record.prev_branch_target = world.previous;
    s->record.context_el1 = start.context_el1;
    s->record.context_el2 = start.context_el2;
    s->record.timestamp = start.physical_count;
    if (level.timestamp == SPE_TIMESTAMP_VIRTUAL)
        s->record.timestamp -= start.virtual_offset;
    if (level.timestamp == SPE_TIMESTAMP_PHYSICAL_OFFSET)
        s->record.timestamp -= start.physical_offset;
}

static uint64_t take_address(struct spe_gen_source *t)
{
    const uint64_t top = spe_gen_take(t, 1) << 56;
    return top | spe_gen_take(t, 4);
}

static struct spe_record take_record(struct spe_gen_source *t)
{
    struct spe_record r = {0};
    r.present = (uint32_t)spe_gen_take(t, 4);
    r.op_class = (uint8_t)spe_gen_take(t, 1);
    r.op_class = r.op_class < 250 ? r.op_class % 3 : r.op_class;
    r.op_payload = (uint8_t)spe_gen_take(t, 1);
    r.events = spe_gen_take(t, 2) | 1u << SPE_EVENT_RETIRED;
    if (r.events & 1)
        r.events = spe_gen_take(t, 8);
    r.total_latency = (uint16_t)spe_gen_take(t, 2);
    r.issue_latency = (uint16_t)spe_gen_take(t, 1);
    r.translation_latency = (uint16_t)spe_gen_take(t, 1);
    r.alt_issue_latency = (uint16_t)spe_gen_take(t, 1);
    r.data_source = (uint16_t)spe_gen_take(t, 1);
    r.data_va = spe_gen_take(t, 8);
    r.data_pa = take_address(t);
    r.branch_target = take_address(t);
    r.pc = r.timestamp = spe_gen_take(t, 1); /* these are not read */
    return r;
}

/* Everything that was given and that was collected */
static struct spe_record whole_record(const struct sample *s, const struct spe_record *what)
{
    struct spe_record r = *what;
    const unsigned most = core.counter_bits == 12 ? 0xfff : 0xffff;
    r.present = (what->present & TOLD) | s->record.present | SPE_HAS_OPERATION | SPE_HAS_EVENTS;
    r.present |= r.present & SPE_HAS_TIMESTAMP ? 0 : SPE_HAS_END;
    if (!(what->present & SPE_HAS_OPERATION))
        r.op_class = r.op_payload = 0;
    if (!(what->present & SPE_HAS_EVENTS))
        r.events = 0;
    r.total_latency = (uint16_t)(r.total_latency < most ? r.total_latency : most);
    r.pc = s->record.pc;
    r.prev_branch_target = s->record.prev_branch_target;
    r.context_el1 = s->record.context_el1;
    r.context_el2 = s->record.context_el2;
    r.timestamp = s->record.timestamp;
    return r;
}

static uint32_t withheld(const struct sample *s, const struct spe_record *r, const struct spe_profiling *p)
{
    uint32_t out = s->withheld;
    out |= core.flags & SPE_FEATURE_LDS ? 0 : SPE_HAS_DATA_SOURCE;
    out |= core.flags & SPE_FEATURE_ALTCLK ? 0 : SPE_HAS_ALT_ISSUE_LATENCY;
    if (r->op_class == SPE_CLASS_LOAD_STORE && (r->op_payload & 0xfe) == 0x30 &&
        p->level[2].enabled != SPE_PROFILING_YES)
        out |= SPE_HAS_DATA_VA; /* NV2 */
    if (!(config.flags & SPE_UNIT_TARGET_ALWAYS) && r->op_class != SPE_CLASS_BRANCH)
        out |= SPE_HAS_PREV_BRANCH_TARGET;
    return out | (r->events >> SPE_EVENT_RETIRED & 1 ? 0 : SPE_HAS_PREV_BRANCH_TARGET);
}

static int rules_broken(const struct spe_record *r)
{
    spe_check c;
    CHECK(spe_check_init(&c, &core) == SPE_OK);
    return spe_check_record(&c, r, NULL, 0);
}

/* The written bytes are the record, which keeps the rules if the complete data does. */
static void check_written(struct spe_record *whole, uint32_t without)
{
    static spe_decoder d;
    struct spe_record got, rest;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, world.bytes, world.size);
    CHECK(spe_decoder_next(&d, &got) == 1 && spe_decoder_next(&d, &rest) == 0);
    CHECK(spe_decoder_finish(&d, &rest) == 0 && world.size % core.alignment == 0);
    whole->events_size = got.events_size;
    whole->data_source_size = whole->present & SPE_HAS_DATA_SOURCE ? got.data_source_size : 0;
    whole->flags = got.flags;
    whole->size = got.size;
    whole->offset = got.offset;
    const int broken = rules_broken(whole);
    whole->present &= ~without;
    if (!(whole->present & SPE_HAS_DATA_SOURCE))
        whole->data_source_size = 0;
    check_same_packets(whole, &got);
    CHECK(broken || !rules_broken(&got));
}

static int filter_keeps(spe_unit *u, const struct spe_record *r, uint64_t types)
{
    struct spe_filter_registers f = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    f.pmsfcr = get(u, SPE_REG_PMSFCR_EL1) & spe_filter_controls(&core);
    f.pmsevfr = get(u, SPE_REG_PMSEVFR_EL1);
    f.pmsnevfr = get(u, SPE_REG_PMSNEVFR_EL1);
    f.pmslatfr = get(u, SPE_REG_PMSLATFR_EL1) & 0xffff;
    f.pmsdsfr = get(u, SPE_REG_PMSDSFR_EL1);
    CHECK(spe_filter_compile(&f, &core, &filter, NULL) == SPE_OK);
    types |= spe_filter_types(r->op_class, r->op_payload);
    return spe_filter_keeps(&filter, r) && (!(f.pmsfcr & SPE_FILTER_FT) || spe_filter_keeps_types(f.pmsfcr, types));
}

/* By the types of what was recorded */
static void check_types(spe_unit *u, const struct spe_unit_counts *a, const struct spe_unit_counts *b, uint64_t types)
{
    const uint64_t pmsfcr = get(u, SPE_REG_PMSFCR_EL1) & spe_filter_controls(&core);
    const uint64_t extended = core.flags & SPE_FEATURE_EFT ? types : 0;
    const uint64_t wanted = pmsfcr & UINT64_C(0x001f0000001f0000);
    CHECK(b->sample_feed_br - a->sample_feed_br == !!(types & SPE_FILTER_B));
    CHECK(b->sample_feed_ld - a->sample_feed_ld == !!(types & SPE_FILTER_LD));
    CHECK(b->sample_feed_st - a->sample_feed_st == !!(types & SPE_FILTER_ST));
    CHECK(b->sample_feed_fp - a->sample_feed_fp == !!(extended & SPE_FILTER_FP));
    CHECK(b->sample_feed_simd - a->sample_feed_simd == !!(extended & SPE_FILTER_SIMD));
    CHECK(b->sample_feed_op - a->sample_feed_op == (wanted && spe_filter_keeps_types(wanted, types)));
}

/* The reason why a sample ends without a record: what was given does not fit. */
static void check_refusal(const struct spe_record *what, int status)
{
    const uint64_t events = what->present & SPE_HAS_EVENTS ? what->events : 0;
    const unsigned slots = config.layout == SPE_LAYOUT_SLOTS_64;
    const unsigned size = config.events_size ? config.events_size : slots ? 2 : 4;
    CHECK(status == SPE_E_RANGE || status == SPE_E_KIND || status == SPE_E_LAYOUT);
    CHECK(status != SPE_E_RANGE || (size < 8 && events >> 8 * size) || config.data_source_size == 1 || slots);
    CHECK(status != SPE_E_KIND || ((what->present & SPE_HAS_OPERATION) && what->op_class > 2));
    CHECK(status != SPE_E_LAYOUT || slots || core.max_record_size < 128);
}

static void check_counts(const struct spe_unit_counts *a, const struct spe_unit_counts *b)
{
    const uint64_t *before = &a->sample_pop, *after = &b->sample_pop;
    for (unsigned i = 0; i < sizeof *a / 8; i++)
        CHECK(after[i] - before[i] <= 1);
    CHECK(b->sample_feed == a->sample_feed + 1 && b->sample_feed <= world.chosen &&
          b->sample_filtrate <= b->sample_feed);
    CHECK(b->sample_pop == a->sample_pop && b->sample_collision == a->sample_collision);
    CHECK(!b->reserved[0] && !b->reserved[1]);
}

/* The effects of a sample that has ended. */
static void check_end(spe_unit *u, const struct sample *s, const struct spe_record *what, uint64_t types,
                      const struct spe_profiling *p, const struct world *was, uint64_t pointer, int writes, int status)
{
    struct spe_record whole = whole_record(s, what), r = whole;
    const uint64_t limit = get(u, SPE_REG_PMBLIMITR_EL1) & ~UINT64_C(0xfff);
    const uint32_t without = withheld(s, &whole, p);
    r.present &= ~without;
    const int kept = writes && filter_keeps(u, &r, types), written = kept && p->discards != SPE_PROFILING_YES;
    CHECK(world.writes - was->writes == (size_t)written);
    CHECK(status == (written && world.done == world.size));
    CHECK(get(u, SPE_REG_PMBPTR_EL1) == pointer + (written ? world.done : 0));
    if (!written)
        return;
    CHECK(world.address == pointer && pointer < limit && world.size <= limit - pointer);
    check_written(&whole, without);
    const int full = get(u, SPE_REG_PMBPTR_EL1) > limit - core.max_record_size;
    CHECK(world.enabled || !is_enabled(u));
    if (!status) {
        /* EA and DL are set, never cleared (D17.7). */
        const uint64_t pmbsr = get(u, find_syndrome(u, world.fault)), mask = UINT64_C(0x00fffffffc00ffff);
        CHECK((pmbsr & mask) == (world.fault & mask) && (pmbsr >> 19 & 1 || !world.done));
        CHECK(!(world.fault & ~pmbsr & UINT64_C(1) << 18));
    } else if (full) {
        CHECK((get(u, find_syndrome(u, 0)) & UINT64_C(0x00fffffffc02ffff)) == (S | SPE_BSC_FULL));
    }
    struct spe_profiling after;
    read_profiling(u, &after);
    CHECK(after.stopped == (full || !status ? SPE_PROFILING_YES : SPE_PROFILING_NO));
}

static void complete(spe_unit *u, unsigned number, struct spe_gen_source *t)
{
    struct sample *s = &world.samples[number];
    const struct spe_record what = take_record(t);
    const uint64_t types = spe_gen_take(t, 1) % 4 * SPE_FILTER_FP, faults = spe_gen_take(t, 1);
    const struct world was = world;
    const struct spe_unit_counts before = count(u);
    const uint64_t pointer = get(u, SPE_REG_PMBPTR_EL1);
    struct spe_profiling p;
    read_profiling(u, &p);
    const int writes = may_write(u, &p) && !s->lost;
    world.fault_at = faults & 1 ? faults / 2 : SIZE_MAX;
    world.fault = faults & 1 ? spe_gen_take(t, 8) : 0;
    const int status = spe_unit_complete(u, (int)number + 1, &what, types);
    const struct spe_unit_counts after = count(u);
    CHECK(s->in_flight || status == SPE_E_ARG);
    CHECK(!s->in_flight || s->begun || status == SPE_E_STATE);
    if (status < 0) {
        CHECK(world.writes == was.writes && get(u, SPE_REG_PMBPTR_EL1) == pointer);
        CHECK(after.sample_feed - before.sample_feed == (uint64_t)(s->in_flight && s->begun));
        CHECK(after.sample_filtrate == before.sample_filtrate);
        if (s->in_flight && s->begun) {
            check_refusal(&what, status);
            s->in_flight = s->begun = 0;
        }
        return;
    }
    check_counts(&before, &after);
    const struct spe_record whole = whole_record(s, &what);
    check_types(u, &before, &after, types | spe_filter_types(whole.op_class, whole.op_payload));
    check_end(u, s, &what, types, &p, &was, pointer, writes, status);
    const uint64_t limit = get(u, SPE_REG_PMBLIMITR_EL1) & ~UINT64_C(0xfff);
    const int full = world.writes != was.writes && get(u, SPE_REG_PMBPTR_EL1) > limit - core.max_record_size;
    CHECK(after.sample_buffer_full - before.sample_buffer_full == (uint64_t)full);
    s->in_flight = s->begun = 0;
    look_again(u);
}

/* -- steps -- */

/* The register's value after MSR: RAZ/WI events are zero (D24.7.11, D24.7.17), and without EL2 PCT is 0b01
 * (D24.7.8). */
static uint64_t kept(spe_unit *u, unsigned reg, uint64_t raw)
{
    const int has_fne = (core.flags & SPE_FEATURE_FNE) != 0, has_el2 = (get(u, SPE_REG_ID_AA64PFR0_EL1) >> 8 & 15) != 0;
    if (reg == SPE_REG_PMSEVFR_EL1 || (reg == SPE_REG_PMSNEVFR_EL1 && has_fne))
        return raw & spe_filter_events(&core);
    return reg == SPE_REG_PMSCR_EL1 && !has_el2 ? (raw & ~UINT64_C(0xc0)) | 0x40 : raw;
}

static void write_register(spe_unit *u, unsigned reg, uint64_t raw)
{
    CHECK(spe_unit_write_register(u, reg, raw) == SPE_OK && get(u, reg) == kept(u, reg, raw));
    world.regular = 0;
    look_again(u);
}

/* Sets up profiling as drivers do, so that random bytes need not do so. */
static void program(spe_unit *u, struct spe_gen_source *t)
{
    const uint64_t base = take_address(t) << 12 >> 4 & ~UINT64_C(0xfff), pages = 1 + spe_gen_take(t, 1) % 4,
                   from = spe_gen_take(t, 2);
    const uint64_t room = pages * 4096 - core.max_record_size;
    write_register(u, SPE_REG_PMBLIMITR_EL1, 0);
    write_register(u, SPE_REG_PMBSR_EL1, 0);
    const uint64_t interval = spe_gen_take(t, 1);
    write_register(u, SPE_REG_PMSIRR_EL1, (interval % 4 + 1) << 8 | interval >> 7);
    write_register(u, SPE_REG_PMSICR_EL1, spe_gen_take(t, 1));
    write_register(u, SPE_REG_PMSCR_EL1, spe_gen_take(t, 1) | 3);
    write_register(u, SPE_REG_PMSFCR_EL1, 0);
    write_register(u, SPE_REG_PMBPTR_EL1, base + from % (room + 1) / core.alignment * core.alignment);
    write_register(u, SPE_REG_PMBLIMITR_EL1, (base + pages * 4096) | 1);
}

static void set_level(spe_unit *u, unsigned el, unsigned state)
{
    CHECK(spe_unit_set_level(u, el, state) == SPE_OK);
    world.el = el;
    world.state = state;
    look_again(u);
}

static void branch(spe_unit *u, uint64_t target)
{
    CHECK(spe_unit_branch(u, target) == SPE_OK);
    world.has_previous = 1;
    spe_address_build_pc(target & UINT64_MAX >> 8, world.el, world.state, &world.previous);
}

static void ask(spe_unit *u)
{
    struct spe_profiling p;
    read_profiling(u, &p);
    const uint32_t problems = spe_unit_problems(u);
    CHECK(spe_unit_interrupt(u) == (p.interrupt == SPE_PROFILING_YES && (get(u, SPE_REG_PMBSR_EL1) & S)));
    CHECK(spe_unit_problem(problems) && (!problems || strcmp(spe_unit_problem(problems), "unknown") != 0));
    CHECK(!problems || (p.buffer_enabled && (p.stopped != SPE_PROFILING_YES || problems == SPE_UNIT_LATE_WRITE)));
    CHECK((unsigned)spe_unit_prefers_store(u) <= 1);
}

/* Makes one step. A block is cut into `pieces` pieces, which must make no difference. */
static void step(spe_unit *u, struct spe_gen_source *t, unsigned pieces)
{
    const unsigned what = (unsigned)spe_gen_take(t, 1), number = what / 16 % SPE_UNIT_IN_FLIGHT;
    unsigned reg;
    switch (what % 16) {
    case 0:
        reg = writable[spe_gen_take(t, 1) % WRITABLE];
        write_register(u, reg, spe_gen_take(t, 8));
        break;
    case 1:
        program(u, t);
        break;
    case 2:
        set_level(u, number % 4, what / 64 % 3);
        break;
    case 3:
        set_level(u, number % 2, SPE_STATE_NON_SECURE);
        break;
    case 4:
        block(u, spe_gen_take(t, 2), pieces);
        break;
    case 5:
        block(u, UINT64_MAX, pieces);
        operation(u);
        break;
    case 6: /* the next operation is perhaps chosen */
        write_register(u, SPE_REG_PMSICR_EL1, 1);
        operation(u);
        break;
    case 7:
    case 8:
        operation(u);
        break;
    case 9:
        begin(u, number, t);
        break;
    case 10:
        branch(u, spe_gen_take(t, 8));
        break;
    case 11:
        ask(u);
        break;
    case 12:
        CHECK(spe_unit_complete(u, (int)number + 1, NULL, 0) == (world.samples[number].in_flight ? 0 : SPE_E_ARG));
        world.samples[number].in_flight = 0;
        break;
    case 13: /* a whole sample */
        write_register(u, SPE_REG_PMSICR_EL1, 1);
        operation(u);
        begin(u, number, t);
        complete(u, number, t);
        break;
    default:
        begin(u, number, t);
        complete(u, number, t);
        break;
    }
}

/* Restores `to`, a unit of the same core, from a snapshot of `from`. */
static void migrate(spe_unit *to, spe_unit *from)
{
    static uint8_t bytes[SPE_UNIT_SIZE];
    const int64_t size = spe_device_snapshot(from, bytes, sizeof bytes);
    CHECK(size > 0 && spe_device_restore(to, bytes, (size_t)size) == SPE_OK);
}

static void check_same(spe_unit *a, spe_unit *b)
{
    static uint8_t of_a[SPE_UNIT_SIZE], of_b[SPE_UNIT_SIZE];
    const int64_t size = spe_device_snapshot(a, of_a, sizeof of_a);
    CHECK(spe_device_snapshot(b, of_b, sizeof of_b) == size && !memcmp(of_a, of_b, (size_t)size));
    CHECK(spe_unit_problems(a) == spe_unit_problems(b) && spe_unit_idle(a) == spe_unit_idle(b));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static spe_unit unit, copy, moved;
    static struct world before, after;
    const uint8_t *input = guarded_input(data, &size);
    struct spe_gen_source t = {input, size, 0};
    memset(&world, 0, sizeof world);
    world.el = 3;
    take_core(&t);
    const char *problem = spe_unit_config_problem(&config);
    CHECK(spe_unit_init(&unit, &config) == (problem ? SPE_E_CONFIG : SPE_OK));
    if (problem) {
        CHECK(spe_unit_operation(&unit) == 0 && spe_unit_set_level(&unit, 0, 0) == SPE_E_STATE);
        return 0;
    }
    CHECK(spe_features_from_registers(ids, IDS, config.features, &core) == SPE_OK);
    CHECK(spe_unit_init(&moved, &config) == SPE_OK);
    while (t.left) {
        struct spe_gen_source again = t, third = t;
        before = world;
        copy = unit;
        step(&copy, &again, 3);
        after = world;
        world = before;
        migrate(&moved, &unit);
        step(&moved, &third, 2);
        /* NOLINTNEXTLINE(*-memory-comparison,cert-*): as below */
        CHECK(!memcmp(&after, &world, sizeof world));
        world = before;
        step(&unit, &t, 1);
        /* NOLINTNEXTLINE(*-memory-comparison,cert-*): both are copies of one static object, whose padding is 0 */
        CHECK(t.left == again.left && !memcmp(&after, &world, sizeof world));
        count(&unit);
        count(&copy);
        CHECK(!memcmp(&copy, &unit, sizeof unit));
        check_same(&moved, &unit);
    }
    return 0;
}
