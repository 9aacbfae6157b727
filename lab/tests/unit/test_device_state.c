/* SPDX-License-Identifier: MIT */
/* device.h: snapshots at any moment, damaged and foreign ones. test_device.c has accesses and reset,
 * test_device_blocks.c counting by blocks. */
#include "device_machine.h"
#include "device_snapshot_1.h"
#include "random.h"

static void execute(struct machine *m, unsigned n)
{
    while (n--) {
        complete(m);
        const int sample = spe_unit_operation(&m->b.unit);
        tell(m, (uint64_t)sample);
        if (sample)
            begin(m, sample, 1 + below(m, 400));
        m->now++;
        if (!below(m, m->rarely))
            spe_unit_branch(&m->b.unit, m->now << 3);
    }
}

static void step(struct machine *m)
{
    const unsigned what = below(m, 12);
    if (what == 0)
        write_any_register(m);
    else if (what == 1)
        spe_unit_set_level(&m->b.unit, below(m, 8) ? below(m, 2) : 3, SPE_STATE_NON_SECURE);
    else
        execute(m, below(m, 200));
    if (spe_unit_interrupt(&m->b.unit) && !below(m, 3)) {
        bench_write(&m->b, SPE_REG_PMBPTR_EL1, BASE);
        bench_write(&m->b, SPE_REG_PMBSR_EL1, 0);
    }
    tell(m, (uint64_t)spe_unit_idle(&m->b.unit) << 8 | (uint64_t)spe_unit_interrupt(&m->b.unit));
    tell(m, spe_unit_problems(&m->b.unit));
}

/* -- snapshots -- */

/* A second machine continues from the snapshot, in its own memory. */
static void migrate(struct machine *to, struct machine *from, unsigned core)
{
    static uint8_t bytes[SNAPSHOT], again[SNAPSHOT];
    const size_t size = save(from, bytes);
    const struct machine before = *from;
    start_machine(to, core, 99);
    if (before.random & 1)
        spe_unit_set_level(&to->b.unit, 3, SPE_STATE_NON_SECURE);
    else
        execute(to, 300); /* it was in use */
    spe_unit_branch(&to->b.unit, 4);
    failures += spe_device_restore(&to->b.unit, bytes, size) != SPE_OK;
    failures += save(to, again) != size || memcmp(bytes, again, size) != 0;
    memcpy(to->b.bytes, before.b.bytes, sizeof to->b.bytes);
    to->random = before.random;
    to->rarely = before.rarely;
    to->now = before.now;
    to->told = before.told;
    memcpy(to->ends, before.ends, sizeof to->ends);
    memcpy(to->flies, before.flies, sizeof to->flies);
}

static void migrations(void)
{
    static struct machine source, target;
    uint64_t written = 0;
    for (unsigned seed = 1; seed <= 120; seed++) {
        const unsigned core = seed % CORES;
        start_machine(&source, core, seed);
        for (unsigned i = below(&source, 100); i; i--)
            step(&source);
        migrate(&target, &source, core);
        for (unsigned i = 0; i < 150; i++) {
            step(&source);
            step(&target);
        }
        written += bench_counts(&target.b).sample_filtrate;
        if (!is_same(&source, &target) && !failures++)
            diag("seed %u", seed);
    }
    ok_all("a snapshot at a random moment, restored and continued, gives the same bytes");
    if (!ok(written > 3000, "... of many records"))
        diag("%llu records", (unsigned long long)written);
}

/* -- damaged and foreign snapshots -- */

static struct machine victim;
static uint8_t intact[SNAPSHOT], bytes[2 * SNAPSHOT];
static size_t intact_size;

static void put32(uint8_t *to, uint64_t value)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get32(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

/* A checksum that is right, after a change: CRC-32 with its reflected polynomial, as zlib's crc32() */
static void seal(size_t size)
{
    uint32_t crc = UINT32_MAX;
    put32(bytes + 8, size);
    for (size_t i = 0; i < size; i++)
        for (unsigned bit = 0; bit < 8 && (i < 12 || i > 15); bit++) {
            const uint32_t differs = (crc ^ bytes[i] >> bit) & 1;
            crc = crc >> 1 ^ (differs ? 0xedb88320u : 0);
        }
    put32(bytes + 12, ~crc);
}

static int try_restore(size_t size)
{
    const spe_unit before = victim.b.unit;
    const int status = spe_device_restore(&victim.b.unit, bytes, size);
    if (status != SPE_OK && memcmp(&before, &victim.b.unit, sizeof before) != 0) {
        diag("the unit has changed");
        failures++;
    }
    victim.b.unit = before;
    return status;
}

static void refuse(size_t size, int want, const char *name)
{
    seal(size);
    is(try_restore(size), want, name);
    ok_all("... the unit is unchanged");
    memcpy(bytes, intact, intact_size);
}

/* The offset of a part: after its identifier, flags and size */
static size_t find_part(unsigned id)
{
    size_t at = 16;
    while (at < intact_size && intact[at] != id)
        at += 8 + get32(intact + at + 4);
    return at + 8;
}

static size_t part_length(unsigned id)
{
    return get32(intact + find_part(id) - 4);
}

/* Inserts n bytes of `value` at the end of a part. */
static size_t lengthen(unsigned id, const uint8_t *value, size_t n)
{
    const size_t at = find_part(id), end = at + part_length(id);
    put32(bytes + at - 4, part_length(id) + n);
    memcpy(bytes + end, value, n);
    memcpy(bytes + end + n, intact + end, intact_size - end);
    return intact_size + n;
}

static size_t append_part(unsigned id, unsigned flags, size_t length)
{
    uint8_t *to = bytes + intact_size;
    memset(to, 0, 8 + length);
    to[0] = (uint8_t)id;
    to[2] = (uint8_t)flags;
    put32(to + 4, length);
    return intact_size + 8 + length;
}

static void damaged(void)
{
    for (size_t i = 0; i < intact_size; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[i] ^= (uint8_t)(1u << bit);
            failures += try_restore(intact_size) != SPE_E_FORMAT;
            bytes[i] ^= (uint8_t)(1u << bit);
        }
    ok_all("each bit that is wrong is seen");
    for (size_t size = 0; size < intact_size; size++)
        failures += try_restore(size) != SPE_E_FORMAT;
    failures += try_restore(intact_size + 1) != SPE_E_FORMAT;
    ok_all("each size that is wrong");
    for (size_t size = 16; size < intact_size; size++) {
        seal(size);
        const int status = try_restore(size);
        failures += status != SPE_E_FORMAT;
        memcpy(bytes, intact, intact_size);
    }
    ok_all("... with a right checksum");
    for (unsigned n = 0; n < 20000; n++) {
        for (unsigned i = 1 + random_below(4); i; i--)
            bytes[4 + random_below((unsigned)intact_size - 4)] = (uint8_t)random_u64();
        seal(intact_size);
        const int status = try_restore(intact_size);
        failures += status != SPE_OK && status != SPE_E_FORMAT && status != SPE_E_KIND && status != SPE_E_CONFIG;
        memcpy(bytes, intact, intact_size);
    }
    ok_all("random values with a right checksum");
}

static void later_versions(void)
{
    static const uint8_t zeros[24], one[1] = {1};
    static const uint8_t latency[12] = {SPE_REG_PMSLATFR_EL1}, unknown[12] = {0xff}, set[12] = {0xff, 0, 0, 0, 0, 1};
    put32(bytes + 4, 2);
    refuse(intact_size, SPE_E_KIND, "another version of the format");
    refuse(append_part(77, 1, 5), SPE_E_KIND, "an unknown part that must not be ignored");
    refuse(append_part(77, 0, 5), SPE_OK, "... that may be ignored");
    refuse(append_part(77, 0, 0), SPE_OK, "... that is empty");
    refuse(append_part(3, 1, 64), SPE_E_FORMAT, "a part twice");
    refuse(lengthen(3, zeros, 9), SPE_OK, "a part with a new member that is 0");
    refuse(lengthen(3, one, 1), SPE_E_KIND, "... that is not 0");
    refuse(lengthen(2, latency, 12), SPE_OK, "a register twice, with the same value");
    refuse(lengthen(2, unknown, 12), SPE_OK, "an unknown register that is 0");
    refuse(lengthen(2, set, 12), SPE_E_KIND, "... that is not 0");
    refuse(lengthen(2, zeros, 5), SPE_E_FORMAT, "half a register");
    for (unsigned id = 1; id <= 5; id++) {
        bytes[find_part(id) - 8] = 77;
        bytes[find_part(id) - 6] = 0;
        refuse(intact_size, SPE_E_FORMAT, "without a part");
    }
    put32(bytes + find_part(5) - 4, part_length(5) + 1);
    refuse(intact_size, SPE_E_FORMAT, "a part that is longer than the rest");
}

static void foreign(void)
{
    static struct machine other;
    for (unsigned core = 1; core < CORES; core++) {
        start_machine(&other, core, 1);
        const size_t size = save(&other, bytes);
        is(try_restore(size), SPE_E_CONFIG, "a snapshot of another core");
    }
    start_machine(&other, 0, 1);
    other.b.config.in_flight = 2;
    bench_start(&other.b, BUFFER);
    is(try_restore(save(&other, bytes)), SPE_E_CONFIG, "... with another number of samples in flight");
    other.b.config.in_flight = 1;
    other.b.config.features = SPE_FEATURE_EXC;
    bench_start(&other.b, BUFFER);
    is(try_restore(save(&other, bytes)), SPE_E_CONFIG, "... with other features");
    memcpy(bytes, intact, intact_size);
    const size_t place = find_part(3), samples = find_part(4);
    bytes[place] = 4;
    refuse(intact_size, SPE_E_FORMAT, "EL4");
    bytes[place + 1] = 3;
    refuse(intact_size, SPE_E_FORMAT, "no such state");
    bytes[place + 2] = 2;
    refuse(intact_size, SPE_E_FORMAT, "a flag that is 2");
    const size_t length = part_length(4) / 8;
    bytes[samples + length - 3] = 2;
    refuse(intact_size, SPE_E_FORMAT, "... of a sample");
    bytes[samples + length - 2] = 2;
    refuse(intact_size, SPE_E_FORMAT, "... begun");
    bytes[samples + length - 1] = 2;
    refuse(intact_size, SPE_E_FORMAT, "... lost");
    bytes[samples + 2 * length - 3] = 1;
    refuse(intact_size, SPE_E_FORMAT, "a sample in a place that the unit lacks");
    const uint8_t events[12] = {SPE_REG_PMSEVFR_EL1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const size_t size = lengthen(2, events, 12);
    const spe_unit before = victim.b.unit;
    seal(size);
    is(spe_device_restore(&victim.b.unit, bytes, size), SPE_OK, "events that the core cannot filter by");
    const uint64_t kept = bench_read(&victim.b, SPE_REG_PMSEVFR_EL1);
    bench_write(&victim.b, SPE_REG_PMSEVFR_EL1, UINT64_MAX);
    is(bench_read(&victim.b, SPE_REG_PMSEVFR_EL1), kept, "... are RAZ/WI here as well");
    victim.b.unit = before;
    memcpy(bytes, intact, intact_size);
    put32(bytes + samples + length - 7, SPE_HAS_EVENTS);
    refuse(intact_size, SPE_E_FORMAT, "a field that no sample begins with");
}

static void mistakes(void)
{
    static spe_unit none;
    start_machine(&victim, 0, 5);
    execute(&victim, 1000);
    intact_size = save(&victim, intact);
    memset(bytes, 0xff, sizeof bytes);
    ok(spe_device_snapshot(&victim.b.unit, bytes, sizeof bytes) == (int64_t)intact_size &&
           !memcmp(bytes, intact, intact_size),
       "a snapshot, whatever was in its bytes before");
    memcpy(bytes, intact, sizeof intact);
    is(spe_device_snapshot_size(NULL) + spe_device_snapshot_size(&none), 0, "no unit has no size");
    is(spe_device_snapshot(NULL, bytes, sizeof bytes), SPE_E_STATE, "no unit to save");
    is(spe_device_snapshot(&none, bytes, sizeof bytes), SPE_E_STATE, "... zeroed storage");
    is(spe_device_snapshot(&victim.b.unit, NULL, 0), SPE_E_ARG, "nowhere to save to");
    is(spe_device_snapshot(&victim.b.unit, bytes, intact_size - 1), SPE_E_SPACE, "a byte too few");
    ok(!memcmp(bytes, intact, sizeof intact), "... and nothing is written");
    is(spe_device_restore(NULL, bytes, intact_size), SPE_E_STATE, "no unit to restore");
    is(spe_device_restore(&none, bytes, intact_size), SPE_E_STATE, "... zeroed storage");
    is(spe_device_restore(&victim.b.unit, NULL, 1), SPE_E_ARG, "nothing to restore");
    is(spe_device_restore(&victim.b.unit, NULL, 0), SPE_E_FORMAT, "no bytes");
    damaged();
    later_versions();
    foreign();
}

/* -- the format, as this version wrote it first -- */

/* The snapshot of core 1 with seed 11, after 3000 operations. It must be restored for ever, on every machine. */
static void first_format(void)
{
    static struct machine m, old;
    start_machine(&m, 1, 77);
    start_machine(&old, 1, 11);
    execute(&old, 3000);
    is(spe_device_restore(&m.b.unit, device_snapshot_1, sizeof device_snapshot_1), SPE_OK, "the first snapshot");
    m.random = old.random;
    m.rarely = old.rarely;
    m.now = old.now;
    m.told = old.told;
    memcpy(m.ends, old.ends, sizeof m.ends);
    memcpy(m.flies, old.flies, sizeof m.flies);
    memcpy(m.b.bytes, old.b.bytes, sizeof m.b.bytes);
    execute(&m, 5000);
    execute(&old, 5000);
    ok(is_same(&m, &old) && bench_counts(&m.b).sample_filtrate > 10, "... goes on as the unit did");
    ok_all("... without an error");
}

int main(void)
{
    migrations();
    mistakes();
    first_format();
    return tap_done();
}
