/* SPDX-License-Identifier: MIT */
/* What the kernels for x86-64 share: the guess, by bits that are taken out of up to three words. */
#ifndef SPE_X86_H
#define SPE_X86_H

#include "run.h"

/* `pext` stands for the instruction, which only a kernel's own file may use. */
static SPE_INLINED unsigned spe_x86_guess(const struct spe_learned *learned, const uint8_t *bytes,
                                          uint64_t (*pext)(uint64_t word, uint64_t mask))
{
    uint64_t answer = pext(spe_load64(bytes + learned->windows[0].at), learned->windows[0].mask);
    answer |= pext(spe_load64(bytes + learned->windows[1].at), learned->windows[1].mask) << learned->windows[1].before;
    answer |= pext(spe_load64(bytes + learned->windows[2].at), learned->windows[2].mask) << learned->windows[2].before;
    return learned->answers[answer];
}

#endif
