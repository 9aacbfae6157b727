/* SPDX-License-Identifier: MIT */
/* The library does not know the core: it rejects the name, and reports sources as unknown, by number. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_data_source source;
    uint64_t midr = 0;
    expect(spe_cpu_find("Neoverse Zeta", &midr) == SPE_E_NAME);
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 7);
    expect(spe_memory_level(0x410fdf00, &records[1], &source) == SPE_OK && !source.known && source.value == 0x21);
    return wrong;
}
