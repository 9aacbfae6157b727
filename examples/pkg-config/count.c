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
    size_t size, at = 0, used;
    long count = 0;
    int64_t n;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!file)
        return perror(argv[1]), 2;
    if (spe_version_number() < SPE_VERSION) /* the library at run time may differ from the one at compile time */
        fprintf(stderr, "count: compiled for libspe %s, but %s is running\n", SPE_VERSION_STRING, spe_version());
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (; (n = spe_decode(bytes + at, size - at, records, 1 << 10, &used)) > 0; at += used)
        count += (long)n;
    if (n < 0)
        return fprintf(stderr, "count: %s\n", spe_status_text((int)n)), 1;
    printf("%ld records, %zu bytes left over\n", count, size - at - used);
    return 0;
}
