/* SPDX-License-Identifier: MIT */
/* Reads a perf.data file (read_perf FILE, or standard input): how many records each thread has, and its last operation.
 * A decoder for each core; a gap where the kernel says that bytes are missing; names of threads from COMM events. */
#include <stdio.h>
#include <libspe/spe.h>

#define STREAMS 512 /* one for each core or, if perf traced threads, for each thread */
#define THREADS 100 /* a profiler would have a hash table */

static struct thread {
    uint32_t tid;
    char name[16];
    unsigned long records;
    char operation[256];
} threads[THREADS];
static size_t thread_count;

static struct thread *thread_of(uint32_t tid)
{
    size_t i = 0;
    while (i < thread_count && threads[i].tid != tid)
        i++;
    if (i == thread_count && i < THREADS)
        threads[thread_count++].tid = tid;
    return &threads[i < THREADS ? i : THREADS - 1]; /* if there is no room, it counts with the last one */
}

/* Linux puts the thread's number into CONTEXTIDR (CONFIG_PID_IN_CONTEXTIDR). If that is 0, or the record has no such
 * packet, only a trace of threads has it. */
static void count(const struct spe_record *record, const struct spe_perf_event *event)
{
    const struct spe_text_config config = {.size = sizeof config, .midr = event->midr};
    const uint32_t context = spe_record_context(record);
    struct thread *thread = thread_of(context ? context : event->tid);
    thread->records++;
    if (record->present & SPE_HAS_OPERATION)
        spe_op_text(record->op_class, record->op_payload, &config, thread->operation, sizeof thread->operation);
}

static int64_t read_file(void *file, uint64_t offset, void *bytes, size_t cap)
{
    (void)offset; /* without SPE_PERF_SEEKABLE bytes are read in their order, so a pipe will do */
    const size_t n = fread(bytes, 1, cap, (FILE *)file);
    return ferror((FILE *)file) ? -1 : (int64_t)n;
}

int main(int argc, char **argv)
{
    static uint64_t storage[SPE_PERF_STORAGE / 8];
    static spe_decoder decoders[STREAMS];
    spe_perf_reader reader;
    struct spe_perf_event event;
    struct spe_record record;
    int status;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    for (int i = 0; i < STREAMS; i++)
        spe_decoder_init(&decoders[i], NULL);
    if (!file || spe_perf_reader_init(&reader, read_file, file, 0, storage, sizeof storage) != SPE_OK)
        return perror("read_perf"), 2;
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        if (event.index >= STREAMS)
            return fprintf(stderr, "read_perf: more than %d streams\n", STREAMS), 1;
        spe_decoder *decoder = &decoders[event.index];
        if (event.type == SPE_PERF_COMM)
            snprintf(thread_of(event.tid)->name, sizeof threads->name, "%s", event.name);
        const int next = spe_perf_feed(decoder, &event, &record);
        if (next == SPE_PERF_FEED_CUT)
            count(&record, &event); /* cut off, but its packets are right */
        while (next == SPE_PERF_FEED_RECORDS && spe_decoder_next(decoder, &record) == 1)
            count(&record, &event);
    }
    for (int i = 0; i < STREAMS; i++) /* a record that the end of a stream cuts off */
        if (spe_decoder_finish(&decoders[i], &record) == 1)
            count(&record, &(struct spe_perf_event)SPE_PERF_EVENT_INIT);
    for (size_t i = 0; i < thread_count; i++)
        printf("%5d %s: %lu, %s\n", (int)threads[i].tid, threads[i].name, threads[i].records, threads[i].operation);
    return status < 0 ? fprintf(stderr, "read_perf: %s\n", spe_perf_reader_problem(&reader, NULL)), 1 : 0;
}
