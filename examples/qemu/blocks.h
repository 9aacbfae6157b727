/* SPDX-License-Identifier: MIT */
/*
 * The blocks that have been translated. QEMU may execute one as long as the program runs, so that all of them stay; but
 * it translates anew what it has thrown away, and code that a program writes again and again: that is the same block,
 * then.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "thread.h"

/* The block that has been there before with the same place and words; else this one, from now on. Translation is one
 * thread's at a time. */
struct block *blocks_keep(struct block *block);

#endif
