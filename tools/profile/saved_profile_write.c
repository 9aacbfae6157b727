/* SPDX-License-Identifier: MIT */
/* See saved_profile.h: writes the file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../system/message.h"
#include "../system/printable.h"
#include "saved_profile_format.h"

struct writer {
    FILE *out;
    uint32_t sum;
    char *line;
    size_t size, room;
    int has_failed; /* there was no memory: lines are missing */
};

/* Appends to the line. */
static void put_text(struct writer *w, const char *text, size_t size)
{
    if (w->size + size + 1 > w->room) {
        const size_t room = 2 * (w->size + size + 1);
        char *line = realloc(w->line, room);
        w->has_failed |= !line;
        if (!line)
            return;
        w->line = line;
        w->room = room;
    }
    if (!w->line)
        return; /* of a gcc that does not see that there is a line now */
    memcpy(w->line + w->size, text, size);
    w->size += size;
    w->line[w->size] = 0;
}

static void put_string(struct writer *w, const char *text)
{
    put_text(w, text, strlen(text));
}

static void end_line(struct writer *w)
{
    put_string(w, "\n");
    if (!w->line)
        return;
    w->sum = sum_of(w->sum, w->line);
    fputs(w->line, w->out);
    w->size = 0;
}

static void put_number(struct writer *w, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, " %" PRIu64, n);
    put_string(w, text);
}

static void put_word(struct writer *w, const char *text)
{
    char escaped[8];
    put_string(w, *text ? " " : " -");
    for (const int is_dash = strcmp(text, "-") == 0; *text;) {
        const unsigned size = printable_size(text);
        if (!size || *text == ' ' || *text == '\\' || is_dash) {
            snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)*text++);
            put_string(w, escaped);
            continue;
        }
        put_text(w, text, size);
        text += size;
    }
}

static void begin_line(struct writer *w, const char *key, const char *name)
{
    w->size = 0;
    put_string(w, key);
    put_string(w, " ");
    put_string(w, name);
}

/* Writes " NAME=VALUE", or " NUMBER=VALUE", if the value is not zero. */
static void put_pair(struct writer *w, const char *name, const char *number, uint64_t value)
{
    char text[32];
    if (!value)
        return;
    snprintf(text, sizeof text, "=%" PRIu64, value);
    put_string(w, " ");
    put_string(w, name);
    put_string(w, number);
    put_string(w, text);
}

static const char *number_text(size_t number, char text[24])
{
    snprintf(text, 24, "%zu", number);
    return text;
}

/* Writes the rest of a line with the values that are not zero. */
static void put_array(struct writer *w, const void *base, const struct array *a)
{
    char number[24];
    const size_t empty = w->size;
    for (size_t i = 0; i < a->count; i++)
        put_pair(w, "", a->number_name ? a->number_name((unsigned)i) : number_text(i, number), number_of(base, a, i));
    if (w->size > empty)
        end_line(w);
}

static void put_parts(struct writer *w, const struct profile *p)
{
    char number[24];
    for (size_t part = 0; part < COUNTS_PARTS; part++)
        for (size_t i = 0; i < PART_ARRAYS; i++) {
            begin_line(w, "part", number_text(part, number));
            put_word(w, part_arrays[i].name);
            put_array(w, &p->parts[part], &part_arrays[i]);
        }
}

static void put_total(struct writer *w, const struct total *total)
{
    char number[24];
    for (size_t i = 0; i < MEMBERS; i++)
        for (size_t k = 0; k < members[i].count; k++)
            put_pair(w, members[i].name, members[i].count > 1 ? number_text(k, number) : "",
                     number_of(total, &members[i], k));
    end_line(w);
}

static void put_sums(struct writer *w, const struct profile *p, const struct sums *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        struct total total;
        memcpy(&total, (const char *)p + s->offset + i * sizeof total, sizeof total);
        begin_line(w, "sum", s->name);
        put_word(w, s->names[i]);
        if (total.counts.samples)
            put_total(w, &total);
    }
}

static void put_rows(struct writer *w, const struct profile *p, unsigned kind)
{
    size_t n;
    struct group *rows = groups_rows(&p->groups, kind, &n);
    for (size_t i = 0; i < n; i++) {
        begin_line(w, "row", groups_kind(kind));
        put_word(w, rows[i].name);
        put_word(w, rows[i].where);
        put_total(w, &rows[i].total);
    }
    free(rows);
}

static void put_histogram(struct writer *w, const struct spe_histogram *h)
{
    char number[24];
    put_pair(w, "sum", "", h->sum);
    put_pair(w, "most", "", h->most);
    for (size_t i = 0; i < SPE_HISTOGRAM_BUCKETS; i++)
        put_pair(w, "", number_text(i, number), h->buckets[i]);
    end_line(w);
}

/* Writes the samples of a data source, and their latencies. */
static void put_source(struct writer *w, const struct profile *p, unsigned source)
{
    const char *latencies = (const char *)spe_source_stats_latencies(&p->sources, source);
    char number[24];
    begin_line(w, "source", number_text(source, number));
    put_number(w, profile_source_samples(p, source));
    end_line(w);
    for (size_t i = 0; latencies && i < HISTOGRAMS; i++) {
        struct spe_histogram h;
        memcpy(&h, latencies + histograms[i].offset, sizeof h);
        begin_line(w, "latency", number);
        put_word(w, histograms[i].name);
        if (h.count)
            put_histogram(w, &h);
    }
    if (profile_source_parts(p, source)) {
        begin_line(w, "source-parts", number);
        put_array(w, profile_source_parts(p, source), &source_array);
    }
}

int saved_profile_write(const struct profile *p, FILE *out)
{
    struct writer w = {.out = out};
    char interval[64];
    put_text(&w, FIRST_LINE, sizeof FIRST_LINE - 2);
    end_line(&w);
    begin_line(&w, "profile", p->is_perf ? "perf" : "raw");
    put_word(&w, p->name);
    put_number(&w, p->files);
    end_line(&w);
    begin_line(&w, "whole", "");
    snprintf(interval, sizeof interval, "%.17g", p->interval);
    put_string(&w, interval);
    put_number(&w, places_time(&p->places));
    end_line(&w);
    for (unsigned i = 0; i < p->n_kinds; i++) {
        begin_line(&w, "core", "-");
        put_number(&w, p->kinds[i].midr);
        put_number(&w, p->kinds[i].samples);
        end_line(&w);
    }
    for (size_t i = 0; i < ARRAYS; i++) {
        begin_line(&w, "numbers", arrays[i].name);
        put_array(&w, p, &arrays[i]);
    }
    put_parts(&w, p);
    for (int source = -1; (source = profile_next_source(p, source)) >= 0;)
        put_source(&w, p, (unsigned)source);
    for (size_t i = 0; i < SUMS; i++)
        put_sums(&w, p, &sums[i]);
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++)
        put_rows(&w, p, kind);
    fprintf(out, "end %08" PRIx32 "\n", w.sum);
    free(w.line);
    return w.has_failed ? tool_error("no memory", "--save") : TOOL_OK;
}
