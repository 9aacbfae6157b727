/* SPDX-License-Identifier: MIT */
/*
 * See pgo.h. A sampled branch that was taken is a branch, and one step of straight-line execution: from its target up
 * to the line's end in the module's code. A sampled branch that was not taken is such a step alone. Every execution of
 * an instruction is in one such step, so steps, sampled evenly, count the executions of blocks. If a record has the
 * target of the last taken branch before it, the branch's own step is the whole way from there: branches on this way
 * that were not taken are counted by it, and are not counted again.
 */
#include "pgo.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../symbols/elf_file.h"

/* -- while files are read -- */

void pgo_begin(struct pgo *pgo)
{
    pgo->modules.file = pgo->files++;
    pgo->branches.period = 0;
    perf_settings_begin(&pgo->settings);
    pgo->is_settled = 0;
}

/* Finds SPE's attributes, before the first sample. */
static void settle(struct pgo *pgo)
{
    struct perf_setting spe;
    if (perf_settings_of_spe(&pgo->settings, &spe)) {
        pgo->branches.period = spe.period;
        pgo->is_partial |= spe.is_partial;
    }
    pgo->is_settled = 1;
}

void pgo_note(void *context, const struct spe_perf_event *event)
{
    struct pgo *pgo = context;
    perf_settings_take(&pgo->settings, event);
    if (event->type == SPE_PERF_BUFFER && !pgo->is_settled)
        settle(pgo);
    else
        modules_take(&pgo->modules, event);
}

/* -- from addresses of processes to addresses of the module -- */

/* The rows that are written: a branch, a step of execution from `from` to `to`, or a trace: a branch and the
 * step after it, which ends at `before` */
enum { BRANCH, STEP, TRACE };

struct placing {
    struct pgo *pgo;
    struct elf_file elf;
    int has_maps;
    struct branches out; /* place is BRANCH, STEP or TRACE */
};

/* Converts an address of a place to the module's own address. Returns 0 if it is outside the module. */
static uint64_t place(struct placing *p, uint64_t where, uint64_t address)
{
    uint64_t offset, own = 0;
    if (!p->has_maps)
        return elf_is_code(&p->elf, address) ? address : 0;
    if (!modules_place(&p->pgo->modules, where, address, &offset) || !elf_address(&p->elf, offset, &own))
        return 0;
    return elf_is_code(&p->elf, own) ? own : 0;
}

static void put(struct placing *p, uint64_t kind, uint64_t from, uint64_t to, const struct branch *b)
{
    const struct branch what = {.place = kind, .from = from, .to = to};
    branches_count(&p->out, &what, b->count, kind == BRANCH ? b->missed : 0);
}

/* Adds a step that begins at `from` and continues at `at`, up to the line's end. Steps to the linker's stubs are left
 * out: optimisers do not treat them as blocks. */
static void put_step(struct placing *p, uint64_t from, uint64_t at, const struct branch *b)
{
    uint64_t to;
    if (elf_line(&p->elf, at, &to) && !elf_is_stub(&p->elf, to))
        put(p, STEP, from, to, b);
}

/* Adds the way to the branch that was taken, from the target of the taken branch before it. */
static void put_way(struct placing *p, uint64_t from, const struct branch *b)
{
    const uint64_t before = from ? place(p, b->place, b->before) : 0;
    if (before && elf_is_run(&p->elf, before, from) && !elf_is_stub(&p->elf, from))
        put(p, STEP, before, from, b);
}

/* Adds a branch and its step as one, if there is a step. Returns 1 if so. */
static int put_trace(struct placing *p, uint64_t from, uint64_t to, const struct branch *b)
{
    struct branch what = {.place = TRACE, .from = from, .to = to};
    if (!to || b->before || !elf_line(&p->elf, to, &what.before) || elf_is_stub(&p->elf, what.before))
        return 0;
    branches_count(&p->out, &what, b->count, 0);
    return 1;
}

static void place_branch(struct placing *p, const struct branch *b)
{
    const uint64_t from = place(p, b->place, b->from), to = b->to ? place(p, b->place, b->to) : 0;
    const int is_bolt = p->pgo->format != PGO_AUTOFDO; /* BOLT counts the edge after a branch as part of the step */
    if (p->pgo->format == PGO_BOLT_TRACES && put_trace(p, from, to, b))
        return;
    if (b->to && (from || to))
        put(p, BRANCH, from, to, b);
    if (b->to && b->before)
        put_way(p, from, b);
    else if (to)
        put_step(p, to, to, b);
    else if (!b->to && !b->before && from)
        put_step(p, is_bolt ? from : BRANCH_NEXT(from), BRANCH_NEXT(from), b);
}

/* -- the output -- */

/* "B from to count mispredictions", "F from to count", "T from to end count": what perf2bolt -pa reads. */
static void write_bolt(const struct placing *p, FILE *out)
{
    for (const struct branch *b = p->out.slots, *end = b + p->out.used; b < end; b++)
        if (b->place == BRANCH)
            fprintf(out, "B %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", b->from, b->to, b->count, b->missed);
        else if (b->place == TRACE)
            fprintf(out, "T %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64 "\n", b->from, b->to, b->before, b->count);
        else
            fprintf(out, "F %" PRIx64 " %" PRIx64 " %" PRIu64 "\n", b->from, b->to, b->count);
}

/* The text for AutoFDO gives branches and steps relative to the module's first byte in memory. */
static uint64_t autofdo_address(const struct placing *p, uint64_t address)
{
    return address - p->elf.first;
}

static size_t count_of(const struct placing *p, uint64_t kind, int is_inner)
{
    size_t n = 0;
    for (size_t i = 0; i < p->out.used; i++)
        n += p->out.slots[i].place == kind && (!is_inner || (p->out.slots[i].from && p->out.slots[i].to));
    return n;
}

/* Writes three tables, each after the number of its lines: steps, sampled addresses (none, because steps are better),
 * branches. */
static void write_autofdo(const struct placing *p, FILE *out)
{
    fprintf(out, "%zu\n", count_of(p, STEP, 0));
    for (const struct branch *b = p->out.slots, *end = b + p->out.used; b < end; b++)
        if (b->place == STEP)
            fprintf(out, "%" PRIx64 "-%" PRIx64 ":%" PRIu64 "\n", autofdo_address(p, b->from),
                    autofdo_address(p, b->to), b->count);
    fprintf(out, "0\n%zu\n", count_of(p, BRANCH, 1));
    for (const struct branch *b = p->out.slots, *end = b + p->out.used; b < end; b++)
        if (b->place == BRANCH && b->from && b->to)
            fprintf(out, "%" PRIx64 "->%" PRIx64 ":%" PRIu64 "\n", autofdo_address(p, b->from),
                    autofdo_address(p, b->to), b->count);
}

/* -- the module's file -- */

static int is_same_build(const struct pgo *pgo, const struct elf_file *elf, const char *name)
{
    const uint8_t *id = NULL;
    const size_t size = modules_build_id(&pgo->modules, name, &id);
    return !size || (size == elf->build_id_size && memcmp(id, elf->build_id, size) == 0);
}

/* Opens the file of the module that was mapped by that name: --module if it is a path, otherwise that name. */
static int open_module(const struct pgo *pgo, const char *name, struct elf_file *elf)
{
    const char *path = pgo->module && strchr(pgo->module, '/') ? pgo->module : name;
    if (elf_open(elf, path) != TOOL_OK)
        return TOOL_FAILED;
    if (!pgo->takes_any_build && name && !is_same_build(pgo, elf, name)) {
        elf_close(elf);
        return tool_error("not the build that ran; use --any-build to accept it", path);
    }
    return TOOL_OK;
}

static void report(const struct pgo *pgo, uint64_t dropped)
{
    if (dropped)
        fprintf(stderr, "%s: no room for %" PRIu64 " events of processes: branches of some may be missing\n", tool_name,
                dropped);
    if (pgo->is_partial)
        fprintf(stderr, "%s: recorded with a filter on events or latency: only such branches are counted\n", tool_name);
    if (pgo->branches.aimless)
        fprintf(stderr, "%s: %" PRIu64 " records of branches have no target and are not counted\n", tool_name,
                pgo->branches.aimless);
    if (pgo->branches.unretired)
        fprintf(stderr, "%s: %" PRIu64 " records of branches that did not retire are not counted\n", tool_name,
                pgo->branches.unretired);
}

/* Chooses and opens the module. */
static int begin(struct placing *p, struct pgo *pgo, const struct processes *processes)
{
    p->pgo = pgo;
    p->has_maps = modules_has_maps(&pgo->modules);
    if (!p->has_maps && !pgo->module)
        return tool_error("required, because the input does not record the mapped files", "--module=PATH");
    const char *name = p->has_maps ? modules_choose(&pgo->modules, processes, pgo->module) : NULL;
    if (p->has_maps && !name)
        return TOOL_FAILED;
    return open_module(pgo, name ? name : pgo->module, &p->elf);
}

int pgo_write(struct pgo *pgo, const struct processes *processes, FILE *out)
{
    static struct placing p;
    if (begin(&p, pgo, processes) != TOOL_OK)
        return TOOL_FAILED;
    branches_sort(&pgo->branches);
    for (size_t i = 0; i < pgo->branches.used; i++)
        place_branch(&p, &pgo->branches.slots[i]);
    branches_sort(&p.out);
    int status = TOOL_OK;
    if (!p.out.used)
        status = tool_error("no branch of it was sampled", pgo->module ? pgo->module : "the program");
    else if (pgo->format != PGO_AUTOFDO)
        write_bolt(&p, out);
    else
        write_autofdo(&p, out);
    report(pgo, processes->dropped);
    elf_close(&p.elf);
    branches_free(&p.out);
    branches_free(&pgo->branches);
    modules_free(&pgo->modules);
    return status;
}
