/* SPDX-License-Identifier: MIT */
/* Any text as input of spe-asm's parser gives an error or bytes. If a text gives one packet, it must be that packet's
 * text. */
#include <libspe/spe.h>
#include <string.h>

#include "../../asm/asm_parse.h"
#include "fuzz.h"

/* Whether the line is a packet's text and nothing else: it then starts with letters other than hexadecimal digits. */
static void check_text(const char *line, size_t len, const struct asm_line *out)
{
    static const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    static char text[SPE_PACKET_TEXT_MAX], again[SPE_PACKET_TEXT_MAX];
    static struct asm_line back;
    struct spe_packet p;
    if (spe_packet_decode(out->bytes, out->size, &p) != (int)out->size)
        return;
    const int n = spe_packet_text(&p, &perf, text, sizeof text);
    if (len != (size_t)n || memcmp(line, text, len) != 0)
        return; /* the line was bytes */
    CHECK(asm_parse(text, (size_t)n, &back) == 0 && back.size == out->size &&
          !memcmp(back.bytes, out->bytes, back.size));
    spe_packet_decode(back.bytes, back.size, &p);
    spe_packet_text(&p, &perf, again, sizeof again);
    CHECK(!strcmp(text, again));
}

static void check_line(const char *line, size_t size)
{
    static struct asm_line out;
    memset(&out, 0xee, sizeof out);
    if (asm_parse(line, size, &out)) {
        CHECK(out.error && *out.error && out.column >= 1);
        return;
    }
    CHECK(out.size <= size / 2 + SPE_PACKET_MAX_SIZE && out.size <= ASM_BYTES_MAX);
    check_text(line, size, &out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = (char *)guarded_input(data, &size);
    check_line(line, size);
    const size_t rest = asm_unquote(line, size);
    CHECK(rest <= size);
    check_line(line, rest);
    return 0;
}
