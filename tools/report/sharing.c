/* SPDX-License-Identifier: MIT */
/* See sharing.h. */
#include "sharing.h"

const char *sharing_name(enum sharing sharing)
{
    static const char *const names[] = {[SHARING_NONE] = "-",
                                        [SHARING_READ] = "read",
                                        [SHARING_TRUE] = "true sharing",
                                        [SHARING_FALSE] = "false sharing",
                                        [SHARING_BOTH] = "true and false sharing"};
    return names[sharing];
}

#define SELDOM 8  /* less than this part of an equal share of the samples; ... */
#define MANY 10   /* ... but if these samples or more are of stores, ... */
#define RARELY 64 /* ... only less than this part: a thread that spins reads more often than others store */
#define MOSTLY 8  /* all but this part of the samples */
#define LOCKERS 2 /* threads that take a lock, at least */

int sharing_is_lock(const struct tally_touches *t)
{
    unsigned threads = 0;
    uint64_t locks = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        threads += t->by[i].locks > 1;
        locks += t->by[i].locks;
    }
    return threads >= LOCKERS && locks >= MANY;
}

/* Whether a thread has enough of the samples of several threads; `writes` if its own are of stores. */
static int is_often(double own, int writes, unsigned threads, double all)
{
    return own * SELDOM * threads >= all || (writes && own >= MANY && own * RARELY * threads >= all);
}

static double samples_of(const struct tally_toucher *by)
{
    return (double)by->loads + by->stores - by->atomics;
}

/* Samples of writes by a thread, and by those whose entry it took over: they write the line, too. */
static uint64_t written(const struct tally_touches *t, uint32_t i)
{
    const struct tally_toucher *const by = &t->by[i];
    const uint64_t own = (uint64_t)by->stores * TALLY_WRITE + (uint64_t)by->loads - by->atomics;
    return by->stores ? by->stores + (t->weights[i] > own ? t->weights[i] - own : 0) / TALLY_WRITE : 0;
}

/* Whether a thread or core stores often, or takes a lock. If it seldom stores, it does not make others wait: it
 * prepared what they read. */
static int writes(const struct tally_touches *t, uint32_t i)
{
    double samples = 0;
    for (uint32_t k = 0; k < t->n; k++)
        samples += samples_of(&t->by[k]);
    return written(t, i) > 1 &&
           (is_often(t->by[i].stores, 1, t->n, samples) || (t->by[i].locks > 1 && sharing_is_lock(t)));
}

/* A line's samples, by thread and 64th */
struct uses {
    double samples[TALLY_TOUCHERS][64]; /* 0 for what a thread accesses seldom */
    uint64_t used[TALLY_TOUCHERS];      /* bits: where that is not 0 ... */
    uint64_t written[TALLY_TOUCHERS];   /* ... and the thread writes there, and writes often */
};

static void drop_seldom(const struct tally_touches *t, struct uses *u, unsigned at)
{
    double all = 0;
    unsigned threads = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        all += u->samples[i][at];
        threads += u->samples[i][at] > 0;
    }
    for (uint32_t i = 0; i < t->n; i++)
        if (!is_often(u->samples[i][at], (int)(u->written[i] >> at & 1), threads, all))
            u->samples[i][at] = 0;
        else
            u->used[i] |= (uint64_t)(u->samples[i][at] > 0) << at;
}

static void find_uses(const struct tally_touches *t, struct uses *u)
{
    for (uint32_t i = 0; i < t->n; i++) {
        unsigned all = 0;
        for (unsigned at = 0; at < 64; at++)
            all += t->at[i][at];
        for (unsigned at = 0; at < 64; at++)
            u->samples[i][at] = t->at[i][at] ? samples_of(&t->by[i]) * t->at[i][at] / all : 0;
        u->written[i] = writes(t, i) ? t->by[i].written : 0;
    }
    for (unsigned at = 0; at < 64; at++)
        drop_seldom(t, u, at);
    for (uint32_t i = 0; i < t->n; i++)
        u->written[i] &= u->used[i];
}

enum effect { NONE, SAME, APART };

/* What a thread's samples of a 64th show: another thread uses the same bytes, and one of the two writes them; or the
 * other thread writes other bytes of the line, or uses some while this one writes. */
static enum effect effect_of(const struct uses *u, uint32_t n, uint32_t i, unsigned at)
{
    const uint64_t here = UINT64_C(1) << at, own = u->written[i] & here;
    enum effect effect = NONE;
    for (uint32_t k = 0; k < n; k++) {
        const uint64_t other = own ? u->used[k] : u->written[k];
        if (k != i && other & here)
            return SAME;
        if (k != i && other)
            effect = APART;
    }
    return effect;
}

/* The 64th with most samples; of some, if there are any. */
static unsigned most_of(const double samples[64], uint64_t some)
{
    unsigned most = 0;
    for (unsigned at = 1; at < 64; at++) {
        const int is_better = (int)(some >> at & 1) - (int)(some >> most & 1);
        if (is_better > 0 || (is_better == 0 && samples[at] > samples[most]))
            most = at;
    }
    return most;
}

void sharing_weigh(const struct tally_touches *t, struct shared_line *out)
{
    struct uses u = {.used = {0}};
    double all[64] = {0};
    uint64_t locked = 0;
    const int is_lock = sharing_is_lock(t);
    *out = (struct shared_line){.same = 0};
    find_uses(t, &u);
    for (uint32_t i = 0; i < t->n; i++) {
        for (unsigned at = 0; at < 64; at++) {
            const enum effect effect = u.used[i] >> at & 1 ? effect_of(&u, t->n, i, at) : NONE;
            out->same += effect == SAME ? u.samples[i][at] : 0;
            out->apart += effect == APART ? u.samples[i][at] : 0;
            all[at] += u.samples[i][at];
        }
        const uint64_t own = is_lock ? t->by[i].locked & u.used[i] : 0;
        out->hot[i] = (uint8_t)most_of(u.samples[i], own);
        locked |= own;
    }
    out->at = most_of(all, locked);
}

static enum sharing judge(const struct tally_touches *t)
{
    struct shared_line line;
    int is_written = 0;
    if (t->n < 2 || !t->has_cores) /* threads of one core do not take the line from each other */
        return SHARING_NONE;
    for (uint32_t i = 0; i < t->n; i++)
        is_written |= writes(t, i);
    if (!is_written)
        return SHARING_READ;
    sharing_weigh(t, &line);
    const double all = line.same + line.apart;
    if (!(all > 0))
        return SHARING_READ;
    return line.apart * MOSTLY < all ? SHARING_TRUE : line.same * MOSTLY < all ? SHARING_FALSE : SHARING_BOTH;
}

enum sharing sharing_of(struct tally_touches *t)
{
    if (!t->sharing)
        t->sharing = 1 + (uint32_t)judge(t);
    return (enum sharing)(t->sharing - 1);
}
