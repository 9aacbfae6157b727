/* SPDX-License-Identifier: MIT */
/* Numbers of Parquet's format (apache/parquet-format: parquet.thrift, Encodings.md). */
#ifndef PARQUET_FORMAT_H
#define PARQUET_FORMAT_H

#define PARQUET_MAGIC "PAR1"

enum { PARQUET_BOOLEAN = 0, PARQUET_INT32 = 1, PARQUET_INT64 = 2, PARQUET_BYTE_ARRAY = 6 };
enum { PARQUET_REQUIRED = 0, PARQUET_OPTIONAL = 1 };
enum { PARQUET_PLAIN = 0, PARQUET_RLE = 3, PARQUET_DELTA_BINARY_PACKED = 5, PARQUET_RLE_DICTIONARY = 8 };
enum { PARQUET_UNCOMPRESSED = 0, PARQUET_ZSTD = 6 };
enum { PARQUET_DATA_PAGE = 0, PARQUET_DICTIONARY_PAGE = 2 };

/* For readers that do not know logical types. */
enum { PARQUET_UTF8 = 0, PARQUET_UINT_8 = 11, PARQUET_INT_8 = 15 }; /* the wider ones follow */

/* LogicalType, a union by the field's number. */
enum { PARQUET_STRING = 1, PARQUET_TIMESTAMP = 8, PARQUET_INTEGER = 10 };
enum { PARQUET_NANOS = 3 };

#endif
