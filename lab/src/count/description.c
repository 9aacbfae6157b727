/* SPDX-License-Identifier: MIT */
/* The contents of a description: by name, by code; and how to read a formula. All of it comes from the description. */
#include "description.h"

#include <string.h>

/* -- names -- */

static size_t length_of_first(const char *list)
{
    size_t n = 0;
    while (list[n] && list[n] != ',')
        n++;
    return n;
}

#define WHOLE SIZE_MAX /* a size that means up to the text's end */

/* Whether the first `size` characters of a text are the whole name. */
static int is_name(const char *text, size_t size, const char *name)
{
    size_t n = 0;
    while (n < size && name[n] && name[n] == text[n])
        n++;
    return !name[n] && (n == size || !text[n]);
}

int spe_telemetry_lists(const char *list, const char *name)
{
    if (!list || !name || !*name)
        return 0;
    for (size_t size; *list; list += size + (list[size] == ',')) {
        size = length_of_first(list);
        if (is_name(list, size, name))
            return 1;
    }
    return 0;
}

/* Names of rows by number, for the search; NULL ends them. */
static const char *metric_name(const struct spe_telemetry *t, unsigned number)
{
    return number < t->n_metrics ? t->metrics[number]->name : NULL;
}

static const char *event_name(const struct spe_telemetry *t, unsigned number)
{
    return number < t->n_events ? t->events[number]->name : NULL;
}

static const char *group_name(const struct spe_telemetry *t, unsigned number)
{
    return number < t->n_groups ? t->groups[number]->name : NULL;
}

/* The number of the row whose name is the first `size` characters of a text, or SPE_E_NAME. */
static int find(const struct spe_telemetry *t, const char *text, size_t size,
                const char *(*name_of)(const struct spe_telemetry *t, unsigned number))
{
    unsigned number = 0;
    for (const char *name; (name = name_of(t, number)) != NULL; number++)
        if (is_name(text, size, name))
            return (int)number;
    return SPE_E_NAME;
}

int spe_metric_find(const struct spe_telemetry *telemetry, const char *name)
{
    return telemetry && name ? find(telemetry, name, WHOLE, metric_name) : SPE_E_ARG;
}

int spe_pmu_event_find(const struct spe_telemetry *telemetry, const char *name)
{
    return telemetry && name ? find(telemetry, name, WHOLE, event_name) : SPE_E_ARG;
}

int spe_metric_group_find(const struct spe_telemetry *telemetry, const char *name)
{
    return telemetry && name ? find(telemetry, name, WHOLE, group_name) : SPE_E_ARG;
}

int spe_pmu_event_find_code(const struct spe_telemetry *telemetry, unsigned code)
{
    if (!telemetry)
        return SPE_E_ARG;
    for (unsigned i = 0; i < telemetry->n_events; i++)
        if (telemetry->events[i]->code == code)
            return (int)i;
    return SPE_E_NAME;
}

/* -- formulas -- */

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static int is_sign(char c)
{
    return c == '+' || c == '-' || c == '*' || c == '/' || c == '(' || c == ')';
}

const char *spe_formula_take(const char *formula, struct formula_word *word)
{
    while (*formula == ' ')
        formula++;
    const char first = *formula;
    size_t size = first != '\0';
    if (is_letter(first))
        while (is_letter(formula[size]) || is_digit(formula[size]))
            size++;
    else if (is_digit(first))
        while (is_digit(formula[size]))
            size++;
    word->text = formula;
    word->size = size;
    word->kind = is_letter(first) && is_name(formula, size, "SLOTS") ? 's'
                 : is_letter(first)                                  ? 'e'
                 : is_digit(first)                                   ? '0'
                 : !first || is_sign(first)                          ? first
                                                                     : '?';
    return size ? formula + size : NULL;
}

int spe_formula_is(const struct formula_word *word, const char *name)
{
    return is_name(word->text, word->size, name);
}

int spe_formula_has(const char *formula, const char *end, const struct formula_word *word)
{
    struct formula_word other;
    for (const char *at = formula; (at = spe_formula_take(at, &other)) != NULL && other.text != end;)
        if (other.size == word->size && memcmp(other.text, word->text, word->size) == 0)
            return 1;
    return 0;
}

int spe_formula_event(const struct spe_telemetry *telemetry, const struct formula_word *word)
{
    return find(telemetry, word->text, word->size, event_name);
}

int spe_metric_event(const struct spe_telemetry *telemetry, unsigned metric, unsigned n)
{
    struct formula_word word;
    if (!telemetry || metric >= telemetry->n_metrics)
        return SPE_E_ARG;
    const char *const formula = telemetry->metrics[metric]->formula;
    for (const char *at = formula; (at = spe_formula_take(at, &word)) != NULL;)
        if (word.kind == 'e' && !spe_formula_has(formula, word.text, &word) && n-- == 0)
            return spe_formula_event(telemetry, &word);
    return SPE_E_ARG;
}
