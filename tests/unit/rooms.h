/* SPDX-License-Identifier: MIT */
/* Sizes of the tests' own arrays. The real numbers come from functions, such as spe_rule_count(), which cannot give the
 * size of an array. */
#ifndef TEST_ROOMS_H
#define TEST_ROOMS_H

enum { ROOM_RULES = 256, ROOM_REGISTERS = 64, ROOM_LEVELS = 64, ROOM_SUBCLASSES = 64, ROOM_TYPES = 32 };

#endif
