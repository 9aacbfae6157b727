/* SPDX-License-Identifier: MIT */
/* See select.h. select_hint.c says why no sample is wanted. */
#define _POSIX_C_SOURCE 200809L
#include "select.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/op.h>

#include "../system/spelling.h"
#include "groups.h"
#include "objects.h"

/* -- values -- */

static void read_id(struct select_value *v, char *text)
{
    v->first = v->last = tool_number(text, UINT32_MAX - 1);
}

static void read_word(struct select_value *v, char *text)
{
    v->word = text;
}

/* "A", "A-B" or "A+N" */
static void read_range(struct select_value *v, char *text)
{
    char *const mark = strpbrk(text, "-+"), kind = mark ? *mark : 0;
    if (mark)
        *mark = 0;
    v->first = v->last = tool_number(text, UINT64_MAX);
    if (!mark)
        return;
    *mark = kind;
    v->last = tool_number(mark + 1, UINT64_MAX);
    if (kind == '+' && !v->last)
        tool_misuse("the range is empty", text);
    v->last += kind == '+' ? v->first - 1 : 0;
    if (v->last < v->first)
        tool_misuse("the range ends before it begins", text);
}

/* Converts seconds with a fraction to nanoseconds, exactly; an empty text gives `none`. */
static uint64_t nanoseconds(const char *text, uint64_t none)
{
    char *end;
    if (!*text)
        return none;
    const unsigned long long seconds = strtoull(text, &end, 10);
    uint64_t part = 0;
    unsigned digits = 0;
    if (*end == '.')
        for (end++; isdigit((unsigned char)*end) && digits < 9; end++, digits++)
            part = 10 * part + (uint64_t)(*end - '0');
    for (; digits < 9; digits++)
        part *= 10;
    if (!isdigit((unsigned char)*text) || *end || seconds > UINT64_MAX / UINT64_C(1000000000) - 1)
        tool_misuse("not a time in seconds", text);
    return seconds * UINT64_C(1000000000) + part;
}

static void read_times(struct select_value *v, char *text)
{
    char *comma = strchr(text, ',');
    if (!comma)
        tool_misuse("requires A,B: two times, one of which may be empty", "--time");
    *comma = 0;
    v->first = nanoseconds(text, 0);
    v->last = nanoseconds(comma + 1, UINT64_MAX);
    if (v->last < v->first)
        tool_misuse("the range ends before it begins", comma + 1);
}

/* Operations by name, in the order of has_op() */
#define OP_NAMES "load, store, branch, other, atomic, conditional, indirect, simd, fp, sve"
#define OPS 10

static void read_op(struct select_value *v, char *text)
{
    char name[16];
    for (const char *at = OP_NAMES; at; at = strchr(at, ','), v->first++) {
        at += strspn(at, ", ");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        if (spelling_is_same(name, text))
            return;
    }
    tool_misuse("not an operation; use one of " OP_NAMES, text);
}

static const char *event_name(unsigned bit)
{
    return spe_event_name(bit) ? spe_event_name(bit) : "";
}

static int is_event_name(unsigned bit, const char *name)
{
    int is = spelling_is_same(event_name(bit), name);
    for (unsigned i = 0; !is && i < spe_cpu_count(); i++) {
        const char *own = spe_cpu_event_name(spe_cpu_midr(i), bit);
        is = own && spelling_is_same(own, name);
    }
    return is;
}

/* An event's number, or its name, which may be a core's own */
static void read_event(struct select_value *v, char *text)
{
    char what[256] = "no event has this name";
    struct spelling_names names = {0};
    unsigned bit = 0;
    while (bit < 64 && !is_event_name(bit, text))
        bit++;
    v->first = isdigit((unsigned char)*text) ? tool_number(text, 63) : bit;
    if (v->first < 64)
        return;
    for (bit = 0; bit < 64; bit++)
        if (*event_name(bit))
            spelling_offer(&names, text, event_name(bit));
    if (names.distance[0] <= strlen(text) / 2)
        snprintf(what, sizeof what, "no event has this name; is it %s?", names.text[0]);
    tool_misuse(what, text);
}

/* Whether some core has that word for a data source. */
static int is_source_name(const char *name)
{
    int value, is = 0;
    for (unsigned i = 0; i < spe_cpu_count(); i++)
        for (unsigned n = 0; !is && (value = spe_cpu_data_source_value(spe_cpu_midr(i), n)) >= 0; n++) {
            const char *own = spe_cpu_data_source_name(spe_cpu_midr(i), (unsigned)value);
            is = own && spelling_is_same(own, name);
        }
    return is;
}

/* A data source's number, or the word that some core, or all cores, have for it */
static void read_source(struct select_value *v, char *text)
{
    unsigned level = 1;
    if (isdigit((unsigned char)*text)) {
        v->first = tool_number(text, UINT16_MAX);
        return;
    }
    while (level < spe_level_count() && !spelling_is_same(spe_level_name(level), text))
        level++;
    if (level == spe_level_count() && !is_source_name(text))
        tool_misuse("no data source has this name; names are such as DRAM, L2 cache, peer core", text);
    v->word = text;
}

/* -- samples -- */

/* A sample, and what is found out of it once */
struct about {
    struct places *places;
    const struct sample *sample;
    const struct spe_record *record;
    const struct identity *who;
    uint64_t midr;  /* of the core */
    uint32_t names; /* bits of options whose place it is, if has_names */
    int has_names;
};

static int is_in(const struct select_value *v, uint64_t n)
{
    return n >= v->first && n <= v->last;
}

static int has_pid(const struct select_value *v, const struct about *a)
{
    return is_in(v, a->who->pid);
}

static int has_tid(const struct select_value *v, const struct about *a)
{
    return is_in(v, a->who->tid);
}

static int has_comm(const struct select_value *v, const struct about *a)
{
    return a->who->comm != UINT32_MAX &&
           strcmp(name_table_name(&a->places->processes.names, a->who->comm), v->word) == 0;
}

static int has_cpu(const struct select_value *v, const struct about *a)
{
    return is_in(v, a->sample->cpu);
}

static int has_time(const struct select_value *v, const struct about *a)
{
    return a->sample->time != UINT64_MAX && is_in(v, a->sample->time);
}

static int has_pc(const struct select_value *v, const struct about *a)
{
    return a->record->present & SPE_HAS_PC && is_in(v, spe_address_canonical(a->record->pc));
}

static int has_data(const struct select_value *v, const struct about *a)
{
    return a->record->present & SPE_HAS_DATA_VA && is_in(v, spe_address_canonical(a->record->data_va));
}

static int has_address(const struct select_value *v, const struct about *a)
{
    return has_pc(v, a) || has_data(v, a);
}

static int has_op(const struct select_value *v, const struct about *a)
{
    const struct spe_record *r = a->record;
    struct spe_op op;
    if (!(r->present & SPE_HAS_OPERATION) || spe_op_decode(r->op_class, r->op_payload, &op) != SPE_OK)
        return 0;
    const int is[OPS] = {spe_op_is_load(&op) || op.atomic, /* an atomic reads and writes, whatever LDST says */
                         spe_op_is_store(&op) || op.atomic,
                         op.op_class == SPE_CLASS_BRANCH,
                         op.op_class == SPE_CLASS_OTHER,
                         op.atomic,
                         op.conditional,
                         op.indirect,
                         op.ase || op.subclass == SPE_OP_SIMD_FP,
                         op.fp || op.subclass == SPE_OP_SIMD_FP,
                         op.subclass == SPE_OP_SVE || op.subclass == SPE_OP_SVE_SME};
    return is[v->first];
}

static int has_event(const struct select_value *v, const struct about *a)
{
    return a->record->present & SPE_HAS_EVENTS && a->record->events >> v->first & 1;
}

static int has_source(const struct select_value *v, const struct about *a)
{
    const int value = spe_record_data_source(a->record);
    const char *own = value < 0 ? NULL : spe_cpu_data_source_name(a->midr, (unsigned)value);
    struct spe_data_source source;
    if (!v->word)
        return value >= 0 && v->first == (uint64_t)value;
    return (own && spelling_is_same(own, v->word)) ||
           (spe_memory_level(a->midr, a->record, &source) == SPE_OK && source.level != SPE_LEVEL_UNKNOWN &&
            spelling_is_same(spe_level_name(source.level), v->word));
}

/* -- places -- */

/* "[stack]": data in memory that has no symbol, by its name in the table of data */
static int has_mapping(const char *word, const struct place *place)
{
    return *word == '[' && !place->symbol && strcmp(word, GROUPS_NO_NAME) != 0 &&
           strcmp(word, objects_mapping(place)) == 0;
}

/* Whether `path` is the name, or ends in it after a slash. */
static int is_path(const char *path, const char *name, size_t size)
{
    const size_t n = path ? strlen(path) : 0;
    return n >= size && size && memcmp(path + n - size, name, size) == 0 && (n == size || path[n - size - 1] == '/');
}

static int has_module(const char *word, const struct place *place)
{
    return is_path(place->module, word, strlen(word));
}

/* "prog.c:12", or "prog.c" for all its lines */
static int has_line(const char *word, const struct place *place)
{
    const char *colon = strrchr(word, ':');
    const int has_number = colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
    const size_t size = has_number ? (size_t)(colon - word) : strlen(word);
    return is_path(place->file, word, size) && (!has_number || strtoul(colon + 1, NULL, 10) == place->line);
}

/* -- the options -- */

enum { LIST, WORDS, RANGE }; /* values: with commas; with the option again, because they may have commas; one */

#define OPTION(name, argument, help)                                                                                   \
    {                                                                                                                  \
        0, name, argument, help, NULL, 0                                                                               \
    }

/* clang-format off */
static const struct select_row {
    struct option_row option;
    uint8_t how, fact; /* fact: the one without which a sample cannot be judged; SELECT_FACTS: each can be */
    void (*read)(struct select_value *v, char *text);
    int (*matches)(const struct select_value *v, const struct about *a);
    int (*names)(const char *word, const struct place *place); /* instead, for addresses: these are looked up once */
} rows[SELECT_OPTIONS] = {
    [SELECT_PID] = {OPTION("pid", "N", "process"), LIST, SELECT_THREAD, read_id, has_pid, NULL},
    [SELECT_TID] = {OPTION("tid", "N", "thread"), LIST, SELECT_THREAD, read_id, has_tid, NULL},
    [SELECT_COMM] = {OPTION("comm", "NAME", "name of a thread"), WORDS, SELECT_THREAD, read_word, has_comm, NULL},
    [SELECT_CPU] = {OPTION("cpu-number", "N", "core"), LIST, SELECT_CORE, read_id, has_cpu, NULL},
    [SELECT_TIME] = {OPTION("time", "[A],[B]", "from A to B in seconds, as perf script prints them"),
                     RANGE, SELECT_CLOCK, read_times, has_time, NULL},
    [SELECT_ADDR] = {OPTION("addr", "A[-B|+N]", "address of code or data"),
                     RANGE, SELECT_FACTS, read_range, has_address, NULL},
    [SELECT_PC] = {OPTION("pc", "A[-B|+N]", "address of code"), RANGE, SELECT_FACTS, read_range, has_pc, NULL},
    [SELECT_DATA] = {OPTION("data", "A[-B|+N]", "address of data"), RANGE, SELECT_FACTS, read_range, has_data, NULL},
    [SELECT_OP] = {OPTION("op", "NAME", OP_NAMES),
                   LIST, SELECT_FACTS, read_op, has_op, NULL},
    [SELECT_EVENT] = {OPTION("event", "NAME", "event, such as l1d_refill"),
                      LIST, SELECT_FACTS, read_event, has_event, NULL},
    [SELECT_SOURCE] = {OPTION("source", "NAME", "data source: a number, \"DRAM\", or the core's name for it"),
                       LIST, SELECT_FACTS, read_source, has_source, NULL},
    [SELECT_SYMBOL] = {OPTION("symbol", "NAME", "function or data object"),
                       WORDS, SELECT_FACTS, read_word, NULL, groups_is_named},
    [SELECT_DSO] = {OPTION("dso", "NAME", "code of a program or library, by name or path"),
                    WORDS, SELECT_FACTS, read_word, NULL, has_module},
    [SELECT_LINE] = {OPTION("line", "FILE[:LINE]", "code of a source file, or one of its lines"),
                     WORDS, SELECT_FACTS, read_word, NULL, has_line},
};
/* clang-format on */

static void take_value(const struct select_row *row, struct select_values *values, char *text)
{
    if (values->n == SELECT_VALUES)
        tool_misuse("too many values", text);
    row->read(&values->list[values->n++], text);
}

/* Takes the values of an option. */
static void take(void *into, const struct option_row *option, char *argument)
{
    const struct select_row *row = (const struct select_row *)(const void *)option;
    struct select *s = into;
    struct select_values *values = &s->values[row - rows];
    s->is_used = 1;
    values->option = option->name;
    if (row->how == RANGE)
        values->n = 0;
    for (char *text = argument, *end; text; text = end) {
        end = row->how == LIST ? strchr(text, ',') : NULL;
        if (end)
            *end++ = 0;
        if (row->how == LIST && !*text)
            tool_misuse("a value is missing", option->name);
        take_value(row, values, text);
    }
}

struct option_list select_options(struct select *s)
{
    struct option_list list = OPTION_LIST(rows, s);
    list.take = take;
    return list;
}

/* -- what is wanted -- */

#define BIT(option) (UINT32_C(1) << (option))

enum { IS_KEPT = BIT(SELECT_OPTIONS), IS_CODE = IS_KEPT << 1, IS_MAPPING = IS_KEPT << 2 }; /* further bits of places */

/* Which options the place at an address matches. */
static uint32_t matches_of(const struct select *s, const struct place *place)
{
    uint32_t matches = 0;
    for (unsigned option = 0; option < SELECT_OPTIONS; option++)
        for (unsigned i = 0; rows[option].names && i < s->values[option].n; i++)
            matches |= rows[option].names(s->values[option].list[i].word, place) ? BIT(option) : 0;
    for (unsigned i = 0; i < s->values[SELECT_SYMBOL].n; i++)
        matches |= has_mapping(s->values[SELECT_SYMBOL].list[i].word, place) ? IS_MAPPING : 0;
    return matches;
}

static void offer_to(struct select_values *values, const char *name)
{
    if (values->n)
        spelling_offer(&values->hints, values->list[0].word, name);
}

/* Keeps the names of a place, of code or data, if they are like those that are wanted. */
static void offer(struct select *s, const struct place *place, int is_code)
{
    char line[SPELLING_NAME_SIZE];
    snprintf(line, sizeof line, "%s:%u", place->file ? symbols_short(place->file) : "", place->line);
    if (place->symbol)
        offer_to(&s->values[SELECT_SYMBOL], place->symbol);
    if (is_code && place->module)
        offer_to(&s->values[SELECT_DSO], symbols_short(place->module));
    if (is_code && place->file)
        offer_to(&s->values[SELECT_LINE], line);
}

/* The same for an address of a sample, which is looked up if it is not kept. */
static uint32_t look_up(struct select *s, const struct about *a, uint64_t address, uint32_t is_code)
{
    struct places *p = a->places;
    const uint32_t space = processes_space(&p->processes, a->sample->who, address, a->sample->time);
    const uint64_t hash = (address ^ space) * UINT64_C(0x9e3779b97f4a7c15);
    struct select_place *kept = &s->places[hash >> 32 & (SELECT_PLACES - 1)];
    struct place place;
    if (kept->address == address && kept->space == space &&
        (kept->matches & (IS_KEPT | IS_CODE)) == (IS_KEPT | is_code))
        return kept->matches;
    (s->values[SELECT_LINE].n ? symbols_find : symbols_find_data)(&p->symbols, space, address, a->sample->time, &place);
    if (!s->kept)
        offer(s, &place, is_code != 0);
    *kept = (struct select_place){address, space, matches_of(s, &place) | IS_KEPT | is_code};
    return kept->matches;
}

/* The options whose place the sample's code is, or for --symbol its data. */
static uint32_t names_of(struct select *s, struct about *a)
{
    const struct spe_record *r = a->record;
    if (a->has_names)
        return a->names;
    a->has_names = 1;
    if (r->present & SPE_HAS_PC)
        a->names = look_up(s, a, spe_address_canonical(r->pc), IS_CODE);
    if (r->present & SPE_HAS_DATA_VA && s->values[SELECT_SYMBOL].n) {
        const uint32_t data = look_up(s, a, spe_address_canonical(r->data_va), 0);
        a->names |= data & (BIT(SELECT_SYMBOL) | IS_MAPPING) ? BIT(SELECT_SYMBOL) : 0;
    }
    return a->names;
}

static int matches(struct select *s, unsigned option, struct about *a)
{
    const struct select_values *values = &s->values[option];
    if (rows[option].names)
        return (names_of(s, a) & BIT(option)) != 0;
    for (unsigned i = 0; i < values->n; i++)
        if (rows[option].matches(&values->list[i], a))
            return 1;
    return 0;
}

static int lacks(unsigned fact, const struct sample *sample)
{
    return (fact == SELECT_THREAD && sample->who == PROCESSES_NOBODY) ||
           (fact == SELECT_CORE && sample->cpu == UINT32_MAX) || (fact == SELECT_CLOCK && sample->time == UINT64_MAX);
}

int select_keeps(struct select *s, struct places *p, const struct sample *sample, uint64_t midr)
{
    struct about about = {p, sample, sample->record, &p->processes.identities[sample->who], midr, 0, 0};
    int may_be_kept = 1;
    unsigned lack = SELECT_FACTS;
    for (unsigned option = 0; option < SELECT_OPTIONS && (may_be_kept || !s->kept); option++) {
        const unsigned fact = rows[option].fact;
        if (!s->values[option].n)
            continue;
        if (lacks(fact, sample)) {
            lack = fact < lack ? fact : lack;
            continue;
        }
        const int is = matches(s, option, &about);
        s->values[option].alone += is != 0;
        may_be_kept &= is;
    }
    const int is_kept = may_be_kept && lack == SELECT_FACTS;
    if (may_be_kept && !is_kept)
        s->unjudged[lack]++;
    s->dropped += !is_kept;
    s->kept += is_kept != 0;
    return is_kept;
}
