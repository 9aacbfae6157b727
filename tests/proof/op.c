/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: operations and events. For any arguments, and any struct at all, no undefined behaviour.
 *
 * EVA folders: base packet table
 */
#include <libspe/spe.h>

#include "any.h"

int main(void)
{
    struct spe_op op, any;
    char name[24];
    any_bytes(&any, sizeof any);
    any_bytes(name, sizeof name);
    name[sizeof name - 1] = 0; /* assumed: names end with a zero */
    spe_op_decode(any_u32(), any_u32(), &op);
    spe_op_encode(&any);
    spe_op_subclass_name(any_u32());
    spe_event_name(any_u32());
    spe_event_bit(name);
    spe_event_pmu(any_u32(), any_u32());
    spe_status_name((int)any_u32());
    spe_status_text((int)any_u32());
    return 0;
}
