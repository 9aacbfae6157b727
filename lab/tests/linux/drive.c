/* SPDX-License-Identifier: MIT */
/*
 * Linux's SPE driver, unmodified, on spe_unit: a kernel that schedules events on CPUs, interrupts that come late, a
 * slow reader, faults, all by a seed. What the reader takes is read back, and compared with the samples that were
 * written. drive [--seeds=FIRST-LAST] [--steps=N] [--perf-data=FILE] [--verbose] [--calm] [--stop]: prints what is
 * wrong, by seed; exits with 1 if something is. --calm: no faults, no snapshots. --stop: the first wrong seed is the
 * last.
 */
#include <linux/kernel.h>
#include <linux/interrupt.h>
#include <linux/cpuhotplug.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/smp.h>
#include <linux/irq.h>
#include <linux/vmalloc.h>

#include "harness.h"
#include "machine.h"
#include "read_back.h"
#include "ring.h"

int harness_load_driver(void);
void harness_unload_driver(void);

enum { EVENTS = 6 };

/* A seed's run. */
static struct {
    u64 random;
    unsigned cpus, events;
    bool is_by_thread; /* events follow threads from CPU to CPU */
    bool is_allowed;   /* the user may see the kernel and physical addresses */
    struct perf_event event[EVENTS];
    struct ring ring[EVENTS];
    bool is_enabled[EVENTS];
    int on[EVENTS]; /* the CPU that the event is scheduled on, or -1 */
    int skid[HARNESS_CPUS];
    u64 interrupts, starts, snapshots, faults;
} run;

static struct {
    int line;
    const char *file, *what;
    bool is_verbose, is_calm;
} verdict;

/* -- what the driver asks of the kernel -- */

static struct pmu *the_pmu;
static struct platform_device the_device;
static struct platform_driver *the_driver;
static harness_hotplug_fn *cpu_up, *cpu_down;
static struct hlist_node *instance;
static harness_handler_fn *handler;
static char *handler_data;
static size_t handler_size;
static void *kept[8];
static unsigned kept_count;

unsigned harness_chance(unsigned n)
{
    u64 z = run.random += 0x9e3779b97f4a7c15; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)((z ^ z >> 31) >> 33) % n;
}

void harness_fault(const char *file, int line, const char *what)
{
    if (verdict.what)
        return;
    verdict.file = file;
    verdict.line = line;
    verdict.what = what;
}

void harness_log(const char *format, ...)
{
    va_list arguments;
    if (!verdict.is_verbose)
        return;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

bool perfmon_capable(void)
{
    return run.is_allowed;
}

int perf_allow_kernel(void)
{
    return run.is_allowed ? 0 : -EACCES;
}

int smp_processor_id(void)
{
    return (int)machine_running;
}

void *harness_keep(void *allocated)
{
    CHECK(kept_count < sizeof kept / sizeof kept[0], "too many allocations");
    return kept[kept_count++] = allocated;
}

int harness_set_hotplug(harness_hotplug_fn *up, harness_hotplug_fn *down)
{
    cpu_up = up;
    cpu_down = down;
    return 1;
}

static void on_each_cpu(harness_hotplug_fn *function)
{
    for (unsigned i = 0; i < HARNESS_CPUS; i++) {
        machine_running = i;
        CHECK(function(i, instance) == 0, "a CPU does not come or go");
    }
    machine_running = 0;
}

int harness_add_instance(struct hlist_node *node)
{
    instance = node;
    on_each_cpu(cpu_up);
    return 0;
}

int harness_remove_instance(struct hlist_node *node)
{
    (void)node;
    on_each_cpu(cpu_down);
    return 0;
}

int harness_request_interrupt(harness_handler_fn *function, void *per_cpu, size_t size)
{
    handler = function;
    handler_data = per_cpu;
    handler_size = size;
    return 0;
}

int platform_driver_register(struct platform_driver *driver)
{
    the_driver = driver;
    return driver->probe(&the_device);
}

void harness_remove_driver(struct platform_driver *driver)
{
    if (driver->remove_new)
        driver->remove_new(&the_device);
    if (driver->remove)
        (void)driver->remove(&the_device);
}

int perf_pmu_register(struct pmu *pmu, const char *name, int type)
{
    (void)name, (void)type;
    the_pmu = pmu;
    return 0;
}

/* -- scheduling -- */

static struct cpu *enter_driver(unsigned number)
{
    struct cpu *cpu = &machine_cpus[number];
    machine_enter_kernel(cpu);
    cpu->is_in_driver = 1;
    return cpu;
}

static void leave_driver(struct cpu *cpu)
{
    cpu->is_in_driver = 0;
    machine_check(cpu);
}

static void schedule_out(unsigned i)
{
    struct cpu *cpu = enter_driver((unsigned)run.on[i]);
    the_pmu->del(&run.event[i], 0);
    cpu->event = NULL;
    run.on[i] = -1;
    leave_driver(cpu);
}

static void disable(unsigned i)
{
    if (run.on[i] >= 0)
        schedule_out(i);
    run.is_enabled[i] = false;
    run.ring[i].wants_disable = false;
}

/* perf's core does what waited for interrupts to be on: also inside the driver's handler (irq_work_run()). */
void harness_run_pending(void)
{
    for (unsigned i = 0; i < run.events; i++) {
        if (!run.ring[i].wants_disable || run.on[i] != (int)machine_running)
            continue;
        const int was_in_driver = machine_cpus[machine_running].is_in_driver;
        the_pmu->del(&run.event[i], 0);
        machine_cpus[machine_running].event = NULL;
        run.on[i] = -1;
        run.is_enabled[i] = run.ring[i].wants_disable = false;
        machine_cpus[machine_running].is_in_driver = was_in_driver;
    }
}

static void schedule_in(unsigned i, unsigned number)
{
    struct cpu *cpu = enter_driver(number);
    cpu->event = &run.event[i];
    run.on[i] = (int)number;
    run.starts++;
    if (the_pmu->add(&run.event[i], PERF_EF_START) != 0) { /* no room: tried again after a reader was there */
        cpu->event = NULL;
        run.on[i] = -1;
        CHECK(run.ring[i].wants_disable, "an event does not start although there is room");
        run.is_enabled[i] = run.ring[i].wants_disable = false;
    }
    harness_run_pending();
    leave_driver(cpu);
}

static int event_on(unsigned cpu)
{
    for (unsigned i = 0; i < run.events; i++)
        if (run.on[i] == (int)cpu)
            return (int)i;
    return -1;
}

static void take_interrupt(unsigned number)
{
    struct cpu *cpu = enter_driver(number);
    cpu->saw_service = 0;
    run.interrupts++;
    const irqreturn_t result = handler(HARNESS_IRQ, handler_data + number * handler_size);
    CHECK((result == IRQ_HANDLED) == cpu->saw_service, "the driver handles nothing, or not what it has read");
    harness_run_pending();
    leave_driver(cpu);
    CHECK(!spe_unit_interrupt(&cpu->unit), "an interrupt stays asserted after it was handled");
}

/* -- user space -- */

static void read_ring(unsigned i)
{
    const bool was_on = run.on[i] >= 0;
    if (run.ring[i].is_snapshot && was_on)
        disable(i);
    if (run.ring[i].is_snapshot)
        run.snapshots++;
    ring_read(&run.ring[i]);
    if (run.ring[i].is_snapshot)
        read_back_snapshot(&run.ring[i], machine_cpus[0].core);
    run.is_enabled[i] = true; /* perf enables an event that was truncated */
}

/* One step of a CPU: something may happen, then operations run. */
static void step(unsigned number)
{
    struct cpu *cpu = &machine_cpus[number];
    unsigned what = harness_chance(1000);
    if (verdict.is_calm && what >= 26 && what < 32)
        what = 999;
    const int event = event_on(number);
    if (run.skid[number] < 0 && spe_unit_interrupt(&cpu->unit))
        run.skid[number] = (int)harness_chance(4);
    const bool is_due = run.skid[number] >= 0 && run.skid[number]-- == 0;
    if (is_due || (what >= 24 && what < 26)) /* or nobody asked for it, or it comes too early */
        take_interrupt(number);
    else if (what < 20 && event >= 0)
        schedule_out((unsigned)event);
    else if (what < 24)
        read_ring(harness_chance(run.events));
    else if (what < 29 && event >= 0)
        machine_inject_fault(cpu), run.faults++;
    else if (what < 30 && event >= 0 && reference_runs(&cpu->reference))
        machine_set_service(cpu);
    else if (what < 32 && event >= 0)
        machine_pause(cpu);
    else if (what < 100)
        machine_enter(cpu, harness_chance(4), (int)harness_chance(2));
    else if (what < 300)
        machine_enter(cpu, 0, 0);
    else if (what < 350)
        machine_enter_kernel(cpu);
    if (event_on(number) < 0) {
        cpu->fault_comes = 0;
        const unsigned i = run.is_by_thread ? harness_chance(run.events) : number;
        if (run.is_enabled[i] && run.on[i] < 0 && harness_chance(8) == 0) {
            if (harness_chance(4) == 0)
                read_ring(i);
            schedule_in(i, number);
            if (run.on[i] >= 0 && !verdict.is_calm && harness_chance(8) == 0)
                machine_inject_fault(cpu);
        }
    }
    machine_run(cpu, harness_chance(8) ? harness_chance(300) : harness_chance(20000));
    if (harness_chance(16) == 0)
        machine_migrate(cpu);
    if (harness_chance(4) == 0)
        machine_check(cpu);
}

/* -- a seed -- */

/* The errors that perf_event_open() returns for these terms on this core. */
static int expected_error(const struct perf_event_attr *attr, const struct core *core)
{
    const u64 pmsidr = core->registers[0].raw;
    const unsigned version = (unsigned)(core->registers[2].raw >> 32);
    u64 events = 0xff00ff00000000ea & ~0xffull; /* [63:48], [31:24], [15:12]: IMPLEMENTATION DEFINED */
    events = 0xffff0000ff00f000 | 0xaa | (version >= 2 ? 0x60800 : 0);
    const bool is_known = !(attr->config1 & ~events) && !(attr->config3 & ~events);
    const bool types = attr->config >> 32 & 7;
    if (!is_known || attr->exclude_idle)
        return -EOPNOTSUPP;
    if (attr->freq)
        return -EINVAL;
    if ((attr->config1 && !(pmsidr & 1)) || (types && !(pmsidr >> 1 & 1)) || (attr->config2 && !(pmsidr >> 2 & 1)) ||
        (attr->config3 && !(pmsidr >> 6 & 1)))
        return -EOPNOTSUPP;
    return (attr->config & 6) && !run.is_allowed ? -EACCES : 0;
}

static void choose_terms(struct perf_event *event)
{
    struct perf_event_attr *attr = &event->attr;
    static const u64 events[] = {2, 8, 0x22, 1, 1ull << 11, 1ull << 13, 1ull << 40, 1ull << 60};
    memset(attr, 0, sizeof *attr);
    attr->config = 1 | (u64)harness_chance(2) << 16; /* ts_enable, jitter */
    attr->config |= harness_chance(4) ? 0 : 2;       /* pa_enable */
    attr->config |= harness_chance(8) ? 0 : 4;       /* pct_enable */
    attr->config |= harness_chance(3) ? 0 : (u64)harness_chance(8) << 32;
    attr->config1 = harness_chance(4) ? 0 : events[harness_chance(8)];
    attr->config2 = harness_chance(4) ? 0 : harness_chance(4000);
    attr->config3 = HARNESS_HAS_CONFIG3 && !harness_chance(4) ? events[harness_chance(8)] : 0;
    attr->exclude_kernel = harness_chance(3) == 0;
    attr->exclude_user = !attr->exclude_kernel && harness_chance(8) == 0;
    attr->exclude_idle = harness_chance(30) == 0;
    attr->freq = harness_chance(30) == 0;
    if ((attr->config1 & attr->config3) || attr->config3 == 2)
        attr->config3 = 0; /* contradictions are CONSTRAINED UNPREDICTABLE */
}

static void start_event(unsigned i, const struct core *core)
{
    struct perf_event *event = &run.event[i];
    struct ring *ring = &run.ring[i];
    const unsigned pages = 2u << harness_chance(4);
    void *list[32];
    memset(event, 0, sizeof *event);
    CHECK(ring_init(ring, pages, harness_chance(2) ? 0 : PAGE_SIZE * (1 + harness_chance(pages)),
                    !verdict.is_calm && harness_chance(4) == 0),
          "memory");
    event->pmu = the_pmu;
    event->ring = ring;
    event->cpu = run.is_by_thread ? -1 : (int)i;
    event->hw.sample_period = harness_chance(4) ? 256u << harness_chance(3) : 1 + harness_chance(3000);
    int expected, got;
    do {
        choose_terms(event);
        event->hw.flags = 0;
        expected = expected_error(&event->attr, core);
        got = the_pmu->event_init(event);
        CHECK(expected == got, "perf_event_open() is refused, or not, for another reason");
    } while (got != 0 && !verdict.what);
    event->hw.period_left.value = event->hw.sample_period;
    for (unsigned page = 0; page < pages; page++)
        list[page] = ring->bytes + page * PAGE_SIZE;
    ring->area = the_pmu->setup_aux(event, list, (int)pages, ring->is_snapshot);
    CHECK(ring->area, "no AUX area");
    run.is_enabled[i] = true;
    run.on[i] = -1;
}

static void start(unsigned seed)
{
    memset(&run, 0, sizeof run);
    memset(&the_device, 0, sizeof the_device);
    verdict.what = NULL;
    run.random = seed * UINT64_C(0x2545f4914f6cdd1d);
    run.cpus = 1 + harness_chance(HARNESS_CPUS);
    run.is_by_thread = harness_chance(2);
    run.is_allowed = harness_chance(4) != 0;
    run.events = run.is_by_thread ? 1 + harness_chance(EVENTS) : run.cpus;
    for (unsigned i = 0; i < HARNESS_CPUS; i++)
        run.skid[i] = -1;
    const struct core *core = &machine_cores[seed % machine_core_count];
    machine_start(core, run.cpus, harness_chance(4) ? 1 + harness_chance(200) : 600, seed);
    CHECK(harness_load_driver() == 0 && the_pmu, "the driver does not find the unit");
    for (unsigned i = 0; i < run.events && !verdict.what; i++)
        start_event(i, core);
}

static void stop(void)
{
    for (unsigned i = 0; i < run.events; i++) {
        if (run.on[i] >= 0)
            disable(i);
        ring_read(&run.ring[i]);
        if (run.ring[i].area)
            the_pmu->free_aux(run.ring[i].area);
    }
    if (the_pmu)
        harness_unload_driver();
    the_pmu = NULL;
    while (kept_count)
        free(kept[--kept_count]);
}

static int run_seed(unsigned seed, unsigned steps, const char *file)
{
    u64 records = 0;
    start(seed);
    for (unsigned i = 0; i < steps && !verdict.what; i++)
        step(harness_chance(run.cpus));
    stop();
    if (!verdict.what)
        records = read_back(run.ring, run.events, machine_cpus[0].core, run.is_by_thread, file);
    if (verdict.what)
        printf("seed %u: %s:%d: %s\n", seed, verdict.file, verdict.line, verdict.what);
    if (verdict.is_verbose) {
        u64 truncations = 0, partials = 0, collisions = 0;
        for (unsigned i = 0; i < run.events; i++) {
            truncations += run.ring[i].truncations;
            partials += run.ring[i].partials;
            collisions += run.ring[i].collisions;
        }
        printf("seed %u: core %s, %u CPUs, %u events: %llu starts, %llu interrupts, %llu snapshots, %llu samples, %llu "
               "records, %llu truncated, %llu partial, %llu collisions\n",
               seed, machine_cpus[0].core->name, run.cpus, run.events, (unsigned long long)run.starts,
               (unsigned long long)run.interrupts, (unsigned long long)run.snapshots,
               (unsigned long long)machine_sample_count, (unsigned long long)records, (unsigned long long)truncations,
               (unsigned long long)partials, (unsigned long long)collisions);
    }
    for (unsigned i = 0; i < run.events; i++)
        ring_free(&run.ring[i]);
    machine_stop();
    return verdict.what != NULL;
}

int main(int argc, char **argv)
{
    unsigned first = 1, last = 1000, steps = 2000, bad = 0;
    const char *file = NULL;
    bool stops = false;
    for (int i = 1; i < argc; i++) {
        if (sscanf(argv[i], "--seeds=%u-%u", &first, &last) == 2 || sscanf(argv[i], "--steps=%u", &steps) == 1)
            continue;
        if (sscanf(argv[i], "--seed=%u", &first) == 1)
            last = first;
        else if (!strncmp(argv[i], "--perf-data=", 12))
            file = argv[i] + 12;
        else if (!strcmp(argv[i], "--verbose"))
            verdict.is_verbose = true;
        else if (!strcmp(argv[i], "--calm"))
            verdict.is_calm = true;
        else if (!strcmp(argv[i], "--stop"))
            stops = true;
        else
            return fprintf(stderr,
                           "usage: %s [--seed=N | --seeds=FIRST-LAST] [--steps=N] [--perf-data=FILE] [--verbose] "
                           "[--calm] [--stop]\n",
                           argv[0]),
                   2;
    }
    for (unsigned seed = first; seed <= last && !(stops && bad); seed++)
        bad += (unsigned)run_seed(seed, steps, file);
    printf("%u of %u seeds are wrong\n", bad, last - first + 1);
    return bad != 0;
}
