/* SPDX-License-Identifier: MIT */
/* The program knows the rule and the library does not: it has no sentence, and no record breaks it. */
#include <libspe-lab/lab.h>

#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_finding found[RECORDS];
    spe_check check;
    expect(spe_rule_count() <= SPE_RULE_DATA_PA_ALONE);
    expect(!spe_rule_name(SPE_RULE_DATA_PA_ALONE) && !spe_rule_text(SPE_RULE_DATA_PA_ALONE));
    expect(!spe_rule_section(SPE_RULE_DATA_PA_ALONE) && spe_rule_severity(SPE_RULE_DATA_PA_ALONE) == SPE_E_ARG);
    expect(spe_rule_find("data-pa-alone") == SPE_E_NAME);
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_check_init(&check, NULL) == SPE_OK);
    expect(spe_check_record(&check, &records[0], found, RECORDS) == 1 && found[0].rule == SPE_RULE_NOT_RETIRED);
    return wrong;
}
