/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a perf.data file: in memory, and through functions that read anywhere or only forwards, in pieces of any
 * size. Reading must end, give only bytes of the file and none twice, and report at most one error. The first two ways
 * must give the same. Events that can be written must be the same when read again. Accounts must balance: each byte
 * that the file has is once in a record, skipped, or padding.
 */
#include <libspe/spe.h>
#include <string.h>

#include "fuzz.h"

static uint64_t storage[SPE_PERF_STORAGE / 8];
static spe_perf_reader reader;

/* -- the file -- */

static const uint8_t *file;
static size_t file_size;
static struct spe_gen_source sizes;
static uint64_t flow; /* current offset of a file that is read forwards; UINT64_MAX if it can be read anywhere */

static int64_t read_file(void *context, uint64_t offset, void *bytes, size_t cap)
{
    CHECK(context == &sizes && cap > 0);
    CHECK(flow == UINT64_MAX || offset == flow);
    const size_t wanted = sizes.left ? 1 + (size_t)spe_gen_take(&sizes, 1) * 16 : cap;
    const size_t left = offset < file_size ? file_size - (size_t)offset : 0;
    const size_t some = wanted < cap ? wanted : cap, n = some < left ? some : left;
    if (n)
        memcpy(bytes, file + offset, n);
    flow = flow == UINT64_MAX ? flow : offset + n;
    return (int64_t)n;
}

/* -- compressed events -- */

static int is_packed; /* they are decompressed */
static uint64_t room[SPE_PERF_DECOMPRESS_STORAGE / 8];
static unsigned keys[2], waiting[2];

/* Each byte becomes one, or as many zeros as the next one says; a state continues from call to call. */
static int64_t decompress(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    unsigned *key = &keys[in->stream], *zeros = &waiting[in->stream];
    size_t n = 0;
    CHECK(context == keys && in->stream < 2 && !in->used && cap && in->file_offset + in->size <= file_size);
    while (n < cap && (*zeros || in->used < in->size)) {
        if (*zeros) {
            ((uint8_t *)out)[n++] = 0;
            --*zeros;
            continue;
        }
        const unsigned byte = ((const uint8_t *)in->bytes)[in->used++];
        if (byte == 0xfe) { /* damage, in a call of its own: what comes before it must not depend on the pieces */
            in->used--;
            return n || in->used ? (int64_t)n : -1;
        }
        if (*key == 0xff)
            *zeros = 64 * byte;
        else if (byte != 0xff)
            ((uint8_t *)out)[n++] = (uint8_t)byte;
        *key = *key == 0xff ? 0 : byte;
    }
    return (int64_t)n;
}

static void begin_packed(spe_perf_reader *r)
{
    memset(keys, 0, sizeof keys);
    memset(waiting, 0, sizeof waiting);
    if (is_packed)
        CHECK(spe_perf_reader_decompress(r, decompress, keys, room, sizeof room) == SPE_OK);
}

/* -- reading -- */

struct outcome {
    uint64_t hash, events, bytes, repeated;
    struct spe_perf_account account; /* of all streams together */
    int status;
};

#define STREAMS 4
static spe_decoder decoders[STREAMS];
static uint64_t in_records[STREAMS];

static void decode(const struct spe_perf_event *e)
{
    struct spe_record record;
    const unsigned i = e->index % STREAMS;
    const int next = spe_perf_feed(&decoders[i], e, &record);
    CHECK(next >= 0);
    in_records[i] += next == SPE_PERF_FEED_CUT ? record.size : 0;
    while (next == SPE_PERF_FEED_RECORDS && spe_decoder_next(&decoders[i], &record) == 1)
        in_records[i] += record.size;
}

static void check_accounts(const struct outcome *o)
{
    const struct spe_perf_account *a = &o->account;
    uint64_t bytes = 0;
    CHECK(a->named - a->missing == a->bytes - a->unnamed && a->missing <= a->named && a->unnamed <= a->bytes);
    CHECK(a->bytes + a->padding == o->bytes && a->repeated == o->repeated && a->snapshots <= a->buffers);
    for (unsigned i = 0; i < STREAMS; i++) {
        struct spe_record record;
        struct spe_decoder_stats s;
        in_records[i] += spe_decoder_finish(&decoders[i], &record) == 1 ? record.size : 0;
        CHECK(spe_decoder_get_stats(&decoders[i], &s) == SPE_OK && in_records[i] + s.skipped <= s.bytes);
        CHECK(s.bytes - s.skipped - in_records[i] <= s.packets[SPE_PACKET_PADDING]);
        bytes += s.bytes;
    }
    CHECK(bytes == o->bytes);
}

static void mix(struct outcome *o, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        o->hash = (o->hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
}

static void take_one(struct outcome *o, struct spe_perf_event e, uint64_t *at)
{
    static const uint64_t zero[sizeof e.reserved / 8];
    CHECK(e.type < 32 && e.file_offset <= file_size && e.build_id_size <= SPE_PERF_BUILD_ID_MAX);
    CHECK(!memcmp(e.reserved, zero, sizeof zero));
    CHECK(spe_perf_account_add(&o->account, &e) == SPE_OK);
    decode(&e);
    if (e.type == SPE_PERF_BYTES || e.type == SPE_PERF_REPEATED) { /* a buffer's, in pieces of any size */
        CHECK(e.size && e.size <= file_size - e.file_offset && !memcmp(e.bytes, file + e.file_offset, (size_t)e.size));
        CHECK(e.file_offset >= *at);
        *at = e.file_offset + e.size;
        *(e.type == SPE_PERF_BYTES ? &o->bytes : &o->repeated) += e.size;
        mix(o, e.bytes, (size_t)e.size);
        return;
    }
    if (e.type == SPE_PERF_OTHER || e.type == SPE_PERF_FEATURE)
        mix(o, e.bytes, (size_t)e.size);
    if (e.name)
        mix(o, e.name, strlen(e.name));
    e.name = NULL;
    e.bytes = NULL;
    mix(o, &e, sizeof e);
    o->events++;
}

static struct outcome run(void)
{
    struct outcome o = {0};
    struct spe_perf_event event;
    struct spe_perf_file_info info;
    uint64_t at = 0, where = 0;
    memset(in_records, 0, sizeof in_records);
    for (unsigned i = 0; i < STREAMS; i++)
        spe_decoder_init(&decoders[i], NULL);
    begin_packed(&reader);
    while ((o.status = spe_perf_reader_next(&reader, &event)) == 1)
        take_one(&o, event, &at);
    CHECK(o.status == 0 || o.status == SPE_E_FORMAT);
    CHECK(spe_perf_reader_next(&reader, &event) == o.status);
    CHECK((spe_perf_reader_problem(&reader, &where) != NULL) == (o.status != 0));
    CHECK(spe_perf_reader_info(&reader, &info) == SPE_OK && info.bytes == o.bytes && o.bytes <= file_size);
    check_accounts(&o);
    return o;
}

/* -- writing -- */

#define WRITTEN (1u << 20)
static uint8_t written[WRITTEN];
static size_t written_size;
static int is_full;

static int write_file(void *context, uint64_t offset, const void *bytes, size_t size)
{
    (void)context;
    CHECK(offset <= written_size);
    is_full |= offset + size > WRITTEN;
    if (is_full)
        return 1;
    memcpy(written + offset, bytes, size);
    written_size = offset + size > written_size ? (size_t)(offset + size) : written_size;
    return 0;
}

/* Whether the writer does not copy this type of event, or cuts it at other places. */
static int is_left_out(uint32_t type)
{
    const uint32_t types = 1u << SPE_PERF_OTHER | 1u << SPE_PERF_CLOCK | 1u << SPE_PERF_INFO | 1u << SPE_PERF_CORE |
                           1u << SPE_PERF_ATTR | 1u << SPE_PERF_FEATURE | 1u << SPE_PERF_GAP | 1u << SPE_PERF_BYTES |
                           1u << SPE_PERF_REPEATED | 1u << SPE_PERF_BUFFER_END;
    return types >> type & 1;
}

/* A file that is written from these events has the same events. */
static void check_rewritten(void)
{
    static spe_perf_writer writer;
    static spe_perf_reader again;
    static uint64_t more[SPE_PERF_STORAGE / 8];
    struct spe_perf_event a, b;
    int next = 1;
    written_size = 0, is_full = 0;
    CHECK(spe_perf_writer_init(&writer, NULL, write_file, NULL) == SPE_OK);
    CHECK(spe_perf_reader_init_memory(&reader, file, file_size, storage, sizeof storage) == SPE_OK);
    begin_packed(&reader);
    while (spe_perf_reader_next(&reader, &a) == 1) {
        const int status = spe_perf_writer_put(&writer, &a);
        if (status == SPE_E_RANGE && a.type != SPE_PERF_BUFFER_END && a.type != SPE_PERF_BYTES)
            return; /* a name, or a build id, that is too long */
        if (is_full)
            return;
        CHECK(status == SPE_OK);
    }
    if (spe_perf_writer_finish(&writer) != SPE_OK)
        return; /* the file ended inside a buffer */
    CHECK(spe_perf_reader_init_memory(&reader, file, file_size, storage, sizeof storage) == SPE_OK);
    begin_packed(&reader);
    CHECK(spe_perf_reader_init_memory(&again, written, written_size, more, sizeof more) == SPE_OK);
    while (spe_perf_reader_next(&reader, &a) == 1) {
        if (is_left_out(a.type))
            continue;
        do
            next = spe_perf_reader_next(&again, &b);
        while (next == 1 && is_left_out(b.type));
        CHECK(next == 1 && a.type == b.type && a.tid == b.tid && a.cpu == b.cpu);
        CHECK((a.type == SPE_PERF_BUFFER ? (a.size + 7) & ~UINT64_C(7) : a.size) == b.size);
        CHECK(a.type == SPE_PERF_BUFFER || a.time == b.time);
        CHECK(a.offset == b.offset && a.address == b.address && a.lost == b.lost && a.build_id_size == b.build_id_size);
        CHECK(!a.name == !b.name && (!a.name || !strcmp(a.name, b.name)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct spe_gen_source head = {data, size, 0};
    const size_t first = (size_t)spe_gen_take(&head, 1), pieces = first % 64,
                 cut = pieces < head.left ? pieces : head.left;
    is_packed = first >> 6 & 1;
    file_size = head.left - cut;
    file = guarded_input(head.at + cut, &file_size);
    CHECK(spe_perf_reader_init_memory(&reader, file, file_size, storage, sizeof storage) == SPE_OK);
    const struct outcome memory = run();
    sizes = (struct spe_gen_source){head.at, cut, 0};
    flow = UINT64_MAX;
    CHECK(spe_perf_reader_init(&reader, read_file, &sizes, SPE_PERF_SEEKABLE, storage, sizeof storage) == SPE_OK);
    const struct outcome seeking = run();
    CHECK(memory.hash == seeking.hash && memory.events == seeking.events && memory.status == seeking.status);
    sizes = (struct spe_gen_source){head.at, cut, 0};
    flow = 0;
    CHECK(spe_perf_reader_init(&reader, read_file, &sizes, 0, storage, sizeof storage) == SPE_OK);
    const struct outcome flowing = run();
    CHECK(flowing.bytes + flowing.repeated == memory.bytes + memory.repeated && flowing.status == memory.status);
    if (memory.status == 0)
        check_rewritten();
    return 0;
}
