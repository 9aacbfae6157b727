/* SPDX-License-Identifier: MIT */
/* spe-regs: the System registers of SPE, as a debugger reads them raw, to fields and meanings. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "regs.h"

const char tool_name[] = "spe-regs";
const char tool_usage[] =
    "[--format=text | --format=json] NAME=VALUE ... | - | --list\n"
    "Prints what Arm SPE System registers hold, and what follows from those given together.\n"
    "  NAME=VALUE     pmsidr_el1=0x26497: names in any case, without _EL1 where one is meant, or\n"
    "                 S3_0_C9_C9_7; decimal or 0x numbers, _ between digits\n"
    "  -              read NAME=VALUE from standard input, one a line; # comments; also what\n"
    "                 spe-regs has printed\n"
    "  --format=json  registers, fields and meanings as one JSON object\n"
    "  --list         print the registers and their fields: what they are after reset, and which\n"
    "                 features they need\n";

void regs_put(struct regs *r, const char *format, ...)
{
    char line[SPE_SYSREG_TEXT_MAX + 256];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    tool_write(&r->out, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}

const char *regs_encoding(unsigned reg, char out[REGS_ENCODING_MAX])
{
    const unsigned e = (unsigned)spe_sysreg_encoding(reg);
    snprintf(out, REGS_ENCODING_MAX, "S%u_%u_C%u_C%u_%u", e >> 14 & 3, e >> 11 & 7, e >> 7 & 15, e >> 3 & 15, e & 7);
    return out;
}

const char *regs_field(const struct regs *r, unsigned reg, unsigned i, struct spe_sysreg_field *field)
{
    static char text[SPE_SYSREG_TEXT_MAX];
    if (spe_sysreg_field_describe(reg, i, field) != SPE_OK)
        return NULL;
    if (!spe_sysreg_applies(reg, i, r->value[reg]))
        return "";
    spe_sysreg_field_text(reg, i, r->value[reg], text, sizeof text);
    return text;
}

/* -- text -- */

#define BITS_MAX 12

static const char *bits_of(const struct spe_sysreg_field *field, char out[BITS_MAX])
{
    if (field->high == field->low)
        snprintf(out, BITS_MAX, "[%u]", field->high);
    else
        snprintf(out, BITS_MAX, "[%u:%u]", field->high, field->low);
    return out;
}

static void print_register(struct regs *r, unsigned reg)
{
    const uint64_t raw = r->value[reg], reserved = spe_sysreg_reserved(reg, raw);
    struct spe_sysreg_field field;
    char bits[BITS_MAX];
    const char *text;
    regs_put(r, "%s 0x%" PRIx64 "\n", spe_sysreg_name(reg), raw);
    for (unsigned i = 0; (text = regs_field(r, reg, i, &field)) != NULL; i++)
        if (*text)
            regs_put(r, "  %-8s %s\n", bits_of(&field, bits), text);
    if (reserved)
        regs_put(r, "  warning: reserved bits are set: 0x%" PRIx64 "\n", reserved);
}

static void print_text(struct regs *r)
{
    for (unsigned reg = 0; reg < SPE_REGS; reg++)
        if (r->given[reg])
            print_register(r, reg);
    for (const struct regs_fact *fact = regs_facts; fact->head; fact++) {
        char text[SPE_SYSREG_TEXT_MAX] = "";
        if (fact->tell(r, text, sizeof text))
            regs_put(r, "%s: %s\n", fact->head, text);
    }
}

/* -- the list -- */

static void list_field(struct regs *r, unsigned reg, unsigned i, const struct spe_sysreg_field *field)
{
    static const char *const resets[] = {"", "reset UNKNOWN", "reset 0", "reset 0 or UNKNOWN", "read-only"};
    const char *needs = spe_sysreg_field_needs(reg, i), *reset = resets[field->reset];
    char bits[BITS_MAX];
    regs_put(r, "  %-8s %s%s%s%s%s\n", bits_of(field, bits), field->name, *reset ? ", " : "", reset,
             needs ? ", needs " : "", needs ? needs : "");
}

static void print_list(struct regs *r)
{
    struct spe_sysreg_field field;
    char encoding[REGS_ENCODING_MAX];
    for (unsigned reg = 0; reg < SPE_REGS; reg++) {
        const char *needs = spe_sysreg_needs(reg);
        regs_put(r, "%s %s%s%s\n", spe_sysreg_name(reg), regs_encoding(reg, encoding), needs ? ", needs " : "",
                 needs ? needs : "");
        for (unsigned i = 0; spe_sysreg_field_describe(reg, i, &field) == SPE_OK; i++)
            list_field(r, reg, i, &field);
    }
}

/* -- the command line -- */

static void (*format_of(const char *name))(struct regs *)
{
    if (strcmp(name, "text") != 0 && strcmp(name, "json") != 0)
        tool_misuse("no format: text or json", name);
    return strcmp(name, "json") == 0 ? regs_print_json : print_text;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"list", no_argument, NULL, 'l'}, {"format", required_argument, NULL, 'f'}, TOOL_OPTIONS, {NULL, 0, NULL, 0}};
    static struct regs r;
    void (*print)(struct regs *) = NULL;
    int status = TOOL_OK, list = 0;
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        if (option == 'l')
            list = 1;
        else
            print = format_of(optarg);
    if (list && print)
        tool_misuse("has a form of its own", "--list");
    if (list && optind < argc)
        tool_misuse("takes nothing with --list", argv[optind]);
    if (!list && optind == argc)
        tool_misuse("takes NAME=VALUE, or - for standard input", "none given");
    for (int i = optind; i < argc && status == TOOL_OK; i++) {
        const int standard = strcmp(argv[i], "-") == 0;
        const char *wrong = standard ? NULL : regs_take(&r, argv[i]);
        if (wrong)
            tool_misuse(wrong, argv[i]);
        status = standard ? regs_take_input(&r) : TOOL_OK;
    }
    if (status != TOOL_OK)
        return status;
    if (tool_create(&r.out, NULL, NULL) != TOOL_OK)
        return TOOL_FAILED;
    (list ? print_list : print ? print : print_text)(&r);
    return tool_finish(&r.out, TOOL_OK);
}
