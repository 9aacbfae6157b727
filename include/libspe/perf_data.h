/* SPDX-License-Identifier: MIT */
/*
 * libspe/perf_data.h: reads perf.data, the file of Linux perf, as streams of SPE bytes and events about them, and
 * writes such files.
 *
 * The library does no I/O and no allocation. The caller provides the file in memory, or a function that reads it, and
 * working storage. Events are delivered one by one, in the order of the file:
 *
 *     static uint64_t storage[SPE_PERF_STORAGE / 8];
 *     static spe_decoder decoders[STREAMS];       // spe_decoder_init() each
 *     spe_perf_reader reader;
 *     struct spe_perf_event event;
 *     spe_perf_reader_init_memory(&reader, file, size, storage, sizeof storage);
 *     while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
 *         if (event.index >= STREAMS)
 *             return too_many_cores();
 *         d = &decoders[event.index];
 *         switch (spe_perf_feed(d, &event, &record)) {
 *         case SPE_PERF_FEED_CUT:                     // bytes are missing after this part of a record
 *             use(&record);
 *             break;
 *         case SPE_PERF_FEED_RECORDS:
 *             while (spe_decoder_next(d, &record) == 1)
 *                 use(&record);
 *             break;
 *         }
 *     }
 *     if (status < 0)
 *         puts(spe_perf_reader_problem(&reader, &offset));
 *     for (d = decoders; d < decoders + STREAMS; d++)
 *         if (spe_decoder_finish(d, &record) == 1)    // cut off by the end
 *             use(&record);
 *
 * The order of the file is not the order of time: COMM and MMAP events may follow the bytes that they explain.
 * Profilers read a file twice, or sort its events. perf pads each buffer with zeros to a multiple of 8 bytes. A decoder
 * sees up to 7 zeros after the last record as padding, and the stream's next buffer may begin up to 7 bytes before the
 * end of this one; spe_decoder_set_offset() keeps offsets right. (Linux ends a buffer between two records, except where
 * AUX events report otherwise.)
 *
 * The reader accepts regular files and pipes (`perf record -o -`) of either byte order, with SPE metadata of version 1
 * or 2. It checks every number in the file before it uses it. Reading always ends, whatever the file holds. For files
 * of perf record -z the caller provides a function that decompresses events (spe_perf_reader_decompress()). A reader or
 * writer belongs to one thread at a time. These functions take up to 2 KiB of stack.
 */
#ifndef LIBSPE_PERF_DATA_H
#define LIBSPE_PERF_DATA_H

#include <libspe/clock.h>
#include <libspe/decoder.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- events -- */

/*
 * Values of struct spe_perf_event.type. Each comment lists the members that the type has, in addition to type, kind,
 * misc and file_offset. Pass every event to spe_perf_feed(), whatever its type. What version 1.0 delivers as
 * SPE_PERF_OTHER stays so in later versions, unless a program requests more of the reader.
 */
enum {
    SPE_PERF_OTHER = 0,  /* bytes and size: the event's body, in the file's byte order */
    SPE_PERF_BUFFER = 1, /* SPE bytes of a core follow: cpu, tid, index, midr, pmu_type, offset, size, reference */
    SPE_PERF_BYTES = 2,  /* some of these bytes: bytes, size, offset, cpu, tid, index, midr, pmu_type */
    SPE_PERF_GAP = 3,    /* bytes are missing here: offset (where the stream continues), aux_flags (the reason), cpu,
                            tid, index, midr, pmu_type. With SPE_PERF_AUX_MOVED, offset less that of the stream's last
                            SPE_PERF_BUFFER_END is the number of missing bytes, if it is positive */
    SPE_PERF_BUFFER_END = 4, /* the buffer ends: offset (just past its last byte), cpu, tid, index, midr,
                                pmu_type */
    SPE_PERF_AUX = 5,        /* the kernel added bytes to a buffer: offset, size, aux_flags, cpu, pid, tid, time,
                                lost_gap */
    SPE_PERF_CLOCK = 6,      /* the conversion of ticks to perf's clock: clock */
    SPE_PERF_COMM = 7,       /* a thread got a name: pid, tid, name, time; misc has SPE_PERF_MISC_EXEC if it started a
                                program */
    SPE_PERF_FORK = 8,       /* a thread started: pid, ppid, tid, ptid, time */
    SPE_PERF_EXIT = 9,       /* a thread ended: pid, ppid, tid, ptid, time */
    SPE_PERF_MMAP = 10,      /* a file was mapped: pid, tid, address, size, file_position, protection, map_flags,
                                device, inode or build_id, name, time */
    SPE_PERF_BUILD_ID = 11,  /* a file's build id: pid, build_id, name */
    SPE_PERF_LOST = 12,      /* perf lost events: lost, time */
    SPE_PERF_START = 13,     /* tracing of a thread started: pid, tid, time */
    SPE_PERF_SWITCH = 14,    /* a thread was switched in, or out (misc has SPE_PERF_MISC_OUT): pid, tid, cpu, time; in
                                traces of a whole core also ppid and ptid: the thread that was switched out, or in */
    SPE_PERF_INFO = 15,      /* the PMU of the trace: pmu_type; size, the number of SPE_PERF_CORE events that follow */
    SPE_PERF_CORE = 16,      /* a core, in metadata of version 2: cpu, midr, pmu_type, period (the smallest),
                                event_filter */
    SPE_PERF_ATTR = 17,      /* what perf was configured to record: pmu_type, period, config. It is SPE if pmu_type is
                                that of SPE_PERF_INFO or SPE_PERF_CORE */
    SPE_PERF_KSYMBOL = 18,   /* the kernel made code, such as an eBPF program: address, size, name, time; map_flags is 1
                                if the code is gone, otherwise 0 */
    SPE_PERF_FEATURE = 19,   /* a part of the file about the machine or the recording, such as its nodes of memory:
                                reference, the number that perf gives it (HEADER_*); bytes and size. misc has
                                SPE_PERF_MISC_SWAPPED if its numbers are in the other byte order. Build ids and
                                tracing data are left out, and parts for which the storage has no room: storage of three
                                times a part's size is enough, and SPE_PERF_STORAGE for parts of 65535 bytes */
    SPE_PERF_REPEATED = 20   /* as SPE_PERF_BYTES, but the stream's previous buffer had these bytes, too: perf writes
                                the whole ring of a snapshot again at each signal */
};

/* Flags of struct spe_perf_event.aux_flags, from PERF_RECORD_AUX. */
#define SPE_PERF_AUX_TRUNCATED (1u << 0) /* samples were lost after these bytes; no bytes are missing */
#define SPE_PERF_AUX_OVERWRITE (1u << 1) /* a snapshot: earlier bytes are lost; offset is just past its bytes */
#define SPE_PERF_AUX_PARTIAL (1u << 2)   /* the last record of these bytes may be cut off: a gap */
#define SPE_PERF_AUX_COLLISION (1u << 3) /* the hardware dropped samples */
/*
 * Flag of struct spe_perf_event.aux_flags of a gap, from the reader and not from the kernel: the buffer does not start
 * where the stream's previous one ended.
 */
#define SPE_PERF_AUX_MOVED (1u << 16)
/*
 * Flag of struct spe_perf_event.aux_flags of a gap, from the reader, together with OVERWRITE, MOVED, or flags of later
 * versions: the next bytes may be inside a record.
 */
#define SPE_PERF_AUX_INSIDE (1u << 17)

/* Values of struct spe_perf_event.lost_gap: why a gap that the AUX event's flags mean is not delivered. */
enum {
    SPE_PERF_GAP_KEPT = 0,   /* the gap is delivered, or the flags report no gap */
    SPE_PERF_GAP_LATE = 1,   /* its bytes were delivered before the event was read: a pipe cannot be read ahead */
    SPE_PERF_GAP_NO_ROOM = 2 /* the table of these events is full */
};

/* Flags of struct spe_perf_event.misc. */
#define SPE_PERF_MISC_EXEC (1u << 13)     /* in SPE_PERF_COMM */
#define SPE_PERF_MISC_OUT (1u << 13)      /* in SPE_PERF_SWITCH */
#define SPE_PERF_MISC_BUILD_ID (1u << 14) /* in SPE_PERF_MMAP: it has build_id instead of device and inode */
#define SPE_PERF_MISC_SWAPPED (1u << 16)  /* in SPE_PERF_FEATURE, from the reader: numbers have the other byte order */

#define SPE_PERF_NONE 0xffffffffu /* of cpu, pid, tid and the like: not known */
#define SPE_PERF_BUILD_ID_MAX 20  /* bytes */

/*
 * One event. Numbers that the type lacks, or that the file does not give, are 0; cpu, pid, tid, ppid and ptid become
 * SPE_PERF_NONE. Pointers are NULL, or point into the reader's storage or file, and are valid until the next call of
 * the reader. The size of the struct depends on the target's pointers.
 */
struct spe_perf_event {
    uint32_t type;          /* SPE_PERF_* */
    uint32_t kind;          /* perf's number of the event (PERF_RECORD_*) */
    uint32_t misc;          /* the event header's misc */
    uint32_t aux_flags;     /* SPE_PERF_AUX_* */
    uint64_t file_offset;   /* of the event; for SPE_PERF_BYTES, of the bytes; if the event was compressed, of the
                               compressed event that holds its end */
    uint64_t time;          /* nanoseconds of perf's clock */
    uint64_t offset;        /* in the core's stream of SPE bytes (its AUX area) */
    uint64_t size;          /* bytes; SPE_PERF_MMAP: bytes of memory; SPE_PERF_INFO: number of cores */
    uint64_t midr;          /* MIDR_EL1 of the core; 0: not known, also if it may be one of several. With metadata of
                               version 1 it is host_midr, which a file has at its end: SPE_PERF_SEEKABLE finds it */
    uint64_t reference;     /* SPE_PERF_BUFFER and _FEATURE: perf's own number */
    uint64_t address;       /* where the file is mapped */
    uint64_t file_position; /* offset in the mapped file, bytes */
    uint64_t inode;
    uint64_t inode_generation;
    uint64_t lost;               /* number of events */
    uint64_t period;             /* operations between samples; 0: perf was given a frequency */
    uint64_t config[8];          /* perf_event_attr.config to config4: ts_enable, filters and the like; the rest is 0.
                                    The rest of a longer attribute (up to 4096 bytes) is ignored */
    uint64_t event_filter;       /* the bits of PMSEVFR_EL1 that the core has */
    struct spe_perf_clock clock; /* mult 0: the file has none */
    uint32_t cpu;
    uint32_t index; /* number of the stream, as the file has it: that of a core, or that of a thread if perf traced
                       threads (then cpu is SPE_PERF_NONE). perf counts from 0, but a file may have any number. In a
                       file that you write, each core, or each thread, needs its own */
    uint32_t pid;
    uint32_t tid;
    uint32_t ppid;
    uint32_t ptid;
    uint32_t protection; /* PROT_* of mmap(2) */
    uint32_t map_flags;  /* MAP_* */
    uint32_t device_major;
    uint32_t device_minor;
    uint32_t build_id_size; /* bytes, at most 20 */
    uint32_t lost_gap; /* SPE_PERF_AUX: SPE_PERF_GAP_*. If it is not SPE_PERF_GAP_KEPT, the event's flags mean a gap
                          that the reader does not deliver, and records around it may be wrong */
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
    uint32_t pmu_type;    /* perf_event_attr.type of the PMU; SPE_PERF_NONE: the core has none, or it is not known */
    uint64_t reserved[6]; /* zero */
    const char *name;     /* NUL-terminated */
    const void *bytes;
};

/*
 * An event without values, to be filled in for spe_perf_writer_put(): cpu, pid, tid, ppid and ptid are SPE_PERF_NONE,
 * all else is 0.
 */
#ifdef __cplusplus
extern "C++" inline spe_perf_event spe_perf_event_of_none()
{
    spe_perf_event event = spe_perf_event();
    event.cpu = event.pid = event.tid = event.ppid = event.ptid = SPE_PERF_NONE;
    return event;
}
#define SPE_PERF_EVENT_INIT spe_perf_event_of_none()
#else
#define SPE_PERF_EVENT_INIT                                                                                            \
    {                                                                                                                  \
        .cpu = SPE_PERF_NONE, .pid = SPE_PERF_NONE, .tid = SPE_PERF_NONE, .ppid = SPE_PERF_NONE, .ptid = SPE_PERF_NONE \
    }
#endif

/* -- reading -- */

#define SPE_PERF_READER_SIZE 768 /* bytes of spe_perf_reader, on every target and in every 1.x version */

/* Storage that the caller provides; nothing needs to be freed. It must not be copied. */
typedef struct spe_perf_reader {
    uint64_t opaque[SPE_PERF_READER_SIZE / 8];
} spe_perf_reader;

/*
 * The caller's function that reads up to `cap` bytes (not 0) of the file at `offset` into `bytes`. It returns the
 * number of bytes read, 0 only at the end of the file, or a negative number if reading failed.
 */
typedef int64_t spe_perf_read_fn(void *context, uint64_t offset, void *bytes, size_t cap);

/*
 * Flags of spe_perf_reader_init(). SPE_PERF_SEEKABLE: `read` accepts any offset (pread(2)). Without it offsets ascend
 * without gaps (a pipe). A seekable file gives more: AUX events that follow the bytes that they describe, build ids,
 * features, and the core that perf ran on.
 *
 * SPE_PERF_NO_BYTES, together with SPE_PERF_SEEKABLE: the bytes of buffers are skipped. In SPE_PERF_BYTES `bytes` is
 * NULL, and `size` also counts padding. A first pass that reads little gives all other events this way, before the
 * first record is decoded.
 */
#define SPE_PERF_SEEKABLE (1u << 0)
#define SPE_PERF_NO_BYTES (1u << 1)

/*
 * The smallest storage in bytes; storage is aligned to 8 bytes. With more storage the pieces of bytes are larger, and
 * so are the tables. The tables have room for:
 * - cores 0 to 1279 (with more storage: 0 to 2047);
 * - the same number of threads, if perf traced threads. For any further core or thread, each buffer starts with a gap,
 *   SPE_PERF_AUX_MOVED, because the end of its previous buffer is not known;
 * - 512 (2048) AUX events with flags whose bytes have not been delivered yet (lost_gap marks any further event)
 * - 512 (2048) event ids and 8 formats of the data at the end of events, if attributes differ in it. Of any further
 *   event the thread, core and time are not known (unknown_ids counts them).
 */
#define SPE_PERF_STORAGE 256000

/* Returns 1 if these are the first bytes of a perf.data file, else 0. The first 8 bytes are enough. */
SPE_API int spe_perf_is_file(const void *bytes, size_t len);

/*
 * Initialises *r to read a file through `read`, which receives `context` in each call. The reader borrows
 * storage[0..size) until the last call. This call reads nothing.
 *
 * Returns one of:
 * - SPE_OK: *r is ready.
 * - SPE_E_ARG: a pointer other than context is NULL, flags has an unknown flag, or only SPE_PERF_NO_BYTES, or storage
 *   is not aligned to 8 bytes.
 * - SPE_E_SPACE: size is less than SPE_PERF_STORAGE.
 * On failure *r is not usable.
 */
SPE_API int spe_perf_reader_init(spe_perf_reader *r, spe_perf_read_fn *read, void *context, uint32_t flags,
                                 void *storage, size_t size);

/*
 * Initialises *r to read a file that is in memory, file[0..len). The reader borrows file and storage until the last
 * call, and delivers bytes in place.
 *
 * Returns one of:
 * - SPE_OK: *r is ready.
 * - SPE_E_ARG: r or storage is NULL, file is NULL while len is not 0, or storage is not aligned to 8 bytes.
 * - SPE_E_SPACE: size is less than SPE_PERF_STORAGE.
 * On failure *r is not usable.
 */
SPE_API int spe_perf_reader_init_memory(spe_perf_reader *r, const void *file, size_t len, void *storage, size_t size);

/*
 * Compressed events, as the function receives them that decompresses them. The size of the struct depends on the
 * target's pointers.
 */
struct spe_perf_compressed {
    uint64_t file_offset; /* of bytes[0] */
    uint32_t stream;      /* 0: events in their order; 1: the same events again, read ahead for AUX events */
    uint32_t reserved0;   /* zero */
    const void *bytes;    /* compressed bytes: the bytes after the last call's for this stream */
    size_t size;          /* their number; 0: only more output of earlier bytes is wanted */
    size_t used;          /* 0; the function sets it to the number of bytes that it has used */
    const void *reserved; /* NULL. On every target the struct ends with it, without padding */
};

/*
 * The caller's function that decompresses bytes of compressed events, which perf compresses with zstd. All compressed
 * events of a file are one zstd stream: its state continues from call to call. Each number in->stream needs a state of
 * its own. (perf record --threads writes a file, and so a stream, for each thread: a function that reads them one after
 * another begins again where in->file_offset passes from one file to the next.)
 *
 * The function uses some or all of the bytes, sets in->used to their number, and writes up to `cap` bytes of output
 * (not 0) to `out`. It returns the number of bytes written, or a negative number if the bytes are damaged. While it
 * fills `out`, or uses bytes, it is called again. If it neither uses bytes nor writes any, the bytes count as damaged.
 * The output of a call that fails is not used. Which gaps are found just before damaged bytes may therefore depend on
 * how many bytes each call gets. ZSTD_decompressStream() fits.
 */
typedef int64_t spe_perf_decompress_fn(void *context, struct spe_perf_compressed *in, void *out, size_t cap);

/* Bytes of storage for spe_perf_reader_decompress(), aligned to 8 bytes. */
#define SPE_PERF_DECOMPRESS_STORAGE 131072

/*
 * Provides the reader with a function that decompresses compressed events, and with storage for what it decompresses.
 * `decompress` receives `context` in each call. The reader borrows storage[0..size) until the last call. The events
 * are delivered as if they had not been compressed. Without this call the reader fails at the first compressed event,
 * with SPE_E_FORMAT. Call it after spe_perf_reader_init() or _init_memory(), before the first event.
 *
 * A file cannot make the reader use more memory, or do more work, than its size allows: an event that grows to more
 * than 1024 times its size is refused, as is an event of a type that perf does not compress.
 *
 * Returns one of:
 * - SPE_OK: compressed events will be decompressed.
 * - SPE_E_ARG: r, decompress or storage is NULL, or storage is not aligned to 8 bytes.
 * - SPE_E_SPACE: size is less than SPE_PERF_DECOMPRESS_STORAGE.
 * - SPE_E_STATE: *r is not initialised, or has been read from.
 * On failure the reader is unchanged.
 */
SPE_API int spe_perf_reader_decompress(spe_perf_reader *r, spe_perf_decompress_fn *decompress, void *context,
                                       void *storage, size_t size);

/*
 * Delivers the next event.
 *
 * There is a gap at the end of a PARTIAL range of bytes, at the start of the first snapshot of a stream, before a range
 * of a snapshot that follows no other one, and at the start of a buffer that begins neither where the stream's previous
 * buffer ended nor up to 7 bytes before. An AUX event that does not name its core is taken to describe the next buffer
 * that has such bytes, because perf record writes such events before the buffer. AUX events after the last buffer are
 * taken to describe the last buffer.
 *
 * A buffer that begins earlier may repeat bytes of the previous one. Its first bytes are SPE_PERF_REPEATED if they are
 * the same, and there is no gap. In a pipe, whose earlier bytes are gone, they are taken to be the same if AUX events
 * name fewer new bytes than the buffer has.
 *
 * Two gaps are not found. In a snapshot that wrapped around its ring, an earlier session of the event may have ended
 * in a PARTIAL range: the record that was cut there joins what follows it. And AUX events of 8 KiB or more, which no
 * kernel writes, are not read ahead: their ranges have no gaps.
 *
 * Returns one of:
 * - 1: every member of *out is set.
 * - 0: the file has ended.
 * - SPE_E_FORMAT: the file is not perf.data, contradicts itself, or is cut off in its events (after them:
 *   spe_perf_file_info.features_missing); or it has compressed events that are damaged, or for which no function was
 *   given (spe_perf_reader_decompress()). spe_perf_reader_problem() gives details. Every later call returns the same.
 * - SPE_E_IO: `read` failed, or a function of the caller's gave more bytes than were requested.
 *   spe_perf_reader_problem() gives details. Every later call returns the same.
 * - SPE_E_ARG: r or out is NULL.
 * - SPE_E_STATE: *r is not initialised.
 * Unless it returns 1, *out is unchanged.
 */
SPE_API int spe_perf_reader_next(spe_perf_reader *r, struct spe_perf_event *out);

/* Results of spe_perf_feed(): what the caller does next. */
enum {
    SPE_PERF_FEED_NOTHING = 0, /* nothing: read the next event */
    SPE_PERF_FEED_CUT = 1,     /* use *out, a record that was cut off, flagged SPE_RECORD_TRUNCATED */
    SPE_PERF_FEED_RECORDS = 2  /* take records, by spe_decoder_next() or another call of its type, until none is left */
};

/*
 * Feeds an event to the decoder of its stream (event->index). SPE_PERF_BUFFER sets the offset of the next bytes.
 * SPE_PERF_BYTES are borrowed, as by spe_decoder_feed(). SPE_PERF_GAP ends the record in progress; if the gap has
 * SPE_PERF_AUX_INSIDE, the decoder skips the next bytes up to a record (spe_decoder_resync()). SPE_PERF_REPEATED bytes
 * are not decoded again. If the cores sample
 * instructions, the decoder finds the right record more often with SPE_DECODE_ARCH_INST. Other events do not concern a
 * decoder.
 *
 * Returns one of:
 * - SPE_PERF_FEED_NOTHING, SPE_PERF_FEED_RECORDS: *out is unchanged.
 * - SPE_PERF_FEED_CUT: *out is the record that was cut off.
 * - SPE_E_ARG: d, event or out is NULL, or event->bytes is NULL although the event has bytes.
 * - SPE_E_STATE: for SPE_PERF_BUFFER, _BYTES, _REPEATED and _GAP: *d is not initialised, is finished, or holds bytes
 *   whose records were not taken.
 * On failure the decoder and *out are unchanged.
 */
SPE_API int spe_perf_feed(spe_decoder *d, const struct spe_perf_event *event, struct spe_record *out);

/*
 * Returns the reason for a failure in words ("the file ends inside an event"). If offset is not NULL, it stores in
 * *offset where in the file the failure is. Returns NULL if nothing failed, or if r is NULL or not initialised. The
 * string lives as long as the program.
 */
SPE_API const char *spe_perf_reader_problem(const spe_perf_reader *r, uint64_t *offset);

/*
 * The account of the bytes of a stream: of what AUX events name, and of what the file has. 320 bytes, the same on every
 * target. It balances: named - missing == bytes - unnamed. Sums of the first eight members balance, too.
 */
struct spe_perf_account {
    uint64_t named;     /* bytes that AUX events name, each once; those of snapshots are not here, because their offsets
                           begin again at the end of the ring */
    uint64_t missing;   /* ... which the file lacks */
    uint64_t bytes;     /* bytes that the file has, each once: SPE_PERF_BYTES without padding */
    uint64_t unnamed;   /* ... which no AUX event names: all of them in snapshots, and in files without AUX events */
    uint64_t repeated;  /* bytes that the file has again: SPE_PERF_REPEATED */
    uint64_t padding;   /* zeros that perf has added to buffers, up to 7 each, as far as the next buffer shows it */
    uint64_t buffers;   /* SPE_PERF_BUFFER */
    uint64_t snapshots; /* ... of streams with AUX events of snapshots */
    uint64_t state[24]; /* what waits for the other side */
    uint64_t reserved[8]; /* zero */
};

/*
 * Adds an event to the account of its stream. *account is zero before the first one. The stream of an SPE_PERF_AUX
 * event is that of its core (cpu) or, if perf traced threads, of its thread (tid); its index is 0. The first
 * SPE_PERF_BUFFER, which may follow AUX events, says which: cpu is SPE_PERF_NONE if perf traced threads. Events that
 * concern no bytes are ignored. Up to eight ranges wait until the other side, bytes or AUX events, has reached them. If
 * there are more, the two oldest count as one range with a hole: what is missing or unnamed of them is exact if the
 * other side then has all of their bytes. If the hole is larger than 4 GiB, the oldest range stays missing or unnamed.
 *
 * Returns one of:
 * - SPE_OK: the event is added, or ignored.
 * - SPE_E_ARG: account or event is NULL. *account is unchanged.
 */
SPE_API int spe_perf_account_add(struct spe_perf_account *account, const struct spe_perf_event *event);

/* Information about the part of the file that has been read. 128 bytes, the same on every target. */
struct spe_perf_file_info {
    uint64_t host_midr;        /* MIDR_EL1 of the core that perf ran on; 0: the file does not give it */
    uint64_t buffers;          /* number of SPE_PERF_BUFFER events so far */
    uint64_t bytes;            /* bytes in these buffers, without those that are repeated */
    uint64_t position;         /* file offset of the next event */
    uint32_t metadata_version; /* version of SPE's AUXTRACE_INFO, 1 or 2; 0: it has not been read yet */
    uint32_t is_pipe;          /* 1: the file was written by `perf record -o -` */
    uint32_t is_swapped;       /* 1: the file's byte order is not that of this machine */
    uint32_t is_unfinished;    /* 1: perf record did not finish the file: events are read up to the point where it
                                  breaks off */
    uint64_t late;             /* number of AUX events with SPE_PERF_GAP_LATE so far */
    uint64_t no_room;          /* ... with SPE_PERF_GAP_NO_ROOM, and of the gaps noticed by reading ahead */
    uint64_t unknown_ids;      /* number of events whose id is not in the table, although attributes differ */
    uint64_t features_missing; /* number of the file's features that could not be read: it was cut off after its events,
                                  which are whole. 0 without SPE_PERF_SEEKABLE or memory */
    uint64_t reserved[6];      /* zero */
};

/*
 * Gives information about the part of the file that has been read. It may be called at any time.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: r or out is NULL. *out is unchanged.
 * - SPE_E_STATE: *r is not initialised. *out is unchanged.
 */
SPE_API int spe_perf_reader_info(const spe_perf_reader *r, struct spe_perf_file_info *out);

/* -- writing -- */

#define SPE_PERF_WRITER_SIZE 512 /* bytes of spe_perf_writer, on every target and in every 1.x version */

/* Storage that the caller provides; nothing needs to be freed. It must not be copied. */
typedef struct spe_perf_writer {
    uint64_t opaque[SPE_PERF_WRITER_SIZE / 8];
} spe_perf_writer;

/*
 * The caller's function that writes all of bytes[0..size) at `offset` of the file. It returns 0, or another number if
 * writing failed.
 */
typedef int spe_perf_write_fn(void *context, uint64_t offset, const void *bytes, size_t size);

/* A core whose samples the file holds; 64 bytes, the same on every target. */
struct spe_perf_core {
    uint64_t midr;
    uint64_t min_interval; /* the smallest period that the core's maker recommends (PMSIDR_EL1.Interval, D24.7.14);
                              0: not known */
    uint64_t event_filter; /* the bits of PMSEVFR_EL1 that the core has; 0: not known */
    uint32_t cpu;
    uint32_t pmu_type;    /* 0: that of the configuration */
    uint64_t reserved[4]; /* zero */
};

/*
 * The configuration of a writer. Initialise it with SPE_PERF_WRITER_CONFIG_INIT, then set the known members. The size
 * of the struct depends on the target's pointers.
 */
struct spe_perf_writer_config {
    uint32_t size;                     /* sizeof(struct spe_perf_writer_config) */
    uint32_t pmu_type;                 /* type of the event attribute; 0 means 8, which any dynamic PMU may have */
    uint64_t midr;                     /* MIDR_EL1 of all cores: perf needs it for data sources; 0: not known */
    uint64_t period;                   /* operations between samples; 0 means 1 */
    uint64_t config[8];                /* perf_event_attr.config to config4: ts_enable, filters and the like. If config3
                                          is not 0, the file needs perf 6.3 or later; if config4 (the filter by data
                                          source) is not 0, perf 6.19 or later. The rest must be 0 */
    struct spe_perf_clock clock;       /* conversion of ticks to time; with mult 0 perf shows ticks as nanoseconds */
    uint64_t core_count;               /* number of cores[], if cores differ: metadata of version 2, which perf 6.14 or
                                          later reads */
    const struct spe_perf_core *cores; /* NULL and core_count 0: metadata of version 1, which every perf reads */
    const void *reserved;              /* NULL. On every target it ends the struct, without padding */
};

#define SPE_PERF_WRITER_CONFIG_INIT SPE_SIZED(spe_perf_writer_config)

/*
 * Returns the name of the first invalid member of a configuration: "size" (less than the size in version 1.0, or more
 * than 512), "reserved" (that member, or a byte after the members that this version has, is not 0), "config" (config[5]
 * or a later one is not 0), "clock" (shift is above 32), "core_count" (above 1100), "cores" (NULL while core_count is
 * not 0, or reserved of a core is not 0). Returns NULL if no member is invalid or cfg is NULL. The string lives as long
 * as the program.
 */
SPE_API const char *spe_perf_writer_config_problem(const struct spe_perf_writer_config *cfg);

/*
 * Starts a regular, little-endian file. The function immediately writes everything already known, through `write`,
 * which receives `context` in each call. Offsets ascend, except that sizes are filled in when they are known. cfg NULL
 * means SPE_PERF_WRITER_CONFIG_INIT. *cfg is copied; cfg->cores is not needed after the call.
 *
 * Returns one of:
 * - SPE_OK: *w is ready.
 * - SPE_E_ARG: w or write is NULL.
 * - SPE_E_CONFIG: a member of *cfg is invalid; spe_perf_writer_config_problem() names it.
 * - SPE_E_IO: `write` failed.
 * On failure *w is not usable.
 */
SPE_API int spe_perf_writer_init(spe_perf_writer *w, const struct spe_perf_writer_config *cfg, spe_perf_write_fn *write,
                                 void *context);

/*
 * Appends an event of the form that spe_perf_reader_next() delivers:
 * - SPE_PERF_BUFFER starts a buffer. Its size may be 0: the bytes that follow determine it.
 * - SPE_PERF_BYTES and SPE_PERF_REPEATED, any number of them, add bytes to the buffer. Only bytes and size are read.
 * - SPE_PERF_BUFFER_END ends the buffer.
 * - SPE_PERF_AUX, _COMM, _FORK, _EXIT, _MMAP, _BUILD_ID, _LOST, _START, _SWITCH and _KSYMBOL are written between
 *   buffers.
 * - SPE_PERF_CLOCK, _INFO, _CORE and _ATTR are ignored, because the configuration has their content. SPE_PERF_GAP,
 *   _FEATURE and _OTHER are ignored, too: AUX events describe gaps.
 * Members that the type lacks are not read.
 *
 * A buffer is padded with zeros to a multiple of 8 bytes, as by perf; a reader takes them for SPE's padding. So end a
 * buffer between records, or write an SPE_PERF_AUX event with SPE_PERF_AUX_PARTIAL for its bytes.
 *
 * Returns one of:
 * - SPE_OK: the event is written, or ignored.
 * - SPE_E_ARG: w or event is NULL, or bytes is NULL while size is not 0.
 * - SPE_E_STATE: *w is not initialised, or is finished; or SPE_PERF_BYTES, _REPEATED or _BUFFER_END comes outside a
 *   buffer, or another event inside one.
 * - SPE_E_RANGE: a name has 4096 bytes or more, a build id has more than 20, a buffer has 2^63 bytes or more, the bytes
 *   in a buffer are more or fewer than the size with which it was started, or size or map_flags of SPE_PERF_KSYMBOL
 *   have more than 32 or 16 bits.
 * - SPE_E_KIND: the type is unknown.
 * - SPE_E_IO: `write` failed. Every later call returns it.
 * On failure, except SPE_E_IO, the file is unchanged.
 */
SPE_API int spe_perf_writer_put(spe_perf_writer *w, const struct spe_perf_event *event);

/*
 * Finishes the file: writes the sizes in its header, and the features without which perf c2c refuses a file. These are
 * the architecture, `midr`, and all CPUs up to the highest number that an event or a core named, as one node. If no CPU
 * was named, or one of 65536 or above, the file has no CPUs and no node.
 *
 * Returns one of:
 * - SPE_OK: the file is complete.
 * - SPE_E_ARG: w is NULL.
 * - SPE_E_STATE: *w is not initialised, is finished, or is inside a buffer.
 * - SPE_E_IO: `write` failed, now or in an earlier call.
 */
SPE_API int spe_perf_writer_finish(spe_perf_writer *w);

#ifdef __cplusplus
}
#endif

#endif
