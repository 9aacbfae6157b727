/* SPDX-License-Identifier: MIT */
/*
 * Contexts are storage of a published size, which the caller owns and which holds our struct. The type of the caller's
 * object differs from our struct's, so our struct is declared to alias anything.
 */
#ifndef SPE_CONTEXT_H
#define SPE_CONTEXT_H

#if defined(__GNUC__)
#define SPE_MAY_ALIAS __attribute__((__may_alias__))
#define SPE_NOINLINE __attribute__((__noinline__))

/* Makes the compiler keep a branch, which the processor predicts: the code after it does not wait for the condition. */
#define SPE_GUESS(condition) __builtin_expect(!!(condition), 1)
#else
#define SPE_MAY_ALIAS
#define SPE_NOINLINE
#define SPE_GUESS(condition) (condition)
#endif

/*
 * SPE_HOT goes before a function that takes much of the time. It begins at a cache line: otherwise what the linker puts
 * before it would change its speed by up to 12 %. SPE_UNROLL goes before a loop of a constant number of rounds. The
 * compiler writes out each round, so that it can keep arrays of that size in registers.
 */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__) && !defined(__FRAMAC__)
#define SPE_HOT __attribute__((__aligned__(64)))
#define SPE_INLINED inline __attribute__((__always_inline__))
#define SPE_UNROLL _Pragma("GCC unroll 16")
#else
#define SPE_HOT
#define SPE_INLINED inline
#define SPE_UNROLL
#endif

#endif
