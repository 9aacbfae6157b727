/* SPDX-License-Identifier: MIT */
/*
 * What sources share among themselves, and nobody else: functions are declared SPE_INTERNAL, tables SPE_TABLE. Whatever
 * the library becomes part of, and whatever flags it is compiled with, these names do not leave it. The single-file
 * form makes them static.
 */
#ifndef SPE_INTERNAL_H
#define SPE_INTERNAL_H

#include <stdint.h>

#ifndef SPE_INTERNAL
#if defined(__ELF__) || defined(__MACH__)
#define SPE_INTERNAL __attribute__((__visibility__("hidden")))
#else
#define SPE_INTERNAL
#endif
#define SPE_TABLE extern SPE_INTERNAL
#endif

#define SPE_WORD_MOST 16 /* characters */

/* A word that a row holds itself, with its length: it is copied at once, whatever its length is. */
struct spe_word {
    char text[SPE_WORD_MOST + 1];
    uint8_t size;
};

#define SPE_WORD(text)                                                                                                 \
    {                                                                                                                  \
        text, sizeof(text) - 1                                                                                         \
    }

#endif
