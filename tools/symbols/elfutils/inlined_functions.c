/* SPDX-License-Identifier: MIT */
/* See inlined_functions.h. */
#include "inlined_functions.h"

#include <dwarf.h>
#include <stdlib.h>

#include "../../system/list.h"

/* What a file may make this read: entries may lie in one another, and may refer to the same long list of ranges. */
#define DEPTH_MOST 200
#define RANGES_MOST (1u << 20)

/* Returns the number of the function. */
static uint32_t add(struct inlined_functions *f, Dwarf_Die *die, uint32_t depth, uint32_t around)
{
    f->list = list_with_room(f->list, f->count, &f->room, sizeof *f->list);
    Dwarf_Addr base, low, high;
    ptrdiff_t at = 0;
    while (f->spans.count < RANGES_MOST && (at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
        span_table_add(&f->spans, &(struct span){low, high, depth, (uint32_t)f->count});
    f->list[f->count] = (struct inlined_function){dwarf_dieoffset(die), around};
    return (uint32_t)f->count++;
}

/* Whether entries of code may be inside. */
static int has_code(Dwarf_Die *die)
{
    const int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

static void read_children(struct inlined_functions *f, Dwarf_Die *parent, uint32_t depth, uint32_t around)
{
    Dwarf_Die die;
    int status = depth < DEPTH_MOST ? dwarf_child(parent, &die) : 1;
    for (; status == 0 && f->spans.count < RANGES_MOST; status = dwarf_siblingof(&die, &die)) {
        const int is_inlined = dwarf_tag(&die) == DW_TAG_inlined_subroutine;
        const uint32_t inside = is_inlined ? add(f, &die, depth, around) : around;
        if (has_code(&die))
            read_children(f, &die, depth + 1, inside);
    }
}

void inlined_functions_read(struct inlined_functions *f, Dwarf_Die *unit)
{
    read_children(f, unit, 0, INLINED_NONE);
    span_table_settle(&f->spans);
}

uint32_t inlined_functions_find(const struct inlined_functions *f, uint64_t address)
{
    const struct span *span = span_table_find(&f->spans, address);
    return span ? span->value : INLINED_NONE;
}

void inlined_functions_free(struct inlined_functions *f)
{
    free(f->list);
    span_table_free(&f->spans);
    *f = (struct inlined_functions){0};
}
