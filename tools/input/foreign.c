/* SPDX-License-Identifier: MIT */
/*
 * See foreign.h. Only a file that is not SPE is compared with other formats, because SPE records may begin with the
 * same bytes.
 */
#include "foreign.h"

#include <stdio.h>
#include <string.h>

#include <libspe/decoder.h>
#include <libspe/packet.h>

#define LEAST 64 /* bytes: a file that somebody writes by hand to try a packet is shorter */

/* clang-format off */
static const struct {
    uint16_t offset;
    const char *bytes;
    uint8_t size;
    const char *what;
} magics[] = {
    {0,   "\x7f" "ELF",             4, "an ELF file, a program or a library: take the capture of it"},
    {0,   "\x1f\x8b",               2, "gzip data: gunzip it first"},
    {0,   "\x28\xb5\x2f\xfd",       4, "zstd data: unzstd it first"},
    {0,   "\xfd" "7zXZ",            5, "xz data: unxz it first"},
    {0,   "BZh",                    3, "bzip2 data: bunzip2 it first"},
    {0,   "\x04\x22\x4d\x18",       4, "lz4 data: unlz4 it first"},
    {0,   "PK\x03\x04",             4, "a ZIP archive: unzip it first"},
    {0,   "7z\xbc\xaf\x27\x1c",     6, "a 7z archive: unpack it first"},
    {257, "ustar",                  5, "a tar archive: unpack it first"},
    {0,   "!<arch>\n",              8, "an ar archive, a library or a package: take the capture"},
    {0,   "PERFFILE",               8, "perf.data of a perf before 3.3, which knew no SPE"},
    {0,   "ELIFFREP",               8, "perf.data of a perf before 3.3, which knew no SPE"},
    {0,   "\xcf\xfa\xed\xfe",       4, "a Mach-O file, a program or a library: take the capture of it"},
    {0,   "\xce\xfa\xed\xfe",       4, "a Mach-O file, a program or a library: take the capture of it"},
    {0,   "\xca\xfe\xba\xbe",       4, "a Mach-O or Java class file: take the capture of it"},
    {0,   "MZ",                     2, "a PE file, a program or a library: take the capture of it"},
    {0,   "\x89PNG",                4, "a PNG picture"},
    {0,   "%PDF",                   4, "a PDF document"},
    {0,   "PAR1",                   4, "a Parquet file, a table: take the capture that it was made from"},
    {0,   "SQLite format 3",       15, "an SQLite database"},
    {0,   "version https://git-lfs", 23, "a Git LFS pointer, not the file: git lfs pull fetches it"},
};

/* Text that begins, after spaces, with this ... */
static const struct {
    const char *front, *what;
} texts[] = {
    {"{", "JSON"},
    {"[", "JSON"},
    {"<", "HTML or XML: was it downloaded as a page?"},
};
/* clang-format on */

/* ... or that contains one of these */
static const char *const dumps[] = {"ARM SPE data", "PERF_RECORD_", ".  00000000: ", "00000000 | "};

static int has(const uint8_t *bytes, size_t n, const char *part)
{
    const size_t size = strlen(part);
    for (size_t i = 0; i + size <= n; i++)
        if (memcmp(bytes + i, part, size) == 0)
            return 1;
    return 0;
}

/* Whether the bytes have no control characters and are mostly ASCII: erased flash is not text. */
static int is_text(const uint8_t *bytes, size_t n)
{
    size_t others = 0;
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == 0x7f || (bytes[i] < ' ' && (bytes[i] == 0 || !strchr("\t\n\f\r\x1b", bytes[i]))))
            return 0;
        others += bytes[i] > 0x7f;
    }
    return 2 * others < n;
}

static const char *text_kind(const uint8_t *bytes, size_t n)
{
    size_t blanks = 0;
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++)
        if (has(bytes, n, dumps[i]))
            return "text, as perf script -D or spe-dump prints it: spe-asm makes bytes of packet lines";
    while (blanks < n && strchr(" \t\r\n", bytes[blanks]))
        blanks++;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (blanks < n && bytes[blanks] == (uint8_t)texts[i].front[0])
            return texts[i].what;
    return "text";
}

/* The name of the file's format, or NULL if it is unknown. */
static const char *kind(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if ((size_t)magics[i].offset + magics[i].size <= n &&
            memcmp(bytes + magics[i].offset, magics[i].bytes, magics[i].size) == 0)
            return magics[i].what;
    return is_text(bytes, n) ? text_kind(bytes, n) : NULL;
}

/* -- the share of SPE in the bytes -- */

struct share {
    uint64_t all;     /* bytes of whole packets without padding */
    uint64_t unknown; /* bytes in packets that the architecture does not define */
};

static struct share share_of(const uint8_t *bytes, size_t n)
{
    spe_packet_iterator packets;
    struct spe_packet packet;
    struct share share = {0, 0};
    int size;
    spe_packet_iterator_init(&packets, bytes, n, 0);
    while ((size = spe_packet_iterator_next(&packets, &packet)) > 0) {
        const int is_unknown = packet.type == SPE_PACKET_UNKNOWN || packet.flags & SPE_PACKET_RESERVED_HEADER;
        share.all += packet.type != SPE_PACKET_PADDING ? (uint64_t)size : 0;
        share.unknown += is_unknown ? (uint64_t)size : 0;
    }
    return share;
}

/* Counts records of a plausible shape */
struct plausible {
    uint64_t bytes;
    unsigned pairs; /* pairs of adjacent records: they do not occur by chance */
};

static struct plausible plausible(const uint8_t *bytes, size_t n)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    struct spe_record record;
    spe_decoder decoder;
    struct plausible found = {0, 0};
    uint64_t end = UINT64_MAX;
    config.flags = SPE_DECODE_RESYNC | SPE_DECODE_ARCH_INST;
    spe_decoder_init(&decoder, &config);
    spe_decoder_feed(&decoder, bytes, n);
    for (; spe_decoder_next(&decoder, &record) == 1; end = record.offset + record.size) {
        found.bytes += record.size;
        found.pairs += record.offset == end;
    }
    return found;
}

int foreign_look(const uint8_t *bytes, size_t n, char *out)
{
    const struct share share = share_of(bytes, n);
    const struct plausible records = plausible(bytes, n);
    if (share.all < LEAST || 2 * share.unknown <= share.all || 10 * records.bytes >= share.all)
        return 0;
    const char *what = kind(bytes, n);
    if (!what && records.pairs)
        return 0;
    if (what)
        snprintf(out, FOREIGN_TEXT_MAX, "not Arm SPE but %s; use --force to read it anyway", what);
    else
        snprintf(
            out, FOREIGN_TEXT_MAX,
            "not Arm SPE: %u %% of its first bytes are in unknown or reserved packets; use --force to read it anyway",
            (unsigned)(100 * share.unknown / share.all));
    return 1;
}
