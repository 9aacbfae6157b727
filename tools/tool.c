/* SPDX-License-Identifier: MIT */
/* Options, files and messages of the programs: see tool.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libspe/check.h>
#include <libspe/cpu.h>

#define TOOL_BUFFER (1 << 18) /* bytes: output goes out in few, large writes */

int tool_error(const char *what, const char *where)
{
    fprintf(stderr, "%s: %s: %s\n", tool_name, what, where);
    return TOOL_FAILED;
}

const char *tool_severity(int severity)
{
    return severity == SPE_CHECK_VIOLATION ? "violation" : severity == SPE_CHECK_WARNING ? "warning" : "note";
}

static _Noreturn void hint(void)
{
    fprintf(stderr, "Try '%s --help'.\n", tool_name);
    exit(TOOL_USAGE);
}

void tool_misuse(const char *what, const char *where)
{
    tool_error(what, where);
    hint();
}

/* Ends the program after --help or --version, whose text may be lost too. */
static _Noreturn void leave(void)
{
    struct tool_output out = {stdout, "standard output", 0, 0, NULL};
    exit(tool_finish(&out, TOOL_OK));
}

int tool_option(int argc, char **argv, const char *letters, const struct option *options)
{
    const int option = getopt_long(argc, argv, letters, options, NULL);
    if (option == 'h') {
        printf("usage: %s %s", tool_name, tool_usage);
        leave();
    }
    if (option == 'V') {
        printf("%s (libspe) %s\n", tool_name, spe_version());
        leave();
    }
    if (option == '?')
        hint();
    return option;
}

uint64_t tool_number(const char *text, uint64_t most)
{
    const int is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end, what[64];
    errno = 0;
    const unsigned long long n = strtoull(text, &end, is_hex ? 16 : 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || n > most) {
        snprintf(what, sizeof what, "not a number from 0 to %" PRIu64, most);
        tool_misuse(what, text);
    }
    return n;
}

uint64_t tool_core(const char *name)
{
    uint64_t midr = 0;
    if (spe_cpu_find(name, &midr) != SPE_OK)
        tool_misuse("no core of this name is known", name);
    return midr;
}

int tool_filter(spe_filter *filter, const char *text)
{
    struct spe_filter_registers registers;
    uint32_t problems = 0;
    size_t mistake = 0;
    char where[512];
    const int status = spe_filter_parse(text, strlen(text), &registers, &mistake);
    if (status != SPE_OK) {
        snprintf(where, sizeof where, "%.300s: at character %zu", text, mistake + 1);
        tool_misuse(status == SPE_E_RANGE  ? "the filter has a value that is too large"
                    : status == SPE_E_NAME ? "the filter has a term that does not exist"
                                           : "the filter is wrong",
                    where);
    }
    if (spe_filter_compile(filter, &registers, NULL, &problems) != SPE_OK)
        tool_misuse("is no filter", spe_filter_problem(problems));
    return 1;
}

int tool_open(struct tool_input *in, const char *path)
{
    const int standard = strcmp(path, "-") == 0;
    in->name = standard ? "standard input" : path;
    in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY);
    return in->fd < 0 ? tool_error(strerror(errno), path) : TOOL_OK;
}

ssize_t tool_read(const struct tool_input *in, void *bytes, size_t cap)
{
    ssize_t n;
    do
        n = read(in->fd, bytes, cap);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

int tool_is_seekable(const struct tool_input *in)
{
    struct stat st;
    return fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode) && lseek(in->fd, 0, SEEK_CUR) == 0;
}

ssize_t tool_read_at(const struct tool_input *in, void *bytes, size_t cap, uint64_t offset)
{
    ssize_t n = 0;
    do
        n = offset <= INT64_MAX ? pread(in->fd, bytes, cap, (off_t)offset) : 0;
    while (n < 0 && errno == EINTR);
    if (n < 0)
        tool_error(strerror(errno), in->name);
    return n;
}

void tool_close(struct tool_input *in)
{
    if (in->fd != STDIN_FILENO)
        close(in->fd);
}

/* Emptying the file that is being read would lose it. */
static int is_input(const char *path, const struct tool_input *in)
{
    struct stat a, b;
    return stat(path, &a) == 0 && S_ISREG(a.st_mode) && fstat(in->fd, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

int tool_create(struct tool_output *out, const char *path, const struct tool_input *in)
{
    const int standard = !path || strcmp(path, "-") == 0;
    struct stat st;
    out->name = standard ? "standard output" : path;
    if (!standard && is_input(path, in))
        return tool_error("is also the input: write to another file", path);
    out->error = 0;
    out->file = standard ? stdout : fopen(path, "wb");
    if (!out->file)
        return tool_error(strerror(errno), path);
    out->ours = !standard && fstat(fileno(out->file), &st) == 0 && S_ISREG(st.st_mode);
    out->buffer = (char *)malloc(TOOL_BUFFER);
    setvbuf(out->file, out->buffer, _IOFBF, out->buffer ? TOOL_BUFFER : BUFSIZ);
    return TOOL_OK;
}

int tool_write(struct tool_output *out, const void *bytes, size_t size)
{
    if (!out->error && fwrite(bytes, 1, size, out->file) != size)
        out->error = errno;
    return out->error ? TOOL_FAILED : TOOL_OK;
}

int tool_finish(struct tool_output *out, int status)
{
    if (!out->error && fflush(out->file) != 0)
        out->error = errno;
    if (fclose(out->file) != 0 && !out->error)
        out->error = errno;
    free(out->buffer);
    if (out->error)
        status = TOOL_FAILED;
    if (out->error && out->error != EPIPE)
        tool_error(strerror(out->error), out->name);
    if (status != TOOL_OK && out->ours)
        remove(out->name);
    return status;
}
