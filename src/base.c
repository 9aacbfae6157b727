/* SPDX-License-Identifier: MIT */
/* Version and status names. */
#include <libspe/base.h>

const char *spe_version(void)
{
    return SPE_VERSION_STRING;
}

static const struct {
    int status;
    const char *name;
} statuses[] = {
    {SPE_E_MORE, "SPE_E_MORE"},   {SPE_E_ARG, "SPE_E_ARG"},       {SPE_E_CONFIG, "SPE_E_CONFIG"},
    {SPE_E_STATE, "SPE_E_STATE"}, {SPE_E_SPACE, "SPE_E_SPACE"},   {SPE_E_RANGE, "SPE_E_RANGE"},
    {SPE_E_KIND, "SPE_E_KIND"},   {SPE_E_LAYOUT, "SPE_E_LAYOUT"}, {SPE_E_HEADER, "SPE_E_HEADER"},
};

const char *spe_status_name(int status)
{
    if (status >= SPE_OK)
        return "SPE_OK";
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        if (statuses[i].status == status)
            return statuses[i].name;
    return "SPE_E_?";
}
