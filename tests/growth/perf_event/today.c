/* SPDX-License-Identifier: MIT */
/* The program skips events of a type that was added later. */
#include "program.h"

int main(int argc, char **argv)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    static unsigned char file[65536];
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
    const size_t size = in ? fread(file, 1, sizeof file, in) : 0;
    struct spe_perf_event event;
    spe_perf_reader reader;
    int buffers = 0, later = 0, status;
    if (in)
        fclose(in);
    expect(size > 0);
    expect(spe_perf_reader_init_memory(&reader, file, size, storage, sizeof storage) == SPE_OK);
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        buffers += event.type == SPE_PERF_BUFFER;
        later += event.type > SPE_PERF_ATTR;
    }
    expect(status == 0 && buffers == 1 && later == 1);
    return wrong;
}
