/* SPDX-License-Identifier: MIT */
/* See folded.h. In a frame's name ; and invisible characters are escaped as \\xNN. */
#include "folded.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../profile/profile.h"
#include "../system/bytes.h"
#include "../system/printable.h"
#include "../system/memory.h"
#include "frames.h"

struct folding {
    struct bytes text;       /* the current stack */
    struct name_table lines; /* the stacks, each once */
    uint64_t *sums;          /* of each line */
    size_t room;
};

static void put_word(struct bytes *text, const char *word)
{
    bytes_put(text, word, strlen(word));
}

/* Puts a frame's name, after a ; unless it is the first one. */
static void put_name(struct bytes *text, const char *name)
{
    char escaped[8];
    if (text->size)
        put_word(text, ";");
    while (*name) {
        const unsigned size = *name == ';' ? 0 : printable_size(name);
        if (!size)
            snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)*name);
        bytes_put(text, size ? name : escaped, size ? size : strlen(escaped));
        name += size ? size : 1;
    }
}

static void put_line(struct bytes *text, const struct frame *frame)
{
    char number[16];
    if (!frame->file)
        return;
    put_name(text, symbols_short(frame->file));
    snprintf(number, sizeof number, ":%u", frame->line);
    put_word(text, number);
}

static void put_stack(struct folding *f, const struct profile *p, const struct stack *stack,
                      const struct frames *frames)
{
    char process[256], source[PROFILE_SOURCE_TEXT];
    f->text.size = 0;
    put_name(&f->text, places_process(&p->places, stack->key.leader, process, sizeof process));
    put_name(&f->text, frames->module ? symbols_short(frames->module) : GROUPS_NO_NAME);
    for (unsigned i = frames->count; i-- > 0;)
        put_name(&f->text, frames->list[i].function);
    put_line(&f->text, &frames->list[0]);
    profile_source_text(p, stack->key.source, source);
    put_name(&f->text, stack->key.source == SPE_STATS_NO_SOURCE ? profile_class_name(stack->key.class) : source);
    bytes_put(&f->text, "", 1);
}

/* Adds to the sum of the stack's line. */
static void add(struct folding *f, uint64_t value)
{
    const uint32_t number = name_table_number(&f->lines, (const char *)f->text.at);
    if (number >= f->room) {
        f->sums = tool_realloc(f->sums, f->lines.room, sizeof *f->sums);
        memset(f->sums + f->room, 0, (f->lines.room - f->room) * sizeof *f->sums);
        f->room = f->lines.room;
    }
    f->sums[number] += value;
}

static void fold(struct folding *f, struct profile *p, const struct stacks *stacks, unsigned value)
{
    struct frames frames = {.count = 0};
    for (size_t i = 0; i < stacks->count; i++) {
        const struct stack *stack = &stacks->list[i];
        if (!stack->values[value])
            continue;
        frames_find(&frames, &p->places, stack);
        put_stack(f, p, stack, &frames);
        add(f, stack->values[value]);
    }
    frames_free(&frames);
}

void folded_write(struct profile *p, struct stacks *stacks, unsigned value, FILE *out)
{
    struct folding f = {.room = 0};
    stacks_sort(stacks);
    fold(&f, p, stacks, value);
    for (size_t i = 0; i < f.lines.count; i++)
        fprintf(out, "%s %" PRIu64 "\n", name_table_name(&f.lines, (uint32_t)i), f.sums[i]);
    frames_report_losses(stacks);
    bytes_free(&f.text);
    name_table_free(&f.lines);
    free(f.sums);
}
