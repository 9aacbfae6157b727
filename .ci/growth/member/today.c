/* SPDX-License-Identifier: MIT */
/* Structs that grew later: the library reads and writes no more of them than their `size` says. */
#include <libspe-lab/lab.h>

#include "program.h"

#define AFTER UINT64_C(0xa5a5a5a5a5a5a5a5)

int main(int argc, char **argv)
{
    struct {
        struct spe_decoder_config in;
        uint64_t after;
    } decoder = {SPE_DECODER_CONFIG_INIT, AFTER};
    struct {
        struct spe_features in;
        uint64_t after;
    } features = {SPE_FEATURES_INIT, AFTER};
    struct {
        struct spe_filter_registers in;
        uint64_t after;
    } filter = {SPE_FILTER_REGISTERS_INIT, AFTER};
    struct spe_record records[RECORDS];
    const char text[] = "load_filter=1";
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_features_decoder_config(&features.in, &decoder.in) == SPE_OK && decoder.after == AFTER);
    expect(spe_filter_parse(text, sizeof text - 1, &filter.in, NULL) == SPE_OK && filter.after == AFTER);
    expect(spe_check_all_features(&features.in) == SPE_OK && features.after == AFTER);
    expect(!spe_decoder_config_problem(&decoder.in) && !spe_features_problem(&features.in));
    expect(!spe_filter_registers_problem(&filter.in));
    decoder.in.size += sizeof decoder.after; /* with the member that was added */
    expect(!spe_decoder_config_problem(&decoder.in));
    return wrong;
}
