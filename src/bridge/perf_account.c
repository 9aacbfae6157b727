/* SPDX-License-Identifier: MIT */
/*
 * The account of a stream's bytes. AUX events name ranges of the stream, and the file has ranges of it; both ascend,
 * but either side may be ahead. What is ahead waits for the other side.
 */
#include <libspe/perf_data.h>
#include <string.h>

#include "../base/context.h"

#define WAITING 8
#define PADDING 7 /* the most zeros that perf adds to a buffer */

enum side { NAMED, BYTES };

struct range {
    uint64_t from, to;
};

struct SPE_MAY_ALIAS ledger {
    uint64_t total[4]; /* the public members from `named` on: a side's total is at 2 * side, ... */
    uint64_t others[4];
    uint64_t to[2];                /* the end of each side's last range; 0: there was none */
    struct range waiting[WAITING]; /* of the side that is ahead, ascending */
    uint32_t holes[WAITING];       /* bytes in such a range that it lacks */
    uint32_t waiting_count;
    uint32_t is_ring;           /* an AUX event is of a snapshot */
    uint64_t begins_in_padding; /* the last buffer, at the zeros that perf added to the one before */
    uint64_t reserved[8];
};

_Static_assert(sizeof(struct ledger) == sizeof(struct spe_perf_account), "the account has that size");

/* ... and what the other side lacks of it follows. */
static uint64_t *lacking(struct ledger *l, enum side side)
{
    return &l->total[2 * side + 1];
}

/* Takes the waiting ranges as far as the other side's new range reaches. Returns how many of their bytes are in it. */
static uint64_t meet(struct ledger *l, const struct range *new)
{
    uint64_t met = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->waiting_count; i++) {
        struct range *old = &l->waiting[i];
        const uint64_t from = old->from > new->from ? old->from : new->from, to = old->to < new->to ? old->to : new->to;
        const uint64_t size = old->to - old->from - l->holes[i], overlap = from < to ? to - from : 0;
        const uint64_t both = overlap < size ? overlap : size;
        met += both;
        if (old->to <= new->to)
            continue;
        const uint64_t at = old->from > new->to ? old->from : new->to, rest = old->to - at;
        l->holes[kept] = (uint32_t)(rest > size - both ? rest - (size - both) : 0);
        l->waiting[kept++] = (struct range){at, old->to};
    }
    l->waiting_count = kept;
    return met;
}

/* Makes room: the two oldest ranges become one, with a hole. If the hole is too large, the oldest one is dropped. */
static void join_oldest(struct ledger *l)
{
    const uint64_t hole = l->waiting[1].from - l->waiting[0].to + l->holes[0] + l->holes[1];
    if (hole <= UINT32_MAX) {
        l->holes[1] = (uint32_t)hole;
        l->waiting[1].from = l->waiting[0].from;
    }
    l->waiting_count--;
    memmove(l->waiting, l->waiting + 1, l->waiting_count * sizeof *l->waiting);
    memmove(l->holes, l->holes + 1, l->waiting_count * sizeof *l->holes);
}

static void put_off(struct ledger *l, uint64_t from, uint64_t to)
{
    if (l->waiting_count && l->waiting[l->waiting_count - 1].to == from) {
        l->waiting[l->waiting_count - 1].to = to;
        return;
    }
    if (l->waiting_count == WAITING)
        join_oldest(l);
    l->holes[l->waiting_count] = 0;
    l->waiting[l->waiting_count++] = (struct range){from, to};
}

/* Adds a range that begins at or after the end of the side's last one. */
static void add(struct ledger *l, enum side side, struct range new)
{
    const uint64_t other_to = l->to[!side];
    const uint64_t met = other_to > l->to[side] ? meet(l, &new) : 0;
    l->total[2 * side] += new.to - new.from;
    *lacking(l, side) += new.to - new.from - met;
    *lacking(l, !side) -= met;
    l->to[side] = new.to;
    if (new.to > other_to)
        put_off(l, new.from > other_to ? new.from : other_to, new.to);
}

/* Leaves out of a range what is before the end of the side's last one. Returns how much that is. */
static uint64_t leave_out(const struct ledger *l, enum side side, struct range *new)
{
    const uint64_t from = new->from, end = l->to[side];
    new->from = from >= end ? from : new->to < end ? new->to : end;
    return new->from - from;
}

static void add_named(struct ledger *l, const struct spe_perf_event *aux)
{
    struct range new = {aux->offset, aux->size < UINT64_MAX - aux->offset ? aux->offset + aux->size : UINT64_MAX};
    leave_out(l, NAMED, &new);
    if (new.from < new.to)
        add(l, NAMED, new);
}

static void add_bytes(struct ledger *l, struct spe_perf_account *account, const struct spe_perf_event *bytes)
{
    struct range new = {bytes->offset, bytes->offset + bytes->size};
    const uint64_t before = l->is_ring || new.to < new.from ? bytes->size : leave_out(l, BYTES, &new);
    if (l->begins_in_padding && new.to >= new.from) {
        account->padding += before;
    } else { /* of a snapshot, or of a stream that has begun again */
        account->bytes += before;
        account->unnamed += before;
    }
    if (before < bytes->size)
        add(l, BYTES, new);
}

int spe_perf_account_add(struct spe_perf_account *account, const struct spe_perf_event *event)
{
    struct ledger *l = (struct ledger *)(void *)account;
    if (!account || !event)
        return SPE_E_ARG;
    if (event->type == SPE_PERF_AUX && event->aux_flags & SPE_PERF_AUX_OVERWRITE) {
        l->is_ring = 1;
        account->snapshots = account->buffers;
    } else if (event->type == SPE_PERF_AUX) {
        add_named(l, event);
    } else if (event->type == SPE_PERF_BUFFER) {
        account->buffers++;
        account->snapshots += l->is_ring;
        l->begins_in_padding = !l->is_ring && event->offset < l->to[BYTES] && l->to[BYTES] - event->offset <= PADDING;
    } else if (event->type == SPE_PERF_BYTES) {
        add_bytes(l, account, event);
    } else if (event->type == SPE_PERF_REPEATED) {
        account->repeated += event->size;
    }
    return SPE_OK;
}
