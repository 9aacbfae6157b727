/* SPDX-License-Identifier: MIT */
/*
 * What a machine gets from outside: snapshots, and instructions of the guest. The first byte chooses one of two cores,
 * and whether the rest is a snapshot, a snapshot whose size and checksum are made right first, or a list of accesses.
 * These must hold: a snapshot that is refused leaves the unit as it was; one that is restored gives the same snapshot
 * again, in another unit too, and both units then do the same; an access that is not done changes nothing, and no
 * encoding, level or value does harm.
 */
#include <libspe-lab/lab.h>
#include <string.h>

#include "device_core.h"
#include "fuzz.h"

enum { SNAPSHOT = 4096, MEMORY = 1 << 16 };

/* Two units, each with its own memory */
struct machine {
    spe_unit unit;
    struct spe_unit_memory memory;
    uint8_t bytes[MEMORY];
};

static void start(struct machine *m, unsigned core)
{
    struct spe_unit_config config = device_core(core);
    memset(m, 0, sizeof *m);
    m->memory = (struct spe_unit_memory){.base = 0, .size = MEMORY, .bytes = m->bytes};
    config.context = &m->memory;
    CHECK(spe_unit_init(&m->unit, &config) == SPE_OK);
}

static size_t save(spe_unit *u, uint8_t *bytes)
{
    const int64_t size = spe_device_snapshot(u, bytes, SNAPSHOT);
    CHECK(size > 0 && (size_t)size == spe_device_snapshot_size(u));
    return (size_t)size;
}

static int is_same(spe_unit *a, spe_unit *b)
{
    static uint8_t of_a[SNAPSHOT], of_b[SNAPSHOT];
    const size_t size = save(a, of_a);
    return save(b, of_b) == size && !memcmp(of_a, of_b, size);
}

/* -- accesses -- */

static void access_register(spe_unit *u, struct spe_gen_source *t)
{
    static spe_unit before;
    struct spe_device_access out = {.reserved = 1};
    const unsigned what = (unsigned)spe_gen_take(t, 1);
    const unsigned el = what & 7, is_write = what >> 3 & 1;
    const int known = spe_sysreg_encoding((unsigned)spe_gen_take(t, 1));
    const uint32_t encoding = (uint32_t)(known >= 0 ? (uint64_t)known | (what & 16 ? 5 << 11 : 0) : spe_gen_take(t, 4));
    const uint64_t value = spe_gen_take(t, 8);
    before = *u;
    if (what & 32) { /* by the emulator */
        spe_unit_write_register(u, (unsigned)spe_sysreg_find_encoding(encoding), value);
        return;
    }
    const int outcome =
        is_write ? spe_device_write(u, el, encoding, value, &out) : spe_device_read(u, el, encoding, &out);
    CHECK(outcome <= SPE_DEVICE_MEMORY);
    CHECK(outcome >= 0 ? !out.reserved && out.reg < spe_sysreg_count() : out.reserved == 1);
    CHECK(outcome < 0 || !out.syndrome == (outcome == SPE_DEVICE_DONE || outcome == SPE_DEVICE_MEMORY));
    CHECK(!out.offset == (outcome != SPE_DEVICE_MEMORY));
    CHECK((outcome == SPE_DEVICE_DONE && is_write) || is_same(u, &before));
}

/* -- snapshots -- */

static void put32(uint8_t *to, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

static void seal(uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    put32(bytes + 8, (uint32_t)size);
    for (size_t i = 0; i < size; i++)
        for (unsigned bit = 0; bit < 8 && (i < 12 || i > 15); bit++)
            crc = crc >> 1 ^ ((crc ^ bytes[i] >> bit) & 1 ? 0xedb88320u : 0);
    put32(bytes + 12, ~crc);
}

/* The same operations on both units, from beginning to end */
static void run(struct machine *m, unsigned n)
{
    struct spe_unit_start begin = {.pc = 0x401000, .physical_count = 7};
    struct spe_record what = {.present = SPE_HAS_OPERATION | SPE_HAS_TOTAL_LATENCY, .op_class = SPE_CLASS_BRANCH};
    uint64_t passed;
    for (int i = 1; i <= 4; i++)
        spe_unit_complete(&m->unit, i, &what, 0);
    spe_unit_set_level(&m->unit, 0, SPE_STATE_NON_SECURE);
    for (unsigned i = 0; i < n; i++) {
        const int sample = spe_device_advance(&m->unit, 300, &passed);
        CHECK(sample >= 0 && passed <= 300);
        what.total_latency = (uint16_t)(i * 97);
        if (sample && spe_unit_begin(&m->unit, sample, &begin) == SPE_OK)
            spe_unit_complete(&m->unit, sample, &what, 0);
        spe_unit_branch(&m->unit, i * 4096);
    }
}

static void restore(unsigned core, const uint8_t *bytes, size_t size)
{
    static struct machine m, other;
    static spe_unit before;
    static uint8_t again[SNAPSHOT];
    start(&m, core);
    start(&other, core);
    run(&other, 3);
    before = m.unit;
    if (spe_device_restore(&m.unit, bytes, size) != SPE_OK) {
        CHECK(!memcmp(&before, &m.unit, sizeof before));
        return;
    }
    const size_t saved = save(&m.unit, again);
    CHECK(spe_device_restore(&other.unit, again, saved) == SPE_OK && is_same(&m.unit, &other.unit));
    memcpy(other.bytes, m.bytes, sizeof m.bytes);
    run(&m, 20);
    run(&other, 20);
    CHECK(is_same(&m.unit, &other.unit) && !memcmp(m.bytes, other.bytes, sizeof m.bytes));
    CHECK(spe_unit_interrupt(&m.unit) == spe_unit_interrupt(&other.unit));
    CHECK(spe_device_reset(&m.unit) == SPE_OK && !spe_unit_is_enabled(&m.unit));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[GUARDED_MAX];
    static struct machine m;
    const uint8_t *input = guarded_input(data, &size);
    if (!size)
        return 0;
    const unsigned core = input[0] & 1, what = input[0] >> 1;
    struct spe_gen_source t = {input + 1, size - 1, 0};
    if (what > 1) {
        start(&m, core);
        while (t.left)
            access_register(&m.unit, &t);
    } else if (what == 1 && size > 16) {
        memcpy(bytes, input + 1, size - 1);
        seal(bytes, size - 1);
        restore(core, bytes, size - 1);
    } else {
        restore(core, input + 1, size - 1);
    }
    return 0;
}
