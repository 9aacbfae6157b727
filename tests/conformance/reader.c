/* SPDX-License-Identifier: MIT */
/*
 * The suite's adapter for libspe, in C: answers the requests of docs/conformance.md. Records are decoded in every way
 * that the library has: one by one, in batches, in small pieces, with more memory. The answer has a line "differ" if
 * two ways disagree. `reader cores` prints the facts of the core database.
 */
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_BYTES (1u << 20)
#define MOST_RECORDS 65536u

static char line[2 * MOST_BYTES + 4096];
static uint8_t bytes[MOST_BYTES];
static struct spe_record records[MOST_RECORDS], others[MOST_RECORDS];
static size_t size, record_count;
static int is_miscounted; /* the decoder's statistics of the last request contradict its records */

/* -- a request: its options by name -- */

static char *options[32];
static size_t option_count;

static uint64_t option(const char *name)
{
    const size_t len = strlen(name);
    for (size_t i = 0; i < option_count; i++)
        if (!strncmp(options[i], name, len) && options[i][len] == '=')
            return strtoull(options[i] + len + 1, NULL, 0);
    return 0;
}

static void read_hex(const char *hex)
{
    size = 0;
    for (; hex[0] && hex[1] && size < sizeof bytes; hex += 2) {
        const char digits[] = {hex[0], hex[1], 0};
        bytes[size++] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

/* -- packets -- */

static void print_packet(uint64_t offset, unsigned packet_size, const struct spe_packet *packet)
{
    static const char *const types[] = {"unknown",     "padding", "end",       "timestamp", "events",
                                        "data-source", "context", "operation", "address",   "counter"};
    static const char *const flags[] = {"reserved-header", "reserved-value", "impdef"};
    printf("packet offset=%" PRIu64 " size=%u ", offset, packet_size);
    if (packet->type < COUNT(types))
        printf("type=%s", types[packet->type]);
    else
        printf("type=type-%u", packet->type);
    if (packet->type >= SPE_PACKET_CONTEXT && packet->type <= SPE_PACKET_COUNTER)
        printf(" index=%u", packet->index);
    if (packet->payload_size)
        printf(" payload=0x%" PRIx64, packet->payload);
    print_set("flags", packet->flags, flags, COUNT(flags));
    putchar('\n');
}

static void print_text(const struct spe_packet *packet)
{
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF, .midr = option("MIDR_EL1")};
    char text[SPE_PACKET_TEXT_MAX];
    spe_packet_text(packet, &perf, text, sizeof text);
    printf("text %s\n", text);
}

/* Answers "packets", "text" and "meaning": a line for each packet except padding. */
static void answer_packets(const char *what)
{
    spe_packet_iterator packets;
    struct spe_packet packet;
    int n;
    if (spe_packet_iterator_init(&packets, NULL, 1, 0) != SPE_E_ARG ||
        spe_packet_iterator_init(&packets, bytes, size, option("offset")) != SPE_OK)
        printf("differ in=walk\n");
    while ((n = spe_packet_iterator_next(&packets, &packet)) > 0) {
        const uint64_t offset = spe_packet_iterator_offset(&packets);
        if (packet.type == SPE_PACKET_PADDING)
            continue;
        const char *const differs = disagreement(bytes + (offset - option("offset")), n, offset, &packet);
        if (differs)
            printf("differ in=%s\n", differs);
        if (*what == 'p')
            print_packet(offset, (unsigned)n, &packet);
        else if (*what == 't')
            print_text(&packet);
        else
            print_meaning(offset, &packet);
    }
    if (n == SPE_E_MORE && *what == 'p')
        printf("cut offset=%" PRIu64 " missing=%u\n", spe_packet_iterator_offset(&packets), packet.missing);
}

/* -- records -- */

static void print_field(const struct spe_record *record, const struct spe_record_field *field)
{
    struct spe_packet packet;
    if (spe_record_packet(record, field->has, &packet) < 0)
        printf(" %s=?", field->name);
    else if (field->has == SPE_HAS_OPERATION)
        printf(" class=%u operation=0x%" PRIx64, packet.index, packet.payload);
    else
        printf(" %s=0x%" PRIx64, field->name, packet.payload);
    if (field->has == SPE_HAS_EVENTS)
        printf(" events_size=%u", packet.payload_size);
    if (field->has == SPE_HAS_DATA_SOURCE)
        printf(" data_source_size=%u", packet.payload_size);
}

/* Prints the line of a record; `stream` says which core's or thread's it is, or is "". */
static void print_record(const char *stream, const struct spe_record *record)
{
    static const char *const flags[] = {"unknown",   "reserved-header", "reserved-value", "impdef",   "repeated",
                                        "no-events", "over-long",       "truncated",      "after-gap"};
    struct spe_record_field field;
    printf("record%s offset=%" PRIu64 " size=%" PRIu64, stream, record->offset, record->size);
    uint32_t shown = 0;
    for (unsigned n = 0; spe_record_field_get(n, &field) == SPE_OK; n++) {
        if (!(record->present & field.has) || (shown & field.has))
            continue;
        shown |= field.has;
        print_field(record, &field);
    }
    if (record->present & SPE_HAS_END)
        printf(" end=1");
    print_set("flags", record->flags, flags, COUNT(flags));
    putchar('\n');
}

static struct spe_decoder_config config_of_options(void)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.flags = (option("resync") ? SPE_DECODE_RESYNC : 0) | (option("arch_inst") ? SPE_DECODE_ARCH_INST : 0);
    config.alignment = (uint32_t)option("alignment");
    config.max_record_size = (uint32_t)option("max_record_size");
    config.offset = option("offset");
    return config;
}

/* Whether the decoder's counts of odd things are not 0 if records have them, and 0 if nothing was skipped and none has
 * them. */
static int has_true_counts(const spe_decoder *d, const struct spe_record *out, size_t n)
{
    struct spe_decoder_stats stats;
    uint32_t flags = 0;
    spe_decoder_get_stats(d, &stats);
    for (size_t i = 0; i < n; i++)
        flags |= out[i].flags;
    const uint64_t counts[] = {stats.repeated, stats.reserved_headers, stats.reserved_values, stats.impdef};
    static const uint32_t of[] = {SPE_RECORD_REPEATED, SPE_RECORD_RESERVED_HEADER, SPE_RECORD_RESERVED_VALUE,
                                  SPE_RECORD_IMPDEF};
    for (size_t i = 0; i < COUNT(of); i++)
        if (counts[i] > size || (flags & of[i] ? !counts[i] : counts[i] && !stats.skipped))
            return 0;
    return stats.records == n;
}

struct way {
    size_t chunk, batch; /* batch 0: one by one */
    int is_lent;         /* memory for many layouts is provided */
    uint32_t kernel;
};

/* Decodes the bytes in pieces of `chunk`, one record or `batch` records at a time. Returns how many there are. */
static size_t decode(struct spe_record *out, const struct way *way)
{
    static uint64_t memory[8192];
    struct spe_decoder_config config = config_of_options();
    const size_t chunk = way->chunk, batch = way->batch;
    spe_decoder d;
    size_t n = 0, got;
    config.kernel = way->kernel;
    if (spe_decoder_init(&d, &config) != SPE_OK ||
        (way->is_lent && spe_decoder_lend(&d, memory, sizeof memory) != SPE_OK))
        return 0;
    for (size_t at = 0; at < size; at += chunk) {
        spe_decoder_feed(&d, bytes + at, size - at < chunk ? size - at : chunk);
        while (batch && (got = spe_decoder_next_batch(&d, out + n, batch)) > 0)
            n += got;
        while (!batch && spe_decoder_next(&d, out + n) == 1)
            n++;
    }
    n += spe_decoder_finish(&d, out + n) == 1;
    is_miscounted |= !has_true_counts(&d, out, n);
    return n;
}

/* Decodes in all ways. Returns whether they agree. */
static int decode_all_ways(void)
{
    static const struct way usual = {MOST_BYTES, 0, 0, SPE_KERNEL_ANY};
    static const struct way ways[] = {
        {MOST_BYTES, 64, 0, SPE_KERNEL_ANY}, {1, 0, 0, SPE_KERNEL_ANY},          {7, 0, 0, SPE_KERNEL_ANY},
        {64, 5, 0, SPE_KERNEL_PORTABLE},     {MOST_BYTES, 0, 1, SPE_KERNEL_ANY}, {MOST_BYTES, 9, 1, SPE_KERNEL_ANY},
        {1000, 3, 1, SPE_KERNEL_PORTABLE},   {300, 0, 1, SPE_KERNEL_PORTABLE},
    };
    int same = 1;
    is_miscounted = 0;
    record_count = decode(records, &usual);
    for (size_t i = 0; i < COUNT(ways); i++)
        same &= decode(others, &ways[i]) == record_count && !memcmp(others, records, record_count * sizeof *records);
    return same && !is_miscounted;
}

static void answer_records(const char *what)
{
    if (!decode_all_ways())
        printf("differ\n");
    for (size_t i = 0; i < record_count; i++)
        if (*what == 'r')
            print_record("", &records[i]);
        else
            print_source(option("MIDR_EL1"), &records[i]);
}

static void answer_ending(const char *what)
{
    (void)what;
    print_ending(option("PMBSR_EL1"));
}

static void answer_filter(const char *what)
{
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    (void)what;
    registers.pmsfcr = option("PMSFCR_EL1");
    registers.pmsevfr = option("PMSEVFR_EL1");
    registers.pmsnevfr = option("PMSNEVFR_EL1");
    registers.pmslatfr = option("PMSLATFR_EL1");
    registers.pmsdsfr = option("PMSDSFR_EL1");
    if (spe_filter_compile(&registers, NULL, &filter, NULL) != SPE_OK) {
        printf("invalid\n");
        return;
    }
    decode_all_ways();
    for (size_t i = 0; i < record_count; i++)
        if (spe_filter_keeps(&filter, &records[i]))
            printf("kept offset=%" PRIu64 "\n", records[i].offset);
}

/* -- perf.data -- */

static void print_stream_record(uint32_t index, const struct spe_record *record)
{
    char stream[32];
    snprintf(stream, sizeof stream, " stream=%u", index);
    print_record(stream, record);
}

static void answer_file(const char *what)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    static spe_decoder decoders[16];
    spe_perf_reader reader;
    struct spe_perf_event event;
    struct spe_record record;
    int status;
    (void)what;
    for (size_t i = 0; i < COUNT(decoders); i++)
        spe_decoder_init(&decoders[i], NULL);
    spe_perf_reader_init_memory(&reader, bytes, size, storage, sizeof storage);
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        spe_decoder *decoder = &decoders[event.index % COUNT(decoders)];
        const int next = spe_perf_feed(decoder, &event, &record);
        if (next == SPE_PERF_FEED_CUT)
            print_stream_record(event.index, &record);
        while (next == SPE_PERF_FEED_RECORDS && spe_decoder_next(decoder, &record) == 1)
            print_stream_record(event.index, &record);
    }
    for (unsigned i = 0; i < COUNT(decoders); i++)
        if (spe_decoder_finish(&decoders[i], &record) == 1)
            print_stream_record(i, &record);
    if (status < 0)
        printf("damaged\n");
}

/* -- requests -- */

static const struct {
    const char *what;
    void (*answer)(const char *what);
} requests[] = {
    {"packets", answer_packets}, {"text", answer_packets},  {"meaning", answer_packets}, {"records", answer_records},
    {"sources", answer_records}, {"ending", answer_ending}, {"kept", answer_filter},     {"file", answer_file},
};

static void answer(void)
{
    char *word = strtok(line, " \n"), *last = NULL;
    const char *what = word ? word : "";
    for (option_count = 0; (word = strtok(NULL, " \n")) != NULL;) {
        last = word;
        if (strchr(word, '=') && option_count < COUNT(options))
            options[option_count++] = word;
    }
    read_hex(last && !strchr(last, '=') ? last : "");
    for (size_t i = 0; i < COUNT(requests); i++) {
        if (strcmp(what, requests[i].what) != 0)
            continue;
        requests[i].answer(what);
        printf(".\n");
        return;
    }
    printf("skip\n.\n");
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "cores"))
        return print_cores(), 0;
    while (fgets(line, sizeof line, stdin)) {
        answer();
        fflush(stdout);
    }
    return 0;
}
