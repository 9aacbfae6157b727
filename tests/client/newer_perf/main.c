/* SPDX-License-Identifier: MIT */
/* Prints what examples/perf/decoder.c fills in for a newer perf: records of standard input, or with an argument, which
 * is a MIDR_EL1, packets. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arm-spe-decoder.h"

static unsigned char bytes[4096];

static int get_trace(struct arm_spe_buffer *buffer, void *data)
{
    buffer->buf = bytes;
    buffer->len = fread(bytes, 1, sizeof bytes, data);
    return 0;
}

int main(int argc, char **argv)
{
    struct arm_spe_params params = {get_trace, stdin};
    struct arm_spe_decoder *decoder = arm_spe_decoder_new(&params);
    struct arm_spe_pkt packet;
    struct arm_spe_buffer buffer;
    char text[512];
    while (argc < 2 && arm_spe_decode(decoder) == 1)
        printf("type %d op %#x from %#" PRIx64 " previous %#" PRIx64 "\n", (int)decoder->record.type,
               decoder->record.op, decoder->record.from_ip, decoder->record.prev_br_tgt);
    arm_spe_decoder_free(decoder);
    get_trace(&buffer, stdin);
    for (int size; argc > 1 && buffer.len; buffer.buf += size, buffer.len -= (size_t)size) {
        size = arm_spe_get_packet(buffer.buf, buffer.len, &packet, strtoull(argv[1], NULL, 0));
        arm_spe_pkt_desc(&packet, text, sizeof text);
        printf("%s\n", text);
    }
    return 0;
}
