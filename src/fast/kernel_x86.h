/* SPDX-License-Identifier: MIT */
/* What the kernels for x86-64 share: the guess, from bits that are extracted from up to three words. */
#ifndef SPE_KERNEL_X86_H
#define SPE_KERNEL_X86_H

#include "kernel_loop.h"

#if SPE_LEARNING

/* `pext` wraps the instruction PEXT, which only a kernel's own file may use. */
static SPE_INLINED unsigned spe_x86_guess(const struct spe_learned *learned, const uint8_t *bytes,
                                          uint64_t (*pext)(uint64_t word, uint64_t mask))
{
    const struct spe_question_window *const windows = learned->windows;
    uint64_t answer = pext(spe_load64(bytes + windows[0].at), windows[0].mask);
    if (windows[1].mask)
        answer |= pext(spe_load64(bytes + windows[1].at), windows[1].mask) << windows[1].before;
    if (windows[2].mask)
        answer |= pext(spe_load64(bytes + windows[2].at), windows[2].mask) << windows[2].before;
    return learned->answers[answer];
}

#endif
#endif
