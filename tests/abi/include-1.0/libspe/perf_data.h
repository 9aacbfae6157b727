/* SPDX-License-Identifier: MIT */
/*
 * libspe/perf_data.h: perf.data, the file of Linux perf, to streams of SPE bytes and what is said beside them; and
 * back.
 *
 * No I/O and no allocation: the caller gives the file in memory, or a function that reads from it, and storage to work
 * in. Events come out one by one, in the file's order:
 *
 *     static uint64_t storage[SPE_PERF_STORAGE / 8];
 *     static spe_decoder decoders[STREAMS];       // spe_decoder_init() each
 *     spe_perf_reader reader;
 *     struct spe_perf_event event;
 *     spe_perf_reader_init_memory(&reader, file, size, storage, sizeof storage);
 *     while ((status = spe_perf_reader_next(&reader, &event)) == 1)
 *         switch (event.type) {
 *         case SPE_PERF_BUFFER:                       // bytes of a core follow: its decoder
 *             if (event.index >= STREAMS)
 *                 return too_many_cores();
 *             d = &decoders[event.index];
 *             spe_decoder_set_offset(d, event.offset);
 *             break;
 *         case SPE_PERF_BYTES:
 *             spe_decoder_feed(d, event.bytes, (size_t)event.size);
 *             while (spe_decoder_next(d, &record) == 1)
 *                 use(&record);
 *             break;
 *         case SPE_PERF_GAP:                          // bytes are missing here: a record may be cut off
 *             if (spe_decoder_gap(d, event.offset, &record) == 1)
 *                 use(&record);
 *             if (event.aux_flags & SPE_PERF_AUX_INSIDE) // ... and what follows may begin inside another
 *                 spe_decoder_resync(d);
 *             break;
 *         }
 *     if (status < 0)
 *         puts(spe_perf_reader_problem(&reader, &offset));
 *     for (d = decoders; d < decoders + STREAMS; d++)
 *         if (spe_decoder_finish(d, &record) == 1)    // cut off by the end
 *             use(&record);
 *
 * Order is the file's, which is not that of time: COMM and MMAP events may stand behind the bytes that they explain;
 * profilers go through a file twice, or sort. perf pads a buffer to a multiple of eight bytes: up to seven zeros stand
 * behind its last record, padding to a decoder, so that the stream's next buffer may begin up to seven bytes before
 * this one's end: spe_decoder_set_offset() keeps offsets right. (Linux ends a buffer between two records, but for those
 * that AUX events speak of.)
 *
 * Read: regular files and pipes (`perf record -o -`), of either byte order, SPE metadata of version 1 and 2. Every
 * number that the file states is held against what is there before it is used; whatever the file holds, reading ends.
 * Compressed events (perf record -z) come out as SPE_PERF_OTHER. A reader or writer belongs to one thread at a time.
 * These functions take up to 2 KiB of stack.
 */
#ifndef LIBSPE_PERF_DATA_H
#define LIBSPE_PERF_DATA_H

#include <libspe/clock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- events -- */

/* struct spe_perf_event.type. After each: the members that it has, beside type, kind, misc and file_offset. */
enum {
    SPE_PERF_OTHER = 0,  /* bytes and size: the event's body, in the file's byte order; also compressed events */
    SPE_PERF_BUFFER = 1, /* SPE bytes of a core follow: cpu, tid, index, midr, offset, size, reference */
    SPE_PERF_BYTES = 2,  /* some of them: bytes, size, offset; and cpu, tid, index, midr */
    SPE_PERF_GAP = 3,    /* bytes are missing here: offset, where the stream goes on; aux_flags: why; cpu, tid, index,
                            midr */
    SPE_PERF_BUFFER_END = 4, /* the buffer has no more: offset, behind its last byte; cpu, tid, index, midr */
    SPE_PERF_AUX = 5,        /* the kernel added bytes to a buffer: offset, size, aux_flags, cpu, tid, time, is_late */
    SPE_PERF_CLOCK = 6,      /* ticks to perf's clock: clock */
    SPE_PERF_COMM = 7,       /* a thread's name: pid, tid, name, time; misc has SPE_PERF_MISC_EXEC if it began a
                                program */
    SPE_PERF_FORK = 8,       /* a thread began: pid, ppid, tid, ptid, time */
    SPE_PERF_EXIT = 9,       /* a thread ended: likewise */
    SPE_PERF_MMAP = 10,      /* a file was mapped: pid, tid, address, size, file_position, protection, map_flags,
                                device, inode or build_id, name, time */
    SPE_PERF_BUILD_ID = 11,  /* a file's build id: pid, build_id, name */
    SPE_PERF_LOST = 12,      /* perf lost events: lost, time */
    SPE_PERF_START = 13,     /* tracing of a thread began: pid, tid, time */
    SPE_PERF_SWITCH = 14,    /* a thread came, or went (misc has SPE_PERF_MISC_OUT): pid, tid, cpu, time; in traces of a
                                whole core ppid and ptid: who went, or came */
    SPE_PERF_INFO = 15,      /* whose trace it is: pmu_type; size, the number of SPE_PERF_CORE that follow */
    SPE_PERF_CORE = 16,      /* a core, in metadata of version 2: cpu, midr, pmu_type, period: the least,
                                event_filter */
    SPE_PERF_ATTR = 17,      /* what perf was asked to record: pmu_type, period, config. It is SPE if pmu_type is that
                                of SPE_PERF_INFO or _CORE */
    SPE_PERF_EVENTS = 18     /* how many types there are */
};

/* struct spe_perf_event.aux_flags: of PERF_RECORD_AUX ... */
#define SPE_PERF_AUX_TRUNCATED (1u << 0) /* samples were lost behind these bytes */
#define SPE_PERF_AUX_OVERWRITE (1u << 1) /* a snapshot: what was in front of it is gone; offset is behind its bytes */
#define SPE_PERF_AUX_PARTIAL (1u << 2)   /* the last record of these bytes may be cut off: a gap */
#define SPE_PERF_AUX_COLLISION (1u << 3) /* samples were dropped by the hardware */
/* ... and of a gap, not the kernel's: the buffer is not where the stream's last one ended */
#define SPE_PERF_AUX_MOVED (1u << 16)
/* Of a gap, any of these: what follows may begin inside a record. */
#define SPE_PERF_AUX_INSIDE (SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_MOVED)

/* struct spe_perf_event.misc */
#define SPE_PERF_MISC_EXEC (1u << 13)     /* of SPE_PERF_COMM */
#define SPE_PERF_MISC_OUT (1u << 13)      /* of SPE_PERF_SWITCH */
#define SPE_PERF_MISC_BUILD_ID (1u << 14) /* of SPE_PERF_MMAP: build_id is there, device and inode are not */

#define SPE_PERF_NONE 0xffffffffu /* of cpu, pid, tid and their like: not told */
#define SPE_PERF_BUILD_ID_MAX 20  /* bytes */

/*
 * One event. Numbers that the type does not have, or that the file does not tell, are 0; cpu, pid, tid, ppid, ptid are
 * then SPE_PERF_NONE. Pointers are NULL, or into the reader's storage or file: they hold until its next call. Its
 * layout is that of pointers on the target.
 */
struct spe_perf_event {
    uint32_t type;          /* SPE_PERF_* */
    uint32_t kind;          /* perf's number of the event (PERF_RECORD_*) */
    uint32_t misc;          /* the event header's misc */
    uint32_t aux_flags;     /* SPE_PERF_AUX_* */
    uint64_t file_offset;   /* of the event; of SPE_PERF_BYTES, of the bytes */
    uint64_t time;          /* nanoseconds of perf's clock */
    uint64_t offset;        /* in the core's stream of SPE bytes (its AUX area) */
    uint64_t size;          /* bytes; of SPE_PERF_MMAP of memory; of SPE_PERF_INFO cores */
    uint64_t midr;          /* MIDR_EL1 of the core; 0: not known */
    uint64_t reference;     /* of SPE_PERF_BUFFER: perf's own */
    uint64_t address;       /* where the file is mapped */
    uint64_t file_position; /* of the mapped file, bytes */
    uint64_t inode;
    uint64_t inode_generation;
    uint64_t lost;               /* events */
    uint64_t period;             /* operations between samples; 0: perf was given a frequency */
    uint64_t config[4];          /* perf_event_attr.config to config3: ts_enable, filters and the like */
    uint64_t event_filter;       /* bits of PMSEVFR_EL1 that the core has */
    struct spe_perf_clock clock; /* mult 0: the file has none */
    uint32_t cpu;
    uint32_t index; /* of the stream, from 0 on: of a core, or of a thread where perf traced threads (cpu: NONE) */
    uint32_t pid;
    uint32_t tid;
    uint32_t ppid;
    uint32_t ptid;
    uint32_t protection; /* PROT_* of mmap(2) */
    uint32_t map_flags;  /* MAP_* */
    uint32_t device_major;
    uint32_t device_minor;
    uint32_t build_id_size; /* bytes, at most 20 */
    uint32_t is_late; /* of SPE_PERF_AUX: 1 if its bytes come, or came, without the gap that its flags mean: they were
                         out already (read a file, not a pipe, to have gaps in time), or more such events are waiting
                         than there is storage for. From there on records up to the next may be wrong */
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
    uint32_t pmu_type;    /* perf_event_attr.type of the unit; SPE_PERF_NONE: the core has none */
    uint64_t reserved[6]; /* zero */
    const char *name;     /* NUL-terminated */
    const void *bytes;
};

/* An event of which nothing is told yet, for spe_perf_writer_put(): cpu and threads are SPE_PERF_NONE. */
#define SPE_PERF_EVENT_INIT                                                                                            \
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0}, 0, {0, 0, 0, 0, 0, 0}, SPE_PERF_NONE, 0,            \
     SPE_PERF_NONE, SPE_PERF_NONE, SPE_PERF_NONE, SPE_PERF_NONE, 0, 0, 0, 0, 0, 0, {0}, 0, {0, 0, 0, 0, 0, 0},         \
     NULL, NULL}

/* -- reading -- */

#define SPE_PERF_READER_SIZE 768 /* bytes of spe_perf_reader, on every target and in every 1.x version */

/* Caller-owned storage, nothing to free; not to be copied. */
typedef struct spe_perf_reader {
    uint64_t opaque[SPE_PERF_READER_SIZE / 8];
} spe_perf_reader;

/*
 * The caller's function: reads up to `cap` bytes (not 0) of the file from `offset` on into `bytes`. Returns how many, 0
 * only at the file's end, a negative number if reading failed.
 */
typedef int64_t spe_perf_read_fn(void *context, uint64_t offset, void *bytes, size_t cap);

/*
 * spe_perf_reader_init() flags: any offset can be read (pread(2)); else they rise, without gaps (a pipe). What can be
 * read anywhere tells more: AUX events that stand behind the bytes that they are about, build ids, and the core that
 * perf ran on.
 */
#define SPE_PERF_SEEKABLE (1u << 0)

/*
 * The least storage, in bytes, aligned to 8. With more, pieces of bytes are larger, and so are the tables. They have
 * room for cores 0 to 1279 (with more storage: 2047), as many threads where perf traced threads (each buffer of another
 * stream begins with a gap, SPE_PERF_AUX_MOVED, as it is not known where its last one ended), 512 (2048) AUX events
 * with flags whose bytes are still to come (is_late tells of others). Of a file whose attributes differ in what stands
 * at the end of events, at most 512 (2048) event ids are known; other events are read as those of the first attribute.
 */
#define SPE_PERF_STORAGE 163840

/* 1: these are the first bytes of a perf.data file; 0: they are not. len 8 is enough. */
SPE_API int spe_perf_is_file(const void *bytes, size_t len);

/*
 * Begins to read a file through `read`, which gets `context` each time; storage[0..size) is borrowed until the last
 * call. Nothing is read yet. Returns SPE_OK. SPE_E_ARG: a pointer but context is NULL, an unknown flag, storage is not
 * aligned to 8 bytes. SPE_E_SPACE: size is less than SPE_PERF_STORAGE. *r is then not usable.
 */
SPE_API int spe_perf_reader_init(spe_perf_reader *r, spe_perf_read_fn *read, void *context, uint32_t flags,
                                 void *storage, size_t size);

/* The same for a file that is all in memory, file[0..len), borrowed too: bytes come out in place. SPE_E_ARG too: file
 * is NULL while len is not 0. */
SPE_API int spe_perf_reader_init_memory(spe_perf_reader *r, const void *file, size_t len, void *storage, size_t size);

/*
 * The next event. Returns 1 and fills *out whole. 0: the file has ended; *out is untouched. SPE_E_FORMAT: the file is
 * not perf.data, is cut off, or contradicts itself; SPE_E_IO: `read` failed: spe_perf_reader_problem() says more; every
 * later call returns the same. SPE_E_ARG: a pointer is NULL. SPE_E_STATE: *r is not initialised. *out is then
 * untouched.
 *
 * A gap comes where a PARTIAL range of bytes ends, at the beginning of a snapshot, and where a stream's buffer does not
 * begin at the end of its last one. AUX events that do not tell their core are taken to be about the next buffer that
 * has such bytes, as perf record writes them; those behind the last buffer, about that.
 */
SPE_API int spe_perf_reader_next(spe_perf_reader *r, struct spe_perf_event *out);

/* What went wrong, in words ("the file ends inside an event"), and *offset, where in the file, unless it is NULL. NULL:
 * nothing did, or r is NULL or not initialised. The string lives as long as the program. */
SPE_API const char *spe_perf_reader_problem(const spe_perf_reader *r, uint64_t *offset);

/* 64 bytes, the same on every target: what is known of the file as a whole, so far. */
struct spe_perf_file_info {
    uint64_t host_midr;        /* MIDR_EL1 of the core that perf ran on; 0: the file does not tell */
    uint64_t buffers;          /* SPE_PERF_BUFFER so far */
    uint64_t bytes;            /* of them */
    uint64_t position;         /* file offset of what comes next */
    uint32_t metadata_version; /* of SPE's AUXTRACE_INFO, 1 or 2; 0: it has not come yet */
    uint32_t is_pipe;          /* 1: written by `perf record -o -` */
    uint32_t is_swapped;       /* 1: of the other byte order than this machine's */
    uint32_t is_unfinished;    /* 1: perf record did not end the file: data are read to where it breaks off */
    uint64_t late;             /* AUX events with is_late so far */
    uint8_t reserved[8];       /* zero */
};

/* What is known of the file so far; may be called at any time. Returns SPE_OK and fills *out whole. SPE_E_ARG: a
 * pointer is NULL. SPE_E_STATE: *r is not initialised. *out is untouched then. */
SPE_API int spe_perf_reader_info(const spe_perf_reader *r, struct spe_perf_file_info *out);

/* -- writing -- */

#define SPE_PERF_WRITER_SIZE 512 /* bytes of spe_perf_writer, on every target and in every 1.x version */

/* Caller-owned storage, nothing to free; not to be copied. */
typedef struct spe_perf_writer {
    uint64_t opaque[SPE_PERF_WRITER_SIZE / 8];
} spe_perf_writer;

/* The caller's function: writes all of bytes[0..size) at `offset` of the file. Returns 0, or another number if writing
 * failed. */
typedef int spe_perf_write_fn(void *context, uint64_t offset, const void *bytes, size_t size);

/* A core whose samples the file holds; 64 bytes, the same on every target. */
struct spe_perf_core {
    uint64_t midr;
    uint64_t min_interval; /* the least period that it takes (PMSIDR_EL1.Interval); 0: not known */
    uint64_t event_filter; /* bits of PMSEVFR_EL1 that it has; 0: not known */
    uint32_t cpu;
    uint32_t pmu_type;    /* 0: the configuration's */
    uint64_t reserved[4]; /* zero */
};

/* Start from SPE_PERF_WRITER_CONFIG_INIT, then set what is known. Its layout is that of pointers on the target. */
struct spe_perf_writer_config {
    uint32_t size;                     /* sizeof(struct spe_perf_writer_config) */
    uint32_t pmu_type;                 /* of the event attribute; 0: 8, as any dynamic PMU may have */
    uint64_t midr;                     /* of all cores: perf reads data sources by it; 0: not known */
    uint64_t period;                   /* operations between samples; 0: 1 */
    uint64_t config[4];                /* perf_event_attr.config to config3: ts_enable, filters and the like; config3
                                          not 0 makes a file that perf reads from 6.3 on */
    struct spe_perf_clock clock;       /* ticks to time; mult 0: perf shows ticks as nanoseconds */
    uint64_t core_count;               /* where cores differ: metadata of version 2, which perf reads from 6.14 on; */
    const struct spe_perf_core *cores; /* 0 and NULL: of version 1, which every perf reads */
};

#define SPE_PERF_WRITER_CONFIG_INIT                                                                                    \
    {sizeof(struct spe_perf_writer_config), 0, 0, 0, {0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, 0, NULL}

/* Which member of a configuration is wrong: its name, "reserved" for a byte beyond what this version knows that is not
 * zero. NULL: none is, or cfg is NULL. The string lives as long as the program. */
SPE_API const char *spe_perf_writer_config_mistake(const struct spe_perf_writer_config *cfg);

/*
 * Begins a file: a regular, little-endian one. What is known is written at once through `write`, which gets `context`
 * each time; offsets rise but for sizes that are filled in later, when they are known. cfg NULL:
 * SPE_PERF_WRITER_CONFIG_INIT. *cfg is copied, cfg->cores is not needed after the call.
 * Returns SPE_OK. SPE_E_ARG: w or write is NULL. SPE_E_CONFIG: cfg->size is less than that of the struct or more than
 * 512, a byte beyond what this version knows is not zero, clock.shift is above 32, core_count is above 1100, cores is
 * NULL while core_count is not 0, or a core's reserved is not zero (spe_perf_writer_config_mistake() tells which).
 * SPE_E_IO: `write` failed. *w is then not usable.
 */
SPE_API int spe_perf_writer_init(spe_perf_writer *w, const struct spe_perf_writer_config *cfg, spe_perf_write_fn *write,
                                 void *context);

/*
 * Appends an event, as spe_perf_reader_next() gives it: SPE_PERF_BUFFER, whose size may be 0: what follows tells;
 * SPE_PERF_BYTES, of which only bytes and size are read, any number of them; SPE_PERF_BUFFER_END; and between buffers
 * SPE_PERF_AUX, _COMM, _FORK, _EXIT, _MMAP, _BUILD_ID, _LOST, _START, _SWITCH. Members that the type does not have are
 * not read. SPE_PERF_CLOCK, _INFO, _CORE, _ATTR, _GAP and _OTHER are passed over: all but the last two are the
 * configuration's, gaps follow from AUX events.
 *
 * A buffer is padded with zeros to a multiple of eight bytes, as perf does, which a reader takes for SPE's padding: end
 * it between records, or put an SPE_PERF_AUX event with SPE_PERF_AUX_PARTIAL for its bytes.
 *
 * Returns SPE_OK. SPE_E_ARG: a pointer is NULL, bytes is NULL while size is not 0. SPE_E_STATE: *w is not initialised,
 * or has ended; SPE_PERF_BYTES or _BUFFER_END outside a buffer, others inside one. SPE_E_RANGE: a name of 4096 bytes or
 * more, a build id of more than 20, a buffer of more than 2^63 bytes, more bytes in a buffer than the size it was begun
 * with, or fewer. SPE_E_KIND: no such type. The file is then as it was. SPE_E_IO: `write` failed: every later call
 * returns it.
 */
SPE_API int spe_perf_writer_put(spe_perf_writer *w, const struct spe_perf_event *event);

/*
 * Ends the file: the sizes that are in its header, and features: the architecture, the CPUs up to the highest that was
 * told (none above 65536), in one node, and `midr`; without them perf c2c refuses a file. Returns SPE_OK. SPE_E_ARG: w
 * is NULL. SPE_E_STATE: *w is not initialised, has ended, or is inside a buffer. SPE_E_IO as above.
 */
SPE_API int spe_perf_writer_finish(spe_perf_writer *w);

#ifdef __cplusplus
}
#endif

#endif
