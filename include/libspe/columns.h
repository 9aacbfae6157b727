/* SPDX-License-Identifier: MIT */
/*
 * libspe/columns.h: decodes many records with one call to columns, one array for each field of struct spe_record, and
 * filters them.
 *
 * A program may take single records, batches and columns from one stream in any order. The rules of decoder.h hold.
 *
 * Errors. Functions that decode or filter return the number of rows as an int64_t, or a negative status code; on
 * failure they consume nothing and leave their outputs unchanged.
 */
#ifndef LIBSPE_COLUMNS_H
#define LIBSPE_COLUMNS_H

#include <libspe/batch.h>
#include <libspe/filter.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One array for each field of struct spe_record, with the same name, type, unit and meaning. Row i of all arrays is one
 * record. A pointer is NULL if its column is not wanted. The caller owns the arrays and aligns each as its type
 * requires; they do not overlap. If a record lacks a field, the column is 0 in its row, and the field's bit in
 * present[], the validity mask, is 0. Initialise the struct with SPE_COLUMNS_INIT, then set the pointers. The size of
 * the struct depends on the target's pointers.
 *
 * Later versions add pointers at the end of the struct. A library that is newer than the program does not fill the
 * columns that the program's struct lacks. A library that is older than the program refuses a pointer that it does not
 * know, unless it is NULL.
 */
struct spe_columns {
    uint32_t size;     /* sizeof(struct spe_columns) */
    uint32_t reserved; /* zero; for flags of later versions. A version that does not know a flag refuses it */
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
 * Decodes up to `n` records to rows 0 to n - 1 of the columns, as `n` calls of spe_decoder_next() would. Each array has
 * room for n rows. Rows after the last record are unchanged. If all pointers are NULL, the records are decoded and
 * counted nevertheless. *columns is not changed and not kept. A record that is cut off comes from spe_decoder_finish()
 * or spe_decoder_gap(), as a struct spe_record. Takes up to 1 KiB of stack, or 5 KiB if the library has kernels for the
 * processor.
 *
 * Returns one of:
 * - 0 to n: the number of rows. If it is less than n, all bytes fed are used up: feed more, or finish.
 * - SPE_E_ARG: d or columns is NULL.
 * - SPE_E_STATE: *d is not initialised.
 * - SPE_E_CONFIG: *columns is invalid; spe_columns_problem() names the member.
 * On failure nothing is consumed and the columns are unchanged.
 */
SPE_API int64_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n);

/* -- filter -- */

/*
 * Applies the filter to rows 0 to n - 1 of columns. Bit i % 8 of keep[i / 8] becomes 1 if the filter keeps row i, else
 * 0. The bits of the last byte after row n - 1 become 0. keep has (n + 7) / 8 bytes. (Arrow's filters take such a
 * bitmap as a mask.) The columns are unchanged. *filter must be the result of spe_filter_compile(). The function reads
 * `present` and the columns that the filter needs: events; op_class and op_payload, for types and data sources;
 * total_latency; data_source. A setting that a later version of spe_filter_compile() accepts may need further columns.
 * Other columns may be NULL. If counts is not NULL, the results are added to *counts. Any thread.
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
 * A field of struct spe_record that a packet fills. Each of these fields is also a column. (The other columns are
 * offset, record_size, present, flags, op_class, events_size and data_source_size.) Programs that show everything a
 * record has can use it to show the fields of later versions. The size of the struct depends on the target's pointers.
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
    uint16_t reserved[3]; /* zero until a later version gives them a meaning */
};

/*
 * Describes the n-th (from 0) field. The order is that in which the manual's pseudocode writes the packets. A later
 * version may insert fields, so n is not the same in all versions, but the name is. Pure function, any thread; the
 * strings live as long as the program.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL, or the n-th field does not exist. *out is unchanged.
 */
SPE_API int spe_record_field_get(unsigned n, struct spe_record_field *out);

/*
 * Returns the name of the first invalid member of *columns: "size" (less than the size in version 1.0, more than 512,
 * or not a multiple of a pointer's size), or "reserved" (that member, or a byte after the members that this version
 * has, is not 0). Returns NULL if no member is invalid or columns is NULL. The arrays are not read. The string lives as
 * long as the program. Any thread.
 */
SPE_API const char *spe_columns_problem(const struct spe_columns *columns);

#ifdef __cplusplus
}
#endif

#endif
