/* SPDX-License-Identifier: MIT */
/*
 * libspe/text.h: writes packets, records, operations, events and data sources as text, to a buffer that the caller
 * provides. It uses no stdio and no locale. Pure functions, any thread.
 *
 * There are two styles. SPE_TEXT_ARCH uses the architecture's names. SPE_TEXT_PERF is what Linux perf prints for a
 * packet (`perf script -D`). docs/abi.md names the perf that it follows; a later 1.x version may follow a later perf.
 * The style includes perf's shortcomings: "Bad packet!" for unknown headers, EVLEN 4096 for "more than 2048", ETS
 * 4194304 for the whole ZA array, LD or ST for reserved payloads of CLASS 1, COMM on Guarded Control Stack accesses
 * that come from neither a branch with link nor a return, and no mention of NSE. There is one difference: perf takes 20
 * 00 to 23 00 for a packet of an early draft and pads from there; here they are one unknown packet. An older perf,
 * whose buffer has 256 bytes, prints a number for an Events packet whose words do not fit.
 *
 * If the core is known (midr), its own names (cpu.h) are used: names of events in both styles, names of data sources in
 * SPE_TEXT_ARCH only, because perf's dump prints numbers for them.
 *
 * Like snprintf(), the functions return the length of the complete text in bytes, without its NUL. They write at most
 * cap bytes; if cap is not 0, the last byte written is NUL. If the return value is cap or more, the text was cut. out
 * may be NULL if cap is 0.
 */
#ifndef LIBSPE_TEXT_H
#define LIBSPE_TEXT_H

#include <libspe/record.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SPE_TEXT_ARCH = 0, SPE_TEXT_PERF = 1 };

/*
 * 32 bytes in version 1.0, on every target. Initialise it with SPE_TEXT_CONFIG_INIT, then set the members that differ
 * from the defaults.
 */
struct spe_text_config {
    uint32_t size;         /* sizeof(struct spe_text_config) */
    uint32_t style;        /* SPE_TEXT_* */
    uint64_t midr;         /* MIDR_EL1 of the core that wrote the records; 0: not known */
    uint32_t counter_bits; /* 12 or 16 (PMSIDR_EL1.CountSize): SPE_TEXT_ARCH marks saturated counters; 0: not known */
    uint32_t reserved[3];  /* zero */
};

/* A configuration with the defaults: SPE_TEXT_ARCH, nothing known. */
#define SPE_TEXT_CONFIG_INIT SPE_SIZED(spe_text_config)

/*
 * Returns the name of the first invalid member of a configuration: "size" (less than 32, or more than 512), "reserved"
 * (a byte after the members that this version has is not 0), "style" or "counter_bits". Returns NULL if no member is
 * invalid or cfg is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_text_config_problem(const struct spe_text_config *cfg);

#define SPE_PACKET_TEXT_MAX 2048 /* bytes: holds any text of a packet, operation, event or data source, with NUL */
#define SPE_RECORD_TEXT_MAX 4096 /* bytes: holds the text of any record, with its NUL */

/*
 * Writes one packet as text. The packet is as decoded or built: its header bytes, not `type`, determine the text. cfg
 * NULL means SPE_TEXT_CONFIG_INIT.
 *
 * Returns one of:
 * - 0 or a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: in is NULL, or out is NULL while cap is not 0.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_text_config_problem() names it.
 * On failure nothing is written.
 */
SPE_API int spe_packet_text(const struct spe_packet *in, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * Writes a record as text: the texts of its packets in the manual's order, separated by "; ". SPE_TEXT_ARCH adds the
 * record's flags in brackets. cfg NULL means SPE_TEXT_CONFIG_INIT. Takes up to 640 bytes of stack.
 *
 * Returns one of:
 * - 0 or a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: in is NULL, or out is NULL while cap is not 0. Nothing is written.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_text_config_problem() names it. Nothing is written.
 * - SPE_E_KIND, SPE_E_RANGE: a field cannot be a packet (see spe_record_packet()). The cap bytes at out are
 *   unspecified.
 */
SPE_API int spe_record_text(const struct spe_record *in, const struct spe_text_config *cfg, char *out, size_t cap);

/* -- many packets -- */

#define SPE_LINE_TEXT_MAX 2304 /* bytes: room for any line of spe_dump_text() */

/*
 * The bytes that spe_dump_text() consumes. Initialise it with SPE_DUMP_INIT. The size of the struct depends on the
 * target's pointers; it has no padding.
 */
struct spe_dump {
    uint32_t size;     /* sizeof(struct spe_dump) */
    uint32_t is_last;  /* 1: no bytes follow these; 0: more may follow */
    uint64_t offset;   /* offset of bytes[0] in the stream, which the lines show */
    const void *bytes; /* not copied; must stay valid during the call */
    size_t len;        /* number of bytes */
    uint32_t record;   /* what the function remembers of the record; 0 where a record can begin */
    uint32_t reserved; /* zero */
};

/* No bytes, and more may follow. */
#define SPE_DUMP_INIT SPE_SIZED(spe_dump)

/*
 * Writes packets as lines, in the form of `perf script -D`:
 *
 *     .  00000009:  64 64 00 00 00                                  CONTEXT 0x64 el1
 *
 * A Data Source packet has the core's name of its value only after an Operation Type packet of its record whose
 * operation may have one (spe_record_data_source()).
 *
 * A line has the stream offset of the packet's first byte, in at least eight hexadecimal digits; the packet's bytes,
 * in sixteen columns; and its text. Padding has lines of up to sixteen bytes. cfg NULL means SPE_TEXT_CONFIG_INIT.
 *
 * The function consumes bytes and writes their lines to out while there is room for the longest line. Each line ends
 * with a newline, without a NUL. dump->bytes, dump->len and dump->offset move past the consumed bytes. A caller loops:
 *
 *     while ((n = spe_dump_text(&dump, &cfg, out, sizeof out)) > 0)
 *         fwrite(out, 1, (size_t)n, file);
 *
 * Up to 15 bytes may be left in dump->len at the end because they are the beginning of a packet, or padding that may
 * continue: put them before the bytes that follow, and keep dump->record for the next call. If dump->is_last is set, no
 * bytes follow and none are left: an incomplete packet then has a line with "truncated packet (3 more bytes needed)" in
 * place of its text. out must not overlap the bytes. Takes up to 640 bytes of stack.
 *
 * Returns one of:
 * - a positive number: the number of characters written, at most INT32_MAX.
 * - 0: no further line can be written.
 * - SPE_E_ARG: dump or out is NULL, or dump->bytes is NULL while dump->len is not 0.
 * - SPE_E_CONFIG: a member of *cfg is invalid, and spe_text_config_problem() names it; or dump->size is less than the
 *   size of the struct or more than 512, or a byte after the members that this version has is not 0.
 * - SPE_E_SPACE: cap is less than SPE_LINE_TEXT_MAX.
 * On failure *dump and out are unchanged.
 */
SPE_API int spe_dump_text(struct spe_dump *dump, const struct spe_text_config *cfg, char *out, size_t cap);

/* -- words -- */

/*
 * Writes an operation as text, from the CLASS op_class (0 to 3) and the payload (0 to 255) of an Operation Type packet:
 * "general-purpose registers, LDST load", or "LD GP-REG" in SPE_TEXT_PERF, which is "" if perf has no words for a
 * payload.
 *
 * Returns one of:
 * - 0 or a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: op_class is above 3, payload is above 255, or out is NULL while cap is not 0.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_text_config_problem() names it.
 * On failure nothing is written.
 */
SPE_API int spe_op_text(unsigned op_class, unsigned payload, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * Writes one event as text, by its bit number (0 to 63): "l1d_access", or "L1D-ACCESS" in SPE_TEXT_PERF. An event
 * without a name is "impdef[12]" or "reserved[40]", or "12" in SPE_TEXT_PERF.
 *
 * Returns one of:
 * - a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: bit is above 63, or out is NULL while cap is not 0.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_text_config_problem() names it.
 * On failure nothing is written.
 */
SPE_API int spe_event_text(unsigned bit, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * Writes all events of an Events payload as text: "retired, l1d_access, impdef[12]", or "RETIRED L1D-ACCESS IMPDEF:12"
 * in SPE_TEXT_PERF. For 0 it is "none", or "" in SPE_TEXT_PERF.
 *
 * Returns one of:
 * - 0 or a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: out is NULL while cap is not 0.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_text_config_problem() names it.
 * On failure nothing is written.
 */
SPE_API int spe_events_text(uint64_t events, const struct spe_text_config *cfg, char *out, size_t cap);

/*
 * Writes a data source (0 to 65535) as text: the name in the core's manual ("L2 cache"), or a hexadecimal number
 * ("0x8") if no name is known. In SPE_TEXT_PERF it is always a decimal number ("8").
 *
 * Returns one of:
 * - a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: value is above 65535, or out is NULL while cap is not 0.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_text_config_problem() names it.
 * On failure nothing is written.
 */
SPE_API int spe_data_source_text(unsigned value, const struct spe_text_config *cfg, char *out, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
