/* SPDX-License-Identifier: MIT */
/* The rows of arrow_columns.h, and look-ups in them. */
#include <libspe/op.h>

#include "../base/names.h"
#include "arrow_columns.h"
#include "arrow_words.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

_Static_assert(COUNT(source_words) < SPE_ARROW_NO_WORD, "indexes of data sources' names are of 15 bits");

#define NEED(NAME) (1u << SPE_COLUMN_##NAME)
#define NEEDS_OP (NEED(OP_CLASS) | NEED(OP_PAYLOAD))
#define NEEDS_MEMORY (NEEDS_OP | NEED(EVENTS) | NEED(DATA_SOURCE))

/* What the rows of one group have in common: format, dictionary, how, from, shift, mask, valid, needs. */
#define NO_WORDS SPE_WORDS_NONE
#define RAW(format, NAME, valid) format, NO_WORDS, SPE_HOW_RAW, SPE_COLUMN_##NAME, 0, 0, valid, NEED(NAME)
#define PLAIN(format, how, valid, needs) format, NO_WORDS, SPE_HOW_##how, 0, 0, 0, valid, needs
#define ADDRESS(how, NAME, bit) "L", NO_WORDS, SPE_HOW_##how, SPE_COLUMN_##NAME, 0, 0, bit, NEED(NAME)
#define FIELD(NAME, shift, mask, bit) "C", NO_WORDS, SPE_HOW_FIELD, SPE_COLUMN_##NAME, shift, mask, bit, NEED(NAME)
#define STATE(NAME, bit) "c", SPE_WORDS_STATE, SPE_HOW_STATE, SPE_COLUMN_##NAME, 0, 0, bit, NEED(NAME)
#define OP_FACT(WORDS, FACT, mask, bit)                                                                                \
    "c", SPE_WORDS_##WORDS, SPE_HOW_FACT, SPE_SCRATCH_FACTS, SPE_ARROW_FACT_##FACT, mask, bit, NEEDS_OP
#define STEP(FACT, least, bit)                                                                                         \
    "I", NO_WORDS, SPE_HOW_STEP, SPE_SCRATCH_FACTS, SPE_ARROW_FACT_##FACT, least, bit, NEEDS_OP
#define OP_BIT(FACT) "b", NO_WORDS, SPE_HOW_BIT, SPE_SCRATCH_FACTS, SPE_ARROW_FACT_##FACT, 0, OPERATION, NEEDS_OP
#define MEMORY_BIT(BIT)                                                                                                \
    "b", NO_WORDS, SPE_HOW_BIT, SPE_SCRATCH_MEMORY, SPE_MEMORY_##BIT, 0, SPE_VALID_ALWAYS, NEEDS_MEMORY

/* The number of the only bit that is set in `has`, which has 32 bits. */
#define HAS(has, mask) (((has)&UINT32_C(mask)) != 0)
#define NUMBER(has)                                                                                                    \
    (HAS(has, 0xaaaaaaaa) + 2 * HAS(has, 0xcccccccc) + 4 * HAS(has, 0xf0f0f0f0) + 8 * HAS(has, 0xff00ff00) +           \
     16 * HAS(has, 0xffff0000))

/* Which validity bitmap a column has: that of a bit of `present`, or of SPE_VALID_*. */
enum {
    PC = NUMBER(SPE_HAS_PC),
    BRANCH_TARGET = NUMBER(SPE_HAS_BRANCH_TARGET),
    DATA_VA = NUMBER(SPE_HAS_DATA_VA),
    DATA_PA = NUMBER(SPE_HAS_DATA_PA),
    PREV_BRANCH_TARGET = NUMBER(SPE_HAS_PREV_BRANCH_TARGET),
    TOTAL_LATENCY = NUMBER(SPE_HAS_TOTAL_LATENCY),
    ISSUE_LATENCY = NUMBER(SPE_HAS_ISSUE_LATENCY),
    TRANSLATION_LATENCY = NUMBER(SPE_HAS_TRANSLATION_LATENCY),
    ALT_ISSUE_LATENCY = NUMBER(SPE_HAS_ALT_ISSUE_LATENCY),
    CONTEXT_EL1 = NUMBER(SPE_HAS_CONTEXT_EL1),
    CONTEXT_EL2 = NUMBER(SPE_HAS_CONTEXT_EL2),
    OPERATION = NUMBER(SPE_HAS_OPERATION),
    EVENTS = NUMBER(SPE_HAS_EVENTS),
    DATA_SOURCE = NUMBER(SPE_HAS_DATA_SOURCE),
    TIMESTAMP = NUMBER(SPE_HAS_TIMESTAMP),
    ALWAYS = SPE_VALID_ALWAYS
};

/* clang-format off */
static const struct spe_arrow_row rows[SPE_ARROW_ROWS] = {
    /* name, unit, source, what it holds; how it is made */
    {"offset", "bytes", "D18.1.2", "where the record begins in its core's stream", RAW("L", OFFSET, ALWAYS)},
    {"size", "bytes", "D18.1.2", "from its first packet to the end of its last", RAW("L", SIZE, ALWAYS)},
    {"pc", "", "D18.2.1", "payload: the operation's address, level and state", RAW("L", PC, PC)},
    {"branch_target", "", "D18.2.1", "payload: where the branch leads; UNKNOWN if not_taken", RAW("L", BRANCH_TARGET, BRANCH_TARGET)},
    {"data_va", "", "D18.2.1", "payload: the data's virtual address and tag", RAW("L", DATA_VA, DATA_VA)},
    {"data_pa", "", "D18.2.1", "payload: the data's physical address and space", RAW("L", DATA_PA, DATA_PA)},
    {"prev_branch_target", "", "D18.2.1", "payload: target of the last taken branch before",
     RAW("L", PREV_BRANCH_TARGET, PREV_BRANCH_TARGET)},
    {"timestamp", "ticks", "D18.2.9", "when the operation was sampled, at the latest when it finished", RAW("L", TIMESTAMP, TIMESTAMP)},
    {"events", "", "D18.2.6", "bits of all events", RAW("L", EVENTS, EVENTS)},
    {"present", "", "SPE_HAS_*", "bits of the packets that the record has", RAW("I", PRESENT, ALWAYS)},
    {"flags", "", "SPE_RECORD_*", "bits that mark what is unusual about the record", RAW("I", FLAGS, ALWAYS)},
    {"context_el1", "", "D18.2.2", "CONTEXTIDR_EL1", RAW("I", CONTEXT_EL1, CONTEXT_EL1)},
    {"context_el2", "", "D18.2.2", "CONTEXTIDR_EL2", RAW("I", CONTEXT_EL2, CONTEXT_EL2)},
    {"total_latency", "cycles", "D18.2.3", "from dispatch to completion", RAW("S", TOTAL_LATENCY, TOTAL_LATENCY)},
    {"issue_latency", "cycles", "D18.2.3", "from dispatch to issue", RAW("S", ISSUE_LATENCY, ISSUE_LATENCY)},
    {"translation_latency", "cycles", "D18.2.3", "waiting for the MMU",
     RAW("S", TRANSLATION_LATENCY, TRANSLATION_LATENCY)},
    {"alt_issue_latency", "cycles", "D18.2.3", "as issue_latency, in cycles of the other clock",
     RAW("S", ALT_ISSUE_LATENCY, ALT_ISSUE_LATENCY)},
    {"data_source", "", "D18.2.4", "where the data came from: a number that the core defines", RAW("S", DATA_SOURCE, DATA_SOURCE)},
    {"op_class", "", "D18.2.7", "CLASS of the operation", RAW("C", OP_CLASS, OPERATION)},
    {"op_payload", "", "D18.2.7", "payload: the operation", RAW("C", OP_PAYLOAD, OPERATION)},
    {"events_size", "bytes", "D18.2.6", "of the Events packet's payload", RAW("C", EVENTS_SIZE, EVENTS)},
    {"data_source_size", "bytes", "D18.2.4", "of the Data Source packet's payload",
     RAW("C", DATA_SOURCE_SIZE, DATA_SOURCE)},
    {"cpu", "", "perf.data", "the core's number", PLAIN("I", CPU, SPE_VALID_CPU, 0)},
    {"tid", "", "perf.data", "the thread whose trace it is", PLAIN("I", TID, SPE_VALID_TID, 0)},
    {"context", "", "spe_record_context()", "the operation's context: to Linux, the thread",
     PLAIN("I", CONTEXT, SPE_VALID_CONTEXT, NEED(CONTEXT_EL1) | NEED(CONTEXT_EL2))},
    {"time_ns", "ns", "spe_perf_time()", "the timestamp by perf's clock",
     PLAIN("L", TIME, SPE_VALID_TIME, NEED(TIMESTAMP))},
    {"pc_address", "address", "D18.2.1", "the operation's, canonical", ADDRESS(CANONICAL, PC, PC)},
    {"pc_el", "", "D18.2.1", "its exception level", FIELD(PC, SPE_ADDRESS_BIT_EL, 3, PC)},
    {"pc_state", "", "D18.2.1", "its security state", STATE(PC, PC)},
    {"branch_target_address", "address", "D18.2.1", "where the branch leads, canonical",
     ADDRESS(CANONICAL, BRANCH_TARGET, BRANCH_TARGET)},
    {"branch_target_el", "", "D18.2.1", "the exception level there", FIELD(BRANCH_TARGET, SPE_ADDRESS_BIT_EL, 3, BRANCH_TARGET)},
    {"branch_target_state", "", "D18.2.1", "the security state there", STATE(BRANCH_TARGET, BRANCH_TARGET)},
    {"prev_branch_target_address", "address", "D18.2.1", "target of the last taken branch before, canonical",
     ADDRESS(CANONICAL, PREV_BRANCH_TARGET, PREV_BRANCH_TARGET)},
    {"prev_branch_target_el", "", "D18.2.1", "the exception level there",
     FIELD(PREV_BRANCH_TARGET, SPE_ADDRESS_BIT_EL, 3, PREV_BRANCH_TARGET)},
    {"prev_branch_target_state", "", "D18.2.1", "the security state there",
     STATE(PREV_BRANCH_TARGET, PREV_BRANCH_TARGET)},
    {"data_va_address", "address", "D18.2.1", "the data's virtual one, canonical",
     ADDRESS(CANONICAL, DATA_VA, DATA_VA)},
    {"data_va_tag", "", "D18.2.1", "TAG: its top byte, or 0", FIELD(DATA_VA, SPE_ADDRESS_BIT_TAG, 255, DATA_VA)},
    {"data_pa_address", "address", "D18.2.1", "the data's physical one", ADDRESS(ADDRESS, DATA_PA, DATA_PA)},
    {"data_pa_space", "", "D18.2.1", "its physical address space", STATE(DATA_PA, DATA_PA)},
    {"data_pa_tag", "", "D18.2.1", "PAT, the Physical Address Tag: compared with the Allocation Tag", FIELD(DATA_PA, SPE_ADDRESS_BIT_PAT, 15, DATA_PA)},
    {"data_pa_checked", "", "D18.2.1", "CH: the access was tag checked",
     "b", NO_WORDS, SPE_HOW_BIT, SPE_COLUMN_DATA_PA, SPE_ADDRESS_BIT_CH, 0, DATA_PA, NEED(DATA_PA)},
    {"op", "", "D18.2.7", "LD, ST, B or OTHER; reserved ones of CLASS 0 and 1 are OTHER", OP_FACT(OP, OP, 15, OPERATION)},
    {"subclass", "", "D18.2.7", "the operation's kind, as the manual names it", OP_FACT(SUBCLASS, SUBCLASS, 255, OPERATION)},
    {"evl_bits", "bits", "D18.2.7", "effective vector length; with FEAT_SPE_SME, times the number of vectors; 4294967295: over 2048", STEP(EVL, 32, SPE_VALID_EVL)},
    {"ets_bits", "bits", "D18.2.7", "effective size of the tile, or of the vectors together; 4294967295: all of ZA", STEP(ETS, 128, SPE_VALID_ETS)},
    {"atomic", "", "D18.2.7", "AT", OP_BIT(ATOMIC)},
    {"exclusive", "", "D18.2.7", "EXCL", OP_BIT(EXCLUSIVE)},
    {"acquire_release", "", "D18.2.7", "AR", OP_BIT(ACQUIRE_RELEASE)},
    {"predicated", "", "D18.2.7", "PRED", OP_BIT(PREDICATED)},
    {"gather_scatter", "", "D18.2.7", "SG", OP_BIT(GATHER_SCATTER)},
    {"fp", "", "D18.2.7", "FP: floating-point", OP_BIT(FP)},
    {"ase", "", "D18.2.7", "ASE: Advanced SIMD", OP_BIT(ASE)},
    {"conditional", "", "D18.2.7", "COND", OP_BIT(CONDITIONAL)},
    {"indirect", "", "D18.2.7", "IND", OP_BIT(INDIRECT)},
    {"gcs", "", "D18.2.7", "GCS: the branch also accessed the Guarded Control Stack", OP_BIT(GCS)},
    {"comm", "", "D18.2.7", "COMM", OP_BIT(COMM)},
    {"branch_kind", "", "D18.2.7", "CR: branch with link, procedure return or neither", OP_FACT(KIND, KIND, 15, SPE_VALID_KIND)},
    {"memory_level", "", "spe_memory_level()", "what served the access",
     "c", SPE_WORDS_LEVEL, SPE_HOW_FACT, SPE_SCRATCH_MEMORY, SPE_MEMORY_LEVEL, 255, SPE_VALID_LEVEL, NEEDS_MEMORY},
    {"memory_inferred", "", "spe_memory_level()", "memory_level is from events", MEMORY_BIT(INFERRED)},
    {"memory_peer", "", "spe_memory_level()", "from another core or cluster", MEMORY_BIT(PEER)},
    {"memory_modified", "", "spe_memory_level()", "the line was modified in the cache that had it", MEMORY_BIT(MODIFIED)},
    {"memory_remote", "", "spe_memory_level()", "from another chip or socket, or an access to one", MEMORY_BIT(REMOTE)},
    {"memory_device", "", "spe_memory_level()", "from a device", MEMORY_BIT(DEVICE)},
    {"data_source_name", "", "the core's manual", "data_source in the vendor's words",
     "s", SPE_WORDS_SOURCE, SPE_HOW_NAME, SPE_COLUMN_DATA_SOURCE, 0, 0, SPE_VALID_NAME,
     NEEDS_OP | NEED(DATA_SOURCE)},
#define ROW(NAME, ...) [SPE_COLUMN_##NAME] = {__VA_ARGS__},
    SPE_EACH_LATER_COLUMN(ROW)
};
/* clang-format on */

static const char *const op_words[] = {"OTHER", "LD", "ST", "B"};

int spe_arrow_field_at(unsigned n, struct spe_record_field *field, unsigned *number)
{
    unsigned bit = 0, raw = 0;
    if (spe_record_field_get(n, field) != SPE_OK)
        return 0;
    while (field->has >> bit != 1)
        bit++;
    while (raw < SPE_ARROW_RAW && rows[raw].valid != bit)
        raw++;
    *number = raw < SPE_ARROW_RAW ? 0 : SPE_COLUMN_FIELD + bit;
    return 1;
}

/* Makes the row of a field without a row of its own in *room. Returns NULL if no such field has the number. */
static const struct spe_arrow_row *field_row(unsigned number, struct spe_arrow_row *room)
{
    static const char *const formats[] = {[1] = "C", [2] = "S", [4] = "I", [8] = "L"};
    struct spe_record_field field = {0};
    unsigned found = 0;
    for (unsigned n = 0; found != number && spe_arrow_field_at(n, &field, &found); n++)
        continue;
    *room = (struct spe_arrow_row){.name = field.name,
                                   .unit = field.unit,
                                   .source = "spe_record_field_get()",
                                   .text = field.words,
                                   .format = formats[field.size],
                                   .words = NO_WORDS,
                                   .how = SPE_HOW_RAW,
                                   .valid = (uint8_t)(number - SPE_COLUMN_FIELD)};
    return found == number ? room : NULL;
}

const struct spe_arrow_row *spe_arrow_row_find(unsigned number, struct spe_arrow_row *room)
{
    if (number < SPE_ARROW_ROWS)
        return &rows[number];
    if (number >= SPE_COLUMN_FIELD)
        return number < SPE_ARROW_NUMBERS ? field_row(number, room) : NULL;
    const char *event = number >= SPE_COLUMN_EVENT ? spe_event_name(number - SPE_COLUMN_EVENT) : NULL;
    if (!event)
        return NULL;
    const uint8_t bit = (uint8_t)(number - SPE_COLUMN_EVENT);
    *room = (struct spe_arrow_row){event, "",       "D18.2.6",   "the event of that name",
                                   "b",   NO_WORDS, SPE_HOW_BIT, SPE_COLUMN_EVENTS,
                                   bit,   0,        EVENTS,      NEED(EVENTS)};
    return room;
}

unsigned spe_arrow_format_width(const char *format)
{
    switch (format[0]) {
    case 'L':
        return 8;
    case 'I':
        return 4;
    case 'S':
    case 's':
        return 2;
    case 'b':
        return 0;
    default:
        return 1;
    }
}

unsigned spe_arrow_width(unsigned slot)
{
    return slot < SPE_ARROW_ROWS ? spe_arrow_format_width(rows[slot].format) : 8;
}

unsigned spe_arrow_column_count(void)
{
    return SPE_ARROW_NUMBERS;
}

int spe_arrow_column_get(unsigned number, struct spe_arrow_column *out)
{
    struct spe_arrow_row room;
    if (!out)
        return SPE_E_ARG;
    const struct spe_arrow_row *row = spe_arrow_row_find(number, &room);
    if (!row)
        return SPE_E_NAME;
    const uint32_t has = row->valid < SPE_VALID_CPU ? UINT32_C(1) << row->valid : 0;
    *out = (struct spe_arrow_column){
        row->name, row->format, row->unit, row->source, row->text, has, row->valid != SPE_VALID_ALWAYS};
    return SPE_OK;
}

int spe_arrow_column_find(const char *name)
{
    struct spe_arrow_column column;
    if (!name)
        return SPE_E_ARG;
    for (unsigned number = 0; number < SPE_ARROW_NUMBERS; number++)
        if (spe_arrow_column_get(number, &column) == SPE_OK && spe_is_name(column.name, name))
            return (int)number;
    return SPE_E_NAME;
}

/* Switches, because the address of a function in another DLL is not a constant that a table could hold. */

unsigned spe_arrow_word_count(unsigned dictionary)
{
    switch (dictionary) {
    case SPE_WORDS_STATE:
        return SPE_STATE_RESERVED + 1;
    case SPE_WORDS_OP:
        return COUNT(op_words);
    case SPE_WORDS_KIND:
        return SPE_CR_NEITHER + 1;
    case SPE_WORDS_SUBCLASS:
        return spe_op_subclass_count();
    case SPE_WORDS_LEVEL:
        return spe_level_count();
    case SPE_WORDS_SOURCE:
        return COUNT(source_words);
    default:
        return 0;
    }
}

const char *spe_arrow_word_at(unsigned dictionary, unsigned n)
{
    switch (dictionary) {
    case SPE_WORDS_STATE:
        return spe_address_state_name(n);
    case SPE_WORDS_OP:
        return op_words[n];
    case SPE_WORDS_KIND:
        return spe_op_branch_kind_name(n);
    case SPE_WORDS_SUBCLASS:
        return spe_op_subclass_name(n);
    case SPE_WORDS_LEVEL:
        return spe_level_name(n);
    default:
        return source_words[n];
    }
}

const char *spe_arrow_word(unsigned number, unsigned n)
{
    const unsigned dictionary = number < SPE_ARROW_ROWS ? rows[number].words : SPE_WORDS_NONE;
    return n < spe_arrow_word_count(dictionary) ? spe_arrow_word_at(dictionary, n) : NULL;
}
