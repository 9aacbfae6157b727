/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/arrow.h: makes tables of records in memory for any analytics engine, with Apache Arrow's C Data and C
 * Stream interfaces (https://arrow.apache.org/docs/format/CDataInterface.html).
 *
 * Version 0: a minor release may change it (base.h).
 *
 * Rows are collected in blocks, in memory from the caller's function. A full block becomes an ArrowArray without being
 * copied. Some columns are the raw fields of struct spe_record, which the decoder writes in place. Others are what
 * these fields mean: addresses, exception levels, words, time. If a record lacks a field, its column is null in that
 * row.
 *
 * Either the consumer pulls arrays from a stream:
 *
 *     struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
 *     struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
 *     struct ArrowArrayStream stream;
 *     config.get = get;                                     // malloc() and free(), or the program's own
 *     config.put = put;
 *     core.midr = midr;                                     // for the names of data sources; also clock, filter
 *     spe_decoder_init(&decoder, NULL);
 *     spe_decoder_feed(&decoder, bytes, len);
 *     spe_arrow_stream_decoder(&decoder, &core, &config, &stream);
 *     use(&stream);                                         // which calls stream.release() at the end
 *
 * or the caller, who reads files or drains rings, pushes them:
 *
 *     spe_arrow_init(&arrow, &config);
 *     spe_arrow_schema(&arrow, &schema);
 *     while (more to feed)
 *         while ((status = spe_arrow_take(&arrow, &decoder, &core)) == 1)      // 1: a block is full
 *             if (spe_arrow_array(&arrow, &array) == 1)
 *                 use(&array);                              // which calls array.release() at the end
 *     if (spe_arrow_array(&arrow, &array) == 1)             // the rows that are left
 *         use(&array);
 *     spe_arrow_end(&arrow);
 *
 * Promised: the library allocates nothing itself. All memory comes from `get` and is returned with `put`: there are as
 * many calls of put as of get, and afterwards nothing points to the caller's memory or code. Arrays may outlive streams
 * and contexts. Children and dictionaries may be moved out of arrays, as the C Data interface permits. Dictionaries are
 * the same in each array of this version of the library; their offsets begin at 0. Buffers of columns are aligned to 64
 * bytes.
 *
 * Threads: a context or stream belongs to one thread at a time. Any thread may release arrays and schemas, and several
 * threads may do so at once, and `put` is called on these threads. These functions take up to 3 KiB of stack.
 * spe_arrow_take(), and so the streams, takes 1 KiB more than spe_decoder_next_columns().
 */
#ifndef LIBSPE_LAB_ARROW_H
#define LIBSPE_LAB_ARROW_H

#include <libspe/clock.h>
#include <libspe/columns.h>
#include <libspe/cpu.h>
#include <libspe/filter.h>
#include <libspe-lab/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Arrow's structs, as in its specification -- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

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
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
#endif

/* -- columns -- */

/*
 * Columns by number. The numbers also give the order of columns. Those up to SPE_COLUMN_DATA_SOURCE_SIZE are the raw
 * fields of struct spe_record, under their names, exactly as the decoder gives them. Later columns get numbers up to
 * 127, then from 224 on.
 */
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
    SPE_COLUMN_CPU = 22, /* from struct spe_arrow_core */
    SPE_COLUMN_TID = 23,
    SPE_COLUMN_CONTEXT = 24, /* spe_record_context() */
    SPE_COLUMN_TIME_NS = 25, /* spe_perf_time() */
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
    SPE_COLUMN_OP = 41, /* up to BRANCH_KIND: struct spe_op */
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
    SPE_COLUMN_MEMORY_LEVEL = 57, /* up to MEMORY_DEVICE: spe_memory_level() */
    SPE_COLUMN_MEMORY_INFERRED = 58,
    SPE_COLUMN_MEMORY_PEER = 59,
    SPE_COLUMN_MEMORY_MODIFIED = 60,
    SPE_COLUMN_MEMORY_REMOTE = 61,
    SPE_COLUMN_MEMORY_DEVICE = 62,
    SPE_COLUMN_DATA_SOURCE_NAME = 63,
    SPE_COLUMN_EVENT = 128, /* + bit: an event that has a name, true if its bit of `events` is 1 */
    SPE_COLUMN_FIELD = 192  /* + bit of `present`: the raw field of struct spe_record, if it has no number above */
};

/*
 * The description of a column. The size of the struct depends on the target's pointers. The strings live as long as the
 * program.
 */
struct spe_arrow_column {
    const char *name;   /* "pc", "time_ns", "mispredicted" */
    const char *format; /* Arrow's: "L" uint64, "I" uint32, "S" uint16, "C" uint8, "b" boolean; "c" int8, "s" int16: the
                           index of a word in a dictionary */
    const char *unit;   /* "cycles", "ns", "ticks", "bytes", "bits", "address"; "" for none */
    const char *source; /* the section of DDI 0487, or the function of this library ("D18.2.1", "spe_memory_level()") */
    const char *text;   /* a short description */
    uint32_t has;       /* SPE_HAS_* of its packet: the column is null if `present` lacks it; 0: of no packet, or
                           several */
    uint32_t is_nullable; /* 1: the column may have nulls */
};

/*
 * Returns a number that is above the numbers of all columns, at most 256. Some numbers below it are not columns;
 * spe_arrow_column_get() distinguishes them. A later version may have more columns. Pure function, any thread.
 */
SPE_LAB_API unsigned spe_arrow_column_count(void);

/*
 * Describes the column with this number. Pure function, any thread.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL.
 * - SPE_E_NAME: no column has the number. *out is unchanged.
 */
SPE_LAB_API int spe_arrow_column_get(unsigned number, struct spe_arrow_column *out);

/*
 * Looks up a column by its name. Pure function, any thread.
 *
 * Returns one of:
 * - 0 or a positive number: the number of the column.
 * - SPE_E_ARG: name is NULL.
 * - SPE_E_NAME: no column has this name.
 */
SPE_LAB_API int spe_arrow_column_find(const char *name);

/*
 * Returns the n-th (from 0) word of a column's dictionary ("LD"), or NULL if the n-th word does not exist or the column
 * has no dictionary. Pure function, any thread. The string lives as long as the program.
 */
SPE_LAB_API const char *spe_arrow_word(unsigned number, unsigned n);

/* -- blocks -- */

/*
 * The caller's functions. `get` returns `size` bytes of memory, aligned to 8, or NULL if memory is used up. `put` takes
 * back memory that `get` returned; any thread that releases an array may call it.
 */
typedef void *spe_arrow_get_fn(void *context, size_t size);
typedef void spe_arrow_put_fn(void *context, void *memory);

/*
 * The configuration. Initialise it with SPE_ARROW_CONFIG_INIT, then set get and put, and the members that differ. The
 * size of the struct depends on the target's pointers.
 */
struct spe_arrow_config {
    uint32_t size;         /* sizeof(struct spe_arrow_config) */
    uint32_t rows;         /* rows of a block, up to 2^24; 0 means 16384 */
    uint64_t columns[4];   /* wanted columns: bit n % 64 of columns[n / 64]; all zero: every column */
    spe_arrow_get_fn *get; /* not NULL */
    spe_arrow_put_fn *put; /* not NULL */
    void *context;         /* passed to get, put and fill */
    const void *reserved;  /* NULL. On every target the struct ends with it, without padding */
};

/* Every column, and blocks of 16384 rows. */
#define SPE_ARROW_CONFIG_INIT SPE_SIZED(spe_arrow_config)

/*
 * Returns the name of the first invalid member of a configuration; "reserved" also means a byte after the members that
 * this version has that is not 0. Returns NULL if no member is invalid or cfg is NULL. The string lives as long as the
 * program.
 */
SPE_LAB_API const char *spe_arrow_config_problem(const struct spe_arrow_config *cfg);

/*
 * Returns the number of bytes that are requested from `get` at once, for a block of the configuration's rows and
 * columns. Returns 0 if cfg is NULL, or if a member other than get and put is invalid.
 */
SPE_LAB_API size_t spe_arrow_block_size(const struct spe_arrow_config *cfg);

/*
 * The core whose records are decoded, as far as it is known. Initialise it with SPE_ARROW_CORE_INIT. The size of the
 * struct depends on the target's pointers.
 */
struct spe_arrow_core {
    uint32_t size;                      /* sizeof(struct spe_arrow_core) */
    uint32_t cpu;                       /* number of the core; 0xffffffff: not known */
    uint32_t tid;                       /* thread whose trace it is; 0xffffffff: not known */
    uint32_t reserved;                  /* zero */
    uint64_t midr;                      /* MIDR_EL1, for names and levels of data sources; 0: not known */
    const struct spe_perf_clock *clock; /* for time_ns; NULL: not known */
    const spe_filter *filter;           /* records that it rejects are omitted; NULL: no filter */
};

/* A core of which nothing is known. */
#ifdef __cplusplus
extern "C++" inline spe_arrow_core spe_arrow_core_of_none()
{
    spe_arrow_core core = spe_sized<spe_arrow_core, sizeof(spe_arrow_core)>();
    core.cpu = core.tid = 0xffffffffu;
    return core;
}
#define SPE_ARROW_CORE_INIT spe_arrow_core_of_none()
#else
#define SPE_ARROW_CORE_INIT                                                                                            \
    {                                                                                                                  \
        .size = sizeof(struct spe_arrow_core), .cpu = 0xffffffffu, .tid = 0xffffffffu                                  \
    }
#endif

/*
 * Returns the name of the first invalid member: "size", "reserved", or "clock" (for the reasons listed under
 * spe_perf_time()). Returns NULL if no member is invalid or core is NULL.
 */
SPE_LAB_API const char *spe_arrow_core_problem(const struct spe_arrow_core *core);

#define SPE_ARROW_SIZE 16384 /* bytes of spe_arrow, on every target and in every 1.x version */

/* Storage that the caller provides. spe_arrow_end() returns the memory that it holds. It must not be copied. */
typedef struct spe_arrow {
    uint64_t opaque[SPE_ARROW_SIZE / 8];
} spe_arrow;

/*
 * Initialises *a to collect rows. *cfg is copied. Nothing is requested from `get` yet. If *a was in use, call
 * spe_arrow_end() first.
 *
 * Returns one of:
 * - SPE_OK: *a is ready.
 * - SPE_E_ARG: a or cfg is NULL.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_arrow_config_problem() names it.
 * On failure *a is not usable.
 */
SPE_LAB_API int spe_arrow_init(spe_arrow *a, const struct spe_arrow_config *cfg);

/*
 * Gives the schema of the arrays: a struct of the columns. The caller releases it.
 *
 * Returns one of:
 * - SPE_OK: *out is the schema.
 * - SPE_E_ARG: a or out is NULL.
 * - SPE_E_STATE: *a is not initialised.
 * - SPE_E_SPACE: `get` gave no memory.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_arrow_schema(const spe_arrow *a, struct ArrowSchema *out);

/*
 * Decodes the bytes that were fed to the decoder to rows of the block, until the block is full or the bytes are used
 * up. core NULL means that nothing is known of the core.
 *
 * Returns one of:
 * - 1: the block is full; take it with spe_arrow_array().
 * - 0: the bytes are used up: feed more, or finish. The block has room for at least one row, so that a record from
 *   spe_decoder_gap() or spe_decoder_finish() can be appended.
 * - SPE_E_SPACE: `get` gave no memory. Nothing has been decoded since the last block; the call may be repeated.
 * - SPE_E_ARG: a or d is NULL.
 * - SPE_E_CONFIG: a member of *core is invalid; spe_arrow_core_problem() names it.
 * - SPE_E_STATE: *a or *d is not initialised.
 * On failure nothing has changed.
 */
SPE_LAB_API int spe_arrow_take(spe_arrow *a, spe_decoder *d, const struct spe_arrow_core *core);

/*
 * Appends one record, unless the core's filter rejects it. core NULL means that nothing is known of the core.
 *
 * Returns one of:
 * - 1: the block is now full.
 * - 0: the block is not full.
 * - SPE_E_SPACE: the block was full, or `get` gave no memory.
 * - SPE_E_ARG: a or record is NULL.
 * - SPE_E_CONFIG: a member of *core is invalid; spe_arrow_core_problem() names it.
 * - SPE_E_STATE: *a is not initialised.
 * On failure the record is not appended.
 */
SPE_LAB_API int spe_arrow_append(spe_arrow *a, const struct spe_record *record, const struct spe_arrow_core *core);

/*
 * Gives the rows collected so far as one array, a struct of the columns. The caller releases it. Later rows go to
 * another block.
 *
 * Returns one of:
 * - 1: *out is the array.
 * - 0: no row was collected. *out is unchanged.
 * - SPE_E_ARG: a or out is NULL. *out is unchanged.
 * - SPE_E_STATE: *a is not initialised. *out is unchanged.
 */
SPE_LAB_API int spe_arrow_array(spe_arrow *a, struct ArrowArray *out);

/*
 * Discards the block in progress, with its rows, and returns its memory. After the call *a is not initialised. If a is
 * NULL or not initialised, nothing happens.
 */
SPE_LAB_API void spe_arrow_end(spe_arrow *a);

/* -- streams -- */

/*
 * The caller's function that adds rows. It feeds decoders and calls spe_arrow_take() and spe_arrow_append(), until one
 * of them returns 1 or no records are left. It returns 1 if it must be called again, for the next block at the latest;
 * 0 if no records follow these rows; or a negative SPE_E_* if reading failed, which the consumer receives.
 */
typedef int spe_arrow_fill_fn(void *context, spe_arrow *a);

/*
 * Makes a stream of arrays whose rows `fill` adds; `fill` receives cfg->context. *cfg is copied. The consumer releases
 * the stream.
 *
 * The stream's own functions return 0 or an errno number: ENOMEM (12) if `get` gave no memory, after which the same
 * call may be repeated; EIO (5) if `fill` failed, in this call and in all later ones. get_last_error() gives the reason
 * in words: that memory is used up, or spe_status_text() of what `fill` returned.
 *
 * Returns one of:
 * - SPE_OK: *out is the stream.
 * - SPE_E_ARG: fill, cfg or out is NULL.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_arrow_config_problem() names it.
 * - SPE_E_SPACE: `get` gave no memory.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_arrow_stream(spe_arrow_fill_fn *fill, const struct spe_arrow_config *cfg,
                                 struct ArrowArrayStream *out);

/*
 * Makes a stream of the records in the bytes that have been fed to *d. It includes a last, incomplete record:
 * spe_decoder_finish() is called at the end. *core is copied; core NULL means that nothing is known of the core. *d,
 * *core->clock and *core->filter are borrowed until the stream is released. The stream's own functions are described
 * under spe_arrow_stream().
 *
 * Returns one of:
 * - SPE_OK: *out is the stream.
 * - SPE_E_ARG: d, cfg or out is NULL.
 * - SPE_E_CONFIG: a member of *cfg or *core is invalid; spe_arrow_config_problem() or spe_arrow_core_problem() names
 *   it.
 * - SPE_E_SPACE: `get` gave no memory.
 * - SPE_E_STATE: *d is not initialised.
 * On failure *out is unchanged.
 */
SPE_LAB_API int spe_arrow_stream_decoder(spe_decoder *d, const struct spe_arrow_core *core,
                                         const struct spe_arrow_config *cfg, struct ArrowArrayStream *out);

#ifdef __cplusplus
}
#endif

#endif
