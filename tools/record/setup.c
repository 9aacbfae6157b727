/* SPDX-License-Identifier: MIT */
/* See setup.h. */
#include "setup.h"

#include <inttypes.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER(member)                                                                                                 \
    {                                                                                                                  \
#member, offsetof(struct setup, member)                                                                        \
    }

static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    NUMBER(pmsirr),    NUMBER(pmscr),     NUMBER(pmsfcr),    NUMBER(pmsevfr),   NUMBER(pmsnevfr),
    NUMBER(pmslatfr),  NUMBER(pmsdsfr),   NUMBER(pmblimitr), NUMBER(config[0]), NUMBER(config[1]),
    NUMBER(config[2]), NUMBER(config[3]), NUMBER(config[4]), NUMBER(period),    NUMBER(buffer),
    NUMBER(seed),      NUMBER(out),       NUMBER(counts),    NUMBER(shared),
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

void setup_file(const struct setup *setup, struct spe_perf_writer_config *out)
{
    const struct spe_perf_writer_config none = SPE_PERF_WRITER_CONFIG_INIT;
    *out = none;
    out->midr = setup->core->midr;
    out->period = setup->period;
    memcpy(out->config, setup->config, sizeof setup->config);
    out->clock.mult = 1 << 10;
    out->clock.shift = 10;
}

static int read_number(struct setup *setup, const char *argument, size_t name, const char *value)
{
    for (unsigned i = 0; i < NUMBERS; i++) {
        if (strlen(numbers[i].name) != name || memcmp(numbers[i].name, argument, name) != 0)
            continue;
        const uint64_t number = strtoull(value, NULL, 16);
        memcpy((char *)setup + numbers[i].offset, &number, sizeof number);
        return 1;
    }
    return 0;
}

/* VL/SVL: numbers of bits, in hexadecimal digits. */
static int read_vectors(struct a64_core *out, const char *value)
{
    char *slash, *end;
    out->vl_bits = (uint32_t)strtoul(value, &slash, 16);
    if (slash == value || *slash != '/')
        return 0;
    out->svl_bits = (uint32_t)strtoul(slash + 1, &end, 16);
    return end != slash + 1 && !*end;
}

int setup_read(struct setup *setup, const char *argument)
{
    const char *equals = strchr(argument, '=');
    if (!equals)
        return 0;
    const size_t name = (size_t)(equals - argument);
    if (name == 4 && memcmp(argument, "core", 4) == 0)
        return (setup->core = core_find(equals + 1)) != NULL;
    if (name == 2 && memcmp(argument, "vl", 2) == 0)
        return read_vectors(&setup->vectors, equals + 1);
    if (name == 7 && memcmp(argument, "command", 7) == 0) {
        snprintf(setup->command, sizeof setup->command, "%s", equals + 1);
        return 1;
    }
    return read_number(setup, argument, name, equals + 1);
}

int setup_write(const struct setup *setup, char *out, unsigned cap)
{
    char command[sizeof setup->command];
    snprintf(command, sizeof command, "%s", setup->command);
    for (char *c = command; *c; c++)
        *c = *c == ',' ? '_' : *c; /* which would end the argument */
    int length = snprintf(out, cap, ",core=%s,vl=%" PRIx32 "/%" PRIx32 ",command=%s", setup->core->name,
                          setup->vectors.vl_bits, setup->vectors.svl_bits, command);
    for (unsigned i = 0; i < NUMBERS && length > 0 && (unsigned)length < cap; i++) {
        uint64_t number;
        memcpy(&number, (const char *)setup + numbers[i].offset, sizeof number);
        length += snprintf(out + length, cap - (unsigned)length, ",%s=%" PRIx64, numbers[i].name, number);
    }
    return length > 0 && (unsigned)length < cap ? length : 0;
}

void *setup_memory(size_t n, size_t size)
{
    void *memory = calloc(n, size);
    if (memory)
        return memory;
    fputs("spe-record: no memory is left\n", stderr);
    for (;;)
        raise(SIGKILL);
}
