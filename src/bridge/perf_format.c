/* SPDX-License-Identifier: MIT */
/* The rows of perf_format.h, and the events' bodies, read and written by them. */
#include "perf_format.h"

#include <string.h>

#include "../base/wire.h"

#define MEMBER(name) (uint16_t) offsetof(struct spe_perf_event, name), sizeof(((struct spe_perf_event *)0)->name)
#define FIELD(at, width, name)                                                                                         \
    {                                                                                                                  \
        at, width, MEMBER(name), 0                                                                                     \
    }
#define FLAGS(at, width, name)                                                                                         \
    {                                                                                                                  \
        at, width, MEMBER(name), 1                                                                                     \
    }

const uint8_t spe_perf_attr_config[SPE_PERF_CONFIGS] = {8, 56, 64, 128, 136};

/* clang-format off */ /* tables are for reading */
static const struct spe_perf_row rows[] = {
    {PERF_MMAP,            SPE_PERF_MMAP,     33, 0,  32, 0,
     {FIELD(0, 4, pid), FIELD(4, 4, tid), FIELD(8, 8, address), FIELD(16, 8, size), FIELD(24, 8, file_position)}},
    {PERF_MMAP2,           SPE_PERF_MMAP,     65, 64, 64, 32,
     {FIELD(0, 4, pid), FIELD(4, 4, tid), FIELD(8, 8, address), FIELD(16, 8, size), FIELD(24, 8, file_position),
      FIELD(32, 4, device_major), FIELD(36, 4, device_minor), FIELD(40, 8, inode), FIELD(48, 8, inode_generation),
      FIELD(56, 4, protection), FIELD(60, 4, map_flags)}},
    {PERF_COMM,            SPE_PERF_COMM,     9,  8,  8,  0, {FIELD(0, 4, pid), FIELD(4, 4, tid)}},
    {PERF_FORK,            SPE_PERF_FORK,     24, 24, 0,  0,
     {FIELD(0, 4, pid), FIELD(4, 4, ppid), FIELD(8, 4, tid), FIELD(12, 4, ptid), FIELD(16, 8, time)}},
    {PERF_EXIT,            SPE_PERF_EXIT,     24, 24, 0,  0,
     {FIELD(0, 4, pid), FIELD(4, 4, ppid), FIELD(8, 4, tid), FIELD(12, 4, ptid), FIELD(16, 8, time)}},
    {PERF_LOST,            SPE_PERF_LOST,     16, 16, 0,  0, {FIELD(8, 8, lost)}},
    {PERF_LOST_SAMPLES,    SPE_PERF_LOST,     8,  8,  0,  0, {FIELD(0, 8, lost)}},
    {PERF_AUX,             SPE_PERF_AUX,      24, 24, 0,  0, {FIELD(0, 8, offset), FIELD(8, 8, size), FLAGS(16, 8, aux_flags)}},
    {PERF_ITRACE_START,    SPE_PERF_START,    8,  8,  0,  0, {FIELD(0, 4, pid), FIELD(4, 4, tid)}},
    {PERF_SWITCH,          SPE_PERF_SWITCH,   0,  0,  0,  0, {{0, 0, 0, 0, 0}}},
    {PERF_SWITCH_CPU_WIDE, SPE_PERF_SWITCH,   8,  8,  0,  0, {FIELD(0, 4, ppid), FIELD(4, 4, ptid)}},
    {PERF_KSYMBOL,         SPE_PERF_KSYMBOL,  17, 16, 16, 0, {FIELD(0, 8, address), FIELD(8, 4, size), FLAGS(14, 2, map_flags)}},
    {PERF_HEADER_BUILD_ID, SPE_PERF_BUILD_ID, 29, 28, 28, 4, {FIELD(0, 4, pid)}},
    {PERF_AUXTRACE,        SPE_PERF_BUFFER,   40, 40, 0,  0,
     {FIELD(0, 8, size), FIELD(8, 8, offset), FIELD(16, 8, reference), FIELD(24, 4, index), FIELD(28, 4, tid), FIELD(32, 4, cpu)}},
    {PERF_TIME_CONV,       SPE_PERF_CLOCK,    24, 48, 0,  0,
     {FIELD(0, 8, clock.shift), FIELD(8, 8, clock.mult), FIELD(16, 8, clock.zero), FIELD(24, 8, clock.cycles),
      FIELD(32, 8, clock.mask), FIELD(41, 1, clock.is_short)}},
};
/* clang-format on */

#define ROWS (sizeof rows / sizeof rows[0])

const struct spe_perf_row *spe_perf_row_of_kind(uint32_t kind)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].kind == kind)
            return &rows[i];
    return NULL;
}

/* Chooses, among the rows of a type, the one that holds all that the event gives. */
const struct spe_perf_row *spe_perf_row_to_write(const struct spe_perf_event *event)
{
    if (event->type == SPE_PERF_MMAP)
        return spe_perf_row_of_kind(PERF_MMAP2);
    if (event->type == SPE_PERF_LOST)
        return spe_perf_row_of_kind(event->kind == PERF_LOST_SAMPLES ? PERF_LOST_SAMPLES : PERF_LOST);
    if (event->type == SPE_PERF_SWITCH && event->ptid != SPE_PERF_NONE)
        return spe_perf_row_of_kind(PERF_SWITCH_CPU_WIDE);
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].type == event->type)
            return &rows[i];
    return NULL;
}

struct spe_perf_event spe_perf_no_event(void)
{
    struct spe_perf_event event;
    memset(&event, 0, sizeof event);
    event.cpu = event.pid = event.tid = event.ppid = event.ptid = SPE_PERF_NONE;
    return event;
}

uint64_t spe_perf_number(const uint8_t *p, unsigned width, int is_big)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)p[i] << 8 * (is_big ? width - 1 - i : i);
    return value;
}

static void put_member(struct spe_perf_event *event, const struct spe_perf_field *field, uint64_t value)
{
    uint8_t *at = (uint8_t *)event + field->member;
    const uint32_t word = (uint32_t)value;
    const uint16_t half = (uint16_t)value;
    if (field->bytes == 8)
        memcpy(at, &value, 8);
    else if (field->bytes == 4)
        memcpy(at, &word, 4);
    else
        memcpy(at, &half, 2);
}

static uint64_t get_member(const struct spe_perf_event *event, const struct spe_perf_field *field)
{
    const uint8_t *at = (const uint8_t *)event + field->member;
    uint64_t value;
    uint32_t word;
    uint16_t half;
    if (field->bytes == 8) {
        memcpy(&value, at, 8);
    } else if (field->bytes == 4) {
        memcpy(&word, at, 4);
        value = word;
    } else {
        memcpy(&half, at, 2);
        value = half;
    }
    return value;
}

/* Reads the build id at `at`. Its length precedes it (MMAP2) or follows it. Returns NULL, or the reason why it is
 * invalid. */
static const char *read_build_id(const struct spe_perf_row *row, const uint8_t *body, struct spe_perf_event *event)
{
    const int is_map = row->kind == PERF_MMAP2;
    const uint8_t *at = body + row->build_id;
    event->build_id_size = is_map                              ? at[0]
                           : event->misc & PERF_BUILD_ID_SIZED ? at[SPE_PERF_BUILD_ID_MAX]
                                                               : SPE_PERF_BUILD_ID_MAX;
    if (event->build_id_size > SPE_PERF_BUILD_ID_MAX)
        return "a build id is longer than 20 bytes";
    memcpy(event->build_id, is_map ? at + 4 : at, event->build_id_size);
    event->device_major = event->device_minor = 0;
    event->inode = event->inode_generation = 0;
    return NULL;
}

static int has_build_id(const struct spe_perf_row *row, const struct spe_perf_event *event)
{
    return row->build_id && (row->kind != PERF_MMAP2 || event->misc & SPE_PERF_MISC_BUILD_ID);
}

/* Reads the name, which ends with a NUL. */
static const char *read_name(const struct spe_perf_row *row, const uint8_t *body, size_t size,
                             struct spe_perf_event *event)
{
    size_t end = row->name;
    while (end < size && body[end])
        end++;
    if (end == size)
        return "a name has no end";
    event->name = (const char *)body + row->name;
    return NULL;
}

const char *spe_perf_read_body(const struct spe_perf_row *row, const uint8_t *body, size_t size, int is_big,
                               struct spe_perf_event *event)
{
    if (size < row->least)
        return "an event is too short";
    for (const struct spe_perf_field *f = row->fields; f < row->fields + SPE_PERF_FIELDS && f->width; f++) {
        const uint64_t value = (size_t)f->at + f->width <= size ? spe_perf_number(body + f->at, f->width, is_big) : 0;
        if (spe_is_wider(value, f->bytes) && !f->is_set)
            return "a number is too large";
        put_member(event, f, value);
    }
    const char *problem = has_build_id(row, event) ? read_build_id(row, body, event) : NULL;
    return problem || !row->name ? problem : read_name(row, body, size, event);
}

int spe_perf_write_body(const struct spe_perf_row *row, const struct spe_perf_event *event, uint8_t *body)
{
    memset(body, 0, row->body);
    for (const struct spe_perf_field *f = row->fields; f < row->fields + SPE_PERF_FIELDS && f->width; f++) {
        const uint64_t value = get_member(event, f);
        if (f->width < 8 && value >> 8 * f->width)
            return SPE_E_RANGE;
        spe_store(body + f->at, f->width, value);
    }
    if (!has_build_id(row, event))
        return SPE_OK;
    if (event->build_id_size > SPE_PERF_BUILD_ID_MAX)
        return SPE_E_RANGE;
    const int is_map = row->kind == PERF_MMAP2;
    memset(body + row->build_id, 0, 24);
    body[row->build_id + (is_map ? 0 : SPE_PERF_BUILD_ID_MAX)] = (uint8_t)event->build_id_size;
    memcpy(body + row->build_id + (is_map ? 4 : 0), event->build_id, event->build_id_size);
    return SPE_OK;
}
