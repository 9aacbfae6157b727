/* SPDX-License-Identifier: MIT */
/*
 * The one description of the wire format. Everything that decodes, encodes or prints reads these rows:
 *
 *     bytes -> packet (headers) -> record (kinds) -> consumers (op formats, events)
 *
 * Adding a packet, an op-type subclass or an event is adding a row to table.c (and its public constant); adding a field
 * of a record is adding a row to fields.h. What follows from the rows is in derived.c, which `make derived` writes. No
 * code that moves bytes or characters may enter this room; only look-ups do.
 */
#ifndef SPE_TABLE_H
#define SPE_TABLE_H

#include <libspe/op.h>
#include <libspe/packet.h>
#include <libspe/record.h>

#include "../base/internal.h"
#include "derived.h"
#include "fields.h"

/* -- headers (DDI 0487, D18.2): one row for each form of header byte -- */

/* The rows that code names. Rows after them need no number here. */
enum spe_header_id {
    SPE_HEADER_PADDING,
    SPE_HEADER_END,
    SPE_HEADER_TIMESTAMP,
    SPE_HEADER_EVENTS,
    SPE_HEADER_DATA_SOURCE,
    SPE_HEADER_CONTEXT,
    SPE_HEADER_OPERATION,
    SPE_HEADER_ADDRESS,
    SPE_HEADER_COUNTER,
    SPE_HEADER_ADDRESS_EXTENDED,
    SPE_HEADER_COUNTER_EXTENDED,
    SPE_HEADER_UNKNOWN /* the row for everything that no other row owns */
};

struct spe_header {
    const char *name;
    uint8_t type;     /* SPE_PACKET_* */
    uint8_t extended; /* 1 if mask and value apply to the second byte, after 0b001000jj */
    uint8_t mask;     /* the byte belongs to this row if (byte & mask) == value */
    uint8_t value;
    uint8_t index_mask; /* the bits of that byte that are INDEX or CLASS */
    uint8_t sizes;      /* the payload sizes in bytes that are not reserved, or-ed together */
    uint8_t kind;       /* the row of spe_kinds[] that the packet fills, SPE_KIND_NONE for none ... */
    uint8_t kind_step;  /* ... plus this times INDEX */
    uint32_t known;     /* bit INDEX is 1 if that INDEX is architected */
    uint32_t impdef;    /* bit INDEX is 1 if that INDEX is IMPLEMENTATION DEFINED; neither: reserved */
};

SPE_TABLE const struct spe_header spe_headers[SPE_HEADERS];

/* enum spe_header_id by short header byte (derived.c). */
SPE_TABLE const uint8_t spe_header_owner[256];

/*
 * The row of spe_kinds[] by short header byte; SPE_KIND_NONE if a record does not hold the packet (unknown, reserved
 * header, IMPLEMENTATION DEFINED, padding, extended) (derived.c).
 */
SPE_TABLE const uint8_t spe_header_kind[256];

/* Bits [7:5] = 0b001: a second header byte follows; only 0b001000jj begins a known packet. */
static inline int spe_header_is_extended(uint8_t first)
{
    return (first & 0xe0) == 0x20;
}

/* Payload bytes that a header byte (the second one of an extended header) announces: SZ, bits [5:4]. */
static inline unsigned spe_payload_size(uint8_t header)
{
    return header < 0x40 ? 0 : 1u << ((header >> 4) & 3);
}

/* SZ, bits [5:4], of a header for that many payload bytes: 1, 2, 4 or 8. */
static inline unsigned spe_size_bits(unsigned size)
{
    return size == 8 ? 0x30 : size == 4 ? 0x20 : size == 2 ? 0x10 : 0;
}

/* The row of a header; `second` is read only if the first byte is extended. */
static inline const struct spe_header *spe_header_find(uint8_t first, uint8_t second)
{
    if (!spe_header_is_extended(first))
        return &spe_headers[spe_header_owner[first]];
    if ((first & 0x1c) == 0 && spe_header_owner[second] == SPE_HEADER_ADDRESS)
        return &spe_headers[SPE_HEADER_ADDRESS_EXTENDED];
    if ((first & 0x1c) == 0 && spe_header_owner[second] == SPE_HEADER_COUNTER)
        return &spe_headers[SPE_HEADER_COUNTER_EXTENDED];
    return &spe_headers[SPE_HEADER_UNKNOWN];
}

/* INDEX or CLASS of a header that `row` owns: jj of an extended header is above the three low bits. */
static inline uint8_t spe_header_index(const struct spe_header *row, uint8_t first, uint8_t second)
{
    if (row->extended)
        return (uint8_t)((first & 3) << 3 | (second & row->index_mask));
    return first & row->index_mask;
}

/* -- spe_kinds[]: what a record can hold. The row number is the bit number in spe_record.present. -- */

#define SPE_KIND_NUMBER(NAME, bit, member, bits, HEADER, index, FORM, zero, words) SPE_KIND_##NAME = (bit),
enum spe_kind_id {
    SPE_EACH_FIELD(SPE_KIND_NUMBER, SPE_KIND_NUMBER, SPE_KIND_NUMBER, SPE_KIND_NUMBER) SPE_KINDS =
        28,             /* from SPE_KIND_TIMESTAMP on, a packet ends its record */
    SPE_KIND_NONE = 31, /* a row that no packet fills, for which records in progress have room */
    SPE_KIND_ROOM = 32
};

/* Positions in spe_kind_order[]: the rows of fields.h, one after another. */
#define SPE_POSITION(NAME, bit, member, bits, HEADER, index, FORM, zero, words) SPE_AT_##NAME,
enum spe_position {
    SPE_EACH_FIELD(SPE_POSITION, SPE_POSITION, SPE_POSITION, SPE_POSITION) SPE_KINDS_HELD /* the number of positions */
};

#define SPE_HAS_BIT(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                         \
    _Static_assert(SPE_HAS_##NAME == UINT32_C(1) << (bit) && (bit) < SPE_KINDS, "record.h and fields.h agree");
SPE_EACH_FIELD(SPE_HAS_BIT, SPE_HAS_BIT, SPE_HAS_BIT, SPE_HAS_BIT)

/* The layout of an Address payload (D18.2.1) */
enum spe_form {
    SPE_FORM_RAW,
    SPE_FORM_INSTRUCTION, /* [63] NS, [62:61] EL, [60] NSE, [59:56] zero, [55:0] address */
    SPE_FORM_DATA_VA,     /* [63:56] TAG, [55:0] address */
    SPE_FORM_DATA_PA      /* [63] NS, [62] CH, [61] zero, [60] NSE, [59:56] PAT, [55:0] address */
};

struct spe_kind {
    const char *name; /* the architecture's words; NULL if this row is a gap */
    uint8_t type;     /* SPE_PACKET_* */
    uint8_t header;   /* enum spe_header_id of its canonical header */
    uint8_t index;    /* INDEX */
    uint8_t form;     /* enum spe_form */
    uint8_t offset;   /* offset in struct spe_record of the payload ... */
    uint8_t width;    /* ... and its bytes there */
    uint8_t index_at; /* offset of the packet's index, 0 if it is not stored */
    uint8_t size_at;  /* offset of the packet's payload size, 0 if it is not stored */
    uint64_t zero;    /* payload bits that the architecture defines as zero, and NSE, which is 1 in one state only */
};

/* Made from the rows of fields.h. */
SPE_TABLE const struct spe_kind spe_kinds[SPE_KINDS];

/* The bit of spe_record.present; 0 for SPE_KIND_NONE. */
SPE_TABLE const uint32_t spe_kind_bits[SPE_KIND_ROOM];

/* The short header byte of each row, with CLASS and a variable SZ zero (derived.c). */
SPE_TABLE const uint8_t spe_kind_header[SPE_KINDS];

/* The rows other than gaps, in the order in which the manual's pseudocode writes a record, which is that of
 * fields.h. */
SPE_TABLE const uint8_t spe_kind_order[SPE_KINDS_HELD];

/*
 * The number of packets of each type in a record that holds one for each bit in `present`: byte i, at most
 * SPE_HELD_LARGEST, counts type spe_held_types[i] (derived.c). The bits of one type share a byte of `present`, or its
 * lower half.
 */
#define SPE_HELD_LARGEST 8
SPE_TABLE const uint8_t spe_held_types[8];

static inline uint64_t spe_held(uint32_t present)
{
    uint32_t many = present & 0x0fffff; /* Address, Counter, Context: the bits in each byte are counted */
    many -= many >> 1 & 0x555555;
    many = (many & 0x333333) + (many >> 2 & 0x333333);
    many = (many & 0x0f0f0f) + (many >> 4 & 0x0f0f0f);
    const uint32_t operation = (present & SPE_HAS_OPERATION) << 4;
    const uint32_t others = (present >> 24) * UINT32_C(0x00204081) & UINT32_C(0x01010101);
    return (many | operation) | (uint64_t)others << 32;
}

/* The row of spe_kinds[] that a packet with this header row and INDEX fills, or SPE_KIND_NONE. */
static inline unsigned spe_kind_of(const struct spe_header *row, unsigned index)
{
    if (row->kind == SPE_KIND_NONE || !(row->known >> index & 1))
        return SPE_KIND_NONE;
    const unsigned kind = row->kind + row->kind_step * index;
    return kind < SPE_KINDS ? kind : SPE_KIND_NONE; /* with the present rows it is always less */
}

/* -- operation types (D18.2.7): one row for each payload format, one slice for each run of bits of a field -- */

enum spe_op_field_id {
    SPE_FIELD_NONE, /* ends a row's slices */
    SPE_FIELD_LDST,
    SPE_FIELD_AT,
    SPE_FIELD_EXCL,
    SPE_FIELD_AR,
    SPE_FIELD_EVL,
    SPE_FIELD_ETS,
    SPE_FIELD_FP,
    SPE_FIELD_ASE,
    SPE_FIELD_PRED,
    SPE_FIELD_SG,
    SPE_FIELD_SELECT, /* COND of CLASS 0: perf's words for it differ from those for a branch */
    SPE_FIELD_COND,
    SPE_FIELD_IND,
    SPE_FIELD_GCS,
    SPE_FIELD_CR,
    SPE_FIELD_COMM,
    SPE_FIELDS
};

/* A field that is a length: bits = unit << value. If value == all, the length has no number ("whole", "more than"). */
struct spe_op_length {
    uint8_t unit;    /* the bits that value 0 means */
    uint8_t largest; /* the largest value that has a number; values between it and `all` are reserved */
    uint8_t all;
    const char *word; /* the meaning of value `all` */
};

struct spe_op_field {
    const char *name;                   /* the architecture's name */
    struct spe_word perf[4];            /* perf's word by value, or ""; lengths: [0] is the label */
    const char *arch[4];                /* our word by value, NULL if the number is printed */
    const struct spe_op_length *length; /* NULL if it is a plain value */
    uint8_t member;                     /* offset in struct spe_op: one byte, or four for a length */
};

/* Bits [shift + width - 1 : shift] of the payload are bits [at + width - 1 : at] of the field. */
struct spe_op_slice {
    uint8_t field;
    uint8_t shift;
    uint8_t width;
    uint8_t at;
};

/* The bits that a slice contributes to its field's value. */
static inline unsigned spe_op_slice_get(const struct spe_op_slice *slice, unsigned payload)
{
    return (payload >> slice->shift & ((1u << slice->width) - 1)) << slice->at;
}

#define SPE_OP_SLICES 5

struct spe_op_format {
    const char *name;
    struct spe_word perf; /* perf's word, or "" */
    uint8_t op_class;
    uint8_t subclass;
    uint8_t mask; /* the payload belongs to this row if (payload & mask) == value */
    uint8_t value;
    struct spe_op_slice slices[SPE_OP_SLICES]; /* in perf's order; SPE_FIELD_NONE always ends them */
};

SPE_TABLE const struct spe_op_format spe_op_formats[SPE_OP_FORMATS];
SPE_TABLE const struct spe_op_field spe_op_fields[SPE_FIELDS];

/* The first row of each CLASS, and the number of rows (derived.c). */
SPE_TABLE const uint8_t spe_op_first[5];

/* Bit `payload` of a CLASS: the payload matches no row, or holds a reserved value in one (derived.c). */
#define SPE_OP_ROW_NONE 3 /* row for a record without an operation: nothing is reserved */
SPE_TABLE const uint64_t spe_op_reserved[4][4];

static inline int spe_op_is_reserved(unsigned op_class, unsigned payload)
{
    return op_class > 2 || (spe_op_reserved[op_class][payload >> 6 & 3] >> (payload & 63) & 1);
}

/* Bit `payload` of CLASS 1: a store that reads nothing, so that its Data Source has no meaning (derived.c). */
SPE_TABLE const uint64_t spe_op_no_source[4];

static inline int spe_op_no_source_has(unsigned op_class, unsigned payload)
{
    return op_class == SPE_CLASS_LOAD_STORE && (spe_op_no_source[payload >> 6 & 3] >> (payload & 63) & 1);
}

/* -- events (D18.2.6): by bit number -- */

#define SPE_EVENT_PMU 5

struct spe_event_row {
    const char *name;            /* NULL if it has no architected meaning */
    struct spe_word perf;        /* perf's word, or "" */
    uint16_t pmu[SPE_EVENT_PMU]; /* PMU events that it is consistent with; 0 ends them */
};

SPE_TABLE const struct spe_event_row spe_events[SPE_EVENT_ROWS];

#endif
