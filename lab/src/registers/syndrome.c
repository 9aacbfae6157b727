/* SPDX-License-Identifier: MIT */
/* The syndrome of the buffer: PMBSR_ELx decoded and encoded, and its sentence (DDI 0487, D17.7, D24.7.5). */
#include <libspe-lab/profiling.h>
#include <string.h>

#include "../base/writer.h"
#include "registers.h"

static const struct {
    uint8_t ec, event_class, has_fault;
} event_classes[] = {
    {SPE_EC_OTHER, SPE_BUFFER_OTHER, 0},   {SPE_EC_STAGE1, SPE_BUFFER_STAGE1, 1},
    {SPE_EC_STAGE2, SPE_BUFFER_STAGE2, 1}, {SPE_EC_GRANULE, SPE_BUFFER_GRANULE, 0}, /* MSS does not give it */
    {SPE_EC_IMPDEF, SPE_BUFFER_IMPDEF, 0},
};
#define EVENT_CLASSES (sizeof event_classes / sizeof event_classes[0])

#define MSS2_MAX 0xffffffu
#define FSC_ASYNCHRONOUS 0x11

/* Bits of MSS2 that give more about a fault, and the faults for which they do */
static const struct {
    uint8_t bit;
    uint8_t stage2_only;
    uint8_t permission_only; /* only for FSC 0b0011xx */
    uint8_t member;          /* offset in struct spe_syndrome */
    const char *name;
} fault_flags[] = {
    {8, 0, 0, offsetof(struct spe_syndrome, top_level), "TopLevel"},
    {7, 1, 1, offsetof(struct spe_syndrome, assured_only), "AssuredOnly"},
    {6, 0, 1, offsetof(struct spe_syndrome, overlay), "Overlay"},
    {5, 0, 1, offsetof(struct spe_syndrome, dirty_bit), "DirtyBit"},
};
#define FAULT_FLAGS (sizeof fault_flags / sizeof fault_flags[0])

static void syndrome_decode_fault(struct spe_syndrome *out)
{
    out->fault_status = out->mss & 0x3f;
    out->in_doubt = out->fault_status == FSC_ASYNCHRONOUS;
    for (size_t i = 0; i < FAULT_FLAGS; i++) {
        const int means = (!fault_flags[i].stage2_only || out->ec == SPE_EC_STAGE2) &&
                          (!fault_flags[i].permission_only || out->fault_status >> 2 == 3);
        ((uint8_t *)out)[fault_flags[i].member] = means && out->mss2 >> fault_flags[i].bit & 1;
    }
}

int spe_syndrome_decode(uint64_t pmbsr, struct spe_syndrome *out)
{
    if (!out)
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    out->mss2 = spe_bits_of(pmbsr, 55, 32);
    out->mss = (uint16_t)spe_bits_of(pmbsr, 15, 0);
    out->ec = (uint8_t)spe_bits_of(pmbsr, 31, 26);
    out->event_class = SPE_BUFFER_RESERVED;
    for (size_t i = 0; i < EVENT_CLASSES; i++) {
        if (event_classes[i].ec != out->ec)
            continue;
        out->event_class = event_classes[i].event_class;
        out->has_fault = event_classes[i].has_fault;
    }
    out->data_lost = (uint8_t)spe_bits_of(pmbsr, 19, 19);
    out->external_abort = (uint8_t)spe_bits_of(pmbsr, 18, 18);
    out->service = (uint8_t)spe_bits_of(pmbsr, 17, 17);
    out->collision = (uint8_t)spe_bits_of(pmbsr, 16, 16);
    out->has_fault &= out->service;
    out->buffer_status = out->service && out->ec == SPE_EC_OTHER ? out->mss & 0x3f : 0;
    out->buffer_full = out->buffer_status == SPE_BSC_FULL;
    if (out->has_fault)
        syndrome_decode_fault(out);
    return SPE_OK;
}

/* -- encoding -- */

static unsigned syndrome_ec(const struct spe_syndrome *in)
{
    for (size_t i = 0; i < EVENT_CLASSES && !in->ec; i++)
        if (event_classes[i].event_class == in->event_class)
            return event_classes[i].ec;
    return in->ec;
}

static uint64_t syndrome_mss2(const struct spe_syndrome *in)
{
    uint64_t mss2 = in->mss2;
    for (size_t i = 0; i < FAULT_FLAGS && !in->mss2; i++)
        mss2 |= (uint64_t)((const uint8_t *)in)[fault_flags[i].member] << fault_flags[i].bit;
    return mss2;
}

/* Whether a member is 0 (not stated) or agrees with the register. */
static int agrees(unsigned stated, unsigned actual)
{
    return !stated || stated == actual;
}

static int syndrome_agrees(const struct spe_syndrome *in, const struct spe_syndrome *s)
{
    for (size_t i = 0; i < FAULT_FLAGS; i++)
        if (!agrees(((const uint8_t *)in)[fault_flags[i].member], ((const uint8_t *)s)[fault_flags[i].member]))
            return 0;
    return agrees(in->event_class, s->event_class) && agrees(in->buffer_full, s->buffer_full) &&
           agrees(in->buffer_status, s->buffer_status) && agrees(in->has_fault, s->has_fault) &&
           agrees(in->fault_status, s->fault_status) && agrees(in->in_doubt, s->in_doubt);
}

static int syndrome_fits(const struct spe_syndrome *in)
{
    return in->ec <= 63 && in->mss2 <= MSS2_MAX && in->data_lost <= 1 && in->external_abort <= 1 && in->service <= 1 &&
           in->collision <= 1 && in->top_level <= 1 && in->assured_only <= 1 && in->overlay <= 1 && in->dirty_bit <= 1;
}

int spe_syndrome_encode(const struct spe_syndrome *in, uint64_t *pmbsr)
{
    struct spe_syndrome s;
    if (!in || !pmbsr)
        return SPE_E_ARG;
    if (!syndrome_fits(in))
        return SPE_E_RANGE;
    const unsigned status = in->buffer_status ? in->buffer_status : in->buffer_full ? SPE_BSC_FULL : in->fault_status;
    const uint64_t raw = syndrome_mss2(in) << 32 | (uint64_t)syndrome_ec(in) << 26 | (uint64_t)in->data_lost << 19 |
                         (uint64_t)in->external_abort << 18 | (uint64_t)in->service << 17 |
                         (uint64_t)in->collision << 16 | (in->mss ? in->mss : status);
    spe_syndrome_decode(raw, &s);
    if (!syndrome_agrees(in, &s))
        return SPE_E_KIND;
    *pmbsr = raw;
    return SPE_OK;
}

/* -- text -- */

/* The name of a value of one of PMBSR_EL1's fields, or a text for a value without a name. */
static const char *syndrome_name(const char *field, unsigned value, const char *otherwise)
{
    const int number = spe_sysreg_field_find(SPE_REG_PMBSR_EL1, field);
    const char *name = spe_sysreg_value_name(SPE_REG_PMBSR_EL1, (unsigned)number, value);
    return name ? name : otherwise;
}

static const char *syndrome_event(const struct spe_syndrome *s)
{
    if (!s->service) /* all other fields belong to an event that never happened, or has been cleared */
        return "no event";
    if (s->ec != SPE_EC_OTHER)
        return syndrome_name("EC", s->ec, "reserved event class");
    return s->buffer_status == SPE_BSC_FULL          ? "buffer full"
           : s->buffer_status == SPE_BSC_TOO_LARGE   ? "the requested buffer was too large"
           : s->buffer_status == SPE_BSC_NOT_STOPPED ? "not stopped, or access not allowed"
                                                     : "buffer event, reserved status";
}

int spe_syndrome_text(uint64_t pmbsr, char *out, size_t cap)
{
    struct spe_syndrome s;
    struct spe_writer w = spe_writer_begin(out, cap);
    if (!out && cap)
        return SPE_E_ARG;
    spe_syndrome_decode(pmbsr, &s);
    spe_put(&w, syndrome_event(&s));
    if (s.has_fault) {
        spe_put(&w, ": ");
        spe_put(&w, syndrome_name("FSC", s.fault_status, "reserved"));
    }
    for (size_t i = 0; i < FAULT_FLAGS; i++) {
        if (!((const uint8_t *)&s)[fault_flags[i].member])
            continue;
        spe_put(&w, "; ");
        spe_put(&w, fault_flags[i].name);
    }
    spe_put(&w, s.service && s.external_abort ? "; external abort" : "");
    spe_put(&w, s.in_doubt ? "; all data in doubt" : s.data_lost ? "; data lost" : "");
    spe_put(&w, s.collision ? "; collision" : "");
    return spe_writer_end(&w);
}
