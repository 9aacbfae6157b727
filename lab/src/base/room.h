/* SPDX-License-Identifier: MIT */
/*
 * The most rows that a table may have if something of a fixed width depends on it: a mask with a bit for each row, an
 * index of a few bits, an array inside a context. An assertion next to the rows fails when a new row no longer fits;
 * for rows of libspe, a test counts them.
 */
#ifndef SPE_LAB_ROOM_H
#define SPE_LAB_ROOM_H

enum {
    SPE_ROOM_SUBCLASSES = 64, /* a 64-bit mask in check_table.h */
    SPE_ROOM_REGISTERS = 64,  /* a 64-bit mask in spe_profiling.missing; the unit keeps a value of each */
    SPE_ROOM_TYPES = 16,      /* packet types */
    SPE_ROOM_COUNTERS = 8,    /* counters that a record has one of each: an array in spe_check */
    SPE_ROOM_LEVELS = 127     /* spe_data_source.level; Arrow's columns of words are signed 8-bit numbers */
};

#endif
