/* SPDX-License-Identifier: MIT */
/* What perf record --threads writes, a directory: the pieces as one file, and headers that are wrong. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/perf_dir.h"
#include "perf_file.h"
#include "system/message.h"
#include "tap.h"

static char folder[] = "/tmp/libspe-test-XXXXXX";
static struct file file;
static struct perf_dir dir;

static const char *path_of(const char *name)
{
    static char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void save(const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(path_of(name), "wb");
    fwrite(bytes, 1, size, out);
    fclose(out);
}

/* A header whose data section is 20 bytes, at 120 of 160 bytes. */
static void make_data(int is_big)
{
    memset(&file, 0, sizeof file);
    file.is_big = is_big;
    put_bytes(&file, is_big ? "2ELIFREP" : "PERFILE2", 8);
    put(&file, 104, 8);
    for (unsigned i = 16; i < 160; i++)
        put(&file, i, 1);
    put_at(&file, 40, 120, 8);
    put_at(&file, 48, 20, 8);
}

static void test_pieces(int is_big)
{
    uint8_t want[16 + 20 + 7 + 0 + 3], got[64];
    int bad = 0;
    make_data(is_big);
    save("data", file.bytes, file.size);
    save("data.0", "abcdefg", 7);
    save("data.1", "", 0);
    save("data.2", "xyz", 3);
    memcpy(want, file.bytes, 8);
    memset(want + 8, 0, 8);
    want[is_big ? 15 : 8] = 16; /* the header of a pipe */
    memcpy(want + 16, file.bytes + 120, 20);
    memcpy(want + 36, "abcdefgxyz", 10);
    is(perf_dir_has_threads(folder), 1, "a directory with data.0");
    is(perf_dir_open(&dir, folder), TOOL_OK, "it is opened");
    for (size_t at = 0; at <= sizeof want; at++)
        for (size_t cap = 1; cap < 50; cap++) {
            size_t n = 0;
            int64_t more = 1;
            while (more > 0 && n < cap) {
                more = perf_dir_read(&dir, got + n, cap - n, at + n);
                n += more > 0 ? (size_t)more : 0;
            }
            bad += n != (sizeof want - at < cap ? sizeof want - at : cap) || memcmp(got, want + at, n) != 0 || more < 0;
        }
    is(bad, 0, "its bytes, from any place, in any number");
    static const unsigned parts[][2] = {{0, 0}, {35, 0}, {36, 1}, {42, 1}, {43, 3}, {45, 3}, {1000, 3}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        is(perf_dir_part(&dir, parts[i][0]), parts[i][1], "the piece of a byte");
    perf_dir_close(&dir);
    is(dir.count, 0, "closed");
}

/* The data section must be behind the header and end in the file; no byte of the numbers may be left out. */
static void test_headers(int is_big)
{
    static const struct {
        uint64_t size, from, length;
        int status;
    } rows[] = {{104, 104, 56, TOOL_OK},
                {104, 160, 0, TOOL_OK},
                {104, 120, 40, TOOL_OK},
                {104, 103, 20, TOOL_FAILED},
                {104, 161, 0, TOOL_FAILED},
                {104, 120, 41, TOOL_FAILED},
                {103, 120, 20, TOOL_FAILED},
                {16, 120, 20, TOOL_FAILED},
                {104, UINT64_C(1) << 56 | 120, 0, TOOL_FAILED},
                {104, 120, UINT64_C(1) << 56, TOOL_FAILED},
                {104, 120, UINT64_MAX, TOOL_FAILED},
                {UINT64_C(1) << 56 | 104, 120, 20, TOOL_FAILED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        make_data(is_big);
        put_at(&file, 8, rows[i].size, 8);
        put_at(&file, 40, rows[i].from, 8);
        put_at(&file, 48, rows[i].length, 8);
        save("data", file.bytes, file.size);
        is(perf_dir_open(&dir, folder), rows[i].status, "a header");
        if (rows[i].status == TOOL_OK)
            is((long)(dir.parts[0].end - dir.parts[0].begin), (long)rows[i].length, "... its data section");
        perf_dir_close(&dir);
    }
    make_data(is_big);
    save("data", file.bytes, 103);
    is(perf_dir_open(&dir, folder), TOOL_FAILED, "a header that is cut off");
    perf_dir_close(&dir);
    file.bytes[0] = 'X';
    save("data", file.bytes, file.size);
    is(perf_dir_open(&dir, folder), TOOL_FAILED, "another file");
    perf_dir_close(&dir);
}

int main(void)
{
    if (!mkdtemp(folder) || !freopen("/dev/null", "w", stderr))
        return 1;
    for (int is_big = 0; is_big < 2; is_big++) {
        test_pieces(is_big);
        test_headers(is_big);
    }
    static const char *const names[] = {"data.0", "data.1", "data.2", "data"};
    for (unsigned i = 0; i < 4; i++) {
        remove(path_of(names[i]));
        is(perf_dir_has_threads(folder), 0, "a directory without data.0");
    }
    is(perf_dir_open(&dir, folder), TOOL_FAILED, "an empty directory");
    perf_dir_close(&dir);
    rmdir(folder);
    return tap_done();
}
