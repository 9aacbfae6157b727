/* SPDX-License-Identifier: MIT */
/*
 * Contexts are storage of a published size in the caller's hands, with our struct inside. The caller's object has
 * another type than what we read and write there, so our struct is told to alias anything.
 */
#ifndef SPE_CONTEXT_H
#define SPE_CONTEXT_H

#if defined(__GNUC__)
#define SPE_MAY_ALIAS __attribute__((__may_alias__))
#define SPE_NOINLINE __attribute__((__noinline__))

/* A branch on this is left to be guessed: what follows does not wait for it. */
#define SPE_GUESS(condition) __builtin_expect(!!(condition), 1)
#else
#define SPE_MAY_ALIAS
#define SPE_NOINLINE
#define SPE_GUESS(condition) (condition)
#endif
/* SPE_UNROLL, before a loop of a constant number of rounds: each is written out, so that arrays of that size are
 * registers. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__) && !defined(__FRAMAC__)
#define SPE_INLINED inline __attribute__((__always_inline__))
#define SPE_UNROLL _Pragma("GCC unroll 16")
#else
#define SPE_INLINED inline
#define SPE_UNROLL
#endif

#endif
