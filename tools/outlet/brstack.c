/* SPDX-License-Identifier: MIT */
/*
 * See brstack.h. As in current versions of perf, a record gives one entry for its branch and, if it has the target of
 * the previous branch, a second entry without a source.
 */
#include "brstack.h"

#include <inttypes.h>
#include <stdio.h>

#include <libspe/op.h>

#include "branches.h"

/* perf's word for the branch type: perf calls an indirect branch that is not a call a return. */
static const char *kind_name(const struct spe_op *op)
{
    if (op->branch_kind == SPE_CR_BRANCH_LINK)
        return op->conditional ? "COND_CALL" : "CALL";
    if (op->branch_kind == SPE_CR_RETURN || op->indirect)
        return op->conditional ? "COND_RET" : "RET";
    if (op->conditional)
        return "COND";
    return op->branch_kind == SPE_CR_NEITHER ? "UNCOND" : "";
}

size_t brstack_line(const struct spe_record *r, char *line)
{
    struct spe_op op;
    if (!(r->present & SPE_HAS_OPERATION) || r->op_class != SPE_CLASS_BRANCH ||
        spe_op_decode(r->op_class, r->op_payload, &op) != SPE_OK)
        return 0;
    const uint64_t from = r->present & SPE_HAS_PC ? spe_address_canonical(r->pc) : 0;
    int n = snprintf(
        line, BRSTACK_LINE_MAX, " 0x%" PRIx64 "/0x%" PRIx64 "/%c%s/%c/-/%u/%s/- ", from, branch_target(r),
        spe_event(r->events, SPE_EVENT_MISPREDICTED) ? 'M' : 'P', spe_event(r->events, SPE_EVENT_NOT_TAKEN) ? "N" : "",
        spe_event(r->events, SPE_EVENT_TRANSACTIONAL) ? 'X' : '-', (unsigned)r->total_latency, kind_name(&op));
    if (r->present & SPE_HAS_PREV_BRANCH_TARGET)
        n += snprintf(line + n, BRSTACK_LINE_MAX - (size_t)n, " 0x0/0x%" PRIx64 "/-/-/-/0//- ",
                      spe_address_canonical(r->prev_branch_target));
    line[n++] = '\n';
    return (size_t)n;
}
