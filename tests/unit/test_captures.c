/* SPDX-License-Identifier: MIT */
/*
 * The published captures in tests/captures (each file gives its provenance at the top). Each packet's text is what perf
 * printed, or, for captures that a model made, would print. Each stream encodes to the same bytes again, and is cut in
 * two at every byte.
 */
#include <libspe/spe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

struct capture {
    const char *name;
    size_t records; /* complete ones */
    int truncated;  /* the dump ends inside a record */
    int slots;      /* 64-byte slots, which the encoder can write again from the records alone */
    int lines;
    size_t len;
    uint8_t bytes[4096];
    char text[256][96]; /* as printed, by packet line */
    size_t offset[256];
    size_t size[256];
};

static struct capture captures[] = {
    {.name = "neoverse-fixed-slots", .records = 2, .slots = 1},
    {.name = "windowsperf-branch-end", .records = 1, .slots = 1},
    {.name = "windowsperf-branch-timestamp", .records = 1, .slots = 1},
    {.name = "hisilicon-packed-branches", .records = 16},
    {.name = "kvm-guest-2020", .records = 2, .truncated = 1},
    {.name = "fvp-ase-2025", .truncated = 1},
    {.name = "fvp-gcs-2025", .truncated = 1},
    {.name = "model-sve", .records = 10},
    {.name = "model-sme", .records = 7},
    {.name = "model-tags", .records = 7},
};

/* "00000000 | b0 d0 | PC ..." */
static void read_line(struct capture *c, char *line)
{
    char *hex = strchr(line, '|');
    char *text = hex ? strchr(hex + 1, '|') : NULL;
    if (line[0] == '#' || !text)
        return;
    *text = 0;
    c->offset[c->lines] = strtoul(line, NULL, 16);
    char *end = hex + 1;
    for (;;) {
        char *at = end;
        const unsigned long byte = strtoul(at, &end, 16);
        if (end == at)
            break;
        c->bytes[c->len++] = (uint8_t)byte;
        c->size[c->lines]++;
    }
    text += 2;
    text[strcspn(text, "\n")] = 0;
    strcpy(c->text[c->lines++], text);
}

static int read_capture(struct capture *c)
{
    char path[128], line[256];
    snprintf(path, sizeof path, "tests/captures/%s.txt", c->name);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    while (fgets(line, sizeof line, file))
        read_line(c, line);
    fclose(file);
    return c->lines > 0;
}

/* Translates what an older perf printed into the words of a current one. */
static const char *current(const char *text)
{
    if (!strcmp(text, "LD"))
        return "LD GP-REG";
    return strcmp(text, "INSN-OTHER") ? text : "OTHER INSN-OTHER";
}

static void test_texts(struct capture *c)
{
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    size_t at = 0;
    int bad = 0;
    for (int i = 0; i < c->lines; i++) {
        struct spe_packet p;
        char text[SPE_PACKET_TEXT_MAX];
        int size = spe_packet_decode(c->bytes + at, c->len - at, &p);
        spe_packet_text(&p, &perf, text, sizeof text);
        bad += size < 1 || c->offset[i] != at || strcmp(text, current(c->text[i])) != 0;
        if (p.type == SPE_PACKET_PADDING) /* one line for a run of padding */
            size = (int)c->size[i];
        bad += (size_t)size != c->size[i];
        at += (size_t)size;
    }
    is(bad, 0, c->name);
    is(at, c->len, "... its lines are its bytes");
}

static size_t decode_all(struct spe_record *records, int *truncated, const struct capture *c, size_t split)
{
    spe_decoder d;
    size_t n = 0;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, c->bytes, split);
    while (spe_decoder_next(&d, &records[n]) == 1)
        n++;
    spe_decoder_feed(&d, c->bytes + split, c->len - split);
    while (spe_decoder_next(&d, &records[n]) == 1)
        n++;
    *truncated = spe_decoder_finish(&d, &records[n]);
    return n;
}

static void test_records(const struct capture *c)
{
    static struct spe_record whole[64], parts[64];
    int truncated, again, odd = 0, bad = 0;
    const size_t n = decode_all(whole, &truncated, c, 0);
    is(n, c->records, "... has its records");
    is(truncated, c->truncated, "... and its end");
    for (size_t i = 0; i < n; i++)
        odd += whole[i].flags != 0;
    is(odd, 0, "... without a flag");
    for (size_t split = 0; split <= c->len; split++) {
        const size_t m = decode_all(parts, &again, c, split);
        bad += m != n || again != truncated || memcmp(whole, parts, (n + (size_t)truncated) * sizeof whole[0]) != 0;
    }
    is(bad, 0, "... gives the same if it is cut in two anywhere");
}

static void test_encode_packets(const struct capture *c)
{
    static uint8_t back[sizeof c->bytes];
    struct spe_packet p;
    spe_encoder e;
    spe_encoder_init(&e, back, sizeof back, NULL);
    for (size_t at = 0; at < c->len;) {
        const int size = spe_packet_decode(c->bytes + at, c->len - at, &p);
        spe_encoder_packet(&e, &p);
        at += (size_t)size;
    }
    ok(spe_encoder_size(&e) == c->len && !memcmp(back, c->bytes, c->len), "... encodes to the same bytes by packets");
}

static void test_encode_records(const struct capture *c)
{
    static uint8_t back[sizeof c->bytes];
    static struct spe_record records[64];
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .layout = SPE_LAYOUT_SLOTS_64};
    int truncated;
    spe_encoder e;
    const size_t n = decode_all(records, &truncated, c, 0);
    spe_encoder_init(&e, back, sizeof back, &cfg);
    for (size_t i = 0; i < n; i++)
        spe_encoder_record(&e, &records[i]);
    ok(spe_encoder_size(&e) == c->len && !memcmp(back, c->bytes, c->len), "... encodes to the same bytes by records");
}

int main(void)
{
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        struct capture *c = &captures[i];
        if (!ok(read_capture(c), "a capture, read from tests/captures (run from the top of the tree)"))
            continue;
        test_texts(c);
        test_records(c);
        test_encode_packets(c);
        if (c->slots)
            test_encode_records(c);
    }
    return tap_done();
}
