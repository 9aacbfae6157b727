/* SPDX-License-Identifier: MIT */
/* Prints the registers as text, and the list of all registers. */
#include <inttypes.h>

#include "regs.h"

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

void regs_print_text(struct regs *r)
{
    for (unsigned reg = 0; reg < regs_count(); reg++)
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

void regs_print_list(struct regs *r)
{
    struct spe_sysreg_field field;
    char encoding[REGS_ENCODING_MAX];
    for (unsigned reg = 0; reg < regs_count(); reg++) {
        const char *needs = spe_sysreg_needs(reg);
        regs_put(r, "%s %s%s%s\n", spe_sysreg_name(reg), regs_encoding(reg, encoding), needs ? ", needs " : "",
                 needs ? needs : "");
        for (unsigned i = 0; spe_sysreg_field_describe(reg, i, &field) == SPE_OK; i++)
            list_field(r, reg, i, &field);
    }
}
