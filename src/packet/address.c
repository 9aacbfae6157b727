/* SPDX-License-Identifier: MIT */
/* Converts addresses to payloads (DDI 0487, D18.2.1); packet.h converts payloads to addresses. */
#include <libspe/packet.h>

/* NS, bit [63], and NSE, bit [60], by SPE_STATE_*. */
static const uint64_t state_bits[] = {
    [SPE_STATE_SECURE] = 0,
    [SPE_STATE_NON_SECURE] = UINT64_C(1) << SPE_ADDRESS_BIT_NS,
    [SPE_STATE_REALM] = UINT64_C(1) << SPE_ADDRESS_BIT_NS | UINT64_C(1) << SPE_ADDRESS_BIT_NSE,
};

const char *spe_address_state_name(unsigned state)
{
    static const char *const names[] = {
        [SPE_STATE_SECURE] = "Secure", [SPE_STATE_NON_SECURE] = "Non-secure", [SPE_STATE_REALM] = "Realm"};
    return state <= SPE_STATE_REALM ? names[state] : "reserved";
}

/* Whether bits [63:56] all equal bit 55. */
static int is_virtual(uint64_t address)
{
    return address == spe_address_bits(address) || address == spe_address_canonical(address);
}

int spe_address_build_pc(uint64_t address, unsigned el, unsigned state, uint64_t *payload)
{
    if (!payload)
        return SPE_E_ARG;
    if (state > SPE_STATE_REALM)
        return SPE_E_KIND;
    if (!is_virtual(address) || el > 3)
        return SPE_E_RANGE;
    *payload = spe_address_bits(address) | (uint64_t)el << SPE_ADDRESS_BIT_EL | state_bits[state];
    return SPE_OK;
}

int spe_address_build_va(uint64_t address, unsigned tag, uint64_t *payload)
{
    if (!payload)
        return SPE_E_ARG;
    if (!is_virtual(address) || tag > 0xff)
        return SPE_E_RANGE;
    *payload = spe_address_bits(address) | (uint64_t)tag << SPE_ADDRESS_BIT_TAG;
    return SPE_OK;
}

int spe_address_build_pa(uint64_t address, unsigned space, unsigned ch, unsigned pat, uint64_t *payload)
{
    if (!payload)
        return SPE_E_ARG;
    if (space > SPE_STATE_REALM)
        return SPE_E_KIND;
    if (address != spe_address_bits(address) || ch > 1 || pat > 15)
        return SPE_E_RANGE;
    *payload = address | (uint64_t)ch << SPE_ADDRESS_BIT_CH | (uint64_t)pat << SPE_ADDRESS_BIT_PAT | state_bits[space];
    return SPE_OK;
}
