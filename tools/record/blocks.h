/* SPDX-License-Identifier: MIT */
/*
 * The blocks that have been translated. QEMU may execute a block as long as the program runs, so all blocks stay. QEMU
 * translates a block again if it has discarded the translation, or if a program rewrites its own code. If the place and
 * the words are the same, it is the same block.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "thread.h"

/* Returns the known block with the same place and words; otherwise this block, which is known from now on. Only one
 * thread translates at a time. */
struct block *blocks_keep(struct block *block);

#endif
