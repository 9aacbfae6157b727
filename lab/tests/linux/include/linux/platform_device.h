/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_PLATFORM_DEVICE_H
#define SPE_LINUX_PLATFORM_DEVICE_H

#include <linux/device.h>
#include <linux/of.h>

struct platform_device {
    struct device dev;
};

struct platform_device_id {
    char name[32];
    long data;
};

struct device_driver {
    const char *name;
    const struct of_device_id *of_match_table;
    bool suppress_bind_attrs;
};

struct platform_driver {
    const struct platform_device_id *id_table;
    struct device_driver driver;
    int (*probe)(struct platform_device *device);
    HARNESS_REMOVE_RESULT (*remove)(struct platform_device *device);
    void (*remove_new)(struct platform_device *device);
};

int platform_driver_register(struct platform_driver *driver);
#define platform_driver_unregister(driver) harness_remove_driver(driver)
void harness_remove_driver(struct platform_driver *driver);
#define platform_set_drvdata(device, pointer) ((device)->dev.data = (pointer))
#define platform_get_drvdata(device) ((device)->dev.data)
#define platform_get_irq(device, number) HARNESS_IRQ

#endif
