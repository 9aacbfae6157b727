/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target on files and folders, without libFuzzer, as `make check` does with the corpora. Prints TAP. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static unsigned long inputs;

static void replay_file(const char *path)
{
    static uint8_t bytes[1 << 17];
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    uint8_t *exact = malloc(n ? n : 1); /* of exactly this size, for the sanitizers */
    memcpy(exact, bytes, n);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    inputs++;
}

static void replay(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        replay_file(path);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        replay_file(name);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    int empty = 0;
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++) {
        const unsigned long before = inputs;
        replay(argv[i]); /* a failed check ends the program */
        empty += inputs == before;
        printf("%sok %d - %lu inputs of %s\n", inputs > before ? "" : "not ", i, inputs - before, argv[i]);
    }
    printf("1..%d\n", argc - 1);
    return empty != 0;
}
