/* SPDX-License-Identifier: MIT */
/* See recording.h. An alarm once a second interrupts the wait. */
#define _XOPEN_SOURCE 700
#include "recording.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../system/message.h"
#include "finish.h"
#include "shared_buffers.h"

static void take_alarm(int number)
{
    (void)number;
}

/* If `seconds` is zero, no alarm follows. */
static void alarm_every(time_t seconds)
{
    const struct itimerval timer = {{seconds, 0}, {seconds, 0}};
    struct sigaction action = {.sa_handler = take_alarm}; /* without SA_RESTART: waitpid() returns */
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void say_written(const struct setup *setup, const char *output, double seconds)
{
    struct stat about;
    if (fstat((int)setup->out, &about) != 0)
        about.st_size = 0;
    fprintf(stderr, "%s: wrote %s: %" PRIu64 " samples, %" PRIu64 " bytes, %.1f seconds\n", tool_name, output,
            shared_samples(setup), (uint64_t)about.st_size, seconds);
}

int recording_wait(pid_t child, const struct setup *setup, const char *output, int is_quiet)
{
    const int shows_progress = !is_quiet && isatty(STDERR_FILENO);
    const double began = now();
    int status = 0;
    if (shows_progress)
        alarm_every(1);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        if (shows_progress)
            fprintf(stderr, "\r%s: %" PRIu64 " samples, %.0f seconds", tool_name, shared_samples(setup), now() - began);
    if (shows_progress) {
        alarm_every(0);
        fputs("\r\033[K", stderr); /* the last line replaces it */
    }
    const int result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (!finish_is_done(setup) && (!WIFSIGNALED(status) || finish(setup) != 0)) {
        tool_error("the profile could not be written", output);
        return result ? result : TOOL_FAILED;
    }
    if (!is_quiet)
        say_written(setup, output, now() - began);
    return result;
}
