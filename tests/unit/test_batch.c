/* SPDX-License-Identifier: MIT */
/* Many records in one call: errors differ from the end; batches and columns of any size from chunks of any size, also
 * of a decoder that moves; one buffer. */
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#define STREAM 5000
#define MANY 3000

static uint8_t bytes[STREAM];
static struct spe_record want[MANY], got[MANY];
static uint64_t pcs[MANY], offsets[MANY];

/* Decodes the stream's whole records one by one. Returns their number; *rest is where the first incomplete one
 * begins. */
static size_t reference(size_t len, size_t *rest)
{
    struct spe_record cut;
    spe_decoder d;
    size_t n = 0;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    while (spe_decoder_next(&d, &want[n]) == 1)
        n++;
    *rest = spe_decoder_finish(&d, &cut) == 1 ? (size_t)cut.offset : len;
    return n;
}

static int same(const struct spe_record *a, const struct spe_record *b, size_t n)
{
    return !memcmp(a, b, n * sizeof *a);
}

static void test_status(void)
{
    struct spe_columns columns = SPE_COLUMNS_INIT;
    spe_decoder d;
    memset(&d, 0, sizeof d);
    is(spe_decoder_batch_status(NULL), SPE_E_ARG, "status: NULL");
    is(spe_decoder_batch_status(&d), SPE_E_STATE, "status before init");
    is(spe_decoder_next_batch(&d, got, 1), 0, "a batch before init delivers nothing");
    is(spe_decoder_next_columns(&d, &columns, 1), SPE_E_STATE, "nor do columns");
    is(spe_decoder_next_batch(NULL, got, 1), 0, "nor without a decoder");
    is(spe_decoder_next_columns(NULL, &columns, 1), SPE_E_ARG, "... columns");
    spe_decoder_init(&d, NULL);
    is(spe_decoder_batch_status(&d), SPE_OK, "status after init");
    is(spe_decoder_next_batch(&d, got, 5), 0, "no bytes, no records");
    is(spe_decoder_batch_status(&d), SPE_OK, "... is not misuse");
    is(spe_decoder_next_batch(&d, NULL, 5), 0, "a batch without room");
    is(spe_decoder_batch_status(&d), SPE_E_ARG, "... is misuse");
    is(spe_decoder_next_batch(&d, NULL, 0), 0, "a batch of 0 records");
    is(spe_decoder_batch_status(&d), SPE_OK, "... is not misuse");
    is(spe_decoder_next_columns(&d, NULL, 5), SPE_E_ARG, "no columns");
    is(spe_decoder_next_columns(&d, &columns, 5), 0, "columns, and no bytes");
    columns.size = 0;
    is(spe_decoder_next_columns(&d, &columns, 5), SPE_E_CONFIG, "columns without a size");
    is(spe_decoder_batch_status(&d), SPE_OK, "... do not affect batches");
    is(strcmp(spe_columns_problem(&columns), "size"), 0, "... and their problem has a name");
    columns.size = sizeof columns;
    columns.reserved = 1;
    ok(spe_decoder_next_columns(&d, &columns, 5) == SPE_E_CONFIG && !strcmp(spe_columns_problem(&columns), "reserved"),
       "reserved, too");
    ok(!spe_columns_problem(NULL), "no columns, no problem");
    struct { /* of a later version */
        struct spe_columns columns;
        void *more;
    } later = {SPE_COLUMNS_INIT, NULL};
    later.columns.size = sizeof later;
    ok(!spe_columns_problem(&later.columns), "a NULL column that this version does not know is accepted");
    later.more = got;
    is(strcmp(spe_columns_problem(&later.columns), "reserved"), 0, "... another one is not");
    later.columns.size = 513;
    is(strcmp(spe_columns_problem(&later.columns), "size"), 0, "a size that is not possible");
    spe_decoder_feed(&d, "\x42\x02\x01", 3);
    is(spe_decoder_next_batch(&d, got, 1), 1, "a good call");
    is(spe_decoder_batch_status(&d), SPE_OK, "... succeeds");
}

/* Takes all records of the fed bytes, by batches or columns with little room, from a decoder that moves between the
 * calls. Returns the number of records before and after. */
static size_t take_moving(spe_decoder both[2], int batches, size_t n, int *bad)
{
    struct spe_columns columns = SPE_COLUMNS_INIT;
    int64_t records;
    size_t room;
    do {
        room = 1 + random_below(4);
        columns.pc = pcs + n;
        columns.offset = offsets + n;
        records = batches ? (int64_t)spe_decoder_next_batch(&both[0], got + n, room)
                          : spe_decoder_next_columns(&both[0], &columns, room);
        *bad += records < 0 || records > (int64_t)room;
        n += (size_t)records;
        memcpy(&both[1], &both[0], sizeof both[1]);
        memset(&both[0], 0xee, sizeof both[0]);
        memcpy(&both[0], &both[1], sizeof both[1]);
        memset(&both[1], 0xee, sizeof both[1]);
    } while (records == (int64_t)room);
    return n;
}

/* Many records in one call give the same as one in each call: from pieces that are freed when they are used up. */
static void test_pieces(void)
{
    static spe_decoder both[2];
    int bad = 0;
    for (int run = 0; run < 500; run++) {
        uint8_t lent[300];
        struct spe_decoder_stats a, b;
        spe_decoder whole;
        size_t n = 0, rest;
        random_stream(bytes, STREAM);
        const size_t count = reference(STREAM, &rest);
        spe_decoder_init(&both[0], NULL);
        for (size_t at = 0, len; at < STREAM; at += len) {
            const size_t piece = random_below(sizeof lent + 1);
            len = piece < STREAM - at ? piece : STREAM - at;
            memcpy(lent, bytes + at, len);
            bad += spe_decoder_feed(&both[0], lent, len) != SPE_OK;
            n = take_moving(both, run % 2, n, &bad);
            memset(lent, 0xee, sizeof lent);
        }
        bad += n != count || (run % 2 && !same(got, want, n));
        for (size_t i = 0; run % 2 == 0 && i < n; i++)
            bad += pcs[i] != want[i].pc || offsets[i] != want[i].offset;
        bad += spe_decoder_finish(&both[0], got) != (rest < STREAM) || (rest < STREAM && got[0].offset != rest);
        spe_decoder_init(&whole, NULL);
        spe_decoder_feed(&whole, bytes, STREAM);
        while (spe_decoder_next(&whole, got) == 1)
            ;
        spe_decoder_finish(&whole, got);
        spe_decoder_get_stats(&both[0], &a);
        spe_decoder_get_stats(&whole, &b);
        bad += memcmp(&a, &b, sizeof a) != 0;
    }
    is(bad, 0, "pieces, few records in each call, a decoder that moves: the same records, end and statistics");
}

/* One buffer: all whole records, or a number of them, and where the cut one begins. */
static void test_buffer(void)
{
    struct spe_columns columns = SPE_COLUMNS_INIT;
    int bad = 0, bad_columns = 0;
    columns.pc = pcs;
    columns.offset = offsets;
    for (int run = 0; run < 500; run++) {
        size_t rest;
        spe_decoder d;
        const size_t len = random_below(STREAM + 1);
        random_stream(bytes, len);
        const size_t count = reference(len, &rest);
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, bytes, len);
        const size_t room = random_below((unsigned)count + 1);
        bad += spe_decoder_next_batch(&d, got, room) != room || !same(got, want, room);
        bad += spe_decoder_next_batch(&d, got, MANY) != count - room || !same(got, want + room, count - room);
        bad += spe_decoder_finish(&d, got) != (rest < len) || (rest < len && got[0].offset != rest);
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, bytes, len);
        bad_columns += spe_decoder_next_columns(&d, &columns, MANY) != (int64_t)count;
        for (size_t i = 0; i < count; i++)
            bad_columns += pcs[i] != want[i].pc || offsets[i] != want[i].offset;
    }
    is(bad, 0, "one buffer: all records or a number of them, and the offset of the one that is cut off");
    is(bad_columns, 0, "... columns, too");
}

/* The members of each field: those of version 1.0 have these names. */
#define A_FIELD(NAME, field)                                                                                           \
    {#field, SPE_HAS_##NAME, sizeof(((struct spe_record *)0)->field), offsetof(struct spe_record, field),              \
     offsetof(struct spe_columns, field)},

static void test_fields(void)
{
    static const struct {
        const char *name;
        uint32_t has;
        size_t size, member, column;
    } want_fields[] = {
        A_FIELD(CONTEXT_EL1, context_el1) A_FIELD(CONTEXT_EL2, context_el2) A_FIELD(TOTAL_LATENCY, total_latency)
            A_FIELD(ISSUE_LATENCY, issue_latency) A_FIELD(TRANSLATION_LATENCY, translation_latency)
                A_FIELD(ALT_ISSUE_LATENCY, alt_issue_latency) A_FIELD(PC, pc) A_FIELD(BRANCH_TARGET, branch_target)
                    A_FIELD(DATA_VA, data_va) A_FIELD(DATA_PA, data_pa) A_FIELD(PREV_BRANCH_TARGET, prev_branch_target)
                        A_FIELD(DATA_SOURCE, data_source) A_FIELD(OPERATION, op_payload) A_FIELD(EVENTS, events)
                            A_FIELD(TIMESTAMP, timestamp)};
    struct spe_record_field field, before;
    const size_t known = sizeof want_fields / sizeof want_fields[0];
    size_t found = 0, wrong = 0, n = 0;
    uint32_t all = SPE_HAS_END;
    for (; spe_record_field_get((unsigned)n, &field) == SPE_OK; n++) {
        all |= field.has;
        wrong += !field.words[0] || field.reserved[0] || field.reserved[1] || field.reserved[2];
        for (size_t i = 0; i < known; i++) {
            if (want_fields[i].has != field.has)
                continue;
            found++;
            wrong += strcmp(field.name, want_fields[i].name) != 0 || field.size != want_fields[i].size ||
                     field.member != want_fields[i].member || field.column != want_fields[i].column;
        }
    }
    is(wrong, 0, "fields: name, size and place");
    ok(found == known && n >= known && all == spe_record_all(), "... each once, and all of them");
    before = field;
    is(spe_record_field_get((unsigned)n, &field), SPE_E_ARG, "... there are no others");
    ok(!memcmp(&before, &field, sizeof field), "... and nothing is written");
    is(spe_record_field_get(0, NULL), SPE_E_ARG, "... NULL");
}

int main(void)
{
    test_status();
    test_fields();
    test_pieces();
    test_buffer();
    return tap_done();
}
