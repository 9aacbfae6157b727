/* SPDX-License-Identifier: MIT */
/* See saved.h. */
#define _POSIX_C_SOURCE 200809L
#include "saved.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform.h"
#include "tool.h"

#define FIRST_LINE "spe-stat profile 1\n"
#define ANY_VERSION "spe-stat profile "
#define LINE_MAX_SIZE 65536 /* bytes: a row with the longest names, escaped, is shorter */
#define PER_LINE 32         /* numbers */

/* Arrays of 64-bit numbers in struct profile, by name: all that is added up one by one. */
#define ARRAY(name, member)                                                                                            \
    {                                                                                                                  \
        name, offsetof(struct profile, member), sizeof((struct profile *)0)->member                                    \
    }

static const struct array {
    const char *name;
    size_t offset, size; /* bytes */
} arrays[] = {
    ARRAY("stats", stats),
    ARRAY("findings", findings),
    ARRAY("kept", kept.count),
    {"notes", offsetof(struct profile, notes), offsetof(struct source_notes, unfinished)},
    ARRAY("levels", places.levels),
    ARRAY("classes", places.classes),
    ARRAY("unsourced", places.unsourced),
    ARRAY("served", places.served),
    ARRAY("dropped", select.dropped),
};
/* Files have these numbers by their places: another layout is another version. */
_Static_assert(sizeof(struct spe_stats) == 365728 && COUNTS_NUMBERS == 31 && PLACES_CLASSES == 5 && SPE_LEVELS == 16 &&
                   offsetof(struct source_notes, unfinished) == 80,
               "the first line says which version it is");
#define ARRAYS (sizeof arrays / sizeof *arrays)

int saved_is(const void *bytes, size_t size)
{
    return size >= sizeof ANY_VERSION - 1 && memcmp(bytes, ANY_VERSION, sizeof ANY_VERSION - 1) == 0;
}

static size_t count_of(const struct array *a)
{
    return a->size / sizeof(uint64_t);
}

static uint64_t number_of(const void *profile, const struct array *a, size_t i)
{
    uint64_t n;
    memcpy(&n, (const char *)profile + a->offset + i * sizeof n, sizeof n);
    return n;
}

static void set_number(void *profile, const struct array *a, size_t i, uint64_t n)
{
    memcpy((char *)profile + a->offset + i * sizeof n, &n, sizeof n);
}

/* -- checksum: CRC-32 of IEEE 802.3, as gzip's -- */

static uint32_t sum_of(uint32_t sum, const char *text)
{
    sum = ~sum;
    for (; *text; text++) {
        sum ^= (unsigned char)*text;
        for (int i = 0; i < 8; i++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

/* -- writing -- */

struct writer {
    FILE *out;
    uint32_t sum;
    char line[LINE_MAX_SIZE];
    size_t size;
};

static void end_line(struct writer *w)
{
    snprintf(w->line + w->size, sizeof w->line - w->size, "\n");
    w->sum = sum_of(w->sum, w->line);
    fputs(w->line, w->out);
    w->size = 0;
}

static void put_number(struct writer *w, uint64_t n)
{
    w->size += (size_t)snprintf(w->line + w->size, sizeof w->line - w->size, " %" PRIu64, n);
}

static void put_word(struct writer *w, const char *text)
{
    w->line[w->size++] = ' ';
    if (!*text)
        w->line[w->size++] = '-';
    for (int is_dash = strcmp(text, "-") == 0; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == '\\' || *text == 0x7f || is_dash)
            w->size += (size_t)snprintf(w->line + w->size, 5, "\\x%02x", (unsigned char)*text);
        else
            w->line[w->size++] = *text;
}

static void begin_line(struct writer *w, const char *key, const char *name)
{
    w->size = (size_t)snprintf(w->line, sizeof w->line, "%s %s", key, name);
}

/* Lines of what is not zero. */
static void put_array(struct writer *w, const struct profile *p, const struct array *a)
{
    for (size_t i = 0, n = 0; i < count_of(a); i++) {
        const uint64_t value = number_of(p, a, i);
        if (n && (!value || n == PER_LINE)) {
            end_line(w);
            n = 0;
        }
        if (!value)
            continue;
        if (!n++) {
            begin_line(w, "numbers", a->name);
            put_number(w, i);
        }
        put_number(w, value);
        if (i + 1 == count_of(a))
            end_line(w);
    }
}

static void put_rows(struct writer *w, const struct profile *p, unsigned kind)
{
    size_t n;
    struct group *rows = groups_rows(&p->groups, kind, &n);
    for (size_t i = 0; i < n; i++) {
        uint64_t numbers[COUNTS_NUMBERS];
        memcpy(numbers, &rows[i].counts, sizeof numbers);
        begin_line(w, "row", groups_kind(kind));
        put_word(w, rows[i].name);
        put_word(w, rows[i].where);
        for (size_t k = 0; k < COUNTS_NUMBERS; k++)
            put_number(w, numbers[k]);
        end_line(w);
    }
    free(rows);
}

void saved_write(const struct profile *p, FILE *out)
{
    static struct writer w; /* large */
    w.out = out;
    w.sum = 0;
    w.size = (size_t)snprintf(w.line, sizeof w.line, "%.*s", (int)sizeof FIRST_LINE - 2, FIRST_LINE);
    end_line(&w);
    begin_line(&w, "profile", p->is_perf ? "perf" : "raw");
    put_word(&w, p->name);
    put_number(&w, p->files);
    end_line(&w);
    begin_line(&w, "whole", "");
    w.size += (size_t)snprintf(w.line + w.size, 64, "%.17g", p->interval);
    put_number(&w, places_time(&p->places));
    end_line(&w);
    for (unsigned i = 0; i < p->n_kinds; i++) {
        begin_line(&w, "core", "-");
        put_number(&w, p->kinds[i].midr);
        put_number(&w, p->kinds[i].samples);
        end_line(&w);
    }
    for (size_t i = 0; i < ARRAYS; i++)
        put_array(&w, p, &arrays[i]);
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++)
        put_rows(&w, p, kind);
    fprintf(out, "end %08" PRIx32 "\n", w.sum);
}

/* -- reading -- */

/* The next word of a line, with its escapes undone; NULL: there is none. */
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

/* The next number. Returns 1; 0: there is none, or it is no number. */
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

static int take_array(struct profile *p, char *line)
{
    uint64_t at = 0, value;
    const char *name = take_word(&line);
    size_t i = 0;
    while (i < ARRAYS && name && strcmp(arrays[i].name, name) != 0)
        i++;
    if (!name || i == ARRAYS || !take_number(&line, &at))
        return 0;
    for (; take_number(&line, &value); at++) {
        if (at >= count_of(&arrays[i]))
            return 0;
        set_number(p, &arrays[i], (size_t)at, value);
    }
    return *line == '\n';
}

static int take_row(struct profile *p, char *line)
{
    uint64_t numbers[COUNTS_NUMBERS];
    struct counts counts;
    const char *kind = take_word(&line), *name = take_word(&line), *where = take_word(&line);
    unsigned k = 0;
    while (k < GROUPS_KINDS && kind && strcmp(groups_kind(k), kind) != 0)
        k++;
    for (size_t i = 0; i < COUNTS_NUMBERS; i++)
        if (!where || !take_number(&line, &numbers[i]))
            return 0;
    if (k == GROUPS_KINDS || !where || *line != '\n')
        return 0;
    memcpy(&counts, numbers, sizeof counts);
    groups_add(&p->groups, k, name, where, &counts);
    return 1;
}

static int take_profile(struct profile *p, char *line)
{
    uint64_t files;
    const char *kind = take_word(&line), *name = take_word(&line);
    if (!name || !take_number(&line, &files))
        return 0;
    p->is_perf = strcmp(kind, "perf") == 0;
    p->files = (unsigned)files;
    snprintf(p->name, sizeof p->name, "%s", name);
    return *line == '\n';
}

static int take_whole(struct profile *p, char *line)
{
    char *end;
    line += strspn(line, " ");
    p->interval = strtod(line, &end);
    if (end == line || *end != ' ' || p->interval < 0)
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
} lines[] = {{"numbers ", take_array},
             {"row ", take_row},
             {"profile ", take_profile},
             {"whole ", take_whole},
             {"core ", take_core}};

static int take_line(struct profile *p, char *line)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strncmp(line, lines[i].key, strlen(lines[i].key)) == 0)
            return lines[i].take(p, line + strlen(lines[i].key));
    return 0;
}

/* All lines up to the one with the checksum. Returns what is wrong; NULL: nothing. */
static const char *take_lines(struct profile *p, FILE *in)
{
    static char line[LINE_MAX_SIZE]; /* large */
    uint32_t sum = 0;
    if (!fgets(line, sizeof line, in) || strcmp(line, FIRST_LINE) != 0)
        return saved_is(line, strlen(line)) ? "is a saved profile of another version of spe-stat"
                                            : "is no saved profile (--save)";
    sum = sum_of(sum, line);
    while (fgets(line, sizeof line, in)) {
        if (strncmp(line, "end ", 4) == 0) {
            char want[16];
            snprintf(want, sizeof want, "end %08" PRIx32 "\n", sum);
            return strcmp(line, want) == 0 && fgetc(in) == EOF ? NULL : "is a saved profile that is damaged";
        }
        sum = sum_of(sum, line);
        if (!strchr(line, '\n') || !take_line(p, line))
            return "is a saved profile with a line that is none";
    }
    return "is a saved profile whose end is missing";
}

int saved_read(struct profile *into, const char *path)
{
    static struct profile one; /* large */
    const int fd = platform_open(path);
    FILE *in = fd < 0 ? NULL : fdopen(fd, "rb");
    if (!in) {
        if (fd >= 0)
            close(fd);
        return tool_error(strerror(errno), path);
    }
    memset(&one, 0, sizeof one);
    const char *wrong = take_lines(&one, in);
    fclose(in);
    if (!wrong)
        profile_merge(into, &one);
    groups_free(&one.groups);
    return wrong ? tool_error(wrong, path) : TOOL_OK;
}
