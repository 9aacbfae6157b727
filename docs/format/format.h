/* SPDX-License-Identifier: MIT */
/*
 * For the parts of the generator of docs/format.md. They use only the library's public interface, like
 * any reader: nothing that they print about bits is written here. The words are in facts.c.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <libspe/spe.h>

/* Ends the program: the library and the words here contradict each other, or one lacks something. */
_Noreturn void broken(const char *what, unsigned number);

/* -- facts.c: words, by the library's numbers -- */

struct packet_words {
    const char *name;
    const char *grid;    /* for the table of first bytes: at most four letters */
    const char *section; /* of DDI 0487 */
    const char *text;
};

const struct packet_words *packet_words(unsigned type);        /* SPE_PACKET_* */
const char *index_words(unsigned type, unsigned index);        /* of a packet that the architecture defines */
const char *event_words(unsigned bit);                         /* of an event that has a name */
const char *field_words(const char *field, unsigned subclass); /* of an Operation Type packet's field */

/* -- needs.c: what a core must implement -- */

#define NEEDS_MAX 256
/*
 * The features that a core needs so that spe_check_record() accepts *with. If `without` is not NULL, the features that
 * *without needs are left out. Example: "FEAT_SPEv1p1; FEAT_SVE or FEAT_SME". "" means nothing in addition to FEAT_SPE.
 */
const char *needs(const struct spe_record *with, const struct spe_record *without, char text[NEEDS_MAX]);
/* The last version that the library supports, SPE_V1P0 ... */
unsigned latest_version(void);
/* A record without any information: it retired, and ended. */
struct spe_record plain_record(void);
/* Whether the record breaks a rule on a core of that version (SPE_V1P0 ...) that has every feature, or none. */
int is_forbidden(const struct spe_record *record, unsigned version, int has_features);

/* -- the sections -- */

void print_headers(void);
void print_addresses(void);
void print_counters(void);
void print_contexts(void);
void print_data_sources(void);
void print_events(void);
void print_operations(void);
void print_record(void);

/* -- headers.c -- */

/* The table of a packet's INDEX values: header bytes, meaning, what each needs. INDEX 0 is bit `first_has` of
 * struct spe_record.present. */
void print_indexes(unsigned type, unsigned first_has);

#endif
