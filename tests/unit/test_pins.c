/* SPDX-License-Identifier: MIT */
/* Names of levels and subclasses on which programs and people rely, compared with those of the references. */
#include <libspe/spe.h>
#include <string.h>

#include "reference.h"
#include "tap.h"

static int differs(const char *what, unsigned number, const char *got, const char *want)
{
    if (!strcmp(got, want))
        return 0;
    diag("%s %u is \"%s\", want \"%s\", or " REFERENCE_MISSING, what, number, got, want);
    return 1;
}

int main(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 256; i++)
        bad += differs("level", i, spe_level_name(i),
                       i < REFERENCE_COUNT(reference_levels) ? reference_levels[i] : reference_levels[0]);
    is(bad, 0, "levels");
    bad = 0;
    for (unsigned i = 0; i < 256; i++) {
        const char *want = "reserved";
        for (size_t k = 0; k < REFERENCE_COUNT(reference_ops); k++)
            want = reference_ops[k].subclass == i ? reference_ops[k].name : want;
        bad += differs("subclass", i, spe_op_subclass_name(i), want);
    }
    is(bad, 0, "subclasses");
    return tap_done();
}
