/* SPDX-License-Identifier: MIT */
/* See event.h. */
#include "event.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libspe/filter.h>

#include "../system/options.h"

/* Sets the registers in the same way as Linux, and the words of perf's attribute. */
static void set_registers(const struct spe_filter_registers *in, struct setup *setup)
{
    struct spe_filter_setting term;
    for (unsigned i = 0; spe_filter_perf_term(in, i, &term); i++)
        setup->config[term.config] |= term.value << term.shift;
    setup->pmscr = 1 << 3 | 1; /* CX, E0SPE */
    setup->pmscr |= in->control & SPE_CONTROL_PA ? 1 << 4 : 0;
    setup->pmscr |= in->control & SPE_CONTROL_TS ? 1 << 5 : 0;
    setup->pmscr |= in->control & SPE_CONTROL_PCT ? 1 << 6 : 0;
    setup->pmsirr |= (in->control & SPE_CONTROL_JITTER) != 0;
    setup->pmblimitr = in->control & SPE_CONTROL_DISCARD ? 2 << 1 : 0;
    setup->pmsfcr = in->pmsfcr;
    setup->pmsevfr = in->pmsevfr;
    setup->pmsnevfr = in->pmsnevfr;
    setup->pmslatfr = in->pmslatfr;
    setup->pmsdsfr = in->pmsdsfr;
}

/* Whether the text begins with arm_spe/ or arm_spe_N/. */
static int is_spe(const char *event)
{
    const size_t name = strlen("arm_spe");
    if (strncmp(event, "arm_spe", name) != 0)
        return 0;
    return event[name] == '/' ||
           (event[name] == '_' && event[name + 1 + strspn(event + name + 1, "0123456789")] == '/');
}

/* Reads the terms that perf has for every event: the period counts here, and the name has no effect. */
static void read_event_terms(const char *terms, size_t size, struct setup *setup)
{
    struct spe_filter_term term;
    for (unsigned nth = 0; spe_filter_event_term(terms, size, nth, &term) == SPE_OK; nth++) {
        const int is_period = term.name_size == 6 && !memcmp(terms + term.name, "period", 6);
        if (is_period && spe_sysreg_number(terms + term.value, (size_t)term.value_size, &setup->period) == SPE_OK &&
            setup->period)
            continue;
        if (term.name_size != 4 || memcmp(terms + term.name, "name", 4) != 0)
            tool_misuse(is_period ? "not a period" : "perf's term, not spe-record's", terms + term.name);
    }
}

/* Reads arm_spe/TERMS/, arm_spe_0/TERMS/u or arm_spe//. */
void event_read(const char *event, struct setup *setup)
{
    const struct spe_features features = core_features(setup->core);
    const char *begin = strchr(event, '/'), *end = strrchr(event, '/');
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    uint32_t problems;
    size_t where = 0;
    if (!is_spe(event) || begin == end || (end[1] && strcmp(end, "/u") != 0))
        tool_misuse("not an event of SPE, such as arm_spe/TERMS/", event);
    const int status = spe_filter_parse(begin + 1, (size_t)(end - begin - 1), &registers, &where);
    if (status)
        tool_misuse(spe_status_text(status), begin + 1 + where);
    if (features.counter_bits == 12 && registers.pmslatfr >> 12)
        tool_misuse("min_latency is above 4095, the most that the core counts", event);
    if (spe_filter_compile(&registers, &features, &filter, &problems) != SPE_OK)
        tool_misuse(spe_filter_problem_text(problems), event);
    read_event_terms(begin + 1, (size_t)(end - begin - 1), setup);
    set_registers(&registers, setup);
}

void event_set_period(uint64_t given, struct setup *setup)
{
    uint64_t period = setup->period ? setup->period : given;
    const int done = spe_interval_from_period(period, setup->core->registers[0].raw, SPE_PERIOD_ANY, &setup->pmsirr);
    setup->period = spe_interval_to_period(setup->pmsirr);
    if (done != SPE_PERIOD_EXACT)
        fprintf(stderr, "spe-record: a sample every %" PRIu64 " operations, not %" PRIu64 "\n", setup->period, period);
}
