/* SPDX-License-Identifier: MIT */
/* Records as text: the largest step, because it has all names. */
#include "board.h"
#include "steps.h"

static spe_decoder decoder;

int step_text(const struct capture *capture)
{
    static char words[SPE_RECORD_TEXT_MAX];
    struct spe_record record;
    if (spe_decoder_init(&decoder, NULL) != SPE_OK ||
        spe_decoder_feed(&decoder, capture->bytes, capture->size) != SPE_OK)
        return 1;
    while (spe_decoder_next(&decoder, &record) == 1) {
        if (spe_record_text(&record, NULL, words, sizeof words) < 0)
            return 1;
        board_print("  ");
        board_print(words);
        board_print("\n");
    }
    return 0;
}
