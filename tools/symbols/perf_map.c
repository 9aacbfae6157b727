/* SPDX-License-Identifier: MIT */
/* See perf_map.h. */
#include "perf_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/files.h"
#include "../system/list.h"
#include "../system/platform.h"
#include "../system/memory.h"

#define MOST_TEXT (UINT64_C(1) << 30) /* bytes: that of a large Java server has some 20 MiB */

static int add(struct perf_map *map, uint64_t address, uint64_t size, const char *name)
{
    if (map->count >= MAP_INDEX_NONE)
        return 0;
    map->names = list_with_room(map->names, map->count, &map->name_room, sizeof *map->names);
    map->ranges = list_with_room(map->ranges, map->count, &map->range_room, sizeof *map->ranges);
    const uint64_t end = size > UINT64_MAX - address ? UINT64_MAX : address + size;
    map->names[map->count] = name;
    map->ranges[map->count] = (struct map_range){0, address, end, map->count};
    map->count++;
    return 1;
}

/* Reads a number of up to 16 hexadecimal digits, with or without 0x, that a blank or a tab ends. Returns what follows
 * these, or NULL if it is another text. */
static char *take_number(char *text, uint64_t *number)
{
    char *end;
    text += strncmp(text, "0x", 2) == 0 ? 2 : 0;
    const size_t digits = strspn(text, "0123456789abcdefABCDEF");
    *number = strtoull(text, &end, 16);
    return digits && digits <= 16 && (*end == ' ' || *end == '\t') ? end + strspn(end, " \t") : NULL;
}

/* Reads a line, which ends with a NUL. Lines of another form are skipped and counted. Returns 0 if there
 * are too many. */
static int take_line(struct perf_map *map, char *line)
{
    uint64_t address, size;
    line += strncmp(line, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* an editor's mark */
    line += strspn(line, " \t");
    char *const second = take_number(line, &address);
    char *const name = second ? take_number(second, &size) : NULL;
    size_t length = name ? strlen(name) : 0;
    while (length && (name[length - 1] == '\r' || name[length - 1] == ' '))
        name[--length] = 0;
    map->skipped += !length && line[strspn(line, " \t\r")];
    return !length || !size || add(map, address, size, name);
}

static int take_lines(struct perf_map *map)
{
    int is_whole = 1;
    char *const end = map->text + map->size;
    for (char *line = map->text, *next; is_whole && line < end; line = next) {
        char *const last = memchr(line, '\n', (size_t)(end - line));
        next = last ? last + 1 : end;
        if (last)
            *last = 0;
        is_whole = take_line(map, line); /* up to a NUL, if it has one */
    }
    return is_whole && (!map->count || map_index_make(&map->index, map->ranges, 0, (uint32_t)map->count));
}

static int by_address(const void *a, const void *b)
{
    const struct map_range *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Prints how many lines cover addresses that others have. */
static void say_overlaps(const struct perf_map *map, const char *path)
{
    struct map_range *sorted = tool_malloc(map->count * sizeof *sorted);
    uint64_t end = 0, overlaps = 0;
    char text[160];
    if (map->count)
        memcpy(sorted, map->ranges, map->count * sizeof *sorted);
    qsort(sorted, map->count, sizeof *sorted, by_address);
    for (size_t i = 0; i < map->count; i++) {
        overlaps += sorted[i].address < end;
        end = sorted[i].end > end ? sorted[i].end : end;
    }
    free(sorted);
    snprintf(text, sizeof text,
             "%" PRIu64 " of %zu symbols overlap others; the last symbol that covers an address names it", overlaps,
             map->count);
    if (overlaps)
        tool_error(text, path);
}

/* Opens a file that everybody could have put there. Returns 0, with a message unless the file does not exist. */
static int open_found(struct tool_input *in, const char *path)
{
    struct platform_file file;
    if (!platform_look(path, &file) || tool_open_regular(in, path) != TOOL_OK)
        return 0;
    if (platform_look_open(in->fd, &file) && file.is_trusted)
        return 1;
    tool_close(in);
    tool_error("names of code are not read: the file belongs neither to this user nor to root", path);
    return 0;
}

int perf_map_read(struct perf_map *map, const char *path, int was_found)
{
    struct tool_input in;
    *map = (struct perf_map){0};
    if (was_found ? !open_found(&in, path) : tool_open(&in, path) != TOOL_OK)
        return 0;
    map->text = tool_read_text(&in, MOST_TEXT, &map->size);
    tool_close(&in);
    if (!map->text)
        return 0;
    if (!take_lines(map)) {
        tool_error("too many symbols", path);
        perf_map_free(map);
        return 0;
    }
    if (map->count && map->skipped) {
        char text[96];
        snprintf(text, sizeof text, "%zu line%s skipped: not \"START SIZE NAME\", in hexadecimal", map->skipped,
                 map->skipped == 1 ? " was" : "s were");
        tool_error(text, path);
    }
    if (!map->count)
        tool_error("has no names of code; lines are \"START SIZE NAME\", in hexadecimal", path);
    say_overlaps(map, path);
    return 1;
}

const char *perf_map_find(const struct perf_map *map, uint64_t address, uint64_t *start)
{
    const uint32_t found =
        map->count ? map_index_find(&map->index, map->ranges, 0, address, UINT64_MAX) : MAP_INDEX_NONE;
    if (found == MAP_INDEX_NONE)
        return NULL;
    *start = map->ranges[found].address;
    return map->names[found];
}

void perf_map_free(struct perf_map *map)
{
    map_index_free(&map->index);
    free(map->names);
    free(map->ranges);
    free(map->text);
    *map = (struct perf_map){0};
}
