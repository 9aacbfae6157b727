/* SPDX-License-Identifier: MIT */
/* The driver's terms: the library accepts each name, with the same meaning; settings from several attributes. */
#include <libspe/spe.h>
#include <string.h>

#include "input/driver_terms.h"
#include "input/perf_settings.h"
#include "tap.h"

/* Reads the terms back that the program prints for a configuration with one term. */
static int reads_back(enum driver_term term, struct spe_filter_registers *out)
{
    uint64_t config[5] = {0};
    char text[64];
    config[driver_terms[term].config] = UINT64_C(1) << driver_terms[term].shift;
    if (driver_filters_text(config, text, sizeof text) == 0) /* a setting */
        snprintf(text, sizeof text, "%s=1", driver_terms[term].name);
    return driver_term_value(config, term) == 1 && spe_filter_parse(text, strlen(text), out, NULL) == SPE_OK;
}

/* Whether each term sets its bit, and no other term's. */
static int is_same(enum driver_term term, const struct spe_filter_registers *r)
{
    const struct driver_term_place *place = &driver_terms[term];
    const uint64_t pmsfcr = r->pmsfcr & ~UINT64_C(0x1f);
    return r->control == place->control && pmsfcr == place->pmsfcr && r->pmslatfr == (term == DRIVER_MIN_LATENCY) &&
           r->pmsevfr == (term == DRIVER_EVENT_FILTER) && r->pmsnevfr == (term == DRIVER_INV_EVENT_FILTER) &&
           r->pmsdsfr == (term == DRIVER_INV_DATA_SRC_FILTER ? ~UINT64_C(1) : UINT64_MAX);
}

static struct perf_setting of_two(uint64_t first, uint64_t second)
{
    static struct perf_settings settings;
    struct perf_setting out = {0};
    struct spe_perf_event event = {.type = SPE_PERF_INFO, .pmu_type = 8};
    perf_settings_begin(&settings);
    perf_settings_take(&settings, &event);
    event.type = SPE_PERF_ATTR;
    event.config[0] = first;
    perf_settings_take(&settings, &event);
    event.config[0] = second;
    perf_settings_take(&settings, &event);
    ok(perf_settings_of_spe(&settings, &out), "two attributes");
    return out;
}

int main(void)
{
    for (unsigned i = 0; i < DRIVER_TERMS; i++) {
        struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
        ok(reads_back((enum driver_term)i, &registers), driver_terms[i].name);
        ok(is_same((enum driver_term)i, &registers), "... it means the same");
    }
    struct perf_setting one = of_two(3, 1);
    ok(one.has_physical == PERF_SETTING_MIXED, "physical addresses: one has them");
    ok(!one.is_filtered && !one.is_partial, "no filter");
    one = of_two(UINT64_C(1) << 39, 0);
    ok(one.has_physical == PERF_SETTING_OFF, "neither has them");
    ok(one.is_filtered && !one.is_partial, "a filter by operation type");
    one = of_two(UINT64_C(1) << 35, 0);
    ok(!one.is_filtered && one.discards, "discard is no filter");
    return tap_done();
}
