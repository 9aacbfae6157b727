/* SPDX-License-Identifier: MIT */
/* Formulas over counts: postfix, so that a few numbers on a stack are all that is needed. */
#include "metrics_table.h"

#define DEEPEST 8 /* numbers on the stack; the tables need 4 */

/* Applies an operator to a and b. Returns SPE_OK or SPE_E_UNDEFINED. */
static int apply(char sign, double *a, double b)
{
    if (sign == '/' && !(b < 0 || b > 0))
        return SPE_E_UNDEFINED;
    *a = sign == '+' ? *a + b : sign == '-' ? *a - b : sign == '*' ? *a * b : *a / b;
    return SPE_OK;
}

/* The number that a word stands for. Returns SPE_OK or SPE_E_ABSENT. */
static int take_number(const struct metric_word *word, const struct spe_event_count *counts, size_t n, double *out,
                       unsigned *missing)
{
    *out = word->number;
    if (word->event < 0)
        return SPE_OK;
    const unsigned code = spe_metric_events[word->event].code;
    for (size_t i = 0; i < n; i++) {
        if (counts[i].code == code) {
            *out = (double)counts[i].count;
            return SPE_OK;
        }
    }
    if (missing)
        *missing = code;
    return SPE_E_ABSENT;
}

int spe_metric_value(unsigned metric, const struct spe_event_count *counts, size_t n, double *value, unsigned *missing)
{
    double stack[DEEPEST];
    unsigned depth = 0;
    int status = SPE_OK;
    struct metric_word word;
    if (metric >= SPE_METRICS || !value || (!counts && n))
        return SPE_E_ARG;
    const char *at = spe_metric_rows[metric].postfix;
    while (status == SPE_OK && (at = spe_metric_take(at, &word)) != NULL) {
        if (word.sign && depth >= 2) {
            status = apply(word.sign, &stack[depth - 2], stack[depth - 1]);
            depth--;
        } else if (depth < DEEPEST) {
            status = take_number(&word, counts, n, &stack[depth], missing);
            depth++;
        }
    }
    if (status == SPE_OK)
        *value = stack[0];
    return status;
}

/* -- sampling, activity -- */

/* a / b and the flag; or 0 and no flag where b is 0. */
static double share(uint64_t a, uint64_t b, uint32_t flag, uint32_t *valid)
{
    if (!b)
        return 0;
    *valid |= flag;
    return (double)a / (double)b;
}

int spe_sampling_health(struct spe_sampling *s)
{
    if (!s)
        return SPE_E_ARG;
    const uint64_t rejected = s->sample_feed > s->sample_filtrate ? s->sample_feed - s->sample_filtrate : 0;
    const uint64_t sum = s->sample_feed + s->sample_collision, begun = sum < s->sample_feed ? UINT64_MAX : sum;
    s->valid = 0;
    s->collision_rate = share(s->sample_collision, begun, SPE_SAMPLING_COLLISIONS, &s->valid);
    s->filter_rate = share(rejected, s->sample_feed, SPE_SAMPLING_FILTERED, &s->valid);
    s->weight = share(s->sample_pop, s->sample_feed, SPE_SAMPLING_WEIGHT, &s->valid);
    s->uops = share(s->sample_pop, s->inst_retired, SPE_SAMPLING_UOPS, &s->valid);
    return SPE_OK;
}

int spe_activity_read(struct spe_activity *a)
{
    uint32_t valid = 0;
    if (!a)
        return SPE_E_ARG;
    a->clock = share(a->cpu_cycles, a->cnt_cycles, 1, &valid) * (double)a->cntfrq;
    a->ipc = share(a->inst_retired, a->cpu_cycles, 1, &valid);
    a->memory_stalls = share(a->stall_backend_mem, a->cpu_cycles, 1, &valid);
    return SPE_OK;
}

double spe_activity_ns(const struct spe_activity *activity, double cycles)
{
    return activity && activity->clock > 0 ? cycles * 1e9 / activity->clock : 0;
}
