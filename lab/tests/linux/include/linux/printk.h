/* SPDX-License-Identifier: MIT */
/* What the driver says goes to the harness, which keeps the last line. */
#ifndef SPE_LINUX_PRINTK_H
#define SPE_LINUX_PRINTK_H

void harness_log(const char *format, ...);

#define dev_err(device, ...) harness_log(__VA_ARGS__)
#define dev_warn dev_err
#define dev_warn_once dev_err
#define dev_info dev_err
#define pr_err_ratelimited(...) harness_log(__VA_ARGS__)

#endif
