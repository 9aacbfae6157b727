/* SPDX-License-Identifier: MIT */
/* Whether the library agrees with itself about a packet: what it reads, it also writes, sizes, builds and prints. */
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int is_written_back(const uint8_t *at, int n, const struct spe_packet *packet)
{
    uint8_t again[SPE_PACKET_MAX_SIZE];
    return spe_packet_size(at, (size_t)n) == n && spe_packet_encode(packet, again, sizeof again) == n &&
           !memcmp(again, at, (size_t)n) && packet->type < spe_packet_type_count();
}

/* A packet can be built from its parts, unless the architecture defines no such header. */
static int is_built(int n, const struct spe_packet *packet)
{
    struct spe_packet built;
    const unsigned flags = packet->header_size == 2 && packet->index < 8 ? SPE_BUILD_EXTENDED : 0;
    if (packet->type == SPE_PACKET_UNKNOWN || (packet->type == SPE_PACKET_DATA_SOURCE && packet->payload_size > 2))
        return 1;
    if (spe_packet_build(packet->type, packet->index, packet->payload_size, packet->payload, flags, &built) != n ||
        memcmp(&built, packet, sizeof built) != 0 ||
        spe_packet_build(packet->type, packet->index, 3, 0, flags, &built) != SPE_E_KIND ||
        spe_packet_build(packet->type, packet->index, 0, packet->payload, flags, &built) < 0)
        return 0;
    /* Without a size, it is the smallest that holds the payload. */
    const unsigned size = built.payload_size;
    return built.payload == packet->payload && size <= packet->payload_size &&
           ((packet->type != SPE_PACKET_EVENTS && packet->type != SPE_PACKET_DATA_SOURCE) || size == 1 ||
            packet->payload >> 4 * size != 0);
}

static int is_operation_written_back(const struct spe_packet *packet)
{
    static const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    char whole[SPE_PACKET_TEXT_MAX], part[SPE_PACKET_TEXT_MAX];
    struct spe_op op;
    if (packet->type != SPE_PACKET_OPERATION)
        return 1;
    spe_op_decode(packet->index, (unsigned)packet->payload, &op);
    spe_packet_text(packet, &perf, whole, sizeof whole);
    spe_op_text(packet->index, (unsigned)packet->payload, &perf, part, sizeof part);
    struct spe_op odd = op;
    odd.op_class = 4;
    if (spe_op_encode(&odd) != SPE_E_KIND)
        return 0;
    odd = op;
    odd.reserved_value = 0;
    odd.subclass = 255;
    if (spe_op_encode(&odd) != SPE_E_KIND)
        return 0;
    odd = op;
    odd.reserved_value = 1; /* only reserved payloads may be written so */
    if (spe_op_encode(&odd) != (op.reserved_value ? (int)packet->payload : SPE_E_KIND))
        return 0;
    return spe_op_encode(&op) == (int)packet->payload && op.subclass < spe_op_subclass_count() &&
           op.reserved_value == !!(packet->flags & (SPE_PACKET_RESERVED_VALUE | SPE_PACKET_RESERVED_HEADER)) &&
           (packet->index > 2 || !strcmp(whole, part));
}

static int is_address_written_back(const struct spe_packet *packet)
{
    const uint64_t payload = packet->payload, address = spe_address_canonical(payload);
    const unsigned state = spe_address_state(payload, 1);
    uint64_t again = 0;
    int status;
    if (packet->type != SPE_PACKET_ADDRESS || packet->flags)
        return 1;
    if (packet->index == SPE_ADDRESS_DATA_VA)
        status = spe_address_build_va(address, spe_address_tag(payload), &again);
    else if (packet->index == SPE_ADDRESS_DATA_PA)
        status = spe_address_build_pa(spe_address_bits(payload), state, spe_address_ch(payload),
                                      spe_address_pat(payload), &again);
    else
        status = spe_address_build_pc(address, spe_address_el(payload), state, &again);
    return status == SPE_OK && again == payload && spe_address_build_pc(0, 0, 3, &again) == SPE_E_KIND &&
           spe_address_build_pa(0, 3, 0, 0, &again) == SPE_E_KIND &&
           spe_address_build_pc(0, 4, 0, &again) == SPE_E_RANGE;
}

/* Each event's own text is a word of the packet's text. */
static int has_event_words(const struct spe_packet *packet, uint32_t style)
{
    const struct spe_text_config config = {.size = sizeof config, .style = style};
    char whole[SPE_PACKET_TEXT_MAX], word[SPE_PACKET_TEXT_MAX], all[SPE_PACKET_TEXT_MAX];
    if (packet->type != SPE_PACKET_EVENTS)
        return 1;
    spe_packet_text(packet, &config, whole, sizeof whole);
    spe_events_text(packet->payload, &config, all, sizeof all);
    for (unsigned bit = 0; bit < 64; bit++) {
        spe_event_text(bit, &config, word, sizeof word);
        if (spe_event_name(bit) && spe_event_bit(spe_event_name(bit)) != (int)bit)
            return 0;
        if (spe_event(packet->payload, bit) && !strstr(whole, word))
            return 0;
    }
    return strstr(whole, all) != NULL;
}

/* The words of the field of a record that the packet fills: "Total latency". */
static const char *words_of(const struct spe_packet *packet)
{
    static const uint32_t first[] = {[SPE_PACKET_ADDRESS] = SPE_HAS_PC, [SPE_PACKET_COUNTER] = SPE_HAS_TOTAL_LATENCY};
    struct spe_record_field field;
    for (unsigned n = 0; spe_record_field_get(n, &field) == SPE_OK; n++)
        if (field.has == first[packet->type] << packet->index)
            return field.words;
    return "?";
}

/* The text of an Address or a Counter packet in the architecture's words has what the accessors give. */
static int has_arch_words(const struct spe_packet *packet)
{
    static const char *const states[] = {"Secure", "Non-secure", "Realm", "reserved"};
    static const struct spe_text_config arch = {.size = sizeof arch, .style = SPE_TEXT_ARCH, .counter_bits = 16};
    const uint64_t payload = packet->payload;
    const char *const state = states[spe_address_state(payload, 1)];
    char want[SPE_PACKET_TEXT_MAX], got[SPE_PACKET_TEXT_MAX];
    if ((packet->flags & ~SPE_PACKET_RESERVED_VALUE) ||
        (packet->type != SPE_PACKET_ADDRESS && packet->type != SPE_PACKET_COUNTER))
        return 1;
    if (packet->type == SPE_PACKET_COUNTER)
        snprintf(want, sizeof want, "%s %u cycles%s", words_of(packet), (unsigned)payload,
                 spe_counter_saturated((unsigned)payload, 16) ? " (saturated)" : "");
    else if (packet->index == SPE_ADDRESS_DATA_VA)
        snprintf(want, sizeof want, "%s 0x%" PRIx64 " TAG 0x%x", words_of(packet), spe_address_canonical(payload),
                 spe_address_tag(payload));
    else if (packet->index == SPE_ADDRESS_DATA_PA)
        snprintf(want, sizeof want, "%s 0x%" PRIx64 " %s CH %u PAT 0x%x", words_of(packet), spe_address_bits(payload),
                 state, spe_address_ch(payload), spe_address_pat(payload));
    else
        snprintf(want, sizeof want, "%s 0x%" PRIx64 " EL%u %s", words_of(packet), spe_address_canonical(payload),
                 spe_address_el(payload), state);
    if (packet->flags)
        snprintf(want + strlen(want), 64, " (reserved bits in 0x%" PRIx64 ")", payload);
    return spe_packet_text(packet, &arch, got, sizeof got) == (int)strlen(want) && !strcmp(got, want);
}

/* The same of packets without fields; and without the size of counters, none is called saturated. */
static int has_plain_words(const struct spe_packet *packet)
{
    static const char *const contexts[] = {"CONTEXTIDR_EL1", "CONTEXTIDR_EL2"};
    static const struct spe_text_config arch = {.size = sizeof arch, .style = SPE_TEXT_ARCH};
    char want[SPE_PACKET_TEXT_MAX], got[SPE_PACKET_TEXT_MAX];
    spe_packet_text(packet, &arch, got, sizeof got);
    if (packet->type == SPE_PACKET_COUNTER)
        return !strstr(got, "saturated");
    if (packet->flags)
        return 1;
    if (packet->type == SPE_PACKET_END)
        snprintf(want, sizeof want, "End");
    else if (packet->type == SPE_PACKET_TIMESTAMP)
        snprintf(want, sizeof want, "Timestamp %" PRIu64, packet->payload);
    else if (packet->type == SPE_PACKET_CONTEXT)
        snprintf(want, sizeof want, "%s 0x%" PRIx64, contexts[packet->index], packet->payload);
    else if (packet->type == SPE_PACKET_DATA_SOURCE)
        snprintf(want, sizeof want, "Data source 0x%" PRIx64, packet->payload);
    else
        return 1;
    return !strcmp(got, want);
}

/* The line of a dump is offset, bytes and text. */
static int is_dumped(const uint8_t *at, int n, uint64_t offset, const struct spe_packet *packet)
{
    static const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    struct spe_dump dump = SPE_DUMP_INIT;
    char text[SPE_PACKET_TEXT_MAX], want[SPE_LINE_TEXT_MAX + 64], got[SPE_LINE_TEXT_MAX + 64];
    dump.is_last = 1, dump.offset = offset, dump.bytes = at, dump.len = (size_t)n;
    const int length = spe_dump_text(&dump, &perf, got, sizeof got);
    int used = snprintf(want, sizeof want, ".  %08llx: ", (unsigned long long)offset);
    for (int i = 0; i < 16; i++)
        used += i < n ? snprintf(want + used, 4, " %02x", at[i]) : snprintf(want + used, 4, "   ");
    spe_packet_text(packet, &perf, text, sizeof text);
    snprintf(want + used, sizeof want - (size_t)used, " %.2000s\n", text);
    return length == (int)strlen(want) && !memcmp(got, want, (size_t)length) && !dump.len &&
           dump.offset == offset + (uint64_t)n;
}

const char *disagreement(const uint8_t *at, int n, uint64_t offset, const struct spe_packet *packet)
{
    return !is_written_back(at, n, packet)           ? "written"
           : !is_built(n, packet)                    ? "built"
           : !is_operation_written_back(packet)      ? "operation"
           : !is_address_written_back(packet)        ? "address"
           : !has_event_words(packet, SPE_TEXT_ARCH) ? "events"
           : !has_event_words(packet, SPE_TEXT_PERF) ? "events"
           : !has_arch_words(packet)                 ? "words"
           : !has_plain_words(packet)                ? "words"
           : !is_dumped(at, n, offset, packet)       ? "dumped"
                                                     : NULL;
}
