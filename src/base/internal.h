/* SPDX-License-Identifier: MIT */
/*
 * Names that only the library's own sources share: functions are declared SPE_INTERNAL, tables SPE_TABLE. These names
 * are not exported, whatever program or library they are linked into and whatever flags they are compiled with. The
 * single-file build makes them static.
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

/* A word stored in its row, with its length: it is copied in one step, whatever its length. */
struct spe_word {
    char text[SPE_WORD_MOST + 1];
    uint8_t size;
};

#define SPE_WORD(text)                                                                                                 \
    {                                                                                                                  \
        text, sizeof(text) - 1                                                                                         \
    }

#endif
