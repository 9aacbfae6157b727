/* SPDX-License-Identifier: MIT */
/*
 * What the fuzz targets share: memory that ends, or begins, at a page that nobody may touch, so that a read or write
 * one byte too far ends the program even without a sanitizer; and a check that says what failed.
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

/* Memory of `size` bytes, GUARDED_MAX at most, whose end (or whose start) abuts an unreadable page. There are a few
 * such areas, by number; the same memory is given out again and again. */
#define GUARDED_AREAS 6
uint8_t *guarded_end(unsigned area, size_t size);
uint8_t *guarded_start(unsigned area);

/* Two records have the same packets, and each says the same in both. */
void check_same_packets(const struct spe_record *a, const struct spe_record *b);

/*
 * For LLVMFuzzerCustomMutator() of targets whose inputs are `head` bytes and then a stream: half of the time one record
 * is changed (record_mutator.h), else libFuzzer's own mutators change any of the bytes.
 */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, unsigned seed, size_t head);

/* A copy of the input in area 0, its end at the guard page. Inputs over GUARDED_MAX are cut. */
const uint8_t *guarded_input(const uint8_t *data, size_t *size);

#endif
