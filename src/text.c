/* SPDX-License-Identifier: MIT */
/* Packets and records as text: the style and the buffer's bounds. The words are in text_perf.c and text_arch.c. */
#include <libspe/text.h>

#include "config.h"
#include "record.h"
#include "text_style.h"

/* Reads the configuration and begins a text. Returns SPE_OK or a status. */
static int begin(struct spe_writer *w, struct spe_text_config *config, const struct spe_text_config *cfg, char *out,
                 size_t cap)
{
    if (!out && cap)
        return SPE_E_ARG;
    if (spe_config_read(config, cfg, offsetof(struct spe_text_config, reserved)) != SPE_OK)
        return SPE_E_CONFIG;
    if (config->style > SPE_TEXT_PERF ||
        (config->counter_bits && config->counter_bits != 12 && config->counter_bits != 16))
        return SPE_E_CONFIG;
    w->out = cap ? out : NULL;
    w->room = cap ? cap - 1 : 0;
    w->length = 0;
    return SPE_OK;
}

static int end(const struct spe_writer *w)
{
    if (w->out)
        w->out[w->length < w->room ? w->length : w->room] = 0;
    return (int)w->length;
}

static void put_packet(struct spe_writer *w, const struct spe_text_config *config, const struct spe_packet *packet)
{
    if (config->style == SPE_TEXT_PERF)
        spe_text_perf(w, packet);
    else
        spe_text_arch(w, packet, config->counter_bits);
}

int spe_packet_text(const struct spe_packet *in, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct spe_text_config config = {0};
    struct spe_writer writer;
    const int status = in ? begin(&writer, &config, cfg, out, cap) : SPE_E_ARG;
    if (status != SPE_OK)
        return status;
    put_packet(&writer, &config, in);
    return end(&writer);
}

static const struct {
    uint32_t flag;
    const char *word;
} flag_words[] = {
    {SPE_RECORD_UNKNOWN, "unknown packet"},        {SPE_RECORD_RESERVED_HEADER, "reserved header"},
    {SPE_RECORD_RESERVED_VALUE, "reserved value"}, {SPE_RECORD_IMPDEF, "IMPLEMENTATION DEFINED packet"},
    {SPE_RECORD_REPEATED, "repeated packet"},      {SPE_RECORD_NO_EVENTS, "no Events"},
    {SPE_RECORD_OVER_LONG, "over-long"},           {SPE_RECORD_TRUNCATED, "truncated"},
    {SPE_RECORD_AFTER_GAP, "after a gap"},
};

static void put_flags(struct spe_writer *w, uint32_t flags)
{
    const char *separator = w->length ? " [" : "[";
    int any = 0;
    for (size_t i = 0; i < sizeof flag_words / sizeof flag_words[0]; i++) {
        if (!(flags & flag_words[i].flag))
            continue;
        spe_put(w, separator);
        spe_put(w, flag_words[i].word);
        separator = ", ";
        any = 1;
    }
    if (any)
        spe_put_char(w, ']');
}

int spe_record_text(const struct spe_record *in, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct spe_text_config config = {0};
    struct spe_writer writer;
    struct spe_packet packet = {0};
    int status = in ? begin(&writer, &config, cfg, out, cap) : SPE_E_ARG;
    for (unsigned i = 0; status == SPE_OK && i < SPE_KINDS_HELD; i++) {
        const unsigned kind = spe_kind_order[i];
        if (!(in->present >> kind & 1))
            continue;
        const int size = spe_record_packet_as(in, kind, spe_record_size_of(in, kind), 0, &packet);
        if (size < 0)
            status = size;
        else
            spe_put(&writer, writer.length ? "; " : "");
        if (size > 0)
            put_packet(&writer, &config, &packet);
    }
    if (status != SPE_OK)
        return status;
    if (config.style == SPE_TEXT_ARCH)
        put_flags(&writer, in->flags);
    return end(&writer);
}
