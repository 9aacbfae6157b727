/* SPDX-License-Identifier: MIT */
/* The version of the library that runs. */
#include <libspe-lab/base.h>

const char *spe_lab_version(void)
{
    return SPE_LAB_VERSION_STRING;
}
