/* SPDX-License-Identifier: MIT */
/*
 * Writes perf.data with samples for tests, from lines on standard input:
 *
 *     make_perf [PERIOD [CONFIG1 CONFIG2 [MULT [MIDR [CONFIG3 CONFIG4 [CONFIG]]]]]] >FILE    MULT: nanoseconds a tick
 *     time N                                              of the lines that follow, until the next
 *     comm PID TID NAME | exec PID TID NAME | fork PID PPID
 *     mmap PID TID ADDRESS SIZE POSITION BUILD-ID|- NAME
 *     buildid PID BUILD-ID NAME
 *     ksymbol ADDRESS SIZE FLAGS NAME
 *     branch PC TARGET|- [cond] [ind] [call] [ret] [other] [missed] [wrong] [tx] [not] [pbt=ADDRESS] [ctx=N] [lat=N]
 *                                                         - : not taken; "not" with a target: not taken, too;
 *                                                         none as TARGET: the record has none
 *     load PC [va=ADDRESS] [src=N] [ev=EVENTS] [ts=TICKS] [ctx=N] [host=N] [el=N] [lat=N] [issue=N] [xlat=N] [at]
 *                                                         at: an atomic; host: EL2's context; store: the same
 *     buffer TID|-|cN                                     the records that follow are of that thread's, or a core's
 *     switch CPU PID TID [out]
 *     aux PID TID                                         bytes were added while that thread ran
 *
 * Numbers but PERIOD, N, PID and TID are hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/spe.h>

static uint8_t file[64u << 20], bytes[32u << 20];
static size_t file_size;
static spe_perf_writer writer;
static spe_encoder encoder;
static uint64_t now;
static uint32_t tid = SPE_PERF_NONE, cpu;

static void die(const char *what)
{
    fprintf(stderr, "make_perf: %s\n", what);
    exit(1);
}

static int write_file(void *context, uint64_t offset, const void *from, size_t size)
{
    (void)context;
    if (offset > sizeof file || size > sizeof file - offset)
        return 1;
    memcpy(file + offset, from, size);
    file_size = offset + size > file_size ? (size_t)(offset + size) : file_size;
    return 0;
}

static void put(const struct spe_perf_event *event)
{
    if (spe_perf_writer_put(&writer, event) != SPE_OK)
        die("the writer refuses an event");
}

/* Writes the records so far as a buffer. All streams share their offsets. */
static void end_buffer(void)
{
    static uint64_t offset;
    if (spe_encoder_size(&encoder)) {
        struct spe_perf_event e = SPE_PERF_EVENT_INIT;
        e.type = SPE_PERF_BUFFER, e.offset = offset, e.tid = tid, e.cpu = tid == SPE_PERF_NONE ? cpu : SPE_PERF_NONE;
        put(&e);
        e.type = SPE_PERF_BYTES, e.bytes = bytes, e.size = spe_encoder_size(&encoder);
        put(&e);
        e.type = SPE_PERF_BUFFER_END;
        put(&e);
        offset += (spe_encoder_size(&encoder) + 7) / 8 * 8;
    }
    spe_encoder_init(&encoder, bytes, sizeof bytes, NULL);
}

static uint64_t number(const char *text, int base)
{
    return text ? strtoull(text, NULL, base) : (die("a number is missing"), 0u);
}

static void take_build_id(struct spe_perf_event *e, const char *text)
{
    for (; text && *text != '-' && text[0] && text[1]; text += 2) {
        const char digits[] = {text[0], text[1], 0};
        e->build_id[e->build_id_size++] = (uint8_t)number(digits, 16);
        e->misc |= SPE_PERF_MISC_BUILD_ID;
    }
}

#define WORD strtok(NULL, " \n")

static uint64_t pc_payload(const char *text)
{
    uint64_t payload = 0;
    if (spe_address_build_pc(number(text, 16), 0, SPE_STATE_NON_SECURE, &payload) != SPE_OK)
        die("no address");
    return payload;
}

/* The words after a branch. */
static void take_word(struct spe_record *r, struct spe_op *op, const char *word)
{
    static const struct {
        const char *name;
        unsigned event;
    } events[] = {{"missed", SPE_EVENT_MISPREDICTED}, {"not", SPE_EVENT_NOT_TAKEN}, {"tx", SPE_EVENT_TRANSACTIONAL}};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (!strcmp(word, events[i].name))
            r->events |= UINT64_C(1) << events[i].event;
    op->conditional |= !strcmp(word, "cond");
    op->indirect |= !strcmp(word, "ind");
    op->atomic |= !strcmp(word, "at");
    if (!strcmp(word, "call"))
        op->branch_kind = SPE_CR_BRANCH_LINK;
    if (!strcmp(word, "ret"))
        op->branch_kind = SPE_CR_RETURN, op->indirect = 1;
    if (!strcmp(word, "other"))
        op->branch_kind = SPE_CR_NEITHER;
    if (!strcmp(word, "wrong"))
        r->events &= ~(UINT64_C(1) << SPE_EVENT_RETIRED);
    if (!strncmp(word, "pbt=", 4))
        r->present |= SPE_HAS_PREV_BRANCH_TARGET, r->prev_branch_target = pc_payload(word + 4);
    if (!strncmp(word, "va=", 3) && spe_address_build_va(number(word + 3, 16), 0, &r->data_va) == SPE_OK)
        r->present |= SPE_HAS_DATA_VA;
    if (!strncmp(word, "src=", 4))
        r->present |= SPE_HAS_DATA_SOURCE, r->data_source = (uint16_t)number(word + 4, 10);
    if (!strncmp(word, "ev=", 3))
        r->events |= number(word + 3, 16);
    if (!strncmp(word, "ts=", 3))
        r->present = (r->present | SPE_HAS_TIMESTAMP) & ~SPE_HAS_END, r->timestamp = number(word + 3, 10);
    if (!strncmp(word, "ctx=", 4))
        r->present |= SPE_HAS_CONTEXT_EL1, r->context_el1 = (uint32_t)number(word + 4, 10);
    if (!strncmp(word, "host=", 5))
        r->present |= SPE_HAS_CONTEXT_EL2, r->context_el2 = (uint32_t)number(word + 5, 10);
    if (!strncmp(word, "el=", 3))
        r->pc |= number(word + 3, 10) << 61;
    if (!strncmp(word, "lat=", 4))
        r->present |= SPE_HAS_TOTAL_LATENCY, r->total_latency = (uint16_t)number(word + 4, 10);
    if (!strncmp(word, "issue=", 6))
        r->present |= SPE_HAS_ISSUE_LATENCY, r->issue_latency = (uint16_t)number(word + 6, 10);
    if (!strncmp(word, "xlat=", 5))
        r->present |= SPE_HAS_TRANSLATION_LATENCY, r->translation_latency = (uint16_t)number(word + 5, 10);
}

static void put_branch(void)
{
    struct spe_record r = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_END,
                           .op_class = SPE_CLASS_BRANCH,
                           .events = UINT64_C(1) << SPE_EVENT_RETIRED};
    struct spe_op op = {.op_class = SPE_CLASS_BRANCH, .subclass = SPE_OP_BRANCH};
    r.pc = pc_payload(WORD);
    const char *target = WORD;
    if (!target)
        die("a branch without target");
    if (!strcmp(target, "-"))
        r.events |= UINT64_C(1) << SPE_EVENT_NOT_TAKEN;
    else if (strcmp(target, "none") != 0)
        r.present |= SPE_HAS_BRANCH_TARGET, r.branch_target = pc_payload(target);
    for (const char *word; (word = WORD) != NULL;)
        take_word(&r, &op, word);
    const int payload = spe_op_encode(&op);
    r.op_payload = (uint8_t)payload;
    if (payload < 0 || spe_encoder_record(&encoder, &r) < 0)
        die("no such branch");
}

static void put_access(int is_store)
{
    struct spe_op op = {0};
    struct spe_record r = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_END,
                           .op_class = SPE_CLASS_LOAD_STORE,
                           .op_payload = (uint8_t)is_store,
                           .events = UINT64_C(1) << SPE_EVENT_RETIRED,
                           .pc = pc_payload(WORD)};
    for (const char *word; (word = WORD) != NULL;)
        take_word(&r, &op, word);
    if (op.atomic)
        r.op_payload |= 0x06; /* the format of atomics, with AT */
    if (spe_encoder_record(&encoder, &r) < 0)
        die("no such access");
}

static void put_switch(void)
{
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    e.type = SPE_PERF_SWITCH, e.time = now;
    e.cpu = (uint32_t)number(WORD, 10), e.pid = (uint32_t)number(WORD, 10), e.tid = (uint32_t)number(WORD, 10);
    e.misc = WORD ? SPE_PERF_MISC_OUT : 0;
    end_buffer();
    put(&e);
}

static void begin_buffer(const char *where)
{
    end_buffer();
    tid = SPE_PERF_NONE, cpu = 0;
    if (where && *where == 'c')
        cpu = (uint32_t)number(where + 1, 10);
    else if (where && *where != '-')
        tid = (uint32_t)number(where, 10);
}

static void put_ksymbol(void)
{
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    e.type = SPE_PERF_KSYMBOL, e.time = now;
    e.address = number(WORD, 16), e.size = number(WORD, 16), e.map_flags = (uint32_t)number(WORD, 16);
    e.name = WORD;
    end_buffer();
    put(&e);
}

static void put_side(const char *what)
{
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    e.time = now;
    e.pid = e.tid = (uint32_t)number(WORD, 10);
    if (!strcmp(what, "fork")) {
        e.type = SPE_PERF_FORK;
        e.ppid = e.ptid = (uint32_t)number(WORD, 10);
    } else if (!strcmp(what, "aux")) {
        e.type = SPE_PERF_AUX;
        e.tid = (uint32_t)number(WORD, 10);
    } else if (!strcmp(what, "buildid")) {
        e.type = SPE_PERF_BUILD_ID;
        take_build_id(&e, WORD);
        e.name = WORD;
    } else {
        e.type = !strcmp(what, "mmap") ? SPE_PERF_MMAP : SPE_PERF_COMM;
        e.misc = !strcmp(what, "exec") ? SPE_PERF_MISC_EXEC : 0;
        e.tid = (uint32_t)number(WORD, 10);
        if (e.type == SPE_PERF_MMAP) {
            e.address = number(WORD, 16), e.size = number(WORD, 16), e.file_position = number(WORD, 16);
            e.protection = 5, e.map_flags = 2;
            take_build_id(&e, WORD);
        }
        e.name = WORD;
    }
    end_buffer();
    put(&e);
}

int main(int argc, char **argv)
{
    struct spe_perf_writer_config config = SPE_PERF_WRITER_CONFIG_INIT;
    char line[8192];
    config.period = argc > 1 ? number(argv[1], 10) : 1;
    config.config[1] = argc > 2 ? number(argv[2], 16) : 0;
    config.config[2] = argc > 3 ? number(argv[3], 16) : 0;
    config.clock.mult = argc > 4 ? (uint32_t)number(argv[4], 10) : 0;
    config.midr = argc > 5 ? number(argv[5], 16) : 0;
    config.config[3] = argc > 6 ? number(argv[6], 16) : 0;
    config.config[4] = argc > 7 ? number(argv[7], 16) : 0;
    config.config[0] = argc > 8 ? number(argv[8], 16) : 0;
    if (spe_perf_writer_init(&writer, &config, write_file, NULL) != SPE_OK)
        die("no such configuration");
    spe_encoder_init(&encoder, bytes, sizeof bytes, NULL);
    while (fgets(line, sizeof line, stdin)) {
        const char *what = strtok(line, " \n");
        if (!what || *what == '#')
            continue;
        if (!strcmp(what, "branch")) {
            put_branch();
        } else if (!strcmp(what, "load") || !strcmp(what, "store")) {
            put_access(!strcmp(what, "store"));
        } else if (!strcmp(what, "time")) {
            now = number(WORD, 10);
        } else if (!strcmp(what, "buffer")) {
            begin_buffer(WORD);
        } else if (!strcmp(what, "ksymbol")) {
            put_ksymbol();
        } else if (!strcmp(what, "switch")) {
            put_switch();
        } else {
            put_side(what);
        }
    }
    end_buffer();
    if (spe_perf_writer_finish(&writer) != SPE_OK)
        die("the writer does not end");
    fwrite(file, 1, file_size, stdout);
    return 0;
}
