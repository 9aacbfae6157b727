/* SPDX-License-Identifier: MIT */
/*
 * decode_threads FILE...: decodes several buffers at once, as perf records one for each CPU. Each file has a thread
 * with its own decoder and columns. Nothing is shared, so no locks are needed. Prints the contents of each file.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <libspe/spe.h>

#define ROWS 1024

struct job {
    const char *path;
    pthread_t thread;
    uint64_t records;
    uint64_t cycles; /* of total latency, in all records */
    int failed;
};

static void *decode(void *argument)
{
    struct job *job = argument;
    static const size_t chunk_size = 1 << 20;
    uint16_t latency[ROWS];
    const struct spe_columns columns = {.size = sizeof columns, .total_latency = latency};
    spe_decoder decoder;
    size_t size;
    int64_t n;
    FILE *file = fopen(job->path, "rb");
    uint8_t *chunk = malloc(chunk_size);

    job->failed = !file || !chunk;
    spe_decoder_init(&decoder, NULL);
    while (!job->failed && (size = fread(chunk, 1, chunk_size, file)) > 0) {
        spe_decoder_feed(&decoder, chunk, size);
        while ((n = spe_decoder_next_columns(&decoder, &columns, ROWS)) > 0) {
            job->records += (uint64_t)n;
            for (int64_t i = 0; i < n; i++)
                job->cycles += latency[i];
        }
    }
    job->failed |= file && ferror(file);
    if (file)
        fclose(file);
    free(chunk);
    return NULL;
}

int main(int argc, char **argv)
{
    struct job *jobs = calloc((size_t)argc, sizeof *jobs);
    int failed = !jobs;
    for (int i = 1; !failed && i < argc; i++) {
        jobs[i].path = argv[i];
        if (pthread_create(&jobs[i].thread, NULL, decode, &jobs[i]))
            return 1;
    }
    for (int i = 1; jobs && i < argc; i++) {
        pthread_join(jobs[i].thread, NULL);
        failed |= jobs[i].failed;
        if (jobs[i].failed)
            fprintf(stderr, "decode_threads: %s: cannot be read\n", argv[i]);
        else
            printf("%s: %" PRIu64 " records, %" PRIu64 " cycles\n", argv[i], jobs[i].records, jobs[i].cycles);
    }
    free(jobs);
    return failed;
}
