/* SPDX-License-Identifier: MIT */
/* A core that was added later: sources far above those of today's cores have their own names, levels and counts. */
#include <libspe-lab/lab.h>

#include "program.h"

int main(int argc, char **argv)
{
    static const unsigned values[] = {0x20, 0x21, 0x1ff, 0x1000, 0x10ff, 0xffff};
    static const char *const names[] = {"private L2",  "pooled memory", "accelerator",
                                        "bank 0x1000", "bank 0x10ff",   "the last"};
    static unsigned char storage[16 * SPE_SOURCE_STATS_ENTRY];
    struct spe_record records[RECORDS];
    spe_source_stats by_source;
    struct spe_data_source source;
    const uint64_t midr = 0x410fdf00;
    const size_t n = read_records(argc > 1 ? argv[1] : NULL, records);
    expect(n == 7);
    expect(same(spe_cpu_name(midr), "Neoverse Zeta"));
    for (unsigned i = 0; i < 6; i++)
        expect(same(spe_cpu_data_source_name(midr, values[i]), names[i]));
    expect(spe_memory_level(midr, &records[1], &source) == SPE_OK && source.known && source.remote);
    expect(source.value == 0x21 && source.level == SPE_LEVEL_DRAM);
    expect(spe_memory_level(midr, &records[4], &source) == SPE_OK && !source.known && source.value == 0x1fe);
    expect(spe_source_stats_init(&by_source, 0, storage, sizeof storage) == SPE_OK);
    spe_source_stats_add(&by_source, records, n);
    expect(spe_source_stats_records(&by_source, 0x20) == 1 && spe_source_stats_records(&by_source, 0x21) == 2);
    expect(spe_source_stats_records(&by_source, 0x1ff) == 1 && spe_source_stats_records(&by_source, 0x1fe) == 1);
    expect(spe_source_stats_records(&by_source, 0x10ff) == 1 && spe_source_stats_records(&by_source, 0xffff) == 1);
    expect(spe_source_stats_records(&by_source, SPE_STATS_LEFT_OUT) == 0);
    unsigned words = 0;
    while (spe_arrow_word(SPE_COLUMN_DATA_SOURCE_NAME, words))
        words++;
    expect(words > 256 + 4);
    return wrong;
}
