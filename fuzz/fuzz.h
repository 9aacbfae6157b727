/* SPDX-License-Identifier: MIT */
/*
 * For all fuzz targets: memory that ends or begins at a page that cannot be accessed, so that a read or write one byte
 * too far ends the program even without a sanitizer; and a check that reports what failed.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "record_generator.h" /* struct spe_gen_source: choices from an input */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* Ends the program, naming the check, unless the condition holds. */
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fuzz_fail(#condition, __FILE__, __LINE__);                                                                 \
    } while (0)

_Noreturn void fuzz_fail(const char *what, const char *file, int line);

#define GUARDED_MAX (1u << 16)

/* Memory of `size` bytes, at most GUARDED_MAX, whose end (or start) is at an unreadable page. There are a few such
 * areas, by number; each call gives the same memory. */
#define GUARDED_AREAS 6
uint8_t *guarded_end(unsigned area, size_t size);
uint8_t *guarded_start(unsigned area);

/* Whether two records have the same packets with the same contents. */
void check_same_packets(const struct spe_record *a, const struct spe_record *b);

/*
 * For LLVMFuzzerCustomMutator() of targets whose inputs are `head` bytes and then a stream: half of the time one record
 * is changed (record_mutator.h); otherwise libFuzzer's own mutators change any of the bytes.
 */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, unsigned seed, size_t head);

/* Copies the input to area 0, with its end at the guard page. Inputs over GUARDED_MAX are cut off. */
const uint8_t *guarded_input(const uint8_t *data, size_t *size);

/* Up to FUZZ_RECORDS records: at most 7 are any bytes of the input; a decoder takes the others from the rest of it. */
#define FUZZ_RECORDS 96
size_t fuzz_records(struct spe_gen_source *t, struct spe_record *records);

#endif
