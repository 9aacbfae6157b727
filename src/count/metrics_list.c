/* SPDX-License-Identifier: MIT */
/* What there is: metrics, groups and events by number, by name and by code, and which belongs to which. Each such list
 * is made from one place: events of a metric from its formula, metrics of a group from their rows. */
#include "metrics_table.h"

/* -- words and names -- */

static size_t length_to(const char *text, char end)
{
    size_t n = 0;
    while (text[n] && text[n] != end)
        n++;
    return n;
}

/* Whether the word at the front of a text, up to `end` or the text's end, is a name. */
static int is_name(const char *text, char end, const char *name)
{
    size_t n = 0;
    while (name[n] && text[n] == name[n])
        n++;
    return !name[n] && (text[n] == end || !text[n]);
}

/* Whether a name is among those of a text with commas between. */
static int is_among(const char *names, const char *name)
{
    while (*names && !is_name(names, ',', name)) {
        names += length_to(names, ',');
        names += *names == ',';
    }
    return *names != '\0';
}

/* The number whose name is the word at the front of a text; SPE_E_NAME: there is none. */
static int find(const char *text, char end, const char *(*name_of)(unsigned number))
{
    unsigned number = 0;
    for (const char *name; (name = name_of(number)) != NULL; number++)
        if (is_name(text, end, name))
            return (int)number;
    return SPE_E_NAME;
}

static int find_name(const char *name, const char *(*name_of)(unsigned number))
{
    return name ? find(name, '\0', name_of) : SPE_E_ARG;
}

static int find_code(unsigned code, int (*code_of)(unsigned number))
{
    unsigned number = 0;
    for (int other; (other = code_of(number)) >= 0; number++)
        if (code == (unsigned)other)
            return (int)number;
    return SPE_E_NAME;
}

/* -- metrics -- */

const char *spe_metric_name(unsigned metric)
{
    return metric < SPE_METRICS ? spe_metric_rows[metric].name : NULL;
}

const char *spe_metric_title(unsigned metric)
{
    return metric < SPE_METRICS ? spe_metric_rows[metric].title : NULL;
}

const char *spe_metric_text(unsigned metric)
{
    return metric < SPE_METRICS ? spe_metric_rows[metric].text : NULL;
}

const char *spe_metric_formula(unsigned metric)
{
    return metric < SPE_METRICS ? spe_metric_rows[metric].formula : NULL;
}

const char *spe_metric_unit(unsigned metric)
{
    return metric < SPE_METRICS ? spe_metric_rows[metric].unit : NULL;
}

const char *spe_metric_groups(unsigned metric)
{
    return metric < SPE_METRICS ? spe_metric_rows[metric].groups : NULL;
}

int spe_metric_find(const char *name)
{
    return find_name(name, spe_metric_name);
}

/* -- formulas -- */

const char *spe_metric_take(const char *postfix, struct metric_word *word)
{
    const size_t length = length_to(postfix, ' ');
    *word = (struct metric_word){.event = -1};
    if (!length)
        return NULL;
    if (*postfix < '0' && length == 1)
        word->sign = *postfix;
    else if (*postfix > '9')
        word->event = find(postfix, ' ', spe_metric_event_name);
    else
        for (size_t i = 0; i < length; i++)
            word->number = word->number * 10 + (unsigned)(postfix[i] - '0');
    return postfix + length + (postfix[length] == ' ');
}

#define MOST_EVENTS 8 /* of one formula; the tables need 5 */

int spe_metric_event(unsigned metric, unsigned n)
{
    int seen[MOST_EVENTS];
    unsigned count = 0;
    struct metric_word word;
    if (metric >= SPE_METRICS)
        return SPE_E_ARG;
    for (const char *at = spe_metric_rows[metric].postfix; (at = spe_metric_take(at, &word)) != NULL;) {
        unsigned i = 0;
        while (i < count && seen[i] != word.event)
            i++;
        if (word.event < 0 || i < count)
            continue;
        if (count == n)
            return word.event;
        seen[count++] = word.event;
    }
    return SPE_E_ARG;
}

uint64_t spe_metric_event_metrics(unsigned number)
{
    uint64_t metrics = 0;
    struct metric_word word;
    for (unsigned i = 0; i < SPE_METRICS; i++)
        for (const char *at = spe_metric_rows[i].postfix; (at = spe_metric_take(at, &word)) != NULL;)
            if (word.event >= 0 && (unsigned)word.event == number)
                metrics |= UINT64_C(1) << i;
    return metrics;
}

/* -- groups -- */

const char *spe_metric_group_name(unsigned group)
{
    return group < SPE_METRIC_GROUPS ? spe_metric_group_rows[group].name : NULL;
}

const char *spe_metric_group_title(unsigned group)
{
    return group < SPE_METRIC_GROUPS ? spe_metric_group_rows[group].title : NULL;
}

const char *spe_metric_group_text(unsigned group)
{
    return group < SPE_METRIC_GROUPS ? spe_metric_group_rows[group].text : NULL;
}

int spe_metric_group_stage(unsigned group)
{
    return group < SPE_METRIC_GROUPS ? spe_metric_group_rows[group].stage : SPE_E_ARG;
}

int spe_metric_group_find(const char *name)
{
    return find_name(name, spe_metric_group_name);
}

uint64_t spe_metric_group_metrics(unsigned group)
{
    uint64_t metrics = 0;
    if (group < SPE_METRIC_GROUPS)
        for (unsigned i = 0; i < SPE_METRICS; i++)
            if (is_among(spe_metric_rows[i].groups, spe_metric_group_rows[group].name))
                metrics |= UINT64_C(1) << i;
    return metrics;
}

int spe_metric_stage(unsigned metric)
{
    if (metric >= SPE_METRICS)
        return SPE_E_ARG;
    return spe_metric_group_stage((unsigned)find(spe_metric_rows[metric].groups, ',', spe_metric_group_name));
}

uint32_t spe_metric_next(unsigned metric)
{
    uint32_t groups = 0;
    if (metric < SPE_METRICS)
        for (unsigned i = 0; i < SPE_METRIC_GROUPS; i++)
            if (is_among(spe_metric_group_rows[i].after, spe_metric_rows[metric].name))
                groups |= UINT32_C(1) << i;
    return groups;
}

/* -- events -- */

const char *spe_metric_event_name(unsigned number)
{
    return number < SPE_METRIC_EVENTS ? spe_metric_events[number].name : NULL;
}

int spe_metric_event_code(unsigned number)
{
    return number < SPE_METRIC_EVENTS ? spe_metric_events[number].code : SPE_E_ARG;
}

const char *spe_metric_event_groups(unsigned number)
{
    return number < SPE_METRIC_EVENTS ? spe_metric_events[number].groups : NULL;
}

const char *spe_metric_event_title(unsigned number)
{
    return number < SPE_METRIC_EVENTS ? spe_metric_events[number].title : NULL;
}

const char *spe_metric_event_text(unsigned number)
{
    return number < SPE_METRIC_EVENTS ? spe_metric_events[number].text : NULL;
}

int spe_metric_event_find(const char *name)
{
    return find_name(name, spe_metric_event_name);
}

int spe_metric_event_find_code(unsigned code)
{
    return find_code(code, spe_metric_event_code);
}

const char *spe_sampling_event_name(unsigned number)
{
    return number < SPE_SAMPLING_EVENTS ? spe_sampling_events[number].name : NULL;
}

int spe_sampling_event_code(unsigned number)
{
    return number < SPE_SAMPLING_EVENTS ? spe_sampling_events[number].code : SPE_E_ARG;
}

const char *spe_sampling_event_title(unsigned number)
{
    return number < SPE_SAMPLING_EVENTS ? spe_sampling_events[number].title : NULL;
}

const char *spe_sampling_event_text(unsigned number)
{
    return number < SPE_SAMPLING_EVENTS ? spe_sampling_events[number].text : NULL;
}

int spe_sampling_event_find(const char *name)
{
    return find_name(name, spe_sampling_event_name);
}

int spe_sampling_event_find_code(unsigned code)
{
    return find_code(code, spe_sampling_event_code);
}

/* The events of AMUv1's architected counters, by counter (DDI 0487, D16.3.1); Neoverse V1's list has them all. */
static const uint16_t activity_codes[SPE_ACTIVITY_EVENTS] = {0x0011, 0x4004, 0x0008, 0x4005};

int spe_activity_event_code(unsigned counter)
{
    return counter < SPE_ACTIVITY_EVENTS ? activity_codes[counter] : SPE_E_ARG;
}

const char *spe_activity_event_name(unsigned counter)
{
    const int code = spe_activity_event_code(counter);
    return code < 0 ? NULL : spe_metric_event_name((unsigned)spe_metric_event_find_code((unsigned)code));
}
