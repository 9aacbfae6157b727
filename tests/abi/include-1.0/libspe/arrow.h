/* SPDX-License-Identifier: MIT */
/*
 * libspe/arrow.h: records as tables in memory, for any engine: Apache Arrow's C Data and C Stream interfaces
 * (https://arrow.apache.org/docs/format/CDataInterface.html).
 *
 * Rows are collected in blocks, in memory that the caller's function gives. A full block becomes an ArrowArray without
 * being copied. Columns are struct spe_record's fields, raw, which the decoder writes where they stay; and beside them
 * what they mean: addresses, exception levels, words, time. Where a record has not the field a column is null.
 *
 * Either the consumer pulls, from a stream:
 *
 *     struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
 *     struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
 *     struct ArrowArrayStream stream;
 *     config.get = get;                                     // malloc() and free(), or whatever the caller has
 *     config.put = put;
 *     core.midr = midr;                                     // for the names of data sources; clock, filter likewise
 *     spe_decoder_init(&decoder, NULL);
 *     spe_decoder_feed(&decoder, bytes, len);
 *     spe_arrow_stream_decoder(&stream, &config, &decoder, &core);
 *     use(&stream);                                         // which calls stream.release() at last
 *
 * or the caller, who reads files or drains rings, pushes:
 *
 *     spe_arrow_init(&arrow, &config);
 *     spe_arrow_schema(&arrow, &schema);
 *     while (more to feed)
 *         while ((status = spe_arrow_take(&arrow, &decoder, &core)) == 1)      // 1: a block is full
 *             if (spe_arrow_array(&arrow, &array) == 1)
 *                 use(&array);                              // which calls array.release() at last
 *     if (spe_arrow_array(&arrow, &array) == 1)             // what is left
 *         use(&array);
 *     spe_arrow_end(&arrow);
 *
 * Promised: the library allocates nothing: everything is in memory from `get`, and handed back with `put`: as many puts
 * as gets, and nothing points to the caller's memory or code any more. Arrays outlive streams and contexts; children
 * and dictionaries may be moved out of them, as the C Data interface has it. Dictionaries are the same in each array of
 * this version of the library; their offsets begin at 0. Buffers of columns are aligned to 64 bytes.
 *
 * Threads: a context or stream belongs to one thread at a time. Arrays and schemas may be released by any thread, at
 * once: `put` is then called there. These functions take up to 2 KiB of stack.
 */
#ifndef LIBSPE_ARROW_H
#define LIBSPE_ARROW_H

#include <libspe/batch.h>
#include <libspe/clock.h>
#include <libspe/cpu.h>
#include <libspe/filter.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Arrow's own, as its specification has them -- */

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
 * Columns by number, which is also their order. Those up to SPE_COLUMN_DATA_SOURCE_SIZE are the fields of struct
 * spe_record by their names, raw, and always as the decoder gives them. Further columns get numbers up to 127.
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
    SPE_COLUMN_OP = 41, /* this and those up to BRANCH_KIND: struct spe_op */
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
    SPE_COLUMN_MEMORY_LEVEL = 57, /* this and those up to MEMORY_DEVICE: spe_memory_level() */
    SPE_COLUMN_MEMORY_INFERRED = 58,
    SPE_COLUMN_MEMORY_PEER = 59,
    SPE_COLUMN_MEMORY_MODIFIED = 60,
    SPE_COLUMN_MEMORY_REMOTE = 61,
    SPE_COLUMN_MEMORY_DEVICE = 62,
    SPE_COLUMN_DATA_SOURCE_NAME = 63,
    SPE_COLUMN_EVENT = 128, /* + bit: an event that has a name, true where its bit of `events` is 1 */
    SPE_COLUMNS_END = 192   /* numbers are less */
};

/* What a column is; its layout is that of pointers on the target. The strings live as long as the program. */
struct spe_arrow_column {
    const char *name;   /* "pc", "time_ns", "mispredicted" */
    const char *format; /* Arrow's: "L" uint64, "I" uint32, "S" uint16, "C" uint8, "b" boolean; "c": int8, the index of
                           a dictionary of words */
    const char *unit;   /* "cycles", "ns", "ticks", "bytes", "bits", "address"; "" for none */
    const char *source; /* the section of DDI 0487, or what of this library tells ("D18.2.1", "spe_memory_level()") */
    const char *text;   /* what it is, in a few words */
    uint32_t has;       /* SPE_HAS_* of the packet it is from: null where `present` lacks it; 0: of none, or several */
    uint32_t is_nullable; /* 1: it may have nulls */
};

/*
 * The column of that number. Returns SPE_OK and fills *out. SPE_E_ARG: out is NULL. SPE_E_NAME: no column has the
 * number; *out is untouched then. Pure function, any thread.
 */
SPE_API int spe_arrow_column_get(unsigned number, struct spe_arrow_column *out);

/* The number of the column of that name. SPE_E_ARG: name is NULL. SPE_E_NAME: there is none. Pure, any thread. */
SPE_API int spe_arrow_column_find(const char *name);

/*
 * The n-th (from 0) word of a column's dictionary ("LD"), NULL: there is none, or the column has no dictionary. Pure,
 * any thread; the string lives as long as the program.
 */
SPE_API const char *spe_arrow_word(unsigned number, unsigned n);

/* -- blocks -- */

/*
 * The caller's functions. The first gives `size` bytes, aligned to 8, or NULL if there are none;
 * the second takes back what the first gave, and may be called by any thread that releases an array.
 */
typedef void *spe_arrow_get_fn(void *context, size_t size);
typedef void spe_arrow_put_fn(void *context, void *memory);

/* Start from SPE_ARROW_CONFIG_INIT, then set get and put, and what is wanted. Its layout is that of pointers on the
 * target. */
struct spe_arrow_config {
    uint32_t size;         /* sizeof(struct spe_arrow_config) */
    uint32_t rows;         /* of a block, up to 2^24; 0: 16384 */
    uint64_t columns[3];   /* those wanted: bit n % 64 of columns[n / 64]; all zero: every column */
    spe_arrow_get_fn *get; /* not NULL */
    spe_arrow_put_fn *put; /* not NULL */
    void *context;         /* is handed to get, put and fill */
};

/* Every column, 16384 rows a block. */
#define SPE_ARROW_CONFIG_INIT                                                                                          \
    {                                                                                                                  \
        sizeof(struct spe_arrow_config), 0, {0, 0, 0}, NULL, NULL, NULL                                                \
    }

/* Which member of a configuration is wrong: its name, "reserved" for a byte beyond what this version knows that is not
 * zero. NULL: none is, or cfg is NULL. The string lives as long as the program. */
SPE_API const char *spe_arrow_config_mistake(const struct spe_arrow_config *cfg);

/*
 * Bytes that `get` is asked for at once, for a block: of the configuration's rows and columns. 0: cfg is NULL, or wrong
 * in more than get and put being NULL.
 */
SPE_API size_t spe_arrow_block_size(const struct spe_arrow_config *cfg);

/* What is known of the core whose records come. Start from SPE_ARROW_CORE_INIT. Its layout is that of pointers on the
 * target. */
struct spe_arrow_core {
    uint32_t size;                      /* sizeof(struct spe_arrow_core) */
    uint32_t cpu;                       /* its number; 0xffffffff: not known */
    uint32_t tid;                       /* the thread whose trace it is; 0xffffffff: not known */
    uint32_t reserved;                  /* zero */
    uint64_t midr;                      /* MIDR_EL1, for names and levels of data sources; 0: not known */
    const struct spe_perf_clock *clock; /* for time_ns; NULL: not known */
    const spe_filter *filter;           /* records that it does not keep are left out; NULL: none are */
};

/* Nothing is known. */
#define SPE_ARROW_CORE_INIT                                                                                            \
    {                                                                                                                  \
        sizeof(struct spe_arrow_core), 0xffffffffu, 0xffffffffu, 0, 0, NULL, NULL                                      \
    }

/* Which member is wrong: "size", "reserved", "clock" (as spe_perf_time() says). NULL: none is, or core is NULL. */
SPE_API const char *spe_arrow_core_mistake(const struct spe_arrow_core *core);

#define SPE_ARROW_SIZE 10240 /* bytes of spe_arrow, on every target and in every 1.x version */

/* Caller-owned storage; spe_arrow_end() hands back what it holds. Not to be copied. */
typedef struct spe_arrow {
    uint64_t opaque[SPE_ARROW_SIZE / 8];
} spe_arrow;

/*
 * Makes *a ready to collect rows. *cfg is copied. Nothing is asked of `get` yet. (If *a was in use already,
 * spe_arrow_end() it first.)
 * Returns SPE_OK. SPE_E_ARG: a pointer is NULL. SPE_E_CONFIG: as spe_arrow_config_mistake() says. *a is then not
 * usable.
 */
SPE_API int spe_arrow_init(spe_arrow *a, const struct spe_arrow_config *cfg);

/*
 * The schema of its arrays: a struct of the columns. Returns SPE_OK and fills *out, which the caller releases.
 * SPE_E_ARG: a pointer is NULL. SPE_E_STATE: *a is not initialised. SPE_E_SPACE: `get` gave no memory. *out is
 * untouched then.
 */
SPE_API int spe_arrow_schema(const spe_arrow *a, struct ArrowSchema *out);

/*
 * Decodes what was fed to the decoder into the block, up to its end. core NULL: nothing is known.
 * Returns 1: the block is full, take it with spe_arrow_array(). 0: the bytes fed are used up, feed more or finish; the
 * block has room for one row at least, so that a record of spe_decoder_gap() or spe_decoder_finish() can be appended.
 * SPE_E_SPACE: `get` gave no memory: nothing was decoded since the block before; try again. SPE_E_ARG: a or d is NULL.
 * SPE_E_CONFIG: as spe_arrow_core_mistake() says. SPE_E_STATE: *a or *d is not initialised. Nothing has changed then.
 */
SPE_API int spe_arrow_take(spe_arrow *a, spe_decoder *d, const struct spe_arrow_core *core);

/*
 * Appends one record, unless the core's filter does not keep it. Returns 1: the block is now full; 0: it is not.
 * SPE_E_SPACE: the block was full, or `get` gave no memory. SPE_E_ARG: a or record is NULL. SPE_E_CONFIG, SPE_E_STATE:
 * as spe_arrow_take(). The record is then not in the table.
 */
SPE_API int spe_arrow_append(spe_arrow *a, const struct spe_record *record, const struct spe_arrow_core *core);

/*
 * The rows so far as one array, a struct of the columns; what comes next goes into another block.
 * Returns 1: *out is the array, which the caller releases. 0: there are no rows; *out is untouched. SPE_E_ARG: a
 * pointer is NULL. SPE_E_STATE: *a is not initialised.
 */
SPE_API int spe_arrow_array(spe_arrow *a, struct ArrowArray *out);

/* Hands back the block in progress, with its rows; *a is then not initialised. NULL, or not initialised: nothing. */
SPE_API void spe_arrow_end(spe_arrow *a);

/* -- streams -- */

/*
 * The caller's function that brings rows: it feeds decoders and calls spe_arrow_take() and spe_arrow_append() until one
 * of them returns 1 or there is no more. Returns 1: call me again, for the next block at the latest; 0: there is no
 * more, after these rows; a negative SPE_E_*: reading failed, which the consumer is told.
 */
typedef int spe_arrow_fill_fn(void *context, spe_arrow *a);

/*
 * A stream of arrays that `fill` makes rows for, with cfg->context. *cfg is copied.
 * Returns SPE_OK and fills *out, which the consumer releases. SPE_E_ARG: a pointer is NULL. SPE_E_CONFIG: as
 * spe_arrow_config_mistake() says. SPE_E_SPACE: `get` gave no memory. *out is untouched then.
 *
 * The stream's own functions return 0, or an errno number: ENOMEM (12) if `get` gave no memory, after which the same
 * call may be tried again; EIO (5) if `fill` failed, then and ever after. get_last_error() says which in words: that
 * there is no memory, or spe_status_text() of what `fill` returned.
 */
SPE_API int spe_arrow_stream(struct ArrowArrayStream *out, const struct spe_arrow_config *cfg, spe_arrow_fill_fn *fill);

/*
 * A stream of the records of the bytes that have been fed to *d, a last, incomplete one included: spe_decoder_finish()
 * is called at the end. *core is copied (NULL: nothing is known); *d, *core->clock and *core->filter are borrowed until
 * the stream is released. Returns as spe_arrow_stream(); SPE_E_CONFIG also as spe_arrow_core_mistake() says;
 * SPE_E_STATE: *d is not initialised.
 */
SPE_API int spe_arrow_stream_decoder(struct ArrowArrayStream *out, const struct spe_arrow_config *cfg, spe_decoder *d,
                                     const struct spe_arrow_core *core);

#ifdef __cplusplus
}
#endif

#endif
