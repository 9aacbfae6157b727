/* SPDX-License-Identifier: MIT */
/* See impdef.h. */
#include "impdef.h"

#define MOST 32                                                    /* packets of a record */
#define CELL_MOST (MOST * sizeof ":address_31=0x0123456789abcdef") /* bytes */

const struct impdef_style impdef_cell = {"", ":", "_", "="};

unsigned impdef_put(struct text_writer *restrict w, const struct spe_record *record, const uint8_t *bytes,
                    const struct impdef_style *style)
{
    struct spe_packet packet;
    size_t at = 0;
    unsigned n = 0;
    while (n < MOST && spe_record_extra(record, bytes, bytes ? (size_t)record->size : 0, &at, &packet) > 0) {
        const int is_address = packet.type == SPE_PACKET_ADDRESS;
        if (!(packet.flags & SPE_PACKET_IMPDEF))
            continue;
        put_word(w, n++ ? style->between : style->before);
        put_word(w, is_address ? "address" : "counter");
        put_word(w, style->index);
        put_decimal(w, packet.index);
        put_word(w, style->value);
        (is_address ? put_hex : put_decimal)(w, packet.payload);
    }
    return n;
}

void impdef_add(struct impdef_cells *cells, const struct spe_record *record, const uint8_t *bytes)
{
    char text[CELL_MOST];
    struct text_writer w = text_begin(text, sizeof text);
    if (!(record->flags & SPE_RECORD_IMPDEF))
        return;
    impdef_put(&w, record, bytes, &impdef_cell);
    const uint32_t size = (uint32_t)w.length;
    bytes_put(&cells->text, text, size);
    bytes_put(&cells->sizes, &size, sizeof size);
}

void impdef_clear(struct impdef_cells *cells)
{
    bytes_free(&cells->text);
    bytes_free(&cells->sizes);
}
