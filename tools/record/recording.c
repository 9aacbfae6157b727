/* SPDX-License-Identifier: MIT */
/* See recording.h. Signals interrupt the wait, among them an alarm once a second. */
#define _XOPEN_SOURCE 700
#include "recording.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../system/message.h"
#include "finish.h"
#include "shared_buffers.h"

/* Signals from users and other programs; SIGALRM unless it is this program's timer's. */
static const int passed[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH};
enum { PASSED = sizeof passed / sizeof passed[0] };

static sigset_t mask;                      /* as it was */
static void (*child_action)(int);          /* SIGCHLD's, as it was */
static volatile sig_atomic_t emulator;     /* its process, or 0 */
static volatile sig_atomic_t received[65]; /* by number: whether it came */

/* The kernel's signals (si_code > 0) are not passed on: a terminal's also reach the emulator, the timer's are ours. */
static void pass(int number, siginfo_t *info, void *context)
{
    const int kept = errno;
    (void)context;
    received[number] |= number != SIGALRM || info->si_code <= 0;
    if (emulator && info->si_code <= 0)
        kill(emulator, number);
    errno = kept;
}

void recording_hold_signals(void)
{
    sigset_t held;
    sigemptyset(&held);
    for (unsigned i = 0; i < PASSED; i++)
        sigaddset(&held, passed[i]);
    sigprocmask(SIG_BLOCK, &held, &mask);
    child_action = signal(SIGCHLD, SIG_DFL); /* if it is ignored, the program's status is lost */
}

pid_t recording_fork(void)
{
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        signal(SIGCHLD, child_action);
        sigprocmask(SIG_SETMASK, &mask, NULL);
        if (getppid() != parent)
            raise(SIGTERM);
    }
    return child;
}

static void pass_signals(pid_t child)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO}, old; /* without SA_RESTART: waitid() returns */
    action.sa_sigaction = pass;
    emulator = child;
    for (unsigned i = 0; i < PASSED; i++)
        if (sigaction(passed[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(passed[i], &action, NULL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

/* If `seconds` is zero, no alarm follows. */
static void alarm_every(time_t seconds)
{
    const struct itimerval timer = {{seconds, 0}, {seconds, 0}};
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

/* Returns the status of the emulator, which has ended. */
static int wait_for(pid_t child, const struct setup *setup, double began, int shows_progress)
{
    siginfo_t info;
    int status = 0;
    if (shows_progress)
        alarm_every(1);
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
        if (shows_progress)
            fprintf(stderr, "\r%s: %" PRIu64 " samples, %.0f seconds", tool_name, shared_samples(setup), now() - began);
    emulator = 0; /* before another process can have its number */
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (shows_progress) {
        alarm_every(0);
        fputs("\r\033[K", stderr); /* the last line replaces it */
    }
    return status;
}

/* Completes the file if a signal has ended the program. Returns TOOL_OK if both files are complete. */
static int complete(const struct setup *setup, const struct recording *recording, int is_killed)
{
    const struct shared_buffer *shared = shared_at(setup, 0);
    int status = TOOL_OK;
    if (shared->error || (!finish_is_done(setup) && (!is_killed || finish(setup) != 0)))
        status =
            tool_error(shared->error ? strerror(shared->error) : "the profile could not be written", recording->output);
    if (recording->counts && shared->counts <= 0)
        status = tool_error(shared->counts ? strerror(-shared->counts) : "no counts, because the program did not exit",
                            recording->counts);
    return status;
}

int recording_wait(pid_t child, const struct setup *setup, const struct recording *recording)
{
    const double began = now();
    pass_signals(child);
    signal(SIGXFSZ, SIG_IGN); /* a write fails instead */
    const int status = wait_for(child, setup, began, !recording->is_quiet && isatty(STDERR_FILENO));
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const int written = complete(setup, recording, number);
    if (written == TOOL_OK && !recording->is_quiet)
        say_written(setup, recording->output, now() - began);
    if (number && received[number] && number != SIGQUIT) { /* SIGQUIT would write a core file */
        signal(number, SIG_DFL);
        raise(number);
    }
    return number ? 128 + number : WEXITSTATUS(status) ? WEXITSTATUS(status) : written;
}
