/* SPDX-License-Identifier: MIT */
/*
 * Shows how to fuzz your own reader of SPE with libspe's generator of records (fuzz/record_generator.h). The fuzzer's
 * bytes choose a core and the records that it writes, legal or damaged; libspe gives the expected result. The reader
 * here has a bug that is easy to make with only a Neoverse's dump as an example: it keeps a record in 64 bytes. Other
 * cores write longer ones.
 *
 *     make fuzz-example && build/examples/fuzz/client -max_total_time=60
 *     clang -fsanitize=fuzzer,address -I /usr/share/libspe/fuzz client.c -lspe -o client    (installed)
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record_generator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* -- the reader under test: yours -- */

struct naive_record {
    uint8_t bytes[64];
    size_t size;
};

/* Bytes of the packet at p: a header, and one, two, four or eight more. */
static size_t naive_packet_size(const uint8_t *p)
{
    const size_t header = (p[0] & 0xfc) == 0x20 ? 2 : 1; /* an extended header */
    return p[0] <= 1 ? 1 : header + ((size_t)1 << (p[header - 1] >> 4 & 3));
}

static unsigned naive_count(const uint8_t *p, size_t size)
{
    struct naive_record record = {{0}, 0};
    unsigned records = 0;
    for (size_t at = 0, n; at < size; at += n) {
        n = naive_packet_size(p + at);
        if (n > size - at)
            break;
        if (p[at] == 0 && !record.size)
            continue; /* padding between records */
        memcpy(record.bytes + record.size, p + at, n);
        record.size += n;
        if (p[at] == 0x01 || p[at] == 0x71) { /* End, Timestamp */
            records++;
            record.size = 0;
        }
    }
    return records;
}

/* -- the expected result -- */

static unsigned true_count(const uint8_t *bytes, size_t size)
{
    struct spe_record record;
    spe_decoder decoder;
    unsigned records = 0;
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while (spe_decoder_next(&decoder, &record) == 1)
        records++;
    return records;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t stream[8192];
    struct spe_gen_source source = {data, size, 0};
    struct spe_gen_wish wish = {0};
    struct spe_gen_writer writer;
    wish.layout = (uint8_t)spe_gen_below(&source, 2); /* packed, or slots of 64 bytes */
    spe_gen_writer_init(&writer, &wish, &source);
    const size_t n = spe_gen_stream(&writer, &wish, &source, stream, sizeof stream);
    if (naive_count(stream, n) != true_count(stream, n))
        abort();
    return 0;
}
