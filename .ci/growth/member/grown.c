/* SPDX-License-Identifier: MIT */
/* The program has a member that the library does not know: it must be zero, and it is filled with zero. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_features features = SPE_FEATURES_INIT;
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    spe_decoder decoder;
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_decoder_init(&decoder, &config) == SPE_OK);
    config.most_records = 1;
    expect(same(spe_decoder_config_problem(&config), "reserved") &&
           spe_decoder_init(&decoder, &config) == SPE_E_CONFIG);
    expect(spe_features_decoder_config(&features, &config) == SPE_OK);
    expect(config.size == sizeof config && !config.most_records);
    return wrong;
}
