/* SPDX-License-Identifier: MIT */
/* What spe-doctor finds: a list of verdicts, each with what to do about it; then the commands that record. */
#ifndef VERDICTS_H
#define VERDICTS_H

#include <stdio.h>

#define VERDICTS_MOST 32
#define VERDICTS_TEXT 400
#define VERDICTS_COMMANDS 4

enum verdict_kind {
    VERDICT_OK,
    VERDICT_NOTE, /* a profile lacks something, or may */
    VERDICT_STOP  /* the profile is missing or impossible */
};

struct verdict {
    enum verdict_kind kind;
    const char *name;           /* a word: "driver" */
    char text[VERDICTS_TEXT];   /* the finding */
    char remedy[VERDICTS_TEXT]; /* what to do; empty: nothing */
};

struct verdicts {
    struct verdict list[VERDICTS_MOST];
    unsigned count;
    struct verdict_command {
        char purpose[80];
        char text[VERDICTS_TEXT];
    } commands[VERDICTS_COMMANDS];
    unsigned command_count;
};

#if defined __GNUC__ && !defined _WIN32
#define VERDICTS_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define VERDICTS_FORMAT(text, first)
#endif

/* Adds a verdict. Later calls of verdict_remedy() are about it. */
void verdict(struct verdicts *v, enum verdict_kind kind, const char *name, const char *format, ...)
    VERDICTS_FORMAT(4, 5);
void verdict_remedy(struct verdicts *v, const char *format, ...) VERDICTS_FORMAT(2, 3);

/* Whether something stops a profile. */
int verdicts_stop(const struct verdicts *v);

/* Adds a command, and what it is for. */
void verdict_command(struct verdicts *v, const char *purpose, const char *format, ...) VERDICTS_FORMAT(3, 4);

/* Write all: a line each, and lines for what to do; or one JSON object. `subject` is "machine" or "file". */
void verdicts_text(const struct verdicts *v, FILE *out);
void verdicts_json(const struct verdicts *v, const char *subject, FILE *out);

#endif
