/* SPDX-License-Identifier: MIT */
/* See data_members.h. */
#include "data_members.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../system/list.h"

/* What a file may make this read: entries may lie in one another, and types may refer to themselves. */
#define DEPTH_MOST 200
#define STEPS_MOST (1u << 24)
#define TYPES_MOST 32
#define MEMBERS_MOST 4096 /* of a type that are read */
#define ARRAYS_MOST 8     /* arrays in one another */
#define EMPTY_MOST 4096   /* entries of classes that are read for a name, to find that they contain no data */

/* -- variables -- */

static void add(struct data_members *m, Dwarf_Die *die)
{
    Dwarf_Attribute at, indexed;
    Dwarf_Op *operations;
    Dwarf_Addr address;
    size_t n;
    if (dwarf_getlocation(dwarf_attr(die, DW_AT_location, &at), &operations, &n) != 0 || n != 1)
        return;
    address = operations[0].number;
    if (operations[0].atom != DW_OP_addr &&
        (operations[0].atom != DW_OP_addrx || dwarf_getlocation_attr(&at, operations, &indexed) != 0 ||
         dwarf_formaddr(&indexed, &address) != 0))
        return;
    m->list = list_with_room(m->list, m->count, &m->room, sizeof *m->list);
    m->list[m->count++] = (struct data_variable){address, dwarf_dieoffset(die)};
}

static void read_children(struct data_members *m, Dwarf_Die *parent, unsigned depth)
{
    Dwarf_Die die;
    int status = depth < DEPTH_MOST ? dwarf_child(parent, &die) : 1;
    for (; status == 0 && m->steps++ < STEPS_MOST; status = dwarf_siblingof(&die, &die)) {
        const int tag = dwarf_tag(&die);
        if (tag == DW_TAG_variable)
            add(m, &die);
        else if (tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram ||
                 tag == DW_TAG_lexical_block)
            read_children(m, &die, depth + 1);
    }
}

void data_members_read(struct data_members *m, Dwarf_Die *unit)
{
    read_children(m, unit, 0);
}

static int by_address(const void *a, const void *b)
{
    const struct data_variable *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

void data_members_settle(struct data_members *m)
{
    if (m->count)
        qsort(m->list, m->count, sizeof *m->list, by_address);
}

void data_members_free(struct data_members *m)
{
    free(m->list);
    *m = (struct data_members){0};
}

/* -- types -- */

/* The type of an entry, without typedefs and qualifiers. Returns 0 if there is none. */
static int type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute at;
    *type = *die;
    for (unsigned i = 0; i < TYPES_MOST; i++) {
        if (!dwarf_formref_die(dwarf_attr_integrate(type, DW_AT_type, &at), type))
            return 0;
        if (dwarf_attr(type, DW_AT_signature, &at)) /* it stands for one in a type unit */
            dwarf_formref_die(&at, type);
        const int tag = dwarf_tag(type);
        if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type &&
            tag != DW_TAG_restrict_type && tag != DW_TAG_atomic_type)
            return 1;
    }
    return 0;
}

static int has_number(Dwarf_Die *die, unsigned name, uint64_t *value)
{
    Dwarf_Attribute at;
    Dwarf_Word word;
    if (dwarf_formudata(dwarf_attr_integrate(die, name, &at), &word) != 0)
        return 0;
    *value = word;
    return 1;
}

#define DIMENSIONS_MOST 8

/* Stores the lengths of an array in dimensions[]. Returns their number; 0: one is not known. */
static unsigned dimensions_of(Dwarf_Die *array, uint64_t dimensions[DIMENSIONS_MOST])
{
    Dwarf_Die die;
    unsigned n = 0, looked = 0;
    for (int status = dwarf_child(array, &die); status == 0 && looked++ < 2 * DIMENSIONS_MOST;
         status = dwarf_siblingof(&die, &die)) {
        uint64_t value;
        if (dwarf_tag(&die) != DW_TAG_subrange_type)
            continue;
        const int is_count = has_number(&die, DW_AT_count, &value);
        if (n == DIMENSIONS_MOST || (!is_count && !has_number(&die, DW_AT_upper_bound, &value)))
            return 0;
        dimensions[n++] = value + !is_count;
    }
    return n;
}

/* 0 if the product is too large: a file may name any number. */
static uint64_t product(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? 0 : a * b;
}

/* Bytes of a type; 0: not known. */
static uint64_t size_of(Dwarf_Die *type, unsigned depth)
{
    uint64_t size = 0, dimensions[DIMENSIONS_MOST];
    Dwarf_Die element, unit;
    uint8_t pointer;
    const int tag = dwarf_tag(type);
    if ((tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) && dwarf_diecu(type, &unit, &pointer, NULL))
        return pointer;
    if (has_number(type, DW_AT_byte_size, &size) || tag != DW_TAG_array_type || depth == ARRAYS_MOST ||
        !type_of(type, &element))
        return size;
    size = size_of(&element, depth + 1);
    const unsigned n = dimensions_of(type, dimensions);
    for (unsigned i = 0; i < n; i++)
        size = product(size, dimensions[i]);
    return n ? size : 0;
}

/* Whether objects of a class contain no data. *looked counts entries that were read, of several classes. */
static int is_empty(Dwarf_Die *type, unsigned *looked)
{
    Dwarf_Die die, inner;
    uint64_t size;
    const int tag = dwarf_tag(type);
    if ((tag != DW_TAG_structure_type && tag != DW_TAG_class_type) || !has_number(type, DW_AT_byte_size, &size) ||
        size > 1)
        return 0;
    for (int status = dwarf_child(type, &die); status == 0; status = dwarf_siblingof(&die, &die)) {
        const int part = dwarf_tag(&die);
        const int is_static = part == DW_TAG_member && dwarf_hasattr(&die, DW_AT_external);
        const int has_data = part == DW_TAG_inheritance || (part == DW_TAG_member && !is_static);
        if (++*looked > EMPTY_MOST || part == DW_TAG_variant_part ||
            (has_data && (!type_of(&die, &inner) || !is_empty(&inner, looked))))
            return 0;
    }
    return 1;
}

/* -- the text -- */

struct member {
    Dwarf_Die type;
    uint64_t offset;  /* in it */
    uint64_t unnamed; /* bytes before it since the last name in the text */
    unsigned looked;  /* entries of classes that may contain no data */
};

static void append(char *text, size_t cap, const char *before, const char *name, uint64_t number)
{
    const size_t n = strlen(text);
    if (name)
        snprintf(text + n, cap - n, "%s%s", before, name);
    else
        snprintf(text + n, cap - n, "%s%" PRIu64, before, number);
}

/* Goes into an element of an array: "[2][5]". */
static int enter_array(struct member *m, char *text, size_t cap)
{
    uint64_t dimensions[DIMENSIONS_MOST];
    Dwarf_Die element;
    const unsigned n = dimensions_of(&m->type, dimensions);
    uint64_t size = n && type_of(&m->type, &element) ? size_of(&element, 0) : 0;
    for (unsigned i = 1; i < n; i++)
        size = product(size, dimensions[i]);
    if (!size)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        append(text, cap, "[", NULL, m->offset / size);
        append(text, cap, "]", "", 0);
        m->offset %= size;
        if (i + 1 < n && dimensions[i + 1])
            size /= dimensions[i + 1];
    }
    m->type = element;
    m->unnamed = 0;
    return 1;
}

/* Finds the member or base class of a struct that has its byte; one without data, only if no other has it. */
static int find_part(struct member *m, Dwarf_Die *part, uint64_t *from, Dwarf_Die *type)
{
    Dwarf_Die die, inner;
    unsigned looked = 0;
    int is_found = 0;
    for (int status = dwarf_child(&m->type, &die); status == 0 && looked++ < MEMBERS_MOST;
         status = dwarf_siblingof(&die, &die)) {
        const int tag = dwarf_tag(&die);
        uint64_t at, bits;
        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !has_number(&die, DW_AT_data_member_location, &at) ||
            has_number(&die, DW_AT_bit_size, &bits) || m->offset < at || !type_of(&die, &inner) ||
            m->offset - at >= size_of(&inner, 0))
            continue;
        const int has_data = !is_empty(&inner, &m->looked);
        if (!has_data && is_found)
            continue;
        is_found = 1;
        *part = die;
        *from = at;
        *type = inner;
        if (has_data)
            break;
    }
    return is_found;
}

/* Goes into the member of a struct, or the class from which it is derived. */
static int enter_struct(struct member *m, char *text, size_t cap)
{
    Dwarf_Die part, type;
    uint64_t at;
    if (!find_part(m, &part, &at, &type))
        return 0;
    const char *const name = dwarf_tag(&part) == DW_TAG_member ? dwarf_diename(&part) : NULL;
    if (name)
        append(text, cap, ".", name, 0);
    m->unnamed = name ? 0 : m->unnamed + at;
    m->type = type;
    m->offset -= at;
    return 1;
}

int data_members_text(const struct data_members *m, Dwarf *dwarf, Dwarf_Addr address, uint64_t offset, char *text,
                      size_t cap)
{
    const struct data_variable wanted = {address, 0};
    const struct data_variable *const variable =
        m->count ? bsearch(&wanted, m->list, m->count, sizeof wanted, by_address) : NULL;
    struct member member = {.offset = offset};
    Dwarf_Die die;
    text[0] = 0;
    if (!variable || !dwarf_offdie(dwarf, variable->die, &die) || !type_of(&die, &member.type))
        return 0;
    int is_inside = 1;
    for (unsigned i = 0; i < TYPES_MOST && is_inside; i++) {
        const int tag = dwarf_tag(&member.type);
        is_inside = tag == DW_TAG_array_type                                   ? enter_array(&member, text, cap)
                    : tag == DW_TAG_structure_type || tag == DW_TAG_class_type ? enter_struct(&member, text, cap)
                                                                               : 0;
    }
    if (member.offset + member.unnamed)
        append(text, cap, "+", NULL, member.offset + member.unnamed);
    return 1;
}
