/* SPDX-License-Identifier: MIT */
/* Prints docs/format.md: the meaning of SPE's bytes, from the library (make docs-format). */
#include <stdio.h>

#include "format.h"

static const struct section {
    unsigned type;
    void (*print)(void);
} sections[] = {
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

static void print_section(struct section section)
{
    const struct packet_words *words = packet_words(section.type);
    printf("## %s packets (%s)\n\n%s\n\n", words->name, words->section, words->text);
    if (section.print)
        section.print();
}

int main(void)
{
    printf(
        "# The format of sample records\n\n"
        "<!-- Made by `make docs-format` from what the library does: see docs/format/. Do not edit. -->\n\n"
        "This page describes the bytes of Arm's Statistical Profiling Extension: record format version 0\n"
        "(PMSIDR_EL1.Format), the only version up to FEAT_SPEv1p5. Sections are those of the Arm Architecture "
        "Reference\n"
        "Manual, DDI 0487. A program generates this page: it decodes every header byte, every operation type and "
        "every bit\n"
        "with libspe and prints the result. To find what a core must implement, it removes features until\n"
        "`spe_check_record()` objects.\n\n"
        "A *record* is a series of packets that ends with an End or a Timestamp packet. A *packet* is one header "
        "byte, or\n"
        "two, and 0, 1, 2, 4 or 8 bytes of payload, little-endian. Bits are numbered from 0, the lowest. *Needs* "
        "lists what\n"
        "a core must implement in addition to FEAT_SPE. If it is empty, every core with SPE may write the packet.\n\n"
        "## A record, byte by byte\n\n");
    print_record();
    printf("## Headers (D18.2)\n\n");
    print_headers();
    for (unsigned i = 0; i < sizeof sections / sizeof sections[0]; i++)
        print_section(sections[i]);
    for (unsigned type = SPE_PACKET_COUNTER + 1; type < spe_packet_type_count(); type++) /* later types */
        print_section((struct section){type, NULL});
    return 0;
}
