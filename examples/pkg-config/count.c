/* SPDX-License-Identifier: MIT */
/* count FILE.spe: how many records a buffer of SPE bytes holds, with the shared library that pkg-config found. */
#include <stdio.h>
#include <libspe/spe.h>

#if SPE_VERSION < 10000
#error "libspe 1.0 or later is needed"
#endif

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 20];
    static struct spe_record records[1 << 10];
    spe_decoder decoder;
    size_t size, n, left = 0, count = 0;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!file)
        return perror(argv[1]), 2;
    if (spe_version_number() < SPE_VERSION) /* the library at run time may differ from the one at compile time */
        fprintf(stderr, "count: compiled for libspe %s, but %s is running\n", SPE_VERSION_STRING, spe_version());
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while ((n = spe_decoder_next_batch(&decoder, records, 1 << 10)) > 0)
        count += n;
    if (spe_decoder_finish(&decoder, &records[0]) == 1) /* the file ends inside a record */
        left = size - (size_t)records[0].offset;
    printf("%zu records, %zu bytes left over\n", count, left);
    return 0;
}
