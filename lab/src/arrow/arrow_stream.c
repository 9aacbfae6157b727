/* SPDX-License-Identifier: MIT */
/* The schema, and streams: each call that pulls an array gets what `fill` adds. */
#include "arrow_block.h"
#include "arrow_rows.h"

/* values of errno, which are the same on all systems */
enum { ERRNO_IO = 5, ERRNO_NO_MEMORY = 12 };

/* -- the schema -- */

struct schema {
    struct spe_lent lent;
    struct ArrowSchema field[]; /* the columns, then their dictionaries; then pointers to the columns */
};

static void release_schema(struct ArrowSchema *schema)
{
    struct spe_lent *lent = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    schema->release = NULL;
    spe_lent_drop(lent);
}

int spe_arrow_schema(const spe_arrow *a, struct ArrowSchema *out)
{
    if (!a || !out)
        return SPE_E_ARG;
    const struct arrow *arrow = spe_arrow_open(a);
    if (!arrow)
        return SPE_E_STATE;
    const struct spe_arrow_plan *plan = &arrow->plan;
    const uint32_t fields = plan->columns + plan->dictionaries;
    struct schema *schema = spe_lent_get(
        &arrow->config, sizeof *schema + fields * sizeof(struct ArrowSchema) + plan->columns * sizeof(void *),
        (int32_t)(1 + fields));
    if (!schema)
        return SPE_E_SPACE;
    const struct ArrowSchema field = {.name = "", .format = "u", .release = release_schema, .private_data = schema};
    struct ArrowSchema *next = schema->field;
    struct ArrowSchema **child = (struct ArrowSchema **)(schema->field + fields);
    *out = field;
    out->format = "+s";
    out->n_children = plan->columns;
    out->children = child;
    for (unsigned number = 0; number < SPE_ARROW_NUMBERS; number++) {
        struct spe_arrow_row room;
        const struct spe_arrow_row *row = spe_arrow_is_wanted(plan, number) ? spe_arrow_row_find(number, &room) : NULL;
        if (!row)
            continue;
        struct ArrowSchema *column = *child++ = next++;
        *column = field;
        column->name = row->name;
        column->format = row->format;
        column->flags = row->valid != SPE_VALID_ALWAYS ? ARROW_FLAG_NULLABLE : 0;
        if (row->words == SPE_WORDS_NONE)
            continue;
        column->dictionary = next++;
        *column->dictionary = field;
    }
    return SPE_OK;
}

/* -- streams -- */

struct stream {
    struct spe_lent lent;
    int32_t status; /* 1: more may follow; 0: at the end; negative: the error */
    spe_arrow_fill_fn *fill;
    spe_decoder *decoder; /* set by spe_arrow_stream_decoder() */
    struct spe_arrow_core core;
    const char *error;
    spe_arrow arrow;
};

static int fail(struct stream *s, int status)
{
    s->error = status == SPE_E_SPACE ? "out of memory" : spe_status_text(status);
    return status == SPE_E_SPACE ? ERRNO_NO_MEMORY : ERRNO_IO;
}

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    struct stream *s = stream->private_data;
    const int status = spe_arrow_schema(&s->arrow, out);
    return status == SPE_OK ? 0 : fail(s, status);
}

/* Adds the records of the bytes that were fed, and the record in which they end. */
static int fill_from_decoder(struct stream *s)
{
    struct spe_record record;
    const int status = spe_arrow_take(&s->arrow, s->decoder, &s->core);
    if (status == 0 && spe_decoder_finish(s->decoder, &record) == 1)
        spe_arrow_append(&s->arrow, &record, &s->core); /* there is room */
    return status;
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    struct stream *s = stream->private_data;
    while (s->status == 1 && !spe_arrow_is_full(&s->arrow)) {
        const int status = s->fill ? s->fill(s->lent.context, &s->arrow) : fill_from_decoder(s);
        if (status == SPE_E_SPACE)
            return fail(s, status);
        s->status = status > 0 ? 1 : status;
    }
    if (s->status < 0)
        return fail(s, s->status);
    if (spe_arrow_array(&s->arrow, out) != 1)
        out->release = NULL;
    return 0;
}

static const char *stream_error(struct ArrowArrayStream *stream)
{
    return ((struct stream *)stream->private_data)->error;
}

static void release_stream(struct ArrowArrayStream *stream)
{
    struct stream *s = stream->private_data;
    spe_arrow_end(&s->arrow);
    stream->release = NULL;
    spe_lent_drop(&s->lent);
}

static int begin(struct ArrowArrayStream *out, const struct spe_arrow_config *cfg, struct stream **begun)
{
    if (spe_arrow_config_problem(cfg))
        return SPE_E_CONFIG;
    struct stream *s = spe_lent_get(cfg, sizeof *s, 1); /* which reads members of version 1.0 only */
    if (!s)
        return SPE_E_SPACE;
    s->status = 1;
    s->error = NULL;
    s->fill = NULL;
    spe_arrow_init(&s->arrow, cfg);
    *out = (struct ArrowArrayStream){stream_schema, stream_next, stream_error, release_stream, s};
    *begun = s;
    return SPE_OK;
}

int spe_arrow_stream(spe_arrow_fill_fn *fill, const struct spe_arrow_config *cfg, struct ArrowArrayStream *out)
{
    struct stream *s;
    if (!out || !cfg || !fill)
        return SPE_E_ARG;
    const int status = begin(out, cfg, &s);
    if (status == SPE_OK)
        s->fill = fill;
    return status;
}

int spe_arrow_stream_decoder(spe_decoder *d, const struct spe_arrow_core *core, const struct spe_arrow_config *cfg,
                             struct ArrowArrayStream *out)
{
    struct spe_arrow_core known;
    struct stream *s;
    if (!out || !cfg || !d)
        return SPE_E_ARG;
    if (spe_arrow_read_core(&known, core))
        return SPE_E_CONFIG;
    if (spe_decoder_batch_status(d) == SPE_E_STATE)
        return SPE_E_STATE;
    const int status = begin(out, cfg, &s);
    if (status != SPE_OK)
        return status;
    s->decoder = d;
    s->core = known;
    return SPE_OK;
}
