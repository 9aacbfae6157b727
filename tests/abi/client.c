/* SPDX-License-Identifier: MIT */
/*
 * A program that calls every function, accessors too, a header a function. make abi-release keeps it with the headers
 * of that day: compiled against those, it must run with every later libspe.so of the same major version.
 */
#define SPE_ALLOW_PROVISIONAL 1
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

/* Whether a function, by its return value, has written this text. */
static int says(int64_t length, const char *want)
{
    return length == (int64_t)strlen(want) && !strcmp(text, want);
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
    EXPECT(spe_packet_iterator_offset(&it) == 100 && spe_packet_iterator_left(&it) == size - 3);
    EXPECT(spe_address_build_va(0x1000, 0xa5, &va) == SPE_OK && spe_address_tag(va) == 0xa5);
    EXPECT(spe_address_bits(va) == 0x1000 && spe_address_canonical(record.pc) == 0x401000);
    EXPECT(spe_address_el(record.pc) == 0 && spe_address_ns(record.pc) == 1 && spe_address_nse(record.pc) == 0);
    EXPECT(spe_address_state(record.pc, 1) == SPE_STATE_NON_SECURE);
    EXPECT(spe_address_build_pa(0x2000, SPE_STATE_REALM, 1, 3, &pa) == SPE_OK);
    EXPECT(spe_address_pat(pa) == 3 && spe_address_ch(pa) == 1);
    EXPECT(spe_counter_saturate(5000, 12) == 4095 && spe_counter_saturated(4095, 12));
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
    EXPECT(spe_decoder_next_batch(&d, rest, 2) == 1 && rest[0].offset == 164 && spe_decoder_status(&d) == SPE_OK);
    EXPECT(spe_decoder_set_offset(&d, 256) == SPE_OK && spe_decoder_gap(&d, 0, &r) == 0 &&
           spe_decoder_resync(&d) == SPE_OK && spe_decoder_finish(&d, &r) == 0);
    EXPECT(spe_decoder_get_stats(&d, &stats) == SPE_OK && stats.records == 2 && stats.gaps == 1);
    EXPECT(spe_op_decode(rest[0].op_class, rest[0].op_payload, &op) == SPE_OK && op.conditional);
    EXPECT(is(spe_op_subclass_name(op.subclass), "branch or exception return"));
    EXPECT(spe_op_subclass_count() > SPE_OP_BRANCH);
    EXPECT(!spe_op_is_memory(&op) && !spe_op_is_load(&op) && !spe_op_is_store(&op));
    return 0;
}

static int batch(void)
{
    struct spe_columns columns = SPE_COLUMNS_INIT;
    struct spe_record rows[2];
    uint64_t pc[2];
    uint32_t present[2];
    uint8_t bitmap[1];
    size_t used;
    spe_decoder d;
    columns.pc = pc;
    columns.present = present;
    struct spe_record_field field;
    EXPECT(spe_record_field_get(0, &field) == SPE_OK && is(field.name, "context_el1") && field.size == 4);
    EXPECT(!spe_columns_problem(&columns) && spe_decode(bytes, size, rows, 2, &used) == 2);
    EXPECT(spe_decode_columns(bytes, size, &columns, 2, &used) == 2 && pc[1] == record.pc);
    EXPECT(spe_columns_validity(present, 2, SPE_HAS_TIMESTAMP, bitmap) == 2);
    EXPECT(spe_decoder_init(&d, NULL) == SPE_OK && spe_decoder_decode(&d, bytes, size, rows, 1, &used) == 1);
    EXPECT(spe_decoder_decode_columns(&d, bytes + used, size - used, &columns, 1, &used) == 1);
    EXPECT(spe_decoder_init(&d, NULL) == SPE_OK && spe_decoder_feed(&d, bytes, size) == SPE_OK);
    EXPECT(spe_decoder_next_columns(&d, &columns, 2) == 2);
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
    EXPECT(says(spe_record_text(&record, &perf, text, sizeof text),
                "LAT 9 TOT; PC 0x401000 el0 ns=1; B COND; EV RETIRED"));
    EXPECT(spe_packet_decode(bytes, size, &p) == 3 && spe_packet_text(&p, NULL, text, sizeof text) > 0);
    lines.bytes = bytes;
    lines.len = 3;
    EXPECT(spe_dump_text(&lines, &perf, dump, sizeof dump) == 69 && lines.offset == 3 && dump[68] == '\n');
    EXPECT(says(spe_op_text(1, 0, &perf, text, sizeof text), "LD GP-REG"));
    EXPECT(says(spe_event_text(2, NULL, text, sizeof text), "l1d_access"));
    EXPECT(says(spe_events_text(2, &perf, text, sizeof text), "RETIRED"));
    EXPECT(says(spe_data_source_text(8, &perf, text, sizeof text), "8"));
    return 0;
}

static int cpu(void)
{
    struct spe_data_source source;
    uint64_t midr;
    EXPECT(spe_cpu_count() > 0 && spe_cpu_midr(0) != 0 && spe_cpu_find("neoverse-n1", &midr) == SPE_OK);
    EXPECT(midr == neoverse_n1 && is(spe_cpu_name(midr), "Neoverse N1") && is(spe_cpu_vendor(midr), "Arm"));
    EXPECT(spe_cpu_sources(midr) != SPE_SOURCES_UNKNOWN && spe_cpu_data_source(midr, 8, &source) == SPE_OK);
    EXPECT(source.level == SPE_LEVEL_L2 && is(spe_cpu_data_source_name(midr, 8), "L2 cache"));
    EXPECT(spe_cpu_data_source_value(midr, 0) == 0 && is(spe_level_name(SPE_LEVEL_DRAM), "DRAM"));
    EXPECT(spe_record_data_source(&record) == SPE_E_ABSENT);
    EXPECT(spe_level_count() > SPE_LEVEL_CLUSTER);
    EXPECT(spe_memory_level(midr, &record, &source) == SPE_OK && source.level == SPE_LEVEL_UNKNOWN);
    EXPECT(is(spe_cpu_event_name(midr, 12), "late_prefetch") && !spe_cpu_counter_name(midr, 6));
    EXPECT(spe_cpu_erratum(midr, 0, NULL) && !spe_cpu_erratum(midr | 0x400001, 0, NULL));
    return 0;
}

static int registers(void)
{
    struct spe_sysreg_field field;
    uint64_t value, raw = 0;
    const int fe = spe_sysreg_field_find(SPE_REG_PMSFCR_EL1, "FE");
    EXPECT(fe >= 0 && fe < spe_sysreg_fields(SPE_REG_PMSFCR_EL1));
    EXPECT(spe_sysreg_find("PMSFCR_EL1") == SPE_REG_PMSFCR_EL1 &&
           is(spe_sysreg_name(SPE_REG_PMSFCR_EL1), "PMSFCR_EL1"));
    EXPECT(spe_sysreg_count() > SPE_REG_HFGITR_EL2);
    EXPECT(spe_sysreg_match("pmscr", 1) == SPE_REG_PMSCR_EL2 &&
           spe_sysreg_find_encoding(0xc4cf) == SPE_REG_PMSIDR_EL1 &&
           spe_sysreg_encoding(SPE_REG_PMSIDR_EL1) == 0xc4cf && is(spe_sysreg_needs(SPE_REG_PMSFCR_EL1), "FEAT_SPE"));
    EXPECT(!spe_sysreg_field_needs(SPE_REG_PMSFCR_EL1, (unsigned)fe) &&
           spe_sysreg_applies(SPE_REG_PMSFCR_EL1, (unsigned)fe, 0) == 1);
    EXPECT(spe_sysreg_number("0x1_0", 5, &value) == SPE_OK && value == 16);
    EXPECT(spe_sysreg_field_describe(SPE_REG_PMSFCR_EL1, (unsigned)fe, &field) == SPE_OK && field.low == 0);
    EXPECT(spe_sysreg_put(SPE_REG_PMSFCR_EL1, (unsigned)fe, 1, &raw) == SPE_OK && raw == 1);
    EXPECT(spe_sysreg_get(SPE_REG_PMSFCR_EL1, (unsigned)fe, raw, &value) == SPE_OK && value == 1);
    EXPECT(spe_sysreg_reserved(SPE_REG_PMSIRR_EL1, 2) == 2);
    EXPECT(is(
        spe_sysreg_value_name(SPE_REG_PMSIDR_EL1, (unsigned)spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "CountSize"), 2),
        "12-bit"));
    EXPECT(says(spe_sysreg_field_text(SPE_REG_PMSFCR_EL1, (unsigned)fe, raw, text, sizeof text), "FE 1"));
    EXPECT(spe_sysreg_text(SPE_REG_PMSFCR_EL1, raw, text, sizeof text) > 0);
    return 0;
}

static int registers_together(void)
{
    const struct spe_sysreg_value regs[] = {{SPE_REG_PMSIDR_EL1, 0, UINT64_C(0x26417)},
                                            {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(1) << 32},
                                            {SPE_REG_PMBIDR_EL1, 0, 6},
                                            {SPE_REG_ID_AA64PFR0_EL1, 0, 0x11},
                                            {SPE_REG_PMSCR_EL1, 0, 0x3b},
                                            {SPE_REG_PMBLIMITR_EL1, 0, 0x2001}};
    struct spe_features features = SPE_FEATURES_INIT;
    struct spe_decoder_config reading;
    struct spe_encoder_config writing;
    struct spe_syndrome syndrome = {.service = 1, .buffer_full = 1};
    struct spe_buffer_geometry buffer;
    struct spe_profiling profiling;
    struct spe_profiling_level level;
    struct spe_interval interval;
    uint64_t raw = 0;
    EXPECT(spe_features_from_registers(regs, sizeof regs / sizeof regs[0], 0, &features) == SPE_OK);
    EXPECT(!spe_features_problem(&features) && features.max_record_size == 64);
    EXPECT(spe_features_implied(&features) == 0 && spe_features_too_new(&features) == 0);
    EXPECT(is(spe_feature_name(SPE_FEATURE_LDS), "FEAT_SPE_LDS"));
    EXPECT((spe_features_all() & UINT64_C(0x0fffffff)) == UINT64_C(0x0fffffff));
    EXPECT(spe_features_decoder_config(&features, &reading) == SPE_OK && reading.alignment == 64);
    EXPECT(spe_features_encoder_config(&features, &writing) == SPE_OK && writing.counter_bits == 12);
    EXPECT(spe_syndrome_encode(&syndrome, &raw) == SPE_OK && spe_syndrome_decode(raw, &syndrome) == SPE_OK);
    EXPECT(syndrome.buffer_full && says(spe_syndrome_text(raw, text, sizeof text), "buffer full"));
    EXPECT(spe_buffer_measure(0x1000, 0x2001, &features, &buffer) == SPE_OK && buffer.free == 0x1000 &&
           buffer.records == 64);
    EXPECT(spe_timestamp_source(0, 0, 0, 1, 0) == SPE_TIMESTAMP_NONE &&
           spe_timestamp_source_name(SPE_TIMESTAMP_PHYSICAL));
    EXPECT(spe_profiling_read(regs, sizeof regs / sizeof regs[0], &features, &profiling) == SPE_OK);
    EXPECT(profiling.owning_el == 1 && profiling.owning_state == SPE_STATE_NON_SECURE && !profiling.stopped);
    EXPECT(spe_profiling_at(&profiling, 1, SPE_STATE_NON_SECURE, &level) == SPE_OK &&
           level.enabled == SPE_PROFILING_YES);
    EXPECT(spe_profiling_event_el(regs, sizeof regs / sizeof regs[0], &features, 0) == 1);
    EXPECT(level.collects == (SPE_HAS_CONTEXT_EL1 | SPE_HAS_DATA_PA | SPE_HAS_TIMESTAMP));
    EXPECT(spe_interval_from_period(1100, regs[0].raw, SPE_PERIOD_RECOMMENDED, &raw) == SPE_PERIOD_ROUNDED &&
           spe_interval_to_period(raw) == 1024);
    EXPECT(spe_interval_least(regs[0].raw) == 1024 && spe_interval_measure(raw, &features, &interval) == SPE_OK);
    return interval.least != 1025;
}

static int filters_and_rules(void)
{
    struct spe_filter_registers in = SPE_FILTER_REGISTERS_INIT;
    struct spe_filter_counts counts = {{0}};
    struct spe_features features = SPE_FEATURES_INIT;
    struct spe_columns columns = SPE_COLUMNS_INIT;
    struct spe_finding found;
    spe_filter filter;
    spe_check check;
    EXPECT(spe_filter_parse("branch_filter", 13, &in, NULL) == SPE_OK && !spe_filter_registers_problem(&in));
    struct spe_filter_term term;
    EXPECT(spe_filter_event_term("branch_filter,period=1000", 25, 0, &term) == SPE_OK && term.value_size == 4);
    struct spe_filter_setting setting;
    EXPECT(is(spe_filter_perf_term(&in, 0, &setting), "branch_filter") && setting.value == 1 && setting.shift == 32);
    const uint64_t config = UINT64_C(1) << 32;
    EXPECT(spe_filter_from_perf(&config, 1, &in) == SPE_OK && in.pmsfcr & SPE_FILTER_B);
    EXPECT(spe_filter_controls(NULL) & SPE_FILTER_FDS);
    EXPECT(spe_filter_events(NULL) >> SPE_EVENT_RETIRED & 1 && is(spe_filter_problem(0), "none"));
    EXPECT(spe_filter_compile(&in, NULL, &filter, NULL) == SPE_OK && spe_filter_keeps(&filter, &record) == 1);
    EXPECT(spe_filter_types(SPE_CLASS_BRANCH, 0) == SPE_FILTER_B &&
           spe_filter_keeps_types(in.pmsfcr, SPE_FILTER_B) == 1);
    EXPECT(spe_filter_batch(&filter, &record, 1, &counts) == 1 && counts.count[SPE_FILTER_KEPT] == 1);
    columns.present = &record.present;
    columns.op_class = &record.op_class;
    columns.op_payload = &record.op_payload;
    EXPECT(spe_filter_columns(&filter, &columns, 1, bytes, NULL) == 1 && bytes[0] == 1);
    EXPECT(spe_check_all_features(&features) == SPE_OK && spe_check_init(&check, &features) == SPE_OK);
    EXPECT(spe_check_record(&check, &record, &found, 1) > 0 && spe_check_bytes(&check, bytes, 64, 0, &found, 1) >= 0);
    EXPECT(spe_rule_find("events-missing") == SPE_RULE_EVENTS_MISSING && is(spe_rule_name(0), "events-missing"));
    EXPECT(spe_rule_count() > SPE_RULE_PACKET_CUT);
    EXPECT(is(spe_rule_section(0), "D17.6.10") && spe_rule_text(0) && spe_rule_severity(0) == SPE_CHECK_VIOLATION);
    return 0;
}

static int device(spe_unit *u)
{
    static unsigned char saved[4096];
    struct spe_device_access access;
    uint64_t passed = 0;
    const uint32_t encoding = spe_device_encoding(3, 0, 9, 10, 1);
    const int64_t size = spe_device_snapshot(u, saved, sizeof saved);
    EXPECT(size > 0 && (size_t)size == spe_device_snapshot_size(u));
    EXPECT(spe_device_write(u, 1, encoding, 128, &access) == SPE_DEVICE_DONE && access.reg == SPE_REG_PMBPTR_EL1);
    EXPECT(spe_device_read(u, 1, encoding, &access) == SPE_DEVICE_DONE && access.value == 128);
    EXPECT(spe_device_read(u, 0, encoding, &access) == SPE_DEVICE_UNDEFINED);
    EXPECT(spe_device_restore(u, saved, (size_t)size) == SPE_OK);
    EXPECT(spe_device_read(u, 1, encoding, &access) == SPE_DEVICE_DONE && access.value == 64);
    EXPECT(spe_device_advance(u, 1, &passed) == 0 && passed == 1);
    EXPECT(spe_device_pass(u, 1) == 1 && spe_device_reset(u) == SPE_OK && !spe_unit_is_enabled(u));
    return 0;
}

static int unit(void)
{
    static const struct spe_sysreg_value regs[] = {
        {SPE_REG_PMSIDR_EL1, 0, 0x26017}, {SPE_REG_PMBIDR_EL1, 0, 6}, {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(1) << 32},
        {SPE_REG_PMSIRR_EL1, 0, 256},     {SPE_REG_PMSICR_EL1, 0, 2}, {SPE_REG_PMBLIMITR_EL1, 0, 0x1001},
        {SPE_REG_PMSCR_EL1, 0, 1}};
    static unsigned char written[4096];
    static spe_unit u;
    struct spe_unit_memory memory = {.base = 0, .size = sizeof written, .bytes = written};
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    const struct spe_unit_start start = {0x401000, 0, 0, 0, 0, 0};
    struct spe_unit_counts counts;
    uint64_t raw = 0;
    config.registers = regs;
    config.register_count = sizeof regs / sizeof regs[0];
    config.write = spe_unit_write_memory;
    config.context = &memory;
    EXPECT(!spe_unit_config_problem(&config) && spe_unit_init(&u, &config) == SPE_OK);
    EXPECT(spe_unit_set_level(&u, 0, SPE_STATE_NON_SECURE) == SPE_OK && !spe_unit_problems(&u));
    EXPECT(spe_unit_is_enabled(&u) && spe_unit_idle(&u) == SPE_UNIT_IDLE_COUNTING);
    EXPECT(is(spe_unit_idle_text(SPE_UNIT_IDLE_NO), "profiling is enabled"));
    EXPECT(is(spe_unit_problem(SPE_UNIT_INTERVAL_ZERO), "PMSIRR_EL1.INTERVAL is 0"));
    EXPECT(spe_unit_write_register(&u, SPE_REG_PMSFCR_EL1, SPE_FILTER_FT | SPE_FILTER_ST) == SPE_OK);
    EXPECT(spe_unit_prefers_store(&u) == 1 && spe_unit_write_register(&u, SPE_REG_PMSFCR_EL1, 0) == SPE_OK);
    EXPECT(spe_unit_operation(&u) == 0 && --u.left == 0 && spe_unit_choose(&u) == 1);
    EXPECT(spe_unit_begin(&u, 1, &start) == SPE_OK && spe_unit_branch(&u, 0x402000) == SPE_OK);
    EXPECT(spe_unit_complete(&u, 1, &record, 0) == 1 && written[0] && !spe_unit_interrupt(&u));
    EXPECT(spe_unit_read_register(&u, SPE_REG_PMBPTR_EL1, &raw) == SPE_OK && raw == 64);
    EXPECT(spe_unit_count(&u, &counts) == SPE_OK && counts.sample_pop == 2 && counts.sample_filtrate == 1);
    const struct spe_unit_write write = {.address = 4090, .size = 16, .bytes = bytes};
    EXPECT(spe_unit_write_memory(&memory, &write, &raw) == 6 && raw >> 26 == SPE_EC_STAGE1);
    return device(&u);
}

static int clocks(void)
{
    struct spe_perf_clock perf = {.mult = 10 << 10, .shift = 10};
    uint64_t n;
    EXPECT(spe_perf_time(&perf, 7, &n) == SPE_OK && n == 70);
    return 0;
}

static int statistics(void)
{
    static struct spe_stats stats, more;
    static struct spe_summary summary;
    struct spe_columns columns = SPE_COLUMNS_INIT;
    static struct spe_latencies latencies;
    struct spe_estimate estimate;
    struct spe_histogram *total = &latencies.total;
    spe_stats_add(&stats, &record, 1);
    columns.present = &record.present;
    EXPECT(spe_stats_add_columns(&more, &columns, 0, NULL) == SPE_OK);
    spe_stats_merge(&more, &stats);
    EXPECT(spe_stats_summarise(&more, &summary) == SPE_OK && summary.records == 1);
    EXPECT(spe_stats_subclass(&more, SPE_OP_BRANCH) <= 1 && spe_group_count() && spe_estimate_count());
    spe_latencies_add(&latencies, &record, 1);
    EXPECT(spe_latencies_add_columns(&latencies, &columns, 0, NULL) == SPE_OK && total->count == 1);
    spe_latencies_merge(&latencies, &latencies);
    spe_histogram_merge(total, total);
    spe_histogram_add(total, 9);
    EXPECT(total->count == 5 && spe_histogram_bucket(9) == 9 && spe_histogram_low(9) == 9);
    EXPECT(spe_histogram_high(9) == 9 && is(spe_group_name(SPE_GROUP_L1D_MISS), "l1d-miss"));
    EXPECT(spe_histogram_mean(&latencies.total) > 8.9 && spe_histogram_quantile(&latencies.total, 1) > 8.9);
    EXPECT(spe_summary_estimate(&summary, 0, &estimate) == SPE_OK && spe_estimate_name(0) && spe_estimate_unit(0));
    return 0;
}

static int statistics_by_source(void)
{
    static uint8_t storage[2][(4 + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY];
    static spe_source_stats s, more;
    struct spe_columns columns = SPE_COLUMNS_INIT;
    const uint32_t flags = SPE_SOURCE_STATS_LATENCIES;
    EXPECT(spe_source_stats_init(&s, flags, storage[0], sizeof storage[0]) == SPE_OK);
    EXPECT(spe_source_stats_init(&more, flags, storage[1], sizeof storage[1]) == SPE_OK);
    spe_source_stats_add(&s, &record, 1);
    columns.present = &record.present;
    EXPECT(spe_source_stats_add_columns(&s, &columns, 1, NULL) == SPE_OK);
    EXPECT(spe_source_stats_put(&s, 0x1ff, 3, NULL) == SPE_OK && spe_source_stats_merge(&more, &s) == SPE_OK);
    EXPECT(spe_source_stats_records(&more, 0x1ff) == 3 && spe_source_stats_value(&more, 0) >= 0);
    EXPECT(spe_source_stats_latencies(&more, 0x1ff) && !spe_source_stats_records(&more, SPE_STATS_LEFT_OUT));
    return 0;
}

static int metrics(void)
{
    const struct spe_event_count counts[] = {{.count = 30, .code = 8}, {.count = 10, .code = 0x11}};
    const struct spe_telemetry *t = spe_telemetry_find(0x410fd400), *any = spe_telemetry_architected();
    uint16_t runs[64] = {0};
    double value = 0;
    EXPECT(t && spe_telemetry_count() >= 1 && spe_telemetry_at(0) == t && is(t->name, "Neoverse V1") &&
           t->n_metrics < 64);
    const int ipc = spe_metric_find(t, "ipc"), cycles = spe_pmu_event_find(t, "CPU_CYCLES");
    EXPECT(ipc >= 0 && cycles >= 0 && is(t->metrics[ipc].name, "ipc") && t->events[cycles].code == 0x11);
    EXPECT(spe_metric_event(t, (unsigned)ipc, 1) == cycles && spe_pmu_event_find_code(t, 0x11) == cycles);
    EXPECT(t->groups[spe_metric_group_find(t, "General")].stage == 2);
    EXPECT(spe_telemetry_lists(t->metrics[ipc].groups, "General"));
    EXPECT(spe_metric_value(t, (unsigned)ipc, counts, 2, &value, NULL) == SPE_OK && value > 2.9 && value < 3.1);
    runs[ipc] = 1;
    EXPECT(spe_metric_runs(t, 0, runs) == 1 && runs[ipc] == 1);
    EXPECT(any && spe_pmu_event_find_code(any, 0x4001) >= 0);
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
               (event.type == SPE_PERF_BYTES ? SPE_PERF_RECORDS : SPE_PERF_NOTHING));
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

/* -- tables -- */

static uint64_t lent[4][16384];
static int is_lent[4];

static void *lend(void *context, size_t wanted)
{
    int n = 0;
    (void)context;
    while (n < 4 && is_lent[n])
        n++;
    if (n == 4 || wanted > sizeof lent[n])
        return NULL;
    is_lent[n] = 1;
    return lent[n];
}

static void give_back(void *context, void *memory)
{
    (void)context;
    for (int n = 0; n < 4; n++)
        is_lent[n] &= memory != lent[n];
}

static int fill(void *context, spe_arrow *a)
{
    (void)context;
    return spe_arrow_append(a, &record, NULL) == 0 ? 0 : SPE_E_SPACE;
}

static int tables(void)
{
    static spe_arrow arrow;
    static spe_decoder d;
    struct spe_arrow_config cfg = SPE_ARROW_CONFIG_INIT;
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    struct spe_arrow_column column;
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    cfg.rows = 8;
    cfg.get = lend;
    cfg.put = give_back;
    core.midr = neoverse_n1;
    EXPECT(!spe_arrow_config_problem(&cfg) && !spe_arrow_core_problem(&core) && spe_arrow_block_size(&cfg) > 1000);
    EXPECT(spe_arrow_column_find("pc") == SPE_COLUMN_PC && spe_arrow_column_get(SPE_COLUMN_PC, &column) == SPE_OK);
    EXPECT(spe_arrow_column_count() > SPE_COLUMN_EVENT);
    EXPECT(is(column.name, "pc") && is(column.format, "L") && column.has == SPE_HAS_PC);
    EXPECT(is(spe_arrow_word(SPE_COLUMN_OP, 3), "B"));
    EXPECT(spe_arrow_init(&arrow, &cfg) == SPE_OK && spe_arrow_schema(&arrow, &schema) == SPE_OK);
    EXPECT(schema.n_children >= 86 && is(schema.children[SPE_COLUMN_PC]->name, "pc"));
    schema.release(&schema);
    EXPECT(spe_decoder_init(&d, NULL) == SPE_OK && spe_decoder_feed(&d, bytes, size) == SPE_OK);
    EXPECT(spe_arrow_take(&arrow, &d, &core) == 0 && spe_arrow_append(&arrow, &record, &core) == 0);
    EXPECT(spe_arrow_array(&arrow, &array) == 1 && array.length >= 1);
    EXPECT(((const uint64_t *)array.children[SPE_COLUMN_PC]->buffers[1])[array.length - 1] == record.pc);
    array.release(&array);
    spe_arrow_end(&arrow);
    EXPECT(spe_arrow_stream(fill, &cfg, &stream) == SPE_OK && stream.get_next(&stream, &array) == 0);
    EXPECT(array.length == 1);
    array.release(&array);
    stream.release(&stream);
    EXPECT(spe_arrow_stream_decoder(&d, &core, &cfg, &stream) == SPE_OK && stream.get_schema(&stream, &schema) == 0);
    schema.release(&schema);
    stream.release(&stream);
    EXPECT(!is_lent[0] && !is_lent[1] && !is_lent[2] && !is_lent[3]);
    return 0;
}

int main(void)
{
    return base() || encoder() || packet() || decoder() || batch() || words() || cpu() || registers() ||
           registers_together() || filters_and_rules() || unit() || clocks() || statistics() ||
           statistics_by_source() || metrics() || perf_data() || tables();
}
