/* SPDX-License-Identifier: MIT */
/*
 * The suite's adapter for libspe: reader.c answers requests, meanings.c prints the words of answers, agree.c compares
 * what the library reads with what it writes.
 */
#ifndef READER_H
#define READER_H

#include <libspe/spe.h>

/* Prints " NAME=VALUE,VALUE": the names in `words` of the bits that are set. Prints nothing if there are none. */
void print_set(const char *name, unsigned set, const char *const words[], unsigned n);

/* Prints a name in small letters, with '-' for anything but letters and digits. */
void print_slug(const char *name);

/* Prints the line of what a packet means, if the architecture gives it a meaning. */
void print_meaning(uint64_t offset, const struct spe_packet *packet);

/* Prints the line of what a record's data source means on a core. */
void print_source(uint64_t midr, const struct spe_record *record);

/* Prints the line of what PMBSR_EL1 reports. */
void print_ending(uint64_t pmbsr);

/* The name of what the library does differently from what it read in the packet of n bytes; NULL if it agrees. */
const char *disagreement(const uint8_t *at, int n, uint64_t offset, const struct spe_packet *packet);

/* Prints all cores that the library knows, one fact in each line, for the core database. */
void print_cores(void);

#endif
