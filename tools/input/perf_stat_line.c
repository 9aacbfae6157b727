/* SPDX-License-Identifier: MIT */
/* See perf_stat_line.h. */
#include "perf_stat_line.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../system/hash.h"

#define WORD PERF_STAT_WORD

static void add_id(struct perf_stat_line *line, const char *word, size_t size)
{
    line->id = hash_bytes(hash_word(line->id, size), word, size);
}

/* -- events by name -- */

/* The kernel's names for events of any core (drivers/perf/arm_pmuv3.c). */
/* clang-format off */
static const struct {
    const char *name;
    unsigned code;
} generic[] = {
    {"cycles", 0x11},                 {"cpu-cycles", 0x11},              {"instructions", 0x08},
    {"branch-misses", 0x10},          {"bus-cycles", 0x1d},              {"cache-references", 0x04},
    {"cache-misses", 0x03},           {"stalled-cycles-frontend", 0x23}, {"stalled-cycles-backend", 0x24},
    {"L1-dcache-loads", 0x04},        {"L1-dcache-load-misses", 0x03},   {"L1-icache-loads", 0x14},
    {"L1-icache-load-misses", 0x01},  {"dTLB-loads", 0x25},              {"dTLB-load-misses", 0x05},
    {"iTLB-loads", 0x26},             {"iTLB-load-misses", 0x02},        {"LLC-loads", 0x36},
    {"LLC-load-misses", 0x37},        {"branch-loads", 0x12},            {"branch-load-misses", 0x10},
    {"branches", 0x0c},               {"branches", 0x21}, /* the first that the core has */
    {"branch-instructions", 0x0c},    {"branch-instructions", 0x21},
};
/* clang-format on */

/* The event with a number in text: hexadecimal after 0x, or if it is a raw event's, rNNNN. */
static int event_of_number(const struct spe_telemetry *t, const char *text, int base)
{
    char *end;
    const unsigned long code = strtoul(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : base);
    return isxdigit((unsigned char)*text) && !*end && code <= 0xffff ? spe_pmu_event_find_code(t, (unsigned)code)
                                                                     : SPE_E_NAME;
}

/* The event of a name without the PMU's name and modifiers: its own, the kernel's, or rNNNN. */
static int event_of_name(const struct spe_telemetry *t, const char *name)
{
    int event = SPE_E_NAME;
    for (unsigned i = 0; i < t->n_events; i++)
        if (strcasecmp(t->events[i]->name, name) == 0)
            return (int)i;
    for (size_t i = 0; i < sizeof generic / sizeof *generic && event < 0; i++)
        if (strcmp(generic[i].name, name) == 0)
            event = spe_pmu_event_find_code(t, generic[i].code);
    return event < 0 && name[0] == 'r' && isxdigit((unsigned char)name[1]) ? event_of_number(t, name + 1, 16) : event;
}

/* The event of terms between slashes: a name, or event=0x11; "long=1" and "rdpmc=1" change nothing, and any other term
 * makes it another event. */
static int event_of_terms(const struct spe_telemetry *t, const char *terms)
{
    int event = SPE_E_NAME;
    while (*terms && *terms != '/') {
        char term[WORD];
        const size_t size = strcspn(terms, ",/");
        snprintf(term, sizeof term, "%.*s", (int)size, terms);
        terms += size + (terms[size] == ',');
        if (strncmp(term, "long=", 5) == 0 || strncmp(term, "rdpmc=", 6) == 0)
            continue;
        if (event >= 0)
            return SPE_E_NAME;
        event = strncmp(term, "event=", 6) == 0    ? event_of_number(t, term + 6, 10)
                : strncmp(term, "config=", 7) == 0 ? event_of_number(t, term + 7, 10)
                                                   : event_of_name(t, term);
        if (event < 0)
            return SPE_E_NAME;
    }
    return event;
}

/* The event that perf's text names: "cpu_cycles:u", "armv8_pmuv3_0/cpu_cycles/", "r11", "armv8_pmuv3/event=0x11/u".
 * Other PMUs than "armv..." are the interconnect's, a cluster's or devices'. */
static int event_of(const struct spe_telemetry *t, const char *text)
{
    char name[WORD];
    const char *const slash = strchr(text, '/');
    if (slash)
        return strncmp(text, "armv", 4) == 0 ? event_of_terms(t, slash + 1) : SPE_E_NAME;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    return event_of_name(t, name);
}

/* Adds what distinguishes counts of one event: the exception levels, and the PMU if the file has several. */
static void add_modifiers(struct perf_stat_line *line, struct perf_stat_form *form)
{
    static const char letters[] = "ukhGH";
    const char *const slash = strchr(line->event, '/');
    const char *const after = slash ? strchr(slash + 1, '/') : strchr(line->event, ':');
    const size_t size = slash ? (size_t)(slash - line->event) : 0;
    uint64_t given = 0;
    for (unsigned i = 0; after && i < sizeof letters - 1; i++)
        given |= (uint64_t)(strchr(after, letters[i]) != NULL) << i;
    line->id = hash_word(line->id, given);
    if (size && !*form->pmu)
        snprintf(form->pmu, sizeof form->pmu, "%.*s", (int)size, line->event);
    if (size && (strlen(form->pmu) != size || memcmp(form->pmu, line->event, size) != 0))
        add_id(line, line->event, size);
}

/* -- lines -- */

/* A number: digits, and perhaps a point, which is a comma in some languages, and more digits. */
static int is_number(const char *text)
{
    const size_t digits = strspn(text, "0123456789"), point = text[digits] == '.' || text[digits] == ',';
    return digits && !text[digits + point + (point ? strspn(text + digits + 1, "0123456789") : 0)];
}

static double number_of(const char *text)
{
    char point[64];
    snprintf(point, sizeof point, "%.63s", text);
    for (char *at = point; *at; at++)
        *at = *at == ',' ? '.' : *at;
    return is_number(text) ? strtod(point, NULL) : 0;
}

/* Copies the value of a key in a line of JSON; "" if it is not there. Returns what follows it, or the line. */
static const char *json_value(const char *line, const char *key, char *out)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    const char *at = strstr(line, quoted);
    *out = 0;
    if (!at)
        return line;
    at += strlen(quoted);
    at += strspn(at, " :");
    const int is_word = *at == '"';
    at += is_word;
    size_t size = strcspn(at, is_word ? "\"" : ",} ");
    if (!is_word && at[size] == ',' && isdigit((unsigned char)at[size + 1]))
        size += 1 + strcspn(at + size + 1, ",} ");
    snprintf(out, WORD, "%.*s", (int)size, at);
    return at + size;
}

static int take_json(struct perf_stat_line *line, const char *text)
{
    char word[WORD];
    const char *const rest = strstr(text, "\"counter-value\""), *who = json_value(text, "interval", word);
    line->interval = number_of(word);
    if (!rest)
        return 0;
    who = who < rest ? who : text;
    add_id(line, who, (size_t)(rest - who)); /* all that says who, as it is: names may hold anything */
    line->is_thread = strstr(who, "\"thread\"") != NULL;
    json_value(rest, "counter-value", line->value);
    json_value(rest, "event", line->event);
    json_value(rest, "cgroup", word);
    add_id(line, word, strlen(word));
    json_value(rest, "pcnt-running", word);
    line->running = is_number(word) ? number_of(word) : 100;
    return *line->event != 0;
}

#define FIELDS 16

/* Splits a line. A field with one slash continues: a comma separates terms of an event, too. Returns the
 * number of fields. */
static unsigned split(const char *text, char separator, char fields[FIELDS][WORD])
{
    unsigned n = 0;
    while (n < FIELDS) {
        const char *const blank = text + strspn(text, " ");
        const char *end = blank + strcspn(blank, (char[]){separator, 0});
        const char *const slash = memchr(blank, '/', (size_t)(end - blank));
        const char *const next = slash && strncmp(blank, "armv", 4) == 0 ? strchr(slash + 1, '/') : NULL;
        if (next && next > end)
            end = next + strcspn(next, (char[]){separator, 0});
        snprintf(fields[n++], WORD, "%.*s", (int)(end - blank), blank);
        if (!*end)
            break;
        text = end + 1;
    }
    return n;
}

/* The field that has the count: the unit follows, and then the event. Returns n if there is none. */
static unsigned find_count(char fields[FIELDS][WORD], unsigned n)
{
    for (unsigned i = 0; i + 2 < n; i++)
        if ((is_number(fields[i]) || *fields[i] == '<') && !is_number(fields[i + 1]) &&
            isalpha((unsigned char)*fields[i + 2]))
            return i;
    return n;
}

/* Whether it is "name-123": perf's word for a thread. */
static int names_thread(const char *field)
{
    const char *const dash = strrchr(field, '-');
    return dash && is_number(dash + 1);
}

/* A line with a separator: fields that say who, the count, its unit, the event; a control group, and a variance with
 * -r; the time, and the percentage of the time. */
static int take_fields(struct perf_stat_line *line, const struct spe_telemetry *t, struct perf_stat_form *form,
                       const char *text)
{
    const char separators[] = {form->separator, ',', ';', '\t', '|', 0}, *at = separators + !form->separator;
    char fields[FIELDS][WORD];
    unsigned n, count;
    do {
        n = split(text, *at, fields);
        count = find_count(fields, n);
    } while (count == n && !form->separator && *++at);
    if (count == n || strcmp(fields[0], "summary") == 0)
        return 0;
    if (!form->separator && event_of(t, fields[count + 2]) >= 0) /* another line may be a program's */
        form->separator = *at;
    memcpy(line->value, fields[count], WORD);
    memcpy(line->event, fields[count + 2], WORD);
    for (unsigned i = 0; i < count; i++) {
        if (!i && is_number(fields[i]) && strpbrk(fields[i], ".,"))
            line->interval = number_of(fields[i]);
        else
            add_id(line, fields[i], strlen(fields[i]));
        line->is_thread |= names_thread(fields[i]);
    }
    unsigned next = count + 3;
    if (next < n && strspn(fields[next], "0123456789.,%") != strlen(fields[next])) {
        add_id(line, fields[next], strlen(fields[next]));
        next++;
    }
    next += next < n && strchr(fields[next], '%') != NULL;
    line->running = next + 1 < n && is_number(fields[next + 1]) ? number_of(fields[next + 1]) : 100;
    return 1;
}

int perf_stat_line(struct perf_stat_line *line, const struct spe_telemetry *t, struct perf_stat_form *form,
                   const char *text)
{
    *line = (struct perf_stat_line){.id = form->seed};
    if (!(*text == '{' ? take_json(line, text) : take_fields(line, t, form, text)))
        return 0;
    line->number = event_of(t, line->event);
    add_modifiers(line, form);
    if (*line->value != '<' && (!is_number(line->value) || strspn(line->value, "0123456789") > 19))
        snprintf(line->value, WORD, "<no number>");
    return 1;
}
