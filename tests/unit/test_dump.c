/* SPDX-License-Identifier: MIT */
/* Packets as lines: compared with lines by printf(), for any division of the bytes and any room. */
#include <libspe/spe.h>

#include <inttypes.h>
#include <string.h>

#include "random.h"
#include "reference.h"
#include "tap.h"

#define STREAM 3000
#define LINES (STREAM * 200)

static const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF},
                                    n1 = {.size = sizeof n1, .midr = UINT64_C(0x413fd0c1)};
static char text[LINES], want[LINES];

static uint32_t record; /* spe_dump.record, from call to call */

/* Writes one line with printf(): the offset, the bytes, blanks, the packet's text. Returns its end. */
static char *print_line(char *at, uint64_t offset, const uint8_t *bytes, size_t n, const char *what)
{
    at += sprintf(at, ".  %08" PRIx64 ": ", offset);
    for (size_t i = 0; i < 16; i++)
        at += i < n ? sprintf(at, " %02x", bytes[i]) : sprintf(at, "   ");
    return at + sprintf(at, " %s\n", what);
}

/* Writes all lines of the bytes, which are the end of the input. Returns their length. */
static size_t print_lines(char *out, const uint8_t *bytes, size_t len, uint64_t offset,
                          const struct spe_text_config *cfg)
{
    char *at = out;
    struct spe_text_config nameless = cfg ? *cfg : n1;
    struct spe_record r = {.present = SPE_HAS_DATA_SOURCE};
    nameless.midr = 0;
    for (size_t used = 0, n; used < len; used += n) {
        struct spe_packet p;
        char what[SPE_PACKET_TEXT_MAX];
        const int size = spe_packet_decode(bytes + used, len - used, &p);
        if (size > 0 && p.type == SPE_PACKET_OPERATION && p.index < 3)
            r.present |= SPE_HAS_OPERATION, r.op_class = p.index, r.op_payload = (uint8_t)p.payload;
        else if (size > 0 && (p.type == SPE_PACKET_END || p.type == SPE_PACKET_TIMESTAMP))
            r.present = SPE_HAS_DATA_SOURCE;
        const int is_named = (r.present & SPE_HAS_OPERATION) && reference_data_source(&r) >= 0;
        spe_packet_text(&p, p.type == SPE_PACKET_DATA_SOURCE && !is_named ? &nameless : cfg, what, sizeof what);
        n = size > 0 ? (size_t)size : len - used;
        if (size < 0)
            sprintf(what, "truncated packet (%u more byte%s needed)", p.missing, p.missing == 1 ? "" : "s");
        while (size > 0 && p.type == SPE_PACKET_PADDING && n < 16 && used + n < len && !bytes[used + n])
            n++;
        at = print_line(at, offset + used, bytes + used, n, what);
    }
    return (size_t)(at - out);
}

/* Makes one call and returns its result; *used is the number of bytes in its lines, unless it failed. */
static int dump_text(const uint8_t *bytes, size_t len, uint64_t offset, int is_last, const struct spe_text_config *cfg,
                     char *out, size_t cap, size_t *used)
{
    struct spe_dump dump = SPE_DUMP_INIT;
    dump.is_last = (uint32_t)is_last;
    dump.offset = offset;
    dump.bytes = bytes;
    dump.len = len;
    dump.record = record;
    const int n = spe_dump_text(&dump, cfg, out, cap);
    record = dump.record;
    const size_t done = len - dump.len;
    if (n >= 0)
        *used = done;
    if (n >= 0 ? dump.offset != offset + done || (bytes && dump.bytes != bytes + done)
               : done || dump.offset != offset || dump.bytes != bytes)
        return INT32_MIN;
    return n;
}

/* Dumps in pieces of any size, into any room; the rest of a piece is put before the next. Returns the length.
 */
static size_t dump_in_pieces(const uint8_t *bytes, size_t len, uint64_t offset, const struct spe_text_config *cfg)
{
    size_t done = 0, end = 0, length = 0;
    record = 0;
    while (done < len) {
        size_t used = LINES;
        const size_t room = SPE_LINE_TEXT_MAX + random_below(3 * SPE_LINE_TEXT_MAX);
        if (done == end || random_below(2))
            end = len - end < 40 ? len : end + random_below(40);
        memset(text + length, 0x7f, room + 1);
        const int n = dump_text(bytes + done, end - done, offset + done, end == len, cfg, text + length, room, &used);
        if (n < 0 || (size_t)n > room || text[length + room] != 0x7f || used > end - done || (!n && used))
            return 0;
        length += (size_t)n;
        done += used;
    }
    return length;
}

static void test_streams(void)
{
    static const uint64_t offsets[] = {0, UINT32_MAX - 1000, UINT64_MAX - 1000, UINT64_C(0xffff800010080000)};
    const struct spe_text_config *const configs[] = {NULL, &perf, &n1};
    static uint8_t bytes[STREAM];
    int bad = 0;
    for (unsigned i = 0; i < 600; i++) {
        const size_t len = random_below(sizeof bytes + 1);
        random_stream(bytes, len);
        for (size_t zero = random_below(400); i & 4 && zero < len; zero += 60 + random_below(400))
            memset(bytes + zero, 0, len - zero < 50 ? len - zero : random_below(50));
        const uint64_t offset = offsets[i % 4];
        const size_t length = print_lines(want, bytes, len, offset, configs[i % 3]);
        bad += dump_in_pieces(bytes, len, offset, configs[i % 3]) != length || memcmp(text, want, length) != 0;
    }
    is(bad, 0, "600 streams in pieces, into room of any size: the same lines as by printf()");
}

/* The data sources of a SIMD store, of an atomic store, of a load and of the next record. */
static void test_stores(void)
{
    const uint8_t bytes[] = {0x49, 5, 0x43, 8, 1, 0x49, 7, 0x43, 8, 1, 0x49, 0, 0x43, 8, 1, 0x49, 1, 1, 0x43, 8, 1};
    size_t used = 0;
    char names[5] = "";
    record = 0;
    for (size_t at = 0, n = 0; at < sizeof bytes; at += used) {
        const int length = dump_text(bytes + at, sizeof bytes - at, at, 1, &n1, text, SPE_LINE_TEXT_MAX, &used);
        text[length < 0 ? 0 : length] = 0;
        if (strstr(text, "Data source 0x8") && n < 4)
            names[n++] = strstr(text, "Data source 0x8 (L2 cache)") ? 'y' : 'n';
    }
    ok(!strcmp(names, "nyyn"), "the data source of a store has no name, nor before an operation, one line a call");
}

static int dump(const uint8_t *bytes, size_t len, int is_last, size_t *used)
{
    const int n = dump_text(bytes, len, 9, is_last, &perf, text, sizeof text, used);
    text[n < 0 ? 0 : n] = 0;
    return n;
}

static void test_lines(void)
{
    const uint8_t bytes[] = {0x64, 0x64, 0, 0, 0, 0, 0, 0, 0x49, 0x01, 0xb0, 0x08};
    static const uint8_t zeros[40] = {0};
    size_t used = 0;
    const char *lines = ".  00000009:  64 64 00 00 00                                  CONTEXT 0x64 el1\n"
                        ".  0000000e:  00 00 00                                        PAD\n"
                        ".  00000011:  49 01                                           ST GP-REG\n";
    is(dump(bytes, sizeof bytes, 0, &used), strlen(lines), "lines: their length");
    ok(!strcmp(text, lines), "... and their text");
    is(used, 10, "the beginning of a packet is left");
    is(dump(bytes + 10, 2, 0, &used), 0, "... which by itself has no line");
    is(used, 0, "... and is not used");
    dump(bytes + 10, 2, 1, &used);
    ok(!strcmp(
           text,
           ".  00000009:  b0 08                                           truncated packet (7 more bytes needed)\n"),
       "the last bytes are the beginning of a packet");
    is(used, 2, "... taken");
    dump((const uint8_t[]){0x21}, 1, 1, &used);
    ok(strstr(text, " 21  ") && strstr(text, "truncated packet (1 more byte needed)\n"), "half of an extended header");
    is(dump(bytes + 5, 3, 0, &used) + (int)used, 0, "padding that may continue is left");
    dump(zeros, 40, 0, &used);
    is(used, 32, "except full lines");
    dump(zeros, 40, 1, &used);
    ok(used == 40 && strstr(text, "00000029:  00 00 00 00 00 00 00 00                         PAD\n"),
       "... the last one");
    is(dump(zeros, 16, 0, &used), 66, "sixteen are a full line");
}

/* The longest text, in exactly the room that is required. */
static void test_room(void)
{
    uint8_t bytes[20];
    size_t used = 99;
    memset(bytes, 0xff, sizeof bytes);
    bytes[0] = bytes[9] = 0x72;
    memset(text, 0x7f, SPE_LINE_TEXT_MAX + 1);
    const int n = dump_text(bytes, 18, UINT64_MAX, 1, NULL, text, SPE_LINE_TEXT_MAX, &used);
    ok(n > 800 && n < SPE_LINE_TEXT_MAX && text[n - 1] == '\n', "all events: one line");
    diag("%d characters", n);
    is(used, 9, "... because there is no room for another");
    is(text[SPE_LINE_TEXT_MAX], 0x7f, "... and nothing after the room is written");
    is(dump_text(bytes, 18, 0, 1, NULL, text, 2 * SPE_LINE_TEXT_MAX, &used), 2 * (n - 8), "two lines have room");
    is(dump_text(bytes, 0, 0, 1, NULL, text, SPE_LINE_TEXT_MAX, &used), 0, "no bytes, no line");
    is(used, 0, "... none taken");
}

static void test_misuse(void)
{
    const struct spe_text_config wrong = {.size = 8};
    const uint8_t end = 1;
    size_t used = 99;
    text[0] = 'x';
    is(dump_text(NULL, 1, 0, 1, NULL, text, LINES, &used), SPE_E_ARG, "NULL bytes");
    is(dump_text(&end, 1, 0, 1, NULL, NULL, LINES, &used), SPE_E_ARG, "NULL buffer");
    struct spe_dump odd = SPE_DUMP_INIT;
    is(spe_dump_text(NULL, NULL, text, LINES), SPE_E_ARG, "nothing to dump");
    odd.size = 23 + 2 * sizeof(void *); /* a byte less than in version 1.0 */
    is(spe_dump_text(&odd, NULL, text, LINES), SPE_E_CONFIG, "a struct too short");
    odd.size = 513;
    is(spe_dump_text(&odd, NULL, text, LINES), SPE_E_CONFIG, "... or too long");
    odd = (struct spe_dump)SPE_DUMP_INIT;
    odd.reserved = 1;
    is(spe_dump_text(&odd, NULL, text, LINES), SPE_E_CONFIG, "a reserved member");
    struct {
        struct spe_dump dump;
        uint64_t more;
    } later = {.dump = {.size = sizeof later}};
    is(spe_dump_text(&later.dump, NULL, text, LINES), 0, "of a later version");
    later.more = 1;
    is(spe_dump_text(&later.dump, NULL, text, LINES), SPE_E_CONFIG, "... with an unknown member");
    is(dump_text(&end, 1, 0, 1, &wrong, text, LINES, &used), SPE_E_CONFIG, "a configuration too short");
    is(dump_text(&end, 1, 0, 1, NULL, text, SPE_LINE_TEXT_MAX - 1, &used), SPE_E_SPACE, "no room for any line");
    ok(used == 99 && text[0] == 'x', "nothing is written");
    is(dump_text(NULL, 0, 0, 1, NULL, text, LINES, &used), 0, "no bytes may be NULL");
}

int main(void)
{
    test_lines();
    test_stores();
    test_streams();
    test_room();
    test_misuse();
    return tap_done();
}
