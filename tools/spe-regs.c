/* SPDX-License-Identifier: MIT */
/* spe-regs: the System registers of SPE, as a debugger reads them raw, to fields, meanings and what follows from several. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include <libspe/spe.h>

#include "tool.h"

#define INPUT_MAX (1 << 16) /* characters on standard input */

const char tool_name[] = "spe-regs";
const char tool_usage[] = "NAME=VALUE ... | - | --list\n"
                          "Prints what Arm SPE System registers hold, and what follows from those given together.\n"
                          "  NAME=VALUE  pmsidr_el1=0x26497: names in any case, without _EL1 where one is meant;\n"
                          "              decimal or 0x numbers, _ between digits\n"
                          "  -           read NAME=VALUE from standard input, one a line; # comments\n"
                          "  --list      print the registers and their fields\n";

struct regs {
    uint64_t value[SPE_REGS];
    int given[SPE_REGS];
    struct tool_output out;
};

static void put(struct regs *r, const char *format, ...)
{
    char line[SPE_SYSREG_TEXT_MAX + 256];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    tool_write(&r->out, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}

/* -- input -- */

static int digit_of(char c)
{
    const char *digits = "0123456789abcdefABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return !at ? 16 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

/* A whole string that is a number. Returns 0 if it is none, or more than 64 bits. */
static int parse_value(const char *text, uint64_t *value)
{
    const int hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const unsigned base = hex ? 16 : 10;
    char before = '_';
    *value = 0;
    for (text += hex ? 2 : 0; *text; before = *text++) {
        const unsigned digit = (unsigned)digit_of(*text);
        if (*text == '_' && before != '_')
            continue;
        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return 0;
        *value = *value * base + digit;
    }
    return before != '_';
}

/* Takes "NAME=VALUE". Returns NULL, or what is wrong with it. */
static const char *take(struct regs *r, const char *text)
{
    char name[32];
    const char *equals = strchr(text, '=');
    if (!equals)
        return "not NAME=VALUE";
    const size_t n = (size_t)(equals - text);
    snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : 0, text);
    const int reg = spe_sysreg_find(name);
    if (reg < 0)
        return "not the name of one register, --list prints them";
    if (r->given[reg])
        return "a register given twice";
    if (!parse_value(equals + 1, &r->value[reg]))
        return "not a decimal or 0x number of 64 bits";
    r->given[reg] = 1;
    return NULL;
}

/* One line, blanks around it and comments aside. */
static int take_line(struct regs *r, char *line, unsigned number)
{
    char where[64];
    line[strcspn(line, "#\r")] = 0;
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--)
        line[n - 1] = 0;
    const char *wrong = *line ? take(r, line) : NULL;
    snprintf(where, sizeof where, "standard input:%u", number);
    return wrong ? tool_error(wrong, where) : TOOL_OK;
}

static int take_input(struct regs *r)
{
    static char text[INPUT_MAX + 1];
    struct tool_input in;
    size_t len = 0;
    ssize_t n = 0;
    int status = tool_open(&in, "-");
    while (len < INPUT_MAX && (n = tool_read(&in, text + len, INPUT_MAX - len)) > 0)
        len += (size_t)n;
    if (n < 0)
        return TOOL_FAILED;
    if (len == INPUT_MAX)
        return tool_error("more than 64 KiB, which no registers are", in.name);
    if (memchr(text, 0, len))
        return tool_error("holds a zero byte: it is not text", in.name);
    text[len] = 0;
    char *line = text;
    for (unsigned number = 1; status == TOOL_OK && *line; number++) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        *end = 0;
        status = take_line(r, line, number);
        line = next;
    }
    return status;
}

/* -- registers -- */

static void print_bits(struct regs *r, const struct spe_sysreg_field *field, const char *text)
{
    char bits[12];
    if (field->high == field->low)
        snprintf(bits, sizeof bits, "[%u]", field->high);
    else
        snprintf(bits, sizeof bits, "[%u:%u]", field->high, field->low);
    put(r, "  %-8s %s\n", bits, text);
}

static void print_register(struct regs *r, unsigned reg)
{
    const uint64_t raw = r->value[reg], reserved = spe_sysreg_reserved(reg, raw);
    struct spe_sysreg_field field;
    char text[SPE_SYSREG_TEXT_MAX];
    put(r, "%s 0x%" PRIx64 "\n", spe_sysreg_name(reg), raw);
    for (unsigned i = 0; spe_sysreg_field_describe(reg, i, &field) == SPE_OK; i++) {
        spe_sysreg_field_text(reg, i, raw, text, sizeof text);
        print_bits(r, &field, text);
    }
    if (reserved)
        put(r, "  warning: reserved bits are set: 0x%" PRIx64 "\n", reserved);
}

static void list_registers(struct regs *r)
{
    struct spe_sysreg_field field;
    for (unsigned reg = 0; reg < SPE_REGS; reg++) {
        put(r, "%s\n", spe_sysreg_name(reg));
        for (unsigned i = 0; spe_sysreg_field_describe(reg, i, &field) == SPE_OK; i++)
            print_bits(r, &field, field.name);
    }
}

/* -- what follows from them -- */

static const struct {
    uint32_t flag;
    const char *words;
} feature_words[] = {
    {SPE_FEATURE_ARCH_INST, "architecture instructions are sampled"},
    {SPE_FEATURE_FE, "filter by events"},
    {SPE_FEATURE_FNE, "filter by inverse events"},
    {SPE_FEATURE_FT, "filter by operation type"},
    {SPE_FEATURE_EFT, "filter by extended types"},
    {SPE_FEATURE_FL, "filter by latency"},
    {SPE_FEATURE_FDS, "filter by data source"},
    {SPE_FEATURE_LDS, "data sources of loads"},
    {SPE_FEATURE_PBT, "previous branch targets"},
    {SPE_FEATURE_CRR, "calls and returns told apart"},
    {SPE_FEATURE_FPF, "floating-point and SIMD flags"},
    {SPE_FEATURE_SPE_SME, "SME"},
    {SPE_FEATURE_ALTCLK, "alternate clock issue latency"},
    {SPE_FEATURE_ERND, "random interval by ERnd"},
};

/* Of the features what is known by PMSIDR_EL1, with or without the other two. Returns whether the form of records is known. */
static int read_features(const struct regs *r, struct spe_features *f)
{
    struct spe_sysreg_value values[SPE_REGS];
    size_t n = 0;
    for (uint32_t reg = 0; reg < SPE_REGS; reg++)
        if (r->given[reg])
            values[n++] = (struct spe_sysreg_value){reg, 0, r->value[reg]};
    return spe_features_from_registers(values, n, 0, f) == SPE_OK;
}

static void print_features(struct regs *r)
{
    struct spe_features f;
    if (!r->given[SPE_REG_PMSIDR_EL1] || !r->given[SPE_REG_ID_AA64DFR0_EL1])
        return;
    if (!read_features(r, &f)) {
        put(r, "features: records are of a format that this program does not know\n");
        return;
    }
    const char *version = spe_sysreg_value_name(SPE_REG_ID_AA64DFR0_EL1, 0, f.version);
    put(r, "features: %s", version ? version : "later than FEAT_SPEv1p5");
    if (f.max_record_size)
        put(r, "; records of up to %" PRIu32 " bytes", f.max_record_size);
    if (r->given[SPE_REG_PMBIDR_EL1] && f.alignment)
        put(r, "; at multiples of %" PRIu32 " bytes", f.alignment);
    if (f.counter_bits)
        put(r, "; %u-bit counters", f.counter_bits);
    for (size_t i = 0; i < sizeof feature_words / sizeof feature_words[0]; i++)
        if (f.flags & feature_words[i].flag)
            put(r, "; %s", feature_words[i].words);
    put(r, "\n");
}

static void print_buffer(struct regs *r)
{
    struct spe_features f = {.size = sizeof f};
    struct spe_buffer_geometry g;
    if (!r->given[SPE_REG_PMBPTR_EL1] || !r->given[SPE_REG_PMBLIMITR_EL1])
        return;
    const int known = read_features(r, &f) && f.max_record_size;
    spe_buffer_measure(r->value[SPE_REG_PMBPTR_EL1], r->value[SPE_REG_PMBLIMITR_EL1], &f, &g);
    put(r, "buffer: %" PRIu64 " bytes are free", g.free);
    if (!g.free)
        put(r, ", as it is %s",
            !(r->value[SPE_REG_PMBLIMITR_EL1] & 1) ? "not enabled"
            : g.pointer >= g.limit                 ? "full"
                                                   : "in discard mode");
    else if (known)
        put(r, "; %" PRIu64 " records surely fit%s", g.records,
            r->given[SPE_REG_PMBIDR_EL1] ? "" : ", if they need no alignment (PMBIDR_EL1)");
    else
        put(r, "; how many records fit, PMSIDR_EL1 tells");
    put(r, "\n");
}

static const char *timestamp(const struct regs *r, int el2_enabled, unsigned owner)
{
    return spe_timestamp_source_name((unsigned)spe_timestamp_source(
        r->value[SPE_REG_PMSCR_EL1], r->value[SPE_REG_PMSCR_EL2], el2_enabled, owner, 1));
}

static void print_timestamp(struct regs *r)
{
    const int el1 = r->given[SPE_REG_PMSCR_EL1], el2 = r->given[SPE_REG_PMSCR_EL2];
    if (el1 && !el2)
        put(r, "timestamp: %s, if EL2 is not enabled; else PMSCR_EL2 tells\n", timestamp(r, 0, 1));
    if (el1 && el2)
        put(r, "timestamp: %s, if EL1 owns the buffer; %s, if EL2 does; %s, if EL2 is not enabled\n",
            timestamp(r, 1, 1), timestamp(r, 1, 2), timestamp(r, 0, 1));
    if (!el1 && el2)
        put(r, "timestamp: %s, if EL2 owns the buffer; else PMSCR_EL1 tells\n", timestamp(r, 1, 2));
}

static void print_event(struct regs *r)
{
    char text[SPE_SYSREG_TEXT_MAX];
    if (!r->given[SPE_REG_PMBSR_EL1])
        return;
    spe_syndrome_text(r->value[SPE_REG_PMBSR_EL1], text, sizeof text);
    put(r, "event: %s\n", text);
}

static void print_all(struct regs *r)
{
    for (unsigned reg = 0; reg < SPE_REGS; reg++)
        if (r->given[reg])
            print_register(r, reg);
    print_features(r);
    print_buffer(r);
    print_timestamp(r);
    print_event(r);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"list", no_argument, NULL, 'l'}, TOOL_OPTIONS, {NULL, 0, NULL, 0}};
    static struct regs r;
    void (*print)(struct regs *) = print_all;
    int status = TOOL_OK;
    while (tool_option(argc, argv, "h", options) != -1)
        print = list_registers;
    if (print == print_all && optind == argc)
        tool_misuse("takes NAME=VALUE, or - for standard input", "none given");
    if (print == list_registers && optind < argc)
        tool_misuse("takes nothing with --list", argv[optind]);
    for (int i = optind; i < argc && status == TOOL_OK; i++) {
        const int standard = strcmp(argv[i], "-") == 0;
        const char *wrong = standard ? NULL : take(&r, argv[i]);
        if (wrong)
            tool_misuse(wrong, argv[i]);
        status = standard ? take_input(&r) : TOOL_OK;
    }
    if (status != TOOL_OK)
        return status;
    if (tool_create(&r.out, NULL, NULL) != TOOL_OK)
        return TOOL_FAILED;
    print(&r);
    return tool_finish(&r.out, TOOL_OK);
}
