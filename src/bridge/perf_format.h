/* SPDX-License-Identifier: MIT */
/*
 * perf.data as the kernel and perf define it (linux/perf_event.h, tools/perf/Documentation/perf.data-file-format.txt):
 * numbers, and a row for each event that has a meaning here. Reading and writing walk the same rows: a new event is a
 * new row.
 */
#ifndef SPE_PERF_FORMAT_H
#define SPE_PERF_FORMAT_H

#include <libspe/perf_data.h>

#include "../base/internal.h"

enum {
    /* files */
    PERF_PIPE_HEADER = 16, /* bytes */
    PERF_FILE_HEADER = 104,
    PERF_SECTION = 16, /* offset, size */
    PERF_FEATURE_TRACING_DATA = 1,
    PERF_FEATURE_BUILD_ID = 2,
    PERF_FEATURE_ARCH = 6,
    PERF_FEATURE_NRCPUS = 7,
    PERF_FEATURE_CPUID = 9,
    PERF_FEATURE_NUMA_TOPOLOGY = 14,
    /* events */
    PERF_EVENT_HEADER = 8, /* type, misc, size */
    PERF_EVENT_MAX = 65535,
    PERF_MMAP = 1,
    PERF_LOST = 2,
    PERF_COMM = 3,
    PERF_EXIT = 4,
    PERF_FORK = 7,
    PERF_MMAP2 = 10,
    PERF_AUX = 11,
    PERF_ITRACE_START = 12,
    PERF_LOST_SAMPLES = 13,
    PERF_SWITCH = 14,
    PERF_SWITCH_CPU_WIDE = 15,
    PERF_KSYMBOL = 17,
    PERF_USER_TYPES = 64, /* from here on perf's own events, which have no sample id */
    PERF_HEADER_ATTR = 64,
    PERF_HEADER_TRACING_DATA = 66,
    PERF_HEADER_BUILD_ID = 67,
    PERF_AUXTRACE_INFO = 70,
    PERF_AUXTRACE = 71,
    PERF_TIME_CONV = 79,
    PERF_HEADER_FEATURE = 80,
    PERF_COMPRESSED = 81,
    PERF_COMPRESSED2 = 83,         /* the number of bytes precedes them, zeros follow them up to a multiple of 8 */
    PERF_ARM_SPE = 4,              /* AUXTRACE_INFO's type */
    PERF_BUILD_ID_SIZED = 1 << 15, /* misc of HEADER_BUILD_ID: the byte after the id gives its length */
    /* perf_event_attr: offsets */
    PERF_ATTR_SIZE = 4,
    PERF_ATTR_PERIOD = 16,
    PERF_ATTR_SAMPLE_TYPE = 24,
    PERF_ATTR_FLAGS = 40,
    PERF_ATTR_LEAST = 48,
    PERF_ATTR_MOST = 4096, /* Linux accepts up to a page */
    PERF_ATTR_FREQ = 10,   /* numbers of bits in the flags */
    PERF_ATTR_SAMPLE_ID_ALL = 18,
    /* perf_event_attr.sample_type */
    PERF_SAMPLE_IP = 1 << 0,
    PERF_SAMPLE_TID = 1 << 1,
    PERF_SAMPLE_TIME = 1 << 2,
    PERF_SAMPLE_ADDR = 1 << 3,
    PERF_SAMPLE_ID = 1 << 6,
    PERF_SAMPLE_CPU = 1 << 7,
    PERF_SAMPLE_STREAM_ID = 1 << 9,
    PERF_SAMPLE_DATA_SRC = 1 << 15,
    PERF_SAMPLE_IDENTIFIER = 1 << 16,
    PERF_SAMPLE_PHYS_ADDR = 1 << 19
};

/* A number in an event's body */
struct spe_perf_field {
    uint8_t at;      /* offset in the body */
    uint8_t width;   /* bytes; 0 ends the fields */
    uint16_t member; /* member of struct spe_perf_event: offset and bytes; a number that does not fit is an error ... */
    uint8_t bytes;
    uint8_t is_set; /* ... except for a set of flags, whose low bits are kept */
};

#define SPE_PERF_FIELDS 12

#define PERF_CORE_MAGIC UINT64_C(0x1010101010101010) /* begins a core's metadata */

struct spe_perf_row {
    uint16_t kind;    /* perf's number of the type */
    uint8_t type;     /* SPE_PERF_* */
    uint8_t least;    /* the least bytes of the body */
    uint8_t body;     /* bytes that are written, without the name and the sample id */
    uint8_t name;     /* offset of the name, or 0 */
    uint8_t build_id; /* offset of a possible build id, or 0 */
    struct spe_perf_field fields[SPE_PERF_FIELDS];
};

/* The members of perf_event_attr: config, config1, config2, config3, config4. */
#define SPE_PERF_CONFIGS 5
SPE_TABLE const uint8_t spe_perf_attr_config[SPE_PERF_CONFIGS];

_Static_assert(sizeof((struct spe_perf_event *)0)->config >= SPE_PERF_CONFIGS * 8, "each has room");

/* Return the row for perf's number, or for an event to write; NULL if no row exists. */
SPE_INTERNAL const struct spe_perf_row *spe_perf_row_of_kind(uint32_t kind);
SPE_INTERNAL const struct spe_perf_row *spe_perf_row_to_write(const struct spe_perf_event *event);

/* An event in which nothing is known yet. */
SPE_INTERNAL struct spe_perf_event spe_perf_no_event(void);

/* A number of the file, at p. */
SPE_INTERNAL uint64_t spe_perf_number(const uint8_t *p, unsigned width, int is_big);

/* Reads the body, `size` bytes without the sample id, into the event. Returns NULL, or the reason why it is invalid. */
SPE_INTERNAL const char *spe_perf_read_body(const struct spe_perf_row *row, const uint8_t *body, size_t size,
                                            int is_big, struct spe_perf_event *event);

/* Writes the body without the name, little-endian: row->body bytes. Returns SPE_OK, or SPE_E_RANGE if the build id is
 * too long. */
SPE_INTERNAL int spe_perf_write_body(const struct spe_perf_row *row, const struct spe_perf_event *event, uint8_t *body);

#endif
