/* SPDX-License-Identifier: MIT */
/*
 * Writes seeds to FOLDER/TARGET for the targets of libspe-lab, and a dictionary to FOLDER/lab.dict.
 *
 *     make_seeds FOLDER CAPTURE...        (captures as raw bytes)
 */
#include <libspe-lab/lab.h>

#include "device_core.h"
#include "record_generator.h"
#include "seeds.h"

/* Input of fuzz_arrow.c: every column, blocks of three rows, a core with a known clock, each way in turn, and a
 * consumer that takes columns out and holds them. */
static void put_table(const char *name, const uint8_t *bytes, size_t size)
{
    static unsigned tables;
    struct script s = {{0}, 0};
    const unsigned way = tables++ % 3;
    say(&s, 3, 2);
    for (unsigned i = 0; i < 25; i++)
        say(&s, 0, 1);
    say(&s, 0x0f, 1);
    say(&s, 1, 4);
    say(&s, 77, 4);
    say(&s, tables, 1);
    say(&s, 41943040, 4);
    say(&s, 22, 1);
    say(&s, 0, 6);
    say(&s, way, 2); /* to the end */
    say(&s, 0x24, 2);
    say(&s, 0x0101, way == 1 ? 3 : 2);
    while (s.size < 64)
        say(&s, 0x11 * s.size + 1, 1);
    put_file("arrow", name, s.bytes, s.size, bytes, size);
}

static void put_stream(const char *name, const uint8_t *bytes, size_t size)
{
    put_file("meaning", name, "\x02\x07", 2, bytes, size);
    put_table(name, bytes, size);
}

/* A record for each operation and each event. */
static void put_records(void)
{
    char name[64];
    for (unsigned i = 0; i < 4 * 256; i += 5) {
        const uint8_t bytes[] = {(uint8_t)(0x48 | i / 256), (uint8_t)i, 0x42, 0x02, 0x01};
        snprintf(name, sizeof name, "operation-%u", i);
        put_stream(name, bytes, sizeof bytes);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        uint8_t bytes[10] = {0x72};
        bytes[1 + bit / 8] = (uint8_t)(1u << bit % 8);
        bytes[9] = 0x01;
        snprintf(name, sizeof name, "event-%u", bit);
        put_stream(name, bytes, sizeof bytes);
    }
}

/* For each register all of its fields by name. */
static void put_words(FILE *dictionary)
{
    struct spe_sysreg_field field;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++) {
        char text[2048] = "";
        for (unsigned i = 0; spe_sysreg_field_describe(reg, i, &field) == SPE_OK; i++) {
            const size_t n = strlen(text);
            snprintf(text + n, sizeof text - n, "%s%s=%u", i ? "," : "", field.name, i & 1);
            fprintf(dictionary, "\"%s=\"\n", field.name);
        }
        const uint8_t head = (uint8_t)(3 * reg);
        put_file("meaning", spe_sysreg_name(reg), &head, 1, text, strlen(text));
    }
    put_file("meaning", "registers", "\x01", 1, "PMSCR_EL1", 9);
}

/* Several registers, as input of fuzz_meaning.c: after one value each, a few by number, with all fields in use. */
static void put_registers(void)
{
    static const struct spe_sysreg_value regs[] = {
        {SPE_REG_PMSIDR_EL1, 0, 0x26497},      {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(6) << 32},
        {SPE_REG_ID_AA64PFR0_EL1, 0, 0x1111},  {SPE_REG_MDCR_EL3, 0, 3u << 12 | UINT64_C(2) << 51},
        {SPE_REG_MDCR_EL2, 0, 3u << 12},       {SPE_REG_HCR_EL2, 0, UINT64_C(1) << 34},
        {SPE_REG_PMSCR_EL1, 0, 0x3fb},         {SPE_REG_PMSCR_EL2, 0, 0xa7b},
        {SPE_REG_PMBLIMITR_EL1, 0, 0x10000081}};
    uint8_t bytes[2 + 9 * 35 + 4 + 1 + 9 * (sizeof regs / sizeof regs[0])] = {1};
    uint8_t *at = bytes + sizeof bytes - 9 * (sizeof regs / sizeof regs[0]) - 5;
    memset(at, 0xff, 4);
    at += 4;
    *at++ = sizeof regs / sizeof regs[0];
    for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) {
        *at++ = (uint8_t)regs[i].reg;
        for (unsigned byte = 0; byte < 8; byte++)
            *at++ = (uint8_t)(regs[i].raw >> 8 * byte);
    }
    put_file("meaning", "registers-together", "", 0, bytes, sizeof bytes);
}

/* -- the unit: a core and its steps, as input of fuzz_unit.c -- */

/* Core 0 is a Neoverse N1. Core 1 is the same with slots of 64 bytes. Core 2 has EL2, EL3 and every feature. Core 3 has
 * many samples in flight and records of any length. */
static void say_core(struct script *s, unsigned core)
{
    const uint32_t flags = core < 2 ? 0x17 : 0x1f0001ff; /* of PMSIDR_EL1 */
    say(s, core == 2 ? 5 : 0, 1);                        /* MaxSize, above 64 bytes */
    say(s, core == 1 ? 8 : core == 2, 1);                /* layout; 16-bit counters */
    say(s, flags, 4);
    say(s, core == 3 ? 0 : 6, 1); /* Align */
    say(s, core < 2 ? 0 : 5, 1);  /* PMSVer */
    say(s, core == 2 ? 0xffff : 0, 4);
    say(s, core == 2 ? 0xffffffff : 0, 4);
    say(s, core == 3 ? 8 : 0, 1);
    say(s, 1, 1); /* seed */
}

/* A buffer of a page, an interval of 256, with everything collected, at EL0. */
static void say_program(struct script *s, unsigned core)
{
    say(s, 1, 1);
    say(s, 0x10000, 5);
    say(s, core == 3 ? 0x0f9000 : 0, 3); /* start of the free space: nearly full */
    say(s, 0x80, 1);                     /* RND */
    say(s, 0, 1);
    say(s, 0xff, 1);
    say(s, 3, 1);
}

/* A sample from beginning to end. `fault` is where the memory faults; above 127 it does not. */
static void say_sample(struct script *s, unsigned op_class, unsigned payload, uint64_t events, unsigned fault)
{
    say(s, 13, 1);
    say(s, 0x400000, 8);
    say(s, 0x05040302, 4);
    say(s, 0x0102030405, 5);
    say(s, op_class == SPE_CLASS_OTHER ? 0x01100300 : op_class == SPE_CLASS_BRANCH ? 0x01100302 : 0x0310070c, 4);
    say(s, op_class, 1);
    say(s, payload, 1);
    say(s, 1, 2); /* events follow */
    say(s, events | 1u << SPE_EVENT_RETIRED, 8);
    say(s, 300, 2);
    say(s, 0x01020304, 4);
    say(s, 0x123456, 8);
    say(s, 0x80, 5);
    say(s, 0x80, 5);
    say(s, 0, 2);
    say(s, fault < 128 ? 2 * fault + 1 : 0, 1);
    if (fault < 128)
        say(s, UINT64_C(0x24) << 26 | 7, 8);
}

static void put_unit(unsigned core, unsigned number, unsigned op_class, unsigned payload, uint64_t events)
{
    struct script s = {{0}, 0};
    char name[32];
    say_core(&s, core);
    say_program(&s, core);
    say(&s, 0x05050505, 4); /* up to the point where the counter is read, four times */
    say(&s, 10, 1);         /* a branch */
    say(&s, 0x400100, 8);
    say_sample(&s, op_class, payload, events, 200);
    say(&s, 0x3213, 2); /* EL1, and a level without profiling */
    say(&s, 0x03, 1);
    say_sample(&s, op_class, payload, events, number % 64);
    snprintf(name, sizeof name, "unit-%u-%u", core, number);
    put_file("unit", name, "", 0, s.bytes, s.size);
}

/* Every operation and every event on each core: an interval counts down, then a branch and two samples, of which the
 * second faults. */
static void put_units(void)
{
    for (unsigned core = 0; core < 4; core++) {
        uint64_t seen = 0; /* subclasses of all classes */
        unsigned number = 0;
        struct spe_op op;
        for (unsigned i = 0; i < 4 * 256; i++) {
            if (spe_op_decode(i / 256, i % 256, &op) != SPE_OK || seen >> op.subclass & 1)
                continue;
            seen |= UINT64_C(1) << op.subclass;
            put_unit(core, number++, i / 256, i % 256, 0);
        }
        for (unsigned bit = 0; bit < 64; bit++)
            put_unit(core, number++, SPE_CLASS_LOAD_STORE, 0, UINT64_C(1) << bit);
    }
}

/* -- devices: snapshots and accesses, as input of fuzz_device.c -- */

static void put_snapshots(unsigned core)
{
    static uint8_t bytes[4097];
    static spe_unit unit;
    const struct spe_unit_config config = device_core(core);
    char name[32];
    spe_unit_init(&unit, &config);
    spe_unit_write_register(&unit, SPE_REG_PMSIRR_EL1, 256);
    spe_unit_write_register(&unit, SPE_REG_PMBLIMITR_EL1, 0x10001);
    spe_unit_write_register(&unit, SPE_REG_PMSCR_EL1, 1);
    spe_unit_write_register(&unit, SPE_REG_MDCR_EL3, 3 << 12);
    spe_unit_write_register(&unit, SPE_REG_MDCR_EL2, 3 << 12);
    spe_unit_write_register(&unit, SPE_REG_SCR_EL3, 1);
    for (unsigned how = 0; how < 2; how++) { /* as it is, or with its checksum made right */
        const int64_t size = spe_device_snapshot(&unit, bytes + 1, sizeof bytes - 1);
        bytes[0] = (uint8_t)(core | how << 1);
        snprintf(name, sizeof name, "snapshot-%u-%u", core, how);
        put_file("device", name, "", 0, bytes, (size_t)size + 1);
        spe_unit_set_level(&unit, 0, SPE_STATE_NON_SECURE);
        for (int i = 0; i < 300; i++)
            spe_unit_operation(&unit);
    }
}

/* Every register read and written at every level, before and after each control is 0 and all ones. */
static void put_accesses(unsigned core, unsigned reg, unsigned el)
{
    static const uint8_t controls[] = {SPE_REG_SCR_EL3,      SPE_REG_HCR_EL2,     SPE_REG_MDCR_EL2,
                                       SPE_REG_MDCR_EL3,     SPE_REG_HDFGRTR_EL2, SPE_REG_HDFGWTR_EL2,
                                       SPE_REG_HDFGRTR2_EL2, SPE_REG_HDFGWTR2_EL2};
    struct script s = {{0}, 0};
    char name[32];
    say(&s, core | 4, 1);
    for (unsigned i = 0; i <= 2 * sizeof controls; i++) {
        say(&s, el | (i & 1) << 3 | (i & 2) << 3, 1);
        say(&s, reg, 1);
        say(&s, i, 8);
        say(&s, 32, 1);
        say(&s, controls[i % sizeof controls], 1);
        say(&s, i < sizeof controls ? UINT64_MAX : 0, 8);
    }
    snprintf(name, sizeof name, "access-%u-%u-%u", core, reg, el);
    put_file("device", name, "", 0, s.bytes, s.size);
}

static void put_devices(void)
{
    for (unsigned core = 0; core < 2; core++) {
        put_snapshots(core);
        for (unsigned reg = 0; reg <= SPE_REG_ID_AA64DFR0_EL1; reg++)
            for (unsigned el = 0; el < 4; el++)
                put_accesses(core, reg, el);
    }
}

/* Every type of operation, as a wish for fuzz_generator.c: in each layout, with and without damage, from repeating
 * numbers. */
static void put_generators(void)
{
    uint64_t number = 1;
    for (unsigned i = 0; i < 4 * SPE_GEN_KINDS; i++) {
        struct script s = {{0}, 0};
        char name[32];
        say(&s, i % 4, 1);
        say(&s, 255, 1); /* any version; the types of operations follow */
        if (i & 1)
            say(&s, 100, 1); /* damage */
        say(&s, SPE_GEN_BIT(i / 4) | SPE_GEN_BIT(SPE_GEN_OTHER), 5);
        say(&s, i % 8, 1); /* changes */
        while (s.size < 400)
            say(&s, (number *= UINT64_C(0x5851f42d4c957f2d)) >> 40, 3);
        snprintf(name, sizeof name, "generator-%u", i);
        put_file("generator", name, "", 0, s.bytes, s.size);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    folder = argv[1];
    mkdir(folder, 0777);
    FILE *dictionary = create(".", "lab.dict");
    put_words(dictionary);
    put_records();
    put_registers();
    put_units();
    put_devices();
    put_generators();
    fclose(dictionary);
    for (int i = 2; i < argc; i++)
        put_capture(argv[i], put_stream);
    printf("%u seeds\n", seeds);
    return 0;
}
