/* SPDX-License-Identifier: MIT */
/* A rule that was added later: its number is above all that the program knows, and its sentence is found like
 * others. */
#include <libspe-lab/lab.h>

#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_finding found[RECORDS];
    spe_check check;
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_check_init(&check, NULL) == SPE_OK);
    expect(spe_check_record(&check, &records[0], found, RECORDS) == 2);
    expect(found[0].rule == SPE_RULE_NOT_RETIRED);
    expect(found[1].rule > SPE_RULE_PACKET_CUT && found[1].rule < spe_rule_count());
    expect(found[1].severity == SPE_CHECK_WARNING && found[1].offset == records[0].offset);
    expect(same(spe_rule_name(found[1].rule), "data-pa-alone"));
    expect(spe_rule_find("data-pa-alone") == (int)found[1].rule);
    expect(spe_rule_text(found[1].rule) && same(spe_rule_section(found[1].rule), "D17.6.7"));
    expect(spe_check_record(&check, &records[1], found, RECORDS) == 1 && found[0].rule == SPE_RULE_NOT_RETIRED);
    for (unsigned rule = 0; rule < spe_rule_count(); rule++)
        expect(spe_rule_find(spe_rule_name(rule)) == (int)rule);
    return wrong;
}
