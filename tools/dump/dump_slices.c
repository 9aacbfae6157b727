/* SPDX-License-Identifier: MIT */
/*
 * See dump_slices.h. A slice is decoded alone, by a decoder of its own, if it begins with a buffer or where a record
 * seems to begin. It is taken in its order: if the slice before it ended between two records, it did begin with a
 * record, and its lines or rows are the same as one decoder for the whole buffer would have given. If not, it is
 * decoded again, by the decoder of the slice before it. A slice whose lines or rows take too much memory is also
 * decoded again: they are written while they are made. Rows are taken many at a time; if a record has IMPLEMENTATION
 * DEFINED packets, its slice is decoded again, and these and all later rows of the slot are taken one by one, with
 * their bytes.
 */
#include "dump_slices.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../input/source_slices.h"
#include "../system/bytes.h"
#include "../system/workers.h"
#include "../system/memory.h"
#include "record_printers.h"

#define TEXT_INPUT ((size_t)128 << 10) /* bytes of a slice: what becomes of them stays in a core's cache */
#define TEXT_MOST ((size_t)4 << 20)    /* bytes of lines that wait to be written */

/* The state in which a slice ends. */
struct slice_end {
    spe_decoder decoder;
    int is_waiting; /* there has been no record since a gap */
    struct record_bytes bytes;
};

struct slice_slot {
    struct dump *dump;
    const struct spe_decoder_config *config;
    struct source_slice slice;
    struct slice_core core; /* of the current buffer */
    struct slice_end end;
    struct record_writer writer;
    struct bytes text;
    struct table_slice *rows;
    int is_single;   /* records are taken one by one */
    int is_in_order; /* its turn has come: what it gives may be written at once */
    int is_done;
    int status;
    uint64_t skipped; /* bytes in no record, if records were searched for */
};

struct slices_run {
    struct dump *dump;
    struct source_slices slices;
    struct workers workers;
    struct slice_slot *slots;
    unsigned n_slots;
    struct slice_end last; /* of the slice that was taken last */
};

int dump_uses_slices(const struct dump *d)
{
    return d->table ? !d->input.is_filtered : d->line && d->threads > 1;
}

/* -- what a slice gives -- */

/* Writes what the slot has, in its turn. */
static int write_out(struct slice_slot *s)
{
    struct dump *d = s->dump;
    if (d->table) {
        d->failed |= table_put(d->table, s->rows) != TOOL_OK;
        return d->failed ? TOOL_FAILED : TOOL_OK;
    }
    const size_t size = s->text.size;
    s->text.size = 0;
    return lines_flush(&d->lines) != TOOL_OK ? TOOL_FAILED : tool_write(&d->lines.out, s->text.at, size);
}

/* Whether the slot can take more records. */
static int has_room(struct slice_slot *s)
{
    if (s->dump->table ? !table_slice_is_large(s->rows) : s->text.size <= TEXT_MOST)
        return 1;
    s->status = s->is_in_order && s->is_single ? write_out(s) : TOOL_FAILED;
    s->is_single = 1;
    return s->status == TOOL_OK;
}

static struct spe_arrow_core arrow_core_of(const struct slice_slot *s)
{
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    core.cpu = s->core.cpu;
    core.tid = s->core.tid;
    core.midr = s->core.midr;
    core.clock = s->core.clock.mult ? &s->core.clock : NULL;
    return core;
}

static int take_record(struct slice_slot *s, const struct spe_record *record)
{
    struct dump *d = s->dump;
    const uint8_t *bytes = record->flags & SPE_RECORD_IMPDEF ? record_bytes_of(&s->end.bytes, record) : NULL;
    if (!has_room(s))
        return TOOL_FAILED;
    if (d->table) {
        const struct spe_arrow_core core = arrow_core_of(s);
        return s->status = table_slice_append(s->rows, record, bytes, &core);
    }
    if (d->input.is_filtered && !spe_filter_keeps(&d->input.filter, record))
        return TOOL_OK;
    char *line = (char *)bytes_room(&s->text, RECORD_LINE_MAX);
    s->writer.bytes = bytes;
    s->text.size += d->line(&s->writer, record, line);
    return TOOL_OK;
}

static struct spe_decoder_stats stats_of(const struct slice_slot *s)
{
    struct spe_decoder_stats stats = {0};
    spe_decoder_get_stats(&s->end.decoder, &stats);
    return stats;
}

/* Takes rows, unless records must be taken one by one. */
static void take_rows(struct slice_slot *s)
{
    const struct spe_arrow_core core = arrow_core_of(s);
    s->status = table_slice_take(s->rows, &s->end.decoder, &core);
    if (s->status != TOOL_OK || (has_room(s) && !stats_of(s).impdef))
        return;
    s->is_single = 1;
    s->status = TOOL_FAILED;
}

/* -- the steps of a slice -- */

static int take_bytes(struct slice_slot *s, const struct slice_step *step)
{
    struct spe_record record;
    const uint64_t before = stats_of(s).records;
    spe_decoder_feed(&s->end.decoder, s->slice.bytes + step->at, step->size);
    record_bytes_feed(&s->end.bytes, s->slice.bytes + step->at, step->size, step->offset);
    if (!s->is_single)
        take_rows(s);
    else
        while (spe_decoder_next(&s->end.decoder, &record) == 1)
            if (take_record(s, &record) != TOOL_OK)
                break;
    record_bytes_pass(&s->end.bytes);
    if (s->end.is_waiting)
        s->end.is_waiting = stats_of(s).records == before;
    return s->status;
}

static int take_gap(struct slice_slot *s, const struct slice_step *step)
{
    struct spe_record cut;
    const int is_cut = spe_decoder_gap(&s->end.decoder, step->offset, &cut) == 1;
    if (step->is_inside)
        spe_decoder_resync(&s->end.decoder);
    s->end.is_waiting = 1;
    const int status = is_cut ? take_record(s, &cut) : TOOL_OK;
    record_bytes_gap(&s->end.bytes);
    return status;
}

static void begin_buffer(struct slice_slot *s, const struct slice_core *core)
{
    const struct record_core of_lines = {core->cpu, core->tid, core->midr, core->clock, dump_finder(s->dump)};
    s->core = *core;
    record_bytes_gap(&s->end.bytes);
    record_writer_begin(&s->writer, &of_lines);
}

/* Ends a buffer. The step keeps the place of a record that is cut off there. */
static int end_buffer(struct slice_slot *s, struct slice_step *step)
{
    struct spe_record record;
    step->is_inside = spe_decoder_finish(&s->end.decoder, &record) == 1;
    s->skipped += stats_of(s).skipped;
    if (!step->is_inside)
        return TOOL_OK;
    step->offset = record.offset;
    step->size = (size_t)record.size;
    return take_record(s, &record);
}

static int take_step(struct slice_slot *s, struct slice_step *step)
{
    switch (step->step) {
    case SOURCE_BUFFER:
        begin_buffer(s, &step->core);
        spe_decoder_init(&s->end.decoder, s->config);
        s->end.is_waiting = 0;
        return TOOL_OK;
    case SOURCE_BYTES:
        return take_bytes(s, step);
    case SOURCE_GAP:
        return take_gap(s, step);
    default: /* the end of the buffer, or input that failed in it */
        return end_buffer(s, step);
    }
}

static void begin_middle(struct slice_slot *s, const struct slice_end *before)
{
    struct spe_decoder_config config = *s->config;
    config.offset = s->slice.offset;
    begin_buffer(s, &s->slice.core);
    if (before)
        s->end = *before;
    else
        spe_decoder_init(&s->end.decoder, &config);
    s->end.is_waiting = before && before->is_waiting;
}

static void take_steps(struct slice_slot *s, const struct slice_end *before)
{
    s->status = TOOL_OK;
    s->skipped = 0;
    s->text.size = 0;
    if (s->rows)
        table_slice_clear(s->rows);
    if (s->slice.is_middle)
        begin_middle(s, before);
    const uint64_t skipped = s->slice.is_middle ? stats_of(s).skipped : 0;
    int ends_inside = s->slice.is_middle;
    for (size_t i = 0; i < s->slice.n_steps && s->status == TOOL_OK; i++) {
        struct slice_step *step = &s->slice.steps[i];
        take_step(s, step);
        ends_inside =
            step->step == SOURCE_BUFFER || (ends_inside && (step->step == SOURCE_BYTES || step->step == SOURCE_GAP));
    }
    if (s->status != TOOL_OK)
        return;
    if (ends_inside)
        s->skipped += stats_of(s).skipped;
    s->skipped -= skipped;
    if (s->rows)
        s->status = table_slice_end(s->rows);
    s->is_done = s->status == TOOL_OK;
}

/* Takes all of a slice, alone or after the one before it. */
static void take_slice(struct slice_slot *s, const struct slice_end *before)
{
    const int was_single = s->is_single;
    take_steps(s, before);
    if (s->is_single != was_single)
        take_steps(s, before);
}

/* What a thread does with a slice before its turn. */
static void run_slot(void *item)
{
    struct slice_slot *s = item;
    s->is_done = s->is_in_order = 0;
    if (s->dump->threads > 1 && (!s->slice.is_middle || s->slice.is_joint))
        take_slice(s, NULL);
}

/* -- slices in their order -- */

/* Whether a new decoder would give the same records after a slice: nothing is open, no flag is due. */
static int is_between(struct slice_end *end, uint64_t offset)
{
    return !end->is_waiting && spe_decoder_set_offset(&end->decoder, offset) == SPE_OK;
}

/* Says where buffers are cut off. Returns TOOL_OK, or TOOL_FAILED. */
static int report_cuts(struct slice_slot *s)
{
    const struct slice_core *core = &s->slice.core;
    int status = TOOL_OK;
    char size[48];
    for (const struct slice_step *step = s->slice.steps; step < s->slice.steps + s->slice.n_steps; step++) {
        core = step->step == SOURCE_BUFFER ? &step->core : core;
        if (step->step == SOURCE_FAILED) /* its message has been printed */
            status = TOOL_FAILED;
        if (step->step != SOURCE_BUFFER_END || !step->is_inside)
            continue;
        snprintf(size, sizeof size, "%zu bytes of it", step->size);
        status = source_cut_off_in(s->dump->source, core->buffer, core->cpu, "input ends inside a record", step->offset,
                                   size);
    }
    return status;
}

static int has_buffer(const struct source_slice *slice)
{
    for (size_t i = 0; i < slice->n_steps; i++)
        if (slice->steps[i].step == SOURCE_BUFFER)
            return 1;
    return 0;
}

/* Takes what a slice gave, in its turn. Returns TOOL_OK or TOOL_FAILED. */
static int take_slot(struct slices_run *run, struct slice_slot *s)
{
    struct dump *d = run->dump;
    const int is_alone = !s->slice.is_middle || (s->slice.is_joint && is_between(&run->last, s->slice.offset));
    if (has_buffer(&s->slice))
        dump_begin_records(d);
    if (!s->is_done || !is_alone) {
        s->is_in_order = 1;
        dump_threads_settle(&d->record_threads);
        take_slice(s, is_alone ? NULL : &run->last);
    }
    d->failed |= s->status != TOOL_OK && !d->lines.out.error;
    if (s->status != TOOL_OK || write_out(s) != TOOL_OK)
        return TOOL_FAILED;
    account_current(&d->source->account)->skipped += s->skipped;
    run->last = s->end;
    return report_cuts(s);
}

/* Reads slices and sends them to threads, takes them in their order. */
static int run_slices(struct slices_run *run)
{
    struct dump *d = run->dump;
    uint64_t sent = 0, taken = 0;
    int status = TOOL_OK, is_over = 0;
    while (!is_over || taken < sent) {
        if (d->lines.out.error || d->failed)
            break;
        if (!is_over && sent - taken < run->n_slots && !workers_is_done(&run->workers)) {
            struct slice_slot *s = &run->slots[sent % run->n_slots];
            is_over = !source_slices_next(&run->slices, &s->slice);
            sent += !is_over;
            if (!is_over)
                workers_send(&run->workers, s);
            continue;
        }
        taken++;
        if (take_slot(run, workers_take(&run->workers)) != TOOL_OK)
            status = TOOL_FAILED;
    }
    source_tell_failure(d->source);
    return run->slices.status == TOOL_OK ? status : TOOL_FAILED;
}

static int begin_slots(struct slices_run *run)
{
    struct dump *d = run->dump;
    run->n_slots = d->threads > 1 ? d->threads + 2 : 1;
    run->slots = tool_calloc(run->n_slots, sizeof *run->slots);
    for (unsigned i = 0; i < run->n_slots; i++) {
        struct slice_slot *s = &run->slots[i];
        s->dump = d;
        s->config = &run->slices.config;
        s->is_single = !d->table;
        s->rows = d->table ? table_slice_begin(d->table) : NULL;
        if (d->table && !s->rows)
            return TOOL_FAILED;
    }
    return TOOL_OK;
}

static void end_slots(struct slices_run *run)
{
    for (unsigned i = 0; run->slots && i < run->n_slots; i++) {
        source_slice_free(&run->slots[i].slice);
        bytes_free(&run->slots[i].text);
        table_slice_free(run->slots[i].rows);
    }
    free(run->slots);
}

int dump_slices(struct dump *d)
{
    static struct slices_run run; /* static because it is large */
    memset(&run, 0, sizeof run);
    run.dump = d;
    d->source->is_ahead = 1;
    source_slices_begin(&run.slices, d->source, d->table ? table_slice_input(d->format) : TEXT_INPUT);
    int status = begin_slots(&run);
    d->failed |= status != TOOL_OK;
    if (status == TOOL_OK) {
        workers_begin(&run.workers, d->threads, run_slot);
        status = run_slices(&run);
        workers_end(&run.workers);
    }
    end_slots(&run);
    return status;
}
