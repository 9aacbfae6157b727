/* SPDX-License-Identifier: MIT */
/*
 * Any bytes, in one piece, in pieces and byte by byte, as records, batches and columns, with or without gaps, and with
 * a decoder that moves: all ways must give the same records, offsets, flags, statistics and end. Byte by byte no layout
 * is learned, which is the reference for learned layouts, with each kernel, in the caller's memory or the decoder's.
 * Every byte must be in a record, in padding between records, or skipped.
 */
#include <libspe/spe.h>
#include <string.h>

#include "fuzz.h"

#define RECORDS 2048

struct outcome {
    struct spe_record records[RECORDS];
    size_t count;
    uint64_t hash; /* of all records, including those that do not fit the array */
    uint64_t in_records;
    int truncated;
    struct spe_decoder_stats stats;
};

static void keep(struct outcome *o, const struct spe_record *r)
{
    const uint8_t *bytes = (const uint8_t *)r;
    for (size_t i = 0; i < sizeof *r; i++)
        o->hash = (o->hash ^ bytes[i]) * UINT64_C(1099511628211);
    if (o->count < RECORDS)
        o->records[o->count] = *r;
    o->count++;
    o->in_records += r->size;
}

#define ROWS 16

/* The next 16 records, through columns. */
static size_t take_columns(spe_decoder *d, struct spe_record *out)
{
    static struct {
        uint64_t wide[9][ROWS];
        uint32_t word[4][ROWS];
        uint16_t half[5][ROWS];
        uint8_t byte[4][ROWS];
    } c;
    const struct spe_columns columns = {sizeof columns, 0,         c.wide[0], c.wide[1], c.wide[2], c.wide[3],
                                        c.wide[4],      c.wide[5], c.wide[6], c.wide[7], c.wide[8], c.word[0],
                                        c.word[1],      c.word[2], c.word[3], c.half[0], c.half[1], c.half[2],
                                        c.half[3],      c.half[4], c.byte[0], c.byte[1], c.byte[2], c.byte[3]};
    const int64_t rows = spe_decoder_next_columns(d, &columns, ROWS);
    const size_t n = rows > 0 ? (size_t)rows : 0;
    CHECK(rows >= 0);
    for (size_t i = 0; i < n; i++)
        out[i] = (struct spe_record){columns.offset[i],
                                     columns.record_size[i],
                                     columns.pc[i],
                                     columns.branch_target[i],
                                     columns.data_va[i],
                                     columns.data_pa[i],
                                     columns.prev_branch_target[i],
                                     columns.timestamp[i],
                                     columns.events[i],
                                     columns.present[i],
                                     columns.flags[i],
                                     columns.context_el1[i],
                                     columns.context_el2[i],
                                     columns.total_latency[i],
                                     columns.issue_latency[i],
                                     columns.translation_latency[i],
                                     columns.alt_issue_latency[i],
                                     columns.data_source[i],
                                     columns.op_class[i],
                                     columns.op_payload[i],
                                     columns.events_size[i],
                                     columns.data_source_size[i],
                                     {0}};
    return n;
}

/* Moves the decoder away and back. */
static void move(spe_decoder *d)
{
    static spe_decoder other;
    memcpy(&other, d, sizeof other);
    memset(d, 0xdb, sizeof *d);
    memcpy(d, &other, sizeof *d);
}

/* Reads all records of the fed bytes: one by one, in batches, or in columns. */
static void drain(spe_decoder *d, struct outcome *o, unsigned way)
{
    struct spe_record records[ROWS];
    size_t n;
    do {
        if (way % 8 == 7)
            move(d);
        const int status = way % 3 == 0 ? spe_decoder_next(d, records) : 0;
        CHECK(status >= 0);
        n = way % 3 == 0   ? (size_t)status
            : way % 3 == 1 ? spe_decoder_next_batch(d, records, 1 + way / 3 % ROWS)
                           : take_columns(d, records);
        for (size_t i = 0; i < n; i++)
            keep(o, &records[i]);
    } while (n);
}

/* Bytes between two gaps; 0 if there are no gaps. After some gaps a record is searched for. */
static size_t gap_every;

/* Whether the decoder has memory for many layouts. */
static int is_lent;
#define LENT 20000

/* Reports a gap before the stream's next byte, although nothing is missing. */
static void pass_gap(spe_decoder *d, struct outcome *o, uint64_t offset)
{
    struct spe_record r;
    const int was_cut = spe_decoder_gap(d, offset, &r);
    CHECK(was_cut == 0 || (was_cut == 1 && r.flags & SPE_RECORD_TRUNCATED));
    if (was_cut)
        keep(o, &r);
    CHECK(gap_every % 3 || spe_decoder_resync(d) == SPE_OK);
}

/* Feeds the bytes in pieces, each of which is freed when it is used up. If pieces->left is 0, there is one piece. */
static void run(struct outcome *o, const struct spe_decoder_config *cfg, const uint8_t *bytes, size_t len,
                struct spe_gen_source *pieces, int bytewise, unsigned way)
{
    static spe_decoder d;
    struct spe_record r;
    memset(o, 0, sizeof *o);
    CHECK(spe_decoder_init(&d, cfg) == SPE_OK);
    if (is_lent && !bytewise)
        CHECK(spe_decoder_lend(&d, guarded_end(2, LENT), LENT) == SPE_OK);
    for (size_t at = 0; at < len;) {
        size_t n = bytewise ? 1 : pieces->left ? spe_gen_take(pieces, 1) : len - at;
        n = n < len - at ? n : len - at;
        n = gap_every && n > gap_every - at % gap_every ? gap_every - at % gap_every : n;
        uint8_t *piece = guarded_end(1, n);
        memcpy(piece, bytes + at, n);
        CHECK(spe_decoder_feed(&d, piece, n) == SPE_OK);
        CHECK(!n || (spe_decoder_feed(&d, piece, n) == SPE_E_STATE && spe_decoder_gap(&d, 0, &r) == SPE_E_STATE));
        CHECK(!n || spe_decoder_resync(&d) == SPE_E_STATE);
        drain(&d, o, bytewise ? 0 : way);
        way += !bytewise;
        CHECK(spe_decoder_next(&d, &r) == 0);
        memset(piece, 0xdb, n);
        at += n;
        if (n && gap_every && at % gap_every == 0)
            pass_gap(&d, o, cfg->offset + at);
    }
    o->truncated = spe_decoder_finish(&d, &r);
    CHECK(o->truncated == 0 || o->truncated == 1);
    if (o->truncated)
        keep(o, &r);
    CHECK(spe_decoder_finish(&d, &r) == 0 && spe_decoder_next(&d, &r) == 0);
    CHECK(spe_decoder_get_stats(&d, &o->stats) == SPE_OK);
}

static void check_same(const struct outcome *a, const struct outcome *b)
{
    const size_t n = a->count < RECORDS ? a->count : RECORDS;
    CHECK(a->count == b->count && a->truncated == b->truncated && a->hash == b->hash);
    CHECK(!memcmp(a->records, b->records, n * sizeof a->records[0]));
    CHECK(!memcmp(&a->stats, &b->stats, sizeof a->stats));
}

static void check_sums(const struct outcome *o, const uint8_t *bytes, size_t len, uint64_t base)
{
    uint64_t at = base, zeros = 0;
    CHECK(o->stats.bytes == len && o->stats.records == o->count);
    if (o->count > RECORDS)
        return;
    for (size_t i = 0; i <= o->count; i++) {
        const uint64_t next = i < o->count ? o->records[i].offset : base + len;
        for (; at != next; at++)
            zeros += !bytes[at - base];
        at += i < o->count ? o->records[i].size : 0;
    }
    CHECK(o->in_records + o->stats.skipped <= len);
    CHECK(o->stats.skipped || o->in_records + zeros == len);
}

#define REPEATED 2048

/* Repeats the bytes, as cores repeat a layout, with a few changed bytes. Returns the number of bytes. */
static size_t repeat(const uint8_t *bytes, size_t len, struct spe_gen_source changes, uint8_t *out)
{
    size_t at = 0;
    for (; len && at + len <= REPEATED; at += len) {
        memcpy(out + at, bytes, len);
        const size_t where = changes.left > 1 ? (size_t)spe_gen_take(&changes, 1) : 0;
        if (at && changes.left)
            out[at + where % len] ^= (uint8_t)spe_gen_take(&changes, 1);
    }
    return at;
}

struct input {
    uint8_t head;
    struct spe_decoder_config cfg;
    struct spe_gen_source pieces; /* how the stream is cut */
};

/* Reads what precedes the stream, which is the rest of the input. */
static struct spe_gen_source take_input(const uint8_t *data, size_t size, struct input *in)
{
    struct spe_gen_source t = {data, size, 0};
    const struct spe_decoder_config defaults = SPE_DECODER_CONFIG_INIT;
    in->cfg = defaults;
    in->head = (uint8_t)spe_gen_take(&t, 1);
    if (in->head & 1) {
        in->cfg.flags = SPE_DECODE_RESYNC;
        in->cfg.alignment = in->head & 2 ? 1u << (spe_gen_take(&t, 1) % 12) : 0;
        in->cfg.max_record_size = (uint32_t)spe_gen_take(&t, 1);
        in->cfg.flags |= in->cfg.max_record_size & 1 ? SPE_DECODE_ARCH_INST : 0;
    }
    in->cfg.offset = in->head & 4 ? spe_gen_take(&t, 8) : 0;
    const size_t cuts = in->head & 8 ? spe_gen_take(&t, 1) : 0, n = cuts < t.left ? cuts : t.left;
    in->pieces.at = t.at;
    in->pieces.left = n;
    in->pieces.seed = 0;
    t.at += n;
    t.left -= n;
    return t;
}

/* The kernel for learned layouts, chosen by the last byte; the best one if the processor lacks that one. */
static void choose_kernel(struct spe_decoder_config *cfg, uint8_t choice)
{
    static const uint32_t kernels[4] = {SPE_KERNEL_AVX512, SPE_KERNEL_AVX2, SPE_KERNEL_NEON, SPE_KERNEL_PORTABLE};
    cfg->kernel = kernels[choice & 3];
    is_lent = choice >> 2 & 1;
    if (spe_decoder_config_problem(cfg))
        cfg->kernel = SPE_KERNEL_ANY;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct outcome whole, other;
    static uint8_t repeated[REPEATED];
    struct input in;
    const struct spe_gen_source t = take_input(data, size, &in);
    struct spe_gen_source none = {data, 0, 0}, pieces = in.pieces;
    struct spe_decoder_config cfg = in.cfg;
    const uint8_t head = in.head;
    size_t len = t.left;
    const uint8_t *bytes = guarded_input(t.at, &len);
    if (head & 16) {
        len = repeat(bytes, len, pieces, repeated);
        bytes = guarded_input(repeated, &len);
    }
    gap_every = size && data[size - 1] & 0x80 ? 1 + (data[size - 1] & 0x7fu) : 0;
    choose_kernel(&cfg, size ? data[size - 1] : 0);
    run(&whole, &cfg, bytes, len, &none, 0, head >> 5);
    check_sums(&whole, bytes, len, cfg.offset);
    run(&other, &cfg, bytes, len, &none, 1, 0);
    check_same(&whole, &other);
    run(&other, &cfg, bytes, len, &pieces, 0, head >> 5);
    check_same(&whole, &other);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct input in;
    return fuzz_mutate(data, size, max, seed, size - take_input(data, size, &in).left);
}
