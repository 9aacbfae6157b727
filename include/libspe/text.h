/* SPDX-License-Identifier: MIT */
/*
 * libspe/text.h: packets, records, and the words of operations, events and data sources, as text, into a caller's
 * buffer. No stdio, no locale; pure functions, any thread.
 *
 * Two styles. SPE_TEXT_ARCH is the truth in the architecture's names. SPE_TEXT_PERF is, word for word, what current
 * Linux perf prints for a packet (`perf script -D`), its shortcomings included: "Bad packet!" for unknown headers,
 * EVLEN 4096 for "more than 2048", ETS 4194304 for the whole ZA array, COMM on Guarded Control Stack accesses that do
 * not come from a branch with link or a return, no word of NSE, raw numbers where its 256-byte buffer overflows.
 * In one thing it differs: perf takes 20 00 to 23 00 for a packet of an early draft and pads from there, where this is
 * one unknown packet.
 *
 * If the core is told (midr), its own names (cpu.h) are used: of events in both styles, of data sources in
 * SPE_TEXT_ARCH, as perf's dump has numbers for these.
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

/* 32 bytes, the same on every target. Start from SPE_TEXT_CONFIG_INIT, then set what differs from the defaults. */
struct spe_text_config {
    uint32_t size;         /* sizeof(struct spe_text_config) */
    uint32_t style;        /* SPE_TEXT_* */
    uint64_t midr;         /* MIDR_EL1 of the core that the records are of; 0: not known */
    uint32_t counter_bits; /* 12 or 16 (PMSIDR_EL1.CountSize): SPE_TEXT_ARCH marks saturated counters; 0: not known */
    uint32_t reserved[3];  /* zero */
};

/* A configuration with the defaults: SPE_TEXT_ARCH, nothing known. */
#define SPE_TEXT_CONFIG_INIT {sizeof(struct spe_text_config), 0, 0, 0, {0, 0, 0}}

/* Which member of a configuration is wrong: its name, "reserved" for a byte beyond what this version knows that is not
 * zero. NULL: none is, or cfg is NULL. The string lives as long as the program. */
SPE_API const char *spe_text_config_mistake(const struct spe_text_config *cfg);

#define SPE_PACKET_TEXT_MAX 1024 /* bytes: holds any text of one packet, or of the words below, with its zero */
#define SPE_RECORD_TEXT_MAX 2048 /* bytes: holds any text of one record, with its zero */

/*
 * The text of one packet as decoded or built: its header bytes say what it is, not `type`. cfg NULL:
 * SPE_TEXT_CONFIG_INIT.
 * Returns the text's length in bytes. SPE_E_ARG: in is NULL, or out is NULL while cap is not 0. SPE_E_CONFIG: cfg->size
 * is less than 32 or more than 512, a byte beyond what this version knows is not zero, or an unknown value
 * (spe_text_config_mistake() tells which). Nothing is written then.
 */
SPE_API int spe_packet_text(const struct spe_packet *in, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * The text of a record: its packets' texts in the manual's order, joined by "; ", then in SPE_TEXT_ARCH its flags in
 * brackets. Returns and fails as spe_packet_text(). SPE_E_KIND, SPE_E_RANGE: a field cannot be a packet (see
 * spe_record_packet); what out holds is then not specified, within cap.
 */
SPE_API int spe_record_text(const struct spe_record *in, const struct spe_text_config *cfg, char *out, size_t cap);

/* -- words -- */

/*
 * An operation (CLASS op_class, 0 to 3, and payload, 0 to 255, of an Operation Type packet): "LD GP-REG", or
 * "general-purpose registers, LDST load"; "" in SPE_TEXT_PERF where perf has no words for a payload. Returns and fails
 * as spe_packet_text(); SPE_E_ARG: a number is above its range.
 */
SPE_API int spe_op_text(unsigned op_class, unsigned payload, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * One event, by bit number (0 to 63): "L1D-ACCESS", or "l1d_access"; for one without a name "12", or "impdef[12]" and
 * "reserved[40]". Returns and fails as spe_packet_text(); SPE_E_ARG: bit is above 63.
 */
SPE_API int spe_event_text(unsigned bit, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * All events of an Events payload: "RETIRED L1D-ACCESS IMPDEF:12", or "retired, l1d_access, impdef[12]"; "" or "none"
 * for 0.
 * Returns and fails as spe_packet_text().
 */
SPE_API int spe_events_text(uint64_t events, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * A data source (0 to 65535): what the core's manual calls it ("L2 cache"), or the number: in hexadecimal ("0x8") where
 * no name is known, in decimal ("8") in SPE_TEXT_PERF. Returns and fails as spe_packet_text(); SPE_E_ARG: value is
 * above 65535.
 */
SPE_API int spe_data_source_text(unsigned value, const struct spe_text_config *cfg, char *out, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
