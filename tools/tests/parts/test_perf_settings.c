/* SPDX-License-Identifier: MIT */
/* Settings from several attributes. */
#include "input/perf_settings.h"
#include "tap.h"

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
