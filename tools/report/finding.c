/* SPDX-License-Identifier: MIT */
/* See finding.h. */
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elide.h"

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

size_t findings_append(char *text, size_t cap, size_t n, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int size = vsnprintf(text + n, cap - n, format, values);
    va_end(values);
    return size < 0 ? n : n + (size_t)size < cap ? n + (size_t)size : cap - 1;
}

static int by_weight(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    return (x->weight < y->weight) - (x->weight > y->weight);
}

void findings_add(struct findings *f, const struct finding *finding)
{
    struct finding new = *finding;
    if (!(new.weight > 0))
        new.weight = new.cost.value;
    if (f->n < FINDINGS_MOST)
        f->list[f->n++] = new;
    else if (by_weight(&new, &f->list[f->n - 1]) < 0)
        f->list[f->n - 1] = new;
    qsort(f->list, f->n, sizeof *f->list, by_weight);
}

static int by_text(const char *x, const char *y)
{
    return x == y ? 0 : !x ? -1 : !y ? 1 : strcmp(x, y);
}

int finding_by_function(const struct place *x, const struct place *y)
{
    const int module = by_text(x->module, y->module);
    const int symbol = module ? module : by_text(x->symbol, y->symbol);
    return symbol ? symbol : (x->nth > y->nth) - (x->nth < y->nth);
}

int finding_by_object(const struct place *x, uint32_t space_x, const struct place *y, uint32_t space_y)
{
    const int symbol = finding_by_function(x, y);
    return symbol || x->symbol ? symbol : (space_x > space_y) - (space_x < space_y);
}

int finding_by_line(const struct place *x, uint64_t address_x, const struct place *y, uint64_t address_y)
{
    const int file = by_text(x->file, y->file), symbol = file ? file : finding_by_function(x, y);
    if (file || x->file)
        return file ? file : (x->line > y->line) - (x->line < y->line);
    return symbol || x->symbol ? symbol : (address_x > address_y) - (address_x < address_y);
}

#define INLINED 3       /* functions that were inlined into one another, the innermost ones ... */
#define INLINED_NAME 60 /* ... and characters of each */

void findings_name_code(struct profile *p, struct finding *out, uint32_t space, uint64_t address, uint64_t time)
{
    out->address = address;
    symbols_find(&p->places.symbols, space, address, time, &out->code);
    struct debug_info_inlined inlined[SYMBOLS_INLINED_MOST];
    const unsigned count = symbols_inlined(&p->places.symbols, space, address, time, inlined, SYMBOLS_INLINED_MOST);
    char name[ELIDE_MOST];
    size_t n = 0;
    out->inlined[0] = 0;
    for (unsigned i = 0; i < count && i < INLINED; i++)
        n = findings_append(out->inlined, sizeof out->inlined, n, "%s%s", i ? " < " : "",
                            elide(inlined[i].name, 0, INLINED_NAME, name));
    if (count > INLINED)
        findings_append(out->inlined, sizeof out->inlined, n, " < ...");
}

void findings_name_object(struct finding *out, const struct place *data)
{
    const int has_file = data->module && *data->module == '/' && data->module[1] != '/';
    char number[SYMBOLS_NUMBER_MAX];
    const char *const name = data->symbol ? data->symbol : objects_mapping(data);
    elide(name, 0, sizeof out->object - sizeof number, out->object);
    strcat(out->object, symbols_number(data, number));
    snprintf(out->module, sizeof out->module, "%s", has_file ? data->module : "");
}
