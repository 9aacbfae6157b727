/* SPDX-License-Identifier: MIT */
/* See sites.h. */
#include "sites.h"

#include "../system/hash.h"

static void add_wait(struct site_wait *wait, unsigned part, uint64_t cycles)
{
    wait->samples_in[part]++;
    wait->cycles_in[part] += cycles;
}

/* Whether data come from beyond the caches that belong to the core alone. */
static int is_far(unsigned level)
{
    return level >= SPE_LEVEL_PEER_CORE && level != SPE_LEVEL_DEVICE;
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Keeps some of all addresses: each that comes is as likely to be kept as each before it. */
static void keep(struct site *s, uint32_t who, uint64_t address)
{
    const uint64_t slot = s->accesses < SITE_DATA ? s->accesses : hash_word(0, s->accesses) % (s->accesses + 1);
    if (slot < SITE_DATA) {
        s->data[slot] = address;
        s->data_who[slot] = who;
    }
    s->accesses++;
}

static void add_address(struct site *s, uint32_t who, uint64_t address)
{
    keep(s, who, address);
    if (s->has_last && s->last_who == who && s->last != address) {
        const uint64_t way = address > s->last ? address - s->last : s->last - address;
        s->up += address > s->last;
        s->down += address < s->last;
        if (s->way && s->way != way) {
            s->pairs++;
            s->wide += divisor(way, s->way) >= SITE_WIDE;
        }
        s->way = way;
    }
    s->last = address;
    s->last_who = who;
    s->has_last = 1;
}

static void add_access(struct site *s, const struct spe_record *r, const struct counted *one)
{
    const uint64_t events = r->present & SPE_HAS_EVENTS ? r->events : 0;
    const int walks = events >> SPE_EVENT_TLB_WALK & 1 && r->present & SPE_HAS_TRANSLATION_LATENCY;
    const uint64_t walk = walks ? r->translation_latency : 0;
    if (walks)
        add_wait(&s->walk, one->part, walk);
    if (one->reads && is_far(one->level))
        add_wait(&s->wait, one->part, one->cycles > walk ? one->cycles - walk : 0);
}

void site_add(struct site *s, uint32_t who, const struct spe_record *r, const struct counted *one)
{
    if (!one->reads && !one->writes)
        return;
    add_access(s, r, one);
    if (r->present & SPE_HAS_DATA_VA)
        add_address(s, who, spe_address_canonical(r->data_va));
}

uint64_t site_sum(const uint64_t in[COUNTS_PARTS])
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        sum += in[i];
    return sum;
}

int site_has_order(const struct site *s)
{
    return s->up + s->down >= SITE_PAIRS;
}

int site_order(const struct site *s)
{
    const double all = (double)(s->up + s->down), more = (double)s->up - (double)s->down;
    const double way = more < 0 ? -more : more;
    if (!(way > all / 2) || way * way < 16 * all) /* three of four, and four standard deviations from a coin's */
        return 0;
    return more < 0 ? -1 : 1;
}

int site_is_wide(const struct site *s)
{
    return s->pairs >= SITE_PAIRS && s->wide * 4 > s->pairs * 3;
}
