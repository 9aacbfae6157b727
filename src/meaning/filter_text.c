/* SPDX-License-Identifier: MIT */
/*
 * Reads filters as perf and WindowsPerf write them and as perf_event_attr has them, by rows: one for each term, one for
 * each enable bit of PMSFCR_EL1 that follows from terms. To add a term, add a row.
 */
#include <libspe/filter.h>

#include "../base/config.h"
#include "../base/names.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* The registers, as the terms write them */
enum filter_word {
    WORD_CONTROL,
    WORD_PMSFCR,
    WORD_PMSEVFR,
    WORD_PMSNEVFR,
    WORD_PMSLATFR,
    WORD_NOT_PMSDSFR, /* perf gives the sources to leave out; the register has the sources to keep */
    WORDS
};

/* clang-format off */

static const struct term {
    const char *name;  /* perf's name */
    const char *brief; /* WindowsPerf's name, or NULL */
    uint8_t word;      /* enum filter_word */
    uint8_t shift;
    uint8_t config;    /* perf_event_attr.config (0) to config4, as the files in the driver's format/ give it ... */
    uint8_t place;     /* ... and the lowest bit there */
    uint8_t width;     /* bits, in both; Linux's driver still has 12 of min_latency */
} terms[] = {
    {"branch_filter",       "b",   WORD_PMSFCR,      16, 0, 32, 1},
    {"load_filter",         "ld",  WORD_PMSFCR,      17, 0, 33, 1},
    {"store_filter",        "st",  WORD_PMSFCR,      18, 0, 34, 1},
    {"simd_filter",         NULL,  WORD_PMSFCR,      20, 0, 39, 1},
    {"float_filter",        NULL,  WORD_PMSFCR,      19, 0, 41, 1},
    {"branch_filter_mask",  NULL,  WORD_PMSFCR,      48, 0, 36, 1},
    {"load_filter_mask",    NULL,  WORD_PMSFCR,      49, 0, 37, 1},
    {"store_filter_mask",   NULL,  WORD_PMSFCR,      50, 0, 38, 1},
    {"simd_filter_mask",    NULL,  WORD_PMSFCR,      52, 0, 40, 1},
    {"float_filter_mask",   NULL,  WORD_PMSFCR,      51, 0, 42, 1},
    {"min_latency",         "min", WORD_PMSLATFR,    0,  2, 0,  16},
    {"event_filter",        NULL,  WORD_PMSEVFR,     0,  1, 0,  64},
    {"inv_event_filter",    NULL,  WORD_PMSNEVFR,    0,  3, 0,  64},
    {"inv_data_src_filter", NULL,  WORD_NOT_PMSDSFR, 0,  4, 0,  64},
    {"ts_enable",           "ts",  WORD_CONTROL,     0,  0, 0,  1},
    {"pa_enable",           NULL,  WORD_CONTROL,     1,  0, 1,  1},
    {"pct_enable",          NULL,  WORD_CONTROL,     2,  0, 2,  1},
    {"jitter",              NULL,  WORD_CONTROL,     3,  0, 16, 1},
    {"discard",             NULL,  WORD_CONTROL,     4,  0, 35, 1},
};

/* Terms that perf accepts for the events of every unit (tools/perf/util/parse-events.l). Whatever their values, they do
 * not belong to a filter. */
static const char *const event_terms[] = {
    "period", "freq", "name", "config", "config1", "config2", "config3", "config4", "branch_type", "time", "call-graph",
    "stack-size", "max-stack", "nr", "inherit", "no-inherit", "overwrite", "no-overwrite", "percore", "driver-config",
    "aux-output", "aux-action", "aux-sample-size", "metric-id", "cpu", "ratio-to-prev",
};

#define ALL_TYPES (UINT64_C(0x1f) << 16 | UINT64_C(0x1f) << 48)

static const struct {
    uint64_t bit; /* bit of PMSFCR_EL1: it is 1 if ... */
    uint64_t of;  /* ... one of these bits ... */
    uint8_t word; /* ... of this word is 1 */
} enables[] = {
    {SPE_FILTER_FE,  UINT64_MAX, WORD_PMSEVFR},
    {SPE_FILTER_FT,  ALL_TYPES,  WORD_PMSFCR},
    {SPE_FILTER_FL,  UINT64_MAX, WORD_PMSLATFR},
    {SPE_FILTER_FNE, UINT64_MAX, WORD_PMSNEVFR},
    {SPE_FILTER_FDS, UINT64_MAX, WORD_NOT_PMSDSFR},
};

/* clang-format on */

static uint64_t largest_value(const struct term *term)
{
    return UINT64_MAX >> (64 - term->width);
}

struct reader {
    const char *text;
    size_t len;
    size_t at; /* the place of the next character, or of the error */
};

/* What the terms set */
struct terms_read {
    uint64_t words[WORDS];
    uint64_t seen;                /* bits: rows of terms[], and then places in event_terms[] */
    uint32_t events;              /* terms of the event so far */
    uint32_t wanted;              /* the number of the wanted term ... */
    struct spe_filter_term event; /* ... which is stored here */
};

#define NO_TERM SIZE_MAX

_Static_assert(COUNT(terms) + COUNT(event_terms) <= 64, "terms_read.seen has a bit for each term: make it two words");

static int at_end(const struct reader *r)
{
    return r->at == r->len;
}

static int next_is(const struct reader *r, char c)
{
    return !at_end(r) && r->text[r->at] == c;
}

static void skip_blanks(struct reader *r)
{
    while (next_is(r, ' ') || next_is(r, '\t'))
        r->at++;
}

static int ends_name(const struct reader *r)
{
    return at_end(r) || next_is(r, '=') || next_is(r, ',') || next_is(r, ' ') || next_is(r, '\t');
}

/* Reads a term's name. Returns its row in terms[], or COUNT(terms) plus its place in event_terms[], and moves past the
 * name. Returns NO_TERM, and does not move, if no term has that name. */
static size_t read_name(struct reader *r)
{
    const size_t start = r->at;
    while (!ends_name(r))
        r->at++;
    for (size_t i = 0; i < COUNT(terms); i++)
        if (spe_is_name_of(r->text + start, r->at - start, terms[i].name) ||
            (terms[i].brief && spe_is_name_of(r->text + start, r->at - start, terms[i].brief)))
            return i;
    for (size_t i = 0; i < COUNT(event_terms); i++)
        if (spe_is_name_of(r->text + start, r->at - start, event_terms[i]))
            return COUNT(terms) + i;
    r->at = start;
    return NO_TERM;
}

/* Moves past the value of an event's term: up to a comma, or in quotes. Spaces at its end do not belong to it. */
static int read_event_value(struct reader *r, struct spe_filter_term *term)
{
    const size_t start = r->at;
    if (next_is(r, '\'')) {
        do
            r->at++;
        while (!at_end(r) && !next_is(r, '\''));
        if (at_end(r)) {
            r->at = start;
            return SPE_E_SYNTAX;
        }
        r->at++;
    } else {
        while (!at_end(r) && !next_is(r, ','))
            r->at++;
    }
    size_t end = r->at;
    while (end > start && (r->text[end - 1] == ' ' || r->text[end - 1] == '\t'))
        end--;
    if (end == start)
        r->at = start;
    term->value = start;
    term->value_size = end - start;
    return end == start ? SPE_E_SYNTAX : SPE_OK;
}

/* The value of the next character as a digit, or 16 if it is not a digit. */
static unsigned next_digit(const struct reader *r)
{
    const char c = at_end(r) ? 0 : r->text[r->at];
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

static int read_value(struct reader *r, uint64_t largest, uint64_t *value)
{
    const size_t start = r->at;
    unsigned base = 10;
    if (next_is(r, '0') && r->len - start > 1 && (r->text[start + 1] | 0x20) == 'x') {
        base = 16;
        r->at += 2;
    }
    if (next_digit(r) >= base)
        return SPE_E_SYNTAX;
    *value = 0;
    for (unsigned digit = next_digit(r); digit < base; digit = next_digit(r)) {
        if (digit > largest || *value > (largest - digit) / base) {
            r->at = start;
            return SPE_E_RANGE;
        }
        *value = *value * base + digit;
        r->at++;
    }
    return SPE_OK;
}

/* Reads names of events with '+' between them (spe_event_name()), as the bits of a register. */
static int read_events(struct reader *r, uint64_t *value)
{
    *value = 0;
    for (;;) {
        const size_t start = r->at;
        unsigned bit = 0;
        while (!ends_name(r) && !next_is(r, '+'))
            r->at++;
        while (bit < 64 &&
               !(spe_event_name(bit) && spe_is_name_of(r->text + start, r->at - start, spe_event_name(bit))))
            bit++;
        if (bit == 64) {
            r->at = start;
            return SPE_E_NAME;
        }
        *value |= UINT64_C(1) << bit;
        if (!next_is(r, '+'))
            return SPE_OK;
        r->at++;
    }
}

/* Whether an event's name comes next, where one is allowed. */
static int next_is_event(const struct reader *r, const struct term *term)
{
    const char c = at_end(r) ? 0 : r->text[r->at];
    return (term->word == WORD_PMSEVFR || term->word == WORD_PMSNEVFR) && c >= 'a' && c <= 'z';
}

/* Reads the value of a term that is a row of terms[] into its word. */
static int read_filter_value(struct reader *r, const struct term *term, int has_value, uint64_t words[WORDS])
{
    uint64_t value = 1;
    int status = SPE_OK;
    if (has_value)
        status = next_is_event(r, term) ? read_events(r, &value) : read_value(r, largest_value(term), &value);
    words[term->word] |= value << term->shift;
    return status;
}

static int read_term(struct reader *r, struct terms_read *out)
{
    struct spe_filter_term event = {r->at, 0, 0, 0};
    const size_t term = read_name(r);
    int status = SPE_OK;
    if (term == NO_TERM)
        return ends_name(r) ? SPE_E_SYNTAX : SPE_E_NAME;
    event.name_size = r->at - event.name;
    if (out->seen >> term & 1) {
        r->at = (size_t)event.name;
        return SPE_E_SYNTAX;
    }
    out->seen |= UINT64_C(1) << term;
    skip_blanks(r);
    const int has_value = next_is(r, '=');
    if (has_value) {
        r->at++;
        skip_blanks(r);
    }
    if (term < COUNT(terms))
        return read_filter_value(r, &terms[term], has_value, out->words);
    if (has_value)
        status = read_event_value(r, &event);
    if (status == SPE_OK && out->events++ == out->wanted)
        out->event = event;
    return status;
}

static int read_terms(struct reader *r, struct terms_read *out)
{
    skip_blanks(r);
    if (at_end(r))
        return SPE_OK;
    for (;;) {
        const int status = read_term(r, out);
        if (status != SPE_OK)
            return status;
        skip_blanks(r);
        if (at_end(r))
            return SPE_OK;
        if (!next_is(r, ','))
            return SPE_E_SYNTAX;
        r->at++;
        skip_blanks(r);
    }
}

/* Gives the registers that the terms' words make: each filter with a value is enabled. */
static int give_registers(const uint64_t words[WORDS], struct spe_filter_registers *out)
{
    uint64_t pmsfcr = words[WORD_PMSFCR];
    for (size_t i = 0; i < COUNT(enables); i++)
        pmsfcr |= words[enables[i].word] & enables[i].of ? enables[i].bit : 0;
    const struct spe_filter_registers registers = {
        .control = (uint32_t)words[WORD_CONTROL],
        .pmsfcr = pmsfcr,
        .pmsevfr = words[WORD_PMSEVFR],
        .pmsnevfr = words[WORD_PMSNEVFR],
        .pmslatfr = words[WORD_PMSLATFR],
        .pmsdsfr = ~words[WORD_NOT_PMSDSFR],
    };
    return spe_config_give(out, &registers, 64, sizeof registers); /* 64 in version 1.0 */
}

int spe_filter_parse(const char *text, size_t len, struct spe_filter_registers *out, size_t *where)
{
    struct reader reader = {text, len, 0};
    struct terms_read read = {{0}, 0, 0, 0, {0, 0, 0, 0}};
    if (!out || (!text && len))
        return SPE_E_ARG;
    const int status = read_terms(&reader, &read);
    if (status != SPE_OK) {
        if (where)
            *where = reader.at;
        return status;
    }
    return give_registers(read.words, out);
}

int spe_filter_from_perf(const uint64_t *config, size_t n, struct spe_filter_registers *out)
{
    uint64_t words[WORDS] = {0};
    if (!out || (!config && n))
        return SPE_E_ARG;
    for (const struct term *t = terms; t < terms + COUNT(terms); t++)
        if (t->config < n)
            words[t->word] |= (config[t->config] >> t->place & largest_value(t)) << t->shift;
    return give_registers(words, out);
}

/* The value of a term: 0 if its filter is not enabled. */
static uint64_t term_value(const struct term *term, const struct spe_filter_registers *registers)
{
    const uint64_t words[WORDS] = {
        [WORD_CONTROL] = registers->control,   [WORD_PMSFCR] = registers->pmsfcr,
        [WORD_PMSEVFR] = registers->pmsevfr,   [WORD_PMSNEVFR] = registers->pmsnevfr,
        [WORD_PMSLATFR] = registers->pmslatfr, [WORD_NOT_PMSDSFR] = ~registers->pmsdsfr,
    };
    for (size_t i = 0; i < COUNT(enables); i++)
        if (enables[i].word == term->word && !(registers->pmsfcr & enables[i].bit))
            return 0;
    return words[term->word] >> term->shift & largest_value(term);
}

const char *spe_filter_perf_term(const struct spe_filter_registers *registers, unsigned nth,
                                 struct spe_filter_setting *out)
{
    struct spe_filter_registers r;
    if (nth >= COUNT(terms) ||
        (registers && spe_config_read(&r, registers, 64, offsetof(struct spe_filter_registers, reserved))))
        return NULL;
    const struct term *term = &terms[nth];
    if (out)
        *out = (struct spe_filter_setting){registers ? term_value(term, &r) : 0, term->config, term->place, term->width,
                                           0};
    return term->name;
}

int spe_filter_event_term(const char *text, size_t len, unsigned nth, struct spe_filter_term *out)
{
    struct reader reader = {text, len, 0};
    struct terms_read read = {{0}, 0, 0, nth, {0, 0, 0, 0}};
    if (!out || (!text && len))
        return SPE_E_ARG;
    const int status = read_terms(&reader, &read);
    if (status != SPE_OK)
        return status;
    if (read.events <= nth)
        return SPE_E_ABSENT;
    *out = read.event;
    return SPE_OK;
}
