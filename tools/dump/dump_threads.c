/* SPDX-License-Identifier: MIT */
/* See dump_threads.h. */
#include "dump_threads.h"

#include "../system/printable.h"

#define NAME_MOST 256 /* bytes of a name and a NUL; Linux has 16 for programs, 64 for its own threads */

static struct record_thread find(const void *context, const struct thread_clues *clues)
{
    const struct dump_threads *t = context;
    const struct thread_found found = thread_rule(&t->processes, clues);
    const struct identity *who = &t->processes.identities[found.identity];
    const int has_name = who->comm < t->numbers.size / 4;
    return (struct record_thread){who->pid, found.tid,
                                  has_name ? ((const uint32_t *)(const void *)t->numbers.at)[who->comm] : THREAD_NONE,
                                  found.from};
}

/* The number in finder.names of the printed form of a name, which is added if it is new; THREAD_NONE if the names
 * have 2 GiB. */
static uint32_t shown_number(struct dump_threads *t, const char *name)
{
    char shown[NAME_MOST];
    const uint32_t number = name_table_number(&t->names, printable(name, shown, sizeof shown));
    if (number + 1 < t->ends.size / 4)
        return number;
    if (number + 1 > t->ends.size / 4 || t->text.size > INT32_MAX - NAME_MOST) /* full, now or earlier */
        return THREAD_NONE;
    bytes_put(&t->text, shown, strlen(shown));
    const int32_t end = (int32_t)t->text.size;
    bytes_put(&t->ends, &end, 4);
    return number;
}

/* Notes how a name of `processes` is shown. */
static void add_name(struct dump_threads *t, const char *name)
{
    static const uint32_t none = THREAD_NONE;
    const uint32_t number = name_table_number(&t->processes.names, name);
    while (t->numbers.size / 4 <= number)
        bytes_put(&t->numbers, &none, 4);
    uint32_t *shown = (uint32_t *)(void *)t->numbers.at + number;
    if (*shown == THREAD_NONE)
        *shown = shown_number(t, name);
}

void dump_threads_begin(struct dump_threads *t, int is_perf)
{
    static const int32_t first;
    if (!t->ends.size)
        bytes_put(&t->ends, &first, 4);
    t->finder.find = find;
    t->finder.context = t;
    processes_free(&t->processes); /* of the file before */
    t->numbers.size = 0;
    add_name(t, "swapper"); /* of no event */
    if (is_perf)
        processes_begin_file(&t->processes);
    t->finder.knows = is_perf && t->processes.identity_count;
    t->has_news = 1;
}

void dump_threads_take(struct dump_threads *t, const struct spe_perf_event *event)
{
    if (event->type == SPE_PERF_COMM && event->name)
        add_name(t, event->name);
    processes_take(&t->processes, event);
    t->has_news = 1;
}

void dump_threads_settle(struct dump_threads *t)
{
    if (!t->has_news)
        return;
    t->has_news = 0;
    processes_settle(&t->processes);
    t->finder.names = (struct thread_names){(const char *)t->text.at, (const int32_t *)(const void *)t->ends.at,
                                            t->ends.size / 4 - 1};
}

void dump_threads_free(struct dump_threads *t)
{
    processes_free(&t->processes);
    name_table_free(&t->names);
    bytes_free(&t->numbers);
    bytes_free(&t->text);
    bytes_free(&t->ends);
}
