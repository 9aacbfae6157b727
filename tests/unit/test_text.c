/* SPDX-License-Identifier: MIT */
/* Both styles of text, word by word, and the bounds of the buffer. */
#include <libspe/spe.h>
#include <inttypes.h>
#include <string.h>

#include "random.h"
#include "reference.h"
#include "tap.h"

static const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
static const struct spe_text_config arch12 = {.size = sizeof arch12, .style = SPE_TEXT_ARCH, .counter_bits = 12};

static char text[SPE_RECORD_TEXT_MAX];

static void check(const uint8_t *bytes, size_t len, const char *want_perf, const char *want_arch)
{
    struct spe_packet p;
    ok(spe_packet_decode(bytes, len, &p) == (int)len, want_arch);
    const int n = spe_packet_text(&p, &perf, text, sizeof text);
    if (!ok(n == (int)strlen(want_perf) && !strcmp(text, want_perf), "... in perf's words"))
        diag("got '%s', want '%s'", text, want_perf);
    const int m = spe_packet_text(&p, &arch12, text, sizeof text);
    if (!ok(m == (int)strlen(want_arch) && !strcmp(text, want_arch), "... in the architecture's"))
        diag("got '%s', want '%s'", text, want_arch);
}

#define CHECK(perf_text, arch_text, ...)                                                                               \
    do {                                                                                                               \
        const uint8_t bytes[] = {__VA_ARGS__};                                                                         \
        check(bytes, sizeof bytes, perf_text, arch_text);                                                              \
    } while (0)

static void test_addresses(void)
{
    CHECK("PC 0xffba66eda1c2d0 el2 ns=1", "PC 0xffffba66eda1c2d0 EL2 Non-secure", 0xb0, 0xd0, 0xc2, 0xa1, 0xed, 0x66,
          0xba, 0xff, 0xc0);
    CHECK("TGT 0x7ffdbf214408 el0 ns=1", "Branch target 0x7ffdbf214408 EL0 Non-secure", 0xb1, 8, 0x44, 0x21, 0xbf, 0xfd,
          0x7f, 0, 0x80);
    CHECK("TGT 0x8 el1 ns=1", "Branch target 0x8 EL1 Realm", 0xb1, 8, 0, 0, 0, 0, 0, 0, 0xb0);
    CHECK("PC 0x8 el1 ns=0", "PC 0x8 EL1 reserved (reserved bits in 0x3000000000000008)", 0xb0, 8, 0, 0, 0, 0, 0, 0,
          0x30);
    CHECK("PC 0x8 el1 ns=0", "PC 0x8 EL1 Secure (reserved bits in 0x2100000000000008)", 0xb0, 8, 0, 0, 0, 0, 0, 0,
          0x21);
    CHECK("VA 0xff0e3703096b28", "Data VA 0xffff0e3703096b28 TAG 0x0", 0xb2, 0x28, 0x6b, 9, 3, 0x37, 0x0e, 0xff, 0);
    CHECK("VA 0xab00000000000010", "Data VA 0x10 TAG 0xab", 0xb2, 0x10, 0, 0, 0, 0, 0, 0, 0xab);
    CHECK("PA 0x81234 ns=1 ch=0 pat=0", "Data PA 0x81234 Non-secure CH 0 PAT 0x0", 0xb3, 0x34, 0x12, 8, 0, 0, 0, 0,
          0x80);
    CHECK("PA 0x81234 ns=1 ch=1 pat=d", "Data PA 0x81234 Realm CH 1 PAT 0xd", 0xb3, 0x34, 0x12, 8, 0, 0, 0, 0, 0xdd);
    CHECK("PA 0xff123400081234 ns=0 ch=0 pat=0", "Data PA 0xff123400081234 Secure CH 0 PAT 0x0", 0xb3, 0x34, 0x12, 8, 0,
          0x34, 0x12, 0xff, 0);
    CHECK("PBT 0x8 el0 ns=0", "Previous branch target 0x8 EL0 Secure", 0xb4, 8, 0, 0, 0, 0, 0, 0, 0);
    CHECK("ADDR 0x8 (5)", "Address[5] reserved 0x8", 0xb5, 8, 0, 0, 0, 0, 0, 0, 0);
    CHECK("ADDR 0x8 (6)", "Address[6] IMPLEMENTATION DEFINED 0x8", 0xb6, 8, 0, 0, 0, 0, 0, 0, 0);
    CHECK("ADDR 0x8 (31)", "Address[31] IMPLEMENTATION DEFINED 0x8", 0x23, 0xb7, 8, 0, 0, 0, 0, 0, 0, 0);
    CHECK("PC 0x8 el0 ns=0", "PC 0x8 EL0 Secure", 0x20, 0xb0, 8, 0, 0, 0, 0, 0, 0, 0);
}

static void test_others(void)
{
    CHECK("PAD", "Padding", 0);
    CHECK("END", "End", 1);
    CHECK("TS 44731163950", "Timestamp 44731163950", 0x71, 0x2e, 0x65, 0x2f, 0x6a, 0x0a, 0, 0, 0);
    CHECK("TS -1", "Timestamp 18446744073709551615", 0x71, 255, 255, 255, 255, 255, 255, 255, 255);
    CHECK("CONTEXT 0x5f80 el1", "CONTEXTIDR_EL1 0x5f80", 0x64, 0x80, 0x5f, 0, 0);
    CHECK("CONTEXT 0xffffffff el2", "CONTEXTIDR_EL2 0xffffffff", 0x65, 255, 255, 255, 255);
    CHECK("CONTEXT 0x1 el3", "Context[2] reserved 0x1", 0x66, 1, 0, 0, 0);
    CHECK("LAT 12 TOT", "Total latency 12 cycles", 0x98, 12, 0);
    CHECK("LAT 4095 ISSUE", "Issue latency 4095 cycles (saturated)", 0x99, 255, 15);
    CHECK("LAT 4094 XLAT", "Translation latency 4094 cycles", 0x9a, 254, 15);
    CHECK("LAT 3 ", "Counter[15] reserved 0x3", 0x21, 0x9f, 3, 0);
    CHECK("LAT 7 ", "Alternate clock issue latency 7 cycles", 0x9c, 7, 0);
    CHECK("LAT 9 ", "Counter[6] IMPLEMENTATION DEFINED 0x9", 0x9e, 9, 0);
    CHECK("LAT 9 TOT", "Total latency 9 cycles", 0x20, 0x98, 9, 0);
    CHECK("DATA-SOURCE 8", "Data source 0x8", 0x43, 8);
    CHECK("DATA-SOURCE 513", "Data source 0x201", 0x53, 1, 2);
    CHECK("DATA-SOURCE 1", "Data Source reserved 0x1", 0x63, 1, 0, 0, 0);
    CHECK("DATA-SOURCE -2", "Data Source reserved 0xfffffffffffffffe", 0x73, 254, 255, 255, 255, 255, 255, 255, 255);
    CHECK("Bad packet!", "Unknown 0x5", 5);
    CHECK("Bad packet!", "Unknown 0x24 0x98 0x201", 0x24, 0x98, 1, 2);
    CHECK("OP-TYPE 0x7 (3)", "Operation Type[3] reserved 0x7", 0x4b, 7);
}

/* The given events, with the architecture's names. */
static const char *events_of(uint64_t events, char out[SPE_PACKET_TEXT_MAX])
{
    int length = snprintf(out, SPE_PACKET_TEXT_MAX, "Events ");
    for (unsigned bit = 0; bit < 64; bit++) {
        const char *name = NULL;
        if (!(events >> bit & 1))
            continue;
        for (size_t i = 0; i < REFERENCE_COUNT(reference_events); i++)
            name = reference_events[i].bit == bit ? reference_events[i].name : name;
        const char *none = bit >= 32 && bit < 48 ? "reserved" : "impdef";
        char *const end = out + length;
        const size_t room = SPE_PACKET_TEXT_MAX - (size_t)length;
        const char *const comma = events >> bit >> 1 ? ", " : "";
        length += name ? snprintf(end, room, "%s%s", name, comma) : snprintf(end, room, "%s[%u]%s", none, bit, comma);
    }
    return out;
}

static void test_events(void)
{
    CHECK("EV RETIRED L1D-ACCESS TLB-ACCESS", "Events retired, l1d_access, tlb_access", 0x52, 0x16, 0);
    CHECK("EV", "Events none", 0x42, 0);
    CHECK("EV EXCEPTION-GEN RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL NOT-TAKEN MISPRED",
          "Events exception, retired, l1d_access, l1d_refill, tlb_access, tlb_walk, not_taken, mispredicted", 0x42,
          0xff);
    CHECK("EV LLC-ACCESS LLC-REFILL REMOTE-ACCESS ALIGNMENT IMPDEF:12,13,14,15",
          "Events ll_access, ll_miss, remote_access, misaligned, impdef[12], impdef[13], impdef[14], impdef[15]", 0x52,
          0, 0xff);
    CHECK("EV TXN SVE-PARTIAL-PRED SVE-EMPTY-PRED L2D-ACCESS L2D-MISS HITM LFB SNOOPED",
          "Events transactional, partial_predicate, empty_predicate, l2d_access, l2d_miss, cache_data_modified, "
          "recently_fetched, data_snooped",
          0x62, 0, 0, 0xff, 0);
    CHECK("EV STREAMING-SVE SMCU", "Events streaming_sve, smcu", 0x62, 0, 0, 0, 3);
    CHECK("EV RETIRED IMPDEF:47,48,63", "Events retired, reserved[47], impdef[48], impdef[63]", 0x72, 2, 0, 0, 0, 0,
          0x80, 1, 0x80);
    /* Bits 26 to 47 may get names. */
    char all[SPE_PACKET_TEXT_MAX];
    CHECK("EV EXCEPTION-GEN RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL NOT-TAKEN MISPRED LLC-ACCESS "
          "LLC-REFILL REMOTE-ACCESS ALIGNMENT TXN SVE-PARTIAL-PRED SVE-EMPTY-PRED L2D-ACCESS L2D-MISS HITM LFB SNOOPED "
          "STREAMING-SVE SMCU IMPDEF:12,13,14,15,48,49,50,51,52,53,54,55",
          events_of(UINT64_C(0x00ff000003ffffff), all), 0x72, 255, 255, 255, 3, 0, 0, 255, 0);
}

/* perf's buffer has 512 bytes: all events of any core fit. */
static void test_all_events(void)
{
    struct spe_text_config config = perf;
    struct spe_packet p;
    int bad = 0;
    spe_packet_build(SPE_PACKET_EVENTS, 0, 8, UINT64_MAX, 0, &p);
    for (unsigned i = 0; i < spe_cpu_count(); i++) {
        config.midr = spe_cpu_midr(i);
        bad += spe_packet_text(&p, &config, text, sizeof text) > 511 || strncmp(text, "EV EXCEPTION-GEN ", 17) != 0;
    }
    is(bad, 0, "all events of any core fit perf's buffer");
}

static void test_operations(void)
{
    CHECK("OTHER INSN-OTHER", "Operation other, ASE 0, FP 0, COND 0", 0x48, 0);
    CHECK("OTHER COND-SELECT", "Operation other, ASE 0, FP 0, COND 1", 0x48, 1);
    CHECK("OTHER ASE FP INSN-OTHER", "Operation other, ASE 1, FP 1, COND 0", 0x48, 6);
    CHECK("SVE-OTHER EVLEN 256 FP PRED", "Operation data processing, SVE vector, EVL 256, FP 1, PRED 1", 0x48, 0x3e);
    CHECK("SVE-OTHER EVLEN 2048", "Operation data processing, SVE vector, EVL 2048, FP 0, PRED 0", 0x48, 0x68);
    CHECK("SVE-OTHER EVLEN 4096", "Operation data processing, SVE vector, EVL more than 2048, FP 0, PRED 0", 0x48,
          0x78);
    CHECK("SME-OTHER ETS 1024 FP", "Operation data processing, SME array, ETS 1024, FP 1", 0x48, 0x9e);
    CHECK("SME-OTHER ETS 4194304", "Operation data processing, SME array, ETS whole ZA array, FP 0", 0x48, 0xfc);
    CHECK("SME-OTHER ETS 262144", "Operation data processing, SME array, ETS 262144, FP 0", 0x48, 0xdc);
    CHECK("SME-OTHER ETS 524288", "Operation data processing, SME array, ETS reserved value 12, FP 0", 0x48, 0xe8);
    char reserved[64];
    const uint8_t payload = (uint8_t)reference_op_reserved(0);
    snprintf(reserved, sizeof reserved, "Operation reserved, CLASS 0 payload 0x%x", payload);
    CHECK("", reserved, 0x48, payload);
    CHECK("LD GP-REG", "Operation general-purpose registers, LDST load", 0x49, 0);
    CHECK("ST GP-REG", "Operation general-purpose registers, LDST store", 0x49, 1);
    CHECK("LD SIMD-FP", "Operation SIMD&FP registers, LDST load", 0x49, 4);
    CHECK("ST UNSPEC-REG", "Operation unspecified registers, LDST store", 0x49, 0x11);
    CHECK("LD MTE-TAG", "Operation Allocation Tags, LDST load", 0x49, 0x14);
    CHECK("LD NV-SYSREG", "Operation NV2 system register, LDST load", 0x49, 0x30);
    CHECK("LD", "Operation extended, LDST load, AT 0, EXCL 0, AR 0", 0x49, 2);
    CHECK("ST AT AR", "Operation extended, LDST store, AT 1, EXCL 0, AR 1", 0x49, 0x17);
    CHECK("LD AT EXCL AR", "Operation extended, LDST load, AT 1, EXCL 1, AR 1", 0x49, 0x1e);
    CHECK("LD SVE-SME-REG EVLEN 128 PRED SG", "Operation SVE or SME registers, LDST load, EVL 128, PRED 1, SG 1", 0x49,
          0xac);
    CHECK("ST SVE-SME-REG EVLEN 32", "Operation SVE or SME registers, LDST store, EVL 32, PRED 0, SG 0", 0x49, 9);
    CHECK("LD MEMCPY", "Operation Memory Copy, LDST load", 0x49, 0x20);
    CHECK("ST MEMSET", "Operation Memory Set, LDST store", 0x49, 0x25);
    CHECK("LD", "Operation reserved, CLASS 1 payload 0x24", 0x49, 0x24);
    CHECK("LD GCS", "Operation Guarded Control Stack, LDST load, COMM call or return", 0x49, 0x40);
    CHECK("ST GCS COMM", "Operation Guarded Control Stack, LDST store, COMM neither", 0x49, 0x45);
    CHECK("B", "Operation branch or exception return, COND 0, IND 0, GCS 0, CR not recorded", 0x4a, 0);
    CHECK("B COND IND", "Operation branch or exception return, COND 1, IND 1, GCS 0, CR not recorded", 0x4a, 3);
    CHECK("B GCS CR-BL", "Operation branch or exception return, COND 0, IND 0, GCS 1, CR branch with link", 0x4a, 0x0c);
    CHECK("B IND GCS CR-RET", "Operation branch or exception return, COND 0, IND 1, GCS 1, CR procedure return", 0x4a,
          0x16);
    CHECK("B CR-NON-BL-RET", "Operation branch or exception return, COND 0, IND 0, GCS 0, CR neither", 0x4a, 0x18);
    CHECK("B COND", "Operation reserved, CLASS 2 payload 0x21", 0x4a, 0x21);
}

/* Any packet and any buffer: the full length is returned, the beginning is right, and nothing is written past the
 * end. */
static void test_bounds(void)
{
    int bad = 0, longest = 0;
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[SPE_PACKET_MAX_SIZE];
        static char full[SPE_PACKET_TEXT_MAX], part[SPE_PACKET_TEXT_MAX];
        struct spe_packet p;
        random_stream(bytes, sizeof bytes);
        spe_packet_decode(bytes, sizeof bytes, &p);
        const struct spe_text_config *cfg = i & 1 ? &perf : NULL;
        const int n = spe_packet_text(&p, cfg, full, sizeof full);
        longest = n > longest ? n : longest;
        bad += n < 0 || n >= (int)sizeof full || (int)strlen(full) != n || spe_packet_text(&p, cfg, NULL, 0) != n;
        const size_t cap = random_below((unsigned)n + 3);
        memset(part, 0x7f, sizeof part);
        bad += spe_packet_text(&p, cfg, part, cap) != n;
        const size_t kept = cap == 0 ? 0 : cap - 1 < (size_t)n ? cap - 1 : (size_t)n;
        bad += memcmp(part, full, kept) != 0 || (cap && part[kept]);
        for (size_t k = cap; k < sizeof part; k++)
            bad += part[k] != 0x7f;
    }
    is(bad, 0, "texts of random packets in buffers of every size");
    ok(longest > 300 && longest < SPE_PACKET_TEXT_MAX, "and some were long");
    struct spe_packet all;
    spe_packet_build(SPE_PACKET_EVENTS, 0, 8, UINT64_MAX, 0, &all);
    ok(spe_packet_text(&all, NULL, NULL, 0) < SPE_PACKET_TEXT_MAX, "the longest text of all fits SPE_PACKET_TEXT_MAX");
}

/* A struct that no call has decoded does not crash, whatever it holds. */
static void test_any_struct(void)
{
    int bad = 0;
    for (int i = 0; i < 200000; i++) {
        struct spe_packet p;
        random_bytes((uint8_t *)&p, sizeof p);
        p.type = (uint8_t)(p.type % (spe_packet_type_count() + 1));
        if (i & 2)
            p.header[0] &= 0xbf;
        const int n = spe_packet_text(&p, i & 1 ? &perf : NULL, text, sizeof text);
        bad += n < 0 || n >= SPE_PACKET_TEXT_MAX;
    }
    is(bad, 0, "200,000 packets of random members");
}

static void test_record(void)
{
    const uint8_t bytes[] = {0xb0, 8, 0, 0, 0, 0, 0, 0, 0x80, 0x98, 3, 0, 0x98, 4, 0, 0x52, 2, 0, 0x4a, 1, 0x01};
    spe_decoder d;
    struct spe_record r;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, sizeof bytes);
    spe_decoder_next(&d, &r);
    spe_record_text(&r, &perf, text, sizeof text);
    is(strcmp(text, "LAT 4 TOT; PC 0x8 el0 ns=1; B COND; EV RETIRED; END"), 0, "a record in perf's words");
    const int n = spe_record_text(&r, NULL, text, sizeof text);
    is(strcmp(text,
              "Total latency 4 cycles; PC 0x8 EL0 Non-secure; Operation branch or exception return, COND 1, IND 0, "
              "GCS 0, CR not recorded; Events retired; End [repeated packet]"),
       0, "a record in the architecture's");
    is(n, strlen(text), "its length");
    r.flags = 0x1ff;
    r.present = 0;
    spe_record_text(&r, NULL, text, sizeof text);
    is(strcmp(text,
              "[unknown packet, reserved header, reserved value, IMPLEMENTATION DEFINED packet, repeated packet, no "
              "Events, over-long, truncated, after a gap]"),
       0, "every flag has a word");
    static const char *const words[] = {
        "[unknown packet]",  "[reserved header]", "[reserved value]", "[IMPLEMENTATION DEFINED packet]",
        "[repeated packet]", "[no Events]",       "[over-long]",      "[truncated]",
        "[after a gap]"};
    int bad = 0;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        r.flags = UINT32_C(1) << i;
        spe_record_text(&r, NULL, text, sizeof text);
        bad += strcmp(text, words[i]) != 0;
    }
    is(bad, 0, "all different");
    r.flags = UINT32_C(1) << 20;
    is(spe_record_text(&r, NULL, text, sizeof text), 0, "a flag without a name has no text");
    r.flags = 0x1ff;
    memset(text, 0x7f, sizeof text);
    is(spe_record_text(&r, NULL, text, 5), 143, "cut: the full length");
    is(memcmp(text, "[unk\0\x7f", 6), 0, "cut: terminated within the buffer");
    struct spe_record all;
    memset(&all, 0xff, sizeof all);
    all.op_class = 2;
    all.op_payload = 0x1c;
    all.events_size = 8;
    all.data_source_size = 2;
    all.present = 0x07111717u | 0x00030000u;
    const int longest = spe_record_text(&all, NULL, NULL, 0);
    ok(longest > 1000 && longest < SPE_RECORD_TEXT_MAX, "the longest text of all fits SPE_RECORD_TEXT_MAX");
    diag("%d bytes", longest);
    all.events_size = 3;
    is(spe_record_text(&all, NULL, text, sizeof text), SPE_E_KIND, "events of three bytes");
    all.events_size = 8;
    all.data_source_size = 4;
    is(spe_record_text(&all, NULL, text, sizeof text), SPE_E_KIND, "a data source of four bytes");
    all.data_source_size = 2;
    all.op_class = 3;
    is(spe_record_text(&all, NULL, text, sizeof text), SPE_E_KIND, "a record with a field that is not a packet");
    all.op_class = 0;
    all.data_source_size = 1;
    is(spe_record_text(&all, NULL, text, sizeof text), SPE_E_RANGE, "a record with a field that is too wide");
}

static void test_misuse(void)
{
    struct spe_packet p;
    struct spe_record r = {0};
    struct spe_text_config cfg = {.size = sizeof cfg, .style = 2};
    spe_packet_build(SPE_PACKET_END, 0, 0, 0, 0, &p);
    is(spe_packet_text(NULL, NULL, text, 9), SPE_E_ARG, "NULL packet");
    is(spe_packet_text(&p, NULL, NULL, 9), SPE_E_ARG, "NULL buffer");
    is(spe_record_text(NULL, NULL, text, 9), SPE_E_ARG, "NULL record");
    is(spe_record_text(&r, NULL, NULL, 9), SPE_E_ARG, "NULL buffer for a record");
    is(spe_record_text(&r, NULL, text, 9), 0, "an empty record has an empty text");
    text[0] = 'x';
    is(spe_packet_text(&p, &cfg, text, 9), SPE_E_CONFIG, "unknown style");
    is(text[0], 'x', "... nothing written");
    is(strcmp(spe_text_config_problem(&cfg), "style"), 0, "... which");
    cfg = (struct spe_text_config){.size = sizeof cfg, .counter_bits = 13};
    is(strcmp(spe_text_config_problem(&cfg), "counter_bits"), 0, "13-bit counters: which");
    is(spe_packet_text(&p, &cfg, text, 9), SPE_E_CONFIG, "13-bit counters");
    cfg = (struct spe_text_config){.size = 8};
    is(strcmp(spe_text_config_problem(&cfg), "size"), 0, "config too short: which");
    is(spe_record_text(&r, &cfg, text, 9), SPE_E_CONFIG, "config too short");
    cfg = (struct spe_text_config){.size = sizeof cfg, .reserved = {0, 0, 1}};
    is(strcmp(spe_text_config_problem(&cfg), "reserved"), 0, "config with a reserved byte: which");
    is(spe_packet_text(&p, &cfg, text, 9), SPE_E_CONFIG, "... is rejected");
    cfg = (struct spe_text_config){.size = sizeof cfg, .counter_bits = 16};
    spe_packet_build(SPE_PACKET_COUNTER, 0, 0, 0xffff, 0, &p);
    spe_packet_text(&p, &cfg, text, sizeof text);
    is(strcmp(text, "Total latency 65535 cycles (saturated)"), 0, "a saturated 16-bit counter");
    spe_packet_text(&p, NULL, text, sizeof text);
    is(strcmp(text, "Total latency 65535 cycles"), 0, "a counter of unknown size");
}

#define N1 UINT64_C(0x413fd0c1)
#define AMPEREONE UINT64_C(0xc00fac40)

static const struct spe_text_config arch = SPE_TEXT_CONFIG_INIT, n1 = {.size = sizeof n1, .midr = N1},
                                    n1_perf = {.size = sizeof n1, .style = SPE_TEXT_PERF, .midr = N1},
                                    ampere = {.size = sizeof ampere, .midr = AMPEREONE};

static void says(int length, const char *want)
{
    if (!ok(!strcmp(text, want) && length == (int)strlen(want), want))
        diag("got %d: %s", length, text);
}

/* The words of an operation, an event and a data source: one call each. */
static void test_words(void)
{
    says(spe_op_text(1, 0, &perf, text, sizeof text), "LD GP-REG");
    says(spe_op_text(1, 0, &arch, text, sizeof text), "general-purpose registers, LDST load");
    says(spe_op_text(2, 1, NULL, text, sizeof text),
         "branch or exception return, COND 1, IND 0, GCS 0, CR not recorded");
    says(spe_op_text(2, 1, &perf, text, sizeof text), "B COND");
    says(spe_op_text(3, 9, &arch, text, sizeof text), "reserved, CLASS 3 payload 0x9");
    says(spe_event_text(2, &perf, text, sizeof text), "L1D-ACCESS");
    says(spe_event_text(2, &arch, text, sizeof text), "l1d_access");
    says(spe_event_text(12, &perf, text, sizeof text), "12");
    says(spe_event_text(12, &arch, text, sizeof text), "impdef[12]");
    says(spe_event_text(47, &arch, text, sizeof text), "reserved[47]");
    says(spe_event_text(12, &n1_perf, text, sizeof text), "LATE-PREFETCH");
    says(spe_event_text(12, &n1, text, sizeof text), "late_prefetch");
    says(spe_event_text(12, &ampere, text, sizeof text), "impdef[12]");
    says(spe_events_text(0, &perf, text, sizeof text), "");
    says(spe_events_text(0, &arch, text, sizeof text), "none");
    says(spe_events_text(0x3006, &perf, text, sizeof text), "RETIRED L1D-ACCESS IMPDEF:12,13");
    says(spe_events_text(0x3006, &n1_perf, text, sizeof text), "RETIRED L1D-ACCESS LATE-PREFETCH IMPDEF:13");
    says(spe_events_text(0x3000, &perf, text, sizeof text), "IMPDEF:12,13");
    says(spe_events_text(0x11006, &n1_perf, text, sizeof text), "RETIRED L1D-ACCESS TXN LATE-PREFETCH");
    says(spe_events_text(0x3006, &n1, text, sizeof text), "retired, l1d_access, late_prefetch, impdef[13]");
    says(spe_data_source_text(8, &n1, text, sizeof text), "L2 cache");
    says(spe_data_source_text(8, &ampere, text, sizeof text), "L1D");
    says(spe_data_source_text(8, &arch, text, sizeof text), "0x8");
    says(spe_data_source_text(0x77, &n1, text, sizeof text), "0x77");
    says(spe_data_source_text(0xffff, &n1, text, sizeof text), "0xffff");
    says(spe_data_source_text(8, &n1_perf, text, sizeof text), "8");
    is(spe_data_source_text(8, &n1, NULL, 0), 8, "the length alone");
    is(spe_data_source_text(8, &n1_perf, NULL, 0), 1, "... of a number");
    is(spe_data_source_text(8, &n1, text, 3), 8, "cut: the full length");
    is(strcmp(text, "L2"), 0, "... and what fits");
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The words are those of the packets' texts, for every operation, event and data source. */
static void test_words_are_those_of_packets(void)
{
    const struct spe_text_config *const configs[] = {&arch, &perf, &n1, &n1_perf, &ampere};
    char packet_text[SPE_PACKET_TEXT_MAX];
    struct spe_packet p;
    int bad = 0, longest = 0;
    for (size_t c = 0; c < sizeof configs / sizeof configs[0]; c++) {
        const int is_perf = configs[c]->style == SPE_TEXT_PERF;
        for (unsigned i = 0; i < 3 * 256; i++) {
            spe_packet_build(SPE_PACKET_OPERATION, i >> 8, 1, i & 255, 0, &p);
            spe_packet_text(&p, configs[c], packet_text, sizeof packet_text);
            longest = most(longest, spe_op_text(i >> 8, i & 255, configs[c], text, sizeof text));
            bad += strcmp(packet_text + (is_perf ? 0 : strlen("Operation ")), text) != 0;
        }
        for (unsigned bit = 0; bit < 64; bit++) {
            spe_packet_build(SPE_PACKET_EVENTS, 0, 8, UINT64_C(1) << bit, 0, &p);
            spe_packet_text(&p, configs[c], packet_text, sizeof packet_text);
            spe_events_text(UINT64_C(1) << bit, configs[c], text, sizeof text);
            bad += strcmp(packet_text + (is_perf ? strlen("EV ") : strlen("Events ")), text) != 0;
            longest = most(longest, spe_event_text(bit, configs[c], packet_text, sizeof packet_text));
            bad += strcmp(packet_text, text + (strncmp(text, "IMPDEF:", 7) ? 0 : 7)) != 0;
        }
        for (unsigned value = 0; value < 65536; value += value < 256 ? 1 : 97) {
            const char *name = spe_cpu_data_source_name(configs[c]->midr, value);
            spe_packet_build(SPE_PACKET_DATA_SOURCE, 0, 2, value, 0, &p);
            spe_packet_text(&p, configs[c], packet_text, sizeof packet_text);
            longest = most(longest, spe_data_source_text(value, configs[c], text, sizeof text));
            bad += strstr(packet_text, text) == NULL;
            bad += !is_perf && name && (strcmp(text, name) != 0 || packet_text[strlen(packet_text) - 1] != ')');
        }
        longest = most(longest, spe_events_text(UINT64_MAX, configs[c], text, sizeof text));
    }
    is(bad, 0, "the words of operations, events and data sources are those of the packets");
    ok(longest > 200 && longest < SPE_PACKET_TEXT_MAX, "... and fit SPE_PACKET_TEXT_MAX");
}

/* A record's text uses its core's names. */
static void test_record_of_core(void)
{
    const struct spe_record r = {.present = SPE_HAS_DATA_SOURCE | SPE_HAS_EVENTS, .data_source = 8, .events = 0x1002};
    spe_record_text(&r, NULL, text, sizeof text);
    is(strcmp(text, "Data source 0x8; Events retired, impdef[12]"), 0, "a record of an unknown core");
    spe_record_text(&r, &n1, text, sizeof text);
    is(strcmp(text, "Data source 0x8 (L2 cache); Events retired, late_prefetch"), 0, "... of a Neoverse N1");
    const struct spe_record first = {.present = SPE_HAS_DATA_SOURCE};
    spe_record_text(&first, &n1, text, sizeof text);
    is(strcmp(text, "Data source 0x0 (L1 data cache)"), 0, "... also if the data source is 0");
    spe_record_text(&r, &n1_perf, text, sizeof text);
    is(strcmp(text, "DATA-SOURCE 8; EV RETIRED LATE-PREFETCH"), 0, "... in perf's words");
    const struct spe_record odd = {.present = SPE_HAS_PC, .pc = UINT64_C(0x8100000000000008)};
    spe_record_text(&odd, NULL, text, sizeof text);
    is(strcmp(text, "PC 0x8 EL0 Non-secure (reserved bits in 0x8100000000000008)"), 0, "a record with reserved bits");
    struct spe_packet p;
    is(spe_record_packet(&r, SPE_HAS_DATA_SOURCE, &p), 2, "if the record has no size, the smallest is used");
    is(spe_record_packet(&r, SPE_HAS_EVENTS, &p), 3, "... that holds the payload");
}

static void test_words_misuse(void)
{
    const struct spe_text_config wrong = {.size = 8};
    is(spe_op_text(4, 0, NULL, text, 9), SPE_E_ARG, "CLASS 4");
    is(spe_op_text(0, 256, NULL, text, 9), SPE_E_ARG, "payload 256");
    is(spe_event_text(64, NULL, text, 9), SPE_E_ARG, "bit 64");
    is(spe_data_source_text(65536, NULL, text, 9), SPE_E_ARG, "source 65536");
    is(spe_op_text(0, 0, NULL, NULL, 9), SPE_E_ARG, "operation: NULL buffer");
    is(spe_event_text(0, NULL, NULL, 9), SPE_E_ARG, "event: NULL buffer");
    is(spe_events_text(0, NULL, NULL, 9), SPE_E_ARG, "events: NULL buffer");
    is(spe_data_source_text(0, NULL, NULL, 9), SPE_E_ARG, "data source: NULL buffer");
    is(spe_op_text(0, 0, &wrong, text, 9), SPE_E_CONFIG, "operation: config");
    is(spe_event_text(0, &wrong, text, 9), SPE_E_CONFIG, "event: config");
    is(spe_events_text(0, &wrong, text, 9), SPE_E_CONFIG, "events: config");
    is(spe_data_source_text(0, &wrong, text, 9), SPE_E_CONFIG, "data source: config");
    ok(!spe_text_config_problem(&arch) && !spe_text_config_problem(NULL), "the defaults are valid");
}

/* Numbers of every length, compared with printf(): around each power of ten and of two, and random ones; also in a
 * buffer that ends after any digit. */
static void test_numbers(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 200000; i++) {
        struct spe_packet p;
        uint64_t value = random_u64() >> i % 64;
        if (i & 1)
            for (value = 1; value <= UINT64_MAX / 10 && random_below(20);)
                value *= 10;
        value += random_below(5) - UINT64_C(2);
        char number[32], cut[32];
        spe_packet_build(SPE_PACKET_TIMESTAMP, 0, 0, value, 0, &p);
        const int n = snprintf(number, sizeof number, "Timestamp %" PRIu64, value);
        bad += spe_packet_text(&p, NULL, text, sizeof text) != n || strcmp(text, number) != 0;
        const size_t cap = 1 + random_below(32);
        bad += spe_packet_text(&p, NULL, cut, cap) != n || strncmp(cut, number, cap - 1) != 0;
        spe_packet_build(SPE_PACKET_ADDRESS, 2, 0, value, 0, &p);
        const int m = snprintf(number, sizeof number, "VA 0x%" PRIx64, value);
        bad += spe_packet_text(&p, &perf, text, sizeof text) != m || strcmp(text, number) != 0;
        bad += spe_packet_text(&p, &perf, cut, cap) != m || strncmp(cut, number, cap - 1) != 0;
    }
    is(bad, 0, "numbers of every length, whole and cut");
}

int main(void)
{
    test_numbers();
    test_words();
    test_words_are_those_of_packets();
    test_record_of_core();
    test_words_misuse();
    test_addresses();
    test_others();
    test_events();
    test_all_events();
    test_operations();
    test_bounds();
    test_any_struct();
    test_record();
    test_misuse();
    return tap_done();
}
