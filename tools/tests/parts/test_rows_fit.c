/* SPDX-License-Identifier: MIT */
/*
 * The programs' arrays have room for the library's rows. The numbers of rows are functions of the public interface, so
 * that no compiler can compare them: a row that does not fit fails here.
 */
#include <libspe-lab/check.h>
#include <libspe/cpu.h>
#include <libspe-lab/sysreg.h>

#include "profile/counts.h"
#include "system/capacity.h"
#include "tap.h"

int main(void)
{
    ok(spe_level_count() <= COUNTS_LEVELS, "there is room for the memory levels");
    ok(spe_rule_count() <= CAPACITY_RULES, "there is room for the rules");
    ok(spe_sysreg_count() <= CAPACITY_REGISTERS, "there is room for the registers");
    return tap_done();
}
