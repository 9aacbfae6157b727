/* SPDX-License-Identifier: MIT */
/*
 * Writes seeds to FOLDER/TARGET, for all targets but perf, and a dictionary to FOLDER/spe.dict. They are made from the
 * published captures and from every row of the tables, so that a new row gives a new seed.
 *
 *     make_seeds FOLDER CAPTURE...        (captures as raw bytes)
 */
#include <libspe/spe.h>

#include "../src/table/table.h"
#include "seeds.h"

/* Makes seeds for every target from a stream: plain, with resynchronisation, cut into pieces, repeated, as a record's
 * bytes, as text. */
static void put_stream(const char *name, const uint8_t *bytes, size_t size)
{
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    char longer[256], text[SPE_PACKET_TEXT_MAX];
    struct spe_packet p;
    put_file("packet", name, "", 0, bytes, size);
    put_file("record", name, "", 0, bytes, size);
    put_file("filter", name, "\x02\x07\0\0\0\x02\0\0\0\x08\0", 11, bytes,
             size); /* all filters of PMSFCR_EL1 are enabled */
    put_file("stream", name, "\0", 1, bytes, size);
    snprintf(longer, sizeof longer, "%s-resync", name);
    put_file("stream", longer, "\x03\x06\x40", 3, bytes, size);
    snprintf(longer, sizeof longer, "%s-pieces", name);
    put_file("stream", longer, "\x08\x05\x01\x03\x02\x09\x07", 7, bytes, size);
    snprintf(longer, sizeof longer, "%s-repeated", name);
    put_file("stream", longer, "\x38\x06\x90\x40\x11\x02\x90\x40", 8, bytes, size);
    const int n = spe_packet_decode(bytes, size, &p);
    if (n > 0) {
        spe_packet_text(&p, &perf, text, sizeof text);
        put_file("asm", name, "", 0, text, strlen(text));
    }
}

/* Each header row: a packet with every INDEX, and the packet in a record. */
static void put_headers(FILE *dictionary)
{
    for (unsigned row = 0; row < SPE_HEADERS; row++) {
        for (unsigned index = 0; index < 32; index++) {
            const unsigned flags = spe_headers[row].extended ? SPE_BUILD_EXTENDED : 0;
            struct spe_packet p;
            uint8_t bytes[32];
            char name[64];
            if (spe_packet_build(spe_headers[row].type, index, 0, 0, flags, &p) < 0)
                continue;
            size_t n = (size_t)spe_packet_encode(&p, bytes, sizeof bytes);
            fprintf(dictionary, "\"");
            for (unsigned i = 0; i < p.header_size; i++)
                fprintf(dictionary, "\\x%02x", p.header[i]);
            fprintf(dictionary, "\"\n");
            memcpy(bytes + n, "\x52\x02\x00\x01", 4);
            snprintf(name, sizeof name, "header-%u-%u", row, index);
            put_stream(name, bytes, n + 4);
        }
    }
}

static void put_operations(FILE *dictionary)
{
    for (unsigned i = 0; i < SPE_OP_FORMATS; i++) {
        const struct spe_op_format *format = &spe_op_formats[i];
        const uint8_t bytes[] = {(uint8_t)(0x48 | format->op_class), format->value, 0x42, 0x02, 0x01};
        char name[64];
        fprintf(dictionary, "\"\\x%02x\\x%02x\"\n", bytes[0], bytes[1]);
        if (format->perf.size)
            fprintf(dictionary, "\"%s\"\n", format->perf.text);
        snprintf(name, sizeof name, "operation-%u", i);
        put_stream(name, bytes, sizeof bytes);
    }
}

static void put_events(FILE *dictionary)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        uint8_t bytes[10] = {0x72};
        char name[64];
        bytes[1 + bit / 8] = (uint8_t)(1u << bit % 8);
        bytes[9] = 0x01;
        if (bit < SPE_EVENT_ROWS && spe_events[bit].perf.size)
            fprintf(dictionary, "\"%s\"\n", spe_events[bit].perf.text);
        snprintf(name, sizeof name, "event-%u", bit);
        put_stream(name, bytes, sizeof bytes);
    }
}

/* Filters in perf's and in WindowsPerf's words. */
static void put_filters(void)
{
    static const char *const filters[] = {
        "branch_filter,load_filter=1,store_filter=0,simd_filter=1,float_filter=1",
        "load_filter_mask=1,store_filter_mask=1,branch_filter_mask=1,simd_filter_mask,float_filter_mask",
        "event_filter=0x80,inv_event_filter=0x2,inv_data_src_filter=0xff,min_latency=10",
        "ts_enable=1,pa_enable=1,pct_enable=1,jitter=1,discard=0", "ld=1, st=1, b=1, min=0xfff, ts=1"};
    for (unsigned i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "filter-%u", i);
        put_file("filter", name, "\0", 1, filters[i], strlen(filters[i]));
    }
    put_file("filter", "registers", "\x01", 1, filters[0], strlen(filters[0]));
}

int main(int argc, char **argv)
{
    static const char *const lines[] = {
        ".  00000000:  b0 d0 c2 a1 ed 66 ba ff c0                      PC 0xffba66eda1c2d0 el2 ns=1",
        "00000009 | 99 02 00 | LAT 2 ISSUE",
        "b0 d0C2",
        "# comment",
        "EV RETIRED IMPDEF:12,63",
        "PA 0x81234 ns=1 ch=1 pat=d",
        "ADDR 0x8 (31)"};
    if (argc < 2)
        return 2;
    folder = argv[1];
    mkdir(folder, 0777);
    FILE *dictionary = create(".", "spe.dict");
    put_headers(dictionary);
    put_operations(dictionary);
    put_events(dictionary);
    put_filters();
    fclose(dictionary);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "line-%u", i);
        put_file("asm", name, "", 0, lines[i], strlen(lines[i]));
    }
    for (int i = 2; i < argc; i++)
        put_capture(argv[i], put_stream);
    printf("%u seeds\n", seeds);
    return 0;
}
