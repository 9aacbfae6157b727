/* SPDX-License-Identifier: MIT */
/* Packets and records as text: the style and the buffer's bounds. The words are in text_perf.c and text_arch.c. */
#include <libspe/text.h>

#include "../base/config.h"
#include "../record/record_packet.h"
#include "text_style.h"

const char *spe_text_read_config(struct spe_text_config *out, const struct spe_text_config *in)
{
    const char *problem = spe_config_read(out, in, SPE_CONFIG_V1_SIZE, offsetof(struct spe_text_config, reserved));
    if (problem)
        return problem;
    if (out->style > SPE_TEXT_PERF)
        return "style";
    return spe_is_counter_size(out->counter_bits) ? NULL : "counter_bits";
}

const char *spe_text_config_problem(const struct spe_text_config *cfg)
{
    struct spe_text_config config;
    return spe_text_read_config(&config, cfg);
}

/* A text in progress, and its style */
struct text {
    struct spe_writer writer;
    struct spe_text_config config;
};

/* Reads the configuration and begins a text. Returns SPE_OK or a status. */
static int begin(struct text *t, const struct spe_text_config *cfg, char *out, size_t cap)
{
    if (!out && cap)
        return SPE_E_ARG;
    if (spe_text_read_config(&t->config, cfg))
        return SPE_E_CONFIG;
    t->writer = spe_writer_begin(out, cap);
    return SPE_OK;
}

static int is_perf(const struct text *t)
{
    return t->config.style == SPE_TEXT_PERF;
}

int spe_packet_text(const struct spe_packet *in, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct text text;
    const int status = in ? begin(&text, cfg, out, cap) : SPE_E_ARG;
    if (status != SPE_OK)
        return status;
    const struct spe_header *row = spe_text_row(in);
    spe_text_put_packet(&text.writer, &text.config, in, row, spe_text_kind(row, in));
    return spe_writer_end(&text.writer);
}

/* -- words -- */

int spe_op_text(unsigned op_class, unsigned payload, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct text text;
    const int status = op_class <= 3 && payload <= 255 ? begin(&text, cfg, out, cap) : SPE_E_ARG;
    if (status != SPE_OK)
        return status;
    if (is_perf(&text))
        spe_perf_put_operation(&text.writer, op_class, payload);
    else
        spe_arch_put_operation(&text.writer, op_class, payload);
    return spe_writer_end(&text.writer);
}

int spe_event_text(unsigned bit, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct text text;
    const int status = bit < 64 ? begin(&text, cfg, out, cap) : SPE_E_ARG;
    if (status != SPE_OK)
        return status;
    if (is_perf(&text))
        spe_perf_put_event(&text.writer, &text.config, bit);
    else
        spe_arch_put_event(&text.writer, &text.config, bit);
    return spe_writer_end(&text.writer);
}

int spe_events_text(uint64_t events, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct text text;
    const int status = begin(&text, cfg, out, cap);
    if (status != SPE_OK)
        return status;
    if (is_perf(&text))
        spe_perf_put_events(&text.writer, &text.config, events);
    else
        spe_arch_put_events(&text.writer, &text.config, events);
    return spe_writer_end(&text.writer);
}

int spe_data_source_text(unsigned value, const struct spe_text_config *cfg, char *out, size_t cap)
{
    struct text text;
    const int status = value <= 0xffff ? begin(&text, cfg, out, cap) : SPE_E_ARG;
    if (status != SPE_OK)
        return status;
    if (is_perf(&text))
        spe_put_decimal(&text.writer, value);
    else
        spe_arch_put_data_source(&text.writer, &text.config, value);
    return spe_writer_end(&text.writer);
}

/* -- records -- */

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

static void put_flags(struct spe_writer *restrict w, uint32_t flags)
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
    struct text text;
    struct spe_packet packet = {0};
    int status = in ? begin(&text, cfg, out, cap) : SPE_E_ARG;
    if (status != SPE_OK)
        return status;
    const uint32_t present = in->present;
    const uint64_t midr = text.config.midr;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
        const unsigned number = spe_kind_order[i];
        const struct spe_kind *kind = &spe_kinds[number];
        if (!(present >> number & 1))
            continue;
        status = spe_record_field(in, number, &packet);
        if (status != SPE_OK)
            return status;
        if (text.writer.length)
            SPE_PUT(&text.writer, "; ");
        if (!is_perf(&text)) /* perf prints no data source */
            packet.flags = spe_kind_flags(kind, packet.index, packet.payload);
        text.config.midr = packet.type == SPE_PACKET_DATA_SOURCE && spe_record_data_source(in) < 0 ? 0 : midr;
        spe_text_put_packet(&text.writer, &text.config, &packet, &spe_headers[kind->header], kind);
    }
    if (!is_perf(&text))
        put_flags(&text.writer, in->flags);
    return spe_writer_end(&text.writer);
}
