/* SPDX-License-Identifier: MIT */
/*
 * libspe/check.h: does a stream of records keep the rules? For the validation of silicon, emulators and simulators:
 * what a record must hold (DDI 0487, D17.6), what its values may be (D18.2), and what a core with given features can
 * record at all.
 *
 *     struct spe_check check;
 *     spe_check_init(&check, &features);
 *     while (spe_decoder_next(&decoder, &record) == 1)
 *         for (uint64_t found = spe_check_record(&check, &record); found; found &= found - 1)
 *             report(record.offset, spe_rule_name(lowest bit of found));
 *
 * A check belongs to one thread at a time. Rules are numbered from 0, a bit each; numbers stay what they are in all 1.x
 * versions, new rules are added at the end.
 */
#ifndef LIBSPE_CHECK_H
#define LIBSPE_CHECK_H

#include <libspe/features.h>
#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPE_RULES_MAX 64

enum {
    SPE_RULE_WARNING = 0,  /* inconsistent, or permitted only in cases that the record does not tell */
    SPE_RULE_VIOLATION = 1 /* the architecture does not permit it */
};

/* 640 bytes, the same on every target. */
struct spe_check {
    struct spe_features features;
    uint64_t records;               /* how many were checked */
    uint64_t found;                 /* bits of the rules that were broken so far */
    uint64_t counts[SPE_RULES_MAX]; /* by how many records */
    uint8_t events_size;            /* of the first record that had one, in bytes; 0: none yet */
    uint8_t data_source_size;
    uint8_t reserved[78]; /* zero */
};

/* Everything that this version knows, of the latest version of SPE: for who knows nothing about a core. Counter and record
 * sizes and the alignment are 0, not known: their rules do not apply. */
SPE_API void spe_features_everything(struct spe_features *out);

/* Begins a check. features NULL: spe_features_everything(). Returns SPE_OK. SPE_E_ARG: check is NULL. SPE_E_CONFIG:
 * features->size is less than 32 or more than 512, or a byte beyond what this version knows is not zero. */
SPE_API int spe_check_init(struct spe_check *check, const struct spe_features *features);

/* Checks the next record of the stream. Returns the rules that it breaks, bit by bit, and counts them; 0 also if a pointer is
 * NULL. record->offset must be from the start of the buffer for the alignment to be meaningful. */
SPE_API uint64_t spe_check_record(struct spe_check *check, const struct spe_record *record);

/* "events-missing"; NULL: no such rule. Strings live as long as the program. */
SPE_API const char *spe_rule_name(unsigned rule);

/* The section of DDI 0487 that says so; NULL: no such rule. */
SPE_API const char *spe_rule_section(unsigned rule);

/* What is wrong, in a sentence; NULL: no such rule. */
SPE_API const char *spe_rule_text(unsigned rule);

/* SPE_RULE_WARNING or SPE_RULE_VIOLATION. SPE_E_ARG: no such rule. */
SPE_API int spe_rule_severity(unsigned rule);

/* The number of a rule by its name. SPE_E_ARG: name is NULL, or no such rule. */
SPE_API int spe_rule_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
