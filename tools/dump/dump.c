/* SPDX-License-Identifier: MIT */
/* See dump.h: reads the records of buffers and the buffers of files, and writes the output. */
#include "dump.h"

#include <inttypes.h>

#include <libspe/spe.h>

#include "../system/printable.h"
#include "dump_slices.h"
#include "packet_lines.h"
#include "record_printers.h"

/* -- the records of a buffer -- */

static int take_record(struct dump *d, const struct spe_record *record)
{
    return d->input.is_filtered && !spe_filter_keeps(&d->input.filter, record) ? TOOL_OK : d->print(d, record);
}

/* Takes all records of a piece. */
static int take_piece(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    spe_decoder_feed(decoder, d->source->bytes, d->source->size);
    checker_feed(&d->check, d->source);
    while (spe_decoder_next(decoder, &record) == 1)
        if (take_record(d, &record) != TOOL_OK)
            return TOOL_FAILED;
    checker_pass(&d->check);
    return TOOL_OK;
}

static int take_gap(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    const int status = source_pass_gap(d->source, decoder, &record) == 1 ? take_record(d, &record) : TOOL_OK;
    checker_gap(&d->check);
    return status;
}

/* Takes the record in which the buffer ends, also if a read error ended it: its message has been printed. */
static int take_rest(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    char size[48];
    const int status = d->source->step == SOURCE_BUFFER_END ? TOOL_OK : TOOL_FAILED;
    const int is_cut = spe_decoder_finish(decoder, &record) == 1;
    source_decoder_end(d->source, decoder);
    if (is_cut)
        take_record(d, &record);
    if (!is_cut || status != TOOL_OK)
        return status;
    snprintf(size, sizeof size, "%" PRIu64 " bytes of it", record.size);
    return source_cut_off(d->source, "input ends inside a record", record.offset, size);
}

static int dump_records(struct dump *d)
{
    static spe_decoder decoder;
    int step, status = TOOL_OK;
    source_decoder_init(d->source, &decoder);
    checker_begin(&d->check);
    while (status == TOOL_OK && ((step = source_next(d->source)) == SOURCE_BYTES || step == SOURCE_GAP))
        status = step == SOURCE_GAP ? take_gap(d, &decoder) : take_piece(d, &decoder);
    return status == TOOL_OK ? take_rest(d, &decoder) : status;
}

/* -- files and their buffers -- */

/* perf.data has many buffers, so a separate line names the next buffer. Readers of perf's dump find a buffer's packets
 * by perf's own line. */
static int name_buffer(struct dump *d)
{
    char line[160];
    const uint64_t midr = d->source->midr;
    int n = snprintf(line, sizeof line, "# buffer %" PRIu64, d->source->notes.buffers);
    if (d->source->cpu != UINT32_MAX)
        n += snprintf(line + n, sizeof line - (size_t)n, ", cpu %" PRIu32, d->source->cpu);
    if (midr)
        n += snprintf(line + n, sizeof line - (size_t)n, ", MIDR_EL1 0x%" PRIx64, midr);
    line[n++] = '\n';
    if (d->is_packets && d->text.style == SPE_TEXT_PERF)
        n += snprintf(line + n, sizeof line - (size_t)n, ". ... ARM SPE data: size %#" PRIx64 " bytes\n",
                      d->source->buffer_size);
    return lines_put(&d->lines, line, (size_t)n);
}

/* Whether the errata of the source's core were named in this file. If not, notes that they are. */
static int was_named(struct dump *d)
{
    for (unsigned i = 0; i < d->n_named; i++)
        if (d->named[i] == d->source->midr)
            return 1;
    if (d->n_named < DUMP_NAMED)
        d->named[d->n_named++] = d->source->midr;
    return 0;
}

/* What makes the profiles of the buffer's core mislead. */
static int name_errata(struct dump *d)
{
    char line[512];
    const uint64_t midr = d->source->midr;
    const char *effect, *name;
    int status = TOOL_OK;
    for (unsigned n = 0; status == TOOL_OK && (effect = spe_cpu_erratum(midr, n, &name)) != NULL; n++) {
        const int size = snprintf(line, sizeof line, "# %s, erratum %s: %s\n", spe_cpu_name(midr), name, effect);
        status = lines_put(&d->lines, line, (size_t)size);
    }
    return status;
}

/* Names the file too, if there is more than one. */
static int name_file(struct dump *d)
{
    char line[8192], name[8000];
    const int n = snprintf(line, sizeof line, "# ==> %s <==\n", printable(d->source->in.name, name, sizeof name));
    return lines_put(&d->lines, line, (size_t)n);
}

static int dump_buffer(struct dump *d)
{
    const struct record_core core = {d->source->cpu, d->source->tid, d->source->midr, d->source->notes.clock,
                                     dump_finder(d)};
    record_writer_begin(&d->writer, &core);
    dump_threads_settle(&d->record_threads);
    d->text.midr = d->source->midr;
    dump_begin_records(d);
    if (d->source->is_perf && dump_is_for_people(d) && name_buffer(d) != TOOL_OK)
        return TOOL_FAILED;
    if (d->print == dump_findings && !was_named(d) && name_errata(d) != TOOL_OK)
        return TOOL_FAILED;
    return d->is_packets ? dump_packets(&d->lines, d->source, &d->text) : dump_records(d);
}

/* Whether nothing more can be written. */
static int is_over(const struct dump *d)
{
    return d->lines.out.error || d->failed;
}

/* Prints buffer by buffer. Returns TOOL_OK or TOOL_FAILED. */
static int dump_buffers(struct dump *d)
{
    int status = TOOL_OK, next = SOURCE_ENDED;
    while (!is_over(d) && (next = source_next(d->source)) == SOURCE_BUFFER)
        if (dump_buffer(d) != TOOL_OK) /* a buffer that is cut off does not prevent reading the others */
            status = TOOL_FAILED;
    return next < 0 ? TOOL_FAILED : status;
}

/* A pipe's event, or one of a file whose events were not taken before its records. */
static void note(void *context, const struct spe_perf_event *event)
{
    struct dump *d = context;
    if (!d->was_noted)
        d->note(d, event);
}

/* One thread prints a slice before it reads the next one. If the events of a pipe came while others decode, a record's
 * thread would depend on their speed. */
static int dump_source(struct dump *d)
{
    const unsigned threads = d->threads;
    if (d->note && !d->was_noted && d->source->is_perf)
        d->threads = 1;
    const int status = dump_uses_slices(d) ? dump_slices(d) : dump_buffers(d);
    d->threads = threads;
    if (d->table)
        d->failed |= table_end_file(d->table) != TOOL_OK;
    return status;
}

int dump_file(void *context, struct spe_source *source)
{
    struct dump *d = context;
    d->source = source;
    dump_threads_begin(&d->record_threads, source->is_perf);
    d->was_noted = d->note && source_survey(source, d->note, d);
    d->violations = d->n_named = 0;
    if (d->names_files && dump_is_for_people(d))
        name_file(d);
    dump_threads_settle(&d->record_threads);
    int status = dump_source(d);
    if (d->record_threads.processes.dropped)
        status =
            tool_error("there is no room for all its events: threads of some records are not known", source->in.name);
    d->record_threads.processes.dropped = 0;
    d->has_read |= source->notes.bytes > 0;
    if (is_over(d))
        return INPUT_STOP;
    if (source_report(source) != TOOL_OK)
        status = TOOL_FAILED;
    if (!source->is_perf && !source->notes.bytes && status == TOOL_OK)
        status = tool_error("no SPE data: there are no bytes", source->in.name);
    return d->violations ? tool_error("records break the architecture's rules", source->in.name) : status;
}

/* -- the output -- */

int dump_begin_output(struct dump *d, char **files)
{
    const char *same = NULL;
    d->input.source.note = d->note ? note : NULL;
    d->input.source.note_context = d;
    for (; d->output && *files; files++)
        if (tool_is_same(d->output, *files))
            same = *files;
    if (!d->format)
        return lines_create(&d->lines, d->output, same);
    if (tool_create(&d->lines.out, d->output, same) != TOOL_OK)
        return TOOL_FAILED;
    d->table = table_begin(d->format, &d->lines.out, &d->record_threads.finder);
    return TOOL_OK;
}

int dump_end_output(struct dump *d, int status)
{
    const int kept = d->has_read || status == TOOL_OK ? TOOL_OK : TOOL_FAILED;
    const int ended = lines_finish(&d->lines, table_end(d->table, kept));
    dump_threads_free(&d->record_threads);
    return ended == TOOL_OK ? status : ended;
}
