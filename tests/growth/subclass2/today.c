/* SPDX-License-Identifier: MIT */
/* Two subclasses that were added later: they have different numbers, and both have names. */
#include "program.h"

int main(int argc, char **argv)
{
    static const char *const names[] = {"prefetch",      "prefetch",     "prefetch", "general-purpose registers",
                                        "gathered tags", "gathered tags"};
    struct spe_record records[RECORDS];
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 6);
    for (unsigned i = 0; i < 6; i++) {
        struct spe_op op;
        expect(spe_op_decode(records[i].op_class, records[i].op_payload, &op) == SPE_OK);
        expect(same(spe_op_subclass_name(op.subclass), names[i]));
        expect(spe_op_encode(&op) == records[i].op_payload);
    }
    return wrong;
}
