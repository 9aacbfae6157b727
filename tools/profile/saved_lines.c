/* SPDX-License-Identifier: MIT */
/* See saved_lines.h. */
#include "saved_lines.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../system/printable.h"

#define LINE_MOST (64u << 20) /* bytes of a line that is read */

static uint32_t sum_of(uint32_t sum, const char *text, size_t size)
{
    sum = ~sum;
    for (const char *end = text + size; text < end; text++) {
        sum ^= (unsigned char)*text;
        for (int i = 0; i < 8; i++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

/* Whether each of the field's numbers has a number or word of its own. */
static int is_numbered(const struct saved_field *f)
{
    return f->count > 1 || !*f->name;
}

/* -- writing -- */

static void put_text(struct saved_writer *w, const char *text, size_t size)
{
    w->sum = sum_of(w->sum, text, size);
    fwrite(text, 1, size, w->out);
}

static void put_string(struct saved_writer *w, const char *text)
{
    put_text(w, text, strlen(text));
}

static void put_number(struct saved_writer *w, const char *before, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    put_string(w, before);
    put_string(w, text);
}

static void put_word(struct saved_writer *w, const char *text)
{
    const int is_dash = strcmp(text, "-") == 0;
    put_string(w, *text ? " " : " -");
    for (unsigned size; *text; text += size ? size : 1) {
        char escaped[8];
        size = *text == ' ' || *text == '\\' || is_dash ? 0 : printable_size(text);
        if (!size)
            snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)*text);
        put_text(w, size ? text : escaped, size ? size : 4);
    }
}

/* Writes a line up to its fields. */
static void put_head(struct saved_writer *w, const char *key, const char *form, const struct saved_line *line)
{
    const char *const *word = line->words;
    const uint64_t *number = line->numbers;
    char fraction[64];
    put_string(w, key);
    for (; *form && *form != '='; form++)
        if (*form == 'w') {
            put_word(w, *word++);
        } else if (*form == 'n') {
            put_number(w, " ", *number++);
        } else {
            snprintf(fraction, sizeof fraction, " %.17g", line->fraction);
            put_string(w, fraction);
        }
}

static void put_pair(struct saved_writer *w, const struct saved_field *f, size_t i, uint64_t value)
{
    put_string(w, " ");
    if (f->word)
        put_string(w, f->word((unsigned)i));
    else if (is_numbered(f))
        put_number(w, f->name, i);
    else
        put_string(w, f->name);
    put_number(w, "=", value);
}

void saved_write(struct saved_writer *w, const char *key, const char *form, const struct saved_line *line,
                 const void *base, const struct saved_field *fields)
{
    int has_head = !fields;
    if (has_head)
        put_head(w, key, form, line);
    for (const struct saved_field *f = fields; f && f->name; f++)
        for (size_t i = 0; i < f->count; i++) {
            uint64_t value;
            memcpy(&value, (const char *)base + f->offset + i * sizeof value, sizeof value);
            if (value && !has_head)
                put_head(w, key, form, line);
            has_head |= value != 0;
            if (value)
                put_pair(w, f, i, value);
        }
    if (has_head)
        put_string(w, "\n");
}

/* -- reading -- */

/* Whether there is another byte. */
static int has_byte(struct saved_reader *in)
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

char *saved_next(struct saved_reader *in)
{
    struct bytes *const line = &in->line;
    line->size = 0;
    while ((!line->size || line->at[line->size - 1] != '\n') && line->size + 1 < LINE_MOST && has_byte(in))
        bytes_put(line, &in->source->bytes[in->used++], 1);
    if (!line->size)
        return NULL;
    *bytes_room(line, 1) = 0;
    in->sum = in->next_sum;
    in->next_sum = sum_of(in->sum, (char *)line->at, line->size);
    return (char *)line->at;
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
    for (const char *from = word; *from; to++) {
        const int is_escaped = from[0] == '\\' && from[1] == 'x' && from[2] && from[3];
        *to = is_escaped ? (char)strtoul((char[]){from[2], from[3], 0}, NULL, 16) : *from;
        from += is_escaped ? 4 : 1;
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

int saved_read(char *text, const char *form, struct saved_line *line)
{
    const char **word = line->words;
    uint64_t *number = line->numbers;
    for (; *form && *form != '='; form++) {
        if (*form == 'f') {
            char *start = text;
            line->fraction = strtod(start, &text);
            if (text == start || *text++ != ' ')
                return 0;
        } else if (*form == 'w' ? (*word++ = take_word(&text)) == NULL : !take_number(&text, number++)) {
            return 0;
        }
    }
    line->rest = text;
    return *form || *text == '\n';
}

/* Returns which of the field's numbers a name means, or less than 0 if none. */
static int place_of(const struct saved_field *f, const char *name)
{
    const size_t length = strlen(f->name);
    if (strncmp(f->name, name, length) != 0)
        return -1;
    name += length;
    if (f->find)
        return f->find(name);
    if (!is_numbered(f))
        return *name ? -1 : 0;
    char *end;
    const unsigned long n = strtoul(name, &end, 10);
    return *name >= '0' && *name <= '9' && !*end && n <= INT_MAX ? (int)n : -1;
}

int saved_read_fields(const struct saved_line *line, void *base, const struct saved_field *fields)
{
    char *text = line->rest, *mark;
    uint64_t value;
    while (*(mark = text + strcspn(text, "= \n")) == '=' && mark > text) {
        const char *const name = text;
        *mark = 0;
        text = mark + 1;
        if (!take_number(&text, &value))
            break;
        for (const struct saved_field *f = fields; f->name; f++) {
            const int at = place_of(f, name);
            if (at >= 0 && (size_t)at < f->count)
                memcpy((char *)base + f->offset + (size_t)at * sizeof value, &value, sizeof value);
            else if (at >= 0 && f->is_closed)
                return 0;
        }
    }
    return *text == '\n';
}
