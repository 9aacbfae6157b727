/* SPDX-License-Identifier: MIT */
/* A level that was added later: its number is above all that the program knows and below the count, and it has a
 * name. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_data_source source;
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_memory_level(0x413fd0c1, &records[0], &source) == SPE_OK && source.known && source.remote);
    expect(source.level > SPE_LEVEL_CLUSTER && source.level < spe_level_count());
    expect(same(spe_level_name(source.level), "memory behind a link"));
    expect(spe_memory_level(0x413fd0c1, &records[1], &source) == SPE_OK && source.level == SPE_LEVEL_DRAM);
    return wrong;
}
