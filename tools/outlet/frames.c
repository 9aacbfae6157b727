/* SPDX-License-Identifier: MIT */
/* See frames.h. */
#include "frames.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../system/message.h"

/* Each line of the source is in the frame that the line belongs to: that of the address in the innermost function, and
 * the line of each call in the function around it. */
static void put_frames(struct frames *f, const struct place *place, const struct debug_info_inlined *inlined,
                       unsigned n)
{
    for (unsigned i = 0; i <= n; i++) {
        f->list[i].function = i < n ? inlined[i].name : f->symbol ? f->symbol : GROUPS_NO_NAME;
        f->list[i].file = i ? inlined[i - 1].call_file : place->file;
        f->list[i].line = i ? inlined[i - 1].call_line : place->line;
        f->list[i].begins = i < n ? inlined[i].line : 0;
    }
    f->count = n + 1;
}

int frames_find(struct frames *f, struct places *p, const struct stack *stack)
{
    struct debug_info_inlined inlined[SYMBOLS_INLINED_MOST];
    struct place place = {0};
    unsigned n = 0;
    const uint64_t address = stack->key.address;
    const uint32_t space = stack->key.space;
    if (f->count && f->space == space && f->address == address)
        return 0;
    frames_free(f);
    f->space = space;
    f->address = address;
    if (address != STACKS_NONE) {
        symbols_find(&p->symbols, space, address, stack->time, &place);
        f->map = processes_map(&p->processes, space, address, stack->time);
        n = symbols_inlined(&p->symbols, space, address, stack->time, inlined, SYMBOLS_INLINED_MOST);
    }
    f->module = place.module;
    f->symbol = place.symbol ? groups_symbol(place.symbol, place.nth) : NULL;
    put_frames(f, &place, inlined, n);
    return 1;
}

void frames_free(struct frames *f)
{
    free(f->symbol);
    *f = (struct frames){.count = 0};
}

void frames_report_losses(const struct stacks *s)
{
    if (s->pageless)
        fprintf(stderr, "%s: %" PRIu64 " samples were assigned to no page of data: the table of pages is full\n",
                tool_name, s->pageless);
    if (s->placeless)
        fprintf(stderr, "%s: %" PRIu64 " samples were assigned to no place: the table of places is full\n", tool_name,
                s->placeless);
}
