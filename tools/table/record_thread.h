/* SPDX-License-Identifier: MIT */
/* The thread of a record: what writers of tables show of it, and how they find it. */
#ifndef RECORD_THREAD_H
#define RECORD_THREAD_H

#include <stddef.h>
#include <stdint.h>

#include "../symbols/thread_rule.h"

struct record_thread {
    uint32_t pid, tid; /* THREAD_NONE: not known */
    uint32_t name;     /* a number in struct thread_names; THREAD_NONE: not known */
    enum thread_from from;
};

/* Names as one text, in UTF-8 without invisible characters: name n is text[ends[n] .. ends[n + 1]). A name keeps its
 * number when more are added, but not its address. */
struct thread_names {
    const char *text;
    const int32_t *ends;
    size_t count;
};

/* The words for the first values of enum thread_from: "context", "trace", "switch". */
extern const struct thread_names thread_from_words;

/* Answers questions about the records of one file, in any thread. */
struct thread_finder {
    struct record_thread (*find)(const void *context, const struct thread_clues *clues);
    const void *context;
    struct thread_names names;
    int knows; /* whether the file has threads: raw bytes have none */
};

#endif
