/* SPDX-License-Identifier: MIT */
/* spe-regs: the System registers of SPE, as a debugger shows them, in fields and words. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/spe.h>

#include "tool.h"

const char tool_name[] = "spe-regs";
const char tool_usage[] =
    "NAME=VALUE ... | -\n"
    "Decodes System registers of Arm SPE: PMSIDR_EL1=0x26417 prints every field and its meaning;\n"
    "several registers together, what they say together (features, room in the buffer, timestamp).\n"
    "Values are decimal or, with 0x, hexadecimal; _EL1 may be left out. -: reads lines of them.\n"
    "  --list  the registers and their fields\n";

#define REGISTERS 32

struct values {
    uint64_t raw[REGISTERS];
    int given[REGISTERS];
};

static int list_registers(void)
{
    const char *name;
    for (unsigned reg = 0; spe_sysreg_name(reg); reg++) {
        printf("%s: %s\n", spe_sysreg_name(reg), spe_sysreg_title(reg));
        for (unsigned field = 0; (name = spe_sysreg_field_name(reg, field)) != NULL; field++)
            printf("  %-10s 0x%016" PRIx64 "\n", name, spe_sysreg_field_mask(reg, field));
    }
    return TOOL_OK;
}

static void print_field(unsigned reg, unsigned field, uint64_t raw)
{
    uint64_t value;
    spe_sysreg_get(reg, field, raw, &value);
    const char *meaning = spe_sysreg_meaning(reg, field, value);
    printf("  %-10s 0x%" PRIx64 "%s%s\n", spe_sysreg_field_name(reg, field), value, meaning ? "  " : "",
           meaning                                   ? meaning
           : spe_sysreg_is_listed(reg, field, value) ? ""
                                                     : "  reserved value");
}

static void print_register(unsigned reg, uint64_t raw)
{
    printf("%s = 0x%" PRIx64 ": %s\n", spe_sysreg_name(reg), raw, spe_sysreg_title(reg));
    for (unsigned field = 0; spe_sysreg_field_name(reg, field); field++)
        print_field(reg, field, raw);
    if (raw & spe_sysreg_reserved(reg))
        printf("  reserved bits are set: 0x%" PRIx64 "\n", raw & spe_sysreg_reserved(reg));
}

/* -- what registers say together -- */

static unsigned number(const char *name)
{
    return (unsigned)spe_sysreg_find(name);
}

static int is_given(const struct values *v, const char *name)
{
    return v->given[number(name)];
}

static uint64_t value(const struct values *v, const char *name)
{
    return v->raw[number(name)];
}

static void print_syndrome(const struct values *v)
{
    struct spe_syndrome s;
    spe_syndrome_read(value(v, "PMBSR"), &s);
    printf("The buffer: %s%s%s%s\n", spe_syndrome_text(&s), s.data_lost ? ", data lost" : "",
           s.external_abort ? ", external abort" : "", s.collision ? ", samples collided" : "");
}

static void print_room(const struct values *v)
{
    struct spe_features features;
    struct spe_buffer buffer;
    spe_features_read(&features, 0, value(v, "PMSIDR"), value(v, "PMBIDR"), 0);
    spe_buffer_read(value(v, "PMBPTR"), value(v, "PMBLIMITR"), &features, &buffer);
    printf("Room in the buffer: %" PRIu64 " bytes", buffer.bytes);
    if (features.max_record_size)
        printf(", %" PRIu64 " records of %" PRIu32 " bytes", buffer.records, features.max_record_size);
    printf("\n");
}

static void print_timestamp(const struct values *v)
{
    static const char *const words[] = {"none", "virtual", "physical", "physical, less CNTPOFF_EL2",
                                        "a reserved value of PCT"};
    const int el2 = is_given(v, "PMSCR_EL2");
    if (is_given(v, "PMSCR_EL1"))
        printf("Timestamp, if EL1 owns the buffer: %s\n",
               words[spe_timestamp_source(el2, 1, value(v, "PMSCR_EL2"), value(v, "PMSCR_EL1"))]);
    if (el2)
        printf("Timestamp, if EL2 owns the buffer: %s\n",
               words[spe_timestamp_source(1, 2, value(v, "PMSCR_EL2"), value(v, "PMSCR_EL1"))]);
}

static void print_together(const struct values *v)
{
    if (is_given(v, "PMBSR"))
        print_syndrome(v);
    if (is_given(v, "PMBPTR") && is_given(v, "PMBLIMITR"))
        print_room(v);
    print_timestamp(v);
}

/* -- NAME=VALUE -- */

/* Prints the register of one NAME=VALUE, and keeps it. Returns TOOL_OK, or TOOL_FAILED after a message. */
static int take(const char *text, struct values *v)
{
    char name[32], *end;
    const char *equals = strchr(text, '=');
    if (!equals)
        return tool_error("is not NAME=VALUE", text);
    if ((size_t)(equals - text) >= sizeof name)
        return tool_error("no such register (--list prints those that there are)", text);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = 0;
    const int reg = spe_sysreg_find(name);
    if (reg < 0 || reg >= REGISTERS)
        return tool_error("no such register (--list prints those that there are)", name);
    errno = 0;
    const int hexadecimal = equals[1] == '0' && (equals[2] == 'x' || equals[2] == 'X');
    const unsigned long long raw = strtoull(equals + 1, &end, hexadecimal ? 16 : 10);
    if (!(equals[1] >= '0' && equals[1] <= '9') || *end || errno)
        return tool_error("the value is no number of 64 bits (decimal, or hexadecimal with 0x)", text);
    v->raw[reg] = raw;
    v->given[reg] = 1;
    print_register((unsigned)reg, raw);
    return TOOL_OK;
}

static int take_lines(struct values *v)
{
    char line[256];
    int status = TOOL_OK;
    while (status == TOOL_OK && fgets(line, sizeof line, stdin)) {
        char *word = line + strspn(line, " \t");
        word[strcspn(word, " \t\r\n#")] = 0;
        if (*word)
            status = take(word, v);
    }
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"list", no_argument, NULL, 'l'}, TOOL_OPTIONS, {NULL, 0, NULL, 0}};
    struct values v = {{0}, {0}};
    struct tool_output out = {stdout, "standard output", 0, 0};
    int status = TOOL_OK;
    while (tool_option(argc, argv, "hl", options) != -1)
        return tool_finish(&out, list_registers());
    if (optind == argc)
        tool_misuse("takes NAME=VALUE, or - for standard input", "no register is given");
    for (int i = optind; status == TOOL_OK && i < argc; i++)
        status = strcmp(argv[i], "-") == 0 ? take_lines(&v) : take(argv[i], &v);
    if (status == TOOL_OK)
        print_together(&v);
    return tool_finish(&out, status);
}
