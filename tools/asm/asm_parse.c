/* SPDX-License-Identifier: MIT */
/*
 * See asm_parse.h. To read a packet's text, the parser requests the library's text for each packet that it might be: no
 * word is spelled here a second time.
 */
#include "asm_parse.h"

#include <stdlib.h>
#include <string.h>

#include <libspe/spe.h>

#define DUMP_COLUMNS 16      /* bytes on a line of a dump */
#define DUMP_OFFSET_DIGITS 8 /* perf dumps other events with 4 digits: these lines are not SPE */

/* -- characters -- */

struct cursor {
    const char *at;
    const char *end;
};

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static int next_is(const struct cursor *c, char wanted)
{
    return c->at < c->end && *c->at == wanted;
}

static void skip_blanks(struct cursor *c)
{
    while (c->at < c->end && is_blank(*c->at))
        c->at++;
}

static size_t skip_digits(struct cursor *c)
{
    const char *start = c->at;
    while (c->at < c->end && digit_of(*c->at) >= 0)
        c->at++;
    return (size_t)(c->at - start);
}

/* Takes a pair of digits. Returns 1 and appends the byte, or returns 0 and takes nothing. */
static int take_pair(struct cursor *c, struct asm_line *out)
{
    if (c->end - c->at < 2 || digit_of(c->at[0]) < 0 || digit_of(c->at[1]) < 0)
        return 0;
    out->bytes[out->size++] = (uint8_t)(digit_of(c->at[0]) << 4 | digit_of(c->at[1]));
    c->at += 2;
    return 1;
}

/* -- lines with bytes -- */

static const char *const no_pair = "not two hexadecimal digits; write each byte as two, 0a";

/* Whether the first word is two hexadecimal digits. */
static int is_byte(struct cursor c)
{
    return skip_digits(&c) == 2 && (c.at == c.end || is_blank(*c.at));
}

/* ".  OFFSET:  b0 d0 ...   text": two spaces, 16 bytes or the end of the line end the bytes. */
static const char *parse_dump(struct cursor *c, struct asm_line *out)
{
    c->at++;
    skip_blanks(c);
    const char *const start = c->at;
    const size_t digits = skip_digits(c);
    out->offset = 0;
    for (size_t i = 0; i < digits; i++)
        out->offset = out->offset << 4 | (uint64_t)digit_of(start[i]);
    if (digits < DUMP_OFFSET_DIGITS || !next_is(c, ':'))
        return "not a packet line; keep only the lines \".  OFFSET:  BYTES\" with an offset of 8 digits or more";
    out->is_dump = 1;
    c->at++;
    skip_blanks(c);
    while (take_pair(c, out)) {
        if (c->at == c->end)
            return NULL;
        if (!is_blank(*c->at))
            return no_pair;
        c->at++;
        if (out->size == DUMP_COLUMNS || c->at == c->end || is_blank(*c->at)) {
            skip_blanks(c);
            return is_byte(*c) ? "a byte where the text begins; keep one space between bytes, and 16 bytes a line"
                               : NULL;
        }
    }
    return no_pair;
}

/* "b0 d0c2 ...": up to `stop`, or up to the end of the line. */
static const char *parse_pairs(struct cursor *c, struct asm_line *out)
{
    do
        skip_blanks(c);
    while (take_pair(c, out));
    return c->at == c->end || next_is(c, '|') ? NULL : no_pair;
}

/* "OFFSET | b0 d0 ... | text" */
static const char *parse_capture(struct cursor *c, struct asm_line *out)
{
    skip_digits(c);
    skip_blanks(c);
    c->at++;
    const char *error = parse_pairs(c, out);
    return error || out->size ? error : no_pair;
}

/* -- lines of text alone -- */

struct search {
    char text[SPE_PACKET_TEXT_MAX];
    struct spe_packet found[2]; /* [0] architected, [1] with a reserved header or value */
    unsigned matches[2];
};

static void packet_text(const struct spe_packet *packet, char *text)
{
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    spe_packet_text(packet, &perf, text, SPE_PACKET_TEXT_MAX);
}

/* Tests whether the packet exists and has the text. */
static void try_packet(struct search *s, unsigned type, unsigned index, unsigned size, uint64_t payload)
{
    struct spe_packet packet;
    char text[SPE_PACKET_TEXT_MAX];
    if (spe_packet_build(type, index, size, payload, 0, &packet) < 0)
        return;
    packet_text(&packet, text);
    if (strcmp(text, s->text) != 0)
        return;
    const int reserved = (packet.flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_RESERVED_VALUE)) != 0;
    s->found[reserved] = packet;
    s->matches[reserved]++;
}

static const struct {
    const char *key;
    unsigned shift;
} address_fields[] = {{" el", 61}, {" ns=", 63}, {" ch=", 62}, {" pat=", 56}};

static uint64_t address_payload(const char *text, uint64_t number)
{
    for (size_t i = 0; i < sizeof address_fields / sizeof address_fields[0]; i++) {
        const char *key = strstr(text, address_fields[i].key);
        if (key)
            number |= (uint64_t)strtoul(key + strlen(address_fields[i].key), NULL, 16) << address_fields[i].shift;
    }
    return number;
}

/* "WORD NUMBER ...": packets whose text shows the payload, or that have no payload. */
static void search_numbers(struct search *s)
{
    const char *space = strchr(s->text, ' ');
    const uint64_t number = space ? strtoull(space, NULL, 0) : 0;
    for (unsigned type = SPE_PACKET_END; type < spe_packet_type_count(); type++) {
        if (type == SPE_PACKET_EVENTS || type == SPE_PACKET_OPERATION)
            continue;
        const uint64_t payload = type == SPE_PACKET_ADDRESS ? address_payload(s->text, number) : number;
        for (unsigned index = 0; index < 32; index++)
            try_packet(s, type, index, 0, payload);
    }
}

static int is_word_end(char c)
{
    return c == ' ' || c == ',' || c == ':' || c == 0;
}

static int has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if (at > text && is_word_end(at[-1]) && is_word_end(at[length]))
            return 1;
    return 0;
}

/* "EV WORD ... IMPDEF:N,N": the events whose word or number occurs in the text. */
static void search_events(struct search *s)
{
    uint64_t events = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        struct spe_packet packet;
        char text[SPE_PACKET_TEXT_MAX];
        spe_packet_build(SPE_PACKET_EVENTS, 0, 8, UINT64_C(1) << bit, 0, &packet);
        packet_text(&packet, text);
        const char *word = strrchr(text, ':');
        if (has_word(s->text, word ? word + 1 : strrchr(text, ' ') + 1))
            events |= UINT64_C(1) << bit;
    }
    try_packet(s, SPE_PACKET_EVENTS, 0, events >> 32 ? 8 : events >> 16 ? 4 : 2, events);
}

static void search_operations(struct search *s)
{
    for (unsigned op = 0; op < 4 * 256; op++)
        try_packet(s, SPE_PACKET_OPERATION, op >> 8, 1, op & 0xff);
}

static const char *const no_text =
    "neither bytes nor a packet's text; write the bytes, or the text as spe-dump prints it";

static const char *parse_text(struct cursor *c, struct asm_line *out)
{
    struct search s = {.matches = {0, 0}};
    const size_t length = (size_t)(c->end - c->at);
    if (length >= sizeof s.text || memchr(c->at, 0, length))
        return no_text;
    memcpy(s.text, c->at, length);
    if (strcmp(s.text, "PAD") == 0)
        return "PAD does not give its number of bytes; write 00 for each";
    search_numbers(&s);
    search_events(&s);
    search_operations(&s);
    const int reserved = s.matches[0] == 0;
    if (s.matches[reserved] == 0)
        return no_text;
    if (s.matches[reserved] > 1)
        return "more than one packet has this text; write the bytes";
    out->size = (size_t)spe_packet_encode(&s.found[reserved], out->bytes, SPE_PACKET_MAX_SIZE);
    return NULL;
}

/* -- the form of a line -- */

static int starts_with(const struct cursor *c, const char *text)
{
    const size_t length = strlen(text);
    return (size_t)(c->end - c->at) >= length && memcmp(c->at, text, length) == 0;
}

/* Whether the line has only hexadecimal digits and spaces; a single digit is text ("B"). */
static int is_pairs(struct cursor c)
{
    size_t digits = 0, n;
    while (skip_blanks(&c), (n = skip_digits(&c)) > 0)
        digits += n;
    return c.at == c.end && digits > 1;
}

/* Whether the line is an offset, a colon and bytes. */
static int is_without_dot(struct cursor c)
{
    if (skip_digits(&c) < 4 || !next_is(&c, ':'))
        return 0;
    c.at++;
    skip_blanks(&c);
    return is_byte(c);
}

/* Whether bytes end inside a packet. */
static int ends_inside(const uint8_t *bytes, size_t size)
{
    struct spe_packet p;
    int n = 0;
    for (size_t at = 0; at < size; at += (size_t)n)
        if ((n = spe_packet_decode(bytes + at, size - at, &p)) <= 0)
            return 1;
    return 0;
}

static int is_capture(struct cursor c)
{
    const size_t digits = skip_digits(&c);
    skip_blanks(&c);
    return digits > 0 && next_is(&c, '|');
}

static const char *parse(struct cursor *c, struct asm_line *out)
{
    if (c->at == c->end || *c->at == '#' || starts_with(c, ". ..."))
        return NULL;
    if (*c->at == '.')
        return parse_dump(c, out);
    if (is_capture(*c))
        return parse_capture(c, out);
    return is_pairs(*c) ? parse_pairs(c, out) : parse_text(c, out);
}

int asm_parse(const char *line, size_t len, struct asm_line *out)
{
    struct cursor c = {line, line + len};
    out->size = 0;
    out->column = 1;
    out->is_dump = out->is_part = out->was_packet = 0;
    if (len > ASM_LINE_MAX) {
        out->error = "the line is longer than 65536 characters; break it";
        return -1;
    }
    skip_blanks(&c);
    while (c.end > c.at && is_blank(c.end[-1]))
        c.end--;
    out->was_packet = is_without_dot(c);
    out->error = parse(&c, out);
    out->is_part = out->is_dump && ends_inside(out->bytes, out->size);
    out->column = (size_t)(c.at - line) + 1;
    return out->error ? -1 : 0;
}

/* The length of an escape sequence: ESC [ parameters letter, or ESC ( letter; or of a byte order mark. 0 if there is
 * none. */
static size_t escape_size(const char *text, size_t len)
{
    size_t n = 2;
    if (len < 3)
        return 0;
    if (memcmp(text, "\xef\xbb\xbf", 3) == 0 || memcmp(text, "\x1b(", 2) == 0)
        return 3;
    if (text[0] != 0x1b || text[1] != '[')
        return 0;
    while (n < len && text[n] >= 0x20 && text[n] <= 0x3f) /* digits, ';', '?' */
        n++;
    return n < len ? n + 1 : 0;
}

size_t asm_unquote(char *line, size_t len)
{
    size_t n = 0, from = 0;
    for (size_t at = 0, escape; at < len; at += escape) {
        escape = escape_size(line + at, len - at);
        if (!escape)
            line[n++] = line[at++];
    }
    for (size_t i = 0; i < n && (line[i] == '>' || is_blank(line[i])); i++)
        from = line[i] == '>' ? i + 1 : from;
    memmove(line, line + from, n - from);
    return n - from;
}
