/* SPDX-License-Identifier: MIT */
/* See saved_profile.h: reads the file. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "saved_profile_format.h"
#include "../system/message.h"

int saved_profile_is(const void *bytes, size_t size)
{
    return size >= sizeof ANY_VERSION - 1 && memcmp(bytes, ANY_VERSION, sizeof ANY_VERSION - 1) == 0;
}

/* Returns the next word of a line, with its escapes undone, or NULL if no word is left. */
static char *take_word(char **line)
{
    char *word = *line, *to = word;
    char *end = word + strcspn(word, " \n");
    if (end == word)
        return NULL;
    *line = *end ? end + 1 : end;
    *end = 0;
    if (strcmp(word, "-") == 0)
        *word = 0;
    for (const char *from = word; *from; to++)
        if (from[0] == '\\' && from[1] == 'x' && from[2] && from[3]) {
            const char digits[] = {from[2], from[3], 0};
            *to = (char)strtoul(digits, NULL, 16);
            from += 4;
        } else {
            *to = *from++;
        }
    *to = 0;
    return word;
}

/* Reads the next number. Returns 1, or 0 if no word is left, or if the word is not a number. */
static int take_number(char **line, uint64_t *n)
{
    char *end;
    errno = 0;
    if (**line < '0' || **line > '9')
        return 0;
    *n = strtoull(*line, &end, 10);
    if (errno || (*end != ' ' && *end != '\n'))
        return 0;
    *line = *end == ' ' ? end + 1 : end;
    return 1;
}

/* Reads the next "NAME=VALUE". Returns 1, or 0 if no word is left, or if the word has another form. */
static int take_pair(char **line, const char **name, uint64_t *value)
{
    char *mark = *line + strcspn(*line, "= \n");
    if (*mark != '=' || mark == *line)
        return 0;
    *name = *line;
    *mark = 0;
    *line = mark + 1;
    return take_number(line, value);
}

/* Returns the number that a name consists of, or -1 if the name is not a number. */
static int number_from(const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && n <= INT_MAX ? (int)n : -1;
}

/* Reads the rest of a line, which are numbers of an array (NULL: of an unknown one). */
static int take_numbers(void *base, const struct array *a, char *line)
{
    uint64_t value;
    const char *which;
    while (take_pair(&line, &which, &value)) {
        const int at = !a ? -1 : a->find ? a->find(which) : number_from(which);
        if (at >= 0 && (size_t)at < a->count)
            set_number(base, a, (size_t)at, value);
    }
    return *line == '\n';
}

static const struct array *array_named(const struct array *list, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && strcmp(list[i].name, name) != 0)
        i++;
    return i < n ? &list[i] : NULL;
}

static int take_array(struct profile *p, char *line)
{
    const char *name = take_word(&line);
    return name && take_numbers(p, array_named(arrays, ARRAYS, name), line);
}

static int take_part(struct profile *p, char *line)
{
    uint64_t part;
    const char *name = take_number(&line, &part) ? take_word(&line) : NULL;
    if (!name)
        return 0;
    const struct array *const a = part < COUNTS_PARTS ? array_named(part_arrays, PART_ARRAYS, name) : NULL;
    return take_numbers(a ? &p->parts[part] : NULL, a, line);
}

static int take_source_parts(struct profile *p, char *line)
{
    uint64_t source;
    if (!take_number(&line, &source))
        return 0;
    struct latency_parts *const parts =
        source < SPE_STATS_NO_SOURCE ? profile_add_source_parts(p, (unsigned)source) : NULL;
    return take_numbers(parts, parts ? &source_array : NULL, line);
}

/* Reads the rest of a line, which are numbers of struct total. */
static int take_total(struct total *total, char *line)
{
    uint64_t value;
    const char *which;
    memset(total, 0, sizeof *total);
    while (take_pair(&line, &which, &value))
        for (size_t i = 0; i < MEMBERS; i++) {
            const size_t length = strlen(members[i].name);
            const int is_member = strncmp(members[i].name, which, length) == 0;
            const int at = !is_member             ? -1
                           : members[i].count > 1 ? number_from(which + length)
                           : which[length]        ? -1
                                                  : 0;
            if (at >= 0 && (size_t)at < members[i].count)
                set_number(total, &members[i], (size_t)at, value);
        }
    return *line == '\n';
}

static int take_sum(struct profile *p, char *line)
{
    struct total total;
    const char *array = take_word(&line), *name = take_word(&line);
    if (!name || !take_total(&total, line))
        return 0;
    for (size_t i = 0; i < SUMS; i++)
        for (unsigned k = 0; k < sums[i].count; k++)
            if (strcmp(sums[i].name, array) == 0 && strcmp(sums[i].names[k], name) == 0)
                memcpy((char *)p + sums[i].offset + k * sizeof total, &total, sizeof total);
    return 1;
}

static int take_row(struct profile *p, char *line)
{
    struct total total;
    const char *kind = take_word(&line), *name = take_word(&line), *where = take_word(&line);
    unsigned k = 0;
    if (!where || !take_total(&total, line))
        return 0;
    while (k < GROUPS_KINDS && strcmp(groups_kind(k), kind) != 0)
        k++;
    if (k < GROUPS_KINDS)
        groups_add(&p->groups, k, name, where, &total.counts, &total.parts);
    return 1;
}

static int take_source(struct profile *p, char *line)
{
    uint64_t source, samples;
    if (!take_number(&line, &source) || !take_number(&line, &samples) || *line != '\n')
        return 0;
    if (source <= SPE_STATS_LEFT_OUT)
        spe_source_stats_put(&p->sources, (unsigned)source, samples, NULL);
    return 1;
}

static int take_histogram(struct spe_histogram *h, char *line)
{
    uint64_t value;
    const char *which;
    memset(h, 0, sizeof *h);
    while (take_pair(&line, &which, &value)) {
        const int bucket = number_from(which);
        if (bucket >= SPE_HISTOGRAM_BUCKETS)
            return 0;
        if (bucket >= 0) {
            h->buckets[bucket] = value;
            h->count += value;
        }
        h->sum = strcmp(which, "sum") == 0 ? value : h->sum;
        h->most = strcmp(which, "most") == 0 ? value : h->most;
    }
    return *line == '\n';
}

static int take_latency(struct profile *p, char *line)
{
    struct spe_latencies latencies;
    struct spe_histogram h;
    uint64_t source;
    const char *name = take_number(&line, &source) ? take_word(&line) : NULL;
    if (!name || !take_histogram(&h, line))
        return 0;
    for (size_t i = 0; i < HISTOGRAMS; i++) {
        if (strcmp(histograms[i].name, name) != 0 || source > SPE_STATS_LEFT_OUT)
            continue;
        memset(&latencies, 0, sizeof latencies);
        memcpy((char *)&latencies + histograms[i].offset, &h, sizeof h);
        spe_source_stats_put(&p->sources, (unsigned)source, 0, &latencies);
    }
    return 1;
}

#define MOST_FILES 1000000 /* that were merged */

static int take_profile(struct profile *p, char *line)
{
    uint64_t files;
    const char *kind = take_word(&line), *name = take_word(&line);
    if (!name || !take_number(&line, &files) || !files || files > MOST_FILES)
        return 0;
    p->is_perf = strcmp(kind, "perf") == 0;
    p->files = (unsigned)files;
    snprintf(p->name, sizeof p->name, "%s", name);
    return *line == '\n';
}

#define MOST_INTERVAL 18446744073709551616.0 /* 2^64: times as many samples it is a number still */

static int take_whole(struct profile *p, char *line)
{
    char *end;
    line += strspn(line, " ");
    p->interval = strtod(line, &end);
    if (end == line || *end != ' ' || !(p->interval >= 0 && p->interval <= MOST_INTERVAL)) /* nor NaN */
        return 0;
    line = end + 1;
    return take_number(&line, &p->places.saved) && *line == '\n';
}

static int take_core(struct profile *p, char *line)
{
    struct profile_kind kind;
    if (!take_word(&line) || !take_number(&line, &kind.midr) || !take_number(&line, &kind.samples))
        return 0;
    profile_add_kind(p, kind.midr, kind.samples);
    return *line == '\n';
}

static const struct {
    const char *key;
    int (*take)(struct profile *p, char *line);
} lines[] = {{"numbers ", take_array},   {"source ", take_source},
             {"latency ", take_latency}, {"sum ", take_sum},
             {"row ", take_row},         {"profile ", take_profile},
             {"whole ", take_whole},     {"core ", take_core},
             {"part ", take_part},       {"source-parts ", take_source_parts}};

/* Returns 1, or 0 if the line is invalid. A line with an unknown first word comes from a later program and is valid. */
static int take_line(struct profile *p, char *line)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strncmp(line, lines[i].key, strlen(lines[i].key)) == 0)
            return lines[i].take(p, line + strlen(lines[i].key));
    return 1;
}

/* -- lines of a source -- */

struct reader {
    struct spe_source *source;
    size_t used; /* of the source's bytes */
    int has_failed;
    char *line;
    size_t room; /* of the line */
};

/* Whether there is another byte. */
static int has_byte(struct reader *in)
{
    while (in->used == in->source->size) {
        const int step = source_next(in->source);
        in->has_failed = step == SOURCE_FAILED;
        if (step == SOURCE_ENDED || step == SOURCE_FAILED)
            return 0;
        in->used = step == SOURCE_BYTES ? 0 : in->source->size;
    }
    return 1;
}

/* Makes the line longer. Returns 0 if it is too long, or if memory runs out. */
static int grow_line(struct reader *in)
{
    const size_t room = in->room ? 2 * in->room : 4096;
    char *line = room <= LINE_MOST ? realloc(in->line, room) : NULL;
    if (!line)
        return 0;
    in->line = line;
    in->room = room;
    return 1;
}

/* Reads the next line with its end, or as much of it as fits. Returns it, or NULL at the end. */
static char *read_line(struct reader *in)
{
    size_t size = 0;
    while ((!size || in->line[size - 1] != '\n') && (size + 1 < in->room || grow_line(in)) && has_byte(in))
        in->line[size++] = (char)in->source->bytes[in->used++];
    if (!size)
        return NULL;
    in->line[size] = 0;
    return in->line;
}

/* Reads all lines up to the one with the checksum. Returns the error, or NULL. */
static const char *take_lines(struct profile *p, struct reader *in)
{
    char *line = read_line(in);
    uint32_t sum = 0;
    if (!line || strcmp(line, FIRST_LINE) != 0)
        return line && saved_profile_is(line, strlen(line)) ? "is a saved profile of another version of spe-stat"
                                                            : "is not a saved profile (--save)";
    sum = sum_of(sum, line);
    while ((line = read_line(in)) != NULL) {
        if (strncmp(line, "end ", 4) == 0) {
            char want[16];
            snprintf(want, sizeof want, "end %08" PRIx32 "\n", sum);
            return strcmp(line, want) == 0 && !has_byte(in) ? NULL : "is a saved profile that is damaged";
        }
        sum = sum_of(sum, line);
        if (!strchr(line, '\n') || !take_line(p, line))
            return "is a saved profile with a line that is not understood";
    }
    return "is a saved profile whose end is missing";
}

int saved_profile_read(struct profile *into, struct spe_source *source)
{
    static struct profile one; /* static because it is large */
    struct reader in = {.source = source};
    memset(&one, 0, sizeof one);
    profile_begin_sources(&one);
    const char *wrong = take_lines(&one, &in);
    if (!wrong && !in.has_failed)
        profile_merge(into, &one);
    groups_free(&one.groups);
    free(in.line);
    if (in.has_failed)
        return TOOL_FAILED;
    return wrong ? tool_error(wrong, source->in.name) : TOOL_OK;
}
