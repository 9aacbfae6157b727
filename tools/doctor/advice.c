/* SPDX-License-Identifier: MIT */
/* See advise_recording() in judge.h. */
#include <inttypes.h>

#include <libspe/packet.h>

#include "judge.h"

#define INTERVAL UINT64_C(65536) /* operations: some 50,000 samples a second and core */
#define OPERATIONS 3000000000.0  /* that a fast core completes in a second */
#define RECORD 64                /* bytes of most records */
#define MIB (UINT64_C(1) << 20)
#define RING (UINT64_C(64) << 10) /* bytes of perf's ring for events of each CPU */
#define AUX_MOST (4 * MIB)        /* bytes of the buffer for SPE of each CPU */
#define AUX_LEAST (UINT64_C(64) << 10)

/* The largest buffer of each CPU that this user may lock in memory; 0 if none fits. */
static uint64_t aux_size(const struct machine *m)
{
    const unsigned n = cpu_set_count(&m->online);
    const uint64_t room = m->locked_kb * 1024 + (n ? m->locked_limit / n : 0);
    uint64_t size = AUX_MOST;
    if (m->may_lock || (m->has_paranoid && m->paranoid < 0) || !m->has_locked_kb || m->locked_limit == UINT64_MAX)
        return AUX_MOST;
    while (size >= AUX_LEAST && size + 2 * RING > room)
        size /= 2;
    return size >= AUX_LEAST ? size : 0;
}

static void advise_memory(const struct machine *m, uint64_t aux, struct verdicts *v)
{
    if (aux) {
        verdict(v, VERDICT_OK, "memory", "this user may lock buffers of %" PRIu64 " KiB for each CPU", aux >> 10);
        return;
    }
    verdict(v, VERDICT_STOP, "memory",
            "this user may lock too little memory: perf_event_mlock_kb is %" PRIu64 ", and ulimit -l %" PRIu64 " KiB",
            m->locked_kb, m->locked_limit >> 10);
    verdict_remedy(v, "sudo sysctl kernel.perf_event_mlock_kb=2048 (until the next boot)");
}

void advise_recording(const struct machine *m, struct verdicts *v)
{
    const struct machine_device *d = machine_device(m);
    const char *user = !m->is_privileged && m->paranoid >= 2 ? "u" : "";
    const char *switches = !m->is_privileged || m->contextidr != 'y' ? " --switch-events" : "";
    const uint64_t aux = aux_size(m);
    char purpose[80], buffers[48], command[JUDGE_CPUS] = "COMMAND";
    struct cpu_set without = m->online;
    if (!d)
        return;
    cpu_set_remove(&without, &d->cpus);
    if (cpu_set_count(&without))
        judge_cpus(d, command);
    advise_memory(m, aux, v);
    if (verdicts_stop(v))
        return;
    const uint64_t interval = d->least > INTERVAL ? d->least : INTERVAL;
    const uint64_t often = interval / 8 > d->least ? interval / 8 : interval;
    snprintf(buffers, sizeof buffers, "-m %" PRIu64 "K,%" PRIu64 "K", RING >> 10, aux >> 10);
    snprintf(purpose, sizeof purpose, "To record a program (about %.1f MB a second and core)",
             OPERATIONS / (double)interval * RECORD / 1e6);
    verdict_command(v, purpose, "perf record%s -e %s/ts_enable=1,jitter=1%s/%s -c %" PRIu64 " %s -- %s", switches,
                    d->name, m->is_privileged && d->has_physical ? ",pa_enable=1" : "", user, interval, buffers,
                    command);
    if (m->is_privileged || m->paranoid <= 0)
        verdict_command(v, "To record the whole machine for 10 seconds",
                        "perf record -a%s -e %s/ts_enable=1,jitter=1/ -c %" PRIu64 " %s -- sleep 10", switches, d->name,
                        interval, buffers);
    if (d->has_min_latency)
        verdict_command(v, "Only loads that took 100 cycles or more, more often",
                        "perf record%s -e %s/ts_enable=1,jitter=1,load_filter=1,min_latency=100/%s -c %" PRIu64
                        " %s -- %s",
                        switches, d->name, user, often, buffers, command);
    if (d->has_event_filter) /* E[1] cannot be filtered by if all samples are of retired operations: D24.7.11 */
        verdict_command(v, "Only branches, for compilers (spe-stat --format=bolt)",
                        "perf record%s -e %s/ts_enable=1,jitter=1,branch_filter=1%s/%s -c %" PRIu64 " %s -- %s",
                        switches, d->name, d->events >> SPE_EVENT_RETIRED & 1 ? ",event_filter=2" : "", user, often,
                        buffers, command);
}
