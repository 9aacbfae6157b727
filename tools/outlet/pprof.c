/* SPDX-License-Identifier: MIT */
/*
 * See pprof.h. A sample has one location, because SPE records no callers: the instruction's address with the functions
 * that were inlined there. Processes, threads, cores, operations, data sources and pages of data are labels. Each
 * string, mapping, function and location is written once, when it first occurs; its text is its key in a table, and its
 * number there is its id less 1 (of strings, its index).
 */
#include "pprof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../profile/profile.h"
#include "../symbols/debug_info.h"
#include "../system/printable.h"
#include "frames.h"
#include "gzip.h"
#include "protobuf.h"

/* Numbers of fields in profile.proto */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE,
    PROFILE_MAPPING,
    PROFILE_LOCATION,
    PROFILE_FUNCTION,
    PROFILE_STRING_TABLE,
    PROFILE_DURATION_NANOS = 10,
    PROFILE_PERIOD_TYPE,
    PROFILE_PERIOD,
    PROFILE_COMMENT,
    PROFILE_DEFAULT_SAMPLE_TYPE
};
enum { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT };
enum { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_STR };
enum {
    MAPPING_ID = 1,
    MAPPING_START,
    MAPPING_LIMIT,
    MAPPING_OFFSET,
    MAPPING_FILENAME,
    MAPPING_BUILD_ID,
    MAPPING_HAS_FUNCTIONS,
    MAPPING_HAS_FILENAMES,
    MAPPING_HAS_LINES,
    MAPPING_HAS_INLINE_FRAMES
};
enum { LOCATION_ID = 1, LOCATION_MAPPING_ID, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION_ID = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILENAME, FUNCTION_START_LINE };

struct pprof {
    struct profile *profile;
    struct name_table strings, mappings, functions, locations;
    struct bytes out, message, inner; /* the whole; a message; a message in it */
    struct bytes declared;            /* a function, while the message is the location that has it */
    struct bytes key;
    int time_unit; /* profile_time_unit() */
};

/* -- tables -- */

/* Returns the number of a key; *is_new is 1 if it is new. */
static uint32_t number_of(struct name_table *table, const char *key, int *is_new)
{
    const size_t before = table->count;
    const uint32_t number = name_table_number(table, key);
    *is_new = table->count > before;
    return number;
}

/* The index of a string, whose invisible characters are escaped: readers print it unchanged. */
static uint64_t string(struct pprof *p, const char *text)
{
    const size_t cap = 4 * strlen(text) + 1;
    int is_new;
    p->key.size = 0;
    char *room = (char *)bytes_room(&p->key, cap);
    return number_of(&p->strings, printable(text, room, cap), &is_new);
}

static uint64_t function(struct pprof *p, const struct frame *frame, const char *name)
{
    char numbers[80];
    int is_new;
    const uint64_t text = string(p, name), file = frame->file ? string(p, frame->file) : 0;
    snprintf(numbers, sizeof numbers, "%" PRIu64 ":%" PRIu64 ":%u", text, file, frame->begins);
    const uint64_t id = (uint64_t)number_of(&p->functions, numbers, &is_new) + 1;
    if (!is_new)
        return id;
    protobuf_number(&p->declared, FUNCTION_ID, id);
    protobuf_number(&p->declared, FUNCTION_NAME, text);
    protobuf_number(&p->declared, FUNCTION_SYSTEM_NAME, text);
    protobuf_number(&p->declared, FUNCTION_FILENAME, file);
    protobuf_number(&p->declared, FUNCTION_START_LINE, frame->begins);
    protobuf_message(&p->out, PROFILE_FUNCTION, &p->declared);
    return id;
}

/* The build id of a mapping as text. */
static uint64_t build_id(struct pprof *p, const struct space_map *map)
{
    char text[2 * SPE_PERF_BUILD_ID_MAX + 1] = "";
    const struct mapped_module *module = map ? &p->profile->places.processes.modules.list[map->module] : NULL;
    for (uint32_t i = 0; module && i < module->build_id_size; i++)
        snprintf(text + 2 * i, 3, "%02x", module->build_id[i]);
    return string(p, text);
}

/* The mapping of a module; the kernel's has no addresses. Returns 0 if the module is not known. */
static uint64_t mapping(struct pprof *p, const struct frames *frames)
{
    const struct space_map none = {0}, *map = frames->map ? frames->map : &none;
    char numbers[120];
    int is_new;
    if (!frames->module)
        return 0;
    const uint64_t file = string(p, frames->module), build = build_id(p, frames->map);
    snprintf(numbers, sizeof numbers, "%" PRIx64 ":%" PRIx64 ":%" PRIx64 ":%" PRIu64 ":%" PRIu64, map->address,
             map->size, map->position, file, build);
    const uint64_t id = (uint64_t)number_of(&p->mappings, numbers, &is_new) + 1;
    if (!is_new)
        return id;
    protobuf_number(&p->message, MAPPING_ID, id);
    protobuf_number(&p->message, MAPPING_START, map->address);
    protobuf_number(&p->message, MAPPING_LIMIT, map->address + map->size);
    protobuf_number(&p->message, MAPPING_OFFSET, map->position);
    protobuf_number(&p->message, MAPPING_FILENAME, file);
    protobuf_number(&p->message, MAPPING_BUILD_ID, build);
    for (unsigned has = MAPPING_HAS_FUNCTIONS; has <= MAPPING_HAS_INLINE_FRAMES; has++)
        protobuf_number(&p->message, has, debug_info_is_there() != 0); /* or else pprof looks for them itself */
    protobuf_message(&p->out, PROFILE_MAPPING, &p->message);
    return id;
}

/* The name of the last frame without a symbol: "[libc.so.6]", as pprof writes it, because its rows have no module.
 */
static const char *name_of(const struct frames *frames, unsigned i, char *text, size_t cap)
{
    if (i + 1 < frames->count || frames->symbol || !frames->module)
        return frames->list[i].function;
    const char *module = symbols_short(frames->module);
    snprintf(text, cap, *module == '[' ? "%s" : "[%s]", module);
    return text;
}

static uint64_t location(struct pprof *p, const struct frames *frames)
{
    char key[64], name[512];
    int is_new;
    const uint64_t of = mapping(p, frames), address = frames->address == STACKS_NONE ? 0 : frames->address;
    snprintf(key, sizeof key, "%" PRIu64 ":%" PRIx64, of, frames->address);
    const uint64_t id = (uint64_t)number_of(&p->locations, key, &is_new) + 1;
    if (!is_new)
        return id;
    protobuf_number(&p->message, LOCATION_ID, id);
    protobuf_number(&p->message, LOCATION_MAPPING_ID, of);
    protobuf_number(&p->message, LOCATION_ADDRESS, address);
    for (unsigned i = 0; i < frames->count; i++) {
        const uint64_t number = function(p, &frames->list[i], name_of(frames, i, name, sizeof name));
        protobuf_number(&p->inner, LINE_FUNCTION_ID, number);
        protobuf_number(&p->inner, LINE_LINE, frames->list[i].line);
        protobuf_message(&p->message, LOCATION_LINE, &p->inner);
    }
    protobuf_message(&p->out, PROFILE_LOCATION, &p->message);
    return id;
}

/* -- samples -- */

static void put_label(struct pprof *p, const char *key, const char *text)
{
    protobuf_number(&p->inner, LABEL_KEY, string(p, key));
    protobuf_number(&p->inner, LABEL_STR, string(p, text));
    protobuf_message(&p->message, SAMPLE_LABEL, &p->inner);
}

static void put_labels(struct pprof *p, const struct stack_key *key)
{
    static const char *const operations[COUNTS_CLASSES] = {
        [COUNTS_LOAD] = "load", [COUNTS_STORE] = "store", [COUNTS_BRANCH] = "branch", [COUNTS_OTHER] = "other"};
    const struct places *places = &p->profile->places;
    char text[512];
    if (key->who != PROCESSES_NOBODY) {
        put_label(p, "process", places_process(places, key->leader, text, sizeof text));
        put_label(p, "thread", places_thread(places, key->who, text, sizeof text));
    }
    if (key->cpu != UINT32_MAX) {
        snprintf(text, sizeof text, "%" PRIu32, key->cpu);
        put_label(p, "cpu", text);
    }
    if (operations[key->class])
        put_label(p, "operation", operations[key->class]);
    if (key->source != SPE_STATS_NO_SOURCE) {
        profile_source_text(p->profile, key->source, text);
        put_label(p, "data_source", text);
    }
    if (key->page != STACKS_NONE) {
        snprintf(text, sizeof text, "0x%" PRIx64, key->page);
        put_label(p, "data_page", text);
    }
}

/* Whether the profile has this value. */
static int has_value(const struct pprof *p, unsigned value)
{
    return value != STACKS_TIME || p->time_unit >= 0;
}

static void put_sample(struct pprof *p, const struct stack *stack, uint64_t location_id)
{
    bytes_put_varint(&p->inner, location_id);
    protobuf_message(&p->message, SAMPLE_LOCATION_ID, &p->inner);
    for (unsigned i = 0; i < STACKS_VALUES; i++)
        if (has_value(p, i))
            bytes_put_varint(&p->inner, stack->values[i]);
    protobuf_message(&p->message, SAMPLE_VALUE, &p->inner);
    put_labels(p, &stack->key);
    protobuf_message(&p->out, PROFILE_SAMPLE, &p->message);
}

static void put_samples(struct pprof *p, const struct stacks *stacks)
{
    struct frames frames = {.count = 0};
    uint64_t id = 0;
    for (size_t i = 0; i < stacks->count; i++) {
        if (frames_find(&frames, &p->profile->places, &stacks->list[i]))
            id = location(p, &frames);
        put_sample(p, &stacks->list[i], id);
    }
    frames_free(&frames);
}

/* -- the profile -- */

static void put_type(struct pprof *p, unsigned field, const char *type, const char *unit)
{
    protobuf_number(&p->message, VALUE_TYPE_TYPE, string(p, type));
    protobuf_number(&p->message, VALUE_TYPE_UNIT, string(p, unit));
    protobuf_message(&p->out, field, &p->message);
}

static void put_head(struct pprof *p, unsigned first)
{
    const struct profile *profile = p->profile;
    string(p, ""); /* is the first one */
    for (unsigned i = 0; i < STACKS_VALUES; i++)
        if (has_value(p, i))
            put_type(p, PROFILE_SAMPLE_TYPE, stacks_values[i].name,
                     i == STACKS_TIME && p->time_unit == PROFILE_TICKS ? "ticks" : stacks_values[i].unit);
    protobuf_number(&p->out, PROFILE_DURATION_NANOS, places_time(&profile->places));
    if (profile->interval > 0) {
        put_type(p, PROFILE_PERIOD_TYPE, "operations", "count");
        protobuf_number(&p->out, PROFILE_PERIOD, (uint64_t)(profile->interval + 0.5));
    }
    protobuf_number(&p->out, PROFILE_COMMENT, string(p, profile->name));
    protobuf_number(&p->out, PROFILE_DEFAULT_SAMPLE_TYPE, string(p, stacks_values[first].name));
}

static void put_strings(struct pprof *p)
{
    for (uint32_t i = 0; i < p->strings.count; i++) {
        const char *text = name_table_name(&p->strings, i);
        protobuf_bytes(&p->out, PROFILE_STRING_TABLE, text, strlen(text));
    }
}

void pprof_write(struct profile *profile, struct stacks *stacks, unsigned first, FILE *out)
{
    struct pprof p = {.profile = profile, .time_unit = profile_time_unit(profile)};
    stacks_sort(stacks);
    put_head(&p, first);
    put_samples(&p, stacks);
    put_strings(&p);
    frames_report_losses(stacks);
    gzip_write(p.out.at, p.out.size, out);
    name_table_free(&p.strings);
    name_table_free(&p.mappings);
    name_table_free(&p.functions);
    name_table_free(&p.locations);
    bytes_free(&p.out);
    bytes_free(&p.message);
    bytes_free(&p.inner);
    bytes_free(&p.declared);
    bytes_free(&p.key);
}
