/* SPDX-License-Identifier: MIT */
/* Prints docs/format.md: what SPE's bytes mean, asked of the library (make docs-format). */
#include <stdio.h>

#include "format.h"

static const struct {
    unsigned type;
    void (*print)(void);
} packets[] = {
    {SPE_PACKET_ADDRESS, print_addresses},
    {SPE_PACKET_CONTEXT, print_contexts},
    {SPE_PACKET_COUNTER, print_counters},
    {SPE_PACKET_DATA_SOURCE, print_data_sources},
    {SPE_PACKET_END, NULL},
    {SPE_PACKET_EVENTS, print_events},
    {SPE_PACKET_OPERATION, print_operations},
    {SPE_PACKET_PADDING, NULL},
    {SPE_PACKET_TIMESTAMP, NULL},
};

int main(void)
{
    printf("# The format of sample records\n\n"
           "<!-- Made by `make docs-format` from what the library does: see docs/format/. Do not edit. -->\n\n"
           "What the bytes of Arm's Statistical Profiling Extension mean: record format version 0 (PMSIDR_EL1.Format), "
           "the only\n"
           "one, up to FEAT_SPEv1p5. Sections are those of the Arm Architecture Reference Manual, DDI 0487. This page "
           "is not\n"
           "written but asked: a program takes every header byte, every operation type and every bit apart with libspe "
           "and prints\n"
           "what it finds; what a core must implement is found by taking features away until `spe_check_record()` "
           "objects.\n\n"
           "A *record* is a series of packets that ends with an End or a Timestamp packet. A *packet* is one header "
           "byte, or\n"
           "two, and 0, 1, 2, 4 or 8 bytes of payload, little-endian. Bits are numbered from 0, the lowest. *Needs* "
           "says what\n"
           "a core must implement beside FEAT_SPE; nothing there: every core with SPE may write it.\n\n"
           "## A record, byte by byte\n\n");
    print_record();
    printf("## Headers (D18.2)\n\n");
    print_headers();
    for (unsigned i = 0; i < sizeof packets / sizeof packets[0]; i++) {
        const struct packet_words *words = packet_words(packets[i].type);
        printf("## %s packets (%s)\n\n%s\n\n", words->name, words->section, words->text);
        if (packets[i].print)
            packets[i].print();
    }
    return 0;
}
