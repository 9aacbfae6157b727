/* SPDX-License-Identifier: MIT */
/*
 * Law 7: the tables say what the manual says. The expectations here are written out a second time, as bit patterns
 * like the manual's own, and compared with what the library makes of every header and every operation payload.
 */
#include <libspe/spe.h>
#include <string.h>

#include "../../src/table/table.h"
#include <inttypes.h>

#include "tap.h"

/* "01xx0010": does a byte match? */
static int matches(const char *pattern, unsigned byte)
{
    for (int i = 0; i < 8; i++)
        if (pattern[i] != 'x' && pattern[i] - '0' != (int)(byte >> (7 - i) & 1))
            return 0;
    return 1;
}

/* DDI 0487, D18.2: header bytes, and the packets they begin. */
static const struct {
    const char *pattern;
    unsigned type;
} short_headers[] = {
    {"00000000", SPE_PACKET_PADDING},   {"00000001", SPE_PACKET_END},         {"01110001", SPE_PACKET_TIMESTAMP},
    {"01xx0010", SPE_PACKET_EVENTS},    {"01xx0011", SPE_PACKET_DATA_SOURCE}, {"011001xx", SPE_PACKET_CONTEXT},
    {"010010xx", SPE_PACKET_OPERATION}, {"10110xxx", SPE_PACKET_ADDRESS},     {"10011xxx", SPE_PACKET_COUNTER},
};

static unsigned expected_type(unsigned byte, int *owners)
{
    unsigned type = SPE_PACKET_UNKNOWN;
    *owners = 0;
    for (size_t i = 0; i < sizeof short_headers / sizeof short_headers[0]; i++) {
        if (matches(short_headers[i].pattern, byte)) {
            type = short_headers[i].type;
            ++*owners;
        }
    }
    return type;
}

/* The size rule, as the manual's table of first bytes has it. */
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
    switch (type) {
    case SPE_PACKET_DATA_SOURCE:
        return payload > 2;
    case SPE_PACKET_CONTEXT:
        return index > 1;
    case SPE_PACKET_OPERATION:
        return index > 2;
    case SPE_PACKET_ADDRESS:
        return index > 4 && !is_impdef(index);
    case SPE_PACKET_COUNTER:
        return index != 0 && index != 1 && index != 2 && index != 4 && !is_impdef(index);
    default:
        return 0;
    }
}

/* One header: what decode says of it, with a payload of zeros. */
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
        diag("header %02x %02x: size %d type %u index %u flags %u, want size %d type %u index %u flags %u", first,
             second, size, p.type, p.index, p.flags, header + payload, type, index, flags);
    return good;
}

static unsigned index_bits(unsigned type)
{
    if (type == SPE_PACKET_ADDRESS || type == SPE_PACKET_COUNTER)
        return 7;
    return type == SPE_PACKET_CONTEXT || type == SPE_PACKET_OPERATION ? 3 : 0;
}

/* What the rows say of an operation: it matches none, or one of its lengths is neither a number nor "all". */
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

/* spe_kind_header[] is what spe_packet_build() makes of the kind's type and INDEX. */
static void test_kind_headers(void)
{
    int bad = 0;
    for (unsigned kind = 0; kind < SPE_KINDS; kind++) {
        const struct spe_kind *row = &spe_kinds[kind];
        struct spe_packet packet = {0};
        if (row->name)
            bad += spe_packet_build(&packet, row->type, row->index, 0, 0, 0) < 0;
        bad += spe_kind_header[kind] != packet.header[0];
    }
    is(bad, 0, "the header of every kind, none for the gaps");
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
    is(bad_owner, 0, "no first byte has two owners");
    is(bad_row, 0, "every short first byte has the owner the manual gives it");
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

/* The derived grid is the rows: every byte's owner is the one row whose mask and value it matches. */
static void test_grid(void)
{
    int bad = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        int owners = 0, owner = SPE_HEADER_UNKNOWN;
        for (int row = 0; row < SPE_HEADER_UNKNOWN; row++) {
            if (!spe_headers[row].extended && (byte & spe_headers[row].mask) == spe_headers[row].value) {
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
        uint32_t present = 0, types[SPE_PACKET_TYPES] = {0}, packed[SPE_PACKET_TYPES] = {0};
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
    is(bad, 0, "spe_held() counts what the rows say, for all sets of kinds");
    is(spe_headers[SPE_HEADER_ADDRESS_EXTENDED].value, spe_headers[SPE_HEADER_ADDRESS].value,
       "short and extended Address rows share their low byte");
    is(spe_headers[SPE_HEADER_COUNTER_EXTENDED].value, spe_headers[SPE_HEADER_COUNTER].value,
       "short and extended Counter rows share their low byte");
}

/* DDI 0487, D18.2.7 */
static const struct {
    unsigned op_class;
    const char *pattern;
    unsigned subclass;
} op_formats[] = {
    {0, "00000xxx", SPE_OP_OTHER},
    {0, "0xxx1xx0", SPE_OP_SVE},
    {0, "1xxx1xx0", SPE_OP_SME},
    {1, "0000000x", SPE_OP_GP},
    {1, "0000010x", SPE_OP_SIMD_FP},
    {1, "0001000x", SPE_OP_UNSPECIFIED},
    {1, "0001010x", SPE_OP_ALLOCATION_TAG},
    {1, "0011000x", SPE_OP_NV2_SYSREG},
    {1, "000xxx1x", SPE_OP_EXTENDED},
    {1, "xxxx1x0x", SPE_OP_SVE_SME},
    {1, "0010000x", SPE_OP_MEMORY_COPY},
    {1, "00100101", SPE_OP_MEMORY_SET},
    {1, "01000x0x", SPE_OP_GCS},
    {2, "000xxxxx", SPE_OP_BRANCH},
};

static void test_op_owners(void)
{
    int doubled = 0, wrong = 0, owned = 0;
    for (unsigned op_class = 0; op_class < 4; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            unsigned subclass = SPE_OP_RESERVED;
            int owners = 0, rows = 0;
            for (size_t i = 0; i < sizeof op_formats / sizeof op_formats[0]; i++) {
                if (op_formats[i].op_class == op_class && matches(op_formats[i].pattern, payload)) {
                    owners++;
                    subclass = op_formats[i].subclass;
                }
            }
            for (unsigned i = 0; i < SPE_OP_FORMATS; i++)
                rows += spe_op_formats[i].op_class == op_class &&
                        (payload & spe_op_formats[i].mask) == spe_op_formats[i].value;
            struct spe_op op;
            spe_op_decode(op_class, payload, &op);
            doubled += owners > 1 || rows > 1;
            wrong += op.subclass != subclass || rows != owners;
            owned += owners;
        }
    }
    is(doubled, 0, "no operation payload matches two formats");
    is(wrong, 0, "every operation payload has the owner the manual gives it");
    is(owned, 8 + 32 + 32 + 2 * 5 + 16 + 64 + 2 + 1 + 4 + 32, "so many payloads have an owner");
}

/* Fields stand on bits that their row leaves free (but for LDST of Memory Set), and never on one another's. */
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
    is(fixed, 0, "no field stands on a format's fixed bits");
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
    is(ordered, SPE_HAS_ALL, "SPE_HAS_ALL has all of them");
    is(held, SPE_KINDS_HELD, "so many kinds of packet fit a record");
    is(bad, 0, "each kind is found from its header and has a field of its own");
    bad = SPE_HAS_PC != 1u << SPE_KIND_PC || SPE_HAS_BRANCH_TARGET != 1u << SPE_KIND_BRANCH_TARGET ||
          SPE_HAS_DATA_VA != 1u << SPE_KIND_DATA_VA || SPE_HAS_DATA_PA != 1u << SPE_KIND_DATA_PA ||
          SPE_HAS_PREV_BRANCH_TARGET != 1u << SPE_KIND_PREV_BRANCH_TARGET ||
          SPE_HAS_TOTAL_LATENCY != 1u << SPE_KIND_TOTAL_LATENCY ||
          SPE_HAS_ISSUE_LATENCY != 1u << SPE_KIND_ISSUE_LATENCY ||
          SPE_HAS_TRANSLATION_LATENCY != 1u << SPE_KIND_TRANSLATION_LATENCY ||
          SPE_HAS_ALT_ISSUE_LATENCY != 1u << SPE_KIND_ALT_ISSUE_LATENCY ||
          SPE_HAS_CONTEXT_EL1 != 1u << SPE_KIND_CONTEXT_EL1 || SPE_HAS_CONTEXT_EL2 != 1u << SPE_KIND_CONTEXT_EL2 ||
          SPE_HAS_OPERATION != 1u << SPE_KIND_OPERATION || SPE_HAS_EVENTS != 1u << SPE_KIND_EVENTS ||
          SPE_HAS_DATA_SOURCE != 1u << SPE_KIND_DATA_SOURCE || SPE_HAS_TIMESTAMP != 1u << SPE_KIND_TIMESTAMP ||
          SPE_HAS_END != 1u << SPE_KIND_END;
    ok(!bad, "every SPE_HAS_ bit is its row's number");
    is(ordered,
       SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET |
           SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY |
           SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE |
           SPE_HAS_TIMESTAMP | SPE_HAS_END,
       "the order names every kind once, and the public masks are the rows");
}

static void test_events(void)
{
    static const struct {
        unsigned bit;
        const char *name;
        int pmu[6];
    } want[] = {
        {0, "exception", {0x0009}},
        {1, "retired", {0x0008}},
        {2, "l1d_access", {0x0004, 0x0040}},
        {3, "l1d_refill", {0x0003, 0x0042, 0x8144, 0x0039}},
        {4, "tlb_access", {0x0025}},
        {5, "tlb_walk", {0x0034}},
        {6, "not_taken", {0}},
        {7, "mispredicted", {0x0010, 0x0022}},
        {8, "ll_access", {0x0032, 0x0036}},
        {9, "ll_miss", {0x0033, 0x0037}},
        {10, "remote_access", {0x0031, 0x0038}},
        {11, "misaligned", {0x4020}},
        {16, "transactional", {0}},
        {17, "partial_predicate", {0x8079, 0x8381}},
        {18, "empty_predicate", {0x8075, 0x8385}},
        {19, "l2d_access", {0x0050}},
        {20, "l2d_miss", {0x4009}},
        {21, "cache_data_modified", {0x8214, 0x8215, 0x8216, 0x8217, 0x8224}},
        {22, "recently_fetched", {0x8244, 0x8245, 0x8246, 0x8247}},
        {23, "data_snooped", {0x8194}},
        {24, "streaming_sve", {0}},
        {25, "smcu", {0}},
    };
    const size_t n = sizeof want / sizeof want[0];
    int bad = 0, named = 0;
    for (size_t i = 0; i < n; i++) {
        const char *name = spe_event_name(want[i].bit);
        bad += !name || strcmp(name, want[i].name) != 0 || spe_event_bit(want[i].name) != (int)want[i].bit;
        for (unsigned k = 0; k < 6; k++)
            bad += spe_event_pmu(want[i].bit, k) != (want[i].pmu[k] ? want[i].pmu[k] : SPE_E_ARG);
    }
    for (unsigned bit = 0; bit < 300; bit++)
        named += spe_event_name(bit) != NULL;
    is(bad, 0, "event names, bits and PMU events are the manual's");
    is(named, n, "and there are no other names");
    ok(spe_event_bit("no_such_event") == SPE_E_NAME && spe_event_bit(NULL) == SPE_E_ARG &&
           spe_event_bit("") == SPE_E_NAME && spe_event_bit("retire") == SPE_E_NAME &&
           spe_event_bit("retiredx") == SPE_E_NAME,
       "unknown names are refused");
    bad = 0;
    for (unsigned bit = 0; bit < 70; bit++)
        for (unsigned k = 5; k < 12; k++)
            bad += spe_event_pmu(bit, k) != SPE_E_ARG;
    ok(!bad && spe_event_pmu(26, 0) == SPE_E_ARG, "unknown PMU events are refused");
}

int main(void)
{
    test_first_bytes();
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
