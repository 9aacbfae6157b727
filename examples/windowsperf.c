/* SPDX-License-Identifier: MIT */
/* windowsperf CPU <spe.data: prints a buffer from the driver as `wperf record --dump-raw-trace` does, on any system:
 * its packets, one in each line, as `perf script -D` shows them. The buffer may begin inside a record and end inside a
 * packet: a dump shows all bytes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include <libspe/spe.h>

enum { COLUMNS = 16 }; /* bytes in a line */

static void print_line(uint64_t offset, const uint8_t *bytes, size_t size, const char *text)
{
    printf(".  %08" PRIx64 ": ", offset);
    for (size_t i = 0; i < COLUMNS; i++)
        printf(i < size ? " %02x" : "   ", i < size ? bytes[i] : 0);
    printf(" %s\n", text);
}

/* Padding: consecutive zeros are in one line. */
static size_t count_padding(const uint8_t *bytes, size_t size)
{
    size_t n = 1;
    while (n < size && n < COLUMNS && !bytes[n])
        n++;
    return n;
}

/* Prints the packet at the beginning of bytes[0..size). Returns the number of bytes in its line. */
static size_t print_packet(uint64_t offset, const uint8_t *bytes, size_t size)
{
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    char text[SPE_PACKET_TEXT_MAX];
    struct spe_packet packet;
    int length = spe_packet_decode(bytes, size, &packet);
    if (length < 0) { /* SPE_E_MORE: the buffer ends inside it */
        print_line(offset, bytes, size, "Bad packet!");
        return size;
    }
    if (packet.type == SPE_PACKET_PADDING)
        length = (int)count_padding(bytes, size);
    spe_packet_text(&packet, &perf, text, sizeof text);
    print_line(offset, bytes, (size_t)length, text);
    return (size_t)length;
}

/* Reads all of standard input. Returns NULL if it cannot be read, or memory is short. */
static uint8_t *read_all(size_t *size)
{
    size_t cap = 1 << 20, n;
    uint8_t *bytes = malloc(cap), *more = bytes;
    for (*size = 0; more && (n = fread(bytes + *size, 1, cap - *size, stdin)) > 0;)
        if ((*size += n) == cap && (more = realloc(bytes, cap *= 2)) != NULL)
            bytes = more;
    return more && !ferror(stdin) ? bytes : (free(bytes), NULL);
}

int main(int argc, char **argv)
{
    size_t size;
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
#endif
    uint8_t *bytes = read_all(&size);
    if (!bytes)
        return 1;
    printf("PERF_RECORD_AUXTRACE size: 0x%" PRIx64 "  offset: 0  ref: 0  idx: 0  tid: -1  cpu: %s\n", (uint64_t)size,
           argc > 1 ? argv[1] : "0");
    printf(".\n. ... ARM SPE data: size 0x%" PRIx64 " bytes\n", (uint64_t)size);
    for (size_t at = 0; at < size;)
        at += print_packet(at, bytes + at, size - at);
    free(bytes);
    return ferror(stdout) || fclose(stdout);
}
