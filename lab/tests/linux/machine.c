/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include "harness.h"
#include "ring.h"

struct cpu machine_cpus[HARNESS_CPUS];
struct sample *machine_samples;
size_t machine_sample_count;
unsigned machine_running;
static unsigned cpu_count;
static u64 now;

u64 harness_time(void)
{
    return now;
}

struct sample *machine_find_sample(u64 id)
{
    size_t low = 0, high = machine_sample_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (machine_samples[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < machine_sample_count && machine_samples[low].id == id ? &machine_samples[low] : NULL;
}

/* -- what the unit asks for -- */

static uint32_t draw(void *context)
{
    struct cpu *cpu = context;
    cpu->draws++;
    return cpu->drawn = harness_chance(1u << 31) * 2 + harness_chance(2);
}

static size_t write_bytes(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    struct cpu *cpu = context;
    const uint64_t address = write->address;
    const size_t size = (size_t)write->size;
    const void *bytes = write->bytes;
    struct reference *r = &cpu->reference;
    unsigned char *to = (unsigned char *)(uintptr_t)address;
    struct ring *ring = cpu->event ? cpu->event->ring : NULL;
    size_t done = size;
    cpu->writes++;
    CHECK(address == r->pmbptr, "a record is written elsewhere than to PMBPTR_EL1");
    CHECK(write->owning_el == cpu->core->kernel_level && write->owning_state == SPE_STATE_NON_SECURE &&
              !write->is_physical,
          "a record is written in a translation regime that is not the driver's");
    CHECK(reference_runs(r), "a record is written while the buffer is not enabled");
    CHECK(size <= r->max_record_size && address + size <= (r->pmblimitr & ~UINT64_C(0xfff)), "a write past LIMIT");
    if (!ring_may_write(ring, to, size) || !cpu->writing) {
        CHECK(0, "a write over bytes that are not free");
        return size;
    }
    if (cpu->fault_comes) {
        done = cpu->fault_after % size;
        *syndrome = cpu->syndrome;
    }
    memcpy(to, bytes, done);
    cpu->writing->written_at = ring_offset(ring, to);
    cpu->writing->ring = ring;
    cpu->writing->size = (unsigned)done;
    cpu->writing->is_whole = done == size;
    if (ring->is_snapshot && done == size) {
        unsigned char *copy = malloc(size);
        if (!copy)
            abort();
        cpu->writing->bytes = memcpy(copy, bytes, size);
    }
    reference_write(r, done, done == size, cpu->syndrome);
    cpu->fault_comes = 0;
    return done;
}

/* -- operations -- */

/* What is in flight when the buffer is disabled, or profiling stops, is lost (D17.4). */
static void lose_flights(struct cpu *cpu)
{
    for (unsigned i = 0; i < cpu->flight_count && !reference_runs(&cpu->reference); i++)
        cpu->flights[i].is_lost = 1;
}

static void complete(struct cpu *cpu, struct flight flight)
{
    struct reference *r = &cpu->reference;
    struct spe_record record;
    struct reference_operation operation;
    struct sample *sample = &machine_samples[flight.sample];
    operation_describe(sample->id, &record, &operation);
    r->feed++;
    const int kept = !flight.is_lost && reference_runs(r) && reference_keeps(r, &operation);
    r->filtrate += (u64)kept;
    cpu->writes = 0;
    cpu->writing = sample;
    const int status = spe_unit_complete(&cpu->unit, flight.number, &record, 0);
    cpu->writing = NULL;
    CHECK(cpu->writes == kept, "a record is written that is not kept, or one that is kept is not written");
    CHECK(status == (kept && sample->is_whole), "spe_unit_complete() tells something else");
    lose_flights(cpu);
}

static void complete_until(struct cpu *cpu, u64 time)
{
    while (cpu->flight_count) {
        unsigned first = 0;
        for (unsigned i = 1; i < cpu->flight_count; i++)
            if (cpu->flights[i].ends < cpu->flights[first].ends)
                first = i;
        if (cpu->flights[first].ends > time)
            return;
        const struct flight flight = cpu->flights[first];
        cpu->flights[first] = cpu->flights[--cpu->flight_count];
        complete(cpu, flight);
    }
}

/* PSB CSYNC: what is in flight is written before anything else. */
void harness_drain(void)
{
    complete_until(&machine_cpus[machine_running], UINT64_MAX);
}

static void begin(struct cpu *cpu, int number)
{
    struct reference *r = &cpu->reference;
    const struct sample sample = {.id = now,
                                  .level = (unsigned char)r->level,
                                  .has_timestamp = (unsigned char)(r->pmscr >> 5 & 1),
                                  .has_context = (unsigned char)(r->pmscr >> 3 & 1),
                                  .has_physical = (unsigned char)(r->pmscr >> 4 & 1)};
    struct spe_unit_start start = {.pc = now << 2, .physical_count = now};
    start.context_el1 = start.context_el2 = (uint32_t)now;
    if ((machine_sample_count & (machine_sample_count - 1)) == 0) {
        machine_samples =
            realloc(machine_samples, (machine_sample_count ? 2 * machine_sample_count : 1) * sizeof *machine_samples);
        if (!machine_samples)
            abort();
    }
    machine_samples[machine_sample_count] = sample;
    cpu->flights[cpu->flight_count++] =
        (struct flight){number, machine_sample_count++, now + harness_chance((unsigned)cpu->slowest), 0};
    CHECK(spe_unit_begin(&cpu->unit, number, &start) == SPE_OK, "a sample does not begin");
}

static void execute(struct cpu *cpu)
{
    struct reference *r = &cpu->reference;
    int needs_random = 0;
    now++;
    complete_until(cpu, now);
    cpu->draws = 0;
    const int number = spe_unit_operation(&cpu->unit);
    const int chosen = reference_choose(r, cpu->drawn, &needs_random);
    const int collides = chosen && cpu->flight_count == cpu->core->in_flight;
    CHECK(cpu->draws == (unsigned)needs_random, "the unit takes a random number too much or too few");
    CHECK((number > 0) == (chosen && !collides),
          "an operation is sampled that is not to be, or one that is to be is not");
    if (collides) {
        r->collisions++;
        r->pmbsr |= REFERENCE_COLL;
    }
    if (number > 0)
        begin(cpu, number);
}

void machine_run(struct cpu *cpu, u64 operations)
{
    machine_running = cpu->number;
    while (operations) {
        u64 far = reference_far(&cpu->reference);
        far = far < operations ? far : operations;
        if (cpu->flight_count || (int64_t)far < 2) {
            execute(cpu);
            operations--;
            continue;
        }
        far = far < UINT32_MAX ? far : UINT32_MAX;
        CHECK(spe_device_pass(&cpu->unit, (uint32_t)far), "the unit wants to choose too early"); /* a block */
        reference_pass(&cpu->reference, far);
        now += far;
        operations -= far;
    }
}

/* -- registers -- */

static uint64_t *reference_register(struct cpu *cpu, unsigned reg)
{
    struct reference *r = &cpu->reference;
    switch (reg) {
    case SPE_REG_PMSCR_EL1:
        return &r->pmscr;
    case SPE_REG_PMSICR_EL1:
        return &r->pmsicr;
    case SPE_REG_PMSIRR_EL1:
        return &r->pmsirr;
    case SPE_REG_PMSFCR_EL1:
        return &r->pmsfcr;
    case SPE_REG_PMSEVFR_EL1:
        return &r->pmsevfr;
    case SPE_REG_PMSNEVFR_EL1:
        return &r->pmsnevfr;
    case SPE_REG_PMSLATFR_EL1:
        return &r->pmslatfr;
    case SPE_REG_PMBLIMITR_EL1:
        return &r->pmblimitr;
    case SPE_REG_PMBPTR_EL1:
        return &r->pmbptr;
    case SPE_REG_PMBSR_EL1:
        return &r->pmbsr;
    default:
        return NULL;
    }
}

/* The driver is sampled, too: some operations come before each access. */
static void run_driver(struct cpu *cpu)
{
    if (cpu->is_in_driver)
        machine_run(cpu, harness_chance(40));
}

/* MRS at the driver's level. PMSCR_EL1 means PMSCR_EL2 in a kernel at EL2 (HCR_EL2.E2H). */
static u64 read_register(struct cpu *cpu, unsigned reg)
{
    struct spe_device_access access = {0};
    const uint32_t encoding = (uint32_t)spe_sysreg_encoding(reg);
    CHECK(spe_device_read(&cpu->unit, cpu->core->kernel_level, encoding, &access) == SPE_DEVICE_DONE,
          "a register cannot be read");
    const uint64_t raw = access.value;
    const uint64_t *expected = reference_register(cpu, reg);
    const uint64_t fixed = reg == SPE_REG_PMSCR_EL1 && !cpu->core->has_el2 ? 0xc0 : 0;
    CHECK(!expected || (raw & ~fixed) == (*expected & ~fixed), "a register has another value");
    return raw;
}

u64 harness_read_register(u32 encoding)
{
    struct cpu *cpu = &machine_cpus[machine_running];
    const int reg = spe_sysreg_find_encoding(encoding);
    uint64_t raw = 0;
    run_driver(cpu);
    if (reg == SPE_REG_ID_AA64DFR0_EL1) { /* not a register of SPE */
        CHECK(spe_unit_read_register(&cpu->unit, (unsigned)reg, &raw) == SPE_OK, "an ID register cannot be read");
        return raw;
    }
    raw = read_register(cpu, (unsigned)reg);
    cpu->saw_service |= reg == SPE_REG_PMBSR_EL1 && (raw & REFERENCE_S);
    if (reg == SPE_REG_PMBSR_EL1 && (raw & REFERENCE_S) && cpu->event && cpu->event->ring->handle)
        cpu->event->ring->expected_flags =
            (raw & REFERENCE_DL ? PERF_AUX_FLAG_PARTIAL : 0u) | (raw & REFERENCE_COLL ? PERF_AUX_FLAG_COLLISION : 0u);
    return raw;
}

static void write_register(struct cpu *cpu, unsigned reg, u64 raw)
{
    struct spe_device_access access;
    uint64_t *reference = reference_register(cpu, reg);
    const uint32_t encoding = (uint32_t)spe_sysreg_encoding(reg);
    CHECK(reference && spe_device_write(&cpu->unit, cpu->core->kernel_level, encoding, raw, &access) == SPE_DEVICE_DONE,
          "a register cannot be written");
    if (reference)
        *reference = raw;
    lose_flights(cpu);
}

void harness_write_register(u32 encoding, u64 raw)
{
    struct cpu *cpu = &machine_cpus[machine_running];
    const int reg = spe_sysreg_find_encoding(encoding);
    run_driver(cpu);
    write_register(cpu, (unsigned)reg, raw);
}

/* -- levels, faults, checks -- */

void machine_enter(struct cpu *cpu, unsigned level, int is_secure)
{
    machine_running = cpu->number;
    cpu->reference.level = level;
    cpu->reference.is_secure = is_secure;
    CHECK(spe_unit_set_level(&cpu->unit, level, is_secure ? SPE_STATE_SECURE : SPE_STATE_NON_SECURE) == SPE_OK,
          "a level cannot be entered");
}

void machine_enter_kernel(struct cpu *cpu)
{
    machine_enter(cpu, cpu->core->kernel_level, 0);
}

void machine_inject_fault(struct cpu *cpu)
{
    static const struct spe_syndrome faults[] = {
        {.service = 1, .ec = SPE_EC_STAGE1, .fault_status = 7, .has_fault = 1, .event_class = SPE_BUFFER_STAGE1},
        {.service = 1, .ec = SPE_EC_STAGE2, .fault_status = 13, .has_fault = 1, .event_class = SPE_BUFFER_STAGE2},
        {.service = 1,
         .ec = SPE_EC_STAGE1,
         .fault_status = 16,
         .has_fault = 1,
         .event_class = SPE_BUFFER_STAGE1,
         .external_abort = 1},
        {.service = 1, .ec = SPE_EC_IMPDEF, .mss = 0x1234, .event_class = SPE_BUFFER_IMPDEF},
    };
    CHECK(spe_syndrome_encode(&faults[harness_chance(4)], &cpu->syndrome) == SPE_OK, "a syndrome");
    cpu->syndrome &= ~REFERENCE_S;
    cpu->fault_after = harness_chance(2) ? harness_chance(256) : harness_chance(8);
    cpu->fault_comes = 1;
}

void machine_set_service(struct cpu *cpu)
{
    machine_running = cpu->number;
    write_register(cpu, SPE_REG_PMBSR_EL1, cpu->reference.pmbsr | REFERENCE_S);
}

void machine_pause(struct cpu *cpu)
{
    const uint64_t was = cpu->reference.pmblimitr;
    machine_running = cpu->number;
    write_register(cpu, SPE_REG_PMBLIMITR_EL1, was & ~UINT64_C(1));
    machine_run(cpu, harness_chance(50));
    write_register(cpu, SPE_REG_PMBLIMITR_EL1, was);
}

void machine_check(struct cpu *cpu)
{
    struct spe_unit_counts counts;
    const struct reference *r = &cpu->reference;
    static const unsigned all[] = {SPE_REG_PMSCR_EL1, SPE_REG_PMSICR_EL1, SPE_REG_PMBLIMITR_EL1, SPE_REG_PMBPTR_EL1,
                                   SPE_REG_PMBSR_EL1};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        read_register(cpu, all[i]);
    CHECK(spe_unit_interrupt(&cpu->unit) == !!(r->pmbsr & REFERENCE_S), "PMBIRQ is not PMBSR_EL1.S");
    CHECK(spe_unit_count(&cpu->unit, &counts) == SPE_OK && counts.sample_pop == r->population &&
              counts.sample_feed == r->feed && counts.sample_filtrate == r->filtrate &&
              counts.sample_collision == r->collisions && counts.sample_buffer_full == r->full,
          "a SAMPLE_ event counts something else");
    if (reference_is_enabled(r) && !cpu->is_in_driver)
        CHECK((spe_unit_problems(&cpu->unit) & ~SPE_UNIT_WARNINGS) == 0,
              spe_unit_problem(spe_unit_problems(&cpu->unit) & ~SPE_UNIT_WARNINGS));
}

static int start_unit(struct cpu *cpu, u64 seed)
{
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    config.registers = cpu->core->registers;
    config.register_count = cpu->core->register_count;
    config.in_flight = (uint8_t)cpu->core->in_flight;
    config.random = draw;
    config.write = write_bytes;
    config.context = cpu;
    config.seed = seed;
    return spe_unit_init(&cpu->unit, &config);
}

void machine_migrate(struct cpu *cpu)
{
    static unsigned char bytes[SPE_UNIT_SIZE];
    const int64_t size = spe_device_snapshot(&cpu->unit, bytes, sizeof bytes);
    CHECK(size > 0 && start_unit(cpu, 0) == SPE_OK, "no snapshot");
    CHECK(spe_device_restore(&cpu->unit, bytes, (size_t)size) == SPE_OK, "a snapshot is not restored");
}

void machine_start(const struct core *core, unsigned cpus, u64 slowest, u64 seed)
{
    now = 1;
    cpu_count = cpus;
    machine_sample_count = 0;
    for (unsigned i = 0; i < HARNESS_CPUS; i++) {
        struct cpu *cpu = &machine_cpus[i];
        memset(cpu, 0, sizeof *cpu);
        cpu->core = core;
        cpu->number = i;
        cpu->slowest = slowest;
        cpu->reference.kernel_level = core->kernel_level;
        cpu->reference.max_record_size = 1u << (core->registers[0].raw >> 12 & 15);
        cpu->reference.alignment = 1u << (core->registers[1].raw & 15);
        cpu->reference.has_second_counter = core->registers[0].raw >> 5 & 1;
        CHECK(start_unit(cpu, seed + i) == SPE_OK, "the unit does not start");
        machine_enter_kernel(cpu);
    }
}

void machine_stop(void)
{
    for (size_t i = 0; i < machine_sample_count; i++)
        free((void *)(uintptr_t)machine_samples[i].bytes);
    free(machine_samples);
    machine_samples = NULL;
    machine_sample_count = 0;
}
