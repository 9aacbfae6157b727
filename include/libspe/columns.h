/* SPDX-License-Identifier: MIT */
/*
 * libspe/columns.h: decodes many records with one call to columns, one array for each field of struct spe_record, and
 * filters them. arrow.h passes columns to analytics engines, together with their meaning.
 *
 * Provisional: a minor release may change it. A program that uses it defines SPE_ALLOW_PROVISIONAL (docs/abi.md).
 *
 * A program may take single records, batches and columns from one stream in any order. The rules of decoder.h hold.
 *
 * Errors. Functions that decode or filter return the number of rows as an int64_t, or a negative status code; on
 * failure they consume nothing and leave their outputs unchanged.
 */
#ifndef LIBSPE_COLUMNS_H
#define LIBSPE_COLUMNS_H

#ifndef SPE_ALLOW_PROVISIONAL
#error "libspe/columns.h is provisional, a minor release may change it: define SPE_ALLOW_PROVISIONAL to use it"
#endif

#include <libspe/batch.h>
#include <libspe/filter.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One array for each field of struct spe_record, with the same name, type and meaning. A pointer is NULL if its column
 * is not wanted. The caller owns the arrays and aligns each as its type requires. If a record lacks a field, the column
 * is 0 in its row, and the field's bit in present[], the validity mask, is 0. Initialise the struct with
 * SPE_COLUMNS_INIT, then set the pointers. The size of the struct depends on the target's pointers. docs/columns.md
 * lists the columns.
 */
struct spe_columns {
    uint32_t size;     /* sizeof(struct spe_columns) */
    uint32_t reserved; /* zero */
    uint64_t *offset;
    uint64_t *record_size; /* struct spe_record.size */
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

/* A struct that selects no column. */
#define SPE_COLUMNS_INIT SPE_SIZED(spe_columns)

/*
 * Decodes up to `n` records to rows 0 to n - 1 of the columns, as `n` calls of spe_decoder_next() would. Rows after the
 * last record are unchanged. Takes up to 1 KiB of stack, or 5 KiB if the library has kernels for the processor.
 *
 * Returns one of:
 * - 0 to n: the number of rows. If it is less than n, all bytes fed are used up: feed more, or finish.
 * - SPE_E_ARG: d or columns is NULL.
 * - SPE_E_STATE: *d is not initialised.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * On failure nothing is consumed and the columns are unchanged.
 */
SPE_API int64_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n);

/*
 * Decodes bytes[0..len), the next bytes of the stream, to rows 0 to n - 1 of the columns, up to the n-th record or to
 * the end of the bytes. It needs the bytes only during the call, like spe_decoder_decode(). *used is the number of
 * bytes used up; pass the others again with the next call. Takes the stack of spe_decoder_next_columns().
 *
 * Returns one of:
 * - 0 to n: the number of rows. If it is less than n, *used is len.
 * - SPE_E_ARG: d, used or columns is NULL, or bytes is NULL while len is not 0.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * - SPE_E_STATE: for the reasons listed under spe_decoder_feed().
 * On failure no byte is used up and the outputs are unchanged.
 */
SPE_API int64_t spe_decoder_decode_columns(spe_decoder *d, const void *bytes, size_t len,
                                           const struct spe_columns *columns, size_t n, size_t *used);

/*
 * Decodes the complete records in one buffer to rows 0 to n - 1 of the columns. It needs no decoder. *used, threads and
 * the bytes that are left are as described under spe_decode(). Takes 9 KiB of stack.
 *
 * Returns one of:
 * - 0 to n: the number of rows.
 * - SPE_E_ARG: used or columns is NULL, or bytes is NULL while len is not 0.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * On failure the outputs are unchanged.
 */
SPE_API int64_t spe_decode_columns(const void *bytes, size_t len, const struct spe_columns *columns, size_t n,
                                   size_t *used);

/* -- filter -- */

/*
 * Applies the filter to rows 0 to n - 1 of columns. Bit i % 8 of keep[i / 8] becomes 1 if the filter keeps row i, else
 * 0. The bits of the last byte after row n - 1 become 0. keep has (n + 7) / 8 bytes. (Arrow's filters take such a
 * bitmap as a mask.) The columns are unchanged. The function reads `present` and the columns that the filter needs:
 * events; op_class and op_payload, for types and data sources; total_latency; data_source. Other columns may be NULL.
 * If counts is not NULL, the results are added to *counts.
 *
 * Returns one of:
 * - 0 to n: the number of rows kept.
 * - SPE_E_ARG: filter or columns is NULL, keep is NULL while n is not 0, or a column that is read is NULL.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * On failure nothing is written.
 */
SPE_API int64_t spe_filter_columns(const spe_filter *filter, const struct spe_columns *columns, size_t n, uint8_t *keep,
                                   struct spe_filter_counts *counts);

/* -- fields -- */

/*
 * A field of struct spe_record that a packet fills. Each of these fields is also a column. Programs that show
 * everything a record has can use it to show the fields of later versions. The size of the struct depends on the
 * target's pointers.
 */
struct spe_record_field {
    const char *name;     /* name of the member and of the column: "total_latency" */
    const char *words;    /* the architecture's term: "Total latency" */
    const char *unit;     /* unit of the value: "cycles", "ticks"; "" for none */
    uint32_t has;         /* SPE_HAS_* */
    uint16_t size;        /* size of the member in bytes: 1, 2, 4 or 8 */
    uint16_t member;      /* offset of the member in struct spe_record, in bytes */
    uint16_t column;      /* offset of the pointer in the library's struct spe_columns, in bytes. The pointer of a newer
                             field may lie past the end of your struct: set it only if column + sizeof(void *) is at
                             most your spe_columns.size */
    uint16_t reserved[3]; /* zero */
};

/*
 * Describes the n-th (from 0) field. The order is that in which the manual's pseudocode writes the packets. Pure
 * function, any thread; the strings live as long as the program.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL, or the n-th field does not exist. *out is unchanged.
 */
SPE_API int spe_record_field_get(unsigned n, struct spe_record_field *out);

/*
 * Returns the name of the first invalid member of *columns: "size" (less than the size in version 1.0, or more than
 * 512), or "reserved" (that member, or a byte after the members that this version has, is not 0). Returns NULL if no
 * member is invalid or columns is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_columns_problem(const struct spe_columns *columns);

/*
 * Makes a validity bitmap as Arrow defines it: bit i % 8 of bitmap[i / 8] is 1 if present[i] has all of the SPE_HAS_*
 * bits in `has`. present is a column of n rows. bitmap has (n + 7) / 8 bytes; the bits of its last byte after bit n - 1
 * are 0. Pure function, any thread.
 *
 * Returns the number of rows whose bit is 0 (Arrow's null count). If a pointer is NULL, it returns 0 and writes
 * nothing.
 */
SPE_API size_t spe_columns_validity(const uint32_t *present, size_t n, uint32_t has, uint8_t *bitmap);

#ifdef __cplusplus
}
#endif

#endif
