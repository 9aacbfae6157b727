/* SPDX-License-Identifier: MIT */
/* The program knows the subclass and the library does not: its payloads are reserved, and its number is rejected. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_op op = {.op_class = SPE_CLASS_LOAD_STORE, .subclass = SPE_OP_PREFETCH};
    expect(spe_op_encode(&op) == SPE_E_KIND);
    expect(same(spe_op_subclass_name(SPE_OP_PREFETCH), "reserved"));
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 4);
    expect(records[0].flags & SPE_RECORD_RESERVED_VALUE);
    expect(spe_op_decode(1, 0x60, &op) == SPE_OK && op.subclass == SPE_OP_RESERVED && op.reserved_value);
    return wrong;
}
