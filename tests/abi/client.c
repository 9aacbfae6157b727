/* SPDX-License-Identifier: MIT */
/*
 * A program that calls every function, accessors too, a header a function. make abi-release keeps it with the headers
 * of that day: compiled against those, it must run with every later libspe.so of the same major version.
 */
#define SPE_NO_INLINE
#include <libspe/spe.h>
#include <stdio.h>
#include <string.h>

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("line %d: %s\n", __LINE__, #condition);                                                             \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

static unsigned char bytes[256];
static size_t size;
static struct spe_record record;
static char text[SPE_RECORD_TEXT_MAX];
static const uint64_t neoverse_n1 = 0x410fd0c0;

/* Whether a function, by its return value, has written a text. Its words may change in a later version. */
static int says(int64_t length)
{
    return length > 0 && length == (int64_t)strlen(text);
}

static int is(const char *got, const char *want)
{
    return got && !strcmp(got, want);
}

static int base(void)
{
    EXPECT(is(spe_status_name(SPE_E_MORE), "SPE_E_MORE") && is(spe_status_text(SPE_OK), "success"));
    EXPECT(spe_version()[0] == '1' && spe_version_number() >= 10000);
    return 0;
}

static int encoder(void)
{
    struct spe_encoder_config cfg = SPE_ENCODER_CONFIG_INIT;
    struct spe_op op = {.op_class = SPE_CLASS_BRANCH, .subclass = SPE_OP_BRANCH, .conditional = 1};
    struct spe_packet p;
    spe_encoder e;
    record = (struct spe_record){.events = 2, .total_latency = 9};
    record.present = SPE_HAS_PC | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_OPERATION;
    record.op_class = op.op_class;
    EXPECT(spe_address_build_pc(0x401000, 0, SPE_STATE_NON_SECURE, &record.pc) == SPE_OK);
    EXPECT(spe_op_encode(&op) == 1);
    record.op_payload = 1;
    cfg.alignment = 64;
    cfg.counter_bits = 12;
    EXPECT(!spe_encoder_config_problem(&cfg) && spe_encoder_init(&e, bytes, sizeof bytes, &cfg) == SPE_OK);
    EXPECT(spe_record_packet(&record, SPE_HAS_PC, &p) == 9);
    EXPECT(spe_record_extra(&record, bytes, 0, &size, &p) == 0);
    EXPECT((spe_record_all() & UINT32_C(0x0f13171f)) == UINT32_C(0x0f13171f));
    EXPECT(spe_packet_build(SPE_PACKET_COUNTER, 6, 0, 5, 0, &p) == 3 && spe_encoder_packet(&e, &p) == 3);
    EXPECT(spe_encoder_record(&e, &record) == 61 && spe_encoder_size(&e) == 64 && spe_encoder_status(&e) == SPE_OK);
    EXPECT(spe_encoder_record(&e, &record) == 64 && spe_encoder_refused(&e) == 0);
    size = spe_encoder_size(&e);
    EXPECT(spe_encoder_restart(&e, bytes, 0) == SPE_OK && size == 128);
    return 0;
}

static int packet(void)
{
    spe_packet_iterator it;
    struct spe_packet p;
    unsigned char again[3];
    uint64_t va, pa;
    EXPECT(spe_packet_size(bytes, 1) == 3 && spe_packet_decode(bytes, size, &p) == 3);
    EXPECT(spe_packet_type_count() > SPE_PACKET_COUNTER);
    EXPECT(spe_packet_encode(&p, again, sizeof again) == 3 && !memcmp(again, bytes, 3));
    EXPECT(spe_packet_iterator_init(&it, bytes, size, 100) == SPE_OK && spe_packet_iterator_next(&it, &p) == 3);
    EXPECT(spe_packet_iterator_offset(&it) == 100);
    EXPECT(spe_address_build_va(0x1000, 0xa5, &va) == SPE_OK && spe_address_tag(va) == 0xa5);
    EXPECT(spe_address_bits(va) == 0x1000 && spe_address_canonical(record.pc) == 0x401000);
    EXPECT(spe_address_el(record.pc) == 0);
    EXPECT(spe_address_state(record.pc, 1) == SPE_STATE_NON_SECURE);
    EXPECT(spe_address_build_pa(0x2000, SPE_STATE_REALM, 1, 3, &pa) == SPE_OK);
    EXPECT(spe_address_pat(pa) == 3 && spe_address_ch(pa) == 1);
    EXPECT(spe_counter_saturated(4095, 12) && spe_address_state_name(SPE_STATE_REALM));
    EXPECT(spe_event(2, SPE_EVENT_RETIRED) && spe_event_bit("retired") == SPE_EVENT_RETIRED);
    EXPECT(is(spe_event_name(1), "retired") && spe_event_pmu(1, 0) == 8);
    return 0;
}

static int decoder(void)
{
    static unsigned char lent[65536];
    struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
    struct spe_decoder_stats stats;
    struct spe_record r, rest[2];
    struct spe_op op;
    spe_decoder d;
    cfg.offset = 100;
    EXPECT(!spe_decoder_config_problem(&cfg) && spe_decoder_init(&d, &cfg) == SPE_OK);
    EXPECT(cfg.kernel == SPE_KERNEL_ANY && spe_decoder_lend(&d, lent, sizeof lent) == SPE_OK);
    EXPECT(spe_decoder_feed(&d, bytes, size) == SPE_OK && spe_decoder_next(&d, &r) == 1);
    EXPECT(r.offset == 100 && r.flags == SPE_RECORD_IMPDEF && r.total_latency == 9 && spe_record_context(&r) == 0);
    EXPECT(spe_decoder_next_batch(&d, rest, 2) == 1 && rest[0].offset == 164 && spe_decoder_batch_status(&d) == SPE_OK);
    EXPECT(spe_decoder_set_offset(&d, 256) == SPE_OK && spe_decoder_gap(&d, 0, &r) == 0 &&
           spe_decoder_resync(&d) == SPE_OK && spe_decoder_finish(&d, &r) == 0);
    EXPECT(spe_decoder_get_stats(&d, &stats) == SPE_OK && stats.records == 2 && stats.gaps == 1);
    EXPECT(spe_op_decode(rest[0].op_class, rest[0].op_payload, &op) == SPE_OK && op.conditional);
    EXPECT(spe_op_subclass_name(op.subclass) && spe_op_branch_kind_name(SPE_CR_RETURN));
    EXPECT(spe_op_subclass_count() > SPE_OP_BRANCH);
    EXPECT(!spe_op_is_memory(&op) && !spe_op_is_load(&op) && !spe_op_is_store(&op));
    return 0;
}

static int batch(void)
{
    struct spe_columns columns = SPE_COLUMNS_INIT;
    uint64_t pc[2];
    uint32_t present[2];
    spe_decoder d;
    columns.pc = pc;
    columns.present = present;
    struct spe_record_field field;
    EXPECT(spe_record_field_get(0, &field) == SPE_OK && field.name && field.size > 0);
    EXPECT(spe_decoder_init(&d, NULL) == SPE_OK && spe_decoder_feed(&d, bytes, size) == SPE_OK);
    EXPECT(!spe_columns_problem(&columns) && spe_decoder_next_columns(&d, &columns, 2) == 2 && pc[1] == record.pc);
    return 0;
}

static int words(void)
{
    static char dump[SPE_LINE_TEXT_MAX];
    struct spe_text_config perf = SPE_TEXT_CONFIG_INIT;
    struct spe_packet p;
    struct spe_dump lines = SPE_DUMP_INIT;
    perf.style = SPE_TEXT_PERF;
    EXPECT(!spe_text_config_problem(&perf));
    EXPECT(says(spe_record_text(&record, &perf, text, sizeof text)));
    EXPECT(spe_packet_decode(bytes, size, &p) == 3 && spe_packet_text(&p, NULL, text, sizeof text) > 0);
    lines.bytes = bytes;
    lines.len = 3;
    EXPECT(spe_dump_text(&lines, &perf, dump, sizeof dump) > 0 && lines.offset == 3 && strchr(dump, '\n'));
    EXPECT(says(spe_op_text(1, 0, &perf, text, sizeof text)) && says(spe_event_text(2, NULL, text, sizeof text)));
    EXPECT(says(spe_events_text(2, &perf, text, sizeof text)));
    EXPECT(says(spe_data_source_text(8, &perf, text, sizeof text)));
    return 0;
}

static int cpu(void)
{
    struct spe_data_source source;
    uint64_t midr;
    EXPECT(spe_cpu_count() > 0 && spe_cpu_midr(0) != 0 && spe_cpu_find("neoverse-n1", &midr) == SPE_OK);
    EXPECT(midr == neoverse_n1 && is(spe_cpu_name(midr), "Neoverse N1") && spe_cpu_vendor(midr));
    EXPECT(spe_cpu_sources(midr) != SPE_SOURCES_UNKNOWN && spe_cpu_data_source(midr, 8, &source) == SPE_OK);
    EXPECT(source.level == SPE_LEVEL_L2 && spe_cpu_data_source_name(midr, 8));
    EXPECT(spe_cpu_data_source_value(midr, 0) == 0 && spe_level_name(SPE_LEVEL_DRAM));
    EXPECT(spe_record_data_source(&record) == SPE_E_ABSENT);
    EXPECT(spe_level_count() > SPE_LEVEL_CLUSTER);
    EXPECT(spe_memory_level(midr, &record, &source) == SPE_OK && source.level == SPE_LEVEL_UNKNOWN);
    EXPECT(is(spe_cpu_event_name(midr, 12), "late_prefetch") && !spe_cpu_counter_name(0, 6));
    EXPECT(spe_cpu_erratum(midr, 0, NULL) && !spe_cpu_erratum(0, 0, NULL));
    return 0;
}

static int features(void)
{
    struct spe_features core = SPE_FEATURES_INIT;
    struct spe_decoder_config reading = SPE_DECODER_CONFIG_INIT;
    struct spe_encoder_config writing = SPE_ENCODER_CONFIG_INIT;
    core.alignment = 64;
    core.counter_bits = 12;
    EXPECT(!spe_features_problem(&core) && is(spe_feature_name(SPE_FEATURE_LDS), "FEAT_SPE_LDS"));
    EXPECT((spe_features_all() & UINT64_C(0x0fffffff)) == UINT64_C(0x0fffffff));
    EXPECT(spe_features_decoder_config(&core, &reading) == SPE_OK && reading.alignment == 64);
    EXPECT(spe_features_encoder_config(&core, &writing) == SPE_OK && writing.counter_bits == 12);
    return 0;
}

static int filters(void)
{
    struct spe_filter_registers in = SPE_FILTER_REGISTERS_INIT;
    struct spe_filter_counts counts = {{0}};
    struct spe_columns columns = SPE_COLUMNS_INIT;
    spe_filter filter;
    EXPECT(spe_filter_parse("branch_filter", 13, &in, NULL) == SPE_OK && !spe_filter_registers_problem(&in));
    struct spe_filter_term term;
    EXPECT(spe_filter_event_term("branch_filter,period=1000", 25, 0, &term) == SPE_OK && term.value_size == 4);
    struct spe_filter_setting setting;
    EXPECT(is(spe_filter_perf_term(&in, 0, &setting), "branch_filter") && setting.value == 1 && setting.shift == 32);
    const uint64_t config = UINT64_C(1) << 32;
    EXPECT(spe_filter_from_perf(&config, 1, &in) == SPE_OK && in.pmsfcr & SPE_FILTER_B);
    EXPECT(spe_filter_controls(NULL) & SPE_FILTER_FDS);
    EXPECT(spe_filter_events(NULL) >> SPE_EVENT_RETIRED & 1 && is(spe_filter_problem_text(0), "none"));
    EXPECT(spe_filter_compile(&in, NULL, &filter, NULL) == SPE_OK && spe_filter_keeps(&filter, &record) == 1);
    EXPECT(spe_filter_types(SPE_CLASS_BRANCH, 0) == SPE_FILTER_B &&
           spe_filter_keeps_types(in.pmsfcr, SPE_FILTER_B) == 1);
    EXPECT(spe_filter_batch(&filter, &record, 1, &counts) == 1 && counts.count[SPE_FILTER_KEPT] == 1);
    columns.present = &record.present;
    columns.op_class = &record.op_class;
    columns.op_payload = &record.op_payload;
    EXPECT(spe_filter_columns(&filter, &columns, 1, bytes, NULL) == 1 && bytes[0] == 1);
    return 0;
}

static int clocks(void)
{
    struct spe_perf_clock perf = {.mult = 10 << 10, .shift = 10};
    uint64_t n;
    EXPECT(spe_perf_time(&perf, 7, &n) == SPE_OK && n == 70);
    return 0;
}

static unsigned char file[1024];

static int write_file(void *context, uint64_t offset, const void *what, size_t n)
{
    size_t *end = context;
    if (offset + n > sizeof file)
        return 1;
    memcpy(file + offset, what, n);
    *end = offset + n > *end ? (size_t)(offset + n) : *end;
    return 0;
}

static int64_t read_file(void *context, uint64_t offset, void *to, size_t cap)
{
    const size_t end = *(const size_t *)context, left = offset < end ? end - (size_t)offset : 0,
                 n = cap < left ? cap : left;
    memcpy(to, file + (left ? offset : 0), n);
    return (int64_t)n;
}

static int64_t decompress(void *context, struct spe_perf_compressed *in, void *to, size_t cap)
{
    (void)context, (void)in, (void)to, (void)cap;
    return -1;
}

static int perf_data(void)
{
    static uint64_t room[SPE_PERF_DECOMPRESS_STORAGE / 8];
    static spe_decoder decoder;
    struct spe_record record;
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    struct spe_perf_writer_config cfg = SPE_PERF_WRITER_CONFIG_INIT;
    struct spe_perf_event event = SPE_PERF_EVENT_INIT;
    struct spe_perf_file_info info;
    spe_perf_writer w;
    spe_perf_reader r;
    struct spe_perf_account account = {0};
    uint64_t seen = 0;
    size_t end = 0;
    cfg.midr = neoverse_n1;
    EXPECT(!spe_perf_writer_config_problem(&cfg) && spe_perf_writer_init(&w, &cfg, write_file, &end) == SPE_OK);
    event.type = SPE_PERF_BUFFER;
    event.cpu = 3;
    EXPECT(spe_perf_writer_put(&w, &event) == SPE_OK);
    event.type = SPE_PERF_BYTES;
    event.bytes = bytes;
    event.size = size;
    EXPECT(spe_perf_writer_put(&w, &event) == SPE_OK);
    event.type = SPE_PERF_BUFFER_END;
    EXPECT(spe_perf_writer_put(&w, &event) == SPE_OK && spe_perf_writer_finish(&w) == SPE_OK);
    EXPECT(spe_perf_is_file(file, 8) && spe_perf_reader_init_memory(&r, file, end, storage, sizeof storage) == SPE_OK);
    spe_decoder_init(&decoder, NULL);
    while (spe_perf_reader_next(&r, &event) == 1) {
        seen += event.type == SPE_PERF_BYTES && event.cpu == 3 && !memcmp(event.bytes, bytes, size) ? event.size : 0;
        EXPECT(spe_perf_account_add(&account, &event) == SPE_OK);
        EXPECT(spe_perf_feed(&decoder, &event, &record) ==
               (event.type == SPE_PERF_BYTES ? SPE_PERF_FEED_RECORDS : SPE_PERF_FEED_NOTHING));
        while (spe_decoder_next(&decoder, &record) == 1)
            ;
    }
    EXPECT(seen == size && account.bytes == size && account.unnamed == size && !spe_perf_reader_problem(&r, NULL) &&
           spe_perf_reader_info(&r, &info) == SPE_OK);
    EXPECT(info.host_midr == neoverse_n1);
    EXPECT(spe_perf_reader_init(&r, read_file, &end, SPE_PERF_SEEKABLE, storage, sizeof storage) == SPE_OK);
    EXPECT(spe_perf_reader_decompress(&r, decompress, NULL, room, sizeof room) == SPE_OK);
    EXPECT(spe_perf_reader_next(&r, &event) == 1);
    return 0;
}

int main(void)
{
    return base() || encoder() || packet() || decoder() || batch() || words() || cpu() || features() || filters() ||
           clocks() || perf_data();
}
