/* SPDX-License-Identifier: MIT */
/* Decodes perf.data by batches, and does nothing with the records: decode FILE prints how many there are. */
#include <stdio.h>

#include <libspe/spe.h>

static int64_t read_file(void *file, uint64_t offset, void *bytes, size_t cap)
{
    return fseek(file, (long)offset, SEEK_SET) == 0 ? (int64_t)fread(bytes, 1, cap, file) : -1;
}

int main(int argc, char **argv)
{
    static uint64_t storage[(384 << 10) / 8];
    static struct spe_record records[256];
    static spe_decoder decoder;
    static spe_perf_reader reader;
    struct spe_perf_event event;
    uint64_t count = 0;
    size_t n;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || spe_perf_reader_init(&reader, read_file, file, SPE_PERF_SEEKABLE, storage, sizeof storage) != SPE_OK)
        return fprintf(stderr, "usage: decode FILE\n"), 2;
    setvbuf(file, NULL, _IONBF, 0);
    while (spe_perf_reader_next(&reader, &event) == 1) {
        if (event.type == SPE_PERF_BUFFER)
            spe_decoder_init(&decoder, NULL);
        if (event.type != SPE_PERF_BYTES)
            continue;
        spe_decoder_feed(&decoder, event.bytes, (size_t)event.size);
        while ((n = spe_decoder_next_batch(&decoder, records, 256)) > 0)
            count += n;
    }
    printf("%llu\n", (unsigned long long)count);
    return 0;
}
