/* SPDX-License-Identifier: MIT */
/*
 * For tools/tests/more/test_perf_zstd.sh:
 *   perf_zstd pack KIND < FILE > PACKED   compresses the events of a perf.data file as perf record -z does, cut at odd
 *                                         places, if KIND is 1 into COMPRESSED events, if it is 2 into COMPRESSED2
 *   perf_zstd bomb < FILE > PACKED        ... and adds events of zeros that become a thousand times larger
 *   perf_zstd count FILE                  prints how many events of each kind of perf's there are, read by the library
 */
#include <libspe/perf_data.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define MOST (64u << 20)
static uint8_t in[MOST], waiting[MOST], out[MOST];
static size_t size, waits, out_size, cut;
static int is_big, kind_out;
static ZSTD_CStream *stream;

static uint64_t number(const uint8_t *p, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)p[i] << 8 * (is_big ? width - 1 - i : i);
    return value;
}

static void put_number(uint8_t *p, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        p[i] = (uint8_t)(value >> 8 * (is_big ? width - 1 - i : i));
}

static void put(const void *bytes, size_t n)
{
    memcpy(out + out_size, bytes, n);
    out_size += n;
}

static void put_event(const uint8_t *bytes, size_t n)
{
    uint8_t header[16];
    const size_t front = kind_out == 2 ? 16 : 8, back = kind_out == 2 ? (8 - n % 8) % 8 : 0;
    put_number(header, kind_out == 2 ? 83 : 81, 4);
    put_number(header + 4, 0, 2);
    put_number(header + 6, front + n + back, 2);
    put_number(header + 8, n, 8);
    put(header, front);
    put(bytes, n);
    put("\0\0\0\0\0\0\0", back);
}

/* Compresses what waits, which goes into events of up to 65000 bytes, most of them much smaller. */
static void flush(void)
{
    static uint8_t packed[2 * MOST];
    ZSTD_inBuffer from = {waiting, waits, 0};
    ZSTD_outBuffer to = {packed, sizeof packed, 0};
    if (!waits)
        return;
    ZSTD_compressStream2(stream, &to, &from, ZSTD_e_flush);
    for (size_t at = 0, n; at < to.pos; at += n) {
        cut = cut * 7 % 64997 + 1;
        n = cut < to.pos - at ? cut : to.pos - at;
        put_event(packed + at, n);
    }
    waits = 0;
}

static int pack(int has_bomb)
{
    size = fread(in, 1, MOST, stdin);
    is_big = in[0] == '2';
    const int is_pipe = number(in + 8, 8) == 16;
    const size_t data = is_pipe ? 16 : (size_t)number(in + 40, 8);
    size_t end = is_pipe || !number(in + 48, 8) ? size : data + (size_t)number(in + 48, 8), at = data, n;
    stream = ZSTD_createCStream();
    ZSTD_initCStream(stream, 1);
    put(in, data);
    for (; at < end; at += n) {
        const uint64_t kind = number(in + at, 4);
        n = (size_t)number(in + at + 6, 2);
        if (kind != 64 && kind != 66 && kind != 70 && kind != 71) {
            memcpy(waiting + waits, in + at, n);
            waits += n;
            continue;
        }
        flush();
        n += kind == 71 ? (size_t)number(in + at + 8, 8) : kind == 66 ? (size_t)(number(in + at + 8, 4) + 7) & ~7u : 0;
        put(in + at, n);
    }
    for (size_t i = 0; has_bomb && i + 8 <= MOST / 2; i += 8) {
        put_number(waiting + waits, 99, 4);
        put_number(waiting + waits + 4, 0, 2);
        put_number(waiting + waits + 6, 8, 2);
        waits += 8;
    }
    flush();
    if (!is_pipe && number(in + 48, 8))
        put_number(out + 48, out_size - data, 8);
    ZSTD_freeCStream(stream);
    return fwrite(out, 1, out_size, stdout) != out_size;
}

static int64_t decompress(void *context, struct spe_perf_compressed *from, void *to, size_t cap)
{
    ZSTD_inBuffer input = {from->bytes, from->size, 0};
    ZSTD_outBuffer output = {to, cap, 0};
    const size_t status = ZSTD_decompressStream(((ZSTD_DStream **)context)[from->stream], &output, &input);
    from->used = input.pos;
    return ZSTD_isError(status) ? -1 : (int64_t)output.pos;
}

static int count(const char *path)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8], room[SPE_PERF_DECOMPRESS_STORAGE / 8];
    static unsigned counts[256];
    ZSTD_DStream *streams[2] = {ZSTD_createDStream(), ZSTD_createDStream()};
    spe_perf_reader reader;
    struct spe_perf_event event;
    FILE *file = fopen(path, "rb");
    size = file ? fread(in, 1, MOST, file) : 0;
    spe_perf_reader_init_memory(&reader, in, size, storage, sizeof storage);
    spe_perf_reader_decompress(&reader, decompress, streams, room, sizeof room);
    int status;
    while ((status = spe_perf_reader_next(&reader, &event)) == 1)
        counts[event.kind % 256] += event.kind < 64;
    for (unsigned i = 0; i < 64; i++)
        if (counts[i])
            printf("%u %u\n", i, counts[i]);
    if (status < 0)
        puts(spe_perf_reader_problem(&reader, NULL));
    return status;
}

int main(int argc, char **argv)
{
    kind_out = argc > 2 && argv[2][0] == '2' ? 2 : 1;
    if (argc > 2 && !strcmp(argv[1], "count"))
        return count(argv[2]) != 0;
    return argc < 2 || pack(!strcmp(argv[1], "bomb"));
}
