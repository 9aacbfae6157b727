/* SPDX-License-Identifier: MIT */
/*
 * Names that only this library's own sources share: functions are declared SPE_INTERNAL, tables SPE_TABLE. They are not
 * exported, whatever program or library they are linked into. The single-file build makes them static.
 */
#ifndef SPE_LAB_INTERNAL_H
#define SPE_LAB_INTERNAL_H

#ifndef SPE_INTERNAL
#if defined(__ELF__) || defined(__MACH__)
#define SPE_INTERNAL __attribute__((__visibility__("hidden")))
#else
#define SPE_INTERNAL
#endif
#define SPE_TABLE extern SPE_INTERNAL
#endif

#endif
