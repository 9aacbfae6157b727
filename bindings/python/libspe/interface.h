/* Made by bindings/interface from include/libspe. */
#define SPE_ACTIVITY_EVENTS 4
#define SPE_ARROW_SIZE 10240
#define SPE_BUILD_EXTENDED 1
#define SPE_CHECK_SIZE 256
#define SPE_CONTROL_DISCARD 16
#define SPE_CONTROL_JITTER 8
#define SPE_CONTROL_PA 2
#define SPE_CONTROL_PCT 4
#define SPE_CONTROL_TS 1
#define SPE_DECODER_SIZE 4096
#define SPE_DECODE_ARCH_INST 2
#define SPE_DECODE_RESYNC 1
#define SPE_ENCODER_SIZE 128
#define SPE_ENCODE_EXTENDED 1
#define SPE_ENCODE_SATURATE 2
#define SPE_ESTIMATES 12
#define SPE_ETS_WHOLE_ZA 4294967295
#define SPE_EVL_OVER_2048 4294967295
#define SPE_FEATURES_ALL_FLAGS 268435455
#define SPE_FEATURE_ALTCLK 8192
#define SPE_FEATURE_ARCH_INST 8
#define SPE_FEATURE_CRR 512
#define SPE_FEATURE_ECV 67108864
#define SPE_FEATURE_EFT 1024
#define SPE_FEATURE_ERND 32
#define SPE_FEATURE_EXC 16384
#define SPE_FEATURE_FDS 128
#define SPE_FEATURE_FE 1
#define SPE_FEATURE_FL 4
#define SPE_FEATURE_FNE 64
#define SPE_FEATURE_FPF 2048
#define SPE_FEATURE_FT 2
#define SPE_FEATURE_GCS 524288
#define SPE_FEATURE_LDS 16
#define SPE_FEATURE_LSE 8388608
#define SPE_FEATURE_MOPS 262144
#define SPE_FEATURE_MTE 131072
#define SPE_FEATURE_MTE2 33554432
#define SPE_FEATURE_NV2 2097152
#define SPE_FEATURE_NVM 32768
#define SPE_FEATURE_PBT 256
#define SPE_FEATURE_RME 1048576
#define SPE_FEATURE_SECURE 134217728
#define SPE_FEATURE_SME 16777216
#define SPE_FEATURE_SPE_SME 4096
#define SPE_FEATURE_SVE 65536
#define SPE_FEATURE_TME 4194304
#define SPE_FILTER_B 65536
#define SPE_FILTER_BM 281474976710656
#define SPE_FILTER_CONTRADICTION 16
#define SPE_FILTER_FDS 16
#define SPE_FILTER_FE 1
#define SPE_FILTER_FL 4
#define SPE_FILTER_FNE 8
#define SPE_FILTER_FP 524288
#define SPE_FILTER_FPM 2251799813685248
#define SPE_FILTER_FT 2
#define SPE_FILTER_LD 131072
#define SPE_FILTER_LDM 562949953421312
#define SPE_FILTER_NOT_IMPLEMENTED 32
#define SPE_FILTER_NO_EVENTS 1
#define SPE_FILTER_NO_INVERSE_EVENTS 2
#define SPE_FILTER_NO_LATENCY 8
#define SPE_FILTER_NO_TYPES 4
#define SPE_FILTER_RESERVED_BITS 64
#define SPE_FILTER_SIMD 1048576
#define SPE_FILTER_SIMDM 4503599627370496
#define SPE_FILTER_SIZE 384
#define SPE_FILTER_ST 262144
#define SPE_FILTER_STM 1125899906842624
#define SPE_FILTER_TEXT_MAX 512
#define SPE_HAS_ALL 252909343
#define SPE_HAS_ALT_ISSUE_LATENCY 4096
#define SPE_HAS_BRANCH_TARGET 2
#define SPE_HAS_CONTEXT_EL1 65536
#define SPE_HAS_CONTEXT_EL2 131072
#define SPE_HAS_DATA_PA 8
#define SPE_HAS_DATA_SOURCE 33554432
#define SPE_HAS_DATA_VA 4
#define SPE_HAS_END 134217728
#define SPE_HAS_EVENTS 16777216
#define SPE_HAS_ISSUE_LATENCY 512
#define SPE_HAS_OPERATION 1048576
#define SPE_HAS_PC 1
#define SPE_HAS_PREV_BRANCH_TARGET 16
#define SPE_HAS_TIMESTAMP 67108864
#define SPE_HAS_TOTAL_LATENCY 256
#define SPE_HAS_TRANSLATION_LATENCY 1024
#define SPE_HISTOGRAM_BUCKETS 704
#define SPE_KERNEL_ANY 0
#define SPE_KERNEL_AVX2 2
#define SPE_KERNEL_AVX512 3
#define SPE_KERNEL_NEON 4
#define SPE_KERNEL_PORTABLE 1
#define SPE_LINE_TEXT_MAX 1280
#define SPE_METRICS 36
#define SPE_METRIC_COUNTERS 6
#define SPE_METRIC_EVENTS 132
#define SPE_METRIC_GROUPS 13
#define SPE_PACKET_IMPDEF 4
#define SPE_PACKET_ITERATOR_SIZE 64
#define SPE_PACKET_MAX_SIZE 10
#define SPE_PACKET_RESERVED_HEADER 1
#define SPE_PACKET_RESERVED_VALUE 2
#define SPE_PACKET_TEXT_MAX 1024
#define SPE_PERF_AUX_COLLISION 8
#define SPE_PERF_AUX_MOVED 65536
#define SPE_PERF_AUX_OVERWRITE 2
#define SPE_PERF_AUX_PARTIAL 4
#define SPE_PERF_AUX_TRUNCATED 1
#define SPE_PERF_BUILD_ID_MAX 20
#define SPE_PERF_MISC_BUILD_ID 16384
#define SPE_PERF_MISC_EXEC 8192
#define SPE_PERF_MISC_OUT 8192
#define SPE_PERF_NONE 4294967295
#define SPE_PERF_READER_SIZE 768
#define SPE_PERF_SEEKABLE 1
#define SPE_PERF_STORAGE 163840
#define SPE_PERF_WRITER_SIZE 512
#define SPE_RECORD_AFTER_GAP 256
#define SPE_RECORD_IMPDEF 8
#define SPE_RECORD_MAX_SIZE 2048
#define SPE_RECORD_NO_EVENTS 32
#define SPE_RECORD_OVER_LONG 64
#define SPE_RECORD_REPEATED 16
#define SPE_RECORD_RESERVED_HEADER 2
#define SPE_RECORD_RESERVED_VALUE 4
#define SPE_RECORD_TEXT_MAX 2048
#define SPE_RECORD_TRUNCATED 128
#define SPE_RECORD_UNKNOWN 1
#define SPE_SAMPLING_COLLISIONS 1
#define SPE_SAMPLING_EVENTS 14
#define SPE_SAMPLING_FILTERED 2
#define SPE_SAMPLING_UOPS 8
#define SPE_SAMPLING_WEIGHT 4
#define SPE_STATS_GROUPS 10
#define SPE_STATS_NO_SOURCE 20
#define SPE_STATS_RATIOS 5
#define SPE_STATS_SOURCES 20
#define SPE_SYSREG_TEXT_MAX 1024
#define SPE_UNIT_INTERVAL_SHORT 16777216
#define SPE_UNIT_INTERVAL_ZERO 2048
#define SPE_UNIT_IN_FLIGHT 8
#define SPE_UNIT_POINTER_BEYOND 512
#define SPE_UNIT_POINTER_MISALIGNED 256
#define SPE_UNIT_POINTER_TOP_BYTE 1024
#define SPE_UNIT_RESERVED_BITS 33554432
#define SPE_UNIT_SIZE 2048
#define SPE_UNIT_TARGET_ALWAYS 1
#define SPE_UNIT_UNPREDICTABLE_SHIFT 16
#define SPE_UNIT_WARNINGS 4278190080
#define SPE_UNPREDICTABLE_E2PB 2
#define SPE_UNPREDICTABLE_EE 8
#define SPE_UNPREDICTABLE_FM 4
#define SPE_UNPREDICTABLE_NSPB 1
#define SPE_UNPREDICTABLE_PCT 16
#define SPE_VERSION 10000
#define SPE_VERSION_MAJOR 1
#define SPE_VERSION_MINOR 0
#define SPE_VERSION_PATCH 0
enum {
    SPE_OK = 0,
    SPE_E_MORE = -1,
    SPE_E_ARG = -16,
    SPE_E_CONFIG = -17,
    SPE_E_STATE = -18,
    SPE_E_SPACE = -32,
    SPE_E_RANGE = -48,
    SPE_E_KIND = -49,
    SPE_E_LAYOUT = -50,
    SPE_E_HEADER = -51,
    SPE_E_IO = -64,
    SPE_E_FORMAT = -65,
    SPE_E_NAME = -80,
    SPE_E_SYNTAX = -81,
    SPE_E_ABSENT = -82,
    SPE_E_UNDEFINED = -83
};
const char *spe_status_name(int status);
const char *spe_status_text(int status);
const char *spe_version(void);
uint32_t spe_version_number(void);
enum {
    SPE_PACKET_UNKNOWN = 0,
    SPE_PACKET_PADDING = 1,
    SPE_PACKET_END = 2,
    SPE_PACKET_TIMESTAMP = 3,
    SPE_PACKET_EVENTS = 4,
    SPE_PACKET_DATA_SOURCE = 5,
    SPE_PACKET_CONTEXT = 6,
    SPE_PACKET_OPERATION = 7,
    SPE_PACKET_ADDRESS = 8,
    SPE_PACKET_COUNTER = 9,
    SPE_PACKET_TYPES = 10
};
enum {
    SPE_ADDRESS_PC = 0,
    SPE_ADDRESS_BRANCH_TARGET = 1,
    SPE_ADDRESS_DATA_VA = 2,
    SPE_ADDRESS_DATA_PA = 3,
    SPE_ADDRESS_PREV_BRANCH_TARGET = 4
};
enum {
    SPE_COUNTER_TOTAL_LATENCY = 0,
    SPE_COUNTER_ISSUE_LATENCY = 1,
    SPE_COUNTER_TRANSLATION_LATENCY = 2,
    SPE_COUNTER_ALT_ISSUE_LATENCY = 4
};
enum { SPE_CONTEXT_EL1 = 0, SPE_CONTEXT_EL2 = 1 };
enum { SPE_CLASS_OTHER = 0, SPE_CLASS_LOAD_STORE = 1, SPE_CLASS_BRANCH = 2 };
struct spe_packet {
    uint64_t payload;
    uint8_t type;
    uint8_t index;
    uint8_t header[2];
    uint8_t header_size;
    uint8_t payload_size;
    uint8_t flags;
    uint8_t missing;
};
int spe_packet_decode(const void *bytes, size_t len, struct spe_packet *out);
int spe_packet_encode(const struct spe_packet *in, void *bytes, size_t cap);
int spe_packet_build(struct spe_packet *out, unsigned type, unsigned index, unsigned payload_size,
    uint64_t payload, unsigned flags);
int spe_packet_size(const void *bytes, size_t len);
typedef struct spe_packet_iterator {
    uint64_t opaque[64 / 8];
} spe_packet_iterator;
struct spe_record;
int spe_packet_iterator_init(spe_packet_iterator *it, const void *bytes, size_t len, uint64_t offset);
int spe_packet_iterator_init_record(spe_packet_iterator *it, const void *bytes, size_t len, uint64_t offset,
    const struct spe_record *record);
int spe_packet_iterator_next(spe_packet_iterator *it, struct spe_packet *out);
uint64_t spe_packet_iterator_offset(const spe_packet_iterator *it);
size_t spe_packet_iterator_left(const spe_packet_iterator *it);
enum {
    SPE_STATE_SECURE = 0,
    SPE_STATE_NON_SECURE = 1,
    SPE_STATE_REALM = 2,
    SPE_STATE_RESERVED = 3
};
uint64_t spe_address_bits(uint64_t payload) ;
uint64_t spe_address_canonical(uint64_t payload)
    ;
unsigned spe_address_el(uint64_t payload) ;
unsigned spe_address_ns(uint64_t payload) ;
unsigned spe_address_nse(uint64_t payload) ;
unsigned spe_address_state(uint64_t payload, int has_rme)
    ;
unsigned spe_address_tag(uint64_t payload) ;
unsigned spe_address_pat(uint64_t payload) ;
unsigned spe_address_ch(uint64_t payload) ;
int spe_address_build_pc(uint64_t address, unsigned el, unsigned state, uint64_t *payload);
int spe_address_build_va(uint64_t address, unsigned tag, uint64_t *payload);
int spe_address_build_pa(uint64_t address, unsigned space, unsigned ch, unsigned pat, uint64_t *payload);
int spe_counter_saturated(unsigned count, unsigned counter_bits)
    ;
uint16_t spe_counter_saturate(uint64_t cycles, unsigned counter_bits)
    ;
enum {
    SPE_EVENT_EXCEPTION = 0,
    SPE_EVENT_RETIRED = 1,
    SPE_EVENT_L1D_ACCESS = 2,
    SPE_EVENT_L1D_REFILL = 3,
    SPE_EVENT_TLB_ACCESS = 4,
    SPE_EVENT_TLB_WALK = 5,
    SPE_EVENT_NOT_TAKEN = 6,
    SPE_EVENT_MISPREDICTED = 7,
    SPE_EVENT_LL_ACCESS = 8,
    SPE_EVENT_LL_MISS = 9,
    SPE_EVENT_REMOTE_ACCESS = 10,
    SPE_EVENT_MISALIGNED = 11,
    SPE_EVENT_TRANSACTIONAL = 16,
    SPE_EVENT_PARTIAL_PREDICATE = 17,
    SPE_EVENT_EMPTY_PREDICATE = 18,
    SPE_EVENT_L2D_ACCESS = 19,
    SPE_EVENT_L2D_MISS = 20,
    SPE_EVENT_CACHE_DATA_MODIFIED = 21,
    SPE_EVENT_RECENTLY_FETCHED = 22,
    SPE_EVENT_DATA_SNOOPED = 23,
    SPE_EVENT_STREAMING_SVE = 24,
    SPE_EVENT_SMCU = 25
};
unsigned spe_event(uint64_t events, unsigned bit)
    ;
const char *spe_event_name(unsigned bit);
int spe_event_bit(const char *name);
int spe_event_pmu(unsigned bit, unsigned n);
struct spe_record {
    uint64_t offset;
    uint64_t size;
    uint64_t pc;
    uint64_t branch_target;
    uint64_t data_va;
    uint64_t data_pa;
    uint64_t prev_branch_target;
    uint64_t timestamp;
    uint64_t events;
    uint32_t present;
    uint32_t flags;
    uint32_t context_el1;
    uint32_t context_el2;
    uint16_t total_latency;
    uint16_t issue_latency;
    uint16_t translation_latency;
    uint16_t alt_issue_latency;
    uint16_t data_source;
    uint8_t op_class;
    uint8_t op_payload;
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t reserved[26];
};
uint32_t spe_record_context(const struct spe_record *in)
    ;
int spe_record_packet(const struct spe_record *in, uint32_t has, struct spe_packet *out);
typedef struct spe_decoder {
    uint64_t opaque[4096 / 8];
} spe_decoder;
struct spe_decoder_config {
    uint32_t size;
    uint32_t flags;
    uint64_t offset;
    uint32_t max_record_size;
    uint32_t alignment;
    uint32_t reserved[2];
};
const char *spe_decoder_config_mistake(const struct spe_decoder_config *cfg);
int spe_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg);
int spe_decoder_feed(spe_decoder *d, const void *bytes, size_t len);
int spe_decoder_next(spe_decoder *d, struct spe_record *out);
int spe_decoder_gap(spe_decoder *d, uint64_t offset, struct spe_record *out);
int spe_decoder_set_offset(spe_decoder *d, uint64_t offset);
int spe_decoder_resync(spe_decoder *d);
int spe_decoder_finish(spe_decoder *d, struct spe_record *out);
struct spe_decoder_stats {
    uint64_t bytes;
    uint64_t records;
    uint64_t packets[16];
    uint64_t reserved_headers;
    uint64_t reserved_values;
    uint64_t impdef;
    uint64_t repeated;
    uint64_t over_long;
    uint64_t truncated;
    uint64_t skipped;
    uint64_t gaps;
    uint64_t reserved[6];
};
int spe_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out);
size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n);
int spe_decoder_status(const spe_decoder *d);
int64_t spe_decoder_decode(spe_decoder *d, const void *bytes, size_t len, struct spe_record *out, size_t n,
    size_t *used);
int64_t spe_decode(const void *bytes, size_t len, struct spe_record *out, size_t n, size_t *used);
struct spe_columns {
    uint32_t size;
    uint32_t reserved;
    uint64_t *offset;
    uint64_t *record_size;
    uint64_t *pc;
    uint64_t *branch_target;
    uint64_t *data_va;
    uint64_t *data_pa;
    uint64_t *prev_branch_target;
    uint64_t *timestamp;
    uint64_t *events;
    uint32_t *present;
    uint32_t *flags;
    uint32_t *context_el1;
    uint32_t *context_el2;
    uint16_t *total_latency;
    uint16_t *issue_latency;
    uint16_t *translation_latency;
    uint16_t *alt_issue_latency;
    uint16_t *data_source;
    uint8_t *op_class;
    uint8_t *op_payload;
    uint8_t *events_size;
    uint8_t *data_source_size;
};
size_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n);
int64_t spe_decoder_decode_columns(spe_decoder *d, const void *bytes, size_t len,
    const struct spe_columns *columns, size_t n, size_t *used);
int64_t spe_decode_columns(const void *bytes, size_t len, const struct spe_columns *columns, size_t n,
    size_t *used);
const char *spe_columns_mistake(const struct spe_columns *columns);
size_t spe_columns_validity(const uint32_t *present, size_t n, uint32_t has, uint8_t *bitmap);
int spe_ticks_to_ns(uint64_t ticks, uint32_t frequency, uint64_t *ns);
int spe_ns_to_ticks(uint64_t ns, uint32_t frequency, uint64_t *ticks);
struct spe_perf_clock {
    uint64_t zero;
    uint64_t cycles;
    uint64_t mask;
    uint32_t mult;
    uint16_t shift;
    uint16_t is_short;
};
int spe_perf_time(const struct spe_perf_clock *in, uint64_t ticks, uint64_t *ns);
int spe_perf_ticks(const struct spe_perf_clock *in, uint64_t ns, uint64_t *ticks);
enum {
    SPE_SOURCES_UNKNOWN = 0,
    SPE_SOURCES_PUBLISHED = 1,
    SPE_SOURCES_FAMILY = 2
};
unsigned spe_cpu_count(void);
uint64_t spe_cpu_midr(unsigned n);
int spe_cpu_find(const char *name, uint64_t *midr);
const char *spe_cpu_name(uint64_t midr);
const char *spe_cpu_vendor(uint64_t midr);
int spe_cpu_sources(uint64_t midr);
enum {
    SPE_LEVEL_UNKNOWN = 0,
    SPE_LEVEL_L1 = 1,
    SPE_LEVEL_FILL_BUFFER = 2,
    SPE_LEVEL_L2 = 3,
    SPE_LEVEL_PEER_CORE = 4,
    SPE_LEVEL_L3 = 5,
    SPE_LEVEL_LAST = 6,
    SPE_LEVEL_PEER_CLUSTER = 7,
    SPE_LEVEL_SYSTEM_CACHE = 8,
    SPE_LEVEL_ON_CHIP = 9,
    SPE_LEVEL_BEYOND_LAST = 10,
    SPE_LEVEL_REMOTE_CACHE = 11,
    SPE_LEVEL_REMOTE = 12,
    SPE_LEVEL_DRAM = 13,
    SPE_LEVEL_DEVICE = 14,
    SPE_LEVEL_CLUSTER = 15,
    SPE_LEVELS = 16
};
struct spe_data_source {
    uint16_t value;
    uint8_t level;
    uint8_t known;
    uint8_t inferred;
    uint8_t peer;
    uint8_t modified;
    uint8_t remote;
    uint8_t device;
    uint8_t reserved[7];
};
int spe_cpu_data_source(uint64_t midr, unsigned value, struct spe_data_source *out);
const char *spe_cpu_data_source_name(uint64_t midr, unsigned value);
int spe_cpu_data_source_value(uint64_t midr, unsigned n);
const char *spe_level_name(unsigned level);
int spe_memory_level(const struct spe_record *in, uint64_t midr, struct spe_data_source *out);
const char *spe_cpu_event_name(uint64_t midr, unsigned bit);
enum {
    SPE_NOT_IMPLEMENTED = 0,
    SPE_V1P0 = 1,
    SPE_V1P1 = 2,
    SPE_V1P2 = 3,
    SPE_V1P3 = 4,
    SPE_V1P4 = 5,
    SPE_V1P5 = 6
};
struct spe_features {
    uint32_t size;
    uint32_t flags;
    uint32_t max_record_size;
    uint32_t alignment;
    uint8_t version;
    uint8_t counter_bits;
    uint8_t reserved[14];
};
const char *spe_features_mistake(const struct spe_features *features);
uint32_t spe_features_implied(const struct spe_features *features);
uint32_t spe_features_too_new(const struct spe_features *features);
const char *spe_feature_name(uint32_t flag);
struct spe_decoder_config;
struct spe_encoder_config;
int spe_features_decoder_config(const struct spe_features *features, struct spe_decoder_config *out);
int spe_features_encoder_config(const struct spe_features *features, struct spe_encoder_config *out);
struct spe_filter_registers {
    uint32_t size;
    uint32_t control;
    uint64_t pmsfcr;
    uint64_t pmsevfr;
    uint64_t pmsnevfr;
    uint64_t pmslatfr;
    uint64_t pmsdsfr;
    uint64_t reserved[2];
};
const char *spe_filter_registers_mistake(const struct spe_filter_registers *registers);
typedef struct spe_filter {
    uint64_t opaque[384 / 8];
} spe_filter;
uint64_t spe_filter_controls(const struct spe_features *features);
uint64_t spe_filter_events(const struct spe_features *features);
int spe_filter_compile(spe_filter *out, const struct spe_filter_registers *in,
    const struct spe_features *features, uint32_t *problems);
const char *spe_filter_problem(uint32_t problems);
uint64_t spe_filter_types(unsigned op_class, unsigned payload);
int spe_filter_keeps_types(uint64_t pmsfcr, uint64_t types);
enum {
    SPE_FILTER_KEPT = 0,
    SPE_FILTER_BY_EVENT = 1,
    SPE_FILTER_BY_INVERSE_EVENT = 2,
    SPE_FILTER_BY_TYPE = 3,
    SPE_FILTER_BY_LATENCY = 4,
    SPE_FILTER_BY_DATA_SOURCE = 5
};
struct spe_filter_counts {
    uint64_t count[8];
};
int spe_filter_keeps(const spe_filter *filter, const struct spe_record *record);
size_t spe_filter_batch(const spe_filter *filter, struct spe_record *records, size_t n,
    struct spe_filter_counts *counts);
int64_t spe_filter_columns(const spe_filter *filter, const struct spe_columns *columns, size_t n, uint8_t *keep,
    struct spe_filter_counts *counts);
int spe_filter_parse(const char *text, size_t len, struct spe_filter_registers *out, size_t *mistake);
enum { SPE_FILTER_TEXT_PERF = 0, SPE_FILTER_TEXT_WINDOWSPERF = 1 };
int spe_filter_text(const struct spe_filter_registers *in, uint32_t style, char *out, size_t cap);
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
enum {
    SPE_COLUMN_OFFSET = 0,
    SPE_COLUMN_SIZE = 1,
    SPE_COLUMN_PC = 2,
    SPE_COLUMN_BRANCH_TARGET = 3,
    SPE_COLUMN_DATA_VA = 4,
    SPE_COLUMN_DATA_PA = 5,
    SPE_COLUMN_PREV_BRANCH_TARGET = 6,
    SPE_COLUMN_TIMESTAMP = 7,
    SPE_COLUMN_EVENTS = 8,
    SPE_COLUMN_PRESENT = 9,
    SPE_COLUMN_FLAGS = 10,
    SPE_COLUMN_CONTEXT_EL1 = 11,
    SPE_COLUMN_CONTEXT_EL2 = 12,
    SPE_COLUMN_TOTAL_LATENCY = 13,
    SPE_COLUMN_ISSUE_LATENCY = 14,
    SPE_COLUMN_TRANSLATION_LATENCY = 15,
    SPE_COLUMN_ALT_ISSUE_LATENCY = 16,
    SPE_COLUMN_DATA_SOURCE = 17,
    SPE_COLUMN_OP_CLASS = 18,
    SPE_COLUMN_OP_PAYLOAD = 19,
    SPE_COLUMN_EVENTS_SIZE = 20,
    SPE_COLUMN_DATA_SOURCE_SIZE = 21,
    SPE_COLUMN_CPU = 22,
    SPE_COLUMN_TID = 23,
    SPE_COLUMN_CONTEXT = 24,
    SPE_COLUMN_TIME_NS = 25,
    SPE_COLUMN_PC_ADDRESS = 26,
    SPE_COLUMN_PC_EL = 27,
    SPE_COLUMN_PC_STATE = 28,
    SPE_COLUMN_BRANCH_TARGET_ADDRESS = 29,
    SPE_COLUMN_BRANCH_TARGET_EL = 30,
    SPE_COLUMN_BRANCH_TARGET_STATE = 31,
    SPE_COLUMN_PREV_BRANCH_TARGET_ADDRESS = 32,
    SPE_COLUMN_PREV_BRANCH_TARGET_EL = 33,
    SPE_COLUMN_PREV_BRANCH_TARGET_STATE = 34,
    SPE_COLUMN_DATA_VA_ADDRESS = 35,
    SPE_COLUMN_DATA_VA_TAG = 36,
    SPE_COLUMN_DATA_PA_ADDRESS = 37,
    SPE_COLUMN_DATA_PA_SPACE = 38,
    SPE_COLUMN_DATA_PA_TAG = 39,
    SPE_COLUMN_DATA_PA_CHECKED = 40,
    SPE_COLUMN_OP = 41,
    SPE_COLUMN_SUBCLASS = 42,
    SPE_COLUMN_EVL_BITS = 43,
    SPE_COLUMN_ETS_BITS = 44,
    SPE_COLUMN_ATOMIC = 45,
    SPE_COLUMN_EXCLUSIVE = 46,
    SPE_COLUMN_ACQUIRE_RELEASE = 47,
    SPE_COLUMN_PREDICATED = 48,
    SPE_COLUMN_GATHER_SCATTER = 49,
    SPE_COLUMN_FP = 50,
    SPE_COLUMN_ASE = 51,
    SPE_COLUMN_CONDITIONAL = 52,
    SPE_COLUMN_INDIRECT = 53,
    SPE_COLUMN_GCS = 54,
    SPE_COLUMN_COMM = 55,
    SPE_COLUMN_BRANCH_KIND = 56,
    SPE_COLUMN_MEMORY_LEVEL = 57,
    SPE_COLUMN_MEMORY_INFERRED = 58,
    SPE_COLUMN_MEMORY_PEER = 59,
    SPE_COLUMN_MEMORY_MODIFIED = 60,
    SPE_COLUMN_MEMORY_REMOTE = 61,
    SPE_COLUMN_MEMORY_DEVICE = 62,
    SPE_COLUMN_DATA_SOURCE_NAME = 63,
    SPE_COLUMN_EVENT = 128,
    SPE_COLUMNS_END = 192
};
struct spe_arrow_column {
    const char *name;
    const char *format;
    const char *unit;
    const char *source;
    const char *text;
    uint32_t has;
    uint32_t is_nullable;
};
int spe_arrow_column_get(unsigned number, struct spe_arrow_column *out);
int spe_arrow_column_find(const char *name);
const char *spe_arrow_word(unsigned number, unsigned n);
typedef void *spe_arrow_get_fn(void *context, size_t size);
typedef void spe_arrow_put_fn(void *context, void *memory);
struct spe_arrow_config {
    uint32_t size;
    uint32_t rows;
    uint64_t columns[3];
    spe_arrow_get_fn *get;
    spe_arrow_put_fn *put;
    void *context;
};
const char *spe_arrow_config_mistake(const struct spe_arrow_config *cfg);
size_t spe_arrow_block_size(const struct spe_arrow_config *cfg);
struct spe_arrow_core {
    uint32_t size;
    uint32_t cpu;
    uint32_t tid;
    uint32_t reserved;
    uint64_t midr;
    const struct spe_perf_clock *clock;
    const spe_filter *filter;
};
const char *spe_arrow_core_mistake(const struct spe_arrow_core *core);
typedef struct spe_arrow {
    uint64_t opaque[10240 / 8];
} spe_arrow;
int spe_arrow_init(spe_arrow *a, const struct spe_arrow_config *cfg);
int spe_arrow_schema(const spe_arrow *a, struct ArrowSchema *out);
int spe_arrow_take(spe_arrow *a, spe_decoder *d, const struct spe_arrow_core *core);
int spe_arrow_append(spe_arrow *a, const struct spe_record *record, const struct spe_arrow_core *core);
int spe_arrow_array(spe_arrow *a, struct ArrowArray *out);
void spe_arrow_end(spe_arrow *a);
typedef int spe_arrow_fill_fn(void *context, spe_arrow *a);
int spe_arrow_stream(struct ArrowArrayStream *out, const struct spe_arrow_config *cfg, spe_arrow_fill_fn *fill);
int spe_arrow_stream_decoder(struct ArrowArrayStream *out, const struct spe_arrow_config *cfg, spe_decoder *d,
    const struct spe_arrow_core *core);
enum {
    SPE_CHECK_WARNING = 1,
    SPE_CHECK_VIOLATION = 2,
    SPE_CHECK_NOTE = 3
};
enum {
    SPE_RULE_EVENTS_MISSING = 0,
    SPE_RULE_END_MISSING = 1,
    SPE_RULE_TWO_ENDS = 2,
    SPE_RULE_OPERATION_MISSING = 3,
    SPE_RULE_OPERATION_LEFT_OUT = 4,
    SPE_RULE_PC_MISSING = 5,
    SPE_RULE_PC_LEFT_OUT = 6,
    SPE_RULE_TOTAL_LATENCY_MISSING = 7,
    SPE_RULE_ISSUE_LATENCY_MISSING = 8,
    SPE_RULE_BRANCH_TARGET_MISSING = 9,
    SPE_RULE_BRANCH_TARGET_LEFT_OUT = 10,
    SPE_RULE_DATA_VA_MISSING = 11,
    SPE_RULE_DATA_PA_WITHOUT_VA = 12,
    SPE_RULE_TRANSLATION_LATENCY_MISSING = 13,
    SPE_RULE_ACCESS_EVENTS_MISSING = 14,
    SPE_RULE_DATA_SOURCE_MISSING = 15,
    SPE_RULE_GCS_DATA_VA_MISSING = 16,
    SPE_RULE_EXCEPTION_TARGET = 17,
    SPE_RULE_EXCEPTION_BRANCH = 18,
    SPE_RULE_DATA_ADDRESS_UNEXPECTED = 19,
    SPE_RULE_BRANCH_TARGET_UNEXPECTED = 20,
    SPE_RULE_DATA_SOURCE_UNEXPECTED = 21,
    SPE_RULE_TRANSLATION_WITHOUT_VA = 22,
    SPE_RULE_TRANSLATION_UNEXPECTED = 23,
    SPE_RULE_ISSUE_ABOVE_TOTAL = 24,
    SPE_RULE_CONTEXT_EL1_AT_EL2 = 25,
    SPE_RULE_EXCEPTION_NOT_RETIRED = 26,
    SPE_RULE_NOT_RETIRED = 27,
    SPE_RULE_PACKET_REPEATED = 28,
    SPE_RULE_PACKET_UNKNOWN = 29,
    SPE_RULE_PACKET_RESERVED = 30,
    SPE_RULE_RECORD_REPEATED = 31,
    SPE_RULE_RECORD_TOO_LONG = 32,
    SPE_RULE_RECORD_TOO_FAR = 33,
    SPE_RULE_RECORD_MISALIGNED = 34,
    SPE_RULE_ENDS_MIXED = 35,
    SPE_RULE_EVENTS_RESIZED = 36,
    SPE_RULE_DATA_SOURCE_RESIZED = 37,
    SPE_RULE_EMPTY_NOT_PARTIAL = 38,
    SPE_RULE_L1D_REFILL_WITHOUT_ACCESS = 39,
    SPE_RULE_TLB_WALK_WITHOUT_ACCESS = 40,
    SPE_RULE_LL_MISS_WITHOUT_ACCESS = 41,
    SPE_RULE_L2D_MISS_WITHOUT_ACCESS = 42,
    SPE_RULE_EVENT_RESERVED = 43,
    SPE_RULE_EVENT_MISALIGNED = 44,
    SPE_RULE_EVENT_TRANSACTIONAL = 45,
    SPE_RULE_EVENT_PREDICATE = 46,
    SPE_RULE_EVENT_CACHE = 47,
    SPE_RULE_EVENT_SME = 48,
    SPE_RULE_EVENT_SHARED = 49,
    SPE_RULE_EVENT_V1P4 = 50,
    SPE_RULE_EVENT_NOT_ACCESS = 51,
    SPE_RULE_EVENT_NOT_LOAD = 52,
    SPE_RULE_EVENTS_TOO_SMALL = 53,
    SPE_RULE_NOT_TAKEN_UNCONDITIONAL = 54,
    SPE_RULE_MISPREDICTED_NOT_BRANCH = 55,
    SPE_RULE_PREDICATE_NOT_VECTOR = 56,
    SPE_RULE_PREDICATE_UNPREDICATED = 57,
    SPE_RULE_OPERATION_RESERVED = 58,
    SPE_RULE_FP_ASE = 59,
    SPE_RULE_SVE = 60,
    SPE_RULE_SME = 61,
    SPE_RULE_UNSPECIFIED_REGISTERS = 62,
    SPE_RULE_ALLOCATION_TAGS = 63,
    SPE_RULE_NV2 = 64,
    SPE_RULE_NV2_NOT_EL1 = 65,
    SPE_RULE_ATOMIC = 66,
    SPE_RULE_EXTENDED_FLAGS = 67,
    SPE_RULE_SVE_REGISTERS = 68,
    SPE_RULE_SVE_LOAD_PREDICATED = 69,
    SPE_RULE_MEMORY_COPY_SET = 70,
    SPE_RULE_GCS = 71,
    SPE_RULE_GCS_COMMON = 72,
    SPE_RULE_GCS_BRANCH = 73,
    SPE_RULE_GCS_NEITHER = 74,
    SPE_RULE_CALL_RETURN = 75,
    SPE_RULE_CALL_RETURN_MISSING = 76,
    SPE_RULE_RETURN_DIRECT = 77,
    SPE_RULE_CONDITIONAL_INDIRECT = 78,
    SPE_RULE_CONDITIONAL_CALL_RETURN = 79,
    SPE_RULE_EVL_OVER_2048 = 80,
    SPE_RULE_ADDRESS_ZERO_BITS = 81,
    SPE_RULE_NSE_WITHOUT_RME = 82,
    SPE_RULE_NSE_RESERVED = 83,
    SPE_RULE_SECURE_STATE = 84,
    SPE_RULE_PC_EL3 = 85,
    SPE_RULE_BRANCH_TARGET_ELSEWHERE = 86,
    SPE_RULE_DATA_PA_TAG = 87,
    SPE_RULE_PREV_BRANCH_TARGET = 88,
    SPE_RULE_PREV_TARGET_NOT_RETIRED = 89,
    SPE_RULE_COUNTER_TOO_LARGE = 90,
    SPE_RULE_ALT_ISSUE_LATENCY = 91,
    SPE_RULE_ALT_ISSUE_NOT_STREAMING = 92,
    SPE_RULE_DATA_SOURCE = 93,
    SPE_RULE_EXTENDED_HEADER = 94,
    SPE_RULE_OTHER_PACKET_REPEATED = 95,
    SPE_RULE_IMPDEF_COUNTER_TOO_LARGE = 96,
    SPE_RULE_NOT_PADDING = 97,
    SPE_RULE_PACKET_CUT = 98,
    SPE_RULES = 99
};
struct spe_finding {
    uint64_t offset;
    uint32_t rule;
    uint32_t severity;
};
typedef struct spe_check {
    uint64_t opaque[256 / 8];
} spe_check;
int spe_check_init(spe_check *c, const struct spe_features *features);
int spe_check_all_features(struct spe_features *out);
int spe_check_record(spe_check *c, const struct spe_record *in, struct spe_finding *out, size_t cap);
int spe_check_bytes(const spe_check *c, const void *bytes, size_t len, uint64_t offset, struct spe_finding *out,
    size_t cap);
const char *spe_rule_name(unsigned rule);
const char *spe_rule_section(unsigned rule);
const char *spe_rule_text(unsigned rule);
int spe_rule_severity(unsigned rule);
int spe_rule_find(const char *name);
typedef struct spe_encoder {
    uint64_t opaque[128 / 8];
} spe_encoder;
enum {
    SPE_LAYOUT_CANONICAL = 0,
    SPE_LAYOUT_SLOTS_64 = 1
};
enum {
    SPE_TERMINATOR_RECORD = 0,
    SPE_TERMINATOR_END = 1,
    SPE_TERMINATOR_TIMESTAMP = 2
};
struct spe_encoder_config {
    uint32_t size;
    uint32_t flags;
    uint64_t offset;
    uint32_t alignment;
    uint32_t max_record_size;
    uint8_t layout;
    uint8_t terminator;
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t counter_bits;
    uint8_t kernel;
    uint8_t reserved[2];
};
const char *spe_encoder_config_mistake(const struct spe_encoder_config *cfg);
int spe_encoder_init(spe_encoder *e, void *buffer, size_t cap, const struct spe_encoder_config *cfg);
int spe_encoder_record(spe_encoder *e, const struct spe_record *in);
int spe_encoder_packet(spe_encoder *e, const struct spe_packet *in);
size_t spe_encoder_size(const spe_encoder *e);
int spe_encoder_status(const spe_encoder *e);
uint64_t spe_encoder_refused(const spe_encoder *e);
int spe_encoder_restart(spe_encoder *e, void *buffer, size_t cap);
struct spe_event_count {
    uint64_t count;
    uint16_t code;
    uint8_t reserved[6];
};
const char *spe_metric_name(unsigned metric);
const char *spe_metric_title(unsigned metric);
const char *spe_metric_text(unsigned metric);
const char *spe_metric_formula(unsigned metric);
const char *spe_metric_unit(unsigned metric);
const char *spe_metric_groups(unsigned metric);
int spe_metric_find(const char *name);
int spe_metric_event(unsigned metric, unsigned n);
int spe_metric_value(unsigned metric, const struct spe_event_count *counts, size_t n, double *value,
    unsigned *missing);
const char *spe_metric_event_name(unsigned number);
int spe_metric_event_code(unsigned number);
const char *spe_metric_event_groups(unsigned number);
const char *spe_metric_event_title(unsigned number);
const char *spe_metric_event_text(unsigned number);
int spe_metric_event_find(const char *name);
int spe_metric_event_find_code(unsigned code);
uint64_t spe_metric_event_metrics(unsigned number);
const char *spe_metric_group_name(unsigned group);
const char *spe_metric_group_title(unsigned group);
const char *spe_metric_group_text(unsigned group);
int spe_metric_group_stage(unsigned group);
int spe_metric_group_find(const char *name);
uint64_t spe_metric_group_metrics(unsigned group);
int spe_metric_stage(unsigned metric);
uint32_t spe_metric_next(unsigned metric);
struct spe_metric_run {
    uint64_t metrics;
    uint16_t codes[6];
    uint8_t n_codes;
    uint8_t cycles;
    uint8_t reserved[2];
};
int spe_metric_run_next(struct spe_metric_run *run, uint64_t *metrics);
struct spe_sampling {
    uint64_t sample_pop;
    uint64_t sample_feed;
    uint64_t sample_filtrate;
    uint64_t sample_collision;
    uint64_t inst_retired;
    double collision_rate;
    double filter_rate;
    double weight;
    double uops;
    uint32_t valid;
    uint8_t reserved[4];
};
int spe_sampling_health(struct spe_sampling *sampling);
const char *spe_sampling_event_name(unsigned number);
int spe_sampling_event_code(unsigned number);
const char *spe_sampling_event_title(unsigned number);
const char *spe_sampling_event_text(unsigned number);
int spe_sampling_event_find(const char *name);
int spe_sampling_event_find_code(unsigned code);
const char *spe_activity_event_name(unsigned counter);
int spe_activity_event_code(unsigned counter);
struct spe_activity {
    uint64_t cpu_cycles;
    uint64_t cnt_cycles;
    uint64_t inst_retired;
    uint64_t stall_backend_mem;
    uint64_t cntfrq;
    double clock;
    double ipc;
    double memory_stalls;
};
int spe_activity_read(struct spe_activity *activity);
double spe_activity_ns(const struct spe_activity *activity, double cycles);
enum {
    SPE_OP_RESERVED = 0,
    SPE_OP_OTHER = 1,
    SPE_OP_SVE = 2,
    SPE_OP_SME = 3,
    SPE_OP_GP = 4,
    SPE_OP_SIMD_FP = 5,
    SPE_OP_UNSPECIFIED = 6,
    SPE_OP_ALLOCATION_TAG = 7,
    SPE_OP_NV2_SYSREG = 8,
    SPE_OP_EXTENDED = 9,
    SPE_OP_SVE_SME = 10,
    SPE_OP_MEMORY_COPY = 11,
    SPE_OP_MEMORY_SET = 12,
    SPE_OP_GCS = 13,
    SPE_OP_BRANCH = 14,
    SPE_OP_SUBCLASSES = 15
};
enum {
    SPE_CR_NOT_RECORDED = 0,
    SPE_CR_BRANCH_LINK = 1,
    SPE_CR_RETURN = 2,
    SPE_CR_NEITHER = 3
};
struct spe_op {
    uint32_t evl_bits;
    uint32_t ets_bits;
    uint8_t op_class;
    uint8_t subclass;
    uint8_t payload;
    uint8_t reserved_value;
    uint8_t store;
    uint8_t atomic;
    uint8_t exclusive;
    uint8_t acquire_release;
    uint8_t predicated;
    uint8_t gather_scatter;
    uint8_t fp;
    uint8_t ase;
    uint8_t conditional;
    uint8_t indirect;
    uint8_t gcs;
    uint8_t comm;
    uint8_t branch_kind;
    uint8_t reserved[7];
};
int spe_op_decode(unsigned op_class, unsigned payload, struct spe_op *out);
int spe_op_encode(const struct spe_op *in);
const char *spe_op_subclass_name(unsigned subclass);
enum {
    SPE_PERF_OTHER = 0,
    SPE_PERF_BUFFER = 1,
    SPE_PERF_BYTES = 2,
    SPE_PERF_GAP = 3,
    SPE_PERF_BUFFER_END = 4,
    SPE_PERF_AUX = 5,
    SPE_PERF_CLOCK = 6,
    SPE_PERF_COMM = 7,
    SPE_PERF_FORK = 8,
    SPE_PERF_EXIT = 9,
    SPE_PERF_MMAP = 10,
    SPE_PERF_BUILD_ID = 11,
    SPE_PERF_LOST = 12,
    SPE_PERF_START = 13,
    SPE_PERF_SWITCH = 14,
    SPE_PERF_INFO = 15,
    SPE_PERF_CORE = 16,
    SPE_PERF_ATTR = 17,
    SPE_PERF_EVENTS = 18
};
struct spe_perf_event {
    uint32_t type;
    uint32_t kind;
    uint32_t misc;
    uint32_t aux_flags;
    uint64_t file_offset;
    uint64_t time;
    uint64_t offset;
    uint64_t size;
    uint64_t midr;
    uint64_t reference;
    uint64_t address;
    uint64_t file_position;
    uint64_t inode;
    uint64_t inode_generation;
    uint64_t lost;
    uint64_t period;
    uint64_t config[4];
    uint64_t event_filter;
    struct spe_perf_clock clock;
    uint32_t cpu;
    uint32_t index;
    uint32_t pid;
    uint32_t tid;
    uint32_t ppid;
    uint32_t ptid;
    uint32_t protection;
    uint32_t map_flags;
    uint32_t device_major;
    uint32_t device_minor;
    uint32_t build_id_size;
    uint32_t is_late;
    uint8_t build_id[20];
    uint32_t pmu_type;
    uint64_t reserved[6];
    const char *name;
    const void *bytes;
};
typedef struct spe_perf_reader {
    uint64_t opaque[768 / 8];
} spe_perf_reader;
typedef int64_t spe_perf_read_fn(void *context, uint64_t offset, void *bytes, size_t cap);
int spe_perf_is_file(const void *bytes, size_t len);
int spe_perf_reader_init(spe_perf_reader *r, spe_perf_read_fn *read, void *context, uint32_t flags,
    void *storage, size_t size);
int spe_perf_reader_init_memory(spe_perf_reader *r, const void *file, size_t len, void *storage, size_t size);
int spe_perf_reader_next(spe_perf_reader *r, struct spe_perf_event *out);
const char *spe_perf_reader_problem(const spe_perf_reader *r, uint64_t *offset);
struct spe_perf_file_info {
    uint64_t host_midr;
    uint64_t buffers;
    uint64_t bytes;
    uint64_t position;
    uint32_t metadata_version;
    uint32_t is_pipe;
    uint32_t is_swapped;
    uint32_t is_unfinished;
    uint64_t late;
    uint8_t reserved[8];
};
int spe_perf_reader_info(const spe_perf_reader *r, struct spe_perf_file_info *out);
typedef struct spe_perf_writer {
    uint64_t opaque[512 / 8];
} spe_perf_writer;
typedef int spe_perf_write_fn(void *context, uint64_t offset, const void *bytes, size_t size);
struct spe_perf_core {
    uint64_t midr;
    uint64_t min_interval;
    uint64_t event_filter;
    uint32_t cpu;
    uint32_t pmu_type;
    uint64_t reserved[4];
};
struct spe_perf_writer_config {
    uint32_t size;
    uint32_t pmu_type;
    uint64_t midr;
    uint64_t period;
    uint64_t config[4];
    struct spe_perf_clock clock;
    uint64_t core_count;
    const struct spe_perf_core *cores;
};
const char *spe_perf_writer_config_mistake(const struct spe_perf_writer_config *cfg);
int spe_perf_writer_init(spe_perf_writer *w, const struct spe_perf_writer_config *cfg, spe_perf_write_fn *write,
    void *context);
int spe_perf_writer_put(spe_perf_writer *w, const struct spe_perf_event *event);
int spe_perf_writer_finish(spe_perf_writer *w);
enum {
    SPE_REG_PMSIDR_EL1 = 0,
    SPE_REG_PMSCR_EL1 = 1,
    SPE_REG_PMSCR_EL2 = 2,
    SPE_REG_PMSICR_EL1 = 3,
    SPE_REG_PMSIRR_EL1 = 4,
    SPE_REG_PMSFCR_EL1 = 5,
    SPE_REG_PMSEVFR_EL1 = 6,
    SPE_REG_PMSNEVFR_EL1 = 7,
    SPE_REG_PMSDSFR_EL1 = 8,
    SPE_REG_PMSLATFR_EL1 = 9,
    SPE_REG_PMBLIMITR_EL1 = 10,
    SPE_REG_PMBPTR_EL1 = 11,
    SPE_REG_PMBSR_EL1 = 12,
    SPE_REG_PMBIDR_EL1 = 13,
    SPE_REG_PMBSR_EL2 = 14,
    SPE_REG_PMBSR_EL3 = 15,
    SPE_REG_PMBMAR_EL1 = 16,
    SPE_REG_ID_AA64DFR0_EL1 = 17,
    SPE_REG_ID_AA64DFR1_EL1 = 18,
    SPE_REG_ID_AA64DFR2_EL1 = 19,
    SPE_REG_ID_AA64PFR0_EL1 = 20,
    SPE_REG_ID_AA64PFR1_EL1 = 21,
    SPE_REG_ID_AA64ISAR0_EL1 = 22,
    SPE_REG_ID_AA64ISAR2_EL1 = 23,
    SPE_REG_ID_AA64MMFR0_EL1 = 24,
    SPE_REG_ID_AA64MMFR2_EL1 = 25,
    SPE_REG_HCR_EL2 = 26,
    SPE_REG_SCR_EL3 = 27,
    SPE_REG_MDCR_EL2 = 28,
    SPE_REG_MDCR_EL3 = 29,
    SPE_REG_HDFGRTR_EL2 = 30,
    SPE_REG_HDFGWTR_EL2 = 31,
    SPE_REG_HDFGRTR2_EL2 = 32,
    SPE_REG_HDFGWTR2_EL2 = 33,
    SPE_REG_HFGITR_EL2 = 34,
    SPE_REGS = 35
};
struct spe_sysreg_value {
    uint32_t reg;
    uint32_t reserved;
    uint64_t raw;
};
enum {
    SPE_SYSREG_NUMBER = 0,
    SPE_SYSREG_FLAG = 1,
    SPE_SYSREG_VALUES = 2,
    SPE_SYSREG_SCALED = 3,
    SPE_SYSREG_ADDRESS = 4,
    SPE_SYSREG_MASK = 5,
    SPE_SYSREG_EVENTS = 6,
    SPE_SYSREG_SIZE = 7,
    SPE_SYSREG_CODE = 8
};
enum {
    SPE_SYSREG_RESET_NOT_TOLD = 0,
    SPE_SYSREG_RESET_UNKNOWN = 1,
    SPE_SYSREG_RESET_ZERO = 2,
    SPE_SYSREG_RESET_ZERO_AT_TOP = 3,
    SPE_SYSREG_READ_ONLY = 4
};
struct spe_sysreg_field {
    char name[16];
    uint8_t high;
    uint8_t low;
    uint8_t kind;
    uint8_t reset;
    uint8_t reserved[12];
};
const char *spe_sysreg_name(unsigned reg);
int spe_sysreg_find(const char *name);
int spe_sysreg_match(const char *name, unsigned nth);
int spe_sysreg_encoding(unsigned reg);
int spe_sysreg_find_encoding(unsigned encoding);
const char *spe_sysreg_needs(unsigned reg);
int spe_sysreg_fields(unsigned reg);
int spe_sysreg_field_describe(unsigned reg, unsigned field, struct spe_sysreg_field *out);
int spe_sysreg_field_find(unsigned reg, const char *name);
int spe_sysreg_applies(unsigned reg, unsigned field, uint64_t raw);
const char *spe_sysreg_field_needs(unsigned reg, unsigned field);
int spe_sysreg_get(unsigned reg, unsigned field, uint64_t raw, uint64_t *value);
int spe_sysreg_put(unsigned reg, unsigned field, uint64_t value, uint64_t *raw);
int spe_sysreg_number(const char *text, size_t len, uint64_t *value);
int spe_sysreg_parse(unsigned reg, const char *text, size_t len, uint64_t *raw, size_t *mistake);
uint64_t spe_sysreg_reserved(unsigned reg, uint64_t raw);
const char *spe_sysreg_value_name(unsigned reg, unsigned field, uint64_t value);
int spe_sysreg_field_text(unsigned reg, unsigned field, uint64_t raw, char *out, size_t cap);
int spe_sysreg_text(unsigned reg, uint64_t raw, char *out, size_t cap);
int spe_features_from_registers(const struct spe_sysreg_value *regs, size_t n, uint32_t flags,
    struct spe_features *out);
enum {
    SPE_EC_OTHER = 0x00,
    SPE_EC_STAGE1 = 0x24,
    SPE_EC_STAGE2 = 0x25,
    SPE_EC_GRANULE = 0x1e,
    SPE_EC_IMPDEF = 0x1f,
    SPE_BSC_NOT_STOPPED = 0,
    SPE_BSC_FULL = 1,
    SPE_BSC_TOO_LARGE = 4
};
enum {
    SPE_BUFFER_OTHER = 0,
    SPE_BUFFER_STAGE1 = 1,
    SPE_BUFFER_STAGE2 = 2,
    SPE_BUFFER_GRANULE = 3,
    SPE_BUFFER_IMPDEF = 4,
    SPE_BUFFER_RESERVED = 5
};
struct spe_syndrome {
    uint32_t mss2;
    uint16_t mss;
    uint8_t ec;
    uint8_t event_class;
    uint8_t service;
    uint8_t buffer_full;
    uint8_t data_lost;
    uint8_t external_abort;
    uint8_t collision;
    uint8_t has_fault;
    uint8_t fault_status;
    uint8_t buffer_status;
    uint8_t top_level;
    uint8_t assured_only;
    uint8_t overlay;
    uint8_t dirty_bit;
    uint8_t in_doubt;
    uint8_t reserved[11];
};
int spe_syndrome_decode(uint64_t pmbsr, struct spe_syndrome *out);
int spe_syndrome_encode(const struct spe_syndrome *in, uint64_t *pmbsr);
const char *spe_fault_status_name(unsigned fault_status);
int spe_syndrome_text(uint64_t pmbsr, char *out, size_t cap);
struct spe_buffer_geometry {
    uint64_t pointer;
    uint64_t limit;
    uint64_t free;
    uint64_t records;
};
int spe_buffer_measure(uint64_t pmbptr, uint64_t pmblimitr, const struct spe_features *features,
    struct spe_buffer_geometry *out);
enum {
    SPE_TIMESTAMP_NONE = 0,
    SPE_TIMESTAMP_VIRTUAL = 1,
    SPE_TIMESTAMP_PHYSICAL = 2,
    SPE_TIMESTAMP_PHYSICAL_OFFSET = 3,
    SPE_TIMESTAMP_RESERVED = 4
};
int spe_timestamp_source(uint64_t pmscr_el1, uint64_t pmscr_el2, int el2_enabled, unsigned owning_el,
    int has_ecv);
const char *spe_timestamp_source_name(unsigned source);
enum {
    SPE_PROFILING_NO = 0,
    SPE_PROFILING_YES = 1,
    SPE_PROFILING_UNPREDICTABLE = 2
};
struct spe_profiling_level {
    uint32_t collects;
    uint8_t allowed;
    uint8_t enabled;
    uint8_t timestamp;
    uint8_t reserved;
};
struct spe_profiling {
    uint64_t missing;
    uint32_t unpredictable;
    uint8_t has_el2;
    uint8_t has_el3;
    uint8_t owning_state;
    uint8_t owning_el;
    uint8_t el2_enabled;
    uint8_t buffer_enabled;
    uint8_t stopped;
    uint8_t discards;
    uint8_t physical_mode;
    uint8_t interrupt;
    uint8_t event_el;
    uint8_t reserved0;
    struct spe_profiling_level level[3];
    uint8_t reserved[16];
};
int spe_profiling_read(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
    struct spe_profiling *out);
int spe_profiling_at(const struct spe_profiling *profiling, unsigned el, unsigned state,
    struct spe_profiling_level *out);
int spe_profiling_event_el(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
    uint64_t pmbsr);
struct spe_interval {
    uint64_t least;
    uint64_t most;
    uint64_t twice_mean;
    uint8_t reserved[8];
};
int spe_interval_measure(uint64_t pmsirr, const struct spe_features *features, struct spe_interval *out);
uint32_t spe_interval_least(uint64_t pmsidr);
enum {
    SPE_PERIOD_EXACT = 0,
    SPE_PERIOD_ROUNDED = 1,
    SPE_PERIOD_RAISED = 2,
    SPE_PERIOD_CAPPED = 3
};
int spe_interval_from_period(uint64_t period, uint64_t pmsidr, uint64_t *pmsirr);
uint64_t spe_interval_to_period(uint64_t pmsirr);
struct spe_histogram {
    uint64_t count;
    uint64_t sum;
    uint64_t most;
    uint64_t buckets[704];
};
unsigned spe_histogram_bucket(unsigned value);
unsigned spe_histogram_low(unsigned bucket);
unsigned spe_histogram_high(unsigned bucket);
double spe_histogram_quantile(const struct spe_histogram *histogram, double q);
double spe_histogram_mean(const struct spe_histogram *histogram);
struct spe_latencies {
    struct spe_histogram total;
    struct spe_histogram issue;
    struct spe_histogram translation;
};
void spe_latencies_merge(struct spe_latencies *into, const struct spe_latencies *from);
enum {
    SPE_RATIO_MISPREDICTED = 0,
    SPE_RATIO_L1D_MISS = 1,
    SPE_RATIO_TLB_WALK = 2,
    SPE_RATIO_L2_READ_MISS = 3,
    SPE_RATIO_LL_READ_MISS = 4
};
struct spe_stats {
    uint64_t records;
    uint64_t bytes;
    uint64_t flags[32];
    uint64_t events[64];
    uint64_t operations[4][256];
    uint64_t pc_states[16];
    uint64_t sources[20 + 1];
    uint64_t ratios[16];
    struct spe_latencies latencies[20 + 1];
};
void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n);
int spe_stats_add_columns(struct spe_stats *stats, const struct spe_columns *columns, size_t n,
    const uint8_t *keep);
void spe_stats_merge(struct spe_stats *into, const struct spe_stats *from);
enum {
    SPE_GROUP_L1D_MISS = 0,
    SPE_GROUP_L1D_ACCESS = 1,
    SPE_GROUP_LLC_MISS = 2,
    SPE_GROUP_LLC_ACCESS = 3,
    SPE_GROUP_TLB_MISS = 4,
    SPE_GROUP_TLB_ACCESS = 5,
    SPE_GROUP_BRANCH = 6,
    SPE_GROUP_REMOTE_ACCESS = 7,
    SPE_GROUP_MEMORY = 8,
    SPE_GROUP_INSTRUCTIONS = 9
};
struct spe_summary {
    uint64_t records;
    uint64_t classes[4];
    uint64_t no_operation;
    uint64_t subclasses[16];
    uint64_t loads;
    uint64_t stores;
    uint64_t simd;
    uint64_t fp;
    uint64_t sve;
    uint64_t els[4];
    uint64_t states[4];
    uint64_t groups[16];
    uint64_t ratios[16];
    struct spe_latencies latencies;
};
int spe_stats_summarise(const struct spe_stats *stats, struct spe_summary *out);
const char *spe_group_name(unsigned group);
struct spe_estimate {
    double value;
    double low;
    double high;
    uint64_t n;
    uint64_t k;
};
int spe_summary_estimate(const struct spe_summary *summary, unsigned number, struct spe_estimate *out);
const char *spe_estimate_name(unsigned number);
const char *spe_estimate_unit(unsigned number);
enum { SPE_TEXT_ARCH = 0, SPE_TEXT_PERF = 1 };
struct spe_text_config {
    uint32_t size;
    uint32_t style;
    uint64_t midr;
    uint32_t counter_bits;
    uint32_t reserved[3];
};
const char *spe_text_config_mistake(const struct spe_text_config *cfg);
int spe_packet_text(const struct spe_packet *in, const struct spe_text_config *cfg, char *out, size_t cap);
int spe_record_text(const struct spe_record *in, const struct spe_text_config *cfg, char *out, size_t cap);
int spe_dump_text(const void *bytes, size_t len, uint64_t offset, int is_last,
    const struct spe_text_config *cfg, char *out, size_t cap, size_t *used);
int spe_op_text(unsigned op_class, unsigned payload, const struct spe_text_config *cfg, char *out, size_t cap);
int spe_event_text(unsigned bit, const struct spe_text_config *cfg, char *out, size_t cap);
int spe_events_text(uint64_t events, const struct spe_text_config *cfg, char *out, size_t cap);
int spe_data_source_text(unsigned value, const struct spe_text_config *cfg, char *out, size_t cap);
typedef struct spe_unit {
    int64_t left;
    uint64_t target;
    uint64_t opaque[2048 / 8 - 2];
} spe_unit;
typedef uint32_t spe_unit_random_fn(void *context);
typedef size_t spe_unit_write_fn(void *context, uint64_t address, const void *bytes, size_t size, uint64_t *syndrome);
struct spe_unit_config {
    uint32_t size;
    uint32_t flags;
    uint32_t features;
    uint8_t in_flight;
    uint8_t events_size;
    uint8_t data_source_size;
    uint8_t layout;
    uint64_t seed;
    uint64_t register_count;
    const struct spe_sysreg_value *registers;
    spe_unit_random_fn *random;
    spe_unit_write_fn *write;
    void *context;
};
const char *spe_unit_config_mistake(const struct spe_unit_config *config);
int spe_unit_init(spe_unit *u, const struct spe_unit_config *config);
struct spe_unit_memory {
    uint64_t base;
    uint64_t size;
    void *bytes;
};
size_t spe_unit_write_memory(void *context, uint64_t address, const void *bytes, size_t size,
    uint64_t *syndrome);
int spe_unit_write_register(spe_unit *u, unsigned reg, uint64_t raw);
int spe_unit_read_register(spe_unit *u, unsigned reg, uint64_t *raw);
int spe_unit_set_level(spe_unit *u, unsigned el, unsigned state);
int spe_unit_interrupt(const spe_unit *u);
uint32_t spe_unit_problems(const spe_unit *u);
const char *spe_unit_problem(uint32_t problems);
int spe_unit_choose(spe_unit *u);
int spe_unit_operation(spe_unit *u) ;
int spe_unit_branch(spe_unit *u, uint64_t target) ;
struct spe_unit_start {
    uint64_t pc;
    uint64_t physical_count;
    uint64_t virtual_offset;
    uint64_t physical_offset;
    uint32_t context_el1;
    uint32_t context_el2;
};
int spe_unit_begin(spe_unit *u, int sample, const struct spe_unit_start *start);
int spe_unit_complete(spe_unit *u, int sample, const struct spe_record *what, uint64_t types);
int spe_unit_prefers_store(spe_unit *u);
struct spe_unit_counts {
    uint64_t sample_pop;
    uint64_t sample_feed;
    uint64_t sample_filtrate;
    uint64_t sample_collision;
    uint64_t sample_feed_ds;
    uint64_t sample_buffer_full;
    uint64_t sample_feed_br;
    uint64_t sample_feed_ld;
    uint64_t sample_feed_st;
    uint64_t sample_feed_op;
    uint64_t sample_feed_event;
    uint64_t sample_feed_lat;
    uint64_t sample_feed_fp;
    uint64_t sample_feed_simd;
    uint64_t reserved[2];
};
int spe_unit_count(spe_unit *u, struct spe_unit_counts *out);
