/* SPDX-License-Identifier: MIT */
/* The driver is a part of the harness. */
#ifndef SPE_LINUX_MODULE_H
#define SPE_LINUX_MODULE_H

#define THIS_MODULE NULL
#define module_init(function)                                                                                          \
    int harness_load_driver(void);                                                                                     \
    int harness_load_driver(void)                                                                                      \
    {                                                                                                                  \
        return function();                                                                                             \
    }
#define module_exit(function)                                                                                          \
    void harness_unload_driver(void);                                                                                  \
    void harness_unload_driver(void)                                                                                   \
    {                                                                                                                  \
        function();                                                                                                    \
    }
#define MODULE_DEVICE_TABLE(bus, table) static const void *const harness_unused_##bus __attribute__((unused)) = table
#define MODULE_DESCRIPTION(text) extern int harness_unused
#define MODULE_AUTHOR(text) extern int harness_unused
#define MODULE_LICENSE(text) extern int harness_unused

#endif
