/* SPDX-License-Identifier: MIT */
/* For the programs of .ci/growth: reads their input, and checks what they expect of it. */
#ifndef GROWTH_PROGRAM_H
#define GROWTH_PROGRAM_H

#include <libspe/spe.h>
#include <stdio.h>
#include <string.h>

static int wrong;

#define expect(condition) expected(!!(condition), #condition, __LINE__)

static inline void expected(int so, const char *what, int line)
{
    if (so)
        return;
    printf("line %d: not so: %s\n", line, what);
    wrong = 1;
}

static inline int same(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

#define RECORDS 64

/* Reads the file's records, at most RECORDS, and formats each in both styles. */
static inline size_t read_records(const char *path, struct spe_record *records)
{
    static unsigned char bytes[65536];
    FILE *file = path ? fopen(path, "rb") : NULL;
    const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    size_t n = 0;
    spe_decoder decoder;
    if (file)
        fclose(file);
    expect(size > 0);
    expect(spe_decoder_init(&decoder, NULL) == SPE_OK);
    expect(spe_decoder_feed(&decoder, bytes, size) == SPE_OK);
    while (n < RECORDS && spe_decoder_next(&decoder, &records[n]) == 1)
        n++;
    for (size_t i = 0; i < n; i++) {
        for (uint8_t style = 0; style < 2; style++) {
            const struct spe_text_config config = {.size = sizeof config, .style = style};
            char text[4096] = "";
            expect(spe_record_text(&records[i], &config, text, sizeof text) > 0);
        }
    }
    return n;
}

#endif
