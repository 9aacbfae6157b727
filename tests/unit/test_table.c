/* SPDX-License-Identifier: MIT */
/*
 * Law 7: the tables agree with the manual. The expectations are written a second time here, as bit patterns like the
 * manual's, and compared with the library's results for every header and every operation payload.
 */
#include <libspe/spe.h>
#include <string.h>

#include "../../src/base/names.h"
#include "../../src/table/find.h"
#include <inttypes.h>

#include "reference.h"
#include "tap.h"
#include "rooms.h"

static unsigned expected_type(unsigned byte, int *owners)
{
    unsigned type = SPE_PACKET_UNKNOWN;
    *owners = 0;
    for (size_t i = 0; i < REFERENCE_COUNT(reference_headers); i++) {
        if (reference_matches(reference_headers[i].pattern, byte)) {
            type = reference_headers[i].type;
            ++*owners;
        }
    }
    return type;
}

/* The rule of sizes, from the manual's table of first bytes. */
static int expected_payload(unsigned byte)
{
    static const int by_high_digit[16] = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8};
    return by_high_digit[byte >> 4];
}

static int is_impdef(unsigned index)
{
    return index == 6 || index == 7 || index >= 16;
}

static int is_reserved(unsigned type, unsigned index, int payload)
{
    int indexed = 0;
    for (size_t i = 0; i < REFERENCE_COUNT(reference_indexes); i++) {
        if (reference_indexes[i].type == type && reference_indexes[i].index == index)
            return 0;
        indexed |= reference_indexes[i].type == type;
    }
    return indexed || (type == SPE_PACKET_DATA_SOURCE && payload > 2);
}

/* Decodes one header, with a payload of zeros. */
static int check_header(unsigned first, unsigned second, unsigned type, unsigned index, int header, int payload)
{
    const uint8_t bytes[SPE_PACKET_MAX_SIZE] = {(uint8_t)first, (uint8_t)second};
    const int has_index = type == SPE_PACKET_ADDRESS || type == SPE_PACKET_COUNTER;
    struct spe_packet p;
    const int size = spe_packet_decode(bytes, sizeof bytes, &p);
    unsigned flags = 0;
    if (has_index && is_impdef(index))
        flags = SPE_PACKET_IMPDEF;
    else if (is_reserved(type, index, payload))
        flags = SPE_PACKET_RESERVED_HEADER;
    const int good = size == header + payload && p.type == type && p.index == index && p.header_size == header &&
                     p.payload_size == payload && (p.flags & ~SPE_PACKET_RESERVED_VALUE) == flags && !p.missing &&
                     spe_packet_size(bytes, sizeof bytes) == size;
    if (!good)
        diag("header %02x %02x: size %d type %u index %u flags %u, want size %d type %u index %u flags %u, "
             "or " REFERENCE_MISSING,
             first, second, size, p.type, p.index, p.flags, header + payload, type, index, flags);
    return good;
}

static unsigned index_bits(unsigned type)
{
    if (type == SPE_PACKET_ADDRESS || type == SPE_PACKET_COUNTER)
        return 7;
    return type == SPE_PACKET_CONTEXT || type == SPE_PACKET_OPERATION ? 3 : 0;
}

/* By the rows, an operation is reserved if it matches no row, or if one of its lengths is neither a number nor
 * "all". */
static int row_says_reserved(unsigned op_class, unsigned payload)
{
    const struct spe_op_format *format = spe_op_format_find(op_class, payload);
    if (!format)
        return 1;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        const struct spe_op_length *length = spe_op_fields[slice->field].length;
        const unsigned value = length ? spe_op_field_get(format, slice->field, payload) : 0;
        if (length && value > length->largest && value != length->all)
            return 1;
    }
    return 0;
}

static void test_reserved_operations(void)
{
    int bad = 0;
    uint64_t bits[3][4] = {{0}};
    for (unsigned op_class = 0; op_class < 4; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            const int reserved = row_says_reserved(op_class, payload);
            bad += spe_op_is_reserved(op_class, payload) != reserved;
            if (op_class < 3)
                bits[op_class][payload / 64] |= (uint64_t)reserved << payload % 64;
        }
    }
    is(bad, 0, "spe_op_reserved[] is derived from spe_op_formats[]");
    for (unsigned i = 0; bad && i < 12; i++)
        printf("# [%u][%u] 0x%016" PRIx64 "\n", i / 4, i % 4, bits[i / 4][i % 4]);
}

static void test_no_source(void)
{
    struct spe_record r = {.present = SPE_HAS_OPERATION | SPE_HAS_DATA_SOURCE};
    int bad = 0;
    for (unsigned op = 0; op < 4 * 256; op++) {
        r.op_class = (uint8_t)(op >> 8), r.op_payload = (uint8_t)op;
        bad += spe_op_no_source_has(op >> 8, op & 255) != (reference_data_source(&r) < 0);
    }
    is(bad, 0, "spe_op_no_source[] is derived from spe_op_formats[]");
}

/* spe_kind_header[] has the headers that spe_packet_build() makes from type and INDEX. */
static void test_kind_headers(void)
{
    int bad = 0;
    for (unsigned kind = 0; kind < SPE_KINDS; kind++) {
        const struct spe_kind *row = &spe_kinds[kind];
        struct spe_packet packet = {0};
        if (row->name)
            bad += spe_packet_build(row->type, row->index, 0, 0, 0, &packet) < 0;
        bad += spe_kind_header[kind] != packet.header[0];
    }
    is(bad, 0, "the header of every packet type, and none for the gaps");
}

static void test_first_bytes(void)
{
    int bad_owner = 0, bad_row = 0, bad_decode = 0, owners;
    for (unsigned first = 0; first < 256; first++) {
        const unsigned type = expected_type(first, &owners);
        bad_owner += owners > 1;
        if ((first & 0xe0) == 0x20)
            continue;
        bad_row += spe_headers[spe_header_owner[first]].type != type;
        bad_decode += !check_header(first, 0, type, first & index_bits(type), 1, expected_payload(first));
    }
    is(bad_owner, 0, "no first byte belongs to two rows");
    is(bad_row, 0, "every short first byte belongs to the manual's row");
    is(bad_decode, 0, "every short first byte decodes to its type, INDEX, size and flags");
}

static void test_extended_pairs(void)
{
    int bad = 0, owners;
    for (unsigned first = 0x20; first < 0x40; first++) {
        for (unsigned second = 0; second < 256; second++) {
            unsigned type = (first & 0xfc) == 0x20 ? expected_type(second, &owners) : SPE_PACKET_UNKNOWN;
            if (type != SPE_PACKET_ADDRESS && type != SPE_PACKET_COUNTER)
                type = SPE_PACKET_UNKNOWN;
            const unsigned index = type ? (first & 3) * 8 + (second & 7) : 0;
            bad += !check_header(first, second, type, index, 2, expected_payload(second));
        }
    }
    is(bad, 0, "every extended pair decodes to its type, INDEX, size and flags");
}

static void test_pairs(void)
{
    int bad = 0;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            const uint8_t bytes[2] = {(uint8_t)first, (uint8_t)second};
            const int extended = (first & 0xe0) == 0x20;
            const int want = extended ? 2 + expected_payload(second) : 1 + expected_payload(first);
            bad += spe_packet_size(bytes, 2) != want;
        }
    }
    is(bad, 0, "all 256 x 256 pairs have the size that the header says");
}

/* The derived grid agrees with the rows: each byte belongs to the one row whose mask and value it matches. */
static void test_grid(void)
{
    int bad = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        int owners = 0, owner = SPE_HEADER_UNKNOWN;
        for (int row = 0; row < SPE_HEADERS; row++) {
            if (row != SPE_HEADER_UNKNOWN && !spe_headers[row].extended &&
                (byte & spe_headers[row].mask) == spe_headers[row].value) {
                owners++;
                owner = row;
            }
        }
        bad += owners > 1 || spe_header_owner[byte] != owner;
    }
    is(bad, 0, "spe_header_owner[] is derived from spe_headers[]");
    bad = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        const struct spe_header *row = &spe_headers[spe_header_owner[byte]];
        const unsigned index = byte & row->index_mask;
        const unsigned size = spe_payload_size((uint8_t)byte);
        const int held = (row->known >> index & 1) && !(size & ~(unsigned)row->sizes);
        bad += spe_header_kind[byte] != (held ? spe_kind_of(row, index) : SPE_KIND_NONE);
    }
    is(bad, 0, "spe_header_kind[] is derived from spe_headers[]");
    bad = 0;
    for (unsigned kind = 0; kind < SPE_KIND_ROOM; kind++)
        bad += spe_kind_bits[kind] != (kind < SPE_KINDS ? UINT32_C(1) << kind : 0);
    is(bad, 0, "spe_kind_bits[] are the rows' bits");
    bad = 0;
    for (uint32_t held = 0; held < 1u << SPE_KINDS_HELD; held++) {
        uint32_t present = 0, types[ROOM_TYPES] = {0}, packed[ROOM_TYPES] = {0};
        for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
            if (!(held >> i & 1))
                continue;
            present |= UINT32_C(1) << spe_kind_order[i];
            types[spe_kinds[spe_kind_order[i]].type]++;
        }
        for (unsigned i = 0; i < 8; i++)
            packed[spe_held_types[i]] += (uint8_t)(spe_held(present) >> 8 * i);
        bad += memcmp(types, packed, sizeof types) != 0;
    }
    is(bad, 0, "spe_held() counts as the rows do, for all sets of packet types");
    is(spe_headers[SPE_HEADER_ADDRESS_EXTENDED].value, spe_headers[SPE_HEADER_ADDRESS].value,
       "short and extended Address rows share their low byte");
    is(spe_headers[SPE_HEADER_COUNTER_EXTENDED].value, spe_headers[SPE_HEADER_COUNTER].value,
       "short and extended Counter rows share their low byte");
}

static void test_op_owners(void)
{
    int doubled = 0, wrong = 0;
    for (unsigned op_class = 0; op_class < 4; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            unsigned subclass = SPE_OP_RESERVED;
            int owners = 0, rows = 0;
            for (size_t i = 0; i < REFERENCE_COUNT(reference_ops); i++) {
                if (reference_ops[i].op_class == op_class && reference_matches(reference_ops[i].pattern, payload)) {
                    owners++;
                    subclass = reference_ops[i].subclass;
                }
            }
            for (unsigned i = 0; i < SPE_OP_FORMATS; i++)
                rows += spe_op_formats[i].op_class == op_class &&
                        (payload & spe_op_formats[i].mask) == spe_op_formats[i].value;
            struct spe_op op;
            spe_op_decode(op_class, payload, &op);
            doubled += owners > 1 || rows > 1;
            const int differs = op.subclass != subclass || rows != owners;
            if (differs && !wrong)
                diag("CLASS %u, payload %02x: subclass %u, %s; want %u, or " REFERENCE_MISSING, op_class, payload,
                     op.subclass, spe_op_subclass_name(op.subclass), subclass);
            wrong += differs;
        }
    }
    is(doubled, 0, "no operation payload matches two formats");
    is(wrong, 0, "every operation payload belongs to the manual's format");
}

/* Fields have bits that their row leaves free (except LDST of Memory Set), and do not overlap. */
static void test_op_slices(void)
{
    int overlap = 0, fixed = 0, uncovered = 0, unended = 0;
    for (unsigned i = 0; i < SPE_OP_FORMATS; i++) {
        const struct spe_op_format *f = &spe_op_formats[i];
        unsigned used = 0;
        for (unsigned s = 0; s < SPE_OP_SLICES && f->slices[s].field; s++) {
            const unsigned bits = ((1u << f->slices[s].width) - 1) << f->slices[s].shift;
            overlap += !!(used & bits);
            fixed += f->subclass != SPE_OP_MEMORY_SET && (f->mask & bits);
            used |= bits;
        }
        unended += f->slices[SPE_OP_SLICES - 1].field != SPE_FIELD_NONE;
        uncovered += f->subclass != SPE_OP_MEMORY_SET && (used | f->mask) != 0xff;
    }
    int misplaced = 0;
    for (unsigned op_class = 0; op_class < 4; op_class++)
        for (unsigned i = 0; i < SPE_OP_FORMATS; i++)
            misplaced += (spe_op_formats[i].op_class == op_class) !=
                         (i >= spe_op_first[op_class] && i < spe_op_first[op_class + 1]);
    is(misplaced, 0, "spe_op_first[] is derived from spe_op_formats[]");
    is(unended, 0, "every format's slices end");
    is(overlap, 0, "no two fields of a format share a bit");
    is(fixed, 0, "no field overlaps a format's fixed bits");
    is(uncovered, 0, "every bit of every format is fixed or a field's");
}

/* `present` bits, kinds and record fields belong together. */
static void test_kinds(void)
{
    int bad = 0, held = 0;
    uint32_t ordered = 0;
    for (unsigned k = 0; k < SPE_KINDS; k++) {
        const struct spe_kind *kind = &spe_kinds[k];
        if (!kind->name)
            continue;
        held++;
        const struct spe_header *row = &spe_headers[kind->header];
        bad += spe_kind_of(row, kind->index) != k || kind->type != row->type;
        for (unsigned other = 0; other < k; other++)
            bad += spe_kinds[other].name && kind->width && spe_kinds[other].offset == kind->offset;
    }
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++)
        ordered |= UINT32_C(1) << spe_kind_order[i];
    is(ordered, spe_record_all(), "spe_record_all() has all of them");
    is(held, SPE_KINDS_HELD, "as many packet types fit a record");
    is(bad, 0, "each packet type is found from its header and has its own field");
    uint32_t has = SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE | SPE_HAS_TIMESTAMP | SPE_HAS_END;
    bad = SPE_HAS_EVENTS != 1u << SPE_KIND_EVENTS || SPE_HAS_DATA_SOURCE != 1u << SPE_KIND_DATA_SOURCE ||
          SPE_HAS_TIMESTAMP != 1u << SPE_KIND_TIMESTAMP || SPE_HAS_END != 1u << SPE_KIND_END;
    for (size_t i = 0; i < REFERENCE_COUNT(reference_indexes); i++) {
        struct spe_packet packet;
        spe_packet_build(reference_indexes[i].type, reference_indexes[i].index, 0, 0, 0, &packet);
        const unsigned kind = spe_kind_of(&spe_headers[spe_header_owner[packet.header[0]]], packet.index);
        bad += kind >= SPE_KINDS || reference_indexes[i].has != 1u << kind;
        has |= reference_indexes[i].has;
    }
    ok(!bad, "every SPE_HAS_ bit is its row's number");
    if (!is(ordered, has, "the order has every packet type once, and the public masks are the rows'"))
        diag("a packet's field is new: " REFERENCE_MISSING);
}

static void test_events(void)
{
    const size_t n = REFERENCE_COUNT(reference_events);
    int bad = 0, named = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned bit = reference_events[i].bit;
        const char *name = spe_event_name(bit), *want = reference_events[i].name;
        bad += !name || strcmp(name, want) != 0 || spe_event_bit(want) != (int)bit;
        for (unsigned k = 0; k < 6; k++)
            bad += spe_event_pmu(bit, k) != (reference_events[i].pmu[k] ? reference_events[i].pmu[k] : SPE_E_ARG);
    }
    for (unsigned bit = 0; bit < 300; bit++)
        named += spe_event_name(bit) != NULL;
    is(bad, 0, "event names, bits and PMU events are the manual's");
    if (!is(named, n, "and there are no other names"))
        diag("an event's name is new: " REFERENCE_MISSING);
    ok(spe_event_bit("no_such_event") == SPE_E_NAME && spe_event_bit(NULL) == SPE_E_ARG &&
           spe_event_bit("") == SPE_E_NAME && spe_event_bit("retire") == SPE_E_NAME &&
           spe_event_bit("retiredx") == SPE_E_NAME,
       "unknown names are rejected");
    bad = 0;
    for (unsigned bit = 0; bit < 70; bit++)
        for (unsigned k = 5; k < 12; k++)
            bad += spe_event_pmu(bit, k) != SPE_E_ARG;
    ok(!bad && spe_event_pmu(63, 0) == SPE_E_ARG, "unknown PMU events are rejected");
}

/* Names are compared by these, not by the C library. */
static void test_names(void)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", small[] = "abcdefghijklmnopqrstuvwxyz";
    unsigned bad = 0;
    for (int c = -128; c < 128; c++) {
        const char *const found = c > 0 ? strchr(capitals, c) : NULL;
        bad += spe_lower((char)c) != (found ? small[found - capitals] : (char)c);
    }
    is(bad, 0, "A to Z become small, nothing else");
    ok(spe_is_name("", "") && spe_is_name("ab", "ab") && !spe_is_name("ab", "a") && !spe_is_name("a", "ab") &&
           !spe_is_name("ab", "aB") && !spe_is_name("", "a") && !spe_is_name("b", "a"),
       "two strings are the same");
    ok(spe_is_name_of("abc", 2, "ab") && spe_is_name_of("abc", 0, "") && !spe_is_name_of("abc", 3, "ab") &&
           !spe_is_name_of("abc", 1, "ab") && !spe_is_name_of("abc", 2, "ac") && !spe_is_name_of("ab", 2, "abc"),
       "the beginning of a text is a name");
}

int main(void)
{
    test_names();
    test_first_bytes();
    test_no_source();
    test_kind_headers();
    test_reserved_operations();
    test_extended_pairs();
    test_pairs();
    test_grid();
    test_op_owners();
    test_op_slices();
    test_kinds();
    test_events();
    return tap_done();
}
