/* SPDX-License-Identifier: MIT */
/*
 * For the output of tools/tests/pgo/generate: a cursor over text, varints, a hash table of names, a checksum, counters
 * of faults. Errors are handled where they are found, as parsers do: rare code in the middle of frequent code, which a
 * compiler cannot know to be rare.
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum fault {
    FAULT_KEY,
    FAULT_NUMBER,
    FAULT_OVERFLOW,
    FAULT_WORD,
    FAULT_STRING,
    FAULT_ESCAPE,
    FAULT_RANGE,
    FAULT_STATE,
    FAULT_MISSING,
    FAULT_FULL,
    FAULTS
};

static const char *const fault_names[FAULTS] = {"key",    "number", "overflow", "word",    "string",
                                                "escape", "range",  "state",    "missing", "full"};

struct cursor {
    const char *at, *end;
    unsigned line;
};

struct text {
    char bytes[48];
    unsigned size;
};

struct out {
    uint8_t bytes[4096];
    unsigned size;
    uint64_t flushed;
    uint32_t sum;
};

static int tracing; /* TRACE in the environment */
static uint64_t traced;
static uint64_t faults[FAULTS];
static unsigned last_fault_line;
static char last_fault[96];

static void note(const struct cursor *c, enum fault fault, const char *where)
{
    faults[fault]++;
    last_fault_line = c->line;
    snprintf(last_fault, sizeof last_fault, "line %u: %s: %s", c->line, where, fault_names[fault]);
}

/* Code that programs have in many places and rarely run. */
static inline void trace(const struct cursor *c, const char *where, uint64_t value)
{
    if (tracing) {
        traced += value + c->line;
        if (tracing > 1)
            fprintf(stderr, "line %u: %s: %llu\n", c->line, where, (unsigned long long)value);
    }
}

/* -- the cursor -- */

static inline int is_name(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

static void skip_blanks(struct cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
        c->at++;
}

static void skip_line(struct cursor *c)
{
    while (c->at < c->end && *c->at != '\n')
        c->at++;
    if (c->at < c->end)
        c->at++;
    c->line++;
}

static void skip_value(struct cursor *c)
{
    while (c->at < c->end && *c->at != ' ' && *c->at != '\n')
        c->at++;
}

/* The name at the cursor: its size, 0 if there is none. */
static unsigned take_name(struct cursor *c, const char **name)
{
    skip_blanks(c);
    *name = c->at;
    while (c->at < c->end && is_name(*c->at))
        c->at++;
    trace(c, "name", (uint64_t)(c->at - *name));
    return (unsigned)(c->at - *name);
}

static int take_string(struct cursor *c, struct text *t)
{
    t->size = 0;
    if (c->at == c->end || *c->at != '"') {
        note(c, FAULT_STRING, "quote");
        return -1;
    }
    c->at++;
    while (c->at < c->end && *c->at != '"') {
        char ch = *c->at++;
        if (ch == '\\') {
            if (c->at == c->end) {
                note(c, FAULT_ESCAPE, "end");
                return -1;
            }
            ch = *c->at++;
            if (ch == 'n') {
                ch = '\n';
            } else if (ch == 't') {
                ch = '\t';
            } else if (ch == 'x') {
                unsigned value = 0;
                for (int i = 0; i < 2 && c->at < c->end; i++, c->at++) {
                    const char d = *c->at;
                    if (d >= '0' && d <= '9') {
                        value = value << 4 | (unsigned)(d - '0');
                    } else if (d >= 'a' && d <= 'f') {
                        value = value << 4 | (unsigned)(d - 'a' + 10);
                    } else {
                        note(c, FAULT_ESCAPE, "digit");
                        return -1;
                    }
                }
                ch = (char)value;
            } else if (ch != '"' && ch != '\\') {
                note(c, FAULT_ESCAPE, "letter");
                return -1;
            }
        }
        if (ch == '\n') {
            note(c, FAULT_STRING, "line");
            c->line++;
        }
        if (t->size == sizeof t->bytes - 1) {
            note(c, FAULT_OVERFLOW, "string");
            skip_value(c);
            return -1;
        }
        t->bytes[t->size++] = ch;
    }
    if (c->at == c->end) {
        note(c, FAULT_STRING, "unfinished");
        return -1;
    }
    c->at++;
    t->bytes[t->size] = 0;
    return 0;
}

/* -- output -- */

static void flush(struct out *o)
{
    for (unsigned i = 0; i < o->size; i++) {
        o->sum = (o->sum ^ o->bytes[i]) * 16777619u;
        if (!(o->sum & 0x7ff))
            o->sum += i;
    }
    o->flushed += o->size;
    o->size = 0;
}

static inline void put_byte(struct out *o, unsigned byte)
{
    if (o->size == sizeof o->bytes)
        flush(o);
    o->bytes[o->size++] = (uint8_t)byte;
}

static void put_number(struct out *o, uint64_t n)
{
    while (n >= 0x80) {
        put_byte(o, (unsigned)(n & 0x7f) | 0x80);
        n >>= 7;
    }
    put_byte(o, (unsigned)n);
}

static void put_text(struct out *o, const struct text *t)
{
    put_number(o, t->size);
    for (unsigned i = 0; i < t->size; i++) {
        const unsigned char ch = (unsigned char)t->bytes[i];
        if (ch < ' ' || ch > '~') {
            put_byte(o, 0x1b);
            put_byte(o, ch ^ 0x40);
        } else {
            put_byte(o, ch);
        }
    }
}

/* -- names -- */

#define NAMES 1024

static struct name {
    char bytes[48];
    unsigned size;
    uint32_t hash;
    uint64_t uses;
} names[NAMES];
static unsigned names_used;

static unsigned find_name(const struct cursor *c, const struct text *t)
{
    uint32_t hash = 2166136261u;
    for (unsigned i = 0; i < t->size; i++)
        hash = (hash ^ (unsigned char)t->bytes[i]) * 16777619u;
    for (unsigned i = hash % NAMES, steps = 0;; i = (i + 1) % NAMES, steps++) {
        struct name *n = &names[i];
        if (steps > NAMES / 2) {
            note(c, FAULT_FULL, "names");
            return 0;
        }
        if (!n->size) {
            if (names_used == NAMES * 3 / 4) {
                note(c, FAULT_FULL, "names");
                return 0;
            }
            names_used++;
            memcpy(n->bytes, t->bytes, t->size + 1);
            n->size = t->size;
            n->hash = hash;
        }
        if (n->hash == hash && n->size == t->size && memcmp(n->bytes, t->bytes, t->size) == 0) {
            n->uses++;
            return i;
        }
    }
}

#endif
