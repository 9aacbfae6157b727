/* SPDX-License-Identifier: MIT */
/*
 * Contexts are storage of a published size, which the caller owns and which holds our struct. The type of the caller's
 * object differs from our struct's, so our struct is declared to alias anything.
 */
#ifndef SPE_LAB_CONTEXT_H
#define SPE_LAB_CONTEXT_H

#if defined(__GNUC__)
#define SPE_MAY_ALIAS __attribute__((__may_alias__))
#else
#define SPE_MAY_ALIAS
#endif

#endif
