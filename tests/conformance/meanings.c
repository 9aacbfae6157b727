/* SPDX-License-Identifier: MIT */
/* The words of the suite's answers: what packets, data sources and PMBSR_EL1 mean, and the core database. */
#include "reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libspe-lab/sysreg.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

void print_set(const char *name, unsigned set, const char *const words[], unsigned n)
{
    int any = 0;
    for (unsigned bit = 0; bit < n; bit++) {
        if (!(set >> bit & 1))
            continue;
        if (any)
            printf(",%s", words[bit]);
        else
            printf(" %s=%s", name, words[bit]);
        any = 1;
    }
}

static void print_slug_of(const char *name, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (isalnum((unsigned char)name[i]))
            putchar(tolower((unsigned char)name[i]));
        else if (i && isalnum((unsigned char)name[i - 1]))
            putchar('-');
}

void print_slug(const char *name)
{
    print_slug_of(name, strlen(name));
}

static const char *const states[] = {"secure", "non-secure", "realm", "reserved"};

static void print_address(const struct spe_packet *packet)
{
    const uint64_t payload = packet->payload;
    if (packet->index == SPE_ADDRESS_DATA_PA) {
        printf(" address=0x%" PRIx64 " state=%s ch=%u pat=%u", spe_address_bits(payload),
               states[spe_address_state(payload, 1)], spe_address_ch(payload), spe_address_pat(payload));
        return;
    }
    printf(" address=0x%" PRIx64, spe_address_canonical(payload));
    if (packet->index == SPE_ADDRESS_DATA_VA)
        printf(" tag=%u", spe_address_tag(payload));
    else
        printf(" el=%u state=%s", spe_address_el(payload), states[spe_address_state(payload, 1)]);
}

/* Prints the fields of the library's text, "NAME, FIELD VALUE, FIELD VALUE". The name may have commas, too. */
static void print_operation(unsigned op_class, unsigned payload)
{
    static const struct spe_text_config arch = SPE_TEXT_CONFIG_INIT;
    char text[SPE_PACKET_TEXT_MAX];
    struct spe_op op;
    spe_op_decode(op_class, payload, &op);
    const char *name = spe_op_subclass_name(op.subclass);
    printf(" format=");
    print_slug(name);
    if (op.subclass == SPE_OP_RESERVED)
        return;
    spe_op_text(op_class, payload, &arch, text, sizeof text);
    char *at = text + strlen(name);
    while (*at == ',') {
        char *field = at + 2, *value = strchr(field, ' ') + 1;
        at = value + strcspn(value, ",");
        printf(" %.*s=", (int)(value - 1 - field), field);
        print_slug_of(value, (size_t)(at - value));
    }
    if (spe_op_is_memory(&op))
        printf(" access=%s", spe_op_is_load(&op) ? "load" : "store");
}

static void print_events(uint64_t events)
{
    const char *separator = " events=";
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!spe_event(events, bit) || !spe_event_name(bit))
            continue;
        printf("%s%s", separator, spe_event_name(bit));
        separator = ",";
    }
}

void print_meaning(uint64_t offset, const struct spe_packet *packet)
{
    if ((packet->flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF)) ||
        (packet->type != SPE_PACKET_ADDRESS && packet->type != SPE_PACKET_OPERATION &&
         packet->type != SPE_PACKET_EVENTS))
        return;
    printf("meaning offset=%" PRIu64, offset);
    if (packet->type == SPE_PACKET_ADDRESS)
        print_address(packet);
    else if (packet->type == SPE_PACKET_OPERATION)
        print_operation(packet->index, (unsigned)packet->payload);
    else
        print_events(packet->payload);
    putchar('\n');
}

static void print_source_facts(const struct spe_data_source *source)
{
    static const char *const words[] = {"peer", "modified", "remote", "device"};
    printf(" level=");
    print_slug(spe_level_name(source->level));
    print_set("is", source->peer | source->modified * 2u | source->remote * 4u | source->device * 8u, words,
              COUNT(words));
}

void print_source(uint64_t midr, const struct spe_record *record)
{
    struct spe_data_source source;
    if (!(record->present & SPE_HAS_DATA_SOURCE) || spe_cpu_data_source(midr, record->data_source, &source) != SPE_OK)
        return;
    printf("source offset=%" PRIu64 " value=%u", record->offset, record->data_source);
    if (source.known)
        print_source_facts(&source);
    putchar('\n');
}

void print_ending(uint64_t pmbsr)
{
    static const char *const names[] = {"S", "DL", "EA", "COLL", "EC", "MSS2", "MSS", "BSC", "FSC"};
    printf("ending");
    for (size_t i = 0; i < COUNT(names); i++) {
        const int field = spe_sysreg_field_find(SPE_REG_PMBSR_EL1, names[i]);
        uint64_t value;
        if (spe_sysreg_applies(SPE_REG_PMBSR_EL1, (unsigned)field, pmbsr) == 1 &&
            spe_sysreg_get(SPE_REG_PMBSR_EL1, (unsigned)field, pmbsr, &value) == SPE_OK)
            printf(" %s=%" PRIu64, names[i], value);
    }
    putchar('\n');
}

static void print_core(uint64_t midr)
{
    uint64_t found = 0;
    if (spe_cpu_find(spe_cpu_name(midr), &found) != SPE_OK || found != midr)
        printf("differ\n");
    static const char *const basis[] = {"unknown", "published", "family", "linux"};
    int value;
    printf("core\t0x%08" PRIx64 "\t%s\t%s\t%s\n", midr, spe_cpu_name(midr), spe_cpu_vendor(midr),
           basis[spe_cpu_sources(midr)]);
    for (unsigned n = 0; (value = spe_cpu_data_source_value(midr, n)) >= 0; n++) {
        struct spe_data_source source;
        spe_cpu_data_source(midr, (unsigned)value, &source);
        printf("source\t%d\t%s\t%s\t%u\t%u\t%u\t%u\n", value, spe_cpu_data_source_name(midr, (unsigned)value),
               spe_level_name(source.level), source.peer, source.modified, source.remote, source.device);
    }
    for (unsigned bit = 0; bit < 64; bit++)
        if (spe_cpu_event_name(midr, bit))
            printf("event\t%u\t%s\n", bit, spe_cpu_event_name(midr, bit));
    for (unsigned index = 0; index < 32; index++)
        if (spe_cpu_counter_name(midr, index))
            printf("counter\t%u\t%s\n", index, spe_cpu_counter_name(midr, index));
    const char *name, *effect;
    for (unsigned n = 0; (effect = spe_cpu_erratum(midr, n, &name)) != NULL; n++)
        printf("erratum\t%s\t%s\n", name, effect);
}

void print_cores(void)
{
    for (unsigned bit = 0; bit < 64; bit++)
        for (unsigned n = 0; spe_event_name(bit) && (!n || spe_event_pmu(bit, n) > 0); n++)
            printf("pmu\t%u\t%s\t0x%04x\n", bit, spe_event_name(bit),
                   spe_event_pmu(bit, n) > 0 ? (unsigned)spe_event_pmu(bit, n) : 0);
    for (unsigned n = 0; n < spe_cpu_count(); n++)
        print_core(spe_cpu_midr(n));
}
