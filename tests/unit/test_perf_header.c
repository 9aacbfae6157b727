/* SPDX-License-Identifier: MIT */
/*
 * The parts of a perf.data file around its events: attributes, features in files and pipes, tracing data. Damage there
 * does no harm. Also tables that are too small, and files with a part that cannot be read.
 */
#include "perf_file.h"
#include "tap.h"
#include "rooms.h"

static struct file file;

/* Reads the whole file and counts events by type. Returns the last status. */
static unsigned seen[ROOM_TYPES];
static uint64_t bytes_seen;

static int drain(void)
{
    struct spe_perf_event event;
    int status;
    memset(seen, 0, sizeof seen);
    bytes_seen = 0;
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        seen[event.type]++;
        bytes_seen += event.type == SPE_PERF_BYTES ? event.size : 0;
    }
    return source.misused ? 99 : status; /* a pipe is read without a gap */
}

static uint64_t host_midr(void)
{
    struct spe_perf_file_info info;
    spe_perf_reader_info(&reader, &info);
    return info.host_midr;
}

/* -- features -- */

static void put_build_id(struct file *f, unsigned misc, const char *name)
{
    const size_t at = begin_event(f, 67, misc);
    put(f, UINT32_MAX, 4);
    put_bytes(f, "ABCDEFGHIJKLMNOPQRST\x08\0\0\0", 24);
    put_bytes(f, name, 8);
    end_event(f, at);
}

/* A file with BUILD_ID (2), ARCH (6) and CPUID (9) after its data. Returns the place of the table of sections. */
static size_t put_features(struct file *f, const char *cpuid)
{
    put_at(f, 72, 1 << 2 | 1 << 6 | 1 << 9, 8);
    const size_t table = f->size;
    for (int i = 0; i < 6; i++)
        put(f, 0, 8);
    put_at(f, table, f->size, 8);
    const size_t ids = f->size;
    put_build_id(f, 0, "[one]\0\0\0");
    put_build_id(f, 1 << 15, "[two]\0\0\0");
    put_at(f, table + 8, f->size - ids, 8);
    put_at(f, table + 32, f->size, 8);
    put_at(f, table + 40, 4 + 20, 8);
    put(f, 20, 4);
    put_bytes(f, cpuid, 20);
    return table;
}

static size_t make_file(int is_big, const char *cpuid)
{
    begin_file(&file, is_big, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 0);
    put_buffer(&file, 0, (const uint8_t *)"01234567", 8, 0, 0);
    end_file(&file);
    return put_features(&file, cpuid);
}

static void test_features(void)
{
    const char cpuid[20] = "0x00000000410fd490";
    struct spe_perf_event event;
    for (int is_big = 0; is_big < 2; is_big++) {
        make_file(is_big, cpuid);
        for (enum way way = 0; way < WAYS; way++) {
            open_file(&file, way);
            ok(spe_perf_reader_next(&reader, &event) == 1 && event.type == SPE_PERF_ATTR && event.file_offset == 112,
               "the attribute comes first");
            const int first = spe_perf_reader_next(&reader, &event);
            if (way == FLOWING) {
                ok(first == 1 && event.type == SPE_PERF_INFO && host_midr() == 0,
                   "in a pipe, sections after the data come too late");
                continue;
            }
            struct spe_perf_file_info info;
            ok(first == 1 && event.type == SPE_PERF_FEATURE && event.kind == 80 && event.reference == 9 &&
                   event.size == 24 && !memcmp((const char *)event.bytes + 4, cpuid, 20) &&
                   !memcmp(file.bytes + event.file_offset, event.bytes, 24) &&
                   spe_perf_reader_info(&reader, &info) == SPE_OK &&
                   event.misc == (info.is_swapped ? SPE_PERF_MISC_SWAPPED : 0),
               "then features that have bytes");
            ok(spe_perf_reader_next(&reader, &event) == 1 && event.type == SPE_PERF_BUILD_ID &&
                   event.build_id_size == 20 && !strcmp(event.name, "[one]") && event.pid == SPE_PERF_NONE,
               "... build ids");
            ok(spe_perf_reader_next(&reader, &event) == 1 && event.build_id_size == 8 &&
                   !memcmp(event.build_id, "ABCDEFGH\0\0", 10) && !strcmp(event.name, "[two]"),
               "... one with a length");
            ok(drain() == 0 && seen[SPE_PERF_BUFFER] == 1 && seen[SPE_PERF_BUILD_ID] == 0, "... then the events");
            is(host_midr(), 0x410fd490, "the core that perf ran on");
        }
    }
    static const char *const odd[] = {"x86 family 6 model..", "0xzz................", "0x..................",
                                      "0X410fd490.........."};
    for (size_t i = 0; i < 4; i++) {
        make_file(0, odd[i]);
        open_file(&file, MEMORY);
        ok(drain() == 0 && host_midr() == 0, "another machine's CPUID");
    }
    make_file(0, "0x00000000410fD4A0\0");
    open_file(&file, MEMORY);
    ok(drain() == 0 && host_midr() == 0x410fd4a0, "upper case, too");
}

/* Features for which the storage has room are delivered, in the order of their numbers. */
static void test_large_features(void)
{
    struct spe_perf_event event;
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 0);
    end_file(&file);
    const uint64_t sizes[] = {65535, 90000, 1, 90000}; /* of 3, 4, 14, 63 */
    put_at(&file, 72, UINT64_C(1) << 63 | 1 << 14 | 1 << 4 | 1 << 3, 8);
    for (size_t i = 0; i < 4; i++) {
        put(&file, file.data, 8);
        put(&file, sizes[i], 8);
    }
    memset(file.bytes + file.size, 7, 90000);
    file.size += 90000;
    for (enum way way = 0; way < FLOWING; way++) {
        open_file(&file, way);
        spe_perf_reader_next(&reader, &event);
        ok(spe_perf_reader_next(&reader, &event) == 1 && event.reference == 3 && event.size == 65535,
           "a feature of 65535 bytes");
        ok(spe_perf_reader_next(&reader, &event) == 1 && event.type == SPE_PERF_FEATURE && event.reference == 14 &&
               event.size == 1,
           "the next one that is not larger");
        ok(drain() == 0 && seen[SPE_PERF_INFO] == 1 && seen[SPE_PERF_FEATURE] == 0, "then the events");
    }
}

/* A damaged feature is skipped; all events are there. */
static void test_damaged_features(void)
{
    struct spe_perf_file_info info;
    const char cpuid[20] = "0x00000000410fd490";
    for (enum way way = 0; way < FLOWING; way++) {
        size_t table = make_file(0, cpuid);
        put_at(&file, table, UINT64_MAX - 5, 8);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUILD_ID] == 0 && seen[SPE_PERF_BUFFER] == 1 && host_midr() == 0x410fd490,
           "build ids at the end of the offsets");
        table = make_file(0, cpuid);
        put_at(&file, table, file.size - 4, 8);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUILD_ID] == 0, "build ids after the end of the file");
        table = make_file(0, cpuid);
        put_at(&file, table + 48 + 6, 4, 2);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUILD_ID] == 0, "a build id of four bytes");
        put_at(&file, table + 48 + 6, 9000, 2);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUILD_ID] == 0, "... that is longer than its section");
        put_at(&file, table + 8, 20000, 8);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUILD_ID] == 0, "... and than the file");
        table = make_file(0, cpuid);
        file.bytes[table + 48 + 44 + 8 + 4 + 20] = 21;
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUILD_ID] == 1 && seen[SPE_PERF_BUFFER] == 1, "one with a length of 21");
        table = make_file(0, cpuid);
        put_at(&file, table + 40, 3, 8);
        open_file(&file, way);
        ok(drain() == 0 && host_midr() == 0, "a CPUID of three bytes");
        put_at(&file, table + 32, file.size + 9, 8);
        open_file(&file, way);
        ok(drain() == 0 && host_midr() == 0, "... after the end of the file");
        put_at(&file, table + 32, UINT64_MAX / 2, 8);
        put_at(&file, table + 40, UINT64_MAX / 2, 8);
        open_file(&file, way);
        ok(drain() == 0 && spe_perf_reader_info(&reader, &info) == SPE_OK && info.features_missing == 1,
           "... near 2^64: it is missing, and nothing is read there");
        table = make_file(0, cpuid);
        file.size = table + 8;
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUFFER] == 1 && host_midr() == 0, "a file that is cut off in its features");
        ok(spe_perf_reader_info(&reader, &info) == SPE_OK && info.features_missing == 2, "... lacks both of them");
        make_file(0, cpuid);
        put_at(&file, 72, 0, 8);
        open_file(&file, way);
        ok(drain() == 0 && host_midr() == 0 && seen[SPE_PERF_BUILD_ID] == 0, "no features");
    }
    /* perf did not finish: nothing after the data is read */
    make_file(0, cpuid);
    put_at(&file, 48, 0, 8);
    file.size = file.data + 32 + 48 + 8;
    open_file(&file, SEEKING);
    ok(drain() == 0 && seen[SPE_PERF_BUFFER] == 1 && spe_perf_reader_info(&reader, &info) == SPE_OK &&
           info.is_unfinished && host_midr() == 0,
       "an unfinished file");
}

static void test_pipe_features(void)
{
    begin_file(&file, 1, 1, 0);
    size_t at = begin_event(&file, 80, 0);
    put(&file, 9, 8);
    put(&file, 20, 4);
    put_bytes(&file, "0x00000000410fd0c0\0\0", 20);
    end_event(&file, at);
    at = begin_event(&file, 80, 0);
    put(&file, 6, 8);
    put(&file, 8, 4);
    put_bytes(&file, "aarch64", 8);
    end_event(&file, at);
    at = begin_event(&file, 80, 0);
    put(&file, 9, 4);
    end_event(&file, at);
    open_file(&file, FLOWING);
    ok(drain() == 0 && seen[SPE_PERF_FEATURE] == 2 && seen[SPE_PERF_OTHER] == 1 && host_midr() == 0x410fd0c0,
       "a pipe gives its core by an event");
    struct spe_perf_event event;
    open_file(&file, FLOWING);
    for (unsigned i = 0; i < 3; i++) /* the attribute, two features */
        spe_perf_reader_next(&reader, &event);
    ok(event.reference == 6 && event.size == 12 && !memcmp((const char *)event.bytes + 4, "aarch64", 8),
       "... and its other features");
}

/* -- attributes -- */

static void put_switch(struct file *f, uint32_t cpu, uint64_t id)
{
    const size_t at = begin_event(f, 14, 0);
    put(f, cpu, 4);
    put(f, 0, 4);
    put(f, id, 8);
    end_event(f, at);
}

static uint32_t first_cpu(enum way way)
{
    struct spe_perf_event event;
    int status = open_file(&file, way);
    while (status == SPE_OK && spe_perf_reader_next(&reader, &event) == 1)
        if (event.type == SPE_PERF_SWITCH)
            return event.cpu;
    return 1000;
}

/* Of the events that first_cpu() has read. */
static uint64_t unknown_ids(void)
{
    struct spe_perf_file_info info = {0};
    spe_perf_reader_info(&reader, &info);
    return info.unknown_ids;
}

/* perf_event_attr describes the end of events; a damaged one is not used. */
static void test_attributes(void)
{
    for (enum way way = 0; way < WAYS; way++) {
        const struct {
            size_t at;
            uint64_t value;
            const char *name;
        } damages[] = {
            {16, 8, "attributes of eight bytes"},       {16, 5000, "... of five thousand"},
            {24, UINT64_MAX - 9, "... nowhere"},        {24, 1 << 19, "... after the end of the file"},
            {32, 100, "... less than one of them"},     {144 + 24, 0, "an attribute without a sample type"},
            {144 + 40, 0, "... without sample_id_all"},
        };
        for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
            begin_file(&file, 0, 0, 1 << 7 | 1 << 16);
            memmove(file.bytes + 144, file.bytes + 112, 144); /* the attribute at 144, so that it can be moved */
            put_at(&file, 24, 144, 8);
            file.size = 288;
            put_at(&file, 40, 288, 8);
            put_at(&file, 144 + 128, 104, 8);
            put_at(&file, 144 + 136, 8, 8);
            file.data = 288;
            put_switch(&file, 5, 77);
            end_file(&file);
            is(first_cpu(way), 5, "the attribute determines where an event's core is");
            put_at(&file, damages[i].at, damages[i].value, 8);
            is(first_cpu(way), SPE_PERF_NONE, damages[i].name);
        }
    }
    /* a valid one that overlaps the header at its beginning, or the data at its end */
    for (enum way way = 0; way < WAYS; way++) {
        begin_file(&file, 0, 0, 1 << 7 | 1 << 16);
        file.size = 96;
        put_attr(&file);
        put(&file, 0, 8);
        put(&file, 0, 8);
        put_at(&file, 24, 96, 8);
        file.data = file.size;
        put_at(&file, 40, file.size, 8);
        put_switch(&file, 5, 77);
        end_file(&file);
        is(first_cpu(way), SPE_PERF_NONE, "attributes in the header");
        begin_file(&file, 0, 0, 1 << 7 | 1 << 16);
        file.data = file.size = 248;
        put_at(&file, 40, 248, 8);
        put_switch(&file, 5, 77);
        end_file(&file);
        is(first_cpu(way), SPE_PERF_NONE, "attributes in the data");
    }
    /* one layout too many, or impossible ids: the event's core is not known, and it is counted */
    begin_file(&file, 0, 1, 1 << 7 | 1 << 16);
    for (unsigned i = 1; i < 12; i++) {
        file.sample_type = (i & 1) << 1 | (i >> 1 & 1) << 2 | (i >> 2 & 1) << 6 | (i >> 3 & 1) << 9 | 1 << 16;
        const size_t at = begin_event(&file, 64, 0);
        put_attr(&file);
        put(&file, 100 + i, 8);
        end_event(&file, at);
    }
    file.sample_type = 1 << 7 | 1 << 16; /* ... and one that does not */
    const size_t same = begin_event(&file, 64, 0);
    put_attr(&file);
    put(&file, 200, 8);
    end_event(&file, same);
    put_switch(&file, 5, 77);
    is(first_cpu(MEMORY), 5, "twelve attributes that differ");
    put_at(&file, file.size - 8, 200, 8);
    is(first_cpu(MEMORY), 5, "one that equals the first");
    put_at(&file, file.size - 8, 111, 8);
    ok(first_cpu(MEMORY) == SPE_PERF_NONE && unknown_ids() == 1, "... more than are distinguished");
    put_at(&file, file.size - 8, 12345, 8);
    ok(first_cpu(MEMORY) == SPE_PERF_NONE && unknown_ids() == 1, "an unknown id");
    put_at(&file, file.size - 8, 0, 8);
    ok(first_cpu(MEMORY) == 5 && unknown_ids() == 0, "no id, as in events that perf makes itself");
    begin_file(&file, 0, 1, 1 << 7 | 1 << 16);
    for (unsigned i = 0; i < 10; i++) { /* nine that are like the first, then another */
        file.sample_type = i < 9 ? 1 << 7 | 1 << 16 : 1 << 16;
        const size_t at = begin_event(&file, 64, 0);
        put_attr(&file);
        put(&file, 300 + i, 8);
        end_event(&file, at);
    }
    put_switch(&file, 5, 309);
    is(first_cpu(MEMORY), SPE_PERF_NONE, "equal attributes count as one");
    begin_file(&file, 0, 1, 1 << 7 | 1 << 16);
    file.sample_type = 1 << 16;
    const size_t crowd = begin_event(&file, 64, 0); /* more ids than fit */
    put_attr(&file);
    for (unsigned i = 0; i < 5000; i++)
        put(&file, 1000 + i, 8);
    end_event(&file, crowd);
    file.sample_type = 1 << 7 | 1 << 16;
    put_switch(&file, 5, 1000);
    is(first_cpu(MEMORY), SPE_PERF_NONE, "the first of five thousand ids");
    unsigned known = 0, lost = 0;
    for (unsigned i = 0; i < 5000; i += 10) {
        put_at(&file, file.size - 8, 1000 + i, 8);
        known += first_cpu(MEMORY) == SPE_PERF_NONE && unknown_ids() == 0;
        lost += first_cpu(MEMORY) == SPE_PERF_NONE && unknown_ids() == 1;
    }
    ok(known + lost == 500 && known > 30 && lost > 0, "some are known, others are not");
    begin_file(&file, 0, 1, 1 << 7 | 1 << 16);
    const size_t small = begin_event(&file, 64, 0);
    put(&file, 0, 8);
    end_event(&file, small);
    put_switch(&file, 5, 77);
    is(first_cpu(MEMORY), 5, "an attribute of eight bytes, in a pipe");
    put_at(&file, 16 + 8 + 4, 4000, 4);
    is(first_cpu(MEMORY), SPE_PERF_NONE, "... whose size is larger than its event");
    begin_file(&file, 0, 1, 1 << 1 | 1 << 7 | 1 << 16);
    const size_t at = begin_event(&file, 14, 0);
    put(&file, 5, 8);
    put(&file, 77, 8);
    end_event(&file, at);
    is(first_cpu(MEMORY), SPE_PERF_NONE, "an event that is shorter than its sample id");
}

/* -- parts that do not concern SPE -- */

static void test_tracing_data(void)
{
    for (enum way way = 0; way < WAYS; way++) {
        begin_file(&file, 0, 1, 0);
        put_info(&file, 0);
        size_t at = begin_event(&file, 66, 0);
        put(&file, 19, 4);
        end_event(&file, at);
        put_bytes(&file, "nineteen bytes, and five of padding", 24);
        put_buffer(&file, 0, (const uint8_t *)"01234567", 8, 0, 0);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUFFER] == 1 && bytes_seen == 8, "tracing data is skipped");
        put_at(&file, at + 8, 300000, 4); /* more than a window */
        memset(file.bytes + file.size, 0, 300000);
        memmove(file.bytes + at + 12 + 300000, file.bytes + at + 12 + 24, 56);
        file.size = at + 12 + 300000 + 56;
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_BUFFER] == 1 && bytes_seen == 8, "... a lot of it");
        file.size = at + 12 + 24 + 56;
        put_at(&file, at + 8, 1000, 4);
        open_file(&file, way);
        ok(drain() == SPE_E_FORMAT && strstr(spe_perf_reader_problem(&reader, NULL), "inside the bytes of an event"),
           "... more of it than there is");
        begin_file(&file, 0, 0, 0);
        at = begin_event(&file, 66, 0);
        put(&file, 1000, 4);
        end_event(&file, at);
        end_file(&file);
        open_file(&file, way);
        ok(drain() == SPE_E_FORMAT && strstr(spe_perf_reader_problem(&reader, NULL), "TRACING_DATA exceeds"),
           "... than the section has");
        begin_file(&file, 0, 1, 0);
        at = begin_event(&file, 66, 0);
        end_event(&file, at);
        open_file(&file, way);
        ok(drain() == 0 && seen[SPE_PERF_OTHER] == 1, "... without a size");
    }
}

/* -- what perf was configured to record -- */

/* An attribute of the given size: type 11, config 1 to 5, 4096 operations. */
static void put_sized_attr(struct file *f, unsigned size, int is_frequency)
{
    const size_t at = f->size;
    memset(f->bytes + at, 0, size);
    put(f, 11, 4);
    put(f, size, 4);
    put(f, 1, 8);
    put(f, 4096, 8);
    f->size = at + 40;
    put(f, 0, 8);
    if (is_frequency) /* bit 10 of a bit field */
        f->bytes[at + 41] = f->is_big ? 0x20 : 0x04;
    f->size = at + 56;
    put(f, 2, 8);
    put(f, 3, 8);
    f->size = at + 128;
    put(f, 4, 8);
    put(f, 5, 8);
    f->size = at + size;
    memset(f->bytes + f->size, 0xff, 100);
}

static void test_attribute_events(void)
{
    static const unsigned sizes[] = {48, 64, 72, 128, 136, 144, 152, 200, 1024, 4096}; /* Linux accepts up to a page */
    int bad = 0;
    for (int kind = 0; kind < 4; kind++) {
        for (unsigned i = 0; i < 2 * sizeof sizes / sizeof sizes[0]; i++) {
            const unsigned size = sizes[i / 2], is_frequency = i & 1;
            begin_file(&file, kind & 1, kind >> 1, 0);
            if (file.is_pipe) {
                file.size = 16;
                const size_t at = begin_event(&file, 64, 0);
                put_sized_attr(&file, size, (int)is_frequency);
                put(&file, 77, 8);
                end_event(&file, at);
            } else { /* two of them */
                put_at(&file, 16, size + 16, 8);
                put_at(&file, 24, 256, 8);
                put_at(&file, 32, 2 * (size + 16), 8);
                for (int k = 0; k < 2; k++) {
                    put_sized_attr(&file, size, (int)is_frequency);
                    put(&file, 104, 8);
                    put(&file, 8, 8);
                }
                put_at(&file, 40, file.size, 8);
                file.data = file.size;
                put_info(&file, 0);
                end_file(&file);
            }
            for (enum way way = 0; way < WAYS; way++) {
                struct spe_perf_event e;
                open_file(&file, way);
                for (int k = 0; k < (file.is_pipe ? 1 : 2); k++) {
                    bad += spe_perf_reader_next(&reader, &e) != 1 || e.type != SPE_PERF_ATTR || e.kind != 64 ||
                           e.pmu_type != 11;
                    bad += e.period != (is_frequency ? 0 : 4096) || e.config[0] != 1 ||
                           e.config[1] != (size >= 64 ? 2 : 0) || e.config[2] != (size >= 72 ? 3 : 0) ||
                           e.config[3] != (size >= 136 ? 4 : 0) || e.config[4] != (size >= 144 ? 5 : 0) || e.config[5];
                }
                bad += drain() != 0 || seen[SPE_PERF_ATTR] != 0;
            }
        }
    }
    is(bad, 0, "attributes of every size");
}

/* Metadata of cores with one word, or with more words than are known. */
static void test_cores(void)
{
    int bad = 0;
    for (unsigned words = 1; words < 7; words++) {
        for (int is_big = 0; is_big < 2; is_big++) {
            begin_file(&file, is_big, 0, 0);
            const size_t at = begin_event(&file, 70, 0);
            put(&file, 4, 4);
            put(&file, 0, 4);
            put(&file, 2, 8);
            put(&file, 5, 8); /* words of the header, one more than are known */
            put(&file, UINT64_C(1) << 32, 8);
            put(&file, 3, 8);
            put(&file, 0, 8);
            for (unsigned i = 0; i < 3; i++) {
                put(&file, UINT64_C(0x1010101010101010), 8);
                put(&file, i == 2 ? UINT64_C(1) << 40 : 5 * i, 8);
                put(&file, words, 8);
                for (unsigned k = 0; k < words; k++)
                    put(&file, k == 1 && i == 1 ? UINT64_MAX : 100 * i + k, 8);
            }
            end_event(&file, at);
            end_file(&file);
            for (enum way way = 0; way < WAYS; way++) {
                struct spe_perf_event e;
                open_file(&file, way);
                bad += spe_perf_reader_next(&reader, &e) != 1 || e.type != SPE_PERF_ATTR;
                bad += spe_perf_reader_next(&reader, &e) != 1 || e.type != SPE_PERF_INFO || e.size != 3 ||
                       e.pmu_type != SPE_PERF_NONE;
                for (unsigned i = 0; i < 3; i++) {
                    bad += spe_perf_reader_next(&reader, &e) != 1 || e.type != SPE_PERF_CORE || e.midr != 100 * i ||
                           e.cpu != (i == 2 ? SPE_PERF_NONE : 5 * i);
                    bad += e.pmu_type != (words < 2 ? 0
                                          : i == 1  ? SPE_PERF_NONE
                                                    : 100 * i + 1) ||
                           e.period != (words < 3 ? 0 : 100 * i + 2) || e.event_filter != (words < 4 ? 0 : 100 * i + 3);
                }
                bad += drain() != 0 || seen[SPE_PERF_CORE] != 0;
            }
        }
    }
    is(bad, 0, "cores with any number of words");
}

static void test_info(void)
{
    begin_file(&file, 0, 0, 0);
    size_t at = begin_event(&file, 70, 0);
    put(&file, 4, 4);
    put(&file, 0, 8);
    end_event(&file, at);
    end_file(&file);
    open_file(&file, MEMORY);
    ok(drain() == SPE_E_FORMAT && strstr(spe_perf_reader_problem(&reader, NULL), "AUXTRACE_INFO is too short"),
       "metadata of twelve bytes");
    begin_file(&file, 0, 0, 0);
    put_info(&file, 1);
    put_at(&file, file.data + 8 + 8 + 8, 3, 8);
    end_file(&file);
    open_file(&file, MEMORY);
    ok(drain() == 0 && seen[SPE_PERF_INFO] == 1, "metadata with a header of three words: no core is known");
    put_at(&file, file.data + 8 + 8 + 8, 99, 8);
    open_file(&file, MEMORY);
    ok(drain() == 0 && seen[SPE_PERF_INFO] == 1, "... of ninety-nine");
    begin_file(&file, 0, 0, 0);
    put_info(&file, 2);
    put_at(&file, file.data + 8 + 8 + 32 + 8, UINT64_C(1) << 40, 8); /* the first core's number */
    put_buffer(&file, 0, NULL, 0, 100000, 0);
    end_file(&file);
    open_file(&file, MEMORY);
    ok(drain() == 0 && seen[SPE_PERF_BUFFER] == 1, "cores whose numbers are too large for the table");
    begin_file(&file, 0, 1, 0);
    put_info(&file, 0);
    at = file.size;
    put_buffer(&file, 0, NULL, 0, 0, 0);
    put_at(&file, at + 8, UINT64_MAX - 3, 8);
    open_file(&file, FLOWING);
    ok(drain() == SPE_E_FORMAT, "a buffer of 2^64 bytes, in a pipe");
    put_at(&file, at + 6, 40, 2);
    open_file(&file, FLOWING);
    ok(drain() == SPE_E_FORMAT && strstr(spe_perf_reader_problem(&reader, NULL), "AUXTRACE is too short"),
       "an AUXTRACE of 40 bytes");
}

/* -- tables that are too small, files that cannot be read -- */

static unsigned gaps, lost[3]; /* by SPE_PERF_GAP_* */
static uint64_t gap_at;        /* the stream offset of the last one */

/* Counts the gaps from AUX events, and the AUX events whose gaps are lost. */
static void count_gaps(enum way way)
{
    struct spe_perf_event event;
    int status;
    open_file(&file, way);
    gaps = lost[SPE_PERF_GAP_LATE] = lost[SPE_PERF_GAP_NO_ROOM] = 0;
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        if (event.type == SPE_PERF_GAP && event.aux_flags & (SPE_PERF_AUX_PARTIAL | SPE_PERF_AUX_OVERWRITE)) {
            gaps++;
            gap_at = event.offset;
        }
        lost[event.lost_gap] += event.type == SPE_PERF_AUX;
    }
    struct spe_perf_file_info info;
    ok(status == 0 && spe_perf_reader_info(&reader, &info) == SPE_OK && info.late == lost[SPE_PERF_GAP_LATE] &&
           info.no_room >= lost[SPE_PERF_GAP_NO_ROOM],
       "the file is whole");
    lost[SPE_PERF_GAP_NO_ROOM] = (unsigned)info.no_room;
}

static int gaps_are(unsigned wanted, unsigned late, unsigned no_room)
{
    return gaps == wanted && lost[SPE_PERF_GAP_LATE] == late && lost[SPE_PERF_GAP_NO_ROOM] == no_room;
}

/* `each` AUX events of each core, with a gap each, then a buffer of each core. */
static void begin_many(unsigned cores, unsigned each)
{
    static const uint8_t zeros[128] = {0};
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 0);
    for (unsigned i = 0; i < cores * each; i++)
        put_aux(&file, i / cores * 8, 8, SPE_PERF_AUX_PARTIAL, i % cores);
    for (unsigned i = 0; i < cores; i++)
        put_buffer(&file, 0, zeros, each * 8, i, 0);
}

/* More ranges with gaps than fit the table (512, see SPE_PERF_STORAGE): none is lost without a report. */
static void test_many_ranges(void)
{
    static const uint8_t zeros[24000] = {0};
    for (enum way way = 0; way < WAYS; way++) {
        begin_many(128, 4);
        end_file(&file);
        count_gaps(way);
        ok(gaps_are(512, 0, 0), "as many as fit");
        begin_many(128, 10);
        end_file(&file);
        count_gaps(way);
        ok(gaps_are(512, 0, 768), "more than fit");
        begin_many(0, 0);
        put_buffer(&file, 0, zeros, sizeof zeros, 0, 0);
        for (unsigned i = 0; i < 3000; i++)
            put_aux(&file, i * 8, 8, SPE_PERF_AUX_PARTIAL, 0);
        end_file(&file);
        count_gaps(way);
        ok(way < FLOWING ? gaps_are(3000, 0, 0) : gaps_are(0, 2999, 0), "three thousand after one buffer");
        begin_many(0, 0);
        for (unsigned i = 0; i < 600; i++) { /* ranges whose bytes never come are replaced by others */
            put_aux(&file, i * 64, 8, SPE_PERF_AUX_PARTIAL, 0);
            put_aux(&file, i * 64 + 40, 8, SPE_PERF_AUX_PARTIAL, 0);
            put_buffer(&file, i * 64 + 32, zeros, 24, 0, 0);
        }
        end_file(&file);
        count_gaps(way);
        ok(gaps_are(600, 0, 0), "ranges of bytes that never come");
    }
}

/* A thousand snapshots of three cores, of which perf saved the last 64 bytes of each core. */
static void begin_snapshots(unsigned step, unsigned size, unsigned flags)
{
    static const uint8_t zeros[64] = {0};
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 0);
    for (unsigned i = 1; i <= 1000; i++)
        for (unsigned cpu = 0; cpu < 3; cpu++)
            put_aux(&file, 65536 * (cpu + 1) + i * step, size, flags, cpu);
    for (unsigned cpu = 0; cpu < 3; cpu++)
        put_buffer(&file, 65536 * (cpu + 1) + 1000 * step - 64, zeros, 64, cpu, 0);
    end_file(&file);
}

/* Snapshots of the same bytes do not fill the table. What does is reported. */
static void test_snapshots(void)
{
    static const uint8_t zeros[4200] = {0}, ones[128] = {0x01};
    for (enum way way = 0; way < WAYS; way++) {
        begin_snapshots(0, 64, SPE_PERF_AUX_OVERWRITE);
        count_gaps(way);
        ok(gaps_are(3, 0, 0) && gap_at == 3 * 65536 - 64, "three thousand snapshots of the same bytes");
        begin_snapshots(32, 32, SPE_PERF_AUX_OVERWRITE);
        count_gaps(way);
        ok(gaps_are(0, 0, 2488), "... of other bytes each");
        begin_snapshots(0, 64, SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_PARTIAL);
        count_gaps(way);
        ok(gaps_are(6, 0, 2488), "... of the same bytes, whose end is cut off");
        begin_many(0, 0);
        for (unsigned i = 0; i < 512; i++)
            put_aux(&file, i * 8, 8, SPE_PERF_AUX_PARTIAL, 9);
        put_buffer(&file, 0, zeros, 128, 0, 0);
        put_buffer(&file, 0, zeros, 4096, 9, 0);
        put_buffer(&file, 0, zeros, 128, 1, 0);
        put_aux(&file, 0, 64, SPE_PERF_AUX_PARTIAL, 0);
        end_file(&file);
        count_gaps(way);
        ok(way < FLOWING ? gaps_are(512, 0, 1) : gaps_are(512, 1, 0), "behind a full table, an event for bytes before");
        begin_many(0, 0);
        for (unsigned i = 0; i < 512; i++)
            put_aux(&file, i * 8, 8, SPE_PERF_AUX_PARTIAL, 9);
        put_buffer(&file, 0, zeros, 128, 0, 0);
        put_aux(&file, 0, 64, SPE_PERF_AUX_PARTIAL, 0);
        end_file(&file);
        count_gaps(way);
        ok(way < FLOWING ? gaps_are(0, 0, 1) : gaps_are(0, 1, 0), "... that stays full");
        begin_many(0, 0);
        put_aux(&file, 128, 64, SPE_PERF_AUX_OVERWRITE, 0);
        put_aux(&file, 128, 32, SPE_PERF_AUX_OVERWRITE, 0);
        put_buffer(&file, 0, zeros, 128, 0, 0);
        end_file(&file);
        count_gaps(way);
        ok(gaps_are(2, 0, 0) && gap_at == 64,
           "two snapshots with the same end: nothing is missing inside of the first");
        begin_file(&file, 0, 0, 0);
        put_info(&file, 0);
        for (unsigned i = 0; i < 2; i++) {
            put_aux(&file, 128, 64, SPE_PERF_AUX_OVERWRITE, 0);
            put_buffer(&file, 0, i ? ones : zeros, 128, SPE_PERF_NONE, i + 1);
        }
        end_file(&file);
        count_gaps(way);
        ok(gaps_are(4, 0, 0), "snapshots of streams that the file does not tell");
    }
}

/* Reading ahead for AUX events stops at invalid events and skips all others. */
static void test_ahead(void)
{
    static const uint8_t zeros[64] = {0};
    static const char *const names[] = {"tracing data",
                                        "a large event",
                                        "a large AUX event",
                                        "an AUX event that is too short",
                                        "an event of no size",
                                        "a buffer of 2^64 bytes",
                                        "a buffer that is too short to say",
                                        "an event that is cut off"};
    for (int what = 0; what < 8; what++) {
        begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
        put_info(&file, 0);
        put_buffer(&file, 0, zeros, 64, 0, 0);
        const size_t at = begin_event(&file,
                                      what == 0               ? 66
                                      : what >= 2 && what < 4 ? 11
                                      : what >= 5 && what < 7 ? 71
                                                              : 99,
                                      0);
        if (what == 0)
            put(&file, 8, 4);
        for (int i = 0; what == 2 && i < 3; i++)
            put(&file, i == 0 ? 0 : i == 1 ? 32 : SPE_PERF_AUX_PARTIAL, 8);
        for (int i = 0; (what == 1 || what == 2) && i < 3000; i++)
            put(&file, 0, 4);
        if (what == 5)
            put(&file, UINT64_MAX - 7, 8);
        end_event(&file, at);
        if (what == 0)
            put(&file, 0, 8);
        if (what == 4)
            put_at(&file, at + 6, 0, 2);
        put_aux(&file, 0, 32, SPE_PERF_AUX_PARTIAL, 0);
        end_file(&file);
        if (what == 7) {
            file.size -= 3;
        }
        for (enum way way = 0; way < FLOWING; way++) {
            open_file(&file, way);
            const int status = drain(); /* an error ahead is reported when reading reaches it */
            ok((status == 0) == (what < 3) && seen[SPE_PERF_GAP] == (what < 4 ? 1 : 0) && bytes_seen == 64,
               names[what]);
        }
    }
}

/* 64 bytes of a thread's stream. */
static void put_thread(const uint8_t *bytes, uint64_t offset, uint32_t tid, uint32_t index)
{
    put_buffer(&file, offset, bytes, 64, SPE_PERF_NONE, tid);
    put_at(&file, file.size - 64 - 16, index, 4);
}

/* Buffers of threads: AUX events are matched by thread. */
static void test_threads(void)
{
    static const uint8_t zeros[64] = {0};
    begin_file(&file, 0, 0, 1 << 1 | 1 << 16);
    put_info(&file, 0);
    put_aux(&file, 0, 32, SPE_PERF_AUX_PARTIAL, 0); /* of thread 2: see put_aux() */
    put_thread(zeros, 0, 1, 0);
    put_thread(zeros, 0, 2, 1);
    end_file(&file);
    struct spe_perf_event event;
    uint32_t tid = 0;
    int status;
    open_file(&file, MEMORY);
    while ((status = spe_perf_reader_next(&reader, &event)) == 1)
        tid += event.type == SPE_PERF_GAP ? event.tid : 0;
    ok(status == 0 && tid == 2, "a gap in the buffer of its thread");
    for (int order = 0; order < 2; order++) { /* also with a core, whose number is that of another thread's stream */
        begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
        put_info(&file, 0);
        put_thread(zeros, 0, 1, 3);
        put_thread(zeros, 64, 1, 3);
        if (order == 0)
            put_aux(&file, 0, 32, SPE_PERF_AUX_PARTIAL, 3);
        put_thread(zeros, 0, 2, 5);
        if (order == 1)
            put_aux(&file, 0, 32, SPE_PERF_AUX_PARTIAL, 3);
        put_thread(zeros, 64, 2, 5);
        end_file(&file);
        count_gaps(MEMORY);
        ok(gaps_are(1, 0, 0), "a thread's gap, by whichever core");
        count_gaps(FLOWING);
        ok(gaps_are(order == 0, order == 1, 0), "... in a pipe");
    }
    is(spe_perf_reader_next(&reader, &event), 0, "there is nothing after the end");
}

static int fails_at; /* the read that fails */

static int64_t read_or_fail(void *context, uint64_t offset, void *bytes, size_t cap)
{
    return fails_at-- == 0 ? -1 : read_some(context, offset, bytes, cap < 100 ? cap : 100);
}

/* Each read fails in turn: the failure is reported, and everything before it was right. */
static void test_failing_reads(void)
{
    const char cpuid[20] = "0x00000000410fd490";
    int reads = 0, bad = 0;
    for (enum way way = SEEKING; way < WAYS; way++) {
        for (int at = 0;; at++) {
            make_file(0, cpuid);
            source = (struct source){&file, way, 0, 0};
            fails_at = at;
            spe_perf_reader_init(&reader, read_or_fail, &source, way == SEEKING ? SPE_PERF_SEEKABLE : 0, storage,
                                 sizeof storage);
            const int status = drain();
            if (fails_at >= 0) { /* there were fewer reads */
                bad += status != 0;
                break;
            }
            bad += status != SPE_E_IO;
            bad += status == SPE_E_IO && strcmp(spe_perf_reader_problem(&reader, NULL), "reading failed") != 0;
            reads++;
        }
    }
    is(bad, 0, "any read that fails");
    ok(reads > 10, "many reads");
}

int main(void)
{
    test_features();
    test_large_features();
    test_damaged_features();
    test_pipe_features();
    test_attributes();
    test_tracing_data();
    test_attribute_events();
    test_cores();
    test_info();
    test_ahead();
    test_threads();
    test_many_ranges();
    test_snapshots();
    test_failing_reads();
    return tap_done();
}
