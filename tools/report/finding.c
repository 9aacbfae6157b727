/* SPDX-License-Identifier: MIT */
/* See finding.h. */
#include "finding.h"

#include <stdio.h>
#include <stdlib.h>

struct interval findings_share(const uint64_t cost[COUNTS_PARTS], const uint64_t whole[COUNTS_PARTS])
{
    struct interval i = interval_ratio(cost, whole);
    i.value = i.value < 1 ? i.value : 1;
    i.low = i.low > 0 ? i.low : 0;
    i.high = i.high < 1 ? i.high : 1;
    return i;
}

int findings_is_stated(const struct finding *finding)
{
    return finding->samples >= FINDINGS_SAMPLES && finding->cost.low >= finding->kind->least;
}

static int by_cost(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    return (x->cost.value < y->cost.value) - (x->cost.value > y->cost.value);
}

void findings_add(struct findings *f, const struct finding *finding)
{
    if (f->n < FINDINGS_MOST)
        f->list[f->n++] = *finding;
    else if (by_cost(finding, &f->list[f->n - 1]) < 0)
        f->list[f->n - 1] = *finding;
    qsort(f->list, f->n, sizeof *f->list, by_cost);
}

void findings_name_object(struct finding *out, const struct place *data)
{
    const int has_file = data->module && *data->module == '/' && data->module[1] != '/';
    char number[SYMBOLS_NUMBER_MAX];
    snprintf(out->object, sizeof out->object, "%.239s%s", data->symbol ? data->symbol : objects_mapping(data),
             symbols_number(data, number));
    snprintf(out->module, sizeof out->module, "%s", has_file ? data->module : "");
}
