/* SPDX-License-Identifier: MIT */
/* See select_hint() in select.h: why no sample is wanted, and which names samples have. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../system/message.h"
#include "../system/spelling.h"
#include "select.h"

#define NAMES 3 /* that are suggested */
#define NAME_MAX_SIZE 128

/*
 * The names that are most like the wanted one; names that contain it come first. The first of equally similar names are
 * kept.
 */
struct names {
    const char *wanted;
    char text[NAMES][NAME_MAX_SIZE];
    unsigned distance[NAMES], count;
};

static void offer(struct names *n, const char *name)
{
    const int is_part = *n->wanted && strstr(name, n->wanted);
    const unsigned distance = is_part ? 0 : spelling_distance(name, n->wanted, strlen(n->wanted));
    unsigned at = 0;
    for (unsigned i = 0; i < n->count; i++)
        if (strncmp(n->text[i], name, NAME_MAX_SIZE - 1) == 0)
            return;
    while (at < n->count && n->distance[at] <= distance)
        at++;
    if (at == NAMES)
        return;
    n->count += n->count < NAMES;
    for (unsigned i = n->count - 1; i > at; i--) {
        memcpy(n->text[i], n->text[i - 1], NAME_MAX_SIZE);
        n->distance[i] = n->distance[i - 1];
    }
    snprintf(n->text[at], NAME_MAX_SIZE, "%s", name);
    n->distance[at] = distance;
}

static void offer_threads(struct names *n, const struct processes *p, int option)
{
    char number[16];
    for (size_t i = 0; i < p->identity_count; i++) {
        const struct identity *who = &p->identities[i];
        const uint32_t id = option == SELECT_PID ? who->pid : who->tid;
        snprintf(number, sizeof number, "%" PRIu32, id);
        if (option == SELECT_COMM && who->comm != UINT32_MAX)
            offer(n, name_table_name(&p->names, who->comm));
        else if (option != SELECT_COMM && id != SPE_PERF_NONE)
            offer(n, number);
    }
}

/* Offers the names at the addresses that were looked up. */
static void offer_places(struct names *n, struct places *p, const struct tally *t, int option)
{
    char line[NAME_MAX_SIZE];
    struct place place;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        symbols_find(&p->symbols, e->space, e->address, e->time, &place);
        snprintf(line, sizeof line, "%s:%u", place.file ? symbols_short(place.file) : "", place.line);
        if (option == SELECT_SYMBOL && place.symbol)
            offer(n, place.symbol);
        else if (option == SELECT_DSO && place.module)
            offer(n, symbols_short(place.module));
        else if (option == SELECT_LINE && place.file)
            offer(n, line);
    }
}

static void hint(struct select *s, struct places *p, int option, const char *name)
{
    const char *word = s->words[option - SELECT_PID][0];
    struct names n = {.wanted = word ? word : ""};
    char text[NAMES * (NAME_MAX_SIZE + 4) + 64] = "no sample matches";
    if (option == SELECT_PID || option == SELECT_TID || option == SELECT_COMM)
        offer_threads(&n, &p->processes, option);
    else if (option == SELECT_SYMBOL)
        offer_places(&n, p, &s->known, option);
    else if (option == SELECT_DSO || option == SELECT_LINE)
        offer_places(&n, p, &s->code, option);
    for (unsigned i = 0; i < n.count; i++) {
        const size_t end = strlen(text);
        snprintf(text + end, sizeof text - end, "%s%s", i ? ", " : "; there is ", n.text[i]);
    }
    tool_error(text, name);
}

void select_hint(struct select *s, struct places *places)
{
    static const char *const facts[SELECT_FACTS] = {"thread", "core number", "time"};
    char text[96];
    int is_said = 0;
    if (s->kept || !s->dropped)
        return;
    for (unsigned i = 0; i < SELECT_FACTS; i++) {
        snprintf(text, sizeof text, "%" PRIu64 " samples cannot be judged: their %s is not known", s->unjudged[i],
                 facts[i]);
        if (s->unjudged[i])
            tool_error(text, "the options that choose samples");
    }
    for (int option = SELECT_PID; option < SELECT_END; option++) {
        if (!s->counts[option - SELECT_PID] || s->alone[option - SELECT_PID])
            continue;
        hint(s, places, option, select_names[option - SELECT_PID]);
        is_said = 1;
    }
    if (!is_said)
        tool_error("each matches samples, but no sample matches all", "the options that choose samples");
}
