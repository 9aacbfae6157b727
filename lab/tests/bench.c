/* SPDX-License-Identifier: MIT */
/*
 * bench ROW STREAM BYTES: one pass of the unit, for a tool that counts instructions. Prints the records, to divide by.
 */

#include <libspe-lab/lab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

static spe_decoder decoder;

/* -- the unit that writes records: for each record of the stream 1024 operations, as programs are sampled -- */

static uint8_t memory[128];

static size_t unit_write(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    (void)syndrome;
    memcpy(context, write->bytes, (size_t)write->size);
    return (size_t)write->size;
}

static void unit(const uint8_t *bytes, size_t size, uint64_t pmscr)
{
    static const struct spe_sysreg_value registers[] = {
        {SPE_REG_PMSIDR_EL1, 0, 0x2701f},                /* records of 128 bytes, 12-bit counters */
        {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(3) << 32}, /* SPEv1p2 */
        {SPE_REG_PMSIRR_EL1, 0, 1024},
        {SPE_REG_PMBLIMITR_EL1, 0, 1 | UINT64_C(1) << 40},
    };
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    static struct spe_record record;
    struct spe_unit_start start = {0x400000, 0, 0, 0, 0, 0};
    spe_unit u;
    config.registers = registers;
    config.register_count = sizeof registers / sizeof registers[0];
    config.write = unit_write;
    config.context = memory;
    config.events_size = 8;
    if (spe_unit_init(&u, &config)) {
        fprintf(stderr, "bench: the unit's configuration is invalid\n");
        exit(1);
    }
    spe_unit_write_register(&u, SPE_REG_PMSCR_EL1, pmscr);
    spe_unit_set_level(&u, 0, SPE_STATE_NON_SECURE);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while (spe_decoder_next(&decoder, &record) == 1) {
        for (unsigned operation = 0; operation < 1024; operation++) {
            const int sample = spe_unit_operation(&u);
            if (!sample)
                continue;
            spe_unit_begin(&u, sample, &start);
            spe_unit_complete(&u, sample, &record, 0);
        }
    }
}

static void run_unit(const uint8_t *bytes, size_t size)
{
    unit(bytes, size, 3);
}

/* Profiling is disabled: what it costs to have a unit. */
static void run_unit_off(const uint8_t *bytes, size_t size)
{
    unit(bytes, size, 0);
}

static const struct row {
    const char *name;
    void (*run)(const uint8_t *bytes, size_t size);
} rows[] = {
    {"unit", run_unit},
    {"unit-off", run_unit_off},
};

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    for (size_t i = 0; argc == 4 && i < STREAMS * (sizeof rows / sizeof rows[0]); i++) {
        const struct row *row = &rows[i / STREAMS];
        const struct stream *stream = &streams[i % STREAMS];
        const size_t size = strtoul(argv[3], NULL, 0);
        struct spe_decoder_stats counts;
        if (strcmp(row->name, argv[1]) != 0 || strcmp(stream->name, argv[2]) != 0 || size > sizeof bytes)
            continue;
        row->run(bytes, stream->fill(bytes, size));
        spe_decoder_get_stats(&decoder, &counts);
        printf("%llu\n", (unsigned long long)counts.records);
        return 0;
    }
    fprintf(stderr, "usage: bench ROW STREAM BYTES\n");
    return 2;
}
