/* SPDX-License-Identifier: MIT */
/* The manual's tables of when profiling is enabled and when it is stopped, row by row; and the effects of a fault in
 * the last record before the limit. */
#include "tap.h"
#include "unit_bench.h"

#define ANY 9

static struct bench b;

static const uint64_t n1 = V1P0_FLAGS | MAX_SIZE(6) | COUNT_12;

/* -- Table D17-1: when profiling is enabled -- */

/* clang-format off */
enum control { D, E0SPE, E1SPE, E2SPE, E0HSPE, NA };

/* ANY is the manual's x. Of NSPB and E2PB only the upper bit. */
static const struct row {
    uint8_t state, nspbe, nspb, e2pb, eel2, tge;
    uint8_t by[3]; /* EL0, EL1, EL2 */
} rows[] = {
    {SPE_STATE_NON_SECURE, 1, 0, ANY, ANY, ANY, {D,      D,     D}},
    {SPE_STATE_NON_SECURE, 0, 1, 1,   ANY, 0,   {E0SPE,  E1SPE, D}},
    {SPE_STATE_NON_SECURE, 0, 1, 1,   ANY, 1,   {D,      NA,    D}},
    {SPE_STATE_NON_SECURE, 0, 1, 0,   ANY, 0,   {E0SPE,  E1SPE, E2SPE}},
    {SPE_STATE_NON_SECURE, 0, 1, 0,   ANY, 1,   {E0HSPE, NA,    E2SPE}},
    {SPE_STATE_SECURE,     0, 1, ANY, ANY, ANY, {D,      D,     D}},
    {SPE_STATE_SECURE,     0, 0, ANY, 0,   ANY, {E0SPE,  E1SPE, NA}},
    {SPE_STATE_SECURE,     0, 0, 1,   1,   0,   {E0SPE,  E1SPE, D}},
    {SPE_STATE_SECURE,     0, 0, 1,   1,   1,   {D,      NA,    D}},
    {SPE_STATE_SECURE,     0, 0, 0,   1,   0,   {E0SPE,  E1SPE, E2SPE}},
    {SPE_STATE_SECURE,     0, 0, 0,   1,   1,   {E0HSPE, NA,    E2SPE}},
    {SPE_STATE_REALM,      1, 0, ANY, ANY, ANY, {D,      D,     D}},
    {SPE_STATE_REALM,      1, 1, 1,   ANY, 0,   {E0SPE,  E1SPE, D}},
    {SPE_STATE_REALM,      1, 1, 1,   ANY, 1,   {D,      NA,    D}},
    {SPE_STATE_REALM,      1, 1, 0,   ANY, 0,   {E0SPE,  E1SPE, E2SPE}},
    {SPE_STATE_REALM,      1, 1, 0,   ANY, 1,   {E0HSPE, NA,    E2SPE}},
};
/* clang-format on */

static int is_or_any(unsigned value, unsigned row)
{
    return row == ANY || row == value;
}

/* The row of a setting; NULL if another state owns the buffer, which the table does not cover. */
static const struct row *find_row(const struct row *in)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].state == in->state && rows[i].nspbe == in->nspbe && rows[i].nspb == in->nspb &&
            is_or_any(in->e2pb, rows[i].e2pb) && is_or_any(in->eel2, rows[i].eel2) && is_or_any(in->tge, rows[i].tge))
            return &rows[i];
    return NULL;
}

/* A core with all levels and states and this setting. `bits` are the two enables of PMSCR_EL1 and of PMSCR_EL2, and the
 * lower bits of NSPB and E2PB, which do not matter here. */
static void start(const struct row *in, unsigned bits)
{
    bench_core(&b, n1, 6);
    b.registers[3].raw = PFR0_EL2 | PFR0_EL3 | UINT64_C(1) << 52 | UINT64_C(1) << 36; /* RME, Secure EL2 */
    b.config.features = SPE_FEATURE_SECURE;
    bench_start(&b, BUFFER);
    const uint64_t ns = in->state != SPE_STATE_SECURE, nse = in->state == SPE_STATE_REALM;
    bench_write(&b, SPE_REG_SCR_EL3, nse << 62 | (uint64_t)in->eel2 << 18 | ns);
    bench_write(&b, SPE_REG_MDCR_EL3, (uint64_t)in->nspbe << 11 | (uint64_t)in->nspb << 13 | (bits >> 4 & 1) << 12);
    bench_write(&b, SPE_REG_MDCR_EL2, (uint64_t)in->e2pb << 13 | (uint64_t)(in->e2pb & bits >> 5) << 12);
    bench_write(&b, SPE_REG_HCR_EL2, (uint64_t)in->tge << 27);
    bench_write(&b, SPE_REG_PMSCR_EL1, bits & 3);
    bench_write(&b, SPE_REG_PMSCR_EL2, bits >> 2 & 3);
}

static unsigned try_setting(const struct row *in, unsigned bits)
{
    const struct row *row = find_row(in);
    const unsigned enables[6] = {0, bits & 1, bits >> 1 & 1, bits >> 3 & 1, bits >> 2 & 1, 0};
    unsigned wrong = 0;
    start(in, bits);
    for (unsigned el = 0; el < 3; el++) {
        if (row && row->by[el] == NA)
            continue;
        const int want = row ? (int)enables[row->by[el]] : 0;
        if (bench_samples_at(&b, el, in->state) != want && !wrong++)
            diag("row %d, EL%u, enables %#x: want %d", row ? (int)(row - rows) : -1, el, bits, want);
    }
    return wrong + (unsigned)bench_samples_at(&b, 3, SPE_STATE_SECURE);
}

static void enabling(void)
{
    unsigned wrong = 0, cases = 0;
    for (unsigned i = 0; i < 3 * 32; i++) {
        const struct row in = {(uint8_t)(i / 32), i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3 & 1, i >> 4 & 1, {0}};
        for (unsigned bits = 0; bits < 64; bits++, cases++)
            wrong += try_setting(&in, bits);
    }
    is(wrong, 0, "Table D17-1, each row with each enable");
    is(cases, 96 * 64, "... in three Security states");
}

/* -- Table D17-2: when profiling is stopped -- */

static void stopping(void)
{
    unsigned wrong = 0, stopped = 0;
    for (unsigned i = 0; i < 256; i++) {
        const uint64_t s1 = i & 1, s2 = i >> 1 & 1, s3 = i >> 2 & 1, pmsee = i >> 3 & 3, ee = i >> 5 & 3, exc = i >> 7;
        bench_core(&b, n1, 6);
        b.registers[2].raw = (uint64_t)SPE_V1P5 << 32;
        b.registers[3].raw = PFR0_EL2 | PFR0_EL3;
        b.registers[4].raw = exc << 16; /* SPE_EXC */
        bench_start(&b, BUFFER);
        bench_write(&b, SPE_REG_SCR_EL3, 1);
        bench_write(&b, SPE_REG_MDCR_EL3, pmsee << 51 | 3 << 12);
        bench_write(&b, SPE_REG_MDCR_EL2, 3 << 12);
        bench_write(&b, SPE_REG_PMSCR_EL2, ee << 8);
        bench_write(&b, SPE_REG_PMBSR_EL1, s1 << 17);
        bench_write(&b, SPE_REG_PMBSR_EL2, s2 << 17);
        bench_write(&b, SPE_REG_PMBSR_EL3, s3 << 17);
        const int want = s1 || (exc && pmsee >= 2 && s3) || (exc && pmsee && ee >= 2 && s2);
        wrong += bench_samples_at(&b, 0, SPE_STATE_NON_SECURE) == want;
        stopped += (unsigned)want;
    }
    is(wrong, 0,
       "Table D17-2: stopped by PMBSR_EL1.S, and by S of EL2 and EL3 if the profiling exception is enabled there");
    is(stopped, 128 + 24, "... in so many settings");
}

/* What the unit itself records stops profiling at once: software need not access a register first. All other tests do;
 * Linux's driver (lab/tests/linux) does not. */
static void stops_by_itself(void)
{
    const struct spe_record what = bench_other();
    unsigned sampled = 0;
    for (uint64_t room = 4096 - 64; room <= 4096; room += 64) { /* a fault in the last record, or buffer full */
        bench_core(&b, n1, 6);
        b.memory.size = room;
        bench_start(&b, 4096);
        bench_write(&b, SPE_REG_PMBPTR_EL1, BASE + 4096 - 64);
        bench_sample(&b, &what, 0);
        is(spe_unit_interrupt(&b.unit), 1, room < 4096 ? "a fault" : "buffer full");
        is(spe_unit_is_enabled(&b.unit), 0, "... disables profiling");
        for (unsigned i = 0; i < 1000; i++)
            sampled += (unsigned)spe_unit_operation(&b.unit);
        is(sampled, 0, "... nothing is sampled, although no register was accessed");
        is(bench_counts(&b).sample_pop, 1, "... nor counted");
    }
}

/* -- in flight -- */

/* What happens to a sample in flight if a register is written and then restored. */
static int written_back(unsigned reg, uint64_t meanwhile)
{
    const struct spe_record what = bench_other();
    const struct spe_unit_start begin = {0x401000, 0, 0, 0, 0, 0};
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    bench_next(&b);
    const int sample = spe_unit_operation(&b.unit);
    spe_unit_begin(&b.unit, sample, &begin);
    const uint64_t before = bench_read(&b, reg);
    bench_write(&b, reg, meanwhile);
    spe_unit_set_level(&b.unit, 3, SPE_STATE_NON_SECURE);
    bench_write(&b, reg, before);
    spe_unit_set_level(&b.unit, 0, SPE_STATE_NON_SECURE);
    return spe_unit_complete(&b.unit, sample, &what, 0);
}

/* If a driver restarts profiling before its PSB CSYNC, earlier samples are not written to the new buffer (D17.4). */
static void restarted(void)
{
    const struct spe_record what = bench_other();
    is(written_back(SPE_REG_PMBLIMITR_EL1, 0), 0,
       "in flight while the buffer is disabled: lost, although it is enabled again");
    is(bench_read(&b, SPE_REG_PMBPTR_EL1), BASE, "... nothing is written");
    is(bench_counts(&b).sample_feed, 1, "... SAMPLE_FEED counts it");
    is(bench_counts(&b).sample_filtrate, 0, "... SAMPLE_FILTRATE does not");
    is(bench_sample(&b, &what, 0), 1, "... the next one, of the same number, is written");
    is(written_back(SPE_REG_PMBSR_EL1, 1 << 17), 0, "the same if profiling stops and continues");
    is(written_back(SPE_REG_PMSCR_EL1, 0), 1, "not lost: no level is profiled in between");
    is(written_back(SPE_REG_PMSFCR_EL1, 1), 1, "not lost: the filter is invalid in between");
}

/* While software does what it must not do, a sample in flight is not written. */
static void problem_at_the_end(void)
{
    const struct spe_record what = bench_other();
    const struct spe_unit_start begin = {0x401000, 0, 0, 0, 0, 0};
    bench_core(&b, n1, 6);
    bench_start(&b, BUFFER);
    bench_next(&b);
    const int sample = spe_unit_operation(&b.unit);
    spe_unit_begin(&b.unit, sample, &begin);
    bench_write(&b, SPE_REG_PMSIRR_EL1, 0);
    is(spe_unit_problems(&b.unit), SPE_UNIT_INTERVAL_ZERO, "an interval of 0 while a sample is in flight");
    is(spe_unit_complete(&b.unit, sample, &what, 0), 0, "... which is not written");
    is(bench_read(&b, SPE_REG_PMBPTR_EL1), BASE, "... the pointer stays");
}

/* lab/docs/unit.md: a kernel without firmware and hypervisor, on a core that has EL2 and EL3 */
static void booted_directly(void)
{
    bench_core(&b, n1, 6);
    b.registers[3].raw = PFR0_EL2 | PFR0_EL3;
    bench_start(&b, BUFFER);
    is(bench_samples_at(&b, 1, SPE_STATE_NON_SECURE), 0, "after reset Non-secure EL1 does not own the buffer");
    bench_write(&b, SPE_REG_SCR_EL3, 1);
    bench_write(&b, SPE_REG_MDCR_EL3, 3 << 12);
    is(bench_samples_at(&b, 1, SPE_STATE_NON_SECURE), 1, "... EL1 is sampled while EL2 owns the buffer");
    is(spe_unit_problems(&b.unit), 0, "... without a problem");
    bench_write(&b, SPE_REG_MDCR_EL2, 3 << 12);
    bench_write(&b, SPE_REG_PMSCR_EL1, 3 | 1 << 5);
    const struct spe_record what = bench_other();
    struct spe_record record = {0};
    spe_unit_set_level(&b.unit, 1, SPE_STATE_NON_SECURE);
    is(bench_sample(&b, &what, 0), 1, "... and after EL1 owns it");
    bench_decode(&b, 64, &record);
    ok((record.present & SPE_HAS_TIMESTAMP) != 0, "... with a timestamp of its choice");
}

/* Operations from here to the next sample */
static unsigned distance(spe_unit *unit)
{
    unsigned n = 1;
    while (!spe_unit_operation(unit) && n < 10000)
        n++;
    return n;
}

/* lab/docs/unit.md: what a context switch and a snapshot save */
static void saved(void)
{
    unsigned wrong = 0;
    for (unsigned done = 1; done < 257; done++) {
        spe_unit restored;
        bench_core(&b, n1 | PMSIDR_ERND, 6);
        bench_start(&b, BUFFER);
        for (unsigned i = 0; i < done; i++)
            wrong += (unsigned)spe_unit_operation(&b.unit);
        spe_unit_init(&restored, &b.config);
        for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
            spe_unit_write_register(&restored, reg, bench_read(&b, reg));
        spe_unit_set_level(&restored, 0, SPE_STATE_NON_SECURE);
        wrong += distance(&restored) != 257 - done;
        const uint64_t count = bench_read(&b, SPE_REG_PMSICR_EL1);
        bench_write(&b, SPE_REG_PMSCR_EL1, 0);
        for (unsigned i = 0; i < 300; i++)
            wrong += (unsigned)spe_unit_operation(&b.unit);
        bench_write(&b, SPE_REG_PMSICR_EL1, 77);
        bench_write(&b, SPE_REG_PMSICR_EL1, count);
        bench_write(&b, SPE_REG_PMSCR_EL1, 3);
        wrong += distance(&b.unit) != 257 - done;
    }
    is(wrong, 0, "after registers are read and written back, here or in another unit, sampling continues where it was");
}

/* -- sizes -- */

/* The longest record of a load on a core without FEAT_SPE_PBT: everything that software can enable. */
static int longest_load(uint8_t data_source_size, unsigned max_size)
{
    struct spe_record what = bench_other();
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(max_size) | COUNT_12, 6);
    b.registers[3].raw = PFR0_EL2;
    b.config.data_source_size = data_source_size;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMSCR_EL1, 3 | 7 << 3);
    bench_write(&b, SPE_REG_PMSCR_EL2, 3 | 7 << 3);
    what.op_class = SPE_CLASS_LOAD_STORE;
    what.present |= SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |
                    SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_DATA_SOURCE;
    return bench_sample(&b, &what, 0);
}

static void sizes(void)
{
    struct spe_record record = {0};
    is(longest_load(0, 6), 1, "the longest load fits 64 bytes, at the default sizes");
    bench_decode(&b, 64, &record);
    is(record.size, 64, "... exactly");
    is(record.events_size, 4, "... with Events of 4 bytes");
    is(record.data_source_size, 1, "... and a Data Source of 1");
    is(longest_load(2, 6), SPE_E_LAYOUT, "... but not with one of 2");
    is(bench_sample(&b, NULL, 0), 0, "... and the next sample does not collide");
    is(bench_counts(&b).sample_feed, 2, "... both are counted");
    is(longest_load(0, 7), 1, "the same if records are longer");
    bench_decode(&b, 128, &record);
    is(record.data_source_size, 2, "... with a Data Source of 2 bytes");
}

/* -- faults -- */

static uint64_t fault;

/* Accepts bytes up to the end of the memory, then answers `fault`. */
static size_t write_some(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    const size_t done = spe_unit_write_memory(context, write, syndrome);
    *syndrome = done < write->size ? fault : 0;
    return done;
}

/* Writes three samples into `room` bytes of memory. Returns the result of the last; if `ends` is not NULL, it gets the
 * end of each. */
static int three_samples(unsigned max_size, unsigned align, uint64_t room, uint64_t *ends)
{
    struct spe_record what = bench_other();
    int status = 0;
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(max_size) | COUNT_16, align);
    b.memory.size = room;
    bench_start(&b, BUFFER);
    for (unsigned i = 0; i < 3; i++) {
        what.present |= i ? SPE_HAS_TOTAL_LATENCY : 0; /* records of two lengths */
        status = bench_sample(&b, &what, 0);
        if (ends)
            ends[i] = bench_read(&b, SPE_REG_PMBPTR_EL1) - BASE;
    }
    return status;
}

static unsigned fault_everywhere(unsigned max_size, unsigned align)
{
    static uint8_t whole[BUFFER];
    uint64_t ends[3];
    unsigned wrong = three_samples(max_size, align, BUFFER, ends) != 1;
    memcpy(whole, b.bytes, sizeof whole);
    for (uint64_t n = ends[1]; n < ends[2]; n++) {
        const uint64_t want = UINT64_C(0x24) << 26 | 7 | 1 << 17 | (n > ends[1] ? 1 << 19 : 0);
        const int status = three_samples(max_size, align, n, NULL);
        wrong += status != 0 || bench_read(&b, SPE_REG_PMBPTR_EL1) != BASE + n ||
                 bench_read(&b, SPE_REG_PMBSR_EL1) != want || memcmp(b.bytes, whole, (size_t)n) != 0 ||
                 b.bytes[(size_t)n];
    }
    return wrong;
}

static void faults(void)
{
    unsigned wrong = 0;
    for (unsigned max_size = 6; max_size <= 11; max_size++)
        for (unsigned align = 0; align <= max_size; align++)
            wrong += fault_everywhere(max_size, align);
    is(wrong, 0, "a fault at each byte of a record, at every MaxSize and Align");
}

/* SPECompleteSample() calls SPEBufferIsFull() whatever SPEWriteToBuffer() did. The PMU event is therefore counted, and
 * buffer full is recorded, too, if it goes to another level than the fault. */
static void last_record(int delegated)
{
    const struct spe_record what = bench_other();
    unsigned wrong = 0;
    fault = (uint64_t)SPE_EC_STAGE2 << 26 | 7;
    for (unsigned n = 0; n < 64; n++) {
        bench_core(&b, n1, 6);
        b.registers[2].raw = (uint64_t)SPE_V1P5 << 32;
        b.registers[3].raw = PFR0_EL2;
        b.registers[4].raw = (uint64_t)delegated << 16;
        b.config.write = write_some;
        b.memory.size = 4096 - 64 + n;
        bench_start(&b, 4096);
        bench_write(&b, SPE_REG_MDCR_EL2, 3 << 12);
        bench_write(&b, SPE_REG_PMSCR_EL2, 2 << 8);
        bench_write(&b, SPE_REG_PMBPTR_EL1, BASE + 4096 - 64);
        const int status = bench_sample(&b, &what, 0);
        const uint64_t s = UINT64_C(1) << 17, full = n ? s | SPE_BSC_FULL : 0,
                       syndrome = fault | s | (n ? 1u << 19 : 0);
        const uint64_t el1 = bench_read(&b, SPE_REG_PMBSR_EL1), el2 = bench_read(&b, SPE_REG_PMBSR_EL2);
        wrong += status != 0 || bench_read(&b, SPE_REG_PMBPTR_EL1) != BASE + 4096 - 64 + n;
        wrong += el1 != (delegated ? full : syndrome) || el2 != (delegated ? syndrome : 0);
        wrong += bench_counts(&b).sample_buffer_full != (n > 0);
        wrong += bench_samples_at(&b, 0, SPE_STATE_NON_SECURE) != 0;
    }
    is(wrong, 0,
       delegated ? "... and both are recorded where they go to different levels"
                 : "a fault in the last record: it is recorded, and SAMPLE_BUFFER_FULL counts");
}

int main(void)
{
    enabling();
    stopping();
    stops_by_itself();
    restarted();
    problem_at_the_end();
    booted_directly();
    saved();
    sizes();
    faults();
    last_record(0);
    last_record(1);
    return tap_done();
}
