/* SPDX-License-Identifier: MIT */
/* See select.h. */
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
#include "../system/options.h"

#define COUNT(s, option) ((s)->counts[(option)-SELECT_PID])
#define ADDRESSES(s, option) ((s)->addresses[(option)-SELECT_ADDR])

/* -- the command line -- */

const char *const select_names[] = {"--pid",  "--tid",    "--comm", "--cpu-number", "--time", "--addr",  "--pc",
                                    "--data", "--symbol", "--dso",  "--line",       "--op",   "--event", "--source"};
_Static_assert(sizeof select_names / sizeof *select_names == SELECT_END - SELECT_PID, "a name for each option");

/* Operations by name. */
static const char *const ops[] = {"load",        "store",    "branch", "other", "atomic",
                                  "conditional", "indirect", "simd",   "fp",    "sve"};
#define OPS (sizeof ops / sizeof *ops)

/* Whether two names are the same, whether spaces, - or _ separate their words, in upper or lower case. */
static int is_same(const char *a, const char *b)
{
    for (;; a++, b++) {
        const int x = strchr(" -_", *a) && *a ? '-' : tolower((unsigned char)*a);
        const int y = strchr(" -_", *b) && *b ? '-' : tolower((unsigned char)*b);
        if (x != y)
            return 0;
        if (!x)
            return 1;
    }
}

static unsigned op_of(const char *name)
{
    char what[160] = "not an operation; use load, store, branch, other, atomic, conditional, indirect, simd, fp or sve";
    unsigned i = 0;
    while (i < OPS && !is_same(ops[i], name))
        i++;
    if (i == OPS)
        tool_misuse(what, name);
    return i;
}

static const char *event_name(unsigned bit)
{
    return spe_event_name(bit) ? spe_event_name(bit) : "";
}

/* Finds an event by its name, which may be a core's own, or by its number. */
static unsigned event_of(const char *name)
{
    char what[160];
    unsigned nearest = 0;
    if (isdigit((unsigned char)*name))
        return (unsigned)tool_number(name, 63);
    for (unsigned bit = 0; bit < 64; bit++) {
        if (is_same(event_name(bit), name))
            return bit;
        for (unsigned i = 0; i < spe_cpu_count(); i++) {
            const char *own = spe_cpu_event_name(spe_cpu_midr(i), bit);
            if (own && is_same(own, name))
                return bit;
        }
        if (spelling_distance(event_name(bit), name, strlen(name)) <
            spelling_distance(event_name(nearest), name, strlen(name)))
            nearest = bit;
    }
    snprintf(what, sizeof what, "no event has this name; is it %s?", event_name(nearest));
    tool_misuse(what, name);
}

/* Finds a data source by its number, or by the word that some core, or all cores, have for it. */
static const char *source_of(const char *name)
{
    int is_known = isdigit((unsigned char)*name) && tool_number(name, UINT16_MAX) <= UINT16_MAX;
    for (unsigned level = 1; level < spe_level_count(); level++)
        is_known |= is_same(spe_level_name(level), name);
    for (unsigned i = 0; !is_known && i < spe_cpu_count(); i++) {
        int value;
        for (unsigned n = 0; (value = spe_cpu_data_source_value(spe_cpu_midr(i), n)) >= 0; n++) {
            const char *own = spe_cpu_data_source_name(spe_cpu_midr(i), (unsigned)value);
            is_known |= own && is_same(own, name);
        }
    }
    if (!is_known)
        tool_misuse("no data source has this name; names are such as DRAM, L2 cache, peer core", name);
    return name;
}

/* Reads "A", "A-B" or "A+N", which `option` has, into from and to. */
static void take_range(uint64_t range[2], char *text, const char *option)
{
    char *mark = strpbrk(text, "-+");
    const int is_size = mark && *mark == '+';
    if (mark)
        *mark++ = 0;
    range[0] = tool_number(text, UINT64_MAX);
    range[1] = mark ? tool_number(mark, UINT64_MAX) : range[0];
    if (is_size && !range[1])
        tool_misuse("the range is empty", option);
    range[1] += is_size ? range[0] - 1 : 0;
    if (range[1] < range[0])
        tool_misuse("the range ends before it begins", option);
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

static void take_times(uint64_t times[2], char *text)
{
    char *comma = strchr(text, ',');
    if (!comma)
        tool_misuse("requires A,B: two times, one of which may be empty", "--time");
    *comma = 0;
    times[0] = nanoseconds(text, 0);
    times[1] = nanoseconds(comma + 1, UINT64_MAX);
}

static void take_value(struct select *s, int option, char *value)
{
    const unsigned n = COUNT(s, option);
    if (n == SELECT_VALUES)
        tool_misuse("too many values", value);
    if (option == SELECT_PID || option == SELECT_TID || option == SELECT_CPU)
        s->numbers[option - SELECT_PID][n] = (uint32_t)tool_number(value, UINT32_MAX - 1);
    else if (option == SELECT_OP)
        s->ops[n] = op_of(value);
    else if (option == SELECT_EVENT)
        s->events[n] = event_of(value);
    else
        s->words[option - SELECT_PID][n] = option == SELECT_SOURCE ? source_of(value) : value;
    COUNT(s, option)++;
}

int select_option(struct select *s, int option)
{
    if (option < SELECT_PID || option >= SELECT_END)
        return 0;
    const int is_address = option >= SELECT_ADDR && option <= SELECT_DATA;
    if (option == SELECT_TIME)
        take_times(s->times, optarg);
    else if (is_address)
        take_range(ADDRESSES(s, option), optarg, select_names[option - SELECT_PID]);
    if (option == SELECT_TIME || is_address)
        COUNT(s, option) = 1;
    else if (option == SELECT_SYMBOL || option == SELECT_COMM || option == SELECT_DSO ||
             option == SELECT_LINE) /* these names may contain commas */
        take_value(s, option, optarg);
    else
        for (char *value = optarg, *end; value; value = end) {
            end = strchr(value, ',');
            if (end)
                *end++ = 0;
            take_value(s, option, value);
        }
    return 1;
}

int select_is_used(const struct select *s)
{
    unsigned n = 0;
    for (size_t i = 0; i < sizeof s->counts / sizeof *s->counts; i++)
        n += s->counts[i];
    return n != 0;
}

/* -- samples -- */

static int is_number(const struct select *s, int option, uint32_t number)
{
    unsigned i = 0;
    while (i < COUNT(s, option) && s->numbers[option - SELECT_PID][i] != number)
        i++;
    return !COUNT(s, option) || i < COUNT(s, option);
}

static int is_word(const struct select *s, int option, const char *word)
{
    for (unsigned i = 0; word && i < COUNT(s, option); i++)
        if (strcmp(s->words[option - SELECT_PID][i], word) == 0)
            return 1;
    return 0;
}

static int is_of(const struct select *s, const struct places *p, const struct sample *sample)
{
    const struct identity *who = &p->processes.identities[sample->who];
    const char *comm = who->comm == UINT32_MAX ? NULL : name_table_name(&p->processes.names, who->comm);
    return is_number(s, SELECT_PID, who->pid) && is_number(s, SELECT_TID, who->tid) &&
           (!COUNT(s, SELECT_COMM) || is_word(s, SELECT_COMM, comm));
}

/* The fact that the options need and the sample lacks, or SELECT_FACTS. */
static unsigned lacks(const struct select *s, const struct sample *sample)
{
    if (sample->who == PROCESSES_NOBODY && (COUNT(s, SELECT_PID) || COUNT(s, SELECT_TID) || COUNT(s, SELECT_COMM)))
        return SELECT_THREAD;
    if (sample->cpu == UINT32_MAX && COUNT(s, SELECT_CPU))
        return SELECT_CORE;
    return sample->time == UINT64_MAX && COUNT(s, SELECT_TIME) ? SELECT_CLOCK : SELECT_FACTS;
}

static int is_in(const uint64_t range[2], int has, uint64_t value)
{
    return has && value >= range[0] && value <= range[1];
}

/* --addr, --pc or --data */
static int is_there(const struct select *s, int option, const struct spe_record *r)
{
    const uint64_t *range = ADDRESSES(s, option);
    const int has_pc = r->present & SPE_HAS_PC && option != SELECT_DATA;
    const int has_data = r->present & SPE_HAS_DATA_VA && option != SELECT_PC;
    return !COUNT(s, option) || is_in(range, has_pc, spe_address_canonical(r->pc)) ||
           is_in(range, has_data, spe_address_canonical(r->data_va));
}

/* "init" is all symbols of that name, "init#2" one of them. */
static int is_symbol(const struct select *s, const struct place *place)
{
    char *name = place->symbol && place->nth ? groups_symbol(place->symbol, place->nth) : NULL;
    const int is_wanted = is_word(s, SELECT_SYMBOL, place->symbol) || is_word(s, SELECT_SYMBOL, name);
    free(name);
    return is_wanted;
}

/* Each address is looked up only once, while there is room. */
static int has_symbol(struct select *s, struct places *p, const struct sample *sample, uint64_t address)
{
    const uint32_t space = processes_space(&p->processes, sample->who, address, sample->time);
    struct tally_entry *e = s->known.limit ? tally_count(&s->known, space, address) : NULL;
    struct place place;
    if (e && e->counts->samples)
        return e->counts->loads != 0;
    symbols_find_data(&p->symbols, space, address, sample->time, &place);
    const int is_wanted = is_symbol(s, &place);
    if (e)
        e->counts->samples = 1, e->counts->loads = (uint64_t)is_wanted, e->time = sample->time;
    return is_wanted;
}

/* "[stack]": whether an address of data is in memory that has no symbol, by its name in the table of data. */
static int is_memory(const struct select *s, struct places *p, const struct sample *sample, uint64_t address)
{
    int has_bracket = 0;
    struct place place;
    for (unsigned i = 0; i < COUNT(s, SELECT_SYMBOL); i++)
        has_bracket |= *s->words[SELECT_SYMBOL - SELECT_PID][i] == '[';
    if (!has_bracket)
        return 0;
    const uint32_t space = processes_space(&p->processes, sample->who, address, sample->time);
    symbols_find_data(&p->symbols, space, address, sample->time, &place);
    const char *name = place.symbol ? GROUPS_NO_NAME : objects_mapping(&place);
    return strcmp(name, GROUPS_NO_NAME) != 0 && is_word(s, SELECT_SYMBOL, name);
}

/* Whether `path` is the name, or ends in it after a slash. */
static int is_path(const char *path, const char *name, size_t size)
{
    const size_t n = path ? strlen(path) : 0;
    return n >= size && size && memcmp(path + n - size, name, size) == 0 && (n == size || path[n - size - 1] == '/');
}

/* "prog.c:12", or "prog.c" for all its lines. */
static int is_line(const struct place *place, const char *text)
{
    const char *colon = strrchr(text, ':');
    const int has_line = colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
    const size_t size = has_line ? (size_t)(colon - text) : strlen(text);
    return is_path(place->file, text, size) && (!has_line || strtoul(colon + 1, NULL, 10) == place->line);
}

static int is_module(const struct place *place, const char *name)
{
    return is_path(place->module, name, strlen(name));
}

static int is_any(const struct select *s, int option, const struct place *place,
                  int (*is)(const struct place *place, const char *word))
{
    for (unsigned i = 0; i < COUNT(s, option); i++)
        if (is(place, s->words[option - SELECT_PID][i]))
            return 1;
    return !COUNT(s, option);
}

/* Whether the sample's code is in the module (bit 0) and on the line (bit 1). */
static unsigned code_matches(struct select *s, struct places *p, const struct sample *sample)
{
    const struct spe_record *r = sample->record;
    struct place place = {0};
    if (!COUNT(s, SELECT_DSO) && !COUNT(s, SELECT_LINE))
        return 3;
    if (!(r->present & SPE_HAS_PC))
        return 0;
    if (!s->code.limit)
        tally_begin(&s->code, PLACES_LIMIT, 0, 0);
    const uint64_t pc = spe_address_canonical(r->pc);
    const uint32_t space = processes_space(&p->processes, sample->who, pc, sample->time);
    struct tally_entry *e = s->code.limit ? tally_count(&s->code, space, pc) : NULL;
    if (e && e->counts->samples++)
        return (unsigned)e->counts->loads;
    symbols_find(&p->symbols, space, pc, sample->time, &place);
    const unsigned is =
        (unsigned)is_any(s, SELECT_DSO, &place, is_module) | (unsigned)is_any(s, SELECT_LINE, &place, is_line) << 1;
    if (e)
        e->counts->loads = is, e->time = sample->time;
    return is;
}

static int is_at_symbol(struct select *s, struct places *p, const struct sample *sample)
{
    const struct spe_record *r = sample->record;
    if (!COUNT(s, SELECT_SYMBOL))
        return 1;
    if (!s->known.limit)
        tally_begin(&s->known, PLACES_LIMIT, 0, 0);
    return (r->present & SPE_HAS_PC && has_symbol(s, p, sample, spe_address_canonical(r->pc))) ||
           (r->present & SPE_HAS_DATA_VA && (has_symbol(s, p, sample, spe_address_canonical(r->data_va)) ||
                                             is_memory(s, p, sample, spe_address_canonical(r->data_va))));
}

static int is_op(const struct select *s, const struct spe_record *r)
{
    struct spe_op op;
    if (!COUNT(s, SELECT_OP))
        return 1;
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
    for (unsigned i = 0; i < COUNT(s, SELECT_OP); i++)
        if (is[s->ops[i]])
            return 1;
    return 0;
}

static int is_event(const struct select *s, const struct spe_record *r)
{
    for (unsigned i = 0; i < COUNT(s, SELECT_EVENT); i++)
        if (r->present & SPE_HAS_EVENTS && r->events >> s->events[i] & 1)
            return 1;
    return !COUNT(s, SELECT_EVENT);
}

static int is_source(const struct select *s, const struct sample *sample)
{
    const struct spe_record *r = sample->record;
    const int value = spe_record_data_source(r);
    const char *own = value < 0 ? NULL : spe_cpu_data_source_name(sample->midr, (unsigned)value);
    struct spe_data_source source;
    for (unsigned i = 0; i < COUNT(s, SELECT_SOURCE); i++) {
        const char *word = s->words[SELECT_SOURCE - SELECT_PID][i];
        if (isdigit((unsigned char)*word)) {
            if (value >= 0 && tool_number(word, UINT16_MAX) == (uint64_t)value)
                return 1;
        } else if ((own && is_same(own, word)) ||
                   (spe_memory_level(sample->midr, r, &source) == SPE_OK && source.level != SPE_LEVEL_UNKNOWN &&
                    is_same(spe_level_name(source.level), word))) {
            return 1;
        }
    }
    return !COUNT(s, SELECT_SOURCE);
}

/* Counts what each option alone would keep, for select_hint(). */
static void count_alone(struct select *s, struct places *p, const struct sample *sample)
{
    const struct identity *who = &p->processes.identities[sample->who];
    const char *comm = who->comm == UINT32_MAX ? NULL : name_table_name(&p->processes.names, who->comm);
    const unsigned code = code_matches(s, p, sample);
    const int is[SELECT_END - SELECT_PID] = {
        [SELECT_PID - SELECT_PID] = is_number(s, SELECT_PID, who->pid),
        [SELECT_TID - SELECT_PID] = is_number(s, SELECT_TID, who->tid),
        [SELECT_CPU - SELECT_PID] = is_number(s, SELECT_CPU, sample->cpu),
        [SELECT_COMM - SELECT_PID] = is_word(s, SELECT_COMM, comm),
        [SELECT_TIME - SELECT_PID] = is_in(s->times, sample->time != UINT64_MAX, sample->time),
        [SELECT_ADDR - SELECT_PID] = is_there(s, SELECT_ADDR, sample->record),
        [SELECT_PC - SELECT_PID] = is_there(s, SELECT_PC, sample->record),
        [SELECT_DATA - SELECT_PID] = is_there(s, SELECT_DATA, sample->record),
        [SELECT_OP - SELECT_PID] = is_op(s, sample->record),
        [SELECT_EVENT - SELECT_PID] = is_event(s, sample->record),
        [SELECT_SOURCE - SELECT_PID] = is_source(s, sample),
        [SELECT_SYMBOL - SELECT_PID] = is_at_symbol(s, p, sample),
        [SELECT_DSO - SELECT_PID] = (int)(code & 1),
        [SELECT_LINE - SELECT_PID] = (int)(code >> 1),
    };
    for (size_t i = 0; i < sizeof is / sizeof *is; i++)
        s->alone[i] += is[i] != 0;
}

int select_keeps(struct select *s, struct places *p, const struct sample *sample)
{
    const unsigned lack = lacks(s, sample);
    const int may_be_kept =
        (sample->who == PROCESSES_NOBODY || is_of(s, p, sample)) &&
        (sample->cpu == UINT32_MAX || is_number(s, SELECT_CPU, sample->cpu)) &&
        (sample->time == UINT64_MAX || !COUNT(s, SELECT_TIME) || is_in(s->times, 1, sample->time)) &&
        is_there(s, SELECT_ADDR, sample->record) && is_there(s, SELECT_PC, sample->record) &&
        is_there(s, SELECT_DATA, sample->record) && is_op(s, sample->record) && is_event(s, sample->record) &&
        is_source(s, sample) && is_at_symbol(s, p, sample) && code_matches(s, p, sample) == 3;
    const int is_kept = may_be_kept && lack == SELECT_FACTS;
    if (may_be_kept && !is_kept)
        s->unjudged[lack]++;
    s->dropped += !is_kept;
    s->kept += is_kept != 0;
    if (!s->kept)
        count_alone(s, p, sample);
    return is_kept;
}
