/* SPDX-License-Identifier: MIT */
/*
 * The numbers of rules and registers that the programs have room for. A newer library may have more. Rules and
 * registers that do not fit are left out, or are counted as unknown.
 */
#ifndef CAPACITY_H
#define CAPACITY_H

enum { CAPACITY_RULES = 256, CAPACITY_REGISTERS = 64 };

/* The smaller of `count` and the room. */
static inline unsigned capped_at(unsigned count, unsigned room)
{
    return count < room ? count : room;
}

#endif
