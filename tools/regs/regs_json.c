/* SPDX-License-Identifier: MIT */
/*
 * Prints the registers as JSON. Values of registers and fields are strings, "0x...", because many readers of JSON keep
 * only 53 bits of a number.
 */
#include <inttypes.h>
#include <string.h>

#include "../system/json_string.h"
#include "regs.h"

/* ', "name": "text"', or null. */
static void put_text(struct regs *r, const char *name, const char *text)
{
    regs_put(r, ", \"%s\": %s", name, text ? "" : "null");
    if (text)
        json_string(r->out.file, text);
}

/* Returns the parenthesis after the name and number in "Interval 4 (1024)", or NULL. */
static const char *meaning_of(const char *text, char out[SPE_SYSREG_TEXT_MAX])
{
    const char *open = strstr(text, " (");
    if (!open)
        return NULL;
    strcpy(out, open + 2);
    out[strlen(out) - 1] = 0; /* without the last parenthesis */
    return out;
}

static void put_field(struct regs *r, unsigned reg, unsigned i, const struct spe_sysreg_field *field, const char *text)
{
    char meaning[SPE_SYSREG_TEXT_MAX];
    uint64_t value = 0;
    spe_sysreg_get(reg, i, r->value[reg], &value);
    if (field->kind == SPE_SYSREG_ADDRESS)
        value <<= field->low;
    regs_put(r, "%s\n        {\"name\": \"%s\", \"high\": %u, \"low\": %u, \"value\": \"0x%" PRIx64 "\"", i ? "," : "",
             field->name, field->high, field->low, value);
    put_text(r, "meaning", meaning_of(text, meaning));
    put_text(r, "needs", spe_sysreg_field_needs(reg, i));
    regs_put(r, "}");
}

static void put_register(struct regs *r, unsigned reg)
{
    struct spe_sysreg_field field;
    char encoding[REGS_ENCODING_MAX];
    const char *text;
    regs_put(r, "\n    {\"name\": \"%s\", \"encoding\": \"%s\", \"value\": \"0x%" PRIx64 "\"", spe_sysreg_name(reg),
             regs_encoding(reg, encoding), r->value[reg]);
    put_text(r, "needs", spe_sysreg_needs(reg));
    regs_put(r, ", \"reserved\": \"0x%" PRIx64 "\", \"fields\": [", spe_sysreg_reserved(reg, r->value[reg]));
    for (unsigned i = 0; (text = regs_field(r, reg, i, &field)) != NULL; i++)
        if (*text)
            put_field(r, reg, i, &field, text);
    regs_put(r, "]}");
}

void regs_print_json(struct regs *r)
{
    const char *comma = "";
    regs_put(r, "{\"registers\": [");
    for (unsigned reg = 0; reg < regs_count(); reg++) {
        if (!r->given[reg])
            continue;
        regs_put(r, "%s", comma);
        put_register(r, reg);
        comma = ",";
    }
    regs_put(r, "],\n \"follows\": {");
    comma = "";
    for (const struct regs_fact *fact = regs_facts; fact->head; fact++) {
        char text[SPE_SYSREG_TEXT_MAX] = "";
        if (!fact->tell(r, text, sizeof text))
            continue;
        regs_put(r, "%s\"%s\": ", comma, fact->head);
        json_string(r->out.file, text);
        comma = ", ";
    }
    regs_put(r, "}}\n");
}
