/* SPDX-License-Identifier: MIT */
/* A subclass that was added later: its number is above all that the program knows; its name and counts are right. */
#include "program.h"

/* Checks the record with that operation, in a program that does not know its number. */
static void look_at(const struct spe_record *record, int store)
{
    struct spe_op op;
    struct spe_data_source level;
    expect(spe_op_decode(record->op_class, record->op_payload, &op) == SPE_OK);
    expect(op.op_class == SPE_CLASS_LOAD_STORE && op.subclass > SPE_OP_BRANCH && !op.reserved_value);
    expect(op.store == store);
    expect(same(spe_op_subclass_name(op.subclass), "prefetch"));
    expect(spe_op_encode(&op) == record->op_payload);
    expect(!(record->flags & SPE_RECORD_RESERVED_VALUE));
    expect(spe_filter_types(record->op_class, record->op_payload) == (store ? SPE_FILTER_ST : SPE_FILTER_LD));
    expect(spe_memory_level(0, record, &level) == SPE_OK && level.inferred == !store);
}

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 4);
    look_at(&records[0], 0);
    look_at(&records[2], 1);
    return wrong;
}
