/* SPDX-License-Identifier: MIT */
/* What several rooms ask of an operation. Questions that one room asks stay in that room. */
#ifndef SPE_OPERATION_H
#define SPE_OPERATION_H

#include <libspe/op.h>

/* A load, swap or atomic that returns a value. Branches that read the Guarded Control Stack are none: the manual's
 * SPEOpType of these is Branch. */
static inline int spe_op_is_load(const struct spe_op *op)
{
    return op->op_class == SPE_CLASS_LOAD_STORE && op->subclass != SPE_OP_RESERVED && !op->store;
}

/* What is reserved is decoded without `store`. */
static inline int spe_op_is_store(const struct spe_op *op)
{
    return op->op_class == SPE_CLASS_LOAD_STORE && op->store;
}

#endif
