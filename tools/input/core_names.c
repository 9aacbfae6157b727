/* SPDX-License-Identifier: MIT */
/* The names of cores for --cpu=NAME: finds the core, lists all names, or suggests names. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/cpu.h>

#include "../system/files.h"
#include "../system/options.h"
#include "core_names.h"
#include "../system/spelling.h"

#define NAME_MAX 64

/* clang-format off */
/* Common names of machines that have such cores. A name that can mean only these cores is accepted; any other is only
 * suggested, because later machines with the same name, but another number, have other cores. */
static const struct {
    const char *product, *core;
    int is_one;
} products[] = {
    {"altra",     "neoverse-n1", 1},
    {"graviton2", "neoverse-n1", 1},
    {"graviton3", "neoverse-v1", 1},
    {"graviton4", "neoverse-v2", 1},
    {"grace",     "neoverse-v2", 1},
    {"axion",     "neoverse-v2", 0},
    {"yitian",    "neoverse-n2", 0},
    {"cobalt",    "azure-cobalt-100", 0},
    {"kunpeng",   "tsv110", 0},
    {"kunpeng",   "hip09", 0},
    {"kunpeng",   "hip12", 0},
};
/* clang-format on */

/* Converts a name to its form on a command line: lower case, with '-' for spaces. Returns out[NAME_MAX]. */
static const char *fold(const char *name, char *out)
{
    size_t n = 0;
    for (; n < NAME_MAX - 1 && name[n]; n++)
        out[n] = (char)(name[n] == ' ' || name[n] == '_' ? '-' : tolower((unsigned char)name[n]));
    out[n] = 0;
    return out;
}

static const char *core_name(unsigned n, char *out)
{
    return fold(spe_cpu_name(spe_cpu_midr(n)), out);
}

static _Noreturn void list_cores(void)
{
    struct tool_output out;
    char name[NAME_MAX];
    int status = tool_create(&out, NULL, NULL);
    for (unsigned i = 0; i < spe_cpu_count(); i++)
        fprintf(out.file, "0x%" PRIx64 "  %s\n", spe_cpu_midr(i), core_name(i, name));
    exit(tool_finish(&out, status));
}

static int is_product_of(const char *wanted, const char *core)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (strstr(wanted, products[i].product) && strcmp(products[i].core, core) == 0)
            return 1;
    return 0;
}

static unsigned slips(const char *wanted, const char *name)
{
    return spelling_distance(wanted, name, strlen(name));
}

/* Finds the core whose name ends with the wanted text after a "-", if there is only one: "n1". Returns 1 and stores it
 * in *midr, or returns 0. */
static int find_end(const char *wanted, uint64_t *midr)
{
    char name[NAME_MAX];
    unsigned found = 0;
    for (unsigned i = 0; i < spe_cpu_count(); i++) {
        const char *end = strrchr(core_name(i, name), '-');
        if (!end || strcmp(end + 1, wanted) != 0)
            continue;
        *midr = spe_cpu_midr(i);
        found++;
    }
    return found == 1;
}

/* Finds a core by a common name. Returns 1 and stores it in *midr, or returns 0. */
static int find_casual(const char *wanted, uint64_t *midr)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (products[i].is_one && strcmp(products[i].product, wanted) == 0)
            return spe_cpu_find(products[i].core, midr) == SPE_OK;
    return find_end(wanted, midr);
}

#define SLIPS 2 /* the most wrong characters for which a name is suggested */

/* Suggests cores: those whose name contains the text, those of a machine with that name, or those with the most similar
 * names. */
static void suggest(const char *wanted, char *out, size_t cap)
{
    char name[NAME_MAX];
    size_t n = 0;
    unsigned least = SLIPS;
    for (unsigned i = 0; i < spe_cpu_count(); i++)
        least = slips(wanted, core_name(i, name)) < least ? slips(wanted, name) : least;
    for (unsigned i = 0; *wanted && i < spe_cpu_count(); i++) {
        core_name(i, name);
        if (strstr(name, wanted) || is_product_of(wanted, name) || slips(wanted, name) <= least)
            n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "; is it ", name);
    }
    snprintf(out + n, cap - n, "%s", n ? "? (--cpu=list prints all)" : "; --cpu=list prints all");
}

uint64_t input_core(const char *name)
{
    char wanted[NAME_MAX], what[2048] = "unknown core";
    uint64_t midr = 0;
    if (strcmp(name, "list") == 0)
        list_cores();
    if (spe_cpu_find(name, &midr) == SPE_OK)
        return midr;
    if (strncmp(name, "0x", 2) == 0)
        return tool_number(name, UINT64_MAX);
    if (find_casual(fold(name, wanted), &midr))
        return midr;
    const size_t n = strlen(what);
    suggest(wanted, what + n, sizeof what - n);
    tool_misuse(what, name);
}
