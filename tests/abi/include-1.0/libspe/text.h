/* SPDX-License-Identifier: MIT */
/*
 * libspe/text.h: packets and records as text, into a caller's buffer. No stdio, no locale; pure functions, any thread.
 *
 * Two styles. SPE_TEXT_ARCH is the truth in the architecture's names. SPE_TEXT_PERF is, word for word, what current
 * Linux perf prints for a packet (`perf script -D`), its shortcomings included: "Bad packet!" for unknown headers,
 * EVLEN 4096 for "more than 2048", ETS 4194304 for the whole ZA array, COMM on Guarded Control Stack accesses that do
 * not come from a branch with link or a return, no word of NSE, raw numbers where its 256-byte buffer overflows.
 * In two things it differs: perf takes 20 00 to 23 00 for a packet of an early draft and pads from there, where this is
 * one unknown packet; and on Neoverse N1 perf, which knows the core, has a word for event bit 12.
 *
 * As with snprintf the functions return the full length of the text, without the terminating zero. Whatever cap is,
 * at most cap bytes are written; if cap is not 0 the last of them is a zero. The text was cut if the return value is
 * not less than cap. out may be NULL while cap is 0.
 */
#ifndef LIBSPE_TEXT_H
#define LIBSPE_TEXT_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SPE_TEXT_ARCH = 0, SPE_TEXT_PERF = 1 };

/* 32 bytes, the same on every target. Zero it, set `size`, then what differs from the defaults. */
struct spe_text_config {
    uint32_t size;         /* sizeof(struct spe_text_config) */
    uint32_t style;        /* SPE_TEXT_* */
    uint32_t counter_bits; /* 12 or 16 (PMSIDR_EL1.CountSize): SPE_TEXT_ARCH marks saturated counters; 0: not known */
    uint32_t reserved[5];  /* zero */
};

/* A buffer that holds any text of one packet, and of one record, with its zero. */
#define SPE_PACKET_TEXT_MAX 1024
#define SPE_RECORD_TEXT_MAX 2048

/*
 * The text of one packet as decoded or built. cfg NULL: SPE_TEXT_ARCH, counter size not known.
 * Returns the text's length in bytes. SPE_E_ARG: in is NULL, or out is NULL while cap is not 0. SPE_E_CONFIG: cfg->size
 * is less than 32 or more than 512, a byte beyond what this version knows is not zero, or an unknown value. Nothing is written then.
 */
SPE_API int spe_packet_text(const struct spe_packet *in, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * The text of a record: its packets' texts in the manual's order, joined by "; ", then in SPE_TEXT_ARCH its flags in
 * brackets. Returns and fails as spe_packet_text(). SPE_E_KIND, SPE_E_RANGE: a field cannot be a packet (see
 * spe_record_packet); what out holds is then not specified, within cap.
 */
SPE_API int spe_record_text(const struct spe_record *in, const struct spe_text_config *cfg, char *out, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
