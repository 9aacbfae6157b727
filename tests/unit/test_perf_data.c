/* SPDX-License-Identifier: MIT */
/*
 * perf.data: files and pipes in both byte orders, made here byte by byte, are read from memory, with a function that
 * can read anywhere, and with one that cannot. All three give the same events. Gaps are where AUX events report them.
 * Files from the writer are read again.
 */
#include <libspe/spe.h>
#include <string.h>

#include "perf_file.h"
#include "tap.h"

/* Events that were read. The bytes of a buffer are joined, up to the next other event. */
#define MANY 20000
static struct spe_perf_event events[WAYS][MANY];
static uint8_t contents[WAYS][1 << 20];
static char names[WAYS][1 << 16];
static size_t counts[WAYS], content_sizes[WAYS];
static int statuses[WAYS];

static void read_all(const struct file *f, enum way way)
{
    struct spe_perf_event *out = events[way], event;
    size_t n = 0, bytes = 0, name = 0;
    int status = open_file(f, way);
    while (status == SPE_OK && n < MANY && (status = spe_perf_reader_next(&reader, &event)) == 1) {
        status = SPE_OK;
        if (event.type == SPE_PERF_BYTES) {
            memcpy(contents[way] + bytes, event.bytes, (size_t)event.size);
            bytes += (size_t)event.size;
            event.bytes = NULL;
            if (out[n - 1].type == SPE_PERF_BYTES) {
                out[n - 1].size += event.size;
                continue;
            }
        }
        if (event.type == SPE_PERF_OTHER || event.type == SPE_PERF_FEATURE)
            event.bytes = NULL;
        if (event.name) {
            strcpy(names[way] + name, event.name);
            event.name = NULL;
            event.inode = name; /* of MMAP: compared by its index in the names */
            name += strlen(names[way] + name) + 1;
        }
        out[n++] = event;
    }
    counts[way] = n;
    content_sizes[way] = bytes;
    statuses[way] = source.misused ? 99 : status;
}

static int same_ways(enum way a, enum way b)
{
    return statuses[a] == statuses[b] && counts[a] == counts[b] && content_sizes[a] == content_sizes[b] &&
           !memcmp(events[a], events[b], counts[a] * sizeof events[a][0]) &&
           !memcmp(contents[a], contents[b], content_sizes[a]) && !memcmp(names[a], names[b], sizeof names[a]);
}

static int is_of_bytes(const struct spe_perf_event *e)
{
    return e->type == SPE_PERF_BYTES || e->type == SPE_PERF_GAP || e->type == SPE_PERF_REPEATED;
}

/* Without bytes all other events are the same, after read_all() by seeking. */
static int same_without_bytes(const struct file *f)
{
    struct spe_perf_event event;
    size_t i = 0, bad = 0;
    open_file(f, SEEKING);
    spe_perf_reader_init(&reader, read_some, &source, SPE_PERF_SEEKABLE | SPE_PERF_NO_BYTES, storage, sizeof storage);
    int status;
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        bad += event.type == SPE_PERF_BYTES && event.bytes != NULL;
        if (is_of_bytes(&event))
            continue;
        while (i < counts[SEEKING] && is_of_bytes(&events[SEEKING][i]))
            i++;
        if (i == counts[SEEKING])
            return 0;
        const struct spe_perf_event *e = &events[SEEKING][i++];
        bad += e->type != event.type || e->offset != event.offset || e->size != event.size || e->time != event.time ||
               e->file_offset != event.file_offset;
    }
    while (i < counts[SEEKING] && is_of_bytes(&events[SEEKING][i]))
        i++;
    return !bad && i == counts[SEEKING] && status == statuses[SEEKING];
}

/* The n-th event of a type that was read from memory; NULL if there are fewer. */
static const struct spe_perf_event *find(unsigned type, unsigned n)
{
    for (size_t i = 0; i < counts[MEMORY]; i++)
        if (events[MEMORY][i].type == type && n-- == 0)
            return &events[MEMORY][i];
    return NULL;
}

static struct file file;

/* -- events -- */

static void put_events(struct file *f)
{
    size_t at = begin_event(f, 79, 0); /* TIME_CONV */
    put(f, 22, 8);
    put(f, 41943040, 8);
    put(f, 1000, 8);
    put(f, 5, 8);
    put(f, UINT64_MAX >> 8, 8);
    put(f, 1, 1);
    put(f, 1, 1);
    put(f, 0, 6);
    end_event(f, at);
    put_info(f, 3);
    at = begin_event(f, 3, SPE_PERF_MISC_EXEC); /* COMM */
    put(f, 10, 4);
    put(f, 11, 4);
    put_bytes(f, "stress\0\0", 8);
    put_sample_id(f, 10, 11, 1234, 2);
    end_event(f, at);
    at = begin_event(f, 7, 0); /* FORK */
    put(f, 20, 4);
    put(f, 10, 4);
    put(f, 21, 4);
    put(f, 11, 4);
    put(f, 2000, 8);
    put_sample_id(f, 10, 11, 2001, 2);
    end_event(f, at);
    at = begin_event(f, 10, 2); /* MMAP2 with an inode */
    put(f, 10, 4);
    put(f, 11, 4);
    put(f, 0x400000, 8);
    put(f, 0x1000, 8);
    put(f, 0x2000, 8);
    put(f, 8, 4);
    put(f, 1, 4);
    put(f, 123456, 8);
    put(f, 7, 8);
    put(f, 5, 4);
    put(f, 2, 4);
    put_bytes(f, "/usr/bin/stress\0", 16);
    put_sample_id(f, 10, 11, 3000, 2);
    end_event(f, at);
    at = begin_event(f, 10, 2 | SPE_PERF_MISC_BUILD_ID); /* ... with a build id */
    put(f, 10, 4);
    put(f, 11, 4);
    put(f, UINT64_C(0xffff800010000000), 8);
    put(f, 0x1000, 8);
    put(f, 0, 8);
    put(f, 20, 1);
    put(f, 0, 3);
    put_bytes(f, "abcdefghijklmnopqrst", 20);
    put(f, 4, 4);
    put(f, 2, 4);
    put_bytes(f, "[kernel]", 9);
    put(f, 0, 7);
    put_sample_id(f, 10, 11, 3001, 2);
    end_event(f, at);
    at = begin_event(f, 2, 0); /* LOST */
    put(f, 77, 8);
    put(f, 9, 8);
    put_sample_id(f, 1, 1, 4000, 0);
    end_event(f, at);
    at = begin_event(f, 15, SPE_PERF_MISC_OUT); /* SWITCH_CPU_WIDE */
    put(f, 30, 4);
    put(f, 31, 4);
    put_sample_id(f, 40, 41, 5000, 1);
    end_event(f, at);
    at = begin_event(f, 17, 0); /* KSYMBOL */
    put(f, UINT64_C(0xffff800080000000), 8);
    put(f, 0x90, 4);
    put(f, 1, 2);
    put(f, 1, 2);
    put_bytes(f, "bpf_prog", 8);
    put(f, 0, 8);
    put_sample_id(f, 10, 11, 6000, 2);
    end_event(f, at);
    at = begin_event(f, 77, 0); /* one without a meaning here */
    put_bytes(f, "whatever", 8);
    end_event(f, at);
    at = begin_event(f, 67, 0); /* HEADER_BUILD_ID */
    put(f, UINT32_MAX, 4);
    put_bytes(f, "ABCDEFGHIJKLMNOPQRST\0\0\0\0", 24);
    put_bytes(f, "[vdso]\0\0", 8);
    put(f, 0, 4);
    end_event(f, at);
}

static void check_events(void)
{
    const struct spe_perf_event *e = find(SPE_PERF_CLOCK, 0);
    ok(e && e->clock.mult == 41943040 && e->clock.shift == 22 && e->clock.zero == 1000 && e->clock.cycles == 5 &&
           e->clock.mask == UINT64_MAX >> 8 && e->clock.is_short == 1,
       "TIME_CONV");
    e = find(SPE_PERF_ATTR, 0);
    ok(e && e->pmu_type == 8 && e->period == 1 && e->config[0] == 0 && e->kind == 64 && !find(SPE_PERF_ATTR, 1),
       "the attribute");
    e = find(SPE_PERF_INFO, 0);
    ok(e && e->size == 3 && e->pmu_type == 8, "AUXTRACE_INFO: three cores");
    e = find(SPE_PERF_CORE, 2);
    ok(e && e->cpu == 2 && e->midr == 0x410fd420 && e->pmu_type == 8 && e->period == 1024 && e->event_filter == 0 &&
           !find(SPE_PERF_CORE, 3),
       "... the third");
    e = find(SPE_PERF_COMM, 0);
    ok(e && e->pid == 10 && e->tid == 11 && !strcmp(names[MEMORY], "stress") && e->misc == SPE_PERF_MISC_EXEC &&
           e->time == 1234 && e->cpu == 2,
       "COMM");
    e = find(SPE_PERF_FORK, 0);
    ok(e && e->pid == 20 && e->ppid == 10 && e->tid == 21 && e->ptid == 11 && e->time == 2000, "FORK");
    e = find(SPE_PERF_MMAP, 0);
    ok(e && e->address == 0x400000 && e->size == 0x1000 && e->file_position == 0x2000 && e->device_major == 8 &&
           e->device_minor == 1 && e->inode_generation == 7 && e->protection == 5 && e->map_flags == 2 &&
           e->build_id_size == 0 && e->time == 3000,
       "MMAP2");
    e = find(SPE_PERF_MMAP, 1);
    ok(e && e->build_id_size == 20 && !memcmp(e->build_id, "abcdefghijklmnopqrst", 20) && e->device_major == 0 &&
           e->inode_generation == 0 && e->address == UINT64_C(0xffff800010000000) && e->protection == 4,
       "MMAP2 with a build id");
    e = find(SPE_PERF_LOST, 0);
    ok(e && e->lost == 9 && e->time == 4000, "LOST");
    e = find(SPE_PERF_SWITCH, 0);
    ok(e && e->pid == 40 && e->tid == 41 && e->ppid == 30 && e->ptid == 31 && e->cpu == 1 &&
           e->misc & SPE_PERF_MISC_OUT,
       "SWITCH");
    e = find(SPE_PERF_KSYMBOL, 0);
    ok(e && e->address == UINT64_C(0xffff800080000000) && e->size == 0x90 && e->map_flags == 1 && e->time == 6000 &&
           !strcmp(names[MEMORY] + e->inode, "bpf_prog"),
       "KSYMBOL");
    e = find(SPE_PERF_BUILD_ID, 0);
    ok(e && e->build_id_size == 20 && !memcmp(e->build_id, "ABCDEFGHIJKLMNOPQRST", 20) && e->pid == SPE_PERF_NONE,
       "BUILD_ID");
    e = find(SPE_PERF_OTHER, 0);
    ok(e && e->kind == 77 && e->size == 8 && e->cpu == SPE_PERF_NONE, "other events are returned as they are");
    e = find(SPE_PERF_BUFFER, 0);
    ok(e && e->cpu == 2 && e->midr == 0x410fd420 && e->size == 24 && e->offset == 4096 && e->reference == 99 &&
           e->tid == 5,
       "a buffer");
    e = find(SPE_PERF_BYTES, 0);
    ok(e && e->size == 24 && e->offset == 4096 && e->midr == 0x410fd420 &&
           !memcmp(contents[MEMORY], "SPE bytes, twenty-four..", 24),
       "... its bytes");
    e = find(SPE_PERF_BUFFER_END, 0);
    ok(e && e->offset == 4096 + 24 && e->cpu == 2 && !find(SPE_PERF_GAP, 0), "... its end, without a gap");
}

static void test_events(void)
{
    const uint16_t one = 1; /* its first byte is 1 on a little-endian machine */
    int bad = 0;
    for (int kind = 0; kind < 4; kind++) {
        struct spe_perf_file_info info;
        begin_file(&file, kind & 1, kind >> 1, 1 << 1 | 1 << 2 | 1 << 7 | 1 << 16);
        put_events(&file);
        put_buffer(&file, 4096, (const uint8_t *)"SPE bytes, twenty-four..", 24, 2, 5);
        end_file(&file);
        for (enum way way = 0; way < WAYS; way++)
            read_all(&file, way);
        bad += statuses[MEMORY] != 0 || !same_ways(MEMORY, SEEKING) || !same_ways(MEMORY, FLOWING);
        bad += !same_without_bytes(&file);
        check_events();
        bad += spe_perf_reader_info(&reader, &info) != SPE_OK || info.buffers != 1 || info.bytes != 24 ||
               info.metadata_version != 2 || info.is_pipe != (uint32_t)(kind >> 1) ||
               info.is_swapped != ((kind & 1) == *(const uint8_t *)&one) || info.is_unfinished ||
               info.position != file.size;
    }
    is(bad, 0, "both byte orders, files and pipes: the same in every way of reading");
}

/* -- gaps -- */

#define CORES 4

/*
 * Each core's stream consists of ranges, some of them with PARTIAL; a buffer of perf has one or more ranges. AUX events
 * come before their bytes, or up to two buffers of any core later. Each gap is reported at the end of its range. If the
 * input cannot be read ahead and the AUX event comes too late, the event reports the gap.
 */
static void test_gaps(void)
{
    static uint8_t bytes[4096];
    int bad = 0, bad_flow = 0, many = 0, late_many = 0;
    random_bytes(bytes, sizeof bytes);
    for (int run = 0; run < 400; run++) {
        const int knows_cpu = run % 4 != 0;
        uint64_t at[CORES] = {0}, gaps[2000];
        uint32_t gap_cpus[2000];
        struct {
            uint64_t offset, size, flags;
            uint32_t cpu;
        } held[64];
        size_t gap_count = 0, held_count = 0;
        begin_file(&file, run & 1, run >> 1 & 1, knows_cpu ? 1 << 1 | 1 << 7 | 1 << 16 : 0);
        put_info(&file, run % 3 ? CORES : 0);
        for (int buffer = 0; buffer < 60; buffer++) {
            const uint32_t cpu = random_below(CORES);
            const uint64_t first = at[cpu];
            for (size_t i = 0; i < held_count; i++)
                put_aux(&file, held[i].offset, held[i].size, held[i].flags, held[i].cpu);
            held_count = 0;
            for (unsigned i = random_below(4); i < 4; i++) {
                const uint64_t size = 8 * random_below(20), flags = random_below(3) ? 0 : 1 + 4 * random_below(2);
                if (flags & 4) {
                    gaps[gap_count] = at[cpu] + size;
                    gap_cpus[gap_count++] = cpu;
                }
                if (random_below(4) || !knows_cpu)
                    put_aux(&file, at[cpu], size, flags, cpu);
                else {
                    held[held_count].offset = at[cpu], held[held_count].size = size;
                    held[held_count].flags = flags, held[held_count++].cpu = cpu;
                }
                at[cpu] += size;
            }
            put_buffer(&file, first, bytes, (size_t)(at[cpu] - first), cpu, 5);
        }
        for (size_t i = 0; i < held_count; i++)
            put_aux(&file, held[i].offset, held[i].size, held[i].flags, held[i].cpu);
        end_file(&file);
        for (enum way way = 0; way < WAYS; way++)
            read_all(&file, way);
        bad += statuses[MEMORY] != 0 || statuses[FLOWING] != 0 || !same_ways(MEMORY, SEEKING) ||
               !same_without_bytes(&file);
        for (enum way way = MEMORY; way <= FLOWING; way += FLOWING) {
            static uint8_t seen[2000], late[2000];
            memset(seen, 0, sizeof seen);
            memset(late, 0, sizeof late);
            for (size_t i = 0; i < counts[way]; i++) {
                const struct spe_perf_event *e = &events[way][i];
                int known = 0;
                for (size_t k = 0; k < gap_count; k++) {
                    const int here = gap_cpus[k] == e->cpu;
                    late[k] |= e->type == SPE_PERF_AUX && e->lost_gap && here && gaps[k] == e->offset + e->size;
                    seen[k] |= e->type == SPE_PERF_GAP && here && gaps[k] == e->offset;
                    known |= here && gaps[k] == e->offset;
                }
                bad += e->type == SPE_PERF_GAP && (!known || e->aux_flags != SPE_PERF_AUX_PARTIAL);
            }
            for (size_t k = 0; k < gap_count; k++) {
                if (way == MEMORY)
                    bad += !seen[k] || late[k];
                else /* after the stream's last byte there is no gap to report */
                    bad_flow += !seen[k] && !late[k] && gaps[k] != at[gap_cpus[k]];
                late_many += late[k];
                many += seen[k];
            }
        }
    }
    is(bad, 0, "gaps are where ranges with PARTIAL end, wherever the AUX event is");
    is(bad_flow, 0, "... in a pipe, late AUX events report their gap");
    ok(many > 10000 && late_many > 300, "many gaps, some too late");
}

/* A case that was once wrong: ten records, 37 bytes of an eleventh, ten more. The kernel reports that the first part
 * may be cut off. */
static void test_cut_record(void)
{
    uint8_t bytes[2000];
    size_t size = 0;
    struct spe_encoder_config cfg = SPE_ENCODER_CONFIG_INIT;
    const struct spe_record load = {.present = SPE_HAS_PC | SPE_HAS_EVENTS | SPE_HAS_OPERATION | SPE_HAS_DATA_VA |
                                               SPE_HAS_TOTAL_LATENCY | SPE_HAS_TIMESTAMP,
                                    .pc = 0x8000000000401000,
                                    .events = 0x16,
                                    .op_class = 1,
                                    .data_va = 0x1234,
                                    .timestamp = 9,
                                    .total_latency = 4};
    spe_encoder e;
    cfg.layout = SPE_LAYOUT_SLOTS_64;
    for (int i = 0; i < 21; i++) {
        spe_encoder_init(&e, bytes + size, 64, &cfg);
        spe_encoder_record(&e, &load);
        size += i == 10 ? 37 : 64;
    }
    for (int order = 0; order < 2; order++) {
        size_t records = 0, cut = 0, behind = 0, odd = 0;
        struct spe_perf_event event;
        struct spe_record r;
        static spe_decoder d;
        int status;
        begin_file(&file, 0, 0, 0);
        put_info(&file, 0);
        if (order == 0)
            put_aux(&file, 0, 677, 5, 0), put_aux(&file, 677, 640, 0, 0);
        put_buffer(&file, 0, bytes, size, 0, 5);
        if (order == 1)
            put_aux(&file, 0, 677, 5, 0), put_aux(&file, 677, 640, 0, 0);
        end_file(&file);
        spe_decoder_init(&d, NULL);
        open_file(&file, SEEKING);
        while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
            if (event.type == SPE_PERF_BYTES) {
                spe_decoder_feed(&d, event.bytes, (size_t)event.size);
                while (spe_decoder_next(&d, &r) == 1) {
                    records++;
                    behind += r.flags == SPE_RECORD_AFTER_GAP;
                    odd += r.size != 64 || (r.flags && r.flags != SPE_RECORD_AFTER_GAP) || r.total_latency != 4;
                }
            }
            if (event.type == SPE_PERF_GAP)
                cut += spe_decoder_gap(&d, event.offset, &r) == 1 && r.size == 37 && r.flags & SPE_RECORD_TRUNCATED;
        }
        ok(status == 0 && records == 20 && cut == 1 && behind == 1 && odd == 0,
           order ? "the same with the AUX events behind the bytes"
                 : "twenty complete records, one cut off, and the one after it is flagged");
    }
}

/* A snapshot's offset is that of its end. Another buffer does not begin where the previous one ended. */
static void test_moved(void)
{
    static const uint8_t bytes[64] = {0}, others[64] = {0xb0};
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    put_aux(&file, 1064, 64, SPE_PERF_AUX_OVERWRITE, 0);
    put_buffer(&file, 1000, bytes, 64, 0, 5); /* after a gap */
    put_buffer(&file, 1064, bytes, 64, 0, 5); /* continues */
    put_buffer(&file, 1125, bytes, 64, 0, 5); /* continues, after three bytes of padding */
    put_buffer(&file, 1200, bytes, 64, 0, 5); /* does not continue */
    put_buffer(&file, 0, bytes, 64, 1, 5);    /* another core */
    put_buffer(&file, 0, others, 64, 1, 5);   /* ... starts again, with other bytes */
    put_buffer(&file, 0, bytes, 64, SPE_PERF_NONE, 5);
    put_buffer(&file, 0, bytes, 64, SPE_PERF_NONE, 5); /* the stream is not recorded: a gap for each buffer */
    end_file(&file);
    read_all(&file, MEMORY);
    const struct spe_perf_event *e = find(SPE_PERF_GAP, 0);
    ok(e && e->offset == 1000 && e->aux_flags == (SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_INSIDE),
       "a snapshot begins with a gap");
    e = find(SPE_PERF_GAP, 1);
    ok(e && e->offset == 1200 && e->aux_flags == (SPE_PERF_AUX_MOVED | SPE_PERF_AUX_INSIDE) && e->cpu == 0,
       "a buffer at another offset");
    e = find(SPE_PERF_GAP, 2);
    ok(e && e->offset == 0 && e->aux_flags == (SPE_PERF_AUX_MOVED | SPE_PERF_AUX_INSIDE) && e->cpu == 1,
       "a stream that starts again");
    e = find(SPE_PERF_GAP, 4);
    ok(e && e->aux_flags == (SPE_PERF_AUX_MOVED | SPE_PERF_AUX_INSIDE) && e->index == SPE_PERF_NONE &&
           !find(SPE_PERF_GAP, 5),
       "each buffer of a stream that does not fit the table");
    is(statuses[MEMORY], 0, "no other");
    for (unsigned padding = 0; padding < 10; padding++) {
        begin_file(&file, 0, 0, 0);
        put_info(&file, 2);
        put_buffer(&file, 0, bytes, 64, 0, 5);
        put_buffer(&file, 64 - padding, others, 64, 0, 5);
        end_file(&file);
        read_all(&file, MEMORY);
        is(find(SPE_PERF_GAP, 0) != NULL, padding >= 8, "seven bytes may be padding, eight are missing");
    }
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 0);
    for (unsigned i = 0; i < 4; i++) { /* two threads, each with its own stream */
        put_buffer(&file, i == 2 ? 64 : 0, i < 2 ? bytes : others, 64, SPE_PERF_NONE, 5 + i % 2);
        put_at(&file, file.size - 64 - 16, i % 2, 4); /* index */
    }
    end_file(&file);
    read_all(&file, MEMORY);
    e = find(SPE_PERF_GAP, 0);
    ok(e && e->index == 1 && e->tid == 6 && e->offset == 0 &&
           e->aux_flags == (SPE_PERF_AUX_MOVED | SPE_PERF_AUX_INSIDE) && !find(SPE_PERF_GAP, 1),
       "a thread's stream that starts again");
    e = find(SPE_PERF_BYTES, 2);
    ok(e && e->index == 0 && e->tid == 5 && e->offset == 64, "... and one that continues");
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    put_aux(&file, 0, 32, SPE_PERF_AUX_PARTIAL, 0);
    put_aux(&file, 64, 32, SPE_PERF_AUX_OVERWRITE, 0); /* from 32 to 64 */
    put_buffer(&file, 0, bytes, 64, 0, 5);
    put_aux(&file, 64, 64, SPE_PERF_AUX_OVERWRITE, 1); /* from 0 to 64; perf took the second half */
    put_buffer(&file, 32, bytes, 32, 1, 5);
    end_file(&file);
    read_all(&file, MEMORY);
    e = find(SPE_PERF_GAP, 1);
    ok(e && e->offset == 32 && e->aux_flags == (SPE_PERF_AUX_PARTIAL | SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_INSIDE),
       "two reasons for one gap");
    e = find(SPE_PERF_GAP, 2);
    ok(e && e->offset == 32 && e->cpu == 1 && e->aux_flags == (SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_INSIDE) &&
           !find(SPE_PERF_GAP, 3),
       "a snapshot whose beginning is missing");
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    put_buffer(&file, 0, bytes, 64, 0, 5);
    put_aux(&file, 0, 64, SPE_PERF_AUX_PARTIAL, 0); /* not too late: no later bytes have been returned */
    put_buffer(&file, 64, bytes, 64, 0, 5);
    end_file(&file);
    read_all(&file, FLOWING);
    int in_time = 0;
    for (size_t i = 0; i < counts[FLOWING]; i++) {
        in_time += events[FLOWING][i].type == SPE_PERF_GAP && events[FLOWING][i].offset == 64;
        in_time -= events[FLOWING][i].lost_gap ? 100 : 0;
    }
    is(in_time, 1, "in a pipe, an AUX event between its bytes and the next");
    for (unsigned news = 16; news <= 64; news += 16) { /* of the second buffer's bytes 32 may be repeated */
        uint64_t repeated = 0;
        begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
        put_info(&file, 2);
        put_aux(&file, 0, 64, 0, 0);
        put_buffer(&file, 0, bytes, 64, 0, 5);
        put_aux(&file, 64, news, 0, 0);
        put_buffer(&file, 32, bytes, 64, 0, 5);
        end_file(&file);
        read_all(&file, FLOWING);
        for (size_t i = 0; i < counts[FLOWING]; i++)
            repeated += events[FLOWING][i].type == SPE_PERF_REPEATED ? events[FLOWING][i].size : 0;
        is(repeated, news < 32 ? 32 : 64 - news, "in a pipe, bytes that AUX events do not name as new are repeated");
    }
}

/* Returns the offset plus 1 of the buffer with the only gap, which is at offset 62; 0 if there is no such gap. */
static uint64_t buffer_of_gap(const uint8_t *first, unsigned how)
{
    static const uint8_t second[64] = {0x62};
    uint64_t buffer = 0, found = 0;
    unsigned gaps = 0;
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    put_aux(&file, 0, 59, 0, 0);
    put_aux(&file, 59, 3, SPE_PERF_AUX_PARTIAL, 0);
    put_buffer(&file, 0, first, 64, 0, 5);
    put_buffer(&file, 59, second, 64, 0, 5);
    end_file(&file);
    read_all(&file, how);
    for (size_t i = 0; i < counts[how]; i++) {
        const struct spe_perf_event *e = &events[how][i];
        buffer = e->type == SPE_PERF_BUFFER ? e->offset + 1 : buffer;
        gaps += e->type == SPE_PERF_GAP;
        found = e->type == SPE_PERF_GAP && e->offset == 62 ? buffer : found;
    }
    return gaps == 1 ? found : 0;
}

/* perf pads a buffer with zeros. A range that begins in them belongs to the next buffer: no record begins with zero. */
static void test_padding(void)
{
    uint8_t bytes[64] = {0x62};
    is(buffer_of_gap(bytes, MEMORY), 60, "a gap after a buffer's padding belongs to the next buffer");
    is(buffer_of_gap(bytes, FLOWING), 60, "... also in a pipe");
    bytes[59] = 0x62;
    is(buffer_of_gap(bytes, MEMORY), 1, "... but not if a record begins there");
}

/* Attributes that differ: an event's id gives the fields at its end. */
static void test_attributes(void)
{
    size_t at;
    begin_file(&file, 0, 1, 1 << 1 | 1 << 7 | 1 << 16); /* 77: TID, CPU */
    at = begin_event(&file, 64, 0);
    file.sample_type = 1 << 2 | 1 << 16; /* 78: TIME */
    put_attr(&file);
    put(&file, 78, 8);
    end_event(&file, at);
    at = begin_event(&file, 14, 0); /* SWITCH */
    put(&file, 5, 4);
    put(&file, 6, 4);
    put(&file, 3, 4);
    put(&file, 0, 4);
    put(&file, 77, 8);
    end_event(&file, at);
    at = begin_event(&file, 14, 0);
    put(&file, 12345, 8);
    put(&file, 78, 8);
    end_event(&file, at);
    read_all(&file, MEMORY);
    const struct spe_perf_event *first = find(SPE_PERF_SWITCH, 0), *second = find(SPE_PERF_SWITCH, 1);
    ok(first && first->pid == 5 && first->tid == 6 && first->cpu == 3 && first->time == 0, "the first attribute's");
    ok(second && second->pid == SPE_PERF_NONE && second->cpu == SPE_PERF_NONE && second->time == 12345,
       "the second one's");
}

static int64_t read_one(void *context, uint64_t offset, void *bytes, size_t cap)
{
    return read_some(context, offset, bytes, cap ? 1 : 0);
}

/* A file through a pipe, byte by byte: what has come so far ends where an attribute ends, or the bytes after an event
 * do. */
static void test_byte_by_byte(void)
{
    struct spe_perf_event event;
    for (unsigned more = 0; more < 17; more++) {
        begin_file(&file, 0, 0, 1 << 1);
        const size_t at = begin_event(&file, 66, 0); /* TRACING_DATA: bytes follow, up to a multiple of eight */
        put(&file, more, 4);
        end_event(&file, at);
        put_bytes(&file, "0123456789abcdefghijklm", (more + 7) / 8 * 8);
        put_info(&file, 1);
        end_file(&file);
        source = (struct source){&file, FLOWING, 0, 0};
        spe_perf_reader_init(&reader, read_one, &source, 0, storage, sizeof storage);
        is(spe_perf_reader_next(&reader, &event), 1, "byte by byte");
        is(event.type, SPE_PERF_ATTR, "... the attribute");
        is(spe_perf_reader_next(&reader, &event), 1, "... and an event");
        ok(event.kind == 66 && event.size == 4 && event.file_offset == 256, "... TRACING_DATA");
        is(spe_perf_reader_next(&reader, &event), 1, "... the one after its bytes");
        is(event.type, SPE_PERF_INFO, "... AUXTRACE_INFO");
    }
}

/* -- files that are wrong -- */

static void fails(const char *problem, uint64_t offset, const char *name)
{
    struct spe_perf_event event;
    uint64_t where = 0;
    for (enum way way = 0; way < WAYS; way++) {
        int status = open_file(&file, way);
        while (status == SPE_OK && (status = spe_perf_reader_next(&reader, &event)) == 1)
            status = SPE_OK;
        const char *said = spe_perf_reader_problem(&reader, &where);
        if (!ok(status == SPE_E_FORMAT && said && strstr(said, problem) && where == offset &&
                    spe_perf_reader_next(&reader, &event) == SPE_E_FORMAT,
                name))
            diag("status %d, %s at %llu", status, said ? said : "(none)", (unsigned long long)where);
    }
}

static void test_wrong(void)
{
    static const uint8_t bytes[64] = {0};
    begin_file(&file, 0, 0, 0);
    file.bytes[0] = 'X';
    fails("not a perf.data file", 0, "another magic");
    begin_file(&file, 0, 0, 0);
    file.size = 12;
    fails("header is cut off", 0, "twelve bytes");
    begin_file(&file, 0, 0, 0);
    file.size = 90;
    fails("header is cut off", 0, "ninety bytes");
    begin_file(&file, 0, 0, 0);
    put_at(&file, 8, 80, 8);
    fails("neither that of a file nor that of a pipe", 8, "a header of another size");
    begin_file(&file, 0, 0, 0);
    put_at(&file, 40, 16, 8);
    fails("data section is outside the file", 40, "data in the header");
    begin_file(&file, 1, 0, 0);
    put_at(&file, 48, UINT64_MAX - 100, 8);
    fails("data section is outside the file", 40, "data up to 2^64");
    begin_file(&file, 0, 0, 0);
    put_at(&file, 40, 4000, 8);
    put_at(&file, 48, 8, 8);
    fails("ends before its data section", 4000, "data after the file");
    begin_file(&file, 0, 0, 0);
    put_bytes(&file, "\x03\0\0\0\0\0\x07\0", 8);
    end_file(&file);
    fails("impossible size", 256 + 6, "an event of seven bytes");
    put_at(&file, 256 + 6, 100, 2);
    fails("impossible size", 256 + 6, "an event beyond the section");
    put_at(&file, 48, 100, 8);
    fails("ends inside an event", 256, "an event beyond the file");
    for (file.size = 257; file.size < 264; file.size++)
        fails("ends inside an event's header", 256, "a part of a header");
    begin_file(&file, 0, 0, 0);
    put_info(&file, 0);
    put_at(&file, 256 + 8, 1, 4);
    end_file(&file);
    fails("not Arm SPE", 256 + 8, "another tracer's");
    for (unsigned size = 23; size <= 24; size++) {
        begin_file(&file, 0, 0, 0);
        put_bytes(&file, size == 24 ? "\x46\0\0\0\0\0\x20\0\x04\0\0\0" : "\x46\0\0\0\0\0\x1f\0\x04\0\0\0", 12);
        put_bytes(&file, bytes, size - 4);
        end_file(&file);
        if (size < 24)
            fails("too short", 256, "AUXTRACE_INFO without its words");
    }
    is(open_file(&file, 0), SPE_OK, "... with them");
    is(spe_perf_reader_next(&reader, &(struct spe_perf_event){0}), 1, "... is taken");
    begin_file(&file, 0, 0, 0);
    put_info(&file, 2);
    put_at(&file, 256 + 8 + 8 + 32 + 16, 999, 8);
    end_file(&file);
    fails("metadata of a core", 256 + 8 + 8 + 32, "metadata that does not fit");
    for (unsigned words = 5; words <= 7; words++) { /* of the last core, which has four */
        begin_file(&file, 0, 0, 0);
        put_info(&file, 2);
        put_at(&file, 256 + 8 + 8 + 32 + 56 + 16, words, 8);
        end_file(&file);
        fails("metadata of a core", 256 + 8 + 8 + 32 + 56, "metadata that is a few words too long");
    }
    begin_file(&file, 0, 0, 0);
    put_buffer(&file, 0, bytes, 64, 0, 0);
    end_file(&file);
    fails("AUXTRACE comes before AUXTRACE_INFO", 256, "a trace of unknown type");
    begin_file(&file, 0, 0, 0);
    put_info(&file, 0);
    const size_t at = file.size;
    put_buffer(&file, 0, bytes, 64, 0, 0);
    end_file(&file);
    put_at(&file, at + 8, 65, 8);
    fails("exceeds the data section", at + 8, "a buffer beyond the section");
    put_at(&file, at + 8, 64, 8);
    file.size -= 10;
    fails("inside the bytes of an event", at + 48 + 54, "a buffer beyond the file");
    begin_file(&file, 0, 0, 0);
    const size_t comm = begin_event(&file, 3, 0);
    put_bytes(&file, "\1\0\0\0\1\0\0\0abcdefgh", 16);
    end_event(&file, comm);
    end_file(&file);
    fails("name has no end", comm, "a name without an end");
    put_at(&file, comm + 6, 16, 2);
    put_at(&file, 48, 16, 8);
    fails("too short", comm, "a COMM without a name");
    begin_file(&file, 0, 0, 0);
    const size_t conv = begin_event(&file, 79, 0);
    for (int i = 0; i < 3; i++)
        put(&file, UINT64_C(1) << 40, 8);
    end_event(&file, conv);
    end_file(&file);
    fails("number is too large", conv, "an impossible clock");
}

static int64_t read_badly(void *context, uint64_t offset, void *bytes, size_t cap)
{
    (void)offset, (void)bytes;
    return *(int *)context ? (int64_t)cap + 1 : -5;
}

static void test_misuse(void)
{
    struct spe_perf_event event = {.type = 55};
    struct spe_perf_file_info info;
    uint64_t where = 7;
    int greedy = 0;
    memset(&reader, 0, sizeof reader);
    is(spe_perf_reader_next(&reader, &event), SPE_E_STATE, "next before init");
    is(spe_perf_reader_info(&reader, &info), SPE_E_STATE, "info before init");
    ok(!spe_perf_reader_problem(&reader, NULL) && !spe_perf_reader_problem(NULL, NULL), "no problem before init");
    is(spe_perf_reader_init(NULL, read_badly, NULL, 0, storage, sizeof storage), SPE_E_ARG, "init: NULL");
    is(spe_perf_reader_init(&reader, NULL, NULL, 0, storage, sizeof storage), SPE_E_ARG, "init: nothing to read with");
    is(spe_perf_reader_init(&reader, read_badly, NULL, 2, storage, sizeof storage), SPE_E_ARG,
       "init: without bytes, but not seekable");
    is(spe_perf_reader_init(&reader, read_badly, NULL, 4, storage, sizeof storage), SPE_E_ARG, "init: an unknown flag");
    is(spe_perf_reader_init(&reader, read_badly, NULL, 0, NULL, sizeof storage), SPE_E_ARG, "init: no storage");
    is(spe_perf_reader_init(&reader, read_badly, NULL, 0, (char *)storage + 4, sizeof storage - 4), SPE_E_ARG,
       "init: misaligned storage");
    is(spe_perf_reader_init(&reader, read_badly, NULL, 0, storage, SPE_PERF_STORAGE - 1), SPE_E_SPACE,
       "init: too little storage");
    is(spe_perf_reader_init_memory(&reader, NULL, 1, storage, sizeof storage), SPE_E_ARG, "memory: NULL");
    is(spe_perf_reader_init_memory(NULL, storage, 1, storage, sizeof storage), SPE_E_ARG, "memory: NULL reader");
    is(spe_perf_reader_next(&reader, &event), SPE_E_STATE, "... is not usable");
    for (greedy = 0; greedy < 2; greedy++) {
        spe_perf_reader_init(&reader, read_badly, &greedy, 0, storage, sizeof storage);
        is(spe_perf_reader_next(&reader, &event), SPE_E_IO,
           greedy ? "a function that reads too much" : "a function that fails");
        ok(spe_perf_reader_next(&reader, &event) == SPE_E_IO && spe_perf_reader_problem(&reader, &where) && where == 0,
           "... ends it");
    }
    is(spe_perf_reader_next(NULL, &event), SPE_E_ARG, "next: NULL reader");
    is(spe_perf_reader_next(&reader, NULL), SPE_E_ARG, "next: NULL event");
    is(spe_perf_reader_info(&reader, NULL), SPE_E_ARG, "info: NULL");
    is(spe_perf_reader_info(NULL, &info), SPE_E_ARG, "info: NULL reader");
    is(event.type, 55, "nothing is written");
    spe_perf_reader_init_memory(&reader, NULL, 0, storage, sizeof storage);
    is(spe_perf_reader_next(&reader, &event), SPE_E_FORMAT, "an empty file");
    ok(spe_perf_is_file("PERFILE2", 8) && spe_perf_is_file("2ELIFREPx", 9) && !spe_perf_is_file("PERFILE2", 7) &&
           !spe_perf_is_file("PERFILE3", 8) && !spe_perf_is_file(NULL, 8),
       "spe_perf_is_file");
    is(sizeof(spe_perf_reader), SPE_PERF_READER_SIZE, "its published size");
}

/* -- writing -- */

static struct file written;
static int broken_at; /* number of writes before one fails; -1 if none does */

static int write_some(void *context, uint64_t offset, const void *bytes, size_t size)
{
    (void)context;
    if (broken_at >= 0 && broken_at-- == 0)
        return 1;
    if (offset + size > sizeof written.bytes)
        return 1;
    memcpy(written.bytes + offset, bytes, size);
    written.size = offset + size > written.size ? (size_t)(offset + size) : written.size;
    return 0;
}

static spe_perf_writer writer;

static struct spe_perf_event make_event(unsigned type, const char *name)
{
    struct spe_perf_event e;
    memset(&e, 0, sizeof e);
    e.type = type;
    e.misc = type == SPE_PERF_MMAP ? 2 : 0;
    e.pid = random_below(1000), e.tid = random_below(1000), e.time = random_u64(), e.cpu = random_below(CORES);
    e.ppid = e.ptid = SPE_PERF_NONE;
    if (type == SPE_PERF_FORK || type == SPE_PERF_EXIT || (type == SPE_PERF_SWITCH && random_below(2)))
        e.ppid = random_below(1000), e.ptid = random_below(1000);
    if (type == SPE_PERF_AUX)
        e.offset = random_u64() >> 8, e.size = random_below(9999), e.aux_flags = random_below(2);
    if (type == SPE_PERF_LOST)
        e.lost = random_u64();
    if (type == SPE_PERF_MMAP || type == SPE_PERF_BUILD_ID || type == SPE_PERF_COMM)
        e.name = name;
    if (type == SPE_PERF_MMAP) {
        e.address = random_u64(), e.size = random_u64(), e.file_position = random_u64();
        e.protection = random_below(8), e.map_flags = random_below(8);
        if (random_below(2))
            e.device_major = random_below(99), e.device_minor = random_below(99), e.inode = random_u64(),
            e.inode_generation = random_u64();
        else
            e.misc |= SPE_PERF_MISC_BUILD_ID;
    }
    if (type == SPE_PERF_BUILD_ID || e.misc & SPE_PERF_MISC_BUILD_ID) {
        e.build_id_size = random_below(21);
        random_bytes(e.build_id, e.build_id_size);
    }
    if (type == SPE_PERF_BUILD_ID)
        e.tid = e.cpu = SPE_PERF_NONE, e.time = 0;
    return e;
}

/* All members of each type. */
static int same_event(const struct spe_perf_event *a, const struct spe_perf_event *b)
{
    const int same_name = (!a->name && !b->name) || (a->name && b->name && !strcmp(a->name, b->name));
    return a->type == b->type && a->pid == b->pid && a->tid == b->tid && a->time == b->time && a->cpu == b->cpu &&
           a->ppid == b->ppid && a->ptid == b->ptid && a->offset == b->offset && a->size == b->size &&
           a->aux_flags == b->aux_flags && a->lost == b->lost && a->address == b->address &&
           a->file_position == b->file_position && a->protection == b->protection && a->map_flags == b->map_flags &&
           a->device_major == b->device_major && a->device_minor == b->device_minor && a->inode == b->inode &&
           a->inode_generation == b->inode_generation && a->build_id_size == b->build_id_size &&
           !memcmp(a->build_id, b->build_id, 20) && same_name;
}

static void test_writing(void)
{
    static const unsigned types[] = {SPE_PERF_AUX,      SPE_PERF_COMM, SPE_PERF_FORK,  SPE_PERF_EXIT,  SPE_PERF_MMAP,
                                     SPE_PERF_BUILD_ID, SPE_PERF_LOST, SPE_PERF_START, SPE_PERF_SWITCH};
    static const struct spe_perf_core cores[CORES] = {
        {.midr = 0x410fd0c0, .min_interval = 256},
        {.midr = 0x410fd400, .cpu = 1, .pmu_type = 9, .event_filter = 0xfe},
        {.midr = 0x410fd490, .cpu = 2, .pmu_type = SPE_PERF_NONE},
        {.midr = 0x410fd4f0, .cpu = 3, .min_interval = UINT64_MAX}};
    struct spe_perf_writer_config cfg = SPE_PERF_WRITER_CONFIG_INIT;
    int bad = 0;
    broken_at = -1;
    for (int run = 0; run < 200; run++) {
        static struct spe_perf_event put_in[300];
        static char some_names[300][40];
        static uint8_t bytes[300][64];
        struct spe_perf_file_info info;
        struct spe_perf_event e;
        size_t n = 0, read_back = 0, attrs = 0, described = 0;
        written.size = 0;
        cfg.pmu_type = run % 5 ? random_below(99) : 0;
        cfg.period = run % 7 ? random_u64() : 0;
        for (unsigned i = 0; i < 5; i++)
            cfg.config[i] = random_below(2) ? random_u64() : 0;
        cfg.clock = (struct spe_perf_clock){random_u64(),
                                            random_u64(),
                                            random_u64(),
                                            1 + random_below(9999),
                                            (uint16_t)random_below(33),
                                            (uint16_t)random_below(2)};
        cfg.cores = run % 2 ? cores : NULL;
        cfg.core_count = run % 2 ? CORES : 0;
        cfg.midr = run % 3 ? 0x410fd490 : 0;
        bad += spe_perf_writer_init(&writer, &cfg, write_some, NULL) != SPE_OK;
        for (; n < 100; n++) {
            if (random_below(4)) {
                for (unsigned i = 0; i < 39; i++)
                    some_names[n][i] = i < random_below(60) ? (char)('a' + random_below(26)) : 0;
                put_in[n] = make_event(types[random_below(9)], some_names[n]);
                bad += spe_perf_writer_put(&writer, &put_in[n]) != SPE_OK;
                continue;
            }
            memset(&e, 0, sizeof e);
            const unsigned size = random_below(65);
            random_bytes(bytes[n], 64);
            e.type = SPE_PERF_BUFFER;
            e.cpu = random_below(CORES), e.tid = random_below(99), e.index = e.cpu, e.offset = random_u64() >> 1,
            e.reference = random_u64();
            e.size = random_below(2) ? size : 0;
            put_in[n] = e;
            put_in[n].size = size;
            bad += spe_perf_writer_put(&writer, &e) != SPE_OK;
            const unsigned part = random_below(size + 1);
            e.type = SPE_PERF_BYTES, e.bytes = bytes[n], e.size = part;
            bad += spe_perf_writer_put(&writer, &e) != SPE_OK;
            e.bytes = bytes[n] + part, e.size = size - part;
            bad += spe_perf_writer_put(&writer, &e) != SPE_OK;
            e.type = SPE_PERF_BUFFER_END;
            bad += spe_perf_writer_put(&writer, &e) != SPE_OK;
        }
        bad += spe_perf_writer_finish(&writer) != SPE_OK;
        const uint32_t pmu_type = cfg.pmu_type ? cfg.pmu_type : 8;
        open_file(&written, (enum way)(run % WAYS));
        int status;
        while ((status = spe_perf_reader_next(&reader, &e)) == 1) {
            if (e.type == SPE_PERF_CLOCK)
                bad += memcmp(&e.clock, &cfg.clock, sizeof e.clock) != 0;
            if (e.type == SPE_PERF_INFO)
                bad += e.size != cfg.core_count || e.pmu_type != pmu_type;
            if (e.type == SPE_PERF_ATTR)
                bad += attrs++ != 0 || e.pmu_type != pmu_type || e.period != (cfg.period ? cfg.period : 1) ||
                       memcmp(e.config, cfg.config, sizeof e.config) != 0;
            if (e.type == SPE_PERF_CORE) {
                const struct spe_perf_core *core = &cores[described++ % CORES];
                bad += e.cpu != core->cpu || e.midr != core->midr ||
                       e.pmu_type != (core->pmu_type ? core->pmu_type : pmu_type) || e.period != core->min_interval ||
                       e.event_filter != core->event_filter;
            }
            if (e.type == SPE_PERF_CLOCK || e.type == SPE_PERF_INFO || e.type == SPE_PERF_ATTR ||
                e.type == SPE_PERF_CORE || e.type == SPE_PERF_FEATURE || e.type == SPE_PERF_GAP ||
                e.type == SPE_PERF_BUFFER_END)
                continue;
            if (e.type == SPE_PERF_BYTES) {
                const struct spe_perf_event *buffer = &put_in[read_back - 1];
                for (uint64_t i = 0; i < e.size; i++) {
                    const uint64_t at = e.offset + i - buffer->offset;
                    bad += ((const uint8_t *)e.bytes)[i] != (at < buffer->size ? bytes[read_back - 1][at] : 0);
                }
                continue;
            }
            const struct spe_perf_event *want = &put_in[read_back++];
            if (e.type == SPE_PERF_BUFFER)
                bad += want->type != SPE_PERF_BUFFER || e.size != (want->size + 7) / 8 * 8 ||
                       e.offset != want->offset || e.cpu != want->cpu || e.tid != want->tid || e.index != want->index ||
                       e.reference != want->reference ||
                       e.midr != (cfg.cores               ? cores[e.cpu].midr
                                  : source.way == FLOWING ? 0
                                                          : cfg.midr);
            else
                bad += !same_event(&e, want);
        }
        spe_perf_reader_info(&reader, &info);
        bad += status != 0 || read_back != n || attrs != 1 || described != cfg.core_count ||
               info.host_midr != (source.way == FLOWING ? 0 : cfg.midr) || info.metadata_version != (cfg.cores ? 2 : 1);
    }
    is(bad, 0, "the reader returns what was written, event by event, byte by byte");
}

/* The configuration is rejected because of this member. */
static void is_problem(const struct spe_perf_writer_config *cfg, const char *member)
{
    const char *problem = spe_perf_writer_config_problem(cfg);
    ok(problem && !strcmp(problem, member) && spe_perf_writer_init(&writer, cfg, write_some, NULL) == SPE_E_CONFIG,
       member);
}

static void test_writer_misuse(void)
{
    static char long_name[5000];
    struct spe_perf_writer_config cfg = SPE_PERF_WRITER_CONFIG_INIT;
    struct spe_perf_core core = {.cpu = 0};
    struct spe_perf_event e = make_event(SPE_PERF_COMM, "x"), b;
    int bad = 0, writes = 0;
    broken_at = -1;
    memset(&writer, 0, sizeof writer);
    memset(long_name, 'n', sizeof long_name - 1);
    is(spe_perf_writer_put(&writer, &e), SPE_E_STATE, "put before init");
    is(spe_perf_writer_finish(&writer), SPE_E_STATE, "finish before init");
    is(spe_perf_writer_init(NULL, NULL, write_some, NULL), SPE_E_ARG, "init: NULL");
    is(spe_perf_writer_init(&writer, NULL, NULL, NULL), SPE_E_ARG, "init: nothing to write with");
    struct { /* of a later version */
        struct spe_perf_writer_config config;
        uint64_t more;
    } later = {SPE_PERF_WRITER_CONFIG_INIT, 0};
    later.config.size = sizeof later;
    is(spe_perf_writer_init(&writer, &later.config, write_some, NULL), SPE_OK, "config: of a later version");
    later.more = 1;
    is(spe_perf_writer_init(&writer, &later.config, write_some, NULL), SPE_E_CONFIG, "... with an unknown member");
    is_problem(&later.config, "reserved");
    cfg.size = (uint32_t)offsetof(struct spe_perf_writer_config, reserved);
    is_problem(&cfg, "size");
    cfg.size = sizeof cfg, cfg.core_count = 1;
    is_problem(&cfg, "cores");
    cfg.cores = &core, cfg.core_count = 1101;
    is_problem(&cfg, "core_count");
    core.reserved[3] = 1, cfg.core_count = 1;
    is_problem(&cfg, "cores");
    cfg.core_count = 0, cfg.clock.shift = 33;
    is_problem(&cfg, "clock");
    cfg.clock.shift = 0, cfg.reserved = &cfg;
    is_problem(&cfg, "reserved");
    cfg.reserved = NULL, cfg.config[5] = 1;
    is_problem(&cfg, "config");
    cfg.config[5] = 0;
    ok(!spe_perf_writer_config_problem(NULL), "the defaults are valid");
    is(spe_perf_writer_put(&writer, &e), SPE_E_STATE, "... is not usable");
    written.size = 0;
    is(spe_perf_writer_init(&writer, NULL, write_some, NULL), SPE_OK, "the defaults");
    is(spe_perf_writer_put(NULL, &e), SPE_E_ARG, "put: NULL writer");
    is(spe_perf_writer_put(&writer, NULL), SPE_E_ARG, "put: NULL event");
    is(spe_perf_writer_finish(NULL), SPE_E_ARG, "finish: NULL");
    size_t before = written.size;
    e.name = long_name;
    is(spe_perf_writer_put(&writer, &e), SPE_E_RANGE, "a name of 4999 bytes");
    e = make_event(SPE_PERF_BUILD_ID, "x");
    e.build_id_size = 21;
    is(spe_perf_writer_put(&writer, &e), SPE_E_RANGE, "a build id of 21");
    e.type = 200;
    is(spe_perf_writer_put(&writer, &e), SPE_E_KIND, "no type");
    memset(&b, 0, sizeof b);
    b.type = SPE_PERF_KSYMBOL, b.name = "x", b.size = UINT64_C(1) << 32;
    is(spe_perf_writer_put(&writer, &b), SPE_E_RANGE, "kernel code of 2^32 bytes");
    b.size = 1, b.map_flags = 1 << 16;
    is(spe_perf_writer_put(&writer, &b), SPE_E_RANGE, "flags of 17 bits");
    for (unsigned type = 0; type <= SPE_PERF_FEATURE; type++) {
        e.type = type;
        if (type == SPE_PERF_OTHER || type == SPE_PERF_GAP || type == SPE_PERF_CLOCK || type == SPE_PERF_INFO ||
            type == SPE_PERF_CORE || type == SPE_PERF_ATTR || type == SPE_PERF_FEATURE)
            bad += spe_perf_writer_put(&writer, &e) != SPE_OK;
    }
    is(bad, 0, "events that the writer makes itself are skipped");
    static const unsigned nameless[] = {SPE_PERF_AUX,  SPE_PERF_FORK,  SPE_PERF_EXIT,
                                        SPE_PERF_LOST, SPE_PERF_START, SPE_PERF_SWITCH};
    const size_t end = written.size;
    e.name = (const char *)16; /* left over from an event that had one */
    for (unsigned i = 0; i < sizeof nameless / sizeof nameless[0]; i++) {
        e.type = nameless[i];
        bad += spe_perf_writer_put(&writer, &e) != SPE_OK;
    }
    ok(bad == 0 && e.build_id_size == 21, "members that are not of the type are not read");
    before += written.size - end;
    e.type = SPE_PERF_BYTES;
    is(spe_perf_writer_put(&writer, &e), SPE_E_STATE, "bytes outside a buffer");
    e.type = SPE_PERF_BUFFER_END;
    is(spe_perf_writer_put(&writer, &e), SPE_E_STATE, "the end of a buffer that did not begin");
    is(written.size, before, "nothing was written");
    memset(&b, 0, sizeof b);
    b.type = SPE_PERF_BUFFER, b.size = UINT64_MAX;
    is(spe_perf_writer_put(&writer, &b), SPE_E_RANGE, "a buffer of 2^64 bytes");
    b.size = 4;
    is(spe_perf_writer_put(&writer, &b), SPE_OK, "a buffer of four");
    is(spe_perf_writer_put(&writer, &b), SPE_E_STATE, "a buffer within a buffer");
    is(spe_perf_writer_finish(&writer), SPE_E_STATE, "finish inside it");
    b.type = SPE_PERF_BYTES, b.size = 5, b.bytes = "12345";
    is(spe_perf_writer_put(&writer, &b), SPE_E_RANGE, "five bytes, one too many");
    b.bytes = NULL, b.size = 4;
    is(spe_perf_writer_put(&writer, &b), SPE_E_ARG, "bytes that are NULL");
    b.type = SPE_PERF_BUFFER_END;
    is(spe_perf_writer_put(&writer, &b), SPE_E_RANGE, "its end, four bytes too early");
    b.type = SPE_PERF_BYTES, b.bytes = "12", b.size = 2;
    is(spe_perf_writer_put(&writer, &b), SPE_OK, "two");
    b.type = SPE_PERF_REPEATED;
    is(spe_perf_writer_put(&writer, &b), SPE_OK, "two that the buffer before had, too");
    b.type = SPE_PERF_BUFFER_END;
    is(spe_perf_writer_put(&writer, &b), SPE_OK, "its end");
    is(spe_perf_writer_finish(&writer), SPE_OK, "finish");
    is(spe_perf_writer_put(&writer, &b), SPE_E_STATE, "put after finish");
    is(spe_perf_writer_finish(&writer), SPE_E_STATE, "finish after finish");
    for (writes = 0; writes < 40; writes++) { /* each write fails once */
        broken_at = writes;
        int status = spe_perf_writer_init(&writer, NULL, write_some, NULL);
        e = make_event(SPE_PERF_COMM, "name");
        for (int i = 0; i < 4 && status == SPE_OK; i++)
            status = spe_perf_writer_put(&writer, &e);
        if (status == SPE_OK)
            status = spe_perf_writer_finish(&writer);
        if (broken_at >= 0)
            break;
        bad += status != SPE_E_IO;
        bad += spe_perf_writer_put(&writer, &e) >= 0;
    }
    is(bad, 0, "a write that fails ends it");
    ok(writes > 15, "each of many writes");
    is(sizeof(spe_perf_writer), SPE_PERF_WRITER_SIZE, "its published size");
}

/* Without a clock, ticks are shown as nanoseconds, whatever the other members of the configuration are. */
static void test_no_clock(void)
{
    struct spe_perf_writer_config cfg = SPE_PERF_WRITER_CONFIG_INIT;
    struct spe_perf_event event;
    uint64_t ns = 0;
    cfg.clock.shift = 10, cfg.clock.zero = 7;
    broken_at = -1;
    written.size = 0;
    is(spe_perf_writer_init(&writer, &cfg, write_some, NULL), SPE_OK, "a file without a clock");
    is(spe_perf_writer_finish(&writer), SPE_OK, "... and without events");
    open_file(&written, MEMORY);
    while (spe_perf_reader_next(&reader, &event) == 1 && event.type != SPE_PERF_CLOCK)
        ;
    ok(spe_perf_time(&event.clock, 4096, &ns) == SPE_OK && ns == 4096, "ticks are nanoseconds");
}

static uint64_t number_at(size_t at, unsigned size)
{
    uint64_t n = 0;
    while (size--)
        n = n << 8 | written.bytes[at + size];
    return n;
}

/* The place of the file's i-th feature. */
static size_t feature_at(unsigned i, size_t size, const char *name)
{
    const size_t section = (size_t)(number_at(40, 8) + number_at(48, 8)) + 16 * i;
    const size_t at = (size_t)number_at(section, 8);
    ok(number_at(section + 8, 8) == size && at + size <= written.size, name);
    return at;
}

static void write_events(uint64_t midr, const struct spe_perf_core *core, uint32_t cpu)
{
    struct spe_perf_writer_config cfg = SPE_PERF_WRITER_CONFIG_INIT;
    const struct spe_perf_event comm = {.type = SPE_PERF_COMM, .cpu = cpu, .name = "name"},
                                none = {.type = SPE_PERF_COMM, .cpu = SPE_PERF_NONE, .name = "name"};
    cfg.midr = midr;
    cfg.cores = core;
    cfg.core_count = core != NULL;
    broken_at = -1;
    written.size = 0;
    ok(spe_perf_writer_init(&writer, &cfg, write_some, NULL) == SPE_OK &&
           spe_perf_writer_put(&writer, &comm) == SPE_OK && spe_perf_writer_put(&writer, &none) == SPE_OK &&
           spe_perf_writer_finish(&writer) == SPE_OK,
       "a file");
}

/* Features are in the order of their numbers: ARCH, NRCPUS, CPUID, NUMA_TOPOLOGY. perf c2c does not open a file without
 * the second and the last. Samples have physical addresses if the event attribute includes them. */
static void test_features(void)
{
    static const struct spe_perf_core core = {.cpu = 255};
    write_events(0x410fd490, NULL, 11);
    is(number_at(72, 8), 1 << 6 | 1 << 7 | 1 << 9 | 1 << 14, "ARCH, NRCPUS, CPUID, NUMA_TOPOLOGY");
    is(number_at(104 + 24, 8) >> 19 & 1, 1, "sample_type has PHYS_ADDR");
    ok(!strcmp((char *)written.bytes + feature_at(0, 68, "ARCH") + 4, "aarch64"), "aarch64");
    size_t at = feature_at(1, 8, "NRCPUS");
    ok(number_at(at, 4) == 12 && number_at(at + 4, 4) == 12, "12 cores, all of them online");
    at = feature_at(2, 68, "CPUID");
    ok(number_at(at, 4) == 64 && !strcmp((char *)written.bytes + at + 4, "0x00000000410fd490"), "the MIDR");
    at = feature_at(3, 92, "NUMA_TOPOLOGY");
    ok(number_at(at, 4) == 1 && number_at(at + 4, 4) == 0, "one node, number 0");
    ok(number_at(at + 8, 8) == 0 && number_at(at + 16, 8) == 0, "of unknown memory");
    ok(number_at(at + 24, 4) == 64 && !strcmp((char *)written.bytes + at + 28, "0-11"), "of cores 0 to 11");
    is(written.size, at + 92, "nothing after it");
    write_events(0, &core, 11);
    is(number_at(72, 8), 1 << 6 | 1 << 7 | 1 << 14, "no MIDR, no CPUID");
    is(number_at(feature_at(1, 8, "NRCPUS"), 4), 256, "a core of the configuration counts");
    write_events(0, NULL, 65535);
    ok(!strcmp((char *)written.bytes + feature_at(2, 92, "NUMA_TOPOLOGY") + 28, "0-65535"), "the most cores");
    write_events(0, NULL, 65536);
    is(number_at(72, 8), 1 << 6, "more cores are not written for perf");
    write_events(0, NULL, SPE_PERF_NONE);
    is(number_at(72, 8), 1 << 6, "nor is an empty set");
}

int main(void)
{
    test_events();
    test_gaps();
    test_cut_record();
    test_moved();
    test_padding();
    test_attributes();
    test_byte_by_byte();
    test_wrong();
    test_misuse();
    test_writing();
    test_features();
    test_writer_misuse();
    test_no_clock();
    return tap_done();
}
