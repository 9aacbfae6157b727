/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: text. First any packet, in both styles, behind any text so far; then any record.
 *
 * Packets are taken one row of the tables at a time (EVA knows a string's end only where it knows which string it is):
 * each header with any INDEX, except where INDEX chooses the words; each operation by itself; each core's data sources
 * and events by themselves, for the others the core is one that is not known. The rest of the packet is any.
 *
 * Assumed: a configuration's `size` is the size of the struct that is there; the text so far is of no more than 65535
 * characters. The buffer is of 40 bytes, of which any number are left. Operations in records are left out: they
 * are printed as the packet is.
 *
 * Whether a piece fitted is of no use to the next: behind each, one state is enough.
 *
 * EVA folders: base packet table text
 * EVA precision: 2
 * EVA merges: put_word put_next spe_put_char spe_put_text spe_put_few spe_put_digit spe_put_decimal spe_put_digits
 * EVA merges: spe_put_hex print
 */
#include "../src/text/text.c"

/* Of src/record the text calls spe_record_data_source() alone. */
#include "../src/record/record_packet.c"

#include "../src/table/cpu_table.h"

#include "any.h"

static char out[40];
static struct spe_text_config config; /* any, except the core */

/* After any text: in the buffer, at its end, or far past it. */
static struct spe_writer any_writer(void)
{
    struct spe_writer w;
    w.out = out;
    w.room = sizeof out - 1;
    w.length = any_size(UINT16_MAX);
    return w;
}

static void check_writer(const struct spe_writer *w)
{
    /*@ assert w->out == &out[0] && w->room == sizeof(out) - 1; */
}

static void print(const struct spe_packet *packet)
{
    struct spe_writer perf = any_writer(), arch = any_writer();
    const struct spe_header *row = spe_text_row(packet);
    const struct spe_kind *kind = spe_text_kind(row, packet);
    spe_perf_put_packet(&perf, &config, packet, row, kind);
    check_writer(&perf);
    spe_arch_put_packet(&arch, &config, packet, row, kind);
    check_writer(&arch);
}

/* Each byte from `first` to `last` as a header, as the second byte of an extended one if `extended`; INDEX is any. */
static void print_headers(unsigned extended, unsigned first, unsigned last)
{
    struct spe_packet packet;
    any_bytes(&packet, sizeof packet);
    if (extended)
        packet.header[0] = (uint8_t)Frama_C_interval(0x20, 0x23);
    /*@ loop unroll 256; */
    for (unsigned header = first; header <= last; header++) {
        packet.header[extended] = (uint8_t)header;
        print(&packet);
    }
}

/* The row of `size` headers from `header` on, with each INDEX: the rows where INDEX chooses the words. */
static void print_indexes(unsigned extended, unsigned header, unsigned size)
{
    struct spe_packet packet;
    any_bytes(&packet, sizeof packet);
    if (extended)
        packet.header[0] = (uint8_t)Frama_C_interval(0x20, 0x23);
    packet.header[extended] = (uint8_t)(header + any_size(size - 1));
    /*@ loop unroll 32; */
    for (unsigned index = 0; index < 32; index++) {
        packet.index = (uint8_t)(index | any_size(7) << 5);
        print(&packet);
    }
}

static void print_operations(void)
{
    struct spe_packet packet;
    any_bytes(&packet, sizeof packet);
    packet.header[0] = (uint8_t)(0x48 + any_size(3));
    /*@ loop unroll 4; */
    for (unsigned index = 0; index < 4; index++) {
        packet.index = (uint8_t)index;
        /*@ loop unroll 256; */
        for (unsigned payload = 0; payload < 256; payload++) {
            packet.payload = payload;
            print(&packet);
        }
    }
}

/* A core's data sources, those that it does not have, its events, and the counter INDEX 6, which has a name on one of
 * them; a core for each table. */
static void print_cores(void)
{
    static const unsigned cores[] = {0, SPE_CPUS - 2, SPE_CPUS - 1};
    struct spe_packet packet;
    any_bytes(&packet, sizeof packet);
    /*@ loop unroll 3; */
    for (unsigned i = 0; i < 3; i++) {
        const struct spe_cpu_row *cpu = &spe_cpus[cores[i]];
        config.midr = (uint64_t)cpu->implementer << 24 | (uint64_t)cpu->part << 4;
        packet.header[0] = 0x53;
        packet.flags = 0;
        /*@ loop unroll 20; */
        for (unsigned value = 0; value < 20; value++) {
            packet.payload = value;
            print(&packet);
        }
        packet.header[0] = 0x42;
        packet.payload = any_u64();
        print(&packet);
        packet.header[0] = 0x9e;
        packet.index = 6;
        print(&packet);
    }
    config.midr = 0;
}

/* The words alone, as far as packets have not shown them. */
static void print_words(void)
{
    spe_op_text(1, 0, &config, out, sizeof out);
    spe_op_text(4, 0, &config, out, sizeof out);
    spe_op_text(1, 256, &config, NULL, any_u32());
    spe_data_source_text(any_u32(), &config, out, sizeof out);
    spe_events_text(any_u64(), &config, out, sizeof out);
    /*@ loop unroll 65; */
    for (unsigned bit = 0; bit <= 64; bit++)
        spe_event_text(bit, &config, out, sizeof out);
}

/* Behind a PC, each other kind by itself; behind nothing and behind a PC, each pair of flags, and none. */
static void print_records(const struct spe_text_config *cfg)
{
    struct spe_record record;
    any_bytes(&record, sizeof record);
    /*@ loop unroll 32; */
    for (unsigned kind = 0; kind < 32; kind++) {
        if (kind == SPE_KIND_OPERATION)
            continue;
        record.present = SPE_HAS_PC | UINT32_C(1) << kind;
        record.flags = 0;
        spe_record_text(&record, cfg, out, sizeof out);
        spe_record_text(&record, cfg, NULL, 0);
    }
    /*@ loop unroll 10; */
    for (unsigned a = 0; a < 10; a++) {
        /*@ loop unroll 10; */
        for (unsigned b = a; b < 10; b++) {
            record.flags = (UINT32_C(1) << a | UINT32_C(1) << b) & 511;
            record.present = 0;
            spe_record_text(&record, cfg, out, sizeof out);
            record.present = SPE_HAS_PC;
            spe_record_text(&record, cfg, out, sizeof out);
        }
    }
}

/* With any configuration, and none; with any buffer, and none. */
static void print_calls(void)
{
    struct spe_text_config cfg;
    struct spe_packet packet;
    any_bytes(&cfg, sizeof cfg);
    cfg.size = sizeof cfg;
    cfg.midr = 0;
    any_bytes(&packet, sizeof packet);
    packet.header[0] = 0x42;
    spe_packet_text(&packet, NULL, out, sizeof out);
    spe_packet_text(&packet, &cfg, out, sizeof out);
    spe_packet_text(&packet, &cfg, NULL, 0);
    spe_packet_text(&packet, &cfg, out, 1);
    print_records(&cfg);
}

int main(void)
{
    any_bytes(&config, sizeof config);
    config.size = sizeof config;
    config.style = any_u32() & 1;
    config.midr = 0;
    print_cores();
    print_words();
    print_headers(0, 0x00, 0x1f);
    print_headers(0, 0x24, 0x47);
    print_operations();
    print_headers(0, 0x4c, 0x63);
    print_indexes(0, 0x64, 4);
    print_headers(0, 0x68, 0x97);
    print_indexes(0, 0x98, 8);
    print_headers(0, 0xa0, 0xaf);
    print_indexes(0, 0xb0, 8);
    print_headers(0, 0xb8, 0xff);
    print_headers(1, 0x00, 0x97);
    print_indexes(1, 0x98, 8);
    print_headers(1, 0xa0, 0xaf);
    print_indexes(1, 0xb0, 8);
    print_headers(1, 0xb8, 0xff);
    print_calls();
    return 0;
}
