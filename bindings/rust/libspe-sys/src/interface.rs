// SPDX-License-Identifier: MIT
// Made by bindings/rust/generate from include/libspe: not to be edited.

pub const SPE_ACTIVITY_EVENTS: u32 = 4;
pub const SPE_ARROW_SIZE: u32 = 10240;
pub const SPE_BUILD_EXTENDED: u32 = 1;
pub const SPE_CHECK_SIZE: u32 = 256;
pub const SPE_CONTROL_DISCARD: u32 = 16;
pub const SPE_CONTROL_JITTER: u32 = 8;
pub const SPE_CONTROL_PA: u32 = 2;
pub const SPE_CONTROL_PCT: u32 = 4;
pub const SPE_CONTROL_TS: u32 = 1;
pub const SPE_DECODER_SIZE: u32 = 4096;
pub const SPE_DECODE_ARCH_INST: u32 = 2;
pub const SPE_DECODE_RESYNC: u32 = 1;
pub const SPE_ENCODER_SIZE: u32 = 128;
pub const SPE_ENCODE_EXTENDED: u32 = 1;
pub const SPE_ENCODE_SATURATE: u32 = 2;
pub const SPE_ESTIMATES: u32 = 12;
pub const SPE_ETS_WHOLE_ZA: u32 = 4294967295;
pub const SPE_EVL_OVER_2048: u32 = 4294967295;
pub const SPE_FEATURES_ALL_FLAGS: u32 = 268435455;
pub const SPE_FEATURE_ALTCLK: u32 = 8192;
pub const SPE_FEATURE_ARCH_INST: u32 = 8;
pub const SPE_FEATURE_CRR: u32 = 512;
pub const SPE_FEATURE_ECV: u32 = 67108864;
pub const SPE_FEATURE_EFT: u32 = 1024;
pub const SPE_FEATURE_ERND: u32 = 32;
pub const SPE_FEATURE_EXC: u32 = 16384;
pub const SPE_FEATURE_FDS: u32 = 128;
pub const SPE_FEATURE_FE: u32 = 1;
pub const SPE_FEATURE_FL: u32 = 4;
pub const SPE_FEATURE_FNE: u32 = 64;
pub const SPE_FEATURE_FPF: u32 = 2048;
pub const SPE_FEATURE_FT: u32 = 2;
pub const SPE_FEATURE_GCS: u32 = 524288;
pub const SPE_FEATURE_LDS: u32 = 16;
pub const SPE_FEATURE_LSE: u32 = 8388608;
pub const SPE_FEATURE_MOPS: u32 = 262144;
pub const SPE_FEATURE_MTE: u32 = 131072;
pub const SPE_FEATURE_MTE2: u32 = 33554432;
pub const SPE_FEATURE_NV2: u32 = 2097152;
pub const SPE_FEATURE_NVM: u32 = 32768;
pub const SPE_FEATURE_PBT: u32 = 256;
pub const SPE_FEATURE_RME: u32 = 1048576;
pub const SPE_FEATURE_SECURE: u32 = 134217728;
pub const SPE_FEATURE_SME: u32 = 16777216;
pub const SPE_FEATURE_SPE_SME: u32 = 4096;
pub const SPE_FEATURE_SVE: u32 = 65536;
pub const SPE_FEATURE_TME: u32 = 4194304;
pub const SPE_FILTER_B: u32 = 65536;
pub const SPE_FILTER_BM: u64 = 281474976710656;
pub const SPE_FILTER_CONTRADICTION: u32 = 16;
pub const SPE_FILTER_FDS: u32 = 16;
pub const SPE_FILTER_FE: u32 = 1;
pub const SPE_FILTER_FL: u32 = 4;
pub const SPE_FILTER_FNE: u32 = 8;
pub const SPE_FILTER_FP: u32 = 524288;
pub const SPE_FILTER_FPM: u64 = 2251799813685248;
pub const SPE_FILTER_FT: u32 = 2;
pub const SPE_FILTER_LD: u32 = 131072;
pub const SPE_FILTER_LDM: u64 = 562949953421312;
pub const SPE_FILTER_NOT_IMPLEMENTED: u32 = 32;
pub const SPE_FILTER_NO_EVENTS: u32 = 1;
pub const SPE_FILTER_NO_INVERSE_EVENTS: u32 = 2;
pub const SPE_FILTER_NO_LATENCY: u32 = 8;
pub const SPE_FILTER_NO_TYPES: u32 = 4;
pub const SPE_FILTER_RESERVED_BITS: u32 = 64;
pub const SPE_FILTER_SIMD: u32 = 1048576;
pub const SPE_FILTER_SIMDM: u64 = 4503599627370496;
pub const SPE_FILTER_SIZE: u32 = 384;
pub const SPE_FILTER_ST: u32 = 262144;
pub const SPE_FILTER_STM: u64 = 1125899906842624;
pub const SPE_FILTER_TEXT_MAX: u32 = 512;
pub const SPE_HAS_ALL: u32 = 252909343;
pub const SPE_HAS_ALT_ISSUE_LATENCY: u32 = 4096;
pub const SPE_HAS_BRANCH_TARGET: u32 = 2;
pub const SPE_HAS_CONTEXT_EL1: u32 = 65536;
pub const SPE_HAS_CONTEXT_EL2: u32 = 131072;
pub const SPE_HAS_DATA_PA: u32 = 8;
pub const SPE_HAS_DATA_SOURCE: u32 = 33554432;
pub const SPE_HAS_DATA_VA: u32 = 4;
pub const SPE_HAS_END: u32 = 134217728;
pub const SPE_HAS_EVENTS: u32 = 16777216;
pub const SPE_HAS_ISSUE_LATENCY: u32 = 512;
pub const SPE_HAS_OPERATION: u32 = 1048576;
pub const SPE_HAS_PC: u32 = 1;
pub const SPE_HAS_PREV_BRANCH_TARGET: u32 = 16;
pub const SPE_HAS_TIMESTAMP: u32 = 67108864;
pub const SPE_HAS_TOTAL_LATENCY: u32 = 256;
pub const SPE_HAS_TRANSLATION_LATENCY: u32 = 1024;
pub const SPE_HISTOGRAM_BUCKETS: u32 = 704;
pub const SPE_KERNEL_ANY: u32 = 0;
pub const SPE_KERNEL_AVX2: u32 = 2;
pub const SPE_KERNEL_AVX512: u32 = 3;
pub const SPE_KERNEL_NEON: u32 = 4;
pub const SPE_KERNEL_PORTABLE: u32 = 1;
pub const SPE_LINE_TEXT_MAX: u32 = 1280;
pub const SPE_METRICS: u32 = 36;
pub const SPE_METRIC_COUNTERS: u32 = 6;
pub const SPE_METRIC_EVENTS: u32 = 132;
pub const SPE_METRIC_GROUPS: u32 = 13;
pub const SPE_PACKET_IMPDEF: u32 = 4;
pub const SPE_PACKET_ITERATOR_SIZE: u32 = 64;
pub const SPE_PACKET_MAX_SIZE: u32 = 10;
pub const SPE_PACKET_RESERVED_HEADER: u32 = 1;
pub const SPE_PACKET_RESERVED_VALUE: u32 = 2;
pub const SPE_PACKET_TEXT_MAX: u32 = 1024;
pub const SPE_PERF_AUX_COLLISION: u32 = 8;
pub const SPE_PERF_AUX_MOVED: u32 = 65536;
pub const SPE_PERF_AUX_OVERWRITE: u32 = 2;
pub const SPE_PERF_AUX_PARTIAL: u32 = 4;
pub const SPE_PERF_AUX_TRUNCATED: u32 = 1;
pub const SPE_PERF_BUILD_ID_MAX: u32 = 20;
pub const SPE_PERF_MISC_BUILD_ID: u32 = 16384;
pub const SPE_PERF_MISC_EXEC: u32 = 8192;
pub const SPE_PERF_MISC_OUT: u32 = 8192;
pub const SPE_PERF_NONE: u32 = 4294967295;
pub const SPE_PERF_READER_SIZE: u32 = 768;
pub const SPE_PERF_SEEKABLE: u32 = 1;
pub const SPE_PERF_STORAGE: u32 = 163840;
pub const SPE_PERF_WRITER_SIZE: u32 = 512;
pub const SPE_RECORD_AFTER_GAP: u32 = 256;
pub const SPE_RECORD_IMPDEF: u32 = 8;
pub const SPE_RECORD_MAX_SIZE: u32 = 2048;
pub const SPE_RECORD_NO_EVENTS: u32 = 32;
pub const SPE_RECORD_OVER_LONG: u32 = 64;
pub const SPE_RECORD_REPEATED: u32 = 16;
pub const SPE_RECORD_RESERVED_HEADER: u32 = 2;
pub const SPE_RECORD_RESERVED_VALUE: u32 = 4;
pub const SPE_RECORD_TEXT_MAX: u32 = 2048;
pub const SPE_RECORD_TRUNCATED: u32 = 128;
pub const SPE_RECORD_UNKNOWN: u32 = 1;
pub const SPE_SAMPLING_COLLISIONS: u32 = 1;
pub const SPE_SAMPLING_EVENTS: u32 = 14;
pub const SPE_SAMPLING_FILTERED: u32 = 2;
pub const SPE_SAMPLING_UOPS: u32 = 8;
pub const SPE_SAMPLING_WEIGHT: u32 = 4;
pub const SPE_STATS_GROUPS: u32 = 10;
pub const SPE_STATS_NO_SOURCE: u32 = 20;
pub const SPE_STATS_RATIOS: u32 = 5;
pub const SPE_STATS_SOURCES: u32 = 20;
pub const SPE_SYSREG_TEXT_MAX: u32 = 1024;
pub const SPE_UNIT_INTERVAL_SHORT: u32 = 16777216;
pub const SPE_UNIT_INTERVAL_ZERO: u32 = 2048;
pub const SPE_UNIT_IN_FLIGHT: u32 = 8;
pub const SPE_UNIT_POINTER_BEYOND: u32 = 512;
pub const SPE_UNIT_POINTER_MISALIGNED: u32 = 256;
pub const SPE_UNIT_POINTER_TOP_BYTE: u32 = 1024;
pub const SPE_UNIT_RESERVED_BITS: u32 = 33554432;
pub const SPE_UNIT_SIZE: u32 = 2048;
pub const SPE_UNIT_TARGET_ALWAYS: u32 = 1;
pub const SPE_UNIT_UNPREDICTABLE_SHIFT: u32 = 16;
pub const SPE_UNIT_WARNINGS: u32 = 4278190080;
pub const SPE_UNPREDICTABLE_E2PB: u32 = 2;
pub const SPE_UNPREDICTABLE_EE: u32 = 8;
pub const SPE_UNPREDICTABLE_FM: u32 = 4;
pub const SPE_UNPREDICTABLE_NSPB: u32 = 1;
pub const SPE_UNPREDICTABLE_PCT: u32 = 16;
pub const SPE_VERSION: u32 = 10000;
pub const SPE_VERSION_MAJOR: u32 = 1;
pub const SPE_VERSION_MINOR: u32 = 0;
pub const SPE_VERSION_PATCH: u32 = 0;

pub type spe_arrow_fill_fn = unsafe extern "C" fn(context: *mut c_void, a: *mut spe_arrow) -> c_int;

pub type spe_arrow_get_fn = unsafe extern "C" fn(context: *mut c_void, size: usize) -> *mut c_void;

pub type spe_arrow_put_fn = unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void);

pub type spe_perf_read_fn = unsafe extern "C" fn(context: *mut c_void, offset: u64, bytes: *mut c_void, cap: usize) -> i64;

pub type spe_perf_write_fn = unsafe extern "C" fn(context: *mut c_void, offset: u64, bytes: *const c_void, size: usize) -> c_int;

pub type spe_unit_random_fn = unsafe extern "C" fn(context: *mut c_void) -> u32;

pub type spe_unit_write_fn = unsafe extern "C" fn(context: *mut c_void, address: u64, bytes: *const c_void, size: usize, syndrome: *mut u64) -> usize;
pub const SPE_OK: c_int = 0;
pub const SPE_E_MORE: c_int = -1;
pub const SPE_E_ARG: c_int = -16;
pub const SPE_E_CONFIG: c_int = -17;
pub const SPE_E_STATE: c_int = -18;
pub const SPE_E_SPACE: c_int = -32;
pub const SPE_E_RANGE: c_int = -48;
pub const SPE_E_KIND: c_int = -49;
pub const SPE_E_LAYOUT: c_int = -50;
pub const SPE_E_HEADER: c_int = -51;
pub const SPE_E_IO: c_int = -64;
pub const SPE_E_FORMAT: c_int = -65;
pub const SPE_E_NAME: c_int = -80;
pub const SPE_E_SYNTAX: c_int = -81;
pub const SPE_E_ABSENT: c_int = -82;
pub const SPE_E_UNDEFINED: c_int = -83;
pub const SPE_PACKET_UNKNOWN: u32 = 0;
pub const SPE_PACKET_PADDING: u32 = 1;
pub const SPE_PACKET_END: u32 = 2;
pub const SPE_PACKET_TIMESTAMP: u32 = 3;
pub const SPE_PACKET_EVENTS: u32 = 4;
pub const SPE_PACKET_DATA_SOURCE: u32 = 5;
pub const SPE_PACKET_CONTEXT: u32 = 6;
pub const SPE_PACKET_OPERATION: u32 = 7;
pub const SPE_PACKET_ADDRESS: u32 = 8;
pub const SPE_PACKET_COUNTER: u32 = 9;
pub const SPE_PACKET_TYPES: u32 = 10;
pub const SPE_ADDRESS_PC: u32 = 0;
pub const SPE_ADDRESS_BRANCH_TARGET: u32 = 1;
pub const SPE_ADDRESS_DATA_VA: u32 = 2;
pub const SPE_ADDRESS_DATA_PA: u32 = 3;
pub const SPE_ADDRESS_PREV_BRANCH_TARGET: u32 = 4;
pub const SPE_COUNTER_TOTAL_LATENCY: u32 = 0;
pub const SPE_COUNTER_ISSUE_LATENCY: u32 = 1;
pub const SPE_COUNTER_TRANSLATION_LATENCY: u32 = 2;
pub const SPE_COUNTER_ALT_ISSUE_LATENCY: u32 = 4;
pub const SPE_CONTEXT_EL1: u32 = 0;
pub const SPE_CONTEXT_EL2: u32 = 1;
pub const SPE_CLASS_OTHER: u32 = 0;
pub const SPE_CLASS_LOAD_STORE: u32 = 1;
pub const SPE_CLASS_BRANCH: u32 = 2;
pub const SPE_STATE_SECURE: u32 = 0;
pub const SPE_STATE_NON_SECURE: u32 = 1;
pub const SPE_STATE_REALM: u32 = 2;
pub const SPE_STATE_RESERVED: u32 = 3;
pub const SPE_EVENT_EXCEPTION: u32 = 0;
pub const SPE_EVENT_RETIRED: u32 = 1;
pub const SPE_EVENT_L1D_ACCESS: u32 = 2;
pub const SPE_EVENT_L1D_REFILL: u32 = 3;
pub const SPE_EVENT_TLB_ACCESS: u32 = 4;
pub const SPE_EVENT_TLB_WALK: u32 = 5;
pub const SPE_EVENT_NOT_TAKEN: u32 = 6;
pub const SPE_EVENT_MISPREDICTED: u32 = 7;
pub const SPE_EVENT_LL_ACCESS: u32 = 8;
pub const SPE_EVENT_LL_MISS: u32 = 9;
pub const SPE_EVENT_REMOTE_ACCESS: u32 = 10;
pub const SPE_EVENT_MISALIGNED: u32 = 11;
pub const SPE_EVENT_TRANSACTIONAL: u32 = 16;
pub const SPE_EVENT_PARTIAL_PREDICATE: u32 = 17;
pub const SPE_EVENT_EMPTY_PREDICATE: u32 = 18;
pub const SPE_EVENT_L2D_ACCESS: u32 = 19;
pub const SPE_EVENT_L2D_MISS: u32 = 20;
pub const SPE_EVENT_CACHE_DATA_MODIFIED: u32 = 21;
pub const SPE_EVENT_RECENTLY_FETCHED: u32 = 22;
pub const SPE_EVENT_DATA_SNOOPED: u32 = 23;
pub const SPE_EVENT_STREAMING_SVE: u32 = 24;
pub const SPE_EVENT_SMCU: u32 = 25;
pub const SPE_SOURCES_UNKNOWN: u32 = 0;
pub const SPE_SOURCES_PUBLISHED: u32 = 1;
pub const SPE_SOURCES_FAMILY: u32 = 2;
pub const SPE_LEVEL_UNKNOWN: u32 = 0;
pub const SPE_LEVEL_L1: u32 = 1;
pub const SPE_LEVEL_FILL_BUFFER: u32 = 2;
pub const SPE_LEVEL_L2: u32 = 3;
pub const SPE_LEVEL_PEER_CORE: u32 = 4;
pub const SPE_LEVEL_L3: u32 = 5;
pub const SPE_LEVEL_LAST: u32 = 6;
pub const SPE_LEVEL_PEER_CLUSTER: u32 = 7;
pub const SPE_LEVEL_SYSTEM_CACHE: u32 = 8;
pub const SPE_LEVEL_ON_CHIP: u32 = 9;
pub const SPE_LEVEL_BEYOND_LAST: u32 = 10;
pub const SPE_LEVEL_REMOTE_CACHE: u32 = 11;
pub const SPE_LEVEL_REMOTE: u32 = 12;
pub const SPE_LEVEL_DRAM: u32 = 13;
pub const SPE_LEVEL_DEVICE: u32 = 14;
pub const SPE_LEVEL_CLUSTER: u32 = 15;
pub const SPE_LEVELS: u32 = 16;
pub const SPE_NOT_IMPLEMENTED: u32 = 0;
pub const SPE_V1P0: u32 = 1;
pub const SPE_V1P1: u32 = 2;
pub const SPE_V1P2: u32 = 3;
pub const SPE_V1P3: u32 = 4;
pub const SPE_V1P4: u32 = 5;
pub const SPE_V1P5: u32 = 6;
pub const SPE_FILTER_KEPT: u32 = 0;
pub const SPE_FILTER_BY_EVENT: u32 = 1;
pub const SPE_FILTER_BY_INVERSE_EVENT: u32 = 2;
pub const SPE_FILTER_BY_TYPE: u32 = 3;
pub const SPE_FILTER_BY_LATENCY: u32 = 4;
pub const SPE_FILTER_BY_DATA_SOURCE: u32 = 5;
pub const SPE_FILTER_TEXT_PERF: u32 = 0;
pub const SPE_FILTER_TEXT_WINDOWSPERF: u32 = 1;
pub const SPE_COLUMN_OFFSET: u32 = 0;
pub const SPE_COLUMN_SIZE: u32 = 1;
pub const SPE_COLUMN_PC: u32 = 2;
pub const SPE_COLUMN_BRANCH_TARGET: u32 = 3;
pub const SPE_COLUMN_DATA_VA: u32 = 4;
pub const SPE_COLUMN_DATA_PA: u32 = 5;
pub const SPE_COLUMN_PREV_BRANCH_TARGET: u32 = 6;
pub const SPE_COLUMN_TIMESTAMP: u32 = 7;
pub const SPE_COLUMN_EVENTS: u32 = 8;
pub const SPE_COLUMN_PRESENT: u32 = 9;
pub const SPE_COLUMN_FLAGS: u32 = 10;
pub const SPE_COLUMN_CONTEXT_EL1: u32 = 11;
pub const SPE_COLUMN_CONTEXT_EL2: u32 = 12;
pub const SPE_COLUMN_TOTAL_LATENCY: u32 = 13;
pub const SPE_COLUMN_ISSUE_LATENCY: u32 = 14;
pub const SPE_COLUMN_TRANSLATION_LATENCY: u32 = 15;
pub const SPE_COLUMN_ALT_ISSUE_LATENCY: u32 = 16;
pub const SPE_COLUMN_DATA_SOURCE: u32 = 17;
pub const SPE_COLUMN_OP_CLASS: u32 = 18;
pub const SPE_COLUMN_OP_PAYLOAD: u32 = 19;
pub const SPE_COLUMN_EVENTS_SIZE: u32 = 20;
pub const SPE_COLUMN_DATA_SOURCE_SIZE: u32 = 21;
pub const SPE_COLUMN_CPU: u32 = 22;
pub const SPE_COLUMN_TID: u32 = 23;
pub const SPE_COLUMN_CONTEXT: u32 = 24;
pub const SPE_COLUMN_TIME_NS: u32 = 25;
pub const SPE_COLUMN_PC_ADDRESS: u32 = 26;
pub const SPE_COLUMN_PC_EL: u32 = 27;
pub const SPE_COLUMN_PC_STATE: u32 = 28;
pub const SPE_COLUMN_BRANCH_TARGET_ADDRESS: u32 = 29;
pub const SPE_COLUMN_BRANCH_TARGET_EL: u32 = 30;
pub const SPE_COLUMN_BRANCH_TARGET_STATE: u32 = 31;
pub const SPE_COLUMN_PREV_BRANCH_TARGET_ADDRESS: u32 = 32;
pub const SPE_COLUMN_PREV_BRANCH_TARGET_EL: u32 = 33;
pub const SPE_COLUMN_PREV_BRANCH_TARGET_STATE: u32 = 34;
pub const SPE_COLUMN_DATA_VA_ADDRESS: u32 = 35;
pub const SPE_COLUMN_DATA_VA_TAG: u32 = 36;
pub const SPE_COLUMN_DATA_PA_ADDRESS: u32 = 37;
pub const SPE_COLUMN_DATA_PA_SPACE: u32 = 38;
pub const SPE_COLUMN_DATA_PA_TAG: u32 = 39;
pub const SPE_COLUMN_DATA_PA_CHECKED: u32 = 40;
pub const SPE_COLUMN_OP: u32 = 41;
pub const SPE_COLUMN_SUBCLASS: u32 = 42;
pub const SPE_COLUMN_EVL_BITS: u32 = 43;
pub const SPE_COLUMN_ETS_BITS: u32 = 44;
pub const SPE_COLUMN_ATOMIC: u32 = 45;
pub const SPE_COLUMN_EXCLUSIVE: u32 = 46;
pub const SPE_COLUMN_ACQUIRE_RELEASE: u32 = 47;
pub const SPE_COLUMN_PREDICATED: u32 = 48;
pub const SPE_COLUMN_GATHER_SCATTER: u32 = 49;
pub const SPE_COLUMN_FP: u32 = 50;
pub const SPE_COLUMN_ASE: u32 = 51;
pub const SPE_COLUMN_CONDITIONAL: u32 = 52;
pub const SPE_COLUMN_INDIRECT: u32 = 53;
pub const SPE_COLUMN_GCS: u32 = 54;
pub const SPE_COLUMN_COMM: u32 = 55;
pub const SPE_COLUMN_BRANCH_KIND: u32 = 56;
pub const SPE_COLUMN_MEMORY_LEVEL: u32 = 57;
pub const SPE_COLUMN_MEMORY_INFERRED: u32 = 58;
pub const SPE_COLUMN_MEMORY_PEER: u32 = 59;
pub const SPE_COLUMN_MEMORY_MODIFIED: u32 = 60;
pub const SPE_COLUMN_MEMORY_REMOTE: u32 = 61;
pub const SPE_COLUMN_MEMORY_DEVICE: u32 = 62;
pub const SPE_COLUMN_DATA_SOURCE_NAME: u32 = 63;
pub const SPE_COLUMN_EVENT: u32 = 128;
pub const SPE_COLUMNS_END: u32 = 192;
pub const SPE_CHECK_WARNING: u32 = 1;
pub const SPE_CHECK_VIOLATION: u32 = 2;
pub const SPE_CHECK_NOTE: u32 = 3;
pub const SPE_RULE_EVENTS_MISSING: u32 = 0;
pub const SPE_RULE_END_MISSING: u32 = 1;
pub const SPE_RULE_TWO_ENDS: u32 = 2;
pub const SPE_RULE_OPERATION_MISSING: u32 = 3;
pub const SPE_RULE_OPERATION_LEFT_OUT: u32 = 4;
pub const SPE_RULE_PC_MISSING: u32 = 5;
pub const SPE_RULE_PC_LEFT_OUT: u32 = 6;
pub const SPE_RULE_TOTAL_LATENCY_MISSING: u32 = 7;
pub const SPE_RULE_ISSUE_LATENCY_MISSING: u32 = 8;
pub const SPE_RULE_BRANCH_TARGET_MISSING: u32 = 9;
pub const SPE_RULE_BRANCH_TARGET_LEFT_OUT: u32 = 10;
pub const SPE_RULE_DATA_VA_MISSING: u32 = 11;
pub const SPE_RULE_DATA_PA_WITHOUT_VA: u32 = 12;
pub const SPE_RULE_TRANSLATION_LATENCY_MISSING: u32 = 13;
pub const SPE_RULE_ACCESS_EVENTS_MISSING: u32 = 14;
pub const SPE_RULE_DATA_SOURCE_MISSING: u32 = 15;
pub const SPE_RULE_GCS_DATA_VA_MISSING: u32 = 16;
pub const SPE_RULE_EXCEPTION_TARGET: u32 = 17;
pub const SPE_RULE_EXCEPTION_BRANCH: u32 = 18;
pub const SPE_RULE_DATA_ADDRESS_UNEXPECTED: u32 = 19;
pub const SPE_RULE_BRANCH_TARGET_UNEXPECTED: u32 = 20;
pub const SPE_RULE_DATA_SOURCE_UNEXPECTED: u32 = 21;
pub const SPE_RULE_TRANSLATION_WITHOUT_VA: u32 = 22;
pub const SPE_RULE_TRANSLATION_UNEXPECTED: u32 = 23;
pub const SPE_RULE_ISSUE_ABOVE_TOTAL: u32 = 24;
pub const SPE_RULE_CONTEXT_EL1_AT_EL2: u32 = 25;
pub const SPE_RULE_EXCEPTION_NOT_RETIRED: u32 = 26;
pub const SPE_RULE_NOT_RETIRED: u32 = 27;
pub const SPE_RULE_PACKET_REPEATED: u32 = 28;
pub const SPE_RULE_PACKET_UNKNOWN: u32 = 29;
pub const SPE_RULE_PACKET_RESERVED: u32 = 30;
pub const SPE_RULE_RECORD_REPEATED: u32 = 31;
pub const SPE_RULE_RECORD_TOO_LONG: u32 = 32;
pub const SPE_RULE_RECORD_TOO_FAR: u32 = 33;
pub const SPE_RULE_RECORD_MISALIGNED: u32 = 34;
pub const SPE_RULE_ENDS_MIXED: u32 = 35;
pub const SPE_RULE_EVENTS_RESIZED: u32 = 36;
pub const SPE_RULE_DATA_SOURCE_RESIZED: u32 = 37;
pub const SPE_RULE_EMPTY_NOT_PARTIAL: u32 = 38;
pub const SPE_RULE_L1D_REFILL_WITHOUT_ACCESS: u32 = 39;
pub const SPE_RULE_TLB_WALK_WITHOUT_ACCESS: u32 = 40;
pub const SPE_RULE_LL_MISS_WITHOUT_ACCESS: u32 = 41;
pub const SPE_RULE_L2D_MISS_WITHOUT_ACCESS: u32 = 42;
pub const SPE_RULE_EVENT_RESERVED: u32 = 43;
pub const SPE_RULE_EVENT_MISALIGNED: u32 = 44;
pub const SPE_RULE_EVENT_TRANSACTIONAL: u32 = 45;
pub const SPE_RULE_EVENT_PREDICATE: u32 = 46;
pub const SPE_RULE_EVENT_CACHE: u32 = 47;
pub const SPE_RULE_EVENT_SME: u32 = 48;
pub const SPE_RULE_EVENT_SHARED: u32 = 49;
pub const SPE_RULE_EVENT_V1P4: u32 = 50;
pub const SPE_RULE_EVENT_NOT_ACCESS: u32 = 51;
pub const SPE_RULE_EVENT_NOT_LOAD: u32 = 52;
pub const SPE_RULE_EVENTS_TOO_SMALL: u32 = 53;
pub const SPE_RULE_NOT_TAKEN_UNCONDITIONAL: u32 = 54;
pub const SPE_RULE_MISPREDICTED_NOT_BRANCH: u32 = 55;
pub const SPE_RULE_PREDICATE_NOT_VECTOR: u32 = 56;
pub const SPE_RULE_PREDICATE_UNPREDICATED: u32 = 57;
pub const SPE_RULE_OPERATION_RESERVED: u32 = 58;
pub const SPE_RULE_FP_ASE: u32 = 59;
pub const SPE_RULE_SVE: u32 = 60;
pub const SPE_RULE_SME: u32 = 61;
pub const SPE_RULE_UNSPECIFIED_REGISTERS: u32 = 62;
pub const SPE_RULE_ALLOCATION_TAGS: u32 = 63;
pub const SPE_RULE_NV2: u32 = 64;
pub const SPE_RULE_NV2_NOT_EL1: u32 = 65;
pub const SPE_RULE_ATOMIC: u32 = 66;
pub const SPE_RULE_EXTENDED_FLAGS: u32 = 67;
pub const SPE_RULE_SVE_REGISTERS: u32 = 68;
pub const SPE_RULE_SVE_LOAD_PREDICATED: u32 = 69;
pub const SPE_RULE_MEMORY_COPY_SET: u32 = 70;
pub const SPE_RULE_GCS: u32 = 71;
pub const SPE_RULE_GCS_COMMON: u32 = 72;
pub const SPE_RULE_GCS_BRANCH: u32 = 73;
pub const SPE_RULE_GCS_NEITHER: u32 = 74;
pub const SPE_RULE_CALL_RETURN: u32 = 75;
pub const SPE_RULE_CALL_RETURN_MISSING: u32 = 76;
pub const SPE_RULE_RETURN_DIRECT: u32 = 77;
pub const SPE_RULE_CONDITIONAL_INDIRECT: u32 = 78;
pub const SPE_RULE_CONDITIONAL_CALL_RETURN: u32 = 79;
pub const SPE_RULE_EVL_OVER_2048: u32 = 80;
pub const SPE_RULE_ADDRESS_ZERO_BITS: u32 = 81;
pub const SPE_RULE_NSE_WITHOUT_RME: u32 = 82;
pub const SPE_RULE_NSE_RESERVED: u32 = 83;
pub const SPE_RULE_SECURE_STATE: u32 = 84;
pub const SPE_RULE_PC_EL3: u32 = 85;
pub const SPE_RULE_BRANCH_TARGET_ELSEWHERE: u32 = 86;
pub const SPE_RULE_DATA_PA_TAG: u32 = 87;
pub const SPE_RULE_PREV_BRANCH_TARGET: u32 = 88;
pub const SPE_RULE_PREV_TARGET_NOT_RETIRED: u32 = 89;
pub const SPE_RULE_COUNTER_TOO_LARGE: u32 = 90;
pub const SPE_RULE_ALT_ISSUE_LATENCY: u32 = 91;
pub const SPE_RULE_ALT_ISSUE_NOT_STREAMING: u32 = 92;
pub const SPE_RULE_DATA_SOURCE: u32 = 93;
pub const SPE_RULE_EXTENDED_HEADER: u32 = 94;
pub const SPE_RULE_OTHER_PACKET_REPEATED: u32 = 95;
pub const SPE_RULE_IMPDEF_COUNTER_TOO_LARGE: u32 = 96;
pub const SPE_RULE_NOT_PADDING: u32 = 97;
pub const SPE_RULE_PACKET_CUT: u32 = 98;
pub const SPE_RULES: u32 = 99;
pub const SPE_LAYOUT_CANONICAL: u32 = 0;
pub const SPE_LAYOUT_SLOTS_64: u32 = 1;
pub const SPE_TERMINATOR_RECORD: u32 = 0;
pub const SPE_TERMINATOR_END: u32 = 1;
pub const SPE_TERMINATOR_TIMESTAMP: u32 = 2;
pub const SPE_OP_RESERVED: u32 = 0;
pub const SPE_OP_OTHER: u32 = 1;
pub const SPE_OP_SVE: u32 = 2;
pub const SPE_OP_SME: u32 = 3;
pub const SPE_OP_GP: u32 = 4;
pub const SPE_OP_SIMD_FP: u32 = 5;
pub const SPE_OP_UNSPECIFIED: u32 = 6;
pub const SPE_OP_ALLOCATION_TAG: u32 = 7;
pub const SPE_OP_NV2_SYSREG: u32 = 8;
pub const SPE_OP_EXTENDED: u32 = 9;
pub const SPE_OP_SVE_SME: u32 = 10;
pub const SPE_OP_MEMORY_COPY: u32 = 11;
pub const SPE_OP_MEMORY_SET: u32 = 12;
pub const SPE_OP_GCS: u32 = 13;
pub const SPE_OP_BRANCH: u32 = 14;
pub const SPE_OP_SUBCLASSES: u32 = 15;
pub const SPE_CR_NOT_RECORDED: u32 = 0;
pub const SPE_CR_BRANCH_LINK: u32 = 1;
pub const SPE_CR_RETURN: u32 = 2;
pub const SPE_CR_NEITHER: u32 = 3;
pub const SPE_PERF_OTHER: u32 = 0;
pub const SPE_PERF_BUFFER: u32 = 1;
pub const SPE_PERF_BYTES: u32 = 2;
pub const SPE_PERF_GAP: u32 = 3;
pub const SPE_PERF_BUFFER_END: u32 = 4;
pub const SPE_PERF_AUX: u32 = 5;
pub const SPE_PERF_CLOCK: u32 = 6;
pub const SPE_PERF_COMM: u32 = 7;
pub const SPE_PERF_FORK: u32 = 8;
pub const SPE_PERF_EXIT: u32 = 9;
pub const SPE_PERF_MMAP: u32 = 10;
pub const SPE_PERF_BUILD_ID: u32 = 11;
pub const SPE_PERF_LOST: u32 = 12;
pub const SPE_PERF_START: u32 = 13;
pub const SPE_PERF_SWITCH: u32 = 14;
pub const SPE_PERF_INFO: u32 = 15;
pub const SPE_PERF_CORE: u32 = 16;
pub const SPE_PERF_ATTR: u32 = 17;
pub const SPE_PERF_EVENTS: u32 = 18;
pub const SPE_REG_PMSIDR_EL1: u32 = 0;
pub const SPE_REG_PMSCR_EL1: u32 = 1;
pub const SPE_REG_PMSCR_EL2: u32 = 2;
pub const SPE_REG_PMSICR_EL1: u32 = 3;
pub const SPE_REG_PMSIRR_EL1: u32 = 4;
pub const SPE_REG_PMSFCR_EL1: u32 = 5;
pub const SPE_REG_PMSEVFR_EL1: u32 = 6;
pub const SPE_REG_PMSNEVFR_EL1: u32 = 7;
pub const SPE_REG_PMSDSFR_EL1: u32 = 8;
pub const SPE_REG_PMSLATFR_EL1: u32 = 9;
pub const SPE_REG_PMBLIMITR_EL1: u32 = 10;
pub const SPE_REG_PMBPTR_EL1: u32 = 11;
pub const SPE_REG_PMBSR_EL1: u32 = 12;
pub const SPE_REG_PMBIDR_EL1: u32 = 13;
pub const SPE_REG_PMBSR_EL2: u32 = 14;
pub const SPE_REG_PMBSR_EL3: u32 = 15;
pub const SPE_REG_PMBMAR_EL1: u32 = 16;
pub const SPE_REG_ID_AA64DFR0_EL1: u32 = 17;
pub const SPE_REG_ID_AA64DFR1_EL1: u32 = 18;
pub const SPE_REG_ID_AA64DFR2_EL1: u32 = 19;
pub const SPE_REG_ID_AA64PFR0_EL1: u32 = 20;
pub const SPE_REG_ID_AA64PFR1_EL1: u32 = 21;
pub const SPE_REG_ID_AA64ISAR0_EL1: u32 = 22;
pub const SPE_REG_ID_AA64ISAR2_EL1: u32 = 23;
pub const SPE_REG_ID_AA64MMFR0_EL1: u32 = 24;
pub const SPE_REG_ID_AA64MMFR2_EL1: u32 = 25;
pub const SPE_REG_HCR_EL2: u32 = 26;
pub const SPE_REG_SCR_EL3: u32 = 27;
pub const SPE_REG_MDCR_EL2: u32 = 28;
pub const SPE_REG_MDCR_EL3: u32 = 29;
pub const SPE_REG_HDFGRTR_EL2: u32 = 30;
pub const SPE_REG_HDFGWTR_EL2: u32 = 31;
pub const SPE_REG_HDFGRTR2_EL2: u32 = 32;
pub const SPE_REG_HDFGWTR2_EL2: u32 = 33;
pub const SPE_REG_HFGITR_EL2: u32 = 34;
pub const SPE_REGS: u32 = 35;
pub const SPE_SYSREG_NUMBER: u32 = 0;
pub const SPE_SYSREG_FLAG: u32 = 1;
pub const SPE_SYSREG_VALUES: u32 = 2;
pub const SPE_SYSREG_SCALED: u32 = 3;
pub const SPE_SYSREG_ADDRESS: u32 = 4;
pub const SPE_SYSREG_MASK: u32 = 5;
pub const SPE_SYSREG_EVENTS: u32 = 6;
pub const SPE_SYSREG_SIZE: u32 = 7;
pub const SPE_SYSREG_CODE: u32 = 8;
pub const SPE_SYSREG_RESET_NOT_TOLD: u32 = 0;
pub const SPE_SYSREG_RESET_UNKNOWN: u32 = 1;
pub const SPE_SYSREG_RESET_ZERO: u32 = 2;
pub const SPE_SYSREG_RESET_ZERO_AT_TOP: u32 = 3;
pub const SPE_SYSREG_READ_ONLY: u32 = 4;
pub const SPE_EC_OTHER: u32 = 0;
pub const SPE_EC_STAGE1: u32 = 36;
pub const SPE_EC_STAGE2: u32 = 37;
pub const SPE_EC_GRANULE: u32 = 30;
pub const SPE_EC_IMPDEF: u32 = 31;
pub const SPE_BSC_NOT_STOPPED: u32 = 0;
pub const SPE_BSC_FULL: u32 = 1;
pub const SPE_BSC_TOO_LARGE: u32 = 4;
pub const SPE_BUFFER_OTHER: u32 = 0;
pub const SPE_BUFFER_STAGE1: u32 = 1;
pub const SPE_BUFFER_STAGE2: u32 = 2;
pub const SPE_BUFFER_GRANULE: u32 = 3;
pub const SPE_BUFFER_IMPDEF: u32 = 4;
pub const SPE_BUFFER_RESERVED: u32 = 5;
pub const SPE_TIMESTAMP_NONE: u32 = 0;
pub const SPE_TIMESTAMP_VIRTUAL: u32 = 1;
pub const SPE_TIMESTAMP_PHYSICAL: u32 = 2;
pub const SPE_TIMESTAMP_PHYSICAL_OFFSET: u32 = 3;
pub const SPE_TIMESTAMP_RESERVED: u32 = 4;
pub const SPE_PROFILING_NO: u32 = 0;
pub const SPE_PROFILING_YES: u32 = 1;
pub const SPE_PROFILING_UNPREDICTABLE: u32 = 2;
pub const SPE_PERIOD_EXACT: u32 = 0;
pub const SPE_PERIOD_ROUNDED: u32 = 1;
pub const SPE_PERIOD_RAISED: u32 = 2;
pub const SPE_PERIOD_CAPPED: u32 = 3;
pub const SPE_RATIO_MISPREDICTED: u32 = 0;
pub const SPE_RATIO_L1D_MISS: u32 = 1;
pub const SPE_RATIO_TLB_WALK: u32 = 2;
pub const SPE_RATIO_L2_READ_MISS: u32 = 3;
pub const SPE_RATIO_LL_READ_MISS: u32 = 4;
pub const SPE_GROUP_L1D_MISS: u32 = 0;
pub const SPE_GROUP_L1D_ACCESS: u32 = 1;
pub const SPE_GROUP_LLC_MISS: u32 = 2;
pub const SPE_GROUP_LLC_ACCESS: u32 = 3;
pub const SPE_GROUP_TLB_MISS: u32 = 4;
pub const SPE_GROUP_TLB_ACCESS: u32 = 5;
pub const SPE_GROUP_BRANCH: u32 = 6;
pub const SPE_GROUP_REMOTE_ACCESS: u32 = 7;
pub const SPE_GROUP_MEMORY: u32 = 8;
pub const SPE_GROUP_INSTRUCTIONS: u32 = 9;
pub const SPE_TEXT_ARCH: u32 = 0;
pub const SPE_TEXT_PERF: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_packet {
    pub payload: u64,
    pub r#type: u8,
    pub index: u8,
    pub header: [u8; 2],
    pub header_size: u8,
    pub payload_size: u8,
    pub flags: u8,
    pub missing: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_packet_iterator {
    pub opaque: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_record {
    pub offset: u64,
    pub size: u64,
    pub pc: u64,
    pub branch_target: u64,
    pub data_va: u64,
    pub data_pa: u64,
    pub prev_branch_target: u64,
    pub timestamp: u64,
    pub events: u64,
    pub present: u32,
    pub flags: u32,
    pub context_el1: u32,
    pub context_el2: u32,
    pub total_latency: u16,
    pub issue_latency: u16,
    pub translation_latency: u16,
    pub alt_issue_latency: u16,
    pub data_source: u16,
    pub op_class: u8,
    pub op_payload: u8,
    pub events_size: u8,
    pub data_source_size: u8,
    pub reserved: [u8; 26],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_decoder {
    pub opaque: [u64; 512],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_decoder_config {
    pub size: u32,
    pub flags: u32,
    pub offset: u64,
    pub max_record_size: u32,
    pub alignment: u32,
    pub reserved: [u32; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_decoder_stats {
    pub bytes: u64,
    pub records: u64,
    pub packets: [u64; 16],
    pub reserved_headers: u64,
    pub reserved_values: u64,
    pub impdef: u64,
    pub repeated: u64,
    pub over_long: u64,
    pub truncated: u64,
    pub skipped: u64,
    pub gaps: u64,
    pub reserved: [u64; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_columns {
    pub size: u32,
    pub reserved: u32,
    pub offset: *mut u64,
    pub record_size: *mut u64,
    pub pc: *mut u64,
    pub branch_target: *mut u64,
    pub data_va: *mut u64,
    pub data_pa: *mut u64,
    pub prev_branch_target: *mut u64,
    pub timestamp: *mut u64,
    pub events: *mut u64,
    pub present: *mut u32,
    pub flags: *mut u32,
    pub context_el1: *mut u32,
    pub context_el2: *mut u32,
    pub total_latency: *mut u16,
    pub issue_latency: *mut u16,
    pub translation_latency: *mut u16,
    pub alt_issue_latency: *mut u16,
    pub data_source: *mut u16,
    pub op_class: *mut u8,
    pub op_payload: *mut u8,
    pub events_size: *mut u8,
    pub data_source_size: *mut u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_clock {
    pub zero: u64,
    pub cycles: u64,
    pub mask: u64,
    pub mult: u32,
    pub shift: u16,
    pub is_short: u16,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_data_source {
    pub value: u16,
    pub level: u8,
    pub known: u8,
    pub inferred: u8,
    pub peer: u8,
    pub modified: u8,
    pub remote: u8,
    pub device: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_features {
    pub size: u32,
    pub flags: u32,
    pub max_record_size: u32,
    pub alignment: u32,
    pub version: u8,
    pub counter_bits: u8,
    pub reserved: [u8; 14],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_filter_registers {
    pub size: u32,
    pub control: u32,
    pub pmsfcr: u64,
    pub pmsevfr: u64,
    pub pmsnevfr: u64,
    pub pmslatfr: u64,
    pub pmsdsfr: u64,
    pub reserved: [u64; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_filter {
    pub opaque: [u64; 48],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_filter_counts {
    pub count: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *const *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_arrow_column {
    pub name: *const c_char,
    pub format: *const c_char,
    pub unit: *const c_char,
    pub source: *const c_char,
    pub text: *const c_char,
    pub has: u32,
    pub is_nullable: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_arrow_config {
    pub size: u32,
    pub rows: u32,
    pub columns: [u64; 3],
    pub get: Option<spe_arrow_get_fn>,
    pub put: Option<spe_arrow_put_fn>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_arrow_core {
    pub size: u32,
    pub cpu: u32,
    pub tid: u32,
    pub reserved: u32,
    pub midr: u64,
    pub clock: *const spe_perf_clock,
    pub filter: *const spe_filter,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_arrow {
    pub opaque: [u64; 1280],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_finding {
    pub offset: u64,
    pub rule: u32,
    pub severity: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_check {
    pub opaque: [u64; 32],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_encoder {
    pub opaque: [u64; 16],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_encoder_config {
    pub size: u32,
    pub flags: u32,
    pub offset: u64,
    pub alignment: u32,
    pub max_record_size: u32,
    pub layout: u8,
    pub terminator: u8,
    pub events_size: u8,
    pub data_source_size: u8,
    pub counter_bits: u8,
    pub kernel: u8,
    pub reserved: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_event_count {
    pub count: u64,
    pub code: u16,
    pub reserved: [u8; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_metric_run {
    pub metrics: u64,
    pub codes: [u16; 6],
    pub n_codes: u8,
    pub cycles: u8,
    pub reserved: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_sampling {
    pub sample_pop: u64,
    pub sample_feed: u64,
    pub sample_filtrate: u64,
    pub sample_collision: u64,
    pub inst_retired: u64,
    pub collision_rate: f64,
    pub filter_rate: f64,
    pub weight: f64,
    pub uops: f64,
    pub valid: u32,
    pub reserved: [u8; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_activity {
    pub cpu_cycles: u64,
    pub cnt_cycles: u64,
    pub inst_retired: u64,
    pub stall_backend_mem: u64,
    pub cntfrq: u64,
    pub clock: f64,
    pub ipc: f64,
    pub memory_stalls: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_op {
    pub evl_bits: u32,
    pub ets_bits: u32,
    pub op_class: u8,
    pub subclass: u8,
    pub payload: u8,
    pub reserved_value: u8,
    pub store: u8,
    pub atomic: u8,
    pub exclusive: u8,
    pub acquire_release: u8,
    pub predicated: u8,
    pub gather_scatter: u8,
    pub fp: u8,
    pub ase: u8,
    pub conditional: u8,
    pub indirect: u8,
    pub gcs: u8,
    pub comm: u8,
    pub branch_kind: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_event {
    pub r#type: u32,
    pub kind: u32,
    pub misc: u32,
    pub aux_flags: u32,
    pub file_offset: u64,
    pub time: u64,
    pub offset: u64,
    pub size: u64,
    pub midr: u64,
    pub reference: u64,
    pub address: u64,
    pub file_position: u64,
    pub inode: u64,
    pub inode_generation: u64,
    pub lost: u64,
    pub period: u64,
    pub config: [u64; 4],
    pub event_filter: u64,
    pub clock: spe_perf_clock,
    pub cpu: u32,
    pub index: u32,
    pub pid: u32,
    pub tid: u32,
    pub ppid: u32,
    pub ptid: u32,
    pub protection: u32,
    pub map_flags: u32,
    pub device_major: u32,
    pub device_minor: u32,
    pub build_id_size: u32,
    pub is_late: u32,
    pub build_id: [u8; 20],
    pub pmu_type: u32,
    pub reserved: [u64; 6],
    pub name: *const c_char,
    pub bytes: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_reader {
    pub opaque: [u64; 96],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_file_info {
    pub host_midr: u64,
    pub buffers: u64,
    pub bytes: u64,
    pub position: u64,
    pub metadata_version: u32,
    pub is_pipe: u32,
    pub is_swapped: u32,
    pub is_unfinished: u32,
    pub late: u64,
    pub reserved: [u8; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_writer {
    pub opaque: [u64; 64],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_core {
    pub midr: u64,
    pub min_interval: u64,
    pub event_filter: u64,
    pub cpu: u32,
    pub pmu_type: u32,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_perf_writer_config {
    pub size: u32,
    pub pmu_type: u32,
    pub midr: u64,
    pub period: u64,
    pub config: [u64; 4],
    pub clock: spe_perf_clock,
    pub core_count: u64,
    pub cores: *const spe_perf_core,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_sysreg_value {
    pub reg: u32,
    pub reserved: u32,
    pub raw: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_sysreg_field {
    pub name: [c_char; 16],
    pub high: u8,
    pub low: u8,
    pub kind: u8,
    pub reset: u8,
    pub reserved: [u8; 12],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_syndrome {
    pub mss2: u32,
    pub mss: u16,
    pub ec: u8,
    pub event_class: u8,
    pub service: u8,
    pub buffer_full: u8,
    pub data_lost: u8,
    pub external_abort: u8,
    pub collision: u8,
    pub has_fault: u8,
    pub fault_status: u8,
    pub buffer_status: u8,
    pub top_level: u8,
    pub assured_only: u8,
    pub overlay: u8,
    pub dirty_bit: u8,
    pub in_doubt: u8,
    pub reserved: [u8; 11],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_buffer_geometry {
    pub pointer: u64,
    pub limit: u64,
    pub free: u64,
    pub records: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_profiling_level {
    pub collects: u32,
    pub allowed: u8,
    pub enabled: u8,
    pub timestamp: u8,
    pub reserved: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_profiling {
    pub missing: u64,
    pub unpredictable: u32,
    pub has_el2: u8,
    pub has_el3: u8,
    pub owning_state: u8,
    pub owning_el: u8,
    pub el2_enabled: u8,
    pub buffer_enabled: u8,
    pub stopped: u8,
    pub discards: u8,
    pub physical_mode: u8,
    pub interrupt: u8,
    pub event_el: u8,
    pub reserved0: u8,
    pub level: [spe_profiling_level; 3],
    pub reserved: [u8; 16],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_interval {
    pub least: u64,
    pub most: u64,
    pub twice_mean: u64,
    pub reserved: [u8; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_histogram {
    pub count: u64,
    pub sum: u64,
    pub most: u64,
    pub buckets: [u64; 704],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_latencies {
    pub total: spe_histogram,
    pub issue: spe_histogram,
    pub translation: spe_histogram,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_stats {
    pub records: u64,
    pub bytes: u64,
    pub flags: [u64; 32],
    pub events: [u64; 64],
    pub operations: [[u64; 256]; 4],
    pub pc_states: [u64; 16],
    pub sources: [u64; 21],
    pub ratios: [u64; 16],
    pub latencies: [spe_latencies; 21],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_summary {
    pub records: u64,
    pub classes: [u64; 4],
    pub no_operation: u64,
    pub subclasses: [u64; 16],
    pub loads: u64,
    pub stores: u64,
    pub simd: u64,
    pub fp: u64,
    pub sve: u64,
    pub els: [u64; 4],
    pub states: [u64; 4],
    pub groups: [u64; 16],
    pub ratios: [u64; 16],
    pub latencies: spe_latencies,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub n: u64,
    pub k: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_text_config {
    pub size: u32,
    pub style: u32,
    pub midr: u64,
    pub counter_bits: u32,
    pub reserved: [u32; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_unit {
    pub left: i64,
    pub target: u64,
    pub opaque: [u64; 254],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_unit_config {
    pub size: u32,
    pub flags: u32,
    pub features: u32,
    pub in_flight: u8,
    pub events_size: u8,
    pub data_source_size: u8,
    pub layout: u8,
    pub seed: u64,
    pub register_count: u64,
    pub registers: *const spe_sysreg_value,
    pub random: Option<spe_unit_random_fn>,
    pub write: Option<spe_unit_write_fn>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_unit_memory {
    pub base: u64,
    pub size: u64,
    pub bytes: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_unit_start {
    pub pc: u64,
    pub physical_count: u64,
    pub virtual_offset: u64,
    pub physical_offset: u64,
    pub context_el1: u32,
    pub context_el2: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct spe_unit_counts {
    pub sample_pop: u64,
    pub sample_feed: u64,
    pub sample_filtrate: u64,
    pub sample_collision: u64,
    pub sample_feed_ds: u64,
    pub sample_buffer_full: u64,
    pub sample_feed_br: u64,
    pub sample_feed_ld: u64,
    pub sample_feed_st: u64,
    pub sample_feed_op: u64,
    pub sample_feed_event: u64,
    pub sample_feed_lat: u64,
    pub sample_feed_fp: u64,
    pub sample_feed_simd: u64,
    pub reserved: [u64; 2],
}

extern "C" {
    pub fn spe_status_name(status: c_int) -> *const c_char;
    pub fn spe_status_text(status: c_int) -> *const c_char;
    pub fn spe_version() -> *const c_char;
    pub fn spe_version_number() -> u32;
    pub fn spe_packet_decode(bytes: *const c_void, len: usize, out: *mut spe_packet) -> c_int;
    pub fn spe_packet_encode(r#in: *const spe_packet, bytes: *mut c_void, cap: usize) -> c_int;
    pub fn spe_packet_build(out: *mut spe_packet, r#type: c_uint, index: c_uint, payload_size: c_uint, payload: u64, flags: c_uint) -> c_int;
    pub fn spe_packet_size(bytes: *const c_void, len: usize) -> c_int;
    pub fn spe_packet_iterator_init(it: *mut spe_packet_iterator, bytes: *const c_void, len: usize, offset: u64) -> c_int;
    pub fn spe_packet_iterator_init_record(it: *mut spe_packet_iterator, bytes: *const c_void, len: usize, offset: u64, record: *const spe_record) -> c_int;
    pub fn spe_packet_iterator_next(it: *mut spe_packet_iterator, out: *mut spe_packet) -> c_int;
    pub fn spe_packet_iterator_offset(it: *const spe_packet_iterator) -> u64;
    pub fn spe_packet_iterator_left(it: *const spe_packet_iterator) -> usize;
    pub fn spe_address_bits(payload: u64) -> u64;
    pub fn spe_address_canonical(payload: u64) -> u64;
    pub fn spe_address_el(payload: u64) -> c_uint;
    pub fn spe_address_ns(payload: u64) -> c_uint;
    pub fn spe_address_nse(payload: u64) -> c_uint;
    pub fn spe_address_state(payload: u64, has_rme: c_int) -> c_uint;
    pub fn spe_address_tag(payload: u64) -> c_uint;
    pub fn spe_address_pat(payload: u64) -> c_uint;
    pub fn spe_address_ch(payload: u64) -> c_uint;
    pub fn spe_address_build_pc(address: u64, el: c_uint, state: c_uint, payload: *mut u64) -> c_int;
    pub fn spe_address_build_va(address: u64, tag: c_uint, payload: *mut u64) -> c_int;
    pub fn spe_address_build_pa(address: u64, space: c_uint, ch: c_uint, pat: c_uint, payload: *mut u64) -> c_int;
    pub fn spe_counter_saturated(count: c_uint, counter_bits: c_uint) -> c_int;
    pub fn spe_counter_saturate(cycles: u64, counter_bits: c_uint) -> u16;
    pub fn spe_event(events: u64, bit: c_uint) -> c_uint;
    pub fn spe_event_name(bit: c_uint) -> *const c_char;
    pub fn spe_event_bit(name: *const c_char) -> c_int;
    pub fn spe_event_pmu(bit: c_uint, n: c_uint) -> c_int;
    pub fn spe_record_context(r#in: *const spe_record) -> u32;
    pub fn spe_record_packet(r#in: *const spe_record, has: u32, out: *mut spe_packet) -> c_int;
    pub fn spe_decoder_config_mistake(cfg: *const spe_decoder_config) -> *const c_char;
    pub fn spe_decoder_init(d: *mut spe_decoder, cfg: *const spe_decoder_config) -> c_int;
    pub fn spe_decoder_feed(d: *mut spe_decoder, bytes: *const c_void, len: usize) -> c_int;
    pub fn spe_decoder_next(d: *mut spe_decoder, out: *mut spe_record) -> c_int;
    pub fn spe_decoder_gap(d: *mut spe_decoder, offset: u64, out: *mut spe_record) -> c_int;
    pub fn spe_decoder_set_offset(d: *mut spe_decoder, offset: u64) -> c_int;
    pub fn spe_decoder_resync(d: *mut spe_decoder) -> c_int;
    pub fn spe_decoder_finish(d: *mut spe_decoder, out: *mut spe_record) -> c_int;
    pub fn spe_decoder_get_stats(d: *const spe_decoder, out: *mut spe_decoder_stats) -> c_int;
    pub fn spe_decoder_next_batch(d: *mut spe_decoder, out: *mut spe_record, n: usize) -> usize;
    pub fn spe_decoder_status(d: *const spe_decoder) -> c_int;
    pub fn spe_decoder_decode(d: *mut spe_decoder, bytes: *const c_void, len: usize, out: *mut spe_record, n: usize, used: *mut usize) -> i64;
    pub fn spe_decode(bytes: *const c_void, len: usize, out: *mut spe_record, n: usize, used: *mut usize) -> i64;
    pub fn spe_decoder_next_columns(d: *mut spe_decoder, columns: *const spe_columns, n: usize) -> usize;
    pub fn spe_decoder_decode_columns(d: *mut spe_decoder, bytes: *const c_void, len: usize, columns: *const spe_columns, n: usize, used: *mut usize) -> i64;
    pub fn spe_decode_columns(bytes: *const c_void, len: usize, columns: *const spe_columns, n: usize, used: *mut usize) -> i64;
    pub fn spe_columns_mistake(columns: *const spe_columns) -> *const c_char;
    pub fn spe_columns_validity(present: *const u32, n: usize, has: u32, bitmap: *mut u8) -> usize;
    pub fn spe_ticks_to_ns(ticks: u64, frequency: u32, ns: *mut u64) -> c_int;
    pub fn spe_ns_to_ticks(ns: u64, frequency: u32, ticks: *mut u64) -> c_int;
    pub fn spe_perf_time(r#in: *const spe_perf_clock, ticks: u64, ns: *mut u64) -> c_int;
    pub fn spe_perf_ticks(r#in: *const spe_perf_clock, ns: u64, ticks: *mut u64) -> c_int;
    pub fn spe_cpu_count() -> c_uint;
    pub fn spe_cpu_midr(n: c_uint) -> u64;
    pub fn spe_cpu_find(name: *const c_char, midr: *mut u64) -> c_int;
    pub fn spe_cpu_name(midr: u64) -> *const c_char;
    pub fn spe_cpu_vendor(midr: u64) -> *const c_char;
    pub fn spe_cpu_sources(midr: u64) -> c_int;
    pub fn spe_cpu_data_source(midr: u64, value: c_uint, out: *mut spe_data_source) -> c_int;
    pub fn spe_cpu_data_source_name(midr: u64, value: c_uint) -> *const c_char;
    pub fn spe_cpu_data_source_value(midr: u64, n: c_uint) -> c_int;
    pub fn spe_level_name(level: c_uint) -> *const c_char;
    pub fn spe_memory_level(r#in: *const spe_record, midr: u64, out: *mut spe_data_source) -> c_int;
    pub fn spe_cpu_event_name(midr: u64, bit: c_uint) -> *const c_char;
    pub fn spe_features_mistake(features: *const spe_features) -> *const c_char;
    pub fn spe_features_implied(features: *const spe_features) -> u32;
    pub fn spe_features_too_new(features: *const spe_features) -> u32;
    pub fn spe_feature_name(flag: u32) -> *const c_char;
    pub fn spe_features_decoder_config(features: *const spe_features, out: *mut spe_decoder_config) -> c_int;
    pub fn spe_features_encoder_config(features: *const spe_features, out: *mut spe_encoder_config) -> c_int;
    pub fn spe_filter_registers_mistake(registers: *const spe_filter_registers) -> *const c_char;
    pub fn spe_filter_controls(features: *const spe_features) -> u64;
    pub fn spe_filter_events(features: *const spe_features) -> u64;
    pub fn spe_filter_compile(out: *mut spe_filter, r#in: *const spe_filter_registers, features: *const spe_features, problems: *mut u32) -> c_int;
    pub fn spe_filter_problem(problems: u32) -> *const c_char;
    pub fn spe_filter_types(op_class: c_uint, payload: c_uint) -> u64;
    pub fn spe_filter_keeps_types(pmsfcr: u64, types: u64) -> c_int;
    pub fn spe_filter_keeps(filter: *const spe_filter, record: *const spe_record) -> c_int;
    pub fn spe_filter_batch(filter: *const spe_filter, records: *mut spe_record, n: usize, counts: *mut spe_filter_counts) -> usize;
    pub fn spe_filter_columns(filter: *const spe_filter, columns: *const spe_columns, n: usize, keep: *mut u8, counts: *mut spe_filter_counts) -> i64;
    pub fn spe_filter_parse(text: *const c_char, len: usize, out: *mut spe_filter_registers, mistake: *mut usize) -> c_int;
    pub fn spe_filter_text(r#in: *const spe_filter_registers, style: u32, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_arrow_column_get(number: c_uint, out: *mut spe_arrow_column) -> c_int;
    pub fn spe_arrow_column_find(name: *const c_char) -> c_int;
    pub fn spe_arrow_word(number: c_uint, n: c_uint) -> *const c_char;
    pub fn spe_arrow_config_mistake(cfg: *const spe_arrow_config) -> *const c_char;
    pub fn spe_arrow_block_size(cfg: *const spe_arrow_config) -> usize;
    pub fn spe_arrow_core_mistake(core: *const spe_arrow_core) -> *const c_char;
    pub fn spe_arrow_init(a: *mut spe_arrow, cfg: *const spe_arrow_config) -> c_int;
    pub fn spe_arrow_schema(a: *const spe_arrow, out: *mut ArrowSchema) -> c_int;
    pub fn spe_arrow_take(a: *mut spe_arrow, d: *mut spe_decoder, core: *const spe_arrow_core) -> c_int;
    pub fn spe_arrow_append(a: *mut spe_arrow, record: *const spe_record, core: *const spe_arrow_core) -> c_int;
    pub fn spe_arrow_array(a: *mut spe_arrow, out: *mut ArrowArray) -> c_int;
    pub fn spe_arrow_end(a: *mut spe_arrow);
    pub fn spe_arrow_stream(out: *mut ArrowArrayStream, cfg: *const spe_arrow_config, fill: Option<spe_arrow_fill_fn>) -> c_int;
    pub fn spe_arrow_stream_decoder(out: *mut ArrowArrayStream, cfg: *const spe_arrow_config, d: *mut spe_decoder, core: *const spe_arrow_core) -> c_int;
    pub fn spe_check_init(c: *mut spe_check, features: *const spe_features) -> c_int;
    pub fn spe_check_all_features(out: *mut spe_features) -> c_int;
    pub fn spe_check_record(c: *mut spe_check, r#in: *const spe_record, out: *mut spe_finding, cap: usize) -> c_int;
    pub fn spe_check_bytes(c: *const spe_check, bytes: *const c_void, len: usize, offset: u64, out: *mut spe_finding, cap: usize) -> c_int;
    pub fn spe_rule_name(rule: c_uint) -> *const c_char;
    pub fn spe_rule_section(rule: c_uint) -> *const c_char;
    pub fn spe_rule_text(rule: c_uint) -> *const c_char;
    pub fn spe_rule_severity(rule: c_uint) -> c_int;
    pub fn spe_rule_find(name: *const c_char) -> c_int;
    pub fn spe_encoder_config_mistake(cfg: *const spe_encoder_config) -> *const c_char;
    pub fn spe_encoder_init(e: *mut spe_encoder, buffer: *mut c_void, cap: usize, cfg: *const spe_encoder_config) -> c_int;
    pub fn spe_encoder_record(e: *mut spe_encoder, r#in: *const spe_record) -> c_int;
    pub fn spe_encoder_packet(e: *mut spe_encoder, r#in: *const spe_packet) -> c_int;
    pub fn spe_encoder_size(e: *const spe_encoder) -> usize;
    pub fn spe_encoder_status(e: *const spe_encoder) -> c_int;
    pub fn spe_encoder_refused(e: *const spe_encoder) -> u64;
    pub fn spe_encoder_restart(e: *mut spe_encoder, buffer: *mut c_void, cap: usize) -> c_int;
    pub fn spe_metric_name(metric: c_uint) -> *const c_char;
    pub fn spe_metric_title(metric: c_uint) -> *const c_char;
    pub fn spe_metric_text(metric: c_uint) -> *const c_char;
    pub fn spe_metric_formula(metric: c_uint) -> *const c_char;
    pub fn spe_metric_unit(metric: c_uint) -> *const c_char;
    pub fn spe_metric_groups(metric: c_uint) -> *const c_char;
    pub fn spe_metric_find(name: *const c_char) -> c_int;
    pub fn spe_metric_event(metric: c_uint, n: c_uint) -> c_int;
    pub fn spe_metric_value(metric: c_uint, counts: *const spe_event_count, n: usize, value: *mut f64, missing: *mut c_uint) -> c_int;
    pub fn spe_metric_event_name(number: c_uint) -> *const c_char;
    pub fn spe_metric_event_code(number: c_uint) -> c_int;
    pub fn spe_metric_event_groups(number: c_uint) -> *const c_char;
    pub fn spe_metric_event_title(number: c_uint) -> *const c_char;
    pub fn spe_metric_event_text(number: c_uint) -> *const c_char;
    pub fn spe_metric_event_find(name: *const c_char) -> c_int;
    pub fn spe_metric_event_find_code(code: c_uint) -> c_int;
    pub fn spe_metric_event_metrics(number: c_uint) -> u64;
    pub fn spe_metric_group_name(group: c_uint) -> *const c_char;
    pub fn spe_metric_group_title(group: c_uint) -> *const c_char;
    pub fn spe_metric_group_text(group: c_uint) -> *const c_char;
    pub fn spe_metric_group_stage(group: c_uint) -> c_int;
    pub fn spe_metric_group_find(name: *const c_char) -> c_int;
    pub fn spe_metric_group_metrics(group: c_uint) -> u64;
    pub fn spe_metric_stage(metric: c_uint) -> c_int;
    pub fn spe_metric_next(metric: c_uint) -> u32;
    pub fn spe_metric_run_next(run: *mut spe_metric_run, metrics: *mut u64) -> c_int;
    pub fn spe_sampling_health(sampling: *mut spe_sampling) -> c_int;
    pub fn spe_sampling_event_name(number: c_uint) -> *const c_char;
    pub fn spe_sampling_event_code(number: c_uint) -> c_int;
    pub fn spe_sampling_event_title(number: c_uint) -> *const c_char;
    pub fn spe_sampling_event_text(number: c_uint) -> *const c_char;
    pub fn spe_sampling_event_find(name: *const c_char) -> c_int;
    pub fn spe_sampling_event_find_code(code: c_uint) -> c_int;
    pub fn spe_activity_event_name(counter: c_uint) -> *const c_char;
    pub fn spe_activity_event_code(counter: c_uint) -> c_int;
    pub fn spe_activity_read(activity: *mut spe_activity) -> c_int;
    pub fn spe_activity_ns(activity: *const spe_activity, cycles: f64) -> f64;
    pub fn spe_op_decode(op_class: c_uint, payload: c_uint, out: *mut spe_op) -> c_int;
    pub fn spe_op_encode(r#in: *const spe_op) -> c_int;
    pub fn spe_op_subclass_name(subclass: c_uint) -> *const c_char;
    pub fn spe_perf_is_file(bytes: *const c_void, len: usize) -> c_int;
    pub fn spe_perf_reader_init(r: *mut spe_perf_reader, read: Option<spe_perf_read_fn>, context: *mut c_void, flags: u32, storage: *mut c_void, size: usize) -> c_int;
    pub fn spe_perf_reader_init_memory(r: *mut spe_perf_reader, file: *const c_void, len: usize, storage: *mut c_void, size: usize) -> c_int;
    pub fn spe_perf_reader_next(r: *mut spe_perf_reader, out: *mut spe_perf_event) -> c_int;
    pub fn spe_perf_reader_problem(r: *const spe_perf_reader, offset: *mut u64) -> *const c_char;
    pub fn spe_perf_reader_info(r: *const spe_perf_reader, out: *mut spe_perf_file_info) -> c_int;
    pub fn spe_perf_writer_config_mistake(cfg: *const spe_perf_writer_config) -> *const c_char;
    pub fn spe_perf_writer_init(w: *mut spe_perf_writer, cfg: *const spe_perf_writer_config, write: Option<spe_perf_write_fn>, context: *mut c_void) -> c_int;
    pub fn spe_perf_writer_put(w: *mut spe_perf_writer, event: *const spe_perf_event) -> c_int;
    pub fn spe_perf_writer_finish(w: *mut spe_perf_writer) -> c_int;
    pub fn spe_sysreg_name(reg: c_uint) -> *const c_char;
    pub fn spe_sysreg_find(name: *const c_char) -> c_int;
    pub fn spe_sysreg_match(name: *const c_char, nth: c_uint) -> c_int;
    pub fn spe_sysreg_encoding(reg: c_uint) -> c_int;
    pub fn spe_sysreg_find_encoding(encoding: c_uint) -> c_int;
    pub fn spe_sysreg_needs(reg: c_uint) -> *const c_char;
    pub fn spe_sysreg_fields(reg: c_uint) -> c_int;
    pub fn spe_sysreg_field_describe(reg: c_uint, field: c_uint, out: *mut spe_sysreg_field) -> c_int;
    pub fn spe_sysreg_field_find(reg: c_uint, name: *const c_char) -> c_int;
    pub fn spe_sysreg_applies(reg: c_uint, field: c_uint, raw: u64) -> c_int;
    pub fn spe_sysreg_field_needs(reg: c_uint, field: c_uint) -> *const c_char;
    pub fn spe_sysreg_get(reg: c_uint, field: c_uint, raw: u64, value: *mut u64) -> c_int;
    pub fn spe_sysreg_put(reg: c_uint, field: c_uint, value: u64, raw: *mut u64) -> c_int;
    pub fn spe_sysreg_number(text: *const c_char, len: usize, value: *mut u64) -> c_int;
    pub fn spe_sysreg_parse(reg: c_uint, text: *const c_char, len: usize, raw: *mut u64, mistake: *mut usize) -> c_int;
    pub fn spe_sysreg_reserved(reg: c_uint, raw: u64) -> u64;
    pub fn spe_sysreg_value_name(reg: c_uint, field: c_uint, value: u64) -> *const c_char;
    pub fn spe_sysreg_field_text(reg: c_uint, field: c_uint, raw: u64, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_sysreg_text(reg: c_uint, raw: u64, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_features_from_registers(regs: *const spe_sysreg_value, n: usize, flags: u32, out: *mut spe_features) -> c_int;
    pub fn spe_syndrome_decode(pmbsr: u64, out: *mut spe_syndrome) -> c_int;
    pub fn spe_syndrome_encode(r#in: *const spe_syndrome, pmbsr: *mut u64) -> c_int;
    pub fn spe_fault_status_name(fault_status: c_uint) -> *const c_char;
    pub fn spe_syndrome_text(pmbsr: u64, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_buffer_measure(pmbptr: u64, pmblimitr: u64, features: *const spe_features, out: *mut spe_buffer_geometry) -> c_int;
    pub fn spe_timestamp_source(pmscr_el1: u64, pmscr_el2: u64, el2_enabled: c_int, owning_el: c_uint, has_ecv: c_int) -> c_int;
    pub fn spe_timestamp_source_name(source: c_uint) -> *const c_char;
    pub fn spe_profiling_read(regs: *const spe_sysreg_value, n: usize, features: *const spe_features, out: *mut spe_profiling) -> c_int;
    pub fn spe_profiling_at(profiling: *const spe_profiling, el: c_uint, state: c_uint, out: *mut spe_profiling_level) -> c_int;
    pub fn spe_profiling_event_el(regs: *const spe_sysreg_value, n: usize, features: *const spe_features, pmbsr: u64) -> c_int;
    pub fn spe_interval_measure(pmsirr: u64, features: *const spe_features, out: *mut spe_interval) -> c_int;
    pub fn spe_interval_least(pmsidr: u64) -> u32;
    pub fn spe_interval_from_period(period: u64, pmsidr: u64, pmsirr: *mut u64) -> c_int;
    pub fn spe_interval_to_period(pmsirr: u64) -> u64;
    pub fn spe_histogram_bucket(value: c_uint) -> c_uint;
    pub fn spe_histogram_low(bucket: c_uint) -> c_uint;
    pub fn spe_histogram_high(bucket: c_uint) -> c_uint;
    pub fn spe_histogram_quantile(histogram: *const spe_histogram, q: f64) -> f64;
    pub fn spe_histogram_mean(histogram: *const spe_histogram) -> f64;
    pub fn spe_latencies_merge(into: *mut spe_latencies, from: *const spe_latencies);
    pub fn spe_stats_add(stats: *mut spe_stats, records: *const spe_record, n: usize);
    pub fn spe_stats_add_columns(stats: *mut spe_stats, columns: *const spe_columns, n: usize, keep: *const u8) -> c_int;
    pub fn spe_stats_merge(into: *mut spe_stats, from: *const spe_stats);
    pub fn spe_stats_summarise(stats: *const spe_stats, out: *mut spe_summary) -> c_int;
    pub fn spe_group_name(group: c_uint) -> *const c_char;
    pub fn spe_summary_estimate(summary: *const spe_summary, number: c_uint, out: *mut spe_estimate) -> c_int;
    pub fn spe_estimate_name(number: c_uint) -> *const c_char;
    pub fn spe_estimate_unit(number: c_uint) -> *const c_char;
    pub fn spe_text_config_mistake(cfg: *const spe_text_config) -> *const c_char;
    pub fn spe_packet_text(r#in: *const spe_packet, cfg: *const spe_text_config, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_record_text(r#in: *const spe_record, cfg: *const spe_text_config, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_dump_text(bytes: *const c_void, len: usize, offset: u64, is_last: c_int, cfg: *const spe_text_config, out: *mut c_char, cap: usize, used: *mut usize) -> c_int;
    pub fn spe_op_text(op_class: c_uint, payload: c_uint, cfg: *const spe_text_config, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_event_text(bit: c_uint, cfg: *const spe_text_config, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_events_text(events: u64, cfg: *const spe_text_config, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_data_source_text(value: c_uint, cfg: *const spe_text_config, out: *mut c_char, cap: usize) -> c_int;
    pub fn spe_unit_config_mistake(config: *const spe_unit_config) -> *const c_char;
    pub fn spe_unit_init(u: *mut spe_unit, config: *const spe_unit_config) -> c_int;
    pub fn spe_unit_write_memory(context: *mut c_void, address: u64, bytes: *const c_void, size: usize, syndrome: *mut u64) -> usize;
    pub fn spe_unit_write_register(u: *mut spe_unit, reg: c_uint, raw: u64) -> c_int;
    pub fn spe_unit_read_register(u: *mut spe_unit, reg: c_uint, raw: *mut u64) -> c_int;
    pub fn spe_unit_set_level(u: *mut spe_unit, el: c_uint, state: c_uint) -> c_int;
    pub fn spe_unit_interrupt(u: *const spe_unit) -> c_int;
    pub fn spe_unit_problems(u: *const spe_unit) -> u32;
    pub fn spe_unit_problem(problems: u32) -> *const c_char;
    pub fn spe_unit_choose(u: *mut spe_unit) -> c_int;
    pub fn spe_unit_operation(u: *mut spe_unit) -> c_int;
    pub fn spe_unit_branch(u: *mut spe_unit, target: u64) -> c_int;
    pub fn spe_unit_begin(u: *mut spe_unit, sample: c_int, start: *const spe_unit_start) -> c_int;
    pub fn spe_unit_complete(u: *mut spe_unit, sample: c_int, what: *const spe_record, types: u64) -> c_int;
    pub fn spe_unit_prefers_store(u: *mut spe_unit) -> c_int;
    pub fn spe_unit_count(u: *mut spe_unit, out: *mut spe_unit_counts) -> c_int;
}
