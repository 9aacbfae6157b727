/* SPDX-License-Identifier: MIT */
/* Files that are not SPE, by what they begin with, and the edges of the shares by which SPE is recognised. */
#include <string.h>

#include "input/foreign.h"
#include "random.h"
#include "tap.h"

static uint8_t bytes[4096];
static char text[FOREIGN_TEXT_MAX];

/* Whether n bytes are foreign, and the text has this part. */
static void looks(size_t n, const char *part, const char *name)
{
    text[0] = 0;
    const int is_foreign = foreign_look(bytes, n, text);
    if (!ok(is_foreign == (part != NULL) && (!part || strstr(text, part)), name))
        diag("%d: %s", is_foreign, text);
}

/* Packets that the architecture does not define: their headers have no payload. */
static void fill(void)
{
    memset(bytes, 0x02, sizeof bytes);
}

static void begins(const char *front, size_t size, size_t at, const char *part)
{
    fill();
    memcpy(bytes + at, front, size);
    looks(1000, part, part);
    bytes[at + size - 1] ^= 0x55; /* the last byte counts, too */
    looks(1000, "in unknown or reserved packets", "... with another last byte");
}

#define BEGINS(front, part) begins(front, sizeof(front) - 1, 0, part)

static void test_magics(void)
{
    BEGINS("\x7f"
           "ELF",
           "an ELF file");
    BEGINS("\x1f\x8b", "gunzip it first");
    BEGINS("\x28\xb5\x2f\xfd", "unzstd it first");
    BEGINS("\xfd"
           "7zXZ",
           "unxz it first");
    BEGINS("BZh", "bunzip2 it first");
    BEGINS("\x04\x22\x4d\x18", "unlz4 it first");
    BEGINS("PK\x03\x04", "a ZIP archive");
    BEGINS("7z\xbc\xaf\x27\x1c", "a 7z archive");
    begins("ustar", 5, 257, "a tar archive");
    BEGINS("!<arch>\n", "an ar archive");
    BEGINS("PERFFILE", "before 3.3");
    BEGINS("ELIFFREP", "before 3.3");
    BEGINS("\xcf\xfa\xed\xfe", "a Mach-O file");
    BEGINS("\xce\xfa\xed\xfe", "a Mach-O file");
    BEGINS("\xca\xfe\xba\xbe", "a Mach-O or Java class file");
    BEGINS("MZ", "a PE file");
    BEGINS("\x89PNG", "a PNG picture");
    BEGINS("%PDF", "a PDF document");
    BEGINS("PAR1", "a Parquet file");
    BEGINS("SQLite format 3", "an SQLite database");
    BEGINS("version https://git-lfs", "a Git LFS pointer");
}

static void is_text_of(const char *line, const char *part)
{
    const size_t size = strlen(line);
    for (size_t at = 0; at < 2000; at++)
        bytes[at] = (uint8_t)line[at % size];
    looks(2000, part, part);
}

static void test_texts(void)
{
    is_text_of("just some words on a line of text\n", "not Arm SPE but text;");
    is_text_of("{\"a\": [1, 2, 3, 4, 5, 6]}\n", "not Arm SPE but JSON;");
    is_text_of("[1, 2, 3, 4, 5, 6, 7, 8, 9]\n", "not Arm SPE but JSON;");
    is_text_of(" \t\r\n<html><body>words</body>\n", "not Arm SPE but HTML or XML");
    is_text_of("... ARM SPE data: size 99 bytes\n", "spe-asm makes bytes");
    is_text_of("0x10 PERF_RECORD_AUX offset size\n", "spe-asm makes bytes");
    is_text_of(".  00000000:  b0 00 00 00 00 PC\n", "spe-asm makes bytes");
    is_text_of("00000000 | b0 00 00 00 00 00 PC\n", "spe-asm makes bytes");
    is_text_of("words with \x1b[1m of a terminal, \f\n", "not Arm SPE but text;");
    fill();
    looks(2000, "100 % of its first bytes", "control characters are no text");
    bytes[0] = '<';
    looks(2000, "of its first bytes", "... whatever comes first");
    memset(bytes, 0xff, 2000);
    looks(2000, "of its first bytes", "erased flash is no text");
}

/* Exactly half of the bytes in unknown packets, and one more; the least number of bytes. */
static void test_shares(void)
{
    fill();
    looks(63, NULL, "63 bytes are too few");
    looks(64, "100 %", "64 are enough");
    memset(bytes, 0, 1000);
    memset(bytes + 1000, 0x02, 63);
    looks(1063, NULL, "padding does not count");
    bytes[1063] = 0x02;
    looks(1064, "100 %", "... only what is between it");
    for (unsigned i = 0; i < 100; i++) /* a known packet of two bytes: an operation */
        bytes[2 * i] = 0x49, bytes[2 * i + 1] = 0;
    memset(bytes + 200, 0x02, 201);
    looks(400, NULL, "half of the bytes are in known packets");
    looks(401, "50 %", "more than half are not");
}

/* Records between other bytes: two adjacent ones, or a tenth of the bytes, are SPE. */
static void test_records(void)
{
    static const uint8_t record[] = {0xb0, 0x10, 0, 0x40, 0, 0, 0, 0, 0xb0, 0x42, 0x16, 0x49, 0, 0x98, 5, 0, 0x01};
    fill();
    memcpy(bytes + 1000, record, sizeof record);
    looks(2000, "in unknown or reserved packets", "one record in 2000 bytes occurs by chance");
    memcpy(bytes + 1000 + sizeof record, record, sizeof record);
    looks(2000, NULL, "two adjacent ones do not");
    memcpy(bytes, "MZ", 2);
    looks(2000, "a PE file", "... unless the bytes begin as another file");
    fill();
    for (unsigned i = 0; i < 12; i++)
        memcpy(bytes + 100 + 150 * i, record, sizeof record);
    looks(2000, NULL, "a tenth of the bytes are records");
    for (unsigned i = 10; i < 12; i++)
        memset(bytes + 100 + 150 * i, 0x02, sizeof record);
    looks(2000, "in unknown or reserved packets", "less than a tenth");
}

int main(void)
{
    test_magics();
    test_texts();
    test_shares();
    test_records();
    return tap_done();
}
