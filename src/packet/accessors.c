/* SPDX-License-Identifier: MIT */
/*
 * The accessors of the public headers as functions that the library exports, for languages that cannot use inline
 * functions. The headers define them; C's `extern inline` makes them external functions here (C11, 6.7.4).
 */
#define SPE_ACCESSOR SPE_API extern inline
#define SPE_RETURNS(expression)                                                                                        \
    {                                                                                                                  \
        return expression;                                                                                             \
    }

#include <libspe/op.h>
#include <libspe/packet.h>
#include <libspe/record.h>
