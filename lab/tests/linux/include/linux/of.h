/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_OF_H
#define SPE_LINUX_OF_H

struct of_device_id {
    const char *compatible;
    void *data;
};

#define of_match_ptr(table) table

#endif
