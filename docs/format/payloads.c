/* SPDX-License-Identifier: MIT */
/* D18.2.1 to D18.2.6: payloads of addresses, counters, contexts, data sources and events. */
#include <stdio.h>
#include <string.h>

#include "format.h"

/* Bits as ranges, highest first: "59:56, 3". */
#define RANGES_MAX 256
static const char *bit_ranges(uint64_t bits, char text[RANGES_MAX])
{
    size_t n = 0;
    text[0] = 0;
    for (int high = 63, low; high >= 0; high = low - 1) {
        for (low = high; low > 0 && (bits >> high & 1) == (bits >> (low - 1) & 1);)
            low--;
        if (!(bits >> high & 1))
            continue;
        n += (size_t)snprintf(text + n, RANGES_MAX - n, high == low ? "%s%d" : "%s%d:%d", n ? ", " : "", high, low);
    }
    return text;
}

/* -- addresses -- */

struct field {
    const char *name;
    const char *words;
    uint64_t bits;
    uint64_t example; /* a payload that needs what the field needs ... */
    uint64_t without; /* ... and one that does not have the field */
};

static uint64_t instruction(uint64_t address, unsigned el, unsigned state)
{
    uint64_t payload;
    if (spe_address_build_pc(address, el, state, &payload) != SPE_OK)
        broken("no payload for an instruction's address at EL", el);
    return payload;
}

static uint64_t physical(uint64_t address, unsigned space, unsigned ch, unsigned pat)
{
    uint64_t payload;
    if (spe_address_build_pa(address, space, ch, pat, &payload) != SPE_OK)
        broken("no payload for a physical address in space", space);
    return payload;
}

static uint64_t data_virtual(uint64_t address, unsigned tag)
{
    uint64_t payload;
    if (spe_address_build_va(address, tag, &payload) != SPE_OK)
        broken("no payload for a virtual address with tag", tag);
    return payload;
}

static struct spe_record with_address(unsigned index, uint64_t payload)
{
    struct spe_record record = plain_record();
    record.present |= 1u << index;
    if (index == SPE_ADDRESS_PC)
        record.pc = payload;
    else if (index == SPE_ADDRESS_DATA_VA)
        record.data_va = payload;
    else
        record.data_pa = payload;
    return record;
}

/* The table of the fields of `index`. Bits without a field are zero: by the library they must be. */
static void print_fields(unsigned index, const struct field *fields, unsigned n)
{
    char text[NEEDS_MAX], ranges[RANGES_MAX];
    uint64_t rest = UINT64_MAX;
    for (unsigned i = 0; i < n; i++)
        rest &= ~fields[i].bits;
    for (unsigned bit = 0; bit < 64; bit++) {
        struct spe_packet packet;
        spe_packet_build(SPE_PACKET_ADDRESS, index, 0, fields[0].example | UINT64_C(1) << bit, 0, &packet);
        if ((rest >> bit & 1) != !!(packet.flags & SPE_PACKET_RESERVED_VALUE))
            broken("an address bit that is neither zero nor of a field:", bit);
    }
    printf("| bits | field | meaning | needs |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < n; i++) {
        const struct spe_record with = with_address(index, fields[i].example);
        const struct spe_record without = with_address(index, fields[i].without);
        printf("| %s | %s | %s | %s |\n", bit_ranges(fields[i].bits, ranges), fields[i].name, fields[i].words,
               needs(&with, &without, text));
    }
    if (rest)
        printf("| %s | | zero | |\n", bit_ranges(rest, ranges));
    printf("\n");
}

static void print_states(void)
{
    static const char *const words[] = {[SPE_STATE_SECURE] = "Secure",
                                        [SPE_STATE_NON_SECURE] = "Non-secure",
                                        [SPE_STATE_REALM] = "Realm",
                                        [SPE_STATE_RESERVED] = "reserved: Root is never sampled"};
    char text[NEEDS_MAX];
    printf("| NSE | NS | Security state, or physical address space | needs |\n|---|---|---|---|\n");
    for (unsigned value = 0; value < 4; value++) {
        const unsigned nse = value >> 1, ns = value & 1;
        const uint64_t payload = (uint64_t)ns << 63 | (uint64_t)nse << 60;
        const struct spe_record with = with_address(SPE_ADDRESS_PC, payload);
        printf("| %u | %u | %s | %s |\n", nse, ns, words[spe_address_state(payload, 1)], needs(&with, NULL, text));
    }
    printf("\n");
}

void print_addresses(void)
{
    const uint64_t ns = instruction(0, 0, SPE_STATE_NON_SECURE), realm = instruction(0, 0, SPE_STATE_REALM);
    const struct field of_instructions[] = {
        {"NS", "with NSE: the Security state; for a branch target, the state at the target", ns, ns, ns},
        {"EL", "the Exception level; for a branch target, the level at the target; nothing is sampled at EL3",
         instruction(0, 3, SPE_STATE_SECURE), ns, ns},
        {"NSE", "see NS", realm ^ ns, realm, ns},
        {"ADDR", "the address; bits [63:56] of a virtual address are copies of bit 55",
         instruction(UINT64_MAX, 0, SPE_STATE_SECURE), ns, ns}};
    const uint64_t va = data_virtual(0, 0);
    const struct field of_data[] = {
        {"TAG", "the top byte of the address if it is a tag (TBI); otherwise copies of bit 55, or zero",
         data_virtual(0, 255), va, va},
        {"ADDR", "the address", data_virtual(UINT64_MAX, 0), va, va}};
    const uint64_t pa = physical(0, SPE_STATE_NON_SECURE, 0, 0), realm_pa = physical(0, SPE_STATE_REALM, 0, 0);
    const uint64_t secure_pa = physical(0, SPE_STATE_SECURE, 0, 0);
    const struct field of_physical[] = {
        {"NS", "with NSE: the physical address space", pa ^ secure_pa, pa, pa},
        {"CH", "the access was checked against Allocation Tags", physical(0, SPE_STATE_SECURE, 1, 0),
         pa ^ physical(0, SPE_STATE_SECURE, 1, 0), pa},
        {"NSE", "see NS", realm_pa ^ pa, realm_pa, pa},
        {"PAT", "the physical address tag", physical(0, SPE_STATE_SECURE, 0, 15),
         pa ^ physical(0, SPE_STATE_SECURE, 0, 15), pa},
        {"ADDR", "the address", physical((UINT64_C(1) << 56) - 1, SPE_STATE_SECURE, 0, 0), pa, pa}};
    print_indexes(SPE_PACKET_ADDRESS, 0);
    printf("INDEX 0, 1 and 4, addresses of instructions, have this payload:\n\n");
    print_fields(SPE_ADDRESS_PC, of_instructions, sizeof of_instructions / sizeof of_instructions[0]);
    printf("INDEX 2, a data virtual address, has this payload:\n\n");
    print_fields(SPE_ADDRESS_DATA_VA, of_data, sizeof of_data / sizeof of_data[0]);
    printf("INDEX 3, a data physical address, has this payload:\n\n");
    print_fields(SPE_ADDRESS_DATA_PA, of_physical, sizeof of_physical / sizeof of_physical[0]);
    print_states();
}

/* -- counters, contexts -- */

void print_counters(void)
{
    print_indexes(SPE_PACKET_COUNTER, 8);
    printf("The largest value of a counter, `0x%x` for 12 bits or `0x%x` for 16, means \"this many or more\". Bits "
           "that the\n"
           "counter lacks are zero.\n\n",
           spe_counter_saturate(UINT64_MAX, 12), spe_counter_saturate(UINT64_MAX, 16));
}

void print_contexts(void)
{
    print_indexes(SPE_PACKET_CONTEXT, 16);
}

/* -- data sources -- */

static int have_same_sources(uint64_t one, uint64_t two)
{
    for (unsigned n = 0;; n++) {
        const int a = spe_cpu_data_source_value(one, n), b = spe_cpu_data_source_value(two, n);
        if (a != b)
            return 0;
        if (a < 0)
            return 1;
        if (strcmp(spe_cpu_data_source_name(one, (unsigned)a), spe_cpu_data_source_name(two, (unsigned)a)) != 0)
            return 0;
    }
}

static void print_sources_of(uint64_t midr, unsigned first)
{
    const char *comma = "";
    for (unsigned i = first; i < spe_cpu_count(); i++) {
        const uint64_t other = spe_cpu_midr(i);
        if (!have_same_sources(midr, other))
            continue;
        const int basis = spe_cpu_sources(other);
        printf("%s%s%s", comma, spe_cpu_name(other),
               basis == SPE_SOURCES_FAMILY  ? " (as its family)"
               : basis == SPE_SOURCES_LINUX ? " (as Linux reads it)"
                                            : "");
        comma = ", ";
    }
    printf(":\n\n| value | %s calls it | level |\n|---|---|---|\n", spe_cpu_vendor(midr));
    for (unsigned n = 0;; n++) {
        const int value = spe_cpu_data_source_value(midr, n);
        struct spe_data_source source;
        if (value < 0)
            break;
        spe_cpu_data_source(midr, (unsigned)value, &source);
        const char *level = spe_level_name(source.level);
        printf("| `0x%x` | %s | %s%s%s |\n", (unsigned)value, spe_cpu_data_source_name(midr, (unsigned)value), level,
               source.modified ? ", modified" : "", source.remote && !strstr(level, "remote") ? ", remote" : "");
    }
    printf("\n");
}

void print_data_sources(void)
{
    char text[NEEDS_MAX];
    struct spe_record record = plain_record();
    record.present |= SPE_HAS_DATA_SOURCE;
    printf("These packets need %s. The meaning of the values is published for some cores (`cpu.h`):\n\n",
           needs(&record, NULL, text));
    for (unsigned i = 0; i < spe_cpu_count(); i++) {
        const uint64_t midr = spe_cpu_midr(i);
        int is_new = spe_cpu_data_source_value(midr, 0) >= 0;
        for (unsigned j = 0; j < i; j++)
            is_new = is_new && !have_same_sources(midr, spe_cpu_midr(j));
        if (is_new)
            print_sources_of(midr, i);
    }
}

/* -- events -- */

static struct spe_record with_event(unsigned bit)
{
    struct spe_record record = plain_record();
    record.events |= UINT64_C(1) << bit;
    record.events_size = 8;
    return record;
}

/* The meaning of a bit without a name. */
static const char *nameless(unsigned bit)
{
    const struct spe_record record = with_event(bit);
    struct spe_packet packet;
    spe_packet_build(SPE_PACKET_EVENTS, 0, 8, record.events, 0, &packet);
    if (packet.flags & SPE_PACKET_RESERVED_VALUE)
        return "zero";
    if (!is_forbidden(&record, latest_version(), 1))
        return "IMPLEMENTATION DEFINED";
    for (unsigned version = SPE_V1P0; version <= latest_version(); version++)
        if (is_forbidden(&record, version, 1) != (version >= SPE_V1P4))
            broken("not as other events without a name: bit", bit);
    return "zero from FEAT_SPEv1p4 on; IMPLEMENTATION DEFINED before";
}

static void print_event(unsigned bit)
{
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    char text[NEEDS_MAX], word[SPE_PACKET_TEXT_MAX];
    const struct spe_record with = with_event(bit), without = plain_record();
    spe_event_text(bit, &perf, word, sizeof word);
    printf("| %u | `%s` | `%s` | %s | ", bit, spe_event_name(bit), word, event_words(bit));
    for (unsigned n = 0; spe_event_pmu(bit, n) >= 0; n++)
        printf("%s`0x%04x`", n ? ", " : "", (unsigned)spe_event_pmu(bit, n));
    printf(" | %s |\n", needs(&with, &without, text));
}

void print_events(void)
{
    printf("| bit | name | perf | meaning | PMU events | needs |\n|---|---|---|---|---|---|\n");
    for (unsigned bit = 0; bit < 64; bit++)
        (void)event_words(bit); /* it rejects words without a name */
    for (unsigned from = 0, to; from < 64; from = to + 1) {
        to = from;
        if (spe_event_name(from)) {
            print_event(from);
            continue;
        }
        while (to < 63 && !spe_event_name(to + 1) && nameless(to + 1) == nameless(from))
            to++;
        printf(from == to ? "| %u " : "| %u to %u ", from, to);
        printf("| | | *%s* | | |\n", nameless(from));
    }
    printf("\nThe core chooses the size of the payload. Bits of missing bytes are zero. PMU events are those that the "
           "manual\n"
           "calls consistent with the bit.\n\n");
}
