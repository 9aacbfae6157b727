/* SPDX-License-Identifier: MIT */
/*
 * Reads what precedes and follows the events: the header; the attributes, which give the fields at the end of each
 * kernel event; and the features with cores and build ids. Damaged parts are ignored, because the events do not need
 * them.
 */
#include <string.h>

#include "../base/names.h"
#include "perf_header.h"
#include "perf_window.h"

/* The fields of a sample id in their order: 8 bytes each. */
static const uint32_t sample_id_fields[] = {PERF_SAMPLE_TID,       PERF_SAMPLE_TIME, PERF_SAMPLE_ID,
                                            PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,  PERF_SAMPLE_IDENTIFIER};
#define SAMPLE_ID_FIELDS (sizeof sample_id_fields / sizeof sample_id_fields[0])

/* -- attributes -- */

/* A flag of perf_event_attr: a bit field, which starts at the other end in a file of the other byte order. */
static int has_flag(const struct perf_reader *r, const uint8_t *attr, unsigned flag)
{
    const unsigned byte = attr[PERF_ATTR_FLAGS + flag / 8], bit = flag % 8;
    return byte >> (r->is_big ? 7 - bit : bit) & 1;
}

/* The number of an attribute's sample id layout: a new number if no attribute had this layout, and SPE_PERF_LAYOUTS if
 * no further layout fits. */
static uint64_t layout_of(struct perf_reader *r, const uint8_t *attr)
{
    uint64_t fields = 0;
    for (unsigned i = 0; i < SAMPLE_ID_FIELDS; i++)
        fields |= sample_id_fields[i];
    fields = has_flag(r, attr, PERF_ATTR_SAMPLE_ID_ALL) ? fields & spe_perf_get(r, attr + PERF_ATTR_SAMPLE_TYPE, 8) : 0;
    for (unsigned i = 0; i < r->layout_count; i++)
        if (r->layouts[i].sample_id == fields)
            return i;
    if (r->layout_count == SPE_PERF_LAYOUTS)
        return SPE_PERF_LAYOUTS;
    r->layouts[r->layout_count].sample_id = fields;
    return r->layout_count++;
}

/* The place of an id in the table, or the free place for it; NULL if other ids have all of its places. */
static struct spe_perf_id *place_of(const struct perf_reader *r, uint64_t id)
{
    const uint64_t hash = id * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (unsigned i = 0; i < 16; i++) {
        struct spe_perf_id *place = &r->ids[(hash + i) & r->id_mask];
        if (!place->layout || place->id == id)
            return place;
    }
    return NULL;
}

static void take_ids(struct perf_reader *r, const uint8_t *ids, uint64_t size, uint64_t layout)
{
    for (uint64_t i = 0; i + 8 <= size; i += 8) {
        const uint64_t id = spe_perf_get(r, ids + i, 8);
        struct spe_perf_id *place = place_of(r, id);
        if (place && !place->layout)
            *place = (struct spe_perf_id){id, layout + 1};
    }
}

/* Whether bytes lie between the header and the data, where perf writes attributes and their ids. Any other place comes
 * from damage, and could not be read from a pipe. */
static int is_in_front(uint64_t at, uint64_t size, uint64_t data)
{
    return at >= PERF_FILE_HEADER && at <= data && size <= data - at;
}

/* Finds the attributes of a file: `entry` bytes each, the last 16 of which locate the ids. */
static void find_attrs(struct perf_reader *r, uint64_t at, uint64_t size, uint64_t entry, uint64_t data)
{
    if (entry < PERF_ATTR_LEAST + PERF_SECTION || entry > PERF_ATTR_MOST + PERF_SECTION || !is_in_front(at, 0, data))
        return;
    size = size < data - at ? size : data - at;
    size = size < 1000 * entry ? size - size % entry : 1000 * entry;
    r->attrs = at;
    r->attrs_end = at + size;
    r->attr_entry = entry;
}

static void take_attrs(struct perf_reader *r, uint64_t data)
{
    for (uint64_t at = r->attrs; at < r->attrs_end; at += r->attr_entry) {
        const uint8_t *attr = spe_perf_peek(r, at, (size_t)r->attr_entry);
        if (!attr)
            return;
        const uint8_t *section = attr + r->attr_entry - PERF_SECTION;
        const uint64_t ids = spe_perf_get(r, section, 8), size = spe_perf_get(r, section + 8, 8);
        const uint64_t layout = layout_of(r, attr);
        const int is_sound = size <= PERF_EVENT_MAX && is_in_front(ids, size, data);
        const uint8_t *bytes = is_sound ? spe_perf_peek(r, ids, (size_t)size) : NULL;
        if (bytes)
            take_ids(r, bytes, size, layout);
    }
}

void spe_perf_read_attr(const struct perf_reader *r, const uint8_t *attr, size_t size, struct spe_perf_event *out)
{
    out->type = SPE_PERF_ATTR;
    out->pmu_type = (uint32_t)spe_perf_get(r, attr, 4);
    out->period = has_flag(r, attr, PERF_ATTR_FREQ) ? 0 : spe_perf_get(r, attr + PERF_ATTR_PERIOD, 8);
    for (unsigned i = 0; i < SPE_PERF_CONFIGS; i++)
        if (spe_perf_attr_config[i] + 8u <= size)
            out->config[i] = spe_perf_get(r, attr + spe_perf_attr_config[i], 8);
}

int spe_perf_next_attr(struct perf_reader *r, struct spe_perf_event *out)
{
    const uint64_t at = r->attrs;
    const uint8_t *attr = at < r->attrs_end ? spe_perf_peek(r, at, (size_t)r->attr_entry) : NULL;
    if (!attr)
        return 0;
    *out = spe_perf_no_event();
    out->kind = PERF_HEADER_ATTR;
    out->file_offset = at;
    spe_perf_read_attr(r, attr, (size_t)r->attr_entry - PERF_SECTION, out);
    r->attrs += r->attr_entry;
    return 1;
}

int spe_perf_take_attr(struct perf_reader *r, const uint8_t *body, size_t size, struct spe_perf_event *out)
{
    const uint64_t attr = size >= PERF_ATTR_LEAST ? spe_perf_get(r, body + PERF_ATTR_SIZE, 4) : 0;
    if (attr < PERF_ATTR_LEAST || attr > size)
        return 0;
    const uint64_t layout = layout_of(r, body);
    take_ids(r, body + attr, size - attr, layout);
    spe_perf_read_attr(r, body, (size_t)attr, out);
    return 1;
}

/* -- the end of a kernel event -- */

/* Finds the layout of an event's end by its id, which is in its last eight bytes if layouts differ. Events that perf
 * makes itself have id 0 and the first attribute's layout. Returns NULL if the file has no layout, or if the id is not
 * known. */
static const struct spe_perf_layout *layout_at_end(const struct perf_reader *r, const uint8_t *event, size_t size)
{
    const int differs = r->layout_count > 1 && size >= PERF_EVENT_HEADER + 8;
    const uint64_t id = differs ? spe_perf_get(r, event + size - 8, 8) : 0;
    const struct spe_perf_id *place = id ? place_of(r, id) : NULL;
    const uint64_t layout = !id ? 0 : !place || !place->layout ? SPE_PERF_LAYOUTS : place->layout - 1;
    return layout < r->layout_count ? &r->layouts[layout] : NULL;
}

int spe_perf_knows_id(const struct perf_reader *r, const uint8_t *event, size_t size)
{
    return !r->layout_count || layout_at_end(r, event, size);
}

size_t spe_perf_take_sample_id(const struct perf_reader *r, const uint8_t *event, size_t size,
                               struct spe_perf_event *out)
{
    const struct spe_perf_layout *layout = layout_at_end(r, event, size);
    const uint64_t fields = layout ? layout->sample_id : 0;
    size_t length = 0;
    for (unsigned i = 0; i < SAMPLE_ID_FIELDS; i++)
        length += fields & sample_id_fields[i] ? 8 : 0;
    if (length > size - PERF_EVENT_HEADER)
        return 0;
    const uint8_t *at = event + size - length;
    for (unsigned i = 0; i < SAMPLE_ID_FIELDS; i++) {
        if (!(fields & sample_id_fields[i]))
            continue;
        if (sample_id_fields[i] == PERF_SAMPLE_TID) {
            out->pid = (uint32_t)spe_perf_get(r, at, 4);
            out->tid = (uint32_t)spe_perf_get(r, at + 4, 4);
        } else if (sample_id_fields[i] == PERF_SAMPLE_TIME) {
            out->time = spe_perf_get(r, at, 8);
        } else if (sample_id_fields[i] == PERF_SAMPLE_CPU) {
            out->cpu = (uint32_t)spe_perf_get(r, at, 4);
        }
        at += 8;
    }
    return length;
}

/* -- features -- */

static unsigned hex_digit(char c)
{
    c = spe_lower(c);
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

/* Reads the feature CPUID: its length, then "0x00000000410fd490", the MIDR_EL1 of the core that perf ran on. */
static void take_cpuid(struct perf_reader *r, const uint8_t *bytes, size_t size)
{
    uint64_t midr = 0;
    size_t i = 6;
    if (size < 7 || bytes[4] != '0' || bytes[5] != 'x')
        return;
    for (; i < size && i < 22 && hex_digit((char)bytes[i]) < 16; i++)
        midr = midr << 4 | hex_digit((char)bytes[i]);
    r->host_midr = midr;
}

static void set_feature(const struct perf_reader *r, uint64_t feature, const void *bytes, uint64_t size,
                        struct spe_perf_event *out)
{
    out->type = SPE_PERF_FEATURE;
    out->misc |= spe_perf_is_swapped(r) ? SPE_PERF_MISC_SWAPPED : 0;
    out->reference = feature;
    out->bytes = bytes;
    out->size = size;
}

void spe_perf_take_feature(struct perf_reader *r, struct spe_perf_event *out)
{
    const uint8_t *body = out->bytes;
    if (out->size <= 8) /* it has no bytes, as the one that ends a pipe's features */
        return;
    set_feature(r, spe_perf_get(r, body, 8), body + 8, out->size - 8, out);
    if (out->reference == PERF_FEATURE_CPUID)
        take_cpuid(r, body + 8, (size_t)out->size);
}

#define PLACE_MAX (UINT64_MAX / 8) /* pread(2) fails at offsets from 2^63 on; the sum of two places is below that */

/* Finds a feature: its sections follow the events, in the order of the features' bits. Returns whether the feature
 * exists. */
static int find_feature(struct perf_reader *r, unsigned feature, uint64_t *at, uint64_t *size)
{
    unsigned before = 0;
    for (unsigned i = 0; i < feature; i++)
        before += (unsigned)(r->features >> i & 1);
    if (!(r->features >> feature & 1) || r->end > PLACE_MAX)
        return 0;
    const uint8_t *section = spe_perf_peek(r, r->end + before * (unsigned)PERF_SECTION, PERF_SECTION);
    if (!section)
        return 0;
    *at = spe_perf_get(r, section, 8);
    *size = spe_perf_get(r, section + 8, 8);
    return *at <= PLACE_MAX && *size <= PLACE_MAX;
}

static void take_features(struct perf_reader *r, uint64_t features)
{
    uint64_t at, size;
    if (!r->memory && !r->is_seekable)
        return;
    r->features = features;
    r->features_left = features & ~(UINT64_C(1) << PERF_FEATURE_TRACING_DATA | UINT64_C(1) << PERF_FEATURE_BUILD_ID);
    if (find_feature(r, PERF_FEATURE_CPUID, &at, &size)) {
        const size_t some = size < 32 ? (size_t)size : 32;
        const uint8_t *bytes = spe_perf_peek(r, at, some);
        if (bytes)
            take_cpuid(r, bytes, some);
    }
    if (find_feature(r, PERF_FEATURE_BUILD_ID, &at, &size)) {
        r->build_ids = at;
        r->build_ids_end = at + size;
    }
}

int spe_perf_next_feature(struct perf_reader *r, struct spe_perf_event *out)
{
    uint64_t at, size = 0;
    for (unsigned feature = 0; r->features_left; feature++) {
        const uint64_t bit = UINT64_C(1) << feature;
        if (!(r->features_left & bit))
            continue;
        r->features_left &= ~bit;
        const int is_there = find_feature(r, feature, &at, &size);
        const uint8_t *bytes = is_there && size && size <= r->window.cap ? spe_perf_peek(r, at, (size_t)size) : NULL;
        if (!bytes) { /* it is empty, larger than the window, or cut off */
            r->features_missing += !is_there || (size && !spe_perf_peek(r, at + size - 1, 1));
            continue;
        }
        *out = spe_perf_no_event();
        out->kind = PERF_HEADER_FEATURE;
        out->file_offset = at;
        set_feature(r, feature, bytes, size, out);
        return 1;
    }
    return 0;
}

int spe_perf_next_build_id(struct perf_reader *r, struct spe_perf_event *out)
{
    const struct spe_perf_row *row = spe_perf_row_of_kind(PERF_HEADER_BUILD_ID);
    const uint64_t at = r->build_ids;
    const uint8_t *header = r->build_ids_end - at >= PERF_EVENT_HEADER ? spe_perf_peek(r, at, PERF_EVENT_HEADER) : NULL;
    const size_t size = header ? (size_t)spe_perf_get(r, header + 6, 2) : 0;
    if (size < PERF_EVENT_HEADER || size > r->build_ids_end - at)
        return 0;
    const uint8_t *event = spe_perf_peek(r, at, size);
    if (!event)
        return 0;
    *out = spe_perf_no_event();
    out->type = row->type;
    out->kind = row->kind;
    out->misc = (uint32_t)spe_perf_get(r, event + 4, 2);
    out->file_offset = at;
    r->build_ids += size;
    return !spe_perf_read_body(row, event + PERF_EVENT_HEADER, size - PERF_EVENT_HEADER, r->is_big, out);
}

/* -- the header -- */

int spe_perf_is_file(const void *bytes, size_t len)
{
    return bytes && len >= 8 && (!memcmp(bytes, "PERFILE2", 8) || !memcmp(bytes, "2ELIFREP", 8));
}

/* Reads everything before the data, unless it is too large: a pipe can be read only once. */
static void read_front(struct perf_reader *r, const uint8_t *header, uint64_t data)
{
    uint8_t numbers[PERF_FILE_HEADER];
    memcpy(numbers, header, sizeof numbers);
    const uint64_t attr_size = spe_perf_get(r, numbers + 16, 8), attrs = spe_perf_get(r, numbers + 24, 8);
    const uint64_t attrs_size = spe_perf_get(r, numbers + 32, 8), features = spe_perf_get(r, numbers + 72, 8);
    const uint8_t *bytes;
    if (!r->memory && !r->is_seekable && data <= r->window.cap)
        spe_perf_look(r, &r->window, 0, (size_t)data, &bytes);
    find_attrs(r, attrs, attrs_size, attr_size, data);
    take_attrs(r, data);
    take_features(r, features);
}

int spe_perf_open(struct perf_reader *r)
{
    const uint8_t *header;
    int64_t n = spe_perf_look(r, &r->window, 0, PERF_PIPE_HEADER, &header);
    if (n < 0)
        return (int)n;
    if (n < 8 || !spe_perf_is_file(header, (size_t)n))
        return spe_perf_fail(r, "this is not a perf.data file", 0);
    r->is_big = header[0] == '2';
    if (n < PERF_PIPE_HEADER)
        return spe_perf_fail(r, "the perf.data header is cut off", 0);
    const uint64_t size = spe_perf_get(r, header + 8, 8);
    if (size == PERF_PIPE_HEADER) {
        r->is_pipe = 1;
        r->at = PERF_PIPE_HEADER;
        r->end = UINT64_MAX;
        return SPE_OK;
    }
    if (size != PERF_FILE_HEADER)
        return spe_perf_fail(r, "the size in the perf.data header is neither that of a file nor that of a pipe", 8);
    n = spe_perf_look(r, &r->window, 0, PERF_FILE_HEADER, &header);
    if (n < PERF_FILE_HEADER)
        return n < 0 ? (int)n : spe_perf_fail(r, "the perf.data header is cut off", 0);
    const uint64_t data = spe_perf_get(r, header + 40, 8), data_size = spe_perf_get(r, header + 48, 8);
    if (data < PERF_FILE_HEADER || data_size >= UINT64_MAX - data)
        return spe_perf_fail(r, "the data section is outside the file", 40);
    r->is_unfinished = data_size == 0;
    r->at = data;
    r->end = data_size ? data + data_size : UINT64_MAX;
    read_front(r, header, data);
    return r->status;
}

int spe_perf_begin_data(struct perf_reader *r)
{
    const uint8_t *bytes;
    const int64_t n = spe_perf_look(r, &r->window, r->at, 1, &bytes);
    r->scan_at = r->at;
    if (n == 0 && r->end != UINT64_MAX)
        return spe_perf_fail(r, "the file ends before its data section", r->at);
    return n < 0 ? (int)n : SPE_OK;
}
