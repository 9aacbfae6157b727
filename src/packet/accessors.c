/* SPDX-License-Identifier: MIT */
/*
 * The accessors of the public headers once more, as functions that the library exports: for languages that cannot see
 * inline functions. The headers say what they are; here C's `extern inline` makes functions of them (C11, 6.7.4).
 */
#define SPE_ACCESSOR SPE_API extern inline
#define SPE_RETURNS(expression)                                                                                        \
    {                                                                                                                  \
        return expression;                                                                                             \
    }

#include <libspe/packet.h>
#include <libspe/record.h>
