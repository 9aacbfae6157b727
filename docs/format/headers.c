/* SPDX-License-Identifier: MIT */
/* D18.2: header bytes, and INDEX values, found by decoding every byte. */
#include <stdio.h>
#include <string.h>

#include "format.h"

/* The packet that a first byte, and a second one, begin; the payload is zero. */
static struct spe_packet packet_of(unsigned first, unsigned second)
{
    const uint8_t bytes[SPE_PACKET_MAX_SIZE] = {(uint8_t)first, (uint8_t)second};
    struct spe_packet packet;
    if (spe_packet_decode(bytes, sizeof bytes, &packet) < 1)
        broken("a packet that does not decode:", first);
    return packet;
}

static int is_extended(unsigned first)
{
    const uint8_t byte = (uint8_t)first;
    return spe_packet_size(&byte, 1) == SPE_E_MORE;
}

/* Bytes that begin packets of one type are one pattern of constant and of varying bits. */
struct pattern {
    char bits[9];  /* "01ss0010": i is of INDEX, c of CLASS, s of SZ */
    unsigned some; /* one of the bytes */
};

/* For the first byte or, after `first`, the second one. */
static struct pattern pattern_of(unsigned type, int first)
{
    struct pattern pattern = {"", 0};
    unsigned ones = 0xff, any = 0, n = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        const struct spe_packet packet = first < 0 ? packet_of(byte, 0) : packet_of((unsigned)first, byte);
        if (packet.type != type || (first < 0 && is_extended(byte)))
            continue;
        ones &= byte;
        any |= byte;
        n++;
        pattern.some = byte;
    }
    unsigned varying = 0;
    for (unsigned bit = 0; bit < 8; bit++) {
        const unsigned other = pattern.some ^ 1u << bit;
        const struct spe_packet a = first < 0 ? packet_of(pattern.some, 0) : packet_of((unsigned)first, pattern.some);
        const struct spe_packet b = first < 0 ? packet_of(other, 0) : packet_of((unsigned)first, other);
        char letter = ones >> bit & 1 ? '1' : '0';
        if ((ones ^ any) >> bit & 1) {
            letter = a.payload_size != b.payload_size ? 's' : type == SPE_PACKET_OPERATION ? 'c' : 'i';
            varying++;
        }
        pattern.bits[7 - bit] = letter;
    }
    if (n != 1u << varying)
        broken("headers that are no pattern, of packet type", type);
    return pattern;
}

/* The payload sizes that are not reserved, of a first byte's pattern. */
static void print_sizes(unsigned type)
{
    unsigned sizes = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        const struct spe_packet packet = packet_of(byte, 0);
        if (packet.type == type && !(packet.flags & SPE_PACKET_RESERVED_HEADER) && !is_extended(byte))
            sizes |= 1u << packet.payload_size;
    }
    const char *comma = "";
    for (unsigned size = 0; size <= 8; size++) {
        if (sizes >> size & 1) {
            printf("%s%u", comma, size);
            comma = ", ";
        }
    }
}

static void print_grid(void)
{
    printf("```text\n    ");
    for (unsigned low = 0; low < 16; low++)
        printf("    _%x", low);
    for (unsigned byte = 0; byte < 256; byte++) {
        if (byte % 16 == 0)
            printf("\n %x_ ", byte >> 4);
        const struct spe_packet packet = packet_of(byte, 0);
        const int is_lost = is_extended(byte) && packet_of(byte, 0xb0).type == SPE_PACKET_UNKNOWN;
        const int is_reserved = packet.flags & SPE_PACKET_RESERVED_HEADER || is_lost;
        char cell[8];
        snprintf(cell, sizeof cell, "%s%s", is_extended(byte) ? "ext" : packet_words(packet.type)->grid,
                 is_reserved                        ? "!"
                 : packet.flags & SPE_PACKET_IMPDEF ? "*"
                                                    : "");
        printf("%6s", cell);
    }
    printf("\n```\n\n");
}

/* Checks that the general rule of sizes holds for each byte, known or not. */
static void check_sizes(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        const unsigned size = byte < 0x40 ? 0 : 1u << (byte >> 4 & 3);
        if (!is_extended(byte) && packet_of(byte, 0).payload_size != size)
            broken("a size that is not SZ's, of byte", byte);
        if (packet_of(0x20, byte).payload_size != size || packet_of(0x3f, byte).payload_size != size)
            broken("a size that is not SZ's, of second byte", byte);
        if (is_extended(byte) != (byte >> 5 == 1))
            broken("an extended header that does not look like one:", byte);
    }
}

static void print_extended(void)
{
    static const unsigned types[] = {SPE_PACKET_ADDRESS, SPE_PACKET_COUNTER};
    printf("| first byte | second byte | packet | INDEX |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++) {
        const struct pattern pattern = pattern_of(types[i], 0x20);
        printf("| `001000jj` | `%s` | %s | `jjiii` |\n", pattern.bits, packet_words(types[i])->name);
    }
    printf("\n");
    for (unsigned first = 0x20; first < 0x40; first++) {
        for (unsigned second = 0; second < 256; second++) {
            const struct spe_packet packet = packet_of(first, second), plain = packet_of(second, 0);
            const int is_known = first < 0x24 && !is_extended(second) &&
                                 (plain.type == SPE_PACKET_ADDRESS || plain.type == SPE_PACKET_COUNTER);
            if (packet.type != (is_known ? plain.type : SPE_PACKET_UNKNOWN) ||
                (is_known && packet.index != ((first & 3) << 3 | (second & 7))))
                broken("an extended header that is not as told, second byte", second);
        }
    }
}

static void print_header(unsigned type)
{
    const struct packet_words *words = packet_words(type);
    printf("| `%s` | %s | ", pattern_of(type, -1).bits, words->name);
    print_sizes(type);
    printf(" | %s |\n", words->section);
}

void print_headers(void)
{
    static const unsigned order[] = {SPE_PACKET_PADDING,     SPE_PACKET_END,       SPE_PACKET_EVENTS,
                                     SPE_PACKET_DATA_SOURCE, SPE_PACKET_OPERATION, SPE_PACKET_CONTEXT,
                                     SPE_PACKET_TIMESTAMP,   SPE_PACKET_COUNTER,   SPE_PACKET_ADDRESS};
    check_sizes();
    printf("| header | packet | payload, bytes | section |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        print_header(order[i]);
    for (unsigned type = SPE_PACKET_COUNTER + 1; type < spe_packet_type_count(); type++) /* later types */
        print_header(type);
    printf("\n`i` is INDEX, `c` is CLASS and `s` is SZ, the payload's size: 1, 2, 4 or 8 bytes for `00`, `01`, `10`, "
           "`11`.\n"
           "SZ has the same place, bits 5:4, in **every** header from `0x40` on, even if the architecture does not "
           "define\n"
           "the packet. Headers below `0x40` have no payload. Any bytes are therefore a sequence of packets "
           "(D18.1.1).\n\n");
    printf("Address and Counter packets with an INDEX of 8 or more have an extended header of two bytes (D18.1.1). "
           "An INDEX\n"
           "below 8 may have one, too.\n\n");
    print_extended();
    printf(
        "All other first bytes `001xxxxx` begin an extended header that the architecture does not define. Its second "
        "byte\n"
        "has SZ at the same place as a short header.\n\nThe table shows the first byte by its two hexadecimal "
        "digits: `.` is\n"
        "an undefined header, `!` one with a reserved SZ, INDEX or CLASS, `*` an IMPLEMENTATION DEFINED one, `ext` an\n"
        "extended header, `ext!` an undefined extended header.\n\n");
    print_grid();
}

/* -- INDEX -- */

enum kind { NONE, DEFINED, IMPDEF, RESERVED };

static enum kind kind_of(unsigned type, unsigned index)
{
    struct spe_packet packet;
    if (spe_packet_build(type, index, 0, 0, 0, &packet) < 0)
        return NONE;
    return packet.flags & SPE_PACKET_IMPDEF ? IMPDEF : packet.flags & SPE_PACKET_RESERVED_HEADER ? RESERVED : DEFINED;
}

static void print_header_range(unsigned type, unsigned from, unsigned to, unsigned flags)
{
    struct spe_packet first, last;
    const int size = spe_packet_build(type, from, 0, 0, flags, &first);
    spe_packet_build(type, to, 0, 0, flags, &last);
    if (size < 0 || first.header_size != (flags ? 2 : 1))
        printf("| ");
    else if (first.header_size == 1)
        printf(from == to ? "| `%02x` " : "| `%02x` to `%02x` ", first.header[0], last.header[0]);
    else
        printf(from == to ? "| `%02x %02x` " : "| `%02x %02x` to `%02x %02x` ", first.header[0], first.header[1],
               last.header[0], last.header[1]);
}

void print_indexes(unsigned type, unsigned first_has)
{
    const int is_short = kind_of(type, 8) == NONE;
    char text[NEEDS_MAX];
    printf(is_short ? "| INDEX | header | meaning | needs |\n|---|---|---|---|\n"
                    : "| INDEX | header | extended | meaning | needs |\n|---|---|---|---|---|\n");
    for (unsigned from = 0, to; from < 32 && kind_of(type, from) != NONE; from = to + 1) {
        const enum kind kind = kind_of(type, from);
        for (to = from; kind != DEFINED && kind_of(type, to + 1) == kind && to != 7 && to < 31;)
            to++;
        printf(from == to ? "| %u " : "| %u to %u ", from, to);
        print_header_range(type, from, to, 0);
        if (!is_short)
            print_header_range(type, from, to, SPE_BUILD_EXTENDED);
        struct spe_record record = plain_record();
        record.present |= 1u << (first_has + from) % 32;
        if (kind == DEFINED)
            printf("| %s | %s |\n", index_words(type, from), needs(&record, NULL, text));
        else
            printf("| *%s* | |\n", kind == IMPDEF ? "IMPLEMENTATION DEFINED" : "reserved");
    }
    printf("\n");
}
