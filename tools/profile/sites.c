/* SPDX-License-Identifier: MIT */
/* See sites.h. */
#include "sites.h"

#include "../system/hash.h"
#include "sample.h"

static void add_wait(struct site_wait *wait, unsigned part, uint64_t cycles)
{
    wait->samples_in[part]++;
    wait->cycles_in[part] += cycles;
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
        if (s->way && s->way != way && s->pairs < SITE_JUDGED) {
            s->pairs++;
            s->wide += (uint32_t)(divisor(way, s->way) >= SITE_WIDE);
        }
        s->way = way;
    }
    s->last = address;
    s->last_who = who;
    s->has_last = 1;
}

void site_add(struct site *site, const struct sample *s)
{
    const struct spe_record *const r = s->record;
    const struct counted *const one = &s->shape->counted;
    const unsigned walk = one->walks ? r->translation_latency : 0;
    if (one->walks)
        add_wait(&site->walk, s->part, walk);
    if (one->is_far)
        add_wait(&site->wait, s->part, r->total_latency > walk ? r->total_latency - walk : 0);
    if ((one->reads || one->writes) && r->present & SPE_HAS_DATA_VA)
        add_address(site, s->who, spe_address_canonical(r->data_va));
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
