/* SPDX-License-Identifier: MIT */
/* See select_hint() in select.h: why no sample is wanted, and which names samples have. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../system/message.h"
#include "select.h"

/* The names and numbers of threads */
static void offer_threads(struct select_values *values, const struct processes *p, unsigned option)
{
    const char *const wanted = values->list[0].word ? values->list[0].word : "";
    char number[16];
    for (size_t i = 0; i < p->identity_count; i++) {
        const struct identity *who = &p->identities[i];
        const uint32_t id = option == SELECT_PID ? who->pid : who->tid;
        snprintf(number, sizeof number, "%" PRIu32, id);
        if (option == SELECT_COMM && who->comm != UINT32_MAX)
            spelling_offer(&values->hints, wanted, name_table_name(&p->names, who->comm));
        else if (option != SELECT_COMM && id != SPE_PERF_NONE)
            spelling_offer(&values->hints, wanted, number);
    }
}

static void hint(struct select *s, struct places *p, unsigned option)
{
    const struct spelling_names *n = &s->values[option].hints;
    char name[32], text[SPELLING_NAMES * (SPELLING_NAME_SIZE + 4) + 64] = "no sample matches";
    if (option <= SELECT_COMM)
        offer_threads(&s->values[option], &p->processes, option);
    for (unsigned i = 0; i < n->count; i++) {
        const size_t end = strlen(text);
        snprintf(text + end, sizeof text - end, "%s%s", i ? ", " : "; there is ", n->text[i]);
    }
    snprintf(name, sizeof name, "--%s", s->values[option].option);
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
    for (unsigned option = 0; option < SELECT_OPTIONS; option++) {
        if (!s->values[option].n || s->values[option].alone)
            continue;
        hint(s, places, option);
        is_said = 1;
    }
    if (!is_said)
        tool_error("each matches samples, but no sample matches all", "the options that choose samples");
}
