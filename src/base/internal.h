/* SPDX-License-Identifier: MIT */
/*
 * What sources share among themselves, and nobody else: functions are declared SPE_INTERNAL, tables SPE_TABLE. Whatever
 * the library becomes part of, and whatever flags it is compiled with, these names do not leave it. The single-file
 * form makes them static.
 */
#ifndef SPE_INTERNAL_H
#define SPE_INTERNAL_H

#ifndef SPE_INTERNAL
#if defined(__ELF__) || defined(__MACH__)
#define SPE_INTERNAL __attribute__((__visibility__("hidden")))
#else
#define SPE_INTERNAL
#endif
#define SPE_TABLE extern SPE_INTERNAL
#endif

#define SPE_WORD_SIZE 17 /* of words that rows hold themselves, so that they are copied at once: up to 16 characters */

#endif
