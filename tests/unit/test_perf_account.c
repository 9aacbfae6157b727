/* SPDX-License-Identifier: MIT */
/*
 * The account of a stream's bytes, compared with sets of bytes; and rings that perf saved again and again, whose bytes
 * the reader gives once.
 */
#include <libspe/spe.h>
#include <string.h>

#include "perf_file.h"
#include "tap.h"

/* -- the account, compared with two sets of bytes -- */

enum { SIZE = 3000 };

static uint8_t named[SIZE], held[SIZE];

static void mark(uint8_t *set, uint64_t from, uint64_t n)
{
    memset(set + from, 1, (size_t)n);
}

static struct spe_perf_event event_of(uint32_t type, uint64_t offset, uint64_t size)
{
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    e.type = type;
    e.offset = offset;
    e.size = size;
    return e;
}

static int account_is_right(const struct spe_perf_account *a)
{
    uint64_t n = 0, b = 0, missing = 0, unnamed = 0;
    for (unsigned i = 0; i < SIZE; i++) {
        n += named[i];
        b += held[i];
        missing += named[i] && !held[i];
        unnamed += held[i] && !named[i];
    }
    return a->named == n && a->bytes == b && a->missing == missing && a->unnamed == unnamed;
}

/* Both sides ascend, with holes, and either may be ahead. AUX events come again; buffers begin in padding. */
static int random_account(void)
{
    struct spe_perf_account account = {0};
    uint64_t at[2] = {0, 0}, padding = 0;
    int is_right = 1;
    memset(named, 0, sizeof named);
    memset(held, 0, sizeof held);
    while (at[0] < SIZE - 200 || at[1] < SIZE - 200) {
        const unsigned side = at[1] + random_below(600) < at[0] + 300;
        const uint64_t from = at[side] + (random_below(4) ? 0 : random_below(60)), n = 1 + random_below(100);
        const uint64_t back = at[side] > 7 && from == at[side] && random_below(3) == 0 ? random_below(8) : 0;
        const struct spe_perf_event aux = event_of(SPE_PERF_AUX, from, n);
        if (from + n > SIZE)
            break;
        if (side == 0) {
            spe_perf_account_add(&account, &aux);
            if (random_below(4) == 0)
                spe_perf_account_add(&account, &aux);
            mark(named, from, n);
        } else {
            const struct spe_perf_event buffer = event_of(SPE_PERF_BUFFER, from - back, n + back);
            struct spe_perf_event bytes = event_of(SPE_PERF_BYTES, from - back, n / 2 + back);
            spe_perf_account_add(&account, &buffer);
            spe_perf_account_add(&account, &bytes);
            bytes = event_of(SPE_PERF_BYTES, from + n / 2, n - n / 2);
            spe_perf_account_add(&account, &bytes);
            mark(held, from, n);
            padding += back;
        }
        at[side] = from + n;
        is_right &= account_is_right(&account);
    }
    return is_right && account.padding == padding;
}

static void test_accounts(void)
{
    struct spe_perf_account account = {0}, before;
    struct spe_perf_event e = event_of(SPE_PERF_AUX, UINT64_MAX - 10, 100);
    int bad = 0;
    for (unsigned i = 0; i < 500; i++)
        bad += !random_account();
    is(bad, 0, "accounts of random ranges, after each event");
    is(spe_perf_account_add(NULL, &e), SPE_E_ARG, "no account");
    is(spe_perf_account_add(&account, NULL), SPE_E_ARG, "no event");
    is(spe_perf_account_add(&account, &e), SPE_OK, "a range beyond the end");
    is(account.missing, 10, "... up to the end");
    before = account;
    e.type = SPE_PERF_COMM;
    ok(spe_perf_account_add(&account, &e) == SPE_OK && !memcmp(&account, &before, sizeof account), "another event");
}

/* 20 ranges of 640 bytes with 64 in between wait for the other side, which then comes as one range, or in pieces. */
static void test_waiting(void)
{
    for (int way = 0; way < 4; way++) {
        const unsigned first = way & 1 ? SPE_PERF_BYTES : SPE_PERF_AUX, then = way & 1 ? SPE_PERF_AUX : SPE_PERF_BYTES;
        struct spe_perf_account account = {0};
        struct spe_perf_event e;
        for (uint64_t i = 0; i < 20; i++)
            e = event_of(first, i * 704, 640), spe_perf_account_add(&account, &e);
        for (uint64_t i = 0; way & 2 && i < 20; i++)
            e = event_of(then, i * 704, 640), spe_perf_account_add(&account, &e);
        e = event_of(then, 0, 20 * 704);
        if (!(way & 2))
            spe_perf_account_add(&account, &e);
        const uint64_t lack = way == 0 ? account.unnamed : way == 1 ? account.missing : 20 * 64;
        ok(lack == 20 * 64 && account.missing + account.unnamed == (way & 2 ? 0 : 20 * 64), "many ranges wait");
    }
    struct spe_perf_account far = {0};
    struct spe_perf_event e;
    for (uint64_t i = 0; i < 9; i++)
        e = event_of(SPE_PERF_AUX, i << 33, 8), spe_perf_account_add(&far, &e);
    e = event_of(SPE_PERF_BYTES, 0, UINT64_C(8) << 33 | 8), spe_perf_account_add(&far, &e);
    is(far.missing, 8, "the first of many that are far apart is given up");
}

/* -- rings -- */

enum { RING = 512, WRITTEN = 1 << 16 };

static uint8_t stream[WRITTEN];
static struct file file;

/* The bytes that perf saves of a ring in which `end` bytes were written, as it does: from the last place, or all. */
static uint64_t save(uint64_t end, uint64_t *last)
{
    const uint64_t from = end > RING ? end - RING : *last;
    put_buffer(&file, from % RING, stream + from, (size_t)(end - from), 0, 5);
    *last = end;
    return from;
}

/* Writes parts of up to `part` bytes into a ring, and saves it several times. Returns how many bytes were saved, each
 * once, and stores their sum in *sum. */
static uint64_t make_ring(unsigned part, unsigned parts, uint64_t *sum)
{
    uint64_t end = 0, last = 0, bytes = 0;
    *sum = 0;
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    for (unsigned i = 0; i < 12; i++) {
        const uint64_t was = last;
        for (unsigned k = 1 + random_below(parts); k > 0; k--) {
            const uint64_t n = 8 * (1 + random_below(part / 8));
            end += n;
            put_aux(&file, end % RING, n, SPE_PERF_AUX_OVERWRITE, 0);
        }
        const uint64_t from = save(end, &last);
        for (uint64_t at = from > was ? from : was; at < end; at++, bytes++)
            *sum += stream[at] * (bytes + 1);
    }
    end_file(&file);
    return bytes;
}

static int ring_is_right(enum way way, uint64_t bytes, uint64_t sum)
{
    struct spe_perf_account account = {0};
    struct spe_perf_event event;
    uint64_t n = 0;
    int status = open_file(&file, way);
    while (status == SPE_OK && spe_perf_reader_next(&reader, &event) == 1) {
        spe_perf_account_add(&account, &event);
        for (uint64_t i = 0; event.type == SPE_PERF_BYTES && i < event.size; i++)
            sum -= ((const uint8_t *)event.bytes)[i] * ++n;
    }
    return n == bytes && sum == 0 && account.bytes == bytes && account.unnamed == bytes && account.snapshots == 12;
}

static void test_rings(void)
{
    int bad[WAYS] = {0}, bad_long = 0;
    for (unsigned i = 0; i < WRITTEN; i++)
        stream[i] = (uint8_t)(1 + random_below(255));
    for (unsigned i = 0; i < 25; i++) {
        uint64_t sum;
        uint64_t bytes = make_ring(160, 3, &sum);
        for (enum way way = 0; way < WAYS; way++)
            bad[way] += !ring_is_right(way, bytes, sum);
        bytes = make_ring(400, 4, &sum);
        bad_long += !ring_is_right(MEMORY, bytes, sum);
    }
    for (enum way way = 0; way < WAYS; way++)
        is(bad[way], 0, "a ring that perf saved again and again gives each byte once");
    is(bad_long, 0, "... also if it is written more than once in between");
}

/* -- a buffer at the place of the last one -- */

/*
 * How many bytes the reader gives of two buffers of 64 bytes, of which the second differs from its byte `same` on. The
 * file lacks its last `cut` bytes.
 */
static uint64_t given(unsigned same, unsigned cut)
{
    struct spe_perf_event event;
    uint64_t bytes = 0;
    uint8_t other[64];
    for (unsigned i = 0; i < sizeof other; i++)
        other[i] = i < same ? stream[i] : (uint8_t)~stream[i];
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 2);
    put_buffer(&file, 0, stream, sizeof other, 0, 5);
    put_buffer(&file, 0, other, sizeof other, 0, 5);
    end_file(&file);
    file.size -= cut;
    int status = open_file(&file, MEMORY);
    while (status == SPE_OK && spe_perf_reader_next(&reader, &event) == 1)
        bytes += event.type == SPE_PERF_BYTES ? event.size : 0;
    return bytes;
}

static void test_places(void)
{
    is(given(64, 0), 64, "the same bytes count once");
    is(given(60, 0), 64 + 4, "... and those that padding was in the place of are new");
    is(given(8, 0), 64 + 64, "other bytes at the same place are new");
    is(given(64, 16), 64 + 48, "bytes that end early are not compared further");
}

int main(void)
{
    test_accounts();
    test_waiting();
    test_rings();
    test_places();
    return tap_done();
}
