/* SPDX-License-Identifier: MIT */
/*
 * Snapshots of a unit (lab/docs/unit.md has the format). Parts are arrays of structs, and a struct is a list of
 * members: saving and restoring read the same rows. A later version appends members to a part of one struct, or adds a
 * part.
 */
#include <libspe-lab/device.h>
#include <libspe/record.h>
#include <stddef.h>
#include <string.h>

#include "../base/little_endian.h"
#include "unit_choose.h"
#include "unit_config.h"
#include "unit_update.h"

enum { HEADER_SIZE = 16, PART_SIZE = 8, VERSION = 1, REQUIRED = 1 };
static const uint8_t magic[4] = {'S', 'P', 'E', 'U'};

struct member {
    uint16_t at;
    uint8_t size;
};

struct part {
    uint8_t id;
    uint16_t at;     /* of the first struct in spe_unit_state */
    uint16_t stride; /* sizeof the struct */
    uint16_t count;  /* structs; of registers only those of the unit */
    const struct member *members;
    unsigned member_count;
};

#define OF(type, name)                                                                                                 \
    {                                                                                                                  \
        offsetof(struct type, name), sizeof(((struct type *)0)->name)                                                  \
    }
static const struct member core_members[] = {
    OF(spe_unit_config, flags),       OF(spe_unit_config, features),         OF(spe_unit_config, in_flight),
    OF(spe_unit_config, events_size), OF(spe_unit_config, data_source_size), OF(spe_unit_config, layout),
};
static const struct member register_members[] = {OF(spe_sysreg_value, reg), OF(spe_sysreg_value, raw)};
static const struct member place_members[] = {
    OF(spe_unit_state, el),         OF(spe_unit_state, state),    OF(spe_unit_state, has_previous),
    OF(spe_unit_state, target),     OF(spe_unit_state, previous), OF(spe_unit_state, random),
    OF(spe_unit_state, late_write),
};
enum { FIRST_PLACE_SIZE = 27 }; /* before late_write */
static const struct member sample_members[] = {
    OF(spe_unit_sample, pc),          OF(spe_unit_sample, previous),    OF(spe_unit_sample, timestamp),
    OF(spe_unit_sample, context_el1), OF(spe_unit_sample, context_el2), OF(spe_unit_sample, present),
    OF(spe_unit_sample, chosen),      OF(spe_unit_sample, begun),       OF(spe_unit_sample, lost),
};
static const struct member count_members[] = {{0, 8}};

#define MEMBERS(list) list, sizeof(list) / sizeof(list)[0]
enum { CORE = 1, REGISTERS = 2, PLACE = 3, SAMPLES = 4, COUNTS = 5 };
static const struct part parts[] = {
    {CORE, offsetof(struct spe_unit_state, config), sizeof(struct spe_unit_config), 1, MEMBERS(core_members)},
    {REGISTERS, offsetof(struct spe_unit_state, registers), sizeof(struct spe_sysreg_value), SPE_ROOM_REGISTERS,
     MEMBERS(register_members)},
    {PLACE, 0, 0, 1, MEMBERS(place_members)},
    {SAMPLES, offsetof(struct spe_unit_state, samples), sizeof(struct spe_unit_sample), SPE_UNIT_IN_FLIGHT,
     MEMBERS(sample_members)},
    {COUNTS, offsetof(struct spe_unit_state, counts), 8, sizeof(struct spe_unit_counts) / 8, MEMBERS(count_members)},
};
enum { PARTS = sizeof parts / sizeof parts[0] };

static uint64_t get_member(const uint8_t *from, struct member member)
{
    uint64_t wide;
    uint32_t word;
    if (member.size == 1)
        return from[member.at];
    if (member.size == 4)
        return memcpy(&word, from + member.at, 4), word;
    return memcpy(&wide, from + member.at, 8), wide;
}

static void put_member(uint8_t *to, struct member member, uint64_t value)
{
    const uint32_t word = (uint32_t)value;
    if (member.size == 1)
        to[member.at] = (uint8_t)value;
    else if (member.size == 4)
        memcpy(to + member.at, &word, 4);
    else
        memcpy(to + member.at, &value, 8);
}

/* CRC-32 of IEEE 802.3, of everything but itself: header[12..16) */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        if (i >= 12 && i < HEADER_SIZE)
            continue;
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (UINT32_C(0xedb88320) & (0u - (crc & 1)));
    }
    return ~crc;
}

/* -- saving -- */

static size_t struct_size(const struct part *part)
{
    size_t size = 0;
    for (unsigned i = 0; i < part->member_count; i++)
        size += part->members[i].size;
    return size;
}

static int has_struct(const struct spe_unit_state *unit, const struct part *part, unsigned n)
{
    return part->id != REGISTERS || (unit->own & SPE_UNIT_BIT(n));
}

static size_t part_size(const struct spe_unit_state *unit, const struct part *part)
{
    size_t size = 0;
    for (unsigned n = 0; n < part->count; n++)
        size += has_struct(unit, part, n) ? struct_size(part) : 0;
    return size;
}

size_t spe_device_snapshot_size(const spe_unit *u)
{
    const struct spe_unit_state *unit = spe_unit_open(u);
    size_t size = HEADER_SIZE;
    for (unsigned i = 0; unit && i < PARTS; i++)
        size += PART_SIZE + part_size(unit, &parts[i]);
    return unit ? size : 0;
}

static uint8_t *put_part(const struct spe_unit_state *unit, const struct part *part, uint8_t *to)
{
    spe_store(to, 2, part->id);
    spe_store(to + 2, 2, REQUIRED);
    spe_store(to + 4, 4, part_size(unit, part));
    to += PART_SIZE;
    for (unsigned n = 0; n < part->count; n++) {
        const uint8_t *from = (const uint8_t *)unit + part->at + (size_t)n * part->stride;
        for (unsigned i = 0; has_struct(unit, part, n) && i < part->member_count; i++) {
            spe_store(to, part->members[i].size, get_member(from, part->members[i]));
            to += part->members[i].size;
        }
    }
    return to;
}

int64_t spe_device_snapshot(spe_unit *u, void *bytes, size_t cap)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    const size_t size = spe_device_snapshot_size(u);
    uint8_t *to = bytes;
    if (!unit || !bytes)
        return unit ? SPE_E_ARG : SPE_E_STATE;
    if (cap < size)
        return SPE_E_SPACE;
    spe_unit_settle(unit);
    memcpy(to, magic, sizeof magic);
    spe_store(to + 4, 4, VERSION);
    spe_store(to + 8, 4, size);
    to += HEADER_SIZE;
    for (unsigned i = 0; i < PARTS; i++)
        to = put_part(unit, &parts[i], to);
    spe_store((uint8_t *)bytes + 12, 4, checksum(bytes, size));
    return (int64_t)size;
}

/* -- restoring -- */

static int check_header(const uint8_t *bytes, size_t size)
{
    if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0 || spe_load32(bytes + 8) != size ||
        spe_load32(bytes + 12) != checksum(bytes, size))
        return SPE_E_FORMAT;
    return spe_load32(bytes + 4) == VERSION ? SPE_OK : SPE_E_KIND;
}

/* A part of registers: pairs of a number and a value. A register that this version does not know must be 0. */
static int take_registers(struct spe_unit_state *unit, const uint8_t *from, size_t size)
{
    if (size % 12)
        return SPE_E_FORMAT;
    for (; size; size -= 12, from += 12) {
        const uint32_t reg = spe_load32(from);
        const uint64_t raw = spe_load64(from + 4);
        if (reg >= spe_sysreg_count() && raw)
            return SPE_E_KIND;
        if (reg < spe_sysreg_count())
            unit->registers[reg].raw = raw;
    }
    return SPE_OK;
}

/* What a later version appended must be 0. What an earlier one did not have is 0. */
static int take_part(struct spe_unit_state *unit, const struct part *part, const uint8_t *from, size_t size)
{
    const size_t whole = part->count * struct_size(part);
    const size_t known = part->id == PLACE && size < whole ? FIRST_PLACE_SIZE : whole;
    const uint8_t *const end = from + known;
    if (part->id == REGISTERS)
        return take_registers(unit, from, size);
    if (size < known)
        return SPE_E_FORMAT;
    for (size_t i = known; i < size; i++)
        if (from[i])
            return SPE_E_KIND;
    for (unsigned n = 0; n < part->count; n++) {
        uint8_t *to = (uint8_t *)unit + part->at + (size_t)n * part->stride;
        for (unsigned i = 0; i < part->member_count; i++) {
            put_member(to, part->members[i], from < end ? spe_load(from, part->members[i].size) : 0);
            from += part->members[i].size;
        }
    }
    return SPE_OK;
}

static int take_parts(struct spe_unit_state *unit, const uint8_t *bytes, size_t size)
{
    unsigned found = 0;
    for (size_t at = HEADER_SIZE; at < size;) {
        if (size - at < PART_SIZE || size - at - PART_SIZE < spe_load32(bytes + at + 4))
            return SPE_E_FORMAT;
        const unsigned id = spe_load16(bytes + at);
        const int is_required = spe_load16(bytes + at + 2) & REQUIRED;
        const size_t length = spe_load32(bytes + at + 4);
        at += PART_SIZE;
        int status = is_required ? SPE_E_KIND : SPE_OK;
        for (unsigned i = 0; i < PARTS; i++)
            if (parts[i].id == id)
                status = found & 1u << i ? SPE_E_FORMAT : take_part(unit, &parts[i], bytes + at, length);
        for (unsigned i = 0; i < PARTS; i++)
            found |= parts[i].id == id ? 1u << i : 0;
        if (status)
            return status;
        at += length;
    }
    return found == (1u << PARTS) - 1 ? SPE_OK : SPE_E_FORMAT;
}

static int is_same_core(const struct spe_unit_state *a, const struct spe_unit_state *b)
{
    for (unsigned i = 0; i < sizeof core_members / sizeof core_members[0]; i++)
        if (get_member((const uint8_t *)&a->config, core_members[i]) !=
            get_member((const uint8_t *)&b->config, core_members[i]))
            return 0;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        if (!(SPE_UNIT_WRITABLE & SPE_UNIT_BIT(reg)) && a->registers[reg].raw != b->registers[reg].raw)
            return 0;
    return 1;
}

static int is_possible(const struct spe_unit_state *unit)
{
    const uint32_t can_have = SPE_HAS_PC | SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_DATA_PA |
                              SPE_HAS_TIMESTAMP | SPE_HAS_PREV_BRANCH_TARGET;
    if (unit->el > 3 || unit->state > SPE_STATE_REALM || unit->has_previous > 1 || unit->late_write > 1)
        return 0;
    for (unsigned i = 0; i < SPE_UNIT_IN_FLIGHT; i++) {
        const struct spe_unit_sample *s = &unit->samples[i];
        if (s->chosen > (i < unit->config.in_flight) || s->begun > 1 || s->lost > 1 || (s->present & ~can_have))
            return 0;
    }
    return 1;
}

int spe_device_restore(spe_unit *u, const void *bytes, size_t size)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    struct spe_unit_state next;
    if (!unit || (!bytes && size))
        return unit ? SPE_E_ARG : SPE_E_STATE;
    int status = check_header(bytes, size);
    if (status)
        return status;
    next = *unit;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        next.registers[reg].raw = 0;
    status = take_parts(&next, bytes, size);
    if (status)
        return status;
    if (!is_same_core(&next, unit))
        return SPE_E_CONFIG;
    if (!is_possible(&next))
        return SPE_E_FORMAT;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        next.registers[reg].raw = spe_unit_kept_bits(&next, reg, next.registers[reg].raw);
    next.filter_stale = 1;
    next.enabled = 1; /* so that the previous branch's target stays */
    spe_unit_update(&next);
    *unit = next;
    return SPE_OK;
}
