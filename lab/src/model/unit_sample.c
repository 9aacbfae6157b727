/* SPDX-License-Identifier: MIT */
/*
 * A sample from its beginning to its end (DDI 0487, D17.5 to D17.7; J1 SPEStartSample, SPECompleteSample,
 * SPEWriteToBuffer): its contents, the counts, the filter's decision, and the bytes in the buffer.
 */
#include <string.h>

#include <libspe/op.h>

#include "unit_choose.h"
#include "unit_config.h"
#include "unit_update.h"

/* The fields that the caller gives for an operation; the unit adds all others */
#define TOLD                                                                                                           \
    (SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |       \
     SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_OPERATION | SPE_HAS_EVENTS |                    \
     SPE_HAS_DATA_SOURCE)
#define TYPES (SPE_FILTER_B | SPE_FILTER_LD | SPE_FILTER_ST | SPE_FILTER_FP | SPE_FILTER_SIMD)
#define MASKS (SPE_FILTER_BM | SPE_FILTER_LDM | SPE_FILTER_STM | SPE_FILTER_FPM | SPE_FILTER_SIMDM)
#define CONTEXTS (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2)
#define ADDRESS(bits) ((bits) & (UINT64_MAX >> 8))

static struct spe_unit_sample *find_sample(struct spe_unit_state *unit, int sample)
{
    if (sample < 1 || sample > unit->config.in_flight || !unit->samples[sample - 1].chosen)
        return NULL;
    return &unit->samples[sample - 1];
}

/* -- the beginning -- */

static uint64_t read_clock(const struct spe_unit_start *start, unsigned source)
{
    if (source == SPE_TIMESTAMP_VIRTUAL)
        return start->physical_count - start->virtual_offset;
    return start->physical_count - (source == SPE_TIMESTAMP_PHYSICAL_OFFSET ? start->physical_offset : 0);
}

int spe_unit_begin(spe_unit *u, int sample, const struct spe_unit_start *start)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    struct spe_unit_sample *s = unit ? find_sample(unit, sample) : NULL;
    struct spe_profiling_level level;
    if (!unit)
        return SPE_E_STATE;
    if (!s || !start)
        return SPE_E_ARG;
    spe_profiling_at(&unit->profiling, unit->el, unit->state, &level);
    spe_unit_keep_target(unit);
    spe_address_build_pc(ADDRESS(start->pc), unit->el, unit->state, &s->pc);
    s->present = SPE_HAS_PC | (level.collects & (CONTEXTS | SPE_HAS_DATA_PA | SPE_HAS_TIMESTAMP));
    if (unit->has_previous && (unit->core.flags & SPE_FEATURE_PBT))
        s->present |= SPE_HAS_PREV_BRANCH_TARGET;
    s->previous = unit->previous;
    s->context_el1 = start->context_el1;
    s->context_el2 = start->context_el2;
    s->timestamp = read_clock(start, level.timestamp);
    s->begun = 1;
    return SPE_OK;
}

/* -- the record -- */

/* The given fields that the core does not collect, because it lacks the feature or must not collect them (D17.6). */
static uint32_t not_collected(const struct spe_unit_state *unit, const struct spe_unit_sample *s,
                              const struct spe_record *record)
{
    uint32_t out = s->present & SPE_HAS_DATA_PA ? 0 : SPE_HAS_DATA_PA;
    struct spe_op op = {0};
    spe_op_decode(record->op_class, record->op_payload, &op);
    if (!(unit->core.flags & SPE_FEATURE_LDS))
        out |= SPE_HAS_DATA_SOURCE;
    if (!(unit->core.flags & SPE_FEATURE_ALTCLK))
        out |= SPE_HAS_ALT_ISSUE_LATENCY;
    if (op.subclass == SPE_OP_NV2_SYSREG && unit->profiling.level[2].enabled != SPE_PROFILING_YES)
        out |= SPE_HAS_DATA_VA; /* an address of EL2 */
    if (!(unit->config.flags & SPE_UNIT_TARGET_ALWAYS) && record->op_class != SPE_CLASS_BRANCH)
        out |= SPE_HAS_PREV_BRANCH_TARGET;
    if (!spe_event(record->events, SPE_EVENT_RETIRED))
        out |= SPE_HAS_PREV_BRANCH_TARGET;
    return out;
}

static void make_record(const struct spe_unit_state *unit, const struct spe_unit_sample *s,
                        const struct spe_record *what, struct spe_record *out)
{
    *out = *what;
    out->events_size = 0; /* the size that the unit uses */
    out->data_source_size = 0;
    out->present = (what->present & TOLD) | SPE_HAS_OPERATION | SPE_HAS_EVENTS;
    if (!(what->present & SPE_HAS_OPERATION))
        out->op_class = out->op_payload = 0;
    if (!(what->present & SPE_HAS_EVENTS))
        out->events = 0;
    out->pc = s->pc;
    out->prev_branch_target = s->previous;
    out->context_el1 = s->context_el1;
    out->context_el2 = s->context_el2;
    out->timestamp = s->timestamp;
    out->present |= s->present & ~(uint32_t)SPE_HAS_DATA_PA;
    out->present &= ~not_collected(unit, s, out);
}

/* Returns the number of bytes, padding included, or the reason why the record cannot be encoded. */
static int encode(const struct spe_unit_state *unit, const struct spe_record *record, uint8_t *bytes, size_t room)
{
    spe_encoder encoder;
    const struct spe_encoder_config config = spe_unit_encoder_config(unit, spe_unit_value(unit, SPE_REG_PMBPTR_EL1));
    const int status = spe_encoder_init(&encoder, bytes, room, &config);
    return status ? status : spe_encoder_record(&encoder, record);
}

/* -- the filter, and what it counts -- */

/* Tests events, latency and data source: whether each part of the filter would keep the record, enabled or not. */
static void count_values(struct spe_unit_state *unit, const struct spe_record *record, uint64_t types)
{
    const uint64_t can_filter = spe_filter_events(&unit->core);
    const uint64_t set = spe_unit_value(unit, SPE_REG_PMSEVFR_EL1) & can_filter;
    const uint64_t clear =
        unit->core.flags & SPE_FEATURE_FNE ? spe_unit_value(unit, SPE_REG_PMSNEVFR_EL1) & can_filter : 0;
    const uint64_t least =
        spe_unit_value(unit, SPE_REG_PMSLATFR_EL1) & (unit->core.counter_bits == 12 ? 0xfff : 0xffff);
    const unsigned latency = record->present & SPE_HAS_TOTAL_LATENCY ? record->total_latency : 0;
    unit->counts.sample_feed_event += (record->events & set) == set && !(record->events & clear);
    unit->counts.sample_feed_lat += latency >= least;
    if ((unit->core.flags & SPE_FEATURE_FDS) && (types & SPE_FILTER_LD) && record->op_class == SPE_CLASS_LOAD_STORE &&
        (record->present & SPE_HAS_DATA_SOURCE))
        unit->counts.sample_feed_ds += spe_unit_value(unit, SPE_REG_PMSDSFR_EL1) >> (record->data_source & 63) & 1;
}

static void count_types(struct spe_unit_state *unit, uint64_t types)
{
    const int extended = (unit->core.flags & SPE_FEATURE_EFT) != 0;
    const uint64_t wanted = spe_unit_controls(unit) & (TYPES | MASKS);
    unit->counts.sample_feed_br += (types & SPE_FILTER_B) != 0;
    unit->counts.sample_feed_ld += (types & SPE_FILTER_LD) != 0;
    unit->counts.sample_feed_st += (types & SPE_FILTER_ST) != 0;
    unit->counts.sample_feed_fp += extended && (types & SPE_FILTER_FP);
    unit->counts.sample_feed_simd += extended && (types & SPE_FILTER_SIMD);
    unit->counts.sample_feed_op += wanted && spe_filter_keeps_types(wanted, types);
}

/* Like spe_filter_keeps(), with types that the packet does not hold. */
static int keeps(const struct spe_unit_state *unit, const struct spe_record *record, uint64_t types)
{
    const uint64_t pmsfcr = spe_unit_controls(unit);
    return spe_filter_keeps(&unit->filter, record) &&
           (!(pmsfcr & SPE_FILTER_FT) || spe_filter_keeps_types(pmsfcr, types));
}

int spe_unit_prefers_store(spe_unit *u)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    if (!unit)
        return 0;
    const uint64_t pmsfcr = spe_unit_controls(unit);
    const int loads = (pmsfcr & SPE_FILTER_FT) && (pmsfcr & SPE_FILTER_LD);
    const int stores = (pmsfcr & SPE_FILTER_FT) && (pmsfcr & SPE_FILTER_ST);
    return loads == stores ? (int)(spe_unit_draw(unit) >> 31) : stores;
}

/* -- the buffer -- */

/* PMBSR_ELx of the level at which a buffer management event with this syndrome is recorded */
static uint64_t *find_syndrome(struct spe_unit_state *unit, uint64_t syndrome)
{
    const int el = spe_profiling_event_el(unit->registers, spe_sysreg_count(), &unit->core, syndrome);
    return spe_unit_syndrome(unit, el);
}

/* Records a buffer management event: `syndrome` has the fields in `mask`. An event that is already recorded stays. */
static void record_event(struct spe_unit_state *unit, uint64_t syndrome, uint64_t mask)
{
    uint64_t *pmbsr = find_syndrome(unit, syndrome);
    if (*pmbsr & SPE_PMBSR_S)
        return;
    *pmbsr = (*pmbsr & ~mask) | (syndrome & mask) | SPE_PMBSR_S;
    spe_unit_settle(unit);
    spe_unit_update(unit);
}

/* Writes the record and moves the pointer. Returns whether all of it was written. */
static int write_record(struct spe_unit_state *unit, const uint8_t *bytes, size_t size)
{
    uint64_t *pointer = &unit->registers[SPE_REG_PMBPTR_EL1].raw;
    const uint64_t limit = spe_unit_value(unit, SPE_REG_PMBLIMITR_EL1) & SPE_PMBLIMITR_LIMIT;
    uint64_t syndrome = 0;
    const struct spe_unit_write write = {.address = *pointer,
                                         .size = size,
                                         .owning_el = unit->profiling.owning_el,
                                         .owning_state = unit->profiling.owning_state,
                                         .is_physical = unit->profiling.physical_mode == SPE_PROFILING_YES,
                                         .bytes = bytes};
    const size_t done = unit->config.write(unit->config.context, &write, &syndrome);
    *pointer += done;
    if (done < size) {
        syndrome = (syndrome & (SPE_PMBSR_EVENT | SPE_PMBSR_EA)) | (done ? SPE_PMBSR_DL : 0);
        /* "Otherwise, PMBSR_EL1.DL is unchanged" (D17.7). The same holds for EA: neither is ever cleared here. */
        record_event(unit, syndrome, SPE_PMBSR_EVENT | (syndrome & (SPE_PMBSR_EA | SPE_PMBSR_DL)));
    }
    if (*pointer > limit - unit->core.max_record_size) {   /* also after a fault: SPECompleteSample always checks */
        record_event(unit, SPE_BSC_FULL, SPE_PMBSR_EVENT); /* EC is 0 */
        unit->counts.sample_buffer_full++;
    }
    return done == size;
}

int spe_unit_complete(spe_unit *u, int sample, const struct spe_record *what, uint64_t types)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    struct spe_unit_sample *s = unit ? find_sample(unit, sample) : NULL;
    uint8_t bytes[SPE_RECORD_MAX_SIZE];
    struct spe_record record;
    int size;
    if (!unit)
        return SPE_E_STATE;
    if (!s || (types & ~(SPE_FILTER_FP | SPE_FILTER_SIMD)))
        return SPE_E_ARG;
    if (what && !s->begun)
        return SPE_E_STATE;
    s->chosen = 0;
    unit->counts.sample_feed++;
    if (!what)
        return 0;
    make_record(unit, s, what, &record);
    size = encode(unit, &record, bytes, sizeof bytes);
    if (size < 0)
        return size;
    types |= spe_filter_types(record.op_class, record.op_payload);
    count_types(unit, types);
    count_values(unit, &record, types);
    if (s->lost || !unit->writes || !keeps(unit, &record, types))
        return 0;
    unit->counts.sample_filtrate++;
    return unit->profiling.discards == SPE_PROFILING_YES ? 0 : write_record(unit, bytes, (size_t)size);
}

size_t spe_unit_write_memory(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    const struct spe_unit_memory *memory = context;
    const uint64_t offset = write->address - memory->base;
    const uint64_t room = offset < memory->size ? memory->size - offset : 0;
    const size_t done = (size_t)(room < write->size ? room : write->size);
    if (done)
        memcpy((uint8_t *)memory->bytes + offset, write->bytes, done);
    if (done < write->size)
        *syndrome = (uint64_t)SPE_EC_STAGE1 << 26 | 7; /* translation fault, level 3 */
    return done;
}
